/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Numeric addresses: selection of this host's, their published form, the order in which a peer's
 * are tried. No sockets and no names are used here.
 */
#ifndef RD_BTL_TCP_ADDRESS_H
#define RD_BTL_TCP_ADDRESS_H

#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>

#include "btl_tcp/proto.h"

struct rd_tcp_addr {
	uint8_t family; /* 4 or 6 */
	uint8_t prefix; /* bits of the subnet */
	uint16_t port;  /* host order */
	uint32_t scope; /* interface index of an own link-local address, else 0 */
	uint8_t ip[16]; /* network order; 4 or 16 bytes used */
};

struct rd_tcp_addrs {
	struct rd_tcp_addr *at;
	int n;
};

union rd_tcp_sockaddr {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

#define RD_TCP_TEXT_B 64 /* room for an address with port as text */

/*
 * The addresses of this host that the job uses, ports 0: loopback alone if `local_only`, else those
 * of all interfaces that are up, or those that RONDO_TCP_IFACE selects. 0; RD_EOTHER for an
 * invalid selection, with the cause; RD_ENOTSUP: there is none.
 */
int rd_tcp_address_own(int local_only, int with_loopback, struct rd_tcp_addrs *own);

/* Packs key and addresses for publication, as many as fit into `max` bytes; returns the number of
 * bytes. */
size_t rd_tcp_address_pack(uint8_t *buf, size_t max, const uint8_t key[RD_TCP_KEY_B],
			   const struct rd_tcp_addrs *own);

/* The reverse, of unchecked bytes from outside. 0, RD_EPROTO or RD_ENOMEM; the caller frees
 * peer->at. */
int rd_tcp_address_unpack(const uint8_t *buf, size_t len, uint8_t key[RD_TCP_KEY_B],
			  struct rd_tcp_addrs *peer);

/* Replaces the peer's addresses by the usable ones, best first. */
int rd_tcp_address_order(struct rd_tcp_addrs *peer, const struct rd_tcp_addrs *own, int same_node);

socklen_t rd_tcp_address_to_sock(const struct rd_tcp_addr *a, union rd_tcp_sockaddr *sa);
void rd_tcp_address_from_sock(const union rd_tcp_sockaddr *sa, struct rd_tcp_addr *a);

/* "10.0.0.2:4711" or "[fe80::1]:4711"; returns buf. */
char *rd_tcp_address_text(const struct rd_tcp_addr *a, char *buf, size_t max);

#endif
