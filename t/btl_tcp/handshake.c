/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows the behaviour of a listening port: unauthenticated peers (nothing sent, rubbish, a wrong
 * key, a recorded HELO) get no byte and are closed; a member of the job is accepted, also while
 * unauthenticated peers hold more connections than are kept; the lower rank of a pair decides which
 * connection is used; and a connector does not accept a listener that cannot authenticate itself.
 * We are rank 1 of 4.
 */
#include "t/btl_tcp/byhand.h"

/* Sends a frame as the peer; 1 when it arrives. */
static int came;
static void count(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	(void)ep;
	(void)payload;
	came += hdr->offset == 42 && len == 0;
}

static int frame_arrives(int fd)
{
	struct rd_tcp_frame f = {{0, RD_TCP_KIND_DATA, 0, rd_tcp_check(0, RD_TCP_KIND_DATA, 0)},
				 {.offset = 42}};

	came = 0;
	a_on_recv = count;
	put(fd, &f, sizeof(f));
	a_look(PATIENCE_MS, &came);
	return came == 1;
}

/* Ends a test whose peer has ended; the log of that is checked by another test. */
static void leave(int peer)
{
	a_log_start();
	a_look(50, &a_downs[peer]);
	a_log_end();
	rd_btl_tcp.fini();
}

/* ---- Unauthenticated peers ---- */

static void unauthenticated(void)
{
	uint8_t rubbish[200];
	struct peer p;
	int fd;

	begin();
	for (size_t i = 0; i < sizeof(rubbish); i++)
		rubbish[i] = (uint8_t)a_random(256);
	put(fd = attempt(), rubbish, sizeof(rubbish));
	is_int(closed_after(fd), 0, "rubbish draws no byte and an end");
	close(fd);
	p = peer_of_rank(2);
	p.key[5] ^= 1;
	is_int(challenged(&p, fd = attempt()), 0, "HELO under another key draws no challenge");
	is_int(closed_after(fd), 0, "but an end");
	close(fd);
	p = peer_of_rank(2);
	p.helo.session++;
	ok(!challenged(&p, fd = attempt()) && closed_after(fd) == 0, "another job's is closed");
	close(fd);
	p = peer_of_rank(2);
	p.helo.to = 3;
	ok(!challenged(&p, fd = attempt()) && closed_after(fd) == 0,
	   "one for another rank is closed");
	close(fd);
	static const int no_peer[] = {1, 4, -1, INT32_MAX, INT32_MIN};
	for (size_t i = 0; i < sizeof(no_peer) / sizeof(no_peer[0]); i++) {
		p = peer_of_rank(no_peer[i]);
		ok(!challenged(&p, fd = attempt()) && closed_after(fd) == 0,
		   "one of rank %d is closed", no_peer[i]);
		close(fd);
	}
	ok(!a_ups[0] && !a_ups[2] && !a_ups[3], "nobody got in");
	rd_btl_tcp.fini();
}

static void other_build(void)
{
	struct peer p;
	int fd;

	begin();
	p = peer_of_rank(2);
	p.helo.version = 77;
	a_log_start();
	challenged(&p, fd = attempt());
	closed_after(fd);
	ok(strstr(a_log_end(), "version 77"), "a member of another version is told of in words");
	close(fd);
	rd_btl_tcp.fini();
}

static void replayed(void)
{
	struct peer p, again;
	struct rd_tcp_proo proo;
	int fd, fd2;

	begin();
	p = peer_of_rank(0);
	ok(challenged(&p, fd = attempt()), "a member's HELO is challenged");
	again = p;
	put(fd2 = attempt(), &p.helo, sizeof(p.helo));
	is_int(get(fd2, &again.chal, sizeof(again.chal)), sizeof(again.chal),
	       "so is a recorded one");
	ok(memcmp(&p.chal, &again.chal, sizeof(p.chal)), "but with another challenge");
	sign(&p, "PROO", 0, proo.mac);
	put(fd2, &proo, sizeof(proo));
	is_int(closed_after(fd2), 0, "to which the recorded answer is worth nothing");
	close(fd);
	close(fd2);
	rd_btl_tcp.fini();
}

