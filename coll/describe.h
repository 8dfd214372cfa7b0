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

static inline uint64_t rd_coll_bytes(const struct rd_buf *buf)
{
	return buf->count * buf->type->size;
}

/* The buffer with the blocks of a gather or scatter: at the root, or at another rank. */
static inline const struct rd_buf *rd_coll_significant(const struct rd_buf *at_root,
						       const struct rd_buf *elsewhere, int root,
						       const struct rd_comm *comm)
{
	return comm->rank == root ? at_root : elsewhere;
}

static inline struct rd_coll_call rd_coll_describe_barrier(struct rd_comm *comm)
{
	return (struct rd_coll_call){.kind = RD_COLL_BARRIER, .comm = comm};
}

static inline struct rd_coll_call rd_coll_describe_bcast(const struct rd_buf *buf, int root,
							 struct rd_comm *comm)
{
	uint64_t bytes = rd_coll_bytes(buf);

	return (struct rd_coll_call){
		.kind = RD_COLL_BCAST,
		.comm = comm,
		.root = root,
		.in.buf = buf->addr,
		.in.count = buf->count,
		.in.type = buf->type,
		.bytes = bytes,
		.idle = !bytes,
	};
}

/* Blocks of one length on both sides; without root: 0. `bytes` of a block. */
static inline struct rd_coll_call rd_coll_describe_bufs(enum rd_coll_kind kind,
							const struct rd_buf *out,
							const struct rd_buf *in, int root,
							uint64_t bytes, struct rd_comm *comm)
{
	return (struct rd_coll_call){
		.kind = kind,
		.comm = comm,
		.root = root,
		.out.buf = out->addr,
		.out.count = out->count,
		.out.type = out->type,
		.in.buf = in->addr,
		.in.count = in->count,
		.in.type = in->type,
		.bytes = bytes,
		.idle = !bytes,
	};
}

static inline struct rd_coll_call rd_coll_describe_gather(const struct rd_buf *out,
							  const struct rd_buf *in, int root,
							  struct rd_comm *comm)
{
	uint64_t bytes = rd_coll_bytes(rd_coll_significant(in, out, root, comm));

	return rd_coll_describe_bufs(RD_COLL_GATHER, out, in, root, bytes, comm);
}

static inline struct rd_coll_call rd_coll_describe_gatherv(const struct rd_buf *out,
							   const struct rd_blocks *in, int root,
							   struct rd_comm *comm)
{
	return (struct rd_coll_call){
		.kind = RD_COLL_GATHERV,
		.comm = comm,
		.root = root,
		.out.buf = out->addr,
		.out.count = out->count,
		.out.type = out->type,
		.in.buf = in->addr,
		.in.counts = in->counts,
		.in.displs = in->displs,
		.in.type = in->type,
	};
}

static inline struct rd_coll_call rd_coll_describe_scatter(const struct rd_buf *out,
							   const struct rd_buf *in, int root,
							   struct rd_comm *comm)
{
	uint64_t bytes = rd_coll_bytes(rd_coll_significant(out, in, root, comm));

	return rd_coll_describe_bufs(RD_COLL_SCATTER, out, in, root, bytes, comm);
}

static inline struct rd_coll_call rd_coll_describe_scatterv(const struct rd_blocks *out,
							    const struct rd_buf *in, int root,
							    struct rd_comm *comm)
{
	return (struct rd_coll_call){
		.kind = RD_COLL_SCATTERV,
		.comm = comm,
		.root = root,
		.out.buf = out->addr,
		.out.counts = out->counts,
		.out.displs = out->displs,
		.out.type = out->type,
		.in.buf = in->addr,
		.in.count = in->count,
		.in.type = in->type,
	};
}

static inline struct rd_coll_call rd_coll_describe_allgather(const struct rd_buf *out,
							     const struct rd_buf *in,
							     struct rd_comm *comm)
{
	uint64_t bytes = rd_coll_bytes(in);

