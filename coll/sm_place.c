/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Members that share processors (runtime/crowd.h), where each publishes in the segment the step
 * that it has reached, an operation or a stage of a long one. A member that waits there yields its
 * processor at once while another member needs it, and spins when none does. Called from sm_wait.c.
 */
#include "coll/sm.h"

#include "runtime/progress.h"

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
	return shm->place.one ? rd_crowd_is_here(&shm->place.crowd, member)
			      : rd_crowd_lags(&shm->place.crowd);
}

int rd_shmcoll_give_way(struct rd_shmcoll *shm, const uint64_t *word, uint64_t value, int member)
{
	for (int turns = 0; turns < rd_wait_table.shmcoll.turns; turns++) {
		if (!is_needed_here(shm, member)) {
			if (look(word, value))
				return 1;
			rd_crowd_find(&shm->place.crowd);
			if (!shm->place.one && !rd_crowd_lags(&shm->place.crowd))
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

void rd_shmcoll_spread(struct rd_shmcoll *shm)
{
	if (shm->place.whole)
		rd_crowd_spread(&shm->place.crowd);
}
