/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-types.tbl by mpi/gen.pl: do not edit */
/*
 * Information about datatypes, and addresses (MPI-5.0 5.1.5 to 5.1.8, 7.8).
 */
#include "mpi/api.h"

static int do_type_size(const char *call, MPI_Datatype datatype, MPI_Count *size)
{
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, call, "datatype", datatype);
		if (rd_unlikely(!size))
			return rd_mpi_bad_pointer(NULL, call, "size");
	}
	*size = (MPI_Count)datatype_p->size;
	return MPI_SUCCESS;
}

int PMPI_Type_size(MPI_Datatype datatype, int *size)
{
	MPI_Count wide_size = 0;
	int err;

	err = do_type_size("MPI_Type_size", datatype, size ? &wide_size : NULL);
	if (!err)
		*size = rd_mpi_narrow(wide_size);
	return err;
}
RD_MPI_ALIAS(Type_size);

int PMPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size)
{
	return do_type_size("MPI_Type_size_c", datatype, size);
}
RD_MPI_ALIAS(Type_size_c);

int PMPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size)
{
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_size_x");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_size_x(datatype, size));
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, "MPI_Type_size_x", "datatype", datatype);
		if (rd_unlikely(!size))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_size_x", "size");
	}
	*size = (MPI_Count)datatype_p->size;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_size_x);

static int do_type_get_extent(const char *call, MPI_Datatype datatype, MPI_Count *lb,
			      MPI_Count *extent)
{
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, call, "datatype", datatype);
		if (rd_unlikely(!lb))
			return rd_mpi_bad_pointer(NULL, call, "lb");
		if (rd_unlikely(!extent))
			return rd_mpi_bad_pointer(NULL, call, "extent");
	}
	*lb = datatype_p->lb;
	*extent = datatype_p->extent;
	return MPI_SUCCESS;
}

int PMPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent)
{
	return do_type_get_extent("MPI_Type_get_extent", datatype, lb, extent);
}
RD_MPI_ALIAS(Type_get_extent);

int PMPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent)
{
	return do_type_get_extent("MPI_Type_get_extent_c", datatype, lb, extent);
}
RD_MPI_ALIAS(Type_get_extent_c);

int PMPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent)
{
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_get_extent_x");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_get_extent_x(datatype, lb, extent));
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, "MPI_Type_get_extent_x", "datatype", datatype);
		if (rd_unlikely(!lb))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_extent_x", "lb");
		if (rd_unlikely(!extent))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_extent_x", "extent");
	}
	*lb = datatype_p->lb;
	*extent = datatype_p->extent;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_get_extent_x);

static int do_type_get_true_extent(const char *call, MPI_Datatype datatype, MPI_Count *true_lb,
				   MPI_Count *true_extent)
{
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_type_get_true_extent(call, datatype, true_lb,
								    true_extent));
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, call, "datatype", datatype);
		if (rd_unlikely(!true_lb))
			return rd_mpi_bad_pointer(NULL, call, "true_lb");
		if (rd_unlikely(!true_extent))
			return rd_mpi_bad_pointer(NULL, call, "true_extent");
	}
	*true_lb = datatype_p->true_lb;
	*true_extent = datatype_p->true_extent;
	return MPI_SUCCESS;
}

int PMPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent)
{
	return do_type_get_true_extent("MPI_Type_get_true_extent", datatype, true_lb, true_extent);
}
RD_MPI_ALIAS(Type_get_true_extent);

int PMPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent)
{
	return do_type_get_true_extent("MPI_Type_get_true_extent_c", datatype, true_lb,
				       true_extent);
}
RD_MPI_ALIAS(Type_get_true_extent_c);

int PMPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent)
{
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_get_true_extent_x");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_get_true_extent_x(datatype, true_lb,
									true_extent));
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, "MPI_Type_get_true_extent_x", "datatype",
					       datatype);
		if (rd_unlikely(!true_lb))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_true_extent_x", "true_lb");
		if (rd_unlikely(!true_extent))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_true_extent_x",
						  "true_extent");
	}
	*true_lb = datatype_p->true_lb;
	*true_extent = datatype_p->true_extent;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_get_true_extent_x);

int PMPI_Type_set_name(MPI_Datatype datatype, const char *type_name)
{
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_set_name");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_set_name(datatype, type_name));
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, "MPI_Type_set_name", "datatype", datatype);
		if (rd_unlikely(!type_name))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_set_name", "type_name");
	}
	rd_mpi_name_set(datatype_p->name, type_name);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_set_name);

int PMPI_Type_get_name(MPI_Datatype datatype, char *type_name, int *resultlen)
{
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_get_name");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_get_name(datatype, type_name, resultlen));
		if (rd_unlikely(!datatype_p && datatype != MPI_DATATYPE_NULL))
			return rd_mpi_bad_type(NULL, "MPI_Type_get_name", "datatype", datatype);
		if (rd_unlikely(!type_name))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_name", "type_name");
		if (rd_unlikely(!resultlen))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_name", "resultlen");
	}
	const char *name = datatype_p ? datatype_p->name : "MPI_DATATYPE_NULL";
	*resultlen = rd_mpi_name_get(type_name, name);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_get_name);

int PMPI_Get_address(const void *location, MPI_Aint *address)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!address))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Get_address",
					    "address is NULL, but the call needs its address");
	}
	*address = (MPI_Aint)location;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Get_address);

MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint disp)
{
	return (MPI_Aint)((uintptr_t)base + (uintptr_t)disp);
}
RD_MPI_ALIAS(Aint_add);

MPI_Aint PMPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2)
{
	return (MPI_Aint)((uintptr_t)addr1 - (uintptr_t)addr2);
}
RD_MPI_ALIAS(Aint_diff);
