/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Detects how this process was started and implements runtime/job.h: through the PMIx client
 * (job_pmix.c) below a launcher that offers PMIx, through the PMI client (job_pmi.c) below one that
 * offers PMI, without a launcher for a singleton. It talks to no launcher itself. Called by
 * MPI_Init, MPI_Finalize, MPI_Abort and, for the blobs, by the transports.
 */
#include "runtime/job.h"

#include "base/err.h"
#include "base/log.h"
#include "runtime/job_pmi.h"
#include "runtime/job_pmix.h"
#include "runtime/wait.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

struct rd_job rd_job;

static enum { ALONE, PMIX, PMI } launch; /* the client in use; ALONE before and after, too */
static void *own_blob;                   /* a singleton's only blob */
static size_t own_len;

static int env_int(const char *name)
{
	const char *text = getenv(name);

	return text ? atoi(text) : 0;
}

/* A launcher that sets these variables, but neither PMIX_NAMESPACE nor a PMI connection, would make
 * each process that it starts a job of one rank. */
static int check_foreign(void)
{
	if (getenv("PMI_FD") || env_int("PMI_SIZE") > 1) {
		if (env_int("PMI_SIZE") == 1)
			return 0;
		rd_error("started by a launcher that speaks PMI, but %s%s: start with mpirun, "
			 "mpiexec.hydra or srun --mpi=pmix, or unset PMI_FD and PMI_SIZE to run "
			 "alone",
			 getenv("PMI_FD") ? "there is no connection to it at PMI_FD="
					  : "it gives no connection (PMI_FD)",
			 getenv("PMI_FD") ? getenv("PMI_FD") : "");
		return RD_EOTHER;
	}
	if (env_int("OMPI_COMM_WORLD_SIZE") > 1) {
		rd_error("started by Open MPI's launcher without PMIx (PMIX_NAMESPACE is not set): "
			 "start with Rondo's own mpirun, or with srun --mpi=pmix");
		return RD_EOTHER;
	}
	if (getenv("SLURM_PROCID") && env_int("SLURM_STEP_NUM_TASKS") > 1) {
		rd_error("srun started %d tasks without PMIx, each would be a job of one rank: "
			 "use srun --mpi=pmix, or srun --mpi=pmi2",
			 env_int("SLURM_STEP_NUM_TASKS"));
		return RD_EOTHER;
	}
	return 0;
}

static int init_singleton(void)
{
	uint64_t salt;

	rd_job.local = malloc(sizeof *rd_job.local);
	if (!rd_job.local) {
		rd_error("no memory for the list of local ranks");
		return RD_ENOMEM;
	}
	if (getrandom(&salt, sizeof salt, GRND_NONBLOCK) != sizeof salt) {
		struct timespec now;

		clock_gettime(CLOCK_REALTIME, &now);
		salt = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	}
	rd_job.local[0] = 0;
	rd_job.rank = rd_job.local_rank = rd_job.appnum = 0;
	rd_job.size = rd_job.nlocal = rd_job.universe = 1;
	rd_job.launcher = "singleton";
	snprintf(rd_job.id, sizeof rd_job.id, "singleton.%ld.%lx.%016llx", (long)getpid(),
		 (unsigned long)time(NULL), (unsigned long long)salt);
	return 0;
}

/* An open PMI connection belongs to the launcher itself; names in the environment may come from an
 * outer launcher, which started a script that called this one. */
static int connect_launcher(void)
{
	int err;

	if (rd_pmi_offered()) {
		err = rd_pmi_init();
		launch = err ? ALONE : PMI;
	} else if (getenv("PMIX_NAMESPACE")) {
		err = rd_pmix_init();
		launch = err ? ALONE : PMIX;
	} else {
		err = check_foreign();
		if (err == 0)
			err = init_singleton();
	}
	return err;
}

int rd_job_init(void)
{
	char who[300];
	int err;

	if (gethostname(rd_job.host, sizeof rd_job.host) != 0)
		snprintf(rd_job.host, sizeof rd_job.host, "localhost");
	rd_job.host[sizeof rd_job.host - 1] = 0;
	err = connect_launcher();
	if (err != 0)
		return err;
	if (getenv("RONDO_APPNUM")) /* set by mpirun when another launcher starts the ranks */
		rd_job.appnum = env_int("RONDO_APPNUM");
	snprintf(who, sizeof who, "rank %d on %s", rd_job.rank, rd_job.host);
	rd_log_whoami(who);
	rd_log(rd_job.rank == 0 ? RD_LOG_INFO : RD_LOG_DEBUG,
	       "job %s of %d ranks, %d on this node, started by %s", rd_job.id, rd_job.size,
	       rd_job.nlocal, rd_job.launcher);
	return 0;
}

