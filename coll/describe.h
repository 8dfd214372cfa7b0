/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The collectives' arguments as a call, blocking or not; `idle`: it moves no data on any
 * member. For coll.c and begin.c.
 */
#ifndef RD_COLL_DESCRIBE_H
#define RD_COLL_DESCRIBE_H

#include "coll/call.h"

static inline uint64_t rd_coll_sum(const MPI_Count *counts, int n)
{
	uint64_t total = 0;

	for (int i = 0; i < n; i++)
		total += (uint64_t)counts[i];
	return total;
}

static inline struct rd_coll_call rd_coll_describe_barrier(struct rd_comm *comm)
{
	return (struct rd_coll_call){.kind = RD_COLL_BARRIER, .comm = comm};
}

static inline struct rd_coll_call rd_coll_describe_bcast(void *buf, uint64_t count,
							 struct rd_type *type, int root,
							 struct rd_comm *comm)
{
	uint64_t bytes = count * type->size;

	return (struct rd_coll_call){
		.kind = RD_COLL_BCAST,
		.comm = comm,
		.root = root,
		.rbuf = buf,
		.rcount = count,
		.rtype = type,
		.bytes = bytes,
		.idle = !bytes,
	};
}

static inline struct rd_coll_call rd_coll_describe_gather(const void *sbuf, uint64_t scount,
							  struct rd_type *stype, void *rbuf,
							  uint64_t rcount, struct rd_type *rtype,
							  int root, struct rd_comm *comm)
{
	uint64_t bytes = comm->rank == root ? rcount * rtype->size : scount * stype->size;

	return (struct rd_coll_call){
		.kind = RD_COLL_GATHER,
		.comm = comm,
		.root = root,
		.sbuf = sbuf,
		.scount = scount,
		.stype = stype,
		.rbuf = rbuf,
		.rcount = rcount,
		.rtype = rtype,
		.bytes = bytes,
		.idle = !bytes,
	};
}

static inline struct rd_coll_call rd_coll_describe_gatherv(const void *sbuf, uint64_t scount,
							   struct rd_type *stype, void *rbuf,
							   const MPI_Count *rcounts,
							   const MPI_Aint *displs,
							   struct rd_type *rtype, int root,
							   struct rd_comm *comm)
{
	return (struct rd_coll_call){
		.kind = RD_COLL_GATHERV,
		.comm = comm,
		.root = root,
		.sbuf = sbuf,
		.scount = scount,
		.stype = stype,
		.rbuf = rbuf,
		.rcounts = rcounts,
		.rdispls = displs,
		.rtype = rtype,
	};
}

static inline struct rd_coll_call rd_coll_describe_scatter(const void *sbuf, uint64_t scount,
							   struct rd_type *stype, void *rbuf,
							   uint64_t rcount, struct rd_type *rtype,
							   int root, struct rd_comm *comm)
{
	uint64_t bytes = comm->rank == root ? scount * stype->size : rcount * rtype->size;

	return (struct rd_coll_call){
		.kind = RD_COLL_SCATTER,
		.comm = comm,
		.root = root,
		.sbuf = sbuf,
		.scount = scount,
		.stype = stype,
		.rbuf = rbuf,
		.rcount = rcount,
		.rtype = rtype,
		.bytes = bytes,
		.idle = !bytes,
	};
}

static inline struct rd_coll_call rd_coll_describe_scatterv(
	const void *sbuf, const MPI_Count *scounts, const MPI_Aint *displs, struct rd_type *stype,
	void *rbuf, uint64_t rcount, struct rd_type *rtype, int root, struct rd_comm *comm)
{
	return (struct rd_coll_call){
		.kind = RD_COLL_SCATTERV,
		.comm = comm,
		.root = root,
		.sbuf = sbuf,
		.scounts = scounts,
		.sdispls = displs,
		.stype = stype,
		.rbuf = rbuf,
		.rcount = rcount,
		.rtype = rtype,
	};
}

static inline struct rd_coll_call rd_coll_describe_allgather(const void *sbuf, uint64_t scount,
							     struct rd_type *stype, void *rbuf,
							     uint64_t rcount, struct rd_type *rtype,
							     struct rd_comm *comm)
{
	uint64_t bytes = rcount * rtype->size;

	return (struct rd_coll_call){
		.kind = RD_COLL_ALLGATHER,
		.comm = comm,
		.sbuf = sbuf,
		.scount = scount,
		.stype = stype,
		.rbuf = rbuf,
		.rcount = rcount,
		.rtype = rtype,
		.bytes = bytes,
		.idle = !bytes,
	};
}

static inline struct rd_coll_call rd_coll_describe_allgatherv(const void *sbuf, uint64_t scount,
							      struct rd_type *stype, void *rbuf,
							      const MPI_Count *rcounts,
							      const MPI_Aint *displs,
							      struct rd_type *rtype,
							      struct rd_comm *comm)
{
	uint64_t bytes = rd_coll_sum(rcounts, rd_comm_peers(comm)) * rtype->size;

