// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/rdma_mem.v
// prove: induction 2
// prove: bmc 14 EXACT=1
// prove: cover 14
// prove: fail 12 WRONG=1
//
// The RDMA unit's port under any requests, words, windows and memory: the rules of the bus (axi_master.vh), and the invariants of
// rdma_mem.v. Each access takes or gives as many words as were asked for; when it ends none is under way. Its address is that
// of the request with the upper half that the window gave, and the window is not asked while it holds users back.
// Assumed: a request stays until it is done, has 1 to 32 words and lies within 4 KiB.
//
// WRONG = 1: the claim that no access ends with an error is refuted.
`default_nettype none
`include "formal/axi_master.vh"

module rdma_mem_fv #(
	parameter EXACT = 0,
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst_any,
	input wire s_valid,
	input wire s_write,
	input wire [2:0] s_page,
	input wire [63:3] s_addr,
	input wire [5:0] s_words,
	input wire s_word_valid,
	input wire [63:0] s_word_data,
	input wire [7:0] s_word_strb,
	input wire s_window_hold,
	input wire [31:0] s_window_high,
	input wire m_axi_arready,
	input wire m_axi_rvalid,
	input wire [63:0] m_axi_rdata,
	input wire [1:0] m_axi_rresp,
	input wire m_axi_awready,
	input wire m_axi_wready,
	input wire m_axi_bvalid,
	input wire [1:0] m_axi_bresp
);
	reg first_q = 1'b1;
	wire rst = first_q || rst_any;
	wire m_done, m_error, m_word_ready, m_word_valid, m_window_ask, m_axi_arvalid, m_axi_rready, m_axi_awvalid, m_axi_wvalid;
	wire m_axi_wlast, m_axi_bready;
	wire [63:0] m_word_data, m_axi_araddr, m_axi_awaddr, m_axi_wdata;
	wire [2:0] m_window_page, m_axi_aruser, m_axi_awuser;
	wire [31:0] m_window_high;
	wire [7:0] m_axi_arlen, m_axi_awlen, m_axi_wstrb;
	(* hierconn *) wire [5:0] \dut.n_q ;
	(* hierconn *) wire [1:0] \dut.state_q ;
	(* hierconn *) wire \dut.ask_q ;
	(* hierconn *) wire \dut.w_q ;
	(* hierconn *) wire \dut.error_q ;
	(* hierconn *) wire \dut.w_last_q ;
	(* hierconn *) wire [63:3] \dut.addr_q ;
	localparam [1:0] PLACE = 1, RUN = 2, DONE = 3;

	rdma_mem dut (.clk(clk), .rst(rst), .s_valid(s_valid), .s_write(s_write), .s_page(s_page), .s_addr(s_addr), .s_words(s_words),
		.m_done(m_done), .m_error(m_error), .s_word_valid(s_word_valid), .m_word_ready(m_word_ready), .s_word_data(s_word_data), .s_word_strb(s_word_strb),
		.m_word_valid(m_word_valid), .m_word_data(m_word_data), .s_window_hold(s_window_hold), .m_window_ask(m_window_ask),
		.m_window_page(m_window_page), .m_window_high(m_window_high), .s_window_high(s_window_high),
		.m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready), .m_axi_araddr(m_axi_araddr), .m_axi_arlen(m_axi_arlen),
		.m_axi_aruser(m_axi_aruser), .m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready), .m_axi_rdata(m_axi_rdata),
		.m_axi_rresp(m_axi_rresp), .m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready), .m_axi_awaddr(m_axi_awaddr),
		.m_axi_awlen(m_axi_awlen), .m_axi_awuser(m_axi_awuser), .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready),
		.m_axi_wdata(m_axi_wdata), .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast), .m_axi_bvalid(m_axi_bvalid),
		.m_axi_bready(m_axi_bready), .m_axi_bresp(m_axi_bresp));

	wire [5:0] f_open, f_data, f_reads;
	axi_write_rules #(.DATA_W(64), .OPEN_N(1), .AHEAD_N(1), .EXACT(EXACT), .COVER(0)) writes (.clk(clk), .rst(rst), .awvalid(m_axi_awvalid),
		.awready(m_axi_awready), .awaddr(m_axi_awaddr), .awlen(m_axi_awlen), .awuser(m_axi_awuser), .wvalid(m_axi_wvalid),
		.wready(m_axi_wready), .wdata(m_axi_wdata), .wstrb(m_axi_wstrb), .wlast(m_axi_wlast), .bvalid(m_axi_bvalid),
		.bready(m_axi_bready), .f_open(f_open), .f_data(f_data));
	wire last = m_axi_rvalid && m_axi_rready && \dut.n_q + 6'd1 == s_words;
	axi_read_rules #(.DATA_W(64), .OPEN_N(1), .EXACT(EXACT), .COVER(0)) reads (.clk(clk), .rst(rst), .arvalid(m_axi_arvalid),
		.arready(m_axi_arready), .araddr(m_axi_araddr), .arlen(m_axi_arlen), .aruser(m_axi_aruser), .rvalid(m_axi_rvalid),
		.rready(m_axi_rready), .last(last), .f_open(f_reads));

	reg busy_q = 1'b0, held_q = 1'b0;
	reg [70:0] was_q;
	reg [31:0] high_q;
	reg [5:0] moved_q;
	reg erred_q;
	reg [71:0] taken_q;
	wire [70:0] is = {s_write, s_page, s_addr, s_words};
	always @(posedge clk) begin
		first_q <= 1'b0;
		busy_q <= s_valid && !m_done && !rst;
		if (s_word_valid && m_word_ready)
			taken_q <= {s_word_data, s_word_strb};
		held_q <= s_word_valid && !m_word_ready && !rst;
		was_q <= is;
		if (\dut.state_q == PLACE)
			high_q <= s_window_high;
		moved_q <= \dut.state_q == RUN ? moved_q + (m_word_valid || (s_word_valid && m_word_ready)) : 6'd0;
		erred_q <= \dut.state_q == RUN && (erred_q || (m_axi_rvalid && m_axi_rready && m_axi_rresp[1])
			|| (m_axi_bvalid && m_axi_bready && m_axi_bresp[1]));
	end

	always @(*) begin
		assume (!busy_q || (s_valid && is == was_q));
		assume (!held_q || s_word_valid);
		assume (s_words != 0 && s_words <= 6'd32 && {1'b0, s_addr[11:3]} + {4'd0, s_words} <= 10'd512);
		if (!first_q && !rst) begin
			assert (!(s_window_hold && m_window_ask));
			assert (\dut.state_q == 0 || busy_q);
			assert (\dut.state_q == RUN || (!\dut.ask_q && !\dut.w_q && f_open == 0 && f_data == 0 && f_reads == 0));   // invariant 3
			if (\dut.state_q == RUN) begin
				assert (\dut.n_q == moved_q && moved_q <= s_words && \dut.error_q == erred_q);
				assert (\dut.addr_q == {high_q, s_addr[31:3]});
				assert (s_write ? f_reads == 0 : f_open == 0 && f_data == 0 && !\dut.w_q );
				assert (s_write || f_reads == {5'd0, !\dut.ask_q });
				assert (s_write || moved_q < s_words);
				assert (!s_write || f_open == {5'd0, !\dut.ask_q });
				assert (!s_write || f_data == {5'd0, moved_q == s_words && !\dut.w_q });
				assert (!\dut.w_q || \dut.w_last_q == (moved_q == s_words));            // invariant 2
			end
			assert (!m_done || (m_error == erred_q && moved_q == s_words));
			assert (!m_axi_wvalid || {m_axi_wdata, m_axi_wstrb} == taken_q);             // the word that was taken last
			assert (!WRONG || !(m_done && m_error));
		end
	end

	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (m_done && s_write && s_words == 6'd2);
			cover (m_done && !s_write && s_words == 6'd2);
			cover (m_done && m_error && s_write);
			cover (s_valid && s_window_hold);
		end
endmodule

`default_nettype wire
