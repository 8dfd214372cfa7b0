/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows that each way of a long copy (btl_sm/rate.c) is tried first, that the fastest one is used
 * from then on and not given up for a small difference, that another order of size learns for
 * itself, that nothing is tried while other copies are in progress, and that a way which has become
 * faster is found again. Messages that fill a long block are announced while copies into it are
 * slow, and one slow copy is not enough. In a stream of copies the ways are tried, too, and only as
 * many copies of each as that takes. Copies of many seconds are distinguished, and the first of
 * them uses the way known to be best.
 */
#include "btl_sm/sm.h"
#include "t/tap.h"

#include <string.h>

static struct rd_sm_ep ep;

/* Makes so many copies of `len` bytes, with the given duration for each way; returns the number by
 * fragments. */
static int copies(int n, uint64_t len, uint64_t alone_ns, uint64_t write_ns, uint64_t fragments_ns,
		  int beside)
{
	const uint64_t took[RD_SM_WAYS] = {alone_ns, write_ns, fragments_ns};
	int fragments = 0;

	for (int i = 0; i < n; i++) {
		enum rd_sm_way way = rd_sm_rate_choose(&ep, len, beside, 0);

		fragments += way == RD_SM_BY_FRAGMENTS;
		if (!beside)
			rd_sm_rate_learn(&ep, len, len, way, took[way], 0);
	}
	return fragments;
}

/* The way of the first copy of `len` that is no trial, in a process that has made only `tries`
 * copies of `shorter`, where the reader alone is the fastest. */
static enum rd_sm_way first_after(uint64_t shorter, int tries, uint64_t len)
{
	memset(&ep, 0, sizeof(ep));
	copies(tries, shorter, 1000000, 2000000, 3000000, 0);
	return rd_sm_rate_choose(&ep, len, 0, 0);
}

static void first_long(uint64_t mb)
{
	const uint64_t s = 1000000000;

	is_int(first_after(0, 0, mb), RD_SM_BY_FRAGMENTS, "the first copy: by pieces");
	is_int(first_after(0, 0, 2200 * mb), RD_SM_BY_WRITE, "a long one: by writing");
	is_int(first_after(mb, 20, 2 * mb), RD_SM_ALONE, "after shorter ones as the best of them");
	is_int(first_after(mb, 20, 2200 * mb), RD_SM_BY_WRITE, "but for a long one");
	is_int(first_after(8 * mb, 20, 2200 * mb), RD_SM_ALONE, "after other long ones as those");
	memset(&ep, 0, sizeof(ep));
	copies(23, 2200 * mb, 5 * s, 6 * s, 7 * s, 0); /* trials: in parts (copy.c) */
	is_int(copies(40, 2200 * mb, 5 * s, 6 * s, 7 * s, 0), 0,
	       "none of 40 by pieces: 7 s, not 5");
	is_int(rd_sm_rate_choose(&ep, 2200 * mb, 1, 0), RD_SM_ALONE, "5 s alone, 6 by writing");
	memset(&ep, 0, sizeof(ep));
	copies(9, 40 * mb, 40000000, 20000000, 60000000, 0);
	copies(20, 2000 * mb, 2 * s, 1 * s, 3 * s, 0);
	is_int(rd_sm_rate_choose(&ep, 40 * mb, 1, 0), RD_SM_BY_WRITE,
	       "40 MB and 2 GB count per MiB");
	memset(&ep, 0, sizeof(ep));
}

/* Keeps 8 copies of `len` under way, as a window of messages does, until n have ended one after the
 * other, each after the time of its way; returns the number by fragments. `odd`: of two copies the
 * peer has begun the second early. */
static int stream(int n, uint64_t len, const uint64_t took[RD_SM_WAYS], int odd)
{
	enum rd_sm_way way[8], went = RD_SM_WAYS;
	int recorded[8], fragments = 0;

	for (int i = 0; i < n + 8; i++) {
		uint64_t ns = i % 2 ? took[way[i % 8]] - odd * took[way[i % 8]] / 2
				    : took[way[i % 8]] + odd * took[way[i % 8]] / 2;

		if (i >= 8 && recorded[i % 8])
			rd_sm_rate_learn(&ep, len, len, way[i % 8], ns, 1);
		way[i % 8] = rd_sm_rate_choose(&ep, len, 0, i > 0);
		recorded[i % 8] = way[i % 8] == went;
		went = way[i % 8];
		fragments += went == RD_SM_BY_FRAGMENTS;
	}
	return fragments;
}

