/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Virtual topologies as in MPI-5.0 chapter 8, on random graphs that every rank can work out from
 * the seed: graphs known to all, distributed ones whose edges are named by any rank or by their own
 * ends, weights, several edges between the same two, duplicates, processes left out.
 *
 *     topo [-s SEED] [-r ROUNDS]
 */
#include "job.h"

enum { EDGES_MOST = 60 };

/* A graph with numbered edges, the same on all ranks. */
static struct {
	int n;
	int from[EDGES_MOST], to[EDGES_MOST], weight[EDGES_MOST];
	int namer[EDGES_MOST]; /* rank that passes it to MPI */
} graph;

static MPI_Comm world; /* MPI_ERRORS_RETURN */

static void make_graph(uint64_t *state)
{
	graph.n = random_below(state, EDGES_MOST + 1);
	for (int i = 0; i < graph.n; i++) {
		graph.from[i] = random_below(state, job.ranks);
		graph.to[i] = random_below(state, job.ranks);
		graph.weight[i] = random_below(state, 5);
		graph.namer[i] = random_below(state, job.ranks);
	}
}

/* -- graphs known to all -------------------------------------------------------------------- */

/* index[] and edges[] of the model's first `nodes` nodes; number of edges. */
static int flatten(int nodes, int *index, int *edges)
{
	int n = 0;

	for (int node = 0; node < nodes; node++) {
		for (int i = 0; i < graph.n; i++)
			if (graph.from[i] == node && graph.to[i] < nodes)
				edges[n++] = graph.to[i];
		index[node] = n;
	}
	return n;
}

static void check_neighbours(MPI_Comm comm, int node, const int *index, const int *edges)
{
	int first = node ? index[node - 1] : 0, count = -1, list[EDGES_MOST];

	MPI_Graph_neighbors_count(comm, node, &count);
	if (!check(count == index[node] - first, "node %d has %d neighbours, must be %d", node,
		   count, index[node] - first))
		return;
	MPI_Graph_neighbors(comm, node, EDGES_MOST, list);
	for (int i = 0; i < count; i++)
		check(list[i] == edges[first + i], "neighbour %d of node %d is %d, must be %d", i,
		      node, list[i], edges[first + i]);
	if (count > 0)
		check_class(MPI_Graph_neighbors(comm, node, count - 1, list), MPI_ERR_ARG,
			    "MPI_Graph_neighbors with too little room");
}

static void check_graph(MPI_Comm comm, int nodes, const int *index, const int *edges)
{
	int n = -1, m = -1, status = -1, size = -1, got_index[64], got_edges[EDGES_MOST];

	MPI_Topo_test(comm, &status);
	check(status == MPI_GRAPH, "a graph has topology %d", status);
	MPI_Comm_size(comm, &size);
	check(size == nodes, "a graph of %d nodes has %d processes", nodes, size);
	MPI_Graphdims_get(comm, &n, &m);
	if (!check(n == nodes && m == index[nodes - 1], "%d nodes, %d edges, must be %d, %d", n, m,
		   nodes, index[nodes - 1]))
		return;
	MPI_Graph_get(comm, 64, EDGES_MOST, got_index, got_edges);
	check(!memcmp(got_index, index, sizeof(int) * (size_t)n), "index is not as given");
	check(!memcmp(got_edges, edges, sizeof(int) * (size_t)m), "edges are not as given");
	for (int node = 0; node < nodes; node++)
		check_neighbours(comm, node, index, edges);
}

static void known_to_all(uint64_t *state)
{
	int nodes = random_between(state, 1, job.ranks), newrank = -1, reorder;
	int index[64], edges[EDGES_MOST];
	MPI_Comm comm, copy;

	flatten(nodes, index, edges);
	MPI_Graph_map(world, nodes, index, edges, &newrank);
	check(job.rank < nodes || newrank == MPI_UNDEFINED, "a rank beyond the graph is mapped");
	check(job.rank >= nodes || (newrank >= 0 && newrank < nodes), "mapped to %d", newrank);
	reorder = (int)random_below(state, 2);
	MPI_Graph_create(world, nodes, index, edges, reorder, &comm);
	if (comm == MPI_COMM_NULL) {
		check(job.rank >= nodes || reorder, "rank %d is not in a graph of %d", job.rank,
		      nodes);
		return;
	}
	check_graph(comm, nodes, index, edges);
	MPI_Comm_dup(comm, &copy);
	MPI_Comm_free(&comm);
	check_graph(copy, nodes, index, edges);
	MPI_Comm_free(&copy);
}

