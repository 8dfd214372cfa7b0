/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory regions and windows of the RDMA unit, copies between memory that requests name, and atomic
 * operations on it. Called by qp_regs.c for commands, by qp_send.c and qp_recv.c for requests, in
 * the sending process.
 *
 * A process publishes the region of another page before it looks at its word, and uses its memory
 * before it withdraws that: the owner that has closed the region sees it inside. Windows are looked
 * up the same way; a region is not closed while one of its windows is open, or was closed and
 * another process is inside. A window keeps its region until it is bound again.
 */
#include "hw/emu/qp.h"

#include "node/vm.h"

#include <string.h>

#define BOUNCE_B (32u << 10) /* bytes copied at once where neither side has an address here */
#define LOCK_SPINS 1000      /* tries to take the lock of atomic operations in one turn */

static const uint32_t rights = RDMA_MR_ATTR_SHAPE_WRITE_MASK |
			       RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_MASK |
			       RDMA_MR_ATTR_SHAPE_REMOTE_READ_MASK |
			       RDMA_MR_ATTR_SHAPE_REMOTE_ATOMIC_MASK | RDMA_MR_ATTR_SHAPE_BIND_MASK;

static struct rd_emu_mr *mr_of(struct rd_emu *e, uint32_t of, uint32_t number)
{
	return rd_emu_object(e, of, RDMA_OBJECT_MR, number);
}

static uint64_t word_of(const struct rd_emu_mr *mr)
{
	return __atomic_load_n(&mr->word, __ATOMIC_ACQUIRE);
}

/* ---- Looking up ---- */

/* Bytes that lie at one address of the bus. */
struct run {
	uint64_t bus, len;
};

static void enter(struct rd_emu *e, uint32_t of, uint32_t number)
{
	if (of == e->index)
		return;
	__atomic_store_n(&e->page->rdma.at_mr, (uint64_t)(of + 1) << 32 | number, __ATOMIC_RELAXED);
	rd_emu_publish(e);
}

static void leave(struct rd_emu *e)
{
	__atomic_store_n(&e->page->rdma.at_mr, 0, __ATOMIC_RELEASE);
}

static int within(const struct rd_emu_mr *mr, uint64_t at, uint64_t len)
{
	uint64_t offset = at - mr->address;

	return offset <= mr->length && len <= mr->length - offset;
}

/* Whether the STag lets the span's user access the bytes. The caller is inside. */
static int allows(const struct rd_emu_span *s, const struct rd_emu_mr *mr, uint64_t word,
		  const struct rd_emu_entry *n)
{
	if (!(word & RD_EMU_MR_OPEN) || rdma_get(word, MR_ATTR_SHAPE_KEY) != (n->stag & 0xff) ||
	    rdma_get(word, MR_ATTR_SHAPE_PD) != s->pd || (word & s->right) != s->right ||
	    !within(mr, n->address, n->length))
		return 0;
	if (!(word & RDMA_MR_ATTR_SHAPE_WINDOW_MASK))
		return 1;
	return word & RD_EMU_MR_BOUND && mr->qp == s->qp && s->right &&
	       s->right != RDMA_MR_ATTR_SHAPE_WRITE_MASK;
}

/* The region of an entry, or that in which its window lies; NULL: not allowed. */
static struct rd_emu_mr *region_of(struct rd_emu *e, const struct rd_emu_span *s,
				   const struct rd_emu_entry *n)
{
	struct rd_emu_mr *mr = mr_of(e, s->of, n->stag >> 8);
	uint64_t word = mr ? word_of(mr) : 0;

	if (!mr || !allows(s, mr, word, n))
		return NULL;
	if (word & RDMA_MR_ATTR_SHAPE_WINDOW_MASK) {
		mr = mr_of(e, s->of, mr->parent - 1);
		word = mr ? word_of(mr) : 0;
		if (!(word & RD_EMU_MR_OPEN) || !within(mr, n->address, n->length))
			return NULL;
	}
	return mr;
}

/* Where `len` bytes at an address of the region lie, or the first of them. 0, MEMORY, or
 * PROTECTION: it was closed meanwhile. */
