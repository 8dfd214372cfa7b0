// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/rdma_cq.v
// memories: registers
// prove: induction 2
// prove: cover 20
// prove: fail 12 WRONG=1
//
// Completions of one queue, which may be any of any page, under any requests, contexts of other queues, and memory.
//  1. A completion is written only where there is room: at most as many as the queue has places were made and not yet read. So none is written
//     over before a doorbell says that it was read.
//  2. Completion number i goes to place i modulo the size, with INDEX i and the PHASE of its lap, and the other words as they were given: each
//     once, in order.
//  3. ADD makes one completion if it is neither refused nor full, and one that is full makes none. No other request makes one. ADD and ROOM
//     are full if and only if there is no room.
//  4. A doorbell is accepted if and only if it says that no more were read than were made. Nothing else changes that number.
//  5. No event is shown before the host has answered the write of its completion.
//  6. Base, size and users of the queue stay.
// Assumed: rdma_object answers once, and keeps a context until it is released; an access to memory ends when its four words were taken. Software
// does not write into its table; OPEN sets the indices to 0.
//
// WRONG = 1: the claim that no completion is written is refuted.
`default_nettype none
`include "rdma_regs.vh"

module rdma_cq_fv #(
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst_any,
	input wire any_start,
	input wire [2:0] any_page,
	input wire [3:0] any_what,
	input wire [31:0] any_value,
	input wire [4*64-1:0] any_words,
	input wire [7:0] s_on,
	input wire [7:0] s_taken,
	input wire any_open,
	input wire any_close,
	input wire [63:0] any_settings,
	input wire [63:0] any_base,
	input wire [63:0] any_data,
	input wire s_beyond,
	input wire s_fail,
	input wire s_held,
	input wire s_word_ready,
	input wire s_mem_done,
	input wire s_mem_error
);
	localparam [3:0] CQ_DOORBELL = 1, CQ_ARM = 2, TAKE = 8, ADD = 10, ROOM = 11;
	localparam [3:0] IDLE = 0, GET = 1, LOAD = 2, JUDGE = 3, WRITE = 4, PUT = 5, FIRE = 6, FREE = 7, TAIL = 8, LINK = 9, DONE = 10;
	reg first_q = 1'b1;
	wire rst = first_q || rst_any;
	wire m_done, m_refused, m_full, m_show, m_ask, m_release, m_write, m_mem_valid, m_word_valid;
	wire [15:0] m_show_number;
	wire [23:0] m_number;
	wire [2:0] m_word;
	wire [63:0] m_data, m_word_data;
	wire [63:3] m_mem_addr;

	// ---- Requests ------------------------------------------------------------------------------
	reg start_q = 1'b0;
	reg [2:0] page_q;
	reg [3:0] what_q;
	reg [31:0] value_q;
	reg [4*64-1:0] words_q;
	always @(posedge clk)
		if (rst || !start_q || m_done) begin
			start_q <= any_start && !rst;
			{page_q, what_q, value_q, words_q} <= {any_page, any_what, any_value, any_words};
		end
	always @(*)
		assume (what_q == CQ_DOORBELL || what_q == CQ_ARM || what_q == TAKE || what_q == ADD || what_q == ROOM);

	// ---- The queue -----------------------------------------------------------------------------
	(* anyconst *) reg [2:0] f_page;
	(* anyconst *) reg [15:0] f_number;
	reg [63:0] settings_q, base_q, indices_q;
	reg [15:0] made_q, read_q;           // completions since OPEN
	reg held_q, mine_q;                  // a context is held; it is that of the queue
	reg [63:0] data_q;
	wire mine = held_q ? mine_q : m_number == {8'd0, f_number} && page_q == f_page;
	wire open = settings_q[0];
	wire [15:0] size = 16'd1 << settings_q[11:8];
	wire [15:0] unread = made_q - read_q;
	
	wire asks = \dut.state_q == WRITE;
	reg [2:0] sent_q;                    // words of the completion that were taken
	reg m_mem_valid_q, one_q, lost_q, error_q;   // one_q: one was made for this request
	wire first = !start_q || m_done || rst;
	always @(posedge clk) begin
		first_q <= 1'b0;
		held_q <= s_held && !m_release && !rst;
		mine_q <= mine;
		data_q <= !mine ? any_data : m_word == 3'd0 ? settings_q : m_word == 3'd1 ? base_q : m_word == 3'd2 ? indices_q : any_data;
		m_mem_valid_q <= asks && !s_mem_done && !rst;
		sent_q <= !asks || s_mem_done || rst ? 3'd0 : sent_q + {2'd0, m_word_valid && s_word_ready};
		one_q <= !first && (one_q || (asks && s_mem_done));
		error_q <= !first && (error_q || (asks && s_mem_done && s_mem_error));
		lost_q <= !first && (lost_q || s_beyond || s_fail);
		if (rst)
			settings_q[0] <= 1'b0;
		else if (!start_q && any_open) begin
			settings_q <= any_settings | 64'd1;
			base_q <= any_base;
			{indices_q, made_q, read_q} <= 96'd0;
		end else if (!start_q && any_close)
			settings_q[0] <= 1'b0;
		else begin
			if (m_write && mine && m_word == 3'd0)
				settings_q <= m_data;
			if (m_write && mine && m_word == 3'd1)
				base_q <= m_data;
			if (m_write && mine && m_word == 3'd2)
				indices_q <= m_data;
			if (asks && s_mem_done && mine)
				made_q <= made_q + 16'd1;
			if (m_done && judged_q && !m_refused && what_q == CQ_DOORBELL)
				read_q <= value_q[31:16];
		end
	end
	reg judged_q;                        // the request is for this queue, whose context was read
	always @(posedge clk)
		judged_q <= !first && (judged_q || (\dut.state_q == JUDGE && mine));

	always @(*) begin
		assume (!held_q || s_held);
		assume (!((s_held && !held_q) || s_beyond || s_fail) || m_ask);
		assume (s_held + s_beyond + s_fail <= 2'd1);
		assume (!s_mem_done || (asks && sent_q == 3'd4));
		assume (!s_word_ready || m_word_valid);
	end

	rdma_cq dut (.clk(clk), .rst(rst), .s_on(s_on), .s_start(start_q), .s_page(page_q), .s_what(what_q), .s_value(value_q), .s_words(words_q),
		.s_taken(s_taken), .m_done(m_done), .m_refused(m_refused), .m_full(m_full), .m_show(m_show), .m_show_number(m_show_number),
		.m_ask(m_ask), .m_number(m_number), .m_release(m_release), .s_beyond(s_beyond), .s_fail(s_fail), .s_held(s_held), .m_word(m_word),
		.s_data(data_q), .m_write(m_write), .m_data(m_data), .m_mem_valid(m_mem_valid), .m_mem_addr(m_mem_addr), .m_word_valid(m_word_valid),
		.s_word_ready(s_word_ready), .m_word_data(m_word_data), .s_mem_done(s_mem_done), .s_mem_error(s_mem_error));
	(* hierconn *) wire [3:0] \dut.state_q ;
	(* hierconn *) wire [1:0] \dut.n_q ;
	(* hierconn *) wire \dut.held_q ;
	(* hierconn *) wire \dut.sent_q ;
	(* hierconn *) wire \dut.refused_q ;
	(* hierconn *) wire \dut.full_q ;
	(* hierconn *) wire \dut.fire_q ;
	(* hierconn *) wire \dut.open_q ;
	(* hierconn *) wire [3:0] \dut.lg_q ;
	(* hierconn *) wire [31:0] \dut.users_q ;
	(* hierconn *) wire [63:5] \dut.base_q ;
	(* hierconn *) wire [15:0] \dut.cons_q ;
	(* hierconn *) wire [15:0] \dut.prod_q ;

	// ---- What holds ----------------------------------------------------------------------------
	wire [63:0] last = words_q[3*64 +: 64];
	wire [14:0] place = made_q[14:0] & (size[14:0] - 15'd1);
	wire [15:0] says = value_q[31:16] - read_q;
	always @(*) if (!first_q && !rst) begin
		assert (!open || unread <= size);                                      // 1
		if (m_mem_valid && mine) begin
			assert (open && unread < size && what_q == ADD && !one_q);
			assert (m_mem_addr == {base_q[63:5] + {44'd0, place}, 2'd0});  // 2
		end
		if (m_word_valid && mine)
			assert (m_word_data == (sent_q != 3'd3 ? words_q[64*sent_q[1:0] +: 64]
				: {(made_q & size) == 16'd0, last[62:48], made_q, last[31:0]}));
		if (m_done && judged_q) begin                                          // 3
			assert (one_q == (what_q == ADD && open && !m_full));
			assert (!(m_refused && what_q == ADD && open) || error_q || lost_q);
		end
		if (m_done && what_q != ADD)
			assert (!one_q);
		if (m_done && judged_q && (what_q == ADD || what_q == ROOM))
			assert (m_refused || (open && m_full == (unread - {15'd0, one_q} == size)));
		if (m_done && judged_q && what_q == CQ_DOORBELL && !lost_q)
			assert (m_refused == !(open && says <= unread));              // 4
		assert (!m_show || !asks);                                             // 5
		if (m_write && mine && m_word == 3'd0)
			assert ({m_data[63:32], m_data[11:8], m_data[0]} == {settings_q[63:32], settings_q[11:8], settings_q[0]});     // 6
		assert (!(m_write && m_word != 3'd0 && m_word != 3'd2));
		assert (!m_release || held_q);
		assert (!m_done || !held_q || m_release);
	end

	// ---- Inside --------------------------------------------------------------------------------
	wire [3:0] at = \dut.state_q ;
	wire [1:0] n = \dut.n_q ;
	wire has = at == LOAD || at == JUDGE || at == WRITE || at == PUT || at == FIRE;
	wire linked = at == FREE || at == TAIL || at == LINK;
	wire put = at == PUT && n == 2'd0;
	always @(*) if (!first_q) begin
		assert (at <= DONE);
		assert (at == IDLE || start_q);
		assert (held_q == \dut.held_q );
		assert (!has || held_q);
		assert (!one_q || (start_q && what_q == ADD));
		assert (!error_q || one_q);
		assert (!(at == PUT || at == FIRE || linked) || what_q != ROOM);
		assert (at != IDLE && at != GET || !held_q);
		assert (at != IDLE && at != GET && at != LOAD && at != JUDGE || (!one_q && !judged_q && !error_q));
		assert (!(at == WRITE && mine) || open);
		assert (at != WRITE || (what_q == ADD && !one_q && !error_q));
		assert (!(judged_q && has && at != LOAD && at != JUDGE) || mine);
		assert (!(has && mine && at != LOAD && at != JUDGE) || judged_q);
		assert (at != LOAD || n == 2'd0 || !mine || data_q == (n == 2'd1 ? settings_q : n == 2'd2 ? base_q : indices_q));
		if (mine && has && (at != LOAD || n >= 2'd2))
			assert ({\dut.users_q , \dut.lg_q , \dut.open_q } == {settings_q[63:32], settings_q[11:8], settings_q[0]});
		if (mine && has && (at != LOAD || n >= 2'd3))
			assert (\dut.base_q == base_q[63:5]);
		if (mine && open && (at == JUDGE || at == WRITE || at == PUT))
			assert (\dut.prod_q == made_q && \dut.cons_q == (at == PUT && what_q == CQ_DOORBELL ? value_q[31:16] : read_q));
		if (mine && (at == WRITE || at == PUT || at == FIRE))
			assert ((open || what_q == TAKE) && !\dut.full_q && (what_q != ADD || \dut.refused_q == error_q));
		if (mine && (at == WRITE))
			assert (unread < size && !\dut.refused_q );
		if (at == WRITE)
			assert (sent_q == {1'b0, n} + {\dut.sent_q , 2'd0} && sent_q <= 3'd4);
		assert (at == WRITE || sent_q == 0);
		assert (at != PUT || n <= 2'd1);
		assert (at == IDLE || !\dut.fire_q || what_q == ADD || what_q == CQ_ARM);
		assert (!linked || \dut.fire_q );
		if (judged_q && (at == PUT || at == FIRE || linked))
			assert ((open || what_q == TAKE) && !\dut.full_q && one_q == (what_q == ADD) && (what_q != ADD || \dut.refused_q == error_q));
		if (mine && (at == PUT || at == FIRE) && what_q == CQ_DOORBELL)
			assert (says <= unread && !\dut.refused_q );
		if (open) begin
			assert (indices_q[15:0] == made_q - {15'd0, judged_q && put && what_q == ADD});
			assert (indices_q[31:16] == (judged_q && what_q == CQ_DOORBELL && !\dut.refused_q && at != WRITE && !put ? value_q[31:16] : read_q));
		end
	end

	always @(*)
		if (WRONG && !first_q)
			assert (!(m_word_valid && mine));

	always @(*)
		if (!first_q && !rst) begin
			cover (m_done && judged_q && what_q == ADD && one_q && !error_q);
			cover (m_done && judged_q && what_q == CQ_DOORBELL && !m_refused);
			cover (m_done && judged_q && what_q == ADD && error_q);
			cover (m_done && judged_q && what_q == CQ_DOORBELL && m_refused && open);
		end
endmodule

`default_nettype wire
