// SPDX-License-Identifier: BSD-3-Clause
//
// spin_conn alone: rings of several of them round a network model that keeps the order of each
// pair and nothing else, with hosts whose memory is slow at random. Messages of random lengths, to
// one, to all, barriers, receives of any source, in schedules that every node runs at its own
// pace; every byte, status and length is compared. Then faults: peers that never answer, memory
// errors, invalid cells, a queue of 1023 requests.
// Settings: seed=, steps= (of each schedule).
//
// top: spin_conn
// with: early -GLG_REQ=10 -GPREFETCH=1
// with: late -GLG_REQ=4 -GPREFETCH=0

#include "spin_conn_ring.h"

// ---- Schedules: each node runs the same list of steps at its own pace ---------------------

struct Step {
	enum { PAIRS, BCAST, BARRIER, INCAST } kind;
	unsigned root;
	std::vector<int> to; // PAIRS: for each node, its destination, or -1
	uint32_t len;
	uint32_t room; // PAIRS: less than len: truncated
};

static uint32_t length(sim::Rng &rng)
{
	switch (rng.below(6)) {
	case 0: return 0;
	case 1: return 1 + rng.below(8);
	case 2: return 32 * (1 + rng.below(4));
	case 3: return rng.below(100);
	case 4: return 31 + rng.below(3);
	default: return rng.below(1500);
	}
}

static std::vector<Step> schedule(unsigned n, unsigned steps, sim::Rng &rng)
{
	std::vector<Step> list;

	for (unsigned k = 0; k < steps; k++) {
		Step s;

		s.kind = decltype(s.kind)(rng.below(4));
		s.root = rng.below(n);
		s.len = s.room = length(rng);
		if (rng.chance(1, 8))
			s.room = rng.below(s.len + 1);
		std::vector<int> who(n);
		for (unsigned i = 0; i < n; i++)
			who[i] = int(i);
		for (unsigned i = n - 1; i > 0; i--)
			std::swap(who[i], who[rng.below(i + 1)]);
		for (unsigned i = 0; i < n; i++)
			s.to.push_back(who[i] == int(i) || rng.chance(1, 4) ? -1 : who[i]);
		if (s.kind == Step::INCAST)
			list.push_back(Step{Step::BARRIER, 0, {}, 0, 0});
		list.push_back(s);
		if (s.kind == Step::INCAST)
			list.push_back(Step{Step::BARRIER, 0, {}, 0, 0});
	}
	return list;
}

// One node's place in the schedule.
struct Player {
	Ring *ring;
	unsigned id;
	const std::vector<Step> *list;
	size_t at = 0;
	enum { READY, RUN, PAUSE } state = READY;
	unsigned pause = 0;
	unsigned incast = 0;
	std::vector<bool> heard;
	bool sends = false, recvs = false, barrier = false;
	int src = -1;

	Node &node() { return (*ring)[id]; }
	const Step &now() { return (*list)[at]; }
	bool done() { return at == list->size(); }
	uint64_t key(unsigned from) { return uint64_t(at) * 4096 + from; }

