/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the chapters of entry points share: is MPI usable, is an argument of its
 * kind, how an error leaves the library. Used by the generated chapters and by the
 * hand-written files of mpi/; the cold half is in error.c and bad.c.
 */
#ifndef RD_MPI_API_H
#define RD_MPI_API_H

/* The entry points are the only symbols a program sees. */
#pragma GCC visibility push(default)
#include "mpi.h"
#pragma GCC visibility pop

#include "base/compiler.h"
#include "base/err.h"
#include "coll/coll.h"
#include "comm/comm.h"
#include "comm/errhandler.h"
#include "comm/group.h"
#include "comm/topo.h"
#include "datatype/op.h"
#include "datatype/pack.h"
#include "datatype/type.h"
#include "pt2pt/pt2pt.h"
#include "pt2pt/request.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

/* Every MPI_X is a weak second name of PMPI_X, so that tools can take its place (MPI-5.0 15.2). */
#define RD_MPI_ALIAS(name) \
	extern __typeof__(PMPI_##name) MPI_##name __attribute__((weak, alias("PMPI_" #name)))

#define RD_MPI_COLD __attribute__((cold, noinline))
/* The common half of an entry point and its _c twin, on the short-message path: bench/latency. */
#define RD_MPI_FAST inline __attribute__((always_inline))

/* ---- Is MPI usable ---- */

/* One word, so that an entry point that may skip its checks looks once. */
enum rd_mpi_gate {
	RD_GATE_FREE,  /* initialised, arguments are not checked (RONDO_CHECK=0) */
	RD_GATE_CHECK, /* initialised, arguments are checked */
	RD_GATE_SHUT,  /* before MPI_Init or after MPI_Finalize */
};
extern enum rd_mpi_gate rd_mpi_gate;

enum rd_mpi_phase { RD_PHASE_BEFORE, RD_PHASE_RUNNING, RD_PHASE_AFTER };
extern enum rd_mpi_phase rd_mpi_phase;
extern int rd_mpi_thread_level; /* MPI_THREAD_SINGLE ..., as MPI_Init gave it */

/* ---- Errors: text, handler of the communicator (NULL: MPI_COMM_SELF's), MPI code ---- */

/* An argument is wrong; the text says which, why, and the remedy. */
RD_MPI_COLD int rd_mpi_raise(struct rd_comm *comm, int class, const char *call,
			     const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* An inner call failed; `fmt` names the call's peers and the like, NULL for nothing. */
RD_MPI_COLD int rd_mpi_fail(struct rd_comm *comm, int err, const char *call, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* The common end of both, with the finished text. */
RD_MPI_COLD int rd_mpi_invoke(struct rd_comm *comm, int code, const char *call, const char *text);

int rd_mpi_class(int err);                /* MPI error class of an internal code */
const char *rd_mpi_class_text(int class); /* NULL when there is no such class */
const char *rd_mpi_class_name(int class); /* "MPI_ERR_RANK"; NULL likewise */

/* The reports by kind of argument (bad.c); all return what rd_mpi_raise does. */
RD_MPI_COLD int rd_mpi_bad_state(const char *call);
RD_MPI_COLD int rd_mpi_bad_comm(const char *call, const char *arg, MPI_Comm handle);
RD_MPI_COLD int rd_mpi_bad_type(struct rd_comm *comm, const char *call, const char *arg,
				MPI_Datatype handle);
RD_MPI_COLD int rd_mpi_bad_op(struct rd_comm *comm, const char *call, const char *arg,
			      MPI_Op handle, const struct rd_type *type);
RD_MPI_COLD int rd_mpi_bad_group(const char *call, const char *arg, MPI_Group handle);
RD_MPI_COLD int rd_mpi_bad_errhandler(struct rd_comm *comm, const char *call, const char *arg,
				      MPI_Errhandler handle);
RD_MPI_COLD int rd_mpi_bad_info(struct rd_comm *comm, const char *call, const char *arg,
				MPI_Info handle);
RD_MPI_COLD int rd_mpi_bad_request(struct rd_comm *comm, const char *call, const char *arg,
				   const MPI_Request *handle);
RD_MPI_COLD int rd_mpi_bad_message(const char *call, const char *arg, const MPI_Message *handle);
RD_MPI_COLD int rd_mpi_bad_count(struct rd_comm *comm, const char *call, const char *arg,
				 MPI_Count count);
RD_MPI_COLD int rd_mpi_bad_rank(struct rd_comm *comm, const char *call, const char *arg, int rank);
RD_MPI_COLD int rd_mpi_bad_root(struct rd_comm *comm, const char *call, const char *arg, int root);
RD_MPI_COLD int rd_mpi_bad_tag(struct rd_comm *comm, const char *call, const char *arg, int tag);
RD_MPI_COLD int rd_mpi_bad_buf(struct rd_comm *comm, const char *call, const char *arg,
			       const void *buf);
RD_MPI_COLD int rd_mpi_bad_alias(struct rd_comm *comm, const char *call, const char *arg,
				 const char *other);
RD_MPI_COLD int rd_mpi_bad_pointer(struct rd_comm *comm, const char *call, const char *arg);
RD_MPI_COLD int rd_mpi_bad_topology(struct rd_comm *comm, const char *call, const char *arg);

/* ---- Is an argument of its kind ---- */

/* May be used in communication. */
static inline int rd_mpi_type_ok(const struct rd_type *type)
{
	return type && type->flags & RD_TYPE_COMMITTED;
}

static inline int rd_mpi_rank_ok(int rank, const struct rd_comm *comm)
{
	return (unsigned)rank < (unsigned)comm->size;
}

static inline int rd_mpi_dest_ok(int rank, const struct rd_comm *comm)
{
	return rd_mpi_rank_ok(rank, comm) || rank == MPI_PROC_NULL;
}

static inline int rd_mpi_source_ok(int rank, const struct rd_comm *comm)
{
	return rd_mpi_rank_ok(rank, comm) || rank == MPI_ANY_SOURCE || rank == MPI_PROC_NULL;
}

/*
 * A NULL address is right with a type of absolute addresses (MPI_BOTTOM, MPI-5.0
 * 5.1.5), wrong where the data would begin at address 0; MPI_IN_PLACE and
 * MPI_BUFFER_AUTOMATIC are no addresses.
 */
static inline int rd_mpi_buf_ok(const void *buf, MPI_Count count, const struct rd_type *type)
{
	if (rd_likely((uintptr_t)buf > (uintptr_t)MPI_BUFFER_AUTOMATIC))
		return 1;
	return !buf && (count == 0 || type->size == 0 || !(type->flags & RD_TYPE_CONTIG));
}

/* For vector collectives: the amount is not one count. */
static inline int rd_mpi_vbuf_ok(const void *buf)
{
	return !buf || (uintptr_t)buf > (uintptr_t)MPI_BUFFER_AUTOMATIC;
}

static inline int rd_mpi_at_root(const struct rd_comm *comm, int root)
{
	return comm && comm->rank == root;
}

static inline int rd_mpi_is_cart(const struct rd_comm *comm)
{
	return comm->topo && comm->topo->kind == MPI_CART;
}

/* The same memory is read and written: only certain where the data begins at the address. */
static inline int rd_mpi_is_alias(const void *sendbuf, const void *recvbuf, MPI_Count count,
				  const struct rd_type *type)
{
	return sendbuf == recvbuf && sendbuf && count > 0 && type->size > 0
	       && type->flags & RD_TYPE_CONTIG;
}

/* Arrays (check.c): 0, or what the report of the first bad entry returned. */
int rd_mpi_check_counts(struct rd_comm *comm, const char *call, const char *arg, MPI_Count n,
			const MPI_Count *counts);
int rd_mpi_check_types(struct rd_comm *comm, const char *call, const char *arg, MPI_Count n,
		       const MPI_Datatype *types);
int rd_mpi_check_ranks(struct rd_comm *comm, const char *call, const char *arg, int n,
		       const int *ranks, const struct rd_group *group);
/* MPI_PROC_NULL is allowed. */
int rd_mpi_check_nranks(struct rd_comm *comm, const char *call, const char *arg, int n,
			const int *ranks, const struct rd_group *group);
/* Triplets of first, last, stride (MPI-5.0 7.3.2). */
int rd_mpi_check_ranges(struct rd_comm *comm, const char *call, const char *arg, int n,
			int (*ranges)[3], const struct rd_group *group);

/* ---- int arrays as MPI_Count arrays, for the calls that are not _c ---- */

#define RD_WIDE_LOCAL 96 /* entries kept without malloc */

struct rd_wide {
	MPI_Count *array[4]; /* one for each array given; NULL where that was NULL */
	MPI_Count *heap;     /* NULL while local[] is enough */
	MPI_Count local[RD_WIDE_LOCAL];
};
_Static_assert(sizeof(MPI_Aint) == sizeof(MPI_Count), "displacements widen like counts");

/* `arrays` arrays (at most 4) of n ints each; n < 0 is 0. RD_ENOMEM. */
int rd_wide_open(struct rd_wide *wide, MPI_Count n, int arrays, ...);
void rd_wide_close(struct rd_wide *wide);

/* Members of the communicator, 0 when the handle is none: safe before the checks. */
static inline int rd_mpi_members(MPI_Comm handle)
{
	struct rd_comm *comm = rd_comm_get(handle);

	return comm ? comm->size : 0;
}

/* A count as an int: MPI_UNDEFINED when it does not fit (MPI-5.0 3.2.5, 5.1.5). */
static inline int rd_mpi_narrow(MPI_Count count)
{
	return count > INT_MAX || count < INT_MIN ? MPI_UNDEFINED : (int)count;
}

/* ---- Datatypes (type.c), packing (pack.c), grids (grid.c) ---- */

int rd_mpi_type_struct(MPI_Count count, const MPI_Count *blocklens, const MPI_Count *displs,
		       const MPI_Datatype *handles, struct rd_type **out);

/* 1 when the data has at most `room` bytes, overflow included. */
int rd_mpi_pack_fits(MPI_Count count, const struct rd_type *type, MPI_Count room);
void rd_mpi_pack(const void *inbuf, MPI_Count count, const struct rd_type *type, void *outbuf,
		 MPI_Count *position);
void rd_mpi_unpack(const void *inbuf, MPI_Count *position, void *outbuf, MPI_Count count,
		   const struct rd_type *type);

/* Processes of a grid; -1 when a dimension is below 1 or they do not fit an int. */
long long rd_mpi_grid_size(int ndims, const int *dims);
void rd_mpi_cart_get(const struct rd_topo *topo, int *dims, int *periods, int *coords);

/* ---- Statuses ---- */

/* The calls that complete one operation leave MPI_ERROR as it was (MPI-5.0 3.2.5). */
static inline int rd_mpi_status_error(const MPI_Status *status)
{
	return status ? ((const struct rd_status *)status)->error : 0;
}

static inline void rd_mpi_status_restore(MPI_Status *status, int error)
{
	if (status)
		((struct rd_status *)status)->error = error;
}

/* As MPI_Get_count and MPI_Get_elements (status.c): MPI_UNDEFINED where they say so. */
MPI_Count rd_mpi_status_count(const struct rd_status *status, const struct rd_type *type);
MPI_Count rd_mpi_status_elements(const struct rd_status *status, const struct rd_type *type);
void rd_mpi_status_set_elements(struct rd_status *status, const struct rd_type *type,
				MPI_Count count);

/* ---- Requests (complete.c) ---- */

/* Gives a new request to the user; the communicator lives until the request is gone. */
static inline MPI_Request rd_mpi_req_new(struct rd_req *req, struct rd_comm *comm)
{
	if (req != &rd_req_done_send) {
		req->comm = comm;
		rd_comm_hold(comm);
	}
	return (MPI_Request)req;
}

static inline struct rd_comm *rd_mpi_req_comm(const struct rd_req *req)
{
	return req ? req->comm : NULL;
}

int rd_mpi_wait(const char *call, MPI_Request *request, MPI_Status *status);
int rd_mpi_test(const char *call, MPI_Request *request, int *flag, MPI_Status *status);
int rd_mpi_waitall(const char *call, int n, MPI_Request *requests, MPI_Status *statuses);
int rd_mpi_testall(const char *call, int n, MPI_Request *requests, int *flag, MPI_Status *statuses);
int rd_mpi_waitany(const char *call, int n, MPI_Request *requests, int *index, MPI_Status *status);
int rd_mpi_testany(const char *call, int n, MPI_Request *requests, int *index, int *flag,
		   MPI_Status *status);
int rd_mpi_waitsome(const char *call, int n, MPI_Request *requests, int *outcount, int *indices,
		    MPI_Status *statuses);
int rd_mpi_testsome(const char *call, int n, MPI_Request *requests, int *outcount, int *indices,
		    MPI_Status *statuses);
int rd_mpi_get_status(const char *call, MPI_Request request, int *flag, MPI_Status *status);
int rd_mpi_startall(const char *call, int n, MPI_Request *requests);
void rd_mpi_request_free(MPI_Request *request);
/* Frees what MPI_Request_free left under way and has completed since; how many are left. */
int rd_mpi_orphans(void);
/* Cancels the receives among them that have no message. */
void rd_mpi_orphans_cancel(void);

/* ---- Matched messages (message.c) ---- */

/* Remembers where a matched message came from, for the errors of its receive. */
MPI_Message rd_mpi_msg_new(struct rd_msg *msg, struct rd_comm *comm);
struct rd_comm *rd_mpi_msg_comm(const struct rd_msg *msg); /* NULL: unknown */
void rd_mpi_msg_forget(const struct rd_msg *msg);

static inline struct rd_msg *rd_mpi_msg_get(MPI_Message handle)
{
	if (handle == MPI_MESSAGE_NO_PROC)
		return &rd_msg_no_proc;
	if ((uintptr_t)handle < RD_HANDLE_PREDEFINED
	    || ((struct rd_obj *)handle)->magic != RD_MAGIC_MESSAGE)
		return NULL;
	return (struct rd_msg *)handle;
}

/* ---- Info: hints, of which none is known ---- */

static inline int rd_mpi_info_ok(MPI_Info handle)
{
	return handle == MPI_INFO_NULL || handle == MPI_INFO_ENV;
}

/* ---- Attributes (attr.c), texts (text.c), the environment (init.c, env.c, stats.c) ---- */

int rd_mpi_attr_get(const struct rd_comm *comm, int keyval, void *value, int *flag);

/* At most max - 1 characters and a 0; how many. */
int rd_mpi_text_out(char *out, const char *text, size_t max);
void rd_mpi_name_set(char name[MPI_MAX_OBJECT_NAME], const char *text);
static inline int rd_mpi_name_get(char *out, const char *name)
{
	return rd_mpi_text_out(out, name, MPI_MAX_OBJECT_NAME);
}
int rd_mpi_error_string(int code, char *string);
int rd_mpi_library_version(char *version);

int rd_mpi_init(const char *call, int required, int *provided);
int rd_mpi_finalize(void);
_Noreturn void rd_mpi_abort(const struct rd_comm *comm, int code);
int rd_mpi_is_main_thread(void);
int rd_mpi_alloc_mem(size_t size, void **base); /* RD_ENOMEM */
void rd_mpi_free_mem(void *base);
int rd_mpi_stats_print(void); /* collective over MPI_COMM_WORLD */

#endif
