/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Proves the guarantees of runtime/job.h. Alone, without arguments: a process without a launcher is
 * a job of one rank, and the environment of another MPI's launcher is an error. With arguments it
 * is the rank that t/runtime/launch.t starts under mpirun:
 *
 *     exchange       every rank publishes a blob and checks those of all others
 *     contact        rank 0 fetches the blobs of all others while mpirun is stopped
 *     pause          init, then sleeps until it is killed
 *     hello          init, fence, prints "rank R of N", fini
 *     leave          exchange, then ends within MPI
 *     early R CODE   rank R leaves with CODE within MPI, the others wait in the fence
 *     abort R CODE   rank R aborts, the others wait in the fence
 *     follow R CODE  rank R aborts, the others leave with 9 within MPI as soon as it has ended
 *     late R CODE    rank R ends with CODE after rd_job_fini, the others some time later
 *     kill R SIGNAL  rank R kills itself, the others wait in the fence
 */
#include "base/err.h"
#include "base/log.h"
#include "runtime/failures.h"
#include "runtime/hw.h"
#include "runtime/job.h"
#include "t/tap.h"

#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* --- as a rank ---------------------------------------------------------------------- */

/* Bytes of a rank's blob depend on the rank in length and content. */
static size_t make_blob(int rank, unsigned char *blob)
{
	size_t len = 1 + (size_t)rank % 200;

	for (size_t i = 0; i < len; i++)
		blob[i] = (unsigned char)(rank * 7 + (int)i);
	return len;
}

static int check_blob(int rank)
{
	unsigned char want[256];
	size_t len, wanted = make_blob(rank, want);
	const void *blob;

	if (rd_job_blob(rank, &blob, &len) != 0)
		return 1;
	if (len == wanted && !memcmp(blob, want, len))
		return 0;
	rd_error("the blob of rank %d differs from the published one", rank);
	return 1;
}

static int exchange(void)
{
	unsigned char blob[256];
	int rc;

	rc = rd_job_exchange(blob, make_blob(rd_job.rank, blob));
	for (int i = 0; i < rd_job.size && rc == 0; i++)
		rc = check_blob((rd_job.rank + i) % rd_job.size);
	for (int i = 0; i < rd_job.size && rc == 0; i++)
		rc = rd_job_is_local(i) != !strcmp(rd_job_host(i), rd_job.host);
	if (rc == 0)
		rc = rd_job_fence();
	return rc;
}

static void go_on(int sig)
{
	(void)sig;
	kill(getppid(), SIGCONT);
	_exit(3);
}

static int is_stopped(pid_t pid)
{
	char path[32], state = 0;
	FILE *stat;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	stat = fopen(path, "r");
	if (!stat || fscanf(stat, "%*d %*s %c", &state) != 1)
		state = 0;
	if (stat)
		fclose(stat);
	return state == 'T';
}

/* No launcher is needed for the first contact with a rank of the node. */
static int contact(void)
{
	unsigned char blob[256];
	int rc = rd_job_exchange(blob, make_blob(rd_job.rank, blob));

	if (rc == 0 && rd_job.rank == 0) {
		signal(SIGALRM, go_on);
		alarm(20);
		kill(getppid(), SIGSTOP);
		while (!is_stopped(getppid()))
			sched_yield();
		for (int i = 0; i < rd_job.size && rc == 0; i++)
			rc = check_blob(i);
		kill(getppid(), SIGCONT);
		alarm(0);
	}
	return rc ? rc : rd_job_fence();
}

static int misbehave(const char *how, int who, int what)
{
	if (rd_job.rank == who) {
		if (!strcmp(how, "early"))
			_exit(what);
		if (!strcmp(how, "kill"))
			kill(getpid(), what);
		if (!strcmp(how, "abort"))
			rd_job_abort(what, "as told");
	}
	/* The server releases the fence when a rank has died: mpirun ends this process. */
	rd_job_fence();
	for (;;)
		pause();
}

