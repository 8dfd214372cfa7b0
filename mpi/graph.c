/* SPDX-License-Identifier: BSD-3-Clause */
/* Helpers for graph topologies. Called by the entry points in generated/topo_graph.c. */
#include "mpi/api.h"

#include <string.h>

long long rd_mpi_sum(int n, const int *list)
{
	long long sum = 0;

	for (int i = 0; i < n; i++)
		sum += list[i];
	return sum;
}

long long rd_mpi_edges(int nnodes, const int *index)
{
	return nnodes ? index[nnodes - 1] : 0;
}

int rd_mpi_check_members(struct rd_errs *errs, const char *call, const char *arg, long long n,
			 const int *list, int limit)
{
	if (!list && n > 0)
		return rd_mpi_bad_pointer(errs, call, arg);
	for (long long i = 0; i < n; i++)
		if (rd_unlikely(list[i] < 0 || list[i] >= limit))
			return rd_mpi_raise(errs, MPI_ERR_RANK, call,
					    "%s[%lld]=%d is not a rank "
					    "(0 to %d)",
					    arg, i, list[i], limit - 1);
	return MPI_SUCCESS;
}

int rd_mpi_check_degrees(struct rd_errs *errs, const char *call, const char *arg, int n,
			 const int *degrees)
{
	if (!degrees && n > 0)
		return rd_mpi_bad_pointer(errs, call, arg);
	for (int i = 0; i < n; i++)
		if (rd_unlikely(degrees[i] < 0))
			return rd_mpi_raise(errs, MPI_ERR_ARG, call, "%s[%d]=%d is negative", arg,
					    i, degrees[i]);
	if (rd_mpi_sum(n, degrees) > INT_MAX)
		return rd_mpi_raise(errs, MPI_ERR_ARG, call,
				    "%s adds up to %lld edges, more than "
				    "an int counts",
				    arg, rd_mpi_sum(n, degrees));
	return MPI_SUCCESS;
}

int rd_mpi_check_index(struct rd_errs *errs, const char *call, const char *arg, int n,
		       const int *index)
{
	int before = 0;

	if (!index && n > 0)
		return rd_mpi_bad_pointer(errs, call, arg);
	for (int i = 0; i < n; before = index[i++])
		if (rd_unlikely(index[i] < before))
			return rd_mpi_raise(errs, MPI_ERR_ARG, call,
					    "%s[%d]=%d is less than %d: "
					    "it counts the edges of all nodes up to and with %d",
					    arg, i, index[i], before, i);
	return MPI_SUCCESS;
}

int rd_mpi_weights_ok(long long n, const int *weights)
{
	if (n == 0 || weights == MPI_UNWEIGHTED)
		return 1;
	if (!weights || weights == MPI_WEIGHTS_EMPTY)
		return 0;
	for (long long i = 0; i < n; i++)
		if (weights[i] < 0)
			return 0;
	return 1;
}

int rd_mpi_weights_agree(const int *one, const int *two)
{
	return (one == MPI_UNWEIGHTED) == (two == MPI_UNWEIGHTED);
}

static void copy_out(int *to, const int *from, size_t n)
{
	if (n)
		memcpy(to, from, n * sizeof(int));
}

void rd_mpi_graph_get(const struct rd_topo *topo, int *index, int *edges)
{
	copy_out(index, topo->index, (size_t)topo->nnodes);
	copy_out(edges, topo->edges, (size_t)rd_graph_edges(topo));
}

void rd_mpi_neighbours(const struct rd_topo *topo, int rank, int *neighbours)
{
	copy_out(neighbours, rd_graph_neighbours(topo, rank), (size_t)rd_graph_degree(topo, rank));
}

/* Weights are not significant in an unweighted topology (MPI-5.0 8.5.5). */
static void weights_out(const struct rd_topo *topo, int *to, const int *from, size_t n)
{
	if (topo->weighted && to != MPI_UNWEIGHTED && to != MPI_WEIGHTS_EMPTY)
		copy_out(to, from, n);
}

void rd_mpi_dist_graph_get(const struct rd_topo *topo, int max_in, int *sources,
			   int *source_weights, int max_out, int *destinations, int *dest_weights)
{
	size_t in = (size_t)rd_min(max_in, topo->indegree);
	size_t out = (size_t)rd_min(max_out, topo->outdegree);

	copy_out(sources, topo->sources, in);
	weights_out(topo, source_weights, topo->source_weights, in);
	copy_out(destinations, topo->destinations, out);
	weights_out(topo, dest_weights, topo->dest_weights, out);
}
