// SPDX-License-Identifier: BSD-3-Clause
//
// Rings of whole cards in the SPIN setting, with hosts that follow the paper's procedures (send, receive,
// broadcast, barrier) through registers and interrupt, on memories of random latency. Every
// byte is compared. Prints the clocks of each procedure beside the paper's table; the paper's times contain PCI and
// the library, these contain only register accesses without any pause between them.
// Settings: seed=, mixes= (rounds of the random mixtures), long=1 (64 KiB too), delay= (clocks of a link, one way), latency= (of memory).
//
// top: card_spin
// with: fast -GLG_REQ=6
// with: published -GLG_REQ=6 -GPUBLISHED=1

#define RD_SIM_ANY_STATE

#include "Vtop.h"
#include "sim.h"
#include "btl_fpga/ring_nic_regs.h"
#include "spin_axi.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <ucontext.h>
#include <vector>

typedef std::vector<uint8_t> Bytes;

static const double MHZ = 80; // the paper's clock: microseconds are clocks of it
static const uint32_t MSG = uint32_t(RN_SPIN_OP_MSG) << 30, ALL = uint32_t(RN_SPIN_OP_BCAST) << 30;
static const uint32_t ABORT = uint32_t(RN_SPIN_OP_ABORT) << 30;
static const uint32_t BUSY = 1u << RN_SPIN_SEND_STATUS_BUSY_LSB;
static const unsigned OK = RN_SPIN_STATUS_OK;

// The outputs of a node on one link.
struct Wires {
	uint16_t data = 0;
	bool valid = false, parity = false;
};

template<class T> struct Delay {
	std::vector<T> ring;
	size_t at = 0;

	explicit Delay(unsigned n) : ring(n) {}
	T shift(T in) // the input of n clocks ago
	{
		std::swap(ring[at], in);
		at = (at + 1) % ring.size();
		return in;
	}
};

struct Ring;

// A card and its host, whose program runs as a coroutine: it gives up the processor for every clock.
struct Card {
	sim::Clocked<Vtop> m;
	Memory mem;
	sim::Rng rng;
	Ring *ring = nullptr;
	unsigned id = 0, n = 0;
	Delay<Wires> x, y;
	Delay<uint8_t> x_nack, y_nack;

	ucontext_t here, host;
	std::vector<char> stack;
	std::function<void(Card &)> program;
	bool running = false;
	bool lazy = false; // the host pauses at random

	Card(uint64_t seed, unsigned delay)
		: mem(seed), rng(seed + 1), x(delay), y(delay), x_nack(delay), y_nack(delay), stack(256 * 1024)
	{
	}

	// ---- Host ----

