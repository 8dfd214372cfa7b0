/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-types.tbl by mpi/gen.pl: do not edit */
/*
 * Packing in the portable form external32 (MPI-5.0 5.3).
 */
#include "mpi/api.h"

static int do_pack_external(const char *call, const char *datarep, const void *inbuf,
			    MPI_Count incount, MPI_Datatype datatype, void *outbuf,
			    MPI_Count outsize, MPI_Count *position);

RD_MPI_LOCKED locked_pack_external(const char *call, const char *datarep, const void *inbuf,
				   MPI_Count incount, MPI_Datatype datatype, void *outbuf,
				   MPI_Count outsize, MPI_Count *position)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_pack_external(call, datarep, inbuf, incount, datatype,
							 outbuf, outsize, position));
}

static int do_pack_external(const char *call, const char *datarep, const void *inbuf,
			    MPI_Count incount, MPI_Datatype datatype, void *outbuf,
			    MPI_Count outsize, MPI_Count *position)
{
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_pack_external(call, datarep, inbuf, incount, datatype, outbuf,
						    outsize, position);
		if (rd_unlikely(incount < 0))
			return rd_mpi_bad_count(NULL, call, "incount", incount);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(NULL, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(inbuf, incount, datatype_p)))
			return rd_mpi_bad_buf(NULL, call, "inbuf", inbuf);
		if (rd_unlikely(!datarep))
			return rd_mpi_bad_pointer(NULL, call, "datarep");
		if (rd_unlikely(!position))
			return rd_mpi_bad_pointer(NULL, call, "position");
		if (rd_unlikely(!rd_mpi_is_external32(datarep)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, call,
					    "datarep is \"%s\"; there is only \"external32\"",
					    datarep);
		if (rd_unlikely(!(*position >= 0 && *position <= outsize)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, call,
					    "position=%lld is not within outbuf of %lld bytes",
					    (long long)*position, (long long)outsize);
		if (rd_unlikely(!rd_mpi_external_fits(incount, datatype_p, outsize - *position)))
			return rd_mpi_raise(NULL, MPI_ERR_TRUNCATE, call,
					    "outbuf has %lld bytes left after position=%lld, "
					    "which is not enough: ask MPI_Pack_external_size",
					    (long long)(outsize - *position), (long long)*position);
		if (rd_unlikely(!(outbuf || incount == 0 || datatype_p->size == 0)))
			return rd_mpi_raise(NULL, MPI_ERR_BUFFER, call,
					    "outbuf is NULL with data to pack");
	}
	rd_mpi_pack_external(inbuf, incount, datatype_p, outbuf, position);
	return MPI_SUCCESS;
}

int PMPI_Pack_external(const char *datarep, const void *inbuf, int incount, MPI_Datatype datatype,
		       void *outbuf, MPI_Aint outsize, MPI_Aint *position)
{
	return do_pack_external("MPI_Pack_external", datarep, inbuf, incount, datatype, outbuf,
				outsize, position);
}
RD_MPI_ALIAS(Pack_external);

int PMPI_Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount,
			 MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
			 MPI_Count *position)
{
	return do_pack_external("MPI_Pack_external_c", datarep, inbuf, incount, datatype, outbuf,
				outsize, position);
}
RD_MPI_ALIAS(Pack_external_c);

static int do_unpack_external(const char *call, const char *datarep, const void *inbuf,
			      MPI_Count insize, MPI_Count *position, void *outbuf,
			      MPI_Count outcount, MPI_Datatype datatype);

RD_MPI_LOCKED locked_unpack_external(const char *call, const char *datarep, const void *inbuf,
				     MPI_Count insize, MPI_Count *position, void *outbuf,
				     MPI_Count outcount, MPI_Datatype datatype)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_unpack_external(call, datarep, inbuf, insize, position,
							   outbuf, outcount, datatype));
}

