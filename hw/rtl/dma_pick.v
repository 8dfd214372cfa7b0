// SPDX-License-Identifier: BSD-3-Clause
//
// dma_pick: round robin: of the requests, the first above the one that was taken last.
// Combinational but for the register of the last one.
`default_nettype none

module dma_pick #(
	parameter N = 4                  // how many may want
) (
	input  wire clk,
	input  wire rst,
	input  wire [N-1:0] s_want,
	input  wire s_take,              // the one picked is taken
	output wire [N-1:0] m_pick       // one-hot, 0 if none wants
);
	localparam [N-1:0] ONE = 1;
	reg [N-1:0] last_q;              // one-hot

	wire [N-1:0] above = s_want & ~((last_q - ONE) | last_q);
	assign m_pick = above != 0 ? above & ~(above - ONE) : s_want & ~(s_want - ONE);

	always @(posedge clk)
		if (rst)
			last_q <= ONE;
		else if (s_take && s_want != 0)
			last_q <= m_pick;
endmodule

`default_nettype wire