static uint32_t locate(struct rd_emu *e, uint32_t of, const struct rd_emu_mr *mr, uint64_t at,
		       uint64_t len, struct run *run)
{
	uint64_t word = word_of(mr), offset = at - mr->address, size, first, page;
	int lg = (int)rdma_get(word, MR_ATTR_SHAPE_PAGE_LG);

	*run = (struct run){mr->bus + offset, len};
	if (!(word & RD_EMU_MR_OPEN))
		return RDMA_DONE_STATUS_PROTECTION;
	if (!(word & RDMA_MR_ATTR_SHAPE_LIST_MASK))
		return 0;
	if (lg < 12 || lg > 40)
		return RDMA_DONE_STATUS_MEMORY;
	size = 1ull << lg;
	first = mr->address & (size - 1);
	offset += first;
	if (rd_emu_get(e, of, mr->bus + (offset >> lg) * 8, &page, sizeof(page)))
		return RDMA_DONE_STATUS_MEMORY;
	*run = (struct run){page + (offset & (size - 1)),
			    rd_min(len, size - (offset & (size - 1)))};
	return 0;
}

uint64_t rd_emu_span_length(const struct rd_emu_span *s)
{
	uint64_t all = 0;

	for (uint32_t i = 0; i < s->n; i++)
		all += s->entry[i].length;
	return all;
}

uint32_t rd_emu_span_check(struct rd_emu *e, const struct rd_emu_span *s)
{
	int good = 1;

	for (uint32_t i = 0; i < s->n && good; i++) {
		if (!s->entry[i].length)
			continue;
		enter(e, s->of, s->entry[i].stag >> 8);
		good = region_of(e, s, &s->entry[i]) != NULL;
		leave(e);
	}
	return good ? 0 : RDMA_DONE_STATUS_PROTECTION;
}

/* ---- Copies ---- */

/* A position in a span. */
struct cursor {
	const struct rd_emu_span *s;
	uint32_t i;      /* entry */
	uint64_t offset; /* bytes of it, or of the inline data */
};

static void advance(struct cursor *c, uint64_t len)
{
	c->offset += len;
	while (c->i < c->s->n && c->offset >= c->s->entry[c->i].length)
		c->offset -= c->s->entry[c->i++].length;
}

static struct cursor begin(const struct rd_emu_span *s, uint64_t offset)
{
	struct cursor c = {s, 0, 0};

	advance(&c, offset);
	return c;
}

/* Bytes of inline data from the cursor on. */
static uint64_t inline_left(const struct cursor *c)
{
	return c->s->bytes > c->offset ? c->s->bytes - c->offset : 0;
}

/* The next bytes, `len` at most. */
static uint32_t next(struct rd_emu *e, const struct cursor *c, uint64_t len, struct run *run)
{
	const struct rd_emu_entry *n = &c->s->entry[c->i];
	struct rd_emu_entry part;
	struct rd_emu_mr *mr;

	if (c->i >= c->s->n)
		return RDMA_DONE_STATUS_PROTECTION;
	len = rd_min(len, n->length - c->offset);
	part = (struct rd_emu_entry){n->address + c->offset, n->stag, (uint32_t)len};
	mr = region_of(e, c->s, &part);
	return mr ? locate(e, c->s->of, mr, part.address, len, run) : RDMA_DONE_STATUS_PROTECTION;
}

/* Neither side has an address in this process. */
static struct rd_emu_copied bounce(struct rd_emu *e, uint32_t to, uint64_t to_bus, uint32_t from,
				   uint64_t from_bus, uint64_t len)
{
	char piece[BOUNCE_B];

	for (uint64_t at = 0; at < len; at += sizeof(piece)) {
		uint64_t n = rd_min(len - at, (uint64_t)sizeof(piece));

		if (rd_emu_get(e, from, from_bus + at, piece, n))
			return (struct rd_emu_copied){0, RDMA_DONE_STATUS_MEMORY};
		if (rd_emu_put(e, to, to_bus + at, piece, n))
			return (struct rd_emu_copied){RDMA_DONE_STATUS_MEMORY, 0};
	}
	return (struct rd_emu_copied){0, 0};
}

static struct rd_emu_copied move(struct rd_emu *e, uint32_t to, const struct run *t, uint32_t from,
				 const struct run *f, const char *data)
{
	char *here = rd_emu_reach(e, to, t->bus, t->len);
	const char *there = data ? data : rd_emu_reach(e, from, f->bus, t->len);

	if (there) /* in the order of addresses: a receiver may poll the last word */
		return (struct rd_emu_copied){
			rd_emu_put(e, to, t->bus, there, t->len) ? RDMA_DONE_STATUS_MEMORY : 0, 0};
	if (here)
		return (struct rd_emu_copied){
			0, rd_emu_get(e, from, f->bus, here, t->len) ? RDMA_DONE_STATUS_MEMORY : 0};
	return bounce(e, to, t->bus, from, f->bus, t->len);
}

