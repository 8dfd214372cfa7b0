/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The collectives on the ring: the ranks behind a card send their parts to its leader, the leaders
 * operate the cards (ring_card.c, ring_dma.c), and distribute the result. Vectors are in
 * ring_vector.c. Called through ring.c.
 */
#include "coll/ring.h"

#include "coll/combine.h"
#include "coll/differ.h"
#include "coll/message.h"
#include "datatype/basic.h"
#include "datatype/op.h"

#include <string.h>

/* ---- Operators and types ---- */

#define NONE 0xff

/* Values of enum REDUCE_OP and REDUCE_TYPE, by handle; NONE: the card has none. */
static uint8_t card_op[RD_OP_LAST - RD_OP_FIRST + 1];
static uint8_t card_type[0x200];

static const struct {
	MPI_Op op;
	uint8_t code;
} ops[] = {
	{MPI_SUM, RN_REDUCE_OP_SUM},   {MPI_MIN, RN_REDUCE_OP_MIN}, {MPI_MAX, RN_REDUCE_OP_MAX},
	{MPI_BAND, RN_REDUCE_OP_BAND}, {MPI_BOR, RN_REDUCE_OP_BOR}, {MPI_BXOR, RN_REDUCE_OP_BXOR},
	{MPI_LAND, RN_REDUCE_OP_LAND}, {MPI_LOR, RN_REDUCE_OP_LOR}, {MPI_LXOR, RN_REDUCE_OP_LXOR},
};

#define SIGNED(type) \
	(sizeof(type) == 1   ? RN_REDUCE_TYPE_I8 \
	 : sizeof(type) == 2 ? RN_REDUCE_TYPE_I16 \
	 : sizeof(type) == 4 ? RN_REDUCE_TYPE_I32 \
			     : RN_REDUCE_TYPE_I64)
#define UNSIGNED(type) (SIGNED(type) - RN_REDUCE_TYPE_I8 + RN_REDUCE_TYPE_U8)
#define CODE(type) \
	_Generic((type *)0, float *: RN_REDUCE_TYPE_F32, double *: RN_REDUCE_TYPE_F64, \
		bool *: RN_REDUCE_TYPE_U8, char *: (char)-1 < 0 ? SIGNED(type) : UNSIGNED(type), \
		signed char *: SIGNED(type), short *: SIGNED(type), int *: SIGNED(type), \
		long *: SIGNED(type), long long *: SIGNED(type), \
		unsigned char *: UNSIGNED(type), unsigned short *: UNSIGNED(type), \
		unsigned *: UNSIGNED(type), unsigned long *: UNSIGNED(type), \
		unsigned long long *: UNSIGNED(type), default: NONE)

void rd_ring_ops_init(void)
{
	memset(card_op, NONE, sizeof(card_op));
	memset(card_type, NONE, sizeof(card_type));
	for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
		card_op[(uintptr_t)ops[i].op - RD_OP_FIRST] = ops[i].code;
#define X(handle, type) card_type[(uintptr_t)handle - RD_TYPE_FIRST] = CODE(type);
	RD_BASIC_TYPES(X)
#undef X
}

uint32_t rd_ring_kind_of(const struct rd_coll_call *call)
{
	return (uint32_t)card_op[call->op->predefined - RD_OP_FIRST] << RN_REDUCE_CTRL_OP_LSB |
	       (uint32_t)card_type[call->in.type->basic - RD_TYPE_FIRST] << RN_REDUCE_CTRL_TYPE_LSB;
}

uint32_t rd_ring_length_of(uint64_t bytes)
{
	return ((uint32_t)(bytes + 7) / 8 - 1) << RN_REDUCE_CTRL_BEATS_LSB | RD_RING_TAIL(bytes);
}

/* ---- Supported calls ---- */

static const char *unless_ring(const struct rd_coll_call *call)
{
	return rd_ring_of(call) ? rd_ring_of(call)->refusal : "there is no ring";
}

