/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Posting of requests: ibv_post_send, ibv_post_recv, and the functions ibv_wr_*, which collect
 * requests and post them together. Called by the program.
 */
#include "verbs/verbs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"

/* ---- ibv_post_send ---- */

static int is_posting(const struct rd_vb_qp *qp)
{
	switch (qp->attr.qp_state) {
	case IBV_QPS_RTS:
	case IBV_QPS_SQD:
	case IBV_QPS_SQE:
	case IBV_QPS_ERR:
		return 1;
	default:
		return 0;
	}
}

static int check_opcode(const struct rd_vb_qp *qp, const struct ibv_send_wr *wr)
{
	switch (wr->opcode) {
	case IBV_WR_SEND:
	case IBV_WR_SEND_WITH_IMM:
		return 0;
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		return qp->init.qp_type == IBV_QPT_UD ? EINVAL : 0;
	case IBV_WR_SEND_WITH_INV:
		return qp->init.qp_type == IBV_QPT_RC ? 0 : EINVAL;
	case IBV_WR_RDMA_READ:
	case IBV_WR_ATOMIC_CMP_AND_SWP:
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		return qp->init.qp_type == IBV_QPT_RC && !(wr->send_flags & IBV_SEND_INLINE)
			       ? 0
			       : EINVAL;
	case IBV_WR_LOCAL_INV:
	case IBV_WR_BIND_MW:
		return qp->init.qp_type == IBV_QPT_RC && !wr->num_sge ? 0 : EINVAL;
	case IBV_WR_TSO:
		return rd_vb_absent("ibv_post_send", "there is no segmentation", EOPNOTSUPP);
	default:
		return EINVAL;
	}
}

/* Bytes of the data, in `len`. 0 or an errno. */
static int measure(const struct rd_vb_qp *qp, const struct ibv_send_wr *wr, uint64_t *len)
{
	*len = 0;
	if (wr->num_sge < 0 || (uint32_t)wr->num_sge > qp->init.cap.max_send_sge)
		return EINVAL;
	for (int i = 0; i < wr->num_sge; i++)
		*len += wr->sg_list[i].length;
	if (*len > RD_VB_MSG_B)
		return EINVAL;
	if (wr->send_flags & IBV_SEND_INLINE && *len > qp->init.cap.max_inline_data)
		return EINVAL;
	if ((wr->opcode == IBV_WR_ATOMIC_CMP_AND_SWP ||
	     wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) &&
	    *len != sizeof(uint64_t))
		return EINVAL;
	return 0;
}

static void copy_inline(struct rd_vb_swr *slot, const struct ibv_send_wr *wr)
{
	char *to = slot->data;

	for (int i = 0; i < wr->num_sge; i++) {
		if (wr->sg_list[i].length)
			memcpy(to, (const void *)(uintptr_t)wr->sg_list[i].addr,
			       wr->sg_list[i].length);
		to += wr->sg_list[i].length;
	}
	slot->nsge = -1;
}

static void set_window(struct rd_vb_swr *slot, const struct ibv_send_wr *wr)
{
	const struct ibv_mw_bind_info *info = &wr->bind_mw.bind_info;

	if (wr->opcode == IBV_WR_LOCAL_INV) {
		slot->rkey = wr->invalidate_rkey;
		return;
	}
	slot->bind.mw = wr->bind_mw.mw->handle << 8;
	slot->bind.lkey = info->mr ? info->mr->lkey : 0;
	slot->bind.length = info->length;
	slot->bind.access = info->mw_access_flags;
	slot->raddr = info->addr;
	slot->rkey = wr->bind_mw.rkey;
}

static void set_target(struct rd_vb_qp *qp, struct rd_vb_swr *slot, const struct ibv_send_wr *wr)
{
	if (qp->init.qp_type == IBV_QPT_UD) {
		const struct rd_vb_ah *ah = (const struct rd_vb_ah *)wr->wr.ud.ah;

		slot->node = ah->node;
		slot->grh = ah->attr.is_global;
		slot->qpn = wr->wr.ud.remote_qpn;
		/* InfiniBand 10.2.5: the upper bit asks for the queue pair's own key */
		slot->qkey =
			wr->wr.ud.remote_qkey & 1u << 31 ? qp->attr.qkey : wr->wr.ud.remote_qkey;
	} else if (rd_vb_is_window(slot)) {
		set_window(slot, wr);
	} else if (wr->opcode == IBV_WR_ATOMIC_CMP_AND_SWP ||
		   wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		slot->raddr = wr->wr.atomic.remote_addr;
		slot->rkey = wr->wr.atomic.rkey;
		slot->operand = wr->wr.atomic.compare_add;
		slot->swap = wr->wr.atomic.swap;
	} else {
		slot->raddr = wr->wr.rdma.remote_addr;
		slot->rkey = wr->wr.rdma.rkey;
	}
}