	return rd_coll_describe_bufs(RD_COLL_ALLGATHER, out, in, 0, bytes, comm);
}

static inline struct rd_coll_call rd_coll_describe_allgatherv(const struct rd_buf *out,
							      const struct rd_blocks *in,
							      struct rd_comm *comm)
{
	uint64_t bytes = rd_coll_sum(in->counts, rd_comm_peers(comm)) * in->type->size;

	return (struct rd_coll_call){
		.kind = RD_COLL_ALLGATHERV,
		.comm = comm,
		.out.buf = out->addr,
		.out.count = out->count,
		.out.type = out->type,
		.in.buf = in->addr,
		.in.counts = in->counts,
		.in.displs = in->displs,
		.in.type = in->type,
		.bytes = bytes,
		.idle = !bytes,
	};
}

static inline struct rd_coll_call rd_coll_describe_alltoall(const struct rd_buf *out,
							    const struct rd_buf *in,
							    struct rd_comm *comm)
{
	uint64_t bytes = rd_coll_bytes(in);

	return rd_coll_describe_bufs(RD_COLL_ALLTOALL, out, in, 0, bytes, comm);
}

/* RD_COLL_ALLTOALLV or RD_COLL_ALLTOALLW. */
static inline struct rd_coll_call rd_coll_describe_alltoall_blocks(enum rd_coll_kind kind,
								   const struct rd_blocks *out,
								   const struct rd_blocks *in,
								   struct rd_comm *comm)
{
	return (struct rd_coll_call){
		.kind = kind,
		.comm = comm,
		.out.buf = out->addr,
		.out.counts = out->counts,
		.out.displs = out->displs,
		.out.type = out->type,
		.out.types = out->types,
		.in.buf = in->addr,
		.in.counts = in->counts,
		.in.displs = in->displs,
		.in.type = in->type,
		.in.types = in->types,
	};
}

/* The reductions that take `count` elements from every member; without root: 0. */
static inline struct rd_coll_call rd_coll_describe_reduction(enum rd_coll_kind kind,
							     const void *operand,
							     const struct rd_buf *result,
							     struct rd_op *op, int root,
							     struct rd_comm *comm)
{
	uint64_t bytes = rd_coll_bytes(result);

	return (struct rd_coll_call){
		.kind = kind,
		.comm = comm,
		.root = root,
		.op = op,
		.out.buf = (void *)operand,
		.out.count = result->count,
		.out.type = result->type,
		.in.buf = result->addr,
		.in.count = result->count,
		.in.type = result->type,
		.bytes = bytes,
		.idle = !bytes,
	};
}

static inline struct rd_coll_call rd_coll_describe_reduce_scatter(const void *operand,
								  const struct rd_blocks *result,
								  struct rd_op *op,
								  struct rd_comm *comm)
{
	uint64_t count = rd_coll_sum(result->counts, comm->size),
		 bytes = count * result->type->size;

	return (struct rd_coll_call){
		.kind = RD_COLL_REDUCE_SCATTER,
		.comm = comm,
		.op = op,
		.out.buf = (void *)operand,
		.out.count = count,
		.out.type = result->type,
		.in.buf = result->addr,
		.in.counts = result->counts,
		.in.type = result->type,
		.bytes = bytes,
		.idle = !bytes,
	};
}

static inline struct rd_coll_call rd_coll_describe_reduce_scatter_block(const void *operand,
									const struct rd_buf *result,
									struct rd_op *op,
									struct rd_comm *comm)
{
	uint64_t count = result->count * (uint64_t)comm->size, bytes = count * result->type->size;

	return (struct rd_coll_call){
		.kind = RD_COLL_REDUCE_SCATTER_BLOCK,
		.comm = comm,
		.op = op,
		.out.buf = (void *)operand,
		.out.count = count,
		.out.type = result->type,
		.in.buf = result->addr,
		.in.count = result->count,
		.in.type = result->type,
		.bytes = bytes,
		.idle = !bytes,
	};
}

#endif
