// SPDX-License-Identifier: BSD-3-Clause
//
// Bench of rdma_unit: queue pairs that move data, against the functional model of hw/emu. Two cards with a page for each of several
// processes; pairs of queue pairs on different cards, on one, and on one page. In each round one side of each pair, or both, post random work
// requests (SENDs, WRITEs and READs of any length and alignment, inline, from and to lists of entries, through page lists and windows, with immediate data, atomic
// operations, BIND, INVALIDATE, SEND_INVALIDATE, NOPs, and wrong ones of each kind), and the other side receive requests, early, late or too few, at times wrong ones, some in
// a shared receive queue; on both sides alike. Other pairs send datagrams. Then all completion queues, all memory that was to be written and the attributes of all queue pairs are the same.
// Cells wait between the cards for random times; memory is slow. Then without the model: contexts that a page has spoiled, memory that
// answers with errors, a card that is reset, answers that are not true, and datagrams of several senders that mix.
//
//     rounds=N          (default 10)
//
// reference: rdma_reference.c
// top: rdma_unit
// with: small -GLG_SETS=2 -GLG_DEPTH=3 -GLG_STUCK=15 -GLG_STALE=15
// with: full -GLG_STUCK=15 -GLG_STALE=15

#define RD_SIM_ANY_STATE

#include <set>
#include <sys/mman.h>
#include <unistd.h>

#include "rdma_datagrams.h"
#include "rdma_receive.h"
#include "rdma_sides.h"

// ---- Without the model: a page whose memory and commands make no sense, beside others ------------------

static Page rogue = {0, 0};

// Writes rubbish into its tables and its queues, rings, gives commands; is turned off in the middle.
static void rage(int n)
{
	for (int i = 0; i < n; i++) {
		uint64_t word = dice->next(), at = one_in(2) ? TABLE_AT + below(0x100000) / 8 * 8 : one_in(2) ? RECV_AT + below(0x100000) / 8 * 8
			: SEND_AT + below(0x200000) / 8 * 8;

		for (int k = 0; k < 200; k++) {
			node[0]->mem.put(place(0, rogue.bus((at + 8 * below(4096)) & ~7ull)), &word, 8);
			word = one_in(3) ? dice->next() : word << 1 | word >> 63;
		}
		rogue.access(true, RDMA_RDMA_SQ_DOORBELL, below(2 * PAIRS) | below(40) << 16);
		rogue.access(true, RDMA_RDMA_RQ_DOORBELL, below(2 * PAIRS) | below(40) << 16);
		rogue.access(true, RDMA_RDMA_SRQ_DOORBELL, below(2 * PAIRS) | below(40) << 16);
		rogue.access(true, RDMA_RDMA_COMMAND, (1 + below(4)) | below(4) << 4 | below(2 * PAIRS) << 8);
		pause(below(300));
		if (one_in(40)) {
			rogue.access(true, RDMA_RDMA_CONTROL, 0);
			until([] { return !(node[0]->unit->busy & 1); });
			node[0]->mem.unmap(place(0, rogue.bus(0)), ARENA_B);
			pause(below(2000));
			node[0]->mem.map(place(0, rogue.bus(0)), ARENA_B);
			rogue.access(true, RDMA_RDMA_CONTROL, 1);
		}
	}
}

// A queue of completions that several queue pairs of a page share, with two places, read late: each request that is signalled has
// one completion, in the order of its queue, none a second.
struct Shared {
	Page page;
	unsigned pairs, cq;
	std::vector<std::deque<uint64_t>> due;
	uint16_t read = 0;
	uint64_t found = 0;

	void collect()
	{
		for (uint64_t idle = 0; idle < 400; idle++) {
			uint64_t at = place(page.p, page.bus(CQ_AT + 32 * (read & 1u))), what = node[page.n]->mem.word(at + RDMA_DONE_WHAT);
			uint32_t q = uint16_t(what >> RDMA_DONE_WHAT_QP_LSB);

			pause(1 + below(200));
			if (what >> 63 != !(read >> 1 & 1) || uint16_t(what >> RDMA_DONE_WHAT_INDEX_LSB) != read)
				continue;
			idle = 0;
			expect(q < due.size() && !due[q].empty() && due[q].front() == node[page.n]->mem.word(at) && !(what & RDMA_DONE_WHAT_STATUS_MASK),
				"completion %u of queue pair %u in its order", read, q);
			if (q < due.size() && !due[q].empty())
				due[q].pop_front();
			found++;
			read++;
			page.access(true, RDMA_RDMA_CQ_DOORBELL, cq | uint32_t(read) << 16);
		}
	}
};

