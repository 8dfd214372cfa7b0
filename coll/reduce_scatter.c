/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce_scatter and reduce_scatter_block over pt2pt: the result is split into a block for each
 * rank. Called through base.c's table.
 */
#include "coll/base.h"

#include "base/compiler.h"
#include "coll/combine.h"

/* Where blocks begin, in elements. Without memory for the list each is computed when it is needed:
 * the others wait for messages of the lengths that they expect. */
struct starts {
	const struct rd_coll_call *call;
	uint64_t *at; /* [n + 1]; NULL: no memory */
};

static struct starts starts_of(const struct rd_coll_call *call)
{
	struct starts s = {call, rd_coll_temp_get(sizeof(*s.at) * ((uint64_t)call->size + 1))};

	if (!s.at)
		return s;
	s.at[0] = 0;
	for (int i = 0; i < call->size; i++)
		s.at[i + 1] = s.at[i] + rd_coll_rcount(call, i);
	return s;
}

static uint64_t start(const struct starts *s, int rank)
{
	uint64_t at = 0;

	if (rd_likely(s->at != NULL))
		return s->at[rank];
	for (int i = 0; i < rank; i++)
		at += rd_coll_rcount(s->call, i);
	return at;
}

static struct rd_coll_range block_range(const struct starts *s, int low, int high)
{
	uint64_t first = start(s, low);

	return (struct rd_coll_range){first, start(s, high) - first};
}

/* The own block of a complete partial result is the result. */
static void settle(struct rd_coll_acc *acc, const struct starts *at)
{
	struct rd_coll_call *call = acc->call;
	struct rd_coll_range own = block_range(at, call->rank, call->rank + 1);

	rd_coll_copy(call, call->in.buf, own.count, call->in.type, rd_coll_acc_at(acc, own.first),
		     own.count, call->in.type);
}

/* The block of the guest below. */
static void settle_guest(struct rd_coll_acc *acc, const struct rd_coll_fold *fold,
			 const struct starts *at)
{
	struct rd_coll_range block;

	if (!rd_coll_is_host(fold))
		return;
	block = block_range(at, acc->call->rank - 1, acc->call->rank);
	rd_coll_fold_out(acc->call, fold, rd_coll_acc_at(acc, block.first), block.count);
}

/* Exchanges all data with vrank xor 2^k: as allreduce, for short messages and any operator. */
static void double_distance(struct rd_coll_acc *acc, const struct rd_coll_fold *fold,
			    const struct starts *at)
{
	struct rd_coll_range all = block_range(at, 0, acc->call->size);

	for (int d = 1; d < fold->pow2; d *= 2) {
		rd_coll_swap(acc->call, acc->now, all, rd_coll_acc_room(acc), all,
			     rd_coll_fold_rank(fold, fold->vrank ^ d));
		rd_coll_combine(acc, 0, all.count, (fold->vrank & d) != 0);
	}
}

typedef void rounds_fn(struct rd_coll_acc *, const struct rd_coll_fold *, const struct starts *);

static int host_or_single(struct rd_coll_call *call, const struct rd_coll_fold *fold,
			  const struct starts *at, rounds_fn *rounds)
{
	struct rd_coll_acc acc;

	rd_coll_acc_open(&acc, call, NULL);
	rd_coll_fold_in(&acc, fold, call->out.count);
	rounds(&acc, fold, at);
	settle_guest(&acc, fold, at);
	settle(&acc, at);
	rd_coll_acc_close(&acc);
	return call->err;
}

static int in_rounds(struct rd_coll_call *call, rounds_fn *rounds)
{
	struct rd_coll_fold fold = rd_coll_fold_of(call);
	struct starts at;
	int err;

	if (fold.vrank < 0) {
		rd_coll_guest(call, call->in.buf, rd_coll_rcount(call, call->rank));
		return call->err;
	}
	at = starts_of(call);
	err = host_or_single(call, &fold, &at, rounds);
	rd_coll_temp_put(at.at);
	return err;
}

static int doubling(struct rd_coll_call *call)
{
	return in_rounds(call, double_distance);
}

/*
 * The order in which halving works: blocks of virtual ranks (a pair's are one) in the order of the
 * bits of their numbers in reverse, so that blocks that stay together are neighbours.
 */
struct halves {
	struct rd_coll_call *call;
	struct rd_coll_fold fold;
	struct starts at;            /* where blocks begin in the contribution */
	uint64_t *packed;            /* [2^k + 1] where they begin in that order; NULL: no memory */
	struct rd_coll_room room[2]; /* half of the message each */
};

static int block_of(const struct halves *h, int place)
{
	return rd_coll_fold_part(&h->fold, place);
}

static struct rd_coll_range natural(const struct halves *h, int place)
{
	int v = block_of(h, place);

