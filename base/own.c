/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of threads by keys (own.h). */
#include "base/own.h"

#include <stdlib.h>

/* 1: there is a key. */
static int make(struct rd_own *own)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	/* pairs with the release below */
	int made = __atomic_load_n(&own->made, __ATOMIC_ACQUIRE);

	if (made)
		return made > 0;
	pthread_mutex_lock(&lock);
	made = own->made;
	if (!made) {
		made = pthread_key_create(&own->key, free) ? -1 : 1;
		__atomic_store_n(&own->made, made, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&lock);
	return made > 0;
}

void *rd_own_find(struct rd_own *own)
{
	return make(own) ? pthread_getspecific(own->key) : NULL;
}

void *rd_own_get(struct rd_own *own)
{
	void *memory = rd_own_find(own);

	if (memory || own->made < 0)
		return memory;
	memory = calloc(1, own->bytes);
	if (memory && pthread_setspecific(own->key, memory)) {
		free(memory);
		return NULL;
	}
	return memory;
}
