/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Fuzzer of the bytes of connections before they are established (btl_tcp/handshake.c), and of
 * published addresses (btl_tcp/address.c). An input is up to four connections, one after the other.
 * The first byte of each selects the peer, the connecting side, the message up to which the proofs
 * are corrected (HELO, PROO, CHOI; or CHAL, VERD), and the size of the reads.
 */
#include "t/btl_tcp/byhand.h"

#include "btl_tcp/address.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CONNECTIONS = 4 };

static struct {
	const uint8_t *at;
	size_t left;
} in;

static const struct linger at_once = {1, 0}; /* no port remains in use */

/* The next `len` bytes of the input, zero beyond its end. */
static void next(void *to, size_t len)
{
	size_t n = rd_min(len, in.left);

	memset(to, 0, len);
	memcpy(to, in.at, n);
	in.at += n;
	in.left -= n;
}

static uint8_t next_byte(void)
{
	uint8_t byte;

	next(&byte, 1);
	return byte;
}

static void feed(int wire, const void *msg, size_t len, size_t step)
{
	for (size_t at = 0; at < len; at += step) {
		if (send(wire, (const char *)msg + at, rd_min(step, len - at),
			 MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
			return;
		rd_tcp_loop_look();
	}
}

static void feed_frames(int wire, size_t step)
{
	uint8_t bytes[64];
	size_t len = next_byte() % sizeof(bytes);

	next(bytes, len);
	feed(wire, bytes, len, step);
}

/* The counts of connections and bytes in the input, corrected if selected. */
static struct rd_tcp_verd fate(const struct peer *p, const char *name, int proven)
{
	struct rd_tcp_verd m;

	m.fate = next_byte() % 8;
	m.epoch = next_byte() % 8;
	m.received = (uint64_t)(next_byte() * 8);
	next(m.mac, sizeof(m.mac));
	said = m;
	if (proven)
		sign(p, name, m.fate, m.mac);
	return m;
}

static int dial_us(int rank, int proofs, size_t step)
{
	struct rd_tcp_addr from = {.family = 4};
	struct peer p = peer_of_rank(rank);
	struct rd_tcp_proo proo;
	struct rd_tcp_verd choi;
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair))
		abort();
	if (rd_tcp_handshake_accept(pair[0], &from))
		abort();
	if (proofs) {
		p.helo.epoch = next_byte() % 8;
		p.helo.received = next_byte() * 8;
		if (p.helo.epoch == 7) /* a member that sends impossible counts */
			next(&p.helo.order, 24);
		sign_helo(&p);
	} else {
		next(&p.helo, sizeof(p.helo));
	}
	feed(pair[1], &p.helo, sizeof(p.helo), step);
	if (recv(pair[1], &p.chal, sizeof(p.chal), MSG_DONTWAIT) != sizeof(p.chal) && proofs > 1)
		return pair[1];
	next(&proo, sizeof(proo));
	memset(&said, 0, sizeof(said));
	if (proofs > 1)
		sign(&p, "PROO", 0, proo.mac);
	feed(pair[1], &proo, sizeof(proo), step);
	choi = fate(&p, "CHOI", proofs > 2);
	feed(pair[1], &choi, sizeof(choi), step);
	feed_frames(pair[1], step);
	return pair[1];
}

/* A listener of our own that pretends to be rank `rank`. */
static int pose(int rank, uint8_t key[RD_TCP_KEY_B])
{
	static union rd_tcp_sockaddr sa = {
		.v4 = {.sin_family = AF_INET, .sin_addr.s_addr = 0x0100007f}};
	static int listener = -1;
	struct rd_tcp_addr addr;
	struct rd_tcp_addrs addrs = {&addr, 1};
	socklen_t len = sizeof(sa.v4);
	uint8_t blob[64];
	struct rd_ep *ep;

	if (listener < 0) {
		listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
		if (bind(listener, &sa.any, len) || listen(listener, 8) ||
		    getsockname(listener, &sa.any, &len))
			abort();
	}
	rd_tcp_address_from_sock(&sa, &addr);
	rd_tcp_random(key, RD_TCP_KEY_B);
	if (rd_btl_tcp.connect(rank, blob, rd_tcp_address_pack(blob, sizeof(blob), key, &addrs),
			       &ep))
		return -1;
	return accept4(listener, NULL, NULL, SOCK_NONBLOCK);
}

static int dialled_by_us(int rank, int proofs, size_t step)
{
	struct rd_tcp_proo proo;
	struct rd_tcp_verd verd;
	struct peer p;
	int fd;

	memset(&p, 0, sizeof(p));
	fd = pose(rank, p.key);
	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
	rd_tcp_loop_look();
	if (recv(fd, &p.helo, sizeof(p.helo), MSG_DONTWAIT) != sizeof(p.helo))
		return fd;
	next(&p.chal, sizeof(p.chal));
	feed(fd, &p.chal, sizeof(p.chal), step);
	recv(fd, &proo, sizeof(proo), MSG_DONTWAIT);
	verd = fate(&p, "VERD", proofs);
	feed(fd, &verd, sizeof(verd), step);
	feed_frames(fd, step);
	return fd;
}

static int speak(void)
{
	static const size_t steps[] = {1000, 48, 7, 1};
	struct rd_hdr hdr = {.offset = 1};
	uint8_t how = next_byte();
	int rank = how & 3, wire;
	size_t step = steps[how >> 6];

	if (how & 4 && rank != rd_job.rank && !rd_tcp.eps[rank])
		wire = dialled_by_us(rank, how >> 3 & 1, step);
	else
		wire = dial_us(rank, how >> 3 & 3, step);
	for (int i = 0; i < 3 && rd_tcp.eps[rank]; i++) /* data to resume with */
		rd_btl_tcp.send(&rd_tcp.eps[rank]->base, &hdr, &hdr, sizeof(hdr));
	rd_tcp_loop_look();
	return wire;
}

static void unpack(const uint8_t *data, size_t size)
{
	static struct rd_tcp_addr at[] = {
		{.family = 4, .prefix = 12, .ip = {172, 16, 0, 1}},
		{.family = 6, .prefix = 64, .scope = 2, .ip = {0xfe, 0x80}}};
	static const struct rd_tcp_addrs own = {at, 2};
	uint8_t key[RD_TCP_KEY_B];
	struct rd_tcp_addrs peer;

	if (rd_tcp_address_unpack(data, size, key, &peer))
		return;
	rd_tcp_address_order(&peer, &own, size % 2);
	free(peer.at);
}

static void end_all(void)
{
	for (int r = 0; r < 4; r++)
		if (rd_tcp.eps[r]) {
			rd_tcp_ep_free(rd_tcp.eps[r]);
			rd_tcp.eps[r] = NULL;
		}
	rd_btl_tcp.fini();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int wire[CONNECTIONS];

	if (size < 2)
		return 0;
	if (a_start(4))
		abort();
	unpack(data, size);
	in.at = data;
	in.left = size;
	for (int i = 0; i < CONNECTIONS; i++) {
		int lost = in.left && *in.at & 32;

		wire[i] = in.left ? speak() : -1;
		if (!lost || wire[i] < 0)
			continue;
		close(wire[i]);
		wire[i] = -1;
		rd_tcp_loop_look();
	}
	for (int i = 0; i < CONNECTIONS; i++)
		if (wire[i] >= 0)
			close(wire[i]);
	end_all();
	return 0;
}
