// SPDX-License-Identifier: BSD-3-Clause
//
// The hosts' side of one card's registers (s_axil_*): takes requests from the mailboxes of the
// card's pages in turn, those of one page in their order, and hands the answers back. A write is
// given to the card `write` clocks after it was seen, a read half of `read` clocks; its answer goes
// back the rest of `read` clocks after the card gave it. A page reaches its own registers and the
// global ones; the others read 0 and ignore writes.
//
//     port.drive(top);      inputs for the coming edge
//     ... settle ...
//     port.sample(top);     handshakes that the edge completes

#ifndef RD_HW_RING_REG_PORT_H
#define RD_HW_RING_REG_PORT_H

#include <deque>

#include "hw/ring/shared.h"
#include "hw/ring/trace.h"

namespace ring {

// Latencies of the host, in clocks.
struct Costs {
	uint64_t write = 0, read = 0, dma = 0;
	uint32_t mhz = 100;
};

struct RegPort {
	enum { AHEAD = 2 };             // writes that the card holds or works on
	struct Page {
		uint32_t seen = 0, taken = 0; // requests
		uint64_t due[RD_RTL_REQUESTS] = {}; // clocks in which they reach the card
		bool reading = false;       // a read is under way
		bool answered = false;      // its answer is on its way back
		uint32_t answer = 0;
		uint64_t answer_due = 0;
		uint32_t at = 0, last_at = 0, last = 0; // register that is read; the last one and its answer
		uint64_t asked = 0;         // when the read came
	};

	Shared &shared;
	uint32_t node;
	Costs costs;
	uint64_t now = 0;
	std::vector<Page> pages;        // [users]
	std::deque<rd_rtl_request> own; // of the server itself: before all others
	uint32_t turn = 0;              // page whose turn it is
	uint32_t reader = 0;            // page whose read the card has
	unsigned writes = 0, reads = 0; // that the card has
	bool work = false;              // the card was given work since this was read last
	uint64_t spent = 0;             // since then: clocks of the last write or read of a new value
	Trace *trace = nullptr;

	RegPort(Shared &s, uint32_t n, const Costs &c) : shared(s), node(n), costs(c), pages(s.users) {}

	template<class Top> void drive(Top &top)
	{
		top.s_axil_bready = top.s_axil_rready = 1;
		look();
		if (top.s_axil_awvalid || top.s_axil_wvalid || top.s_axil_arvalid || reads || writes == AHEAD)
			return;
		if (!own.empty()) {
			start_write(top, own.front());
			own.pop_front();
			return;
		}
		for (uint32_t i = 0; i < shared.users; i++) {
			uint32_t page = (turn + i) % shared.users;

			if (start(top, page)) {
				turn = page + 1;
				return;
			}
		}
	}
	template<class Top> void sample(Top &top)
	{
		now++;
		aw_moves = top.s_axil_awvalid && top.s_axil_awready;
		w_moves = top.s_axil_wvalid && top.s_axil_wready;
		ar_moves = top.s_axil_arvalid && top.s_axil_arready;
		if (top.s_axil_bvalid && top.s_axil_bready)
			writes--;
		if (top.s_axil_rvalid && top.s_axil_rready) {
			reads--;
			answer(reader, top.s_axil_rdata);
		}
	}
	// After the edge.
	template<class Top> void seen(Top &top)
	{
		if (aw_moves)
			top.s_axil_awvalid = 0;
		if (w_moves)
			top.s_axil_wvalid = 0;
		if (ar_moves)
			top.s_axil_arvalid = 0;
	}
	// The writes that an armed page had posted have reached the card: the interrupt is for events
	// after them.
	bool has_cleared(uint32_t page)
	{
		return !writes && int32_t(pages[page].taken - __atomic_load_n(&mail(page).armed_at, __ATOMIC_RELAXED)) >= 0;
	}
	// An access is under way, or waits.
	bool busy() const
	{
		bool any = writes || reads || !own.empty();

		for (const Page &page : pages)
			any = any || page.seen != page.taken || page.reading;
		return any;
	}

private:
	bool aw_moves = false, w_moves = false, ar_moves = false;

