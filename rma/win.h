/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Windows and one-sided communication (MPI-5.0 12): the functions called by mpi/. Arguments have
 * been checked by the caller, except epochs, target displacements and sizes.
 *
 * A target is reached in one of four ways, recorded in the window for each peer:
 *   direct   by load, store and atomic instructions: the process itself, and the windows of
 *            Win_allocate and Win_allocate_shared on its node;
 *   mailbox  short operations between processes of one node, and pieces of long ones where
 *            that is quicker, while the target is in MPI and polls (mailbox.h, pieces.h); puts
 *            and gets end at the next synchronisation (pipeline.h)
 *   copied   puts and gets on the same node by process_vm_readv/writev (cma.c);
 *   message  active messages (am.c), which the target handles inside any MPI call it makes.
 * Accumulates are carried out directly, by mailbox or by message, never by copying, and in all
 * cases by the same code (apply.c), so that they are atomic to each other. Ring cards carry out
 * puts, gets and some accumulates that would go by message, without the target (card.h).
 */
#ifndef RD_RMA_WIN_H
#define RD_RMA_WIN_H

#include "base/attr.h"
#include "base/hints.h"
#include "base/list.h"
#include "comm/comm.h"
#include "datatype/op.h"
#include "datatype/unnamed.h"
#include "pt2pt/peer.h"
#include "rma/apply.h"
#include "rma/heap.h"
#include "rma/region.h"

struct rd_rma_mailbox; /* mailbox of one target; mailbox.h */
struct rd_rma_types;   /* target types described to a peer, or by it; types.h */
struct rd_rma_card;    /* memory exposed on the card; card.c */
struct rd_rma_far;     /* a target's; card.c */

enum rd_rma_hold { RD_HOLD_NONE, RD_HOLD_SHARED, RD_HOLD_EXCLUSIVE };

/* The event awaited from a member: for the stall report (am.c). */
enum rd_rma_awaited { RD_AWAITED_NONE, RD_AWAITED_LOCK, RD_AWAITED_POST, RD_AWAITED_COMPLETE };

/* Locking a member (passive.c). */
struct rd_win_peer_lock {
	struct rd_rma_lockword *word; /* NULL: its locks are taken by the card or requested by
				       * message */
	struct rd_list link; /* in rd_win.members.held while locked in lock_all, later than at
			      * once */
	uint8_t hold;        /* enum rd_rma_hold: lock that this process holds there */
	uint8_t granted;     /* the answer to a lock request has arrived */
	uint8_t by_card;     /* `hold` was taken by the card */
};

/* A member's mailbox (op.c, mailbox.c). */
struct rd_win_peer_mail {
	struct rd_rma_mailbox *box; /* NULL: not usable */
	uint16_t backoff;           /* operations to bypass it after the next timeout */
	uint16_t backoff_left;      /* of these, still to go */
	uint8_t no_far;             /* the target cannot copy from this process */
};

/* Answers due to a member, as a target (target.c). */
struct rd_win_peer_due {
	struct rd_list link;              /* in rd_win.members.owed while something is due */
	uint32_t bulk;                    /* its puts whose data is still to arrive */
	uint32_t acks, completes, unlock; /* due when bulk is 0 */
	int refused; /* first error of an operation that it requested; sent with the next
		      * acknowledgement */
};

/* Derived types described to a member, or by it (types.c). NULL until the first. */
struct rd_win_peer_types {
	struct rd_rma_types *told, *learnt;
};

/* The way to a member by ring cards (card.c). */
struct rd_win_peer_card {
	struct rd_rma_far *far; /* NULL: there is none */
	uint32_t pending;       /* of rd_win_peer.pending: that the card has not ended */
	uint32_t puts, placed;  /* how many there were, modulo 2^32; of these, flushed */
	int known;              /* `far` is valid */
};

