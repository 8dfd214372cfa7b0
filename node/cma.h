/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Single copy (cross-memory attach): which processes of the host let this one copy from and to
 * their memory. Each process publishes its id; a process that has another one's id asks here. The
 * first question reads the word that the id names: the kernel may refuse (containers, Yama's
 * ptrace_scope), and with another pid namespace the pid is another process. The answer is kept for
 * all users, transports, collectives, windows and emulated cards alike. RONDO_CMA=0: no process
 * does.
 */
#ifndef RD_NODE_CMA_H
#define RD_NODE_CMA_H

#include <stdint.h>

struct rd_cma_id {
	uint64_t token;    /* random */
	uint64_t token_at; /* address in the process where it is stored, too */
	uint64_t host;     /* hash of boot, pid namespace and time namespace */
	int32_t pid;
	uint32_t started; /* start of the process in clock ticks; 0: not known */
};

/* Knowledge of one process. The memory stays until the end of this process. */
struct rd_cma_peer {
	struct rd_cma_id id;
	enum { RD_CMA_UNTRIED, RD_CMA_WORKS, RD_CMA_REFUSED } state;
	struct rd_cma_peer *next;
};

/* The id of this process. Unless RONDO_CMA is 0, other processes of the user may then read this
 * one's memory under Yama, too. */
struct rd_cma_id rd_cma_own(void);

/* 1: this process and that one use the same pids for each other. Else a pid may be another
 * process's, or none. */
int rd_cma_shares_pids(const struct rd_cma_id *id);

/* NULL: no memory; it is treated like one that refuses. */
struct rd_cma_peer *rd_cma_peer(const struct rd_cma_id *id);

/* 1: the process with that pid that was last asked for by rd_cma_peer has ended, though another one
 * may have its pid by now. Takes the time of a few system calls. */
int rd_cma_has_ended(int32_t pid);

int rd_cma_probe(struct rd_cma_peer *peer);

/* 1: the peer's memory can be copied. 0: it is refused, for good, or the process has ended. */
static inline int rd_cma_works(struct rd_cma_peer *peer)
{
	return peer && (peer->state == RD_CMA_WORKS ||
			(peer->state == RD_CMA_UNTRIED && rd_cma_probe(peer)));
}

/* Whether a failed copy with this errno means that the kernel refuses it; then it is remembered. */
int rd_cma_is_refusal(struct rd_cma_peer *peer, int error);

#endif
