// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_window.v
// solver: --unroll
// prove: induction 2
// prove: cover 20
// prove: fail 8 WRONG=1
//
// Of one page and one user, which may be any: whatever is written to the windows of all pages, an address of the user lies in
// the window of the page as it was written last, and keeps its lower bits; the registers read back what they wrote (FORMAL in
// dma_window.v). A word that a user reads is never written in that clock, so no_rw_check is right. A write waits for 15 clocks at
// most, as users that are held back do not ask. WRONG: that no address of the first user is changed once the reset is over two
// clocks is refuted.
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
	wire m_hold;
	wire [31:0] m_data;
	wire [63:0] m_high;

	dma_window dut (.clk(clk), .rst(rst), .s_write(s_write), .s_ready(s_ready), .s_lg(s_lg), .s_page(s_page), .s_data(s_data),
		.m_data(m_data), .m_hold(m_hold), .s_ask(s_ask), .s_of(s_of), .s_high(s_high), .m_high(m_high));

	// The first clock is one of reset; what the page and the bits were before it is gone two clocks later.
	reg [1:0] age_q = 2'd0;
	always @(posedge clk)
		age_q <= rst ? 2'd0 : age_q + {1'b0, !age_q[1]};
	generate if (WRONG) begin : wrong
		always @(*)
			if (age_q[1])
				assert (m_high[31:0] == s_high[31:0]);
	end endgenerate
endmodule

`default_nettype wire
