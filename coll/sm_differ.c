/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Members of a communicator whose collective calls differ, in kind or length: an error of the
 * program, which would give wrong results, or make the members wait for each other for ever. Posts
 * of short operations carry a signature (sm.h); long operations are recorded by each member when it
 * begins them. The comparison makes no member wait for another: a member compares each post when it
 * has come, and in a wait that takes long the record of the awaited member. Where members are
 * counted, the counters compare (sm_many.c).
 */
#include "coll/sm_pool.h"

#include "coll/differ.h"

/* Blocks in a post, where its bytes are not those of the call. */
static uint64_t blocks_of(const struct rd_coll_call *call, enum rd_coll_kind kind)
{
	if (kind >= RD_COLL_KINDS)
		return call->kind == kind ? (uint64_t)call->blocks : 1;
	return kind == RD_COLL_SCATTER || kind == RD_COLL_ALLTOALL ? (uint64_t)call->size - 1 : 1;
}

/* Bytes of the call of a post: reductions post their elements with the gaps. */
static uint64_t bytes_of(const struct rd_coll_call *call, enum rd_coll_kind kind, uint64_t posted)
{
	const struct rd_type *type = call->in.type;

	if (kind == call->kind && call->op && type->extent > 0)
		return posted / (uint64_t)type->extent * type->size;
	return posted / blocks_of(call, kind);
}

int rd_shmcoll_posts_differ(const struct rd_coll_call *call, int m, uint64_t word, uint64_t wanted)
{
	uint64_t bytes = word & ((1u << RD_SHMCOLL_SIGN_B) - 1);
	enum rd_coll_kind kind = (word & ((1u << RD_SHMCOLL_SIGN) - 1)) >> RD_SHMCOLL_SIGN_B;

	if (word >> RD_SHMCOLL_SIGN != wanted >> RD_SHMCOLL_SIGN)
		return rd_coll_differs(call, m, RD_COLL_KINDS, 0);
	return rd_coll_differs(call, m, kind, bytes_of(call, kind, bytes));
}

/* Member m has arrived at the counted operation with this signature. */
static int tell_arrival(const struct rd_coll_call *call, int m, uint64_t arrival)
{
	enum rd_coll_kind kind = (enum rd_coll_kind)(arrival >> RD_SHMCOLL_ARRIVAL_KIND);
	uint64_t bytes = arrival & (RD_SHMCOLL_ARRIVAL_LONG - 1);

	if (!(arrival & RD_SHMCOLL_ARRIVAL_LONG))
		bytes = bytes_of(call, kind, bytes);
	return rd_coll_differs(call, m, kind, bytes);
}

int rd_shmcoll_arrivals_differ(const struct rd_shmcoll *shm)
{
	uint64_t which = shm->counting.meets % 2, own = shm->member[shm->rank].arrival[which];
	uint64_t other = own;
	int m = 0;

	while (m < shm->n &&
	       (other = __atomic_load_n(&shm->member[m].arrival[which], __ATOMIC_RELAXED)) == own)
		m++;
	return tell_arrival(shm->call, m, other);
}

void rd_shmcoll_record_long(struct rd_shmcoll *shm, const struct rd_coll_call *call)
{
	uint64_t number = ++shm->longs;
	struct rd_shmcoll_record *record =
		&shm->member[shm->rank].longs[number % RD_SHMCOLL_RECORDS];

	/* a member that reads one of the new values also reads that there is no number */
	__atomic_store_n(&record->number, 0, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_RELEASE);
	__atomic_store_n(&record->seq, shm->seq, __ATOMIC_RELAXED);
	__atomic_store_n(&record->kind, (uint64_t)call->kind, __ATOMIC_RELAXED);
	__atomic_store_n(&record->bytes, call->bytes, __ATOMIC_RELAXED);
	/* wakes no member: most that sleep for this one wait for its data; a member that waits for
	 * another operation sees the record when it looks for dead members */
	__atomic_store_n(&record->number, number, __ATOMIC_RELEASE);
}

