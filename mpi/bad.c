/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Messages for wrong arguments, by kind of argument: the argument, its value, the cause and the
 * remedy. Called by the entry points' checks; never on a path that succeeds.
 */
#include "mpi/api.h"

#include <stdio.h>

int rd_mpi_bad_state(const char *call)
{
	return rd_mpi_invoke(
		NULL, MPI_ERR_OTHER, call,
		rd_mpi_phase == RD_PHASE_AFTER
			? "called after MPI_Finalize: move it before, or ask MPI_Finalized"
			: "called before MPI_Init: call MPI_Init or MPI_Init_thread first");
}

/* "is MPI_COMM_NULL" and the like, or that it is not a handle of this kind (any more). */
static const char *handle_words(const void *handle, const void *null, const char *null_name,
				char *buf, size_t max)
{
	const struct rd_obj *obj = handle;

	if (handle == null)
		snprintf(buf, max, "is %s", null_name);
	else if (!handle)
		snprintf(buf, max, "is NULL, which is not a handle: was it ever set?");
	else if ((uintptr_t)handle < RD_HANDLE_PREDEFINED)
		snprintf(buf, max, "is the constant 0x%lx of another kind",
			 (unsigned long)(uintptr_t)handle);
	else if (obj->magic == RD_MAGIC_FREED)
		snprintf(buf, max, "has been freed");
	else
		snprintf(buf, max, "(%p) is not a handle of this kind: freed already, or never set",
			 handle);
	return buf;
}

int rd_mpi_bad_comm(const char *call, const char *arg, MPI_Comm handle)
{
	char buf[160];

	return rd_mpi_raise(NULL, MPI_ERR_COMM, call, "%s %s", arg,
			    handle_words(handle, MPI_COMM_NULL,
					 "MPI_COMM_NULL: this process is "
					 "not in that communicator, or it was freed",
					 buf, sizeof(buf)));
}

int rd_mpi_bad_win(const char *call, const char *arg, MPI_Win handle)
{
	char buf[160];

	return rd_mpi_raise(NULL, MPI_ERR_WIN, call, "%s %s", arg,
			    handle_words(handle, MPI_WIN_NULL,
					 "MPI_WIN_NULL: it was freed, or never "
					 "made",
					 buf, sizeof(buf)));
}

int rd_mpi_bad_file(const char *call, const char *arg, MPI_File handle)
{
	char buf[160];

	return rd_mpi_raise(&rd_file_null_errs, MPI_ERR_FILE, call, "%s %s", arg,
			    handle_words(handle, MPI_FILE_NULL,
					 "MPI_FILE_NULL: it was closed, or never opened", buf,
					 sizeof(buf)));
}

int rd_mpi_bad_type(struct rd_errs *errs, const char *call, const char *arg, MPI_Datatype handle)
{
	char buf[160];

	if (rd_type_get(handle))
		return rd_mpi_raise(errs, MPI_ERR_TYPE, call,
				    "%s is a datatype that is not committed: call MPI_Type_commit "
				    "before communicating with it",
				    arg);
	return rd_mpi_raise(
		errs, MPI_ERR_TYPE, call, "%s %s", arg,
		handle_words(handle, MPI_DATATYPE_NULL, "MPI_DATATYPE_NULL", buf, sizeof(buf)));
}

int rd_mpi_bad_op(struct rd_errs *errs, const char *call, const char *arg, MPI_Op handle,
		  const struct rd_type *type)
{
	char buf[160];

	if (rd_op_get(handle))
		return rd_mpi_raise(errs, MPI_ERR_OP, call,
				    "%s=0x%x is not defined for the datatype %s (MPI-5.0 6.9.2): "
				    "use an operator that is, or MPI_Op_create",
				    arg, (unsigned)(uintptr_t)handle,
				    type->name[0] ? type->name : "that is derived");
	return rd_mpi_raise(errs, MPI_ERR_OP, call, "%s %s", arg,
			    handle_words(handle, MPI_OP_NULL, "MPI_OP_NULL", buf, sizeof(buf)));
}

int rd_mpi_bad_session(const char *call, const char *arg, MPI_Session handle)
{
	char buf[160];

	return rd_mpi_raise(NULL, MPI_ERR_SESSION, call, "%s %s", arg,
			    handle_words(handle, MPI_SESSION_NULL,
					 "MPI_SESSION_NULL: it was "
					 "finalised, or never initialised",
					 buf, sizeof(buf)));
}

