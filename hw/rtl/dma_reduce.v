// SPDX-License-Identifier: BSD-3-Clause
//
// dma_reduce: reductions between memory and the unit reduce, one at a time for each of the 8 groups. A channel hands a REDUCE
// descriptor over and is free for others: so members that wait for one another never hold a channel. Operands go by
// dma_operands, results by dma_results; when both are through, or one failed, the record is written, in the order in
// which reductions end. A page that is turned off loses its reductions.
`default_nettype none

module dma_reduce #(
	parameter CHANNEL_N = 4,         // channels
	parameter DATA_W = 64,           // bits of a word for dma_write
	parameter TELL_W = 134           // bits of a record for dma_cpl
) (
	input  wire clk,
	input  wire rst,
	input  wire [7:0] enable,        // pages that are on
	output reg  [7:0] busy,          // pages with a reduction under way
	// reduce
	input  wire [7:0] own_room,      // groups that take an operand
	input  wire [31:0] own_owner,    // for each group {on, page}
	// channels
	input  wire [CHANNEL_N-1:0] s_hand,        // held until m_hand
	output wire [CHANNEL_N-1:0] m_hand,
	output wire [3:0] m_hand_status,
	input  wire [3*CHANNEL_N-1:0] s_page,
	input  wire [32*CHANNEL_N-1:0] s_length,
	input  wire [64*CHANNEL_N-1:0] s_cookie,
	input  wire [64*CHANNEL_N-1:0] s_remote,
	input  wire [43*CHANNEL_N-1:0] s_local,
	input  wire [6*CHANNEL_N-1:0] s_count,
	// region: operands, results
	output wire [1:0] m_ask,
	input  wire [1:0] s_ask,
	output wire [2*6-1:0] m_ask_region,
	output wire [2*40-1:0] m_ask_offset,
	output wire [2*9-1:0] m_ask_bytes,
	input  wire [1:0] s_answer,
	input  wire [3:0] s_answer_status,
	input  wire [63:0] s_answer_addr,
	input  wire s_answer_phase,      // of dma_fence
	input  wire [8:0] s_answer_bytes,
	// dma_read
	input  wire s_word,
	input  wire s_word_err,
	input  wire [63:0] s_word_data,
	// operands, results
	output wire m_own_valid,
	input  wire m_own_ready,
	output wire [2:0] m_own_group,
	output wire m_own_last,
	output wire [63:0] m_own_data,
	input  wire s_res_valid,
	output wire s_res_ready,
	input  wire [2:0] s_res_group,
	input  wire s_res_last,
	input  wire [63:0] s_res_data,
	// dma_write
	output wire m_write_valid,
	input  wire m_write_ready,
	output wire [63:0] m_write_addr,
	output wire [2:0] m_write_words,
	output wire [2:0] m_write_page,
	output wire m_write_phase,
	output wire m_word_valid,
	input  wire m_word_ready,
	output wire [DATA_W-1:0] m_word_data,
	// dma_cpl
	output wire m_tell_valid,
	input  wire m_tell_ready,
	output wire [TELL_W-1:0] m_tell
);
`include "ring_nic_regs.vh"
	localparam [CHANNEL_N-1:0] ONE = 1;

	// ---- Descriptor of a channel --------------------------------------------------------------
	wire [CHANNEL_N-1:0] pick = s_hand & ~(s_hand - ONE);
	reg [2:0] page;
	reg [31:0] length;
	reg [63:0] cookie, remote;
	reg [42:0] local_n;
	reg [5:0] count;
	integer c;
	always @* begin
		{page, length, cookie, remote, local_n, count} = 0;
		for (c = 0; c < CHANNEL_N; c = c + 1)
			if (pick[c]) begin
				page = s_page[3*c +: 3];
				length = s_length[32*c +: 32];
				cookie = s_cookie[64*c +: 64];
				remote = s_remote[64*c +: 64];
				local_n = s_local[43*c +: 43];
				count = s_count[6*c +: 6];
			end
	end

	reg [7:0] open_q, tell_q;        // groups: under way; ended, record due
	reg [63:0] cookie_n [0:7];
	reg [8*3-1:0] page_q;
	reg [8*4-1:0] status_q;
	wire [7:0] working, reading, writing, sent, got;
	wire [2:0] group = count[2:0];
	wire [7:0] group_bit = 8'd1 << group;
	wire owned = own_owner[4*group +: 4] == {1'b1, page};
	wire free = ((open_q | tell_q | working) & group_bit) == 0;
	wire may = s_hand != 0 && owned && free;
	wire opened_operands, opened_results;
	wire opens = may && opened_operands && opened_results;

	assign working = reading | writing;
	assign m_hand = opens || (s_hand != 0 && !may) ? pick : {CHANNEL_N{1'b0}};
	assign m_hand_status = may ? `RN_DMA_STATUS_OK : `RN_DMA_STATUS_BUSY;

	wire fail_o, fail_r;
	wire [2:0] fail_o_group, fail_r_group;
	wire [3:0] fail_o_status, fail_r_status;
	wire [7:0] tell_pick;
	wire [2:0] tell_group = {|tell_pick[7:4], |(tell_pick & 8'hcc), |(tell_pick & 8'haa)};

	genvar g;
	generate for (g = 0; g < 8; g = g + 1) begin : groups
		wire on = enable[page_q[3*g +: 3]];
		wire fails_o = fail_o && fail_o_group == g && open_q[g];
		wire fails_r = fail_r && fail_r_group == g && open_q[g];
		wire ends = open_q[g] && sent[g] && got[g] && !working[g];

		always @(posedge clk)
			if (rst)
				open_q[g] <= 1'b0;
			else
				open_q[g] <= (opens && group == g) || (open_q[g] && on && !fails_o && !fails_r && !ends);

		always @(posedge clk)
			if (rst)
				tell_q[g] <= 1'b0;
			else
				tell_q[g] <= on && (fails_o || fails_r || ends
					|| (tell_q[g] && !(m_tell_ready && tell_pick[g])));

		always @(posedge clk)
			if (opens && group == g)
				page_q[3*g +: 3] <= page;

		always @(posedge clk)
			if (fails_o || fails_r || ends)
				status_q[4*g +: 4] <= fails_o ? fail_o_status : fails_r ? fail_r_status : `RN_DMA_STATUS_OK;
	end endgenerate

	always @(posedge clk)
		if (opens)
			cookie_n[group] <= cookie;

	integer i;
	always @* begin
		busy = 0;
		for (i = 0; i < 8; i = i + 1)
			if (open_q[i] || tell_q[i] || working[i])
				busy = busy | (8'd1 << page_q[3*i +: 3]);
	end

	dma_operands operands (
		.clk(clk), .rst(rst), .open(open_q), .busy(reading), .sent(sent),
		.m_fail(fail_o), .m_fail_group(fail_o_group), .m_fail_status(fail_o_status),
		.s_open(may), .s_opened(opened_operands), .s_group(group), .s_region({page, local_n[42:40]}),
		.s_offset(local_n[39:0]), .s_words(length[31:3]), .s_beats(count[5:4]),
		.m_ask(m_ask[0]), .s_ask(s_ask[0]), .m_ask_region(m_ask_region[5:0]), .m_ask_offset(m_ask_offset[39:0]),
		.m_ask_bytes(m_ask_bytes[8:0]), .s_answer(s_answer[0]), .s_answer_status(s_answer_status),
		.s_answer_bytes(s_answer_bytes), .s_word(s_word), .s_word_err(s_word_err), .s_word_data(s_word_data),
		.own_room(own_room), .m_own_valid(m_own_valid), .m_own_ready(m_own_ready), .m_own_group(m_own_group),
		.m_own_last(m_own_last), .m_own_data(m_own_data));

	dma_results #(.DATA_W(DATA_W)) results (
		.clk(clk), .rst(rst), .open(open_q), .busy(writing), .got(got),
		.m_fail(fail_r), .m_fail_group(fail_r_group), .m_fail_status(fail_r_status),
		.s_open(may), .s_opened(opened_results), .s_group(group), .s_region({page, remote[42:40]}),
		.s_offset(remote[39:0]), .s_words(length[31:3]), .s_none(count[3]),
		.s_res_valid(s_res_valid), .s_res_ready(s_res_ready), .s_res_group(s_res_group), .s_res_last(s_res_last),
		.s_res_data(s_res_data),
		.m_ask(m_ask[1]), .s_ask(s_ask[1]), .m_ask_region(m_ask_region[11:6]), .m_ask_offset(m_ask_offset[79:40]),
		.m_ask_bytes(m_ask_bytes[17:9]), .s_answer(s_answer[1]), .s_answer_status(s_answer_status),
		.s_answer_addr(s_answer_addr), .s_answer_phase(s_answer_phase), .m_write_valid(m_write_valid), .m_write_ready(m_write_ready),
		.m_write_addr(m_write_addr), .m_write_words(m_write_words), .m_write_page(m_write_page), .m_write_phase(m_write_phase),
		.m_word_valid(m_word_valid), .m_word_ready(m_word_ready), .m_word_data(m_word_data));

	// ---- Telling ---------------------------------------------------------------------------------
	dma_pick #(.N(8)) tell_turn (
		.clk(clk), .rst(rst), .s_want(tell_q), .s_take(m_tell_ready), .m_pick(tell_pick));

	assign m_tell_valid = tell_q != 0;
	assign m_tell = {page_q[3*tell_group +: 3], `RN_COMPLETION_KIND_REDUCE, status_q[4*tell_group +: 4], 10'd0, 3'd0, tell_group,
		40'd0, cookie_n[tell_group], 1'b1, 1'b1, 1'b1};

	wire unused = &{1'b0, remote[63:43], length[2:0]};
endmodule

`default_nettype wire
