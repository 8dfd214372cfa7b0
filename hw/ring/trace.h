// SPDX-License-Identifier: BSD-3-Clause
//
// A trace of the accesses between the cards and their hosts, a line each, in the file that
// RONDO_RING_TRACE names: "WORKED CLOCK NODE EVENT AT VALUE". WORKED: clocks that ranks may read
// (Server::count).
//
//     write REGISTER VALUE    a host has begun to write the register; it reaches the card later
//     read REGISTER 0         likewise
//     store ADDRESS BYTES     a write of the card has become visible in the memory of its host
//
// A register is an offset in its page; of the global page it has the bit GLOBAL.

#ifndef RD_HW_RING_TRACE_H
#define RD_HW_RING_TRACE_H

#include "hw/ring/shared.h"

namespace ring {

struct Trace {
	enum { GLOBAL = 1 << 20 };
	FILE *to = nullptr;
	uint64_t now = 0;
	const uint64_t *worked = nullptr;

	void open(const char *path)
	{
		to = path && *path ? fopen(path, "w") : nullptr;
		if (path && *path && !to)
			die("RONDO_RING_TRACE=%s: %s", path, strerror(errno));
		if (to)
			setvbuf(to, nullptr, _IOLBF, 0);
	}
	void access(uint32_t node, uint32_t at, uint32_t value)
	{
		uint32_t reg = (at & ~RD_RTL_READ) % RN_PAGE_BYTES | ((at & ~RD_RTL_READ) < RN_PAGE_BYTES ? uint32_t(GLOBAL) : 0);

		if (to && at < RD_RTL_PROBE)
			event(node, at & RD_RTL_READ ? "read" : "write", reg, value);
	}
	void store(uint32_t node, uint64_t address, uint64_t bytes)
	{
		if (to)
			event(node, "store", address, bytes);
	}

private:
	void event(uint32_t node, const char *name, uint64_t at, uint64_t value)
	{
		fprintf(to, "%llu %llu %u %s %#llx %llu\n", (unsigned long long)*worked, (unsigned long long)now, node, name,
			(unsigned long long)at, (unsigned long long)value);
	}
};

} // namespace ring

#endif
