/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Events that a program reads from a descriptor: asynchronous events of a context, and completion
 * events of a channel. The descriptor is an eventfd that counts the events of a list, so that
 * poll(2), O_NONBLOCK and blocking reads work as with any other.
 *
 * An event that is dropped unread, because its object is destroyed, takes its count with it.
 */
#include "verbs/verbs.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/log.h"

static int open_counter(void)
{
	return eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
}

static void count_up(int fd)
{
	const uint64_t one = 1;

	if (write(fd, &one, sizeof(one)) != sizeof(one))
		rd_warn("verbs: eventfd: %m");
}

/* Takes a count if there is one, without waiting: another thread, which waits for the lock, may
 * have taken it already. Linux before 5.8 refuses: then a reader finds the list empty, and waits.
 */
static void count_down(int fd)
{
	uint64_t one;
	struct iovec to = {.iov_base = &one, .iov_len = sizeof(one)};

	if (preadv2(fd, &to, 1, -1, RWF_NOWAIT) < 0)
		rd_debug("verbs: eventfd: %m");
}

static void add(struct rd_list *list, int fd, const struct rd_vb_event *event)
{
	struct rd_vb_event *copy = malloc(sizeof(*copy));

	if (!copy) {
		rd_error("verbs: no memory for an event, which is lost");
		return;
	}
	*copy = *event;
	rd_list_append(list, &copy->link);
	count_up(fd);
}

static void purge(struct rd_list *list, int fd, const void *of)
{
	struct rd_list *link, *save;

	rd_list_for_safe (link, save, list) {
		struct rd_vb_event *event = rd_container(link, struct rd_vb_event, link);

		if (event->of != of)
			continue;
		rd_list_remove(link);
		free(event);
		count_down(fd);
	}
}

static void drop_all(struct rd_list *list)
{
	struct rd_list *link;

	while ((link = rd_list_pop(list)))
		free(rd_container(link, struct rd_vb_event, link));
}

/* The next event; waits for it, as the descriptor does. -1: errno. Takes the lock; with an event,
 * it is still held. */
static int next(int fd, struct rd_list *list, struct rd_vb_event *out)
{
	struct rd_list *link;
	uint64_t one;

	for (;;) {
		if (read(fd, &one, sizeof(one)) != sizeof(one))
			return -1;
		rd_vb_lock();
		link = rd_list_pop(list);
		if (link)
			break;
		rd_vb_unlock(); /* it was dropped meanwhile */
	}
	*out = *rd_container(link, struct rd_vb_event, link);
	free(rd_container(link, struct rd_vb_event, link));
	return 0;
}

/* ---- Asynchronous events ---- */

int rd_vb_events_open(struct rd_vb_events *events)
{
	rd_list_init(&events->list);
	events->fd = open_counter();
	return events->fd < 0 ? errno : 0;
}

void rd_vb_events_close(struct rd_vb_events *events)
{
	drop_all(&events->list);
	close(events->fd);
}

void rd_vb_async(struct ibv_context *ctx, enum ibv_event_type type, void *of)
{
	struct rd_vb_event event = {.async.event_type = type, .of = of};

	if (of)
		event.async.element.qp = of; /* the same member of the union for all objects */
	else
		event.async.element.port_num = 1;
	add(&rd_vb_ctx_of(ctx)->events.list, rd_vb_ctx_of(ctx)->events.fd, &event);
}

void rd_vb_async_all(enum ibv_event_type type)
{
	struct rd_list *link;

	rd_list_for (link, &rd_vb.ctxs)
		rd_vb_async(&rd_container(link, struct rd_vb_ctx, link)->v.context, type, NULL);
}

void rd_vb_async_purge(struct ibv_context *ctx, const void *of)
{
	purge(&rd_vb_ctx_of(ctx)->events.list, rd_vb_ctx_of(ctx)->events.fd, of);
}

static int is_of_cq(enum ibv_event_type type)
{
	return type == IBV_EVENT_CQ_ERR;
}

static int is_of_srq(enum ibv_event_type type)
{
	return type == IBV_EVENT_SRQ_ERR || type == IBV_EVENT_SRQ_LIMIT_REACHED;
}