static int do_unpack_external(const char *call, const char *datarep, const void *inbuf,
			      MPI_Count insize, MPI_Count *position, void *outbuf,
			      MPI_Count outcount, MPI_Datatype datatype)
{
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_unpack_external(call, datarep, inbuf, insize, position,
						      outbuf, outcount, datatype);
		if (rd_unlikely(outcount < 0))
			return rd_mpi_bad_count(NULL, call, "outcount", outcount);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(NULL, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(outbuf, outcount, datatype_p)))
			return rd_mpi_bad_buf(NULL, call, "outbuf", outbuf);
		if (rd_unlikely(!datarep))
			return rd_mpi_bad_pointer(NULL, call, "datarep");
		if (rd_unlikely(!position))
			return rd_mpi_bad_pointer(NULL, call, "position");
		if (rd_unlikely(!rd_mpi_is_external32(datarep)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, call,
					    "datarep is \"%s\"; there is only \"external32\"",
					    datarep);
		if (rd_unlikely(!(*position >= 0 && *position <= insize)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, call,
					    "position=%lld is not within inbuf of %lld bytes",
					    (long long)*position, (long long)insize);
		if (rd_unlikely(!rd_mpi_external_fits(outcount, datatype_p, insize - *position)))
			return rd_mpi_raise(NULL, MPI_ERR_TRUNCATE, call,
					    "inbuf has %lld bytes left after position=%lld, "
					    "which is less than was asked for",
					    (long long)(insize - *position), (long long)*position);
		if (rd_unlikely(!(inbuf || outcount == 0 || datatype_p->size == 0)))
			return rd_mpi_raise(NULL, MPI_ERR_BUFFER, call,
					    "inbuf is NULL with data to unpack");
	}
	rd_mpi_unpack_external(inbuf, position, outbuf, outcount, datatype_p);
	return MPI_SUCCESS;
}

int PMPI_Unpack_external(const char *datarep, const void *inbuf, MPI_Aint insize,
			 MPI_Aint *position, void *outbuf, int outcount, MPI_Datatype datatype)
{
	return do_unpack_external("MPI_Unpack_external", datarep, inbuf, insize, position, outbuf,
				  outcount, datatype);
}
RD_MPI_ALIAS(Unpack_external);

int PMPI_Unpack_external_c(const char *datarep, const void *inbuf, MPI_Count insize,
			   MPI_Count *position, void *outbuf, MPI_Count outcount,
			   MPI_Datatype datatype)
{
	return do_unpack_external("MPI_Unpack_external_c", datarep, inbuf, insize, position, outbuf,
				  outcount, datatype);
}
RD_MPI_ALIAS(Unpack_external_c);

static int do_pack_external_size(const char *call, const char *datarep, MPI_Count incount,
				 MPI_Datatype datatype, MPI_Count *size)
{
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_pack_external_size(call, datarep, incount, datatype,
								  size));
		if (rd_unlikely(incount < 0))
			return rd_mpi_bad_count(NULL, call, "incount", incount);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(NULL, call, "datatype", datatype);
		if (rd_unlikely(!datarep))
			return rd_mpi_bad_pointer(NULL, call, "datarep");
		if (rd_unlikely(!size))
			return rd_mpi_bad_pointer(NULL, call, "size");
		if (rd_unlikely(!rd_mpi_is_external32(datarep)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, call,
					    "datarep is \"%s\"; there is only \"external32\"",
					    datarep);
		if (rd_unlikely(!rd_mpi_external_fits(incount, datatype_p, INT64_MAX)))
			return rd_mpi_raise(NULL, MPI_ERR_COUNT, call,
					    "incount=%lld of this datatype is more than 2^63 "
					    "bytes",
					    (long long)incount);
	}
	*size = rd_mpi_external_size(incount, datatype_p);
	return MPI_SUCCESS;
}

int PMPI_Pack_external_size(const char *datarep, int incount, MPI_Datatype datatype, MPI_Aint *size)
{
	return do_pack_external_size("MPI_Pack_external_size", datarep, incount, datatype, size);
}
RD_MPI_ALIAS(Pack_external_size);

int PMPI_Pack_external_size_c(const char *datarep, MPI_Count incount, MPI_Datatype datatype,
			      MPI_Count *size)
{
	return do_pack_external_size("MPI_Pack_external_size_c", datarep, incount, datatype, size);
}
RD_MPI_ALIAS(Pack_external_size_c);
