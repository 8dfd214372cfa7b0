/* SPDX-License-Identifier: BSD-3-Clause */
/* Cartesian topologies (MPI-5.0 8.5). Arguments have been checked by the caller. */
#ifndef RD_COMM_TOPO_H
#define RD_COMM_TOPO_H

#include "comm/comm.h"

struct rd_topo {
	int kind;      /* MPI_CART */
	int ndims;     /* may be 0 */
	int *dims;     /* [ndims] */
	int *periods;  /* [ndims] 0 or 1 */
	int *coords;   /* [ndims] of this process */
};

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
struct rd_topo *rd_topo_copy(const struct rd_topo *topo); /* NULL: no memory */
void rd_topo_free(struct rd_topo *topo);

#endif
