// SPDX-License-Identifier: BSD-3-Clause
//
// Sequence numbers of one port: which cell is expected, which are to be sent again. It deals in
// whole cells and symbols only; words, CRCs and the buffer are link_tx's and link_rx's, and when
// a symbol goes out is decided by link_ctl. The numbers never travel with the cells: they seed the CRC. A number is that of a slot of
// 32 words: a cell has the number of its first slot, and the next one that of the slot behind its last.
//
// Sending side            acked_q <= turn_q <= next_q       (modulo 2^SEQ_W)
//     acked_q  oldest cell that the neighbour may lack    turn_q  the one on its way or to go next
//     next_q   number of the next new cell; turn_q == next_q: new cells flow, else the buffer is replayed
// Receiving side
//     expected_q  number of the cell to come              gen_q   number of the last refusal
//
//               good cell, void cell                          cell wrong, missing, cut short
//            +- expected_q + slots -+                           gen_q + 1, refusal sent
//            v                      |                      +--------------------------+
//        ACCEPT ---------------------              ACCEPT -+                          +-> REFUSE
//            ^                                             +--------------------------+     |
//            +------------------------- RETRY with the number of this refusal --------------+
//
//   ACCEPT -> REFUSE  when `fail`: everything but symbols is ignored from here on
//   REFUSE -> ACCEPT  when RETRY{gen_q} comes: the next cell on the wire is expected_q
//   redo_q 0 -> 1     when an ACK brings a refusal that is new, or a cell stays unacknowledged over two ticks
//   redo_q 1 -> 0     when RETRY was put on the wire, between two cells: turn_q goes back to acked_q
//
// Invariants
//  S1  next_q - acked_q <= REPLAY_N: a cell is in the buffer until it is acknowledged.
//  S2  The neighbour's expected_q is in acked_q .. next_q at all times: a cell is released only
//      after it was taken, and none is taken twice (2^SEQ_W > 2 * REPLAY_N tells them apart).
//  S3  While the neighbour refuses with a number that was seen here, acked_q is its expected_q;
//      so RETRY is followed by just the cell it waits for.
//  S4  A cell that is sent again without being asked for (time-out) has its own number: where it
//      is not the one expected, its CRC is wrong, and it is refused.
//  S5  An acknowledgement outside acked_q .. next_q changes nothing and is reported (`bogus`).

`default_nettype none

module link_seq #(
	parameter REPLAY_N = 8,                    // slots, power of two
	parameter SPAN = 1,                        // slots of the longest cell
	parameter SEQ_W = $clog2(REPLAY_N) + 2     // bits
) (
	input  wire             clk,
	input  wire             rst,       // or the link is not up
	input  wire             tick,      // every REFRESH_CYC clocks
	// sending
	output wire [SEQ_W-1:0] turn,      // number of the cell on its way or next to go
	output wire             fresh,     // it is a new one
	output wire             hold,      // none may begin
	output wire             redo,      // RETRY is to be sent between two cells
	output wire [1:0]       retry_gen, // with this number
	input  wire             retry_sent,
	input  wire             tx_done,   // last word of a cell was put on the wire
	input  wire [3:0]       tx_slots,  // of that cell: 1 .. SPAN
	// receiving
	output reg  [SEQ_W-1:0] expected,
	output reg              refuse,
	output reg  [1:0]       gen,
	input  wire             taken,     // a cell came in sequence
	input  wire [3:0]       rx_slots,  // of that cell
	input  wire             fail,      // one came wrong, or not at all
	// symbols
	input  wire             ack_valid,
	input  wire             retry_valid,
	input  wire             sym_refuse,
	input  wire [1:0]       sym_gen,
	input  wire [SEQ_W-1:0] sym_expected,
	output reg              progress,  // the neighbour took something: a clock later
	output reg              bogus      // it acknowledged an unsent cell: a clock later
`ifdef FORMAL
	,
	output wire [SEQ_W-1:0] f_acked,
	output wire [SEQ_W-1:0] f_next,
	output wire             f_ack,
	output wire [SEQ_W-1:0] f_ack_to,
	output wire [SEQ_W-1:0] f_more,
	output wire [SEQ_W-1:0] f_in_air
