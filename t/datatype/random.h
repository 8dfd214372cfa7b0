/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Random nested datatypes for the tests in this folder, each beside its type map, expanded
 * element by element after the definitions of MPI-5.0 5.1 and without any of the library's
 * code.
 */
#ifndef RD_T_DATATYPE_RANDOM_H
#define RD_T_DATATYPE_RANDOM_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "datatype/type.h"

#define MAP_MAX 3000 /* elements */

/* The type map: basic elements in order, then the bounds. */
struct map {
	int n;
	struct {
		int64_t off;
		int size;
	} el[MAP_MAX];
	int64_t lb, ub;
	int marked; /* bounds were given */
	int bounds; /* there are bounds: data or marks */
	int align;
};

static uint64_t random_state = 1;

static uint32_t rnd(uint32_t below)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (uint32_t)(random_state >> 16) % below;
}

static int64_t map_extent(const struct map *map)
{
	return map->ub - map->lb;
}

static void map_clear(struct map *map)
{
	map->n = map->marked = map->bounds = 0;
	map->lb = map->ub = 0;
	map->align = 1;
}

static void map_bounds(struct map *to, int64_t lb, int64_t ub, int marked)
{
	if (!to->bounds || marked > to->marked) {
		to->lb = lb;
		to->ub = ub;
		to->marked = marked;
	} else if (marked == to->marked) {
		to->lb = lb < to->lb ? lb : to->lb;
		to->ub = ub > to->ub ? ub : to->ub;
	}
	to->bounds = 1;
}

/* One copy of `from` at `disp`. */
static void map_add(struct map *to, const struct map *from, int64_t disp)
{
	if (!from->bounds)
		return;
	map_bounds(to, from->lb + disp, from->ub + disp, from->marked);
	if (from->align > to->align)
		to->align = from->align;
	if (to->n + from->n > MAP_MAX)
		abort();
	for (int i = 0; i < from->n; i++) {
		to->el[to->n].off = from->el[i].off + disp;
		to->el[to->n++].size = from->el[i].size;
	}
}

static void map_basic(struct map *map, int handle)
{
	static const struct {
		int handle, size;
	} basics[] = {
		{0x243, 1}, {0x208, 2}, {0x209, 4}, {0x214, 8}, {0x224, 32},
	};

	map_clear(map);
	map->bounds = map->n = 1;
	map->el[0].off = 0;
	for (unsigned i = 0; i < sizeof(basics) / sizeof(basics[0]); i++)
		if (basics[i].handle == handle)
			map->el[0].size = basics[i].size;
	map->ub = map->el[0].size;
	map->align = map->ub > 16 ? 16 : (int)map->ub;
}

struct rtype {
	struct rd_type *type;
	struct map map;
};

static void random_basic(struct rtype *t)
{
	static const int handles[] = {0x243, 0x208, 0x209, 0x214, 0x224};
	int handle = handles[rnd(5)];

	t->type = rd_type_predefined[handle - RD_TYPE_FIRST];
	map_basic(&t->map, handle);
}

static void random_vector(const struct rtype *old, struct rtype *t, int n)
{
	MPI_Count count = rnd(n + 1), blocklen = rnd(3), stride = (int)rnd(9) - 3;
	int64_t stride_b = stride * map_extent(&old->map);

	if (rnd(2)) {
		rd_type_vector(count, blocklen, stride, old->type, &t->type);
	} else {
		stride_b += (int)rnd(16);
		rd_type_hvector(count, blocklen, stride_b, old->type, &t->type);
	}
	for (int i = 0; i < count; i++)
		for (int j = 0; j < blocklen; j++)
			map_add(&t->map, &old->map, i * stride_b + j * map_extent(&old->map));
}

