/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Chooses the way of a copy between two processes by the durations of earlier copies. Where caches
 * are near each other, two copies through blocks in them beat a single one by the kernel at any
 * size. Where they are far apart, or the kernel is quick, the single copy wins from some size on
 * (M-209). A peer that is busy with something else is better not asked. A process may be moved to
 * another processor, so the slower ways are tried again from time to time. Called by copy.c.
 *
 * The measure is the time per MiB, from the end of the copy before it where one waits behind others
 * of its peer: a program that streams keeps many under way all the time (M-237). An order of size
 * without a measurement begins with the way that is the best for the next shorter one: a program
 * may send one long message only. Very long copies are tried in parts (copy.c).
 *
 * Likewise for messages that fill a long block. The peer has read the block's lines: the farther
 * apart the two processors are, the longer the copy into it takes. Where it takes too long, the
 * peer reads such payloads by itself (M-234).
 */
#include "btl_sm/sm.h"

#include "base/compiler.h"
#include "runtime/wait.h"

#include <string.h>

/* Of a way in a row after the first: the best of them counts; in a stream, where a copy may take
 * twice as long as the next, their mean: M-243. */
#define TRIES 3
#define TRIES_STREAM 16
/* Copies, in such tries, until one of the other ways is tried again. */
#define AGAIN 21
/* The same, once for each of the others: the first trials met cold memory. */
#define SOON 1
#define HOPELESS 2 /* a way this many times slower than the best is tried less often */
#define SELDOM 16  /* by this factor */
#define TURNS ((RD_SM_WAYS - 1) * SELDOM)
/* Times the tries, in copies, after which a trial is given up: the first ones, and later ones. */
#define VAIN_COLD 5
#define VAIN 2
#define EDGE 8
#define UNKNOWN UINT32_MAX /* duration of a way of which no time was learnt */

/* From here on the first way, where no shorter copy has been measured, is by writing; below, by
 * fragments: M-210. */
#define LONG_B (4u << 20)

static unsigned order_of(uint64_t len)
{
	unsigned i = 0;

	while (i < RD_SM_RATES - 1 && len >= 2 * (uint64_t)RD_SM_GET_MIN << i)
		i++;
	return i;
}

static uint32_t need_of(const struct rd_sm_rate *rate)
{
	return rd_max((uint32_t)rate->need, (uint32_t)TRIES);
}

static int is_new(const struct rd_sm_rate *rate)
{
	return !rate->tried[rate->best];
}

/* The best way of the next shorter copies that have been measured; long copies count among
 * themselves. */
static enum rd_sm_way first_way(const struct rd_sm_ep *ep, uint64_t len)
{
	const int is_long = len >= LONG_B;
	const unsigned least = is_long ? order_of(LONG_B) : 0;

	for (unsigned i = order_of(len); i-- > least;)
		if (!is_new(&ep->copy.rates[i]))
			return (enum rd_sm_way)ep->copy.rates[i].best;
	return is_long ? RD_SM_BY_WRITE : RD_SM_BY_FRAGMENTS;
}

/* The fastest measured way; another way replaces the present best only when it is faster by more
 * than 1/EDGE, since each change costs a slow copy. */
static enum rd_sm_way best_of(struct rd_sm_rate *rate)
{
	uint32_t took = rate->took[rate->best];

	for (int way = 0; way < RD_SM_WAYS; way++)
		if (rate->tried[way] >= need_of(rate) && rate->took[way] < took - took / EDGE) {
			rate->best = (uint8_t)way;
			took = rate->took[way];
		}
	return (enum rd_sm_way)rate->best;
}

/* Only first trials are known of one of the other ways. */
static int is_cold(const struct rd_sm_rate *rate)
{
	return rate->turn < RD_SM_WAYS - 1;
}

static int is_hopeless(const struct rd_sm_rate *rate, int way)
{
	return rate->took[way] != UNKNOWN && rate->took[way] / HOPELESS > rate->took[rate->best];
}

/* Its time does not count yet. A hopeless way needs no more tries when a stream begins. */
static int is_short_of_tries(const struct rd_sm_rate *rate, int way)
{
	return rate->tried[way] < need_of(rate) &&
	       !(rate->tried[way] >= TRIES && is_hopeless(rate, way));
}

static int is_in_trial(const struct rd_sm_rate *rate)
{
	for (int way = 0; way < RD_SM_WAYS; way++)
		if (is_short_of_tries(rate, way))
			return 1;
	return 0;
}

/* Most copies of a trial were beside others, or as the peer wanted: its times were not learnt. */
static void give_up(struct rd_sm_rate *rate)
{
	for (int way = 0; way < RD_SM_WAYS; way++)
		if (is_short_of_tries(rate, way)) {
			rate->tried[way] = (uint8_t)need_of(rate);
			rate->took[way] = rate->took[way] ? rate->took[way] : UNKNOWN;
		}
}

/* Another way in turn, or the best if that way is hopeless. */
static enum rd_sm_way try_again(struct rd_sm_rate *rate, enum rd_sm_way best)
{
	unsigned turn = rate->turn;
	enum rd_sm_way other = (enum rd_sm_way)((best + 1 + turn % (RD_SM_WAYS - 1)) % RD_SM_WAYS);

