/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sending packets into the peer's packet ring by WRITE descriptors. Called by pt2pt through
 * rd_btl_fpga (btl.c); below is the page (page.h).
 *
 * Up to 8 bytes of payload are in the descriptor itself. A payload that fits a slot is written from
 * staging by one WRITE, a longer one by two: the payload into the bulk ring, then the packet.
 * Staging is a ring of bytes in the arena: a piece is free again when the card has done the
 * descriptor that reads it.
 */
#include "btl_fpga/fpga.h"

#include <string.h>

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "runtime/job.h"

#define DESCS 3u /* maximum of descriptors of a message: announcement, payload, packet */

/* Pieces of staging in use, oldest first, by the descriptor that reads them. */
static struct {
	uint32_t next;  /* offset where the next piece may begin */
	uint32_t first; /* offset where the oldest begins */
	unsigned n, at; /* pieces, index of the oldest */
	struct piece {
		uint32_t end;    /* offset behind it */
		uint64_t number; /* of its descriptor, among all of the page */
	} piece[RD_PAGE_SENDS];
} stage;

static char *reserved; /* payload of the message between reserve and commit */
static size_t reserved_len;

static struct rd_page_op greeting; /* of descriptors of greetings, which complete when they fail */

static void greeting_failed(struct rd_page_op *op, int status)
{
	(void)op;
	rd_debug("card: a greeting ended with status %d", status);
}

void rd_fpga_tx_init(void)
{
	greeting = (struct rd_page_op){.done = greeting_failed};
	memset(&stage, 0, sizeof(stage));
	reserved = NULL;
}

/* ---- Staging ---- */

static void free_pieces(void)
{
	uint64_t done =
		rd_page.send.all - (uint16_t)(rd_page.send.produced - rd_page.send.consumed);

	while (stage.n && done > stage.piece[stage.at].number) {
		stage.first = stage.piece[stage.at].end;
		stage.at = (stage.at + 1) % RD_PAGE_SENDS;
		stage.n--;
	}
	if (!stage.n)
		stage.first = stage.next = 0;
}

/* Offset in staging of room for `len` bytes in one piece, or -1. */
static int64_t find_room(uint32_t len)
{
	if (!stage.n)
		return len <= RD_PAGE_STAGE_B ? 0 : -1;
	if (stage.n == RD_PAGE_SENDS)
		return -1;
	if (stage.next > stage.first) {
		if (RD_PAGE_STAGE_B - stage.next >= len)
			return stage.next;
		return stage.first > len ? 0 : -1;
	}
	return stage.first - stage.next > len ? (int64_t)stage.next : -1;
}

/* Address of room in staging; reads the card's consumer index if need be. NULL: no room. */
static char *stage_room(size_t len)
{
	int64_t at;

	len = (len + RD_CACHE_LINE - 1) / RD_CACHE_LINE * RD_CACHE_LINE;
	free_pieces();
	at = find_room((uint32_t)len);
	if (at < 0) {
		rd_page_room(RD_PAGE_SENDS);
		free_pieces();
		at = find_room((uint32_t)len);
	}
	return at < 0 ? NULL : rd_page.card->arena + rd_page.map.stage + at;
}

static uint64_t stage_offset(const char *p)
{
	return (uint64_t)(p - rd_page.card->arena);
}

/* Marks the piece at p as in use until the card has done the descriptor taken last. */
static void stage_use(const char *p, size_t len)
{
	uint32_t at = (uint32_t)(stage_offset(p) - rd_page.map.stage);
	struct piece *piece = &stage.piece[(stage.at + stage.n++) % RD_PAGE_SENDS];

	len = (len + RD_CACHE_LINE - 1) / RD_CACHE_LINE * RD_CACHE_LINE;
	stage.next = at + (uint32_t)len;
	piece->end = stage.next;
	piece->number = rd_page.send.all - 1;
}

/* ---- Room at the peer ---- */

static void look_at_credit(struct rd_fpga_ep *ep)
{
	const uint64_t *word = (const uint64_t *)(rd_page.card->arena + rd_page.map.credit +
						  (uint64_t)ep->ep.rank * RD_CACHE_LINE);
	uint64_t credit = __atomic_load_n(word, __ATOMIC_ACQUIRE);
	uint32_t packets = (uint32_t)credit, units = (uint32_t)(credit >> 32);

	/* a count beyond the packets sent is invalid and ignored */
	if (packets - ep->tx_seen <= ep->tx_next - ep->tx_seen)
		ep->tx_seen = packets;
	if (units - ep->bulk_seen <= ep->bulk_next - ep->bulk_seen)
		ep->bulk_seen = units;
}

