/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-inter.tbl by mpi/gen.pl: do not edit */
/*
 * New communicators from groups, and while the program goes on (MPI-5.0 7.4.2, 7.6.2).
 */
#include "mpi/api.h"

#include "comm/info.h"

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_comm *newcomm_p = NULL;
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_idup");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_idup(comm, newcomm, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_idup", "comm", comm);
		if (rd_unlikely(!newcomm))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_idup", "newcomm");
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_idup", "request");
	}
	err = rd_coll_comm_idup(comm_p, &newcomm_p, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_idup", NULL);
	*newcomm = rd_comm_handle(newcomm_p);
	rd_mpi_count(RD_MADE_COMM, *newcomm, 1);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_idup);

int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_hints *info_p = rd_hints_get(info);
	struct rd_comm *newcomm_p = NULL;
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_idup_with_info");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_idup_with_info(comm, info, newcomm, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_idup_with_info", "comm", comm);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, "MPI_Comm_idup_with_info", "info",
					       info);
		if (rd_unlikely(!newcomm))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_idup_with_info",
						  "newcomm");
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_idup_with_info",
						  "request");
	}
	err = rd_coll_comm_idup(comm_p, &newcomm_p, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_idup_with_info", NULL);
	*newcomm = rd_comm_handle(newcomm_p);
	rd_mpi_count(RD_MADE_COMM, *newcomm, 1);
	*request = rd_mpi_req_new(request_p, comm_p);
	rd_comm_set_info(newcomm_p, info_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_idup_with_info);

int PMPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info,
				MPI_Errhandler errhandler, MPI_Comm *newcomm)
{
	struct rd_group *group_p = rd_group_get(group);
	struct rd_hints *info_p = rd_hints_get(info);
	struct rd_errhandler *errhandler_p = rd_errhandler_get(errhandler);
	struct rd_comm *newcomm_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_create_from_group");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_create_from_group(group, stringtag, info,
									errhandler, newcomm));
		if (rd_unlikely(!group_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group_p),
						"MPI_Comm_create_from_group", "group", group);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(rd_mpi_group_errs(group_p),
					       "MPI_Comm_create_from_group", "info", info);
		if (rd_unlikely(!rd_mpi_eh_ok(errhandler_p, RD_ERRS_COMM)))
			return rd_mpi_bad_errhandler(rd_mpi_group_errs(group_p),
						     "MPI_Comm_create_from_group", "errhandler",
						     errhandler);
		if (rd_unlikely(!stringtag))
			return rd_mpi_bad_pointer(rd_mpi_group_errs(group_p),
						  "MPI_Comm_create_from_group", "stringtag");
		if (rd_unlikely(!newcomm))
			return rd_mpi_bad_pointer(rd_mpi_group_errs(group_p),
						  "MPI_Comm_create_from_group", "newcomm");
		if (rd_unlikely(!(group_p->rank != MPI_UNDEFINED || group_p->size == 0)))
			return rd_mpi_raise(rd_mpi_group_errs(group_p), MPI_ERR_GROUP,
					    "MPI_Comm_create_from_group",
					    "this process is not in the group");
	}
	err = rd_comm_from_group(group_p, stringtag, info_p, errhandler_p, &newcomm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(rd_mpi_group_errs(group_p), err, "MPI_Comm_create_from_group",
				   NULL);
	*newcomm = rd_comm_handle(newcomm_p);
	rd_mpi_count(RD_MADE_COMM, *newcomm, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_create_from_group);

int PMPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
				      MPI_Group remote_group, int remote_leader,
				      const char *stringtag, MPI_Info info,
				      MPI_Errhandler errhandler, MPI_Comm *newintercomm)
{
	struct rd_group *local_group_p = rd_group_get(local_group);
	struct rd_hints *info_p = rd_hints_get(info);
	struct rd_errhandler *errhandler_p = rd_errhandler_get(errhandler);
	struct rd_comm *newintercomm_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Intercomm_create_from_groups");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Intercomm_create_from_groups(local_group,
									      local_leader,
									      remote_group,
									      remote_leader,
									      stringtag, info,
									      errhandler,
									      newintercomm));
		if (rd_unlikely(!local_group_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(local_group_p),
						"MPI_Intercomm_create_from_groups", "local_group",
						local_group);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(rd_mpi_group_errs(local_group_p),
					       "MPI_Intercomm_create_from_groups", "info", info);
		if (rd_unlikely(!rd_mpi_eh_ok(errhandler_p, RD_ERRS_COMM)))
			return rd_mpi_bad_errhandler(rd_mpi_group_errs(local_group_p),
						     "MPI_Intercomm_create_from_groups",
						     "errhandler", errhandler);
		if (rd_unlikely(!stringtag))
			return rd_mpi_bad_pointer(rd_mpi_group_errs(local_group_p),
						  "MPI_Intercomm_create_from_groups", "stringtag");
		if (rd_unlikely(!newintercomm))
			return rd_mpi_bad_pointer(rd_mpi_group_errs(local_group_p),
						  "MPI_Intercomm_create_from_groups",
						  "newintercomm");
		if (rd_unlikely(local_group_p->rank == MPI_UNDEFINED))
			return rd_mpi_raise(rd_mpi_group_errs(local_group_p), MPI_ERR_GROUP,
					    "MPI_Intercomm_create_from_groups",
					    "this process is not in local_group");
		if (rd_unlikely(!(local_leader >= 0 && local_leader < local_group_p->size)))
			return rd_mpi_raise(rd_mpi_group_errs(local_group_p), MPI_ERR_RANK,
					    "MPI_Intercomm_create_from_groups",
					    "local_leader=%d is not a rank of local_group",
					    local_leader);
		if (rd_unlikely(rd_mpi_no_remote(local_group_p, local_leader, remote_group)))
			return rd_mpi_raise(rd_mpi_group_errs(local_group_p), MPI_ERR_GROUP,
					    "MPI_Intercomm_create_from_groups",
					    "remote_group is not a group, but the leader, which "
					    "this process is, needs one");
		if (rd_unlikely(rd_mpi_no_leader(local_group_p, local_leader, remote_group,
						 remote_leader)))
			return rd_mpi_raise(rd_mpi_group_errs(local_group_p), MPI_ERR_RANK,
					    "MPI_Intercomm_create_from_groups",
					    "remote_leader=%d is not a rank of remote_group",
					    remote_leader);
	}
	err = rd_intercomm_from_groups(local_group_p, local_leader, rd_group_get(remote_group),
				       remote_leader, stringtag, errhandler_p, &newintercomm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(rd_mpi_group_errs(local_group_p), err,
				   "MPI_Intercomm_create_from_groups", NULL);
	*newintercomm = rd_comm_handle(newintercomm_p);
	rd_mpi_count(RD_MADE_COMM, *newintercomm, 1);
	rd_comm_set_info(newintercomm_p, info_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Intercomm_create_from_groups);
