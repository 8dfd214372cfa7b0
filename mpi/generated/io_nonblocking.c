/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-io.tbl by mpi/gen.pl: do not edit */
/*
 * Access to files with a request (MPI-5.0 14.4.2, 14.4.3).
 */
#include "mpi/api.h"

static int do_file_iread_at(const char *call, MPI_File fh, MPI_Offset offset, void *buf,
			    MPI_Count count, MPI_Datatype datatype, MPI_Request *request);

RD_MPI_LOCKED locked_file_iread_at(const char *call, MPI_File fh, MPI_Offset offset, void *buf,
				   MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_iread_at(call, fh, offset, buf, count, datatype,
							 request));
}

static int do_file_iread_at(const char *call, MPI_File fh, MPI_Offset offset, void *buf,
			    MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_iread_at(call, fh, offset, buf, count, datatype,
						    request);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(offset < 0))
			return rd_mpi_raise(&fh_p->errs, MPI_ERR_ARG, call,
					    "offset=%lld is negative", (long long)offset);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&fh_p->errs, call, "request");
	}
	err = rd_file_iaccess(&RD_IO(fh_p, RD_IO_AT, offset, buf, count, datatype_p), &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, fh_p->comm);
	return MPI_SUCCESS;
}

int PMPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
		       MPI_Request *request)
{
	return do_file_iread_at("MPI_File_iread_at", fh, offset, buf, count, datatype, request);
}
RD_MPI_ALIAS(File_iread_at);

int PMPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
			 MPI_Datatype datatype, MPI_Request *request)
{
	return do_file_iread_at("MPI_File_iread_at_c", fh, offset, buf, count, datatype, request);
}
RD_MPI_ALIAS(File_iread_at_c);

static int do_file_iwrite_at(const char *call, MPI_File fh, MPI_Offset offset, const void *buf,
			     MPI_Count count, MPI_Datatype datatype, MPI_Request *request);

RD_MPI_LOCKED locked_file_iwrite_at(const char *call, MPI_File fh, MPI_Offset offset,
				    const void *buf, MPI_Count count, MPI_Datatype datatype,
				    MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_iwrite_at(call, fh, offset, buf, count, datatype,
							  request));
}

static int do_file_iwrite_at(const char *call, MPI_File fh, MPI_Offset offset, const void *buf,
			     MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_iwrite_at(call, fh, offset, buf, count, datatype,
						     request);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(offset < 0))
			return rd_mpi_raise(&fh_p->errs, MPI_ERR_ARG, call,
					    "offset=%lld is negative", (long long)offset);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&fh_p->errs, call, "request");
	}
	err = rd_file_iaccess(&RD_IO(fh_p, RD_IO_AT | RD_IO_OUT, offset, buf, count, datatype_p),
			      &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, fh_p->comm);
	return MPI_SUCCESS;
}

int PMPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
			MPI_Datatype datatype, MPI_Request *request)
{
	return do_file_iwrite_at("MPI_File_iwrite_at", fh, offset, buf, count, datatype, request);
}
RD_MPI_ALIAS(File_iwrite_at);

int PMPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
			  MPI_Datatype datatype, MPI_Request *request)
{
	return do_file_iwrite_at("MPI_File_iwrite_at_c", fh, offset, buf, count, datatype, request);
}
RD_MPI_ALIAS(File_iwrite_at_c);

static int do_file_iread(const char *call, MPI_File fh, void *buf, MPI_Count count,
			 MPI_Datatype datatype, MPI_Request *request);

RD_MPI_LOCKED locked_file_iread(const char *call, MPI_File fh, void *buf, MPI_Count count,
				MPI_Datatype datatype, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_iread(call, fh, buf, count, datatype, request));
}

