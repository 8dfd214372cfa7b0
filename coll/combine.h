/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Partial results of reductions: which buffer holds them, in which order operands are combined; and
 * the way to make any number of ranks a power of two.
 *
 * The doubling order. Reduce, allreduce and reduce_scatter give the same bits, namely those of
 * recursive doubling, for every transport, algorithm, root, length and place of the element;
 * exceptions are named below. With 2^k the greatest power of two that is not above n, and
 * extra = n - 2^k:
 *
 *  1. The first 2 extra ranks are combined in pairs, (0 1), (2 3), ...; a pair, or one of the ranks
 *     behind the pairs, is a virtual rank, 0 .. 2^k - 1 in the order of ranks.
 *  2. Virtual ranks are combined in a balanced tree: 2i with 2i + 1, then those pairs, ...
 *  3. The left operand is always that of the lower ranks.
 *
 *     n = 4: (0 1) (2 3)      n = 6: ((0 1) (2 3)) (4 5)      n = 7: ((0 1) (2 3)) ((4 5) 6)
 *
 * Other MPIs combine in the same order where they use recursive doubling. The exceptions: allreduce
 * "ring", which is only used when RONDO_COLL selects it; the cards, and software with
 * RONDO_REDUCE_ORDER=ring (ring_order.c); and "hierarchical", which combines the ranks of a node
 * first: the same order when each node has the same power of two of neighbouring ranks. Scan and
 * exscan are prefixes; their order is that of their algorithm.
 */
#ifndef RD_COLL_COMBINE_H
#define RD_COLL_COMBINE_H

#include "base/compiler.h"
#include "coll/message.h"
#include "datatype/op.h"

/*
 * A partial result, at first the process's own contribution, which is never copied just to have a
 * copy. A partner's part is received into rd_coll_acc_room(), then rd_coll_combine() combines the
 * two. room[0] may be the receive buffer; room[1] is temporary.
 */
struct rd_coll_acc {
	struct rd_coll_call *call;
	const char *now; /* the contribution, room[0] or room[1] */
	char *room[2];
	struct rd_coll_room temp[2]; /* the memory of the rooms, where it was allocated */
};

/* `result`: where the result may be placed, with room for all elements; NULL: temporary memory is
 * allocated for it. */
void rd_coll_acc_open(struct rd_coll_acc *acc, struct rd_coll_call *call, char *result);
void rd_coll_acc_close(struct rd_coll_acc *acc);

/* inout = in op inout; out = left op right: rd_op_apply and rd_op_apply3 with the call's operator
 * and type. After an error operands are undefined, so no function of the program's is called. */
void rd_coll_apply(struct rd_coll_call *call, const void *in, void *inout, uint64_t count);
void rd_coll_apply3(struct rd_coll_call *call, const void *left, const void *right, void *out,
		    uint64_t count);

/* Where the next part is to be received. */
char *rd_coll_acc_room(const struct rd_coll_acc *acc);

/*
 * Elements [first, first + count): combines the part that was received with the partial result;
 * `lower`: the part is of lower ranks, hence the left operand. Both sides of an exchange compute
 * the same expression, so that their results are the same to the last bit. Elements outside the
 * range are lost if `now` changes.
 */
void rd_coll_combine(struct rd_coll_acc *acc, uint64_t first, uint64_t count, int lower);

static inline char *rd_coll_acc_at(const struct rd_coll_acc *acc, uint64_t first)
{
	return rd_coll_elem(acc->now, acc->call->in.type, (int64_t)first);
}

/* The contribution of this process: the receive buffer when in place. */
static inline const char *rd_coll_own(const struct rd_coll_call *call)
{
	return rd_coll_in_place(call->out.buf) ? call->in.buf : call->out.buf;
}

static inline int rd_coll_log2(int n)
{
	return 31 - __builtin_clz((unsigned)n);
}

/*
 * Virtual ranks by messages: the odd rank of each pair is the host, which has the virtual rank; the
 * other rank, the guest, sends its part to the host and waits (Thakur, Rabenseifner, Gropp 2005,
 * 4.4).
 */
struct rd_coll_fold {
	int pow2, extra;
	int vrank; /* -1: a guest */
	int low;   /* virtual rank of the pair whose lower rank is the host; -1: none */
};

struct rd_coll_fold rd_coll_fold_of(const struct rd_coll_call *call);
/* As rd_coll_fold, but `root` is the host of its pair. */
struct rd_coll_fold rd_coll_fold_to(const struct rd_coll_call *call, int root);

/* The rank of virtual rank `vrank`; of a pair, the host. */
static inline int rd_coll_fold_rank(const struct rd_coll_fold *fold, int vrank)
{
	if (vrank >= fold->extra)
		return vrank + fold->extra;
	return 2 * vrank + (vrank != fold->low);
}

/* First rank of virtual rank v, or the number of ranks for v = 2^k. */
static inline int rd_coll_fold_first(const struct rd_coll_fold *fold, int v)
{
	return v < fold->extra ? 2 * v : v + fold->extra;
}

/* The other rank of a pair. */
static inline int rd_coll_fold_mate(const struct rd_coll_call *call)
{
	return call->rank ^ 1;
}

static inline int rd_coll_is_host(const struct rd_coll_fold *fold)
{
	return fold->vrank >= 0 && fold->vrank < fold->extra;
}

/* As rd_coll_acc_open, for a host. Where there is a choice, the complete result is in `result`
 * after all rounds have been combined. */
void rd_coll_acc_open_for(struct rd_coll_acc *acc, struct rd_coll_call *call,
			  const struct rd_coll_fold *fold, char *result);

