// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_cq: completion queues: completions that are written to host memory, the consumer's doorbell, arming, and the list of events of
// each page. A completion is written only where there is room, so no queue overflows; it is in memory before the event that tells
// of it. Words of contexts: docs/card/rdma.md, section 11.
//
// The events of a page are a list through the contexts of its completion queues, each of which has one place in it: none is
// lost, whatever their number. The first one is shown by rdma_regs; when it was read, TAKE takes it off the list and shows the
// next. A queue that has another event after its own was read, and before it was taken off, is shown again. A page that writes into its
// own tables can spoil its own list only: a number is compared with the size of the table when it is used.
//
//      IDLE --started--> GET --context--> LOAD (4) --> JUDGE --+--completion--> WRITE --+--> PUT --> FIRE --> DONE
//        \--TAKE, to be shown again--> DONE            |       \----------------------------^         \--event--> FREE --> TAIL --> LINK
//                        \--none, not read--> DONE     \--refused, full, nothing to do--> DONE
//
//  GET   -> LOAD    rdma_object holds the context
//  LOAD  -> JUDGE   words 0, 1 and 2 were read
//  JUDGE -> WRITE   ADD, and there is room;  -> PUT others that change something
//  WRITE -> PUT     the host has answered the write
//  PUT   -> FIRE    indices, then settings were written
//  FIRE  -> DONE    there is no event, or the queue is in the list, or it is now the only one there
//  FIRE  -> FREE    it is behind others in the list: the context is released
//  FREE  -> TAIL    the context of the last one in the list is asked for;  TAIL -> LINK it is held
//  LINK  -> DONE    it says that this one follows
//
// Invariants:
//  1. No completion is written where one was not read; each is written once, in order (proof rdma_cq; bench rdma, compared with the model).
//  2. A queue is in the list once, and is shown for each event that came since it was read (bench rdma).
`default_nettype none
`include "rdma_regs.vh"

