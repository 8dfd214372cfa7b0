/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Groups, communicators and cartesian topologies as in MPI-4.0 chapters 7 and 8, on any number of
 * ranks: set operations and translations of groups, compare, dup, split, create, split_type, that
 * communicators are separate and many can be made and freed, dims_create, cart create, coords,
 * rank, shift, sub.
 */
#include "t/jobs/job.h"

static const MPI_Comm world = MPI_COMM_WORLD;

static int size_of(MPI_Comm comm)
{
	int size = -1;

	MPI_Comm_size(comm, &size);
	return size;
}

static int rank_in(MPI_Comm comm)
{
	int rank = -1;

	MPI_Comm_rank(comm, &rank);
	return rank;
}

/* The sum of the world's ranks in it: a communicator works, and has these members. */
static long members(MPI_Comm comm)
{
	long own = 1L << (job.rank % 60), sum = 0;

	MPI_Allreduce(&own, &sum, 1, MPI_LONG, MPI_SUM, comm);
	return sum;
}

static int compared(MPI_Comm a, MPI_Comm b)
{
	int result = -1;

	MPI_Comm_compare(a, b, &result);
	return result;
}

/* -- groups --------------------------------------------------------------------------------- */

static void check_group(MPI_Group group, int count, const int *ranks, const char *what)
{
	int size = -1, at[64], place[64];
	MPI_Group all;

	MPI_Group_size(group, &size);
	if (!check(size == count, "%s: a group of %d, must be of %d", what, size, count))
		return;
	MPI_Comm_group(world, &all);
	for (int n = 0; n < count; n++)
		place[n] = n;
	MPI_Group_translate_ranks(group, count, place, all, at);
	for (int n = 0; n < count; n++)
		check(at[n] == ranks[n], "%s: member %d is rank %d, must be %d", what, n, at[n],
		      ranks[n]);
	MPI_Group_free(&all);
}

static int group_compare(MPI_Group a, MPI_Group b)
{
	int result = -1;

	MPI_Group_compare(a, b, &result);
	return result;
}

/* On the members 0 .. 5 of a job of at least six. */
static void sets(MPI_Group all)
{
	static const int a_ranks[] = {1, 3, 0, 4}, b_ranks[] = {4, 5, 1};
	static const int joined[] = {1, 3, 0, 4, 5};
	static const int common[] = {1, 4}, rest[] = {3, 0}, swapped[] = {4, 0, 3, 1};
	MPI_Group a, b, made;

	MPI_Group_incl(all, 4, a_ranks, &a);
	MPI_Group_incl(all, 3, b_ranks, &b);
	check_group(a, 4, a_ranks, "incl");
	MPI_Group_union(a, b, &made);
	check_group(made, 5, joined, "union");
	MPI_Group_free(&made);
	MPI_Group_intersection(a, b, &made);
	check_group(made, 2, common, "intersection");
	MPI_Group_free(&made);
	MPI_Group_difference(a, b, &made);
	check_group(made, 2, rest, "difference");
	MPI_Group_free(&made);
	MPI_Group_incl(all, 4, swapped, &made);
	check(group_compare(a, made) == MPI_SIMILAR, "the same in another order is not similar");
	check(group_compare(a, b) == MPI_UNEQUAL, "different groups are not unequal");
	MPI_Group_free(&made);
	MPI_Group_free(&a);
	MPI_Group_free(&b);
}

static void ranges(MPI_Group all)
{
	static const int picked[] = {0, 2, 4, 5, 3}, left[] = {1};
	int range[2][3] = {{0, 4, 2}, {5, 3, -2}};
	MPI_Group made, six;
	int six_range[1][3] = {{0, 5, 1}};

	MPI_Group_range_incl(all, 1, six_range, &six);
	MPI_Group_range_incl(six, 2, range, &made);
	check_group(made, 5, picked, "range_incl");
	MPI_Group_free(&made);
	MPI_Group_range_excl(six, 2, range, &made);
	check_group(made, 1, left, "range_excl");
	MPI_Group_free(&made);
	MPI_Group_excl(six, 5, picked, &made);
	check_group(made, 1, left, "excl");
	MPI_Group_free(&made);
	MPI_Group_free(&six);
}

