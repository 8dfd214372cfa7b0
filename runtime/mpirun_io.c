/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Streams (a rank's pipe, read here) and the sinks that they write to. Invariants:
 *
 *  1. A sink takes from one stream up to the end of a line before it takes from
 *     another. A line longer than a stream's buffer makes the stream the sink's
 *     owner until its end has come: memory stays bounded for any output.
 *  2. A stream is read only while its buffer has room, a sink is filled only when
 *     it has written everything: a slow reader of mpirun's output slows the ranks
 *     down by their pipes, and one sink never waits for the other.
 *  3. Bytes that a rank wrote before it ended are written before its stream counts as ended.
 *  4. An owner that is silent for a second while others wait loses the sink, and
 *     its line is cut by a newline: a rank may print half a long line and then
 *     wait for a rank that waits to print.
 *
 * Standard output and error that are one and the same file or pipe (2>&1) are one sink, so that
 * their lines do not tear each other either.
 */
#include "runtime/mpirun_io.h"

#include "runtime/mpirun_say.h"
#include "runtime/mpirun_sink.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define STREAM_START 4096
#define STREAM_ROOM 65536 /* the size of a pipe: a read empties it */

struct stream {
	int rank, fd; /* fd -1: ended */
	struct event *readable;
	char *buf; /* [room]; bytes at..len are to be written */
	size_t at, len, room;
	size_t lines; /* bytes of buf up to and with the last newline */
	int eof, prompt;
	int fresh;        /* the next byte begins a line */
	int private_sink; /* --output-filename: the sink goes with the stream */
	struct mpirun_feed feed;
	struct stream *next;
};

static struct {
	struct event_base *loop;
	const struct mpirun_opts *wish;
	int prompting; /* rank, or -1 */
	void (*on_change)(void);
	struct mpirun_sink *std[2]; /* of fd 1 and 2, maybe the same */
	struct stream *streams;
	int nopen;
} io;

static struct stream *stream_of(struct mpirun_feed *feed)
{
	return (struct stream *)((char *)feed - offsetof(struct stream, feed));
}

/* --- from stream to sink --------------------------------------------------------- */

static int is_decorated(void)
{
	return io.wish->output.tag || io.wish->output.timestamp;
}

/* End of the bytes of buf that may be written now: whole lines; all bytes if the buffer is full,
 * the stream has ended, the line is partly written already, or the rank reads the terminal. */
static size_t offer(const struct stream *s)
{
	if (s->lines > s->at)
		return s->lines;
	if (s->eof || s->prompt || !s->fresh || s->len - s->at == s->room)
		return s->len;
	return s->at;
}

/* A decorated line that ends with its stream still lacks its newline. */
static int lacks_newline(const struct stream *s)
{
	return s->eof && s->at == s->len && !s->fresh && is_decorated();
}

static int stream_ready(struct mpirun_feed *feed)
{
	struct stream *s = stream_of(feed);

	return s->fd >= 0 && (offer(s) > s->at || lacks_newline(s));
}

/* "12:34:56.789012 [3] ", with the parts that are asked for. */
static size_t make_prefix(const struct stream *s, char *text, size_t room)
{
	size_t n = 0;

	if (io.wish->output.timestamp) {
		struct timespec now;
		struct tm tm;

		clock_gettime(CLOCK_REALTIME, &now);
		localtime_r(&now.tv_sec, &tm);
		n += strftime(text, room, "%H:%M:%S", &tm);
		n += (size_t)snprintf(text + n, room - n, ".%06ld ", now.tv_nsec / 1000);
	}
	if (io.wish->output.tag)
		n += (size_t)snprintf(text + n, room - n, "[%d] ", s->rank);
	return n;
}

/* Copies up to `room` bytes with prefixes; stops between lines or within one. */
static size_t take_decorated(struct stream *s, size_t end, char *to, size_t room)
{
	char prefix[64];
	size_t plen = make_prefix(s, prefix, sizeof prefix), n = 0;

	while (s->at < end) {
		const char *from = s->buf + s->at, *newline;
		size_t len = end - s->at;

		if (s->fresh) {
			if (room - n < plen + 1)
				break;
			memcpy(to + n, prefix, plen);
			n += plen;
			s->fresh = 0;
		}
		newline = memchr(from, '\n', len);
		if (newline)
			len = (size_t)(newline + 1 - from);
		if (len > room - n) {
			len = room - n;
			newline = NULL;
		}
		memcpy(to + n, from, len);
		n += len;
		s->at += len;
		s->fresh = newline != NULL;
		if (len == 0)
			break;
	}
	/* A last line without a newline gets one: the next rank's heading must begin a line. */
	if (lacks_newline(s) && n < room) {
		to[n++] = '\n';
		s->fresh = 1;
	}
	return n;
}

static size_t take_plain(struct stream *s, size_t end, char *to, size_t room)
{
	size_t n = end - s->at < room ? end - s->at : room;

	memcpy(to, s->buf + s->at, n);
	s->at += n;
	if (n)
		s->fresh = to[n - 1] == '\n';
	return n;
}

/* Have all bytes of the stream, which has ended, been taken? */
static int is_over(const struct stream *s)
{
	return s->eof && s->at == s->len && !lacks_newline(s);
}

static void stream_watch(struct stream *s);
static void stream_end(struct stream *s);

static size_t stream_take(struct mpirun_feed *feed, char *to, size_t room)
{
	struct stream *s = stream_of(feed);
	size_t end = offer(s), n;

	n = is_decorated() ? take_decorated(s, end, to, room) : take_plain(s, end, to, room);
	if (s->at == s->len)
		s->at = s->len = s->lines = 0;
	if (is_over(s)) {
		s->fresh = 1;
		stream_end(s);
	}
	stream_watch(s);
	return n;
}

static int stream_midline(struct mpirun_feed *feed)
{
	return !stream_of(feed)->fresh;
}

static void stream_cut(struct mpirun_feed *feed)
{
	stream_of(feed)->fresh = 1;
}

/* The sink has no reader any more: closing the pipe gives the rank SIGPIPE, as without mpirun. */
static void stream_gone(struct mpirun_feed *feed)
{
	stream_end(stream_of(feed));
}

static const struct mpirun_feed_ops stream_ops = {
	.ready = stream_ready,
	.take = stream_take,
	.midline = stream_midline,
	.cut = stream_cut,
	.gone = stream_gone,
};

/* --- from pipe to stream --------------------------------------------------------- */

static void stream_end(struct stream *s)
{
	if (s->fd < 0)
		return;
	event_free(s->readable);
	close(s->fd);
	free(s->buf);
	s->readable = NULL;
	s->buf = NULL;
	s->at = s->len = s->lines = s->room = 0;
	s->fd = -1;
	s->eof = 1;
	io.nopen--;
	io.on_change();
}

/* Reads only while there is room. */
static void stream_watch(struct stream *s)
{
	if (s->fd < 0)
		return;
	if (!s->eof && (s->len < s->room || s->at > 0 || s->room < STREAM_ROOM))
		event_add(s->readable, NULL);
	else
		event_del(s->readable);
}

static int make_room(struct stream *s)
{
	if (s->at > 0) {
		memmove(s->buf, s->buf + s->at, s->len - s->at);
		s->len -= s->at;
		s->lines = s->lines > s->at ? s->lines - s->at : 0;
		s->at = 0;
	}
	if (s->len == s->room && s->room < STREAM_ROOM) {
		size_t room = s->room ? STREAM_ROOM : STREAM_START;
		char *buf = realloc(s->buf, room);

		if (!buf)
			return s->room > 0;
		s->buf = buf;
		s->room = room;
	}
	return s->len < s->room;
}

static void stream_read(struct stream *s)
{
	const char *newline;
	ssize_t n;

	if (!make_room(s))
		return;
	n = read(s->fd, s->buf + s->len, s->room - s->len);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		s->eof = 1;
		return;
	}
	newline = memrchr(s->buf + s->len, '\n', (size_t)n);
	if (newline)
		s->lines = (size_t)(newline + 1 - s->buf);
	s->len += (size_t)n;
}

