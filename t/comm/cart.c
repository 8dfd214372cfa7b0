/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * comm/topo.c without messages: coordinates and ranks are each other's inverse, row-major; shifts
 * at edges, periodic and not, by any distance (MPI-5.0 8.5.4, 8.5.6); neighbours; the places that
 * reordering gives the processes of a node.
 */
#include "comm/topo.h"

#include "base/err.h"
#include "runtime/job.h"
#include "t/tap.h"

static int dims[3] = {4, 3, 2}, periods[3] = {1, 0, 1}, coords[3];
static struct rd_topo topo = {
	.kind = MPI_CART, .ndims = 3, .dims = dims, .periods = periods, .coords = coords};

static void inverse(void)
{
	int c[3], rank, wrong = 0;

	for (int r = 0; r < 24; r++) {
		rd_cart_coords(&topo, r, c);
		wrong += c[0] != r / 6 || c[1] != r / 2 % 3 || c[2] != r % 2;
		wrong += rd_cart_rank(&topo, c, &rank) || rank != r;
	}
	is_int(wrong, 0, "coordinates of all ranks, and back");
}

static void outside(void)
{
	int rank = -1;

	is_int(rd_cart_rank(&topo, (int[]){-1, 2, 5}, &rank), 0, "periodic dimensions wrap");
	is_int(rank, 3 * 6 + 2 * 2 + 1, "to the right rank");
	is_int(rd_cart_rank(&topo, (int[]){-2147483647 - 1, 0, 2147483647}, &rank), 0, "from far");
	is_int(rank, 1, "too");
	is_int(rd_cart_rank(&topo, (int[]){0, 3, 0}, &rank), RD_EARG, "others refuse");
	is_int(rd_cart_rank(&topo, (int[]){0, -1, 0}, &rank), RD_EARG, "on both sides");
}

static void is_shift(int rank, int direction, int disp, int source, int dest)
{
	struct rd_comm comm = {.rank = rank, .size = 24, .topo = &topo};
	int s = -100, d = -100;

	rd_cart_coords(&topo, rank, coords);
	rd_cart_shift(&comm, direction, disp, &s, &d);
	is_int(s, source, "rank %d, direction %d by %d: source", rank, direction, disp);
	is_int(d, dest, "dest");
}

static void zero_dims(void)
{
	struct rd_topo none = {.kind = MPI_CART};
	int rank = -1;

	is_int(rd_cart_rank(&none, NULL, &rank), 0, "no dimension");
	is_int(rank, 0, "is rank 0");
}

/* As seen from rank 4 of dims {4, 3, 2}, periodic but for the second. */
static void neighbours(void)
{
	static const int wanted[6] = {22, 10, 2, MPI_PROC_NULL, 5, 5};
	struct rd_comm comm = {.rank = 4, .size = 24, .topo = &topo};

	rd_cart_coords(&topo, 4, coords);
	is_int(rd_topo_indegree(&comm), 6, "two neighbours in each dimension");
	is_int(rd_topo_outdegree(&comm), 6, "in both directions");
	for (int i = 0; i < 6; i++) {
		is_int(rd_topo_source(&comm, i), wanted[i], "neighbour %d: source", i);
		is_int(rd_topo_dest(&comm, i), wanted[i], "dest");
	}
}

/* Ranks dealt out to three nodes in turn; ours is the second. */
static void places(void)
{
	static int local[] = {1, 4};
	static int world[] = {6, 5, 4, 3, 2, 1};
	struct rd_comm comm = {.rank = 1, .size = 7};

	rd_job.size = 7;
	rd_job.nlocal = 2;
	rd_job.local = local;
	rd_job.rank = 1;
	is_int(rd_topo_place(&comm), 1, "the node's first rank tells its place");
	comm.p2p.world = world;
	comm.size = 6;
	is_int(rd_topo_place(&comm), 2, "in the communicator, not in the world");
}

int main(void)
{
	inverse();
	outside();
	is_shift(0, 0, 1, 18, 6);
	is_shift(0, 0, -5, 6, 18);
	is_shift(0, 1, 1, MPI_PROC_NULL, 2);
	is_shift(4, 1, 1, 2, MPI_PROC_NULL);
	is_shift(2, 1, 2147483647, MPI_PROC_NULL, MPI_PROC_NULL);
	is_shift(5, 2, -2147483647 - 1, 5, 5);
	is_shift(7, 2, 1, 6, 6);
	is_shift(9, 1, 0, 9, 9);
	zero_dims();
	neighbours();
	places();
	return done();
}
