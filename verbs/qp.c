/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue pairs: making, the states, destroying. The requester is in send.c, the responder in
 * recv.c.
 *
 *     RESET -> INIT [modify]       posts receives
 *     INIT  -> RTR  [modify]       knows its peer, receives
 *     RTR   -> RTS  [modify]       sends
 *     RTS   -> SQD  [modify]       begins no further request; SQD -> RTS
 *     any   -> ERR  [modify, rd_vb_qp_error]   requests end with IBV_WC_WR_FLUSH_ERR
 *     any   -> RESET [modify]      requests are forgotten
 *
 * A UC or UD queue pair whose request fails here stops sending (SQE) and still receives.
 */
#include "verbs/verbs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"

/* ---- Numbers: the place in a table, and above it a count of the place's uses ---- */

static int take_number(struct rd_vb_qp *qp)
{
	static uint8_t uses[RD_VB_QP_MAX];

	for (uint32_t i = 1; i <= RD_VB_QP_MAX; i++) {
		uint32_t at = (rd_vb.last_qp + i) % RD_VB_QP_MAX;

		if (at < 2 || rd_vb.qp[at]) /* 0 and 1 are the management's */
			continue;
		rd_vb.qp[at] = qp;
		rd_vb.last_qp = at;
		rd_vb.nqps++;
		qp->ex.qp_base.qp_num = (uint32_t)uses[at]++ << 16 | at;
		qp->ex.qp_base.handle = at;
		return 0;
	}
	return ENOMEM;
}

struct rd_vb_qp *rd_vb_qp_find(uint32_t qpn)
{
	struct rd_vb_qp *qp = rd_vb.qp[qpn % RD_VB_QP_MAX];

	return qp && qp->ex.qp_base.qp_num == qpn ? qp : NULL;
}

/* ---- Making ---- */

static int check(const struct ibv_qp_init_attr_ex *attr)
{
	const struct ibv_qp_cap *cap = &attr->cap;

	if (attr->qp_type != IBV_QPT_RC && attr->qp_type != IBV_QPT_UC &&
	    attr->qp_type != IBV_QPT_UD)
		return rd_vb_absent("ibv_create_qp", "queue pairs are of type RC, UC or UD",
				    EOPNOTSUPP);
	if (!attr->send_cq || !attr->recv_cq || !attr->pd)
		return EINVAL;
	if (cap->max_send_wr > RD_VB_WR_MAX || cap->max_recv_wr > RD_VB_WR_MAX ||
	    cap->max_send_sge > RD_VB_SGE_MAX || cap->max_recv_sge > RD_VB_SGE_MAX ||
	    cap->max_inline_data > RD_VB_INLINE_MAX)
		return EINVAL;
	return 0;
}

static int make_queues(struct rd_vb_qp *qp)
{
	struct ibv_qp_cap *cap = &qp->init.cap;
	uint32_t n = cap->max_send_wr = rd_vb_pow2(cap->max_send_wr);
	int err;

	if (!cap->max_send_sge)
		cap->max_send_sge = 1;
	qp->swr = calloc(n, sizeof(*qp->swr));
	qp->sges = calloc((size_t)n * cap->max_send_sge, sizeof(*qp->sges));
	qp->inlines = calloc(n, cap->max_inline_data + 8);
	if (!qp->swr || !qp->sges || !qp->inlines)
		return ENOMEM;
	for (uint32_t i = 0; i < n; i++) {
		qp->swr[i].sge = qp->sges + (size_t)i * cap->max_send_sge;
		qp->swr[i].data = qp->inlines + (size_t)i * (cap->max_inline_data + 8);
	}
	if (qp->ex.qp_base.srq) {
		cap->max_recv_wr = cap->max_recv_sge = 0;
		return 0;
	}
	err = rd_vb_rq_init(&qp->rq, cap->max_recv_wr, cap->max_recv_sge);
	cap->max_recv_wr = qp->rq.size;
	return err;
}

