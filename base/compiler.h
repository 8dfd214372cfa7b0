/* SPDX-License-Identifier: BSD-3-Clause */
/* Hints to the compiler and the processor. */
#ifndef RD_BASE_COMPILER_H
#define RD_BASE_COMPILER_H

#include <stdint.h>

#define rd_likely(x) __builtin_expect(!!(x), 1)
#define rd_unlikely(x) __builtin_expect(!!(x), 0)
/* As by the operators: in the type to which both are converted. Each argument is evaluated once, so
 * that it may be a load of what others write. */
#define rd_min(a, b) rd_better(a, <, b)
#define rd_max(a, b) rd_better(a, >, b)
#define rd_better(a, than, b) \
	__extension__({ \
		__typeof__(1 ? (a) : (b)) rd_left = (a), rd_right = (b); \
		rd_left than rd_right ? rd_left : rd_right; \
	})

#define RD_CACHE_LINE 64 /* bytes */

/* The line is about to be written: others give it up meanwhile. __builtin_prefetch(p, 1) alone asks
 * for a shared copy unless compiled for newer processors. */
static inline void rd_prefetch_to_write(const void *p)
{
#if defined(__x86_64__)
	__asm__ __volatile__("prefetchw %0" : : "m"(*(const char *)p));
#else
	__builtin_prefetch(p, 1);
#endif
}

/* What comes after begins when all that was read before is there. For who has waited for another
 * processor's word: a processor that guesses that it has come asks for lines too early. */
static inline void rd_reads_done(void)
{
#if defined(__x86_64__)
	__builtin_ia32_lfence();
#endif
}

/* Tells the processor that this is a loop that waits for another one. */
static inline void rd_cpu_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ __volatile__("isb" ::: "memory");
#endif
}

#endif