	void begin()
	{
		const Step &s = now();

		sends = recvs = barrier = false;
		src = -1;
		if (s.kind == Step::BARRIER) {
			node().barrier();
			barrier = true;
		} else if (s.kind == Step::BCAST) {
			(sends = id == s.root) ? node().send(0, message(key(id), s.len), true) : node().recv(s.root, s.len, true);
			recvs = !sends;
			src = recvs ? int(s.root) : -1;
		} else if (s.kind == Step::INCAST) {
			(sends = id != s.root) ? node().send(s.root, message(key(id), s.len + id)) : node().recv(0, 9999, false, true);
			recvs = !sends;
			if (incast == 0)
				heard.assign(ring->n(), false);
		} else {
			pairs(s);
		}
	}
	void pairs(const Step &s)
	{
		if (s.to[id] >= 0) {
			node().send(unsigned(s.to[id]), message(key(id), s.len));
			sends = true;
		}
		for (unsigned i = 0; i < ring->n(); i++)
			if (s.to[i] == int(id))
				src = int(i);
		if (src >= 0) {
			node().recv(unsigned(src), s.room);
			recvs = true;
		}
	}
	void check()
	{
		const Step &s = now();

		if (barrier)
			sim::expect(node().m->coll_code == OK, "barrier of node %u is OK, not %u", id, node().m->coll_code);
		if (sends)
			sim::expect(node().m->send_code == OK, "send of node %u is OK, not %u", id, node().m->send_code);
		if (!recvs)
			return;
		unsigned from = node().m->recv_src;
		uint32_t len = s.kind == Step::INCAST ? s.len + from : s.len, room = s.kind == Step::PAIRS ? s.room : len;
		Bytes want = message(key(from), len);

		sim::expect(src < 0 || unsigned(src) == from, "node %u received from %d, not %u", id, src, from);
		sim::expect(node().m->recv_code == (room < len ? unsigned(RN_SPIN_STATUS_TRUNC) : OK), "code %u of node %u",
			node().m->recv_code, id);
		sim::expect(node().m->recv_got == len, "length");
		want.resize(std::min(room, len));
		sim::expect(node().in == want, "step %zu: node %u has the %u bytes of node %u", at, id, len, from);
		if (s.kind == Step::INCAST) {
			sim::expect(!heard[from], "node %u is heard once", from);
			heard[from] = true;
		}
	}
	void play()
	{
		if (done())
			return;
		if (state == PAUSE && pause-- == 0)
			state = READY;
		if (state == READY) {
			begin();
			state = RUN;
		} else if (state == RUN && !node().m->send_busy && !node().m->recv_busy && !node().m->coll_busy) {
			check();
			incast = now().kind == Step::INCAST && recvs && incast + 2 < ring->n() ? incast + 1 : 0;
			at += incast == 0;
			pause = node().rng.chance(1, 2) ? node().rng.below(300) : 0;
			state = PAUSE;
		}
	}
};

static bool play(Ring &ring, unsigned steps)
{
	std::vector<Step> list = schedule(ring.n(), steps, ring.rng);
	std::vector<Player> players;
	uint64_t end = ring.clock + 20000ull * (steps + 1) * (1 + ring.n() / 8);

	for (unsigned i = 0; i < ring.n(); i++) {
		Player p;

		p.ring = &ring;
		p.id = i;
		p.list = &list;
		players.push_back(p);
	}
	while (ring.clock < end) {
		bool all = true;

		for (auto &p : players)
			p.play();
		ring.step();
		for (auto &p : players)
			all = all && p.done();
		if (all)
			return true;
	}
	for (auto &p : players)
		sim::diag("node %u is at step %zu of %zu", p.id, p.at, list.size());
	return false;
}

static void schedules(unsigned n, unsigned steps, unsigned slow, uint32_t timeout)
{
	int before = sim::tally().failed;
	Ring ring(n, sim::seed() * 31 + n + slow, timeout);

	for (auto &x : ring.node)
		x->slow = slow;
	bool through = play(ring, steps);
	sim::ok(through && sim::tally().failed == before && ring.strays() == 0,
		"ring of %u, %u steps, pauses %u/8: every byte, status and length; %u strays, %llu clocks", n, steps, slow,
		ring.strays(), (unsigned long long)ring.clock);
}

// ---- Faults --------------------------------------------------------------------------------

static bool transfer(Ring &ring, unsigned from, unsigned to, uint32_t len, bool receiver_first)
{
	Bytes b = message(ring.clock, len);

	receiver_first ? ring[to].recv(from, len) : ring[from].send(to, b);
	for (int i = 0; i < 200; i++)
		ring.step();
	receiver_first ? ring[from].send(to, b) : ring[to].recv(from, len);
	return ring.settle(50000) && ring[to].in == b && ring[to].m->recv_code == OK && ring[from].m->send_code == OK;
}

