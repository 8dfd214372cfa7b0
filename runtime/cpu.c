/* SPDX-License-Identifier: BSD-3-Clause */
/* The processor of a thread, and migration (cpu.h). */
#include "runtime/cpu.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "base/log.h"
#include "base/threads.h"
#include "runtime/hw.h"
#include "runtime/job.h"
#include "runtime/wait.h"

#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

int rd_cpu_here(void)
{
	return sched_getcpu();
}

int rd_cpu_rarest(const int *cpus, int n, int *times)
{
	int count[CPU_SETSIZE] = {0}, best = -1;
	cpu_set_t mask;

	if (sched_getaffinity(0, sizeof(mask), &mask))
		return -1;
	for (int i = 0; i < n; i++)
		if (cpus[i] >= 0 && cpus[i] < CPU_SETSIZE)
			count[cpus[i]]++;
	for (int c = 0; c < CPU_SETSIZE; c++)
		if (CPU_ISSET(c, &mask) && (best < 0 || count[c] < count[best]))
			best = c;
	if (best >= 0)
		*times = count[best];
	return best;
}

int rd_cpu_next(int cpu, const cpu_set_t *taken)
{
	cpu_set_t mask;

	if (cpu < 0 || cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof(mask), &mask))
		return -1;
	for (int i = 1; i < CPU_SETSIZE; i++) {
		int next = (cpu + i) % CPU_SETSIZE;

		if (CPU_ISSET(next, &mask) && (!taken || !CPU_ISSET(next, taken)))
			return next;
	}
	return -1;
}

void rd_place_tell(struct rd_place *own, const struct rd_places *places)
{
	uint16_t cpu1 = (uint16_t)(places->cpu + 1), met = places->meeting == RD_MEET_OVER;

	if (own->cpu1 != cpu1)
		__atomic_store_n(&own->cpu1, cpu1, __ATOMIC_RELAXED);
	if (own->met != met)
		__atomic_store_n(&own->met, met, __ATOMIC_RELAXED);
	if (!met)
		__atomic_store_n(&own->beats, own->beats + 1, __ATOMIC_RELAXED);
}

/* Whether a peer is awake: its last beat may be old when this process first looks, so that one
 * more may have come before it went to sleep. */
static int is_away(const struct rd_places *places, const struct rd_place *peer, uint32_t *beats)
{
	uint32_t now = __atomic_load_n(&peer->beats, __ATOMIC_RELAXED);

	if (places->meeting == RD_MEET_FIRST)
		*beats = now;
	return now - *beats < 2;
}

void rd_places_add(struct rd_places *places, const struct rd_place *peer, uint32_t *beats,
		   int has_lower_rank)
{
	int cpu = __atomic_load_n(&peer->cpu1, __ATOMIC_RELAXED) - 1;

	if (places->meeting != RD_MEET_OVER) {
		places->away += is_away(places, peer, beats);
		places->met += __atomic_load_n(&peer->met, __ATOMIC_RELAXED);
	}
	if (cpu < 0 || cpu >= CPU_SETSIZE)
		return;
	places->peers++;
	CPU_SET(cpu, &places->taken);
	if (cpu != places->cpu)
		return;
	places->colocated++;
	places->migrates |= has_lower_rank;
}

/* proc_loadavg(5): "0.20 0.18 0.12 1/80 11206", runnable threads before the slash. */
int rd_cpu_runnable(void)
{
	FILE *file = fopen("/proc/loadavg", "re");
	int running;

	if (!file)
		return INT_MAX;
	if (fscanf(file, "%*s %*s %*s %d/", &running) != 1)
		running = INT_MAX;
	fclose(file);
	return running;
}

static int set_mask(const cpu_set_t *mask)
{
	return sched_setaffinity(0, sizeof(*mask), mask);
}

/* A thread that may run everywhere gets a mask that includes processors added later. */
static int set_all(void)
{
	cpu_set_t all;

	memset(&all, 0xff, sizeof(all));
	return set_mask(&all);
}

/*
 * Replaces the mask `there` by the mask before. Any other mask has been set by another thread or
 * program meanwhile, and stays. The system refuses a mask without a processor that the thread may
 * use, because its cpuset has changed: then the thread may run on all of the cpuset.
 */
static int put_back(const cpu_set_t *before, const cpu_set_t *there)
{
	cpu_set_t now;
	int err;

	if (!sched_getaffinity(0, sizeof(now), &now) && !CPU_EQUAL(&now, there))
		return 0;
	err = CPU_COUNT(before) >= rd_hw_online() ? set_all() : set_mask(before);
	if (!err || !set_all())
		return 0;
	rd_warn("this thread stays bound to one processor: sched_setaffinity: %m");
	return -1;
}