	static void enter(unsigned high, unsigned low)
	{
		Card *c = reinterpret_cast<Card *>(uintptr_t(high) << 32 | low);

		c->program(*c);
		c->running = false;
		swapcontext(&c->host, &c->here);
	}
	void start(std::function<void(Card &)> f)
	{
		uintptr_t me = reinterpret_cast<uintptr_t>(this);

		program = f;
		running = true;
		getcontext(&host);
		host.uc_stack.ss_sp = stack.data();
		host.uc_stack.ss_size = stack.size();
		host.uc_link = nullptr;
		makecontext(&host, reinterpret_cast<void (*)()>(enter), 2, unsigned(me >> 32), unsigned(me));
	}
	void resume()
	{
		if (running)
			swapcontext(&here, &host);
	}
	void clock() { swapcontext(&host, &here); } // the next one
	void pause(unsigned clocks)
	{
		while (clocks--)
			clock();
	}
	void dawdle()
	{
		if (lazy && rng.chance(1, 8))
			pause(rng.below(200));
	}
	void write(uint32_t reg, uint32_t value, unsigned strobes = 15, unsigned answer = 0)
	{
		dawdle();
		m->s_axil_awvalid = m->s_axil_wvalid = m->s_axil_bready = 1;
		m->s_axil_awaddr = reg;
		m->s_axil_wdata = value;
		m->s_axil_wstrb = strobes;
		while (true) {
			m.settle();
			bool aw = m->s_axil_awready, w = m->s_axil_wready, b = m->s_axil_bvalid;
			if (b)
				sim::expect(m->s_axil_bresp == answer, "write to %03x is answered by %u", reg, m->s_axil_bresp);
			clock();
			m->s_axil_awvalid = m->s_axil_awvalid && !aw;
			m->s_axil_wvalid = m->s_axil_wvalid && !w;
			if (b)
				break;
		}
		m->s_axil_bready = 0;
	}
	uint32_t read(uint32_t reg, unsigned answer = 0)
	{
		uint32_t value = 0;

		dawdle();
		m->s_axil_arvalid = m->s_axil_rready = 1;
		m->s_axil_araddr = reg;
		while (true) {
			m.settle();
			bool ar = m->s_axil_arready, r = m->s_axil_rvalid;
			value = m->s_axil_rdata;
			if (r)
				sim::expect(m->s_axil_rresp == answer, "read of %03x is answered by %u", reg, m->s_axil_rresp);
			clock();
			m->s_axil_arvalid = m->s_axil_arvalid && !ar;
			if (r)
				break;
		}
		m->s_axil_rready = 0;
		return value;
	}
	void set_up(uint32_t timeout, unsigned lg_burst)
	{
		unsigned forth = n / 2, back = (n - 1) / 2;

		write(RN_SPIN_NODE, id << RN_SPIN_NODE_ID_LSB | (n - 1) << RN_SPIN_NODE_LAST_LSB);
		write(RN_SPIN_WAYS, (id + forth) % n << RN_SPIN_WAYS_BCAST_X_LSB | (id + n - back) % n << RN_SPIN_WAYS_BCAST_Y_LSB
			| unsigned(n > 1) << RN_SPIN_WAYS_EN_X_LSB | unsigned(n > 2) << RN_SPIN_WAYS_EN_Y_LSB
			| unsigned(id == n - 1) << RN_SPIN_WAYS_DATELINE_X_LSB | unsigned(id == 0) << RN_SPIN_WAYS_DATELINE_Y_LSB);
		write(RN_SPIN_TIMEOUT, timeout);
		write(RN_SPIN_BURST, lg_burst);
		write(RN_SPIN_MASK, 255);
	}
	void post_send(unsigned dest, uint64_t addr, uint32_t len, uint32_t op)
	{
		write(RN_SPIN_SEND_ADDR_LO, uint32_t(addr));
		write(RN_SPIN_SEND_ADDR_HI, uint32_t(addr >> 32));
		write(RN_SPIN_SEND_LEN, len);
		write(RN_SPIN_SEND, op | dest);
	}
	void post_recv(unsigned src, uint64_t addr, uint32_t room, uint32_t op)
	{
		write(RN_SPIN_RECV_ADDR_LO, uint32_t(addr));
		write(RN_SPIN_RECV_ADDR_HI, uint32_t(addr >> 32));
		write(RN_SPIN_RECV_LEN, room);
		write(RN_SPIN_RECV, op | src);
	}
	// Until the operation of that status register has ended; woken by the interrupt.
	uint32_t finish(uint32_t reg, unsigned event)
	{
		while (true) {
			m.settle();
			if (m->irq) {
				uint32_t seen = read(RN_SPIN_EVENT);
				write(RN_SPIN_EVENT, seen & ~(1u << event));
				if (seen >> event & 1) {
					write(RN_SPIN_EVENT, 1u << event);
					break;
				}
			}
			uint32_t status = read(reg);
			if (!(status & BUSY)) {
				write(RN_SPIN_EVENT, 1u << event);
				return status;
			}
			clock();
		}
		uint32_t status = read(reg);
		sim::expect(!(status & BUSY), "an event comes at the end");
		return status;
	}
	uint32_t poll(uint32_t reg)
	{
		uint32_t status;

		while ((status = read(reg)) & BUSY)
			;
		return status;
	}
	uint32_t send(unsigned dest, uint64_t addr, uint32_t len)
	{
		post_send(dest, addr, len, MSG);
		return poll(RN_SPIN_SEND_STATUS) & 15;
	}
	uint32_t recv(unsigned src, uint64_t addr, uint32_t room)
	{
		post_recv(src, addr, room, MSG);
		return poll(RN_SPIN_RECV_STATUS) & 15;
	}
	uint32_t bcast(unsigned root, uint64_t addr, uint32_t len)
	{
		if (id == root) {
			post_send(0, addr, len, ALL);
			return poll(RN_SPIN_SEND_STATUS) & 15;
		}
		post_recv(root, addr, len, ALL);
		return poll(RN_SPIN_RECV_STATUS) & 15;
	}
	uint32_t barrier()
	{
		write(RN_SPIN_BARRIER, MSG);
		return poll(RN_SPIN_BARRIER_STATUS) & 15;
	}
	void fill(uint64_t addr, const Bytes &b)
	{
		for (size_t i = 0; i < b.size(); i++)
			mem.byte(addr + i) = b[i];
	}
	bool holds(uint64_t addr, const Bytes &b)
	{
		for (size_t i = 0; i < b.size(); i++)
			if (mem.byte(addr + i) != b[i]) {
				sim::diag("node %u at clock %llu: byte %zu of %zu is %02x, not %02x", id, (unsigned long long)m.cycle, i, b.size(),
					mem.byte(addr + i), b[i]);
				return false;
			}
		return true;
	}
};

