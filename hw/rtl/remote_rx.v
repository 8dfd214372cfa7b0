// SPDX-License-Identifier: BSD-3-Clause
//
// Takes the cells of remote operations: REQ into the request queue, REPLY to the page that waits for it.
// It never waits for the sending side, only for a few clocks for the store of results; so requests and
// replies cannot block each other. An invalid cell is dropped and counted.
//
//  1. A record is in the queue whole or not at all.
//  2. A page gets a status only while it waits, and for the operation that it waits for.
//
//   HEAD0 --> HEAD1 --> BODY --last word, a good reply--> STATUS --> HEAD0
//     |                   +--last word, anything else---------------^
//     +--a page has waited too long--> TIMEOUT --> HEAD0
`default_nettype none
`include "ring_nic_regs.vh"

module remote_rx (
	input wire clk,
	input wire rst,

	input wire [9:0] cfg_id, // this node
	input wire [9:0] cfg_last, // nodes of the ring - 1

	input wire s_valid, // a cell's words of 16 bits
	output wire s_ready,
	input wire s_head,
	input wire s_last,
	input wire [15:0] s_data,

	output wire m_req_valid, // remote_queue
	output wire [15:0] m_req_data,
	output wire m_req_commit,
	output wire m_req_abort,
	input wire req_room,

	output wire [2:0] look_page, // remote_wait
	input wire waits,
	input wire [15:0] waits_number,
	input wire expired,
	input wire [2:0] expired_page,
	output wire m_done,
	output wire [2:0] m_done_page,

	output wire m_ans_valid, // words of results
	input wire m_ans_ready,
	output wire [2:0] m_ans_page,
	output wire [2:0] m_ans_word,
	output wire [15:0] m_ans_data,

	output wire [15:0] cnt_dropped, // each stays at its largest
	output wire [15:0] cnt_late,
	output wire [15:0] cnt_overrun,
	output wire [15:0] cnt_timeouts
);

	localparam HEAD0 = 3'd0, // header 0, or a word that is no header
		HEAD1 = 3'd1, // header 1
		BODY = 3'd2, // payload
		STATUS = 3'd3, // a good reply's status goes out
		TIMEOUT = 3'd4; // the status of an operation that is given up goes out

	reg [2:0] state_q, state_d;
	reg req_q, rep_q; // kind of the cell, while it is valid
	reg [9:0] src_q;
	reg [2:0] tag_q;
	reg [4:0] index_q; // of the word of payload; 16: beyond
	reg [3:0] op_q;
	reg [5:0] status_q;
	reg over_q, late_q; // no room for it; no page waits for it
	reg commit_q, abort_q;
	reg [15:0] dropped_q, late_n_q, overrun_q, timeouts_q;
	wire [3:0] req_last;

	wire [3:0] op = index_q == 5'd0 ? s_data[`RN_REQUEST_CTL_OP_R] : op_q;
	fe_shape shape (.op(op), .last(req_last));

	wire [2:0] kind = s_data[`RN_CELL_H0_TYPE_R];
	wire [9:0] src = s_data[`RN_CELL_H1_SRC_R];
	wire taken = s_valid && s_ready;
	wire in_body = state_q == BODY && !s_head;
	wire value_word = in_body && rep_q && !late_q && index_q[4:2] == 3'd1;
	wire store_word = taken && in_body && req_q && !over_q && index_q <= {1'b0, req_last};
	wire over = index_q == 5'd0 ? !req_room : over_q;
	wire late = index_q == 5'd1 ? !waits || waits_number != s_data : late_q;
	wire ends = taken && s_last;
	wire whole = in_body && (req_q ? index_q >= {1'b0, req_last} : index_q >= 5'd7);
	wire bad_head = taken && s_head && state_q != HEAD0; // a cell in the middle of another
	wire good_rep = ends && whole && rep_q && !late;
	wire given = m_ans_valid && m_ans_ready;

	assign s_ready = state_q == STATUS || state_q == TIMEOUT ? 1'b0
		: value_word ? m_ans_ready : !(state_q == HEAD0 && expired);
	assign m_req_valid = store_word && !(index_q == 5'd0 && !req_room);
	assign m_req_data = index_q == 5'd0 ? {2'b0, tag_q, s_data[10:0]}
		: index_q == 5'd3 ? {6'b0, src_q} : s_data;
	assign m_req_commit = commit_q;
	assign m_req_abort = abort_q;
	assign look_page = tag_q;
	assign m_done = given && m_ans_word[2];
	assign m_done_page = m_ans_page;
	assign m_ans_valid = state_q == STATUS || state_q == TIMEOUT || s_valid && value_word;
	assign m_ans_page = state_q == TIMEOUT ? expired_page : tag_q;
	assign m_ans_word = state_q == BODY ? {1'b0, index_q[1:0]} : 3'd4;
	assign m_ans_data = state_q == BODY ? s_data
		: state_q == TIMEOUT ? {12'b0, `RN_FE_STATUS_TIMEOUT} : {10'b0, status_q};
	assign cnt_dropped = dropped_q;
	assign cnt_late = late_n_q;
	assign cnt_overrun = overrun_q;
	assign cnt_timeouts = timeouts_q;

	always @(*) begin
		state_d = state_q;
		case (state_q)
		HEAD0: if (expired)
			state_d = TIMEOUT;
		else if (taken && s_head && !s_last)
			state_d = HEAD1;
		HEAD1: if (taken)
			state_d = s_last ? HEAD0 : BODY;
		BODY: if (ends)
			state_d = good_rep ? STATUS : HEAD0;
		default: if (given)
			state_d = HEAD0;
		endcase
	end

	always @(posedge clk)
		if (rst)
			state_q <= HEAD0;
		else
			state_q <= state_d;

	// The kind of the cell; none, once it is invalid.
	always @(posedge clk)
		if (state_q == HEAD0) begin
			req_q <= kind == `RN_CELL_TYPE_REQ;
			rep_q <= kind == `RN_CELL_TYPE_REPLY;
		end else if (bad_head || taken && state_q == HEAD1 && (src > cfg_last || src == cfg_id))
			{req_q, rep_q} <= 2'b00;

	always @(posedge clk)
		if (state_q == HEAD1 && taken) begin
			src_q <= src;
			tag_q <= s_data[2:0];
		end

	always @(posedge clk)
		if (state_q != BODY)
			index_q <= 5'd0;
		else if (taken && !index_q[4])
			index_q <= index_q + 5'd1;

	always @(posedge clk)
		if (state_q != BODY)
			{over_q, late_q} <= 2'b00;
		else if (taken) begin
			over_q <= over;
			late_q <= late;
			if (index_q == 5'd0)
				{op_q, status_q} <= {op, s_data[5:0]};
		end

	// At a cell's end: its outcome.
	wire good_req = ends && whole && req_q && !over;
	wire overrun = ends && whole && req_q && over;
	wire too_late = ends && whole && rep_q && late;
	wire nonsense = ends && !good_req && !good_rep && !overrun && !too_late;

	always @(posedge clk) begin
		commit_q <= !rst && good_req;
		abort_q <= !rst && state_q == BODY && ends && !good_req;
	end

	always @(posedge clk)
		if (rst) begin
			dropped_q <= 16'd0;
			late_n_q <= 16'd0;
			overrun_q <= 16'd0;
			timeouts_q <= 16'd0;
		end else begin
			dropped_q <= dropped_q + {15'b0, nonsense && dropped_q != 16'hffff};
			late_n_q <= late_n_q + {15'b0, too_late && late_n_q != 16'hffff};
			overrun_q <= overrun_q + {15'b0, overrun && overrun_q != 16'hffff};
			timeouts_q <= timeouts_q + {15'b0, given && state_q == TIMEOUT
				&& timeouts_q != 16'hffff};
		end

endmodule

`default_nettype wire
