// SPDX-License-Identifier: BSD-3-Clause
//
// Bench of rdma_unit: queue pairs that move data, against the functional model of hw/emu. Two cards with a page for each of several
// processes; pairs of queue pairs on different cards, on one, and on one page. In each round one side of each pair, or both, post random work
// requests (SENDs, WRITEs and READs of any length and alignment, inline, from and to lists of entries, through page lists and windows, with immediate data, atomic
// operations, BIND, INVALIDATE, SEND_INVALIDATE, NOPs, and wrong ones of each kind), and the other side receive requests, early, late or too few, at times wrong ones, some in
// a shared receive queue; on both sides alike. Then all completion queues, all memory that was to be written and the attributes of all queue pairs are the same.
// Cells wait between the cards for random times; memory is slow. Then without the model: contexts that a page has spoiled, memory that
// answers with errors, a card that is reset, and answers that are not true.
//
//     rounds=N          (default 10)
//
// reference: rdma_reference.c
// top: rdma_unit
// with: small -GLG_SETS=2 -GLG_DEPTH=3 -GLG_STUCK=15
// with: full -GLG_STUCK=15

#define RD_SIM_ANY_STATE

#include <set>
#include <sys/mman.h>
#include <unistd.h>

#include "rdma_receive.h"
#include "rdma_reference.h"

// ---- A queue pair -----------------------------------------------------------------------------------

enum { SOURCE, TARGET, INBOX, USES };                          // memory of a queue pair: of its work requests, of its peer's, of its receive requests
enum { PLAIN, LISTED, NO_RIGHT, STRAYS, OTHER_DOMAIN, WINDOW, KINDS };       // regions of each; of TARGET a window
enum { MESSAGE_B = 20200 };                                    // most bytes of a SEND

const uint64_t TARGET_RIGHTS = RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_MASK | RDMA_MR_ATTR_SHAPE_REMOTE_READ_MASK | RDMA_MR_ATTR_SHAPE_REMOTE_ATOMIC_MASK;

struct Side {
	static uint64_t ended[2][16];        // requests that have ended, of work and to receive, with each status
	static std::set<uint32_t> events[NODES][PAGES][2];   // that the unit, the model has told, until both are compared
	static int told_of[16];              // of each kind
	static int armed, fired;             // of these queues

	Page page;
	uint32_t number;
	uint16_t prod = 0, recv_prod = 0;    // work requests and receive requests posted
	uint64_t va = 0;                     // address of the first byte of its regions
	struct Queue {
		uint32_t number;
		unsigned lg;
		uint16_t read = 0;               // completions

		uint64_t at() const { return CQ_AT + (uint64_t(number) << (LG_CQ_MAX + 5)); }
	} cq[2] = {};                        // of work requests, of receive requests
	unsigned rnr_retry = RDMA_RETRY_EVER;
	bool traps = false;                  // a receive request is wrong
	bool shared = false;                 // they come from a shared receive queue, which no other side uses
	bool may_write = true, may_read = true, may_atomic = true, measured = false;
	int wrong = 0;
	bool sound = false;                  // it posts nothing that is wrong
	bool bound = false;                  // the window, as far as it is known
	uint32_t window_key = 0;
	uint64_t window_at = 0, window_len = 0, window_rights = 0;
	static int windows, through, closed; // that were bound with a completion, requests through them, closed by the peer

	uint64_t send_at() const { return SEND_AT + (uint64_t(number) << (LG_SEND + 6)); }
	uint64_t recv_at() const { return RECV_AT + (uint64_t(number) << (LG_RECV + 6)); }      // shared: for those that were taken
	uint64_t posts_at() const { return shared ? SRQ_AT + (uint64_t(number) << (LG_RECV + 6)) : recv_at(); }
	uint64_t area(int use) const { return (use == INBOX ? INBOX_AT : use == TARGET ? TARGET_AT : SOURCE_AT) + uint64_t(number) * AREA_B; }
	uint32_t stag(int use, int kind) const { return (number * uint32_t(USES * KINDS) + unsigned(use * KINDS + kind)) << 8 | KEY; }

