/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows that published addresses survive packing, that damaged ones from outside are refused for
 * every kind of damage, that the most promising address is tried first and useless ones are not
 * tried, and which addresses RONDO_TCP_IFACE selects and refuses.
 */
#include "t/btl_tcp/alone.h"

#include "base/param.h"

#include <arpa/inet.h>

static struct rd_tcp_addr addr(const char *ip, int prefix, int port)
{
	struct rd_tcp_addr a = {.prefix = (uint8_t)prefix, .port = (uint16_t)port};

	a.family = strchr(ip, ':') ? 6 : 4;
	inet_pton(a.family == 6 ? AF_INET6 : AF_INET, ip, a.ip);
	return a;
}

static const uint8_t key[RD_TCP_KEY_B] = "0123456789abcdef";

static void round_trip(void)
{
	struct rd_tcp_addr list[] = {addr("10.1.2.3", 24, 4711), addr("2001:db8::7", 64, 65535),
				     addr("127.0.0.1", 8, 1)};
	struct rd_tcp_addrs own = {list, 3}, back;
	uint8_t buf[256], key_back[RD_TCP_KEY_B];
	char text[RD_TCP_TEXT_B];
	size_t len = rd_tcp_address_pack(buf, sizeof(buf), key, &own);

	is_int(len, 18 + 8 + 20 + 8, "bytes published");
	is_int(rd_tcp_address_unpack(buf, len, key_back, &back), 0, "unpacked");
	ok(back.n == 3 && !memcmp(back.at, list, sizeof(list)), "the same addresses");
	ok(!memcmp(key, key_back, sizeof(key)), "the same key");
	rd_tcp_address_text(&back.at[1], text, sizeof(text));
	is_str(text, "[2001:db8::7]:65535", "as text");
	free(back.at);
	is_int(rd_tcp_address_pack(buf, 30, key, &own), 26, "in 30 bytes only one fits");
}

static void damaged(void)
{
	struct rd_tcp_addr list[] = {addr("10.1.2.3", 24, 4711), addr("2001:db8::7", 64, 65535)};
	struct rd_tcp_addrs own = {list, 2}, back;
	uint8_t buf[64], bad[64], k[RD_TCP_KEY_B];
	size_t len = rd_tcp_address_pack(buf, sizeof(buf), key, &own);
	int refused = 1, sound = 1;

	for (size_t n = 0; n < len; n++)
		refused &= rd_tcp_address_unpack(buf, n, k, &back) == RD_EPROTO;
	ok(refused, "none of the %zu beginnings is taken", len);
	for (int i = 0; i < 20000; i++) {
		memcpy(bad, buf, len);
		for (int j = 0; j < 3; j++)
			bad[a_random((uint32_t)len)] = (uint8_t)a_random(256);
		if (rd_tcp_address_unpack(bad, len, k, &back))
			continue;
		for (int j = 0; j < back.n; j++)
			sound &= back.at[j].port && back.at[j].prefix <= 128 &&
				 (back.at[j].family == 4 || back.at[j].family == 6);
		free(back.at);
	}
	ok(sound, "20000 damaged ones give nothing that is not an address");
	memcpy(bad, buf, len);
	bad[19] = 33; /* bits of the first subnet */
	is_int(rd_tcp_address_unpack(bad, len, k, &back), RD_EPROTO, "33 bits of an IPv4 subnet");
	memcpy(bad, buf, len);
	bad[20] = bad[21] = 0;
	is_int(rd_tcp_address_unpack(bad, len, k, &back), RD_EPROTO, "port 0");
}

/* The addresses in the order in which they are tried. */
static const char *order(const char *const *peer, int same_node)
{
	static char text[512];
	struct rd_tcp_addr own_list[] = {addr("10.1.0.1", 16, 9), addr("172.17.0.1", 16, 9),
					 addr("fe80::1", 64, 9)};
	struct rd_tcp_addrs own = {own_list, 3}, cands = {calloc(8, sizeof(*cands.at)), 0};
	char one[RD_TCP_TEXT_B];

	own_list[2].scope = 7;
	for (; peer[cands.n]; cands.n++)
		cands.at[cands.n] = addr(peer[cands.n], 16, 5);
	rd_tcp_address_order(&cands, &own, same_node);
	*text = 0;
	for (int i = 0; i < cands.n; i++) {
		strcat(text, i ? " " : "");
		strcat(text, rd_tcp_address_text(&cands.at[i], one, sizeof(one)));
	}
	free(cands.at);
	return text;
}

