/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Intercommunicators (MPI-5.0 7.6, and 6.2.3 for their collectives): MPI_COMM_WORLD cut in two at
 * every place, so that one side may be the larger; queries of both sides, messages across, dup,
 * split, create, merge, and every collective in both directions from every root, blocking,
 * non-blocking and persistent, with plain ints and with a type that has gaps.
 */
#include "job.h"

#include <time.h>

/* One way across. */
struct bridge {
	MPI_Comm local, inter;
	int side;                /* 0: the lower world ranks */
	int rank, size, remote;  /* own rank, own group, other group */
	int first, remote_first; /* world rank of rank 0 of each */
};

static struct bridge b;

/* Elements of 2 ints with a gap after each, or plain ints. */
static MPI_Datatype gaps;

struct shape {
	MPI_Datatype type;
	int ints, step; /* an element has `ints` ints, one every `step` ints */
};

static struct shape shape;

enum { HOLE = -77, MOST = 5 };

static int width(void)
{
	return shape.ints * shape.step;
}

/* Int k of element i of the data of the process (world rank) `from` for `to` (-1: for all). */
static int value(int from, int to, int i, int k)
{
	return ((from * 31 + to + 2) * 97 + i) * 2 + k;
}

static void fill(int *buf, int n, int from, int to)
{
	for (int i = 0; i < n * width(); i++)
		buf[i] = HOLE;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < shape.ints; k++)
			buf[i * width() + k * shape.step] = value(from, to, i, k);
}

static void clear(int *buf, int n)
{
	for (int i = 0; i < n * width(); i++)
		buf[i] = HOLE;
}

/* `n` elements of `from`, gaps untouched. */
static void holds(const int *buf, int n, int from, int to, const char *what)
{
	int *want = must_alloc(sizeof(int) * (size_t)(n * width()));

	fill(want, n, from, to);
	check(!memcmp(buf, want, sizeof(int) * (size_t)(n * width())),
	      "%s: side %d rank %d of %d: %d elements of world rank %d", what, b.side, b.rank,
	      b.size, n, from);
	free(want);
}

static void is_clear(const int *buf, int n, const char *what)
{
	for (int i = 0; i < n * width(); i++)
		if (!check(buf[i] == HOLE, "%s: int %d has been written", what, i))
			return;
}

static int *room(int n)
{
	int *buf = must_alloc(sizeof(int) * (size_t)(n * width()));

	clear(buf, n);
	return buf;
}

/* ---- Queries ---- */

static void known(MPI_Comm inter)
{
	int flag = -1, size = -1, rank = -1, result = -1;
	MPI_Group world, local, remote;

	MPI_Comm_test_inter(inter, &flag);
	check(flag == 1, "test_inter gives %d", flag);
	MPI_Comm_size(inter, &size);
	MPI_Comm_rank(inter, &rank);
	check(size == b.size && rank == b.rank, "rank %d of %d, not %d of %d", rank, size, b.rank,
	      b.size);
	MPI_Comm_remote_size(inter, &size);
	check(size == b.remote, "remote size %d, not %d", size, b.remote);
	MPI_Comm_group(MPI_COMM_WORLD, &world);
	MPI_Comm_group(inter, &local);
	MPI_Comm_remote_group(inter, &remote);
	for (int i = 0; i < b.size; i++) {
		MPI_Group_translate_ranks(local, 1, &i, world, &result);
		check(result == b.first + i, "local rank %d is %d", i, result);
	}
	for (int i = 0; i < b.remote; i++) {
		MPI_Group_translate_ranks(remote, 1, &i, world, &result);
		check(result == b.remote_first + i, "remote rank %d is %d", i, result);
	}
	MPI_Group_rank(remote, &rank);
	check(rank == MPI_UNDEFINED, "own rank in the remote group is %d", rank);
	MPI_Group_free(&world);
	MPI_Group_free(&local);
	MPI_Group_free(&remote);
}

/* ---- Messages ---- */

