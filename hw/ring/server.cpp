// SPDX-License-Identifier: BSD-3-Clause
//
// The process of the simulated ring, which mpirun --ring rtl starts and ends: whole cards
// (card_native) with links between them, clocked together in one thread. Ranks reach their card's
// registers, and the cards the ranks' memory, through the memory of ring_proto.h. The clock runs
// while there is work, and stops when nothing has happened for a while: then this process sleeps.
// Work is a write to a register, traffic on the bus to the hosts, or cells on links; reads and
// sleeping ranks let the clock run as long as the access takes.
//
//     rondo_ring_w64 FD CARDS RANKS     FD of the memory; ranks are spread as in btl_fpga/place.c
//
// RONDO_RING_HOST="write=N,read=N,dma=N,clock=MHz" in the environment sets the host's latencies: ns
// until a register write reaches its card, of a register read there and back, until a DMA access is
// answered; 0 unless given. `clock` turns them into clocks: 100 MHz unless given.
//
// RONDO_RING_TRACE=FILE: a line for each access between cards and hosts (trace.h).
//
// How long it must have been quiet: every group of a barrier sends its state again each REFRESH
// clocks, which replaces lost symbols; the state travels up to half the ring. All other timers of
// the card are shorter or wait for hosts. So REST_CYC is two refreshes, and HOP_CYC for each card.
// All but the first clocks of this run slowly, so that they take little from the ranks.

#include <algorithm>
#include <time.h>

#include <Vtop.h>

#include "hw/ring/dma_port.h"
#include "hw/ring/reg_port.h"
#include "ring.h"

namespace {

using ring::die;

enum { DELAY_CYC = 4 };                    // of a link, as in the benches
enum { REFRESH_CYC = 4096, HOP_CYC = 16 }; // of a barrier group's state (card_native.v, LG_REFRESH); of a symbol, at most
enum { REST_CYC = 2 * REFRESH_CYC };
enum { SPRINT_CYC = 1024, SLICE_CYC = 256, SLICE_REST = 3 }; // slow: rests SLICE_REST times as long as a slice took
enum { UNSEEN_CYC = 16 };                  // work inside a card between traffic and an access
enum { BRING_UP_CYC = 20000 };             // more than links need
const long NS = 1000000000;

long now_ns()
{
	timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * NS + t.tv_nsec;
}

struct Server {
	ring::Shared shared;
	Ring<Vtop> cards;
	std::vector<ring::RegPort> regs;
	std::vector<ring::DmaPort> dmas;
	uint64_t cells;                    // words of them on links so far
	uint64_t barriers = 0;             // symbols, likewise
	uint32_t mhz;
	ring::Trace trace;
	uint64_t gap = 0;                  // clocks since the last that counted as work
	long slice_ns = 0;                 // when the slice began

	Server(int fd, int nodes, int users, const ring::Costs &costs) : shared(fd, uint32_t(nodes), uint32_t(users)),
		cards(nodes, DELAY_CYC, 1), cells(0), mhz(costs.mhz)
	{
		for (uint32_t i = 0; i < shared.nodes; i++) {
			regs.emplace_back(shared, i, costs);
			dmas.emplace_back(shared, i, costs.dma);
			cards[int(i)].s_axil_awvalid = cards[int(i)].s_axil_wvalid = cards[int(i)].s_axil_arvalid = 0;
			dmas[i].drive(cards[int(i)]);
		}
		cards.reset();
		trace.worked = &shared.head->worked;
		trace.open(getenv("RONDO_RING_TRACE"));
		for (uint32_t i = 0; trace.to && i < shared.nodes; i++)
			regs[i].trace = dmas[i].trace = &trace;
	}

	// One clock of the ring. WORK: something was done in it that may have consequences.
	enum Clock { QUIET, ACCESS, WORK };
	Clock clock()
	{
		bool busy = false, work = false, dma = false;
		uint64_t spent = 0;

		trace.now++;
		for (uint32_t i = 0; i < shared.nodes; i++) {
			regs[i].drive(cards[int(i)]);
			dmas[i].drive(cards[int(i)]);
		}
		cards.settle();
		for (uint32_t i = 0; i < shared.nodes; i++) {
			regs[i].sample(cards[int(i)]);
			dmas[i].sample(cards[int(i)]);
		}
		cards.edge();
		for (uint32_t i = 0; i < shared.nodes; i++) {
			regs[i].seen(cards[int(i)]);
			wake(i);
			busy = busy || regs[i].busy();
			work = work || regs[i].work;
			dma = dma || dmas[i].busy(cards[int(i)]);
			spent = std::max(spent, regs[i].spent);
			regs[i].work = false;
			regs[i].spent = 0;
		}
		bool moved = cells_moved();
		count(moved || barriers_moved() || dma, spent);
		return moved || work || dma ? WORK : busy ? ACCESS : QUIET;
	}
	// Time that ranks may read: clocks that led to traffic count, and those of an access; the
	// clocks before a host's next access were that host's own time.
	void count(bool traffic, uint64_t spent)
	{
		gap++;
		if (!traffic && !spent)
			return;
		// pairs with the load in device.c, which may be late
		__atomic_store_n(&shared.head->worked, shared.head->worked + (traffic ? gap : std::min(gap, spent + UNSEEN_CYC)),
			__ATOMIC_RELAXED);
		gap = 0;
	}
	bool barriers_moved()
	{
		uint64_t symbols = 0;

		for (int i = 0; i < cards.size(); i++)
			symbols += cards.right[i].barriers + cards.left[i].barriers;
		bool moved = symbols != barriers;
		barriers = symbols;
		return moved;
	}
	void wake(uint32_t i)
	{
		bool irq = cards[int(i)].irq;

		for (uint32_t p = 0; (irq || dmas[i].written) && p < shared.users; p++)
			if (dmas[i].written >> p & 1 || (irq && shared.is_armed(i * shared.users + p) && regs[i].has_cleared(p)))
				shared.wake(i * shared.users + p);
		dmas[i].written = 0;
	}
	bool cells_moved()
	{
		uint64_t words = 0;

		for (int i = 0; i < cards.size(); i++)
			words += cards.right[i].cell_words + cards.left[i].cell_words;
		bool moved = words != cells;
		cells = words;
		return moved;
	}

