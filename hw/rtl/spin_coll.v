// SPDX-License-Identifier: BSD-3-Clause
//
// Barrier counters of a node and its barrier (SPIN setting). Part of spin_conn; fed with the
// barrier cells and replies that spin_parse found. The counters serve two procedures: a
// barrier (all others -> node 0) and the beginning of a broadcast (receivers -> root).
//
// How cells of different ones are kept apart: all nodes run the same barriers and broadcasts in
// the same order and number them (seq_q, modulo 64, in the tag of every barrier cell and reply).
// A node that is in collective s can receive cells of nodes in s and, because those may be through
// already, in s + 1, no other: a node gets through s only when all have entered s. So there is
// a counter for each of {broadcast or barrier} x {seq modulo 2}; a cell with another number is
// of a collective that a node gave up, and is dropped as stray. At the end of collective s,
// however it ended, its counters are loaded again with nodes - 1: cells for s + 1 that were
// counted meanwhile are in the other pair.
//
// 1. A counter never goes below 0: a cell that finds 0 is stray. Nor is it ever more than nodes - 1.
// 2. Outside of a collective the counters of seq_q - 1 (modulo 2), which is seq_q + 1, are full.
//
//              id != 0          granted             reply
//     IDLE ------------> ENTER ---------> WAIT --------------------+
//      |                                                           v
//      +---- id == 0 --> ROOT ----------> ANSWER ---- granted --> END --> IDLE
//                              count 0
//
// IDLE -> ENTER, ROOT   go
// ENTER -> WAIT         the barrier cell to node 0 is on its way
// WAIT -> END           the reply of this collective came (OK), TIMEOUT, abort
// ROOT -> ANSWER        all others have entered; ROOT -> END: TIMEOUT, abort, or alone (OK)
// ANSWER -> END         the reply is on its way to all

`default_nettype none
`include "ring_nic_regs.vh"

module spin_coll (
	input wire clk,
	input wire rst,

	input wire [9:0] cfg_id,
	input wire [9:0] cfg_last, // nodes - 1
	input wire load, // pulse: cfg_id or cfg_last is new
	input wire load_seq, // pulse: next collective is
	input wire [5:0] new_seq,

	input wire go, // pulse, when not busy: enter the barrier
	input wire halt, // pulse
	output wire busy,
	output wire done, // pulse, code is final
	output reg [3:0] code, // of SPIN_STATUS
	input wire end_send, // pulse: a broadcast from here has ended
	input wire end_recv, // pulse: a broadcast to here has ended
	input wire bcast_busy, // one of the two is under way
	output wire [5:0] seq, // collective that is next, or under way
	output wire [9:0] missing_barrier, // nodes that have not entered it
	output wire [9:0] missing_bcast,

	input wire enter_valid, // pulse: a barrier cell came
	input wire enter_bcast, // for a broadcast
	input wire [5:0] enter_seq,
	input wire answer_valid, // pulse: a reply to all came
	input wire [5:0] answer_seq,
	output reg stray, // pulse: one of them was for no counter

	output wire wish_valid, // to spin_emit
	input wire wish_grant,
	output wire [53:0] wish,
	input wire tick
);

localparam [2:0] IDLE = 3'd0;
localparam [2:0] ENTER = 3'd1;  // a barrier cell wants to go to node 0
localparam [2:0] WAIT = 3'd2;   // for the reply
localparam [2:0] ROOT = 3'd3;   // for all others
localparam [2:0] ANSWER = 3'd4; // the reply wants to go to all
localparam [2:0] END = 3'd5;    // one clock

reg [2:0] state_q;
reg [2:0] state_d;
reg [3:0] code_d;
reg [5:0] seq_q;
reg [39:0] count_q; // four counters: nodes that have not entered; number {bcast, seq[0]}

