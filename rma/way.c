/* SPDX-License-Identifier: BSD-3-Clause */
/* Choice of the way of a long operation (way.h). Called by put.c and accumulate.c. */
#include "rma/way.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "rma/mailbox.h"

enum {
	TIMED = 8,       /* one call in so many is timed, */
	OTHER = 256,     /* and one in so many begins a trial of another way, */
	OTHER_LONG = 64, /* or one in so many of more than LONG_B bytes, */
	LONG_B = 131072,
	SELDOM = 8,    /* or one in so many of those, if that way takes a quarter more, */
	RARELY = 32,   /* or one in so many of those, if it takes more than twice as long */
	VAIN = 5,      /* copies that an operation takes whose target is waited for in vain */
	TRIAL = 4,     /* operations of a trial, of which the first two take twice as long */
	UNLEARNT = 32, /* most operations of a trial whose time is not known */
	UNIT_B = 65536,
	PROCESSES = 64, /* of which rates are kept; two with the same place share them */
	SIZES = 6,
	AGING = 16, /* a least duration comes closer to the others by such a part each time */
};

static struct rd_rma_rate rates[PROCESSES][RD_TIMED][SIZES];

static struct rd_rma_rate *rate_of(const struct rd_cma_peer *cma, enum rd_rma_timed timed,
				   uint64_t bytes)
{
	static const uint64_t most[SIZES - 1] = {RD_MAILBOX_DATA / 2, RD_MAILBOX_DATA,
						 RD_WAY_HALVES_B - 1, 131072, 524288};
	int size = 0;

	while (size < SIZES - 1 && bytes > most[size])
		size++;
	return &rates[(uint32_t)cma->id.pid % PROCESSES][timed][size];
}

static uint32_t and_a_quarter(uint32_t ns)
{
	return ns + ns / 4 + 1;
}

/* A way that another processor helps with has to be quicker by an eighth. */
static int is_quicker(uint32_t ns, uint32_t copy_ns)
{
	return ns < copy_ns - copy_ns / 8;
}

static int is_put_or_get(const struct rd_rma_chosen *c)
{
	return c->timed == RD_TIMED_PUT || c->timed == RD_TIMED_GET;
}

static int has_halves(const struct rd_rma_chosen *c)
{
	return c->bytes >= RD_WAY_HALVES_B && is_put_or_get(c);
}

/* As if the other process went on as it has done lately. */
static enum rd_rma_way quickest_alone(const struct rd_rma_chosen *c, int pieces)
{
	const struct rd_rma_rate *rate = c->rate;
	uint32_t copy_ns = rate->ns[RD_WAY_COPY], pieces_ns = rate->ns[RD_WAY_PIECES];
	const int halves = has_halves(c) && is_quicker(rate->ns[RD_WAY_HALVES], copy_ns);
	uint32_t best_ns = halves ? rate->ns[RD_WAY_HALVES] : copy_ns;

	if (pieces && pieces_ns &&
	    (c->bytes <= RD_MAILBOX_DATA ? pieces_ns < best_ns : is_quicker(pieces_ns, best_ns)))
		return RD_WAY_PIECES;
	return halves ? RD_WAY_HALVES : RD_WAY_COPY;
}

/* Pieces that have not been tried yet count as quicker; of puts and gets, by both at once. */
static int are_pieces_quicker(const struct rd_rma_chosen *c)
{
	const struct rd_rma_rate *rate = c->rate;

	if (!is_put_or_get(c))
		return !rate->ns[RD_WAY_PIECES];
	return !rate->both_ns || is_quicker(rate->both_ns, rate->copy_least_ns);
}

static enum rd_rma_way quickest(const struct rd_rma_chosen *c, int pieces)
{
	if (!c->rate->ns[RD_WAY_COPY])
		return RD_WAY_COPY;
	if (pieces && are_pieces_quicker(c))
		return RD_WAY_PIECES;
	return quickest_alone(c, pieces);
}

/* 1: it takes a quarter more than the other one. */
static int is_slow(const struct rd_rma_chosen *c, enum rd_rma_way way, enum rd_rma_way best)
{
	const struct rd_rma_rate *rate = c->rate;

	if (way == RD_WAY_PIECES && is_put_or_get(c))
		return rate->both_ns > and_a_quarter(rate->copy_least_ns);
	return rate->ns[way] > and_a_quarter(rate->ns[best]);
}

/* The way whose turn it is in that trial. */
static enum rd_rma_way candidate(const struct rd_rma_chosen *c, uint32_t trial,
				 enum rd_rma_way best)
{
	if (!has_halves(c))
		return best == RD_WAY_COPY ? RD_WAY_PIECES : RD_WAY_COPY;
	return (best + 1 + trial % (RD_WAYS - 1)) % RD_WAYS;
}

