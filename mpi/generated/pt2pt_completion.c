/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */
/*
 * Completing operations (MPI-5.0 3.7.3, 3.7.5, 3.8.4); the work is in mpi/complete.c.
 */
#include "mpi/api.h"

RD_MPI_LOCKED locked_wait(MPI_Request *request, MPI_Status *status)
{
	int err = rd_mpi_begin("MPI_Wait");

	return err ? err : rd_mpi_leave(PMPI_Wait(request, status));
}

int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_wait(request, status);
		if (rd_unlikely(!request))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Wait",
					    "request is NULL, but the call needs its address");
	}
	return rd_mpi_wait("MPI_Wait", request, status);
}
RD_MPI_ALIAS(Wait);

RD_MPI_LOCKED locked_test(MPI_Request *request, int *flag, MPI_Status *status)
{
	int err = rd_mpi_begin("MPI_Test");

	return err ? err : rd_mpi_leave(PMPI_Test(request, flag, status));
}

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_test(request, flag, status);
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Test", "flag");
		if (rd_unlikely(!request))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Test",
					    "request is NULL, but the call needs its address");
	}
	return rd_mpi_test("MPI_Test", request, flag, status);
}
RD_MPI_ALIAS(Test);

RD_MPI_LOCKED locked_waitall(int count, MPI_Request array_of_requests[],
			     MPI_Status *array_of_statuses)
{
	int err = rd_mpi_begin("MPI_Waitall");

	return err ? err : rd_mpi_leave(PMPI_Waitall(count, array_of_requests, array_of_statuses));
}

int PMPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_waitall(count, array_of_requests, array_of_statuses);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, "MPI_Waitall", "count", count);
		if (rd_unlikely(!array_of_requests && count > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Waitall", "array_of_requests");
	}
	return rd_mpi_waitall("MPI_Waitall", count, array_of_requests, array_of_statuses);
}
RD_MPI_ALIAS(Waitall);

RD_MPI_LOCKED locked_testall(int count, MPI_Request array_of_requests[], int *flag,
			     MPI_Status *array_of_statuses)
{
	int err = rd_mpi_begin("MPI_Testall");

	return err ? err : rd_mpi_leave(PMPI_Testall(count, array_of_requests, flag,
						     array_of_statuses));
}

int PMPI_Testall(int count, MPI_Request array_of_requests[], int *flag,
		 MPI_Status *array_of_statuses)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_testall(count, array_of_requests, flag, array_of_statuses);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, "MPI_Testall", "count", count);
		if (rd_unlikely(!array_of_requests && count > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Testall", "array_of_requests");
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Testall", "flag");
	}
	return rd_mpi_testall("MPI_Testall", count, array_of_requests, flag, array_of_statuses);
}
RD_MPI_ALIAS(Testall);

RD_MPI_LOCKED locked_waitany(int count, MPI_Request array_of_requests[], int *indx,
			     MPI_Status *status)
{
	int err = rd_mpi_begin("MPI_Waitany");

	return err ? err : rd_mpi_leave(PMPI_Waitany(count, array_of_requests, indx, status));
}

int PMPI_Waitany(int count, MPI_Request array_of_requests[], int *indx, MPI_Status *status)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_waitany(count, array_of_requests, indx, status);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, "MPI_Waitany", "count", count);
		if (rd_unlikely(!array_of_requests && count > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Waitany", "array_of_requests");
		if (rd_unlikely(!indx))
			return rd_mpi_bad_pointer(NULL, "MPI_Waitany", "indx");
	}
	return rd_mpi_waitany("MPI_Waitany", count, array_of_requests, indx, status);
}
RD_MPI_ALIAS(Waitany);

RD_MPI_LOCKED locked_testany(int count, MPI_Request array_of_requests[], int *indx, int *flag,
			     MPI_Status *status)
{
	int err = rd_mpi_begin("MPI_Testany");

	return err ? err : rd_mpi_leave(PMPI_Testany(count, array_of_requests, indx, flag, status));
}

