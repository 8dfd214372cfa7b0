/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An operation during which another rank dies: rank 0 receives a long message of rank 1, which does
 * not poll until rank 0 has learnt that rank 2 is dead. For dies.t, under mpirun --enable-recovery.
 *
 *     dies recv | mrecv
 */
#include "t/jobs/job.h"

#include <signal.h>
#include <unistd.h>

enum { LONG = 4 << 20, DATA = 1, PID = 2, GO = 3, NEVER = 4, END = 5 };

static const MPI_Comm world = MPI_COMM_WORLD;
static char data[LONG];

static void sender(void)
{
	int pid = (int)getpid();
	MPI_Request request;

	memset(data, 7, LONG);
	MPI_Isend(data, LONG, MPI_CHAR, 0, DATA, world, &request);
	MPI_Send(&pid, 1, MPI_INT, 0, PID, world);
	stay_outside();
	check_class(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS, "MPI_Wait of the send");
	MPI_Recv(NULL, 0, MPI_INT, 0, END, world, MPI_STATUS_IGNORE);
}

static void begin(const char *how, MPI_Request *request)
{
	MPI_Message message;

	if (!strcmp(how, "recv")) {
		MPI_Irecv(data, LONG, MPI_CHAR, 1, DATA, world, request);
		return;
	}
	MPI_Mprobe(1, DATA, world, &message, MPI_STATUS_IGNORE);
	MPI_Imrecv(data, LONG, MPI_CHAR, &message, request);
}

static void receiver(const char *how)
{
	MPI_Request request;
	MPI_Status status;
	int pid, never;

	MPI_Recv(&pid, 1, MPI_INT, 1, PID, world, MPI_STATUS_IGNORE);
	begin(how, &request);
	MPI_Send(NULL, 0, MPI_INT, 2, GO, world);
	check(MPI_Recv(&never, 1, MPI_INT, 2, NEVER, world, MPI_STATUS_IGNORE) != MPI_SUCCESS,
	      "a dead rank has sent something");
	kill(pid, SIGUSR2);
	check_class(MPI_Wait(&request, &status), MPI_SUCCESS, "MPI_Wait of the receive");
	check(data[0] == 7 && data[LONG - 1] == 7, "the data has not come");
	MPI_Send(NULL, 0, MPI_INT, 1, END, world);
}

int main(int argc, char **argv)
{
	block_signal();
	job_start(&argc, &argv, "dies");
	MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
	MPI_Barrier(world);
	if (job.rank == 0) {
		receiver(argc > 1 ? argv[1] : "recv");
	} else if (job.rank == 1) {
		sender();
	} else if (job.rank == 2) {
		MPI_Recv(NULL, 0, MPI_INT, 0, GO, world, MPI_STATUS_IGNORE);
		raise(SIGKILL);
	}
	if (!job.failures)
		printf("rank %d is good\n", job.rank);
	MPI_Finalize();
	return job.failures != 0;
}
