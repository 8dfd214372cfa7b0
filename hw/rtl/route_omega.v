// SPDX-License-Identifier: BSD-3-Clause
//
// route_omega: where a cell goes on a circular omega network (Sakai et al., EM-4): stages of rows, both rows and lines of a stage a power
// of two; output b (X = 0, Y = 1) of row r leads to row 2r + b, modulo the rows, of the next stage (the perfect shuffle), the
// last stage to the first. It arrives at input Y if r is in the upper half of the rows, else at X.
//
// Each hop shifts one bit into the row, so a cell is there when the bits of its destination's row are in: after as many hops as
// there are stages to go, if the rows fit, else one time round later. This is the shortest way. Bits that are shifted out again
// before the end are free. They are chosen such that two virtual channels suffice (CARD.md, section 4): a link is odd if it shifts in
// another bit than it shifts out. Before the first of two passes from the last stage to the first, free bits make odd links,
// later ones make even links of those which the destination's bits will take.
//
// Copies, and cells to a node that there is not, are dropped. Combinational; one for each input of the switch.
`default_nettype none
`include "ring_nic_regs.vh"

module route_omega (
	input  wire [15:0] h0,      // first word of the cell
	input  wire [9:0] id,       // this node: {row, stage}, 7 and 3 bits
	input  wire [9:0] last,     // {rows - 1, stages - 1}
	output wire [2:0] want,     // outputs {L, Y, X}
	output wire drop,
	output wire vc              // virtual channel in which a cell begins here
);
	wire [6:0] to_row = h0[11:5], row = id[9:3], rows = last[9:3];
	wire [2:0] to_stage = h0[4:2], stage = id[2:0], stages = last[2:0];
	wire copy = h0[14:12] == `RN_CELL_TYPE_BCAST;
	wire _unused = &{h0[15], h0[1:0]};

	// --- hops to go ---

	wire wraps = to_stage <= stage;           // at least one pass to the first stage is before it
	wire [3:0] ahead = {1'b0, to_stage} - {1'b0, stage} + (wraps ? {1'b0, stages} + 4'd1 : 4'd0);   // stages to go, 1..8
	wire direct = (to_row >> ahead) == (row & (rows >> ahead));
	wire [4:0] left = {1'b0, ahead} + (direct ? 5'd0 : {2'b00, stages} + 5'd1);
	wire [4:0] at = left - 5'd1;              // hops behind the next one

	// --- the bit of the next hop ---

	wire [6:0] top = rows & ~(rows >> 1);
	wire out = (row & top) != 7'd0;           // shifted out
	wire [7:0] size = {1'b0, rows} + 8'd1;    // one bit is set
	// The destination's bits, and before them, in the free ones, the same again.
	wire [31:0] twice = {25'd0, to_row} | ({25'd0, to_row} * {24'd0, size});
	wire [31:0] known = {25'd0, rows} | ({25'd0, rows} * {24'd0, size});
	wire passes = !direct && wraps;           // two passes to the first stage are to come
	wire odd = passes && stage != stages;
	wire in = odd ? !out : known[at] ? twice[at] : out;

	wire here = to_stage == stage && to_row == row;

	assign want = {here, !here && in, !here && !in};
	assign drop = to_row > rows || to_stage > stages || copy;
	assign vc = passes || stage == stages;
endmodule

`default_nettype wire