static const char *unless_reducible(const struct rd_coll_call *call)
{
	const char *why = unless_ring(call);
	int op = call->op->predefined, type = call->in.type->basic;

	if (why)
		return why;
	if (rd_ring_of(call)->reduction.group < 0)
		return "no free reduction group on the cards";
	if (!op)
		return "the operator is the user's";
	if (card_op[op - RD_OP_FIRST] == NONE)
		return "the card does not have the operator";
	if (type < RD_TYPE_FIRST || type - RD_TYPE_FIRST >= (int)sizeof(card_type) ||
	    card_type[type - RD_TYPE_FIRST] == NONE)
		return "the card does not compute with the type";
	if (call->bytes <= RD_RING_OPERAND_B || rd_ring_vector_fits(call))
		return NULL;
	return "the data are longer than RONDO_RING_VECTOR";
}

const char *rd_ring_unless_stream(const struct rd_coll_call *call)
{
	const struct rd_ring *ring = rd_ring_of(call);

	if (ring->cards < rd_page.card->place.nodes)
		return "not all cards of the ring take part";
	if (!ring->one_page)
		return "the leaders have different pages of their cards";
	if (ring->group >= RD_RING_STREAMS)
		return "no free stream on the cards";
	return call->bytes > RD_RING_SLOT_B && !ring->may_pin
		       ? "the card cannot reach the users' buffers"
		       : NULL;
}

int rd_ring_fits_operand(const struct rd_coll_call *call)
{
	return call->bytes <= RD_RING_OPERAND_B && rd_ring_of(call)->reduction.group >= 0;
}

static const char *unless_bcast(const struct rd_coll_call *call)
{
	const char *why = unless_ring(call);

	if (!why && !rd_ring_fits_operand(call))
		why = rd_ring_unless_stream(call);
	return why;
}

int rd_ring_is_other(const struct rd_ring *ring, int rank)
{
	for (int i = 0; i < ring->nothers; i++)
		if (ring->others[i] == rank)
			return 1;
	return 0;
}

int rd_ring_tell_unable(struct rd_coll_call *call)
{
	rd_ring_fail(rd_ring_of(call), call->err);
	return 1;
}

/* ---- Barrier ---- */

static int barrier(struct rd_coll_call *call)
{
	struct rd_ring *ring = rd_ring_of(call);

	if (!ring->leads) {
		rd_coll_signal(call, ring->leader);
		rd_coll_await(call, ring->leader);
		return call->err;
	}
	for (int i = 0; i < ring->nothers; i++)
		rd_coll_await(call, ring->others[i]);
	rd_ring_turn(ring);
	if (!rd_ring_is_unable(call))
		rd_coll_error(call, rd_ring_barrier(ring));
	for (int i = 0; i < ring->nothers; i++)
		rd_coll_signal(call, ring->others[i]);
	return call->err;
}

/* ---- Reductions ---- */

/* Mostly one word, for which no function is called. */
static inline void copy(void *to, const void *from, uint64_t bytes)
{
	if (rd_likely(bytes == 8))
		memcpy(to, from, 8);
	else
		memcpy(to, from, bytes);
}

/* Adds to the operand the parts of the ranks behind this card, in the order of world ranks. */
static __attribute__((noinline)) void add_up(struct rd_coll_call *call, const struct rd_ring *ring,
					     uint64_t *operand)
{
	uint64_t next[RD_RING_OPERAND_B / 8], sum[RD_RING_OPERAND_B / 8];

	for (int i = 0; i < ring->nothers; i++) {
		rd_coll_recv(call, next, call->in.count, call->in.type, ring->others[i]);
		rd_op_apply3(call->op, operand, next, sum, call->in.count, call->in.type);
		memcpy(operand, sum, call->bytes);
	}
}

/* The leader's part until it has the result; NULL: no rank of this card gets it. */
static inline void let_reduce(struct rd_coll_call *call, struct rd_ring *ring, uint64_t *result)
{
	uint64_t operand[RD_RING_OPERAND_B / 8] = {0};

	copy(operand, rd_coll_own(call), call->bytes);
	if (ring->nothers)
		add_up(call, ring, operand);
	rd_ring_turn(ring);
	if (rd_ring_is_unable(call))
		return;
	rd_coll_error(call,
		      rd_ring_reduce(ring, rd_ring_kind_of(call) | rd_ring_length_of(call->bytes),
				     operand, result));
}

