/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rma/put.c, rma/accumulate.c, rma/reach.c, rma/passive.c: operations that have to wait. Other
 * threads call meanwhile: a flush of theirs, before a message, does not count for it, the parts of
 * datatypes that both describe do not mix, and a wait for a lock is not taken for one of theirs. A
 * lock that lock_all defers is waited for before data is copied, too.
 */
#include "rma/am.h"

#define done tap_done /* put.c has a function of that name */
#include "t/tap.h"
#undef done

static int record(struct rd_rma_am *am, int to, uint64_t bytes);

#define rd_rma_am_send record
#define by_mailbox put_by_mailbox
#include "rma/put.c"
#undef by_mailbox
#define pause pause_at_results
#include "rma/accumulate.c"
#undef pause
#include "rma/reach.c"

#include "base/err.h"
#include "node/cma.h"
#include "rma/lock.h"
#include "runtime/progress.h"

#include <unistd.h>

enum { PLACES = 1100, SPAN = 4 * PLACES, MANY = 1000 };

static struct rd_comm comm = {.rank = 0, .size = 2};
static struct rd_win_peer peers[2];
static struct rd_win win = {.comm = &comm,
			    .flavor = MPI_WIN_FLAVOR_CREATE,
			    .sync.open_all = 1,
			    .members = {.near = peers, .near_n = 2}};
static int memory[SPAN];

/* Of the messages so far. */
static int sent, unmarked, mixed;
static uint64_t described; /* bytes of a datatype */
static struct rd_type *wanted;
static int misread; /* a message names another datatype */

static struct rd_type *type_of(MPI_Datatype handle)
{
	return rd_type_predefined[(uintptr_t)handle - RD_TYPE_FIRST];
}

/* In place of sending it. The next message has to wait. */
static int record(struct rd_rma_am *am, int to, uint64_t bytes)
{
	const struct rd_rma_msg *msg = &am->msg;

	if (msg->kind == RD_RMA_TYPE) {
		mixed += msg->skip != described;
		described = (msg->skip + bytes) % msg->bytes;
	} else {
		sent++;
		unmarked += !peers[to].dirty;
		misread += msg->type >= RD_RMA_SLOT && wanted &&
			   peers[to].types.told->slot[msg->type - RD_RMA_SLOT] != wanted;
	}
	rd_rma_am_drop(am);
	win.am.sends = MANY;
	return 0;
}

static void put(struct rd_type *type)
{
	struct rd_rma_call call = {.win = &win,
				   .origin = memory,
				   .ocount = PLACES,
				   .otype = type_of(MPI_INT),
				   .target = 1,
				   .tcount = type->size == sizeof(int) ? PLACES : 1,
				   .ttype = type};

	rd_rma_put(&call);
}

static void accumulate_all(void)
{
	struct rd_rma_call call = {.win = &win,
				   .origin = memory,
				   .ocount = SPAN,
				   .otype = type_of(MPI_INT),
				   .target = 1,
				   .tcount = SPAN,
				   .ttype = type_of(MPI_INT),
				   .op = rd_op_predefined[(uintptr_t)MPI_SUM - RD_OP_FIRST]};

	rd_rma_accumulate(&call);
}

static struct rd_type *other[RD_RMA_SLOTS + 1]; /* used by another thread, once */
static int others;

/* The work of other threads while one waits: the messages leave, a flush is asked for, and more. */
static int others_turn(void)
{
	struct rd_type *mine = wanted;
	int n = others;

	win.am.sends = 0;
	wanted = NULL;
	for (others = 0; n > 0; win.am.sends = 0)
		put(other[--n]);
	wanted = mine;
	peers[1].dirty = 0;
	return 1;
}

/* Its description takes two messages. */
static struct rd_type *long_type(int step)
{
	static MPI_Count places[PLACES];
	struct rd_type *type;

