// SPDX-License-Identifier: BSD-3-Clause
//
// sw_vc: the book-keeping of one virtual channel of an input of the switch: which slots of its ring of cells are taken, which
// cell is begun next and for which outputs, and which outputs are still due. It holds no data and
// does not read or write the cell memory; sw_input, which does, owns one for each virtual channel.
//
// A cell takes a slot, a long one up to SPAN, one behind the other.
//
// The ring, oldest first:   rel .. rd-1  begun for all outputs wanted, may still be refused (NACK) or are being read
//                           rd .. wr-1   waiting; of the cell at rd some outputs may be done already (done_q)
// Invariants (watched by the benches; proven in formal/sw_input.v and formal/sw_input_native.v):
//  1. rel <= rd <= wr <= rel + SLOT_N, modulo twice SLOT_N: no overflow, nothing is begun that was not written.
//  2. done_q is set only for outputs to which the cell at rd was sent, or is being sent.
//  3. A refused cell goes back to rd, and everything begun after it from this channel with it: order is kept.
// rst has to be held for two clocks or more.
`default_nettype none

module sw_vc #(
	parameter LG_SLOT = 3,       // log2 of the slots of the ring
	parameter SPAN = 1,          // slots of the longest cell
	parameter RAM = 0,           // 1: the outputs wanted lie in a block RAM, else in flip-flops
	parameter STORE = 0,         // 1: a cell is offered only when all of it is stored
	parameter [2:0] REACH = 7    // outputs {L, Y, X} that cells of this input can go to
) (
	input  wire clk,
	input  wire rst,
	input  wire head,                     // a cell comes, and there is room for it
	input  wire open,                     // and it is kept: it begins to be written
	input  wire [2:0] open_want,          // outputs it goes to
	input  wire [5:0] open_units,         // its length in units of 4 words, less one: 8 to a slot
	input  wire busy,                     // the newest cell is still being written
	input  wire spoil,                    // the newest cell ended and is bad
	input  wire start,                    // the cell at rd begins to be read
	input  wire [2:0] start_part,         // for these outputs, and it is wanted at others; 0: for all it is wanted at
	input  wire pop,                      // for all
	input  wire rel,                      // the oldest cell is done with
	input  wire [3:0] rel_slots,          // slots of it
	input  wire [2:0] nack,               // outputs at which a begun cell was refused
	output wire [LG_SLOT-1:0] wr_slot,    // where the next cell is written
	output wire [LG_SLOT-1:0] rd_slot,    // where the cell at rd lies
	output wire [2:0] req,                // outputs that the cell at rd is wanted at; 0 = no cell
	output wire [5:0] units,              // of that cell
	output reg  empty,                    // nothing waits
	output reg  room,                     // the longest cell fits
	output wire undo,                     // the newest cell, bad and not begun, is taken back
	output reg  bad,                      // the oldest cell is bad
	output reg  again                     // the oldest cell was refused or taken back
);
	localparam SLOT_N = 1 << LG_SLOT;

	reg [LG_SLOT:0] wr_q, rd_q, rel_q;   // slots, modulo twice SLOT_N
	wire [LG_SLOT:0] new_at;             // where the newest cell begins, while it is written
	wire [LG_SLOT:0] open_n, read_n, rel_n; // slots of the cell that opens, of that at rd, of the oldest
	reg [2:0] done_q;
	reg [2:0] part_q;                    // outputs of a cell begun in the clock before, not for all it is wanted at
	reg whole_q;                         // for all
	reg [2:0] want_q;                    // of the cell at rd
	reg some_q;                          // and there is one
	wire full;                           // the longest does not fit
	wire none = wr_q == rd_q;
	wire lone = rd_q == new_at;
	wire popped = whole_q || rd_q != rel_q;
	wire refused = |nack;
	wire hold = start || whole_q || refused || undo || none || (STORE != 0 && busy && lone);

	assign wr_slot = wr_q[LG_SLOT-1:0];
	assign rd_slot = rd_q[LG_SLOT-1:0];
	assign undo = spoil && !none && !(lone && (whole_q || (done_q | part_q) != 0));

	generate if (SPAN == 1) begin : one
		assign open_n = {{LG_SLOT{1'b0}}, 1'b1};
		assign read_n = open_n;
		assign rel_n = open_n;
		assign new_at = wr_q - 1'b1;
		assign full = wr_q == {!rel_q[LG_SLOT], rel_q[LG_SLOT-1:0]};
		assign units = 6'd0;
		wire unused = &{1'b0, open_units, rel_slots};
	end else begin : several
		if (LG_SLOT < 4 || SLOT_N < 2 * SPAN) begin : bad
			sw_vc_needs_16_slots_for_long_cells bad_slots();
		end

		localparam MOST = SLOT_N - SPAN;
		reg [LG_SLOT:0] new_q;
		(* no_rw_check *) reg [5:0] lengths [0:SLOT_N-1];
		reg [5:0] units_q;                   // of the cell at rd, as want_q
		wire [3:0] open_slots = {1'b0, open_units[5:3]} + 4'd1, read_slots = {1'b0, units_q[5:3]} + 4'd1;
		wire [LG_SLOT:0] used = wr_q - rel_q;

		assign open_n = {{LG_SLOT-3{1'b0}}, open_slots};
		assign read_n = {{LG_SLOT-3{1'b0}}, read_slots};
		assign rel_n = {{LG_SLOT-3{1'b0}}, rel_slots};
		assign new_at = new_q;
		assign units = units_q;
		assign full = used > MOST[LG_SLOT:0];

		always @(posedge clk)
			if (open)
				new_q <= wr_q;
		always @(posedge clk)
			if (head)
				lengths[wr_slot] <= open_units;
		always @(posedge clk)
			units_q <= lengths[rd_slot];
	end endgenerate

	always @(posedge clk)
		if (rst)
			wr_q <= 0;
		else if (undo)
			wr_q <= new_at;
		else if (open)
			wr_q <= wr_q + open_n;

	always @(posedge clk)
		if (rst)
			rd_q <= 0;
		else if (refused)
			rd_q <= rel_q;
		else if (whole_q)
			rd_q <= rd_q + read_n;

	always @(posedge clk)
		if (rst)
			rel_q <= 0;
		else if (rel)
			rel_q <= rel_q + rel_n;

	// A clock behind the start: until then there is no request.
	always @(posedge clk) begin
		part_q <= start ? start_part & REACH : 3'd0;
		whole_q <= start && pop;
	end

	always @(posedge clk)
		if (rst)
			done_q <= 0;
		else if (refused)
			done_q <= (popped ? REACH : done_q | part_q) & ~nack;
		else
			done_q <= whole_q ? 3'd0 : done_q | part_q;

	always @(posedge clk)
		if (rst || rel)
			bad <= 1'b0;
		else if (spoil && !undo)
			bad <= 1'b1;

	always @(posedge clk)
		if (rst || rel)
			again <= 1'b0;
		else if (refused)
			again <= 1'b1;

	always @(posedge clk) begin
		room <= !full || undo;
		empty <= none && !refused;
		some_q <= !hold;
	end

	assign req = want_q & ~done_q & {3{some_q}};

	// Written with every head that has room, kept or not: wr_slot is then no cell's slot, and the next head overwrites it. Read and
	// written at one address in one clock only when nothing waits: some_q is low in the next clock,
	// whether the head is kept (none) or not, so that the word read is not used.
	generate if (RAM != 0) begin : block
		(* no_rw_check, ram_style = "block" *) reg [2:0] want [0:SLOT_N-1];
		always @(posedge clk)
			if (head)
				want[wr_slot] <= open_want & REACH;
		always @(posedge clk)
			want_q <= want[rd_slot];
	end else begin : flops
		reg [2:0] want [0:SLOT_N-1];
		always @(posedge clk)
			if (head)
				want[wr_slot] <= open_want & REACH;
		always @(posedge clk)
			want_q <= want[rd_slot] & REACH;
	end endgenerate
endmodule

`default_nettype wire
