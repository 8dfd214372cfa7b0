// SPDX-License-Identifier: BSD-3-Clause
//
// Blocks FE and GFE as the host sees them: operands, command, result and status of each page, kept
// in fe_store. A command is checked here and handed to fe_emit; its result comes back as single
// words, the status last. A refused command has no cost for other pages.
//
//  1. A page has at most one operation under way; a command meanwhile is refused.
//  2. BUSY falls only with the status word of that operation.
//
//   IDLE --access--> LOW --> HIGH --> DATA --> IDLE     one half of the register each; the answer
`default_nettype none
`include "ring_nic_regs.vh"

module fe_front #(
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

	input wire [15:0] cnt_dropped, // of block GFE
	input wire [15:0] cnt_late,
	input wire [15:0] cnt_overrun,
	input wire [15:0] cnt_timeouts,

	input wire s_state_read, // the engine's words in the store: RN_FE_FULL, need of RN_FE_KEYS
	input wire s_state_write,
	input wire s_state_key, // the latter
	input wire [2:0] s_state_page,
	input wire [15:0] s_state_wdata,
	output wire s_state_ready,
	output wire [15:0] m_state_rdata, // in the clock after

	input wire s_res_valid, // results
	output wire s_res_ready,
	input wire [2:0] s_res_page,
	input wire [2:0] s_res_word, // 0 to 3: of the value; 4: status, ends the operation
	input wire [15:0] s_res_data,

	output wire m_op_valid, // operations, as records
	input wire m_op_ready,
	output wire m_op_local,
	output wire m_op_last,
	output wire [15:0] m_op_data,

	output wire [7:0] ev_refused // pulses, a bit for each page
);

	// Words of a page in the store, besides ARG from 0, CMP from 4, RES from 8.
	localparam [4:0] CONTROL = 5'd12, OURS = 5'd14, NODE = 5'd15, STATUS = 5'd16, NEED = 5'd17,
		FULL = 5'd18, NONE = 5'd31;
	localparam IDLE = 2'd0, // no access
		LOW = 2'd1, // low half goes to or from the store
		HIGH = 2'd2, // high half
		DATA = 2'd3; // the answer; a command's first status is written

	reg [1:0] state_q;
	reg [4:0] low_word, high_word; // where the halves are; NONE: nowhere
	reg writes; // the host may write there
	reg [15:0] low_q;
	reg ready_q;
	reg [31:0] rdata_q;
	reg [7:0] busy_q; // a bit for each page
	reg [3:0] code_q; // outcome of the command
	reg local_q;
	reg [7:0] refused_q;

	wire [2:0] page = bus_page[2:0];
	wire global_page = bus_page[3];
	wire command = bus_write && !global_page && bus_addr == `RN_FE_COMMAND_A;
	reg accepted_q; // as the page had nothing under way; it may still turn out to be nonsense
	reg was_busy_q; // when the status was read
	wire [31:0] limit = REQ_DEPTH;
	wire [15:0] rdata;
	wire store_ready, res_ready;

	always @(*) begin
		{low_word, high_word, writes} = {NONE, NONE, 1'b0};
		if (!global_page)
			case (bus_addr)
			`RN_FE_ARG_LO_A: {low_word, high_word, writes} = {5'd0, 5'd1, 1'b1};
			`RN_FE_ARG_HI_A: {low_word, high_word, writes} = {5'd2, 5'd3, 1'b1};
			`RN_FE_CMP_LO_A: {low_word, high_word, writes} = {5'd4, 5'd5, 1'b1};
			`RN_FE_CMP_HI_A: {low_word, high_word, writes} = {5'd6, 5'd7, 1'b1};
			`RN_FE_RES_LO_A: {low_word, high_word} = {5'd8, 5'd9};
			`RN_FE_RES_HI_A: {low_word, high_word} = {5'd10, 5'd11};
			`RN_FE_KEYS_A: {low_word, high_word, writes} = {OURS, NEED, 1'b1};
			`RN_FE_STATUS_A: low_word = STATUS;
			`RN_FE_FULL_A: low_word = FULL;
			`RN_FE_COMMAND_A: if (accepted_q)
				{low_word, high_word, writes} = {CONTROL, NODE, 1'b1};
			default: ;
			endcase
	end

	// The access now: which word, and whether the store is needed at all.
	wire [4:0] word = state_q == LOW ? low_word : state_q == HIGH ? high_word : STATUS;
	wire first_status = state_q == DATA && accepted_q;
	wire in_half = (state_q == LOW || state_q == HIGH) && word != NONE;
	wire store_write = first_status || in_half && bus_write && writes;
	wire store_read = in_half && !bus_write;
	wire go = store_write || store_read ? store_ready : 1'b1;
	wire [15:0] store_wdata = first_status ? {12'b0, code_q}
		: state_q == HIGH ? bus_wdata[31:16] : bus_wdata[15:0];

	fe_store store (
		.clk(clk), .rst(rst),
		.s_bus_read(store_read), .s_bus_write(store_write), .s_bus_addr({page, word}),
		.s_bus_wdata(store_wdata), .s_bus_ready(store_ready),
		.s_state_read(s_state_read), .s_state_write(s_state_write),
		.s_state_addr({s_state_page, s_state_key ? NEED : FULL}), .s_state_wdata(s_state_wdata),
		.s_state_ready(s_state_ready),
		.s_res_write(s_res_valid),
		.s_res_addr({s_res_page, s_res_word[2] ? STATUS : {3'b010, s_res_word[1:0]}}),
		.s_res_wdata(s_res_data), .s_res_ready(res_ready),
		.s_emit_read(emit_read), .s_emit_addr(emit_addr), .s_emit_ready(emit_ready),
		.rdata(rdata)
	);

	wire emit_read, emit_ready;
	wire [7:0] emit_addr;
	wire started = first_status && go && code_q == `RN_FE_STATUS_OK;

	fe_emit emit (
		.clk(clk), .rst(rst),
		.s_start_valid(started), .s_start_page(page), .s_start_local(local_q),
		.m_read(emit_read), .m_addr(emit_addr), .m_ready(emit_ready), .rdata(rdata),
		.m_op_valid(m_op_valid), .m_op_ready(m_op_ready), .m_op_local(m_op_local),
		.m_op_last(m_op_last), .m_op_data(m_op_data)
	);

	assign bus_ready = ready_q;
	assign bus_rdata = rdata_q;
	assign s_res_ready = res_ready;
	assign m_state_rdata = rdata;
	assign ev_refused = refused_q;

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else
			case (state_q)
			IDLE: if (bus_valid && !ready_q)
				state_q <= LOW;
			LOW: if (go)
				state_q <= HIGH;
			HIGH: if (go)
				state_q <= DATA;
			DATA: if (go)
				state_q <= IDLE;
			endcase

	always @(posedge clk) begin
		if (state_q == IDLE)
			accepted_q <= command && !busy_q[page];
		if (state_q == LOW)
			was_busy_q <= busy_q[page];
	end

	// The low half stays in rdata until the high one is read.
	always @(posedge clk)
		if (state_q == HIGH)
			low_q <= low_word == NONE ? 16'b0 : rdata;

	always @(posedge clk) begin
		ready_q <= !rst && state_q == DATA && go;
		rdata_q <= {high_word == NONE ? 16'b0 : rdata, low_q};
		if (high_word == NONE && low_word == STATUS)
			rdata_q[`RN_FE_STATUS_BUSY_LSB] <= was_busy_q;
		if (global_page)
			case (bus_addr)
			`RN_GFE_DROPPED_A: rdata_q <= {16'b0, cnt_dropped};
			`RN_GFE_LATE_A: rdata_q <= {16'b0, cnt_late};
			`RN_GFE_OVERRUN_A: rdata_q <= {16'b0, cnt_overrun};
			`RN_GFE_TIMEOUTS_A: rdata_q <= {16'b0, cnt_timeouts};
			default: rdata_q <= 32'b0;
			endcase
	end

	// The outcome of a command.
	wire [9:0] node = bus_wdata[`RN_FE_COMMAND_NODE_R];

	always @(posedge clk) begin
		local_q <= node == cfg_id;
		if (bus_wdata[`RN_FE_COMMAND_OP_R] > `RN_FE_OP_COMPARE_SWAP)
			code_q <= `RN_FE_STATUS_NO_OP;
		else if (node == cfg_id)
			code_q <= `RN_FE_STATUS_OK;
		else if (node > cfg_last)
			code_q <= `RN_FE_STATUS_NO_NODE;
		else if ({19'b0, cfg_last, 3'b0} > limit)
			code_q <= `RN_FE_STATUS_NO_ROOM;
		else
			code_q <= `RN_FE_STATUS_OK;
	end

	wire [7:0] one = 8'b1;
	wire ended = s_res_valid && res_ready && s_res_word[2];
	wire bad_end = ended && s_res_data[`RN_FE_STATUS_CODE_R] != `RN_FE_STATUS_OK
		&& s_res_data[`RN_FE_STATUS_CODE_R] != `RN_FE_STATUS_TIMEOUT;
	wire bad_start = state_q == DATA && go && command && !started;

	always @(posedge clk)
		if (rst)
			busy_q <= 8'b0;
		else
			busy_q <= (busy_q & ~(ended ? one << s_res_page : 8'b0)) | (started ? one << page : 8'b0);

	always @(posedge clk)
		if (rst)
			refused_q <= 8'b0;
		else
			refused_q <= (bad_end ? one << s_res_page : 8'b0) | (bad_start ? one << page : 8'b0);

endmodule

`default_nettype wire