	// A window to its target, at times a wrong one; or it is closed.
	void post_window()
	{
		int bad = one_in(8) ? 1 + below(6) : 0;
		std::vector<uint64_t> words(8);

		for (uint64_t &w : words)
			w = dice->next();
		words[0] = (words[0] & RDMA_WORK_CTL_FENCE_MASK) | (one_in(2) ? RDMA_WORK_CTL_SIGNALLED_MASK : 0);
		if (bound != (bad == 1)) {
			words[0] |= RDMA_WORK_OP_INVALIDATE | uint64_t((stag(TARGET, WINDOW) ^ KEY ^ window_key) + (bad == 2)) << RDMA_WORK_CTL_IMMEDIATE_LSB;
			bound = false;
		} else {
			bound = true;
			window_key = below(256);
			window_at = below(AREA_B / 4);
			window_len = AREA_B - window_at - below(AREA_B / 4);
			window_rights = TARGET_RIGHTS & ~(one_in(6) ? 1ull << (RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_LSB + below(3)) : 0);
			words[0] |= RDMA_WORK_OP_BIND | 1 << RDMA_WORK_CTL_COUNT_LSB;
			words[2] = va + window_at;
			words[3] = (words[3] & ~0xffffffffull) | (stag(TARGET, WINDOW) ^ KEY ^ window_key);
			words[5] = stag(TARGET, bad == 3 ? NO_RIGHT : bad == 4 ? OTHER_DOMAIN : one_in(2) ? LISTED : PLAIN);
			words[6] = bad == 5 ? AREA_B - window_at + 1 : window_len;
			words[7] = window_rights | (bad == 6 ? RDMA_MR_ATTR_SHAPE_WRITE_MASK : 0);
		}
		wrong += bad != 0;
		place_words(words);
	}
	// The window, as the model has it.
	void look_at_window()
	{
		uint64_t is[8];

		rdma_reference_words(page.card(), stag(TARGET, WINDOW) >> 8, is);
		bound = is[0] >> 62 & 1;
		window_key = is[0] & 0xff;
		window_at = is[1] - va;
		window_len = is[2];
		window_rights = is[0] & TARGET_RIGHTS;
	}
	void regions()
	{
		va = dice->next() & 0xffffffff0000 & ~uint64_t(AREA_B - 1);
		for (int use = 0; use < USES; use++)
			for (int kind = 0; kind < (use == TARGET ? KINDS : WINDOW); kind++) {
				uint64_t right = kind == NO_RIGHT ? 0 : kind == WINDOW ? uint64_t(RDMA_MR_ATTR_SHAPE_WINDOW_MASK) : use == TARGET
					? uint64_t(TARGET_RIGHTS | RDMA_MR_ATTR_SHAPE_WRITE_MASK | RDMA_MR_ATTR_SHAPE_BIND_MASK) : uint64_t(RDMA_MR_ATTR_SHAPE_WRITE_MASK);
				uint64_t at = page.bus(area(use)), shape = KEY | right | uint64_t(kind == OTHER_DOMAIN ? 9 : 7) << RDMA_MR_ATTR_SHAPE_PD_LSB;
				uint64_t list[AREA_B / 4096];

				if (kind == LISTED) {
					uint64_t to = LIST_AT + 128 * (USES * number + unsigned(use));

					for (unsigned i = 0; i < AREA_B / 4096; i++)
						list[i] = page.bus(area(use)) + 4096 * (i ^ 3);
					page.put(to, list, sizeof(list));
					at = page.bus(to);
					shape |= RDMA_MR_ATTR_SHAPE_LIST_MASK | uint64_t(12) << RDMA_MR_ATTR_SHAPE_PAGE_LG_LSB;
				}
				page.obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_MR, stag(use, kind) >> 8, {va, AREA_B, kind == STRAYS ? at + STRAY : at, shape});
			}
	}
	void open()
	{
		std::vector<uint8_t> bytes(AREA_B);

		for (uint8_t &b : bytes)
			b = uint8_t(dice->next());
		for (int use = 0; use < USES; use++)
			page.put(area(use), bytes.data(), bytes.size());
		regions();
		for (unsigned k = 0; k < 2; k++) {
			cq[k] = {number + 2 * PAIRS * k, one_in(3) ? below(3) : unsigned(LG_CQ_MAX)};
			page.obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_CQ, cq[k].number, {page.bus(cq[k].at()), cq[k].lg});
		}
		shared = number > 3 && one_in(3);                    // not those of figures()
		if (shared)
			page.obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_SRQ, number, {page.bus(posts_at()), LG_RECV | 7 << RDMA_SRQ_ATTR_SIZE_PD_LSB});
		page.obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_QP, number, {(shared ? RDMA_QP_ATTR_CTL_SHARED_MASK : 0) | uint64_t(cq[1].number) << 48 | uint64_t(cq[0].number) << 32 | 7u << 16
			| (one_in(4) ? RDMA_QP_ATTR_CTL_SIGNAL_ALL_MASK : 0), page.bus(send_at()), page.bus(recv_at()),
			LG_SEND | LG_RECV << 4 | uint64_t(number) << RDMA_QP_ATTR_SIZES_SRQ_LSB, 0, 0});
	}
	// A request waits for its answer longer than those of all pairs before it take.
	uint32_t to(uint32_t state, const Side &peer)
	{
		uint64_t ctl = uint64_t(state) << RDMA_QP_ATTR_CTL_STATE_LSB | (may_write ? RDMA_QP_ATTR_CTL_WRITE_MASK : 0)
			| (may_read ? RDMA_QP_ATTR_CTL_READ_MASK : 0) | (may_atomic ? RDMA_QP_ATTR_CTL_ATOMIC_MASK : 0);

		return page.obey(RDMA_COMMAND_OP_MODIFY, RDMA_OBJECT_QP, number, {ctl, 0, 0, limits(4, 7, rnr_retry, below(4)),
			uint64_t(peer.number) << 16 | unsigned(peer.page.p) << 10 | unsigned(peer.page.n), 0});
	}
	void place_words(const std::vector<uint64_t> &words)
	{
		for (size_t i = 0; i < words.size(); i += 8)
			page.put(send_at() + 64 * (prod++ % (1u << LG_SEND)), &words[i], 64);
	}
	// Places of the receive queue that are free. Of a shared one as many were taken as its only queue pair says.
	unsigned receivable()
	{
		page.obey(RDMA_COMMAND_OP_QUERY, RDMA_OBJECT_QP, number, {});
		return (1u << LG_RECV) - uint16_t(recv_prod - uint16_t(page.c().mem.word(place(page.p, page.bus(ATTR_AT + RDMA_QP_ATTR_INDEX))) >> (shared ? 32 : 48)));
	}
	// Receive requests, which take any message unless they are wrong.
	void receive(unsigned n)
	{
		while (n--) {
			unsigned entries = 1 + below(RDMA_SCATTER_MAX), bad = sound || !one_in(shared ? 36 : 12) ? 0 : 1 + below(7), wrong_at = below(entries);
			uint64_t words[8], ctl = uint64_t(bad == 7 ? 0 : entries) << RDMA_RECEIVE_CTL_COUNT_LSB;

			for (uint64_t &w : words)
				w = dice->next();
			words[0] = (words[0] & ~uint64_t(RDMA_RECEIVE_CTL_COUNT_MASK)) | ctl;
			for (unsigned i = 0; i < entries; i++) {
				bool hit = i == wrong_at;
				uint64_t len = i + 1 == entries && bad != 1 ? uint64_t(MESSAGE_B) : one_in(4) ? 0 : 1 + below(one_in(3) ? 3000 : 150), at = below(AREA_B - uint32_t(len) + 1);
				int kind = hit && bad == 2 ? NO_RIGHT : hit && bad == 3 ? OTHER_DOMAIN : hit && bad == 4 ? STRAYS : one_in(2) ? LISTED : PLAIN;

				words[2 + 2 * i] = va + at + (hit && bad == 5 ? AREA_B - at - len + len / 2 + 1 : 0);
				words[3 + 2 * i] = len << 32 | (stag(INBOX, kind) ^ (hit && bad == 6 ? 1u : 0));
			}
			traps = traps || bad;
			place_receive(words);
			if (one_in(2))
				ring_receive();
		}
		ring_receive();
	}
	void place_receive(const uint64_t *words) { page.put(posts_at() + 64 * (recv_prod++ % (1u << LG_RECV)), words, RDMA_RECEIVE_BYTES); }
	uint32_t posts_bell() const { return shared ? RDMA_RDMA_SRQ_DOORBELL : RDMA_RDMA_RQ_DOORBELL; }
	void ring_receive() { page.both(posts_bell(), number | uint32_t(recv_prod) << RDMA_RDMA_RQ_DOORBELL_PRODUCER_LSB); }
	// A random request for the peer, of which the rest of the queue has `room` places.
	void post(Side &peer, unsigned room)
	{
		bool nop = one_in(8), atomic = !nop && one_in(5), reads = !nop && !atomic && one_in(4), tells = !nop && !atomic && !reads && one_in(2), listed = room >= 2 && one_in(2);
		bool half = one_in(2), inlined = !nop && (reads || atomic ? !sound && one_in(60) : one_in(3));
		int bad = !sound && one_in(25) ? 1 + below(13) : 0;            // the error
		unsigned entries = inlined ? 0 : atomic ? 1 + (listed ? below(4) : 0) : listed ? below(5) : below(2);
		uint64_t cookie = dice->next(), total = 0, size = half ? 4 : 8, ctl, tokind = one_in(2) ? LISTED : PLAIN;
		std::vector<uint64_t> words(listed ? 16 : 8), entry;

		for (uint64_t &w : words)
			w = dice->next();                                // inline data, and fields without a meaning
		if ((inlined && bad >= 5 && bad <= 8) || (loss && (bad == 6 || bad == 9))          // segments before the wrong one may be lost
			|| (bad == 6 && (peer.traps || peer.shared || rnr_retry != RDMA_RETRY_EVER)))         // the model looks for the receive request first
			bad = 0;
		for (unsigned i = 0; i < entries; i++) {
			uint64_t len = atomic ? i + 1 == entries ? size - total : below(size - total + 1) : one_in(6) ? 0 : one_in(5) ? 1 + below(5000) : 1 + below(300);
			uint64_t at = below(AREA_B - uint32_t(len) + 1);
			int kind = bad == 11 ? NO_RIGHT : one_in(2) ? LISTED : PLAIN;

			if (bad == 5 && len)
				kind = OTHER_DOMAIN;
			if (bad == 6 && len)
				kind = STRAYS;
			if (bad == 7 && len)
				at = AREA_B - len + 1;
			entry.push_back(va + at);
			entry.push_back(len << 32 | (stag(SOURCE, kind) ^ (bad == 8 ? 1u : 0)));
			total += len;
		}
		if (inlined)
			total = below(listed ? 97 : 33);
		if (total > AREA_B)
			bad = 0;
		ctl = (nop ? RDMA_WORK_OP_NOP : reads ? RDMA_WORK_OP_READ : tells ? RDMA_WORK_OP_SEND : !atomic ? RDMA_WORK_OP_WRITE : one_in(2) ? RDMA_WORK_OP_FETCH_ADD
			: RDMA_WORK_OP_COMPARE_SWAP) | (half != (bad == 12) ? RDMA_WORK_CTL_HALF_MASK : 0) | (one_in(2) ? RDMA_WORK_CTL_SIGNALLED_MASK : 0)
			| (listed ? RDMA_WORK_CTL_LIST_MASK : 0) | (inlined ? RDMA_WORK_CTL_INLINE_MASK | total << RDMA_WORK_CTL_BYTES_LSB : 0)
			| uint64_t(entries) << RDMA_WORK_CTL_COUNT_LSB | (one_in(3) ? RDMA_WORK_CTL_IMM_MASK : 0) | (one_in(2) ? RDMA_WORK_CTL_SOLICITED_MASK : 0)
			| (one_in(2) ? RDMA_WORK_CTL_FENCE_MASK : 0) | dice->next() << RDMA_WORK_CTL_IMMEDIATE_LSB;
		if (bad == 1)
			ctl = (ctl & ~uint64_t(RDMA_WORK_CTL_COUNT_MASK)) | (inlined ? 127ull << RDMA_WORK_CTL_BYTES_LSB : 5ull << RDMA_WORK_CTL_COUNT_LSB);
		if (bad == 2)
			ctl |= 0xf;                                      // no such operation
		if (bad == 3 && room == 1)
			ctl |= RDMA_WORK_CTL_LIST_MASK;                  // the second place is not there
		if (bad == 4)
			tokind = one_in(2) ? NO_RIGHT : OTHER_DOMAIN;
		if (bad == 9)
			tokind = STRAYS;
		words[0] = ctl;
		words[1] = cookie;
		words[2] = peer.va + below(AREA_B - uint32_t(std::min<uint64_t>(total, AREA_B)) + 1) + (bad == 10 ? AREA_B : 0);
		if (atomic) {                                        // words that several operations change; a value that may be there
			uint64_t to = size * below(one_in(4) ? AREA_B / size : 4);

			words[2] = peer.va + to + (bad == 13 ? 1 + below(size - 1) : bad == 10 ? AREA_B : 0);
			if (one_in(2))
				memcpy(&words[7], peer.page.card()->arena + peer.area(TARGET) + to, 8);
		}
		words[3] = (peer.stag(TARGET, int(tokind)) ^ (!sound && one_in(60) ? 1u : 0)) | (words[3] & ~0xffffffffull);
		for (size_t i = 0; i < entry.size(); i++)
			words[(listed ? 8 : 4) + i] = entry[i];
		if (peer.bound && !nop && !tells && one_in(3) && !bad && (!sound || peer.window_rights == TARGET_RIGHTS) && words[2] - peer.va >= peer.window_at
			&& words[2] - peer.va + total <= peer.window_at + peer.window_len) {
			words[3] = (words[3] & ~0xffffffffull) | (peer.stag(TARGET, WINDOW) ^ KEY ^ peer.window_key);
			through++;
		}
		// Closes the window; without one it is refused.
		if (tells && ((peer.bound && one_in(4)) || (!sound && one_in(60)))) {
			words[0] = (words[0] & ~uint64_t(RDMA_WORK_CTL_OP_MASK | RDMA_WORK_CTL_IMMEDIATE_MASK)) | ((words[0] & RDMA_WORK_CTL_OP_MASK) == RDMA_WORK_OP_SEND
				? uint64_t(RDMA_WORK_OP_SEND_INVALIDATE) : words[0] & RDMA_WORK_CTL_OP_MASK)
				| uint64_t(peer.stag(TARGET, WINDOW) ^ KEY ^ peer.window_key) << RDMA_WORK_CTL_IMMEDIATE_LSB;
			peer.bound = false;
		}
		wrong += bad != 0;
		place_words(words);
	}
	void ring() { page.both(RDMA_RDMA_SQ_DOORBELL, number | uint32_t(prod) << RDMA_RDMA_SQ_DOORBELL_PRODUCER_LSB); }
	void model_goes_on() const { rd_card_read(page.card(), RDMA_RDMA_TABLE); }
	// Doorbells that found no place, and were refused.
	void ring_again() const
	{
		for (const Queue &q : cq)
			page.access(true, RDMA_RDMA_CQ_DOORBELL, q.number | uint32_t(q.read) << RDMA_RDMA_CQ_DOORBELL_CONSUMER_LSB);
		page.access(true, RDMA_RDMA_SQ_DOORBELL, number | uint32_t(prod) << RDMA_RDMA_SQ_DOORBELL_PRODUCER_LSB);
		page.access(true, posts_bell(), number | uint32_t(recv_prod) << RDMA_RDMA_RQ_DOORBELL_PRODUCER_LSB);
	}
	// Asks for the attributes: the unit has the indices of the model, which has ended all work requests.
	bool settled()
	{
		uint64_t index, model;

		page.obey(RDMA_COMMAND_OP_QUERY, RDMA_OBJECT_QP, number, {});
		index = page.c().mem.word(place(page.p, page.bus(ATTR_AT + RDMA_QP_ATTR_INDEX)));
		memcpy(&model, page.card()->arena + ATTR_AT + RDMA_QP_ATTR_INDEX, sizeof model);
		return index == model && uint16_t(index >> 16) == prod;
	}
	void compare()
	{
		page.obey(RDMA_COMMAND_OP_QUERY, RDMA_OBJECT_QP, number, {});
		page.same(ATTR_AT, RDMA_QP_ATTR_BYTES, "attributes");
		for (const Queue &q : cq)
			page.same(q.at(), 32ull << q.lg, "completions");
		page.same(area(TARGET), AREA_B, "target");
		page.same(area(SOURCE), AREA_B, "source");
		page.same(area(INBOX), AREA_B, "inbox");
		compare_events();
	}
	// Its completion queues are armed, at times: all that they had was read.
	void arm()
	{
		for (const Queue &q : cq)
			if (one_in(2)) {
				page.surely(RDMA_RDMA_CQ_DOORBELL, q.number | uint32_t(q.read) << RDMA_RDMA_CQ_DOORBELL_CONSUMER_LSB);
				page.surely(RDMA_RDMA_CQ_ARM, q.number | (one_in(2) ? RDMA_RDMA_CQ_ARM_SOLICITED_MASK : 0));
				armed++;
			}
		if (shared && one_in(2))
			page.obey(RDMA_COMMAND_OP_MODIFY, RDMA_OBJECT_SRQ, number, {0, uint64_t(below(8)) << RDMA_SRQ_ATTR_SIZE_LIMIT_LSB});
	}
	// The same ones have made events.
	void compare_events()
	{
		std::set<uint32_t> (&told_by)[2] = events[page.n][page.p];
		uint32_t event;

		const uint32_t mine[] = {cq[0].number << 8 | RDMA_EVENT_KIND_CQ, cq[1].number << 8 | RDMA_EVENT_KIND_CQ, number << 8 | RDMA_EVENT_KIND_QP_ERROR,
			number << 8 | RDMA_EVENT_KIND_SQ_DRAINED, number << 8 | RDMA_EVENT_KIND_SRQ_LIMIT, number << 8 | RDMA_EVENT_KIND_LAST_RECEIVE};

		while ((event = rd_card_read(page.card(), RDMA_RDMA_EVENT)) != 0)
			told_by[1].insert(event);
		const auto missing = [&](uint32_t e) { return told_by[1].count(e) > told_by[0].count(e); };
		for (int tries = 0; tries < 100; tries = event ? 0 : tries + 1) {
			page.obey(0, 0, 0, {});                          // behind all that was written
			event = page.access(false, RDMA_RDMA_EVENT, 0);
			if (event)
				told_by[0].insert(event);
			else if (std::none_of(mine, std::end(mine), missing))
				break;
		}
		for (uint32_t e : mine) {
			size_t is = told_by[0].erase(e), should = told_by[1].erase(e);

			expect(is == should, "card %d page %d event %x: %zu, the model %zu", page.n, page.p, e, is, should);
			told_of[e & RDMA_RDMA_EVENT_KIND_MASK] += int(is);
		}
		fired = told_of[RDMA_EVENT_KIND_CQ];
	}
	uint32_t state() { return uint32_t(page.c().mem.word(place(page.p, page.bus(ATTR_AT))) >> RDMA_QP_ATTR_CTL_STATE_LSB & 0xf); }
	// Completions that are there are read; how many. The model has them, too, or gets them when its peer has waited.
	unsigned read_all(const Side &peer)
	{
		return read_queue(cq[0], peer) + read_queue(cq[1], peer);
	}
	unsigned read_queue(Queue &q, const Side &peer)
	{
		uint16_t had = q.read;

		for (;;) {
			uint64_t at = q.at() + 32 * (q.read % (1u << q.lg)), what = page.c().mem.word(place(page.p, page.bus(at + RDMA_DONE_WHAT)));

			if (what >> 63 != !(q.read >> q.lg & 1) || uint16_t(what >> RDMA_DONE_WHAT_INDEX_LSB) != q.read || uint16_t(q.read - had) >> q.lg)
				break;
			for (int tries = 0; tries < 100000 && memcmp(page.card()->arena + at + RDMA_DONE_WHAT, &what, sizeof what) != 0; tries++) {
				model_goes_on();
				peer.model_goes_on();
			}
			page.same(at, 32, "completion");
			ended[&q - cq][what >> RDMA_DONE_WHAT_STATUS_LSB & 0xf]++;
			windows += (what & (RDMA_DONE_WHAT_OP_MASK | RDMA_DONE_WHAT_STATUS_MASK)) == RDMA_WORK_OP_BIND;
			closed += (what & RDMA_DONE_WHAT_INVALIDATED_MASK) != 0;
			q.read++;
		}
		if (q.read != had)
			page.both(RDMA_RDMA_CQ_DOORBELL, q.number | uint32_t(q.read) << RDMA_RDMA_CQ_DOORBELL_CONSUMER_LSB);
		return uint16_t(q.read - had);
	}
};

