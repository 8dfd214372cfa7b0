/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-io.tbl by mpi/gen.pl: do not edit */
/*
 * Access to files by all members together (MPI-5.0 14.4.2, 14.4.3).
 */
#include "mpi/api.h"

static int do_file_read_at_all(const char *call, MPI_File fh, MPI_Offset offset, void *buf,
			       MPI_Count count, MPI_Datatype datatype, MPI_Status *status);

RD_MPI_LOCKED locked_file_read_at_all(const char *call, MPI_File fh, MPI_Offset offset, void *buf,
				      MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_read_at_all(call, fh, offset, buf, count, datatype,
							    status));
}

static int do_file_read_at_all(const char *call, MPI_File fh, MPI_Offset offset, void *buf,
			       MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_read_at_all(call, fh, offset, buf, count, datatype,
						       status);
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
	}
	err = rd_file_access(&RD_IO(fh_p, RD_IO_EACH, offset, buf, count, datatype_p),
			     (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count,
			  MPI_Datatype datatype, MPI_Status *status)
{
	return do_file_read_at_all("MPI_File_read_at_all", fh, offset, buf, count, datatype,
				   status);
}
RD_MPI_ALIAS(File_read_at_all);

int PMPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
			    MPI_Datatype datatype, MPI_Status *status)
{
	return do_file_read_at_all("MPI_File_read_at_all_c", fh, offset, buf, count, datatype,
				   status);
}
RD_MPI_ALIAS(File_read_at_all_c);

static int do_file_write_at_all(const char *call, MPI_File fh, MPI_Offset offset, const void *buf,
				MPI_Count count, MPI_Datatype datatype, MPI_Status *status);

RD_MPI_LOCKED locked_file_write_at_all(const char *call, MPI_File fh, MPI_Offset offset,
				       const void *buf, MPI_Count count, MPI_Datatype datatype,
				       MPI_Status *status)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_write_at_all(call, fh, offset, buf, count, datatype,
							     status));
}

static int do_file_write_at_all(const char *call, MPI_File fh, MPI_Offset offset, const void *buf,
				MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_write_at_all(call, fh, offset, buf, count, datatype,
							status);
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
	}
	err = rd_file_access(&RD_IO(fh_p, RD_IO_EACH | RD_IO_OUT, offset, buf, count, datatype_p),
			     (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
			   MPI_Datatype datatype, MPI_Status *status)
{
	return do_file_write_at_all("MPI_File_write_at_all", fh, offset, buf, count, datatype,
				    status);
}
RD_MPI_ALIAS(File_write_at_all);

int PMPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
			     MPI_Datatype datatype, MPI_Status *status)
{
	return do_file_write_at_all("MPI_File_write_at_all_c", fh, offset, buf, count, datatype,
				    status);
}
RD_MPI_ALIAS(File_write_at_all_c);

static int do_file_read_all(const char *call, MPI_File fh, void *buf, MPI_Count count,
			    MPI_Datatype datatype, MPI_Status *status);

RD_MPI_LOCKED locked_file_read_all(const char *call, MPI_File fh, void *buf, MPI_Count count,
				   MPI_Datatype datatype, MPI_Status *status)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_read_all(call, fh, buf, count, datatype, status));
}

static int do_file_read_all(const char *call, MPI_File fh, void *buf, MPI_Count count,
			    MPI_Datatype datatype, MPI_Status *status)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_read_all(call, fh, buf, count, datatype, status);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
	}
	err = rd_file_access(&RD_IO(fh_p, RD_IO_ALL, 0, buf, count, datatype_p),
			     (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
	return do_file_read_all("MPI_File_read_all", fh, buf, count, datatype, status);
}
RD_MPI_ALIAS(File_read_all);

int PMPI_File_read_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
			 MPI_Status *status)
{
	return do_file_read_all("MPI_File_read_all_c", fh, buf, count, datatype, status);
}
RD_MPI_ALIAS(File_read_all_c);

static int do_file_write_all(const char *call, MPI_File fh, const void *buf, MPI_Count count,
			     MPI_Datatype datatype, MPI_Status *status);

RD_MPI_LOCKED locked_file_write_all(const char *call, MPI_File fh, const void *buf, MPI_Count count,
				    MPI_Datatype datatype, MPI_Status *status)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_write_all(call, fh, buf, count, datatype, status));
}

static int do_file_write_all(const char *call, MPI_File fh, const void *buf, MPI_Count count,
			     MPI_Datatype datatype, MPI_Status *status)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_write_all(call, fh, buf, count, datatype, status);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
	}
	err = rd_file_access(&RD_IO(fh_p, RD_IO_OUT | RD_IO_ALL, 0, buf, count, datatype_p),
			     (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
			MPI_Status *status)
{
	return do_file_write_all("MPI_File_write_all", fh, buf, count, datatype, status);
}
RD_MPI_ALIAS(File_write_all);

int PMPI_File_write_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
			  MPI_Status *status)
{
	return do_file_write_all("MPI_File_write_all_c", fh, buf, count, datatype, status);
}
RD_MPI_ALIAS(File_write_all_c);
