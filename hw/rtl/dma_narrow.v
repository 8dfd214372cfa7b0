// SPDX-License-Identifier: BSD-3-Clause
//
// dma_narrow: makes words of W bits of the words of a cell as dma_send gives them: W = 16 cuts those of 64 bits into s_part words
// each, W = 64 and 128 change nothing. The reverse is dma_widen.
`default_nettype none

module dma_narrow #(
	parameter W = 64,                // bits: 16, 64 or 128
	parameter DATA_W = W == 128 ? 128 : 64     // bits of a word of dma_send
) (
	input  wire clk,
	input  wire rst,
	input  wire s_valid,
	output wire s_ready,
	input  wire s_head,
	input  wire s_last,
	input  wire [2:0] s_part,        // words of 16 bits that are used
	input  wire [DATA_W-1:0] s_data,
	input  wire [1:0] s_way,
	output wire m_valid,
	input  wire m_ready,
	output wire m_head,
	output wire m_last,
	output wire [W-1:0] m_data,
	output wire [1:0] m_way
);
	generate if (W == DATA_W) begin : same
		assign s_ready = m_ready;
		assign m_valid = s_valid;
		assign m_head = s_head;
		assign m_last = s_last;
		assign m_data = s_data;
		assign m_way = s_way;
		wire unused = &{1'b0, clk, rst, s_part};
	end else begin : cut
		reg [63:0] data_q;
		reg [2:0] left_q;            // words of 16 bits not yet sent
		reg head_q, last_q;
		reg [1:0] way_q;

		assign s_ready = left_q == 0 || (left_q == 3'd1 && m_ready);
		assign m_valid = left_q != 0;
		assign m_head = head_q;
		assign m_last = last_q && left_q == 3'd1;
		assign m_data = data_q[15:0];
		assign m_way = way_q;

		always @(posedge clk)
			if (rst)
				left_q <= 0;
			else if (s_ready)
				left_q <= s_valid ? s_part : 3'd0;
			else if (m_ready)
				left_q <= left_q - 3'd1;

		always @(posedge clk)
			if (s_ready) begin
				data_q <= s_data;
				last_q <= s_last;
				way_q <= s_way;
			end else if (m_ready)
				data_q <= data_q >> 16;

		always @(posedge clk)
			if (s_ready)
				head_q <= s_head;
			else if (m_ready)
				head_q <= 1'b0;
	end endgenerate
endmodule

`default_nettype wire
