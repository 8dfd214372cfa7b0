/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mpirun's own messages. While ranks write, the lines go through the same queue as theirs
 * (mpirun_io.c); before and after, directly to standard error.
 */
#include "runtime/mpirun_say.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void write_straight(const char *line, size_t len)
{
	while (len > 0) {
		ssize_t n = write(STDERR_FILENO, line, len);

		if (n <= 0)
			return;
		line += n;
		len -= (size_t)n;
	}
}

static void (*write_line)(const char *line, size_t len) = write_straight;

void mpirun_say_through(void (*through)(const char *line, size_t len))
{
	write_line = through ? through : write_straight;
}

static void say(const char *fmt, va_list ap)
{
	char *text = NULL, *line = NULL;
	int n;

	if (vasprintf(&text, fmt, ap) < 0)
		return;
	n = asprintf(&line, "mpirun: %s\n", text);
	if (n > 0)
		write_line(line, (size_t)n);
	free(line);
	free(text);
}

void mpirun_say(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
}

void mpirun_die(const char *fmt, ...)
{
	va_list ap;

	mpirun_say_through(NULL);
	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
	_exit(1);
}
