/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Cartesian grids over the ranks of a communicator, in row-major order: the last dimension
 * counts fastest (MPI-5.0 8.2). Sizes of grids are found in dims.c. Called from mpi/.
 */
#include "comm/topo.h"

#include "comm/create.h"

#include <stdlib.h>

/* One block of memory: the struct, then dims, periods and coords. */
static struct rd_topo *topo_alloc(int ndims)
{
	struct rd_topo *topo = calloc(1, sizeof(*topo) + 3 * sizeof(int) * (size_t)ndims);

	if (!topo)
		return NULL;
	topo->kind = MPI_CART;
	topo->ndims = ndims;
	topo->dims = (int *)(topo + 1);
	topo->periods = topo->dims + ndims;
	topo->coords = topo->periods + ndims;
	return topo;
}

struct rd_topo *rd_topo_copy(const struct rd_topo *topo)
{
	struct rd_topo *copy = topo_alloc(topo->ndims);

	for (int i = 0; copy && i < topo->ndims; i++) {
		copy->dims[i] = topo->dims[i];
		copy->periods[i] = topo->periods[i];
		copy->coords[i] = topo->coords[i];
	}
	return copy;
}

void rd_topo_free(struct rd_topo *topo)
{
	free(topo);
}

void rd_cart_coords(const struct rd_topo *topo, int rank, int *coords)
{
	for (int i = topo->ndims - 1; i >= 0; i--) {
		coords[i] = rank % topo->dims[i];
		rank /= topo->dims[i];
	}
}

/* Where `coord` is in dimension `i`; -1: outside, and not periodic. */
static int wrap(const struct rd_topo *topo, int i, int64_t coord)
{
	int dim = topo->dims[i];

	if (coord >= 0 && coord < dim)
		return (int)coord;
	if (!topo->periods[i])
		return -1;
	coord %= dim;
	return (int)(coord < 0 ? coord + dim : coord);
}

int rd_cart_rank(const struct rd_topo *topo, const int *coords, int *rank)
{
	int result = 0;

	for (int i = 0; i < topo->ndims; i++) {
		int at = wrap(topo, i, coords[i]);

		if (at < 0)
			return RD_EARG;
		result = result * topo->dims[i] + at;
	}
	*rank = result;
	return 0;
}

/* The rank `disp` steps away along `direction`. */
static int neighbour(const struct rd_comm *comm, int direction, int64_t disp)
{
	const struct rd_topo *topo = comm->topo;
	int64_t stride = 1;
	int at = wrap(topo, direction, topo->coords[direction] + disp);

	if (at < 0)
		return MPI_PROC_NULL;
	for (int i = topo->ndims - 1; i > direction; i--)
		stride *= topo->dims[i];
	return (int)(comm->rank + (at - topo->coords[direction]) * stride);
}

void rd_cart_shift(const struct rd_comm *comm, int direction, int disp, int *source, int *dest)
{
	*source = neighbour(comm, direction, -(int64_t)disp);
	*dest = neighbour(comm, direction, disp);
}

/* Processes of the grid; -1 when there are more than `most`, or a dimension is not positive. */
static int64_t grid_size(int ndims, const int *dims, int64_t most)
{
	int64_t n = 1;

	for (int i = 0; i < ndims; i++) {
		if (dims[i] <= 0)
			return -1;
		n *= dims[i];
		if (n > most)
			return -1;
	}
	return n;
}

static struct rd_topo *grid(int ndims, const int *dims, const int *periods, int rank)
{
	struct rd_topo *topo = topo_alloc(ndims);

	if (!topo)
		return NULL;
	for (int i = 0; i < ndims; i++) {
		topo->dims[i] = dims[i];
		topo->periods[i] = periods[i] != 0;
	}
	rd_cart_coords(topo, rank, topo->coords);
	return topo;
}

/*
 * Ranks keep their order even when the caller would let them be reordered: the launcher
 * places consecutive ranks close to each other, as row-major neighbours are.
 */
int rd_cart_create(struct rd_comm *comm, int ndims, const int *dims, const int *periods,
		   int reorder, struct rd_comm **out)
{
	int64_t n = grid_size(ndims, dims, comm->size);
	int err;

	(void)reorder;
	if (n < 0)
		return RD_EDIMS;
	err = rd_comm_first(comm, (int)n, out);
	if (err || !*out)
		return err;
	(*out)->topo = grid(ndims, dims, periods, (*out)->rank);
	if ((*out)->topo)
		return 0;
	rd_comm_put(*out);
	*out = NULL;
	return RD_ENOMEM;
}

/* Number of the sub-grid of this process: its coordinates in the dimensions that do not remain. */
static int sub_color(const struct rd_topo *topo, const int *remain)
{
	int color = 0;

	for (int i = 0; i < topo->ndims; i++)
		if (!remain[i])
			color = color * topo->dims[i] + topo->coords[i];
	return color;
}

static struct rd_topo *sub_topo(const struct rd_topo *topo, const int *remain)
{
	struct rd_topo *sub;
	int n = 0;

	for (int i = 0; i < topo->ndims; i++)
		n += remain[i] != 0;
	sub = topo_alloc(n);
	n = 0;
	for (int i = 0; sub && i < topo->ndims; i++) {
		if (!remain[i])
			continue;
		sub->dims[n] = topo->dims[i];
		sub->periods[n] = topo->periods[i];
		sub->coords[n++] = topo->coords[i];
	}
	return sub;
}

int rd_cart_sub(struct rd_comm *comm, const int *remain, struct rd_comm **out)
{
	int err = rd_comm_split(comm, sub_color(comm->topo, remain), comm->rank, out);

	if (err)
		return err;
	(*out)->topo = sub_topo(comm->topo, remain);
	if ((*out)->topo)
		return 0;
	rd_comm_put(*out);
	*out = NULL;
	return RD_ENOMEM;
}
