// SPDX-License-Identifier: BSD-3-Clause
//
// dma_widen: makes 64-bit words of the words of a cell: the head is one (H0 and H1 in its low half), then the payload, the
// first byte lowest. W = 16 joins four words, the last with zeroes; W = 128 gives two for each word, one for head and
// first word (WRITE, MSG). The reverse of dma_narrow.
`default_nettype none

module dma_widen #(
	parameter W = 64                 // bits: 16, 64 or 128
) (
	input  wire clk,
	input  wire rst,
	input  wire s_valid,
	output wire s_ready,
	input  wire s_head,
	input  wire s_last,
	input  wire [W-1:0] s_data,
	output wire m_valid,
	input  wire m_ready,
	output wire m_head,
	output wire m_last,
	output wire [63:0] m_data
);
`include "ring_nic_regs.vh"
	generate if (W == 64) begin : same
		assign s_ready = m_ready;
		assign m_valid = s_valid;
		assign m_head = s_head;
		assign m_last = s_last;
		assign m_data = s_data;
		wire unused = &{1'b0, clk, rst};
	end else if (W == 16) begin : join_four
		reg [63:0] data_q;
		reg [1:0] count_q;           // words of the 64 that is being filled
		reg full_q, head_q, last_q, second_q;

		wire take = s_valid && s_ready;
		wire full = second_q || (!s_head && (count_q == 2'd3 || s_last));

		assign s_ready = !full_q || m_ready;
		assign m_valid = full_q;
		assign m_head = head_q;
		assign m_last = last_q;
		assign m_data = data_q;

		always @(posedge clk)
			if (rst)
				full_q <= 1'b0;
			else if (s_ready)
				full_q <= s_valid && full;

		always @(posedge clk)
			if (rst) begin
				count_q <= 0;
				second_q <= 1'b0;
			end else if (take) begin
				count_q <= full ? 2'd0 : count_q + 2'd1;
				second_q <= s_head;
			end

		always @(posedge clk)
			if (take) begin
				data_q[15:0] <= count_q == 2'd0 ? s_data : data_q[15:0];
				data_q[31:16] <= count_q == 2'd1 ? s_data : count_q == 2'd0 ? 16'd0 : data_q[31:16];
				data_q[47:32] <= count_q == 2'd2 ? s_data : count_q == 2'd0 ? 16'd0 : data_q[47:32];
				data_q[63:48] <= count_q == 2'd3 ? s_data : 16'd0;
				head_q <= second_q;
				last_q <= s_last;
			end
	end else begin : cut
		reg high_q;                  // the low half of the word was given
		reg first_q;                 // the next word is a first word
		wire [2:0] type_n = s_data[`RN_CELL_H0_TYPE_R];
		wire two = !s_head && !first_q;

		assign s_ready = m_ready && (!two || high_q);
		assign m_valid = s_valid;
		assign m_head = s_head;
		assign m_last = s_last && (!two || high_q);
		assign m_data = high_q ? s_data[127:64] : s_data[63:0];

		always @(posedge clk)
			if (rst)
				high_q <= 1'b0;
			else if (s_valid && m_ready)
				high_q <= two && !high_q;

		always @(posedge clk)
			if (rst)
				first_q <= 1'b0;
			else if (s_valid && s_ready)
				first_q <= s_head && (type_n == `RN_CELL_TYPE_WRITE || type_n == `RN_CELL_TYPE_MSG);
	end endgenerate
endmodule

`default_nettype wire
