// SPDX-License-Identifier: BSD-3-Clause
//
// The full/empty registers of all pages, and the one unit that works on them: takes operations as
// records of 16-bit words, one after the other, so that each is atomic for every requester. The
// values are here (four words each, block RAM); which registers are full, and the keys, are words
// of fe_store. One word a step: an adder of 16 bits.
//
//  1. Between the first word of an operation and its status word no other operation is begun.
//  2. A register changes only by an operation whose status has DID.
//  3. A read and a write of one word of memory never happen in one clock (reads in READ and COMPARE,
//     writes in CLEAR and WORD).
//
//   CLEAR --> HEAD --> ARG --> COMPARE <-> MATCH --> FULL --> KEY --> DECIDE --> READ <-> WORD --> MARK
//               |        +-----------(no CMP)---------^                ^   four times       |
//               +----------(no operand)---------------+                                     v
//               ^-------------------------------------------------------------------- STATUS
`default_nettype none
`include "ring_nic_regs.vh"

module fe_engine (
	input wire clk,
	input wire rst,

	input wire s_op_valid, // records (fe_shape)
	output wire s_op_ready,
	input wire s_op_local, // of this node's pages
	input wire [15:0] s_op_data,

	output wire m_state_read, // words of fe_store
	output wire m_state_write,
	output wire m_state_key, // the key that the page wants; else its full bits
	output wire [2:0] m_state_page,
	output wire [15:0] m_state_wdata,
	input wire m_state_ready,
	input wire [15:0] state_rdata, // in the clock after

	output wire m_res_valid,
	input wire m_res_ready,
	output wire m_res_local, // for a page of this node, throughout an operation
	output wire [2:0] m_res_page,
	output wire [9:0] m_res_node,
	output wire [15:0] m_res_number,
	output wire [2:0] m_res_word, // 0 to 3: of the value before; 4: status, the last one
	output wire [15:0] m_res_data,

	output wire [7:0] ev_fe // pulses, a bit for each page
);

	localparam CLEAR = 4'd0, // memory becomes 0
		HEAD = 4'd1, // first four words
		ARG = 4'd2, // operand
		COMPARE = 4'd3, // a word of memory is read, to be compared
		MATCH = 4'd4, // with one of the record
		FULL = 4'd5, // full bits are asked for
		KEY = 4'd6, // they are here; the key is asked for
		DECIDE = 4'd7, // it is here
		READ = 4'd8, // a word of memory is read
		WORD = 4'd9, // it goes out, the new one in
		MARK = 4'd10, // the full bits are written
		STATUS = 4'd11; // the status goes out

	(* no_rw_check *) reg [15:0] mem [0:511]; // {page, register, word}
	reg [15:0] rdata_q;

	reg [3:0] state_q, state_d;
	reg [8:0] count_q; // words of this state so far
	reg [13:0] head_q; // of the record
	reg [15:0] number_q, key_q;
	reg [9:0] node_q;
	reg local_q;
	reg [63:0] arg_q; // next word lowest
	reg [15:0] full_q; // of the page
	reg equal_q, key_good_q; // so far; the key fits
	reg first_q; // first clock of a state
	reg carry_q;
	reg [7:0] ev_q;

	wire [3:0] op = head_q[`RN_REQUEST_CTL_OP_R];
	wire [3:0] register = head_q[`RN_REQUEST_CTL_REG_R];
	wire [2:0] page = head_q[`RN_REQUEST_CTL_PAGE_R];
	wire [3:0] last;

	fe_shape shape (.op(op), .last(last));

	// The effect of the operation, from DECIDE on.
	wire was_full = full_q[register];
	wire op_good = op <= `RN_FE_OP_COMPARE_SWAP;
	wire good = op_good && key_good_q;
	wire tests = op == `RN_FE_OP_TEST_WRITE || op == `RN_FE_OP_TEST_WRITE_INT;
	wire writes = op == `RN_FE_OP_WRITE || op == `RN_FE_OP_FETCH_ADD || tests && !was_full
		|| op == `RN_FE_OP_COMPARE_SWAP && equal_q;
	wire empties = op == `RN_FE_OP_TEST_READ_RESET && was_full;
	wire fills = (op == `RN_FE_OP_WRITE || tests) && !was_full;
	wire did = good && (writes || empties);
	wire [3:0] code = !op_good ? `RN_FE_STATUS_NO_OP : !key_good_q ? `RN_FE_STATUS_NO_KEY
		: `RN_FE_STATUS_OK;
	wire [15:0] bit_mask = 16'b1 << register;
	wire [15:0] added = op == `RN_FE_OP_FETCH_ADD ? rdata_q : 16'b0;
	wire [16:0] sum = {1'b0, arg_q[15:0]} + {1'b0, added} + {16'b0, carry_q};

	wire [1:0] word = count_q[1:0];
	wire last_word = word == 2'd3;
	wire taken = s_op_valid && s_op_ready;
	wire given = m_res_valid && m_res_ready;
	wire mem_write = state_q == CLEAR || state_q == WORD && given && good && writes;

	assign s_op_ready = state_q == HEAD || state_q == ARG || state_q == MATCH;
	assign m_state_read = state_q == FULL || state_q == KEY;
	assign m_state_write = state_q == MARK && good && (fills || empties);
	assign m_state_key = state_q == KEY;
	assign m_state_page = page;
	assign m_state_wdata = full_q ^ bit_mask;
	assign m_res_valid = state_q == WORD || state_q == STATUS;
	assign m_res_local = local_q;
	assign m_res_page = head_q[`RN_REQUEST_CTL_ASKER_R];
	assign m_res_node = node_q;
	assign m_res_number = number_q;
	assign m_res_word = {state_q == STATUS, state_q == STATUS ? 2'b0 : word};
	assign m_res_data = state_q == STATUS ? {10'b0, did, good && was_full, code}
		: good ? rdata_q : 16'b0;
	assign ev_fe = ev_q;

	always @(*) begin
		state_d = state_q;
		case (state_q)
		CLEAR: if (&count_q)
			state_d = HEAD;
		HEAD: if (taken && last_word)
			state_d = last == 4'd3 ? FULL : ARG;
		ARG: if (taken && last_word)
			state_d = last == 4'd7 ? FULL : COMPARE;
		COMPARE: state_d = MATCH;
		MATCH: if (taken)
			state_d = last_word ? FULL : COMPARE;
		FULL: if (m_state_ready)
			state_d = KEY;
		KEY: if (m_state_ready)
			state_d = DECIDE;
		DECIDE: state_d = READ;
		READ: state_d = WORD;
		WORD: if (given)
			state_d = last_word ? MARK : READ;
		MARK: if (m_state_ready || !m_state_write)
			state_d = STATUS;
		STATUS: if (given)
			state_d = HEAD;
		default: state_d = CLEAR;
		endcase
	end

	always @(posedge clk)
		if (rst)
			state_q <= CLEAR;
		else
			state_q <= state_d;

	// Counts words; four bring it back to a multiple of four.
	always @(posedge clk)
		if (rst || state_q == CLEAR && state_d == HEAD || state_q == STATUS)
			count_q <= 9'd0;
		else if (state_q == CLEAR || taken || state_q == WORD && given)
			count_q <= count_q + 9'd1;

	always @(posedge clk)
		if (state_q == HEAD && taken)
			case (word)
			2'd0: begin
				head_q <= s_op_data[13:0];
				local_q <= s_op_local;
			end
			2'd1: number_q <= s_op_data;
			2'd2: key_q <= s_op_data;
			2'd3: node_q <= s_op_data[9:0];
			endcase

	always @(posedge clk)
		if (state_q == ARG && taken || state_q == WORD && given)
			arg_q <= {s_op_data, arg_q[63:16]};

	always @(posedge clk)
		if (state_q == HEAD)
			equal_q <= 1'b1;
		else if (state_q == MATCH && taken && s_op_data != rdata_q)
			equal_q <= 1'b0;

	always @(posedge clk)
		if (state_q == HEAD)
			carry_q <= 1'b0;
		else if (state_q == WORD && given)
			carry_q <= sum[16];

	// The store's words come in the clock after they were granted.
	always @(posedge clk) begin
		first_q <= state_d != state_q;
		if (state_q == KEY && first_q)
			full_q <= state_rdata;
		if (state_q == DECIDE)
			key_good_q <= state_rdata == key_q;
	end

	always @(posedge clk) begin
		if (mem_write)
			mem[state_q == CLEAR ? count_q : {page, register, word}] <= state_q == CLEAR ? 16'b0
				: sum[15:0];
		if (state_q == READ || state_q == COMPARE)
			rdata_q <= mem[{page, register, word}];
	end

	always @(posedge clk) begin
		ev_q <= 8'b0;
		if (!rst && state_q == STATUS && given && did && op == `RN_FE_OP_TEST_WRITE_INT)
			ev_q[page] <= 1'b1;
	end

`ifdef FORMAL
	always @(posedge clk)
		if (!rst && state_q != CLEAR) begin
			// Words are counted in fours, so that each state begins with word 0.
			if (state_q == FULL || state_q == KEY || state_q == DECIDE || state_q == MARK
				|| state_q == STATUS)
				assert(word == 2'd0);
			assert(!(mem_write && (state_q == READ || state_q == COMPARE)));
			assert(state_q <= STATUS);
		end
`endif

endmodule

`default_nettype wire
