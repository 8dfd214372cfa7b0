/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives with a request against the blocking ones (MPI-5.0 6.12, 6.13): in each round many
 * random collectives of all kinds are under way at once on several communicators, mixed with
 * messages and blocking collectives on the same ones, and are completed in another order on each
 * rank by all kinds of waits and tests; every byte must be as after the blocking call. Persistent
 * ones are started several times, in another order on each rank. Arrays of counts, datatypes and
 * operators are freed as soon as a call has returned.
 *
 *     nbc [-s SEED] [-r ROUNDS] [-m LARGEST BLOCK IN INTS]
 */
#include "t/jobs/job.h"
#include "t/jobs/kinds.h"
#include "t/jobs/layout.h"

enum {
	ITEMS_MAX = 12,
	COMMS = 4,
	LAPS = 3,
	UNIT = 12,    /* ints that a block is a multiple of; layouts have a divisor of it */
	MARGIN = 256, /* bytes before and behind a buffer's data */
	P = 65521,
};

enum kind_of_call {
	BARRIER,
	BCAST,
	GATHER,
	GATHERV,
	SCATTER,
	SCATTERV,
	ALLGATHER,
	ALLGATHERV,
	ALLTOALL,
	ALLTOALLV,
	ALLTOALLW,
	REDUCE,
	ALLREDUCE,
	SCAN,
	EXSCAN,
	REDUCE_SCATTER,
	REDUCE_SCATTER_BLOCK,
	CALLS,
};

static const char *const call_names[CALLS] = {
	"barrier",
	"bcast",
	"gather",
	"gatherv",
	"scatter",
	"scatterv",
	"allgather",
	"allgatherv",
	"alltoall",
	"alltoallv",
	"alltoallw",
	"reduce",
	"allreduce",
	"scan",
	"exscan",
	"reduce_scatter",
	"reduce_scatter_block",
};

enum how { BLOCKING, ONCE, KEPT };

/* Blocks of a buffer, one for each rank or only one. */
struct parts {
	int n;
	int *counts, *at; /* [ranks] layouts; extents, for alltoallw bytes */
	MPI_Count *wide_counts;
	MPI_Aint *wide_at;
	MPI_Datatype *types;
	struct layout layout[2]; /* alltoallw: of even and odd ranks; else the first */
	size_t bytes;            /* of the buffer */
};

struct item {
	enum kind_of_call call;
	MPI_Comm comm;
	int rank, size, root, in_place, wide;
	int count, salt;         /* UNITs, or elements of a reduction */
	const struct kind *kind; /* reductions; NULL: pairs and an operator of the user */
	enum op op;
	struct parts out, in;
	unsigned char *sent[2], *got[2]; /* of the blocking call, of the one with a request */
	MPI_Request request;
};

static struct kind kinds[KINDS_MAX];
static int nkinds;
static MPI_Comm comms[COMMS];
static uint64_t seed;
static int largest = 6000;

/* ---- arrays of a block for each rank ---- */

static void parts_open(struct parts *p, int ranks)
{
	size_t n = (size_t)ranks;

	p->counts = must_alloc(n * sizeof *p->counts);
	p->at = must_alloc(n * sizeof *p->at);
	p->wide_counts = must_alloc(n * sizeof *p->wide_counts);
	p->wide_at = must_alloc(n * sizeof *p->wide_at);
	p->types = must_alloc(n * sizeof *p->types);
}

static void parts_close(struct parts *p)
{
	free(p->counts);
	free(p->at);
	free(p->wide_counts);
	free(p->wide_at);
	free(p->types);
}

/* Arrays for one call. */
static void parts_lend(struct parts *p, int ranks)
{
	struct parts own = *p;
	size_t n = (size_t)ranks;

	parts_open(p, ranks);
	memcpy(p->counts, own.counts, n * sizeof *p->counts);
	memcpy(p->at, own.at, n * sizeof *p->at);
	memcpy(p->wide_counts, own.wide_counts, n * sizeof *p->wide_counts);
	memcpy(p->wide_at, own.wide_at, n * sizeof *p->wide_at);
	for (int i = 0; i < ranks; i++)
		MPI_Type_dup(p->layout[i % 2].type, &p->types[i]);
}

