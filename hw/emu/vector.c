/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * REDUCE descriptors: vectors in memory, reduced through a group. Called by send.c, which hands the
 * descriptor over and goes on, and by reduce.c when a group starts.
 *
 * A vector waits in its card until all members have one. The process that opens the last one
 * carries out the vectors of all members, as far as all have operands: a piece is read from the
 * memory of each, in the order of docs/CARD.md 7, then the results are written to the memory of
 * each. A member that has all its results gets a completion record. So no process reads a member's
 * operands any more when its record is written, and the results may overwrite the operands.
 *
 *   no vector --rd_emu_vector_open--> open --all results written, or refused--> no vector, record
 *                                       '----page off--> no vector
 *
 * One process at a time works for a group (work[group].lock). Others increment `changes` and
 * return; the holder reads `changes` again before it returns.
 */
#include "hw/emu/reduce.h"

#include <string.h>

#define PIECE_W \
	1024u /* words of 64 bits combined at a time: three pieces fit in 32 KiB of cache \
	       */
#define EN RN_REDUCE_CTRL_EN_MASK
#define STREAM RN_REDUCE_CTRL_STREAM_MASK
#define DROPPED 4u /* error, as in STATUS from bit 0: operand from memory dropped */

/* A piece of a group's vectors. */
struct piece {
	uint32_t group, n; /* members */
	uint32_t words;    /* whole cells; a vector that ends in the piece is padded with 0 */
	rd_emu_fold *fold;
	uint32_t state[RD_EMU_NODES]; /* of the members' vectors */
};

static struct rd_emu_reduce *member(const struct rd_emu *e, uint32_t group, uint32_t index)
{
	return &e->cards[e->reduce[group].member[index].of / e->users].reduce[group];
}

static int streams(const struct rd_emu_reduce *r)
{
	return (__atomic_load_n(&r->ctrl, __ATOMIC_ACQUIRE) & (EN | STREAM)) == (EN | STREAM);
}

/* ---- Completion ---- */

/* The caller touches the page, so that the vector stays. */
static void end(struct rd_emu *e, uint32_t group, struct rd_emu_vector *v, uint32_t status)
{
	struct rd_emu_record record = {
		.cookie = v->cookie,
		.kind = RN_COMPLETION_KIND_REDUCE,
		.status = status,
		.tag = group,
		.reserved = 1,
		.fence = 1,
		.event = 1,
	};
	uint32_t of = v->of;

	__atomic_store_n(&v->state, 0, __ATOMIC_RELEASE);
	rd_emu_complete(e, of, &record);
}

/* The member's vector. Until rd_emu_untouch it does not change, nor do the rights of its region (of
 * results, or operands). NULL: the vector was dropped. Pairs with rd_emu_vectors_off. */
static struct rd_emu_vector *hold(struct rd_emu *e, const struct piece *p, uint32_t index,
				  int results)
{
	struct rd_emu_vector *v = &member(e, p->group, index)->vector;

	rd_emu_touch(e, e->reduce[p->group].member[index].of,
		     results ? v->result.region : v->operand.region);
	if (rd_likely(__atomic_load_n(&v->state, __ATOMIC_ACQUIRE) == p->state[index]))
		return v;
	rd_emu_untouch(e);
	return NULL;
}

static uint32_t words_of(const struct piece *p, const struct rd_emu_vector *v)
{
	return rd_min(p->words, v->words - v->sent);
}

/* Checks access to the next words of the vector's operands or results: enum DMA_STATUS, and their
 * bus address. */
static uint32_t may_use(struct rd_emu *e, const struct rd_emu_vector *v,
			const struct rd_emu_place *at, uint32_t words, uint32_t right,
			uint64_t *bus)
{
	return rd_emu_allowed(&e->pages[v->of].region[at->region],
			      at->offset + (uint64_t)v->sent * 8, (uint64_t)words * 8, right, 0,
			      bus);
}

/* ---- Operands ---- */

/* acc = acc OP x, or acc = x for the first, with a member's operands x. enum DMA_STATUS. */
static uint32_t use(struct rd_emu *e, const struct piece *p, const struct rd_emu_vector *v,
		    uint64_t *acc, int first)
{
	uint64_t bounce[PIECE_W], bus;
	uint32_t words = words_of(p, v), status;
	const uint64_t *from;

	status = may_use(e, v, &v->operand, words, RN_REGION_ACCESS_READ_MASK, &bus);
	if (status)
		return status;
	from = (const uint64_t *)(const void *)rd_emu_reach(e, v->of, bus, (uint64_t)words * 8);
	if (!from || words < p->words) {
		if (rd_emu_get(e, v->of, bus, bounce, (uint64_t)words * 8)) {
			rd_emu_count(&e->cards[v->of / e->users].read_errors);
			return RN_DMA_STATUS_READ_ERROR;
		}
		memset(bounce + words, 0, (size_t)(p->words - words) * 8);
		from = bounce;
	}
	if (first)
		memcpy(acc, from, (size_t)p->words * 8);
	else
		p->fold(acc, from, p->words);
	return RN_DMA_STATUS_OK;
}

