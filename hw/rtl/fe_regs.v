// SPDX-License-Identifier: BSD-3-Clause
//
// Full/empty registers: per page 16 registers of 64 bits, each with a bit that is set while it is
// full, and operations on them that are atomic, for this node's pages (blocks FE, GFE) and for
// other nodes (remote_ops). One engine works on all of it; operations of this node and of others
// take turns.
//
//   host -> fe_front -> fe_emit -+-> engine -+-> fe_front (result)
//                                |     ^     +-> rep: reply to another node
//                         ask <--+     +-- req: operation of another node;   ans -> fe_front
//
// Records on ask and req are words of 16 bits (fe_shape): those of RN_REQUEST_CTL with the node (to
// be asked, or asking) as the fourth, then operands.
`default_nettype none

module fe_regs #(
	parameter REQ_DEPTH = 512 // operations that a node's request queue holds
) (
	input wire clk,
	input wire rst,

	input wire [9:0] cfg_id, // this node
	input wire [9:0] cfg_last, // nodes of the ring - 1

	input wire bus_valid, // until bus_ready
	input wire bus_write,
	input wire [3:0] bus_page, // 8: block GFE
	input wire [11:2] bus_addr,
	input wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,
	output wire [7:0] ev_fe, // pulses, a bit for each page
	output wire [7:0] ev_refused,

	output wire m_ask_valid, // operations on other nodes' registers
	input wire m_ask_ready,
	output wire m_ask_last,
	output wire [15:0] m_ask_data,

	input wire s_ans_valid, // their results: words of the value, then the status
	output wire s_ans_ready,
	input wire [2:0] s_ans_page,
	input wire [2:0] s_ans_word, // 0 to 3: value; 4: status
	input wire [15:0] s_ans_data,

	input wire s_req_valid, // operations of other nodes
	output wire s_req_ready,
	input wire s_req_last,
	input wire [15:0] s_req_data,

	output wire m_rep_valid, // their results: words of the value, then the status
	input wire m_rep_ready,
	output wire [9:0] m_rep_node, // the node that asked
	output wire [2:0] m_rep_page,
	output wire [15:0] m_rep_number,
	output wire [2:0] m_rep_word, // 0 to 3: value; 4: status
	output wire [15:0] m_rep_data,

	input wire [15:0] cnt_dropped, // of block GFE
	input wire [15:0] cnt_late,
	input wire [15:0] cnt_overrun,
	input wire [15:0] cnt_timeouts
);

	wire state_read, state_write, state_key, state_ready;
	wire [2:0] state_page;
	wire [15:0] state_wdata, state_rdata;
	wire op_valid, op_ready, op_local, op_last; // from fe_front
	wire [15:0] op_data;
	wire res_valid, res_ready, res_local; // from the engine
	wire [2:0] res_page, res_word;
	wire [15:0] res_data;
	wire to_front_ready;

	// Which record goes to the engine: turns, unless only one is there; held to its last word.
	reg held_q, remote_q; // a record is under way; it (or the last one) is another node's
	wire local_valid = op_valid && op_local;
	wire remote = held_q ? remote_q : s_req_valid && !(local_valid && remote_q);
	wire eng_valid = remote ? s_req_valid : local_valid;
	wire [15:0] eng_data = remote ? s_req_data : op_data;
	wire eng_last = remote ? s_req_last : op_last;
	wire eng_ready;

	assign s_req_ready = eng_ready && remote;
	assign op_ready = op_local ? eng_ready && !remote : m_ask_ready;
	assign m_ask_valid = op_valid && !op_local;
	assign m_ask_last = op_last;
	assign m_ask_data = op_data;

	always @(posedge clk)
		if (rst)
			{held_q, remote_q} <= 2'b00;
		else if (eng_valid && eng_ready)
			{held_q, remote_q} <= {!eng_last, remote};

	// Results for this node: of the engine first, words of both may mix.
	wire front_local = res_valid && res_local;

	assign res_ready = res_local ? to_front_ready : m_rep_ready;
	assign s_ans_ready = to_front_ready && !front_local;
	assign m_rep_valid = res_valid && !res_local;
	assign m_rep_page = res_page;
	assign m_rep_word = res_word;
	assign m_rep_data = res_data;

	fe_front #(.REQ_DEPTH(REQ_DEPTH)) front (
		.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last),
		.bus_valid(bus_valid), .bus_write(bus_write), .bus_page(bus_page), .bus_addr(bus_addr),
		.bus_wdata(bus_wdata), .bus_ready(bus_ready), .bus_rdata(bus_rdata),
		.cnt_dropped(cnt_dropped), .cnt_late(cnt_late), .cnt_overrun(cnt_overrun),
		.cnt_timeouts(cnt_timeouts),
		.s_state_read(state_read), .s_state_write(state_write), .s_state_key(state_key),
		.s_state_page(state_page), .s_state_wdata(state_wdata), .s_state_ready(state_ready),
		.m_state_rdata(state_rdata),
		.s_res_valid(front_local || s_ans_valid), .s_res_ready(to_front_ready),
		.s_res_page(front_local ? res_page : s_ans_page),
		.s_res_word(front_local ? res_word : s_ans_word),
		.s_res_data(front_local ? res_data : s_ans_data),
		.m_op_valid(op_valid), .m_op_ready(op_ready), .m_op_local(op_local), .m_op_last(op_last),
		.m_op_data(op_data), .ev_refused(ev_refused)
	);

	fe_engine engine (
		.clk(clk), .rst(rst),
		.s_op_valid(eng_valid), .s_op_ready(eng_ready), .s_op_local(!remote), .s_op_data(eng_data),
		.m_state_read(state_read), .m_state_write(state_write), .m_state_key(state_key),
		.m_state_page(state_page), .m_state_wdata(state_wdata), .m_state_ready(state_ready),
		.state_rdata(state_rdata),
		.m_res_valid(res_valid), .m_res_ready(res_ready), .m_res_local(res_local),
		.m_res_page(res_page), .m_res_node(m_rep_node), .m_res_number(m_rep_number),
		.m_res_word(res_word), .m_res_data(res_data), .ev_fe(ev_fe)
	);

endmodule

`default_nettype wire