static int add(struct rd_vb_qp *qp, const struct ibv_send_wr *wr)
{
	uint32_t n = qp->init.cap.max_send_wr;
	struct rd_vb_swr *slot = &qp->swr[qp->head % n];
	uint64_t len;
	int err = check_opcode(qp, wr);

	if (!err)
		err = measure(qp, wr, &len);
	if (!err && qp->init.qp_type == IBV_QPT_UD && !wr->wr.ud.ah)
		err = EINVAL;
	if (!err && wr->opcode == IBV_WR_BIND_MW && !wr->bind_mw.mw)
		err = EINVAL;
	if (!err && qp->head - qp->una == n)
		err = ENOMEM;
	if (err)
		return err;
	slot->id = wr->wr_id;
	slot->opcode = wr->opcode;
	slot->flags = wr->send_flags;
	slot->imm = wr->imm_data;
	slot->len = (uint32_t)len;
	slot->done = 0;
	slot->is_done = slot->status = 0;
	set_target(qp, slot, wr);
	if (wr->send_flags & IBV_SEND_INLINE) {
		copy_inline(slot, wr);
	} else {
		slot->nsge = wr->num_sge;
		if (wr->num_sge)
			memcpy(slot->sge, wr->sg_list, (size_t)wr->num_sge * sizeof(*slot->sge));
	}
	qp->head++;
	return 0;
}

/* In the states ERR and SQE requests end at once. */
static void begin(struct rd_vb_qp *qp)
{
	enum ibv_qp_state state = qp->attr.qp_state;

	if (state == IBV_QPS_ERR || state == IBV_QPS_SQE)
		rd_vb_send_flush(qp);
	else if (rd_vb_push(qp))
		rd_vb_qp_busy(qp);
}

int rd_vb_post_send(struct ibv_qp *ibqp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	struct rd_vb_qp *qp = rd_vb_qp_of(ibqp);
	int err = 0;

	rd_vb_lock();
	rd_vb.calls++;
	if (!is_posting(qp))
		err = EINVAL;
	for (; wr && !err; wr = wr->next) {
		err = add(qp, wr);
		if (err)
			break;
	}
	if (err)
		*bad = wr;
	begin(qp);
	rd_vb_progress();
	rd_vb_nudge();
	rd_vb_unlock();
	return err;
}

int rd_vb_post_recv(struct ibv_qp *ibqp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	struct rd_vb_qp *qp = rd_vb_qp_of(ibqp);
	int err;

	rd_vb_lock();
	if (qp->attr.qp_state == IBV_QPS_RESET || ibqp->srq) {
		*bad = wr;
		err = EINVAL;
	} else {
		err = rd_vb_rq_add(&qp->rq, wr, bad);
		if (qp->attr.qp_state == IBV_QPS_ERR)
			rd_vb_recv_flush(qp);
	}
	rd_vb_unlock();
	return err;
}

/* ---- ibv_wr_*: the state of these functions is the program's to guard, not the lock's ---- */

static struct rd_vb_batch *batch_of(struct ibv_qp_ex *ex)
{
	return &((struct rd_vb_qp *)ex)->batch;
}

static int grow(void **array, uint32_t *max, uint32_t need, size_t size)
{
	uint32_t n = rd_vb_pow2(rd_max(need, 16u));
	void *more;

	if (need <= *max)
		return 0;
	more = realloc(*array, n * size);
	if (!more)
		return ENOMEM;
	*array = more;
	*max = n;
	return 0;
}

/* Begins a request; NULL: there was an error, which wr_complete reports. */
static struct ibv_send_wr *begin_wr(struct ibv_qp_ex *ex, enum ibv_wr_opcode opcode)
{
	struct rd_vb_batch *b = batch_of(ex);
	struct ibv_send_wr *wr;

	if (!b->err && grow((void **)&b->wr, &b->max_wr, b->n + 1, sizeof(*b->wr)))
		b->err = ENOMEM;
	if (b->err)
		return NULL;
	wr = &b->wr[b->n++];
	memset(wr, 0, sizeof(*wr));
	wr->wr_id = ex->wr_id;
	wr->send_flags = ex->wr_flags & ~(unsigned)IBV_SEND_INLINE;
	wr->opcode = opcode;
	wr->sg_list = (struct ibv_sge *)(uintptr_t)b->nsge; /* an index until wr_complete */
	return wr;
}

static struct ibv_send_wr *last_wr(struct ibv_qp_ex *ex)
{
	struct rd_vb_batch *b = batch_of(ex);

	return b->n && !b->err ? &b->wr[b->n - 1] : NULL;
}

