/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Passive target synchronization (MPI-5.0 12.5.3, 12.5.4): locks and flushes. A direct operation is
 * complete at once; one sent by message is complete when the target has acknowledged a later
 * message. Called by mpi/ and sync.c.
 */
#include "rma/am.h"
#include "rma/card.h"

#include "rma/lock.h"
#include "rma/mailbox.h"
#include "runtime/progress.h"
#include "runtime/wait.h"

/* ---- Completion ---- */

/*
 * Polls sometimes. A program may wait in a loop of these calls for a store of another process: then
 * messages of that process must be handled, and the processor be yielded to it. The mailbox always
 * and the rest often, if this window has targets that are reached by message; else from time to
 * time.
 */
static __attribute__((noinline)) void look_now(const struct rd_win *win, unsigned calls)
{
	if (win->members.by_message) {
		if (rd_rma_mailbox_has_entry())
			rd_rma_mailbox_serve();
		if (calls % rd_wait_table.rma.calls_by_message == 0)
			rd_progress_test();
	} else if (calls % rd_wait_table.rma.calls_persistent == 0) {
		rd_progress_test();
	} else if (calls % rd_wait_table.rma.calls == 0) {
		rd_progress();
	}
}

static inline void look(const struct rd_win *win)
{
	static unsigned calls;

	calls++;
	if (rd_unlikely(win->members.by_message || calls % rd_wait_table.rma.calls == 0 ||
			calls % rd_wait_table.rma.calls_persistent == 0))
		look_now(win, calls);
}

int rd_rma_error(struct rd_win *win)
{
	int err = win->err;

	if (rd_likely(!(err | rd_peers_lost)))
		return 0;
	win->err = 0;
	return err ? err : rd_win_is_broken(win) ? RD_EPROC : 0;
}

void rd_rma_drain(struct rd_win_peer *peer)
{
	struct rd_wait w = RD_WAIT_INIT;

	while (peer->pending)
		rd_progress_wait(&w);
}

typedef int tell(struct rd_win *win, int to, enum rd_rma_kind kind, int op);

/* Requests an acknowledgement from the target of all messages sent to it. */
static int ask_by(tell *by, struct rd_win *win, struct rd_win_peer *peer)
{
	int err;

	if (!peer->dirty)
		return 0;
	err = by(win, peer->rank, RD_RMA_FLSH, 0);
	if (err)
		return err;
	peer->dirty = 0;
	peer->flushes++;
	return 0;
}

static int ask(struct rd_win *win, struct rd_win_peer *peer)
{
	return ask_by(rd_rma_tell, win, peer);
}

static void await(struct rd_win *win, struct rd_win_peer *peer)
{
	struct rd_wait w = RD_WAIT_INIT;

	while (peer->pending || (peer->flushes && !rd_win_is_broken(win)))
		rd_progress_wait(&w);
}

/* Orders stores of this process before loads of later operations. */
static void fence(void)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* Of a target that has, or may have, something pending. */
static __attribute__((noinline)) int flush(struct rd_win *win, struct rd_win_peer *peer)
{
	int err = ask(win, peer), card = rd_rma_card_flush(peer);

	fence();
	look(win);
	if (!err)
		await(win, peer);
	err = err ? err : card;
	return err ? err : rd_rma_error(win);
}

int rd_rma_flush(struct rd_win *win, struct rd_win_peer *peer)
{
	rd_rma_pipeline_end_to(peer);
	if (rd_unlikely(!rd_list_empty(&peer->touched)))
		return flush(win, peer);
	fence();
	look(win);
	return rd_rma_error(win);
}

/*
 * The first touched peer with operations to wait for; removes completed ones from the list. While
 * the caller waits another thread may change the list: the search then starts again.
 * Acknowledgements of a failed member are not waited for.
 */
static struct rd_win_peer *unfinished(struct rd_win *win)
{
	struct rd_list *link, *save;
	int broken = rd_win_is_broken(win);

