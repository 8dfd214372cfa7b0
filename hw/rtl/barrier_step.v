// SPDX-License-Identifier: BSD-3-Clause
//
// barrier_step: the effect of one event on one barrier group; combinational. barrier.v reads the
// group's state, asks here, and writes the state back. Independent of pages, bus and links.
//
// A group is an order of members round the ring. Each waits for `target` members from the left and
// for another number from the right (the two together are all others): half the ring of members
// each, or, for a group in one part of the ring, those that precede and those that follow. A symbol
// {phase, count} from a side means: the count members nearest that way, ending with its sender,
// have entered phase; and, since a member enters a phase only after it left the one before, that
// the one before is complete.
//
//             ENT                        all awaited have entered
//   OUTSIDE --------> INSIDE(phase) ----------------------------> OUTSIDE(phase + 1)
//
//   OUTSIDE -> INSIDE   [ent]    the member enters; sends to both sides at once
//   INSIDE -> OUTSIDE   [done]   both sides are satisfied: by a full count of this phase, or because they are a phase ahead
//
// State {phase[1:0], entered, right{seen, ahead, full}, left{seen, ahead, full}}. For each side: seen = a count of this phase (of
// the next one, if ahead) is stored; full = it is as large as awaited. A side without an awaited
// member is always full, and its symbols are ignored.
//
// Invariants (1 and 2 proven by induction in formal/barrier_step.v; sim/barrier.cpp checks the
// consequences of all on rings with links that lose):
//  1. A member completes a phase only after it entered it, and after each side it listens to has shown that phase or the next.
//  2. ahead only INSIDE.
//  3. Symbols between two members are in order of phase, and never more than one phase from the receiver's, however long they
//     were under way: two bits name a phase without doubt. This follows from 1: without a symbol
//     from a side no member goes on.
//  4. A count that is sent is true: at least that many members have entered.
`default_nettype none

module barrier_step (
	input  wire sym,              // event: a symbol {q, c} came from `side`
	input  wire ent,              // event: the member enters (only OUTSIDE); neither: the last state is sent again
	input  wire side,             // 0 from the left, to the right; 1 the other way
	input  wire [1:0] q,          // phase of the symbol
	input  wire [9:0] c,          // members; its count
	input  wire member,           // this node belongs to the group; if not, symbols pass
	input  wire [9:0] target,     // members awaited from `side`
	input  wire own_listen,       // target is not 0
	input  wire oth_listen,       // the same for the other side
	input  wire [9:0] stored,     // members; last count from `side`
	input  wire stored_fresh,     // 0: it is c, from the event before
	input  wire [8:0] state,
	output wire [8:0] next,
	output wire done,             // the phase is complete
	output wire store,            // c is to be stored
	output wire send,             // {send_phase, send_count} goes out on the other side
	output wire [1:0] send_phase,
	output wire [9:0] send_count  // members
);
	wire [1:0] phase = state[8:7];
	wire entered = state[6];
	wire [2:0] own = side ? state[5:3] : state[2:0];
	wire [2:0] oth = side ? state[2:0] : state[5:3];
	wire own_seen = own[2], own_ahead = own[1], own_full = own[0];
	wire oth_ahead = oth[1], oth_full = oth[0];

	// The effect of the symbol on its side.
	wire [1:0] lead = q - phase;
	wire listen = sym && member && own_listen;
	wire now = listen && lead == 2'd0 && !own_ahead;
	wire later = listen && lead == 2'd1 && entered;
	wire full = c >= target;
	wire [2:0] own_got = {own_seen || now || later, own_ahead || later, now || later ? full : own_full};

	assign store = now || later;
	assign done = member && entered && |own_got[1:0] && (oth_ahead || oth_full);

	// A completed phase leaves only the state of the next.
	wire [2:0] own_next = done ? {own_got[1], 1'b0, own_got[1] ? own_got[0] : !own_listen} : own_got;
	wire [2:0] oth_next = done ? {oth_ahead, 1'b0, oth_ahead ? oth_full : !oth_listen} : oth;
	assign next = {phase + {1'b0, done}, ent || (entered && !done),
		side ? {own_next, oth_next} : {oth_next, own_next}};

	// A symbol is answered with one to the other side while that side may need it; a full count was passed on before.
	wire news = !(own_seen && stored_fresh && stored == c);
	wire pass = !member || (now && entered && !own_full && news && oth_listen);
	wire here = (entered || ent) && !own_ahead;        // this member's entering is part of the symbol sent
	wire known = here && own_seen;
	wire [9:0] base = sym || (known && !stored_fresh) ? c : known ? stored : 10'd0;

	assign send = sym ? pass : member && oth_listen;
	assign send_phase = sym ? q : phase + {1'b0, own_ahead};
	assign send_count = base + {9'd0, sym ? member : here};
endmodule

`default_nettype wire
