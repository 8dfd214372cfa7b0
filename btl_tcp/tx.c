/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The sending half of an endpoint's byte stream. A frame is kept until the peer has received it
 * (keep.c). It is written straight to the socket if nothing waits before it, otherwise as room
 * becomes available. Called by pt2pt through rd_btl_tcp, and by the loop to continue.
 *
 * Every frame acknowledges the peer's stream. If the peer requests an acknowledgement and no frame
 * is sent, a frame of its own is, a little later: usually another frame is sent soon. A post is
 * done when the peer has received it or, if that takes long because the peer does not poll, when it
 * was copied.
 *
 * A failed write is not reported here: the receiving half finds the end of the stream, after the
 * peer's last data, and reports it once.
 */
#include "btl_tcp/tcp_impl.h"

#include "base/err.h"
#include "runtime/wait.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#define COPY_MAX 4096u /* bytes; a payload up to this is copied behind its header, in one write */
#define WAITING_MAX 4  /* posts to be written, per endpoint; other endpoints must have a chance */
#define POSTS_MAX 16   /* posts in all, including written ones */
#define SPARE_B 8192u  /* of the ring, for some hundred frames that must be sent when it is full */
#define ASK_B (64u << 10)  /* bytes sent between two requests for an acknowledgement */
#define FAR_B (512u << 10) /* bytes received; then an acknowledgement is sent at once */
#define IOV_MAX_N 24       /* parts passed to the kernel at once */

static const uint8_t zero[8]; /* padding */

static void start_waiting(struct rd_tcp_ep *ep)
{
	if (rd_list_empty(&ep->tx.link)) {
		rd_list_append(&rd_tcp.queues.txq, &ep->tx.link);
		rd_tcp.queues.ntx++;
	}
}

static void stop_waiting(struct rd_tcp_ep *ep)
{
	if (!rd_list_empty(&ep->tx.link)) {
		rd_list_remove(&ep->tx.link);
		rd_tcp.queues.ntx--;
	}
}

/* Result of a write: bytes written, 0 if none now. */
static size_t wrote(struct rd_tcp_ep *ep, ssize_t n)
{
	if (rd_likely(n >= 0))
		return (size_t)n;
	if (errno == EFAULT)
		rd_tcp_ep_fault(ep, "to");
	if (errno != EAGAIN && errno != EINTR && errno != ENOBUFS && errno != ENOMEM) {
		ep->err = errno;
		rd_tcp_loop_hot(ep);
	}
	return 0;
}

static size_t write_iov(struct rd_tcp_ep *ep, struct iovec *iov, size_t n)
{
	struct msghdr msg = {.msg_iov = iov, .msg_iovlen = n};

	return wrote(ep, sendmsg(ep->src.fd, &msg, MSG_DONTWAIT | MSG_NOSIGNAL));
}

/* After a write of `n` bytes of frames that are in the stream already. */
static void went(struct rd_tcp_ep *ep, size_t n)
{
	rd_tcp_keep_wrote(ep, n);
	if (rd_unlikely(rd_tcp_tx_pending(ep)))
		start_waiting(ep);
}

/* Requests an acknowledgement now and then, and with each post, which waits for it. */
static uint32_t asking(struct rd_tcp_ep *ep, int is_post)
{
	if (rd_likely(ep->keep.end - ep->keep.asked < ASK_B && !is_post))
		return 0;
	ep->keep.asked = ep->keep.end;
	return RD_TCP_KIND_TELL;
}

static void fill_head(struct rd_tcp_ep *ep, struct rd_tcp_frame *f, uint32_t kind,
		      const struct rd_hdr *hdr, size_t len)
{
	uint32_t n = (uint32_t)len;

	f->prefix = (struct rd_tcp_prefix){.len = n & 0xffffff,
					   .kind = kind & 0xff,
					   .ack = ep->rx.pos >> 3 & 0xffffff,
					   .check = rd_tcp_check(n, kind, ep->tx.seq++)};
	f->hdr = *hdr;
	ep->rx.acked = ep->rx.pos;
}

static void count(size_t len)
{
	rd_tcp.stats.tx_msgs++;
	rd_tcp.stats.tx_bytes += len;
}

/* The reason why an endpoint takes nothing. */
static int not_up(const struct rd_tcp_ep *ep)
{
	return ep->state == RD_TCP_EP_NEW || ep->state == RD_TCP_EP_LOST ? RD_EAGAIN : RD_EPROC;
}

/* Sends a frame that was built as one block, if there is room. */
static void send_piece(struct rd_tcp_ep *ep, const uint8_t *frame, size_t total)
{
	int first = !rd_tcp_tx_pending(ep);
	size_t n = 0;

	if (first)
		n = wrote(ep, send(ep->src.fd, frame, total, MSG_DONTWAIT | MSG_NOSIGNAL));
	rd_tcp_keep_put(ep, frame, total);
	went(ep, n);
}

