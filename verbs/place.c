/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * WRITEs that the card places in the target's memory, without its software. Called by send.c and
 * recv.c; below are the regions of the card (btl_fpga/page.h), which are few.
 *
 *     requester                          target
 *     ASK {key of a region}         ->   opens a region of its card for that memory
 *                                   <-   GRANT {region, its key, place}, or a refusal
 *     WRITE by the card ...         ->
 *     packet WRITE, flag PLACED     ->   checks it as one with data; ACK
 *                                   <-   REVOKE, after ibv_dereg_mr
 *     REVOKED                       ->   the card's region may be opened for other memory
 *
 * 1. A region of the card is opened for one memory region, for writing only, and stays until
 *    ibv_dereg_mr or ibv_rereg_mr, after which it is opened for that memory region no more: a
 *    WRITE that was placed is never done a second time.
 * 2. For that reason a WRITE is not placed while a request before it may be refused for want of a
 *    receive request.
 * 3. Nor while the target's software still has to carry out requests before it.
 * 4. A region of the card gets other memory only when all that have had the last grant know of its
 *    end: nobody is barred for a key that is out of date (docs/CARD.md, Guesses).
 *
 * A queue pair asks when it has had some WRITEs of one key, one after the other.
 */
#include "verbs/verbs.h"

#include <string.h>

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "btl_fpga/page.h"

#define SLOTS 4                           /* regions of the card that others write */
#define USES_MIN 4                        /* WRITEs of a key before it is asked for */
#define USES_AGAIN 64                     /* and before it is asked for again */
#define REGION_MOST_B ((uint64_t)1 << 39) /* offsets in a region have 40 bits */

/* ---- The target ---- */

static struct slot {
	struct rd_vb_mr *mr; /* NULL: none, or the grants are being revoked */
	uint32_t rkey, key;
	int region;
	uint64_t offset;
	uint64_t nodes[RD_VB_NODES_MAX / 64]; /* that have a grant */
} slots[SLOTS];

static int is_free(const struct slot *slot)
{
	for (int i = 0; i < RD_VB_NODES_MAX / 64; i++)
		if (slot->nodes[i])
			return 0;
	return !slot->mr;
}

static struct slot *slot_of(const struct rd_vb_mr *mr)
{
	for (int i = 0; i < SLOTS; i++)
		if (slots[i].mr == mr)
			return &slots[i];
	return NULL;
}

static struct slot *open_slot(struct rd_vb_mr *mr)
{
	struct slot *slot = NULL;

	if (mr->is_changed || !mr->mr.length || mr->mr.length > REGION_MOST_B)
		return NULL;
	for (int i = 0; i < SLOTS && !slot; i++)
		if (is_free(&slots[i]))
			slot = &slots[i];
	if (!slot)
		return NULL;
	slot->region = rd_region_hold(mr->mr.addr, mr->mr.length,
				      RN_REGION_ACCESS_REMOTE_WRITE_MASK, &slot->offset);
	if (slot->region < 0)
		return NULL;
	slot->mr = mr;
	slot->rkey = mr->mr.rkey;
	slot->key = rd_page.region[slot->region].key;
	return slot;
}

void rd_vb_place_on_ask(struct rd_vb_qp *qp, const struct rd_vb_hdr *ask)
{
	struct rd_vb_mr *mr = rd_vb_mr_of(ask->imm);
	struct rd_vb_grant grant = {.rkey = ask->imm};
	struct rd_vb_hdr hdr = {.kind = RD_VB_GRANT, .qpn = qp->attr.dest_qp_num};
	struct slot *slot = NULL;

	if (mr && rd_vb_pd_same(mr->mr.pd, qp->ex.qp_base.pd) &&
	    mr->access & IBV_ACCESS_REMOTE_WRITE &&
	    qp->attr.qp_access_flags & IBV_ACCESS_REMOTE_WRITE) {
		slot = slot_of(mr);
		if (!slot)
			slot = open_slot(mr);
	}
	if (slot) {
		grant.key = slot->key;
		grant.region = (uint32_t)slot->region;
		grant.base = mr->iova;
		grant.len = mr->mr.length;
		grant.offset = slot->offset;
		slot->nodes[qp->node / 64] |= (uint64_t)1 << qp->node % 64;
	}
	/* without room for it, the requester asks again */
	rd_vb_net_send(qp->node, &hdr, &grant, sizeof(grant));
}

