/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives with a request on ranks that share memory, where their order matters: more of them
 * under way than there are slots, waited for in any order; several communicators on which the ranks
 * begin in different orders, with blocking collectives in between; ranks that go on only after a
 * message of one that has begun many; progress in calls that wait for something else; a rank that
 * comes late to others that sleep; types and communicators that are freed meanwhile. Results are
 * checked.
 *
 *     queue [-s SEED] [-r ROUNDS]
 */
#include "t/jobs/job.h"

#include <unistd.h>

enum { MANY = 700, COMMS = 4, LONGEST = 1200, LONG = 40000, MIX = 40, RANKS = 16 };

static MPI_Comm comms[COMMS]; /* the world, two duplicates, one in reverse order */
static uint64_t state;

static int draw(int n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (int)((state >> 33) % (uint64_t)n);
}

/* Value of element n of a rank in call number k. */
static int value(int rank, int k, int n)
{
	return rank * 7 + k * 3 + n;
}

static int sum(int k, int n)
{
	int total = 0;

	for (int r = 0; r < job.ranks; r++)
		total += value(r, k, n);
	return total;
}

/* So many collectives that the communicator gets all that it may have. */
static void warm(MPI_Comm comm)
{
	static int in[LONG], out[LONG];

	for (int i = 0; i < 8; i++) {
		MPI_Request req;

		MPI_Ibarrier(comm, &req);
		MPI_Wait(&req, MPI_STATUS_IGNORE);
		MPI_Barrier(comm);
		MPI_Iallreduce(in, out, LONG, MPI_INT, MPI_SUM, comm, &req);
		MPI_Wait(&req, MPI_STATUS_IGNORE);
	}
}

struct item {
	int kind, comm, k, count;
	int *in, *out;
	int shares[RANKS]; /* of the result of a reduce_scatter, by rank; one is shorter */
	MPI_Request req;
};

enum { ALLREDUCE, BCAST, ALLTOALL, BARRIER, GATHER, SCAN, REDUCE_SCATTER, KINDS };

static const char *const names[KINDS] = {"allreduce", "bcast", "alltoall",      "barrier",
					 "gather",    "scan",  "reduce_scatter"};

static int rank_in(int comm)
{
	int rank;

	MPI_Comm_rank(comms[comm], &rank);
	return rank;
}

static void open_item(struct item *it, int kind, int comm, int k, int count)
{
	size_t ints = (size_t)count * (size_t)job.ranks;
	int rank = rank_in(comm);

	*it = (struct item){.kind = kind, .comm = comm, .k = k, .count = count};
	it->in = malloc(ints * sizeof(int) + 1);
	it->out = malloc(ints * sizeof(int) + 1);
	if (!it->in || !it->out || job.ranks > RANKS)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int r = 0; r < job.ranks; r++)
		it->shares[r] = count - (r == k % job.ranks);
	for (size_t n = 0; n < ints; n++) {
		it->in[n] = value(rank, k, (int)n);
		it->out[n] = -1;
	}
}

static void begin(struct item *it)
{
	MPI_Comm comm = comms[it->comm];
	int root = it->k % job.ranks;
	int *buf = rank_in(it->comm) == root ? it->in : it->out;

	switch (it->kind) {
	case ALLREDUCE:
		MPI_Iallreduce(it->in, it->out, it->count, MPI_INT, MPI_SUM, comm, &it->req);
		break;
	case BCAST:
		MPI_Ibcast(buf, it->count, MPI_INT, root, comm, &it->req);
		break;
	case ALLTOALL:
		MPI_Ialltoall(it->in, it->count, MPI_INT, it->out, it->count, MPI_INT, comm,
			      &it->req);
		break;
	case BARRIER:
		MPI_Ibarrier(comm, &it->req);
		break;
	case GATHER:
		MPI_Igather(it->in, it->count, MPI_INT, it->out, it->count, MPI_INT, root, comm,
			    &it->req);
		break;
	case SCAN:
		MPI_Iscan(it->in, it->out, it->count, MPI_INT, MPI_SUM, comm, &it->req);
		break;
	case REDUCE_SCATTER:
		MPI_Ireduce_scatter(it->in, it->out, it->shares, MPI_INT, MPI_SUM, comm, &it->req);
		break;
	}
}

