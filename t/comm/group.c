/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * comm/group.c, comm/group_set.c: constructors, set operations and their order, comparison and
 * translation (MPI-5.0 7.3). This process is world rank 3 of 10.
 */
#include "comm/group.h"

#include "base/err.h"
#include "runtime/job.h"
#include "t/tap.h"

static struct rd_group *world;

/* "4 3 2": the members' world ranks. */
static const char *text(const struct rd_group *group)
{
	static char line[256];
	int at = 0;

	line[0] = 0;
	for (int i = 0; i < group->size; i++)
		at += snprintf(line + at, sizeof(line) - (size_t)at, "%s%d", i ? " " : "",
			       rd_group_world(group, i));
	return line;
}

static struct rd_group *of(int n, const int *ranks)
{
	struct rd_group *group = NULL;

	if (rd_group_incl(world, n, ranks, &group))
		ok(0, "group of %d ranks", n);
	return group;
}

static void gives(int err, struct rd_group **group, const char *want, const char *what)
{
	is_int(err, 0, "%s", what);
	is_str(text(*group), want, "%s gives %s", what, *want ? want : "nobody");
	rd_group_put(*group);
}

static void constructors(void)
{
	int some[] = {5, 3, 9}, twice[] = {1, 2, 1};
	int ranges[][3] = {{8, 2, -3}, {3, 4, 1}, {9, 9, 5}};
	int bad_stride[][3] = {{0, 4, 0}}, wrong_way[][3] = {{4, 0, 1}};
	int overlap[][3] = {{0, 4, 2}, {4, 6, 1}};
	struct rd_group *out = NULL;

	gives(rd_group_incl(world, 3, some, &out), &out, "5 3 9", "incl");
	gives(rd_group_excl(world, 3, some, &out), &out, "0 1 2 4 6 7 8", "excl");
	gives(rd_group_range_incl(world, 3, ranges, &out), &out, "8 5 2 3 4 9", "range_incl");
	gives(rd_group_range_excl(world, 3, ranges, &out), &out, "0 1 6 7", "range_excl");
	gives(rd_group_excl(world, 0, NULL, &out), &out, "0 1 2 3 4 5 6 7 8 9", "excl of nobody");
	gives(rd_group_incl(world, 0, NULL, &out), &out, "", "incl of nobody");
	is_int(rd_group_incl(world, 3, twice, &out), RD_ERANK, "incl refuses a rank given twice");
	is_int(rd_group_excl(world, 3, twice, &out), RD_ERANK, "so does excl");
	is_int(rd_group_range_incl(world, 2, overlap, &out), RD_ERANK, "so does range_incl");
	is_int(rd_group_range_incl(world, 1, bad_stride, &out), RD_EARG, "stride 0");
	is_int(rd_group_range_excl(world, 1, wrong_way, &out), RD_EARG, "stride away from last");
	rd_group_incl(world, 0, NULL, &out);
	ok(out == &rd_group_empty, "nobody is MPI_GROUP_EMPTY");
	ok(rd_group_handle(out) == MPI_GROUP_EMPTY, "and has its handle");
}

static void sets(void)
{
	struct rd_group *a = of(4, (int[]){7, 3, 5, 1}), *b = of(4, (int[]){1, 2, 3, 8}),
			*others = of(2, (int[]){0, 1}), *out = NULL;

	is_int(a->rank, 1, "own rank");
	is_int(others->rank, MPI_UNDEFINED, "own rank where not a member");
	rd_group_put(others);
	gives(rd_group_union(a, b, &out), &out, "7 3 5 1 2 8", "union");
	gives(rd_group_union(b, a, &out), &out, "1 2 3 8 7 5", "union the other way");
	gives(rd_group_intersection(a, b, &out), &out, "3 1", "intersection");
	gives(rd_group_difference(a, b, &out), &out, "7 5", "difference");
	gives(rd_group_difference(a, a, &out), &out, "", "difference with itself");
	gives(rd_group_union(&rd_group_empty, b, &out), &out, "1 2 3 8", "union with nobody");
	gives(rd_group_intersection(world, b, &out), &out, "1 2 3 8", "intersection with all");
	rd_group_put(a);
	rd_group_put(b);
}

static int compared(const struct rd_group *a, const struct rd_group *b)
{
	int result;

	return rd_group_compare(a, b, &result) ? -1 : result;
}

static void relations(void)
{
	struct rd_group *a = of(3, (int[]){7, 3, 5}), *b = of(3, (int[]){3, 5, 7}),
			*c = of(3, (int[]){3, 5, 8}), *same = of(3, (int[]){7, 3, 5}),
			*all = of(10, (int[]){0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
	int from[] = {0, 2, MPI_PROC_NULL, 1}, to[4];

	is_int(compared(a, same), MPI_IDENT, "same members, same order");
	is_int(compared(a, b), MPI_SIMILAR, "same members, other order");
	is_int(compared(b, c), MPI_UNEQUAL, "other members");
	is_int(compared(a, world), MPI_UNEQUAL, "other number");
	is_int(compared(all, world), MPI_IDENT, "all, listed");
	ok(!all->world, "the identity keeps no table");
	is_int(compared(&rd_group_empty, &rd_group_empty), MPI_IDENT, "nobody");
	is_int(rd_group_translate(a, 4, from, c, to), 0, "translate");
	ok(to[0] == MPI_UNDEFINED && to[1] == 1 && to[2] == MPI_PROC_NULL && to[3] == 0,
	   "members, strangers and MPI_PROC_NULL");
	is_int(rd_group_translate(world, 1, (int[]){8}, c, to), 0, "translate from all");
	is_int(to[0], 2, "to its place");
	rd_group_put(a);
	ok(rd_group_get((MPI_Group)b) == b, "a living handle");
	rd_group_put(b);
	rd_group_put(c);
	rd_group_put(same);
	rd_group_put(all);
}

int main(void)
{
	rd_job.rank = 3;
	rd_job.size = 10;
	if (rd_group_create(10, NULL, &world))
		return 1;
	constructors();
	sets();
	relations();
	return done();
}
