// SPDX-License-Identifier: BSD-3-Clause
//
// The two sides of the tests of card_read.cpp: a page that reads from and changes memory of other nodes, and the page whose region
// it is.

#ifndef RD_HW_SIM_CARD_READ_H
#define RD_HW_SIM_CARD_READ_H

#include <utility>
#include <vector>

#include "card_bare.h"

namespace native {

enum { ASKER = 6, OWNER = 7 };                   // pages
const unsigned KEY = 0xcafe0017;                 // of the owner's region SRC

const uint32_t BOTH = RN_REGION_ACCESS_REMOTE_READ_MASK | RN_REGION_ACCESS_REMOTE_WRITE_MASK; // that an ATOMIC needs

// The owner's region SRC can be read with the key.
inline void share(Bare &v, uint32_t rights = RN_REGION_ACCESS_READ_MASK | RN_REGION_ACCESS_REMOTE_READ_MASK)
{
	v.wr(RN_REGION_KEY_HIGH + RN_REGION_KEY_HIGH_STEP * SRC, KEY >> 16);
	v.wr(RN_REGION_ACCESS + RN_REGION_BASE_LO_STEP * SRC, KEY << RN_REGION_ACCESS_KEY_LSB | rights);
}

// A READ may end in the clocks before it is given up: its record is on its way to memory then, for so many clocks at most.
const unsigned ON_ITS_WAY = 200;

struct Reader : Bare {
	unsigned epoch[8] = {};
	unsigned asked[8] = {}, ended[8] = {};         // numbers of the last READs of each stream, from 1
	unsigned given_up[8] = {};                     // of the last that was given up, and ...
	uint64_t closed[8] = {};                       // ... the clock of that
	std::vector<std::pair<unsigned, unsigned>> ends; // streams and their status
	std::vector<uint64_t> returned;
	unsigned failed = 0, refused = 0;              // descriptors; cells of others

	using Bare::Bare;

	void gives_up(unsigned s)
	{
		wr(RN_STREAM_CONTROL + RN_STREAM_CONTROL_STEP * s, 0);
		given_up[s] = asked[s];
		closed[s] = bench.ring.now;
	}
	// A READ into stream `s`, whose epoch is one more than the last time.
	Desc asks(unsigned s, int node, int region, uint64_t from, uint64_t offset, uint32_t length, unsigned key = KEY)
	{
		Desc d;

		epoch[s] = (epoch[s] + 1) & 15;
		d.op = RN_DMA_OP_READ;
		d.dest = node;
		d.tag = int(s);
		d.epoch = epoch[s];
		d.length = length;
		d.remote = write_head(key, unsigned(region), from);
		d.offset = offset;
		d.key = key;
		d.cookie = ++asked[s] << 3 | s;
		return d;
	}
	void fetch(unsigned s, const Bare &v, uint64_t from, uint64_t offset, uint32_t length, unsigned key = KEY)
	{
		post_quiet(asks(s, v.host.id, 8 * v.p + SRC, from, offset, length, key));
	}
	// A record of a stream. That of a READ that is given up is no end of the next one.
	void end(uint64_t what, uint64_t cookie)
	{
		unsigned s = cookie & 7, n = unsigned(cookie >> 3);

		expect(((what & RN_COMPLETION_WHAT_TAG_MASK) >> RN_COMPLETION_WHAT_TAG_LSB) == 8 * unsigned(p) + s && n > ended[s] && n <= asked[s],
			"the record of a stream of page %d has cookie %llu", p, (unsigned long long)cookie);
		ended[s] = n;
		if (n > given_up[s])
			ends.push_back({s, status_of(what)});
		else
			expect(n == given_up[s] && bench.ring.now - closed[s] <= ON_ITS_WAY, "a READ of page %d ends %llu clocks after it was given up", p,
				(unsigned long long)(bench.ring.now - closed[s]));
	}
	// Reads the completions; how many READs have ended so far.
	unsigned look()
	{
		uint64_t what, cookie, was = cpl;

		while (poll(what, cookie)) {
			if (kind_of(what) == RN_COMPLETION_KIND_STREAM)
				end(what, cookie);
			failed += kind_of(what) == RN_COMPLETION_KIND_SEND;
			refused += kind_of(what) == RN_COMPLETION_KIND_REFUSED;
			if (kind_of(what) == RN_COMPLETION_KIND_RETURNED)
				returned.push_back(what);
		}
		if (cpl != was)
			wr(RN_QUEUES_CPL_CONSUMER, cpl & 0xffff);
		return unsigned(ends.size());
	}
	// Until `n` have ended, for so many clocks at most.
	bool awaits(unsigned n, uint64_t clocks = 60000)
	{
		uint64_t since = bench.ring.now;

		while (look() < n && bench.ring.now - since < clocks)
			bench.sleep(20);
		return ends.size() == n;
	}
	// One READ; how it ended, 99: not at all.
	unsigned one(const Desc &d, unsigned s, uint64_t clocks = 6000)
	{
		look();
		ends.clear();
		post_quiet(d);
		bell();
		if (!awaits(1, clocks))
			gives_up(s);
		return ends.size() == 1 && ends[0].first == s ? ends[0].second : 99;
	}
	// FETCH_ADD of `arg` to the word at `at` of SRC of page OWNER, or COMPARE_SWAP if it is `cmp`; the value before goes to byte
	// 64 * s of LAND.
	Desc changes(unsigned s, int node, uint64_t at, uint64_t arg, bool swap = false, uint64_t cmp = 0)
	{
		Desc d = asks(s, node, 8 * OWNER + SRC, at, 64 * s, 8);

		d.op = RN_DMA_OP_ATOMIC;
		d.tag |= swap << 3;
		d.lstride = arg;
		d.rstride = cmp;
		return d;
	}
	uint64_t before(unsigned s) { return host.mem.word(area(LAND) + 64 * s); }
};

inline void owner(Bare &v)
{
	v.open(1);
	share(v);
	for (uint64_t i = 0; i < REGION_B; i++)
		*v.host.mem.at(v.area(SRC) + i) = content(77, i);
}

} // namespace native

#endif
