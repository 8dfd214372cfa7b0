/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Windows on ring cards (card.h). Called by put.c, accumulate.c and target.c for operations, by
 * passive.c and sync.c for completion; below are btl_fpga/remote.h, and op.c for requests.
 */
#include "rma/card.h"

#include "base/clock.h"
#include "btl_fpga/qp.h"
#include "btl_fpga/remote.h"
#include "coll/coll.h"
#include "datatype/pack.h"
#include "rma/am.h"
#include "rma/lock.h"
#include "runtime/progress.h"
#include "runtime/wait.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

enum { BLOCKS = 32 }; /* of a target's data, moved one by one */

/* The own memory. */
struct rd_rma_card {
	struct rd_exposed exposed;
};

/* The memory of a target. */
struct rd_rma_far {
	struct rd_ep *ep;
	struct rd_remote_memory memory; /* not used: not exposed */
	int locks;
	struct rd_remote_at lock; /* the lock word, if `locks` */
};

/* ---- Waiting ---- */

struct call {
	struct rd_remote r;
	int over, err;
};

static void call_over(struct rd_remote *r, int err)
{
	struct call *call = rd_container(r, struct call, r);

	call->over = 1;
	call->err = err;
}

static void call_begin(struct call *call, const struct rd_remote *what)
{
	*call = (struct call){.r = *what};
	call->r.done = call_over;
	rd_remote_begin(&call->r);
}

/* Waits for the end of the operation: 0 or its error. */
static int call_end(const struct call *call)
{
	struct rd_wait wait = RD_WAIT_INIT;

	while (!call->over)
		rd_progress_wait(&wait);
	return call->err;
}

static int call_card(const struct rd_remote *what)
{
	struct call call;

	call_begin(&call, what);
	return call_end(&call);
}

/* Ends all: 0 or the first error. */
static int call_end_all(const struct call *call, int n)
{
	int first = 0;

	for (int i = 0; i < n; i++) {
		int err = call_end(&call[i]);

		if (!first)
			first = err;
	}
	return first;
}

/* ---- The own window ---- */

/* Members by the way to them: `direct` change this one's memory by instructions, and it theirs, it
 * is one of them itself; `near` are those that need no message. */
struct ways {
	int direct, near;
};

static void count(const struct rd_win *win, struct rd_win_peer *peer, void *arg)
{
	struct ways *ways = arg;

	(void)win;
	ways->direct += peer->direct;
	ways->near += peer->direct || peer->proc;
}

static void not_on_card(const char *why)
{
	rd_coll_refused("window", why);
}

/* 1: some of it is exposed. */
static int expose(struct rd_win *win, struct rd_rma_card *card, int atomics)
{
	struct rd_remote_own own = {win->base, (uint64_t)win->size, atomics, win->memory.place};
	const char *why = NULL;

	if (!win->size)
		return 0;
	if (win->flavor == MPI_WIN_FLAVOR_DYNAMIC) {
		not_on_card("its memory is attached later");
		return 0;
	}
	if (rd_remote_expose(win->comm->p2p.id, &own, &card->exposed, &why)) {
		not_on_card(why);
		return 0;
	}
	if (why)
		not_on_card(why);
	if (!card->exposed.stag)
		not_on_card("queue pairs: the card has none");
	if (!atomics)
		not_on_card("accumulates: processes of the node share its memory");
	else if (!card->exposed.atomic)
		not_on_card("accumulates: no second region of the card is free");
	return 1;
}

_Static_assert(sizeof(struct rd_rma_lockword) <= RD_REMOTE_NICHE_B, "fits a niche");

struct rd_rma_lockword *rd_rma_card_lockword(struct rd_win *win, struct rd_remote_niche *name)
{
	void *niche = rd_remote_works() ? rd_remote_niche_open(win->comm->p2p.id) : NULL;

	win->memory.lockword_niche = niche != NULL;
	if (niche)
		*name = rd_remote_niche_name(niche);
	return niche;
}

int rd_rma_card_lends(void)
{
	return rd_remote_works() && rd_remote_lends();
}

int rd_rma_card_has_lent(const struct rd_win *win)
{
	return win->card && win->card->exposed.lent;
}

