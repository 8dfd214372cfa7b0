// SPDX-License-Identifier: BSD-3-Clause
// top: card_native
// more: w16 -GLG_REPEAT=11 -GREQ_DEPTH=64
// with: w64 -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64
// more: w64long -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64 -GSPAN=7
// more: w64rdma -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64 -GRDMA=1
// with: w128 -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=128
// more: w16n64 -GLG_REPEAT=11
// more: w64n64 -GLG_REPEAT=11 -GW=64
// more: w128n64 -GLG_REPEAT=11 -GW=128
// with: emu
//
// Cards in a ring whose software means harm, or makes mistakes, or is killed in the middle: no
// action of a page must reach the memory, the data or the rights of another (CARD.md,
// section 13). Each test has pages of its own (card_bare.h).
//
// Rings of more than 9 nodes need the queue of requests of the builds n64, which is for 65.
//
// Settings: only=NAME for one test, nodes=4, delay=4, looks=60 (how often a test repeats its
// attack), clocks=100000 (for which a page rages), seed, trace.

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "card_bare.h"
#include "card_hostile.h"

namespace {

using namespace native;

// Sends messages to a page as long as `stop` is not set; then it turns itself off.
void flood(Bare &from, int node, int page, const bool &stop)
{
	for (uint64_t n = 1; !stop; from.bell()) {
		from.drain();
		for (unsigned k = from.under_way(); k < 64; k++, n++)
			from.post_quiet(from.message(node, page, n << 8 | unsigned(from.p), n ^ 0x1234567));
		from.bench.sleep(20);
	}
	from.stop();
}

// Many senders, a slow host that reads seldom: the ring never holds more than it has places, and
// every record in it is read, in the order of its sender.
void ring_overrun(Driver &b)
{
	const unsigned places = 16;
	unsigned over = 0, read = 0, wrong = 0;
	bool stop = false;
	Bare v(b, 1, VICTIM);
	std::vector<std::unique_ptr<Bare>> senders;

	for (int node : {0, 2, 3})
		for (int page : {ATTACKER, VICTIM})
			senders.emplace_back(new Bare(b, node, page));
	for (auto &s : senders)
		start("sender", [&] {
			s->open(1);
			flood(*s, 1, VICTIM, stop);
		});
	start("receiver", [&] {
		std::map<uint64_t, uint64_t> last;

		v.open(2);
		v.host.mem.stall = 70;
		for (unsigned round = 0; round < looks(60); round++) {
			uint64_t head, what, word;

			b.sleep(20 + v.host.rng.below(400));
			over += ((v.rd(RN_QUEUES_RECV_PRODUCER) - v.recv) & 0xffff) > places;
			if (v.host.rng.chance(1, 2))
				continue;
			for (unsigned n = 0; n < places && v.record(head, what, word); n++, read++) {
				uint64_t from = (what & RN_MSG_WHAT_SOURCE_MASK) << 8 | (head >> 8 & 255), number = head >> 16;

				wrong += number <= last[from] || word != (number ^ 0x1234567);
				last[from] = number;
			}
			v.wr(RN_QUEUES_RECV_CONSUMER, v.recv & 0xffff);
		}
		stop = true;
	});
	bool ended = b.run(400000);
	b.host(1).mem.stall = 30;
	sim::ok(ended && !over && !wrong && read > looks(60) * 2, "six senders, a slow receiver: its ring never holds more than its %u records, all "
		"%u are read in order (too many: %u times, wrong: %u)", places, read, over, wrong);
}

// A page that is STOPPED takes the host's writes although other pages send to it meanwhile.
void set_up_under_fire(Driver &b)
{
	unsigned tries = looks(60), off = 0, size = 0, moved = 0, strays = 0;
	bool stop = false;
	Bare a(b, 0, ATTACKER), v(b, 1, VICTIM);

	start("sender", [&] {
		a.open(1);
		flood(a, 1, VICTIM, stop);
	});
	start("set-up", [&] {
		uint64_t home = v.host.page[VICTIM].recv_base();

		for (unsigned k = 0; k < tries; k++) {
			uint64_t place = home + (k & 1) * 0x40000, before;
			uint32_t lg = 4 + k % 4;

			v.stop();
			v.map();
			v.host.mem.unmap(home, 0x80000);
			v.host.mem.map(place, uint64_t(b.slot_b) << lg);
			before = v.host.mem.strays;
			v.base(RN_QUEUES_RECV_BASE_LO, place);
			for (uint32_t reg : {RN_QUEUES_SEND_SIZE, RN_QUEUES_RECV_SIZE, RN_QUEUES_CPL_SIZE})
				v.wr(reg, lg);
			v.wr(RN_QUEUES_CONTROL, RN_QUEUES_CONTROL_ENABLE_MASK);
			off += !(v.rd(RN_QUEUES_CONTROL) & RN_QUEUES_CONTROL_ENABLE_MASK);
			for (uint32_t reg : {RN_QUEUES_SEND_SIZE, RN_QUEUES_RECV_SIZE, RN_QUEUES_CPL_SIZE})
				size += v.rd(reg) != lg;
			moved += v.rd(RN_QUEUES_RECV_BASE_LO) != uint32_t(place);
			b.sleep(200);
			strays += v.host.mem.strays != before;
		}
		stop = true;
		v.stop();
	});
	bool ended = b.run(400000);
	sim::ok(ended && !off && !size && !moved, "a page is set up %u times while another node sends to it: nothing that was written while STOPPED is "
		"lost (ENABLE %u, sizes %u, base %u)", tries, off, size, moved);
	sim::ok(!strays, "the receive ring moves each time: the card never writes to the place of before (did %u times)", strays);
}

// Everything at once to a page that is turned off at any time.
void off_in_the_middle(Driver &b)
{
	uint64_t strays = 0;
	unsigned rounds = looks(60) / 4;
	bool stop = false;
	Bare a(b, 0, ATTACKER), c(b, 2, ATTACKER), v(b, 1, VICTIM);
	auto fire = [&](Bare &from) {
		from.open(0x444);
		for (; !stop; from.bell()) {
			from.drain();
			for (unsigned k = from.under_way(); k < 60; k++) {
				Desc d = from.write(1, write_head(0x444, 8 * VICTIM + DST, from.host.rng.below(60000)), 1 + from.host.rng.below(1500), 1);
				unsigned kind = from.host.rng.below(4);

				d.op = kind == 0 ? RN_DMA_OP_MSG : kind == 1 ? RN_DMA_OP_DATA : RN_DMA_OP_WRITE;
				d.tag = kind == 0 ? VICTIM : 8 * VICTIM + (from.host.id & 7);
				from.post_quiet(d);
			}
			b.sleep(200);
		}
		from.stop();
	};

	start("sender", [&] { fire(a); });
	start("sender", [&] { fire(c); });
	start("receiver", [&] {
		v.host.mem.stall = 60;
		for (unsigned round = 0; round < rounds; round++) {
			v.open(0x444);
			for (int s = 0; s < 3; s++) {
				uint32_t at = RN_STREAM_CONTROL_STEP * s;

				v.wr(RN_STREAM_OFFSET_LO + at, 64 * s);
				v.wr(RN_STREAM_OFFSET_HI + at, LAND << RN_STREAM_OFFSET_HI_REGION_LSB
					| ATTACKER << RN_STREAM_OFFSET_HI_PAGE_LSB | s << RN_STREAM_OFFSET_HI_SOURCE_LSB);
				v.wr(RN_STREAM_LENGTH_LO + at, 70000);
				v.wr(RN_STREAM_CONTROL + at, RN_STREAM_CONTROL_ARMED_MASK);
			}
			for (int k = 0; k < 30; k++)
				v.post(v.write(3, write_head(1, 8 * VICTIM + DST, 0), 1 + v.host.rng.below(3000), 2));
			v.bell();
			b.sleep(v.host.rng.below(1200));
			v.stop();
			v.unmap();
			strays -= v.host.mem.strays;
			b.sleep(300 + v.host.rng.below(700));
			strays += v.host.mem.strays;
		}
		stop = true;
		v.map();
	});
	bool ended = b.run(400000);
	b.host(1).mem.stall = 30;
	sim::ok(ended && !strays, "a page is turned off in the middle of everything %u times: no access to its memory after STOPPED (%llu)", rounds,
		(unsigned long long)strays);
}

// No completion is read of a page that must refuse many accesses of other pages.
void refusals_leave_room(Driver &b)
{
	unsigned own = 3, bad = 40, told = 0, done = 0, refused = 0, untold = 0;
	Bare a(b, 0, ATTACKER), v(b, 1, VICTIM);

	v.lg_cpl = 4;
	start("refusals", [&] {
		a.open(1);
		v.open(2);
		b.sleep(3000); // cells of before are under way
		v.drain();
		refused -= v.rd(RN_QUEUES_REFUSED);
		untold -= v.rd(RN_QUEUES_UNTOLD);
		for (unsigned k = 0; k < bad; k++)
			a.post_quiet(a.write(1, write_head(1, 8 * VICTIM + DST, 0), 8, 0xa5));
		a.bell();
		a.await_sent();
		b.sleep(2000);
		for (unsigned k = 0; k < own; k++)
			v.post(v.message(0, ATTACKER, k, k));
		v.bell();
		b.sleep(2000);
		done = own - v.under_way();
		refused += v.rd(RN_QUEUES_REFUSED);
		untold += v.rd(RN_QUEUES_UNTOLD);
		told = v.drain(RN_COMPLETION_KIND_REFUSED);
	});
	bool ended = b.run(400000);
	sim::ok(ended && done == own && refused == bad && told && told + untold == refused && v.host.mem.word(v.area(DST)) == 0,
		"%u writes with a wrong key to a page that reads nothing: %u told, %u only counted, its own %u of %u descriptors are done", refused,
		told, untold, done, own);
}

// A WRITE to a region that no node has is refused at once.
void regions_that_are_none(Driver &b)
{
	uint64_t last = 0;
	unsigned told = 0;
	Bare a(b, 0, ATTACKER);

	start("regions", [&] {
		a.open(1);
		for (unsigned region : {64u, 128u, 255u})
			a.post(a.write(1, write_head(1, region, 0), 8, 0xa5));
		a.bell();
		a.await_sent();
		b.sleep(200);
		told = a.drain(RN_COMPLETION_KIND_SEND, &last);
	});
	bool ended = b.run(400000);
	sim::ok(ended && told == 3 && status_of(last) == RN_DMA_STATUS_DESCRIPTOR, "a WRITE to a region that no node has is refused and told to "
		"its sender (%u of 3, status %u)", told, status_of(last));
}

// A ring of more nodes than the card's request queue is for: registers report the sizes.
void limits(Driver &b)
{
	const uint32_t fe = uint32_t((b.size() > 9 ? 512 : 64) / 8 + 1); // 8 pages of all others
	unsigned room = 0, no_room = 0;
	uint32_t sizes = 0;
	Bare a(b, 0, ATTACKER);

	start("limits", [&] {
		uint32_t place = a.host.rd(RN_NODE_PLACE), command = RN_FE_OP_TEST_READ | 2 << RN_FE_COMMAND_NODE_LSB;

		sizes = a.host.rd(RN_IDENT_LIMITS);
		for (uint32_t nodes : {fe, fe + 1}) {
			a.host.wr(RN_NODE_PLACE, (place & RN_NODE_PLACE_ID_MASK) | (nodes - 1) << RN_NODE_PLACE_LAST_LSB);
			a.wr(RN_FE_COMMAND, command);
			while (a.rd(RN_FE_STATUS) & RN_FE_STATUS_BUSY_MASK)
				;
			(nodes == fe ? room : no_room) = a.rd(RN_FE_STATUS) & RN_FE_STATUS_CODE_MASK;
		}
		a.host.wr(RN_NODE_PLACE, place);
	});
	bool ended = b.run(400000);
	sim::ok(ended && (sizes & RN_IDENT_LIMITS_FE_NODES_MASK) == fe
		&& (sizes & RN_IDENT_LIMITS_REGIONS_MASK) >> RN_IDENT_LIMITS_REGIONS_LSB == 64 && room == RN_FE_STATUS_OK
		&& no_room == RN_FE_STATUS_NO_ROOM, "IDENT.LIMITS says up to how many nodes (%u) registers of others can be "
		"asked: with one more the operation is refused", fe);
}

// A region is closed while the host takes no writes and reads slowly: after the end of FENCE no
// access goes there.
void closing_is_a_fence(Driver &b)
{
	const uint64_t bound = 50000; // clocks
	unsigned rounds = looks(60) / 6, early = 0;
	uint64_t strays = 0, waited = 0;
	Bare a(b, 0, ATTACKER), v(b, 1, VICTIM), idle(b, 1, BULK); // an open page that does nothing holds up no closing

	start("closing", [&] {
		a.open(1);
		v.open(2);
		idle.open(3);
		for (unsigned k = 0; k < rounds; k++) {
			const int r = k & 1 ? SRC : DST;
			uint32_t access = RN_REGION_ACCESS + RN_REGION_BASE_LO_STEP * r;

			v.host.mem.stall = 100;
			for (int i = 0; i < 6; i++) {
				a.post_quiet(a.write(1, write_head(2, 8 * VICTIM + DST, 8192 * i), 1024, 1));
				v.post_quiet(v.write(0, write_head(1, 8 * ATTACKER + DST, 8192 * i), 1024, 1));
			}
			a.bell();
			v.bell();
			b.sleep(700);
			v.host.mem.stall = 90;
			v.wr(access, 0);
			early += v.rd(access) != 0;
			for (uint64_t since = b.ring.now; v.rd(RN_REGION_FENCE) & RN_REGION_FENCE_CLOSING_MASK && waited < bound;)
				waited = b.ring.now - since;
			v.host.mem.unmap(v.area(r), REGION_B);
			strays -= v.host.mem.strays;
			b.sleep(300);
			v.host.mem.stall = 30;
			b.sleep(1500);
			strays += v.host.mem.strays;
			v.host.mem.map(v.area(r), REGION_B);
			v.region(r, 2);
			a.await_sent();
			v.await_sent();
			a.drain();
			v.drain();
		}
	});
	bool ended = b.run(400000);
	sim::ok(ended && !early && !strays && waited < bound && (waited || MODEL), "a region is closed %u times under writes and reads: no access to its memory after FENCE says so "
		"(%llu; the last closing took %llu clocks)", rounds, (unsigned long long)strays, (unsigned long long)waited);
}

// Settings of a group of two, nodes 1 (root) and 2, in chain mode, through registers.
const uint32_t PAIR = RN_REDUCE_CTRL_EN_MASK | RN_REDUCE_CTRL_CHAIN_MASK | unsigned(reference::SUM) << RN_REDUCE_CTRL_OP_LSB
	| unsigned(RN_REDUCE_TYPE_I64) << RN_REDUCE_CTRL_TYPE_LSB;
const int PAIR_GROUP = 5, PAIR_PAGE = VECTOR;

void pair_write(Host &h, uint32_t reg, uint32_t value) { h.pwr(PAIR_PAGE, reg + RN_REDUCE_CTRL_STEP * PAIR_GROUP, value); }
uint32_t pair_read(Host &h, uint32_t reg) { return h.prd(PAIR_PAGE, reg + RN_REDUCE_CTRL_STEP * PAIR_GROUP); }
void pair_give(Host &h, uint64_t x)
{
	pair_write(h, RN_REDUCE_OPERAND_0, uint32_t(x));
	pair_write(h, RN_REDUCE_OPERAND_1, uint32_t(x >> 32));
	pair_write(h, RN_REDUCE_DOORBELL, 1);
}
// The group runs for its use number `epoch`.
bool pair_start(Driver &b, unsigned epoch)
{
	bool run = true;

	for (int i : {1, 2})
		pair_write(b.host(i), RN_REDUCE_CTRL, PAIR | epoch << RN_REDUCE_CTRL_EPOCH_LSB);
	for (int i : {1, 2})
		run = run && (pair_read(b.host(i), RN_REDUCE_STATUS) & RN_REDUCE_STATUS_RUN_MASK);
	return run;
}
void pair_stop(Driver &b)
{
	for (int i : {2, 1})
		pair_write(b.host(i), RN_REDUCE_CTRL, 0);
	b.sleep(300);
}

// A job gives an operand that waits in a link behind writes which a slow host does not take, and is killed. The next job uses
// the same group.
void stale_partial(Driver &b)
{
	unsigned used = 0, right = 0, epoch = 7;
	Bare a(b, 2, ATTACKER), v(b, 1, VICTIM);

	start("two jobs", [&] {
		for (int i : {1, 2}) {
			b.host(i).wr(RN_GREDUCE_OWNER + RN_GREDUCE_OWNER_STEP * PAIR_GROUP, RN_GREDUCE_OWNER_ON_MASK | PAIR_PAGE);
			pair_write(b.host(i), RN_REDUCE_MEMBER, 2 | (i == 2) << RN_REDUCE_MEMBER_INDEX_LSB);
			pair_write(b.host(i), RN_REDUCE_TOWARD, 1);
		}
		// as many writes of 120 bytes as buffers on the way hold, and some more
		for (unsigned k = W == 16 ? 2 : 16; k <= (W == 16 ? 10 : 40); k += W == 16 ? 1 : 4) {
			v.open(3);
			a.open(1);
			pair_start(b, epoch++ & 63);
			v.host.mem.stall = 100;
			for (unsigned i = 0; i < k; i++)
				a.post_quiet(a.write(1, write_head(3, 8 * VICTIM + DST, 128 * i), 120, 1));
			a.bell();
			b.sleep(8000);
			pair_give(b.host(2), 1000);
			b.sleep(600);
			pair_stop(b);
			if (pair_start(b, epoch++ & 63)) { // else a driver sees that the cards still work for the old one
				used++;
				pair_give(b.host(2), 5);
				pair_give(b.host(1), 7);
			}
			v.host.mem.stall = 0;
			b.sleep(6000);
			right += pair_read(b.host(1), RN_REDUCE_STATUS) & RN_REDUCE_STATUS_RESULT_MASK
				&& pair_read(b.host(1), RN_REDUCE_RESULT_0) == 12;
			pair_stop(b);
		}
	});
	bool ended = b.run(400000);
	b.host(1).mem.stall = 30;
	sim::ok(ended && used >= 3 && right == used, "a killed job's partial sum waits in a link while the next job uses its group: %u of %u sums are "
		"right", right, used);
}

// A page of the right node sends to a stream that is for another page there; a message names the
// page that sent it.
void page_of_the_sender(Driver &b)
{
	uint64_t what = 0, head, record = 0, word, first = 0;
	unsigned refused = 0, ok = 0, foreign = 0, taken = 0;
	uint64_t at = 0x8000, lie = 0;
	Bare a(b, 0, ATTACKER), friendly(b, 0, BULK), v(b, 1, VICTIM);

	start("streams", [&] {
		a.open(1);
		friendly.open(1);
		v.open(2);
		at += v.area(LAND);
		arm(v, 0x8000, 64, BULK, 3);
		a.post(data_of(a, 3, 0, 64, 0xee));
		a.bell();
		a.await_sent();
		b.sleep(1000);
		first = v.host.mem.word(at);
		refused = v.drain(RN_COMPLETION_KIND_REFUSED, &what);
		friendly.post(data_of(friendly, 3, 0, 64, 0x11));
		friendly.bell();
		friendly.await_sent();
		b.sleep(1000);
		ok = v.drain(RN_COMPLETION_KIND_STREAM);
		Desc d = a.message(1, VICTIM, 5, 5);
		d.tag |= BULK << 3; // a lie
		a.post(d);
		a.bell();
		b.sleep(1000);
		v.record(head, record, word);
		v.drain();
		v.wr(RN_QUEUES_RECV_FROM, 0xff & ~(1u << ATTACKER));
		a.post(d);
		a.bell();
		b.sleep(1000);
		foreign = v.drain(RN_COMPLETION_KIND_REFUSED, &lie);
		taken = v.rd(RN_QUEUES_RECV_PRODUCER);
		v.wr(RN_QUEUES_RECV_FROM, 0xff);
	});
	bool ended = b.run(400000);
	sim::ok(W == 16 || (ended && first == 0 && refused == 1 && status_of(what) == RN_DMA_STATUS_SOURCE && ok == 1
		&& v.host.mem.word(at) == 0x1111111111111111ull), "a stream takes cells of one page of one node: another page there is refused");
	sim::ok(ended && (record & RN_MSG_WHAT_PAGE_MASK) >> RN_MSG_WHAT_PAGE_LSB == ATTACKER && (record & RN_MSG_WHAT_SOURCE_MASK) == 0,
		"a message names the page and node that sent it, not those of its descriptor");
	sim::ok(foreign == 1 && taken == 1 && status_of(lie) == RN_DMA_STATUS_SOURCE, "a receive ring refuses messages of pages that it does not "
		"want");
}

// A stream is given up on both sides while its cells wait in the links; the next one with this tag and sender takes none of them.
void stale_stream(Driver &b)
{
	uint64_t what = 0, place = 16384;
	unsigned done = 0;
	Bare a(b, 0, ATTACKER), v(b, 1, VICTIM);

	start("streams", [&] {
		a.open(1);
		v.open(2);
		arm(v, 0, 8192, ATTACKER, 4);
		v.host.mem.stall = 100;
		a.post_quiet(data_of(a, 4, 0, 8192, 0x11));
		a.bell();
		b.sleep(3000);
		a.wr(RN_QUEUES_CONTROL, 0);
		v.wr(RN_STREAM_CONTROL, 0);
		arm(v, place, 1024, ATTACKER, 5);
		b.sleep(500);
		v.host.mem.stall = 0;
		a.open(1);
		a.post_quiet(data_of(a, 5, 8192, 1024, 0x22));
		a.bell();
		b.sleep(6000);
		done = v.drain(RN_COMPLETION_KIND_STREAM, &what);
	});
	bool ended = b.run(400000);
	b.host(1).mem.stall = 30;
	bool right = true;
	for (int i = 0; i < 1024; i += 8)
		right = right && v.host.mem.word(v.area(LAND) + place + i) == 0x2222222222222222ull;
	// in the model the first one is complete before it can be given up
	sim::ok(W == 16 || (ended && done == 1u + MODEL && status_of(what) == RN_DMA_STATUS_OK && right), "a stream that was given up leaves nothing to the "
		"next one with its tag and sender");
}

// Keys of 32 bits: half of it is not enough.
void long_keys(Driver &b)
{
	const uint32_t key = 0xcafe0333;
	unsigned refused = 0;
	uint64_t before = 0, after = 0;
	Bare a(b, 0, ATTACKER), v(b, 1, VICTIM);

	start("keys", [&] {
		a.open(1);
		v.open(key);
		for (uint32_t lie : {0x0333u, 0xcaff0333u, 0x4afe0333u, 0xcafe0332u, key}) {
			Desc d = a.write(1, write_head(lie, 8 * VICTIM + DST, 64), 8, 0x5a);

			before = v.host.mem.word(v.area(DST) + 64);
			d.key = lie;
			v.wr(RN_REGION_ADMIT, ATTACKER << RN_REGION_ADMIT_PAGE_LSB);
			a.post_quiet(d);
			a.bell();
			a.await_sent();
			b.sleep(600);
		}
		refused = v.drain(RN_COMPLETION_KIND_REFUSED);
		after = v.host.mem.word(v.area(DST) + 64);
	});
	bool ended = b.run(400000);
	sim::ok(ended && refused == 4 && before == 0 && after == 0x5a5a5a5a5a5a5a5aull, "a region wants all 32 bits of its key: %u of 4 "
		"wrong ones are refused", refused);
}

// One WRITE of 8 bytes of this page of node 0 to page VICTIM of node 1. Returns how it went there.
unsigned try_key(Bare &a, Bare &v, uint32_t key)
{
	Desc d = a.write(1, write_head(key, 8 * VICTIM + DST, 64), 8, 0x5a);
	uint64_t what = 0;

	v.host.mem.put(v.area(DST) + 64, &what, 8);
	d.key = key;
	a.post_quiet(d);
	a.bell();
	a.await_sent();
	a.bench.sleep(600);
	return v.drain(RN_COMPLETION_KIND_REFUSED, &what) ? status_of(what)
		: v.host.mem.word(v.area(DST) + 64) == 0x5a5a5a5a5a5a5a5aull ? unsigned(RN_DMA_STATUS_OK) : ~0u;
}

// Three wrong keys of a page, and it is barred: the right one does not help it any more, until its victim lets it in.
// Others are let in all the time. The key of the job before is no guess.
void three_guesses(Driver &b)
{
	const uint32_t key = 0xcafe0333, was = 0x12345678;
	const unsigned KEY = RN_DMA_STATUS_KEY, BARRED = RN_DMA_STATUS_BARRED, OK = RN_DMA_STATUS_OK, CLOSED = RN_DMA_STATUS_REGION;
	std::vector<unsigned> went;
	uint32_t last = 0;
	Bare a(b, 0, ATTACKER), other(b, 0, BULK), v(b, 1, VICTIM);

	start("guesses", [&] {
		a.open(1);
		other.open(1);
		v.open(was);
		v.open(key);
		b.sleep(9000); // the counts of the victim are wiped
		for (unsigned k = 0; k < 5; k++)
			went.push_back(try_key(a, v, was));
		for (uint32_t k : {1u, 2u, 3u, 4u, key})
			went.push_back(try_key(a, v, k));
		went.push_back(try_key(other, v, key));
		last = v.host.rd(RN_DMA_BARRED);
		v.wr(RN_REGION_ADMIT, ATTACKER << RN_REGION_ADMIT_PAGE_LSB);
		went.push_back(try_key(a, v, key));
		for (uint32_t k : {1u, 2u, 3u, key})
			went.push_back(try_key(a, v, k));
		v.open(key); // its next job
		b.sleep(9000);
		went.push_back(try_key(a, v, key));
	});
	bool ended = b.run(400000);
	sim::ok(ended && went == std::vector<unsigned>{CLOSED, CLOSED, CLOSED, CLOSED, CLOSED, KEY, KEY, KEY, BARRED, BARRED, OK, OK, KEY, KEY, KEY,
		BARRED, OK} && last == (RN_DMA_BARRED_VALID_MASK | ATTACKER << RN_DMA_BARRED_PAGE_LSB | VICTIM), "a page that sent three wrong keys is "
		"barred until it is let in again, others are not; the key of the job before is not counted");
}

// The sender of a refused cell gets the reason. A flood of refused cells brings few notices, and neither stops another
// sender's notice nor takes the part of the link that the victim needs to send.
void sender_is_told(Driver &b)
{
	const uint64_t pace = 256;
	std::vector<unsigned> why, want{RN_DMA_STATUS_KEY, RN_DMA_STATUS_REGION, RN_DMA_STATUS_BOUNDS, RN_DMA_STATUS_FULL, RN_DMA_STATUS_OFF,
		RN_DMA_STATUS_OFF};
	unsigned flood = 0, other = 0, sent = 0;
	uint64_t took = 0;
	Bare a(b, 0, ATTACKER), c(b, 2, BULK), v(b, 1, VICTIM);
	auto told = [&](const Desc &d, int n = 1) {
		uint64_t what = 0;

		for (int k = 0; k < n; k++)
			a.post_quiet(d);
		a.bell();
		a.await_sent();
		b.sleep(1500);
		why.push_back(a.drain(RN_COMPLETION_KIND_RETURNED, &what) ? status_of(what) : 0);
		v.drain();
	};

	start("refusals", [&] {
		a.open(1);
		c.open(1);
		v.open(2);
		told(a.write(1, write_head(3, 8 * VICTIM + DST, 0), 8, 1));
		told(a.write(1, write_head(2, 8 * VICTIM + SRC, 0), 8, 1));
		told(a.write(1, write_head(2, 8 * VICTIM + DST, REGION_B - 7), 8, 1));
		told(a.message(1, VICTIM, 1, 1), 20);
		if (W != 16) {
			want.push_back(RN_DMA_STATUS_STREAM);
			told(data_of(a, 1, 0, 64, 1));
		}
		took = b.ring.now;
		for (int k = 0; k < 120; k++)
			a.post_quiet(a.write(1, write_head(2, 8 * VICTIM + SRC, 64 * k), 8, 1));
		a.bell();
		c.post_quiet(c.write(1, write_head(2, 8 * VICTIM + SRC, 0), 8, 1));
		c.bell();
		v.post_quiet(v.message(0, ATTACKER, 1, 1));
		v.bell();
		a.await_sent();
		b.sleep(2000);
		took = b.ring.now - took;
		flood = a.drain(RN_COMPLETION_KIND_RETURNED);
		other = c.drain(RN_COMPLETION_KIND_RETURNED);
		sent = a.rd(RN_QUEUES_RECV_PRODUCER);
		v.stop();
		told(a.write(1, write_head(2, 8 * VICTIM + DST, 0), 8, 1));
		told(a.message(1, VICTIM, 1, 1));
	});
	bool ended = b.run(400000);
	std::sort(why.begin(), why.end());
	std::sort(want.begin(), want.end());
	sim::ok(ended && why == want, "a page is told that a node refused its cells: wrong key, closed region, bounds, full ring, no stream, page off");
	sim::ok(flood && other == 1 && sent == 1 && (MODEL || flood <= took / pace + 1), "120 refused cells of a page bring %u notices in %llu clocks; "
		"another sender gets its own, and the victim sends", flood, (unsigned long long)took);
}

// A page names the memory of another page of its host in its rings and regions: with windows, which
// only the global page sets, it reaches its own memory alone. Each access names its page.
void windows(Driver &b)
{
	unsigned foreign = 0, changed = 0, told = 0, lg = 0;
	uint64_t accesses = 0, mislabelled = 0;
	Bare a(b, 0, ATTACKER), evil(b, 1, ATTACKER), v(b, 1, VICTIM);
	Host &h = b.host(1);
	auto owner = [&](uint64_t addr) { return unsigned(addr >> 36 & 7); }; // card_host.h

	h.mem.seen = [&](uint64_t addr, unsigned page) {
		accesses++;
		mislabelled += page != owner(addr);
	};
	start("windows", [&] {
		for (int p : {ATTACKER, VICTIM}) {
			h.wr(RN_DMA_WINDOW_BASE + RN_DMA_WINDOW_BASE_STEP * p, uint32_t(h.page[p].base >> 32));
			h.wr(RN_DMA_WINDOW_LG + RN_DMA_WINDOW_LG_STEP * p, 36);
			lg += h.rd(RN_DMA_WINDOW_LG + RN_DMA_WINDOW_LG_STEP * p);
		}
		a.open(1);
		v.open(2);
		evil.open(3);
		uint64_t was = v.host.mem.word(v.area(DST) + 64);

		// A region, then all rings.
		evil.wr(RN_REGION_ACCESS + RN_REGION_BASE_LO_STEP * DST, 0);
		evil.base(RN_REGION_BASE_LO + RN_REGION_BASE_LO_STEP * DST, v.area(DST));
		evil.wr(RN_REGION_ACCESS + RN_REGION_BASE_LO_STEP * DST, 3u << RN_REGION_ACCESS_KEY_LSB | RN_REGION_ACCESS_REMOTE_WRITE_MASK);
		a.post_quiet(a.write(1, write_head(3, 8 * ATTACKER + DST, 64), 8, 0x66));
		a.bell();
		a.await_sent();
		b.sleep(600);
		changed += h.mem.word(v.area(DST) + 64) != was;
		told += h.mem.word(evil.area(DST) + 64) == 0x6666666666666666ull;
		evil.stop();
		evil.base(RN_QUEUES_SEND_BASE_LO, h.page[VICTIM].send_base());
		evil.base(RN_QUEUES_RECV_BASE_LO, h.page[VICTIM].recv_base());
		evil.base(RN_QUEUES_CPL_BASE_LO, h.page[VICTIM].cpl_base());
		evil.wr(RN_QUEUES_CONTROL, RN_QUEUES_CONTROL_ENABLE_MASK);
		a.post_quiet(a.message(1, ATTACKER, 1, 1));
		a.bell();
		evil.send = 0;
		evil.post(Desc());
		evil.bell();
		b.sleep(1000);
		for (uint64_t at : {h.page[VICTIM].recv_base() + b.slot_b - 8, h.page[VICTIM].cpl_base() + 24})
			foreign += h.mem.word(at) != 0;
		for (int p : {ATTACKER, VICTIM})
			h.wr(RN_DMA_WINDOW_LG + RN_DMA_WINDOW_LG_STEP * p, 64);
		evil.stop();
	});
	bool ended = b.run(400000);
	h.mem.seen = nullptr;
	sim::ok(ended && lg == 72 && told == 1 && !changed && !foreign, "a page whose regions and rings name another page's memory reaches its own");
	sim::ok(accesses >= 4 && !mislabelled, "%llu accesses to memory say which page they are for", (unsigned long long)accesses);
}

// A host takes no writes: after a time-out its card drops cells for it, so that others get through,
// and reports that; when the host answers again its pages start anew.
void hung_host(Driver &b)
{
	const uint32_t lg_timeout = 12, own_b = 4 * 16384, past_b = 4096;
	const uint64_t bound = (4u << lg_timeout) + uint64_t(own_b + past_b) * 8 / W * 2; // clocks: half of the link's rate
	unsigned through = 0, own = 0, stuck = 0, event = 0, on = 0, last = 0, stopped = 0;
	uint64_t strays = 0, clocks = 0;
	Bare a(b, 0, ATTACKER), past(b, 0, VICTIM), v(b, 1, VICTIM), far(b, 2, VICTIM);
	Host &h = b.host(1);

	start("hung host", [&] {
		h.wr(RN_DMA_TIMEOUT, lg_timeout);
		for (Bare *p : {&a, &past, &v, &far})
			p->open(2);
		v.wr(RN_PAGE_EVENT, ~0u);
		h.mem.stall = 100;
		for (int k = 0; k < 4; k++)
			a.post_quiet(a.write(1, write_head(2, 8 * VICTIM + DST, 0), own_b / 4, 1));
		a.bell();
		b.sleep(2000);
		uint64_t since = b.ring.now;
		past.post_quiet(past.write(2, write_head(2, 8 * VICTIM + DST, 0), past_b, 2)); // goes through node 1
		past.bell();
		while ((past.under_way() || a.under_way()) && b.ring.now - since < bound)
			b.sleep(100);
		clocks = b.ring.now - since;
		through = !past.under_way();
		own = !a.under_way();
		event = v.rd(RN_PAGE_EVENT) & RN_PAGE_EVENT_STUCK_MASK;
		stuck = v.rd(RN_QUEUES_STATUS) & RN_QUEUES_STATUS_STUCK_MASK;
		v.wr(RN_QUEUES_CONTROL, RN_QUEUES_CONTROL_ENABLE_MASK);
		on = v.rd(RN_QUEUES_CONTROL);
		a.stop(); // a page that was sending to it can be stopped
		h.mem.stall = 30;
		while (v.rd(RN_QUEUES_STATUS) & RN_QUEUES_STATUS_STUCK_MASK)
			b.sleep(50);
		v.stop();
		stopped = v.stopped();
		v.unmap();
		strays -= h.mem.strays;
		b.sleep(3000);
		strays += h.mem.strays;
		v.open(2);
		a.open(1);
		a.post_quiet(a.write(1, write_head(2, 8 * VICTIM + DST, 64), 8, 0x77));
		a.bell();
		b.sleep(1500);
		last = h.mem.word(v.area(DST) + 64) == 0x7777777777777777ull;
		h.wr(RN_DMA_TIMEOUT, RN_DMA_TIMEOUT_RESET);
	});
	bool ended = b.run(400000);
	h.mem.stall = 30;
	sim::ok(ended && through && own, "a host takes no writes: after the time-out those behind it get through, %llu clocks in all "
		"(bound %llu)", (unsigned long long)clocks, (unsigned long long)bound);
	sim::ok(event && stuck && !on, "its pages are off, stay off, and are told: STUCK");
	sim::ok(stopped && !strays && last, "it answers again: its pages stop, its memory is left alone, they start anew");
}

const Test TESTS[] = {
	{"ring_overrun", ring_overrun, nullptr},
	{"set_up_under_fire", set_up_under_fire, nullptr},
	{"off_in_the_middle", off_in_the_middle, nullptr},
	{"refusals_leave_room", refusals_leave_room, nullptr},
	{"regions_that_are_none", regions_that_are_none, nullptr},
	{"limits", limits, "its request queue has no end, and PLACE is read only"},
	{"closing_is_a_fence", closing_is_a_fence, nullptr},
	{"channels_in_turns", channels_in_turns, "it has no channels: a descriptor is carried out by the process that sends it"},
	{"small_blocks", small_blocks, "the same"},
	{"changed_between_turns", changed_between_turns, "the same"},
	{"chains_of_nothing", chains_of_nothing, "the same"},
	{"turns_keep_data", turns_keep_data, nullptr},
	{"stale_partial", stale_partial, nullptr},
	{"page_of_the_sender", page_of_the_sender, nullptr},
	{"stale_stream", stale_stream, nullptr},
	{"long_keys", long_keys, nullptr},
	{"three_guesses", three_guesses, nullptr},
	{"sender_is_told", sender_is_told, nullptr},
	{"windows", windows, "bus addresses are those of the page's process: it reaches no memory of another"},
	{"hung_host", hung_host, "the process that sends writes to memory: no host can refuse that"},
	{"garbage_descriptors", garbage_descriptors, nullptr},
	{"one_page_rages", one_page_rages, "the page would write to memory of this process; t/hw/emu_kill has two processes"},
	{"node_reset", node_reset, "nodes have no reset"},
	{"dead_port", dead_port, nullptr},
	{"cut_in_a_chain", cut_in_a_chain, nullptr},
};

int tests()
{
	Driver b(int(sim::setting("nodes", 4)), int(sim::setting("delay", 4)), sim::seed());

	b.each("joining", [&b](Host &h) { b.join(h); });
	sim::ok(b.run(), "%d cards: links up", b.size());
	run_tests(b, TESTS);
	return sim::done();
}

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	return tests();
}
