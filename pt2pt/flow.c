/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Unexpected messages, and the limit on their memory. Eager messages that arrive before their
 * receive are copied. A sender whose messages fill its share is asked to pause (PAUS): from then on
 * it sends only announcements (RTS_), and its blocking sends wait until their message is received.
 * When nearly all of them are received it is asked to resume (RESM). The transport's own buffers
 * bound the data that can still arrive in between.
 *
 * The limit counts memory, 80 bytes for a message of 4. A sender may fill a quarter of
 * RONDO_UNEXPECTED; with the default of 64 MB that is 200,000 short messages, a number that
 * programs which receive out of order send on other MPIs, where no limit exists. When all senders
 * together exceed the limit, each may still fill its part of it, so that the whole is at most twice
 * the limit for any number of senders.
 */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/param.h"
#include "pt2pt/p2p.h"
#include "runtime/job.h"

/* Bytes that any sender may fill regardless of others: its part of the limit, within these
 * bounds. */
#define PART_MIN 4096u
#define PART_MAX 65536u

static uint64_t limit; /* bytes in all, RONDO_UNEXPECTED */
static uint64_t part;
static uint64_t total;

void (*rd_unexpected_watch)(uint32_t ctx, int world, int tag, uint64_t bytes);

uint64_t rd_unexpected_bytes(void)
{
	return total;
}

void rd_flow_init(void)
{
	limit = (uint64_t)rd_param_int(RD_PARAM_UNEXPECTED);
	part = rd_min(rd_max(limit / (uint64_t)rd_job.size, (uint64_t)PART_MIN),
		      (uint64_t)PART_MAX);
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
	return peer->unexpected > limit / 4 || (total > limit && peer->unexpected > part);
}

/* Bytes of a message's memory: the size that glibc's malloc allocates for it. */
static uint64_t weight(const struct rd_msg *msg)
{
	uint64_t bytes = sizeof(*msg) + (msg->sreq ? sizeof(struct rd_rts) : 0) + msg->held;

	return (bytes + 8 + 15) & ~(uint64_t)15;
}

static void charge(struct rd_peer *peer, uint64_t bytes)
{
	peer->unexpected += bytes;
	total += bytes;
	if (!peer->pausing && over_share(peer)) {
		peer->pausing = 1;
		rd_info("rank %d sends more than is received: it has to wait from now on "
			"(RONDO_UNEXPECTED)",
			peer->rank);
		tell(peer, RD_PAUS);
	}
}

static void discharge(struct rd_peer *peer, uint64_t bytes)
{
	peer->unexpected -= bytes;
	total -= bytes;
	if (peer->pausing && peer->unexpected < rd_min(limit / 8, part / 2) + 1) {
		peer->pausing = 0;
		tell(peer, RD_RESM);
	}
}

int rd_flow_keep(struct rd_mq *mq, struct rd_peer *peer, const struct rd_hdr *hdr,
		 const struct rd_rts *rts, const void *data, size_t len)
{
	size_t front = rts ? sizeof(*rts) : 0;
	struct rd_msg *msg = malloc(sizeof(*msg) + front + len);

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
	msg->held = (uint32_t)len;
	msg->poison = hdr->kind == RD_POISON ? rd_poison_error(hdr) : 0;
	if (rts)
		memcpy(msg->data, rts, front);
	if (len)
		memcpy(msg->data + front, data, len);
	rd_mq_add_unexpected(mq, msg);
	charge(peer, weight(msg));
	if (rd_unlikely(rd_unexpected_watch))
		rd_unexpected_watch(mq->ctx, msg->world, msg->tag, rd_msg_size(msg));
	return 0;
}

void rd_flow_release(struct rd_msg *msg)
{
	struct rd_peer *peer = rd_peers[msg->world];
	uint64_t bytes = weight(msg);

	msg->obj.magic = RD_MAGIC_FREED;
	free(msg);
	discharge(peer, bytes);
}
