// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/sw_input.v rtl/sw_vc.v
// solver: --unroll
// prove: induction 3 SPIN=1
// prove: induction 3 SPIN=1 LG_SLOT=3
// prove: induction 3 SPIN=1 STORE=1 LOOK=0
// prove: fail 8 SPIN=1 BROKEN=1
//
// An input of the switch with its two virtual channels, under any cells, any grants and outputs that a switch may show it, and
// any refusals. Shown for ever, in the SPIN setting: no ring overflows (used <= N), a cell that fits has a free slot, a
// slot that is read, is going to be read, or whose cell may still be refused is not given away; the cell memory is never
// read at the word that is written, and a word of the memory of outputs that was read while it was written is not used
// (no_rw_check is right for both); a refusal takes back just the cells that were begun and are not settled. The memory of
// cells holds what it likes: nothing hangs on it here.
// Assumed: a reset of two clocks; cells come whole, 17 words without a gap; what switch.v says of its outputs (drawn there).
// BROKEN = 1: a switch that picks a channel that did not ask is found.
`default_nettype none

module sw_input_fv #(
	parameter SPIN = 1,
	parameter HEAD_WORDS = 1,
	parameter LG_SLOT = 1,
	parameter STORE = 0,
	parameter LOOK = 1,
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst,
	input wire s_valid,
	input wire s_head,
	input wire s_last,
	input wire s_bad,
	input wire [15:0] s_data,
	input wire [2:0] s_want,
	input wire s_drop,
	input wire [5:0] avail,
	input wire [1:0] pick,
	input wire any_pick,
	input wire [2:0] block,
	input wire [2:0] out_free,
	input wire [2:0] out_move,
	input wire [5:0] byp_avail,
	input wire [2:0] ready,
	input wire [2:0] nack
);
	localparam N = 1 << LG_SLOT;
	wire [1:0] room, free, elig;
	wire [2:0] claim, was, own, busy, nxt;
	wire soon, move, fin, d_valid, d_head, d_last, d_bad;
	wire [15:0] d_data;
	(* hierconn *) wire \dut.open_q ;
	(* hierconn *) wire \dut.wvc_q ;
	(* hierconn *) wire [LG_SLOT-1:0] \dut.wslot_q ;
	(* hierconn *) wire [4:0] \dut.wword_q ;
	(* hierconn *) wire \dut.fits ;
	(* hierconn *) wire \dut.open ;
	(* hierconn *) wire \dut.vc_q ;
	(* hierconn *) wire [LG_SLOT-1:0] \dut.slot_q ;
	(* hierconn *) wire \dut.nxt_vc_q ;
	(* hierconn *) wire \dut.nxt_pop_q ;
	(* hierconn *) wire \dut.pop_q ;
	(* hierconn *) wire \dut.byp ;
	(* hierconn *) wire \dut.byp_q ;
	(* hierconn *) wire \dut.follow_q ;
	(* hierconn *) wire [4:0] \dut.word_q ;
	(* hierconn *) wire \dut.d_valid_q ;
	(* hierconn *) wire \dut.d_last_q ;
	(* hierconn *) wire \dut.d_head_q ;
	(* hierconn *) wire \dut.cand_q ;
	(* hierconn *) wire \dut.start ;
	(* hierconn *) wire \dut.we ;
	(* hierconn *) wire \dut.re ;
	(* hierconn *) wire [LG_SLOT+5:0] \dut.waddr ;
	(* hierconn *) wire [LG_SLOT+5:0] \dut.raddr ;
	(* hierconn *) wire [1:0] \dut.rel ;
	(* hierconn *) wire [1:0] \dut.undo ;
	(* hierconn *) wire [15:0] \dut.ram_data_q ;
	(* hierconn *) wire [1:0] \dut.prev ;
	(* hierconn *) wire \dut.prev_vc ;
	(* hierconn *) wire [2*LG_SLOT-1:0] \dut.wr_slot ;
	(* hierconn *) wire [2*LG_SLOT-1:0] \dut.rd_slot ;
	(* hierconn *) wire [LG_SLOT:0] \dut.vc[0].ring.wr_q ;
	(* hierconn *) wire [LG_SLOT:0] \dut.vc[1].ring.wr_q ;
	(* hierconn *) wire [LG_SLOT:0] \dut.vc[0].ring.rd_q ;
	(* hierconn *) wire [LG_SLOT:0] \dut.vc[1].ring.rd_q ;
	(* hierconn *) wire [LG_SLOT:0] \dut.vc[0].ring.rel_q ;
	(* hierconn *) wire [LG_SLOT:0] \dut.vc[1].ring.rel_q ;
	(* hierconn *) wire \dut.vc[0].ring.whole_q ;
	(* hierconn *) wire \dut.vc[1].ring.whole_q ;
	(* hierconn *) wire \dut.vc[0].ring.some_q ;
	(* hierconn *) wire \dut.vc[1].ring.some_q ;
	(* hierconn *) wire \dut.vc[0].elig_q ;
	(* hierconn *) wire \dut.vc[1].elig_q ;
	(* hierconn *) wire [2:0] \dut.vc[0].mask_q ;
	(* hierconn *) wire [2:0] \dut.vc[1].mask_q ;
	(* hierconn *) wire \dut.alone_q ;
	(* hierconn *) wire [2:0] \dut.lag ;
	(* hierconn *) wire [2:0] \dut.settle.prev_q ;
	(* hierconn *) wire [2:0] \dut.settle.mask_q ;
	(* hierconn *) wire \dut.settle.prev_pop_q ;

	sw_input #(.W(16), .HEAD_WORDS(HEAD_WORDS), .SPIN(SPIN), .LG_SLOT(LG_SLOT), .STORE(STORE), .LOOK(LOOK)) dut (
		.clk(clk), .rst(rst), .s_valid(s_valid), .s_head(s_head), .s_last(s_last), .s_bad(s_bad), .s_data(s_data),
		.s_want(s_want), .s_drop(s_drop), .room(room), .free(free), .avail(avail), .elig(elig), .pick(pick),
		.any_pick(any_pick), .block(block), .out_free(out_free), .out_move(out_move), .byp_avail(byp_avail), .claim(claim),
		.was(was), .own(own), .busy(busy), .nxt(nxt), .soon(soon), .move(move), .fin(fin), .d_valid(d_valid),
		.d_head(d_head), .d_last(d_last), .d_bad(d_bad), .d_data(d_data), .ready(ready), .nack(nack));

	// --- what comes: cells of the right length ---
	reg first_q = 1'b1, reset_q = 1'b0;
	reg in_q = 1'b0;                         // within a cell
	reg [4:0] count_q = 5'd0;                // words of it that came
	reg [1:0] len_q;
	wire [1:0] len = s_head ? s_data[1:0] : len_q;
	wire [4:0] words = SPIN != 0 ? 5'd17 :
		HEAD_WORDS[4:0] + (len == 2'd0 ? 5'd17 : len == 2'd1 ? 5'd9 : len == 2'd2 ? 5'd5 : 5'd2);

	always @(posedge clk) begin
		first_q <= 1'b0;
		reset_q <= rst;
		in_q <= !rst && (s_valid ? !s_last : in_q);
		count_q <= rst || (s_valid && s_last) ? 5'd0 : count_q + {4'd0, s_valid};
		if (s_valid && s_head)
			len_q <= s_data[1:0];
	end

	always @(*) begin
		if (first_q || (reset_q && count_rst_q == 0))
			assume (rst);
		assume (!rst || !s_valid);
		assume (s_head == (s_valid && !in_q));
		assume (!s_valid || s_last == (count_q + 5'd1 == words));
		assume (SPIN == 0 || !in_q || s_valid || rst);
		assume (SPIN == 0 || !s_bad);
		assume (s_want != 0);
	end
	reg count_rst_q = 1'b0;                  // a reset lasts two clocks
	always @(posedge clk)
		count_rst_q <= rst && reset_q;

	// --- the switch around it ---
	always @(*) begin
		assume (((pick & ~elig) == 0 || BROKEN == 1) && pick != 2'b11 && (any_pick || elig == 0));
		assume (block == (SPIN != 0 ? nack : block | claim));
		assume (SPIN != 0 ? ready == 3'd7 && !nack[2] : nack == 3'd0);
		assume ((out_free & (nack | (busy & {3{!fin}}))) == 0);
		assume ((out_move & busy & {3{!move}}) == 0);
		assume ((avail & {2{(busy & {3{!soon}}) | nxt | block}}) == 0);
		assume ((byp_avail & {2{busy | nxt | nack}}) == 0);
	end

	// --- the rings ---
	wire [LG_SLOT:0] used_0 = \dut.vc[0].ring.wr_q - \dut.vc[0].ring.rel_q ;
	wire [LG_SLOT:0] used_1 = \dut.vc[1].ring.wr_q - \dut.vc[1].ring.rel_q ;
	wire [LG_SLOT:0] gone_0 = \dut.vc[0].ring.rd_q - \dut.vc[0].ring.rel_q ;
	wire [LG_SLOT:0] gone_1 = \dut.vc[1].ring.rd_q - \dut.vc[1].ring.rel_q ;
	wire [LG_SLOT:0] used = \dut.vc_q ? used_1 : used_0;
	wire [LG_SLOT:0] oldest = \dut.vc_q ? \dut.vc[1].ring.rel_q : \dut.vc[0].ring.rel_q ;
	wire [LG_SLOT-1:0] place = \dut.slot_q - oldest[LG_SLOT-1:0];         // of the cell being read among those held
	wire [LG_SLOT:0] newest = (\dut.wvc_q ? \dut.vc[1].ring.wr_q : \dut.vc[0].ring.wr_q ) - 1'b1;
	wire reading = was != 0;
	wire [LG_SLOT:0] rd_eff = \dut.vc_q ? \dut.vc[1].ring.rd_q + \dut.vc[1].ring.whole_q : \dut.vc[0].ring.rd_q + \dut.vc[0].ring.whole_q ;

	// --- SPIN ---
	wire [2:0] own_q = was;
	wire [4:0] word = \dut.word_q ;
	wire [2:0] prev_q = \dut.settle.prev_q ;
	wire [1:0] prev = \dut.prev ;
	wire prevp = prev_q != 0 && \dut.settle.prev_pop_q ;
	wire [1:0] elig_q = {\dut.vc[1].elig_q , \dut.vc[0].elig_q };
	wire [1:0] whole = {\dut.vc[1].ring.whole_q , \dut.vc[0].ring.whole_q };
	wire [1:0] some = {\dut.vc[1].ring.some_q , \dut.vc[0].ring.some_q };
	wire [LG_SLOT:0] begun_0 = gone_0 + whole[0];
	wire [LG_SLOT:0] begun_1 = gone_1 + whole[1];
	wire [LG_SLOT:0] begun = \dut.vc_q ? begun_1 : begun_0;
	wire same = \dut.open_q && \dut.wvc_q == \dut.vc_q && \dut.wslot_q == \dut.slot_q ; // is being written
	wire [1:0] held_0 = (\dut.vc_q == 0 ? own_q[1:0] : 2'd0) | (\dut.prev_vc == 0 ? prev : 2'd0);
	wire [1:0] held_1 = (\dut.vc_q == 1 ? own_q[1:0] : 2'd0) | (\dut.prev_vc == 1 ? prev : 2'd0);
	wire ok_0 = held_0 == 0 || held_0 != 3;
	wire [2:0] mask_0 = \dut.vc[0].mask_q , mask_1 = \dut.vc[1].mask_q ;
	wire late = word >= 5'd12 || !reading;
	// A head is written where the outputs of the next cell are read.
	wire [1:0] blind = {\dut.fits && s_data[15] && \dut.wr_slot [LG_SLOT +: LG_SLOT] == \dut.rd_slot [LG_SLOT +: LG_SLOT],
		\dut.fits && !s_data[15] && \dut.wr_slot [0 +: LG_SLOT] == \dut.rd_slot [0 +: LG_SLOT]};
	reg [1:0] blind_q = 2'd0;
	always @(posedge clk)
		blind_q <= blind;
	wire hit = \dut.we && \dut.re && \dut.waddr == \dut.raddr ;

	always @(*)
		if (first_q)
			assert (!reset_q && !count_rst_q);
		else if (reset_q)
			assert (was == 0 && nxt == 0 && elig_q == 0 && !\dut.cand_q && prev_q == 0 && \dut.lag == 0);

	always @(*)
		if (!first_q && !rst && !reset_q && SPIN != 0) begin
			// the cell being read and the one before it
			assert (\dut.d_valid_q == reading);
			assert (prev_q == 0 || prev_q == 1 || prev_q == 2 || prev_q == 4);
			assert (\dut.settle.mask_q == 0 || prev_q != 0);
			assert (!(reading && prev_q[0]) || word <= 1);
			assert (!(reading && prev_q[1]) || word <= 2);
			assert (!(reading && prev_q[2]) || word <= 3);
			assert (!reading || (word >= 1 && word <= 17));
			assert (!reading || \dut.d_last_q == (word == 17));
			assert (reading || !\dut.d_last_q || (!\dut.pop_q && prev_q == 0));
			assert (!whole[0] || (reading && \dut.vc_q == 0 && \dut.pop_q && word <= 2));
			assert (!whole[1] || (reading && \dut.vc_q == 1 && \dut.pop_q && word <= 2));
			assert (begun_0 == (reading && \dut.pop_q && \dut.vc_q == 0) + (prevp && \dut.prev_vc == 0));
			assert (begun_1 == (reading && \dut.pop_q && \dut.vc_q == 1) + (prevp && \dut.prev_vc == 1));
			assert (begun_0 <= used_0 && begun_1 <= used_1);
			assert (!reading || \dut.slot_q == rd_eff[LG_SLOT-1:0] - \dut.pop_q );
			assert (!reading || \dut.pop_q || begun < used);
			// what is refused together
			assert (!(reading && \dut.vc_q == \dut.prev_vc && prev != 0) || (own_q == {1'b0, prev} && prev != 3));
			assert (!prevp || prev != 0);
			if (nxt != 0 && late && \dut.nxt_vc_q == 0) begin
				assert (!whole[0] && begun_0 < used_0);
				assert (held_0 == 0 || (nxt == {1'b0, held_0} && held_0 != 3));
			end
			if (nxt != 0 && late && \dut.nxt_vc_q == 1) begin
				assert (!whole[1] && begun_1 < used_1);
				assert (held_1 == 0 || (nxt == {1'b0, held_1} && held_1 != 3));
			end
			assert (nxt == 0 || late || word <= 3);
			assert (elig_q == 0 || nxt == 0);
			if (elig_q[0] && late) begin
				assert (!whole[0] && begun_0 < used_0);
				assert (held_0 == 0 || (mask_0 == {1'b0, held_0} && held_0 != 3));
			end
			if (elig_q[1] && late) begin
				assert (!whole[1] && begun_1 < used_1);
				assert (held_1 == 0 || (mask_1 == {1'b0, held_1} && held_1 != 3));
			end
			assert (elig_q == 0 || late || word <= 2);
			assert (!some[0] || (!whole[0] && begun_0 < used_0));
			assert (!some[1] || (!whole[1] && begun_1 < used_1));
			// beside the RAM
			assert (!\dut.cand_q || (count_q == 1 && \dut.open_q ));
			assert (reading || !\dut.cand_q || (\dut.byp_q && word == 1 && \dut.d_head_q ));
			assert (!(reading && \dut.byp_q && !\dut.d_last_q ) || (same && word == \dut.wword_q ));
			assert (!(reading && !\dut.byp_q && same) || word < \dut.wword_q );
		end

	always @(*)
		if (!first_q && !rst && !reset_q) begin
			assert (used_0 <= N && used_1 <= N);
			assert (gone_0 <= used_0 && gone_1 <= used_1);
			assert (!(\dut.fits && s_data[15] == 0) || used_0 < N);
			assert (!(\dut.fits && s_data[15] == 1) || used_1 < N);
			assert (!\dut.rel [0] || gone_0 != 0);
			assert (!\dut.rel [1] || gone_1 != 0);
			assert (!hit);
			assert ((blind_q & some) == 0);
			assert (!reading || {1'b0, place} < used);
			assert (!\dut.open_q || \dut.wslot_q == newest[LG_SLOT-1:0]);
			assert (!in_q || \dut.wword_q == count_q);
			assert (count_q == \dut.wword_q );
			assert (in_q == (count_q != 0));
			assert (!\dut.open_q || in_q);
			assert (!in_q || count_q < 5'd19);
		end
endmodule

`default_nettype wire
