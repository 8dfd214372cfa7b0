/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory windows: keys to parts of memory regions that a queue pair binds and closes by requests
 * (InfiniBand 10.6.7). Called by the program, by send.c for requests, by recv.c for SENDs that
 * close a window and for each access of others. The keys are those of mem.c.
 *
 *     closed -> bound  [BIND_MW; type 1: ibv_bind_mw]
 *     bound  -> bound  [type 1: ibv_bind_mw, with another key]
 *     bound  -> closed [type 1: ibv_bind_mw of no bytes; type 2: LOCAL_INV here, SEND_WITH_INV of
 *                       the other side; ibv_dealloc_mw]
 *
 * 1. A window of type 2 is for the queue pair that has bound it (type 2B), one of type 1 for all of
 *    its domain.
 * 2. A region with bound windows is neither deregistered nor changed.
 * 3. Requests to a window are carried out by the target's software: no card has a grant for it.
 */
#include "verbs/verbs.h"

#include <errno.h>
#include <stdlib.h>

#define REMOTE (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC)
#define CHANGING (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC)

struct ibv_mw *rd_vb_alloc_mw(struct ibv_pd *pd, enum ibv_mw_type type)
{
	struct rd_vb_mw *mw = NULL;
	int err = type == IBV_MW_TYPE_1 || type == IBV_MW_TYPE_2 ? ENOMEM : EINVAL;

	if (err == ENOMEM)
		mw = calloc(1, sizeof(*mw));
	if (!mw) {
		errno = err;
		return NULL;
	}
	mw->mw = (struct ibv_mw){.context = pd->context, .pd = pd, .type = type};
	rd_vb_lock();
	mw->mw.rkey = rd_vb_key_take(mw);
	mw->mw.handle = mw->mw.rkey >> 8;
	if (mw->mw.rkey)
		((struct rd_vb_pd *)pd)->users++;
	rd_vb_unlock();
	if (mw->mw.rkey)
		return &mw->mw;
	free(mw);
	errno = ENOMEM;
	return NULL;
}

static void close_window(struct rd_vb_mw *mw)
{
	if (!mw->of)
		return;
	mw->of->windows--;
	mw->of = NULL;
	rd_vb_key_open(mw->key, NULL);
}

int rd_vb_dealloc_mw(struct ibv_mw *mw)
{
	struct rd_vb_mw *own = (struct rd_vb_mw *)mw;

	rd_vb_lock();
	close_window(own);
	rd_vb_key_free(mw->rkey);
	((struct rd_vb_pd *)mw->pd)->users--;
	rd_vb_unlock();
	free(own);
	return 0;
}

/* Whether the region may have the window. One of no bytes closes a window of type 1 only. */
static int fits(const struct rd_vb_mw *mw, const struct rd_vb_mr *mr, const struct rd_vb_swr *wr)
{
	uint64_t at = wr->raddr - mr->iova;

	return mr->access & IBV_ACCESS_MW_BIND && wr->bind.length &&
	       rd_vb_pd_same(mr->mr.pd, mw->mw.pd) &&
	       (!(wr->bind.access & CHANGING) || mr->access & IBV_ACCESS_LOCAL_WRITE) &&
	       at <= mr->mr.length && wr->bind.length <= mr->mr.length - at;
}

static void open_window(struct rd_vb_mw *mw, struct rd_vb_mr *mr, const struct rd_vb_swr *wr)
{
	close_window(mw);
	mw->open = (struct rd_vb_mr){
		.mr = mr->mr,
		.iova = wr->bind.access & IBV_ACCESS_ZERO_BASED ? 0 : wr->raddr,
		.access = wr->bind.access & REMOTE,
		.no_grants = 1,
	};
	mw->open.mr.pd = mw->mw.pd;
	mw->open.mr.addr = (char *)mr->mr.addr + (wr->raddr - mr->iova);
	mw->open.mr.length = wr->bind.length;
	mw->key = wr->rkey;
	mw->of = mr;
	mr->windows++;
	rd_vb_key_open(mw->key, &mw->open);
}

static int bind_window(struct rd_vb_qp *qp, const struct rd_vb_swr *wr)
{
	struct rd_vb_mw *mw = rd_vb_mw_of(wr->bind.mw);
	struct rd_vb_mr *mr = rd_vb_mr_of(wr->bind.lkey);
	int is_one = mw && mw->mw.type == IBV_MW_TYPE_1;

	if (!mw || wr->rkey >> 8 != wr->bind.mw >> 8 ||
	    !rd_vb_pd_same(mw->mw.pd, qp->ex.qp_base.pd) ||
	    (!is_one && mw->of && rd_vb_qp_find(mw->qpn)))
		return IBV_WC_MW_BIND_ERR;
	if (is_one && !wr->bind.length) {
		close_window(mw);
		return 0;
	}
	if (!mr || !fits(mw, mr, wr))
		return IBV_WC_MW_BIND_ERR;
	open_window(mw, mr, wr);
	mw->qpn = is_one ? 0 : qp->ex.qp_base.qp_num;
	return 0;
}

int rd_vb_window_close(struct rd_vb_qp *qp, uint32_t key)
{
	struct rd_vb_mw *mw = rd_vb_mw_of(key);

	if (!mw || mw->mw.type != IBV_MW_TYPE_2 || !mw->of || mw->key != key ||
	    mw->qpn != qp->ex.qp_base.qp_num)
		return 0;
	close_window(mw);
	return 1;
}

int rd_vb_window_do(struct rd_vb_qp *qp, const struct rd_vb_swr *wr)
{
	if (wr->opcode == IBV_WR_BIND_MW)
		return bind_window(qp, wr);
	return rd_vb_window_close(qp, wr->rkey) ? 0 : IBV_WC_MW_BIND_ERR;
}

int rd_vb_window_is_for(const struct rd_vb_qp *qp, uint32_t key)
{
	const struct rd_vb_mw *mw = rd_vb_mw_of(key);

	return !mw || mw->mw.type == IBV_MW_TYPE_1 || mw->qpn == qp->ex.qp_base.qp_num;
}

/* Of type 1: the window has its new key at once, which opens it when the request is done. */
int rd_vb_bind_mw(struct ibv_qp *qp, struct ibv_mw *mw, struct ibv_mw_bind *bind)
{
	struct ibv_send_wr wr =
				   {
					   .wr_id = bind->wr_id,
					   .opcode = IBV_WR_BIND_MW,
					   .send_flags = bind->send_flags,
					   .bind_mw = {.mw = mw,
						       .rkey = ibv_inc_rkey(mw->rkey),
						       .bind_info = bind->bind_info},
				   },
			   *bad;
	int err;

	if (bind->bind_info.mw_access_flags &
	    ~(unsigned)(REMOTE | IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_ZERO_BASED))
		return EINVAL;
	err = rd_vb_post_send(qp, &wr, &bad);
	if (!err)
		mw->rkey = wr.bind_mw.rkey;
	return err;
}
