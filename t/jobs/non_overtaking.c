/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The non-overtaking rule (MPI-4.0 3.5): of messages that match the same receive, the one that was
 * sent first is received first, for all sizes and ways of sending, and of receives that match the
 * same message, the one that was posted first gets it.  All other ranks send numbered messages of
 * very different sizes to rank 0, which receives them in several ways.
 */
#include "t/jobs/job.h"

enum { COUNT = 60, LARGEST = 1 << 18 /* ints */, TAG = 4 };

static const MPI_Comm world = MPI_COMM_WORLD;

/* Ints of message n: at least its number, and now and then enough for another way of sending. */
static int size_of(int n)
{
	static const int sizes[] = {1, 2, 20, 1, 1000, 1, 1, 20000, 3, 100, LARGEST, 1, 5000, 16};

	return sizes[n * 5 % (int)(sizeof sizes / sizeof sizes[0])];
}

struct sender {
	int *data[COUNT];
	MPI_Request request[COUNT];
};

/* Numbered messages; tags, if not all the same, go round. */
static void send_all(MPI_Comm comm, int tags)
{
	static struct sender s;

	for (int n = 0; n < COUNT; n++) {
		s.data[n] = must_alloc((size_t)size_of(n) * sizeof(int));
		s.data[n][0] = n;
		s.data[n][size_of(n) - 1] = n;
		MPI_Isend(s.data[n], size_of(n), MPI_INT, 0, TAG + n % tags, comm, &s.request[n]);
	}
	MPI_Waitall(COUNT, s.request, MPI_STATUSES_IGNORE);
	for (int n = 0; n < COUNT; n++)
		free(s.data[n]);
}

static void check_number(const int *data, const MPI_Status *status, int expected, const char *how)
{
	int count;

	MPI_Get_count(status, MPI_INT, &count);
	check(data[0] == expected && count == size_of(expected) && data[count - 1] == expected,
	      "%s: from %d came number %d of %d ints, must be number %d of %d", how,
	      status->MPI_SOURCE, data[0], count, expected, size_of(expected));
}

/* From one source after the other, or from any. */
static void one_by_one(int wild_source, int wild_tag)
{
	int *data = must_alloc(LARGEST * sizeof(int));
	int *next = must_alloc((size_t)job.ranks * sizeof(int));

	for (int n = 0; n < COUNT * (job.ranks - 1); n++) {
		int source = wild_source ? MPI_ANY_SOURCE : 1 + n / COUNT;
		MPI_Status status;

		MPI_Recv(data, LARGEST, MPI_INT, source, wild_tag ? MPI_ANY_TAG : TAG, world,
			 &status);
		check_number(data, &status, next[status.MPI_SOURCE]++, "one by one");
	}
	free(data);
	free(next);
}

/* All receives first: each message must be in its own. */
static void posted_before(int wild)
{
	int total = COUNT * (job.ranks - 1), *next = must_alloc((size_t)job.ranks * sizeof(int));
	int **data = must_alloc((size_t)total * sizeof(int *));
	MPI_Request *request = must_alloc((size_t)total * sizeof(MPI_Request));
	MPI_Status *status = must_alloc((size_t)total * sizeof(MPI_Status));

	for (int n = 0; n < total; n++) {
		data[n] = must_alloc(LARGEST * sizeof(int));
		MPI_Irecv(data[n], LARGEST, MPI_INT, wild ? MPI_ANY_SOURCE : 1 + n / COUNT,
			  wild ? MPI_ANY_TAG : TAG, world, &request[n]);
	}
	MPI_Barrier(world);
	MPI_Waitall(total, request, status);
	for (int n = 0; n < total; n++) {
		check_number(data[n], &status[n], next[status[n].MPI_SOURCE]++, "posted before");
		free(data[n]);
	}
	free(data);
	free(request);
	free(status);
	free(next);
}

/* Two tags, the later one asked for first: order within each. */
static void by_tag(void)
{
	int *data = must_alloc(LARGEST * sizeof(int));

	for (int source = 1; source < job.ranks; source++)
		for (int tag = 1; tag >= 0; tag--)
			for (int n = tag; n < COUNT; n += 2) {
				MPI_Status status;

				MPI_Recv(data, LARGEST, MPI_INT, source, TAG + tag, world, &status);
				check_number(data, &status, n, "by tag");
			}
	free(data);
}

/* Found by a probe, received by it. */
static void by_probe(void)
{
	int *data = must_alloc(LARGEST * sizeof(int));
	int *next = must_alloc((size_t)job.ranks * sizeof(int));

	for (int n = 0; n < COUNT * (job.ranks - 1); n++) {
		MPI_Status status;
		MPI_Message message;
		int count;

		MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, world, &message, &status);
		MPI_Get_count(&status, MPI_INT, &count);
		MPI_Mrecv(data, count, MPI_INT, &message, &status);
		check_number(data, &status, next[status.MPI_SOURCE]++, "by probe");
	}
	free(data);
	free(next);
}

/* Receives that overlap: the wildcard was posted first, so it gets the first message. */
static void overlapping_receives(void)
{
	int wild = -1, exact = -1, numbers[2] = {100, 101};
	MPI_Request request[2];

	if (job.rank == 0) {
		MPI_Irecv(&wild, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, world, &request[0]);
		MPI_Irecv(&exact, 1, MPI_INT, 1, TAG, world, &request[1]);
	}
	MPI_Barrier(world);
	if (job.rank == 1) {
		MPI_Send(&numbers[0], 1, MPI_INT, 0, TAG, world);
		MPI_Send(&numbers[1], 1, MPI_INT, 0, TAG, world);
	}
	if (job.rank == 0) {
		MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
		check(wild == 100 && exact == 101, "overlapping receives got %d and %d", wild,
		      exact);
	}
	MPI_Barrier(world);
}

/* Messages of two communicators never match each other's receives, in either order of receives. */
static void two_communicators(void)
{
	MPI_Comm other;
	int *data = must_alloc(LARGEST * sizeof(int));

	MPI_Comm_dup(world, &other);
	if (job.rank == 1) {
		int last = 777;
		MPI_Request request;

		MPI_Isend(&last, 1, MPI_INT, 0, TAG, world, &request);
		send_all(other, 1);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	for (int n = 0; n < COUNT && job.rank == 0; n++) {
		MPI_Status status;

		MPI_Recv(data, LARGEST, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, other, &status);
		check_number(data, &status, n, "on another communicator");
	}
	if (job.rank == 0) {
		MPI_Recv(data, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, world, MPI_STATUS_IGNORE);
		check(data[0] == 777, "message of the first communicator: %d", data[0]);
	}
	MPI_Comm_free(&other);
	free(data);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "non_overtaking");
	for (int way = 0; way < 7 && job.ranks > 1; way++) {
		if (job.rank > 0) {
			if (way == 3 || way == 4) /* its receives come before the messages */
				MPI_Barrier(world);
			send_all(world, way == 5 ? 2 : 1);
		} else if (way < 3) {
			one_by_one(way > 0, way > 1);
		} else if (way < 5) {
			posted_before(way == 4);
		} else if (way == 5) {
			by_tag();
		} else {
			by_probe();
		}
		MPI_Barrier(world);
	}
	if (job.ranks > 1) {
		overlapping_receives();
		two_communicators();
	}
	return job_end();
}
