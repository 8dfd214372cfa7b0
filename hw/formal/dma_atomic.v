// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_atomic.v
// prove: induction 3
// prove: cover 24
// prove: fail 14 WRONG=1
//
// The invariants of dma_atomic.v for any answers of region, memory and dma_write, among writes of others. Assumed of dma_serve: a request
// stays until it is done; of region and dma_read: an answer comes after its question; of dma_write: a cell that it takes is either
// counted or dropped at once if it comes from here, answers come in order, only for writes under way, 63 at most, and for a
// write from here not before its word was taken.
//
// WRONG = 1: the claim that no operation with a write is ever well done is refuted.
`default_nettype none

module dma_atomic_fv #(
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst_any,
	input wire s_start,
	input wire s_swap,
	input wire [63:0] s_arg,
	input wire [63:0] s_cmp,
	input wire s_asked,
	input wire s_answer,
	input wire s_claimed,
	input wire s_allowed,
	input wire [3:0] s_answer_status,
	input wire [63:0] s_answer_addr,
	input wire s_answer_phase,
	input wire s_word,
	input wire s_word_err,
	input wire [63:0] s_word_data,
	input wire m_write_ready,
	input wire m_word_ready,
	input wire s_begin,
	input wire s_dropped,
	input wire s_end,
	input wire s_error,
	input wire s_stuck,
	input wire s_hold
);
	reg first_q = 1'b1;
	wire rst = first_q || rst_any;
	wire m_done, m_busy, m_ask, m_claim, m_write_valid, m_write_phase, m_word_valid;
	wire [3:0] m_status;
	wire [63:0] m_old, m_write_addr, m_word_data;
	(* hierconn *) wire [3:0] \dut.state_q ;
	(* hierconn *) wire [6:0] \dut.way_q ;
	(* hierconn *) wire [6:0] \dut.left_q ;
	(* hierconn *) wire [63:0] \dut.new_q ;
	(* hierconn *) wire [63:0] \dut.addr_q ;
	localparam [3:0] IDLE = 0, PUT = 7, GIVE = 8, WAIT = 9, DONE = 10;
	wire [3:0] state = \dut.state_q ;

	dma_atomic dut (.clk(clk), .rst(rst), .s_start(s_start), .s_swap(s_swap), .s_arg(s_arg), .s_cmp(s_cmp), .m_done(m_done),
		.m_status(m_status), .m_old(m_old), .m_ask(m_ask), .s_asked(s_asked), .s_answer(s_answer), .m_claim(m_claim),
		.s_claimed(s_claimed), .s_allowed(s_allowed), .s_answer_status(s_answer_status), .s_answer_addr(s_answer_addr),
		.s_answer_phase(s_answer_phase), .s_word(s_word), .s_word_err(s_word_err), .s_word_data(s_word_data),
		.m_write_valid(m_write_valid), .m_write_ready(m_write_ready), .m_write_addr(m_write_addr), .m_write_phase(m_write_phase),
		.m_word_valid(m_word_valid), .m_word_ready(m_word_ready), .m_word_data(m_word_data), .s_begin(s_begin),
		.s_dropped(s_dropped), .s_end(s_end), .s_error(s_error), .s_stuck(s_stuck), .s_hold(s_hold), .m_busy(m_busy));

	// Writes under way; whether one of them is from here, and how many are before it.
	reg [6:0] n_q, ahead_q;
	reg mine_q;
	reg wrote_q, read_q, allowed_q, dropped_q;   // in this operation
	reg lost_q, wrong_q;                         // its word was not written; its answer is an error
	reg held_q = 1'b0;
	reg kept_q = 1'b0;                           // IDLE and s_hold in the clock before
	reg [128:0] was_q;
	reg [63:0] found_q, addr_q;
	wire put = m_write_valid && m_write_ready;
	wire [6:0] still = n_q - {6'd0, s_end};

	always @(posedge clk) begin
		first_q <= 1'b0;
		n_q <= rst ? 7'd0 : still + {6'd0, s_begin};
		if (put && s_begin)
			ahead_q <= still;
		else if (s_end && ahead_q != 0)
			ahead_q <= ahead_q - 7'd1;
		mine_q <= !rst && ((put && s_begin) || (mine_q && !(s_end && ahead_q == 0)));
		wrote_q <= !rst && state != IDLE && (put || wrote_q);
		dropped_q <= !rst && state != IDLE && ((put && s_dropped) || dropped_q);
		lost_q <= !rst && state != IDLE && ((state == GIVE && s_stuck && !m_word_ready) || lost_q);
		wrong_q <= !rst && state != IDLE && ((mine_q && s_end && ahead_q == 0 && s_error) || wrong_q);
		read_q <= !rst && state != IDLE && ((state == 4'd3 && s_word && !s_word_err) || read_q);
		allowed_q <= !rst && state != IDLE && ((state == 4'd6 && s_allowed && s_answer_status == 0) || allowed_q);
		if (state == 4'd3)
			found_q <= s_word_data;
		if (state == 4'd6)
			addr_q <= s_answer_addr;
		held_q <= !rst && s_start && !m_done;
		kept_q <= state == IDLE && s_hold;
		was_q <= {s_swap, s_arg, s_cmp};
	end

	always @(*) begin
		assume (!held_q || (s_start && was_q == {s_swap, s_arg, s_cmp}));
		assume (!(put && s_begin == s_dropped));
		assume (!(s_begin && s_dropped));
		assume (!s_end || n_q != 0);
		assume (!s_begin || n_q < 7'd63);
		assume (!(state == GIVE && mine_q && s_end && ahead_q == 0));
		if (!first_q) begin
			assert (state <= DONE);
			assert (state == IDLE || held_q);
			assert (m_busy == (state != IDLE) && !(kept_q && m_busy));  // invariant 2
			assert (\dut.way_q == n_q && n_q <= 7'd63);
			assert (!mine_q || ahead_q < n_q);
			assert (\dut.left_q == (mine_q ? ahead_q + 7'd1 : 7'd0));
			assert (!mine_q || state == GIVE || state == WAIT);
			assert (!(state == DONE && m_status == 0 && wrote_q) || (!mine_q && !dropped_q && !lost_q && !wrong_q)); // invariant 1
			assert (!m_write_valid || (read_q && allowed_q && !wrote_q && m_write_addr == addr_q));  // invariant 3
			assert (!m_write_valid && !m_word_valid || !s_swap || found_q == s_cmp);
			assert (!m_word_valid || (wrote_q && m_word_data == (s_swap ? s_arg : found_q + s_arg)));
			assert (state < 4'd4 || !read_q || m_old == found_q);
			assert (state < 4'd4 || state == DONE || read_q);
			assert (state < 4'd7 || state == DONE || (allowed_q && \dut.new_q == (s_swap ? s_arg : found_q + s_arg) && \dut.addr_q == addr_q));
			assert (state < 4'd5 || state > 4'd6 || \dut.new_q == (s_swap ? s_arg : found_q + s_arg));
			assert (state < 4'd5 || state == DONE || !s_swap || found_q == s_cmp);
			assert (state == GIVE || state == WAIT || state == DONE || state == IDLE || !wrote_q);
			assert (!(state == GIVE || state == WAIT) || (wrote_q && (wrong_q ? m_status == 4'd7 : dropped_q || lost_q ? m_status == 4'd15 : m_status == 0)));
			assert (!lost_q || wrote_q);
			assert (!wrong_q || (state == WAIT && !mine_q) || state == DONE || state == IDLE);
			assert (!(state == DONE && wrong_q) || m_status == 4'd7);
			assert (!dropped_q || wrote_q);
			assert (!(state == DONE && (dropped_q || lost_q) && !wrong_q) || m_status == 4'd15);
			assert (state > 4'd3 || state == IDLE || !read_q);
			assert (state > 4'd6 || state == IDLE || !allowed_q);
			assert (!(state == PUT) || m_status == 0);
			if (WRONG)
				assert (!(state == DONE && m_status == 0 && wrote_q));
		end
	end

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (state == WAIT && mine_q && ahead_q == 7'd2);                              // writes of others are before it
			cover (m_done && m_status == 0 && wrote_q);
			cover (m_done && m_status == 0 && !wrote_q);                                     // another value was there
			cover (m_done && dropped_q);
			cover (m_done && lost_q && !wrong_q);
			cover (m_done && wrong_q && !lost_q);
			cover (m_done && read_q && !wrote_q && m_status != 0);                           // the region was closed in the middle
		end
endmodule

`default_nettype wire
