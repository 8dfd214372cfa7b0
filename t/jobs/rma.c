/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One-sided communication (MPI-5.0 12) against a model: random operations with random datatypes
 * between fences, every other way to synchronise, contention for locks and for single words,
 * dynamic and shared windows, long data, errors. Run by rma.t.
 */
#include "job.h"

enum { WORDS = 512 };

/* ---- Random puts and gets between fences ---- */

enum { FLAVORS = 4 };

static const char *const flavor_name[FLAVORS] = {"create", "allocate", "shared", "dynamic"};

struct window {
	MPI_Win win;
	int flavor;
	int *base;
	MPI_Aint *start; /* [ranks] displacement of element 0, in units */
	int unit;        /* bytes */
};

static int can_share(void)
{
	MPI_Comm node;
	int size;

	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
	MPI_Comm_size(node, &size);
	MPI_Comm_free(&node);
	return size == job.ranks;
}

static struct window window_open(int flavor, size_t ints)
{
	struct window w = {.flavor = flavor, .unit = sizeof(int)};
	MPI_Aint bytes = (MPI_Aint)(ints * sizeof(int)), start = 0;

	w.start = must_alloc(sizeof(MPI_Aint) * (size_t)job.ranks);
	switch (flavor) {
	case 0:
		w.base = must_alloc((size_t)bytes);
		MPI_Win_create(w.base, bytes, w.unit, MPI_INFO_NULL, MPI_COMM_WORLD, &w.win);
		break;
	case 1:
		MPI_Win_allocate(bytes, w.unit, MPI_INFO_NULL, MPI_COMM_WORLD, &w.base, &w.win);
		break;
	case 2:
		MPI_Win_allocate_shared(bytes, w.unit, MPI_INFO_NULL, MPI_COMM_WORLD, &w.base,
					&w.win);
		break;
	default:
		w.base = must_alloc((size_t)bytes);
		w.unit = 1;
		MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &w.win);
		MPI_Win_attach(w.win, w.base, bytes);
		MPI_Get_address(w.base, &start);
	}
	MPI_Allgather(&start, 1, MPI_AINT, w.start, 1, MPI_AINT, MPI_COMM_WORLD);
	return w;
}

static void window_close(struct window *w)
{
	if (w->flavor == 3)
		MPI_Win_detach(w->win, w->base);
	MPI_Win_free(&w->win);
	check(w->win == MPI_WIN_NULL, "the handle of a freed window is %p", (void *)w->win);
	if (w->flavor == 0 || w->flavor == 3)
		free(w->base);
	free(w->start);
}

static MPI_Aint disp_of(const struct window *w, int rank, int index)
{
	return w->start[rank] + (w->unit == 1 ? (MPI_Aint)sizeof(int) * index : index);
}

/* A type of ints within `room` ints, and where they are. */
static MPI_Datatype random_type(uint64_t *state, int room, int *index, int *n)
{
	MPI_Datatype type;
	int blocks, length, stride, lengths[8], places[8];

	*n = 0;
	switch (random_below(state, 3)) {
	case 0:
		length = random_between(state, 1, room);
		MPI_Type_contiguous(length, MPI_INT, &type);
		for (int i = 0; i < length; i++)
			index[(*n)++] = i;
		break;
	case 1:
		stride = random_between(state, 1, 4);
		length = random_between(state, 1, stride);
		blocks = random_between(state, 1, room / stride);
		MPI_Type_vector(blocks, length, stride, MPI_INT, &type);
		for (int b = 0; b < blocks; b++)
			for (int i = 0; i < length; i++)
				index[(*n)++] = b * stride + i;
		break;
	default:
		blocks = random_between(state, 1, 8);
		for (int b = 0; b < blocks; b++) {
			lengths[b] = random_between(state, 0, 3);
			places[b] = b * (room / 8) + random_below(state, room / 8 - 3);
			for (int i = 0; i < lengths[b]; i++)
				index[(*n)++] = places[b] + i;
		}
		MPI_Type_indexed(blocks, lengths, places, MPI_INT, &type);
	}
	MPI_Type_commit(&type);
	return type;
}

/*
 * Each rank writes with a random type into its own part of every window, and reads it back in the
 * next epoch. All ranks know all seeds, hence the expected contents.
 */