/* 1: call n begins a trial, of *way. */
static int begins_trial(const struct rd_rma_chosen *c, uint32_t n, enum rd_rma_way best,
			enum rd_rma_way *way)
{
	const struct rd_rma_rate *rate = c->rate;
	uint32_t other = c->bytes > LONG_B ? OTHER_LONG : OTHER, trial = n / other;

	*way = rate->ns[best] ? candidate(c, trial, best) : best;
	if (!rate->ns[best])
		return 1;
	if (n % other != 1)
		return 0;
	if (rate->ns[*way] / 2 > rate->ns[best])
		return trial % RARELY < RD_WAYS - 1;
	return trial % SELDOM < RD_WAYS - 1 || !is_slow(c, *way, best);
}

/* Chooses, and says whether the operation is to be timed. */
static int choose(struct rd_rma_chosen *c, enum rd_rma_looks looks)
{
	struct rd_rma_rate *rate = c->rate;
	uint32_t n = rate->calls++;
	enum rd_rma_way best = quickest(c, looks != RD_LOOKS_NOT), way;

	c->way = looks == RD_LOOKS_SURELY ? RD_WAY_PIECES : best;
	if (looks != RD_LOOKS_MAYBE)
		rate->left = 0;
	else if (rate->left)
		c->way = rate->trial;
	else if (begins_trial(c, n, best, &way)) {
		c->way = way;
		rate->trial = (uint8_t)way;
		rate->left = TRIAL;
		rate->unlearnt = 0;
	}
	if (!rate->left)
		return n % TIMED == 0; /* not the first ones after a trial */
	c->warms_up = --rate->left > 0;
	return 1;
}

struct rd_rma_chosen rd_rma_choose(struct rd_cma_peer *cma, enum rd_rma_timed timed, uint64_t bytes,
				   enum rd_rma_looks looks)
{
	struct rd_rma_chosen c = {.way = RD_WAY_COPY, .timed = timed, .bytes = bytes};

	if ((bytes <= RD_MAILBOX_DATA || !is_put_or_get(&c)) && looks != RD_LOOKS_NOT)
		c.way = RD_WAY_PIECES;
	if (bytes <= RD_MAILBOX_SURE || !rd_cma_works(cma))
		return c;
	c.rate = rate_of(cma, timed, bytes);
	c.copy_ns = (uint64_t)c.rate->ns[RD_WAY_COPY] * bytes / UNIT_B;
	if (choose(&c, looks))
		c.since_ns = rd_clock_ns();
	return c;
}

/* A call that was interrupted counts as one that took a quarter more, so that it does not change
 * the way for hundreds of others. */
static void average(uint32_t *mean, uint32_t ns)
{
	if (ns < *mean || !*mean)
		*mean = *mean ? (*mean + ns + 1) / 2 : ns;
	else
		*mean = (3 * *mean + rd_min(ns, and_a_quarter(*mean)) + 3) / 4;
}

static void age(uint32_t *least, uint32_t ns)
{
	if (ns < *least || !*least)
		*least = ns;
	else
		*least += (rd_min(ns, 2 * *least) - *least) / AGING;
}

static void learn(const struct rd_rma_chosen *c)
{
	struct rd_rma_rate *rate = c->rate;
	uint64_t took_ns = rd_min(rd_clock_ns() - c->since_ns, (uint64_t)UINT32_MAX / 8);
	uint32_t ns = (uint32_t)rd_min(took_ns * UNIT_B / c->bytes, (uint64_t)UINT32_MAX / 8);

	ns = rd_max(ns, 1u);
	if (!c->warms_up || c->failed)
		average(&rate->ns[c->way], ns);
	if (c->way == RD_WAY_COPY)
		age(&rate->copy_least_ns, ns);
	else if (c->way == RD_WAY_PIECES) /* alone it would take twice as long if both put */
		age(&rate->both_ns, c->both ? ns : 2 * ns);
}

/* The target was waited for in vain: each such call counts, timed or not. */
static void fail(const struct rd_rma_chosen *c)
{
	uint32_t *mean = &c->rate->ns[c->way], copy_ns = c->rate->ns[RD_WAY_COPY];
	uint32_t most = rd_min(copy_ns, UINT32_MAX / 8) * VAIN;

	c->rate->left = 0;
	if (c->since_ns)
		learn(c);
	else if (c->way == RD_WAY_PIECES && *mean < most)
		*mean = rd_min(and_a_quarter(*mean ? *mean : copy_ns), most);
}

void rd_rma_unlearn(struct rd_rma_chosen *c)
{
	struct rd_rma_rate *rate = c->rate;

	if (c->since_ns && rate->left < TRIAL && rate->trial == c->way &&
	    rate->unlearnt < UNLEARNT) {
		rate->left++;
		rate->unlearnt++;
	}
	c->since_ns = 0;
}

void rd_rma_learn(const struct rd_rma_chosen *c)
{
	if (rd_unlikely(c->failed && c->rate))
		fail(c);
	else if (rd_unlikely(c->since_ns))
		learn(c);
}