static void groups(void)
{
	MPI_Group all, made;
	int rank = -1, size = -1, first = 0, at = -1, nobody = MPI_PROC_NULL;

	MPI_Comm_group(world, &all);
	MPI_Group_rank(all, &rank);
	MPI_Group_size(all, &size);
	check(rank == job.rank && size == job.ranks, "the group of all: rank %d of %d", rank, size);
	MPI_Group_incl(all, 0, NULL, &made);
	check(made == MPI_GROUP_EMPTY, "a group of none is not MPI_GROUP_EMPTY");
	MPI_Group_rank(MPI_GROUP_EMPTY, &rank);
	check(rank == MPI_UNDEFINED, "a rank of %d in MPI_GROUP_EMPTY", rank);
	MPI_Group_excl(all, 1, &first, &made);
	MPI_Group_translate_ranks(all, 1, &first, made, &at);
	check(at == MPI_UNDEFINED, "the excluded is rank %d", at);
	MPI_Group_translate_ranks(all, 1, &nobody, made, &at);
	check(at == MPI_PROC_NULL, "MPI_PROC_NULL becomes %d", at);
	MPI_Group_free(&made);
	check(made == MPI_GROUP_NULL, "MPI_Group_free leaves the handle");
	if (job.ranks >= 6) {
		sets(all);
		ranges(all);
	}
	MPI_Group_free(&all);
}

/* -- communicators -------------------------------------------------------------------------- */

static void compare_and_dup(void)
{
	MPI_Comm copy, turned;

	check(compared(world, world) == MPI_IDENT, "a communicator is not itself");
	MPI_Comm_dup(world, &copy);
	check(compared(world, copy) == MPI_CONGRUENT, "a duplicate is not congruent");
	check(size_of(copy) == job.ranks && rank_in(copy) == job.rank, "a duplicate: rank %d of %d",
	      rank_in(copy), size_of(copy));
	MPI_Comm_split(world, 0, -job.rank, &turned);
	check(rank_in(turned) == job.ranks - 1 - job.rank, "turned round: rank %d",
	      rank_in(turned));
	check(compared(world, turned) == (job.ranks == 1 ? MPI_CONGRUENT : MPI_SIMILAR),
	      "turned round it compares as %d", compared(world, turned));
	MPI_Comm_free(&turned);
	MPI_Comm_free(&copy);
	check(copy == MPI_COMM_NULL, "MPI_Comm_free leaves the handle");
}

/* Equal keys keep the old order; MPI_UNDEFINED gives none. */
static void split(void)
{
	MPI_Comm part;
	long due = 0;

	MPI_Comm_split(world, job.rank % 3 == 2 ? MPI_UNDEFINED : job.rank % 3, 7, &part);
	if (job.rank % 3 == 2) {
		check(part == MPI_COMM_NULL, "color MPI_UNDEFINED gives a communicator");
		return;
	}
	for (int rank = job.rank % 3; rank < job.ranks; rank += 3)
		due += 1L << (rank % 60);
	check(rank_in(part) == job.rank / 3, "rank %d in the part, must be %d", rank_in(part),
	      job.rank / 3);
	check(members(part) == due, "another set of ranks in the part");
	MPI_Comm_free(&part);
}

static void create(void)
{
	MPI_Group all, some;
	MPI_Comm made;
	int range[1][3] = {{0, (job.ranks - 1) / 2, 1}}, many = (job.ranks - 1) / 2 + 1;

	MPI_Comm_group(world, &all);
	MPI_Group_range_incl(all, 1, range, &some);
	MPI_Comm_create(world, some, &made);
	check((made != MPI_COMM_NULL) == (job.rank < many),
	      "MPI_Comm_create of %d gives rank %d "
	      "the wrong thing",
	      many, job.rank);
	if (made != MPI_COMM_NULL) {
		check(size_of(made) == many && rank_in(made) == job.rank, "rank %d of %d in it",
		      rank_in(made), size_of(made));
		members(made);
		MPI_Comm_free(&made);
	}
	MPI_Group_free(&some);
	MPI_Group_free(&all);
}

/* Processes that share a resource named by a hint; by nothing that is known: none. */
static int guided(int split_type, const char *key, const char *value)
{
	MPI_Comm comm = MPI_COMM_NULL;
	MPI_Info info;
	int size = 0;

	MPI_Info_create(&info);
	MPI_Info_set(info, key, value);
	MPI_Comm_split_type(world, split_type, 0, info, &comm);
	MPI_Info_free(&info);
	if (comm == MPI_COMM_NULL)
		return 0;
	MPI_Comm_size(comm, &size);
	MPI_Comm_free(&comm);
	return size;
}

