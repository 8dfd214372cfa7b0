/* SPDX-License-Identifier: BSD-3-Clause */
/* Hints to the compiler and the processor. */
#ifndef RD_BASE_COMPILER_H
#define RD_BASE_COMPILER_H

#include <stdint.h>

#define rd_likely(x) __builtin_expect(!!(x), 1)
#define rd_unlikely(x) __builtin_expect(!!(x), 0)
/* As by the operators: in the common type of both. Each argument is evaluated once, so that it may
 * be a load of a word that others write. */
#define rd_min(a, b) rd_better(a, <, b)
#define rd_max(a, b) rd_better(a, >, b)
#define rd_better(a, than, b) \
	__extension__({ \
		__typeof__(1 ? (a) : (b)) rd_left = (a), rd_right = (b); \
		rd_left than rd_right ? rd_left : rd_right; \
	})

#define RD_CACHE_LINE 64 /* bytes */

/* Requests the line for writing, so that others give it up early. __builtin_prefetch(p, 1) alone
 * asks for a shared copy unless compiled for newer processors. */
static inline void rd_prefetch_to_write(const void *p)
{
#if defined(__x86_64__)
	__asm__ __volatile__("prefetchw %0" : : "m"(*(const char *)p));
#else
	__builtin_prefetch(p, 1);
#endif
}

/* Later instructions begin when all earlier reads have completed. For use after a wait for
 * another processor's store: a processor that predicts the end of the loop would request lines
 * too early. */
static inline void rd_reads_done(void)
{
#if defined(__x86_64__)
	__builtin_ia32_lfence();
#endif
}

/* Hint to the processor: this loop waits for another processor. */
static inline void rd_cpu_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ __volatile__("isb" ::: "memory");
#endif
}

#endif