void rd_rma_card_open(struct rd_win *win)
{
	struct ways ways = {0, 0};
	struct rd_rma_card *card;

	if (!rd_remote_works())
		return;
	rd_win_peers_visit(win, count, &ways);
	if (ways.near == win->comm->size) {
		if (win->comm->size > 1)
			not_on_card("its ranks share the memory of a host");
		return;
	}
	if (!win->memory.lockword_niche)
		not_on_card("locks: no niche of the arena is free");
	card = malloc(sizeof(*card));
	if (!card)
		return; /* messages do it */
	*card = (struct rd_rma_card){.exposed.entry = -1};
	if (expose(win, card, ways.direct <= 1))
		win->card = card;
	else
		free(card);
}

/* A member that was not met at the end may still change the niche. */
static void hide_lock(struct rd_win *win)
{
	if (!win->memory.lockword_niche)
		return;
	rd_remote_niche_close(win->lock.word, !win->memory.lost);
	win->memory.lockword_niche = 0;
	win->lock.word = NULL;
}

void rd_rma_card_close(struct rd_win *win)
{
	hide_lock(win);
	if (!win->card)
		return;
	rd_remote_hide(&win->card->exposed);
	free(win->card);
	win->card = NULL;
}

int rd_rma_card_type(const struct rd_type *basic)
{
	return basic->size == sizeof(uint64_t) && rd_rma_cas_ok(basic);
}

int rd_rma_card_shut(const struct rd_win *win, const struct rd_type *basic)
{
	if (!win->card->exposed.atomic || !rd_rma_card_type(basic))
		return 0;
	rd_remote_exclude(&win->card->exposed);
	return 1;
}

void rd_rma_card_admit(const struct rd_win *win)
{
	rd_remote_admit(&win->card->exposed);
}

/* ---- Targets ---- */

void rd_rma_card_forget(struct rd_win_peer *peer)
{
	free(peer->card.far);
}

static struct rd_rma_far *far_new(struct rd_ep *ep, uint32_t id)
{
	const struct rd_remote_memory *memory;
	struct rd_remote_table table;
	struct rd_remote r;
	struct rd_rma_far now = {.ep = ep}, *far;

	rd_remote_ask(&r, ep, &table);
	if (call_card(&r))
		return NULL;
	memory = rd_remote_find(&table, id);
	if (memory)
		now.memory = *memory;
	now.locks = !rd_remote_niche_find(&table, ep, id, &now.lock);
	far = memory || now.locks ? malloc(sizeof(*far)) : NULL;
	if (far)
		*far = now;
	return far;
}

/* Reads where its memory is. Another thread may do so meanwhile. */
static void look_up(struct rd_win *win, struct rd_win_peer *peer)
{
	struct rd_rma_far *far = NULL;
	struct rd_ep *ep = NULL;

	if (rd_remote_works())
		ep = rd_peer_ep(rd_comm_world_rank(win->comm, peer->rank));
	if (ep && rd_remote_reaches(ep))
		far = far_new(ep, win->comm->p2p.id);
	if (peer->card.known)
		free(far);
	else
		peer->card.far = far;
	peer->card.known = 1;
}

/* NULL: it is not reached by the card. */
static const struct rd_rma_far *far_of(struct rd_win *win, struct rd_win_peer *peer)
{
	if (rd_unlikely(!peer->card.known) && !peer->proc && !peer->direct)
		look_up(win, peer);
	return peer->card.far;
}

/* Likewise; NULL also if its memory is not. */
static const struct rd_rma_far *memory_of(struct rd_win *win, struct rd_win_peer *peer)
{
	const struct rd_rma_far *far = far_of(win, peer);

	return far && far->memory.used ? far : NULL;
}

/* ---- Put, get ---- */

struct card_op {
	struct rd_remote r;
	struct rd_rma_op *op;
};

/* The blocks at the target, which are its addresses there, and the data here as one block. */
struct transfer {
	enum rd_remote_kind kind;
	uint32_t stag; /* by the queue pair; 0: by descriptors */
	struct iovec block[BLOCKS + 1];
	int n;
	char *local;
};

static void over(struct rd_remote *r, int err)
{
	struct card_op *o = rd_container(r, struct card_op, r);
	struct rd_rma_op *op = o->op;

	free(o);
	if (!op->err)
		op->err = err;
	op->peer->card.pending -= !--op->blocks;
	rd_req_adopted(&op->req);
}

static struct rd_remote_at place(const struct rd_remote_at *first, uint64_t at)
{
	return (struct rd_remote_at){first->offset + at, first->key, first->region};
}

