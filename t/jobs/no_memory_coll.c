/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Out of memory: the allocations of a collective fail on one member, one after the other. It
 * succeeds nevertheless or returns an error of class MPI_ERR_NO_MEM, no member waits for one
 * without memory, nothing that the call held is lost, and later calls work.
 *
 *     no_memory_coll coll | first | long | data | lists | messages | requests | pair | order | card
 * | leaders | group | lobby
 */
#include "no_memory.h"

#ifdef __GLIBC__

/* ---- Shared memory of a communicator ---- */

/* `calls` allreduces, the last one of `last` elements; in it an allocation of one member fails. */
static void allreduces(MPI_Comm comm, int calls, int last, int member, int at)
{
	for (int i = 1; i <= calls; i++) {
		int err;

		if (i == calls && job.rank == member)
			left = at;
		err = MPI_Allreduce(from, to, i < calls ? 1 : last, MPI_INT, MPI_SUM, comm);
		left = -1;
		if (err != MPI_SUCCESS)
			check_class(err, MPI_ERR_NO_MEM, "MPI_Allreduce");
	}
}

/* Memory is out when the communicator's segment is made, and when that for long data is. */
static void test_coll(void)
{
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	cleared = 1;
	for (int at = 0; at < 5 * job.ranks; at++) {
		MPI_Comm comm, other;

		MPI_Comm_dup(MPI_COMM_WORLD, &comm);
		MPI_Comm_dup(MPI_COMM_WORLD, &other);
		allreduces(comm, CALLS, 1, at % job.ranks, at / job.ranks);
		allreduces(other, CALLS + 1, MANY, at % job.ranks, at / job.ranks);
		MPI_Allreduce(from, to, 1, MPI_INT, MPI_SUM, comm);
		MPI_Allreduce(from, to, MANY, MPI_INT, MPI_SUM, other);
		MPI_Comm_free(&comm);
		MPI_Comm_free(&other);
	}
}

/* Rank 1 has no memory for the first collectives of several communicators. */
static void test_first(void)
{
	enum { COMMS = 6 };
	MPI_Comm comm[COMMS];

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (int i = 0; i < COMMS; i++)
		MPI_Comm_dup(MPI_COMM_WORLD, &comm[i]);
	cleared = always = 1;
	for (int i = 0; i < COMMS; i++) {
		/* a message that came without memory for it would end the job: the others begin
		 * when rank 1 is over */
		if (job.rank != 1)
			MPI_Recv(NULL, 0, MPI_INT, 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		allreduces(comm[i], 1, 1, 1, 0);
		for (int r = 0; job.rank == 1 && r < job.ranks; r++)
			if (r != 1)
				MPI_Send(NULL, 0, MPI_INT, r, i, MPI_COMM_WORLD);
	}
	cleared = always = 0;
	check(job.rank != 1 || failed, "no allocation has failed");
	for (int i = 0; i < COMMS; i++)
		MPI_Comm_free(&comm[i]);
}

static int wait_for(int err, MPI_Request *req)
{
	return err ? err : MPI_Wait(req, MPI_STATUS_IGNORE);
}

/* Without memory for its data on rank 0: no other rank waits for it, and those that would get
 * something else than the result get the error. */
static void test_long(void)
{
	int half = job.ranks / 2, upper = job.rank >= half, root, err[6];
	MPI_Comm local, inter;
	MPI_Request req;

	MPI_Comm_split(MPI_COMM_WORLD, upper, 0, &local);
	MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, upper ? 0 : half, 0, &inter);
	MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	root = !upper ? 0 : job.rank == half ? MPI_ROOT : MPI_PROC_NULL;
	long_fails = !job.rank;
	err[0] = MPI_Allreduce(from, to, MANY, MPI_INT, MPI_SUM, inter);
	err[1] = wait_for(MPI_Iallreduce(from, to, MANY, MPI_INT, MPI_SUM, inter, &req), &req);
	err[2] = MPI_Reduce_scatter_block(from, to, MANY / half, MPI_INT, MPI_SUM, inter);
	err[3] = wait_for(
		MPI_Ireduce_scatter_block(from, to, MANY / half, MPI_INT, MPI_SUM, inter, &req),
		&req);
	err[4] = MPI_Reduce(from, to, MANY, MPI_INT, MPI_SUM, root, inter);
	err[5] = wait_for(MPI_Ireduce(from, to, MANY, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, &req),
			  &req);
	long_fails = 0;
	for (int n = 0; n < 4 + (job.rank == half); n++)
		check_class(err[n], MPI_ERR_NO_MEM, "collective");
	if (!job.rank)
		check_class(err[5], MPI_ERR_NO_MEM, "MPI_Ireduce");
	check(MPI_Allreduce(from, to, MANY, MPI_INT, MPI_SUM, inter) == MPI_SUCCESS,
	      "with memory again: error");
	MPI_Comm_free(&inter);
	MPI_Comm_free(&local);
}

