/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-inter.tbl by mpi/gen.pl: do not edit */
/*
 * Intercommunicators (MPI-5.0 7.6).
 */
#include "mpi/api.h"

int PMPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_test_inter");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_test_inter(comm, flag));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_test_inter", "comm", comm);
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_test_inter", "flag");
	}
	*flag = rd_comm_is_inter(comm_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_test_inter);

int PMPI_Comm_remote_size(MPI_Comm comm, int *size)
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_remote_size");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_remote_size(comm, size));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_remote_size", "comm", comm);
		if (rd_unlikely(!rd_comm_is_inter(comm_p)))
			return rd_mpi_bad_side(comm_p, "MPI_Comm_remote_size", "comm");
		if (rd_unlikely(!size))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_remote_size", "size");
	}
	*size = comm_p->remote->size;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_remote_size);

int PMPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_group *group_p = NULL;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_remote_group");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_remote_group(comm, group));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_remote_group", "comm", comm);
		if (rd_unlikely(!rd_comm_is_inter(comm_p)))
			return rd_mpi_bad_side(comm_p, "MPI_Comm_remote_group", "comm");
		if (rd_unlikely(!group))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_remote_group", "group");
	}
	group_p = comm_p->remote;
	rd_group_hold(group_p);
	*group = rd_group_handle(group_p);
	rd_mpi_count(RD_MADE_GROUP, *group, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_remote_group);

RD_MPI_LOCKED locked_intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm,
				      int remote_leader, int tag, MPI_Comm *newintercomm)
{
	int err = rd_mpi_begin("MPI_Intercomm_create");

	return err ? err : rd_mpi_leave(PMPI_Intercomm_create(local_comm, local_leader, peer_comm,
							      remote_leader, tag, newintercomm));
}

int PMPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm,
			  int remote_leader, int tag, MPI_Comm *newintercomm)
{
	struct rd_comm *local_comm_p = rd_comm_get(local_comm);
	struct rd_comm *newintercomm_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_intercomm_create(local_comm, local_leader, peer_comm,
						       remote_leader, tag, newintercomm);
		if (rd_unlikely(!local_comm_p))
			return rd_mpi_bad_comm("MPI_Intercomm_create", "local_comm", local_comm);
		if (rd_unlikely(rd_comm_is_inter(local_comm_p)))
			return rd_mpi_bad_side(local_comm_p, "MPI_Intercomm_create", "local_comm");
		if (rd_unlikely(!rd_mpi_rank_ok(local_leader, local_comm_p)))
			return rd_mpi_bad_rank(local_comm_p, "MPI_Intercomm_create", "local_leader",
					       local_leader);
		if (rd_unlikely(tag < 0))
			return rd_mpi_bad_tag(&local_comm_p->errs, "MPI_Intercomm_create", "tag",
					      tag);
		if (rd_unlikely(!newintercomm))
			return rd_mpi_bad_pointer(&local_comm_p->errs, "MPI_Intercomm_create",
						  "newintercomm");
		if (rd_unlikely(!(local_comm_p->rank != local_leader || rd_comm_get(peer_comm))))
			return rd_mpi_raise(&local_comm_p->errs, MPI_ERR_COMM,
					    "MPI_Intercomm_create",
					    "peer_comm is not a communicator, but the leader, "
					    "which this process is, needs one");
		if (rd_unlikely(rd_mpi_far(local_comm_p, local_leader, peer_comm, remote_leader)))
			return rd_mpi_raise(&local_comm_p->errs, MPI_ERR_RANK,
					    "MPI_Intercomm_create",
					    "remote_leader=%d is not a rank of peer_comm",
					    remote_leader);
	}
	err = rd_intercomm_create(local_comm_p, local_leader, rd_comm_get(peer_comm), remote_leader,
				  tag, &newintercomm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&local_comm_p->errs, err, "MPI_Intercomm_create", "tag=%d", tag);
	*newintercomm = rd_comm_handle(newintercomm_p);
	rd_mpi_count(RD_MADE_COMM, *newintercomm, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Intercomm_create);

int PMPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm)
{
	struct rd_comm *intercomm_p = rd_comm_get(intercomm);
	struct rd_comm *newintracomm_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Intercomm_merge");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Intercomm_merge(intercomm, high, newintracomm));
		if (rd_unlikely(!intercomm_p))
			return rd_mpi_bad_comm("MPI_Intercomm_merge", "intercomm", intercomm);
		if (rd_unlikely(!rd_comm_is_inter(intercomm_p)))
			return rd_mpi_bad_side(intercomm_p, "MPI_Intercomm_merge", "intercomm");
		if (rd_unlikely(!newintracomm))
			return rd_mpi_bad_pointer(&intercomm_p->errs, "MPI_Intercomm_merge",
						  "newintracomm");
	}
	err = rd_intercomm_merge(intercomm_p, high, &newintracomm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&intercomm_p->errs, err, "MPI_Intercomm_merge", NULL);
	*newintracomm = rd_comm_handle(newintracomm_p);
	rd_mpi_count(RD_MADE_COMM, *newintracomm, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Intercomm_merge);