// A request that is taken while its sender gives up does not end the receive.
static void withdrawn(Ring &ring)
{
	unsigned met = 0;
	bool good = true;

	for (unsigned k = 0; k < 60; k++) {
		ring[1].send(2, message(k, 100));
		for (unsigned i = 0; i < 150; i++)
			ring.step();
		ring[1].m->send_halt = 1;
		for (unsigned i = 0; i < 3 * k; i++)
			ring.step();
		ring[2].recv(1, 400);
		for (int i = 0; i < 900; i++)
			ring.step();
		met += ring[1].m->send_code == RN_SPIN_STATUS_ABORTED;
		good = good && ring[2].m->recv_busy;
		ring[1].send(2, message(k, 200));
		good = ring.settle(5000) && ring[2].in == message(k, 200) && ring[2].m->recv_code == OK && good;
	}
	sim::ok(good && met == 60, "a request that its sender takes back does not end a receive (%u)", met);
}

static void nobody_answers()
{
	Ring ring(4, sim::seed() + 5, 1000);
	uint64_t begin = ring.clock;

	ring[1].send(2, message(1, 100));
	bool ended = ring.settle(10000);
	uint64_t took = ring.clock - begin;
	sim::ok(ended && ring[1].m->send_code == RN_SPIN_STATUS_TIMEOUT, "a send that is never answered times out");
	sim::ok(took >= 1000 && took < 1500, "after TIMEOUT: %llu clocks for 1000", (unsigned long long)took);
	for (int i = 0; i < 300; i++)
		ring.step();
	sim::ok(ring[2].m->queue_count == 0 && ring[2].queued == 1, "and its request is taken out of the queue");
	withdrawn(ring);
	sim::ok(transfer(ring, 1, 2, 333, false), "the next message goes through");

	begin = ring.clock;
	ring[0].barrier();
	ring[1].barrier();
	ring[2].barrier();
	ended = ring.settle(10000);
	sim::ok(ended && ring[0].m->coll_code == RN_SPIN_STATUS_TIMEOUT && ring[2].m->coll_code == RN_SPIN_STATUS_TIMEOUT,
		"a barrier that one node never enters times out everywhere");
	ring[3].m->load_seq = 1;
	ring[3].m->new_seq = ring[2].m->coll_seq;
	for (auto &x : ring.node)
		x->barrier();
	ended = ring.settle(10000);
	for (auto &x : ring.node)
		ended = ended && x->m->coll_code == OK;
	sim::ok(ended, "the next barrier does not see its cells");

	ring[3].send(0, message(9, 64), true);
	ring[0].recv(3, 64, true);
	ring[1].recv(3, 64, true);
	ended = ring.settle(10000);
	sim::ok(ended && ring[3].m->send_code == RN_SPIN_STATUS_TIMEOUT && ring[0].m->recv_code != OK && ring[1].m->recv_code != OK,
		"a broadcast that one node never enters fails everywhere");
}

static void sender_dies()
{
	Ring ring(4, sim::seed() + 6, 1000);

	ring[2].recv(1, 3000);
	ring[1].send(2, message(1, 3000));
	while (ring[2].in.size() < 1000)
		ring.step();
	ring.cut[1] = true;
	bool ended = ring.settle(20000);
	sim::ok(ended && ring[2].m->recv_code == RN_SPIN_STATUS_TIMEOUT, "a sender that falls silent: the receiver times out");
	ring.cut[1] = false;
	sim::ok(transfer(ring, 3, 2, 500, true) && transfer(ring, 1, 2, 500, true), "and receives from others");
}

static void memory_errors()
{
	Ring ring(4, sim::seed() + 7, 5000);

	ring[1].want_error = true;
	ring[2].recv(1, 3000);
	ring[1].send(2, message(1, 3000));
	bool ended = ring.settle(20000);
	sim::ok(ended && ring[1].m->send_code == RN_SPIN_STATUS_HOST && ring[2].m->recv_code == RN_SPIN_STATUS_GONE,
		"an error of the sender's memory: both sides are told");
	ring[0].recv(1, 300, true);
	ring[2].recv(1, 300, true);
	ring[3].recv(1, 300, true);
	ring[1].send(0, message(2, 300), true);
	ended = ring.settle(20000);
	sim::ok(ended && ring[1].m->send_code == RN_SPIN_STATUS_HOST && ring[0].m->recv_code == RN_SPIN_STATUS_GONE
		&& ring[2].m->recv_code == RN_SPIN_STATUS_GONE && ring[3].m->recv_code == RN_SPIN_STATUS_GONE, "broadcast: all are told");
	ring[1].want_error = false;
	ring[1].out_error = false;
	ring[2].want_in_error = true;
	ring[2].recv(1, 300);
	ring[1].send(2, message(3, 300));
	ended = ring.settle(20000);
	sim::ok(ended && ring[1].m->send_code == OK && ring[2].m->recv_code == RN_SPIN_STATUS_HOST, "an error of the receiver's memory");
	ring[2].want_in_error = false;
	sim::ok(transfer(ring, 1, 2, 500, true) && transfer(ring, 2, 1, 500, false), "and then messages both ways");
}

