// SPDX-License-Identifier: BSD-3-Clause
//
// The card of the native setting: card_core (node, barrier, reduction) with its host side: registers over AXI4-Lite, DMA over an
// AXI4 master, full/empty registers with remote operations, one interrupt line. Links are AXI4-Stream of W + 2 bits, l to and
// from the left neighbour, r the right one. Wiring only. Its surroundings on a board: docs/CARD.md,
// section 12.
`default_nettype none
`include "ring_nic_regs.vh"

module card_native #(
	parameter W = 16,             // bits of a word on the links: 16, 64 or 128
	parameter DATA_W = W == 128 ? 128 : 64, // bits of the AXI master's data: no other value
	parameter CHANNEL_N = 4,      // DMA channels
	parameter SPAN = 1,           // slots of the longest cell of bulk (cell_len); more than 1 with W = 64 alone
	parameter LG_BUF = W == 16 ? 6 : W == 64 && SPAN == 1 ? 8 : SPAN == 1 ? 9 : 10, // log2 of the 64-bit words of a channel's send buffer (dma)
	parameter SLOT_N = W == 16 ? 8 : SPAN == 1 ? 32 : 64, // slots in the switch's buffer of a virtual channel; link_port.v: for which cables
	parameter REPLAY_N = W == 16 ? 8 : SPAN == 1 ? 32 : 64, // slots of cells that a port keeps for sending again
	parameter CONTROL_N = W == 16 ? 0 : 8, // as SLOT_N, of the control class; 0: there is none
	parameter RDMA = 0,           // 1: an RDMA unit, as far as it is there (rdma_unit); with W = 64 alone
	parameter CLOCK_KHZ = 0,      // of clk; 0: not known
	parameter REQ_DEPTH = 512,    // operations of other nodes that wait: 8 for each node of the ring
	parameter REPLY_CYC = 65536,  // clocks without a reply after which a remote operation is given up
	parameter LG_REFRESH_CYC = SPAN == 1 ? 9 : 10, // log2 of the clocks of a link's tick
	parameter LG_DEAD_N = 2,      // log2 of the ticks of silence until a port is given up
	parameter LG_RETRY_N = 4,     // log2 of the replays without progress until then
	parameter LG_REFRESH = 12,    // log2 of the clocks between two sendings of a barrier group's state
	parameter LG_REPEAT = 16      // log2 of the clocks between two reports of a dead port
) (
	input  wire clk,
	input  wire rst,
	// registers
	input  wire s_axil_awvalid,
	output wire s_axil_awready,
	input  wire [15:0] s_axil_awaddr,
	input  wire s_axil_wvalid,
	output wire s_axil_wready,
	input  wire [31:0] s_axil_wdata,
	input  wire [3:0] s_axil_wstrb,
	output wire s_axil_bvalid,
	input  wire s_axil_bready,
	output wire [1:0] s_axil_bresp,
	input  wire s_axil_arvalid,
	output wire s_axil_arready,
	input  wire [15:0] s_axil_araddr,
	output wire s_axil_rvalid,
	input  wire s_axil_rready,
	output wire [31:0] s_axil_rdata,
	output wire [1:0] s_axil_rresp,
	output wire irq,              // level
	// doorbell windows of the pages, 4 KiB each (dma_quick)
	input  wire s_axi_awvalid,
	output wire s_axi_awready,
	input  wire [14:0] s_axi_awaddr,
	input  wire [7:0] s_axi_awlen,
	input  wire [2:0] s_axi_awsize,
	input  wire [1:0] s_axi_awburst,
	input  wire s_axi_wvalid,
	output wire s_axi_wready,
	input  wire [63:0] s_axi_wdata,
	input  wire [7:0] s_axi_wstrb,
	input  wire s_axi_wlast,
	output wire s_axi_bvalid,
	input  wire s_axi_bready,
	output wire [1:0] s_axi_bresp,
	input  wire s_axi_arvalid,
	output wire s_axi_arready,
	input  wire [14:0] s_axi_araddr, // every word there reads 0
	input  wire [7:0] s_axi_arlen,
	output wire s_axi_rvalid,
	input  wire s_axi_rready,
	output wire [63:0] s_axi_rdata,
	output wire [1:0] s_axi_rresp,
	output wire s_axi_rlast,
	// host memory
	output wire m_axi_arvalid,
	input  wire m_axi_arready,
	output wire [63:0] m_axi_araddr,
	output wire [7:0] m_axi_arlen,
	output wire [2:0] m_axi_aruser,  // page that the access is for
	input  wire m_axi_rvalid,
	output wire m_axi_rready,
	input  wire [DATA_W-1:0] m_axi_rdata,
	input  wire [1:0] m_axi_rresp,
	input  wire m_axi_rlast,
	output wire m_axi_awvalid,
	input  wire m_axi_awready,
	output wire [63:0] m_axi_awaddr,
	output wire [7:0] m_axi_awlen,
	output wire [2:0] m_axi_awuser,
	output wire m_axi_wvalid,
	input  wire m_axi_wready,
	output wire [DATA_W-1:0] m_axi_wdata,
	output wire [DATA_W/8-1:0] m_axi_wstrb,
	output wire m_axi_wlast,
	input  wire m_axi_bvalid,
	output wire m_axi_bready,
	input  wire [1:0] m_axi_bresp,
	// links
	output wire [1:0] link_up,    // ports {right, left}
	output wire [1:0] link_dead,
	input  wire s_l_wire_tvalid,
	input  wire [W-1:0] s_l_wire_tdata,
	input  wire [1:0] s_l_wire_tuser,
	output wire m_l_wire_tvalid,
	input  wire m_l_wire_tready,
	output wire [W-1:0] m_l_wire_tdata,
	output wire [1:0] m_l_wire_tuser,
	input  wire s_r_wire_tvalid,
	input  wire [W-1:0] s_r_wire_tdata,
	input  wire [1:0] s_r_wire_tuser,
	output wire m_r_wire_tvalid,
	input  wire m_r_wire_tready,
	output wire [W-1:0] m_r_wire_tdata,
	output wire [1:0] m_r_wire_tuser
);
	wire [9:0] cfg_id, cfg_last;

	// --- registers ------------------------------------------------------------------------------------------------

	wire [10:0] bus_valid, bus_ready;
	wire bus_write;
	wire [3:0] bus_page;
	wire [11:2] bus_addr;
	wire [31:0] bus_wdata;
	wire [11*32-1:0] bus_rdata;
	wire [7:0] ev_cq, ev_rq, ev_fe, ev_barrier, ev_reduce, ev_fault;
	wire [7:0] refused_core, refused_dma, refused_fe, ev_stuck, cq_rdma, refused_rdma;
	wire rdma_valid, rdma_ready;
	wire [31:0] rdma_rdata;

	host_regs #(.W(W), .CHANNEL_N(CHANNEL_N), .CLOCK_KHZ(CLOCK_KHZ), .FE_NODES(REQ_DEPTH / 8 + 1), .PRESENT(11'h3ff),
		.RDMA(RDMA))
		host_regs (.clk(clk), .rst(rst),
		.s_axil_awvalid(s_axil_awvalid), .s_axil_awready(s_axil_awready), .s_axil_awaddr(s_axil_awaddr),
		.s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready), .s_axil_wdata(s_axil_wdata),
		.s_axil_wstrb(s_axil_wstrb), .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready),
		.s_axil_bresp(s_axil_bresp), .s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready),
		.s_axil_araddr(s_axil_araddr), .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready),
		.s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp), .irq(irq),
		.bus_valid(bus_valid), .bus_write(bus_write), .bus_page(bus_page), .bus_addr(bus_addr), .bus_wdata(bus_wdata),
		.bus_ready(bus_ready), .bus_rdata(bus_rdata), .rdma_valid(rdma_valid), .rdma_ready(rdma_ready), .rdma_rdata(rdma_rdata),
		.ev_cq(ev_cq | cq_rdma), .ev_rq(ev_rq), .ev_fe(ev_fe), .ev_barrier(ev_barrier), .ev_reduce(ev_reduce), .ev_fault(ev_fault),
		.ev_refused(refused_core | refused_dma | refused_fe | refused_rdma), .ev_stuck(ev_stuck));

	// The blocks of the DMA are one, and those of the barrier.
	localparam NODE = `RN_SELECT_NODE, GROUP = `RN_SELECT_GROUP, DMA = `RN_SELECT_DMA, QUEUES = `RN_SELECT_QUEUES,
		REGION = `RN_SELECT_REGION, STREAM = `RN_SELECT_STREAM, DESC = `RN_SELECT_DESC, FE = `RN_SELECT_FE,
		BARRIER = `RN_SELECT_BARRIER, REDUCE = `RN_SELECT_REDUCE, SPIN = `RN_SELECT_SPIN;
	wire dma_valid = bus_valid[DMA] || bus_valid[QUEUES] || bus_valid[REGION] || bus_valid[STREAM] || bus_valid[DESC];
	wire dma_ready, fe_ready;
	wire [31:0] dma_rdata, fe_rdata;
	wire [2:0] core_ready;
	wire [3*32-1:0] core_rdata;
	wire unused_spin = bus_valid[SPIN];
	wire unused_araddr = &{1'b0, s_axi_araddr};

	assign bus_ready[NODE] = core_ready[0];
	assign bus_ready[GROUP] = core_ready[1];
	assign bus_ready[BARRIER] = core_ready[1];
	assign bus_ready[REDUCE] = core_ready[2];
	assign {bus_ready[DMA], bus_ready[QUEUES], bus_ready[REGION], bus_ready[STREAM], bus_ready[DESC]} = {5{dma_ready}};
	assign bus_ready[FE] = fe_ready;
	assign bus_ready[SPIN] = 1'b0;
	assign bus_rdata[32*NODE +: 32] = core_rdata[31:0];
	assign bus_rdata[32*GROUP +: 32] = core_rdata[63:32];
	assign bus_rdata[32*BARRIER +: 32] = core_rdata[63:32];
	assign bus_rdata[32*REDUCE +: 32] = core_rdata[95:64];
	assign bus_rdata[32*DMA +: 32] = dma_rdata;
	assign bus_rdata[32*QUEUES +: 32] = dma_rdata;
	assign bus_rdata[32*REGION +: 32] = dma_rdata;
	assign bus_rdata[32*STREAM +: 32] = dma_rdata;
	assign bus_rdata[32*DESC +: 32] = dma_rdata;
	assign bus_rdata[32*FE +: 32] = fe_rdata;
	assign bus_rdata[32*SPIN +: 32] = 32'd0;

	// --- node, barrier, reduction -------------------------------------------------------------------------------

	wire tx_valid, tx_ready, tx_head, tx_last, op_valid, op_ready, op_head, op_last;
	wire rx_valid, rx_ready, rx_head, rx_last, req_valid, req_head, req_last;
	wire rop_valid, rop_head, rop_last, fe_cell_ready, dma_space; // operations of the control class
	wire [W-1:0] tx_data, op_data, rx_data, req_data, rop_data;
	wire [1:0] tx_way, op_way;
	wire seg_valid, seg_ready, seg_last, ans_valid, ans_ready, ans_last;      // of the RDMA unit
	wire rseg_valid, rseg_ready, rseg_head, rseg_last, rans_valid, rans_ready, rans_head, rans_last;
	wire [W-1:0] seg_data, ans_data, rseg_data, rans_data;
	wire [1:0] seg_way, ans_way;
	wire [7:0] own_room;
	wire [31:0] own_owner, unused_retry;
	wire own_valid, own_ready, own_last, res_valid, res_ready, res_last;
	wire [2:0] own_group, res_group;
	wire [63:0] own_data, res_data;
	wire unused_enter_ready, unused_done;
	wire [3:0] unused_done_group;

	card_core #(.W(W), .SLOT_N(SLOT_N), .REPLAY_N(REPLAY_N), .SPAN(SPAN), .CONTROL_N(CONTROL_N), .RDMA(RDMA), .LG_REFRESH_CYC(LG_REFRESH_CYC),
		.LG_DEAD_N(LG_DEAD_N), .LG_RETRY_N(LG_RETRY_N), .LG_REFRESH(LG_REFRESH),
		.LG_REPEAT(LG_REPEAT)) core (.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last),
		.link_up(link_up), .link_dead(link_dead), .link_retry(unused_retry),
		.s_l_wire_tvalid(s_l_wire_tvalid), .s_l_wire_tdata(s_l_wire_tdata), .s_l_wire_tuser(s_l_wire_tuser),
		.m_l_wire_tvalid(m_l_wire_tvalid), .m_l_wire_tready(m_l_wire_tready), .m_l_wire_tdata(m_l_wire_tdata),
		.m_l_wire_tuser(m_l_wire_tuser),
		.s_r_wire_tvalid(s_r_wire_tvalid), .s_r_wire_tdata(s_r_wire_tdata), .s_r_wire_tuser(s_r_wire_tuser),
		.m_r_wire_tvalid(m_r_wire_tvalid), .m_r_wire_tready(m_r_wire_tready), .m_r_wire_tdata(m_r_wire_tdata),
		.m_r_wire_tuser(m_r_wire_tuser),
		.bus_valid({bus_valid[REDUCE], bus_valid[BARRIER] || bus_valid[GROUP], bus_valid[NODE]}), .bus_write(bus_write),
		.bus_page(bus_page), .bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_ready(core_ready), .bus_rdata(core_rdata),
		.ev_barrier(ev_barrier), .ev_reduce(ev_reduce), .ev_fault(ev_fault), .ev_refused(refused_core),
		.s_dma_valid(tx_valid), .s_dma_ready(tx_ready), .s_dma_head(tx_head), .s_dma_last(tx_last), .s_dma_data(tx_data),
		.s_dma_way(tx_way), .dma_space(dma_space),
		.s_op_valid(op_valid), .s_op_ready(op_ready), .s_op_head(op_head), .s_op_last(op_last), .s_op_data(op_data),
		.s_op_way(op_way),
		.m_dma_valid(rx_valid), .m_dma_ready(rx_ready), .m_dma_head(rx_head), .m_dma_last(rx_last), .m_dma_data(rx_data),
		.m_op_valid(rop_valid), .m_op_ready(fe_cell_ready), .m_op_head(rop_head), .m_op_last(rop_last), .m_op_data(rop_data),
		.s_seg_valid(seg_valid), .s_seg_ready(seg_ready), .s_seg_last(seg_last), .s_seg_data(seg_data), .s_seg_way(seg_way),
		.s_ans_valid(ans_valid), .s_ans_ready(ans_ready), .s_ans_last(ans_last), .s_ans_data(ans_data), .s_ans_way(ans_way),
		.m_seg_valid(rseg_valid), .m_seg_ready(rseg_ready), .m_seg_head(rseg_head), .m_seg_last(rseg_last), .m_seg_data(rseg_data),
		.m_ans_valid(rans_valid), .m_ans_ready(rans_ready), .m_ans_head(rans_head), .m_ans_last(rans_last), .m_ans_data(rans_data),
		.own_room(own_room), .own_owner(own_owner),
		.s_own_valid(own_valid), .s_own_ready(own_ready), .s_own_group(own_group), .s_own_last(own_last),
		.s_own_data(own_data),
		.m_res_valid(res_valid), .m_res_ready(res_ready), .m_res_group(res_group), .m_res_last(res_last),
		.m_res_data(res_data),
		.enter_valid(1'b0), .enter_ready(unused_enter_ready), .enter_group(4'd0), .done_valid(unused_done),
		.done_group(unused_done_group));

	// --- DMA ------------------------------------------------------------------------------------------------------

	wire [7:0] page_on, rdma_busy;
	wire rdma_hold, rdma_names, rdma_atomic, atomic_busy;
	wire [2:0] rdma_page;
	wire [31:0] rdma_high, rdma_window;
	wire a_arvalid, a_arready, a_rvalid, a_rready, a_awvalid, a_awready, a_wvalid, a_wready, a_wlast, a_bvalid, a_bready;
	wire [63:0] a_araddr, a_awaddr;
	wire [7:0] a_arlen, a_awlen;
	wire [2:0] a_aruser, a_awuser;
	wire [DATA_W-1:0] a_wdata;
	wire [DATA_W/8-1:0] a_wstrb;

	dma #(.W(W), .DATA_W(DATA_W), .CHANNEL_N(CHANNEL_N), .LG_BUF(LG_BUF), .SPAN(SPAN), .RDMA(RDMA)) dma (
		.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last), .link_dead(link_dead),
		.bus_valid(dma_valid), .bus_write(bus_write), .bus_page(bus_page), .bus_addr(bus_addr), .bus_wdata(bus_wdata),
		.bus_ready(dma_ready), .bus_rdata(dma_rdata), .ev_cq(ev_cq), .ev_rq(ev_rq), .ev_refused(refused_dma), .ev_stuck(ev_stuck),
		.s_cell_valid(rx_valid), .s_cell_ready(rx_ready), .s_cell_head(rx_head), .s_cell_last(rx_last), .s_cell_data(rx_data),
		.m_cell_valid(tx_valid), .m_cell_ready(tx_ready), .m_cell_head(tx_head), .m_cell_last(tx_last), .m_cell_data(tx_data),
		.m_cell_way(tx_way), .bulk_room(dma_space),
		.s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready), .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen),
		.s_axi_awsize(s_axi_awsize), .s_axi_awburst(s_axi_awburst), .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready),
		.s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb), .s_axi_wlast(s_axi_wlast), .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready),
		.s_axi_bresp(s_axi_bresp), .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready), .s_axi_arlen(s_axi_arlen),
		.s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready), .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp), .s_axi_rlast(s_axi_rlast),
		.m_req_valid(req_valid), .m_req_ready(fe_cell_ready), .m_req_head(req_head), .m_req_last(req_last), .m_req_data(req_data),
		.own_room(own_room), .own_owner(own_owner),
		.m_own_valid(own_valid), .m_own_ready(own_ready), .m_own_group(own_group), .m_own_last(own_last),
		.m_own_data(own_data),
		.s_res_valid(res_valid), .s_res_ready(res_ready), .s_res_group(res_group), .s_res_last(res_last),
		.s_res_data(res_data),
		.m_enable(page_on), .s_rdma_busy(rdma_busy), .m_rdma_hold(rdma_hold), .s_rdma_names(rdma_names), .s_rdma_page(rdma_page),
		.s_rdma_high(rdma_high), .m_rdma_high(rdma_window), .s_rdma_atomic(rdma_atomic), .m_atomic_busy(atomic_busy),
		.m_axi_arvalid(a_arvalid), .m_axi_arready(a_arready), .m_axi_araddr(a_araddr), .m_axi_arlen(a_arlen), .m_axi_aruser(a_aruser),
		.m_axi_rvalid(a_rvalid), .m_axi_rready(a_rready), .m_axi_rdata(m_axi_rdata), .m_axi_rresp(m_axi_rresp),
		.m_axi_rlast(m_axi_rlast),
		.m_axi_awvalid(a_awvalid), .m_axi_awready(a_awready), .m_axi_awaddr(a_awaddr), .m_axi_awlen(a_awlen), .m_axi_awuser(a_awuser),
		.m_axi_wvalid(a_wvalid), .m_axi_wready(a_wready), .m_axi_wdata(a_wdata), .m_axi_wstrb(a_wstrb),
		.m_axi_wlast(a_wlast),
		.m_axi_bvalid(a_bvalid), .m_axi_bready(a_bready), .m_axi_bresp(m_axi_bresp));

	// --- RDMA unit ------------------------------------------------------------------------------------------------

	generate if (RDMA != 0) begin : with_rdma
		wire b_arvalid, b_arready, b_rvalid, b_rready, b_awvalid, b_awready, b_wvalid, b_wready, b_wlast, b_bvalid, b_bready;
		wire [63:0] b_araddr, b_awaddr, b_wdata;
		wire [7:0] b_arlen, b_awlen, b_wstrb;
		wire [2:0] b_aruser, b_awuser;
		wire [1:0] unused_heads;

		if (W != 64 || CONTROL_N == 0) begin : narrow
			card_native_has_an_rdma_unit_at_w_of_64_with_a_control_class_alone bad_parameter();
		end

		rdma_unit rdma (.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last), .enable(page_on), .busy(rdma_busy),
			.bus_valid(rdma_valid), .bus_write(bus_write), .bus_page(bus_page[2:0]), .bus_addr(bus_addr), .bus_wdata(bus_wdata),
			.bus_ready(rdma_ready), .bus_rdata(rdma_rdata), .ev_cq(cq_rdma), .ev_refused(refused_rdma),
			.s_bulk_valid(rseg_valid), .s_bulk_ready(rseg_ready), .s_bulk_head(rseg_head), .s_bulk_last(rseg_last), .s_bulk_data(rseg_data[63:0]),
			.s_con_valid(rans_valid), .s_con_ready(rans_ready), .s_con_head(rans_head), .s_con_last(rans_last), .s_con_data(rans_data[63:0]),
			.m_bulk_valid(seg_valid), .m_bulk_ready(seg_ready), .m_bulk_head(unused_heads[0]), .m_bulk_last(seg_last),
			.m_bulk_data(seg_data[63:0]), .m_bulk_way(seg_way), .m_con_valid(ans_valid), .m_con_ready(ans_ready),
			.m_con_head(unused_heads[1]), .m_con_last(ans_last), .m_con_data(ans_data[63:0]), .m_con_way(ans_way),
			.s_window_hold(rdma_hold), .m_window_ask(rdma_names), .m_window_page(rdma_page), .m_window_high(rdma_high), .s_window_high(rdma_window),
			.m_atomic_hold(rdma_atomic), .s_atomic_busy(atomic_busy),
			.m_axi_arvalid(b_arvalid), .m_axi_arready(b_arready), .m_axi_araddr(b_araddr), .m_axi_arlen(b_arlen), .m_axi_aruser(b_aruser),
			.m_axi_rvalid(b_rvalid), .m_axi_rready(b_rready), .m_axi_rdata(m_axi_rdata[63:0]), .m_axi_rresp(m_axi_rresp), .m_axi_rlast(m_axi_rlast),
			.m_axi_awvalid(b_awvalid), .m_axi_awready(b_awready), .m_axi_awaddr(b_awaddr), .m_axi_awlen(b_awlen), .m_axi_awuser(b_awuser),
			.m_axi_wvalid(b_wvalid), .m_axi_wready(b_wready), .m_axi_wdata(b_wdata), .m_axi_wstrb(b_wstrb), .m_axi_wlast(b_wlast),
			.m_axi_bvalid(b_bvalid), .m_axi_bready(b_bready), .m_axi_bresp(m_axi_bresp));

		axi_join #(.DATA_W(DATA_W)) join_n (.clk(clk), .rst(rst),
			.s_a_axi_arvalid(a_arvalid), .s_a_axi_arready(a_arready), .s_a_axi_araddr(a_araddr), .s_a_axi_arlen(a_arlen), .s_a_axi_aruser(a_aruser),
			.s_a_axi_rvalid(a_rvalid), .s_a_axi_rready(a_rready),
			.s_a_axi_awvalid(a_awvalid), .s_a_axi_awready(a_awready), .s_a_axi_awaddr(a_awaddr), .s_a_axi_awlen(a_awlen), .s_a_axi_awuser(a_awuser),
			.s_a_axi_wvalid(a_wvalid), .s_a_axi_wready(a_wready), .s_a_axi_wdata(a_wdata), .s_a_axi_wstrb(a_wstrb), .s_a_axi_wlast(a_wlast),
			.s_a_axi_bvalid(a_bvalid), .s_a_axi_bready(a_bready),
			.s_b_axi_arvalid(b_arvalid), .s_b_axi_arready(b_arready), .s_b_axi_araddr(b_araddr), .s_b_axi_arlen(b_arlen), .s_b_axi_aruser(b_aruser),
			.s_b_axi_rvalid(b_rvalid), .s_b_axi_rready(b_rready),
			.s_b_axi_awvalid(b_awvalid), .s_b_axi_awready(b_awready), .s_b_axi_awaddr(b_awaddr), .s_b_axi_awlen(b_awlen), .s_b_axi_awuser(b_awuser),
			.s_b_axi_wvalid(b_wvalid), .s_b_axi_wready(b_wready), .s_b_axi_wdata(b_wdata), .s_b_axi_wstrb(b_wstrb), .s_b_axi_wlast(b_wlast),
			.s_b_axi_bvalid(b_bvalid), .s_b_axi_bready(b_bready),
			.m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready), .m_axi_araddr(m_axi_araddr), .m_axi_arlen(m_axi_arlen),
			.m_axi_aruser(m_axi_aruser), .m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready), .m_axi_rlast(m_axi_rlast),
			.m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready), .m_axi_awaddr(m_axi_awaddr), .m_axi_awlen(m_axi_awlen),
			.m_axi_awuser(m_axi_awuser), .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready), .m_axi_wdata(m_axi_wdata),
			.m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast), .m_axi_bvalid(m_axi_bvalid), .m_axi_bready(m_axi_bready));
	end else begin : without_rdma
		assign {seg_valid, seg_last, seg_data, seg_way, ans_valid, ans_last, ans_data, ans_way, rseg_ready, rans_ready} = 0;
		assign {rdma_busy, rdma_names, rdma_page, rdma_high, rdma_atomic, cq_rdma, refused_rdma, rdma_ready, rdma_rdata} = 0;
		assign {m_axi_arvalid, m_axi_araddr, m_axi_arlen, m_axi_aruser, m_axi_rready} = {a_arvalid, a_araddr, a_arlen, a_aruser, a_rready};
		assign {m_axi_awvalid, m_axi_awaddr, m_axi_awlen, m_axi_awuser, m_axi_bready} = {a_awvalid, a_awaddr, a_awlen, a_awuser, a_bready};
		assign {m_axi_wvalid, m_axi_wdata, m_axi_wstrb, m_axi_wlast} = {a_wvalid, a_wdata, a_wstrb, a_wlast};
		assign {a_arready, a_rvalid, a_awready, a_wready, a_bvalid} = {m_axi_arready, m_axi_rvalid, m_axi_awready, m_axi_wready, m_axi_bvalid};
		wire unused = &{1'b0, page_on, rdma_hold, rdma_window, atomic_busy, rdma_valid, seg_ready, ans_ready, rseg_valid, rseg_head, rseg_last, rseg_data,
			rans_valid, rans_head, rans_last, rans_data};
	end endgenerate

	// --- full/empty registers -------------------------------------------------------------------------------------

	fe_node #(.W(W), .REQ_DEPTH(REQ_DEPTH), .REPLY_CYC(REPLY_CYC)) fe (.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last),
		.bus_valid(bus_valid[FE]), .bus_write(bus_write), .bus_page(bus_page), .bus_addr(bus_addr), .bus_wdata(bus_wdata),
		.bus_ready(fe_ready), .bus_rdata(fe_rdata), .ev_fe(ev_fe), .ev_refused(refused_fe),
		.s_cell_valid(CONTROL_N != 0 ? rop_valid : req_valid), .s_cell_ready(fe_cell_ready),
		.s_cell_head(CONTROL_N != 0 ? rop_head : req_head), .s_cell_last(CONTROL_N != 0 ? rop_last : req_last),
		.s_cell_data(CONTROL_N != 0 ? rop_data : req_data),
		.m_cell_valid(op_valid), .m_cell_ready(op_ready), .m_cell_head(op_head), .m_cell_last(op_last),
		.m_cell_data(op_data), .m_cell_way(op_way));
endmodule

`default_nettype wire