/* Ends a stream outside of the sink's calls. Streams that wait for the end of its line continue. */
static void stream_leave(struct stream *s)
{
	mpirun_sink_leave(&s->feed);
	stream_end(s);
	mpirun_sink_offer(&s->feed);
}

static void on_readable(evutil_socket_t fd, short what, void *arg)
{
	struct stream *s = arg;

	(void)fd;
	(void)what;
	stream_read(s);
	if (is_over(s)) {
		stream_leave(s);
		return;
	}
	stream_watch(s);
	mpirun_sink_offer(&s->feed);
}

static int stream_new(int rank, int fd, struct mpirun_sink *sink, int private_sink)
{
	struct stream *s = calloc(1, sizeof *s);

	if (!s)
		return 1;
	s->rank = rank;
	s->fd = fd;
	s->fresh = 1;
	s->prompt = rank == io.prompting;
	s->private_sink = private_sink;
	s->feed = (struct mpirun_feed){.ops = &stream_ops, .sink = sink};
	s->readable = event_new(io.loop, fd, EV_READ | EV_PERSIST, on_readable, s);
	if (!s->readable || event_add(s->readable, NULL) != 0) {
		free(s);
		return 1;
	}
	s->next = io.streams;
	io.streams = s;
	io.nopen++;
	return 0;
}

