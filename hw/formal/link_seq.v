// SPDX-License-Identifier: BSD-3-Clause
//
// Two link_seq as they are in the card, one that sends and one that receives, over wires that lose or spoil anything at
// any time, keep order, and hold up to two cells or symbols each way. Cells carry ghost numbers of G bits that the RTL
// does not see. Shown for ever: a cell that is taken is the one after the last that was taken, so none is lost, doubled
// or out of turn; and S1, S2, S4 and S5 of link_seq.v. With more cells in the buffer z3 takes longer: try REPLAY_N=4.
//
// BROKEN = 1: the receiver takes a cell without comparing the number that seeded its CRC; a doubled cell is found.
//
// rtl: rtl/link_seq.v
// prove: induction 3 REPLAY_N=2
// prove: cover 20 REPLAY_N=2
// prove: fail 16 REPLAY_N=2 BROKEN=1
`default_nettype none

module link_seq_fv #(
	parameter REPLAY_N = 2,
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst,
	input wire tick,
	input wire begin_any,   // sender: a cell begins, if it may
	input wire done_any,    // its last word goes
	input wire retry_any,   // RETRY goes
	input wire cell_pop,    // the oldest thing on its way arrives,
	input wire cell_lost,   // or does not
	input wire cell_wrong,  // or spoiled
	input wire stray,       // receiver: words that belong to no cell
	input wire ack_push,    // receiver: an acknowledgement goes
	input wire ack_pop,
	input wire ack_lost
);
	localparam SEQ_W = $clog2(REPLAY_N) + 2;
	localparam G = SEQ_W + 1;
	localparam [G-1:0] N = REPLAY_N;
	localparam K = 2;  // things on their way

	integer i;
	reg first_q = 1'b1, past_q = 1'b0;
	always @(posedge clk)
		begin
			first_q <= 1'b0;
			past_q <= !rst;
		end
	always @*
		if (first_q)
			assume (rst);

	// Ghosts.
	reg [G-1:0] acked_g, turn_g, next_g, exp_g, ack_to_g;

	// Forward: cells and RETRY. Entry 0 is the oldest.
	reg [1:0]   f_n;
	reg [K-1:0] f_retry;
	(* mem2reg *) reg [G-1:0] f_seq [0:K-1];
	(* mem2reg *) reg [G-1:0] f_top [0:K-1]; // next number when it went
	(* mem2reg *) reg [1:0]   f_gen [0:K-1];
	// Back: acknowledgements.
	reg [1:0]   b_n;
	(* mem2reg *) reg [G-1:0] b_seq [0:K-1];
	(* mem2reg *) reg [2:0]   b_word [0:K-1]; // refuse, gen

	// Sender's half of a link_tx.
	reg mid_q, old_q, rest_q, done_q;
	wire [SEQ_W-1:0] turn, expected, a_acked, a_next, a_ack_to, a_more, a_in_air;
	wire fresh, hold, redo, refuse, bogus, a_ack;
	wire [1:0] retry_gen, gen;

	wire f_room = f_n != K;
	wire begins = begin_any && !mid_q && !hold && !rest_q && (fresh || !done_q);
	wire done = done_any && mid_q && old_q && f_room;
	wire retry = retry_any && redo && !mid_q && f_room;
	wire pop = cell_pop && f_n != 0;
	wire got_cell = pop && !cell_lost && !f_retry[0];
	wire got_retry = pop && !cell_lost && !cell_wrong && f_retry[0];
	wire right = !cell_wrong && (f_seq[0][SEQ_W-1:0] == expected || BROKEN != 0);
	wire taken = got_cell && !refuse && right;
	wire fail = !refuse && !taken && ((got_cell && !right) || (stray && !got_cell));
	wire b_push = ack_push && b_n != K;
	wire b_pop = ack_pop && b_n != 0;
	wire got_ack = b_pop && !ack_lost;

	link_seq #(.REPLAY_N(REPLAY_N)) a (
		.clk(clk), .rst(rst), .tick(tick), .turn(turn), .fresh(fresh), .hold(hold), .redo(redo), .retry_gen(retry_gen),
		.retry_sent(retry), .tx_done(done), .expected(), .refuse(), .gen(), .taken(1'b0), .fail(1'b0),
		.ack_valid(got_ack), .retry_valid(1'b0), .sym_refuse(b_word[0][2]), .sym_gen(b_word[0][1:0]),
		.sym_expected(b_seq[0][SEQ_W-1:0]), .progress(), .bogus(bogus),
		.f_acked(a_acked), .f_next(a_next), .f_ack(a_ack), .f_ack_to(a_ack_to), .f_more(a_more), .f_in_air(a_in_air)
	);
	link_seq #(.REPLAY_N(REPLAY_N)) b (
		.clk(clk), .rst(rst), .tick(tick), .turn(), .fresh(), .hold(), .redo(), .retry_gen(),
		.retry_sent(1'b0), .tx_done(1'b0), .expected(expected), .refuse(refuse), .gen(gen), .taken(taken), .fail(fail),
		.ack_valid(1'b0), .retry_valid(got_retry), .sym_refuse(1'b0), .sym_gen(f_gen[0]),
		.sym_expected({SEQ_W{1'b0}}), .progress(), .bogus(),
		.f_acked(), .f_next(), .f_ack(), .f_ack_to(), .f_more(), .f_in_air()
	);

	always @(posedge clk) begin
		mid_q <= !rst && (begins || (mid_q && !done));
		old_q <= mid_q && !done && !rst;
		rest_q <= retry;
		done_q <= done;
	end

	wire accept = a_ack && a_more <= a_in_air;
	always @(posedge clk) begin
		if (done && fresh)
			next_g <= next_g + 1'b1;
		if (retry)
			turn_g <= acked_g;
		else if (done)
			turn_g <= turn_g + 1'b1;
		if (accept)
			acked_g <= ack_to_g;
		if (taken)
			exp_g <= exp_g + 1'b1;
		ack_to_g <= b_seq[0];
		if (rst) begin
			acked_g <= 0;
			turn_g <= 0;
			next_g <= 0;
			exp_g <= 0;
		end
	end

	always @(posedge clk) begin
		f_n <= rst ? 2'd0 : f_n + {1'b0, done || retry} - {1'b0, pop};
		for (i = 0; i < K; i = i + 1)
			if (pop && i + 1 < K) begin
				f_retry[i] <= f_retry[(i + 1) % K];
				f_seq[i] <= f_seq[(i + 1) % K];
				f_top[i] <= f_top[(i + 1) % K];
				f_gen[i] <= f_gen[(i + 1) % K];
			end
		for (i = 0; i < K; i = i + 1)
			if ((done || retry) && i == f_n - pop) begin
				f_retry[i] <= retry;
				f_seq[i] <= turn_g;
				f_top[i] <= next_g + {{(G - 1){1'b0}}, fresh};
				f_gen[i] <= retry_gen;
			end
	end

	always @(posedge clk) begin
		b_n <= rst ? 2'd0 : b_n + {1'b0, b_push} - {1'b0, b_pop};
		for (i = 0; i < K; i = i + 1)
			if (b_pop && i + 1 < K) begin
				b_seq[i] <= b_seq[(i + 1) % K];
				b_word[i] <= b_word[(i + 1) % K];
			end
		for (i = 0; i < K; i = i + 1)
			if (b_push && i == b_n - b_pop) begin
				b_seq[i] <= exp_g;
				b_word[i] <= {refuse, gen};
			end
	end

	// Distances from acked_g: acked <= acknowledgements on their way <= expected <= cells' tops <= next <= acked + N.
	wire [G-1:0] next_d = next_g - acked_g;
	wire [G-1:0] exp_d = exp_g - acked_g;
	wire [G-1:0] ack_d = ack_to_g - acked_g;
	wire [G-1:0] lag = next_g - turn_g;
	reg ok_f, ok_b;

	always @* begin
		ok_f = f_n <= K;
		for (i = 0; i < K; i = i + 1)
			if (i < f_n && !f_retry[i]) begin
				ok_f = ok_f && f_top[i] - f_seq[i] >= 1 && f_top[i] - f_seq[i] <= N;
				ok_f = ok_f && exp_d <= f_top[i] - acked_g && f_top[i] - acked_g <= next_d;
			end
		for (i = 0; i < K; i = i + 1)
			if (i + 1 < f_n && !f_retry[i] && !f_retry[(i + 1) % K])
				ok_f = ok_f && f_top[i] - acked_g <= f_top[(i + 1) % K] - acked_g;
		ok_b = b_n <= K;
		for (i = 0; i < K; i = i + 1)
			if (i < b_n) begin
				ok_b = ok_b && b_seq[i] - acked_g <= exp_d;
				ok_b = ok_b && (!a_ack || ack_d <= b_seq[i] - acked_g);
			end
		for (i = 0; i < K; i = i + 1)
			if (i + 1 < b_n)
				ok_b = ok_b && b_seq[i] - acked_g <= b_seq[(i + 1) % K] - acked_g;
	end

	always @(posedge clk)
		if (!rst && !first_q) begin
			if (taken)
				assert (f_seq[0] == exp_g);                       // in order, once
			if (BROKEN == 0) begin
				assert (a_acked == acked_g[SEQ_W-1:0] && a_next == next_g[SEQ_W-1:0]);
				assert (turn == turn_g[SEQ_W-1:0] && expected == exp_g[SEQ_W-1:0]);
				assert (next_d <= N && exp_d <= next_d);              // S1, S2
				assert (lag <= N);                                    // a replayed cell is in the buffer
				assert (!mid_q || fresh == (lag == 0));
				assert (rest_q || !fresh || lag == 0);
				assert (!(mid_q && fresh) || next_d < N);             // a new cell has a slot
				assert (rest_q || hold || !fresh || next_d < N);
				assert (!(mid_q && rest_q));
				assert (!(old_q && !mid_q));
				assert (ok_f && ok_b);                                // S4
				assert (!bogus || !past_q);                                     // S5
				assert (!a_ack || (a_ack_to == ack_to_g[SEQ_W-1:0] && ack_d <= exp_d));
				assert (!a_ack || a_more == ack_d[SEQ_W-1:0]);
				assert (!a_ack || (ack_d <= a_in_air && a_in_air <= next_d));
			end
		end

	// Reached:
	reg again_q = 1'b0;                       // RETRY has come
	always @(posedge clk)
		again_q <= !rst && (again_q || got_retry);
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (next_d == N);                                                             // the replay buffer is full
			cover (lag == N && retry);                                                       // all of it is sent again
			cover (refuse && got_cell);                                                      // a cell that comes while refusing
			cover (taken && again_q);                                                        // taken after a replay
			cover (f_n == K && b_n == K);                                                    // both wires are full
			cover (got_retry && !refuse);                                                    // a RETRY that is not needed
			cover (a_ack && ack_d == N);                                                     // all is acknowledged at once
		end
endmodule

`default_nettype wire
