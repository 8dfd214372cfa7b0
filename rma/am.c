/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sending and receiving the active messages of windows. Each window with more than one member has
 * a few receives posted for whatever comes from anybody, and they are looked at in the order they
 * were posted: messages are then handled in the order in which point-to-point matched them, also
 * those that were too long to come at once. Called by the progress loop: the target of an operation
 * carries it out inside any MPI call.
 */
#include "rma/am.h"

#include "base/log.h"
#include "rma/slip.h"
#include "runtime/job.h"
#include "runtime/progress.h"
#include "runtime/stall.h"

#include <stdlib.h>

enum {
	RING_N = 8,    /* receives posted for a window */
	SENDS_MAX = 64, /* messages of a window that have not left, from where on origins wait */
	TAG = 0        /* of all of them */
};

struct rd_rma_ring {
	unsigned next; /* the receive that was posted first */
	struct rd_req *req[RING_N];
	_Alignas(16) char buf[RING_N][RD_RMA_MESSAGE_B];
};

static struct rd_list windows = {&windows, &windows}; /* with a ring */
static struct rd_list free_letters = {&free_letters, &free_letters};
static struct rd_list sending = {&sending, &sending};
static int busy; /* a handler runs: what it calls may poll again */

static struct rd_type *byte_type(void)
{
	return rd_type_predefined[(uintptr_t)MPI_BYTE - RD_TYPE_FIRST];
}

/* ---- Sending ---- */

struct rd_rma_letter *rd_rma_letter_new(struct rd_win *win, enum rd_rma_kind kind)
{
	struct rd_list *link = rd_list_pop(&free_letters);
	struct rd_rma_letter *l = link ? rd_container(link, struct rd_rma_letter, link)
				       : aligned_alloc(16, (sizeof(*l) + 15) / 16 * 16);

	if (!l) {
		rd_error("window: no memory for a message");
		return NULL;
	}
	rd_list_init(&l->link);
	l->win = win;
	l->req = NULL;
	l->msg = (struct rd_rma_msg){.kind = (uint16_t)kind};
	return l;
}

void rd_rma_letter_drop(struct rd_rma_letter *l)
{
	rd_list_append(&free_letters, &l->link);
}

static int send(struct rd_rma_letter *l, const void *from, uint64_t bytes, int to, int tag)
{
	int err = rd_isend(from, bytes, byte_type(), to, tag, &l->win->comm->p2p, RD_SEND_STANDARD,
			   &l->req);

	if (!err && !rd_req_is_done(l->req)) {
		l->win->sends++;
		rd_list_append(&sending, &l->link);
		return 0;
	}
	if (!err)
		err = rd_req_finish(l->req, NULL);
	rd_rma_letter_drop(l);
	return err;
}

int rd_rma_letter_send(struct rd_rma_letter *l, int to, uint64_t bytes)
{
	return send(l, &l->msg, sizeof(l->msg) + bytes, to, TAG);
}

int rd_rma_letter_data(struct rd_rma_letter *l, int to, int tag, uint64_t bytes)
{
	return send(l, l->payload, bytes, to, tag);
}

int rd_rma_tell(struct rd_win *win, int to, enum rd_rma_kind kind, int op)
{
	struct rd_rma_letter *l = rd_rma_letter_new(win, kind);

	if (!l)
		return RD_ENOMEM;
	l->msg.op = (uint16_t)op;
	return rd_rma_letter_send(l, to, 0);
}

static int reap(void)
{
	struct rd_list *link, *save;
	int events = 0;

	rd_list_for_safe(link, save, &sending) {
		struct rd_rma_letter *l = rd_container(link, struct rd_rma_letter, link);
		int err;

		if (!rd_req_is_done(l->req))
			continue;
		err = rd_req_finish(l->req, NULL);
		if (err && !l->win->err)
			l->win->err = err;
		l->win->sends--;
		rd_list_remove(&l->link);
		rd_rma_letter_drop(l);
		events++;
	}
	return events;
}

void rd_rma_throttle(struct rd_win *win)
{
	struct rd_wait w = RD_WAIT_INIT;

	while (win->sends > SENDS_MAX)
		rd_progress_wait(&w);
}

/* ---- Receiving ---- */

static int post(struct rd_win *win, unsigned i)
{
	struct rd_rma_ring *ring = win->ring;
	int err = rd_irecv(ring->buf[i], RD_RMA_MESSAGE_B, byte_type(), MPI_ANY_SOURCE, TAG,
			   &win->comm->p2p, &ring->req[i]);

	if (err)
		ring->req[i] = NULL;
	return err;
}

static void take(struct rd_win *win, unsigned i)
{
	struct rd_rma_ring *ring = win->ring;
	struct rd_status status;
	int err = rd_req_finish(ring->req[i], &status);
	uint64_t bytes = rd_status_bytes(&status);
	struct rd_rma_msg *msg = (struct rd_rma_msg *)ring->buf[i];

	if (!err && bytes < sizeof(*msg))
		err = RD_EPROTO;
	if (!err)
		rd_rma_handle(win, status.source, msg, ring->buf[i] + sizeof(*msg),
			      bytes - sizeof(*msg));
	else if (!win->err)
		win->err = err;
	err = post(win, i);
	if (err)
		rd_job_abort(MPI_ERR_NO_MEM, "no memory for the messages of a window");
}

