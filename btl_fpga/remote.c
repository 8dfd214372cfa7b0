/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations on memory of other ranks (remote.h). Called by rma/card.c, and by btl.c for progress;
 * below are page.c, region.c, and tx.c for short WRITEs.
 *
 * READs and ATOMICs go to the streams RD_PAGE_READER and the next, a reader each:
 *
 *     FREE -> ASKED  a descriptor was handed over, the stream has another epoch
 *     ASKED -> FREE  the record of the stream: data, or a reason that is final
 *     ASKED -> AGAIN the place is taken (BUSY), the owner excludes ATOMICs (REGION), or no answer
 *     AGAIN -> ASKED after a pause that doubles
 *
 * Invariants:
 *  1. An operation is in `waiting` until all of it was handed to the card; then readers have it, or
 *     it is a WRITE in place, in `writing`, until its last descriptor is done.
 *  2. While an ATOMIC is with a rank, no other reader is: so a notice BUSY, which does not name the
 *     stream, is for that ATOMIC and no other, and none is done twice.
 *  3. A reader that is given up closes its stream before its memory goes back to the program. One
 *     whose operation was cancelled has no memory of the program, and waits for the record: cells
 *     that the other card still sends must not meet another use of the stream.
 */
#include "btl_fpga/remote.h"

#include <string.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "btl_fpga/fpga.h"
#include "btl_fpga/qp.h"
#include "runtime/job.h"
#include "runtime/wait.h"

#define PIECE_B (1u << 30) /* bytes of one WRITE */
#define LOCAL_ACCESS (RN_REGION_ACCESS_READ_MASK | RN_REGION_ACCESS_WRITE_MASK)

enum state { FREE, ASKED, AGAIN };

static struct reader {
	struct rd_page_op op;
	enum state state;
	struct rd_remote *r;
	uint64_t at, len; /* bytes of r */
	int region;       /* that holds its memory; -1: the landing in the arena */
	uint64_t offset;  /* there */
	uint32_t epoch;
	uint64_t since_ns; /* ASKED: of the first look, 0 before it; AGAIN: when it is asked */
	uint64_t pause_ns;
} readers[RD_PAGE_READERS];

static struct rd_remote left[RD_PAGE_READERS]; /* in place of operations that were cancelled */
static struct rd_list waiting, writing;
static int again; /* readers that are AGAIN */
static uint64_t flushes;

#define for_readers(x) for (struct reader *x = readers; x < readers + RD_PAGE_READERS; x++)

static struct rd_fpga_ep *ep_of(const struct rd_remote *r)
{
	return rd_fpga_ep(r->ep);
}

static unsigned stream_of(const struct reader *x)
{
	return RD_PAGE_READER + (unsigned)(x - readers);
}

static char *landing(const struct reader *x)
{
	return rd_page.card->arena + rd_page.map.landing +
	       (size_t)(x - readers) * RD_REMOTE_SHORT_B;
}

int rd_remote_works(void)
{
	return rd_fpga.eps && rd_page.reads && rd_page.card->pin;
}

int rd_remote_lends(void)
{
	return rd_page.card->lend != NULL;
}

int rd_remote_reaches(const struct rd_ep *ep)
{
	return ep->btl == &rd_btl_fpga && rd_remote_works();
}

static struct rd_remote *left_of(const struct reader *x)
{
	return &left[x - readers];
}

static int is_left(const struct reader *x)
{
	return x->r == left_of(x);
}

static void ignore(struct rd_remote *r, int err)
{
	(void)r, (void)err;
}

static int give_in(struct rd_remote *r, int status)
{
	(void)r, (void)status;
	return 0;
}

static int is_atomic(const struct rd_remote *r)
{
	return r->kind == RD_REMOTE_ADD || r->kind == RD_REMOTE_SWAP;
}

static void finish(struct rd_remote *r, int err)
{
	rd_list_remove(&r->link);
	r->done(r, err);
}

/* A descriptor to the rank has failed: as with messages. */
static void failed(struct rd_fpga_ep *ep, int status)
{
	if (status && !ep->down)
		ep->op.done(&ep->op, status);
}

/* ---- WRITE ---- */

/* From the start: all of the operation is in `waiting` again. */
static void restart(struct rd_remote *r)
{
	r->handed = r->have = 0;
	rd_list_remove(&r->link);
	rd_list_append(r->kind == RD_REMOTE_WRITE ? waiting.next : &waiting, &r->link);
}