	return block_range(&h->at, rd_coll_fold_first(&h->fold, v),
			   rd_coll_fold_first(&h->fold, v + 1));
}

static uint64_t length(const struct halves *h, int place)
{
	int v = block_of(h, place), rank = rd_coll_fold_first(&h->fold, v);
	uint64_t count = 0;

	for (; rank < rd_coll_fold_first(&h->fold, v + 1); rank++)
		count += rd_coll_rcount(h->call, rank);
	return count;
}

/* Where a block begins in that order, as `start` does. */
static uint64_t packed(const struct halves *h, int place)
{
	uint64_t at = 0;

	if (rd_likely(h->packed != NULL))
		return h->packed[place];
	for (int i = 0; i < place; i++)
		at += length(h, i);
	return at;
}

static struct rd_coll_range packed_range(const struct halves *h, int low, int high)
{
	uint64_t first = packed(h, low);

	return (struct rd_coll_range){first, packed(h, high) - first};
}

static void halves_open(struct halves *h)
{
	int pow2 = h->fold.pow2;
	uint64_t *p, half;

	h->at = starts_of(h->call);
	p = rd_coll_temp_get(sizeof(*p) * ((uint64_t)pow2 + 1));
	if (rd_likely(p != NULL))
		p[0] = 0;
	for (int i = 0; p && i < pow2; i++)
		p[i + 1] = p[i] + length(h, i);
	h->packed = p;
	half = packed(h, pow2 / 2);
	half = rd_max(half, packed(h, pow2) - half);
	for (int i = 0; i < 2; i++)
		rd_coll_go_without(h->call, rd_coll_room_get(&h->room[i], half, h->call->in.type));
}

static void halves_close(struct halves *h)
{
	rd_coll_room_put(h->call, &h->room[0]);
	rd_coll_room_put(h->call, &h->room[1]);
	rd_coll_temp_put(h->packed);
	rd_coll_temp_put(h->at.at);
}

/* Block `place` of `buf`, where the half that begins with place `first` is packed. */
static char *packed_at(const struct halves *h, char *buf, int first, int place)
{
	return rd_coll_elem(buf, h->call->in.type, (int64_t)packed_range(h, first, place).count);
}

/* The half that the partner keeps, as one block. */
static const char *pack_half(const struct halves *h, const struct rd_coll_acc *acc, int give)
{
	int half = h->fold.pow2 / 2;
	struct rd_type *type = h->call->in.type;

	if (half == 1)
		return rd_coll_acc_at(acc, natural(h, give).first);
	for (int i = give; i < give + half; i++) {
		struct rd_coll_range block = natural(h, i);

		rd_coll_copy(h->call, packed_at(h, h->room[0].at, give, i), block.count, type,
			     rd_coll_acc_at(acc, block.first), block.count, type);
	}
	return h->room[0].at;
}

/* The first round, after which `acc` has the packed half alone. */
static void halve_blocks(struct halves *h, struct rd_coll_acc *acc)
{
	struct rd_coll_call *call = h->call;
	int half = h->fold.pow2 / 2, upper = h->fold.vrank & 1;
	int keep = upper ? half : 0, give = upper ? 0 : half;
	char *came = h->room[1].at, *out = upper ? h->room[0].at : came;
	const char *given = pack_half(h, acc, give);

	rd_coll_swap(call, given,
		     (struct rd_coll_range){0, packed_range(h, give, give + half).count}, came,
		     (struct rd_coll_range){0, packed_range(h, keep, keep + half).count},
		     rd_coll_fold_rank(&h->fold, h->fold.vrank ^ 1));
	for (int i = keep; i < keep + half; i++) {
		struct rd_coll_range block = natural(h, i);
		char *from = packed_at(h, came, keep, i), *to = packed_at(h, out, keep, i);
		const char *mine = rd_coll_acc_at(acc, block.first);

		if (upper)
			rd_coll_apply3(call, from, mine, to, block.count);
		else
			rd_coll_apply(call, mine, to, block.count);
	}
	*acc = (struct rd_coll_acc){
		.call = call, .now = out, .room = {h->room[0].at, h->room[1].at}};
}

/* The own block, preceded by the guest's if this is a host, is complete at element `first`. */
static void settle_packed(const struct halves *h, const struct rd_coll_acc *acc, uint64_t first)
{
	struct rd_coll_call *call = h->call;
	uint64_t own = rd_coll_rcount(call, call->rank);

	if (rd_coll_is_host(&h->fold)) {
		uint64_t guests = rd_coll_rcount(call, call->rank - 1);

		rd_coll_fold_out(call, &h->fold, rd_coll_acc_at(acc, first), guests);
		first += guests;
	}
	rd_coll_copy(call, call->in.buf, own, call->in.type, rd_coll_acc_at(acc, first), own,
		     call->in.type);
}

