/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The sending half of an endpoint's byte stream. A frame goes straight to the
 * socket while nothing waits before it; else into out[] (or, the payload of a
 * post, by reference), bounded, and from there to the socket as room appears.
 * Called by pt2pt through rd_btl_tcp, and by the loop to continue.
 *
 * A failed write is not told here: the reading half finds the end of the stream,
 * after what the peer still had to say, and tells it once.
 */
#include "btl_tcp/tcp_impl.h"

#include "base/err.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#define COPY_MAX 4096u /* bytes; a payload up to this is copied behind its header: one piece */
#define POSTS_MAX 4    /* per endpoint; what is sent later must not wait for ever */
#define IOV_MAX_N 24   /* pieces given to the kernel at once */

/* What a post needs while it waits, kept in rd_btl_post.priv. */
struct waiting {
	const uint8_t *payload;
	uint64_t len, sent; /* bytes */
	uint64_t place;     /* in the stream of out[] it comes before the byte of this number */
};
_Static_assert(sizeof(struct waiting) <= sizeof(((struct rd_btl_post *)0)->priv),
	       "priv is large enough");

static struct waiting *waiting_of(struct rd_btl_post *post)
{
	return (struct waiting *)post->priv;
}

static struct rd_btl_post *first_post(struct rd_tcp_ep *ep)
{
	if (!ep->nposts)
		return NULL;
	return rd_container(ep->posts.next, struct rd_btl_post, link);
}

/* Makes sure that `need` bytes fit behind tail; 0 when they do not. */
static int out_room(struct rd_tcp_ep *ep, size_t need)
{
	if (rd_unlikely(!ep->out)) {
		ep->out = malloc(RD_TCP_OUT_B);
		if (!ep->out)
			return 0;
	}
	if (RD_TCP_OUT_B - ep->tail >= need)
		return 1;
	/* Moving at most as many bytes as have gone since the last move keeps it linear. */
	if (ep->head < RD_TCP_OUT_B / 2)
		return 0;
	memmove(ep->out, ep->out + ep->head, ep->tail - ep->head);
	ep->tail -= ep->head;
	ep->head = 0;
	return RD_TCP_OUT_B - ep->tail >= need;
}

static void out_add(struct rd_tcp_ep *ep, const void *data, size_t len)
{
	if (len)
		memcpy(ep->out + ep->tail, data, len);
	ep->tail += (uint32_t)len;
}

static void start_waiting(struct rd_tcp_ep *ep)
{
	if (rd_list_empty(&ep->tx_link)) {
		rd_list_append(&rd_tcp.txq, &ep->tx_link);
		rd_tcp.ntx++;
	}
}

static void stop_waiting(struct rd_tcp_ep *ep)
{
	if (!rd_list_empty(&ep->tx_link)) {
		rd_list_remove(&ep->tx_link);
		rd_tcp.ntx--;
	}
}