static void all_pairs(MPI_Comm inter)
{
	MPI_Request *requests = must_alloc(sizeof(MPI_Request) * (size_t)b.remote);
	int *out = must_alloc(sizeof(int) * (size_t)b.remote);

	for (int i = 0; i < b.remote; i++) {
		out[i] = b.rank * 100 + i;
		MPI_Isend(&out[i], 1, MPI_INT, i, 5, inter, &requests[i]);
	}
	for (int i = 0; i < b.remote; i++) {
		MPI_Status status;
		int got = -1;

		MPI_Probe(MPI_ANY_SOURCE, 5, inter, &status);
		MPI_Recv(&got, 1, MPI_INT, status.MPI_SOURCE, 5, inter, MPI_STATUS_IGNORE);
		check(got == status.MPI_SOURCE * 100 + b.rank, "%d came from %d", got,
		      status.MPI_SOURCE);
	}
	MPI_Waitall(b.remote, requests, MPI_STATUSES_IGNORE);
	free(requests);
	free(out);
}

/* Synchronous, long, both ways at once, persistent. */
static void modes(MPI_Comm inter)
{
	enum { N = 100000 };
	int *out = must_alloc(sizeof(int) * N), *in = must_alloc(sizeof(int) * N);
	int partner = b.rank < b.remote ? b.rank : MPI_PROC_NULL;
	MPI_Request request[2];
	MPI_Status status;

	out[0] = b.first + b.rank;
	out[N - 1] = ~out[0];
	MPI_Sendrecv(out, N, MPI_INT, partner, 6, in, N, MPI_INT, partner, 6, inter, &status);
	check(status.MPI_SOURCE == partner, "sendrecv: from %d", status.MPI_SOURCE);
	check(partner == MPI_PROC_NULL ||
		      (in[0] == b.remote_first + partner && in[N - 1] == ~in[0]),
	      "sendrecv: data");
	MPI_Recv_init(in, N, MPI_INT, partner, 7, inter, &request[0]);
	MPI_Ssend_init(out, N, MPI_INT, partner, 7, inter, &request[1]);
	for (int i = 0; i < 2; i++) {
		in[N - 1] = 0;
		MPI_Startall(2, request);
		MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
		check(partner == MPI_PROC_NULL || in[N - 1] == ~(b.remote_first + partner),
		      "persistent: data");
	}
	MPI_Request_free(&request[0]);
	MPI_Request_free(&request[1]);
	free(out);
	free(in);
}

/* ---- Collectives ---- */

/* Each collective in the three forms. */
enum { BLOCKING, NONBLOCKING, PERSISTENT, FORMS };

static int form;

#define RUN(name, small, ...) \
	do { \
		MPI_Request run_; \
		if (form == BLOCKING) { \
			MPI_##name(__VA_ARGS__); \
		} else if (form == NONBLOCKING) { \
			MPI_I##small(__VA_ARGS__, &run_); \
			MPI_Wait(&run_, MPI_STATUS_IGNORE); \
		} else { \
			MPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, &run_); \
			MPI_Start(&run_); \
			MPI_Wait(&run_, MPI_STATUS_IGNORE); \
			MPI_Request_free(&run_); \
		} \
	} while (0)

/* The root argument of a process when the root is rank `root` of side `side`. */
static int root_of(int side, int root)
{
	if (b.side != side)
		return root;
	return b.rank == root ? MPI_ROOT : MPI_PROC_NULL;
}

static void bcast(int side, int root)
{
	int world = (side == b.side ? b.first : b.remote_first) + root;
	int *buf = room(MOST);

	if (root_of(side, root) == MPI_ROOT)
		fill(buf, MOST, world, -1);
	if (root_of(side, root) == MPI_PROC_NULL)
		RUN(Bcast, bcast, NULL, -1, MPI_DATATYPE_NULL, MPI_PROC_NULL, b.inter);
	else
		RUN(Bcast, bcast, buf, MOST, shape.type, root_of(side, root), b.inter);
	if (root_of(side, root) == MPI_PROC_NULL)
		is_clear(buf, MOST, "bcast");
	else
		holds(buf, MOST, world, -1, "bcast");
	free(buf);
}