static void cancels()
{
	Ring ring(3, sim::seed() + 8);

	ring[0].recv(1, 100);
	for (int i = 0; i < 500; i++)
		ring.step();
	sim::ok(ring[0].m->recv_busy, "a receive without a request waits");
	ring[0].m->recv_cancel = 1;
	sim::ok(ring.settle(1000) && ring[0].m->recv_code == RN_SPIN_STATUS_ABORTED, "and can be cancelled");
	ring[1].send(0, message(1, 10));
	for (int i = 0; i < 500; i++)
		ring.step();
	ring[1].m->send_halt = 1;
	sim::ok(ring.settle(1000) && ring[1].m->send_code == RN_SPIN_STATUS_ABORTED, "a send can be aborted");
	for (int i = 0; i < 300; i++)
		ring.step();
	sim::ok(ring[0].m->queue_count == 0, "and takes its request back");
	ring[1].barrier();
	for (int i = 0; i < 500; i++)
		ring.step();
	ring[1].m->coll_halt = 1;
	sim::ok(ring.settle(1000) && ring[1].m->coll_code == RN_SPIN_STATUS_ABORTED, "a barrier can be aborted");
	ring[1].send(1, message(1, 10));
	sim::ok(ring.settle(1000) && ring[1].m->send_code == RN_SPIN_STATUS_BAD, "no message to oneself");
	ring[1].send(3, message(1, 10));
	sim::ok(ring.settle(1000) && ring[1].m->send_code == RN_SPIN_STATUS_BAD, "no message to a node that is not there");
	ring[1].recv(7, 10);
	sim::ok(ring.settle(1000) && ring[1].m->recv_code == RN_SPIN_STATUS_BAD, "nor from one");
	sim::ok(transfer(ring, 1, 0, 500, true), "then a message");
}

// Cells that belong to nothing, between those of a schedule.
static void nonsense()
{
	int before = sim::tally().failed;
	Ring ring(5, sim::seed() + 9);
	std::vector<Step> list = schedule(5, 40, ring.rng);
	std::vector<Player> players(5);
	unsigned made = 0;
	bool all = false;

	for (unsigned i = 0; i < 5; i++) {
		players[i].ring = &ring;
		players[i].id = i;
		players[i].list = &list;
	}
	for (uint64_t end = ring.clock + 2000000; !all && ring.clock < end; ring.step()) {
		unsigned i = ring.rng.below(5);

		all = true;
		for (auto &p : players) {
			p.play();
			all = all && p.done();
		}
		if (!ring.rng.chance(1, 50) || all)
			continue;
		static const unsigned odd[] = {2, 3, 7};
		unsigned seq = (ring[i].m->coll_seq + 2 + ring.rng.below(61)) % 64;
		Cell c;

		switch (ring.rng.below(7)) {
		case 0: c = control(odd[ring.rng.below(3)], ring.rng.below(4), i, 0, 1, uint32_t(ring.rng.next())); break;
		case 1: c = control(REQ, 0, i, ring.rng.below(64), 5 + ring.rng.below(1000), 99); break;
		case 2: c = control(REQ, 0, i, 3, i, 99); break;
		case 3: c = control(REPLY, 0, i, ring.rng.below(64), i, 1); break;
		case 4: c = control(ENTER, ring.rng.below(2), i, seq, 1, 0); break;
		case 5:
			c = control(4 + ring.rng.below(3), ring.rng.below(2), i, ring.rng.below(64), ring.rng.below(5), uint32_t(ring.rng.next()));
			c.w[1 + ring.rng.below(16)] ^= uint16_t(1 << ring.rng.below(16));
			break;
		default:
			c = control(REQ, 0, i, ring.rng.below(64), (i + 1) % 5, 100);
			c.bad = true;
		}
		ring[i].from[1024].push_back(c);
		made++;
	}
	ring.settle(20000);
	for (int i = 0; i < 2000; i++)
		ring.step();
	sim::ok(all && sim::tally().failed == before && ring.strays() == made, "%u cells of nonsense: %u dropped and counted, no harm",
		made, ring.strays());
}