int rd_mpi_bad_group(struct rd_errs *errs, const char *call, const char *arg, MPI_Group handle)
{
	char buf[160];

	return rd_mpi_raise(
		errs, MPI_ERR_GROUP, call, "%s %s", arg,
		handle_words(handle, MPI_GROUP_NULL, "MPI_GROUP_NULL", buf, sizeof(buf)));
}

int rd_mpi_bad_errhandler(struct rd_errs *errs, const char *call, const char *arg,
			  MPI_Errhandler handle)
{
	char buf[160];

	if (rd_errhandler_get(handle))
		return rd_mpi_raise(errs, MPI_ERR_ERRHANDLER, call,
				    "%s was made for another kind of object", arg);
	return rd_mpi_raise(
		errs, MPI_ERR_ERRHANDLER, call, "%s %s", arg,
		handle_words(handle, MPI_ERRHANDLER_NULL, "MPI_ERRHANDLER_NULL", buf, sizeof(buf)));
}

int rd_mpi_bad_info(struct rd_errs *errs, const char *call, const char *arg, MPI_Info handle)
{
	char buf[160];

	return rd_mpi_raise(errs, MPI_ERR_INFO, call, "%s %s", arg,
			    handle_words(handle, MPI_INFO_NULL, "MPI_INFO_NULL", buf, sizeof(buf)));
}

int rd_mpi_bad_key(struct rd_errs *errs, const char *call, const char *arg, const char *key)
{
	if (!key)
		return rd_mpi_raise(errs, MPI_ERR_INFO_KEY, call, "%s is NULL", arg);
	return rd_mpi_raise(errs, MPI_ERR_INFO_KEY, call,
			    "%s has %zu characters: 1 to %d are "
			    "allowed",
			    arg, strlen(key), MPI_MAX_INFO_KEY - 1);
}

int rd_mpi_bad_keyval(struct rd_errs *errs, const char *call, const char *arg, int keyval)
{
	if (keyval == MPI_KEYVAL_INVALID)
		return rd_mpi_raise(errs, MPI_ERR_KEYVAL, call,
				    "%s is MPI_KEYVAL_INVALID: "
				    "freed, or never created",
				    arg);
	if (keyval >= MPI_TAG_UB && keyval <= MPI_WIN_MODEL)
		return rd_mpi_raise(errs, MPI_ERR_KEYVAL, call,
				    "%s=%d is a predefined key, which "
				    "can only be asked for",
				    arg, keyval);
	return rd_mpi_raise(errs, MPI_ERR_KEYVAL, call,
			    "%s=%d is not a key for this kind of "
			    "object",
			    arg, keyval);
}

int rd_mpi_bad_request(struct rd_errs *errs, const char *call, const char *arg,
		       const MPI_Request *handle)
{
	char buf[160];

	if (!handle)
		return rd_mpi_bad_pointer(errs, call, arg);
	return rd_mpi_raise(
		errs, MPI_ERR_REQUEST, call, "%s %s", arg,
		handle_words(*handle, MPI_REQUEST_NULL, "MPI_REQUEST_NULL", buf, sizeof(buf)));
}

int rd_mpi_bad_message(const char *call, const char *arg, const MPI_Message *handle)
{
	char buf[160];

	if (!handle)
		return rd_mpi_bad_pointer(NULL, call, arg);
	return rd_mpi_raise(NULL, MPI_ERR_REQUEST, call, "%s %s", arg,
			    handle_words(*handle, MPI_MESSAGE_NULL,
					 "MPI_MESSAGE_NULL: it was "
					 "received already, or never probed",
					 buf, sizeof(buf)));
}

int rd_mpi_bad_count(struct rd_errs *errs, const char *call, const char *arg, MPI_Count count)
{
	return rd_mpi_raise(errs, MPI_ERR_COUNT, call, "%s=%lld is negative%s", arg,
			    (long long)count,
			    count == MPI_UNDEFINED ? " (it is MPI_UNDEFINED)"
			    : count < INT_MIN / 2  ? ": did an int overflow? Use the _c form"
						   : "");
}

/* For messages: the object's name, or "a communicator of N ranks". */
static const char *whose(const struct rd_errs *errs, int size, char *buf, size_t max)
{
	if (errs->name[0])
		return errs->name;
	snprintf(buf, max, "%s of %d rank%s",
		 errs->kind == RD_ERRS_WIN ? "a window" : "a communicator", size,
		 size == 1 ? "" : "s");
	return buf;
}

