/* SPDX-License-Identifier: BSD-3-Clause */
/* Virtual topologies (MPI-5.0 8). Arguments have been checked by the caller. */
#ifndef RD_COMM_TOPO_H
#define RD_COMM_TOPO_H

#include "comm/comm.h"

/* Never changed once a communicator has it; duplicates share it. */
struct rd_topo {
	int kind; /* MPI_CART, MPI_GRAPH, MPI_DIST_GRAPH */
	/* MPI_CART */
	int ndims;    /* may be 0 */
	int *dims;    /* [ndims] */
	int *periods; /* [ndims] 0 or 1 */
	int *coords;  /* [ndims] of this process */
	/* MPI_GRAPH: the whole of it */
	int nnodes;
	int *index; /* [nnodes] edges of node 0 up to and with node i */
	int *edges; /* [rd_graph_edges] where they end, node after node */
	/* MPI_DIST_GRAPH: the edges of this process */
	int indegree, outdegree;
	int weighted;
	int *sources, *source_weights;    /* [indegree]; weights 1 when not weighted */
	int *destinations, *dest_weights; /* [outdegree] */
	int refs;
};

/* With `ints` ints behind it, all 0; NULL: no memory. */
struct rd_topo *rd_topo_new(int kind, size_t ints);
void rd_topo_hold(struct rd_topo *topo); /* NULL is ignored, by put too */
void rd_topo_put(struct rd_topo *topo);

/* First and last part of every constructor: *out of the first n processes, which may have been
 * reordered; and its topology (NULL: no memory, *out is put). */
int rd_topo_comm(struct rd_comm *comm, int n, int reorder, struct rd_comm **out);
int rd_topo_set(struct rd_comm **out, struct rd_topo *topo);
/* The key that groups the processes of a node, in their old order. */
int rd_topo_place(const struct rd_comm *comm);

/* Neighbours of this process, in the order that neighbourhood collectives take (MPI-5.0 8.6);
 * MPI_PROC_NULL beyond the edge of a grid. */
int rd_topo_indegree(const struct rd_comm *comm);
int rd_topo_outdegree(const struct rd_comm *comm);
int rd_topo_source(const struct rd_comm *comm, int i);
int rd_topo_dest(const struct rd_comm *comm, int i);

/* ---- Grids (topo.c, dims.c) ---- */

/* *out NULL for processes beyond the grid; RD_EDIMS when the grid needs more than the
 * communicator has. */
int rd_cart_create(struct rd_comm *comm, int ndims, const int *dims, const int *periods,
		   int reorder, struct rd_comm **out);
int rd_cart_sub(struct rd_comm *comm, const int *remain, struct rd_comm **out);
void rd_cart_coords(const struct rd_topo *topo, int rank, int *coords); /* all ndims of them */
/* RD_EARG: a coordinate outside a dimension that is not periodic. */
int rd_cart_rank(const struct rd_topo *topo, const int *coords, int *rank);
void rd_cart_shift(const struct rd_comm *comm, int direction, int disp, int *source, int *dest);
int rd_dims_create(int nnodes, int ndims, int *dims); /* RD_EDIMS */

/* ---- Graphs (graph.c) ---- */

/* *out NULL for processes beyond the last node. */
int rd_graph_create(struct rd_comm *comm, int nnodes, const int *index, const int *edges,
		    int reorder, struct rd_comm **out);
int rd_graph_edges(const struct rd_topo *topo); /* of all nodes */
int rd_graph_degree(const struct rd_topo *topo, int rank);
const int *rd_graph_neighbours(const struct rd_topo *topo, int rank); /* [degree] */

/* Edges named by one process: degrees[i] of them go from sources[i]; the ends of all stand in
 * `destinations`, one after the other. Weights that are MPI_UNWEIGHTED are so on all processes. */
struct rd_dist_edges {
	int n; /* sources */
	const int *sources, *degrees;
	const int *destinations, *weights;
};
int rd_dist_graph_create(struct rd_comm *comm, const struct rd_dist_edges *edges, int reorder,
			 struct rd_comm **out);

/* The edges that come to this process, or those that leave it. */
struct rd_dist_neighbours {
	int n;
	const int *ranks, *weights;
};
int rd_dist_graph_create_adjacent(struct rd_comm *comm, const struct rd_dist_neighbours *in,
				  const struct rd_dist_neighbours *outgoing, int reorder,
				  struct rd_comm **out);

#endif
