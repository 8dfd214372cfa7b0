// SPDX-License-Identifier: BSD-3-Clause
//
// Top of the card in the SPIN setting: a node of the ring with the published links (16-bit words, parity,
// NACK), connections in hardware, DMA, and the host's AXI. Wiring only. PUBLISHED = 1 has
// the timing of the paper: store and forward in 22 clocks, a send ring of 16 cells, bursts of 8 words one after
// the other, the message is read when the reply has come. PUBLISHED = 0 does all of it sooner.
//
//     host == AXI4-Lite ==> host_regs -> spin_regs --commands--> spin_conn <--words--> spin_dma <== AXI4 ==> host
//     host <-- irq --------------------------'                    |    ^
//                                                           s_loc v    | m_loc
//                                     link X in  ==>  +-------------------------+  ==> link X out
//                                     link Y in  ==>  |        node_spin        |  ==> link Y out
//                                                     +-------------------------+

`default_nettype none
`include "ring_nic_regs.vh"

module card_spin #(
	parameter PUBLISHED = 0, // 1: timing of the paper
	parameter LG_REQ = 10,   // log2 of the request queue's entries; more than nodes - 1
	parameter LG_CELLS = PUBLISHED != 0 ? 4 : 6, // log2 of cells in the send ring and in the receive ring
	parameter CLOCK_KHZ = 0  // of clk; 0: not known
) (
	input wire clk,
	input wire rst,
	output wire irq, // level

	input wire s_axil_awvalid,
	output wire s_axil_awready,
	input wire [15:0] s_axil_awaddr,
	input wire s_axil_wvalid,
	output wire s_axil_wready,
	input wire [31:0] s_axil_wdata,
	input wire [3:0] s_axil_wstrb,
	output wire s_axil_bvalid,
	input wire s_axil_bready,
	output wire [1:0] s_axil_bresp,
	input wire s_axil_arvalid,
	output wire s_axil_arready,
	input wire [15:0] s_axil_araddr,
	output wire s_axil_rvalid,
	input wire s_axil_rready,
	output wire [31:0] s_axil_rdata,
	output wire [1:0] s_axil_rresp,

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
	input wire [1:0] m_axi_bresp,

	input wire s_x_valid, // link X: from node i - 1, to node i + 1
	input wire [15:0] s_x_data,
	input wire s_x_parity,
	output wire s_x_nack,
	output wire m_x_valid,
	output wire [15:0] m_x_data,
	output wire m_x_parity,
	input wire m_x_nack,
	input wire s_y_valid, // link Y: from node i + 1, to node i - 1
	input wire [15:0] s_y_data,
	input wire s_y_parity,
	output wire s_y_nack,
	output wire m_y_valid,
	output wire [15:0] m_y_data,
	output wire m_y_parity,
	input wire m_y_nack
);

localparam AHEAD = PUBLISHED != 0 ? 0 : 1;
localparam LG_BURST = LG_CELLS + 2 > 8 ? 8 : LG_CELLS + 2; // half of a ring