static int bad_rank(struct rd_errs *errs, int class, const char *call, const char *arg, int rank,
		    int size)
{
	char buf[64];
	const char *special = rank == MPI_PROC_NULL    ? " (MPI_PROC_NULL)"
			      : rank == MPI_ANY_SOURCE ? " (MPI_ANY_SOURCE)"
			      : rank == MPI_ROOT       ? " (MPI_ROOT)"
			      : rank == MPI_UNDEFINED  ? " (MPI_UNDEFINED)"
						       : "";

	if (!errs->name[0])
		return rd_mpi_raise(errs, class, call, "%s=%d%s is not a rank of %s (0 to %d)", arg,
				    rank, special, whose(errs, size, buf, sizeof(buf)), size - 1);
	return rd_mpi_raise(errs, class, call, "%s=%d%s is not a rank of %s (%d rank%s, 0 to %d)",
			    arg, rank, special, errs->name, size, size == 1 ? "" : "s", size - 1);
}

int rd_mpi_bad_rank(struct rd_comm *comm, const char *call, const char *arg, int rank)
{
	return bad_rank(&comm->errs, MPI_ERR_RANK, call, arg, rank, rd_comm_peers(comm));
}

int rd_mpi_bad_rank_of(struct rd_errs *errs, const char *call, const char *arg, int rank, int size)
{
	return bad_rank(errs, MPI_ERR_RANK, call, arg, rank, size);
}

int rd_mpi_bad_root(struct rd_comm *comm, const char *call, const char *arg, int root)
{
	return bad_rank(&comm->errs, MPI_ERR_ROOT, call, arg, root, rd_comm_peers(comm));
}

int rd_mpi_bad_tag(struct rd_errs *errs, const char *call, const char *arg, int tag)
{
	return rd_mpi_raise(errs, MPI_ERR_TAG, call, "%s=%d is not a tag (0 to MPI_TAG_UB = %d%s)",
			    arg, tag, INT_MAX,
			    tag == MPI_ANY_TAG ? "; MPI_ANY_TAG is for receives only"
					       : "; MPI_ANY_TAG in receives");
}

int rd_mpi_bad_buf(struct rd_errs *errs, const char *call, const char *arg, const void *buf)
{
	if (buf == MPI_IN_PLACE)
		return rd_mpi_raise(errs, MPI_ERR_BUFFER, call,
				    "%s is MPI_IN_PLACE, which is not allowed here", arg);
	if (buf)
		return rd_mpi_raise(errs, MPI_ERR_BUFFER, call, "%s=%p is not an address", arg,
				    buf);
	return rd_mpi_raise(errs, MPI_ERR_BUFFER, call,
			    "%s is NULL with data to transfer: pass the data's address (MPI_BOTTOM "
			    "needs a datatype with absolute addresses)",
			    arg);
}

int rd_mpi_bad_alias(struct rd_errs *errs, const char *call, const char *arg, const char *other)
{
	return rd_mpi_raise(errs, MPI_ERR_BUFFER, call,
			    "%s and %s are the same memory: pass MPI_IN_PLACE where the call "
			    "allows it, or use two buffers",
			    arg, other);
}

int rd_mpi_bad_pointer(struct rd_errs *errs, const char *call, const char *arg)
{
	return rd_mpi_raise(errs, MPI_ERR_ARG, call, "%s is NULL, but the call needs its address",
			    arg);
}

int rd_mpi_bad_side(struct rd_comm *comm, const char *call, const char *arg)
{
	char buf[64];

	return rd_mpi_raise(
		&comm->errs, MPI_ERR_COMM, call,
		comm->remote ? "%s=%s is an intercommunicator: this call is for intracommunicators"
			     : "%s=%s has no remote group: this call is for intercommunicators",
		arg, whose(&comm->errs, comm->size, buf, sizeof(buf)));
}

int rd_mpi_bad_topology(struct rd_comm *comm, const char *call, const char *arg, int kind)
{
	char buf[64];
	const char *words =
		kind == MPI_CART    ? "cartesian topology: make one with MPI_Cart_create"
		: kind == MPI_GRAPH ? "graph topology: make one with MPI_Graph_create"
		: kind == MPI_DIST_GRAPH
			? "distributed graph topology: make one with "
			  "MPI_Dist_graph_create"
			: "topology, so no neighbours: make one with MPI_Cart_create or "
			  "MPI_Dist_graph_create";

	return rd_mpi_raise(&comm->errs, MPI_ERR_TOPOLOGY, call, "%s=%s has no %s", arg,
			    whose(&comm->errs, comm->size, buf, sizeof(buf)), words);
}
