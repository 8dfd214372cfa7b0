/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The transport over ring cards: its table for pt2pt, endpoints, start and end, the poller. Packets
 * are in tx.c and rx.c, large messages in get.c, the card's page in page.c.
 */
#include "btl_fpga/fpga.h"
#include "btl_fpga/qp.h"
#include "btl_fpga/remote.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "runtime/cpu.h"
#include "runtime/job.h"
#include "runtime/progress.h"
#include "runtime/wait.h"

struct rd_fpga rd_fpga;
struct rd_btl_stats rd_fpga_stats;

/* ---- Endpoints ---- */

static int check_address(int rank, const struct rd_fpga_address *addr)
{
	if (addr->table != RN_TABLE_CRC || addr->version != FPGA_VERSION ||
	    addr->pair_b != RD_PAGE_PAIR_B || addr->ranks != (uint32_t)rd_job.size) {
		rd_error("card: rank %d runs another version of Rondo; use the same on all nodes",
			 rank);
		return RD_EPROTO;
	}
	if (addr->node >= rd_page.card->place.nodes || addr->page >= RN_PAGE_N) {
		rd_error("card: rank %d publishes card %u, page %u, outside this ring of %d", rank,
			 addr->node, addr->page, rd_page.card->place.nodes);
		return RD_EPROTO;
	}
	return 0;
}

/* Whether the path of a cell has a dead port, and which. The path is the shorter one, to the right
 * when both have the same length (CARD.md, Switch). */
static int dead_between(int from, int to, int *node, int *port)
{
	int n = rd_page.card->place.nodes, right = (to - from + n) % n;
	int step = right <= n - right ? 1 : n - 1, out = step == 1;

	for (int at = from; at != to; at = (at + step) % n) {
		int next = (at + step) % n;

		*node = at;
		*port = out;
		if (rd_page_port_is_dead(at, out) || rd_page_port_is_dead(next, !out))
			return 1;
	}
	return 0;
}

static void look_at_way(struct rd_fpga_ep *ep)
{
	int me = rd_page.card->place.node, node, port;

	if (!dead_between(me, ep->addr.node, &node, &port) &&
	    !dead_between(ep->addr.node, me, &node, &port))
		return;
	rd_error("card %d: the %s link of card %d is dead; rank %d on card %d cannot be reached",
		 me, port ? "right" : "left", node, ep->ep.rank, ep->addr.node);
	rd_fpga_ep_down(ep, RD_EPROC);
}

/* Completion of a descriptor to the peer; 0: it did not fail. */
static void send_failed(struct rd_page_op *op, int status)
{
	struct rd_fpga_ep *ep = rd_container(op, struct rd_fpga_ep, op);

	if (!status || ep->down)
		return;
	if (status == RN_DMA_STATUS_DEAD) {
		/* The report of the link comes by an event that is looked at after idle polls. */
		rd_page_find_fault();
		look_at_way(ep);
		if (ep->down)
			return;
		rd_error("card %d: the link towards rank %d on card %d is dead",
			 rd_page.card->place.node, ep->ep.rank, ep->addr.node);
	} else {
		rd_error("card %d: sending to rank %d on card %d failed with status %d of the "
			 "DMA engine",
			 rd_page.card->place.node, ep->ep.rank, ep->addr.node, status);
	}
	rd_fpga_ep_down(ep, RD_EPROC);
}

/* ---- Cells that came back ---- */

/* Whether the refused cell was for this rank's present peer. Notices of a job before can come late;
 * their keys differ. A region but the first that is closed or has another key was closed by the
 * peer itself, which has given the message up. */
static int is_missed(const struct rd_fpga_ep *ep, const struct rd_page_return *r)
{
	if (r->type == RN_CELL_TYPE_MSG)
		return r->offset >> 2 == ep->addr.key; /* see announce */
	if (r->region)
		return r->status == RN_DMA_STATUS_BARRED || r->status == RN_DMA_STATUS_BOUNDS;
	return r->key == (ep->addr.key & 0xff);
}

/* A page that is off is one whose process has ended: in order, so nothing is expected of it, or by
 * failing, which the launcher says (pt2pt/lost.c). A receive ring is full for a while. */
static int is_lost(const struct rd_page_return *r)
{
	return r->status != RN_DMA_STATUS_OFF && r->status != RN_DMA_STATUS_FULL;
}

/* The peer's card has refused data, and with it a message for the peer, or the announcement of the
 * first one, which is sent again if the receive ring was full. */