/* The next bytes that have one address on both sides, `len` at most; how many, or a status. At most
 * one of the sides is of another page, so that one word tells which region is in use. */
static struct rd_emu_copied step(struct rd_emu *e, const struct cursor *to,
				 const struct cursor *from, uint64_t len, uint64_t *did)
{
	struct rd_emu_copied end = {0, 0};
	struct run t = {0, 0}, f = {0, from->s->data ? inline_left(from) : len};
	const struct cursor *other = to->s->of != e->index ? to : from;

	if (other->i < other->s->n)
		enter(e, other->s->of, other->s->entry[other->i].stag >> 8);
	end.to = next(e, to, len, &t);
	if (!end.to && !from->s->data)
		end.from = next(e, from, t.len, &f);
	else if (!end.to && !f.len)
		end.from = RDMA_DONE_STATUS_PROTECTION;
	t.len = rd_min(t.len, f.len);
	if (!end.to && !end.from)
		end = move(e, to->s->of, &t, from->s->of, &f,
			   from->s->data ? from->s->data + from->offset : NULL);
	leave(e);
	*did = t.len;
	return end;
}

struct rd_emu_copied rd_emu_span_copy(struct rd_emu *e, const struct rd_emu_span *to,
				      const struct rd_emu_span *from, uint32_t offset, uint32_t len)
{
	struct cursor t = begin(to, offset), f = begin(from, offset);
	struct rd_emu_copied end = {0, 0};
	uint64_t did;

	for (uint64_t left = len; left && !end.to && !end.from; left -= did) {
		end = step(e, &t, &f, left, &did);
		if (end.to || end.from)
			break;
		advance(&t, did);
		advance(&f, did);
	}
	return end;
}

/* ---- Atomic operations ---- */

/* The processor's own, so that no lock is needed: `p` is aligned. */
static void change64(uint64_t *p, struct rd_emu_atomic *a)
{
	a->old = a->cmp;
	if (a->swap)
		__atomic_compare_exchange_n(p, &a->old, a->arg, 0, __ATOMIC_SEQ_CST,
					    __ATOMIC_SEQ_CST);
	else
		a->old = __atomic_fetch_add(p, a->arg, __ATOMIC_SEQ_CST);
}

static void change32(uint32_t *p, struct rd_emu_atomic *a)
{
	uint32_t old = (uint32_t)a->cmp;

	if (a->swap)
		__atomic_compare_exchange_n(p, &old, (uint32_t)a->arg, 0, __ATOMIC_SEQ_CST,
					    __ATOMIC_SEQ_CST);
	else
		old = __atomic_fetch_add(p, (uint32_t)a->arg, __ATOMIC_SEQ_CST);
	a->old = old;
}

static int lock_some(struct rd_emu *e, uint32_t *lock)
{
	for (uint32_t spins = 1; spins <= LOCK_SPINS; rd_emu_idle(spins++))
		if (!__atomic_load_n(lock, __ATOMIC_RELAXED) && rd_emu_try_lock(e, lock))
			return 1;
	return rd_emu_lock_of_dead(lock, (uint32_t)e->pid);
}

static void change_at(char *p, struct rd_emu_atomic *a)
{
	if (a->half)
		change32((uint32_t *)(void *)p, a);
	else
		change64((uint64_t *)(void *)p, a);
}

/* Without an address here. */
static uint32_t change_far(struct rd_emu *e, uint32_t of, uint64_t bus, struct rd_emu_atomic *a)
{
	uint32_t bytes = a->half ? 4 : 8;
	uint64_t word = 0;

	if (rd_emu_get(e, of, bus, &word, bytes))
		return RDMA_DONE_STATUS_MEMORY;
	a->old = word;
	change_at((char *)&word, a);
	return rd_emu_put(e, of, bus, &word, bytes) ? RDMA_DONE_STATUS_MEMORY : 0;
}

