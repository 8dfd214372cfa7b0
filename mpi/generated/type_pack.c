/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-types.tbl by mpi/gen.pl: do not edit */
/*
 * Packing into a buffer of bytes, and back (MPI-5.0 5.2).
 */
#include "mpi/api.h"

static int do_pack(const char *call, const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
		   void *outbuf, MPI_Count outsize, MPI_Count *position, MPI_Comm comm);

RD_MPI_LOCKED locked_pack(const char *call, const void *inbuf, MPI_Count incount,
			  MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
			  MPI_Count *position, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_pack(call, inbuf, incount, datatype, outbuf, outsize,
						position, comm));
}

static int do_pack(const char *call, const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
		   void *outbuf, MPI_Count outsize, MPI_Count *position, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_pack(call, inbuf, incount, datatype, outbuf, outsize,
					   position, comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(incount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "incount", incount);
		if (rd_unlikely(outsize < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "outsize", outsize);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(inbuf, incount, datatype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "inbuf", inbuf);
		if (rd_unlikely(!position))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "position");
		if (rd_unlikely(!(*position >= 0 && *position <= outsize)))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_ARG, call,
					    "position=%lld is not within outbuf of %lld bytes",
					    (long long)*position, (long long)outsize);
		if (rd_unlikely(!rd_mpi_pack_fits(incount, datatype_p, outsize - *position)))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_TRUNCATE, call,
					    "outbuf has %lld bytes left after position=%lld, the "
					    "data has %llu: ask MPI_Pack_size",
					    (long long)(outsize - *position), (long long)*position,
					    (unsigned long long)incount * datatype_p->size);
		if (rd_unlikely(!(outbuf || incount == 0 || datatype_p->size == 0)))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_BUFFER, call,
					    "outbuf is NULL with data to pack");
	}
	rd_mpi_pack(inbuf, incount, datatype_p, outbuf, position);
	return MPI_SUCCESS;
}

int PMPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize,
	      int *position, MPI_Comm comm)
{
	MPI_Count wide_position = position ? *position : 0;
	int err;

	err = do_pack("MPI_Pack", inbuf, incount, datatype, outbuf, outsize,
		      position ? &wide_position : NULL, comm);
	if (!err)
		*position = rd_mpi_narrow(wide_position);
	return err;
}
RD_MPI_ALIAS(Pack);

int PMPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf,
		MPI_Count outsize, MPI_Count *position, MPI_Comm comm)
{
	return do_pack("MPI_Pack_c", inbuf, incount, datatype, outbuf, outsize, position, comm);
}
RD_MPI_ALIAS(Pack_c);

static int do_unpack(const char *call, const void *inbuf, MPI_Count insize, MPI_Count *position,
		     void *outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm);

RD_MPI_LOCKED locked_unpack(const char *call, const void *inbuf, MPI_Count insize,
			    MPI_Count *position, void *outbuf, MPI_Count outcount,
			    MPI_Datatype datatype, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_unpack(call, inbuf, insize, position, outbuf, outcount,
						  datatype, comm));
}

static int do_unpack(const char *call, const void *inbuf, MPI_Count insize, MPI_Count *position,
		     void *outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_unpack(call, inbuf, insize, position, outbuf, outcount,
					     datatype, comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(insize < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "insize", insize);
		if (rd_unlikely(outcount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "outcount", outcount);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(outbuf, outcount, datatype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "outbuf", outbuf);
		if (rd_unlikely(!position))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "position");
		if (rd_unlikely(!(*position >= 0 && *position <= insize)))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_ARG, call,
					    "position=%lld is not within inbuf of %lld bytes",
					    (long long)*position, (long long)insize);
		if (rd_unlikely(!rd_mpi_pack_fits(outcount, datatype_p, insize - *position)))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_TRUNCATE, call,
					    "inbuf has %lld bytes left after position=%lld, the "
					    "data asked for %llu",
					    (long long)(insize - *position), (long long)*position,
					    (unsigned long long)outcount * datatype_p->size);
		if (rd_unlikely(!(inbuf || outcount == 0 || datatype_p->size == 0)))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_BUFFER, call,
					    "inbuf is NULL with data to unpack");
	}
	rd_mpi_unpack(inbuf, position, outbuf, outcount, datatype_p);
	return MPI_SUCCESS;
}

int PMPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount,
		MPI_Datatype datatype, MPI_Comm comm)
{
	MPI_Count wide_position = position ? *position : 0;
	int err;

	err = do_unpack("MPI_Unpack", inbuf, insize, position ? &wide_position : NULL, outbuf,
			outcount, datatype, comm);
	if (!err)
		*position = rd_mpi_narrow(wide_position);
	return err;
}
RD_MPI_ALIAS(Unpack);

int PMPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf,
		  MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm)
{
	return do_unpack("MPI_Unpack_c", inbuf, insize, position, outbuf, outcount, datatype, comm);
}
RD_MPI_ALIAS(Unpack_c);

static int do_pack_size(const char *call, MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm,
			MPI_Count *size)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_pack_size(call, incount, datatype, comm, size));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(incount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "incount", incount);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!size))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "size");
		if (rd_unlikely(!rd_mpi_pack_fits(incount, datatype_p, INT64_MAX)))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_COUNT, call,
					    "incount=%lld of this datatype is more than 2^63 "
					    "bytes",
					    (long long)incount);
	}
	*size = incount * (MPI_Count)datatype_p->size;
	return MPI_SUCCESS;
}

int PMPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size)
{
	MPI_Count wide_size = 0;
	int err;

	err = do_pack_size("MPI_Pack_size", incount, datatype, comm, size ? &wide_size : NULL);
	if (!err)
		*size = rd_mpi_narrow(wide_size);
	return err;
}
RD_MPI_ALIAS(Pack_size);

int PMPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size)
{
	return do_pack_size("MPI_Pack_size_c", incount, datatype, comm, size);
}
RD_MPI_ALIAS(Pack_size_c);
