/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Published form and order of addresses. An address that cannot be reached is no error here:
 * connect.c tries them in the order given by rd_tcp_address_order. The own addresses are selected
 * by iface.c.
 *
 * Published form: version 1, number of addresses, key (16), then for each: family (4 or 6), bits of
 * the subnet, port (big endian), 4 or 16 bytes of address.
 */
#include "btl_tcp/address.h"

#include "base/compiler.h"
#include "base/err.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOB_VERSION 1
#define BLOB_HEAD_B (2 + RD_TCP_KEY_B)

static size_t ip_bytes(const struct rd_tcp_addr *a)
{
	return a->family == 4 ? 4 : 16;
}

size_t rd_tcp_address_pack(uint8_t *buf, size_t max, const uint8_t key[RD_TCP_KEY_B],
			   const struct rd_tcp_addrs *own)
{
	uint8_t *p = buf + BLOB_HEAD_B;

	if (max < BLOB_HEAD_B)
		return 0;
	buf[0] = BLOB_VERSION;
	buf[1] = 0;
	memcpy(buf + 2, key, RD_TCP_KEY_B);
	for (int i = 0; i < own->n && buf[1] < UINT8_MAX; i++) {
		const struct rd_tcp_addr *a = &own->at[i];

		if ((size_t)(buf + max - p) < 4 + ip_bytes(a))
			break;
		p[0] = a->family;
		p[1] = a->prefix;
		p[2] = (uint8_t)(a->port >> 8);
		p[3] = (uint8_t)a->port;
		memcpy(p + 4, a->ip, ip_bytes(a));
		p += 4 + ip_bytes(a);
		buf[1]++;
	}
	return (size_t)(p - buf);
}

/* Length of the address at `p`, 0 if invalid. */
static size_t unpack_one(const uint8_t *p, size_t len, struct rd_tcp_addr *a)
{
	if (len < 8 || (p[0] != 4 && p[0] != 6))
		return 0;
	memset(a, 0, sizeof(*a));
	a->family = p[0];
	a->prefix = p[1];
	a->port = (uint16_t)(p[2] << 8 | p[3]);
	if (len < 4 + ip_bytes(a) || a->prefix > 8 * ip_bytes(a) || !a->port)
		return 0;
	memcpy(a->ip, p + 4, ip_bytes(a));
	return 4 + ip_bytes(a);
}

int rd_tcp_address_unpack(const uint8_t *buf, size_t len, uint8_t key[RD_TCP_KEY_B],
			  struct rd_tcp_addrs *peer)
{
	size_t at = BLOB_HEAD_B;
	struct rd_tcp_addr *list;
	int n;

	if (len < BLOB_HEAD_B || buf[0] != BLOB_VERSION || !buf[1])
		return RD_EPROTO;
	n = buf[1];
	list = calloc((size_t)n, sizeof(*list));
	if (!list)
		return RD_ENOMEM;
	for (int i = 0; i < n; i++) {
		size_t used = unpack_one(buf + at, len - at, &list[i]);

		if (!used) {
			free(list);
			return RD_EPROTO;
		}
		at += used;
	}
	memcpy(key, buf + 2, RD_TCP_KEY_B);
	peer->at = list;
	peer->n = n;
	return 0;
}

static int is_loopback(const struct rd_tcp_addr *a)
{
	return a->family == 4 ? a->ip[0] == 127 : !memcmp(a->ip, &in6addr_loopback, 16);
}

static int is_link_local(const struct rd_tcp_addr *a)
{
	return a->family == 6 && a->ip[0] == 0xfe && (a->ip[1] & 0xc0) == 0x80;
}

static int same_ip(const struct rd_tcp_addr *a, const struct rd_tcp_addr *b)
{
	return a->family == b->family && !memcmp(a->ip, b->ip, ip_bytes(a));
}

static int same_subnet(const struct rd_tcp_addr *a, const struct rd_tcp_addr *b)
{
	int bits = rd_min(a->prefix, b->prefix);
	uint8_t mask = (uint8_t)(0xff00 >> bits % 8);

	if (a->family != b->family || memcmp(a->ip, b->ip, (size_t)bits / 8))
		return 0;
	return bits % 8 == 0 || !((a->ip[bits / 8] ^ b->ip[bits / 8]) & mask);
}

