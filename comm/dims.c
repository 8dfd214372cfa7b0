/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPI_Dims_create: the most balanced grid of a number of processes (MPI-5.0 8.5.2). The standard
 * asks for dimensions as close to each other as possible, in non-increasing order; taken literally,
 * that is the least difference of the largest and the smallest one, and among equals the smallest
 * largest (Traeff and Luebbe 2015 show the grids that heuristics miss). Called from mpi/.
 */
#include "comm/topo.h"

#include "base/compiler.h"

#include <stdlib.h>

/* No int has more: 2095133040 = 2^4 3^4 5 7 11 13 17 19 has 1600 (OEIS A002182, A002183). */
#define DIVISORS 1600
#define PRIMES 31 /* factors of a number below 2^31, at most 30 */

/* The search: dimension after dimension, none larger than the one before. */
struct search {
	int divisor[DIVISORS]; /* [ndivisors] of the number of processes, ascending */
	int ndivisors;
	int ndims;
	int *dims;  /* [ndims] tried now */
	int *found; /* [ndims] best so far */
	int spread; /* largest minus smallest of the best so far */
};

/* Largest r with r^k <= n. */
static int root_of(int n, int k)
{
	int low = 1, high = n;

	if (k == 1)
		return n;
	while (low < high) {
		int mid = low + (high - low + 1) / 2;
		int64_t power = 1;

		for (int i = 0; i < k && power <= n; i++)
			power *= mid;
		if (power <= n)
			low = mid;
		else
			high = mid - 1;
	}
	return low;
}

static int largest_prime(int n)
{
	int most = 1;

	for (int p = 2; (int64_t)p * p <= n; p++)
		for (; n % p == 0; n /= p)
			most = p;
	return n > 1 ? n : most;
}

static void keep(struct search *s)
{
	s->spread = s->dims[0] - s->dims[s->ndims - 1];
	for (int i = 0; i < s->ndims; i++)
		s->found[i] = s->dims[i];
}

/*
 * Fills dims[at ..] so that their product is `rest`. The smallest of them will be at most the root
 * of the remaining product, which bounds the spread from below and grows with the dimension chosen.
 */
static void search_from(struct search *s, int at, int rest)
{
	int left = s->ndims - at;
	int most = at ? s->dims[at - 1] : rest;

	if (largest_prime(rest) > most)
		return;
	for (int i = 0; i < s->ndivisors && s->divisor[i] <= rd_min(most, rest); i++) {
		int d = s->divisor[i], first = at ? s->dims[0] : d;
		int least = left == 1 ? rest : root_of(rest / d, left - 1);

		if (rest % d || d < least)
			continue;
		if (first - least >= s->spread)
			return;
		s->dims[at] = d;
		if (left > 1)
			search_from(s, at + 1, rest / d);
		else if (d == rest)
			keep(s);
	}
}

static void divisors(struct search *s, int n)
{
	int low = 0, high = DIVISORS;

	for (int d = 1; (int64_t)d * d <= n; d++) {
		if (n % d)
			continue;
		s->divisor[low++] = d;
		if (d != n / d)
			s->divisor[--high] = n / d;
	}
	while (high < DIVISORS)
		s->divisor[low++] = s->divisor[high++];
	s->ndivisors = low;
}

/* found[k] gets the balanced dimensions of n processes. */
static int balance(int n, int k, int *found)
{
	struct search *s = malloc(sizeof(*s));
	int tried[PRIMES];

	if (!s)
		return RD_ENOMEM;
	/* Beyond one dimension for each possible prime factor all are 1. */
	for (int i = 0; i < k; i++)
		found[i] = 1;
	s->ndims = rd_min(k, PRIMES);
	s->dims = tried;
	s->found = found;
	s->spread = n == 1 ? 1 : n;
	divisors(s, n);
	search_from(s, 0, n);
	free(s);
	return 0;
}

int rd_dims_create(int nnodes, int ndims, int *dims)
{
	int64_t fixed = 1;
	int open = 0, next = 0, err;
	int *found;

	for (int i = 0; i < ndims; i++) {
		if (dims[i] < 0)
			return RD_EDIMS;
		open += !dims[i];
		fixed *= dims[i] ? dims[i] : 1;
		if (fixed > nnodes)
			return RD_EDIMS;
	}
	if (nnodes < 1 || nnodes % fixed || (!open && fixed != nnodes))
		return RD_EDIMS;
	if (!open)
		return 0;
	found = malloc(sizeof(int) * (size_t)open);
	if (!found)
		return RD_ENOMEM;
	err = balance((int)(nnodes / fixed), open, found);
	for (int i = 0; !err && i < ndims; i++)
		if (!dims[i])
			dims[i] = found[next++];
	free(found);
	return err;
}
