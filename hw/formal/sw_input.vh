// SPDX-License-Identifier: BSD-3-Clause
//
// The common part of the proofs of sw_input for both settings: the input with any cells before it and any switch around it,
// and the properties of its rings and memories. Included behind the parameters SPIN, HEAD_WORDS, LG_SLOT, STORE, LOOK, BROKEN.
(
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
	(* hierconn *) wire [2:0] \dut.vc[0].ring.done_q ;
	(* hierconn *) wire [2:0] \dut.vc[1].ring.done_q ;
	(* hierconn *) wire [2:0] \dut.vc[0].ring.part_q ;
	(* hierconn *) wire [2:0] \dut.vc[1].ring.part_q ;
	(* hierconn *) wire [1:0] \dut.len_q ;
	(* hierconn *) wire [15:0] \dut.byp_data_q ;
	(* hierconn *) wire \dut.d_byp_q ;
	(* hierconn *) wire [2:0] \dut.lag ;

	sw_input #(.W(16), .HEAD_WORDS(HEAD_WORDS), .SPIN(SPIN), .LG_SLOT(LG_SLOT), .STORE(STORE), .LOOK(LOOK)) dut (
		.clk(clk), .rst(rst), .s_valid(s_valid), .s_head(s_head), .s_last(s_last), .s_bad(s_bad), .s_data(s_data),
		.s_want(s_want), .s_drop(s_drop), .room(room), .free(free), .avail(avail), .elig(elig), .pick(pick),
		.any_pick(any_pick), .block(block), .out_free(out_free), .out_move(out_move), .byp_avail(byp_avail), .claim(claim),
		.was(was), .own(own), .busy(busy), .nxt(nxt), .soon(soon), .move(move), .fin(fin), .d_valid(d_valid),
		.d_head(d_head), .d_last(d_last), .d_bad(d_bad), .d_data(d_data), .ready(ready), .nack(nack));

	// --- input: cells of the right length ---
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

	wire [4:0] word = \dut.word_q ;
	wire [1:0] elig_q = {\dut.vc[1].elig_q , \dut.vc[0].elig_q };
	wire [1:0] whole = {\dut.vc[1].ring.whole_q , \dut.vc[0].ring.whole_q };
	wire [1:0] some = {\dut.vc[1].ring.some_q , \dut.vc[0].ring.some_q };
	wire [LG_SLOT:0] begun_0 = gone_0 + whole[0];
	wire [LG_SLOT:0] begun_1 = gone_1 + whole[1];
	wire [LG_SLOT:0] begun = \dut.vc_q ? begun_1 : begun_0;
	wire same = \dut.open_q && \dut.wvc_q == \dut.vc_q && \dut.wslot_q == \dut.slot_q ; // is being written

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
			assert (was == 0 && nxt == 0 && elig_q == 0 && !\dut.cand_q && used_0 == 0 && used_1 == 0 && gone_0 == 0 && gone_1 == 0);

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
			assert (!in_q || count_q < words);
		end
