/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows that a lost connection is made again with no byte lost or doubled: it is reset at random
 * places of both streams, in the middle of heads, bodies and padding, with data in the kernel of
 * either side; that a peer that reports an impossible count of our stream is given up, a request of
 * an older connection than the known one is refused, and that a peer that was given up is notified.
 * We are rank 1 of 4, the peer is rank 2.
 */
#include "t/btl_tcp/byhand.h"

#define DATA_B (1u << 20)
#define FRAMES 400

static uint8_t data[DATA_B];
static struct rd_tcp_ep *ep;
static struct peer peer;
static int wire = -1;

/* Data that the peer has received, over all connections, and data that it sends. */
static uint8_t *in, *out;
static size_t in_b, out_b, out_at;
static struct {
	uint32_t at, len;
} given[FRAMES], planned[FRAMES];
static int taken, wrong, rings_gone;

/* The peer connects, for the first time or again; the fate. */
static uint32_t come(uint32_t epoch, uint64_t received)
{
	uint32_t fate = 0;

	peer = peer_of_rank(2);
	peer.helo.epoch = epoch;
	peer.helo.received = received;
	wire = attempt();
	if (challenged(&peer, wire))
		fate = verdict(&peer, wire);
	fcntl(wire, F_SETFL, O_NONBLOCK);
	return fate;
}

