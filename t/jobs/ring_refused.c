/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A card that takes part in broadcasts does not open its stream: here because the completion ring
 * of rank 1 has no place for the end of it. Rank 1, whose card does not get the data, and the root,
 * whose card is told of the refusal, get an error; the third rank gets the data; and no rank waits
 * for ever. Rank 1 gets no later broadcast of that communicator either, as cells of the one that it
 * has lost may still come: a root is made to be that late. The next communicator with the same
 * stream has all its broadcasts. Streams of each kind: closed at the end (from a new root), open
 * for more (from the same root), in several pieces, into the buffer itself, with a request. Three
 * cards, one for each rank.
 */
#include "hw/emu/emu.h"
#include "t/jobs/job.h"

#include <sys/mman.h>

enum { MOST = 200000, OWN_REGIONS = 2 /* communicators with a region of their own */ };

static char data[MOST];
static MPI_Comm comm;
static int last_value; /* of the data of the last broadcast */

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

static int begin(int bytes, int root, MPI_Request *req)
{
	last_value = last_value % 100 + 1;
	memset(data, job.rank == root ? last_value : 0, (size_t)bytes);
	return MPI_Ibcast(data, bytes, MPI_CHAR, root, comm, req);
}

/* `lost`: rank 1 does not get it. */
static void check_end(int err, int bytes, int root, int lost)
{
	int wrong = 0;

	if (lost && (job.rank == 1 || job.rank == root)) {
		check_class(err, MPI_ERR_PROC_ABORTED, "a broadcast that card 1 refuses");
		return;
	}
	for (int i = 0; i < bytes; i++)
		wrong += data[i] != last_value;
	check(!err && !wrong, "a broadcast of %d bytes from %d: error %d, %d wrong", bytes, root,
	      err, wrong);
}

static void check_bcast(int bytes, int root, int queued, int lost)
{
	MPI_Request req = MPI_REQUEST_NULL;
	int err;

	if (queued) {
		err = begin(bytes, root, &req);
		check_end(err ? err : MPI_Wait(&req, MPI_STATUS_IGNORE), bytes, root, lost);
		return;
	}
	last_value = last_value % 100 + 1;
	memset(data, job.rank == root ? last_value : 0, (size_t)bytes);
	check_end(MPI_Bcast(data, bytes, MPI_CHAR, root, comm), bytes, root, lost);
}

/* Called by rank 1. */
static void fill(int full)
{
	struct rd_emu_page *page = page_of_rank(1);

	page->fill.reserved = (uint16_t)(page->fill.reserved + (full ? 1 : -1) * (1 << 15));
}

static void fill_ring(int full)
{
	MPI_Barrier(comm);
	if (job.rank == 1)
		fill(full);
	MPI_Barrier(comm);
}

static void new_comm(void)
{
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	/* Then it has all that it will have. A group taken later would be agreed by messages, and a
	 * page whose completion ring is full sends none. */
	for (int i = 0; i < 24; i++)
		check_bcast(i % 2 ? 1000 : MOST, i % 3, i / 6 % 2, 0);
	for (int i = 0; i < 6; i++)
		MPI_Barrier(comm);
}

/* The root changes first, so that each begins with a stream of its own. */
static void refused(int bytes, int queued, int times)
{
	new_comm();
	for (int i = 0; i < 2; i++)
		check_bcast(bytes, 2 * i, queued, 0);
	fill_ring(1);
	for (int i = 0; i < times; i++)
		check_bcast(bytes, 0, queued, 1);
	fill_ring(0);
	for (int i = 0; i < 4; i++)
		check_bcast(bytes, 2 - 2 * (i % 2), queued, 1);
	check_bcast(bytes, 1, queued, 0);
	MPI_Comm_free(&comm);
}

/* The root has entered the barrier of a broadcast and sends only when rank 1, which has lost it, is
 * in the next. */
static void late_root(int *rank_1_is_there)
{
	MPI_Request req;

	new_comm();
	for (int i = 0; i < 2; i++)
		check_bcast(1000, 2 * i, 1, 0);
	fill_ring(1);
	begin(1000, 0, &req);
	while (job.rank == 0 && !__atomic_load_n(rank_1_is_there, __ATOMIC_ACQUIRE))
		;
	check_end(MPI_Wait(&req, MPI_STATUS_IGNORE), 1000, 0, 1);
	if (job.rank == 1)
		fill(0);
	begin(1000, 0, &req);
	if (job.rank == 1)
		__atomic_store_n(rank_1_is_there, 1, __ATOMIC_RELEASE);
	check_end(MPI_Wait(&req, MPI_STATUS_IGNORE), 1000, 0, 1);
	MPI_Comm_free(&comm);
}

static void all_kinds(void)
{
	refused(1000, 0, 1);
	refused(1000, 0, 3);
	refused(MOST, 0, 1);
	refused(1000, 1, 1);
	refused(MOST, 1, 2);
}

int main(int argc, char **argv)
{
	MPI_Comm held[OWN_REGIONS];
	MPI_Win window;
	int *shared;

	job_start(&argc, &argv, "ring_refused");
	MPI_Win_allocate_shared(job.rank ? 0 : sizeof(int), sizeof(int), MPI_INFO_NULL,
				MPI_COMM_WORLD, &shared, &window);
	MPI_Win_shared_query(window, 0, &(MPI_Aint){0}, &(int){0}, &shared);
	all_kinds();
	late_root(shared);
	for (int i = 0; i < OWN_REGIONS; i++) {
		new_comm();
		held[i] = comm;
	}
	all_kinds();
	for (int i = 0; i < OWN_REGIONS; i++)
		MPI_Comm_free(&held[i]);
	MPI_Win_free(&window);
	return job_end();
}