/* Memory outside the arena, which not all processes map: under the lock of its page, also where it
 * is mapped, as ATOMIC descriptors (deliver.c). A holder that is stopped keeps others out as a host
 * that does not answer: their requests are tried again. */
static uint32_t change_locked(struct rd_emu *e, uint32_t of, uint64_t bus, struct rd_emu_atomic *a)
{
	char *p = rd_emu_reach(e, of, bus, a->half ? 4 : 8);
	uint32_t *lock = &e->pages[of].lock, status = 0;

	if (!lock_some(e, lock))
		return RDMA_DONE_STATUS_RETRY;
	if (p)
		change_at(p, a);
	else
		status = change_far(e, of, bus, a);
	rd_emu_unlock(lock);
	return status;
}

static uint32_t change(struct rd_emu *e, uint32_t of, uint64_t bus, struct rd_emu_atomic *a)
{
	uint32_t bytes = a->half ? 4 : 8;
	char *p = rd_emu_in_arena(e, of, bus, bytes);

	if (bus & (bytes - 1))
		return RDMA_DONE_STATUS_REMOTE_REQUEST;
	if (!p)
		return change_locked(e, of, bus, a);
	change_at(p, a);
	return 0;
}

uint32_t rd_emu_span_atomic(struct rd_emu *e, const struct rd_emu_span *s, struct rd_emu_atomic *a)
{
	struct cursor c = begin(s, 0);
	struct run run;
	uint32_t status;

	if (s->entry[0].address & (a->half ? 3 : 7))
		return RDMA_DONE_STATUS_REMOTE_REQUEST;
	enter(e, s->of, s->entry[0].stag >> 8);
	status = next(e, &c, s->entry[0].length, &run);
	if (!status)
		status = change(e, s->of, run.bus, a);
	leave(e);
	return status;
}

/* ---- Commands ---- */

static uint32_t take_attr(struct rd_emu *e, uint64_t *w)
{
	uint64_t shape, lg;

	if (!rd_emu_attr(e, w, RDMA_MR_ATTR_BYTES))
		return RDMA_RESULT_CODE_ADDRESS;
	shape = w[RDMA_MR_ATTR_SHAPE / 8];
	lg = rdma_get(shape, MR_ATTR_SHAPE_PAGE_LG);
	if (w[0] + w[1] < w[0])
		return RDMA_RESULT_CODE_VALUE;
	if (shape & RDMA_MR_ATTR_SHAPE_LIST_MASK && (lg < 12 || lg > 40))
		return RDMA_RESULT_CODE_VALUE;
	if (shape & RDMA_MR_ATTR_SHAPE_WINDOW_MASK &&
	    shape & (rights | RDMA_MR_ATTR_SHAPE_LIST_MASK))
		return RDMA_RESULT_CODE_VALUE;
	if (shape & RDMA_MR_ATTR_SHAPE_LIST_MASK && w[RDMA_MR_ATTR_BUS / 8] & 7)
		return RDMA_RESULT_CODE_ADDRESS;
	return RDMA_RESULT_CODE_OK;
}

uint32_t rd_emu_mr_open(struct rd_emu *e, uint32_t number)
{
	struct rd_emu_mr *mr = mr_of(e, e->index, number);
	uint64_t w[RDMA_MR_ATTR_BYTES / 8], shape;
	uint32_t err;

	if (!mr)
		return RDMA_RESULT_CODE_NUMBER;
	if (mr->word || mr->closing)
		return RDMA_RESULT_CODE_STATE;
	err = take_attr(e, w);
	if (err)
		return err;
	shape = w[RDMA_MR_ATTR_SHAPE / 8];
	if (shape & RDMA_MR_ATTR_SHAPE_WINDOW_MASK)
		w[0] = w[1] = 0;
	mr->address = w[RDMA_MR_ATTR_ADDRESS / 8];
	mr->length = w[RDMA_MR_ATTR_LENGTH / 8];
	mr->bus = w[RDMA_MR_ATTR_BUS / 8];
	mr->windows = mr->parent = 0;
	/* pairs with the acquire of word_of */
	__atomic_store_n(&mr->word, (shape & ~RD_EMU_MR_BOUND) | RD_EMU_MR_OPEN, __ATOMIC_RELEASE);
	return RDMA_RESULT_CODE_OK;
}