/* The rounds that follow, and the result. */
static void halve_packed(struct halves *h, struct rd_coll_acc *acc)
{
	int upper = h->fold.vrank & 1, first = upper ? h->fold.pow2 / 2 : 0, low = first;
	struct rd_coll_call *call = h->call;

	for (int d = 2, half = h->fold.pow2 / 4; d < h->fold.pow2; d *= 2, half /= 2) {
		int top = (h->fold.vrank & d) != 0;
		int keep = low + (top ? half : 0), give = low + (top ? 0 : half);
		struct rd_coll_range mine = packed_range(h, keep, keep + half);
		struct rd_coll_range theirs = packed_range(h, give, give + half);

		mine.first -= packed(h, first);
		theirs.first -= packed(h, first);
		rd_coll_swap(call, acc->now, theirs, rd_coll_acc_room(acc), mine,
			     rd_coll_fold_rank(&h->fold, h->fold.vrank ^ d));
		rd_coll_combine(acc, mine.first, mine.count, top);
		low = keep;
	}
	settle_packed(h, acc, packed_range(h, first, low).count);
}

/*
 * Recursive halving (Thakur et al. 2005, 4.3), from the nearest partner to the farthest, half of
 * the blocks that this rank still has to combine: log2 n rounds, each rank sends the message once.
 * Half of the message is copied before, so that in every round one piece is sent. For any operator.
 *
 *     n = 4:   0 <-> 1 (02 | 13)   2 <-> 3 (02 | 13)      then 0 <-> 2 (0 | 2)   1 <-> 3 (1 | 3)
 */
static int halving(struct rd_coll_call *call)
{
	struct halves h = {.call = call, .fold = rd_coll_fold_of(call)};
	struct rd_coll_acc whole = {.call = call, .now = rd_coll_own(call)}, acc;

	if (h.fold.vrank < 0) {
		rd_coll_guest(call, call->in.buf, rd_coll_rcount(call, call->rank));
		return call->err;
	}
	halves_open(&h);
	if (rd_coll_is_host(&h.fold))
		rd_coll_acc_open(&whole, call, NULL);
	rd_coll_fold_in(&whole, &h.fold, call->out.count);
	acc = whole;
	halve_blocks(&h, &acc);
	halve_packed(&h, &acc);
	rd_coll_acc_close(&whole);
	halves_close(&h);
	return call->err;
}

static struct rd_coll_range part_of(const void *arg, int rank)
{
	return block_range(arg, rank, rank + 1);
}

/* Each block directly to its rank (rd_coll_collect): for long messages. */
static int pairwise(struct rd_coll_call *call)
{
	struct starts at = starts_of(call);
	int err = rd_coll_collect(call, part_of, &at, call->in.buf);

	rd_coll_temp_put(at.at);
	return err;
}

/* Rank 0 hands out the blocks of the complete result. */
static void scatter_result(struct rd_coll_call *call, const char *whole)
{
	uint64_t own = rd_coll_rcount(call, 0), at = own;
	struct rd_coll_window w;

	rd_coll_window_init(&w, call);
	for (int i = 1; i < call->size; at += rd_coll_rcount(call, i++))
		rd_coll_window_send(&w, rd_coll_elem(whole, call->in.type, (int64_t)at),
				    rd_coll_rcount(call, i), call->in.type, i);
	rd_coll_copy(call, call->in.buf, own, call->in.type, whole, own, call->in.type);
	rd_coll_window_wait(&w, 0);
}

/* Reduction to rank 0, then a scatter: for long messages of operators that do not commute. */
static int reduce_scatter(struct rd_coll_call *call)
{
	struct rd_coll_room whole = {0};
	struct rd_coll_call part = *call;

	if (!call->rank)
		rd_coll_go_without(call, rd_coll_room_get(&whole, call->out.count, call->in.type));
	part.err = call->err;
	part.root = 0;
	part.out.buf = (void *)rd_coll_own(call);
	part.in.buf = whole.at;
	rd_coll_error(call, rd_coll_reduce_rabenseifner.run(&part));
	if (!call->rank)
		scatter_result(call, whole.at);
	else
		rd_coll_recv(call, call->in.buf, rd_coll_rcount(call, call->rank), call->in.type,
			     0);
	rd_coll_room_put(call, &whole);
	return call->err;
}

#define BOTH(name, refuses) \
	RD_COLL_ALGO(rd_coll_rs_##name, RD_COLL_REDUCE_SCATTER, "reduce_scatter", #name, refuses, \
		     name); \
	RD_COLL_ALGO(rd_coll_rsb_##name, RD_COLL_REDUCE_SCATTER_BLOCK, "reduce_scatter_block", \
		     #name, refuses, name)
BOTH(halving, NULL);
BOTH(doubling, NULL);
BOTH(pairwise, NULL);
BOTH(reduce_scatter, NULL);
