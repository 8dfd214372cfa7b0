// SPDX-License-Identifier: BSD-3-Clause
//
// Reduction groups of the cards: their members, each member's operands, and the result as the
// documented order of combining has it, bit for bit.

#ifndef RD_HW_SIM_CARD_GROUP_H
#define RD_HW_SIM_CARD_GROUP_H

#include <cstdint>
#include <vector>

#include "card_host.h"
#include "reference.h"

namespace native {

// A reduction group; member m is nodes[m], member 0 the root.
struct Group {
	int number, page;
	std::vector<int> nodes;
	unsigned op, type, beats;
	bool chain, stream;

	int member(int node) const
	{
		for (size_t m = 0; m < nodes.size(); m++)
			if (nodes[m] == node)
				return int(m);
		return -1;
	}
	// Finite numbers of like size for floats, so that sums round; anything for integers.
	uint64_t operand(int m, uint64_t round, uint64_t k) const
	{
		uint64_t bits = mix(uint64_t(number + 1) << 56 ^ uint64_t(m) << 48 ^ round << 24 ^ k);

		if (type == reference::F64)
			bits = (bits & 0x801fffffffffffffull) | (1016ull + (bits >> 53 & 15)) << 52;
		if (type == reference::F32)
			for (int lane = 0; lane < 64; lane += 32)
				bits = (bits & ~(0x7f800000ull << lane)) | (120ull + (bits >> (lane + 20) & 15)) << (lane + 23);
		return bits;
	}
	// The order that reduce.v documents.
	uint64_t expected(uint64_t round, uint64_t k) const
	{
		int n = int(nodes.size()), right = (n - 1) / 2;
		uint64_t r = operand(right, round, k), l;

		for (int m = right - 1; m >= 0; m--)
			r = reference::combine(op, type, r, operand(m, round, k));
		if (right + 1 >= n)
			return r;
		l = operand(right + 1, round, k);
		for (int m = right + 2; m < n; m++)
			l = reference::combine(op, type, l, operand(m, round, k));
		return reference::combine(op, type, l, r);
	}
};

} // namespace native

#endif
