/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sending and receiving the active messages of windows. A process has a few receives posted for the
 * messages of all its windows, from any source and with any tag, and checks them in the order of
 * posting: messages are then handled in the order in which point-to-point matched them, also those
 * that were too long to arrive at once. Called by the progress loop: the target of an operation
 * carries it out inside any MPI call. A poll takes as long with a thousand windows as with one: it
 * visits only windows in which something is due (rd_rma_attend).
 */
#include "rma/am.h"

#include "base/clock.h"
#include "base/log.h"
#include "rma/mailbox.h"
#include "runtime/job.h"
#include "runtime/progress.h"
#include "runtime/stall.h"
#include "runtime/wait.h"

#include <stdlib.h>

enum {
	RING_N = 8,     /* receives posted */
	SENDS_MAX = 64, /* messages of a window that have not left; above, origins wait */
};

/*
 * Next step for the receive that was posted first. On lack of memory the step is tried again later,
 * and later messages wait as long: every message is answered, and none is overtaken.
 */
enum stage { FINISH, HANDLE, POST };

/* Posted receives for the messages of all windows. */
struct ring {
	unsigned next; /* the receive that was posted first */
	enum stage stage;
	struct rd_win *win;  /* HANDLE: the window of the message */
	int from;            /* HANDLE: the sender's rank in it */
	uint64_t bytes;      /* HANDLE: of the message, header included */
	uint64_t starved_ns; /* start of the lack of memory for it; 0: none */
	struct rd_req *req[RING_N];
	_Alignas(16) char buf[RING_N][RD_RMA_MESSAGE_B];
};

static struct ring *ring; /* NULL: there is no window of several members */
static struct rd_ctx ctx; /* of the messages; its ranks are world ranks */
static struct rd_list windows = {&windows, &windows};    /* that can receive messages */
static struct rd_list attended = {&attended, &attended}; /* in which something may be due */
static struct rd_list free_ams = {&free_ams, &free_ams};
static struct rd_list sending = {&sending, &sending};
static struct rd_list unsent = {&unsent, &unsent}; /* data that could not be sent for lack of
						    * memory */
/* Messages without a window, at the end: the transport may still read them, so they are never
 * freed. */
static struct rd_list abandoned = {&abandoned, &abandoned};
static int busy; /* a handler runs: functions that it calls may poll again */

static struct rd_type *byte_type(void)
{
	return rd_type_predefined[(uintptr_t)MPI_BYTE - RD_TYPE_FIRST];
}

/* ---- Windows by id ---- */

static struct rd_win **by_id; /* [by_id_mask + 1] */
static uint32_t by_id_mask, nwindows;

static uint32_t id_of(const struct rd_win *win)
{
	return win->comm->p2p.id;
}

static struct rd_win **place_of(uint32_t id)
{
	return &by_id[id * 0x9e3779b1u >> 8 & by_id_mask];
}

static int more_places(void)
{
	uint32_t n = by_id ? 2 * (by_id_mask + 1) : 16;
	struct rd_win **more = calloc(n, sizeof(*more));
	struct rd_list *link;

	if (!more)
		return RD_ENOMEM;
	free(by_id);
	by_id = more;
	by_id_mask = n - 1;
	rd_list_for (link, &windows) {
		struct rd_win *win = rd_container(link, struct rd_win, link);

		win->am.next_by_id = *place_of(id_of(win));
		*place_of(id_of(win)) = win;
	}
	return 0;
}

static int enter(struct rd_win *win)
{
	if ((!by_id || nwindows > by_id_mask) && more_places() && !by_id)
		return RD_ENOMEM;
	win->am.next_by_id = *place_of(id_of(win));
	*place_of(id_of(win)) = win;
	rd_list_append(&windows, &win->link);
	nwindows++;
	return 0;
}

static void leave(struct rd_win *win)
{
	struct rd_win **at = place_of(id_of(win));

	while (*at != win)
		at = &(*at)->am.next_by_id;
	*at = win->am.next_by_id;
	rd_list_remove(&win->link);
	nwindows--;
}