wire [10:0] bus_valid;
wire bus_write, bus_ready;
wire [3:0] bus_page;
wire [11:2] bus_addr;
wire [31:0] bus_wdata, bus_rdata;
wire page_irq, spin_irq;
wire unused = &{1'b0, bus_page, bus_valid[9:0]}; // other blocks: not here

wire [9:0] cfg_id, cfg_last, cfg_bcast_x, cfg_bcast_y;
wire [1:0] cfg_bcast_en, cfg_dateline;
wire [31:0] cfg_timeout;
wire [3:0] cfg_lg_burst;
wire load, load_seq;
wire [5:0] new_seq;

wire send_go, send_go_bcast, send_halt, send_busy, send_done;
wire [9:0] send_go_dest;
wire [63:0] send_addr;
wire [31:0] send_len;
wire [3:0] send_code;
wire recv_go, recv_go_bcast, recv_go_any, recv_cancel, recv_halt, recv_busy, recv_done;
wire [9:0] recv_go_src, recv_src;
wire [63:0] recv_addr;
wire [31:0] recv_len, recv_got;
wire [3:0] recv_code;
wire coll_go, coll_halt, coll_busy, coll_done;
wire [3:0] coll_code;
wire [5:0] coll_seq;
wire [9:0] missing_barrier, missing_bcast;
wire queued, stray, stuck, parity_x, parity_y;
wire [10:0] queue_count;

wire up_valid, up_ready, up_head, up_last; // cells for this node
wire [15:0] up_data;
wire down_valid, down_ready, down_head, down_last; // cells of this node
wire [15:0] down_data;
wire [1:0] down_way;

wire fetch_go, fetch_stop, fetch_idle, fetch_error, fetch_cell, fetch_take, fetch_valid, fetch_ready;
wire [15:0] fetch_data;
wire store_go, store_stop, store_idle, store_error, store_valid, store_ready;
wire [31:0] store_len;
wire [15:0] store_data;

assign irq = page_irq || spin_irq;
wire unused_rdma;

host_regs #(
	.W(16),
	.CHANNEL_N(1),
	.SETTING(1),
	.CLOCK_KHZ(CLOCK_KHZ),
	.PRESENT(1 << `RN_SELECT_SPIN)
) host (
	.clk(clk),
	.rst(rst),
	.s_axil_awvalid(s_axil_awvalid),
	.s_axil_awready(s_axil_awready),
	.s_axil_awaddr(s_axil_awaddr),
	.s_axil_wvalid(s_axil_wvalid),
	.s_axil_wready(s_axil_wready),
	.s_axil_wdata(s_axil_wdata),
	.s_axil_wstrb(s_axil_wstrb),
	.s_axil_bvalid(s_axil_bvalid),
	.s_axil_bready(s_axil_bready),
	.s_axil_bresp(s_axil_bresp),
	.s_axil_arvalid(s_axil_arvalid),
	.s_axil_arready(s_axil_arready),
	.s_axil_araddr(s_axil_araddr),
	.s_axil_rvalid(s_axil_rvalid),
	.s_axil_rready(s_axil_rready),
	.s_axil_rdata(s_axil_rdata),
	.s_axil_rresp(s_axil_rresp),
	.irq(page_irq),
	.bus_valid(bus_valid),
	.bus_write(bus_write),
	.bus_page(bus_page),
	.bus_addr(bus_addr),
	.bus_wdata(bus_wdata),
	.bus_ready({bus_ready, 10'd0}),
	.bus_rdata({bus_rdata, 320'd0}),
	.rdma_valid(unused_rdma),
	.rdma_ready(1'b0),
	.rdma_rdata(32'd0),
	.ev_cq(8'd0),
	.ev_rq(8'd0),
	.ev_fe(8'd0),
	.ev_barrier(8'd0),
	.ev_reduce(8'd0),
	.ev_fault(8'd0),
	.ev_refused(8'd0),
	.ev_stuck(8'd0)
);

spin_regs #(
	.LG_BURST(LG_BURST)
) regs (
	.clk(clk),
	.rst(rst),
	.bus_valid(bus_valid[`RN_SELECT_SPIN]),
	.bus_write(bus_write),
	.bus_addr(bus_addr),
	.bus_wdata(bus_wdata),
	.bus_ready(bus_ready),
	.bus_rdata(bus_rdata),
	.irq(spin_irq),
	.cfg_id(cfg_id),
	.cfg_last(cfg_last),
	.cfg_bcast_x(cfg_bcast_x),
	.cfg_bcast_y(cfg_bcast_y),
	.cfg_bcast_en(cfg_bcast_en),
	.cfg_dateline(cfg_dateline),
	.cfg_timeout(cfg_timeout),
	.cfg_lg_burst(cfg_lg_burst),
	.load(load),
	.load_seq(load_seq),
	.new_seq(new_seq),
	.send_go(send_go),
	.send_halt(send_halt),
	.send_go_bcast(send_go_bcast),
	.send_go_dest(send_go_dest),
	.send_addr(send_addr),
	.send_len(send_len),
	.send_busy(send_busy),
	.send_done(send_done),
	.send_code(send_code),
	.recv_go(recv_go),
	.recv_cancel(recv_cancel),
	.recv_halt(recv_halt),
	.recv_go_bcast(recv_go_bcast),
	.recv_go_any(recv_go_any),
	.recv_go_src(recv_go_src),
	.recv_addr(recv_addr),
	.recv_len(recv_len),
	.recv_busy(recv_busy),
	.recv_done(recv_done),
	.recv_code(recv_code),
	.recv_src(recv_src),
	.recv_got(recv_got),
	.coll_go(coll_go),
	.coll_halt(coll_halt),
	.coll_busy(coll_busy),
	.coll_done(coll_done),
	.coll_code(coll_code),
	.coll_seq(coll_seq),
	.missing_barrier(missing_barrier),
	.missing_bcast(missing_bcast),
	.queued(queued),
	.queue_count(queue_count),
	.stray(stray),
	.stuck(stuck),
	.parity_x(parity_x),
	.parity_y(parity_y)
);

