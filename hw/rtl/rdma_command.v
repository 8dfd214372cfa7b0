// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_command: carries out the commands of block RDMA: OPEN and CLOSE of a completion queue and of a shared receive queue, OPEN of a region or
// window, MODIFY of a shared receive queue. Others end with COMMAND; those of queue pairs are in rdma_qp, CLOSE of a region or window in rdma_mw. The context of the object is held from its number to the end; its
// first word, which says that it is open, is written last. Words of contexts: docs/card/rdma.md, section 11.
//
//      IDLE --started--> GET --context--> WORD --> JUDGE --OPEN, MODIFY--> ATTR --words--> FIT --> PUT (4 words) --> DONE, or FREE -> TELL -> DONE
//        \--no such command--> DONE         |         \--CLOSE--> LAST --> DONE              \--do not make sense--> DONE
//                            \--none, not read--> DONE
//
//  GET   -> WORD    rdma_object holds the context
//  WORD  -> JUDGE   its word 0 is being read
//  JUDGE -> ATTR    it may be opened, or modified;  -> LAST it may be closed;  -> DONE it may not
//  ATTR  -> FIT     all words of the attributes were read (rdma_mem); those that the context has as they are stand in it
//  FIT   -> PUT     they make sense
//  PUT   -> DONE    words of the context are written, the first one last;  -> FREE fewer requests than the limit are left: that is written as 0
//  TELL  -> DONE    event SRQ_LIMIT is raised (rdma_events)
//  DONE  -> IDLE    m_done tells the result; the context is released
`default_nettype none
`include "rdma_regs.vh"

