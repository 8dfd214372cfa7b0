/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */
/*
 * Completing operations (MPI-5.0 3.7.3, 3.7.5, 3.8.4); the work is in complete.c.
 */
#include "mpi/api.h"

int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Wait");
		if (rd_unlikely(!request))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Wait",
					    "request is NULL, but the call needs its address");
	}
	return rd_mpi_wait("MPI_Wait", request, status);
}
RD_MPI_ALIAS(Wait);

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Test");
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Test", "flag");
		if (rd_unlikely(!request))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Test",
					    "request is NULL, but the call needs its address");
	}
	return rd_mpi_test("MPI_Test", request, flag, status);
}
RD_MPI_ALIAS(Test);

int PMPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Waitall");
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, "MPI_Waitall", "count", count);
		if (rd_unlikely(!array_of_requests && count > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Waitall", "array_of_requests");
	}
	return rd_mpi_waitall("MPI_Waitall", count, array_of_requests, array_of_statuses);
}
RD_MPI_ALIAS(Waitall);

int PMPI_Testall(int count, MPI_Request array_of_requests[], int *flag,
		 MPI_Status *array_of_statuses)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Testall");
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

int PMPI_Waitany(int count, MPI_Request array_of_requests[], int *indx, MPI_Status *status)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Waitany");
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

int PMPI_Testany(int count, MPI_Request array_of_requests[], int *indx, int *flag,
		 MPI_Status *status)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Testany");
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

int PMPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount,
		  int array_of_indices[], MPI_Status *array_of_statuses)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Waitsome");
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

int PMPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount,
		  int array_of_indices[], MPI_Status *array_of_statuses)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Testsome");
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

int PMPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Request_get_status");
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Request_get_status", "flag");
	}
	return rd_mpi_get_status("MPI_Request_get_status", request, flag, status);
}
RD_MPI_ALIAS(Request_get_status);

int PMPI_Request_free(MPI_Request *request)
{
	struct rd_req *request_p = request ? rd_req_get(*request) : NULL;
	struct rd_comm *request_comm = rd_mpi_req_comm(request_p);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Request_free");
		if (rd_unlikely(!request_p))
			return rd_mpi_bad_request(request_comm, "MPI_Request_free", "request",
						  request);
	}
	rd_mpi_request_free(request);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Request_free);

int PMPI_Cancel(MPI_Request *request)
{
	struct rd_req *request_p = request ? rd_req_get(*request) : NULL;
	struct rd_comm *request_comm = rd_mpi_req_comm(request_p);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Cancel");
		if (rd_unlikely(!request_p))
			return rd_mpi_bad_request(request_comm, "MPI_Cancel", "request", request);
	}
	err = rd_req_cancel(request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(request_comm, err, "MPI_Cancel", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Cancel);
