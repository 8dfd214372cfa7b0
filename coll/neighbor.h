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
 * request (select.c); bytes: those that this process sends. */
#define RD_COLL_NEIGHBOR_ROWS 10
extern struct rd_coll_stats rd_coll_neighbor_stats[RD_COLL_NEIGHBOR_ROWS];

int rd_coll_neighbor_allgather(const void *sbuf, uint64_t scount, struct rd_type *stype, void *rbuf,
			       uint64_t rcount, struct rd_type *rtype, struct rd_comm *comm,
			       enum rd_coll_how how, struct rd_req **req);
int rd_coll_neighbor_allgatherv(const void *sbuf, uint64_t scount, struct rd_type *stype,
				void *rbuf, const MPI_Count *rcounts, const MPI_Aint *displs,
				struct rd_type *rtype, struct rd_comm *comm, enum rd_coll_how how,
				struct rd_req **req);
int rd_coll_neighbor_alltoall(const void *sbuf, uint64_t scount, struct rd_type *stype, void *rbuf,
			      uint64_t rcount, struct rd_type *rtype, struct rd_comm *comm,
			      enum rd_coll_how how, struct rd_req **req);
int rd_coll_neighbor_alltoallv(const void *sbuf, const MPI_Count *scounts, const MPI_Aint *sdispls,
			       struct rd_type *stype, void *rbuf, const MPI_Count *rcounts,
			       const MPI_Aint *rdispls, struct rd_type *rtype, struct rd_comm *comm,
			       enum rd_coll_how how, struct rd_req **req);
/* Displacements in bytes. */
int rd_coll_neighbor_alltoallw(const void *sbuf, const MPI_Count *scounts, const MPI_Aint *sdispls,
			       const MPI_Datatype *stypes, void *rbuf, const MPI_Count *rcounts,
			       const MPI_Aint *rdispls, const MPI_Datatype *rtypes,
			       struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);

#endif
