/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * All ranks speak to all others, in rounds, with messages of many sizes up to the long ones, each
 * checked by content and order: a rank sends in an order of its own and receives from any source.
 * Between rounds only neighbours speak, so that some pairs are spoken to much and others seldom.
 * Usage: pairs [ROUNDS [LARGEST [DESCRIPTORS]]]: bytes of the largest message; how many descriptors
 * more than before each rank may have open in the end.
 */
#include "t/jobs/job.h"

enum { TAG = 5, NEAR = 3, NEAR_COUNT = 40 };

static const MPI_Comm world = MPI_COMM_WORLD;
static int largest = 3000;
static unsigned *sent, *came; /* [ranks] messages so far */

/* Bytes of message number n of a pair: mostly few. */
static int size_of(int from, int to, unsigned n)
{
	unsigned h = (unsigned)from * 2654435761u ^ (unsigned)to * 40503u ^ n * 2246822519u;
	unsigned kind;

	h ^= h >> 15;
	h *= 2654435761u;
	kind = h >> 28;
	h &= 0xffffff;
	return 8 + (int)(kind < 9 ? h % 33 : kind < 15 ? h % 1000 : h % (unsigned)largest);
}

static unsigned char byte_of(int from, unsigned n, int i)
{
	return (unsigned char)(from * 7 + (int)n * 13 + i);
}

static void give(int to, MPI_Request *request, unsigned char **data)
{
	unsigned n = sent[to]++;
	int len = size_of(job.rank, to, n);

	*data = must_alloc((size_t)len);
	for (int i = 0; i < len; i++)
		(*data)[i] = byte_of(job.rank, n, i);
	MPI_Isend(*data, len, MPI_BYTE, to, TAG, world, request);
}

static void take_one(unsigned char *room)
{
	MPI_Status status;
	int len, from, bad = 0;
	unsigned n;

	MPI_Recv(room, largest + 1000, MPI_BYTE, MPI_ANY_SOURCE, TAG, world, &status);
	MPI_Get_count(&status, MPI_BYTE, &len);
	from = status.MPI_SOURCE;
	n = came[from]++;
	for (int i = 0; i < len; i++)
		bad += room[i] != byte_of(from, n, i);
	check(len == size_of(from, job.rank, n) && !bad,
	      "message %u of rank %d: %d bytes for %d, %d of them wrong", n, from, len,
	      size_of(from, job.rank, n), bad);
}

/* count messages to each of the next `reach` ranks, and as many from those before. */
static void exchange(int reach, int count, unsigned char *room)
{
	int total = reach * count;
	MPI_Request *requests = must_alloc((size_t)total * sizeof(*requests));
	unsigned char **data = must_alloc((size_t)total * sizeof(*data));

	for (int k = 0; k < total; k++)
		give((job.rank + 1 + (k + job.rank) % reach) % job.ranks, &requests[k], &data[k]);
	for (int k = 0; k < total; k++)
		take_one(room);
	MPI_Waitall(total, requests, MPI_STATUSES_IGNORE);
	MPI_Barrier(world); /* a message of the next exchange must not be taken for one of this */
	for (int k = 0; k < total; k++)
		free(data[k]);
	free(data);
	free(requests);
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 3, before, after, most = 0;
	unsigned char *room;

	if (argc > 2)
		largest = atoi(argv[2]);
	job_start(&argc, &argv, "all_pairs");
	sent = calloc((size_t)job.ranks, sizeof(*sent));
	came = calloc((size_t)job.ranks, sizeof(*came));
	room = must_alloc((size_t)largest + 1000);
	before = open_descriptors();
	for (int r = 0; r < rounds && job.ranks > 1; r++) {
		int others = job.ranks - 1;

		exchange(others, 1, room);
		exchange(others > NEAR ? NEAR : others, NEAR_COUNT, room);
	}
	after = open_descriptors() - before;
	MPI_Reduce(&after, &most, 1, MPI_INT, MPI_MAX, 0, world);
	if (argc > 3 && job.rank == 0)
		check(most <= atoi(argv[3]), "a rank has %d descriptors more open than before",
		      most);
	free(room);
	free(sent);
	free(came);
	return job_end();
}