/* A peer that has recorded a HELO of rank 2 sends it repeatedly, and leaves the connections
 * open. */
enum { OFTEN = 60 };

static void say_often(int fd[OFTEN])
{
	struct peer p = peer_of_rank(2);

	sign_helo(&p);
	for (int i = 0; i < OFTEN; i++) {
		put(fd[i] = attempt(), &p.helo, sizeof(p.helo));
		a_look(1, NULL);
	}
	a_look(20, NULL);
}

/* How many of them were not closed. */
static int still_open(const int fd[OFTEN])
{
	struct rd_tcp_chal chal;
	int n = 0;

	for (int i = 0; i < OFTEN; i++) {
		ssize_t got;

		while ((got = recv(fd[i], &chal, sizeof(chal), MSG_DONTWAIT)) > 0)
			;
		n += got < 0 && errno == EAGAIN;
		close(fd[i]);
	}
	return n;
}

static void replayed_often(void)
{
	int fd[OFTEN], own;
	struct peer mine;

	begin();
	say_often(fd);
	mine = peer_of_rank(2);
	ok(challenged(&mine, own = attempt()) && verdict(&mine, own) == RD_TCP_FATE_USED,
	   "a member gets in past a HELO said %d times", OFTEN);
	is_int(still_open(fd), 0, "when it is in, none of those is left");
	close(own);
	leave(2);
}

static void kept_unproven(void)
{
	int fd[OFTEN], kept;

	begin();
	say_often(fd);
	kept = still_open(fd);
	ok(kept > 0 && kept <= 16, "of %d that say a recorded HELO %d are kept", OFTEN, kept);
	rd_btl_tcp.fini();
}

/* A waiting process sleeps although peers that send nothing are connected. */
static void no_news(void)
{
	enum { N = 40 };
	uint64_t end;
	static const char rubbish[sizeof(struct rd_tcp_helo)];
	int fd[N], news = 0, gone = 0;

	begin();
	end = rd_clock_ns() + 100000000;
	for (int i = 0; i < N; i++)
		put(fd[i] = attempt(), rubbish, i % 2 * sizeof(rubbish));
	while (rd_clock_ns() < end)
		news += rd_progress();
	for (int i = 0; i < N; i++) {
		char byte;

		gone += recv(fd[i], &byte, 1, MSG_DONTWAIT) == 0 || errno == ECONNRESET;
		close(fd[i]);
	}
	is_int(news, 0, "%d unauthenticated peers are no event", N);
	is_int(gone, N / 2, "those that cannot be members are closed");
	rd_btl_tcp.fini();
}

/* ---- The decision on a connection ---- */

static void we_decide(void)
{
	struct peer p, q;
	int fd, fd2 = -1;

	begin();
	p = peer_of_rank(2);
	q = peer_of_rank(2);
	ok(challenged(&p, fd = attempt()) && challenged(&q, fd2 = attempt()), "rank 2 comes twice");
	is_int(a_ups[2], 0, "no endpoint stands before the proof");
	is_int(verdict(&p, fd), RD_TCP_FATE_USED, "we are lower: the first one proven is used");
	is_int(verdict(&q, fd2), 0, "the other was closed at that");
	is_int(a_ups[2], 1, "told upwards once");
	ok(frame_arrives(fd), "it carries frames");
	close(fd2);
	q = peer_of_rank(2);
	ok(challenged(&q, fd2 = attempt()) && verdict(&q, fd2) == RD_TCP_FATE_DUPL,
	   "one that comes later is told that it is not needed");
	close(fd);
	close(fd2);
	leave(2);
}

