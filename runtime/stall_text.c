/* SPDX-License-Identifier: BSD-3-Clause */
/* The text of a stall report (stall.h), truncated at the size of its buffer. */
#include "runtime/stall.h"

#include "base/compiler.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void add(struct rd_stall *s, const char *separator, const char *fmt, va_list ap)
{
	size_t room = sizeof(s->text) - s->at;
	int n = snprintf(s->text + s->at, room, "%s", s->at ? separator : "");

	if (n >= 0 && (size_t)n < room)
		n += vsnprintf(s->text + s->at + n, room - (size_t)n, fmt, ap);
	if (n > 0)
		s->at += rd_min((size_t)n, room - 1);
}

void rd_stall_note(struct rd_stall *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add(s, "; ", fmt, ap);
	va_end(ap);
}

static void add_rank(struct rd_stall *s, int world)
{
	for (int i = 0; i < s->n; i++)
		if (s->on[i] == world)
			return;
	if (s->n < RD_STALL_ON)
		s->on[s->n++] = world;
}

void rd_stall_within(struct rd_stall *s, uint32_t ctx, const char *words)
{
	int n = rd_min((int)strcspn(words, " ;,)"), RD_STALL_CALL_B - 1);

	if (!s->of_call) {
		s->ctx = ctx;
		memcpy(s->call, words, (size_t)n);
		s->call[n] = 0;
	}
	s->of_call += s->ctx == ctx && !strncmp(s->call, words, (size_t)n) && !s->call[n];
}

enum { TOLD_MOST = 6 };

void rd_stall_wait(struct rd_stall *s, int world, const char *fmt, ...)
{
	va_list ap;

	if (world != RD_STALL_NONE)
		add_rank(s, world);
	if (++s->described > TOLD_MOST)
		return;
	va_start(ap, fmt);
	add(s, s->described == 1 ? "" : ", ", fmt, ap);
	va_end(ap);
}
