// SPDX-License-Identifier: BSD-3-Clause
//
// Credits of one port: how many cells of each virtual channel the neighbour may still send here,
// and how many may be sent to it. Both are absolute numbers modulo 2^CNT_W, sent again and again,
// so that a lost symbol costs time and never a slot. It does not see sequence numbers: a cell
// counts here once, when it is first sent and when it is taken in sequence.
//
// Invariants
//  C1  A slot belongs to one cell: accepted - released <= SLOT_N - 1 for each channel, so that the
//      switch's buffer of SLOT_N keeps one slot for a bad cell that is only passing.
//  C2  limit received <= limit given: the neighbour's limit is never more than the true one.
//  C3  sent <= limit received: no first word of a new cell without room.
//  C4  Nothing leaks: once every symbol has come and every cell has gone, limit - sent = SLOT_N - 1.
//
// A cell that its sender found bad on the way (void) was counted as sent and never gets to a slot
// that the switch would release: it is released here, in a clock in which the switch releases
// none of that channel. The next void is at least two words away.

`default_nettype none

module link_credit #(
	parameter SLOT_N = 8,             // cells the switch holds for each virtual channel
	parameter CNT_W = $clog2(SLOT_N) + 1 // bits of a count on the wire
) (
	input  wire       clk,
	input  wire       rst,
	input  wire       zero,       // the link is starting: counts begin at 0
	// the neighbour's cells
	input  wire       good,       // a cell was taken
	input  wire       void_cell,  // one was taken in sequence that is to be dropped
	input  wire       vc,         // its channel
	input  wire [1:0] free,       // the switch released a slot that held a good cell
	output wire [2*CNT_W-1:0] given, // {limit of channel 1, of channel 0}
	output wire       changed,    // given differs from the next clock on
	output wire       idle,       // no cell from here is in the switch
	// our cells
	input  wire       began,      // first word of a new cell
	input  wire       began_vc,
	input  wire       limit_valid,
	input  wire [2*CNT_W-1:0] limit, // as the neighbour gives it
	output reg  [1:0] room
`ifdef FORMAL
	,
	output wire [CNT_W-1:0] f_room, // channel 0
	output wire [CNT_W-1:0] f_limit,
	output wire [CNT_W-1:0] f_held,
	output wire             f_owe,
	output wire             f_took
`endif
);

	localparam [CNT_W-1:0] GIVE = SLOT_N[CNT_W-1:0] - 1'b1;

	reg        owe_q;    // a void cell is to be released
	reg        owe_vc_q;
	reg        took_q;   // a cell came in the last clock, on channel vc still
	reg  [1:0] take;     // releases of this clock
	wire [1:0] empty;

	assign changed = |take;
	assign idle = &empty && !took_q;

`ifdef FORMAL
	assign f_room = g_vc[0].limit_q - g_vc[0].sent_q;
	assign f_limit = g_vc[0].limit_q;
	assign f_held = g_vc[0].accepted_q - g_vc[0].released_q;
	assign f_owe = owe_q && !owe_vc_q;
	assign f_took = took_q;
`endif

	always @* begin
		take = free;
		if (owe_q)
			take[owe_vc_q] = 1'b1;
	end

	always @(posedge clk)
		if (rst || zero)
			owe_q <= 1'b0;
		else
			owe_q <= void_cell || (owe_q && free[owe_vc_q]);

	always @(posedge clk)
		took_q <= (good || void_cell) && !rst && !zero;

	always @(posedge clk)
		if (void_cell)
			owe_vc_q <= vc;

	genvar v;
	generate
		for (v = 0; v < 2; v = v + 1) begin : g_vc
			reg  [CNT_W-1:0] accepted_q; // cells of the neighbour, and GIVE
			reg  [CNT_W-1:0] released_q; // of them released, and GIVE: the limit
			reg  [CNT_W-1:0] sent_q;     // our cells begun
			reg  [CNT_W-1:0] limit_q;    // up to here they may be
			// The switch chooses its next cell while the one before begins: room counts that one.
			wire [CNT_W-1:0] sent_next = sent_q + {{CNT_W-1{1'b0}}, began && began_vc == v};

			assign given[CNT_W*v +: CNT_W] = released_q;
			assign empty[v] = accepted_q == released_q;

			// Void cells count on both sides: the difference is the number of cells in the switch.
			always @(posedge clk)
				if (rst || zero)
					accepted_q <= GIVE;
				else if (took_q && vc == v)
					accepted_q <= accepted_q + 1'b1;

			always @(posedge clk)
				if (rst || zero)
					released_q <= GIVE;
				else if (take[v])
					released_q <= released_q + 1'b1;

			always @(posedge clk)
				if (rst || zero)
					sent_q <= 0;
				else
					sent_q <= sent_next;

			always @(posedge clk)
				if (rst || zero)
					limit_q <= 0;
				else if (limit_valid)
					limit_q <= limit[CNT_W*v +: CNT_W];

			always @(posedge clk)
				room[v] <= !rst && !zero && sent_next != limit_q;
		end
	endgenerate

endmodule

`default_nettype wire