struct Ring {
	std::vector<std::unique_ptr<Card>> card;
	uint64_t cycle = 0;
	sim::Rng rng;
	unsigned errors = 0; // of 2^20 words on a link: a wrong bit
	unsigned flipped = 0;

	Ring(unsigned n, unsigned delay, unsigned latency) : rng(sim::seed() + 99)
	{
		for (unsigned i = 0; i < n; i++) {
			card.emplace_back(new Card(sim::seed() * 131 + i, delay));
			card[i]->id = i;
			card[i]->n = n;
			card[i]->ring = this;
			card[i]->mem.latency = latency;
			card[i]->m->s_axil_awvalid = card[i]->m->s_axil_wvalid = card[i]->m->s_axil_arvalid = 0;
			card[i]->m->s_axil_bready = card[i]->m->s_axil_rready = 0;
			card[i]->m.reset();
		}
	}
	Card &operator[](unsigned i) { return *card[i]; }
	unsigned n() const { return unsigned(card.size()); }

	Wires damaged(Wires w)
	{
		if (errors && w.valid && rng.below(1 << 20) < errors) {
			flipped++;
			w.data ^= uint16_t(1 << rng.below(16));
		}
		return w;
	}
	void wires()
	{
		for (unsigned i = 0; i < n(); i++) {
			Card &c = *card[i], &next = *card[(i + 1) % n()], &prev = *card[(i + n() - 1) % n()];
			Wires x, y;

			x.valid = c.m->m_x_valid;
			x.data = c.m->m_x_data;
			x.parity = c.m->m_x_parity;
			y.valid = c.m->m_y_valid;
			y.data = c.m->m_y_data;
			y.parity = c.m->m_y_parity;
			x = damaged(c.x.shift(x));
			y = damaged(c.y.shift(y));
			next.m->s_x_valid = x.valid;
			next.m->s_x_data = x.data;
			next.m->s_x_parity = x.parity;
			prev.m->s_y_valid = y.valid;
			prev.m->s_y_data = y.data;
			prev.m->s_y_parity = y.parity;
			prev.m->m_x_nack = c.x_nack.shift(c.m->s_x_nack);
			next.m->m_y_nack = c.y_nack.shift(c.m->s_y_nack);
		}
	}
	void step()
	{
		wires();
		for (auto &c : card) {
			c->mem.drive(c->m.top);
			c->resume();
			c->m.settle();
			c->mem.take(c->m.top);
			c->m.tick();
		}
		cycle++;
	}
	// All programs to their ends; false: that takes more than `most` clocks.
	bool run(uint64_t most)
	{
		uint64_t end = cycle + most;
		bool busy = true;

		while (busy && cycle < end) {
			step();
			busy = false;
			for (auto &c : card)
				busy = busy || c->running;
		}
		for (auto &c : card)
			if (c->running)
				sim::diag("host %u is not through", c->id);
		return !busy;
	}
	bool all(uint64_t most, std::function<void(Card &)> f)
	{
		for (auto &c : card)
			c->start(f);
		return run(most);
	}
	void set_up(uint32_t timeout, unsigned lg_burst)
	{
		all(5000, [=](Card &c) { c.set_up(timeout, lg_burst); });
	}
};

static Bytes message(uint64_t key, uint32_t len)
{
	sim::Rng rng(key * 2654435761u + len);
	Bytes b(len);

	for (auto &x : b)
		x = uint8_t(rng.next() >> 40);
	return b;
}

static unsigned delay, latency;
static bool published;

// ---- Times --------------------------------------------------------------------------------------

