/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * SHA-256 and HMAC, written after FIPS 180-4 and RFC 2104. Used a few times per connection, so it
 * is short rather than fast. Not a cipher: data after the handshake on a connection is neither
 * hidden nor protected from change.
 */
#include "btl_tcp/auth.h"

#include "base/err.h"
#include "base/log.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

/* FIPS 180-4 4.2.2: fractional parts of the cube roots of the first 64 primes. */
static const uint32_t round_k[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
	0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
	0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
	0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
	0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
	0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
	0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
	0xc67178f2,
};

static uint32_t rotr(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

static uint32_t load_be32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void store_be32(uint8_t *p, uint32_t x)
{
	for (int i = 0; i < 4; i++)
		p[i] = (uint8_t)(x >> (24 - 8 * i));
}

/* FIPS 180-4 6.2.2, step 1: the message schedule. */
static void expand(const uint8_t *block, uint32_t w[64])
{
	for (int t = 0; t < 16; t++)
		w[t] = load_be32(block + 4 * t);
	for (int t = 16; t < 64; t++) {
		uint32_t s0 = rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ w[t - 15] >> 3;
		uint32_t s1 = rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ w[t - 2] >> 10;

		w[t] = w[t - 16] + s0 + w[t - 7] + s1;
	}
}

/* FIPS 180-4 6.2.2, steps 2 to 4; v[0..7] are its a..h. */
static void compress(uint32_t h[8], const uint8_t *block)
{
	uint32_t w[64], v[8];

	expand(block, w);
	memcpy(v, h, sizeof(v));
	for (int t = 0; t < 64; t++) {
		uint32_t s1 = rotr(v[4], 6) ^ rotr(v[4], 11) ^ rotr(v[4], 25);
		uint32_t ch = (v[4] & v[5]) ^ (~v[4] & v[6]);
		uint32_t t1 = v[7] + s1 + ch + round_k[t] + w[t];
		uint32_t s0 = rotr(v[0], 2) ^ rotr(v[0], 13) ^ rotr(v[0], 22);
		uint32_t maj = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);

		memmove(v + 1, v, 7 * sizeof(v[0]));
		v[4] += t1;
		v[0] = t1 + s0 + maj;
	}
	for (int i = 0; i < 8; i++)
		h[i] += v[i];
}

void rd_tcp_sha256_init(struct rd_tcp_sha256 *s)
{
	/* FIPS 180-4 5.3.3 */
	static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
					  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

	memcpy(s->h, start, sizeof(start));
	s->length = 0;
}

void rd_tcp_sha256_add(struct rd_tcp_sha256 *s, const void *data, size_t len)
{
	const uint8_t *p = data;

	while (len) {
		size_t at = s->length % 64;
		size_t n = len < 64 - at ? len : 64 - at;

		memcpy(s->block + at, p, n);
		s->length += n;
		p += n;
		len -= n;
		if (at + n == 64)
			compress(s->h, s->block);
	}
}

void rd_tcp_sha256_end(struct rd_tcp_sha256 *s, uint8_t digest[RD_TCP_HASH_B])
{
	static const uint8_t padding[64] = {0x80};
	uint64_t bits = s->length * 8;
	size_t at = s->length % 64;
	uint8_t tail[8];

	rd_tcp_sha256_add(s, padding, at < 56 ? 56 - at : 120 - at);
	store_be32(tail, (uint32_t)(bits >> 32));
	store_be32(tail + 4, (uint32_t)bits);
	rd_tcp_sha256_add(s, tail, sizeof(tail));
	for (int i = 0; i < 8; i++)
		store_be32(digest + 4 * i, s->h[i]);
}

static void start_keyed(struct rd_tcp_sha256 *s, const uint8_t *key, size_t key_len, uint8_t with)
{
	uint8_t block[64];

	memset(block, with, sizeof(block));
	for (size_t i = 0; i < key_len; i++)
		block[i] ^= key[i];
	rd_tcp_sha256_init(s);
	rd_tcp_sha256_add(s, block, sizeof(block));
}

void rd_tcp_hmac(const void *key, size_t key_len, const struct rd_tcp_piece *piece, int n,
		 uint8_t mac[RD_TCP_HASH_B])
{
	struct rd_tcp_sha256 s;
	uint8_t inner[RD_TCP_HASH_B];

	start_keyed(&s, key, key_len, 0x36); /* RFC 2104 2: ipad, then opad */
	for (int i = 0; i < n; i++)
		rd_tcp_sha256_add(&s, piece[i].data, piece[i].len);
	rd_tcp_sha256_end(&s, inner);
	start_keyed(&s, key, key_len, 0x5c);
	rd_tcp_sha256_add(&s, inner, sizeof(inner));
	rd_tcp_sha256_end(&s, mac);
}

int rd_tcp_mac_equal(const uint8_t a[RD_TCP_HASH_B], const uint8_t b[RD_TCP_HASH_B])
{
	volatile uint8_t diff = 0;

	for (int i = 0; i < RD_TCP_HASH_B; i++)
		diff |= a[i] ^ b[i];
	return diff == 0;
}

int rd_tcp_random(void *buf, size_t len)
{
	uint8_t *p = buf;

	while (len) {
		ssize_t n = getrandom(p, len, 0);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			rd_error("tcp: no random bytes from the kernel: %m");
			return RD_ESYS;
		}
		p += n;
		len -= (size_t)n;
	}
	return 0;
}