static void came_back(const struct rd_page_return *r)
{
	if (r->status == RN_DMA_STATUS_BUSY) {
		rd_remote_refused(r);
		return;
	}
	for (int i = 0; i < rd_job.size; i++) {
		struct rd_fpga_ep *ep = rd_fpga.eps[i];

		if (!ep || ep->down || ep->addr.node != r->node || ep->addr.page != r->page)
			continue;
		if (!is_missed(ep, r))
			continue;
		if (r->status == RN_DMA_STATUS_FULL)
			rd_fpga_announce_again(ep);
		if (!is_lost(r))
			continue;
		rd_error("card %d: card %d refused data for rank %d: %s (status %u); the "
			 "connection is given up",
			 rd_page.card->place.node, r->node, i, rd_page_why(r->status), r->status);
		rd_fpga_ep_down(ep, RD_EPROC);
	}
}

static struct rd_fpga_ep *ep_new(int rank, const struct rd_fpga_address *addr)
{
	struct rd_fpga_ep *ep = calloc(1, sizeof(*ep));

	if (!ep) {
		rd_error("card: no memory for an endpoint to rank %d", rank);
		return NULL;
	}
	ep->op.done = send_failed;
	if (rd_page_op_begin(&ep->op)) {
		free(ep);
		return NULL;
	}
	ep->ep = (struct rd_ep){
		.btl = &rd_btl_fpga,
		.rank = rank,
		.eager_max = EAGER_B,
		.eager_best = EAGER_B,
		.frag_max = FRAG_B,
		.get_min = rd_page.card->pin ? GET_MIN_B : UINT32_MAX,
	};
	ep->addr = *addr;
	ep->ring = rd_page.map.pair + (uint64_t)rd_job.rank * RD_PAGE_PAIR_B;
	ep->credit = rd_page.map.credit + (uint64_t)rd_job.rank * RD_CACHE_LINE;
	ep->rx = rd_page.card->arena + rd_page.map.pair + (uint64_t)rank * RD_PAGE_PAIR_B;
	rd_fpga.eps[rank] = ep;
	return ep;
}

static int fpga_reaches(int rank, const void *address, size_t len)
{
	struct rd_fpga_address addr;

	(void)rank;
	if (len != sizeof(addr))
		return 0;
	memcpy(&addr, address, sizeof(addr));
	return addr.node != rd_page.card->place.node; /* a card sends nothing to itself */
}

struct rd_fpga_ep *rd_fpga_ep_of(int rank, const struct rd_fpga_address *addr)
{
	if (rd_fpga.eps[rank])
		return rd_fpga.eps[rank];
	return check_address(rank, addr) ? NULL : ep_new(rank, addr);
}

static int fpga_connect(int rank, const void *address, size_t len, struct rd_ep **out)
{
	struct rd_fpga_address addr;
	struct rd_fpga_ep *ep;

	if (len != sizeof(addr))
		return RD_ENOTSUP;
	memcpy(&addr, address, sizeof(addr));
	ep = rd_fpga_ep_of(rank, &addr);
	if (!ep)
		return RD_EPROTO;
	*out = &ep->ep;
	return ep->down ? RD_EPROC : 0;
}

void rd_fpga_ep_down(struct rd_fpga_ep *ep, int err)
{
	if (ep->down)
		return;
	ep->down = 1;
	rd_fpga_get_down(ep);
	rd_remote_down(ep);
	rd_btl_up_down(&ep->ep, err);
}

static struct rd_fpga_ep *forgotten;

/* The rings are cleared: the next process numbers its packets from 1 again. */
void rd_fpga_ep_forget(int rank)
{
	struct rd_fpga_ep *ep = rd_fpga.eps[rank];
	int n = 0;

	for (int i = 0; i < rd_fpga.nheard; i++)
		if (rd_fpga.heard[i] != ep)
			rd_fpga.heard[n++] = rd_fpga.heard[i];
	rd_fpga.nheard = n;
	rd_fpga.ncredits_due -= ep->credit_due;
	rd_fpga.nunheard -= ep->unheard;
	memset(ep->rx, 0, RD_PAGE_PAIR_B);
	memset(rd_page.card->arena + rd_page.map.credit + (uint64_t)rank * RD_CACHE_LINE, 0,
	       RD_CACHE_LINE);
	rd_page_op_end(&ep->op);
	rd_qp_forget(ep);
	ep->next = forgotten;
	forgotten = ep;
	rd_fpga.eps[rank] = NULL;
}

