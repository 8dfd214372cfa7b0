// SPDX-License-Identifier: BSD-3-Clause
//
// sw_favour: keeps the switch of a topology with turns from refusals that repeat for ever. A cell begins when its reader and its output are
// free in the same clock. With cells of one reader to two outputs, two refused cells that take turns can keep a third from ever
// seeing both free: one holds its reader, the other its output. So after every NACK_N refusals one request, each in its
// turn, is favoured: for WINDOW clocks no other is chosen. A cell being read, and a cell reserved
// behind it, ends within 44 clocks (twice 17 + 5), so the favoured one, if it is there, begins in
// the window. It sits beside the arbiter of the switch.
`default_nettype none

module sw_favour #(
	parameter N = 5,             // requests
	parameter NACK_N = 64,       // refusals between two windows, power of two
	parameter WINDOW = 64        // clocks, power of two
) (
	input  wire clk,
	input  wire rst,
	input  wire nack,            // a cell was refused
	output wire [N-1:0] may      // requests that may begin
);
	localparam LG_NACK = $clog2(NACK_N);
	localparam LG_WINDOW = $clog2(WINDOW);

	reg [LG_NACK-1:0] nack_q;
	reg [LG_WINDOW-1:0] clock_q; // of the window
	reg [N-1:0] turn_q;          // one bit: the request whose turn it is
	reg open_q;                  // in a window

	assign may = open_q ? turn_q : {N{1'b1}};

	always @(posedge clk)
		if (rst)
			nack_q <= 0;
		else if (nack && !open_q)
			nack_q <= nack_q + 1'b1;

	always @(posedge clk)
		if (rst)
			open_q <= 1'b0;
		else
			open_q <= open_q ? clock_q != {LG_WINDOW{1'b1}} : nack && nack_q == {LG_NACK{1'b1}};

	always @(posedge clk)
		clock_q <= open_q ? clock_q + 1'b1 : 0;

	always @(posedge clk)
		if (rst)
			turn_q <= 1;
		else if (open_q && clock_q == {LG_WINDOW{1'b1}})
			turn_q <= {turn_q[N-2:0], turn_q[N-1]};
endmodule

`default_nettype wire
