/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-nbc.tbl by mpi/gen.pl: do not edit */
/*
 * Persistent collectives that move data: made once, started often (MPI-5.0 6.13).
 */
#include "mpi/api.h"

int PMPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Barrier_init");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Barrier_init(comm, info, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Barrier_init", "comm", comm);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, "MPI_Barrier_init", "info", info);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Barrier_init", "request");
	}
	err = rd_coll_ibarrier(comm_p, RD_COLL_PERSISTENT, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Barrier_init", NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Barrier_init);

static int do_bcast_init(const char *call, void *buffer, MPI_Count count, MPI_Datatype datatype,
			 int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int takes_part = rd_mpi_takes_part(comm_p, root);
	struct rd_type *datatype_p = rd_type_get(takes_part ? datatype : MPI_BYTE);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_bcast_init(call, buffer, count, datatype, root, comm,
							  info, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, call, "info", info);
		if (rd_unlikely(!rd_mpi_root_ok(root, comm_p)))
			return rd_mpi_bad_root(comm_p, call, "root", root);
		if (takes_part) {
			if (rd_unlikely(count < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "count", count);
			if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
			if (rd_unlikely(!rd_mpi_buf_ok(buffer, count, datatype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "buffer", buffer);
		}
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_ibcast(&RD_BUF(buffer, count, datatype_p), root, comm_p, RD_COLL_PERSISTENT,
			     &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Bcast_init(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
		    MPI_Info info, MPI_Request *request)
{
	return do_bcast_init("MPI_Bcast_init", buffer, count, datatype, root, comm, info, request);
}
RD_MPI_ALIAS(Bcast_init);

int PMPI_Bcast_init_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
		      MPI_Info info, MPI_Request *request)
{
	return do_bcast_init("MPI_Bcast_init_c", buffer, count, datatype, root, comm, info,
			     request);
}
RD_MPI_ALIAS(Bcast_init_c);

static int do_gather_init(const char *call, const void *sendbuf, MPI_Count sendcount,
			  MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
			  MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
			  MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int at_root = rd_mpi_at_root(comm_p, root);
	const int at_own_root = rd_mpi_at_own_root(comm_p, root);
	const int sends = rd_mpi_is_leaf(comm_p, root, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(at_root ? recvtype : MPI_BYTE);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_gather_init(call, sendbuf, sendcount, sendtype,
							   recvbuf, recvcount, recvtype, root, comm,
							   info, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, call, "info", info);
		if (rd_unlikely(!rd_mpi_root_ok(root, comm_p)))
			return rd_mpi_bad_root(comm_p, call, "root", root);
		if (sends) {
			if (rd_unlikely(sendcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "sendcount",
							sendcount);
			if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (at_root) {
			if (rd_unlikely(recvcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "recvcount",
							recvcount);
			if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
			if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, recvcount, recvtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		}
		if (at_own_root) {
			if (rd_unlikely(rd_mpi_is_alias(sendbuf, recvbuf, recvcount, recvtype_p)))
				return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		}
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_igather(&RD_BUF(sendbuf, sendcount, sendtype_p),
			      &RD_BUF(recvbuf, recvcount, recvtype_p), root, comm_p,
			      RD_COLL_PERSISTENT, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		     int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
		     MPI_Request *request)
{
	return do_gather_init("MPI_Gather_init", sendbuf, sendcount, sendtype, recvbuf, recvcount,
			      recvtype, root, comm, info, request);
}
RD_MPI_ALIAS(Gather_init);

int PMPI_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
		       void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
		       MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	return do_gather_init("MPI_Gather_init_c", sendbuf, sendcount, sendtype, recvbuf, recvcount,
			      recvtype, root, comm, info, request);
}
RD_MPI_ALIAS(Gather_init_c);

static int do_gatherv_init(const char *call, const void *sendbuf, MPI_Count sendcount,
			   MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
			   const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
			   MPI_Info info, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int at_root = rd_mpi_at_root(comm_p, root);
	const int at_own_root = rd_mpi_at_own_root(comm_p, root);
	const int sends = rd_mpi_is_leaf(comm_p, root, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(at_root ? recvtype : MPI_BYTE);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_gatherv_init(call, sendbuf, sendcount, sendtype,
							    recvbuf, recvcounts, displs, recvtype,
							    root, comm, info, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, call, "info", info);
		if (rd_unlikely(!rd_mpi_root_ok(root, comm_p)))
			return rd_mpi_bad_root(comm_p, call, "root", root);
		if (sends) {
			if (rd_unlikely(sendcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "sendcount",
							sendcount);
			if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (at_root) {
			if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
			err = rd_mpi_check_counts(&comm_p->errs, call, "recvcounts",
						  comm_p->p2p.size, recvcounts);
			if (rd_unlikely(err))
				return err;
			if (rd_unlikely(!displs && comm_p->p2p.size > 0))
				return rd_mpi_bad_pointer(&comm_p->errs, call, "displs");
			if (rd_unlikely(!rd_mpi_vbuf_ok(recvbuf)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		}
		if (at_own_root) {
			if (rd_unlikely(rd_mpi_is_valias(sendbuf, recvbuf, comm_p, recvcounts,
							 displs, recvtype_p)))
				return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		}
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_igatherv(&RD_BUF(sendbuf, sendcount, sendtype_p),
			       &RD_BLOCKS(recvbuf, recvcounts, displs, recvtype_p), root, comm_p,
			       RD_COLL_PERSISTENT, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		      const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
		      MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_peers(comm), 2,
			   rd_mpi_at_root(rd_comm_get(comm), root) ? recvcounts : NULL,
			   rd_mpi_at_root(rd_comm_get(comm), root) ? displs : NULL);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Gatherv_init", NULL);
	err = do_gatherv_init("MPI_Gatherv_init", sendbuf, sendcount, sendtype, recvbuf,
			      wide.array[0], wide.array[1], recvtype, root, comm, info, request);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Gatherv_init);

int PMPI_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
			void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
			MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
			MPI_Request *request)
{
	return do_gatherv_init("MPI_Gatherv_init_c", sendbuf, sendcount, sendtype, recvbuf,
			       recvcounts, displs, recvtype, root, comm, info, request);
}
RD_MPI_ALIAS(Gatherv_init_c);

static int do_scatter_init(const char *call, const void *sendbuf, MPI_Count sendcount,
			   MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
			   MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
			   MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int at_root = rd_mpi_at_root(comm_p, root);
	const int at_own_root = rd_mpi_at_own_root(comm_p, root);
	const int recvs = rd_mpi_is_leaf(comm_p, root, recvbuf);
	struct rd_type *sendtype_p = rd_type_get(at_root ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvs ? recvtype : MPI_BYTE);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_scatter_init(call, sendbuf, sendcount, sendtype,
							    recvbuf, recvcount, recvtype, root,
							    comm, info, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, call, "info", info);
		if (rd_unlikely(!rd_mpi_root_ok(root, comm_p)))
			return rd_mpi_bad_root(comm_p, call, "root", root);
		if (at_root) {
			if (rd_unlikely(sendcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "sendcount",
							sendcount);
			if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (recvs) {
			if (rd_unlikely(recvcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "recvcount",
							recvcount);
			if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
			if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, recvcount, recvtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		}
		if (at_own_root) {
			if (rd_unlikely(rd_mpi_is_alias(sendbuf, recvbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		}
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_iscatter(&RD_BUF(sendbuf, sendcount, sendtype_p),
			       &RD_BUF(recvbuf, recvcount, recvtype_p), root, comm_p,
			       RD_COLL_PERSISTENT, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		      int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
		      MPI_Request *request)
{
	return do_scatter_init("MPI_Scatter_init", sendbuf, sendcount, sendtype, recvbuf, recvcount,
			       recvtype, root, comm, info, request);
}
RD_MPI_ALIAS(Scatter_init);

int PMPI_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
			void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
			MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	return do_scatter_init("MPI_Scatter_init_c", sendbuf, sendcount, sendtype, recvbuf,
			       recvcount, recvtype, root, comm, info, request);
}
RD_MPI_ALIAS(Scatter_init_c);

static int do_scatterv_init(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
			    const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf,
			    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
			    MPI_Info info, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int at_root = rd_mpi_at_root(comm_p, root);
	const int at_own_root = rd_mpi_at_own_root(comm_p, root);
	const int recvs = rd_mpi_is_leaf(comm_p, root, recvbuf);
	struct rd_type *sendtype_p = rd_type_get(at_root ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvs ? recvtype : MPI_BYTE);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_scatterv_init(call, sendbuf, sendcounts, displs,
							     sendtype, recvbuf, recvcount, recvtype,
							     root, comm, info, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, call, "info", info);
		if (rd_unlikely(!rd_mpi_root_ok(root, comm_p)))
			return rd_mpi_bad_root(comm_p, call, "root", root);
		if (at_root) {
			if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
			err = rd_mpi_check_counts(&comm_p->errs, call, "sendcounts",
						  comm_p->p2p.size, sendcounts);
			if (rd_unlikely(err))
				return err;
			if (rd_unlikely(!displs && comm_p->p2p.size > 0))
				return rd_mpi_bad_pointer(&comm_p->errs, call, "displs");
			if (rd_unlikely(!rd_mpi_vbuf_ok(sendbuf)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (recvs) {
			if (rd_unlikely(recvcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "recvcount",
							recvcount);
			if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
			if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, recvcount, recvtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		}
		if (at_own_root) {
			if (rd_unlikely(rd_mpi_is_valias(sendbuf, recvbuf, comm_p, sendcounts,
							 displs, sendtype_p)))
				return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		}
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_iscatterv(&RD_BLOCKS(sendbuf, sendcounts, displs, sendtype_p),
				&RD_BUF(recvbuf, recvcount, recvtype_p), root, comm_p,
				RD_COLL_PERSISTENT, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[],
		       MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
		       int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_peers(comm), 2,
			   rd_mpi_at_root(rd_comm_get(comm), root) ? sendcounts : NULL,
			   rd_mpi_at_root(rd_comm_get(comm), root) ? displs : NULL);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Scatterv_init", NULL);
	err = do_scatterv_init("MPI_Scatterv_init", sendbuf, wide.array[0], wide.array[1], sendtype,
			       recvbuf, recvcount, recvtype, root, comm, info, request);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Scatterv_init);

int PMPI_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
			 MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
			 MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
			 MPI_Request *request)
{
	return do_scatterv_init("MPI_Scatterv_init_c", sendbuf, sendcounts, displs, sendtype,
				recvbuf, recvcount, recvtype, root, comm, info, request);
}
RD_MPI_ALIAS(Scatterv_init_c);

static int do_allgather_init(const char *call, const void *sendbuf, MPI_Count sendcount,
			     MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
			     MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
			     MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_allgather_init(call, sendbuf, sendcount, sendtype,
							      recvbuf, recvcount, recvtype, comm,
							      info, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, call, "info", info);
		if (rd_unlikely(recvcount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "recvcount", recvcount);
		if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
		if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, recvcount, recvtype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (sends) {
			if (rd_unlikely(sendcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "sendcount",
							sendcount);
			if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (rd_unlikely(rd_mpi_is_alias(sendbuf, recvbuf, recvcount, recvtype_p)))
			return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_iallgather(&RD_BUF(sendbuf, sendcount, sendtype_p),
				 &RD_BUF(recvbuf, recvcount, recvtype_p), comm_p,
				 RD_COLL_PERSISTENT, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
			int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
			MPI_Request *request)
{
	return do_allgather_init("MPI_Allgather_init", sendbuf, sendcount, sendtype, recvbuf,
				 recvcount, recvtype, comm, info, request);
}
RD_MPI_ALIAS(Allgather_init);

int PMPI_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
			  void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
			  MPI_Info info, MPI_Request *request)
{
	return do_allgather_init("MPI_Allgather_init_c", sendbuf, sendcount, sendtype, recvbuf,
				 recvcount, recvtype, comm, info, request);
}
RD_MPI_ALIAS(Allgather_init_c);

static int do_allgatherv_init(const char *call, const void *sendbuf, MPI_Count sendcount,
			      MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
			      const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
			      MPI_Info info, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_allgatherv_init(call, sendbuf, sendcount, sendtype,
							       recvbuf, recvcounts, displs,
							       recvtype, comm, info, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, call, "info", info);
		if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
		err = rd_mpi_check_counts(&comm_p->errs, call, "recvcounts", comm_p->p2p.size,
					  recvcounts);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!displs && comm_p->p2p.size > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "displs");
		if (rd_unlikely(!rd_mpi_vbuf_ok(recvbuf)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (sends) {
			if (rd_unlikely(sendcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "sendcount",
							sendcount);
			if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (rd_unlikely(rd_mpi_is_valias(sendbuf, recvbuf, comm_p, recvcounts, displs,
						 recvtype_p)))
			return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_iallgatherv(&RD_BUF(sendbuf, sendcount, sendtype_p),
				  &RD_BLOCKS(recvbuf, recvcounts, displs, recvtype_p), comm_p,
				  RD_COLL_PERSISTENT, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
			 const int recvcounts[], const int displs[], MPI_Datatype recvtype,
			 MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_peers(comm), 2, recvcounts, displs);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Allgatherv_init", NULL);
	err = do_allgatherv_init("MPI_Allgatherv_init", sendbuf, sendcount, sendtype, recvbuf,
				 wide.array[0], wide.array[1], recvtype, comm, info, request);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Allgatherv_init);

int PMPI_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
			   void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
			   MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
			   MPI_Request *request)
{
	return do_allgatherv_init("MPI_Allgatherv_init_c", sendbuf, sendcount, sendtype, recvbuf,
				  recvcounts, displs, recvtype, comm, info, request);
}
RD_MPI_ALIAS(Allgatherv_init_c);

static int do_alltoall_init(const char *call, const void *sendbuf, MPI_Count sendcount,
			    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
			    MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
			    MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_alltoall_init(call, sendbuf, sendcount, sendtype,
							     recvbuf, recvcount, recvtype, comm,
							     info, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, call, "info", info);
		if (rd_unlikely(recvcount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "recvcount", recvcount);
		if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
		if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, recvcount, recvtype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (sends) {
			if (rd_unlikely(sendcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "sendcount",
							sendcount);
			if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (rd_unlikely(rd_mpi_is_alias(sendbuf, recvbuf, recvcount, recvtype_p)))
			return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_ialltoall(&RD_BUF(sendbuf, sendcount, sendtype_p),
				&RD_BUF(recvbuf, recvcount, recvtype_p), comm_p, RD_COLL_PERSISTENT,
				&request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		       int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
		       MPI_Request *request)
{
	return do_alltoall_init("MPI_Alltoall_init", sendbuf, sendcount, sendtype, recvbuf,
				recvcount, recvtype, comm, info, request);
}
RD_MPI_ALIAS(Alltoall_init);

int PMPI_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
			 void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
			 MPI_Info info, MPI_Request *request)
{
	return do_alltoall_init("MPI_Alltoall_init_c", sendbuf, sendcount, sendtype, recvbuf,
				recvcount, recvtype, comm, info, request);
}
RD_MPI_ALIAS(Alltoall_init_c);

static int do_alltoallv_init(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
			     const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
			     const MPI_Count recvcounts[], const MPI_Aint rdispls[],
			     MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
			     MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_alltoallv_init(call, sendbuf, sendcounts, sdispls,
							      sendtype, recvbuf, recvcounts,
							      rdispls, recvtype, comm, info,
							      request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, call, "info", info);
		if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
		err = rd_mpi_check_counts(&comm_p->errs, call, "recvcounts", comm_p->p2p.size,
					  recvcounts);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!rdispls && comm_p->p2p.size > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "rdispls");
		if (rd_unlikely(!rd_mpi_vbuf_ok(recvbuf)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (sends) {
			if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
			err = rd_mpi_check_counts(&comm_p->errs, call, "sendcounts",
						  comm_p->p2p.size, sendcounts);
			if (rd_unlikely(err))
				return err;
			if (rd_unlikely(!sdispls && comm_p->p2p.size > 0))
				return rd_mpi_bad_pointer(&comm_p->errs, call, "sdispls");
			if (rd_unlikely(!rd_mpi_vbuf_ok(sendbuf)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
			if (rd_unlikely(rd_mpi_is_pair_alias(
					&RD_BLOCKS(sendbuf, sendcounts, sdispls, sendtype_p),
					&RD_BLOCKS(recvbuf, recvcounts, rdispls, recvtype_p),
					comm_p)))
				return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		}
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_ialltoallv(&RD_BLOCKS(sendbuf, sendcounts, sdispls, sendtype_p),
				 &RD_BLOCKS(recvbuf, recvcounts, rdispls, recvtype_p), comm_p,
				 RD_COLL_PERSISTENT, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
			MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
			const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
			MPI_Request *request)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_peers(comm), 4,
			   rd_mpi_sends(rd_comm_get(comm), sendbuf) ? sendcounts : NULL,
			   rd_mpi_sends(rd_comm_get(comm), sendbuf) ? sdispls : NULL, recvcounts,
			   rdispls);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Alltoallv_init", NULL);
	err = do_alltoallv_init("MPI_Alltoallv_init", sendbuf, wide.array[0], wide.array[1],
				sendtype, recvbuf, wide.array[2], wide.array[3], recvtype, comm,
				info, request);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Alltoallv_init);

int PMPI_Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[],
			  const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
			  const MPI_Count recvcounts[], const MPI_Aint rdispls[],
			  MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	return do_alltoallv_init("MPI_Alltoallv_init_c", sendbuf, sendcounts, sdispls, sendtype,
				 recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
RD_MPI_ALIAS(Alltoallv_init_c);

static int do_alltoallw_init(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
			     const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
			     void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
			     const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
			     MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_alltoallw_init(call, sendbuf, sendcounts, sdispls,
							      sendtypes, recvbuf, recvcounts,
							      rdispls, recvtypes, comm, info,
							      request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, call, "info", info);
		err = rd_mpi_check_counts(&comm_p->errs, call, "recvcounts", comm_p->p2p.size,
					  recvcounts);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!rdispls && comm_p->p2p.size > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "rdispls");
		err = rd_mpi_check_ctypes(&comm_p->errs, call, "recvtypes", comm_p->p2p.size,
					  recvtypes, recvcounts);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!rd_mpi_vbuf_ok(recvbuf)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (sends) {
			err = rd_mpi_check_counts(&comm_p->errs, call, "sendcounts",
						  comm_p->p2p.size, sendcounts);
			if (rd_unlikely(err))
				return err;
			if (rd_unlikely(!sdispls && comm_p->p2p.size > 0))
				return rd_mpi_bad_pointer(&comm_p->errs, call, "sdispls");
			err = rd_mpi_check_ctypes(&comm_p->errs, call, "sendtypes",
						  comm_p->p2p.size, sendtypes, sendcounts);
			if (rd_unlikely(err))
				return err;
			if (rd_unlikely(!rd_mpi_vbuf_ok(sendbuf)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_ialltoallw(&RD_BLOCKS_W(sendbuf, sendcounts, sdispls, sendtypes),
				 &RD_BLOCKS_W(recvbuf, recvcounts, rdispls, recvtypes), comm_p,
				 RD_COLL_PERSISTENT, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
			const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
			const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
			MPI_Info info, MPI_Request *request)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_peers(comm), 4,
			   rd_mpi_sends(rd_comm_get(comm), sendbuf) ? sendcounts : NULL,
			   rd_mpi_sends(rd_comm_get(comm), sendbuf) ? sdispls : NULL, recvcounts,
			   rdispls);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Alltoallw_init", NULL);
	err = do_alltoallw_init("MPI_Alltoallw_init", sendbuf, wide.array[0], wide.array[1],
				sendtypes, recvbuf, wide.array[2], wide.array[3], recvtypes, comm,
				info, request);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Alltoallw_init);

int PMPI_Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[],
			  const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
			  const MPI_Count recvcounts[], const MPI_Aint rdispls[],
			  const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
			  MPI_Request *request)
{
	return do_alltoallw_init("MPI_Alltoallw_init_c", sendbuf, sendcounts, sdispls, sendtypes,
				 recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
RD_MPI_ALIAS(Alltoallw_init_c);
