/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives that move data, each against the expected value of every byte of the receive buffer:
 * barrier, bcast, gather(v), scatter(v), allgather(v), alltoall(v), over sizes, roots, random
 * derived datatypes on either side, counts that differ and are zero, displacements out of order,
 * MPI_IN_PLACE, on communicators of all sizes up to that of the job (MPI-4.0 chapter 6); and many
 * of one root in a row. Reductions are in reduce.c.
 *
 *     coll [-s SEED] [-f FEWEST RANKS] [-t MOST RANKS] [-b MOST BYTES]
 *
 * With -b few roots and short streams: for many ranks on few processors.
 */
#include "t/jobs/job.h"
#include "t/jobs/layout.h"

#include <time.h>
#include <unistd.h>

enum { FILLER = 0xee, GUARD = 64, RANKS_MAX = 256, STEP_MAX = 12 };

/* One call of a collective. */
struct test {
	const char *name;
	MPI_Comm comm;
	int rank, ranks, root;
	int in_place;
	int varied;      /* a v-variant: counts and displacements of each block */
	size_t elements; /* of a block, the most of it when varied */
	int step;        /* counts are multiples of it, layouts of a divisor of it */
	MPI_Datatype base;
	size_t unit;   /* bytes of base */
	uint64_t seed; /* the same on all ranks of comm */
	uint64_t own;  /* random numbers of this rank */
};

/* A buffer of several blocks in one layout, and its expected contents in the end. */
struct side {
	struct layout layout;
	int blocks;
	int count[RANKS_MAX]; /* layouts in a block */
	int disp[RANKS_MAX];  /* extents from the buffer's address */
	size_t bytes;
	unsigned char *buffer, *expected;
};

/* -- data of each rank ------------------------------------------------------------------------- */

/* The block that goes from one rank to another. */
static uint64_t block_seed(const struct test *t, int from, int to)
{
	return t->seed + (uint64_t)from * 7919 + (uint64_t)to * 104729;
}

/* Elements of it: as many for all, or irregular and now and then none. */
static size_t block_elements(const struct test *t, int from, int to)
{
	uint64_t random = block_seed(t, from, to) ^ 0x5555;
	size_t steps = t->elements / (size_t)t->step;

	if (t->varied)
		steps = random_below(&random, 4) == 0 ? 0
						      : (size_t)random_next(&random) % (steps + 1);
	return steps * (size_t)t->step;
}

/* -- buffers -------------------------------------------------------------------------------- */

/* Where the blocks lie: one after the other, or in another order with gaps. */
static void place_blocks(struct side *s, const struct test *t, uint64_t *random)
{
	int order[RANKS_MAX], at = 0;

	for (int b = 0; b < s->blocks; b++)
		order[b] = b;
	if (t->varied)
		random_order(random, order, s->blocks);
	for (int b = 0; b < s->blocks; b++) {
		s->disp[order[b]] = at;
		at += s->count[order[b]] + (t->varied ? random_below(random, 3) : 0);
	}
}

/* blocks 0: a buffer that is not used here. elements: of each block. */
static void open_side(struct side *s, struct test *t, int blocks, const size_t *elements)
{
	int per = some_divisor(&t->own, t->step), depth = per == 1 ? 0 : 2;
	MPI_Aint end = 0;

	s->blocks = blocks;
	if (t->elements < 20000)
		depth = random_below(&t->own, 2) + 1;
	layout_random(&s->layout, t->base, t->unit, per, depth, &t->own);
	for (int b = 0; b < blocks; b++)
		s->count[b] = (int)(elements[b] / (size_t)per);
	place_blocks(s, t, &t->own);
	for (int b = 0; b < blocks; b++) {
		MPI_Aint block = s->disp[b] * s->layout.extent +
				 (MPI_Aint)layout_span(&s->layout, s->count[b]);

		end = block > end ? block : end;
	}
	s->bytes = (size_t)end + GUARD;
	s->buffer = must_alloc(s->bytes);
	s->expected = must_alloc(s->bytes);
	memset(s->buffer, FILLER, s->bytes);
	memset(s->expected, FILLER, s->bytes);
}

static void fill_block(const struct side *s, unsigned char *buffer, int block, uint64_t seed)
{
	layout_fill(&s->layout, buffer + s->disp[block] * s->layout.extent,
		    (size_t)s->count[block] * (size_t)s->layout.elements, seed);
}

