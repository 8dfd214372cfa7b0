/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tests that run as several processes: how one of them starts and fails, and the report of its
 * end. Included by the headers that start them (t/btl/harness.h, t/hw/emu_ring.h), which says how
 * they tell each other.
 */
#ifndef RD_T_PROCS_H
#define RD_T_PROCS_H

#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *procs_word = "process"; /* the name of one */
static int procs_self;                     /* number of this one */
static void (*procs_on_fail)(void);        /* its work before it ends */

#define procs_check(cond, ...) \
	do { \
		if (!(cond)) \
			procs_fail(__FILE__, __LINE__, #cond, __VA_ARGS__); \
	} while (0)

static _Noreturn __attribute__((format(printf, 4, 5), unused)) void procs_fail(const char *file,
									       int line,
									       const char *cond,
									       const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	fprintf(stderr, "# %s %d: %s:%d: %s: %s\n", procs_word, procs_self, file, line, cond, text);
	if (procs_on_fail)
		procs_on_fail();
	_exit(1);
}

/* In a new process: it ends with its parent, and after `seconds` of a test that hangs. */
static __attribute__((unused)) void procs_begin(int self, unsigned seconds)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	alarm(seconds);
	procs_self = self;
}

/* Reports the end of process i, which has failed. */
static __attribute__((unused)) void procs_say_end(int i, int status)
{
	int killed = WIFSIGNALED(status), number = killed ? WTERMSIG(status) : WEXITSTATUS(status);

	fprintf(stderr, "# %s %d ended with %s %d%s\n", procs_word, i, killed ? "signal" : "code",
		number, killed && number == SIGALRM ? " (time is up)" : "");
}

/* A small generator: the same numbers for the same seed everywhere (xorshift64*). */
static __attribute__((unused)) uint64_t procs_random(uint64_t *state)
{
	uint64_t x = *state;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	*state = x;
	return x * 0x2545f4914f6cdd1du;
}

#endif