/* --- a rank's descriptors -------------------------------------------------------- */

static char *expand(const char *pattern, int rank)
{
	char host[256] = "localhost", *path = NULL;
	size_t len = 0;
	FILE *to = open_memstream(&path, &len);

	gethostname(host, sizeof host - 1);
	for (; to && *pattern; pattern++) {
		if (*pattern != '%')
			fputc(*pattern, to);
		else if (*++pattern == 'r')
			fprintf(to, "%d", rank);
		else if (*pattern == 'h')
			fputs(host, to);
		else
			fputc(*pattern == '%' ? '%' : '0', to);
	}
	if (!to || fclose(to) != 0)
		mpirun_die("no memory for the names of output files");
	return path;
}

/* Can other users put links or files of theirs into the folder of this file? */
static int is_shared(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	struct stat info;
	int shared;

	if (!folder)
		mpirun_die("no memory for the names of output files");
	shared = stat(folder, &info) == 0 && (info.st_mode & (S_IWGRP | S_IWOTH) ||
					      (info.st_uid != geteuid() && info.st_uid != 0));
	free(folder);
	return shared;
}

/* 0, or the errno for refusing the file found in such a folder. */
static int check_owner(int fd)
{
	struct stat info;

	if (fstat(fd, &info) != 0)
		return errno;
	return info.st_uid != geteuid() || info.st_nlink != 1 || !S_ISREG(info.st_mode) ? EPERM : 0;
}

/* Opens the file without emptying it. In a folder that others may write to, no link is followed,
 * and only a file of our own is written. */
static int open_at_end(const char *path)
{
	int shared = is_shared(path), err;
	int fd = open(path,
		      O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY |
			      (shared ? O_NOFOLLOW | O_NONBLOCK : 0),
		      0666);

	if (fd >= 0 && shared) {
		err = check_owner(fd);
		if (err) {
			close(fd);
			errno = err;
			fd = -1;
		} else {
			fcntl(fd, F_SETFL, O_APPEND);
		}
	}
	if (fd < 0) {
		int refused = shared && (errno == ELOOP || errno == EPERM || errno == ENXIO);

		mpirun_say("--output-filename: cannot write %s: %m%s", path,
			   refused ? "; others can write to its folder, and it is a link or "
				     "no file of yours"
				   : "");
	}
	return fd;
}

/* A file shared by several ranks is emptied by the first of them only. */
static int open_file(int rank, const char *pattern)
{
	char *path = expand(pattern, rank), *first = expand(pattern, 0);
	int fd = open_at_end(path);
	struct stat info;

	if (fd >= 0 && (rank == 0 || strcmp(path, first)) && fstat(fd, &info) == 0 &&
	    S_ISREG(info.st_mode) && ftruncate(fd, 0) != 0)
		mpirun_say("output file %s cannot be emptied: %m", path);
	free(path);
	free(first);
	return fd;
}

