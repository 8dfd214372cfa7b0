/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-io.tbl by mpi/gen.pl: do not edit */
/*
 * The shared position, and atomic mode (MPI-5.0 14.4.4, 14.6.1).
 */
#include "mpi/api.h"

static int do_file_read_shared(const char *call, MPI_File fh, void *buf, MPI_Count count,
			       MPI_Datatype datatype, MPI_Status *status);

RD_MPI_LOCKED locked_file_read_shared(const char *call, MPI_File fh, void *buf, MPI_Count count,
				      MPI_Datatype datatype, MPI_Status *status)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_read_shared(call, fh, buf, count, datatype,
							    status));
}

static int do_file_read_shared(const char *call, MPI_File fh, void *buf, MPI_Count count,
			       MPI_Datatype datatype, MPI_Status *status)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_read_shared(call, fh, buf, count, datatype, status);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
	}
	err = rd_file_access(&RD_IO(fh_p, RD_IO_SHARED, 0, buf, count, datatype_p),
			     (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
			  MPI_Status *status)
{
	return do_file_read_shared("MPI_File_read_shared", fh, buf, count, datatype, status);
}
RD_MPI_ALIAS(File_read_shared);

int PMPI_File_read_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
			    MPI_Status *status)
{
	return do_file_read_shared("MPI_File_read_shared_c", fh, buf, count, datatype, status);
}
RD_MPI_ALIAS(File_read_shared_c);

static int do_file_write_shared(const char *call, MPI_File fh, const void *buf, MPI_Count count,
				MPI_Datatype datatype, MPI_Status *status);

RD_MPI_LOCKED locked_file_write_shared(const char *call, MPI_File fh, const void *buf,
				       MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
	int err = rd_mpi_begin_to_gather(call);

	return err ? err : rd_mpi_leave(do_file_write_shared(call, fh, buf, count, datatype,
							     status));
}

static int do_file_write_shared(const char *call, MPI_File fh, const void *buf, MPI_Count count,
				MPI_Datatype datatype, MPI_Status *status)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_must_enter() && !rd_threads_inside))
			return locked_file_write_shared(call, fh, buf, count, datatype, status);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
	}
	err = rd_file_access(&RD_IO(fh_p, RD_IO_OUT | RD_IO_SHARED, 0, buf, count, datatype_p),
			     (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
			   MPI_Status *status)
{
	return do_file_write_shared("MPI_File_write_shared", fh, buf, count, datatype, status);
}
RD_MPI_ALIAS(File_write_shared);

int PMPI_File_write_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
			     MPI_Status *status)
{
	return do_file_write_shared("MPI_File_write_shared_c", fh, buf, count, datatype, status);
}
RD_MPI_ALIAS(File_write_shared_c);

static int do_file_iread_shared(const char *call, MPI_File fh, void *buf, MPI_Count count,
				MPI_Datatype datatype, MPI_Request *request);

RD_MPI_LOCKED locked_file_iread_shared(const char *call, MPI_File fh, void *buf, MPI_Count count,
				       MPI_Datatype datatype, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_iread_shared(call, fh, buf, count, datatype,
							     request));
}

static int do_file_iread_shared(const char *call, MPI_File fh, void *buf, MPI_Count count,
				MPI_Datatype datatype, MPI_Request *request)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_iread_shared(call, fh, buf, count, datatype, request);
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
	err = rd_file_iaccess(&RD_IO(fh_p, RD_IO_SHARED, 0, buf, count, datatype_p), &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, fh_p->comm);
	return MPI_SUCCESS;
}

int PMPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
			   MPI_Request *request)
{
	return do_file_iread_shared("MPI_File_iread_shared", fh, buf, count, datatype, request);
}
RD_MPI_ALIAS(File_iread_shared);

int PMPI_File_iread_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
			     MPI_Request *request)
{
	return do_file_iread_shared("MPI_File_iread_shared_c", fh, buf, count, datatype, request);
}
RD_MPI_ALIAS(File_iread_shared_c);

static int do_file_iwrite_shared(const char *call, MPI_File fh, const void *buf, MPI_Count count,
				 MPI_Datatype datatype, MPI_Request *request);

RD_MPI_LOCKED locked_file_iwrite_shared(const char *call, MPI_File fh, const void *buf,
					MPI_Count count, MPI_Datatype datatype,
					MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_iwrite_shared(call, fh, buf, count, datatype,
							      request));
}