// Pairs that do not use the page go on beside it, as in the model.
static void beside_rubbish()
{
	bool over = false;
	int n = 0;
	uint64_t strays = node[0]->mem.strays;

	start("rage", [&] {
		rage(300);
		over = true;
	});
	start("others", [&] {
		do {
			for (auto &pair : side) {
				if ((pair[0].page.n == 0 && pair[0].page.p == 0) || (pair[1].page.n == 0 && pair[1].page.p == 0))
					continue;
				a_round(int(&pair - side));
				settle(pair[0], pair[1]);
				for (Side &s : pair)
					s.compare();
				connect(pair[0], pair[1]);
				n++;
			}
		} while (!over);
	});
	run();
	start("off", [] {
		rogue.access(true, RDMA_RDMA_CONTROL, 0);
		until([] { return !(node[0]->unit->busy & 1); });
	});
	run();
	sim::diag("%llu accesses of the page beside its memory", (unsigned long long)(node[0]->mem.strays - strays));
	sim::ok(good() && n > 10, "%d rounds of pairs beside a page with rubbish in its tables", n);
}

static void one_queue()
{
	static Shared s = {{0, 0}, 8, 0, {}};
	const int N = 12;

	start("shared", [&] {
		std::vector<uint8_t> bytes(0x20000);
		uint64_t words[8] = {};

		for (unsigned k = 0; k < 4; k++)
			node[0]->mem.put(place(0, s.page.bus(TABLE_AT + 0x40000 * k)), bytes.data(), bytes.size());
		node[0]->mem.put(place(0, s.page.bus(CQ_AT)), bytes.data(), 64);
		rd_card_write(s.page.card(), RDMA_RDMA_CONTROL, 0);
		memset(s.page.card()->arena + TABLE_AT, 0, 0x100000);
		for (unsigned k = 0; k < 4; k++)
			s.page.both64(RDMA_RDMA_QP_BASE_LO + 16 * k, s.page.bus(TABLE_AT + 0x40000 * k));
		s.page.both(RDMA_RDMA_CONTROL, 1);
		s.due.resize(s.pairs);
		s.page.obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_CQ, 0, {s.page.bus(CQ_AT), 1});
		for (uint32_t q = 0; q < s.pairs; q++)
			s.page.obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_QP, q, {7u << 16, s.page.bus(SEND_AT + (uint64_t(q) << 10)), s.page.bus(SEND_AT), LG_SEND, 0, 0});
		for (uint64_t state : {RDMA_QP_STATE_INIT, RDMA_QP_STATE_RTR, RDMA_QP_STATE_RTS})
			for (uint32_t q = 0; q < s.pairs; q++)
				s.page.obey(RDMA_COMMAND_OP_MODIFY, RDMA_OBJECT_QP, q, {state << 4 | RDMA_QP_ATTR_CTL_WRITE_MASK, 0, 0, 0, uint64_t(q ^ 1) << 16, 0});
		for (uint32_t q = 0; q < s.pairs; q++)
			for (int i = 0; i < N; i++) {
				bool signalled = one_in(2);

				words[0] = (one_in(3) ? RDMA_WORK_OP_NOP : RDMA_WORK_OP_WRITE) | (signalled ? RDMA_WORK_CTL_SIGNALLED_MASK : 0);
				words[1] = dice->next();
				if (signalled)
					s.due[q].push_back(words[1]);
				node[0]->mem.put(place(0, s.page.bus(SEND_AT + (uint64_t(q) << 10) + 64 * unsigned(i))), words, 64);
			}
		for (uint32_t q = 0; q < s.pairs; q++) {
			s.page.access(true, RDMA_RDMA_SQ_DOORBELL, q | uint32_t(N) << 16);
			pause(600);
		}
		s.collect();
		for (auto &d : s.due)
			expect(d.empty(), "%zu completions did not come", d.size());
	});
	run();
	sim::ok(good() && s.found > 20, "%llu completions of 8 queue pairs in a queue with two places, each once and in order", (unsigned long long)s.found);
}

