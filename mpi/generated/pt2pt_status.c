/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */
/*
 * Looking into a status, and making one up (MPI-5.0 3.2.5, 5.1.11, 13.3).
 */
#include "mpi/api.h"

static int do_get_count(const char *call, const MPI_Status *status, MPI_Datatype datatype,
			MPI_Count *count)
{
	const struct rd_status *status_p = (const struct rd_status *)status;
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, call, "datatype", datatype);
		if (rd_unlikely(!status))
			return rd_mpi_bad_pointer(NULL, call, "status");
		if (rd_unlikely(!count))
			return rd_mpi_bad_pointer(NULL, call, "count");
	}
	*count = rd_mpi_status_count(status_p, datatype_p);
	return MPI_SUCCESS;
}

int PMPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
	MPI_Count wide_count = 0;
	int err;

	err = do_get_count("MPI_Get_count", status, datatype, count ? &wide_count : NULL);
	if (!err)
		*count = rd_mpi_narrow(wide_count);
	return err;
}
RD_MPI_ALIAS(Get_count);

int PMPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
	return do_get_count("MPI_Get_count_c", status, datatype, count);
}
RD_MPI_ALIAS(Get_count_c);

static int do_get_elements(const char *call, const MPI_Status *status, MPI_Datatype datatype,
			   MPI_Count *count)
{
	const struct rd_status *status_p = (const struct rd_status *)status;
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_get_elements(call, status, datatype, count));
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, call, "datatype", datatype);
		if (rd_unlikely(!status))
			return rd_mpi_bad_pointer(NULL, call, "status");
		if (rd_unlikely(!count))
			return rd_mpi_bad_pointer(NULL, call, "count");
	}
	*count = rd_mpi_status_elements(status_p, datatype_p);
	return MPI_SUCCESS;
}

int PMPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
	MPI_Count wide_count = 0;
	int err;

	err = do_get_elements("MPI_Get_elements", status, datatype, count ? &wide_count : NULL);
	if (!err)
		*count = rd_mpi_narrow(wide_count);
	return err;
}
RD_MPI_ALIAS(Get_elements);

int PMPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
	return do_get_elements("MPI_Get_elements_c", status, datatype, count);
}
RD_MPI_ALIAS(Get_elements_c);

int PMPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
	const struct rd_status *status_p = (const struct rd_status *)status;
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Get_elements_x");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Get_elements_x(status, datatype, count));
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, "MPI_Get_elements_x", "datatype", datatype);
		if (rd_unlikely(!status))
			return rd_mpi_bad_pointer(NULL, "MPI_Get_elements_x", "status");
		if (rd_unlikely(!count))
			return rd_mpi_bad_pointer(NULL, "MPI_Get_elements_x", "count");
	}
	*count = rd_mpi_status_elements(status_p, datatype_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Get_elements_x);

int PMPI_Test_cancelled(const MPI_Status *status, int *flag)
{
	const struct rd_status *status_p = (const struct rd_status *)status;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Test_cancelled");
		if (rd_unlikely(!status))
			return rd_mpi_bad_pointer(NULL, "MPI_Test_cancelled", "status");
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Test_cancelled", "flag");
	}
	*flag = status_p->cancelled;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Test_cancelled);

int PMPI_Status_get_source(const MPI_Status *status, int *source)
{
	const struct rd_status *status_p = (const struct rd_status *)status;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Status_get_source");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Status_get_source(status, source));
		if (rd_unlikely(!status))
			return rd_mpi_bad_pointer(NULL, "MPI_Status_get_source", "status");
		if (rd_unlikely(!source))
			return rd_mpi_bad_pointer(NULL, "MPI_Status_get_source", "source");
	}
	*source = status_p->source;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Status_get_source);

