/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-types.tbl by mpi/gen.pl: do not edit */
/*
 * Making and ending datatypes (MPI-5.0 5.1.2 to 5.1.9).
 */
#include "mpi/api.h"

static int do_type_contiguous(const char *call, MPI_Count count, MPI_Datatype oldtype,
			      MPI_Datatype *newtype)
{
	struct rd_type *oldtype_p = rd_type_get(oldtype);
	struct rd_type *newtype_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_type_contiguous(call, count, oldtype, newtype));
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, call, "count", count);
		if (rd_unlikely(!oldtype_p))
			return rd_mpi_bad_type(NULL, call, "oldtype", oldtype);
		if (rd_unlikely(!newtype))
			return rd_mpi_bad_pointer(NULL, call, "newtype");
	}
	err = rd_type_contiguous(count, oldtype_p, &newtype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, call, NULL);
	*newtype = rd_type_handle(newtype_p);
	rd_mpi_count(RD_MADE_TYPE, *newtype, 1);
	return MPI_SUCCESS;
}

int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	return do_type_contiguous("MPI_Type_contiguous", count, oldtype, newtype);
}
RD_MPI_ALIAS(Type_contiguous);

int PMPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	int err = do_type_contiguous("MPI_Type_contiguous_c", count, oldtype, newtype);

	if (!err)
		rd_mpi_type_made_large(*newtype);
	return err;
}
RD_MPI_ALIAS(Type_contiguous_c);

static int do_type_vector(const char *call, MPI_Count count, MPI_Count blocklength,
			  MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct rd_type *oldtype_p = rd_type_get(oldtype);
	struct rd_type *newtype_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_type_vector(call, count, blocklength, stride,
							   oldtype, newtype));
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, call, "count", count);
		if (rd_unlikely(blocklength < 0))
			return rd_mpi_bad_count(NULL, call, "blocklength", blocklength);
		if (rd_unlikely(!oldtype_p))
			return rd_mpi_bad_type(NULL, call, "oldtype", oldtype);
		if (rd_unlikely(!newtype))
			return rd_mpi_bad_pointer(NULL, call, "newtype");
	}
	err = rd_type_vector(count, blocklength, stride, oldtype_p, &newtype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, call, NULL);
	*newtype = rd_type_handle(newtype_p);
	rd_mpi_count(RD_MADE_TYPE, *newtype, 1);
	return MPI_SUCCESS;
}

int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype,
		     MPI_Datatype *newtype)
{
	return do_type_vector("MPI_Type_vector", count, blocklength, stride, oldtype, newtype);
}
RD_MPI_ALIAS(Type_vector);

int PMPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
		       MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	int err = do_type_vector("MPI_Type_vector_c", count, blocklength, stride, oldtype, newtype);

	if (!err)
		rd_mpi_type_made_large(*newtype);
	return err;
}
RD_MPI_ALIAS(Type_vector_c);

static int do_type_create_hvector(const char *call, MPI_Count count, MPI_Count blocklength,
				  MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct rd_type *oldtype_p = rd_type_get(oldtype);
	struct rd_type *newtype_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_type_create_hvector(call, count, blocklength, stride,
								   oldtype, newtype));
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, call, "count", count);
		if (rd_unlikely(blocklength < 0))
			return rd_mpi_bad_count(NULL, call, "blocklength", blocklength);
		if (rd_unlikely(!oldtype_p))
			return rd_mpi_bad_type(NULL, call, "oldtype", oldtype);
		if (rd_unlikely(!newtype))
			return rd_mpi_bad_pointer(NULL, call, "newtype");
	}
	err = rd_type_hvector(count, blocklength, stride, oldtype_p, &newtype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, call, NULL);
	*newtype = rd_type_handle(newtype_p);
	rd_mpi_count(RD_MADE_TYPE, *newtype, 1);
	return MPI_SUCCESS;
}

int PMPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
			     MPI_Datatype *newtype)
{
	return do_type_create_hvector("MPI_Type_create_hvector", count, blocklength, stride,
				      oldtype, newtype);
}
RD_MPI_ALIAS(Type_create_hvector);

int PMPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
			       MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	int err = do_type_create_hvector("MPI_Type_create_hvector_c", count, blocklength, stride,
					 oldtype, newtype);

	if (!err)
		rd_mpi_type_made_large(*newtype);
	return err;
}
RD_MPI_ALIAS(Type_create_hvector_c);

static int do_type_indexed(const char *call, MPI_Count count,
			   const MPI_Count array_of_blocklengths[],
			   const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
			   MPI_Datatype *newtype)
{
	struct rd_type *oldtype_p = rd_type_get(oldtype);
	struct rd_type *newtype_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_type_indexed(call, count, array_of_blocklengths,
							    array_of_displacements, oldtype,
							    newtype));
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, call, "count", count);
		if (rd_unlikely(!oldtype_p))
			return rd_mpi_bad_type(NULL, call, "oldtype", oldtype);
		err = rd_mpi_check_counts(NULL, call, "array_of_blocklengths", count,
					  array_of_blocklengths);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!array_of_displacements && count > 0))
			return rd_mpi_bad_pointer(NULL, call, "array_of_displacements");
		if (rd_unlikely(!newtype))
			return rd_mpi_bad_pointer(NULL, call, "newtype");
	}
	err = rd_type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype_p,
			      &newtype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, call, NULL);
	*newtype = rd_type_handle(newtype_p);
	rd_mpi_count(RD_MADE_TYPE, *newtype, 1);
	return MPI_SUCCESS;
}

int PMPI_Type_indexed(int count, const int array_of_blocklengths[],
		      const int array_of_displacements[], MPI_Datatype oldtype,
		      MPI_Datatype *newtype)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, count, 2, array_of_blocklengths, array_of_displacements);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Type_indexed", NULL);
	err = do_type_indexed("MPI_Type_indexed", count, wide.array[0], wide.array[1], oldtype,
			      newtype);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Type_indexed);

int PMPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
			const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
			MPI_Datatype *newtype)
{
	int err = do_type_indexed("MPI_Type_indexed_c", count, array_of_blocklengths,
				  array_of_displacements, oldtype, newtype);

	if (!err)
		rd_mpi_type_made_large(*newtype);
	return err;
}
RD_MPI_ALIAS(Type_indexed_c);

static int do_type_create_hindexed(const char *call, MPI_Count count,
				   const MPI_Count array_of_blocklengths[],
				   const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
				   MPI_Datatype *newtype)
{
	struct rd_type *oldtype_p = rd_type_get(oldtype);
	struct rd_type *newtype_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_type_create_hindexed(call, count,
								    array_of_blocklengths,
								    array_of_displacements, oldtype,
								    newtype));
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, call, "count", count);
		if (rd_unlikely(!oldtype_p))
			return rd_mpi_bad_type(NULL, call, "oldtype", oldtype);
		err = rd_mpi_check_counts(NULL, call, "array_of_blocklengths", count,
					  array_of_blocklengths);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!array_of_displacements && count > 0))
			return rd_mpi_bad_pointer(NULL, call, "array_of_displacements");
		if (rd_unlikely(!newtype))
			return rd_mpi_bad_pointer(NULL, call, "newtype");
	}
	err = rd_type_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype_p,
			       &newtype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, call, NULL);
	*newtype = rd_type_handle(newtype_p);
	rd_mpi_count(RD_MADE_TYPE, *newtype, 1);
	return MPI_SUCCESS;
}

int PMPI_Type_create_hindexed(int count, const int array_of_blocklengths[],
			      const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
			      MPI_Datatype *newtype)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, count, 1, array_of_blocklengths);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Type_create_hindexed", NULL);
	err = do_type_create_hindexed("MPI_Type_create_hindexed", count, wide.array[0],
				      array_of_displacements, oldtype, newtype);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Type_create_hindexed);

int PMPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
				const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
				MPI_Datatype *newtype)
{
	int err = do_type_create_hindexed("MPI_Type_create_hindexed_c", count,
					  array_of_blocklengths, array_of_displacements, oldtype,
					  newtype);

	if (!err)
		rd_mpi_type_made_large(*newtype);
	return err;
}
RD_MPI_ALIAS(Type_create_hindexed_c);