static _Noreturn void follow(int who, int code)
{
	static char lines[60000];
	struct pollfd end = {.events = POLLIN};
	pid_t pid = getpid();
	const void *blob;
	size_t len;

	if (rd_job_exchange(&pid, sizeof pid) || rd_job_blob(who, &blob, &len))
		_exit(1);
	memcpy(&pid, blob, sizeof pid);
	end.fd = (int)syscall(SYS_pidfd_open, pid, 0);
	rd_job_fence();
	/* Empty lines, which keep mpirun busy when the abort arrives. */
	memset(lines, '\n', sizeof lines);
	if (write(1, lines, sizeof lines) < 0)
		_exit(1);
	if (rd_job.rank == who)
		rd_job_abort(code, "as told");
	poll(&end, 1, -1);
	_exit(9);
}

/* Time enough for mpirun to end the other ranks after the end of that rank. */
static int end_late(int who, int code)
{
	struct timespec time = {.tv_nsec = 300000000};
	pid_t pid = getpid();
	const void *blob;
	size_t len;

	if (rd_job_exchange(&pid, sizeof pid) || rd_job_blob(who, &blob, &len))
		return 1;
	memcpy(&pid, blob, sizeof pid);
	while (rd_job.rank != who && kill(pid, 0) == 0)
		sched_yield();
	if (rd_job.rank != who)
		nanosleep(&time, NULL);
	if (rd_job_fini())
		return 1;
	printf("rank %d ends\n", rd_job.rank);
	return code;
}

static int be_rank(int argc, char **argv)
{
	int rc = rd_job_init(), ranks, cpus;

	if (rc != 0)
		return 1;
	if (argc == 4 && !strcmp(argv[1], "late"))
		return end_late(atoi(argv[2]), atoi(argv[3]));
	if (argc == 4 && !strcmp(argv[1], "follow"))
		follow(atoi(argv[2]), atoi(argv[3]));
	if (argc == 4)
		rc = misbehave(argv[1], atoi(argv[2]), atoi(argv[3]));
	else if (!strcmp(argv[1], "exchange"))
		rc = exchange();
	else if (!strcmp(argv[1], "leave"))
		_exit(exchange());
	else if (!strcmp(argv[1], "contact"))
		rc = contact();
	else if (!strcmp(argv[1], "pause"))
		for (;;)
			pause();
	else if (!strcmp(argv[1], "hello"))
		rc = rd_job_fence();
	rd_hw_share(rd_job.nlocal, &ranks, &cpus);
	if (rc == 0)
		printf("rank %d of %d, program %d, %d local, started by %s, %d ranks on "
		       "%d processors\n",
		       rd_job.rank, rd_job.size, rd_job.appnum, rd_job.nlocal, rd_job.launcher,
		       ranks, cpus);
	if (rd_job_fini() != 0)
		rc = 1;
	return rc != 0;
}

/* --- alone -------------------------------------------------------------------------- */

static void check_singleton(void)
{
	const void *blob;
	char id[256];
	size_t len;

	is_int(rd_job_init(), 0, "a process that nobody launched is a job");
	is_int(rd_job.rank, 0, "its rank is 0");
	is_int(rd_job.size, 1, "its size is 1");
	is_int(rd_job.nlocal, 1, "it is alone on its node");
	ok(rd_job_is_local(0) && !rd_job_is_local(1) && !rd_job_is_local(-1),
	   "only rank 0 is local");
	is_str(rd_job_host(0), rd_job.host, "rank 0 is on this host");
	is_str(rd_job_host(5), "?", "the host of a rank that is not there");
	is_int(rd_job_blob(0, &blob, &len), RD_EINTERN, "no blob before it is published");
	is_int(rd_job_exchange("abc", 3), 0, "it publishes");
	ok(rd_job_blob(0, &blob, &len) == 0 && len == 3 && !memcmp(blob, "abc", 3), "and finds it");
	is_int(rd_job_blob(1, &blob, &len), RD_ERANK, "no blob of a rank that is not there");
	is_int(rd_job_fence(), 0, "it does not wait for itself");
	snprintf(id, sizeof id, "%s", rd_job.id);
	is_int(rd_job_fini(), 0, "it ends");
	rd_job_init();
	ok(strcmp(id, rd_job.id) != 0, "two jobs have different names");
	rd_job_fini();
}

