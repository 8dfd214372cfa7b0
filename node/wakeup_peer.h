/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Wakefds: the write ends of other processes' wake-ups (wakeup.h), opened here. A process keeps at
 * most RD_WAKEUP_PEERS of them open, for any number of peers and of communicators, and closes the
 * least recently used one to open another. When no descriptor is free, a child with a descriptor
 * table of its own does the wake-up, so that a sleeper is woken even then.
 */
#ifndef RD_NODE_WAKEUP_PEER_H
#define RD_NODE_WAKEUP_PEER_H

#include <stdint.h>

#define RD_WAKEUP_PEERS 32 /* kept open at most */

/* Wakes process pid by its descriptor `out`; `token` differs for each wake-up that the process has
 * had under that number. 0, or -1 (errno; ENOENT and ESRCH mean that the process has ended). */
int rd_wakeup_peer(int32_t pid, int32_t out, uint64_t token);

void rd_wakeup_peer_close_all(void);

#endif
