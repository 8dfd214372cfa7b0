/* SPDX-License-Identifier: BSD-3-Clause */
/* The end of a process in which an invariant is broken; see check.h. */
#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"

#define WORDS_B 512

void rd_check_failed(const char *file, int line, const char *fmt, ...)
{
	char words[WORDS_B];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(words, sizeof(words), fmt, ap);
	va_end(ap);
	rd_error("%s:%d: broken invariant: %s", file, line, words);
	abort();
}