	return (struct rd_coll_call){
		.kind = RD_COLL_ALLGATHERV,
		.comm = comm,
		.sbuf = sbuf,
		.scount = scount,
		.stype = stype,
		.rbuf = rbuf,
		.rcounts = rcounts,
		.rdispls = displs,
		.rtype = rtype,
		.bytes = bytes,
		.idle = !bytes,
	};
}

static inline struct rd_coll_call rd_coll_describe_alltoall(const void *sbuf, uint64_t scount,
							    struct rd_type *stype, void *rbuf,
							    uint64_t rcount, struct rd_type *rtype,
							    struct rd_comm *comm)
{
	uint64_t bytes = rcount * rtype->size;

	return (struct rd_coll_call){
		.kind = RD_COLL_ALLTOALL,
		.comm = comm,
		.sbuf = sbuf,
		.scount = scount,
		.stype = stype,
		.rbuf = rbuf,
		.rcount = rcount,
		.rtype = rtype,
		.bytes = bytes,
		.idle = !bytes,
	};
}

static inline struct rd_coll_call rd_coll_describe_alltoallv(
	const void *sbuf, const MPI_Count *scounts, const MPI_Aint *sdispls, struct rd_type *stype,
	void *rbuf, const MPI_Count *rcounts, const MPI_Aint *rdispls, struct rd_type *rtype,
	struct rd_comm *comm)
{
	return (struct rd_coll_call){
		.kind = RD_COLL_ALLTOALLV,
		.comm = comm,
		.sbuf = sbuf,
		.scounts = scounts,
		.sdispls = sdispls,
		.stype = stype,
		.rbuf = rbuf,
		.rcounts = rcounts,
		.rdispls = rdispls,
		.rtype = rtype,
	};
}

static inline struct rd_coll_call rd_coll_describe_alltoallw(
	const void *sbuf, const MPI_Count *scounts, const MPI_Aint *sdispls,
	const MPI_Datatype *stypes, void *rbuf, const MPI_Count *rcounts, const MPI_Aint *rdispls,
	const MPI_Datatype *rtypes, struct rd_comm *comm)
{
	return (struct rd_coll_call){
		.kind = RD_COLL_ALLTOALLW,
		.comm = comm,
		.sbuf = sbuf,
		.scounts = scounts,
		.sdispls = sdispls,
		.stypes = stypes,
		.rbuf = rbuf,
		.rcounts = rcounts,
		.rdispls = rdispls,
		.rtypes = rtypes,
	};
}

/* The reductions that take `count` elements from every member; without root: 0. */
static inline struct rd_coll_call rd_coll_describe_reduction(enum rd_coll_kind kind,
							     const void *sbuf, void *rbuf,
							     uint64_t count, struct rd_type *type,
							     struct rd_op *op, int root,
							     struct rd_comm *comm)
{
	uint64_t bytes = count * type->size;

	return (struct rd_coll_call){
		.kind = kind,
		.comm = comm,
		.root = root,
		.op = op,
		.sbuf = sbuf,
		.scount = count,
		.stype = type,
		.rbuf = rbuf,
		.rcount = count,
		.rtype = type,
		.bytes = bytes,
		.idle = !bytes,
	};
}

static inline struct rd_coll_call rd_coll_describe_reduce_scatter(const void *sbuf, void *rbuf,
								  const MPI_Count *rcounts,
								  struct rd_type *type,
								  struct rd_op *op,
								  struct rd_comm *comm)
{
	uint64_t count = rd_coll_sum(rcounts, comm->size), bytes = count * type->size;

	return (struct rd_coll_call){
		.kind = RD_COLL_REDUCE_SCATTER,
		.comm = comm,
		.op = op,
		.sbuf = sbuf,
		.scount = count,
		.stype = type,
		.rbuf = rbuf,
		.rcounts = rcounts,
		.rtype = type,
		.bytes = bytes,
		.idle = !bytes,
	};
}

static inline struct rd_coll_call rd_coll_describe_reduce_scatter_block(const void *sbuf,
									void *rbuf, uint64_t rcount,
									struct rd_type *type,
									struct rd_op *op,
									struct rd_comm *comm)
{
	uint64_t count = rcount * (uint64_t)comm->size, bytes = count * type->size;

	return (struct rd_coll_call){
		.kind = RD_COLL_REDUCE_SCATTER_BLOCK,
		.comm = comm,
		.op = op,
		.sbuf = sbuf,
		.scount = count,
		.stype = type,
		.rbuf = rbuf,
		.rcount = rcount,
		.rtype = type,
		.bytes = bytes,
		.idle = !bytes,
	};
}

#endif
