// SPDX-License-Identifier: BSD-3-Clause
//
// Takes turns: of the requests that are up, gives the first one behind the one taken last, and
// round again. Combinational from req to pick. The requester holds its grant, not this module.

`default_nettype none

module reduce_pick #(
	parameter N = 8 // requests
) (
	input wire clk,
	input wire rst,

	input wire [N-1:0] req,
	input wire take,         // the picked one is served now: it is the last in turn from here on
	output wire [N-1:0] pick // one of req, or 0
);

localparam [N-1:0] ONE = 1;

reg [N-1:0] behind_q; // requests behind the one taken last

wire [N-1:0] first = req & behind_q;
wire [N-1:0] from = (first != 0) ? first : req;

assign pick = from & (~from + ONE);

always @(posedge clk)
	if (rst)
		behind_q <= 0;
	else if (take)
		behind_q <= ~(pick | (pick - ONE));

endmodule

`default_nettype wire
