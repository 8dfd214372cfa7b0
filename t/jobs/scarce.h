/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An allocator of which calls fail on demand, in place of glibc's, and which counts its blocks: for
 * the jobs no_memory_*.
 */
#ifndef RD_T_JOBS_SCARCE_H
#define RD_T_JOBS_SCARCE_H

#include "job.h"

#include <errno.h>
#include <features.h>

#ifndef __GLIBC__

int main(void)
{
	puts("needs the allocator of glibc");
	return 77;
}

#else

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t n, size_t bytes);
void *__libc_memalign(size_t align, size_t bytes);
void *__libc_realloc(void *p, size_t bytes);
void __libc_free(void *p);

static long live;     /* blocks */
static int left = -1; /* allocations until the one that fails; negative: none will */
static int failed;    /* allocations that have failed */
static int always;    /* those that follow it, too */
static int cleared;   /* only those of cleared memory count: messages are not kept in such */
static int aligned;   /* only those of aligned memory count: requests of messages are in such */

static size_t least; /* bytes; shorter blocks do not count: messages are kept in such */

static int fails(size_t bytes)
{
	if (left < 0 || bytes < least || left--)
		return 0;
	left = always ? 0 : -1;
	failed++;
	return 1;
}

static void *counted(void *p)
{
	live += p != NULL;
	return p;
}

static size_t never; /* bytes; an allocation of just so many fails */

void *malloc(size_t bytes)
{
	if (never && bytes == never) {
		failed++;
		return NULL;
	}
	return !cleared && !aligned && fails(bytes) ? NULL : counted(__libc_malloc(bytes));
}

void *calloc(size_t n, size_t bytes)
{
	return !aligned && fails(n * bytes) ? NULL : counted(__libc_calloc(n, bytes));
}

void *aligned_alloc(size_t align, size_t bytes)
{
	return fails(bytes) ? NULL : counted(__libc_memalign(align, bytes));
}

void *realloc(void *p, size_t bytes)
{
	if (!aligned && fails(bytes))
		return NULL;
	live += !p;
	return __libc_realloc(p, bytes);
}

static int long_fails;         /* allocations of data of a collective do */
static size_t aligned_fails_b; /* bytes; all shorter aligned ones do */

int posix_memalign(void **p, size_t align, size_t bytes)
{
	int lacks = bytes < aligned_fails_b || (long_fails && bytes > 40000);

	failed += lacks;
	*p = lacks ? NULL : counted(__libc_memalign(align, bytes));
	return *p ? 0 : ENOMEM;
}

void free(void *p)
{
	live -= p != NULL;
	__libc_free(p);
}

enum { ROUNDS = 20, KEPT = 64 }; /* blocks that the library may keep for later */

struct scarce_test {
	const char *name;
	void (*run)(void);
};

/* Runs the test that the argument names; `tests` ends with a name that is NULL. */
static inline int scarce_main(int argc, char **argv, const char *program,
			      const struct scarce_test *tests)
{
	job_start(&argc, &argv, program);
	while (tests->name && (argc != 2 || strcmp(argv[1], tests->name)))
		tests++;
	if (!tests->name) {
		fprintf(stderr, "usage: see the head of %s.c\n", program);
		MPI_Abort(MPI_COMM_WORLD, 2);
	}
	tests->run();
	return job_end();
}

#endif

#endif
