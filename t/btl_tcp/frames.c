/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows that the byte stream is cut into messages correctly wherever reads and writes end, with
 * bodies placed by pt2pt or not, in both directions; that an endpoint takes a bounded amount from
 * pt2pt when the peer does not read; that a damaged, overlong or misplaced frame closes the
 * connection with an error that names the peer; and that invalid memory ends the process, with a
 * reason.
 */
#include "t/btl_tcp/alone.h"

#include <sys/epoll.h>
#include <sys/wait.h>

#define DATA_B (4u << 20)

static uint8_t data[DATA_B];
static struct rd_tcp_ep *ep;
static int wire = -1; /* the peer's end */

/* A fresh endpoint, connected to `wire`. */
static void begin(void)
{
	int pair[2];

	if (a_start(4) || socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair))
		exit(1);
	wire = pair[1];
	ep = rd_tcp_ep_get(2);
	ep->src.fd = pair[0];
	rd_tcp_loop_watch(&ep->src, EPOLLIN);
	rd_tcp_ep_adopt(ep, pair[0], 1, 0);
}

static void end(void)
{
	close(wire);
	rd_btl_tcp.fini();
}

/* The stream that the peer sends, and the expected messages. */
static uint8_t *stream;
static size_t stream_len, stream_room;
static struct {
	uint32_t at, len;
} expected[4000];
static int nexpected, taken, wrong;
static uint8_t *placed; /* destination of the next body; NULL: any */
static int nplaced;

static uint32_t some_length(void)
{
	static const uint32_t most[] = {1, 9, 100, 100, 3000, 3000, 70000, 300000};

	return a_random(100) ? a_random(most[a_random(8)]) : RD_TCP_FRAG_MAX;
}

/* Composes the traffic, and allocates room for all of it in `stream`. */
static void plan_frames(int frames)
{
	size_t room = 0;

	for (int i = 0; i < frames; i++) {
		expected[i].len = some_length();
		expected[i].at = a_random(DATA_B - expected[i].len);
		room += RD_TCP_HEAD_B + expected[i].len + rd_tcp_pad(expected[i].len);
	}
	stream = malloc(room + 1); /* a byte more than needed */
	stream_room = room;
	stream_len = 0;
	wrong = 0;
}

static void check_message(struct rd_ep *base, const struct rd_hdr *hdr, const void *payload,
			  size_t len)
{
	uint32_t at = (uint32_t)hdr->offset;

	wrong |= base != &ep->base || taken >= nexpected || at != expected[taken].at ||
		 len != expected[taken].len || memcmp(payload, data + at, len);
	wrong |= ((uintptr_t)hdr & 7) != 0;
	if (placed)
		wrong |= payload != placed;
	free(placed);
	placed = NULL;
	taken++;
}

static void *place_some(struct rd_ep *base, const struct rd_hdr *hdr, size_t len)
{
	(void)base;
	if (hdr->offset % 2)
		return NULL;
	nplaced++;
	return placed = malloc(len);
}

/* Writes part of the stream; the rest stays. */
static size_t trickle(size_t at, uint32_t most)
{
	size_t n = 1 + a_random(most);
	ssize_t sent = send(wire, stream + at, rd_min(n, stream_len - at), MSG_DONTWAIT);

	return sent > 0 ? (size_t)sent : 0;
}

static void receive(int frames, uint32_t most)
{
	size_t at = 0;

	begin();
	plan_frames(frames);
	nexpected = frames;
	taken = nplaced = 0;
	for (int i = 0; i < frames; i++)
		stream_len += a_frame(stream + stream_len,
				      RD_TCP_KIND_DATA | (a_random(4) * RD_TCP_KIND_TELL), data,
				      expected[i].at, expected[i].len, (uint32_t)i);
	while (at < stream_len) {
		at += trickle(at, most);
		rd_tcp_rx_pull(ep);
	}
	a_look(20, NULL);
	ok(taken == frames && !wrong, "%d frames in writes of up to %u bytes", frames, most);
	ok(ep->state == RD_TCP_EP_UP && !a_downs[2], "and the endpoint lives");
	free(stream);
	end();
}

static void receiving(void)
{
	a_on_recv = check_message;
	receive(15, 7);
	receive(200, 1000);
	a_on_place = place_some;
	receive(200, 5000);
	receive(600, 200000);
	ok(nplaced > 10, "%d bodies went straight to their place", nplaced);
	a_on_place = NULL;
}

/* ---- The other direction ---- */

static uint32_t nacks;