	/* goes round where the rest of the division is the same, and never back to cold */
	rate->turn = turn + 1 < 2 * TURNS ? (uint8_t)(turn + 1) : TURNS;
	if (is_hopeless(rate, other) && turn / (RD_SM_WAYS - 1) % SELDOM)
		return best;
	rate->tried[other] = 0;
	rate->begun[other] = 1;
	return other;
}

/* 1: it has been tried fewer times than needed, and no more copies are under way than it takes to
 * find out: the first of a row is not recorded. */
static int is_untried(const struct rd_sm_rate *rate, int way)
{
	return is_short_of_tries(rate, way) && rate->begun[way] <= need_of(rate);
}

/* Such a way, the present best first; RD_SM_WAYS: none. */
static enum rd_sm_way untried(const struct rd_sm_rate *rate)
{
	if (is_untried(rate, rate->best))
		return (enum rd_sm_way)rate->best;
	for (int way = RD_SM_WAYS - 1; way >= 0; way--)
		if (is_untried(rate, way))
			return (enum rd_sm_way)way;
	return RD_SM_WAYS;
}

int rd_sm_rate_in_trial(const struct rd_sm_ep *ep, uint64_t len)
{
	return untried(&ep->copy.rates[order_of(len)]) != RD_SM_WAYS;
}

enum rd_sm_way rd_sm_rate_choose(struct rd_sm_ep *ep, uint64_t len, int beside, int queued)
{
	struct rd_sm_rate *rate = &ep->copy.rates[order_of(len)];
	enum rd_sm_way way;

	if (is_new(rate))
		rate->best = (uint8_t)first_way(ep, len);
	if (beside)
		return best_of(rate);
	if (queued && len < LONG_B)
		rate->need = TRIES_STREAM;
	else if (rate->need) /* maybe the first of a window */
		rate->need--;
	if (!queued)
		memcpy(rate->begun, rate->tried, sizeof(rate->begun));
	if (++rate->copies > need_of(rate) * (is_cold(rate) ? VAIN_COLD : VAIN))
		give_up(rate);
	way = untried(rate);
	if (way != RD_SM_WAYS) {
		rate->begun[way]++;
		return way;
	}
	way = best_of(rate);
	if (is_in_trial(rate) || rate->copies < need_of(rate) * (is_cold(rate) ? SOON : AGAIN))
		return way;
	rate->copies = 0;
	return try_again(rate, way);
}

/* Of each order of size: sizes that take turns may go by different ways. */
int rd_sm_rate_changes(struct rd_sm_ep *ep, uint64_t len, enum rd_sm_way way)
{
	struct rd_sm_rate *rate = &ep->copy.rates[order_of(len)];
	int changes = rate->went != way;

	rate->went = (uint8_t)way;
	return changes;
}

static uint32_t per_mib(uint64_t ns, uint64_t bytes)
{
	ns = rd_min(ns, UINT64_MAX >> 20);
	return (uint32_t)rd_min((ns << 20) / rd_max(bytes, (uint64_t)1), (uint64_t)UINT32_MAX);
}

static uint32_t mean(uint32_t took, uint32_t now, uint32_t times)
{
	return (uint32_t)(((uint64_t)took * times + now) / (times + 1));
}

/* The first copies meet cold memory, or a peer that has not changed its way yet: the best of them
 * counts. Of copies that waited behind others the mean counts: the peer has begun them before their
 * turn, one more than the other. After that, a running average, in which an outlier (a process lost
 * its processor) counts little. */
void rd_sm_rate_learn(struct rd_sm_ep *ep, uint64_t len, uint64_t bytes, enum rd_sm_way way,
		      uint64_t took_ns, int waited)
{
	struct rd_sm_rate *rate = &ep->copy.rates[order_of(len)];
	uint32_t *took = &rate->took[way], now = rd_max(per_mib(took_ns, bytes), 1u);
	uint32_t tried = rate->tried[way], times = waited ? 4 : 2;

	if (tried >= need_of(rate) && *took == UNKNOWN) { /* a late one: there is no mean yet */
		*took = now;
		return;
	}
	if (tried >= need_of(rate)) {
		*took = mean(*took, *took <= now / times ? times * *took : now,
			     (waited ? TRIES_STREAM : TRIES + 1) - 1);
		return;
	}
	if (!tried || (!waited && now < *took))
		*took = now;
	else if (waited)
		*took = mean(*took, now, tried);
	rate->tried[way]++;
}

int rd_sm_long_is_timed(struct rd_sm_ep *ep)
{
	return ep->ep.get_min != UINT32_MAX && (ep->ep.eager_best == RD_SM_BIG_B ||
						ep->tx.longs++ % rd_wait_table.sm.long_timed == 0);
}

void rd_sm_long_learn(struct rd_sm_ep *ep, size_t len, uint64_t took_ns)
{
	const uint32_t most = rd_wait_table.sm.long_ps;
	/* an outlier counts little, as above */
	const uint32_t ps = (uint32_t)rd_min(took_ns * 1000 / len, (uint64_t)2 * most);

	ep->tx.long_ps = ep->tx.long_ps - ep->tx.long_ps / 4 + ps / 4;
	ep->ep.eager_best = ep->tx.long_ps > most ? RD_SM_BIG_B : RD_SM_LONG_B;
}