int PMPI_Testany(int count, MPI_Request array_of_requests[], int *indx, int *flag,
		 MPI_Status *status)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_testany(count, array_of_requests, indx, flag, status);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, "MPI_Testany", "count", count);
		if (rd_unlikely(!array_of_requests && count > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Testany", "array_of_requests");
		if (rd_unlikely(!indx))
			return rd_mpi_bad_pointer(NULL, "MPI_Testany", "indx");
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Testany", "flag");
	}
	return rd_mpi_testany("MPI_Testany", count, array_of_requests, indx, flag, status);
}
RD_MPI_ALIAS(Testany);

RD_MPI_LOCKED locked_waitsome(int incount, MPI_Request array_of_requests[], int *outcount,
			      int array_of_indices[], MPI_Status *array_of_statuses)
{
	int err = rd_mpi_begin("MPI_Waitsome");

	return err ? err : rd_mpi_leave(PMPI_Waitsome(incount, array_of_requests, outcount,
						      array_of_indices, array_of_statuses));
}

int PMPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount,
		  int array_of_indices[], MPI_Status *array_of_statuses)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_waitsome(incount, array_of_requests, outcount,
					       array_of_indices, array_of_statuses);
		if (rd_unlikely(incount < 0))
			return rd_mpi_bad_count(NULL, "MPI_Waitsome", "incount", incount);
		if (rd_unlikely(!array_of_requests && incount > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Waitsome", "array_of_requests");
		if (rd_unlikely(!array_of_indices && incount > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Waitsome", "array_of_indices");
		if (rd_unlikely(!outcount))
			return rd_mpi_bad_pointer(NULL, "MPI_Waitsome", "outcount");
	}
	return rd_mpi_waitsome("MPI_Waitsome", incount, array_of_requests, outcount,
			       array_of_indices, array_of_statuses);
}
RD_MPI_ALIAS(Waitsome);

RD_MPI_LOCKED locked_testsome(int incount, MPI_Request array_of_requests[], int *outcount,
			      int array_of_indices[], MPI_Status *array_of_statuses)
{
	int err = rd_mpi_begin("MPI_Testsome");

	return err ? err : rd_mpi_leave(PMPI_Testsome(incount, array_of_requests, outcount,
						      array_of_indices, array_of_statuses));
}

int PMPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount,
		  int array_of_indices[], MPI_Status *array_of_statuses)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_testsome(incount, array_of_requests, outcount,
					       array_of_indices, array_of_statuses);
		if (rd_unlikely(incount < 0))
			return rd_mpi_bad_count(NULL, "MPI_Testsome", "incount", incount);
		if (rd_unlikely(!array_of_requests && incount > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Testsome", "array_of_requests");
		if (rd_unlikely(!array_of_indices && incount > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Testsome", "array_of_indices");
		if (rd_unlikely(!outcount))
			return rd_mpi_bad_pointer(NULL, "MPI_Testsome", "outcount");
	}
	return rd_mpi_testsome("MPI_Testsome", incount, array_of_requests, outcount,
			       array_of_indices, array_of_statuses);
}
RD_MPI_ALIAS(Testsome);

RD_MPI_LOCKED locked_request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
	int err = rd_mpi_begin("MPI_Request_get_status");

	return err ? err : rd_mpi_leave(PMPI_Request_get_status(request, flag, status));
}

int PMPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_request_get_status(request, flag, status);
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Request_get_status", "flag");
	}
	return rd_mpi_get_status("MPI_Request_get_status", request, flag, status);
}
RD_MPI_ALIAS(Request_get_status);

int PMPI_Request_get_status_all(int count, const MPI_Request array_of_requests[], int *flag,
				MPI_Status *array_of_statuses)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Request_get_status_all");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Request_get_status_all(count, array_of_requests,
									flag, array_of_statuses));
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, "MPI_Request_get_status_all", "count", count);
		if (rd_unlikely(!array_of_requests && count > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Request_get_status_all",
						  "array_of_requests");
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Request_get_status_all", "flag");
	}
	return rd_mpi_get_status_all("MPI_Request_get_status_all", count, array_of_requests, flag,
				     array_of_statuses);
}
RD_MPI_ALIAS(Request_get_status_all);

RD_MPI_LOCKED locked_request_get_status_any(int count, const MPI_Request array_of_requests[],
					    int *indx, int *flag, MPI_Status *status)
{
	int err = rd_mpi_begin("MPI_Request_get_status_any");

	return err ? err : rd_mpi_leave(PMPI_Request_get_status_any(count, array_of_requests, indx,
								    flag, status));
}

