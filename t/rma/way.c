/* SPDX-License-Identifier: BSD-3-Clause */
/* rma/way.c: the quicker way is found and kept, though calls are interrupted now and then, and left
 * when it has become the slower one. */
#include "rma/way.h"

#include "base/clock.h"
#include "t/tap.h"

enum { BYTES = 4096, CALLS = 40000 };

static struct rd_cma_peer cma = {.id.pid = 1, .state = RD_CMA_WORKS};

/* The calls that went that way, if they take so many nanoseconds, and one in a hundred that is
 * timed twenty times as long. */
static int calls_by(enum rd_rma_way way, uint64_t target_ns, uint64_t copy_ns)
{
	int n = 0, timed = 0;

	for (int i = 0; i < CALLS; i++) {
		struct rd_rma_chosen c = rd_rma_choose(&cma, 0, BYTES);
		uint64_t ns = c.way == RD_WAY_COPY ? copy_ns : target_ns;

		n += c.way == way;
		if (!c.since_ns)
			continue;
		c.since_ns = rd_clock_ns() - (++timed % 100 ? ns : 20 * ns);
		rd_rma_learn(&c);
	}
	return n;
}

static int nearly_all(int n)
{
	return n > CALLS / 100 * 97;
}

int main(void)
{
	int n = calls_by(RD_WAY_COPY, 30000, 20000);

	ok(nearly_all(n), "copies are quicker: %d of %d calls", n, CALLS);
	n = calls_by(RD_WAY_TARGET, 10000, 20000);
	ok(nearly_all(n), "the target has become quicker: %d of %d calls", n, CALLS);
	n = calls_by(RD_WAY_COPY, 25000, 15000);
	ok(nearly_all(n), "and slower: %d of %d calls", n, CALLS);
	return done();
}