/* The kind that was chosen comes back in the info (MPI-5.0 7.4.2); a split by it is the same. */
static void unguided(void)
{
	char kind[MPI_MAX_INFO_VAL] = "";
	int flag = 0, length = sizeof(kind);
	MPI_Comm part, again;
	MPI_Info info;

	MPI_Info_create(&info);
	MPI_Comm_split_type(world, MPI_COMM_TYPE_HW_UNGUIDED, 0, info, &part);
	MPI_Info_get_string(info, "mpi_hw_resource_type", &length, kind, &flag);
	check(flag == (part != MPI_COMM_NULL), "unguided: the kind is %s",
	      flag ? kind : "not told");
	MPI_Info_free(&info);
	MPI_Comm_split_type(world, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &again);
	check((again == MPI_COMM_NULL) == (part == MPI_COMM_NULL), "unguided: without an info");
	if (part == MPI_COMM_NULL)
		return;
	check(size_of(part) < job.ranks, "unguided: all %d together", size_of(part));
	check(!strcmp(kind, "mpi_shared_memory") || !strncmp(kind, "hwloc://", 8), "kind %s", kind);
	MPI_Comm_free(&part);
	MPI_Comm_free(&again);
}

static void resources(void)
{
	int size = guided(MPI_COMM_TYPE_HW_GUIDED, "mpi_hw_resource_type", "mpi_shared_memory");
	int after, here = ranks_here(&after);

	check(size == here, "guided by shared memory: %d", size);
	size = guided(MPI_COMM_TYPE_HW_GUIDED, "mpi_hw_resource_type", "hwloc://Machine");
	check(size == here, "guided by the machine: %d", size);
	size = guided(MPI_COMM_TYPE_HW_GUIDED, "mpi_hw_resource_type", "hwloc://Teapot");
	check(size == 0, "guided by an unknown kind: %d", size);
	size = guided(MPI_COMM_TYPE_HW_GUIDED, "unknown", "true");
	check(size == 0, "guided by no hint: %d", size);
	size = guided(MPI_COMM_TYPE_RESOURCE_GUIDED, "mpi_pset_name", "mpi://WORLD");
	check(size == job.ranks, "guided by the set of all: %d", size);
	size = guided(MPI_COMM_TYPE_RESOURCE_GUIDED, "mpi_pset_name", "mpi://SELF");
	check(size == 1, "guided by the set of one: %d", size);
	unguided();
}

static void split_type(void)
{
	int after, here = ranks_here(&after);
	MPI_Comm node;

	MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, -job.rank, MPI_INFO_NULL, &node);
	check(size_of(node) == here && rank_in(node) == after,
	      "MPI_COMM_TYPE_SHARED: rank %d of %d", rank_in(node), size_of(node));
	MPI_Comm_free(&node);
	MPI_Comm_split_type(world, job.rank == 0 ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED, 0,
			    MPI_INFO_NULL, &node);
	check((node == MPI_COMM_NULL) == (job.rank == 0),
	      "type MPI_UNDEFINED: rank %d got the "
	      "wrong thing",
	      job.rank);
	if (node != MPI_COMM_NULL)
		MPI_Comm_free(&node);
}

/* A message on one communicator is not for a receive on another. */
static void separate(void)
{
	MPI_Comm one, two;
	int next = (job.rank + 1) % job.ranks, before = (job.rank + job.ranks - 1) % job.ranks;
	int sent[2] = {1, 2}, got[2] = {0, 0};
	MPI_Request request[2];

	MPI_Comm_dup(world, &one);
	MPI_Comm_dup(world, &two);
	MPI_Isend(&sent[0], 1, MPI_INT, next, 0, one, &request[0]);
	MPI_Isend(&sent[1], 1, MPI_INT, next, 0, two, &request[1]);
	MPI_Recv(&got[1], 1, MPI_INT, before, MPI_ANY_TAG, two, MPI_STATUS_IGNORE);
	MPI_Recv(&got[0], 1, MPI_INT, MPI_ANY_SOURCE, 0, one, MPI_STATUS_IGNORE);
	MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
	check(got[0] == 1 && got[1] == 2, "%d came on the first, %d on the second", got[0], got[1]);
	MPI_Comm_free(&one);
	MPI_Comm_free(&two);
}