static void random_list(const struct rtype *old, struct rtype *t, int n)
{
	MPI_Count count = rnd(n + 1), blocklen[16], disp[16], same = rnd(3);
	int kind = rnd(4);
	int64_t unit = kind & 1 ? 1 : map_extent(&old->map), at = (int)rnd(20) - 10;

	for (int i = 0; i < count; i++) {
		blocklen[i] = kind & 2 ? same : rnd(3);
		disp[i] = at;
		at += rnd(4) ? (int)rnd(40) - 8 : blocklen[i];
	}
	if (kind == 0)
		rd_type_indexed(count, blocklen, disp, old->type, &t->type);
	else if (kind == 1)
		rd_type_hindexed(count, blocklen, disp, old->type, &t->type);
	else if (kind == 2)
		rd_type_indexed_block(count, same, disp, old->type, &t->type);
	else
		rd_type_hindexed_block(count, same, disp, old->type, &t->type);
	for (int i = 0; i < count; i++)
		for (int j = 0; j < blocklen[i]; j++)
			map_add(&t->map, &old->map, disp[i] * unit + j * map_extent(&old->map));
}

static void random_struct(const struct rtype *old, struct rtype *t, int n)
{
	struct rtype *parts = calloc(16, sizeof(*parts));
	MPI_Count count = rnd(n + 1), blocklen[16], disp[16];
	struct rd_type *types[16];
	int64_t over;

	for (int i = 0; i < count; i++) {
		if (rnd(2))
			parts[i] = *old;
		else
			random_basic(&parts[i]);
		types[i] = parts[i].type;
		blocklen[i] = rnd(3);
		disp[i] = (int)rnd(200) - 50;
		for (int j = 0; j < blocklen[i]; j++)
			map_add(&t->map, &parts[i].map, disp[i] + j * map_extent(&parts[i].map));
	}
	rd_type_struct(count, blocklen, disp, types, &t->type);
	over = map_extent(&t->map) % t->map.align;
	if (!t->map.marked && over)
		t->map.ub += t->map.align - over;
	free(parts);
}

static void random_subarray(const struct rtype *old, struct rtype *t, int n)
{
	MPI_Count sizes[3], subsizes[3], starts[3], i[3];
	int64_t extent = map_extent(&old->map);
	int c_order = rnd(2), ndims = 3;

	for (int d = 0; d < 3; d++) {
		sizes[d] = 1 + rnd(4);
		subsizes[d] = rnd(8) ? 1 + rnd(sizes[d] < n ? sizes[d] : 1) : 0;
		starts[d] = rnd(sizes[d] - subsizes[d] + 1);
	}
	rd_type_subarray(ndims, sizes, subsizes, starts, c_order ? MPI_ORDER_C : MPI_ORDER_FORTRAN,
			 old->type, &t->type);
	/* dimension 0 of i[] varies fastest */
	for (i[2] = 0; i[2] < subsizes[c_order ? 0 : 2]; i[2]++)
		for (i[1] = 0; i[1] < subsizes[1]; i[1]++)
			for (i[0] = 0; i[0] < subsizes[c_order ? 2 : 0]; i[0]++) {
				int fast = c_order ? 2 : 0, slow = 2 - fast;
				int64_t at = starts[slow] + i[2];

				at = at * sizes[1] + starts[1] + i[1];
				at = at * sizes[fast] + starts[fast] + i[0];
				map_add(&t->map, &old->map, at * extent);
			}
	t->map.lb = 0;
	t->map.ub = sizes[0] * sizes[1] * sizes[2] * extent;
	t->map.marked = t->map.bounds = 1;
}

enum { DIMS = 3 };

/* A random distribution of one dimension over some processes. */
static void random_dimension(MPI_Count *length, int *distrib, int *darg, int *procs)
{
	*length = 1 + rnd(5);
	*procs = 1 + rnd(3);
	*darg = MPI_DISTRIBUTE_DFLT_DARG;
	switch (rnd(3)) {
	case 0:
		*distrib = MPI_DISTRIBUTE_NONE;
		*procs = 1;
		break;
	case 1:
		*distrib = MPI_DISTRIBUTE_BLOCK;
		if (rnd(2))
			*darg = (int)(*length + *procs - 1) / *procs + (int)rnd(2);
		break;
	default:
		*distrib = MPI_DISTRIBUTE_CYCLIC;
		if (rnd(2))
			*darg = 1 + (int)rnd(3);
	}
}

