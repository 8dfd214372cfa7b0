// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_write.v rtl/sync_fifo.v
// prove: induction 2 LG_OPEN=2
// prove: induction 2 LG_OPEN=2 DATA_W=128
// prove: bmc 7 LG_OPEN=2 EXACT=1
// prove: cover 10 LG_OPEN=2 EXACT=1
// prove: cover 10 LG_OPEN=2 EXACT=1 DATA_W=128
// prove: fail 8 LG_OPEN=2 WRONG=1
//
// The invariants of dma_write.v hold for any commands and any memory.
//
// WRONG = 1: the claim that no command needs two bursts is refuted.
`default_nettype none
`include "formal/axi_master.vh"

module dma_write_fv #(
	parameter DATA_W = 64,
	parameter LG_OPEN = 2,
	parameter EXACT = 0,
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
	input wire [DATA_W-1:0] s_word_data,
	input wire m_axi_awready,
	input wire m_axi_wready,
	input wire m_axi_bvalid,
	input wire [1:0] m_axi_bresp
);
	wire [7:0] busy, m_rq, m_cq, m_error, m_axi_awlen;
	wire [DATA_W/8-1:0] m_axi_wstrb;
	wire [1:0] m_end, m_end_phase;
	wire m_stuck, m_stuck_now;
	wire [2:0] m_axi_awuser;
	wire s_ready, s_word_ready, m_axi_awvalid, m_axi_wvalid, m_axi_wlast, m_axi_bready;
	wire [63:0] m_axi_awaddr;
	wire [DATA_W-1:0] m_axi_wdata;

	dma_write #(.DATA_W(DATA_W), .LG_OPEN(LG_OPEN)) dut (.clk(clk), .rst(rst), .enable(enable), .busy(busy), .s_timeout(s_timeout), .m_stuck(m_stuck), .m_stuck_now(m_stuck_now), .s_valid(s_valid),
		.s_ready(s_ready), .s_addr(s_addr), .s_bytes(s_bytes), .s_words(s_words), .s_has_tail(s_has_tail), .s_tail(s_tail),
		.s_page(s_page), .s_fence(s_fence), .s_drop(s_drop), .s_event(s_event), .s_counted(1'b1), .s_phase(s_drop), .m_end(m_end), .m_end_phase(m_end_phase), .s_word_valid(s_word_valid),
		.s_word_ready(s_word_ready), .s_word_data(s_word_data), .m_rq(m_rq), .m_cq(m_cq), .m_error(m_error),
		.m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready), .m_axi_awaddr(m_axi_awaddr),
		.m_axi_awlen(m_axi_awlen), .m_axi_awuser(m_axi_awuser), .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready), .m_axi_wdata(m_axi_wdata),
		.m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast), .m_axi_bvalid(m_axi_bvalid), .m_axi_bready(m_axi_bready),
		.m_axi_bresp(m_axi_bresp));

	reg first_q = 1'b1;
	// The rules of the bus, and their counts beside those of dma_write.
	wire [5:0] f_open, f_data;
	axi_write_rules #(.DATA_W(DATA_W), .OPEN_N(1 << LG_OPEN), .AHEAD_N(2), .EXACT(EXACT)) rules (.clk(clk), .rst(rst), .awvalid(m_axi_awvalid),
		.awready(m_axi_awready), .awaddr(m_axi_awaddr), .awlen(m_axi_awlen), .awuser(m_axi_awuser), .wvalid(m_axi_wvalid),
		.wready(m_axi_wready), .wdata(m_axi_wdata), .wstrb(m_axi_wstrb), .wlast(m_axi_wlast), .bvalid(m_axi_bvalid),
		.bready(m_axi_bready), .f_open(f_open), .f_data(f_data));
	(* hierconn *) wire [LG_OPEN:0] \dut.b_level ;
	(* hierconn *) wire [LG_OPEN:0] \dut.open_q ;
	(* hierconn *) wire \dut.run_q ;
	(* hierconn *) wire \dut.owe_q ;
	(* hierconn *) wire [5:0] \dut.step_q ;
	(* hierconn *) wire [5:0] \dut.beats_q ;
	(* hierconn *) wire [5:0] \dut.split_q ;
	(* hierconn *) wire [5:0] \dut.owe_step_q ;
	(* hierconn *) wire [5:0] \dut.owe_beats_q ;
	(* hierconn *) wire [5:0] \dut.owe_split_q ;
	wire [5:0] to_come = {5'd0, m_axi_wvalid && m_axi_wlast}             // last beats that were not taken
		+ {5'd0, \dut.run_q && \dut.step_q < \dut.split_q && \dut.beats_q != 0} + {5'd0, \dut.run_q && \dut.step_q < \dut.beats_q }
		+ {5'd0, \dut.owe_q && \dut.owe_step_q < \dut.owe_split_q } + {5'd0, \dut.owe_q && \dut.owe_step_q < \dut.owe_beats_q };
	always @(*)
		if (!first_q && !rst) begin
			assert (f_open == {{6-LG_OPEN-1{1'b0}}, \dut.b_level });
			assert (f_data + to_come == {{6-LG_OPEN-1{1'b0}}, \dut.open_q });
			assert (!(\dut.run_q && \dut.beats_q != 0) || \dut.split_q < \dut.beats_q );
			assert (!\dut.owe_q || (\dut.owe_split_q < \dut.owe_beats_q && !(\dut.run_q && \dut.beats_q != 0)));
		end

	always @(posedge clk)
		first_q <= 1'b0;
	always @(*) assume (!first_q || rst);

	generate if (WRONG) begin : wrong
		always @(*) assert (!(m_axi_wvalid && m_axi_wlast && m_axi_awvalid && m_axi_awaddr[11:0] == 12'd0
			&& m_axi_wstrb[0] == 1'b0));
	end endgenerate
endmodule

`default_nettype wire
