/* SPDX-License-Identifier: BSD-3-Clause */
/* The hints of a communicator (MPI-5.0 7.4.4). */
#ifndef RD_COMM_INFO_H
#define RD_COMM_INFO_H

#include "base/hints.h"
#include "comm/comm.h"

/* Takes over the known hints, with "true" or "false"; the others are ignored. NULL: none. */
void rd_comm_set_info(struct rd_comm *comm, const struct rd_hints *hints);
/* All known hints with their values in force. RD_ENOMEM. */
int rd_comm_get_info(const struct rd_comm *comm, struct rd_hints **out);

#endif
