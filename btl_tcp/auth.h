/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Proof of knowledge of a key: SHA-256 (FIPS 180-4), HMAC (RFC 2104) and random bytes. Pure
 * functions; handshake.c defines the hashed data.
 */
#ifndef RD_BTL_TCP_AUTH_H
#define RD_BTL_TCP_AUTH_H

#include <stddef.h>
#include <stdint.h>

#define RD_TCP_HASH_B 32 /* bytes of a SHA-256 digest */

struct rd_tcp_sha256 {
	uint32_t h[8];
	uint64_t length; /* bytes taken so far */
	uint8_t block[64];
};

void rd_tcp_sha256_init(struct rd_tcp_sha256 *s);
void rd_tcp_sha256_add(struct rd_tcp_sha256 *s, const void *data, size_t len);
void rd_tcp_sha256_end(struct rd_tcp_sha256 *s, uint8_t digest[RD_TCP_HASH_B]);

/* A part of a message that is hashed as if the parts were contiguous. */
struct rd_tcp_piece {
	const void *data;
	size_t len;
};

/* HMAC-SHA256 of n pieces under a key of at most 64 bytes. */
void rd_tcp_hmac(const void *key, size_t key_len, const struct rd_tcp_piece *piece, int n,
		 uint8_t mac[RD_TCP_HASH_B]);

/* 1 if equal; constant time. */
int rd_tcp_mac_equal(const uint8_t a[RD_TCP_HASH_B], const uint8_t b[RD_TCP_HASH_B]);

/* Fills the buffer from the kernel's generator; 0 or RD_ESYS (logged). */
int rd_tcp_random(void *buf, size_t len);

#endif
