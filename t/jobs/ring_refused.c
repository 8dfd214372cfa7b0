/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A card that takes part in a broadcast refuses its data: here because the completion ring of rank
 * 1 has no place for the end of the stream, so the card does not open it. The root's card is told,
 * and MPI_Bcast ends with an error there. The job would wait for ever without it: rank 1 gets no
 * data and no error. Three cards, one for each rank.
 */
#include "hw/emu/emu.h"
#include "t/jobs/job.h"

#include <sys/mman.h>

#define BYTES 1000

static struct rd_emu_page *page_of_rank(uint32_t rank)
{
	const char *text = getenv("RONDO_RING");
	size_t bytes = sizeof(struct rd_emu_ring) + 3 * sizeof(struct rd_emu_card) +
		       3 * sizeof(struct rd_emu_page);
	struct rd_emu_ring *ring = MAP_FAILED;
	int fd;

	if (text && sscanf(text, "emu:fd=%d", &fd) == 1)
		ring = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (ring == MAP_FAILED || ring->nodes != 3 || ring->users != 1) {
		fprintf(stderr, "ring_refused: to be started with mpirun --ring emu -n 3\n");
		exit(1);
	}
	return (struct rd_emu_page *)((struct rd_emu_card *)(ring + 1) + ring->nodes) + rank;
}

int main(int argc, char **argv)
{
	char data[BYTES] = "";
	int err;

	job_start(&argc, &argv, "ring_refused");
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (int i = 0; i < 12; i++) /* the communicator has all that it will have */
		MPI_Bcast(data, BYTES, MPI_CHAR, i % 3, MPI_COMM_WORLD);
	if (job.rank == 1)
		page_of_rank(1)->reserved += 1u << 15;
	err = MPI_Bcast(data, BYTES, MPI_CHAR, 0, MPI_COMM_WORLD);
	if (job.rank == 0) {
		check_class(err, MPI_ERR_PROC_ABORTED, "MPI_Bcast");
		printf("refused: %d failures\n", (int)job.failures);
		fflush(stdout);
		MPI_Abort(MPI_COMM_WORLD, 3);
	}
	MPI_Recv(data, BYTES, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* for ever */
	return 1;
}
