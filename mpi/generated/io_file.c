/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-io.tbl by mpi/gen.pl: do not edit */
/*
 * Files: opening and closing them, their properties, views and positions (MPI-5.0 14.2,
 * 14.3, 14.4.3).
 */
#include "mpi/api.h"

int PMPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_hints *info_p = rd_hints_get(info);
	struct rd_file *fh_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_open");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_open(comm, filename, amode, info, fh));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_File_open", "comm", comm);
		if (rd_unlikely(rd_comm_is_inter(comm_p)))
			return rd_mpi_bad_side(comm_p, "MPI_File_open", "comm");
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&rd_file_null_errs, "MPI_File_open", "info", info);
		if (rd_unlikely(!filename))
			return rd_mpi_bad_pointer(&rd_file_null_errs, "MPI_File_open", "filename");
		if (rd_unlikely(!fh))
			return rd_mpi_bad_pointer(&rd_file_null_errs, "MPI_File_open", "fh");
	}
	err = rd_file_open(comm_p, filename, amode, info_p, &fh_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&rd_file_null_errs, err, "MPI_File_open", NULL);
	*fh = rd_file_handle(fh_p);
	rd_mpi_count(RD_MADE_FILE, *fh, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_open);

int PMPI_File_close(MPI_File *fh)
{
	struct rd_file *fh_p = fh ? rd_file_get(*fh) : NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_close");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_close(fh));
		if (rd_unlikely(!fh))
			return rd_mpi_bad_pointer(NULL, "MPI_File_close", "fh");
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_close", "fh", *fh);
	}
	err = rd_file_close(fh_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_close", NULL);
	rd_mpi_count(RD_MADE_FILE, *fh, -1);
	*fh = MPI_FILE_NULL;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_close);

int PMPI_File_delete(const char *filename, MPI_Info info)
{
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_delete");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_delete(filename, info));
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&rd_file_null_errs, "MPI_File_delete", "info", info);
		if (rd_unlikely(!filename))
			return rd_mpi_bad_pointer(&rd_file_null_errs, "MPI_File_delete",
						  "filename");
	}
	err = rd_file_delete(filename);
	if (rd_unlikely(err))
		return rd_mpi_fail(&rd_file_null_errs, err, "MPI_File_delete", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_delete);

int PMPI_File_set_size(MPI_File fh, MPI_Offset size)
{
	struct rd_file *fh_p = rd_file_get(fh);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_set_size");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_set_size(fh, size));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_set_size", "fh", fh);
		if (rd_unlikely(size < 0))
			return rd_mpi_raise(&fh_p->errs, MPI_ERR_ARG, "MPI_File_set_size",
					    "size=%lld is negative", (long long)size);
	}
	err = rd_file_set_size(fh_p, size);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_set_size", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_set_size);

int PMPI_File_preallocate(MPI_File fh, MPI_Offset size)
{
	struct rd_file *fh_p = rd_file_get(fh);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_preallocate");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_preallocate(fh, size));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_preallocate", "fh", fh);
		if (rd_unlikely(size < 0))
			return rd_mpi_raise(&fh_p->errs, MPI_ERR_ARG, "MPI_File_preallocate",
					    "size=%lld is negative", (long long)size);
	}
	err = rd_file_preallocate(fh_p, size);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_preallocate", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_preallocate);

int PMPI_File_get_size(MPI_File fh, MPI_Offset *size)
{
	struct rd_file *fh_p = rd_file_get(fh);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_get_size");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_get_size(fh, size));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_get_size", "fh", fh);
		if (rd_unlikely(!size))
			return rd_mpi_bad_pointer(&fh_p->errs, "MPI_File_get_size", "size");
	}
	err = rd_file_get_size(fh_p, size);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_get_size", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_get_size);

int PMPI_File_get_group(MPI_File fh, MPI_Group *group)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_group *group_p = NULL;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_get_group");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_get_group(fh, group));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_get_group", "fh", fh);
		if (rd_unlikely(!group))
			return rd_mpi_bad_pointer(&fh_p->errs, "MPI_File_get_group", "group");
	}
	group_p = fh_p->comm->group;
	rd_group_hold(group_p);
	*group = rd_group_handle(group_p);
	rd_mpi_count(RD_MADE_GROUP, *group, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_get_group);

int PMPI_File_get_amode(MPI_File fh, int *amode)
{
	struct rd_file *fh_p = rd_file_get(fh);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_get_amode");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_get_amode(fh, amode));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_get_amode", "fh", fh);
		if (rd_unlikely(!amode))
			return rd_mpi_bad_pointer(&fh_p->errs, "MPI_File_get_amode", "amode");
	}
	*amode = fh_p->amode;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_get_amode);

