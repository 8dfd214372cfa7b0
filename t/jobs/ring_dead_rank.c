/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The last rank is killed when communicators have taken all groups of the modelled cards. The
 * others free them, and the groups are available again for communicators of the survivors: counted
 * in the memory of the ring, of which register TAKEN has a bit for each (coll/ring_group.c). To be
 * started with mpirun --enable-recovery --ring emu, one rank a card.
 */
#include "hw/emu/emu.h"
#include "t/jobs/job.h"

#include <signal.h>
#include <sys/mman.h>

enum { VECTOR = 5000, COMMS = 20, GROUPS = RN_FE_N - 1 };

static int groups_taken(void)
{
	const char *text = getenv("RONDO_RING");
	size_t cards = (size_t)job.ranks,
	       head = sizeof(struct rd_emu_ring) + cards * sizeof(struct rd_emu_card);
	size_t bytes = head + sizeof(struct rd_emu_page);
	const struct rd_emu_page *first;
	uint64_t taken;
	char *at = MAP_FAILED;
	int fd;

	if (text && sscanf(text, "emu:fd=%d", &fd) == 1)
		at = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED) {
		fprintf(stderr, "ring_dead_rank: to be started with mpirun --ring emu\n");
		exit(1);
	}
	first = (const struct rd_emu_page *)(at + head);
	taken = __atomic_load_n(&first->fe[RN_FE_N - 1], __ATOMIC_ACQUIRE);
	munmap(at, bytes);
	return __builtin_popcountll(taken & ((1u << GROUPS) - 1));
}

static int sum_of(MPI_Comm comm)
{
	int one = 1, sum = 0;

	return MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm) ? -1 : sum;
}

/* In the cards' memory. */
static int sum_of_vectors(MPI_Comm comm)
{
	static int one[VECTOR], sum[VECTOR];

	for (int i = 0; i < VECTOR; i++)
		one[i] = 1;
	if (MPI_Allreduce(one, sum, VECTOR, MPI_INT, MPI_SUM, comm))
		return -1;
	for (int i = 1; i < VECTOR; i++)
		check(sum[i] == sum[0], "element %d is %d, the first %d", i, sum[i], sum[0]);
	return sum[0];
}

static MPI_Comm of_the_living(void)
{
	MPI_Group all, living;
	MPI_Comm comm;
	int last = job.ranks - 1;

	MPI_Comm_group(MPI_COMM_WORLD, &all);
	MPI_Group_excl(all, 1, &last, &living);
	MPI_Comm_create_group(MPI_COMM_WORLD, living, 0, &comm);
	MPI_Group_free(&all);
	MPI_Group_free(&living);
	return comm;
}

int main(int argc, char **argv)
{
	MPI_Comm comm[COMMS], living, next;
	int last;

	job_start(&argc, &argv, "ring_dead_rank");
	last = job.ranks - 1;
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (int i = 0; i < COMMS; i++) {
		MPI_Comm_dup(MPI_COMM_WORLD, &comm[i]);
		MPI_Comm_set_errhandler(comm[i], MPI_ERRORS_RETURN);
		check((i % 2 ? sum_of : sum_of_vectors)(comm[i]) == job.ranks, "a sum before");
	}
	check(groups_taken() == GROUPS, "%d groups are taken", groups_taken());
	MPI_Barrier(MPI_COMM_WORLD);
	if (job.rank == last)
		raise(SIGKILL);
	if (!job.rank) /* its card has a vector for ever */
		check(sum_of_vectors(comm[0]) < 0, "a sum with a dead rank");
	while (sum_of(MPI_COMM_WORLD) > 0)
		;
	for (int i = 0; i < COMMS; i++)
		MPI_Comm_free(&comm[i]);
	living = of_the_living();
	check(sum_of(living) == last, "a sum of the survivors");
	check(sum_of_vectors(living) == last, "vectors of the survivors");
	/* all have freed theirs, and poll before they take more */
	MPI_Comm_dup(living, &next);
	for (int i = 0; i < 100; i++)
		check(sum_of(next) == last && sum_of_vectors(next) == last,
		      "sum %d of the survivors", i);
	check(groups_taken() == 2 || groups_taken() == 3, "%d groups are taken afterwards",
	      groups_taken()); /* the world's, of `next`, perhaps of `living` */
	if (!job.failures && !job.rank)
		printf("ring_dead_rank: good on %d ranks\n", job.ranks);
	MPI_Comm_free(&next);
	MPI_Comm_free(&living);
	MPI_Finalize();
	return job.failures != 0;
}
