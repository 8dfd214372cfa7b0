/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A rank is killed (kill -9) at a random moment of a phase, by its own timer or its neighbour's.
 *
 *     kill_in_phase PHASE SEED FILE [stay]
 *
 * All ranks repeat the operations of the phase. A call that succeeds has the right result. With
 * `stay` errors are returned: each survivor checks that the first one, and the calls after it, are
 * MPI_ERR_PROC_ABORTED, and prints how long after the kill, whose time the killer has left in FILE,
 * the last of them came; then the survivors go on with a communicator of their own. Without, the
 * error ends the job. t/jobs/kill_in_phase.pl starts it, judges the time, and checks that nothing
 * is left.
 */
#include "t/jobs/job.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { MANY = 64, EAGER = 64, LONG = 300000, WORDS = 2000, WAIT_S = 20 };

static double told_s; /* from the kill to the last error */
static uint64_t seed, state;
static int victim, killer, delay_us, stays;
static pid_t victim_pid;
static volatile uint64_t *killed_ns; /* in FILE; 0: not yet */
static int *in, *out;                /* [MANY * WORDS] */

/* --- the kill ------------------------------------------------------------------------ */

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void on_alarm(int sig)
{
	(void)sig;
	*killed_ns = now_ns();
	kill(victim_pid, SIGKILL);
}

static void set_timer(void)
{
	struct itimerval when = {.it_value = {.tv_usec = delay_us}};

	signal(SIGALRM, on_alarm);
	setitimer(ITIMER_REAL, &when, NULL);
}

static void open_file(const char *path)
{
	int fd = open(path, O_RDWR);

	killed_ns = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (fd < 0 || killed_ns == MAP_FAILED) {
		perror(path);
		exit(2);
	}
	close(fd);
}

/* --- checks of the survivors -------------------------------------------------------------- */

static const char *phase;

/* Ends the survivor's test: the error has to be the right one. */
static int is_told(int err, const char *call)
{
	double since_s = *killed_ns ? (double)(now_ns() - *killed_ns) / 1e9 : -1;

	if (!err)
		return 0;
	check_class(err, MPI_ERR_PROC_ABORTED, call);
	check(since_s >= 0, "%s failed, and nobody was killed", call);
	told_s = since_s > told_s ? since_s : told_s;
	return 1;
}

/* 1: time to give up, so that no rank waits for ever for a kill that does not come. */
static int is_late(void)
{
	static uint64_t begun;

	begun = begun ? begun : now_ns();
	return !check(now_ns() - begun < WAIT_S * (uint64_t)1000000000, "no error in %s", phase);
}

/* --- phases: one round, and its first error --------------------------------------------- */

/* Messages of n words with all others, those of the victim among them. A rank with the failure
 * notice still sends to the others, which may have to wait for that until they come to the
 * victim. */
static int exchange(int round, int n)
{
	MPI_Request request[2 * MANY];
	int err = 0, k = 0, which;

	for (int j = 0; j < n; j++)
		out[j] = round;
	for (int i = 0; i < job.ranks; i++) {
		int rc[2];

		if (i == job.rank)
			continue;
		request[k] = request[k + 1] = MPI_REQUEST_NULL;
		rc[0] = MPI_Irecv(in + i * n, n, MPI_INT, i, round % 100, MPI_COMM_WORLD,
				  &request[k++]);
		rc[1] = MPI_Isend(out, n, MPI_INT, i, round % 100, MPI_COMM_WORLD, &request[k++]);
		err = err ? err : rc[0] ? rc[0] : rc[1];
	}
	for (int i = 0; i < k && !err; i++)
		err = MPI_Waitany(k, request, &which, MPI_STATUS_IGNORE);
	for (int i = 0; i < job.ranks && !err; i++)
		if (i != job.rank)
			check(in[i * n] == round && in[i * n + n - 1] == round,
			      "round %d: %d ... %d from rank %d", round, in[i * n],
			      in[i * n + n - 1], i);
	return err;
}

static int eager(int round)
{
	return exchange(round, EAGER);
}

static int *big_in, *big_out;

static int rendezvous(int round)
{
	int *small_in = in, *small_out = out, err;

	in = big_in;
	out = big_out;
	err = exchange(round, LONG);
	in = small_in;
	out = small_out;
	return err;
}

