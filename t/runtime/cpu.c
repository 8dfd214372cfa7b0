/* SPDX-License-Identifier: BSD-3-Clause */
/* Migration to another processor: it succeeds, and leaves the thread unbound. */
#include "runtime/cpu.h"

#include "base/clock.h"

#include <errno.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "t/tap.h"

/* ---- The C library's, with faults on request ---- */

static int setting;                    /* calls so far */
static int refused_at;                 /* that call fails */
static const cpu_set_t *set_by_others; /* after the first call: set by another thread */

int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *mask)
{
	if (++setting == refused_at) {
		errno = EINVAL;
		return -1;
	}
	if (syscall(SYS_sched_setaffinity, pid, size, mask))
		return -1;
	if (set_by_others && setting == 1)
		return (int)syscall(SYS_sched_setaffinity, pid, size, set_by_others);
	return 0;
}

static int mask_is(const cpu_set_t *mask)
{
	cpu_set_t now;

	return !sched_getaffinity(0, sizeof(now), &now) && CPU_EQUAL(&now, mask);
}

static void begin(int refuse)
{
	setting = 0;
	refused_at = refuse;
}

/* A fault in the middle leaves the thread free, and a binding set by others unchanged. */
static void faults(const cpu_set_t *mask)
{
	cpu_set_t one, now;
	int here = rd_cpu_here();

	begin(2);
	is_int(rd_cpu_migrate(here), 0, "the way back is refused");
	ok(!sched_getaffinity(0, sizeof(now), &now) && CPU_COUNT(&now) > 1,
	   "the thread is not left on one processor");
	syscall(SYS_sched_setaffinity, 0, sizeof(*mask), mask);
	begin(1);
	ok(rd_cpu_migrate(here) && mask_is(mask), "the way there is refused");
	begin(0);
	CPU_ZERO(&one);
	CPU_SET(rd_cpu_next(here, NULL), &one);
	set_by_others = &one;
	rd_cpu_migrate(here);
	set_by_others = NULL;
	ok(mask_is(&one), "a binding set by another thread meanwhile stays");
	ok(rd_cpu_migrate(here) && mask_is(&one), "nobody goes out of a binding");
	syscall(SYS_sched_setaffinity, 0, sizeof(*mask), mask);
}

static void counts(int cpus, const cpu_set_t *mask)
{
	int seen[CPU_SETSIZE], n = 0, times = -1, spared = -1;

	for (int c = 0; c < CPU_SETSIZE; c++) {
		if (!CPU_ISSET(c, mask))
			continue;
		if (n == cpus - 1)
			spared = c;
		else
			seen[n] = c;
		n++;
	}
	is_int(rd_cpu_rarest(seen, cpus - 1, &times), spared, "the one that does not occur");
	is_int(times, 0, "... which is said");
	seen[cpus - 1] = spared;
	ok(CPU_ISSET(rd_cpu_rarest(seen, cpus, &times), mask), "one that is allowed");
	is_int(times, 1, "all occur once");
	seen[0] = -1;
	rd_cpu_rarest(seen, cpus, &times);
	is_int(times, 0, "an unknown place counts for none");
}

static void goes(const cpu_set_t *mask)
{
	cpu_set_t now;

	for (int c = 0; c < CPU_SETSIZE; c++)
		if (CPU_ISSET(c, mask))
			is_int(rd_cpu_migrate(c), 0, "to processor %d", c);
	ok(!sched_getaffinity(0, sizeof(now), &now) && CPU_EQUAL(&now, mask),
	   "the mask is as before");
	ok(CPU_ISSET(rd_cpu_here(), mask), "one is on an allowed processor");
	if (CPU_COUNT(mask) > 1) {
		int next = rd_cpu_next(rd_cpu_here(), NULL);

		ok(next != rd_cpu_here() && CPU_ISSET(next, mask), "the next one is %d", next);
	}
}

static void refuses(const cpu_set_t *mask)
{
	int here = rd_cpu_here(), cpus[1] = {here}, times;
	cpu_set_t one, now;

	CPU_ZERO(&one);
	CPU_SET(here, &one);
	if (sched_setaffinity(0, sizeof(one), &one))
		return;
	is_int(rd_cpu_rarest(cpus, 1, &times), here, "a bound thread stays");
	is_int(rd_cpu_next(here, NULL), -1, "there is no other one");
	ok(rd_cpu_migrate(CPU_SETSIZE) && rd_cpu_migrate(-1), "no such processor");
	ok(!sched_getaffinity(0, sizeof(now), &now) && CPU_EQUAL(&now, &one), "still bound");
	sched_setaffinity(0, sizeof(*mask), mask);
}

/* The last of two on a processor migrates; it stays if there is only one processor, or much to
 * do. */