static void test_random(int flavor, uint64_t seed)
{
	int room = WORDS, index[WORDS], n, *got = must_alloc(sizeof(int) * WORDS);
	struct window w = window_open(flavor, (size_t)(room * job.ranks));
	int *want = must_alloc(sizeof(int) * (size_t)(room * job.ranks)), *data = got;

	for (int round = 0; round < 6; round++) {
		memset(w.base, 0, sizeof(int) * (size_t)(room * job.ranks));
		memset(want, 0, sizeof(int) * (size_t)(room * job.ranks));
		MPI_Win_fence(round ? 0 : MPI_MODE_NOPRECEDE, w.win);
		for (int from = 0; from < job.ranks; from++) {
			uint64_t state = seed + (uint64_t)(round * 1000 + from);
			int to = random_below(&state, job.ranks);
			MPI_Datatype type = random_type(&state, room, index, &n);

			for (int i = 0; to == job.rank && i < n; i++)
				want[from * room + index[i]] = from * 100000 + round * 1000 + i;
			for (int i = 0; from == job.rank && i < n; i++)
				data[i] = from * 100000 + round * 1000 + i;
			if (from == job.rank)
				MPI_Put(data, n, MPI_INT, to, disp_of(&w, to, from * room), 1, type,
					w.win);
			MPI_Type_free(&type);
		}
		MPI_Win_fence(0, w.win);
		for (int i = 0; i < room * job.ranks; i++)
			if (!check(w.base[i] == want[i],
				   "%s, seed %llu, round %d: put: int %d is "
				   "%d, must be %d",
				   flavor_name[flavor], (unsigned long long)seed, round, i,
				   w.base[i], want[i]))
				break;
		for (int at = 0; at < job.ranks; at++) {
			uint64_t state = seed + (uint64_t)(round * 1000 + job.rank);
			int to = random_below(&state, job.ranks);
			MPI_Datatype type = random_type(&state, room, index, &n);

			if (at == to) {
				memset(got, 0, sizeof(int) * WORDS);
				MPI_Get(got, 1, type, to, disp_of(&w, to, job.rank * room), 1, type,
					w.win);
			}
			MPI_Type_free(&type);
			MPI_Win_fence(0, w.win);
			for (int i = 0; at == to && i < n; i++)
				check(got[index[i]] == job.rank * 100000 + round * 1000 + i,
				      "%s, round %d: get: int %d is %d", flavor_name[flavor], round,
				      index[i], got[index[i]]);
		}
		MPI_Win_fence(0, w.win);
	}
	MPI_Win_fence(MPI_MODE_NOSUCCEED, w.win);
	free(got);
	free(want);
	window_close(&w);
}

/* ---- Accumulates of all kinds from all to all ---- */

static void test_accumulate(int flavor)
{
	enum { N = 3000 }; /* ints: more than one message */
	struct window w = window_open(flavor, N);
	int *mine = must_alloc(sizeof(int) * N), *old = must_alloc(sizeof(int) * N);
	int sum = job.ranks * (job.ranks + 1) / 2;
	MPI_Datatype even;

	MPI_Type_vector(N / 2, 1, 2, MPI_INT, &even);
	MPI_Type_commit(&even);
	for (int i = 0; i < N; i++) {
		mine[i] = job.rank + 1;
		w.base[i] = i;
	}
	MPI_Win_fence(0, w.win);
	for (int to = 0; to < job.ranks; to++) {
		MPI_Accumulate(mine, N, MPI_INT, to, disp_of(&w, to, 0), N, MPI_INT, MPI_SUM,
			       w.win);
		MPI_Accumulate(mine, N / 2, MPI_INT, to, disp_of(&w, to, 0), 1, even, MPI_SUM,
			       w.win);
	}
	MPI_Win_fence(0, w.win);
	for (int i = 0; i < N; i++)
		if (!check(w.base[i] == i + (i % 2 ? 1 : 2) * sum, "%s: accumulate: int %d is %d",
			   flavor_name[flavor], i, w.base[i]))
			break;
	MPI_Win_fence(0, w.win);
	MPI_Get_accumulate(mine, N, MPI_INT, old, N, MPI_INT, 0, disp_of(&w, 0, 0), N, MPI_INT,
			   MPI_MAX, w.win);
	MPI_Win_fence(0, w.win);
	MPI_Get_accumulate(NULL, 0, MPI_INT, old, 1, even, 0, disp_of(&w, 0, 0), 1, even, MPI_NO_OP,
			   w.win);
	/* nothing is combined, so any operator will do */
	MPI_Accumulate(NULL, 0, MPI_BYTE, 0, disp_of(&w, 0, 0), 0, MPI_BYTE, MPI_SUM, w.win);
	MPI_Get_accumulate(NULL, 0, MPI_BYTE, NULL, 0, MPI_BYTE, 0, disp_of(&w, 0, 0), 0, MPI_BYTE,
			   MPI_SUM, w.win);
	MPI_Win_fence(MPI_MODE_NOSUCCEED, w.win);
	for (int i = 0; i < N; i += 2)
		if (!check(old[i] == i + 2 * sum, "%s: get_accumulate: int %d is %d",
			   flavor_name[flavor], i, old[i]))
			break;
	MPI_Type_free(&even);
	free(mine);
	free(old);
	window_close(&w);
}

/* ---- Contention: locks and single words of rank 0 ---- */

enum { TURNS = 60 };

