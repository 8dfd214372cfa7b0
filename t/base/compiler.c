/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * base/compiler.h: the minimum and the maximum of two evaluate each argument once. A counter that
 * another process increments may be greater when it is read again: a wait for the slowest of many
 * would then follow another process.
 */
#include "base/compiler.h"

#include "t/tap.h"

static int reads;

/* A counter that other processes increment: greater at each read. */
static uint64_t moving(uint64_t *counter)
{
	reads++;
	return (*counter)++;
}

/* The least of some counters at the time each was read. */
static uint64_t least_of(uint64_t *counters, int n)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < n; i++)
		least = rd_min(least, moving(&counters[i]));
	return least;
}

int main(void)
{
	uint64_t counters[] = {7, 6, 6, 9}, counter = 6;
	uint32_t narrow = 5;

	ok(least_of(counters, 4) == 6, "the least of counters that move on");
	ok(reads == 4, "each of them is read once");
	ok(rd_max(moving(&counter), 3) == 6 && counter == 7, "the greater of two is read once");
	ok(rd_min(rd_max(moving(&counter), 9), 20) == 9 && counter == 8, "one within the other");
	ok(rd_min(narrow, UINT64_MAX) == 5, "of two types");
	ok(rd_max(-3, -4) == -3 && rd_min(-3, -4) == -4, "signed ones");
	return done();
}
