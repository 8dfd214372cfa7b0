/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Unexpected messages, and the limit on the memory they take. Eager messages that come before their
 * receive are copied; a sender whose messages fill its share is told to pause
 * (PAUS): from then on it sends only announcements (RTS_), and a blocking send of its waits until
 * its message is received. When half the share is free again it is told to resume (RESM). The
 * transport's own buffers bound what can still arrive in between.
 */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/param.h"
#include "pt2pt/p2p.h"

#define SHARE_MIN 65536u /* bytes any sender may fill, whatever others do */

static uint64_t limit; /* bytes in all, RONDO_UNEXPECTED */
static uint64_t total;

void (*rd_unexpected_watch)(uint32_t ctx, int world, int tag, uint64_t bytes);

uint64_t rd_unexpected_bytes(void)
{
	return total;
}

void rd_flow_init(void)
{
	limit = (uint64_t)rd_param_int(RD_PARAM_UNEXPECTED);
	total = 0;
}

static void tell(struct rd_peer *peer, enum rd_kind kind)
{
	struct rd_hdr hdr = {.kind = (uint8_t)kind};

	if (!peer->down)
		rd_peer_control(peer, &hdr, NULL, 0);
}

static int over_share(const struct rd_peer *peer)
{
	return peer->unexpected > limit / 4 || (total > limit && peer->unexpected > SHARE_MIN);
}

static void charge(struct rd_peer *peer, uint32_t bytes)
{
	peer->unexpected += bytes;
	total += bytes;
	if (!peer->pausing && over_share(peer)) {
		peer->pausing = 1;
		tell(peer, RD_PAUS);
	}
}

static void discharge(struct rd_peer *peer, uint32_t bytes)
{
	peer->unexpected -= bytes;
	total -= bytes;
	if (peer->pausing && peer->unexpected < rd_min(limit / 8, (uint64_t)SHARE_MIN / 2) + 1) {
		peer->pausing = 0;
		tell(peer, RD_RESM);
	}
}

int rd_flow_keep(struct rd_mq *mq, struct rd_peer *peer, const struct rd_hdr *hdr,
		 const struct rd_rts *rts, const void *data, size_t len)
{
	struct rd_msg *msg = malloc(sizeof(*msg) + len);

	if (!msg) {
		rd_error("no memory for an unexpected message of %zu bytes from rank %d; "
			 "lower RONDO_UNEXPECTED",
			 len, peer->rank);
		return RD_ENOMEM;
	}
	rd_obj_init(&msg->obj, RD_MAGIC_MESSAGE);
	msg->src = (int)hdr->src;
	msg->tag = hdr->tag;
	msg->world = peer->rank;
	msg->sreq = rts ? rts->sreq : 0;
	msg->size = rts ? rts->size : len;
	msg->addr = rts ? rts->addr : 0;
	msg->held = (uint32_t)len;
	msg->charged = (uint32_t)(sizeof(*msg) + len);
	if (len)
		memcpy(msg->data, data, len);
	rd_mq_add_unexpected(mq, msg);
	charge(peer, msg->charged);
	if (rd_unlikely(rd_unexpected_watch))
		rd_unexpected_watch(mq->ctx, msg->world, msg->tag, msg->size);
	return 0;
}

void rd_flow_release(struct rd_msg *msg)
{
	struct rd_peer *peer = rd_peers[msg->world];
	uint32_t charged = msg->charged;

	msg->obj.magic = RD_MAGIC_FREED;
	free(msg);
	discharge(peer, charged);
}
