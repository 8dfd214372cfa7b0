/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */
/*
 * Reduction operators (MPI-5.0 6.9.5 to 6.9.7).
 */
#include "mpi/api.h"

int PMPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op)
{
	struct rd_op *op_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Op_create");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Op_create(user_fn, commute, op));
		if (rd_unlikely(!op))
			return rd_mpi_bad_pointer(NULL, "MPI_Op_create", "op");
		if (rd_unlikely(!user_fn))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Op_create",
					    "user_fn is NULL: pass the function that combines");
	}
	err = rd_op_create(user_fn, NULL, commute != 0, &op_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Op_create", NULL);
	*op = (MPI_Op)op_p;
	rd_mpi_count(RD_MADE_OP, *op, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Op_create);

int PMPI_Op_create_c(MPI_User_function_c *user_fn, int commute, MPI_Op *op)
{
	struct rd_op *op_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Op_create_c");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Op_create_c(user_fn, commute, op));
		if (rd_unlikely(!op))
			return rd_mpi_bad_pointer(NULL, "MPI_Op_create_c", "op");
		if (rd_unlikely(!user_fn))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Op_create_c",
					    "user_fn is NULL: pass the function that combines");
	}
	err = rd_op_create(NULL, user_fn, commute != 0, &op_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Op_create_c", NULL);
	*op = (MPI_Op)op_p;
	rd_mpi_count(RD_MADE_OP, *op, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Op_create_c);

int PMPI_Op_free(MPI_Op *op)
{
	struct rd_op *op_p = op ? rd_op_get(*op) : NULL;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Op_free");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Op_free(op));
		if (rd_unlikely(!op))
			return rd_mpi_bad_pointer(NULL, "MPI_Op_free", "op");
		if (rd_unlikely(!op_p))
			return rd_mpi_bad_op(NULL, "MPI_Op_free", "op", *op, NULL);
		if (rd_unlikely(op_p->predefined))
			return rd_mpi_raise(NULL, MPI_ERR_OP, "MPI_Op_free",
					    "op=0x%x is predefined and cannot be freed",
					    (unsigned)op_p->predefined);
	}
	rd_op_put(op_p);
	rd_mpi_count(RD_MADE_OP, *op, -1);
	*op = MPI_OP_NULL;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Op_free);

int PMPI_Op_commutative(MPI_Op op, int *commute)
{
	struct rd_op *op_p = rd_op_get(op);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Op_commutative");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Op_commutative(op, commute));
		if (rd_unlikely(!op_p))
			return rd_mpi_bad_op(NULL, "MPI_Op_commutative", "op", op, NULL);
		if (rd_unlikely(!commute))
			return rd_mpi_bad_pointer(NULL, "MPI_Op_commutative", "commute");
	}
	*commute = op_p->commutative;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Op_commutative);

static int do_reduce_local(const char *call, const void *inbuf, void *inoutbuf, MPI_Count count,
			   MPI_Datatype datatype, MPI_Op op);

RD_MPI_LOCKED locked_reduce_local(const char *call, const void *inbuf, void *inoutbuf,
				  MPI_Count count, MPI_Datatype datatype, MPI_Op op)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_reduce_local(call, inbuf, inoutbuf, count, datatype,
							op));
}

static int do_reduce_local(const char *call, const void *inbuf, void *inoutbuf, MPI_Count count,
			   MPI_Datatype datatype, MPI_Op op)
{
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_op *op_p = rd_op_get(op);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_reduce_local(call, inbuf, inoutbuf, count, datatype, op);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(NULL, call, "datatype", datatype);
		if (rd_unlikely(!op_p || rd_op_check(op_p, datatype_p)))
			return rd_mpi_bad_op(NULL, call, "op", op, datatype_p);
		if (rd_unlikely(!rd_mpi_buf_ok(inbuf, count, datatype_p)))
			return rd_mpi_bad_buf(NULL, call, "inbuf", inbuf);
		if (rd_unlikely(!rd_mpi_buf_ok(inoutbuf, count, datatype_p)))
			return rd_mpi_bad_buf(NULL, call, "inoutbuf", inoutbuf);
		if (rd_unlikely(rd_mpi_is_alias(inbuf, inoutbuf, count, datatype_p)))
			return rd_mpi_bad_alias(NULL, call, "inbuf", "inoutbuf");
	}
	rd_op_apply(op_p, inbuf, inoutbuf, (uint64_t)count, datatype_p);
	return MPI_SUCCESS;
}

int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype,
		      MPI_Op op)
{
	return do_reduce_local("MPI_Reduce_local", inbuf, inoutbuf, count, datatype, op);
}
RD_MPI_ALIAS(Reduce_local);

int PMPI_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype,
			MPI_Op op)
{
	return do_reduce_local("MPI_Reduce_local_c", inbuf, inoutbuf, count, datatype, op);
}
RD_MPI_ALIAS(Reduce_local_c);