static int allreduce(struct rd_coll_call *call)
{
	struct rd_ring *ring = rd_ring_of(call);
	uint64_t result[RD_RING_OPERAND_B / 8] = {0};

	if (rd_ring_vector_pays(call))
		return rd_ring_vector(call, rd_ring_kind_of(call), -1);
	if (!ring->leads) {
		rd_coll_send(call, rd_coll_own(call), call->out.count, call->out.type,
			     ring->leader);
		rd_coll_recv(call, call->in.buf, call->in.count, call->in.type, ring->leader);
		return call->err;
	}
	let_reduce(call, ring, result);
	if (!call->err)
		copy(call->in.buf, result, call->bytes);
	for (int i = 0; i < ring->nothers; i++)
		rd_coll_send(call, result, call->in.count, call->in.type, ring->others[i]);
	return call->err;
}

static int reduce(struct rd_coll_call *call)
{
	struct rd_ring *ring = rd_ring_of(call);
	uint64_t result[RD_RING_OPERAND_B / 8] = {0};
	int passes_on = rd_ring_is_other(ring, call->root);

	if (rd_ring_vector_pays(call))
		return rd_ring_vector(call, rd_ring_kind_of(call), call->root);
	/* MPI_IN_PLACE is valid at the root only; elsewhere out.buf is always the data */
	if (!ring->leads) {
		rd_coll_send(call, rd_coll_own(call), call->out.count, call->out.type,
			     ring->leader);
		if (call->rank == call->root)
			rd_coll_recv(call, call->in.buf, call->in.count, call->in.type,
				     ring->leader);
		return call->err;
	}
	let_reduce(call, ring, passes_on || call->rank == call->root ? result : NULL);
	if (call->rank == call->root && !call->err)
		memcpy(call->in.buf, result, call->bytes);
	else if (passes_on)
		rd_coll_send(call, result, call->in.count, call->in.type, call->root);
	return call->err;
}

/* ---- Broadcast ---- */

int rd_ring_index_of(const struct rd_coll_call *call, int rank)
{
	const struct rd_ring *ring = rd_ring_of(call);
	int node = rd_ring_card_of(call->comm, rank, rd_page.card->place.nodes);

	for (int i = 0; i < ring->cards; i++)
		if (ring->node[i] == node)
			return i;
	return -1;
}

int rd_ring_ors(const struct rd_ring *ring)
{
	uint32_t kind =
		RN_REDUCE_CTRL_OP_MASK | RN_REDUCE_CTRL_TYPE_MASK | RN_REDUCE_CTRL_STREAM_MASK;

	return !ring->reduction.ctrl || (ring->reduction.ctrl & kind) == RD_RING_OR;
}

static int by_reduction(const struct rd_coll_call *call)
{
	return rd_ring_fits_operand(call) &&
	       (rd_ring_ors(rd_ring_of(call)) || rd_ring_unless_stream(call));
}

static int or_bytes(struct rd_coll_call *call, int from, char *bytes)
{
	struct rd_ring *ring = rd_ring_of(call);
	uint64_t operand[RD_RING_OPERAND_B / 8] = {0}, result[RD_RING_OPERAND_B / 8] = {0};
	uint32_t ctrl = RD_RING_OR | rd_ring_length_of(call->bytes);
	int sends = from == ring->index, err;

	if (sends)
		memcpy(operand, bytes, call->bytes);
	err = rd_ring_reduce(ring, ctrl, operand, sends ? NULL : result);
	if (!err && !sends)
		memcpy(bytes, result, call->bytes);
	return err;
}

static void by_card(struct rd_coll_call *call, struct rd_ring *ring, char *bytes)
{
	int from = rd_ring_index_of(call, call->root);

	if (rd_ring_flow_fits(ring, from, call->bytes) && !rd_ring_unless_stream(call)) {
		rd_coll_error(call, rd_ring_flow(ring, from, bytes, call->bytes));
		return;
	}
	rd_coll_error(call, by_reduction(call) ? or_bytes(call, from, bytes)
					       : rd_ring_bcast(ring, from, bytes, call->bytes));
	rd_ring_flow_close(ring);
	ring->flow.last = from;
}

