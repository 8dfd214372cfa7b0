// SPDX-License-Identifier: BSD-3-Clause
//
// dma_serve: answers READs of other nodes without software. dma_place gives it each request with what it has found; a channel of its
// own (dma_channel with SERVER) reads the bytes and sends them as cells DATA to the stream that the request names. A request that
// was refused, or whose data cannot be read to their end, is answered by one cell without data that says why: each request has
// one end. An ATOMIC goes to dma_atomic, one after the other, and is answered by a cell with the value before.
//
// Requests wait in a memory with a place for each page that may send them: {node, page, two lowest bits of the stream}, of the node
// as many bits as there are. So a page has four requests under way here at most, and none takes the place of another's: nothing that others send
// fills it. One whose place is taken is refused at once (dma_place). The places that are used stand in a
// queue, each once; they are served in its order, a turn of the channel each, and go to its end when their turn is over and
// others wait.
//
// Places are marked as free one a clock after the reset; until then all are taken.
//
//                           +--------------- refused, or page off ----------------+
//                           |                                                     v
//      IDLE --> READ --> LOOK --> GRANT --> LOAD (4 words) --> RUN --failed--> ANSWER --> SENT --> FREE --> IDLE
//        ^                                                     | \-- done --------------------------^
//        +---------------------------- PUT <--turn is over-----+
//
//  IDLE   -> READ    a place is next;  READ -> LOOK its request is read
//  LOOK   -> GRANT   it is to be served; -> ANSWER it is refused; -> ATOMIC it is one
//  ATOMIC -> ANSWER  dma_atomic has done it, or could not
//  GRANT  -> LOAD    the channel holds the page
//  LOAD   -> RUN     it has its descriptor
//  RUN    -> FREE    all cells are sent; -> ANSWER something failed, or the page was turned off; -> PUT the turn is over
//  PUT    -> IDLE    the rest is in the memory, the place at the end of the queue
//  ANSWER -> SENT    dma_send took the cell;  SENT -> FREE it is out
//  FREE   -> IDLE    the place is free
//
// Invariants (formal/dma_serve.v):
//  1. A place that is taken stands in the queue once, or is the one that is served; no other does. So the queue never overflows.
//  2. No request is lost or overwritten: its place stays taken until it was served to its end or answered, once.
//  3. A page is on when the channel is granted it, and is reported busy until the channel has let it go.
//  4. The memories are not written where they are read.
`default_nettype none

module dma_serve #(
	parameter LG_N = 2               // log2 of the places: 2 bits for the stream, 3 for the page, the rest for the node
) (
	input  wire clk,
	input  wire rst,
	input  wire [9:0] cfg_id,
	input  wire [9:0] cfg_last,
	input  wire [7:0] enable,        // pages that are on
	output wire [7:0] busy,          // page that the channel holds
	// dma_place
	input  wire s_look,              // one clock: a request is there, the following stay
	input  wire [9:0] s_node,        // that asks
	input  wire [2:0] s_sender,      // its page
	input  wire [2:0] s_stream,      // of that page
	output wire m_taken,             // from the next clock on: its place
	input  wire s_valid,             // one clock: to be answered
	input  wire [3:0] s_epoch,       // of the stream
	input  wire [5:0] s_region,
	input  wire [39:0] s_offset,
	input  wire [20:0] s_length,
	input  wire [31:0] s_key,
	input  wire [3:0] s_status,      // not OK: refused
	input  wire [129:0] s_atomic,    // {it is one, COMPARE_SWAP, operand, expected}
	// the channel
	output wire m_grant,             // one clock
	output wire [2:0] m_page,
	output wire m_word,              // a word of its descriptor
	output wire [2:0] m_word_n,
	output wire [63:0] m_word_data,
	output wire [31:0] m_key,        // for region
	output wire m_wanted,            // others wait
	input  wire s_done,              // one clock
	input  wire [3:0] s_done_status,
	input  wire s_yield,             // held until m_yield: the turn is over,
	output wire m_yield,
	input  wire [39:0] s_rest_offset,          // and this is left
	input  wire [20:0] s_rest_length,
	// dma_atomic
	output wire m_atomic,            // held until s_atomic_done
	output wire m_swap,
	output wire [63:0] m_arg,
	output wire [63:0] m_cmp,
	output wire [5:0] m_region,
	output wire [39:0] m_offset,
	input  wire s_atomic_done,       // one clock
	input  wire [3:0] s_atomic_status,
	// dma_send
	output wire m_job,               // held until s_job: the cell without data
	input  wire s_job,
	output wire [63:0] m_job_head,
	output wire m_job_has_first,     // it has the value before an ATOMIC
	output wire [1:0] m_job_way,
	input  wire s_freed              // one clock: it is out
);
`include "ring_nic_regs.vh"
	generate if (LG_N < 1 || LG_N > 15)
		dma_serve_needs_2_to_32768_places bad_parameter();
	endgenerate

	localparam [3:0] IDLE = 0, LOOK = 1, GRANT = 2, LOAD = 3, RUN = 4, PUT = 5, ANSWER = 6, SENT = 7, FREE = 8, READ = 9, ATOMIC = 10;
	localparam ENTRY_W = 10 + 3 + 3 + 4 + 6 + 40 + 21 + 32 + 4 + 130;
	localparam [LG_N:0] ONE = 1;

	(* no_rw_check *) reg [ENTRY_W-1:0] requests [0:(1<<LG_N)-1];
	(* no_rw_check *) reg [LG_N-1:0] order [0:(1<<LG_N)-1];
	(* no_rw_check *) reg used [0:(1<<LG_N)-1];
	reg [ENTRY_W-1:0] entry_q;
	reg used_q;
	reg [3:0] state_q, status_q;
	reg alone_q;                     // no data were sent before the answer
	reg [LG_N-1:0] at_q;             // the place that is served
	reg [1:0] n_q;                   // word of the descriptor
	reg [LG_N:0] in_q, out_q;        // of the queue
	reg [LG_N:0] wipe_q;             // places marked as free since the reset

	wire [15:0] asker = {1'b0, s_node, s_sender, s_stream[1:0]};
	wire [LG_N-1:0] place = asker[LG_N-1:0];
	wire wiped = wipe_q[LG_N];

	wire [9:0] node;
	wire [2:0] sender, stream;
	wire [3:0] epoch, refused;
	wire [5:0] region;
	wire [39:0] offset;
	wire [20:0] length;
	wire [31:0] key;
	wire [129:0] atomic;
	assign {atomic, node, sender, stream, epoch, region, offset, length, key, refused} = entry_q;
	wire on = enable[region[5:3]];
	wire failed = s_done_status != `RN_DMA_STATUS_OK;

	// ---- The queue of places ---------------------------------------------------------------
	wire next = in_q != out_q;
	wire take = state_q == IDLE && next;
	wire put = state_q == PUT && !s_valid;
	wire [LG_N-1:0] to = s_valid ? place : at_q;

	always @(posedge clk)
		if (s_valid || put)
			order[in_q[LG_N-1:0]] <= to;

	always @(posedge clk)
		if (take)
			at_q <= order[out_q[LG_N-1:0]];

	always @(posedge clk)
		if (rst) begin
			in_q <= 0;
			out_q <= 0;
		end else begin
			if (s_valid || put)
				in_q <= in_q + ONE;
			if (take)
				out_q <= out_q + ONE;
		end

	always @(posedge clk)
		if (s_valid || put)
			requests[to] <= s_valid
				? {s_atomic, s_node, s_sender, s_stream, s_epoch, s_region, s_offset, s_length, s_key, s_status}
				: {atomic, node, sender, stream, epoch, region, s_rest_offset, s_rest_length, key, refused};

	always @(posedge clk)
		if (state_q == READ)
			entry_q <= requests[at_q];

	// ---- Which are taken -------------------------------------------------------------------
	wire free = state_q == FREE && !s_look && !s_valid;
	wire wipe = !wiped && !s_look;

	always @(posedge clk)
		if (s_valid || free || wipe)
			used[s_valid ? place : wiped ? at_q : wipe_q[LG_N-1:0]] <= s_valid;

	always @(posedge clk)
		if (s_look)
			used_q <= used[place] || !wiped;

	always @(posedge clk)
		if (rst)
			wipe_q <= 0;
		else if (wipe)
			wipe_q <= wipe_q + ONE;

	assign m_taken = used_q;

	// ---- The machine -----------------------------------------------------------------------
	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= take ? READ : IDLE;
			READ:    state_q <= LOOK;
			LOOK:    state_q <= refused != `RN_DMA_STATUS_OK || !on ? ANSWER : atomic[129] ? ATOMIC : GRANT;
			ATOMIC:  state_q <= s_atomic_done ? ANSWER : ATOMIC;
			GRANT:   state_q <= LOAD;
			LOAD:    state_q <= n_q == 2'd3 ? RUN : LOAD;
			RUN:     state_q <= s_yield ? PUT : !s_done ? RUN : failed || !on ? ANSWER : FREE;
			PUT:     state_q <= put ? IDLE : PUT;
			ANSWER:  state_q <= s_job ? SENT : ANSWER;
			SENT:    state_q <= s_freed ? FREE : SENT;
			default: state_q <= free ? IDLE : FREE;
		endcase

	always @(posedge clk)
		if (state_q == LOOK)
			status_q <= refused != `RN_DMA_STATUS_OK ? refused : `RN_DMA_STATUS_OFF;
		else if (state_q == RUN)
			status_q <= failed ? s_done_status : `RN_DMA_STATUS_OFF;
		else if (state_q == ATOMIC)
			status_q <= s_atomic_status;

	always @(posedge clk)
		if (state_q == LOOK)
			alone_q <= refused != `RN_DMA_STATUS_OK || atomic[129];
	always @(posedge clk)
		n_q <= state_q == LOAD ? n_q + 2'd1 : 2'd0;

	wire [7:0] page_bit = 8'd1 << region[5:3];
	assign busy = state_q == ATOMIC || state_q == GRANT || state_q == LOAD || state_q == RUN || state_q == PUT ? page_bit : 8'd0;

	assign m_grant = state_q == GRANT;
	assign m_page = region[5:3];
	assign m_key = key;
	assign m_wanted = next;
	assign m_yield = put;

	// Words 0 (operation), 3 (place), 4 (blocks) and 7 (last) of a descriptor DATA.
	assign m_word = state_q == LOAD;
	assign m_word_n = n_q == 2'd0 ? 3'd0 : n_q == 2'd1 ? 3'd3 : n_q == 2'd2 ? 3'd4 : 3'd7;
	assign m_word_data = n_q == 2'd0 ? {11'd0, length, sender, stream, node, epoch, 8'd0, `RN_DMA_OP_DATA}
		: n_q == 2'd1 ? {21'd0, region[2:0], offset} : 64'd0;

	wire [10:0] nodes = {1'b0, cfg_last} + 11'd1;
	wire [10:0] ahead = {1'b0, node} - {1'b0, cfg_id} + (node < cfg_id ? nodes : 11'd0);
	assign m_atomic = state_q == ATOMIC;
	assign {m_swap, m_arg, m_cmp} = atomic[128:0];
	assign m_region = region;
	assign m_offset = offset;
	assign m_job = state_q == ANSWER;
	assign m_job_has_first = status_q == `RN_DMA_STATUS_OK;
	assign m_job_head = {19'd0, alone_q, status_q, 1'b1, epoch, region[5:3], cfg_id, sender, stream, 1'b0, `RN_CELL_TYPE_DATA, node, `RN_CELL_LEN_W1};
	assign m_job_way = {ahead, 1'b0} <= {1'b0, nodes} ? 2'b01 : 2'b10;         // the shorter one, as in dma_channel

	wire unused = &{1'b0, asker};

`ifdef FORMAL
	// Which places stand in the queue, and whether one does twice.
	localparam N = 1 << LG_N;
	reg f_first = 1'b1;
	wire [LG_N:0] f_level = in_q - out_q;
	wire f_serves = state_q != IDLE;             // at_q
	wire [LG_N*N-1:0] f_order;
	wire [N-1:0] f_marks, f_wiped;
	genvar f;
	generate for (f = 0; f < N; f = f + 1) begin : f_places
		assign f_order[LG_N*f +: LG_N] = order[f];
		assign f_marks[f] = used[f];
		assign f_wiped[f] = f < wipe_q;
	end endgenerate
	reg [N-1:0] f_queued;
	reg f_twice;
	reg [LG_N-1:0] f_at;
	integer k;
	always @(*) begin
		f_queued = 0;
		f_twice = 0;
		for (k = 0; k < N; k = k + 1) begin
			f_at = k - out_q;
			if ({1'b0, f_at} < f_level) begin
				f_twice = f_twice || f_queued[f_order[LG_N*k +: LG_N]];
				f_queued[f_order[LG_N*k +: LG_N]] = 1'b1;
			end
		end
	end
	wire [N-1:0] f_served = f_serves ? {{N-1{1'b0}}, 1'b1} << at_q : {N{1'b0}};
	wire [N-1:0] f_used = wiped ? f_marks : {N{1'b0}};
	always @(*) if (!f_first) begin
		assert (!f_twice);                                                         // invariant 1
		assert (f_used == (f_queued | f_served));
		assert ((f_queued & f_served) == 0);
		assert (wiped || (f_marks & f_wiped) == 0);
	end

	// The request of one place, any, and its ends.
	(* anyconst *) reg [LG_N-1:0] f_one;
	reg [ENTRY_W-1:0] f_entry;
	reg f_ended;
	wire f_end = (state_q == RUN && s_done && !s_yield && !failed && on) || (state_q == SENT && s_freed);
	always @(posedge clk) begin
		f_first <= 1'b0;
		if (s_valid && place == f_one)
			f_entry <= {s_atomic, s_node, s_sender, s_stream, s_epoch, s_region, s_offset, s_length, s_key, s_status};
		else if (put && at_q == f_one)
			f_entry[96:36] <= {s_rest_offset, s_rest_length};
		if (s_valid && place == f_one)
			f_ended <= 1'b0;
		else if (f_end && at_q == f_one)
			f_ended <= 1'b1;
		if (!f_first && !$past(f_first) && $past(!rst))
			assert (state_q != GRANT || $past(on));                                    // invariant 3
	end
	wire f_held = f_serves && at_q == f_one;
	always @(*) if (!f_first) begin
		assert (state_q <= ATOMIC);
		assert (f_level <= N && (wiped || (f_level == 0 && !f_serves)));
		assert (wipe_q <= N);
		assert (state_q != GRANT || n_q == 0);
		assert (busy == 0 || busy == page_bit);
		assert (!(state_q == RUN || state_q == LOAD || state_q == GRANT || state_q == ATOMIC) || busy == page_bit);
		if (f_used[f_one]) begin                                                   // invariant 2
			assert (f_held && state_q != READ ? entry_q == f_entry : requests[f_one] == f_entry);
			assert (f_ended == (f_held && state_q == FREE));
		end
		assert (!s_valid || !f_used[place]);
		assert (!(take && (s_valid || put) && in_q[LG_N-1:0] == out_q[LG_N-1:0]));  // invariant 4
		assert (!(state_q == READ && (s_valid || put) && to == at_q));
		assert (!(s_look && (s_valid || free || wipe)));
		cover (f_level == N - 1);
		cover (put && f_level == 1);
		cover (state_q == SENT && f_held && s_freed && !on && refused == 0);
		cover (state_q == ANSWER && refused != 0);
		cover (state_q == SENT && f_held && s_freed && status_q == 0);
		cover (state_q == FREE && f_held && f_level == 1);
		cover (state_q == FREE && !free);
	end
`endif
endmodule

`default_nettype wire
