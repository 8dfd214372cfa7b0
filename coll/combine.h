/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Partial results of reductions: which buffer holds them, in which order operands come; and the
 * way to make any number of ranks a power of two. For the algorithms over pt2pt.
 */
#ifndef RD_COLL_COMBINE_H
#define RD_COLL_COMBINE_H

#include "coll/message.h"

/*
 * A partial result, first the process's own contribution, which is never copied for its own sake.
 * A part of a partner comes into rd_coll_acc_room(), then rd_coll_combine() makes the two one.
 * room[0] may be the receive buffer; room[1] is temporary.
 */
struct rd_coll_acc {
	struct rd_coll_call *call;
	const char *now; /* the contribution, room[0] or room[1] */
	char *room[2];
	struct rd_coll_room temp[2]; /* what the rooms were taken from, if anything */
};

/* `result`: where the result may go, with room for all elements; NULL: takes temporary memory for
 * it. */
int rd_coll_acc_open(struct rd_coll_acc *acc, struct rd_coll_call *call, char *result);
void rd_coll_acc_close(struct rd_coll_acc *acc);

/* inout = in op inout; out = left op right: rd_op_apply and rd_op_apply3 with the call's operator
 * and type. */
void rd_coll_apply(struct rd_coll_call *call, const void *in, void *inout, uint64_t count);
void rd_coll_apply3(struct rd_coll_call *call, const void *left, const void *right, void *out,
		    uint64_t count);

/* Where the next part is to be received. */
char *rd_coll_acc_room(const struct rd_coll_acc *acc);

/*
 * Elements [first, first + count): the part that came and the partial result become one; `lower`:
 * the part is of lower ranks, hence the left operand. Both sides of an exchange compute the same
 * expression, so that their results are the same to the last bit. Elements outside are lost if
 * `now` changes.
 */
void rd_coll_combine(struct rd_coll_acc *acc, uint64_t first, uint64_t count, int lower);

static inline char *rd_coll_acc_at(const struct rd_coll_acc *acc, uint64_t first)
{
	return rd_coll_elem(acc->now, acc->call->rtype, (int64_t)first);
}

/* The contribution of this process: the receive buffer when in place. */
static inline const char *rd_coll_own(const struct rd_coll_call *call)
{
	return rd_coll_in_place(call->sbuf) ? call->rbuf : call->sbuf;
}

/*
 * n ranks as 2^k pairs and singles: with `extra` = n - 2^k, of ranks 0 .. 2 extra - 1 the
 * even ones (guests) hand their part to the odd one above (host) and wait. The others have
 * a virtual rank 0 .. 2^k - 1 in the same order (Thakur, Rabenseifner, Gropp 2005, 4.4).
 */
struct rd_coll_fold {
	int pow2, extra;
	int vrank; /* -1: a guest */
};

struct rd_coll_fold rd_coll_fold_of(const struct rd_coll_call *call);

static inline int rd_coll_fold_rank(const struct rd_coll_fold *fold, int vrank)
{
	return vrank < fold->extra ? 2 * vrank + 1 : vrank + fold->extra;
}

static inline int rd_coll_is_host(const struct rd_coll_fold *fold)
{
	return fold->vrank >= 0 && fold->vrank < fold->extra;
}

/* Hosts combine with the contribution (`count` elements) of their guests. */
void rd_coll_fold_in(struct rd_coll_acc *acc, const struct rd_coll_fold *fold, uint64_t count);

/* Hosts give a result of `count` elements to their guests. */
void rd_coll_fold_out(struct rd_coll_call *call, const struct rd_coll_fold *fold, const char *from,
		      uint64_t count);

/* A guest's part in both: gives the contribution, receives `count` elements of result. */
void rd_coll_guest(struct rd_coll_call *call, void *result, uint64_t count);

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
 * Reduce-scatter by vector halving and distance doubling: afterwards acc->now holds, of `count`
 * elements in 2^k parts, the one rd_coll_fold_part() says, complete; in rank order, so for any
 * operator. rd_coll_unhalve undoes the halving: from that one part in `buf` to all of them.
 */
void rd_coll_halve(struct rd_coll_acc *acc, const struct rd_coll_fold *fold, uint64_t count);
void rd_coll_unhalve(struct rd_coll_call *call, const struct rd_coll_fold *fold, char *buf,
		     uint64_t count);

/* Elements of parts [low, high) of `count` in `parts`. */
struct rd_coll_range {
	uint64_t first, count;
};

static inline struct rd_coll_range rd_coll_range_of(uint64_t count, int parts, int low, int high)
{
	uint64_t first = rd_coll_part(count, parts, low);

	return (struct rd_coll_range){first, rd_coll_part(count, parts, high) - first};
}

/* Exchanges with one peer: elements `give` of `out` against elements `take` of `in`. */
void rd_coll_swap(struct rd_coll_call *call, const char *out, struct rd_coll_range give, char *in,
		  struct rd_coll_range take, int peer);

#endif