int PMPI_Status_get_tag(const MPI_Status *status, int *tag)
{
	const struct rd_status *status_p = (const struct rd_status *)status;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Status_get_tag");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Status_get_tag(status, tag));
		if (rd_unlikely(!status))
			return rd_mpi_bad_pointer(NULL, "MPI_Status_get_tag", "status");
		if (rd_unlikely(!tag))
			return rd_mpi_bad_pointer(NULL, "MPI_Status_get_tag", "tag");
	}
	*tag = status_p->tag;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Status_get_tag);

int PMPI_Status_get_error(const MPI_Status *status, int *error)
{
	const struct rd_status *status_p = (const struct rd_status *)status;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Status_get_error");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Status_get_error(status, error));
		if (rd_unlikely(!status))
			return rd_mpi_bad_pointer(NULL, "MPI_Status_get_error", "status");
		if (rd_unlikely(!error))
			return rd_mpi_bad_pointer(NULL, "MPI_Status_get_error", "error");
	}
	*error = status_p->error;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Status_get_error);

int PMPI_Status_set_source(MPI_Status *status, int source)
{
	struct rd_status *status_p = (struct rd_status *)status;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Status_set_source");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Status_set_source(status, source));
		if (rd_unlikely(!status))
			return rd_mpi_bad_pointer(NULL, "MPI_Status_set_source", "status");
	}
	status_p->source = source;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Status_set_source);

int PMPI_Status_set_tag(MPI_Status *status, int tag)
{
	struct rd_status *status_p = (struct rd_status *)status;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Status_set_tag");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Status_set_tag(status, tag));
		if (rd_unlikely(!status))
			return rd_mpi_bad_pointer(NULL, "MPI_Status_set_tag", "status");
	}
	status_p->tag = tag;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Status_set_tag);

int PMPI_Status_set_error(MPI_Status *status, int error)
{
	struct rd_status *status_p = (struct rd_status *)status;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Status_set_error");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Status_set_error(status, error));
		if (rd_unlikely(!status))
			return rd_mpi_bad_pointer(NULL, "MPI_Status_set_error", "status");
	}
	status_p->error = error;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Status_set_error);

int PMPI_Status_set_cancelled(MPI_Status *status, int flag)
{
	struct rd_status *status_p = (struct rd_status *)status;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Status_set_cancelled");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Status_set_cancelled(status, flag));
		if (rd_unlikely(!status))
			return rd_mpi_bad_pointer(NULL, "MPI_Status_set_cancelled", "status");
	}
	status_p->cancelled = flag != 0;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Status_set_cancelled);

static int do_status_set_elements(const char *call, MPI_Status *status, MPI_Datatype datatype,
				  MPI_Count count)
{
	struct rd_status *status_p = (struct rd_status *)status;
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_status_set_elements(call, status, datatype, count));
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, call, "count", count);
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, call, "datatype", datatype);
		if (rd_unlikely(!status))
			return rd_mpi_bad_pointer(NULL, call, "status");
	}
	rd_mpi_status_set_elements(status_p, datatype_p, count);
	return MPI_SUCCESS;
}

int PMPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count)
{
	return do_status_set_elements("MPI_Status_set_elements", status, datatype, count);
}
RD_MPI_ALIAS(Status_set_elements);

int PMPI_Status_set_elements_c(MPI_Status *status, MPI_Datatype datatype, MPI_Count count)
{
	return do_status_set_elements("MPI_Status_set_elements_c", status, datatype, count);
}
RD_MPI_ALIAS(Status_set_elements_c);

int PMPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count)
{
	struct rd_status *status_p = (struct rd_status *)status;
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Status_set_elements_x");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Status_set_elements_x(status, datatype, count));
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, "MPI_Status_set_elements_x", "count", count);
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, "MPI_Status_set_elements_x", "datatype",
					       datatype);
		if (rd_unlikely(!status))
			return rd_mpi_bad_pointer(NULL, "MPI_Status_set_elements_x", "status");
	}
	rd_mpi_status_set_elements(status_p, datatype_p, count);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Status_set_elements_x);
