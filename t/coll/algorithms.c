/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * coll/: every algorithm, forced by RONDO_COLL, on 2 to 17 ranks: every byte afterwards is as
 * MPI-5.0 6 requires: roots, in place, types with gaps and lower bounds that differ between the
 * sides, lengths that differ and are zero, operators that do not commute; with synchronous sends
 * and ranks that run in random order, so that no algorithm may rely on buffering; no byte outside
 * the result is written, no message or memory is left. Those in shared memory run on a segment that
 * is really mapped by each rank; those over pt2pt also as schedules.
 */
#include "t/coll/team.h"

#include "base/log.h"
#include "base/param.h"
#include "coll/base.h"
#include "coll/sm_pool.h"
#include "datatype/op.h"
#include "runtime/hw.h"

static struct rd_type *int_type, *gap_type, *pair_type, *gap_pair_type;
static struct rd_op *sum_op, *chain_op;

/* The call under test, the same on all ranks. */
static struct {
	enum rd_coll_kind kind;
	int n, root, in_place;
	int gaps;       /* types with gaps on odd ranks, contiguous ones on even ranks */
	int commutes;   /* operator: sum of int, else composition of affine maps */
	uint64_t count; /* elements of a block */
	int warm;       /* collectives before it */
	int stream;     /* and after it, with other roots */
	int recorded;   /* as a schedule */
	int wrong;      /* ranks whose result differs */
	int err;
} test;

