/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */
/*
 * Groups (MPI-5.0 7.3).
 */
#include "mpi/api.h"

int PMPI_Group_size(MPI_Group group, int *size)
{
	struct rd_group *group_p = rd_group_get(group);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Group_size");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Group_size(group, size));
		if (rd_unlikely(!group_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group_p), "MPI_Group_size",
						"group", group);
		if (rd_unlikely(!size))
			return rd_mpi_bad_pointer(rd_mpi_group_errs(group_p), "MPI_Group_size",
						  "size");
	}
	*size = group_p->size;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Group_size);

int PMPI_Group_rank(MPI_Group group, int *rank)
{
	struct rd_group *group_p = rd_group_get(group);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Group_rank");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Group_rank(group, rank));
		if (rd_unlikely(!group_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group_p), "MPI_Group_rank",
						"group", group);
		if (rd_unlikely(!rank))
			return rd_mpi_bad_pointer(rd_mpi_group_errs(group_p), "MPI_Group_rank",
						  "rank");
	}
	*rank = group_p->rank;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Group_rank);

int PMPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2,
			       int ranks2[])
{
	struct rd_group *group1_p = rd_group_get(group1);
	struct rd_group *group2_p = rd_group_get(group2);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Group_translate_ranks");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Group_translate_ranks(group1, n, ranks1, group2,
								       ranks2));
		if (rd_unlikely(!group1_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group1_p),
						"MPI_Group_translate_ranks", "group1", group1);
		if (rd_unlikely(!group2_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group1_p),
						"MPI_Group_translate_ranks", "group2", group2);
		if (rd_unlikely(n < 0))
			return rd_mpi_bad_count(rd_mpi_group_errs(group1_p),
						"MPI_Group_translate_ranks", "n", n);
		err = rd_mpi_check_nranks(rd_mpi_group_errs(group1_p), "MPI_Group_translate_ranks",
					  "ranks1", n, ranks1, group1_p);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!ranks2 && n > 0))
			return rd_mpi_bad_pointer(rd_mpi_group_errs(group1_p),
						  "MPI_Group_translate_ranks", "ranks2");
	}
	err = rd_group_translate(group1_p, n, ranks1, group2_p, ranks2);
	if (rd_unlikely(err))
		return rd_mpi_fail(rd_mpi_group_errs(group1_p), err, "MPI_Group_translate_ranks",
				   NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Group_translate_ranks);

int PMPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result)
{
	struct rd_group *group1_p = rd_group_get(group1);
	struct rd_group *group2_p = rd_group_get(group2);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Group_compare");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Group_compare(group1, group2, result));
		if (rd_unlikely(!group1_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group1_p), "MPI_Group_compare",
						"group1", group1);
		if (rd_unlikely(!group2_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group1_p), "MPI_Group_compare",
						"group2", group2);
		if (rd_unlikely(!result))
			return rd_mpi_bad_pointer(rd_mpi_group_errs(group1_p), "MPI_Group_compare",
						  "result");
	}
	err = rd_group_compare(group1_p, group2_p, result);
	if (rd_unlikely(err))
		return rd_mpi_fail(rd_mpi_group_errs(group1_p), err, "MPI_Group_compare", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Group_compare);

int PMPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
	struct rd_group *group1_p = rd_group_get(group1);
	struct rd_group *group2_p = rd_group_get(group2);
	struct rd_group *newgroup_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Group_union");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Group_union(group1, group2, newgroup));
		if (rd_unlikely(!group1_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group1_p), "MPI_Group_union",
						"group1", group1);
		if (rd_unlikely(!group2_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group1_p), "MPI_Group_union",
						"group2", group2);
		if (rd_unlikely(!newgroup))
			return rd_mpi_bad_pointer(rd_mpi_group_errs(group1_p), "MPI_Group_union",
						  "newgroup");
	}
	err = rd_group_union(group1_p, group2_p, &newgroup_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(rd_mpi_group_errs(group1_p), err, "MPI_Group_union", NULL);
	*newgroup = rd_group_handle(newgroup_p);
	rd_mpi_count(RD_MADE_GROUP, *newgroup, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Group_union);

int PMPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
	struct rd_group *group1_p = rd_group_get(group1);
	struct rd_group *group2_p = rd_group_get(group2);
	struct rd_group *newgroup_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Group_intersection");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Group_intersection(group1, group2, newgroup));
		if (rd_unlikely(!group1_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group1_p),
						"MPI_Group_intersection", "group1", group1);
		if (rd_unlikely(!group2_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group1_p),
						"MPI_Group_intersection", "group2", group2);
		if (rd_unlikely(!newgroup))
			return rd_mpi_bad_pointer(rd_mpi_group_errs(group1_p),
						  "MPI_Group_intersection", "newgroup");
	}
	err = rd_group_intersection(group1_p, group2_p, &newgroup_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(rd_mpi_group_errs(group1_p), err, "MPI_Group_intersection",
				   NULL);
	*newgroup = rd_group_handle(newgroup_p);
	rd_mpi_count(RD_MADE_GROUP, *newgroup, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Group_intersection);

int PMPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
	struct rd_group *group1_p = rd_group_get(group1);
	struct rd_group *group2_p = rd_group_get(group2);
	struct rd_group *newgroup_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Group_difference");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Group_difference(group1, group2, newgroup));
		if (rd_unlikely(!group1_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group1_p), "MPI_Group_difference",
						"group1", group1);
		if (rd_unlikely(!group2_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group1_p), "MPI_Group_difference",
						"group2", group2);
		if (rd_unlikely(!newgroup))
			return rd_mpi_bad_pointer(rd_mpi_group_errs(group1_p),
						  "MPI_Group_difference", "newgroup");
	}
	err = rd_group_difference(group1_p, group2_p, &newgroup_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(rd_mpi_group_errs(group1_p), err, "MPI_Group_difference", NULL);
	*newgroup = rd_group_handle(newgroup_p);
	rd_mpi_count(RD_MADE_GROUP, *newgroup, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Group_difference);

int PMPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
	struct rd_group *group_p = rd_group_get(group);
	struct rd_group *newgroup_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Group_incl");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Group_incl(group, n, ranks, newgroup));
		if (rd_unlikely(!group_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group_p), "MPI_Group_incl",
						"group", group);
		if (rd_unlikely(n < 0))
			return rd_mpi_bad_count(rd_mpi_group_errs(group_p), "MPI_Group_incl", "n",
						n);
		err = rd_mpi_check_ranks(rd_mpi_group_errs(group_p), "MPI_Group_incl", "ranks", n,
					 ranks, group_p);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!newgroup))
			return rd_mpi_bad_pointer(rd_mpi_group_errs(group_p), "MPI_Group_incl",
						  "newgroup");
	}
	err = rd_group_incl(group_p, n, ranks, &newgroup_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(rd_mpi_group_errs(group_p), err, "MPI_Group_incl", NULL);
	*newgroup = rd_group_handle(newgroup_p);
	rd_mpi_count(RD_MADE_GROUP, *newgroup, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Group_incl);

int PMPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
	struct rd_group *group_p = rd_group_get(group);
	struct rd_group *newgroup_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Group_excl");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Group_excl(group, n, ranks, newgroup));
		if (rd_unlikely(!group_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group_p), "MPI_Group_excl",
						"group", group);
		if (rd_unlikely(n < 0))
			return rd_mpi_bad_count(rd_mpi_group_errs(group_p), "MPI_Group_excl", "n",
						n);
		err = rd_mpi_check_ranks(rd_mpi_group_errs(group_p), "MPI_Group_excl", "ranks", n,
					 ranks, group_p);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!newgroup))
			return rd_mpi_bad_pointer(rd_mpi_group_errs(group_p), "MPI_Group_excl",
						  "newgroup");
	}
	err = rd_group_excl(group_p, n, ranks, &newgroup_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(rd_mpi_group_errs(group_p), err, "MPI_Group_excl", NULL);
	*newgroup = rd_group_handle(newgroup_p);
	rd_mpi_count(RD_MADE_GROUP, *newgroup, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Group_excl);

int PMPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
	struct rd_group *group_p = rd_group_get(group);
	struct rd_group *newgroup_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Group_range_incl");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Group_range_incl(group, n, ranges, newgroup));
		if (rd_unlikely(!group_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group_p), "MPI_Group_range_incl",
						"group", group);
		if (rd_unlikely(n < 0))
			return rd_mpi_bad_count(rd_mpi_group_errs(group_p), "MPI_Group_range_incl",
						"n", n);
		err = rd_mpi_check_ranges(rd_mpi_group_errs(group_p), "MPI_Group_range_incl",
					  "ranges", n, ranges, group_p);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!newgroup))
			return rd_mpi_bad_pointer(rd_mpi_group_errs(group_p),
						  "MPI_Group_range_incl", "newgroup");
	}
	err = rd_group_range_incl(group_p, n, ranges, &newgroup_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(rd_mpi_group_errs(group_p), err, "MPI_Group_range_incl", NULL);
	*newgroup = rd_group_handle(newgroup_p);
	rd_mpi_count(RD_MADE_GROUP, *newgroup, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Group_range_incl);

int PMPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
	struct rd_group *group_p = rd_group_get(group);
	struct rd_group *newgroup_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Group_range_excl");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Group_range_excl(group, n, ranges, newgroup));
		if (rd_unlikely(!group_p))
			return rd_mpi_bad_group(rd_mpi_group_errs(group_p), "MPI_Group_range_excl",
						"group", group);
		if (rd_unlikely(n < 0))
			return rd_mpi_bad_count(rd_mpi_group_errs(group_p), "MPI_Group_range_excl",
						"n", n);
		err = rd_mpi_check_ranges(rd_mpi_group_errs(group_p), "MPI_Group_range_excl",
					  "ranges", n, ranges, group_p);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!newgroup))
			return rd_mpi_bad_pointer(rd_mpi_group_errs(group_p),
						  "MPI_Group_range_excl", "newgroup");
	}
	err = rd_group_range_excl(group_p, n, ranges, &newgroup_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(rd_mpi_group_errs(group_p), err, "MPI_Group_range_excl", NULL);
	*newgroup = rd_group_handle(newgroup_p);
	rd_mpi_count(RD_MADE_GROUP, *newgroup, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Group_range_excl);

int PMPI_Group_free(MPI_Group *group)
{
	struct rd_group *group_p = group ? rd_group_get(*group) : NULL;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Group_free");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Group_free(group));
		if (rd_unlikely(!group))
			return rd_mpi_bad_pointer(NULL, "MPI_Group_free", "group");
		if (rd_unlikely(!group_p))
			return rd_mpi_bad_group(NULL, "MPI_Group_free", "group", *group);
	}
	rd_group_put(group_p);
	rd_mpi_count(RD_MADE_GROUP, *group, -1);
	*group = MPI_GROUP_NULL;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Group_free);
