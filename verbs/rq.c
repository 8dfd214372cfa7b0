/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queues of receive requests: one of each queue pair, or one shared by several (SRQ). Called by
 * the program, and by recv.c, which takes a request for each message.
 */
#include "verbs/verbs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int rd_vb_rq_init(struct rd_vb_rq *rq, uint32_t size, uint32_t max_sge)
{
	*rq = (struct rd_vb_rq){.size = size ? rd_vb_pow2(size) : 0, .max_sge = max_sge};
	if (!size)
		return 0;
	size = rq->size;
	rq->wr = calloc(size, sizeof(*rq->wr));
	rq->sges = calloc((size_t)size * (max_sge ? max_sge : 1), sizeof(*rq->sges));
	if (!rq->wr || !rq->sges) {
		rd_vb_rq_free(rq);
		return ENOMEM;
	}
	for (uint32_t i = 0; i < size; i++)
		rq->wr[i].sge = rq->sges + (size_t)i * max_sge;
	return 0;
}

void rd_vb_rq_free(struct rd_vb_rq *rq)
{
	free(rq->wr);
	free(rq->sges);
	*rq = (struct rd_vb_rq){0};
}

static int add_one(struct rd_vb_rq *rq, const struct ibv_recv_wr *wr)
{
	struct rd_vb_rwr *slot;

	if (wr->num_sge < 0 || (uint32_t)wr->num_sge > rq->max_sge)
		return EINVAL;
	if (rq->head - rq->tail == rq->size)
		return ENOMEM;
	slot = &rq->wr[rq->head % rq->size];
	slot->id = wr->wr_id;
	slot->nsge = wr->num_sge;
	if (wr->num_sge)
		memcpy(slot->sge, wr->sg_list, (size_t)wr->num_sge * sizeof(*slot->sge));
	rq->head++;
	return 0;
}

int rd_vb_rq_add(struct rd_vb_rq *rq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	for (; wr; wr = wr->next) {
		int err = add_one(rq, wr);

		if (err) {
			*bad = wr;
			return err;
		}
	}
	return 0;
}

/* The request is copied: its place may be used again before the message ends. */
static int take(struct rd_vb_rq *rq, struct rd_vb_qp *qp)
{
	const struct rd_vb_rwr *wr;

	if (rq->head == rq->tail)
		return 0;
	wr = &rq->wr[rq->tail++ % rq->size];
	qp->cur.id = wr->id;
	qp->cur.nsge = wr->nsge;
	qp->cur.sge = qp->cur_sge;
	memcpy(qp->cur_sge, wr->sge, (size_t)wr->nsge * sizeof(*wr->sge));
	qp->has_cur = 1;
	return 1;
}

int rd_vb_rq_take(struct rd_vb_qp *qp)
{
	struct rd_vb_srq *srq = (struct rd_vb_srq *)qp->ex.qp_base.srq;

	if (!srq)
		return take(&qp->rq, qp);
	if (!take(&srq->rq, qp))
		return 0;
	if (srq->limit && srq->rq.head - srq->rq.tail < srq->limit) {
		srq->limit = 0;
		rd_vb_async(srq->srq.context, IBV_EVENT_SRQ_LIMIT_REACHED, srq);
	}
	return 1;
}

/* ---- Shared receive queues ---- */

struct ibv_srq *ibv_create_srq(struct ibv_pd *pd, struct ibv_srq_init_attr *attr)
{
	struct ibv_srq_attr *a = &attr->attr;
	struct rd_vb_srq *srq = NULL;
	int err = 0;

	if (!a->max_wr || a->max_wr > RD_VB_WR_MAX || a->max_sge > RD_VB_SGE_MAX)
		err = EINVAL;
	if (!err) {
		srq = calloc(1, sizeof(*srq));
		err = srq ? rd_vb_rq_init(&srq->rq, a->max_wr, a->max_sge) : ENOMEM;
	}
	if (err) {
		free(srq);
		errno = err;
		return NULL;
	}
	srq->srq.context = pd->context;
	srq->srq.srq_context = attr->srq_context;
	srq->srq.pd = pd;
	pthread_mutex_init(&srq->srq.mutex, NULL);
	pthread_cond_init(&srq->srq.cond, NULL);
	rd_vb_lock();
	((struct rd_vb_pd *)pd)->users++;
	rd_vb_unlock();
	return &srq->srq;
}

struct ibv_srq *rd_vb_create_srq_ex(struct ibv_context *ctx, struct ibv_srq_init_attr_ex *attr)
{
	struct ibv_srq_init_attr plain = {.srq_context = attr->srq_context, .attr = attr->attr};

	(void)ctx;
	if (!(attr->comp_mask & IBV_SRQ_INIT_ATTR_PD) ||
	    (attr->comp_mask & IBV_SRQ_INIT_ATTR_TYPE && attr->srq_type != IBV_SRQT_BASIC)) {
		rd_vb_absent("ibv_create_srq_ex", "shared receive queues are of the basic type",
			     EOPNOTSUPP);
		return NULL;
	}
	return ibv_create_srq(attr->pd, &plain);
}

int ibv_modify_srq(struct ibv_srq *srq, struct ibv_srq_attr *attr, int mask)
{
	struct rd_vb_srq *own = (struct rd_vb_srq *)srq;
	int err = 0;

	if (mask & ~(IBV_SRQ_MAX_WR | IBV_SRQ_LIMIT))
		return EINVAL;
	if (mask & IBV_SRQ_MAX_WR)
		return rd_vb_absent("ibv_modify_srq", "a shared receive queue keeps its size",
				    EOPNOTSUPP);
	rd_vb_lock();
	if (mask & IBV_SRQ_LIMIT) {
		if (attr->srq_limit > own->rq.size)
			err = EINVAL;
		else
			own->limit = attr->srq_limit;
	}
	rd_vb_unlock();
	return err;
}

int ibv_query_srq(struct ibv_srq *srq, struct ibv_srq_attr *attr)
{
	struct rd_vb_srq *own = (struct rd_vb_srq *)srq;

	rd_vb_lock();
	*attr = (struct ibv_srq_attr){
		.max_wr = own->rq.size,
		.max_sge = own->rq.max_sge,
		.srq_limit = own->limit,
	};
	rd_vb_unlock();
	return 0;
}

int ibv_destroy_srq(struct ibv_srq *srq)
{
	struct rd_vb_srq *own = (struct rd_vb_srq *)srq;
	uint32_t got;

	rd_vb_lock();
	if (own->users) {
		rd_vb_unlock();
		return EBUSY;
	}
	rd_vb_async_purge(srq->context, srq);
	got = own->async_got;
	((struct rd_vb_pd *)srq->pd)->users--;
	rd_vb_unlock();
	pthread_mutex_lock(&srq->mutex);
	while (srq->events_completed != got)
		pthread_cond_wait(&srq->cond, &srq->mutex);
	pthread_mutex_unlock(&srq->mutex);
	rd_vb_rq_free(&own->rq);
	free(own);
	return 0;
}

int rd_vb_post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	int err;

	rd_vb_lock();
	err = rd_vb_rq_add(&((struct rd_vb_srq *)srq)->rq, wr, bad);
	rd_vb_unlock();
	return err;
}
