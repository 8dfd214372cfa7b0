/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions against the same computed serially: reduce, allreduce, reduce_scatter,
 * reduce_scatter_block, scan and exscan, with every predefined operator on every type it is
 * defined for, and with operators of the user on derived types, commutative and not: the latter
 * must be applied in the order of ranks (MPI-4.0 6.9.5).  Over sizes, roots, MPI_IN_PLACE, on
 * communicators of all sizes up to that of the job.
 *
 *     reduce [-s SEED] [-f FEWEST RANKS] [-t MOST RANKS] [-b MOST BYTES] [-u 1]
 *
 * With -b few types and roots: for many ranks on few processors.  With -u operators of the user
 * only.
 */
#include "t/jobs/job.h"
#include "t/jobs/kinds.h"

#include <time.h>

enum {
	FILLER = 0xee,
	GUARD = 64,
	RANKS_MAX = 256,
	LARGE = 1 << 20, /* bytes */
	PERIOD = 1021,   /* elements after which the input repeats, to keep the reference short */
};

enum call { REDUCE, ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN, CALLS };

static const char *const call_name[CALLS] = {
	"reduce", "allreduce", "reduce_scatter", "reduce_scatter_block", "scan", "exscan",
};

static const char *const op_name[OPS] = {
	"MPI_SUM",  "MPI_PROD", "MPI_MIN", "MPI_MAX",  "MPI_LAND",   "MPI_LOR",
	"MPI_LXOR", "MPI_BAND", "MPI_BOR", "MPI_BXOR", "MPI_MINLOC", "MPI_MAXLOC",
};

struct group {
	MPI_Comm comm;
	int rank, ranks;
	uint64_t random; /* the same on all ranks of comm */
};

/* One call. */
struct test {
	const struct group *on;
	const struct kind *kind;
	enum op op;
	MPI_Op handle;
	const char *op_name;
	enum call call;
	int count;            /* elements that each rank contributes */
	int parts[RANKS_MAX]; /* of reduce_scatter */
	int root, in_place;
	uint64_t seed;
};

/* -- operators of the user ------------------------------------------------------------------ */

/* x -> factor * x + offset, composed from left to right: associative, not commutative.  The
 * third word is a hole in the datatype. */
struct map {
	uint32_t factor, offset, hole;
};

static MPI_Datatype map_type;
static int wrong_types; /* calls of a user's operator with another type than that of the call */

static void make_map(void *at, enum op op, uint64_t bits, int rank)
{
	struct map *m = at;

	(void)op;
	(void)rank;
	m->factor = (uint32_t)bits | 1;
	m->offset = (uint32_t)(bits >> 32);
}

static void fold_map(void *left, const void *right, enum op op)
{
	struct map *l = left;
	const struct map *r = right;

	(void)op;
	l->offset = l->offset * r->factor + r->offset;
	l->factor *= r->factor;
}

static int same_map(const void *a, const void *b)
{
	const struct map *x = a, *y = b;

	return x->factor == y->factor && x->offset == y->offset;
}

/* inout = in then inout */
static void compose(void *in, void *inout, int *count, MPI_Datatype *type)
{
	const struct map *first = in;
	struct map *last = inout;

	wrong_types += *type != map_type;
	for (int n = 0; n < *count; n++) {
		last[n].offset = first[n].offset * last[n].factor + last[n].offset;
		last[n].factor *= first[n].factor;
	}
}

/* The same without a hole, so many as one element: of one, of as many as shared memory takes, and
 * of one more. */
struct row {
	uint32_t word[2 * 129];
};
enum { ROWS = 3 };
static const int row_maps[ROWS] = {1, 128, 129};
static MPI_Datatype row_type[ROWS];
static int row_now; /* of the call under way */

static void make_row(void *at, enum op op, uint64_t bits, int rank)
{
	uint32_t *word = at;

	(void)op;
	(void)rank;
	for (int m = 0; m < row_maps[row_now]; m++) {
		word[2 * m] = (uint32_t)(bits + (uint64_t)m) | 1;
		word[2 * m + 1] = (uint32_t)(bits >> 32) ^ (uint32_t)m;
	}
}

static void compose_words(const uint32_t *first, uint32_t *last, int maps)
{
	for (int m = 0; m < maps; m++) {
		last[2 * m + 1] += first[2 * m + 1] * last[2 * m];
		last[2 * m] *= first[2 * m];
	}
}

static void fold_row(void *left, const void *right, enum op op)
{
	size_t bytes = (size_t)row_maps[row_now] * 8;
	struct row last;

	(void)op;
	memcpy(&last, right, bytes);
	compose_words(left, last.word, row_maps[row_now]);
	memcpy(left, &last, bytes);
}

