/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-types.tbl by mpi/gen.pl: do not edit */
/*
 * How a datatype was made (MPI-5.0 5.1.13).
 */
#include "mpi/api.h"

#include "datatype/contents.h"

int PMPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers, int *num_addresses,
			   int *num_datatypes, int *combiner)
{
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_get_envelope");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_get_envelope(datatype, num_integers,
								   num_addresses, num_datatypes,
								   combiner));
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, "MPI_Type_get_envelope", "datatype", datatype);
		if (rd_unlikely(!num_integers))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_envelope", "num_integers");
		if (rd_unlikely(!num_addresses))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_envelope", "num_addresses");
		if (rd_unlikely(!num_datatypes))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_envelope", "num_datatypes");
		if (rd_unlikely(!combiner))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_envelope", "combiner");
		if (rd_unlikely(rd_mpi_type_is_large(datatype_p)))
			return rd_mpi_raise(NULL, MPI_ERR_TYPE, "MPI_Type_get_envelope",
					    "datatype was made by a large-count constructor: ask "
					    "MPI_Type_get_envelope_c");
	}
	rd_mpi_type_envelope(datatype_p, num_integers, num_addresses, num_datatypes, combiner);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_get_envelope);

int PMPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *num_integers,
			     MPI_Count *num_addresses, MPI_Count *num_large_counts,
			     MPI_Count *num_datatypes, int *combiner)
{
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_get_envelope_c");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_get_envelope_c(datatype, num_integers,
								     num_addresses,
								     num_large_counts,
								     num_datatypes, combiner));
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, "MPI_Type_get_envelope_c", "datatype",
					       datatype);
		if (rd_unlikely(!num_integers))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_envelope_c", "num_integers");
		if (rd_unlikely(!num_addresses))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_envelope_c", "num_addresses");
		if (rd_unlikely(!num_large_counts))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_envelope_c",
						  "num_large_counts");
		if (rd_unlikely(!num_datatypes))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_envelope_c", "num_datatypes");
		if (rd_unlikely(!combiner))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_envelope_c", "combiner");
	}
	rd_mpi_type_envelope_c(datatype_p, num_integers, num_addresses, num_large_counts,
			       num_datatypes, combiner);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_get_envelope_c);

int PMPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses,
			   int max_datatypes, int array_of_integers[],
			   MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[])
{
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_get_contents");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_get_contents(datatype, max_integers,
								   max_addresses, max_datatypes,
								   array_of_integers,
								   array_of_addresses,
								   array_of_datatypes));
		if (rd_unlikely(max_integers < 0))
			return rd_mpi_bad_count(NULL, "MPI_Type_get_contents", "max_integers",
						max_integers);
		if (rd_unlikely(max_addresses < 0))
			return rd_mpi_bad_count(NULL, "MPI_Type_get_contents", "max_addresses",
						max_addresses);
		if (rd_unlikely(max_datatypes < 0))
			return rd_mpi_bad_count(NULL, "MPI_Type_get_contents", "max_datatypes",
						max_datatypes);
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, "MPI_Type_get_contents", "datatype", datatype);
		if (rd_unlikely(!array_of_integers && max_integers > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_contents",
						  "array_of_integers");
		if (rd_unlikely(!array_of_addresses && max_addresses > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_contents",
						  "array_of_addresses");
		if (rd_unlikely(!array_of_datatypes && max_datatypes > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_contents",
						  "array_of_datatypes");
		if (rd_unlikely(!(datatype_p->recipe)))
			return rd_mpi_raise(NULL, MPI_ERR_TYPE, "MPI_Type_get_contents",
					    "datatype %s is predefined and has no contents",
					    datatype_p->name);
		if (rd_unlikely(rd_mpi_type_is_large(datatype_p)))
			return rd_mpi_raise(NULL, MPI_ERR_TYPE, "MPI_Type_get_contents",
					    "datatype was made by a large-count constructor: ask "
					    "MPI_Type_get_contents_c");
		if (rd_unlikely(!rd_mpi_contents_fit(datatype_p, max_integers, max_addresses, 0,
						     max_datatypes)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Type_get_contents",
					    "an array is shorter than MPI_Type_get_envelope said");
	}
	rd_type_contents(datatype_p, array_of_integers, array_of_addresses, NULL,
			 array_of_datatypes);
	rd_mpi_contents_given(datatype_p, array_of_datatypes);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_get_contents);

int PMPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
			     MPI_Count max_large_counts, MPI_Count max_datatypes,
			     int array_of_integers[], MPI_Aint array_of_addresses[],
			     MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[])
{
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_get_contents_c");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_get_contents_c(datatype, max_integers,
								     max_addresses,
								     max_large_counts,
								     max_datatypes,
								     array_of_integers,
								     array_of_addresses,
								     array_of_large_counts,
								     array_of_datatypes));
		if (rd_unlikely(max_integers < 0))
			return rd_mpi_bad_count(NULL, "MPI_Type_get_contents_c", "max_integers",
						max_integers);
		if (rd_unlikely(max_addresses < 0))
			return rd_mpi_bad_count(NULL, "MPI_Type_get_contents_c", "max_addresses",
						max_addresses);
		if (rd_unlikely(max_large_counts < 0))
			return rd_mpi_bad_count(NULL, "MPI_Type_get_contents_c", "max_large_counts",
						max_large_counts);
		if (rd_unlikely(max_datatypes < 0))
			return rd_mpi_bad_count(NULL, "MPI_Type_get_contents_c", "max_datatypes",
						max_datatypes);
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, "MPI_Type_get_contents_c", "datatype",
					       datatype);
		if (rd_unlikely(!array_of_integers && max_integers > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_contents_c",
						  "array_of_integers");
		if (rd_unlikely(!array_of_addresses && max_addresses > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_contents_c",
						  "array_of_addresses");
		if (rd_unlikely(!array_of_large_counts && max_large_counts > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_contents_c",
						  "array_of_large_counts");
		if (rd_unlikely(!array_of_datatypes && max_datatypes > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_contents_c",
						  "array_of_datatypes");
		if (rd_unlikely(!(datatype_p->recipe)))
			return rd_mpi_raise(NULL, MPI_ERR_TYPE, "MPI_Type_get_contents_c",
					    "datatype %s is predefined and has no contents",
					    datatype_p->name);
		if (rd_unlikely(!rd_mpi_contents_fit(datatype_p, max_integers, max_addresses,
						     max_large_counts, max_datatypes)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Type_get_contents_c",
					    "an array is shorter than MPI_Type_get_envelope_c "
					    "said");
	}
	rd_type_contents(datatype_p, array_of_integers, array_of_addresses, array_of_large_counts,
			 array_of_datatypes);
	rd_mpi_contents_given(datatype_p, array_of_datatypes);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_get_contents_c);