/* By a reset: unread data is lost on both sides. */
static void go(void)
{
	const struct linger now = {1, 0};

	setsockopt(wire, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
	close(wire);
	wire = -1;
}

static void check_message(struct rd_ep *base, const struct rd_hdr *hdr, const void *payload,
			  size_t len)
{
	uint32_t at = (uint32_t)hdr->offset;

	(void)base;
	wrong |= taken >= FRAMES || at != planned[taken].at || len != planned[taken].len ||
		 memcmp(payload, data + at, len);
	taken++;
}

static uint32_t some_length(void)
{
	static const uint32_t most[] = {1, 9, 100, 3000, 30000, 200000};

	return a_random(most[a_random(6)]);
}

/* All data that the peer will send; the acknowledgements in it carry no news. */
static void plan_frames(void)
{
	out = malloc((size_t)FRAMES * 200040);
	in = malloc((size_t)FRAMES * 200040);
	if (!out || !in)
		exit(1);
	for (uint32_t i = 0; i < FRAMES; i++) {
		uint32_t len = planned[i].len = some_length();
		uint32_t at = planned[i].at = a_random(DATA_B - len);

		out_b += a_frame(out + out_b, RD_TCP_KIND_DATA, data, at, len, i);
	}
}

/* The next message to the peer. */
static int give(int i)
{
	uint32_t len = given[i].len = some_length();
	struct rd_hdr hdr = {.offset = given[i].at = a_random(DATA_B - len)};

	if (len > RD_TCP_EAGER_MAX || a_random(2))
		return a_post(ep, &hdr, data + hdr.offset, len);
	return rd_btl_tcp.send(&ep->base, &hdr, data + hdr.offset, len);
}

/* Checks the endpoint as if it had sent nothing for a while; 1 if its ring was freed. */
static int looked_idle(void)
{
	int before = rd_tcp.queues.nrings;

	ep->ring_use.checked_ns = 0;
	ep->ring_use.said_b = ep->keep.end - ep->ring_use.bare_b;
	rd_tcp_rings_tick(rd_clock_ns());
	return rd_tcp.queues.nrings < before;
}

/* Traffic both ways; then, often, an end in the middle of it. */
static void some_traffic(int *ngiven)
{
	for (uint32_t i = a_random(10); i; i--) {
		size_t some = rd_min((size_t)a_random(30000), out_b - out_at);
		ssize_t n = send(wire, out + out_at, some, MSG_NOSIGNAL);

		out_at += n > 0 ? (size_t)n : 0;
		while (*ngiven < FRAMES && a_random(4) && !give(*ngiven))
			++*ngiven;
		n = recv(wire, in + in_b, a_random(50000), 0);
		in_b += n > 0 ? (size_t)n : 0;
		rd_progress();
	}
}

/* Selects the received frames with data, in order. */
static int stream_is_right(void)
{
	size_t at = 0;
	int n = 0;

	for (uint32_t i = 0; at + RD_TCP_HEAD_B <= in_b; i++) {
		struct rd_tcp_frame f;
		uint32_t kind, len;

		memcpy(&f, in + at, sizeof(f));
		kind = f.prefix.kind;
		len = f.prefix.len;
		if (f.prefix.check != rd_tcp_check(len, kind, i))
			return 0;
		if ((kind & ~RD_TCP_KIND_FLAGS) == RD_TCP_KIND_DATA) {
			if (n == FRAMES || len != given[n].len || f.hdr.offset != given[n].at ||
			    memcmp(in + at + sizeof(f), data + given[n].at, len))
				return 0;
			n++;
		}
		at += sizeof(f) + len + rd_tcp_pad(len);
	}
	return n == FRAMES && at == in_b;
}

/* The peer reads all available bytes and connects again; 1 if it was accepted. */
static int come_with_all(void)
{
	ssize_t n = 1;

	while (n > 0 || rd_tcp_tx_pending(ep)) {
		rd_progress();
		n = recv(wire, in + in_b, 50000, 0);
		in_b += n > 0 ? (size_t)n : 0;
	}
	go();
	n = come(ep->conn.epoch, in_b) == RD_TCP_FATE_USED;
	out_at = verified.received;
	return (int)n;
}

/* No data is sent for a while, once after the peer has received all, once after all but one
 * message; 1 if the peer was accepted. */
static int quiet(int *ngiven)
{
	if (!come_with_all())
		return 0;
	rings_gone += looked_idle();
	if (*ngiven < FRAMES && !give(*ngiven)) {
		++*ngiven;
		rings_gone += looked_idle();
	}
	return 1;
}

static void cut_again_and_again(void)
{
	int ngiven = 0, cuts = 0, bad = 0;
	uint64_t timeout_ns;

	begin();
	timeout_ns = rd_tcp.timeout_ns;
	rd_tcp.timeout_ns = 20000000000u; /* many useless connections are made here */
	plan_frames();
	a_on_recv = check_message;
	bad |= come(0, 0) != RD_TCP_FATE_USED;
	ep = rd_tcp_ep_get(2);
	for (; (taken < FRAMES || ngiven < FRAMES || a_posts_open ||
		ep->keep.acked.pos < ep->keep.end) &&
	       cuts < 3000 && !bad;
	     cuts++) {
		some_traffic(&ngiven);
		go();
		if (a_random(2))
			a_look(1, NULL); /* otherwise it is still considered established */
		bad |= come(ep->conn.epoch, in_b) != RD_TCP_FATE_USED;
		out_at = verified.received;
		bad |= !bad && !a_random(4) && !quiet(&ngiven);
	}
	ok(!bad && cuts < 3000, "the peer is let in again, %d times", cuts);
	ok(taken == FRAMES && !wrong, "%d messages came, each once", taken);
	ok(!a_posts_open && !a_posts_bad && stream_is_right(), "and so did ours");
	ok(!a_downs[2] && a_ups[2] > 1, "nobody was told of an end");
	ok(rings_gone > 2, "the ring was given back %d times meanwhile", rings_gone);
	rd_tcp.timeout_ns = timeout_ns;
	go();
	rd_btl_tcp.fini();
	free(in);
	free(out);
	in_b = out_b = out_at = 0;
}

/* ---- Impossible counts ---- */

static void send_some(int n)
{
	struct rd_hdr hdr = {.offset = 0};

	while (n--)
		rd_btl_tcp.send(&ep->base, &hdr, data, 8);
}

static void lies(void)
{
	begin();
	come(0, 0);
	ep = rd_tcp_ep_get(2);
	send_some(10);
	go();
	a_look(1, NULL);
	a_log_start();
	come(1, 321);
	a_look(10000, &a_downs[2]);
	ok(a_downs[2] == 1 && strstr(a_log_end(), "cannot have come"),
	   "a peer that has more than was sent is given up");
	go();
	is_int(come(1, 0), RD_TCP_FATE_GONE, "and told so when it comes again");
	go();
	rd_btl_tcp.fini();
}

static void late(void)
{
	const uint32_t kind = RD_TCP_KIND_ACK_;
	struct rd_tcp_frame f = {{0, kind, 160 / 8, rd_tcp_check(0, kind, 0)}, {.offset = 0}};

	begin();
	come(0, 0);
	ep = rd_tcp_ep_get(2);
	send_some(10);
	put(wire, &f, sizeof(f));
	a_look(20, NULL);
	is_int((long)ep->keep.acked.pos, 160, "received data need not be kept");
	go();
	a_look(1, NULL);
	is_int(come(1, 128), RD_TCP_FATE_DUPL, "a peer that had less before is sent away");
	go();
	is_int(come(1, 160), RD_TCP_FATE_USED, "as it has another connection");
	is_int(come(1, 160), RD_TCP_FATE_DUPL, "an older one is not used when that stands");
	go();
	rd_btl_tcp.fini();
}

/* The peer has lost a connection before it learned that it was the pair's; we consider it
 * established. */
static void never_known(void)
{
	struct rd_tcp_frame f = {.prefix.kind = 0};
	int believed;

	begin();
	come(0, 0);
	believed = wire;
	is_int(come(0, 0), RD_TCP_FATE_DUPL, "a peer that knows of no connection is sent away");
	ok(recv(believed, &f, sizeof(f), 0) == sizeof(f) && f.prefix.kind == RD_TCP_KIND_ACK_,
	   "and the one that stands is tried");
	go();
	wire = believed;
	go();
	a_look(1, NULL);
	is_int(come(0, 0), RD_TCP_FATE_USED, "when that is found dead it is let in");
	go();
	rd_btl_tcp.fini();
}

/* BYE_ is sent on a connection that has ended, which only a write has detected. */
static void goodbye_waits(void)
{
	struct {
		struct rd_tcp_frame data;
		uint64_t payload;
		struct rd_tcp_frame bye;
	} f;

	begin();
	come(0, 0);
	ep = rd_tcp_ep_get(2);
	go();
	send_some(1);
	ok(ep->state == RD_TCP_EP_UP && ep->err && !rd_tcp_tx_bye(ep), "a goodbye is taken");
	a_look(1, NULL);
	come(1, 0);
	a_look(1, NULL);
	ok(recv(wire, &f, sizeof(f), 0) == sizeof(f) &&
		   (f.bye.prefix.kind & ~RD_TCP_KIND_FLAGS) == RD_TCP_KIND_BYE_,
	   "and said on the next");
	go();
	rd_btl_tcp.fini();
}

static void never_again(void)
{
	uint64_t since;

	begin();
	come(0, 0);
	ep = rd_tcp_ep_get(2);
	send_some(1);
	go();
	a_log_start();
	since = rd_clock_ns();
	a_look(40000, &a_downs[2]);
	ok(a_downs[2] == 1 && strstr(a_log_end(), "rank 2 on here (127.0.0.1:"),
	   "a peer that does not come back is given up, by name and addresses");
	ok(rd_clock_ns() - since < 20 * rd_tcp.timeout_ns, "in time");
	rd_btl_tcp.fini();
}

/* ---- Connections that fail repeatedly ---- */

/* For twice the time-out, or with `some` messages waiting until the peer is given up. */
static void falls(int some)
{
	uint64_t end;

	begin();
	come(0, 0);
	ep = rd_tcp_ep_get(2);
	send_some(some);
	a_log_start();
	end = rd_clock_ns() + (some ? 50 : 2) * rd_tcp.timeout_ns;
	while (rd_clock_ns() < end && !a_downs[2]) {
		go();
		a_look(10, &a_downs[2]);
		come(ep->conn.epoch, 0);
		a_look(5, &a_downs[2]);
	}
}

static void in_vain(void)
{
	falls(0);
	ok(!*a_log_end() && !a_downs[2] && ep->conn.epoch > 5,
	   "while nothing waits connections may fall as often as they like, here %u times",
	   ep->conn.epoch);
	go();
	rd_btl_tcp.fini();
	falls(1);
	ok(strstr(a_log_end(), "nothing comes through") && a_downs[2] == 1,
	   "data that advances over none of many is reported, after %u", ep->conn.epoch);
	go();
	rd_btl_tcp.fini();
}

int main(void)
{
	for (size_t i = 0; i < DATA_B; i++)
		data[i] = (uint8_t)a_random(256);
	cut_again_and_again();
	lies();
	late();
	never_known();
	goodbye_waits();
	never_again();
	in_vain();
	return done();
}
