// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/barrier_step.v
// prove: induction 4
// prove: cover 10
// prove: fail 8 BROKEN=1
//
// One group under any events of any links: symbols of any phase and count, entries at any time, states that are sent
// again. Invariants 1 and 2 of barrier_step.v: a phase is completed only after it was entered, and after each side that
// is listened to has shown the next phase, or as many members as are awaited in this phase, since the last completion. A
// symbol that is sent names the phase of its count.
//
// BROKEN = 1: the claim that a phase ends only by a count of this phase is refuted: the next phase ends it, too.
`default_nettype none

module barrier_step_fv #(
	parameter BROKEN = 0
) (
	input wire clk,
	input wire sym,
	input wire want_ent,
	input wire side,
	input wire [1:0] q,
	input wire [9:0] c,
	input wire [9:0] stored
);
	(* anyconst *) wire [9:0] target_l;
	(* anyconst *) wire [9:0] target_r;
	wire listen_l = target_l != 0;
	wire listen_r = target_r != 0;
	reg [8:0] state_q;
	reg first_q = 1'b1;
	always @(posedge clk)
		first_q <= 1'b0;
	always @(*)
		if (first_q)
			assume (state_q == {state_q[8:7], 1'b0, 2'b00, !listen_r, 2'b00, !listen_l});   // as configured
	wire [8:0] next;
	wire done, store, send;
	wire [1:0] send_phase;
	wire [9:0] send_count;
	wire ent = want_ent && !sym && !state_q[6];

	barrier_step dut (.sym(sym), .ent(ent), .side(side), .q(q), .c(c), .member(1'b1), .target(side ? target_r : target_l),
		.own_listen(side ? listen_r : listen_l), .oth_listen(side ? listen_l : listen_r), .stored(stored), .stored_fresh(1'b1),
		.state(state_q), .next(next), .done(done), .store(store), .send(send), .send_phase(send_phase), .send_count(send_count));

	// The state shown by each side, kept apart from the unit: enough of this phase, the next phase, enough of that.
	wire [1:0] phase = state_q[8:7];
	reg entered_q = 1'b0;
	reg enough_l_q = 1'b0, enough_r_q = 1'b0, ahead_l_q = 1'b0, ahead_r_q = 1'b0, after_l_q = 1'b0, after_r_q = 1'b0;
	wire [1:0] next_phase = phase + 2'd1;
	wire now = sym && q == phase;
	wire later = sym && q == next_phase && entered_q;
	wire enough_l = enough_l_q || (now && !side && !ahead_l_q && c >= target_l);
	wire enough_r = enough_r_q || (now && side && !ahead_r_q && c >= target_r);
	wire ahead_l = ahead_l_q || (later && !side);
	wire ahead_r = ahead_r_q || (later && side);

	always @(posedge clk) begin
		state_q <= next;
		entered_q <= ent || (entered_q && !done);
		after_l_q <= !done && (after_l_q || (later && !side && c >= target_l));
		after_r_q <= !done && (after_r_q || (later && side && c >= target_r));
		enough_l_q <= done ? after_l_q || (later && !side && c >= target_l) : enough_l;
		enough_r_q <= done ? after_r_q || (later && side && c >= target_r) : enough_r;
		ahead_l_q <= ahead_l && !done;
		ahead_r_q <= ahead_r && !done;
	end

	always @(*) begin
		// Safety: the conditions of completing.
		if (done) begin
			assert (entered_q);
			assert (!listen_l || enough_l || ahead_l);
			assert (!listen_r || enough_r || ahead_r);
			assert (next[8:7] == phase + 2'd1 && !next[6]);
		end
		if (!done)
			assert (next[8:7] == phase);
		// A symbol names the phase that its count is of.
		if (send)
			assert (send_phase == (sym ? q : (side ? ahead_r_q && listen_r : ahead_l_q && listen_l) ? next_phase : phase));
		if (BROKEN != 0 && done)
			assert (enough_l_q || enough_r_q || !listen_l);
		// The state, for the induction.
		assert (state_q[6] == entered_q);
		assert (!(state_q[1] || state_q[4]) || entered_q);                 // ahead only INSIDE
		assert (!listen_l || state_q[1] == ahead_l_q);
		assert (!listen_r || state_q[4] == ahead_r_q);
		assert (!listen_l || !state_q[0] || enough_l_q || ahead_l_q);
		assert (!listen_r || !state_q[3] || enough_r_q || ahead_r_q);
		assert (!listen_l || !(state_q[0] && state_q[1]) || after_l_q);
		assert (!listen_r || !(state_q[3] && state_q[4]) || after_r_q);
		assert (listen_l || !state_q[1]);
		assert (listen_r || !state_q[4]);
	end

	// Reached:
	always @(posedge clk)
		if (!first_q) begin
			cover (done && !sym);                                                            // completed by an event without a symbol
			cover (done && sym);                                                             // completed by a symbol
			cover (done && listen_l && listen_r && ahead_l_q && !enough_l_q);                // completed by the next phase alone
			cover (done && next[0] && listen_l);                                             // enough of the next phase is kept
			cover (done && phase == 2'd3);                                                   // the phase wraps
		end
endmodule

`default_nettype wire
