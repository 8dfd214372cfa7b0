/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory of a rank after MPI_Init and a barrier of all: resident memory, and the part of it that is
 * private and written.  Prints two lines: name, number of ranks, median and minimum over the ranks
 * in KiB, number of ranks (Linux: /proc/self/smaps_rollup).
 *
 *     mpicc -O2 bench/memory.c -o memory && mpirun -n 16 ./memory
 */
#include "measure.h"

struct memory {
	double resident, own; /* KiB */
};

static int read_memory(struct memory *m)
{
	FILE *file = fopen("/proc/self/smaps_rollup", "r");
	char line[256];
	long kib;

	if (!file)
		return -1;
	while (fgets(line, sizeof line, file)) {
		if (sscanf(line, "Rss: %ld kB", &kib) == 1)
			m->resident += (double)kib;
		else if (sscanf(line, "Private_Dirty: %ld kB", &kib) == 1)
			m->own += (double)kib;
	}
	fclose(file);
	return m->resident > 0 ? 0 : -1;
}

static void print(const char *name, const double *own)
{
	static struct samples samples;
	int ranks = world_size();
	double *all = must_alloc((size_t)ranks * sizeof *all);

	MPI_Gather(own, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	if (world_rank() == 0) {
		samples.count = ranks < SAMPLES_MAX ? ranks : SAMPLES_MAX;
		memcpy(samples.second, all, (size_t)samples.count * sizeof *all);
		printf("%-10s %6d %12.0f", name, ranks, median(&samples));
		printf(" %12.0f %8d\n", samples.second[0], ranks);
	}
	free(all);
}

int main(int argc, char **argv)
{
	struct memory memory = {0, 0};
	int wrong;

	MPI_Init(&argc, &argv);
	MPI_Barrier(MPI_COMM_WORLD);
	wrong = anywhere(read_memory(&memory) < 0, MPI_COMM_WORLD);
	if (wrong) {
		if (world_rank() == 0)
			fprintf(stderr, "memory: /proc/self/smaps_rollup cannot be read\n");
	} else {
		print_head("memory of a rank", "name ranks median_KiB min_KiB samples");
		print("resident", &memory.resident);
		print("own", &memory.own);
	}
	MPI_Finalize();
	return wrong;
}