/* Rank i gives or gets 1 + i % 3 elements, with a gap of one element between them. */
static int share(int i)
{
	return 1 + i % 3;
}

static int place(int i)
{
	int at = 0;

	for (int k = 0; k < i; k++)
		at += share(k) + 1;
	return at;
}

static void shares(int n, int *counts, int *displs)
{
	for (int i = 0; i < n; i++) {
		counts[i] = share(i);
		displs[i] = place(i);
	}
}

static void gather(int side, int root)
{
	int *out = room(MOST), *in = room(b.remote * MOST), how = root_of(side, root);
	int world = (side == b.side ? b.first : b.remote_first) + root;

	fill(out, MOST, b.first + b.rank, world);
	RUN(Gather, gather, out, how < 0 ? -1 : MOST, how < 0 ? MPI_DATATYPE_NULL : shape.type, in,
	    how == MPI_ROOT ? MOST : -1, how == MPI_ROOT ? shape.type : MPI_DATATYPE_NULL, how,
	    b.inter);
	for (int i = 0; i < b.remote; i++)
		if (how == MPI_ROOT)
			holds(in + i * MOST * width(), MOST, b.remote_first + i, world, "gather");
	if (how != MPI_ROOT)
		is_clear(in, b.remote * MOST, "gather");
	free(out);
	free(in);
}

static void gatherv(int side, int root)
{
	int *out = room(MOST), *in = room(place(b.remote)), how = root_of(side, root);
	int world = (side == b.side ? b.first : b.remote_first) + root;
	int *counts = must_alloc(sizeof(int) * (size_t)b.remote);
	int *displs = must_alloc(sizeof(int) * (size_t)b.remote);

	shares(b.remote, counts, displs);
	fill(out, MOST, b.first + b.rank, world);
	RUN(Gatherv, gatherv, out, share(b.rank), shape.type, in, how == MPI_ROOT ? counts : NULL,
	    how == MPI_ROOT ? displs : NULL, shape.type, how, b.inter);
	for (int i = 0; i < b.remote && how == MPI_ROOT; i++) {
		int *at = in + place(i) * width();

		holds(at, share(i), b.remote_first + i, world, "gatherv");
		is_clear(at + share(i) * width(), 1, "gatherv");
	}
	free(out);
	free(in);
	free(counts);
	free(displs);
}

static void scatter(int side, int root)
{
	int *out = room(b.remote * MOST), *in = room(MOST), how = root_of(side, root);
	int world = (side == b.side ? b.first : b.remote_first) + root;

	for (int i = 0; i < b.remote; i++)
		fill(out + i * MOST * width(), MOST, b.first + b.rank, b.remote_first + i);
	RUN(Scatter, scatter, out, how == MPI_ROOT ? MOST : -1,
	    how == MPI_ROOT ? shape.type : MPI_DATATYPE_NULL, in, how < 0 ? -1 : MOST,
	    how < 0 ? MPI_DATATYPE_NULL : shape.type, how, b.inter);
	if (how >= 0)
		holds(in, MOST, world, b.first + b.rank, "scatter");
	else
		is_clear(in, MOST, "scatter");
	free(out);
	free(in);
}

static void scatterv(int side, int root)
{
	int *out = room(place(b.remote)), *in = room(MOST), how = root_of(side, root);
	int world = (side == b.side ? b.first : b.remote_first) + root;
	int *counts = must_alloc(sizeof(int) * (size_t)b.remote);
	int *displs = must_alloc(sizeof(int) * (size_t)b.remote);

	shares(b.remote, counts, displs);
	for (int i = 0; i < b.remote; i++)
		fill(out + place(i) * width(), share(i), b.first + b.rank, b.remote_first + i);
	RUN(Scatterv, scatterv, out, counts, displs, shape.type, in, share(b.rank), shape.type, how,
	    b.inter);
	if (how >= 0)
		holds(in, share(b.rank), world, b.first + b.rank, "scatterv");
	free(out);
	free(in);
	free(counts);
	free(displs);
}