/* FLUSHes that are under way: one of the WRITEs to the rank is not placed. */
static void flush_again(const struct rd_ep *ep)
{
	for_readers(x)
	{
		if (x->r && x->r->ep == ep && x->r->kind == RD_REMOTE_FLUSH)
			x->r->restarts = 1;
	}
}

/* The last descriptor is done. Memory that cannot be read although it could be pinned is copied. */
static void written(struct rd_page_op *op, int status)
{
	struct rd_remote *r = rd_container(op, struct rd_remote, op);
	struct rd_fpga_ep *ep = ep_of(r);

	rd_page_op_end(&r->op);
	rd_region_put(r->region);
	r->region = -1;
	if (status == RN_DMA_STATUS_READ_ERROR && !ep->down) {
		r->copied = 1;
		flush_again(r->ep);
		restart(r);
		return;
	}
	finish(r, status || ep->down ? RD_EPROC : 0);
	failed(ep, status);
}

static void write_piece(struct rd_remote *r)
{
	struct rd_fpga_ep *ep = ep_of(r);
	uint64_t n = rd_min(r->len - r->handed, (uint64_t)PIECE_B);
	uint64_t offset = (uintptr_t)r->local - rd_page.region[r->region].base;
	int last = r->handed + n == r->len;
	uint64_t *d = rd_page_next(last ? &r->op : &ep->op);

	d[RN_DESCRIPTOR_CTL / 8] = rd_desc_ctl(RN_DMA_OP_WRITE, ep->addr.node, (uint32_t)n,
					       last ? RN_DESCRIPTOR_CTL_COMPLETE_MASK : 0);
	d[RN_DESCRIPTOR_REMOTE / 8] =
		rd_desc_remote(r->at.key, ep->addr.page, r->at.region, r->at.offset + r->handed);
	d[RN_DESCRIPTOR_LOCAL / 8] =
		rd_desc_local((unsigned)r->region, offset + r->handed) | rd_desc_key(r->at.key);
	r->handed += n;
}

/* The rank has failed: a NOP, which is done after the descriptors before it. */
static void write_end(struct rd_remote *r)
{
	uint64_t *d = rd_page_next(&r->op);

	d[RN_DESCRIPTOR_CTL / 8] =
		rd_desc_ctl(RN_DMA_OP_NOP, 0, 0, RN_DESCRIPTOR_CTL_COMPLETE_MASK);
	r->handed = r->len;
}

/* Copied through staging; done when the last piece is there. */
static int write_short(struct rd_remote *r)
{
	while (r->handed < r->len) {
		uint64_t n = rd_min(r->len - r->handed, (uint64_t)RD_REMOTE_SHORT_B);

		if (rd_fpga_write(ep_of(r), r->at.region, r->at.key, r->at.offset + r->handed,
				  (const char *)r->local + r->handed, (uint32_t)n))
			break;
		r->handed += n;
	}
	rd_page_go(); /* also of the first pieces: those free the staging */
	if (r->handed < r->len)
		return 0;
	finish(r, 0);
	return 1;
}

/* Holds a region for the memory. RD_EAGAIN, RD_ENOTSUP: it is copied. */
static int pin(struct rd_remote *r)
{
	uint64_t offset;
	int region = rd_region_hold(r->local, r->len, LOCAL_ACCESS, &offset);

	if (region < 0)
		return region;
	r->op.done = written;
	if (rd_page_op_begin(&r->op)) {
		rd_region_put(region);
		return RD_ENOTSUP;
	}
	r->region = region;
	return 0;
}

static int write_on(struct rd_remote *r)
{
	int err = 0;

	if (r->region < 0 && !r->copied)
		err = r->len <= RD_REMOTE_SHORT_B ? RD_ENOTSUP : pin(r);
	if (err == RD_EAGAIN)
		return 0;
	r->copied |= err != 0;
	if (r->copied)
		return write_short(r);
	while (r->handed < r->len && rd_page_room(1))
		if (rd_unlikely(ep_of(r)->down))
			write_end(r);
		else
			write_piece(r);
	rd_page_go();
	if (r->handed < r->len)
		return 0;
	rd_list_remove(&r->link);
	rd_list_append(&writing, &r->link);
	return 1;
}

/* ---- READ, ATOMIC ---- */

static int steps(void);

static void give_up(struct reader *x)
{
	unsigned s = stream_of(x);

	rd_page.streams[s] = NULL;
	rd_page.given_up[s] = (uint32_t)(x->op.cookie >> 32);
	rd_card_write(rd_page.card, RN_STREAM_CONTROL + s * RN_STREAM_CONTROL_STEP, 0);
}