/*
 * Each collective whose algorithm has data of its own, where one rank has no memory for it: its
 * result is right or it ends with the error, on every rank.
 */
static int gave[4 * MANY], got[4 * MANY];
static int many = MANY / 2; /* elements of a block: more each time, so none fits a kept block */

static int value(int from, int to, int i)
{
	return from * 1000003 + to * 4099 + i;
}

static int comes(int block, int from, int to)
{
	for (int i = 0; i < many; i++)
		if (got[block * many + i] != value(from, to, i))
			return 0;
	return 1;
}

static int has_all(int mine)
{
	for (int from = 0; from < job.ranks; from++)
		if (!comes(from, from, mine ? job.rank : 0))
			return 0;
	return 1;
}

static int do_gather(MPI_Request *req)
{
	return req ? MPI_Igather(gave, many, MPI_INT, got, many, MPI_INT, 0, MPI_COMM_WORLD, req)
		   : MPI_Gather(gave, many, MPI_INT, got, many, MPI_INT, 0, MPI_COMM_WORLD);
}

static int is_gathered(void)
{
	return job.rank || has_all(0);
}

static int do_scatter(MPI_Request *req)
{
	return req ? MPI_Iscatter(gave, many, MPI_INT, got, many, MPI_INT, 1, MPI_COMM_WORLD, req)
		   : MPI_Scatter(gave, many, MPI_INT, got, many, MPI_INT, 1, MPI_COMM_WORLD);
}

static int is_scattered(void)
{
	return comes(0, 1, job.rank);
}

static int do_alltoall(MPI_Request *req)
{
	return req ? MPI_Ialltoall(gave, many, MPI_INT, got, many, MPI_INT, MPI_COMM_WORLD, req)
		   : MPI_Alltoall(gave, many, MPI_INT, got, many, MPI_INT, MPI_COMM_WORLD);
}

static int do_swap(MPI_Request *req)
{
	memcpy(got, gave, sizeof got);
	return req ? MPI_Ialltoall(MPI_IN_PLACE, 0, MPI_INT, got, many, MPI_INT, MPI_COMM_WORLD,
				   req)
		   : MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, got, many, MPI_INT, MPI_COMM_WORLD);
}

static int is_exchanged(void)
{
	return has_all(1);
}

static int do_allgather(MPI_Request *req)
{
	return req ? MPI_Iallgather(gave, many, MPI_INT, got, many, MPI_INT, MPI_COMM_WORLD, req)
		   : MPI_Allgather(gave, many, MPI_INT, got, many, MPI_INT, MPI_COMM_WORLD);
}

static int do_allgatherv(MPI_Request *req)
{
	static int counts[4], displs[4];

	for (int i = 0; i < job.ranks; i++) {
		counts[i] = many;
		displs[i] = i * many;
	}
	return req ? MPI_Iallgatherv(gave, many, MPI_INT, got, counts, displs, MPI_INT,
				     MPI_COMM_WORLD, req)
		   : MPI_Allgatherv(gave, many, MPI_INT, got, counts, displs, MPI_INT,
				    MPI_COMM_WORLD);
}

static int is_known(void)
{
	return has_all(0);
}

