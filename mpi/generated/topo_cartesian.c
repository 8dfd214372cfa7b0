/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */
/*
 * Cartesian topologies (MPI-5.0 8.5).
 */
#include "mpi/api.h"

int PMPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[],
		     int reorder, MPI_Comm *comm_cart)
{
	struct rd_comm *comm_old_p = rd_comm_get(comm_old);
	struct rd_comm *comm_cart_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Cart_create");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Cart_create(comm_old, ndims, dims, periods,
							     reorder, comm_cart));
		if (rd_unlikely(!comm_old_p))
			return rd_mpi_bad_comm("MPI_Cart_create", "comm_old", comm_old);
		if (rd_unlikely(rd_comm_is_inter(comm_old_p)))
			return rd_mpi_bad_side(comm_old_p, "MPI_Cart_create", "comm_old");
		if (rd_unlikely(ndims < 0))
			return rd_mpi_bad_count(&comm_old_p->errs, "MPI_Cart_create", "ndims",
						ndims);
		if (rd_unlikely(!dims && ndims > 0))
			return rd_mpi_bad_pointer(&comm_old_p->errs, "MPI_Cart_create", "dims");
		if (rd_unlikely(!periods && ndims > 0))
			return rd_mpi_bad_pointer(&comm_old_p->errs, "MPI_Cart_create", "periods");
		if (rd_unlikely(!comm_cart))
			return rd_mpi_bad_pointer(&comm_old_p->errs, "MPI_Cart_create",
						  "comm_cart");
		if (rd_unlikely(rd_mpi_grid_size(ndims, dims) < 0))
			return rd_mpi_raise(&comm_old_p->errs, MPI_ERR_DIMS, "MPI_Cart_create",
					    "dims has an entry below 1, or more processes than "
					    "fit an int");
		if (rd_unlikely(rd_mpi_grid_size(ndims, dims) > comm_old_p->size))
			return rd_mpi_raise(&comm_old_p->errs, MPI_ERR_DIMS, "MPI_Cart_create",
					    "dims asks for %lld processes, comm_old has %d",
					    rd_mpi_grid_size(ndims, dims), comm_old_p->size);
	}
	err = rd_cart_create(comm_old_p, ndims, dims, periods, reorder, &comm_cart_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_old_p->errs, err, "MPI_Cart_create", NULL);
	*comm_cart = rd_comm_handle(comm_cart_p);
	rd_mpi_count(RD_MADE_COMM, *comm_cart, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Cart_create);

int PMPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_comm *newcomm_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Cart_sub");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Cart_sub(comm, remain_dims, newcomm));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Cart_sub", "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_CART)))
			return rd_mpi_bad_topology(comm_p, "MPI_Cart_sub", "comm", MPI_CART);
		if (rd_unlikely(!remain_dims && comm_p->topo->ndims > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Cart_sub", "remain_dims");
		if (rd_unlikely(!newcomm))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Cart_sub", "newcomm");
	}
	err = rd_cart_sub(comm_p, remain_dims, &newcomm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Cart_sub", NULL);
	*newcomm = rd_comm_handle(newcomm_p);
	rd_mpi_count(RD_MADE_COMM, *newcomm, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Cart_sub);

int PMPI_Cartdim_get(MPI_Comm comm, int *ndims)
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Cartdim_get");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Cartdim_get(comm, ndims));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Cartdim_get", "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_CART)))
			return rd_mpi_bad_topology(comm_p, "MPI_Cartdim_get", "comm", MPI_CART);
		if (rd_unlikely(!ndims))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Cartdim_get", "ndims");
	}
	*ndims = comm_p->topo->ndims;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Cartdim_get);

int PMPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[])
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Cart_get");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Cart_get(comm, maxdims, dims, periods, coords));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Cart_get", "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_CART)))
			return rd_mpi_bad_topology(comm_p, "MPI_Cart_get", "comm", MPI_CART);
		if (rd_unlikely(maxdims < 0))
			return rd_mpi_bad_count(&comm_p->errs, "MPI_Cart_get", "maxdims", maxdims);
		if (rd_unlikely(!dims && maxdims > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Cart_get", "dims");
		if (rd_unlikely(!periods && maxdims > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Cart_get", "periods");
		if (rd_unlikely(!coords && maxdims > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Cart_get", "coords");
		if (rd_unlikely(maxdims < comm_p->topo->ndims))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_DIMS, "MPI_Cart_get",
					    "maxdims=%d is less than the %d dimensions of the "
					    "grid",
					    maxdims, comm_p->topo->ndims);
	}
	rd_mpi_cart_get(comm_p->topo, dims, periods, coords);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Cart_get);

int PMPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Cart_rank");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Cart_rank(comm, coords, rank));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Cart_rank", "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_CART)))
			return rd_mpi_bad_topology(comm_p, "MPI_Cart_rank", "comm", MPI_CART);
		if (rd_unlikely(!coords && comm_p->topo->ndims > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Cart_rank", "coords");
		if (rd_unlikely(!rank))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Cart_rank", "rank");
	}
	err = rd_cart_rank(comm_p->topo, coords, rank);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Cart_rank", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Cart_rank);

RD_MPI_LOCKED locked_cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[])
{
	int err = rd_mpi_begin("MPI_Cart_coords");

	return err ? err : rd_mpi_leave(PMPI_Cart_coords(comm, rank, maxdims, coords));
}

int PMPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[])
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_cart_coords(comm, rank, maxdims, coords);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Cart_coords", "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_CART)))
			return rd_mpi_bad_topology(comm_p, "MPI_Cart_coords", "comm", MPI_CART);
		if (rd_unlikely(maxdims < 0))
			return rd_mpi_bad_count(&comm_p->errs, "MPI_Cart_coords", "maxdims",
						maxdims);
		if (rd_unlikely(!rd_mpi_rank_ok(rank, comm_p)))
			return rd_mpi_bad_rank(comm_p, "MPI_Cart_coords", "rank", rank);
		if (rd_unlikely(!coords && maxdims > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Cart_coords", "coords");
		if (rd_unlikely(maxdims < comm_p->topo->ndims))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_DIMS, "MPI_Cart_coords",
					    "maxdims=%d is less than the %d dimensions of the "
					    "grid",
					    maxdims, comm_p->topo->ndims);
	}
	rd_cart_coords(comm_p->topo, rank, coords);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Cart_coords);

int PMPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest)
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Cart_shift");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Cart_shift(comm, direction, disp, rank_source,
							    rank_dest));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Cart_shift", "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_CART)))
			return rd_mpi_bad_topology(comm_p, "MPI_Cart_shift", "comm", MPI_CART);
		if (rd_unlikely(!rank_source))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Cart_shift", "rank_source");
		if (rd_unlikely(!rank_dest))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Cart_shift", "rank_dest");
		if (rd_unlikely(!(direction >= 0 && direction < comm_p->topo->ndims)))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_DIMS, "MPI_Cart_shift",
					    "direction=%d is not a dimension of a grid with %d "
					    "(0 is the first)",
					    direction, comm_p->topo->ndims);
	}
	rd_cart_shift(comm_p, direction, disp, rank_source, rank_dest);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Cart_shift);

int PMPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank)
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Cart_map");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Cart_map(comm, ndims, dims, periods, newrank));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Cart_map", "comm", comm);
		if (rd_unlikely(rd_comm_is_inter(comm_p)))
			return rd_mpi_bad_side(comm_p, "MPI_Cart_map", "comm");
		if (rd_unlikely(ndims < 0))
			return rd_mpi_bad_count(&comm_p->errs, "MPI_Cart_map", "ndims", ndims);
		if (rd_unlikely(!dims && ndims > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Cart_map", "dims");
		if (rd_unlikely(!periods && ndims > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Cart_map", "periods");
		if (rd_unlikely(!newrank))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Cart_map", "newrank");
		if (rd_unlikely(rd_mpi_grid_size(ndims, dims) < 0))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_DIMS, "MPI_Cart_map",
					    "dims has an entry below 1, or more processes than "
					    "fit an int");
		if (rd_unlikely(rd_mpi_grid_size(ndims, dims) > comm_p->size))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_DIMS, "MPI_Cart_map",
					    "dims asks for %lld processes, comm has %d",
					    rd_mpi_grid_size(ndims, dims), comm_p->size);
	}
	*newrank = rd_mpi_place(comm_p, rd_mpi_grid_size(ndims, dims));
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Cart_map);

int PMPI_Topo_test(MPI_Comm comm, int *status)
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Topo_test");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Topo_test(comm, status));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Topo_test", "comm", comm);
		if (rd_unlikely(!status))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Topo_test", "status");
	}
	*status = comm_p->topo ? comm_p->topo->kind : MPI_UNDEFINED;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Topo_test);

int PMPI_Dims_create(int nnodes, int ndims, int dims[])
{
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Dims_create");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Dims_create(nnodes, ndims, dims));
		if (rd_unlikely(ndims < 0))
			return rd_mpi_bad_count(NULL, "MPI_Dims_create", "ndims", ndims);
		if (rd_unlikely(!dims && ndims > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Dims_create", "dims");
		if (rd_unlikely(nnodes <= 0))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Dims_create",
					    "nnodes=%d is not positive", nnodes);
	}
	err = rd_dims_create(nnodes, ndims, dims);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Dims_create", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Dims_create);
