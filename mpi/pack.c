/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPI_Pack and MPI_Unpack: the packed form is the data's bytes one after the other, as in a message
 * of MPI_PACKED (MPI-5.0 5.2), or those of external32 (5.3). Called by the entry points in
 * generated/type_pack.c and generated/type_external32.c, which have checked that the data fits.
 */
#include "mpi/api.h"

#include <string.h>

#include "datatype/external.h"

int rd_mpi_pack_fits(MPI_Count count, const struct rd_type *type, MPI_Count room)
{
	uint64_t bytes;

	return !__builtin_mul_overflow((uint64_t)count, (uint64_t)type->size, &bytes) &&
	       bytes <= (uint64_t)room;
}

void rd_mpi_pack(const void *inbuf, MPI_Count count, const struct rd_type *type, void *outbuf,
		 MPI_Count *position)
{
	*position +=
		(MPI_Count)rd_type_pack((char *)outbuf + *position, inbuf, (uint64_t)count, type);
}

void rd_mpi_unpack(const void *inbuf, MPI_Count *position, void *outbuf, MPI_Count count,
		   const struct rd_type *type)
{
	*position += (MPI_Count)rd_type_unpack(outbuf, (uint64_t)count, type,
					       (const char *)inbuf + *position);
}

int rd_mpi_is_external32(const char *datarep)
{
	return !strcmp(datarep, "external32");
}

int rd_mpi_external_fits(MPI_Count count, const struct rd_type *type, MPI_Count room)
{
	uint64_t bytes;

	return !__builtin_mul_overflow((uint64_t)count, rd_external_size(type), &bytes) &&
	       bytes <= (uint64_t)room;
}

MPI_Count rd_mpi_external_size(MPI_Count count, const struct rd_type *type)
{
	return count * (MPI_Count)rd_external_size(type);
}

void rd_mpi_pack_external(const void *inbuf, MPI_Count count, const struct rd_type *type,
			  void *outbuf, MPI_Count *position)
{
	*position += (MPI_Count)rd_external_pack(inbuf, (uint64_t)count, type,
						 (char *)outbuf + *position);
}

void rd_mpi_unpack_external(const void *inbuf, MPI_Count *position, void *outbuf, MPI_Count count,
			    const struct rd_type *type)
{
	*position += (MPI_Count)rd_external_unpack((const char *)inbuf + *position, outbuf,
						   (uint64_t)count, type);
}