// Clocks from the doorbell to the completion of a WRITE, a READ, an atomic operation and a SEND, that is alone, between the cards.
static void figures()
{
	Side &to = side[1][0], &from = side[1][1];
	uint64_t clocks[8] = {};

	for (Node *c : node) {
		c->mem.stall = c->mem.latency_span = 0;
		c->mem.latency_min = 100;
	}
	descriptors = false;
	start("figures", [&] {
		to.measured = from.measured = true;
		connect(to, from);
		for (int i = 0; i < 22; i++) {                       // the first ones bring the contexts into the cache
			uint64_t n = (i < 12 || i > 15) && i % 2 ? 9600 : 8, begun;
			uint64_t receive[8] = {1 << RDMA_RECEIVE_CTL_COUNT_LSB, dice->next(), to.va, n << 32 | to.stag(INBOX, PLAIN)};
			std::vector<uint64_t> words = {(i > 15 ? RDMA_WORK_OP_SEND : i > 11 ? RDMA_WORK_OP_FETCH_ADD : i > 5 ? RDMA_WORK_OP_READ : RDMA_WORK_OP_WRITE) | RDMA_WORK_CTL_SIGNALLED_MASK | 1 << RDMA_WORK_CTL_COUNT_LSB, dice->next(), to.va,
				to.stag(TARGET, PLAIN), from.va, n << 32 | from.stag(SOURCE, PLAIN), 1, 0};

			if (i > 15) {
				to.place_receive(receive);
				to.ring_receive();
				pause(200);
			}
			from.place_words(words);
			begun = now;
			from.ring();
			until([&] { return from.page.c().mem.word(place(from.page.p, from.page.bus(from.cq[0].at() + 32 * (from.cq[0].read % (1u << from.cq[0].lg))))) == words[1]; });
			clocks[i % 2 + (i > 15 ? 6 : i > 11 ? 4 : i > 5 ? 2 : 0)] = now - begun;
			pause(200);
			from.read_all(to);
			to.read_all(from);
		}
		for (Side *s : {&to, &from})
			s->compare();
	});
	run();
	descriptors = true;
	sim::diag("memory 100 clocks away: WRITE of 8 bytes %llu clocks, of 9600 bytes %llu, %llu for each segment of 96", (unsigned long long)clocks[0],
		(unsigned long long)clocks[1], (unsigned long long)clocks[1] / 100);
	sim::diag("READ of 8 bytes %llu clocks, of 9600 bytes %llu, %llu for each segment", (unsigned long long)clocks[2], (unsigned long long)clocks[3],
		(unsigned long long)clocks[3] / 100);
	sim::diag("FETCH_ADD %llu clocks", (unsigned long long)clocks[4]);
	sim::diag("SEND of 8 bytes %llu clocks, of 9600 bytes %llu, %llu for each segment", (unsigned long long)clocks[6], (unsigned long long)clocks[7],
		(unsigned long long)clocks[7] / 100);
	sim::ok(good() && clocks[0] < 860 && clocks[1] < 43000, "a WRITE takes 860 clocks at most, and 430 for each segment");
	sim::ok(clocks[2] < 1700 && clocks[3] < 46000, "a READ takes 1700 clocks at most, and 460 for each segment");
	sim::ok(clocks[4] < 1850, "an atomic operation takes 1850 clocks at most");
	sim::ok(clocks[6] < 1150 && clocks[7] < 44000, "a SEND takes 1150 clocks at most, and 440 for each segment");
	for (Node *c : node) {
		c->mem.stall = 30;
		c->mem.latency_span = 40;
		c->mem.latency_min = 2;
	}
}

// Compares both sides with the model, when all has ended; a pair in ERR, and one in 20, is connected anew. true: it was in ERR.
static bool settled_in_error(Side (&pair)[2])
{
	bool failed = false;

	settle(pair[0], pair[1]);
	for (Side &s : pair) {
		s.compare();
		failed = failed || s.state() == RDMA_QP_STATE_ERR;
	}
	if (failed || one_in(20))
		connect(pair[0], pair[1]);
	return failed;
}