/* One rank receives from all others, first from whichever sends first; a rank with the failure
 * notice passes it to the others, which then try to receive from the failed rank themselves. */
static int answer(int told)
{
	int err = 0;

	for (int i = 0; i < job.ranks; i++)
		if (i != job.rank && !(told && i == victim)) {
			int rc = MPI_Send(&told, 1, MPI_INT, i, 1, MPI_COMM_WORLD);

			err = err ? err : rc;
		}
	return err;
}

static int hear(void)
{
	int err = 0;

	for (int i = 0; i < job.ranks - 1 && !err; i++)
		err = MPI_Recv(in, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
			       MPI_STATUS_IGNORE);
	if (!err)
		err = answer(0);
	if (err)
		answer(1); /* in the next round, to ranks that got another answer */
	return err;
}

static int any_source(int round)
{
	int root = victim == 0, told = 0, err;

	if (job.rank == root)
		return hear();
	err = MPI_Send(&round, 1, MPI_INT, root, 0, MPI_COMM_WORLD);
	if (!err)
		err = MPI_Recv(&told, 1, MPI_INT, root, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	if (!err && told)
		err = MPI_Recv(in, 1, MPI_INT, victim, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	return err;
}

static int length(int round)
{
	return round % 4 ? 1 + round % 50 : WORDS;
}

static void fill(int n, int value)
{
	for (int i = 0; i < n; i++)
		out[i] = value;
}

static void check_all(int n, int value, const char *call)
{
	for (int i = 0; i < n; i++)
		if (!check(in[i] == value, "%s: success with %d, must be %d (%d of %d)", call,
			   in[i], value, i, n))
			return;
}

static int barrier(int round)
{
	(void)round;
	return MPI_Barrier(MPI_COMM_WORLD);
}

static int bcast(int round)
{
	int root = round % job.ranks, n = length(round), err;

	for (int i = 0; i < n; i++)
		in[i] = job.rank == root ? round : -1;
	err = MPI_Bcast(in, n, MPI_INT, root, MPI_COMM_WORLD);
	if (!err)
		check_all(n, round, "MPI_Bcast");
	return err;
}

static int sum_of_ranks(int round)
{
	return job.ranks * round + job.ranks * (job.ranks - 1) / 2;
}

static int reduce(int round)
{
	int root = round % job.ranks, n = length(round), err;

	fill(n, round + job.rank);
	err = MPI_Reduce(out, in, n, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
	if (!err && job.rank == root)
		check_all(n, sum_of_ranks(round), "MPI_Reduce");
	return err;
}

static int allreduce(int round)
{
	int n = length(round), err;

	fill(n, round + job.rank);
	err = MPI_Allreduce(out, in, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (!err)
		check_all(n, sum_of_ranks(round), "MPI_Allreduce");
	return err;
}

static int iallreduce(int round)
{
	int n = length(round), err;
	MPI_Request request;

	fill(n, round + job.rank);
	err = MPI_Iallreduce(out, in, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
	if (!err)
		err = MPI_Wait(&request, MPI_STATUS_IGNORE);
	if (!err)
		check_all(n, sum_of_ranks(round), "MPI_Iallreduce");
	return err;
}

static int allgather(int round)
{
	int n = length(round), err;

	fill(n, round);
	err = MPI_Allgather(out, n, MPI_INT, in, n, MPI_INT, MPI_COMM_WORLD);
	if (!err)
		check_all(n * job.ranks, round, "MPI_Allgather");
	return err;
}

static int gather(int round)
{
	int root = round % job.ranks, n = length(round), err;

	fill(n, round);
	err = MPI_Gather(out, n, MPI_INT, in, n, MPI_INT, root, MPI_COMM_WORLD);
	if (!err && job.rank == root)
		check_all(n * job.ranks, round, "MPI_Gather");
	return err;
}

static int scatter(int round)
{
	int root = round % job.ranks, n = length(round), err;

	fill(n * job.ranks, round);
	err = MPI_Scatter(out, n, MPI_INT, in, n, MPI_INT, root, MPI_COMM_WORLD);
	if (!err)
		check_all(n, round, "MPI_Scatter");
	return err;
}

static int alltoall(int round)
{
	int n = length(round), err;

	fill(n * job.ranks, round);
	err = MPI_Alltoall(out, n, MPI_INT, in, n, MPI_INT, MPI_COMM_WORLD);
	if (!err)
		check_all(n * job.ranks, round, "MPI_Alltoall");
	return err;
}

static int reduce_scatter(int round)
{
	int n = length(round), err;

	fill(n * job.ranks, round + job.rank);
	err = MPI_Reduce_scatter_block(out, in, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (!err)
		check_all(n, sum_of_ranks(round), "MPI_Reduce_scatter_block");
	return err;
}

static int scan(int round)
{
	int n = length(round), err;

	fill(n, 1);
	err = MPI_Scan(out, in, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (!err)
		check_all(n, job.rank + 1, "MPI_Scan");
	return err;
}

static int split(int round)
{
	MPI_Comm comm;
	int err = MPI_Comm_split(MPI_COMM_WORLD, 0, round, &comm);

	if (!err)
		MPI_Comm_free(&comm);
	return err;
}

static MPI_Win win;

static int fence(int round)
{
	int to = (job.rank + 1 + round % (job.ranks - 1)) % job.ranks, n = length(round), err;

	err = MPI_Win_fence(0, win);
	if (!err)
		err = MPI_Put(out, n, MPI_INT, to, 0, n, MPI_INT, win);
	if (!err)
		err = MPI_Accumulate(out, 1, MPI_INT, to, WORDS, 1, MPI_INT, MPI_SUM, win);
	return err ? err : MPI_Win_fence(0, win);
}

static int lock(int round)
{
	int to = (job.rank + round) % job.ranks, n = length(round), err;

	err = MPI_Win_lock(round % 3 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, to, 0, win);
	if (!err)
		err = MPI_Accumulate(out, n, MPI_INT, to, WORDS, n, MPI_INT, MPI_SUM, win);
	if (!err)
		err = MPI_Get(in, n, MPI_INT, to, WORDS, n, MPI_INT, win);
	return err ? err : MPI_Win_unlock(to, win);
}

static int pscw(int round)
{
	MPI_Group world;
	int err;

	(void)round;
	MPI_Comm_group(MPI_COMM_WORLD, &world);
	err = MPI_Win_post(world, 0, win);
	if (!err)
		err = MPI_Win_start(world, 0, win);
	for (int i = 0; i < job.ranks && !err; i++)
		err = MPI_Put(out, 10, MPI_INT, i, 0, 10, MPI_INT, win);
	if (!err)
		err = MPI_Win_complete(win);
	if (!err)
		err = MPI_Win_wait(win);
	MPI_Group_free(&world);
	return err;
}

static const struct {
	const char *name;
	int (*round)(int round);
} phases[] = {
	{"init", barrier},
	{"connect", eager},
	{"eager", eager},
	{"rendezvous", rendezvous},
	{"any_source", any_source},
	{"barrier", barrier},
	{"bcast", bcast},
	{"reduce", reduce},
	{"allreduce", allreduce},
	{"iallreduce", iallreduce},
	{"allgather", allgather},
	{"gather", gather},
	{"scatter", scatter},
	{"alltoall", alltoall},
	{"reduce_scatter", reduce_scatter},
	{"scan", scan},
	{"split", split},
	{"fence", fence},
	{"lock", lock},
	{"pscw", pscw},
	{"finalize", barrier},
};
enum { PHASES = sizeof(phases) / sizeof(*phases) };

static int is(const char *name)
{
	return strcmp(phase, name) == 0;
}

/* --- a job --------------------------------------------------------------------------------- */

/* The ranks of MPI_COMM_WORLD that live communicate with one another. */
static void go_on(void)
{
	MPI_Group world, rest;
	MPI_Comm comm;
	int one = 1, sum = 0, err;

	MPI_Comm_group(MPI_COMM_WORLD, &world);
	MPI_Group_excl(world, 1, &victim, &rest);
	err = MPI_Comm_create_group(MPI_COMM_WORLD, rest, 7, &comm);
	check(!err, "MPI_Comm_create_group of the survivors: error %d", err);
	if (!err) {
		err = MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
		check(!err && sum == job.ranks - 1, "the survivors: error %d, %d of %d", err, sum,
		      job.ranks - 1);
		MPI_Comm_free(&comm);
	}
	MPI_Group_free(&rest);
	MPI_Group_free(&world);
}

/* Operations with the failed rank fail, again and at once, when its end is known: an access to its
 * memory over cards may fail before that. */
static void try_again(void)
{
	double until = MPI_Wtime() + WAIT_S;
	int word = 0, err;

	do {
		err = MPI_Send(&word, 1, MPI_INT, victim, 0, MPI_COMM_WORLD);
	} while (!err && (is("pscw") || is("fence") || is("lock")) && MPI_Wtime() < until);
	check(is_told(err, "MPI_Send"), "MPI_Send to the dead rank: success");
	check(is_told(MPI_Ssend(big_out, LONG, MPI_INT, victim, 0, MPI_COMM_WORLD), "MPI_Ssend"),
	      "MPI_Ssend to the dead rank: success");
	check(is_told(MPI_Recv(&word, 1, MPI_INT, victim, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
		      "MPI_Recv"),
	      "MPI_Recv from the dead rank: success");
	check(is_told(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier"), "MPI_Barrier: success");
	check(is_told(MPI_Allreduce(&word, in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD),
		      "MPI_Allreduce"),
	      "MPI_Allreduce: success");
}

static void open_window(void)
{
	int *memory;

	MPI_Win_allocate(2 * WORDS * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL,
			 MPI_COMM_WORLD, &memory, &win);
	if (stays)
		MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
}

static void learn_pids(void)
{
	long own = getpid(), all[MANY];

	MPI_Allgather(&own, 1, MPI_LONG, all, 1, MPI_LONG, MPI_COMM_WORLD);
	victim_pid = (pid_t)all[victim];
}

static void run(int (*round)(int))
{
	char name[40];
	int err = 0;

	for (int i = 0; !err && !is_late(); i++)
		err = round(i);
	snprintf(name, sizeof(name), "phase %s", phase);
	is_told(err, name);
	try_again();
	go_on();
}

static void plan(int ranks)
{
	victim = random_below(&state, ranks);
	killer = random_below(&state, 2) ? victim : (victim + 1) % ranks;
	delay_us = 1 + random_below(&state, 30000);
	if (is("connect") || is("finalize"))
		delay_us = 1 + delay_us / 10;
	if (is("connect") || is("init"))
		killer = victim;
}

int main(int argc, char **argv)
{
	const char *rank = getenv("PMIX_RANK"), *size = getenv("KILL_RANKS");
	int (*round)(int) = NULL;

	if (argc < 4 || !rank || !size)
		return 2;
	phase = argv[1];
	seed = state = strtoull(argv[2], NULL, 0);
	stays = argc > 4;
	open_file(argv[3]);
	for (int i = 0; i < PHASES; i++)
		if (is(phases[i].name))
			round = phases[i].round;
	plan(atoi(size));
	in = must_alloc(MANY * WORDS * sizeof(*in));
	out = must_alloc(MANY * WORDS * sizeof(*out));
	big_in = must_alloc(sizeof(*big_in) * LONG * (size_t)atoi(size));
	big_out = must_alloc(sizeof(*big_out) * LONG);
	victim_pid = getpid();
	if (is("init") && atoi(rank) == victim)
		set_timer();
	job_start(&argc, &argv, "kill_in_phase");
	if (stays)
		MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	if (is("fence") || is("lock") || is("pscw"))
		open_window();
	if (!is("connect") && !is("init"))
		learn_pids();
	if (is("fence"))
		MPI_Win_fence(0, win);
	if (!is("init") && job.rank == killer)
		set_timer();
	if (is("finalize"))
		for (int i = 0; i < job.rank + 2; i++)
			usleep((useconds_t)random_below(&state, 500));
	else
		run(round);
	MPI_Finalize();
	while (is("finalize") && (job.rank == victim || job.rank == killer) && !*killed_ns)
		usleep(1000); /* too quick for the timer */
	if (job.rank == victim)
		pause();
	printf("rank %d %s, told after %.2f s\n", job.rank, job.failures ? "failed" : "survived",
	       told_s);
	return job.failures != 0;
}
