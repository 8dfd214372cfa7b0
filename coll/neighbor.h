/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives among the neighbours of a topology (MPI-5.0 8.6). Arguments have been checked by the
 * caller; arrays of the send side are [rd_topo_outdegree], of the receive side [rd_topo_indegree].
 * With `req` NULL they return after completion.
 */
#ifndef RD_COLL_NEIGHBOR_H
#define RD_COLL_NEIGHBOR_H

#include "coll/coll.h"

/* Allgather, allgatherv, alltoall, alltoallv, alltoallw: each has two rows, blocking and with a
 * request (select.c); then allgather and alltoall in shared memory; bytes: those that this process
 * sends. */
#define RD_COLL_NEIGHBOR_ROWS 14
extern struct rd_coll_stats rd_coll_neighbor_stats[RD_COLL_NEIGHBOR_ROWS];

int rd_coll_neighbor_allgather(const struct rd_buf *out, const struct rd_buf *in,
			       struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);
int rd_coll_neighbor_allgatherv(const struct rd_buf *out, const struct rd_blocks *in,
				struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);
int rd_coll_neighbor_alltoall(const struct rd_buf *out, const struct rd_buf *in,
			      struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);
int rd_coll_neighbor_alltoallv(const struct rd_blocks *out, const struct rd_blocks *in,
			       struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);
/* Displacements in bytes. */
int rd_coll_neighbor_alltoallw(const struct rd_blocks *out, const struct rd_blocks *in,
			       struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);

#endif
