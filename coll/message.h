/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Helpers of the algorithms over pt2pt: messages that keep the first error in the call, bounded
 * numbers of outstanding requests, temporary memory, packed views.
 */
#ifndef RD_COLL_MESSAGE_H
#define RD_COLL_MESSAGE_H

#include "coll/call.h"

static inline void rd_coll_error(struct rd_coll_call *call, int err)
{
	if (err && !call->err)
		call->err = err;
}

/* The cause of the call's first error, while the rest of the call gives others. */
struct rd_coll_cause {
	int failed; /* the call has its error */
	struct rd_err_kept kept;
};

static inline void rd_coll_cause_hold(struct rd_coll_cause *cause, const struct rd_coll_call *call)
{
	cause->failed = call->err;
	if (rd_unlikely(cause->failed))
		rd_err_keep(&cause->kept);
}

static inline void rd_coll_cause_release(const struct rd_coll_cause *cause)
{
	if (rd_unlikely(cause->failed))
		rd_err_give_back(&cause->kept);
}

/* err, unless 0, is RD_ENOMEM: this rank has no memory for the data of the call. It goes on with
 * all its messages, so that the others get this error too: they are poison messages, and buffers
 * are neither read nor written. */
void rd_coll_go_without(struct rd_coll_call *call, int err);

/*
 * Messages without data are left out on both sides: signatures match, so both sides leave them out.
 * An exchange cannot deadlock, in whichever order its partners arrive.
 */
void rd_coll_send(struct rd_coll_call *call, const void *buf, uint64_t count, struct rd_type *type,
		  int dest);
void rd_coll_recv(struct rd_coll_call *call, void *buf, uint64_t count, struct rd_type *type,
		  int src);
void rd_coll_exchange(struct rd_coll_call *call, const struct rd_buf *out, int dest,
		      const struct rd_buf *in, int src);
/* Messages without data, which are sent nevertheless. */
void rd_coll_signal(struct rd_coll_call *call, int dest);
void rd_coll_await(struct rd_coll_call *call, int src);
void rd_coll_signal_await(struct rd_coll_call *call, int dest, int src);

/* Exchanges the block in `buf` with the peer's, which is received in its place. */
void rd_coll_replace(struct rd_coll_call *call, void *buf, uint64_t count, struct rd_type *type,
		     int peer);

/* Copies within the process; RD_ETRUNCATE when the destination is the smaller. */
void rd_coll_copy(struct rd_coll_call *call, void *dst, uint64_t dcount, struct rd_type *dtype,
		  const void *src, uint64_t scount, struct rd_type *stype);
/* Packs elements into at most `room` bytes, and unpacks them; returns bytes. */
void rd_coll_pack(struct rd_coll_call *call, char *bytes, uint64_t room, const void *buf,
		  uint64_t count, struct rd_type *type);
void rd_coll_unpack(struct rd_coll_call *call, void *buf, uint64_t count, struct rd_type *type,
		    const char *bytes);
void rd_coll_move(struct rd_coll_call *call, char *to, const char *from, uint64_t bytes);

/* Outstanding requests, at most RD_COLL_WINDOW: one more waits for the oldest. */
#define RD_COLL_WINDOW 32

struct rd_coll_message {
	union {
		struct rd_req *req;
		int step; /* of the schedule, when recorded */
	};
	int src; /* of a receive of `bytes`, which has no request if there was no memory for it;
		  * else MPI_PROC_NULL */
	uint64_t bytes;
};

struct rd_coll_window {
	struct rd_coll_call *call;
	unsigned begun, ended; /* requests; those between the two are in the ring buffer */
	struct rd_coll_message message[RD_COLL_WINDOW];
};

void rd_coll_window_init(struct rd_coll_window *w, struct rd_coll_call *call);
void rd_coll_window_send(struct rd_coll_window *w, const void *buf, uint64_t count,
			 struct rd_type *type, int dest);
void rd_coll_window_recv(struct rd_coll_window *w, void *buf, uint64_t count, struct rd_type *type,
			 int src);
/* Waits until at most `most` are outstanding; the oldest end first. */
void rd_coll_window_wait(struct rd_coll_window *w, unsigned most);

/* Memory for the time of a call, 64-byte aligned, kept from call to call up to a limit.
 * NULL: no memory. put takes NULL. */
void *rd_coll_temp_get(uint64_t bytes);
void rd_coll_temp_put(void *mem);
void rd_coll_temp_fini(void);
/* The same for data that messages and copies of the call use, *mem is for data_put. Without memory:
 * rd_coll_go_without, and an address as in rd_coll_room_get. */
char *rd_coll_data_get(struct rd_coll_call *call, uint64_t bytes, void **mem);
/* Replaces temp_put for such memory: a schedule still needs it. */
void rd_coll_data_put(struct rd_coll_call *call, void *mem);

/* Temporary room for `count` elements; `at` serves as the address of the buffer. */
struct rd_coll_room {
	void *mem;
	char *at;
};
/* RD_ENOMEM: `at` is the address of 64 KiB that no result is taken from, for
 * rd_coll_go_without. */
int rd_coll_room_get(struct rd_coll_room *room, uint64_t count, const struct rd_type *type);
void rd_coll_room_put(struct rd_coll_call *call, struct rd_coll_room *room);

/*
 * A buffer of any layout as packed bytes: the buffer itself when it is one block, else temporary
 * memory, packed at the start if `fill`, and unpacked at the end if `drain`.
 */
struct rd_coll_view {
	char *bytes;
	void *mem; /* NULL: no copy */
	void *buf;
	uint64_t count;
	struct rd_type *type;
};
int rd_coll_view_open(struct rd_coll_call *call, struct rd_coll_view *v, const void *buf,
		      uint64_t count, struct rd_type *type, int fill);
void rd_coll_view_close(struct rd_coll_call *call, struct rd_coll_view *v, int drain);

#endif
