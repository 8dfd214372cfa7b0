/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The relay: one buffer, and for each rank the number of bytes that it has taken. The buffer is
 * filled again when the slowest rank has taken all, so memory is bounded and no byte is lost or
 * doubled. A rank that has closed its standard input is skipped.
 */
#include "runtime/mpirun_stdin.h"

#include "runtime/mpirun_say.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define RELAY_ROOM 65536

struct target {
	int fd;    /* -1: closed */
	size_t at; /* bytes of the buffer it has taken */
	struct event *writable;
};

static const struct mpirun_opts *wish;
static struct event_base *loop;
static int relayed, nothing = -1; /* nothing: /dev/null */
static struct {
	char *buf;
	size_t len;
	int eof, always; /* always: a regular file, always readable, refused by epoll */
	struct event *readable;
	struct target *target; /* [n] */
	int n, going;
} relay;

static void feed(void);

static void close_target(struct target *target)
{
	if (target->fd < 0)
		return;
	event_free(target->writable);
	close(target->fd);
	target->fd = -1;
}

/* Writes the bytes that the rank has not taken yet. 1: it has taken all. */
static int push(struct target *target)
{
	while (target->fd >= 0 && target->at < relay.len) {
		ssize_t n = write(target->fd, relay.buf + target->at, relay.len - target->at);

		if (n >= 0) {
			target->at += (size_t)n;
		} else if (errno == EAGAIN) {
			event_add(target->writable, NULL);
			return 0;
		} else if (errno != EINTR) {
			close_target(target);
		}
	}
	return 1;
}

/* Pushes to all ranks; when all have taken all, waits for more input or passes on its end. */
static void feed(void)
{
	int waiting = 0, open = 0;

	for (int i = 0; i < relay.n; i++) {
		waiting += !push(&relay.target[i]);
		open += relay.target[i].fd >= 0;
	}
	if (waiting)
		return;
	relay.len = 0;
	for (int i = 0; i < relay.n; i++) {
		relay.target[i].at = 0;
		if (relay.eof)
			close_target(&relay.target[i]);
	}
	if (relay.eof || !open)
		event_del(relay.readable);
	else if (relay.always)
		event_active(relay.readable, EV_READ, 0);
	else
		event_add(relay.readable, NULL);
}

static void on_writable(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	(void)arg;
	feed();
}

/* EIO: mpirun is not in the terminal's foreground group (SIGTTIN is ignored); the relay tries again
 * after SIGCONT. */
static void on_readable(evutil_socket_t fd, short what, void *arg)
{
	ssize_t n;

	(void)what;
	(void)arg;
	n = read(fd, relay.buf, RELAY_ROOM);
	if (n < 0 && (errno == EINTR || errno == EAGAIN)) {
		event_add(relay.readable, NULL);
		return;
	}
	if (n < 0 && errno == EIO && isatty(fd))
		return;
	relay.len = n > 0 ? (size_t)n : 0;
	relay.eof = n <= 0;
	feed();
}

static int init_relay(void)
{
	struct stat info;

	relay.buf = malloc(RELAY_ROOM);
	relay.target = calloc((size_t)wish->nranks, sizeof *relay.target);
	relay.always = fstat(STDIN_FILENO, &info) == 0 && S_ISREG(info.st_mode);
	relay.readable = event_new(loop, STDIN_FILENO, EV_READ, on_readable, NULL);
	if (relay.buf && relay.target && relay.readable)
		return 0;
	mpirun_say("no memory for standard input");
	return 1;
}

int mpirun_stdin_init(struct event_base *base, const struct mpirun_opts *opts)
{
	wish = opts;
	loop = base;
	relayed = opts->stdin_rank == MPIRUN_STDIN_ALL ||
		  (opts->stdin_rank != MPIRUN_STDIN_NONE && isatty(STDIN_FILENO));
	nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (nothing < 0) {
		mpirun_say("/dev/null: %m");
		return 1;
	}
	return relayed ? init_relay() : 0;
}

int mpirun_stdin_prompts(const struct mpirun_opts *opts)
{
	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) ? opts->stdin_rank : -1;
}

static int open_target(void)
{
	struct target *target = &relay.target[relay.n];
	int fd[2];

	if (pipe2(fd, O_CLOEXEC) != 0) {
		mpirun_say("no pipe for standard input: %m");
		return -1;
	}
	fcntl(fd[1], F_SETFL, O_NONBLOCK);
	target->fd = fd[1];
	target->writable = event_new(loop, fd[1], EV_WRITE, on_writable, NULL);
	if (!target->writable) {
		mpirun_say("no memory for standard input");
		close(fd[0]);
		close(fd[1]);
		return -1;
	}
	relay.n++;
	return fd[0];
}

int mpirun_stdin_open(int rank)
{
	if (wish->stdin_rank != MPIRUN_STDIN_ALL && wish->stdin_rank != rank)
		return nothing;
	return relayed ? open_target() : STDIN_FILENO;
}

void mpirun_stdin_opened(int fd)
{
	if (fd != nothing && fd != STDIN_FILENO)
		close(fd);
}

void mpirun_stdin_go(void)
{
	if (relayed && !relay.eof && relay.len == 0)
		feed();
}

void mpirun_stdin_stop(void)
{
	for (int i = 0; i < relay.n; i++)
		close_target(&relay.target[i]);
	if (relay.readable)
		event_free(relay.readable);
	relay.readable = NULL;
	relay.n = 0;
	relayed = 0;
}