static int same_row(const void *a, const void *b)
{
	return !memcmp(a, b, (size_t)row_maps[row_now] * 8);
}

static void compose_rows(void *in, void *inout, int *count, MPI_Datatype *type)
{
	wrong_types += *type != row_type[row_now];
	compose_words(in, inout, *count * row_maps[row_now]);
}

/* Sums of 64-bit words modulo a prime, on a predefined type. */
static const uint64_t prime = 1000003;

static void make_residue(void *at, enum op op, uint64_t bits, int rank)
{
	(void)op;
	(void)rank;
	*(unsigned long long *)at = bits % prime;
}

static void fold_residue(void *left, const void *right, enum op op)
{
	unsigned long long *l = left;

	(void)op;
	*l = (*l + *(const unsigned long long *)right) % prime;
}

static void add_residues(void *in, void *inout, int *count, MPI_Datatype *type)
{
	const unsigned long long *a = in;
	unsigned long long *b = inout;

	wrong_types += *type != MPI_UNSIGNED_LONG_LONG;
	for (int n = 0; n < *count; n++)
		b[n] = (a[n] + b[n]) % prime;
}

/* -- one call ------------------------------------------------------------------------------- */

/* The first count elements that a rank contributes. */
static void make_input(const struct test *t, int rank, unsigned char *at, int count)
{
	uint64_t random = t->seed + (uint64_t)rank * 1000003u;
	size_t size = t->kind->size;

	for (int n = 0; n < count && n < PERIOD; n++)
		t->kind->make(at + (size_t)n * size, t->op, random_next(&random), rank);
	for (int n = PERIOD; n < count; n += PERIOD)
		memcpy(at + (size_t)n * size, at,
		       (size_t)(count - n < PERIOD ? count - n : PERIOD) * size);
}

/* The values of ranks 0 .. last combined in order, at most a period of them; last -1: nothing. */
static unsigned char *reference(const struct test *t, int last)
{
	int count = t->count < PERIOD ? t->count : PERIOD;
	size_t size = t->kind->size, bytes = (size_t)count * size;
	unsigned char *sum = must_alloc(bytes), *next = must_alloc(bytes);

	for (int rank = 0; rank <= last; rank++) {
		make_input(t, rank, rank == 0 ? sum : next, count);
		for (int n = 0; n < count && rank > 0; n++)
			t->kind->fold(sum + (size_t)n * size, next + (size_t)n * size, t->op);
	}
	free(next);
	return sum;
}

/* Which elements of the reference this rank must get, and how many. */
static int result_range(const struct test *t, int *first)
{
	int rank = t->on->rank;

	*first = 0;
	switch (t->call) {
	case REDUCE:
		return rank == t->root ? t->count : 0;
	case REDUCE_SCATTER:
		for (int r = 0; r < rank; r++)
			*first += t->parts[r];
		return t->parts[rank];
	case REDUCE_SCATTER_BLOCK:
		*first = t->count / t->on->ranks * rank;
		return t->count / t->on->ranks;
	case EXSCAN:
		return rank > 0 ? t->count : 0;
	default:
		return t->count;
	}
}

static void make_call(const struct test *t, const void *in, void *out)
{
	MPI_Comm comm = t->on->comm;
	MPI_Datatype type = t->kind->type;

	switch (t->call) {
	case REDUCE:
		MPI_Reduce(in, out, t->count, type, t->handle, t->root, comm);
		break;
	case ALLREDUCE:
		MPI_Allreduce(in, out, t->count, type, t->handle, comm);
		break;
	case REDUCE_SCATTER:
		MPI_Reduce_scatter(in, out, t->parts, type, t->handle, comm);
		break;
	case REDUCE_SCATTER_BLOCK:
		MPI_Reduce_scatter_block(in, out, t->count / t->on->ranks, type, t->handle, comm);
		break;
	case SCAN:
		MPI_Scan(in, out, t->count, type, t->handle, comm);
		break;
	default:
		MPI_Exscan(in, out, t->count, type, t->handle, comm);
	}
}

static int describe(const struct test *t, int element, const char *what)
{
	return check(0, "%s on %d ranks, rank %d, root %d, %s on %s, %d elements%s: element %d %s",
		     call_name[t->call], t->on->ranks, t->on->rank, t->root, t->op_name,
		     t->kind->name, t->count, t->in_place ? ", in place" : "", element, what);
}