static int begin_block(struct rd_rma_op *op, const struct rd_rma_far *far, const struct transfer *t,
		       const struct iovec *there, char *here)
{
	struct card_op *o = malloc(sizeof(*o));

	if (!o)
		return RD_ENOMEM;
	o->r = (struct rd_remote){
		.kind = t->kind,
		.ep = far->ep,
		.stag = t->stag,
		.at = t->stag ? (struct rd_remote_at){.offset = (uintptr_t)there->iov_base}
			      : place(&far->memory.data, (uintptr_t)there->iov_base),
		.local = here,
		.len = there->iov_len,
		.done = over,
	};
	o->op = op;
	op->req.children++; /* until `over` */
	op->peer->card.pending += !op->blocks++;
	rd_remote_begin(&o->r);
	return 0;
}

/* 0: the data at the target has more blocks than the card is asked for one by one. */
static int find_blocks(const struct rd_rma_call *c, uint64_t at, uint64_t bytes, struct transfer *t)
{
	struct rd_iter it;
	uint64_t sum = 0;

	rd_iter_init(&it, (void *)(uintptr_t)at, c->tcount, c->ttype);
	t->n = rd_iter_iov(&it, t->block, BLOCKS + 1, bytes);
	for (int i = 0; i < t->n; i++)
		sum += t->block[i].iov_len;
	return t->n <= BLOCKS && sum == bytes;
}

/* Memory for the data here if it has several blocks, of which a put copies them. */
static int find_local(const struct rd_rma_call *c, uint64_t bytes, struct transfer *t,
		      struct rd_rma_op *op)
{
	int reads = t->kind == RD_REMOTE_READ;
	struct rd_iter it;

	t->local = reads ? rd_type_block(c->result, c->rcount, c->rtype)
			 : rd_type_block(c->origin, c->ocount, c->otype);
	if (t->local)
		return 0;
	t->local = op->packed = malloc(bytes);
	if (!t->local)
		return RD_ENOMEM;
	op->rtype = reads ? c->rtype : c->otype;
	rd_type_hold(op->rtype);
	if (reads) {
		op->packed_b = bytes;
		op->result = c->result;
		op->rcount = c->rcount;
		return 0;
	}
	rd_iter_init(&it, c->origin, c->ocount, c->otype);
	rd_iter_pack(&it, t->local, bytes);
	return 0;
}

static void will_read(struct rd_rma_op *op, const struct transfer *t)
{
	uint64_t from = UINT64_MAX, to = 0;

	for (int i = 0; i < t->n; i++) {
		uint64_t at = (uintptr_t)t->block[i].iov_base;

		from = rd_min(from, at);
		to = rd_max(to, at + t->block[i].iov_len);
	}
	rd_rma_op_reads(op, from, to);
}

static int begin(const struct rd_rma_call *c, struct rd_win_peer *peer,
		 const struct rd_rma_far *far, struct transfer *t, uint64_t bytes)
{
	struct rd_rma_op *op = rd_rma_op_new(c->win, peer);
	char *here;
	int err;

	if (!op)
		return RD_ENOMEM;
	err = find_local(c, bytes, t, op);
	here = t->local;
	if (t->kind == RD_REMOTE_READ)
		will_read(op, t);
	for (int i = 0; !err && i < t->n; here += t->block[i++].iov_len)
		err = begin_block(op, far, t, &t->block[i], here);
	if (err)
		rd_rma_op_give_up(op);
	else
		rd_rma_op_begin(op, c->req);
	return err;
}

/* Short puts by the queue pair, which need no flush behind them; so do all where the memory has no
 * region. Descriptors are quicker for others: they move them in place, and READs without a request
 * in memory (docs/measurements.md, M-302). 0: neither can. */
static int find_way(const struct rd_rma_far *far, uint64_t bytes, struct transfer *t)
{
	int has_region = far->memory.data.region != 0;
	int is_short = t->kind == RD_REMOTE_WRITE && bytes <= RD_QP_SLOT_B;

	t->stag = 0;
	if (!far->memory.stag || (has_region && !is_short))
		return has_region;
	if (rd_likely(rd_qp_is_up(far->ep)))
		t->stag = far->memory.stag;
	else
		not_on_card(rd_qp_why(far->ep));
	return t->stag || has_region;
}

int rd_rma_card_put(const struct rd_rma_call *c, struct rd_win_peer *peer, uint64_t at,
		    uint64_t bytes)
{
	const struct rd_rma_far *far = memory_of(c->win, peer);
	struct transfer t;

	t.kind = RD_REMOTE_WRITE;
	if (!far || !find_way(far, bytes, &t) || !find_blocks(c, at, bytes, &t))
		return RD_ENOTSUP;
	peer->card.puts += !t.stag;
	rd_win_touch(c->win, peer);
	return begin(c, peer, far, &t, bytes);
}

