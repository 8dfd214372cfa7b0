/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-errcodes.tbl by mpi/gen.pl: do not edit */
/*
 * Error classes, codes and texts, and those that the program adds (MPI-5.0 9.4, 9.5).
 * All may be called at any time.
 */
#include "mpi/api.h"

int PMPI_Error_class(int errorcode, int *errorclass)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Error_class(errorcode, errorclass));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!errorclass))
			return rd_mpi_bad_pointer(NULL, "MPI_Error_class", "errorclass");
		if (rd_unlikely(!rd_mpi_code_text(errorcode)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Error_class",
					    "errorcode=%d is not an error code", errorcode);
	}
	*errorclass = rd_mpi_code_class(errorcode);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Error_class);

int PMPI_Error_string(int errorcode, char *string, int *resultlen)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Error_string(errorcode, string, resultlen));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!string))
			return rd_mpi_bad_pointer(NULL, "MPI_Error_string", "string");
		if (rd_unlikely(!resultlen))
			return rd_mpi_bad_pointer(NULL, "MPI_Error_string", "resultlen");
		if (rd_unlikely(!rd_mpi_code_text(errorcode)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Error_string",
					    "errorcode=%d is not an error code", errorcode);
	}
	*resultlen = rd_mpi_error_string(errorcode, string);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Error_string);

int PMPI_Add_error_class(int *errorclass)
{
	int err;

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Add_error_class(errorclass));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!errorclass))
			return rd_mpi_bad_pointer(NULL, "MPI_Add_error_class", "errorclass");
	}
	err = rd_mpi_code_add(0, errorclass);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Add_error_class", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Add_error_class);

int PMPI_Add_error_code(int errorclass, int *errorcode)
{
	int err;

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Add_error_code(errorclass, errorcode));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!errorcode))
			return rd_mpi_bad_pointer(NULL, "MPI_Add_error_code", "errorcode");
		if (rd_unlikely(!rd_mpi_code_is_class(errorclass)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Add_error_code",
					    "errorclass=%d is not an error class", errorclass);
	}
	err = rd_mpi_code_add(errorclass, errorcode);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Add_error_code", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Add_error_code);

int PMPI_Add_error_string(int errorcode, const char *string)
{
	int err;

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Add_error_string(errorcode, string));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!string))
			return rd_mpi_bad_pointer(NULL, "MPI_Add_error_string", "string");
		if (rd_unlikely(!rd_mpi_code_is_added(errorcode)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Add_error_string",
					    "errorcode=%d is not a code that this program has "
					    "added",
					    errorcode);
		if (rd_unlikely(strlen(string) >= MPI_MAX_ERROR_STRING))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Add_error_string",
					    "string has %zu characters, %d are allowed",
					    strlen(string), MPI_MAX_ERROR_STRING - 1);
	}
	err = rd_mpi_code_set_text(errorcode, string);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Add_error_string", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Add_error_string);

int PMPI_Remove_error_class(int errorclass)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Remove_error_class(errorclass));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!rd_mpi_code_is_added_class(errorclass)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Remove_error_class",
					    "errorclass=%d is not a class that this program has "
					    "added",
					    errorclass);
		if (rd_unlikely(rd_mpi_code_is_used(errorclass)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Remove_error_class",
					    "errorclass=%d has error codes: remove them first",
					    errorclass);
		if (rd_unlikely(rd_mpi_code_has_text(errorclass)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Remove_error_class",
					    "errorclass=%d has a text: remove it first",
					    errorclass);
	}
	rd_mpi_code_remove(errorclass);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Remove_error_class);

int PMPI_Remove_error_code(int errorcode)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Remove_error_code(errorcode));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!rd_mpi_code_is_added_code(errorcode)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Remove_error_code",
					    "errorcode=%d is not a code that this program has "
					    "added",
					    errorcode);
		if (rd_unlikely(rd_mpi_code_has_text(errorcode)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Remove_error_code",
					    "errorcode=%d has a text: remove it first", errorcode);
	}
	rd_mpi_code_remove(errorcode);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Remove_error_code);

int PMPI_Remove_error_string(int errorcode)
{
	int err;

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Remove_error_string(errorcode));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!rd_mpi_code_has_text(errorcode)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Remove_error_string",
					    "errorcode=%d has no text that this program has added",
					    errorcode);
	}
	err = rd_mpi_code_set_text(errorcode, NULL);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Remove_error_string", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Remove_error_string);