static int expected(const struct item *it, int n)
{
	int rank = rank_in(it->comm), total = 0;

	switch (it->kind) {
	case ALLREDUCE:
		return sum(it->k, n);
	case BCAST:
		return rank == it->k % job.ranks ? -1 : value(it->k % job.ranks, it->k, n);
	case ALLTOALL:
		return value(n / it->count, it->k, rank * it->count + n % it->count);
	case GATHER:
		return rank == it->k % job.ranks ? value(n / it->count, it->k, n % it->count) : -1;
	case SCAN:
		for (int r = 0; r <= rank; r++)
			total += value(r, it->k, n);
		return total;
	case REDUCE_SCATTER:
		if (n >= it->shares[rank])
			return -1;
		for (int r = 0; r < rank; r++)
			n += it->shares[r];
		return sum(it->k, n);
	}
	return -1;
}

static void close_item(struct item *it)
{
	int blocks = it->kind == ALLTOALL || it->kind == GATHER ? job.ranks : 1, good = 1;

	for (int n = 0; n < it->count * blocks; n++)
		good &= it->out[n] == expected(it, n);
	check(good, "%s of %d, call %d", names[it->kind], it->count, it->k);
	free(it->in);
	free(it->out);
}

/* More than there are slots of any kind, in reverse order or by tests. */
static void many(int n, int kind, int count, int reverse)
{
	static struct item items[MANY];

	for (int i = 0; i < n; i++) {
		open_item(&items[i], kind, i % 2, i, count);
		begin(&items[i]);
	}
	for (int i = 0; i < n; i++) {
		struct item *it = &items[reverse ? n - 1 - i : (i * 11) % n];
		int done = 0;

		if (i % 3)
			MPI_Wait(&it->req, MPI_STATUS_IGNORE);
		for (done = i % 3; !done;)
			MPI_Test(&it->req, &done, MPI_STATUS_IGNORE);
	}
	for (int i = 0; i < n; i++)
		close_item(&items[i]);
}

/* Each rank begins on its communicators in an order of its own, and blocks in between. */
static void orders(int round)
{
	MPI_Request req[2];
	int first = (job.rank + round) % 2;

	MPI_Ibarrier(comms[1 + first], &req[0]);
	MPI_Ibarrier(comms[2 - first], &req[1]);
	MPI_Barrier(comms[0]);
	MPI_Waitall(2, req, MPI_STATUSES_IGNORE);
	if (first) {
		MPI_Ibarrier(comms[1], &req[0]);
		MPI_Barrier(comms[2]);
	} else {
		MPI_Barrier(comms[2]);
		MPI_Ibarrier(comms[1], &req[0]);
	}
	MPI_Wait(&req[0], MPI_STATUS_IGNORE);
}

/* A blocking collective on the same communicator overtakes one that is under way. */
static void overtake(int k)
{
	struct item it;
	int one = 1, all = 0, done = 0;

	open_item(&it, ALLREDUCE, k % COMMS, k, 1 + k % 3 * LONGEST);
	begin(&it);
	MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, comms[k % COMMS]);
	check(all == job.ranks, "the sum of a blocking call is %d", all);
	if (job.rank % 2)
		MPI_Wait(&it.req, MPI_STATUS_IGNORE);
	for (done = job.rank % 2; !done;)
		MPI_Test(&it.req, &done, MPI_STATUS_IGNORE);
	close_item(&it);
}

/* The others begin after a message of rank 0, which has begun more than there are slots. */
static void after_message(int kind)
{
	static struct item items[MANY];

	for (int i = 0; i < MANY; i++)
		open_item(&items[i], kind, 0, i * job.ranks, 900);
	if (job.rank)
		MPI_Recv(NULL, 0, MPI_INT, 0, 1, comms[0], MPI_STATUS_IGNORE);
	for (int i = 0; i < MANY; i++)
		begin(&items[i]);
	for (int r = 1; r < job.ranks && !job.rank; r++)
		MPI_Send(NULL, 0, MPI_INT, r, 1, comms[0]);
	for (int i = 0; i < MANY; i++) {
		MPI_Wait(&items[i].req, MPI_STATUS_IGNORE);
		close_item(&items[i]);
	}
}

