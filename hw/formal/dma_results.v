// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_results.v
// prove: induction 3
// prove: induction 3 DATA_W=128
// prove: bmc 9 EXACT=1
// prove: bmc 9 EXACT=1 DATA_W=128
// prove: cover 14
// prove: fail 10 EXACT=1 BROKEN=1
// prove: fail 10 BROKEN=2
//
// dma_results under any openings, results, answers and writes. A group's context is never read in the clock in which
// one is written, so no_rw_check is right. A cell of up to 4 words is asked for and written for the group that it came
// for, and with no more words than the descriptor still expects. A group that is not open gets nothing.
// EXACT: at least one word of each cell is written, so that it comes to an end. This depends on the values of the
// contexts, which the induction does not reach: only the first 9 clocks are proven.
// Assumed, and ensured by dma_reduce: a descriptor expects at least one word, and a group is opened when it is neither
// open nor worked for.
//
// BROKEN = 1: a descriptor that expects nothing is found.
// BROKEN = 2: the claim that no word is ever written is refuted.
`default_nettype none

module dma_results_fv #(
	parameter DATA_W = 64,
	parameter EXACT = 0,
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst,
	input wire [7:0] open_any,
	input wire s_open,
	input wire [2:0] s_group,
	input wire [5:0] s_region,
	input wire [39:0] s_offset,
	input wire [28:0] s_words,
	input wire s_none,
	input wire s_res_valid,
	input wire [2:0] s_res_group,
	input wire s_res_last,
	input wire [63:0] s_res_data,
	input wire s_ask,
	input wire s_answer,
	input wire [3:0] s_answer_status,
	input wire [63:0] s_answer_addr,
	input wire m_write_ready,
	input wire m_word_ready
);
	localparam [2:0] TAKE = 0, LOOK = 1, ASK = 2, ANSWER = 3, WRITE = 4, WORDS = 5;
	wire [7:0] busy, got;
	wire m_fail, s_opened, s_res_ready, m_ask, m_write_valid, m_word_valid;
	wire m_write_phase;
	wire [2:0] m_fail_group, m_write_words, m_write_page;
	wire [3:0] m_fail_status;
	wire [5:0] m_ask_region;
	wire [39:0] m_ask_offset;
	wire [8:0] m_ask_bytes;
	wire [63:0] m_write_addr;
	wire [DATA_W-1:0] m_word_data;
	localparam [2:0] STEP = DATA_W / 64;     // words of 64 bits at once
	(* hierconn *) wire [2:0] \dut.state_q ;
	(* hierconn *) wire [2:0] \dut.group_q ;
	(* hierconn *) wire [2:0] \dut.beats_q ;
	(* hierconn *) wire [2:0] \dut.word_q ;
	(* hierconn *) wire [28:0] \dut.left ;
	(* hierconn *) wire \dut.open_now ;
	(* hierconn *) wire \dut.last_word ;

	reg [7:0] open_q = 8'd0;                 // groups open
	dma_results #(.DATA_W(DATA_W)) dut (.clk(clk), .rst(rst), .open(open_q), .busy(busy), .got(got), .m_fail(m_fail), .m_fail_group(m_fail_group),
		.m_fail_status(m_fail_status), .s_open(s_open), .s_opened(s_opened), .s_group(s_group), .s_region(s_region),
		.s_offset(s_offset), .s_words(s_words), .s_none(s_none), .s_res_valid(s_res_valid), .s_res_ready(s_res_ready),
		.s_res_group(s_res_group), .s_res_last(s_res_last), .s_res_data(s_res_data), .m_ask(m_ask), .s_ask(s_ask),
		.m_ask_region(m_ask_region), .m_ask_offset(m_ask_offset), .m_ask_bytes(m_ask_bytes), .s_answer(s_answer),
		.s_answer_status(s_answer_status), .s_answer_addr(s_answer_addr), .s_answer_phase(1'b0), .m_write_phase(m_write_phase), .m_write_valid(m_write_valid),
		.m_write_ready(m_write_ready), .m_write_addr(m_write_addr), .m_write_words(m_write_words), .m_write_page(m_write_page),
		.m_word_valid(m_word_valid), .m_word_ready(m_word_ready), .m_word_data(m_word_data));

	reg first_q = 1'b1;
	reg hit_q = 1'b0;                        // a context was read while one was written
	reg wanted_q;                            // the group of the cell was open and not complete in LOOK
	reg [2:0] group_q;                       // of the cell
	reg [2:0] wrote_q;                       // words of it that are written
	wire [7:0] opens = \dut.open_now ? 8'd1 << s_group : 8'd0;
	wire take = s_res_valid && s_res_ready;
	wire writing = m_word_valid && m_word_ready;

	always @(posedge clk) begin
		first_q <= 1'b0;
		open_q <= rst ? 8'd0 : opens | (open_q & open_any);
		hit_q <= \dut.state_q == LOOK && (\dut.open_now || \dut.last_word );
		if (\dut.state_q == LOOK)
			wanted_q <= open_q[\dut.group_q ] && !got[\dut.group_q ];
		if (take)
			group_q <= s_res_group;
		wrote_q <= \dut.state_q == WORDS ? wrote_q + (writing ? STEP : 3'd0) : 3'd0;
	end

	always @(*) begin
		if (first_q)
			assume (rst);
		assume (!s_open || !((open_q | busy) >> s_group & 8'd1));
		if (BROKEN != 1)
			assume (!s_open || s_words != 0);
		if (!first_q) begin
			assert (\dut.state_q <= WORDS && \dut.beats_q <= 3'd4);
			assert (\dut.state_q == TAKE || \dut.beats_q != 0);
			assert (!hit_q);
			assert (\dut.state_q == TAKE || \dut.group_q == group_q);
			assert (\dut.state_q <= LOOK || wanted_q);
			assert (busy == (\dut.state_q == TAKE ? 8'd0 : 8'd1 << group_q));
			assert (!m_word_valid || (m_write_words <= 3'd4 && m_write_words <= \dut.left ));
			if (EXACT != 0)
				assert (!m_word_valid || wrote_q < m_write_words);
			assert (!m_word_valid || wrote_q == \dut.word_q * STEP);
			assert (!m_ask || m_ask_bytes == {3'd0, m_write_words, 3'd0});
			assert (BROKEN != 2 || !m_word_valid);
		end
	end

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (m_fail);                                                                  // a region refuses
			cover (m_word_valid && m_word_ready && wrote_q == STEP);                         // the second word of a cell
			cover (m_word_valid && !m_word_ready);                                           // a word waits
			cover (s_res_valid && !s_res_ready);                                             // a result waits
			cover (got != 0 && busy == 0);                                                   // a group has all its results
		end
endmodule

`default_nettype wire