static void peer_decides(void)
{
	struct peer p, q;
	int fd, fd2 = -1;

	begin();
	p = peer_of_rank(0);
	q = peer_of_rank(0);
	ok(challenged(&p, fd = attempt()) && verdict(&p, fd) == RD_TCP_FATE_OPEN,
	   "we are higher: the choice is left open");
	ok(challenged(&q, fd2 = attempt()) && verdict(&q, fd2) == RD_TCP_FATE_OPEN,
	   "on a second one too");
	is_int(a_ups[0], 0, "none is used before the choice");
	choose(&q, fd2, RD_TCP_FATE_USED);
	a_look(PATIENCE_MS, &a_ups[0]);
	ok(a_ups[0] == 1 && frame_arrives(fd2), "the chosen one is");
	is_int(closed_after(fd), 0, "the other is closed");
	close(fd);
	close(fd2);
	leave(0);
}

static void byte_by_byte(void)
{
	struct peer p;
	struct rd_tcp_proo proo;
	struct rd_tcp_verd verd;
	int fd;

	begin();
	p = peer_of_rank(3);
	sign_helo(&p);
	fd = attempt();
	for (size_t i = 0; i < sizeof(p.helo); i++) {
		put(fd, (char *)&p.helo + i, 1);
		a_look(1, NULL);
	}
	get(fd, &p.chal, sizeof(p.chal));
	sign(&p, "PROO", 0, proo.mac);
	for (size_t i = 0; i < sizeof(proo); i++) {
		put(fd, (char *)&proo + i, 1);
		a_look(1, NULL);
	}
	ok(get(fd, &verd, sizeof(verd)) == sizeof(verd) && frame_arrives(fd),
	   "a slow member gets in");
	close(fd);
	leave(3);
}

/* A program that computes and calls MPI from time to time; HELO is handled after so many calls. */
static int calls_until_challenged(void)
{
	struct peer p = peer_of_rank(2);
	const struct timespec compute = {0, 1000000};
	int fd = attempt(), calls = 0;

	sign_helo(&p);
	put(fd, &p.helo, sizeof(p.helo));
	while (recv(fd, &p.chal, sizeof(p.chal), MSG_DONTWAIT) < 0 && calls < 10000) {
		nanosleep(&compute, NULL);
		rd_progress();
		calls++;
	}
	close(fd);
	return calls;
}

static void called_rarely(void)
{
	int first, then;

	begin();
	for (int i = 0; i < 100000; i++)
		rd_progress();
	first = calls_until_challenged();
	ok(first <= 100, "after a wait, a computing process sees a peer after %d calls", first);
	then = calls_until_challenged();
	ok(then <= 10, "then after %d", then);
	rd_btl_tcp.fini();
}

static void crowd(void)
{
	enum { N = 400 };
	int fd[N], open_still = 0, mine;
	struct peer p;

	begin();
	for (int i = 0; i < N; i++) {
		fd[i] = attempt();
		put(fd[i], "RONDO", (size_t)(i % 6));
		if (i % 50 == 0)
			a_look(1, NULL);
	}
	a_look(20, NULL);
	p = peer_of_rank(2);
	ok(challenged(&p, mine = attempt()) && verdict(&p, mine) == RD_TCP_FATE_USED,
	   "a member gets in past %d half-open connections", N);
	for (int i = 0; i < N; i++) {
		char byte;

		open_still += recv(fd[i], &byte, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN;
		close(fd[i]);
	}
	ok(open_still > 0 && open_still <= 128, "of which %d were kept", open_still);
	ok(frame_arrives(mine), "and speaks");
	close(mine);
	leave(2);
}

/* ---- We connect ---- */

/* A listener of our own that pretends to be rank `rank` with `key`. */
static int pose(int rank, uint8_t key[RD_TCP_KEY_B], struct rd_ep **ep)
{
	union rd_tcp_sockaddr sa = {
		.v4 = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}};
	socklen_t len = sizeof(sa.v4);
	int l = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	struct rd_tcp_addr addr;
	struct rd_tcp_addrs addrs = {&addr, 1};
	uint8_t blob[64];
	size_t n;

	if (bind(l, &sa.any, len) || listen(l, 8) || getsockname(l, &sa.any, &len))
		exit(1);
	rd_tcp_address_from_sock(&sa, &addr);
	rd_tcp_random(key, RD_TCP_KEY_B);
	n = rd_tcp_address_pack(blob, sizeof(blob), key, &addrs);
	if (rd_btl_tcp.connect(rank, blob, n, ep))
		exit(1);
	return l;
}

