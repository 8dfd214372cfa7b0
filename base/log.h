/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One line per event on standard error, each written by a single write(2) so
 * that lines of several ranks are never torn:
 *
 *     rondo: error: rank 3 on node7: MPI_Send: no rank 9 in a communicator of 8 ...
 */
#ifndef RD_BASE_LOG_H
#define RD_BASE_LOG_H

#include <stdarg.h>
#include <stddef.h>

enum rd_log_level { RD_LOG_ERROR, RD_LOG_WARN, RD_LOG_INFO, RD_LOG_DEBUG };

/* Sets the prefix that identifies the process ("rank 3 on node7"), copied. NULL: no prefix. */
void rd_log_whoami(const char *who);

/* Events above `level` are dropped; the start value is RD_LOG_WARN. */
void rd_log_set_level(enum rd_log_level level);
int rd_log_enabled(enum rd_log_level level);

/* printf-like, no newline at the end; %m is the text of errno. Keeps errno. */
void rd_log(enum rd_log_level level, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void rd_vlog(enum rd_log_level level, const char *fmt, va_list ap);

/* Until it is called with NULL: the text of each error is copied to `text` too, cut to `room` bytes
 * with its 0. Another thread may still write there shortly after, so it is to stay. */
void rd_log_keep(char *text, size_t room);

#define rd_error(...) rd_log(RD_LOG_ERROR, __VA_ARGS__)
#define rd_warn(...) rd_log(RD_LOG_WARN, __VA_ARGS__)
#define rd_info(...) rd_log(RD_LOG_INFO, __VA_ARGS__)
#define rd_debug(...) \
	do { \
		if (__builtin_expect(rd_log_enabled(RD_LOG_DEBUG), 0)) \
			rd_log(RD_LOG_DEBUG, __VA_ARGS__); \
	} while (0)

#endif