static void set_state(struct reader *x, enum state state)
{
	again += (state == AGAIN) - (x->state == AGAIN);
	x->state = state;
}

static void release(struct reader *x)
{
	struct rd_remote *r = x->r;

	if (x->region >= 0)
		rd_region_put(x->region);
	x->region = -1;
	x->r = NULL;
	set_state(x, FREE);
	r->flying--;
}

static void try_again(struct reader *x)
{
	if (rd_unlikely(is_left(x))) {
		release(x);
		return;
	}
	x->since_ns = rd_clock_ns() + x->pause_ns;
	x->pause_ns = rd_min(2 * x->pause_ns, rd_wait_table.fpga.pause_most_ns);
	set_state(x, AGAIN);
}

static uint64_t ctl_of(const struct reader *x)
{
	const struct rd_remote *r = x->r;
	unsigned op = is_atomic(r) ? RN_DMA_OP_ATOMIC : RN_DMA_OP_READ;
	unsigned tag = stream_of(x) | (r->kind == RD_REMOTE_SWAP) << 3;

	return rd_desc_ctl(op, ep_of(r)->addr.node, (uint32_t)x->len,
			   (uint64_t)x->epoch << RN_DESCRIPTOR_CTL_EPOCH_LSB |
				   (uint64_t)tag << RN_DESCRIPTOR_CTL_TAG_LSB);
}

/* There is room for a descriptor. */
static void ask(struct reader *x)
{
	const struct rd_remote *r = x->r;
	uint64_t *d = rd_page_next(NULL);

	x->epoch = (x->epoch + 1) & 15;
	x->since_ns = 0;
	set_state(x, ASKED);
	rd_page.streams[stream_of(x)] = &x->op;
	d[RN_DESCRIPTOR_COOKIE / 8] = rd_page_stream_cookie(stream_of(x), &x->op);
	d[RN_DESCRIPTOR_CTL / 8] = ctl_of(x);
	d[RN_DESCRIPTOR_REMOTE / 8] =
		rd_desc_remote(r->at.key, ep_of(r)->addr.page, r->at.region, r->at.offset + x->at);
	d[RN_DESCRIPTOR_LOCAL / 8] =
		(x->region < 0 ? rd_desc_local(0, (uint64_t)(landing(x) - rd_page.card->arena))
			       : rd_desc_local((unsigned)x->region, x->offset + x->at)) |
		rd_desc_key(r->at.key);
	if (is_atomic(r)) {
		d[RN_DESCRIPTOR_LOCAL_STRIDE / 8] = r->operand;
		d[RN_DESCRIPTOR_REMOTE_STRIDE / 8] = r->expected;
	}
	rd_page_go();
}

/* Ends the operation when nothing of it is under way any more. */
static void settle(struct rd_remote *r)
{
	if (r->flying)
		return;
	if (r->err || r->have == r->len) {
		finish(r, r->err);
	} else if (r->restarts) {
		r->restarts = 0;
		restart(r);
	}
}

static void refused(const struct reader *x, int status)
{
	if (x->r->refused || status == RN_DMA_STATUS_OFF || status == RN_DMA_STATUS_DEAD ||
	    ep_of(x->r)->down)
		return;
	rd_error("card %d: card %d refuses access to memory of rank %d: %s (status %d)",
		 rd_page.card->place.node, ep_of(x->r)->addr.node, x->r->ep->rank,
		 rd_page_why((unsigned)status), status);
}

/* The word that this rank has written there; a READ can overtake a WRITE. */
static int is_flushed(const struct reader *x)
{
	uint64_t word;

	memcpy(&word, landing(x), sizeof(word));
	return (int64_t)(word - x->r->operand) >= 0;
}

/* Of its own memory: that could be pinned, but not written. */
static int is_local_error(const struct reader *x, int status)
{
	return status == RN_DMA_STATUS_WRITE_ERROR && x->region >= 0;
}

static int is_for_again(const struct reader *x, int status)
{
	struct rd_remote *r = x->r;

	if (!status)
		return r->kind == RD_REMOTE_FLUSH && !is_flushed(x);
	if (status == RN_DMA_STATUS_BUSY)
		return 1;
	if (status == RN_DMA_STATUS_DEAD || is_local_error(x, status))
		return 0;
	return r->refused ? r->refused(r, status) : is_atomic(r) && status == RN_DMA_STATUS_REGION;
}

