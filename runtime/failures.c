/* SPDX-License-Identifier: BSD-3-Clause */
/* Failure notices (failures.h). */
#include "runtime/failures.h"

#include "base/err.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { LIVES, ENDED, TAKEN };

int rd_failures;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects all below */
static unsigned char *fate;                              /* [nranks] */
static int nranks;
static int fd = -1; /* an eventfd */

int rd_failures_init(int n)
{
	int box = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	unsigned char *fates;

	if (box < 0) {
		rd_err_because("no descriptor for failure notices: %m%s",
			       errno == EMFILE ? "; raise the limit on open files (ulimit -n)"
					       : "");
		return RD_ESYS;
	}
	fates = calloc((size_t)n, 1);
	if (!fates) {
		close(box);
		rd_err_because("no memory for failure notices of %d ranks", n);
		return RD_ENOMEM;
	}
	pthread_mutex_lock(&lock);
	fate = fates;
	nranks = n;
	fd = box;
	pthread_mutex_unlock(&lock);
	return 0;
}

void rd_failures_fini(void)
{
	pthread_mutex_lock(&lock);
	if (fd >= 0)
		close(fd);
	free(fate);
	fate = NULL;
	nranks = 0;
	fd = -1;
	rd_failures = 0;
	pthread_mutex_unlock(&lock);
}

void rd_failures_add(int rank)
{
	pthread_mutex_lock(&lock);
	if (rank >= 0 && rank < nranks && fate[rank] == LIVES) {
		fate[rank] = ENDED;
		__atomic_store_n(&rd_failures, 1, __ATOMIC_RELEASE);
		eventfd_write(fd, 1);
	}
	pthread_mutex_unlock(&lock);
}

int rd_failures_has(int rank)
{
	int ended = 0;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < nranks; i++)
		ended |= (i == rank || rank < 0) && fate[i] != LIVES;
	pthread_mutex_unlock(&lock);
	return ended;
}

int rd_failures_take(void)
{
	eventfd_t count;
	int rank = 0;

	pthread_mutex_lock(&lock);
	while (rank < nranks && fate[rank] != ENDED)
		rank++;
	if (rank < nranks) {
		fate[rank] = TAKEN;
	} else {
		rank = -1;
		__atomic_store_n(&rd_failures, 0, __ATOMIC_RELAXED);
		eventfd_read(fd, &count);
	}
	pthread_mutex_unlock(&lock);
	return rank;
}

int rd_failures_fd(void)
{
	return fd;
}