int rd_vb_place_is(const struct rd_vb_reach *reach, uint32_t key)
{
	const struct rd_vb_mr *mr = rd_vb_mr_of(reach->key);
	const struct slot *slot = mr ? slot_of(mr) : NULL;

	return slot && slot->key == key;
}

void rd_vb_place_forget(const struct rd_vb_mr *mr)
{
	struct slot *slot = slot_of(mr);

	if (!slot || !rd_vb.open)
		return;
	rd_region_revoke(slot->region);
	slot->mr = NULL;
	for (int node = 0; node < rd_vb.size; node++) {
		struct rd_vb_hdr hdr = {.kind = RD_VB_REVOKE, .imm = slot->rkey};

		if (slot->nodes[node / 64] >> node % 64 & 1)
			rd_vb_net_stray(node, &hdr);
	}
}

void rd_vb_place_on_revoked(int node, uint32_t rkey)
{
	for (int i = 0; i < SLOTS; i++)
		if (!slots[i].mr && slots[i].rkey == rkey)
			slots[i].nodes[node / 64] &= ~((uint64_t)1 << node % 64);
}

void rd_vb_place_lost(int node)
{
	for (int i = 0; i < SLOTS; i++)
		slots[i].nodes[node / 64] &= ~((uint64_t)1 << node % 64);
}

/* ---- The requester ---- */

static void ask(struct rd_vb_qp *qp)
{
	struct rd_vb_hdr hdr = {
		.kind = RD_VB_ASK,
		.aux = (uint16_t)qp->ex.qp_base.handle,
		.qpn = qp->attr.dest_qp_num,
		.imm = qp->place.grant.rkey,
	};

	qp->place.state = RD_VB_PLACE_ASKED;
	rd_vb_net_send(qp->node, &hdr, NULL, 0);
}

static int is_within(const struct rd_vb_grant *grant, uint64_t addr, uint64_t len)
{
	return addr - grant->base <= grant->len && len <= grant->len - (addr - grant->base);
}

int rd_vb_place_may(struct rd_vb_qp *qp, const struct rd_vb_swr *wr)
{
	struct rd_vb_place *place = &qp->place;

	if (qp->node == rd_vb.rank || !wr->len)
		return 0;
	if (wr->rkey != place->grant.rkey) {
		*place = (struct rd_vb_place){.uses = 1, .grant.rkey = wr->rkey};
		return 0;
	}
	place->uses++;
	switch (place->state) {
	case RD_VB_PLACE_NONE:
		if (place->uses >= USES_MIN)
			ask(qp);
		return 0;
	case RD_VB_PLACE_ASKED:
		if (place->uses % USES_AGAIN == 0)
			ask(qp);
		return 0;
	case RD_VB_PLACE_GRANTED:
		if (qp->receivers || !is_within(&place->grant, wr->raddr, wr->len))
			return 0;
		return qp->writers || qp->reads ? -1 : 1;
	default:
		return 0;
	}
}

void rd_vb_place_on_grant(struct rd_vb_qp *qp, const char *data, size_t len)
{
	struct rd_vb_grant grant;

	if (len != sizeof(grant))
		return;
	memcpy(&grant, data, sizeof(grant));
	if (qp->place.state != RD_VB_PLACE_ASKED || grant.rkey != qp->place.grant.rkey)
		return;
	if (!grant.region || grant.region >= 8 || grant.len > REGION_MOST_B ||
	    grant.offset > REGION_MOST_B) {
		qp->place.state = RD_VB_PLACE_REFUSED;
		rd_debug("verbs: queue pair %#x: no region of the other card for key %#x",
			 qp->ex.qp_base.qp_num, grant.rkey);
		return;
	}
	qp->place.grant = grant;
	qp->place.state = RD_VB_PLACE_GRANTED;
}

/* A WRITE that is being placed begins again by packets (send.c). */
void rd_vb_place_on_revoke(int node, uint32_t rkey)
{
	struct rd_vb_hdr hdr = {.kind = RD_VB_REVOKED, .imm = rkey};
	uint32_t left = rd_vb.nqps;

	for (uint32_t i = 0; i < RD_VB_QP_MAX && left; i++) {
		struct rd_vb_qp *qp = rd_vb.qp[i];

		left -= qp != NULL;
		if (qp && qp->init.qp_type == IBV_QPT_RC && qp->node == node &&
		    qp->place.grant.rkey == rkey)
			qp->place.state = RD_VB_PLACE_REFUSED;
	}
	rd_vb_net_stray(node, &hdr);
}