/* State of a member in a window. */
struct rd_win_peer {
	char *mem;     /* direct: its window; NULL for a dynamic window, whose displacements
			* are addresses. Else the address of its window there */
	uint64_t size; /* bytes of its window; UINT64_MAX: dynamic */
	int64_t unit;  /* bytes per displacement */
	int rank;
	uint8_t direct;
	uint8_t open;    /* access is allowed by start or lock */
	uint8_t dirty;   /* messages were sent that it has not acknowledged */
	uint8_t awaited; /* enum rd_rma_awaited */
	struct rd_win_peer_lock lock;
	struct rd_win_peer_mail mail;
	uint32_t pending;          /* own operations whose buffers are in use */
	uint32_t flushes;          /* acknowledgements expected */
	uint32_t swaps;            /* of `pending`: compare-and-swaps by message */
	uint32_t posts, completes; /* received and not consumed yet */
	struct rd_rma_proc *proc;  /* process of this node with which memory may be shared; else
				    * NULL */
	char *view;                /* for MPI_Win_shared_query; NULL: not mapped here */
	struct rd_list touched; /* in rd_win.members.touched while dirty, pending or flushes may be
				 * set */
	struct rd_win_peer_due due;
	struct rd_win_peer_types types;
	struct rd_win_peer_card card;
};

/* Known of each member by all. */
struct rd_win_extent {
	uint64_t size; /* bytes */
	int64_t unit;
};

/* Ranks in the window of the members of a group. */
struct rd_win_ranks {
	int n;
	int *rank; /* [n]; NULL: no such epoch */
};

/*
 * Epochs (MPI-5.0 12.5). A window has one state as an origin, changed by rd_win_enter, and one as a
 * target, changed by expose (both in sync.c).
 *
 *                     fence                        start
 *         FENCE <--------------> NONE <------------------> START
 *                (NOSUCCEED)     ^  ^    complete
 *                  lock, unlock  |  |  lock_all, unlock_all
 *                                v  v
 *                             LOCK  LOCK_ALL
 *
 *         NONE <--------------> POSTED
 *              post, wait, test
 *
 * NONE: no access. FENCE, LOCK_ALL: access to all. START: access to the members of `started`. LOCK:
 * access to the targets that are locked, `locks` of them. A FENCE epoch without operations counts
 * as NONE: start, lock and lock_all lead from it as well. POSTED: the members of `posted` have
 * access; a fence, which gives access to all, needs no state of the target.
 *
 * Invariants (rd_win_check):
 *  1. open_all is set in FENCE and LOCK_ALL only; peers are open in START and LOCK only, and as
 *     many as these epochs have.
 *  2. `started` and `posted` are there in START and in POSTED only.
 *  3. `held` has members in LOCK_ALL only.
 */
enum rd_epoch { RD_EPOCH_NONE, RD_EPOCH_FENCE, RD_EPOCH_START, RD_EPOCH_LOCK, RD_EPOCH_LOCK_ALL };
enum rd_exposure { RD_EXPOSURE_NONE, RD_EXPOSURE_POSTED };

/* sync.c, passive.c */
struct rd_win_sync {
	enum rd_epoch access;
	enum rd_exposure exposure;
	uint8_t open_all; /* access to all is allowed */
	uint8_t used;     /* an operation was issued since the last fence */
	uint8_t nocheck;  /* lock_all with MPI_MODE_NOCHECK */
	int locks;        /* targets locked by rd_win_lock */
	struct rd_win_ranks started, posted;
};

/* The processes that may access the window of a target by instructions, other than this one: each
 * one's word that is set while it changes elements (apply.c). */
struct rd_rma_party {
	int n; /* -1: not all are known */
	uint32_t **changing;
};

/* peers.c */
struct rd_win_members {
	uint8_t by_message;                 /* some are reached by message for some accesses */
	int near_first, near_n;             /* ranks next to the own one that are on its node */
	struct rd_win_peer *near;           /* [near_n] */
	struct rd_win_peer ***far;          /* the others, as far as used */
	struct rd_win_extent same, *extent; /* [comm->size], or NULL: `same` holds for all */
	/* [nat_once] members that lock_all locks at once: their lock words or windows are mapped
	 * here */
	struct rd_win_peer **at_once;
	int nat_once;
	struct rd_rma_party party;
	struct rd_list touched, held; /* peers: see there */
	struct rd_list reading;       /* own gets that read later than they were issued (op.c) */
	struct rd_list owed;          /* peers to which something is due */
};

