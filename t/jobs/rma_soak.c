/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Random one-sided operations of all ranks at once, on all ranks, under each synchronisation and in
 * each kind of window, checked by content: accumulates, get_accumulates, fetch_and_op and
 * compare_and_swap to memory that all change (MPI-5.0 12.7.1: atomic for each element), and ordered
 * accumulates, puts and gets to memory that one origin owns. Every rank models its own part; after
 * a phase the memory must equal the reduction of the models.
 *
 *     rma_soak [-n OPERATIONS] [-s SEED]     all ranks' operations together; a million by hand
 */
#include "t/jobs/job.h"

enum {
	LONG = 3000,  /* elements of an array that all change */
	OWN = 6000,   /* words that one origin owns */
	SWAPS = 4,    /* words that are only compared and swapped */
	BATCH = 12,   /* operations of an epoch */
	EPOCHS = 4,   /* of a phase */
	ELEMENT = 16, /* bytes of the largest */
	BYTES = LONG * ELEMENT,
};

enum sync { FENCE, PSCW, SHARED, EXCLUSIVE, LOCK_ALL, SYNCS };
static const char *const sync_name[] = {"fence", "post", "shared", "exclusive", "lock_all"};
enum window { CREATED, ALLOCATED, DYNAMIC, WINDOWS };
static const char *const window_name[] = {"created", "allocated", "dynamic"};

/* An array that all ranks change, with one operator. */
static const struct array {
	MPI_Datatype type;
	MPI_Op op;
	int size; /* bytes */
} arrays[] = {
	{MPI_INT64_T, MPI_SUM, 8},  {MPI_DOUBLE, MPI_SUM, 8},  {MPI_FLOAT, MPI_MAX, 4},
	{MPI_INT32_T, MPI_BXOR, 4}, {MPI_INT16_T, MPI_SUM, 2}, {MPI_C_DOUBLE_COMPLEX, MPI_SUM, 16},
};
enum { ARRAYS = sizeof(arrays) / sizeof(arrays[0]) };

/* The memory of a target. */
struct memory {
	int64_t swaps[SWAPS];
	_Alignas(ELEMENT) char array[ARRAYS][BYTES];
	int64_t own[]; /* [ranks][OWN] */
};

/* The model: operations of this rank at one target. */
struct model {
	int64_t swapped[SWAPS], seen[SWAPS];
	_Alignas(ELEMENT) char array[ARRAYS][BYTES];
	int64_t own[OWN];
};

/* An operation until the end of its epoch. */
struct pending {
	_Alignas(ELEMENT) char in[BYTES], out[BYTES], least[BYTES];
	int array, n;                /* array >= 0: out is at least `least`, or unordered */
	int exact;                   /* 8-byte words: out is `least` */
	int64_t *swap, *seen, value; /* compare_and_swap: value was compared with out */
};

static const MPI_Comm world = MPI_COMM_WORLD;
static uint64_t seed;
static struct pending pending[BATCH];
static struct model *models; /* [ranks] */
static struct memory *memory;
static MPI_Win win;
static enum window window;
static enum sync sync;
static MPI_Aint *base; /* [ranks] displacement of the memory */
static size_t memory_bytes;

static MPI_Aint at(int target, const void *place)
{
	return base[target] + ((const char *)place - (const char *)memory);
}

static int some_length(int most)
{
	int kind = random_below(&seed, 10);

	return random_between(&seed, 1, kind < 5 ? 3 : kind < 8 ? 100 : most);
}

/* ---- Arrays that all change ---- */

static void fill(struct pending *p, const struct array *a)
{
	for (int i = 0; i < p->n; i++) {
		double value = random_below(&seed, 100);
		void *to = p->in + (size_t)i * (size_t)a->size;

		if (a->type == MPI_INT64_T)
			*(int64_t *)to = (int64_t)value;
		else if (a->type == MPI_DOUBLE)
			*(double *)to = value;
		else if (a->type == MPI_FLOAT)
			*(float *)to = (float)(value * random_below(&seed, 1000));
		else if (a->type == MPI_INT32_T)
			*(int32_t *)to = (int32_t)random_next(&seed);
		else if (a->type == MPI_INT16_T)
			*(int16_t *)to = (int16_t)random_next(&seed);
		else
			memcpy(to, (double[]){value, value + 1}, 16);
	}
}

/* The old value has all that this rank did before: sums of operands that are not negative only
 * grow. Other operators have no such order. */
static int is_less(const struct array *a, const char *x, const char *y)
{
	if (a->type == MPI_INT64_T)
		return *(const int64_t *)x < *(const int64_t *)y;
	if (a->type == MPI_DOUBLE || a->size == 16)
		return *(const double *)x < *(const double *)y;
	return a->type == MPI_FLOAT && *(const float *)x < *(const float *)y;
}

