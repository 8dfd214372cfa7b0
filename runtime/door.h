/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Doors: the write ends of other processes' bells (bell.h). This process keeps a bounded number of
 * them open, whatever the number of peers and of communicators, and closes the one used least
 * recently to open another. Where not one descriptor is to be had, a child with a table of its own
 * rings: a sleeper is woken even then.
 */
#ifndef RD_RUNTIME_DOOR_H
#define RD_RUNTIME_DOOR_H

#include <stdint.h>

#define RD_DOORS 32 /* kept open at most */

/* Rings the bell `out` of process pid. 0, or -1 (errno; ENOENT and ESRCH mean that the process has
 * ended). */
int rd_door_ring(int32_t pid, int32_t out);

void rd_door_close_all(void);

#endif