static void streams(uint64_t len)
{
	const uint64_t halves[RD_SM_WAYS] = {12000, 7000, 11000};
	const uint64_t pieces[RD_SM_WAYS] = {12000, 9000, 7500};
	int n;

	memset(&ep, 0, sizeof(ep));
	is_int(stream(12, len, halves, 0), 17,
	       "a stream: 16 by pieces to try them, after one that does not count");
	n = stream(300, len, halves, 0);
	ok(n <= 17 + 8, "when it is known that writing is quicker, %d of 300 by pieces", n);
	n = stream(300, len, halves, 0);
	ok(n <= 17, "after the second trials, %d of 300 by pieces", n);
	stream(1000, len, pieces, 0);
	n = stream(300, len, pieces, 0);
	ok(n > 250, "pieces have become quicker, %d of 300 by them", n);
	memset(&ep, 0, sizeof(ep));
	stream(100, len, halves, 0);
	memset(&ep, 0, sizeof(ep));
	stream(30, len, pieces, 1);
	n = stream(500, len, pieces, 1);
	ok(n > 500 - 4 * 17, "with unequal turns pieces are the quicker: %d of 500", n);
	memset(&ep, 0, sizeof(ep));
}

/* A ping-pong of two sizes whose quickest ways are different ones; of the copies of each that come
 * after a change nothing is learnt. Returns the copies that went by the quickest way, of n each. */
static int two_sizes(int n, uint64_t a, uint64_t b, int queued)
{
	const uint64_t took[2][RD_SM_WAYS] = {{9000, 4000, 8000}, {90000, 80000, 40000}};
	int good = 0;

	for (int i = 0; i < 2 * n; i++) {
		uint64_t len = i % 2 ? b : a;
		enum rd_sm_way way = rd_sm_rate_choose(&ep, len, 0, queued);

		if (!rd_sm_rate_changes(&ep, len, way))
			rd_sm_rate_learn(&ep, len, len, way, took[i % 2][way], queued);
		good += way == (i % 2 ? RD_SM_BY_FRAGMENTS : RD_SM_BY_WRITE);
	}
	return good;
}

/* Times that are not learnt end no trial, and delay the next one only. */
static void lost_times(uint64_t kb)
{
	int n;

	memset(&ep, 0, sizeof(ep));
	two_sizes(100, 64 * kb, 256 * kb, 0);
	n = two_sizes(1000, 64 * kb, 256 * kb, 0);
	ok(n > 1700, "two sizes in turn: %d of 2000 by the quickest way", n);
	memset(&ep, 0, sizeof(ep));
	two_sizes(400, 64 * kb, 256 * kb, 1);
	n = two_sizes(1000, 64 * kb, 256 * kb, 1);
	ok(n > 1700, "also in a stream: %d", n);
	memset(&ep, 0, sizeof(ep));
	for (int i = 0; i < 200; i++) /* each waits, and no time is learnt */
		rd_sm_rate_choose(&ep, 64 * kb, 0, 1);
	two_sizes(1000, 64 * kb, 256 * kb, 1);
	n = two_sizes(1000, 64 * kb, 256 * kb, 1);
	ok(n > 1700, "after a stream without times: %d", n);
	memset(&ep, 0, sizeof(ep));
}

/* A way ten times slower than the best is tried no further when a stream begins. */
static void bursts(uint64_t len)
{
	int n = 0;

	memset(&ep, 0, sizeof(ep));
	copies(200, len, 20000, 10000, 100000, 0);
	for (int i = 0; i < 20; i++) {
		n += copies(100, len, 20000, 10000, 100000, 0);
		for (int k = 0; k < 16; k++) {
			enum rd_sm_way way = rd_sm_rate_choose(&ep, len, 0, k > 0);

			n += way == RD_SM_BY_FRAGMENTS;
			rd_sm_rate_learn(&ep, len, len, way,
					 way == RD_SM_BY_FRAGMENTS ? 100000 : 10000, k > 0);
		}
	}
	ok(n < 30, "%d of 2320 by a way that is ten times slower", n);
	memset(&ep, 0, sizeof(ep));
}