/* MPI-4.0 7.4.3: freed while a message is under way, which still arrives. */
static void freed_while_busy(void)
{
	enum { COUNT = 100000 };
	int *out = must_alloc(COUNT * sizeof(int)), *in = must_alloc(COUNT * sizeof(int));
	int next = (job.rank + 1) % job.ranks, before = (job.rank + job.ranks - 1) % job.ranks;
	MPI_Comm copy;
	MPI_Request request[2];

	out[COUNT - 1] = job.rank + 1;
	MPI_Comm_dup(world, &copy);
	MPI_Irecv(in, COUNT, MPI_INT, before, 0, copy, &request[0]);
	MPI_Isend(out, COUNT, MPI_INT, next, 0, copy, &request[1]);
	MPI_Comm_free(&copy);
	MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
	check(in[COUNT - 1] == before + 1, "on a freed communicator came %d", in[COUNT - 1]);
	free(out);
	free(in);
}

/* More than any table of context ids would hold if they were not used again, and many at once. */
static void many(void)
{
	enum { AT_ONCE = 200, TURNS = 3000 };
	MPI_Comm comms[AT_ONCE];

	for (int n = 0; n < AT_ONCE; n++)
		MPI_Comm_dup(n > 0 ? comms[n - 1] : world, &comms[n]);
	for (int n = 0; n < AT_ONCE; n += 20)
		members(comms[n]);
	for (int n = 0; n < AT_ONCE; n++)
		MPI_Comm_free(&comms[n]);
	for (int n = 0; n < TURNS; n++) {
		MPI_Comm_dup(MPI_COMM_SELF, &comms[0]);
		MPI_Comm_free(&comms[0]);
	}
	for (int n = 0; n < TURNS / 10; n++) {
		MPI_Comm_split(world, job.rank % 2, 0, &comms[0]);
		MPI_Comm_free(&comms[0]);
	}
}

/* -- topologies ----------------------------------------------------------------------------- */

static void check_dims(int nodes, int ndims, const int *given, const int *due)
{
	int dims[4] = {0};
	char got[80] = "";

	for (int d = 0; d < ndims; d++)
		dims[d] = given[d];
	MPI_Dims_create(nodes, ndims, dims);
	for (int d = 0; d < ndims; d++)
		snprintf(got + strlen(got), sizeof got - strlen(got), " %d", dims[d]);
	check(memcmp(dims, due, (size_t)ndims * sizeof(int)) == 0,
	      "MPI_Dims_create of %d in %d "
	      "dimensions gives%s",
	      nodes, ndims, got);
}

/* The standard's examples (MPI-4.0 8.5.2), and as close to each other as can be. */
static void dims_create(void)
{
	check_dims(6, 2, (int[]){0, 0}, (int[]){3, 2});
	check_dims(7, 2, (int[]){0, 0}, (int[]){7, 1});
	check_dims(6, 3, (int[]){0, 3, 0}, (int[]){2, 3, 1});
	check_dims(1, 3, (int[]){0, 0, 0}, (int[]){1, 1, 1});
	check_dims(8, 3, (int[]){0, 0, 0}, (int[]){2, 2, 2});
	check_dims(12, 2, (int[]){0, 0}, (int[]){4, 3});
	check_dims(16, 2, (int[]){0, 0}, (int[]){4, 4});
	check_dims(36, 3, (int[]){0, 0, 0}, (int[]){4, 3, 3});
	check_dims(24, 3, (int[]){0, 2, 0}, (int[]){4, 2, 3});
	check_dims(1009, 1, (int[]){0}, (int[]){1009});
	check_dims(4096, 4, (int[]){0, 0, 0, 0}, (int[]){8, 8, 8, 8});
}

static void check_shift(MPI_Comm cart, int dim, int by, const int *dims, const int *periods,
			const int *coords)
{
	int source = -9, dest = -9, to[2] = {coords[0], coords[1]}, due = MPI_PROC_NULL;

	MPI_Cart_shift(cart, dim, by, &source, &dest);
	to[dim] += by;
	if (periods[dim])
		to[dim] = ((to[dim] % dims[dim]) + dims[dim]) % dims[dim];
	if (to[dim] >= 0 && to[dim] < dims[dim])
		due = to[0] * dims[1] + to[1];
	check(dest == due, "shift by %d in dimension %d from %d,%d: to %d, must be %d", by, dim,
	      coords[0], coords[1], dest, due);
}

