// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_window.v
// solver: --unroll
// prove: induction 2
// prove: cover 6
// prove: fail 8 WRONG=1
//
// Of one page that may be any: whatever is written to the windows of all, an address that the page asks with lies in its own window
// as it was written last, and keeps its lower bits (FORMAL in dma_window.v). What is read for a user is never
// written in that clock, so no_rw_check is right. WRONG: that no address is ever changed is refuted.
`default_nettype none

module dma_window_fv #(
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst,
	input wire s_write,
	input wire s_lg,
	input wire [2:0] s_page,
	input wire [31:0] s_data,
	input wire [1:0] s_ask,
	input wire [5:0] s_of,
	input wire [63:0] s_high
);
	wire s_ready;
	wire [31:0] m_data;
	wire [63:0] m_high;

	dma_window dut (.clk(clk), .rst(rst), .s_write(s_write), .s_ready(s_ready), .s_lg(s_lg), .s_page(s_page), .s_data(s_data),
		.m_data(m_data), .s_ask(s_ask), .s_of(s_of), .s_high(s_high), .m_high(m_high));

	reg first_q = 1'b1;
	always @(posedge clk)
		first_q <= 1'b0;
	generate if (WRONG) begin : wrong
		always @(*)
			if (!first_q && !rst)
				assert (m_high[31:0] == s_high[31:0]);
	end endgenerate
endmodule

`default_nettype wire
