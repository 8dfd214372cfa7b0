/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-parts.tbl by mpi/gen.pl: do not edit */
/*
 * Partitioned communication (MPI-5.0 4); marking and asking is in mpi/part.c.
 */
#include "mpi/api.h"

int PMPI_Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype,
		    int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Psend_init");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Psend_init(buf, partitions, count, datatype, dest,
							    tag, comm, info, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Psend_init", "comm", comm);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, "MPI_Psend_init", "info", info);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&comm_p->errs, "MPI_Psend_init", "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, "MPI_Psend_init", "datatype",
					       datatype);
		if (rd_unlikely(!rd_mpi_dest_ok(dest, comm_p)))
			return rd_mpi_bad_rank(comm_p, "MPI_Psend_init", "dest", dest);
		if (rd_unlikely(tag < 0))
			return rd_mpi_bad_tag(&comm_p->errs, "MPI_Psend_init", "tag", tag);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, "MPI_Psend_init", "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Psend_init", "request");
		if (rd_unlikely(partitions < 0))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_ARG, "MPI_Psend_init",
					    "partitions=%d is negative", partitions);
	}
	err = rd_psend_init(&RD_BUF(buf, count, datatype_p), partitions, dest, tag, &comm_p->p2p,
			    &comm_p->parts, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Psend_init", "dest=%d, tag=%d", dest,
				   tag);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Psend_init);

int PMPI_Precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest,
		    int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Precv_init");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Precv_init(buf, partitions, count, datatype, dest,
							    tag, comm, info, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Precv_init", "comm", comm);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, "MPI_Precv_init", "info", info);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&comm_p->errs, "MPI_Precv_init", "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, "MPI_Precv_init", "datatype",
					       datatype);
		if (rd_unlikely(!rd_mpi_dest_ok(dest, comm_p)))
			return rd_mpi_bad_rank(comm_p, "MPI_Precv_init", "dest", dest);
		if (rd_unlikely(tag < 0))
			return rd_mpi_bad_tag(&comm_p->errs, "MPI_Precv_init", "tag", tag);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, "MPI_Precv_init", "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Precv_init", "request");
		if (rd_unlikely(partitions < 0))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_ARG, "MPI_Precv_init",
					    "partitions=%d is negative", partitions);
	}
	err = rd_precv_init(&RD_BUF(buf, count, datatype_p), partitions, dest, tag, &comm_p->p2p,
			    &comm_p->parts, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Precv_init", "dest=%d, tag=%d", dest,
				   tag);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Precv_init);

int PMPI_Pready(int partition, MPI_Request request)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Pready");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Pready(partition, request));
	return rd_mpi_pready("MPI_Pready", request, partition, partition);
}
RD_MPI_ALIAS(Pready);

int PMPI_Pready_range(int partition_low, int partition_high, MPI_Request request)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Pready_range");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Pready_range(partition_low, partition_high, request));
	return rd_mpi_pready("MPI_Pready_range", request, partition_low, partition_high);
}
RD_MPI_ALIAS(Pready_range);

int PMPI_Pready_list(int length, const int array_of_partitions[], MPI_Request request)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Pready_list");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Pready_list(length, array_of_partitions, request));
		if (rd_unlikely(length < 0))
			return rd_mpi_bad_count(NULL, "MPI_Pready_list", "length", length);
		if (rd_unlikely(!array_of_partitions && length > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Pready_list", "array_of_partitions");
	}
	return rd_mpi_pready_list("MPI_Pready_list", request, length, array_of_partitions);
}
RD_MPI_ALIAS(Pready_list);

int PMPI_Parrived(MPI_Request request, int partition, int *flag)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Parrived");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Parrived(request, partition, flag));
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Parrived", "flag");
	}
	return rd_mpi_parrived("MPI_Parrived", request, partition, flag);
}
RD_MPI_ALIAS(Parrived);
