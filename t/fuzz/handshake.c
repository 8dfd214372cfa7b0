/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Fuzzer of what a connection says before it is one (btl_tcp/handshake.c), and of published
 * addresses (btl_tcp/address.c). The first byte says how large the pieces are, and up to which
 * message the proofs are put right: HELO, PROO, CHOI.
 */
#include "t/btl_tcp/byhand.h"

#include "btl_tcp/address.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The next `len` bytes of the input, the rest zero. */
static void next(void *to, size_t len, const uint8_t **data, size_t *size)
{
	size_t n = rd_min(len, *size);

	memset(to, 0, len);
	memcpy(to, *data, n);
	*data += n;
	*size -= n;
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

static void speak(int wire, const uint8_t *data, size_t size, int proofs, size_t step)
{
	struct peer p = peer_of_rank((int)(size % 4));
	struct rd_tcp_proo proo;
	struct rd_tcp_verd choi;

	if (proofs) { /* of the HELO: numbers from the input */
		next(&p.helo.received, 12, &data, &size);
		sign_helo(&p);
	} else {
		next(&p.helo, sizeof(p.helo), &data, &size);
	}
	feed(wire, &p.helo, sizeof(p.helo), step);
	if (recv(wire, &p.chal, sizeof(p.chal), MSG_DONTWAIT) != sizeof(p.chal) && proofs > 1)
		return;
	next(&proo, sizeof(proo), &data, &size);
	if (proofs > 1)
		sign(&p, "PROO", 0, proo.mac);
	feed(wire, &proo, sizeof(proo), step);
	next(&choi, sizeof(choi), &data, &size);
	if (proofs > 2) {
		said = choi;
		sign(&p, "CHOI", choi.fate, choi.mac);
	}
	feed(wire, &choi, sizeof(choi), step);
	feed(wire, data, size, step);
}

static void unpack(const uint8_t *data, size_t size)
{
	uint8_t key[RD_TCP_KEY_B];
	struct rd_tcp_addrs peer;

	if (rd_tcp_address_unpack(data, size, key, &peer))
		return;
	rd_tcp_address_order(&peer, &rd_tcp.own, size % 2);
	free(peer.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rd_tcp_addr from = {.family = 4};
	int pair[2];

	if (size < 2)
		return 0;
	if (a_start(4) || socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair))
		abort();
	unpack(data + 1, size - 1);
	if (rd_tcp_handshake_accept(pair[0], &from))
		abort();
	memset(&said, 0, sizeof(said));
	speak(pair[1], data + 1, size - 1, data[0] & 3, 1 + (data[0] >> 2));
	close(pair[1]);
	for (int r = 0; r < 4; r++)
		if (rd_tcp.eps[r]) {
			rd_tcp_ep_free(rd_tcp.eps[r]);
			rd_tcp.eps[r] = NULL;
		}
	rd_btl_tcp.fini();
	return 0;
}