/* 1: member m has begun that long operation, and is no further than one more. */
static int find_record(const struct rd_shmcoll *shm, int m, uint64_t number,
		       struct rd_shmcoll_record *out)
{
	const struct rd_shmcoll_record *record = &shm->member[m].longs[number % RD_SHMCOLL_RECORDS];

	/* pairs with the release in rd_shmcoll_record_long */
	if (__atomic_load_n(&record->number, __ATOMIC_ACQUIRE) != number)
		return 0;
	out->seq = __atomic_load_n(&record->seq, __ATOMIC_RELAXED);
	out->kind = __atomic_load_n(&record->kind, __ATOMIC_RELAXED);
	out->bytes = __atomic_load_n(&record->bytes, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_ACQUIRE); /* pairs with that of rd_shmcoll_record_long */
	return __atomic_load_n(&record->number, __ATOMIC_RELAXED) == number;
}

int rd_shmcoll_compare_long(const struct rd_shmcoll *shm, const struct rd_coll_call *call, int m)
{
	struct rd_shmcoll_record of;

	if (!find_record(shm, m, shm->longs, &of) ||
	    (of.kind == (uint64_t)call->kind && of.bytes == call->bytes))
		return 0;
	return rd_coll_differs(call, m, (enum rd_coll_kind)of.kind, of.bytes);
}

/* This member carries out a short operation; member m has begun a long one before it, or before an
 * earlier one. */
static int look_for_long(const struct rd_shmcoll *shm, int m)
{
	struct rd_shmcoll_record of;

	if (!find_record(shm, m, shm->longs + 1, &of) || of.seq > shm->seq)
		return 0;
	return rd_coll_differs(shm->call, m, (enum rd_coll_kind)of.kind, of.bytes);
}

static int is_of(uint64_t word, uint64_t seq)
{
	return word >> RD_SHMCOLL_SIGN == rd_shmcoll_word_of(seq) >> RD_SHMCOLL_SIGN;
}

/* 1: member m has completed the short operation that is the next one here, or under way; not for
 * want of a member that has failed. */
static int has_completed(const struct rd_shmcoll *shm, int m)
{
	const struct rd_shmcoll_member *member = &shm->member[m];

	/* pairs with the release in op_end */
	return __atomic_load_n(&member->done, __ATOMIC_ACQUIRE) > shm->seq &&
	       !__atomic_load_n(&member->lost, __ATOMIC_RELAXED);
}

/* In that case, as far as it is known from its post, or since it has waited. */
static int tell_completed(const struct rd_shmcoll *shm, int m)
{
	uint64_t own = __atomic_load_n(&shm->member[shm->rank].waits, __ATOMIC_RELAXED);
	const struct rd_shmcoll_layout *layout = &shm->layout;
	uint64_t at = (uint64_t)m * layout->bytes +
		      (shm->seq & (layout->posts - 1)) * sizeof(struct rd_shmcoll_post);
	const struct rd_shmcoll_post *post = (const void *)(shm->arrays + at);
	uint64_t word = __atomic_load_n(&post->full, __ATOMIC_ACQUIRE);

	if (!is_of(word, shm->seq))
		word = __atomic_load_n(&shm->member[m].waits, __ATOMIC_RELAXED);
	if (word == own) /* with another root */
		word = 0;
	return rd_shmcoll_posts_differ(shm->call, m, word, rd_shmcoll_word_of(shm->seq));
}

/* The word has not come, and member m has completed the operation that it is for, or, if that is a
 * long one, the short one after it. */
static int look_for_completed(const struct rd_shmcoll *shm, const struct rd_shmcoll_want *want)
{
	if (!has_completed(shm, want->member) || rd_shmcoll_is_there(want))
		return 0;
	return tell_completed(shm, want->member);
}

static uint64_t post_bytes(const struct rd_coll_call *call)
{
	return call->kind < RD_COLL_KINDS ? rd_shmcoll_short_bytes(call)
					  : call->bytes * (uint64_t)call->blocks;
}