static void no_graph(void)
{
	int got = -1, *two = must_alloc(sizeof(int) * (size_t)(job.ranks + 1)), four[4];
	MPI_Comm comm = MPI_COMM_WORLD;

	MPI_Graph_create(world, 0, NULL, NULL, 0, &comm);
	check(comm == MPI_COMM_NULL, "a graph without nodes is a communicator");
	check_class(MPI_Graph_create(world, job.ranks + 1, two, two, 0, &comm), MPI_ERR_ARG,
		    "MPI_Graph_create of too many nodes");
	four[0] = -1;
	check_class(MPI_Graph_create(world, 1, four, two, 0, &comm), MPI_ERR_ARG,
		    "MPI_Graph_create with a negative index");
	four[0] = 1;
	two[0] = 1;
	check_class(MPI_Graph_create(world, 1, four, two, 0, &comm), MPI_ERR_RANK,
		    "MPI_Graph_create with an edge to nowhere");
	check_class(MPI_Graph_neighbors_count(world, 0, &got), MPI_ERR_TOPOLOGY,
		    "MPI_Graph_neighbors_count without a graph");
	free(two);
}

/* -- distributed graphs --------------------------------------------------------------------- */

struct half {
	int peer, weight;
};

/* A rank's edges of the model, those that come in or those that go out; how many. */
static int halves(int rank, int incoming, int weighted, struct half *list)
{
	int n = 0;

	for (int i = 0; i < graph.n; i++)
		if ((incoming ? graph.to : graph.from)[i] == rank)
			list[n++] = (struct half){(incoming ? graph.from : graph.to)[i],
						  weighted ? graph.weight[i] : 0};
	return n;
}

static int rank_of(MPI_Comm comm)
{
	int rank;

	MPI_Comm_rank(comm, &rank);
	return rank;
}

static int by_peer(const void *a, const void *b)
{
	const struct half *x = a, *y = b;

	return x->peer != y->peer ? x->peer - y->peer : x->weight - y->weight;
}

/* The edges that come to a rank, or those that leave it, as MPI returns them. */
struct side {
	const char *name;
	int incoming, n;
	const int *peers, *weights;
};

/* The edges of `rank` against the model; `exact`: in its order. */
static void compare(const struct side *side, int rank, int weighted, int exact)
{
	struct half got[EDGES_MOST], must[EDGES_MOST];
	int n = side->n;

	halves(rank, side->incoming, weighted, must);
	for (int i = 0; i < n; i++)
		got[i] = (struct half){side->peers[i], weighted ? side->weights[i] : 0};
	if (!exact) {
		qsort(got, (size_t)n, sizeof got[0], by_peer);
		qsort(must, (size_t)n, sizeof must[0], by_peer);
	}
	for (int i = 0; i < n; i++)
		check(got[i].peer == must[i].peer && got[i].weight == must[i].weight,
		      "%s %d of %d: rank %d, weight %d, must be %d, %d", side->name, i, n,
		      got[i].peer, got[i].weight, must[i].peer, must[i].weight);
}

/* The node of the graph is the rank in its communicator, which is another one where ranks were
 * reordered. */