int rd_rma_card_get(const struct rd_rma_call *c, struct rd_win_peer *peer, uint64_t at,
		    uint64_t bytes)
{
	const struct rd_rma_far *far = memory_of(c->win, peer);
	struct transfer t;

	t.kind = RD_REMOTE_READ;
	if (!far || rd_rma_has_changes(peer) || !find_way(far, bytes, &t) ||
	    !find_blocks(c, at, bytes, &t))
		return RD_ENOTSUP;
	return begin(c, peer, far, &t, bytes);
}

/* ---- Accumulates ---- */

int rd_rma_card_atomic(struct rd_win *win, struct rd_win_peer *peer, uint64_t at,
		       const void *operand, const void *expected, void *old)
{
	const struct rd_rma_far *far = memory_of(win, peer);
	struct rd_remote r = {.kind = expected ? RD_REMOTE_SWAP : RD_REMOTE_ADD};
	uint64_t was = 0;
	int err;

	if (!far || !far->memory.atomic.region || rd_rma_has_changes(peer) ||
	    peer->pending > peer->card.pending)
		return RD_ENOTSUP;
	r.ep = far->ep;
	r.at = place(&far->memory.atomic, at);
	r.local = &was;
	if (r.at.offset % sizeof(was))
		return RD_ENOTSUP;
	if (operand)
		memcpy(&r.operand, operand, sizeof(r.operand));
	if (expected)
		memcpy(&r.expected, expected, sizeof(r.expected));
	err = call_card(&r);
	if (!err && old)
		memcpy(old, &was, sizeof(was));
	return err;
}

/* ---- Locks ---- */

/* A lock that is being taken. */
struct taking {
	const struct rd_rma_far *far;
	int exclusive, starving;
	uint64_t seen; /* `far` as last seen */
};

/* Of the field at `field` of the lock word. */
static struct rd_remote on_lock(const struct rd_rma_far *far, enum rd_remote_kind kind,
				size_t field, void *local)
{
	struct rd_remote r = {.kind = kind, .ep = far->ep, .at = far->lock, .local = local};

	r.at.offset += field;
	return r;
}

static struct rd_remote addition(const struct rd_rma_far *far, uint64_t n, uint64_t *was)
{
	struct rd_remote r =
		on_lock(far, RD_REMOTE_ADD, offsetof(struct rd_rma_lockword, far), was);

	r.operand = n;
	return r;
}

static int add_far(const struct rd_rma_far *far, uint64_t n, uint64_t *was)
{
	struct rd_remote r = addition(far, n, was);

	return call_card(&r);
}