/* Sides give different amounts: `n` elements of the lower, 0 of the upper side too. */
static void allgather(int lower, int upper)
{
	int mine = b.side ? upper : lower, theirs = b.side ? lower : upper;
	int *out = room(MOST), *in = room(b.remote * theirs + 1);

	fill(out, MOST, b.first + b.rank, -1);
	RUN(Allgather, allgather, out, mine, shape.type, in, theirs, shape.type, b.inter);
	for (int i = 0; i < b.remote; i++)
		holds(in + i * theirs * width(), theirs, b.remote_first + i, -1, "allgather");
	is_clear(in + b.remote * theirs * width(), 1, "allgather");
	free(out);
	free(in);
}

static void allgatherv(void)
{
	int *out = room(MOST), *in = room(place(b.remote));
	int *counts = must_alloc(sizeof(int) * (size_t)b.remote);
	int *displs = must_alloc(sizeof(int) * (size_t)b.remote);

	shares(b.remote, counts, displs);
	fill(out, MOST, b.first + b.rank, -1);
	RUN(Allgatherv, allgatherv, out, share(b.rank), shape.type, in, counts, displs, shape.type,
	    b.inter);
	for (int i = 0; i < b.remote; i++) {
		int *at = in + place(i) * width();

		holds(at, share(i), b.remote_first + i, -1, "allgatherv");
		is_clear(at + share(i) * width(), 1, "allgatherv");
	}
	free(out);
	free(in);
	free(counts);
	free(displs);
}

static void alltoall(void)
{
	int *out = room(b.remote * MOST), *in = room(b.remote * MOST);

	for (int i = 0; i < b.remote; i++)
		fill(out + i * MOST * width(), MOST, b.first + b.rank, b.remote_first + i);
	RUN(Alltoall, alltoall, out, MOST, shape.type, in, MOST, shape.type, b.inter);
	for (int i = 0; i < b.remote; i++)
		holds(in + i * MOST * width(), MOST, b.remote_first + i, b.first + b.rank,
		      "alltoall");
	free(out);
	free(in);
}

/* i and k speak of share(i + k) elements, whichever way. */
static void alltoallv(void)
{
	int *counts = must_alloc(sizeof(int) * (size_t)b.remote);
	int *displs = must_alloc(sizeof(int) * (size_t)b.remote);
	int *out = room(b.remote * MOST), *in = room(b.remote * MOST);

	for (int i = 0; i < b.remote; i++) {
		counts[i] = share(i + b.rank) - 1;
		displs[i] = (b.remote - 1 - i) * MOST;
		fill(out + displs[i] * width(), counts[i], b.first + b.rank, b.remote_first + i);
	}
	RUN(Alltoallv, alltoallv, out, counts, displs, shape.type, in, counts, displs, shape.type,
	    b.inter);
	for (int i = 0; i < b.remote; i++) {
		int *at = in + displs[i] * width();

		holds(at, counts[i], b.remote_first + i, b.first + b.rank, "alltoallv");
		is_clear(at + counts[i] * width(), MOST - counts[i], "alltoallv");
	}
	free(counts);
	free(displs);
	free(out);
	free(in);
}

/* As alltoallv, with the type and a displacement in bytes for each. */
static void alltoallw(void)
{
	MPI_Datatype *types = must_alloc(sizeof(*types) * (size_t)b.remote);
	int *counts = must_alloc(sizeof(int) * (size_t)b.remote);
	int *displs = must_alloc(sizeof(int) * (size_t)b.remote);
	int *out = room(b.remote * MOST), *in = room(b.remote * MOST);

	for (int i = 0; i < b.remote; i++) {
		types[i] = shape.type;
		counts[i] = share(i + b.rank);
		displs[i] = i * MOST * width() * (int)sizeof(int);
		fill(out + i * MOST * width(), counts[i], b.first + b.rank, b.remote_first + i);
	}
	RUN(Alltoallw, alltoallw, out, counts, displs, types, in, counts, displs, types, b.inter);
	for (int i = 0; i < b.remote; i++)
		holds(in + i * MOST * width(), counts[i], b.remote_first + i, b.first + b.rank,
		      "alltoallw");
	free(types);
	free(counts);
	free(displs);
	free(out);
	free(in);
}

