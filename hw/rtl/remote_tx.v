// SPDX-License-Identifier: BSD-3-Clause
//
// Makes the cells of remote operations: REQ from requests of this node's pages, REPLY from the
// engine's results. A cell begins only when all of it is here, so that it never stops half-way.
// Replies go first. It takes the shorter way round.
//
//   IDLE --result--> REPLY --status word--> WAY1 --> WAY2 --> HEAD0 --> (W = 16: HEAD1) --> DATA --> IDLE
//    +----ask------> ASK ----last word------^
`default_nettype none
`include "ring_nic_regs.vh"

module remote_tx #(
	parameter W = 16 // bits of a word of the cell stream: 16, 64 or 128
) (
	input wire clk,
	input wire rst,

	input wire [9:0] cfg_id, // this node
	input wire [9:0] cfg_last, // nodes of the ring - 1

	input wire s_ask_valid, // records (fe_regs)
	output wire s_ask_ready,
	input wire s_ask_last,
	input wire [15:0] s_ask_data,

	input wire s_rep_valid, // results (fe_regs)
	output wire s_rep_ready,
	input wire [9:0] s_rep_node,
	input wire [2:0] s_rep_page,
	input wire [15:0] s_rep_number,
	input wire [2:0] s_rep_word,
	input wire [15:0] s_rep_data,

	output wire m_sent, // pulse: an ask of this page has got this number
	output wire [2:0] m_sent_page,
	output wire [15:0] m_sent_number,

	output wire m_cell_valid,
	input wire m_cell_ready,
	output wire m_cell_head,
	output wire m_cell_last,
	output wire [W-1:0] m_cell_data,
	output wire [1:0] m_cell_way // {Y, X}
);

	localparam IDLE = 3'd0, // no cell
		REPLY = 3'd1, // takes a result
		ASK = 3'd2, // takes an ask
		WAY1 = 3'd3, // distance
		WAY2 = 3'd4, // which way
		HEAD0 = 3'd5, // header 0; both where they are one word
		HEAD1 = 3'd6, // header 1, W = 16
		DATA = 3'd7; // payload

	localparam BUFFER_W = W > 64 ? 256 : 192; // bits

	reg [2:0] state_q, state_d;
	reg [BUFFER_W-1:0] buf_q; // payload, next word lowest; words that the cell does not fill are 0
	reg [3:0] index_q; // of the word of an ask
	reg [15:0] count_q; // asks so far: the number of the next
	reg reply_q;
	reg [9:0] node_q; // where to
	reg [2:0] tag_q; // page there, or here for a reply
	reg [2:0] asker_q;
	reg [10:0] ahead_q; // nodes on the way up
	reg up_q;
	reg [4:0] left_q; // words of payload - 1

	wire ask_taken = s_ask_valid && s_ask_ready;
	wire rep_taken = s_rep_valid && s_rep_ready;
	wire moved = m_cell_valid && m_cell_ready;
	wire [11:0] nodes = {2'b0, cfg_last} + 12'd1;

	// Length: by the words of 16 bits, all of which index_q has counted.
	wire [1:0] len = W == 16 ? (index_q <= 4'd4 ? `RN_CELL_LEN_W4 : index_q <= 4'd8 ? `RN_CELL_LEN_W8
			: `RN_CELL_LEN_W16)
		: {12'b0, index_q} * 16 <= W ? `RN_CELL_LEN_W1 : `RN_CELL_LEN_W4;
	wire [2:0] kind = reply_q ? `RN_CELL_TYPE_REPLY : `RN_CELL_TYPE_REQ;
	wire [15:0] head0 = {1'b0, kind, node_q, len};
	wire [15:0] head1 = {cfg_id, 3'b0, tag_q};

	assign s_rep_ready = state_q == REPLY;
	assign s_ask_ready = state_q == ASK;
	assign m_sent = ask_taken && s_ask_last;
	assign m_sent_page = asker_q;
	assign m_sent_number = count_q;
	assign m_cell_valid = state_q == HEAD0 || state_q == HEAD1 || state_q == DATA;
	assign m_cell_head = state_q == HEAD0;
	assign m_cell_last = state_q == DATA && left_q == 5'd0;
	assign m_cell_way = {!up_q, up_q};

	generate
	if (W == 16) begin : narrow
		assign m_cell_data = state_q == HEAD0 ? head0 : state_q == HEAD1 ? head1 : buf_q[15:0];
	end else begin : wide
		assign m_cell_data = state_q == HEAD0 ? {{W-32{1'b0}}, head1, head0} : buf_q[W-1:0];
	end
	endgenerate

	always @(*) begin
		state_d = state_q;
		case (state_q)
		IDLE: if (s_rep_valid)
			state_d = REPLY;
		else if (s_ask_valid)
			state_d = ASK;
		REPLY: if (s_rep_valid && s_rep_word[2])
			state_d = WAY1;
		ASK: if (s_ask_valid && s_ask_last)
			state_d = WAY1;
		WAY1: state_d = WAY2;
		WAY2: state_d = HEAD0;
		HEAD0: if (m_cell_ready)
			state_d = W == 16 ? HEAD1 : DATA;
		HEAD1: if (m_cell_ready)
			state_d = DATA;
		DATA: if (m_cell_ready && left_q == 5'd0)
			state_d = IDLE;
		endcase
	end

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else
			state_q <= state_d;

	// An ask gets its number here; its fourth word, the node, is not sent.
	always @(posedge clk)
		if (state_q == IDLE) begin
			buf_q <= {BUFFER_W{1'b0}};
		end else if (ask_taken) begin
			if (index_q != 4'd3)
				buf_q[16*index_q +: 16] <= index_q == 4'd1 ? count_q : s_ask_data;
		end else if (rep_taken) begin
			if (s_rep_word[2])
				buf_q[31:0] <= {s_rep_number, s_rep_data};
			else
				buf_q[64 + 16*s_rep_word[1:0] +: 16] <= s_rep_data;
		end else if (state_q == DATA && m_cell_ready)
			buf_q <= buf_q >> W;

	always @(posedge clk)
		if (state_q == IDLE)
			index_q <= 4'd0;
		else if (ask_taken)
			index_q <= index_q + 4'd1;
		else if (rep_taken)
			index_q <= 4'd8;

	always @(posedge clk)
		if (state_q == REPLY) begin
			reply_q <= 1'b1;
			node_q <= s_rep_node;
			tag_q <= s_rep_page;
		end else if (ask_taken && index_q == 4'd0) begin
			reply_q <= 1'b0;
			tag_q <= s_ask_data[`RN_REQUEST_CTL_PAGE_R];
			asker_q <= s_ask_data[`RN_REQUEST_CTL_ASKER_R];
		end else if (ask_taken && index_q == 4'd3)
			node_q <= s_ask_data[9:0];

	always @(posedge clk)
		if (rst)
			count_q <= 16'd0;
		else if (m_sent)
			count_q <= count_q + 16'd1;

	// X counts nodes up. Half of the ring at most.
	always @(posedge clk) begin
		if (state_q == WAY1)
			ahead_q <= {1'b0, node_q} - {1'b0, cfg_id} + (node_q < cfg_id ? nodes[10:0] : 11'd0);
		if (state_q == WAY2)
			up_q <= {ahead_q, 1'b0} <= nodes;
	end

	always @(posedge clk)
		if (state_q == WAY2)
			left_q <= len == `RN_CELL_LEN_W16 ? 5'd15 : len == `RN_CELL_LEN_W8 ? 5'd7
				: len == `RN_CELL_LEN_W4 ? 5'd3 : 5'd0;
		else if (state_q == DATA && moved)
			left_q <= left_q - 5'd1;

endmodule

`default_nettype wire
