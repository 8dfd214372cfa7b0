/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Neighbourhood collectives, every block as in MPI-5.0 chapter 8.6: on random distributed graphs
 * with several edges between two ranks, symmetric graphs known to all, and grids with edges and
 * with periodic dimensions of one and two ranks. Each of the five is called blocking, non-blocking
 * (all at once) and persistent (started twice), on grids blocking ones of equal blocks as often as
 * it takes until they are in shared memory.
 *
 *     neighbor [-s SEED] [-r ROUNDS]
 */
#include "job.h"

enum { BLOCK_MOST = 4, CALLS = 5, AGAIN = 8 };
enum { POSTING_MOST = 32 }; /* members of a grid that has shared memory for these calls */

static int edges_most; /* of a rank in a direction; of a distributed graph in all */

/* The neighbourhood of this rank: where each block that comes in was sent. */
static struct {
	MPI_Comm comm;
	int in, out;
	int *from; /* [in] MPI_PROC_NULL: the block stays as it is */
	int *edge; /* [in] which edge it is of those that go out of that rank */
	int *to;   /* [out] */
} hood;

static int *some_ints(int n)
{
	return must_alloc(sizeof(int) * (size_t)n);
}

/* Elements that a rank sends along its edge, which both sides can work out. */
static int amount(int rank, int edge)
{
	return (rank * 3 + edge * 2) % (BLOCK_MOST + 1);
}

static int value(int rank, int edge, int i, int call)
{
	return ((call * 10000 + rank) * 1000 + edge) * 10 + i;
}

/* -- the calls ------------------------------------------------------------------------------ */

static struct call {
	int *send, *recv;                                 /* [edges][BLOCK_MOST] */
	int *sendcounts, *recvcounts, *sdispls, *rdispls; /* [edges] */
	MPI_Aint *sbytes, *rbytes;
	MPI_Datatype *types;
	MPI_Request request;
} calls[CALLS];

static const char *const names[CALLS] = {"allgather", "allgatherv", "alltoall", "alltoallv",
					 "alltoallw"};

/* Room for as many edges as a job of this number of ranks may draw. */
static void make_room(void)
{
	int n = edges_most = job.ranks < 12 ? 24 : 4 * job.ranks;

	hood.from = some_ints(n);
	hood.edge = some_ints(n);
	hood.to = some_ints(n);
	for (int c = 0; c < CALLS; c++) {
		struct call *call = &calls[c];

		call->send = some_ints(n * BLOCK_MOST);
		call->recv = some_ints(n * BLOCK_MOST);
		call->sendcounts = some_ints(n);
		call->recvcounts = some_ints(n);
		call->sdispls = some_ints(n);
		call->rdispls = some_ints(n);
		call->sbytes = must_alloc(sizeof(MPI_Aint) * (size_t)n);
		call->rbytes = must_alloc(sizeof(MPI_Aint) * (size_t)n);
		call->types = must_alloc(sizeof(MPI_Datatype) * (size_t)n);
	}
}

static void give_room_back(void)
{
	free(hood.from);
	free(hood.edge);
	free(hood.to);
	for (int c = 0; c < CALLS; c++) {
		free(calls[c].send);
		free(calls[c].recv);
		free(calls[c].sendcounts);
		free(calls[c].recvcounts);
		free(calls[c].sdispls);
		free(calls[c].rdispls);
		free(calls[c].sbytes);
		free(calls[c].rbytes);
		free(calls[c].types);
	}
}

static int is_gather(int c)
{
	return c < 2;
}

static int is_vector(int c)
{
	return c == 1 || c >= 3;
}

/* Elements in the block of an edge. */
static int block(int c, int rank, int edge)
{
	if (!is_vector(c))
		return BLOCK_MOST - 1;
	return is_gather(c) ? amount(rank, 0) : amount(rank, edge);
}

/* Blocks of vectors lie in reverse order. */
static int place(int c, int edge, int edges)
{
	return is_vector(c) ? (edges - 1 - edge) * BLOCK_MOST : edge * (BLOCK_MOST - 1);
}