/* Of the window's own process (segment.c). */
struct rd_win_memory {
	struct rd_rma_spot lockword_spot, spot; /* in the heap: the lock word, the window */
	int lockword_malloc;                    /* the lock word was allocated by itself */
	int lockword_niche;                     /* it is in a niche of the card's arena */
	int lost;                               /* the places in the heap must not be used again */
	int unshared;                           /* no other process maps the window */
	void *segment;                          /* memory shared on the node, or NULL */
	size_t segment_b;
	void *heap; /* own memory outside any segment, or NULL */
	size_t heap_b;
	struct rd_shm_place place; /* of the window, if it is in a file */
	int file;                  /* its descriptor, if it is this process's alone; -1 */
	uint64_t room;             /* bytes of that from the window to the next one, or its end */
};

/* The own lock word, and waiting for others' (target.c, passive.c). */
struct rd_win_lock {
	struct rd_rma_lockword *word;     /* own */
	struct rd_list queue;             /* requests that wait for it */
	int waits;                        /* threads that wait for a lock word which other processes
					   * change */
	struct rd_rma_lockword *waits_at; /* the last of them: the lock word; NULL: not known */
	int waits_for;                    /* enum rd_rma_hold */
	int waits_long;                   /* it is counted as starving there */
	struct rd_rma_lockword *sleeps_at; /* NULL: no process has to send WAKE */
	int wakes;                         /* WAKE messages expected; below 0: arrived before they
					    * were expected */
};

/* Active messages of the window (am.c). */
struct rd_win_am {
	uint32_t tags;           /* number of tags issued */
	int sends;               /* active messages that have not left yet */
	int answers;             /* likewise, data that origins have requested */
	struct rd_list attended; /* in the list of windows in which something may be due */
	struct rd_win *next_by_id;
};

struct rd_win {
	struct rd_obj obj;    /* RD_MAGIC_WIN */
	int flavor;           /* MPI_WIN_FLAVOR_CREATE ... */
	int model;            /* MPI_WIN_UNIFIED; its address is an attribute */
	int disp_unit;        /* own; its address likewise */
	MPI_Aint size;        /* own; its address likewise */
	void *base;           /* own */
	struct rd_comm *comm; /* the window's own duplicate */
	struct rd_errs errs;
	struct rd_attrs attrs;  /* the user's */
	struct rd_hints *hints; /* given at creation and later; may be NULL */
	struct rd_win_sync sync;
	struct rd_win_members members;
	struct rd_win_lock lock;
	struct rd_win_am am;
	struct rd_win_memory memory;
	struct rd_rma_card *card;      /* NULL: nothing is exposed */
	struct rd_rma_regions regions; /* attached memory */
	int err;                       /* first error of an operation since the last flush */
	struct rd_list link;           /* in the list of all windows of several members */
	char name[MPI_MAX_OBJECT_NAME];
};

/* NULL if the handle is no valid window. */
static inline struct rd_win *rd_win_get(MPI_Win handle)
{
	struct rd_win *win = (struct rd_win *)handle;

	if ((uintptr_t)handle < RD_HANDLE_PREDEFINED)
		return NULL;
	return win->obj.magic == RD_MAGIC_WIN ? win : NULL;
}

static inline MPI_Win rd_win_handle(const struct rd_win *win)
{
	return win ? (MPI_Win)win : MPI_WIN_NULL;
}

/* ---- Windows (win.c); all collective over `comm` but attach and detach ---- */

struct rd_win_want {
	int flavor;
	void *base;    /* Win_create */
	uint64_t size; /* bytes */
	int64_t unit;
	const struct rd_hints *hints; /* may be NULL */
};
int rd_win_create(const struct rd_win_want *want, struct rd_comm *comm, struct rd_win **out);
/* Frees the window. After an error that came too late for the other members the window is freed all
 * the same; its error handler remains valid until the next window is freed. */
int rd_win_free(struct rd_win *win);
int rd_win_attach(struct rd_win *win, void *base, uint64_t size); /* RD_ERMA_ATTACH */
int rd_win_detach(struct rd_win *win, const void *base);          /* RD_EARG */
void rd_win_shared_query(const struct rd_win *win, int rank, MPI_Aint *size, MPI_Aint *unit,
			 void *base);
void rd_win_set_errhandler(struct rd_win *win, struct rd_errhandler *handler);
/* Hints are kept and returned; those that are used are in rondo.7. RD_ENOMEM. */
int rd_win_set_hints(struct rd_win *win, const struct rd_hints *hints);
int rd_win_get_hints(const struct rd_win *win, struct rd_hints **out);
/* Drops the reference of an operation that has ended (rd_obj_get). */
void rd_win_let(struct rd_win *win);
long rd_win_living(void); /* for leak reports: windows not freed */
void rd_rma_fini(void);