static void arrived(struct rd_page_op *op, int status)
{
	struct reader *x = rd_container(op, struct reader, op);
	struct rd_remote *r = x->r;
	struct rd_fpga_ep *ep;

	if (is_for_again(x, status)) {
		try_again(x);
		return;
	}
	if (is_local_error(x, status)) {
		r->copied = r->restarts = 1;
		status = 0;
		x->len = 0;
	}
	if (r->kind == RD_REMOTE_FLUSH && r->restarts)
		x->len = 0;
	if (!status && x->region < 0 && r->kind != RD_REMOTE_FLUSH && !is_left(x))
		memcpy((char *)r->local + x->at, landing(x), x->len);
	if (status)
		refused(x, status);
	if (status && !r->err)
		r->err = RD_EPROC;
	r->have += x->len;
	ep = ep_of(r);
	release(x);
	settle(r);
	if (status == RN_DMA_STATUS_DEAD)
		failed(ep, status);
	steps();
}

/* 1: a reader may go to the rank. */
static int may_ask(const struct rd_remote *r)
{
	for_readers(x) if (x->r && x->r->ep == r->ep && (is_atomic(r) || is_atomic(x->r))) return 0;
	return 1;
}

static struct reader *free_reader(void)
{
	for_readers(x) if (x->state == FREE) return x;
	return NULL;
}

/* In place above RD_REMOTE_SHORT_B, if the card reaches the memory. RD_EAGAIN. */
static int find_memory(struct reader *x, const struct rd_remote *r)
{
	uint64_t rest = r->len - r->handed;

	x->region = r->copied || r->by_copy || r->len <= RD_REMOTE_SHORT_B
			    ? RD_ENOTSUP
			    : rd_region_hold(r->local, r->len, LOCAL_ACCESS, &x->offset);
	if (x->region == RD_EAGAIN) {
		x->region = -1;
		return RD_EAGAIN;
	}
	x->region = rd_max(x->region, -1);
	x->len = rd_min(rest, (uint64_t)(x->region < 0 ? RD_REMOTE_SHORT_B : RN_READ_MAX));
	return 0;
}

static int begin_reader(struct rd_remote *r)
{
	struct reader *x = free_reader();

	if (!x || !may_ask(r) || !rd_page_room(1) || find_memory(x, r))
		return 0;
	x->r = r;
	x->at = r->handed;
	x->pause_ns = rd_wait_table.fpga.pause_ns;
	r->handed += x->len;
	r->flying++;
	if (r->handed == r->len)
		rd_list_remove(&r->link);
	ask(x);
	return 1;
}

static int read_on(struct rd_remote *r)
{
	uint64_t len = r->len; /* without the last piece it is not over */

	if (r->restarts || r->err)
		return 0;
	for (uint64_t left = len - r->handed; left; left = len - r->handed)
		if (!begin_reader(r))
			return 0;
	return 1;
}

/* The word goes behind the WRITEs before it; it has come back when they are placed. */
static int flush_on(struct rd_remote *r)
{
	struct rd_fpga_ep *ep = ep_of(r);

	if (!free_reader() || !may_ask(r) || rd_page_room(2) < 2)
		return 0;
	r->operand = ++flushes;
	r->at = (struct rd_remote_at){ep->credit + 8, ep->addr.key, 0};
	if (rd_fpga_write(ep, 0, r->at.key, r->at.offset, &r->operand, sizeof(r->operand)))
		return 0;
	return begin_reader(r);
}

/* ---- Progress ---- */

/* 1: all of the operation was handed over. */
static int step(struct rd_remote *r)
{
	if (r->kind == RD_REMOTE_WRITE)
		return write_on(r);
	return r->kind == RD_REMOTE_FLUSH ? flush_on(r) : read_on(r);
}

static int steps(void)
{
	int n = 0;

	while (!rd_list_empty(&waiting) && step(rd_container(waiting.next, struct rd_remote, link)))
		n++;
	return n;
}

void rd_remote_begin(struct rd_remote *r)
{
	r->handed = r->have = 0;
	r->flying = r->err = r->copied = r->restarts = 0;
	r->region = -1;
	r->op = (struct rd_page_op){0};
	if (r->kind > RD_REMOTE_READ)
		r->len = sizeof(uint64_t);
	rd_list_init(&r->link);
	if (rd_unlikely(ep_of(r)->down || !r->len)) {
		r->done(r, r->len ? RD_EPROC : 0);
		return;
	}
	if (r->stag) {
		rd_qp_begin(r);
		return;
	}
	rd_list_append(&waiting, &r->link);
	if (waiting.next == &r->link)
		steps();
	rd_page_poll();
}

