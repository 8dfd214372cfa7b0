/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives without data: the call is over before its arguments are looked at one by one, if
 * those are the usual ones, so that no check could fail: no object that the program has made but
 * the communicator, no special address, and one group. Any other call, right or wrong, is left to
 * the checks. Used by chapters that are generated from api.tbl.
 */
#ifndef RD_MPI_EMPTY_H
#define RD_MPI_EMPTY_H

#include <stdint.h>

#include "mpi/api.h"

static inline int rd_empty_buf(const void *buf, MPI_Datatype datatype)
{
	uintptr_t t = (uintptr_t)datatype - RD_TYPE_FIRST;

	return rd_mpi_vbuf_ok(buf) && t <= RD_TYPE_LAST - RD_TYPE_FIRST && rd_type_predefined[t];
}

/* By datatype: a bit for each operator that has been found to be defined for it. */
extern uint32_t rd_empty_ops[RD_TYPE_LAST - RD_TYPE_FIRST + 1];
_Static_assert(RD_OP_LAST - RD_OP_FIRST < 32, "a bit for each operator");
RD_MPI_COLD int rd_empty_find_op(unsigned op, unsigned type);

static inline int rd_empty_bufs(const void *sendbuf, const void *recvbuf, MPI_Datatype datatype,
				MPI_Op op)
{
	uintptr_t o = (uintptr_t)op - RD_OP_FIRST, t = (uintptr_t)datatype - RD_TYPE_FIRST;

	return rd_empty_buf(sendbuf, datatype) && rd_empty_buf(recvbuf, datatype) &&
	       o <= RD_OP_LAST - RD_OP_FIRST &&
	       (__atomic_load_n(&rd_empty_ops[t], __ATOMIC_RELAXED) >> o & 1 ||
		rd_empty_find_op((unsigned)o, (unsigned)t));
}

/* The condition to be tested last: where it holds the call has taken its tag. */
static inline int rd_empty_comm(MPI_Comm handle, int root)
{
	struct rd_comm *comm = rd_comm_get(handle);

	if (rd_mpi_gate > RD_GATE_CHECK || !comm || rd_comm_is_inter(comm) ||
	    (unsigned)root >= (unsigned)comm->size)
		return 0;
	rd_comm_coll_tag(comm);
	return 1;
}

static inline int rd_empty_bcast(const void *buffer, MPI_Count count, MPI_Datatype datatype,
				 int root, MPI_Comm comm)
{
	return !count && rd_empty_buf(buffer, datatype) && rd_empty_comm(comm, root);
}

/* Arguments that are not significant on this rank are compared, too; no pointer is followed. */
static inline int rd_empty_move(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
				const void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
				int root, MPI_Comm comm)
{
	return !(sendcount | recvcount) && rd_empty_buf(sendbuf, sendtype) &&
	       rd_empty_buf(recvbuf, recvtype) && rd_empty_comm(comm, root);
}

static inline int rd_empty_reduction(const void *sendbuf, const void *recvbuf, MPI_Count count,
				     MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
{
	return !count && rd_empty_bufs(sendbuf, recvbuf, datatype, op) && rd_empty_comm(comm, root);
}

/* A count for each member. */
static inline int rd_empty_scattered(const void *sendbuf, const void *recvbuf, const int *counts,
				     MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	int any = !counts;

	for (int i = 0, n = rd_mpi_members(comm); i < n && !any; i++)
		any = counts[i];
	return !any && rd_empty_bufs(sendbuf, recvbuf, datatype, op) && rd_empty_comm(comm, 0);
}

#endif
