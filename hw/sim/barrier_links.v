// SPDX-License-Identifier: BSD-3-Clause
//
// barrier_links: a barrier unit with its two sym_out, for the bench sim/barrier.cpp, which plays the links.
`default_nettype none

module barrier_links #(
	parameter GROUP_N = 16,
	parameter LG_REFRESH = 12
) (
	input  wire clk,
	input  wire rst,
	input  wire [1:0] cfg_dateline,
	input  wire bus_valid,
	input  wire bus_write,
	input  wire [3:0] bus_page,
	input  wire [9:0] bus_addr,
	input  wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,
	input  wire enter_valid,
	output wire enter_ready,
	input  wire [3:0] enter_group,
	output wire done_valid,
	output wire [3:0] done_group,
	output wire [7:0] ev_barrier,
	output wire [7:0] ev_refused,
	input  wire [1:0] s_valid,       // {from the right, from the left}
	input  wire [19:0] s_l_data,
	input  wire [19:0] s_r_data,
	input  wire [1:0] up,            // {left, right}, as m_
	output wire [1:0] m_valid,       // {to the left, to the right}
	input  wire [1:0] m_ready,
	output wire [19:0] m_l_data,
	output wire [19:0] m_r_data,
	output wire [1:0] lost
);
	wire [1:0] bar_valid, bar_turned, idle;
	wire [15:0] bar_payload;
	wire [39:0] m_data;
	wire [1:0] unused;
	assign {m_l_data, m_r_data} = m_data;

	barrier #(.GROUP_N(GROUP_N), .LG_REFRESH(LG_REFRESH)) unit (.clk(clk), .rst(rst), .cfg_dateline(cfg_dateline),
		.bus_valid(bus_valid), .bus_write(bus_write), .bus_page(bus_page), .bus_addr(bus_addr), .bus_wdata(bus_wdata),
		.bus_ready(bus_ready), .bus_rdata(bus_rdata), .enter_valid(enter_valid), .enter_ready(enter_ready),
		.enter_group(enter_group), .done_valid(done_valid), .done_group(done_group), .ev_barrier(ev_barrier),
		.ev_refused(ev_refused), .s_l_valid(s_valid[0]), .s_l_data(s_l_data), .s_r_valid(s_valid[1]), .s_r_data(s_r_data),
		.m_valid(bar_valid), .m_turned(bar_turned), .m_payload(bar_payload), .idle(&idle), .lost(lost));

	sym_out out [1:0] (.clk(clk), .rst(rst), .up(up), .s_bar_valid(bar_valid),
		.s_bar_data({bar_turned[1], bar_payload, bar_turned[0], bar_payload}), .s_fault_valid(1'b0), .s_fault_ready(unused),
		.s_fault_data(16'd0), .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .idle(idle), .lost(lost));
endmodule

`default_nettype wire