/* 0; -1: the member's vector was dropped, or failed now. */
static int add(struct rd_emu *e, const struct piece *p, uint32_t index, uint64_t *acc, int first)
{
	struct rd_emu_vector *v = hold(e, p, index, 0);
	uint32_t status;

	if (!v)
		return -1;
	status = use(e, p, v, acc, first);
	if (rd_unlikely(status))
		end(e, p->group, v, status);
	rd_emu_untouch(e);
	return status ? -1 : 0;
}

/* In the order of reduce.c. 0; -1: a member's vector was dropped or failed. */
static int combine(struct rd_emu *e, const struct piece *p, uint64_t *result)
{
	uint64_t arm[PIECE_W];
	uint32_t right = rd_emu_reduce_right(p->n);
	int gone = add(e, p, right, p->n > 1 ? arm : result, 1);

	for (uint32_t i = right; i-- > 0 && !gone;)
		gone = add(e, p, i, arm, 0);
	for (uint32_t i = right + 1; i < p->n && !gone; i++)
		gone = add(e, p, i, result, i == right + 1);
	if (p->n > 1 && !gone)
		p->fold(result, arm, p->words);
	return gone;
}

/* ---- Results ---- */

static uint32_t put(struct rd_emu *e, const struct rd_emu_vector *v, const uint64_t *result,
		    uint32_t words)
{
	uint64_t bus;
	uint32_t status = may_use(e, v, &v->result, words, RN_REGION_ACCESS_WRITE_MASK, &bus);

	if (status)
		return status;
	if (rd_likely(!rd_emu_put(e, v->of, bus, result, (uint64_t)words * 8)))
		return RN_DMA_STATUS_OK;
	rd_emu_lock(e, &e->pages[v->of].lock);
	rd_emu_write_failed(e, v->of);
	rd_emu_unlock(&e->pages[v->of].lock);
	return RN_DMA_STATUS_OK; /* reported by the completion record */
}

static void deliver(struct rd_emu *e, const struct piece *p, uint32_t index, const uint64_t *result)
{
	struct rd_emu_reduce *r = member(e, p->group, index);
	struct rd_emu_vector *v = hold(e, p, index, 1);
	uint32_t words, status = RN_DMA_STATUS_OK;
	int waits;

	if (!v)
		return;
	words = words_of(p, v);
	waits = rd_emu_reduce_keeps(r) && !v->none;
	if (!v->none && !waits)
		status = put(e, v, result, words);
	v->sent += words;
	__atomic_fetch_add(&r->cells,
			   rd_emu_reduce_cells(r->ctrl, index, p->n) * (p->words / v->beats),
			   __ATOMIC_RELAXED);
	if (status || (v->sent == v->words && !waits))
		end(e, p->group, v, status);
	rd_emu_untouch(e);
}

/* ---- Pieces ---- */

/* Words that all members have left; 0: some member has none. */
static uint32_t ready(struct rd_emu *e, struct piece *p, uint32_t beats)
{
	uint32_t cells = PIECE_W / beats, left;

	for (uint32_t i = 0; i < p->n; i++) {
		const struct rd_emu_reduce *r = member(e, p->group, i);
		const struct rd_emu_vector *v = &r->vector;

		/* pairs with rd_emu_vector_open */
		p->state[i] = __atomic_load_n(&v->state, __ATOMIC_ACQUIRE);
		if (!p->state[i] || !streams(r) || v->beats != beats)
			return 0;
		left = v->words - v->sent;
		cells = rd_min(cells, left / beats + (left % beats != 0));
	}
	return cells * beats;
}

/* Whether all members' regions allow the whole piece. */
static int allowed(struct rd_emu *e, const struct piece *p)
{
	for (uint32_t i = 0; i < p->n; i++) {
		const struct rd_emu_vector *v = &member(e, p->group, i)->vector;
		uint32_t words = words_of(p, v);
		uint64_t bus;

		if (may_use(e, v, &v->operand, words, RN_REGION_ACCESS_READ_MASK, &bus) ||
		    (!v->none &&
		     may_use(e, v, &v->result, words, RN_REGION_ACCESS_WRITE_MASK, &bus)))
			return 0;
	}
	return 1;
}

/* Carries out one piece for all members. Whether there was one. */
static int step(struct rd_emu *e, uint32_t group)
{
	const struct rd_emu_reduce *own = &e->own->reduce[group];
	struct rd_emu_reducing *m = &e->reduce[group];
	uint32_t beats = rd_emu_reduce_beats(own->ctrl);
	uint64_t result[PIECE_W];
	struct piece p;

	if (!streams(own))
		return 0;
	if (!m->known || m->config != __atomic_load_n(&e->ring->config, __ATOMIC_RELAXED))
		rd_emu_look_up(e, group);
	p.group = group;
	p.n = m->n;
	p.words = m->whole ? ready(e, &p, beats) : 0;
	if (!p.words || !rd_emu_joined(e, group, -1))
		return 0;
	p.fold = rd_emu_reduce_fold(own->ctrl);
	if (rd_unlikely(!allowed(e, &p)))
		p.words = beats; /* one cell at a time, up to the first that is refused */
	if (combine(e, &p, result))
		return 1;
	for (uint32_t i = 0; i < p.n; i++)
		deliver(e, &p, i, result);
	return 1;
}