/* An update that only an exclusive lock protects: read, compute, write. */
static void exclusive_turns(struct window *w)
{
	for (int i = 0; i < TURNS; i++) {
		int value = -1;

		MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w->win);
		MPI_Get(&value, 1, MPI_INT, 0, disp_of(w, 0, 0), 1, MPI_INT, w->win);
		MPI_Win_flush(0, w->win);
		value++;
		MPI_Put(&value, 1, MPI_INT, 0, disp_of(w, 0, 0), 1, MPI_INT, w->win);
		MPI_Win_unlock(0, w->win);
	}
}

static void atomic_turns(struct window *w)
{
	int one = 1, was, last = -1, want;

	MPI_Win_lock_all(0, w->win);
	for (int i = 0; i < TURNS; i++) {
		MPI_Fetch_and_op(&one, &was, MPI_INT, 0, disp_of(w, 0, 1), MPI_SUM, w->win);
		MPI_Win_flush(0, w->win);
		check(was > last, "fetch_and_op gave %d after %d", was, last);
		last = was;
	}
	for (int i = 0; i < TURNS / 4; i++) {
		MPI_Fetch_and_op(NULL, &was, MPI_INT, 0, disp_of(w, 0, 2), MPI_NO_OP, w->win);
		MPI_Win_flush_local(0, w->win);
		do {
			int sum = was + 2;

			want = was;
			MPI_Compare_and_swap(&sum, &want, &was, MPI_INT, 0, disp_of(w, 0, 2),
					     w->win);
			MPI_Win_flush(0, w->win);
		} while (was != want);
	}
	MPI_Accumulate(&one, 1, MPI_INT, 0, disp_of(w, 0, 3), 1, MPI_INT, MPI_SUM, w->win);
	MPI_Win_flush_all(w->win);
	MPI_Win_unlock_all(w->win);
}

static void test_contention(int flavor)
{
	struct window w = window_open(flavor, 8);

	memset(w.base, 0, 8 * sizeof(int));
	MPI_Barrier(MPI_COMM_WORLD);
	exclusive_turns(&w);
	atomic_turns(&w);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_lock(MPI_LOCK_SHARED, job.rank, 0, w.win);
	if (job.rank == 0) {
		check(w.base[0] == TURNS * job.ranks, "%s: %d turns under the lock, not %d",
		      flavor_name[flavor], w.base[0], TURNS * job.ranks);
		check(w.base[1] == TURNS * job.ranks, "%s: fetch_and_op: %d", flavor_name[flavor],
		      w.base[1]);
		check(w.base[2] == TURNS / 4 * 2 * job.ranks, "%s: compare_and_swap: %d",
		      flavor_name[flavor], w.base[2]);
		check(w.base[3] == job.ranks, "%s: accumulate: %d", flavor_name[flavor], w.base[3]);
	}
	MPI_Win_unlock(job.rank, w.win);
	window_close(&w);
}

/* ---- Post, start, complete, wait: each writes to the next one, round and round ---- */

static void test_posts(int flavor)
{
	int next = (job.rank + 1) % job.ranks, last = (job.rank + job.ranks - 1) % job.ranks;
	struct window w = window_open(flavor, 5000);
	MPI_Group all, from, to;
	int *data = must_alloc(5000 * sizeof(int)), flag = 0;

	MPI_Win_get_group(w.win, &all);
	MPI_Group_incl(all, 1, &last, &from);
	MPI_Group_incl(all, 1, &next, &to);
	for (int round = 0; round < 20; round++) {
		int n = round % 3 ? 5 : 5000; /* by one message, or by two */

		for (int i = 0; i < n; i++)
			data[i] = job.rank * 100 + round + i;
		MPI_Win_post(from, 0, w.win);
		MPI_Win_start(to, 0, w.win);
		MPI_Put(data, n, MPI_INT, next, disp_of(&w, next, 0), n, MPI_INT, w.win);
		MPI_Win_complete(w.win);
		memset(data, 0, (size_t)n * sizeof(int));
		for (flag = 0; round % 2 && !flag;)
			MPI_Win_test(w.win, &flag);
		if (round % 2 == 0)
			MPI_Win_wait(w.win);
		for (int i = 0; i < n; i++)
			if (!check(w.base[i] == last * 100 + round + i,
				   "%s: round %d: int %d is "
				   "%d",
				   flavor_name[flavor], round, i, w.base[i]))
				break;
	}
	MPI_Group_free(&all);
	MPI_Group_free(&from);
	MPI_Group_free(&to);
	free(data);
	window_close(&w);
}

int main(int argc, char **argv)
{
	uint64_t seed;

	job_start(&argc, &argv, "rma");
	seed = (uint64_t)argument(argc, argv, "-s", 1);
	MPI_Bcast(&seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
	for (int flavor = 0; flavor < FLAVORS; flavor++) {
		if (flavor == 2 && !can_share())
			continue;
		test_random(flavor, seed);
		test_accumulate(flavor);
		test_contention(flavor);
		test_posts(flavor);
	}
	return job_end();
}