static void free_queues(struct rd_vb_qp *qp)
{
	free(qp->swr);
	free(qp->sges);
	free(qp->inlines);
	rd_vb_rq_free(&qp->rq);
	rd_vb_batch_free(qp);
}

static void count_users(const struct rd_vb_qp *qp, uint32_t by)
{
	const struct ibv_qp *base = &qp->ex.qp_base;

	((struct rd_vb_pd *)base->pd)->users += by;
	((struct rd_vb_cq *)base->send_cq)->users += by;
	((struct rd_vb_cq *)base->recv_cq)->users += by;
	if (base->srq)
		((struct rd_vb_srq *)base->srq)->users += by;
}

/* The interface has the extended attributes begin as the plain ones do. */
#define WITHOUT_MASK_B (offsetof(struct ibv_qp_init_attr, sq_sig_all) + sizeof(int))
_Static_assert(offsetof(struct ibv_qp_init_attr_ex, cap) ==
			       offsetof(struct ibv_qp_init_attr, cap) &&
		       offsetof(struct ibv_qp_init_attr_ex, sq_sig_all) ==
			       offsetof(struct ibv_qp_init_attr, sq_sig_all),
	       "the same beginning");

static struct rd_vb_qp *make(struct ibv_context *ctx, const struct ibv_qp_init_attr_ex *attr)
{
	struct rd_vb_qp *qp = calloc(1, sizeof(*qp));

	if (!qp)
		return NULL;
	qp->ex.qp_base.context = ctx;
	qp->ex.qp_base.qp_context = attr->qp_context;
	qp->ex.qp_base.pd = attr->pd;
	qp->ex.qp_base.send_cq = attr->send_cq;
	qp->ex.qp_base.recv_cq = attr->recv_cq;
	qp->ex.qp_base.srq = attr->srq;
	qp->ex.qp_base.qp_type = attr->qp_type;
	pthread_mutex_init(&qp->ex.qp_base.mutex, NULL);
	pthread_cond_init(&qp->ex.qp_base.cond, NULL);
	rd_list_init(&qp->busy);
	rd_list_init(&qp->timer);
	rd_list_init(&qp->card.link);
	memcpy(&qp->init, attr, WITHOUT_MASK_B);
	if (!make_queues(qp))
		return qp;
	free_queues(qp);
	free(qp);
	return NULL;
}

#define UD_OPS (IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM)
#define UC_OPS (UD_OPS | IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM)
#define RC_OPS \
	(UC_OPS | IBV_QP_EX_WITH_RDMA_READ | IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP | \
	 IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD | IBV_QP_EX_WITH_BIND_MW | IBV_QP_EX_WITH_LOCAL_INV | \
	 IBV_QP_EX_WITH_SEND_WITH_INV)

static uint64_t operations(enum ibv_qp_type type)
{
	return type == IBV_QPT_RC ? RC_OPS : type == IBV_QPT_UC ? UC_OPS : UD_OPS;
}

static int check_ex(const struct ibv_qp_init_attr_ex *attr)
{
	if (!(attr->comp_mask & IBV_QP_INIT_ATTR_PD))
		return EINVAL;
	if (attr->comp_mask & ~(uint32_t)(IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS |
					  IBV_QP_INIT_ATTR_CREATE_FLAGS))
		return rd_vb_absent("ibv_create_qp_ex",
				    "of the attributes beyond ibv_create_qp there are the domain "
				    "and send_ops_flags",
				    EOPNOTSUPP);
	if (attr->comp_mask & IBV_QP_INIT_ATTR_CREATE_FLAGS && attr->create_flags)
		return rd_vb_absent("ibv_create_qp_ex", "there are no create_flags", EOPNOTSUPP);
	if (attr->comp_mask & IBV_QP_INIT_ATTR_SEND_OPS_FLAGS &&
	    attr->send_ops_flags & ~operations(attr->qp_type))
		return rd_vb_absent("ibv_create_qp_ex",
				    "the type has not all operations of send_ops_flags",
				    EOPNOTSUPP);
	return 0;
}

struct ibv_qp *rd_vb_create_qp_ex(struct ibv_context *ctx, struct ibv_qp_init_attr_ex *attr)
{
	struct rd_vb_qp *qp = NULL;
	int err = check(attr);