/* A pipe: the rank gets the write end, a stream the read end. */
static int open_pipe(int rank, struct mpirun_sink *sink, int private_sink)
{
	int fd[2];

	if (pipe2(fd, O_CLOEXEC) != 0) {
		mpirun_say("rank %d: no pipe for its output: %m", rank);
		return -1;
	}
	fcntl(fd[0], F_SETFL, O_NONBLOCK);
	if (stream_new(rank, fd[0], sink, private_sink)) {
		mpirun_say("rank %d: no memory for its output", rank);
		close(fd[0]);
		close(fd[1]);
		return -1;
	}
	return fd[1];
}

static int open_output(int rank, int kind)
{
	struct mpirun_sink *sink = io.std[kind];
	int fd;

	if (!io.wish->output.files[kind])
		return open_pipe(rank, sink, 0);
	fd = open_file(rank, io.wish->output.files[kind]);
	if (fd < 0 || !is_decorated())
		return fd;
	sink = mpirun_sink_open(io.loop, fd, io.on_change);
	return sink ? open_pipe(rank, sink, 1) : -1;
}

/* A single rank writes directly to mpirun's own files, unless the terminal would stop it (TOSTOP):
 * the rank is not in the foreground process group. */
static int is_direct(int fd, int kind)
{
	struct termios settings;

	if (io.wish->nranks > 1 || is_decorated() || io.wish->output.files[kind])
		return 0;
	return tcgetattr(fd, &settings) != 0 || !(settings.c_lflag & TOSTOP);
}

int mpirun_io_open(int rank, int *out, int *err)
{
	*out = is_direct(STDOUT_FILENO, 0) ? STDOUT_FILENO : open_output(rank, 0);
	if (*out < 0)
		return 1;
	if (io.wish->output.merge_stderr)
		*err = *out;
	else
		*err = is_direct(STDERR_FILENO, 1) ? STDERR_FILENO : open_output(rank, 1);
	return *err < 0;
}

void mpirun_io_opened(int out, int err)
{
	if (out > STDERR_FILENO)
		close(out);
	if (err > STDERR_FILENO && err != out)
		close(err);
}

/* --- start and end --------------------------------------------------------------- */

static int same_file(int a, int b)
{
	struct stat x, y;

	return fstat(a, &x) == 0 && fstat(b, &y) == 0 && x.st_dev == y.st_dev &&
	       x.st_ino == y.st_ino && x.st_rdev == y.st_rdev;
}

static void say_line(const char *line, size_t len)
{
	mpirun_sink_note(io.std[1], line, len);
}

int mpirun_io_start(struct event_base *base, const struct mpirun_opts *opts, int prompt_rank,
		    void (*changed)(void))
{
	io.loop = base;
	io.wish = opts;
	io.prompting = prompt_rank;
	io.on_change = changed;
	io.std[0] = mpirun_sink_open(io.loop, STDOUT_FILENO, changed);
	io.std[1] = same_file(STDOUT_FILENO, STDERR_FILENO)
			    ? io.std[0]
			    : mpirun_sink_open(io.loop, STDERR_FILENO, changed);
	if (!io.std[0] || !io.std[1])
		return 1;
	mpirun_say_through(say_line);
	return 0;
}

int mpirun_io_streams(void)
{
	return io.nopen;
}

int mpirun_io_pending(void)
{
	int pending = mpirun_sink_pending(io.std[0]) || mpirun_sink_pending(io.std[1]);

	for (struct stream *s = io.streams; s && !pending; s = s->next)
		pending = s->private_sink && mpirun_sink_pending(s->feed.sink);
	return pending;
}

void mpirun_io_cut(void)
{
	for (struct stream *s = io.streams; s; s = s->next) {
		if (s->fd < 0)
			continue;
		stream_read(s);
		s->eof = 1;
		if (is_over(s))
			stream_leave(s);
		else
			mpirun_sink_offer(&s->feed);
	}
}

int mpirun_io_lost(void)
{
	return mpirun_sink_failures() > 0;
}

void mpirun_io_stop(void)
{
	mpirun_say_through(NULL);
	while (io.streams) {
		struct stream *s = io.streams;

		io.streams = s->next;
		mpirun_sink_leave(&s->feed);
		stream_end(s);
		if (s->private_sink)
			mpirun_sink_close(s->feed.sink);
		free(s);
	}
	if (io.std[1] != io.std[0])
		mpirun_sink_close(io.std[1]);
	mpirun_sink_close(io.std[0]);
	io.std[0] = io.std[1] = NULL;
}
