/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Direct placement of large messages. The receiver requests that the owner of the data writes it
 * (TCA Verbs' proxy write), which is quicker than to read it where the card can (M-303):
 *
 *     receiver                            owner of the data
 *     opens a region for its buffer
 *     PKT_GET {from, len, region, key} -> opens a region for its data
 *                                         WRITE ... WRITE (descriptors of up to PIECE_B bytes)
 *     <- PKT_DONE {id, status}            when the last has completed
 *     gives the region back
 *
 * A request that finds no region, descriptor or room waits in a queue and is retried by every poll.
 * Called by btl.c; regions are in region.c.
 *
 * Invariants:
 *  1. A get is in `asked` from the packet to its answer, else in `asking`; it has a region of
 *     its own from before the packet to after the answer. If the peer fails before the answer, the
 *     region is closed: the peer may live and write late, after the buffer was returned to the
 *     program.
 *  2. A serve is in `serving` until its answer is sent; its region is held while descriptors read
 *     it, also when the peer fails in between.
 *  3. Memory is read only while it is lent to the requesting peer.
 */
#include "btl_fpga/fpga.h"

#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/err.h"
#include "base/list.h"
#include "base/log.h"

#define PIECE_B (1u << 30) /* bytes of one descriptor */

/* The transport's data in rd_btl_get.priv. */
struct asking {
	struct rd_fpga_ep *ep;
	uint64_t id, region, at;
};
_Static_assert(sizeof(struct asking) <= sizeof(((struct rd_btl_get *)0)->priv), "fits");

/* A request of a peer for our memory. */
struct serve {
	struct rd_page_op op;    /* of the last descriptor */
	struct rd_page_op early; /* of those before, which complete only when they fail */
	struct rd_list link;
	struct rd_fpga_ep *ep;
	struct rd_fpga_get ask;
	uint64_t at;     /* bytes handed to the card */
	uint64_t offset; /* of the data in the region */
	int region;      /* -1: none held */
	int ending;      /* the last descriptor was handed over */
	int over;        /* to be answered with `status` */
	int status;
};

static struct rd_list asking, asked, serving;
static uint32_t last_id;

void rd_fpga_get_init(void)
{
	rd_list_init(&asking);
	rd_list_init(&asked);
	rd_list_init(&serving);
}

int rd_fpga_get_idle(void)
{
	return rd_list_empty(&asking) && rd_list_empty(&asked) && rd_list_empty(&serving);
}

int rd_fpga_get_waiting(void)
{
	return !rd_list_empty(&asking) || !rd_list_empty(&serving);
}

/* ---- The receiver ---- */

static struct asking *priv(struct rd_btl_get *get)
{
	return (struct asking *)get->priv;
}

static struct rd_btl_get *get_of(struct rd_list *link)
{
	return rd_container(link, struct rd_btl_get, link);
}

static void finish_get(struct rd_btl_get *get, int err)
{
	rd_list_remove(&get->link);
	get->done(get, err);
}

/* Opens a region and sends the request. 0, RD_EAGAIN, or an error. */
static int ask(struct rd_btl_get *get)
{
	const uint32_t access = RN_REGION_ACCESS_REMOTE_WRITE_MASK;
	struct asking *a = priv(get);
	struct rd_fpga_get packet;
	uint64_t offset;
	int region = rd_region_hold(get->local, get->len, access, &offset), err;

	if (region < 0)
		return region;
	packet = (struct rd_fpga_get){
		.from = get->remote,
		.len = get->len,
		.to = offset,
		.token = get->token,
		.id = (uint32_t)a->id,
		.key = rd_page.region[region].key,
		.region = (uint8_t)region,
	};
	err = rd_fpga_control(a->ep, PKT_GET, &packet, sizeof(packet));
	if (err)
		rd_region_put(region);
	a->region = (uint64_t)region;
	return err;
}

static int try_asking(struct rd_btl_get *get)
{
	int err = ask(get);

	if (err == RD_EAGAIN)
		return 0;
	if (err) {
		finish_get(get, err);
		return 1;
	}
	rd_list_remove(&get->link);
	rd_list_append(&asked, &get->link);
	return 1;
}

int rd_fpga_get(struct rd_ep *rep, struct rd_btl_get *get)
{
	struct rd_fpga_ep *ep = rd_fpga_ep(rep);

	if (ep->down)
		return RD_EPROC;
	*priv(get) = (struct asking){.ep = ep, .id = ++last_id};
	rd_list_append(&asking, &get->link);
	if (asking.next == &get->link)
		try_asking(get);
	return 0;
}

void rd_fpga_on_done(struct rd_fpga_ep *ep, const struct rd_fpga_done *done)
{
	struct rd_list *link;

	rd_list_for (link, &asked) {
		struct rd_btl_get *get = get_of(link);

		if (priv(get)->ep != ep || priv(get)->id != done->id)
			continue;
		rd_region_put((int)priv(get)->region);
		if (!done->status)
			rd_fpga_stats.get_bytes += get->len;
		finish_get(get, done->status ? RD_ENOTSUP : 0);
		return;
	}
	rd_debug("card: rank %d answers request %u, which is over", ep->ep.rank, done->id);
}

/* ---- The owner of the data ---- */

static void written(struct rd_page_op *op, int status)
{
	struct serve *s = rd_container(op, struct serve, op);

	s->over = 1;
	if (!s->status)
		s->status = status;
	rd_region_put(s->region);
	s->region = -1;
}

static void piece_failed(struct rd_page_op *op, int status)
{
	rd_container(op, struct serve, early)->status = status;
}

static void write_piece(struct serve *s)
{
	uint64_t len = rd_min(s->ask.len - s->at, (uint64_t)PIECE_B);
	int last = s->at + len == s->ask.len;
	uint64_t *d = rd_page_next(last ? &s->op : &s->early);

	d[RN_DESCRIPTOR_CTL / 8] = rd_desc_ctl(RN_DMA_OP_WRITE, s->ep->addr.node, (uint32_t)len,
					       last ? RN_DESCRIPTOR_CTL_COMPLETE_MASK : 0);
	d[RN_DESCRIPTOR_REMOTE / 8] =
		rd_desc_remote(s->ask.key, s->ep->addr.page, s->ask.region, s->ask.to + s->at);
	d[RN_DESCRIPTOR_LOCAL / 8] =
		rd_desc_local((unsigned)s->region, s->offset + s->at) | rd_desc_key(s->ask.key);
	s->at += len;
	s->ending = last;
}

/* The peer has failed: no more data, but a NOP, which completes after the descriptors before it. */
static void write_end(struct serve *s)
{
	uint64_t *d = rd_page_next(&s->op);

	d[RN_DESCRIPTOR_CTL / 8] =
		rd_desc_ctl(RN_DMA_OP_NOP, 0, 0, RN_DESCRIPTOR_CTL_COMPLETE_MASK);
	s->ending = 1;
}

static void refuse(struct serve *s)
{
	s->over = 1;
	s->status = -1;
}

/* Opens the region if need be, and submits descriptors as far as there is room. */
static void go_on(struct serve *s)
{
	if (s->region < 0) {
		s->region = rd_region_hold((const void *)(uintptr_t)s->ask.from, s->ask.len,
					   RN_REGION_ACCESS_READ_MASK, &s->offset);
		if (s->region == RD_EAGAIN)
			return;
		if (s->region < 0) {
			refuse(s);
			return;
		}
	}
	while (!s->ending && rd_page_room(1))
		if (rd_unlikely(s->ep->down))
			write_end(s);
		else
			write_piece(s);
	rd_page_go();
}

static void serve_free(struct serve *s)
{
	rd_list_remove(&s->link);
	rd_page_op_end(&s->op);
	rd_page_op_end(&s->early);
	free(s);
}

/* One step; 1 when something was done. */
static int try_serving(struct serve *s)
{
	struct rd_fpga_done done = {.id = s->ask.id, .status = s->status};
	int err;

	if (!s->over && !s->ending) {
		go_on(s);
		return s->ending || s->over;
	}
	if (!s->over)
		return 0;
	done.status = s->status;
	err = s->ep->down ? RD_EPROC : rd_fpga_control(s->ep, PKT_DONE, &done, sizeof(done));
	if (err == RD_EAGAIN)
		return 0;
	serve_free(s);
	return 1;
}

void rd_fpga_on_get(struct rd_fpga_ep *ep, const struct rd_fpga_get *ask)
{
	struct serve *s = calloc(1, sizeof(*s));

	if (s)
		*s = (struct serve){.op.done = written,
				    .early.done = piece_failed,
				    .ep = ep,
				    .ask = *ask,
				    .region = -1};
	if (!s || rd_page_op_begin(&s->op) || (ask->len > PIECE_B && rd_page_op_begin(&s->early))) {
		rd_error("card: no memory for a request of rank %d", ep->ep.rank);
		if (s)
			rd_page_op_end(&s->op);
		free(s);
		rd_fpga_ep_down(ep, RD_ENOMEM);
		return;
	}
	rd_list_append(&serving, &s->link);
	if (!ask->len || ask->from + ask->len < ask->from || ask->region >= 8 ||
	    !rd_btl_up_lent(&ep->ep, ask->token, ask->from, ask->len))
		refuse(s);
	try_serving(s);
}

/* ---- Both ---- */

int rd_fpga_get_poll(void)
{
	struct rd_list *link, *save;
	int n = 0;

	rd_list_for_safe (link, save, &serving)
		n += try_serving(rd_container(link, struct serve, link));
	rd_list_for_safe (link, save, &asking)
		n += try_asking(get_of(link));
	return n;
}

static void fail_gets(struct rd_list *list, struct rd_fpga_ep *ep, int held)
{
	struct rd_list *link, *save;

	rd_list_for_safe (link, save, list) {
		struct rd_btl_get *get = get_of(link);

		if (priv(get)->ep != ep)
			continue;
		if (held)
			rd_region_revoke((int)priv(get)->region);
		finish_get(get, RD_EPROC);
	}
}

/* Fails all gets of the peer. A serve with descriptors in the card ends when they complete. */
void rd_fpga_get_down(struct rd_fpga_ep *ep)
{
	struct rd_list *link, *save;

	fail_gets(&asking, ep, 0);
	fail_gets(&asked, ep, 1);
	rd_list_for_safe (link, save, &serving) {
		struct serve *s = rd_container(link, struct serve, link);

		if (s->ep != ep || s->ending || s->at)
			continue;
		if (s->region >= 0)
			rd_region_put(s->region);
		serve_free(s);
	}
}

void rd_fpga_get_fini(void)
{
	struct rd_list *link;

	while ((link = rd_list_pop(&serving)))
		free(rd_container(link, struct serve, link));
}
