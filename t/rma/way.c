/* SPDX-License-Identifier: BSD-3-Clause */
/* rma/way.c: the quicker way is found and kept, though calls are interrupted now and then, and left
 * when it has become the slower one; also pieces that are quick only if both processes use them. */
#include "rma/way.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "t/tap.h"

enum { BYTES = 4096, CALLS = 80000 };

static struct rd_cma_peer cma = {.id.pid = 1, .state = RD_CMA_WORKS};

/* The calls that went that way, if they take so many nanoseconds, and one in a hundred that is
 * timed twenty times as long. */
static int calls_by(enum rd_rma_way way, uint64_t pieces_ns, uint64_t copy_ns)
{
	int n = 0, timed = 0;

	for (int i = 0; i < CALLS; i++) {
		struct rd_rma_chosen c = rd_rma_choose(&cma, RD_TIMED_PUT, BYTES, RD_LOOKS_MAYBE);
		uint64_t ns = c.way == RD_WAY_COPY ? copy_ns : pieces_ns;

		n += c.way == way;
		if (!c.since_ns)
			continue;
		c.since_ns = rd_clock_ns() - (++timed % 100 ? ns : 20 * ns);
		rd_rma_learn(&c);
	}
	return n;
}

/* The time of two in three operations is not known. Returns the calls by copies. */
static int calls_of_few_times(uint64_t pieces_ns, uint64_t copy_ns)
{
	int n = 0, timed = 0;

	for (int i = 0; i < CALLS; i++) {
		struct rd_rma_chosen c =
			rd_rma_choose(&cma, RD_TIMED_GET, 3 * (uint64_t)BYTES / 4, RD_LOOKS_MAYBE);

		n += c.way == RD_WAY_COPY;
		if (!c.since_ns)
			continue;
		c.since_ns = rd_clock_ns() - (c.way == RD_WAY_COPY ? copy_ns : pieces_ns);
		if (++timed % 3)
			rd_rma_unlearn(&c);
		rd_rma_learn(&c);
	}
	return n;
}

/* Both put at once: pieces take as long as copies until the other process follows, from the third
 * in a row on. Returns the calls by pieces. */
static int calls_together(uint64_t pieces_ns, uint64_t copy_ns)
{
	int n = 0, row = 0;

	for (int i = 0; i < CALLS; i++) {
		struct rd_rma_chosen c = rd_rma_choose(&cma, RD_TIMED_GET, BYTES, RD_LOOKS_MAYBE);

		row = c.way == RD_WAY_PIECES ? row + 1 : 0;
		n += row > 0;
		if (!c.since_ns)
			continue;
		c.since_ns = rd_clock_ns() - (row > 2 ? pieces_ns : copy_ns + copy_ns / 8);
		rd_rma_learn(&c);
	}
	return n;
}

/* A trial in which the target is waited for in vain is given up. Returns the calls in vain. */
static int calls_in_vain(uint64_t copy_ns)
{
	int n = 0;

	for (int i = 0; i < CALLS; i++) {
		struct rd_rma_chosen c =
			rd_rma_choose(&cma, RD_TIMED_PUT, 2 * BYTES, RD_LOOKS_MAYBE);

		c.failed = c.way == RD_WAY_PIECES;
		n += c.failed;
		if (c.since_ns)
			c.since_ns = rd_clock_ns() - (c.failed ? 3 * copy_ns : copy_ns);
		rd_rma_learn(&c);
	}
	return n;
}

/* Long data, of which this process alone puts. Returns the calls that went that way. */
static int calls_of_long(enum rd_rma_way way, const uint64_t ns[RD_WAYS])
{
	int n = 0;

	for (int i = 0; i < CALLS; i++) {
		struct rd_rma_chosen c =
			rd_rma_choose(&cma, RD_TIMED_PUT, 64 * (uint64_t)BYTES, RD_LOOKS_MAYBE);

		n += c.way == way;
		if (!c.since_ns)
			continue;
		c.since_ns = rd_clock_ns() - ns[c.way];
		rd_rma_learn(&c);
	}
	return n;
}

/* The mean time of long data, of which the target takes four in five, and the others are copied
 * after a wait for four copies. */