/* Windows are closed by other pages, too (SEND_INVALIDATE), so they are counted when it matters. */
static int has_windows(struct rd_emu *e, struct rd_emu_mr *region, uint32_t number)
{
	if (!region->windows)
		return 0;
	for (uint32_t i = 0; i < e->page->rdma.table[RDMA_OBJECT_MR].n; i++) {
		const struct rd_emu_mr *mr = mr_of(e, e->index, i);

		if (mr && word_of(mr) & RD_EMU_MR_BOUND && mr->parent == number + 1)
			return 1;
	}
	region->windows = 0;
	return 0;
}

uint32_t rd_emu_mr_close(struct rd_emu *e, uint32_t number)
{
	struct rd_emu_mr *mr = mr_of(e, e->index, number);

	if (!mr || !(mr->word || mr->closing))
		return RDMA_RESULT_CODE_NUMBER;
	if (has_windows(e, mr, number))
		return RDMA_RESULT_CODE_IN_USE;
	mr->closing = 1;
	__atomic_store_n(&mr->word, 0, __ATOMIC_RELEASE);
	if (rd_emu_others_at_mr(e, number))
		return RDMA_RESULT_CODE_WAIT;
	mr->closing = 0;
	return RDMA_RESULT_CODE_OK;
}

/* ---- Windows ---- */

uint32_t rd_emu_mw_bind(struct rd_emu *e, const struct rd_emu_side *s, const struct rd_emu_bind *b)
{
	uint32_t number = b->window >> 8, parent = b->region >> 8;
	struct rd_emu_mr *mw = mr_of(e, e->index, number), *mr = mr_of(e, e->index, parent);
	uint64_t is = mw ? word_of(mw) : 0, of = mr ? word_of(mr) : 0, pd = s->qp->pd;
	uint64_t may = RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_MASK | RDMA_MR_ATTR_SHAPE_REMOTE_READ_MASK |
		       RDMA_MR_ATTR_SHAPE_REMOTE_ATOMIC_MASK;
	uint64_t writes =
		RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_MASK | RDMA_MR_ATTR_SHAPE_REMOTE_ATOMIC_MASK;

	if (!(is & RD_EMU_MR_OPEN) || !(is & RDMA_MR_ATTR_SHAPE_WINDOW_MASK) ||
	    is & RD_EMU_MR_BOUND || mw->closing || rdma_get(is, MR_ATTR_SHAPE_PD) != pd)
		return RDMA_DONE_STATUS_BIND;
	if (!(of & RD_EMU_MR_OPEN) || of & RDMA_MR_ATTR_SHAPE_WINDOW_MASK ||
	    !(of & RDMA_MR_ATTR_SHAPE_BIND_MASK) || rdma_get(of, MR_ATTR_SHAPE_PD) != pd ||
	    rdma_get(of, MR_ATTR_SHAPE_KEY) != (b->region & 0xff))
		return RDMA_DONE_STATUS_BIND;
	if (b->rights & ~may || !within(mr, b->address, b->length) ||
	    (b->rights & writes && !(of & RDMA_MR_ATTR_SHAPE_WRITE_MASK)))
		return RDMA_DONE_STATUS_BIND;
	if (mw->parent && rd_emu_others_at_mr(e, number)) /* in the region that it had */
		return RDMA_DONE_STATUS_RETRY;
	mw->address = b->address;
	mw->length = b->length;
	mw->parent = parent + 1;
	mw->qp = (uint16_t)s->number;
	mr->windows = 1;
	is &= ~(may | RDMA_MR_ATTR_SHAPE_KEY_MASK);
	__atomic_store_n(&mw->word, is | b->rights | (b->window & 0xff) | RD_EMU_MR_BOUND,
			 __ATOMIC_RELEASE);
	return 0;
}

int rd_emu_mw_invalidate(struct rd_emu *e, const struct rd_emu_side *s, uint32_t stag)
{
	struct rd_emu_mr *mw = mr_of(e, s->of, stag >> 8);
	uint64_t is = mw ? word_of(mw) : 0;

	if (!(is & RD_EMU_MR_OPEN) || !(is & RD_EMU_MR_BOUND) || mw->qp != s->number ||
	    rdma_get(is, MR_ATTR_SHAPE_KEY) != (stag & 0xff))
		return 0;
	return __atomic_compare_exchange_n(&mw->word, &is,
					   is & ~(RD_EMU_MR_BOUND | (uint64_t)rights), 0,
					   __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}
