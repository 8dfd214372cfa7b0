/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Invariants that are executed. A broken one is an error of the library, never of the program or of
 * data from outside: configure --enable-debug makes it abort; other builds do not evaluate it.
 *
 *     RD_CHECK(mq->posted.entries == n, "context %u: %u receives are counted, %u are queued", ...);
 */
#ifndef RD_BASE_CHECK_H
#define RD_BASE_CHECK_H

/* 1: invariants are evaluated. For `if (RD_CHECKS)` before work that only a check needs. */
#ifdef RD_DEBUG
#define RD_CHECKS 1
#else
#define RD_CHECKS 0
#endif

/* The words state the condition or the values that break it, with the object's name first.
 * Condition and words are compiled in every build, so that they do not go stale. */
#define RD_CHECK(cond, ...) \
	do { \
		if (RD_CHECKS && __builtin_expect(!(cond), 0)) \
			rd_check_failed(__FILE__, __LINE__, __VA_ARGS__); \
	} while (0)

/* Logs the place and the words, and aborts. */
__attribute__((noreturn, cold, format(printf, 3, 4))) void rd_check_failed(const char *file,
									   int line,
									   const char *fmt, ...);

#endif