/* Result of a write: bytes that went out, 0 when none could now. */
static size_t wrote(struct rd_tcp_ep *ep, ssize_t n)
{
	if (rd_likely(n >= 0))
		return (size_t)n;
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

static void fill_head(struct rd_tcp_ep *ep, struct rd_tcp_frame *f, uint16_t kind,
		      const struct rd_hdr *hdr, size_t len)
{
	f->prefix.len = (uint32_t)len;
	f->prefix.kind = kind;
	f->prefix.check = rd_tcp_check((uint32_t)len, kind, ep->tx_seq++);
	f->hdr = *hdr;
}

static void count(size_t len)
{
	rd_tcp.stats.tx_msgs++;
	rd_tcp.stats.tx_bytes += len;
}

/* Why an endpoint takes nothing. */
static int not_up(const struct rd_tcp_ep *ep)
{
	return ep->state == RD_TCP_EP_NEW ? RD_EAGAIN : RD_EPROC;
}

/* Sends a frame that was built in one piece; nothing waits before it, and out[] is there. */
static void send_piece(struct rd_tcp_ep *ep, const uint8_t *frame, size_t total)
{
	size_t n = wrote(ep, send(ep->src.fd, frame, total, MSG_DONTWAIT | MSG_NOSIGNAL));

	if (rd_likely(n == total))
		return;
	out_add(ep, frame + n, total - n);
	start_waiting(ep);
}

/* Puts what is left of the pieces after the first `gone` bytes into out[]. */
static void keep_rest(struct rd_tcp_ep *ep, const struct iovec *iov, int n, size_t gone)
{
	for (int i = 0; i < n; i++) {
		size_t skip = rd_min(gone, iov[i].iov_len);

		out_add(ep, (const uint8_t *)iov[i].iov_base + skip, iov[i].iov_len - skip);
		gone -= skip;
	}
	start_waiting(ep);
}

static int frame_iov(struct iovec iov[3], const struct rd_tcp_frame *f, const void *payload,
		     size_t len)
{
	static const uint8_t zero[8];

	iov[0] = (struct iovec){(void *)f, RD_TCP_HEAD_B};
	iov[1] = (struct iovec){(void *)payload, len};
	iov[2] = (struct iovec){(void *)zero, rd_tcp_pad(len)};
	return iov[2].iov_len ? 3 : 2;
}

static int send_large(struct rd_tcp_ep *ep, const struct rd_hdr *hdr, const void *payload,
		      size_t len)
{
	struct rd_tcp_frame f;
	struct iovec iov[3];
	size_t total = RD_TCP_HEAD_B + len + rd_tcp_pad(len), n = 0;
	int pieces = frame_iov(iov, &f, payload, len);

	fill_head(ep, &f, RD_TCP_KIND_DATA | rd_tcp_burst_next(ep), hdr, len);
	if (!rd_tcp_tx_pending(ep))
		n = write_iov(ep, iov, (size_t)pieces);
	if (n < total)
		keep_rest(ep, iov, pieces, n);
	return 0;
}

int rd_tcp_tx_send(struct rd_ep *base, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	struct rd_tcp_ep *ep = (struct rd_tcp_ep *)base;
	size_t total = RD_TCP_HEAD_B + len + rd_tcp_pad(len);
	struct rd_tcp_frame *f = (struct rd_tcp_frame *)rd_tcp.frame;

	if (rd_unlikely(ep->state != RD_TCP_EP_UP))
		return not_up(ep);
	if (rd_unlikely(ep->err || !out_room(ep, total)))
		return RD_EAGAIN;
	count(len);
	if (len > COPY_MAX || rd_tcp_tx_pending(ep))
		return send_large(ep, hdr, payload, len);
	fill_head(ep, f, RD_TCP_KIND_DATA | rd_tcp_burst_next(ep), hdr, len);
	if (len)
		memcpy(f + 1, payload, len);
	send_piece(ep, rd_tcp.frame, total);
	return 0;
}

/* The room lies in the one frame buffer; 16-byte alignment of the payload is its making (btl.c). */
void *rd_tcp_tx_reserve(struct rd_ep *base, size_t len)
{
	struct rd_tcp_ep *ep = (struct rd_tcp_ep *)base;

	if (rd_unlikely(ep->state != RD_TCP_EP_UP || ep->err))
		return NULL;
	if (!out_room(ep, RD_TCP_HEAD_B + len + rd_tcp_pad(len)))
		return NULL;
	return rd_tcp.frame + RD_TCP_HEAD_B;
}

void rd_tcp_tx_commit(struct rd_ep *base, const struct rd_hdr *hdr, size_t len)
{
	struct rd_tcp_ep *ep = (struct rd_tcp_ep *)base;
	size_t total = RD_TCP_HEAD_B + len + rd_tcp_pad(len);

	fill_head(ep, (struct rd_tcp_frame *)rd_tcp.frame,
		  RD_TCP_KIND_DATA | rd_tcp_burst_next(ep), hdr, len);
	memset(rd_tcp.frame + RD_TCP_HEAD_B + len, 0, rd_tcp_pad(len));
	count(len);
	if (!rd_tcp_tx_pending(ep)) {
		send_piece(ep, rd_tcp.frame, total);
		return;
	}
	out_add(ep, rd_tcp.frame, total);
}

int rd_tcp_tx_bye(struct rd_tcp_ep *ep)
{
	static const struct rd_hdr none;
	struct rd_tcp_frame f;

	if (!out_room(ep, sizeof(f)))
		return RD_EAGAIN;
	fill_head(ep, &f, RD_TCP_KIND_BYE_, &none, 0);
	out_add(ep, &f, sizeof(f));
	start_waiting(ep);
	return 0;
}

/* Queues the frame of a post of which the first `gone` bytes are out. 1: its payload is out. */
static int queue_post(struct rd_tcp_ep *ep, const struct iovec iov[3], int pieces, size_t gone,
		      struct rd_btl_post *post)
{
	struct waiting *w = waiting_of(post);
	size_t head_gone = rd_min(gone, RD_TCP_HEAD_B);
	size_t sent = rd_min(gone - head_gone, iov[1].iov_len);
	size_t pad_gone = gone - head_gone - sent;

	out_add(ep, (uint8_t *)iov[0].iov_base + head_gone, RD_TCP_HEAD_B - head_gone);
	if (sent < iov[1].iov_len) {
		*w = (struct waiting){iov[1].iov_base, iov[1].iov_len, sent,
				      ep->place + (ep->tail - ep->head)};
		rd_list_append(&ep->posts, &post->link);
		ep->nposts++;
	}
	if (pieces == 3)
		out_add(ep, (uint8_t *)iov[2].iov_base + pad_gone, iov[2].iov_len - pad_gone);
	start_waiting(ep);
	return sent == iov[1].iov_len;
}

int rd_tcp_tx_post(struct rd_ep *base, const struct rd_hdr *hdr, const void *payload, size_t len,
		   struct rd_btl_post *post)
{
	struct rd_tcp_ep *ep = (struct rd_tcp_ep *)base;
	struct rd_tcp_frame f;
	struct iovec iov[3];
	size_t n = 0, total = RD_TCP_HEAD_B + len + rd_tcp_pad(len);
	int pieces = frame_iov(iov, &f, payload, len);

	if (rd_unlikely(ep->state != RD_TCP_EP_UP))
		return not_up(ep);
	if (ep->err || ep->nposts >= POSTS_MAX || !out_room(ep, RD_TCP_HEAD_B + 8))
		return RD_EAGAIN;
	count(len);
	if (!rd_list_empty(&ep->burst))
		rd_tcp_burst_end(ep); /* large pieces need no gathering */
	fill_head(ep, &f, RD_TCP_KIND_DATA, hdr, len);
	if (!rd_tcp_tx_pending(ep))
		n = write_iov(ep, iov, (size_t)pieces);
	if (n == total || queue_post(ep, iov, pieces, n, post))
		post->done(post, 0);
	return 0;
}

/* The pieces of the stream from its head on, at most `max`. */
static size_t gather(struct rd_tcp_ep *ep, struct iovec *iov, size_t max)
{
	uint32_t at = ep->head;
	size_t n = 0;
	struct rd_list *l;

	rd_list_for(l, &ep->posts) {
		struct waiting *w = waiting_of(rd_container(l, struct rd_btl_post, link));
		uint32_t upto = ep->head + (uint32_t)(w->place - ep->place);

		if (n + 2 > max)
			return n;
		if (upto > at)
			iov[n++] = (struct iovec){ep->out + at, upto - at};
		iov[n++] = (struct iovec){(void *)(w->payload + w->sent), w->len - w->sent};
		at = upto;
	}
	if (ep->tail > at && n < max)
		iov[n++] = (struct iovec){ep->out + at, ep->tail - at};
	return n;
}

/* Takes `n` bytes off the head of the stream; posts that are out go to `done`. */
static void consume(struct rd_tcp_ep *ep, size_t n, struct rd_list *done)
{
	while (n) {
		struct rd_btl_post *post = first_post(ep);
		struct waiting *w = post ? waiting_of(post) : NULL;
		size_t own = w ? w->place - ep->place : ep->tail - ep->head, k;

		if (own) {
			k = rd_min(n, own);
			ep->head += (uint32_t)k;
			ep->place += k;
			n -= k;
			continue;
		}
		k = rd_min(n, w->len - w->sent);
		w->sent += k;
		n -= k;
		if (w->sent == w->len) {
			rd_list_remove(&post->link);
			ep->nposts--;
			rd_list_append(done, &post->link);
		}
	}
	if (ep->head == ep->tail)
		ep->head = ep->tail = 0;
}

static void complete(struct rd_list *done, int err)
{
	struct rd_list *l;

	while ((l = rd_list_pop(done))) {
		struct rd_btl_post *post = rd_container(l, struct rd_btl_post, link);

		post->done(post, err);
	}
}

int rd_tcp_tx_flush(struct rd_tcp_ep *ep)
{
	struct iovec iov[IOV_MAX_N];
	struct rd_list done;
	size_t n;

	if (ep->err || !rd_tcp_tx_pending(ep)) {
		stop_waiting(ep);
		return 0;
	}
	n = write_iov(ep, iov, gather(ep, iov, IOV_MAX_N));
	if (!n)
		return 0;
	rd_list_init(&done);
	consume(ep, n, &done);
	if (!rd_tcp_tx_pending(ep))
		stop_waiting(ep);
	complete(&done, 0);
	return 1;
}

void rd_tcp_tx_drop(struct rd_tcp_ep *ep, int err)
{
	struct rd_list done;
	struct rd_list *l;

	stop_waiting(ep);
	rd_list_init(&done);
	while ((l = rd_list_pop(&ep->posts)))
		rd_list_append(&done, l);
	ep->nposts = 0;
	free(ep->out);
	ep->out = NULL;
	ep->head = ep->tail = 0;
	complete(&done, err);
}