static int do_type_create_indexed_block(const char *call, MPI_Count count, MPI_Count blocklength,
					const MPI_Count array_of_displacements[],
					MPI_Datatype oldtype, MPI_Datatype *newtype);

RD_MPI_LOCKED locked_type_create_indexed_block(const char *call, MPI_Count count,
					       MPI_Count blocklength,
					       const MPI_Count array_of_displacements[],
					       MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_type_create_indexed_block(call, count, blocklength,
								     array_of_displacements,
								     oldtype, newtype));
}

static int do_type_create_indexed_block(const char *call, MPI_Count count, MPI_Count blocklength,
					const MPI_Count array_of_displacements[],
					MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct rd_type *oldtype_p = rd_type_get(oldtype);
	struct rd_type *newtype_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_type_create_indexed_block(call, count, blocklength,
								array_of_displacements, oldtype,
								newtype);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, call, "count", count);
		if (rd_unlikely(blocklength < 0))
			return rd_mpi_bad_count(NULL, call, "blocklength", blocklength);
		if (rd_unlikely(!oldtype_p))
			return rd_mpi_bad_type(NULL, call, "oldtype", oldtype);
		if (rd_unlikely(!array_of_displacements && count > 0))
			return rd_mpi_bad_pointer(NULL, call, "array_of_displacements");
		if (rd_unlikely(!newtype))
			return rd_mpi_bad_pointer(NULL, call, "newtype");
	}
	err = rd_type_indexed_block(count, blocklength, array_of_displacements, oldtype_p,
				    &newtype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, call, NULL);
	*newtype = rd_type_handle(newtype_p);
	rd_mpi_count(RD_MADE_TYPE, *newtype, 1);
	return MPI_SUCCESS;
}

int PMPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[],
				   MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, count, 1, array_of_displacements);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Type_create_indexed_block", NULL);
	err = do_type_create_indexed_block("MPI_Type_create_indexed_block", count, blocklength,
					   wide.array[0], oldtype, newtype);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Type_create_indexed_block);

int PMPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength,
				     const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
				     MPI_Datatype *newtype)
{
	int err = do_type_create_indexed_block("MPI_Type_create_indexed_block_c", count,
					       blocklength, array_of_displacements, oldtype,
					       newtype);

	if (!err)
		rd_mpi_type_made_large(*newtype);
	return err;
}
RD_MPI_ALIAS(Type_create_indexed_block_c);

static int do_type_create_hindexed_block(const char *call, MPI_Count count, MPI_Count blocklength,
					 const MPI_Count array_of_displacements[],
					 MPI_Datatype oldtype, MPI_Datatype *newtype);

RD_MPI_LOCKED locked_type_create_hindexed_block(const char *call, MPI_Count count,
						MPI_Count blocklength,
						const MPI_Count array_of_displacements[],
						MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_type_create_hindexed_block(call, count, blocklength,
								      array_of_displacements,
								      oldtype, newtype));
}

static int do_type_create_hindexed_block(const char *call, MPI_Count count, MPI_Count blocklength,
					 const MPI_Count array_of_displacements[],
					 MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct rd_type *oldtype_p = rd_type_get(oldtype);
	struct rd_type *newtype_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_type_create_hindexed_block(call, count, blocklength,
								 array_of_displacements, oldtype,
								 newtype);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, call, "count", count);
		if (rd_unlikely(blocklength < 0))
			return rd_mpi_bad_count(NULL, call, "blocklength", blocklength);
		if (rd_unlikely(!oldtype_p))
			return rd_mpi_bad_type(NULL, call, "oldtype", oldtype);
		if (rd_unlikely(!array_of_displacements && count > 0))
			return rd_mpi_bad_pointer(NULL, call, "array_of_displacements");
		if (rd_unlikely(!newtype))
			return rd_mpi_bad_pointer(NULL, call, "newtype");
	}
	err = rd_type_hindexed_block(count, blocklength, array_of_displacements, oldtype_p,
				     &newtype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, call, NULL);
	*newtype = rd_type_handle(newtype_p);
	rd_mpi_count(RD_MADE_TYPE, *newtype, 1);
	return MPI_SUCCESS;
}

