/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Writing without blocking: the flag O_NONBLOCK belongs to the open file description, which mpirun
 * shares with its parent and others, so it must not be set there. Pipes and terminals are opened
 * anew through /proc; sockets have MSG_DONTWAIT; if the first fails, poll(2) shows whether PIPE_BUF
 * bytes fit; a regular file never blocks for long. Called by mpirun_io.c.
 */
#include "runtime/mpirun_sink.h"

#include "runtime/mpirun_say.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define SINK_ROOM 65536
#define OWNER_WAIT_S 1

enum way { PLAIN, NONBLOCK, SOCKET, POLLED };

struct text { /* bytes at..len of buf are to be written */
	char *buf;
	size_t at, len, room;
};

struct mpirun_sink {
	int fd, own_fd; /* own_fd: to be closed by the sink, or -1 */
	enum way way;
	int broken; /* EPIPE: no reader; other errno: cannot be written, output is discarded */
	int busy;   /* pump is on the stack */
	int full;   /* waits until the file takes more */
	struct event *writable, *owner_late;
	struct text out, note;
	struct mpirun_feed *owner;       /* in the middle of a line, or NULL */
	struct mpirun_feed *head, *tail; /* waiting feeds, without the owner */
	void (*changed)(void);
};

static int failures;

int mpirun_sink_failures(void)
{
	return failures;
}

/* --- writing --------------------------------------------------------------------- */

static enum way find_way(int *fd)
{
	struct stat info;
	char path[40];
	int own;

	if (fstat(*fd, &info) != 0 || S_ISREG(info.st_mode) || S_ISBLK(info.st_mode))
		return PLAIN;
	if (S_ISSOCK(info.st_mode))
		return SOCKET;
	snprintf(path, sizeof path, "/proc/self/fd/%d", *fd);
	own = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_APPEND);
	if (own < 0)
		return POLLED;
	*fd = own;
	return NONBLOCK;
}

static ssize_t write_some(struct mpirun_sink *sink, const char *from, size_t len)
{
	struct pollfd poller = {.fd = sink->fd, .events = POLLOUT};

	switch (sink->way) {
	case SOCKET:
		return send(sink->fd, from, len, MSG_DONTWAIT | MSG_NOSIGNAL);
	case POLLED:
		if (poll(&poller, 1, 0) == 0) {
			errno = EAGAIN;
			return -1;
		}
		return write(sink->fd, from, len < PIPE_BUF ? len : PIPE_BUF);
	default:
		return write(sink->fd, from, len);
	}
}

static void break_sink(struct mpirun_sink *sink, int err)
{
	sink->broken = err;
	if (err == EPIPE)
		return;
	failures++;
	errno = err;
	if (sink->fd != STDERR_FILENO)
		mpirun_say("output cannot be written and is lost: %m");
}

/* 1: all is written (or discarded); 0: the file takes no more now. */
static int flush(struct mpirun_sink *sink, struct text *text)
{
	while (text->at < text->len && !sink->broken) {
		ssize_t n = write_some(sink, text->buf + text->at, text->len - text->at);

		if (n >= 0)
			text->at += (size_t)n;
		else if (errno == EAGAIN)
			return 0;
		else if (errno != EINTR)
			break_sink(sink, errno);
	}
	text->at = text->len = 0;
	return 1;
}

/* --- the queue --------------------------------------------------------------------- */

static void push(struct mpirun_sink *sink, struct mpirun_feed *feed)
{
	if (feed->queued)
		return;
	feed->queued = 1;
	feed->next = NULL;
	if (sink->tail)
		sink->tail->next = feed;
	else
		sink->head = feed;
	sink->tail = feed;
}

static struct mpirun_feed *pop(struct mpirun_sink *sink)
{
	struct mpirun_feed *feed = sink->head;

	if (!feed)
		return NULL;
	sink->head = feed->next;
	if (!sink->head)
		sink->tail = NULL;
	feed->queued = 0;
	return feed;
}

static void unqueue(struct mpirun_sink *sink, struct mpirun_feed *feed)
{
	struct mpirun_feed **link = &sink->head, *before = NULL;

	if (!feed->queued)
		return;
	while (*link != feed) {
		before = *link;
		link = &before->next;
	}
	*link = feed->next;
	if (sink->tail == feed)
		sink->tail = before;
	feed->queued = 0;
}

/* Takes the feed's bytes, up to the room left; 0 when there were none. */
static int draw(struct mpirun_sink *sink, struct mpirun_feed *feed)
{
	struct text *out = &sink->out;
	size_t n = feed->ops->take(feed, out->buf + out->len, out->room - out->len);

	out->len += n;
	if (feed->ops->midline(feed)) {
		sink->owner = feed;
	} else {
		sink->owner = NULL;
		if (feed->ops->ready(feed))
			push(sink, feed);
	}
	return n > 0;
}