static int frame_iov(struct iovec iov[3], const struct rd_tcp_frame *f, const void *payload,
		     size_t len)
{
	iov[0] = (struct iovec){(void *)f, RD_TCP_HEAD_B};
	iov[1] = (struct iovec){(void *)payload, len};
	iov[2] = (struct iovec){(void *)zero, rd_tcp_pad(len)};
	return iov[2].iov_len ? 3 : 2;
}

/* The copy is made while the peer reads. */
static void send_large(struct rd_tcp_ep *ep, const struct rd_tcp_frame *f, const void *payload,
		       size_t len)
{
	struct iovec iov[3];
	int pieces = frame_iov(iov, f, payload, len);
	size_t n = 0;

	if (!rd_tcp_tx_pending(ep))
		n = write_iov(ep, iov, (size_t)pieces);
	rd_tcp_keep_put(ep, f, RD_TCP_HEAD_B);
	rd_tcp_keep_put(ep, payload, len);
	rd_tcp_keep_put(ep, zero, rd_tcp_pad(len));
	went(ep, n);
}

int rd_tcp_tx_send(struct rd_ep *base, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	struct rd_tcp_ep *ep = (struct rd_tcp_ep *)base;
	size_t total = RD_TCP_HEAD_B + len + rd_tcp_pad(len);
	struct rd_tcp_frame large, *f;
	uint32_t kind;

	if (rd_unlikely(ep->state != RD_TCP_EP_UP))
		return not_up(ep);
	f = (struct rd_tcp_frame *)rd_tcp_keep_room(ep, total, SPARE_B);
	if (rd_unlikely(ep->err || !f))
		return RD_EAGAIN;
	count(len);
	kind = RD_TCP_KIND_DATA | rd_tcp_burst_next(ep) | asking(ep, 0);
	if (len > COPY_MAX) {
		fill_head(ep, &large, kind, hdr, len);
		send_large(ep, &large, payload, len);
		return 0;
	}
	fill_head(ep, f, kind, hdr, len);
	if (len) {
		memset((uint8_t *)f + total - 8, 0, 8);
		memcpy(f + 1, payload, len);
	}
	send_piece(ep, (uint8_t *)f, total);
	return 0;
}

/* In the frame buffer, if the payload would not be aligned to 16 bytes in the ring. */
void *rd_tcp_tx_reserve(struct rd_ep *base, size_t len)
{
	struct rd_tcp_ep *ep = (struct rd_tcp_ep *)base;
	uint8_t *p;

	if (rd_unlikely(ep->state != RD_TCP_EP_UP || ep->err))
		return NULL;
	p = rd_tcp_keep_room(ep, RD_TCP_HEAD_B + len + rd_tcp_pad(len), SPARE_B);
	if (!p)
		return NULL;
	if (((uintptr_t)p + RD_TCP_HEAD_B) & 15)
		p = rd_tcp.memory.frame;
	ep->tx.reserved = p;
	return p + RD_TCP_HEAD_B;
}

void rd_tcp_tx_commit(struct rd_ep *base, const struct rd_hdr *hdr, size_t len)
{
	struct rd_tcp_ep *ep = (struct rd_tcp_ep *)base;

	fill_head(ep, (struct rd_tcp_frame *)ep->tx.reserved,
		  RD_TCP_KIND_DATA | rd_tcp_burst_next(ep) | asking(ep, 0), hdr, len);
	memset(ep->tx.reserved + RD_TCP_HEAD_B + len, 0, rd_tcp_pad(len));
	count(len);
	send_piece(ep, ep->tx.reserved, RD_TCP_HEAD_B + len + rd_tcp_pad(len));
}

/* Sends a frame without a message; it may use the ring's spare room, except the part for BYE_. On a
 * connection that has ended, known or not, it waits for the next one. */
static int send_bare(struct rd_tcp_ep *ep, uint32_t kind)
{
	static const struct rd_hdr none;
	size_t spare = (kind & ~RD_TCP_KIND_FLAGS) == RD_TCP_KIND_BYE_ ? 0 : RD_TCP_HEAD_B;
	uint8_t *p = rd_tcp_keep_room(ep, RD_TCP_HEAD_B, spare);

	if (!p)
		return RD_EAGAIN;
	ep->ring_use.bare_b += RD_TCP_HEAD_B;
	fill_head(ep, (struct rd_tcp_frame *)p, kind, &none, 0);
	if (ep->state == RD_TCP_EP_UP && !ep->err)
		send_piece(ep, p, RD_TCP_HEAD_B);
	else
		rd_tcp_keep_put(ep, p, RD_TCP_HEAD_B);
	return 0;
}

int rd_tcp_tx_bye(struct rd_tcp_ep *ep)
{
	int err = send_bare(ep, RD_TCP_KIND_BYE_ | RD_TCP_KIND_TELL);

	ep->keep.last = ep->keep.end;
	return err;
}

