// SPDX-License-Identifier: BSD-3-Clause
//
// Operations on full/empty registers of other nodes, and theirs on ours, as cells on the ring: REQ
// carries an operation, REPLY its result (RN_REQUEST, RN_REPLY). It sits between fe_regs, which does
// the work, and the switch's local side.
//
//   cells --> cell_words --> remote_rx --REQ--> remote_queue --> fe_regs (engine)
//                               +------REPLY--> fe_regs (page that asked)
//   cells <-- remote_tx <-- fe_regs (asks, results);   remote_wait: the reply of each page
//
// Requests never wait for replies: each node may have 8 pages that each wait for one operation, so
// REQ_DEPTH >= 8 (nodes - 1) records hold all that can be under way to one node, and the receiving
// side never stops the ring because the sending side is stopped by it (which would be a deadlock). A
// ring with more nodes is refused by fe_front (NO_ROOM). Operations given up and asked again can still
// be more: a request that finds the queue full is dropped and counted.
`default_nettype none

module remote_ops #(
	parameter W = 16, // bits of a word of the cell stream: 16, 64 or 128
	parameter REQ_DEPTH = 512, // operations of other nodes: 64 of them with 8 pages
	parameter REPLY_CYC = 65536 // clocks without a reply after which an operation is given up
) (
	input wire clk,
	input wire rst,

	input wire [9:0] cfg_id, // this node
	input wire [9:0] cfg_last, // nodes of the ring - 1

	input wire s_cell_valid, // client cell stream: REQ and REPLY
	output wire s_cell_ready,
	input wire s_cell_head,
	input wire s_cell_last,
	input wire [W-1:0] s_cell_data,

	output wire m_cell_valid,
	input wire m_cell_ready,
	output wire m_cell_head,
	output wire m_cell_last,
	output wire [W-1:0] m_cell_data,
	output wire [1:0] m_cell_way, // {Y, X}

	input wire s_ask_valid, // fe_regs explains the rest
	output wire s_ask_ready,
	input wire s_ask_last,
	input wire [15:0] s_ask_data,
	output wire m_ans_valid,
	input wire m_ans_ready,
	output wire [2:0] m_ans_page,
	output wire [2:0] m_ans_word,
	output wire [15:0] m_ans_data,
	output wire m_req_valid,
	input wire m_req_ready,
	output wire m_req_last,
	output wire [15:0] m_req_data,
	input wire s_rep_valid,
	output wire s_rep_ready,
	input wire [9:0] s_rep_node,
	input wire [2:0] s_rep_page,
	input wire [15:0] s_rep_number,
	input wire [2:0] s_rep_word,
	input wire [15:0] s_rep_data,

	output wire [15:0] cnt_dropped,
	output wire [15:0] cnt_late,
	output wire [15:0] cnt_overrun,
	output wire [15:0] cnt_timeouts
);

	generate
	if (W != 16 && W != 64 && W != 128)
		remote_ops_W_is_16_64_or_128 check();
	endgenerate

	wire word_valid, word_ready, word_head, word_last;
	wire [15:0] word_data;
	wire push_valid, push_commit, push_abort, room;
	wire [15:0] push_data;
	wire sent, waits, expired, over;
	wire [2:0] sent_page, look_page, expired_page, over_page;
	wire [15:0] sent_number, waits_number;

	cell_words #(.W(W)) words (
		.clk(clk), .rst(rst),
		.s_cell_valid(s_cell_valid), .s_cell_ready(s_cell_ready), .s_cell_head(s_cell_head),
		.s_cell_last(s_cell_last), .s_cell_data(s_cell_data),
		.m_valid(word_valid), .m_ready(word_ready), .m_head(word_head), .m_last(word_last),
		.m_data(word_data)
	);

	remote_rx rx (
		.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last),
		.s_valid(word_valid), .s_ready(word_ready), .s_head(word_head), .s_last(word_last),
		.s_data(word_data),
		.m_req_valid(push_valid), .m_req_data(push_data), .m_req_commit(push_commit),
		.m_req_abort(push_abort), .req_room(room),
		.look_page(look_page), .waits(waits), .waits_number(waits_number), .expired(expired),
		.expired_page(expired_page), .m_done(over), .m_done_page(over_page),
		.m_ans_valid(m_ans_valid), .m_ans_ready(m_ans_ready), .m_ans_page(m_ans_page),
		.m_ans_word(m_ans_word), .m_ans_data(m_ans_data),
		.cnt_dropped(cnt_dropped), .cnt_late(cnt_late), .cnt_overrun(cnt_overrun),
		.cnt_timeouts(cnt_timeouts)
	);

	remote_queue #(.DEPTH(REQ_DEPTH)) queue (
		.clk(clk), .rst(rst),
		.s_valid(push_valid), .s_data(push_data), .s_commit(push_commit), .s_abort(push_abort),
		.s_room(room),
		.m_valid(m_req_valid), .m_ready(m_req_ready), .m_last(m_req_last), .m_data(m_req_data)
	);

	remote_wait #(.REPLY_CYC(REPLY_CYC)) waiting (
		.clk(clk), .rst(rst),
		.s_sent(sent), .s_sent_page(sent_page), .s_sent_number(sent_number),
		.look_page(look_page), .m_waits(waits), .m_number(waits_number),
		.s_done(over), .s_done_page(over_page), .m_expired(expired), .m_expired_page(expired_page)
	);

	remote_tx #(.W(W)) tx (
		.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last),
		.s_ask_valid(s_ask_valid), .s_ask_ready(s_ask_ready), .s_ask_last(s_ask_last),
		.s_ask_data(s_ask_data),
		.s_rep_valid(s_rep_valid), .s_rep_ready(s_rep_ready), .s_rep_node(s_rep_node),
		.s_rep_page(s_rep_page), .s_rep_number(s_rep_number), .s_rep_word(s_rep_word),
		.s_rep_data(s_rep_data),
		.m_sent(sent), .m_sent_page(sent_page), .m_sent_number(sent_number),
		.m_cell_valid(m_cell_valid), .m_cell_ready(m_cell_ready), .m_cell_head(m_cell_head),
		.m_cell_last(m_cell_last), .m_cell_data(m_cell_data), .m_cell_way(m_cell_way)
	);

endmodule

`default_nettype wire
