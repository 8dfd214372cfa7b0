/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The small collectives that making a communicator needs, since coll/ stands above comm/: a
 * maximum, an allgather and a broadcast, in ceil(log2 n) rounds for any n.
 */
#ifndef RD_COMM_BOOT_H
#define RD_COMM_BOOT_H

#include "comm/comm.h"
#include "comm/lobby.h"

/* The processes that agree. Calls with the same tag must come in the same order on all. */
struct rd_boot {
	struct rd_ctx *ctx; /* a context that all of them have open; NULL: the lobby is used */
	int tag;
	int rank, size;   /* own place in the group, number of members */
	const int *ranks; /* [size] rank of each in ctx, or in the world; NULL: the same */
	struct rd_lobby lobby;
};

/* All members of an intracommunicator, for their next agreement. */
static inline struct rd_boot rd_comm_boot(struct rd_comm *comm)
{
	int tag = rd_comm_coll_tag(comm);

	return (struct rd_boot){&comm->coll, tag, comm->rank, comm->size, NULL, {0}};
}

/* *value becomes the largest value of any member. */
int rd_boot_max(const struct rd_boot *boot, uint32_t *value);

/* *bits becomes all bits that any member has. */
int rd_boot_or(const struct rd_boot *boot, uint32_t *bits);

/* As rd_boot_max for each of n values, at most RD_BOOT_VALUES. */
enum { RD_BOOT_VALUES = 8 };
int rd_boot_max_n(const struct rd_boot *boot, uint64_t *value, int n);

/* all[] is [bootstrap group->size][bytes]; the member's own part is filled in by the caller before.
 */
int rd_boot_allgather(const struct rd_boot *boot, void *all, size_t bytes);

/* From member `root` to all. buf NULL, not on the root: this member has no memory; it returns
 * RD_ENOMEM, and so do those that would have got the data from it. */
int rd_boot_bcast(const struct rd_boot *boot, int root, void *buf, size_t bytes);

/* Also collective: `in` receives the data of the member `distance` places further up; `out` goes to
 * the member as many places further down. */
int rd_boot_exchange(const struct rd_boot *boot, int distance, const void *out, size_t out_b,
		     void *in, size_t in_b);

#endif
