// SPDX-License-Identifier: BSD-3-Clause
//
// route_ring: where a cell in transit goes on a bidirectional ring: straight on until its destination; cells of a copy type are
// received on the way, too. Port X carries cells from node i to i+1, Y from i to i-1. The source chose the way round
// (the shorter one). A destination that no node has is dropped. Combinational; one for each link input of the switch.
`default_nettype none
`include "ring_nic_regs.vh"

module route_ring #(
	parameter SPIN = 1,         // copies BCAST; native: REDUCE too
	parameter SIDE = 0          // input 0 = X, 1 = Y
) (
	input  wire [15:0] h0,      // first word of the cell
	input  wire [9:0] id,       // this node
	input  wire [9:0] last,     // nodes - 1
	output wire [2:0] want,     // outputs {L, Y, X}
	output wire drop
);
	wire [9:0] dest = h0[11:2];
	wire here = dest == id;
	wire copy = h0[14:12] == `RN_CELL_TYPE_BCAST || (SPIN == 0 && h0[14:12] == `RN_CELL_TYPE_REDUCE);
	wire _unused = &{h0[15], h0[1:0]};

	assign want = {here || copy, SIDE == 1 && !here, SIDE == 0 && !here};
	assign drop = dest > last;
endmodule

`default_nettype wire
