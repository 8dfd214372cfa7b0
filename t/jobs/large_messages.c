/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Messages of more than 2 GiB: a count that fits into an int, of a datatype that is large
 * (MPI-4.0 3.2.5: counts of basic elements beyond an int are MPI_UNDEFINED).  From rank 0 to
 * rank 1, and (unless -self 0) from rank 0 to itself.  Ends with status 77 when the machine has
 * not the memory.
 *
 *     large_messages [-self 0] [-pieces MIB, 2049 or more]
 */
#include <sys/mman.h>

#include "t/jobs/job.h"

enum { PIECE = 1 << 20 /* bytes */ };

static int pieces = 2200; /* of a message */
static size_t bytes;
static MPI_Datatype piece;

/* kB; 0 when the kernel does not report it. */
static long available(void)
{
	FILE *info = fopen("/proc/meminfo", "r");
	char line[200];
	long kb = 0;

	while (info && fgets(line, sizeof line, info))
		if (sscanf(line, "MemAvailable: %ld kB", &kb) == 1)
			break;
	if (info)
		fclose(info);
	return kb;
}

static void fill(uint64_t *data, uint64_t seed)
{
	for (size_t n = 0; n < bytes / 8; n++)
		data[n] = n * 0x9e3779b97f4a7c15u + seed;
}

static void check_data(const uint64_t *data, uint64_t seed, const char *what)
{
	for (size_t n = 0; n < bytes / 8; n++)
		if (!check(data[n] == n * 0x9e3779b97f4a7c15u + seed, "%s: word %zu of %zu is %llx",
			   what, n, bytes / 8, (unsigned long long)data[n]))
			break;
}

static void check_status(const MPI_Status *status, const char *what)
{
	int count = -1, basic = -1;

	MPI_Get_count(status, piece, &count);
	MPI_Get_elements(status, piece, &basic);
	check(count == pieces, "%s: count %d, must be %d", what, count, pieces);
	check(basic == MPI_UNDEFINED, "%s: %d elements, must be MPI_UNDEFINED", what, basic);
}

/* In large pages where the system gives them: on some machines a first access to a page takes 50
 * us, and these are a million. */
static void *large_room(void)
{
	void *room = NULL;

	check(!posix_memalign(&room, 2 << 20, bytes), "no memory for %zu bytes", bytes);
	if (!room)
		MPI_Abort(MPI_COMM_WORLD, 1);
	madvise(room, bytes, MADV_HUGEPAGE);
	return room;
}

static void to_another(void)
{
	uint64_t *data = large_room();
	MPI_Status status;

	if (job.rank == 0) {
		fill(data, 1);
		MPI_Send(data, pieces, piece, 1, 0, MPI_COMM_WORLD);
	} else {
		MPI_Recv(data, pieces, piece, 0, 0, MPI_COMM_WORLD, &status);
		check_status(&status, "from another");
		check_data(data, 1, "from another");
	}
	free(data);
}

static void to_oneself(void)
{
	uint64_t *out = large_room(), *in = large_room();
	MPI_Status status;

	fill(out, 2);
	MPI_Sendrecv(out, pieces, piece, 0, 0, in, pieces, piece, 0, 0, MPI_COMM_SELF, &status);
	check_status(&status, "from oneself");
	check_data(in, 2, "from oneself");
	free(out);
	free(in);
}

int main(int argc, char **argv)
{
	int enough, everywhere;
	long self;

	job_start(&argc, &argv, "large_messages");
	self = argument(argc, argv, "-self", 1);
	pieces = (int)argument(argc, argv, "-pieces", pieces);
	bytes = (size_t)PIECE * (size_t)pieces;
	if (!check(pieces >= 2049, "-pieces takes 2049 or more"))
		return job_end();
	enough = available() > (long)(bytes / 1000 * 5 / 2);
	MPI_Allreduce(&enough, &everywhere, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
	if (!everywhere) {
		if (job.rank == 0)
			printf("large_messages: skipped, it needs %zu MB of free memory\n",
			       bytes / 1000000 * 5 / 2);
		MPI_Finalize();
		return 77;
	}
	MPI_Type_contiguous(PIECE, MPI_BYTE, &piece);
	MPI_Type_commit(&piece);
	if (job.ranks > 1 && job.rank < 2)
		to_another();
	MPI_Barrier(MPI_COMM_WORLD);
	if (job.rank == 0 && self)
		to_oneself();
	MPI_Type_free(&piece);
	return job_end();
}