// Anything at all comes in for a while: nothing may hang, and after it all works.
static void noise()
{
	Ring ring(4, sim::seed() + 10, 2000);
	bool ended = true;

	for (int round = 0; round < 20; round++) {
		for (unsigned i = 0; i < 4; i++) {
			ring[i].send((i + 1 + ring.rng.below(3)) % 4, message(i, length(ring.rng)), ring.rng.chance(1, 4));
			if (ring.rng.chance(1, 2))
				ring[i].recv(ring.rng.below(5), length(ring.rng), ring.rng.chance(1, 3), ring.rng.chance(1, 2));
			else
				ring[i].barrier();
			for (int k = 0; k < 30; k++) {
				Cell c = control(ring.rng.below(8), ring.rng.below(4), i, ring.rng.below(64), ring.rng.below(5), ring.rng.below(2000));

				ring[i].from[1024].push_back(c);
			}
		}
		for (int k = 0; k < 6000; k++)
			ring.step();
		for (auto &x : ring.node)
			x->m->recv_halt = x->m->send_halt = x->m->coll_halt = 1;
		ended = ring.settle(20000) && ended;
	}
	sim::ok(ended, "after any noise every operation ends");
	for (auto &x : ring.node) {
		x->m->load_seq = 1;
		x->m->new_seq = 17;
	}
	ring.step();
	for (unsigned i = 0; i < 4; i++)
		while (ring[i].m->queue_count != 0) {
			ring[i].recv(0, 0, false, true);
			ended = ring.settle(20000) && ended;
		}
	sim::ok(ended && transfer(ring, 0, 1, 500, true) && transfer(ring, 1, 0, 500, true) && transfer(ring, 3, 2, 1, false), "then messages");
	for (auto &x : ring.node)
		x->barrier();
	ended = ring.settle(20000);
	for (auto &x : ring.node)
		ended = ended && x->m->coll_code == OK;
	sim::ok(ended, "and a barrier");
}

static void deaf_switch()
{
	Ring ring(3, sim::seed() + 11, 400);

	ring[0].deaf = 1;
	ring[0].send(1, message(0, 5));
	for (int i = 0; i < 1000; i++)
		ring.step();
	sim::ok(ring[0].stucks > 0, "a switch that takes nothing is reported");
	ring[0].deaf = 0;
	ring.settle(5000);
	sim::ok(transfer(ring, 0, 1, 77, true), "and when it takes cells again, messages go");
}

// ---- The queue -------------------------------------------------------------------------------

struct Wait {
	unsigned src, tag;
};

