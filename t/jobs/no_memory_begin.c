/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Out of memory: collectives with a request, one member of which has no memory to begin one or to
 * carry it out. They are carried out all the same or end with an error of class MPI_ERR_NO_MEM, no
 * member waits for one without memory, and later calls work.
 *
 *     no_memory_begin queue | spare | schedule | orphan
 */
#include "no_memory.h"

#ifdef __GLIBC__

/* ---- Queues in shared memory ---- */

enum { OUTSTANDING = 400, LONG_EACH = 100, LONG_ONES = OUTSTANDING / LONG_EACH };

/* Rank 1 has no memory for calls with a request in shared memory, more of them than there are
 * posts: they are carried out all the same, and so are later ones. */
static void test_queue(void)
{
	static int brief[OUTSTANDING][2], lengthy[LONG_ONES + 1][MANY];
	MPI_Request req[OUTSTANDING + 1];

	for (int i = 0; i < 2 * CALLS; i++) {
		MPI_Iallreduce(from, lengthy, MANY, MPI_INT, MPI_SUM, MPI_COMM_WORLD, req);
		MPI_Wait(req, MPI_STATUS_IGNORE);
		MPI_Barrier(MPI_COMM_WORLD);
	}
	for (int i = 0; i < MANY; i++)
		from[i] = job.rank + i;
	left = job.rank == 1 ? 0 : -1;
	always = 1;
	for (int i = 0; i < OUTSTANDING; i++) {
		MPI_Iallreduce(from, brief[i], 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &req[i]);
		if (i % LONG_EACH)
			continue;
		MPI_Wait(&req[i], MPI_STATUS_IGNORE);
		MPI_Iallreduce(from, lengthy[i / LONG_EACH], MANY, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
			       &req[i]);
	}
	left = -1;
	check(job.rank != 1 || failed, "no allocation has failed");
	MPI_Iallreduce(from, lengthy[LONG_ONES], MANY, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
		       &req[OUTSTANDING]);
	MPI_Waitall(OUTSTANDING + 1, req, MPI_STATUSES_IGNORE);
	for (int i = 0; i < OUTSTANDING; i++)
		check(brief[i][0] == sum_of(0) && brief[i][1] == sum_of(1), "call %d", i);
	for (int i = 0; i <= LONG_ONES; i++)
		for (int n = 0; n < MANY; n++)
			check(lengthy[i][n] == sum_of(n), "long call %d, element %d", i, n);
}

enum { KEPT_OPS = 8 }; /* that the library still has when it first asks for memory in vain */

/* Rank 1 begins calls until there is no memory for one: that returns, too, before the others begin
 * it. */
