/* SPDX-License-Identifier: BSD-3-Clause */
/* Collective calls in words: for errors of members whose calls differ, and for stall reports. */
#ifndef RD_COLL_DIFFER_H
#define RD_COLL_DIFFER_H

#include "coll/call.h"

#include <stddef.h>

#define RD_COLL_WORDS_B 128 /* bytes of a text */

/* The properties of a call that are compared and reported. */
struct rd_coll_brief {
	enum rd_coll_kind kind;
	int rank;         /* in the user's communicator */
	uint64_t element; /* bytes of an element, if all members give the same type; else 0 */
	uint64_t bytes;   /* as in the call */
};

static inline struct rd_coll_brief rd_coll_brief_of(const struct rd_coll_call *call)
{
	int alike = call->op || call->kind == RD_COLL_BCAST;

	return (struct rd_coll_brief){call->kind, rd_ctx_users(&call->comm->coll, call->rank),
				      alike ? call->in.type->size : 0, call->bytes};
}

/* "MPI_Allreduce of 2 elements (8 bytes)" */
void rd_coll_words(const struct rd_coll_call *call, char text[RD_COLL_WORDS_B]);

/* Calls of this process that may wait for messages or a card, for stall reports; several threads
 * may be inside collectives of different communicators. */
struct rd_coll_mark {
	const struct rd_coll_call *call;
	struct rd_coll_mark *next;
};
extern struct rd_coll_mark *rd_coll_marks;

static inline void rd_coll_mark_open(struct rd_coll_mark *mark, const struct rd_coll_call *call)
{
	*mark = (struct rd_coll_mark){call, rd_coll_marks};
	rd_coll_marks = mark;
}

static inline void rd_coll_mark_close(const struct rd_coll_mark *mark)
{
	struct rd_coll_mark **link = &rd_coll_marks;

	while (*link != mark)
		link = &(*link)->next;
	*link = mark->next;
}

/* ", MPI_Allreduce of 2 elements (8 bytes)" of the marked call on the context; "": none. */
void rd_coll_words_on(uint32_t ctx, char *text, size_t room);

/* Member m has another call than this one: that kind, and bytes as in the call; kind
 * RD_COLL_KINDS: another kind, or another root. Gives the cause (rd_err_because, or to the
 * request of the call), and returns RD_ECOUNT. */
int rd_coll_differs(const struct rd_coll_call *call, int m, enum rd_coll_kind kind, uint64_t bytes);
int rd_coll_differs_brief(const struct rd_coll_brief *call, int m, enum rd_coll_kind kind,
			  uint64_t bytes);
/* Other members have found that their calls differ. Gives the cause. */
void rd_coll_others_differ(const struct rd_coll_call *call);
/* A message of the call has come from member m, of another length than expected. Likewise. */
int rd_coll_message_differs(const struct rd_coll_call *call, int m, uint64_t bytes,
			    uint64_t expected);

/* A block that member m has posted is longer than that of the receiver. Returns RD_ETRUNCATE. */
int rd_coll_block_truncated(const struct rd_coll_call *call, int m, uint64_t bytes, uint64_t room);

#endif