struct Row {
	uint32_t size;
	double adjacent, diagonal, bcast; // us, of the paper; 0: not given
};

static const Row rows[] = {
	{32, 10.4, 13.8, 8.5}, {128, 14.3, 17.8, 12.3}, {256, 19, 23, 18}, {1024, 50, 54, 50}, {4096, 139, 142, 141},
	{16384, 497, 501, 506}, {65536, 0, 0, 0},
};

// Clocks of one way of a ping-pong between a and b.
static double ping_pong(Ring &ring, unsigned a, unsigned b, uint32_t size)
{
	const unsigned ROUNDS = size >= 4096 ? 1 : 4;
	uint64_t begin = ring.cycle;
	bool good = true;

	auto party = [&](Card &c) {
		unsigned other = c.id == a ? b : a;

		for (unsigned k = 0; k < ROUNDS; k++) {
			if (c.id == a)
				good = c.send(other, 0x10000, size) == OK && good;
			good = c.recv(other, 0x10000, size) == OK && good;
			if (c.id == b)
				good = c.send(other, 0x10000, size) == OK && good;
		}
	};
	Bytes bytes = message(size, size);
	ring[a].fill(0x10000, bytes);
	ring[a].start(party);
	ring[b].start(party);
	good = ring.run(4000000) && good && ring[a].holds(0x10000, bytes) && ring[b].holds(0x10000, bytes);
	sim::expect(good, "ping-pong of %u bytes between %u and %u", size, a, b);
	return double(ring.cycle - begin) / (2 * ROUNDS);
}

// Clocks of one broadcast in a row of them, root 0.
static double broadcasts(Ring &ring, uint32_t size)
{
	const unsigned ROUNDS = size >= 4096 ? 1 : 8;
	uint64_t begin = ring.cycle;
	bool good = true;
	Bytes bytes = message(size + 1, size);

	ring[0].fill(0x20000, bytes);
	good = ring.all(8000000, [&](Card &c) {
		for (unsigned k = 0; k < ROUNDS; k++)
			good = c.bcast(0, 0x20000, size) == OK && good;
	}) && good;
	for (auto &c : ring.card)
		good = good && c->holds(0x20000, bytes);
	sim::expect(good, "broadcast of %u bytes", size);
	return double(ring.cycle - begin) / ROUNDS;
}

static double barriers(Ring &ring)
{
	const unsigned ROUNDS = 50;
	uint64_t begin = ring.cycle;
	bool good = true;

	good = ring.all(1000000, [&](Card &c) {
		for (unsigned k = 0; k < ROUNDS; k++)
			good = c.barrier() == OK && good;
	}) && good;
	sim::expect(good, "barriers");
	return double(ring.cycle - begin) / ROUNDS;
}

// MB/s at 80 MHz of each of four pairs at once.
static double pairs(Ring &ring, unsigned far)
{
	const uint32_t SIZE = sim::setting("long", 0) ? 65536 : 8192;
	uint64_t begin = ring.cycle;
	bool good = true;

	for (unsigned i = 0; i < 8; i++)
		ring[i].fill(0x30000, message(i, SIZE));
	good = ring.all(8000000, [&](Card &c) {
		unsigned pair = far == 1 ? c.id ^ 1 : (c.id + 4) % 8;
		bool sends = far == 1 ? c.id % 2 == 0 : c.id < 4;

		good = (sends ? c.send(pair, 0x30000, SIZE) : c.recv(pair, 0x30000, SIZE)) == OK && good;
	}) && good;
	for (unsigned i = 0; i < 8; i++)
		if (far == 1 ? i % 2 == 1 : i >= 4)
			good = good && ring[i].holds(0x30000, message(far == 1 ? i ^ 1 : i - 4, SIZE));
	sim::expect(good, "four pairs at distance %u", far);
	return SIZE * MHZ / double(ring.cycle - begin);
}