static const struct {
	const char *name;
	int (*call)(MPI_Request *req); /* NULL: the blocking one */
	int (*is_right)(void);
} movers[] = {{"gather", do_gather, is_gathered},      {"scatter", do_scatter, is_scattered},
	      {"alltoall", do_alltoall, is_exchanged}, {"alltoall in place", do_swap, is_exchanged},
	      {"allgather", do_allgather, is_known},   {"allgatherv", do_allgatherv, is_known}};
enum { MOVERS = sizeof movers / sizeof movers[0] };

static int poor_calls; /* that ended with the error */

static void move_poorly(int which, int poor, int waits)
{
	MPI_Request req;
	int err;

	many += 100;
	for (int i = 0; i < job.ranks * many; i++)
		gave[i] = value(job.rank, i / many, i % many);
	memset(got, 0, sizeof got);
	long_fails = job.rank == poor;
	err = waits ? wait_for(movers[which].call(&req), &req) : movers[which].call(NULL);
	long_fails = 0;
	poor_calls += err != MPI_SUCCESS;
	if (err)
		check_class(err, MPI_ERR_NO_MEM, movers[which].name);
	else
		check(movers[which].is_right(), "%s without memory on rank %d: wrong data",
		      movers[which].name, poor);
	check(MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS, "the next call has failed");
}

static void test_data(void)
{
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (int which = 0; which < MOVERS; which++)
		for (int poor = 0; poor <= job.ranks; poor++)
			for (int waits = 0; waits < 2; waits++)
				move_poorly(which, poor, waits);
	check(poor_calls >= MOVERS, "only %d calls lacked memory", poor_calls);
}

/* ---- Messages of blocking calls ---- */

static int copy_world(void)
{
	MPI_Comm copy = MPI_COMM_NULL;
	int err = MPI_Comm_dup(MPI_COMM_WORLD, &copy);

	if (!err)
		MPI_Comm_free(&copy);
	return err;
}

