/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Fuzzer of the bytes received over an established connection (btl_tcp/rx.c). The first byte
 * selects the size of the reads of the rest, and whether the checks of frames are corrected, so
 * that the code after them is reached; bytes outside frames are passed unchanged.
 */
#include "t/btl_tcp/alone.h"

#include <sys/epoll.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Replaces pt2pt: reads its messages, and places some bodies itself. */
static uint8_t place[RD_TCP_FRAG_MAX];
static unsigned sum;

static void read_message(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload,
			 size_t len)
{
	const uint8_t *p = payload;

	(void)ep;
	sum += hdr->kind;
	for (size_t i = 0; i < len; i++)
		sum += p[i];
}

static void *some_place(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len)
{
	(void)ep;
	return hdr->offset % 2 && len <= sizeof(place) ? place : NULL;
}

/* Acknowledges: each post is done once, when its last byte is acknowledged, or at the end. */
enum { POSTS = 2 };
static struct rd_btl_post posts[POSTS];
static int ndone;

static void post_done(struct rd_btl_post *post, int err)
{
	(void)err;
	if (!post->done)
		abort();
	post->done = NULL;
	ndone++;
}

static void send_something(struct rd_tcp_ep *ep)
{
	static const uint8_t payload[5000];
	struct rd_hdr hdr = {.offset = 1};

	ndone = 0;
	for (int i = 0; i < 2 * POSTS; i++) {
		rd_btl_tcp.send(&ep->base, &hdr, payload, 100);
		if (i % 2)
			continue;
		posts[i / 2].done = post_done;
		if (rd_btl_tcp.post(&ep->base, &hdr, payload, sizeof(payload), &posts[i / 2]))
			abort();
	}
}

static void mend(uint8_t *p, size_t len)
{
	struct rd_tcp_frame f;

	for (uint32_t seq = 0; len >= sizeof(f); seq++) {
		size_t total;

		memcpy(&f, p, sizeof(f));
		f.prefix.check = rd_tcp_check(f.prefix.len, f.prefix.kind, seq);
		memcpy(p, &f, sizeof(f));
		total = sizeof(f) + f.prefix.len + rd_tcp_pad(f.prefix.len);
		if (total > len)
			return;
		p += total;
		len -= total;
	}
}

static struct rd_tcp_ep *begin(int *wire)
{
	struct rd_tcp_ep *ep;
	int pair[2];

	if (a_start(4) || socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair))
		abort();
	*wire = pair[1];
	ep = rd_tcp_ep_get(2);
	ep->src.fd = pair[0];
	rd_tcp_loop_watch(&ep->src, EPOLLIN);
	rd_tcp_ep_adopt(ep, pair[0], 1, 0);
	send_something(ep);
	return ep;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rd_tcp_ep *ep;
	uint8_t *copy;
	size_t step;
	int wire;

	if (size < 2 || !(copy = malloc(size)))
		return 0;
	memcpy(copy, data, size);
	step = 1 + (data[0] >> 1) * (size_t)8;
	if (data[0] & 1)
		mend(copy + 1, size - 1);
	a_on_recv = read_message;
	a_on_place = some_place;
	ep = begin(&wire);
	for (size_t at = 1; at < size; at += step) {
		if (send(wire, copy + at, rd_min(step, size - at), MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
			break;
		rd_tcp_rx_pull(ep);
	}
	rd_tcp_ep_free(ep);
	if (ndone != POSTS)
		abort();
	rd_tcp.eps[2] = NULL;
	close(wire);
	rd_btl_tcp.fini();
	free(copy);
	return 0;
}