static void prepare(int c)
{
	struct call *call = &calls[c];

	for (int e = 0; e < hood.out; e++) {
		call->sendcounts[e] = block(c, job.rank, e);
		call->sdispls[e] = place(c, e, hood.out);
		call->sbytes[e] = call->sdispls[e] * (MPI_Aint)sizeof(int);
		call->types[e] = MPI_INT;
		for (int i = 0; i < call->sendcounts[e]; i++)
			call->send[call->sdispls[e] + i] = value(job.rank, e, i, c);
	}
	for (int i = 0; is_gather(c) && i < BLOCK_MOST; i++)
		call->send[i] = value(job.rank, 0, i, c);
	for (int e = 0; e < hood.in; e++) {
		int known = hood.from[e] != MPI_PROC_NULL;

		call->recvcounts[e] = known ? block(c, hood.from[e], hood.edge[e]) : BLOCK_MOST;
		call->rdispls[e] = place(c, e, hood.in);
		call->rbytes[e] = call->rdispls[e] * (MPI_Aint)sizeof(int);
		call->types[e] = MPI_INT;
	}
	memset(call->recv, -1, sizeof(int) * BLOCK_MOST * (size_t)edges_most);
}

static void check_call(int c, const char *how)
{
	struct call *call = &calls[c];

	for (int e = 0; e < hood.in; e++) {
		int rank = hood.from[e],
		    n = rank == MPI_PROC_NULL ? 0 : block(c, rank, hood.edge[e]);
		int most = is_vector(c) ? BLOCK_MOST : BLOCK_MOST - 1;

		for (int i = 0; i < most; i++) {
			int edge = is_gather(c) ? 0 : hood.edge[e];
			int must = i < n ? value(rank, edge, i, c) : -1;
			int got = call->recv[place(c, e, hood.in) + i];

			check(got == must,
			      "%s %s: block %d of %d from rank %d, element %d is %d, "
			      "must be %d",
			      how, names[c], e, hood.in, rank, i, got, must);
		}
	}
}

static void blocking(int c)
{
	struct call *d = &calls[c];
	int n = BLOCK_MOST - 1;

	switch (c) {
	case 0:
		MPI_Neighbor_allgather(d->send, n, MPI_INT, d->recv, n, MPI_INT, hood.comm);
		break;
	case 1:
		MPI_Neighbor_allgatherv(d->send, amount(job.rank, 0), MPI_INT, d->recv,
					d->recvcounts, d->rdispls, MPI_INT, hood.comm);
		break;
	case 2:
		MPI_Neighbor_alltoall(d->send, n, MPI_INT, d->recv, n, MPI_INT, hood.comm);
		break;
	case 3:
		MPI_Neighbor_alltoallv(d->send, d->sendcounts, d->sdispls, MPI_INT, d->recv,
				       d->recvcounts, d->rdispls, MPI_INT, hood.comm);
		break;
	default:
		MPI_Neighbor_alltoallw(d->send, d->sendcounts, d->sbytes, d->types, d->recv,
				       d->recvcounts, d->rbytes, d->types, hood.comm);
	}
}

static void nonblocking(int c)
{
	struct call *d = &calls[c];
	int n = BLOCK_MOST - 1;

	switch (c) {
	case 0:
		MPI_Ineighbor_allgather(d->send, n, MPI_INT, d->recv, n, MPI_INT, hood.comm,
					&d->request);
		break;
	case 1:
		MPI_Ineighbor_allgatherv(d->send, amount(job.rank, 0), MPI_INT, d->recv,
					 d->recvcounts, d->rdispls, MPI_INT, hood.comm,
					 &d->request);
		break;
	case 2:
		MPI_Ineighbor_alltoall(d->send, n, MPI_INT, d->recv, n, MPI_INT, hood.comm,
				       &d->request);
		break;
	case 3:
		MPI_Ineighbor_alltoallv(d->send, d->sendcounts, d->sdispls, MPI_INT, d->recv,
					d->recvcounts, d->rdispls, MPI_INT, hood.comm, &d->request);
		break;
	default:
		MPI_Ineighbor_alltoallw(d->send, d->sendcounts, d->sbytes, d->types, d->recv,
					d->recvcounts, d->rbytes, d->types, hood.comm, &d->request);
	}
}

static void persistent(int c)
{
	struct call *d = &calls[c];
	int n = BLOCK_MOST - 1;

	switch (c) {
	case 0:
		MPI_Neighbor_allgather_init(d->send, n, MPI_INT, d->recv, n, MPI_INT, hood.comm,
					    MPI_INFO_NULL, &d->request);
		break;
	case 1:
		MPI_Neighbor_allgatherv_init(d->send, amount(job.rank, 0), MPI_INT, d->recv,
					     d->recvcounts, d->rdispls, MPI_INT, hood.comm,
					     MPI_INFO_NULL, &d->request);
		break;
	case 2:
		MPI_Neighbor_alltoall_init(d->send, n, MPI_INT, d->recv, n, MPI_INT, hood.comm,
					   MPI_INFO_NULL, &d->request);
		break;
	case 3:
		MPI_Neighbor_alltoallv_init(d->send, d->sendcounts, d->sdispls, MPI_INT, d->recv,
					    d->recvcounts, d->rdispls, MPI_INT, hood.comm,
					    MPI_INFO_NULL, &d->request);
		break;
	default:
		MPI_Neighbor_alltoallw_init(d->send, d->sendcounts, d->sbytes, d->types, d->recv,
					    d->recvcounts, d->rbytes, d->types, hood.comm,
					    MPI_INFO_NULL, &d->request);
	}
}

