/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Many communicators and windows at once: their memory, summed over the ranks, stays within a
 * bound, also when each has been used; none keeps a descriptor; MPI_Iprobe and a ping-pong do not
 * take longer for them; messages and operations find the right one.
 *
 *     objects COMMUNICATORS WINDOWS KIB
 */
#include "job.h"

#include <time.h>

/*
 * Seconds that a call may take more for each window: below the 10 ns that polling each window
 * takes, and enough for the yields of ranks that share processors, which come with the load.
 */
#define PER_WINDOW 4e-9

enum { BATCHES = 40, CALLS = 200, TIMED = 1000 /* windows, from which MPI_Iprobe is timed */ };

/* Of all ranks. Without pages of files: the share of a library's page falls while other jobs run.
 */
static long proportional_kib(void)
{
	FILE *file = fopen("/proc/self/smaps_rollup", "r");
	char line[256];
	long kib = 0, of, all = 0;

	while (file && fgets(line, sizeof line, file))
		if (sscanf(line, "Pss_Anon: %ld kB", &of) == 1 ||
		    sscanf(line, "Pss_Shmem: %ld kB", &of) == 1)
			kib += of;
	if (file)
		fclose(file);
	MPI_Allreduce(&kib, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
	check(all > 0, "/proc/self/smaps_rollup has no Pss_Anon");
	return all;
}

/* Without the time of ranks that this one yields to. */
static double processor_time(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Of the quickest batch, which nothing has disturbed. */
static double probe(void)
{
	double best = 1;

	for (int n = 0; n < BATCHES; n++) {
		double spent = processor_time();
		int found;

		for (int i = 0; i < CALLS; i++)
			MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
		spent = processor_time() - spent;
		best = spent < best ? spent : best;
	}
	MPI_Barrier(MPI_COMM_WORLD);
	return best / CALLS;
}

/* A message on each, all of them sent before the first is received. */
static void use_comms(MPI_Comm *comm, int n)
{
	int to = (job.rank + 1) % job.ranks, from = (job.rank + job.ranks - 1) % job.ranks;

	for (int i = 0; i < n; i += 7) {
		int got = -1;

		MPI_Sendrecv(&i, 1, MPI_INT, to, 0, &got, 1, MPI_INT, from, 0, comm[i],
			     MPI_STATUS_IGNORE);
		check(got == i, "communicator %d has the message of %d", i, got);
	}
}

/* Each rank adds to the next one's word of each. */
static void use_windows(MPI_Win *win, int **memory, int n)
{
	int to = (job.rank + 1) % job.ranks;

	for (int i = 0; i < n; i++)
		MPI_Win_lock_all(0, win[i]);
	for (int i = 0; i < n; i++)
		MPI_Accumulate(&i, 1, MPI_INT, to, 1, 1, MPI_INT, MPI_SUM, win[i]);
	for (int i = 0; i < n; i++)
		MPI_Win_unlock_all(win[i]);
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; i < n; i++)
		check(memory[i][1] == 100 + i, "window %d holds %d", i, memory[i][1]);
}

/* A collective on each of them. */
static void use_all(MPI_Comm *comm, int comms, MPI_Win *win, int windows)
{
	for (int i = 0; i < comms; i++)
		MPI_Barrier(comm[i]);
	for (int i = 0; i < windows; i++) {
		MPI_Win_fence(0, win[i]);
		MPI_Win_fence(MPI_MODE_NOSUCCEED, win[i]);
	}
}

static void make_windows(MPI_Win *win, int **memory, int n)
{
	for (int i = 0; i < n; i++) {
		if (i % 2) {
			MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory[i],
					 &win[i]);
		} else {
			memory[i] = malloc(64);
			MPI_Win_create(memory[i], 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
				       &win[i]);
		}
		memory[i][1] = 100;
	}
	MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
	int comms, windows, open, **memory;
	long most, kib, before;
	MPI_Comm *comm;
	MPI_Win *win;
	double alone, now;

	job_start(&argc, &argv, "objects");
	if (argc != 4)
		MPI_Abort(MPI_COMM_WORLD, 2);
	comms = atoi(argv[1]);
	windows = atoi(argv[2]);
	most = atol(argv[3]);
	comm = calloc((size_t)comms, sizeof *comm);
	win = calloc((size_t)windows, sizeof *win);
	memory = calloc((size_t)windows, sizeof *memory);
	use_comms((MPI_Comm[]){MPI_COMM_WORLD}, 1);
	alone = probe();
	before = proportional_kib();
	open = open_descriptors();
	for (int i = 0; i < comms; i++)
		MPI_Comm_dup(MPI_COMM_WORLD, &comm[i]);
	make_windows(win, memory, windows);
	kib = proportional_kib() - before;
	check(kib < most, "%d communicators and %d windows take %ld KiB", comms, windows, kib);
	check(open_descriptors() < open + 24, "%d descriptors, %d before", open_descriptors(),
	      open);
	now = probe();
	check(windows < TIMED || now < 3 * alone + 2e-7 + windows * PER_WINDOW,
	      "MPI_Iprobe takes %.2f us, %.2f before", now * 1e6, alone * 1e6);
	use_all(comm, comms, win, windows);
	kib = proportional_kib() - before;
	check(kib < most, "%d used communicators and %d windows take %ld KiB", comms, windows, kib);
	use_comms(comm, comms);
	use_windows(win, memory, windows);
	for (int i = 0; i < windows; i++) {
		MPI_Win_free(&win[i]);
		if (i % 2 == 0)
			free(memory[i]);
	}
	for (int i = 0; i < comms; i++)
		MPI_Comm_free(&comm[i]);
	free(comm);
	free(win);
	free(memory);
	return job_end();
}