int rd_remote_waiting(void)
{
	return again || !rd_list_empty(&waiting);
}

int rd_remote_poll(void)
{
	int n = 0;

	for_readers(x) if (x->state == AGAIN && rd_clock_ns() >= x->since_ns && rd_page_room(1))
	{
		ask(x);
		n++;
	}
	return n + steps();
}

/* ---- Failures ---- */

static void abandon(struct reader *x)
{
	if (x->state == ASKED)
		give_up(x);
	if (x->region >= 0 && rd_page.region[x->region].refs == 1) {
		rd_region_revoke(x->region);
		x->region = -1;
	}
	x->r->err = RD_EPROC;
	release(x);
}

/* A part that is under way keeps its reader until it ends. */
void rd_remote_cancel(struct rd_remote *r)
{
	for_readers(x)
	{
		if (x->r != r)
			continue;
		if (x->state == AGAIN) {
			release(x);
			continue;
		}
		x->r = left_of(x);
		*x->r = (struct rd_remote){
			.kind = r->kind,
			.ep = r->ep,
			.at = r->at,
			.len = x->len,
			.done = ignore,
			.refused = give_in,
			.flying = 1,
		};
		rd_list_init(&x->r->link);
	}
	rd_list_remove(&r->link);
}

/* A WRITE in place keeps its region until the card has done its descriptors; one that is lost never
 * does. */
static void drop_writing(struct rd_fpga_ep *ep)
{
	struct rd_list *link, *save;

	rd_list_for_safe (link, save, &writing) {
		struct rd_remote *r = rd_container(link, struct rd_remote, link);

		if (ep_of(r) == ep)
			written(&r->op, RN_DMA_STATUS_OFF);
	}
}

void rd_remote_down(struct rd_fpga_ep *ep)
{
	struct rd_list *link, *save;

	rd_qp_down(ep);
	for_readers(x)
	{
		struct rd_remote *r = x->r;

		if (!r || ep_of(r) != ep)
			continue;
		abandon(x);
		settle(r);
	}
	rd_list_for_safe (link, save, &waiting) {
		struct rd_remote *r = rd_container(link, struct rd_remote, link);

		if (ep_of(r) != ep || (r->region >= 0 && !rd_page.card->lost))
			continue;
		if (r->region >= 0)
			written(&r->op, RN_DMA_STATUS_OFF);
		else
			finish(r, RD_EPROC);
	}
	if (rd_page.card->lost)
		drop_writing(ep);
}

/* The notice has the place in units of 64 bytes. */
static int is_it(const struct reader *x, const struct rd_page_return *n)
{
	const struct rd_remote *r = x->r;
	uint64_t at;

	if (x->state != ASKED || ep_of(r)->addr.node != n->node || ep_of(r)->addr.page != n->page)
		return 0;
	at = (r->at.offset + x->at) / 64 &
	     (RN_NOTICE_WHAT_OFFSET_MASK >> RN_NOTICE_WHAT_OFFSET_LSB);
	return r->at.region == n->region && at == n->offset && (r->at.key & 0xff) == n->key;
}

void rd_remote_refused(const struct rd_page_return *n)
{
	for_readers(x) if (is_it(x, n))
	{
		give_up(x);
		try_again(x);
	}
}

/* A READ is asked for again; an ATOMIC may have been done. */
static void unanswered(struct reader *x)
{
	struct rd_fpga_ep *ep = ep_of(x->r);

	if (!is_atomic(x->r)) {
		give_up(x);
		try_again(x);
		return;
	}
	rd_error("card %d: card %d does not answer an operation on memory of rank %d; the "
		 "connection is given up",
		 rd_page.card->place.node, ep->addr.node, ep->ep.rank);
	rd_fpga_ep_down(ep, RD_EPROC);
}

void rd_remote_look(void)
{
	uint64_t now = 0;

	for_readers(x)
	{
		if (x->state != ASKED)
			continue;
		now = now ? now : rd_clock_ns();
		if (!x->since_ns)
			x->since_ns = now;
		else if (now - x->since_ns > rd_wait_table.fpga.answer_ns)
			unanswered(x);
	}
}

void rd_remote_init(void)
{
	rd_list_init(&waiting);
	rd_list_init(&writing);
	memset(readers, 0, sizeof(readers));
	again = 0;
	for_readers(x)
	{
		x->op.done = arrived;
		x->region = -1;
	}
	rd_exposed_init();
}