static void work(struct rd_emu *e, uint32_t group)
{
	uint32_t modes = rd_emu_alu_begin();

	while (step(e, group))
		;
	rd_emu_alu_end(modes);
}

/* Drops a vector whose cells have another length than the group's. */
static void swallow(struct rd_emu *e, uint32_t group)
{
	struct rd_emu_vector *v = &e->own->reduce[group].vector;

	for (uint32_t i = 0; i < rd_min(v->words, (uint32_t)UINT16_MAX); i += v->beats)
		rd_emu_count(&e->own->own_lost);
	rd_emu_reduce_fault(e, group, DROPPED);
	v->sent = v->words;
	if (v->none)
		end(e, group, v, RN_DMA_STATUS_OK);
}

static void check_length(struct rd_emu *e, uint32_t group)
{
	const struct rd_emu_reduce *r = &e->own->reduce[group];
	uint32_t beats = rd_emu_reduce_beats(r->ctrl);

	if (r->vector.state && r->vector.beats != beats && r->vector.sent < r->vector.words)
		swallow(e, group);
}

static int try_lock(struct rd_emu *e, struct rd_emu_work *w)
{
	uint32_t free = 0;

	return __atomic_compare_exchange_n(&w->lock, &free, (uint32_t)e->pid, 0, __ATOMIC_SEQ_CST,
					   __ATOMIC_RELAXED);
}

void rd_emu_vectors(struct rd_emu *e, uint32_t group)
{
	struct rd_emu_work *w = &e->ring->work[group];
	uint32_t seen;

	if (!streams(&e->own->reduce[group]))
		return;
	check_length(e, group);
	__atomic_fetch_add(&w->changes, 1, __ATOMIC_SEQ_CST);
	/* The holder reads `changes` after it has released the lock; this process has incremented
	 * it before it tries the lock. So one of the two sees the other's store. */
	while (try_lock(e, w)) {
		seen = __atomic_load_n(&w->changes, __ATOMIC_SEQ_CST);
		work(e, group);
		__atomic_store_n(&w->lock, 0, __ATOMIC_SEQ_CST);
		if (__atomic_load_n(&w->changes, __ATOMIC_SEQ_CST) == seen)
			return;
	}
}

/* ---- Descriptors ---- */

static void fill_in(struct rd_emu *e, struct rd_emu_vector *v, const uint64_t *word)
{
	uint64_t count = word[4];

	v->of = e->index;
	v->words = (uint32_t)(word[0] >> RN_DESCRIPTOR_CTL_LENGTH_LSB) / 8;
	v->sent = 0;
	v->cookie = word[1];
	v->operand.offset = word[3] & RN_DESCRIPTOR_LOCAL_OFFSET_MASK;
	v->operand.region = word[3] >> RN_DESCRIPTOR_LOCAL_REGION_LSB & 7;
	v->result.offset = word[2] & RN_DESCRIPTOR_REMOTE_OFFSET_MASK;
	v->result.region = word[2] >> RN_DESCRIPTOR_REMOTE_REGION_LSB & 7;
	v->beats = (uint8_t)((count >> RN_DESCRIPTOR_COUNT_BEATS_LSB & 3) + 1);
	v->none = (count & RN_DESCRIPTOR_COUNT_NO_RESULT_MASK) != 0;
}

uint32_t rd_emu_vector_open(struct rd_emu *e, const uint64_t *word)
{
	uint32_t group = word[4] >> RN_DESCRIPTOR_COUNT_GROUP_LSB & 7;
	struct rd_emu_reduce *r = &e->own->reduce[group];
	struct rd_emu_vector *v = &r->vector;

	if (!rd_emu_reduce_owned(e, r) || __atomic_load_n(&v->state, __ATOMIC_ACQUIRE))
		return RN_DMA_STATUS_BUSY;
	rd_emu_lock(e, &e->page->lock);
	e->page->fill.reserved++; /* for its record */
	rd_emu_unlock(&e->page->lock);
	fill_in(e, v, word);
	e->vectors = e->vectors % INT32_MAX + 1;
	__atomic_store_n(&v->state, e->vectors, __ATOMIC_RELEASE); /* pairs with ready */
	rd_emu_vectors(e, group);
	return RN_DMA_STATUS_OK;
}

void rd_emu_vectors_off(struct rd_emu *e)
{
	for (uint32_t group = 0; group < RD_EMU_REDUCE_N; group++) {
		struct rd_emu_vector *v = &e->own->reduce[group].vector;

		if (v->of == e->index)
			__atomic_store_n(&v->state, 0, __ATOMIC_RELEASE);
	}
}
