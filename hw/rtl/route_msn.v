// SPDX-License-Identifier: BSD-3-Clause
//
// route_msn: where a cell goes on a Manhattan Street Network: along its row to the column of its destination, then along that
// column. Port X runs along the row, in even rows to column + 1, in odd ones to column - 1; port Y along the column, in even
// columns to row + 1, in odd ones to row - 1; both wrap round. No cell turns from a column into a
// row: a cell that would have to is dropped, as is one to a node that there is not, and copies
// (software sends to each node).
// Combinational; one for each input of the switch.
`default_nettype none
`include "ring_nic_regs.vh"

module route_msn #(
	parameter SIDE = 0          // input 0 = X or local, 1 = Y
) (
	input  wire [15:0] h0,      // first word of the cell
	input  wire [9:0] id,       // this node: {row, column}, 5 bits each
	input  wire [9:0] last,     // {rows - 1, columns - 1}
	output wire [2:0] want,     // outputs {L, Y, X}
	output wire drop
);
	wire [4:0] row = h0[11:7], column = h0[6:2];
	wire along = column != id[4:0];
	wire here = !along && row == id[9:5];
	wire copy = h0[14:12] == `RN_CELL_TYPE_BCAST;
	wire _unused = &{h0[15], h0[1:0]};

	assign want = {here, !along && !here, along && SIDE == 0};
	assign drop = row > last[9:5] || column > last[4:0] || copy || (along && SIDE == 1);
endmodule

`default_nettype wire
