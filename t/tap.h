/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * TAP for tests in C: a line "ok 1 - name" or "not ok 1 - name" for each check,
 * the plan at the end, exit status 0, 1, or 77 for a test that cannot run here.
 *
 *     int main(void)
 *     {
 *             ok(list_empty(&list), "a new list is empty");
 *             is_int(rd_x(3), 9, "x of %d", 3);
 *             return done();
 *     }
 *
 * Each check gives 1 when it passed. Header only: one test program is one file.
 */
#ifndef RD_T_TAP_H
#define RD_T_TAP_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int tap_checks;  /* lines printed so far */
static int tap_failed;  /* of these "not ok" */
static int tap_planned; /* announced by plan(); 0: the plan is printed by done() */

#define ok(cond, ...) tap_ok((cond) ? 1 : 0, __FILE__, __LINE__, #cond, __VA_ARGS__)
#define is_int(got, want, ...) \
	tap_is_int((long long)(got), (long long)(want), __FILE__, __LINE__, #got, __VA_ARGS__)
#define is_str(got, want, ...) tap_is_str((got), (want), __FILE__, __LINE__, #got, __VA_ARGS__)

/* A line for people, which no harness reads as a result. */
__attribute__((format(printf, 1, 2), unused)) static void diag(const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fputs("# ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

/* Optional, before the first check: fewer or more of them is then a failure. */
__attribute__((unused)) static void plan(int checks)
{
	tap_planned = checks;
	printf("1..%d\n", checks);
	fflush(stdout);
}

/* Ends the program: nothing of it can be tested here, because of `why`. */
__attribute__((noreturn, unused)) static void skip_all(const char *why)
{
	printf("1..0 # SKIP %s\n", why);
	exit(77);
}

__attribute__((unused)) static void tap_line(int pass, const char *fmt, va_list ap)
{
	tap_checks++;
	tap_failed += !pass;
	printf("%sok %d - ", pass ? "" : "not ", tap_checks);
	vprintf(fmt, ap);
	putchar('\n');
	fflush(stdout); /* so that nothing is lost or doubled by a crash or fork */
}

__attribute__((format(printf, 5, 6), unused)) static int tap_ok(int pass, const char *file,
								int line, const char *expr,
								const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tap_line(pass, fmt, ap);
	va_end(ap);
	if (!pass)
		diag("%s:%d: not true: %s", file, line, expr);
	return pass;
}

__attribute__((format(printf, 6, 7), unused)) static int tap_is_int(long long got, long long want,
								    const char *file, int line,
								    const char *expr,
								    const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tap_line(got == want, fmt, ap);
	va_end(ap);
	if (got != want)
		diag("%s:%d: %s is %lld, should be %lld", file, line, expr, got, want);
	return got == want;
}

__attribute__((format(printf, 6, 7), unused)) static int tap_is_str(const char *got,
								    const char *want,
								    const char *file, int line,
								    const char *expr,
								    const char *fmt, ...)
{
	int pass = got && want ? !strcmp(got, want) : got == want;
	va_list ap;

	va_start(ap, fmt);
	tap_line(pass, fmt, ap);
	va_end(ap);
	if (!pass)
		diag("%s:%d: %s is \"%s\", should be \"%s\"", file, line, expr,
		     got ? got : "(null)", want ? want : "(null)");
	return pass;
}

/* The exit status of main. A program without a single check has failed. */
__attribute__((unused)) static int done(void)
{
	if (!tap_planned)
		printf("1..%d\n", tap_checks);
	fflush(stdout);
	return tap_failed || !tap_checks || (tap_planned && tap_planned != tap_checks);
}

#endif
