/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows that SHA-256 and HMAC-SHA256 give the published values: FIPS 180-4's examples (as in NIST's
 * "SHA256.pdf") and RFC 4231, test cases 1 to 4; and that the result does not depend on the parts
 * in which a message is given.
 */
#include "btl_tcp/auth.h"

#include "t/tap.h"

static const char *hex(const uint8_t *p)
{
	static char text[2 * RD_TCP_HASH_B + 1];

	for (int i = 0; i < RD_TCP_HASH_B; i++)
		sprintf(text + 2 * i, "%02x", p[i]);
	return text;
}

static const char *sha(const char *data, size_t len, size_t step)
{
	static uint8_t digest[RD_TCP_HASH_B];
	struct rd_tcp_sha256 s;

	rd_tcp_sha256_init(&s);
	for (size_t at = 0; at < len; at += step)
		rd_tcp_sha256_add(&s, data + at, len - at < step ? len - at : step);
	rd_tcp_sha256_end(&s, digest);
	return hex(digest);
}

static const char *hmac(const void *key, size_t key_len, const char *data, size_t len)
{
	static uint8_t mac[RD_TCP_HASH_B];
	const struct rd_tcp_piece piece[] = {{data, len / 3}, {data + len / 3, len - len / 3}};

	rd_tcp_hmac(key, key_len, piece, 2, mac);
	return hex(mac);
}

static void published_hashes(void)
{
	static const char two[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
	char *million = malloc(1000000);

	memset(million, 'a', 1000000);
	is_str(sha("", 0, 1), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
	       "SHA-256 of nothing");
	is_str(sha("abc", 3, 3), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
	       "SHA-256 of one block");
	is_str(sha(two, 56, 56), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
	       "SHA-256 of two blocks");
	is_str(sha(million, 1000000, 777),
	       "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
	       "SHA-256 of a million bytes");
	free(million);
}

static void published_macs(void)
{
	uint8_t key[64], data[50];

	memset(key, 0x0b, 20);
	is_str(hmac(key, 20, "Hi There", 8),
	       "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
	       "RFC 4231 test case 1");
	is_str(hmac("Jefe", 4, "what do ya want for nothing?", 28),
	       "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
	       "RFC 4231 test case 2");
	memset(key, 0xaa, 20);
	memset(data, 0xdd, 50);
	is_str(hmac(key, 20, (char *)data, 50),
	       "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
	       "RFC 4231 test case 3");
	for (int i = 0; i < 25; i++)
		key[i] = (uint8_t)(i + 1);
	memset(data, 0xcd, 50);
	is_str(hmac(key, 25, (char *)data, 50),
	       "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
	       "RFC 4231 test case 4");
}

static void any_pieces(void)
{
	char data[300], whole[2 * RD_TCP_HASH_B + 1];
	int same = 1;

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (char)(i * 7);
	for (size_t len = 1; len < sizeof(data); len++)
		for (size_t step = 1; step <= len; step += 13) {
			strcpy(whole, sha(data, len, len));
			same &= !strcmp(whole, sha(data, len, step));
		}
	ok(same, "1 to 299 bytes in pieces of any size");
}

static void comparing(void)
{
	uint8_t a[RD_TCP_HASH_B] = {1, 2, 3}, b[RD_TCP_HASH_B] = {1, 2, 3};
	int differ = 1;

	ok(rd_tcp_mac_equal(a, b), "equal ones are equal");
	for (int i = 0; i < RD_TCP_HASH_B; i++) {
		b[i] ^= 0x10;
		differ &= !rd_tcp_mac_equal(a, b);
		b[i] ^= 0x10;
	}
	ok(differ, "one bit anywhere makes them differ");
	ok(!rd_tcp_random(a, sizeof(a)) && !rd_tcp_random(b, sizeof(b)), "random bytes are there");
	ok(!rd_tcp_mac_equal(a, b), "and not the same twice");
}

int main(void)
{
	published_hashes();
	published_macs();
	any_pieces();
	comparing();
	return done();
}
