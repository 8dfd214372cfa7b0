// SPDX-License-Identifier: BSD-3-Clause
//
// dma_window: which bus addresses a page may reach, set by the global page alone: 2^LG bytes, 4 GiB at least, from a multiple of
// their number on. region and dma_rings, which make all addresses, put the upper bits of the page's window in the place of
// theirs: bases and offsets of a page never lead out of its window. After reset a window is all of
// the address space.
//
// Invariant (formal/dma_window.v): an address that was put through lies in the window, and one that lay there is not changed.
`default_nettype none

module dma_window (
	input  wire clk,
	input  wire rst,
	// registers
	input  wire s_write,             // one clock
	input  wire s_lg,                // LG, not BASE
	input  wire [2:0] s_page,
	input  wire [31:0] s_data,
	output wire [31:0] m_data,
	// two users: bits 63:32 of an address of a page
	input  wire [2*3-1:0] s_of,
	input  wire [2*32-1:0] s_high,
	output wire [2*32-1:0] m_high
);
	reg [31:0] base_n [0:7];
	reg [8*6-1:0] lg_q;              // less 32
	wire [6:0] less = s_data[6:0] < 7'd32 ? 7'd0 : s_data[6:0] > 7'd64 ? 7'd32 : s_data[6:0] - 7'd32;

	always @(posedge clk)
		if (s_write && !s_lg)
			base_n[s_page] <= s_data;

	always @(posedge clk)
		if (rst)
			lg_q <= {8{6'd32}};
		else if (s_write && s_lg)
			lg_q[6*s_page +: 6] <= less[5:0];

	assign m_data = s_lg ? {25'd0, {1'b0, lg_q[6*s_page +: 6]} + 7'd32} : base_n[s_page];

	genvar u;
	generate for (u = 0; u < 2; u = u + 1) begin : users
		wire [2:0] page = s_of[3*u +: 3];
		wire [5:0] lg = lg_q[6*page +: 6];
		wire [31:0] fixed = lg[5] ? 32'd0 : 32'hffffffff << lg[4:0];
		assign m_high[32*u +: 32] = (s_high[32*u +: 32] & ~fixed) | (base_n[page] & fixed);
	end endgenerate

	wire unused = less[6];
endmodule

`default_nettype wire
