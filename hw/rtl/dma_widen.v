// SPDX-License-Identifier: BSD-3-Clause
//
// dma_widen: makes words of DATA_W bits of the words of a cell: the head is one (H0 and H1 in its low half; W = 16: behind them the
// upper half of a WRITE's key), then the payload, the first byte lowest. W = 16 joins four words, the last with zeroes; W = 64 and
// 128 change nothing. The reverse of dma_narrow.
`default_nettype none

module dma_widen #(
	parameter W = 64,                // bits: 16, 64 or 128
	parameter DATA_W = W == 128 ? 128 : 64     // bits that leave it a clock
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
	output wire [DATA_W-1:0] m_data
);
`include "ring_nic_regs.vh"
	generate if (W == DATA_W) begin : same
		assign s_ready = m_ready;
		assign m_valid = s_valid;
		assign m_head = s_head;
		assign m_last = s_last;
		assign m_data = s_data;
		wire unused = &{1'b0, clk, rst};
	end else begin : join_four
		reg [63:0] data_q;
		reg [1:0] count_q;           // words of the 64 that is being filled
		reg full_q, head_q, last_q;
		reg [1:0] rest_q;            // words of the head that are to come: one, of a WRITE two

		wire take = s_valid && s_ready;
		wire write = s_data[`RN_CELL_H0_TYPE_R] == `RN_CELL_TYPE_WRITE;
		wire full = rest_q == 2'd1 || (!s_head && ((rest_q == 2'd0 && count_q == 2'd3) || s_last));

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
				rest_q <= 0;
			end else if (take) begin
				count_q <= full ? 2'd0 : count_q + 2'd1;
				rest_q <= s_head ? (write ? 2'd2 : 2'd1) : full ? 2'd0 : rest_q - {1'b0, rest_q != 0};
			end

		always @(posedge clk)
			if (take) begin
				data_q[15:0] <= count_q == 2'd0 ? s_data : data_q[15:0];
				data_q[31:16] <= count_q == 2'd1 ? s_data : count_q == 2'd0 ? 16'd0 : data_q[31:16];
				data_q[47:32] <= count_q == 2'd2 ? s_data : count_q == 2'd0 ? 16'd0 : data_q[47:32];
				data_q[63:48] <= count_q == 2'd3 ? s_data : 16'd0;
				head_q <= rest_q != 0;
				last_q <= s_last;
			end
	end endgenerate
endmodule

`default_nettype wire
