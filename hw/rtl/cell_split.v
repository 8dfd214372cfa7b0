// SPDX-License-Identifier: BSD-3-Clause
//
// cell_split: sends each cell one of two ways, as its head says. Data, head and last pass by outside. Combinational but for the
// way of the cell in hand.
`default_nettype none

module cell_split (
	input  wire clk,
	input  wire rst,
	input  wire s_valid,
	output wire s_ready,
	input  wire s_head,
	input  wire s_other,         // with the head: the other way
	output wire m_valid,
	input  wire m_ready,
	output wire m_other_valid,
	input  wire m_other_ready
);
	reg other_q;                 // way of the cell whose head has passed
	wire other = s_head ? s_other : other_q;

	assign m_valid = s_valid && !other;
	assign m_other_valid = s_valid && other;
	assign s_ready = other ? m_other_ready : m_ready;

	always @(posedge clk)
		if (rst)
			other_q <= 1'b0;
		else if (s_valid && s_ready && s_head)
			other_q <= s_other;
endmodule

`default_nettype wire
