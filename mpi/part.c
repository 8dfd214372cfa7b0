/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Checks of the calls that mark partitions ready or test for their arrival (MPI-5.0 4.2). Called by
 * the entry points in generated/partitioned.c; the work is done in pt2pt/part.c. Also two names
 * that the standard does not have.
 */
#include "mpi/api.h"

#include "runtime/progress.h"

#include <stdio.h>

static RD_MPI_COLD int not_sending(const char *call, const struct rd_req *req)
{
	return rd_mpi_raise(rd_mpi_comm_errs(req->comm), MPI_ERR_REQUEST, call,
			    "request is no "
			    "partitioned send that is under way: MPI_Psend_init makes one, "
			    "MPI_Start starts it");
}

static RD_MPI_COLD int bad_partition(const char *call, const struct rd_req *req, const char *arg,
				     int partition)
{
	return rd_mpi_raise(rd_mpi_comm_errs(req->comm), MPI_ERR_ARG, call,
			    "%s=%d is not a partition (%d of them, from 0)", arg, partition,
			    rd_part_count(req));
}

static RD_MPI_COLD int marked_before(const char *call, const struct rd_req *req, int partition)
{
	return rd_mpi_raise(rd_mpi_comm_errs(req->comm), MPI_ERR_ARG, call,
			    "partition %d has been "
			    "marked ready already since MPI_Start",
			    partition);
}

static inline int is_partition(const struct rd_req *req, int partition)
{
	return partition >= 0 && partition < rd_part_count(req);
}

/* Is the handle that of a send under way? */
static inline int check_send(const char *call, MPI_Request request)
{
	const struct rd_req *req = rd_req_get(request);

	if (rd_unlikely(!req))
		return rd_mpi_bad_request(NULL, call, "request", &request);
	if (rd_unlikely(!rd_part_is_send(req) || !(req->flags & RD_REQ_ACTIVE)))
		return not_sending(call, req);
	return MPI_SUCCESS;
}

int rd_mpi_pready(const char *call, MPI_Request request, int low, int high)
{
	struct rd_req *req = rd_req_get(request);
	int err = check_send(call, request);

	if (rd_unlikely(err))
		return err;
	if (rd_unlikely(!is_partition(req, low)))
		return bad_partition(call, req, low == high ? "partition" : "partition_low", low);
	if (rd_unlikely(high < low || !is_partition(req, high)))
		return bad_partition(call, req, "partition_high", high);
	for (int i = low; i <= high; i++)
		if (rd_unlikely(rd_pready(req, i)))
			return marked_before(call, req, i);
	return MPI_SUCCESS;
}

int rd_mpi_pready_list(const char *call, MPI_Request request, int n, const int *partitions)
{
	struct rd_req *req = rd_req_get(request);
	int err = check_send(call, request);
	char arg[48];

	for (int i = 0; i < n && !err; i++) {
		if (rd_likely(is_partition(req, partitions[i])))
			continue;
		snprintf(arg, sizeof(arg), "array_of_partitions[%d]", i);
		err = bad_partition(call, req, arg, partitions[i]);
	}
	if (rd_unlikely(err))
		return err;
	for (int i = 0; i < n; i++)
		if (rd_unlikely(rd_pready(req, partitions[i])))
			return marked_before(call, req, partitions[i]);
	return MPI_SUCCESS;
}

int rd_mpi_is_part(const struct rd_req *req)
{
	return rd_part_is_send(req) || rd_part_is_recv(req);
}

int rd_mpi_is_unready(const struct rd_req *req)
{
	return rd_part_is_send(req) && req->flags & RD_REQ_ACTIVE && rd_part_left(req);
}

/* A null or inactive request has no partition still to come. */
int rd_mpi_parrived(const char *call, MPI_Request request, int partition, int *flag)
{
	struct rd_req *req = rd_req_get(request);

	if (request == MPI_REQUEST_NULL) {
		*flag = 1;
		return MPI_SUCCESS;
	}
	if (rd_unlikely(!req))
		return rd_mpi_bad_request(NULL, call, "request", &request);
	if (rd_unlikely(!rd_part_is_recv(req)))
		return rd_mpi_raise(rd_mpi_comm_errs(req->comm), MPI_ERR_REQUEST, call,
				    "request is no partitioned receive: MPI_Precv_init makes one");
	if (rd_unlikely(!is_partition(req, partition)))
		return bad_partition(call, req, "partition", partition);
	*flag = rd_parrived(req, partition);
	if (!*flag) {
		rd_progress_test();
		*flag = rd_parrived(req, partition);
	}
	return MPI_SUCCESS;
}

/* ---- For binaries compiled with a header that has _c twins ---- */

#pragma GCC visibility push(default)
int PMPI_Psend_init_c(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype,
		      int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Precv_init_c(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest,
		      int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request);

int PMPI_Psend_init_c(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype,
		      int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	return PMPI_Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request);
}
RD_MPI_ALIAS(Psend_init_c);

int PMPI_Precv_init_c(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest,
		      int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
	return PMPI_Precv_init(buf, partitions, count, datatype, dest, tag, comm, info, request);
}
RD_MPI_ALIAS(Precv_init_c);
#pragma GCC visibility pop