/* No rank leaves before all of the other side have entered; one of those is late. All are on one
 * machine, hence on one clock. */
static void barrier(void)
{
	double came, left, last = 0;

	if (b.rank == b.size - 1)
		nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
	came = MPI_Wtime();
	RUN(Barrier, barrier, b.inter);
	left = MPI_Wtime();
	RUN(Allreduce, allreduce, &came, &last, 1, MPI_DOUBLE, MPI_MAX, b.inter);
	check(left >= last, "barrier: left %g s before the last of the other side came",
	      last - left);
}

/* ---- Reductions ---- */

enum { PRIME = 10007 };

/* Maps x -> a x + b, one after the other: associative, not commutative. */
static void compose(void *left, void *right, int *n, MPI_Datatype *type)
{
	const int *l = left;
	int *r = right;

	(void)type;
	for (int i = 0; i < *n; i++) {
		int slope = l[2 * i] * r[2 * i] % PRIME;

		r[2 * i + 1] = (l[2 * i] * r[2 * i + 1] + l[2 * i + 1]) % PRIME;
		r[2 * i] = slope;
	}
}

static MPI_Datatype map_type;
static MPI_Op map_op;

static void maps(int *buf, int n, int world)
{
	for (int i = 0; i < 2 * n; i++)
		buf[i] = (world * 37 + i * 11 + 3) % PRIME;
}

/* The combined contribution of ranks first .. first + size - 1, in order. */
static void maps_together(int *buf, int n, int first, int size)
{
	int *one = must_alloc(sizeof(int) * (size_t)(2 * n));

	maps(buf, n, first + size - 1);
	for (int r = first + size - 2; r >= first; r--) {
		maps(one, n, r);
		compose(one, buf, &n, &map_type);
	}
	free(one);
}

static void same_maps(const int *got, const int *want, int n, const char *what)
{
	check(!memcmp(got, want, sizeof(int) * (size_t)(2 * n)),
	      "%s: side %d rank %d of %d: "
	      "(%d, %d), not (%d, %d)",
	      what, b.side, b.rank, b.size, got[0], got[1], want[0], want[1]);
}

enum { MAPS = 24 };

static void reduce(int side, int root)
{
	int out[2 * MAPS], in[2 * MAPS] = {0}, want[2 * MAPS], how = root_of(side, root);

	maps(out, MAPS, b.first + b.rank);
	maps_together(want, MAPS, b.remote_first, b.remote);
	if (how == MPI_PROC_NULL)
		RUN(Reduce, reduce, NULL, NULL, -1, MPI_DATATYPE_NULL, MPI_OP_NULL, how, b.inter);
	else
		RUN(Reduce, reduce, how == MPI_ROOT ? NULL : out, how == MPI_ROOT ? in : NULL, MAPS,
		    map_type, map_op, how, b.inter);
	if (how == MPI_ROOT)
		same_maps(in, want, MAPS, "reduce");
}

static void allreduce(void)
{
	int out[2 * MAPS], in[2 * MAPS], want[2 * MAPS];
	long sum = 0, mine = b.first + b.rank;

	maps(out, MAPS, b.first + b.rank);
	maps_together(want, MAPS, b.remote_first, b.remote);
	RUN(Allreduce, allreduce, out, in, MAPS, map_type, map_op, b.inter);
	same_maps(in, want, MAPS, "allreduce");
	RUN(Allreduce, allreduce, &mine, &sum, 1, MPI_LONG, MPI_SUM, b.inter);
	check(sum == (long)b.remote * b.remote_first + (long)b.remote * (b.remote - 1) / 2,
	      "allreduce: sum is %ld", sum);
}

