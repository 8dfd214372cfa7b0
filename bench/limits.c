/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Limits of the machine itself, without MPI: two processes exchange a cache line, fill a FIFO of
 * them, copy memory within and between each other, hand over a processor, communicate through a
 * socket. Prints one line for each: name, bytes, median and minimum in microseconds, samples.
 *
 *     cc -O2 bench/limits.c -o limits && ./limits [--time SECONDS] [--line]
 *
 * With --line the exchange of a line alone, which says how near the two processors are.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 64, FIFO = 256, SAMPLES_MAX = 2000, SAMPLES_MIN = 9, LARGEST = 4 << 20 };

/* Lines that the two processes share; each word is written by one of them only. */
struct shared {
	struct {
		_Alignas(LINE) volatile uint64_t word[LINE / 8];
	} slot[2], fifo[FIFO];
	_Alignas(LINE) volatile uint64_t taken; /* slots of the FIFO that the reader has emptied */
	_Alignas(LINE) volatile uint64_t turn;  /* number of the batch that the other process
						 * does */
	_Alignas(LINE) volatile int64_t todo;   /* calls of the batch; -1: end */
	_Alignas(LINE) volatile uint64_t done;  /* batch that the other process has finished */
};

struct side {
	struct shared *shared;
	int me; /* 0 or 1 */
	pid_t peer;
	int socket;
	size_t bytes;
	uint64_t count;       /* exchanges so far */
	unsigned char *mine;  /* [2 * LARGEST], at the same address in both processes */
	unsigned char *spare; /* [LARGEST], private to this process */
};

typedef void limit_fn(struct side *s, long count);