	rd_list_for_safe (link, save, &win->members.touched) {
		struct rd_win_peer *peer = rd_container(link, struct rd_win_peer, touched);

		if (peer->pending || (peer->flushes && !broken))
			return peer;
		if (!peer->dirty && !rd_rma_card_has_puts(peer))
			rd_list_remove(link);
	}
	return NULL;
}

static void await_all(struct rd_win *win)
{
	struct rd_win_peer *peer;

	while ((peer = unfinished(win)))
		await(win, peer);
}

int rd_rma_flush_all(struct rd_win *win)
{
	struct rd_list *link;
	int first = 0, card;

	rd_list_for (link, &win->members.touched) {
		int err = ask(win, rd_container(link, struct rd_win_peer, touched));

		if (!first)
			first = err;
	}
	card = rd_rma_card_flush_all(win);
	rd_rma_pipeline_end_in(win);
	fence();
	look(win);
	if (!first)
		await_all(win);
	first = first ? first : card;
	return first ? first : rd_rma_error(win);
}

/* NULL: it is in no passive epoch. */
static struct rd_win_peer *passive(struct rd_win *win, int rank)
{
	struct rd_win_peer *peer = rd_win_peer_known(win, rank);

	if (win->sync.access == RD_EPOCH_LOCK_ALL) /* an unknown member has nothing pending, like
						    * the process itself */
		return peer ? peer : rd_win_peer_known(win, win->comm->rank);
	return win->sync.access == RD_EPOCH_LOCK && peer && peer->open ? peer : NULL;
}

int rd_win_flush(struct rd_win *win, int rank)
{
	struct rd_win_peer *peer = passive(win, rank);

	return peer ? rd_rma_flush(win, peer)
		    : rd_win_misuse(win,
				    "lock this target by MPI_Win_lock or MPI_Win_lock_all first");
}

int rd_win_flush_all(struct rd_win *win)
{
	if (win->sync.access != RD_EPOCH_LOCK && win->sync.access != RD_EPOCH_LOCK_ALL)
		return rd_win_misuse(win, "call MPI_Win_lock or MPI_Win_lock_all first");
	return rd_rma_flush_all(win);
}

int rd_win_flush_local(struct rd_win *win, int rank)
{
	struct rd_win_peer *peer = passive(win, rank);

	if (!peer)
		return rd_win_misuse(win,
				     "lock this target by MPI_Win_lock or MPI_Win_lock_all first");
	look(win);
	rd_rma_pipeline_end_to(peer);
	rd_rma_drain(peer);
	return rd_rma_error(win);
}

static struct rd_win_peer *undrained(const struct rd_win *win)
{
	struct rd_list *link;

	rd_list_for (link, &win->members.touched)
		if (rd_container(link, struct rd_win_peer, touched)->pending)
			return rd_container(link, struct rd_win_peer, touched);
	return NULL;
}

int rd_win_flush_local_all(struct rd_win *win)
{
	struct rd_win_peer *peer;

	if (win->sync.access != RD_EPOCH_LOCK && win->sync.access != RD_EPOCH_LOCK_ALL)
		return rd_win_misuse(win, "call MPI_Win_lock or MPI_Win_lock_all first");
	look(win);
	rd_rma_pipeline_end_in(win);
	while ((peer = undrained(win)))
		rd_rma_drain(peer);
	return rd_rma_error(win);
}

int rd_win_sync(struct rd_win *win)
{
	fence();
	look(win);
	return 0;
}

/* ---- Locks ---- */

static void wake(struct rd_win *win, uint32_t sleeper)
{
	if (rd_unlikely(sleeper && sleeper <= (uint32_t)win->comm->size))
		rd_rma_tell(win, (int)sleeper - 1, RD_RMA_WAKE, 0);
}

int rd_rma_try(struct rd_win *win, struct rd_rma_lockword *lockword, int exclusive, int starving)
{
	uint32_t sleeper = 0;
	int taken = rd_lock_try(lockword, exclusive, starving, &sleeper);

	wake(win, sleeper);
	return taken;
}

