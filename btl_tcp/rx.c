/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The receiving half of an endpoint's byte stream: socket -> frames -> pt2pt. All endpoints read
 * into one buffer. Between reads an endpoint keeps the start of a frame (24 bytes) or the body of
 * one frame. A body is in memory of pt2pt if rd_btl_up_place gives an address, and is then read
 * there directly. Called by the loop alone.
 */
#include "btl_tcp/tcp_impl.h"

#include "base/check.h"
#include "base/err.h"
#include "base/log.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#define READS 4          /* per poll of one endpoint: others have their turn */
#define PLACE_MIN 1024u  /* bytes; above, pt2pt is asked for the destination of the payload */
#define BULK_MIN 32768u  /* bytes; above, the next read takes little beyond the body */
#define BULK_AHEAD 4096u /* bytes read beyond a large body: starts of frames, small ones */
#define ORIGIN 8         /* frames begin at this offset of rd_tcp.memory.rx, padding before it */

/* Destination of the next bytes: the rest of the body, then the common buffer. */
static size_t aim(struct rd_tcp_ep *ep, struct iovec iov[2], int *n)
{
	size_t ahead = ep->rx.bulk ? BULK_AHEAD : RD_TCP_RX_B - ORIGIN - sizeof(ep->rx.start);
	size_t total = ahead;
	uint8_t skip = ep->rx.skip;

	*n = 0;
	if (ep->rx.body) {
		iov[0].iov_base = ep->rx.body + ep->rx.body_got;
		iov[0].iov_len = ep->rx.start.prefix.len - ep->rx.body_got;
		total += iov[0].iov_len;
		*n = 1;
		skip = (uint8_t)rd_tcp_pad(ep->rx.start.prefix.len);
	}
	memcpy(rd_tcp.memory.rx + ORIGIN, &ep->rx.start, ep->rx.start_got);
	iov[*n].iov_base = rd_tcp.memory.rx + ORIGIN + ep->rx.start_got - skip;
	iov[*n].iov_len = ahead;
	++*n;
	return total;
}

static void deliver(struct rd_tcp_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	rd_tcp.stats.rx_msgs++;
	rd_tcp.stats.rx_bytes += len;
	if (rd_likely(!rd_tcp.ending))
		rd_btl_up_recv(&ep->base, hdr, payload, len);
}

static uint32_t kind_of(const struct rd_tcp_frame *f)
{
	return f->prefix.kind & ~RD_TCP_KIND_FLAGS;
}

/* Handles the acknowledgement of a prefix; 0, or RD_EPROTO. An older one than the last is ignored:
 * it was kept while a connection was made again. */
static int take_ack(struct rd_tcp_ep *ep, uint32_t ack)
{
	uint64_t base = ep->keep.acked.pos >> 3;
	uint32_t step = (ack - (uint32_t)base) & 0xffffff;

	if (!step || step > 0x7fffff)
		return 0;
	return rd_tcp_keep_acked(ep, (base + step) << 3);
}

/* Checks a frame from outside; 0 or RD_EPROTO (the endpoint is down then). */
static int check_start(struct rd_tcp_ep *ep, const struct rd_tcp_frame *f)
{
	const struct rd_tcp_prefix *p = &f->prefix;
	uint32_t kind = kind_of(f);
	const char *bad = NULL;

	if (!kind || kind > RD_TCP_KIND_ACK_)
		bad = "a frame of unknown kind";
	else if (p->len > (kind == RD_TCP_KIND_DATA ? RD_TCP_FRAG_MAX : 0))
		bad = "a frame longer than any";
	else if (p->check != rd_tcp_check(p->len, p->kind, ep->rx.seq))
		bad = "a frame out of sequence or damaged";
	else if (ep->bye && kind != RD_TCP_KIND_ACK_)
		bad = "a frame after its goodbye";
	else if (take_ack(ep, p->ack))
		bad = "an acknowledgement of bytes never sent";
	if (!bad)
		return 0;
	rd_tcp_ep_reject(ep, bad);
	return RD_EPROTO;
}

/*
 * Memory for a body. When it is out, one endpoint uses the spare body: a lack that lasts a moment
 * costs no connection.
 */
static uint8_t *body_get(uint32_t len)
{
	uint8_t *body = malloc(len);

	if (body || rd_tcp.memory.spare_used)
		return body;
	rd_tcp.memory.spare_used = 1;
	return rd_tcp.memory.spare;
}

static void body_put(uint8_t *body)
{
	if (body == rd_tcp.memory.spare)
		rd_tcp.memory.spare_used = 0;
	else
		free(body);
}

/* Finds memory for the body of the frame f, of which `got` bytes are at `p`. */
static int begin_body(struct rd_tcp_ep *ep, const struct rd_tcp_frame *f, const uint8_t *p,
		      size_t got)
{
	uint32_t len = f->prefix.len;

	ep->rx.start = *f;
	if (len >= PLACE_MIN && !rd_tcp.ending)
		ep->rx.body = rd_btl_up_place(&ep->base, &ep->rx.start.hdr, len);
	ep->rx.placed = ep->rx.body != NULL;
	if (!ep->rx.body)
		ep->rx.body = body_get(len);
	if (!ep->rx.body) {
		rd_tcp_ep_reject(ep, "a frame for which memory is lacking here");
		return RD_ENOMEM;
	}
	memcpy(ep->rx.body, p, got);
	ep->rx.body_got = (uint32_t)got;
	ep->rx.bulk = len >= BULK_MIN;
	return 0;
}

