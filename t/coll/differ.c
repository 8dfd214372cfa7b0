/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * coll/sm_many.c: members that are counted, of which one makes another call than the others: all
 * learn of it, whichever arrives last; each error names two members and the calls that these make;
 * and the next call, in which all agree, is right again. Where one of the two calls is not counted,
 * all that would wait for ever learn of it; likewise a few members that are not counted, and wait
 * for each other's posts. Over nodes the errors name ranks of the whole communicator. The
 * signatures of few calls do not add up to those of others.
 */
#include "t/coll/team.h"

#include "base/param.h"
#include "coll/sm_pool.h"
#include "datatype/op.h"
#include "runtime/hw.h"

enum { GROUP = 4, WARM = 5, MOST = 4096 };
enum made {
	BARRIER,
	ALLREDUCE,
	ALLGATHER,
	ALLTOALL,
	REDUCE_SCATTER,
	BCAST,
	BCAST_1,
	REDUCE,
	GATHER
};

static const char *const names[] = {
	"MPI_Barrier", "MPI_Allreduce", "MPI_Allgather", "MPI_Alltoall", "MPI_Reduce_scatter_block",
	"MPI_Bcast",   "MPI_Bcast",     "MPI_Reduce",    "MPI_Gather"};

struct one {
	enum made made;
	uint64_t count;
};

/* All make one call, but rank `rank` the other. */
static struct {
	struct one usual, odd;
	int rank, next; /* next: they agree in the call after it */
	int is_long;
	int silent;  /* members without the error */
	int unnamed; /* errors whose cause is not that of two members */
	int named;
	int wrong; /* results of the next call */
} test;

static struct rd_type *int_type;
static struct rd_op *sum_op;
static int from[TEAM_MOST][TEAM_MOST * MOST], to[TEAM_MOST][TEAM_MOST * MOST];

static int make(struct one one, struct rd_comm *comm)
{
	int *out = from[comm->rank], *in = to[comm->rank];

	switch (one.made) {
	case BARRIER:
		return rd_coll_barrier(comm);
	case ALLREDUCE:
		return rd_coll_allreduce(out, &RD_BUF(in, one.count, int_type), sum_op, comm);
	case ALLGATHER:
		return rd_coll_allgather(&RD_BUF(out, one.count, int_type),
					 &RD_BUF(in, one.count, int_type), comm);
	case ALLTOALL:
		return rd_coll_alltoall(&RD_BUF(out, one.count, int_type),
					&RD_BUF(in, one.count, int_type), comm);
	case REDUCE_SCATTER:
		return rd_coll_reduce_scatter_block(out, &RD_BUF(in, one.count, int_type), sum_op,
						    comm);
	case BCAST:
	case BCAST_1:
		return rd_coll_bcast(&RD_BUF(in, one.count, int_type), one.made == BCAST_1, comm);
	case REDUCE:
		return rd_coll_reduce(out, &RD_BUF(in, one.count, int_type), sum_op, 0, comm);
	case GATHER:
		return rd_coll_gather(&RD_BUF(out, one.count, int_type),
				      &RD_BUF(in, one.count, int_type), 0, comm);
	}
	return 0;
}

static const struct one *of(int rank)
{
	return rank == test.rank ? &test.odd : &test.usual;
}

/* 1: it waits for a member that makes another call. */
static int must_fail(int rank)
{
	switch (of(rank)->made) {
	case BCAST:
		return of(0) != of(rank);
	case BCAST_1:
		return of(1) != of(rank);
	case REDUCE:
	case GATHER:
		return rank == 0;
	default:
		return 1;
	}
}

/* "rank 3 gives ..., rank 0 gives ...", "rank 3 calls ..., rank 0 ...": the own rank is the second,
 * and the first is one of those whose call is another. */
static int is_named(const char *cause, int own)
{
	const char *second = cause ? strstr(cause, ", rank ") : NULL;
	int m, self;

	if (!second || sscanf(cause, "rank %d", &m) != 1 || sscanf(second, ", rank %d", &self) != 1)
		return 0;
	if (self != own || m < 0 || m >= team.size || of(m) == of(own))
		return 0;
	return test.odd.made == test.usual.made ||
	       ((strstr(cause, names[of(m)->made]) || strstr(cause, "another collective")) &&
		strstr(second, names[of(own)->made]));
}

static void agree(struct rd_comm *comm)
{
	int sum = 0, err = rd_coll_allreduce(&comm->rank, &RD_BUF(&sum, 1, int_type), sum_op, comm);

	test.wrong += err || sum != comm->size * (comm->size - 1) / 2;
}

static void body(struct rd_comm *comm)
{
	const char *cause;
	int err;

	for (int i = 0; i < WARM; i++)
		agree(comm);
	if (test.is_long)
		make((struct one){ALLTOALL, MOST}, comm); /* makes the pool */
	rd_err_forget();
	err = make(*of(comm->rank), comm);
	test.silent += err != (must_fail(comm->rank) ? RD_ECOUNT : 0);
	cause = rd_err_cause();
	/* one that waits on after its error may lose the cause: all ranks here are one thread */
	if (err && (cause || rd_shmcoll_flat_most == GROUP))
		test.unnamed += !is_named(cause, comm->rank);
	for (int i = 0; test.next && i < 3; i++)
		agree(comm);
}

