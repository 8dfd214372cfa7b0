// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/rdma_cache.v
// memories: registers
// prove: induction 3 ADDR_W=7
// prove: cover 36 ADDR_W=7
// prove: fail 16 ADDR_W=7 WRONG=1
//
// The cache with two sets, two kinds and lines of two words, under any client, drops, and memory that answers when and how it
// likes (FORMAL in rdma_cache.v): cache and table agree for one word of one line, which may be any. A client reads the word that was
// written last, nothing is lost but words that the host has refused to take, which is said (m_lost), and nothing of a page that has dropped its
// lines is left or written back.
// Assumed: the client keeps its request until it is answered, and asks for nothing of a page that is off; the page is not dropped
// while it has a line of it; memory that is read is as it was written last.
//
// WRONG = 1: the claim that no line is ever held is refuted. (That none is written back takes 26 steps, minutes of a solver.)
`default_nettype none

module rdma_cache_fv #(
	parameter ADDR_W = 7,
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst,
	input wire s_valid,
	input wire [2:0] s_page,
	input wire s_kind,
	input wire [ADDR_W-1:4] s_addr,
	input wire s_word,
	input wire s_write,
	input wire [3:0] s_data,
	input wire s_release,
	input wire s_drop,
	input wire [2:0] s_drop_page,
	input wire m_word_ready,
	input wire s_word_valid,
	input wire [3:0] s_word_data,
	input wire s_mem_done,
	input wire s_mem_error
);
	wire m_held, m_fail, m_dropped, m_mem_valid, m_mem_write, m_word_valid;
	wire [3:0] m_data, m_word_data;
	wire [2:0] m_mem_page;
	wire [ADDR_W-1:4] m_mem_addr;
	wire [7:0] m_lost;

	rdma_cache #(.LG_SETS(1), .LG_KINDS(1), .LG_WORDS(1), .ADDR_W(ADDR_W), .WORD_W(4)) dut (.clk(clk), .rst(rst), .s_valid(s_valid), .s_page(s_page),
		.s_kind(s_kind), .s_addr(s_addr), .m_held(m_held), .m_fail(m_fail), .s_word(s_word), .m_data(m_data), .s_write(s_write),
		.s_data(s_data), .s_release(s_release), .s_drop(s_drop), .s_drop_page(s_drop_page), .m_dropped(m_dropped),
		.m_mem_valid(m_mem_valid), .m_mem_write(m_mem_write), .m_mem_page(m_mem_page), .m_mem_addr(m_mem_addr),
		.m_word_valid(m_word_valid), .m_word_ready(m_word_ready), .m_word_data(m_word_data), .s_word_valid(s_word_valid),
		.s_word_data(s_word_data), .s_mem_done(s_mem_done), .s_mem_error(s_mem_error), .m_lost(m_lost));

	generate if (WRONG) begin : wrong
		reg first_q = 1'b1;
		always @(posedge clk)
			first_q <= 1'b0;
		always @(*)
			if (!first_q)
				assert (!m_held);
	end endgenerate
endmodule

`default_nettype wire
