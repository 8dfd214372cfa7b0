/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A process that waits on a processor which another one uses all the time migrates to an idle one,
 * long before the system would move either.
 */
#include "runtime/progress.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "runtime/hw.h"
#include "runtime/cpu.h"

#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "t/tap.h"

/* 0.2 ms; the system needs 35. */
enum { YIELDS = 60, TIMES = 5 };

#define GAP_NS \
	2000000ull /* longer each time: a process that migrates in vain retries later and \
		    * later */

static void bind_to(int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof(one), &one);
}

/* A process that stays on this processor and yields it to any other. */
static pid_t start_other(int cpu)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	bind_to(cpu);
	for (;;) {
		for (int i = 0; i < 1000; i++)
			__asm__ volatile("");
		sched_yield();
	}
}

/* Yields until this process has left the processor; YIELDS: it has not. */
static int yields_to_leave(int cpu, const cpu_set_t *mask)
{
	struct rd_wait wait = RD_WAIT_INIT;
	uint64_t before = rd_progress_stats.yields;
	int yields = 0;

	bind_to(cpu);
	sched_setaffinity(0, sizeof(*mask), mask);
	while (yields < YIELDS && rd_cpu_here() == cpu) {
		rd_progress_wait(&wait);
		yields = (int)(rd_progress_stats.yields - before);
	}
	return yields;
}

int main(void)
{
	int cpu = rd_cpu_here(), left = 0, quiet = 0;
	cpu_set_t mask;
	pid_t other;

	if (sched_getaffinity(0, sizeof(mask), &mask) || CPU_COUNT(&mask) < 2)
		skip_all("there is but one processor");
	rd_progress_setup(2, 2);
	other = start_other(cpu);
	for (int i = 0; i < TIMES; i++) {
		uint64_t due_ns = rd_clock_ns() + (GAP_NS << i);

		quiet += rd_cpu_is_quiet(rd_hw_online());
		left += yields_to_leave(cpu, &mask) < YIELDS;
		while (rd_clock_ns() < due_ns)
			rd_cpu_relax();
	}
	kill(other, SIGKILL);
	waitpid(other, NULL, 0);
	if (left <= TIMES / 2 && quiet < TIMES)
		skip_all("others keep all processors busy");
	ok(left > TIMES / 2, "left to the other one within %d yields, %d times of %d", YIELDS, left,
	   TIMES);
	return done();
}
