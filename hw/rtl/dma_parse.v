// SPDX-License-Identifier: BSD-3-Clause
//
// dma_parse: reads received cells as words of DATA_W bits, splits each into a command for dma_place
// (source, kind, number of words) and the words of payload for dma_write, both through FIFOs, so
// that a cell is looked up while the one before is written.
// The payload is brought to exactly the words of the command: words beyond the bytes of a WRITE or
// MSG are left out, missing ones (a cell shorter than its length code) are 0. MSG: the first word
// follows the payload, as in the record, in the upper half of the last word of 128 bits if that is free. A notice (BYTES is
// NOTICE_MARK) has no payload, nor has a request of a READ: its length goes with the command.
// A long cell becomes several commands, of 256 bytes but for the last, as if it had come as so many cells; the next one goes with the last
// word of the one before.
//
//      HEAD -> FIRST -> PAY -> ... -> PAY -> (TAIL: MSG) -> HEAD
//                 \------> SKIP: unknown or impossible cells, to their last word -> HEAD
//      FIRST -> SECOND: a READ
//
//  HEAD -> FIRST  a WRITE or MSG that can hold its first word; -> PAY  DATA or BCAST; -> SKIP others
//  FIRST -> PAY   the bytes fit into the cell, command given; -> SKIP they do not; -> SECOND a READ
//  SECOND -> SKIP the length is one that a READ may have, command given; or not; -> THIRD an ATOMIC
//  THIRD -> SKIP  its operands are here, command given
//  PAY -> PAY     all words of a command given, and the next command
//  PAY -> TAIL    all words given (MSG); -> HEAD all given, last word of the cell seen; -> SKIP not yet seen
//  TAIL, SKIP -> HEAD or SKIP  the same
`default_nettype none

module dma_parse #(
	parameter W = 64,                // bits of a word of a cell
	parameter DATA_W = W == 128 ? 128 : 64,    // bits of a word of dma_widen
	parameter SPAN = 1               // slots of the longest cell (cell_len)
) (
	input  wire clk,
	input  wire rst,
	input  wire s_valid,
	output wire s_ready,
	input  wire s_head,
	input  wire s_last,
	input  wire [DATA_W-1:0] s_data,
	output wire m_malformed,         // one clock: a cell was dropped
	// command
	output wire m_cell_valid,
	input  wire m_cell_ready,
	output wire [2:0] m_cell_type,
	output wire [9:0] m_cell_source,
	output wire [5:0] m_cell_tag,
	output wire [27:0] m_cell_more,  // {status, READ, upper half of a key, epoch, page that sends}; W = 16: the key only
	output wire [20:0] m_cell_length,          // of a READ
	output wire [129:0] m_cell_atomic,         // {it is one, COMPARE_SWAP, operand, expected}
	output wire [63:0] m_cell_first,
	output wire [8:0] m_cell_bytes,  // of payload
	output wire [5:0] m_cell_words,  // in the payload FIFO
	// payload
	output wire m_pay_valid,
	input  wire m_pay_ready,
	output wire [DATA_W-1:0] m_pay_data
);
`include "ring_nic_regs.vh"
	localparam [2:0] HEAD = 0, FIRST = 1, PAY = 2, TAIL = 3, SKIP = 4, GIVE = 5, SECOND = 6, THIRD = 7;
	localparam LG_DATA = DATA_W == 128 ? 4 : 3;               // log2 of the bytes of a word
	localparam BYTES_W = SPAN == 1 ? 9 : 11;                 // bits of the number of bytes of a cell
	localparam [BYTES_W-1:0] TAKES = DATA_W / 8;             // bytes of a cell that the first word takes
	localparam [BYTES_W-1:0] WRITE_TAKES = W == 16 ? 10 : TAKES;     // and the third word of the head
	localparam LG_W = W == 16 ? 1 : W == 64 ? 3 : 4;         // log2 of the bytes of a word of a cell
	localparam [BYTES_W-1:0] PIECE = 256;                    // bytes of the longest command

	localparam [BYTES_W-1:0] MSG_MAX = 112;
	localparam [7:0] MARK = `RN_NOTICE_MARK;

	function [5:0] words_of(input [8:0] bytes);
		words_of = {{LG_DATA-3{1'b0}}, bytes[8:LG_DATA]} + {5'd0, bytes[LG_DATA-1:0] != 0};
	endfunction

	reg [2:0] state_q;
	reg [2:0] type_q;
	reg [9:0] source_q;
	reg [5:0] tag_q;
	reg [27:0] more_q;
	reg [20:0] length_q;
	reg [1:0] atomic_q;
	reg [63:0] arg_q, cmp_q;
	reg more_word_q;                 // W = 64: the operand is here, the expected value is next
	reg [63:0] first_q;
	reg [8:0] bytes_q;               // of payload, of this command
	reg [BYTES_W-1:0] cell_q;        // of the cell, with the first word
	wire [BYTES_W-1:0] rest;         // of payload behind this command
	wire more;                       // a command of the same cell is ready
	reg [5:0] words_q, left_q;       // of payload; still to give
	reg ended_q;                     // the last word of the cell was seen

	wire [2:0] type_n = s_data[`RN_CELL_H0_TYPE_R];
	wire [7:0] cell_words;
	wire [3:0] slots_unused;
	wire [BYTES_W+7:0] holds_n = {{BYTES_W{1'b0}}, cell_words} << LG_W;
	wire [BYTES_W-1:0] holds = holds_n[BYTES_W-1:0];
	wire unused = &{1'b0, slots_unused, holds_n[BYTES_W+7:BYTES_W]};
	wire head = state_q == HEAD && s_valid && s_head;
	wire stream = type_n == `RN_CELL_TYPE_DATA || type_n == `RN_CELL_TYPE_BCAST;
	wire msg = type_q == `RN_CELL_TYPE_MSG;
	wire record = msg && bytes_q != {1'b0, MARK};            // behind FIRST: it is no notice
	wire tail;                       // the first word is a word of its own behind the payload
	wire addressed = ((type_n == `RN_CELL_TYPE_WRITE && holds >= WRITE_TAKES) || (type_n == `RN_CELL_TYPE_MSG && holds >= TAKES)) && !s_last;
	// Bytes of payload: the first word of a MSG gives them, the tag of a WRITE the unused ones (W = 16: its lower bits).
	wire [BYTES_W-1:0] room = cell_q - (msg ? TAKES : WRITE_TAKES);
	wire [BYTES_W-1:0] named = msg ? {{BYTES_W-8{1'b0}}, s_data[7:0]} : room - {{BYTES_W-6{1'b0}}, W == 16 ? {2'd0, tag_q[3:0]} : tag_q};
	wire [BYTES_W-1:0] most = msg && W == 64 ? MSG_MAX : room;       // the room of a slot of the receive ring
	wire note = msg && s_data[7:0] == MARK;
	wire read = W != 16 && type_q == `RN_CELL_TYPE_WRITE && more_q[23];
	wire fits = read ? !s_last : note || named <= most;
	wire [31:0] asked = s_data[`RN_READ_REQUEST_CTL_LENGTH_R];
	wire atomic = s_data[`RN_READ_REQUEST_CTL_OP_R] == `RN_DMA_OP_ATOMIC;
	wire sound = atomic ? asked == 32'd8 && !s_last : asked != 0 && asked <= `RN_READ_MAX;
	wire half_way = DATA_W == 64 && !more_word_q;            // of the operands
	wire short = state_q == THIRD && s_valid && half_way && s_last;
	wire [8:0] part = named > PIECE ? PIECE[8:0] : named[8:0];
	wire [8:0] head_part = holds > PIECE ? PIECE[8:0] : holds[8:0];
	wire [5:0] pays = note || read ? 6'd0 : words_of(part);
	wire have = s_valid || ended_q;  // a word for PAY: from the cell, or 0
	wire on = more && left_q == 6'd1; // the next command goes with this word
	wire give = state_q == PAY && have && m_pay_ready && (!on || m_cell_ready);
	wire issue = m_cell_valid && m_cell_ready;
	wire end_now = ended_q || (s_valid && s_last);

	assign m_cell_valid = state_q == GIVE || (state_q == PAY && on && have && m_pay_ready);
	assign m_cell_type = type_q;
	assign m_cell_source = source_q;
	assign m_cell_tag = tag_q;
	assign m_cell_first = first_q;
	assign m_cell_more = more_q;
	assign m_cell_length = length_q;
	assign m_cell_atomic = {atomic_q, arg_q, cmp_q};
	assign m_cell_bytes = read ? 9'd0 : bytes_q;
	assign m_cell_words = words_q + {5'd0, tail};
	assign m_pay_valid = (state_q == PAY && have && (!on || m_cell_ready)) || state_q == TAIL;
	wire [DATA_W-1:0] pay = ended_q ? {DATA_W{1'b0}} : s_data;
	generate if (DATA_W == 128) begin : pairs
		wire half = bytes_q[3:0] != 4'd0 && bytes_q[3:0] <= 4'd8; // the payload leaves the upper half of its last word
		assign tail = record && !half;
		assign m_pay_data = {msg && half && left_q == 6'd1 ? first_q : pay[127:64], state_q == TAIL ? first_q : pay[63:0]};
	end else begin : singles
		assign tail = record;
		assign m_pay_data = state_q == TAIL ? first_q : pay;
	end endgenerate
	assign s_ready = state_q == HEAD || state_q == FIRST || state_q == SECOND || state_q == THIRD || state_q == SKIP
		|| (state_q == PAY && m_pay_ready && !ended_q && (!on || m_cell_ready));
	assign m_malformed = (head && !stream && !addressed) || (state_q == FIRST && s_valid && !fits) || (state_q == SECOND && s_valid && !sound) || short
		|| (state_q == HEAD && s_valid && !s_head);

	wire [2:0] behind = end_now ? HEAD : SKIP;               // where to when nothing is left to give
	wire [2:0] after = left_q > 6'd1 || more ? PAY : tail ? TAIL : behind;

	always @(posedge clk)
		if (rst)
			state_q <= HEAD;
		else case (state_q)
			HEAD:    state_q <= !head ? HEAD : addressed ? FIRST : stream ? GIVE : s_last ? HEAD : SKIP;
			FIRST:   state_q <= !s_valid ? FIRST : fits ? (read ? SECOND : GIVE) : s_last ? HEAD : SKIP;
			SECOND:  state_q <= !s_valid ? SECOND : sound ? (atomic ? THIRD : GIVE) : s_last ? HEAD : SKIP;
			THIRD:   state_q <= !s_valid ? THIRD : !half_way ? GIVE : s_last ? HEAD : THIRD;
			GIVE:    state_q <= !m_cell_ready ? GIVE : left_q != 0 ? PAY : tail ? TAIL : ended_q ? HEAD : SKIP;
			PAY:     state_q <= give ? after : PAY;
			TAIL:    state_q <= !m_pay_ready ? TAIL : ended_q ? HEAD : SKIP;
			default: state_q <= s_valid && s_last ? HEAD : SKIP;
		endcase

	always @(posedge clk)
		if (head) begin
			type_q <= type_n;
			source_q <= s_data[16 + `RN_CELL_H1_SRC_LSB +: 10];
			tag_q <= s_data[16 + `RN_CELL_H1_TAG_LSB +: 6];
			more_q <= W == 16 ? {5'd0, s_data[47:32], 7'd0} : {is_long ? 4'd0 : s_data[43:40], s_data[39], s_data[63:48], s_data[38:32]};
		end

	always @(posedge clk)
		if (state_q == FIRST && s_valid)
			first_q <= s_data[63:0];
		else if (SPAN > 1 && issue && type_q == `RN_CELL_TYPE_WRITE)
			first_q[`RN_WRITE_HEAD_ADDRESS_OFFSET_R] <= first_q[`RN_WRITE_HEAD_ADDRESS_OFFSET_R] + {31'd0, bytes_q};

	always @(posedge clk)
		if (state_q == SECOND && s_valid)
			{atomic_q, length_q} <= {atomic, s_data[`RN_READ_REQUEST_CTL_SWAP_LSB], asked[20:0]};

	always @(posedge clk)
		more_word_q <= state_q == THIRD && (more_word_q || s_valid);

	always @(posedge clk)
		if (DATA_W == 128 ? state_q == SECOND && s_valid : state_q == THIRD && s_valid && half_way)
			arg_q <= s_data[DATA_W-1 -: 64];

	always @(posedge clk)
		if (state_q == THIRD && s_valid && !half_way)
			cmp_q <= s_data[63:0];

	always @(posedge clk)
		if (head)
			cell_q <= holds;

	always @(posedge clk)
		if (head) begin
			bytes_q <= head_part;
			words_q <= words_of(head_part);
		end else if (state_q == FIRST && s_valid) begin
			bytes_q <= part;
			words_q <= pays;
		end else if (issue && rest != 0) begin
			bytes_q <= next_part;
			words_q <= words_of(next_part);
		end

	wire [8:0] next_part = rest > PIECE ? PIECE[8:0] : rest[8:0];
	wire is_long;
	generate if (SPAN == 1) begin : usual
		wire [1:0] code = s_data[`RN_CELL_H0_LEN_R];

		cell_len len (.head({46'd0, code}), .words(cell_words), .slots(slots_unused));
		assign is_long = 1'b0;
		assign rest = 0;
		assign more = 1'b0;
	end else begin : longer
		reg [BYTES_W-1:0] rest_q;
		reg ready_q;

		cell_len #(.W(W), .SPAN(SPAN)) len (.head(s_data[47:0]), .words(cell_words), .slots(slots_unused));
		assign is_long = cell_words > 8'd16;
		assign rest = rest_q;
		assign more = ready_q;
		always @(posedge clk)
			if (head)
				rest_q <= holds - {2'd0, head_part};
			else if (state_q == FIRST && s_valid)
				rest_q <= note || read ? 11'd0 : named - {2'd0, part};
			else if (issue)
				rest_q <= rest_q - (rest_q > PIECE ? PIECE : rest_q);
		always @(posedge clk)
			if (state_q == HEAD)
				ready_q <= 1'b0;
			else if (issue)
				ready_q <= rest_q != 0;
	end endgenerate

	always @(posedge clk)
		if (head)
			left_q <= words_of(head_part);
		else if (state_q == FIRST && s_valid)
			left_q <= pays;
		else if (give)
			left_q <= on ? words_q : left_q - 6'd1;

	always @(posedge clk)
		if (state_q == HEAD || ((state_q == FIRST || state_q == SECOND || state_q == THIRD) && s_valid))
			ended_q <= s_valid && s_last;
		else if (give && s_last && s_valid)
			ended_q <= 1'b1;
endmodule

`default_nettype wire