	if (!err)
		err = check_ex(attr);
	if (!err) {
		qp = make(ctx, attr);
		err = qp ? 0 : ENOMEM;
	}
	if (err) {
		errno = err;
		return NULL;
	}
	if (attr->comp_mask & IBV_QP_INIT_ATTR_SEND_OPS_FLAGS)
		rd_vb_batch_init(qp);
	rd_vb_lock();
	err = take_number(qp);
	if (!err)
		count_users(qp, 1);
	rd_vb_unlock();
	if (err) {
		free_queues(qp);
		free(qp);
		errno = err;
		return NULL;
	}
	attr->cap = qp->init.cap;
	return &qp->ex.qp_base;
}

struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	struct ibv_qp_init_attr_ex ex = {.comp_mask = IBV_QP_INIT_ATTR_PD, .pd = pd};
	struct ibv_qp *qp;

	memcpy(&ex, attr, WITHOUT_MASK_B);
	qp = rd_vb_create_qp_ex(pd->context, &ex);

	if (qp)
		attr->cap = ex.cap;
	return qp;
}

struct ibv_qp_ex *ibv_qp_to_qp_ex(struct ibv_qp *qp)
{
	return rd_vb_qp_of(qp)->ex.wr_start ? &rd_vb_qp_of(qp)->ex : NULL;
}

/* ---- States ---- */

void rd_vb_qp_busy(struct rd_vb_qp *qp)
{
	if (rd_list_empty(&qp->busy))
		rd_list_append(&rd_vb.busy, &qp->busy);
}

static void set_state(struct rd_vb_qp *qp, enum ibv_qp_state state)
{
	static const char *const names[] = {"RESET", "INIT", "RTR", "RTS", "SQD", "SQE", "ERR"};

	rd_debug("verbs: queue pair %#x: %s -> %s", qp->ex.qp_base.qp_num, names[qp->attr.qp_state],
		 names[state]);
	qp->attr.qp_state = state;
}

void rd_vb_qp_error(struct rd_vb_qp *qp)
{
	if (qp->attr.qp_state != IBV_QPS_ERR)
		set_state(qp, IBV_QPS_ERR);
	rd_vb_place_withdraw(qp);
	qp->halted = 0;
	qp->wait_until_ns = 0;
	rd_vb_send_flush(qp);
	rd_vb_recv_flush(qp);
}

/* Forgets all requests, and completions that were not read yet. */
static void reset(struct rd_vb_qp *qp)
{
	struct ibv_qp *base = &qp->ex.qp_base;

	rd_vb_card_cancel(qp);
	rd_vb_place_withdraw(qp);
	rd_vb_recv_end(qp);
	rd_list_remove(&qp->busy);
	rd_list_remove(&qp->timer);
	qp->head = qp->next = qp->una = qp->at = qp->reads = 0;
	qp->receivers = qp->writers = 0;
	qp->placing = 0;
	memset(qp->place, 0, sizeof(qp->place));
	qp->unnumbered = 0;
	qp->begun = qp->halted = qp->drain_told = qp->lost = 0;
	qp->wait_until_ns = qp->since_ns = 0;
	qp->expected = qp->told = qp->got = 0;
	qp->refused = qp->has_cur = qp->established = qp->last_told = 0;
	qp->rq.head = qp->rq.tail = 0;
	memset(&qp->attr, 0, sizeof(qp->attr));
	rd_vb_cq_purge(base->send_cq, base->qp_num);
	if (base->recv_cq != base->send_cq)
		rd_vb_cq_purge(base->recv_cq, base->qp_num);
}

/* Attributes that a step must have, and may have beside these (InfiniBand 11.2.5.2). */
#define ALWAYS (IBV_QP_STATE | IBV_QP_CUR_STATE)
#define RTR_RC \
	(IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | \
	 IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER)
#define RETRIES_RC (IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC)
#define RTS_RC (RETRIES_RC | IBV_QP_SQ_PSN)
#define RTR_UC (IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN)
#define ALT (IBV_QP_ALT_PATH | IBV_QP_PATH_MIG_STATE)