/* The first trials of writing meet cold memory. */
static void cold(uint64_t mb)
{
	memset(&ep, 0, sizeof(ep));
	copies(9, 4 * mb, 400000, 1600000, 260000, 0);
	copies(13, 4 * mb, 480000, 120000, 260000, 0);
	is_int(copies(40, 4 * mb, 480000, 120000, 260000, 0), 0,
	       "a way whose first trials were slow is soon tried again");
	memset(&ep, 0, sizeof(ep));
}

/* Makes so many copies of 16 KiB into long blocks; returns the number of timed ones. */
static int long_copies(int n, uint64_t took_ns)
{
	int timed = 0;

	for (int i = 0; i < n; i++)
		if (rd_sm_long_is_timed(&ep)) {
			timed++;
			rd_sm_long_learn(&ep, RD_SM_LONG_B, took_ns);
		}
	return timed;
}

static void long_blocks(void)
{
	enum { NEAR_NS = 1600, FAR_NS = 6500, LOST_NS = 4000000 };

	memset(&ep, 0, sizeof(ep));
	ep.ep.eager_best = RD_SM_LONG_B;
	is_int(long_copies(400, NEAR_NS), 100, "one of four copies is timed");
	is_int(ep.ep.eager_best, RD_SM_LONG_B, "near, long messages are sent eagerly");
	long_copies(4, LOST_NS);
	is_int(ep.ep.eager_best, RD_SM_LONG_B, "also when one copy lost its processor");
	long_copies(40, FAR_NS);
	is_int(ep.ep.eager_best, RD_SM_BIG_B, "far, the peer reads them");
	is_int(long_copies(1, NEAR_NS), 1, "then each copy is timed");
	is_int(ep.ep.eager_best, RD_SM_BIG_B, "a quick one is not enough");
	long_copies(10, NEAR_NS);
	is_int(ep.ep.eager_best, RD_SM_LONG_B, "several are: the processors are near again");
	ep.ep.get_min = UINT32_MAX;
	is_int(long_copies(8, FAR_NS), 0, "none is timed where the peer cannot read them");
}

int main(void)
{
	const uint64_t kb = 1024, mb = 1024 * kb;
	int n;

	is_int(copies(100, mb, 50000, 40000, 20000, 1), 100,
	       "nothing is known, others beside it: pieces");
	is_int(copies(9, mb, 50000, 40000, 20000, 0), 3, "each way is tried three times");
	n = copies(1000, mb, 50000, 40000, 20000, 0);
	ok(n >= 950 && n < 1000, "pieces are quicker: %d of 1000", n);
	is_int(copies(1000, mb + mb / 2, 1, 1, 2, 1), 1000,
	       "no trial beside others, the same order of size");
	n = copies(1000, mb, 19500, 19000, 20000, 0);
	ok(n > 900, "they are not given up for a little: %d of 1000", n);
	is_int(copies(9, 16 * kb, 2000, 1000, 3000, 0), 3,
	       "another order of size is tried for itself");
	n = copies(1000, 31 * kb, 2000, 1000, 3000, 0);
	ok(n < 40, "there writing is quicker: %d of 1000 by pieces", n);
	n = copies(4000, mb, 10000, 12000, 30000, 0);
	ok(n < 800, "the reader alone has become quicker: %d of 4000 by pieces", n);
	first_long(mb);
	cold(mb);
	lost_times(kb);
	bursts(64 * kb);
	long_blocks();
	streams(64 * kb);
	ok(copies(100, 1024 * mb, 8000000, 7000000, 4000000, 0) > 80,
	   "sizes above the table share its last row");
	ok(copies(100, 8 * kb, 2, 2, 1, 0) > 80, "the first row");
	return done();
}