/* A block that is there before the call, and stays. */
static void have_block(struct side *s, int block, uint64_t seed)
{
	fill_block(s, s->buffer, block, seed);
	fill_block(s, s->expected, block, seed);
}

/* A block that must be there after it. */
static void want_block(struct side *s, int block, uint64_t seed)
{
	fill_block(s, s->expected, block, seed);
}

static void close_side(struct side *s, const struct test *t, const char *what)
{
	size_t at = 0;

	while (at < s->bytes && s->buffer[at] == s->expected[at])
		at++;
	check(at == s->bytes,
	      "%s on %d ranks, rank %d, root %d, %zu elements of %zu bytes, steps "
	      "of %d%s: byte %zu of %zu of the %s buffer is %02x, must be %02x",
	      t->name, t->ranks, t->rank, t->root, t->elements, t->unit, t->step,
	      t->in_place ? ", in place" : "", at, s->bytes, what, s->buffer[at], s->expected[at]);
	layout_free(&s->layout);
	free(s->buffer);
	free(s->expected);
}

/* -- the collectives ------------------------------------------------------------------------ */

static void test_bcast(struct test *t)
{
	struct side s;
	size_t elements = t->elements / (size_t)t->step * (size_t)t->step;

	open_side(&s, t, 1, &elements);
	want_block(&s, 0, block_seed(t, t->root, t->root));
	if (t->rank == t->root)
		have_block(&s, 0, block_seed(t, t->root, t->root));
	MPI_Bcast(s.buffer, s.count[0], s.layout.type, t->root, t->comm);
	close_side(&s, t, "bcast");
}

/* The sizes of the blocks that this rank sends to each, or gets from each. */
static void elements_out(const struct test *t, size_t *elements)
{
	for (int to = 0; to < t->ranks; to++)
		elements[to] = block_elements(t, t->rank, to);
}

static void elements_in(const struct test *t, size_t *elements, int same)
{
	for (int from = 0; from < t->ranks; from++)
		elements[from] = block_elements(t, from, same ? from : t->rank);
}

static void call_gather(struct test *t, const struct side *in, const struct side *out)
{
	const void *from = t->in_place && t->rank == t->root ? MPI_IN_PLACE : in->buffer;

	if (t->varied)
		MPI_Gatherv(from, in->count[0], in->layout.type, out->buffer, out->count, out->disp,
			    out->layout.type, t->root, t->comm);
	else
		MPI_Gather(from, in->count[0], in->layout.type, out->buffer, out->count[0],
			   out->layout.type, t->root, t->comm);
}

static void test_gather(struct test *t)
{
	struct side in, out;
	size_t own = block_elements(t, t->rank, t->rank), all[RANKS_MAX];

	open_side(&in, t, 1, &own);
	have_block(&in, 0, block_seed(t, t->rank, t->rank));
	elements_in(t, all, 1);
	open_side(&out, t, t->rank == t->root ? t->ranks : 0, all);
	for (int b = 0; b < out.blocks; b++)
		want_block(&out, b, block_seed(t, b, b));
	if (t->in_place && t->rank == t->root)
		have_block(&out, t->rank, block_seed(t, t->rank, t->rank));
	call_gather(t, &in, &out);
	close_side(&in, t, "send");
	close_side(&out, t, "receive");
}

static void call_scatter(struct test *t, const struct side *in, const struct side *out)
{
	void *to = t->in_place && t->rank == t->root ? MPI_IN_PLACE : out->buffer;

	if (t->varied)
		MPI_Scatterv(in->buffer, in->count, in->disp, in->layout.type, to, out->count[0],
			     out->layout.type, t->root, t->comm);
	else
		MPI_Scatter(in->buffer, in->count[0], in->layout.type, to, out->count[0],
			    out->layout.type, t->root, t->comm);
}

static void test_scatter(struct test *t)
{
	struct side in, out;
	size_t own = block_elements(t, t->rank, t->rank), all[RANKS_MAX];

	elements_in(t, all, 1);
	open_side(&in, t, t->rank == t->root ? t->ranks : 0, all);
	for (int b = 0; b < in.blocks; b++)
		have_block(&in, b, block_seed(t, b, b));
	open_side(&out, t, 1, &own);
	if (!(t->in_place && t->rank == t->root))
		want_block(&out, 0, block_seed(t, t->rank, t->rank));
	call_scatter(t, &in, &out);
	close_side(&in, t, "send");
	close_side(&out, t, "receive");
}

