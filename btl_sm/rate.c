/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which way a copy between two processes is quicker, learnt from those that were made. Where caches
 * are near each other two copies through blocks in them beat a single one by the kernel at any size
 * (near: 64 KB 1.3 us against 3.4, 1 MB 21 against 38); where they are far apart, or the kernel is
 * quick, the single copy wins from some size on (far: 16 KB 1.5 against 2.8, 64 KB 4.4 and 4.4, 1
 * MB 63 against 40). A process may be moved meanwhile, so the slower way is tried again now and
 * then. Called by copy.c.
 */
#include "btl_sm/sm.h"

#include "base/compiler.h"

#define TRIES 3           /* of each way, before one is chosen */
#define AGAIN 64          /* copies between two of the way that is slower */
#define AGAIN_HOPELESS 1024 /* likewise, of one that takes more than HOPELESS times as long */
#define HOPELESS 2

static struct rd_sm_rate *rate_of(struct rd_sm_ep *ep, uint64_t len)
{
	unsigned i = 0;

	while (i < RD_SM_RATES - 1 && len >= 2 * (uint64_t)RD_SM_GET_MIN << i)
		i++;
	return &ep->rates[i];
}

enum rd_sm_way rd_sm_rate_choose(struct rd_sm_ep *ep, uint64_t len, int beside)
{
	struct rd_sm_rate *rate = rate_of(ep, len);
	const uint32_t *took = rate->took_ns;
	enum rd_sm_way best;
	uint32_t again = AGAIN;

	rate->turn++;
	if (rate->tried[RD_SM_BY_PIECES] < TRIES)
		return RD_SM_BY_PIECES;
	if (rate->tried[RD_SM_BY_WRITE] < TRIES)
		return beside ? RD_SM_BY_PIECES : RD_SM_BY_WRITE;
	best = took[RD_SM_BY_PIECES] <= took[RD_SM_BY_WRITE] ? RD_SM_BY_PIECES : RD_SM_BY_WRITE;
	if (took[!best] / HOPELESS > took[best])
		again = AGAIN_HOPELESS;
	return beside || rate->turn % again ? best : (enum rd_sm_way)!best;
}

/* The first ones find cold memory: the best of them counts, then what is usual. */
void rd_sm_rate_learn(struct rd_sm_ep *ep, uint64_t len, enum rd_sm_way way, uint64_t took_ns)
{
	struct rd_sm_rate *rate = rate_of(ep, len);
	uint32_t *took = &rate->took_ns[way], now = (uint32_t)rd_min(took_ns, (uint64_t)UINT32_MAX);

	if (!rate->tried[way] || (rate->tried[way] < TRIES && now < *took))
		*took = now;
	else if (rate->tried[way] >= TRIES)
		*took = *took - *took / 4 + now / 4;
	if (rate->tried[way] < TRIES)
		rate->tried[way]++;
}
