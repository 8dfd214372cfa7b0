/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shared by the test jobs of this folder: start and end of a job, checks that print and count, and
 * random numbers that are the same everywhere.  A job ends with status 1 on every rank when a check
 * failed on any.  Plain MPI, so that the same programs can be tried on another MPI.
 */
#ifndef RD_T_JOBS_JOB_H
#define RD_T_JOBS_JOB_H

#include <mpi.h>

#include <dirent.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FAILURES_SHOWN = 10 };

struct job {
	const char *name;
	int rank, ranks;
	long failures; /* of this rank */
};

static struct job job;

/* Returns good; when it is 0, prints the message and counts an error. */
__attribute__((format(printf, 2, 3))) static inline int check(int good, const char *format, ...)
{
	char line[400];
	va_list list;

	if (good)
		return 1;
	if (++job.failures > FAILURES_SHOWN)
		return 0;
	va_start(list, format);
	vsnprintf(line, sizeof line, format, list);
	va_end(list);
	fprintf(stderr, "%s: rank %d of %d: FAILED: %s\n", job.name, job.rank, job.ranks, line);
	return 0;
}

/* A call that must return a class of error, with MPI_ERRORS_RETURN set. */
static inline int check_class(int code, int class, const char *call)
{
	char text[MPI_MAX_ERROR_STRING] = "";
	int got = MPI_SUCCESS, length = 0;

	if (code != MPI_SUCCESS) {
		MPI_Error_class(code, &got);
		MPI_Error_string(code, text, &length);
	}
	check(code == MPI_SUCCESS || length > 0, "%s: error %d has no text", call, code);
	return check(got == class, "%s: error class %d (%s), must be %d", call, got, text, class);
}

/* In place of job_start, where the job has called MPI_Init or another by itself. */
static inline void job_has_started(const char *name)
{
	job.name = name;
	MPI_Comm_rank(MPI_COMM_WORLD, &job.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &job.ranks);
}

static inline void job_start(int *argc, char ***argv, const char *name)
{
	MPI_Init(argc, argv);
	job_has_started(name);
}

/* Ends MPI; returns the exit status, the same on all ranks. */
static inline int job_end(void)
{
	long all = 0;

	MPI_Allreduce(&job.failures, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
	if (job.rank == 0) {
		if (all == 0)
			printf("%s: good on %d ranks\n", job.name, job.ranks);
		else
			fprintf(stderr, "%s: %ld checks failed\n", job.name, all);
	}
	MPI_Finalize();
	return all != 0;
}

/* Ranks on this rank's host; *after: how many of them have higher numbers. */
static inline int ranks_here(int *after)
{
	char own[MPI_MAX_PROCESSOR_NAME] = "", *all;
	int length, n = 0;

	MPI_Get_processor_name(own, &length);
	all = malloc(sizeof own * (size_t)job.ranks);
	if (!all)
		MPI_Abort(MPI_COMM_WORLD, 1);
	MPI_Allgather(own, sizeof own, MPI_CHAR, all, sizeof own, MPI_CHAR, MPI_COMM_WORLD);
	*after = 0;
	for (int i = 0; i < job.ranks; i++) {
		int here = !strcmp(all + sizeof own * (size_t)i, own);

		n += here;
		*after += here && i > job.rank;
	}
	free(all);
	return n;
}

/* The set of the one signal by which another rank lets this one go on. */
static inline sigset_t go_signal(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	return set;
}

/* Before MPI_Init, whose threads take over the mask: in one that does not block it, SIGUSR2 would
 * end the process. It stays pending until stay_outside. */
static inline void block_signal(void)
{
	sigset_t set = go_signal();

	sigprocmask(SIG_BLOCK, &set, NULL);
}

/* Waits for SIGUSR2, not inside MPI. */
static inline void stay_outside(void)
{
	sigset_t set = go_signal();
	int sig;

	sigwait(&set, &sig);
}

/* The same for at most so many seconds; 1: the signal has come. */
static inline int stay_outside_for(int seconds)
{
	sigset_t set = go_signal();
	struct timespec limit = {.tv_sec = seconds};

	return sigtimedwait(&set, NULL, &limit) == SIGUSR2;
}

static inline int open_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

static inline void *must_alloc(size_t bytes)
{
	void *memory = calloc(1, bytes + 1);

	if (!memory) {
		fprintf(stderr, "%s: rank %d: no memory for %zu bytes\n", job.name, job.rank,
			bytes);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	return memory;
}

/* splitmix64: any seed is good, also 0. */
static inline uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* 0 .. limit - 1 */
static inline int random_below(uint64_t *state, int limit)
{
	return (int)(random_next(state) % (uint64_t)limit);
}

/* low .. high */
static inline int random_between(uint64_t *state, int low, int high)
{
	return low + random_below(state, high - low + 1);
}

static inline void random_order(uint64_t *state, int *order, int count)
{
	for (int n = 0; n < count; n++) {
		int other = random_below(state, n + 1);

		order[n] = order[other];
		order[other] = n;
	}
}

/* Byte n of the data that belongs to a seed. */
static inline unsigned char data_byte(uint64_t seed, size_t n)
{
	uint64_t state = seed + n / 8 * 0x2545f4914f6cdd1du;

	return (unsigned char)(random_next(&state) >> (n % 8 * 8));
}

/* A number from the command line ("-r 30"), or the default. */
static inline long argument(int argc, char **argv, const char *option, long fallback)
{
	for (int n = 1; n + 1 < argc; n++)
		if (strcmp(argv[n], option) == 0)
			return strtol(argv[n + 1], NULL, 0);
	return fallback;
}

/* KB of collectives' shared memory that is mapped. */
static inline long shared_kb(void)
{
	FILE *file = fopen("/proc/self/maps", "r");
	char line[512];
	unsigned long begin, end, sum = 0;

	while (file && fgets(line, sizeof line, file))
		if (strstr(line, "memfd:rondo-coll") && sscanf(line, "%lx-%lx", &begin, &end) == 2)
			sum += end - begin;
	if (file)
		fclose(file);
	return (long)(sum / 1024);
}

#endif