static uint32_t units_of(size_t len)
{
	return (uint32_t)((len + BULK_UNIT - 1) / BULK_UNIT);
}

/* Units to skip so that `units` do not wrap around the end of the bulk ring. */
static uint32_t skip_for(const struct rd_fpga_ep *ep, uint32_t units)
{
	uint32_t at = ep->bulk_next % BULK_UNITS;

	return at + units > BULK_UNITS ? BULK_UNITS - at : 0;
}

static int fits(const struct rd_fpga_ep *ep, size_t len)
{
	uint32_t units = len > SLOT_PAYLOAD_B ? units_of(len) : 0;

	return ep->tx_next - ep->tx_seen < SLOTS &&
	       ep->bulk_next + (units ? skip_for(ep, units) : 0) + units - ep->bulk_seen <=
		       BULK_UNITS;
}

static int has_room(struct rd_fpga_ep *ep, size_t len)
{
	if (rd_unlikely(rd_page_room(DESCS) < DESCS))
		return 0;
	if (rd_likely(fits(ep, len)))
		return 1;
	look_at_credit(ep);
	return fits(ep, len);
}

/* ---- Descriptors ---- */

static void write_inline(struct rd_fpga_ep *ep, uint64_t to, const void *data, uint32_t len)
{
	uint64_t *d = rd_page_next(&ep->op);

	d[RN_DESCRIPTOR_CTL / 8] =
		rd_desc_ctl(RN_DMA_OP_WRITE, ep->addr.node, len, RN_DESCRIPTOR_CTL_INLINE_MASK);
	d[RN_DESCRIPTOR_REMOTE / 8] = rd_desc_remote(ep->addr.key, ep->addr.page, 0, to);
	d[RN_DESCRIPTOR_LOCAL / 8] = rd_desc_key(ep->addr.key);
	memcpy(&d[RN_DESCRIPTOR_COUNT / 8], data, len);
}

static void write_staged(struct rd_fpga_ep *ep, uint64_t to, const char *from, uint32_t len)
{
	uint64_t *d = rd_page_next(&ep->op);

	d[RN_DESCRIPTOR_CTL / 8] = rd_desc_ctl(RN_DMA_OP_WRITE, ep->addr.node, len, 0);
	d[RN_DESCRIPTOR_REMOTE / 8] = rd_desc_remote(ep->addr.key, ep->addr.page, 0, to);
	d[RN_DESCRIPTOR_LOCAL / 8] =
		rd_desc_local(0, stage_offset(from)) | rd_desc_key(ep->addr.key);
}

/* Sends an address to the receive ring of a page. */
static void message(struct rd_page_op *op, int node, int page, uint64_t user,
		    const struct rd_fpga_address *addr)
{
	uint64_t *d = rd_page_next(op);

	d[RN_DESCRIPTOR_CTL / 8] =
		rd_desc_ctl(RN_DMA_OP_MSG, node, sizeof(*addr), RN_DESCRIPTOR_CTL_INLINE_MASK) |
		(uint64_t)page << RN_DESCRIPTOR_CTL_TAG_LSB;
	d[RN_DESCRIPTOR_REMOTE / 8] = user << RN_MSG_HEAD_USER_LSB;
	memcpy(&d[RN_DESCRIPTOR_COUNT / 8], addr, sizeof(*addr));
}

/* Announces the first packet to a rank, by a record with this rank's address. */
static void announce(struct rd_fpga_ep *ep)
{
	struct rd_fpga_address addr;

	ep->announced = 1;
	rd_fpga_own_address(&addr);
	message(&ep->op, ep->addr.node, ep->addr.page,
		(uint64_t)ep->addr.key << ANNOUNCE_RANK_BITS | (uint32_t)rd_job.rank, &addr);
}

int rd_fpga_greet(int node, int page, const struct rd_fpga_address *own)
{
	if (rd_page_room(1) < 1)
		return 0;
	if (!greeting.cookie && rd_page_op_begin(&greeting))
		return 0;
	message(&greeting, node, page, ANNOUNCE_GREETING, own);
	rd_page_go();
	return 1;
}