/* Both sides share out as many elements: size * remote of them. */
static void reduce_scatter_block(void)
{
	int n = b.size * b.remote, each = b.remote;
	int *out = must_alloc(sizeof(int) * (size_t)(2 * n));
	int *want = must_alloc(sizeof(int) * (size_t)(2 * n));
	int *in = must_alloc(sizeof(int) * (size_t)(2 * each));

	maps(out, n, b.first + b.rank);
	maps_together(want, n, b.remote_first, b.remote);
	RUN(Reduce_scatter_block, reduce_scatter_block, out, in, each, map_type, map_op, b.inter);
	same_maps(in, want + 2 * b.rank * each, each, "reduce_scatter_block");
	free(out);
	free(want);
	free(in);
}

/* All but two elements for rank 0, and those for the last. */
static void reduce_scatter(void)
{
	int n = b.size * b.remote + 2, at = b.rank ? n - 2 : 0;
	int *counts = must_alloc(sizeof(int) * (size_t)b.size);
	int *out = must_alloc(sizeof(int) * (size_t)(2 * n));
	int *want = must_alloc(sizeof(int) * (size_t)(2 * n));
	int *in = must_alloc(sizeof(int) * (size_t)(2 * n));

	counts[0] = n - 2;
	counts[b.size - 1] += 2;
	maps(out, n, b.first + b.rank);
	maps_together(want, n, b.remote_first, b.remote);
	RUN(Reduce_scatter, reduce_scatter, out, in, counts, map_type, map_op, b.inter);
	if (counts[b.rank])
		same_maps(in, want + 2 * at, counts[b.rank], "reduce_scatter");
	free(counts);
	free(out);
	free(want);
	free(in);
}

static void rooted(void (*collective)(int, int))
{
	for (int side = 0; side < 2; side++)
		for (int root = 0; root < (side == b.side ? b.size : b.remote); root++)
			collective(side, root);
}

static void moves(struct shape with)
{
	shape = with;
	rooted(bcast);
	rooted(gather);
	rooted(gatherv);
	rooted(scatter);
	rooted(scatterv);
	allgather(3, 3);
	allgather(4, 1);
	allgather(0, 2);
	allgather(2, 0);
	allgatherv();
	alltoall();
	alltoallv();
	alltoallw();
}

/* Many under way, completed in the order of their ends. */
static void overlapped(void)
{
	enum { MANY = 12 };
	MPI_Request requests[MANY + 1];
	int give[MANY], got[MANY];

	for (int i = 0; i < MANY; i++) {
		give[i] = i + 1;
		got[i] = -1;
		MPI_Iallreduce(&give[i], &got[i], 1, MPI_INT, MPI_SUM, b.inter, &requests[i]);
	}
	MPI_Ibarrier(b.inter, &requests[MANY]);
	allreduce();
	MPI_Waitall(MANY + 1, requests, MPI_STATUSES_IGNORE);
	for (int i = 0; i < MANY; i++)
		check(got[i] == (i + 1) * b.remote, "overlapped: %d gives %d", i, got[i]);
}

static void collectives(void)
{
	for (form = BLOCKING; form < FORMS; form++) {
		barrier();
		moves((struct shape){MPI_INT, 1, 1});
		moves((struct shape){gaps, 2, 2});
		rooted(reduce);
		allreduce();
		reduce_scatter_block();
		reduce_scatter();
	}
	form = BLOCKING;
	overlapped();
}

/* ---- New communicators from it ---- */

static void duplicates(void)
{
	MPI_Comm dup, dup2, saved = b.inter;
	int result = -1;

	MPI_Comm_dup(b.inter, &dup);
	MPI_Comm_dup_with_info(dup, MPI_INFO_NULL, &dup2);
	known(dup2);
	MPI_Comm_compare(b.inter, dup, &result);
	check(result == MPI_CONGRUENT, "compare with a duplicate: %d", result);
	MPI_Comm_compare(dup, dup, &result);
	check(result == MPI_IDENT, "compare with itself: %d", result);
	MPI_Comm_compare(dup, b.local, &result);
	check(result == MPI_UNEQUAL, "compare with the local communicator: %d", result);
	MPI_Comm_free(&dup);
	b.inter = dup2;
	all_pairs(b.inter);
	allreduce();
	MPI_Comm_free(&b.inter);
	b.inter = saved;
}