/* Rank 0 waits for a message that comes when the others' calls are over. */
static void progress(int kind, int k, int count)
{
	struct item it[3];

	for (int i = 0; i < 3; i++) {
		open_item(&it[i], kind, 0, k + i, count);
		begin(&it[i]);
	}
	for (int r = 1; r < job.ranks && !job.rank; r++)
		MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 2, comms[0], MPI_STATUS_IGNORE);
	for (int i = 0; i < 3; i++)
		MPI_Wait(&it[i].req, MPI_STATUS_IGNORE);
	if (job.rank)
		MPI_Send(NULL, 0, MPI_INT, 0, 2, comms[0]);
	for (int i = 0; i < 3; i++)
		close_item(&it[i]);
}

/* The others sleep in MPI_Waitany or in MPI_Wait until the last rank comes. */
static void late(int any)
{
	struct item it[2];
	MPI_Request reqs[2];
	int which;

	for (int i = 0; i < 2; i++)
		open_item(&it[i], i ? ALLTOALL : ALLREDUCE, i, 5, any ? 3 : LONG);
	if (job.rank == job.ranks - 1)
		usleep(300000);
	for (int i = 0; i < 2; i++)
		begin(&it[i]);
	reqs[0] = it[0].req;
	reqs[1] = it[1].req;
	for (int i = 0; i < 2; i++) {
		if (any)
			MPI_Waitany(2, reqs, &which, MPI_STATUS_IGNORE);
		else
			MPI_Wait(&reqs[1 - i], MPI_STATUS_IGNORE);
	}
	close_item(&it[0]);
	close_item(&it[1]);
}

/* The others can neither post one more call nor complete it until the last rank, which computes,
 * has left the first of as many as there are posts; then they do not sleep on. */
static void no_room(void)
{
	enum { POSTS = 256, ROUNDS = 4 };
	MPI_Request req[POSTS];
	double best = 1e9;
	int which;

	for (int round = 0; round < ROUNDS; round++) {
		double since;

		for (int i = 0; i < POSTS; i++)
			MPI_Ibarrier(comms[0], &req[i]);
		if (job.rank == job.ranks - 1)
			usleep(300000);
		MPI_Waitall(POSTS, req, MPI_STATUSES_IGNORE);
		since = MPI_Wtime();
		MPI_Ibarrier(comms[0], &req[0]);
		MPI_Waitany(1, req, &which, MPI_STATUS_IGNORE);
		if (round && MPI_Wtime() - since < best) /* in the first there may be room */
			best = MPI_Wtime() - since;
		MPI_Barrier(comms[0]);
	}
	check(job.rank < job.ranks - 1 || best < 0.4, "the last rank waits %.3f s for others",
	      best);
}

static void blocking(int k)
{
	int in = value(job.rank, k, 0), out;

	MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, comms[k % 3]);
	check(out == sum(k, 0), "a blocking allreduce among others");
}

/* Random calls, the same on all ranks; waited for by each in an order of its own. */
static void mixed(int round)
{
	struct item items[MIX];
	MPI_Request reqs[MIX];
	uint64_t common = state;

	for (int i = 0; i < MIX; i++) {
		int size = 1 + draw(draw(3) ? 30 : draw(4) ? LONGEST : LONG);

		open_item(&items[i], draw(KINDS), draw(COMMS), round * MIX + i, size);
		begin(&items[i]);
		reqs[i] = items[i].req;
		if (!draw(6))
			blocking(i);
	}
	common = state;
	state += (uint64_t)job.rank * 77;
	for (int left = MIX; left > MIX / 2; left--) {
		int at = draw(MIX);

		MPI_Wait(&reqs[at], MPI_STATUS_IGNORE);
	}
	MPI_Waitall(MIX, reqs, MPI_STATUSES_IGNORE);
	state = common;
	for (int i = 0; i < MIX; i++)
		close_item(&items[i]);
}

static void communicators(void)
{
	comms[0] = MPI_COMM_WORLD;
	MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
	MPI_Comm_dup(MPI_COMM_WORLD, &comms[2]);
	MPI_Comm_split(MPI_COMM_WORLD, 0, -job.rank, &comms[3]);
	for (int i = 0; i < COMMS; i++)
		warm(comms[i]);
}