void rd_rma_drop(struct rd_win *win, struct rd_rma_lockword *lockword, int exclusive)
{
	wake(win, rd_lock_drop(lockword, exclusive));
}

/* Until the word may have changed. Other threads wait for other words meanwhile. */
static int await_word(struct rd_win *win, struct rd_rma_lockword *lockword, int exclusive,
		      int starves, struct rd_wait *w)
{
	win->lock.waits_at = lockword;
	win->lock.waits_for = exclusive ? RD_HOLD_EXCLUSIVE : RD_HOLD_SHARED;
	win->lock.waits_long = starves;
	rd_progress_wait(w);
	return rd_win_is_broken(win) ? RD_EPROC : 0;
}

/* Acquires a lock whose word is in shared memory. The word may be held by a process that has
 * failed. */
static int take_word(struct rd_win *win, struct rd_rma_lockword *lockword, int exclusive)
{
	struct rd_wait w = RD_WAIT_INIT;
	int spins = 0, starves = 0, err = 0;

	if (rd_likely(rd_rma_try(win, lockword, exclusive, 0)))
		return 0;
	win->lock.waits++;
	rd_rma_attend(win);
	while (!err && !rd_rma_try(win, lockword, exclusive, starves)) {
		if (++spins == rd_wait_table.rma.lock_tries) {
			__atomic_fetch_add(&lockword->starving, 1, __ATOMIC_RELAXED);
			starves = 1;
		}
		err = await_word(win, lockword, exclusive, starves, &w);
	}
	if (starves)
		__atomic_fetch_sub(&lockword->starving, 1, __ATOMIC_RELAXED);
	win->lock.waits--;
	win->lock.waits_at = NULL; /* another thread's word is not known until its next try */
	return err;
}

/* Registers for a wake-up. No wake-up is guaranteed, RD_ARM_BLIND, 1 ms polling, if another waiter
 * is registered or has priority, or if a process on another card bars a lock word that is not the
 * own one. The own card, which is armed before, wakes this process when its `far` changes. */
static int arm_at(struct rd_win *win, struct rd_rma_lockword *lockword, int hold, int starving)
{
	if (!rd_lock_sleeps(lockword, win->comm->rank))
		return RD_ARM_BLIND;
	win->lock.sleeps_at = lockword;
	if (!starving && __atomic_load_n(&lockword->starving, __ATOMIC_RELAXED))
		return RD_ARM_BLIND;
	if (rd_lock_far_bars(lockword, hold == RD_HOLD_EXCLUSIVE, starving))
		return lockword == win->lock.word ? RD_ARM_OK : RD_ARM_BLIND;
	return rd_lock_is_free(lockword, hold == RD_HOLD_EXCLUSIVE) ? RD_ARM_BUSY : RD_ARM_OK;
}

int rd_rma_arm(struct rd_win *win)
{
	int starving, asked = rd_rma_asked(win, &starving);

	if (!win->lock.waits)
		return asked ? arm_at(win, win->lock.word, asked, starving) : RD_ARM_OK;
	if (asked || win->lock.waits > 1 || !win->lock.waits_at)
		return RD_ARM_BLIND;
	return arm_at(win, win->lock.waits_at, win->lock.waits_for, win->lock.waits_long);
}

/* Counts WAKE messages in flight: the window must not be freed before they arrive. */
void rd_rma_disarm(struct rd_win *win)
{
	if (win->lock.sleeps_at && !rd_lock_sleeps_no_more(win->lock.sleeps_at, win->comm->rank))
		win->lock.wakes++;
	win->lock.sleeps_at = NULL;
}