static void check_foreign(const char *name, const char *value, const char *more)
{
	setenv(name, value, 1);
	if (more)
		setenv(more, "1", 1);
	is_int(rd_job_init(), RD_EOTHER, "%s=%s without PMIx is an error", name, value);
	unsetenv(name);
	if (more)
		unsetenv(more);
}

/* Without a descriptor no file can be read. */
static void check_hw_is_read_once(void)
{
	uint64_t bytes = rd_hw_cache(2);
	int quota = rd_hw_quota();
	struct rlimit limit, none;

	getrlimit(RLIMIT_NOFILE, &limit);
	none = limit;
	none.rlim_cur = 0;
	setrlimit(RLIMIT_NOFILE, &none);
	ok(rd_hw_cache(2) == bytes && rd_hw_quota() == quota, "caches and quota are read once");
	setrlimit(RLIMIT_NOFILE, &limit);
}

static void check_hw(void)
{
	int online = rd_hw_online(), mine = rd_hw_affinity(), ranks, cpus;

	ok(online >= 1 && mine >= 1, "there are processors");
	ok(rd_hw_cpus() >= 1 && rd_hw_cpus() <= mine, "those to use are among those allowed");
	ok(rd_hw_quota() >= 0, "a quota is none or positive");
	rd_hw_share(1 << 20, &ranks, &cpus);
	ok(ranks == 1 << 20 && cpus >= 1 && cpus <= mine, "a million ranks share all there are");
	rd_hw_set_share(3, 1);
	rd_hw_share(5, &ranks, &cpus);
	ok((ranks == 3 || (rd_hw_quota() && ranks == 5)) && cpus == 1, "the launcher knows better");
	check_hw_is_read_once();
}

/* Without a descriptor there are no notices: the error says so, and the remedy. */
static void check_failures(void)
{
	struct rlimit limit, none;
	const char *cause;

	getrlimit(RLIMIT_NOFILE, &limit);
	none = limit;
	none.rlim_cur = 0;
	setrlimit(RLIMIT_NOFILE, &none);
	is_int(rd_failures_init(3), RD_ESYS, "no descriptor for failure notices is an error");
	setrlimit(RLIMIT_NOFILE, &limit);
	cause = rd_err_cause();
	ok(cause && strstr(cause, "no descriptor for failure notices: Too many open files; raise"),
	   "which says what to do: %s", cause ? cause : "nothing");
	is_int(rd_failures_init(3), 0, "with one there are");
	rd_failures_fini();
}

int main(int argc, char **argv)
{
	if (argc > 1)
		return be_rank(argc, argv);
	unsetenv("PMIX_NAMESPACE");
	unsetenv("PMI_FD");
	unsetenv("PMI_SIZE");
	unsetenv("OMPI_COMM_WORLD_SIZE");
	unsetenv("SLURM_PROCID");
	check_singleton();
	rd_log_set_level(RD_LOG_ERROR);
	check_foreign("PMI_SIZE", "4", NULL);
	check_foreign("PMI_FD", "7", NULL);
	check_foreign("OMPI_COMM_WORLD_SIZE", "2", NULL);
	check_foreign("SLURM_STEP_NUM_TASKS", "2", "SLURM_PROCID");
	check_foreign("PMIX_NAMESPACE", "nobody.1", "PMIX_RANK");
	check_hw();
	check_failures();
	return done();
}