struct rd_win *rd_rma_find(uint32_t id)
{
	struct rd_win *win = by_id ? *place_of(id) : NULL;

	while (win && id_of(win) != id)
		win = win->am.next_by_id;
	return win;
}

void rd_rma_attend(struct rd_win *win)
{
	if (rd_list_empty(&win->am.attended))
		rd_list_append(&attended, &win->am.attended);
}

/* ---- Sending ---- */

struct rd_rma_am *rd_rma_am_new(struct rd_win *win, enum rd_rma_kind kind)
{
	struct rd_list *link = rd_list_pop(&free_ams);
	struct rd_rma_am *l = link ? rd_container(link, struct rd_rma_am, link)
				   : aligned_alloc(16, (sizeof(*l) + 15) / 16 * 16);

	if (!l)
		return NULL;
	rd_list_init(&l->link);
	l->win = win;
	l->req = NULL;
	l->answer = 0;
	l->msg = (struct rd_rma_msg){.kind = (uint16_t)kind};
	return l;
}

void rd_rma_am_drop(struct rd_rma_am *l)
{
	rd_list_append(&free_ams, &l->link);
}

static int *count_of(const struct rd_rma_am *l)
{
	return l->answer ? &l->win->am.answers : &l->win->am.sends;
}

/* rd_isend has returned `err`. Frees the message, except on RD_ENOMEM. */
static int begun(struct rd_rma_am *l, int err)
{
	if (!err && !rd_req_is_done(l->req)) {
		++*count_of(l);
		rd_list_append(&sending, &l->link);
		return 0;
	}
	if (!err)
		err = rd_req_finish(l->req, NULL);
	if (err != RD_ENOMEM)
		rd_rma_am_drop(l);
	return err;
}

int rd_rma_am_send(struct rd_rma_am *l, int to, uint64_t bytes)
{
	struct rd_comm *comm = l->win->comm;
	int err;

	l->msg.from = (uint32_t)comm->rank;
	err = rd_isend(&RD_BUF(&l->msg, sizeof(l->msg) + bytes, byte_type()),
		       rd_comm_world_rank(comm, to), (int)comm->p2p.id, &ctx, RD_SEND_STANDARD,
		       &l->req);
	err = begun(l, err);
	if (err == RD_ENOMEM)
		rd_rma_am_drop(l);
	return err;
}

/* Data that cannot be sent after a member failed is not waited for: its origin receives a VOID
 * instead. */
int rd_rma_am_answer(struct rd_rma_am *l, const void *data, uint64_t count, struct rd_type *type,
		     int to, int tag)
{
	struct rd_ctx *own = &l->win->comm->p2p;
	int err;

	l->answer = 1;
	err = begun(l,
		    rd_isend(&RD_BUF(data, count, type), to, tag, own, RD_SEND_STANDARD, &l->req));
	if (err == RD_EPROC)
		rd_send_poison(to, tag, own, err, NULL);
	return err;
}

/* The receiver waits for the data: on lack of memory they are sent later. */
int rd_rma_am_data(struct rd_rma_am *l, int to, int tag, uint64_t bytes)
{
	int err = rd_rma_am_answer(l, l->payload, bytes, byte_type(), to, tag);

	if (err != RD_ENOMEM)
		return err;
	l->to = to;
	l->tag = tag;
	l->bytes = bytes;
	l->win->am.answers++;
	rd_list_append(&unsent, &l->link);
	return 0;
}

static int send_again(void)
{
	int events = 0;

	while (!rd_list_empty(&unsent)) {
		struct rd_rma_am *l = rd_container(unsent.next, struct rd_rma_am, link);
		struct rd_win *win = l->win;
		int err;

		rd_list_remove(&l->link);
		err = rd_rma_am_answer(l, l->payload, l->bytes, byte_type(), l->to, l->tag);
		if (err == RD_ENOMEM) {
			rd_list_append(&unsent, &l->link);
			break;
		}
		win->am.answers--;
		if (err && !win->err)
			win->err = err;
		events++;
	}
	return events;
}

