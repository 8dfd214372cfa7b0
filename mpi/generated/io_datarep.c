/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-io.tbl by mpi/gen.pl: do not edit */
/*
 * Data representations of the program's (MPI-5.0 14.5.3).
 */
#include "mpi/api.h"

int PMPI_Register_datarep(const char *datarep, MPI_Datarep_conversion_function *read_conversion_fn,
			  MPI_Datarep_conversion_function *write_conversion_fn,
			  MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state)
{
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Register_datarep");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Register_datarep(datarep, read_conversion_fn,
								  write_conversion_fn,
								  dtype_file_extent_fn,
								  extra_state));
		if (rd_unlikely(!datarep))
			return rd_mpi_bad_pointer(&rd_file_null_errs, "MPI_Register_datarep",
						  "datarep");
		if (rd_unlikely(!dtype_file_extent_fn))
			return rd_mpi_raise(&rd_file_null_errs, MPI_ERR_ARG, "MPI_Register_datarep",
					    "dtype_file_extent_fn is NULL: pass a function");
	}
	err = rd_datarep_register(&(struct rd_datarep_want){datarep, read_conversion_fn,
				  write_conversion_fn, NULL, NULL, dtype_file_extent_fn,
				  extra_state});
	if (rd_unlikely(err))
		return rd_mpi_fail(&rd_file_null_errs, err, "MPI_Register_datarep", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Register_datarep);

int PMPI_Register_datarep_c(const char *datarep,
			    MPI_Datarep_conversion_function_c *read_conversion_fn,
			    MPI_Datarep_conversion_function_c *write_conversion_fn,
			    MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state)
{
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Register_datarep_c");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Register_datarep_c(datarep, read_conversion_fn,
								    write_conversion_fn,
								    dtype_file_extent_fn,
								    extra_state));
		if (rd_unlikely(!datarep))
			return rd_mpi_bad_pointer(&rd_file_null_errs, "MPI_Register_datarep_c",
						  "datarep");
		if (rd_unlikely(!dtype_file_extent_fn))
			return rd_mpi_raise(&rd_file_null_errs, MPI_ERR_ARG,
					    "MPI_Register_datarep_c",
					    "dtype_file_extent_fn is NULL: pass a function");
	}
	err = rd_datarep_register(&(struct rd_datarep_want){datarep, NULL, NULL, read_conversion_fn,
				  write_conversion_fn, dtype_file_extent_fn, extra_state});
	if (rd_unlikely(err))
		return rd_mpi_fail(&rd_file_null_errs, err, "MPI_Register_datarep_c", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Register_datarep_c);
