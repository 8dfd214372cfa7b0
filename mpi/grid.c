/* SPDX-License-Identifier: BSD-3-Clause */
/* Helpers for cartesian topologies. Called by the entry points in generated/topo_cartesian.c. */
#include "mpi/api.h"

#include <string.h>

long long rd_mpi_grid_size(int ndims, const int *dims)
{
	long long size = 1;

	for (int i = 0; i < ndims; i++) {
		if (dims[i] < 1)
			return -1;
		size *= dims[i];
		if (size > INT_MAX)
			return -1;
	}
	return size;
}

void rd_mpi_cart_get(const struct rd_topo *topo, int *dims, int *periods, int *coords)
{
	size_t len = (size_t)topo->ndims * sizeof(int);

	if (!len)
		return;
	memcpy(dims, topo->dims, len);
	memcpy(periods, topo->periods, len);
	memcpy(coords, topo->coords, len);
}