wire late;
wire collective_end = done || end_send || end_recv;
wire now = enter_seq == seq_q;
wire soon = enter_seq == seq_q + 6'd1 && (busy || bcast_busy);
wire [1:0] which = {enter_bcast, enter_seq[0]};
wire counted = enter_valid && (now || soon) && count_q[10 * which +: 10] != 10'd0;
wire answered = answer_valid && answer_seq == seq_q;
wire give_up = late || halt;
wire [3:0] why = halt ? `RN_SPIN_STATUS_ABORTED : `RN_SPIN_STATUS_TIMEOUT;

assign busy = state_q != IDLE;
assign done = state_q == END;
assign seq = seq_q;
assign missing_barrier = count_q[10 * {1'b0, seq_q[0]} +: 10];
assign missing_bcast = count_q[10 * {1'b1, seq_q[0]} +: 10];
assign wish_valid = state_q == ENTER || state_q == ANSWER;
assign wish = state_q == ENTER
	? {1'b0, `RN_SPIN_CELL_TYPE_BARRIER, 2'b00, 10'd0, seq_q, 32'd0}
	: {1'b0, `RN_SPIN_CELL_TYPE_BCAST, 1'b1, seq_q[0], 10'd0, seq_q, 32'd0};

always @* begin
	state_d = state_q;
	code_d = code;
	case (state_q)
	IDLE:
		if (go) begin
			state_d = cfg_id == 10'd0 ? ROOT : ENTER;
			code_d = `RN_SPIN_STATUS_OK;
		end
	ENTER:
		if (wish_grant)
			state_d = WAIT;
	WAIT:
		if (answered) begin
			state_d = END;
		end else if (give_up) begin
			state_d = END;
			code_d = why;
		end
	ROOT:
		if (missing_barrier == 10'd0) begin
			state_d = cfg_last == 10'd0 ? END : ANSWER;
		end else if (give_up) begin
			state_d = END;
			code_d = why;
		end
	ANSWER:
		if (wish_grant)
			state_d = END;
	default:
		state_d = IDLE;
	endcase
end

always @(posedge clk)
	if (rst) begin
		state_q <= IDLE;
		code <= `RN_SPIN_STATUS_NONE;
	end else begin
		state_q <= state_d;
		code <= code_d;
	end

always @(posedge clk)
	if (rst)
		seq_q <= 6'd0;
	else if (load_seq)
		seq_q <= new_seq;
	else if (collective_end)
		seq_q <= seq_q + 6'd1;

generate
	genvar i;
	for (i = 0; i < 4; i = i + 1) begin : counter
		wire mine = seq_q[0] == ((i % 2) == 1);

		always @(posedge clk)
			if (rst)
				count_q[10 * i +: 10] <= 10'd0;
			else if (load || load_seq || (collective_end && mine))
				count_q[10 * i +: 10] <= cfg_last;
			else if (counted && which == i)
				count_q[10 * i +: 10] <= count_q[10 * i +: 10] - 10'd1;
	end
endgenerate

always @(posedge clk)
	stray <= !rst && ((enter_valid && !counted) || (answer_valid && !(answered && state_q == WAIT)));

spin_timer timer (
	.clk(clk),
	.rst(rst),
	.tick(tick),
	.clear(!(state_q == WAIT || state_q == ROOT)),
	.late(late)
);

`ifdef FORMAL
wire [9:0] f_other_barrier = count_q[10 * {1'b0, !seq_q[0]} +: 10];
wire [9:0] f_other_bcast = count_q[10 * {1'b1, !seq_q[0]} +: 10];

always @(posedge clk)
	if (!rst && !load && !load_seq) begin
		assert (count_q[9:0] <= cfg_last && count_q[19:10] <= cfg_last); // invariant 1
		assert (count_q[29:20] <= cfg_last && count_q[39:30] <= cfg_last);
		if (!busy && !bcast_busy) begin                            // invariant 2
			assert (f_other_barrier == cfg_last);
			assert (f_other_bcast == cfg_last);
		end
	end
`endif

endmodule

`default_nettype wire