static void check_cart(MPI_Comm cart, const int *dims, const int *periods)
{
	int rank = rank_in(cart), ndims = -1, at = -1;
	int got_dims[2] = {0}, got_periods[2] = {0}, coords[2] = {0}, again[2] = {0};

	MPI_Cartdim_get(cart, &ndims);
	MPI_Cart_get(cart, 2, got_dims, got_periods, coords);
	check(ndims == 2 && got_dims[0] == dims[0] && got_dims[1] == dims[1] &&
		      got_periods[0] == periods[0] && got_periods[1] == periods[1],
	      "MPI_Cart_get: %d dimensions, %d x %d", ndims, got_dims[0], got_dims[1]);
	MPI_Cart_coords(cart, rank, 2, again);
	check(coords[0] == rank / dims[1] && coords[1] == rank % dims[1] && again[0] == coords[0] &&
		      again[1] == coords[1],
	      "rank %d is at %d,%d or %d,%d", rank, coords[0], coords[1], again[0], again[1]);
	MPI_Cart_rank(cart, coords, &at);
	check(at == rank, "at %d,%d is rank %d, must be %d", coords[0], coords[1], at, rank);
	again[1] = coords[1] - 2 * dims[1];
	if (periods[1]) {
		MPI_Cart_rank(cart, again, &at);
		check(at == rank, "two turns back is rank %d, must be %d", at, rank);
	}
	for (int dim = 0; dim < 2; dim++)
		for (int by = -3; by <= 3; by++)
			check_shift(cart, dim, by, dims, periods, coords);
}

/* Rows and columns: each works, and has its ranks in order. */
static void check_sub(MPI_Comm cart, const int *dims)
{
	int rank = rank_in(cart), keep_row[2] = {0, 1}, keep_column[2] = {1, 0}, none[2] = {0, 0};
	int ndims = -1;
	MPI_Comm sub;

	MPI_Cart_sub(cart, keep_row, &sub);
	check(size_of(sub) == dims[1] && rank_in(sub) == rank % dims[1], "a row: rank %d of %d",
	      rank_in(sub), size_of(sub));
	members(sub);
	MPI_Comm_free(&sub);
	MPI_Cart_sub(cart, keep_column, &sub);
	check(size_of(sub) == dims[0] && rank_in(sub) == rank / dims[1], "a column: rank %d of %d",
	      rank_in(sub), size_of(sub));
	MPI_Comm_free(&sub);
	MPI_Cart_sub(cart, none, &sub);
	MPI_Cartdim_get(sub, &ndims);
	check(size_of(sub) == 1 && ndims == 0, "no dimension left: %d ranks, %d dimensions",
	      size_of(sub), ndims);
	MPI_Comm_free(&sub);
}

static void cart(void)
{
	for (int kind = 0; kind < 8; kind++) {
		int dims[2] = {0, 0}, periods[2] = {kind & 1, kind >> 1 & 1}, status = -1;
		int beyond = kind >> 2 && job.ranks > 2;
		MPI_Comm cart, copy;

		MPI_Dims_create(job.ranks - beyond, 2, dims);
		MPI_Cart_create(world, 2, dims, periods, 0, &cart);
		if (job.rank >= job.ranks - beyond) {
			check(cart == MPI_COMM_NULL, "a rank beyond the grid is in it");
			continue;
		}
		check_cart(cart, dims, periods);
		check_sub(cart, dims);
		MPI_Comm_dup(cart, &copy);
		MPI_Topo_test(copy, &status);
		check(status == MPI_CART, "the duplicate of a grid has topology %d", status);
		check_cart(copy, dims, periods);
		MPI_Comm_free(&copy);
		MPI_Comm_free(&cart);
	}
}

int main(int argc, char **argv)
{
	int status = -1;

	job_start(&argc, &argv, "comm");
	groups();
	compare_and_dup();
	split();
	create();
	split_type();
	resources();
	separate();
	freed_while_busy();
	many();
	dims_create();
	cart();
	MPI_Topo_test(world, &status);
	check(status == MPI_UNDEFINED, "MPI_COMM_WORLD has topology %d", status);
	return job_end();
}
