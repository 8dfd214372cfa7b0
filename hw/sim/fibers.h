// SPDX-License-Identifier: BSD-3-Clause
//
// Threads of software for a bench that run in turn, in simulated time: each runs until it waits
// for something (until()), and when all of them wait the bench runs one clock. Nothing is at the
// same time as anything else, so shared data needs no lock. Daemons need not end.

#ifndef RD_HW_SIM_FIBERS_H
#define RD_HW_SIM_FIBERS_H

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <ucontext.h>
#include <utility>
#include <vector>

#include "sim.h"

namespace native {

struct Fiber {
	ucontext_t context, back;
	std::vector<char> stack;
	std::string name;
	std::function<void()> body;
	std::function<bool()> ready;
	bool over = false, daemon = false;
};
inline std::vector<std::unique_ptr<Fiber>> fibers;
inline Fiber *running; // the fiber whose turn it is

inline void begin()
{
	running->body();
	running->over = true;
	swapcontext(&running->context, &running->back);
}
inline void until(std::function<bool()> ready)
{
	if (ready())
		return;
	running->ready = std::move(ready);
	swapcontext(&running->context, &running->back);
}
inline Fiber *start(const std::string &name, std::function<void()> body, bool daemon = false)
{
	Fiber *f = new Fiber;

	fibers.emplace_back(f);
	f->name = name;
	f->body = std::move(body);
	f->daemon = daemon;
	f->stack.resize(128 * 1024);
	f->ready = [] { return true; };
	getcontext(&f->context);
	f->context.uc_stack.ss_sp = f->stack.data();
	f->context.uc_stack.ss_size = f->stack.size();
	f->context.uc_link = nullptr;
	makecontext(&f->context, begin, 0);
	return f;
}

// Each that need not wait any longer has its turn. True: one that is no daemon had.
inline bool run_fibers()
{
	bool moved = false;

	for (size_t i = 0; i < fibers.size(); i++) {
		Fiber *f = fibers[i].get();

		if (f->over || !f->ready())
			continue;
		running = f;
		swapcontext(&f->back, &f->context);
		moved = moved || !f->daemon;
	}
	return moved;
}
// All but the daemons have ended.
inline bool all_over()
{
	return std::all_of(fibers.begin(), fibers.end(), [](const std::unique_ptr<Fiber> &f) { return f->over || f->daemon; });
}
// It never runs again, wherever it waits now. Not for the fiber that runs.
inline void kill_fiber(Fiber *f) { f->over = true; }
inline void forget_ended()
{
	fibers.erase(std::remove_if(fibers.begin(), fibers.end(), [](const std::unique_ptr<Fiber> &f) { return f->over; }),
		fibers.end());
}

// Until all fibers that are no daemons have ended, with a clock whenever all of them wait. False, with their names: none has
// had a turn for `quiet` clocks.
template <typename Clock> bool run_all(Clock clock, uint64_t quiet = 100000)
{
	for (uint64_t idle = 0;; idle++) {
		if (run_fibers())
			idle = 0;
		if (all_over())
			break;
		if (!sim::expect(idle < quiet, "nothing has ended for %llu clocks", (unsigned long long)quiet)) {
			for (auto &f : fibers)
				if (!f->over && !f->daemon)
					sim::diag("waits: %s", f->name.c_str());
			return false;
		}
		clock();
	}
	forget_ended();
	return true;
}

} // namespace native

#endif
