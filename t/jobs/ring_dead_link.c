/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A link of the modelled ring goes silent just before a communicator takes its contexts, which
 * stand in card 0: the communicator's first card cannot reach that one. All members have to go on
 * alike, here by software. Of three cards, one for each rank, link 0 to 1 dies; ranks 1 and 2 still
 * reach each other.
 */
#include "hw/emu/emu.h"
#include "t/jobs/job.h"

#include <sched.h>
#include <sys/mman.h>

/* The memory of the ring: changes to it are not announced to any process. */
static struct rd_emu_ring *ring_memory(void)
{
	const char *text = getenv("RONDO_RING");
	void *at = MAP_FAILED;
	int fd;

	if (text && sscanf(text, "emu:fd=%d", &fd) == 1)
		at = mmap(NULL, sizeof(struct rd_emu_ring), PROT_READ | PROT_WRITE, MAP_SHARED, fd,
			  0);
	if (at == MAP_FAILED) {
		fprintf(stderr, "ring_dead_link: to be started with mpirun --ring emu -n 3\n");
		exit(1);
	}
	return at;
}

static void set_link(struct rd_emu_ring *ring, int dead)
{
	ring->link_dead[0] = dead ? 3 : 0;
	__atomic_store_n(&ring->dead, (uint32_t)dead, __ATOMIC_RELEASE);
}

static void sums(MPI_Comm some)
{
	for (int i = 0; i < 3; i++) {
		int one = 1, sum = 0, err;

		err = MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, some);
		check(!err && sum == 2, "sum %d: %d, error %d", i, sum, err);
	}
}

int main(int argc, char **argv)
{
	struct rd_emu_ring *ring;
	uint8_t *over;
	MPI_Comm some;

	job_start(&argc, &argv, "ring_dead_link");
	ring = ring_memory();
	over = &ring->link_dead[RD_EMU_NODES - 1]; /* of a link that is not there */
	MPI_Comm_split(MPI_COMM_WORLD, job.rank > 0, 0, &some);
	MPI_Comm_set_errhandler(some, MPI_ERRORS_RETURN);
	if (job.rank == 1)
		set_link(ring, 1);
	if (job.rank)
		sums(some);
	if (job.rank == 1) {
		set_link(ring, 0);
		__atomic_store_n(over, 1, __ATOMIC_RELEASE);
	}
	while (!__atomic_load_n(over, __ATOMIC_ACQUIRE)) /* rank 0 cannot send anything before */
		sched_yield();
	MPI_Comm_free(&some);
	return job_end();
}