static int give_reserved(const struct rd_hdr *hdr, uint32_t len)
{
	uint8_t *p = rd_btl_tcp.reserve(&ep->base, RD_TCP_EAGER_MAX);

	if (!p)
		return RD_EAGAIN;
	wrong |= ((uintptr_t)p & 15) != 0;
	memcpy(p, data + hdr->offset, len);
	rd_btl_tcp.commit(&ep->base, hdr, len);
	return 0;
}

static int give(uint32_t at, uint32_t len)
{
	struct rd_hdr hdr = {.offset = at};

	if (len > RD_TCP_EAGER_MAX || a_random(3) == 0)
		return a_post(ep, &hdr, data + hdr.offset, len);
	if (a_random(2))
		return give_reserved(&hdr, len);
	return rd_btl_tcp.send(&ep->base, &hdr, data + at, len);
}

/* Acknowledges the received bytes to the endpoint. */
static void acknowledge(void)
{
	const uint32_t kind = RD_TCP_KIND_ACK_;
	struct rd_tcp_frame f = {
		{0, kind, stream_len >> 3 & 0xffffff, rd_tcp_check(0, kind, nacks)}, {.offset = 0}};

	if (send(wire, &f, sizeof(f), MSG_DONTWAIT) == sizeof(f))
		nacks++;
}

/* Reads the wire into `stream`, and acknowledges sometimes. */
static void collect(uint32_t most)
{
	size_t room = stream_room - stream_len, n_max = 1 + a_random(most);
	ssize_t n = recv(wire, stream + stream_len, rd_min(n_max, room + 1), MSG_DONTWAIT);

	if (n > 0)
		stream_len += (size_t)n;
	if (!a_random(8))
		acknowledge();
}

static int stream_is_right(int frames)
{
	size_t at = 0;

	for (int i = 0; i < frames; i++) {
		uint32_t len = expected[i].len;
		struct rd_tcp_frame f;

		if (stream_len - at < sizeof(f) + len + rd_tcp_pad(len))
			return 0;
		memcpy(&f, stream + at, sizeof(f));
		if (f.prefix.len != len || f.hdr.offset != expected[i].at ||
		    (f.prefix.kind & ~RD_TCP_KIND_FLAGS) != RD_TCP_KIND_DATA ||
		    f.prefix.check != rd_tcp_check(len, f.prefix.kind, (uint32_t)i) ||
		    memcmp(stream + at + sizeof(f), data + expected[i].at, len))
			return 0;
		at += sizeof(f) + len + rd_tcp_pad(len);
	}
	return at == stream_len;
}

static void send_frames(int frames, uint32_t most)
{
	int refused = 0;

	begin();
	nacks = 0;
	plan_frames(frames);
	for (int i = 0; i < frames; i++)
		while (give(expected[i].at, expected[i].len)) {
			refused++;
			collect(most);
			rd_progress();
		}
	while (!rd_btl_tcp.flushed(&ep->base) || a_posts_open) {
		collect(most);
		rd_progress();
	}
	for (size_t before = 0; before != stream_len || !stream_len;) {
		before = stream_len;
		collect(DATA_B);
	}
	ok(stream_is_right(frames) && !wrong, "%d messages read %u bytes at a time", frames, most);
	ok(refused && !a_posts_open && !a_posts_bad, "with back-pressure, %d times", refused);
	free(stream);
	end();
}

static void bounded(void)
{
	struct rd_hdr hdr = {.offset = 0};
	size_t given = 0;

	begin();
	while (!a_post(ep, &hdr, data, 50000) && a_posts_open < 1000)
		;
	ok(a_posts_open && a_posts_open < 100, "a peer that does not read: %d posts", a_posts_open);
	while (!rd_btl_tcp.send(&ep->base, &hdr, data, 1000) && given < 100u << 20)
		given += 1000;
	ok(given < 1u << 20, "and %zu bytes taken, then RD_EAGAIN", given);
	ok(rd_btl_tcp.send(&ep->base, &hdr, data, 1000) == RD_EAGAIN, "still");
	close(wire);
	wire = -1;
	a_log_start();
	a_look(10000, &a_downs[2]);
	ok(strstr(a_log_end(), "rank 2 on here"), "when it closes, an error names it");
	ok(a_downs[2] == 1 && !a_posts_open && a_posts_bad, "all posts are done, with an error");
	is_int(rd_btl_tcp.send(&ep->base, &hdr, data, 8), RD_EPROC, "sending afterwards");
	end();
}

/* ---- Bad frames ---- */