/* Behind the results nothing may be written; in place, only behind the input. */
static void check_result(const struct test *t, const unsigned char *out, size_t room, int in_place)
{
	int first, count = result_range(t, &first), last = t->on->ranks - 1;
	size_t size = t->kind->size, at = (size_t)(in_place ? t->count : count) * size;
	int wrong = -1, end = 0;
	unsigned char *right;
	char text[64];

	if (t->call == SCAN || t->call == EXSCAN)
		last = t->on->rank - (t->call == EXSCAN);
	right = reference(t, last);
	for (int n = 0; n < count; n++)
		if (!t->kind->same(out + (size_t)n * size,
				   right + (size_t)((first + n) % PERIOD) * size)) {
			wrong = wrong < 0 ? n : wrong;
			end = n + 1;
		}
	if (wrong >= 0) {
		snprintf(text, sizeof(text), "is wrong, and others up to %d", end);
		describe(t, wrong, text);
	}
	free(right);
	if (t->call == EXSCAN && t->on->rank == 0)
		return; /* undefined there */
	while (at < room && out[at] == FILLER)
		at++;
	if (at < room)
		describe(t, (int)(at / size), "was written to, behind the result");
}

static void run_test(const struct test *t)
{
	size_t bytes = (size_t)t->count * t->kind->size, room = bytes + GUARD;
	unsigned char *in = must_alloc(bytes), *out = must_alloc(room), *kept = must_alloc(bytes);
	int in_place = t->in_place && (t->call != REDUCE || t->on->rank == t->root);

	make_input(t, t->on->rank, in, t->count);
	memcpy(kept, in, bytes);
	memset(out, FILLER, room);
	if (in_place)
		memcpy(out, in, bytes);
	make_call(t, in_place ? MPI_IN_PLACE : in, out);
	check_result(t, out, room, in_place);
	if (memcmp(in, kept, bytes) != 0)
		describe(t, 0, "of the send buffer was changed");
	free(in);
	free(out);
	free(kept);
}

/* -- the cases ------------------------------------------------------------------------------ */

/* Parts of any size, also none, that add up to count. */
static void draw_parts(struct test *t, uint64_t *random)
{
	int left = t->count;

	for (int r = 0; r < t->on->ranks; r++) {
		int most = 2 * t->count / t->on->ranks;

		t->parts[r] = random_below(random, 4) ? random_between(random, 0, most) : 0;
		if (t->parts[r] > left || r == t->on->ranks - 1)
			t->parts[r] = left;
		left -= t->parts[r];
	}
}

/* All of the calls, or one of them (only: CALLS or which). */
static void run_calls(struct group *on, const struct kind *kind, enum op op, MPI_Op handle,
		      const char *name, int count, int only)
{
	for (int call = 0; call < CALLS; call++) {
		struct test t = {.on = on,
				 .kind = kind,
				 .op = op,
				 .handle = handle,
				 .op_name = name,
				 .call = (enum call)call,
				 .count = count};

		if (only != CALLS && only != call)
			continue;
		if (call == REDUCE_SCATTER_BLOCK)
			t.count = (count + on->ranks - 1) / on->ranks * on->ranks;
		t.root = random_below(&on->random, on->ranks);
		t.in_place = random_below(&on->random, 2);
		t.seed = random_next(&on->random);
		draw_parts(&t, &on->random);
		run_test(&t);
	}
}

static int few; /* types and roots */
static int only_users;
static int most_bytes = LARGE;

/* With few ranks by all calls.  With more, each by one call: the algorithms do not differ in types
 * and operators. */
static void all_types(struct group *on)
{
	const MPI_Op handles[OPS] = {
		MPI_SUM,  MPI_PROD, MPI_MIN, MPI_MAX,  MPI_LAND,   MPI_LOR,
		MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_MINLOC, MPI_MAXLOC,
	};
	struct kind kinds[KINDS_MAX];
	int count = list_kinds(kinds);

	for (int k = 0; k < count; k += few ? 9 : 1)
		for (int op = 0; op < OPS; op++)
			if (kinds[k].ops & BIT(op)) {
				int only = random_below(&on->random, CALLS);

				run_calls(on, &kinds[k], (enum op)op, handles[op], op_name[op],
					  random_between(&on->random, 1, 40),
					  on->ranks <= 3 ? CALLS : only);
			}
}

static void all_sizes(struct group *on)
{
	static const int sizes[] = {0, 1, 64, 1000, 8192, 40000, LARGE};
	struct kind kinds[KINDS_MAX];
	int count = list_kinds(kinds);

	for (size_t s = 0; s < sizeof sizes / sizeof sizes[0] && sizes[s] <= most_bytes; s++)
		for (int k = 0; k < count; k++) {
			if (kinds[k].type != MPI_INT && kinds[k].type != MPI_DOUBLE)
				continue;
			run_calls(on, &kinds[k], SUM, MPI_SUM, "MPI_SUM",
				  sizes[s] / (int)kinds[k].size, CALLS);
			if (few)
				break;
			run_calls(on, &kinds[k], MAX, MPI_MAX, "MPI_MAX",
				  sizes[s] / (int)kinds[k].size, CALLS);
		}
}

