/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sending and receiving the active messages of windows. Each window with more than one member has
 * a few receives posted for whatever comes from anybody, and they are looked at in the order they
 * were posted: messages are then handled in the order in which point-to-point matched them, also
 * those that were too long to come at once. Called by the progress loop: the target of an operation
 * carries it out inside any MPI call.
 */
#include "rma/am.h"

#include "base/clock.h"
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
#define STARVED_NS 10000000000ull /* without memory for what has come, until the job is ended */

/*
 * What is to be done with the receive that was posted first. Where memory lacks for it that is
 * tried again later, and what came after it waits as long: nobody is left without an answer, and
 * nothing is overtaken.
 */
enum stage { FINISH, HANDLE, POST };

struct rd_rma_ring {
	unsigned next; /* the receive that was posted first */
	enum stage stage;
	int from;            /* HANDLE: the rank it is from */
	uint64_t bytes;      /* likewise: of the message, its head included */
	uint64_t starved_ns; /* since when memory has lacked for it; 0: it does not */
	struct rd_req *req[RING_N];
	_Alignas(16) char buf[RING_N][RD_RMA_MESSAGE_B];
};

static struct rd_list windows = {&windows, &windows}; /* with a ring */
static struct rd_list free_letters = {&free_letters, &free_letters};
static struct rd_list sending = {&sending, &sending};
static struct rd_list unsent = {&unsent, &unsent}; /* data for which memory lacked */
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

	if (!l)
		return NULL;
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

/* It is gone, unless memory lacks: RD_ENOMEM. */
static int try(struct rd_rma_letter *l, const void *from, uint64_t bytes, int to, int tag)
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
	if (err != RD_ENOMEM)
		rd_rma_letter_drop(l);
	return err;
}

int rd_rma_letter_send(struct rd_rma_letter *l, int to, uint64_t bytes)
{
	int err = try(l, &l->msg, sizeof(l->msg) + bytes, to, TAG);

	if (err == RD_ENOMEM)
		rd_rma_letter_drop(l);
	return err;
}

/* Somebody waits for it: without memory it is sent later. */
int rd_rma_letter_data(struct rd_rma_letter *l, int to, int tag, uint64_t bytes)
{
	int err = try(l, l->payload, bytes, to, tag);

	if (err != RD_ENOMEM)
		return err;
	l->to = to;
	l->tag = tag;
	l->bytes = bytes;
	l->win->sends++;
	rd_list_append(&unsent, &l->link);
	return 0;
}

static int send_again(void)
{
	int events = 0;

	while (!rd_list_empty(&unsent)) {
		struct rd_rma_letter *l = rd_container(unsent.next, struct rd_rma_letter, link);
		struct rd_win *win = l->win;
		int err;

		rd_list_remove(&l->link);
		err = try(l, l->payload, l->bytes, l->to, l->tag);
		if (err == RD_ENOMEM) {
			rd_list_append(&unsent, &l->link);
			break;
		}
		win->sends--;
		if (err && !win->err)
			win->err = err;
		events++;
	}
	return events;
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

static enum stage finish(struct rd_win *win, unsigned i)
{
	struct rd_rma_ring *ring = win->ring;
	struct rd_status status;
	int err = rd_req_finish(ring->req[i], &status);

	ring->req[i] = NULL;
	ring->from = status.source;
	ring->bytes = rd_status_bytes(&status);
	if (!err && ring->bytes < sizeof(struct rd_rma_msg))
		err = RD_EPROTO;
	if (err && !win->err)
		win->err = err;
	return err ? POST : HANDLE;
}

static int handle(struct rd_win *win, unsigned i)
{
	struct rd_rma_ring *ring = win->ring;
	const struct rd_rma_msg *msg = (const struct rd_rma_msg *)ring->buf[i];

	return rd_rma_handle(win, ring->from, msg, ring->buf[i] + sizeof(*msg),
			     ring->bytes - sizeof(*msg));
}

static int starve(struct rd_rma_ring *ring)
{
	uint64_t now = rd_clock_ns();

	if (!ring->starved_ns)
		ring->starved_ns = now;
	else if (now - ring->starved_ns > STARVED_NS)
		rd_job_abort(MPI_ERR_NO_MEM, "no memory for the messages of a window");
	return 0;
}

/* 0: memory lacks for it. */
static int take(struct rd_win *win)
{
	struct rd_rma_ring *ring = win->ring;
	unsigned i = ring->next;
	int err;

	if (ring->stage == FINISH)
		ring->stage = finish(win, i);
	if (ring->stage == HANDLE && handle(win, i) == RD_ENOMEM)
		return starve(ring);
	ring->stage = POST;
	err = post(win, i);
	if (err == RD_ENOMEM)
		return starve(ring);
	if (err)
		rd_job_abort(MPI_ERR_OTHER, "the messages of a window cannot be received");
	ring->stage = FINISH;
	ring->starved_ns = 0;
	ring->next = (i + 1) % RING_N;
	return 1;
}

/* What is next of the ring has come. */
static int is_there(const struct rd_rma_ring *ring)
{
	return ring->stage != FINISH || rd_req_is_done(ring->req[ring->next]);
}

static int poll_window(struct rd_win *win)
{
	int events = 0;

	/* A round at most: others want to be polled too. */
	for (int i = 0; i < RING_N && is_there(win->ring); i++) {
		if (!take(win))
			break;
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
	if (rd_unlikely(!rd_list_empty(&unsent)))
		events += send_again();
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
	int answer = rd_list_empty(&unsent) ? RD_ARM_OK : RD_ARM_BLIND;

	rd_list_for(link, &windows) {
		struct rd_win *win = rd_container(link, struct rd_win, link);
		int this;

		if (win->ring->starved_ns)
			answer = RD_ARM_BLIND;
		else if (is_there(win->ring))
			return RD_ARM_BUSY;
		if (rd_rma_settle_now(win) || rd_rma_slips_there(win))
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
	win->ring->stage = FINISH;
	win->ring->starved_ns = 0;
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
