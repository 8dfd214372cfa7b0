// SPDX-License-Identifier: BSD-3-Clause
//
// Bench of rdma: the RDMA unit as far as it is there, against the functional model of hw/emu. Eight pages at once give commands, also
// of queue pairs in all states, ring doorbells, arm queues, read events, add completions and ask for accesses, right and wrong ones, with tables in slow
// host memory; after each of them results, refusals, events, answers and completions in memory are the same on both sides.
// Each access to host memory lies in the window of its page. Pages are turned off and on, also by their card, and with tables full of
// rubbish. Then the figures: clocks of each operation with the context in the cache and not.
//
//     rounds=N          operations of each page (default 1500)
//
// reference: rdma_reference.c rdma_reference_qp.c
// top: rdma
// with: small -GLG_SETS=2 -GLG_DEPTH=2
// with: full

#define RD_SIM_ANY_STATE

#include "rdma_page.h"

// ---- Tests -------------------------------------------------------------------------------------

static void open_model()
{
	rd_card_place at = {};

	at.fd = memfd_create("ring", 0);
	at.nodes = 2;
	at.users = PAGES;
	at.arena_bytes = ARENA_B;
	for (at.page = 0; at.page < PAGES; at.page++) {
		if (rd_card_emu.open(&at, &card[at.page])) {
			sim::ok(false, "the model opens page %d", at.page);
			exit(sim::done());
		}
		rd_card_write(card[at.page], RN_QUEUES_CONTROL, RN_QUEUES_CONTROL_ENABLE_MASK);
	}
	close(at.fd);
}

static void random_work()
{
	static Page page[PAGES];
	int n = int(sim::setting("rounds", 1500));

	for (int p = 0; p < PAGES; p++) {
		page[p].p = p;
		start("page", [=] { page[p].life(n); });
	}
	run();
	sim::ok(good(), "%d operations of each of 8 pages end as in the model", n);
	sim::ok(allowed > n / 3 && given > n / 15 && waited > n / 60, "%d accesses allowed, %d queue pairs given, %d that waited", allowed, given, waited);
	sim::ok(bound > n / 20 && unbound > n / 50 && not_bound > n / 100 && in_use > n / 500,
		"%d windows bound, %d closed, %d not bound; %d times a region was not closed for its windows", bound, unbound, not_bound, in_use);
	sim::ok(*std::min_element(went, went + 6) > n / 100 && rang > n / 5, "queue pairs went to RESET %d times, INIT %d, RTR %d, RTS %d, SQD %d, ERR %d; "
		"%d doorbells", went[0], went[1], went[2], went[3], went[4], went[5], rang);
	sim::ok(shared > n / 100 && drawn > n / 50 && drawn_none > n / 100, "%d queue pairs with shared receive queues; %d requests of these taken, %d times none",
		shared, drawn, drawn_none);
	sim::ok(*std::min_element(told_of + RDMA_EVENT_KIND_CQ, told_of + RDMA_EVENT_KIND_LAST_RECEIVE + 1) > n / 150, "events were read: %d CQ, %d QP_ERROR, %d SQ_DRAINED, "
		"%d SRQ_LIMIT, %d LAST_RECEIVE", told_of[1], told_of[2], told_of[3], told_of[4], told_of[5]);
	sim::ok(outside == 0, "no access outside of the window of its page");
	sim::ok(longest < 40, "no register waits for the unit: %llu clocks at most", (unsigned long long)longest);
}