`endif
);

	reg  [SEQ_W-1:0] acked_q, turn_q, next_q;
	reg              ack_q;       // an acknowledgement came in the last clock
	reg  [SEQ_W-1:0] ack_to_q, more_q; // its number, and how many cells that is
	reg  [SEQ_W-1:0] in_air_q;    // cells not acknowledged when it came
	reg              refused_q;
	reg  [1:0]       refused_gen_q;
	reg              redo_q;
	reg              wait_q;    // unacknowledged since the last tick
	reg              none_q;    // nothing is unacknowledged
	reg              full_q;    // the buffer has no room for the longest cell, beside the cell on its way
	reg              fresh_q;
	reg  [1:0]       seen_q;    // last refusal that was answered

	wire [SEQ_W-1:0] in_air = next_q - acked_q;
	wire [SEQ_W-1:0] tx_step, rx_step;   // slots
	wire             ack = ack_q && more_q <= in_air_q;
	wire             refused = ack && refused_q && refused_gen_q != seen_q;
	wire             late = tick && wait_q;

`ifdef FORMAL
	assign f_acked = acked_q;
	assign f_next = next_q;
	assign f_ack = ack_q;
	assign f_ack_to = ack_to_q;
	assign f_more = more_q;
	assign f_in_air = in_air_q;
`endif

	localparam MOST = REPLAY_N - 2 * SPAN;
	localparam [SEQ_W-1:0] ROOM = MOST[SEQ_W-1:0]; // slots in use when another cell may begin: the cell on its way may be one more
	generate
		if (SPAN == 1) begin : one
			assign tx_step = {{SEQ_W-1{1'b0}}, 1'b1};
			assign rx_step = {{SEQ_W-1{1'b0}}, 1'b1};
			wire unused = &{1'b0, tx_slots, rx_slots};
		end else begin : several
			assign tx_step = {{SEQ_W-4{1'b0}}, tx_slots};
			assign rx_step = {{SEQ_W-4{1'b0}}, rx_slots};
		end
		if (REPLAY_N < 2 * SPAN) begin : narrow
			link_seq_needs_replay_n_of_2_span_or_more bad_replay();
		end
	endgenerate

	assign turn = turn_q;
	assign fresh = fresh_q;
	assign hold = redo_q || (fresh_q && full_q);
	assign redo = redo_q;
	assign retry_gen = seen_q;

	// No port sends two in a row: acked_q stands still while more_q is formed.
	always @(posedge clk) begin
		ack_q <= ack_valid && !ack_q && !rst;
		ack_to_q <= sym_expected;
		more_q <= sym_expected - acked_q;
		in_air_q <= in_air;
		refused_q <= sym_refuse;
		refused_gen_q <= sym_gen;
	end

	always @(posedge clk) begin
		progress <= ack && more_q != 0;
		bogus <= ack_q && !ack;
	end

	always @(posedge clk)
		if (rst)
			acked_q <= 0;
		else if (ack)
			acked_q <= ack_to_q;

	always @(posedge clk)
		if (rst)
			turn_q <= 0;
		else if (retry_sent)
			turn_q <= acked_q;
		else if (tx_done)
			turn_q <= turn_q + tx_step;

	always @(posedge clk)
		if (rst)
			next_q <= 0;
		else if (tx_done && fresh_q)
			next_q <= next_q + tx_step;

	always @(posedge clk)
		if (rst)
			redo_q <= 1'b0;
		else
			redo_q <= refused || late || (redo_q && !retry_sent);

	always @(posedge clk)
		if (rst)
			seen_q <= 0;
		else if (refused)
			seen_q <= refused_gen_q;

	// A clock late: a cell has more than two words, and none begins in the clock after RETRY.
	always @(posedge clk) begin
		none_q <= in_air == 0;
		full_q <= in_air > ROOM;
		fresh_q <= rst || turn_q == next_q;
	end

	always @(posedge clk)
		if (rst || progress || redo_q || none_q)
			wait_q <= 1'b0;
		else if (tick)
			wait_q <= 1'b1;

	always @(posedge clk)
		if (rst)
			expected <= 0;
		else if (taken)
			expected <= expected + rx_step;

	always @(posedge clk)
		if (rst) begin
			refuse <= 1'b0;
			gen <= 0;
		end else begin
			refuse <= fail || (refuse && !(retry_valid && sym_gen == gen));
			gen <= gen + {1'b0, fail};
		end

endmodule

`default_nettype wire