/* The process along one dimension that owns element i of it. */
static int owner(MPI_Count i, MPI_Count length, int distrib, int darg, int procs)
{
	if (distrib == MPI_DISTRIBUTE_NONE)
		return 0;
	if (darg == MPI_DISTRIBUTE_DFLT_DARG)
		darg = distrib == MPI_DISTRIBUTE_CYCLIC ? 1 : (int)(length + procs - 1) / procs;
	return (int)(i / darg) % procs;
}

/* Element after element of the whole array, in the order of memory: those that this process
 * owns. */
static void random_darray(const struct rtype *old, struct rtype *t)
{
	MPI_Count length[DIMS];
	int distrib[DIMS], darg[DIMS], procs[DIMS], coord[DIMS], size = 1, rank = 0, whole = 1;
	int ndims = 1 + (int)rnd(DIMS), order = rnd(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
	struct rd_darray array = {ndims, order, length, distrib, darg, procs};

	for (int d = 0; d < ndims; d++) {
		random_dimension(&length[d], &distrib[d], &darg[d], &procs[d]);
		coord[d] = (int)rnd((uint32_t)procs[d]);
		rank = rank * procs[d] + coord[d];
		size *= procs[d];
		whole *= (int)length[d];
	}
	rd_type_darray(size, rank, &array, old->type, &t->type);
	for (int i = 0; i < whole; i++) {
		int rest = i, mine = 1;

		for (int n = 0; n < ndims; n++) {
			int d = order == MPI_ORDER_C ? ndims - 1 - n : n;

			mine &= owner(rest % length[d], length[d], distrib[d], darg[d], procs[d]) ==
				coord[d];
			rest /= (int)length[d];
		}
		if (mine)
			map_add(&t->map, &old->map, i * map_extent(&old->map));
	}
	t->map.lb = 0;
	t->map.ub = whole * map_extent(&old->map);
	t->map.marked = t->map.bounds = 1;
}

static void random_resized(const struct rtype *old, struct rtype *t)
{
	int64_t lb = (int)rnd(40) - 20, extent = (int)rnd(100) - 20;

	rd_type_resized(old->type, lb, extent, &t->type);
	t->map = old->map;
	t->map.lb = lb;
	t->map.ub = lb + extent;
	t->map.marked = t->map.bounds = 1;
}

/* A type built from `old`, whose reference it takes over. */
static void random_step(struct rtype *old, struct rtype *t)
{
	int room = old->map.n ? MAP_MAX / old->map.n : MAP_MAX;
	int n = room > 200 ? 8 : room > 40 ? 4 : room / 9;

	map_clear(&t->map);
	switch (n ? rnd(8) : 6) {
	case 0:
		rd_type_contiguous(n, old->type, &t->type);
		for (int i = 0; i < n; i++)
			map_add(&t->map, &old->map, i * map_extent(&old->map));
		break;
	case 1:
		random_vector(old, t, n);
		break;
	case 2:
		random_list(old, t, n);
		break;
	case 3:
		random_struct(old, t, n);
		break;
	case 4:
		if (room > 64) {
			random_subarray(old, t, n);
			break;
		} /* fall through */
	case 5:
		random_resized(old, t);
		break;
	case 7:
		if (room > 125)
			random_darray(old, t);
		else
			random_resized(old, t);
		break;
	default:
		rd_type_dup(old->type, &t->type);
		t->map = old->map;
	}
	rd_type_put(old->type);
}

/* A committed type of `depth` nested constructors. */
static void random_type(struct rtype *t, int depth)
{
	struct rtype *old = malloc(sizeof(*old));

	random_basic(t);
	while (depth-- > 0) {
		*old = *t;
		random_step(old, t);
	}
	rd_type_commit(t->type);
	free(old);
}

#endif