static int do_file_iread(const char *call, MPI_File fh, void *buf, MPI_Count count,
			 MPI_Datatype datatype, MPI_Request *request)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_iread(call, fh, buf, count, datatype, request);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&fh_p->errs, call, "request");
	}
	err = rd_file_iaccess(&RD_IO(fh_p, 0, 0, buf, count, datatype_p), &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, fh_p->comm);
	return MPI_SUCCESS;
}

int PMPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
	return do_file_iread("MPI_File_iread", fh, buf, count, datatype, request);
}
RD_MPI_ALIAS(File_iread);

int PMPI_File_iread_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
		      MPI_Request *request)
{
	return do_file_iread("MPI_File_iread_c", fh, buf, count, datatype, request);
}
RD_MPI_ALIAS(File_iread_c);

static int do_file_iwrite(const char *call, MPI_File fh, const void *buf, MPI_Count count,
			  MPI_Datatype datatype, MPI_Request *request);

RD_MPI_LOCKED locked_file_iwrite(const char *call, MPI_File fh, const void *buf, MPI_Count count,
				 MPI_Datatype datatype, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_iwrite(call, fh, buf, count, datatype, request));
}

static int do_file_iwrite(const char *call, MPI_File fh, const void *buf, MPI_Count count,
			  MPI_Datatype datatype, MPI_Request *request)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_iwrite(call, fh, buf, count, datatype, request);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&fh_p->errs, call, "request");
	}
	err = rd_file_iaccess(&RD_IO(fh_p, RD_IO_OUT, 0, buf, count, datatype_p), &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, fh_p->comm);
	return MPI_SUCCESS;
}

int PMPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
		     MPI_Request *request)
{
	return do_file_iwrite("MPI_File_iwrite", fh, buf, count, datatype, request);
}
RD_MPI_ALIAS(File_iwrite);

int PMPI_File_iwrite_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
		       MPI_Request *request)
{
	return do_file_iwrite("MPI_File_iwrite_c", fh, buf, count, datatype, request);
}
RD_MPI_ALIAS(File_iwrite_c);

static int do_file_iread_at_all(const char *call, MPI_File fh, MPI_Offset offset, void *buf,
				MPI_Count count, MPI_Datatype datatype, MPI_Request *request);

RD_MPI_LOCKED locked_file_iread_at_all(const char *call, MPI_File fh, MPI_Offset offset, void *buf,
				       MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_iread_at_all(call, fh, offset, buf, count, datatype,
							     request));
}

static int do_file_iread_at_all(const char *call, MPI_File fh, MPI_Offset offset, void *buf,
				MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_iread_at_all(call, fh, offset, buf, count, datatype,
							request);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(offset < 0))
			return rd_mpi_raise(&fh_p->errs, MPI_ERR_ARG, call,
					    "offset=%lld is negative", (long long)offset);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&fh_p->errs, call, "request");
	}
	err = rd_file_iaccess(&RD_IO(fh_p, RD_IO_EACH, offset, buf, count, datatype_p), &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, fh_p->comm);
	return MPI_SUCCESS;
}

int PMPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count,
			   MPI_Datatype datatype, MPI_Request *request)
{
	return do_file_iread_at_all("MPI_File_iread_at_all", fh, offset, buf, count, datatype,
				    request);
}
RD_MPI_ALIAS(File_iread_at_all);

int PMPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
			     MPI_Datatype datatype, MPI_Request *request)
{
	return do_file_iread_at_all("MPI_File_iread_at_all_c", fh, offset, buf, count, datatype,
				    request);
}
RD_MPI_ALIAS(File_iread_at_all_c);

static int do_file_iwrite_at_all(const char *call, MPI_File fh, MPI_Offset offset, const void *buf,
				 MPI_Count count, MPI_Datatype datatype, MPI_Request *request);

RD_MPI_LOCKED locked_file_iwrite_at_all(const char *call, MPI_File fh, MPI_Offset offset,
					const void *buf, MPI_Count count, MPI_Datatype datatype,
					MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_iwrite_at_all(call, fh, offset, buf, count,
							      datatype, request));
}

