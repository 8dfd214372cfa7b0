/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Many members that all wait for all: they are counted. Consecutive members form a group with a
 * counter; the last one of a group to arrive counts the group, the last group's opens the gate, a
 * word that all poll. Each member writes one or two lines and reads one, instead of n; no member
 * waits for a certain other one, so that where they share processors each has to run only twice, in
 * any order; and one that sleeps is woken once. The counters have the signatures of the calls, too
 * (rd_shmcoll_counted): if they differ, one that sees it tells all others through the gate.
 *
 *     0 1 2 3   4 5 6 7   8 9 a b   c d e f       count[g].come
 *         +---------+---------+---------+         count[groups].come
 *                        met                      the gate
 *
 * A group has rd_shmcoll_group_most members after the fold of coll/combine.h, which is one subtree
 * of the tree of recursive doubling: where operands are merged group by group the result has the
 * same bits.
 */
#include "coll/sm.h"

int rd_shmcoll_flat_most = 32;
int rd_shmcoll_group_most = 16;

static int first_of(const struct rd_shmcoll *shm, int vrank)
{
	return vrank < shm->counting.extra ? 2 * vrank : vrank + shm->counting.extra;
}

static int vrank_of(const struct rd_shmcoll *shm, int rank)
{
	return rank < 2 * shm->counting.extra ? rank / 2 : rank - shm->counting.extra;
}

static int group_size(const struct rd_shmcoll *shm)
{
	return rd_min(rd_shmcoll_group_most, shm->counting.pow2);
}

int rd_shmcoll_group_first(const struct rd_shmcoll *shm, int group)
{
	return group < shm->counting.groups ? first_of(shm, group * group_size(shm)) : shm->n;
}

void rd_shmcoll_form_groups(struct rd_shmcoll *shm)
{
	shm->counting.pow2 = 1;
	while (shm->counting.pow2 * 2 <= shm->n)
		shm->counting.pow2 *= 2;
	shm->counting.extra = shm->n - shm->counting.pow2;
	if (shm->n <= rd_shmcoll_flat_most)
		return;
	shm->counting.groups = shm->counting.pow2 / group_size(shm);
	shm->counting.group = vrank_of(shm, shm->rank) / group_size(shm);
}

/* ---- Members whose calls differ ---- */

/* That of the operation under way. It is used again after the next one but one, at which no member
 * arrives before all have seen this one. */
static uint64_t *differ_of(const struct rd_shmcoll *shm)
{
	return &shm->head->differ[shm->counting.meets % 2];
}

/* Written before the counter or the gate that the reader has seen, which order it. */
static int do_differ(const struct rd_shmcoll *shm)
{
	return __atomic_load_n(differ_of(shm), __ATOMIC_RELAXED) == shm->counting.meets;
}

/* The member that opens the gate, for which all others wait: the sums begin anew. */
static __attribute__((cold, noinline)) void begin_anew(struct rd_shmcoll *shm)
{
	for (int g = 0; g <= shm->counting.groups; g++) {
		uint64_t of = (uint64_t)shm->counting.groups;

		if (g < shm->counting.groups)
			of = (uint64_t)(rd_shmcoll_group_first(shm, g + 1) -
					rd_shmcoll_group_first(shm, g));
		__atomic_store_n(&shm->count[g].come, of * shm->counting.meets, __ATOMIC_RELAXED);
	}
}

/* Of every member, when the gate is open. */
static int verdict(struct rd_shmcoll *shm)
{
	if (rd_likely(!do_differ(shm)))
		return 0;
	shm->counting.sum = shm->counting.meets;
	return rd_shmcoll_arrivals_differ(shm);
}

/* ---- Arriving ---- */

/* 1: this member is the last one of `of` in this operation. */
static int is_last(const struct rd_shmcoll *shm, uint64_t counted, int counter, int of)
{
	/* data that the others wrote before they arrived is visible to the last one */
	uint64_t come = __atomic_add_fetch(&shm->count[counter].come, counted, __ATOMIC_ACQ_REL);
	uint64_t all = (uint64_t)of * shm->counting.sum;

	if ((uint32_t)come != (uint32_t)all)
		return 0;
	if (rd_unlikely(come != all))
		__atomic_store_n(differ_of(shm), shm->counting.meets, __ATOMIC_RELAXED);
	return 1;
}

/* For members that report: the gate orders it, or the release of `come` (sm_differ.c). */
static uint64_t record_arrival(struct rd_shmcoll *shm, uint64_t arrival)
{
	struct rd_shmcoll_member *self = &shm->member[shm->rank];
	uint64_t counted = rd_shmcoll_counted(arrival);

	shm->counting.meets++;
	shm->counting.sum += counted;
	__atomic_store_n(&self->arrival[shm->counting.meets % 2], arrival, __ATOMIC_RELAXED);
	__atomic_store_n(&self->come, shm->counting.meets, __ATOMIC_RELEASE);
	return counted;
}

/* 1: the last member of all, which has opened the gate. */
static int arrive(struct rd_shmcoll *shm, uint64_t arrival, const struct rd_shmcoll_merge *merge)
{
	int low = rd_shmcoll_group_first(shm, shm->counting.group);
	int high = rd_shmcoll_group_first(shm, shm->counting.group + 1);
	uint64_t counted = record_arrival(shm, arrival);

	if (!is_last(shm, counted, shm->counting.group, high - low))
		return 0;
	if (merge && !do_differ(shm))
		merge->group(merge, low, high);
	if (!is_last(shm, counted, shm->counting.groups, shm->counting.groups))
		return 0;
	if (rd_unlikely(do_differ(shm)))
		begin_anew(shm);
	else if (merge)
		merge->all(merge);
	rd_shmcoll_tell(shm, &shm->head->met, shm->counting.meets);
	return 1;
}

/* As the first time. */
static __attribute__((cold, noinline)) int fail_again(const struct rd_shmcoll *shm)
{
	if (shm->counting.failed == RD_ECOUNT)
		rd_err_because("in an earlier collective on the communicator the calls of the "
			       "ranks differed");
	return shm->counting.failed;
}

int rd_shmcoll_meet(struct rd_shmcoll *shm, uint64_t arrival, const struct rd_shmcoll_merge *merge)
{
	int err;

	if (rd_unlikely(shm->counting.failed))
		return fail_again(shm);
	if (arrive(shm, arrival, merge))
		return verdict(shm);
	err = rd_shmcoll_await(shm, &shm->head->met, shm->counting.meets, RD_SHMCOLL_ANY);
	shm->counting.failed = err;
	if (rd_unlikely(__atomic_load_n(&shm->head->sleepers, __ATOMIC_RELAXED)))
		rd_shmcoll_wake_next(shm);
	return err ? err : verdict(shm);
}
