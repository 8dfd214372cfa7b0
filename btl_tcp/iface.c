/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The addresses of this host that the job uses: those of its interfaces, as selected by
 * RONDO_TCP_IFACE. Called once, when the transport opens.
 *
 * RONDO_TCP_IFACE is a list of interface names (shell patterns: "eth*"), subnets ("10.1.0.0/16") or
 * addresses, separated by commas. A word that begins with ^ excludes; if all words exclude, all
 * other addresses are used.
 */
#include "btl_tcp/address.h"

#include "base/err.h"
#include "base/log.h"
#include "base/param.h"

#include <arpa/inet.h>
#include <fnmatch.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One word of RONDO_TCP_IFACE. */
struct word {
	int exclude;
	int is_name;
	char name[64];             /* pattern of interface names, or the text of the subnet */
	struct rd_tcp_addr subnet; /* if it is not a name */
};

static int parse_subnet(struct word *w)
{
	char *slash = strchr(w->name, '/'), *end;
	long bits;

	if (slash)
		*slash = 0;
	if (inet_pton(AF_INET, w->name, w->subnet.ip) == 1)
		w->subnet.family = 4;
	else if (inet_pton(AF_INET6, w->name, w->subnet.ip) == 1)
		w->subnet.family = 6;
	else
		return slash ? RD_EARG : RD_ENOTSUP;
	bits = w->subnet.family == 4 ? 32 : 128;
	if (slash) {
		long given = strtol(slash + 1, &end, 10);

		if (end == slash + 1 || *end || given < 0 || given > bits)
			return RD_EARG;
		bits = given;
	}
	w->subnet.prefix = (uint8_t)bits;
	return 0;
}

static int parse_word(const char *text, size_t len, struct word *w)
{
	int err;

	memset(w, 0, sizeof(*w));
	if (len && *text == '^') {
		w->exclude = 1;
		text++;
		len--;
	}
	if (!len || len >= sizeof(w->name))
		return RD_EARG;
	memcpy(w->name, text, len);
	err = parse_subnet(w);
	if (err == RD_ENOTSUP) {
		w->is_name = 1;
		return 0;
	}
	return err;
}

/* The n words of the parameter, in memory that the caller frees. */
static int parse_words(struct word **words, int *n)
{
	const char *text = rd_param_string(RD_PARAM_TCP_IFACE), *p = text;
	struct word *list = calloc(strlen(text) / 2 + 1, sizeof(*list));

	if (!list)
		return RD_ENOMEM;
	*n = 0;
	while (*p) {
		size_t len = strcspn(p, ",");

		if (parse_word(p, len, &list[*n])) {
			rd_err_because("RONDO_TCP_IFACE=%s: \"%.*s\" is neither the name of an "
				       "interface nor a subnet such as 10.1.0.0/16",
				       text, (int)len, p);
			free(list);
			return RD_EOTHER;
		}
		++*n;
		p += len;
		p += *p == ',';
	}
	*words = list;
	return 0;
}

static int in_subnet(const struct rd_tcp_addr *a, const struct rd_tcp_addr *subnet)
{
	if (a->family != subnet->family)
		return 0;
	for (int bit = 0; bit < subnet->prefix; bit++)
		if ((a->ip[bit / 8] ^ subnet->ip[bit / 8]) & (0x80 >> bit % 8))
			return 0;
	return 1;
}

static int chosen(const char *name, const struct rd_tcp_addr *a, const struct word *w, int n)
{
	int any_include = 0, included = 0;

	for (int i = 0; i < n; i++) {
		int hit = w[i].is_name ? !fnmatch(w[i].name, name, 0) : in_subnet(a, &w[i].subnet);

		if (w[i].exclude && hit)
			return 0;
		any_include |= !w[i].exclude;
		included |= !w[i].exclude && hit;
	}
	return included || !any_include;
}