static void alone(const std::function<void(Page &)> &test)
{
	static Page page;

	start("test", [&] {
		page.p = below(PAGES);
		page.off();
		page.tables(true, true);
		page.cqs = page.mrs = 70;
		both(page.p, RDMA_RDMA_QP_N, 70);
		both(page.p, RDMA_RDMA_CQ_N, 70);
		both(page.p, RDMA_RDMA_MR_N, 70);
		wr(page.p, RDMA_RDMA_CONTROL, 1);
		test(page);
		page.off();
	});
	run();
}
static void open_queue(Page &g, uint32_t n, uint32_t lg)
{
	put_word(g.p, ATTR_AT, bus(g.p, g.queue(n)));
	put_word(g.p, ATTR_AT + 8, lg);
	wr(g.p, RDMA_RDMA_ATTR_LO, uint32_t(bus(g.p, ATTR_AT)));
	wr(g.p, RDMA_RDMA_ATTR_HI, uint32_t(bus(g.p, ATTR_AT) >> 32));
	expect(g.command(RDMA_COMMAND_OP_OPEN | RDMA_OBJECT_CQ << 4 | n << 8) == RDMA_RESULT_CODE_OK, "queue %u opens", n);
}
static bool take(int p, uint32_t n)
{
	uint32_t e = rd(p, RDMA_RDMA_EVENT);

	expect(!e || e == (n << RDMA_RDMA_EVENT_NUMBER_LSB | RDMA_EVENT_KIND_CQ), "event %08x", e);
	return e != 0;
}

// An event is read in any clock while the next one of the same queue comes: it is told, too, unless its completion was there
// as the first was read.
static void events_that_meet(Page &g)
{
	const uint64_t words[4] = {};
	int again = 0;

	open_queue(g, 3, 4);
	for (int i = 0; i < 300; i++) {
		uint64_t last = place(g.p, bus(g.p, g.queue(3)) + RDMA_DONE_BYTES * ((2 * i + 1) % 16) + RDMA_DONE_WHAT);
		uint64_t was = mem->word(last);
		bool there, over = false;

		wr(g.p, RDMA_RDMA_CQ_ARM, 3);
		g.sync();
		add(g.p, ASK_ADD, 3, words);
		wr(g.p, RDMA_RDMA_CQ_DOORBELL, 3 | uint32_t(2 * i + 1) << 16);
		wr(g.p, RDMA_RDMA_CQ_ARM, 3);
		g.sync();
		start("add", [&] {
			add(g.p, ASK_ADD, 3, words);
			over = true;
		});
		pause(below(120));
		there = mem->word(last) != was;
		expect(take(g.p, 3), "the first event, %d", i);
		until([&] { return over; });
		g.sync();
		if (take(g.p, 3))
			again++;
		else
			expect(there, "the second event is not lost, %d", i);
		wr(g.p, RDMA_RDMA_CQ_DOORBELL, 3 | uint32_t(2 * i + 2) << 16);
		g.sync();
		expect(!take(g.p, 3), "a third event, %d", i);
	}
	sim::ok(good() && again > 50 && again < 250, "events that meet are told: %d of 300 twice", again);
}

// Likewise of a queue pair and of another one behind it, raised by the engine in any clock: each is told once more if it comes behind its read.
static void other_events_that_meet(Page &g)
{
	const auto raise = [&](uint32_t n, uint32_t kind) {
		ask(g.p, ASK_EVENT, [=](Vtop *top) {
			top->s_ask_number = n;
			top->s_ask_right = kind;
		});
	};
	const auto next = [&] {
		g.sync();
		return rd(g.p, RDMA_RDMA_EVENT);
	};
	const uint32_t first = 3 << RDMA_RDMA_EVENT_NUMBER_LSB | RDMA_EVENT_KIND_QP_ERROR, second = 4 << RDMA_RDMA_EVENT_NUMBER_LSB | RDMA_EVENT_KIND_LAST_RECEIVE;
	int again = 0, once = 0;

	for (int i = 0; i < 300; i++) {
		bool over = false;
		uint32_t e;

		raise(3, RDMA_EVENT_KIND_QP_ERROR);
		raise(4, RDMA_EVENT_KIND_LAST_RECEIVE);
		start("raise", [&] {
			pause(below(100));
			raise(3, RDMA_EVENT_KIND_QP_ERROR);
			over = true;
		});
		pause(below(60));
		expect(rd(g.p, RDMA_RDMA_EVENT) == first, "the first event, %d", i);
		until([&] { return over; });
		e = next();
		if (e == first) {
			again++;
			e = next();
		}
		expect(e == second, "the second event, %d: %08x", i, e);
		e = next();
		if (e == first) {                                    // raised behind TAKE
			once++;
			e = next();
		}
		expect(e == 0, "a third event, %d: %08x", i, e);
	}
	sim::ok(good() && again + once < 300 && again > 0 && once > 0, "events of queue pairs that meet are told: %d of 300 at once again, %d behind the other",
		again, once);
}

