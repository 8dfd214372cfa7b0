/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-io.tbl by mpi/gen.pl: do not edit */
/*
 * Collective access to files in two calls (MPI-5.0 14.4.5).
 */
#include "mpi/api.h"

static int do_file_read_at_all_begin(const char *call, MPI_File fh, MPI_Offset offset, void *buf,
				     MPI_Count count, MPI_Datatype datatype);

RD_MPI_LOCKED locked_file_read_at_all_begin(const char *call, MPI_File fh, MPI_Offset offset,
					    void *buf, MPI_Count count, MPI_Datatype datatype)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_read_at_all_begin(call, fh, offset, buf, count,
								  datatype));
}

static int do_file_read_at_all_begin(const char *call, MPI_File fh, MPI_Offset offset, void *buf,
				     MPI_Count count, MPI_Datatype datatype)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_read_at_all_begin(call, fh, offset, buf, count,
							     datatype);
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
	err = rd_file_begin(&RD_IO(fh_p, RD_IO_EACH, offset, buf, count, datatype_p));
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count,
				MPI_Datatype datatype)
{
	return do_file_read_at_all_begin("MPI_File_read_at_all_begin", fh, offset, buf, count,
					 datatype);
}
RD_MPI_ALIAS(File_read_at_all_begin);

int PMPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
				  MPI_Datatype datatype)
{
	return do_file_read_at_all_begin("MPI_File_read_at_all_begin_c", fh, offset, buf, count,
					 datatype);
}
RD_MPI_ALIAS(File_read_at_all_begin_c);

RD_MPI_LOCKED locked_file_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status)
{
	int err = rd_mpi_begin("MPI_File_read_at_all_end");

	return err ? err : rd_mpi_leave(PMPI_File_read_at_all_end(fh, buf, status));
}

int PMPI_File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status)
{
	struct rd_file *fh_p = rd_file_get(fh);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_read_at_all_end(fh, buf, status);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_read_at_all_end", "fh", fh);
	}
	err = rd_file_end(fh_p, RD_IO_EACH, buf, (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_read_at_all_end", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_read_at_all_end);

static int do_file_write_at_all_begin(const char *call, MPI_File fh, MPI_Offset offset,
				      const void *buf, MPI_Count count, MPI_Datatype datatype);

RD_MPI_LOCKED locked_file_write_at_all_begin(const char *call, MPI_File fh, MPI_Offset offset,
					     const void *buf, MPI_Count count,
					     MPI_Datatype datatype)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_write_at_all_begin(call, fh, offset, buf, count,
								   datatype));
}

static int do_file_write_at_all_begin(const char *call, MPI_File fh, MPI_Offset offset,
				      const void *buf, MPI_Count count, MPI_Datatype datatype)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_write_at_all_begin(call, fh, offset, buf, count,
							      datatype);
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
	err = rd_file_begin(&RD_IO(fh_p, RD_IO_EACH | RD_IO_OUT, offset, buf, count, datatype_p));
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count,
				 MPI_Datatype datatype)
{
	return do_file_write_at_all_begin("MPI_File_write_at_all_begin", fh, offset, buf, count,
					  datatype);
}
RD_MPI_ALIAS(File_write_at_all_begin);

int PMPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
				   MPI_Datatype datatype)
{
	return do_file_write_at_all_begin("MPI_File_write_at_all_begin_c", fh, offset, buf, count,
					  datatype);
}
RD_MPI_ALIAS(File_write_at_all_begin_c);

RD_MPI_LOCKED locked_file_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status)
{
	int err = rd_mpi_begin("MPI_File_write_at_all_end");

	return err ? err : rd_mpi_leave(PMPI_File_write_at_all_end(fh, buf, status));
}

int PMPI_File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status)
{
	struct rd_file *fh_p = rd_file_get(fh);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_write_at_all_end(fh, buf, status);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_write_at_all_end", "fh", fh);
	}
	err = rd_file_end(fh_p, RD_IO_EACH | RD_IO_OUT, buf, (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_write_at_all_end", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_write_at_all_end);

static int do_file_read_all_begin(const char *call, MPI_File fh, void *buf, MPI_Count count,
				  MPI_Datatype datatype);

RD_MPI_LOCKED locked_file_read_all_begin(const char *call, MPI_File fh, void *buf, MPI_Count count,
					 MPI_Datatype datatype)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_read_all_begin(call, fh, buf, count, datatype));
}

static int do_file_read_all_begin(const char *call, MPI_File fh, void *buf, MPI_Count count,
				  MPI_Datatype datatype)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_read_all_begin(call, fh, buf, count, datatype);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
	}
	err = rd_file_begin(&RD_IO(fh_p, RD_IO_ALL, 0, buf, count, datatype_p));
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype)
{
	return do_file_read_all_begin("MPI_File_read_all_begin", fh, buf, count, datatype);
}
RD_MPI_ALIAS(File_read_all_begin);

int PMPI_File_read_all_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype)
{
	return do_file_read_all_begin("MPI_File_read_all_begin_c", fh, buf, count, datatype);
}
RD_MPI_ALIAS(File_read_all_begin_c);

RD_MPI_LOCKED locked_file_read_all_end(MPI_File fh, void *buf, MPI_Status *status)
{
	int err = rd_mpi_begin("MPI_File_read_all_end");

	return err ? err : rd_mpi_leave(PMPI_File_read_all_end(fh, buf, status));
}

int PMPI_File_read_all_end(MPI_File fh, void *buf, MPI_Status *status)
{
	struct rd_file *fh_p = rd_file_get(fh);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_read_all_end(fh, buf, status);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_read_all_end", "fh", fh);
	}
	err = rd_file_end(fh_p, RD_IO_ALL, buf, (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_read_all_end", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_read_all_end);

static int do_file_write_all_begin(const char *call, MPI_File fh, const void *buf, MPI_Count count,
				   MPI_Datatype datatype);

RD_MPI_LOCKED locked_file_write_all_begin(const char *call, MPI_File fh, const void *buf,
					  MPI_Count count, MPI_Datatype datatype)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_file_write_all_begin(call, fh, buf, count, datatype));
}

static int do_file_write_all_begin(const char *call, MPI_File fh, const void *buf, MPI_Count count,
				   MPI_Datatype datatype)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_write_all_begin(call, fh, buf, count, datatype);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&fh_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&fh_p->errs, call, "buf", buf);
	}
	err = rd_file_begin(&RD_IO(fh_p, RD_IO_OUT | RD_IO_ALL, 0, buf, count, datatype_p));
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype)
{
	return do_file_write_all_begin("MPI_File_write_all_begin", fh, buf, count, datatype);
}
RD_MPI_ALIAS(File_write_all_begin);

int PMPI_File_write_all_begin_c(MPI_File fh, const void *buf, MPI_Count count,
				MPI_Datatype datatype)
{
	return do_file_write_all_begin("MPI_File_write_all_begin_c", fh, buf, count, datatype);
}
RD_MPI_ALIAS(File_write_all_begin_c);

RD_MPI_LOCKED locked_file_write_all_end(MPI_File fh, const void *buf, MPI_Status *status)
{
	int err = rd_mpi_begin("MPI_File_write_all_end");

	return err ? err : rd_mpi_leave(PMPI_File_write_all_end(fh, buf, status));
}

int PMPI_File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status)
{
	struct rd_file *fh_p = rd_file_get(fh);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_write_all_end(fh, buf, status);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_write_all_end", "fh", fh);
	}
	err = rd_file_end(fh_p, RD_IO_OUT | RD_IO_ALL, buf, (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_write_all_end", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_write_all_end);
