/* SPDX-License-Identifier: BSD-3-Clause */
/* Choice of the way of a put or get (way.h). Called by put.c. */
#include "rma/way.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "rma/mailbox.h"

enum {
	SURE_B = 2048, /* up to here the mailbox is quicker everywhere */
	TIMED = 8,     /* one call in so many is timed, */
	OTHER = 64,    /* and one in so many goes the slower way */
	SELDOM = 512,  /* likewise, if that takes a quarter more and disturbs the target */
	UNIT_B = 65536,
	PROCESSES = 64, /* of which rates are kept; two with the same place share them */
	SIZES = 4,
};

static struct rd_rma_rate rates[PROCESSES][2][SIZES];

static struct rd_rma_rate *rate_of(const struct rd_cma_peer *cma, int reads, uint64_t bytes)
{
	static const uint64_t most[SIZES - 1] = {RD_MAILBOX_DATA / 2, RD_MAILBOX_DATA, 131072};
	int size = 0;

	while (size < SIZES - 1 && bytes > most[size])
		size++;
	return &rates[(uint32_t)cma->id.pid % PROCESSES][!!reads][size];
}

static uint32_t and_a_quarter(uint32_t ns)
{
	return ns + ns / 4 + 1;
}

static enum rd_rma_way other(enum rd_rma_way way)
{
	return way == RD_WAY_COPY ? RD_WAY_TARGET : RD_WAY_COPY;
}

/* 1: it is the turn of the other way. An untried one counts as the quicker. */
static int is_for_other(const struct rd_rma_rate *rate, uint32_t n, enum rd_rma_way way,
			uint64_t bytes)
{
	uint32_t ns = rate->ns[way];
	int slower = rate->ns[other(way)] > and_a_quarter(ns);

	return ns && n % (slower && bytes <= RD_MAILBOX_DATA ? SELDOM : OTHER) == 1;
}

struct rd_rma_chosen rd_rma_choose(struct rd_cma_peer *cma, int reads, uint64_t bytes)
{
	struct rd_rma_chosen c = {.way = bytes <= RD_MAILBOX_DATA ? RD_WAY_TARGET : RD_WAY_COPY,
				  .bytes = bytes};
	uint32_t n;

	if (bytes <= SURE_B || (bytes > RD_MAILBOX_DATA && bytes < RD_WAY_HALVES_B) ||
	    !rd_cma_works(cma))
		return c;
	c.rate = rate_of(cma, reads, bytes);
	n = c.rate->calls++;
	c.way = c.rate->ns[RD_WAY_COPY] < c.rate->ns[RD_WAY_TARGET] ? RD_WAY_COPY : RD_WAY_TARGET;
	if (is_for_other(c.rate, n, c.way, bytes))
		c.way = other(c.way);
	if (n % TIMED == 1)
		c.since_ns = rd_clock_ns();
	return c;
}

/* A call that was interrupted counts as one that took a quarter more, so that it does not change
 * the way for hundreds of others. */
void rd_rma_learn(const struct rd_rma_chosen *c)
{
	uint64_t took_ns;
	uint32_t *mean, ns;

	if (rd_likely(!c->since_ns))
		return;
	mean = &c->rate->ns[c->way];
	took_ns = rd_min(rd_clock_ns() - c->since_ns, (uint64_t)UINT32_MAX / 8);
	ns = (uint32_t)rd_min(took_ns * UNIT_B / c->bytes, (uint64_t)UINT32_MAX / 8);
	if (ns < *mean || !*mean)
		*mean = *mean ? (*mean + ns + 1) / 2 : rd_max(ns, 1u);
	else
		*mean = (3 * *mean + rd_min(ns, and_a_quarter(*mean)) + 3) / 4;
}
