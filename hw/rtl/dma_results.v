// SPDX-License-Identifier: BSD-3-Clause
//
// dma_results: takes results of reductions from reduce, cell by cell (up to four words of 64 bits), and has them written to
// the descriptor's destination. Words beyond the descriptor's length, and results of groups that
// are not open, go nowhere: reduce never waits for a host. Part of dma_reduce.
//
//      TAKE --last word--> LOOK --> ASK --> ANSWER --ok--> WRITE --> WORDS --> TAKE
//        ^------not open-----'               \--refused--> TAKE
`default_nettype none

module dma_results #(
	parameter DATA_W = 64            // bits of a word for dma_write
) (
	input  wire clk,
	input  wire rst,
	input  wire [7:0] open,          // groups with a reduction under way
	output wire [7:0] busy,          // groups that this works for now
	output wire [7:0] got,           // groups whose results are all written
	output wire m_fail,              // one clock: the group failed
	output wire [2:0] m_fail_group,
	output wire [3:0] m_fail_status,
	// opening
	input  wire s_open,              // held until s_opened
	output wire s_opened,
	input  wire [2:0] s_group,
	input  wire [5:0] s_region,
	input  wire [39:0] s_offset,     // bytes, a multiple of 8
	input  wire [28:0] s_words,      // of 64 bits that are expected
	input  wire s_none,              // no results are expected
	// reduce
	input  wire s_res_valid,
	output wire s_res_ready,
	input  wire [2:0] s_res_group,
	input  wire s_res_last,
	input  wire [63:0] s_res_data,
	// region
	output wire m_ask,
	input  wire s_ask,
	output wire [5:0] m_ask_region,
	output wire [39:0] m_ask_offset,
	output wire [8:0] m_ask_bytes,
	input  wire s_answer,
	input  wire [3:0] s_answer_status,
	input  wire [63:0] s_answer_addr,
	input  wire s_answer_phase,      // of dma_fence
	// dma_write
	output wire m_write_valid,
	input  wire m_write_ready,
	output wire [63:0] m_write_addr,
	output wire [2:0] m_write_words, // of 64 bits
	output wire [2:0] m_write_page,
	output wire m_write_phase,
	output wire m_word_valid,
	input  wire m_word_ready,
	output wire [DATA_W-1:0] m_word_data
);
`include "ring_nic_regs.vh"
	localparam [2:0] TAKE = 0, LOOK = 1, ASK = 2, ANSWER = 3, WRITE = 4, WORDS = 5;

	(* no_rw_check *) reg [74:0] context_n [0:7];            // region, offset, words expected
	reg [63:0] cell_n [0:3];
	reg [2:0] state_q, group_q, beats_q, word_q;
	reg [74:0] context_q;
	reg [63:0] addr_q;
	reg [7:0] got_q;
	reg phase_q;

	wire [5:0] region = context_q[74:69];
	wire [39:0] offset = context_q[68:29];
	wire [28:0] left = context_q[28:0];
	wire [2:0] words = left < {26'd0, beats_q} ? left[2:0] : beats_q;
	wire take = s_res_valid && s_res_ready;
	wire wanted = open[group_q] && !got_q[group_q];
	wire answer_ok = s_answer_status == `RN_DMA_STATUS_OK;
	wire word = state_q == WORDS && m_word_ready;
	wire last_word = word && word_q + 3'd1 == (DATA_W == 128 ? (words + 3'd1) >> 1 : words);
	wire next_take = (state_q == LOOK && !wanted) || (state_q == ANSWER && s_answer && !answer_ok) || last_word;
	wire open_now = s_open && s_opened;

	assign s_res_ready = state_q == TAKE && !s_open;
	assign s_opened = state_q == TAKE;

	always @(posedge clk)
		if (rst)
			state_q <= TAKE;
		else case (state_q)
			TAKE:    state_q <= take && s_res_last ? LOOK : TAKE;
			LOOK:    state_q <= wanted ? ASK : TAKE;
			ASK:     state_q <= s_ask ? ANSWER : ASK;
			ANSWER:  state_q <= !s_answer ? ANSWER : answer_ok ? WRITE : TAKE;
			WRITE:   state_q <= m_write_ready ? WORDS : WRITE;
			default: state_q <= last_word ? TAKE : WORDS;
		endcase

	always @(posedge clk)
		if (take) begin
			group_q <= s_res_group;
			cell_n[beats_q[1:0]] <= s_res_data;
		end

	// A cell has at most four words; further ones are left out.
	always @(posedge clk)
		if (rst || next_take)
			beats_q <= 0;
		else if (take && !beats_q[2])
			beats_q <= beats_q + 3'd1;

	always @(posedge clk)
		if (open_now)
			context_n[s_group] <= {s_region, s_offset, s_words};
		else if (last_word)
			context_n[group_q] <= {region, offset + {34'd0, words, 3'd0}, left - {26'd0, words}};

	always @(posedge clk)
		if (state_q == LOOK)
			context_q <= context_n[group_q];

	always @(posedge clk)
		if (state_q == ANSWER)
			{addr_q, phase_q} <= {s_answer_addr, s_answer_phase};

	always @(posedge clk)
		if (state_q != WORDS)
			word_q <= 0;
		else if (word)
			word_q <= word_q + 3'd1;

	always @(posedge clk)
		if (rst)
			got_q <= 0;
		else if (open_now)
			got_q[s_group] <= s_none;
		else if ((last_word && left == {26'd0, words}) || m_fail)
			got_q[group_q] <= 1'b1;

	assign busy = state_q == TAKE ? 8'd0 : 8'd1 << group_q;
	assign got = got_q;
	assign m_fail = state_q == ANSWER && s_answer && !answer_ok;
	assign m_fail_group = group_q;
	assign m_fail_status = s_answer_status;
	assign m_ask = state_q == ASK;
	assign m_ask_region = region;
	assign m_ask_offset = offset;
	assign m_ask_bytes = {3'd0, words, 3'd0};
	assign m_write_valid = state_q == WRITE;
	assign m_write_addr = addr_q;
	assign m_write_words = words;
	assign m_write_page = region[5:3];
	assign m_write_phase = phase_q;
	assign m_word_valid = state_q == WORDS;
	generate if (DATA_W == 128) begin : pairs
		assign m_word_data = {cell_n[{word_q[0], 1'b1}], cell_n[{word_q[0], 1'b0}]};
	end else begin : singles
		assign m_word_data = cell_n[word_q[1:0]];
	end endgenerate
endmodule

`default_nettype wire
