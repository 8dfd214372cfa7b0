/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives (MPI-5.0 6). Arguments have been checked by the caller; counts arrays are
 * [rd_comm_peers(comm)], in reduce_scatter [comm->size]. MPI_IN_PLACE comes through as in MPI,
 * and so do MPI_ROOT and MPI_PROC_NULL as roots on intercommunicators. Displacements are in
 * extents, those of alltoallw in bytes.
 */
#ifndef RD_COLL_COLL_H
#define RD_COLL_COLL_H

#include "comm/comm.h"
#include "datatype/op.h"

/* Blocks of the program's memory, one for each member: of one type, or of a type for each. */
struct rd_blocks {
	void *addr;
	const MPI_Count *counts;
	const MPI_Aint *displs; /* NULL: one block behind the other */
	struct rd_type *type;
	const MPI_Datatype *types; /* of alltoallw, in place of `type` */
};

#define RD_BLOCKS(addr_, counts_, displs_, type_) \
	((struct rd_blocks){(void *)(addr_), (counts_), (displs_), (type_), NULL})
#define RD_BLOCKS_W(addr_, counts_, displs_, types_) \
	((struct rd_blocks){(void *)(addr_), (counts_), (displs_), NULL, (types_)})

/* A barrier that is no call of the program, and not counted. It does nothing on several nodes. An
 * error is left to the next collective. */
void rd_coll_meet(struct rd_comm *comm);

/* Data goes from `out` to `in`, operands of a reduction from `operand` to `result`. */
int rd_coll_barrier(struct rd_comm *comm);
int rd_coll_bcast(const struct rd_buf *buf, int root, struct rd_comm *comm);
int rd_coll_gather(const struct rd_buf *out, const struct rd_buf *in, int root,
		   struct rd_comm *comm);
int rd_coll_gatherv(const struct rd_buf *out, const struct rd_blocks *in, int root,
		    struct rd_comm *comm);
int rd_coll_scatter(const struct rd_buf *out, const struct rd_buf *in, int root,
		    struct rd_comm *comm);
int rd_coll_scatterv(const struct rd_blocks *out, const struct rd_buf *in, int root,
		     struct rd_comm *comm);
int rd_coll_allgather(const struct rd_buf *out, const struct rd_buf *in, struct rd_comm *comm);
int rd_coll_allgatherv(const struct rd_buf *out, const struct rd_blocks *in, struct rd_comm *comm);
int rd_coll_alltoall(const struct rd_buf *out, const struct rd_buf *in, struct rd_comm *comm);
int rd_coll_alltoallv(const struct rd_blocks *out, const struct rd_blocks *in,
		      struct rd_comm *comm);
int rd_coll_alltoallw(const struct rd_blocks *out, const struct rd_blocks *in,
		      struct rd_comm *comm);
int rd_coll_reduce(const void *operand, const struct rd_buf *result, struct rd_op *op, int root,
		   struct rd_comm *comm);
int rd_coll_allreduce(const void *operand, const struct rd_buf *result, struct rd_op *op,
		      struct rd_comm *comm);
int rd_coll_reduce_scatter(const void *operand, const struct rd_blocks *result, struct rd_op *op,
			   struct rd_comm *comm);
int rd_coll_reduce_scatter_block(const void *operand, const struct rd_buf *result, struct rd_op *op,
				 struct rd_comm *comm);
int rd_coll_scan(const void *operand, const struct rd_buf *result, struct rd_op *op,
		 struct rd_comm *comm);
int rd_coll_exscan(const void *operand, const struct rd_buf *result, struct rd_op *op,
		   struct rd_comm *comm);

/*
 * Non-blocking and persistent forms. After the call has returned, everything that the arguments
 * point to may change or be freed, except the buffers; types and operators may be freed too.
 */
enum rd_coll_how {
	RD_COLL_ONCE,       /* starts in the call */
	RD_COLL_PERSISTENT, /* persistent (MPI-5.0 6.13): starts with each MPI_Start */
};

int rd_coll_ibarrier(struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);
int rd_coll_ibcast(const struct rd_buf *buf, int root, struct rd_comm *comm, enum rd_coll_how how,
		   struct rd_req **req);
int rd_coll_igather(const struct rd_buf *out, const struct rd_buf *in, int root,
		    struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);
int rd_coll_igatherv(const struct rd_buf *out, const struct rd_blocks *in, int root,
		     struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);
int rd_coll_iscatter(const struct rd_buf *out, const struct rd_buf *in, int root,
		     struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);
