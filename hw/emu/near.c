/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How far away the others' processors are, learnt from looks that find what another has just
 * written. A processor does not wait for such a look: it guesses what the look will find, and goes
 * on. Near, where a line is there before much is done, a wrong guess costs more than right ones
 * gain, so who looks waits. From afar it goes on, and has asked for the line that it will write
 * next when the one it looks at comes. Called by barrier.c and reduce.c.
 */
#include "hw/emu/emu.h"

#include "base/clock.h"

#define BETWEEN 60   /* looks between two that are timed; with the timed one no even number */
#define LONGEST 1000 /* ns; it was interrupted */

uint64_t rd_emu_look_timed(struct rd_emu *e)
{
	e->untimed = BETWEEN;
	return rd_clock_ns();
}

void rd_emu_look_learn(struct rd_emu *e, uint64_t begin)
{
	int ns;

	rd_reads_done();
	ns = (int)rd_min(rd_clock_ns() - begin, (uint64_t)LONGEST);
	e->look_ns += (ns - e->look_ns) / 4;
}
