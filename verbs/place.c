/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Grants of memory to other cards: WRITEs, READs and atomic operations that need no software of the
 * target. Called by send.c, recv.c and card.c; below are the regions of the card
 * (btl_fpga/page.h), which are few.
 *
 *     requester                               target
 *     ASK {key of a region, right}       ->   opens a region of its card for that memory
 *                                        <-   GRANT {region, its key, place}, or a refusal
 *     WRITE by the card ...              ->
 *     packet WRITE, flag PLACED          ->   checks it as one with data; ACK
 *     READ, ATOMIC by the card (card.c)  ->   knows nothing of it
 *                                        <-   REVOKE, by ibv_dereg_mr
 *     REVOKED                            ->   closes the card's region
 *                                        <-   REVOKE of all: its queue pair does not receive any
 *                                             more, or has other rights
 *
 * 1. A region of the card is opened for one memory region and queue pairs of the same rights, with
 *    the rights that both have. It stays until ibv_dereg_mr or ibv_rereg_mr, after which none is
 *    opened for that memory region any more: a WRITE that was placed is never done a second time.
 *    These wait for REVOKED, with the region open, for half a second at most (20 ms for a process
 * that has let such a wait pass before): a program may call them as soon as it sees the data of a
 * WRITE, whose packet is still under way.
 * 2. For that reason a WRITE is not placed while a request before it may be refused for want of a
 *    receive request.
 * 3. Nor while the target's software still has to carry out requests before it.
 * 4. A region of the card gets other memory only when all that have had the last grant know of its
 *    end: no process is barred for a key that is out of date (docs/CARD.md, Guesses). A
 *    process that stands still keeps the region closed.
 * 5. Atomic operations have a region of their own, for reading and writing: a queue pair that may
 *    change each word can do both by that. The region is shut while this process's software changes
 *    a word of it: WRITEs would be lost by that, READs and atomic operations are tried again.
 * 6. After REVOKED no card uses the grant: a READ that is under way ends before, and begins again
 *    by packets; an ATOMIC is waited for, since it may have been done.
 *
 * A queue pair asks when it has had some requests of one key and right, one after the other.
 */
#include "verbs/verbs.h"

#include <sched.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "btl_fpga/page.h"

#define SLOTS 4                           /* regions of the card that others reach */
#define USES_MIN 4                        /* requests of a key before it is asked for */
#define USES_AGAIN 64                     /* and before it is asked for again */
#define AWAIT_NS 500000000u               /* for the end of grants */
#define AWAIT_SLOW_NS 20000000u           /* where the node let that time pass before */
#define REGION_MOST_B ((uint64_t)1 << 39) /* offsets in a region have 40 bits */

/* ---- The target ---- */

static struct slot {
	struct rd_vb_mr *mr; /* NULL: the region is closed */
	uint32_t rkey, key;
	int atomic;      /* for atomic operations only */
	uint32_t access; /* RN_REGION_ACCESS_... */
	int region;      /* 0: none */
	int revoked;     /* REVOKE has been sent */
	uint64_t offset;
	uint64_t nodes[RD_VB_NODES_MAX / 64]; /* that have a grant */
} slots[SLOTS];

static int has_grant(const struct slot *slot, int node)
{
	return slot->nodes[node / 64] >> node % 64 & 1;
}

/* Gives the card's region back if it is closed and no node has a grant. */
static void release(struct slot *slot)
{
	for (int i = 0; i < RD_VB_NODES_MAX / 64; i++)
		if (slot->nodes[i])
			return;
	if (slot->mr || !slot->region)
		return;
	rd_region_put(slot->region);
	slot->region = 0;
}

static void end_grant(struct slot *slot, int node)
{
	slot->nodes[node / 64] &= ~((uint64_t)1 << node % 64);
	release(slot);
}

static struct slot *slot_of(const struct rd_vb_mr *mr, int atomic, uint32_t access)
{
	for (int i = 0; i < SLOTS; i++)
		if (slots[i].mr == mr && slots[i].atomic == atomic && slots[i].access == access)
			return &slots[i];
	return NULL;
}

