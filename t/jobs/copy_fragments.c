/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Messages of tens of MB, which shared memory copies in parts (btl_sm/copy.c), round a ring of
 * ranks and to and fro, several times, so that the ways of copying change in between: every word is
 * the sender's.
 */
#include "t/jobs/job.h"

static const size_t lengths[] = {16u << 20, (32u << 20) - 1, 32u << 20, (75u << 20) + 4099};
enum { LENGTHS = sizeof(lengths) / sizeof(lengths[0]), TIMES = 3 };

static unsigned char byte_of(int from, int time, size_t at)
{
	return (unsigned char)((at >> 12) * 7 + at + (size_t)from * 31 + (size_t)time * 101);
}

static void exchange(size_t bytes, int time, unsigned char *out, unsigned char *in)
{
	int to = (job.rank + 1) % job.ranks, from = (job.rank + job.ranks - 1) % job.ranks;
	size_t at = 0;

	for (size_t i = 0; i < bytes; i++)
		out[i] = byte_of(job.rank, time, i);
	memset(in, 0xee, bytes + 1);
	MPI_Sendrecv(out, (int)bytes, MPI_BYTE, to, 1, in, (int)bytes, MPI_BYTE, from, 1,
		     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	while (at < bytes && in[at] == byte_of(from, time, at))
		at++;
	check(at == bytes, "%zu bytes, time %d: byte %zu is wrong", bytes, time, at);
	check(in[bytes] == 0xee, "%zu bytes, time %d: written behind the end", bytes, time);
}

int main(int argc, char **argv)
{
	unsigned char *out, *in;

	job_start(&argc, &argv, "copy_fragments");
	out = must_alloc(lengths[LENGTHS - 1]);
	in = must_alloc(lengths[LENGTHS - 1] + 1);
	for (int time = 0; time < TIMES; time++)
		for (int i = 0; i < LENGTHS; i++)
			exchange(lengths[i], time, out, in);
	free(out);
	free(in);
	return job_end();
}
