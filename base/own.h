/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory that each thread has of its own, zeroed when the thread first asks for it and freed when
 * the thread ends. Of a key's, not __thread: static TLS, which programs that load the library at
 * run time have little of, is for the lock. For cold paths.
 */
#ifndef RD_BASE_OWN_H
#define RD_BASE_OWN_H

#include <pthread.h>
#include <stddef.h>

struct rd_own {
	size_t bytes;
	pthread_key_t key;
	int made; /* 1: the key; -1: there is none left */
};

#define RD_OWN_INIT(type) \
	{ \
		.bytes = sizeof(type) \
	}

/* NULL: this thread has none. */
void *rd_own_find(struct rd_own *own);
/* NULL: there is no memory. */
void *rd_own_get(struct rd_own *own);

#endif