static void free_forgotten(void)
{
	while (forgotten) {
		struct rd_fpga_ep *ep = forgotten;

		forgotten = ep->next;
		free(ep);
	}
}

static void fpga_gone(struct rd_ep *ep)
{
	rd_fpga_ep_down((struct rd_fpga_ep *)ep, RD_EPROC);
}

/* ---- Dead cards and links ---- */

/* Then no descriptor of the page ends, nor a stream or vector of a collective (coll/ring_card.c).
 */
static const char STUCK[] =
	"this host left a write of the card without an answer for too long, and "
	"the card has turned its pages off";

/* Also endpoints that were made after the loss; how many. */
static int all_down(void)
{
	int n = 0;

	if (!rd_fpga.lost)
		rd_error("card %d is lost: %s", rd_page.card->place.node, rd_page.card->lost);
	rd_fpga.lost = 1;
	for (int i = 0; i < rd_job.size; i++)
		if (rd_fpga.eps[i] && !rd_fpga.eps[i]->down) {
			rd_fpga_ep_down(rd_fpga.eps[i], RD_EPROC);
			n++;
		}
	return n;
}

/* Called after idle polls: checks the card, and links that others have reported. */
static int look_for_dead(void)
{
	struct rd_card *card = rd_page.card;
	uint32_t event;

	if (card->lost || card->alive(card))
		return all_down();
	event = rd_card_read(card, RN_PAGE_EVENT);
	if (rd_unlikely(event & RN_PAGE_EVENT_STUCK_MASK)) {
		card->lost = STUCK;
		return all_down();
	}
	rd_remote_look();
	if (!(event & RN_PAGE_EVENT_FAULT_MASK))
		return 0;
	rd_card_write(card, RN_PAGE_EVENT, RN_PAGE_EVENT_FAULT_MASK);
	card->write(card, RN_NODE_FAULT, RN_NODE_FAULT_VALID_MASK);
	rd_page_find_fault();
	for (int i = 0; i < rd_job.size; i++)
		if (rd_fpga.eps[i] && !rd_fpga.eps[i]->down)
			look_at_way(rd_fpga.eps[i]);
	return 1;
}

/* ---- Progress ---- */

static int poll_credits(void)
{
	for (int i = 0; i < rd_fpga.nheard && rd_fpga.ncredits_due; i++)
		if (rd_fpga.heard[i]->credit_due)
			rd_fpga_credit(rd_fpga.heard[i]);
	return 0;
}

/* Announces again to ranks whose receive ring was full. */
static int poll_unheard(void)
{
	int n = 0;

	for (int i = 0; i < rd_job.size && rd_fpga.nunheard; i++)
		if (rd_fpga.eps[i] && rd_fpga.eps[i]->unheard)
			n += rd_fpga_announce(rd_fpga.eps[i]);
	return n;
}

static int fpga_poll(void)
{
	int n = 0;

	for (int i = 0; i < rd_fpga.nheard; i++)
		if (rd_fpga_rx_ready(rd_fpga.heard[i]))
			n += rd_fpga_rx_poll(rd_fpga.heard[i]);
	n += rd_fpga_announced();
	if (rd_page_pending())
		n += rd_page_poll();
	if (rd_unlikely(rd_fpga_get_waiting()))
		n += rd_fpga_get_poll();
	if (rd_unlikely(rd_remote_waiting()))
		n += rd_remote_poll();
	if (rd_unlikely(rd_qp_busy()))
		n += rd_qp_poll();
	if (rd_unlikely(rd_fpga.ncredits_due))
		poll_credits();
	if (rd_unlikely(rd_fpga.nunheard))
		n += poll_unheard();
	if (rd_unlikely(!n && !(++rd_fpga.idle % rd_wait_table.fpga.polls_check)))
		n += look_for_dead();
	return n;
}

static int something_came(void)
{
	uint64_t head, what;

	for (int i = 0; i < rd_fpga.nheard; i++)
		if (!rd_fpga.heard[i]->down && rd_fpga_rx_ready(rd_fpga.heard[i]))
			return 1;
	return rd_page_recv(&head, &what) || rd_page_pending();
}

static int fpga_arm(void)
{
	int err = rd_page.card->arm(rd_page.card);

	if (something_came() || look_for_dead())
		return RD_ARM_BUSY;
	/* the card gives no event when a descriptor or a region becomes free, and is not asked for
	 * events of queue pairs */
	return rd_fpga_get_waiting() || rd_remote_waiting() || rd_qp_busy() ||
			       rd_fpga.ncredits_due || rd_fpga.nunheard || rd_page_is_short()
		       ? RD_ARM_BLIND
		       : err;
}

