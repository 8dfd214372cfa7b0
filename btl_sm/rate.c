/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which way a copy between two processes is quicker, learnt from those that were made. Where caches
 * are near each other two copies through blocks in them beat a single one by the kernel at any size
 * (near: 64 KB 1.3 us against 3.4, 1 MB 21 against 38); where they are far apart, or the kernel is
 * quick, the single copy wins from some size on (far: 16 KB 1.5 against 2.8, 64 KB 4.4 and 4.4, 1
 * MB 63 against 40); and a peer that has something else to do is better not asked. A process may be
 * moved meanwhile, so the slower ways are tried again now and then. Called by copy.c.
 *
 * What a copy took counts per MiB. An order of size of which nothing is known begins with the way
 * that is the best for the next shorter one: a program may send one long message only. Very long
 * ones are tried in parts (copy.c).
 */
#include "btl_sm/sm.h"

#include "base/compiler.h"

#define TRIES 3     /* of a way in a row, the best of which counts */
#define AGAIN 64    /* copies until one of the others is tried again */
#define HOPELESS 2  /* times as long as the best: tried more seldom */
#define SELDOM 16   /* as the others */
#define EDGE 8

/* The first way where no shorter copy has been made: by pieces, from here on by writing. Memory that
 * is in no cache, 16 MB: 2.9 ms alone, 1.7 by writing, 5.5 by pieces; 2 MB: 0.5 each way. */
#define LONG_B (4u << 20)

static unsigned order_of(uint64_t len)
{
	unsigned i = 0;

	while (i < RD_SM_RATES - 1 && len >= 2 * (uint64_t)RD_SM_GET_MIN << i)
		i++;
	return i;
}

static int is_new(const struct rd_sm_rate *rate)
{
	return !rate->tried[rate->best];
}

/* The best way of the next shorter copies of which anything is known, among long ones or others. */
static enum rd_sm_way first_way(const struct rd_sm_ep *ep, uint64_t len)
{
	const int is_long = len >= LONG_B;
	const unsigned least = is_long ? order_of(LONG_B) : 0;

	for (unsigned i = order_of(len); i-- > least;)
		if (!is_new(&ep->rates[i]))
			return (enum rd_sm_way)ep->rates[i].best;
	return is_long ? RD_SM_BY_WRITE : RD_SM_BY_PIECES;
}

/* The quickest of those that have been tried; what is best now, unless another one takes EDGE less:
 * each change costs a slow copy. */
static enum rd_sm_way best_of(struct rd_sm_rate *rate)
{
	uint32_t took = rate->took[rate->best];

	for (int way = 0; way < RD_SM_WAYS; way++)
		if (rate->tried[way] == TRIES && rate->took[way] < took - took / EDGE) {
			rate->best = (uint8_t)way;
			took = rate->took[way];
		}
	return (enum rd_sm_way)rate->best;
}

/* Another one in turn, or the best if that has little hope. */
static enum rd_sm_way try_again(struct rd_sm_rate *rate, enum rd_sm_way best)
{
	unsigned turn = rate->turn++;
	enum rd_sm_way other = (enum rd_sm_way)((best + 1 + turn % (RD_SM_WAYS - 1)) % RD_SM_WAYS);

	if (rate->took[other] / HOPELESS > rate->took[best] && turn / 2 % SELDOM)
		return best;
	rate->tried[other] = 0;
	return other;
}

/* One that has not been tried often enough, the best of them first; RD_SM_WAYS: there is none. */
static enum rd_sm_way untried(const struct rd_sm_rate *rate)
{
	if (rate->tried[rate->best] < TRIES)
		return (enum rd_sm_way)rate->best;
	for (int way = RD_SM_WAYS - 1; way >= 0; way--)
		if (rate->tried[way] < TRIES)
			return (enum rd_sm_way)way;
	return RD_SM_WAYS;
}

int rd_sm_rate_in_trial(const struct rd_sm_ep *ep, uint64_t len)
{
	return untried(&ep->rates[order_of(len)]) != RD_SM_WAYS;
}

enum rd_sm_way rd_sm_rate_choose(struct rd_sm_ep *ep, uint64_t len, int beside)
{
	struct rd_sm_rate *rate = &ep->rates[order_of(len)];
	enum rd_sm_way way;

	if (is_new(rate))
		rate->best = (uint8_t)first_way(ep, len);
	if (beside)
		return best_of(rate);
	way = untried(rate);
	if (way != RD_SM_WAYS)
		return way;
	way = best_of(rate);
	if (++rate->copies < AGAIN)
		return way;
	rate->copies = 0;
	return try_again(rate, way);
}

static uint32_t per_mib(uint64_t ns, uint64_t bytes)
{
	ns = rd_min(ns, UINT64_MAX >> 20);
	return (uint32_t)rd_min((ns << 20) / rd_max(bytes, (uint64_t)1), (uint64_t)UINT32_MAX);
}

/* The first ones find cold memory, or a peer that has not yet changed its way: the best of them
 * counts, then what is usual; one during which a process lost its processor says little. */
void rd_sm_rate_learn(struct rd_sm_ep *ep, uint64_t len, uint64_t bytes, enum rd_sm_way way,
		      uint64_t took_ns)
{
	struct rd_sm_rate *rate = &ep->rates[order_of(len)];
	uint32_t *took = &rate->took[way], now = per_mib(took_ns, bytes);

	if (!rate->tried[way] || (rate->tried[way] < TRIES && now < *took))
		*took = now;
	else if (rate->tried[way] >= TRIES)
		*took = *took - *took / 4 + rd_min(now, *took <= now / 2 ? 2 * *took : now) / 4;
	if (rate->tried[way] < TRIES)
		rate->tried[way]++;
}