// Events of all queues, in the order in which they came.
static void many_events(Page &g)
{
	const uint64_t words[4] = {};
	std::vector<uint32_t> order;

	for (uint32_t n = 0; n < 70; n++) {
		open_queue(g, n, 0);
		wr(g.p, RDMA_RDMA_CQ_ARM, n);
		g.sync();
		order.insert(order.begin() + below(order.size() + 1), n);
	}
	for (uint32_t n : order)
		add(g.p, ASK_ADD, n, words);
	for (uint32_t n : order) {
		expect(take(g.p, n), "event of %u", n);
		g.sync();
	}
	sim::ok(good() && !rd(g.p, RDMA_RDMA_EVENT), "70 events wait, and come in their order");
}

// The last queue in the list of events cannot be read: the event behind it is refused, and all ends.
static void list_is_lost(Page &g)
{
	const uint64_t words[4] = {};
	uint64_t table = place(g.p, bus(g.p, g.table(RDMA_OBJECT_CQ)));
	Answer a;

	for (uint32_t n : {3, 69}) {
		open_queue(g, n, 0);
		wr(g.p, RDMA_RDMA_CQ_ARM, n);
		g.sync();
	}
	add(g.p, ASK_ADD, 3, words);
	for (uint32_t n : {35, 67})                          // others of its set
		add(g.p, ASK_ROOM, n, words);
	add(g.p, ASK_ROOM, 69, words);
	refusals[g.p] = 0;
	mem->unmap(table, 1);
	a = add(g.p, ASK_ADD, 69, words);
	sim::ok(a.status == 2 && refusals[g.p] == 1 && take(g.p, 3), "an event behind a queue that cannot be read: refused, and all ends");
	mem->map(table, 1);
	g.sync();
	refusals[g.p] = 0;
}

// A queue pair is closed while the context of one of its completion queues cannot be read: the other is counted, and the failure is told.
static void close_without_queue(Page &g)
{
	uint64_t tables = place(g.p, bus(g.p, g.table(RDMA_OBJECT_CQ)) & ~4095ull) + 4096;
	const uint64_t words[4] = {}, at = bus(g.p, QUEUE_AT), attr[6] = {69ull << 32 | 3ull << 48, at, at, 0, 0, 0};
	uint32_t close, queue;

	open_queue(g, 3, 0);
	open_queue(g, 69, 0);
	put(g.p, ATTR_AT, attr, sizeof(attr));
	expect(g.command(RDMA_COMMAND_OP_OPEN) == RDMA_RESULT_CODE_OK, "queue pair 0 opens");
	expect(g.command(RDMA_COMMAND_OP_CLOSE | RDMA_OBJECT_CQ << 4 | 3 << 8) == RDMA_RESULT_CODE_IN_USE, "its queue is in use");
	for (uint32_t n : {5, 37})                           // others of the set of 69
		add(g.p, ASK_ROOM, n, words);
	refusals[g.p] = 0;
	mem->unmap(tables, 4096);
	close = g.command(RDMA_COMMAND_OP_CLOSE);
	queue = g.command(RDMA_COMMAND_OP_CLOSE | RDMA_OBJECT_CQ << 4 | 3 << 8);
	sim::ok(close == RDMA_RESULT_CODE_OK && queue == RDMA_RESULT_CODE_OK && refusals[g.p] == 1,
		"a queue pair is closed without one of its completion queues: %u, %u, refused %u", close, queue, refusals[g.p]);
	mem->map(tables, 4096);
	refusals[g.p] = 0;
}

