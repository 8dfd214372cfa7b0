/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Who waits on the processor of another one that wants it all the time goes to an idle one, long
 * before the system would move either.
 */
#include "runtime/progress.h"

#include "base/clock.h"
#include "runtime/hw.h"
#include "runtime/place.h"

#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "t/tap.h"

enum { YIELDS = 500 };

#define DEADLINE_NS 10000000000ull

static void bind_to(int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof(one), &one);
}

/* A process that stays on this processor and gives way to whoever wants it. */
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
	while (yields < YIELDS && rd_place_here() == cpu) {
		rd_progress_wait(&wait);
		yields = (int)(rd_progress_stats.yields - before);
	}
	return yields;
}

int main(void)
{
	int cpu = rd_place_here(), least = YIELDS, quiet = 0;
	cpu_set_t mask;
	uint64_t until_ns;
	pid_t other;

	if (sched_getaffinity(0, sizeof(mask), &mask) || CPU_COUNT(&mask) < 2)
		skip_all("there is but one processor");
	rd_progress_setup(2, 2);
	other = start_other(cpu);
	until_ns = rd_clock_ns() + DEADLINE_NS;
	while (least == YIELDS && rd_clock_ns() < until_ns) {
		quiet += rd_place_is_quiet(rd_hw_online());
		least = yields_to_leave(cpu, &mask);
	}
	kill(other, SIGKILL);
	waitpid(other, NULL, 0);
	if (least == YIELDS && !quiet)
		skip_all("others keep all processors busy");
	ok(least < YIELDS, "left to the other one after %d yields", least);
	return done();
}
