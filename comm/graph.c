/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Graphs over the ranks of a communicator (MPI-5.0 8.5.3, 8.5.4): those that every process knows as
 * a whole, and distributed ones, where any process may name an edge and each process receives the
 * edges that it is an end of. Called from mpi/.
 */
#include "comm/topo.h"

#include "base/compiler.h"
#include "comm/create.h"
#include "comm/route.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- Known to all ---- */

static int edges_before(const struct rd_topo *topo, int rank)
{
	return rank ? topo->index[rank - 1] : 0;
}

int rd_graph_edges(const struct rd_topo *topo)
{
	return edges_before(topo, topo->nnodes);
}

int rd_graph_degree(const struct rd_topo *topo, int rank)
{
	return topo->index[rank] - edges_before(topo, rank);
}

const int *rd_graph_neighbours(const struct rd_topo *topo, int rank)
{
	return topo->edges + edges_before(topo, rank);
}

static struct rd_topo *graph(int nnodes, const int *index, const int *edges)
{
	size_t n = (size_t)nnodes, nedges = (size_t)index[nnodes - 1];
	struct rd_topo *topo = rd_topo_new(MPI_GRAPH, n + nedges);

	if (!topo)
		return NULL;
	topo->nnodes = nnodes;
	topo->index = (int *)(topo + 1);
	topo->edges = topo->index + nnodes;
	memcpy(topo->index, index, n * sizeof(int));
	if (nedges)
		memcpy(topo->edges, edges, nedges * sizeof(int));
	return topo;
}

int rd_graph_create(struct rd_comm *comm, int nnodes, const int *index, const int *edges,
		    int reorder, struct rd_comm **out)
{
	int err = rd_topo_comm(comm, nnodes, reorder, out);

	if (err || !*out)
		return err;
	return rd_topo_set(out, graph(nnodes, index, edges));
}

/* ---- Distributed ---- */

/* One end of an edge, on its way to the process that has this end. */
struct end {
	int to;   /* that process */
	int peer; /* the other end */
	int weight;
	int incoming; /* 1: the edge comes to it */
	int order;    /* sort key: first this, then the rank that named the edge and its order
		       * there */
	int from;
	uint64_t seq;
};

struct ends {
	struct rd_parcels parcels; /* of struct end */
	size_t room;               /* ends that fit into the memory */
};

static int ends_open(struct ends *ends, size_t room)
{
	ends->parcels =
		(struct rd_parcels){malloc((room + 1) * sizeof(struct end)), 0, sizeof(struct end)};
	ends->room = room;
	return ends->parcels.items ? 0 : RD_ENOMEM;
}

static void put_end(struct ends *ends, struct end end)
{
	end.seq = ends->parcels.n;
	((struct end *)ends->parcels.items)[ends->parcels.n++] = end;
}

static int by_order(const void *a, const void *b)
{
	const struct end *x = a, *y = b;

	if (x->incoming != y->incoming)
		return x->incoming - y->incoming;
	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

static struct rd_topo *dist_graph_new(int indegree, int outdegree, int weighted)
{
	struct rd_topo *topo =
		rd_topo_new(MPI_DIST_GRAPH, 2 * ((size_t)indegree + (size_t)outdegree));

	if (!topo)
		return NULL;
	topo->weighted = weighted;
	topo->indegree = indegree;
	topo->outdegree = outdegree;
	topo->sources = (int *)(topo + 1);
	topo->source_weights = topo->sources + indegree;
	topo->destinations = topo->source_weights + indegree;
	topo->dest_weights = topo->destinations + outdegree;
	return topo;
}

/* The ends that have arrived, in order: outgoing ones first. */
static struct rd_topo *dist_graph(const struct end *ends, size_t n, int weighted)
{
	struct rd_topo *topo;
	size_t out = 0;

	while (out < n && !ends[out].incoming)
		out++;
	if (n > INT_MAX)
		return NULL;
	topo = dist_graph_new((int)(n - out), (int)out, weighted);
	if (!topo)
		return NULL;
	for (size_t i = 0; i < out; i++) {
		topo->destinations[i] = ends[i].peer;
		topo->dest_weights[i] = ends[i].weight;
	}
	for (size_t i = out; i < n; i++) {
		topo->sources[i - out] = ends[i].peer;
		topo->source_weights[i - out] = ends[i].weight;
	}
	return topo;
}

/* Makes *out, whose ranks the ends contain; takes over their memory. */
static int spread(struct rd_comm *comm, struct ends *ends, int weighted, int reorder,
		  struct rd_comm **out)
{
	struct rd_parcels *parcels = &ends->parcels;
	struct rd_boot boot;
	int err = rd_topo_comm(comm, comm->size, reorder, out);

	if (!err) {
		boot = rd_comm_boot(*out);
		err = rd_route(&boot, parcels);
		if (err)
			rd_comm_put(*out);
	}
	if (!err) {
		qsort(parcels->items, parcels->n, sizeof(struct end), by_order);
		err = rd_topo_set(out,
				  dist_graph((struct end *)parcels->items, parcels->n, weighted));
	}
	free(parcels->items);
	return err;
}

static int weight_of(const int *weights, size_t i)
{
	return weights == MPI_UNWEIGHTED ? 1 : weights[i];
}

/* Edges reach a process in any order (MPI-5.0 8.5.4): they are sorted by peer, and several with the
 * same peer in the same order on both sides. */
int rd_dist_graph_create(struct rd_comm *comm, const struct rd_dist_edges *edges, int reorder,
			 struct rd_comm **out)
{
	struct ends ends;
	size_t n = 0;
	int err;

	for (int i = 0; i < edges->n; i++)
		n += (size_t)edges->degrees[i];
	err = ends_open(&ends, 2 * n);
	if (err)
		return err;
	n = 0;
	for (int i = 0; i < edges->n; i++) {
		for (int k = 0; k < edges->degrees[i]; k++, n++) {
			int from = edges->sources[i], to = edges->destinations[n];
			int weight = weight_of(edges->weights, n);

			put_end(&ends, (struct end){from, to, weight, 0, to, comm->rank, 0});
			put_end(&ends, (struct end){to, from, weight, 1, from, comm->rank, 0});
		}
	}
	return spread(comm, &ends, edges->weights != MPI_UNWEIGHTED, reorder, out);
}

static void put_side(struct ends *ends, const struct rd_dist_neighbours *side, int incoming,
		     int rank)
{
	for (int i = 0; i < side->n; i++)
		put_end(ends,
			(struct end){rank, side->ranks[i], weight_of(side->weights, (size_t)i),
				     incoming, 0, rank, 0});
}

/* The arguments of rank r are for rank r of the new communicator, in the order given. */
int rd_dist_graph_create_adjacent(struct rd_comm *comm, const struct rd_dist_neighbours *in,
				  const struct rd_dist_neighbours *outgoing, int reorder,
				  struct rd_comm **out)
{
	struct ends ends;
	int err = ends_open(&ends, (size_t)in->n + (size_t)outgoing->n);

	if (err)
		return err;
	put_side(&ends, in, 1, comm->rank);
	put_side(&ends, outgoing, 0, comm->rank);
	return spread(comm, &ends, in->weights != MPI_UNWEIGHTED, reorder, out);
}
