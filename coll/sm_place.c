/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The processors of a communicator's members. Each member publishes in the segment the step that it
 * has reached, an operation or a stage of a long one, and its processor. A member that waits there
 * yields its processor at once while another member needs it, and spins when none does; and when
 * the members are spread unevenly though no other program wants to run, one of them migrates to a
 * processor that fewer members share. Called from sm_wait.c.
 */
#include "coll/sm.h"

#include "runtime/cpu.h"
#include "runtime/progress.h"

#include <stdlib.h>
#include <string.h>

void rd_shmcoll_say_place(struct rd_shmcoll *shm)
{
	shm->cpu = rd_cpu_here();
	/* a hint: no data is ordered by it */
	__atomic_store_n(&shm->member[shm->rank].place, rd_shmcoll_place(shm->came, shm->cpu),
			 __ATOMIC_RELAXED);
}

static uint64_t place_of(const struct rd_shmcoll *shm, int m)
{
	return __atomic_load_n(&shm->member[m].place, __ATOMIC_RELAXED);
}

static int cpu_of(const struct rd_shmcoll *shm, int m)
{
	return (uint16_t)place_of(shm, m);
}

/* ---- Yielding ---- */

/* Reads the places of all members, whose lines are mostly in other processors' caches. */
static void find_colocated(struct rd_shmcoll *shm)
{
	memset(shm->colocated, 0, ((size_t)shm->n / 64 + 1) * sizeof(*shm->colocated));
	for (int m = 0; m < shm->n; m++)
		if (m != shm->rank && cpu_of(shm, m) == (uint16_t)shm->cpu)
			shm->colocated[m / 64] |= (uint64_t)1 << m % 64;
}

/* The same for 64 of them. */
static int some_lag(struct rd_shmcoll *shm, int word)
{
	for (uint64_t left = shm->colocated[word]; left; left &= left - 1) {
		int m = word * 64 + __builtin_ctzll(left);

		if (cpu_of(shm, m) != (uint16_t)shm->cpu)
			shm->colocated[word] &= ~((uint64_t)1 << m % 64);
		else if (place_of(shm, m) < rd_shmcoll_place(shm->came, 0))
			return 1;
	}
	return 0;
}

/* 1: a member known to run on this processor has not reached this step. */
static int mate_lags(struct rd_shmcoll *shm)
{
	for (int word = 0; word <= shm->n / 64; word++)
		if (some_lag(shm, word))
			return 1;
	return 0;
}

static int look(const uint64_t *word, uint64_t value)
{
	for (uint32_t spins = 0; spins < rd_wait_table.shmcoll.spins_most; spins++) {
		if (__atomic_load_n(word, __ATOMIC_ACQUIRE) >= value)
			return 1;
		rd_cpu_relax();
	}
	return 0;
}

/*
 * 1: spinning cannot succeed before another member has run on this processor. Where all members
 * must arrive, any member that has not counts, awaited now or not: no member can go on without it.
 * Where one is awaited, only that one: to change to a member that is behind in a row of broadcasts
 * would cost more than to go on with the next broadcast as soon as its data arrives.
 */
static int is_needed_here(struct rd_shmcoll *shm, int member)
{
	return shm->one ? cpu_of(shm, member) == (uint16_t)shm->cpu : mate_lags(shm);
}

int rd_shmcoll_give_way(struct rd_shmcoll *shm, const uint64_t *word, uint64_t value, int member)
{
	for (int turns = 0; turns < rd_wait_table.shmcoll.turns; turns++) {
		if (!is_needed_here(shm, member)) {
			if (look(word, value))
				return 1;
			find_colocated(shm);
			if (!shm->one && !mate_lags(shm))
				return 0;
		}
		if (!rd_progress_yield())
			return 0;
		rd_shmcoll_say_place(shm);
		if (__atomic_load_n(word, __ATOMIC_ACQUIRE) >= value)
			return 1;
	}
	return 0;
}

/* ---- Migration ---- */

void rd_shmcoll_spread(struct rd_shmcoll *shm)
{
	int *cpus;

	if (!shm->whole || !rd_spread_is_due(&shm->spread))
		return;
	cpus = malloc((size_t)shm->n * sizeof(*cpus));
	if (!cpus)
		return;
	for (int m = 0; m < shm->n; m++)
		cpus[m] = cpu_of(shm, m);
	if (rd_spread_go(&shm->spread, cpus, shm->n, shm->rank))
		rd_shmcoll_say_place(shm);
	free(cpus);
}
