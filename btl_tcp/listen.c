/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The listening sockets: one per address in use, so that no other interface answers. handshake.c
 * authenticates the peers.
 */
#include "btl_tcp/tcp_impl.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/param.h"
#include "runtime/job.h"
#include "runtime/wait.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define ACCEPTS 64 /* per poll: established peers have their turn */
#define QUEUE 1024 /* connections waiting to be accepted, in addition to the job's own */

/* The range of RONDO_TCP_PORTS; 0 to 0: any port. */
static int parse_ports(int *first, int *last)
{
	const char *text = rd_param_string(RD_PARAM_TCP_PORTS);
	int n = 0;

	*first = *last = 0;
	if (!*text)
		return 0;
	if (sscanf(text, "%5d-%5d%n", first, last, &n) != 2 || text[n] || *first < 1 ||
	    *last > 65535 || *first > *last) {
		rd_err_because("RONDO_TCP_PORTS=%s is not a range of ports such as 5000-5999",
			       text);
		return RD_EOTHER;
	}
	return 0;
}

static int bind_to(int fd, struct rd_tcp_addr *a, int port)
{
	union rd_tcp_sockaddr sa;
	socklen_t len;

	a->port = (uint16_t)port;
	len = rd_tcp_address_to_sock(a, &sa);
	if (bind(fd, &sa.any, len) || listen(fd, rd_min(rd_job.size + QUEUE, 65535)))
		return -1;
	if (getsockname(fd, &sa.any, &len))
		return -1;
	a->port = ntohs(a->family == 4 ? sa.v4.sin_port : sa.v6.sin6_port);
	return 0;
}

/* A socket that listens at `a` and this port, 0 for any; negative: errno. */
static int open_port(struct rd_tcp_addr *a, int port)
{
	const int on = 1;
	int domain = a->family == 4 ? AF_INET : AF_INET6, err;
	int fd = socket(domain, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return -1;
	if (domain == AF_INET6)
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on));
	if (rd_job.nlocal == rd_job.size) /* inherited by accepted sockets */
		rd_tcp_ep_uncongested(fd);
	/* A port of the range may be in TIME_WAIT from an earlier job. */
	if (port)
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (!bind_to(fd, a, port))
		return fd;
	err = errno;
	close(fd);
	errno = err;
	return -1;
}

static int open_at(struct rd_tcp_addr *a, int first, int last)
{
	for (int port = first; port <= last; port++) {
		int fd = open_port(a, port);

		if (fd >= 0)
			return fd;
		if (errno != EADDRINUSE && errno != EACCES)
			break;
	}
	return -1;
}

static void rest(uint64_t until_ns)
{
	rd_tcp.listen.accept_ns = until_ns;
	for (int i = 0; i < rd_tcp.listen.n; i++)
		rd_tcp_loop_change(&rd_tcp.listen.listeners[i].src, until_ns ? 0 : EPOLLIN);
}

void rd_tcp_no_descriptors(const char *what)
{
	static int told;
	struct rlimit r = {0};

	getrlimit(RLIMIT_NOFILE, &r);
	if (!told++)
		rd_error("tcp: %s: too many open files: this process may have %llu descriptors "
			 "(raise the limit with `ulimit -n`, or close some): tried again until "
			 "there is one",
			 what, (unsigned long long)r.rlim_cur);
}

static void cannot_accept(int err)
{
	if (err == EMFILE || err == ENFILE)
		rd_tcp_no_descriptors("a peer cannot connect");
	else
		rd_warn("tcp: a peer cannot connect: %s", strerror(err));
	rd_tcp_handshake_drop_stranger();
	rest(rd_clock_ns() + rd_wait_table.connection.rest_ns);
}

/* 0: no connection is waiting. */
static int accept_one(const struct rd_tcp_source *src)
{
	union rd_tcp_sockaddr sa = {0};
	socklen_t len = sizeof(sa);
	struct rd_tcp_addr from;
	int fd = accept4(src->fd, &sa.any, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);

	if (fd < 0) {
		if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
			cannot_accept(errno);
		return 0;
	}
	rd_tcp_address_from_sock(&sa, &from);
	if (rd_tcp_handshake_accept(fd, &from))
		close(fd);
	return 1;
}

