/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * comm/dims.c: MPI-5.0 8.5.2: the product is right, dimensions do not increase, they are as close
 * to each other as a search of all factorisations finds, given ones stay, impossible ones are
 * refused.
 */
#include "comm/topo.h"

#include "base/err.h"
#include "t/tap.h"

static int divisor[128], ndivisors; /* of the number under test, ascending */

static void take_divisors(int n)
{
	ndivisors = 0;
	for (int d = 1; d <= n; d++)
		if (n % d == 0)
			divisor[ndivisors++] = d;
}

/* Least difference of first and last over all non-increasing factorisations of `rest`, and the
 * smallest first of those that have it. */
struct best {
	int spread, first;
};

static void try_all(int rest, int k, int first, int most, struct best *best)
{
	for (int i = 0; i < ndivisors && divisor[i] <= most && divisor[i] <= rest; i++) {
		int d = divisor[i], top = first ? first : d;

		if (rest % d)
			continue;
		if (k > 1)
			try_all(rest / d, k - 1, top, d, best);
		else if (d == rest &&
			 (top - d < best->spread || (top - d == best->spread && top < best->first)))
			*best = (struct best){top - d, top};
	}
}

static int balanced(int n, int k)
{
	struct best best = {n, n};
	int dims[8] = {0};
	int64_t product = 1;

	if (rd_dims_create(n, k, dims))
		return 0;
	for (int i = 0; i < k; i++) {
		product *= dims[i];
		if (i && dims[i] > dims[i - 1])
			return 0;
	}
	take_divisors(n);
	try_all(n, k, 0, n, &best);
	return product == n && dims[0] == best.first && dims[0] - dims[k - 1] == best.spread;
}

/* `given` stays where it is, the others are those of n / given. */
static int keeps(int n, int k, int at, int given)
{
	int dims[8] = {0}, rest[8] = {0}, same = 1;

	dims[at] = given;
	if (rd_dims_create(n, k, dims) || rd_dims_create(n / given, k - 1, rest))
		return 0;
	for (int i = 0; i < k; i++)
		same &= dims[i] == (i == at ? given : rest[i - (i > at)]);
	return same;
}

static void against_search(void)
{
	static const int most[] = {0, 500, 3000, 8000, 3000, 500};

	for (int k = 1; k <= 5; k++) {
		int wrong = 0;

		for (int n = 1; n <= most[k] && !wrong; n++)
			if (!balanced(n, k))
				wrong = n;
		is_int(wrong, 0, "1 to %d processes in %d dimensions", most[k], k);
	}
	for (int k = 2; k <= 4; k++) {
		int wrong = 0;

		for (int n = 1; n <= 720 && !wrong; n++)
			for (int d = 1; d <= n && !wrong; d++)
				if (n % d == 0 && !keeps(n, k, d % k, d))
					wrong = n;
		is_int(wrong, 0, "1 to 720 processes in %d dimensions, one of them given", k);
	}
}

static void is_dims(int n, int a, int b, int c, int wa, int wb, int wc)
{
	int dims[3] = {a, b, c};

	is_int(rd_dims_create(n, 3, dims), 0, "%d in (%d, %d, %d)", n, a, b, c);
	ok(dims[0] == wa && dims[1] == wb && dims[2] == wc, "gives (%d, %d, %d)", wa, wb, wc);
}

static void refused(int n, int k, int a, int b, const char *why)
{
	int dims[2] = {a, b};

	is_int(rd_dims_create(n, k, dims), RD_EDIMS, "refused: %s", why);
	ok(dims[0] == a && dims[1] == b, "nothing was written");
}

static void large(void)
{
	int dims[40] = {0};

	is_int(rd_dims_create(2095133040, 3, dims), 0, "the number with the most divisors");
	is_int((long long)dims[0] * dims[1] * dims[2], 2095133040, "its product");
	ok(dims[0] - dims[2] < 100, "spread %d", dims[0] - dims[2]);
	memset(dims, 0, sizeof(dims));
	is_int(rd_dims_create(2147483647, 2, dims), 0, "the largest prime");
	ok(dims[0] == 2147483647 && dims[1] == 1, "is one dimension");
	memset(dims, 0, sizeof(dims));
	is_int(rd_dims_create(1 << 30, 40, dims), 0, "2^30 in 40 dimensions");
	ok(dims[0] == 2 && dims[29] == 2 && dims[30] == 1 && dims[39] == 1, "is 2 in 30 of them");
	memset(dims, 0, sizeof(dims));
	is_int(rd_dims_create(735134400, 10, dims), 0, "735134400 in 10 dimensions");
	is_int(dims[0], 17, "has its largest prime factor first");
}

int main(void)
{
	against_search();
	is_dims(6, 0, 3, 0, 2, 3, 1); /* the standard's example */
	is_dims(24, 0, 0, 0, 4, 3, 2);
	is_dims(60, 0, 0, 0, 5, 4, 3);
	is_dims(16, 2, 0, 2, 2, 4, 2);
	is_dims(7488, 0, 0, 0, 26, 18, 16);
	is_dims(8, 2, 2, 2, 2, 2, 2);
	is_dims(1, 0, 0, 0, 1, 1, 1);
	refused(7, 2, 0, 3, "7 is no multiple of 3");
	refused(8, 2, 2, 2, "all given, 8 is not 4");
	refused(8, 2, -1, 0, "negative");
	refused(0, 2, 0, 0, "no process");
	refused(8, 0, 0, 0, "no dimension for 8");
	large();
	return done();
}
