/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Leaders that share processors: each publishes in a word that the others may read how many
 * operations of the communicator it has begun, and on which processor. A leader that waits yields
 * its processor to leaders that run there and have not begun as many, and spins when all of them
 * have. The numbers are hints; no data is ordered by them. Called by ring_card.c, ring_flow.c and
 * ring_group.c; coll/sm does the same in its segment (sm_place.c).
 */
#include "coll/ring.h"

#include "runtime/hw.h"
#include "runtime/job.h"
#include "runtime/cpu.h"
#include "runtime/progress.h"

#include <stdlib.h>

struct rd_ring_colocated {
	uint64_t begun; /* operations of the communicator */
	struct rd_spread spread;
	int cpu;    /* of this process when it began the last */
	int n;      /* co-located ranks[]: cards whose leaders were seen here */
	int card[]; /* [cards] */
};

/* Number of operations, group, processor. */
static uint64_t word_of(const struct rd_ring *ring, uint64_t begun, int cpu)
{
	return begun << 24 | (uint64_t)(ring->group & 255) << 16 | (uint16_t)cpu;
}

static uint64_t *mark_of(const struct rd_ring *ring, int card)
{
	struct rd_card *own = rd_page.card;

	return own->mark(own, ring->node[card], own->place.page);
}

static uint64_t read_mark(const struct rd_ring *ring, int card)
{
	return __atomic_load_n(mark_of(ring, card), __ATOMIC_RELAXED);
}

struct rd_ring_colocated *rd_ring_colocated_new(const struct rd_ring *ring, int size)
{
	struct rd_ring_colocated *colocated;
	int ranks, cpus;

	rd_hw_share(rd_job.nlocal, &ranks, &cpus);
	if (!rd_page.card->mark || !ring->one_page || ranks <= cpus || size != rd_job.nlocal)
		return NULL;
	colocated = malloc(sizeof(*colocated) + (size_t)ring->cards * sizeof(colocated->card[0]));
	if (colocated)
		*colocated = (struct rd_ring_colocated){.cpu = -1};
	return colocated;
}

static void say(const struct rd_ring *ring)
{
	struct rd_ring_colocated *m = ring->colocated;

	m->cpu = rd_cpu_here();
	__atomic_store_n(mark_of(ring, ring->index), word_of(ring, m->begun, m->cpu),
			 __ATOMIC_RELAXED);
}

void rd_ring_colocated_begin(const struct rd_ring *ring)
{
	ring->colocated->begun++;
	say(ring);
}

void rd_ring_colocated_spread(const struct rd_ring *ring)
{
	struct rd_spread *spread = &ring->colocated->spread;
	int *cpus = NULL;

	if (rd_spread_is_due(spread))
		cpus = malloc((size_t)ring->cards * sizeof(*cpus));
	for (int i = 0; cpus && i < ring->cards; i++) {
		uint64_t mark = read_mark(ring, i);

		cpus[i] = mark ? (uint16_t)mark : -1;
	}
	if (cpus && rd_spread_go(spread, cpus, ring->cards, ring->index))
		say(ring);
	free(cpus);
}

/* Reads the words of all, whose lines are mostly in other processors' caches. */
static void find_colocated(const struct rd_ring *ring)
{
	struct rd_ring_colocated *m = ring->colocated;

	m->n = 0;
	for (int i = 0; i < ring->cards; i++)
		if (i != ring->index && (uint16_t)read_mark(ring, i) == (uint16_t)m->cpu)
			m->card[m->n++] = i;
}

/* 1: a leader that runs here is in another communicator, or not as far in this one. */
static int lags(const struct rd_ring *ring)
{
	const struct rd_ring_colocated *m = ring->colocated;
	uint64_t own = word_of(ring, m->begun, m->cpu);

	for (int i = 0; i < m->n; i++) {
		uint64_t mark = read_mark(ring, m->card[i]);

		if ((uint16_t)mark == (uint16_t)own &&
		    (mark < own || (mark >> 16 & 255) != (own >> 16 & 255)))
			return 1;
	}
	return 0;
}

int rd_ring_colocated_give_way(const struct rd_ring *ring)
{
	if (!lags(ring)) {
		find_colocated(ring);
		if (!lags(ring))
			return 0;
	}
	if (!rd_progress_yield())
		return 0;
	say(ring);
	return 1;
}