static int do_file_iwrite_at_all(const char *call, MPI_File fh, MPI_Offset offset, const void *buf,
				 MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_iwrite_at_all(call, fh, offset, buf, count, datatype,
							 request);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(offset < 0))
			return rd_mpi_raise(&fh_p->errs, MPI_ERR_ARG, call,
					    "offset=%lld is negative", (long long)offset);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&fh_p->errs, call, "request");
	}
	err = rd_file_iaccess(&RD_IO(fh_p, RD_IO_EACH | RD_IO_OUT, offset, buf, count, datatype_p),
			      &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, fh_p->comm);
	return MPI_SUCCESS;
}

int PMPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
			    MPI_Datatype datatype, MPI_Request *request)
{
	return do_file_iwrite_at_all("MPI_File_iwrite_at_all", fh, offset, buf, count, datatype,
				     request);
}
RD_MPI_ALIAS(File_iwrite_at_all);

int PMPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
			      MPI_Datatype datatype, MPI_Request *request)
{
	return do_file_iwrite_at_all("MPI_File_iwrite_at_all_c", fh, offset, buf, count, datatype,
				     request);
}
RD_MPI_ALIAS(File_iwrite_at_all_c);

static int do_file_iread_all(const char *call, MPI_File fh, void *buf, MPI_Count count,
			     MPI_Datatype datatype, MPI_Request *request);

RD_MPI_LOCKED locked_file_iread_all(const char *call, MPI_File fh, void *buf, MPI_Count count,
				    MPI_Datatype datatype, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_iread_all(call, fh, buf, count, datatype, request));
}

static int do_file_iread_all(const char *call, MPI_File fh, void *buf, MPI_Count count,
			     MPI_Datatype datatype, MPI_Request *request)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_iread_all(call, fh, buf, count, datatype, request);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&fh_p->errs, call, "request");
	}
	err = rd_file_iaccess(&RD_IO(fh_p, RD_IO_ALL, 0, buf, count, datatype_p), &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, fh_p->comm);
	return MPI_SUCCESS;
}

int PMPI_File_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
			MPI_Request *request)
{
	return do_file_iread_all("MPI_File_iread_all", fh, buf, count, datatype, request);
}
RD_MPI_ALIAS(File_iread_all);

int PMPI_File_iread_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
			  MPI_Request *request)
{
	return do_file_iread_all("MPI_File_iread_all_c", fh, buf, count, datatype, request);
}
RD_MPI_ALIAS(File_iread_all_c);

static int do_file_iwrite_all(const char *call, MPI_File fh, const void *buf, MPI_Count count,
			      MPI_Datatype datatype, MPI_Request *request);

RD_MPI_LOCKED locked_file_iwrite_all(const char *call, MPI_File fh, const void *buf,
				     MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_iwrite_all(call, fh, buf, count, datatype,
							   request));
}

static int do_file_iwrite_all(const char *call, MPI_File fh, const void *buf, MPI_Count count,
			      MPI_Datatype datatype, MPI_Request *request)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_iwrite_all(call, fh, buf, count, datatype, request);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&fh_p->errs, call, "request");
	}
	err = rd_file_iaccess(&RD_IO(fh_p, RD_IO_OUT | RD_IO_ALL, 0, buf, count, datatype_p),
			      &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, fh_p->comm);
	return MPI_SUCCESS;
}

int PMPI_File_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
			 MPI_Request *request)
{
	return do_file_iwrite_all("MPI_File_iwrite_all", fh, buf, count, datatype, request);
}
RD_MPI_ALIAS(File_iwrite_all);

int PMPI_File_iwrite_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
			   MPI_Request *request)
{
	return do_file_iwrite_all("MPI_File_iwrite_all_c", fh, buf, count, datatype, request);
}
RD_MPI_ALIAS(File_iwrite_all_c);
