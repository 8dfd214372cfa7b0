// SPDX-License-Identifier: BSD-3-Clause
//
// node_native: a node of the ring, native setting: the switch between two link ports, the barrier unit and the fault reports on
// their symbols. Wiring only. Above: the card's engines on s_loc and m_loc, node_regs on cfg, link and fault, the bus on the
// barrier unit. Below: the wires to two neighbours.
//
//   left neighbour                                                           right neighbour
//     ----> s_l_wire --> port L --> X in --> switch --> X out --> port R --> m_r_wire ---->
//     <---- m_l_wire <-- port L <-- Y out <-- switch <-- Y in <-- port R <-- s_r_wire <----
//                          |  symbols   barrier, fault   symbols  |
//
// From W = 64 on there are two switches, one for bulk (s_loc, m_loc) and one for the control class (s_control, m_control), each with
// its own buffers, credits and outputs to the local side: a cell that waits in one does not stop the other. They share the links.
//
// Two-bit signals of ports are {right, left}; those of ways {Y, X}, which is {to the left, to the right}.
`default_nettype none

module node_native #(
	parameter W = 16,             // bits of a word: 16, 64 or 128
	parameter SPAN = 1,           // slots of the longest cell of bulk (cell_len)
	parameter SLOT_N = W == 16 ? 8 : SPAN == 1 ? 32 : 64, // slots in the buffer of a virtual channel; link_port.v: for which cables
	parameter REPLAY_N = W == 16 ? 8 : SPAN == 1 ? 32 : 64, // slots of cells that a port keeps for sending again
	parameter CONTROL_N = W == 16 ? 0 : 8, // as SLOT_N, of the control class; 0: there is none
	parameter LG_REFRESH_CYC = SPAN == 1 ? 9 : 10, // log2 of the clocks of a link's tick
	parameter LG_DEAD_N = 2,      // log2 of the ticks of silence until a port is given up
	parameter LG_RETRY_N = 4,     // log2 of the replays without progress until then
	parameter GROUP_N = 16,       // barrier groups
	parameter LG_REFRESH = 12,    // log2 of the clocks between two sendings of a barrier group's state
	parameter LG_REPEAT = 16      // log2 of the clocks between two reports of a dead port
) (
	input  wire clk,
	input  wire rst,
	input  wire [9:0] cfg_id,
	input  wire [9:0] cfg_last,
	input  wire [1:0] cfg_dateline,
	input  wire [9:0] cfg_bcast_x,
	input  wire [9:0] cfg_bcast_y,
	// wires
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
	// cells
	input  wire s_loc_valid,
	output wire s_loc_ready,
	output wire s_loc_space,      // at least 8 more slots (SLOT_N = 8: 4; SPAN > 1: three of the longest cells) fit before s_loc
	input  wire s_loc_head,
	input  wire s_loc_last,
	input  wire [W-1:0] s_loc_data,
	input  wire [1:0] s_loc_way,
	output wire m_loc_valid,
	input  wire m_loc_ready,
	output wire m_loc_head,
	output wire m_loc_last,
	output wire m_loc_bad,
	output wire [W-1:0] m_loc_data,
	// cells of the control class
	input  wire s_control_valid,
	output wire s_control_ready,
	input  wire s_control_head,
	input  wire s_control_last,
	input  wire [W-1:0] s_control_data,
	input  wire [1:0] s_control_way,
	output wire m_control_valid,
	input  wire m_control_ready,
	output wire m_control_head,
	output wire m_control_last,
	output wire m_control_bad,
	output wire [W-1:0] m_control_data,
	// links
	input  wire [1:0] link_clear,
	output wire [1:0] link_up,
	output wire [1:0] link_dead,
	output wire [5:0] link_cause,
	output wire [31:0] link_crc,
	output wire [31:0] link_retry,
	output wire [31:0] link_sym,
	// faults
	input  wire [10:0] fault_ask,
	output wire fault_answer,
	output wire fault_news,
	output wire [13:0] fault_news_data,
	// barrier
	input  wire bus_valid,
	input  wire bus_write,
	input  wire [3:0] bus_page,
	input  wire [11:2] bus_addr,
	input  wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,
	input  wire enter_valid,
	output wire enter_ready,
	input  wire [3:0] enter_group,
	output wire done_valid,
	output wire [3:0] done_group,
	output wire [7:0] ev_barrier,
	output wire [7:0] ev_refused
);
	// --- Cells ---
	wire x_in_valid, x_in_head, x_in_last, x_in_bad, y_in_valid, y_in_head, y_in_last, y_in_bad;
	wire x_out_valid, x_out_ready, x_out_head, x_out_last, x_out_bad;
	wire y_out_valid, y_out_ready, y_out_head, y_out_last, y_out_bad;
	wire [W-1:0] x_in_data, y_in_data, x_out_data, y_out_data;
	wire [1:0] x_free, y_free, x_out_room, y_out_room, x_room_unused, y_room_unused;
	wire [7:0] x_free_slots, y_free_slots;
	wire x_in_control, y_in_control, x_out_want, y_out_want;
	wire cx_out_want, cx_out_valid, cx_out_ready, cx_out_head, cx_out_last, cx_out_bad; // of the control class
	wire cy_out_want, cy_out_valid, cy_out_ready, cy_out_head, cy_out_last, cy_out_bad;
	wire [W-1:0] cx_out_data, cy_out_data;
	wire [1:0] cx_free, cy_free, cx_out_room, cy_out_room;

	switch #(.W(W), .SLOT_N(SLOT_N), .SPAN(SPAN)) switch (
		.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last), .cfg_dateline(cfg_dateline),
		.cfg_bcast_x(cfg_bcast_x), .cfg_bcast_y(cfg_bcast_y),
		.s_x_valid(x_in_valid && !x_in_control), .s_x_head(x_in_head), .s_x_last(x_in_last), .s_x_bad(x_in_bad), .s_x_data(x_in_data),
		.x_room(x_room_unused), .x_free(x_free), .x_free_slots(x_free_slots),
		.s_y_valid(y_in_valid && !y_in_control), .s_y_head(y_in_head), .s_y_last(y_in_last), .s_y_bad(y_in_bad), .s_y_data(y_in_data),
		.y_room(y_room_unused), .y_free(y_free), .y_free_slots(y_free_slots),
		.s_loc_valid(s_loc_valid), .s_loc_ready(s_loc_ready), .s_loc_space(s_loc_space), .s_loc_head(s_loc_head), .s_loc_last(s_loc_last),
		.s_loc_data(s_loc_data), .s_loc_way(s_loc_way),
		.m_x_want(x_out_want), .m_y_want(y_out_want), .m_x_valid(x_out_valid), .m_x_ready(x_out_ready), .m_x_head(x_out_head), .m_x_last(x_out_last),
		.m_x_bad(x_out_bad), .m_x_data(x_out_data), .m_x_room(x_out_room), .m_x_nack(1'b0),
		.m_y_valid(y_out_valid), .m_y_ready(y_out_ready), .m_y_head(y_out_head), .m_y_last(y_out_last),
		.m_y_bad(y_out_bad), .m_y_data(y_out_data), .m_y_room(y_out_room), .m_y_nack(1'b0),
		.m_loc_valid(m_loc_valid), .m_loc_ready(m_loc_ready), .m_loc_head(m_loc_head), .m_loc_last(m_loc_last),
		.m_loc_bad(m_loc_bad), .m_loc_data(m_loc_data));

	generate if (CONTROL_N != 0) begin : control_class
		wire [1:0] cx_room_unused, cy_room_unused;
		wire [7:0] cx_slots_unused, cy_slots_unused;
		wire space_unused;

		switch #(.W(W), .SLOT_N(CONTROL_N)) control (
			.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last), .cfg_dateline(cfg_dateline),
			.cfg_bcast_x(cfg_bcast_x), .cfg_bcast_y(cfg_bcast_y),
			.s_x_valid(x_in_valid && x_in_control), .s_x_head(x_in_head), .s_x_last(x_in_last), .s_x_bad(x_in_bad), .s_x_data(x_in_data),
			.x_room(cx_room_unused), .x_free(cx_free), .x_free_slots(cx_slots_unused),
			.s_y_valid(y_in_valid && y_in_control), .s_y_head(y_in_head), .s_y_last(y_in_last), .s_y_bad(y_in_bad), .s_y_data(y_in_data),
			.y_room(cy_room_unused), .y_free(cy_free), .y_free_slots(cy_slots_unused),
			.s_loc_valid(s_control_valid), .s_loc_ready(s_control_ready), .s_loc_space(space_unused), .s_loc_head(s_control_head),
			.s_loc_last(s_control_last), .s_loc_data(s_control_data), .s_loc_way(s_control_way),
			.m_x_want(cx_out_want), .m_y_want(cy_out_want), .m_x_valid(cx_out_valid), .m_x_ready(cx_out_ready), .m_x_head(cx_out_head), .m_x_last(cx_out_last),
			.m_x_bad(cx_out_bad), .m_x_data(cx_out_data), .m_x_room(cx_out_room), .m_x_nack(1'b0),
			.m_y_valid(cy_out_valid), .m_y_ready(cy_out_ready), .m_y_head(cy_out_head), .m_y_last(cy_out_last),
			.m_y_bad(cy_out_bad), .m_y_data(cy_out_data), .m_y_room(cy_out_room), .m_y_nack(1'b0),
			.m_loc_valid(m_control_valid), .m_loc_ready(m_control_ready), .m_loc_head(m_control_head), .m_loc_last(m_control_last),
			.m_loc_bad(m_control_bad), .m_loc_data(m_control_data));
	end else begin : no_control_class
		assign {cx_out_want, cx_out_valid, cx_out_head, cx_out_last, cx_out_bad, cx_out_data, cx_free} = 0;
		assign {cy_out_want, cy_out_valid, cy_out_head, cy_out_last, cy_out_bad, cy_out_data, cy_free} = 0;
		assign {s_control_ready, m_control_valid, m_control_head, m_control_last, m_control_bad, m_control_data} = 0;
		wire unused = &{1'b0, s_control_valid, s_control_head, s_control_last, s_control_data, s_control_way, m_control_ready,
			cx_out_ready, cx_out_room, cy_out_ready, cy_out_room};
	end endgenerate

	// --- Links ---
	wire l_sym_valid, r_sym_valid;             // symbols that came
	wire [19:0] l_sym_data, r_sym_data;
	wire [1:0] out_valid, out_ready;           // symbols that leave {left, right}
	wire [39:0] out_data;

	link_port #(.W(W), .SLOT_N(SLOT_N), .REPLAY_N(REPLAY_N), .SPAN(SPAN), .CONTROL_N(CONTROL_N), .LG_REFRESH_CYC(LG_REFRESH_CYC),
		.LG_DEAD_N(LG_DEAD_N), .LG_RETRY_N(LG_RETRY_N)) port_l (
		.clk(clk), .rst(rst),
		.s_wire_tvalid(s_l_wire_tvalid), .s_wire_tdata(s_l_wire_tdata), .s_wire_tuser(s_l_wire_tuser),
		.m_wire_tvalid(m_l_wire_tvalid), .m_wire_tready(m_l_wire_tready), .m_wire_tdata(m_l_wire_tdata),
		.m_wire_tuser(m_l_wire_tuser),
		.m_rx_valid(x_in_valid), .m_rx_head(x_in_head), .m_rx_last(x_in_last), .m_rx_bad(x_in_bad), .m_rx_data(x_in_data),
		.m_rx_control(x_in_control), .rx_free(x_free), .rx_free_slots(x_free_slots), .rx_control_free(cx_free),
		.s_tx_want(y_out_want), .s_tx_valid(y_out_valid), .s_tx_ready(y_out_ready), .s_tx_head(y_out_head), .s_tx_last(y_out_last),
		.s_tx_bad(y_out_bad), .s_tx_data(y_out_data), .tx_room(y_out_room),
		.s_control_want(cy_out_want), .s_control_valid(cy_out_valid), .s_control_ready(cy_out_ready),
		.s_control_head(cy_out_head), .s_control_last(cy_out_last), .s_control_bad(cy_out_bad),
		.s_control_data(cy_out_data), .tx_control_room(cy_out_room),
		.s_sym_valid(out_valid[1]), .s_sym_ready(out_ready[1]), .s_sym_data(out_data[39:20]),
		.m_sym_valid(l_sym_valid), .m_sym_data(l_sym_data),
		.clear(link_clear[0]), .up(link_up[0]), .dead(link_dead[0]), .dead_cause(link_cause[2:0]),
		.cnt_crc(link_crc[15:0]), .cnt_retry(link_retry[15:0]), .cnt_sym(link_sym[15:0]));

	link_port #(.W(W), .SLOT_N(SLOT_N), .REPLAY_N(REPLAY_N), .SPAN(SPAN), .CONTROL_N(CONTROL_N), .LG_REFRESH_CYC(LG_REFRESH_CYC),
		.LG_DEAD_N(LG_DEAD_N), .LG_RETRY_N(LG_RETRY_N)) port_r (
		.clk(clk), .rst(rst),
		.s_wire_tvalid(s_r_wire_tvalid), .s_wire_tdata(s_r_wire_tdata), .s_wire_tuser(s_r_wire_tuser),
		.m_wire_tvalid(m_r_wire_tvalid), .m_wire_tready(m_r_wire_tready), .m_wire_tdata(m_r_wire_tdata),
		.m_wire_tuser(m_r_wire_tuser),
		.m_rx_valid(y_in_valid), .m_rx_head(y_in_head), .m_rx_last(y_in_last), .m_rx_bad(y_in_bad), .m_rx_data(y_in_data),
		.m_rx_control(y_in_control), .rx_free(y_free), .rx_free_slots(y_free_slots), .rx_control_free(cy_free),
		.s_tx_want(x_out_want), .s_tx_valid(x_out_valid), .s_tx_ready(x_out_ready), .s_tx_head(x_out_head), .s_tx_last(x_out_last),
		.s_tx_bad(x_out_bad), .s_tx_data(x_out_data), .tx_room(x_out_room),
		.s_control_want(cx_out_want), .s_control_valid(cx_out_valid), .s_control_ready(cx_out_ready),
		.s_control_head(cx_out_head), .s_control_last(cx_out_last), .s_control_bad(cx_out_bad),
		.s_control_data(cx_out_data), .tx_control_room(cx_out_room),
		.s_sym_valid(out_valid[0]), .s_sym_ready(out_ready[0]), .s_sym_data(out_data[19:0]),
		.m_sym_valid(r_sym_valid), .m_sym_data(r_sym_data),
		.clear(link_clear[1]), .up(link_up[1]), .dead(link_dead[1]), .dead_cause(link_cause[5:3]),
		.cnt_crc(link_crc[31:16]), .cnt_retry(link_retry[31:16]), .cnt_sym(link_sym[31:16]));

	// --- Symbols ---
	wire [1:0] bar_valid, bar_turned, bar_lost, idle, fault_valid, fault_ready;
	wire [15:0] bar_payload, fault_l, fault_r;

	barrier #(.GROUP_N(GROUP_N), .LG_REFRESH(LG_REFRESH)) barrier (
		.clk(clk), .rst(rst), .cfg_dateline(cfg_dateline),
		.bus_valid(bus_valid), .bus_write(bus_write), .bus_page(bus_page), .bus_addr(bus_addr), .bus_wdata(bus_wdata),
		.bus_ready(bus_ready), .bus_rdata(bus_rdata),
		.enter_valid(enter_valid), .enter_ready(enter_ready), .enter_group(enter_group),
		.done_valid(done_valid), .done_group(done_group), .ev_barrier(ev_barrier), .ev_refused(ev_refused),
		.s_l_valid(l_sym_valid), .s_l_data(l_sym_data), .s_r_valid(r_sym_valid), .s_r_data(r_sym_data),
		.m_valid(bar_valid), .m_turned(bar_turned), .m_payload(bar_payload), .idle(&idle), .lost(bar_lost));

	fault #(.LG_REPEAT(LG_REPEAT)) fault (
		.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_dateline(cfg_dateline),
		.dead(link_dead), .up(link_up), .cause_l(link_cause[2:0]), .cause_r(link_cause[5:3]),
		.s_l_valid(l_sym_valid), .s_l_data(l_sym_data), .s_r_valid(r_sym_valid), .s_r_data(r_sym_data),
		.m_valid(fault_valid), .m_ready(fault_ready), .m_l_data(fault_l), .m_r_data(fault_r),
		.ask(fault_ask), .answer(fault_answer), .news(fault_news), .news_data(fault_news_data));

	sym_out sym_out [1:0] (
		.clk(clk), .rst(rst), .up({link_up[0], link_up[1]}),
		.s_bar_valid(bar_valid), .s_bar_data({bar_turned[1], bar_payload, bar_turned[0], bar_payload}),
		.s_fault_valid(fault_valid), .s_fault_ready(fault_ready), .s_fault_data({fault_l, fault_r}),
		.m_valid(out_valid), .m_ready(out_ready), .m_data(out_data), .idle(idle), .lost(bar_lost));
endmodule

`default_nettype wire