static int publish_alone(const void *blob, size_t len)
{
	void *copy = malloc(len ? len : 1);

	if (!copy) {
		rd_error("no memory for %zu bytes of connection data", len);
		return RD_ENOMEM;
	}
	memcpy(copy, blob, len);
	free(own_blob);
	own_blob = copy;
	own_len = len;
	return 0;
}

int rd_job_publish(const void *blob, size_t len)
{
	switch (launch) {
	case PMIX:
		return rd_pmix_publish(blob, len);
	case PMI:
		return rd_pmi_publish(blob, len);
	default:
		return publish_alone(blob, len);
	}
}

int rd_job_meet(void (*meanwhile)(void))
{
	/* PMI: rd_pmi_publish has waited for all */
	return launch == PMIX ? rd_pmix_meet(meanwhile) : 0;
}

int rd_job_can_note(void)
{
	return launch == PMIX && rd_pmix_can_note();
}

void rd_job_note(const void *note, size_t len)
{
	if (launch == PMIX)
		rd_pmix_note(note, len);
}

int rd_job_read_note(int i, void *note, size_t len)
{
	return launch == PMIX && rd_pmix_read_note(i, note, len);
}

int rd_job_exchange(const void *blob, size_t len)
{
	int err = rd_job_publish(blob, len);

	return err ? err : rd_job_meet(NULL);
}

int rd_job_blob(int rank, const void **blob, size_t *len)
{
	if (rank < 0 || rank >= rd_job.size) {
		rd_error("no rank %d in a job of %d", rank, rd_job.size);
		return RD_ERANK;
	}
	if (launch == PMIX)
		return rd_pmix_blob(rank, blob, len);
	if (launch == PMI)
		return rd_pmi_blob(rank, blob, len);
	if (!own_blob) {
		rd_error("connection data of rank %d asked for before it was published", rank);
		return RD_EINTERN;
	}
	*blob = own_blob;
	*len = own_len;
	return 0;
}

int rd_job_local_index(int rank)
{
	int low = 0, high = rd_job.nlocal - 1;

	while (low <= high) {
		int mid = low + (high - low) / 2;

		if (rd_job.local[mid] == rank)
			return mid;
		if (rd_job.local[mid] < rank)
			low = mid + 1;
		else
			high = mid - 1;
	}
	return -1;
}

int rd_job_is_local(int rank)
{
	return rd_job_local_index(rank) >= 0;
}

const char *rd_job_host(int rank)
{
	const char *host = NULL;

	if (rd_job_is_local(rank))
		return rd_job.host;
	if (rank < 0 || rank >= rd_job.size)
		return "?";
	if (launch == PMIX)
		host = rd_pmix_host(rank);
	else if (launch == PMI)
		host = rd_pmi_host(rank);
	return host ? host : "?";
}

int rd_job_fence(void)
{
	if (launch == PMI)
		return rd_pmi_fence();
	return launch == PMIX ? rd_pmix_fence() : 0;
}

static volatile sig_atomic_t abort_code;

static void leave_now(int sig)
{
	(void)sig;
	_exit(abort_code);
}

/* Output that the program printed before the abort is flushed, unless another thread holds the lock
 * of stdout: that must not block the exit. */
static void flush_stdout(void)
{
	if (ftrylockfile(stdout) == 0) {
		fflush_unlocked(stdout);
		funlockfile(stdout);
	}
}

void (*rd_job_before_abort)(void);

_Noreturn void rd_job_abort(int code, const char *why)
{
	struct sigaction act = {.sa_handler = leave_now};
	sigset_t set;

	abort_code = code & 255; /* the bits of an exit status; 0 if the caller asks for it */
	sigaction(SIGALRM, &act, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	alarm(rd_wait_table.launcher.abort_s);
	flush_stdout();
	if (rd_job_before_abort)
		rd_job_before_abort();
	if (launch == PMIX)
		rd_pmix_abort(abort_code, why ? why : "MPI_Abort");
	else if (launch == PMI)
		rd_pmi_abort(abort_code);
	_exit(abort_code);
}

int rd_job_fini(void)
{
	int err = 0;

	if (launch == PMIX)
		err = rd_pmix_fini();
	else if (launch == PMI)
		err = rd_pmi_fini();
	launch = ALONE;
	free(own_blob);
	free(rd_job.local);
	own_blob = NULL;
	rd_job.local = NULL;
	rd_job.nlocal = 0;
	return err;
}
