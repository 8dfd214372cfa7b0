/* SPDX-License-Identifier: BSD-3-Clause */
/* rma/lock.h: while other cards bar a lock, tries leave its word alone: a process that looks at the
 * word before it sleeps would wait for a holder that is none. */
#include "rma/lock.h"

#include "t/tap.h"

#include <pthread.h>

enum { TRIES = 2000000 };

static struct rd_rma_lockword lockword;
static int begun, over, seen;

static void *look(void *arg)
{
	__atomic_store_n(&begun, 1, __ATOMIC_RELEASE);
	while (!__atomic_load_n(&over, __ATOMIC_ACQUIRE))
		seen += !rd_lock_is_free(&lockword, 0);
	return arg;
}

int main(void)
{
	uint32_t sleeper = 0;
	pthread_t thread;
	int taken = 0;

	lockword.far = 1;
	pthread_create(&thread, NULL, look, NULL);
	while (!__atomic_load_n(&begun, __ATOMIC_ACQUIRE))
		;
	for (int i = 0; i < TRIES; i++)
		taken += rd_lock_try(&lockword, 1, 0, &sleeper);
	__atomic_store_n(&over, 1, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
	is_int(taken, 0, "no exclusive lock beside a shared one of another card");
	is_int(seen, 0, "and no look at the word sees one");
	is_int(rd_lock_try(&lockword, 0, 0, &sleeper), 1, "a shared one is taken");
	is_int((int)rd_lock_drop(&lockword, 0), 0, "and dropped");
	return done();
}
