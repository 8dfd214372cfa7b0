// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_qp: queue pairs: their commands (OPEN, MODIFY, QUERY, CLOSE) with the states, the doorbells of their two queues, and the list of
// those that have something to do. Words of contexts: docs/card/rdma.md, section 11; the states: section 4.
//
// A doorbell stores its index in the context, and puts the queue pair into the list of its page, which goes through the contexts: each has
// one place in it, so none is lost, whatever their number, and one that is rung twice is there once. MODIFY puts it there as well, and so
// does KEEP. NEXT takes the first one off. A second list of each page, of the same form, has those that wait for a time or for room: WAIT
// puts one behind the others, unless it is there, LOOK takes the first one off. A page that writes into its own tables can spoil its own
// list only: a number is compared with the size of the table when it is used.
//
//      IDLE --started--> GET --context--> LOAD (9) --> JUDGE --doorbell, NEXT, CLOSE------> PUT (6) --> DONE
//        |                \--none, not read--> DONE     |  \--QUERY--> TELL (6) --> DONE    |  ^ |
//        |                                              |  \--does not make sense--> DONE   |  | \--CLOSE--> FREE
//        |                                              \--OPEN, MODIFY--> ATTR (6)         |  |
//        \--no such command--> DONE                                          |              |  |
//                                                 DONE <--not allowed-- CHECK --MODIFY---------+
//                                                                            |              |  |
//                   FREE --> USE --context--> SEE --> COUNT --> FREE (for each of its queues of others, twice)
//                                                            \--OPEN--> BACK --context--> PUT
//      PUT --behind others in the list--> LEAVE --> TAIL --context--> SEEN --> LINK --> DONE
//
//  GET   -> LOAD    rdma_object holds the context
//  LOAD  -> JUDGE   its words were read
//  ATTR  -> CHECK   all words of the attributes were read (rdma_mem)
//  CHECK -> FREE    OPEN: they make sense; completion queues and the shared receive queue are looked at: all are open; then all are counted
//  COUNT -> FREE    the queue was looked at, or its users were counted; the next one
//  BACK  -> PUT     the context is held again
//  PUT   -> DONE    words of the context were written, the first one last
//  LINK  -> DONE    the one that was the last in the list says that this one follows
//
// Invariants (bench rdma, which compares with the model):
//  1. A queue pair is in the list of its page once from a doorbell that was accepted until NEXT gives it, and in the one of those that wait
//     from WAIT until LOOK.
//  2. Users of a completion queue are the halves of open queue pairs that name it, of a shared receive queue the queue pairs.
`default_nettype none
`include "rdma_regs.vh"

