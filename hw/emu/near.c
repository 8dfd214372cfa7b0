/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Inter-core latency, measured by timing polls that find a line that another processor has just
 * written. A processor does not wait for the load of such a poll: it speculates past the branch on
 * the loaded value. At low latency the line arrives before much is done, and a wrong speculation
 * costs more than right ones gain, so the poll ends with a load fence. At high latency there is no
 * fence: the prefetch of the line that is written next is issued before the polled line
 * arrives. Called by barrier.c and reduce.c.
 */
#include "hw/emu/emu.h"

#include "base/clock.h"

uint64_t rd_emu_look_timed(struct rd_emu *e)
{
	e->look.untimed = rd_wait_table.card.timed_every;
	return rd_clock_ns();
}

void rd_emu_look_learn(struct rd_emu *e, uint64_t begin)
{
	int ns;

	rd_reads_done();
	ns = (int)rd_min(rd_clock_ns() - begin, (uint64_t)rd_wait_table.card.timed_most_ns);
	e->look.ns += (ns - e->look.ns) / 4;
}