/* How both sides stand. */
struct stand {
	uint32_t word, starving;
	uint64_t far;
};
#define SAME_PLACE(field) \
	_Static_assert(offsetof(struct stand, field) == offsetof(struct rd_rma_lockword, field), \
		       #field)
SAME_PLACE(word);
SAME_PLACE(starving);
SAME_PLACE(far);

static int look(const struct rd_rma_far *far, struct stand *now)
{
	struct rd_remote r = on_lock(far, RD_REMOTE_READ, 0, now);

	r.len = sizeof(*now);
	return call_card(&r);
}

static int bars(const struct taking *t, uint64_t state)
{
	return rd_lock_bars(state, t->exclusive, t->starving);
}

/* An exclusive one only in place of the value seen: others come and go as shared ones. */
static int enter(struct taking *t)
{
	uint64_t held = rd_lock_held(t->exclusive), was;
	struct rd_remote r =
		on_lock(t->far, RD_REMOTE_SWAP, offsetof(struct rd_rma_lockword, far), &was);
	int err;

	if (!t->exclusive)
		return add_far(t->far, held, &t->seen);
	r.expected = t->seen;
	r.operand = t->seen + held;
	err = call_card(&r);
	if (!err && was != t->seen)
		err = RD_EAGAIN;
	return err;
}

/* RD_EAGAIN: others have it. */
static int take(struct taking *t)
{
	uint64_t held = rd_lock_held(t->exclusive), was;
	struct stand now = {0};
	int err = enter(t);

	if (err)
		return err;
	if (bars(t, t->seen))
		err = RD_EAGAIN;
	if (!err)
		err = look(t->far, &now);
	if (!err && bars(t, rd_lock_state(now.word, now.starving)))
		err = RD_EAGAIN;
	if (err)
		add_far(t->far, -held, &was);
	return err;
}

/* The same, if it looks free. */
static int take_free(struct taking *t)
{
	struct stand now;
	int err = look(t->far, &now);

	if (err)
		return err;
	t->seen = now.far;
	if (bars(t, now.far) || bars(t, rd_lock_state(now.word, now.starving)))
		return RD_EAGAIN;
	return take(t);
}

static void pause_for(uint64_t ns, struct rd_wait *wait)
{
	uint64_t since = rd_clock_ns();

	do
		rd_progress_wait(wait);
	while (rd_clock_ns() - since < ns);
}

/* Nobody tells this process that it is free. */
static int take_later(struct rd_win *win, struct taking *t)
{
	uint64_t ns = rd_wait_table.fpga.pause_ns, was;
	struct rd_wait wait = RD_WAIT_INIT;
	int tries = 0, err = RD_EAGAIN;

	win->lock.waits++;
	win->lock.waits_at = NULL;
	rd_rma_attend(win);
	while (err == RD_EAGAIN) {
		pause_for(ns, &wait);
		ns = rd_min(2 * ns, rd_wait_table.fpga.pause_most_ns);
		if (rd_win_is_broken(win)) {
			err = RD_EPROC;
			break;
		}
		if (++tries == rd_wait_table.rma.card_tries)
			t->starving = !add_far(t->far, RD_LOCK_STARVES, &was);
		err = take_free(t);
	}
	if (t->starving)
		add_far(t->far, -RD_LOCK_STARVES, &was);
	win->lock.waits--;
	return err;
}

int rd_rma_card_lock(struct rd_win *win, struct rd_win_peer *peer, int exclusive)
{
	struct taking t = {.far = far_of(win, peer), .exclusive = exclusive};
	int err;

	if (!t.far || !t.far->locks)
		return RD_ENOTSUP;
	err = take(&t);
	return err == RD_EAGAIN ? take_later(win, &t) : err;
}

int rd_rma_card_unlock(struct rd_win_peer *const *peer, int n, int exclusive)
{
	struct call call[RD_RMA_ABREAST];
	uint64_t was[RD_RMA_ABREAST];

	for (int i = 0; i < n; i++) {
		struct rd_remote r =
			addition(peer[i]->card.far, -(uint64_t)rd_lock_held(exclusive), &was[i]);

		call_begin(&call[i], &r);
	}
	return call_end_all(call, n);
}

/* ---- Completion ---- */

/* For all of them at once, up to RD_RMA_ABREAST. */
static int place_puts(struct rd_win_peer *const *peer, int n)
{
	struct call call[RD_RMA_ABREAST];
	uint32_t puts[RD_RMA_ABREAST];
	int err;

	for (int i = 0; i < n; i++) {
		struct rd_remote r = {.kind = RD_REMOTE_FLUSH, .ep = peer[i]->card.far->ep};

		puts[i] = peer[i]->card.puts;
		call_begin(&call[i], &r);
	}
	err = call_end_all(call, n);
	/* Another thread's flush, of more of them, may have ended before. */
	for (int i = 0; i < n; i++)
		if ((int32_t)(puts[i] - peer[i]->card.placed) > 0)
			peer[i]->card.placed = puts[i];
	return err;
}

int rd_rma_card_await(struct rd_win_peer *peer)
{
	struct rd_wait wait = RD_WAIT_INIT;
	int err = rd_rma_card_has_puts(peer) ? place_puts(&peer, 1) : 0;

	while (rd_unlikely(peer->card.pending))
		rd_progress_wait(&wait);
	return err;
}

/* Up to RD_RMA_ABREAST targets of puts that are not placed; how many. */
static int written(const struct rd_win *win, struct rd_win_peer **peer)
{
	struct rd_list *link;
	int n = 0;

	rd_list_for (link, &win->members.touched) {
		peer[n] = rd_container(link, struct rd_win_peer, touched);
		if (rd_rma_card_has_puts(peer[n]) && ++n == RD_RMA_ABREAST)
			break;
	}
	return n;
}

/* While it waits another thread may change the list: the search starts again. */
int rd_rma_card_flush_all(struct rd_win *win)
{
	struct rd_win_peer *peer[RD_RMA_ABREAST];
	int first = 0, n;

	while ((n = written(win, peer))) {
		int err = place_puts(peer, n);

		for (int i = 0; i < n; i++) {
			int late = rd_rma_card_await(peer[i]);

			if (!err)
				err = late;
		}
		if (!first)
			first = err;
	}
	return first;
}