/* Hosts combine with the contribution (`count` elements) of their guests. */
void rd_coll_fold_in(struct rd_coll_acc *acc, const struct rd_coll_fold *fold, uint64_t count);

/* Hosts give a result of `count` elements to their guests. */
void rd_coll_fold_out(struct rd_coll_call *call, const struct rd_coll_fold *fold, const char *from,
		      uint64_t count);

/* A guest's side of fold_in and fold_out: sends the contribution, receives `count` elements of
 * result. */
void rd_coll_guest(struct rd_coll_call *call, void *result, uint64_t count);

struct rd_coll_range {
	uint64_t first, count; /* elements */
};

/* `count` elements in `parts`: where part i begins (part `parts`: the end); lengths differ by one
 * at most. */
static inline uint64_t rd_coll_part(uint64_t count, int parts, int i)
{
	uint64_t more = count % (uint64_t)parts;

	return count / (uint64_t)parts * (uint64_t)i + ((uint64_t)i < more ? (uint64_t)i : more);
}

/* The part that virtual rank v ends with in rd_coll_halve: the bits of v in reverse. */
static inline int rd_coll_fold_part(const struct rd_coll_fold *fold, int v)
{
	int low = 0;

	for (int d = 1, parts = fold->pow2 / 2; d < fold->pow2; d *= 2, parts /= 2)
		low += v & d ? parts : 0;
	return low;
}

/*
 * Reduce-scatter by vector halving and distance doubling: afterwards acc->now holds the complete
 * part rd_coll_fold_part() of `count` elements in 2^k parts; in rank order, so for any operator.
 * rd_coll_unhalve undoes the halving: from that one part in `buf` to all of them.
 */
void rd_coll_halve(struct rd_coll_acc *acc, const struct rd_coll_fold *fold, uint64_t count);
void rd_coll_unhalve(struct rd_coll_call *call, const struct rd_coll_fold *fold, char *buf,
		     uint64_t count);

/* Elements of parts [low, high) of `count` in `parts`. */
static inline struct rd_coll_range rd_coll_range_of(uint64_t count, int parts, int low, int high)
{
	uint64_t first = rd_coll_part(count, parts, low);

	return (struct rd_coll_range){first, rd_coll_part(count, parts, high) - first};
}

/*
 * Combines all operands in one process, in the doubling order. `operand` returns the operand of a
 * rank and is called in the order of ranks; the operand may be `out`. `temp`: room for
 * rd_coll_tree_rooms(n) results, `stride` bytes apart.
 */
typedef const char *rd_coll_operand_fn(const void *arg, int rank);

static inline int rd_coll_tree_rooms(int n)
{
	return rd_max(1, rd_coll_log2(n));
}

#define RD_COLL_ROOMS 31 /* the most */

struct rd_coll_tree {
	struct rd_coll_call *call;
	int n;
	uint64_t count; /* elements */
	rd_coll_operand_fn *operand;
	const void *arg;
	char *out, *temp;
	int64_t stride;
};

/* out = left op right; out may be either of them. It is the left one only if that is an operand
 * whose result is the last one, when room 0 is free. */
static inline void rd_coll_join(const struct rd_coll_tree *t, const char *left, const char *right,
				char *out)
{
	struct rd_coll_call *call = t->call;

	if (rd_unlikely(out == left)) {
		rd_coll_copy(call, t->temp, t->count, call->in.type, left, t->count, call->in.type);
		left = t->temp;
	}
	if (rd_unlikely(call->record != NULL || !call->op->predefined))
		rd_coll_apply3(call, left, right, out, t->count);
	else
		rd_op_apply3(call->op, left, right, out, t->count, call->in.type);
}

/*
 * Virtual rank i completes the subtrees of 2, 4, ... 2^l leaves, l the number of ones at the end of
 * i; the result waits at waiting[l] for its right counterpart. It is made in room l, which is free
 * then: nothing waits there, since bit l of i is 0. The last one, l = k, is made in `out`: of all
 * operands only the last two may still be needed at that time.
 */
static inline __attribute__((always_inline)) void rd_coll_tree(const struct rd_coll_tree *t)
{
	int k = rd_coll_log2(t->n), pow2 = 1 << k, extra = t->n - pow2, m = 0;
	const char *waiting[RD_COLL_ROOMS + 1];

	for (int i = 0; i < pow2; i++) {
		int last = __builtin_ctz((unsigned)i + 1);
		char *room = last == k ? t->out : t->temp + last * t->stride;
		const char *now = t->operand(t->arg, m++);

		if (i < extra) {
			rd_coll_join(t, now, t->operand(t->arg, m++), room);
			now = room;
		}
		for (int l = 0; l < last; l++) {
			rd_coll_join(t, waiting[l], now, room);
			now = room;
		}
		waiting[last] = now;
	}
	if (waiting[k] != t->out)
		rd_coll_copy(t->call, t->out, t->count, t->call->in.type, waiting[k], t->count,
			     t->call->in.type);
}

/*
 * Sends each rank its block and combines this rank's block from all, each block in the doubling
 * order: n - 1 exchanges, each rank sends each element once. `part` returns the block of a rank, as
 * elements of the contribution. The result is written to `out`, which may be within the
 * contribution.
 */
typedef struct rd_coll_range rd_coll_part_fn(const void *arg, int rank);
int rd_coll_collect(struct rd_coll_call *call, rd_coll_part_fn *part, const void *arg, char *out);

/* Exchanges with one peer: elements `give` of `out` against elements `take` of `in`. */
void rd_coll_swap(struct rd_coll_call *call, const char *out, struct rd_coll_range give, char *in,
		  struct rd_coll_range take, int peer);

#endif
