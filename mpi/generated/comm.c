/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */
/*
 * Communicators (MPI-5.0 7.4, 7.8).
 */
#include "mpi/api.h"

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_size");
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_size", "comm", comm);
		if (rd_unlikely(!size))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_size", "size");
	}
	*size = comm_p->size;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_size);

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_rank");
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_rank", "comm", comm);
		if (rd_unlikely(!rank))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_rank", "rank");
	}
	*rank = comm_p->rank;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_rank);

int PMPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result)
{
	struct rd_comm *comm1_p = rd_comm_get(comm1);
	struct rd_comm *comm2_p = rd_comm_get(comm2);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_compare");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_compare(comm1, comm2, result));
		if (rd_unlikely(!comm1_p))
			return rd_mpi_bad_comm("MPI_Comm_compare", "comm1", comm1);
		if (rd_unlikely(!comm2_p))
			return rd_mpi_bad_comm("MPI_Comm_compare", "comm2", comm2);
		if (rd_unlikely(!result))
			return rd_mpi_bad_pointer(&comm1_p->errs, "MPI_Comm_compare", "result");
	}
	err = rd_comm_compare(comm1_p, comm2_p, result);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm1_p->errs, err, "MPI_Comm_compare", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_compare);

int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_group *group_p = NULL;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_group");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_group(comm, group));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_group", "comm", comm);
		if (rd_unlikely(!group))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_group", "group");
	}
	group_p = comm_p->group;
	rd_group_hold(group_p);
	*group = rd_group_handle(group_p);
	rd_mpi_count(RD_MADE_GROUP, *group, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_group);

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_comm *newcomm_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_dup");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_dup(comm, newcomm));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_dup", "comm", comm);
		if (rd_unlikely(!newcomm))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_dup", "newcomm");
	}
	err = rd_comm_dup(comm_p, &newcomm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_dup", NULL);
	*newcomm = rd_comm_handle(newcomm_p);
	rd_mpi_count(RD_MADE_COMM, *newcomm, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_dup);

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_comm *newcomm_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_split");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_split(comm, color, key, newcomm));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_split", "comm", comm);
		if (rd_unlikely(!newcomm))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_split", "newcomm");
		if (rd_unlikely(!(color >= 0 || color == MPI_UNDEFINED)))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_ARG, "MPI_Comm_split",
					    "color=%d is neither >= 0 nor MPI_UNDEFINED", color);
	}
	err = rd_comm_split(comm_p, color, key, &newcomm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_split", NULL);
	*newcomm = rd_comm_handle(newcomm_p);
	rd_mpi_count(RD_MADE_COMM, *newcomm, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_split);

int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_hints *info_p = rd_hints_get(info);
	struct rd_comm *newcomm_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_split_type");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_split_type(comm, split_type, key, info,
								 newcomm));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_split_type", "comm", comm);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, "MPI_Comm_split_type", "info", info);
		if (rd_unlikely(!newcomm))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_split_type", "newcomm");
	}
	err = rd_comm_split_type(comm_p, split_type, key, info_p, &newcomm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_split_type", NULL);
	*newcomm = rd_comm_handle(newcomm_p);
	rd_mpi_count(RD_MADE_COMM, *newcomm, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_split_type);

int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_group *group_p = rd_group_get(group);
	struct rd_comm *newcomm_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_create");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_create(comm, group, newcomm));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_create", "comm", comm);
		if (rd_unlikely(!group_p))
			return rd_mpi_bad_group(&comm_p->errs, "MPI_Comm_create", "group", group);
		if (rd_unlikely(!newcomm))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_create", "newcomm");
	}
	err = rd_comm_create(comm_p, group_p, &newcomm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_create", NULL);
	*newcomm = rd_comm_handle(newcomm_p);
	rd_mpi_count(RD_MADE_COMM, *newcomm, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_create);

int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_group *group_p = rd_group_get(group);
	struct rd_comm *newcomm_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_create_group");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_create_group(comm, group, tag, newcomm));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_create_group", "comm", comm);
		if (rd_unlikely(rd_comm_is_inter(comm_p)))
			return rd_mpi_bad_side(comm_p, "MPI_Comm_create_group", "comm");
		if (rd_unlikely(!group_p))
			return rd_mpi_bad_group(&comm_p->errs, "MPI_Comm_create_group", "group",
						group);
		if (rd_unlikely(tag < 0))
			return rd_mpi_bad_tag(&comm_p->errs, "MPI_Comm_create_group", "tag", tag);
		if (rd_unlikely(!newcomm))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_create_group",
						  "newcomm");
	}
	err = rd_comm_create_group(comm_p, group_p, tag, &newcomm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_create_group", "tag=%d", tag);
	*newcomm = rd_comm_handle(newcomm_p);
	rd_mpi_count(RD_MADE_COMM, *newcomm, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_create_group);

int PMPI_Comm_free(MPI_Comm *comm)
{
	struct rd_comm *comm_p = comm ? rd_comm_get(*comm) : NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_free");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_free(comm));
		if (rd_unlikely(!comm))
			return rd_mpi_bad_pointer(NULL, "MPI_Comm_free", "comm");
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_free", "comm", *comm);
		if (rd_unlikely(comm_p->predefined))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_COMM, "MPI_Comm_free",
					    "comm is %s, which cannot be freed", comm_p->name);
	}
	err = rd_comm_free(comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_free", NULL);
	rd_mpi_count(RD_MADE_COMM, *comm, -1);
	*comm = MPI_COMM_NULL;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_free);

int PMPI_Comm_set_name(MPI_Comm comm, const char *comm_name)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_set_name");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_set_name(comm, comm_name));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_set_name", "comm", comm);
		if (rd_unlikely(!comm_name))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_set_name", "comm_name");
	}
	err = rd_comm_set_name(comm_p, comm_name);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_set_name", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_set_name);

int PMPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen)
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_get_name");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_get_name(comm, comm_name, resultlen));
		if (rd_unlikely(!comm_p && comm != MPI_COMM_NULL))
			return rd_mpi_bad_comm("MPI_Comm_get_name", "comm", comm);
		if (rd_unlikely(!comm_name))
			return rd_mpi_bad_pointer(comm_p ? &comm_p->errs : NULL,
						  "MPI_Comm_get_name", "comm_name");
		if (rd_unlikely(!resultlen))
			return rd_mpi_bad_pointer(comm_p ? &comm_p->errs : NULL,
						  "MPI_Comm_get_name", "resultlen");
	}
	*resultlen = rd_mpi_name_get(comm_name, comm_p ? comm_p->name : "MPI_COMM_NULL");
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_get_name);