/* Overwrites and frees the arguments. */
static void parts_spoil(struct parts *p, int ranks)
{
	size_t n = (size_t)ranks;

	for (int i = 0; i < ranks; i++)
		MPI_Type_free(&p->types[i]);
	memset(p->counts, 0x55, n * sizeof *p->counts);
	memset(p->at, 0x55, n * sizeof *p->at);
	memset(p->wide_counts, 0x55, n * sizeof *p->wide_counts);
	memset(p->wide_at, 0x55, n * sizeof *p->wide_at);
	parts_close(p);
}

/* ---- the calls ---- */

#define BY_HOW(Name, Iname, ...) \
	(how == BLOCKING ? MPI_##Name(__VA_ARGS__) \
	 : how == ONCE   ? MPI_##Iname(__VA_ARGS__, &x->request) \
			 : MPI_##Name##_init(__VA_ARGS__, MPI_INFO_NULL, &x->request))
#define BY_HOW_C(Name, Iname, ...) \
	(how == BLOCKING ? MPI_##Name##_c(__VA_ARGS__) \
	 : how == ONCE   ? MPI_##Iname##_c(__VA_ARGS__, &x->request) \
			 : MPI_##Name##_init_c(__VA_ARGS__, MPI_INFO_NULL, &x->request))
#define CALL(Name, Iname, ...) \
	(x->wide ? BY_HOW_C(Name, Iname, __VA_ARGS__) : BY_HOW(Name, Iname, __VA_ARGS__))

static int is_reduction(enum kind_of_call call)
{
	return call >= REDUCE;
}

static int is_rooted(enum kind_of_call call)
{
	return call == BCAST || call == REDUCE || (call >= GATHER && call <= SCATTERV);
}

static int at_root(const struct item *x)
{
	return x->rank == x->root;
}

static int call_move(struct item *x, enum how how, const void *s, void *r)
{
	int sn = x->out.counts[0], rn = x->in.counts[0], root = x->root;
	MPI_Datatype st = x->out.types[0], rt = x->in.types[0];
	MPI_Comm comm = x->comm;

	switch (x->call) {
	case BARRIER:
		return BY_HOW(Barrier, Ibarrier, comm);
	case BCAST:
		return CALL(Bcast, Ibcast, r, rn, rt, root, comm);
	case GATHER:
		return CALL(Gather, Igather, s, sn, st, r, rn, rt, root, comm);
	case SCATTER:
		return CALL(Scatter, Iscatter, s, sn, st, r, rn, rt, root, comm);
	case ALLGATHER:
		return CALL(Allgather, Iallgather, s, sn, st, r, rn, rt, comm);
	default:
		return CALL(Alltoall, Ialltoall, s, sn, st, r, rn, rt, comm);
	}
}

static int call_varied(struct item *x, enum how how, const void *s, void *r)
{
	struct parts *o = &x->out, *i = &x->in;
	MPI_Comm comm = x->comm;

	switch (x->call) {
	case GATHERV:
		return BY_HOW(Gatherv, Igatherv, s, o->counts[0], o->types[0], r, i->counts, i->at,
			      i->types[0], x->root, comm);
	case SCATTERV:
		return BY_HOW(Scatterv, Iscatterv, s, o->counts, o->at, o->types[0], r,
			      i->counts[0], i->types[0], x->root, comm);
	case ALLGATHERV:
		return BY_HOW(Allgatherv, Iallgatherv, s, o->counts[0], o->types[0], r, i->counts,
			      i->at, i->types[0], comm);
	case ALLTOALLV:
		return BY_HOW(Alltoallv, Ialltoallv, s, o->counts, o->at, o->types[0], r, i->counts,
			      i->at, i->types[0], comm);
	default:
		return BY_HOW(Alltoallw, Ialltoallw, s, o->counts, o->at, o->types, r, i->counts,
			      i->at, i->types, comm);
	}
}

static int call_varied_c(struct item *x, enum how how, const void *s, void *r)
{
	struct parts *o = &x->out, *i = &x->in;
	MPI_Comm comm = x->comm;

	switch (x->call) {
	case GATHERV:
		return BY_HOW_C(Gatherv, Igatherv, s, o->counts[0], o->types[0], r, i->wide_counts,
				i->wide_at, i->types[0], x->root, comm);
	case SCATTERV:
		return BY_HOW_C(Scatterv, Iscatterv, s, o->wide_counts, o->wide_at, o->types[0], r,
				i->counts[0], i->types[0], x->root, comm);
	case ALLGATHERV:
		return BY_HOW_C(Allgatherv, Iallgatherv, s, o->counts[0], o->types[0], r,
				i->wide_counts, i->wide_at, i->types[0], comm);
	case ALLTOALLV:
		return BY_HOW_C(Alltoallv, Ialltoallv, s, o->wide_counts, o->wide_at, o->types[0],
				r, i->wide_counts, i->wide_at, i->types[0], comm);
	default:
		return BY_HOW_C(Alltoallw, Ialltoallw, s, o->wide_counts, o->wide_at, o->types, r,
				i->wide_counts, i->wide_at, i->types, comm);
	}
}

static int call_reduction(struct item *x, enum how how, const void *s, void *r, MPI_Datatype type,
			  MPI_Op op)
{
	MPI_Comm comm = x->comm;

	switch (x->call) {
	case REDUCE:
		return CALL(Reduce, Ireduce, s, r, x->count, type, op, x->root, comm);
	case ALLREDUCE:
		return CALL(Allreduce, Iallreduce, s, r, x->count, type, op, comm);
	case SCAN:
		return CALL(Scan, Iscan, s, r, x->count, type, op, comm);
	case EXSCAN:
		return CALL(Exscan, Iexscan, s, r, x->count, type, op, comm);
	case REDUCE_SCATTER_BLOCK:
		return CALL(Reduce_scatter_block, Ireduce_scatter_block, s, r, x->count, type, op,
			    comm);
	default:
		if (x->wide)
			return BY_HOW_C(Reduce_scatter, Ireduce_scatter, s, r, x->in.wide_counts,
					type, op, comm);
		return BY_HOW(Reduce_scatter, Ireduce_scatter, s, r, x->in.counts, type, op, comm);
	}
}

/* x -> a x + b mod P; left then right: the composition does not commute. */
static void compose(void *in, void *inout, int *len, MPI_Datatype *type)
{
	(void)type;
	for (int i = 0; i < *len; i++) {
		int *l = (int *)in + 2 * i, *r = (int *)inout + 2 * i;
		int64_t a = (int64_t)l[0] * r[0] % P, b = ((int64_t)l[1] * r[0] + r[1]) % P;

		r[0] = (int)a;
		r[1] = (int)b;
	}
}

static MPI_Op op_of(const struct item *x)
{
	static const MPI_Op ops[OPS] = {
		[SUM] = MPI_SUM,   [PROD] = MPI_PROD, [MIN] = MPI_MIN,       [MAX] = MPI_MAX,
		[LAND] = MPI_LAND, [LOR] = MPI_LOR,   [LXOR] = MPI_LXOR,     [BAND] = MPI_BAND,
		[BOR] = MPI_BOR,   [BXOR] = MPI_BXOR, [MINLOC] = MPI_MINLOC, [MAXLOC] = MPI_MAXLOC,
	};
	MPI_Op own;

	if (x->kind)
		return ops[x->op];
	MPI_Op_create(compose, 0, &own);
	return own;
}

/* With an operator and a type that are freed at once. */
static int reduce_with_own(struct item *x, enum how how, const void *s, void *r)
{
	MPI_Datatype type = MPI_DATATYPE_NULL;
	MPI_Op op = op_of(x);
	int err;

	if (x->kind) {
		MPI_Type_dup(x->kind->type, &type);
	} else {
		MPI_Type_contiguous(2, MPI_INT, &type);
		MPI_Type_commit(&type);
	}
	err = call_reduction(x, how, s, r, type, op);
	MPI_Type_free(&type);
	if (!x->kind)
		MPI_Op_free(&op);
	return err;
}

static int move_with_own(struct item *x, enum how how, const void *s, void *r)
{
	struct parts out = x->out, in = x->in;
	int err;

	parts_lend(&x->out, x->size);
	parts_lend(&x->in, x->size);
	if (x->call == GATHERV || x->call == SCATTERV || x->call == ALLGATHERV ||
	    x->call == ALLTOALLV || x->call == ALLTOALLW)
		err = x->wide ? call_varied_c(x, how, s, r) : call_varied(x, how, s, r);
	else
		err = call_move(x, how, s, r);
	parts_spoil(&x->out, x->size);
	parts_spoil(&x->in, x->size);
	x->out = out;
	x->in = in;
	return err;
}

static void call(struct item *x, enum how how)
{
	int side = how != BLOCKING, is_scatter = x->call == SCATTER || x->call == SCATTERV;
	int significant = !is_rooted(x->call) || at_root(x);
	void *s = x->sent[side] + MARGIN, *r = x->got[side] + MARGIN;
	int err;

	if (x->in_place && significant && is_scatter)
		r = MPI_IN_PLACE;
	else if (x->in_place && significant)
		s = MPI_IN_PLACE;
	err = is_reduction(x->call) ? reduce_with_own(x, how, s, r) : move_with_own(x, how, s, r);
	check(err == MPI_SUCCESS, "%s returns %d", call_names[x->call], err);
}

/* ---- drawing and filling ---- */

/* UNITs of the block from one rank for another. */
static int units(const struct item *x, int from, int to)
{
	int either = x->in_place ? from + to : 3 * from + to;

	switch (x->call) {
	case GATHERV:
	case ALLGATHERV:
		return (from + x->salt) % 4 * x->count / 3;
	case SCATTERV:
		return (to + x->salt) % 4 * x->count / 3;
	case ALLTOALLV:
	case ALLTOALLW:
		return (either + x->salt) % 4 * x->count / 3;
	default:
		return x->count;
	}
}

/* `n` blocks, out of this rank or in from others; displacements leave a gap. */
static void lay_out(struct item *x, struct parts *p, int n, int outgoing, uint64_t *own)
{
	int by_bytes = x->call == ALLTOALLW, gap = n > 1 && x->call != GATHER &&
						   x->call != SCATTER && x->call != ALLGATHER &&
						   x->call != ALLTOALL;
	MPI_Aint at = 0;
	int per[2];

	for (int l = 0; l < 2; l++) {
		per[l] = some_divisor(own, UNIT);
		layout_random(&p->layout[l], MPI_UNSIGNED, sizeof(unsigned), per[l], 2, own);
		if (!by_bytes && l)
			per[l] = per[0];
	}
	if (!by_bytes) {
		layout_free(&p->layout[1]);
		p->layout[1] = p->layout[0];
	}
	p->n = n;
	for (int i = 0; i < n; i++) {
		const struct layout *l = &p->layout[i % 2];
		int peer = n == 1 ? (x->call == GATHERV || x->call == ALLGATHERV ? 0 : x->rank) : i;
		int from = outgoing ? x->rank : peer, to = outgoing ? peer : x->rank;
		int layouts = units(x, from, to) * (UNIT / per[i % 2]);

		p->wide_counts[i] = p->counts[i] = layouts;
		p->wide_at[i] = p->at[i] = (int)at;
		if (by_bytes)
			at += (MPI_Aint)layout_span(l, layouts) + gap * 8;
		else
			at += layouts + gap;
		p->bytes = (by_bytes ? (size_t)at : layout_span(l, (int)at)) + 2 * MARGIN;
	}
}

static void draw_move(struct item *x, uint64_t *own)
{
	int many_out =
		x->call >= ALLTOALL || ((x->call == SCATTER || x->call == SCATTERV) && at_root(x));
	int many_in =
		x->call >= ALLGATHER || ((x->call == GATHER || x->call == GATHERV) && at_root(x));

	lay_out(x, &x->out, many_out ? x->size : 1, 1, own);
	lay_out(x, &x->in, many_in ? x->size : 1, 0, own);
}

static void draw_reduction(struct item *x, uint64_t *common)
{
	int k = random_below(common, nkinds + nkinds / 3), blocks;
	size_t unit = 2 * sizeof(int);

	x->kind = k < nkinds ? &kinds[k] : NULL;
	if (x->kind) {
		unit = x->kind->size;
		do
			x->op = (enum op)random_below(common, OPS);
		while (!(x->kind->ops & BIT(x->op)));
	}
	blocks = x->call >= REDUCE_SCATTER ? x->size : 1;
	x->in.n = 0;
	for (int i = 0; i < x->size; i++) {
		int n = (i + x->salt) % 4 * x->count / 3;

		x->in.wide_counts[i] = x->in.counts[i] = n;
		x->in.n += n;
	}
	if (x->call != REDUCE_SCATTER)
		x->in.n = x->count * blocks;
	x->out.bytes = x->in.bytes = 2 * MARGIN + unit * (size_t)x->in.n;
}

/* The same on all ranks but for `own`, by which each has its own layouts. */
static void draw(struct item *x, uint64_t *common, uint64_t *own)
{
	*x = (struct item){.request = MPI_REQUEST_NULL};
	x->call = (enum kind_of_call)random_below(common, CALLS);
	x->comm = comms[random_below(common, COMMS)];
	MPI_Comm_rank(x->comm, &x->rank);
	MPI_Comm_size(x->comm, &x->size);
	x->salt = random_below(common, 1000);
	x->root = x->salt % x->size;
	x->in_place = random_below(common, 3) == 0 && x->call != BCAST;
	x->wide = random_below(common, 2);
	x->count = random_below(common, 4) ? random_below(common, 8)
					   : random_below(common, largest / UNIT);
	parts_open(&x->out, x->size);
	parts_open(&x->in, x->size);
	if (is_reduction(x->call))
		draw_reduction(x, common);
	else
		draw_move(x, own);
	for (int side = 0; side < 2; side++) {
		x->sent[side] = must_alloc(x->out.bytes);
		x->got[side] = must_alloc(x->in.bytes);
	}
}

static void drop(struct item *x)
{
	for (int side = 0; side < 2; side++) {
		free(x->sent[side]);
		free(x->got[side]);
	}
	parts_close(&x->out);
	parts_close(&x->in);
	if (is_reduction(x->call))
		return;
	if (x->call == ALLTOALLW) {
		layout_free(&x->out.layout[1]);
		layout_free(&x->in.layout[1]);
	}
	layout_free(&x->out.layout[0]);
	layout_free(&x->in.layout[0]);
}

static void fill_bytes(unsigned char *at, size_t bytes, uint64_t *own)
{
	for (size_t n = 0; n < bytes; n += 8) {
		uint64_t word = random_next(own);

		memcpy(at + n, &word, bytes - n < 8 ? bytes - n : 8);
	}
}

static void fill_operands(const struct item *x, unsigned char *at, uint64_t *own)
{
	for (int n = 0; n < x->in.n; n++) {
		int pair[2] = {random_below(own, P), random_below(own, P)};

		if (x->kind)
			x->kind->make(at + MARGIN + (size_t)n * x->kind->size, x->op,
				      random_next(own), x->rank);
		else
			memcpy(at + MARGIN + (size_t)n * sizeof pair, pair, sizeof pair);
	}
}

/* Random data, the same on both sides; for reductions in both buffers. */
static void fill(struct item *x, uint64_t *own)
{
	if (is_reduction(x->call)) {
		fill_operands(x, x->sent[0], own);
		fill_operands(x, x->got[0], own);
	} else {
		fill_bytes(x->sent[0], x->out.bytes, own);
		fill_bytes(x->got[0], x->in.bytes, own);
	}
	memcpy(x->sent[1], x->sent[0], x->out.bytes);
	memcpy(x->got[1], x->got[0], x->in.bytes);
}

/* ---- checking results ---- */

static int operands_differ(const struct item *x)
{
	size_t unit = x->kind ? x->kind->size : 2 * sizeof(int);
	int n = x->call == REDUCE_SCATTER       ? x->in.counts[x->rank]
		: x->call == EXSCAN && !x->rank ? 0
						: x->count;

	for (size_t i = 0; i < (size_t)n; i++) {
		const unsigned char *a = x->got[0] + MARGIN + i * unit;
		const unsigned char *b = x->got[1] + MARGIN + i * unit;

		if (x->kind ? !x->kind->same(a, b) : memcmp(a, b, unit) != 0)
			return 1;
	}
	return 0;
}

static void compare(const struct item *x, const char *way)
{
	int differs = is_reduction(x->call) ? operands_differ(x)
					    : memcmp(x->got[0], x->got[1], x->in.bytes) != 0;
	const char *type = is_reduction(x->call) ? x->kind ? x->kind->name : "pairs" : "layouts";

	check(!differs,
	      "%s, %s: wrong result; count %d, root %d, in place %d, %d ranks, %s, seed "
	      "%llu",
	      call_names[x->call], way, x->count, x->root, x->in_place, x->size, type,
	      (unsigned long long)seed);
	check(memcmp(x->sent[0], x->sent[1], x->out.bytes) == 0, "%s, %s: sent data has changed",
	      call_names[x->call], way);
}

/* ---- completing ---- */

/* By one of the calls that complete some of the array; 1 when nothing is left. */
static int complete_some(MPI_Request *requests, int n, int way)
{
	int indices[ITEMS_MAX], done = 0, flag = 0, index = 0;

	switch (way) {
	case 0:
		MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
		return 1;
	case 1:
		MPI_Testall(n, requests, &flag, MPI_STATUSES_IGNORE);
		return flag;
	case 2:
		MPI_Waitany(n, requests, &index, MPI_STATUS_IGNORE);
		return index == MPI_UNDEFINED;
	case 3:
		MPI_Testany(n, requests, &index, &flag, MPI_STATUS_IGNORE);
		return flag && index == MPI_UNDEFINED;
	case 4:
		MPI_Waitsome(n, requests, &done, indices, MPI_STATUSES_IGNORE);
		return done == MPI_UNDEFINED;
	default:
		MPI_Testsome(n, requests, &done, indices, MPI_STATUSES_IGNORE);
		return done == MPI_UNDEFINED;
	}
}

/* One by one in a random order. */
static void complete_each(MPI_Request *requests, int n, int way, uint64_t *own)
{
	int order[ITEMS_MAX] = {0}, flag;

	random_order(own, order, n);
	for (int i = 0; i < n; i++) {
		MPI_Request *one = &requests[order[i]];

		for (flag = way == 0; !flag;) {
			if (way == 1)
				MPI_Test(one, &flag, MPI_STATUS_IGNORE);
			else
				MPI_Request_get_status(*one, &flag, MPI_STATUS_IGNORE);
		}
		MPI_Wait(one, MPI_STATUS_IGNORE);
	}
}

static void complete(struct item *items, int n, uint64_t *own)
{
	MPI_Request requests[ITEMS_MAX];
	int way = random_below(own, 9);

	for (int i = 0; i < n; i++)
		requests[i] = items[i].request;
	if (way < 6)
		while (!complete_some(requests, n, way))
			;
	else
		complete_each(requests, n, way - 6, own);
	for (int i = 0; i < n; i++)
		items[i].request = requests[i];
}

/* ---- rounds ---- */

/* A message round the ring of ranks, which is under way together with the collectives. */
struct message {
	int out, in, from;
	MPI_Request requests[2];
};

static void send_round(struct message *m, MPI_Comm comm)
{
	int rank, size;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	m->from = (rank + size - 1) % size;
	m->out = rank;
	m->in = -1;
	MPI_Irecv(&m->in, 1, MPI_INT, m->from, 0, comm, &m->requests[0]);
	MPI_Isend(&m->out, 1, MPI_INT, (rank + 1) % size, 0, comm, &m->requests[1]);
}

static void blocking_between(MPI_Comm comm)
{
	int one = 1, sum = 0, size;

	MPI_Comm_size(comm, &size);
	MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
	check(sum == size, "allreduce between others: %d of %d", sum, size);
}

static void begin_all(struct item *items, int n, enum how how, uint64_t *common)
{
	for (int i = 0; i < n; i++) {
		call(&items[i], how);
		if (random_below(common, 4) == 0)
			blocking_between(items[i].comm);
	}
}

static void round_once(struct item *items, int n, uint64_t *common, uint64_t *own)
{
	struct message messages[COMMS];

	for (int i = 0; i < n; i++) {
		fill(&items[i], own);
		call(&items[i], BLOCKING);
	}
	for (int c = 0; c < COMMS; c++)
		send_round(&messages[c], comms[c]);
	begin_all(items, n, ONCE, common);
	complete(items, n, own);
	for (int i = 0; i < n; i++) {
		check(items[i].request == MPI_REQUEST_NULL, "a request is left");
		compare(&items[i], "once");
	}
	for (int c = 0; c < COMMS; c++) {
		MPI_Waitall(2, messages[c].requests, MPI_STATUSES_IGNORE);
		check(messages[c].in == messages[c].from, "a message was taken for another");
	}
}

static void start_all(struct item *items, int n, uint64_t *own)
{
	MPI_Request requests[ITEMS_MAX];
	int order[ITEMS_MAX] = {0}, some = random_below(own, n + 1);

	random_order(own, order, n);
	for (int i = 0; i < n; i++)
		requests[i] = items[order[i]].request;
	for (int i = 0; i < some; i++)
		MPI_Start(&requests[i]);
	MPI_Startall(n - some, requests + some);
}

static void round_kept(struct item *items, int n, uint64_t *common, uint64_t *own)
{
	begin_all(items, n, KEPT, common);
	for (int lap = 0; lap < LAPS; lap++) {
		for (int i = 0; i < n; i++) {
			fill(&items[i], own);
			call(&items[i], BLOCKING);
		}
		start_all(items, n, own);
		if (random_below(common, 2))
			blocking_between(comms[0]);
		complete(items, n, own);
		for (int i = 0; i < n; i++)
			compare(&items[i], "persistent");
	}
	for (int i = 0; i < n; i++) {
		MPI_Request_free(&items[i].request);
		check(items[i].request == MPI_REQUEST_NULL, "a freed request is left");
	}
}

static void round_of(long number)
{
	static struct item items[ITEMS_MAX];
	uint64_t common = seed * 1000003u + (uint64_t)number;
	uint64_t own = (common + 77) * 31u + (uint64_t)job.rank * 7919u;
	int n = random_between(&common, 1, ITEMS_MAX);

	for (int i = 0; i < n; i++)
		draw(&items[i], &common, &own);
	if (number % 3)
		round_once(items, n, &common, &own);
	else
		round_kept(items, n, &common, &own);
	for (int i = 0; i < n; i++)
		drop(&items[i]);
}

/* ---- single cases ---- */

/* The others only poll for messages: their part in the barrier must go on in there. */
static void progress_in_any_call(void)
{
	MPI_Request request;
	int flag = 0, token = 1;

	MPI_Ibarrier(MPI_COMM_WORLD, &request);
	if (job.rank == 0) {
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		for (int r = 1; r < job.ranks; r++)
			MPI_Send(&token, 1, MPI_INT, r, 5, MPI_COMM_WORLD);
		return;
	}
	while (!flag)
		MPI_Iprobe(0, 5, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
	MPI_Recv(&token, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Communicator and request are given up while the operation is under way. */
static void given_up(void)
{
	static int word;
	MPI_Request request;
	MPI_Comm comm;

	word = job.rank == 0 ? 42 : 0;
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Ibcast(&word, 1, MPI_INT, 0, comm, &request);
	MPI_Comm_free(&comm);
	MPI_Request_free(&request);
	check(request == MPI_REQUEST_NULL, "a freed request is left");
	while (*(volatile int *)&word != 42)
		MPI_Iprobe(MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &(int){0}, MPI_STATUS_IGNORE);
}

static void cancelling(void)
{
	MPI_Request request;

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Ibarrier(MPI_COMM_WORLD, &request);
	check_class(MPI_Cancel(&request), MPI_ERR_REQUEST, "MPI_Cancel of a barrier");
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/* The message of rank 0 is too long for rank 1, which gets the error when it waits; no rank
 * hangs. */
static void failing(void)
{
	int data[8] = {0}, pair = job.rank < 2, err, length;
	char text[MPI_MAX_ERROR_STRING] = "";
	MPI_Request request;
	MPI_Comm comm;

	MPI_Comm_split(MPI_COMM_WORLD, pair ? 0 : MPI_UNDEFINED, job.rank, &comm);
	if (comm == MPI_COMM_NULL)
		return;
	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	MPI_Ibcast(data, job.rank ? 4 : 8, MPI_INT, 0, comm, &request);
	err = MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Error_string(err, text, &length);
	check_class(err, job.rank ? MPI_ERR_TRUNCATE : MPI_SUCCESS, "MPI_Wait for a broadcast");
	check(!job.rank || strstr(text, "32 bytes in place of 16: all ranks must give the same"),
	      "its text: %s", text);
	MPI_Comm_free(&comm);
}

/* Where nothing is sent the type may be none (as other MPIs have it). */
static void types_of_nothing(void)
{
	int *zeros = must_alloc(sizeof *zeros * (size_t)job.ranks);
	MPI_Datatype *none = must_alloc(sizeof(MPI_Datatype) * (size_t)job.ranks);
	MPI_Request request;

	for (int r = 0; r < job.ranks; r++)
		none[r] = MPI_DATATYPE_NULL;
	MPI_Ialltoallw(NULL, zeros, zeros, none, NULL, zeros, zeros, none, MPI_COMM_WORLD,
		       &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Alltoallw(NULL, zeros, zeros, none, NULL, zeros, zeros, none, MPI_COMM_WORLD);
	free(zeros);
	free(none);
}

/* A persistent one that was never started, and one that is waited for while inactive. */
static void inactive(void)
{
	MPI_Request requests[2];
	int flag = 0;

	MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
	MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
	MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
	MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
	check(flag, "an inactive request is not complete");
	MPI_Request_free(&requests[0]);
	MPI_Start(&requests[1]);
	MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
	MPI_Request_free(&requests[1]);
}

int main(int argc, char **argv)
{
	long rounds;

	job_start(&argc, &argv, "nbc");
	seed = (uint64_t)argument(argc, argv, "-s", 1);
	rounds = argument(argc, argv, "-r", 30);
	largest = (int)argument(argc, argv, "-m", largest);
	nkinds = list_kinds(kinds);
	comms[0] = MPI_COMM_WORLD;
	MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
	MPI_Comm_split(MPI_COMM_WORLD, 0, -job.rank, &comms[2]);
	MPI_Comm_split(MPI_COMM_WORLD, job.rank % 2, job.rank, &comms[3]);
	for (long r = 0; r < rounds; r++)
		round_of(r);
	progress_in_any_call();
	given_up();
	cancelling();
	if (job.ranks > 1)
		failing();
	types_of_nothing();
	inactive();
	for (int c = 1; c < COMMS; c++)
		MPI_Comm_free(&comms[c]);
	return job_end();
}