static void all_rows(struct group *on)
{
	MPI_Op ordered;

	MPI_Op_create(compose_rows, 0, &ordered);
	for (row_now = 0; row_now < ROWS; row_now++) {
		const struct kind row = {"a type without gaps",
					 row_type[row_now],
					 (size_t)row_maps[row_now] * 8,
					 0,
					 make_row,
					 fold_row,
					 same_row};

		for (int bytes = 8; bytes <= most_bytes / 2; bytes *= few ? 64 : 8)
			run_calls(on, &row, SUM, ordered, "an ordered operator of the user",
				  (bytes + (int)row.size - 1) / (int)row.size, CALLS);
	}
	MPI_Op_free(&ordered);
}

static void all_user_operators(struct group *on)
{
	static const int sizes[] = {0, 1, 2, 5, 100, 3000, LARGE / (int)sizeof(struct map) / 4};
	const struct kind map = {"a type of the user",
				 map_type,
				 sizeof(struct map),
				 0,
				 make_map,
				 fold_map,
				 same_map};
	const struct kind residue = {"MPI_UNSIGNED_LONG_LONG",
				     MPI_UNSIGNED_LONG_LONG,
				     sizeof(unsigned long long),
				     0,
				     make_residue,
				     fold_residue,
				     same_unsigned_long_long};
	MPI_Op ordered, free_order;

	MPI_Op_create(compose, 0, &ordered);
	MPI_Op_create(add_residues, 1, &free_order);
	for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s += few ? 3 : 1) {
		if (sizes[s] * (int)sizeof(struct map) > most_bytes)
			break;
		run_calls(on, &map, SUM, ordered, "an ordered operator of the user", sizes[s],
			  CALLS);
		run_calls(on, &residue, SUM, free_order, "an operator of the user", sizes[s],
			  CALLS);
	}
	all_rows(on);
	for (int root = 0; root < on->ranks; root += few && on->ranks > 1 ? on->ranks - 1 : 1) {
		struct test t = {.on = on,
				 .kind = &map,
				 .handle = ordered,
				 .call = REDUCE,
				 .op_name = "an ordered operator of the user",
				 .count = 3,
				 .root = root,
				 .seed = random_next(&on->random)};

		run_test(&t);
	}
	MPI_Op_free(&ordered);
	MPI_Op_free(&free_order);
	check(ordered == MPI_OP_NULL, "MPI_Op_free leaves the handle");
}

static void run_split(int ranks, uint64_t seed)
{
	struct group on;

	MPI_Comm_split(MPI_COMM_WORLD, job.rank / ranks, job.rank, &on.comm);
	MPI_Comm_rank(on.comm, &on.rank);
	MPI_Comm_size(on.comm, &on.ranks);
	on.random = seed * 64 + (uint64_t)(job.rank / ranks);
	if (!only_users) {
		all_types(&on);
		all_sizes(&on);
	}
	all_user_operators(&on);
	MPI_Comm_free(&on.comm);
}

static void make_map_type(void)
{
	MPI_Datatype words;

	MPI_Type_contiguous(2, MPI_UINT32_T, &words);
	MPI_Type_create_resized(words, 0, sizeof(struct map), &map_type);
	MPI_Type_commit(&map_type);
	for (int i = 0; i < ROWS; i++) {
		MPI_Type_contiguous(row_maps[i], words, &row_type[i]);
		MPI_Type_commit(&row_type[i]);
	}
	MPI_Type_free(&words);
}

int main(int argc, char **argv)
{
	long from, to;
	uint64_t seed;

	job_start(&argc, &argv, "reduce");
	seed = (uint64_t)argument(argc, argv, "-s", (long)time(NULL));
	from = argument(argc, argv, "-f", 1);
	to = argument(argc, argv, "-t", job.ranks);
	only_users = argument(argc, argv, "-u", 0) != 0;
	few = argument(argc, argv, "-b", 0) != 0;
	most_bytes = (int)argument(argc, argv, "-b", most_bytes);
	MPI_Bcast(&seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
	if (job.rank == 0)
		printf("reduce: seed %llu\n", (unsigned long long)seed);
	make_map_type();
	if (check(job.ranks <= RANKS_MAX, "reduce is made for up to %d ranks", RANKS_MAX))
		for (long ranks = from; ranks <= to && ranks <= job.ranks; ranks++)
			run_split((int)ranks, seed);
	check(wrong_types == 0, "a user's operator was called %d times with another datatype",
	      wrong_types);
	MPI_Type_free(&map_type);
	for (int i = 0; i < ROWS; i++)
		MPI_Type_free(&row_type[i]);
	return job_end();
}