// A host that takes no writes: cells for it are dropped after a time, so the ring behind goes on; then it answers again.
static void deaf_host()
{
	Side &to = side[1][0], &from = side[1][1];            // on cards 0 and 1
	uint64_t before = 0, words[8] = {};
	bool drained = false, answers = false;

	start("deaf", [&] {
		connect(to, from);
		words[0] = RDMA_WORK_OP_WRITE | 1 << RDMA_WORK_CTL_COUNT_LSB;
		words[2] = to.va;
		words[3] = to.stag(TARGET, PLAIN);
		words[4] = from.va;
		for (uint64_t i = 0; i < 2; i++) {                   // the first one binds the two, and brings the contexts into the cache
			words[5] = (i ? 20000ull : 8) << 32 | from.stag(SOURCE, PLAIN);
			node[1]->mem.put(place(from.page.p, from.page.bus(from.send_at() + 64 * i)), words, 64);
			before = cells[0];
			node[0]->mem.deaf = i;
			from.page.access(true, RDMA_RDMA_SQ_DOORBELL, from.number | uint32_t(i + 1) << 16);
			pause(5000);
		}
		for (int i = 0; i < 8; i++)
			pause(25000);
		drained = node[0]->wire[0].empty() && !node[0]->offered[0];
		node[0]->mem.deaf = false;
		answers = Page{0, 1}.obey(0, 0, 0, {}) == RDMA_RESULT_CODE_COMMAND;
	});
	run();
	sim::ok(good() && drained && answers && cells[0] - before > 200, "a host that takes no writes: %llu segments for it are dropped, then it answers",
		(unsigned long long)(cells[0] - before));
}

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	sim::Rng rng(sim::seed());
	rd_card_place at = {};
	int rounds = int(sim::setting("rounds", 10));

	dice = &rng;
	at.fd = memfd_create("ring", 0);
	at.nodes = NODES;
	at.users = PAGES;
	at.arena_bytes = ARENA_B;
	for (int n = 0; n < NODES; n++) {
		node[n] = new Node(sim::seed() + 1 + n);
		for (int p = 0; p < PAGES; p++) {
			at.node = n;
			at.page = p;
			if (rd_card_emu.open(&at, &node[n]->card[p])) {
				sim::ok(false, "the model opens page %d of card %d", p, n);
				return sim::done();
			}
			rd_card_write(node[n]->card[p], RN_QUEUES_CONTROL, RN_QUEUES_CONTROL_ENABLE_MASK);
			node[n]->mem.map(place(p, node[n]->card[p]->arena_bus), ARENA_B);
		}
		node[n]->mem.seen = [](uint64_t addr, unsigned page) { outside += addr >> WINDOW_LG != page + 1; };
		node[n]->unit->bus_valid = node[n]->unit->s_bulk_valid = node[n]->unit->s_con_valid = 0;
		node[n]->unit->cfg_id = n;
		node[n]->unit->cfg_last = NODES - 1;
		node[n]->unit->enable = 0xff;
	}
	for (int n = 0; n < NODES; n++)
		node[n]->unit.reset();
	for (int k = 0; k < PAIRS; k++)
		for (int s = 0; s < 2; s++) {
			side[k][s].page = {int(below(NODES)), k == 1 ? 1 + int(below(PAGES - 1)) : int(below(PAGES))};      // figures() is behind rage()
			if (k % 8 == 7)
				side[k][s].page = side[k][0].page;           // on one page
			else if (k % 2)
				side[k][s].page.n = s;                       // on different cards
			side[k][s].number = unsigned(2 * k + s);
		}
	for (int k = 0; k < GRAMS; k++)
		for (int s = 0; s < 2; s++) {
			grams[k][s].page = {int(below(NODES)), int(below(PAGES))};
			grams[k][s].number = unsigned(2 * (PAIRS + k) + s);
			grams[k][s].ud = true;
			grams[k][s].qkey = uint32_t(dice->next());
		}
	start("open", [] {
		for (int n = 0; n < NODES; n++)
			for (int p = 0; p < PAGES; p++)
				tables(n, p);
		for (auto &pair : side) {
			pair[0].open();
			pair[1].open();
			connect(pair[0], pair[1]);
		}
		for (auto &pair : grams) {
			pair[0].open();
			pair[1].open();
			connect(pair[0], pair[1]);
		}
	});
	run();
	for (int i = 0; i < rounds; i++) {
		loss = i % 2 ? 1000 : 0;
		start("round", [] {
			for (int k = 0; k < PAIRS; k++)
				a_round(k);
			for (auto &pair : grams)
				if (!loss)
					a_gram_round(pair);
			for (auto &pair : side) {
				errors += settled_in_error(pair);
				done++;
			}
			until([] { return node[0]->wire[0].empty() && node[1]->wire[0].empty(); });
			pause(3000);                                     // datagrams that are dropped have come
			for (auto &pair : grams) {
				gram_errors += settled_in_error(pair);
				grams_done += !loss;
			}
		});
		run();
	}
	loss = 0;
	uint64_t counted[2];
	start("counts", [&] { same_counts(counted); });
	run();
	sim::ok(good(), "%d rounds of %d pairs, half of them with cells that are lost: completions, memory and attributes as in the model", rounds, PAIRS);
	sim::ok(errors > done / 20 && errors < done - done / 20, "%d of %d rounds of a pair ended with an error", errors, done);
	uint64_t *got = Side::ended[1];
	sim::diag("receive requests: %llu OK, %llu LENGTH, %llu PROTECTION, %llu MEMORY, %llu FLUSH; %llu answers RNR, %llu requests ended with RNR_RETRY",
		(unsigned long long)got[RDMA_DONE_STATUS_OK], (unsigned long long)got[RDMA_DONE_STATUS_LENGTH], (unsigned long long)got[RDMA_DONE_STATUS_PROTECTION],
		(unsigned long long)got[RDMA_DONE_STATUS_MEMORY], (unsigned long long)got[RDMA_DONE_STATUS_FLUSH], (unsigned long long)told[RNR],
		(unsigned long long)Side::ended[0][RDMA_DONE_STATUS_RNR_RETRY]);
	sim::ok(got[RDMA_DONE_STATUS_OK] > unsigned(rounds) * 20 && told[RNR] > unsigned(rounds) * 10, "messages were received, behind RNR, too");
	sim::ok(rounds < 10 || (got[RDMA_DONE_STATUS_FLUSH] && got[RDMA_DONE_STATUS_LENGTH] + got[RDMA_DONE_STATUS_PROTECTION] + got[RDMA_DONE_STATUS_MEMORY]
		&& Side::ended[0][RDMA_DONE_STATUS_RNR_RETRY]), "receive requests were flushed, wrong, and missing");
	sim::ok(Side::fired > Side::armed / 4 && Side::fired < Side::armed, "%d of %d completion queues that were armed made events", Side::fired, Side::armed);
	sim::ok(Side::windows > done / 40 && Side::through > done / 20 && Side::closed > done / 100,
		"%d windows were bound, %d requests used them, peers closed %d", Side::windows, Side::through, Side::closed);
	sim::ok(Side::told_of[RDMA_EVENT_KIND_QP_ERROR] > done / 20 && Side::told_of[RDMA_EVENT_KIND_SRQ_LIMIT] > done / 50 && Side::told_of[RDMA_EVENT_KIND_LAST_RECEIVE] > done / 50,
		"events QP_ERROR %d, SRQ_LIMIT %d, LAST_RECEIVE %d", Side::told_of[RDMA_EVENT_KIND_QP_ERROR], Side::told_of[RDMA_EVENT_KIND_SRQ_LIMIT],
		Side::told_of[RDMA_EVENT_KIND_LAST_RECEIVE]);
	sim::ok(gram_errors > grams_done / 10 && gram_errors < grams_done && counted[0] > unsigned(grams_done) / 6 && counted[1] > unsigned(done) / 50,
		"%d of %d times datagrams ended with an error, %llu were dropped; %llu requests were refused", gram_errors, grams_done, (unsigned long long)counted[0], (unsigned long long)counted[1]);
	sim::ok(mutual > done / 20, "%d of %d times both sides of a pair posted", mutual, done);
	sim::ok(cells[0] > unsigned(rounds) * 100 && cells[1] > unsigned(rounds) * 30, "%llu segments and %llu answers between the cards",
		(unsigned long long)cells[0], (unsigned long long)cells[1]);
	sim::ok(node[0]->atomics + node[1]->atomics > 600, "atomic operations waited for those of descriptors for %llu clocks",
		(unsigned long long)(node[0]->atomics + node[1]->atomics));
	beside_rubbish();
	one_queue();
	figures();
	deaf_host();
	no_such_node();
	offset_beyond();
	record_alone();
	misshapen();
	reset_of_the_receiver();
	reset_of_the_sender();
	late_segments();
	no_answer();
	lost_answers();
	not_ready();
	full_in_the_middle();
	rnr_ahead();
	lost_and_not_ready();
	modified_behind_rnr();
	receive_not_read();
	no_queue();
	shared_queue();
	shared_not_read();
	spoilt_pages();
	paused();
	paused_owner();
	dead_link();
	context_not_read();
	lying_answers();
	answer_without_room();
	both_in_turn();
	window_not_read();
	many_to_one();
	broken_datagrams();
	ended_datagrams();
	slots_without_queue();
	sim::ok(outside == 0, "no access outside of the window of its page");
	return sim::done();
}