static void spreads(const cpu_set_t *mask)
{
	struct rd_spread s = {0};
	int here = rd_cpu_here(), both[2] = {here, here}, apart[2] = {here, -1}, due = 0, went;

	for (int i = 0; i < 32; i++)
		due += rd_spread_is_due(&s);
	is_int(due, 2, "each 16th wait is a time to count");
	is_int(rd_spread_go(&s, apart, 2, 0), 0, "a thread alone stays");
	ok(s.due_ns > rd_clock_ns() - 1000000000, "and counts later again");
	is_int(rd_spread_go(&s, both, 2, 0), 0, "the first of two leaves it to the last");
	went = rd_spread_go(&s, both, 2, 1);
	ok(CPU_COUNT(mask) > 1 || !went, "the last goes if there is another processor: %d", went);
}

/* ---- Homes ---- */

/* Whether `cpus` ranks from `first` on, each `apart` from the one before, have different homes. */
static int all_differ(int first, int apart, int cpus)
{
	char taken[CPU_SETSIZE] = {0};

	for (int i = 0; i < cpus; i++) {
		int home = rd_home_index(first + i * apart, cpus);

		if (home < 0 || home >= cpus || taken[home]++)
			return 0;
	}
	return 1;
}

static void indices(void)
{
	static const int sizes[] = {1, 2, 3, 8, 96, 1000};

	for (size_t n = 0; n < sizeof(sizes) / sizeof(*sizes); n++) {
		int cpus = sizes[n], rows = 1, columns = 1;

		for (int i = 0; i < 64 && i < cpus * 8; i++) {
			rows &= all_differ(i * cpus, 1, cpus);
			columns &= all_differ(i / cpus * cpus * cpus + i % cpus, cpus, cpus);
		}
		ok(rows && columns, "rows and columns of %d ranks have %d homes", cpus, cpus);
	}
	is_int(rd_home_index(200, 128), 73, "rank 200 of a node with 128 processors");
}

/* Whether the thread, moved to another processor than its home `at` again and again, once returns
 * by itself: the system may move it, too. */
static int returns_within(uint64_t ns, int at, const cpu_set_t *mask)
{
	uint64_t since = rd_clock_ns();

	while (rd_clock_ns() - since < ns) {
		rd_cpu_migrate(rd_cpu_next(at, NULL));
		begin(0);
		for (int i = 0; i < 16; i++)
			if (rd_home_return_if_due())
				return setting == 2 && mask_is(mask);
	}
	return 0;
}

/* The allowed processor at an index. */
static int allowed(const cpu_set_t *mask, int index)
{
	int c = 0;

	while (!CPU_ISSET(c, mask) || index--)
		c++;
	return c;
}

static void homes(const cpu_set_t *mask)
{
	const int ranks = 1 << 20; /* more than threads are runnable */
	cpu_set_t one;

	ok(!rd_home_exists() && !rd_home_return() && !rd_home_is_here(), "none before it is taken");
	begin(0);
	rd_home_take(1, ranks);
	ok(rd_home_exists() && mask_is(mask) && setting <= 2, "taken; the mask is as before");
	ok(!rd_home_is_here() && rd_home_other() < 0, "... many ranks have it");
	if (CPU_COUNT(mask) > 1) {
		int at = allowed(mask, rd_home_index(1, CPU_COUNT(mask)));

		ok(returns_within(UINT64_C(10000000000), at, mask),
		   "moved away, it returns unbound");
		rd_home_take(1, 0);
		ok(!returns_within(20000000, at, mask), "... not while other threads are runnable");
		rd_home_take(1, ranks);
		CPU_ZERO(&one);
		CPU_SET(rd_cpu_next(at, NULL), &one);
		syscall(SYS_sched_setaffinity, 0, sizeof(one), &one);
		ok(!rd_home_return() && !rd_home_exists(), "bound elsewhere, it has no home");
		syscall(SYS_sched_setaffinity, 0, sizeof(*mask), mask);
	}
	CPU_ZERO(&one);
	CPU_SET(rd_cpu_here(), &one);
	syscall(SYS_sched_setaffinity, 0, sizeof(one), &one);
	begin(0);
	rd_home_take(1, ranks);
	ok(!rd_home_return() && rd_home_exists() && !setting, "a bound thread is at home");
	rd_home_take(0, 1);
	ok(rd_home_is_here() && rd_home_other() < 0, "... which it shares with none");
	syscall(SYS_sched_setaffinity, 0, sizeof(*mask), mask);
}

int main(void)
{
	cpu_set_t mask;

	if (sched_getaffinity(0, sizeof(mask), &mask))
		skip_all("more processors than a cpu_set_t has room for");
	counts(CPU_COUNT(&mask), &mask);
	goes(&mask);
	refuses(&mask);
	if (CPU_COUNT(&mask) > 1)
		faults(&mask);
	spreads(&mask);
	indices();
	homes(&mask);
	ok(rd_cpu_runnable() < 1 << 20, "not a million threads want to run");
	ok(rd_cpu_runnable() > 0, "this one does");
	return done();
}
