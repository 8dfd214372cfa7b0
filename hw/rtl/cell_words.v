// SPDX-License-Identifier: BSD-3-Clause
//
// A client cell stream of any width as words of 16 bits: header 0 (m_head), header 1, payload from
// its low end. One word a clock; at W = 16 only wires.
`default_nettype none

module cell_words #(
	parameter W = 16 // bits of a word of the cell stream: 16, 64 or 128
) (
	input wire clk,
	input wire rst,

	input wire s_cell_valid,
	output wire s_cell_ready,
	input wire s_cell_head,
	input wire s_cell_last,
	input wire [W-1:0] s_cell_data,

	output wire m_valid,
	input wire m_ready,
	output wire m_head,
	output wire m_last,
	output wire [15:0] m_data
);

	generate
	if (W == 16) begin : narrow
		wire unused = &{1'b0, clk, rst};

		assign m_valid = s_cell_valid;
		assign s_cell_ready = m_ready;
		assign m_head = s_cell_head;
		assign m_last = s_cell_last;
		assign m_data = s_cell_data;
	end else begin : wide
		localparam [3:0] DATA_N = W == 64 ? 4'd4 : 4'd8, HEAD_N = 4'd2; // words of 16 bits in one

		reg [W-1:0] word_q; // next 16 bits lowest
		reg [3:0] left_q; // words of 16 bits in it, 0: empty
		reg head_q, last_q;

		assign s_cell_ready = left_q == 4'd0 || left_q == 4'd1 && m_ready;
		assign m_valid = left_q != 4'd0;
		assign m_head = head_q;
		assign m_last = last_q && left_q == 4'd1;
		assign m_data = word_q[15:0];

		always @(posedge clk)
			if (rst)
				left_q <= 4'd0;
			else if (s_cell_ready)
				left_q <= !s_cell_valid ? 4'd0 : s_cell_head ? HEAD_N : DATA_N;
			else if (m_ready)
				left_q <= left_q - 4'd1;

		always @(posedge clk)
			if (s_cell_ready) begin
				word_q <= s_cell_data;
				head_q <= s_cell_head;
				last_q <= s_cell_last;
			end else if (m_ready) begin
				word_q <= {16'b0, word_q[W-1:16]};
				head_q <= 1'b0;
			end
	end
	endgenerate

endmodule

`default_nettype wire
