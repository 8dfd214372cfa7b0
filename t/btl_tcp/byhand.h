/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A peer made by hand, which connects to the transport of this process (alone.h) and sends the
 * messages of the test.
 */
#ifndef RD_T_BTL_TCP_BYHAND_H
#define RD_T_BTL_TCP_BYHAND_H

#include "t/btl_tcp/alone.h"

#include <arpa/inet.h>
#include <poll.h>

static union rd_tcp_sockaddr port; /* where the transport listens */

static __attribute__((unused)) int attempt(void)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0 || connect(fd, &port.any, sizeof(port.v4)))
		diag("connect: %s", strerror(errno));
	return fd;
}

static __attribute__((unused)) void begin(void)
{
	if (a_start(4))
		exit(1);
	rd_tcp_address_to_sock(&rd_tcp.own.at[0], &port);
}

static __attribute__((unused)) void put(int fd, const void *p, size_t len)
{
	if (send(fd, p, len, MSG_NOSIGNAL) != (ssize_t)len)
		diag("send: %s", strerror(errno));
}

/* For steps that the transport does at once or never: ms, for a busy machine. */
enum { PATIENCE_MS = 10000 };

/* Waits for `len` bytes while the transport polls; returns how many arrived before an end. */
static __attribute__((unused)) size_t get(int fd, void *p, size_t len)
{
	uint64_t end = rd_clock_ns() + (uint64_t)PATIENCE_MS * 1000000;
	size_t got = 0;

	while (got < len && rd_clock_ns() < end) {
		ssize_t n = recv(fd, (char *)p + got, len - got, MSG_DONTWAIT);

		if (n == 0 || (n < 0 && errno != EAGAIN))
			break;
		got += n > 0 ? (size_t)n : 0;
		a_look(1, NULL);
	}
	return got;
}

/* Bytes received until the transport closed; -1: it did not. */
static __attribute__((unused)) int closed_after(int fd)
{
	uint64_t end = rd_clock_ns() + (uint64_t)PATIENCE_MS * 1000000;
	int got = 0;

	while (rd_clock_ns() < end) {
		char byte;
		ssize_t n = recv(fd, &byte, 1, MSG_DONTWAIT);

		if (n == 0 || (n < 0 && errno != EAGAIN))
			return got;
		got += n > 0;
		a_look(1, NULL);
	}
	return -1;
}

/* ---- A peer made by hand ---- */

struct peer {
	struct rd_tcp_helo helo;
	struct rd_tcp_chal chal;
	uint8_t key[RD_TCP_KEY_B];
};

static __attribute__((unused)) struct peer peer_of_rank(int from)
{
	struct peer p = {.helo = {.magic = {'R', 'O', 'N', 'D', 'O', 't', 'c', 'p'},
				  .order = RD_TCP_ORDER,
				  .version = RD_TCP_VERSION,
				  .from = from,
				  .to = 1,
				  .session = rd_tcp.session}};

	memcpy(p.key, rd_tcp.key, sizeof(p.key));
	rd_tcp_random(p.helo.nonce, sizeof(p.helo.nonce));
	return p;
}

static __attribute__((unused)) void sign_helo(struct peer *p)
{
	const struct rd_tcp_piece piece[] = {{"HELO", 4},
					     {&p->helo, offsetof(struct rd_tcp_helo, mac)}};

	rd_tcp_hmac(p->key, RD_TCP_KEY_B, piece, 2, p->helo.mac);
}

/* The fields of VERD or CHOI except the fate are the peer's. */
static struct rd_tcp_verd said, verified;

static __attribute__((unused)) void sign(const struct peer *p, const char *name, uint32_t fate,
					 uint8_t *mac)
{
	struct rd_tcp_verd m = {.fate = fate, .epoch = said.epoch, .received = said.received};
	const struct rd_tcp_piece piece[] = {{name, 4},
					     {&p->helo, sizeof(p->helo)},
					     {&p->chal, sizeof(p->chal)},
					     {&m, offsetof(struct rd_tcp_verd, mac)}};

	rd_tcp_hmac(p->key, RD_TCP_KEY_B, piece, 4, mac);
}

/* Sends HELO and reads the answer; 1 if that is a challenge. */
static __attribute__((unused)) int challenged(struct peer *p, int fd)
{
	sign_helo(p);
	put(fd, &p->helo, sizeof(p->helo));
	return get(fd, &p->chal, sizeof(p->chal)) == sizeof(p->chal);
}

/* The rest up to VERD; the fate, 0 if there was none or it is not authenticated. */
static __attribute__((unused)) uint32_t verdict(struct peer *p, int fd)
{
	struct rd_tcp_proo proo;
	struct rd_tcp_verd verd;
	uint8_t mac[RD_TCP_HASH_B];

	sign(p, "PROO", 0, proo.mac);
	put(fd, &proo, sizeof(proo));
	if (get(fd, &verd, sizeof(verd)) != sizeof(verd))
		return 0;
	said = verified = verd;
	sign(p, "VERD", verd.fate, mac);
	said = (struct rd_tcp_verd){0};
	return rd_tcp_mac_equal(mac, verd.mac) ? verd.fate : 0;
}

static __attribute__((unused)) void choose(const struct peer *p, int fd, uint32_t fate)
{
	struct rd_tcp_verd choi = {.fate = fate};

	sign(p, "CHOI", fate, choi.mac);
	put(fd, &choi, sizeof(choi));
}

#endif