static void fpga_disarm(void)
{
	rd_page.card->disarm(rd_page.card);
}

void rd_fpga_places(struct rd_places *places)
{
	struct rd_card *card = rd_page.card;

	if (!card->processor)
		return;
	rd_place_tell(card->processor(card, card->place.node, card->place.page), places);
	for (int i = 0; i < rd_job.nlocal; i++) {
		int rank = rd_job.local[i];
		struct rd_fpga_ep *ep = rd_fpga.eps[rank];

		if (ep && !ep->down)
			rd_places_add(places, card->processor(card, ep->addr.node, ep->addr.page),
				      &ep->beats, rank < rd_job.rank);
	}
}

static struct rd_poller poller = {
	.name = "fpga",
	.places = rd_fpga_places,
	.poll = fpga_poll,
	.arm = fpga_arm,
	.disarm = fpga_disarm,
	.fd = -1,
};

/* ---- Start and end ---- */

static int fpga_init(const char **why)
{
	int err = rd_page_open(why);

	if (err)
		return err;
	memset(&rd_fpga, 0, sizeof(rd_fpga));
	memset(&rd_fpga_stats, 0, sizeof(rd_fpga_stats));
	rd_fpga.eps = calloc((size_t)rd_job.size, sizeof(*rd_fpga.eps));
	rd_fpga.heard = calloc((size_t)rd_job.size, sizeof(*rd_fpga.heard));
	if (!rd_fpga.eps || !rd_fpga.heard) {
		rd_error("card: no memory for a table of %d ranks", rd_job.size);
		free(rd_fpga.eps);
		free(rd_fpga.heard);
		rd_page_close();
		return RD_ENOMEM;
	}
	rd_page.returned = came_back;
	rd_fpga_tx_init();
	rd_fpga_get_init();
	rd_remote_init();
	rd_qp_init();
	poller.fd = rd_page.card->irq_fd;
	rd_progress_add(&poller);
	return 0;
}

static void fpga_fini(void)
{
	rd_progress_remove(&poller);
	rd_page.returned = NULL;
	rd_qp_fini();
	rd_page_close();
	rd_fpga_get_fini();
	for (int i = 0; i < rd_job.size; i++) {
		if (rd_fpga.eps[i])
			free(rd_fpga.eps[i]->pair);
		free(rd_fpga.eps[i]);
	}
	free_forgotten();
	free(rd_fpga.eps);
	free(rd_fpga.heard);
	memset(&rd_fpga, 0, sizeof(rd_fpga));
}

void rd_fpga_own_address(struct rd_fpga_address *addr)
{
	*addr = (struct rd_fpga_address){
		.table = RN_TABLE_CRC,
		.node = (uint16_t)rd_page.card->place.node,
		.page = (uint8_t)rd_page.card->place.page,
		.version = FPGA_VERSION,
		.key = rd_page.key,
		.pair_b = RD_PAGE_PAIR_B,
		.ranks = (uint32_t)rd_job.size,
	};
}

static size_t fpga_address(void *buf, size_t max)
{
	struct rd_fpga_address addr;

	if (max < sizeof(addr))
		return 0;
	rd_fpga_own_address(&addr);
	memcpy(buf, &addr, sizeof(addr));
	return sizeof(addr);
}

static int fpga_flushed(struct rd_ep *ep)
{
	return rd_fpga_ep(ep)->down || (rd_fpga_get_idle() && rd_page_idle());
}

static void fpga_describe(struct rd_ep *rep, char *buf, size_t max)
{
	struct rd_fpga_ep *ep = rd_fpga_ep(rep);

	snprintf(buf, max, "card %u, page %u", ep->addr.node, ep->addr.page);
}

const struct rd_btl rd_btl_fpga = {
	.name = "fpga",
	.index = 1,
	.stats = &rd_fpga_stats,
	.init = fpga_init,
	.fini = fpga_fini,
	.address = fpga_address,
	.reaches = fpga_reaches,
	.connect = fpga_connect,
	.send = rd_fpga_send,
	.reserve = rd_fpga_reserve,
	.commit = rd_fpga_commit,
	.post = rd_fpga_post,
	.get = rd_fpga_get,
	.flushed = fpga_flushed,
	.gone = fpga_gone,
	.describe = fpga_describe,
};