	rd_rtl_mail &mail(uint32_t page) { return shared.mails[node * shared.users + page]; }

	// Requests that have come, answers that are due.
	void look()
	{
		for (uint32_t i = 0; i < shared.users; i++) {
			Page &page = pages[i];
			// pairs with the release in device.c
			uint32_t posted = __atomic_load_n(&mail(i).posted, __ATOMIC_ACQUIRE);

			if (posted != page.seen)
				note(page, i, posted);
			if (page.answered && now >= page.answer_due)
				give(page, i);
		}
	}
	void note(Page &page, uint32_t i, uint32_t posted)
	{
		if (posted - page.taken > RD_RTL_REQUESTS)
			die("its memory was overwritten: %u requests of page %u of card %u, of which %u are taken", posted, i, node,
				page.taken);
		for (; page.seen != posted; page.seen++) {
			uint32_t at = page.seen % RD_RTL_REQUESTS;

			page.due[at] = now + (mail(i).request[at].at & RD_RTL_READ ? costs.read / 2 : costs.write);
			if (trace)
				trace->access(node, mail(i).request[at].at, mail(i).request[at].value);
		}
	}
	// Begins the next access of a page, if it has one.
	template<class Top> bool start(Top &top, uint32_t i)
	{
		Page &page = pages[i];
		rd_rtl_request request;

		if (page.seen == page.taken || page.reading || now < page.due[page.taken % RD_RTL_REQUESTS])
			return false;
		request = mail(i).request[page.taken % RD_RTL_REQUESTS];
		if (request.at & RD_RTL_READ) {
			if (writes)
				return false;
			start_read(top, i, request.at & ~RD_RTL_READ);
		} else if (is_own(i, request.at)) {
			start_write(top, request);
		}
		page.taken++;
		__atomic_store_n(&mail(i).taken, page.taken, __ATOMIC_RELEASE); // pairs with the acquire in device.c
		shared.turned(mail(i));
		return true;
	}
	void spend(uint64_t clocks) { spent = spent > clocks ? spent : clocks; }
	static bool is_own(uint32_t i, uint32_t at) { return at < RN_PAGE_BYTES || at / RN_PAGE_BYTES == i + 1; }

	template<class Top> void start_write(Top &top, const rd_rtl_request &request)
	{
		spend(costs.write + 1);
		top.s_axil_awvalid = top.s_axil_wvalid = 1;
		top.s_axil_awaddr = uint16_t(request.at);
		top.s_axil_wdata = request.value;
		top.s_axil_wstrb = 15;
		writes++;
		// Block PAGE only keeps events.
		work = work || request.at < RN_PAGE_BYTES || request.at % RN_PAGE_BYTES >= RN_PAGE_BASE + RN_PAGE_SIZE;
	}
	template<class Top> void start_read(Top &top, uint32_t i, uint32_t at)
	{
		pages[i].reading = true;
		pages[i].at = at;
		pages[i].asked = now;
		if (at == RD_RTL_PROBE) {
			answer(i, shared.probe(mail(i)));
		} else if (!is_own(i, at)) {
			answer(i, 0);
		} else {
			top.s_axil_arvalid = 1;
			top.s_axil_araddr = uint16_t(at);
			reader = i;
			reads++;
		}
	}
	void answer(uint32_t i, uint32_t value)
	{
		pages[i].answered = true;
		pages[i].answer = value;
		pages[i].answer_due = now + costs.read - costs.read / 2;
	}
	void give(Page &page, uint32_t i)
	{
		page.answered = page.reading = false;
		// A read that gives the value of the one before costs no time: its host polls.
		if (page.at != page.last_at || page.answer != page.last)
			spend(costs.read / 2 + now - page.asked);
		page.last_at = page.at;
		page.last = page.answer;
		mail(i).answer = page.answer;
		__atomic_fetch_add(&mail(i).answered, 1, __ATOMIC_RELEASE); // pairs with the acquire in device.c
		shared.turned(mail(i));
	}
};

} // namespace ring

#endif