// Doorbells beyond the places are refused, a command always finds one; nothing else of the page is lost. As many as ROOM says find a place.
static void no_place(Page &g)
{
	unsigned accepted = 0, told = 0;

	open_queue(g, 5, 4);
	mem->latency_min = 400;
	refusals[g.p] = 0;
	expect(rd(g.p, RDMA_RDMA_ROOM) > 0, "there is room");
	for (int i = 0; i < 60; i++) {
		uint32_t room = rd(g.p, RDMA_RDMA_ROOM);

		if (room == 0) {
			pause(below(300));
			continue;
		}
		for (uint32_t n = i % 3 ? 1 + below(room) : room; n > 0; n--, told++)
			if (one_in(20))
				wr(g.p, RDMA_RDMA_COMMAND, 0);
			else
				wr(g.p, one_in(2) ? RDMA_RDMA_CQ_ARM : RDMA_RDMA_CQ_DOORBELL, 5);
	}
	g.sync();
	sim::ok(good() && told > 60 && refusals[g.p] == 0, "%u doorbells and commands, as many as ROOM says: none is refused", told);
	refusals[g.p] = 0;
	for (int i = 0; i < 40; i++) {
		unsigned before = refusals[g.p];

		wr(g.p, RDMA_RDMA_CQ_ARM, i + 20);
		accepted += refusals[g.p] == before;
	}
	mem->latency_min = 2;
	g.sync();
	sim::ok(accepted >= 3 && accepted < 40 && refusals[g.p] == 40 - accepted, "of 40 doorbells at once %u find a place, others are refused",
		accepted);
	refusals[g.p] = 0;
}

// Contexts that make no sense: all ends, within the window, and others go on.
static void rubbish()
{
	static Page page[PAGES];

	for (int p = 0; p < PAGES; p++) {
		page[p].p = p;
		start("page", [=] {
			Page &g = page[p];
			uint64_t words[4] = {1, 2, 3, 4};
			const uint32_t at[] = {RDMA_RDMA_CQ_DOORBELL, RDMA_RDMA_CQ_ARM, RDMA_RDMA_SQ_DOORBELL, RDMA_RDMA_RQ_DOORBELL,
				RDMA_RDMA_SRQ_DOORBELL};

			g.off();
			g.tables(true, p == 0);
			wr(p, RDMA_RDMA_CONTROL, 1);
			for (int i = 0; i < 200 && p != 0; i++) {
				wr(p, at[below(5)], uint32_t(dice->next()) & 0x3fffffff);
				wr(p, RDMA_RDMA_ATTR_HI, uint32_t(dice->next()));
				rd(p, RDMA_RDMA_EVENT);
				g.command((one_in(2) ? RDMA_COMMAND_OP_OPEN : RDMA_COMMAND_OP_CLOSE) | (1 + below(3)) << 4 | g.some_mr() << 8);
				g.command((RDMA_COMMAND_OP_OPEN + below(4)) | g.some_qp() << 8);
				if (unit->top->m_todo >> p & 1)
					ask(p, ASK_NEXT, [](Vtop *) {});
				add(p, ASK_ADD, g.some_cq(), words);
				for (uint32_t what : {ASK_ACCESS, ASK_BIND, ASK_UNBIND})
					ask(p, what, [&](Vtop *top) {
						top->s_ask_stag = g.some_mr() << 8;
						top->s_ask_length = g.some_mr() << 8;
						top->s_ask_address = dice->next();
					});
			}
			for (uint32_t i = 0; i < 20 && p == 0; i++) {
				open_queue(g, i % g.cqs, i % 4);
				g.command(RDMA_COMMAND_OP_CLOSE | RDMA_OBJECT_CQ << 4 | i % g.cqs << 8);
			}
			g.off();
		});
	}
	run();
	sim::ok(good() && outside == 0, "tables full of rubbish: all ends, within the window, and another page goes on");
}

// A page that its card turns off in the middle: the unit is off with it, and stops.
static void page_off(Page &g)
{
	for (int i = 0; i < 50; i++) {
		uint32_t at = unit->top->enable;

		wr(g.p, RDMA_RDMA_ATTR_LO, uint32_t(bus(g.p, ATTR_AT)));
		wr(g.p, RDMA_RDMA_ATTR_HI, uint32_t(bus(g.p, ATTR_AT) >> 32));
		wr(g.p, RDMA_RDMA_COMMAND, RDMA_COMMAND_OP_OPEN | RDMA_OBJECT_MR << 4 | uint32_t(i) << 8);
		pause(below(150));
		unit->top->enable = at & ~(1u << g.p);
		until([&] { return !(unit->top->busy >> g.p & 1); });
		expect(!rd(g.p, RDMA_RDMA_CONTROL) && !rd(g.p, RDMA_RDMA_RESULT) && !rd(g.p, RDMA_RDMA_ATTR_LO), "the unit is off");
		wr(g.p, RDMA_RDMA_CONTROL, 1);
		expect(!rd(g.p, RDMA_RDMA_CONTROL), "it stays off without its page");
		unit->top->enable = at;
		g.tables(true, true);
		wr(g.p, RDMA_RDMA_MR_N, 70);
		wr(g.p, RDMA_RDMA_CONTROL, 1);
		expect(rd(g.p, RDMA_RDMA_CONTROL) == 1, "it is turned on with its page");
	}
	sim::ok(good(), "a page that is turned off takes its part of the unit with it");
}