#define PKEY IBV_QP_PKEY_INDEX
#define RIGHTS IBV_QP_ACCESS_FLAGS
#define SQD_EVENT IBV_QP_EN_SQD_ASYNC_NOTIFY

/* By type; must < 0: the type has no such step. */
static const struct step {
	enum ibv_qp_state from, to;
	struct masks {
		int must, may;
	} rc, uc, ud;
} steps[] = {
	{IBV_QPS_RESET,
	 IBV_QPS_INIT,
	 {PKEY | IBV_QP_PORT | RIGHTS, 0},
	 {PKEY | IBV_QP_PORT | RIGHTS, 0},
	 {PKEY | IBV_QP_PORT | IBV_QP_QKEY, 0}},
	{IBV_QPS_INIT,
	 IBV_QPS_INIT,
	 {0, PKEY | IBV_QP_PORT | RIGHTS},
	 {0, PKEY | IBV_QP_PORT | RIGHTS},
	 {0, PKEY | IBV_QP_PORT | IBV_QP_QKEY}},
	{IBV_QPS_INIT,
	 IBV_QPS_RTR,
	 {RTR_RC, PKEY | RIGHTS | ALT},
	 {RTR_UC, PKEY | RIGHTS | ALT},
	 {0, PKEY | IBV_QP_QKEY}},
	{IBV_QPS_RTR,
	 IBV_QPS_RTS,
	 {RTS_RC, RIGHTS | IBV_QP_MIN_RNR_TIMER | ALT},
	 {IBV_QP_SQ_PSN, RIGHTS | ALT},
	 {IBV_QP_SQ_PSN, IBV_QP_QKEY}},
	{IBV_QPS_RTS,
	 IBV_QPS_RTS,
	 {0, RIGHTS | IBV_QP_MIN_RNR_TIMER | ALT},
	 {0, RIGHTS | ALT},
	 {0, IBV_QP_QKEY}},
	{IBV_QPS_RTS, IBV_QPS_SQD, {0, SQD_EVENT}, {0, SQD_EVENT}, {0, SQD_EVENT}},
	{IBV_QPS_SQD,
	 IBV_QPS_RTS,
	 {0, RIGHTS | IBV_QP_MIN_RNR_TIMER | ALT},
	 {0, RIGHTS | ALT},
	 {0, IBV_QP_QKEY}},
	{IBV_QPS_SQD,
	 IBV_QPS_SQD,
	 {0, PKEY | IBV_QP_AV | RIGHTS | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER |
		     RETRIES_RC | ALT},
	 {0, PKEY | IBV_QP_AV | RIGHTS | ALT},
	 {0, PKEY | IBV_QP_QKEY}},
	{IBV_QPS_SQE, IBV_QPS_RTS, {-1, 0}, {0, RIGHTS}, {0, IBV_QP_QKEY}},
};

static const struct masks *masks_of(const struct step *step, enum ibv_qp_type type)
{
	return type == IBV_QPT_RC ? &step->rc : type == IBV_QPT_UC ? &step->uc : &step->ud;
}

static int check_step(const struct rd_vb_qp *qp, enum ibv_qp_state to, int mask)
{
	if (to == IBV_QPS_RESET || to == IBV_QPS_ERR)
		return mask & ~ALWAYS ? EINVAL : 0;
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
		const struct step *s = &steps[i];
		const struct masks *m = masks_of(s, qp->init.qp_type);

		if (s->from != qp->attr.qp_state || s->to != to)
			continue;
		if (m->must < 0 || (mask & m->must) != m->must ||
		    mask & ~(m->must | m->may | ALWAYS))
			return EINVAL;
		return 0;
	}
	return EINVAL;
}