static void change_array(struct pending *p, int target)
{
	int k = random_below(&seed, ARRAYS), how = random_below(&seed, 4), from;
	const struct array *a = &arrays[k];
	char *mine;

	p->n = how == 3 ? 1 : some_length(LONG);
	from = random_below(&seed, LONG - p->n + 1) * a->size;
	mine = models[target].array[k] + from;
	fill(p, a);
	if (how) {
		p->array = k;
		memcpy(p->least, mine, (size_t)(p->n * a->size));
	}
	if (how == 0)
		MPI_Accumulate(p->in, p->n, a->type, target, at(target, memory->array[k] + from),
			       p->n, a->type, a->op, win);
	else if (how == 3)
		MPI_Fetch_and_op(p->in, p->out, a->type, target,
				 at(target, memory->array[k] + from), a->op, win);
	else
		MPI_Get_accumulate(p->in, p->n, a->type, p->out, p->n, a->type, target,
				   at(target, memory->array[k] + from), p->n, a->type,
				   how == 1 ? a->op : MPI_NO_OP, win);
	if (how != 2)
		MPI_Reduce_local(p->in, mine, p->n, a->type, a->op);
}

/* One attempt for a word and epoch: its result is known at the end. */
static void swap(struct pending *p, int target)
{
	int i = random_below(&seed, SWAPS);
	struct model *m = &models[target];
	int64_t *in = (int64_t *)p->in;

	for (int k = 0; k < BATCH; k++)
		if (pending[k].seen == &m->seen[i])
			return;
	p->swap = &m->swapped[i];
	p->seen = &m->seen[i];
	p->value = m->seen[i];
	in[0] = p->value + 1;
	in[1] = p->value;
	MPI_Compare_and_swap(&in[0], &in[1], p->out, MPI_INT64_T, target,
			     at(target, &memory->swaps[i]), win);
}

/* ---- Words that this rank owns ---- */

enum own_way { ORDERED, PUTS, GETS };

static void use_own(struct pending *p, int target, enum own_way way)
{
	int n = p->n = some_length(OWN), from = random_below(&seed, OWN - n + 1);
	int reads = way == GETS || (way == ORDERED && random_below(&seed, 2));
	int64_t *mine = models[target].own + from, *in = (int64_t *)p->in;
	MPI_Aint there = at(target, memory->own + job.rank * OWN + from);

	for (int i = 0; i < n; i++)
		in[i] = (int64_t)random_next(&seed);
	memcpy(p->least, mine, (size_t)n * 8);
	p->exact = reads;
	if (way == GETS)
		MPI_Get(p->out, n, MPI_INT64_T, target, there, n, MPI_INT64_T, win);
	else if (way == PUTS)
		MPI_Put(in, n, MPI_INT64_T, target, there, n, MPI_INT64_T, win);
	else if (reads)
		MPI_Get_accumulate(NULL, 0, MPI_INT64_T, p->out, n, MPI_INT64_T, target, there, n,
				   MPI_INT64_T, MPI_NO_OP, win);
	else
		MPI_Accumulate(in, n, MPI_INT64_T, target, there, n, MPI_INT64_T, MPI_REPLACE, win);
	if (!reads)
		memcpy(mine, in, (size_t)n * 8);
}

/* ---- Epochs ---- */

static MPI_Group others; /* all ranks */

static void begin(int target)
{
	if (sync == FENCE) {
		MPI_Win_fence(0, win);
	} else if (sync == PSCW) {
		MPI_Win_post(others, 0, win);
		MPI_Win_start(others, 0, win);
	} else if (sync == LOCK_ALL) {
		MPI_Win_lock_all(0, win);
	} else {
		MPI_Win_lock(sync == SHARED ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, target, 0, win);
	}
}

static void end(int target)
{
	if (sync == FENCE) {
		MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
	} else if (sync == PSCW) {
		MPI_Win_complete(win);
		MPI_Win_wait(win);
	} else if (sync == LOCK_ALL) {
		MPI_Win_flush_all(win);
		MPI_Win_unlock_all(win);
	} else {
		MPI_Win_unlock(target, win);
	}
}

static void check_pending(const struct pending *p)
{
	int64_t was;

	if (p->array >= 0) {
		const struct array *a = &arrays[p->array];

		for (int i = 0; i < p->n; i++)
			check(!is_less(a, p->out + i * a->size, p->least + i * a->size),
			      "%s, %s: element %d of array %d lacks what this rank added",
			      window_name[window], sync_name[sync], i, p->array);
	}
	check(!p->exact || !memcmp(p->out, p->least, (size_t)p->n * 8),
	      "%s, %s: %d own words were not as this rank left them", window_name[window],
	      sync_name[sync], p->n);
	if (!p->swap)
		return;
	memcpy(&was, p->out, 8);
	check(was >= p->value, "%s, %s: a swapped word was %ld after %ld", window_name[window],
	      sync_name[sync], (long)was, (long)p->value);
	*p->swap += was == p->value;
	*p->seen = was + (was == p->value);
}