// The largest queue, and indices that pass 65536: place, INDEX and PHASE of completions, room, and doorbells.
static void index_wraps(Page &g)
{
	const uint64_t words[4] = {7}, table = place(g.p, bus(g.p, g.table(RDMA_OBJECT_CQ))), queue = place(g.p, bus(g.p, g.queue(3)));
	uint64_t settings = 0;
	const auto indices = [&](uint32_t produced, uint32_t consumed) {
		for (uint32_t n : {35, 67})                          // others of its set
			add(g.p, ASK_ROOM, n, words);
		uint64_t w[3] = {mem->word(table + 64 * 3), bus(g.p, g.queue(3)), produced | consumed << 16};
		settings = w[0];
		mem->put(table + 64 * 3, w, sizeof(w));
	};
	const auto what = [&](uint32_t i) { return mem->word(queue + RDMA_DONE_BYTES * i + RDMA_DONE_WHAT); };
	const auto index = [&](uint32_t n, uint32_t phase) { return uint64_t(n) << RDMA_DONE_WHAT_INDEX_LSB | uint64_t(phase) << RDMA_DONE_WHAT_PHASE_LSB; };
	const auto rings = [&](uint32_t consumed) {
		refusals[g.p] = 0;
		wr(g.p, RDMA_RDMA_CQ_DOORBELL, 3 | consumed << 16);
		g.sync();
		return refusals[g.p] == 0;
	};

	open_queue(g, 3, RDMA_QUEUE_LG_MAX);
	indices(0xffff, 0xffff);
	expect(settings & 1, "the context was written back");
	for (int i = 0; i < 2; i++)
		expect(add(g.p, ASK_ADD, 3, words).status == 0, "a completion");
	sim::ok(what(0x7fff) == index(0xffff, 0) && what(0) == index(0, 1), "INDEX and PHASE of the last completion of a round, and of the next");
	expect(!rings(2) && !rings(0xfffe) && rings(1) && !rings(0xffff), "doorbells beyond the queue");
	for (uint32_t n : {0x7fff, 0xffff, 0x1234}) {
		indices(n, n ^ 0x8000);
		expect(add(g.p, ASK_ROOM, 3, words).status == 1 && add(g.p, ASK_ADD, 3, words).status == 1, "a queue of 32768 is full");
		expect(rings(((n ^ 0x8000) + 1) & 0xffff) && add(g.p, ASK_ADD, 3, words).status == 0, "one place is free");
		expect(what(n & 0x7fff) == index(n, !(n >> 15)) && add(g.p, ASK_ADD, 3, words).status == 1, "and is taken");
	}
	refusals[g.p] = 0;
	sim::ok(good(), "a queue of 32768 places, indices that pass 65536");
}

