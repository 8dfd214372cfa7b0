/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A card that takes part in broadcasts does not open its stream: here because the completion ring
 * of rank 1 has no place for the end of it. Rank 1, whose card does not get the data, and the root,
 * whose card is told of the refusal, get an error; rank 2 gets the data; and no rank waits for
 * ever, in this broadcast or in the next. Streams of each kind: closed at the end (from a new
 * root), open for more (from the same root), in several pieces, into the buffer itself, with a
 * request. Three cards, one for each rank.
 */
#include "hw/emu/emu.h"
#include "t/jobs/job.h"

#include <sys/mman.h>

enum { MOST = 200000, COMMS = 3 }; /* communicators, of which two have a region of their own */

static char data[MOST];
static MPI_Comm comm;

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

static int bcast(int bytes, int root, int queued)
{
	MPI_Request req;
	int err;

	if (!queued)
		return MPI_Bcast(data, bytes, MPI_CHAR, root, comm);
	err = MPI_Ibcast(data, bytes, MPI_CHAR, root, comm, &req);
	return err ? err : MPI_Wait(&req, MPI_STATUS_IGNORE);
}

/* `lost`: rank 1 does not get it. */
static void check_bcast(int bytes, int root, int queued, int lost)
{
	static int number;
	int value = ++number % 100 + 1, err, wrong = 0;

	memset(data, job.rank == root ? value : 0, (size_t)bytes);
	err = bcast(bytes, root, queued);
	if (lost && job.rank != 2) {
		check_class(err, MPI_ERR_PROC_ABORTED, "a broadcast that card 1 refuses");
		return;
	}
	for (int i = 0; i < bytes; i++)
		wrong += data[i] != value;
	check(!err && !wrong, "broadcast %d of %d bytes from %d: error %d, %d wrong", number, bytes,
	      root, err, wrong);
}

static void fill_ring(int full)
{
	struct rd_emu_page *page = page_of_rank(1);

	MPI_Barrier(comm);
	if (job.rank == 1)
		page->fill.reserved = (uint16_t)(page->fill.reserved + (full ? 1 : -1) * (1 << 15));
	MPI_Barrier(comm);
}

/* The root changes first, so that each begins with a stream of its own. */
static void refused(int bytes, int queued, int times)
{
	for (int i = 0; i < 2; i++)
		check_bcast(bytes, 2 * i, queued, 0);
	fill_ring(1);
	for (int i = 0; i < times; i++)
		check_bcast(bytes, 0, queued, 1);
	fill_ring(0);
	for (int i = 0; i < 4; i++)
		check_bcast(bytes, 2 - 2 * (i % 2), queued, 0);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "ring_refused");
	for (int c = 0; c < COMMS; c++) {
		MPI_Comm_dup(MPI_COMM_WORLD, &comm);
		MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
		for (int i = 0; i < 12; i++) /* it has all that it will have */
			check_bcast(i % 2 ? 1000 : MOST, i % 3, 0, 0);
		refused(1000, 0, 1);
		refused(1000, 0, 3);
		refused(MOST, 0, 1);
		refused(1000, 1, 1);
		refused(MOST, 1, 2);
	}
	return job_end();
}