uint64_t Side::ended[2][16];
std::set<uint32_t> Side::events[NODES][PAGES][2];
int Side::told_of[16];
int Side::armed, Side::fired, Side::windows, Side::through, Side::closed;
static Side side[PAIRS][2];
static int errors, done, mutual;

static void connect(Side &a, Side &b)
{
	for (Side *s : {&a, &b}) {
		s->may_write = !one_in(10) || s->measured;
		s->may_atomic = !one_in(10) || s->measured;
		s->may_read = !one_in(10) || s->measured;
		s->rnr_retry = (s == &a ? b : a).cq[1].lg < LG_CQ_MAX || one_in(2) ? unsigned(RDMA_RETRY_EVER) : below(3);
		s->prod = 0;
		if (!s->shared)                                      // others stay in the queue
			s->recv_prod = 0;
		s->traps = s->traps && s->shared && s->receivable() < 1u << LG_RECV;
	}
	for (uint32_t state : {RDMA_QP_STATE_RESET, RDMA_QP_STATE_INIT, RDMA_QP_STATE_RTR, RDMA_QP_STATE_RTS})
		for (int k = 0; k < 2; k++)
			(k ? b : a).to(state, k ? a : b);
}

static void post_some(Side &from, Side &to)
{
	unsigned room = 1 + below(1u << LG_SEND);
	uint16_t begun = from.prod;

	while (uint16_t(from.prod - begun) < room) {
		if (!from.sound && one_in(12))
			from.post_window();
		else
			from.post(to, room - uint16_t(from.prod - begun));
		if (one_in(3))
			from.ring();
	}
	from.ring();
}