static void fill(struct mpirun_sink *sink)
{
	while (sink->out.len < sink->out.room) {
		struct mpirun_feed *feed = sink->owner;

		if (!feed && sink->note.len)
			return;
		if (feed && !feed->ops->ready(feed))
			return;
		if (!feed)
			feed = pop(sink);
		if (!feed || !draw(sink, feed))
			return;
	}
}

/* Limits the time in which other feeds wait for the end of the owner's line. */
static void watch_owner(struct mpirun_sink *sink)
{
	if (sink->owner && (sink->head || sink->note.len))
		event_add(sink->owner_late, &(struct timeval){.tv_sec = OWNER_WAIT_S});
	else
		event_del(sink->owner_late);
}

static void throw_out(struct mpirun_sink *sink)
{
	struct mpirun_feed *feed = sink->owner;

	sink->owner = NULL;
	sink->note.at = sink->note.len = 0;
	if (feed)
		feed->ops->gone(feed);
	while ((feed = pop(sink)))
		feed->ops->gone(feed);
}

static void pump(struct mpirun_sink *sink)
{
	int wrote = 0;

	if (sink->busy)
		return;
	sink->busy = 1;
	for (;;) {
		sink->full =
			!flush(sink, &sink->out) || (!sink->owner && !flush(sink, &sink->note));
		if (sink->full)
			break;
		if (sink->broken == EPIPE)
			throw_out(sink);
		fill(sink);
		if (!sink->out.len && (sink->owner || !sink->note.len))
			break;
		wrote = 1;
	}
	if (sink->full)
		event_add(sink->writable, NULL);
	watch_owner(sink);
	sink->busy = 0;
	if (wrote && !mpirun_sink_pending(sink))
		sink->changed();
}

static void on_writable(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	pump(arg);
}

static void on_owner_late(evutil_socket_t fd, short what, void *arg)
{
	struct mpirun_sink *sink = arg;

	(void)fd;
	(void)what;
	/* the reader of the output is late, not the owner */
	if (!sink->owner || sink->full) {
		watch_owner(sink);
		return;
	}
	sink->out.buf[sink->out.len++] = '\n';
	sink->owner->ops->cut(sink->owner);
	sink->owner = NULL;
	pump(sink);
}

void mpirun_sink_offer(struct mpirun_feed *feed)
{
	struct mpirun_sink *sink = feed->sink;

	if (feed != sink->owner && feed->ops->ready(feed))
		push(sink, feed);
	if (!sink->full)
		pump(sink);
}

void mpirun_sink_leave(struct mpirun_feed *feed)
{
	unqueue(feed->sink, feed);
	if (feed->sink->owner == feed)
		feed->sink->owner = NULL;
}

void mpirun_sink_note(struct mpirun_sink *sink, const char *line, size_t len)
{
	struct text *note = &sink->note;

	if (note->room - note->len < len) {
		size_t room = 2 * note->room + len;
		char *buf = realloc(note->buf, room);

		if (!buf)
			return;
		note->buf = buf;
		note->room = room;
	}
	memcpy(note->buf + note->len, line, len);
	note->len += len;
	if (!sink->full)
		pump(sink);
}

int mpirun_sink_pending(const struct mpirun_sink *sink)
{
	return !sink->broken && (sink->out.len || sink->note.len || sink->head);
}

struct mpirun_sink *mpirun_sink_open(struct event_base *base, int fd, void (*changed)(void))
{
	struct mpirun_sink *sink = calloc(1, sizeof *sink);

	if (!sink)
		return NULL;
	sink->fd = fd;
	sink->way = find_way(&sink->fd);
	sink->own_fd = sink->fd > STDERR_FILENO ? sink->fd : -1;
	sink->changed = changed;
	sink->out = (struct text){.buf = malloc(SINK_ROOM), .room = SINK_ROOM};
	sink->writable = event_new(base, sink->fd, EV_WRITE, on_writable, sink);
	sink->owner_late = event_new(base, -1, EV_TIMEOUT, on_owner_late, sink);
	if (sink->out.buf && sink->writable && sink->owner_late)
		return sink;
	mpirun_sink_close(sink);
	return NULL;
}

void mpirun_sink_close(struct mpirun_sink *sink)
{
	if (sink->writable)
		event_free(sink->writable);
	if (sink->owner_late)
		event_free(sink->owner_late);
	free(sink->out.buf);
	free(sink->note.buf);
	if (sink->own_fd >= 0)
		close(sink->own_fd);
	free(sink);
}
