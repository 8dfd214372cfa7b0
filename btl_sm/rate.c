/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which way a copy between two processes is quicker, learnt from those that were made. Where caches
 * are near each other two copies through blocks in them beat a single one by the kernel at any size
 * (near: 64 KB 1.3 us against 3.4, 1 MB 21 against 38); where they are far apart, or the kernel is
 * quick, the single copy wins from some size on (far: 16 KB 1.5 against 2.8, 64 KB 4.4 and 4.4, 1
 * MB 63 against 40); and a peer that has something else to do is better not asked. A process may be
 * moved meanwhile, so the slower ways are tried again now and then. Called by copy.c.
 */
#include "btl_sm/sm.h"

#include "base/compiler.h"

#define TRIES 3     /* of a way in a row, the best of which counts */
#define AGAIN 64    /* copies until one of the others is tried again */
#define HOPELESS 2  /* times as long as the best: tried more seldom */
#define SELDOM 16   /* as the others */
#define EDGE 8

static struct rd_sm_rate *rate_of(struct rd_sm_ep *ep, uint64_t len)
{
	unsigned i = 0;

	while (i < RD_SM_RATES - 1 && len >= 2 * (uint64_t)RD_SM_GET_MIN << i)
		i++;
	return &ep->rates[i];
}

/* The quickest of those that have been tried; what is best now, unless another one takes EDGE less:
 * each change costs a slow copy. */
static enum rd_sm_way best_of(struct rd_sm_rate *rate)
{
	uint32_t took = rate->took_ns[rate->best];

	for (int way = 0; way < RD_SM_WAYS; way++)
		if (rate->tried[way] == TRIES && rate->took_ns[way] < took - took / EDGE) {
			rate->best = (uint8_t)way;
			took = rate->took_ns[way];
		}
	return (enum rd_sm_way)rate->best;
}

/* Another one in turn, or the best if that has little hope. */
static enum rd_sm_way try_again(struct rd_sm_rate *rate, enum rd_sm_way best)
{
	uint32_t turn = rate->turn++;
	enum rd_sm_way other = (enum rd_sm_way)((best + 1 + turn % (RD_SM_WAYS - 1)) % RD_SM_WAYS);

	if (rate->took_ns[other] / HOPELESS > rate->took_ns[best] && turn / 2 % SELDOM)
		return best;
	rate->tried[other] = 0;
	return other;
}

enum rd_sm_way rd_sm_rate_choose(struct rd_sm_ep *ep, uint64_t len, int beside)
{
	struct rd_sm_rate *rate = rate_of(ep, len);
	enum rd_sm_way best = best_of(rate);

	if (!rate->tried[RD_SM_BY_PIECES])
		rate->best = best = RD_SM_BY_PIECES;
	for (int way = RD_SM_WAYS - 1; way >= 0 && !beside; way--)
		if (rate->tried[way] < TRIES)
			return (enum rd_sm_way)way;
	if (beside || ++rate->copies < AGAIN)
		return best;
	rate->copies = 0;
	return try_again(rate, best);
}

/* The first ones find cold memory, or a peer that has not yet changed its way: the best of them
 * counts, then what is usual; one during which a process lost its processor says little. */
void rd_sm_rate_learn(struct rd_sm_ep *ep, uint64_t len, enum rd_sm_way way, uint64_t took_ns)
{
	struct rd_sm_rate *rate = rate_of(ep, len);
	uint32_t *took = &rate->took_ns[way], now = (uint32_t)rd_min(took_ns, (uint64_t)UINT32_MAX);

	if (!rate->tried[way] || (rate->tried[way] < TRIES && now < *took))
		*took = now;
	else if (rate->tried[way] >= TRIES)
		*took = *took - *took / 4 + rd_min(now, *took <= now / 2 ? 2 * *took : now) / 4;
	if (rate->tried[way] < TRIES)
		rate->tried[way]++;
}
