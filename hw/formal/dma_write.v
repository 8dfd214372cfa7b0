// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_write.v rtl/sync_fifo.v
// solver: --unroll
// prove: induction 2 LG_OPEN=2
// prove: cover 14 LG_OPEN=2
// prove: fail 8 LG_OPEN=2 WRONG=1
//
// The invariants of dma_write.v hold for any commands and any memory. WRONG: that no command needs two bursts is refuted.
`default_nettype none

module dma_write_fv #(
	parameter LG_OPEN = 2,
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst,
	input wire [7:0] enable,
	input wire [4:0] s_timeout,
	input wire s_valid,
	input wire [63:0] s_addr,
	input wire [8:0] s_bytes,
	input wire [5:0] s_words,
	input wire s_has_tail,
	input wire [63:0] s_tail,
	input wire [2:0] s_page,
	input wire s_fence,
	input wire s_drop,
	input wire [1:0] s_event,
	input wire s_word_valid,
	input wire [63:0] s_word_data,
	input wire m_axi_awready,
	input wire m_axi_wready,
	input wire m_axi_bvalid,
	input wire [1:0] m_axi_bresp
);
	wire [7:0] busy, m_rq, m_cq, m_error, m_axi_awlen, m_axi_wstrb;
	wire [1:0] m_end, m_end_phase;
	wire m_stuck, m_stuck_now;
	wire [2:0] m_axi_awuser;
	wire s_ready, s_word_ready, m_axi_awvalid, m_axi_wvalid, m_axi_wlast, m_axi_bready;
	wire [63:0] m_axi_awaddr, m_axi_wdata;

	dma_write #(.LG_OPEN(LG_OPEN)) dut (.clk(clk), .rst(rst), .enable(enable), .busy(busy), .s_timeout(s_timeout), .m_stuck(m_stuck), .m_stuck_now(m_stuck_now), .s_valid(s_valid),
		.s_ready(s_ready), .s_addr(s_addr), .s_bytes(s_bytes), .s_words(s_words), .s_has_tail(s_has_tail), .s_tail(s_tail),
		.s_page(s_page), .s_fence(s_fence), .s_drop(s_drop), .s_event(s_event), .s_counted(1'b1), .s_phase(s_drop), .m_end(m_end), .m_end_phase(m_end_phase), .s_word_valid(s_word_valid),
		.s_word_ready(s_word_ready), .s_word_data(s_word_data), .m_rq(m_rq), .m_cq(m_cq), .m_error(m_error),
		.m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready), .m_axi_awaddr(m_axi_awaddr),
		.m_axi_awlen(m_axi_awlen), .m_axi_awuser(m_axi_awuser), .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready), .m_axi_wdata(m_axi_wdata),
		.m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast), .m_axi_bvalid(m_axi_bvalid), .m_axi_bready(m_axi_bready),
		.m_axi_bresp(m_axi_bresp));

	reg first_q = 1'b1;
	always @(posedge clk)
		first_q <= 1'b0;
	always @(*) assume (!first_q || rst);

	generate if (WRONG) begin : wrong
		always @(*) assert (!(m_axi_wvalid && m_axi_wlast && m_axi_awvalid && m_axi_awaddr[11:0] == 12'd0
			&& m_axi_wstrb[0] == 1'b0));
	end endgenerate
endmodule

`default_nettype wire