int rd_rma_tell(struct rd_win *win, int to, enum rd_rma_kind kind, int op)
{
	struct rd_rma_am *l = rd_rma_am_new(win, kind);

	if (!l)
		return RD_ENOMEM;
	l->msg.op = (uint16_t)op;
	return rd_rma_am_send(l, to, 0);
}

/* 1: the lack of memory has lasted for longer than rd_wait_table.rma.starved_ns. */
static int starved(uint64_t *since)
{
	uint64_t now = rd_clock_ns();

	if (!*since)
		*since = now;
	return now - *since > rd_wait_table.rma.starved_ns;
}

int rd_rma_tell_surely(struct rd_win *win, int to, enum rd_rma_kind kind, int op)
{
	uint64_t since = 0;
	int err;

	while ((err = rd_rma_tell(win, to, kind, op)) == RD_ENOMEM && !rd_win_is_broken(win)) {
		if (starved(&since))
			rd_job_abort(MPI_ERR_NO_MEM, "no memory to end an epoch of a window");
		rd_progress_test();
	}
	return err;
}

/* 1: a rank waits for the effect of the active message. The loss of any other is told by the next
 * flush. */
static int is_missed(const struct rd_rma_msg *msg)
{
	return msg->kind != RD_RMA_PUT_ && (msg->kind != RD_RMA_ACC_ || msg->tag);
}

/* The active message has left, or its receiver had no memory to take it. */
static void finish_am(struct rd_rma_am *l)
{
	int err = rd_req_finish(l->req, NULL);

	if (!l->win)
		return;
	if (err == RD_ENOMEM && !l->answer && is_missed(&l->msg))
		rd_job_abort(MPI_ERR_NO_MEM, "a rank has no memory for the messages of a window");
	if (err && !l->win->err)
		l->win->err = err;
	--*count_of(l);
}

static int reap(void)
{
	struct rd_list *link, *save;
	int events = 0;

	rd_list_for_safe (link, save, &sending) {
		struct rd_rma_am *l = rd_container(link, struct rd_rma_am, link);

		if (!rd_req_is_done(l->req))
			continue;
		finish_am(l);
		rd_list_remove(&l->link);
		rd_rma_am_drop(l);
		events++;
	}
	return events;
}

void rd_rma_throttle(struct rd_win *win)
{
	struct rd_wait w = RD_WAIT_INIT;

	while (win->am.sends > SENDS_MAX && !rd_win_is_broken(win))
		rd_progress_wait(&w);
}

/* ---- Receiving ---- */

static int post(unsigned i)
{
	int err = rd_irecv(&RD_BUF(ring->buf[i], RD_RMA_MESSAGE_B, byte_type()), MPI_ANY_SOURCE,
			   MPI_ANY_TAG, &ctx, &ring->req[i]);

	if (err)
		ring->req[i] = NULL;
	return err;
}

/* Checks that the sender is a member of the message's window. There is no such window if a member
 * has ended and the others freed the window without waiting for its messages. */
static int check(const struct rd_status *status, const struct rd_rma_msg *msg)
{
	struct rd_win *win = rd_rma_find((uint32_t)status->tag);

	if (!win || msg->from >= (uint32_t)win->comm->size ||
	    rd_comm_world_rank(win->comm, (int)msg->from) != status->source) {
		rd_debug("window: a message of rank %d for window %d, which is none",
			 status->source, status->tag);
		return RD_EPROTO;
	}
	ring->win = win;
	ring->from = (int)msg->from;
	return 0;
}

/* A receive also ends with an error, without a message, when a process of the job has ended; the
 * windows of that process detect the failure by themselves. */
static enum stage finish(unsigned i)
{
	struct rd_status status;
	int err = rd_req_finish(ring->req[i], &status);

