/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows when messages are gathered (btl_tcp/burst.c): not the first ones, not while the program
 * polls in between, and not after the second poll; that all of them are sent without a poll too,
 * since the reader acknowledges; and that the stream is correct.
 */
#include "t/btl_tcp/alone.h"

#include <netinet/tcp.h>
#include <sys/epoll.h>

enum { MANY = 500, LEN = 40 };

static struct rd_tcp_ep *ep;
static int wire = -1; /* the peer's end */
static uint8_t data[LEN];
static size_t got; /* bytes at the peer */
static int flagged, frames;

/* A fresh endpoint, connected to `wire` over TCP. */
static void begin(void)
{
	union rd_tcp_sockaddr sa = {
		.v4 = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}};
	socklen_t len = sizeof(sa.v4);
	int listener = socket(AF_INET, SOCK_STREAM, 0), mine = socket(AF_INET, SOCK_STREAM, 0);

	if (a_start(4) || bind(listener, &sa.any, len) || listen(listener, 1) ||
	    getsockname(listener, &sa.any, &len) || connect(mine, &sa.any, len))
		exit(1);
	wire = accept(listener, NULL, NULL);
	close(listener);
	ep = rd_tcp_ep_get(2);
	ep->src.fd = mine;
	rd_tcp_loop_watch(&ep->src, EPOLLIN);
	rd_tcp_ep_adopt(ep, mine, 1, 0);
	got = 0;
	frames = flagged = 0;
}

static void end(void)
{
	close(wire);
	rd_btl_tcp.fini();
}

static int nodelay(void)
{
	int value = -1;
	socklen_t len = sizeof(value);

	getsockopt(ep->src.fd, IPPROTO_TCP, TCP_NODELAY, &value, &len);
	return value != 0;
}

static void send_some(int n)
{
	struct rd_hdr hdr = {.offset = 7};

	while (n--)
		while (rd_btl_tcp.send(&ep->base, &hdr, data, LEN))
			rd_progress();
}

/* As rx.c: the reader of a frame with the flag acknowledges. */
static void read_frame(void)
{
	struct rd_tcp_frame f;
	uint8_t rest[LEN];
	int on = 1;

	if (recv(wire, &f, sizeof(f), MSG_WAITALL) != sizeof(f) ||
	    recv(wire, rest, LEN, MSG_WAITALL) != LEN)
		return;
	got += memcmp(rest, data, LEN) ? 0 : LEN;
	frames++;
	if (!(f.prefix.kind & RD_TCP_KIND_MORE))
		return;
	flagged++;
	setsockopt(wire, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof(on));
}

static void lone(void)
{
	begin();
	for (int i = 0; i < 50; i++) {
		send_some(2);
		rd_progress();
	}
	ok(nodelay(), "two messages between looks are not gathered");
	for (int i = 0; i < 100; i++)
		read_frame();
	ok(got == 100 * LEN && !flagged, "and do not say that more follow");
	end();
}

static void burst(void)
{
	uint64_t since;

	begin();
	send_some(MANY);
	ok(!nodelay(), "%d messages without a look are", MANY);
	since = rd_clock_ns();
	while (frames < MANY)
		read_frame();
	ok(rd_clock_ns() - since < 5000000000u && got == MANY * LEN,
	   "they come without one, in %.1f ms", (double)(rd_clock_ns() - since) * 1e-6);
	ok(flagged == MANY - 2, "all but two say that more follow");
	for (int i = 0; i < 2; i++)
		rd_progress();
	ok(nodelay() && rd_list_empty(&rd_tcp.queues.bursts), "the second look ends it");
	send_some(2);
	ok(nodelay(), "after which it takes as many to begin another");
	end();
}

static void closed_during_one(void)
{
	begin();
	a_log_start();
	send_some(MANY);
	close(wire);
	wire = -1;
	a_look(10000, &a_downs[2]);
	a_log_end();
	ok(a_downs[2] == 1 && rd_list_empty(&rd_tcp.queues.bursts),
	   "a lost connection ends it as well");
	end();
}

int main(void)
{
	for (int i = 0; i < LEN; i++)
		data[i] = (uint8_t)(3 * i);
	lone();
	burst();
	closed_during_one();
	return done();
}
