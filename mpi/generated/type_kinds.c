/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-types.tbl by mpi/gen.pl: do not edit */
/*
 * Datatypes by kind, by size, and by value and index (MPI-5.0 6.9.4, 19.1.5).
 */
#include "mpi/api.h"

#include "datatype/unnamed.h"

int PMPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype)
{
	struct rd_type *newtype_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_create_f90_real");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_create_f90_real(p, r, newtype));
		if (rd_unlikely(!newtype))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_create_f90_real", "newtype");
	}
	err = rd_type_f90_real(p, r, &newtype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Type_create_f90_real", NULL);
	*newtype = rd_type_handle(newtype_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_create_f90_real);

int PMPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype)
{
	struct rd_type *newtype_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_create_f90_complex");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_create_f90_complex(p, r, newtype));
		if (rd_unlikely(!newtype))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_create_f90_complex", "newtype");
	}
	err = rd_type_f90_complex(p, r, &newtype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Type_create_f90_complex", NULL);
	*newtype = rd_type_handle(newtype_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_create_f90_complex);

int PMPI_Type_create_f90_integer(int r, MPI_Datatype *newtype)
{
	struct rd_type *newtype_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_create_f90_integer");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_create_f90_integer(r, newtype));
		if (rd_unlikely(!newtype))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_create_f90_integer", "newtype");
	}
	err = rd_type_f90_integer(r, &newtype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Type_create_f90_integer", NULL);
	*newtype = rd_type_handle(newtype_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_create_f90_integer);

int PMPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype)
{
	struct rd_type *datatype_p = NULL;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_match_size");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_match_size(typeclass, size, datatype));
		if (rd_unlikely(!datatype))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_match_size", "datatype");
		if (rd_unlikely(!rd_type_match_size(typeclass, size)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Type_match_size",
					    "there is no type of typeclass=%d with size=%d",
					    typeclass, size);
	}
	datatype_p = rd_type_match_size(typeclass, size);
	*datatype = rd_type_handle(datatype_p);
	rd_mpi_count(RD_MADE_TYPE, *datatype, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_match_size);

int PMPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type,
			      MPI_Datatype *pair_type)
{
	struct rd_type *value_type_p = rd_type_get(value_type);
	struct rd_type *index_type_p = rd_type_get(index_type);
	struct rd_type *pair_type_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_get_value_index");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_get_value_index(value_type, index_type,
								      pair_type));
		if (rd_unlikely(!value_type_p))
			return rd_mpi_bad_type(NULL, "MPI_Type_get_value_index", "value_type",
					       value_type);
		if (rd_unlikely(!index_type_p))
			return rd_mpi_bad_type(NULL, "MPI_Type_get_value_index", "index_type",
					       index_type);
		if (rd_unlikely(!pair_type))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_value_index", "pair_type");
	}
	err = rd_type_value_index(value_type_p, index_type_p, &pair_type_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Type_get_value_index", NULL);
	*pair_type = rd_type_handle(pair_type_p);
	rd_mpi_count(RD_MADE_TYPE, *pair_type, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_get_value_index);