static int ask_for_lock(struct rd_win *win, struct rd_win_peer *peer, enum rd_rma_hold hold)
{
	struct rd_wait w = RD_WAIT_INIT;
	int err;

	peer->lock.granted = 0;
	err = rd_rma_tell(win, peer->rank, RD_RMA_LOCK, hold);
	if (err)
		return err;
	while (!__atomic_load_n(&peer->lock.granted, __ATOMIC_RELAXED) && !rd_win_is_broken(win))
		rd_progress_wait(&w);
	return __atomic_load_n(&peer->lock.granted, __ATOMIC_RELAXED) ? 0 : RD_EPROC;
}

int rd_rma_acquire(struct rd_win *win, struct rd_win_peer *peer, enum rd_rma_hold hold)
{
	int err;

	if (rd_win_is_broken(win))
		return RD_EPROC;
	if (rd_likely(peer->lock.word != NULL)) {
		err = take_word(win, peer->lock.word, hold == RD_HOLD_EXCLUSIVE);
		peer->lock.hold = err ? RD_HOLD_NONE : (uint8_t)hold;
		return err;
	}
	peer->awaited = RD_AWAITED_LOCK;
	err = rd_rma_card_lock(win, peer, hold == RD_HOLD_EXCLUSIVE);
	peer->lock.by_card = err != RD_ENOTSUP;
	if (err == RD_ENOTSUP)
		err = ask_for_lock(win, peer, hold);
	peer->awaited = RD_AWAITED_NONE;
	peer->lock.hold = err ? RD_HOLD_NONE : (uint8_t)hold;
	return err;
}

static void drop_of(struct rd_win *win, struct rd_win_peer *peer, int hold, int *err)
{
	int exclusive = hold == RD_HOLD_EXCLUSIVE, late;

	if (peer->lock.word) {
		rd_rma_drop(win, peer->lock.word, exclusive);
		return;
	}
	late = rd_rma_card_unlock(&peer, 1, exclusive);
	if (!*err)
		*err = late;
}

/* Begins to release the lock; await completes it. */
static int release(struct rd_win *win, struct rd_win_peer *peer)
{
	int hold = peer->lock.hold, err, card = rd_rma_card_flush(peer);

	rd_rma_pipeline_end_to(peer);
	peer->lock.hold = RD_HOLD_NONE;
	if (!peer->lock.word && hold && !peer->lock.by_card) {
		err = rd_rma_tell_surely(win, peer->rank, RD_RMA_UNLK, hold);
		peer->dirty = 0;
		peer->flushes += !err;
		rd_win_touch(win, peer);
		return err ? err : card;
	}
	err = ask_by(rd_rma_tell_surely, win, peer);
	if (peer->pending || peer->flushes)
		await(win, peer);
	if (hold)
		drop_of(win, peer, hold, &err);
	return err ? err : card;
}

/* A fence epoch without operations counts as none. */
static int may_begin(const struct rd_win *win)
{
	return win->sync.access == RD_EPOCH_NONE ||
	       (win->sync.access == RD_EPOCH_FENCE && !win->sync.used);
}

int rd_win_lock(struct rd_win *win, int type, int rank, int assert)
{
	struct rd_win_peer *peer = rd_win_peer(win, rank);
	int err = 0;

	if (!peer)
		return RD_ENOMEM;
	if (win->sync.access == RD_EPOCH_LOCK && peer->open)
		return rd_win_misuse(win, "this target is locked already");
	if (win->sync.access != RD_EPOCH_LOCK && !may_begin(win))
		return rd_win_misuse(win, "first end the epoch that is open");
	if (!(assert &MPI_MODE_NOCHECK))
		err = rd_rma_acquire(
			win, peer, type == MPI_LOCK_EXCLUSIVE ? RD_HOLD_EXCLUSIVE : RD_HOLD_SHARED);
	if (err)
		return err;
	win->sync.locks++;
	peer->open = 1;
	rd_win_enter(win, RD_EPOCH_LOCK);
	return 0;
}