static int do_file_iwrite_shared(const char *call, MPI_File fh, const void *buf, MPI_Count count,
				 MPI_Datatype datatype, MPI_Request *request)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_iwrite_shared(call, fh, buf, count, datatype, request);
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
	err = rd_file_iaccess(&RD_IO(fh_p, RD_IO_OUT | RD_IO_SHARED, 0, buf, count, datatype_p),
			      &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, fh_p->comm);
	return MPI_SUCCESS;
}

int PMPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
			    MPI_Request *request)
{
	return do_file_iwrite_shared("MPI_File_iwrite_shared", fh, buf, count, datatype, request);
}
RD_MPI_ALIAS(File_iwrite_shared);

int PMPI_File_iwrite_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
			      MPI_Request *request)
{
	return do_file_iwrite_shared("MPI_File_iwrite_shared_c", fh, buf, count, datatype, request);
}
RD_MPI_ALIAS(File_iwrite_shared_c);

static int do_file_read_ordered(const char *call, MPI_File fh, void *buf, MPI_Count count,
				MPI_Datatype datatype, MPI_Status *status);

RD_MPI_LOCKED locked_file_read_ordered(const char *call, MPI_File fh, void *buf, MPI_Count count,
				       MPI_Datatype datatype, MPI_Status *status)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_read_ordered(call, fh, buf, count, datatype,
							     status));
}

static int do_file_read_ordered(const char *call, MPI_File fh, void *buf, MPI_Count count,
				MPI_Datatype datatype, MPI_Status *status)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_read_ordered(call, fh, buf, count, datatype, status);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
	}
	err = rd_file_access(&RD_IO(fh_p, RD_IO_ORDERED, 0, buf, count, datatype_p),
			     (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
			   MPI_Status *status)
{
	return do_file_read_ordered("MPI_File_read_ordered", fh, buf, count, datatype, status);
}
RD_MPI_ALIAS(File_read_ordered);

int PMPI_File_read_ordered_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
			     MPI_Status *status)
{
	return do_file_read_ordered("MPI_File_read_ordered_c", fh, buf, count, datatype, status);
}
RD_MPI_ALIAS(File_read_ordered_c);

static int do_file_write_ordered(const char *call, MPI_File fh, const void *buf, MPI_Count count,
				 MPI_Datatype datatype, MPI_Status *status);

RD_MPI_LOCKED locked_file_write_ordered(const char *call, MPI_File fh, const void *buf,
					MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_write_ordered(call, fh, buf, count, datatype,
							      status));
}

static int do_file_write_ordered(const char *call, MPI_File fh, const void *buf, MPI_Count count,
				 MPI_Datatype datatype, MPI_Status *status)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_write_ordered(call, fh, buf, count, datatype, status);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
	}
	err = rd_file_access(&RD_IO(fh_p, RD_IO_OUT | RD_IO_ORDERED, 0, buf, count, datatype_p),
			     (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
			    MPI_Status *status)
{
	return do_file_write_ordered("MPI_File_write_ordered", fh, buf, count, datatype, status);
}
RD_MPI_ALIAS(File_write_ordered);

int PMPI_File_write_ordered_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
			      MPI_Status *status)
{
	return do_file_write_ordered("MPI_File_write_ordered_c", fh, buf, count, datatype, status);
}
RD_MPI_ALIAS(File_write_ordered_c);

static int do_file_read_ordered_begin(const char *call, MPI_File fh, void *buf, MPI_Count count,
				      MPI_Datatype datatype);

RD_MPI_LOCKED locked_file_read_ordered_begin(const char *call, MPI_File fh, void *buf,
					     MPI_Count count, MPI_Datatype datatype)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_read_ordered_begin(call, fh, buf, count, datatype));
}

static int do_file_read_ordered_begin(const char *call, MPI_File fh, void *buf, MPI_Count count,
				      MPI_Datatype datatype)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_read_ordered_begin(call, fh, buf, count, datatype);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
	}
	err = rd_file_begin(&RD_IO(fh_p, RD_IO_ORDERED, 0, buf, count, datatype_p));
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype)
{
	return do_file_read_ordered_begin("MPI_File_read_ordered_begin", fh, buf, count, datatype);
}
RD_MPI_ALIAS(File_read_ordered_begin);

int PMPI_File_read_ordered_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype)
{
	return do_file_read_ordered_begin("MPI_File_read_ordered_begin_c", fh, buf, count,
					  datatype);
}
RD_MPI_ALIAS(File_read_ordered_begin_c);