/* Whether the queue pair may do it by its rights and the region's. */
static int is_allowed(const struct rd_vb_qp *qp, const struct rd_vb_mr *mr, uint32_t right)
{
	static const unsigned flags[RD_VB_RIGHTS] = {
		IBV_ACCESS_REMOTE_WRITE, IBV_ACCESS_REMOTE_READ, IBV_ACCESS_REMOTE_ATOMIC};

	if (right >= RD_VB_RIGHTS || !rd_vb_pd_same(mr->mr.pd, qp->ex.qp_base.pd))
		return 0;
	if (right != RD_VB_TO_WRITE && (!rd_page.reads || !qp->attr.max_dest_rd_atomic))
		return 0;
	return mr->access & qp->attr.qp_access_flags & flags[right] && rd_vb_receives(qp);
}

static uint32_t access_of(const struct rd_vb_qp *qp, const struct rd_vb_mr *mr, int atomic)
{
	uint32_t access = 0;

	if (atomic || is_allowed(qp, mr, RD_VB_TO_WRITE))
		access |= RN_REGION_ACCESS_REMOTE_WRITE_MASK;
	if (atomic || is_allowed(qp, mr, RD_VB_TO_READ))
		access |= RN_REGION_ACCESS_REMOTE_READ_MASK;
	return access;
}

static struct slot *open_slot(struct rd_vb_mr *mr, int atomic, uint32_t access)
{
	struct slot *slot = NULL;
	uint64_t offset;
	int region;

	if (!mr->mr.length || mr->mr.length > REGION_MOST_B)
		return NULL;
	for (int i = 0; i < SLOTS && !slot; i++)
		if (!slots[i].region)
			slot = &slots[i];
	if (!slot)
		return NULL;
	region = rd_region_hold(mr->mr.addr, mr->mr.length, access, &offset);
	if (region < 0)
		return NULL;
	*slot = (struct slot){
		.mr = mr,
		.rkey = mr->mr.rkey,
		.key = rd_page.region[region].key,
		.atomic = atomic,
		.access = access,
		.region = region,
		.offset = offset,
	};
	rd_page.excludes |= 1u << region;
	return slot;
}

void rd_vb_place_on_ask(struct rd_vb_qp *qp, const struct rd_vb_hdr *ask)
{
	struct rd_vb_mr *mr = rd_vb_mr_of(ask->imm);
	struct rd_vb_grant grant = {.rkey = ask->imm, .right = ask->msn};
	struct rd_vb_hdr hdr = {.kind = RD_VB_GRANT, .qpn = qp->attr.dest_qp_num};
	int atomic = ask->msn == RD_VB_TO_CHANGE;
	struct slot *slot = NULL;

	if (qp->granted == 2) /* it asks again when it has given the others back */
		return;
	if (qp->node != rd_vb.rank && mr && !mr->no_grants && is_allowed(qp, mr, ask->msn)) {
		uint32_t access = access_of(qp, mr, atomic);

		slot = slot_of(mr, atomic, access);
		if (!slot)
			slot = open_slot(mr, atomic, access);
	}
	if (slot) {
		grant.key = slot->key;
		grant.region = (uint32_t)slot->region;
		grant.base = mr->iova;
		grant.len = mr->mr.length;
		grant.offset = slot->offset;
		slot->nodes[qp->node / 64] |= (uint64_t)1 << qp->node % 64;
		qp->granted = 1;
	}
	/* without room for it, the requester asks again */
	rd_vb_net_send(qp->node, &hdr, &grant, sizeof(grant));
}

void rd_vb_place_withdraw(struct rd_vb_qp *qp)
{
	struct rd_vb_hdr hdr = {
		.kind = RD_VB_REVOKE,
		.aux = (uint16_t)qp->ex.qp_base.handle,
		.qpn = qp->attr.dest_qp_num,
	};

	if (qp->granted != 1)
		return;
	qp->granted = 2;
	rd_vb_net_stray(qp->node, &hdr);
}

/* Makes progress if it pays to wait for the node's REVOKED; since_ns: begin of the wait. */
static int await_more(int number, uint64_t since_ns)
{
	struct rd_vb_node *node = &rd_vb.nodes[number];

	if (!rd_vb_net_is_up(number) || node->bye)
		return 0;
	if (rd_clock_ns() - since_ns >= (node->slow ? AWAIT_SLOW_NS : AWAIT_NS)) {
		node->slow = 1;
		return 0;
	}
	if (!rd_vb_progress())
		sched_yield(); /* the other process may need this processor */
	return 1;
}

void rd_vb_place_await(struct rd_vb_qp *qp)
{
	uint64_t since_ns = rd_clock_ns();

	while (qp->granted == 2 && await_more(qp->node, since_ns))
		;
}