static uint8_t mask_bits(const union rd_tcp_sockaddr *mask, int family)
{
	const uint8_t *p;
	int bits = 0, most = family == 4 ? 32 : 128;

	if (!mask)
		return (uint8_t)most;
	p = family == 4 ? (const uint8_t *)&mask->v4.sin_addr
			: (const uint8_t *)&mask->v6.sin6_addr;
	while (bits < most && p[bits / 8] & (0x80 >> bits % 8))
		bits++;
	return (uint8_t)bits;
}

static int usable(const struct ifaddrs *ifa)
{
	const unsigned up = IFF_UP | IFF_RUNNING;

	if (!ifa->ifa_addr || (ifa->ifa_flags & up) != up)
		return 0;
	return ifa->ifa_addr->sa_family == AF_INET || ifa->ifa_addr->sa_family == AF_INET6;
}

static int append(struct rd_tcp_addrs *own, const struct rd_tcp_addr *a)
{
	struct rd_tcp_addr *at = realloc(own->at, (size_t)(own->n + 1) * sizeof(*at));

	if (!at)
		return RD_ENOMEM;
	own->at = at;
	own->at[own->n++] = *a;
	return 0;
}

/* Adds the interfaces' addresses that are loopback, or those that are not. */
static int add_ifaces(const struct ifaddrs *all, int loopback, const struct word *w, int n,
		      struct rd_tcp_addrs *own)
{
	for (const struct ifaddrs *ifa = all; ifa; ifa = ifa->ifa_next) {
		struct rd_tcp_addr a;
		int err;

		if (!usable(ifa) || loopback != !!(ifa->ifa_flags & IFF_LOOPBACK))
			continue;
		rd_tcp_address_from_sock((const void *)ifa->ifa_addr, &a);
		a.prefix = mask_bits((const void *)ifa->ifa_netmask, a.family);
		if (!chosen(ifa->ifa_name, &a, w, n))
			continue;
		err = append(own, &a);
		if (err)
			return err;
	}
	return 0;
}

/* The names of the interfaces, for an error message. */
static void list_names(const struct ifaddrs *all, char *buf, size_t max)
{
	size_t at = 0;

	*buf = 0;
	for (const struct ifaddrs *ifa = all; ifa && at < max; ifa = ifa->ifa_next)
		if (usable(ifa) && ifa->ifa_addr->sa_family == AF_INET)
			at += (size_t)snprintf(buf + at, max - at, "%s%s", at ? ", " : "",
					       ifa->ifa_name);
}

static int from_ifaces(int with_loopback, const struct word *w, int n, struct rd_tcp_addrs *own)
{
	char names[512];
	struct ifaddrs *all;
	int err = 0;

	if (getifaddrs(&all)) {
		rd_error("tcp: the interfaces of this host cannot be listed: %m");
		return RD_ESYS;
	}
	if (with_loopback || n)
		err = add_ifaces(all, 1, w, n, own);
	if (!err)
		err = add_ifaces(all, 0, w, n, own);
	if (!err && !own->n && n) {
		list_names(all, names, sizeof(names));
		rd_err_because("RONDO_TCP_IFACE=%s chooses none of this host's addresses "
			       "(interfaces that are up: %s)",
			       rd_param_string(RD_PARAM_TCP_IFACE), names);
		err = RD_EOTHER;
	}
	freeifaddrs(all);
	return err;
}

int rd_tcp_address_own(int local_only, int with_loopback, struct rd_tcp_addrs *own)
{
	static const struct rd_tcp_addr loopback = {.family = 4, .prefix = 8, .ip = {127, 0, 0, 1}};
	struct word *words = NULL;
	int n, err;

	own->at = NULL;
	own->n = 0;
	err = parse_words(&words, &n);
	if (!err && local_only && !n)
		err = append(own, &loopback);
	else if (!err)
		err = from_ifaces(with_loopback, words, n, own);
	if (!err && !own->n)
		err = RD_ENOTSUP;
	free(words);
	if (err) {
		free(own->at);
		own->at = NULL;
	}
	return err;
}