#define RD_WIN_ASSERTS \
	(MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | \
	 MPI_MODE_NOSUCCEED)

/* ---- Synchronization (sync.c, passive.c); RD_ERMA_SYNC if the epoch is wrong ---- */

/* 1: a member has failed. Awaited messages may never arrive, and received data may be wrong. */
static inline int rd_win_is_broken(struct rd_win *win)
{
	return rd_unlikely(rd_peers_lost) && rd_ctx_broken(&win->comm->p2p);
}

/* All that belongs to the next state has been done, but open_all. */
void rd_win_enter(struct rd_win *win, enum rd_epoch next);
void rd_win_check(const struct rd_win *win); /* aborts where an invariant is broken */

/* The call does not fit the epochs of the window: `first` names the call that must come before it.
 * Gives the cause, with the epoch that is open; returns RD_ERMA_SYNC. */
int rd_win_misuse(const struct rd_win *win, const char *first) __attribute__((cold));

int rd_win_fence(struct rd_win *win, int assert);
int rd_win_post(struct rd_win *win, struct rd_group *group, int assert);
int rd_win_start(struct rd_win *win, struct rd_group *group, int assert);
int rd_win_complete(struct rd_win *win);
int rd_win_wait(struct rd_win *win);
int rd_win_test(struct rd_win *win, int *flag);
int rd_win_lock(struct rd_win *win, int type, int rank, int assert);
int rd_win_unlock(struct rd_win *win, int rank);
int rd_win_lock_all(struct rd_win *win, int assert);
int rd_win_unlock_all(struct rd_win *win);
int rd_win_flush(struct rd_win *win, int rank);
int rd_win_flush_all(struct rd_win *win);
int rd_win_flush_local(struct rd_win *win, int rank);
int rd_win_flush_local_all(struct rd_win *win);
int rd_win_sync(struct rd_win *win);

/* ---- Operations (put.c, accumulate.c) ---- */

/* Both sides of an operation. target may be MPI_PROC_NULL. */
struct rd_rma_call {
	struct rd_win *win;
	const void *origin;
	uint64_t ocount;
	struct rd_type *otype;
	void *result; /* get_accumulate */
	uint64_t rcount;
	struct rd_type *rtype;
	int target;
	int64_t disp; /* in displacement units of the target */
	uint64_t tcount;
	struct rd_type *ttype;
	struct rd_op *op;
	struct rd_req **req; /* the request form; NULL: none */
};

int rd_rma_put(const struct rd_rma_call *call);
int rd_rma_get(const struct rd_rma_call *call); /* `result`, rcount and rtype are filled in */
int rd_rma_accumulate(const struct rd_rma_call *call); /* with a result: get_accumulate */
int rd_rma_fetch_and_op(struct rd_win *win, const void *origin, void *result, struct rd_type *type,
			int target, int64_t disp, struct rd_op *op);
int rd_rma_compare_and_swap(struct rd_win *win, const void *origin, const void *compare,
			    void *result, struct rd_type *type, int target, int64_t disp);

/* 0 if the operator may be used with the type in an accumulate; RD_EOP, RD_ETYPE. */
static inline int rd_rma_op_check(const struct rd_op *op, const struct rd_type *type);
int rd_rma_op_check_any(const struct rd_op *op, const struct rd_type *type); /* its slow part */

static inline int rd_rma_op_check(const struct rd_op *op, const struct rd_type *type)
{
	if (rd_likely(op->predefined && type->basic && rd_apply_known(op, type->basic)->defined))
		return 0;
	return rd_rma_op_check_any(op, type);
}

/* 1: predefined, or a duplicate of a predefined type. */
static inline int rd_rma_one_element(const struct rd_type *type)
{
	return !!(type->flags & (RD_TYPE_PREDEFINED | RD_TYPE_ALIAS));
}

/* 1: all elements are of one predefined type, which may be a pair without a name. */
static inline int rd_rma_one_kind(const struct rd_type *type)
{
	return type->basic || !type->size || type->pair;
}

/* 1 if the type can be compared and swapped (MPI-5.0 12.3.4). */
int rd_rma_cas_ok(const struct rd_type *type);

#endif