/* Even ranks of both sides, backwards; odd ones stay out. */
static void splits(void)
{
	int color = b.rank % 2 ? MPI_UNDEFINED : 0, rank = -1, size = -1, remote = -1;
	int sum = 0, one = 1;
	MPI_Comm half;

	MPI_Comm_split(b.inter, color, -b.rank, &half);
	check((half == MPI_COMM_NULL) == (color == MPI_UNDEFINED), "split: members");
	if (half == MPI_COMM_NULL)
		return;
	MPI_Comm_rank(half, &rank);
	MPI_Comm_size(half, &size);
	MPI_Comm_remote_size(half, &remote);
	check(size == (b.size + 1) / 2 && remote == (b.remote + 1) / 2, "split: %d and %d", size,
	      remote);
	check(rank == size - 1 - b.rank / 2, "split: rank %d is %d", b.rank, rank);
	MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, half);
	check(sum == remote, "split: allreduce gives %d, not %d", sum, remote);
	MPI_Comm_free(&half);
}

/* A colour that one side does not have. */
static void one_sided_split(void)
{
	MPI_Comm none = MPI_COMM_WORLD;

	MPI_Comm_split(b.inter, b.side, 0, &none);
	check(none == MPI_COMM_NULL, "a colour without partners gives a communicator");
}

/* The last process of each side; then no process of the upper side. */
static void creates(void)
{
	MPI_Group group, last;
	MPI_Comm pair = MPI_COMM_WORLD;
	int rank = b.size - 1, size = -1, flag = 0;

	MPI_Comm_group(b.inter, &group);
	MPI_Group_incl(group, 1, &rank, &last);
	MPI_Comm_create(b.inter, last, &pair);
	check((pair != MPI_COMM_NULL) == (b.rank == rank), "create: members");
	if (pair != MPI_COMM_NULL) {
		MPI_Comm_test_inter(pair, &flag);
		MPI_Comm_remote_size(pair, &size);
		check(flag && size == 1, "create: an intercommunicator with %d on the other side",
		      size);
		MPI_Sendrecv(&rank, 1, MPI_INT, 0, 1, &size, 1, MPI_INT, 0, 1, pair,
			     MPI_STATUS_IGNORE);
		check(size == b.remote - 1, "create: speaks with %d", size);
		MPI_Comm_free(&pair);
	}
	MPI_Comm_create(b.inter, b.side ? MPI_GROUP_EMPTY : last, &pair);
	check(pair == MPI_COMM_NULL, "create: with an empty side");
	MPI_Group_free(&last);
	MPI_Group_free(&group);
}

static void merges(int high_side)
{
	MPI_Comm all;
	int rank = -1, size = -1, flag = -1, sum = 0, one = 1, before;

	MPI_Intercomm_merge(b.inter, high_side == b.side, &all);
	MPI_Comm_test_inter(all, &flag);
	MPI_Comm_rank(all, &rank);
	MPI_Comm_size(all, &size);
	check(!flag && size == b.size + b.remote, "merge: %d processes", size);
	before = high_side == b.side || (high_side > 1 && b.side) ? b.remote : 0;
	check(rank == before + b.rank, "merge, high %d: side %d rank %d is %d", high_side, b.side,
	      b.rank, rank);
	MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, all);
	check(sum == size, "merge: allreduce gives %d", sum);
	MPI_Comm_free(&all);
}

/* ---- Errors ---- */