	ring->req[i] = NULL;
	ring->bytes = rd_status_bytes(&status);
	if (!err && ring->bytes < sizeof(struct rd_rma_msg))
		err = RD_EPROTO;
	if (!err)
		err = check(&status, (const struct rd_rma_msg *)ring->buf[i]);
	return err ? POST : HANDLE;
}

static int handle(unsigned i)
{
	const struct rd_rma_msg *msg = (const struct rd_rma_msg *)ring->buf[i];

	return rd_rma_handle(ring->win, ring->from, msg, ring->buf[i] + sizeof(*msg),
			     ring->bytes - sizeof(*msg));
}

static int starve(void)
{
	if (starved(&ring->starved_ns))
		rd_job_abort(MPI_ERR_NO_MEM, "no memory for the messages of a window");
	return 0;
}

/* 0: lack of memory. */
static int take(void)
{
	unsigned i = ring->next;
	int err;

	if (ring->stage == FINISH)
		ring->stage = finish(i);
	if (ring->stage == HANDLE && handle(i) == RD_ENOMEM)
		return starve();
	ring->stage = POST;
	err = post(i);
	if (err == RD_ENOMEM)
		return starve();
	if (err)
		rd_job_abort(MPI_ERR_OTHER, "the messages of windows cannot be received");
	ring->stage = FINISH;
	ring->starved_ns = 0;
	ring->next = (i + 1) % RING_N;
	return 1;
}

/* 1: the next step of the ring can be taken. */
static int is_there(void)
{
	return ring->stage != FINISH || rd_req_is_done(ring->req[ring->next]);
}

static int receive(void)
{
	int n = 0;

	/* A round at most: other pollers must get their turn. */
	while (n < RING_N && is_there() && take())
		n++;
	return n;
}

static int settle(void)
{
	struct rd_list *link, *save;
	int events = 0;

	rd_list_for_safe (link, save, &attended) {
		struct rd_win *win = rd_container(link, struct rd_win, am.attended);

		events += rd_rma_settle(win);
		if (!rd_rma_is_busy(win))
			rd_list_remove(link);
	}
	return events;
}

static int poll_messages(void)
{
	int events = 0;

	if (busy)
		return 0;
	busy = 1;
	if (!rd_list_empty(&sending))
		events += reap();
	if (rd_unlikely(!rd_list_empty(&unsent)))
		events += send_again();
	events += receive();
	events += rd_rma_mailbox_serve();
	if (rd_unlikely(!rd_list_empty(&attended)))
		events += settle();
	busy = 0;
	return events;
}

/* A message wakes the process by its transport. So does the release of a lock by another process of
 * the node, if the notification could be arranged. */