	// Links come up by themselves; cards without ranks get their place here.
	void bring_up(int used)
	{
		int n = cards.size(), up;

		for (int i = used; i < n; i++) {
			regs[i].own.push_back({RN_NODE_PLACE, uint32_t(i) | uint32_t(n - 1) << RN_NODE_PLACE_LAST_LSB});
			regs[i].own.push_back({RN_NODE_WAYS, ways(uint32_t(i), uint32_t(n))});
		}
		for (int clocks = 0; clocks < BRING_UP_CYC; clocks++) {
			bool busy = clock() != QUIET;

			up = 0;
			for (int i = 0; i < n; i++)
				up += cards[i].link_up == 3;
			if (up == n && !busy)
				return;
		}
		die("%d of %d cards do not come up", n - up, n);
	}
	// As btl_fpga/page.c does it for cards with ranks.
	static uint32_t ways(uint32_t i, uint32_t n)
	{
		uint32_t right = n / 2, left = n - 1 - right;

		return (i + right) % n << RN_NODE_WAYS_BCAST_X_LSB | (i + n - left) % n << RN_NODE_WAYS_BCAST_Y_LSB
			| RN_NODE_WAYS_EN_X_MASK | (left ? RN_NODE_WAYS_EN_Y_MASK : 0)
			| (i == n - 1 ? RN_NODE_WAYS_DATELINE_X_MASK : 0) | (i == 0 ? RN_NODE_WAYS_DATELINE_Y_MASK : 0);
	}

	[[noreturn]] void run()
	{
		uint64_t rest = REST_CYC + uint64_t(HOP_CYC) * shared.nodes, quiet = 0;

		shared.head->mhz = mhz;
		shared.open_doors();
		for (;;) {
			Clock now = clock();

			if (now == ACCESS)
				continue;
			quiet = now == WORK ? 0 : quiet + 1;
			if (quiet >= rest)
				shared.sleep(0);
			else if (quiet >= SPRINT_CYC && quiet % SLICE_CYC == 0)
				shared.sleep(SLICE_REST * (now_ns() - slice_ns) % NS);
			if (quiet && quiet % SLICE_CYC == 0)
				slice_ns = now_ns();
		}
	}
};

// `whole` is the user's setting, for the error text.
long number(const char *whole, const char *text, long least, long most)
{
	char *end;
	long value = strtol(text, &end, 10);

	if (end == text || (*end && *end != ',') || value < least || value > most)
		die("%s: '%.*s' should be a number from %ld to %ld", whole, int(strcspn(text, ",")), text, least, most);
	return value;
}

// In clocks, rounded up.
uint64_t clocks_of(long ns, long mhz)
{
	return (uint64_t(ns) * uint64_t(mhz) + 999) / 1000;
}

ring::Costs read_costs(const char *text)
{
	static const char *const names[] = {"write=", "read=", "dma=", "clock="};
	std::string whole = std::string("RONDO_RING_HOST=") + (text ? text : "");
	long value[] = {0, 0, 0, 100};

	for (const char *at = text; at && *at; at += strcspn(at, ","), at += *at == ',') {
		int i = 0;

		while (i < 4 && strncmp(at, names[i], strlen(names[i])))
			i++;
		if (i == 4)
			die("%s: should be write=N,read=N,dma=N,clock=MHz with N in ns", whole.c_str());
		value[i] = number(whole.c_str(), at + strlen(names[i]), i == 3, i == 3 ? 100000 : 1000000000);
	}
	ring::Costs costs;

	costs.write = clocks_of(value[0], value[3]);
	costs.read = clocks_of(value[1], value[3]);
	costs.dma = clocks_of(value[2], value[3]);
	costs.mhz = uint32_t(value[3]);
	return costs;
}

} // namespace

int main(int argc, char **argv)
{
	if (argc != 4) {
		fprintf(stderr, "usage: %s DESCRIPTOR CARDS RANKS; mpirun --ring rtl starts it\n", argv[0]);
		return 2;
	}
	int fd = int(number(argv[0], argv[1], 0, 1 << 20));
	int nodes = int(number(argv[0], argv[2], 2, 1024)), ranks = int(number(argv[0], argv[3], 1, nodes * RN_PAGE_N));
	int used = nodes < ranks ? nodes : ranks;
	Server server(fd, nodes, (ranks + used - 1) / used, read_costs(getenv("RONDO_RING_HOST")));

	server.bring_up(used);
	server.run();
}