// Receive requests for the messages of one that is about to post: all, or some and the others behind them (1), or too few.
static unsigned ready(const Side &from, Side &to)
{
	unsigned n = to.receivable(), early = n;

	if (from.rnr_retry == RDMA_RETRY_EVER && one_in(2))
		early = below(n + 1);
	else if (from.rnr_retry != RDMA_RETRY_EVER && !from.sound && one_in(2))
		n = early = std::min(n, below(3));
	to.receive(early);
	return n - early;
}

// One side posts, or both if none of their requests fails: each changes memory that the other one does not use.
static void a_round(int k)
{
	Side &from = side[k][below(2)], &to = &from == &side[k][0] ? side[k][1] : side[k][0];
	bool both = one_in(3) && from.may_write && from.may_read && from.may_atomic && to.may_write && to.may_read && to.may_atomic && !from.traps && !to.traps;
	unsigned later[2] = {};

	from.arm();
	to.arm();
	from.look_at_window();
	to.look_at_window();
	from.sound = to.sound = both;
	mutual += both;
	later[0] = ready(from, to);
	if (both)
		later[1] = ready(to, from);
	post_some(from, to);
	if (both)
		post_some(to, from);
	pause(below(3000));
	to.receive(later[0]);
	from.receive(later[1]);
}

