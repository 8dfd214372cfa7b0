// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/rdma_regs.v rtl/dma_pick.v
// prove: induction 2
// prove: cover 30
// prove: fail 30 WRONG=1
//
// The registers with two places for items of a page, under any accesses and a unit that takes any time for each item. For one page,
// which may be any: it is on only while the page of the card is; it is STOPPED only if it has no item in hand, and then gets
// none until it is turned on; its places do not overflow, and a command finds one, so do as many items as
// ROOM said before; RESULT is 0 from ENABLE to the end of the first command,
// whatever commands of other pages end then; tables are written only while it is STOPPED, ATTR while no command of it is BUSY, so a word that the unit uses is never read where it is written; an item is not read where
// another is written (FORMAL in rdma_regs.v).
// Assumed: an access stays until it is answered.
//
// WRONG = 1: the claim that the places never become full is refuted.
`default_nettype none

module rdma_regs_fv #(
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst,
	input wire [7:0] enable,
	input wire bus_valid,
	input wire bus_write,
	input wire [2:0] bus_page,
	input wire [11:2] bus_addr,
	input wire [31:0] bus_wdata,
	input wire s_done,
	input wire [3:0] s_code,
	input wire [2:0] s_table_page,
	input wire [2:0] s_table_slot,
	input wire s_show,
	input wire s_tell,
	input wire [2:0] s_show_page,
	input wire [15:0] s_show_number,
	input wire [18:0] s_tell_event,
	input wire [15:0] s_count
);
	wire bus_ready, m_valid;
	wire [31:0] bus_rdata, m_value;
	wire [7:0] m_on, m_busy, m_refused, m_starts, m_taken, m_told;
	wire [2:0] m_page;
	wire [4:0] m_what;
	wire [63:0] m_base;
	wire [24:0] m_n;

	rdma_regs #(.LG_DEPTH(1), .SLOT_N(1)) dut (.clk(clk), .rst(rst), .enable(enable), .bus_valid(bus_valid), .bus_write(bus_write), .bus_page(bus_page),
		.bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_ready(bus_ready), .bus_rdata(bus_rdata), .m_on(m_on), .m_busy(m_busy),
		.m_refused(m_refused), .m_starts(m_starts), .s_count(s_count), .m_valid(m_valid), .m_page(m_page), .m_what(m_what), .m_value(m_value), .s_done(s_done), .s_code(s_code),
		.s_table_page(s_table_page), .s_table_slot(s_table_slot), .m_base(m_base), .m_n(m_n), .s_show(s_show), .s_tell(s_tell),
		.s_show_page(s_show_page), .s_show_number(s_show_number), .s_tell_event(s_tell_event), .m_taken(m_taken), .m_told(m_told));
	(* hierconn *) wire [7:0] \dut.full ;
	reg first_q = 1'b1;
	always @(posedge clk)
		first_q <= 1'b0;
	always @(*)
		if (WRONG && !first_q)
			assert (\dut.full == 0);
endmodule

`default_nettype wire
