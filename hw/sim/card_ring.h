// SPDX-License-Identifier: BSD-3-Clause
//
// A ring of whole cards, each with its host (card_host.h), and the clock of all of it, which runs when
// all fibers wait (fibers.h).

#ifndef RD_HW_SIM_CARD_RING_H
#define RD_HW_SIM_CARD_RING_H

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "card_host.h"
#include "fibers.h"

namespace native {

const int W = int(Net::bits);

// N cards, their links, their hosts, and the clock.
struct Cards {
	Net ring;
	std::vector<std::unique_ptr<Host>> hosts;

	Cards(int n, int delay, uint64_t seed) : ring(n, delay, seed)
	{
		for (int i = 0; i < n; i++) {
			hosts.emplace_back(new Host(i, &ring[i], seed * 1000 + i * 10));
			ring[i].s_axil_awvalid = ring[i].s_axil_wvalid = ring[i].s_axil_arvalid = 0;
		}
		for (auto &h : hosts)
			h->mem.drive(&ring[h->id]);
		ring.reset();
	}
	int size() const { return int(hosts.size()); }
	Host &host(int i) { return *hosts[i]; }

	void clock()
	{
		for (auto &h : hosts) {
			h->regs.drive();
			h->window.drive();
			h->mem.drive(&ring[h->id]);
		}
		ring.settle();
		for (auto &h : hosts)
			h->mem.sample(&ring[h->id]);
		ring.edge();
		for (auto &h : hosts) {
			h->regs.seen();
			h->window.seen();
			if (ring[h->id].irq && !h->irq_at)
				h->irq_at = ring.now;
		}
	}
	bool run(uint64_t quiet = 100000)
	{
		return run_all([this] { clock(); }, quiet);
	}
	void each(const char *name, std::function<void(Host &)> body)
	{
		for (auto &h : hosts) {
			Host *one = h.get();

			start(std::string(name) + " of card " + std::to_string(one->id), [=] { body(*one); });
		}
	}
	void run_clocks(uint64_t clocks)
	{
		start("waiting", [=] { sleep(clocks); });
		run();
	}
	void sleep(uint64_t clocks)
	{
		uint64_t end = ring.now + clocks;

		until([=] { return ring.now >= end; });
	}
};

} // namespace native

#endif
