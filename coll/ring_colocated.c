/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Leaders that share processors (runtime/crowd.h): each publishes in a word that the others may
 * read how many operations of the communicator it has begun. A leader that waits yields its
 * processor to leaders that run there and have not begun as many, and spins when all of them have.
 * Called by ring_card.c, ring_flow.c and ring_group.c.
 */
#include "coll/ring.h"

#include "runtime/crowd.h"
#include "runtime/hw.h"
#include "runtime/job.h"
#include "runtime/progress.h"

#include <stdlib.h>

struct rd_ring_colocated {
	uint64_t begun; /* operations of the communicator */
	struct rd_crowd crowd;
};

static uint64_t *mark_of(const struct rd_ring *ring, int card)
{
	struct rd_card *own = rd_page.card;

	return own->mark(own, ring->node[card], own->place.page);
}

struct rd_ring_colocated *rd_ring_colocated_new(const struct rd_ring *ring, int size)
{
	struct rd_ring_colocated *colocated;
	int ranks, cpus;

	rd_hw_share(rd_job.nlocal, &ranks, &cpus);
	if (!rd_page.card->mark || !ring->one_page || ranks <= cpus || size != rd_job.nlocal)
		return NULL;
	colocated = calloc(1, sizeof(*colocated));
	if (!colocated || rd_crowd_open(&colocated->crowd, ring->cards, ring->index)) {
		free(colocated);
		return NULL;
	}
	for (int i = 0; i < ring->cards; i++)
		colocated->crowd.word[i] = mark_of(ring, i);
	return colocated;
}

void rd_ring_colocated_free(struct rd_ring_colocated *colocated)
{
	if (colocated)
		rd_crowd_close(&colocated->crowd);
	free(colocated);
}

void rd_ring_colocated_begin(const struct rd_ring *ring)
{
	rd_crowd_publish(&ring->colocated->crowd, ++ring->colocated->begun, ring->group);
}

void rd_ring_colocated_spread(const struct rd_ring *ring)
{
	rd_crowd_spread(&ring->colocated->crowd);
}

int rd_ring_colocated_give_way(const struct rd_ring *ring)
{
	struct rd_crowd *crowd = &ring->colocated->crowd;

	if (!rd_crowd_lags(crowd)) {
		rd_crowd_find(crowd);
		if (!rd_crowd_lags(crowd))
			return 0;
	}
	if (!rd_progress_yield())
		return 0;
	rd_crowd_publish_again(crowd);
	return 1;
}
