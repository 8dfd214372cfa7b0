/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shared by the chapters of entry points: checks that MPI is usable and that an argument is of its
 * kind, and the path of an error out of the library. Used by the generated chapters and by the
 * hand-written files of mpi/; the cold half is in error.c and bad.c.
 */
#ifndef RD_MPI_API_H
#define RD_MPI_API_H

/* The entry points are the only symbols visible to a program. */
#pragma GCC visibility push(default)
#include "mpi.h"
#pragma GCC visibility pop

#include "base/attr.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/hints.h"
#include "base/threads.h"
#include "coll/coll.h"
#include "comm/comm.h"
#include "comm/errhandler.h"
#include "comm/group.h"
#include "comm/session.h"
#include "comm/topo.h"
#include "datatype/op.h"
#include "datatype/pack.h"
#include "datatype/type.h"
#include "io/file.h"
#include "mpi/leaks.h"
#include "pt2pt/peer.h"
#include "pt2pt/pt2pt.h"
#include "pt2pt/request.h"
#include "rma/win.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Every MPI_X is a weak second name of PMPI_X, so that tools can take its place (MPI-5.0 15.2). */
#define RD_MPI_ALIAS(name) \
	extern __typeof__(PMPI_##name) MPI_##name __attribute__((weak, alias("PMPI_" #name)))

#define RD_MPI_COLD __attribute__((cold, noinline))
#define RD_MPI_LOCKED static RD_MPI_COLD int
/* The common half of an entry point and its _c twin, on the short-message path: bench/latency. */
#define RD_MPI_FAST inline __attribute__((always_inline))

/* ---- Is MPI usable ---- */

/* One word, so that an entry point that may skip its checks reads only one. */
enum rd_mpi_gate {
	RD_GATE_FREE,  /* initialised, arguments are not checked (RONDO_CHECK=0) */
	RD_GATE_CHECK, /* initialised, arguments are checked */
	RD_GATE_ENTER, /* likewise, and a call begins with rd_mpi_enter: several threads may
			* call, or there is gathered data of files (io/gather.h) */
	RD_GATE_SHUT,  /* before MPI_Init or after MPI_Finalize */
};
extern enum rd_mpi_gate rd_mpi_gate;

/* Writes gathered data of files, as others may learn by this call that the program has written it;
 * takes the lock of several threads, and gives it back. 0 from enter: the lock is not needed, or
 * this thread holds it already, or the gate is shut; no leave then. */
RD_MPI_COLD int rd_mpi_enter(void);
/* The same of a call that is made once more; an error if the gate is shut, else leave follows. */
RD_MPI_COLD int rd_mpi_begin(const char *call);
RD_MPI_COLD int rd_mpi_begin_to_gather(const char *call); /* it may add to gathered data */
/* Whether a call that may add to gathered data begins with that. */
static inline int rd_mpi_must_enter(void)
{
	return rd_threads || rd_mpi_gate == RD_GATE_SHUT;
}
void rd_mpi_open_gate(void);           /* of a process that has initialised MPI */
void rd_mpi_adjust_gate(void);         /* unless it is shut */
RD_MPI_COLD int rd_mpi_leave(int err); /* returns err */

enum rd_mpi_phase { RD_PHASE_BEFORE, RD_PHASE_RUNNING, RD_PHASE_AFTER };
extern enum rd_mpi_phase rd_mpi_phase;
extern int rd_mpi_thread_level; /* MPI_THREAD_SINGLE ..., as MPI_Init gave it */

/* ---- Errors: text, handler of the object (NULL: that of MPI_COMM_SELF), MPI code ---- */

/* An argument is wrong; the text names it, the cause and the remedy. */
RD_MPI_COLD int rd_mpi_raise(struct rd_errs *errs, int class, const char *call, const char *fmt,
			     ...) __attribute__((format(printf, 4, 5)));
/* An inner call failed with an internal code, or with an MPI error code of a user's function; `fmt`
 * names the call's peers and the like, NULL for nothing. */
RD_MPI_COLD int rd_mpi_fail(struct rd_errs *errs, int err, const char *call, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* The common end of both, with the finished text. */
RD_MPI_COLD int rd_mpi_invoke(struct rd_errs *errs, int code, const char *call, const char *text);

/* "CALL: CAUSE" of the last error of this thread, if that has the class; else NULL. Once told, it
 * belongs to the past with the first question for another class. */
const char *rd_mpi_last_text(int class);

/* Text of an internal code, or of an MPI error code that a user's function returned. */
const char *rd_mpi_err_text(int err);
int rd_mpi_class(int err);                /* MPI error code of an internal code; > 0: itself */
const char *rd_mpi_class_text(int class); /* NULL: no such class */
const char *rd_mpi_class_name(int class); /* "MPI_ERR_RANK"; NULL likewise */

/* Codes that the program adds (errcode.c); classes are codes, too. */
const char *rd_mpi_code_text(int code); /* NULL: no such code; also for codes of MPI */
int rd_mpi_code_class(int code);
int rd_mpi_code_is_class(int code);
int rd_mpi_code_is_added(int code);
int rd_mpi_code_is_added_class(int class);
int rd_mpi_code_is_added_code(int code); /* and is no class */
int rd_mpi_code_has_text(int code);
int rd_mpi_code_is_used(int class);        /* other codes have this class */
int *rd_mpi_code_last(void);               /* MPI_LASTUSEDCODE */
int rd_mpi_code_add(int class, int *code); /* class 0: a new class. RD_ENOMEM */
void rd_mpi_code_remove(int code);
int rd_mpi_code_set_text(int code, const char *text); /* NULL: removes the text. RD_ENOMEM */

/* Reports for each kind of argument (bad.c); all return the value of rd_mpi_raise. */
RD_MPI_COLD int rd_mpi_bad_state(const char *call);
RD_MPI_COLD int rd_mpi_bad_comm(const char *call, const char *arg, MPI_Comm handle);
RD_MPI_COLD int rd_mpi_bad_win(const char *call, const char *arg, MPI_Win handle);
RD_MPI_COLD int rd_mpi_bad_file(const char *call, const char *arg, MPI_File handle);
RD_MPI_COLD int rd_mpi_bad_type(struct rd_errs *errs, const char *call, const char *arg,
				MPI_Datatype handle);
RD_MPI_COLD int rd_mpi_bad_op(struct rd_errs *errs, const char *call, const char *arg,
			      MPI_Op handle, const struct rd_type *type);
RD_MPI_COLD int rd_mpi_bad_session(const char *call, const char *arg, MPI_Session handle);
RD_MPI_COLD int rd_mpi_bad_group(struct rd_errs *errs, const char *call, const char *arg,
				 MPI_Group handle);
RD_MPI_COLD int rd_mpi_bad_errhandler(struct rd_errs *errs, const char *call, const char *arg,
				      MPI_Errhandler handle);
RD_MPI_COLD int rd_mpi_bad_info(struct rd_errs *errs, const char *call, const char *arg,
				MPI_Info handle);
RD_MPI_COLD int rd_mpi_bad_key(struct rd_errs *errs, const char *call, const char *arg,
			       const char *key);
RD_MPI_COLD int rd_mpi_bad_keyval(struct rd_errs *errs, const char *call, const char *arg,
				  int keyval);
RD_MPI_COLD int rd_mpi_bad_request(struct rd_errs *errs, const char *call, const char *arg,
				   const MPI_Request *handle);
RD_MPI_COLD int rd_mpi_bad_message(const char *call, const char *arg, const MPI_Message *handle);
RD_MPI_COLD int rd_mpi_bad_count(struct rd_errs *errs, const char *call, const char *arg,
				 MPI_Count count);
RD_MPI_COLD int rd_mpi_bad_rank(struct rd_comm *comm, const char *call, const char *arg, int rank);
/* For an object other than a communicator, with `size` ranks. */
RD_MPI_COLD int rd_mpi_bad_rank_of(struct rd_errs *errs, const char *call, const char *arg,
				   int rank, int size);
RD_MPI_COLD int rd_mpi_bad_root(struct rd_comm *comm, const char *call, const char *arg, int root);
RD_MPI_COLD int rd_mpi_bad_tag(struct rd_errs *errs, const char *call, const char *arg, int tag);
RD_MPI_COLD int rd_mpi_bad_buf(struct rd_errs *errs, const char *call, const char *arg,
			       const void *buf);
RD_MPI_COLD int rd_mpi_bad_alias(struct rd_errs *errs, const char *call, const char *arg,
				 const char *other);
RD_MPI_COLD int rd_mpi_bad_pointer(struct rd_errs *errs, const char *call, const char *arg);
/* An intercommunicator where an intracommunicator is required, or the reverse. */
RD_MPI_COLD int rd_mpi_bad_side(struct rd_comm *comm, const char *call, const char *arg);
/* MPI_UNDEFINED: no topology at all. */
RD_MPI_COLD int rd_mpi_bad_topology(struct rd_comm *comm, const char *call, const char *arg,
				    int kind);

/* ---- Is an argument of its kind ---- */

/* May the datatype be used in communication? */
static inline int rd_mpi_type_ok(const struct rd_type *type)
{
	return type && type->flags & RD_TYPE_COMMITTED;
}

static inline int rd_mpi_rank_ok(int rank, const struct rd_comm *comm)
{
	return (unsigned)rank < (unsigned)comm->size;
}

/* Can messages be sent to or received from the rank? */
static inline int rd_mpi_peer_ok(int rank, const struct rd_comm *comm)
{
	return (unsigned)rank < (unsigned)rd_comm_peers(comm);
}

static inline int rd_mpi_dest_ok(int rank, const struct rd_comm *comm)
{
	return rd_mpi_peer_ok(rank, comm) || rank == MPI_PROC_NULL;
}

static inline int rd_mpi_source_ok(int rank, const struct rd_comm *comm)
{
	return rd_mpi_peer_ok(rank, comm) || rank == MPI_ANY_SOURCE || rank == MPI_PROC_NULL;
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

static inline int rd_mpi_eh_ok(const struct rd_errhandler *eh, enum rd_errs_kind kind)
{
	return eh && (eh->predefined || eh->kind == kind);
}

static inline int rd_mpi_whence_ok(int whence)
{
	return whence == MPI_SEEK_SET || whence == MPI_SEEK_CUR || whence == MPI_SEEK_END;
}

/* For an object that may be unknown. */
static inline struct rd_errs *rd_mpi_comm_errs(struct rd_comm *comm)
{
	return comm ? &comm->errs : NULL;
}

/* For a group of a session that is not finalised: the session's (MPI-5.0 9.3). */
static inline struct rd_errs *rd_mpi_group_errs(struct rd_group *group)
{
	struct rd_session *session = group ? group->session : NULL;

	return session && session->errs.handler ? &session->errs : NULL;
}

/*
 * Rooted collectives. On an intercommunicator the root passes MPI_ROOT, the others on its side pass
 * MPI_PROC_NULL and take no part, and those of the other side pass its rank (MPI-5.0 6.2.3).
 */
static inline int rd_mpi_root_ok(int root, const struct rd_comm *comm)
{
	return rd_mpi_peer_ok(root, comm) ||
	       (rd_comm_is_inter(comm) && (root == MPI_ROOT || root == MPI_PROC_NULL));
}

static inline int rd_mpi_at_root(const struct rd_comm *comm, int root)
{
	return comm && root == (rd_comm_is_inter(comm) ? MPI_ROOT : comm->rank);
}

/* Root of its own group, so that it also sends to or receives from itself. */
static inline int rd_mpi_at_own_root(const struct rd_comm *comm, int root)
{
	return comm && root == comm->rank && !rd_comm_is_inter(comm);
}

static inline int rd_mpi_takes_part(const struct rd_comm *comm, int root)
{
	return root != MPI_PROC_NULL || !comm || !rd_comm_is_inter(comm);
}

/* `buf` is the data that the process gives to the root, or gets from it. */
static inline int rd_mpi_is_leaf(const struct rd_comm *comm, int root, const void *buf)
{
	if (comm && rd_comm_is_inter(comm))
		return root >= 0;
	return buf != MPI_IN_PLACE || !rd_mpi_at_root(comm, root);
}

/* Intercommunicators have no MPI_IN_PLACE (MPI-5.0 6.2.3): there it is a wrong address. */
static inline int rd_mpi_sends(const struct rd_comm *comm, const void *sendbuf)
{
	return sendbuf != MPI_IN_PLACE || (comm && rd_comm_is_inter(comm));
}

/* MPI_UNDEFINED: any kind. */
static inline int rd_mpi_has_topo(const struct rd_comm *comm, int kind)
{
	return comm->topo && (kind == MPI_UNDEFINED || comm->topo->kind == kind);
}

/* The same memory is read and written: certain only if the data begins at the address. */
static inline int rd_mpi_is_alias(const void *sendbuf, const void *recvbuf, MPI_Count count,
				  const struct rd_type *type)
{
	return sendbuf == recvbuf && sendbuf && count > 0 && type->size > 0 &&
	       type->flags & RD_TYPE_CONTIG;
}

/* Likewise for blocks of recvbuf, or of sendbuf of a scatter, against data that begins at the other
 * address: certain only if the own block has data and one of the blocks begins there, too. */
RD_MPI_COLD int rd_mpi_has_first_block(const struct rd_comm *comm, const MPI_Count *counts,
				       const MPI_Aint *displs, const struct rd_type *type);
static inline int rd_mpi_is_valias(const void *sendbuf, const void *recvbuf,
				   const struct rd_comm *comm, const MPI_Count *counts,
				   const MPI_Aint *displs, const struct rd_type *type)
{
	return rd_unlikely(sendbuf == recvbuf) && sendbuf &&
	       rd_mpi_has_first_block(comm, counts, displs, type);
}

/* Likewise for blocks on both sides: those of a rank begin at the same address. */
RD_MPI_COLD int rd_mpi_has_same_block(const struct rd_blocks *out, const struct rd_blocks *in,
				      const struct rd_comm *comm);
static inline int rd_mpi_is_pair_alias(const struct rd_blocks *out, const struct rd_blocks *in,
				       const struct rd_comm *comm)
{
	return rd_unlikely(out->addr == in->addr) && out->addr &&
	       rd_mpi_has_same_block(out, in, comm);
}

/* Arrays (check.c): 0, or the result of the report on the first bad entry. */
int rd_mpi_check_counts(struct rd_errs *errs, const char *call, const char *arg, MPI_Count n,
			const MPI_Count *counts);
/* Datatypes of sent data: committed; entries without data may have any. */
int rd_mpi_check_ctypes(struct rd_errs *errs, const char *call, const char *arg, MPI_Count n,
			const MPI_Datatype *types, const MPI_Count *counts);
int rd_mpi_check_types(struct rd_errs *errs, const char *call, const char *arg, MPI_Count n,
		       const MPI_Datatype *types);
int rd_mpi_check_ranks(struct rd_errs *errs, const char *call, const char *arg, int n,
		       const int *ranks, const struct rd_group *group);
/* MPI_PROC_NULL is allowed. */
int rd_mpi_check_nranks(struct rd_errs *errs, const char *call, const char *arg, int n,
			const int *ranks, const struct rd_group *group);
/* Triplets of first, last, stride (MPI-5.0 7.3.2). */
int rd_mpi_check_ranges(struct rd_errs *errs, const char *call, const char *arg, int n,
			int (*ranges)[3], const struct rd_group *group);

/* Ranks below a limit; numbers of edges; cumulated numbers of edges, node by node. */
int rd_mpi_check_members(struct rd_errs *errs, const char *call, const char *arg, long long n,
			 const int *list, int limit);
int rd_mpi_check_degrees(struct rd_errs *errs, const char *call, const char *arg, int n,
			 const int *degrees);
int rd_mpi_check_index(struct rd_errs *errs, const char *call, const char *arg, int n,
		       const int *index);

/* ---- int arrays as MPI_Count arrays, for the calls that are not _c ---- */

#define RD_WIDE_LOCAL 96 /* entries kept without malloc */

struct rd_wide {
	MPI_Count *array[4]; /* one for each array given; NULL for NULL */
	MPI_Count *heap;     /* NULL while local[] is enough */
	MPI_Count local[RD_WIDE_LOCAL];
};
_Static_assert(sizeof(MPI_Aint) == sizeof(MPI_Count), "displacements widen like counts");

/* `arrays` arrays (at most 4) of n ints each; n < 0 is 0. RD_ENOMEM. */
int rd_wide_open(struct rd_wide *wide, MPI_Count n, int arrays, ...);
/* The first half of the arrays has n entries, the second m. */
int rd_wide_open_halves(struct rd_wide *wide, MPI_Count n, MPI_Count m, int arrays, ...);
void rd_wide_close(struct rd_wide *wide);

/* Members of the (local) group of the communicator, and of the remote group if it has one; 0 for an
 * invalid handle: safe before the checks. */
static inline int rd_mpi_members(MPI_Comm handle)
{
	struct rd_comm *comm = rd_comm_get(handle);

	return comm ? comm->size : 0;
}

static inline int rd_mpi_peers(MPI_Comm handle)
{
	struct rd_comm *comm = rd_comm_get(handle);

	return comm ? rd_comm_peers(comm) : 0;
}

/* This process is the leader, and the remote leader is not a rank of the peer communicator (MPI-5.0
 * 7.6.2). */
static inline int rd_mpi_far(const struct rd_comm *local, int leader, MPI_Comm peer,
			     int remote_leader)
{
	return local->rank == leader && (unsigned)remote_leader >= (unsigned)rd_mpi_peers(peer);
}

/* Likewise by groups: only the leader needs the remote group. */
static inline int rd_mpi_no_remote(const struct rd_group *local, int leader, MPI_Group remote)
{
	return local->rank == leader && !rd_group_get(remote);
}

static inline int rd_mpi_no_leader(const struct rd_group *local, int leader, MPI_Group remote,
				   int remote_leader)
{
	const struct rd_group *group = rd_group_get(remote);

	return local->rank == leader &&
	       (!group || remote_leader < 0 || remote_leader >= group->size);
}

/* Number of neighbours; 0 without a topology. */
static inline int rd_mpi_indegree(MPI_Comm handle)
{
	struct rd_comm *comm = rd_comm_get(handle);

	return comm && comm->topo ? rd_topo_indegree(comm) : 0;
}

static inline int rd_mpi_outdegree(MPI_Comm handle)
{
	struct rd_comm *comm = rd_comm_get(handle);

	return comm && comm->topo ? rd_topo_outdegree(comm) : 0;
}

/* A count as an int: MPI_UNDEFINED when it does not fit (MPI-5.0 3.2.5, 5.1.5). */
static inline int rd_mpi_narrow(MPI_Count count)
{
	return count > INT_MAX || count < INT_MIN ? MPI_UNDEFINED : (int)count;
}

/* ---- Datatypes (type.c), packing (pack.c), grids (grid.c) ---- */

int rd_mpi_type_struct(MPI_Count count, const MPI_Count *blocklens, const MPI_Count *displs,
		       const MPI_Datatype *handles, struct rd_type **out);
/* 0: a dimension is invalid (MPI-5.0 5.1.4). */
int rd_mpi_darray_ok(int ndims, const MPI_Count *gsizes, const int *distribs, const int *dargs,
		     const int *psizes);
void rd_mpi_type_made_large(MPI_Datatype handle);
int rd_mpi_type_is_large(const struct rd_type *type); /* has counts in its envelope */
void rd_mpi_type_envelope(const struct rd_type *type, int *ints, int *addrs, int *types,
			  int *combiner);
void rd_mpi_type_envelope_c(const struct rd_type *type, MPI_Count *ints, MPI_Count *addrs,
			    MPI_Count *counts, MPI_Count *types, int *combiner);
/* Counts the derived types that MPI_Type_get_contents gave to the program, which must free them. */
void rd_mpi_contents_given(const struct rd_type *type, const MPI_Datatype *types);
/* Is there room for the contents? */
int rd_mpi_contents_fit(const struct rd_type *type, MPI_Count ints, MPI_Count addrs,
			MPI_Count counts, MPI_Count types);

/* 1: the data has at most `room` bytes; no overflow. */
int rd_mpi_pack_fits(MPI_Count count, const struct rd_type *type, MPI_Count room);
void rd_mpi_pack(const void *inbuf, MPI_Count count, const struct rd_type *type, void *outbuf,
		 MPI_Count *position);
void rd_mpi_unpack(const void *inbuf, MPI_Count *position, void *outbuf, MPI_Count count,
		   const struct rd_type *type);

/* The same for external32; the type is committed. */
int rd_mpi_is_external32(const char *datarep);
int rd_mpi_external_fits(MPI_Count count, const struct rd_type *type, MPI_Count room);
MPI_Count rd_mpi_external_size(MPI_Count count, const struct rd_type *type);
void rd_mpi_pack_external(const void *inbuf, MPI_Count count, const struct rd_type *type,
			  void *outbuf, MPI_Count *position);
void rd_mpi_unpack_external(const void *inbuf, MPI_Count *position, void *outbuf, MPI_Count count,
			    const struct rd_type *type);

/* Processes of a grid; -1 when a dimension is below 1 or they do not fit an int. */
long long rd_mpi_grid_size(int ndims, const int *dims);
void rd_mpi_cart_get(const struct rd_topo *topo, int *dims, int *periods, int *coords);

/* ---- Graphs (graph.c) ---- */

/* The rank that this process would get in a topology of n processes: its own; no better placement
 * is known. */
static inline int rd_mpi_place(const struct rd_comm *comm, long long n)
{
	return comm->rank < n ? comm->rank : MPI_UNDEFINED;
}

long long rd_mpi_sum(int n, const int *list);
long long rd_mpi_edges(int nnodes, const int *index); /* of a valid index */
/* MPI_UNWEIGHTED, or n weights. */
int rd_mpi_weights_ok(long long n, const int *weights);
/* Either both are MPI_UNWEIGHTED or none is. */
int rd_mpi_weights_agree(const int *one, const int *two);
void rd_mpi_graph_get(const struct rd_topo *topo, int *index, int *edges);
void rd_mpi_neighbours(const struct rd_topo *topo, int rank, int *neighbours);
void rd_mpi_dist_graph_get(const struct rd_topo *topo, int max_in, int *sources,
			   int *source_weights, int max_out, int *destinations, int *dest_weights);

/* ---- Statuses ---- */

/* Calls that complete a single operation leave MPI_ERROR unchanged (MPI-5.0 3.2.5). */
static inline int rd_mpi_status_error(const MPI_Status *status)
{
	return status ? ((const struct rd_status *)status)->error : 0;
}

static inline void rd_mpi_status_restore(MPI_Status *status, int error)
{
	if (status)
		((struct rd_status *)status)->error = error;
}

/* As MPI_Get_count and MPI_Get_elements (status.c), MPI_UNDEFINED included. */
MPI_Count rd_mpi_status_count(const struct rd_status *status, const struct rd_type *type);
MPI_Count rd_mpi_status_elements(const struct rd_status *status, const struct rd_type *type);
void rd_mpi_status_set_elements(struct rd_status *status, const struct rd_type *type,
				MPI_Count count);

/* ---- Requests (complete.c) ---- */

/* Generalised requests (greq.c). */
int rd_mpi_greq_start(MPI_Grequest_query_function *query, MPI_Grequest_free_function *free,
		      MPI_Grequest_cancel_function *cancel, void *extra, MPI_Request *out);
int rd_mpi_greq_complete(const char *call, MPI_Request request);

/* Partitions low to high, or those of a list (part.c). */
int rd_mpi_pready(const char *call, MPI_Request request, int low, int high);
int rd_mpi_pready_list(const char *call, MPI_Request request, int n, const int *partitions);
int rd_mpi_parrived(const char *call, MPI_Request request, int partition, int *flag);
int rd_mpi_is_part(const struct rd_req *req);
int rd_mpi_is_unready(const struct rd_req *req); /* an active send, not all marked */

/* Returns the handle of a new request; the communicator lives until the request is freed. */
static inline MPI_Request rd_mpi_req_new(struct rd_req *req, struct rd_comm *comm)
{
	if (!rd_req_is_static(req)) {
		req->comm = comm;
		rd_comm_hold(comm);
	}
	return (MPI_Request)req;
}

/* The request is complete before the message is sent, so that this can be a tail call. */
static inline int rd_mpi_isend_brief(struct rd_peer *peer, const void *buf, uint64_t count,
				     const struct rd_type *type, int tag, const struct rd_ctx *ctx,
				     MPI_Request *request)
{
	*request = (MPI_Request)&rd_req_done_send;
	return rd_send_brief(peer, buf, count, type, tag, ctx);
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
int rd_mpi_get_status_all(const char *call, int n, const MPI_Request *requests, int *flag,
			  MPI_Status *statuses);
int rd_mpi_get_status_any(const char *call, int n, const MPI_Request *requests, int *index,
			  int *flag, MPI_Status *status);
int rd_mpi_get_status_some(const char *call, int n, const MPI_Request *requests, int *outcount,
			   int *indices, MPI_Status *statuses);
int rd_mpi_startall(const char *call, int n, MPI_Request *requests);
void rd_mpi_request_free(MPI_Request *request);
/* Frees requests that MPI_Request_free left under way and that have completed since; returns the
 * number left. */
int rd_mpi_orphans(void);
/* Waits for those of a communicator, and for its buffered messages; then frees it. */
int rd_mpi_comm_disconnect(struct rd_comm *comm);
/* Cancels the receives among them that have no message. */
void rd_mpi_orphans_cancel(void);

/* ---- Matched messages (message.c) ---- */

/* Keeps the communicator of a matched message, for the errors of its receive. */
MPI_Message rd_mpi_msg_new(struct rd_msg *msg, struct rd_comm *comm);
struct rd_comm *rd_mpi_msg_comm(const struct rd_msg *msg); /* unknown: MPI_COMM_SELF */
void rd_mpi_msg_forget(const struct rd_msg *msg);
long rd_mpi_msg_living(void); /* matched and not received */

static inline struct rd_msg *rd_mpi_msg_get(MPI_Message handle)
{
	if (handle == MPI_MESSAGE_NO_PROC)
		return &rd_msg_no_proc;
	if ((uintptr_t)handle < RD_HANDLE_PREDEFINED ||
	    ((struct rd_obj *)handle)->magic != RD_MAGIC_MESSAGE)
		return NULL;
	return (struct rd_msg *)handle;
}

/* ---- Info (info.c) ---- */

static inline int rd_mpi_info_ok(MPI_Info handle)
{
	return handle == MPI_INFO_NULL || rd_hints_get(handle);
}

int rd_mpi_info_key_ok(const char *key);
/* 1: there is such a key. */
int rd_mpi_info_string(const struct rd_hints *hints, const char *key, int *buflen, char *value);
int rd_mpi_info_get(const struct rd_hints *hints, const char *key, int valuelen, char *value);
int rd_mpi_info_length(const struct rd_hints *hints, const char *key, int *length);
int rd_mpi_info_env(int argc, char **argv, struct rd_hints **out);
int rd_mpi_info_resources(struct rd_hints **out);
int rd_mpi_info_env_job(void); /* adds to MPI_INFO_ENV the launcher's information */

/* ---- Handles as ints (fint.c), the binary interface (abi.c) ---- */

int rd_mpi_handle_toint(const void *handle);
void *rd_mpi_handle_fromint(int number, uintptr_t null); /* null: if no handle has it */
int rd_mpi_abi_info(struct rd_hints **out);
int rd_mpi_abi_fortran_info(struct rd_hints **out);
int rd_mpi_abi_fortran_agrees(const struct rd_hints *hints);
int rd_mpi_abi_logical_ok(int size);
int rd_mpi_abi_get_booleans(int size, void *yes, void *no); /* 1: they are known */
int rd_mpi_abi_booleans_agree(int size, const void *yes, const void *no);
void rd_mpi_abi_set_booleans(int size, const void *yes, const void *no);

/* ---- Attributes (attr.c), texts (text.c), the environment (init.c, env.c, stats.c) ---- */

static inline struct rd_keyval *rd_mpi_keyval_at(enum rd_attr_kind kind, const int *id)
{
	return id ? rd_keyval_get(kind, *id) : NULL;
}

int rd_mpi_attr_get(const struct rd_comm *comm, int keyval, void *value, int *flag);
int rd_mpi_win_attr_get(const struct rd_win *win, int keyval, void *value, int *flag);

/* Sessions (session.c). */
int rd_mpi_session_level(const struct rd_hints *hints);
int rd_mpi_session_info(const struct rd_session *session, struct rd_hints **out);
int rd_mpi_pset_info(const char *name, struct rd_hints **out);
void rd_mpi_pset_name(int n, int *length, char *out);

/* At most max - 1 characters and a 0; returns their number. */
int rd_mpi_text_out(char *out, const char *text, size_t max);
void rd_mpi_name_set(char name[MPI_MAX_OBJECT_NAME], const char *text);
static inline int rd_mpi_name_get(char *out, const char *name)
{
	return rd_mpi_text_out(out, name, MPI_MAX_OBJECT_NAME);
}
int rd_mpi_error_string(int code, char *string);
int rd_mpi_library_version(char *version);

int rd_mpi_init(const char *call, int required, int *provided);
int rd_mpi_session_init(const struct rd_hints *hints, struct rd_errhandler *errhandler,
			struct rd_session **out);
int rd_mpi_session_finalize(struct rd_session *session);
int rd_mpi_finalize(void);
_Noreturn void rd_mpi_abort(const struct rd_comm *comm, int code);
int rd_mpi_is_main_thread(void);
int rd_mpi_alloc_mem(size_t size, void **base); /* RD_ENOMEM */
void rd_mpi_free_mem(void *base);
int rd_mpi_stats_print(void); /* collective over MPI_COMM_WORLD */

#endif