	for (int i = 0; i < PLACES; i++)
		places[i] = i * step;
	if (rd_type_indexed_block(PLACES, 1, places, type_of(MPI_INT), &type) ||
	    rd_type_commit(type))
		exit(1);
	return type;
}

static int (*turn)(void) = others_turn;

static int take_turn(void)
{
	return turn();
}

static struct rd_poller poller = {.name = "other threads", .poll = take_turn, .fd = -1};

static void messages(void)
{
	struct rd_type *type = long_type(2);

	for (int i = 0; i <= RD_RMA_SLOTS; i++)
		other[i] = long_type(3);
	win.am.sends = MANY;
	put(type_of(MPI_INT));
	accumulate_all();
	is_int(sent, 4, "a put, and an accumulate in three parts");
	is_int(unmarked, 0, "each leaves the next flush something to wait for");
	others = 1;
	put(wanted = type);
	is_int(mixed, 0, "the descriptions of two datatypes do not mix");
	others = RD_RMA_SLOTS + 1;
	put(type);
	is_int(misread, 0, "nor is one used in place of the other");
	wanted = NULL;
	rd_rma_types_free(peers[1].types.told);
	peers[1].types.told = NULL;
	for (int i = 0; i <= RD_RMA_SLOTS; i++)
		rd_type_put(other[i]);
	rd_type_put(type);
}

/* ---- Locks ---- */

static struct rd_rma_lockword first, second; /* both are held by other processes */
static struct rd_rma_lockword *armed;        /* by the thread that waits for the first one */
static int answer;

static int second_is_free(void)
{
	second.word = 0;
	return 1;
}

/* Another thread gets the second lock after a wait of its own. */
static int lock_second(void)
{
	turn = second_is_free;
	peers[0].lock.word = &second;
	rd_rma_acquire(&win, &peers[0], RD_HOLD_EXCLUSIVE);
	answer = rd_rma_arm(&win);
	armed = win.lock.sleeps_at;
	rd_rma_disarm(&win);
	first.word = 0;
	return 1;
}

static void two_locks(void)
{
	first.word = second.word = RD_LOCK_EXCLUSIVE;
	turn = lock_second;
	peers[1].lock.word = &first;
	rd_rma_acquire(&win, &peers[1], RD_HOLD_EXCLUSIVE);
	ok(answer == RD_ARM_BLIND || armed == &first,
	   "a thread that waits for a lock does not sleep at that of another one");
	peers[0].lock.word = peers[1].lock.word = NULL;
	peers[0].lock.hold = peers[1].lock.hold = RD_HOLD_NONE;
}

static int there[PLACES], copied, granted;

static int grant_now(void)
{
	copied = there[0];
	granted = 1;
	peers[1].awaited = RD_AWAITED_NONE;
	peers[1].lock.hold = RD_HOLD_SHARED;
	return 1;
}

/* Another thread has requested it. */
static void deferred_lock(void)
{
	struct rd_cma_peer cma = {.id.pid = getpid(), .state = RD_CMA_WORKS};
	struct rd_rma_proc proc = {.pid = getpid(), .cma = &cma};

	turn = grant_now;
	win.sync.access = RD_EPOCH_LOCK_ALL;
	peers[1].awaited = RD_AWAITED_LOCK;
	peers[1].mem = (char *)there;
	peers[1].proc = &proc;
	memory[0] = 1;
	put(type_of(MPI_INT));
	ok(granted && !copied && there[0] == 1, "data is copied when the lock is held");
	peers[1].proc = NULL;
}

int main(void)
{
	rd_list_init(&win.members.touched);
	rd_list_init(&win.members.reading);
	rd_list_init(&win.lock.queue);
	rd_list_init(&win.am.attended);
	for (int i = 0; i < 2; i++) {
		peers[i] = (struct rd_win_peer){.rank = i, .size = sizeof(memory), .unit = 1};
		rd_list_init(&peers[i].touched);
	}
	rd_progress_add(&poller);
	messages();
	two_locks();
	deferred_lock();
	rd_progress_remove(&poller);
	return tap_done();
}
