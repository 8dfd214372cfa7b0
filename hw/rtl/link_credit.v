// SPDX-License-Identifier: BSD-3-Clause
//
// Credits of one port: how many slots of 32 words of each virtual channel the neighbour may still fill here with cells,
// and how many may be filled there. A cell takes one slot, a long one up to SPAN. Both are absolute numbers modulo 2^CNT_W, sent again and again,
// so that a lost symbol costs time and never a slot. It does not see sequence numbers: a cell
// counts here once, when it is first sent and when it is taken in sequence.
//
// Invariants
//  C1  A slot belongs to one cell: accepted - released <= SLOT_N - SPAN for each channel, so that the
//      switch's buffer of SLOT_N keeps room for a bad cell that is only passing.
//  C2  limit received <= limit given: the neighbour's limit is never more than the true one.
//  C3  sent <= limit received: no first word of a new cell without room for the longest.
//  C4  Nothing leaks: once every symbol has come and every cell has gone, limit - sent = SLOT_N - SPAN.
//
// A cell that its sender found bad on the way (void) was counted as sent and never gets to a slot
// that the switch would release: it is released here, in a clock in which the switch releases
// none of that channel. The next void is at least two words away.

`default_nettype none

module link_credit #(
	parameter SLOT_N = 8,             // slots of the switch for each virtual channel
	parameter SPAN = 1,               // slots of the longest cell
	parameter CNT_W = $clog2(SLOT_N) + 1 // bits of a count on the wire
) (
	input  wire       clk,
	input  wire       rst,
	input  wire       zero,       // the link is starting: counts begin at 0
	// the neighbour's cells
	input  wire       good,       // a cell was taken
	input  wire       void_cell,  // one was taken in sequence that is to be dropped
	input  wire       vc,         // its channel
	input  wire [3:0] slots,      // that it takes, 1 .. SPAN; all others likewise
	input  wire [1:0] free,       // the switch released a good cell of channel 1, of channel 0
	input  wire [7:0] free_slots,
	output wire [2*CNT_W-1:0] given, // {limit of channel 1, of channel 0}
	output wire       changed,    // given differs from the next clock on
	output wire       idle,       // no cell from here is in the switch
	// our cells
	input  wire       began,      // first word of a new cell
	input  wire       began_vc,
	input  wire [3:0] began_slots,
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

	localparam [CNT_W-1:0] GIVE = SLOT_N[CNT_W-1:0] - SPAN[CNT_W-1:0];

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

	generate
		if (SPAN == 1) begin : one
			wire unused = &{1'b0, slots, free_slots, began_slots};
		end else begin : several
			if (CNT_W < 4 || SLOT_N < 2 * SPAN) begin : narrow
				link_credit_needs_slot_n_of_8_and_2_span_or_more bad_slots();
			end
		end
	endgenerate

	genvar v;
	generate
		for (v = 0; v < 2; v = v + 1) begin : g_vc
			reg  [CNT_W-1:0] accepted_q; // slots of cells of the neighbour, and GIVE
			reg  [CNT_W-1:0] released_q; // of them released, and GIVE: the limit
			reg  [CNT_W-1:0] sent_q;     // slots of our cells that have begun
			reg  [CNT_W-1:0] limit_q;    // up to here they may be
			wire [CNT_W-1:0] new_n, took_n, free_n; // slots of the cell that begins, came, is released

			if (SPAN == 1) begin : one
				assign new_n = {{CNT_W-1{1'b0}}, 1'b1};
				assign took_n = new_n;
				assign free_n = new_n;
			end else begin : several
				reg [3:0] owe_slots_q, took_slots_q;
				wire [3:0] n = free[v] ? free_slots[4*v +: 4] : owe_slots_q;

				assign new_n = {{CNT_W-4{1'b0}}, began_slots};
				assign took_n = {{CNT_W-4{1'b0}}, took_slots_q};
				assign free_n = {{CNT_W-4{1'b0}}, n};
				always @(posedge clk) begin
					took_slots_q <= slots;
					if (void_cell)
						owe_slots_q <= slots;
				end
			end
			// The switch chooses its next cell while the one before begins: room counts that one.
			wire [CNT_W-1:0] sent_next = sent_q + (began && began_vc == v ? new_n : {CNT_W{1'b0}});
			wire [CNT_W-1:0] left = limit_q - sent_next;

			assign given[CNT_W*v +: CNT_W] = released_q;
			assign empty[v] = accepted_q == released_q;

			// Void cells count on both sides: the difference is the number of slots taken in the switch.
			always @(posedge clk)
				if (rst || zero)
					accepted_q <= GIVE;
				else if (took_q && vc == v)
					accepted_q <= accepted_q + took_n;

			always @(posedge clk)
				if (rst || zero)
					released_q <= GIVE;
				else if (take[v])
					released_q <= released_q + free_n;

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
				room[v] <= !rst && !zero && left >= SPAN[CNT_W-1:0];
		end
	endgenerate

endmodule

`default_nettype wire
