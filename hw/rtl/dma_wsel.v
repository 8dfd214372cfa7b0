// SPDX-License-Identifier: BSD-3-Clause
//
// dma_wsel: lets several writers use dma_write, one command after the other, round robin; the words of a command come from
// the writer that gave it.
`default_nettype none

module dma_wsel #(
	parameter N = 3,                 // writers
	parameter CMD_W = 8,             // bits of a command
	parameter DATA_W = 64            // bits of a word
) (
	input  wire clk,
	input  wire rst,
	input  wire [N-1:0] s_valid,
	output wire [N-1:0] s_ready,
	input  wire [N*CMD_W-1:0] s_cmd,
	input  wire [N-1:0] s_word_valid,
	output wire [N-1:0] s_word_ready,
	input  wire [N*DATA_W-1:0] s_word_data,
	output wire m_valid,
	input  wire m_ready,
	output reg  [CMD_W-1:0] m_cmd,
	output wire m_word_valid,
	input  wire m_word_ready,
	output reg  [DATA_W-1:0] m_word_data
);
	reg [N-1:0] from_q;              // one-hot: the source of the command under way
	wire [N-1:0] pick;

	dma_pick #(.N(N)) turn (
		.clk(clk), .rst(rst), .s_want(s_valid), .s_take(m_ready), .m_pick(pick));

	assign s_ready = m_ready ? pick : {N{1'b0}};
	assign m_valid = s_valid != 0;
	assign s_word_ready = m_word_ready ? from_q : {N{1'b0}};
	assign m_word_valid = (s_word_valid & from_q) != 0;

	integer i;
	always @* begin
		m_cmd = 0;
		m_word_data = 0;
		for (i = 0; i < N; i = i + 1) begin
			m_cmd = m_cmd | (pick[i] ? s_cmd[CMD_W*i +: CMD_W] : {CMD_W{1'b0}});
			m_word_data = m_word_data | (from_q[i] ? s_word_data[DATA_W*i +: DATA_W] : {DATA_W{1'b0}});
		end
	end

	always @(posedge clk)
		if (rst)
			from_q <= 0;
		else if (m_valid && m_ready)
			from_q <= pick;
endmodule

`default_nettype wire