static void times(unsigned burst, unsigned memory)
{
	Ring ring(8, delay, memory);
	int before = sim::tally().failed;

	ring.set_up(0, burst);
	sim::diag("links of %u clocks, memory of %u clocks, bursts of %u words; clocks (us at 80 MHz; paper's us)", delay, memory, 1u << burst);
	sim::diag("%7s  %-26s %-26s %-26s", "bytes", "0 to 1", "0 to 4", "broadcast to 7");
	for (const Row &r : rows) {
		if (r.size > 16384 && !sim::setting("long", 0))
			break;
		double a = ping_pong(ring, 0, 1, r.size), d = ping_pong(ring, 0, 4, r.size), b = broadcasts(ring, r.size);

		sim::diag("%7u  %7.0f (%6.2f; %5.1f)    %7.0f (%6.2f; %5.1f)    %7.0f (%6.2f; %5.1f)", r.size, a, a / MHZ, r.adjacent, d,
			d / MHZ, r.diagonal, b, b / MHZ, r.bcast);
		if (r.size == 16384)
			sim::measured(published ? "spin_published_bcast_16k_clocks" : "spin_bcast_16k_clocks", b);
	}
	double b = barriers(ring);
	sim::diag("barrier %.0f clocks (%.2f us; paper 6.5)", b, b / MHZ);
	double near = pairs(ring, 1), far = pairs(ring, 4);
	sim::diag("four pairs at once, MB/s each: neighbours %.1f (paper 35), diagonal %.1f (paper 28)", near, far);
	sim::ok(sim::tally().failed == before, "all of them with the right bytes");
}

// ---- Mixtures -------------------------------------------------------------------------------------

// All hosts run the same list; each step's transfers are at once, at random addresses.
static void mixtures(unsigned n, unsigned rounds)
{
	Ring ring(n, delay, 0);
	sim::Rng plan(sim::seed() * 7 + n);
	int before = sim::tally().failed;
	bool good = true;

	ring.set_up(0, published ? 3 : 3 + plan.below(6));
	for (auto &c : ring.card) {
		c->lazy = true;
		c->mem.latency = plan.below(60);
		c->mem.jitter = plan.below(60);
		c->mem.slow = plan.below(6);
	}
	for (unsigned k = 0; k < rounds && good; k++) {
		// Some steps without a common end, so that nodes run ahead of each other.
		struct Step {
			unsigned kind, root;
			uint32_t len;
			std::vector<unsigned> to;
		};
		std::vector<Step> steps;
		for (unsigned s = 0; s < 6; s++) {
			Step t{n == 1 ? 2 : plan.below(3), plan.below(n), plan.chance(1, 3) ? plan.below(70) : plan.below(3000), {}};

			for (unsigned i = 0; i < n; i++)
				t.to.push_back(i);
			for (unsigned i = n - 1; i > 0; i--)
				std::swap(t.to[i], t.to[plan.below(i + 1)]);
			steps.push_back(t);
		}
		uint64_t out = 0x100000000ull * plan.below(1 << 20) + 0x40000 + plan.below(4096), in = out + 0x100000 + plan.below(64);
		for (auto &c : ring.card)
			c->mem.page.clear();
		good = ring.all(3000000, [&](Card &c) {
			for (unsigned s = 0; s < steps.size(); s++) {
				const Step &t = steps[s];
				uint64_t from = out + s * 0x2000, to = in + s * 0x2000;
				int src = -1;

				for (unsigned i = 0; i < n; i++)
					if (t.to[i] == c.id && i != c.id)
						src = int(i);
				if (t.kind == 0) {
					c.write(RN_SPIN_EVENT, 255); // events that were polled
					c.fill(from, message(k * 1024 + s * 32 + c.id, t.len));
					if (src >= 0)
						c.post_recv(unsigned(src), to, t.len, MSG);
					if (t.to[c.id] != c.id)
						c.post_send(t.to[c.id], from, t.len, MSG);
					if (t.to[c.id] != c.id)
						sim::expect((c.finish(RN_SPIN_SEND_STATUS, RN_SPIN_EVENT_SENT_LSB) & 15) == OK, "send");
					if (src >= 0) {
						sim::expect((c.finish(RN_SPIN_RECV_STATUS, RN_SPIN_EVENT_RECEIVED_LSB) & 15) == OK, "receive");
						sim::expect(c.holds(to, message(k * 1024 + s * 32 + unsigned(src), t.len)), "bytes of %d at %u", src, c.id);
					}
				} else if (t.kind == 1) {
					if (c.id == t.root)
						c.fill(to, message(k * 1024 + s * 32 + 31, t.len));
					sim::expect(c.bcast(t.root, to, t.len) == OK, "broadcast");
					sim::expect(c.holds(to, message(k * 1024 + s * 32 + 31, t.len)), "bytes of a broadcast at %u", c.id);
				} else {
					sim::expect(c.barrier() == OK, "barrier");
				}
				for (uint64_t i = 0; i < 64; i++)
					sim::expect(!c.mem.written(to - 1 - i) && (t.kind == 2 || !c.mem.written(to + t.len + i)), "nothing beside a message");
			}
		});
	}
	uint32_t lost = 0, parity = 0;
	ring.all(10000, [&](Card &c) {
		lost += c.read(RN_SPIN_LOST);
		parity += c.read(RN_SPIN_PARITY);
	});
	sim::ok(good && sim::tally().failed == before && lost == 0 && parity == 0,
		"ring of %u: %u mixtures, every byte; %u stray cells, %llu clocks", n, rounds, lost, (unsigned long long)ring.cycle);
}