static struct rd_tcp_frame goodbye_frame(void)
{
	return (struct rd_tcp_frame){
		.prefix = {0, RD_TCP_KIND_BYE_, 0, rd_tcp_check(0, RD_TCP_KIND_BYE_, 0)}};
}

static void bad(const char *what, const char *words, uint8_t kind, uint32_t len, uint32_t ack,
		uint8_t check_xor, int after_bye)
{
	struct rd_tcp_frame bye = goodbye_frame();
	struct rd_tcp_frame f = {{len & 0xffffff, kind, ack & 0xffffff, 0}, {0}};
	const char *log;
	char byte;

	begin();
	f.prefix.check = rd_tcp_check(len, kind, (uint32_t)after_bye) ^ check_xor;
	taken = 0;
	a_log_start();
	if (after_bye && send(wire, &bye, sizeof(bye), 0) < 0)
		exit(1);
	if (send(wire, &f, sizeof(f), 0) < 0)
		exit(1);
	a_look(10000, &a_downs[2]);
	log = a_log_end();
	ok(strstr(log, "rank 2 on here") && strstr(log, words), "%s: %s", what, words);
	ok(a_downs[2] == 1 && taken == 0 && recv(wire, &byte, 1, 0) == 0,
	   "and the connection is closed");
	end();
}

static void bad_frames(void)
{
	a_on_recv = check_message;
	bad("kind 7", "unknown kind", 7, 0, 0, 0, 0);
	bad("kind 0", "unknown kind", RD_TCP_KIND_MORE, 0, 0, 0, 0);
	bad("longer than any", "longer than any", RD_TCP_KIND_DATA, RD_TCP_FRAG_MAX + 1, 0, 0, 0);
	bad("16 MiB", "longer than any", RD_TCP_KIND_DATA, 0xffffff, 0, 0, 0);
	bad("a goodbye with a body", "longer than any", RD_TCP_KIND_BYE_, 1, 0, 0, 0);
	bad("a wrong check", "out of sequence", RD_TCP_KIND_DATA, 0, 0, 1, 0);
	bad("after the goodbye", "after its goodbye", RD_TCP_KIND_DATA, 0, 0, 0, 1);
	bad("of bytes never sent", "an acknowledgement", RD_TCP_KIND_ACK_, 0, 1, 0, 0);
}

static void goodbye(void)
{
	struct rd_tcp_frame bye = goodbye_frame();
	struct rd_hdr hdr = {.offset = 0};

	begin();
	a_log_start();
	if (send(wire, &bye, sizeof(bye), 0) < 0)
		exit(1);
	close(wire);
	wire = -1;
	a_look(50, NULL);
	ok(!*a_log_end() && !a_downs[2], "an end after a goodbye is no error");
	is_int(rd_btl_tcp.send(&ep->base, &hdr, data, 8), RD_EPROC, "but sending then is");
	end();
}

/* ---- Invalid memory ---- */

static void *place_nowhere(struct rd_ep *base, const struct rd_hdr *hdr, size_t len)
{
	(void)base;
	(void)hdr;
	(void)len;
	return (void *)4096;
}

static void send_nowhere(void)
{
	struct rd_hdr hdr = {.offset = 0};

	a_post(ep, &hdr, (void *)4096, 1000000);
	a_look(100, NULL);
}

static void receive_nowhere(void)
{
	const uint32_t kind = RD_TCP_KIND_DATA, len = 1000000;
	struct rd_tcp_frame f = {{len, kind, 0, rd_tcp_check(len, kind, 0)}, {.offset = 0}};

	a_on_place = place_nowhere;
	if (send(wire, &f, sizeof(f), 0) < 0)
		exit(1);
	a_look(20, NULL);
	if (send(wire, data, 1000, 0) < 0)
		exit(1);
	a_look(100, NULL);
}

static void nowhere(const char *name, const char *words, void (*what)(void))
{
	const char *log;
	int status = 0;
	pid_t pid;

	begin();
	a_log_start();
	pid = fork();
	if (!pid) {
		what();
		_exit(0);
	}
	waitpid(pid, &status, 0);
	log = a_log_end();
	ok(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && strstr(log, words), "%s", name);
	end();
}

int main(void)
{
	for (size_t i = 0; i < DATA_B; i++)
		data[i] = (uint8_t)a_random(256);
	receiving();
	send_frames(100, 1000);
	send_frames(600, 300000);
	bounded();
	bad_frames();
	goodbye();
	nowhere("a message from nowhere", "to rank 2 on here lies in memory", send_nowhere);
	nowhere("a message to nowhere", "from rank 2 on here lies in memory", receive_nowhere);
	return done();
}