static void wr_send(struct ibv_qp_ex *ex)
{
	begin_wr(ex, IBV_WR_SEND);
}

static void wr_send_imm(struct ibv_qp_ex *ex, __be32 imm_data)
{
	struct ibv_send_wr *wr = begin_wr(ex, IBV_WR_SEND_WITH_IMM);

	if (wr)
		wr->imm_data = imm_data;
}

static void wr_send_inv(struct ibv_qp_ex *ex, uint32_t key)
{
	struct ibv_send_wr *wr = begin_wr(ex, IBV_WR_SEND_WITH_INV);

	if (wr)
		wr->invalidate_rkey = key;
}

static void wr_local_inv(struct ibv_qp_ex *ex, uint32_t key)
{
	struct ibv_send_wr *wr = begin_wr(ex, IBV_WR_LOCAL_INV);

	if (wr)
		wr->invalidate_rkey = key;
}

static void wr_bind_mw(struct ibv_qp_ex *ex, struct ibv_mw *mw, uint32_t rkey,
		       const struct ibv_mw_bind_info *info)
{
	struct ibv_send_wr *wr = begin_wr(ex, IBV_WR_BIND_MW);

	if (!wr)
		return;
	wr->bind_mw.mw = mw;
	wr->bind_mw.rkey = rkey;
	wr->bind_mw.bind_info = *info;
}

static struct ibv_send_wr *begin_rdma(struct ibv_qp_ex *ex, enum ibv_wr_opcode opcode,
				      uint32_t rkey, uint64_t addr)
{
	struct ibv_send_wr *wr = begin_wr(ex, opcode);

	if (wr) {
		wr->wr.rdma.remote_addr = addr;
		wr->wr.rdma.rkey = rkey;
	}
	return wr;
}

static void wr_rdma_read(struct ibv_qp_ex *ex, uint32_t rkey, uint64_t addr)
{
	begin_rdma(ex, IBV_WR_RDMA_READ, rkey, addr);
}

static void wr_rdma_write(struct ibv_qp_ex *ex, uint32_t rkey, uint64_t addr)
{
	begin_rdma(ex, IBV_WR_RDMA_WRITE, rkey, addr);
}

static void wr_rdma_write_imm(struct ibv_qp_ex *ex, uint32_t rkey, uint64_t addr, __be32 imm_data)
{
	struct ibv_send_wr *wr = begin_rdma(ex, IBV_WR_RDMA_WRITE_WITH_IMM, rkey, addr);

	if (wr)
		wr->imm_data = imm_data;
}

static void begin_atomic(struct ibv_qp_ex *ex, enum ibv_wr_opcode opcode, uint32_t rkey,
			 uint64_t addr, uint64_t operand, uint64_t swap)
{
	struct ibv_send_wr *wr = begin_wr(ex, opcode);

	if (!wr)
		return;
	wr->wr.atomic.remote_addr = addr;
	wr->wr.atomic.rkey = rkey;
	wr->wr.atomic.compare_add = operand;
	wr->wr.atomic.swap = swap;
}

static void wr_atomic_cmp_swp(struct ibv_qp_ex *ex, uint32_t rkey, uint64_t addr, uint64_t compare,
			      uint64_t swap)
{
	begin_atomic(ex, IBV_WR_ATOMIC_CMP_AND_SWP, rkey, addr, compare, swap);
}

static void wr_atomic_fetch_add(struct ibv_qp_ex *ex, uint32_t rkey, uint64_t addr, uint64_t add)
{
	begin_atomic(ex, IBV_WR_ATOMIC_FETCH_AND_ADD, rkey, addr, add, 0);
}

static void wr_set_ud_addr(struct ibv_qp_ex *ex, struct ibv_ah *ah, uint32_t qpn, uint32_t qkey)
{
	struct ibv_send_wr *wr = last_wr(ex);

	if (!wr)
		return;
	wr->wr.ud.ah = ah;
	wr->wr.ud.remote_qpn = qpn;
	wr->wr.ud.remote_qkey = qkey;
}

static void wr_set_sge_list(struct ibv_qp_ex *ex, size_t n, const struct ibv_sge *list)
{
	struct rd_vb_batch *b = batch_of(ex);
	struct ibv_send_wr *wr = last_wr(ex);

	if (!wr)
		return;
	if (n > RD_VB_SGE_MAX) {
		b->err = EINVAL;
		return;
	}
	if (grow((void **)&b->sge, &b->max_sge, b->nsge + (uint32_t)n, sizeof(*b->sge))) {
		b->err = ENOMEM;
		return;
	}
	if (n)
		memcpy(b->sge + b->nsge, list, n * sizeof(*list));
	wr->sg_list = (struct ibv_sge *)(uintptr_t)b->nsge;
	wr->num_sge = (int)n;
	b->nsge += (uint32_t)n;
}

