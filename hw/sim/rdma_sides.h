// SPDX-License-Identifier: BSD-3-Clause
//
// The queue pairs of the bench rdma_engine that are in the unit and in the model: what they post, and all that is to be alike behind it.

#ifndef RD_HW_SIM_RDMA_SIDES_H
#define RD_HW_SIM_RDMA_SIDES_H

#include <set>

#include "rdma_cards.h"
#include "rdma_alone.h"
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
	bool ud = false;                     // it sends datagrams
	uint32_t qkey = 0;
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
			cq[k] = {number + SIDES * k, !ud && number > 3 && one_in(3) ? below(3) : unsigned(LG_CQ_MAX)};        // not those of figures() and deaf_host()
			page.obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_CQ, cq[k].number, {page.bus(cq[k].at()), cq[k].lg});
		}
		shared = number > 3 && !ud && one_in(3);                    // not those of figures()
		if (shared)
			page.obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_SRQ, number, {page.bus(posts_at()), LG_RECV | 7 << RDMA_SRQ_ATTR_SIZE_PD_LSB});
		page.obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_QP, number, {(ud ? RDMA_QP_TYPE_UD : RDMA_QP_TYPE_RC) | (shared ? RDMA_QP_ATTR_CTL_SHARED_MASK : 0) | uint64_t(cq[1].number) << 48 | uint64_t(cq[0].number) << 32 | 7u << 16
			| (one_in(4) ? RDMA_QP_ATTR_CTL_SIGNAL_ALL_MASK : 0), page.bus(send_at()), page.bus(recv_at()),
			LG_SEND | LG_RECV << 4 | uint64_t(number) << RDMA_QP_ATTR_SIZES_SRQ_LSB, 0, 0});
	}
	// A request waits for its answer longer than those of all pairs before it take.
	uint32_t to(uint32_t state, const Side &peer)
	{
		uint64_t ctl = uint64_t(state) << RDMA_QP_ATTR_CTL_STATE_LSB | (may_write ? RDMA_QP_ATTR_CTL_WRITE_MASK : 0)
			| (may_read ? RDMA_QP_ATTR_CTL_READ_MASK : 0) | (may_atomic ? RDMA_QP_ATTR_CTL_ATOMIC_MASK : 0);

		return page.obey(RDMA_COMMAND_OP_MODIFY, RDMA_OBJECT_QP, number, {ctl, 0, 0, limits(4, 7, rnr_retry, below(4)),
			uint64_t(qkey) << RDMA_QP_ATTR_PEER_QKEY_LSB | uint64_t(peer.number) << 16 | unsigned(peer.page.p) << 10 | unsigned(peer.page.n), 0});
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
	// A random datagram for the peer, which takes all if `ample`.
	void post_datagram(const Side &peer, unsigned room, bool ample)
	{
		bool nop = one_in(8), listed = room >= 2 && one_in(2), inlined = !nop && one_in(3);
		int bad = one_in(8) ? 1 + below(12) : 0;
		unsigned entries = inlined ? 0 : listed ? below(5) : below(2);
		uint64_t total = 0, node = unsigned(peer.page.n), to = peer.number;
		std::vector<uint64_t> words(listed ? 16 : 8);

		for (uint64_t &w : words)
			w = dice->next();
		if ((inlined && bad >= 4 && bad <= 8) || (bad == 6 && !ample))
			bad = 0;
		for (unsigned i = 0; i < entries; i++) {
			uint64_t len = one_in(6) ? 0 : 1 + below(one_in(4) ? (RDMA_DATAGRAM_MAX - total) / 2 : one_in(2) ? 250 : 60);

			if (i == 0)
				len = bad == 4 ? 5000 : bad >= 5 && bad <= 8 ? 1 + len / 2 : len;
			words[(listed ? 8 : 4) + 2 * i] = va + (bad == 7 ? AREA_B - len + 1 : below(AREA_B - uint32_t(len) + 1));
			words[(listed ? 8 : 4) + 2 * i + 1] = len << 32 | (stag(SOURCE, bad == 5 ? OTHER_DOMAIN : bad == 6 && i == 0 ? STRAYS : one_in(3) ? NO_RIGHT : one_in(2) ? LISTED : PLAIN)
				^ (bad == 8 ? 1u : 0));
			total += len;
		}
		if (inlined)
			total = below(listed ? 97 : 33);
		words[0] = (nop ? RDMA_WORK_OP_NOP : bad == 9 ? 2 + below(14) : RDMA_WORK_OP_SEND) | (one_in(2) ? RDMA_WORK_CTL_SIGNALLED_MASK : 0) | (listed || (bad == 3 && room == 1)
			? RDMA_WORK_CTL_LIST_MASK : 0) | (inlined ? RDMA_WORK_CTL_INLINE_MASK | (bad == 1 ? 127 : total) << RDMA_WORK_CTL_BYTES_LSB : 0)
			| uint64_t(bad == 1 && !inlined ? 5 : entries) << RDMA_WORK_CTL_COUNT_LSB | (one_in(3) ? RDMA_WORK_CTL_IMM_MASK : 0) | (one_in(2) ? RDMA_WORK_CTL_SOLICITED_MASK : 0)
			| dice->next() << RDMA_WORK_CTL_IMMEDIATE_LSB;
		if (bad == 11)
			node = NODES + below(1000);
		if (bad == 12)
			to = one_in(2) ? below(2 * PAIRS) : below(65536);    // not connected, or none
		words[3] = to << RDMA_WORK_TARGET_QP_LSB | uint64_t(peer.page.p) << RDMA_WORK_TARGET_PAGE_LSB | node << RDMA_WORK_TARGET_NODE_LSB | (peer.qkey ^ (bad == 10 ? 1u << below(32) : 0));
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
static Side grams[GRAMS][2];
static int errors, done, mutual, gram_errors, grams_done;

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

// Datagrams from one side to the other, which has posted its receive requests before: so the model drops the same ones.
static void a_gram_round(Side (&pair)[2])
{
	Side &from = pair[below(2)], &to = &from == &pair[0] ? pair[1] : pair[0];
	unsigned n = to.receivable(), room = 1 + below(1u << LG_SEND), few = one_in(2) ? n : below(std::min(n, 8u) + 1);
	uint16_t begun = from.prod;
	bool ample = few == n && n == 1u << LG_RECV && one_in(2);

	to.sound = ample;
	to.receive(few);
	to.page.surely(to.posts_bell(), to.number | uint32_t(to.recv_prod) << RDMA_RDMA_RQ_DOORBELL_PRODUCER_LSB);
	to.page.obey(0, 0, 0, {});
	while (uint16_t(from.prod - begun) < room)
		from.post_datagram(to, room - uint16_t(from.prod - begun), ample && !to.traps);
	from.ring();
}

// DROPPED and REFUSED of all pages are those of the model, when all that is on its way has come.
static void same_counts(uint64_t (&sum)[2])
{
	sum[0] = sum[1] = 0;
	for (int n = 0; n < NODES; n++)
		for (int p = 0; p < PAGES; p++)
			for (uint32_t at : {RDMA_RDMA_DROPPED, RDMA_RDMA_REFUSED}) {
				Page page = {n, p};
				uint32_t is = 0, should = rd_card_read(page.card(), at);

				for (int tries = 0; tries < 200 && (is = page.access(false, at, 0)) != should; tries++)
					pause(200);
				expect(is == should, "card %d page %d register %x: %u, the model %u", n, p, at, is, should);
				sum[at == RDMA_RDMA_REFUSED] += should;
			}
}

static void tables(int n, int p)
{
	Page g = {n, p};
	std::vector<uint8_t> zero(0x20000);

	for (unsigned k = 0; k < 4; k++) {
		g.put(TABLE_AT + 0x40000 * k, zero.data(), zero.size());
		g.both64(RDMA_RDMA_QP_BASE_LO + 16 * k, g.bus(TABLE_AT + 0x40000 * k));
		g.both(RDMA_RDMA_QP_N + 16 * k, k == RDMA_OBJECT_MR ? SIDES * USES * KINDS : k == RDMA_OBJECT_CQ ? 2 * SIDES : SIDES);
	}
	g.both(RDMA_RDMA_CONTROL, 1);
}

#endif