module rdma_command (
	input  wire clk,
	input  wire rst,
	input  wire s_start,             // held until m_done
	input  wire [31:0] s_value,      // of register COMMAND
	output wire m_done,              // one clock
	output wire [3:0] m_code,        // enum RESULT_CODE
	output wire m_tells,             // event SRQ_LIMIT is to be raised: held until s_told
	input  wire s_told,
	// rdma_object, rdma_cache
	output wire m_ask,
	output wire [1:0] m_kind,
	output wire [23:0] m_number,
	output wire m_release,
	input  wire s_beyond,
	input  wire s_fail,
	input  wire s_held,
	output wire [2:0] m_word,
	input  wire [63:0] s_data,       // a clock later
	output wire m_write,
	output wire [63:0] m_data,
	// attributes: their address, and words of memory
	input  wire [63:0] s_attr,
	output wire m_mem_valid,         // held until s_mem_done: one word
	output wire [63:3] m_mem_addr,
	input  wire s_word_valid,
	input  wire [63:0] s_word_data,
	input  wire s_mem_done,
	input  wire s_mem_error
);
	localparam [3:0] IDLE = 0, GET = 1, WORD = 2, JUDGE = 3, ATTR = 4, FIT = 5, PUT = 6, LAST = 7, DONE = 8, FREE = 9, TELL = 10;
	localparam OPEN = 63, BOUND = 62;                        // bits of a region's first word, beside those of SHAPE

	reg [3:0] state_q, code_q;
	reg held_q;                      // the context is to be released
	reg [1:0] n_q;                   // word of the attributes, or of those that are written
	reg [63:0] word_q;               // the last word of the attributes that came,
	reg [5:0] first_q;               // and bits of the one before
	reg wraps_q;                     // address + length
	reg [63:1] old_q;                // word 0 of the context

	wire [3:0] op = s_value[`RDMA_RDMA_COMMAND_OP_R];
	wire [3:0] kind = s_value[`RDMA_RDMA_COMMAND_KIND_R];
	wire region = kind == `RDMA_OBJECT_MR;
	wire opens = op == `RDMA_COMMAND_OP_OPEN;
	wire srq = kind == `RDMA_OBJECT_SRQ;
	wire modifies = op == `RDMA_COMMAND_OP_MODIFY;
	wire closes = op == `RDMA_COMMAND_OP_CLOSE;
	wire known = (opens && region) || (srq && modifies) || ((srq || kind == `RDMA_OBJECT_CQ) && (opens || closes));

	// ---- Conditions of a command -------------------------------------------------------------
	wire used = region ? s_data != 0 : s_data[0];
	wire [3:0] judged = opens ? used ? `RDMA_RESULT_CODE_STATE : s_attr[2:0] != 0 ? `RDMA_RESULT_CODE_ADDRESS : `RDMA_RESULT_CODE_OK
		: !used ? `RDMA_RESULT_CODE_NUMBER
		: modifies ? s_attr[2:0] != 0 ? `RDMA_RESULT_CODE_ADDRESS : `RDMA_RESULT_CODE_OK
		: s_data[63:32] != 0 ? `RDMA_RESULT_CODE_IN_USE : `RDMA_RESULT_CODE_OK;

	// Attributes of a region: word_q is SHAPE; of a queue: first_q is BASE, word_q SIZE.
	localparam [63:0] RIGHTS = 64'h1f << `RDMA_MR_ATTR_SHAPE_WRITE_LSB;
	wire list = word_q[`RDMA_MR_ATTR_SHAPE_LIST_LSB];
	wire window = word_q[`RDMA_MR_ATTR_SHAPE_WINDOW_LSB];
	wire [5:0] page_lg = word_q[`RDMA_MR_ATTR_SHAPE_PAGE_LG_R];
	wire senseless = wraps_q || (list && (page_lg < 6'd12 || page_lg > 6'd40)) || (window && (list || (word_q & RIGHTS) != 0));
	wire [3:0] fits = !region ? first_q != 0 && opens ? `RDMA_RESULT_CODE_ADDRESS : `RDMA_RESULT_CODE_OK
		: senseless ? `RDMA_RESULT_CODE_VALUE
		: list && first_q[2:0] != 0 ? `RDMA_RESULT_CODE_ADDRESS : `RDMA_RESULT_CODE_OK;

	// ---- The machine -------------------------------------------------------------------------
	wire last_attr = n_q == (region ? 2'd3 : 2'd1);

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= !s_start ? IDLE : known ? GET : DONE;
			GET:     state_q <= s_beyond || s_fail ? DONE : s_held ? WORD : GET;
			WORD:    state_q <= JUDGE;
			JUDGE:   state_q <= judged != `RDMA_RESULT_CODE_OK ? DONE : opens || modifies ? ATTR : LAST;
			ATTR:    state_q <= !s_mem_done ? ATTR : s_mem_error ? DONE : last_attr ? FIT : ATTR;
			FIT:     state_q <= fits != `RDMA_RESULT_CODE_OK ? DONE : PUT;
			PUT:     state_q <= n_q != 2'd3 ? PUT : few_q ? FREE : DONE;
			FREE:    state_q <= TELL;
			TELL:    state_q <= s_told ? DONE : TELL;
			LAST:    state_q <= DONE;
			default: state_q <= IDLE;
		endcase

	always @(posedge clk)
		case (state_q)
		IDLE:    code_q <= known ? `RDMA_RESULT_CODE_OK : `RDMA_RESULT_CODE_COMMAND;
		GET:     code_q <= s_beyond ? `RDMA_RESULT_CODE_NUMBER : s_fail ? `RDMA_RESULT_CODE_ADDRESS : code_q;
		JUDGE:   code_q <= judged;
		ATTR:    code_q <= s_mem_done && s_mem_error ? `RDMA_RESULT_CODE_ADDRESS : code_q;
		FIT:     code_q <= fits;
		default: code_q <= code_q;
		endcase

	always @(posedge clk)
		if (rst || state_q == DONE || state_q == FREE)
			held_q <= 1'b0;
		else if (state_q == GET)
			held_q <= s_held;

	always @(posedge clk)
		if (state_q == ATTR && s_mem_done)
			n_q <= n_q + 2'd1;
		else if (state_q == PUT)
			n_q <= n_q + 2'd1;
		else if (state_q != ATTR)
			n_q <= 2'd0;

	always @(posedge clk)
		if (state_q == JUDGE)
			old_q <= s_data[63:1];

	// The sum of the first two words wraps: word_q is the first while the second comes.
	always @(posedge clk)
		if (state_q == ATTR && s_word_valid) begin
			first_q <= word_q[5:0];
			word_q <= s_word_data;
			if (n_q == 2'd1)
				wraps_q <= s_word_data > ~word_q;
		end

	// MODIFY of a shared receive queue: as its limit is written, its indices are read.
	wire [15:0] limit = word_q[`RDMA_SRQ_ATTR_SIZE_LIMIT_R];
	wire [15:0] left = s_data[15:0] - s_data[31:16];
	wire few = modifies && left < limit;
	reg few_q;
	always @(posedge clk)
		if (state_q == PUT && n_q == 2'd2)
			few_q <= few;

	// ---- The context -------------------------------------------------------------------------
	// Region: 0 SHAPE and OPEN, 1 address, 2 length, 3 bus address, 4 the region and queue pair of a window, 5 windows of a region (rdma_mw). Completion queue: 0 settings, 1 base,
	// 2 indices; its place in the list of events stays (rdma_cq). Shared receive queue: 0 settings, 1 base, 2 indices, 3 limit.
	wire copies = state_q == ATTR && s_word_valid && !last_attr && opens;
	wire [63:0] settings = {32'd0, srq ? {word_q[`RDMA_SRQ_ATTR_SIZE_PD_R], 4'd0} : old_q[31:12], word_q[`RDMA_CQ_ATTR_SIZE_LG_R], 7'd0, 1'b1};
	wire [63:0] shape = (word_q & ~(64'd1 << BOUND)) | (64'd1 << OPEN);
	wire [2:0] put_word = n_q == 2'd0 ? 3'd1 : n_q == 2'd1 ? 3'd2 : n_q == 2'd2 ? srq ? 3'd3 : 3'd4 : 3'd0;
	wire skips = modifies ? n_q != 2'd2 : n_q == 2'd0 ? !(region && window) : n_q == 2'd1 ? region && !window : 1'b0;

	assign m_ask = state_q == GET || held_q;
	assign m_kind = kind[1:0];
	assign m_number = s_value[`RDMA_RDMA_COMMAND_NUMBER_R];
	assign m_release = (state_q == DONE || state_q == FREE) && held_q;
	assign m_tells = state_q == TELL;
	assign m_word = state_q == ATTR ? {1'b0, n_q} + 3'd1 : state_q == PUT ? put_word : 3'd0;
	assign m_write = copies || (state_q == PUT && !skips) || state_q == LAST;
	assign m_data = state_q == ATTR ? s_word_data : state_q == LAST ? {old_q, 1'b0}
		: n_q != 2'd3 ? {48'd0, srq && n_q == 2'd2 && !few ? limit : 16'd0} : region ? shape : settings;
	assign m_mem_valid = state_q == ATTR && !s_mem_done;
	assign m_mem_addr = s_attr[63:3] + {59'd0, n_q};
	assign m_done = state_q == DONE;
	assign m_code = code_q;
endmodule

`default_nettype wire
