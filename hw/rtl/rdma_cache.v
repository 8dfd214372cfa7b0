// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_cache: contexts of the RDMA unit that lie in tables in host memory, in lines of 2^LG_WORDS words of 64 bits. A line is found
// by its page and address; 2 ways, 2^LG_SETS sets for each kind of object, so that no kind takes the lines of another. A client asks
// for a line, which is read from memory if it is not here; while the client holds it, it reads and writes its words. A line that was
// written to goes back to memory when its place is needed for another one. The victim is the way of the set that was not held last.
//
// A page whose tables are given up drops its lines: nothing of them is written back, for the memory is software's again.
//
//      WIPE --all sets--> IDLE --asked--> READ --> TEST --here--> HELD --released--> IDLE
//                           |                       | \--other line, not written to-------> FILL --words--> HELD
//                           |                       \--other line, written to--> EVICT --answered--^  \--error--> FAIL --> IDLE
//                           +--drop--> LOOK <--> DROP --all sets--> IDLE
//
//  WIPE  -> IDLE   all sets are marked as empty, after reset
//  IDLE  -> READ   a line is asked for;  READ -> TEST the marks of its set are here
//  TEST  -> HELD   it is in one of the ways;  -> FILL a way is free, or its line is as in memory;  -> EVICT it is not
//  EVICT -> FILL   the host has answered the write of that line: a read never overtakes it
//  FILL  -> HELD   all words are here;  -> FAIL the host answered one with an error
//  HELD  -> IDLE   the client is done
//  LOOK  -> DROP   the marks of a set are here;  DROP -> LOOK those of the page are cleared, the next set;  -> IDLE the last one
//
// Invariants (formal/rdma_cache.v):
//  1. A line is in one way at most.
//  2. A client reads the words of a line that were written last, by a client or, before that, by the memory.
//  3. A line that is here and not marked as written to is as in memory; one that is not here is in memory as it was written last.
//  4. The memories are not written where they are read.
`default_nettype none

module rdma_cache #(
	parameter LG_SETS = 5,           // log2 of the sets of each kind
	parameter LG_KINDS = 1,          // log2 of the kinds of objects
	parameter LG_WORDS = 3,          // log2 of the words of a line
	parameter ADDR_W = 64,           // bits of an address
	parameter WORD_W = 64            // bits of a word: fewer in the proof alone
) (
	input  wire clk,
	input  wire rst,
	// the client
	input  wire s_valid,             // held until m_held or m_fail: this line
	input  wire [2:0] s_page,
	input  wire [LG_KINDS-1:0] s_kind,
	input  wire [ADDR_W-1:LG_WORDS+3] s_addr,
	output wire m_held,              // it is here, from now on until s_release
	output wire m_fail,              // one clock: the host answered with an error
	input  wire [LG_WORDS-1:0] s_word,         // of the line
	output wire [WORD_W-1:0] m_data,       // that word, a clock later, unless one was written in the clock of s_word
	input  wire s_write,             // that word becomes s_data
	input  wire [WORD_W-1:0] s_data,
	input  wire s_release,           // one clock
	// dropping
	input  wire s_drop,              // held until m_dropped: all lines of s_drop_page
	input  wire [2:0] s_drop_page,
	output wire m_dropped,           // one clock
	// memory
	output wire m_mem_valid,         // held until s_mem_done
	output wire m_mem_write,
	output wire [2:0] m_mem_page,
	output wire [ADDR_W-1:LG_WORDS+3] m_mem_addr,
	output wire m_word_valid,        // words to be written
	input  wire m_word_ready,
	output wire [WORD_W-1:0] m_word_data,
	input  wire s_word_valid,        // words that were read
	input  wire [WORD_W-1:0] s_word_data,
	input  wire s_mem_done,          // one clock, behind the last word
	input  wire s_mem_error,         // with it: the host answered with an error
	output wire [7:0] m_lost         // one clock: a line of that page could not be written back
);
	generate if (LG_SETS < 1 || LG_WORDS < 1 || LG_KINDS < 1)
		rdma_cache_needs_two_sets_words_and_kinds bad_parameter();
	endgenerate

	localparam LG_N = LG_KINDS + LG_SETS;
	localparam TAG_W = 3 + ADDR_W - LG_WORDS - 3 - LG_SETS;  // page, upper bits of the address
	localparam MARK_W = TAG_W + 2;                           // and {here, written to}
	localparam [3:0] WIPE = 0, IDLE = 1, READ = 2, TEST = 3, EVICT = 4, FILL = 5, HELD = 6, FAIL = 7, LOOK = 8, DROP = 9;

	(* no_rw_check *) reg [WORD_W-1:0] words [0:(2<<(LG_N+LG_WORDS))-1];
	(* no_rw_check *) reg [MARK_W-1:0] marks_0 [0:(1<<LG_N)-1];
	(* no_rw_check *) reg [MARK_W-1:0] marks_1 [0:(1<<LG_N)-1];
	(* no_rw_check *) reg recent [0:(1<<LG_N)-1];            // the way that was held last
	reg [MARK_W-1:0] mark_0_q, mark_1_q;
	reg recent_q;
	reg [3:0] state_q;
	reg [LG_N-1:0] set_q;            // in hand
	reg way_q;
	reg [LG_WORDS:0] n_q;            // words of it that have moved
	reg have_q;                      // word_q is word n_q of the line that is written back
	reg dirty_q;                     // HELD: the line is marked as written to
	reg [WORD_W-1:0] word_q;

	// The set of an address: pages and kinds begin at other sets, for their tables may be laid out alike.
	wire [LG_SETS-1:0] turn;
	generate if (LG_SETS >= 3) begin : spread
		assign turn = {s_page, {LG_SETS-3{1'b0}}};
	end else begin : straight
		assign turn = {LG_SETS{1'b0}};
	end endgenerate
	wire [LG_SETS-1:0] low = s_addr[LG_WORDS+3 +: LG_SETS];
	wire [LG_N-1:0] set = {s_kind, low ^ turn};
	wire [TAG_W-1:0] tag = {s_page, s_addr[ADDR_W-1:LG_WORDS+3+LG_SETS]};
	wire [LG_N:0] next_set = {1'b0, set_q} + {{LG_N{1'b0}}, 1'b1};

	wire here_0, here_1, dirty_0, dirty_1;
	wire [TAG_W-1:0] tag_0, tag_1;
	assign {here_0, dirty_0, tag_0} = mark_0_q;
	assign {here_1, dirty_1, tag_1} = mark_1_q;
	wire hit_0 = here_0 && tag_0 == tag;
	wire hit_1 = here_1 && tag_1 == tag;
	wire hit = hit_0 || hit_1;
	wire victim = !here_0 ? 1'b0 : !here_1 ? 1'b1 : !recent_q;
	wire dirty = victim ? here_1 && dirty_1 : here_0 && dirty_0;
	wire take = state_q == IDLE && s_valid && !s_drop;

	// ---- The machine -----------------------------------------------------------------------
	wire evicted = state_q == EVICT && s_mem_done;
	wire filled = state_q == FILL && s_mem_done;

	always @(posedge clk)
		if (rst)
			state_q <= WIPE;
		else case (state_q)
			WIPE:    state_q <= next_set[LG_N] ? IDLE : WIPE;
			IDLE:    state_q <= s_drop ? LOOK : s_valid ? READ : IDLE;
			READ:    state_q <= TEST;
			TEST:    state_q <= hit ? HELD : dirty ? EVICT : FILL;
			EVICT:   state_q <= s_mem_done ? FILL : EVICT;
			FILL:    state_q <= !s_mem_done ? FILL : s_mem_error ? FAIL : HELD;
			HELD:    state_q <= s_release ? IDLE : HELD;
			LOOK:    state_q <= DROP;
			DROP:    state_q <= next_set[LG_N] ? IDLE : LOOK;
			default: state_q <= IDLE;
		endcase

	always @(posedge clk)
		if (rst || (state_q == IDLE && s_drop))
			set_q <= 0;
		else if (take)
			set_q <= set;
		else if (state_q == WIPE || state_q == DROP)
			set_q <= next_set[LG_N-1:0];

	always @(posedge clk)
		if (state_q == TEST)
			way_q <= hit ? hit_1 : victim;

	always @(posedge clk)
		if (state_q == TEST)
			dirty_q <= hit_0 ? dirty_0 : hit_1 && dirty_1;
		else if (state_q == HELD)
			dirty_q <= dirty_q || s_write;
		else
			dirty_q <= 1'b0;

	// ---- Marks -----------------------------------------------------------------------------
	// Written: cleared in WIPE, in DROP and before a FILL; set behind it, and by the first word that a client writes.
	wire clears = state_q == TEST ? !hit && !dirty : evicted;
	wire sets = (filled && !s_mem_error) || (state_q == HELD && s_write && !dirty_q);
	wire one = state_q == TEST ? victim : way_q;
	wire drops_0 = state_q == DROP && here_0 && tag_0[TAG_W-1 -: 3] == s_drop_page;
	wire drops_1 = state_q == DROP && here_1 && tag_1[TAG_W-1 -: 3] == s_drop_page;
	wire put_0 = state_q == WIPE || drops_0 || ((clears || sets) && !one);
	wire put_1 = state_q == WIPE || drops_1 || ((clears || sets) && one);
	wire [MARK_W-1:0] mark = sets ? {1'b1, state_q == HELD, tag} : {MARK_W{1'b0}};
	wire marks_read = state_q == READ || state_q == LOOK;

	always @(posedge clk)
		if (put_0)
			marks_0[set_q] <= mark;

	always @(posedge clk)
		if (put_1)
			marks_1[set_q] <= mark;

	always @(posedge clk)
		if (state_q == HELD)
			recent[set_q] <= way_q;

	always @(posedge clk)
		if (marks_read) begin
			mark_0_q <= marks_0[set_q];
			mark_1_q <= marks_1[set_q];
			recent_q <= recent[set_q];
		end

	// ---- Words -----------------------------------------------------------------------------
	wire sent = m_word_valid && m_word_ready;
	wire fetched = state_q == FILL && s_word_valid;
	wire moved = sent || fetched;
	wire [LG_WORDS:0] n_next = n_q + {{LG_WORDS{1'b0}}, moved};
	wire word_write = fetched || (state_q == HELD && s_write);
	wire [LG_WORDS-1:0] n = state_q == HELD ? s_word : state_q == EVICT ? n_next[LG_WORDS-1:0] : n_q[LG_WORDS-1:0];
	wire [LG_N+LG_WORDS:0] at = {way_q, set_q, n};

	always @(posedge clk)
		if (word_write)
			words[at] <= state_q == FILL ? s_word_data : s_data;

	always @(posedge clk)
		if (!word_write)
			word_q <= words[at];

	always @(posedge clk)
		n_q <= (state_q == EVICT && !s_mem_done) || state_q == FILL ? n_next : {LG_WORDS+1{1'b0}};

	always @(posedge clk)
		have_q <= state_q == EVICT && !n_next[LG_WORDS];

	assign m_held = state_q == HELD;
	assign m_fail = state_q == FAIL;
	assign m_data = word_q;
	assign m_dropped = state_q == DROP && next_set[LG_N];

	// ---- Memory ----------------------------------------------------------------------------
	wire [TAG_W-1:0] old = way_q ? tag_1 : tag_0;
	wire [LG_SETS-1:0] old_turn;
	generate if (LG_SETS >= 3) begin : back
		assign old_turn = {old[TAG_W-1 -: 3], {LG_SETS-3{1'b0}}};
	end else begin : straight_back
		assign old_turn = {LG_SETS{1'b0}};
	end endgenerate

	assign m_mem_valid = state_q == EVICT || state_q == FILL;
	assign m_mem_write = state_q == EVICT;
	assign m_mem_page = state_q == EVICT ? old[TAG_W-1 -: 3] : s_page;
	assign m_mem_addr = state_q == EVICT ? {old[TAG_W-4:0], set_q[LG_SETS-1:0] ^ old_turn} : s_addr;
	assign m_word_valid = state_q == EVICT && have_q;
	assign m_word_data = word_q;
	assign m_lost = evicted && s_mem_error ? 8'd1 << old[TAG_W-1 -: 3] : 8'd0;

`ifdef FORMAL
	// One word of one line, any: as it was written last (f_now), and as it is in memory (f_mem).
	(* anyconst *) reg [2:0] f_page;
	(* anyconst *) reg [LG_KINDS-1:0] f_kind;
	(* anyconst *) reg [ADDR_W-1:LG_WORDS+3] f_addr;
	(* anyconst *) reg [LG_WORDS-1:0] f_n;
	(* anyseq *) reg [WORD_W-1:0] f_other;             // written by software into memory of its own
	wire [LG_SETS-1:0] f_turn = LG_SETS >= 3 ? {f_page, {LG_SETS{1'b0}}} >> 3 : {LG_SETS{1'b0}};
	wire [LG_N-1:0] f_set = {f_kind, f_addr[LG_WORDS+3 +: LG_SETS] ^ f_turn};
	wire [TAG_W-1:0] f_tag = {f_page, f_addr[ADDR_W-1:LG_WORDS+3+LG_SETS]};
	reg f_first, f_yours;                        // f_yours: the memory is software's
	reg [WORD_W-1:0] f_now, f_mem, f_back;
	initial {f_first, f_yours} = 2'b11;

	wire [MARK_W-1:0] f_mark_0 = marks_0[f_set];
	wire [MARK_W-1:0] f_mark_1 = marks_1[f_set];
	wire f_wiped = state_q != WIPE || f_set < set_q;
	wire f_in_0 = f_wiped && f_mark_0[MARK_W-1] && f_mark_0[TAG_W-1:0] == f_tag;
	wire f_in_1 = f_wiped && f_mark_1[MARK_W-1] && f_mark_1[TAG_W-1:0] == f_tag;
	wire f_dirty = f_in_1 ? f_mark_1[MARK_W-2] : f_mark_0[MARK_W-2];
	wire [WORD_W-1:0] f_word = words[{f_in_1, f_set, f_n}];
	wire f_asked = s_page == f_page && s_kind == f_kind && s_addr == f_addr;
	wire f_evicts = state_q == EVICT && set_q == f_set && old == f_tag;
	wire f_fills = state_q == FILL && f_asked;
	wire f_holds = state_q == HELD && f_asked;

	// The client asks for a line until it has it, and for none of a page that is off. Memory answers in order, with all words.
	reg f_busy_q, f_dropping_q, f_write_q, f_held_q;
	reg [2:0] f_page_q, f_drop_page_q;
	reg [LG_KINDS-1:0] f_kind_q;
	reg [ADDR_W-1:LG_WORDS+3] f_addr_q;
	initial {f_busy_q, f_dropping_q, f_held_q} = 0;
	always @(posedge clk) begin
		f_busy_q <= !rst && s_valid && !m_fail && !(s_release && m_held);
		f_held_q <= !rst && m_held && !s_release;
		f_dropping_q <= !rst && s_drop && !m_dropped;
		{f_page_q, f_kind_q, f_addr_q, f_drop_page_q} <= {s_page, s_kind, s_addr, s_drop_page};
		f_write_q <= word_write;
	end
	always @(*) begin
		assume (!f_first || rst);
		assume (!f_busy_q || (s_valid && {s_page, s_kind, s_addr} == {f_page_q, f_kind_q, f_addr_q}));
		assume (!f_dropping_q || (s_drop && s_drop_page == f_drop_page_q));
		assume (!(s_drop && state_q == IDLE && s_drop_page == f_page) || !(f_busy_q && s_page == f_page));
		assume (!s_valid || !f_yours || s_page != f_page);
		assume (!s_release || m_held);
		assume (!s_write || m_held);
		assume (!s_word_valid || (state_q == FILL && !n_q[LG_WORDS]));
		assume (!s_mem_done || (m_mem_valid && n_q == {1'b1, {LG_WORDS{1'b0}}}));
		assume (!(fetched && f_asked && n_q[LG_WORDS-1:0] == f_n) || s_word_data == f_mem);
	end

	// The page is turned on by software (f_start), which begins with the memory as it left it.
	(* anyseq *) wire f_start;
	wire f_drops = m_dropped && s_drop_page == f_page;
	always @(posedge clk) begin
		f_first <= 1'b0;
		if (rst || f_first)
			f_yours <= 1'b1;
		else if (f_drops)
			f_yours <= 1'b1;
		else if (f_yours && f_start && state_q != WIPE && state_q != LOOK && state_q != DROP)
			f_yours <= 1'b0;
		if (sent && f_evicts && n_q[LG_WORDS-1:0] == f_n)
			f_back <= m_word_data;
		if (f_yours)
			f_mem <= f_other;
		else if (f_evicts && evicted && !s_mem_error)
			f_mem <= f_back;
		if (f_yours)
			f_now <= f_other;
		else if (f_evicts && evicted && s_mem_error)
			f_now <= f_mem;                                    // lost, and said so
		else if (f_holds && s_write && s_word == f_n)
			f_now <= s_data;
		if (!f_first && $past(!f_first && !rst && f_holds && !f_yours && !s_write && s_word == f_n && !rst) && f_holds)
			assert (m_data == $past(f_now));                   // invariant 2
		if (!f_first && $past(!f_first && f_evicts && evicted && s_mem_error) && !$past(rst))
			assert ($past(m_lost) == 8'd1 << f_page);
	end
	wire [LG_WORDS-1:0] f_n_at = n_q[LG_WORDS-1:0];
	always @(*) if (!f_first) begin
		assert (state_q <= DROP);
		assert (state_q != WIPE || f_yours);
		if (f_wiped)                                               // invariant 1
			assert (!(f_mark_0[MARK_W-1] && f_mark_1[MARK_W-1] && f_mark_0[TAG_W-1:0] == f_mark_1[TAG_W-1:0]));
		// The memory is software's: no line of it is here, but those of a page that is being dropped.
		if (f_yours)
			assert (!f_in_0 && !f_in_1 && !f_fills && !f_holds && !f_evicts);
		// The marks in hand are those of the set.
		if (state_q == TEST || state_q == EVICT || state_q == DROP)
			assert (set_q != f_set || (mark_0_q == f_mark_0 && mark_1_q == f_mark_1));
		if (state_q == TEST || state_q == EVICT || state_q == FILL || state_q == HELD || state_q == READ) begin
			assert (f_busy_q);
			assert (set_q == set);
		end
		if (state_q == EVICT)
			assert (way_q ? here_1 && dirty_1 : here_0 && dirty_0);
		if ((state_q == EVICT || state_q == FILL) && set_q == f_set)
			assert (!(f_mark_0[MARK_W-1] && f_mark_0[TAG_W-1:0] == tag) && !(f_mark_1[MARK_W-1] && f_mark_1[TAG_W-1:0] == tag));
		if (state_q == FILL || state_q == EVICT)
			assert (n_q <= {1'b1, {LG_WORDS{1'b0}}});
		if (state_q == FILL && set_q == f_set)                     // the way that is filled is empty
			assert (way_q ? !f_mark_1[MARK_W-1] : !f_mark_0[MARK_W-1]);
		if (state_q == EVICT && have_q)
			assert (!n_q[LG_WORDS]);
		if (f_evicts && have_q && f_n_at == f_n && !f_yours)
			assert (word_q == f_now);
		if (f_evicts && !f_yours && n_q > {1'b0, f_n})
			assert (f_back == f_now);
		if (f_fills && !f_yours && n_q > {1'b0, f_n})
			assert (words[{way_q, set_q, f_n}] == f_mem);
		if (state_q == HELD && set_q == f_set)
			assert ((way_q ? f_mark_1 : f_mark_0) == {1'b1, dirty_q, tag});
		if (state_q == LOOK || state_q == DROP) begin
			assert (f_dropping_q);
			if (s_drop_page == f_page && (f_set < set_q))
				assert (!f_in_0 && !f_in_1);
		end
		if (!f_yours && (f_in_0 || f_in_1)) begin                  // invariant 3
			assert (f_word == f_now);
			assert (f_dirty || f_mem == f_now);
		end
		if (!f_yours && !f_in_0 && !f_in_1 && !((state_q == LOOK || state_q == DROP) && s_drop_page == f_page))
			assert (f_mem == f_now);
		// Invariant 4: the marks are written in other states than they are read in; the words by !word_write.
		assert (!(marks_read && (put_0 || put_1)));
		assert (!(marks_read && state_q == HELD));
		cover (f_evicts && evicted && !s_mem_error);
		cover (f_holds && f_dirty && f_held_q);
		cover (state_q == FAIL);
		cover (f_drops && f_yours == 0);
		cover (state_q == TEST && hit_1);
	end
`endif
endmodule

`default_nettype wire
