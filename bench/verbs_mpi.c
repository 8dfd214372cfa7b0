/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A ping-pong and a stream by MPI between two ranks with a card each, in time of the cards' clock.
 * bench/verbs.pl builds it with each MPI, runs it on a simulated ring, and makes tables of its
 * lines:
 *
 *     begin mpi BYTES NS       now a round trip begins: its accesses follow in the ring's trace
 *     pingpong mpi BYTES NS    half of a round trip, median of the rounds; of three above LONG_B
 *     stream mpi BYTES NS      a message, where WINDOW of them are under way
 *     copied mpi BYTES RANK N  bytes that the rank copies by memcpy for one message
 *
 * With VERBS defined the clock is the device's (ibv_query_rt_values_ex), for MPIs that run over
 * Verbs; else MPI_Wtime's, which is the cards' with RONDO_WTIME=card.
 *
 * With -i it is to run under callgrind (valgrind), and makes a dump of the counts named "mpi BYTES
 * PART" for each of these parts of a message:
 *
 *     post    MPI_Send
 *     got     MPI_Recv of a message that has arrived
 *
 *     verbs_mpi [-n ROUNDS] [-M LARGEST] [-i]
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef VERBS
#include <infiniband/verbs.h>
#endif
#if defined(__has_include) && __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_ZERO_STATS (void)0
#define CALLGRIND_DUMP_STATS_AT(text) (void)0
#endif

enum {
	DATA_MAX = 1 << 20,
	ROUNDS_MAX = 99,
	QUIET_US = 10000,
	ARRIVED_US = 100000,
	WINDOW = 8,
	LONG_B = 8192
};

static char data[WINDOW][DATA_MAX];
static int rank, rounds = 9, most = DATA_MAX, counting;

static uint64_t copied;

/* By a pointer, so that the compiler does not make a call of memcpy of it. */
static void *(*volatile move)(void *, const void *, size_t) = memmove;

/* In place of the C library's, for the libraries too: counts bytes. */
void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	__atomic_fetch_add(&copied, n, __ATOMIC_RELAXED);
	return move(to, from, n);
}

#ifdef VERBS
static struct ibv_context *ctx;

static void open_clock(void)
{
	struct ibv_device **list = ibv_get_device_list(NULL);

	ctx = list && list[0] ? ibv_open_device(list[0]) : NULL;
	if (ctx)
		return;
	fprintf(stderr, "verbs_mpi: no device: start it with mpirun --ring rtl --verbs\n");
	MPI_Abort(MPI_COMM_WORLD, 1);
}

static double now_ns(void)
{
	struct ibv_values_ex values = {.comp_mask = IBV_VALUES_MASK_RAW_CLOCK};

	ibv_query_rt_values_ex(ctx, &values);
	return (double)values.raw_clock.tv_nsec;
}
#else
static void open_clock(void)
{
}

static double now_ns(void)
{
	return MPI_Wtime() * 1e9;
}
#endif

static void send(int bytes)
{
	MPI_Send(data[0], bytes, MPI_BYTE, !rank, 1, MPI_COMM_WORLD);
}

static void receive(int bytes)
{
	MPI_Recv(data[0], bytes, MPI_BYTE, !rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void together(void)
{
	MPI_Barrier(MPI_COMM_WORLD);
	usleep(QUIET_US);
}

static double middle(double *value, int n)
{
	for (int i = 1; i < n; i++)
		for (int k = i; k > 0 && value[k] < value[k - 1]; k--) {
			double other = value[k];

			value[k] = value[k - 1];
			value[k - 1] = other;
		}
	return value[n / 2];
}

static void pingpong(int bytes, int silent)
{
	double ns[ROUNDS_MAX];

	int n = bytes > LONG_B && rounds > 3 ? 3 : rounds;

	for (int r = 0; r < n; r++) {
		double since;

		together();
		since = now_ns();
		if (rank == 0 && !silent)
			printf("begin mpi %d %.0f\n", bytes, since);
		for (int turn = 0; turn < 2; turn++) {
			if (turn == rank)
				send(bytes);
			else
				receive(bytes);
		}
		ns[r] = (now_ns() - since) / 2;
	}
	if (rank == 0 && !silent)
		printf("pingpong mpi %d %.0f\n", bytes, middle(ns, n));
	fflush(stdout);
}

static void stream(int bytes)
{
	MPI_Request request[WINDOW];
	int turns = bytes > DATA_MAX / 16 ? 1 : 4;
	double since;

	together();
	since = now_ns();
	for (int turn = 0; turn < turns; turn++) {
		for (int i = 0; i < WINDOW; i++)
			if (rank == 0)
				MPI_Isend(data[i], bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD,
					  &request[i]);
			else
				MPI_Irecv(data[i], bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD,
					  &request[i]);
		MPI_Waitall(WINDOW, request, MPI_STATUSES_IGNORE);
	}
	/* the last message has arrived */
	if (rank == 0)
		receive(0);
	else
		send(0);
	if (rank == 0)
		printf("stream mpi %d %.1f\n", bytes, (now_ns() - since) / (turns * WINDOW));
	fflush(stdout);
}

/* One message, which the receiver does not look for before it has arrived. */
static void count(int bytes)
{
	char part[48];

	snprintf(part, sizeof(part), "mpi %d %s", bytes, rank == 0 ? "post" : "got");
	together();
	if (rank == 1)
		usleep(ARRIVED_US);
	copied = 0;
	CALLGRIND_ZERO_STATS;
	if (rank == 0)
		send(bytes);
	else
		receive(bytes);
	CALLGRIND_DUMP_STATS_AT(part);
	printf("copied mpi %d %d %llu\n", bytes, rank, (unsigned long long)copied);
	fflush(stdout);
	if (rank == 0)
		usleep(ARRIVED_US);
}

int main(int argc, char **argv)
{
	int letter, size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	while ((letter = getopt(argc, argv, "n:M:i")) != -1) {
		long value = optarg ? atol(optarg) : 1;

		if (letter == '?' || value < 1 || value > (letter == 'n' ? ROUNDS_MAX : DATA_MAX) ||
		    size != 2) {
			fprintf(stderr,
				"usage: verbs_mpi [-n ROUNDS] [-M LARGEST] [-i], on 2 ranks\n");
			MPI_Abort(MPI_COMM_WORLD, 2);
		}
		if (letter == 'i')
			counting = 1;
		else if (letter == 'n')
			rounds = (int)value;
		else
			most = (int)value;
	}
	memset(data, 1, sizeof(data));
	open_clock();
	pingpong(2, 1); /* connections */
	for (int bytes = 2; bytes <= most; bytes *= 2) {
		if (counting) {
			for (int r = 0; r < rounds; r++)
				count(bytes);
			continue;
		}
		pingpong(bytes, 0);
		stream(bytes);
	}
	MPI_Finalize();
	return 0;
}