static void wait_all(void)
{
	MPI_Request requests[CALLS];

	for (int c = 0; c < CALLS; c++)
		requests[c] = calls[c].request;
	MPI_Waitall(CALLS, requests, MPI_STATUSES_IGNORE);
}

static void all_calls(void)
{
	for (int c = 0; c < CALLS; c++) {
		prepare(c);
		blocking(c);
		check_call(c, "blocking");
		prepare(c);
		nonblocking(c);
	}
	wait_all();
	for (int c = 0; c < CALLS; c++) {
		check_call(c, "non-blocking");
		prepare(c);
		persistent(c);
	}
	for (int start = 0; start < 2; start++) {
		for (int c = CALLS - 1; c >= 0; c--) {
			prepare(c);
			MPI_Start(&calls[c].request);
		}
		wait_all();
		for (int c = 0; c < CALLS; c++)
			check_call(c, start ? "restarted" : "started");
	}
	for (int c = 0; c < CALLS; c++)
		MPI_Request_free(&calls[c].request);
}

/* -- neighbourhoods ------------------------------------------------------------------------- */

/* Block e comes from the k-th of that rank's edges to here; `all` and `n` are every edge. */
static void from_edges(int n, int (*all)[2])
{
	int *seen = some_ints(job.ranks); /* edges out of each rank so far */

	hood.in = hood.out = 0;
	for (int i = 0; i < n; i++) {
		int from = all[i][0], to = all[i][1];

		if (from == job.rank)
			hood.to[hood.out++] = to;
		if (to == job.rank) {
			hood.from[hood.in] = from;
			hood.edge[hood.in++] = seen[from];
		}
		seen[from]++;
	}
	free(seen);
}

static void dist_graph(uint64_t *state)
{
	int n = random_below(state, edges_most);
	int(*all)[2] = must_alloc(sizeof *all * (size_t)edges_most);

	for (int i = 0; i < n; i++) {
		all[i][0] = random_below(state, job.ranks);
		all[i][1] = random_below(state, job.ranks);
	}
	from_edges(n, all);
	MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, hood.in, hood.from, MPI_UNWEIGHTED, hood.out,
				       hood.to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &hood.comm);
	all_calls();
	MPI_Comm_free(&hood.comm);
	free(all);
}

/* Symmetric, as these must be here; some edges twice. Of many ranks each pair seldom has one. */
static void graph(uint64_t *state)
{
	int p = job.ranks, n = 0, most = 2 * p * p, kinds = p <= 8 ? 3 : p;
	int *times = some_ints(p * p), *index = some_ints(p), *edges = some_ints(most);
	int(*all)[2] = must_alloc(sizeof *all * (size_t)most);

	for (int a = 0; a < p; a++)
		for (int b = 0; b <= a; b++) {
			int t = a == b ? 0 : random_below(state, kinds);

			times[a * p + b] = times[b * p + a] = t < 3 ? t : 0;
		}
	for (int a = 0; a < p; a++) {
		for (int b = 0; b < p; b++)
			for (int k = 0; k < times[a * p + b]; k++) {
				all[n][0] = a;
				all[n][1] = b;
				edges[n++] = b;
			}
		index[a] = n;
	}
	from_edges(n, all);
	MPI_Graph_create(MPI_COMM_WORLD, p, index, edges, 0, &hood.comm);
	all_calls();
	MPI_Comm_free(&hood.comm);
	free(times);
	free(index);
	free(edges);
	free(all);
}

static long shared_first; /* shared_kb after MPI_Init */

