// SPDX-License-Identifier: BSD-3-Clause
//
// sw_send: the local input of the switch: a buffer of SLOT_N slots for cells that go out on one link, or, cells of a copy type, on both
// (at once if both are free, else one after the other). A whole cell is taken once its head is taken. It is sw_input with
// one virtual channel and a ready; it sits between the sources of the card and the crossbar.
`default_nettype none

module sw_send #(
	parameter W = 16,            // bits of a word
	parameter HEAD_WORDS = 1,    // words before the data
	parameter SPIN = 1,          // as in sw_input
	parameter LG_SLOT = 3,       // log2 of the slots
	parameter SPAN = 1,          // slots of the longest cell
	parameter STORE = 1,         // 1: a cell begins when all of it is here
	parameter LOOK = 1
) (
	input  wire clk,
	input  wire rst,
	input  wire s_valid,
	output wire s_ready,
	output reg  space,           // half of the buffer, or 8 slots, or three of the longest cells, are free
	input  wire s_head,
	input  wire s_last,
	input  wire [W-1:0] s_data,
	input  wire [1:0] s_way,              // with s_head: {Y, X}
	input  wire [2:0] avail,
	output wire elig,
	output wire [5:0] units,
	input  wire pick,
	input  wire any_pick,
	input  wire [2:0] block,
	input  wire [2:0] out_free,
	input  wire [2:0] out_move,
	input  wire [2:0] byp_avail,
	output wire [2:0] claim,
	output wire [2:0] was,
	output wire [2:0] own,
	output wire [2:0] busy,
	output wire [2:0] nxt,
	output wire soon,
	output wire move,
	output wire fin,
	output wire d_valid,
	output wire d_head,
	output wire d_last,
	output wire [W-1:0] d_data,
	input  wire [2:0] ready,
	input  wire [2:0] nack
);
	reg busy_q;          // inside a cell
	wire room;
	wire take = s_valid && s_ready;

	assign s_ready = busy_q || room;

	always @(posedge clk)
		if (rst)
			busy_q <= 1'b0;
		else if (take)
			busy_q <= !s_last;

	generate if (SPAN > 1 && 1 << LG_SLOT <= 3 * SPAN) begin : bad
		sw_send_needs_more_slots_than_3_long_cells bad_parameter();
	end endgenerate
	localparam SLOT_N = 1 << LG_SLOT;
	localparam FREE_N = SPAN > 1 ? 3 * SPAN : SLOT_N >= 16 ? 8 : SLOT_N / 2;
	localparam FULL = SLOT_N - FREE_N;
	localparam [LG_SLOT:0] FULL_N = FULL[LG_SLOT:0]; // slots taken without space
	reg [LG_SLOT:0] held_q;      // slots
	wire [LG_SLOT:0] came_n, left_n;
	wire came = take && s_head;
	wire left;
	wire _unused_bad;

	always @(posedge clk)
		if (rst)
			held_q <= 0;
		else
			held_q <= held_q + (came ? came_n : {LG_SLOT+1{1'b0}}) - (left ? left_n : {LG_SLOT+1{1'b0}});

	wire [3:0] left_slots;
	generate if (SPAN == 1) begin : one
		assign came_n = {{LG_SLOT{1'b0}}, 1'b1};
		assign left_n = came_n;
		wire unused = &{1'b0, left_slots};
	end else begin : several
		wire [7:0] words;
		wire [3:0] slots;

		cell_len #(.W(W), .SPAN(SPAN)) len (.head(s_data[47:0]), .words(words), .slots(slots));
		assign came_n = {{LG_SLOT-3{1'b0}}, slots};
		assign left_n = {{LG_SLOT-3{1'b0}}, left_slots};
		wire unused = &{1'b0, words};
	end endgenerate

	always @(posedge clk)
		space <= held_q < FULL_N;

	sw_input #(.W(W), .HEAD_WORDS(HEAD_WORDS), .SPIN(SPIN), .VC_N(1), .LG_SLOT(LG_SLOT), .SPAN(SPAN), .STORE(STORE), .LOOK(LOOK),
		.REACH(3'b011)) buffer (.clk(clk), .rst(rst),
		.s_valid(take), .s_head(s_head), .s_last(s_last), .s_bad(1'b0), .s_data(s_data),
		.s_want({1'b0, s_way}), .s_drop(s_way == 2'd0), .room(room), .free(left), .free_slots(left_slots),
		.avail(avail), .elig(elig), .units(units), .pick(pick), .any_pick(any_pick), .block(block), .out_free(out_free), .out_move(out_move), .byp_avail(byp_avail),
		.claim(claim), .was(was), .own(own), .busy(busy), .nxt(nxt), .soon(soon), .move(move), .fin(fin),
		.d_valid(d_valid), .d_head(d_head), .d_last(d_last), .d_bad(_unused_bad), .d_data(d_data),
		.ready(ready), .nack(nack));
endmodule

`default_nettype wire