int PMPI_File_set_info(MPI_File fh, MPI_Info info)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_hints *info_p = rd_hints_get(info);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_set_info");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_set_info(fh, info));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_set_info", "fh", fh);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&fh_p->errs, "MPI_File_set_info", "info", info);
	}
	err = rd_file_set_hints(fh_p, info_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_set_info", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_set_info);

int PMPI_File_get_info(MPI_File fh, MPI_Info *info_used)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_hints *info_used_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_get_info");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_get_info(fh, info_used));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_get_info", "fh", fh);
		if (rd_unlikely(!info_used))
			return rd_mpi_bad_pointer(&fh_p->errs, "MPI_File_get_info", "info_used");
	}
	err = rd_file_get_hints(fh_p, &info_used_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_get_info", NULL);
	*info_used = rd_hints_handle(info_used_p);
	rd_mpi_count(RD_MADE_INFO, *info_used, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_get_info);

int PMPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
		       const char *datarep, MPI_Info info)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *etype_p = rd_type_get(etype);
	struct rd_type *filetype_p = rd_type_get(filetype);
	struct rd_hints *info_p = rd_hints_get(info);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_set_view");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_set_view(fh, disp, etype, filetype, datarep,
							       info));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_set_view", "fh", fh);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&fh_p->errs, "MPI_File_set_view", "info", info);
		if (rd_unlikely(!rd_mpi_type_ok(etype_p)))
			return rd_mpi_bad_type(&fh_p->errs, "MPI_File_set_view", "etype", etype);
		if (rd_unlikely(!rd_mpi_type_ok(filetype_p)))
			return rd_mpi_bad_type(&fh_p->errs, "MPI_File_set_view", "filetype",
					       filetype);
		if (rd_unlikely(!datarep))
			return rd_mpi_bad_pointer(&fh_p->errs, "MPI_File_set_view", "datarep");
		if (rd_unlikely(!(disp >= 0 || disp == MPI_DISPLACEMENT_CURRENT)))
			return rd_mpi_raise(&fh_p->errs, MPI_ERR_ARG, "MPI_File_set_view",
					    "disp=%lld is negative", (long long)disp);
	}
	err = rd_file_set_view(fh_p, &(struct rd_view_want){disp, etype_p, filetype_p, datarep,
			       info_p});
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_set_view", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_set_view);

int PMPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype,
		       char *datarep)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *etype_p = NULL;
	struct rd_type *filetype_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_get_view");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_get_view(fh, disp, etype, filetype, datarep));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_get_view", "fh", fh);
		if (rd_unlikely(!disp))
			return rd_mpi_bad_pointer(&fh_p->errs, "MPI_File_get_view", "disp");
		if (rd_unlikely(!etype))
			return rd_mpi_bad_pointer(&fh_p->errs, "MPI_File_get_view", "etype");
		if (rd_unlikely(!filetype))
			return rd_mpi_bad_pointer(&fh_p->errs, "MPI_File_get_view", "filetype");
		if (rd_unlikely(!datarep))
			return rd_mpi_bad_pointer(&fh_p->errs, "MPI_File_get_view", "datarep");
	}
	err = rd_file_get_view(fh_p, disp, &etype_p, &filetype_p, datarep);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_get_view", NULL);
	*etype = rd_type_handle(etype_p);
	rd_mpi_count(RD_MADE_TYPE, *etype, 1);
	*filetype = rd_type_handle(filetype_p);
	rd_mpi_count(RD_MADE_TYPE, *filetype, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_get_view);

int PMPI_File_seek(MPI_File fh, MPI_Offset offset, int whence)
{
	struct rd_file *fh_p = rd_file_get(fh);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_seek");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_seek(fh, offset, whence));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_seek", "fh", fh);
		if (rd_unlikely(!rd_mpi_whence_ok(whence)))
			return rd_mpi_raise(&fh_p->errs, MPI_ERR_ARG, "MPI_File_seek",
					    "whence=%d is none of MPI_SEEK_SET, MPI_SEEK_CUR, "
					    "MPI_SEEK_END",
					    whence);
	}
	err = rd_file_seek(fh_p, offset, whence);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_seek", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_seek);

int PMPI_File_get_position(MPI_File fh, MPI_Offset *offset)
{
	struct rd_file *fh_p = rd_file_get(fh);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_get_position");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_get_position(fh, offset));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_get_position", "fh", fh);
		if (rd_unlikely(!offset))
			return rd_mpi_bad_pointer(&fh_p->errs, "MPI_File_get_position", "offset");
	}
	err = rd_file_get_position(fh_p, offset);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_get_position", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_get_position);

int PMPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp)
{
	struct rd_file *fh_p = rd_file_get(fh);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_get_byte_offset");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_get_byte_offset(fh, offset, disp));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_get_byte_offset", "fh", fh);
		if (rd_unlikely(offset < 0))
			return rd_mpi_raise(&fh_p->errs, MPI_ERR_ARG, "MPI_File_get_byte_offset",
					    "offset=%lld is negative", (long long)offset);
		if (rd_unlikely(!disp))
			return rd_mpi_bad_pointer(&fh_p->errs, "MPI_File_get_byte_offset", "disp");
	}
	err = rd_file_byte_offset(fh_p, offset, disp);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_get_byte_offset", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_get_byte_offset);

