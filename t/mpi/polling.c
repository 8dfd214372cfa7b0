/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Proves that a program which polls in a loop, by MPI_Test, MPI_Iprobe and their like, yields its
 * processor when polls find nothing: the awaited process may have to run there; but not at every
 * call, for it may work between them. It counts the yields of one process by standing in for
 * sched_yield.
 */
#include "mpi.h"

#include "t/tap.h"

#include <sched.h>

enum { ASKED = 20000, TAG = 3 };

static int yields;
static double yield_s; /* how long others run when the processor is given away */
static MPI_Request req[2];

int sched_yield(void)
{
	double until = MPI_Wtime() + yield_s;

	yields++;
	while (MPI_Wtime() < until)
		;
	return 0;
}

static int test(void)
{
	int flag;

	MPI_Test(&req[0], &flag, MPI_STATUS_IGNORE);
	return flag;
}

static int testall(void)
{
	int flag;

	MPI_Testall(2, req, &flag, MPI_STATUSES_IGNORE);
	return flag;
}

static int testany(void)
{
	int flag, index;

	MPI_Testany(2, req, &index, &flag, MPI_STATUS_IGNORE);
	return flag;
}

static int testsome(void)
{
	int n, indices[2];

	MPI_Testsome(2, req, &n, indices, MPI_STATUSES_IGNORE);
	return n;
}

static int get_status(void)
{
	int flag;

	MPI_Request_get_status(req[0], &flag, MPI_STATUS_IGNORE);
	return flag;
}

static int iprobe(void)
{
	int flag;

	MPI_Iprobe(0, TAG + 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
	return flag;
}

static int improbe(void)
{
	MPI_Message message;
	int flag;

	MPI_Improbe(0, TAG + 1, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
	return flag;
}

static void check(const char *call, int (*ask)(void))
{
	int hits = 0;

	yields = 0;
	for (int i = 0; i < ASKED; i++)
		hits += ask();
	is_int(hits, 0, "%s: nothing has come", call);
	ok(yields > 0 && yields <= ASKED / 10, "%s: the processor is given away (%d times)", call,
	   yields);
}

static void check_all(void)
{
	check("MPI_Test", test);
	check("MPI_Testall", testall);
	check("MPI_Testany", testany);
	check("MPI_Testsome", testsome);
	check("MPI_Request_get_status", get_status);
	check("MPI_Iprobe", iprobe);
	check("MPI_Improbe", improbe);
}

int main(void)
{
	int in[2];

	MPI_Init(NULL, NULL);
	for (int i = 0; i < 2; i++)
		MPI_Irecv(&in[i], 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, &req[i]);
	check_all();
	yield_s = 10e-6; /* others want the processor */
	check_all();
	for (int i = 0; i < 2; i++)
		MPI_Send(&(int){i}, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD);
	MPI_Waitall(2, req, MPI_STATUSES_IGNORE);
	ok(in[0] == 0 && in[1] == 1, "the last messages are received");
	MPI_Finalize();
	return done();
}
