/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Many members that all wait for all: they are counted. Consecutive members form a group with a
 * counter; the last one of a group to arrive counts the group, the last group's opens the gate, a
 * word that all poll. Each member writes one or two lines and reads one, instead of n; no member
 * waits for a certain other one, so that where they share processors each has to run only twice, in
 * any order; and one that sleeps is woken once.
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

/* 1: this member is the last one of `of` in this operation. */
static int is_last(const struct rd_shmcoll *shm, int counter, int of)
{
	/* data that the others wrote before they arrived is visible to the last one */
	return __atomic_add_fetch(&shm->count[counter].come, 1, __ATOMIC_ACQ_REL) ==
	       (uint64_t)of * shm->counting.meets;
}

int rd_shmcoll_meet(struct rd_shmcoll *shm, const struct rd_shmcoll_merge *merge)
{
	int low = rd_shmcoll_group_first(shm, shm->counting.group);
	int high = rd_shmcoll_group_first(shm, shm->counting.group + 1), err;

	if (rd_unlikely(shm->counting.failed))
		return RD_EPROC;
	shm->counting.meets++;
	/* for a report: no data is ordered by it */
	__atomic_store_n(&shm->member[shm->rank].come, shm->counting.meets, __ATOMIC_RELAXED);
	if (is_last(shm, shm->counting.group, high - low)) {
		if (merge)
			merge->group(merge, low, high);
		if (is_last(shm, shm->counting.groups, shm->counting.groups)) {
			if (merge)
				merge->all(merge);
			rd_shmcoll_tell(shm, &shm->head->met, shm->counting.meets);
			return 0;
		}
	}
	err = rd_shmcoll_await(shm, &shm->head->met, shm->counting.meets, RD_SHMCOLL_ANY);
	shm->counting.failed = err != 0;
	if (rd_unlikely(__atomic_load_n(&shm->head->sleepers, __ATOMIC_RELAXED)))
		rd_shmcoll_wake_next(shm);
	return err;
}