spin_conn #(
	.LG_REQ(LG_REQ),
	.PREFETCH(AHEAD)
) conn (
	.clk(clk),
	.rst(rst),
	.cfg_id(cfg_id),
	.cfg_last(cfg_last),
	.cfg_bcast_en(cfg_bcast_en),
	.cfg_timeout(cfg_timeout),
	.load(load),
	.load_seq(load_seq),
	.new_seq(new_seq),
	.send_go(send_go),
	.send_go_bcast(send_go_bcast),
	.send_go_dest(send_go_dest),
	.send_go_len(send_len),
	.send_halt(send_halt),
	.send_busy(send_busy),
	.send_done(send_done),
	.send_code(send_code),
	.recv_go(recv_go),
	.recv_go_bcast(recv_go_bcast),
	.recv_go_any(recv_go_any),
	.recv_go_src(recv_go_src),
	.recv_go_len(recv_len),
	.recv_cancel(recv_cancel),
	.recv_halt(recv_halt),
	.recv_busy(recv_busy),
	.recv_done(recv_done),
	.recv_code(recv_code),
	.recv_src(recv_src),
	.recv_got(recv_got),
	.coll_go(coll_go),
	.coll_halt(coll_halt),
	.coll_busy(coll_busy),
	.coll_done(coll_done),
	.coll_code(coll_code),
	.coll_seq(coll_seq),
	.missing_barrier(missing_barrier),
	.missing_bcast(missing_bcast),
	.queued(queued),
	.queue_count(queue_count),
	.stray(stray),
	.stuck(stuck),
	.s_loc_valid(up_valid),
	.s_loc_ready(up_ready),
	.s_loc_head(up_head),
	.s_loc_last(up_last),
	.s_loc_bad(1'b0),
	.s_loc_data(up_data),
	.m_loc_valid(down_valid),
	.m_loc_ready(down_ready),
	.m_loc_head(down_head),
	.m_loc_last(down_last),
	.m_loc_data(down_data),
	.m_loc_way(down_way),
	.fetch_go(fetch_go),
	.fetch_stop(fetch_stop),
	.fetch_idle(fetch_idle),
	.fetch_error(fetch_error),
	.fetch_cell(fetch_cell),
	.fetch_take(fetch_take),
	.s_fetch_valid(fetch_valid),
	.s_fetch_ready(fetch_ready),
	.s_fetch_data(fetch_data),
	.store_go(store_go),
	.store_len(store_len),
	.store_stop(store_stop),
	.store_idle(store_idle),
	.store_error(store_error),
	.m_store_valid(store_valid),
	.m_store_ready(store_ready),
	.m_store_data(store_data)
);

spin_dma #(
	.LG_CELLS(LG_CELLS),
	.PIPELINE(AHEAD)
) dma (
	.clk(clk),
	.rst(rst),
	.cfg_lg_burst(cfg_lg_burst),
	.fetch_go(fetch_go),
	.fetch_addr(send_addr),
	.fetch_len(send_len),
	.fetch_stop(fetch_stop),
	.fetch_idle(fetch_idle),
	.fetch_error(fetch_error),
	.fetch_cell(fetch_cell),
	.fetch_take(fetch_take),
	.m_fetch_valid(fetch_valid),
	.m_fetch_ready(fetch_ready),
	.m_fetch_data(fetch_data),
	.store_go(store_go),
	.store_addr(recv_addr),
	.store_len(store_len),
	.store_stop(store_stop),
	.store_idle(store_idle),
	.store_error(store_error),
	.s_store_valid(store_valid),
	.s_store_ready(store_ready),
	.s_store_data(store_data),
	.m_axi_arvalid(m_axi_arvalid),
	.m_axi_arready(m_axi_arready),
	.m_axi_araddr(m_axi_araddr),
	.m_axi_arlen(m_axi_arlen),
	.m_axi_arsize(m_axi_arsize),
	.m_axi_arburst(m_axi_arburst),
	.m_axi_rvalid(m_axi_rvalid),
	.m_axi_rready(m_axi_rready),
	.m_axi_rdata(m_axi_rdata),
	.m_axi_rresp(m_axi_rresp),
	.m_axi_awvalid(m_axi_awvalid),
	.m_axi_awready(m_axi_awready),
	.m_axi_awaddr(m_axi_awaddr),
	.m_axi_awlen(m_axi_awlen),
	.m_axi_awsize(m_axi_awsize),
	.m_axi_awburst(m_axi_awburst),
	.m_axi_wvalid(m_axi_wvalid),
	.m_axi_wready(m_axi_wready),
	.m_axi_wdata(m_axi_wdata),
	.m_axi_wstrb(m_axi_wstrb),
	.m_axi_wlast(m_axi_wlast),
	.m_axi_bvalid(m_axi_bvalid),
	.m_axi_bready(m_axi_bready),
	.m_axi_bresp(m_axi_bresp)
);