static void bcast_bytes(struct rd_coll_call *call, char *bytes)
{
	struct rd_ring *ring = rd_ring_of(call);

	if (rd_ring_is_other(ring, call->root))
		rd_coll_recv(call, bytes, call->bytes, rd_coll_byte(), call->root);
	rd_ring_turn(ring);
	if (!rd_ring_is_unable(call))
		by_card(call, ring, bytes);
	for (int i = 0; i < ring->nothers; i++)
		if (ring->others[i] != call->root)
			rd_coll_send(call, bytes, call->bytes, rd_coll_byte(), ring->others[i]);
}

int rd_ring_leave_out(struct rd_coll_call *call, int err)
{
	struct rd_ring *ring = rd_ring_of(call);

	rd_ring_fail(ring, err);
	rd_coll_go_without(call, err);
	if (rd_ring_is_other(ring, call->root))
		rd_coll_recv(call, NULL, call->bytes, rd_coll_byte(), call->root);
	for (int i = 0; i < ring->nothers; i++)
		if (ring->others[i] != call->root)
			rd_coll_send(call, NULL, call->bytes, rd_coll_byte(), ring->others[i]);
	return call->err;
}

static int bcast(struct rd_coll_call *call)
{
	struct rd_ring *ring = rd_ring_of(call);
	struct rd_coll_view view;
	int err = 0;

	if (rd_unlikely(call->bytes > RD_RING_SLOT_B && ring->region < 0))
		err = rd_ring_take_region(ring, call->comm);
	if (err)
		return err;
	if (!ring->leads) {
		if (call->rank == call->root)
			rd_coll_send(call, call->in.buf, call->in.count, call->in.type,
				     ring->leader);
		else
			rd_coll_recv(call, call->in.buf, call->in.count, call->in.type,
				     ring->leader);
		return call->err;
	}
	err = rd_coll_view_open(call, &view, call->in.buf, call->in.count, call->in.type,
				call->rank == call->root);
	if (err)
		return rd_ring_leave_out(call, err);
	bcast_bytes(call, view.bytes);
	rd_coll_view_close(call, &view, call->rank != call->root && !call->err);
	return call->err;
}

/* For stall reports and the other leaders: no card knows the call. */
static int marked(struct rd_coll_call *call, int (*run)(struct rd_coll_call *))
{
	struct rd_ring_calls *calls = rd_ring_of(call)->calls;
	struct rd_coll_mark mark;
	int err;

	rd_coll_mark_open(&mark, call);
	rd_ring_call_count(calls, rd_coll_brief_of(call));
	calls->inside = rd_ring_of(call)->leads;
	if (rd_unlikely(calls->verdict))
		rd_coll_error(call, rd_ring_verdict(rd_ring_of(call)));
	err = run(call);
	calls->inside = 0;
	rd_coll_mark_close(&mark);
	return err;
}

static int run_barrier(struct rd_coll_call *call)
{
	return marked(call, barrier);
}

static int run_bcast(struct rd_coll_call *call)
{
	return marked(call, bcast);
}

static int run_reduce(struct rd_coll_call *call)
{
	return marked(call, reduce);
}

static int run_allreduce(struct rd_coll_call *call)
{
	return marked(call, allreduce);
}

RD_COLL_ALGO(rd_ring_algo_barrier, RD_COLL_BARRIER, "barrier", "card", unless_ring, run_barrier);
RD_COLL_ALGO(rd_ring_algo_bcast, RD_COLL_BCAST, "bcast", "card", unless_bcast, run_bcast);
RD_COLL_ALGO(rd_ring_algo_reduce, RD_COLL_REDUCE, "reduce", "card", unless_reducible, run_reduce);
RD_COLL_ALGO(rd_ring_algo_allreduce, RD_COLL_ALLREDUCE, "allreduce", "card", unless_reducible,
	     run_allreduce);
