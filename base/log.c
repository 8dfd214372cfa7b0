/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Messages for people on standard error, each line by one write(2). Not a trace and not a file: the
 * launcher collects the lines. Called from every layer, from any thread.
 */
#include "base/log.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* At most PIPE_BUF (4096), so that lines of several processes on one pipe stay whole. */
#define LINE_B 4096

static enum rd_log_level threshold = RD_LOG_WARN;
static char whoami[320]; /* "rank 3 on node7", or empty */
static char *kept;       /* [kept_b] for texts of errors; NULL: they are not kept */
static size_t kept_b;

static const char *const level_name[] = {
	[RD_LOG_ERROR] = "error",
	[RD_LOG_WARN] = "warning",
	[RD_LOG_INFO] = "info",
	[RD_LOG_DEBUG] = "debug",
};

void rd_log_whoami(const char *who)
{
	snprintf(whoami, sizeof(whoami), "%s", who ? who : "");
}

void rd_log_keep(char *text, size_t room)
{
	if (text)
		kept_b = room;
	/* pairs with the load of rd_vlog, of any thread */
	__atomic_store_n(&kept, text, __ATOMIC_RELEASE);
}

void rd_log_set_level(enum rd_log_level level)
{
	__atomic_store_n(&threshold, level, __ATOMIC_RELAXED);
}

int rd_log_enabled(enum rd_log_level level)
{
	return level <= __atomic_load_n(&threshold, __ATOMIC_RELAXED);
}

/* If standard error is closed or full, the rest of the line is dropped without an error. */
static void put_line(const char *line, size_t len)
{
	while (len) {
		ssize_t n = write(STDERR_FILENO, line, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return;
		line += n;
		len -= (size_t)n;
	}
}

void rd_vlog(enum rd_log_level level, const char *fmt, va_list ap)
{
	static const char cut[] = " ...";
	const size_t room = LINE_B - sizeof(cut); /* for text and its 0; then `cut`, newline */
	char line[LINE_B];
	int saved = errno;
	size_t at, begin;
	char *keep;
	int n;

	if (!rd_log_enabled(level))
		return;
	at = (size_t)snprintf(line, room, "rondo: %s: %s%s", level_name[level], whoami,
			      *whoami ? ": " : "");
	begin = at;
	errno = saved; /* for %m */
	n = vsnprintf(line + at, room - at, fmt, ap);
	if (n < 0)
		n = 0;
	if ((size_t)n >= room - at) {
		at = room - 1;
		memcpy(line + at, cut, sizeof(cut) - 1);
		at += sizeof(cut) - 1;
	} else {
		at += (size_t)n;
	}
	keep = level == RD_LOG_ERROR ? __atomic_load_n(&kept, __ATOMIC_ACQUIRE) : NULL;
	if (keep)
		snprintf(keep, kept_b, "%.*s", (int)(at - begin), line + begin);
	line[at++] = '\n';
	put_line(line, at);
	errno = saved;
}

void rd_log(enum rd_log_level level, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	rd_vlog(level, fmt, ap);
	va_end(ap);
}
