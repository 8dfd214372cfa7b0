/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Functions common to all topologies, and cartesian grids over the ranks of a communicator, in
 * row-major order: the last dimension counts fastest (MPI-5.0 8.2). Sizes of grids are found in
 * dims.c, graphs are in graph.c. Called from mpi/ and coll/.
 */
#include "comm/topo.h"

#include "comm/create.h"
#include "runtime/job.h"

#include <stdlib.h>

struct rd_topo *rd_topo_new(int kind, size_t ints)
{
	struct rd_topo *topo = calloc(1, sizeof(*topo) + sizeof(int) * ints);

	if (!topo)
		return NULL;
	topo->kind = kind;
	topo->refs = 1;
	return topo;
}

void rd_topo_hold(struct rd_topo *topo)
{
	if (topo)
		topo->refs++;
}

void rd_topo_put(struct rd_topo *topo)
{
	if (topo && !--topo->refs)
		free(topo);
}

int rd_topo_place(const struct rd_comm *comm)
{
	int first = 0;

	while (!rd_job_is_local(rd_comm_world_rank(comm, first)))
		first++;
	return first;
}

/*
 * Neighbours in a grid or graph are mostly near each other in rank, so consecutive ranks for the
 * processes of a node help any of them. A launcher that deals ranks out to the nodes in turn has
 * not given those.
 */
int rd_topo_comm(struct rd_comm *comm, int n, int reorder, struct rd_comm **out)
{
	struct rd_comm *placed;
	int err;

	if (!reorder || rd_job.nlocal == rd_job.size)
		return rd_comm_first(comm, n, out);
	err = rd_comm_split(comm, 0, rd_topo_place(comm), &placed);
	if (err)
		return err;
	err = rd_comm_first(placed, n, out);
	rd_comm_put(placed);
	return err;
}

int rd_topo_set(struct rd_comm **out, struct rd_topo *topo)
{
	(*out)->topo = topo;
	if (topo)
		return 0;
	rd_comm_put(*out);
	*out = NULL;
	return RD_ENOMEM;
}

static struct rd_topo *cart_new(int ndims)
{
	struct rd_topo *topo = rd_topo_new(MPI_CART, 3 * (size_t)ndims);

	if (!topo)
		return NULL;
	topo->ndims = ndims;
	topo->dims = (int *)(topo + 1);
	topo->periods = topo->dims + ndims;
	topo->coords = topo->periods + ndims;
	return topo;
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
	struct rd_topo *topo = cart_new(ndims);

	if (!topo)
		return NULL;
	for (int i = 0; i < ndims; i++) {
		topo->dims[i] = dims[i];
		topo->periods[i] = periods[i] != 0;
	}
	rd_cart_coords(topo, rank, topo->coords);
	return topo;
}

int rd_cart_create(struct rd_comm *comm, int ndims, const int *dims, const int *periods,
		   int reorder, struct rd_comm **out)
{
	int64_t n = grid_size(ndims, dims, comm->size);
	int err;

	if (n < 0)
		return RD_EDIMS;
	err = rd_topo_comm(comm, (int)n, reorder, out);
	if (err || !*out)
		return err;
	return rd_topo_set(out, grid(ndims, dims, periods, (*out)->rank));
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
	sub = cart_new(n);
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

	return err ? err : rd_topo_set(out, sub_topo(comm->topo, remain));
}

/* ---- Neighbours ---- */

int rd_topo_indegree(const struct rd_comm *comm)
{
	const struct rd_topo *topo = comm->topo;

	switch (topo->kind) {
	case MPI_CART:
		return 2 * topo->ndims;
	case MPI_GRAPH:
		return rd_graph_degree(topo, comm->rank);
	default:
		return topo->indegree;
	}
}

int rd_topo_outdegree(const struct rd_comm *comm)
{
	return comm->topo->kind == MPI_DIST_GRAPH ? comm->topo->outdegree : rd_topo_indegree(comm);
}

/* In each dimension first the one below, then the one above. */
static int cart_or_graph(const struct rd_comm *comm, int i)
{
	if (comm->topo->kind == MPI_GRAPH)
		return rd_graph_neighbours(comm->topo, comm->rank)[i];
	return neighbour(comm, i / 2, i % 2 ? 1 : -1);
}

int rd_topo_source(const struct rd_comm *comm, int i)
{
	if (comm->topo->kind == MPI_DIST_GRAPH)
		return comm->topo->sources[i];
	return cart_or_graph(comm, i);
}

int rd_topo_dest(const struct rd_comm *comm, int i)
{
	if (comm->topo->kind == MPI_DIST_GRAPH)
		return comm->topo->destinations[i];
	return cart_or_graph(comm, i);
}
