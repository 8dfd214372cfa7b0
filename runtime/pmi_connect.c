/* SPDX-License-Identifier: BSD-3-Clause */
/* Connecting to the PMI server (pmi_connect.h). */
#include "runtime/pmi_connect.h"

#include "base/err.h"
#include "base/log.h"
#include "runtime/wait.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

/* The variable's number, at least `least`; -1: it is none. */
static int env_number(const char *name, int least)
{
	const char *text = getenv(name);
	char *end;
	long n;

	if (!text || !*text)
		return -1;
	errno = 0;
	n = strtol(text, &end, 10);
	return *end || errno || n < least || n > INT_MAX ? -1 : (int)n;
}

static int is_socket(int fd)
{
	struct stat info;

	return fd >= 0 && fstat(fd, &info) == 0 && S_ISSOCK(info.st_mode);
}

int rd_pmi_connect_offered(void)
{
	return is_socket(env_number("PMI_FD", 0)) || getenv("PMI_PORT");
}

static int open_fd(struct rd_pmi_wire *wire, int *rank, int *size)
{
	*rank = env_number("PMI_RANK", 0);
	*size = env_number("PMI_SIZE", 1);
	if (*size < 1 || *rank < 0 || *rank >= *size) {
		rd_error("PMI_FD is set, but PMI_RANK=%s and PMI_SIZE=%s are no rank of a job",
			 getenv("PMI_RANK") ? getenv("PMI_RANK") : "",
			 getenv("PMI_SIZE") ? getenv("PMI_SIZE") : "");
		return RD_EPROTO;
	}
	wire->fd = env_number("PMI_FD", 0);
	/* Programs that this one starts are not this rank. */
	fcntl(wire->fd, F_SETFD, FD_CLOEXEC);
	return 0;
}

/* --- PMI_PORT ------------------------------------------------------------------------ */

static int dial(const struct addrinfo *all)
{
	struct timeval limit = {.tv_sec = rd_wait_table.launcher.connect_s};

	for (const struct addrinfo *a = all; a; a = a->ai_next) {
		int fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);

		if (fd < 0)
			continue;
		setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit); /* connect, too */
		if (connect(fd, a->ai_addr, a->ai_addrlen) == 0)
			return fd;
		close(fd);
	}
	return -1;
}

/* Connects to "host:port". */
static int open_socket(const char *where)
{
	static const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
	const char *colon = strrchr(where, ':');
	char host[256];
	struct addrinfo *all;
	int fd, err;

	if (!colon || colon == where || (size_t)(colon - where) >= sizeof host) {
		rd_error("PMI_PORT=%s is not of the form host:port", where);
		return -1;
	}
	snprintf(host, sizeof host, "%.*s", (int)(colon - where), where);
	err = getaddrinfo(host, colon + 1, &hints, &all);
	if (err) {
		rd_error("PMI_PORT=%s: %s", where, gai_strerror(err));
		return -1;
	}
	fd = dial(all);
	if (fd < 0)
		rd_error("the launcher's PMI server at PMI_PORT=%s cannot be reached: %m", where);
	freeaddrinfo(all);
	return fd;
}

/* Three lines, "cmd=set size=4" and those of rank and debug, in any order. */
static int receive_settings(struct rd_pmi_wire *wire, int *rank, int *size)
{
	*rank = *size = -1;
	for (int i = 0; i < 3; i++) {
		const char *line;
		long n;
		int err = rd_pmi_receive(wire, "set", &line);

		if (err)
			return err;
		if (!rd_pmi_number(line, "size", 1, INT_MAX, &n))
			*size = (int)n;
		if (!rd_pmi_number(line, "rank", 0, INT_MAX, &n))
			*rank = (int)n;
	}
	if (*rank >= 0 && *rank < *size)
		return 0;
	rd_error("the launcher's PMI server gives rank %d of %d", *rank, *size);
	return RD_EPROTO;
}

static int open_port(struct rd_pmi_wire *wire, int *rank, int *size)
{
	int id = env_number("PMI_ID", 0), err;
	const char *line;

	if (id < 0) {
		rd_error("PMI_PORT is set, but PMI_ID is no number");
		return RD_EPROTO;
	}
	wire->fd = open_socket(getenv("PMI_PORT"));
	if (wire->fd < 0)
		return RD_EOTHER;
	err = rd_pmi_send(wire, "cmd=initack pmiid=%d\n", id);
	if (!err)
		err = rd_pmi_receive(wire, "initack", &line);
	return err ? err : receive_settings(wire, rank, size);
}

int rd_pmi_connect(struct rd_pmi_wire *wire, int *rank, int *size)
{
	return is_socket(env_number("PMI_FD", 0)) ? open_fd(wire, rank, size)
						  : open_port(wire, rank, size);
}
