/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of jobs whose threads are in MPI at the same time, beside job.h. */
#ifndef RD_T_JOBS_JOB_THREADS_H
#define RD_T_JOBS_JOB_THREADS_H

#include "t/jobs/job.h"

#include <pthread.h>

static pthread_mutex_t telling = PTHREAD_MUTEX_INITIALIZER;

/* As check(), of any thread. */
#define good(is, ...) \
	do { \
		if (!(is)) { \
			pthread_mutex_lock(&telling); \
			check(0, __VA_ARGS__); \
			pthread_mutex_unlock(&telling); \
		} \
	} while (0)

#endif
