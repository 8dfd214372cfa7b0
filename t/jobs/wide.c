/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The wide pool of many ranks that share processors (coll/sm_pool.h): made once in a process, after
 * so many alltoalls of blocks that it is for; every byte of alltoalls of all lengths around its
 * limits, beside non-blocking ones and other long collectives. Ends with 77 where each rank has a
 * processor.
 *
 *     wide [-s SEED]
 */
#include "t/jobs/job.h"

#include <unistd.h>

enum { BLOCK = 4096, CALLS = 40, MIX = 24, LONGEST = 20000, VECTOR = 30000 };

static unsigned char *in, *out;
static uint64_t state;

static unsigned char value(int from, int to, int k, int n)
{
	return (unsigned char)(from * 31 + to * 7 + k * 3 + n * 11 + n / 256);
}

static int rank_in(MPI_Comm comm)
{
	int rank;

	MPI_Comm_rank(comm, &rank);
	return rank;
}

static void fill(MPI_Comm comm, int bytes, int k)
{
	int rank = rank_in(comm);

	for (int to = 0; to < job.ranks; to++)
		for (int n = 0; n < bytes; n++)
			in[to * bytes + n] = value(rank, to, k, n);
	memset(out, 0xee, (size_t)bytes * (size_t)job.ranks);
}

static void verify(MPI_Comm comm, int bytes, int k)
{
	int rank = rank_in(comm);

	for (int from = 0; from < job.ranks; from++)
		for (int n = 0; n < bytes; n++) {
			unsigned char got = out[from * bytes + n], want = value(from, rank, k, n);

			if (!check(got == want,
				   "block of %d bytes, call %d: byte %d of %d: %d, not %d", bytes,
				   k, n, from, got, want))
				return;
		}
}

static void alltoall(MPI_Comm comm, int bytes, int k)
{
	fill(comm, bytes, k);
	MPI_Alltoall(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, comm);
	verify(comm, bytes, k);
}

static void alltoall_in_place(MPI_Comm comm, int bytes, int k)
{
	fill(comm, bytes, k);
	memcpy(out, in, (size_t)bytes * (size_t)job.ranks);
	MPI_Alltoall(MPI_IN_PLACE, 0, MPI_BYTE, out, bytes, MPI_BYTE, comm);
	verify(comm, bytes, k);
}

static void ialltoall(MPI_Comm comm, int bytes, int k)
{
	MPI_Request req;

	fill(comm, bytes, k);
	MPI_Ialltoall(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, comm, &req);
	MPI_Wait(&req, MPI_STATUS_IGNORE);
	verify(comm, bytes, k);
}

static void allreduce(MPI_Comm comm, int k)
{
	static int a[VECTOR], b[VECTOR];

	for (int n = 0; n < VECTOR; n++)
		a[n] = job.rank + n * k;
	MPI_Allreduce(a, b, VECTOR, MPI_INT, MPI_SUM, comm);
	for (int n = 0; n < VECTOR; n++)
		if (!check(b[n] == job.ranks * (job.ranks - 1) / 2 + job.ranks * n * k,
			   "allreduce %d: element %d is %d", k, n, b[n]))
			return;
}

/* All processes, from this rank of MPI_COMM_WORLD on. Communicators with different orders have
 * different segments. */
static MPI_Comm turned(int first)
{
	MPI_Comm comm;

	MPI_Comm_split(MPI_COMM_WORLD, 0, (job.rank - first + job.ranks) % job.ranks, &comm);
	return comm;
}

/* `comm` makes it, or another has made it. */
static void is_made_once(MPI_Comm comm, int makes)
{
	long before, after;

	for (int k = 0; k < 8; k++)
		alltoall(comm, BLOCK, k);
	before = shared_kb();
	for (int k = 0; k < CALLS; k++)
		alltoall(comm, BLOCK, k);
	after = shared_kb();
	check(makes ? after > before : after == before, "%ld KB shared before %d calls, %ld after",
	      before, CALLS, after);
}

/* Around the lengths of which two chunks hold a block for each rank, in the usual areas and in the
 * wide ones of 33 to 64 ranks, and the longest for these (coll/sm_pool.c). */
static int length(void)
{
	const int edges[] = {0, 131072 / job.ranks, BLOCK, 524288 / job.ranks, 8192, LONGEST - 1};
	int edge = edges[random_below(&state, (int)(sizeof edges / sizeof *edges))];

	return edge + random_below(&state, 2);
}

static void mix(MPI_Comm comm)
{
	for (int k = 0; k < MIX; k++) {
		int bytes = length();

		switch (random_below(&state, 6)) {
		case 0:
			ialltoall(comm, bytes, k);
			break;
		case 1:
			allreduce(comm, k);
			break;
		case 2:
			alltoall_in_place(comm, bytes, k);
			break;
		default:
			alltoall(comm, bytes, k);
		}
	}
}

int main(int argc, char **argv)
{
	MPI_Comm dup, one, two;

	job_start(&argc, &argv, "wide");
	state = argc == 3 && !strcmp(argv[1], "-s") ? strtoull(argv[2], NULL, 0)
						    : (uint64_t)time(NULL);
	MPI_Bcast(&state, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
	if (job.rank == 0)
		printf("seed %llu\n", (unsigned long long)state);
	if (sysconf(_SC_NPROCESSORS_ONLN) >= job.ranks) {
		if (job.rank == 0)
			printf("there is a processor for each rank\n");
		MPI_Finalize();
		return 77;
	}
	in = must_alloc((size_t)LONGEST * (size_t)job.ranks);
	out = must_alloc((size_t)LONGEST * (size_t)job.ranks);
	one = turned(1);
	two = turned(2);
	is_made_once(one, 1);
	mix(one);
	is_made_once(two, 0);
	mix(two);
	MPI_Comm_free(&one);
	MPI_Comm_free(&two);
	MPI_Comm_dup(MPI_COMM_WORLD, &dup);
	is_made_once(dup, 1); /* once the first is gone */
	mix(dup);
	is_made_once(MPI_COMM_WORLD, 0); /* its segment is that of dup */
	mix(MPI_COMM_WORLD);
	mix(dup);
	MPI_Comm_free(&dup);
	mix(MPI_COMM_WORLD);
	free(in);
	free(out);
	return job_end();
}
