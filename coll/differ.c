/* SPDX-License-Identifier: BSD-3-Clause */
/* Collective calls in words (differ.h). Called from message.c, sm_differ.c, and for reports. */
#include "coll/differ.h"

#include "coll/sm_queue.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

static const char *const kind_names[RD_COLL_NAMED] = {
	[RD_COLL_BARRIER] = "barrier",
	[RD_COLL_BCAST] = "bcast",
	[RD_COLL_GATHER] = "gather",
	[RD_COLL_GATHERV] = "gatherv",
	[RD_COLL_SCATTER] = "scatter",
	[RD_COLL_SCATTERV] = "scatterv",
	[RD_COLL_ALLGATHER] = "allgather",
	[RD_COLL_ALLGATHERV] = "allgatherv",
	[RD_COLL_ALLTOALL] = "alltoall",
	[RD_COLL_ALLTOALLV] = "alltoallv",
	[RD_COLL_ALLTOALLW] = "alltoallw",
	[RD_COLL_REDUCE] = "reduce",
	[RD_COLL_ALLREDUCE] = "allreduce",
	[RD_COLL_REDUCE_SCATTER] = "reduce_scatter",
	[RD_COLL_REDUCE_SCATTER_BLOCK] = "reduce_scatter_block",
	[RD_COLL_SCAN] = "scan",
	[RD_COLL_EXSCAN] = "exscan",
	[RD_COLL_NEIGHBOR_ALLGATHER] = "neighbor_allgather",
	[RD_COLL_NEIGHBOR_ALLTOALL] = "neighbor_alltoall",
};

const char *rd_coll_kind_name(enum rd_coll_kind kind)
{
	return kind_names[kind];
}

/* "MPI_Allreduce" */
static void name(enum rd_coll_kind kind, char text[32])
{
	snprintf(text, 32, "MPI_%s", rd_coll_kind_name(kind));
	text[4] = (char)toupper(text[4]);
}

/* "2 elements (8 bytes)" */
static void amount(uint64_t size, uint64_t bytes, char *text, size_t room)
{
	uint64_t n = size ? bytes / size : 0;

	if (n && n * size == bytes)
		snprintf(text, room, "%llu element%s (%llu bytes)", (unsigned long long)n,
			 n == 1 ? "" : "s", (unsigned long long)bytes);
	else
		snprintf(text, room, "%llu bytes", (unsigned long long)bytes);
}

void rd_coll_words(const struct rd_coll_call *call, char text[RD_COLL_WORDS_B])
{
	struct rd_coll_brief brief = rd_coll_brief_of(call);
	char call_name[32], data[64];

	name(call->kind, call_name);
	amount(brief.element, call->bytes, data, sizeof(data));
	snprintf(text, RD_COLL_WORDS_B, "%s%s%s", call_name, call->bytes ? " of " : "",
		 call->bytes ? data : "");
}

struct rd_coll_mark *rd_coll_marks;

void rd_coll_words_on(uint32_t ctx, char *text, size_t room)
{
	const struct rd_coll_mark *mark = rd_coll_marks;
	char words[RD_COLL_WORDS_B];

	*text = 0;
	while (mark && mark->call->comm->coll.id != ctx)
		mark = mark->next;
	if (!mark)
		return;
	rd_coll_words(mark->call, words);
	snprintf(text, room, ", %s", words);
}

/* The first error of the call has this cause. A request that fails while the process is in another
 * call must not give it to that. NULL: the call is not known here. */
static void __attribute__((format(printf, 2, 3)))
because(const struct rd_coll_call *call, const char *fmt, ...)
{
	char text[RD_CAUSE_B];
	va_list ap;

	if (call && call->err)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (call && call->keeps_cause)
		rd_shmcoll_queue_because(call, text);
	else
		rd_err_because("%s", text);
}

/* The rank of member m in the user's communicator. */
static int users(const struct rd_coll_call *call, int m)
{
	return rd_ctx_users(&call->comm->coll, m);
}

/* m: a rank of the user's communicator, as that in `own`. */
static int tell(const struct rd_coll_call *call, const struct rd_coll_brief *own, int m,
		enum rd_coll_kind kind, uint64_t bytes)
{
	char given[64], other[64], own_name[32], other_name[48];

	amount(own->element, own->bytes, given, sizeof(given));
	name(own->kind, own_name);
	if (kind == own->kind) {
		amount(own->element, bytes, other, sizeof(other));
		because(call, "rank %d gives %s, rank %d gives %s: all ranks must give the same", m,
			other, own->rank, given);
		return RD_ECOUNT;
	}
	if (kind < RD_COLL_NAMED && kind != RD_COLL_KINDS)
		name(kind, other_name);
	else /* in a gatherv a member without data posts nothing */
		snprintf(other_name, sizeof(other_name), "another collective or root%s",
			 own->kind == RD_COLL_GATHERV ? ", or has no data" : "");
	because(call,
		"rank %d calls %s, rank %d %s: all ranks of a communicator must call the same "
		"collectives in the same order",
		m, other_name, own->rank, own_name);
	return RD_ECOUNT;
}

int rd_coll_differs_brief(const struct rd_coll_brief *call, int m, enum rd_coll_kind kind,
			  uint64_t bytes)
{
	return tell(NULL, call, m, kind, bytes);
}

int rd_coll_differs(const struct rd_coll_call *call, int m, enum rd_coll_kind kind, uint64_t bytes)
{
	const struct rd_coll_brief own = rd_coll_brief_of(call);

	return tell(call, &own, users(call, m), kind, bytes);
}

void rd_coll_others_differ(const struct rd_coll_call *call)
{
	because(call, "the calls of other ranks differ: all ranks of a communicator must call the "
		      "same collectives in the same order, and give the same number of elements");
}

int rd_coll_message_differs(const struct rd_coll_call *call, int m, uint64_t bytes,
			    uint64_t expected)
{
	struct rd_coll_brief brief = rd_coll_brief_of(call);
	char own[64];

	amount(brief.element, call->bytes, own, sizeof(own));
	because(call,
		"a message of rank %d has %llu bytes in place of %llu: rank %d gives %s, all ranks "
		"must give the same",
		users(call, m), (unsigned long long)bytes, (unsigned long long)expected, brief.rank,
		own);
	return RD_ECOUNT;
}

int rd_coll_block_truncated(const struct rd_coll_call *call, int m, uint64_t bytes, uint64_t room)
{
	because(call,
		"a message of rank %d has %llu bytes in place of %llu: all ranks must give the "
		"same count",
		users(call, m), (unsigned long long)bytes, (unsigned long long)room);
	return RD_ETRUNCATE;
}