/* One target: of a lock; -1: another for each operation. */
static void epoch(int n)
{
	int locked = sync == SHARED || sync == EXCLUSIVE;
	int one = locked ? random_below(&seed, job.ranks) : -1, put = -1;
	enum own_way way = (enum own_way)random_below(&seed, 3);

	for (int i = 0; i < BATCH; i++)
		pending[i].array = -1, pending[i].exact = 0,
		pending[i].swap = pending[i].seen = NULL;
	begin(one);
	for (int i = 0; i < n; i++) {
		int target = one < 0 ? random_below(&seed, job.ranks) : one;
		int kind = random_below(&seed, 10);

		if (kind < 6)
			change_array(&pending[i], target);
		else if (kind < 7)
			swap(&pending[i], target);
		else if (way != PUTS || put < 0) /* two puts would have no order */
			use_own(&pending[i], put = target, way);
		if (one >= 0 && random_below(&seed, 4) == 0)
			MPI_Win_flush(one, win);
	}
	end(one);
	for (int i = 0; i < n; i++)
		check_pending(&pending[i]);
}

/* ---- Windows ---- */

static void open_window(void)
{
	MPI_Aint here = 0;

	if (window == ALLOCATED) {
		MPI_Win_allocate((MPI_Aint)memory_bytes, 1, MPI_INFO_NULL, world, &memory, &win);
	} else {
		memory = must_alloc(memory_bytes);
		if (window == CREATED) {
			MPI_Win_create(memory, (MPI_Aint)memory_bytes, 1, MPI_INFO_NULL, world,
				       &win);
		} else {
			MPI_Win_create_dynamic(MPI_INFO_NULL, world, &win);
			MPI_Win_attach(win, memory, (MPI_Aint)memory_bytes);
			MPI_Get_address(memory, &here);
		}
	}
	memset(memory, 0, memory_bytes);
	memset(models, 0, (size_t)job.ranks * sizeof(*models));
	MPI_Allgather(&here, 1, MPI_AINT, base, 1, MPI_AINT, world);
}

static void close_window(void)
{
	void *own = window == ALLOCATED ? NULL : memory;

	if (window == DYNAMIC)
		MPI_Win_detach(win, memory);
	MPI_Win_free(&win);
	free(own);
}

/* The memory of each rank against the models of all. */
static void check_memory(void)
{
	static struct model sum;

	for (int target = 0; target < job.ranks; target++) {
		struct model *m = &models[target];

		MPI_Reduce(m->swapped, sum.swapped, SWAPS, MPI_INT64_T, MPI_SUM, target, world);
		for (int k = 0; k < ARRAYS; k++)
			MPI_Reduce(m->array[k], sum.array[k], LONG, arrays[k].type, arrays[k].op,
				   target, world);
	}
	MPI_Win_lock(MPI_LOCK_EXCLUSIVE, job.rank, 0, win);
	check(!memcmp(memory->swaps, sum.swapped, sizeof(sum.swapped)),
	      "%s, %s: swapped words are wrong", window_name[window], sync_name[sync]);
	for (int k = 0; k < ARRAYS; k++)
		check(!memcmp(memory->array[k], sum.array[k], (size_t)(LONG * arrays[k].size)),
		      "%s, %s: array %d is wrong", window_name[window], sync_name[sync], k);
	MPI_Win_unlock(job.rank, win);
	MPI_Barrier(world);
}

int main(int argc, char **argv)
{
	uint64_t common;
	long left;

	job_start(&argc, &argv, "rma_soak");
	common = (uint64_t)argument(argc, argv, "-s", 1) * 2654435761u;
	seed = common + (uint64_t)job.rank + 1;
	left = argument(argc, argv, "-n", 3000) / job.ranks;
	memory_bytes = sizeof(*memory) + (size_t)(job.ranks * OWN) * sizeof(int64_t);
	models = must_alloc((size_t)job.ranks * sizeof(*models));
	base = must_alloc((size_t)job.ranks * sizeof(*base));
	MPI_Comm_group(world, &others);
	for (int phase = 0; left > 0; phase++) {
		window = (enum window)(phase / SYNCS % WINDOWS);
		sync = (enum sync)(phase % SYNCS);
		if (sync == 0)
			open_window();
		for (int i = 0; i < EPOCHS; i++, left -= BATCH)
			epoch(BATCH);
		MPI_Barrier(world);
		check_memory();
		if (sync == SYNCS - 1 || left <= 0)
			close_window();
	}
	MPI_Group_free(&others);
	free(base);
	free(models);
	return job_end();
}
