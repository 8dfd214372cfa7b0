// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_window.v
// prove: induction 2
// prove: induction 2 USER_N=3
// prove: cover 20
// prove: fail 8 WRONG=1
//
// For one page and one user, chosen by the solver, under any writes to the windows of all pages. An address of the user
// lies in the window that was written last for the page, and keeps its lower bits. The registers read back what was
// written to them (FORMAL in dma_window.v). A word is never written in the clock in which a user reads it, so
// no_rw_check is right. A write waits for at most 15 clocks, because users that are held back do not ask.
//
// WRONG = 1: the claim that the address of the first user is never changed is refuted. It begins two clocks after reset.
`default_nettype none

module dma_window_fv #(
	parameter USER_N = 2,
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst,
	input wire s_write,
	input wire s_lg,
	input wire [2:0] s_page,
	input wire [31:0] s_data,
	input wire [USER_N-1:0] s_ask,
	input wire [3*USER_N-1:0] s_of,
	input wire [32*USER_N-1:0] s_high
);
	wire s_ready;
	wire m_hold;
	wire [31:0] m_data;
	wire [32*USER_N-1:0] m_high;

	dma_window #(.USER_N(USER_N)) dut (.clk(clk), .rst(rst), .s_write(s_write), .s_ready(s_ready), .s_lg(s_lg), .s_page(s_page), .s_data(s_data),
		.m_data(m_data), .m_hold(m_hold), .s_ask(s_ask), .s_of(s_of), .s_high(s_high), .m_high(m_high));

	// The first clock is one of reset. Two clocks later no value from before it is left.
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