static void set_unheard(struct rd_fpga_ep *ep, int unheard)
{
	rd_fpga.nunheard += unheard - ep->unheard;
	ep->unheard = unheard;
}

void rd_fpga_announce_again(struct rd_fpga_ep *ep)
{
	set_unheard(ep, 1);
}

int rd_fpga_announce(struct rd_fpga_ep *ep)
{
	if (!ep->down && rd_page_room(1) < 1)
		return 0;
	set_unheard(ep, 0);
	if (!ep->down) {
		announce(ep);
		rd_page_go();
	}
	return 1;
}

static uint64_t slot_end(const struct rd_fpga_ep *ep)
{
	return ep->ring + (uint64_t)(ep->tx_next % SLOTS + 1) * SLOT_B;
}

/* Stores header and word at `p`, behind the payload. */
static void end_packet(struct rd_fpga_ep *ep, char *p, const struct rd_hdr *hdr, unsigned flags,
		       size_t len)
{
	uint64_t word = (uint64_t)(ep->tx_next + 1) << 32 | (uint64_t)flags << 16 | len;

	memcpy(p, hdr, sizeof(*hdr));
	memcpy(p + sizeof(*hdr), &word, sizeof(word));
}

/* Sends a packet with up to 8 bytes of payload in the descriptor. */
static void send_tiny(struct rd_fpga_ep *ep, const struct rd_hdr *hdr, unsigned flags,
		      const void *payload, size_t len)
{
	char packet[RD_PAGE_INLINE_B];
	uint32_t all = (uint32_t)len + PACKET_END_B;

	if (rd_unlikely(!ep->announced))
		announce(ep);
	if (len)
		memcpy(packet, payload, len);
	end_packet(ep, packet + len, hdr, flags, len);
	write_inline(ep, slot_end(ep) - all, packet, all);
	ep->tx_next++;
	rd_page_go();
}

/* Sends a packet whose payload is at `p` in staging, with room for header and word behind it. */
static void send_staged(struct rd_fpga_ep *ep, const struct rd_hdr *hdr, unsigned flags, char *p,
			size_t len)
{
	uint32_t all = (uint32_t)len + PACKET_END_B;

	if (rd_unlikely(!ep->announced))
		announce(ep);
	end_packet(ep, p + len, hdr, flags, len);
	write_staged(ep, slot_end(ep) - all, p, all);
	stage_use(p, all);
	ep->tx_next++;
	rd_page_go();
}

/* Writes the payload at `p` in staging into the bulk ring, then a packet that names it. */
static void send_bulk(struct rd_fpga_ep *ep, const struct rd_hdr *hdr, const char *p, size_t len)
{
	uint32_t units = units_of(len);
	struct rd_fpga_bulk bulk;

	ep->bulk_next += skip_for(ep, units);
	bulk = (struct rd_fpga_bulk){.at = ep->bulk_next, .len = (uint32_t)len};
	if (rd_unlikely(!ep->announced))
		announce(ep);
	write_staged(ep,
		     ep->ring + SLOTS * SLOT_B + (uint64_t)(ep->bulk_next % BULK_UNITS) * BULK_UNIT,
		     p, (uint32_t)len);
	stage_use(p, len);
	ep->bulk_next += units;
	send_tiny(ep, hdr, PKT_BULK, &bulk, sizeof(bulk));
}

int rd_fpga_write(struct rd_fpga_ep *ep, unsigned region, uint32_t key, uint64_t offset,
		  const void *data, uint32_t len)
{
	int is_inline = len <= RD_PAGE_INLINE_B;
	char *p = NULL;
	uint64_t *d;

	if (rd_page_room(1) < 1 || (!is_inline && !(p = stage_room(len))))
		return RD_EAGAIN;
	d = rd_page_next(&ep->op);
	d[RN_DESCRIPTOR_CTL / 8] = rd_desc_ctl(RN_DMA_OP_WRITE, ep->addr.node, len,
					       is_inline ? RN_DESCRIPTOR_CTL_INLINE_MASK : 0);
	d[RN_DESCRIPTOR_REMOTE / 8] = rd_desc_remote(key, ep->addr.page, region, offset);
	d[RN_DESCRIPTOR_LOCAL / 8] =
		(is_inline ? 0 : rd_desc_local(0, stage_offset(p))) | rd_desc_key(key);
	if (is_inline) {
		memcpy(&d[RN_DESCRIPTOR_COUNT / 8], data, len);
		return 0;
	}
	memcpy(p, data, len);
	stage_use(p, len);
	return 0;
}