/* Records the flags of a frame that is complete. */
static inline void note_flags(struct rd_tcp_ep *ep, const struct rd_tcp_frame *f)
{
	if (rd_likely(!(f->prefix.kind & RD_TCP_KIND_FLAGS)))
		return;
	ep->rx.ack |= (f->prefix.kind & RD_TCP_KIND_MORE) != 0;
	ep->rx.tell |= (f->prefix.kind & RD_TCP_KIND_TELL) != 0;
}

static void end_body(struct rd_tcp_ep *ep)
{
	struct rd_hdr hdr = ep->rx.start.hdr;
	uint32_t len = ep->rx.start.prefix.len;
	uint8_t *body = ep->rx.body;
	int placed = ep->rx.placed;

	ep->rx.body = NULL;
	ep->rx.skip = (uint8_t)rd_tcp_pad(len);
	note_flags(ep, &ep->rx.start);
	deliver(ep, &hdr, body, len);
	if (!placed)
		body_put(body);
}

/* Handles the frame at p, of which `have` >= RD_TCP_HEAD_B bytes are present; bytes used, < 0:
 * down. */
static ssize_t take_frame(struct rd_tcp_ep *ep, const uint8_t *p, size_t have)
{
	const struct rd_tcp_frame *f = (const struct rd_tcp_frame *)p;
	size_t len = f->prefix.len, pad = rd_tcp_pad(len);

	if (check_start(ep, f))
		return -1;
	ep->rx.seq++;
	if (rd_unlikely(kind_of(f) != RD_TCP_KIND_DATA)) {
		ep->bye |= kind_of(f) == RD_TCP_KIND_BYE_;
		note_flags(ep, f);
		return RD_TCP_HEAD_B;
	}
	ep->rx.ack |= (f->prefix.kind & RD_TCP_KIND_MORE) != 0;
	have -= RD_TCP_HEAD_B;
	p += RD_TCP_HEAD_B;
	if (have < len)
		return begin_body(ep, f, p, have) ? -1 : (ssize_t)(RD_TCP_HEAD_B + have);
	note_flags(ep, f);
	ep->rx.bulk = len >= BULK_MIN;
	pad = rd_min(pad, have - len);
	ep->rx.skip = (uint8_t)(rd_tcp_pad(len) - pad);
	deliver(ep, &f->hdr, p, len);
	return (ssize_t)(RD_TCP_HEAD_B + len + pad);
}

/* Handles the frames in [p, end); keeps a rest that is shorter than the start of a frame. */
static void take_frames(struct rd_tcp_ep *ep, const uint8_t *p, const uint8_t *end)
{
	while ((size_t)(end - p) >= RD_TCP_HEAD_B) {
		ssize_t used = take_frame(ep, p, (size_t)(end - p));

		if (used < 0)
			return;
		p += used;
	}
	ep->rx.start_got = (uint32_t)(end - p);
	memcpy(&ep->rx.start, p, ep->rx.start_got);
}

/* Handles `n` bytes that were read to where aim() pointed. */
static void take(struct rd_tcp_ep *ep, size_t n)
{
	size_t before = ep->rx.start_got;
	uint8_t *p = rd_tcp.memory.rx + ORIGIN;

	ep->rx.start_got = 0;
	if (ep->rx.body) {
		size_t k = rd_min(n, ep->rx.start.prefix.len - ep->rx.body_got);

		ep->rx.body_got += (uint32_t)k;
		n -= k;
		if (ep->rx.body_got < ep->rx.start.prefix.len)
			return;
		end_body(ep);
	}
	if (n < ep->rx.skip) {
		ep->rx.skip -= (uint8_t)n;
		return;
	}
	n -= ep->rx.skip;
	ep->rx.skip = 0;
	take_frames(ep, p, p + before + n);
}

/* The sender of a burst waits for an acknowledgement (burst.c); a pending one is sent at once:
 * tcp(7). */
static void acknowledge(struct rd_tcp_ep *ep)
{
	int on = 1;

	ep->rx.ack = 0;
	if (setsockopt(ep->src.fd, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof(on)))
		rd_debug("tcp: acknowledging: %m");
}

static void answer(struct rd_tcp_ep *ep)
{
	if (ep->rx.ack)
		acknowledge(ep);
	if (ep->rx.tell) {
		ep->rx.tell = 0;
		rd_tcp_tx_owe(ep);
	}
}

int rd_tcp_rx_pull(struct rd_tcp_ep *ep)
{
	int events = 0;

	for (int i = 0; i < READS && ep->state == RD_TCP_EP_UP; i++) {
		struct iovec iov[2];
		int pieces;
		size_t want = aim(ep, iov, &pieces);
		ssize_t n = pieces == 1 ? recv(ep->src.fd, iov[0].iov_base, iov[0].iov_len,
					       MSG_DONTWAIT)
					: readv(ep->src.fd, iov, pieces);

		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			break;
		if (n < 0 && errno == EFAULT)
			rd_tcp_ep_fault(ep, "from");
		events++;
		if (n <= 0) {
			rd_tcp_ep_closed(ep, n ? errno : 0);
			break;
		}
		ep->rx.pos += (uint64_t)n;
		take(ep, (size_t)n);
		if ((size_t)n < want)
			break;
	}
	if (rd_unlikely(ep->rx.ack | ep->rx.tell) && ep->state == RD_TCP_EP_UP)
		answer(ep);
	if (RD_CHECKS)
		rd_tcp_ep_check(ep);
	return events;
}

void rd_tcp_rx_drop(struct rd_tcp_ep *ep)
{
	if (ep->rx.body && !ep->rx.placed)
		body_put(ep->rx.body);
	ep->rx.body = NULL;
	ep->rx.start_got = 0;
}