static void check_dist(MPI_Comm comm, int weighted, int exact)
{
	int rank = rank_of(comm);
	int in = -1, out = -1, got_weighted = -1, status = -1;
	int from[EDGES_MOST], to[EDGES_MOST], in_weights[EDGES_MOST], out_weights[EDGES_MOST];
	struct half list[EDGES_MOST];
	int must_in = halves(rank, 1, 1, list), must_out = halves(rank, 0, 1, list);

	MPI_Topo_test(comm, &status);
	check(status == MPI_DIST_GRAPH, "a distributed graph has topology %d", status);
	MPI_Dist_graph_neighbors_count(comm, &in, &out, &got_weighted);
	check(!got_weighted == !weighted, "weighted is %d, must be %d", got_weighted, weighted);
	if (!check(in == must_in && out == must_out, "%d edges in, %d out, must be %d, %d", in, out,
		   must_in, must_out))
		return;
	memset(in_weights, -1, sizeof in_weights);
	MPI_Dist_graph_neighbors(comm, in, from, weighted ? in_weights : MPI_UNWEIGHTED, out, to,
				 weighted ? out_weights : MPI_UNWEIGHTED);
	check(in_weights[in < EDGES_MOST ? in : 0] == -1 || in == EDGES_MOST,
	      "more weights than edges");
	compare(&(struct side){"source", 1, in, from, in_weights}, rank, weighted, exact);
	compare(&(struct side){"destination", 0, out, to, out_weights}, rank, weighted, exact);
}

/* Only the first ones are returned when there is room for no more. */
static void check_cut(MPI_Comm comm)
{
	int in = 0, out = 0, weighted, all[EDGES_MOST], rest[EDGES_MOST], some[EDGES_MOST];

	MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
	MPI_Dist_graph_neighbors(comm, in, rest, MPI_UNWEIGHTED, out, all, MPI_UNWEIGHTED);
	if (out < 2)
		return;
	some[out / 2] = -7;
	MPI_Dist_graph_neighbors(comm, 0, NULL, NULL, out / 2, some, MPI_UNWEIGHTED);
	check(!memcmp(some, all, sizeof(int) * (size_t)(out / 2)) && some[out / 2] == -7,
	      "the first half of the destinations differs from that of all");
}

static void check_all_of_it(MPI_Comm comm, int weighted, int exact)
{
	MPI_Comm copy;

	check_dist(comm, weighted, exact);
	check_cut(comm);
	MPI_Comm_dup(comm, &copy);
	MPI_Comm_free(&comm);
	check_dist(copy, weighted, exact);
	MPI_Comm_free(&copy);
}

/* Every edge named by one rank, some of those that share a source in one entry. */
static void named_by_anyone(int weighted, MPI_Info info)
{
	int n = 0, edges = 0, sources[EDGES_MOST], degrees[EDGES_MOST];
	int to[EDGES_MOST], weights[EDGES_MOST];
	MPI_Comm comm;

	for (int i = 0; i < graph.n; i++) {
		if (graph.namer[i] != job.rank)
			continue;
		if (!n || sources[n - 1] != graph.from[i]) {
			sources[n] = graph.from[i];
			degrees[n++] = 0;
		}
		degrees[n - 1]++;
		to[edges] = graph.to[i];
		weights[edges++] = graph.weight[i];
	}
	MPI_Dist_graph_create(world, n, sources, degrees, to,
			      !weighted ? MPI_UNWEIGHTED
			      : edges   ? weights
					: MPI_WEIGHTS_EMPTY,
			      info, 0, &comm);
	check_all_of_it(comm, weighted, 0);
}

static void split_halves(int incoming, int *n, int *peers, int *weights)
{
	struct half list[EDGES_MOST];

	*n = halves(job.rank, incoming, 1, list);
	for (int i = 0; i < *n; i++) {
		peers[i] = list[i].peer;
		weights[i] = list[i].weight;
	}
}

static void named_by_ends(int weighted, MPI_Info info)
{
	int in, out, from[EDGES_MOST], to[EDGES_MOST];
	int in_weights[EDGES_MOST], out_weights[EDGES_MOST];
	MPI_Comm comm;

	split_halves(1, &in, from, in_weights);
	split_halves(0, &out, to, out_weights);
	MPI_Dist_graph_create_adjacent(world, in, from,
				       !weighted ? MPI_UNWEIGHTED
				       : in      ? in_weights
						 : MPI_WEIGHTS_EMPTY,
				       out, to,
				       !weighted ? MPI_UNWEIGHTED
				       : out     ? out_weights
						 : MPI_WEIGHTS_EMPTY,
				       info, 1, &comm);
	check_all_of_it(comm, weighted, 1);
}