static void test_allgather(struct test *t)
{
	struct side in, out;
	size_t own = block_elements(t, t->rank, t->rank), all[RANKS_MAX];
	const void *from;

	open_side(&in, t, 1, &own);
	have_block(&in, 0, block_seed(t, t->rank, t->rank));
	elements_in(t, all, 1);
	open_side(&out, t, t->ranks, all);
	for (int b = 0; b < t->ranks; b++)
		want_block(&out, b, block_seed(t, b, b));
	if (t->in_place)
		have_block(&out, t->rank, block_seed(t, t->rank, t->rank));
	from = t->in_place ? MPI_IN_PLACE : in.buffer;
	if (t->varied)
		MPI_Allgatherv(from, in.count[0], in.layout.type, out.buffer, out.count, out.disp,
			       out.layout.type, t->comm);
	else
		MPI_Allgather(from, in.count[0], in.layout.type, out.buffer, out.count[0],
			      out.layout.type, t->comm);
	close_side(&in, t, "send");
	close_side(&out, t, "receive");
}

static void call_alltoall(struct test *t, const struct side *in, const struct side *out)
{
	const void *from = t->in_place ? MPI_IN_PLACE : in->buffer;

	if (t->varied)
		MPI_Alltoallv(from, in->count, in->disp, in->layout.type, out->buffer, out->count,
			      out->disp, out->layout.type, t->comm);
	else
		MPI_Alltoall(from, in->count[0], in->layout.type, out->buffer, out->count[0],
			     out->layout.type, t->comm);
}

/* In place, the block to a rank has the size of the block from it: blocks of one size. */
static void test_alltoall(struct test *t)
{
	struct side in, out;
	size_t to[RANKS_MAX], from[RANKS_MAX];
	int varied = t->varied;

	t->varied = varied && !t->in_place;
	elements_out(t, to);
	elements_in(t, from, 0);
	t->varied = varied;
	open_side(&in, t, t->ranks, to);
	open_side(&out, t, t->ranks, from);
	for (int b = 0; b < t->ranks; b++) {
		have_block(&in, b, block_seed(t, t->rank, b));
		if (t->in_place)
			have_block(&out, b, block_seed(t, t->rank, b));
		want_block(&out, b, block_seed(t, b, t->rank));
	}
	call_alltoall(t, &in, &out);
	close_side(&in, t, "send");
	close_side(&out, t, "receive");
}

/* No rank leaves before all have entered: by the clock, which the ranks of one machine share. Some
 * come late. */