int rd_coll_iscatterv(const struct rd_blocks *out, const struct rd_buf *in, int root,
		      struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);
int rd_coll_iallgather(const struct rd_buf *out, const struct rd_buf *in, struct rd_comm *comm,
		       enum rd_coll_how how, struct rd_req **req);
int rd_coll_iallgatherv(const struct rd_buf *out, const struct rd_blocks *in, struct rd_comm *comm,
			enum rd_coll_how how, struct rd_req **req);
int rd_coll_ialltoall(const struct rd_buf *out, const struct rd_buf *in, struct rd_comm *comm,
		      enum rd_coll_how how, struct rd_req **req);
int rd_coll_ialltoallv(const struct rd_blocks *out, const struct rd_blocks *in,
		       struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);
int rd_coll_ialltoallw(const struct rd_blocks *out, const struct rd_blocks *in,
		       struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);
int rd_coll_ireduce(const void *operand, const struct rd_buf *result, struct rd_op *op, int root,
		    struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);
int rd_coll_iallreduce(const void *operand, const struct rd_buf *result, struct rd_op *op,
		       struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);
int rd_coll_ireduce_scatter(const void *operand, const struct rd_blocks *result, struct rd_op *op,
			    struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);
int rd_coll_ireduce_scatter_block(const void *operand, const struct rd_buf *result,
				  struct rd_op *op, struct rd_comm *comm, enum rd_coll_how how,
				  struct rd_req **req);
int rd_coll_iscan(const void *operand, const struct rd_buf *result, struct rd_op *op,
		  struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);
int rd_coll_iexscan(const void *operand, const struct rd_buf *result, struct rd_op *op,
		    struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req);

/* MPI_Comm_idup: *out is valid when the request is complete. */
int rd_coll_comm_idup(struct rd_comm *comm, struct rd_comm **out, struct rd_req **req);

int rd_coll_init(void); /* reads RONDO_COLL */
/* Shared memory for the collectives of MPI_COMM_WORLD (sm_segment.c): in MPI_Init rank 0 makes it
 * during rd_job_meet, and all call the second function after it. drop: it is not used any more;
 * refuse: MPI_Init has failed, and the other ranks need not wait for this one. */
void rd_coll_first_make(void);
void rd_coll_first_open(void);
void rd_coll_first_drop(void);
void rd_coll_first_refuse(void);
/* 1: all ranks of the job want to meet at the end of MPI_Init; the same on all, if none fails. */
int rd_coll_first_meets(void);
void rd_coll_fini(void);

/* Counts, bytes and times of every collective by algorithm, for the statistics. The time of an
 * operation with a request ("iallreduce"; a persistent one counts at each start) runs from its
 * start to its completion, the program's own work in between included. */
struct rd_coll_stats {
	const char *operation, *algorithm;
	uint64_t calls, bytes, ns;
};
/* Row i of the algorithms in use; NULL after the last. */
const struct rd_coll_stats *rd_coll_stats_row(int i);
/* Row i of all algorithms, in use or not; NULL after the last. */
const struct rd_coll_stats *rd_coll_stats_any(int i);
/* Starts counting ns. Without this call ns is counted only if RONDO_STATS asks for it. */
void rd_coll_time_calls(void);
extern int rd_coll_timed;
static inline int rd_coll_is_timed(void)
{
	return rd_unlikely(rd_coll_timed);
}

/* A kind of call that the cards left to software, or shared memory left to messages, and the
 * reason. */
struct rd_coll_refusal {
	const char *operation, *why; /* static text */
	int of_card;                 /* 0: of shared memory, for lack of memory or descriptors */
	uint64_t calls;
	struct rd_coll_refusal *next;
};
/* Row i, NULL after the last. */
const struct rd_coll_refusal *rd_coll_refusal_row(int i);
/* Counts something other than a collective that the cards do not do; static text. */
void rd_coll_refused(const char *operation, const char *why);

/* Counters of this rank's card; 0 without a card. */
enum rd_coll_card {
	RD_CARD_REDUCED_CELLS, /* taken by its reduction groups */
	RD_CARD_LOST_CELLS,    /* not recognized by these groups */
	RD_CARD_DAMAGED_CELLS, /* with a wrong CRC, on both links */
	RD_CARD_DAMAGED_SYMBOLS,
	RD_CARD_RETRANSMISSIONS,
};
uint64_t rd_coll_card_counted(enum rd_coll_card what);

#endif