/* This member and member m wait for each other's posts, in two short operations. */
static int look_for_waiting(const struct rd_shmcoll *shm, const struct rd_shmcoll_want *want)
{
	const struct rd_coll_call *call = shm->call;
	uint64_t own = rd_shmcoll_word(shm->seq, call->kind, post_bytes(call));
	uint64_t other = __atomic_load_n(&shm->member[want->member].waits, __ATOMIC_RELAXED);

	__atomic_store_n(&shm->member[shm->rank].waits, own, __ATOMIC_RELAXED);
	if (!is_of(other, shm->seq) || rd_shmcoll_is_there(want))
		return 0;
	if (other != own)
		return rd_shmcoll_posts_differ(call, want->member, other, own);
	/* the root waits for no post */
	return call->kind == RD_COLL_BCAST || call->kind == RD_COLL_SCATTER ||
			       call->kind == RD_COLL_SCATTERV
		       ? rd_coll_differs(call, want->member, RD_COLL_KINDS, 0)
		       : 0;
}

/* This member waits for one word of member m, which has arrived at a counted operation instead. */
static int look_for_counted(const struct rd_shmcoll *shm, const struct rd_shmcoll_want *want)
{
	const struct rd_shmcoll_member *member = &shm->member[want->member];
	uint64_t next = shm->counting.meets + 1;

	/* pairs with record_arrival in sm_many.c */
	if (__atomic_load_n(&member->come, __ATOMIC_ACQUIRE) < next || rd_shmcoll_is_there(want))
		return 0;
	return tell_arrival(shm->call, want->member,
			    __atomic_load_n(&member->arrival[next % 2], __ATOMIC_RELAXED));
}

/* This member waits for all; member m has not arrived, and has begun a long operation, or completed
 * a short one, in the place of this one or before it. */
static int look_for_absent(const struct rd_shmcoll *shm, int m)
{
	uint64_t own = shm->member[shm->rank].arrival[shm->counting.meets % 2];
	int completed = has_completed(shm, m); /* before it is asked whether it has arrived */

	if (rd_shmcoll_has_come(shm, m))
		return 0;
	if (completed)
		return tell_completed(shm, m);
	return own & RD_SHMCOLL_ARRIVAL_LONG ? rd_shmcoll_compare_long(shm, shm->call, m)
					     : look_for_long(shm, m);
}

static int look_at_gate(const struct rd_shmcoll *shm, const struct rd_shmcoll_want *want)
{
	int err = 0;

	for (int m = 0; m < shm->n && !err && !rd_shmcoll_is_there(want); m++)
		err = m == shm->rank ? 0 : look_for_absent(shm, m);
	return err;
}

/* Words of short operations lie in the arrays, those of long ones in the pools. */
static int lies_in(const uint64_t *word, const void *memory, uint64_t bytes)
{
	return (uintptr_t)word - (uintptr_t)memory < bytes;
}

static int lies_in_pool(const uint64_t *word, const struct rd_shmcoll_pool *pool)
{
	return pool && lies_in(word, pool->base, pool->bytes);
}

int rd_shmcoll_look_for_other(const struct rd_shmcoll *shm, const struct rd_shmcoll_want *want)
{
	int err = 0;

	if (rd_peers_lost)
		return 0;
	if (want->member == RD_SHMCOLL_ANY)
		return look_at_gate(shm, want);
	if (shm->counting.groups)
		err = look_for_counted(shm, want);
	if (err)
		return err;
	if (lies_in(want->word, shm->arrays, (uint64_t)shm->n * shm->layout.bytes)) {
		err = look_for_long(shm, want->member);
		if (!err)
			err = look_for_waiting(shm, want);
		return err ? err : look_for_completed(shm, want);
	}
	if (!lies_in_pool(want->word, shm->pool) && !lies_in_pool(want->word, shm->wide))
		return 0;
	err = rd_shmcoll_compare_long(shm, shm->call, want->member); /* it may use the other pool */
	return err ? err : look_for_completed(shm, want);
}