/*
 * A lower value is tried sooner; negative: never. A shared subnet is the most promising. An address
 * that this host has too belongs to a bridge (docker0, virbr0), which has the same address on every
 * host and leads back to this one.
 */
static int penalty(const struct rd_tcp_addr *a, const struct rd_tcp_addrs *own, int same_node)
{
	int best = 20;

	if (is_loopback(a))
		return same_node ? 0 : -1;
	if (is_link_local(a))
		return 40;
	for (int i = 0; i < own->n; i++) {
		if (!same_node && same_ip(a, &own->at[i]))
			return 60;
		if (same_subnet(a, &own->at[i]))
			best = 10;
	}
	return best + (a->family == 6);
}

/* A link-local address is valid on one link, which is unknown: tried once per own link. */
static int spread_links(struct rd_tcp_addr *out, const struct rd_tcp_addr *a,
			const struct rd_tcp_addrs *own)
{
	int n = 0;

	for (int i = 0; i < own->n; i++) {
		if (!own->at[i].scope)
			continue;
		out[n] = *a;
		out[n++].scope = own->at[i].scope;
	}
	return n;
}

int rd_tcp_address_order(struct rd_tcp_addrs *peer, const struct rd_tcp_addrs *own, int same_node)
{
	static const int pass[] = {0, 10, 11, 20, 21, 40, 60};
	size_t room = (size_t)peer->n * (size_t)(own->n + 1);
	struct rd_tcp_addr *out = calloc(room, sizeof(*out));
	int n = 0;

	if (!out)
		return RD_ENOMEM;
	for (size_t k = 0; k < sizeof(pass) / sizeof(pass[0]); k++)
		for (int i = 0; i < peer->n; i++) {
			if (penalty(&peer->at[i], own, same_node) != pass[k])
				continue;
			if (is_link_local(&peer->at[i]))
				n += spread_links(out + n, &peer->at[i], own);
			else
				out[n++] = peer->at[i];
		}
	free(peer->at);
	peer->at = out;
	peer->n = n;
	return 0;
}

socklen_t rd_tcp_address_to_sock(const struct rd_tcp_addr *a, union rd_tcp_sockaddr *sa)
{
	memset(sa, 0, sizeof(*sa));
	if (a->family == 4) {
		sa->v4.sin_family = AF_INET;
		sa->v4.sin_port = htons(a->port);
		memcpy(&sa->v4.sin_addr, a->ip, 4);
		return sizeof(sa->v4);
	}
	sa->v6.sin6_family = AF_INET6;
	sa->v6.sin6_port = htons(a->port);
	sa->v6.sin6_scope_id = a->scope;
	memcpy(&sa->v6.sin6_addr, a->ip, 16);
	return sizeof(sa->v6);
}

void rd_tcp_address_from_sock(const union rd_tcp_sockaddr *sa, struct rd_tcp_addr *a)
{
	memset(a, 0, sizeof(*a));
	if (sa->any.sa_family == AF_INET) {
		a->family = 4;
		a->port = ntohs(sa->v4.sin_port);
		memcpy(a->ip, &sa->v4.sin_addr, 4);
	} else if (sa->any.sa_family == AF_INET6) {
		a->family = 6;
		a->port = ntohs(sa->v6.sin6_port);
		a->scope = sa->v6.sin6_scope_id;
		memcpy(a->ip, &sa->v6.sin6_addr, 16);
	}
}

char *rd_tcp_address_text(const struct rd_tcp_addr *a, char *buf, size_t max)
{
	char ip[INET6_ADDRSTRLEN] = "?";

	inet_ntop(a->family == 4 ? AF_INET : AF_INET6, a->ip, ip, sizeof(ip));
	if (a->family == 4)
		snprintf(buf, max, "%s:%u", ip, a->port);
	else
		snprintf(buf, max, "[%s]:%u", ip, a->port);
	return buf;
}