static void test_barrier(struct test *t)
{
	struct timespec time, late = {.tv_nsec = random_below(&t->own, 3) * 300000};
	double entered, left, last, first;

	nanosleep(&late, NULL);
	clock_gettime(CLOCK_MONOTONIC, &time);
	entered = (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
	MPI_Barrier(t->comm);
	clock_gettime(CLOCK_MONOTONIC, &time);
	left = (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
	MPI_Allreduce(&entered, &last, 1, MPI_DOUBLE, MPI_MAX, t->comm);
	MPI_Allreduce(&left, &first, 1, MPI_DOUBLE, MPI_MIN, t->comm);
	check(first >= last, "barrier on %d ranks: one left %g s before the last came", t->ranks,
	      last - first);
}

/* -- the cases ------------------------------------------------------------------------------ */

struct collective {
	const char *name;
	void (*run)(struct test *);
	int varied, rooted, in_place;
	size_t largest; /* bytes of a block */
};

static const struct collective collectives[] = {
	{"barrier", test_barrier, 0, 0, 0, 0},
	{"bcast", test_bcast, 0, 1, 0, 1 << 20},
	{"gather", test_gather, 0, 1, 1, 300000},
	{"gatherv", test_gather, 1, 1, 1, 300000},
	{"scatter", test_scatter, 0, 1, 1, 300000},
	{"scatterv", test_scatter, 1, 1, 1, 300000},
	{"allgather", test_allgather, 0, 0, 1, 200000},
	{"allgatherv", test_allgather, 1, 0, 1, 200000},
	{"alltoall", test_alltoall, 0, 0, 1, 100000},
	{"alltoallv", test_alltoall, 1, 0, 1, 100000},
};

static void draw_base(struct test *t, uint64_t *random)
{
	static const struct {
		MPI_Datatype type;
		size_t unit;
	} bases[] = {
		{MPI_BYTE, 1},
		{MPI_INT, sizeof(int)},
		{MPI_DOUBLE, sizeof(double)},
		{MPI_SHORT, sizeof(short)},
	};
	int which = random_below(random, 4);

	t->base = bases[which].type;
	t->unit = bases[which].unit;
	t->step = random_below(random, 2) ? 1 : random_between(random, 1, STEP_MAX);
}

static void run_case(const struct test *on, const struct collective *c, size_t bytes, int root,
		     uint64_t *random)
{
	struct test t = *on;

	t.name = c->name;
	t.varied = c->varied;
	t.root = root;
	draw_base(&t, random);
	t.elements = bytes / t.unit;
	if (bytes == 1)
		t.elements = 1, t.step = 1;
	t.seed = random_next(random);
	t.own = t.seed + (uint64_t)t.rank;
	c->run(&t);
	if (!c->in_place)
		return;
	t.in_place = 1;
	t.seed = random_next(random);
	c->run(&t);
}

static size_t most_bytes = 1 << 20;
static int few; /* roots and streams */

static void run_collective(const struct test *on, const struct collective *c, uint64_t *random)
{
	static const size_t sizes[] = {0, 1, 40, 700, 6000, 50000, 1 << 20};

	for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
		size_t bytes = sizes[s] < c->largest ? sizes[s] : c->largest;
		int roots = c->rooted && bytes == 40 && !few ? on->ranks : 1; /* all, or any */

		if (sizes[s] > most_bytes)
			break;
		for (int root = 0; root < roots; root++)
			run_case(on, c, bytes, roots > 1 ? root : random_below(random, on->ranks),
				 random);
	}
}

/* -- streams -------------------------------------------------------------------------------- */

enum { IN_A_ROW = 200, STREAM_MAX = 600 /* elements of a block */ };

static uint32_t element(int call, int from, int to)
{
	return (uint32_t)(call * 65536 + from * 256 + to);
}

static int all_are(const uint32_t *block, int n, uint32_t value)
{
	while (n > 0 && block[n - 1] == value)
		n--;
	return !n;
}

static void fill(uint32_t *block, int n, uint32_t value)
{
	while (n-- > 0)
		block[n] = value;
}

/* One call of the stream; returns the number of errors in `out`. */
static int stream_step(const struct test *t, int kind, int call, int n, uint32_t *in, uint32_t *out)
{
	int wrong = 0;

	for (int m = 0; m < t->ranks; m++)
		fill(in + m * n, n, kind == 1 ? element(call, t->rank, m) : element(call, 0, m));
	if (kind == 0)
		MPI_Bcast(t->rank == t->root ? in : out, n, MPI_UINT32_T, t->root, t->comm);
	else if (kind == 1)
		MPI_Gather(in, n, MPI_UINT32_T, out, n, MPI_UINT32_T, t->root, t->comm);
	else
		MPI_Scatter(in, n, MPI_UINT32_T, out, n, MPI_UINT32_T, t->root, t->comm);
	if (kind == 0)
		return t->rank != t->root && !all_are(out, n, element(call, 0, 0));
	if (kind == 2)
		return !all_are(out, n, element(call, 0, t->rank));
	for (int m = 0; m < t->ranks && t->rank == t->root; m++)
		wrong |= !all_are(out + m * n, n, element(call, m, 0));
	return wrong;
}

/* Many calls of one root in a row, more than any buffer holds, while some rank is late. */
static void run_streams(const struct test *on)
{
	static const int sizes[] = {1, 7, 14, 60, STREAM_MAX};
	static uint32_t in[RANKS_MAX * STREAM_MAX], out[RANKS_MAX * STREAM_MAX];
	struct test t = *on;
	int bad = -1;

	for (int run = few ? 9 : 0; run < 15 - 3 * few; run++) {
		t.root = run % t.ranks;
		for (int call = 0; call < IN_A_ROW; call++) {
			if (call % 50 == 7 && call / 50 % t.ranks == t.rank)
				usleep(300);
			if (stream_step(&t, run % 3, call, sizes[run / 3], in, out) && bad < 0)
				bad = run * IN_A_ROW + call;
		}
	}
	check(bad < 0, "stream of %d ranks: call %d is wrong", t.ranks, bad);
}

/* A call without data is over early on some ranks, and after all checks on others. */
static void run_empty(const struct test *on)
{
	MPI_Datatype pair;
	uint32_t value, wrong = 0;

	MPI_Type_contiguous(2, MPI_UINT32_T, &pair);
	MPI_Type_commit(&pair);
	for (uint32_t call = 0; call < 20; call++) {
		MPI_Bcast(&value, 0, on->rank % 2 ? pair : MPI_UINT32_T, 0, on->comm);
		value = on->rank ? 0 : element((int)call, 0, 0);
		MPI_Bcast(&value, 1, MPI_UINT32_T, 0, on->comm);
		wrong += value != element((int)call, 0, 0);
	}
	check(!wrong, "%u broadcasts on %d ranks are wrong after empty ones", wrong, on->ranks);
	MPI_Type_free(&pair);
}

/* Rank 1 comes to a gather when the long block of rank 2 has arrived. MPI does not promise
 * that rank 2's call ends before rank 1's begins, Rondo does: the time that one rank is late is not
 * lost to the others. */
static void run_late(const struct test *on)
{
	enum { LONG = 20000, TIMES = 50 };
	int counts[RANKS_MAX], displs[RANKS_MAX], token = 0, wrong = 0;
	int n = on->rank == 2 ? LONG : 1;
	uint32_t *out = malloc(LONG * sizeof(*out));
	uint32_t *in = malloc((LONG + RANKS_MAX) * sizeof(*in));

	for (int i = 0, at = 0; i < on->ranks; at += counts[i++]) {
		counts[i] = i == 2 ? LONG : 1;
		displs[i] = at;
	}
	for (int i = 0; i < n; i++)
		out[i] = element(0, on->rank, (size_t)i);
	for (int k = 0; k < TIMES; k++) {
		if (on->rank == 0)
			MPI_Send(&token, 1, MPI_INT, 2, 0, on->comm);
		if (on->rank == 1 || on->rank == 2)
			MPI_Recv(&token, 1, MPI_INT, on->rank == 1 ? 2 : 0, 0, on->comm,
				 MPI_STATUS_IGNORE);
		MPI_Gatherv(out, n, MPI_UINT32_T, in, counts, displs, MPI_UINT32_T, 0, on->comm);
		if (on->rank == 2)
			MPI_Send(&token, 1, MPI_INT, 1, 0, on->comm);
	}
	for (int i = 0; on->rank == 0 && i < on->ranks; i++)
		for (int k = 0; k < counts[i]; k++)
			wrong += in[displs[i] + k] != element(0, i, (size_t)k);
	check(!wrong, "%d elements gathered on %d ranks, one late, are wrong", wrong, on->ranks);
	free(out);
	free(in);
}

/* Splits the job into communicators of `ranks` ranks (and one of the rest). */
static void run_split(int ranks, uint64_t seed)
{
	struct test t = {.own = seed};
	uint64_t random;

	MPI_Comm_split(MPI_COMM_WORLD, job.rank / ranks, job.rank, &t.comm);
	MPI_Comm_rank(t.comm, &t.rank);
	MPI_Comm_size(t.comm, &t.ranks);
	random = seed * 64 + (uint64_t)(job.rank / ranks);
	run_empty(&t);
	for (size_t c = 0; c < sizeof collectives / sizeof collectives[0]; c++)
		run_collective(&t, &collectives[c], &random);
	run_streams(&t);
	if (t.ranks > 2)
		run_late(&t);
	MPI_Comm_free(&t.comm);
}

int main(int argc, char **argv)
{
	long from, to;
	uint64_t seed;

	job_start(&argc, &argv, "coll");
	seed = (uint64_t)argument(argc, argv, "-s", (long)time(NULL));
	from = argument(argc, argv, "-f", 1);
	to = argument(argc, argv, "-t", job.ranks);
	few = argument(argc, argv, "-b", 0) != 0;
	most_bytes = (size_t)argument(argc, argv, "-b", (long)most_bytes);
	MPI_Bcast(&seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
	if (job.rank == 0)
		printf("coll: seed %llu\n", (unsigned long long)seed);
	if (check(job.ranks <= RANKS_MAX, "coll is made for up to %d ranks", RANKS_MAX))
		for (long ranks = from; ranks <= to && ranks <= job.ranks; ranks++)
			run_split((int)ranks, seed);
	return job_end();
}