static void begin_poorly(int count)
{
	static int sums[OUTSTANDING][MANY];
	MPI_Request req[OUTSTANDING];
	int calls = 0, more = KEPT_OPS, asked = failed;

	left = 0;
	while (job.rank == 1 && more && calls < OUTSTANDING) {
		more -= failed > asked;
		MPI_Iallreduce(from, sums[calls], count, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
			       &req[calls]);
		calls++;
	}
	left = -1;
	check(!more || job.rank != 1, "no allocation has failed");
	for (int rank = 0; job.rank == 1 && rank < job.ranks; rank++)
		if (rank != 1)
			MPI_Send(&calls, 1, MPI_INT, rank, END, MPI_COMM_WORLD);
	if (job.rank != 1)
		MPI_Recv(&calls, 1, MPI_INT, 1, END, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	for (int i = 0; job.rank != 1 && i < calls; i++)
		MPI_Iallreduce(from, sums[i], count, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &req[i]);
	MPI_Waitall(calls, req, MPI_STATUSES_IGNORE);
	for (int i = 0; i < calls; i++)
		for (int n = 0; n < count; n++)
			check(sums[i][n] == sum_of(n), "call %d, element %d", i, n);
}

static void test_spare(void)
{
	int sum[MANY];
	MPI_Request req;

	for (int i = 0; i < 2 * CALLS; i++) {
		MPI_Iallreduce(from, sum, MANY, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &req);
		MPI_Wait(&req, MPI_STATUS_IGNORE);
		MPI_Barrier(MPI_COMM_WORLD);
	}
	for (int i = 0; i < MANY; i++)
		from[i] = job.rank + i;
	always = 1;
	begin_poorly(2);
	begin_poorly(MANY);
	begin_poorly(2);
}

/* ---- Schedules ---- */

enum { AT_ONCE = 40, FEW = 2, EACH = 600 };

struct comms {
	MPI_Comm grid, inter, made;
};

typedef int begin_fn(struct comms *c, int n, MPI_Request *req);

static int begin_barrier(struct comms *c, int n, MPI_Request *req)
{
	(void)n;
	return MPI_Ibarrier(c->grid, req);
}

static int begin_allreduce(struct comms *c, int n, MPI_Request *req)
{
	return MPI_Iallreduce(from, to, n, MPI_INT, MPI_SUM, c->grid, req);
}

static int begin_alltoall(struct comms *c, int n, MPI_Request *req)
{
	return MPI_Ialltoall(from, n, MPI_INT, to, n, MPI_INT, c->grid, req);
}

static int begin_reduce_scatter(struct comms *c, int n, MPI_Request *req)
{
	return MPI_Ireduce_scatter_block(from, to, n, MPI_INT, MPI_SUM, c->grid, req);
}

static int begin_neighbors(struct comms *c, int n, MPI_Request *req)
{
	return MPI_Ineighbor_alltoall(from, n, MPI_INT, to, n, MPI_INT, c->grid, req);
}

static int begin_across(struct comms *c, int n, MPI_Request *req)
{
	return MPI_Iallreduce(from, to, n, MPI_INT, MPI_SUM, c->inter, req);
}

static int begin_copy(struct comms *c, int n, MPI_Request *req)
{
	(void)n;
	return MPI_Comm_idup(c->grid, &c->made, req);
}

static begin_fn *const begins[] = {
	begin_barrier,   begin_allreduce, begin_alltoall, begin_reduce_scatter,
	begin_neighbors, begin_across,    begin_copy};
enum { BEGINS = sizeof begins / sizeof begins[0] };

static void open_comms(struct comms *c)
{
	int half = job.ranks / 2, upper = job.rank >= half, wraps = 1;
	MPI_Comm local;

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Cart_create(MPI_COMM_WORLD, 1, &job.ranks, &wraps, 0, &c->grid);
	MPI_Comm_split(MPI_COMM_WORLD, upper, 0, &local);
	MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, upper ? 0 : half, 0, &c->inter);
	MPI_Comm_free(&local);
	c->made = MPI_COMM_NULL;
}

static void judge(int err, int which, int n)
{
	if (err != MPI_SUCCESS)
		check_class(err, MPI_ERR_NO_MEM, "a call with a request");
	for (int i = 0; i < n && err == MPI_SUCCESS && begins[which] == begin_allreduce; i++)
		check(to[i] == sum_of(i), "element %d of %d is %d", i, n, to[i]);
}

/* Allocation `at` of rank 1 fails while it begins the call: all calls end, and so do later ones. 0:
 * it has fewer. */
static int lack_once(struct comms *c, int which, int n, int at)
{
	MPI_Request req = MPI_REQUEST_NULL;
	int before = failed, err, lacks;

	left = job.rank == 1 ? at : -1;
	cleared = 1;
	err = begins[which](c, n, &req);
	left = -1;
	cleared = 0;
	lacks = failed > before;
	if (err == MPI_SUCCESS)
		err = MPI_Wait(&req, MPI_STATUS_IGNORE);
	judge(err, which, n);
	if (c->made != MPI_COMM_NULL && err == MPI_SUCCESS)
		MPI_Comm_free(&c->made);
	c->made = MPI_COMM_NULL;
	MPI_Bcast(&lacks, 1, MPI_INT, 1, MPI_COMM_WORLD);
	return lacks;
}