static void accept_ready(struct rd_tcp_source *src, uint32_t events)
{
	uint32_t refused = rd_tcp.listen.refused;

	(void)events;
	for (int i = 0; i < ACCEPTS; i++) {
		if (accept_one(src))
			continue;
		if (rd_tcp.listen.refused != refused && !rd_tcp.listen.accept_ns)
			rest(rd_clock_ns() + rd_wait_table.connection.refusal_rest_ns);
		return;
	}
}

void rd_tcp_listen_tick(uint64_t now_ns)
{
	if (rd_tcp.listen.accept_ns && now_ns >= rd_tcp.listen.accept_ns)
		rest(0);
}

/* A lack of descriptors is no address's fault. */
static int no_socket(int err)
{
	if (err != EMFILE && err != ENFILE)
		return 0;
	errno = err;
	rd_error("tcp: no descriptor to listen with: %m; raise the limit on open files "
		 "(ulimit -n)");
	return RD_ESYS;
}

/* Opens a listener for each own address, except those that cannot be bound. */
static int open_all(int first, int last)
{
	char text[RD_TCP_TEXT_B];
	int kept = 0, err = 0;

	rd_tcp.listen.listeners = calloc((size_t)rd_tcp.own.n, sizeof(*rd_tcp.listen.listeners));
	if (!rd_tcp.listen.listeners)
		return RD_ENOMEM;
	for (int i = 0; i < rd_tcp.own.n; i++) {
		struct rd_tcp_addr *a = &rd_tcp.own.at[i];
		struct rd_tcp_listener *l = &rd_tcp.listen.listeners[kept];

		l->src.ready = accept_ready;
		l->src.fd = open_at(a, first, last);
		if (l->src.fd < 0) {
			err = errno;
			if (no_socket(err))
				return RD_ESYS;
			rd_info("tcp: cannot listen at %s: %m",
				rd_tcp_address_text(a, text, sizeof(text)));
			continue;
		}
		rd_tcp.own.at[kept++] = *a;
		rd_tcp.listen.n = kept;
		if (rd_tcp_loop_watch(&l->src, EPOLLIN))
			return RD_ESYS;
	}
	rd_tcp.own.n = kept;
	errno = err;
	return kept ? 0 : RD_ENOTSUP;
}

static int open_at_own(int local_only, int first, int last)
{
	int err = rd_tcp_address_own(local_only, rd_job.nlocal > 1, &rd_tcp.own);

	return err ? err : open_all(first, last);
}

int rd_tcp_listen_init(const char **why)
{
	int local_only = rd_job.nlocal == rd_job.size;
	int first, last, err = parse_ports(&first, &last);

	if (err)
		return err;
	err = open_at_own(local_only, first, last);
	if (err == RD_ENOTSUP && local_only && errno == EADDRNOTAVAIL) {
		rd_tcp_listen_fini(); /* the loopback interface is down: try the others */
		err = open_at_own(0, first, last);
	}
	if (err != RD_ENOTSUP)
		return err;
	*why = "no address of this host can be listened at";
	if (first) {
		*why = "no port of RONDO_TCP_PORTS can be had";
		rd_warn("RONDO_TCP_PORTS=%s: %m, on %s for each of them: tcp is not used; each "
			"rank of a host needs a port of its own",
			rd_param_string(RD_PARAM_TCP_PORTS), rd_job.host);
	}
	return RD_ENOTSUP;
}

void rd_tcp_listen_fini(void)
{
	for (int i = 0; i < rd_tcp.listen.n; i++)
		rd_tcp_loop_close(rd_tcp.listen.listeners[i].src.fd);
	free(rd_tcp.listen.listeners);
	free(rd_tcp.own.at);
	rd_tcp.listen.listeners = NULL;
	rd_tcp.own.at = NULL;
	rd_tcp.listen.n = rd_tcp.own.n = 0;
	rd_tcp.listen.accept_ns = 0;
}