// Until all has ended in the unit as in the model: INDEX of both sides tells. Completions are read meanwhile.
static void settle(Side &a, Side &b)
{
	for (int tries = 0, still = 0; tries < 4000 && still < 2; tries++) {
		unsigned n;

		a.model_goes_on();
		b.model_goes_on();
		n = a.read_all(b) + b.read_all(a);
		still = a.settled() & b.settled() && !n ? still + 1 : 0;
		pause(200);
		for (const Side *s : {&a, &b})
			if (tries % 32 == 31)
				s->ring_again();
	}
}

static void tables(int n, int p)
{
	Page g = {n, p};
	std::vector<uint8_t> zero(0x20000);

	for (unsigned k = 0; k < 4; k++) {
		g.put(TABLE_AT + 0x40000 * k, zero.data(), zero.size());
		g.both64(RDMA_RDMA_QP_BASE_LO + 16 * k, g.bus(TABLE_AT + 0x40000 * k));
		g.both(RDMA_RDMA_QP_N + 16 * k, k == RDMA_OBJECT_MR ? 2 * PAIRS * USES * KINDS : k == RDMA_OBJECT_CQ ? 4 * PAIRS : 2 * PAIRS);
	}
	g.both(RDMA_RDMA_CONTROL, 1);
}

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
	start("open", [] {
		for (int n = 0; n < NODES; n++)
			for (int p = 0; p < PAGES; p++)
				tables(n, p);
		for (auto &pair : side) {
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
			for (auto &pair : side) {
				bool failed = false;

				settle(pair[0], pair[1]);
				for (Side &s : pair) {
					s.compare();
					failed = failed || s.state() == RDMA_QP_STATE_ERR;
				}
				if (failed || one_in(20))
					connect(pair[0], pair[1]);
				errors += failed;
				done++;
			}
		});
		run();
	}
	loss = 0;
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
	dead_link();
	context_not_read();
	lying_answers();
	answer_without_room();
	sim::ok(outside == 0, "no access outside of the window of its page");
	return sim::done();
}