static int check_values(const struct ibv_qp_attr *attr, int mask)
{
	if (mask & IBV_QP_ALT_PATH)
		return rd_vb_absent("ibv_modify_qp", "a card has one port: no alternate path",
				    EOPNOTSUPP);
	if ((mask & IBV_QP_PORT && attr->port_num != 1) ||
	    (mask & IBV_QP_PKEY_INDEX && attr->pkey_index) ||
	    (mask & IBV_QP_PATH_MTU &&
	     (attr->path_mtu < IBV_MTU_256 || attr->path_mtu > RD_VB_MTU)) ||
	    (mask & IBV_QP_MAX_QP_RD_ATOMIC && attr->max_rd_atomic > RD_VB_READS_MAX) ||
	    (mask & IBV_QP_MAX_DEST_RD_ATOMIC && attr->max_dest_rd_atomic > RD_VB_READS_MAX) ||
	    (mask & IBV_QP_AV && rd_vb_net_node_of(&attr->ah_attr) < 0))
		return EINVAL;
	if ((mask & IBV_QP_TIMEOUT && attr->timeout > 31) ||
	    (mask & IBV_QP_RETRY_CNT && attr->retry_cnt > 7) ||
	    (mask & IBV_QP_RNR_RETRY && attr->rnr_retry > 7) ||
	    (mask & IBV_QP_MIN_RNR_TIMER && attr->min_rnr_timer > 31))
		return EINVAL;
	return 0;
}

static void take_values(struct ibv_qp_attr *to, const struct ibv_qp_attr *a, int mask)
{
#define TAKE(bit, field) \
	do { \
		if (mask & (bit)) \
			to->field = a->field; \
	} while (0)
	TAKE(IBV_QP_ACCESS_FLAGS, qp_access_flags);
	TAKE(IBV_QP_PKEY_INDEX, pkey_index);
	TAKE(IBV_QP_PORT, port_num);
	TAKE(IBV_QP_QKEY, qkey);
	TAKE(IBV_QP_AV, ah_attr);
	TAKE(IBV_QP_PATH_MTU, path_mtu);
	TAKE(IBV_QP_TIMEOUT, timeout);
	TAKE(IBV_QP_RETRY_CNT, retry_cnt);
	TAKE(IBV_QP_RNR_RETRY, rnr_retry);
	TAKE(IBV_QP_RQ_PSN, rq_psn);
	TAKE(IBV_QP_MAX_QP_RD_ATOMIC, max_rd_atomic);
	TAKE(IBV_QP_MIN_RNR_TIMER, min_rnr_timer);
	TAKE(IBV_QP_SQ_PSN, sq_psn);
	TAKE(IBV_QP_MAX_DEST_RD_ATOMIC, max_dest_rd_atomic);
	TAKE(IBV_QP_DEST_QPN, dest_qp_num);
	TAKE(IBV_QP_EN_SQD_ASYNC_NOTIFY, en_sqd_async_notify);
#undef TAKE
}

/* Effects of a step whose values have been taken. */
static void enter(struct rd_vb_qp *qp, enum ibv_qp_state to, int mask)
{
	enum ibv_qp_state from = qp->attr.qp_state;

	if (to == IBV_QPS_ERR) {
		rd_vb_qp_error(qp);
		return;
	}
	set_state(qp, to);
	if (to == IBV_QPS_RESET) {
		reset(qp);
	} else if (from == IBV_QPS_INIT && to == IBV_QPS_RTR) {
		qp->expected = qp->told = qp->attr.rq_psn;
		qp->granted = 0; /* for the queue pair that it was connected with before */
		qp->lost = 0;
		if (qp->init.qp_type != IBV_QPT_UD)
			rd_vb_net_connect(qp->node);
	}
	if (mask & IBV_QP_RNR_RETRY)
		qp->rnr_left = qp->attr.rnr_retry;
	if (mask & IBV_QP_RETRY_CNT)
		qp->tries_left = qp->attr.retry_cnt;
	qp->drain_told = 0;
	if (to == IBV_QPS_RTS || to == IBV_QPS_SQD)
		rd_vb_qp_busy(qp);
}

/* Packets that have arrived are of a connection that was before. A packet ring has as many as a few
 * passes take. */
static void drop_arrived(void)
{
	for (int i = 0; i < 4 && rd_vb_progress(); i++)
		;
}