static void errors(void)
{
	int x = 0, y[16];
	MPI_Comm none;

	MPI_Comm_set_errhandler(b.inter, MPI_ERRORS_RETURN);
	check_class(MPI_Scan(&x, y, 1, MPI_INT, MPI_SUM, b.inter), MPI_ERR_COMM, "scan");
	check_class(MPI_Exscan(&x, y, 1, MPI_INT, MPI_SUM, b.inter), MPI_ERR_COMM, "exscan");
	check_class(MPI_Cart_create(b.inter, 1, &b.size, &x, 0, &none), MPI_ERR_COMM, "cart");
	check_class(MPI_Intercomm_create(b.inter, 0, MPI_COMM_WORLD, 0, 1, &none), MPI_ERR_COMM,
		    "intercomm_create from one");
	check_class(MPI_Bcast(&x, 1, MPI_INT, b.remote, b.inter), MPI_ERR_ROOT, "root too large");
	check_class(MPI_Bcast(&x, 1, MPI_INT, MPI_ANY_SOURCE, b.inter), MPI_ERR_ROOT, "root -1");
	check_class(MPI_Send(&x, 1, MPI_INT, b.remote, 0, b.inter), MPI_ERR_RANK, "dest");
	check_class(MPI_Recv(&x, 1, MPI_INT, b.remote, 0, b.inter, MPI_STATUS_IGNORE), MPI_ERR_RANK,
		    "source");
	check_class(MPI_Allreduce(MPI_IN_PLACE, y, 1, MPI_INT, MPI_SUM, b.inter), MPI_ERR_BUFFER,
		    "allreduce in place");
	check_class(MPI_Allgather(MPI_IN_PLACE, 1, MPI_INT, y, 1, MPI_INT, b.inter), MPI_ERR_BUFFER,
		    "allgather in place");
	MPI_Comm_set_errhandler(b.local, MPI_ERRORS_RETURN);
	check_class(MPI_Comm_remote_size(b.local, &x), MPI_ERR_COMM, "remote size of a group");
	check_class(MPI_Intercomm_merge(b.local, 0, &none), MPI_ERR_COMM, "merge of a group");
	check_class(MPI_Bcast(&x, 1, MPI_INT, MPI_ROOT, b.local), MPI_ERR_ROOT, "MPI_ROOT");
}

/* ---- All of it ---- */

/* `cut` processes on the lower side; the last of each side leads. */
static void cut_at(int cut)
{
	b.side = job.rank >= cut;
	b.first = b.side ? cut : 0;
	b.remote_first = b.side ? 0 : cut;
	MPI_Comm_split(MPI_COMM_WORLD, b.side, 0, &b.local);
	MPI_Comm_rank(b.local, &b.rank);
	MPI_Comm_size(b.local, &b.size);
	b.remote = job.ranks - b.size;
	MPI_Intercomm_create(b.local, b.size - 1,
			     b.rank == b.size - 1 ? MPI_COMM_WORLD : MPI_COMM_NULL,
			     b.remote_first + b.remote - 1, 17, &b.inter);
	known(b.inter);
	all_pairs(b.inter);
	modes(b.inter);
	collectives();
	duplicates();
	splits();
	one_sided_split();
	creates();
	merges(0);
	merges(1);
	merges(2);
	errors();
	MPI_Comm_free(&b.inter);
	MPI_Comm_free(&b.local);
}

static void types(void)
{
	MPI_Datatype vector;

	MPI_Type_vector(2, 1, 2, MPI_INT, &vector);
	MPI_Type_create_resized(vector, 0, 4 * sizeof(int), &gaps);
	MPI_Type_commit(&gaps);
	MPI_Type_free(&vector);
	MPI_Type_contiguous(2, MPI_INT, &map_type);
	MPI_Type_commit(&map_type);
	MPI_Op_create(compose, 0, &map_op);
}

/* A process on both sides is an error on all (MPI-5.0 7.6.2). */
static void overlap(void)
{
	MPI_Comm none = MPI_COMM_NULL;

	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	check_class(MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_SELF, 0, 3, &none),
		    MPI_ERR_COMM, "a group with itself");
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "inter");
	types();
	overlap();
	for (int cut = 1; cut < job.ranks; cut++)
		cut_at(cut);
	MPI_Type_free(&gaps);
	MPI_Type_free(&map_type);
	MPI_Op_free(&map_op);
	return job_end();
}
