// SPDX-License-Identifier: BSD-3-Clause
//
// top: link_cdc
// with: d2 -GLG_DEPTH=2
// with: d4 -GLG_DEPTH=4
//
// Words cross between two clocks of random and drifting periods, with random gaps and
// back-pressure on either side: each comes out once, in order; the FIFO fills and empties; a word
// waits at most 5 clocks of the reader in an empty one. Settings: words=, seed=.

#include <deque>

#include "Vtop.h"
#include "sim.h"

struct Side {
	uint64_t next = 0;    // time of the next rising edge
	uint64_t period = 10;
};

static uint64_t full_seen, most_waited;

static void test(Vtop *top, sim::Rng &rng, uint64_t words, uint32_t gaps, uint32_t stalls)
{
	Side s, m;
	std::deque<std::pair<uint32_t, uint64_t>> inside; // word, reader's clock when it went in
	uint64_t sent = 0, got = 0, reads = 0, bad = 0;

	s.period = 20 + rng.below(200);
	m.period = 20 + rng.below(200);
	top->s_rst = top->m_rst = 1;
	top->s_valid = top->m_ready = 0;
	for (int i = 0; i < 8; i++) {
		top->s_clk = top->m_clk = 0;
		top->eval();
		top->s_clk = top->m_clk = 1;
		top->eval();
	}
	top->s_rst = top->m_rst = 0;
	for (uint64_t steps = 0; got < words && steps < words * 400; steps++) {
		bool write = s.next <= m.next, read = m.next <= s.next; // both: one edge
		uint64_t now = write ? s.next : m.next;

		top->s_clk = write ? 0 : top->s_clk;
		top->m_clk = read ? 0 : top->m_clk;
		top->eval();
		if (write) {
			full_seen += top->s_valid && !top->s_ready;
			if (top->s_valid && top->s_ready) {
				// Only a word that finds nothing before it waits for nothing but the FIFO.
				inside.push_back({top->s_data, inside.empty() ? reads : ~0ull});
				sent++;
			}
		}
		bool taken = write && top->s_valid && top->s_ready;
		bool given = read && top->m_valid && top->m_ready;
		if (given) {
			bad += inside.empty() || inside.front().first != top->m_data;
			if (!inside.empty()) {
				if (inside.front().second != ~0ull && !stalls)
					most_waited = std::max(most_waited, reads - inside.front().second);
				inside.pop_front();
			}
			got++;
		}
		top->s_clk = write ? 1 : top->s_clk;
		top->m_clk = read ? 1 : top->m_clk;
		top->eval();
		reads += read;
		if (write) {
			if (taken || !top->s_valid) {
				top->s_valid = sent < words && !rng.chance(gaps, 1000);
				top->s_data = rng.below(1 << 19);
			}
			s.next = now + s.period + rng.below(3);
		}
		if (read) {
			top->m_ready = !rng.chance(stalls, 1000);
			m.next = now + m.period + rng.below(3);
		}
		top->eval();
	}
	sim::expect(bad == 0 && got == words && inside.empty(), "periods %llu and %llu: %llu of %llu words, %llu wrong",
		(unsigned long long)s.period, (unsigned long long)m.period, (unsigned long long)got, (unsigned long long)words,
		(unsigned long long)bad);
}

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	VerilatedContext context;
	Vtop top{&context};
	sim::Rng rng(sim::seed());
	uint64_t words = sim::setting("words", 5000);

	for (int round = 0; round < 100; round++)
		test(&top, rng, words, rng.chance(1, 2) ? 0 : rng.below(900), rng.chance(1, 2) ? 0 : rng.below(900));
	sim::ok(sim::tally().failed == 0, "100 pairs of clocks: every word once, in order");
	sim::ok(full_seen > 1000, "the FIFO was full %llu times", (unsigned long long)full_seen);
	sim::ok(most_waited >= 2 && most_waited <= 5, "a lone word waits at most %llu clocks of the reader", (unsigned long long)most_waited);
	sim::covered(context);
	return sim::done();
}