static int call_poorly(int which)
{
	enum { EACH_OF = MANY / 8 };

	switch (which) {
	case 0:
		return MPI_Allreduce(from, to, EACH_OF, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	case 1:
		return MPI_Bcast(to, EACH_OF, MPI_INT, 0, MPI_COMM_WORLD);
	case 2:
		return MPI_Gather(from, EACH_OF, MPI_INT, to, EACH_OF, MPI_INT, 0, MPI_COMM_WORLD);
	case 3:
		return MPI_Alltoall(from, EACH_OF, MPI_INT, to, EACH_OF, MPI_INT, MPI_COMM_WORLD);
	case 4:
		return MPI_Reduce(from, to, EACH_OF, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
	default:
		return copy_world();
	}
}

enum { IDLE = 1000 };
static MPI_Request idle[IDLE];
static int idles;

/* Begins receives until there is no memory for one. */
static void use_up_requests(void)
{
	while (idles < IDLE &&
	       MPI_Irecv(to, 1, MPI_INT, 0, END, MPI_COMM_SELF, &idle[idles]) == MPI_SUCCESS)
		idles++;
}

static void end_idle(void)
{
	for (int i = 0; i < idles; i++) {
		MPI_Cancel(&idle[i]);
		MPI_Wait(&idle[i], MPI_STATUS_IGNORE);
	}
}

/* Rank 1 has no memory for the requests of a call's messages, nor for their rendezvous: the call
 * ends on every rank. */
static void test_messages(void)
{
	enum { WHICH = 6 };
	int lacks = 0;

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	for (int which = 0; which < WHICH; which++) {
		int err, poor = job.rank == 1;

		call_poorly(which);
		cleared = always = 1;
		left = poor ? 0 : -1;
		if (poor)
			use_up_requests();
		failed = 0;
		err = call_poorly(which);
		lacks += failed;
		left = -1;
		cleared = always = 0;
		if (err)
			check_class(err, MPI_ERR_NO_MEM, "a blocking call");
		check(MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS, "the next call has failed");
	}
	check(job.rank != 1 || lacks, "no allocation has failed");
	end_idle();
}

/* ---- Messages between ranks 0 and 1, the second without memory ---- */

enum { PAIR_COUNT = MANY / 8 };

/* `calls` messages each way, by blocking calls. */
static void give_and_take(int calls)
{
	int other = !job.rank, err = MPI_SUCCESS;

	for (int i = 0; i < calls && !err; i++) {
		int count = i % 2 ? PAIR_COUNT : 1;

		err = MPI_Sendrecv(from, count, MPI_INT, other, i, to, count, MPI_INT, other, i,
				   MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		if (!err && job.rank)
			err = MPI_Send(from, count, MPI_INT, other, i, MPI_COMM_WORLD);
		if (!err)
			err = MPI_Recv(to, count, MPI_INT, other, i, MPI_COMM_WORLD,
				       MPI_STATUS_IGNORE);
		if (!err && !job.rank)
			err = MPI_Send(from, count, MPI_INT, other, i, MPI_COMM_WORLD);
	}
	check(err == MPI_SUCCESS, "a blocking call has failed");
}

/* There is no memory for requests alone: blocking calls need none. */
static void test_requests(void)
{
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	give_and_take(2);
	if (job.rank == 1) {
		aligned = always = 1;
		left = 0;
		use_up_requests();
	}
	failed = 0;
	give_and_take(4);
	left = -1;
	aligned = always = 0;
	check(job.rank != 1 || failed, "no allocation has failed");
	end_idle();
}

/* The other rank sends its message when it has this one's: without memory for that MPI_Sendrecv
 * does not wait. */
static void test_pair(void)
{
	int err;

	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	give_and_take(2);
	for (int round = 0; round < 2 && job.rank == 1; round++) {
		cleared = always = 1;
		left = 0;
		if (round)
			use_up_requests();
		err = MPI_Sendrecv(from, PAIR_COUNT, MPI_INT, 0, END, to, PAIR_COUNT, MPI_INT, 0,
				   END, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		left = -1;
		cleared = always = 0;
		check_class(err, MPI_ERR_NO_MEM, "MPI_Sendrecv");
	}
	if (job.rank == 1)
		MPI_Send(from, PAIR_COUNT, MPI_INT, 0, END, MPI_COMM_WORLD);
	MPI_Recv(to, PAIR_COUNT, MPI_INT, !job.rank, END, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	if (!job.rank)
		MPI_Send(from, PAIR_COUNT, MPI_INT, 1, END, MPI_COMM_WORLD);
	end_idle();
}

/* ---- Lists of blocks ---- */

enum { BLOCK = 300 }; /* elements of rank 0; each further rank has one more */

static int first_of(int rank)
{
	return rank * BLOCK + rank * (rank - 1) / 2;
}

/* A lack of aligned memory shorter than `lacks_b` bytes on the last rank; the result or its error.
 */
static int scatter_poorly(size_t lacks_b, int waits)
{
	int *counts = malloc(sizeof(int) * (size_t)job.ranks), err;
	MPI_Request req;

	for (int i = 0; i < job.ranks; i++)
		counts[i] = BLOCK + i;
	for (int i = 0; i < first_of(job.ranks); i++)
		from[i] = job.rank + i;
	aligned_fails_b = job.rank == job.ranks - 1 ? lacks_b : 0;
	err = waits ? wait_for(MPI_Ireduce_scatter(from, to, counts, MPI_INT, MPI_SUM,
						   MPI_COMM_WORLD, &req),
			       &req)
		    : MPI_Reduce_scatter(from, to, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	aligned_fails_b = 0;
	free(counts);
	for (int i = 0; !err && i < BLOCK + job.rank; i++)
		check(to[i] == sum_of(first_of(job.rank) + i), "element %d is %d", i, to[i]);
	return err;
}

/* Without any memory the call ends with the error or the result on every rank; where there is
 * memory for data, the list of the blocks is not needed. The library keeps memory from the last
 * call on. */
static void test_lists(void)
{
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (int waits = 0; waits < 2; waits++) {
		int err = scatter_poorly(SIZE_MAX, waits);

		if (err)
			check_class(err, MPI_ERR_NO_MEM, "without memory");
	}
	check(job.rank < job.ranks - 1 || failed, "no allocation has failed");
	check(scatter_poorly(1000, 0) == MPI_SUCCESS, "without memory for lists: error");
	check(scatter_poorly(0, 0) == MPI_SUCCESS, "with memory again: error");
}

/* ---- Sums in ring order ---- */

static void sum_poorly(int poor, int root)
{
	int err;

	never = job.rank == poor ? sizeof(int) * (size_t)job.ranks : 0;
	aligned_fails_b = job.rank == poor && root < 0 ? SIZE_MAX : 0;
	memset(to, 0, sizeof to);
	err = root < 0 ? MPI_Allreduce(from, to, MANY, MPI_INT, MPI_SUM, MPI_COMM_WORLD)
		       : MPI_Reduce(from, to, MANY, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
	never = aligned_fails_b = 0;
	if (err)
		check_class(err, MPI_ERR_NO_MEM, "without memory for data");
	check(!err || root < 0, "without memory for the order: error");
	for (int i = 0; !err && (root < 0 || root == job.rank) && i < MANY; i++)
		check(to[i] == sum_of(i), "element %d is %d", i, to[i]);
}

/* A member without memory for data and the order of the ranks, or for the order alone. */
static void test_order(void)
{
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (int i = 0; i < MANY; i++)
		from[i] = job.rank + i;
	for (int poor = 0; poor < job.ranks; poor++)
		sum_poorly(poor, -1);
	for (int poor = 0; poor < job.ranks; poor++)
		sum_poorly(poor, (poor + 2) % job.ranks);
	check(failed > 1, "no allocation has failed");
}

/* The leader of a card has room for vectors from the beginning: without memory the card adds them
 * all the same. */
static void test_card(void)
{
	enum { FEW_CELLS = 4000 };

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (int i = 0; i < FEW_CELLS; i++)
		from[i] = job.rank + i;
	MPI_Barrier(MPI_COMM_WORLD);
	aligned_fails_b = SIZE_MAX;
	check(MPI_Allreduce(from, to, FEW_CELLS, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS,
	      "MPI_Allreduce: error");
	aligned_fails_b = 0;
	for (int i = 0; i < FEW_CELLS; i++)
		check(to[i] == sum_of(i), "element %d is %d", i, to[i]);
	check(!failed, "%d allocations were asked for", failed);
}

/* ---- Leaders of cards ---- */

static MPI_Comm card_comm;
static MPI_Datatype gaps; /* no element is next to another */

static int begin_on_card(int which, MPI_Request *req)
{
	enum { VECTOR = 3000 };

	switch (which) {
	case 0:
		return MPI_Ibarrier(card_comm, req);
	case 1:
		return MPI_Iallreduce(from, to, 2, MPI_INT, MPI_SUM, card_comm, req);
	case 2:
		return MPI_Ireduce(from, to, VECTOR, MPI_INT, MPI_SUM, 0, card_comm, req);
	case 3:
		return MPI_Ibcast(from, VECTOR, gaps, 1, card_comm, req);
	default:
		return MPI_Bcast(from, VECTOR, gaps, 1, card_comm);
	}
}

enum { REDUCE = 2, ON_CARD = 5 };

/* Rank 1 has no memory for the schedule's steps (way 0) or data. */
static void lack_on_card(int which, int way)
{
	MPI_Request req = MPI_REQUEST_NULL;
	int before = failed, err, lacks;

	MPI_Comm_dup(MPI_COMM_WORLD, &card_comm);
	MPI_Barrier(card_comm);
	cleared = 1;
	left = job.rank == 1 && !way ? 0 : -1;
	aligned_fails_b = job.rank == 1 && way ? SIZE_MAX : 0;
	err = begin_on_card(which, &req);
	left = -1;
	aligned_fails_b = 0;
	cleared = 0;
	lacks = failed > before;
	if (err == MPI_SUCCESS)
		err = MPI_Wait(&req, MPI_STATUS_IGNORE);
	MPI_Bcast(&lacks, 1, MPI_INT, 1, MPI_COMM_WORLD);
	check(lacks || err == MPI_SUCCESS, "call %d with memory: an error", which);
	if (lacks && (which != REDUCE || err != MPI_SUCCESS)) /* of which most get nothing */
		check_class(err, MPI_ERR_NO_MEM, "a call on cards");
	MPI_Comm_free(&card_comm);
}

/* The other leaders do not wait for a card whose leader has no memory for its part. */
static void test_leaders(void)
{
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Type_create_resized(MPI_INT, 0, 8, &gaps);
	MPI_Type_commit(&gaps);
	for (int which = 0; which < ON_CARD; which++)
		for (int way = 0; way < 2; way++)
			lack_on_card(which, way);
	MPI_Type_free(&gaps);
	check(job.rank != 1 || failed > 2, "only %d calls lacked memory", failed);
}

/* ---- Groups ---- */

/* The result is MPI_SIMILAR, or an error and no result. */
static void compared(int err, int result, const char *call)
{
	if (err != MPI_SUCCESS)
		check_class(err, MPI_ERR_NO_MEM, call);
	check(result == (err ? -1 : MPI_SIMILAR), "%s: result %d", call, result);
}

static void test_group(void)
{
	MPI_Group group, other;
	MPI_Comm comm;

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_split(MPI_COMM_WORLD, 0, -job.rank, &comm);
	MPI_Comm_group(MPI_COMM_WORLD, &group);
	MPI_Comm_group(comm, &other);
	for (int at = 0; at < 2; at++) {
		int result = -1, err;

		left = at ? -1 : 0;
		err = MPI_Group_compare(group, other, &result);
		left = -1;
		compared(err, result, "MPI_Group_compare");
		result = -1;
		left = at ? -1 : 0;
		err = MPI_Comm_compare(MPI_COMM_WORLD, comm, &result);
		left = -1;
		compared(err, result, "MPI_Comm_compare");
	}
	check(failed == 2, "%d allocations failed", failed);
	MPI_Group_free(&group);
	MPI_Group_free(&other);
	MPI_Comm_free(&comm);
}

/* ---- Messages without a communicator ---- */

static int from_group(MPI_Group group, const char *name, MPI_Comm *comm)
{
	*comm = MPI_COMM_NULL;
	return MPI_Comm_create_from_group(group, name, MPI_INFO_NULL, MPI_ERRORS_RETURN, comm);
}

/* Rank 1 has no memory for the first message of a call: none waits, and the next call under the
 * same string finds no message of this one. */
static void test_lobby(void)
{
	static const char name[] = "rank 1 has no memory for what it tells";
	enum { HEAD_B = 16, ID_B = 8, MESSAGE_B = HEAD_B + sizeof(name) - 1 + ID_B };
	MPI_Group group;
	MPI_Comm comm;
	int sum;

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_group(MPI_COMM_WORLD, &group);
	for (int round = 0; round < ROUNDS; round++) {
		never = job.rank == 1 ? MESSAGE_B : 0;
		check_class(from_group(group, name, &comm), MPI_ERR_NO_MEM,
			    "MPI_Comm_create_from_group");
		never = 0;
		if (!check(from_group(group, name, &comm) == MPI_SUCCESS,
			   "round %d: with memory again: error", round))
			break;
		MPI_Allreduce(&round, &sum, 1, MPI_INT, MPI_SUM, comm);
		check(sum == round * job.ranks, "round %d: the sum is %d", round, sum);
		MPI_Comm_free(&comm);
	}
	check(job.rank != 1 || failed == ROUNDS, "%d allocations failed", failed);
	MPI_Group_free(&group);
}

int main(int argc, char **argv)
{
	static const struct scarce_test tests[] = {
		{"coll", test_coll},         {"first", test_first},
		{"long", test_long},         {"data", test_data},
		{"lists", test_lists},       {"messages", test_messages},
		{"requests", test_requests}, {"pair", test_pair},
		{"order", test_order},       {"card", test_card},
		{"leaders", test_leaders},   {"group", test_group},
		{"lobby", test_lobby},       {0},
	};

	return scarce_main(argc, argv, "no_memory_coll", tests);
}

#endif
