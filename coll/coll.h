/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives (MPI-5.0 6) over intracommunicators. Arguments have been checked by the caller;
 * counts arrays are [comm->size]. MPI_IN_PLACE comes through as in MPI.
 */
#ifndef RD_COLL_COLL_H
#define RD_COLL_COLL_H

#include "comm/comm.h"
#include "datatype/op.h"

int rd_coll_barrier(struct rd_comm *comm);
int rd_coll_bcast(void *buf, uint64_t count, struct rd_type *type, int root, struct rd_comm *comm);
int rd_coll_gather(const void *sbuf, uint64_t scount, struct rd_type *stype, void *rbuf,
		   uint64_t rcount, struct rd_type *rtype, int root, struct rd_comm *comm);
int rd_coll_gatherv(const void *sbuf, uint64_t scount, struct rd_type *stype, void *rbuf,
		    const MPI_Count *rcounts, const MPI_Aint *displs, struct rd_type *rtype,
		    int root, struct rd_comm *comm);
int rd_coll_scatter(const void *sbuf, uint64_t scount, struct rd_type *stype, void *rbuf,
		    uint64_t rcount, struct rd_type *rtype, int root, struct rd_comm *comm);
int rd_coll_scatterv(const void *sbuf, const MPI_Count *scounts, const MPI_Aint *displs,
		     struct rd_type *stype, void *rbuf, uint64_t rcount, struct rd_type *rtype,
		     int root, struct rd_comm *comm);
int rd_coll_allgather(const void *sbuf, uint64_t scount, struct rd_type *stype, void *rbuf,
		      uint64_t rcount, struct rd_type *rtype, struct rd_comm *comm);
int rd_coll_allgatherv(const void *sbuf, uint64_t scount, struct rd_type *stype, void *rbuf,
		       const MPI_Count *rcounts, const MPI_Aint *displs, struct rd_type *rtype,
		       struct rd_comm *comm);
int rd_coll_alltoall(const void *sbuf, uint64_t scount, struct rd_type *stype, void *rbuf,
		     uint64_t rcount, struct rd_type *rtype, struct rd_comm *comm);
int rd_coll_alltoallv(const void *sbuf, const MPI_Count *scounts, const MPI_Aint *sdispls,
		      struct rd_type *stype, void *rbuf, const MPI_Count *rcounts,
		      const MPI_Aint *rdispls, struct rd_type *rtype, struct rd_comm *comm);
int rd_coll_reduce(const void *sbuf, void *rbuf, uint64_t count, struct rd_type *type,
		   struct rd_op *op, int root, struct rd_comm *comm);
int rd_coll_allreduce(const void *sbuf, void *rbuf, uint64_t count, struct rd_type *type,
		      struct rd_op *op, struct rd_comm *comm);
int rd_coll_reduce_scatter(const void *sbuf, void *rbuf, const MPI_Count *rcounts,
			   struct rd_type *type, struct rd_op *op, struct rd_comm *comm);
int rd_coll_reduce_scatter_block(const void *sbuf, void *rbuf, uint64_t rcount,
				 struct rd_type *type, struct rd_op *op, struct rd_comm *comm);
int rd_coll_scan(const void *sbuf, void *rbuf, uint64_t count, struct rd_type *type,
		 struct rd_op *op, struct rd_comm *comm);
int rd_coll_exscan(const void *sbuf, void *rbuf, uint64_t count, struct rd_type *type,
		   struct rd_op *op, struct rd_comm *comm);

int rd_coll_init(void); /* reads RONDO_COLL */
void rd_coll_fini(void);

/* Counts, bytes and times of every collective by algorithm, for the statistics. */
struct rd_coll_stats {
	const char *operation, *algorithm;
	uint64_t calls, bytes, ns;
};
/* Row i of what was used, NULL after the last. */
const struct rd_coll_stats *rd_coll_stats_row(int i);

/* What the ring's cards left to software, and why. */
struct rd_coll_refusal {
	const char *operation, *why; /* static text */
	uint64_t calls;
};
/* Row i, NULL after the last. */
const struct rd_coll_refusal *rd_coll_refusal_row(int i);

#endif