int PMPI_Type_create_hindexed_block(int count, int blocklength,
				    const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
				    MPI_Datatype *newtype)
{
	return do_type_create_hindexed_block("MPI_Type_create_hindexed_block", count, blocklength,
					     array_of_displacements, oldtype, newtype);
}
RD_MPI_ALIAS(Type_create_hindexed_block);

int PMPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength,
				      const MPI_Count array_of_displacements[],
				      MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	int err = do_type_create_hindexed_block("MPI_Type_create_hindexed_block_c", count,
						blocklength, array_of_displacements, oldtype,
						newtype);

	if (!err)
		rd_mpi_type_made_large(*newtype);
	return err;
}
RD_MPI_ALIAS(Type_create_hindexed_block_c);

static int do_type_create_struct(const char *call, MPI_Count count,
				 const MPI_Count array_of_blocklengths[],
				 const MPI_Count array_of_displacements[],
				 const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
	struct rd_type *newtype_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_type_create_struct(call, count,
								  array_of_blocklengths,
								  array_of_displacements,
								  array_of_types, newtype));
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, call, "count", count);
		err = rd_mpi_check_counts(NULL, call, "array_of_blocklengths", count,
					  array_of_blocklengths);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!array_of_displacements && count > 0))
			return rd_mpi_bad_pointer(NULL, call, "array_of_displacements");
		err = rd_mpi_check_types(NULL, call, "array_of_types", count, array_of_types);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!newtype))
			return rd_mpi_bad_pointer(NULL, call, "newtype");
	}
	err = rd_mpi_type_struct(count, array_of_blocklengths, array_of_displacements,
				 array_of_types, &newtype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, call, NULL);
	*newtype = rd_type_handle(newtype_p);
	rd_mpi_count(RD_MADE_TYPE, *newtype, 1);
	return MPI_SUCCESS;
}

int PMPI_Type_create_struct(int count, const int array_of_blocklengths[],
			    const MPI_Aint array_of_displacements[],
			    const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, count, 1, array_of_blocklengths);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Type_create_struct", NULL);
	err = do_type_create_struct("MPI_Type_create_struct", count, wide.array[0],
				    array_of_displacements, array_of_types, newtype);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Type_create_struct);

int PMPI_Type_create_struct_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
			      const MPI_Count array_of_displacements[],
			      const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
	int err = do_type_create_struct("MPI_Type_create_struct_c", count, array_of_blocklengths,
					array_of_displacements, array_of_types, newtype);

	if (!err)
		rd_mpi_type_made_large(*newtype);
	return err;
}
RD_MPI_ALIAS(Type_create_struct_c);

static int do_type_create_subarray(const char *call, int ndims, const MPI_Count array_of_sizes[],
				   const MPI_Count array_of_subsizes[],
				   const MPI_Count array_of_starts[], int order,
				   MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct rd_type *oldtype_p = rd_type_get(oldtype);
	struct rd_type *newtype_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_type_create_subarray(call, ndims, array_of_sizes,
								    array_of_subsizes,
								    array_of_starts, order, oldtype,
								    newtype));
		if (rd_unlikely(ndims <= 0))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, call, "ndims=%d is not positive",
					    ndims);
		if (rd_unlikely(!oldtype_p))
			return rd_mpi_bad_type(NULL, call, "oldtype", oldtype);
		err = rd_mpi_check_counts(NULL, call, "array_of_sizes", ndims, array_of_sizes);
		if (rd_unlikely(err))
			return err;
		err = rd_mpi_check_counts(NULL, call, "array_of_subsizes", ndims,
					  array_of_subsizes);
		if (rd_unlikely(err))
			return err;
		err = rd_mpi_check_counts(NULL, call, "array_of_starts", ndims, array_of_starts);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!newtype))
			return rd_mpi_bad_pointer(NULL, call, "newtype");
		if (rd_unlikely(!(order == MPI_ORDER_C || order == MPI_ORDER_FORTRAN)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, call,
					    "order=%d is neither MPI_ORDER_C nor "
					    "MPI_ORDER_FORTRAN",
					    order);
	}
	err = rd_type_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order,
			       oldtype_p, &newtype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, call, NULL);
	*newtype = rd_type_handle(newtype_p);
	rd_mpi_count(RD_MADE_TYPE, *newtype, 1);
	return MPI_SUCCESS;
}

int PMPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[],
			      const int array_of_starts[], int order, MPI_Datatype oldtype,
			      MPI_Datatype *newtype)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, ndims, 3, array_of_sizes, array_of_subsizes, array_of_starts);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Type_create_subarray", NULL);
	err = do_type_create_subarray("MPI_Type_create_subarray", ndims, wide.array[0],
				      wide.array[1], wide.array[2], order, oldtype, newtype);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Type_create_subarray);

int PMPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[],
				const MPI_Count array_of_subsizes[],
				const MPI_Count array_of_starts[], int order, MPI_Datatype oldtype,
				MPI_Datatype *newtype)
{
	int err = do_type_create_subarray("MPI_Type_create_subarray_c", ndims, array_of_sizes,
					  array_of_subsizes, array_of_starts, order, oldtype,
					  newtype);

	if (!err)
		rd_mpi_type_made_large(*newtype);
	return err;
}
RD_MPI_ALIAS(Type_create_subarray_c);

static int do_type_create_darray(const char *call, int size, int rank, int ndims,
				 const MPI_Count array_of_gsizes[], const int array_of_distribs[],
				 const int array_of_dargs[], const int array_of_psizes[], int order,
				 MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct rd_type *oldtype_p = rd_type_get(oldtype);
	struct rd_type *newtype_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_type_create_darray(call, size, rank, ndims,
								  array_of_gsizes,
								  array_of_distribs, array_of_dargs,
								  array_of_psizes, order, oldtype,
								  newtype));
		if (rd_unlikely(size <= 0))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, call, "size=%d is not positive",
					    size);
		if (rd_unlikely(ndims <= 0))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, call, "ndims=%d is not positive",
					    ndims);
		if (rd_unlikely(!oldtype_p))
			return rd_mpi_bad_type(NULL, call, "oldtype", oldtype);
		err = rd_mpi_check_counts(NULL, call, "array_of_gsizes", ndims, array_of_gsizes);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!array_of_distribs && ndims > 0))
			return rd_mpi_bad_pointer(NULL, call, "array_of_distribs");
		if (rd_unlikely(!array_of_dargs && ndims > 0))
			return rd_mpi_bad_pointer(NULL, call, "array_of_dargs");
		if (rd_unlikely(!array_of_psizes && ndims > 0))
			return rd_mpi_bad_pointer(NULL, call, "array_of_psizes");
		if (rd_unlikely(!newtype))
			return rd_mpi_bad_pointer(NULL, call, "newtype");
		if (rd_unlikely(!(rank >= 0 && rank < size)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, call,
					    "rank=%d is not one of size=%d processes", rank, size);
		if (rd_unlikely(!(order == MPI_ORDER_C || order == MPI_ORDER_FORTRAN)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, call,
					    "order=%d is neither MPI_ORDER_C nor "
					    "MPI_ORDER_FORTRAN",
					    order);
		if (rd_unlikely(rd_mpi_grid_size(ndims, array_of_psizes) != size))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, call,
					    "array_of_psizes does not multiply to size=%d", size);
		if (rd_unlikely(!rd_mpi_darray_ok(ndims, array_of_gsizes, array_of_distribs,
						  array_of_dargs, array_of_psizes)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, call,
					    "a dimension has no length, an unknown distribution, "
					    "or blocks that do not cover it");
	}
	err = rd_type_darray(size, rank, &(struct rd_darray){ ndims, order, array_of_gsizes,
			     array_of_distribs, array_of_dargs, array_of_psizes }, oldtype_p,
			     &newtype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, call, NULL);
	*newtype = rd_type_handle(newtype_p);
	rd_mpi_count(RD_MADE_TYPE, *newtype, 1);
	return MPI_SUCCESS;
}

int PMPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[],
			    const int array_of_distribs[], const int array_of_dargs[],
			    const int array_of_psizes[], int order, MPI_Datatype oldtype,
			    MPI_Datatype *newtype)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, ndims, 1, array_of_gsizes);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Type_create_darray", NULL);
	err = do_type_create_darray("MPI_Type_create_darray", size, rank, ndims, wide.array[0],
				    array_of_distribs, array_of_dargs, array_of_psizes, order,
				    oldtype, newtype);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Type_create_darray);

int PMPI_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count array_of_gsizes[],
			      const int array_of_distribs[], const int array_of_dargs[],
			      const int array_of_psizes[], int order, MPI_Datatype oldtype,
			      MPI_Datatype *newtype)
{
	int err = do_type_create_darray("MPI_Type_create_darray_c", size, rank, ndims,
					array_of_gsizes, array_of_distribs, array_of_dargs,
					array_of_psizes, order, oldtype, newtype);

	if (!err)
		rd_mpi_type_made_large(*newtype);
	return err;
}
RD_MPI_ALIAS(Type_create_darray_c);

static int do_type_create_resized(const char *call, MPI_Datatype oldtype, MPI_Count lb,
				  MPI_Count extent, MPI_Datatype *newtype)
{
	struct rd_type *oldtype_p = rd_type_get(oldtype);
	struct rd_type *newtype_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_type_create_resized(call, oldtype, lb, extent,
								   newtype));
		if (rd_unlikely(!oldtype_p))
			return rd_mpi_bad_type(NULL, call, "oldtype", oldtype);
		if (rd_unlikely(!newtype))
			return rd_mpi_bad_pointer(NULL, call, "newtype");
	}
	err = rd_type_resized(oldtype_p, lb, extent, &newtype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, call, NULL);
	*newtype = rd_type_handle(newtype_p);
	rd_mpi_count(RD_MADE_TYPE, *newtype, 1);
	return MPI_SUCCESS;
}

int PMPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
			     MPI_Datatype *newtype)
{
	return do_type_create_resized("MPI_Type_create_resized", oldtype, lb, extent, newtype);
}
RD_MPI_ALIAS(Type_create_resized);

int PMPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent,
			       MPI_Datatype *newtype)
{
	int err = do_type_create_resized("MPI_Type_create_resized_c", oldtype, lb, extent, newtype);

	if (!err)
		rd_mpi_type_made_large(*newtype);
	return err;
}
RD_MPI_ALIAS(Type_create_resized_c);

int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct rd_type *oldtype_p = rd_type_get(oldtype);
	struct rd_type *newtype_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_dup");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_dup(oldtype, newtype));
		if (rd_unlikely(!oldtype_p))
			return rd_mpi_bad_type(NULL, "MPI_Type_dup", "oldtype", oldtype);
		if (rd_unlikely(!newtype))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_dup", "newtype");
	}
	err = rd_type_dup(oldtype_p, &newtype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Type_dup", NULL);
	*newtype = rd_type_handle(newtype_p);
	rd_mpi_count(RD_MADE_TYPE, *newtype, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_dup);

int PMPI_Type_commit(MPI_Datatype *datatype)
{
	struct rd_type *datatype_p = datatype ? rd_type_get(*datatype) : NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_commit");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_commit(datatype));
		if (rd_unlikely(!datatype))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_commit", "datatype");
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, "MPI_Type_commit", "datatype", *datatype);
	}
	err = rd_type_commit(datatype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Type_commit", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_commit);

int PMPI_Type_free(MPI_Datatype *datatype)
{
	struct rd_type *datatype_p = datatype ? rd_type_get(*datatype) : NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_free");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_free(datatype));
		if (rd_unlikely(!datatype))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_free", "datatype");
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, "MPI_Type_free", "datatype", *datatype);
		if (rd_unlikely(datatype_p->flags & RD_TYPE_PREDEFINED))
			return rd_mpi_raise(NULL, MPI_ERR_TYPE, "MPI_Type_free",
					    "datatype %s is predefined and cannot be freed",
					    datatype_p->name);
	}
	err = rd_type_free(datatype_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Type_free", NULL);
	rd_mpi_count(RD_MADE_TYPE, *datatype, -1);
	*datatype = MPI_DATATYPE_NULL;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_free);
