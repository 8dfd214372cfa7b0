// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/sync_fifo.v
// prove: induction 3 LG_DEPTH=1
// prove: induction 3 LG_DEPTH=3
// prove: induction 3 LG_DEPTH=4 W=8
// prove: cover 20 LG_DEPTH=2
// prove: fail 12 LG_DEPTH=2 BROKEN=1
//
// The invariants of sync_fifo.v hold from every state that satisfies them, for any traffic.
//
// BROKEN = 1: the claim that the FIFO holds at most the words of its RAM is refuted: the output stage holds one more.
`default_nettype none

module sync_fifo_fv #(
	parameter W = 4,
	parameter LG_DEPTH = 3,
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst,
	input wire s_valid,
	input wire m_ready,
	input wire [W-1:0] s_data
);
	wire s_ready, m_valid;
	wire [W-1:0] m_data;
	wire [LG_DEPTH:0] level;

	sync_fifo #(.W(W), .LG_DEPTH(LG_DEPTH)) dut (.clk(clk), .rst(rst), .s_valid(s_valid), .s_ready(s_ready), .s_data(s_data),
		.m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .level(level));

	reg first_q = 1'b1;
	always @(posedge clk)
		first_q <= 1'b0;
	always @(*)
		if (first_q)
			assume (rst);
	always @(*)
		if (BROKEN != 0)
			assert (level <= (1 << LG_DEPTH));

	// Reached:
	reg was_full_q = 1'b0, wraps_q = 1'b0;
	reg [LG_DEPTH:0] in_q = 0;
	always @(posedge clk) begin
		was_full_q <= !rst && (was_full_q || !s_ready);
		in_q <= rst ? 0 : in_q + {{LG_DEPTH{1'b0}}, s_valid && s_ready};
		wraps_q <= !rst && (wraps_q || (&in_q && s_valid && s_ready));
	end
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (level == (1 << LG_DEPTH) + 1 && !s_ready);                                // full
			cover (was_full_q && level == 0);                                                // emptied after it was full
			cover (s_valid && s_ready && m_valid && m_ready && level == 2);                  // a word goes in and one goes out
			cover (wraps_q && level == 3);                                                   // the pointers have wrapped
		end
endmodule

`default_nettype wire
