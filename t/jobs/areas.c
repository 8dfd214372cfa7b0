/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Long collectives one after the other, whose lengths and kinds change the part of the members'
 * areas in use (coll/sm_pool.h): in runs of one kind and length, so that it grows, with a root that
 * runs ahead or lags behind; every byte.
 *
 *     areas [-s SEED]
 */
#include "t/jobs/job.h"

enum { RUNS = 60, MOST = 200, LONGEST = 300 << 10 };

static unsigned char *in, *out;
static uint64_t state;

static void fill(unsigned char *to, int bytes, int from, int k)
{
	for (int n = 0; n < bytes; n++)
		to[n] = data_byte((uint64_t)(k * 64 + from), (size_t)n);
}

static void verify(const unsigned char *got, int bytes, int from, int k, const char *kind)
{
	for (int n = 0; n < bytes; n++)
		if (!check(got[n] == data_byte((uint64_t)(k * 64 + from), (size_t)n),
			   "%s %d of %d bytes: byte %d of rank %d is wrong", kind, k, bytes, n,
			   from))
			return;
}

static void bcast(int bytes, int root, int k)
{
	if (job.rank == root)
		fill(in, bytes, root, k);
	MPI_Bcast(in, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
	verify(in, bytes, root, k, "bcast");
}

static void gather(int bytes, int root, int k)
{
	fill(in, bytes, job.rank, k);
	MPI_Gather(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
	for (int from = 0; job.rank == root && from < job.ranks; from++)
		verify(out + (size_t)from * (size_t)bytes, bytes, from, k, "gather");
}

static void allgather(int bytes, int root, int k)
{
	(void)root;
	fill(in, bytes, job.rank, k);
	MPI_Allgather(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, MPI_COMM_WORLD);
	for (int from = 0; from < job.ranks; from++)
		verify(out + (size_t)from * (size_t)bytes, bytes, from, k, "allgather");
}

/* Block `to` of each rank is that of rank `to`, as the root's are. */
static void scatter(int bytes, int root, int k)
{
	for (int to = 0; job.rank == root && to < job.ranks; to++)
		fill(out + (size_t)to * (size_t)bytes, bytes, to, k);
	MPI_Scatter(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
	verify(in, bytes, job.rank, k, "scatter");
}

static void allreduce(int bytes, int root, int k)
{
	(void)root;
	for (int n = 0; n < bytes / 4; n++)
		((int *)in)[n] = n * 3 + k + job.rank;
	MPI_Allreduce(in, out, bytes / 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	for (int n = 0; n < bytes / 4; n++) {
		int want = (n * 3 + k) * job.ranks + job.ranks * (job.ranks - 1) / 2;

		if (!check(((int *)out)[n] == want, "allreduce %d: element %d is %d", k, n,
			   ((int *)out)[n]))
			return;
	}
}

static void reduce(int bytes, int root, int k)
{
	for (int n = 0; n < bytes / 4; n++)
		((int *)in)[n] = n * 5 + k + job.rank;
	MPI_Reduce(in, out, bytes / 4, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
	for (int n = 0; job.rank == root && n < bytes / 4; n++) {
		int want = (n * 5 + k) * job.ranks + job.ranks * (job.ranks - 1) / 2;

		if (!check(((int *)out)[n] == want, "reduce %d: element %d is %d", k, n,
			   ((int *)out)[n]))
			return;
	}
}

/* Each block is that of its sender; with a request. */
static void alltoall(int bytes, int root, int k)
{
	MPI_Request request;

	(void)root;
	for (int to = 0; to < job.ranks; to++)
		fill(in + (size_t)to * (size_t)bytes, bytes, job.rank, k);
	MPI_Ialltoall(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, MPI_COMM_WORLD, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	for (int from = 0; from < job.ranks; from++)
		verify(out + (size_t)from * (size_t)bytes, bytes, from, k, "alltoall");
}

/* Of one kind and length, or of two in turn. */
static void run_of(int k)
{
	static void (*const kinds[])(int, int, int) = {bcast,     gather, allgather, scatter,
						       allreduce, reduce, alltoall};
	static const int lengths[] = {5000, 8192, 16384, 40000, LONGEST};
	int kind[2], length[2], two = random_below(&state, 2);
	int root = random_below(&state, job.ranks), times;

	for (int i = 0; i < 2; i++) {
		kind[i] = random_below(&state, (int)(sizeof kinds / sizeof *kinds));
		length[i] = random_below(&state, 5);
	}
	times = random_between(&state, 1, length[0] < 3 && length[two] < 3 ? MOST : 4);
	for (int i = 0; i < times; i++)
		kinds[kind[i % 2 * two]](lengths[length[i % 2 * two]], root, k + i);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "areas");
	state = (uint64_t)argument(argc, argv, "-s", 1);
	in = must_alloc((size_t)LONGEST * (size_t)job.ranks);
	out = must_alloc((size_t)LONGEST * (size_t)job.ranks);
	for (int i = 0; i < RUNS; i++)
		run_of(i * MOST);
	free(in);
	free(out);
	return job_end();
}
