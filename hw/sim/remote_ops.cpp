// SPDX-License-Identifier: BSD-3-Clause
//
// Bench of full/empty registers and remote operations: up to five nodes over a network in C++ with
// random delays and long stalls. All pages of all nodes work on a few registers at once, through the
// bus as a host does; every result is checked for being possible (fe_model.h). Invalid cells come
// between; none may stall the receiving side. Then lost cells and late replies.
//
// top: fe_node
// with: w16 -GW=16 -GREQ_DEPTH=32 -GREPLY_CYC=20000
// with: w64 -GW=64 -GREQ_DEPTH=32 -GREPLY_CYC=20000
// more: w128 -GW=128 -GREQ_DEPTH=32 -GREPLY_CYC=20000

#define RD_SIM_ANY_STATE

#include "Vtop.h"
#include "fe_model.h"

#include <deque>
#include <memory>
#include <vector>

namespace {

typedef std::vector<uint16_t> Words; // a cell: header 0, header 1, payload

// A word of the cell stream, of any width.
int width(const SData &) { return 1; }
int width(const QData &) { return 4; }
int width(const VlWide<4> &) { return 8; }
void put(SData &to, const uint16_t *w) { to = *w; }
void put(QData &to, const uint16_t *w)
{
	to = 0;
	for (int i = 0; i < 4; i++)
		to |= QData(w[i]) << 16 * i;
}
void put(VlWide<4> &to, const uint16_t *w)
{
	for (int i = 0; i < 4; i++)
		to[i] = w[2 * i] | uint32_t(w[2 * i + 1]) << 16;
}
uint16_t get(const SData &from, int) { return from; }
uint16_t get(const QData &from, int i) { return uint16_t(from >> 16 * i); }
uint16_t get(const VlWide<4> &from, int i) { return uint16_t(from[i / 2] >> 16 * (i % 2)); }

uint32_t field(uint32_t value, uint32_t mask) { return (value & mask) / (mask & -mask); }
uint32_t place(uint32_t value, uint32_t mask) { return value * (mask & -mask); }

struct BusAccess {
	bool write;
	uint32_t page, addr, data;
};

struct Page {
	enum { IDLE, SETUP, POLL, RESULT } state = IDLE;
	std::deque<BusAccess> todo;
	int id = 0;
	sim::FeOp op = {};
	uint32_t node = 0, page = 0, reg = 0, key = 0, status = 0;
	uint32_t fe_events = 0, refusals = 0; // seen
};

struct Timed {
	uint64_t at;
	Words words;
};

struct Node {
	sim::Clocked<Vtop> m;
	Page pages[RN_PAGE_N];
	bool busy = false;  // an access is on the bus
	uint32_t owner = 0; // of that access
	uint32_t bus_age = 0;
	std::deque<Timed> inbox;
	Words in;           // cell being given, from in_at
	size_t in_at = 0;
	Words out;          // cell being taken
	uint32_t stalled = 0;    // clocks in a row in which a word was refused
	uint64_t blocked_to = 0; // no cell leaves until then
	uint32_t want_fe[RN_PAGE_N] = {}, want_refused[RN_PAGE_N] = {};
	uint32_t want_dropped = 0, want_late = 0, want_timeouts = 0;
};

sim::Rng rng(1);
std::vector<std::unique_ptr<Node>> nodes;
std::map<uint32_t, sim::FeRegister> model; // by node, page, register
uint64_t now, ended, asked_remote, begun_ops;
int next_id = 1;
uint32_t last_node; // cfg_last
uint32_t lose;      // percent of cells
uint32_t max_delay = 40;
bool quiet, fill = true; // no stalls; new operations are begun
uint32_t wide;      // 16-bit words in a word of the stream

uint32_t need_key(uint32_t page) { return page % 3 == 0 ? 0 : 0x5a00 + page; }

uint32_t where(const Page &p) { return p.node << 16 | p.page << 8 | p.reg; }

void access(Page &p, bool write, uint32_t addr, uint32_t data, uint32_t page)
{
	p.todo.push_back({write, page, addr, data});
}

// A page thinks of an operation.
void begin(uint32_t n, uint32_t i)
{
	Page &p = nodes[n]->pages[i];

	p.op = {rng.chance(1, 40) ? rng.below(16) : rng.below(7), rng.next(), rng.next()};
	p.node = rng.chance(1, 60) ? rng.below(1024) : rng.below(uint32_t(nodes.size()));
	p.page = rng.below(3);
	p.reg = 5 * rng.below(3);
	p.key = rng.chance(1, 30) ? 0x77 : need_key(p.page);
	if (rng.chance(1, 2)) // values that meet
		p.op.arg = rng.below(3) - 1ull, p.op.cmp = rng.below(3) - 1ull;
	access(p, true, RN_FE_ARG_LO, uint32_t(p.op.arg), i);
	access(p, true, RN_FE_ARG_HI, uint32_t(p.op.arg >> 32), i);
	access(p, true, RN_FE_CMP_LO, uint32_t(p.op.cmp), i);
	access(p, true, RN_FE_CMP_HI, uint32_t(p.op.cmp >> 32), i);
	access(p, true, RN_FE_KEYS, place(p.key, RN_FE_KEYS_OURS_MASK)
		| place(need_key(i), RN_FE_KEYS_NEED_MASK), i);
	access(p, true, RN_FE_COMMAND, place(p.op.op, RN_FE_COMMAND_OP_MASK)
		| place(p.reg, RN_FE_COMMAND_REG_MASK) | place(p.page, RN_FE_COMMAND_PAGE_MASK)
		| place(p.node, RN_FE_COMMAND_NODE_MASK), i);
	p.state = Page::SETUP;
	begun_ops++;
}

// The expected status, as far as it is known beforehand; -1: OK or TIMEOUT.
int expected_code(const Page &p)
{
	if (p.op.op > RN_FE_OP_COMPARE_SWAP)
		return RN_FE_STATUS_NO_OP;
	if (p.node > last_node)
		return RN_FE_STATUS_NO_NODE;
	if (p.key != need_key(p.page))
		return RN_FE_STATUS_NO_KEY;
	return -1;
}

// The operation is over: value and status are here.
void finish(uint32_t n, Page &p, uint64_t value)
{
	uint32_t code = field(p.status, RN_FE_STATUS_CODE_MASK);
	int want = expected_code(p);
	bool did = p.status & RN_FE_STATUS_DID_MASK;

	ended++;
	p.state = Page::IDLE;
	if (code == RN_FE_STATUS_TIMEOUT) {
		sim::expect(lose || max_delay > 10000, "a reply was late");
		nodes[n]->want_timeouts++;
		return;
	}
	sim::expect(want < 0 ? code == RN_FE_STATUS_OK : int(code) == want,
		"node %u: status %u, should be %d", n, code, want);
	if (code != RN_FE_STATUS_OK) {
		nodes[n]->want_refused[&p - nodes[n]->pages]++;
		if (want >= 0 && p.node < nodes.size())
			model[where(p)].cancel(p.id);
		return;
	}
	if (p.op.op == RN_FE_OP_TEST_WRITE_INT && did)
		nodes[p.node]->want_fe[p.page]++;
	sim::expect(model[where(p)].end(p.id, {value, bool(p.status & RN_FE_STATUS_FULL_MASK), did}),
		"node %u: operation %u on %u.%u.%u gave %llx full %u did %u: impossible", n, p.op.op, p.node,
		p.page, p.reg, (unsigned long long)value, !!(p.status & RN_FE_STATUS_FULL_MASK), did);
}

// An access of a page was answered.
void answered(uint32_t n, Page &p, const BusAccess &a, uint32_t data)
{
	uint32_t i = uint32_t(&p - nodes[n]->pages);
	static std::map<const Page *, uint64_t> low;

	switch (p.state) {
	case Page::SETUP:
		if (a.addr == RN_FE_COMMAND)
			p.state = Page::POLL;
		break;
	case Page::POLL:
		if (data & RN_FE_STATUS_BUSY_MASK)
			break;
		p.status = data;
		p.state = Page::RESULT;
		access(p, false, RN_FE_RES_LO, 0, i);
		access(p, false, RN_FE_RES_HI, 0, i);
		break;
	case Page::RESULT:
		if (a.addr == RN_FE_RES_LO)
			low[&p] = data;
		else
			finish(n, p, low[&p] | uint64_t(data) << 32);
		break;
	default:
		break;
	}
}

// The host of a node, before an edge.
void host(uint32_t n)
{
	Node &o = *nodes[n];

	if (o.busy)
		return;
	o.m->bus_valid = 0;
	if (!quiet && rng.chance(1, 3))
		return;
	uint32_t i = rng.below(RN_PAGE_N);
	Page &p = o.pages[i];

	if (p.state == Page::IDLE) {
		if (!fill || rng.chance(quiet ? 0 : 1, 2))
			return;
		begin(n, i);
	}
	if (p.state == Page::POLL && p.todo.empty())
		access(p, false, RN_FE_STATUS, 0, i);
	BusAccess a = p.todo.front();
	if (p.state == Page::SETUP && a.addr == RN_FE_COMMAND) {
		p.id = next_id++;
		if (p.node < nodes.size() && p.op.op <= RN_FE_OP_COMPARE_SWAP)
			model[where(p)].begin(p.id, p.op);
	}
	o.busy = true;
	o.owner = i;
	o.bus_age = 0;
	o.m->bus_valid = 1;
	o.m->bus_write = a.write;
	o.m->bus_page = uint8_t(a.page);
	o.m->bus_addr = uint16_t(a.addr >> 2);
	o.m->bus_wdata = a.data;
}

// Words of 16 bits that a cell has to hold: four of control, the operand, the expected value; of a reply status and value.
uint32_t needs(const Words &w)
{
	if (field(w[0], RN_CELL_H0_TYPE_MASK) == RN_CELL_TYPE_REPLY)
		return 8;
	switch (field(w[2], RN_REQUEST_CTL_OP_MASK)) {
	case RN_FE_OP_COMPARE_SWAP:
		return 12;
	case RN_FE_OP_WRITE:
	case RN_FE_OP_TEST_WRITE:
	case RN_FE_OP_TEST_WRITE_INT:
	case RN_FE_OP_FETCH_ADD:
		return 8;
	default:
		return 4;
	}
}

// The words of the stream in the shortest cell that holds `words` of 16 bits.
uint32_t shortest(uint32_t words)
{
	for (uint32_t length : {1u, 4u, 8u})
		if (length * wide >= words)
			return length;
	return 16;
}

// A whole cell left node n.
void route(uint32_t n, const Words &w, uint32_t way)
{
	uint32_t dest = field(w[0], RN_CELL_H0_DEST_MASK), count = uint32_t(nodes.size());
	uint32_t ahead = (dest + count - n) % count;
	static const uint32_t lengths[] = {16, 8, 4, 1};
	uint32_t length = lengths[field(w[0], RN_CELL_H0_LEN_MASK)];

	sim::expect(dest < count && dest != n, "cell to node %u", dest);
	sim::expect(way == (2 * ahead <= count ? 1u : 2u), "from %u to %u of %u: way %u", n, dest, count, way);
	sim::expect(field(w[1], RN_CELL_H1_SRC_MASK) == n, "source %u", n);
	sim::expect(w.size() - 2 == length * wide, "%zu words of payload, header says %u", w.size() - 2,
		length);
	sim::expect(length == shortest(needs(w)), "%u words in a cell for %u of 16 bits", length, needs(w));
	asked_remote++;
	if (dest >= count || rng.chance(lose, 100))
		return;
	nodes[dest]->inbox.push_back({now + 1 + rng.below(max_delay), w});
}

// An invalid cell, and the counter that must count it.
void junk(uint32_t n)
{
	Node &o = *nodes[n];
	uint32_t src = (n + 1) % uint32_t(nodes.size()), type = RN_CELL_TYPE_REQ, words = 12, number = 0xf000;
	uint32_t op = RN_FE_OP_COMPARE_SWAP;

	switch (rng.below(5)) {
	case 0: // of another kind
		type = rng.chance(1, 2) ? RN_CELL_TYPE_DATA : RN_CELL_TYPE_MSG;
		o.want_dropped++;
		break;
	case 1: // too short for its operation
		words = rng.below(12) / wide * wide;
		if (!words)
			words = wide;
		o.want_dropped++;
		break;
	case 2: // from nowhere, or from here
		src = rng.chance(1, 2) ? n : last_node + 1 + rng.below(100);
		o.want_dropped++;
		break;
	case 3: // a reply that is too short
		type = RN_CELL_TYPE_REPLY;
		words = wide == 8 ? 0 : 4;
		if (!words)
			return;
		o.want_dropped++;
		break;
	default: // a reply without an operation that waits for it
		type = RN_CELL_TYPE_REPLY;
		words = 8;
		o.want_late++;
	}
	words = (words + wide - 1) / wide * wide;
	if (type == RN_CELL_TYPE_REQ && src == (n + 1) % nodes.size() && words >= 12) {
		o.want_dropped--;
		return;
	}
	Words w(2 + words);
	for (auto &x : w)
		x = uint16_t(rng.next());
	w[0] = uint16_t(place(type, RN_CELL_H0_TYPE_MASK) | place(n, RN_CELL_H0_DEST_MASK));
	w[1] = uint16_t(place(src, RN_CELL_H1_SRC_MASK) | rng.below(64));
	w[2] = uint16_t(op | rng.below(1 << 12) << 4);
	if (w.size() > 3)
		w[3] = uint16_t(number);
	o.inbox.push_back({now, w});
}

// The ring's side of a node, before an edge; handshakes are noted.
struct Moved {
	bool in, out;
};

Moved ring(uint32_t n)
{
	Node &o = *nodes[n];
	Moved moved;

	if (o.in.empty())
		for (auto it = o.inbox.begin(); it != o.inbox.end(); ++it)
			if (it->at <= now) {
				o.in = it->words;
				o.in_at = 0;
				o.inbox.erase(it);
				break;
			}
	if (!o.m->s_cell_valid && !o.in.empty() && (quiet || rng.chance(2, 3))) {
		uint16_t word[8] = {};
		bool head = o.in_at == 0;
		uint32_t take = head && wide > 1 ? 2 : wide;

		for (uint32_t i = 0; i < take; i++)
			word[i] = o.in[o.in_at + i];
		put(o.m->s_cell_data, word);
		o.m->s_cell_valid = 1;
		o.m->s_cell_head = head;
		o.m->s_cell_last = o.in_at + take == o.in.size();
		o.in_at += take;
	}
	if (now >= o.blocked_to && !quiet && rng.chance(1, 4000))
		o.blocked_to = now + rng.below(2000);
	o.m->m_cell_ready = now >= o.blocked_to && (quiet || rng.chance(2, 3));
	o.m.settle();
	moved.in = o.m->s_cell_valid && o.m->s_cell_ready;
	moved.out = o.m->m_cell_valid && o.m->m_cell_ready;
	o.stalled = o.m->s_cell_valid && !moved.in ? o.stalled + 1 : 0;
	sim::expect(o.stalled < 100, "node %u: receiving side stalled", n);
	if (moved.out) {
		bool head = o.m->m_cell_head;

		sim::expect(head == o.out.empty(), "node %u: head", n);
		for (uint32_t i = 0; i < (head && wide > 1 ? 2 : wide); i++)
			o.out.push_back(get(o.m->m_cell_data, int(i)));
		if (o.m->m_cell_last) {
			route(n, o.out, o.m->m_cell_way);
			o.out.clear();
		}
	}
	return moved;
}

void step()
{
	for (uint32_t n = 0; n < nodes.size(); n++) {
		Node &o = *nodes[n];

		host(n);
		Moved moved = ring(n);
		o.m.tick();
		if (moved.in) {
			o.m->s_cell_valid = 0;
			if (o.m->s_cell_last)
				o.in.clear();
		}
		for (uint32_t i = 0; i < RN_PAGE_N; i++) {
			o.pages[i].fe_events += o.m->ev_fe >> i & 1;
			o.pages[i].refusals += o.m->ev_refused >> i & 1;
		}
		if (o.busy && o.m->bus_ready) {
			Page &p = o.pages[o.owner];
			BusAccess a = p.todo.front();

			p.todo.pop_front();
			o.busy = false;
			answered(n, p, a, o.m->bus_rdata);
		} else if (o.busy) {
			sim::expect(o.bus_age++ < 200, "node %u: no answer on the bus", n);
		}
	}
	now++;
}

uint32_t bus(uint32_t n, bool write, uint32_t page, uint32_t addr, uint32_t data = 0)
{
	Node &o = *nodes[n];

	o.m->bus_valid = 1;
	o.m->bus_write = write;
	o.m->bus_page = uint8_t(page);
	o.m->bus_addr = uint16_t(addr >> 2);
	o.m->bus_wdata = data;
	for (int i = 0; i < 300; i++) {
		o.m.tick();
		if (o.m->bus_ready)
			break;
	}
	sim::expect(o.m->bus_ready, "no answer on the bus");
	data = o.m->bus_rdata;
	o.m->bus_valid = 0;
	o.m.tick();
	return data;
}

bool idle()
{
	for (auto &o : nodes) {
		if (o->busy || !o->in.empty() || !o->inbox.empty() || !o->out.empty())
			return false;
		for (Page &p : o->pages)
			if (p.state != Page::IDLE)
				return false;
	}
	return true;
}

void build(uint32_t count)
{
	nodes.clear();
	model.clear();
	last_node = count - 1;
	for (uint32_t n = 0; n < count; n++) {
		nodes.emplace_back(new Node);
		Node &o = *nodes.back();
		o.m->cfg_id = uint16_t(n);
		o.m->cfg_last = uint16_t(last_node);
		o.m.reset();
		wide = uint32_t(width(o.m->s_cell_data));
		for (uint32_t p = 0; p < RN_PAGE_N; p++)
			bus(n, true, p, RN_FE_KEYS, place(need_key(p), RN_FE_KEYS_NEED_MASK));
	}
}

void drain(uint64_t clocks)
{
	fill = false;
	for (uint64_t i = 0; !idle() && i < clocks; i++)
		step();
	sim::ok(idle(), "every operation ended");
	for (int i = 0; i < 400; i++)
		step();
	fill = true;
}

void counters()
{
	bool good = true, events = true;

	for (uint32_t n = 0; n < nodes.size(); n++) {
		Node &o = *nodes[n];

		good &= bus(n, false, 8, RN_GFE_DROPPED) == o.want_dropped;
		good &= bus(n, false, 8, RN_GFE_LATE) == o.want_late;
		good &= bus(n, false, 8, RN_GFE_OVERRUN) == 0;
		good &= bus(n, false, 8, RN_GFE_TIMEOUTS) == o.want_timeouts;
		for (uint32_t p = 0; p < RN_PAGE_N; p++) {
			events &= o.pages[p].fe_events == o.want_fe[p];
			events &= o.pages[p].refusals == o.want_refused[p];
		}
	}
	sim::ok(good, "counters of dropped and late cells");
	if (!lose)
		sim::ok(events, "an event for each TEST_WRITE_INT that wrote, and for each refusal");
}

void soak(uint32_t count, uint64_t ops)
{
	build(count);
	ended = asked_remote = 0;
	while (ended < ops && !sim::tally().failed) {
		step();
		if (count > 1 && rng.chance(1, 500))
			junk(rng.below(count));
	}
	sim::ok(ended >= ops, "%u nodes: %llu operations, %llu cells, each result possible", count,
		(unsigned long long)ended, (unsigned long long)asked_remote);
	drain(100000);
	counters();
}

// Cells are lost: every operation ends all the same.
void losses(uint64_t ops)
{
	uint64_t timeouts = 0;

	build(3);
	lose = 20;
	ended = 0;
	// Operations that are lost stay possible for ever, which the model pays for: few of them.
	for (uint64_t i = 0; ended < ops && i < 2000000; i++) {
		fill = begun_ops % 24 != 23 || idle();
		step();
	}
	drain(200000);
	for (auto &o : nodes)
		timeouts += o->want_timeouts;
	sim::ok(timeouts > 0, "of %llu operations %llu got no reply", (unsigned long long)ended,
		(unsigned long long)timeouts);
	counters();
	lose = 0;
}

uint32_t command(uint32_t node, uint32_t page, uint32_t reg, uint32_t op)
{
	return place(op, RN_FE_COMMAND_OP_MASK) | place(reg, RN_FE_COMMAND_REG_MASK)
		| place(page, RN_FE_COMMAND_PAGE_MASK) | place(node, RN_FE_COMMAND_NODE_MASK);
}

void directed()
{
	build(3);
	fill = false;
	quiet = true;
	// A reply that comes after its time-out.
	nodes[0]->blocked_to = now + 30000;
	bus(0, true, 0, RN_FE_ARG_LO, 5);
	bus(0, true, 0, RN_FE_COMMAND, command(1, 0, 7, RN_FE_OP_FETCH_ADD));
	uint32_t before = nodes[0]->pages[0].refusals;
	nodes[0]->m->bus_valid = 1;
	nodes[0]->m->bus_write = 1;
	for (int i = 0; i < 30; i++) {
		nodes[0]->m.tick();
		before += nodes[0]->m->ev_refused & 1;
		if (nodes[0]->m->bus_ready)
			nodes[0]->m->bus_valid = 0;
	}
	nodes[0]->m->bus_valid = 0;
	sim::ok(before == nodes[0]->pages[0].refusals + 1, "a command while one is busy is refused");
	sim::ok(bus(0, false, 0, RN_FE_STATUS) & RN_FE_STATUS_BUSY_MASK, "which is still busy");
	for (int i = 0; i < 26000; i++)
		step();
	sim::ok(bus(0, false, 0, RN_FE_STATUS) == RN_FE_STATUS_TIMEOUT, "it is given up");
	for (int i = 0; i < 6000; i++)
		step();
	sim::ok(bus(0, false, 8, RN_GFE_LATE) == 1, "its reply is known to be late");
	sim::ok(bus(0, false, 0, RN_FE_STATUS) == RN_FE_STATUS_TIMEOUT, "and changes nothing");
	bus(0, true, 0, RN_FE_COMMAND, command(1, 0, 7, RN_FE_OP_TEST_READ));
	for (int i = 0; i < 500; i++)
		step();
	sim::ok(bus(0, false, 0, RN_FE_STATUS) == 0 && bus(0, false, 0, RN_FE_RES_LO) == 5,
		"the next operation gets its own reply; the late one had been carried out");
	nodes[0]->m->cfg_last = 5;
	bus(0, true, 0, RN_FE_COMMAND, command(1, 0, 7, RN_FE_OP_TEST_READ));
	sim::ok(bus(0, false, 0, RN_FE_STATUS) == RN_FE_STATUS_NO_ROOM,
		"a ring with more nodes than request queues hold is refused");
	nodes[0]->m->cfg_last = 2;
	bus(0, true, 0, RN_FE_COMMAND, command(0, 0, 3, RN_FE_OP_WRITE));
	for (int i = 0; i < 100; i++)
		step();
	sim::ok(bus(0, false, 0, RN_FE_FULL) == 1 << 3, "FULL tells which registers are");
	fill = true;
	quiet = false;
}

// More requests than the queue is for, while no reply can leave: the receiving side does not stall, those without room are counted, the others
// are answered.
void overrun()
{
	const uint32_t ALL = 60, DEPTH = 32;

	build(3);
	fill = false;
	quiet = true;
	nodes[0]->blocked_to = now + 8000;
	for (uint32_t i = 0; i < ALL; i++) {
		uint32_t length = shortest(12);
		Words w(2 + length * wide);

		w[0] = uint16_t(place(RN_CELL_TYPE_REQ, RN_CELL_H0_TYPE_MASK) | (length == 16 ? RN_CELL_LEN_W16 : RN_CELL_LEN_W4));
		w[1] = uint16_t(place(1, RN_CELL_H1_SRC_MASK) | i % 8);
		w[2] = RN_FE_OP_COMPARE_SWAP;
		w[3] = uint16_t(0xf000 + i);
		nodes[0]->inbox.push_back({now, w});
	}
	for (int i = 0; i < 4000; i++)
		step();
	uint32_t lost = bus(0, false, 8, RN_GFE_OVERRUN);
	for (int i = 0; i < 12000; i++)
		step();
	uint32_t answers = bus(1, false, 8, RN_GFE_LATE); // node 1 has not asked
	sim::ok(lost > 0 && lost <= ALL - DEPTH && lost + answers == ALL, "%u requests at once: %u without room, %u answered", ALL, lost, answers);
	sim::ok(bus(0, false, 8, RN_GFE_OVERRUN) == lost && bus(0, false, 8, RN_GFE_DROPPED) == 0, "and nothing else is counted");
	fill = true;
	quiet = false;
}

// Clocks from command to status, one operation at a time; the network takes one clock.
void latency(const char *what, uint32_t node, uint32_t op)
{
	uint64_t start;
	uint32_t clocks = 0;

	build(2);
	quiet = true;
	fill = false;
	max_delay = 1;
	for (int i = 0; i < 600; i++) // memory is being cleared
		step();
	bus(0, true, 0, RN_FE_COMMAND, command(node, 0, 0, op));
	start = now;
	nodes[0]->m->bus_valid = 1;
	nodes[0]->m->bus_write = 0;
	nodes[0]->m->bus_page = 0;
	nodes[0]->m->bus_addr = RN_FE_STATUS >> 2;
	nodes[0]->busy = true;
	for (int i = 0; i < 1000; i++) {
		nodes[0]->pages[0].todo.assign(1, {false, 0, RN_FE_STATUS, 0});
		nodes[0]->busy = true;
		nodes[0]->bus_age = 0;
		step();
		if (nodes[0]->m->bus_ready && !(nodes[0]->m->bus_rdata & RN_FE_STATUS_BUSY_MASK)) {
			clocks = uint32_t(now - start);
			break;
		}
	}
	nodes[0]->busy = false;
	sim::ok(clocks > 0, "%s: %u clocks from command to status", what, clocks);
	if (wide == 1)
		sim::measured(what, clocks);
	quiet = false;
	fill = true;
	max_delay = 40;
}

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	rng = sim::Rng(sim::seed());
	uint64_t ops = sim::setting("ops", 3000);
	for (uint32_t count : {1u, 2u, 3u, 5u})
		soak(count, ops);
	losses(sim::setting("lost", 60));
	directed();
	overrun();
	latency("fe_local_read_clocks", 0, RN_FE_OP_TEST_READ);
	latency("fe_local_swap_clocks", 0, RN_FE_OP_COMPARE_SWAP);
	latency("fe_remote_read_clocks", 1, RN_FE_OP_TEST_READ);
	latency("fe_remote_swap_clocks", 1, RN_FE_OP_COMPARE_SWAP);
	return sim::done();
}