int PMPI_Request_get_status_any(int count, const MPI_Request array_of_requests[], int *indx,
				int *flag, MPI_Status *status)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_request_get_status_any(count, array_of_requests, indx, flag,
							     status);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, "MPI_Request_get_status_any", "count", count);
		if (rd_unlikely(!array_of_requests && count > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Request_get_status_any",
						  "array_of_requests");
		if (rd_unlikely(!indx))
			return rd_mpi_bad_pointer(NULL, "MPI_Request_get_status_any", "indx");
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Request_get_status_any", "flag");
	}
	return rd_mpi_get_status_any("MPI_Request_get_status_any", count, array_of_requests, indx,
				     flag, status);
}
RD_MPI_ALIAS(Request_get_status_any);

int PMPI_Request_get_status_some(int incount, const MPI_Request array_of_requests[], int *outcount,
				 int array_of_indices[], MPI_Status *array_of_statuses)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Request_get_status_some");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Request_get_status_some(incount, array_of_requests,
									 outcount, array_of_indices,
									 array_of_statuses));
		if (rd_unlikely(incount < 0))
			return rd_mpi_bad_count(NULL, "MPI_Request_get_status_some", "incount",
						incount);
		if (rd_unlikely(!array_of_requests && incount > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Request_get_status_some",
						  "array_of_requests");
		if (rd_unlikely(!array_of_indices && incount > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Request_get_status_some",
						  "array_of_indices");
		if (rd_unlikely(!outcount))
			return rd_mpi_bad_pointer(NULL, "MPI_Request_get_status_some", "outcount");
	}
	return rd_mpi_get_status_some("MPI_Request_get_status_some", incount, array_of_requests,
				      outcount, array_of_indices, array_of_statuses);
}
RD_MPI_ALIAS(Request_get_status_some);

RD_MPI_LOCKED locked_request_free(MPI_Request *request)
{
	int err = rd_mpi_begin("MPI_Request_free");

	return err ? err : rd_mpi_leave(PMPI_Request_free(request));
}

int PMPI_Request_free(MPI_Request *request)
{
	struct rd_req *request_p = request ? rd_req_get(*request) : NULL;
	struct rd_comm *request_comm = rd_mpi_req_comm(request_p);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_request_free(request);
		if (rd_unlikely(!request_p))
			return rd_mpi_bad_request(rd_mpi_comm_errs(request_comm),
						  "MPI_Request_free", "request", request);
		if (rd_unlikely(rd_mpi_is_unready(request_p)))
			return rd_mpi_raise(rd_mpi_comm_errs(request_comm), MPI_ERR_REQUEST,
					    "MPI_Request_free",
					    "request is a partitioned send that is under way: "
					    "mark all its partitions ready before it is freed");
	}
	rd_mpi_request_free(request);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Request_free);

RD_MPI_LOCKED locked_cancel(MPI_Request *request)
{
	int err = rd_mpi_begin("MPI_Cancel");

	return err ? err : rd_mpi_leave(PMPI_Cancel(request));
}

int PMPI_Cancel(MPI_Request *request)
{
	struct rd_req *request_p = request ? rd_req_get(*request) : NULL;
	struct rd_comm *request_comm = rd_mpi_req_comm(request_p);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_cancel(request);
		if (rd_unlikely(!request_p))
			return rd_mpi_bad_request(rd_mpi_comm_errs(request_comm), "MPI_Cancel",
						  "request", request);
		if (rd_unlikely(request_p->flags & RD_REQ_COLL))
			return rd_mpi_raise(rd_mpi_comm_errs(request_comm), MPI_ERR_REQUEST,
					    "MPI_Cancel",
					    "request is that of a collective operation, which "
					    "cannot be cancelled");
		if (rd_unlikely(rd_mpi_is_part(request_p)))
			return rd_mpi_raise(rd_mpi_comm_errs(request_comm), MPI_ERR_REQUEST,
					    "MPI_Cancel",
					    "request is that of partitioned communication, which "
					    "cannot be cancelled");
	}
	err = rd_req_cancel(request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(rd_mpi_comm_errs(request_comm), err, "MPI_Cancel", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Cancel);
