/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-comminfos.tbl by mpi/gen.pl: do not edit */
/*
 * Hints of communicators and ending them for good (MPI-5.0 7.4.4, 11.10.4), the machine
 * (9.1.4).
 */
#include "mpi/api.h"

#include "comm/info.h"

int PMPI_Comm_set_info(MPI_Comm comm, MPI_Info info)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_hints *info_p = rd_hints_get(info);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_set_info");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_set_info(comm, info));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_set_info", "comm", comm);
		if (rd_unlikely(!info_p))
			return rd_mpi_bad_info(&comm_p->errs, "MPI_Comm_set_info", "info", info);
	}
	rd_comm_set_info(comm_p, info_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_set_info);

int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_hints *info_used_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_get_info");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_get_info(comm, info_used));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_get_info", "comm", comm);
		if (rd_unlikely(!info_used))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_get_info", "info_used");
	}
	err = rd_comm_get_info(comm_p, &info_used_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_get_info", NULL);
	*info_used = rd_hints_handle(info_used_p);
	rd_mpi_count(RD_MADE_INFO, *info_used, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_get_info);

int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_hints *info_p = rd_hints_get(info);
	struct rd_comm *newcomm_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_dup_with_info");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_dup_with_info(comm, info, newcomm));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_dup_with_info", "comm", comm);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, "MPI_Comm_dup_with_info", "info",
					       info);
		if (rd_unlikely(!newcomm))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_dup_with_info",
						  "newcomm");
	}
	err = rd_comm_dup(comm_p, &newcomm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_dup_with_info", NULL);
	*newcomm = rd_comm_handle(newcomm_p);
	rd_mpi_count(RD_MADE_COMM, *newcomm, 1);
	rd_comm_set_info(newcomm_p, info_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_dup_with_info);

int PMPI_Comm_disconnect(MPI_Comm *comm)
{
	struct rd_comm *comm_p = comm ? rd_comm_get(*comm) : NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_disconnect");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_disconnect(comm));
		if (rd_unlikely(!comm))
			return rd_mpi_bad_pointer(NULL, "MPI_Comm_disconnect", "comm");
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_disconnect", "comm", *comm);
		if (rd_unlikely(comm_p->predefined))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_COMM, "MPI_Comm_disconnect",
					    "comm is %s, which cannot be disconnected",
					    comm_p->name);
	}
	err = rd_mpi_comm_disconnect(comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_disconnect", NULL);
	rd_mpi_count(RD_MADE_COMM, *comm, -1);
	*comm = MPI_COMM_NULL;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_disconnect);

int PMPI_Comm_get_parent(MPI_Comm *parent)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_get_parent");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_get_parent(parent));
		if (rd_unlikely(!parent))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Comm_get_parent",
					    "parent is NULL, but the call needs its address");
	}
	*parent = MPI_COMM_NULL; /* no process was started by another's MPI_Comm_spawn */
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_get_parent);

int PMPI_Get_hw_resource_info(MPI_Info *hw_info)
{
	struct rd_hints *hw_info_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Get_hw_resource_info");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Get_hw_resource_info(hw_info));
		if (rd_unlikely(!hw_info))
			return rd_mpi_bad_pointer(NULL, "MPI_Get_hw_resource_info", "hw_info");
	}
	err = rd_mpi_info_resources(&hw_info_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Get_hw_resource_info", NULL);
	*hw_info = rd_hints_handle(hw_info_p);
	rd_mpi_count(RD_MADE_INFO, *hw_info, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Get_hw_resource_info);
