/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Completion queues. A poll of an empty queue makes progress first: a program that polls needs no
 * other thread. Called by the program, and by send.c and recv.c, which add completions.
 */
#include "verbs/verbs.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>

#include "base/compiler.h"
#include "base/log.h"

/* Empty polls between two yields of the processor, which the sender may need. */
#define YIELD_POLLS 128

/* ---- Adding ---- */

/* The queue has no room: the completion is lost, and the queue is of no more use. */
static void overrun(struct rd_vb_cq *cq)
{
	if (cq->overrun)
		return;
	cq->overrun = 1;
	rd_error("verbs: a completion queue of %u entries overran; ask ibv_create_cq for as many "
		 "as there are requests",
		 cq->size);
	rd_vb_async(cq->ex.context, IBV_EVENT_CQ_ERR, cq);
}

/* Whether there is a completion of the kind waited for that nobody has taken, nor an event told of.
 */
static int is_due(const struct rd_vb_cq *cq)
{
	uint32_t from = (int32_t)(cq->told - cq->tail) > 0 ? cq->told : cq->tail;

	return (int32_t)((cq->armed == 1 ? cq->head : cq->urgent) - from) > 0;
}

static void notify(struct rd_vb_cq *cq)
{
	cq->armed = 0;
	cq->told = cq->head;
	rd_vb_chan_notify(cq);
}

void rd_vb_cq_add(struct ibv_cq *ibcq, const struct ibv_wc *wc, int solicited)
{
	struct rd_vb_cq *cq = (struct rd_vb_cq *)ibcq;

	if (cq->overrun || cq->head - cq->tail == cq->size) {
		overrun(cq);
		return;
	}
	cq->ring[cq->head++ % cq->size] = *wc;
	if (solicited || wc->status)
		cq->urgent = cq->head;
	if (cq->armed && is_due(cq))
		notify(cq);
}

/* Takes the completions of a queue pair that is reset or destroyed out of the queue. */
void rd_vb_cq_purge(struct ibv_cq *ibcq, uint32_t qpn)
{
	struct rd_vb_cq *cq = (struct rd_vb_cq *)ibcq;
	uint32_t to = cq->tail, told = cq->told, urgent = cq->urgent;

	for (uint32_t at = cq->tail; at != cq->head; at++) {
		if (cq->ring[at % cq->size].qp_num != qpn) {
			cq->ring[to++ % cq->size] = cq->ring[at % cq->size];
			continue;
		}
		cq->told -= (int32_t)(told - at) > 0;
		cq->urgent -= (int32_t)(urgent - at) > 0;
	}
	cq->head = to;
}

/* ---- Polling ---- */

static int take(struct rd_vb_cq *cq, int n, struct ibv_wc *wc)
{
	int taken = 0;

	while (taken < n && cq->tail != cq->head)
		wc[taken++] = cq->ring[cq->tail++ % cq->size];
	if (cq->tail == cq->head) /* they do not fall behind by more than half of the numbers */
		cq->told = cq->urgent = cq->tail;
	return taken;
}

int rd_vb_poll_cq(struct ibv_cq *ibcq, int n, struct ibv_wc *wc)
{
	struct rd_vb_cq *cq = (struct rd_vb_cq *)ibcq;
	int taken;

	rd_vb_lock();
	rd_vb.calls++;
	taken = take(cq, n, wc);
	if (!taken && n > 0) {
		rd_vb_progress();
		taken = take(cq, n, wc);
	}
	if (rd_unlikely(!taken && cq->overrun))
		taken = -1;
	rd_vb_nudge();
	cq->idle = taken ? 0 : cq->idle + 1;
	n = cq->idle % YIELD_POLLS == 0 && !taken;
	rd_vb_unlock();
	if (rd_unlikely(n))
		sched_yield();
	return taken;
}

/* As the hardware does, by its consumer index, for completions that have come since the program's
 * last poll: UCX does not poll again behind it. */
