// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/link_credit.v
// prove: induction 2 SLOT_N=4
// prove: induction 2 SLOT_N=8
// prove: induction 2 SLOT_N=32
// prove: cover 24 SLOT_N=4
// prove: fail 40 SLOT_N=3 BROKEN=1
//
// The link_credit of a sender and the link_credit of its receiver, one channel of them. Cells on their way arrive at any
// time, good or void; the sequence numbers ensure that each arrives once. Limits on their way are lost or late, but never
// out of order: an arriving limit is any value between the last that arrived and the one that is given.
// Shown for ever: C1 to C4 of link_credit.v.
//
// BROKEN = 1: the claim that the buffer never holds SLOT_N - 1 cells is refuted.
`default_nettype none

module link_credit_fv #(
	parameter SLOT_N = 4,
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst,
	input wire begin_any,        // a new cell
	input wire arrive_any,       // a cell is taken in sequence
	input wire arrive_void,
	input wire free_any,         // the switch releases a good one
	input wire limit_any,        // a limit arrives
	input wire [7:0] newer       // how much newer than the last
);
	localparam CNT_W = $clog2(SLOT_N) + 1;
	localparam [CNT_W-1:0] GIVE = SLOT_N[CNT_W-1:0] - 1'b1;

	reg first_q = 1'b1;
	always @(posedge clk)
		first_q <= 1'b0;
	always @*
		if (first_q)
			assume (rst);

	reg [CNT_W-1:0] air_q;   // cells on their way
	reg [CNT_W-1:0] held_q;  // good ones in the switch
	reg             owed_q;  // a void one not yet released
	reg [CNT_W-1:0] room_q;  // limit at the sender - sent
	reg [CNT_W-1:0] new_q;   // limit given - limit at the sender
	reg             began_q, freed_q;
	reg [1:0]       arrived_q; // in the last two clocks: cells have more than two words
	wire [CNT_W-1:0] f_room, f_limit, f_held;
	wire            f_owe, f_took;
	wire [2*CNT_W-1:0] given;
	wire [1:0]      room;
	wire            idle, changed;

	wire begins = begin_any && room[0] && !began_q && !first_q;
	wire arrives = arrive_any && air_q != 0 && arrived_q == 0 && !rst;
	wire good = arrives && !arrive_void;
	wire void_cell = arrives && arrive_void;
	wire free = free_any && held_q != 0 && !freed_q && !rst; // a release takes as many clocks as a cell
	wire limits = limit_any && newer[CNT_W-1:0] <= new_q;
	wire [CNT_W-1:0] limit = given[CNT_W-1:0] - new_q + newer[CNT_W-1:0];

	link_credit #(.SLOT_N(SLOT_N)) sender (
		.clk(clk), .rst(rst), .zero(1'b0), .good(1'b0), .void_cell(1'b0), .vc(1'b0), .free(2'b00), .given(), .changed(), .idle(),
		.began(begins), .began_vc(1'b0), .limit_valid(limits), .limit({{CNT_W{1'b0}}, limit}), .room(room),
		.f_room(f_room), .f_limit(f_limit), .f_held(), .f_owe(), .f_took()
	);
	link_credit #(.SLOT_N(SLOT_N)) receiver (
		.clk(clk), .rst(rst), .zero(1'b0), .good(good), .void_cell(void_cell), .vc(1'b0), .free({1'b0, free}), .given(given),
		.changed(changed), .idle(idle), .began(1'b0), .began_vc(1'b0), .limit_valid(1'b0), .limit({2*CNT_W{1'b0}}), .room(),
		.f_room(), .f_limit(), .f_held(f_held), .f_owe(f_owe), .f_took(f_took)
	);

	always @(posedge clk) begin
		began_q <= begins;
		arrived_q <= {arrived_q[0] && !rst, arrives};
		freed_q <= free;
		air_q <= air_q + begins - arrives;
		held_q <= held_q + good - free;
		owed_q <= void_cell || (owed_q && free);
		room_q <= room_q - begins + (limits ? newer[CNT_W-1:0] : {CNT_W{1'b0}});
		new_q <= new_q + changed - (limits ? newer[CNT_W-1:0] : {CNT_W{1'b0}});
		if (rst) begin
			air_q <= 0;
			held_q <= 0;
			owed_q <= 0;
			room_q <= 0;
			new_q <= GIVE;
		end
	end

	wire [CNT_W+2:0] sum = air_q + held_q + owed_q + room_q + new_q;

	always @(posedge clk)
		if (!rst && !first_q) begin
			assert (sum == GIVE);                                      // C4: nothing leaks, nothing is made
			assert (air_q <= GIVE && held_q <= GIVE && room_q <= GIVE && new_q <= GIVE); // C1, C2, C3
			assert (f_room == room_q && f_limit == given[CNT_W-1:0] - new_q);
			assert (!room[0] || began_q || room_q != 0);               // C3: room is true
			assert (f_owe == owed_q);
			assert (!(owed_q && void_cell && free));                   // no void cell is forgotten
			assert (f_held == held_q + owed_q - f_took);
			assert (f_took == arrived_q[0]);
			assert (!owed_q || arrived_q[0] || (arrived_q[1] && freed_q));
			if (BROKEN != 0)
				assert (held_q < GIVE);
		end

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (room_q == 0 && air_q == GIVE);                                            // all credit is on its way
			cover (held_q == GIVE);                                                          // all slots are full
			cover (owed_q && free);                                                          // a void cell is released behind a good one
			cover (limits && newer[CNT_W-1:0] == GIVE);                                      // all credit comes at once
			cover (void_cell && held_q != 0);                                                // a void cell behind good ones
			cover (new_q == 0 && air_q == 0 && held_q == 0);                                 // all credit is at the sender
		end
endmodule

`default_nettype wire
