/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The send ring of a root is full, and its card takes nothing from it, when a member of the
 * broadcast is killed: the root ends with an error in place of a wait for a free descriptor. To be
 * started with mpirun --enable-recovery --ring emu -n 17, one rank a card: messages to 16 peers,
 * 17 or more to each, take all descriptors but two, and broadcasts with a request take these.
 */
#include "hw/emu/emu.h"
#include "t/jobs/job.h"

#include <sys/mman.h>
#include <unistd.h>

enum { RANKS = 17, EACH = 40, BYTES = 5000, OTHERS = 3 };

static struct rd_emu_page *page_of_rank(uint32_t rank)
{
	const char *text = getenv("RONDO_RING");
	size_t bytes = sizeof(struct rd_emu_ring) + RANKS * sizeof(struct rd_emu_card) +
		       RANKS * sizeof(struct rd_emu_page);
	struct rd_emu_ring *ring = MAP_FAILED;
	int fd;

	if (text && sscanf(text, "emu:fd=%d", &fd) == 1)
		ring = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (ring == MAP_FAILED || ring->nodes != RANKS || ring->users != 1) {
		fprintf(stderr, "ring_full: to be started with mpirun --ring emu -n %d\n", RANKS);
		exit(1);
	}
	return (struct rd_emu_page *)((struct rd_emu_card *)(ring + 1) + ring->nodes) + rank;
}

static void fill_ring(void)
{
	static MPI_Request req[RANKS * EACH];
	static char letter[8];
	int n = 0;

	page_of_rank(1)->enable = 0;
	for (int i = 0; i < EACH; i++)
		for (int r = 0; r < RANKS; r++)
			if (r != 1)
				MPI_Isend(letter, 8, MPI_CHAR, r, 0, MPI_COMM_WORLD, &req[n++]);
}

/* Broadcasts on communicators of their own, which do not end. */
static void begin_others(MPI_Comm *others)
{
	static char data[OTHERS][BYTES];
	MPI_Request req[OTHERS];
	int done;

	for (int c = 0; c < OTHERS; c++)
		MPI_Ibcast(data[c], BYTES, MPI_CHAR, 1, others[c], &req[c]);
	for (int i = 0; i < 10000; i++)
		MPI_Testall(OTHERS, req, &done, MPI_STATUSES_IGNORE);
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; i < 10000; i++)
		MPI_Testall(OTHERS, req, &done, MPI_STATUSES_IGNORE);
}

/* It has all contexts that it will have, and rank 1 is connected to all. */
static void prepare(MPI_Comm comm)
{
	char data[BYTES] = "", letter[8] = "";

	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	for (int i = 0; i < 2 * RANKS; i++)
		MPI_Bcast(data, BYTES, MPI_CHAR, i % RANKS, comm);
	for (int r = 0; r < RANKS; r++)
		if (job.rank == 1 && r != 1)
			MPI_Send(letter, 8, MPI_CHAR, r, 0, comm);
		else if (job.rank == r && r != 1)
			MPI_Recv(letter, 8, MPI_CHAR, 1, 0, comm, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
	MPI_Comm others[OTHERS];
	char data[BYTES] = "";

	job_start(&argc, &argv, "ring_full");
	prepare(MPI_COMM_WORLD);
	for (int c = 0; c < OTHERS; c++) {
		MPI_Comm_dup(MPI_COMM_WORLD, &others[c]);
		prepare(others[c]);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	if (job.rank == 1)
		fill_ring();
	begin_others(others);
	if (job.rank == RANKS - 1)
		alarm(2); /* ends the process while it waits for the data */
	check_class(MPI_Bcast(data, BYTES, MPI_CHAR, 1, MPI_COMM_WORLD), MPI_ERR_PROC_ABORTED,
		    "a broadcast with a rank that was killed");
	if (job.rank != 1)
		pause(); /* until the root has ended */
	printf("ring_full: %d failures\n", (int)job.failures);
	fflush(stdout);
	MPI_Abort(MPI_COMM_WORLD, 3);
	return 1;
}