int rd_win_unlock(struct rd_win *win, int rank)
{
	struct rd_win_peer *peer = rd_win_peer_known(win, rank);
	int err;

	if (win->sync.access != RD_EPOCH_LOCK || !peer || !peer->open)
		return rd_win_misuse(win, "lock this target by MPI_Win_lock first");
	err = release(win, peer);
	if (!err)
		await(win, peer);
	look(win);
	peer->open = 0;
	win->sync.locks--;
	rd_win_enter(win, win->sync.locks ? RD_EPOCH_LOCK : RD_EPOCH_NONE);
	return err ? err : rd_rma_error(win);
}

/* Memory that the program reaches by load and store may be accessed without a further call: those
 * locks are acquired now, others that need a message with the first operation (rd_rma_prepare). */
int rd_win_lock_all(struct rd_win *win, int assert)
{
	int err = 0, n = 0;

	if (!may_begin(win))
		return rd_win_misuse(win, "first end the epoch that is open");
	win->sync.nocheck = (assert &MPI_MODE_NOCHECK) != 0;
	for (; !win->sync.nocheck && !err && n < win->members.nat_once; n += !err)
		err = rd_rma_acquire(win, win->members.at_once[n], RD_HOLD_SHARED);
	while (err && n--)
		release(win, win->members.at_once[n]);
	if (err)
		return err;
	rd_win_enter(win, RD_EPOCH_LOCK_ALL);
	return 0;
}

/* Releases locks that were taken by the card; acknowledgements have been asked for. */
static int drop_abreast(struct rd_win *win, struct rd_win_peer *const *peer, int n)
{
	int first = 0, err;

	for (int i = 0; i < n; i++) {
		err = rd_rma_card_flush(peer[i]);
		if (peer[i]->pending || peer[i]->flushes)
			await(win, peer[i]);
		peer[i]->lock.hold = RD_HOLD_NONE;
		if (!first)
			first = err;
	}
	err = rd_rma_card_unlock(peer, n, 0);
	return first ? first : err;
}

static int drop_all(struct rd_win *win, struct rd_list *list)
{
	struct rd_win_peer *peer[RD_RMA_ABREAST];
	int first = 0;

	while (!rd_list_empty(list)) {
		struct rd_list *link;
		int n = 0, err;

		while (n < RD_RMA_ABREAST && (link = rd_list_pop(list)))
			peer[n++] = rd_container(link, struct rd_win_peer, lock.link);
		err = drop_abreast(win, peer, n);
		if (!first)
			first = err;
	}
	return first;
}

/* Locks taken by the card are released after the acknowledgement: they are all asked for first. */
static int release_held(struct rd_win *win)
{
	struct rd_list *link, by_card;
	int first = 0, err;

	rd_list_init(&by_card);
	while ((link = rd_list_pop(&win->members.held))) {
		struct rd_win_peer *peer = rd_container(link, struct rd_win_peer, lock.link);

		if (peer->lock.by_card) {
			err = ask_by(rd_rma_tell_surely, win, peer);
			rd_list_append(&by_card, link);
		} else {
			err = release(win, peer);
		}
		if (!first)
			first = err;
	}
	err = drop_all(win, &by_card);
	return first ? first : err;
}

/* All requests for acknowledgements are sent before the first is waited for. */
int rd_win_unlock_all(struct rd_win *win)
{
	struct rd_list *link;
	int first, err;

	if (win->sync.access != RD_EPOCH_LOCK_ALL)
		return rd_win_misuse(win, "call MPI_Win_lock_all first");
	first = rd_rma_card_flush_all(win);
	rd_rma_pipeline_end_in(win);
	err = release_held(win);
	if (!first)
		first = err;
	rd_list_for (link, &win->members.touched) {
		err = ask_by(rd_rma_tell_surely, win,
			     rd_container(link, struct rd_win_peer, touched));
		if (!first)
			first = err;
	}
	for (int i = 0; i < win->members.nat_once; i++) {
		err = release(win, win->members.at_once[i]);
		if (!first)
			first = err;
	}
	if (!first)
		await_all(win);
	look(win);
	rd_win_enter(win, RD_EPOCH_NONE);
	return first ? first : rd_rma_error(win);
}