// The engine may ask for a page that was turned off before its turn came: the memory is software's, it is left alone, and nothing of it
// is kept until the page is on again.
static void engine_of_a_page_that_is_off(Page &g)
{
	const uint64_t words[8] = {1ull << 63 | 7, 0, 0x1000};
	uint64_t entry = g.table(RDMA_OBJECT_MR) + RDMA_MR_BYTES * 3, accesses = 0;
	const auto look = [&] {
		return ask(g.p, ASK_ACCESS, [](Vtop *top) {
			top->s_ask_stag = 3 << 8 | 7;
			top->s_ask_address = top->s_ask_pd = top->s_ask_right = 0;
			top->s_ask_length = 1;
		});
	};
	auto before = mem->seen;

	put(g.p, entry, words, sizeof(words));
	expect(look().status == RDMA_DONE_STATUS_OK, "the region is there");
	for (int i = 0; i < 40; i++) {
		bool over = false;

		start("look", [&] {
			look();
			over = true;
		});
		pause(below(20));
		wr(g.p, RDMA_RDMA_CONTROL, 0);
		while (!(rd(g.p, RDMA_RDMA_STATUS) & RDMA_RDMA_STATUS_STOPPED_MASK))
			;
		mem->seen = [&](uint64_t, unsigned page) { accesses += page == unsigned(g.p); };
		expect(look().status == RDMA_DONE_STATUS_PROTECTION, "no access to memory of a page that is off");
		expect(add(g.p, ASK_ROOM, 3, words).status == 2 && add(g.p, ASK_ADD, 3, words).status == 2, "no queue of a page that is off");
		expect(ask(g.p, ASK_NEXT, [](Vtop *) {}).status == 1, "no queue pair of a page that is off");
		until([&] { return over; });
		mem->seen = before;
		put_word(g.p, entry, 0);
		wr(g.p, RDMA_RDMA_CONTROL, 1);
		expect(look().status == RDMA_DONE_STATUS_PROTECTION, "the region is not there");
		refusals[g.p] = 0;
		wr(g.p, RDMA_RDMA_CONTROL, 0);
		while (!(rd(g.p, RDMA_RDMA_STATUS) & RDMA_RDMA_STATUS_STOPPED_MASK))
			;
		put(g.p, entry, words, sizeof(words));
		wr(g.p, RDMA_RDMA_CONTROL, 1);
	}
	sim::ok(good() && accesses == 0, "requests of the engine for a page that is off: refused, and its memory is left alone");
}

static void figures(Page &g)
{
	const uint64_t words[4] = {};
	uint64_t hit, miss, dirty;

	mem->stall = mem->latency_span = 0;
	mem->latency_min = 100;
	for (uint32_t n = 0; n < 70; n++)
		open_queue(g, n, 0);
	ask(g.p, ASK_ROOM, [](Vtop *top) { top->s_ask_number = 1; });
	hit = ask(g.p, ASK_ROOM, [](Vtop *top) { top->s_ask_number = 1; }).clocks;
	dirty = ask(g.p, ASK_ROOM, [](Vtop *top) { top->s_ask_number = 33; }).clocks;
	add(g.p, ASK_ROOM, 65, words);
	add(g.p, ASK_ROOM, 33, words);
	miss = add(g.p, ASK_ROOM, 1, words).clocks;
	sim::diag("memory 100 clocks away: a look at a completion queue takes %llu clocks with its context in the cache, %llu without, %llu where another "
		"line goes back first", (unsigned long long)hit, (unsigned long long)miss, (unsigned long long)dirty);
	hit = add(g.p, ASK_ADD, 1, words).clocks;
	sim::diag("a completion takes %llu clocks", (unsigned long long)hit);
	sim::ok(hit < 135, "a completion takes the latency of memory and 30 clocks more at most");
	mem->latency_min = 2;
	mem->stall = 30;
	mem->latency_span = 40;
}

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	sim::Rng rng(sim::seed());
	sim::Clocked<Vtop> model;
	sim::AxiMem memory(sim::seed() + 1);

	unit = &model;
	mem = &memory;
	dice = &rng;
	open_model();
	for (int p = 0; p < PAGES; p++)
		mem->map(place(p, bus(p, 0)), ARENA_B);
	mem->seen = [](uint64_t addr, unsigned page) { outside += addr >> WINDOW_LG != page + 1; };
	model->bus_valid = model->s_turn = model->s_ask_valid = model->s_hold = model->s_mem_valid = 0;
	model->cfg_last = 1;
	model->enable = 0xff;
	model.reset();
	random_work();
	alone(events_that_meet);
	alone(many_events);
	alone(other_events_that_meet);
	alone(no_place);
	alone(list_is_lost);
	alone(close_without_queue);
	rubbish();
	alone(page_off);
	alone(index_wraps);
	alone(engine_of_a_page_that_is_off);
	alone(figures);
	return sim::done();
}