static void wr_set_sge(struct ibv_qp_ex *ex, uint32_t lkey, uint64_t addr, uint32_t length)
{
	struct ibv_sge sge = {.addr = addr, .length = length, .lkey = lkey};

	wr_set_sge_list(ex, 1, &sge);
}

/* The data are copied at once: the program may change them before wr_complete. Their piece has an
 * offset in `data` until then. */
static void wr_set_inline_data_list(struct ibv_qp_ex *ex, size_t n, const struct ibv_data_buf *buf)
{
	struct rd_vb_batch *b = batch_of(ex);
	struct ibv_send_wr *wr = last_wr(ex);
	size_t len = 0, at = b->ndata;

	for (size_t i = 0; i < n; i++)
		len += buf[i].length;
	if (!wr)
		return;
	if (len > ((struct rd_vb_qp *)ex)->init.cap.max_inline_data) {
		b->err = EINVAL;
		return;
	}
	if (b->ndata + len > b->max_data) {
		size_t max = 2 * (b->ndata + len) + 1024;
		char *data = realloc(b->data, max);

		if (!data) {
			b->err = ENOMEM;
			return;
		}
		b->data = data;
		b->max_data = max;
	}
	for (size_t i = 0; i < n; i++) {
		if (buf[i].length)
			memcpy(b->data + b->ndata, buf[i].addr, buf[i].length);
		b->ndata += buf[i].length;
	}
	wr_set_sge(ex, 0, at, (uint32_t)len);
	wr->send_flags |= IBV_SEND_INLINE;
}

static void wr_set_inline_data(struct ibv_qp_ex *ex, void *addr, size_t length)
{
	struct ibv_data_buf buf = {.addr = addr, .length = length};

	wr_set_inline_data_list(ex, 1, &buf);
}

static void wr_start(struct ibv_qp_ex *ex)
{
	struct rd_vb_batch *b = batch_of(ex);

	b->n = b->nsge = 0;
	b->ndata = 0;
	b->err = 0;
}

/* All or none of the requests. */
static int wr_complete(struct ibv_qp_ex *ex)
{
	struct rd_vb_qp *qp = (struct rd_vb_qp *)ex;
	struct rd_vb_batch *b = &qp->batch;
	struct ibv_send_wr *bad;
	uint32_t head;
	int err = b->err;

	for (uint32_t i = 0; i < b->n && !err; i++) {
		struct ibv_send_wr *wr = &b->wr[i];

		wr->sg_list = b->sge + (uintptr_t)wr->sg_list;
		wr->next = i + 1 < b->n ? wr + 1 : NULL;
		if (wr->send_flags & IBV_SEND_INLINE)
			wr->sg_list->addr += (uintptr_t)b->data;
	}
	if (err || !b->n)
		return err;
	rd_vb_lock();
	head = qp->head;
	for (uint32_t i = 0; i < b->n && !err; i++)
		err = is_posting(qp) ? add(qp, &b->wr[i]) : EINVAL;
	if (err)
		qp->head = head;
	rd_vb_unlock();
	return err ? err : rd_vb_post_send(&ex->qp_base, NULL, &bad);
}

static void wr_abort(struct ibv_qp_ex *ex)
{
	wr_start(ex);
}

void rd_vb_batch_init(struct rd_vb_qp *qp)
{
	struct ibv_qp_ex *ex = &qp->ex;

	ex->wr_start = wr_start;
	ex->wr_complete = wr_complete;
	ex->wr_abort = wr_abort;
	ex->wr_send = wr_send;
	ex->wr_send_imm = wr_send_imm;
	ex->wr_send_inv = wr_send_inv;
	ex->wr_local_inv = wr_local_inv;
	ex->wr_bind_mw = wr_bind_mw;
	ex->wr_rdma_read = wr_rdma_read;
	ex->wr_rdma_write = wr_rdma_write;
	ex->wr_rdma_write_imm = wr_rdma_write_imm;
	ex->wr_atomic_cmp_swp = wr_atomic_cmp_swp;
	ex->wr_atomic_fetch_add = wr_atomic_fetch_add;
	ex->wr_set_ud_addr = wr_set_ud_addr;
	ex->wr_set_sge = wr_set_sge;
	ex->wr_set_sge_list = wr_set_sge_list;
	ex->wr_set_inline_data = wr_set_inline_data;
	ex->wr_set_inline_data_list = wr_set_inline_data_list;
}

void rd_vb_batch_free(struct rd_vb_qp *qp)
{
	free(qp->batch.wr);
	free(qp->batch.sge);
	free(qp->batch.data);
	memset(&qp->batch, 0, sizeof(qp->batch));
}