/* A block sent downwards is received from above, and the other way round. */
static void grid(int ndims, uint64_t *state)
{
	int dims[3] = {0}, periods[3];

	MPI_Dims_create(job.ranks, ndims, dims);
	for (int i = 0; i < ndims; i++)
		periods[i] = random_below(state, 2);
	MPI_Cart_create(MPI_COMM_WORLD, ndims, dims, periods, 0, &hood.comm);
	hood.in = hood.out = 2 * ndims;
	for (int i = 0; i < ndims; i++) {
		MPI_Cart_shift(hood.comm, i, 1, &hood.from[2 * i], &hood.from[2 * i + 1]);
		hood.edge[2 * i] = 2 * i + 1;
		hood.edge[2 * i + 1] = 2 * i;
	}
	all_calls();
	for (int i = 0; i < 2 * AGAIN; i++) {
		int c = i % 2 ? 2 : 0;

		prepare(c);
		blocking(c);
		check_call(c, "again");
	}
	check(job.ranks <= POSTING_MOST || shared_kb() == shared_first,
	      "%ld KB of shared memory for nothing", shared_kb() - shared_first);
	MPI_Comm_free(&hood.comm);
}

/* Blocks up and down a line may differ in length, as both sides of a pair know. */
static void unequal_blocks(int is_long)
{
	int odd = job.rank % 2, sent = odd ? is_long : 1, received = odd ? 1 : is_long;
	int dims[1] = {job.ranks}, periods[1] = {0};
	int *send = must_alloc(sizeof(int) * 2 * (size_t)is_long);
	int *recv = must_alloc(sizeof(int) * 2 * (size_t)is_long);

	MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &hood.comm);
	for (int call = 0; call < AGAIN; call++) {
		for (int i = 0; i < 2 * sent; i++)
			send[i] = value(job.rank, 0, i, call);
		MPI_Neighbor_alltoall(send, sent, MPI_INT, recv, received, MPI_INT, hood.comm);
		for (int e = 0; e < 2; e++) {
			int from = job.rank + 2 * e - 1, known = from >= 0 && from < job.ranks;

			for (int i = 0; known && i < received; i++)
				check(recv[e * received + i] ==
					      value(from, 0, (1 - e) * received + i, call),
				      "%d elements and 1: element %d from rank %d is %d", is_long,
				      i, from, recv[e * received + i]);
		}
	}
	MPI_Comm_free(&hood.comm);
	free(send);
	free(recv);
}

/* -- errors ---------------------------------------------------------------------------------- */

static void wrong(void)
{
	int dims[1] = {job.ranks}, periods[1] = {1}, one = 1, two[2];

	MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &hood.comm);
	MPI_Comm_set_errhandler(hood.comm, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	check_class(MPI_Neighbor_allgather(&one, 1, MPI_INT, two, 1, MPI_INT, MPI_COMM_WORLD),
		    MPI_ERR_TOPOLOGY, "MPI_Neighbor_allgather without neighbours");
	check_class(MPI_Neighbor_allgather(MPI_IN_PLACE, 1, MPI_INT, two, 1, MPI_INT, hood.comm),
		    MPI_ERR_BUFFER, "MPI_Neighbor_allgather in place");
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
	MPI_Comm_free(&hood.comm);
}

/* The large-count twins of one of each kind. */
static void large(void)
{
	int dims[1] = {job.ranks}, periods[1] = {1}, below, above;
	int send[2] = {job.rank * 2, job.rank * 2 + 1}, recv[2] = {-1, -1};
	MPI_Count counts[2] = {1, 1};
	MPI_Aint displs[2] = {1, 0};
	MPI_Request request;

	MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &hood.comm);
	MPI_Cart_shift(hood.comm, 0, 1, &below, &above);
	MPI_Neighbor_alltoall_c(send, 1, MPI_INT, recv, 1, MPI_INT, hood.comm);
	check(recv[0] == below * 2 + 1 && recv[1] == above * 2, "large: %d and %d", recv[0],
	      recv[1]);
	MPI_Ineighbor_alltoallv_c(send, counts, displs, MPI_INT, recv, counts, displs, MPI_INT,
				  hood.comm, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	check(recv[1] == below * 2 && recv[0] == above * 2 + 1, "large, non-blocking: %d and %d",
	      recv[0], recv[1]);
	MPI_Comm_free(&hood.comm);
}

int main(int argc, char **argv)
{
	uint64_t state;
	long rounds, seed;

	job_start(&argc, &argv, "neighbor");
	shared_first = shared_kb();
	seed = argument(argc, argv, "-s", 20262);
	rounds = argument(argc, argv, "-r", 8);
	state = (uint64_t)seed;
	make_room();
	for (long round = 0; round < rounds; round++) {
		dist_graph(&state);
		graph(&state);
		grid(1 + (int)round % 3, &state);
	}
	unequal_blocks(20);
	unequal_blocks(2000);
	wrong();
	large();
	give_room_back();
	if (job.rank == 0)
		printf("neighbor: seed %ld\n", seed);
	return job_end();
}
