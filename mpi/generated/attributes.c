/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-attrs.tbl by mpi/gen.pl: do not edit */
/*
 * Attributes of communicators, datatypes and windows (MPI-5.0 7.7); the predefined ones
 * are in attr.c. The first form of each is for communicators alone and deprecated.
 */
#include "mpi/api.h"

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn,
			    MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval,
			    void *extra_state)
{
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_create_keyval");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_create_keyval(comm_copy_attr_fn,
								    comm_delete_attr_fn,
								    comm_keyval, extra_state));
		if (rd_unlikely(!comm_keyval))
			return rd_mpi_bad_pointer(NULL, "MPI_Comm_create_keyval", "comm_keyval");
	}
	err = rd_keyval_create(RD_ATTR_COMM, (rd_attr_fn *)comm_copy_attr_fn,
			       (rd_attr_fn *)comm_delete_attr_fn, extra_state, comm_keyval);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Comm_create_keyval", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_create_keyval);

int PMPI_Comm_free_keyval(int *comm_keyval)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Comm_free_keyval");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Comm_free_keyval(comm_keyval));

	struct rd_keyval *comm_keyval_p = rd_mpi_keyval_at(RD_ATTR_COMM, comm_keyval);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!comm_keyval))
			return rd_mpi_bad_pointer(NULL, "MPI_Comm_free_keyval", "comm_keyval");
		if (rd_unlikely(!comm_keyval_p))
			return rd_mpi_bad_keyval(NULL, "MPI_Comm_free_keyval", "comm_keyval",
						 *comm_keyval);
	}
	rd_keyval_free(comm_keyval_p);
	*comm_keyval = MPI_KEYVAL_INVALID;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_free_keyval);

int PMPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Comm_set_attr");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Comm_set_attr(comm, comm_keyval, attribute_val));

	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_keyval *comm_keyval_p = rd_keyval_get(RD_ATTR_COMM, comm_keyval);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_set_attr", "comm", comm);
		if (rd_unlikely(!comm_keyval_p))
			return rd_mpi_bad_keyval(&comm_p->errs, "MPI_Comm_set_attr", "comm_keyval",
						 comm_keyval);
	}
	err = rd_attrs_set(&comm_p->attrs, comm, comm_keyval_p, attribute_val);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_set_attr", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_set_attr);

int PMPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_get_attr");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_get_attr(comm, comm_keyval, attribute_val,
							       flag));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_get_attr", "comm", comm);
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_get_attr", "flag");
		if (rd_unlikely(!attribute_val))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_ARG, "MPI_Comm_get_attr",
					    "attribute_val is NULL, but the call needs its "
					    "address");
	}
	err = rd_mpi_attr_get(comm_p, comm_keyval, attribute_val, flag);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_get_attr", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_get_attr);

int PMPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Comm_delete_attr");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Comm_delete_attr(comm, comm_keyval));

	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_keyval *comm_keyval_p = rd_keyval_get(RD_ATTR_COMM, comm_keyval);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_delete_attr", "comm", comm);
		if (rd_unlikely(!comm_keyval_p))
			return rd_mpi_bad_keyval(&comm_p->errs, "MPI_Comm_delete_attr",
						 "comm_keyval", comm_keyval);
	}
	err = rd_attrs_delete(&comm_p->attrs, comm, comm_keyval_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_delete_attr", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_delete_attr);

int PMPI_Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn,
			    MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval,
			    void *extra_state)
{
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Type_create_keyval");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Type_create_keyval(type_copy_attr_fn,
								    type_delete_attr_fn,
								    type_keyval, extra_state));
		if (rd_unlikely(!type_keyval))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_create_keyval", "type_keyval");
	}
	err = rd_keyval_create(RD_ATTR_TYPE, (rd_attr_fn *)type_copy_attr_fn,
			       (rd_attr_fn *)type_delete_attr_fn, extra_state, type_keyval);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Type_create_keyval", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_create_keyval);

int PMPI_Type_free_keyval(int *type_keyval)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Type_free_keyval");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Type_free_keyval(type_keyval));

	struct rd_keyval *type_keyval_p = rd_mpi_keyval_at(RD_ATTR_TYPE, type_keyval);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!type_keyval))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_free_keyval", "type_keyval");
		if (rd_unlikely(!type_keyval_p))
			return rd_mpi_bad_keyval(NULL, "MPI_Type_free_keyval", "type_keyval",
						 *type_keyval);
	}
	rd_keyval_free(type_keyval_p);
	*type_keyval = MPI_KEYVAL_INVALID;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_free_keyval);

int PMPI_Type_set_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Type_set_attr");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Type_set_attr(datatype, type_keyval, attribute_val));

	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_keyval *type_keyval_p = rd_keyval_get(RD_ATTR_TYPE, type_keyval);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!type_keyval_p))
			return rd_mpi_bad_keyval(NULL, "MPI_Type_set_attr", "type_keyval",
						 type_keyval);
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, "MPI_Type_set_attr", "datatype", datatype);
	}
	err = rd_attrs_set(&datatype_p->attrs, datatype, type_keyval_p, attribute_val);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Type_set_attr", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_set_attr);

int PMPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Type_get_attr");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Type_get_attr(datatype, type_keyval, attribute_val, flag));

	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_keyval *type_keyval_p = rd_keyval_get(RD_ATTR_TYPE, type_keyval);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!type_keyval_p))
			return rd_mpi_bad_keyval(NULL, "MPI_Type_get_attr", "type_keyval",
						 type_keyval);
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, "MPI_Type_get_attr", "datatype", datatype);
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Type_get_attr", "flag");
		if (rd_unlikely(!attribute_val))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Type_get_attr",
					    "attribute_val is NULL, but the call needs its "
					    "address");
	}
	*flag = rd_attrs_get(&datatype_p->attrs, type_keyval_p, (void **)attribute_val);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_get_attr);

int PMPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Type_delete_attr");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Type_delete_attr(datatype, type_keyval));

	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_keyval *type_keyval_p = rd_keyval_get(RD_ATTR_TYPE, type_keyval);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!type_keyval_p))
			return rd_mpi_bad_keyval(NULL, "MPI_Type_delete_attr", "type_keyval",
						 type_keyval);
		if (rd_unlikely(!datatype_p))
			return rd_mpi_bad_type(NULL, "MPI_Type_delete_attr", "datatype", datatype);
	}
	err = rd_attrs_delete(&datatype_p->attrs, datatype, type_keyval_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Type_delete_attr", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Type_delete_attr);

int PMPI_Win_create_keyval(MPI_Win_copy_attr_function *win_copy_attr_fn,
			   MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval,
			   void *extra_state)
{
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_create_keyval");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_create_keyval(win_copy_attr_fn,
								   win_delete_attr_fn, win_keyval,
								   extra_state));
		if (rd_unlikely(!win_keyval))
			return rd_mpi_bad_pointer(NULL, "MPI_Win_create_keyval", "win_keyval");
	}
	err = rd_keyval_create(RD_ATTR_WIN, (rd_attr_fn *)win_copy_attr_fn,
			       (rd_attr_fn *)win_delete_attr_fn, extra_state, win_keyval);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Win_create_keyval", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_create_keyval);

int PMPI_Win_free_keyval(int *win_keyval)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Win_free_keyval");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Win_free_keyval(win_keyval));

	struct rd_keyval *win_keyval_p = rd_mpi_keyval_at(RD_ATTR_WIN, win_keyval);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!win_keyval))
			return rd_mpi_bad_pointer(NULL, "MPI_Win_free_keyval", "win_keyval");
		if (rd_unlikely(!win_keyval_p))
			return rd_mpi_bad_keyval(NULL, "MPI_Win_free_keyval", "win_keyval",
						 *win_keyval);
	}
	rd_keyval_free(win_keyval_p);
	*win_keyval = MPI_KEYVAL_INVALID;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_free_keyval);

int PMPI_Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval,
		       void *extra_state)
{
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Keyval_create");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Keyval_create(copy_fn, delete_fn, keyval,
							       extra_state));
		if (rd_unlikely(!keyval))
			return rd_mpi_bad_pointer(NULL, "MPI_Keyval_create", "keyval");
	}
	err = rd_keyval_create(RD_ATTR_COMM, (rd_attr_fn *)copy_fn, (rd_attr_fn *)delete_fn,
			       extra_state, keyval);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Keyval_create", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Keyval_create);

int PMPI_Keyval_free(int *keyval)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Keyval_free");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Keyval_free(keyval));

	struct rd_keyval *keyval_p = rd_mpi_keyval_at(RD_ATTR_COMM, keyval);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!keyval))
			return rd_mpi_bad_pointer(NULL, "MPI_Keyval_free", "keyval");
		if (rd_unlikely(!keyval_p))
			return rd_mpi_bad_keyval(NULL, "MPI_Keyval_free", "keyval", *keyval);
	}
	rd_keyval_free(keyval_p);
	*keyval = MPI_KEYVAL_INVALID;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Keyval_free);

int PMPI_Attr_put(MPI_Comm comm, int keyval, void *attribute_val)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Attr_put");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Attr_put(comm, keyval, attribute_val));

	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_keyval *keyval_p = rd_keyval_get(RD_ATTR_COMM, keyval);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Attr_put", "comm", comm);
		if (rd_unlikely(!keyval_p))
			return rd_mpi_bad_keyval(&comm_p->errs, "MPI_Attr_put", "keyval", keyval);
	}
	err = rd_attrs_set(&comm_p->attrs, comm, keyval_p, attribute_val);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Attr_put", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Attr_put);

int PMPI_Attr_get(MPI_Comm comm, int keyval, void *attribute_val, int *flag)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Attr_get");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Attr_get(comm, keyval, attribute_val, flag));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Attr_get", "comm", comm);
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Attr_get", "flag");
		if (rd_unlikely(!attribute_val))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_ARG, "MPI_Attr_get",
					    "attribute_val is NULL, but the call needs its "
					    "address");
	}
	err = rd_mpi_attr_get(comm_p, keyval, attribute_val, flag);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Attr_get", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Attr_get);

int PMPI_Attr_delete(MPI_Comm comm, int keyval)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Attr_delete");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Attr_delete(comm, keyval));

	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_keyval *keyval_p = rd_keyval_get(RD_ATTR_COMM, keyval);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Attr_delete", "comm", comm);
		if (rd_unlikely(!keyval_p))
			return rd_mpi_bad_keyval(&comm_p->errs, "MPI_Attr_delete", "keyval",
						 keyval);
	}
	err = rd_attrs_delete(&comm_p->attrs, comm, keyval_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Attr_delete", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Attr_delete);
