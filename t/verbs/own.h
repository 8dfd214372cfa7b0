/* SPDX-License-Identifier: BSD-3-Clause */
/* Two sides of one process, for the tests of verbs/. */
#ifndef RD_T_VERBS_OWN_H
#define RD_T_VERBS_OWN_H

#include <errno.h>

#include "t/verbs/pair.h"

static struct side a, b;
static struct address to_a, to_b;

static inline void join(const struct wish *w)
{
	make_pair(&a, &b, w);
	to_a = address_of(&a);
	to_b = address_of(&b);
}

static inline int drained(struct side *s)
{
	struct ibv_wc wc;

	return ibv_poll_cq(s->cq, 1, &wc) == 0;
}

static inline void part(void)
{
	must(!ibv_destroy_qp(a.qp) && !ibv_destroy_qp(b.qp), "ibv_destroy_qp");
	ok(drained(&a) && drained(&b), "no completion is left");
}

static inline void fill(char *p, uint32_t len, unsigned seed)
{
	for (uint32_t i = 0; i < len; i++)
		p[i] = (char)(i * 7 + i / 251 + seed);
}

static inline enum ibv_qp_state state_of(struct side *s)
{
	struct ibv_qp_attr attr;
	struct ibv_qp_init_attr init;

	ibv_query_qp(s->qp, &attr, IBV_QP_STATE, &init);
	return attr.qp_state;
}

static inline void close_side(struct side *s)
{
	int busy = ibv_dealloc_pd(s->pd) == EBUSY, copy = dup(s->ctx->cmd_fd);

	ok(copy >= 0 && write(copy, "", 1) < 0, "the context has a descriptor, of no kernel");
	close(copy);
	ok(busy && !ibv_dereg_mr(s->mr) && !ibv_destroy_cq(s->cq) &&
		   !ibv_destroy_comp_channel(s->channel) && !ibv_dealloc_pd(s->pd) &&
		   !ibv_close_device(s->ctx),
	   "everything is destroyed, in order");
	free(s->buf);
}

#endif