module rdma_qp (
	input  wire clk,
	input  wire rst,
	input  wire [7:0] s_on,          // pages: the list of one that is off is empty
	input  wire [9:0] cfg_last,      // the last node
	input  wire s_start,             // held until m_done
	input  wire [2:0] s_page,
	input  wire [3:0] s_what,        // of the numbers below
	input  wire [31:0] s_value,      // of the register
	output wire m_done,              // one clock
	output wire [3:0] m_code,        // with it: of a command, enum RESULT_CODE
	output wire m_refused,           // with it: a doorbell was refused, or memory failed
	output wire m_none,              // with it, NEXT, LOOK: the queue pair is not open, or memory failed
	output wire [15:0] m_next,       // with it, NEXT, LOOK: its number
	output wire [7:0] m_todo,        // pages whose list is not empty
	output wire [7:0] m_waits,       // likewise the list of those that wait
	// rdma_object, rdma_cache
	output wire m_ask,
	output wire [1:0] m_kind,
	output wire [23:0] m_number,
	output wire m_release,
	input  wire s_beyond,
	input  wire s_fail,
	input  wire s_held,
	output wire [2:0] m_word,
	input  wire [63:0] s_data,       // a clock later
	output wire m_write,
	output wire [63:0] m_data,
	// attributes: their address, and words of memory
	input  wire [63:0] s_attr,
	output wire m_mem_valid,         // held until s_mem_done: one word
	output wire m_mem_write,
	output wire [63:3] m_mem_addr,
	input  wire s_word_valid,
	input  wire [63:0] s_word_data,
	output wire m_word_valid,
	output wire [63:0] m_word_data,
	input  wire s_mem_done,
	input  wire s_mem_error
);
	localparam [3:0] COMMAND = 0, SQ_DOORBELL = 3, RQ_DOORBELL = 4, LOOK = 5, WAIT = 6, NEXT = 13, KEEP = 14;
	localparam [4:0] IDLE = 0, GET = 1, LOAD = 2, JUDGE = 3, ATTR = 4, CHECK = 5, FREE = 6, USE = 7, SEE = 8, COUNT = 9, BACK = 10, PUT = 11,
		TELL = 12, LEAVE = 13, TAIL = 14, LINK = 15, DONE = 16, SEEN = 17;
	localparam OPEN_BIT = 15, TOLD_BIT = 13;                 // of the first word, beside those of QP_ATTR.CTL; 14: SERVES

	(* no_rw_check *) reg [15:0] heads [0:15];               // of the lists, then of those that wait
	(* no_rw_check *) reg [15:0] tails [0:15];
	reg [15:0] head_q, tail_q;       // of the page
	reg [15:0] list_q;               // lists that are not empty
	reg [4:0] state_q;
	reg [3:0] code_q, n_q;
	reg held_q, refused_q;
	reg [2:0] pass_q;                // {counted, 0 completion queue of work requests, 1 of receive requests, 2 shared receive queue}
	reg [31:0] epoch_q;              // that the next queue pair gets

	wire command = s_what == COMMAND;
	wire of_waits = s_what == LOOK || s_what == WAIT;
	wire [3:0] list_at = {of_waits, s_page};
	wire [15:0] list_bit = 16'd1 << list_at;
	wire next = s_what == NEXT || s_what == LOOK;
	wire keeps = s_what == KEEP || s_what == WAIT;
	wire rings = s_what == SQ_DOORBELL || s_what == RQ_DOORBELL;
	wire [3:0] op = s_value[`RDMA_RDMA_COMMAND_OP_R];
	wire opens = command && op == `RDMA_COMMAND_OP_OPEN;
	wire modifies = command && op == `RDMA_COMMAND_OP_MODIFY;
	wire queries = command && op == `RDMA_COMMAND_OP_QUERY;
	wire closes = command && op == `RDMA_COMMAND_OP_CLOSE;
	wire known = !command || opens || modifies || queries || closes;
	wire list = list_q[list_at];
	wire [23:0] number = command ? s_value[`RDMA_RDMA_COMMAND_NUMBER_R] : next ? {8'd0, head_q} : {8'd0, s_value[15:0]};

	// ---- The context: words 0 CTL, 1 SEND, 2 RECV, 3 SIZES, 4 PEER, 5 INDEX as QP_ATTR, 6 {kept, epoch}, 7 places in the lists --------
	reg [63:0] ctl_q, sizes_q, peer_q, index_q;
	reg [31:0] own_q;                // epoch of this queue pair
	reg [15:0] kept_q;               // requests that it took from shared receive queues before its last RESET
	reg [15:0] next_q;
	reg listed_q;
	reg [16:0] other_q;              // likewise of the other list
	wire [3:0] state = ctl_q[`RDMA_QP_ATTR_CTL_STATE_R];
	wire is_open = ctl_q[OPEN_BIT];

	// ---- Attributes, and the transition that they ask for ------------------------------------------
	localparam [63:0] RIGHTS = 64'h7 << `RDMA_QP_ATTR_CTL_WRITE_LSB;
	localparam [63:0] STATE = 64'hf << `RDMA_QP_ATTR_CTL_STATE_LSB;
	localparam [63:0] CTL = (64'hffffffffffff << `RDMA_QP_ATTR_CTL_PD_LSB) | (64'h3 << `RDMA_QP_ATTR_CTL_SIGNAL_ALL_LSB)
		| (64'h3 << `RDMA_QP_ATTR_CTL_TYPE_LSB);               // that OPEN sets
	localparam [63:0] SHAPE = (64'hffff << `RDMA_QP_ATTR_SIZES_SRQ_LSB) | 64'hff;
	localparam [63:0] RNR_TIMER = 64'h1f << `RDMA_QP_ATTR_SIZES_RNR_TIMER_LSB;
	localparam [63:0] LIMITS = (64'h1f << `RDMA_QP_ATTR_SIZES_TIMEOUT_LSB) | (64'h7 << `RDMA_QP_ATTR_SIZES_RETRY_LSB)
		| (64'h7 << `RDMA_QP_ATTR_SIZES_RNR_RETRY_LSB);
	localparam [63:0] PEER = (64'hffff << `RDMA_QP_ATTR_PEER_QP_LSB) | 64'h1fff;
	localparam [63:0] QKEY = 64'hffffffff << `RDMA_QP_ATTR_PEER_QKEY_LSB;
	function [63:0] merged(input [63:0] was, input [63:0] is, input [63:0] mask);
		merged = (was & ~mask) | (is & mask);
	endfunction

	reg [63:0] attr_q;               // CTL
	reg low_q;                       // the address of a queue is not a multiple of 64
	wire [3:0] to = attr_q[`RDMA_QP_ATTR_CTL_STATE_R];
	wire to_reset = modifies && to == `RDMA_QP_STATE_RESET;
	wire to_init = modifies && to == `RDMA_QP_STATE_INIT && state <= `RDMA_QP_STATE_INIT;
	wire to_rtr = modifies && to == `RDMA_QP_STATE_RTR && state == `RDMA_QP_STATE_INIT;
	wire to_rts = modifies && to == `RDMA_QP_STATE_RTS && state >= `RDMA_QP_STATE_RTR && state <= `RDMA_QP_STATE_SQD;
	wire to_sqd = modifies && to == `RDMA_QP_STATE_SQD && state == `RDMA_QP_STATE_RTS;
	wire to_err = modifies && to == `RDMA_QP_STATE_ERR;
	wire legal = to_reset || to_init || to_rtr || to_rts || to_sqd || to_err;
	wire lost_peer = to_rtr && ctl_q[`RDMA_QP_ATTR_CTL_TYPE_R] == `RDMA_QP_TYPE_RC && peer_q[`RDMA_QP_ATTR_PEER_NODE_R] > cfg_last;
	wire senseless = attr_q[`RDMA_QP_ATTR_CTL_TYPE_R] > (attr_q[`RDMA_QP_ATTR_CTL_SHARED_LSB] ? `RDMA_QP_TYPE_RC : `RDMA_QP_TYPE_UD);
	wire [3:0] checked = opens ? senseless ? `RDMA_RESULT_CODE_VALUE : `RDMA_RESULT_CODE_OK
		: !legal ? `RDMA_RESULT_CODE_STATE : lost_peer ? `RDMA_RESULT_CODE_VALUE : `RDMA_RESULT_CODE_OK;
	wire clears = opens || closes || to_reset;
	wire came = state_q == ATTR && s_word_valid;
	wire renews = state_q == CHECK && (to_init || to_reset || opens); // the record of a connection before is void

	// ---- Rules ---------------------------------------------------------------------------------------
	wire sends = s_what == SQ_DOORBELL;
	wire [15:0] prod = sends ? index_q[`RDMA_QP_ATTR_INDEX_SEND_PRODUCER_R] : index_q[`RDMA_QP_ATTR_INDEX_RECV_PRODUCER_R];
	wire [15:0] cons = sends ? index_q[`RDMA_QP_ATTR_INDEX_SEND_CONSUMER_R] : index_q[`RDMA_QP_ATTR_INDEX_RECV_CONSUMER_R];
	wire [3:0] lg = sends ? sizes_q[`RDMA_QP_ATTR_SIZES_SEND_LG_R] : sizes_q[`RDMA_QP_ATTR_SIZES_RECV_LG_R];
	wire [15:0] asked = s_value[31:16] - cons;
	wire [15:0] had = prod - cons;
	wire [15:0] size = 16'd1 << lg;
	wire bad = !is_open || asked > size || asked < had || state == `RDMA_QP_STATE_RESET || (!sends && ctl_q[`RDMA_QP_ATTR_CTL_SHARED_LSB]);
	wire [3:0] judged = opens && is_open ? `RDMA_RESULT_CODE_STATE : command && !opens && !is_open ? `RDMA_RESULT_CODE_NUMBER
		: !closes && s_attr[2:0] != 0 ? `RDMA_RESULT_CODE_ADDRESS : `RDMA_RESULT_CODE_OK;
	wire stops = command ? judged != `RDMA_RESULT_CODE_OK : (rings && bad) || (keeps && !is_open);

	always @(posedge clk)
		if (state_q == LOAD)
			case (n_q)
			4'd1: ctl_q <= s_data;
			4'd4: sizes_q <= s_data;
			4'd5: peer_q <= s_data;
			4'd6: index_q <= s_data;
			4'd7: {kept_q, own_q} <= s_data[47:0];
			4'd8: begin
				{listed_q, next_q} <= of_waits ? s_data[48:32] : s_data[16:0];
				other_q <= of_waits ? s_data[16:0] : s_data[48:32];
			end
			default: ;
			endcase
		else if (state_q == JUDGE) begin
			if (rings && sends)
				index_q[`RDMA_QP_ATTR_INDEX_SEND_PRODUCER_R] <= s_value[31:16];
			if (rings && !sends)
				index_q[`RDMA_QP_ATTR_INDEX_RECV_PRODUCER_R] <= s_value[31:16];
		end else if (came && n_q == 4'd3)
			sizes_q <= merged(sizes_q, s_word_data, opens ? SHAPE : to_rtr ? RNR_TIMER
				: to_rts && state == `RDMA_QP_STATE_RTR ? LIMITS : 64'd0);
		else if (came && n_q == 4'd4)
			peer_q <= merged(peer_q, s_word_data, to_rtr ? PEER : to_init ? QKEY : 64'd0);
		else if (renews)
			own_q <= epoch_q;

	always @(posedge clk)
		if (came && n_q == 4'd0)
			attr_q <= s_word_data;

	always @(posedge clk)
		if (state_q == IDLE)
			low_q <= 1'b0;
		else if (came && (n_q == 4'd1 || n_q == 4'd2))
			low_q <= low_q || s_word_data[5:0] != 0;

	always @(posedge clk)
		if (rst)
			epoch_q <= 32'd1;
		else if (renews)
			epoch_q <= epoch_q == 32'hffffffff ? 32'd1 : epoch_q + 32'd1;

	// ---- The machine -----------------------------------------------------------------------------------
	wire moved = (state_q == ATTR || state_q == TELL) && s_mem_done;
	wire last = n_q == 4'd5;
	wire adds = rings || keeps || (modifies && code_q == `RDMA_RESULT_CODE_OK);
	wire newly = adds && !listed_q;
	wire counts = pass_q[2];
	wire at_srq = pass_q[1];
	wire shared = opens ? attr_q[`RDMA_QP_ATTR_CTL_SHARED_LSB] : ctl_q[`RDMA_QP_ATTR_CTL_SHARED_LSB];
	wire last_queue = pass_q[1:0] == {shared, !shared};
	wire is_there = s_data[0] && (!at_srq || !opens || s_data[31:16] == attr_q[`RDMA_QP_ATTR_CTL_PD_R]);
	wire lost = s_beyond || s_fail;

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= !s_start ? IDLE : known ? GET : DONE;
			GET:     state_q <= lost ? DONE : s_held ? LOAD : GET;
			LOAD:    state_q <= n_q == 4'd8 ? JUDGE : LOAD;
			JUDGE:   state_q <= stops ? DONE : opens || modifies ? ATTR : queries ? TELL : PUT;
			ATTR:    state_q <= !s_mem_done ? ATTR : s_mem_error ? DONE : last ? CHECK : ATTR;
			CHECK:   state_q <= checked == `RDMA_RESULT_CODE_OK || lost_peer ? opens ? FREE : PUT : DONE;
			FREE:    state_q <= USE;
			USE:     state_q <= s_held ? SEE : !lost ? USE : closes ? last_queue ? DONE : FREE : DONE;
			SEE:     state_q <= COUNT;
			COUNT:   state_q <= !counts && (!is_there || (last_queue && low_q)) ? DONE : !(counts && last_queue) ? FREE : opens ? LEAVE : DONE;
			BACK:    state_q <= lost ? DONE : s_held ? PUT : BACK;
			PUT:     state_q <= !last ? PUT : closes ? FREE : newly && list ? LEAVE : DONE;
			TELL:    state_q <= !s_mem_done ? TELL : s_mem_error || last ? DONE : TELL;
			LEAVE:   state_q <= opens ? BACK : TAIL;
			TAIL:    state_q <= lost ? DONE : s_held ? SEEN : TAIL;
			SEEN:    state_q <= LINK;
			LINK:    state_q <= DONE;
			default: state_q <= IDLE;
		endcase

	always @(posedge clk)
		case (state_q)
		IDLE:    code_q <= known ? `RDMA_RESULT_CODE_OK : `RDMA_RESULT_CODE_COMMAND;
		GET:     code_q <= s_beyond ? `RDMA_RESULT_CODE_NUMBER : s_fail ? `RDMA_RESULT_CODE_ADDRESS : code_q;
		JUDGE:   code_q <= judged;
		ATTR,
		TELL:    code_q <= s_mem_done && s_mem_error ? `RDMA_RESULT_CODE_ADDRESS : code_q;
		CHECK:   code_q <= checked;
		USE:     code_q <= !opens ? code_q : s_fail ? `RDMA_RESULT_CODE_ADDRESS : s_beyond ? `RDMA_RESULT_CODE_VALUE : code_q;
		COUNT:   code_q <= counts ? code_q : !is_there ? `RDMA_RESULT_CODE_VALUE : last_queue && low_q ? `RDMA_RESULT_CODE_ADDRESS : code_q;
		BACK:    code_q <= lost ? `RDMA_RESULT_CODE_ADDRESS : code_q;
		default: code_q <= code_q;
		endcase

	always @(posedge clk)
		if (rst || state_q == DONE || state_q == FREE || state_q == LEAVE)
			held_q <= 1'b0;
		else if (state_q == GET || state_q == USE || state_q == BACK || state_q == TAIL)
			held_q <= s_held;

	// Counts the words that were read and written.
	always @(posedge clk)
		case (state_q)
		LOAD,
		PUT:     n_q <= n_q + 4'd1;
		ATTR,
		TELL:    n_q <= n_q + {3'd0, moved};
		default: n_q <= 4'd0;
		endcase

	// The queues of an OPEN are looked at first; those of a CLOSE are only counted.
	always @(posedge clk)
		if (state_q == IDLE)
			pass_q <= {s_value[`RDMA_RDMA_COMMAND_OP_R] == `RDMA_COMMAND_OP_CLOSE, 2'd0};
		else if (state_q == COUNT || (state_q == USE && lost))
			pass_q <= last_queue ? 3'b100 : pass_q + 3'd1;

	// Memory that fails is said so in any case.
	always @(posedge clk)
		if (state_q == IDLE)
			refused_q <= 1'b0;
		else if (state_q == GET && lost)
			refused_q <= s_fail || !command;
		else if (state_q == JUDGE)
			refused_q <= rings && bad;
		else if ((state_q == USE && s_fail) || ((state_q == BACK || state_q == TAIL) && lost))
			refused_q <= 1'b1;

	// ---- The list ----------------------------------------------------------------------------------------
	wire put_last = state_q == PUT && last;
	wire off_list = next && put_last;
	wire empties = next && ((state_q == GET && lost) || (off_list && head_q == tail_q));
	wire on_list = (put_last && newly && !list) || state_q == LINK;
	wire moves = off_list || (put_last && newly && !list);

	always @(posedge clk)
		if (rst)
			list_q <= 0;
		else
			list_q <= {s_on, s_on} & ((list_q & ~(empties ? list_bit : 16'd0)) | (on_list ? list_bit : 16'd0));

	always @(posedge clk)
		if (moves)
			heads[list_at] <= next ? next_q : number[15:0];

	always @(posedge clk)
		if (on_list)
			tails[list_at] <= number[15:0];

	always @(posedge clk)
		if (state_q == IDLE || state_q == DONE) begin
			head_q <= heads[list_at];
			tail_q <= tails[list_at];
		end

	// ---- Outputs -----------------------------------------------------------------------------------------
	wire [63:0] stays = state == `RDMA_QP_STATE_ERR && to_err ? 64'hffffffffffffffff : ~(64'd1 << TOLD_BIT);   // an event is told again
	wire [63:0] ctl = opens ? merged(ctl_q & RIGHTS, attr_q, CTL) | (64'd1 << OPEN_BIT)
		: closes ? merged(ctl_q, 64'd0, STATE | (64'd1 << OPEN_BIT))
		: !modifies ? ctl_q
		: merged(merged(ctl_q, attr_q, to_init || to_rtr ? RIGHTS : 64'd0), attr_q, lost_peer ? 64'd0 : STATE) & stays;
	// Word 7: {place in the list of those that wait, in the other one}, each {in it, number of the next one}.
	function [63:0] places(input waits, input [16:0] other, input [16:0] own);
		places = waits ? {15'd0, own, 15'd0, other} : {15'd0, other, 15'd0, own};
	endfunction
	wire [63:0] users = {32'hffffffff, 32'd0};
	wire [31:0] counted = closes ? s_data[63:32] - 32'd1 : s_data[63:32] + 32'd1;
	wire [63:0] told = n_q == 4'd0 ? s_data & ~(64'd7 << TOLD_BIT) : s_data;
	// Places that were taken are counted on across RESET, as in the model.
	wire [15:0] kept = clears && !opens && shared ? index_q[`RDMA_QP_ATTR_INDEX_RECV_PRODUCER_R] : kept_q;
	reg [63:0] put;
	reg [2:0] put_word;
	always @(*)
		case (n_q)
		4'd0:    {put_word, put} = {3'd3, sizes_q};
		4'd1:    {put_word, put} = {3'd4, peer_q};
		4'd2:    {put_word, put} = {3'd5, !clears ? index_q : shared ? {kept, kept, 32'd0} : 64'd0};
		4'd3:    {put_word, put} = {3'd6, 16'd0, kept, own_q};
		4'd4:    {put_word, put} = {3'd7, places(of_waits, other_q, {(listed_q || adds) && !next, next_q})};
		default: {put_word, put} = {3'd0, ctl};
		endcase

	wire at_cq = state_q == USE || state_q == SEE || state_q == COUNT;
	wire at_tail = state_q == TAIL || state_q == SEEN || state_q == LINK;
	assign m_ask = state_q == GET || state_q == USE || state_q == BACK || state_q == TAIL || (held_q && state_q != FREE && state_q != LEAVE);
	assign m_kind = !at_cq ? 2'd0 : at_srq ? 2'd2 : 2'd1;    // of enum OBJECT
	wire [31:0] cqs = opens ? attr_q[63:32] : ctl_q[63:32];
	assign m_number = at_cq ? {8'd0, at_srq ? sizes_q[`RDMA_QP_ATTR_SIZES_SRQ_R] : pass_q[0] ? cqs[31:16] : cqs[15:0]}
		: at_tail ? {8'd0, tail_q} : number;
	assign m_release = (state_q == DONE || state_q == FREE || state_q == LEAVE) && held_q;
	assign m_word = state_q == LOAD || state_q == ATTR || state_q == TELL ? n_q[2:0] : state_q == PUT ? put_word : at_tail ? 3'd7 : 3'd0;
	assign m_write = state_q == PUT || state_q == LINK || (state_q == COUNT && counts && is_there)
		|| (came && opens && (n_q == 4'd1 || n_q == 4'd2));
	assign m_data = state_q == PUT ? put : state_q == LINK ? places(of_waits, of_waits ? s_data[16:0] : s_data[48:32], {1'b1, number[15:0]})
		: state_q == COUNT ? merged(s_data, {counted, 32'd0}, users) : s_word_data;
	assign m_mem_valid = (state_q == ATTR || (state_q == TELL && told_q)) && !s_mem_done;
	assign m_mem_write = state_q == TELL;
	assign m_mem_addr = s_attr[63:3] + {57'd0, n_q};
	assign m_word_valid = state_q == TELL;
	assign m_word_data = told;
	assign m_done = state_q == DONE;
	assign m_code = code_q;
	assign m_refused = refused_q;
	assign m_none = refused_q || !is_open;
	assign m_next = head_q;
	assign m_todo = list_q[7:0];
	assign m_waits = list_q[15:8];

	reg told_q;                      // TELL: the word is here
	always @(posedge clk)
		told_q <= state_q == TELL && !s_mem_done;
endmodule

`default_nettype wire