static void no_dist_graph(void)
{
	int zero = 0, one = 1, far = job.ranks, minus = -1, got[3];
	MPI_Comm comm;

	check_class(MPI_Dist_graph_create(world, 1, &far, &one, &zero, MPI_UNWEIGHTED,
					  MPI_INFO_NULL, 0, &comm),
		    MPI_ERR_RANK, "MPI_Dist_graph_create from nowhere");
	check_class(MPI_Dist_graph_create(world, 1, &zero, &one, &far, MPI_UNWEIGHTED,
					  MPI_INFO_NULL, 0, &comm),
		    MPI_ERR_RANK, "MPI_Dist_graph_create to nowhere");
	check_class(MPI_Dist_graph_create(world, 1, &zero, &minus, &zero, MPI_UNWEIGHTED,
					  MPI_INFO_NULL, 0, &comm),
		    MPI_ERR_ARG, "MPI_Dist_graph_create with a negative degree");
	check_class(MPI_Dist_graph_create(world, 1, &zero, &one, &zero, &minus, MPI_INFO_NULL, 0,
					  &comm),
		    MPI_ERR_ARG, "MPI_Dist_graph_create with a negative weight");
	check_class(MPI_Dist_graph_create(world, 1, &zero, &one, &zero, MPI_WEIGHTS_EMPTY,
					  MPI_INFO_NULL, 0, &comm),
		    MPI_ERR_ARG, "MPI_Dist_graph_create with an edge and no weights");
	check_class(MPI_Dist_graph_create_adjacent(world, 1, &zero, &one, 1, &zero, MPI_UNWEIGHTED,
						   MPI_INFO_NULL, 0, &comm),
		    MPI_ERR_ARG, "MPI_Dist_graph_create_adjacent with weights on one side");
	check_class(MPI_Dist_graph_neighbors_count(world, got, got + 1, got + 2), MPI_ERR_TOPOLOGY,
		    "MPI_Dist_graph_neighbors_count without one");
}

/* -- grids ----------------------------------------------------------------------------------- */

static void cart_map(void)
{
	int dims[2] = {job.ranks, 1}, periods[2] = {0, 1}, newrank = -1;

	MPI_Cart_map(world, 2, dims, periods, &newrank);
	check(newrank >= 0 && newrank < job.ranks, "mapped to %d", newrank);
	MPI_Cart_map(world, 0, NULL, NULL, &newrank);
	check(newrank == 0 || newrank == MPI_UNDEFINED, "mapped to %d of a grid of one", newrank);
	dims[0]++;
	check_class(MPI_Cart_map(world, 2, dims, periods, &newrank), MPI_ERR_DIMS,
		    "MPI_Cart_map of too large a grid");
}

int main(int argc, char **argv)
{
	uint64_t state;
	MPI_Info info;
	long rounds, seed;

	job_start(&argc, &argv, "topo");
	seed = argument(argc, argv, "-s", 20261);
	rounds = argument(argc, argv, "-r", 25);
	state = (uint64_t)seed;
	MPI_Comm_dup(MPI_COMM_WORLD, &world);
	MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
	MPI_Info_create(&info);
	MPI_Info_set(info, "a_key_that_nobody_knows", "true");
	for (long round = 0; round < rounds; round++) {
		make_graph(&state);
		known_to_all(&state);
		named_by_anyone((int)round % 2, round % 3 ? MPI_INFO_NULL : info);
		named_by_ends((int)round % 2, round % 3 ? MPI_INFO_NULL : info);
	}
	no_graph();
	no_dist_graph();
	cart_map();
	MPI_Info_free(&info);
	MPI_Comm_free(&world);
	if (job.rank == 0)
		printf("topo: seed %ld\n", seed);
	return job_end();
}