static int arm(void)
{
	struct rd_list *link;
	int answer = rd_list_empty(&unsent) ? RD_ARM_OK : RD_ARM_BLIND;

	if (ring->starved_ns)
		answer = RD_ARM_BLIND;
	else if (is_there())
		return RD_ARM_BUSY;
	if (rd_rma_mailbox_has_entry())
		return RD_ARM_BUSY;
	rd_list_for (link, &attended) {
		struct rd_win *win = rd_container(link, struct rd_win, am.attended);
		int this = rd_rma_settle_now(win) ? RD_ARM_BUSY : rd_rma_arm(win);

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

	rd_list_for (link, &attended)
		rd_rma_disarm(rd_container(link, struct rd_win, am.attended));
}

/* NULL: nothing is awaited from the member. */
static const char *awaited(const struct rd_win *win, const struct rd_win_peer *peer)
{
	if (peer->awaited == RD_AWAITED_LOCK ||
	    (win->lock.waits && win->lock.waits_at && peer->lock.word == win->lock.waits_at))
		return "the lock of the window";
	if (peer->awaited == RD_AWAITED_POST)
		return "the MPI_Win_post";
	return peer->awaited == RD_AWAITED_COMPLETE && !peer->completes ? "the MPI_Win_complete"
									: NULL;
}

static void tell_peer(const struct rd_win *win, struct rd_win_peer *peer, void *arg)
{
	struct rd_stall *s = arg;
	const char *what = s->part == RD_STALL_EXACT ? awaited(win, peer) : NULL;
	int world = rd_comm_world_rank(win->comm, peer->rank);

	if (s->part == RD_STALL_ALL && (peer->pending || peer->flushes))
		what = "one-sided operations";
	if (what)
		rd_stall_wait(s, world, "%s of rank %d", what, world);
}

static void tell(struct rd_stall *s)
{
	struct rd_list *link;

	rd_list_for (link, &windows)
		rd_win_peers_visit(rd_container(link, struct rd_win, link), tell_peer, s);
}

static struct rd_poller poller = {
	.name = "rma", .poll = poll_messages, .arm = arm, .disarm = disarm, .fd = -1, .tell = tell};

/* ---- Start and end ---- */

static void close_ring(void)
{
	for (unsigned i = 0; i < RING_N; i++) {
		struct rd_req *req = ring->req[i];

		if (!req)
			continue;
		if (rd_req_cancel(req) || !rd_req_is_done(req))
			rd_req_free(req);
		else
			rd_req_finish(req, NULL);
	}
	rd_ctx_close(&ctx);
	free(ring);
	ring = NULL;
}

static int open_ring(void)
{
	int err = 0;

	ring = aligned_alloc(16, sizeof(*ring));
	if (!ring)
		return RD_ENOMEM;
	ctx = (struct rd_ctx){.id = RD_COMM_WINDOWS_ID, .rank = rd_job.rank, .size = rd_job.size};
	rd_ctx_open(&ctx);
	ring->next = 0;
	ring->stage = FINISH;
	ring->starved_ns = 0;
	for (unsigned i = 0; i < RING_N; i++)
		ring->req[i] = NULL;
	for (unsigned i = 0; !err && i < RING_N; i++)
		err = post(i);
	if (err)
		close_ring();
	else
		rd_progress_add(&poller);
	return err;
}

/* A member that has freed the window after another failed may have left without taking these. */
static void disown(struct rd_win *win)
{
	struct rd_list *link;

	rd_list_for (link, &sending) {
		struct rd_rma_am *l = rd_container(link, struct rd_rma_am, link);

		if (l->win == win)
			l->win = NULL;
	}
	win->am.sends = 0;
}

int rd_rma_am_open(struct rd_win *win)
{
	int err = win->comm->size == 1 || ring ? 0 : open_ring();

	if (err || win->comm->size == 1)
		return err;
	if (win->members.by_message)
		err = rd_ctx_ready(&win->comm->p2p);
	if (!err)
		err = enter(win);
	if (err && rd_list_empty(&windows)) {
		rd_progress_remove(&poller);
		close_ring();
	}
	return err;
}

/* A message that has waited for memory to be handled in this window is dropped. Only a window that
 * is freed without its lost members still has one. */
static void drop_unhandled(const struct rd_win *win)
{
	if (!ring || ring->stage != HANDLE || ring->win != win)
		return;
	ring->stage = POST;
	ring->starved_ns = 0;
}

void rd_rma_am_close(struct rd_win *win)
{
	struct rd_wait w = RD_WAIT_INIT;

	if (rd_list_empty(&win->link))
		return;
	while (win->am.answers || (win->am.sends && !rd_win_is_broken(win)))
		rd_progress_wait(&w);
	if (win->am.sends)
		disown(win);
	drop_unhandled(win);
	leave(win);
	rd_list_remove(&win->am.attended);
	if (!rd_list_empty(&windows))
		return;
	rd_progress_remove(&poller);
	close_ring();
}

void rd_rma_am_fini(void)
{
	struct rd_list *link;

	while (!rd_list_empty(&windows))
		rd_rma_am_close(rd_container(windows.next, struct rd_win, link));
	reap();
	while ((link = rd_list_pop(&sending)))
		rd_list_append(&abandoned, link);
	while ((link = rd_list_pop(&free_ams)))
		free(rd_container(link, struct rd_rma_am, link));
	free(by_id);
	by_id = NULL;
	by_id_mask = 0;
}
