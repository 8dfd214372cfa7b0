/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A program that computes for a few turns on a processor is no reason to sleep instead of yielding:
 * on four ranks of two processors that made short collectives 20 times as slow, for 0.1 s, after
 * every long one.
 */
#include "runtime/progress.h"

#include "base/clock.h"
#include "runtime/cpu.h"

#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "t/tap.h"

#define LONG_NS 1000000u
#define TURNS 4
#define DEADLINE_NS 10000000000ull

static pid_t start_computing(void)
{
	pid_t pid = fork();

	while (!pid)
		__asm__ volatile("");
	return pid;
}

/* Number of long yields. */
static int yield_until(int turns, uint64_t until_ns)
{
	int taken = 0;

	while (taken < turns) {
		uint64_t now = rd_clock_ns();

		if (now >= until_ns)
			break;
		rd_progress_yield();
		taken += rd_clock_ns() - now > LONG_NS;
	}
	return taken;
}

int main(void)
{
	cpu_set_t one;
	pid_t other;
	int taken;

	CPU_ZERO(&one);
	CPU_SET(rd_cpu_here(), &one);
	if (sched_setaffinity(0, sizeof(one), &one))
		skip_all("this process cannot be kept on one processor");
	rd_progress_setup(1, 1);
	other = start_computing();
	taken = yield_until(TURNS, rd_clock_ns() + DEADLINE_NS);
	kill(other, SIGKILL);
	waitpid(other, NULL, 0);
	if (taken < TURNS)
		skip_all("a yield to a program that computes takes less than 1 ms");
	ok(rd_progress_yield(), "still yields after %d turns of another program", taken);
	return done();
}