int rd_vb_req_notify_cq(struct ibv_cq *cq, int solicited_only)
{
	struct rd_vb_cq *own = (struct rd_vb_cq *)cq;

	rd_vb_lock();
	if (own->armed != 1) /* any completion is more than a solicited one (InfiniBand 11.4.2.2) */
		own->armed = solicited_only ? 2 : 1;
	if (is_due(own))
		notify(own);
	rd_vb_unlock();
	return 0;
}

/* ---- ibv_start_poll and the functions that read the completion it has found ---- */

static int next_poll(struct ibv_cq_ex *ex)
{
	struct rd_vb_cq *cq = (struct rd_vb_cq *)ex;
	int n = rd_vb_poll_cq((struct ibv_cq *)ex, 1, &cq->current);

	if (n < 1)
		return n ? EIO : ENOENT;
	ex->status = cq->current.status;
	ex->wr_id = cq->current.wr_id;
	return 0;
}

static int start_poll(struct ibv_cq_ex *ex, struct ibv_poll_cq_attr *attr)
{
	return attr && attr->comp_mask ? EINVAL : next_poll(ex);
}

static void end_poll(struct ibv_cq_ex *ex)
{
	(void)ex;
}

static const struct ibv_wc *current(struct ibv_cq_ex *ex)
{
	return &((struct rd_vb_cq *)ex)->current;
}

static enum ibv_wc_opcode read_opcode(struct ibv_cq_ex *ex)
{
	return current(ex)->opcode;
}

static uint32_t read_vendor_err(struct ibv_cq_ex *ex)
{
	return current(ex)->vendor_err;
}

static uint32_t read_byte_len(struct ibv_cq_ex *ex)
{
	return current(ex)->byte_len;
}

static __be32 read_imm_data(struct ibv_cq_ex *ex)
{
	return current(ex)->imm_data;
}

static uint32_t read_qp_num(struct ibv_cq_ex *ex)
{
	return current(ex)->qp_num;
}

static uint32_t read_src_qp(struct ibv_cq_ex *ex)
{
	return current(ex)->src_qp;
}

static unsigned read_wc_flags(struct ibv_cq_ex *ex)
{
	return current(ex)->wc_flags;
}

static uint32_t read_slid(struct ibv_cq_ex *ex)
{
	return current(ex)->slid;
}

static uint8_t read_sl(struct ibv_cq_ex *ex)
{
	return current(ex)->sl;
}

static uint8_t read_dlid_path_bits(struct ibv_cq_ex *ex)
{
	return current(ex)->dlid_path_bits;
}

/* ---- Making and destroying ---- */

#define WC_KNOWN IBV_WC_STANDARD_FLAGS

static int check(const struct ibv_context *ctx, const struct ibv_cq_init_attr_ex *attr)
{
	if (attr->cqe < 1 || attr->cqe > RD_VB_CQE_MAX ||
	    attr->comp_vector >= (uint32_t)ctx->num_comp_vectors)
		return EINVAL;
	if (attr->wc_flags & ~(uint64_t)WC_KNOWN)
		return rd_vb_absent("ibv_create_cq_ex",
				    "completions carry the standard fields only", EOPNOTSUPP);
	if (attr->comp_mask & ~(uint32_t)(IBV_CQ_INIT_ATTR_MASK_FLAGS | IBV_CQ_INIT_ATTR_MASK_PD))
		return EINVAL;
	if (attr->comp_mask & IBV_CQ_INIT_ATTR_MASK_PD &&
	    (!attr->parent_domain || !((struct rd_vb_pd *)attr->parent_domain)->of))
		return EINVAL;
	return 0;
}

struct ibv_cq_ex *rd_vb_create_cq_ex(struct ibv_context *ctx, struct ibv_cq_init_attr_ex *attr)
{
	struct rd_vb_cq *cq = NULL;
	int err = check(ctx, attr);