int rd_vb_place_is(const struct rd_vb_reach *reach, uint32_t key)
{
	const struct rd_vb_mr *mr = rd_vb_mr_of(reach->key);

	for (int i = 0; mr && i < SLOTS; i++)
		if (slots[i].mr == mr && !slots[i].atomic && slots[i].key == key)
			return 1;
	return 0;
}

static void revoke(struct slot *slot)
{
	slot->revoked = 1;
	for (int node = 0; node < rd_vb.size; node++) {
		struct rd_vb_hdr hdr = {.kind = RD_VB_REVOKE, .imm = slot->rkey};

		if (has_grant(slot, node))
			rd_vb_net_stray(node, &hdr);
	}
}

static void close_slot(struct slot *slot, uint64_t since_ns)
{
	for (int node = 0; node < rd_vb.size; node++)
		while (has_grant(slot, node) && await_more(node, since_ns))
			;
	rd_region_close(slot->region);
	slot->mr = NULL;
	release(slot);
}

/* Requests of nodes that have not answered in time are refused without a warning: the regions are
 * in rd_page.excludes. */
void rd_vb_place_forget(struct rd_vb_mr *mr)
{
	uint64_t since_ns = rd_clock_ns();

	mr->no_grants = 1;
	for (int i = 0; i < SLOTS && rd_vb.open; i++)
		if (slots[i].mr == mr)
			revoke(&slots[i]);
	for (int i = 0; i < SLOTS && rd_vb.open; i++)
		if (slots[i].mr == mr)
			close_slot(&slots[i], since_ns);
}

static struct slot *next_with(struct slot *slot, const void *word)
{
	for (; slot < slots + SLOTS; slot++)
		if (slot->mr && slot->atomic &&
		    (uintptr_t)word - (uintptr_t)slot->mr->mr.addr < slot->mr->mr.length)
			return slot;
	return NULL;
}

void rd_vb_place_exclude(const void *word)
{
	for (struct slot *slot = slots; (slot = next_with(slot, word)); slot++)
		rd_region_shut(slot->region);
}

void rd_vb_place_admit(const void *word)
{
	for (struct slot *slot = slots; (slot = next_with(slot, word)); slot++)
		rd_region_admit(slot->region);
}

void rd_vb_place_on_revoked(int node, const struct rd_vb_hdr *revoked)
{
	uint32_t rkey = revoked->imm;
	struct rd_vb_qp *qp = rkey ? NULL : rd_vb.qp[revoked->aux];

	rd_vb.nodes[node].slow = 0;
	if (qp && qp->node == node && qp->granted == 2)
		qp->granted = 0;
	for (int i = 0; i < SLOTS; i++)
		if (rkey && slots[i].revoked && slots[i].rkey == rkey)
			end_grant(&slots[i], node);
}

void rd_vb_place_lost(int node)
{
	for (int i = 0; i < SLOTS; i++)
		end_grant(&slots[i], node);
}

/* ---- The requester ---- */

enum rd_vb_right rd_vb_right_of(const struct rd_vb_swr *wr)
{
	switch (wr->opcode) {
	case IBV_WR_RDMA_WRITE:
		return RD_VB_TO_WRITE;
	case IBV_WR_RDMA_READ:
		return RD_VB_TO_READ;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		return RD_VB_TO_CHANGE;
	default:
		return RD_VB_RIGHTS;
	}
}

static void ask(struct rd_vb_qp *qp, enum rd_vb_right right)
{
	struct rd_vb_hdr hdr = {
		.kind = RD_VB_ASK,
		.aux = (uint16_t)qp->ex.qp_base.handle,
		.qpn = qp->attr.dest_qp_num,
		.msn = right,
		.imm = qp->place[right].grant.rkey,
	};

	qp->place[right].state = RD_VB_PLACE_ASKED;
	rd_vb_net_send(qp->node, &hdr, NULL, 0);
}

/* Errors of an access that is not within are the target's to find. */
static int is_within(const struct rd_vb_grant *grant, uint64_t addr, uint64_t len)
{
	return addr - grant->base <= grant->len && len <= grant->len - (addr - grant->base);
}

