// SPDX-License-Identifier: BSD-3-Clause
//
// sw_input: one input of the switch, with its buffer of SLOT_N slots of 32 words for each virtual channel in one RAM: a cell takes
// one, a long one up to SPAN, one behind the other. It writes every cell that
// comes, reads one cell at a time for one or more outputs, and lets a cell pass the RAM by (bypass register) when all outputs it
// wants are free. Which outputs a cell wants is decided outside (s_want); which input begins next, in sw_arb; the words go
// to sw_output. It sits between a link (or the local side, as sw_send) and the crossbar.
//
// The reader, one machine. Its state is own_q (outputs held), nxt_q (outputs reserved), byp_q:
//
//         pick +--------+ start          +---------+  fin
//      IDLE -->|RESERVED|--------------->| READING |--------> IDLE, or READING the cell that was reserved meanwhile
//        |     +--------+<--- drop --.   |         |
//        |         (own_q = 0)        `--| byp_q   |  nack of all outputs held --> IDLE
//        +--- bypass ------------------->|  = 1: from the register; stalled --> byp_q = 0: from the RAM
//                                        +---------+
// Invariants (watched by the benches; proven in formal/sw_input.v and formal/sw_input_native.v):
//  1. A reservation waits only for outputs and readers that are about to end and move in this clock; else it is dropped.
//  2. The RAM is never asked for a word that is written in the same clock (no_rw_check is right).
//  3. SPIN: while a cell may still be refused, only a cell for the same single output is begun from its virtual channel;
//     so a refusal takes back exactly the cells that were begun behind the refused one.
//  4. SPIN: a cell that was refused before goes out alone: nothing is chosen behind it until it is settled, so that one which is
//     refused for long does not take back the cells of other channels again and again.
//  5. Words go out in order, none twice, and the last one carries d_last.
`default_nettype none

module sw_input #(
	parameter W = 16,            // bits of a word
	parameter HEAD_WORDS = 1,    // words before the data: native W=16: 2, else 1
	parameter SPIN = 1,          // 1: cells of 17 words, NACK; 0: cells of several lengths with a tail, credits
	parameter VC_N = 2,          // virtual channels
	parameter LG_SLOT = 3,       // log2 of the slots for each
	parameter SPAN = 1,          // slots of the longest cell (cell_len)
	parameter STORE = 0,         // 1: store and forward
	parameter LOOK = 1,          // 1: the next cell is chosen while one is being read
	parameter [2:0] REACH = 7    // outputs {L, Y, X} there is a way to
) (
	input  wire clk,
	input  wire rst,
	// cells from the link
	input  wire s_valid,
	input  wire s_head,
	input  wire s_last,
	input  wire s_bad,
	input  wire [W-1:0] s_data,
	input  wire [2:0] s_want,             // with s_head: outputs
	input  wire s_drop,                   // with s_head: goes nowhere
	output wire [VC_N-1:0] room,
	output wire [VC_N-1:0] free,          // pulse: a good cell left its slots
	output wire [4*VC_N-1:0] free_slots,  // that it had
	// arbitration
	input  wire [3*VC_N-1:0] avail,       // outputs that a cell of each channel may reserve
	output wire [VC_N-1:0] elig,          // channels that would begin if picked
	output wire [6*VC_N-1:0] units,       // length of the next cell of each, as sw_arb has it
	input  wire [VC_N-1:0] pick,          // one of them is picked
	input  wire any_pick,                 // of this input or another one: may end a channel's eligibility
	input  wire [2:0] block,              // outputs that changed hands or were refused in this clock
	input  wire [2:0] out_free,           // outputs that are free in the next clock
	input  wire [2:0] out_move,           // outputs that are idle or about to end
	input  wire [3*VC_N-1:0] byp_avail,   // outputs that a bypassing cell of each channel may take
	output wire [2:0] claim,              // outputs that a bypassing cell asks for
	output wire [2:0] was,                // outputs held by the cell being read, those of a cell that now bypasses not yet
	output wire [2:0] own,                // outputs held
	output wire [2:0] busy,               // and those that pause behind a cell
	output wire [2:0] nxt,                // outputs reserved
	output wire soon,                     // idle, or about to end
	output wire move,                     // and moving
	output wire fin,                      // the last word is taken, the outputs are free
	// words to the crossbar
	output wire d_valid,
	output wire d_head,
	output wire d_last,
	output wire d_bad,
	output wire [W-1:0] d_data,
	input  wire [2:0] ready,              // of the outputs
	input  wire [2:0] nack                // of the outputs: the cell there, and one not yet settled, are refused
);
	localparam ADDR_W = LG_SLOT + (VC_N == 2 ? 6 : 5);
	localparam WORD_W = SPAN == 1 ? 5 : 8;     // bits of the number of a word
	localparam [1:0] LINKS = {2{SPIN != 0}};   // outputs that can refuse

	// --- writer ---

	reg open_q, skip_q;              // a cell is being written, or thrown away though it is good
	reg wvc_q;
	reg [LG_SLOT-1:0] wslot_q;
	reg [WORD_W-1:0] wword_q;        // next word of it; 0 between cells
	wire [3:0] s_slots;              // with s_head: slots of the cell
	wire [5:0] s_units;              // its length
	wire svc = VC_N == 2 && s_data[15];
	wire [LG_SLOT*VC_N-1:0] wr_slot, rd_slot;
	wire [LG_SLOT-1:0] head_slot = wr_slot[(svc ? LG_SLOT : 0) +: LG_SLOT];
	wire head = s_valid && s_head;
	// A head that fits is written, though it be dropped: so the route is not on the way to the RAMs. Its slot is free, and no
	// read of this clock depends on s_drop: one that may not meet the head of a dropped cell may not meet that of another.
	wire fits = head && room[svc];
	wire open = fits && !s_drop;
	wire tail = s_valid && s_last;
	wire spoil = tail && s_bad && open_q;

	always @(posedge clk)
		if (rst) begin
			open_q <= 1'b0;
			skip_q <= 1'b0;
		end else if (head) begin
			open_q <= open;
			skip_q <= s_drop;
		end else if (tail) begin
			open_q <= 1'b0;
			skip_q <= 1'b0;
		end

	// A head of the clock before is offered to the outputs beside the RAM.
	reg cand_q;
	reg [2:0] cand_want_q;
	always @(posedge clk) begin
		cand_q <= STORE == 0 && open && !rst;
		cand_want_q <= s_want & REACH;
	end
	assign claim = cand_want_q & {3{cand_q}};

	always @(posedge clk)
		if (head) begin
			wvc_q <= svc;
			wslot_q <= head_slot;
		end

	always @(posedge clk)
		if (rst || tail)
			wword_q <= 0;
		else if (s_valid)
			wword_q <= wword_q + 1'b1;

	// --- virtual channels ---

	reg [2:0] own_q, nxt_q;
	reg vc_q, nxt_vc_q, pop_q, nxt_pop_q;
	wire [VC_N-1:0] empty, undo, bad, again, rel, start_v;
	wire [3*VC_N-1:0] req;
	wire start, byp, start_pop;
	wire [2:0] start_part = nxt_pop_q ? 3'd0 : nxt_q;   // nothing is reserved while a cell bypasses: 0
	wire [2:0] nack_own, nack_prev;    // refused: the cell being read, the one before it
	wire [1:0] prev;                   // outputs at which the one before can still be refused
	wire [2:0] lag;                    // outputs that pause behind a cell that is alone
	reg alone_q;                       // the cell being read is
	wire prev_vc, rel_prev, rel_fin;
	wire [3:0] read_slots;             // slots of the cell being read
	wire [LG_SLOT-1:0] nxt_slot = rd_slot[(VC_N == 2 && nxt_vc_q ? LG_SLOT : 0) +: LG_SLOT];   // of the cell reserved

	wire [3*VC_N-1:0] picked_mask;     // outputs that each channel reserves
	wire [VC_N-1:0] picked_pop;
	wire [VC_N-1:0] byp_ok;            // a head of this channel may pass the RAM by

	genvar v;
	generate for (v = 0; v < VC_N; v = v + 1) begin : vc
		localparam [0:0] ME = v != 0;
		wire mine = wvc_q == ME;
		wire [2:0] nacked = (vc_q == ME ? nack_own : 3'd0) | (prev_vc == ME ? nack_prev : 3'd0);
		wire [1:0] held = ((vc_q == ME ? own_q[1:0] : 2'd0) | (prev_vc == ME ? prev : 2'd0)) & LINKS;
		wire [2:0] mask = req[3*v +: 3] & avail[3*v +: 3];
		wire behind = held == 2'd0 || (mask == {1'b0, held} && held != 2'b11);
		wire byp_behind = held == 2'd0 || (cand_want_q == {1'b0, held} && held != 2'b11);
		assign byp_ok[v] = mine && empty[v] && byp_behind && (cand_want_q & ~byp_avail[3*v +: 3]) == 3'd0;
		reg owe_q;                     // a good cell was thrown away: its credit is due
		reg [3:0] owe_slots_q;         // slots of it

		sw_vc #(.LG_SLOT(LG_SLOT), .SPAN(SPAN), .RAM(VC_N == 2 && (SPIN != 0 || LG_SLOT > 3)), .STORE(STORE), .REACH(REACH)) ring (.clk(clk), .rst(rst),
			.head(fits && svc == ME), .open(open && svc == ME), .open_want(s_want), .open_units(s_units),
			.busy(open_q && mine && !(LOOK == 0 && tail)), .spoil(spoil && mine),
			.start(start_v[v]), .start_part(start_part), .pop(start_pop), .rel(rel[v]), .rel_slots(read_slots), .nack(nacked),
			.wr_slot(wr_slot[v*LG_SLOT +: LG_SLOT]), .rd_slot(rd_slot[v*LG_SLOT +: LG_SLOT]),
			.req(req[3*v +: 3]), .units(units[6*v +: 6]), .empty(empty[v]), .room(room[v]), .undo(undo[v]), .bad(bad[v]), .again(again[v]));

		assign start_v[v] = (start && nxt_vc_q == ME) || (byp && mine);
		assign rel[v] = (rel_fin && vc_q == ME) || (rel_prev && prev_vc == ME);
		reg elig_q;                    // would have begun if picked in the clock before
		reg [2:0] mask_q;              // for these outputs
		reg pops_q;                    // the last ones it is wanted at
		// A request for an output that is blocked in this clock must not have the turn: heads that come in step with the requests
		// would take it from the same channel each time.
		assign elig[v] = elig_q && !undo[v] && (mask_q & block) == 3'd0;
		assign picked_mask[3*v +: 3] = pick[v] ? mask_q : 3'd0;
		assign picked_pop[v] = pick[v] && pops_q;
		always @(posedge clk) begin
			elig_q <= !rst && !any_pick && !undo[v] && soon && nxt_q == 3'd0 && mask != 3'd0 && behind;
			mask_q <= mask;
			pops_q <= mask == req[3*v +: 3];
		end
		assign free[v] = SPIN == 0 && (rel[v] ? !bad[v] : owe_q);
		assign free_slots[4*v +: 4] = rel[v] ? read_slots : owe_slots_q;
		always @(posedge clk)
			if (skip_q && tail && mine)
				owe_slots_q <= skip_slots_q;
		always @(posedge clk)
			owe_q <= !rst && ((owe_q && rel[v]) || (skip_q && tail && !s_bad && mine));
	end endgenerate

	// --- reader ---

	reg byp_q, follow_q;             // words come from the register; the cell read is still being written
	reg [WORD_W-1:0] word_q;         // next word to fetch
	reg [LG_SLOT-1:0] slot_q;        // the first slot of the cell
	reg d_valid_q, d_byp_q, d_head_q, d_last_q;
	reg d_fin_q;                     // the last word, and the outputs need not pause
	reg [W-1:0] byp_data_q, ram_data_q;
	reg [1:0] len_q;                 // native: length of the cell, from its head
	wire idle = busy == 3'd0;
	wire active = own_q != 3'd0 || cand_q;   // a cell that could bypass and did not is forgotten in the next clock
	wire accept = d_valid && (ready | ~own) == 3'd7;
	wire taken = d_valid_q && (ready | ~own_q) == 3'd7;   // as accept, without a bypass
	wire last_taken = d_last_q && (ready | ~own_q) == 3'd7;
	wire rd_free = idle || fin;
	wire adv = !d_valid || accept;
	wire nxt_undo = undo[nxt_vc_q && VC_N == 2 ? VC_N-1 : 0];
	wire [WORD_W-1:0] last_word;
	wire late;                       // the last words are near
	wire ending = !alone_q && (SPIN != 0 || word_q >= 2) && late;

	assign was = own_q;
	assign own = own_q | (claim & {3{byp}});
	assign busy = own_q | lag;
	assign nxt = nxt_q;
	assign soon = busy == 3'd0 || ending;
	assign move = idle || (ending && taken);
	assign fin = SPIN != 0 ? d_fin_q : last_taken;

	// --- the cell that begins ---

	wire [2:0] pick_mask = picked_mask[2:0] | picked_mask[3*VC_N-1 -: 3];
	wire nxt_valid = nxt_q != 3'd0;
	wire go = nxt_valid && (nxt_q & ~out_free) == 3'd0 && rd_free;
	wire keep = move && (nxt_q & ~(out_move)) == 3'd0 && (nxt_q & nack) == 3'd0;

	assign start = go && !nxt_undo;
	assign byp = cand_q && cand_want_q != 3'd0 && idle && !nxt_valid && byp_ok != 0;
	assign start_pop = byp || nxt_pop_q;
	// Nothing is picked while something is reserved.
	always @(posedge clk)
		if (rst)
			nxt_q <= 3'd0;
		else
			nxt_q <= pick_mask | (nxt_q & {3{keep && !start && !nxt_undo}});

	always @(posedge clk)
		if (!nxt_valid) begin
			nxt_vc_q <= VC_N == 2 && pick[VC_N-1];
			nxt_pop_q <= picked_pop != 0;
		end

	// --- the cell being read ---

	wire [2:0] kept = own & ~nack_own;
	wire over = last_taken || (!cand_q && (own_q & ~nack_own) == 3'd0);   // nothing is read in the next clock, or another cell

	always @(posedge clk)
		if (rst)
			own_q <= 3'd0;
		else if (start)
			own_q <= nxt_q;
		else
			own_q <= last_taken ? 3'd0 : kept;

	// Idle, these stand as a bypassing cell needs them.
	always @(posedge clk)
		if (start || idle) begin
			vc_q <= start ? nxt_vc_q : wvc_q;
			slot_q <= start ? nxt_slot : wslot_q;
			alone_q <= LOOK == 0 || (SPIN != 0 && again[VC_N == 2 && (start ? nxt_vc_q : wvc_q)]);
		end

	always @(posedge clk)
		if (start || idle)
			pop_q <= !start || nxt_pop_q;
		else if (nack_own != 3'd0)
			pop_q <= 1'b0;

	// --- cells that are settled ---
	//
	// A link answers at most 2 clocks after the last word of a cell was given to it (spin_tx); until then the slot stays.

	generate if (SPIN != 0) begin : settle
		reg [2:0] prev_q;              // clocks since the end of the cell
		reg [2:0] mask_q;
		reg prev_vc_q, prev_pop_q;
		wire [2:0] left = own_q & ~nack_own;
		assign nack_own = nack & own_q & {1'b0, LINKS};
		assign nack_prev = nack & {1'b0, prev};
		assign prev = mask_q[1:0];
		assign prev_vc = prev_vc_q;
		assign rel_prev = prev_q[2] && prev_pop_q && nack_prev == 3'd0;
		assign rel_fin = last_taken && pop_q && own_q[1:0] == 2'd0;
		always @(posedge clk)
			if (rst)
				prev_q <= 3'd0;
			else
				prev_q <= {prev_q[1:0], last_taken && left != 3'd0};
		always @(posedge clk)
			if (rst)
				mask_q <= 3'd0;
			else
				mask_q <= last_taken ? left : mask_q & ~nack_prev & {3{!prev_q[2]}};
		always @(posedge clk)
			if (last_taken) begin
				prev_vc_q <= vc_q;
				prev_pop_q <= pop_q && nack_own == 3'd0 && own_q[1:0] != 2'd0;
			end else if (nack_prev != 3'd0)
				prev_pop_q <= 1'b0;
		reg [2:0] lag_q;
		assign lag = lag_q;
		always @(posedge clk)
			if (rst || prev_q[LOOK == 0 ? 1 : 2])
				lag_q <= 3'd0;
			else
				lag_q <= last_taken && alone_q ? left : lag_q & ~nack;
	end else begin : settled
		assign {nack_own, nack_prev, prev, prev_vc, rel_prev} = 0;
		assign lag = 3'd0;
		assign rel_fin = last_taken && pop_q;
	end endgenerate

	// --- lengths ---

	reg [3:0] skip_slots_q;          // of the cell that is thrown away
	always @(posedge clk)
		if (head)
			skip_slots_q <= s_slots;

	generate if (SPAN == 1) begin : usual
		wire [7:0] words;
		wire [3:0] slots;

		cell_len len (.head({46'd0, len_q}), .words(words), .slots(slots));
		assign last_word = SPIN != 0 ? 5'd16 : HEAD_WORDS[4:0] + words[4:0];
		assign late = word_q[4] || word_q[3:2] == 2'b11 || (SPIN == 0 && len_q != 2'd0);
		assign s_slots = 4'd1;
		assign s_units = 6'd0;
		assign read_slots = 4'd1;
		assign wslot_at = wslot_q;
		assign rslot_at = rslot;
		wire _unused = &{1'b0, words[7:5], slots};
	end else begin : longer
		wire [7:0] words, new_words;
		wire [7:0] new_last = new_words + 8'd1;
		wire [3:0] slots;
		reg [7:0] last_q;              // number of the last word of the cell being read
		wire [LG_SLOT+2:0] wat = {3'd0, wslot_q} + {{LG_SLOT{1'b0}}, wword_q[7:5]};
		wire [LG_SLOT+2:0] rat = {3'd0, rslot} + {{LG_SLOT{1'b0}}, rword[7:5]};

		cell_len #(.W(W), .SPAN(SPAN)) written (.head(s_data[47:0]), .words(new_words), .slots(s_slots));
		cell_len #(.W(W), .SPAN(SPAN)) read (.head(d_data[47:0]), .words(words), .slots(slots));
		always @(posedge clk)
			if (rst)
				last_q <= 8'd2;
			else if (d_valid && d_head_q)
				last_q <= words + HEAD_WORDS[7:0];
		assign s_units = new_last[7:2];
		assign last_word = last_q;
		assign late = {1'b0, word_q} + 9'd5 >= {1'b0, last_q} || last_q < 8'd16;
		assign read_slots = {1'b0, last_q[7:5]} + 4'd1;
		assign wslot_at = wat[LG_SLOT-1:0];
		assign rslot_at = rat[LG_SLOT-1:0];
		wire _unused = &{1'b0, len_q, new_last[1:0], slots, wat[LG_SLOT+2:LG_SLOT], rat[LG_SLOT+2:LG_SLOT]};
	end endgenerate

	// --- words ---

	wire more = adv && active && !(d_valid_q && d_last_q);
	wire from_byp = byp_q && s_valid;
	wire from_ram = !byp_q && (SPIN != 0 || !(follow_q && word_q == wword_q));
	wire fetch = more && (from_byp || from_ram);
	wire at_start = idle || d_last_q;
	wire [WORD_W-1:0] rword = at_start ? {WORD_W{1'b0}} : word_q;
	wire rvc = at_start ? nxt_vc_q : vc_q;
	wire [LG_SLOT-1:0] rslot = at_start ? nxt_slot : slot_q;
	wire [LG_SLOT-1:0] wslot_at, rslot_at;     // slots of the words
	wire [ADDR_W-1:0] raddr, waddr;
	wire we = fits || (s_valid && open_q);
	wire re = start || (more && from_ram);

	generate if (VC_N == 2) begin : addr
		assign waddr = head ? {svc, head_slot, wword_q[4:0]} : {wvc_q, wslot_at, wword_q[4:0]};
		assign raddr = {rvc, rslot_at, rword[4:0]};
	end else begin : addr
		assign waddr = head ? {head_slot, wword_q[4:0]} : {wslot_at, wword_q[4:0]};
		assign raddr = {rslot_at, rword[4:0]};
		wire _unused = rvc;
	end endgenerate

	(* no_rw_check *) reg [W-1:0] mem [0:(1<<ADDR_W)-1];
	always @(posedge clk)
		if (we)
			mem[waddr] <= s_data;
	always @(posedge clk)
		if (re)
			ram_data_q <= mem[raddr];
	always @(posedge clk)
		if (adv)
			byp_data_q <= s_data;

	// SPIN: a cell has no gaps and no output stalls: a word is fetched in each clock in which these count.
	always @(posedge clk)
		if (start || over)
			word_q <= 1;
		else if (fetch || SPIN != 0)
			word_q <= word_q + 1'b1;

	always @(posedge clk)
		if (rst)
			d_valid_q <= 1'b0;
		else
			d_valid_q <= start || (!last_taken && kept != 3'd0 && (fetch || !adv));

	always @(posedge clk)
		if (start || over) begin
			d_head_q <= 1'b1;
			d_last_q <= 1'b0;
			d_fin_q <= 1'b0;
			d_byp_q <= !start;
		end else if (fetch || SPIN != 0) begin
			d_head_q <= 1'b0;
			d_last_q <= word_q == last_word;
			d_fin_q <= word_q == last_word && !alone_q;
			d_byp_q <= byp_q;
		end

	always @(posedge clk)
		if (start || over)
			byp_q <= !start;
		else if (!adv && s_valid)
			byp_q <= 1'b0;

	// The cell that is read is still being written: the tail of this clock counts as written.
	always @(posedge clk)
		if (rst || (tail && !head))
			follow_q <= 1'b0;
		else if (start)
			follow_q <= SPIN == 0 && open_q && wvc_q == nxt_vc_q && wslot_q == nxt_slot;
		else if (over)
			follow_q <= 1'b1;

	always @(posedge clk)
		if (d_valid && d_head_q)
			len_q <= d_data[1:0];

	assign d_valid = d_valid_q || byp;
	assign d_head = d_head_q;
	assign d_last = d_last_q;
	assign d_bad = d_last_q && bad[vc_q];
	assign d_data = d_byp_q ? byp_data_q : ram_data_q;
endmodule

`default_nettype wire
