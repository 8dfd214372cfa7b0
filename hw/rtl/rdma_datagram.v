// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_datagram: the datagrams that are on their way into a UD queue pair, in a turn of rdma_engine, and the receive requests that these have. Segments of
// several senders mix. The record of the queue pair has a slot for each datagram of which a segment has come and not the last; a
// datagram of one segment needs none. A first segment takes the next receive request, CLAIMED goes one on; requests end in the order of the last
// segments. RECV_CONSUMER is the oldest one that has not ended: that of a slot, or CLAIMED.
//
// A slot whose sender has sent nothing for 2^LG_STALE clocks, at least, is of a datagram that does not go on, as is that of a sender which sends another one: the
// next datagram gets the slot with its receive request. A datagram that finds neither a request nor a slot is dropped.
//
//      IDLE --> SCAN (the slots, one a clock) --> DONE;   then s_put
//
// Slot: 63:48 receive request, 47 in use, 45:40 time, 39:35 message of the sender, 34:29 segments that have come, 28:0 the sender. Word 6: 47:32 CLAIMED,
// 31:0 the epoch for which the record is valid.
//
// Invariants (bench rdma_engine):
//  1. Each request from RECV_CONSUMER to CLAIMED has ended or is that of one slot; none is that of two.
//  2. A segment goes on in a slot only behind the one before it, of the same datagram.
`default_nettype none

module rdma_datagram #(
	parameter LG_STALE = 20,
	parameter [6:0] SEGMENT = 7'd96  // bytes of a segment that is not the last
) (
	input  wire clk,
	input  wire rst,
	// the record: word s_n - 1 comes; word s_n leaves while s_store
	input  wire s_load,
	input  wire s_store,
	input  wire [2:0] s_n,
	input  wire [63:0] s_data,
	output wire [63:0] m_data,
	input  wire [31:0] s_epoch,      // of the queue pair
	input  wire [15:0] s_cons,       // RECV_CONSUMER
	input  wire [15:0] s_prod,       // RECV_PRODUCER
	// a segment, or the request at RECV_CONSUMER is to be flushed
	input  wire s_start,             // held until m_done
	input  wire s_flush,
	input  wire [28:0] s_sender,     // {node, page, queue pair}
	input  wire [4:0] s_message,     // lower bits of its number
	input  wire [31:0] s_offset,
	input  wire s_last,
	output wire m_done,              // one clock
	output wire m_takes,             // with it, and then: the segment has a request; else it is dropped
	output wire m_first,             // with it: it is the first one of its datagram
	output wire [15:0] m_place,      // index of the request
	// what has become of it
	input  wire s_put,               // one clock
	input  wire s_ended,             // with it: the request has ended
	input  wire s_dropped,           // with it: the datagram does not go on
	output wire [15:0] m_cons        // behind s_store: RECV_CONSUMER
);
	localparam [2:0] SLOTS = 6;
	localparam [1:0] IDLE = 0, SCAN = 1, DONE = 2;
	localparam [1:0] NONE = 0, FREE = 1, STALE = 2, OWN = 3; // which slot is the best one: the highest number

	(* no_rw_check *) reg [63:0] slots [0:7];
	reg [63:0] slot_q;
	reg [31:0] epoch_q;
	reg [15:0] claimed_q, place_q;
	reg [1:0] state_q, best_q;
	reg [2:0] i_q, at_q;
	reg goes_q, wrote_q;             // the slot goes on with this segment; it was written
	reg [5:0] count_q;               // segments of it
	reg [LG_STALE+5:0] now_q;
	wire [5:0] time_now = now_q[LG_STALE +: 6];
	wire fresh = epoch_q != s_epoch; // the record is of a connection before
	wire [15:0] claimed = fresh ? s_cons : claimed_q;    // before s_put

	always @(posedge clk)
		if (rst)
			now_q <= 0;
		else
			now_q <= now_q + 1'b1;

	// ---- The slots ---------------------------------------------------------------------------------
	wire scans = state_q == SCAN;
	wire [2:0] read_at = scans ? i_q + 3'd1 : s_store ? s_n + 3'd1 : 3'd0;
	wire used = slot_q[47] && (!fresh || (wrote_q && s_n == at_q));
	wire [5:0] age = time_now - slot_q[45:40];
	wire own = slot_q[47] && !fresh && (s_flush ? slot_q[63:48] == s_cons : slot_q[28:0] == s_sender);
	wire [1:0] rank = own ? OWN : !slot_q[47] || fresh ? FREE : age >= 6'd2 ? STALE : NONE;
	wire better = scans && rank > best_q && !(s_flush && rank != OWN);
	wire [31:0] behind = {26'd0, slot_q[34:29]} * {25'd0, SEGMENT};
	wire first = s_offset == 0;
	wire uses_slot = best_q >= STALE;
	wire takes = s_flush || (first ? uses_slot || (claimed != s_prod && (s_last || best_q == FREE)) : best_q == OWN && goes_q);

	always @(posedge clk)
		slot_q <= slots[read_at];

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= s_start ? SCAN : IDLE;
			SCAN:    state_q <= i_q == SLOTS - 3'd1 ? DONE : SCAN;
			default: state_q <= IDLE;
		endcase

	always @(posedge clk)
		i_q <= scans ? i_q + 3'd1 : 3'd0;

	always @(posedge clk)
		if (state_q == IDLE && s_start)
			best_q <= NONE;
		else if (better) begin
			best_q <= rank;
			at_q <= i_q;
			place_q <= slot_q[63:48];
			goes_q <= slot_q[39:35] == s_message && behind == s_offset;
			count_q <= slot_q[34:29];
		end

	wire [63:0] next = {m_place, !s_ended, 1'b0, time_now, s_message, s_dropped ? 6'd0 : first ? 6'd1 : count_q + 6'd1, s_sender};
	// One that has not ended is claimed only with a slot; else, as without a completion queue, it stays the next one.
	wire claims = !uses_slot && !s_dropped && (s_ended || best_q == FREE);
	wire puts = s_put && (uses_slot || (claims && !s_ended));
	always @(posedge clk)
		if (s_load ? s_n != 3'd0 && s_n != 3'd7 : puts)
			slots[s_load ? s_n - 3'd1 : at_q] <= s_load ? s_data : next;

	always @(posedge clk)
		if (s_load)
			wrote_q <= 1'b0;
		else if (puts)
			wrote_q <= 1'b1;

	always @(posedge clk)
		if (s_load && s_n == 3'd7)
			{claimed_q, epoch_q} <= s_data[47:0];
		else if (s_put)
			claimed_q <= claimed + {15'd0, claims};

	// ---- The oldest request that has not ended -------------------------------------------------------
	reg some_q;
	reg [15:0] oldest_q;             // from s_cons on
	wire [15:0] from_cons = slot_q[63:48] - s_cons;
	always @(posedge clk)
		if (s_put)
			some_q <= 1'b0;
		else if (s_store && s_n < SLOTS && used && (!some_q || from_cons < oldest_q))
			{some_q, oldest_q} <= {1'b1, from_cons};

	assign m_data = s_n == SLOTS ? {16'd0, claimed_q, s_epoch} : used ? slot_q : 64'd0;
	assign m_done = state_q == DONE;
	assign m_takes = takes;
	assign m_first = first;
	assign m_place = s_flush ? s_cons : uses_slot ? place_q : claimed;
	assign m_cons = some_q ? s_cons + oldest_q : claimed_q;
endmodule

`default_nettype wire
