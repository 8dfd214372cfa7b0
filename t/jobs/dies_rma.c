/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One-sided operations whose target has left: rank 2 dies, rank 1 gets the failure notice and frees
 * the window, and then rank 0, which has no notice yet and holds a lock, sends rank 1 an operation.
 * It gets an error and does not wait for an answer that never comes. For dies.t, under mpirun
 * --enable-recovery.
 *
 *     dies_rma get | rget | put | fetch | accumulate | many | lock | complete
 */
#include "t/jobs/job.h"

#include <signal.h>
#include <unistd.h>

enum { LONG = 1 << 20, PID = 2, READY = 3, NEVER = 4, END = 5, MANY = 200 };

static const MPI_Comm world = MPI_COMM_WORLD;
static char data[LONG], memory[LONG];
static MPI_Win win;

/* 1: the call has reported the dead rank. */
static int dead_or_good(int code, const char *call)
{
	return code != MPI_SUCCESS && check_class(code, MPI_ERR_PROC_ABORTED, call);
}

static int rget(void)
{
	MPI_Request request;
	int err = MPI_Rget(data, LONG, MPI_CHAR, 1, 0, LONG, MPI_CHAR, win, &request);

	return err ? err : MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static int many(void)
{
	int err = MPI_SUCCESS;

	for (int i = 0; i < MANY && !err; i++)
		err = MPI_Put(data, 4000, MPI_CHAR, 1, 0, 4000, MPI_CHAR, win);
	return err;
}

static int is(const char *what, const char *that)
{
	return !strcmp(what, that);
}

static int ask(const char *what)
{
	if (is(what, "get") || is(what, "complete"))
		return MPI_Get(data, LONG, MPI_CHAR, 1, 0, LONG, MPI_CHAR, win);
	if (is(what, "rget"))
		return rget();
	if (is(what, "put"))
		return MPI_Put(data, LONG, MPI_CHAR, 1, 0, LONG, MPI_CHAR, win);
	if (is(what, "fetch"))
		return MPI_Fetch_and_op(data, data + 8, MPI_INT, 1, 0, MPI_SUM, win);
	if (is(what, "accumulate"))
		return MPI_Accumulate(data, LONG, MPI_CHAR, 1, 0, LONG, MPI_CHAR, MPI_BOR, win);
	if (is(what, "many"))
		return many();
	return MPI_SUCCESS;
}

static MPI_Group only(int rank)
{
	MPI_Group all, one;

	MPI_Comm_group(world, &all);
	MPI_Group_incl(all, 1, &rank, &one);
	MPI_Group_free(&all);
	return one;
}

static void begin(const char *what)
{
	MPI_Group group = only(1);

	if (is(what, "complete"))
		MPI_Win_start(group, 0, win);
	else if (!is(what, "lock"))
		MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
	MPI_Group_free(&group);
}

static void end(const char *what)
{
	if (is(what, "complete"))
		check_class(MPI_Win_complete(win), MPI_ERR_PROC_ABORTED, "MPI_Win_complete");
	else
		check_class(MPI_Win_unlock(1, win), MPI_ERR_PROC_ABORTED, "MPI_Win_unlock");
}

/* A lock word in shared memory exists as long as the job, and needs no other process. */
static void lock_late(void)
{
	if (!dead_or_good(MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win), "MPI_Win_lock"))
		dead_or_good(MPI_Win_unlock(1, win), "MPI_Win_unlock");
}

static void origin(const char *what)
{
	int pid = (int)getpid();

	begin(what);
	MPI_Send(&pid, 1, MPI_INT, 1, PID, world);
	MPI_Send(NULL, 0, MPI_INT, 2, READY, world);
	stay_outside();
	if (is(what, "lock")) {
		lock_late();
	} else {
		dead_or_good(ask(what), what);
		end(what);
	}
	check_class(MPI_Get(data, 1, MPI_CHAR, 1, 0, 1, MPI_CHAR, win), MPI_ERR_RMA_SYNC,
		    "MPI_Get outside an epoch");
	check_class(MPI_Win_free(&win), MPI_ERR_PROC_ABORTED, "MPI_Win_free");
	MPI_Send(NULL, 0, MPI_INT, 1, END, world);
}

static void target(const char *what)
{
	MPI_Group group = only(0);
	int pid, never;

	if (is(what, "complete"))
		MPI_Win_post(group, 0, win);
	MPI_Group_free(&group);
	MPI_Recv(&pid, 1, MPI_INT, 0, PID, world, MPI_STATUS_IGNORE);
	check(MPI_Recv(&never, 1, MPI_INT, 2, NEVER, world, MPI_STATUS_IGNORE) != MPI_SUCCESS,
	      "a dead rank has sent something");
	if (is(what, "complete"))
		check_class(MPI_Win_wait(win), MPI_ERR_PROC_ABORTED, "MPI_Win_wait");
	check_class(MPI_Win_free(&win), MPI_ERR_PROC_ABORTED, "MPI_Win_free");
	kill(pid, SIGUSR2);
	MPI_Recv(NULL, 0, MPI_INT, 0, END, world, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "get";

	block_signal();
	job_start(&argc, &argv, "dies_rma");
	MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
	MPI_Win_create(memory, LONG, 1, MPI_INFO_NULL, world, &win);
	MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
	if (job.rank == 0) {
		origin(what);
	} else if (job.rank == 1) {
		target(what);
	} else if (job.rank == 2) {
		MPI_Recv(NULL, 0, MPI_INT, 0, READY, world, MPI_STATUS_IGNORE);
		raise(SIGKILL);
	}
	if (!job.failures)
		printf("rank %d is good\n", job.rank);
	MPI_Finalize();
	return job.failures != 0;
}