static void ordering(void)
{
	static const char *const peer[] = {"127.0.0.1", "172.17.0.1", "192.168.5.2",
					   "fe80::2",   "10.1.0.2",   NULL};
	static const char *const only_loopback[] = {"127.0.0.1", NULL};

	is_str(order(peer, 0), "10.1.0.2:5 192.168.5.2:5 [fe80::2]:5 172.17.0.1:5",
	       "another host: same subnet first, a bridge's address last, loopback never");
	is_str(order(peer, 1), "127.0.0.1:5 172.17.0.1:5 10.1.0.2:5 192.168.5.2:5 [fe80::2]:5",
	       "same node: loopback first");
	is_str(order(only_loopback, 0), "", "another host with loopback alone cannot be reached");
}

/* The own addresses under RONDO_TCP_IFACE=text; result in *err. */
static int own_count(const char *text, int local_only, int *err)
{
	struct rd_tcp_addrs own;

	setenv("RONDO_TCP_IFACE", text, 1);
	rd_param_init();
	*err = rd_tcp_address_own(local_only, 1, &own);
	free(own.at);
	unsetenv("RONDO_TCP_IFACE");
	rd_param_init();
	return own.n;
}

static int is_because(const char *words)
{
	const char *cause = rd_err_cause();

	return cause && strstr(cause, words);
}

static void choosing(void)
{
	int err;

	is_int(own_count("", 1, &err), 1, "a local job has one address");
	ok(own_count("lo", 0, &err) >= 1 && !err, "lo");
	ok(own_count("127.0.0.0/8", 0, &err) == 1 && !err, "127.0.0.0/8");
	ok(own_count("l*,^::1", 0, &err) == 1 && !err, "l*,^::1");
	own_count("eth77", 0, &err);
	ok(err == RD_EOTHER && is_because("RONDO_TCP_IFACE=eth77"), "no such interface");
	own_count("10.0.0.0/99", 0, &err);
	ok(err == RD_EOTHER && is_because("\"10.0.0.0/99\""), "no such subnet");
	own_count("lo,,eth0", 0, &err);
	ok(err == RD_EOTHER && is_because("RONDO_TCP_IFACE=lo,,eth0"), "an empty word");
}

static int listens(const char *ports)
{
	int err, port;

	setenv("RONDO_TCP_PORTS", ports, 1);
	rd_param_init();
	err = a_start(4);
	port = err ? err : rd_tcp.own.at[0].port;
	if (!err)
		rd_btl_tcp.fini();
	unsetenv("RONDO_TCP_PORTS");
	rd_param_init();
	return port;
}

static void ports(void)
{
	static const char *const bad[] = {"5000", "6000-5000", "0-10", "5000-70000", "1-2x", "a-b"};
	int port, refused = 1, first = 20000 + getpid() % 10000;
	char range[32];

	snprintf(range, sizeof(range), "%d-%d", first, first + 500);
	port = listens(range);
	ok(port >= first && port <= first + 500, "port %d is of the range %s", port, range);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		refused &= listens(bad[i]) == RD_EOTHER;
		refused &= is_because("RONDO_TCP_PORTS");
	}
	ok(refused, "a text that is no range is refused with an error");
}

/* A range whose only port is in use by another process. */
static void no_port(void)
{
	struct sockaddr_in sa = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof(sa);
	int fd = socket(AF_INET, SOCK_STREAM, 0), got;
	char range[32];

	if (bind(fd, (struct sockaddr *)&sa, len) || listen(fd, 1) ||
	    getsockname(fd, (struct sockaddr *)&sa, &len))
		exit(1);
	snprintf(range, sizeof(range), "%d-%d", ntohs(sa.sin_port), ntohs(sa.sin_port));
	a_log_start();
	got = listens(range);
	ok(got == RD_ENOTSUP && strstr(a_log_end(), range), "a range that is taken is told of");
	close(fd);
}

int main(void)
{
	round_trip();
	damaged();
	ordering();
	choosing();
	ports();
	no_port();
	return done();
}