/* Calls under way when a communicator is freed are carried out. */
static void freed(void)
{
	MPI_Comm comm;
	MPI_Request req[3];
	int in = job.rank, out = 0;

	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	warm(comm);
	MPI_Ibarrier(comm, &req[0]);
	MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_SUM, comm, &req[1]);
	MPI_Ibarrier(comm, &req[2]);
	MPI_Comm_free(&comm);
	MPI_Waitall(3, req, MPI_STATUSES_IGNORE);
	check(out == job.ranks * (job.ranks - 1) / 2, "the sum on a freed communicator is %d", out);
}

/* The others have completed as many calls as there are slots when rank 0, which has completed none
 * and reads its own operands in the slots, begins more. */
static void in_place(void)
{
	enum { SLOTS = 32, CALLS = 2 * SLOTS, COUNT = 200 };
	static int buf[CALLS][COUNT];
	MPI_Request req[CALLS];
	int good = 1;

	for (int k = 0; k < CALLS; k++) {
		for (int n = 0; n < COUNT; n++)
			buf[k][n] = value(job.rank, k, n);
		if (k == SLOTS && !job.rank)
			usleep(100000);
		MPI_Iallreduce(MPI_IN_PLACE, buf[k], COUNT, MPI_INT, MPI_SUM, comms[0], &req[k]);
		if (job.rank)
			MPI_Wait(&req[k], MPI_STATUS_IGNORE);
	}
	MPI_Waitall(CALLS, req, MPI_STATUSES_IGNORE);
	for (int k = 0; k < CALLS; k++)
		for (int n = 0; n < COUNT; n++)
			good &= buf[k][n] == sum(k, n);
	check(good, "allreduce in place, more calls than slots");
}

static void add_pairs(void *in, void *inout, int *len, MPI_Datatype *type)
{
	const int *from = in;
	int *to = inout;

	(void)type;
	for (int i = 0; i < 2 * *len; i++)
		to[i] += from[i];
}

/* Type and operator are freed while a long call needs them, on ranks whose receive buffer is not
 * significant and may have any value. */
static void freed_type(void)
{
	enum { TYPES = 40 }; /* as many as take the place of the freed one */
	MPI_Datatype pair, others[TYPES];
	struct item it;
	MPI_Op op;

	open_item(&it, ALLREDUCE, 0, 3, LONG);
	MPI_Type_contiguous(2, MPI_INT, &pair);
	MPI_Type_commit(&pair);
	MPI_Op_create(add_pairs, 1, &op);
	MPI_Ireduce(it.in, job.rank ? MPI_IN_PLACE : it.out, LONG / 2, pair, op, 0, MPI_COMM_WORLD,
		    &it.req);
	MPI_Type_free(&pair);
	MPI_Op_free(&op);
	for (int i = 0; i < TYPES; i++)
		MPI_Type_contiguous(3, MPI_DOUBLE, &others[i]);
	MPI_Wait(&it.req, MPI_STATUS_IGNORE);
	for (int i = 0; i < TYPES; i++)
		MPI_Type_free(&others[i]);
	if (!job.rank) {
		close_item(&it);
	} else {
		free(it.in);
		free(it.out);
	}
}

static void all_kinds(void)
{
	for (int kind = 0; kind < KINDS; kind++) {
		many(MANY, kind, 2, 1);
		many(MANY, kind, 60, 0);
		many(20, kind, LONG, kind % 2);
		after_message(kind);
		progress(kind, kind, 20);
		progress(kind, kind, LONG);
	}
}

int main(int argc, char **argv)
{
	int rounds = 20, letter;

	job_start(&argc, &argv, "queue");
	state = 1;
	while ((letter = getopt(argc, argv, "s:r:")) != -1) {
		if (letter == 's')
			state = strtoull(optarg, NULL, 10);
		else
			rounds = atoi(optarg);
	}
	communicators();
	all_kinds();
	for (int i = 0; i < rounds; i++) {
		orders(i);
		overtake(i * 29);
		mixed(i);
	}
	late(0);
	late(1);
	no_room();
	in_place();
	freed();
	freed_type();
	for (int i = 1; i < COMMS; i++)
		MPI_Comm_free(&comms[i]);
	return job_end();
}