RD_MPI_LOCKED locked_file_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status)
{
	int err = rd_mpi_begin("MPI_File_read_ordered_end");

	return err ? err : rd_mpi_leave(PMPI_File_read_ordered_end(fh, buf, status));
}

int PMPI_File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status)
{
	struct rd_file *fh_p = rd_file_get(fh);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_read_ordered_end(fh, buf, status);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_read_ordered_end", "fh", fh);
	}
	err = rd_file_end(fh_p, RD_IO_ORDERED, buf, (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_read_ordered_end", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_read_ordered_end);

static int do_file_write_ordered_begin(const char *call, MPI_File fh, const void *buf,
				       MPI_Count count, MPI_Datatype datatype);

RD_MPI_LOCKED locked_file_write_ordered_begin(const char *call, MPI_File fh, const void *buf,
					      MPI_Count count, MPI_Datatype datatype)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_write_ordered_begin(call, fh, buf, count,
								    datatype));
}

static int do_file_write_ordered_begin(const char *call, MPI_File fh, const void *buf,
				       MPI_Count count, MPI_Datatype datatype)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_write_ordered_begin(call, fh, buf, count, datatype);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
	}
	err = rd_file_begin(&RD_IO(fh_p, RD_IO_OUT | RD_IO_ORDERED, 0, buf, count, datatype_p));
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype)
{
	return do_file_write_ordered_begin("MPI_File_write_ordered_begin", fh, buf, count,
					   datatype);
}
RD_MPI_ALIAS(File_write_ordered_begin);

int PMPI_File_write_ordered_begin_c(MPI_File fh, const void *buf, MPI_Count count,
				    MPI_Datatype datatype)
{
	return do_file_write_ordered_begin("MPI_File_write_ordered_begin_c", fh, buf, count,
					   datatype);
}
RD_MPI_ALIAS(File_write_ordered_begin_c);

RD_MPI_LOCKED locked_file_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status)
{
	int err = rd_mpi_begin("MPI_File_write_ordered_end");

	return err ? err : rd_mpi_leave(PMPI_File_write_ordered_end(fh, buf, status));
}

int PMPI_File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status)
{
	struct rd_file *fh_p = rd_file_get(fh);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_write_ordered_end(fh, buf, status);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_write_ordered_end", "fh", fh);
	}
	err = rd_file_end(fh_p, RD_IO_OUT | RD_IO_ORDERED, buf, (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_write_ordered_end", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_write_ordered_end);

int PMPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence)
{
	struct rd_file *fh_p = rd_file_get(fh);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_seek_shared");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_seek_shared(fh, offset, whence));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_seek_shared", "fh", fh);
		if (rd_unlikely(!rd_mpi_whence_ok(whence)))
			return rd_mpi_raise(&fh_p->errs, MPI_ERR_ARG, "MPI_File_seek_shared",
					    "whence=%d is none of MPI_SEEK_SET, MPI_SEEK_CUR, "
					    "MPI_SEEK_END",
					    whence);
	}
	err = rd_file_seek_shared(fh_p, offset, whence);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_seek_shared", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_seek_shared);

int PMPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset)
{
	struct rd_file *fh_p = rd_file_get(fh);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_get_position_shared");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_get_position_shared(fh, offset));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_get_position_shared", "fh", fh);
		if (rd_unlikely(!offset))
			return rd_mpi_bad_pointer(&fh_p->errs, "MPI_File_get_position_shared",
						  "offset");
	}
	err = rd_file_get_position_shared(fh_p, offset);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_get_position_shared", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_get_position_shared);

int PMPI_File_set_atomicity(MPI_File fh, int flag)
{
	struct rd_file *fh_p = rd_file_get(fh);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_set_atomicity");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_set_atomicity(fh, flag));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_set_atomicity", "fh", fh);
	}
	err = rd_file_set_atomicity(fh_p, flag);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_set_atomicity", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_set_atomicity);

int PMPI_File_get_atomicity(MPI_File fh, int *flag)
{
	struct rd_file *fh_p = rd_file_get(fh);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_get_atomicity");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_get_atomicity(fh, flag));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_get_atomicity", "fh", fh);
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(&fh_p->errs, "MPI_File_get_atomicity", "flag");
	}
	*flag = fh_p->atomic;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_get_atomicity);