static void queue_of(unsigned n, unsigned rounds)
{
	Ring ring(1, sim::seed() + 12);
	Node &x = ring[0];
	std::vector<Wait> model;
	unsigned wrong = 0, most = 0, answered = 0;

	x.start(n / 2, n);
	x.slow = 1;
	for (unsigned k = 0; k < rounds; k++) {
		std::vector<unsigned> who;

		for (unsigned i = 0; i < n; i++)
			if (i != x.id)
				who.push_back(i);
		for (unsigned i = unsigned(who.size()) - 1; i > 0; i--)
			std::swap(who[i], who[x.rng.below(i + 1)]);
		for (unsigned src : who) {
			unsigned tag = x.rng.below(64);

			x.from[1024].push_back(control(REQ, 0, x.id, tag, src, 0));
			auto old = std::find_if(model.begin(), model.end(), [&](const Wait &w) { return w.src == src; });
			if (old != model.end())
				old->tag = tag;
			else
				model.push_back(Wait{src, tag});
		}
		while (!x.from[1024].empty() || x.now_at >= 0) {
			ring.step();
		}
		for (unsigned i = 0; i < 2 * n + 20; i++)
			ring.step();
		most = std::max(most, unsigned(x.m->queue_count));
		unsigned leave = k + 1 < rounds ? x.rng.below(n) : 0;
		while (model.size() > leave) {
			bool any = x.rng.chance(1, 2);
			size_t i = any ? 0 : x.rng.below(unsigned(model.size()));

			if (x.rng.chance(1, 8)) { // given up, with the right or a wrong tag
				bool right = x.rng.chance(1, 2);

				x.from[1024].push_back(control(REQ, 1, x.id, model[i].tag ^ !right, model[i].src, 0));
				for (unsigned w = 0; w < 2 * n + 60; w++)
					ring.step();
				if (right)
					model.erase(model.begin() + long(i));
				continue;
			}
			unsigned cells = x.cells;
			x.recv(model[i].src, 0, false, any);
			for (unsigned w = 0; w < 4 * n + 400 && (x.cells == cells || x.m->recv_busy); w++)
				ring.step();
			wrong += x.sending.type() != REPLY || x.m->recv_src != model[i].src || x.m->recv_code != OK || x.sending.w[1] != (model[i].tag << 10 | x.id)
				|| x.sending.dest() != model[i].src;
			answered++;
			model.erase(model.begin() + long(i));
		}
	}
	sim::ok(wrong == 0 && most == n - 1 && x.m->queue_count == 0,
		"a queue of one request of each of %u other nodes: %u answered in order or by name, %u wrong", most, answered, wrong);
}

// More nodes than the queue is for: the requests that have no place are dropped and counted, also where a damaged cell is at the
// same time; those in the queue stay, and can be replaced.
static void queue_is_full()
{
	const unsigned N = 20, PLACES = 15;
	Ring ring(1, sim::seed() + 13);
	Node &x = ring[0];
	unsigned made = 0;

	x.start(N - 1, N);
	auto run = [&] {
		while (!x.from[1024].empty() || x.now_at >= 0)
			ring.step();
		for (int i = 0; i < 100; i++)
			ring.step();
	};
	for (unsigned src = 0; src < PLACES; src++)
		x.from[1024].push_back(control(REQ, 0, x.id, src, src, 10));
	run();
	sim::ok(x.m->queue_count == PLACES && x.strays == 0, "a queue of %u requests is full", x.m->queue_count);
	for (unsigned k = 0; k < 400; k++, made += 2) {
		Cell bad = control(REQ, 0, x.id, 1, 2, 10);

		bad.bad = true;
		x.slow = k % 8 ? 0 : x.rng.below(4);
		x.from[1024].push_back(control(REQ, 0, x.id, 1, PLACES + k % 4, 10));
		x.from[1024].push_back(bad);
		if (k % 20 == 19)
			run();
	}
	run();
	sim::ok(x.m->queue_count == PLACES && x.queued == PLACES && x.strays == made, "%u more, and damaged ones: %u dropped and counted", made, x.strays);
	x.from[1024].push_back(control(REQ, 0, x.id, 9, 3, 0));
	run();
	x.recv(3, 0);
	sim::ok(ring.settle(1000) && x.m->recv_code == OK && x.sending.w[1] == (9 << 10 | x.id) && x.m->queue_count == PLACES - 1,
		"a request that replaces another has its place");
}

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	unsigned steps = unsigned(sim::setting("steps", 60));
	bool wide = sizeof(Vtop) != 0 && strstr(argv[0], "early");

	schedules(2, steps, 4, 0);
	schedules(3, steps, 2, 0);
	schedules(8, steps, 3, 0);
	schedules(8, steps, 0, 50000);
	schedules(13, steps, 6, 0);
	nobody_answers();
	sender_dies();
	memory_errors();
	cancels();
	nonsense();
	noise();
	deaf_switch();
	queue_of(2, 20);
	queue_of(16, 40);
	if (wide)
		queue_of(1024, 1);
	else
		queue_is_full();
	return sim::done();
}
