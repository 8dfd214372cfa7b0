// SPDX-License-Identifier: BSD-3-Clause
//
// A node's full/empty registers with their way to the ring: fe_regs and remote_ops joined. Wiring only;
// the host's bus above, the cells of card_core below.
`default_nettype none

module fe_node #(
	parameter W = 16,
	parameter REQ_DEPTH = 512,
	parameter REPLY_CYC = 65536
) (
	input wire clk,
	input wire rst,
	input wire [9:0] cfg_id,
	input wire [9:0] cfg_last,
	input wire bus_valid,
	input wire bus_write,
	input wire [3:0] bus_page,
	input wire [11:2] bus_addr,
	input wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,
	output wire [7:0] ev_fe,
	output wire [7:0] ev_refused,
	input wire s_cell_valid,
	output wire s_cell_ready,
	input wire s_cell_head,
	input wire s_cell_last,
	input wire [W-1:0] s_cell_data,
	output wire m_cell_valid,
	input wire m_cell_ready,
	output wire m_cell_head,
	output wire m_cell_last,
	output wire [W-1:0] m_cell_data,
	output wire [1:0] m_cell_way
);

	wire ask_valid, ask_ready, ask_last, ans_valid, ans_ready;
	wire req_valid, req_ready, req_last, rep_valid, rep_ready;
	wire [2:0] ans_page, ans_word, rep_page, rep_word;
	wire [9:0] rep_node;
	wire [15:0] ask_data, ans_data, req_data, rep_data, rep_number;
	wire [15:0] dropped, late, overrun, timeouts;

	fe_regs #(.REQ_DEPTH(REQ_DEPTH)) fe (
		.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last),
		.bus_valid(bus_valid), .bus_write(bus_write), .bus_page(bus_page), .bus_addr(bus_addr),
		.bus_wdata(bus_wdata), .bus_ready(bus_ready), .bus_rdata(bus_rdata), .ev_fe(ev_fe),
		.ev_refused(ev_refused),
		.m_ask_valid(ask_valid), .m_ask_ready(ask_ready), .m_ask_last(ask_last),
		.m_ask_data(ask_data),
		.s_ans_valid(ans_valid), .s_ans_ready(ans_ready), .s_ans_page(ans_page),
		.s_ans_word(ans_word), .s_ans_data(ans_data),
		.s_req_valid(req_valid), .s_req_ready(req_ready), .s_req_last(req_last),
		.s_req_data(req_data),
		.m_rep_valid(rep_valid), .m_rep_ready(rep_ready), .m_rep_node(rep_node),
		.m_rep_page(rep_page), .m_rep_number(rep_number), .m_rep_word(rep_word),
		.m_rep_data(rep_data),
		.cnt_dropped(dropped), .cnt_late(late), .cnt_overrun(overrun), .cnt_timeouts(timeouts)
	);

	remote_ops #(.W(W), .REQ_DEPTH(REQ_DEPTH), .REPLY_CYC(REPLY_CYC)) remote (
		.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last),
		.s_cell_valid(s_cell_valid), .s_cell_ready(s_cell_ready), .s_cell_head(s_cell_head),
		.s_cell_last(s_cell_last), .s_cell_data(s_cell_data),
		.m_cell_valid(m_cell_valid), .m_cell_ready(m_cell_ready), .m_cell_head(m_cell_head),
		.m_cell_last(m_cell_last), .m_cell_data(m_cell_data), .m_cell_way(m_cell_way),
		.s_ask_valid(ask_valid), .s_ask_ready(ask_ready), .s_ask_last(ask_last),
		.s_ask_data(ask_data),
		.m_ans_valid(ans_valid), .m_ans_ready(ans_ready), .m_ans_page(ans_page),
		.m_ans_word(ans_word), .m_ans_data(ans_data),
		.m_req_valid(req_valid), .m_req_ready(req_ready), .m_req_last(req_last),
		.m_req_data(req_data),
		.s_rep_valid(rep_valid), .s_rep_ready(rep_ready), .s_rep_node(rep_node),
		.s_rep_page(rep_page), .s_rep_number(rep_number), .s_rep_word(rep_word),
		.s_rep_data(rep_data),
		.cnt_dropped(dropped), .cnt_late(late), .cnt_overrun(overrun), .cnt_timeouts(timeouts)
	);

endmodule

`default_nettype wire