int rd_tcp_tx_post(struct rd_ep *base, const struct rd_hdr *hdr, const void *payload, size_t len,
		   struct rd_btl_post *post)
{
	struct rd_tcp_ep *ep = (struct rd_tcp_ep *)base;
	struct rd_tcp_frame f;
	struct iovec iov[3];
	size_t n = 0;
	int err, pieces = frame_iov(iov, &f, payload, len);

	if (len <= COPY_MAX) {
		err = rd_tcp_tx_send(base, hdr, payload, len);
		if (!err)
			post->done(post, 0);
		return err;
	}
	if (rd_unlikely(ep->state != RD_TCP_EP_UP))
		return not_up(ep);
	if (ep->err || ep->keep.nwaiting >= WAITING_MAX || ep->keep.nposts >= POSTS_MAX ||
	    !rd_tcp_keep_room(ep, RD_TCP_HEAD_B + 8, SPARE_B))
		return RD_EAGAIN;
	count(len);
	if (!rd_list_empty(&ep->tx.burst))
		rd_tcp_burst_end(ep); /* large fragments need no gathering */
	fill_head(ep, &f, RD_TCP_KIND_DATA | asking(ep, 1), hdr, len);
	if (!rd_tcp_tx_pending(ep))
		n = write_iov(ep, iov, (size_t)pieces);
	rd_tcp_keep_put(ep, &f, RD_TCP_HEAD_B);
	rd_tcp_keep_post(ep, payload, len, post);
	rd_tcp_keep_put(ep, zero, rd_tcp_pad(len));
	went(ep, n);
	return 0;
}

int rd_tcp_tx_flush(struct rd_tcp_ep *ep)
{
	struct iovec iov[IOV_MAX_N];
	size_t n;

	if (ep->err || ep->state != RD_TCP_EP_UP || !rd_tcp_tx_pending(ep)) {
		stop_waiting(ep);
		return 0;
	}
	n = write_iov(ep, iov, rd_tcp_keep_pieces(ep, iov, IOV_MAX_N));
	rd_tcp_keep_wrote(ep, n);
	if (!rd_tcp_tx_pending(ep))
		stop_waiting(ep);
	return n > 0;
}

/* Sends a frame without a message: a peer without this connection answers with a reset. If there is
 * no room for it, other data is in flight. */
void rd_tcp_tx_poke(struct rd_tcp_ep *ep)
{
	send_bare(ep, RD_TCP_KIND_ACK_);
}

void rd_tcp_tx_ask(struct rd_tcp_ep *ep)
{
	send_bare(ep, RD_TCP_KIND_ACK_ | RD_TCP_KIND_TELL);
}

/* ---- Loss and resumption of connections ---- */

void rd_tcp_tx_pause(struct rd_tcp_ep *ep)
{
	stop_waiting(ep);
	rd_list_remove(&ep->rx.owing);
}

void rd_tcp_tx_resume(struct rd_tcp_ep *ep)
{
	ep->err = 0;
	ep->rx.acked = ep->rx.pos; /* acknowledged by the handshake */
	ep->keep.wrote = ep->keep.acked;
	ep->keep.nwaiting = ep->keep.nposts;
	if (rd_tcp_tx_pending(ep))
		start_waiting(ep);
}

/* ---- Acknowledgements ---- */

/* Remains due if there is no room. */
static void tell(struct rd_tcp_ep *ep)
{
	if (ep->rx.acked == ep->rx.pos || !send_bare(ep, RD_TCP_KIND_ACK_))
		rd_list_remove(&ep->rx.owing);
}

void rd_tcp_tx_owe(struct rd_tcp_ep *ep)
{
	if (rd_list_empty(&ep->rx.owing)) {
		rd_list_append(&rd_tcp.queues.owing, &ep->rx.owing);
		ep->rx.owing_poll = rd_tcp.loop.polls;
	}
	if (ep->rx.pos - ep->rx.acked >= FAR_B)
		tell(ep);
}

void rd_tcp_tx_tell(int all)
{
	struct rd_list *l, *save;

	rd_list_for_safe (l, save, &rd_tcp.queues.owing) {
		struct rd_tcp_ep *ep = rd_container(l, struct rd_tcp_ep, rx.owing);

		if (all || ep->rx.acked == ep->rx.pos ||
		    rd_tcp.loop.polls - ep->rx.owing_poll > rd_wait_table.tcp.ack_polls)
			tell(ep);
	}
}

void rd_tcp_tx_tick(uint64_t now_ns)
{
	struct rd_list *l, *save;
	int all = !now_ns;

	if (!all && now_ns < rd_tcp.copy_ns)
		return;
	rd_tcp.copy_ns = now_ns + rd_wait_table.connection.copy_ns;
	rd_list_for_safe (l, save, &rd_tcp.queues.holders) {
		struct rd_tcp_ep *ep = rd_container(l, struct rd_tcp_ep, keep.held);

		rd_tcp_keep_copy(ep, all ? ep->keep.wrote.pos : ep->keep.old_pos);
		ep->keep.old_pos = ep->keep.wrote.pos;
	}
}