// All send to node 0, which takes the oldest request first; N - 1 requests at once in its queue.
static void incast(unsigned n)
{
	Ring ring(n, delay, 20);
	std::vector<unsigned> heard(n);
	unsigned most = 0;
	bool good = true;

	ring.set_up(0, 3);
	good = ring.all(3000000, [&](Card &c) {
		if (c.id != 0) {
			c.fill(0x1000, message(c.id, 100 + c.id));
			good = c.send(0, 0x1000, 100 + c.id) == OK && good;
			return;
		}
		c.pause(5000);
		most = c.read(RN_SPIN_QUEUE);
		for (unsigned k = 1; k < n; k++) {
			c.post_recv(0, 0x8000, 9999, MSG | 1u << RN_SPIN_RECV_ANY_LSB);
			uint32_t status = c.finish(RN_SPIN_RECV_STATUS, RN_SPIN_EVENT_RECEIVED_LSB);
			unsigned src = status >> RN_SPIN_RECV_STATUS_SRC_LSB & 1023;
			heard[src]++;
			good = good && (status & 15) == OK && c.read(RN_SPIN_RECV_GOT) == 100 + src && c.holds(0x8000, message(src, 100 + src));
		}
	}) && good;
	for (unsigned i = 1; i < n; i++)
		good = good && heard[i] == 1;
	sim::ok(good && most == n - 1, "ring of %u: all send to one, %u requests wait, each is heard once", n, most);
}

// ---- Faults --------------------------------------------------------------------------------------

static void refusals()
{
	Ring ring(2, delay, 10);
	bool good = true;

	ring.set_up(0, 3);
	good = ring.all(100000, [&](Card &c) {
		if (c.id != 0)
			return;
		good = good && c.read(RN_IDENT_ID) == RN_IDENT_ID_RESET && c.read(RN_IDENT_TABLE) == RN_IDENT_TABLE_RESET;
		good = good && (c.read(RN_IDENT_CAPS) >> RN_IDENT_CAPS_SETTING_LSB & 1) == 1;
		c.write(RN_SPIN_EVENT, 255);
		c.post_recv(1, 0x1000, 64, MSG);
		good = good && !c.m->irq;
		c.write(RN_SPIN_RECV_LEN, 65);
		good = good && c.read(RN_SPIN_RECV_LEN) == 64 && c.m->irq && c.read(RN_SPIN_EVENT) == 1u << RN_SPIN_EVENT_REFUSED_LSB;
		c.write(RN_SPIN_EVENT, 255);
		c.write(RN_SPIN_RECV, MSG | 1);
		good = good && c.read(RN_SPIN_EVENT) == 1u << RN_SPIN_EVENT_REFUSED_LSB;
		c.write(RN_SPIN_RECV, uint32_t(RN_SPIN_OP_CANCEL) << 30);
		good = good && (c.finish(RN_SPIN_RECV_STATUS, RN_SPIN_EVENT_RECEIVED_LSB) & 15) == RN_SPIN_STATUS_ABORTED;
		c.write(RN_SPIN_BARRIER, MSG);
		c.write(RN_SPIN_EVENT, 255);
		good = good && c.read(RN_SPIN_MISSING) == (1u << RN_SPIN_MISSING_BCAST_LSB | 1u << RN_SPIN_MISSING_BARRIER_LSB);
		c.write(RN_SPIN_SEND, ALL);
		good = good && c.read(RN_SPIN_EVENT) == 1u << RN_SPIN_EVENT_REFUSED_LSB;
		c.write(RN_SPIN_BARRIER, ABORT);
		good = good && c.poll(RN_SPIN_BARRIER_STATUS) == RN_SPIN_STATUS_ABORTED;
		c.write(RN_SPIN_BURST, 15);
		good = good && c.read(RN_SPIN_BURST) == (published ? 6 : 8);
		c.write(RN_SPIN_SEND, MSG | 5);
		good = good && c.poll(RN_SPIN_SEND_STATUS) == RN_SPIN_STATUS_BAD;
		c.post_send(1, 0x1000, 64, MSG);
		c.pause(500);
		c.write(RN_SPIN_SEND, ABORT);
		good = good && c.poll(RN_SPIN_SEND_STATUS) == RN_SPIN_STATUS_ABORTED;
		c.write(RN_SPIN_TIMEOUT, 77, 7, 2); // a part of a register
		c.read(RN_SPIN_TIMEOUT + 1, 2);
		good = good && c.read(RN_SPIN_TIMEOUT) == 0 && c.read(RN_IDENT_BUS_REFUSED) == 2;
	}) && good;
	sim::ok(good, "identity; commands to busy engines are refused and reported");
}