int rd_fpga_has_room_behind(struct rd_fpga_ep *ep, uint32_t written, size_t len)
{
	return !ep->down && rd_page_room(DESCS + 1) > DESCS && has_room(ep, len) &&
	       stage_room(written + RD_CACHE_LINE + len + PACKET_END_B);
}

/* ---- Functions of struct rd_btl ---- */

static void *reserve(struct rd_fpga_ep *ep, size_t len)
{
	return has_room(ep, len) ? stage_room(len + PACKET_END_B) : NULL;
}

void *rd_fpga_reserve(struct rd_ep *rep, size_t len)
{
	struct rd_fpga_ep *ep = rd_fpga_ep(rep);

	if (ep->down)
		return NULL;
	reserved = reserve(ep, len);
	reserved_len = len;
	return reserved;
}

static void count_sent(size_t len)
{
	rd_fpga_stats.tx_msgs++;
	rd_fpga_stats.tx_bytes += len;
}

void rd_fpga_commit(struct rd_ep *rep, const struct rd_hdr *hdr, size_t len)
{
	struct rd_fpga_ep *ep = rd_fpga_ep(rep);

	if (len <= SLOT_PAYLOAD_B)
		send_staged(ep, hdr, 0, reserved, len);
	else
		send_bulk(ep, hdr, reserved, len);
	reserved = NULL;
	count_sent(len);
}

static int send(struct rd_fpga_ep *ep, const struct rd_hdr *hdr, unsigned flags,
		const void *payload, size_t len)
{
	char *p;

	if (rd_unlikely(ep->down))
		return RD_EPROC;
	if (len <= RD_PAGE_INLINE_B - PACKET_END_B) {
		if (!has_room(ep, len))
			return RD_EAGAIN;
		send_tiny(ep, hdr, flags, payload, len);
		return 0;
	}
	p = reserve(ep, len);
	if (!p)
		return RD_EAGAIN;
	memcpy(p, payload, len);
	if (len <= SLOT_PAYLOAD_B)
		send_staged(ep, hdr, flags, p, len);
	else
		send_bulk(ep, hdr, p, len);
	return 0;
}

int rd_fpga_send(struct rd_ep *rep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	int err = send(rd_fpga_ep(rep), hdr, 0, payload, len);

	if (!err)
		count_sent(len);
	return err;
}

int rd_fpga_control(struct rd_fpga_ep *ep, unsigned flags, const void *payload, size_t len)
{
	static const struct rd_hdr none;

	return send(ep, &none, flags, payload, len);
}

/* Sending fails only for want of room; data in staging count as sent. */
int rd_fpga_post(struct rd_ep *rep, const struct rd_hdr *hdr, const void *payload, size_t len,
		 struct rd_btl_post *post)
{
	int err = rd_fpga_send(rep, hdr, payload, len);

	if (!err)
		post->done(post, 0);
	return err;
}

/* ---- Credit ---- */

static int is_due(const struct rd_fpga_ep *ep)
{
	return ep->rx_next - ep->rx_told >= SLOTS / 2 ||
	       ep->bulk_taken - ep->bulk_told >= BULK_UNITS / 4;
}

static void set_due(struct rd_fpga_ep *ep, int due)
{
	rd_fpga.ncredits_due += due - ep->credit_due;
	ep->credit_due = due;
}

void rd_fpga_credit(struct rd_fpga_ep *ep)
{
	uint64_t credit = (uint64_t)ep->bulk_taken << 32 | ep->rx_next;

	if (rd_likely(!is_due(ep)))
		return;
	if (ep->down || rd_page_room(1) < 1) {
		set_due(ep, !ep->down);
		return;
	}
	set_due(ep, 0);
	ep->rx_told = ep->rx_next;
	ep->bulk_told = ep->bulk_taken;
	write_inline(ep, ep->credit, &credit, sizeof(credit));
	rd_page_go();
}
