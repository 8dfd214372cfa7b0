/* SPDX-License-Identifier: BSD-3-Clause */
/* Between the files of comm/ that make communicators. */
#ifndef RD_COMM_CREATE_H
#define RD_COMM_CREATE_H

#include "comm/comm.h"

/* A communicator with agreed contexts id and id + 1; takes over the reference to the group on
 * success. */
int rd_comm_birth(struct rd_comm *parent, uint32_t id, struct rd_group *group,
		  struct rd_comm **out);

/* Collective over `comm`: a communicator of its ranks 0 .. n - 1 in that order; *out NULL for the
 * others. */
int rd_comm_first(struct rd_comm *comm, int n, struct rd_comm **out);

#endif
