// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_rings.v
// prove: induction 3
// prove: cover 10
// prove: fail 12 BROKEN=1
//
// dma_rings under any registers and askers. A word is never read in the clock in which one is written, so no_rw_check
// is right. At most one asker is answered at a time, and only one that has asked. Its base was read at the address of
// its own ring.
//
// BROKEN = 1: the claim that the third asker is never answered is refuted.
`default_nettype none

module dma_rings_fv #(
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst,
	input wire bus_valid,
	input wire bus_write,
	input wire [2:0] bus_page,
	input wire [1:0] bus_ring,
	input wire bus_high,
	input wire [31:0] bus_wdata,
	input wire [2:0] s_ask,
	input wire [8:0] s_page,
	input wire s_window_hold
);
	wire bus_ready;
	wire [31:0] bus_rdata;
	wire [2:0] m_ack;
	wire [63:0] m_base;
	wire m_window_ask;
	wire [2:0] m_window_page;
	wire [31:0] m_window_high;
	(* hierconn *) wire \dut.bus ;
	(* hierconn *) wire [4:0] \dut.at ;

	dma_rings dut (.clk(clk), .rst(rst), .bus_valid(bus_valid), .bus_write(bus_write), .bus_page(bus_page), .bus_ring(bus_ring),
		.bus_high(bus_high), .bus_wdata(bus_wdata), .bus_ready(bus_ready), .bus_rdata(bus_rdata), .s_ask(s_ask), .s_page(s_page),
		.m_ack(m_ack), .m_base(m_base), .s_window_hold(s_window_hold), .m_window_ask(m_window_ask), .m_window_page(m_window_page), .m_window_high(m_window_high), .s_window_high(m_window_high));

	reg [2:0] asked_q = 3'd0;
	reg first_q = 1'b1, wrote_q = 1'b0;
	reg window_ask_q = 1'b0;
	reg [2:0] window_page_q = 3'd0;
	reg [4:0] at_q = 5'd0;
	wire write = \dut.bus && bus_write;

	always @(posedge clk) begin
		first_q <= 1'b0;
		at_q <= \dut.at ;
		wrote_q <= write;
		asked_q <= s_ask;
		{window_ask_q, window_page_q} <= {m_window_ask, m_window_page};
	end

	reg [8:0] page_q;
	always @(posedge clk)
		page_q <= s_page;
	wire [4:0] whose = m_ack[0] ? {2'd0, page_q[2:0]} : m_ack[1] ? {2'd1, page_q[5:3]} : {2'd2, page_q[8:6]};

	always @(*) begin
		if (first_q)
			assume (rst);
		else begin
			assert ((m_ack & (m_ack - 3'd1)) == 0);
			assert ((m_ack & ~asked_q) == 0);
			assert (m_ack == 0 || !wrote_q);
			assert (m_ack == 0 || (at_q == whose && window_ask_q && window_page_q == whose[2:0]));
			assert (!(s_window_hold && m_window_ask));
			assert (BROKEN == 0 || !m_ack[2]);
		end
	end

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (s_ask == 3'b111 && m_ack[2]);                                             // all ask and the last is answered
			cover (m_ack[0]);                                                                // send
			cover (m_ack[1]);                                                                // receive
			cover (\dut.bus && bus_write && s_ask != 0);                                     // a register is written while a ring is asked for
			cover (bus_valid && !bus_ready);                                                 // the registers wait
		end
endmodule

`default_nettype wire
