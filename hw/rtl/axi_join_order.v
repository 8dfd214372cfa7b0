// SPDX-License-Identifier: BSD-3-Clause
//
// axi_join_order: whose the oldest burst under way is: of master a, which may have many, or of b, which has one at most. It
// counts the bursts of a, and those of them that began before that of b.
`default_nettype none

module axi_join_order #(
	parameter LG_OPEN = 6            // log2 of the bursts of a under way, plus 1
) (
	input  wire clk,
	input  wire rst,
	input  wire s_a,                 // one clock: a burst of a begins; not with s_b
	input  wire s_b,                 // likewise of b
	input  wire s_end,               // one clock: the oldest one ends
	output wire m_room_a,            // one of a may begin
	output wire m_room_b,
	output wire m_any,               // there is one
	output wire m_b                  // and it is of b
);
	localparam [LG_OPEN-1:0] ONE = 1;

	reg [LG_OPEN-1:0] open_q, ahead_q;         // bursts of a; those before that of b
	reg b_q;
	wire ends_a = s_end && !m_b;

	assign m_room_a = ~&open_q;
	assign m_room_b = !b_q;
	assign m_b = b_q && ahead_q == 0;
	assign m_any = b_q || open_q != 0;

	always @(posedge clk)
		if (rst)
			open_q <= 0;
		else
			open_q <= open_q + (s_a ? ONE : {LG_OPEN{1'b0}}) - (ends_a ? ONE : {LG_OPEN{1'b0}});

	always @(posedge clk)
		if (!b_q)
			ahead_q <= open_q - (ends_a ? ONE : {LG_OPEN{1'b0}});
		else if (ends_a)
			ahead_q <= ahead_q - ONE;

	always @(posedge clk)
		if (rst)
			b_q <= 1'b0;
		else
			b_q <= s_b || (b_q && !(s_end && m_b));
endmodule

`default_nettype wire