int ibv_get_async_event(struct ibv_context *ctx, struct ibv_async_event *out)
{
	struct rd_vb_event event;

	if (next(ctx->async_fd, &rd_vb_ctx_of(ctx)->events.list, &event))
		return -1;
	if (is_of_cq(event.async.event_type))
		((struct rd_vb_cq *)event.of)->async_got++;
	else if (is_of_srq(event.async.event_type))
		((struct rd_vb_srq *)event.of)->async_got++;
	else if (event.of)
		((struct rd_vb_qp *)event.of)->async_got++;
	rd_vb_unlock();
	*out = event.async;
	return 0;
}

static void acknowledge(pthread_mutex_t *mutex, pthread_cond_t *cond, uint32_t *count, unsigned n)
{
	pthread_mutex_lock(mutex);
	*count += n;
	pthread_cond_signal(cond);
	pthread_mutex_unlock(mutex);
}

void ibv_ack_async_event(struct ibv_async_event *event)
{
	struct ibv_cq *cq = event->element.cq;
	struct ibv_srq *srq = event->element.srq;
	struct ibv_qp *qp = event->element.qp;

	switch (event->event_type) {
	case IBV_EVENT_CQ_ERR:
		acknowledge(&cq->mutex, &cq->cond, &cq->async_events_completed, 1);
		break;
	case IBV_EVENT_SRQ_ERR:
	case IBV_EVENT_SRQ_LIMIT_REACHED:
		acknowledge(&srq->mutex, &srq->cond, &srq->events_completed, 1);
		break;
	case IBV_EVENT_QP_FATAL:
	case IBV_EVENT_QP_REQ_ERR:
	case IBV_EVENT_QP_ACCESS_ERR:
	case IBV_EVENT_COMM_EST:
	case IBV_EVENT_SQ_DRAINED:
	case IBV_EVENT_PATH_MIG:
	case IBV_EVENT_PATH_MIG_ERR:
	case IBV_EVENT_QP_LAST_WQE_REACHED:
		acknowledge(&qp->mutex, &qp->cond, &qp->events_completed, 1);
		break;
	default: /* of the port or the device */
		break;
	}
}

/* ---- Completion events ---- */

struct ibv_comp_channel *ibv_create_comp_channel(struct ibv_context *ctx)
{
	struct rd_vb_chan *chan = calloc(1, sizeof(*chan));

	if (!chan)
		return NULL;
	chan->chan.context = ctx;
	rd_list_init(&chan->list);
	chan->chan.fd = open_counter();
	if (chan->chan.fd < 0) {
		free(chan);
		return NULL;
	}
	rd_vb_lock();
	rd_vb_ctx_of(ctx)->users++;
	rd_vb_unlock();
	return &chan->chan;
}

int ibv_destroy_comp_channel(struct ibv_comp_channel *chan)
{
	rd_vb_lock();
	if (chan->refcnt) {
		rd_vb_unlock();
		return EBUSY;
	}
	rd_vb_ctx_of(chan->context)->users--;
	rd_vb_unlock();
	drop_all(&((struct rd_vb_chan *)chan)->list);
	close(chan->fd);
	free(chan);
	return 0;
}

void rd_vb_chan_notify(struct rd_vb_cq *cq)
{
	struct rd_vb_chan *chan = (struct rd_vb_chan *)cq->ex.channel;
	struct rd_vb_event event = {.of = cq};

	if (chan)
		add(&chan->list, chan->chan.fd, &event);
}

void rd_vb_chan_purge(struct rd_vb_cq *cq)
{
	struct rd_vb_chan *chan = (struct rd_vb_chan *)cq->ex.channel;

	if (chan)
		purge(&chan->list, chan->chan.fd, cq);
}

int ibv_get_cq_event(struct ibv_comp_channel *channel, struct ibv_cq **cq, void **cq_context)
{
	struct rd_vb_chan *chan = (struct rd_vb_chan *)channel;
	struct rd_vb_event event;
	struct rd_vb_cq *own;

	if (next(channel->fd, &chan->list, &event))
		return -1;
	own = event.of;
	own->comp_got++;
	rd_vb_unlock();
	*cq = (struct ibv_cq *)own;
	*cq_context = own->ex.cq_context;
	return 0;
}

void ibv_ack_cq_events(struct ibv_cq *cq, unsigned nevents)
{
	acknowledge(&cq->mutex, &cq->cond, &cq->comp_events_completed, nevents);
}