static int poll_window(struct rd_win *win)
{
	struct rd_rma_ring *ring = win->ring;
	int events = 0;

	/* A round at most: others want to be polled too. */
	for (int i = 0; i < RING_N && rd_req_is_done(ring->req[ring->next]); i++) {
		unsigned at = ring->next;

		ring->next = (at + 1) % RING_N;
		take(win, at);
		events++;
	}
	return events + rd_rma_slips_serve(win) + rd_rma_settle(win);
}

static int poll(void)
{
	struct rd_list *link, *save;
	int events = 0;

	if (busy)
		return 0;
	busy = 1;
	if (!rd_list_empty(&sending))
		events += reap();
	rd_list_for_safe(link, save, &windows)
		events += poll_window(rd_container(link, struct rd_win, link));
	busy = 0;
	return events;
}

/* What comes by message wakes by its transport; so do locks that others of the node give back, when
 * they could be told to say so. */
static int arm(void)
{
	struct rd_list *link;
	int answer = RD_ARM_OK;

	rd_list_for(link, &windows) {
		struct rd_win *win = rd_container(link, struct rd_win, link);
		int this;

		if (rd_req_is_done(win->ring->req[win->ring->next]) || rd_rma_settle_now(win) ||
		    rd_rma_slips_there(win))
			return RD_ARM_BUSY;
		this = rd_rma_arm(win);
		if (this == RD_ARM_BUSY)
			return this;
		if (this == RD_ARM_BLIND)
			answer = this;
	}
	return answer;
}

static void disarm(void)
{
	struct rd_list *link;

	rd_list_for(link, &windows)
		rd_rma_disarm(rd_container(link, struct rd_win, link));
}

/* NULL: nothing of it is waited for. */
static const char *awaited(const struct rd_win *win, const struct rd_win_peer *peer)
{
	if (peer->awaited == RD_AWAITED_LOCK || (win->waits && peer->desk == win->waits_at))
		return "the lock of the window";
	if (peer->awaited == RD_AWAITED_POST)
		return "the MPI_Win_post";
	return peer->awaited == RD_AWAITED_COMPLETE && !peer->completes ? "the MPI_Win_complete"
									: NULL;
}

static void tell_window(struct rd_stall *s, const struct rd_win *win)
{
	for (int i = 0; i < win->comm->size; i++) {
		const struct rd_win_peer *peer = &win->peer[i];
		const char *what = s->part == RD_STALL_EXACT ? awaited(win, peer) : NULL;
		int world = rd_comm_world_rank(win->comm, i);

		if (s->part == RD_STALL_ALL && (peer->pending || peer->flushes))
			what = "one-sided operations";
		if (what)
			rd_stall_wait(s, world, "%s of rank %d", what, world);
	}
}

static void tell(struct rd_stall *s)
{
	struct rd_list *link;

	rd_list_for(link, &windows)
		tell_window(s, rd_container(link, struct rd_win, link));
}

static struct rd_poller poller = {.name = "rma", .poll = poll, .arm = arm, .disarm = disarm,
				  .fd = -1, .tell = tell};

/* ---- Start and end ---- */

int rd_rma_am_open(struct rd_win *win)
{
	int err = 0;

	if (win->comm->size == 1)
		return 0;
	win->ring = aligned_alloc(16, sizeof(*win->ring));
	if (!win->ring)
		return RD_ENOMEM;
	win->ring->next = 0;
	for (unsigned i = 0; i < RING_N; i++)
		win->ring->req[i] = NULL;
	for (unsigned i = 0; !err && i < RING_N; i++)
		err = post(win, i);
	if (rd_list_empty(&windows))
		rd_progress_add(&poller);
	rd_list_append(&windows, &win->link);
	if (err)
		rd_rma_am_close(win);
	return err;
}

void rd_rma_am_close(struct rd_win *win)
{
	struct rd_wait w = RD_WAIT_INIT;

	if (!win->ring)
		return;
	while (win->sends)
		rd_progress_wait(&w);
	for (unsigned i = 0; i < RING_N; i++) {
		struct rd_req *req = win->ring->req[i];

		if (!req)
			continue;
		if (rd_req_cancel(req) || !rd_req_is_done(req))
			rd_req_free(req);
		else
			rd_req_finish(req, NULL);
	}
	rd_list_remove(&win->link);
	if (rd_list_empty(&windows))
		rd_progress_remove(&poller);
	free(win->ring);
	win->ring = NULL;
}

void rd_rma_am_fini(void)
{
	struct rd_list *link;

	while (!rd_list_empty(&windows))
		rd_rma_am_close(rd_container(windows.next, struct rd_win, link));
	while ((link = rd_list_pop(&free_letters)))
		free(rd_container(link, struct rd_rma_letter, link));
}