/* The collective itself, or its schedule. */
#define CALL(name, ...) \
	(test.recorded ? wait_for(rd_coll_i##name(__VA_ARGS__, RD_COLL_ONCE, &request[team_self])) \
		       : rd_coll_##name(__VA_ARGS__))

static struct rd_req *request[TEAM_MOST];

static int wait_for(int err)
{
	return err ? err : rd_req_wait(request[team_self], NULL);
}

enum { FILL = 0x5a5a5a5a, P = 65521 };

/* A buffer of `elems` elements with its layout; values are accessed one by one. */
struct buffer {
	int *mem;
	uint64_t elems;
	int wide;   /* ints of an element that count: 1, or 2 for pairs */
	int stride; /* ints from element to element */
	int offset; /* ints from the address to the first value */
	struct rd_type *type;
};

static struct buffer buffer_new(uint64_t elems, int gaps, int pairs)
{
	int wide = pairs ? 2 : 1;
	struct buffer b = {NULL, elems, wide, wide, 0, pairs ? pair_type : int_type};

	if (gaps) {
		b.stride = pairs ? 5 : 3;
		b.offset = 1;
		b.type = pairs ? gap_pair_type : gap_type;
	}
	b.mem = malloc(sizeof(int) * (elems + 2) * (size_t)b.stride);
	for (uint64_t i = 0; i < (elems + 2) * (uint64_t)b.stride; i++)
		b.mem[i] = FILL;
	return b;
}

/* The address that is passed to the collective: one element lies before it, one after. */
static void *address(const struct buffer *b)
{
	return b->mem + b->stride;
}

static int *value(const struct buffer *b, uint64_t i)
{
	return b->mem + (i + 1) * (uint64_t)b->stride + b->offset;
}

static int is_untouched(const struct buffer *b)
{
	for (uint64_t i = 0; i < (b->elems + 2) * (uint64_t)b->stride; i++) {
		int inside = i >= (uint64_t)b->stride && i < (b->elems + 1) * (uint64_t)b->stride;
		int at = (int)(i % (uint64_t)b->stride) - b->offset;

		if ((!inside || at < 0 || at >= b->wide) && b->mem[i] != FILL)
			return 0;
	}
	return 1;
}

/* Element i of the block that `from` has for `to`. */
static int datum(int from, int to, uint64_t i)
{
	return (int)((uint64_t)from * 7919 + (uint64_t)to * 104729 + i * 31 + 1) % 30011;
}

/* Length of the block from `from` for `to`: the same for all, or irregular and sometimes none. */
static uint64_t block(int from, int to)
{
	switch (test.kind) {
	case RD_COLL_GATHERV:
	case RD_COLL_SCATTERV:
		return (uint64_t)(from * 5 + to * 3) % 4 * test.count / 3;
	case RD_COLL_ALLTOALLV:
	case RD_COLL_ALLTOALLW: /* in place it is as long in both directions (MPI-5.0 6.8) */
		return (uint64_t)(from * 5 + to * (test.in_place ? 5 : 3)) % 4 * test.count / 3;
	case RD_COLL_ALLGATHERV:
		return (uint64_t)from * 5 % 4 * test.count / 3;
	case RD_COLL_REDUCE_SCATTER:
		return (uint64_t)to * 5 % 4 * test.count / 3;
	default:
		return test.count;
	}
}

static void fill_block(const struct buffer *b, uint64_t at, int from, int to)
{
	for (uint64_t i = 0; i < block(from, to); i++)
		*value(b, at + i) = datum(from, to, i);
}

static int block_differs(const struct buffer *b, uint64_t at, int from, int to)
{
	for (uint64_t i = 0; i < block(from, to); i++)
		if (*value(b, at + i) != datum(from, to, i))
			return 1;
	return 0;
}

static void report(int err, int differs)
{
	if (err)
		test.err = err;
	test.wrong += differs;
}

/* ---- operations that move data ---- */

static void run_bcast(struct rd_comm *comm)
{
	struct buffer b = buffer_new(test.count, test.gaps && comm->rank % 2, 0);

	if (comm->rank == test.root)
		fill_block(&b, 0, test.root, 0);
	report(CALL(bcast, &RD_BUF(address(&b), test.count, b.type), test.root, comm), 0);
	report(0, block_differs(&b, 0, test.root, 0) || !is_untouched(&b));
	free(b.mem);
}

/* Counts and displacements of blocks from (or to) all ranks, with a gap of one element between. */
struct blocks {
	MPI_Count count[TEAM_MOST];
	MPI_Aint at[TEAM_MOST];
	uint64_t elems;
};

static struct blocks blocks_of(int self, int outgoing, int spread)
{
	struct blocks s = {.elems = 0};

	for (int i = 0; i < test.n; i++) {
		s.count[i] = (MPI_Count)(outgoing ? block(self, i) : block(i, self));
		s.at[i] = (MPI_Aint)s.elems;
		s.elems += (uint64_t)s.count[i] + (uint64_t)spread;
	}
	return s;
}

static int is_varied(void)
{
	return test.kind == RD_COLL_GATHERV || test.kind == RD_COLL_SCATTERV ||
	       test.kind == RD_COLL_ALLGATHERV || test.kind == RD_COLL_ALLTOALLV ||
	       test.kind == RD_COLL_ALLTOALLW;
}

static int gathered_differs(const struct buffer *b, const struct blocks *in, int to)
{
	for (int i = 0; i < test.n; i++)
		if (block_differs(b, (uint64_t)in->at[i], i, to))
			return 1;
	return 0;
}

/* Between blocks nothing may be written. */
static int gaps_differ(const struct buffer *b, const struct blocks *s)
{
	for (int i = 0; i < test.n; i++)
		if (is_varied() && *value(b, (uint64_t)(s->at[i] + s->count[i])) != FILL)
			return 1;
	return 0;
}

static int call_gather(const void *sbuf, const struct buffer *s, uint64_t scount,
		       const struct buffer *r, const struct blocks *in, struct rd_comm *comm)
{
	switch (test.kind) {
	case RD_COLL_GATHER:
		return CALL(gather, &RD_BUF(sbuf, scount, s->type),
			    &RD_BUF(address(r), test.count, r->type), test.root, comm);
	case RD_COLL_GATHERV:
		return CALL(gatherv, &RD_BUF(sbuf, scount, s->type),
			    &RD_BLOCKS(address(r), in->count, in->at, r->type), test.root, comm);
	case RD_COLL_ALLGATHER:
		return CALL(allgather, &RD_BUF(sbuf, scount, s->type),
			    &RD_BUF(address(r), test.count, r->type), comm);
	default:
		return CALL(allgatherv, &RD_BUF(sbuf, scount, s->type),
			    &RD_BLOCKS(address(r), in->count, in->at, r->type), comm);
	}
}

/* gather(v) and allgather(v): the block of `from` is datum(from, 0, i) for every receiver. */
static void run_gather(struct rd_comm *comm)
{
	int all = test.kind == RD_COLL_ALLGATHER || test.kind == RD_COLL_ALLGATHERV;
	int receives = all || comm->rank == test.root, in_place = test.in_place && receives;
	struct blocks in = blocks_of(0, 0, is_varied());
	struct buffer s = buffer_new(block(comm->rank, 0), test.gaps && comm->rank % 2, 0);
	struct buffer r = buffer_new(receives ? in.elems : 0, test.gaps && comm->rank % 3 == 1, 0);

	fill_block(&s, 0, comm->rank, 0);
	if (in_place)
		fill_block(&r, (uint64_t)in.at[comm->rank], comm->rank, 0);
	report(call_gather(in_place ? MPI_IN_PLACE : address(&s), &s, block(comm->rank, 0), &r, &in,
			   comm),
	       0);
	if (receives)
		report(0, gathered_differs(&r, &in, 0) || gaps_differ(&r, &in));
	report(0, !is_untouched(&r) || !is_untouched(&s) || block_differs(&s, 0, comm->rank, 0));
	free(s.mem);
	free(r.mem);
}

static void run_scatter(struct rd_comm *comm)
{
	int is_root = comm->rank == test.root, in_place = test.in_place && is_root;
	struct blocks out = blocks_of(0, 1, is_varied());
	struct buffer s = buffer_new(is_root ? out.elems : 0, test.gaps && comm->rank % 2, 0);
	struct buffer r = buffer_new(block(0, comm->rank), test.gaps && comm->rank % 3 == 1, 0);
	void *rbuf = in_place ? MPI_IN_PLACE : address(&r);

	for (int i = 0; is_root && i < test.n; i++)
		fill_block(&s, (uint64_t)out.at[i], 0, i);
	if (test.kind == RD_COLL_SCATTER)
		report(CALL(scatter, &RD_BUF(address(&s), test.count, s.type),
			    &RD_BUF(rbuf, test.count, r.type), test.root, comm),
		       0);
	else
		report(CALL(scatterv, &RD_BLOCKS(address(&s), out.count, out.at, s.type),
			    &RD_BUF(rbuf, block(0, comm->rank), r.type), test.root, comm),
		       0);
	if (!in_place)
		report(0, block_differs(&r, 0, 0, comm->rank));
	report(0, !is_untouched(&r) || !is_untouched(&s));
	free(s.mem);
	free(r.mem);
}

/* The blocks for alltoallw: displacements in bytes, types one by one. */
static MPI_Datatype *per_rank(struct blocks *s, const struct buffer *b)
{
	static MPI_Datatype types[2 * TEAM_MOST][TEAM_MOST];
	static int turn;
	MPI_Datatype *own = types[turn++ % (2 * TEAM_MOST)];

	for (int i = 0; i < test.n; i++) {
		s->at[i] *= (MPI_Aint)b->type->extent;
		own[i] = rd_type_handle(b->type);
	}
	return own;
}

static int call_alltoallw(const void *sbuf, const struct buffer *s, struct blocks out,
			  const struct buffer *r, struct blocks in, struct rd_comm *comm)
{
	MPI_Datatype *stypes = per_rank(&out, s), *rtypes = per_rank(&in, r);

	return CALL(alltoallw, &RD_BLOCKS_W(sbuf, out.count, out.at, stypes),
		    &RD_BLOCKS_W(address(r), in.count, in.at, rtypes), comm);
}

static void run_alltoall(struct rd_comm *comm)
{
	struct blocks out = blocks_of(comm->rank, 1, is_varied());
	struct blocks in = blocks_of(comm->rank, 0, is_varied());
	struct buffer s = buffer_new(out.elems, test.gaps && comm->rank % 2, 0);
	struct buffer r = buffer_new(in.elems, test.gaps && comm->rank % 3 == 1, 0);
	void *sbuf = test.in_place ? MPI_IN_PLACE : address(&s);

	for (int i = 0; i < test.n; i++)
		fill_block(test.in_place ? &r : &s, (uint64_t)out.at[i], comm->rank, i);
	if (test.kind == RD_COLL_ALLTOALL)
		report(CALL(alltoall, &RD_BUF(sbuf, test.count, s.type),
			    &RD_BUF(address(&r), test.count, r.type), comm),
		       0);
	else if (test.kind == RD_COLL_ALLTOALLW)
		report(call_alltoallw(sbuf, &s, out, &r, in, comm), 0);
	else
		report(CALL(alltoallv, &RD_BLOCKS(sbuf, out.count, out.at, s.type),
			    &RD_BLOCKS(address(&r), in.count, in.at, r.type), comm),
		       0);
	report(0, gathered_differs(&r, &in, comm->rank) || gaps_differ(&r, &in));
	report(0, !is_untouched(&r) || !is_untouched(&s));
	free(s.mem);
	free(r.mem);
}

/* ---- reductions ---- */

/* A pair (a, b) is x -> a x + b mod P; left then right: the composition does not commute. */
static void compose(void *in, void *inout, int *len, MPI_Datatype *type)
{
	int wide = *type == (MPI_Datatype)pair_type ? 2 : 5, skip = wide == 2 ? 0 : 1;

	for (int i = 0; i < *len; i++) {
		int *l = (int *)in + i * wide + skip, *r = (int *)inout + i * wide + skip;
		int64_t a = (int64_t)l[0] * r[0] % P, b = ((int64_t)l[1] * r[0] + r[1]) % P;

		r[0] = (int)a;
		r[1] = (int)b;
	}
}

static void own_value(int rank, uint64_t i, int *v)
{
	v[0] = datum(rank, 1, i) % P;
	v[1] = datum(rank, 2, i) % P;
}

/* Element i of ranks first .. last - 1 combined in order. */
static void combined(int first, int last, uint64_t i, int *v)
{
	MPI_Datatype type = (MPI_Datatype)pair_type;
	int len = 1, next[2];

	own_value(first, i, v);
	for (int r = first + 1; r < last; r++) {
		own_value(r, i, next);
		if (test.commutes) {
			v[0] += next[0];
		} else {
			compose(v, next, &len, &type);
			v[0] = next[0];
			v[1] = next[1];
		}
	}
}

static struct buffer reduction_buffer(uint64_t elems)
{
	return buffer_new(elems, test.gaps && !test.commutes, !test.commutes);
}

static void fill_own(const struct buffer *b, int rank)
{
	int v[2];

	for (uint64_t i = 0; i < b->elems; i++) {
		own_value(rank, i, v);
		memcpy(value(b, i), v, sizeof(int) * (size_t)b->wide);
	}
}

/* Compares `count` elements of the result, from element `first` of the whole on, of ranks 0 .. last
 * - 1. */
static int result_differs(const struct buffer *b, uint64_t first, uint64_t count, int last)
{
	int v[2];

	for (uint64_t i = 0; i < count; i++) {
		combined(0, last, first + i, v);
		if (memcmp(value(b, i), v, sizeof(int) * (size_t)b->wide))
			return 1;
	}
	return 0;
}

static struct rd_op *the_op(void)
{
	return test.commutes ? sum_op : chain_op;
}

static int call_reduction(const void *sbuf, void *rbuf, struct rd_type *type, struct rd_comm *comm)
{
	switch (test.kind) {
	case RD_COLL_REDUCE:
		return CALL(reduce, sbuf, &RD_BUF(rbuf, test.count, type), the_op(), test.root,
			    comm);
	case RD_COLL_ALLREDUCE:
		return CALL(allreduce, sbuf, &RD_BUF(rbuf, test.count, type), the_op(), comm);
	case RD_COLL_SCAN:
		return CALL(scan, sbuf, &RD_BUF(rbuf, test.count, type), the_op(), comm);
	default:
		return CALL(exscan, sbuf, &RD_BUF(rbuf, test.count, type), the_op(), comm);
	}
}

static void run_reduction(struct rd_comm *comm)
{
	int rooted = test.kind == RD_COLL_REDUCE, has = !rooted || comm->rank == test.root;
	int in_place = test.in_place && has;
	int last = test.kind == RD_COLL_SCAN     ? comm->rank + 1
		   : test.kind == RD_COLL_EXSCAN ? comm->rank
						 : test.n;
	struct buffer s = reduction_buffer(test.count), r = reduction_buffer(test.count);

	fill_own(&s, comm->rank);
	if (in_place)
		fill_own(&r, comm->rank);
	report(call_reduction(in_place ? MPI_IN_PLACE : address(&s), has ? address(&r) : NULL,
			      s.type, comm),
	       0);
	if (has && last)
		report(0, result_differs(&r, 0, test.count, last));
	report(0, !is_untouched(&r) || !is_untouched(&s));
	free(s.mem);
	free(r.mem);
}

static void run_reduce_scatter(struct rd_comm *comm)
{
	struct blocks out = blocks_of(0, 1, 0);
	struct buffer s = reduction_buffer(out.elems), r = reduction_buffer(out.elems);
	uint64_t own = (uint64_t)out.count[comm->rank];
	const void *sbuf = test.in_place ? MPI_IN_PLACE : address(&s);

	fill_own(&s, comm->rank);
	if (test.in_place)
		fill_own(&r, comm->rank);
	if (test.kind == RD_COLL_REDUCE_SCATTER)
		report(CALL(reduce_scatter, sbuf, &RD_BLOCKS(address(&r), out.count, NULL, s.type),
			    the_op(), comm),
		       0);
	else
		report(CALL(reduce_scatter_block, sbuf, &RD_BUF(address(&r), test.count, s.type),
			    the_op(), comm),
		       0);
	report(0, result_differs(&r, (uint64_t)out.at[comm->rank], own, test.n));
	report(0, !is_untouched(&r) || !is_untouched(&s));
	for (uint64_t i = own; i < out.elems && !test.in_place; i++)
		report(0, *value(&r, i) != FILL);
	free(s.mem);
	free(r.mem);
}

/* ranks that have entered: no rank may leave before the last one has entered */
static int come;

static void run_barrier(struct rd_comm *comm)
{
	come += 1 + test.warm;
	report(CALL(barrier, comm), 0);
	report(0, come != test.n);
}

static void run_call(struct rd_comm *comm)
{
	switch (test.kind) {
	case RD_COLL_BARRIER:
		run_barrier(comm);
		break;
	case RD_COLL_BCAST:
		run_bcast(comm);
		break;
	case RD_COLL_GATHER:
	case RD_COLL_GATHERV:
	case RD_COLL_ALLGATHER:
	case RD_COLL_ALLGATHERV:
		run_gather(comm);
		break;
	case RD_COLL_SCATTER:
	case RD_COLL_SCATTERV:
		run_scatter(comm);
		break;
	case RD_COLL_ALLTOALL:
	case RD_COLL_ALLTOALLV:
	case RD_COLL_ALLTOALLW:
		run_alltoall(comm);
		break;
	case RD_COLL_REDUCE_SCATTER:
	case RD_COLL_REDUCE_SCATTER_BLOCK:
		run_reduce_scatter(comm);
		break;
	default:
		run_reduction(comm);
	}
}

/* Shared memory is used from the fifth collective on. Broadcasts and reductions in a row let ranks
 * run ahead of others, by no more than the ring buffer holds. */
static void run_one(struct rd_comm *comm)
{
	int one = comm->rank, sum = 0, all = test.n * (test.n - 1) / 2;

	for (int i = 0; i < test.warm; i++)
		report(rd_coll_barrier(comm), 0);
	run_call(comm);
	for (int i = 0; i < test.stream; i++) {
		int root = i % 3 % test.n, word = comm->rank == root ? i : -1;

		report(rd_coll_bcast(&RD_BUF(&word, 1, int_type), root, comm), 0);
		report(0, word != i);
		report(rd_coll_reduce(&one, &RD_BUF(comm->rank == root ? &sum : NULL, 1, int_type),
				      sum_op, root, comm),
		       0);
		report(0, comm->rank == root && sum != all);
	}
}

/* ---- Main ---- */

static const char *failed(void)
{
	static uint64_t seed = 1;
	const char *trouble;

	test.wrong = test.err = 0;
	come = -test.warm * test.n;
	trouble = team_run(test.n, seed++, run_one);
	if (trouble)
		return trouble;
	if (test.err)
		return rd_err_name(test.err);
	return test.wrong ? "wrong result" : NULL;
}

static int is_reduction(void)
{
	return test.kind >= RD_COLL_REDUCE;
}

/* In place, types with gaps, operators, at the present number of ranks, root and count. */
static const char *variants(void)
{
	const char *why = NULL;

	for (int v = 0; v < 8 && !why; v++) {
		test.in_place = v & 1;
		test.gaps = (v & 2) != 0;
		test.commutes = (v & 4) != 0;
		if (is_reduction() ? test.commutes && test.gaps : test.commutes)
			continue;
		if (test.in_place && test.kind == RD_COLL_BCAST)
			continue;
		if (v && test.kind == RD_COLL_BARRIER)
			continue;
		why = failed();
	}
	return why;
}

static const char *roots(void)
{
	int step = test.n < 4 ? 1 : test.n / 3;
	const char *why = NULL;
	int rooted = test.kind == RD_COLL_BCAST || test.kind == RD_COLL_GATHER ||
		     test.kind == RD_COLL_SCATTER || test.kind == RD_COLL_GATHERV ||
		     test.kind == RD_COLL_SCATTERV || test.kind == RD_COLL_REDUCE;

	for (test.root = 0; test.root < (rooted ? test.n : 1) && !why; test.root += step)
		why = variants();
	return why;
}

static void ranks(const struct rd_coll_algo *algo, uint64_t count)
{
#ifdef __SANITIZE_ADDRESS__ /* the others differ in time only */
	static const int sizes[] = {2, 3, 5, 8};
#else
	static const int sizes[] = {2, 3, 4, 5, 6, 7, 8, 9, 12, 17};
#endif
	const char *why = NULL;
	const struct rd_coll_stats *stats = &algo->stats[test.recorded ? 1 : 0];
	uint64_t before = stats->calls;
	size_t i = 0;

	test.kind = algo->kind;
	test.count = count;
	for (; i < sizeof(sizes) / sizeof(sizes[0]) && !why; i++) {
		test.n = sizes[i];
		if (test.recorded && test.n > 9)
			break; /* the further cases differ in time only */
		why = roots();
	}
	if (!why && stats->calls == before)
		why = "the algorithm was not used";
	ok(!why, "%s %s%s, %llu elements", rd_coll_kind_name(algo->kind), algo->name,
	   test.recorded ? " as a schedule" : "", (unsigned long long)count);
	if (why)
		diag("%s: %d ranks, root %d, in place %d, gaps %d, commutes %d", why, test.n,
		     test.root, test.in_place, test.gaps, test.commutes);
}

/* The choices of the table between nodes, on sizes to both sides of its limits. */
static void chosen(enum rd_coll_kind kind, uint64_t count)
{
	static const int sizes[] = {3, 4, 8};
	const char *why = NULL;
	size_t i = 0;

	test.kind = kind;
	test.count = count;
	for (; i < sizeof(sizes) / sizeof(sizes[0]) && !why; i++) {
		test.n = sizes[i];
		why = variants();
	}
	ok(!why, "%s between nodes, %llu elements", rd_coll_kind_name(kind),
	   (unsigned long long)count);
	if (why)
		diag("%s: %d ranks", why, test.n);
}

/* NULL: the choice is free. */
static void force(const struct rd_coll_algo *algo)
{
	char text[128] = "";

	if (algo)
		snprintf(text, sizeof(text), "%s=%s", rd_coll_kind_name(algo->kind), algo->name);
	setenv("RONDO_COLL", text, 1);
	if (rd_param_init() || rd_coll_select_init())
		ok(0, "%s is understood", text);
	rd_log_set_level(RD_LOG_ERROR); /* an unsupported call is carried out by another algorithm,
					 * with a warning */
}

static int create(void)
{
	static const MPI_Count one = 1, at = 4;
	struct rd_type *block;

	int_type = rd_type_get(MPI_INT);
	sum_op = rd_op_get(MPI_SUM);
	/* . x . and . x x . . as seen in memory */
	return rd_type_hindexed(1, &one, &at, int_type, &block) ||
	       rd_type_resized(block, 0, 12, &gap_type) || rd_type_commit(gap_type) ||
	       rd_type_contiguous(2, int_type, &pair_type) || rd_type_commit(pair_type) ||
	       rd_type_hindexed(1, &one, &at, pair_type, &block) ||
	       rd_type_resized(block, 0, 20, &gap_pair_type) || rd_type_commit(gap_pair_type) ||
	       rd_op_create(compose, NULL, 0, &chain_op);
}

/* Areas of a few pages, so that short calls have many chunks; members that have a processor each,
 * or share one. */
static void through_areas(int share)
{
	static const uint64_t counts[] = {2500, 1};

	rd_shmcoll_area_most = 16384;
	rd_hw_set_share(share, share == 1 ? TEAM_MOST : 1);
	for (int i = 0; rd_coll_pipelined.algos[i]; i++) {
		force(rd_coll_pipelined.algos[i]);
		for (size_t c = 0; c < (share == 1 ? 2 : 1); c++)
			ranks(rd_coll_pipelined.algos[i], counts[c]);
	}
}

/* Members that are counted in groups of four rather than polled one by one, on 5 and more. */
static void by_groups(void)
{
	static const int kinds[] = {RD_COLL_BARRIER, RD_COLL_ALLREDUCE, RD_COLL_ALLGATHER,
				    RD_COLL_ALLTOALL, RD_COLL_REDUCE_SCATTER};

	rd_shmcoll_flat_most = rd_shmcoll_group_most = 4;
	for (int i = 0; rd_shmcoll_short[i]; i++)
		for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
			if ((int)rd_shmcoll_short[i]->kind == kinds[k]) {
				force(rd_shmcoll_short[i]);
				ranks(rd_shmcoll_short[i], 99);
			}
	for (int i = 0; rd_coll_pipelined.algos[i]; i++)
		if (rd_coll_pipelined.algos[i]->kind == RD_COLL_ALLTOALL ||
		    rd_coll_pipelined.algos[i]->kind == RD_COLL_ALLREDUCE) {
			force(rd_coll_pipelined.algos[i]);
			ranks(rd_coll_pipelined.algos[i], 500);  /* through areas */
			ranks(rd_coll_pipelined.algos[i], 2500); /* by single copies */
		}
	rd_shmcoll_flat_most = 32;
	rd_shmcoll_group_most = 16;
}

/* Over nodes with several ranks each; ranks placed node by node, or in turn. */
static void over_hier(int dealt)
{
	team.remote = 1;
	team.dealt = dealt;
	for (int i = 0; rd_coll_hier.algos[i]; i++) {
		if (dealt && rd_coll_hier.algos[i]->kind == RD_COLL_ALLGATHER)
			continue; /* left to other algorithms */
		force(rd_coll_hier.algos[i]);
		for (team.nodes = 2; team.nodes <= 5; team.nodes += 3)
			ranks(rd_coll_hier.algos[i], team.nodes == 2 ? 99 : 1);
	}
	team.remote = team.nodes = team.dealt = 0;
}

static long crossings;

static void one_allreduce(struct rd_comm *comm)
{
	int sum = 0;

	for (int i = 0; i < test.warm; i++)
		report(rd_coll_barrier(comm), 0);
	team.crossed[comm->rank] = 0;
	report(rd_coll_allreduce(&comm->rank, &RD_BUF(&sum, 1, int_type), sum_op, comm), 0);
	report(0, sum != comm->size * (comm->size - 1) / 2);
	crossings = rd_max(crossings, team.crossed[comm->rank]);
}

/* Of 16 ranks on 4 nodes the leaders exchange log2 4 messages; no other rank sends between
 * nodes. */
static void few_crossings(void)
{
	const char *trouble;

	force(NULL);
	team.remote = 1;
	team.nodes = 4;
	test.err = test.wrong = 0;
	trouble = team_run(16, 7, one_allreduce);
	ok(!trouble && !test.err && !test.wrong, "allreduce on 16 ranks of 4 nodes%s%s",
	   trouble ? ": " : "", trouble ? trouble : "");
	is_int(crossings, 2, "messages of one rank between nodes");
	team.remote = team.nodes = 0;
}

int main(void)
{
	static const uint64_t counts[] = {1, 99};

	if (create())
		return 1;
	test.warm = 5;
	test.stream = 20;
	through_areas(1);
	through_areas(TEAM_MOST);
	for (int i = 0; rd_shmcoll_short[i]; i++) {
		force(rd_shmcoll_short[i]);
		for (size_t c = 0; c < sizeof(counts) / sizeof(counts[0]); c++)
			ranks(rd_shmcoll_short[i], counts[c]);
		if (rd_shmcoll_short[i]->kind == RD_COLL_GATHERV ||
		    rd_shmcoll_short[i]->kind == RD_COLL_SCATTERV)
			ranks(rd_shmcoll_short[i], 1500); /* some blocks are messages */
	}
	by_groups();
	test.stream = 0;
	over_hier(0);
	over_hier(1);
	few_crossings();
	test.warm = 0;
	for (int i = 0; rd_coll_base.algos[i]; i++) {
		force(rd_coll_base.algos[i]);
		for (size_t c = 0; c < sizeof(counts) / sizeof(counts[0]); c++)
			ranks(rd_coll_base.algos[i], counts[c]);
		test.recorded = 1;
		ranks(rd_coll_base.algos[i], counts[1]);
		test.recorded = 0;
	}
	force(NULL);
	team.remote = 1;
	test.root = 0;
	for (int k = 0; k < RD_COLL_KINDS; k++) {
		chosen((enum rd_coll_kind)k, 300);
		chosen((enum rd_coll_kind)k, 12000);
	}
	return done();
}