int rd_cpu_migrate(int cpu)
{
	cpu_set_t before, there;

	if (cpu < 0 || cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof(before), &before) ||
	    !CPU_ISSET(cpu, &before))
		return -1;
	if (CPU_COUNT(&before) == 1)
		return 0;
	CPU_ZERO(&there);
	CPU_SET(cpu, &there);
	if (set_mask(&there))
		return -1;
	return put_back(&before, &there);
}

/* ---- Spreading ---- */

int rd_spread_is_due(struct rd_spread *s)
{
	return !(++s->waits % rd_wait_table.spread.waits) && rd_clock_ns() >= s->due_ns;
}

/* The processor to migrate to; -1: they are spread evenly enough, or another rank goes first. */
static int where_to(const int *cpus, int n, int self)
{
	int here = 0, there = 0, to;

	for (int i = 0; i < n; i++) {
		if (cpus[i] != cpus[self])
			continue;
		if (i > self)
			return -1;
		here++;
	}
	to = rd_cpu_rarest(cpus, n, &there);
	return here >= 2 && (!there || here >= there + 2) ? to : -1;
}

static void set_due(struct rd_spread *s, int went)
{
	if (!s->gap_ns)
		s->gap_ns = rd_wait_table.spread.gap_ns;
	if (went)
		s->gap_ns = rd_min(2 * s->gap_ns, rd_wait_table.spread.gap_late_ns);
	s->due_ns = rd_clock_ns() + s->gap_ns;
}

int rd_spread_go(struct rd_spread *s, const int *cpus, int n, int self)
{
	int to = where_to(cpus, n, self), went;

	went = to >= 0 && rd_cpu_runnable() <= n && !rd_cpu_migrate(to);
	if (went)
		rd_debug("went from processor %d to %d, where fewer ranks are", cpus[self], to);
	set_due(s, went);
	return went;
}

/* ---- Homes ---- */

static struct {
	int exists, cpu, ranks;
	int other, others; /* another rank that has it; so many, 2 are too many */
	struct rd_spread spread;
} home;

/* The allowed processor with this index; -1: unknown. */
static int allowed_at(const cpu_set_t *mask, int index)
{
	for (int c = 0; c < CPU_SETSIZE; c++)
		if (CPU_ISSET(c, mask) && !index--)
			return c;
	return -1;
}

int rd_home_index(int rank, int cpus)
{
	int sum = 0;

	for (; rank && cpus > 1; rank /= cpus)
		sum = (sum + rank % cpus) % cpus;
	return sum;
}

static void find_others(int rank, int ranks, int cpus)
{
	home.others = 0;
	for (int i = 0; i < ranks && home.others < 2; i++) {
		if (i == rank || rd_home_index(i, cpus) != rd_home_index(rank, cpus))
			continue;
		home.others++;
		home.other = i;
	}
}

int rd_home_is_wanted(void)
{
	int ranks, cpus;

	rd_hw_share(rd_job.nlocal, &ranks, &cpus);
	return rd_job.quiet && !rd_threads && ranks > cpus && ranks == rd_job.nlocal;
}

void rd_home_take(int rank, int ranks)
{
	cpu_set_t mask;
	int cpus = sched_getaffinity(0, sizeof(mask), &mask) ? 0 : CPU_COUNT(&mask);

	home.cpu = cpus ? allowed_at(&mask, rd_home_index(rank, cpus)) : -1;
	home.ranks = ranks;
	find_others(rank, ranks, cpus);
	home.exists = home.cpu >= 0;
	home.spread = (struct rd_spread){.gap_ns = rd_wait_table.spread.gap_home_ns};
	if (home.exists && rd_cpu_here() != home.cpu)
		rd_cpu_migrate(home.cpu);
}

int rd_home_is_here(void)
{
	return rd_home_exists() && home.others <= 1 && rd_cpu_here() == home.cpu;
}

int rd_home_other(void)
{
	return home.others == 1 ? home.other : -1;
}

int rd_home_exists(void)
{
	return home.exists && !rd_threads;
}

int rd_home_return(void)
{
	int went;

	if (!rd_home_exists() || rd_cpu_here() == home.cpu || rd_cpu_runnable() > home.ranks)
		return 0;
	went = !rd_cpu_migrate(home.cpu);
	home.exists = went; /* the program has bound the thread elsewhere */
	return went;
}

int rd_home_return_if_due(void)
{
	if (!rd_home_exists() || rd_cpu_here() == home.cpu || rd_clock_ns() < home.spread.due_ns)
		return 0;
	set_due(&home.spread, 1); /* also where other programs keep it away */
	return rd_home_return();
}
