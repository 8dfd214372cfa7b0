/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-topo.tbl by mpi/gen.pl: do not edit */
/*
 * Graph topologies, known to all or distributed (MPI-5.0 8.5.3 to 8.5.5).
 */
#include "mpi/api.h"

int PMPI_Graph_create(MPI_Comm comm_old, int nnodes, const int indx[], const int edges[],
		      int reorder, MPI_Comm *comm_graph)
{
	struct rd_comm *comm_old_p = rd_comm_get(comm_old);
	struct rd_comm *comm_graph_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Graph_create");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Graph_create(comm_old, nnodes, indx, edges,
							      reorder, comm_graph));
		if (rd_unlikely(!comm_old_p))
			return rd_mpi_bad_comm("MPI_Graph_create", "comm_old", comm_old);
		if (rd_unlikely(rd_comm_is_inter(comm_old_p)))
			return rd_mpi_bad_side(comm_old_p, "MPI_Graph_create", "comm_old");
		if (rd_unlikely(nnodes < 0))
			return rd_mpi_bad_count(&comm_old_p->errs, "MPI_Graph_create", "nnodes",
						nnodes);
		err = rd_mpi_check_index(&comm_old_p->errs, "MPI_Graph_create", "indx", nnodes,
					 indx);
		if (rd_unlikely(err))
			return err;
		err = rd_mpi_check_members(&comm_old_p->errs, "MPI_Graph_create", "edges",
					   rd_mpi_edges(nnodes, indx), edges, nnodes);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!comm_graph))
			return rd_mpi_bad_pointer(&comm_old_p->errs, "MPI_Graph_create",
						  "comm_graph");
		if (rd_unlikely(nnodes > comm_old_p->size))
			return rd_mpi_raise(&comm_old_p->errs, MPI_ERR_ARG, "MPI_Graph_create",
					    "nnodes=%d, but comm_old has %d processes", nnodes,
					    comm_old_p->size);
	}
	err = rd_graph_create(comm_old_p, nnodes, indx, edges, reorder, &comm_graph_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_old_p->errs, err, "MPI_Graph_create", NULL);
	*comm_graph = rd_comm_handle(comm_graph_p);
	rd_mpi_count(RD_MADE_COMM, *comm_graph, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Graph_create);

int PMPI_Graph_map(MPI_Comm comm, int nnodes, const int indx[], const int edges[], int *newrank)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Graph_map");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Graph_map(comm, nnodes, indx, edges, newrank));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Graph_map", "comm", comm);
		if (rd_unlikely(rd_comm_is_inter(comm_p)))
			return rd_mpi_bad_side(comm_p, "MPI_Graph_map", "comm");
		if (rd_unlikely(nnodes < 0))
			return rd_mpi_bad_count(&comm_p->errs, "MPI_Graph_map", "nnodes", nnodes);
		err = rd_mpi_check_index(&comm_p->errs, "MPI_Graph_map", "indx", nnodes, indx);
		if (rd_unlikely(err))
			return err;
		err = rd_mpi_check_members(&comm_p->errs, "MPI_Graph_map", "edges",
					   rd_mpi_edges(nnodes, indx), edges, nnodes);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!newrank))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Graph_map", "newrank");
		if (rd_unlikely(nnodes > comm_p->size))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_ARG, "MPI_Graph_map",
					    "nnodes=%d, but comm has %d processes", nnodes,
					    comm_p->size);
	}
	*newrank = rd_mpi_place(comm_p, nnodes);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Graph_map);

int PMPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges)
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Graphdims_get");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Graphdims_get(comm, nnodes, nedges));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Graphdims_get", "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_GRAPH)))
			return rd_mpi_bad_topology(comm_p, "MPI_Graphdims_get", "comm", MPI_GRAPH);
		if (rd_unlikely(!nnodes))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Graphdims_get", "nnodes");
		if (rd_unlikely(!nedges))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Graphdims_get", "nedges");
	}
	*nnodes = comm_p->topo->nnodes;
	*nedges = rd_graph_edges(comm_p->topo);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Graphdims_get);

int PMPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int indx[], int edges[])
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Graph_get");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Graph_get(comm, maxindex, maxedges, indx, edges));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Graph_get", "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_GRAPH)))
			return rd_mpi_bad_topology(comm_p, "MPI_Graph_get", "comm", MPI_GRAPH);
		if (rd_unlikely(maxindex < 0))
			return rd_mpi_bad_count(&comm_p->errs, "MPI_Graph_get", "maxindex",
						maxindex);
		if (rd_unlikely(maxedges < 0))
			return rd_mpi_bad_count(&comm_p->errs, "MPI_Graph_get", "maxedges",
						maxedges);
		if (rd_unlikely(!indx && maxindex > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Graph_get", "indx");
		if (rd_unlikely(!edges && maxedges > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Graph_get", "edges");
		if (rd_unlikely(maxindex < comm_p->topo->nnodes))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_ARG, "MPI_Graph_get",
					    "maxindex=%d is less than the %d nodes of the graph",
					    maxindex, comm_p->topo->nnodes);
		if (rd_unlikely(maxedges < rd_graph_edges(comm_p->topo)))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_ARG, "MPI_Graph_get",
					    "maxedges=%d is less than the %d edges of the graph",
					    maxedges, rd_graph_edges(comm_p->topo));
	}
	rd_mpi_graph_get(comm_p->topo, indx, edges);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Graph_get);

RD_MPI_LOCKED locked_graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors)
{
	int err = rd_mpi_begin("MPI_Graph_neighbors_count");

	return err ? err : rd_mpi_leave(PMPI_Graph_neighbors_count(comm, rank, nneighbors));
}

int PMPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors)
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_graph_neighbors_count(comm, rank, nneighbors);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Graph_neighbors_count", "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_GRAPH)))
			return rd_mpi_bad_topology(comm_p, "MPI_Graph_neighbors_count", "comm",
						   MPI_GRAPH);
		if (rd_unlikely(!rd_mpi_rank_ok(rank, comm_p)))
			return rd_mpi_bad_rank(comm_p, "MPI_Graph_neighbors_count", "rank", rank);
		if (rd_unlikely(!nneighbors))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Graph_neighbors_count",
						  "nneighbors");
	}
	*nneighbors = rd_graph_degree(comm_p->topo, rank);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Graph_neighbors_count);

RD_MPI_LOCKED locked_graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[])
{
	int err = rd_mpi_begin("MPI_Graph_neighbors");

	return err ? err : rd_mpi_leave(PMPI_Graph_neighbors(comm, rank, maxneighbors, neighbors));
}

int PMPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[])
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_graph_neighbors(comm, rank, maxneighbors, neighbors);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Graph_neighbors", "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_GRAPH)))
			return rd_mpi_bad_topology(comm_p, "MPI_Graph_neighbors", "comm",
						   MPI_GRAPH);
		if (rd_unlikely(maxneighbors < 0))
			return rd_mpi_bad_count(&comm_p->errs, "MPI_Graph_neighbors",
						"maxneighbors", maxneighbors);
		if (rd_unlikely(!rd_mpi_rank_ok(rank, comm_p)))
			return rd_mpi_bad_rank(comm_p, "MPI_Graph_neighbors", "rank", rank);
		if (rd_unlikely(!neighbors && maxneighbors > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Graph_neighbors",
						  "neighbors");
		if (rd_unlikely(maxneighbors < rd_graph_degree(comm_p->topo, rank)))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_ARG, "MPI_Graph_neighbors",
					    "maxneighbors=%d is less than the %d neighbours of "
					    "rank %d",
					    maxneighbors, rd_graph_degree(comm_p->topo, rank),
					    rank);
	}
	rd_mpi_neighbours(comm_p->topo, rank, neighbors);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Graph_neighbors);

int PMPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[],
			   const int destinations[], const int *weights, MPI_Info info, int reorder,
			   MPI_Comm *comm_dist_graph)
{
	struct rd_comm *comm_old_p = rd_comm_get(comm_old);
	struct rd_comm *comm_dist_graph_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Dist_graph_create");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Dist_graph_create(comm_old, n, sources, degrees,
								   destinations, weights, info,
								   reorder, comm_dist_graph));
		if (rd_unlikely(!comm_old_p))
			return rd_mpi_bad_comm("MPI_Dist_graph_create", "comm_old", comm_old);
		if (rd_unlikely(rd_comm_is_inter(comm_old_p)))
			return rd_mpi_bad_side(comm_old_p, "MPI_Dist_graph_create", "comm_old");
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_old_p->errs, "MPI_Dist_graph_create", "info",
					       info);
		if (rd_unlikely(n < 0))
			return rd_mpi_bad_count(&comm_old_p->errs, "MPI_Dist_graph_create", "n", n);
		err = rd_mpi_check_members(&comm_old_p->errs, "MPI_Dist_graph_create", "sources", n,
					   sources, comm_old_p->size);
		if (rd_unlikely(err))
			return err;
		err = rd_mpi_check_degrees(&comm_old_p->errs, "MPI_Dist_graph_create", "degrees", n,
					   degrees);
		if (rd_unlikely(err))
			return err;
		err = rd_mpi_check_members(&comm_old_p->errs, "MPI_Dist_graph_create",
					   "destinations", rd_mpi_sum(n, degrees), destinations,
					   comm_old_p->size);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!comm_dist_graph))
			return rd_mpi_bad_pointer(&comm_old_p->errs, "MPI_Dist_graph_create",
						  "comm_dist_graph");
		if (rd_unlikely(!(rd_mpi_weights_ok(rd_mpi_sum(n, degrees), weights))))
			return rd_mpi_raise(&comm_old_p->errs, MPI_ERR_ARG, "MPI_Dist_graph_create",
					    "weights is neither MPI_UNWEIGHTED nor a list of "
					    "weights of 0 or more for all edges");
	}
	err = rd_dist_graph_create(comm_old_p, &(struct rd_dist_edges){n, sources, degrees,
				   destinations, weights}, reorder, &comm_dist_graph_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_old_p->errs, err, "MPI_Dist_graph_create", NULL);
	*comm_dist_graph = rd_comm_handle(comm_dist_graph_p);
	rd_mpi_count(RD_MADE_COMM, *comm_dist_graph, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Dist_graph_create);

int PMPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[],
				    const int *sourceweights, int outdegree,
				    const int destinations[], const int *destweights, MPI_Info info,
				    int reorder, MPI_Comm *comm_dist_graph)
{
	struct rd_comm *comm_old_p = rd_comm_get(comm_old);
	struct rd_comm *comm_dist_graph_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Dist_graph_create_adjacent");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Dist_graph_create_adjacent(comm_old, indegree,
									    sources, sourceweights,
									    outdegree, destinations,
									    destweights, info,
									    reorder,
									    comm_dist_graph));
		if (rd_unlikely(!comm_old_p))
			return rd_mpi_bad_comm("MPI_Dist_graph_create_adjacent", "comm_old",
					       comm_old);
		if (rd_unlikely(rd_comm_is_inter(comm_old_p)))
			return rd_mpi_bad_side(comm_old_p, "MPI_Dist_graph_create_adjacent",
					       "comm_old");
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_old_p->errs, "MPI_Dist_graph_create_adjacent",
					       "info", info);
		if (rd_unlikely(indegree < 0))
			return rd_mpi_bad_count(&comm_old_p->errs, "MPI_Dist_graph_create_adjacent",
						"indegree", indegree);
		if (rd_unlikely(outdegree < 0))
			return rd_mpi_bad_count(&comm_old_p->errs, "MPI_Dist_graph_create_adjacent",
						"outdegree", outdegree);
		err = rd_mpi_check_members(&comm_old_p->errs, "MPI_Dist_graph_create_adjacent",
					   "sources", indegree, sources, comm_old_p->size);
		if (rd_unlikely(err))
			return err;
		err = rd_mpi_check_members(&comm_old_p->errs, "MPI_Dist_graph_create_adjacent",
					   "destinations", outdegree, destinations,
					   comm_old_p->size);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!comm_dist_graph))
			return rd_mpi_bad_pointer(&comm_old_p->errs,
						  "MPI_Dist_graph_create_adjacent",
						  "comm_dist_graph");
		if (rd_unlikely(!rd_mpi_weights_ok(indegree, sourceweights)))
			return rd_mpi_raise(&comm_old_p->errs, MPI_ERR_ARG,
					    "MPI_Dist_graph_create_adjacent",
					    "sourceweights is neither MPI_UNWEIGHTED nor a list "
					    "of weights of 0 or more for all sources");
		if (rd_unlikely(!rd_mpi_weights_ok(outdegree, destweights)))
			return rd_mpi_raise(&comm_old_p->errs, MPI_ERR_ARG,
					    "MPI_Dist_graph_create_adjacent",
					    "destweights is neither MPI_UNWEIGHTED nor a list of "
					    "weights of 0 or more for all destinations");
		if (rd_unlikely(!rd_mpi_weights_agree(sourceweights, destweights)))
			return rd_mpi_raise(&comm_old_p->errs, MPI_ERR_ARG,
					    "MPI_Dist_graph_create_adjacent",
					    "one of sourceweights and destweights is "
					    "MPI_UNWEIGHTED: give both or neither, for no edges "
					    "MPI_WEIGHTS_EMPTY");
	}
	err = rd_dist_graph_create_adjacent(comm_old_p, &(struct rd_dist_neighbours){indegree,
					    sources, sourceweights},
					    &(struct rd_dist_neighbours){outdegree, destinations,
					    destweights}, reorder, &comm_dist_graph_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_old_p->errs, err, "MPI_Dist_graph_create_adjacent", NULL);
	*comm_dist_graph = rd_comm_handle(comm_dist_graph_p);
	rd_mpi_count(RD_MADE_COMM, *comm_dist_graph, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Dist_graph_create_adjacent);

int PMPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted)
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Dist_graph_neighbors_count");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Dist_graph_neighbors_count(comm, indegree,
									    outdegree, weighted));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Dist_graph_neighbors_count", "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_DIST_GRAPH)))
			return rd_mpi_bad_topology(comm_p, "MPI_Dist_graph_neighbors_count", "comm",
						   MPI_DIST_GRAPH);
		if (rd_unlikely(!indegree))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Dist_graph_neighbors_count",
						  "indegree");
		if (rd_unlikely(!outdegree))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Dist_graph_neighbors_count",
						  "outdegree");
		if (rd_unlikely(!weighted))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Dist_graph_neighbors_count",
						  "weighted");
	}
	*indegree = comm_p->topo->indegree;
	*outdegree = comm_p->topo->outdegree;
	*weighted = comm_p->topo->weighted;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Dist_graph_neighbors_count);

int PMPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int *sourceweights,
			      int maxoutdegree, int destinations[], int *destweights)
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Dist_graph_neighbors");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Dist_graph_neighbors(comm, maxindegree, sources,
								      sourceweights, maxoutdegree,
								      destinations, destweights));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Dist_graph_neighbors", "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_DIST_GRAPH)))
			return rd_mpi_bad_topology(comm_p, "MPI_Dist_graph_neighbors", "comm",
						   MPI_DIST_GRAPH);
		if (rd_unlikely(maxindegree < 0))
			return rd_mpi_bad_count(&comm_p->errs, "MPI_Dist_graph_neighbors",
						"maxindegree", maxindegree);
		if (rd_unlikely(maxoutdegree < 0))
			return rd_mpi_bad_count(&comm_p->errs, "MPI_Dist_graph_neighbors",
						"maxoutdegree", maxoutdegree);
		if (rd_unlikely(!sources && maxindegree > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Dist_graph_neighbors",
						  "sources");
		if (rd_unlikely(!destinations && maxoutdegree > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Dist_graph_neighbors",
						  "destinations");
	}
	rd_mpi_dist_graph_get(comm_p->topo, maxindegree, sources, sourceweights, maxoutdegree,
			      destinations, destweights);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Dist_graph_neighbors);
