/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Half the round trip of a message between ranks 0 and 1, by blocking sends and receives, over
 * its size.  Further ranks only wait.  Prints one line for each size: bytes, median and minimum
 * in microseconds, number of samples.  The data is checked before and after each timed section.
 *
 *     mpicc -O2 bench/latency.c -o latency && mpirun -n 2 ./latency --max 1M
 */
#include "measure.h"

struct pair {
	MPI_Comm comm; /* ranks 0 and 1 */
	int rank;
	int bytes;
	unsigned char *out, *in; /* [bytes] */
};

static void round_trips(void *context, long count)
{
	const struct pair *p = context;

	for (long n = 0; n < count; n++) {
		if (p->rank == 0) {
			MPI_Send(p->out, p->bytes, MPI_BYTE, 1, 0, p->comm);
			MPI_Recv(p->in, p->bytes, MPI_BYTE, 1, 0, p->comm, MPI_STATUS_IGNORE);
		} else {
			MPI_Recv(p->in, p->bytes, MPI_BYTE, 0, 0, p->comm, MPI_STATUS_IGNORE);
			MPI_Send(p->out, p->bytes, MPI_BYTE, 0, 0, p->comm);
		}
	}
}

/* One round trip with data of its own. */
static int verify(struct pair *p, unsigned seed)
{
	fill_pattern(p->out, (size_t)p->bytes, 2 * seed + (unsigned)p->rank);
	memset(p->in, 0xa5, (size_t)p->bytes);
	round_trips(p, 1);
	return anywhere(check_pattern(p->in, (size_t)p->bytes, 2 * seed + 1 - (unsigned)p->rank),
			p->comm);
}

static int run_size(struct pair *p, const struct settings *s)
{
	static struct samples samples;
	double mid;

	if (verify(p, 1))
		return 1;
	measure(&samples, s->budget, round_trips, p, p->comm);
	if (verify(p, 2))
		return 1;
	if (p->rank == 0) {
		mid = median(&samples);
		printf("%10d %12.3f %12.3f %8d\n", p->bytes, mid * 5e5, samples.second[0] * 5e5,
		       samples.count);
		fflush(stdout);
	}
	return 0;
}

static int run(const struct settings *s, MPI_Comm comm)
{
	struct pair pair = {.comm = comm};
	int wrong = 0;

	MPI_Comm_rank(comm, &pair.rank);
	pair.out = must_alloc(s->max);
	pair.in = must_alloc(s->max);
	for (size_t size = s->min; size <= s->max && !wrong; size = next_size(size)) {
		pair.bytes = (int)size;
		wrong = run_size(&pair, s);
	}
	free(pair.out);
	free(pair.in);
	return wrong;
}

int main(int argc, char **argv)
{
	struct settings settings = {.min = 0, .max = 4 << 20, .budget = 0.1};
	MPI_Comm comm;
	int status = 1;

	MPI_Init(&argc, &argv);
	if (parse_settings(&settings, argc, argv, "latency [OPTION]..., on two ranks") < 0)
		goto out;
	if (world_size() < 2 || settings.max > 1 << 30) {
		if (world_rank() == 0)
			fprintf(stderr, "latency: needs two ranks, and sizes up to 1G\n");
		goto out;
	}
	print_head("latency: half round trip of blocking messages",
		   "bytes median_us min_us samples");
	MPI_Comm_split(MPI_COMM_WORLD, world_rank() < 2 ? 0 : MPI_UNDEFINED, 0, &comm);
	status = 0;
	if (comm != MPI_COMM_NULL) {
		status = run(&settings, comm);
		MPI_Comm_free(&comm);
	}
out:
	MPI_Finalize();
	return status;
}