static uint64_t mean_of_some_in_vain(uint64_t pieces_ns, uint64_t copy_ns)
{
	uint64_t sum = 0;
	unsigned backoff = 0, left = 0, tries = 0;

	for (int i = 0; i < CALLS; i++) {
		struct rd_rma_chosen c = rd_rma_choose(&cma, RD_TIMED_GET, 64 * (uint64_t)BYTES,
						       left ? RD_LOOKS_NOT : RD_LOOKS_MAYBE);
		uint64_t ns = copy_ns;

		left -= left > 0;
		if (c.way == RD_WAY_PIECES) {
			c.failed = ++tries % 5 == 0;
			ns = c.failed ? 5 * copy_ns : pieces_ns;
			backoff = c.failed ? rd_min(rd_max(2 * backoff, 8u), 1024u) : 0;
			left = backoff;
		}
		sum += ns;
		if (c.since_ns)
			c.since_ns = rd_clock_ns() - ns;
		rd_rma_learn(&c);
	}
	return sum / CALLS;
}

/* Long accumulates, of which no way is quicker for the other process's sake. in_vain: the target
 * leaves MPI in the midst of each by pieces. Returns the calls that went that way. */
static int calls_of_accumulates(enum rd_rma_way way, uint64_t pieces_ns, uint64_t copy_ns,
				int in_vain)
{
	int n = 0;

	for (int i = 0; i < CALLS; i++) {
		struct rd_rma_chosen c =
			rd_rma_choose(&cma, RD_TIMED_ACC, 16 * (uint64_t)BYTES, RD_LOOKS_MAYBE);

		n += c.way == way;
		c.failed = in_vain && c.way == RD_WAY_PIECES;
		if (c.since_ns)
			c.since_ns = c.failed ? 0
					      : rd_clock_ns() - (c.way == RD_WAY_PIECES ? pieces_ns
											: copy_ns);
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
	uint64_t mean;

	ok(nearly_all(n), "copies are quicker: %d of %d calls", n, CALLS);
	n = calls_by(RD_WAY_PIECES, 10000, 20000);
	ok(nearly_all(n), "pieces have become quicker: %d of %d calls", n, CALLS);
	n = calls_by(RD_WAY_COPY, 25000, 15000);
	ok(nearly_all(n), "and slower: %d of %d calls", n, CALLS);
	n = calls_of_few_times(30000, 20000);
	ok(nearly_all(n), "copies are quicker, most times not known: %d of %d calls", n, CALLS);
	n = calls_of_few_times(10000, 20000);
	ok(nearly_all(CALLS - n), "pieces have become quicker: %d of %d by copies", n, CALLS);
	n = calls_together(10000, 20000);
	ok(nearly_all(n), "pieces that are quick from the third in a row on: %d of %d", n, CALLS);
	n = calls_in_vain(20000);
	ok(n < CALLS / 150, "pieces in vain: %d of %d calls", n, CALLS);
	n = calls_of_long(RD_WAY_PIECES, (const uint64_t[RD_WAYS]){80000, 100000, 120000});
	ok(n > CALLS / 100 * 88, "pieces of one process are quicker by a fifth than halves: %d", n);
	n = calls_of_long(RD_WAY_HALVES, (const uint64_t[RD_WAYS]){200000, 100000, 160000});
	ok(n > CALLS / 100 * 88, "halves have become quicker: %d", n);
	mean = mean_of_some_in_vain(60000, 100000);
	ok(mean < 106000, "one in five in vain: %d ns, a copy 100000", (int)mean);
	n = calls_of_accumulates(RD_WAY_COPY, 0, 20000, 1);
	ok(nearly_all(n), "accumulates by pieces in vain, from the first on: %d by copies", n);
	n = calls_of_accumulates(RD_WAY_PIECES, 10000, 20000, 0);
	ok(n > CALLS / 10 * 9, "pieces of accumulates have become quicker: %d", n);
	n = calls_of_accumulates(RD_WAY_COPY, 20000, 20000, 0);
	ok(nearly_all(n), "pieces that are not quicker: %d by copies", n);
	is_int(rd_rma_choose(NULL, RD_TIMED_ACC, 16 * BYTES, RD_LOOKS_MAYBE).way, RD_WAY_PIECES,
	       "accumulates go by pieces where the target cannot copy");
	is_int(rd_rma_choose(&cma, RD_TIMED_PUT, 2 * BYTES, RD_LOOKS_SURELY).way, RD_WAY_PIECES,
	       "copies are quicker, but the target puts by pieces");
	return done();
}
