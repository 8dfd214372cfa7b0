/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A window of messages under way at once from rank 0 to rank 1, or both ways, over their size:
 * bandwidth and message rate.  Further ranks only wait.  Prints one line for each size: bytes,
 * median and minimum microseconds a message, and from the median MB/s (10^6 bytes, both
 * directions together) and messages a second.  Each message has a buffer of its own, and the
 * data is checked before and after each timed section.
 *
 *     mpicc -O2 bench/bandwidth.c -o bandwidth && mpirun -n 2 ./bandwidth --bidirectional
 */
#include "measure.h"

enum { BUFFER_MAX = 64 << 20, WINDOW_MAX = 4096 };

struct pair {
	MPI_Comm comm; /* ranks 0 and 1 */
	int rank, both;
	int bytes, window;
	unsigned char *out, *in; /* [window][bytes] */
	MPI_Request request[2 * WINDOW_MAX];
};

static void post_receives(struct pair *p, MPI_Request *request)
{
	for (int w = 0; w < p->window; w++)
		MPI_Irecv(p->in + (size_t)w * (size_t)p->bytes, p->bytes, MPI_BYTE, 1 - p->rank, 0,
			  p->comm, &request[w]);
}

static void post_sends(struct pair *p, MPI_Request *request)
{
	for (int w = 0; w < p->window; w++)
		MPI_Isend(p->out + (size_t)w * (size_t)p->bytes, p->bytes, MPI_BYTE, 1 - p->rank, 0,
			  p->comm, &request[w]);
}

/* The receiver answers each window, so that the sender's clock stops when all has arrived. */
static void one_way(struct pair *p)
{
	char done = 0;

	if (p->rank == 0) {
		post_sends(p, p->request);
		MPI_Waitall(p->window, p->request, MPI_STATUSES_IGNORE);
		MPI_Recv(&done, 1, MPI_CHAR, 1, 1, p->comm, MPI_STATUS_IGNORE);
	} else {
		post_receives(p, p->request);
		MPI_Waitall(p->window, p->request, MPI_STATUSES_IGNORE);
		MPI_Send(&done, 1, MPI_CHAR, 0, 1, p->comm);
	}
}

static void windows(void *context, long count)
{
	struct pair *p = context;

	for (long n = 0; n < count; n++) {
		if (!p->both) {
			one_way(p);
			continue;
		}
		post_receives(p, p->request);
		post_sends(p, p->request + p->window);
		MPI_Waitall(2 * p->window, p->request, MPI_STATUSES_IGNORE);
	}
}

/* One window, each message with data of its own. */
static int verify(struct pair *p, unsigned seed)
{
	unsigned own = seed * 2 * WINDOW_MAX + (unsigned)(p->rank * WINDOW_MAX);
	unsigned other = seed * 2 * WINDOW_MAX + (unsigned)((1 - p->rank) * WINDOW_MAX);
	size_t bytes = (size_t)p->bytes;
	int wrong = 0;

	for (int w = 0; w < p->window; w++)
		fill_pattern(p->out + (size_t)w * bytes, bytes, own + (unsigned)w);
	memset(p->in, 0xa5, bytes * (size_t)p->window);
	windows(p, 1);
	for (int w = 0; w < p->window && (p->both || p->rank == 1) && !wrong; w++)
		wrong = check_pattern(p->in + (size_t)w * bytes, bytes, other + (unsigned)w);
	return anywhere(wrong, p->comm);
}

static int run_size(struct pair *p, const struct settings *s)
{
	static struct samples samples;
	double mid, messages = p->window * (p->both ? 2.0 : 1.0);

	if (verify(p, 1))
		return 1;
	measure(&samples, s->budget, windows, p, p->comm);
	if (verify(p, 2))
		return 1;
	if (p->rank == 0) {
		mid = median(&samples) / messages;
		printf("%10d %12.3f %12.3f %12.2f %14.0f %8d\n", p->bytes, mid * 1e6,
		       samples.second[0] / messages * 1e6, p->bytes / mid * 1e-6, 1 / mid,
		       samples.count);
		fflush(stdout);
	}
	return 0;
}

static int run(const struct settings *s, MPI_Comm comm)
{
	static struct pair pair;
	size_t room = s->max * (size_t)s->window;
	int wrong = 0;

	if (room > BUFFER_MAX)
		room = s->max > BUFFER_MAX ? s->max : BUFFER_MAX;
	pair.comm = comm;
	pair.both = s->both;
	MPI_Comm_rank(comm, &pair.rank);
	pair.out = must_alloc(room);
	pair.in = must_alloc(room);
	for (size_t size = s->min; size <= s->max && !wrong; size = next_size(size)) {
		pair.bytes = (int)size;
		pair.window = s->window;
		if (size * (size_t)s->window > room)
			pair.window = (int)(room / size);
		wrong = run_size(&pair, s);
	}
	free(pair.out);
	free(pair.in);
	return wrong;
}

int main(int argc, char **argv)
{
	struct settings settings = {.min = 1, .max = 4 << 20, .budget = 0.15, .window = 64};
	MPI_Comm comm;
	int status = 1;

	MPI_Init(&argc, &argv);
	if (parse_settings(&settings, argc, argv,
			   "bandwidth [--window MESSAGES] [--bidirectional]"
			   " [OPTION]..., on two ranks") < 0)
		goto out;
	if (world_size() < 2 || settings.max > 1 << 30 || settings.window > WINDOW_MAX) {
		if (world_rank() == 0)
			fprintf(stderr,
				"bandwidth: needs two ranks, sizes up to 1G and windows up "
				"to %d\n",
				WINDOW_MAX);
		goto out;
	}
	print_head(settings.both ? "bandwidth: windows of messages both ways"
				 : "bandwidth: windows of messages one way",
		   "bytes median_us min_us MB/s messages/s samples");
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
