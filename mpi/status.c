/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Information of a status on the data received (MPI-5.0 3.2.5, 5.1.11). Called by the entry points
 * in generated/pt2pt_status.c.
 */
#include "mpi/api.h"

MPI_Count rd_mpi_status_count(const struct rd_status *status, const struct rd_type *type)
{
	uint64_t amount = rd_status_bytes(status); /* bytes, or basic elements */
	uint64_t each = type->size;

	if (status->elements_set)
		each = (uint64_t)rd_type_elements(type, type->size);
	if (!each)
		return amount ? MPI_UNDEFINED : 0;
	return amount % each ? MPI_UNDEFINED : (MPI_Count)(amount / each);
}

MPI_Count rd_mpi_status_elements(const struct rd_status *status, const struct rd_type *type)
{
	uint64_t amount = rd_status_bytes(status);
	MPI_Count elements;

	if (status->elements_set)
		return (MPI_Count)amount;
	elements = rd_type_elements(type, amount);
	return elements < 0 ? MPI_UNDEFINED : elements;
}

void rd_mpi_status_set_elements(struct rd_status *status, const struct rd_type *type,
				MPI_Count count)
{
	uint64_t elements = (uint64_t)count;

	(void)type; /* MPI_Get_count divides by the elements of its own datatype */
	status->bytes[0] = (uint32_t)elements;
	status->bytes[1] = (uint32_t)(elements >> 32);
	status->elements_set = 1;
}
