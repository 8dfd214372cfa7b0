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
 * A group has rd_smc_group_most members after the fold of coll/combine.h, which is one subtree of
 * the tree of recursive doubling: where operands are merged group by group the result has the same
 * bits.
 */
#include "coll/sm.h"

int rd_smc_flat_most = 32;
int rd_smc_group_most = 16;

static int first_of(const struct rd_smc *smc, int vrank)
{
	return vrank < smc->extra ? 2 * vrank : vrank + smc->extra;
}

static int vrank_of(const struct rd_smc *smc, int rank)
{
	return rank < 2 * smc->extra ? rank / 2 : rank - smc->extra;
}

static int group_size(const struct rd_smc *smc)
{
	return rd_min(rd_smc_group_most, smc->pow2);
}

int rd_smc_group_first(const struct rd_smc *smc, int group)
{
	return group < smc->groups ? first_of(smc, group * group_size(smc)) : smc->n;
}

void rd_smc_form_groups(struct rd_smc *smc)
{
	smc->pow2 = 1;
	while (smc->pow2 * 2 <= smc->n)
		smc->pow2 *= 2;
	smc->extra = smc->n - smc->pow2;
	if (smc->n <= rd_smc_flat_most)
		return;
	smc->groups = smc->pow2 / group_size(smc);
	smc->group = vrank_of(smc, smc->rank) / group_size(smc);
}

/* 1: this member is the last one of `of` in this operation. */
static int is_last(const struct rd_smc *smc, int counter, int of)
{
	/* data that the others wrote before they arrived is visible to the last one */
	return __atomic_add_fetch(&smc->count[counter].come, 1, __ATOMIC_ACQ_REL) ==
	       (uint64_t)of * smc->meets;
}

int rd_smc_meet(struct rd_smc *smc, const struct rd_smc_merge *merge)
{
	int low = rd_smc_group_first(smc, smc->group);
	int high = rd_smc_group_first(smc, smc->group + 1), err;

	smc->meets++;
	/* for a report: no data is ordered by it */
	__atomic_store_n(&smc->member[smc->rank].come, smc->meets, __ATOMIC_RELAXED);
	if (is_last(smc, smc->group, high - low)) {
		if (merge)
			merge->group(merge, low, high);
		if (is_last(smc, smc->groups, smc->groups)) {
			if (merge)
				merge->all(merge);
			rd_smc_tell(smc, &smc->head->met, smc->meets);
			return 0;
		}
	}
	err = rd_smc_await(smc, &smc->head->met, smc->meets, RD_SMC_ANY);
	if (rd_unlikely(__atomic_load_n(&smc->head->sleepers, __ATOMIC_RELAXED)))
		rd_smc_ring_next(smc);
	return err;
}