static int modify(struct rd_vb_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	enum ibv_qp_state to = mask & IBV_QP_STATE ? attr->qp_state : qp->attr.qp_state;
	int err;

	if (rd_vb.qp[qp->ex.qp_base.handle] != qp) /* its context was closed before */
		return EIO;
	if (mask & IBV_QP_CUR_STATE && attr->cur_qp_state != qp->attr.qp_state)
		return EINVAL;
	err = check_step(qp, to, mask);
	if (!err)
		err = check_values(attr, mask);
	if (err)
		return err;
	if (to == IBV_QPS_RTR)
		drop_arrived();
	if (mask & (IBV_QP_ACCESS_FLAGS | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_AV))
		rd_vb_place_withdraw(qp);
	take_values(&qp->attr, attr, mask);
	if (mask & IBV_QP_AV)
		qp->node = rd_vb_net_node_of(&attr->ah_attr);
	enter(qp, to, mask);
	rd_vb_place_await(qp);
	rd_vb_progress();
	return 0;
}

/* The program may read it there. As that of rdma-core it does not change but in calls that set or
 * ask for it: a queue pair that has failed still takes requests (UCX checks that it is in RTS). */
static void tell_state(struct rd_vb_qp *qp)
{
	qp->ex.qp_base.state = qp->attr.qp_state;
}

int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	int err;

	rd_vb_lock();
	err = modify(rd_vb_qp_of(qp), attr, mask);
	if (!err)
		tell_state(rd_vb_qp_of(qp));
	rd_vb_nudge();
	rd_vb_unlock();
	return err;
}

int ibv_query_qp(struct ibv_qp *ibqp, struct ibv_qp_attr *attr, int mask,
		 struct ibv_qp_init_attr *init)
{
	struct rd_vb_qp *qp = rd_vb_qp_of(ibqp);

	(void)mask;
	rd_vb_lock();
	*attr = qp->attr;
	tell_state(qp);
	attr->cur_qp_state = qp->attr.qp_state;
	attr->cap = qp->init.cap;
	attr->path_mig_state = IBV_MIG_MIGRATED;
	attr->sq_draining = qp->attr.qp_state == IBV_QPS_SQD && (qp->una != qp->next || qp->begun);
	*init = qp->init;
	rd_vb_unlock();
	return 0;
}

/* ---- Destroying ---- */

/* Nothing is sent to it or by it any more. */
static void take_away(struct rd_vb_qp *qp)
{
	uint32_t at = qp->ex.qp_base.handle;

	if (rd_vb.qp[at] != qp) /* its context was closed before */
		return;
	/* answers that the other side waits for: of messages that were carried out */
	for (int i = 0; i < 1000 && qp->resp_head != qp->resp_tail && rd_vb_answer(qp); i++)
		rd_vb_progress();
	reset(qp);
	set_state(qp, IBV_QPS_RESET);
	rd_vb_place_await(qp);
	rd_vb.qp[at] = NULL;
	rd_vb.nqps--;
}

void rd_vb_qp_close_all(const struct ibv_context *ctx)
{
	for (uint32_t i = 0; i < RD_VB_QP_MAX && rd_vb.nqps; i++)
		if (rd_vb.qp[i] && rd_vb.qp[i]->ex.qp_base.context == ctx)
			take_away(rd_vb.qp[i]);
}

int ibv_destroy_qp(struct ibv_qp *ibqp)
{
	struct rd_vb_qp *qp = rd_vb_qp_of(ibqp);
	uint32_t got;

	rd_vb_lock();
	take_away(qp);
	rd_vb_async_purge(ibqp->context, qp);
	got = qp->async_got;
	count_users(qp, (uint32_t)-1);
	rd_vb_unlock();
	pthread_mutex_lock(&ibqp->mutex);
	while (ibqp->events_completed != got)
		pthread_cond_wait(&ibqp->cond, &ibqp->mutex);
	pthread_mutex_unlock(&ibqp->mutex);
	free_queues(qp);
	free(qp);
	return 0;
}
