// SPDX-License-Identifier: BSD-3-Clause
//
// DMA of the SPIN setting: one AXI4 master of 64-bit addresses and 32-bit data, read side for the
// message that is sent (spin_fetch), write side for the one that is received (spin_store).
// Wiring only. The published card copies messages through a buffer of twice 256 words in the host's
// memory, because its DMA knows physical addresses only; here that buffer is in the card
// (LG_CELLS = 6) and DMA goes to the message itself.

`default_nettype none

module spin_dma #(
	parameter LG_CELLS = 6, // log2 of cells in each ring; 4 as published
	parameter PIPELINE = 1  // several bursts under way; 0 as published
) (
	input wire clk,
	input wire rst,

	input wire [3:0] cfg_lg_burst, // log2 of the longest burst in words

	input wire fetch_go, // pulse
	input wire [63:0] fetch_addr, // bytes
	input wire [31:0] fetch_len, // bytes
	input wire fetch_stop, // level, until idle
	output wire fetch_idle,
	output wire fetch_error,
	output wire fetch_cell,
	input wire fetch_take, // pulse
	output wire m_fetch_valid,
	input wire m_fetch_ready,
	output wire [15:0] m_fetch_data,

	input wire store_go, // pulse
	input wire [63:0] store_addr, // bytes
	input wire [31:0] store_len, // bytes
	input wire store_stop, // level, until idle
	output wire store_idle,
	output wire store_error,
	input wire s_store_valid,
	output wire s_store_ready,
	input wire [15:0] s_store_data,

	output wire m_axi_arvalid,
	input wire m_axi_arready,
	output wire [63:0] m_axi_araddr,
	output wire [7:0] m_axi_arlen,
	output wire [2:0] m_axi_arsize,
	output wire [1:0] m_axi_arburst,
	input wire m_axi_rvalid,
	output wire m_axi_rready,
	input wire [31:0] m_axi_rdata,
	input wire [1:0] m_axi_rresp,
	output wire m_axi_awvalid,
	input wire m_axi_awready,
	output wire [63:0] m_axi_awaddr,
	output wire [7:0] m_axi_awlen,
	output wire [2:0] m_axi_awsize,
	output wire [1:0] m_axi_awburst,
	output wire m_axi_wvalid,
	input wire m_axi_wready,
	output wire [31:0] m_axi_wdata,
	output wire [3:0] m_axi_wstrb,
	output wire m_axi_wlast,
	input wire m_axi_bvalid,
	output wire m_axi_bready,
	input wire [1:0] m_axi_bresp
);

assign m_axi_arsize = 3'd2; // 4 bytes
assign m_axi_awsize = 3'd2;
assign m_axi_arburst = 2'b01; // incrementing
assign m_axi_awburst = 2'b01;

spin_fetch #(
	.LG_CELLS(LG_CELLS),
	.PIPELINE(PIPELINE)
) fetch (
	.clk(clk),
	.rst(rst),
	.cfg_lg_burst(cfg_lg_burst),
	.go(fetch_go),
	.go_addr(fetch_addr),
	.go_len(fetch_len),
	.stop(fetch_stop),
	.idle(fetch_idle),
	.error(fetch_error),
	.whole(fetch_cell),
	.take(fetch_take),
	.m_valid(m_fetch_valid),
	.m_ready(m_fetch_ready),
	.m_data(m_fetch_data),
	.m_axi_arvalid(m_axi_arvalid),
	.m_axi_arready(m_axi_arready),
	.m_axi_araddr(m_axi_araddr),
	.m_axi_arlen(m_axi_arlen),
	.m_axi_rvalid(m_axi_rvalid),
	.m_axi_rready(m_axi_rready),
	.m_axi_rdata(m_axi_rdata),
	.m_axi_rresp(m_axi_rresp)
);

spin_store #(
	.LG_CELLS(LG_CELLS),
	.PIPELINE(PIPELINE)
) store (
	.clk(clk),
	.rst(rst),
	.cfg_lg_burst(cfg_lg_burst),
	.go(store_go),
	.go_addr(store_addr),
	.go_len(store_len),
	.stop(store_stop),
	.idle(store_idle),
	.error(store_error),
	.s_valid(s_store_valid),
	.s_ready(s_store_ready),
	.s_data(s_store_data),
	.m_axi_awvalid(m_axi_awvalid),
	.m_axi_awready(m_axi_awready),
	.m_axi_awaddr(m_axi_awaddr),
	.m_axi_awlen(m_axi_awlen),
	.m_axi_wvalid(m_axi_wvalid),
	.m_axi_wready(m_axi_wready),
	.m_axi_wdata(m_axi_wdata),
	.m_axi_wstrb(m_axi_wstrb),
	.m_axi_wlast(m_axi_wlast),
	.m_axi_bvalid(m_axi_bvalid),
	.m_axi_bready(m_axi_bready),
	.m_axi_bresp(m_axi_bresp)
);

endmodule

`default_nettype wire