/* Accepts a connection to that listener within 2 s; -1: none came. */
static int accept_one(int l)
{
	struct pollfd p = {.fd = l, .events = POLLIN};

	for (int i = 0; i < 2000; i++) {
		if (poll(&p, 1, 0) > 0)
			return accept(l, NULL, NULL);
		a_look(1, NULL);
	}
	return -1;
}

static void answer(struct peer *p, int fd, const char *name, uint32_t fate)
{
	struct rd_tcp_proo proo;
	struct rd_tcp_verd verd = {.fate = fate};

	get(fd, &p->helo, sizeof(p->helo));
	rd_tcp_random(&p->chal, sizeof(p->chal));
	put(fd, &p->chal, sizeof(p->chal));
	get(fd, &proo, sizeof(proo));
	sign(p, name, fate, verd.mac);
	put(fd, &verd, sizeof(verd));
}

static void impostor(void)
{
	struct rd_hdr hdr = {.offset = 0};
	struct peer p;
	struct rd_ep *ep;
	int l, fd;

	begin();
	l = pose(0, p.key, &ep);
	is_int(rd_btl_tcp.send(ep, &hdr, NULL, 0), RD_EAGAIN, "sending too early");
	p.key[0] ^= 1;
	fd = accept_one(l);
	answer(&p, fd, "VERD", RD_TCP_FATE_USED);
	ok(closed_after(fd) == 0 && !a_ups[0], "a listener without the key is left, no frame sent");
	close(fd);
	fd = accept_one(l);
	ok(fd >= 0, "and tried again");
	p.key[0] ^= 1;
	answer(&p, fd, "VERD", RD_TCP_FATE_USED);
	a_look(PATIENCE_MS, &a_ups[0]);
	is_int(a_ups[0], 1, "with the key it is the peer");
	is_int(rd_btl_tcp.send(ep, &hdr, NULL, 0), 0, "to which we can send");
	close(fd);
	close(l);
	leave(0);
}

static void lower_connector(void)
{
	struct rd_tcp_verd choi;
	uint8_t mac[RD_TCP_HASH_B];
	struct rd_ep *ep;
	struct peer p;
	int l, fd;

	begin();
	l = pose(3, p.key, &ep);
	fd = accept_one(l);
	answer(&p, fd, "VERD", RD_TCP_FATE_OPEN);
	is_int(get(fd, &choi, sizeof(choi)), sizeof(choi), "as the lower rank we choose");
	sign(&p, "CHOI", choi.fate, mac);
	ok(rd_tcp_mac_equal(mac, choi.mac) && choi.fate == RD_TCP_FATE_USED, "and prove it");
	close(fd);
	close(l);
	leave(3);
	begin();
	l = pose(3, p.key, &ep);
	fd = accept_one(l);
	answer(&p, fd, "VERD", RD_TCP_FATE_USED);
	ok(closed_after(fd) == 0 && !a_ups[3], "a higher rank that decides for us is left");
	close(fd);
	close(l);
	rd_btl_tcp.fini();
}

int main(void)
{
	unauthenticated();
	other_build();
	replayed();
	replayed_often();
	kept_unproven();
	no_news();
	we_decide();
	peer_decides();
	byte_by_byte();
	called_rarely();
	crowd();
	impostor();
	lower_connector();
	return done();
}