static int do_file_get_type_extent(const char *call, MPI_File fh, MPI_Datatype datatype,
				   MPI_Count *extent)
{
	struct rd_file *fh_p = rd_file_get(fh);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_file_get_type_extent(call, fh, datatype, extent));
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file(call, "fh", fh);
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(&fh_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!extent))
			return rd_mpi_bad_pointer(&fh_p->errs, call, "extent");
	}
	err = rd_file_type_extent(fh_p, datatype_p, extent);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent)
{
	return do_file_get_type_extent("MPI_File_get_type_extent", fh, datatype, extent);
}
RD_MPI_ALIAS(File_get_type_extent);

int PMPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent)
{
	return do_file_get_type_extent("MPI_File_get_type_extent_c", fh, datatype, extent);
}
RD_MPI_ALIAS(File_get_type_extent_c);

RD_MPI_LOCKED locked_file_sync(MPI_File fh)
{
	int err = rd_mpi_begin("MPI_File_sync");

	return err ? err : rd_mpi_leave(PMPI_File_sync(fh));
}

int PMPI_File_sync(MPI_File fh)
{
	struct rd_file *fh_p = rd_file_get(fh);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_file_sync(fh);
		if (rd_unlikely(!fh_p))
			return rd_mpi_bad_file("MPI_File_sync", "fh", fh);
	}
	err = rd_file_sync(fh_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&fh_p->errs, err, "MPI_File_sync", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_sync);

int PMPI_File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn,
				MPI_Errhandler *errhandler)
{
	struct rd_errhandler *errhandler_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_create_errhandler");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_create_errhandler(file_errhandler_fn,
									errhandler));
		if (rd_unlikely(!errhandler))
			return rd_mpi_bad_pointer(NULL, "MPI_File_create_errhandler", "errhandler");
		if (rd_unlikely(!file_errhandler_fn))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_File_create_errhandler",
					    "file_errhandler_fn is NULL: pass a function");
	}
	err = rd_errhandler_create(RD_ERRS_FILE, (rd_errhandler_fn *)file_errhandler_fn,
				   &errhandler_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_File_create_errhandler", NULL);
	*errhandler = rd_errhandler_handle(errhandler_p);
	rd_mpi_count(RD_MADE_EH, *errhandler, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_create_errhandler);

int PMPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler)
{
	struct rd_file *file_p = rd_file_get(file);
	struct rd_errhandler *errhandler_p = rd_errhandler_get(errhandler);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_set_errhandler");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_set_errhandler(file, errhandler));
		if (rd_unlikely(!file_p && file != MPI_FILE_NULL))
			return rd_mpi_bad_file("MPI_File_set_errhandler", "file", file);
		if (rd_unlikely(!rd_mpi_eh_ok(errhandler_p, RD_ERRS_FILE)))
			return rd_mpi_bad_errhandler(rd_file_errs(file_p),
						     "MPI_File_set_errhandler", "errhandler",
						     errhandler);
	}
	rd_file_set_errhandler(file_p, errhandler_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_set_errhandler);

int PMPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler)
{
	struct rd_file *file_p = rd_file_get(file);
	struct rd_errhandler *errhandler_p = NULL;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_get_errhandler");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_get_errhandler(file, errhandler));
		if (rd_unlikely(!file_p && file != MPI_FILE_NULL))
			return rd_mpi_bad_file("MPI_File_get_errhandler", "file", file);
		if (rd_unlikely(!errhandler))
			return rd_mpi_bad_pointer(rd_file_errs(file_p), "MPI_File_get_errhandler",
						  "errhandler");
	}
	errhandler_p = rd_file_errs(file_p)->handler;
	rd_errhandler_hold(errhandler_p);
	*errhandler = rd_errhandler_handle(errhandler_p);
	rd_mpi_count(RD_MADE_EH, *errhandler, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_get_errhandler);

int PMPI_File_call_errhandler(MPI_File fh, int errorcode)
{
	struct rd_file *fh_p = rd_file_get(fh);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_File_call_errhandler");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_File_call_errhandler(fh, errorcode));
		if (rd_unlikely(!fh_p && fh != MPI_FILE_NULL))
			return rd_mpi_bad_file("MPI_File_call_errhandler", "fh", fh);
		if (rd_unlikely(!rd_mpi_code_text(errorcode)))
			return rd_mpi_raise(rd_file_errs(fh_p), MPI_ERR_ARG,
					    "MPI_File_call_errhandler",
					    "errorcode=%d is not an error code", errorcode);
	}
	rd_mpi_invoke(rd_file_errs(fh_p), errorcode, "MPI_File_call_errhandler",
		      rd_mpi_code_text(errorcode));
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(File_call_errhandler);
