// SPDX-License-Identifier: BSD-3-Clause
//
// Is a history of operations on a full/empty register possible if each of them happened at one moment
// between its begin and its end (Herlihy, Wing 1990: linearizable)? Kept as all states that the
// register could be in, each with the operations that have taken effect and not been reported
// yet. No knowledge of the order in which the card works, so it serves one node and many.

#ifndef RD_HW_SIM_FE_MODEL_H
#define RD_HW_SIM_FE_MODEL_H

#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "sim.h"

#include "btl_fpga/ring_nic_regs.h"

namespace sim {

struct FeOp {
	uint32_t op;
	uint64_t arg;
	uint64_t cmp;
};

struct FeResult {
	uint64_t value; // before
	bool full;      // before
	bool did;

	bool operator<(const FeResult &o) const
	{
		return std::tie(value, full, did) < std::tie(o.value, o.full, o.did);
	}
	bool operator==(const FeResult &o) const
	{
		return value == o.value && full == o.full && did == o.did;
	}
};

class FeRegister {
	struct State {
		uint64_t value;
		bool full;
		std::map<int, FeResult> done; // taken effect, not reported

		bool operator<(const State &o) const
		{
			return std::tie(value, full, done) < std::tie(o.value, o.full, o.done);
		}
	};

	std::set<State> states{State{0, false, {}}};
	std::map<int, FeOp> open;      // begun, not reported

	static FeResult apply(const FeOp &o, State &s)
	{
		FeResult r = {s.value, s.full, false};

		switch (o.op) {
		case RN_FE_OP_TEST_READ:
			break;
		case RN_FE_OP_TEST_READ_RESET:
			r.did = s.full;
			s.full = false;
			break;
		case RN_FE_OP_TEST_WRITE:
		case RN_FE_OP_TEST_WRITE_INT:
			if (s.full)
				break;
			// fall through
		case RN_FE_OP_WRITE:
			s.value = o.arg;
			s.full = r.did = true;
			break;
		case RN_FE_OP_FETCH_ADD:
			s.value += o.arg;
			r.did = true;
			break;
		case RN_FE_OP_COMPARE_SWAP:
			r.did = s.value == o.cmp;
			if (r.did)
				s.value = o.arg;
			break;
		}
		return r;
	}
	// From one state, all in which `id` has taken effect with this result.
	void reach(const State &from, int id, const FeResult &want, std::set<State> &seen,
		std::set<State> &into)
	{
		if (!seen.insert(from).second)
			return;
		auto it = from.done.find(id);
		if (it != from.done.end()) {
			if (it->second == want) {
				State to = from;
				to.done.erase(id);
				into.insert(to);
			}
			return;
		}
		for (const auto &o : open) {
			if (from.done.count(o.first))
				continue;
			State to = from;
			to.done[o.first] = apply(o.second, to);
			reach(to, id, want, seen, into);
		}
	}

public:
	// One that is never ended may take effect at any time, or not.
	void begin(int id, const FeOp &o) { open[id] = o; }
	// It was refused: no effect.
	void cancel(int id)
	{
		open.erase(id);
		for (auto it = states.begin(); it != states.end();)
			it = it->done.count(id) ? states.erase(it) : std::next(it);
	}
	// false: no order of the operations explains this result.
	bool end(int id, const FeResult &r)
	{
		std::set<State> seen, into;

		for (const State &s : states)
			reach(s, id, r, seen, into);
		open.erase(id);
		if (into.empty())
			return false;
		states = into;
		return true;
	}
};

} // namespace sim

#endif
