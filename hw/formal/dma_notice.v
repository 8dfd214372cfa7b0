// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_notice.v rtl/sync_fifo.v
// prove: induction 4
// prove: induction 4 W=16
// prove: cover 24
// prove: fail 24 WRONG=1
//
// The invariants of dma_notice.v for two notices that wait and a pace of four clocks. Cells leave whole. At most one
// notice leaves in the time of the pace, and at most one notice of each sender waits.
// Assumed of dma_narrow: an offered word stays, and a cell has a head and an end.
//
// WRONG = 1: the claim that a notice never goes between two cells of the DMA is refuted.
`default_nettype none

module dma_notice_fv #(
	parameter W = 64,
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst,
	input wire [9:0] cfg_id,
	input wire [9:0] cfg_last,
	input wire s_valid,
	input wire [9:0] s_node,
	input wire [2:0] s_sender,
	input wire [2:0] s_page,
	input wire [55:0] s_body,
	input wire s_cell_valid,
	input wire s_cell_last,
	input wire [W-1:0] s_cell_data,
	input wire [1:0] s_cell_way,
	input wire m_cell_ready
);
	wire m_unsent, s_cell_ready, m_cell_valid, m_cell_head, m_cell_last;
	wire [W-1:0] m_cell_data;
	wire [1:0] m_cell_way;
	(* hierconn *) wire \dut.mine ;
	(* hierconn *) wire \dut.busy_q ;
	(* hierconn *) wire \dut.mine_q ;

	reg first_q = 1'b1, within_q = 1'b0, out_q = 1'b0;       // in a cell of dma_narrow; in a cell that leaves
	reg wait_q = 1'b0, past_q = 1'b0;
	reg [W:0] was_q;

	dma_notice #(.W(W), .LG_DEPTH(1), .LG_PACE(2)) dut (.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last),
		.s_valid(s_valid), .s_node(s_node), .s_sender(s_sender), .s_page(s_page), .s_body(s_body), .m_unsent(m_unsent),
		.s_cell_valid(s_cell_valid), .s_cell_ready(s_cell_ready), .s_cell_head(!within_q), .s_cell_last(s_cell_last),
		.s_cell_data(s_cell_data), .s_cell_way(s_cell_way), .m_cell_valid(m_cell_valid), .m_cell_ready(m_cell_ready),
		.m_cell_head(m_cell_head), .m_cell_last(m_cell_last), .m_cell_data(m_cell_data), .m_cell_way(m_cell_way));

	always @(posedge clk) begin
		first_q <= 1'b0;
		past_q <= !rst;
		wait_q <= s_cell_valid && !s_cell_ready && !rst;
		was_q <= {s_cell_last, s_cell_data};
		if (rst)
			within_q <= 1'b0;
		else if (s_cell_valid && s_cell_ready)
			within_q <= !s_cell_last;
		if (rst)
			out_q <= 1'b0;
		else if (m_cell_valid && m_cell_ready)
			out_q <= !m_cell_last;
	end

	always @(*) begin
		assume (!first_q || rst);
		assume (!wait_q || (s_cell_valid && was_q == {s_cell_last, s_cell_data}));
		assume (within_q || !s_cell_last);                       // a cell has two words and more
		if (!first_q) begin
			assert (!m_cell_valid || m_cell_head == !out_q);
			assert (!within_q || (!\dut.mine && out_q));
			assert (!within_q || \dut.busy_q );
			assert (!\dut.busy_q || within_q || wait_q);
			assert (!(out_q && !within_q) || \dut.mine_q );
			if (m_cell_valid && !\dut.mine )
				assert (m_cell_data == s_cell_data && m_cell_way == s_cell_way && s_cell_ready == m_cell_ready);
			if (WRONG)
				assert (!(\dut.mine && wait_q));
		end
	end
endmodule

`default_nettype wire