static void fail(const char *what)
{
	fprintf(stderr, "limits: %s: %s\n", what, strerror(errno));
	kill(0, SIGTERM);
	exit(1);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* No pause: on some processors that instruction alone takes as long as the transfer of the line. */
static void await(volatile uint64_t *word, uint64_t value)
{
	while (*word != value)
		;
}

/* One slot each way, with a word that marks it as full: half a round trip is one line. */
static void line(struct side *s, long count)
{
	struct shared *sh = s->shared;

	for (long n = 0; n < 2 * count; n++, s->count++) {
		uint64_t number = s->count / 2 + 1;

		if ((int)(s->count & 1) != s->me)
			await(&sh->slot[!s->me].word[0], number);
		else
			sh->slot[s->me].word[0] = number;
	}
}

/* The same through changing slots; the writer has prefetched the next one in time. */
static void line_ahead(struct side *s, long count)
{
	struct shared *sh = s->shared;

	for (long n = 0; n < 2 * count; n++, s->count++) {
		volatile uint64_t *full = &sh->fifo[s->count % FIFO].word[0];

		if ((int)(s->count & 1) != s->me) {
			await(full, s->count + 1);
		} else {
			*full = s->count + 1;
			__builtin_prefetch((void *)&sh->fifo[(s->count + 2) % FIFO], 1);
		}
	}
}

/* Consecutive slots, one way; the reader publishes its position after every quarter of the FIFO. */
static void fifo(struct side *s, long count)
{
	struct shared *sh = s->shared;

	for (long n = 0; n < count; n++, s->count++) {
		volatile uint64_t *full = &sh->fifo[s->count % FIFO].word[0];

		if (s->me == 1) {
			await(full, s->count + 1);
			if (s->count % (FIFO / 4) == FIFO / 4 - 1)
				sh->taken = s->count + 1;
		} else {
			while (s->count - sh->taken >= FIFO)
				;
			full[1] = s->count;
			*full = s->count + 1;
		}
	}
	if (s->me == 0)
		await(&sh->taken, s->count / (FIFO / 4) * (FIFO / 4));
}

static void copy_within(struct side *s, long count)
{
	for (long n = 0; n < count && s->me == 0; n++) {
		memcpy(s->spare, s->mine, s->bytes);
		__asm__ volatile("" ::: "memory");
	}
}

static void move(struct side *s, size_t at, size_t bytes, int write)
{
	struct iovec local = {s->spare + at, bytes}, remote = {s->mine + at, bytes};
	ssize_t moved = write ? process_vm_writev(s->peer, &local, 1, &remote, 1, 0)
			      : process_vm_readv(s->peer, &local, 1, &remote, 1, 0);

	if (moved != (ssize_t)bytes)
		fail("process_vm_*");
}

static void copy_by_one(struct side *s, long count)
{
	for (long n = 0; n < count && s->me == 0; n++)
		move(s, 0, s->bytes, 0);
}

/* The reader copies one half while the writer copies the other. */
static void copy_by_both(struct side *s, long count)
{
	for (long n = 0; n < count; n++) {
		move(s, s->me ? s->bytes / 2 : 0, s->bytes / 2, s->me);
		line(s, 1);
	}
}

/* Each process copies all of the other's at the same time. */
static void copy_by_each(struct side *s, long count)
{
	for (long n = 0; n < count; n++)
		move(s, 0, s->bytes, 0);
	line(s, 1);
}

/* On one processor: each process yields until it is its turn. */
static void yields(struct side *s, long count)
{
	struct shared *sh = s->shared;

	for (long n = 0; n < 2 * count; n++, s->count++) {
		if ((int)(s->count & 1) == s->me)
			sh->slot[s->me].word[0] = s->count / 2 + 1;
		else
			while (sh->slot[!s->me].word[0] != s->count / 2 + 1)
				sched_yield();
	}
}

static void transfer(struct side *s, int out)
{
	for (size_t at = 0; at < s->bytes;) {
		ssize_t n = out ? send(s->socket, s->spare + at, s->bytes - at, MSG_DONTWAIT)
				: recv(s->socket, s->spare + at, s->bytes - at, MSG_DONTWAIT);

		if (n == 0 || (n < 0 && errno != EAGAIN))
			fail("socket");
		at += n > 0 ? (size_t)n : 0;
	}
}

static void socket_trip(struct side *s, long count)
{
	for (long n = 0; n < count; n++) {
		transfer(s, s->me == 0);
		transfer(s, s->me != 0);
	}
}

/* ---- Batches: process 0 sets the number of calls, process 1 follows ---- */

static void batch(struct side *s, limit_fn *call, long count)
{
	uint64_t turn = s->shared->turn + 1;

	s->shared->todo = count;
	s->shared->turn = turn;
	if (count >= 0)
		call(s, count);
	while (s->shared->done != turn)
		sched_yield();
}

static void follow(struct side *s, limit_fn *call)
{
	uint64_t turn = s->shared->done;
	int64_t todo;

	do {
		while (s->shared->turn == turn)
			sched_yield();
		turn = s->shared->turn;
		todo = s->shared->todo;
		if (todo >= 0)
			call(s, (long)todo);
		s->shared->done = turn;
	} while (todo >= 0);
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* `part`: the fraction of a call that is printed (half a round trip: 0.5). */
static void lead(struct side *s, const char *name, limit_fn *call, double part, double budget)
{
	static double sample[SAMPLES_MAX];
	double start, each = 0;
	long count = 1;
	int n = 0, most;

	for (int warm = 0; warm < 4 || each * (double)count < 1e-4; warm++) {
		if (each * (double)count < 1e-4)
			count *= 2;
		start = now();
		batch(s, call, count);
		each = (now() - start) / (double)count;
	}
	most = (int)(budget / (each * (double)count));
	most = most > SAMPLES_MAX ? SAMPLES_MAX : most < SAMPLES_MIN ? SAMPLES_MIN : most;
	for (; n < most; n++) {
		start = now();
		batch(s, call, count);
		sample[n] = (now() - start) / (double)count * part * 1e6;
	}
	batch(s, call, -1);
	qsort(sample, (size_t)n, sizeof *sample, by_value);
	printf("%-14s %10zu %12.4f %12.4f %8d\n", name, s->bytes, sample[n / 2], sample[0], n);
	fflush(stdout);
}

static void limit(struct side *s, const char *name, limit_fn *call, size_t bytes, double part,
		  double budget)
{
	s->bytes = bytes;
	s->count = 0;
	if (s->me == 0)
		memset(s->shared->slot, 0, sizeof s->shared->slot + sizeof s->shared->fifo + LINE);
	if (s->me == 0)
		lead(s, name, call, part, budget);
	else
		follow(s, call);
}

/* Binds the process to allowed processor number `n`, or to the last: without this the system may
 * leave both processes on one. */
static void stay(int n)
{
	static cpu_set_t all;
	cpu_set_t one;

	if (!CPU_COUNT(&all) && sched_getaffinity(0, sizeof all, &all) < 0)
		fail("sched_getaffinity");
	CPU_ZERO(&one);
	for (int cpu = 0, seen = 0; cpu < CPU_SETSIZE && seen <= n; cpu++) {
		if (!CPU_ISSET(cpu, &all))
			continue;
		CPU_ZERO(&one);
		CPU_SET(cpu, &one);
		seen++;
	}
	if (sched_setaffinity(0, sizeof one, &one) < 0)
		fail("sched_setaffinity");
}

static void run(struct side *s, double budget, int only_line)
{
	static const size_t sizes[] = {4 << 10, 64 << 10, 1 << 20, 4 << 20};

	stay(s->me);
	limit(s, "line", line, 8, 0.5, budget);
	if (only_line)
		return;
	limit(s, "line_ahead", line_ahead, 8, 0.5, budget);
	limit(s, "fifo", fifo, 8, 1, budget);
	for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
		limit(s, "memcpy", copy_within, sizes[n], 1, budget);
		limit(s, "vm_one", copy_by_one, sizes[n], 1, budget);
		limit(s, "vm_both", copy_by_both, sizes[n], 1, budget);
		limit(s, "vm_each", copy_by_each, sizes[n], 1, budget);
	}
	limit(s, "socket", socket_trip, 8, 0.5, budget);
	stay(0);
	limit(s, "yield", yields, 8, 0.5, budget);
}

/* Two ends of a TCP connection over the loopback. */
static void connect_pair(int end[2])
{
	struct sockaddr_in name = {.sin_family = AF_INET,
				   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof name;
	int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1;

	end[0] = socket(AF_INET, SOCK_STREAM, 0);
	if (listener < 0 || end[0] < 0 || bind(listener, (struct sockaddr *)&name, size) ||
	    listen(listener, 1) || getsockname(listener, (struct sockaddr *)&name, &size) ||
	    connect(end[0], (struct sockaddr *)&name, size))
		fail("a TCP connection");
	end[1] = accept(listener, NULL, NULL);
	if (end[1] < 0)
		fail("accept");
	for (int n = 0; n < 2; n++)
		setsockopt(end[n], IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	close(listener);
}

static void *map(size_t bytes, int how)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | how, -1, 0);

	if (memory == MAP_FAILED)
		fail("mmap");
	return memory;
}

int main(int argc, char **argv)
{
	struct side side = {.shared = map(sizeof *side.shared, MAP_SHARED)};
	double budget = 0.1;
	int end[2], status, only_line = 0;
	pid_t parent = getpid();

	for (int n = 1; n < argc; n++)
		if (!strcmp(argv[n], "--line"))
			only_line = 1;
		else if (n + 1 < argc && !strcmp(argv[n], "--time") && atof(argv[n + 1]) > 0)
			budget = atof(argv[++n]);
		else
			return fprintf(stderr, "usage: limits [--time SECONDS] [--line]\n"), 1;
	side.mine = map(2 * LARGEST, MAP_PRIVATE);
	connect_pair(end);
	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
	printf("# limits: the machine without MPI\n# name bytes median_us min_us samples\n");
	fflush(stdout);
	side.peer = fork();
	if (side.peer < 0)
		fail("fork");
	side.me = side.peer == 0;
	if (side.me) {
		side.peer = parent;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	}
	side.socket = end[side.me];
	side.spare = map(LARGEST, MAP_PRIVATE);
	memset(side.mine, 1 + side.me, 2 * LARGEST);
	memset(side.spare, 3, LARGEST);
	run(&side, budget, only_line);
	if (side.me)
		return 0;
	return waitpid(side.peer, &status, 0) < 0 || status != 0;
}
