// SPDX-License-Identifier: BSD-3-Clause
//
// A card of the native setting without its host side: the node (switch, links, barrier), its
// registers, the reduction unit, and the modules between switch and units: rx_commit, which ends
// bad cells and sorts good ones, and cell_arb, through which all cells are sent: one of each for bulk and one for the control class,
// where the node has one. Wiring only.
// card_native puts DMA, remote operations and the host's registers above it.
`default_nettype none
`include "ring_nic_regs.vh"

module card_core #(
	parameter W = 16,             // bits of a word: 16, 64 or 128
	parameter SPAN = 1,           // slots of the longest cell of bulk (cell_len); more than 1 with W = 64 alone
	parameter SLOT_N = W == 16 ? 8 : SPAN == 1 ? 32 : 64, // slots in the switch's buffer of a virtual channel; link_port.v: for which cables
	parameter REPLAY_N = W == 16 ? 8 : SPAN == 1 ? 32 : 64, // slots of cells that a port keeps for sending again
	parameter CONTROL_N = W == 16 ? 0 : 8, // as SLOT_N, of the control class; 0: there is none
	parameter RDMA = 0,           // 1: cells of an RDMA unit (with a control class)
	parameter GROUP_N = 16,       // barrier groups
	parameter LG_REFRESH_CYC = SPAN == 1 ? 9 : 10, // log2 of the clocks of a link's tick
	parameter LG_DEAD_N = 2,      // log2 of the ticks of silence until a port is given up
	parameter LG_RETRY_N = 4,     // log2 of the replays without progress until then
	parameter LG_REFRESH = 12,    // log2 of the clocks between two sendings of a barrier group's state
	parameter LG_REPEAT = 16      // log2 of the clocks between two reports of a dead port
) (
	input  wire clk,
	input  wire rst,
	output wire [9:0] cfg_id,
	output wire [9:0] cfg_last,
	output wire [1:0] link_up,    // ports {right, left}
	output wire [1:0] link_dead,
	output wire [31:0] link_retry, // times that {right, left} sent again
	// wires: l to and from the left neighbour, r the right one
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
	output wire [1:0] m_r_wire_tuser,
	// registers: blocks {REDUCE, BARRIER and GROUP, NODE}
	input  wire [2:0] bus_valid,
	input  wire bus_write,
	input  wire [3:0] bus_page,
	input  wire [11:2] bus_addr,
	input  wire [31:0] bus_wdata,
	output wire [2:0] bus_ready,
	output wire [3*32-1:0] bus_rdata,
	output wire [7:0] ev_barrier,
	output wire [7:0] ev_reduce,
	output wire [7:0] ev_fault,
	output wire [7:0] ev_refused,
	// cells to send: the DMA's and the remote operations'
	input  wire s_dma_valid,
	output wire s_dma_ready,
	input  wire s_dma_head,
	input  wire s_dma_last,
	input  wire [W-1:0] s_dma_data,
	input  wire [1:0] s_dma_way,
	output wire dma_space,        // bulk of the DMA does not wait before cells of the control class
	input  wire s_op_valid,
	output wire s_op_ready,
	input  wire s_op_head,
	input  wire s_op_last,
	input  wire [W-1:0] s_op_data,
	input  wire [1:0] s_op_way,
	// good cells received, but REDUCE; with a control class, but REQ and REPLY
	output wire m_dma_valid,
	input  wire m_dma_ready,
	output wire m_dma_head,
	output wire m_dma_last,
	output wire [W-1:0] m_dma_data,
	// REQ and REPLY of the control class
	output wire m_op_valid,
	input  wire m_op_ready,
	output wire m_op_head,
	output wire m_op_last,
	output wire [W-1:0] m_op_data,
	// cells of the RDMA unit, to send and received: segments (bulk), answers (control)
	input  wire s_seg_valid,
	output wire s_seg_ready,
	input  wire s_seg_last,
	input  wire [W-1:0] s_seg_data,
	input  wire [1:0] s_seg_way,
	input  wire s_ans_valid,
	output wire s_ans_ready,
	input  wire s_ans_last,
	input  wire [W-1:0] s_ans_data,
	input  wire [1:0] s_ans_way,
	output wire m_seg_valid,
	input  wire m_seg_ready,
	output wire m_seg_head,
	output wire m_seg_last,
	output wire [W-1:0] m_seg_data,
	output wire m_ans_valid,
	input  wire m_ans_ready,
	output wire m_ans_head,
	output wire m_ans_last,
	output wire [W-1:0] m_ans_data,
	// operands and results of vectors
	output wire [7:0] own_room,
	output wire [31:0] own_owner,
	input  wire s_own_valid,
	output wire s_own_ready,
	input  wire [2:0] s_own_group,
	input  wire s_own_last,
	input  wire [63:0] s_own_data,
	output wire m_res_valid,
	input  wire m_res_ready,
	output wire [2:0] m_res_group,
	output wire m_res_last,
	output wire [63:0] m_res_data,
	// barriers without the bus
	input  wire enter_valid,
	output wire enter_ready,
	input  wire [3:0] enter_group,
	output wire done_valid,
	output wire [3:0] done_group
);
	wire [1:0] cfg_dateline, cfg_bcast_en, link_clear;
	wire [9:0] cfg_bcast_x, cfg_bcast_y;
	wire [5:0] link_cause;
	wire [31:0] link_crc, link_sym;
	wire [10:0] fault_ask;
	wire fault_answer, fault_news;
	wire [13:0] fault_news_data;
	wire s_loc_valid, s_loc_ready, s_loc_head, s_loc_last;
	wire m_loc_valid, m_loc_ready, m_loc_head, m_loc_last, m_loc_bad;
	wire [W-1:0] s_loc_data, m_loc_data;
	wire [1:0] s_loc_way;
	wire s_con_valid, s_con_ready, s_con_head, s_con_last;   // of the control class
	wire m_con_valid, m_con_ready, m_con_head, m_con_last, m_con_bad;
	wire [W-1:0] s_con_data, m_con_data;
	wire [1:0] s_con_way;

	node_regs node_regs (.clk(clk), .rst(rst), .bus_valid(bus_valid[0]), .bus_write(bus_write), .bus_page(bus_page),
		.bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_ready(bus_ready[0]), .bus_rdata(bus_rdata[31:0]),
		.cfg_id(cfg_id), .cfg_last(cfg_last), .cfg_dateline(cfg_dateline), .cfg_bcast_x(cfg_bcast_x),
		.cfg_bcast_y(cfg_bcast_y), .cfg_bcast_en(cfg_bcast_en), .link_clear(link_clear), .link_up(link_up),
		.link_dead(link_dead), .link_cause(link_cause), .link_crc(link_crc), .link_retry(link_retry), .link_sym(link_sym),
		.fault_ask(fault_ask), .fault_answer(fault_answer), .fault_news(fault_news), .fault_news_data(fault_news_data),
		.ev_fault(ev_fault));

	node_native #(.W(W), .SLOT_N(SLOT_N), .REPLAY_N(REPLAY_N), .SPAN(SPAN), .CONTROL_N(CONTROL_N), .GROUP_N(GROUP_N),
		.LG_REFRESH_CYC(LG_REFRESH_CYC), .LG_DEAD_N(LG_DEAD_N), .LG_RETRY_N(LG_RETRY_N), .LG_REFRESH(LG_REFRESH), .LG_REPEAT(LG_REPEAT)) node (
		.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last), .cfg_dateline(cfg_dateline),
		.cfg_bcast_x(cfg_bcast_x), .cfg_bcast_y(cfg_bcast_y),
		.s_l_wire_tvalid(s_l_wire_tvalid), .s_l_wire_tdata(s_l_wire_tdata), .s_l_wire_tuser(s_l_wire_tuser),
		.m_l_wire_tvalid(m_l_wire_tvalid), .m_l_wire_tready(m_l_wire_tready), .m_l_wire_tdata(m_l_wire_tdata),
		.m_l_wire_tuser(m_l_wire_tuser),
		.s_r_wire_tvalid(s_r_wire_tvalid), .s_r_wire_tdata(s_r_wire_tdata), .s_r_wire_tuser(s_r_wire_tuser),
		.m_r_wire_tvalid(m_r_wire_tvalid), .m_r_wire_tready(m_r_wire_tready), .m_r_wire_tdata(m_r_wire_tdata),
		.m_r_wire_tuser(m_r_wire_tuser),
		.s_loc_valid(s_loc_valid), .s_loc_ready(s_loc_ready), .s_loc_space(loc_space), .s_loc_head(s_loc_head), .s_loc_last(s_loc_last),
		.s_loc_data(s_loc_data), .s_loc_way(s_loc_way & (cfg_bcast_en | {2{^s_loc_way}})),
		.s_control_valid(s_con_valid), .s_control_ready(s_con_ready), .s_control_head(s_con_head), .s_control_last(s_con_last),
		.s_control_data(s_con_data), .s_control_way(s_con_way & (cfg_bcast_en | {2{^s_con_way}})),
		.m_control_valid(m_con_valid), .m_control_ready(m_con_ready), .m_control_head(m_con_head), .m_control_last(m_con_last),
		.m_control_bad(m_con_bad), .m_control_data(m_con_data),
		.m_loc_valid(m_loc_valid), .m_loc_ready(m_loc_ready), .m_loc_head(m_loc_head), .m_loc_last(m_loc_last),
		.m_loc_bad(m_loc_bad), .m_loc_data(m_loc_data),
		.link_clear(link_clear), .link_up(link_up), .link_dead(link_dead), .link_cause(link_cause), .link_crc(link_crc),
		.link_retry(link_retry), .link_sym(link_sym),
		.fault_ask(fault_ask), .fault_answer(fault_answer), .fault_news(fault_news), .fault_news_data(fault_news_data),
		.bus_valid(bus_valid[1]), .bus_write(bus_write), .bus_page(bus_page), .bus_addr(bus_addr), .bus_wdata(bus_wdata),
		.bus_ready(bus_ready[1]), .bus_rdata(bus_rdata[63:32]), .enter_valid(enter_valid), .enter_ready(enter_ready),
		.enter_group(enter_group), .done_valid(done_valid), .done_group(done_group), .ev_barrier(ev_barrier),
		.ev_refused(ev_refused));

	// --- cells ----------------------------------------------------------------------------------------------------

	wire unused_dropped;
	wire s_red_valid, s_red_ready, s_red_head, s_red_last, m_red_valid, m_red_ready, m_red_head, m_red_last;
	wire [W-1:0] s_red_data, m_red_data;
	wire [1:0] m_red_way;
	wire loc_space;

	generate if (CONTROL_N != 0) begin : classes
		wire unused_reduce, unused_reduce_head, unused_reduce_last, unused_control_dropped, unused_class;
		wire [W-1:0] unused_reduce_data;
		wire unused_heads = &{1'b0, s_op_head, m_red_head, m_con_head};

		localparam QUEUE = 32 + `RN_CELL_WIDE_H2_QUEUE_LSB;
		assign dma_space = loc_space;

		// Sending: cells of the DMA are of either class, all others are control.
		wire dma_is_control, bulk_valid, bulk_ready, con_valid, con_ready, unused_ready;
		cell_class dma_class (.head(s_dma_data[47:0]), .control(dma_is_control));
		cell_split dma_split (.clk(clk), .rst(rst), .s_valid(s_dma_valid), .s_ready(s_dma_ready), .s_head(s_dma_head),
			.s_other(dma_is_control), .m_valid(bulk_valid), .m_ready(bulk_ready), .m_other_valid(con_valid), .m_other_ready(con_ready));
		if (RDMA != 0) begin : with_rdma
			// A segment begins while as many cells fit into the switch as for the DMA, so neither stands before requests of the DMA.
			reg in_q;
			wire seg_valid = s_seg_valid && (in_q || loc_space);
			wire seg_taken;
			assign s_seg_ready = seg_taken && (in_q || loc_space);
			always @(posedge clk)
				if (rst)
					in_q <= 1'b0;
				else if (s_seg_valid && s_seg_ready)
					in_q <= !s_seg_last;

			cell_arb #(.W(W), .N(3), .SPAN(SPAN)) arb (.clk(clk), .rst(rst), .s_valid({seg_valid, bulk_valid, 1'b0}),
				.s_ready({seg_taken, bulk_ready, unused_ready}), .s_last({s_seg_last, s_dma_last, 1'b0}),
				.s_data({s_seg_data, s_dma_data, {W{1'b0}}}), .s_way({s_seg_way, s_dma_way, 2'b00}),
				.m_valid(s_loc_valid), .m_ready(s_loc_ready), .m_head(s_loc_head), .m_last(s_loc_last), .m_data(s_loc_data),
				.m_way(s_loc_way));
			cell_arb #(.W(W), .N(4)) control_arb (.clk(clk), .rst(rst),
				.s_valid({s_ans_valid, con_valid, s_op_valid, m_red_valid}), .s_ready({s_ans_ready, con_ready, s_op_ready, m_red_ready}),
				.s_last({s_ans_last, s_dma_last, s_op_last, m_red_last}), .s_data({s_ans_data, s_dma_data, s_op_data, m_red_data}),
				.s_way({s_ans_way, s_dma_way, s_op_way, m_red_way}),
				.m_valid(s_con_valid), .m_ready(s_con_ready), .m_head(s_con_head), .m_last(s_con_last), .m_data(s_con_data),
				.m_way(s_con_way));
		end else begin : without_rdma
			wire unused_cells = &{1'b0, s_seg_valid, s_seg_last, s_seg_data, s_seg_way, s_ans_valid, s_ans_last, s_ans_data, s_ans_way};

			assign {s_seg_ready, s_ans_ready} = 2'b00;
			cell_arb #(.W(W), .N(2)) arb (.clk(clk), .rst(rst), .s_valid({bulk_valid, 1'b0}), .s_ready({bulk_ready, unused_ready}),
				.s_last({s_dma_last, 1'b0}), .s_data({s_dma_data, {W{1'b0}}}), .s_way({s_dma_way, 2'b00}),
				.m_valid(s_loc_valid), .m_ready(s_loc_ready), .m_head(s_loc_head), .m_last(s_loc_last), .m_data(s_loc_data),
				.m_way(s_loc_way));
			cell_arb #(.W(W), .N(3)) control_arb (.clk(clk), .rst(rst),
				.s_valid({con_valid, s_op_valid, m_red_valid}), .s_ready({con_ready, s_op_ready, m_red_ready}),
				.s_last({s_dma_last, s_op_last, m_red_last}),
				.s_data({s_dma_data, s_op_data, m_red_data}), .s_way({s_dma_way, s_op_way, m_red_way}),
				.m_valid(s_con_valid), .m_ready(s_con_ready), .m_head(s_con_head), .m_last(s_con_last), .m_data(s_con_data),
				.m_way(s_con_way));
		end

		// Receiving: REQ and REPLY go to the remote operations, cells of queue pairs to the RDMA unit, others to the DMA, control in turn with
		// bulk. A card without the unit drops those of queue pairs.
		wire r_bulk_valid, r_bulk_ready, r_bulk_head, r_bulk_last, r_con_valid, r_con_ready, r_con_head, r_con_last;
		wire r_dma_valid, r_dma_ready;
		wire [W-1:0] r_bulk_data, r_con_data;
		wire r_rest_valid, r_rest_ready, d_bulk_valid, d_bulk_ready;
		wire is_op = r_con_data[`RN_CELL_H0_TYPE_R] == `RN_CELL_TYPE_REQ || r_con_data[`RN_CELL_H0_TYPE_R] == `RN_CELL_TYPE_REPLY;

		rx_commit #(.W(W), .LG_RED_DEPTH(5), .SPAN(SPAN)) receive (.clk(clk), .rst(rst),
			.s_valid(m_loc_valid), .s_ready(m_loc_ready), .s_head(m_loc_head), .s_last(m_loc_last), .s_bad(m_loc_bad),
			.s_data(m_loc_data),
			.m_red_valid(unused_reduce), .m_red_ready(1'b1), .m_red_head(unused_reduce_head), .m_red_last(unused_reduce_last),
			.m_red_data(unused_reduce_data),
			.m_dma_valid(r_bulk_valid), .m_dma_ready(r_bulk_ready), .m_dma_head(r_bulk_head), .m_dma_last(r_bulk_last),
			.m_dma_data(r_bulk_data), .dropped(unused_dropped));
		rx_commit #(.W(W)) receive_control (.clk(clk), .rst(rst),
			.s_valid(m_con_valid), .s_ready(m_con_ready), .s_head(m_con_head), .s_last(m_con_last), .s_bad(m_con_bad),
			.s_data(m_con_data),
			.m_red_valid(s_red_valid), .m_red_ready(s_red_ready), .m_red_head(s_red_head), .m_red_last(s_red_last),
			.m_red_data(s_red_data),
			.m_dma_valid(r_con_valid), .m_dma_ready(r_con_ready), .m_dma_head(r_con_head), .m_dma_last(r_con_last),
			.m_dma_data(r_con_data), .dropped(unused_control_dropped));
		cell_split op_split (.clk(clk), .rst(rst), .s_valid(r_con_valid), .s_ready(r_con_ready), .s_head(r_con_head), .s_other(is_op),
			.m_valid(r_rest_valid), .m_ready(r_rest_ready), .m_other_valid(m_op_valid), .m_other_ready(m_op_ready));
		cell_split answer_split (.clk(clk), .rst(rst), .s_valid(r_rest_valid), .s_ready(r_rest_ready), .s_head(r_con_head),
			.s_other(r_con_data[QUEUE]), .m_valid(r_dma_valid), .m_ready(r_dma_ready), .m_other_valid(m_ans_valid),
			.m_other_ready(m_ans_ready || RDMA == 0));
		cell_split segment_split (.clk(clk), .rst(rst), .s_valid(r_bulk_valid), .s_ready(r_bulk_ready), .s_head(r_bulk_head),
			.s_other(r_bulk_data[QUEUE]), .m_valid(d_bulk_valid), .m_ready(d_bulk_ready), .m_other_valid(m_seg_valid),
			.m_other_ready(m_seg_ready || RDMA == 0));
		assign {m_ans_head, m_ans_last, m_ans_data} = {r_con_head, r_con_last, r_con_data};
		assign {m_seg_head, m_seg_last, m_seg_data} = {r_bulk_head, r_bulk_last, r_bulk_data};
		assign {m_op_head, m_op_last, m_op_data} = {r_con_head, r_con_last, r_con_data};
		link_class #(.W(W), .SPAN(SPAN)) to_dma (.clk(clk), .rst(rst),
			.s_bulk_want(d_bulk_valid), .s_bulk_valid(d_bulk_valid), .s_bulk_ready(d_bulk_ready), .s_bulk_last(r_bulk_last),
			.s_bulk_bad(r_bulk_head), .s_bulk_data(r_bulk_data),
			.s_control_want(r_dma_valid), .s_control_valid(r_dma_valid), .s_control_ready(r_dma_ready), .s_control_last(r_con_last),
			.s_control_bad(r_con_head), .s_control_data(r_con_data),
			.m_valid(m_dma_valid), .m_ready(m_dma_ready), .m_last(m_dma_last), .m_bad(m_dma_head), .m_data(m_dma_data),
			.m_control(unused_class));
	end else begin : one_class
		wire unused_heads = &{1'b0, s_dma_head, s_op_head, m_red_head, loc_space, m_op_ready, s_con_ready, m_con_valid, m_con_head,
			m_con_last, m_con_bad, m_con_data};

		assign dma_space = 1'b1;
		assign {m_op_valid, m_op_head, m_op_last, m_op_data} = 0;
		assign {s_seg_ready, s_ans_ready, m_seg_valid, m_seg_head, m_seg_last, m_seg_data, m_ans_valid, m_ans_head, m_ans_last, m_ans_data} = 0;
		wire unused_cells = &{1'b0, s_seg_valid, s_seg_last, s_seg_data, s_seg_way, s_ans_valid, s_ans_last, s_ans_data, s_ans_way, m_seg_ready,
			m_ans_ready};
		assign {s_con_valid, s_con_head, s_con_last, s_con_data, s_con_way, m_con_ready} = 0;
		rx_commit #(.W(W)) receive (.clk(clk), .rst(rst),
			.s_valid(m_loc_valid), .s_ready(m_loc_ready), .s_head(m_loc_head), .s_last(m_loc_last), .s_bad(m_loc_bad),
			.s_data(m_loc_data),
			.m_red_valid(s_red_valid), .m_red_ready(s_red_ready), .m_red_head(s_red_head), .m_red_last(s_red_last),
			.m_red_data(s_red_data),
			.m_dma_valid(m_dma_valid), .m_dma_ready(m_dma_ready), .m_dma_head(m_dma_head), .m_dma_last(m_dma_last),
			.m_dma_data(m_dma_data), .dropped(unused_dropped));
		cell_arb #(.W(W), .N(3)) arb (.clk(clk), .rst(rst),
			.s_valid({s_dma_valid, s_op_valid, m_red_valid}), .s_ready({s_dma_ready, s_op_ready, m_red_ready}),
			.s_last({s_dma_last, s_op_last, m_red_last}),
			.s_data({s_dma_data, s_op_data, m_red_data}), .s_way({s_dma_way, s_op_way, m_red_way}),
			.m_valid(s_loc_valid), .m_ready(s_loc_ready), .m_head(s_loc_head), .m_last(s_loc_last), .m_data(s_loc_data),
			.m_way(s_loc_way));
	end endgenerate

	reduce #(.W(W)) reduce (.clk(clk), .rst(rst), .cfg_id(cfg_id),
		.bus_valid(bus_valid[2]), .bus_write(bus_write), .bus_page(bus_page), .bus_addr(bus_addr), .bus_wdata(bus_wdata),
		.bus_ready(bus_ready[2]), .bus_rdata(bus_rdata[95:64]), .ev_reduce(ev_reduce),
		.s_own_valid(s_own_valid), .s_own_ready(s_own_ready), .s_own_group(s_own_group), .s_own_last(s_own_last),
		.s_own_data(s_own_data), .own_room(own_room), .own_owner(own_owner),
		.m_res_valid(m_res_valid), .m_res_ready(m_res_ready), .m_res_group(m_res_group), .m_res_last(m_res_last),
		.m_res_data(m_res_data),
		.s_cell_valid(s_red_valid), .s_cell_ready(s_red_ready), .s_cell_head(s_red_head), .s_cell_last(s_red_last),
		.s_cell_data(s_red_data),
		.m_cell_valid(m_red_valid), .m_cell_ready(m_red_ready), .m_cell_head(m_red_head), .m_cell_last(m_red_last),
		.m_cell_data(m_red_data), .m_cell_way(m_red_way));
endmodule

`default_nettype wire
