/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-fints.tbl by mpi/gen.pl: do not edit */
/*
 * The binary interface, and its parts that depend on the Fortran compiler (MPI-5.0 20).
 * All may be called at any time.
 */
#include "mpi/api.h"

int PMPI_Abi_get_version(int *abi_major, int *abi_minor)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!abi_major))
			return rd_mpi_bad_pointer(NULL, "MPI_Abi_get_version", "abi_major");
		if (rd_unlikely(!abi_minor))
			return rd_mpi_bad_pointer(NULL, "MPI_Abi_get_version", "abi_minor");
	}
	*abi_major = MPI_ABI_VERSION;
	*abi_minor = MPI_ABI_SUBVERSION;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Abi_get_version);

int PMPI_Abi_get_info(MPI_Info *info)
{
	struct rd_hints *info_p = NULL;
	int err;

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Abi_get_info(info));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!info))
			return rd_mpi_bad_pointer(NULL, "MPI_Abi_get_info", "info");
	}
	err = rd_mpi_abi_info(&info_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Abi_get_info", NULL);
	*info = rd_hints_handle(info_p);
	rd_mpi_count(RD_MADE_INFO, *info, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Abi_get_info);

int PMPI_Abi_get_fortran_info(MPI_Info *info)
{
	struct rd_hints *info_p = NULL;
	int err;

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Abi_get_fortran_info(info));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!info))
			return rd_mpi_bad_pointer(NULL, "MPI_Abi_get_fortran_info", "info");
	}
	err = rd_mpi_abi_fortran_info(&info_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Abi_get_fortran_info", NULL);
	*info = rd_hints_handle(info_p);
	rd_mpi_count(RD_MADE_INFO, *info, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Abi_get_fortran_info);

int PMPI_Abi_set_fortran_info(MPI_Info info)
{
	struct rd_hints *info_p = rd_hints_get(info);

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Abi_set_fortran_info(info));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!info_p))
			return rd_mpi_bad_info(NULL, "MPI_Abi_set_fortran_info", "info", info);
		if (rd_unlikely(!rd_mpi_abi_fortran_agrees(info_p)))
			return rd_mpi_raise(NULL, MPI_ERR_ABI, "MPI_Abi_set_fortran_info",
					    "info has another size or support of a type than "
					    "this library: MPI_Abi_get_fortran_info returns the "
					    "values of the library");
	}
	(void)info_p; /* its values hold already */
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Abi_set_fortran_info);

int PMPI_Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false,
				  int *is_set)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Abi_get_fortran_booleans(logical_size, logical_true,
								  logical_false, is_set));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!is_set))
			return rd_mpi_bad_pointer(NULL, "MPI_Abi_get_fortran_booleans", "is_set");
		if (rd_unlikely(!rd_mpi_abi_logical_ok(logical_size)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Abi_get_fortran_booleans",
					    "logical_size=%d is not 1, 2, 4, 8 or 16",
					    logical_size);
		if (rd_unlikely(!(logical_true && logical_false)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Abi_get_fortran_booleans",
					    "logical_true or logical_false is NULL");
	}
	*is_set = rd_mpi_abi_get_booleans(logical_size, logical_true, logical_false);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Abi_get_fortran_booleans);

int PMPI_Abi_set_fortran_booleans(int logical_size, void *logical_true, void *logical_false)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Abi_set_fortran_booleans(logical_size, logical_true,
								  logical_false));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!rd_mpi_abi_logical_ok(logical_size)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Abi_set_fortran_booleans",
					    "logical_size=%d is not 1, 2, 4, 8 or 16",
					    logical_size);
		if (rd_unlikely(!(logical_true && logical_false)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Abi_set_fortran_booleans",
					    "logical_true or logical_false is NULL");
		if (rd_unlikely(!rd_mpi_abi_booleans_agree(logical_size, logical_true,
							   logical_false)))
			return rd_mpi_raise(NULL, MPI_ERR_ABI, "MPI_Abi_set_fortran_booleans",
					    "other values were set before");
	}
	rd_mpi_abi_set_booleans(logical_size, logical_true, logical_false);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Abi_set_fortran_booleans);
