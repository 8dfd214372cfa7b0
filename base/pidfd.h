/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A descriptor that becomes readable when a process has ended. Used by the transports over shared
 * memory.
 */
#ifndef RD_BASE_PIDFD_H
#define RD_BASE_PIDFD_H

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* -1 with errno on failure. Valgrind 3.19 does not support the call and prints five lines each
 * time; without the descriptor the end of a process is detected by kill(2). */
static inline int rd_pidfd_open(int32_t pid)
{
	const char *preload = getenv("LD_PRELOAD");

	if (preload && strstr(preload, "/vgpreload_")) {
		errno = ENOSYS;
		return -1;
	}
	return (int)syscall(SYS_pidfd_open, pid, 0);
}

#endif