	if (!err) {
		cq = calloc(1, sizeof(*cq));
		err = cq ? 0 : ENOMEM;
	}
	if (!err) {
		cq->size = rd_vb_pow2(attr->cqe);
		cq->ring = calloc(cq->size, sizeof(*cq->ring));
		err = cq->ring ? 0 : ENOMEM;
	}
	if (err) {
		free(cq);
		errno = err;
		return NULL;
	}
	cq->ex.context = ctx;
	cq->ex.channel = attr->channel;
	cq->ex.cq_context = attr->cq_context;
	cq->ex.cqe = (int)cq->size;
	pthread_mutex_init(&cq->ex.mutex, NULL);
	pthread_cond_init(&cq->ex.cond, NULL);
	cq->ex.start_poll = start_poll;
	cq->ex.next_poll = next_poll;
	cq->ex.end_poll = end_poll;
	cq->ex.read_opcode = read_opcode;
	cq->ex.read_vendor_err = read_vendor_err;
	cq->ex.read_byte_len = read_byte_len;
	cq->ex.read_imm_data = read_imm_data;
	cq->ex.read_qp_num = read_qp_num;
	cq->ex.read_src_qp = read_src_qp;
	cq->ex.read_wc_flags = read_wc_flags;
	cq->ex.read_slid = read_slid;
	cq->ex.read_sl = read_sl;
	cq->ex.read_dlid_path_bits = read_dlid_path_bits;
	rd_vb_lock();
	if (attr->channel)
		attr->channel->refcnt++;
	if (attr->comp_mask & IBV_CQ_INIT_ATTR_MASK_PD) {
		cq->pd = (struct rd_vb_pd *)attr->parent_domain;
		cq->pd->users++;
	}
	rd_vb_ctx_of(ctx)->users++;
	rd_vb_unlock();
	return &cq->ex;
}

struct ibv_cq *ibv_create_cq(struct ibv_context *ctx, int cqe, void *cq_context,
			     struct ibv_comp_channel *channel, int comp_vector)
{
	struct ibv_cq_init_attr_ex attr = {
		.cqe = cqe > 0 ? (uint32_t)cqe : 0,
		.cq_context = cq_context,
		.channel = channel,
		.comp_vector = (uint32_t)comp_vector,
		.wc_flags = IBV_WC_STANDARD_FLAGS,
	};

	return (struct ibv_cq *)rd_vb_create_cq_ex(ctx, &attr);
}

int ibv_resize_cq(struct ibv_cq *ibcq, int cqe)
{
	struct rd_vb_cq *cq = (struct rd_vb_cq *)ibcq;
	struct ibv_wc *ring;
	uint32_t n = 0, size;

	if (cqe < 1 || cqe > RD_VB_CQE_MAX)
		return EINVAL;
	size = rd_vb_pow2((uint32_t)cqe);
	ring = calloc(size, sizeof(*ring));
	if (!ring)
		return ENOMEM;
	rd_vb_lock();
	if (cq->head - cq->tail > size) {
		rd_vb_unlock();
		free(ring);
		return EINVAL;
	}
	while (cq->tail != cq->head)
		ring[n++] = cq->ring[cq->tail++ % cq->size];
	free(cq->ring);
	cq->ring = ring;
	cq->size = size;
	cq->told -= cq->head - n;
	cq->urgent -= cq->head - n;
	cq->tail = 0;
	cq->head = n;
	cq->ex.cqe = (int)size;
	rd_vb_unlock();
	return 0;
}

int ibv_destroy_cq(struct ibv_cq *ibcq)
{
	struct rd_vb_cq *cq = (struct rd_vb_cq *)ibcq;
	uint32_t comp, async;

	rd_vb_lock();
	if (cq->users) {
		rd_vb_unlock();
		return EBUSY;
	}
	rd_vb_chan_purge(cq);
	rd_vb_async_purge(cq->ex.context, cq);
	comp = cq->comp_got;
	async = cq->async_got;
	if (cq->ex.channel)
		cq->ex.channel->refcnt--;
	if (cq->pd)
		cq->pd->users--;
	rd_vb_ctx_of(cq->ex.context)->users--;
	rd_vb_unlock();
	pthread_mutex_lock(&cq->ex.mutex);
	while (cq->ex.comp_events_completed != comp || cq->ex.async_events_completed != async)
		pthread_cond_wait(&cq->ex.cond, &cq->ex.mutex);
	pthread_mutex_unlock(&cq->ex.mutex);
	free(cq->ring);
	free(cq);
	return 0;
}