// A program learns of errors of its host's memory; the receiver learns of the sender's read errors, too.
static void memory_errors()
{
	Ring ring(3, delay, 10);
	Bytes bytes = message(5, 3000);
	unsigned sent = 0, got = 0;
	bool good = true;

	ring.set_up(20000, 3);
	ring[0].fill(0x1000, bytes);
	auto pass = [&](Card &c) {
		if (c.id == 0)
			sent = c.send(1, 0x1000, 3000);
		else if (c.id == 1)
			got = c.recv(0, 0x9000, 3000);
	};
	ring[0].mem.read_error = true;
	good = ring.all(200000, pass) && sent == RN_SPIN_STATUS_HOST && got == RN_SPIN_STATUS_GONE;
	sim::ok(good, "memory that answers reads with errors: sender %u, receiver %u", sent, got);
	ring[0].mem.read_error = false;
	ring[1].mem.write_error = true;
	good = ring.all(200000, pass) && sent == OK && got == RN_SPIN_STATUS_HOST;
	sim::ok(good, "memory that answers writes with errors: sender %u, receiver %u", sent, got);
	ring[1].mem.write_error = false;
	good = ring.all(200000, pass) && sent == OK && got == OK && ring[1].holds(0x9000, bytes);
	sim::ok(good, "and then the message comes");
}

// A host that takes no writes: cells wait in the network up to the sender, whose program is told; when the host writes again, messages go.
static void deaf_host()
{
	Ring ring(3, delay, 10);
	Bytes bytes = message(6, 20000);
	unsigned sent = OK, got = OK;
	bool good = true, told = false;

	ring.set_up(3000, 3);
	ring[0].fill(0x1000, bytes);
	ring[1].mem.slow = 8;
	good = ring.all(200000, [&](Card &c) {
		if (c.id == 1)
			c.post_recv(0, 0x9000, 20000, MSG);
		if (c.id != 0)
			return;
		c.post_send(1, 0x1000, 20000, MSG);
		for (unsigned i = 0; i < 3000 && !told; i++)
			told = c.read(RN_SPIN_EVENT) >> RN_SPIN_EVENT_STUCK_LSB & 1;
	});
	sim::ok(good && told, "a host that takes no writes: the sender's program is told");
	ring[1].mem.slow = 0;
	good = ring.all(200000, [&](Card &c) {
		c.write(RN_SPIN_SEND, ABORT);
		c.write(RN_SPIN_RECV, ABORT);
		c.poll(RN_SPIN_SEND_STATUS);
		c.poll(RN_SPIN_RECV_STATUS);
		c.pause(5000);
		if (c.id == 0)
			sent = c.send(1, 0x1000, 20000);
		else if (c.id == 1)
			got = c.recv(0, 0x9000, 20000);
	}) && good;
	sim::ok(good && sent == OK && got == OK && ring[1].holds(0x9000, bytes), "when it takes them again, a message comes");
}

