// SPDX-License-Identifier: BSD-3-Clause
//
// A FIFO between two asynchronous clocks: stands between a transceiver's clock and the card's, once
// for each direction of a link. Its pointers cross as Gray code through two flip-flops.
//
// Invariants
//  X1  A pointer that crosses changes by one bit at a time: a sample of the other side in between
//      is the old value or the new one.
//  X2  The reader sees a word only after it was written; the writer reuses a place only after it was read:
//      both see the other side's pointer late, which errs towards full and towards empty.
//  X3  s_ready is low while 2^LG_DEPTH words are in the memory: none is overwritten.
//
// Both resets are held together for some clocks of the slower clock. A word is offered 5 clocks of
// m_clk after it was taken, at most. A transceiver that cannot wait writes with s_ready ignored only if m_clk
// is no slower than s_clk and m_ready is always high; a word lost here is the link layer's to repair.

`default_nettype none

module link_cdc #(
	parameter W = 19,       // bits of a word
	parameter LG_DEPTH = 4  // log2 of the words, at least 2
) (
	input  wire         s_clk,
	input  wire         s_rst,
	input  wire         s_valid,
	output wire         s_ready,
	input  wire [W-1:0] s_data,
	input  wire         m_clk,
	input  wire         m_rst,
	output reg          m_valid,
	input  wire         m_ready,
	output reg  [W-1:0] m_data
);

	generate
		if (LG_DEPTH < 2)
			link_cdc_needs_lg_depth_of_2_or_more bad_depth();
	endgenerate

	reg  [W-1:0]      mem [0:(1<<LG_DEPTH)-1];
	reg  [LG_DEPTH:0] wr_q, wr_gray_q;           // words written       (s_clk)
	reg  [LG_DEPTH:0] rd_seen_q, rd_near_q;      // rd_gray_q, crossed
	reg  [LG_DEPTH:0] rd_q, rd_gray_q;           // words read          (m_clk)
	reg  [LG_DEPTH:0] wr_seen_q, wr_near_q;      // wr_gray_q, crossed

	wire [LG_DEPTH:0] wr_d = wr_q + {{LG_DEPTH{1'b0}}, s_valid && s_ready};
	wire              take = wr_seen_q != rd_gray_q && (!m_valid || m_ready);
	wire [LG_DEPTH:0] rd_d = rd_q + {{LG_DEPTH{1'b0}}, take};

	// Full: the pointers are 2^LG_DEPTH apart, which in Gray code is the two highest bits inverted.
	assign s_ready = wr_gray_q != (rd_seen_q ^ {2'b11, {(LG_DEPTH - 1){1'b0}}});

	always @(posedge s_clk)
		if (s_rst) begin
			wr_q <= 0;
			wr_gray_q <= 0;
		end else begin
			wr_q <= wr_d;
			wr_gray_q <= wr_d ^ (wr_d >> 1);
		end

	always @(posedge s_clk)
		if (s_valid && s_ready)
			mem[wr_q[LG_DEPTH-1:0]] <= s_data;

	always @(posedge s_clk)
		{rd_seen_q, rd_near_q} <= s_rst ? 0 : {rd_near_q, rd_gray_q};

	always @(posedge m_clk)
		if (m_rst) begin
			rd_q <= 0;
			rd_gray_q <= 0;
		end else begin
			rd_q <= rd_d;
			rd_gray_q <= rd_d ^ (rd_d >> 1);
		end

	always @(posedge m_clk)
		{wr_seen_q, wr_near_q} <= m_rst ? 0 : {wr_near_q, wr_gray_q};

	always @(posedge m_clk)
		if (m_rst)
			m_valid <= 1'b0;
		else
			m_valid <= take || (m_valid && !m_ready);

	always @(posedge m_clk)
		if (take)
			m_data <= mem[rd_q[LG_DEPTH-1:0]];

endmodule

`default_nettype wire
