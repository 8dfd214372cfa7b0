// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_operands.v rtl/dma_pick.v
// prove: induction 3
// prove: cover 12
// prove: fail 9 BROKEN=1
// prove: fail 9 BROKEN=2
//
// dma_operands under any openings, answers, words and room. Group 5 is followed (all groups are alike).
//  * Its buffer of 16 words does not overflow.
//  * A word or a context that is read in the clock in which it is written is not used, so no_rw_check is right for
//    both memories.
//  * A cell has as many words as it announces, and goes on once it has begun.
// Assumed, and ensured by dma_reduce, region and dma_read: a group is opened when it is neither open nor worked for; an
// answer grants 8 to m_ask_bytes bytes, a multiple of 8; as many words come as were granted.
//
// BROKEN = 1: an answer that grants more than was asked for is found.
// BROKEN = 2: the claim that no word ever comes is refuted.
`default_nettype none

module dma_operands_fv #(
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
	input wire [1:0] s_beats,
	input wire s_ask,
	input wire s_answer,
	input wire [3:0] s_answer_status,
	input wire [8:0] s_answer_bytes,
	input wire s_word,
	input wire s_word_err,
	input wire [63:0] s_word_data,
	input wire [7:0] own_room,
	input wire m_own_ready
);
	localparam [2:0] IDLE = 0, LOOK = 1, ASK = 2, ANSWER = 3, WORDS = 4;
	localparam [1:0] REST = 0, READ = 1, WORD = 2;
	wire [7:0] busy, sent;
	wire m_fail, s_opened, m_ask, m_own_valid, m_own_last;
	wire [2:0] m_fail_group, m_own_group;
	wire [3:0] m_fail_status;
	wire [5:0] m_ask_region;
	wire [39:0] m_ask_offset;
	wire [8:0] m_ask_bytes;
	wire [63:0] m_own_data;
	(* hierconn *) wire [2:0] \dut.state_q ;
	(* hierconn *) wire [2:0] \dut.group_q ;
	(* hierconn *) wire [3:0] \dut.due_q ;
	(* hierconn *) wire [39:0] \dut.have_q ;
	(* hierconn *) wire [31:0] \dut.put_q ;
	(* hierconn *) wire [31:0] \dut.get_q ;
	(* hierconn *) wire [15:0] \dut.beats_q ;
	(* hierconn *) wire [1:0] \dut.out_q ;
	(* hierconn *) wire [2:0] \dut.out_group_q ;
	(* hierconn *) wire [2:0] \dut.beat_q ;
	(* hierconn *) wire \dut.blank_q ;
	(* hierconn *) wire \dut.open_now ;
	(* hierconn *) wire \dut.save ;

	reg [7:0] open_q = 8'd0;                 // groups open
	dma_operands dut (.clk(clk), .rst(rst), .open(open_q), .busy(busy), .sent(sent), .m_fail(m_fail), .m_fail_group(m_fail_group),
		.m_fail_status(m_fail_status), .s_open(s_open), .s_opened(s_opened), .s_group(s_group), .s_region(s_region),
		.s_offset(s_offset), .s_words(s_words), .s_beats(s_beats), .m_ask(m_ask), .s_ask(s_ask), .m_ask_region(m_ask_region),
		.m_ask_offset(m_ask_offset), .m_ask_bytes(m_ask_bytes), .s_answer(s_answer), .s_answer_status(s_answer_status),
		.s_answer_bytes(s_answer_bytes), .s_word(s_word), .s_word_err(s_word_err), .s_word_data(s_word_data),
		.own_room(own_room), .m_own_valid(m_own_valid), .m_own_ready(m_own_ready), .m_own_group(m_own_group),
		.m_own_last(m_own_last), .m_own_data(m_own_data));

	localparam [2:0] one = 3'd5;
	reg first_q = 1'b1;
	reg hit_q = 1'b0;                        // a word of the buffer was read while it was written
	reg hit_context_q = 1'b0;
	reg wait_q = 1'b0, last_q;
	reg [2:0] group_q, beat_q;               // of the cell going out
	wire [4:0] have = \dut.have_q [5*one +: 5];
	wire [3:0] put = \dut.put_q [4*one +: 4];
	wire [3:0] get = \dut.get_q [4*one +: 4];
	wire [7:0] opens = \dut.open_now ? 8'd1 << s_group : 8'd0;
	wire reading = \dut.state_q == WORDS && \dut.group_q == one;
	wire out_here = \dut.out_q != REST && \dut.out_group_q == one;
	wire from = \dut.out_q == READ && \dut.out_group_q == one;
	wire to = s_word && \dut.group_q == one;
	wire taken = m_own_valid && m_own_ready;

	always @(posedge clk) begin
		first_q <= 1'b0;
		open_q <= rst ? 8'd0 : opens | (open_q & open_any);
		hit_q <= from && to && put == get;
		hit_context_q <= \dut.state_q == LOOK && (\dut.open_now || \dut.save );
		wait_q <= m_own_valid && !m_own_ready && !rst;
		{group_q, last_q} <= {m_own_group, m_own_last};
		beat_q <= rst || (taken && m_own_last) ? 3'd0 : beat_q + {2'd0, taken};
	end

	always @(*) begin
		if (first_q)
			assume (rst);
		assume (!s_open || !((open_q | busy) >> s_group & 8'd1));
		if (s_answer && \dut.state_q == ANSWER)
			assume (s_answer_bytes[2:0] == 3'd0 && s_answer_bytes != 0 && (s_answer_bytes <= m_ask_bytes || BROKEN == 1));
		assume (!s_word || \dut.state_q == WORDS);
		if (!first_q) begin
			assert (\dut.state_q <= WORDS && \dut.out_q <= WORD);
			assert (\dut.state_q != WORDS || (\dut.due_q >= 4'd1 && \dut.due_q <= 4'd8));
			assert (have <= 5'd16 && have[3:0] == put - get);
			assert (have + (reading ? {1'b0, \dut.due_q } : 5'd0) <= 5'd16);
			assert (\dut.state_q == IDLE || \dut.group_q != one || reading || have <= 5'd8);
			assert (!hit_context_q);
			assert (!hit_q || !m_own_valid || \dut.blank_q );
			assert (!wait_q || (m_own_valid && m_own_group == group_q && m_own_last == last_q));
			assert (\dut.out_q == REST ? beat_q == 0 : beat_q == \dut.beat_q );
			assert (!out_here || beat_q <= {1'b0, \dut.beats_q [2*one +: 2]});
			assert (!m_own_valid || m_own_group != one || m_own_last == (beat_q == {1'b0, \dut.beats_q [2*one +: 2]}));
			if (BROKEN == 2)
				assert (have == 0);
		end
	end

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (have >= 5'd3);                                                            // words lie ready
			cover (m_fail);                                                                  // a region refuses
			cover (wait_q);                                                                  // a beat waits
			cover (hit_q);                                                                   // a word is read where one is written
			cover (busy == 8'd0 && sent != 0);                                               // all operands are gone
		end
endmodule

`default_nettype wire