// Barriers while long messages are under way.
static void barriers_meanwhile()
{
	Ring ring(5, delay, 10);
	bool good = true;

	ring.set_up(0, 3);
	good = ring.all(1000000, [&](Card &c) {
		unsigned next = (c.id + 1) % 5, prev = (c.id + 4) % 5;

		for (unsigned k = 0; k < 4; k++) {
			c.fill(0x1000, message(c.id + 8 * k, 6000));
			c.post_recv(prev, 0x9000, 6000, MSG);
			c.post_send(next, 0x1000, 6000, MSG);
			for (unsigned i = 0; i < 12; i++) {
				good = c.barrier() == OK && good;
				c.pause(c.rng.below(60));
			}
			good = (c.poll(RN_SPIN_SEND_STATUS) & 15) == OK && (c.poll(RN_SPIN_RECV_STATUS) & 15) == OK && good;
			good = c.holds(0x9000, message(prev + 8 * k, 6000)) && good;
			good = c.barrier() == OK && good;
		}
	}) && good;
	sim::ok(good, "barriers while messages are under way");
}

// Words are damaged on the links: the hosts see parity errors, all operations end, and later ones
// succeed.
static void damage(unsigned rounds)
{
	Ring ring(5, delay, 10);
	bool ended = true;
	unsigned told = 0, failed = 0;

	ring.set_up(3000, 3);
	ring.errors = 1500;
	for (unsigned k = 0; k < rounds && ended; k++)
		ended = ring.all(400000, [&](Card &c) {
			unsigned next = (c.id + 1 + k % 4) % 5, prev = (c.id + 4 - k % 4) % 5;

			c.post_recv(prev, 0x9000, 700, MSG);
			c.post_send(next, 0x1000, 700, MSG);
			failed += (c.poll(RN_SPIN_SEND_STATUS) & 15) != OK;
			for (unsigned i = 0; i < 6000 && c.read(RN_SPIN_RECV_STATUS) & BUSY; i += 8)
				;
			c.write(RN_SPIN_RECV, ABORT);
			failed += (c.poll(RN_SPIN_RECV_STATUS) & 15) != OK;
			failed += c.bcast(k % 5, 0x5000, 500) != OK;
			failed += c.barrier() != OK;
		});
	ring.all(20000, [&](Card &c) {
		uint32_t p = c.read(RN_SPIN_PARITY);
		told += (p & 0xffff) + (p >> 16);
	});
	// Words of refused cells are not checked.
	sim::ok(ended && told <= ring.flipped && told > 0, "%u words damaged, %u told to hosts; every operation ends (%u not well)", ring.flipped,
		told, failed);
	ring.errors = 0;
	bool good = ring.all(100000, [&](Card &c) {
		c.pause(4000);
		while (c.read(RN_SPIN_QUEUE))
			c.recv(1u << RN_SPIN_RECV_ANY_LSB, 0x9000, 0);
	});
	good = ring.all(100000, [&](Card &c) {
		unsigned next = (c.id + 1) % 5, prev = (c.id + 4) % 5;

		c.write(RN_SPIN_COLL, 9);
		c.pause(1000);
		c.fill(0x1000, message(c.id, 700));
		c.post_recv(prev, 0x9000, 700, MSG);
		bool s = c.send(next, 0x1000, 700) == OK, r = (c.poll(RN_SPIN_RECV_STATUS) & 15) == OK;
		good = s && r && c.holds(0x9000, message(prev, 700)) && good;
		if (c.id == 2)
			c.fill(0x5000, message(77, 500));
		good = c.barrier() == OK && c.bcast(2, 0x5000, 500) == OK && c.holds(0x5000, message(77, 500)) && good;
	}) && good;
	sim::ok(good, "and afterwards messages, a barrier and a broadcast are right");

	uint32_t left = 0;
	for (auto &c : ring.card)
		c->m.reset();
	ring.all(10000, [&](Card &c) { left |= c.read(RN_SPIN_PARITY); });
	sim::ok(left == 0, "a reset clears the counters of damaged words");
}

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	unsigned mixes = unsigned(sim::setting("mixes", 2));

	delay = unsigned(sim::setting("delay", 4));
	latency = unsigned(sim::setting("latency", 20));
	published = strstr(argv[0], "published") != nullptr;
	refusals();
	for (unsigned n : {1u, 2u, 3u, 4u, 8u, 16u})
		mixtures(n, n > 8 ? (mixes + 1) / 2 : mixes);
	incast(16);
	memory_errors();
	deaf_host();
	barriers_meanwhile();
	damage(10);
	if (sim::setting("mixes_only", 0))
		return sim::done();
	times(3, latency);
	if (published)
		times(3, 64); // 73 clocks between bursts, the 30 PCI clocks of the paper
	else
		times(6, latency);
	return sim::done();
}