static int may_now(const struct rd_vb_qp *qp, const struct rd_vb_swr *wr, enum rd_vb_right right)
{
	const struct rd_vb_grant *grant = &qp->place[right].grant;

	if (qp->receivers || !is_within(grant, wr->raddr, wr->len))
		return 0;
	if (right == RD_VB_TO_WRITE)
		return qp->writers || qp->reads ? -1 : 1;
	if (right == RD_VB_TO_CHANGE && (grant->offset + wr->raddr - grant->base) % 8)
		return 0;
	return qp->una != qp->next ? -1 : 1;
}

int rd_vb_place_may(struct rd_vb_qp *qp, const struct rd_vb_swr *wr)
{
	enum rd_vb_right right = rd_vb_right_of(wr);
	struct rd_vb_place *place = &qp->place[right % RD_VB_RIGHTS];

	if (right == RD_VB_RIGHTS || qp->node == rd_vb.rank || !wr->len || rd_vb_is_unreliable(qp))
		return 0;
	if (wr->rkey != place->grant.rkey) {
		*place = (struct rd_vb_place){.uses = 1, .grant.rkey = wr->rkey};
		return 0;
	}
	place->uses++;
	switch (place->state) {
	case RD_VB_PLACE_NONE:
		if (place->uses >= USES_MIN && (right == RD_VB_TO_WRITE || rd_remote_works()))
			ask(qp, right);
		return 0;
	case RD_VB_PLACE_ASKED:
		if (place->uses % USES_AGAIN == 0)
			ask(qp, right);
		return 0;
	case RD_VB_PLACE_GRANTED:
		return may_now(qp, wr, right);
	default:
		return 0;
	}
}

void rd_vb_place_on_grant(struct rd_vb_qp *qp, const char *data, size_t len)
{
	struct rd_vb_grant grant;
	struct rd_vb_place *place;

	if (len != sizeof(grant))
		return;
	memcpy(&grant, data, sizeof(grant));
	place = &qp->place[grant.right % RD_VB_RIGHTS];
	if (place->state != RD_VB_PLACE_ASKED || grant.rkey != place->grant.rkey)
		return;
	if (!grant.region || grant.region >= 8 || grant.len > REGION_MOST_B ||
	    grant.offset > REGION_MOST_B) {
		place->state = RD_VB_PLACE_REFUSED;
		rd_debug("verbs: queue pair %#x: no region of the other card for key %#x",
			 qp->ex.qp_base.qp_num, grant.rkey);
		return;
	}
	place->grant = grant;
	place->state = RD_VB_PLACE_GRANTED;
}

static void forget_all(struct rd_vb_qp *qp)
{
	for (int i = 0; i < RD_VB_RIGHTS; i++)
		qp->place[i] = (struct rd_vb_place){.grant.rkey = qp->place[i].grant.rkey};
}

static void forget_key(struct rd_vb_qp *qp, uint32_t rkey)
{
	for (int i = 0; i < RD_VB_RIGHTS; i++)
		if (qp->place[i].grant.rkey == rkey)
			qp->place[i].state = RD_VB_PLACE_REFUSED;
}

int rd_vb_place_is_early(int node, const struct rd_vb_hdr *revoked)
{
	struct rd_list *link;

	rd_list_for (link, &rd_vb.cards) {
		const struct rd_vb_qp *qp = rd_container(link, struct rd_vb_qp, card.link);

		if (qp->node == node && rd_vb_card_changes(qp) &&
		    (revoked->imm ? qp->place[RD_VB_TO_CHANGE].grant.rkey == revoked->imm
				  : qp->attr.dest_qp_num % RD_VB_QP_MAX == revoked->aux))
			return 1;
	}
	return 0;
}

/* WRITEs and READs that are being done begin again by packets (send.c, card.c). */
void rd_vb_place_on_revoke(int node, const struct rd_vb_hdr *revoke)
{
	struct rd_vb_hdr hdr = {.kind = RD_VB_REVOKED, .aux = revoke->aux, .imm = revoke->imm};
	uint32_t left = rd_vb.nqps;

	for (uint32_t i = 0; i < RD_VB_QP_MAX && left; i++) {
		struct rd_vb_qp *qp = rd_vb.qp[i];

		left -= qp != NULL;
		if (!qp || qp->init.qp_type != IBV_QPT_RC || qp->node != node)
			continue;
		if (revoke->imm)
			forget_key(qp, revoke->imm);
		else if (qp->ex.qp_base.qp_num == revoke->qpn)
			forget_all(qp);
		rd_vb_card_revoked(qp);
	}
	rd_vb_net_stray(node, &hdr);
}