static void differ(struct one usual, struct one odd, int next)
{
	static const struct {
		int size, odd;
	} runs[] = {{5, 0}, {5, 1}, {5, 2}, {5, 3}, {5, 4}, {9, 8}, {16, 1}, {16, 7}, {16, 15}};
	const char *trouble = NULL;

	test.usual = usual;
	test.odd = odd;
	test.next = next;
	test.is_long = usual.count > 1000 || odd.count > 1000;
	test.silent = test.unnamed = test.wrong = 0;
	for (size_t i = 0; i < sizeof(runs) / sizeof(runs[0]) && !trouble; i++) {
		test.rank = runs[i].odd;
		trouble = team_run(runs[i].size, i + 1, body);
	}
	ok(!trouble, "%s of %llu, one %s of %llu%s%s", names[usual.made],
	   (unsigned long long)usual.count, names[odd.made], (unsigned long long)odd.count,
	   trouble ? ": " : "", trouble ? trouble : "");
	is_int(test.silent, 0, "all members that wait for others get the error");
	is_int(test.unnamed, 0, "each names two of them");
	is_int(test.wrong, 0, "calls before and after it are right");
}

static void body_of_nodes(struct rd_comm *comm)
{
	const char *cause;
	int err;

	for (int i = 0; i < 2 * WARM; i++)
		agree(comm);
	rd_err_forget();
	err = make(*of(comm->rank), comm);
	test.silent += err != RD_ECOUNT;
	cause = rd_err_cause(); /* of some it is that the calls of others differ */
	test.named += is_named(cause, comm->rank);
	test.unnamed += cause && strstr(cause, ", rank ") && !is_named(cause, comm->rank);
}

/* Two nodes that have the ranks in turn; rank 5 is the third one of its node. */
static void differ_over_nodes(void)
{
	const char *trouble;

	test.usual = (struct one){ALLREDUCE, 2};
	test.odd = (struct one){ALLREDUCE, 4};
	test.rank = 5;
	test.silent = test.unnamed = test.wrong = test.named = 0;
	team.remote = team.dealt = team.drops = 1;
	team.nodes = 2;
	trouble = team_run(8, 1, body_of_nodes);
	team.remote = team.dealt = team.drops = team.nodes = 0;
	ok(!trouble && !test.wrong, "over two nodes%s%s", trouble ? ": " : "",
	   trouble ? trouble : "");
	is_int(test.silent, 0, "all members of both nodes get the error");
	ok(test.named > 0, "some with a cause that names two ranks of the whole communicator");
	is_int(test.unnamed, 0, "and none with one that names others");
}

/* Sums of n signatures of two calls, in any parts, against n of either. */
static void no_sum_is_another(void)
{
	int equal = 0;

	for (uint64_t a = 0; a < 300; a++)
		for (uint64_t b = 0; b < 300; b++) {
			uint64_t x = rd_shmcoll_counted(rd_shmcoll_arrival(RD_COLL_ALLREDUCE, a)),
				 y = rd_shmcoll_counted(rd_shmcoll_arrival(RD_COLL_ALLREDUCE, b)),
				 z = rd_shmcoll_counted(
					 rd_shmcoll_arrival(RD_COLL_ALLREDUCE, (a + b) / 2));

			equal += a != b && x + y == 2 * z;
			for (uint64_t n = 1; n < 16; n++)
				equal += a != b && n * x + (16 - n) * y == 16 * y;
		}
	is_int(equal, 0, "the counters tell different calls apart");
}

int main(void)
{
	static const struct one nothing = {BARRIER, 0}, two = {ALLREDUCE, 2}, four = {ALLREDUCE, 4},
				gathers = {ALLGATHER, 2}, crosses = {ALLTOALL, 2},
				scatters = {REDUCE_SCATTER, 2}, some = {ALLREDUCE, 1500},
				more = {ALLREDUCE, 1800}, moves = {ALLTOALL, 2100},
				moves_more = {ALLTOALL, 4096}, spreads = {BCAST, 2},
				spreads_more = {BCAST, 2000}, sums = {REDUCE, 2},
				much = {ALLREDUCE, 60000}, collects = {GATHER, 2},
				spreads_1 = {BCAST_1, 2};

	int_type = rd_type_get(MPI_INT);
	sum_op = rd_op_get(MPI_SUM);
	if (rd_param_init())
		return 1;
	rd_shmcoll_flat_most = rd_shmcoll_group_most = GROUP;
	rd_hw_set_share(TEAM_MOST, 1);
	no_sum_is_another();
	differ(two, four, 1);
	differ(two, nothing, 1);
	differ(nothing, two, 1);
	differ(gathers, nothing, 1);
	differ(nothing, gathers, 1);
	differ(crosses, gathers, 1);
	differ(scatters, crosses, 1);
	differ(some, more, 0);
	differ(some, nothing, 0);
	differ(moves, moves_more, 0);
	differ(two, moves, 0);
	team.sleeps = 1;
	differ(nothing, spreads, 0);
	differ(spreads, nothing, 0);
	differ(nothing, sums, 0);
	differ(sums, two, 0);
	differ(two, spreads_more, 0);
	differ(spreads_more, nothing, 0);
	differ(some, much, 0);
	rd_shmcoll_flat_most = 32;
	differ(collects, spreads, 0);
	differ(spreads, collects, 0);
	differ(spreads, spreads_1, 0);
	differ_over_nodes();
	return done();
}