/* Rank 1 begins calls without memory, more than it has places for; the others begin them later. */
static void lack_all(struct comms *c)
{
	MPI_Request req[AT_ONCE];
	int lost = 0;

	if (job.rank != 1)
		MPI_Recv(NULL, 0, MPI_INT, 1, END, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	left = job.rank == 1 ? 0 : -1;
	always = 1;
	for (int i = 0; i < AT_ONCE; i++) {
		req[i] = MPI_REQUEST_NULL;
		lost += begin_allreduce(c, FEW, &req[i]) != MPI_SUCCESS;
	}
	left = -1;
	always = 0;
	check(job.rank != 1 || lost, "no call lacks memory");
	for (int rank = 0; job.rank == 1 && rank < job.ranks; rank++)
		if (rank != 1)
			MPI_Send(NULL, 0, MPI_INT, rank, END, MPI_COMM_WORLD);
	MPI_Waitall(AT_ONCE, req, MPI_STATUSES_IGNORE);
	MPI_Barrier(MPI_COMM_WORLD);
	check(begin_allreduce(c, FEW, req) == MPI_SUCCESS &&
		      MPI_Wait(req, MPI_STATUS_IGNORE) == MPI_SUCCESS,
	      "with memory again: error");
}

static void test_schedule(void)
{
	struct comms c;

	open_comms(&c);
	for (int i = 0; i < MANY; i++)
		from[i] = job.rank + i;
	for (int which = 0; which < BEGINS; which++)
		for (int at = 0; lack_once(&c, which, at % 2 ? EACH : FEW, at); at++)
			;
	lack_all(&c);
	MPI_Comm_free(&c.inter);
	MPI_Comm_free(&c.grid);
}

/* ---- Requests that are freed while they are active ---- */

/* Requests of a communicator that rank 1 frees without memory, while they are active. */
static void free_poorly(void)
{
	MPI_Request req[2];
	MPI_Comm comm;

	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Allreduce_init(from, to, FEW, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &req[0]);
	if (job.rank == 1) {
		MPI_Irecv(to, 1, MPI_INT, 0, END, comm, &req[1]);
		MPI_Start(&req[0]);
		left = 0;
		always = 1;
		MPI_Request_free(&req[0]);
		MPI_Request_free(&req[1]);
		left = -1;
		always = 0;
	}
	MPI_Barrier(MPI_COMM_WORLD);
	if (!job.rank)
		MPI_Send(from, 1, MPI_INT, 1, END, comm);
	if (job.rank != 1) {
		MPI_Start(&req[0]);
		MPI_Wait(&req[0], MPI_STATUS_IGNORE);
		MPI_Request_free(&req[0]);
	}
	MPI_Comm_free(&comm);
	MPI_Barrier(MPI_COMM_WORLD);
}

/* Each free looks at requests that were freed before. */
static void end_orphans(void)
{
	MPI_Request req;

	for (int i = 0; i < 2 * ROUNDS; i++) {
		MPI_Barrier(MPI_COMM_WORLD);
		MPI_Recv_init(to, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &req);
		MPI_Request_free(&req);
	}
}

static void test_orphan(void)
{
	long before = 0, mapped = 0;

	for (int round = 0; round < 2 * ROUNDS; round++) {
		free_poorly();
		if (round == ROUNDS / 2) {
			end_orphans();
			mapped = shared_kb();
			before = live;
		}
	}
	end_orphans();
	check(shared_kb() <= mapped + 8, "%ld KB mapped before, %ld after", mapped, shared_kb());
	check(live <= before + KEPT / 2, "%ld blocks before, %ld after", before, live);
}

int main(int argc, char **argv)
{
	static const struct scarce_test tests[] = {
		{"queue", test_queue},
		{"spare", test_spare},
		{"schedule", test_schedule},
		{"orphan", test_orphan},
		{0},
	};

	return scarce_main(argc, argv, "no_memory_begin", tests);
}

#endif