module rdma_cq (
	input  wire clk,
	input  wire rst,
	input  wire [7:0] s_on,          // pages: the list of one that is off is empty
	input  wire s_start,             // held until m_done
	input  wire [2:0] s_page,
	input  wire [3:0] s_what,        // of the numbers below
	input  wire [31:0] s_value,      // of the register; ADD, ROOM: the number
	input  wire [4*64-1:0] s_words,  // of a completion (DONE), without INDEX and PHASE
	input  wire [7:0] s_taken,       // pages whose first event was read, and TAKE is not done
	output wire m_done,              // one clock
	output wire m_refused,           // with it: refused; ADD, ROOM: no such queue
	output wire m_full,              // with it, ADD, ROOM: no room
	output wire m_show,              // one clock: the next event of the page
	output wire [15:0] m_show_number,
	// rdma_object, rdma_cache
	output wire m_ask,
	output wire [23:0] m_number,
	output wire m_release,
	input  wire s_beyond,
	input  wire s_fail,
	input  wire s_held,
	output wire [2:0] m_word,
	input  wire [63:0] s_data,       // a clock later
	output wire m_write,
	output wire [63:0] m_data,
	// memory: a completion
	output wire m_mem_valid,         // held until s_mem_done: four words
	output wire [63:3] m_mem_addr,
	output wire m_word_valid,
	input  wire s_word_ready,
	output wire [63:0] m_word_data,
	input  wire s_mem_done,
	input  wire s_mem_error
);
	localparam [3:0] CQ_DOORBELL = 1, CQ_ARM = 2, TAKE = 8, ADD = 10, ROOM = 11;
	localparam [3:0] IDLE = 0, GET = 1, LOAD = 2, JUDGE = 3, WRITE = 4, PUT = 5, FIRE = 6, FREE = 7, TAIL = 8, LINK = 9, DONE = 10;

	(* no_rw_check *) reg [15:0] heads [0:7];
	(* no_rw_check *) reg [15:0] tails [0:7];
	reg [15:0] head_q, tail_q;       // of the page
	reg [7:0] list_q, again_q;       // lists that are not empty; whose first is to be shown again
	reg [3:0] state_q;
	reg held_q, refused_q, full_q, fire_q;
	reg [1:0] n_q;

	wire [7:0] page_bit = 8'd1 << s_page;
	wire take = s_what == TAKE;
	wire adds = s_what == ADD || s_what == ROOM;
	wire list = list_q[s_page];
	wire again = take && again_q[s_page];

	// ---- The context: word 0 settings, 1 base, 2 indices ------------------------------------------
	reg open_q, listed_q;
	reg [1:0] armed_q;               // 1 any, 2 solicited
	reg [3:0] lg_q;
	reg [15:0] next_q;
	reg [31:0] users_q;
	reg [6:0] spare_q;               // bits without a meaning
	reg [63:5] base_q;
	reg [15:0] spare_2_q, solicited_q, cons_q, prod_q;

	always @(posedge clk)
		if (state_q == LOAD)
			case (n_q)
			2'd1: begin
				{users_q, next_q} <= s_data[63:16];
				{spare_q[6:4], listed_q, lg_q, spare_q[3:2], armed_q, spare_q[1:0]} <= {s_data[15:6], s_data[5:4], s_data[3:2]};
				open_q <= s_data[0];
			end
			2'd2: base_q <= s_data[63:5];
			2'd3: {spare_2_q, solicited_q, cons_q, prod_q} <= s_data;
			default: ;
			endcase
		else if (state_q == JUDGE) begin
			if (s_what == CQ_DOORBELL)
				cons_q <= s_value[31:16];
			if (s_what == CQ_ARM)
				armed_q <= fires ? 2'd0 : armed;
			if (take)
				listed_q <= 1'b0;
		end else if (state_q == WRITE && s_mem_done) begin
			prod_q <= next_prod;
			if (marked)
				solicited_q <= next_prod;
			if (fires)
				armed_q <= 2'd0;
		end else if (state_q == PUT && fire_q)
			listed_q <= 1'b1;

	// ---- Rules ---------------------------------------------------------------------------------
	wire [15:0] unread = prod_q - cons_q;
	wire [15:0] size = 16'd1 << lg_q;
	wire room = unread < size;
	wire [15:0] read = s_value[31:16] - cons_q;
	wire asks_solicited = s_value[`RDMA_RDMA_CQ_ARM_SOLICITED_LSB];
	wire [15:0] fit = asks_solicited ? solicited_q - cons_q : unread;
	wire [1:0] armed = asks_solicited ? armed_q == 2'd0 ? 2'd2 : armed_q : 2'd1;
	wire [15:0] next_prod = prod_q + 16'd1;
	wire [63:0] what = s_words[3*64 +: 64];
	wire marked = what[`RDMA_DONE_WHAT_SOLICITED_LSB] || what[`RDMA_DONE_WHAT_STATUS_R] != `RDMA_DONE_STATUS_OK;
	wire fires = s_what == CQ_ARM ? fit != 0 && fit <= unread : armed_q == 2'd1 || (armed_q == 2'd2 && marked);
	wire bad = !open_q || (s_what == CQ_DOORBELL && read > unread);
	wire idles = take ? 1'b0 : bad || s_what == ROOM || (s_what == ADD && !room);

	// ---- The machine -----------------------------------------------------------------------------
	wire written = m_word_valid && s_word_ready;
	wire alone = fire_q && !was_listed_q && !list;
	wire behind = fire_q && !was_listed_q && list;
	reg was_listed_q;

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= !s_start ? IDLE : again ? DONE : GET;
			GET:     state_q <= s_beyond || s_fail ? DONE : s_held ? LOAD : GET;
			LOAD:    state_q <= n_q == 2'd3 ? JUDGE : LOAD;
			JUDGE:   state_q <= idles ? DONE : s_what == ADD ? WRITE : PUT;
			WRITE:   state_q <= s_mem_done ? PUT : WRITE;
			PUT:     state_q <= n_q == 2'd1 ? FIRE : PUT;
			FIRE:    state_q <= behind ? FREE : DONE;
			FREE:    state_q <= TAIL;
			TAIL:    state_q <= s_beyond || s_fail ? DONE : s_held && n_q == 2'd1 ? LINK : TAIL;
			LINK:    state_q <= DONE;
			default: state_q <= IDLE;
		endcase

	always @(posedge clk)
		if (rst || state_q == DONE || state_q == FREE)
			held_q <= 1'b0;
		else if (state_q == GET || state_q == TAIL)
			held_q <= s_held;

	// Counts the words that were read, written to memory, and written to the context.
	always @(posedge clk)
		if (state_q == LOAD || state_q == PUT)
			n_q <= state_q == PUT && n_q == 2'd1 ? 2'd0 : n_q + 2'd1;
		else if (state_q == WRITE)
			n_q <= s_mem_done ? 2'd0 : n_q + {1'b0, written};
		else if (state_q == TAIL)
			n_q <= {1'b0, s_held};
		else
			n_q <= 2'd0;

	// All four words of a completion have gone.
	reg sent_q;
	always @(posedge clk)
		sent_q <= state_q == WRITE && (sent_q || (written && n_q == 2'd3));

	always @(posedge clk)
		if (state_q == JUDGE)
			fire_q <= s_what == CQ_ARM && !bad && fires;
		else if (state_q == WRITE && s_mem_done)
			fire_q <= fires;
		else if (state_q == IDLE)
			fire_q <= 1'b0;

	always @(posedge clk)
		if (state_q == JUDGE)
			was_listed_q <= listed_q;

	// A doorbell that makes no sense is refused, an arming of no queue is nothing; memory that fails is said so in any case.
	always @(posedge clk)
		if (state_q == IDLE)
			refused_q <= 1'b0;
		else if (state_q == GET && (s_beyond || s_fail))
			refused_q <= s_what != CQ_ARM || s_fail;
		else if (state_q == JUDGE)
			refused_q <= !take && s_what != CQ_ARM && bad;
		else if ((state_q == WRITE && s_mem_done && s_mem_error) || (state_q == TAIL && (s_beyond || s_fail)))
			refused_q <= 1'b1;

	always @(posedge clk)
		if (state_q == IDLE)
			full_q <= 1'b0;
		else if (state_q == JUDGE)
			full_q <= adds && !bad && !room;

	// ---- The list --------------------------------------------------------------------------------
	wire lost = take && state_q == GET && (s_beyond || s_fail);          // its first one cannot be read
	wire off_list = take && state_q == FIRE;
	wire last = head_q == tail_q;
	wire on_list = (state_q == FIRE && alone) || state_q == LINK;
	wire repeats = state_q == FIRE && fire_q && was_listed_q && s_taken[s_page] && head_q == s_value[15:0];
	wire moves = (off_list && !last) || (state_q == FIRE && alone);      // the first one changes
	wire [15:0] head = take ? next_q : s_value[15:0];

	always @(posedge clk)
		if (rst)
			list_q <= 0;
		else
			list_q <= s_on & ((list_q & ~(lost || (off_list && last) ? page_bit : 8'd0)) | (on_list ? page_bit : 8'd0));

	always @(posedge clk)
		if (rst)
			again_q <= 0;
		else
			again_q <= s_on & ((again_q & ~(state_q == IDLE && s_start && again ? page_bit : 8'd0)) | (repeats ? page_bit : 8'd0));

	always @(posedge clk)
		if (moves)
			heads[s_page] <= head;

	always @(posedge clk)
		if (on_list)
			tails[s_page] <= s_value[15:0];

	always @(posedge clk)
		if (state_q == IDLE || state_q == DONE) begin
			head_q <= heads[s_page];
			tail_q <= tails[s_page];
		end

	reg show_again_q;                // DONE: the first one is shown again
	always @(posedge clk)
		show_again_q <= state_q == IDLE && s_start && again;

	assign m_show = moves || show_again_q;
	assign m_show_number = show_again_q ? head_q : head;

	// ---- Outputs ---------------------------------------------------------------------------------
	wire [63:0] settings = {users_q, next_q, spare_q[6:4], listed_q || (fire_q && state_q == PUT), lg_q, spare_q[3:2], armed_q,
		spare_q[1:0], 1'b0, open_q};
	wire phase = (prod_q & size) == 0;
	wire [63:0] done_word = (what & ~(64'h8000ffff << 32)) | {phase, 15'd0, prod_q, 32'd0};
	wire [14:0] place = prod_q[14:0] & ~(15'h7fff << lg_q);

	assign m_ask = (state_q == GET || state_q == TAIL || held_q) && state_q != FREE;
	assign m_number = {8'd0, state_q == TAIL || state_q == LINK ? tail_q : take ? head_q : s_value[15:0]};
	assign m_release = (state_q == DONE || state_q == FREE) && held_q;
	assign m_word = state_q == LOAD ? {1'b0, n_q} : state_q == PUT && n_q == 2'd0 ? 3'd2 : 3'd0;
	assign m_write = state_q == PUT || state_q == LINK;
	assign m_data = state_q == LINK ? {s_data[63:32], s_value[15:0], s_data[15:0]}
		: n_q == 2'd0 ? {spare_2_q, solicited_q, cons_q, prod_q} : settings;
	assign m_mem_valid = state_q == WRITE && !s_mem_done;
	assign m_mem_addr = {base_q + {44'd0, place}, 2'd0};
	assign m_word_valid = state_q == WRITE && !sent_q;
	assign m_word_data = n_q == 2'd3 ? done_word : s_words[64*n_q +: 64];
	assign m_done = state_q == DONE;
	assign m_refused = refused_q;
	assign m_full = full_q;
endmodule

`default_nettype wire