node_spin #(
	.PUBLISHED(PUBLISHED)
) node (
	.clk(clk),
	.rst(rst),
	.cfg_id(cfg_id),
	.cfg_last(cfg_last),
	.cfg_dateline(cfg_dateline),
	.cfg_bcast_x(cfg_bcast_x),
	.cfg_bcast_y(cfg_bcast_y),
	.s_x_valid(s_x_valid),
	.s_x_data(s_x_data),
	.s_x_parity(s_x_parity),
	.s_x_nack(s_x_nack),
	.m_x_valid(m_x_valid),
	.m_x_data(m_x_data),
	.m_x_parity(m_x_parity),
	.m_x_nack(m_x_nack),
	.s_y_valid(s_y_valid),
	.s_y_data(s_y_data),
	.s_y_parity(s_y_parity),
	.s_y_nack(s_y_nack),
	.m_y_valid(m_y_valid),
	.m_y_data(m_y_data),
	.m_y_parity(m_y_parity),
	.m_y_nack(m_y_nack),
	.s_loc_valid(down_valid),
	.s_loc_ready(down_ready),
	.s_loc_head(down_head),
	.s_loc_last(down_last),
	.s_loc_data(down_data),
	.s_loc_way(down_way),
	.m_loc_valid(up_valid),
	.m_loc_ready(up_ready),
	.m_loc_head(up_head),
	.m_loc_last(up_last),
	.m_loc_data(up_data),
	.parity_x(parity_x),
	.parity_y(parity_y)
);

endmodule

`default_nettype wire
