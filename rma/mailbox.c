/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Mailboxes (mailbox.h): the origin's side, and the target's until target.c carries an entry out.
 * Called by put.c and accumulate.c, and by am.c in the progress loop.
 *
 * The time to wait for an answer is measured: twice the time in which the system copies a few bytes
 * between processes, which is the origin's alternative. After a timeout the mailbox of that target
 * is bypassed for a number of operations that doubles each time.
 */
#include "rma/mailbox.h"

#include "base/clock.h"
#include "base/log.h"
#include "node/cma.h"
#include "node/vm.h"
#include "rma/am.h"
#include "rma/apply.h"
#include "runtime/wait.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

enum { SERVED = 16 }; /* entries in one poll at most */

static struct rd_rma_mailbox *mailbox; /* of this process */
static uint32_t next;                  /* ticket of the next entry in it */
static uint32_t last_nonce;            /* of the last entry sent */

void rd_rma_mailbox_open(struct rd_rma_mailbox *own)
{
	if (own != mailbox)
		next = last_nonce = 0;
	mailbox = own;
	rd_apply_open(own ? &own->changing : NULL);
}

static uint64_t measure_patience(void)
{
	uint64_t from = 0, to, since = 0;

	for (int i = 0; i < 4; i++) { /* the last one counts */
		since = rd_clock_ns();
		if (rd_vm_copy(getpid(), &to, (uintptr_t)&from, sizeof(to), RD_VM_READ))
			return rd_wait_table.rma.answer_ns;
	}
	return 2 * (rd_clock_ns() - since);
}

static uint64_t patience_ns(void)
{
	static uint64_t ns;

	if (!ns)
		ns = measure_patience();
	return ns;
}

/* The target may be in the midst of such a copy, and then carry on one more of its own. */
uint64_t rd_rma_mailbox_patience(uint64_t copy_ns)
{
	return rd_max(2 * patience_ns(), 4 * copy_ns);
}

char *rd_rma_mailbox_part(int part)
{
	return rd_mailbox_part(mailbox, part);
}

static inline uint32_t word_of(const struct rd_rma_entry *entry)
{
	return __atomic_load_n(&entry->word, __ATOMIC_ACQUIRE);
}

static inline int claim(struct rd_rma_entry *entry, uint32_t ticket, enum rd_entry_phase to)
{
	uint32_t ready = rd_entry_word(ticket, RD_ENTRY_READY);

	return __atomic_compare_exchange_n(&entry->word, &ready, rd_entry_word(ticket, to), 0,
					   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* ---- Origin ---- */

/* NULL: all entries are in use, or other origins took the ticket ticket_tries times. */
static struct rd_rma_entry *take(struct rd_rma_mailbox *there, uint32_t *ticket)
{
	uint32_t t = __atomic_load_n(&there->next, __ATOMIC_RELAXED);

	rd_prefetch_to_write(&there->entry[t % RD_ENTRIES]);
	for (int i = 0; i < rd_wait_table.rma.ticket_tries; i++) {
		struct rd_rma_entry *entry = &there->entry[t % RD_ENTRIES];

		if (word_of(entry) != rd_entry_word(t, RD_ENTRY_FREE))
			return NULL;
		if (__atomic_compare_exchange_n(&there->next, &t, t + 1, 0, __ATOMIC_RELAXED,
						__ATOMIC_RELAXED)) {
			*ticket = t;
			return entry;
		}
	}
	return NULL;
}

static inline int answered(const struct rd_rma_answer *answer, uint32_t nonce)
{
	/* pairs with the release in carry_out */
	return (int32_t)(__atomic_load_n(&answer->nonce, __ATOMIC_ACQUIRE) - nonce) >= 0;
}

/* While it waits, an origin serves its own mailbox: its target may wait for one of those entries.
 * Plain polls leave the line to the process that writes it. */
static inline int serve_meanwhile(void)
{
	return rd_rma_mailbox_has_entry() && rd_rma_mailbox_serve();
}

void rd_rma_mailbox_bypass(struct rd_win_peer *peer)
{
	peer->mail.backoff_left--;
	serve_meanwhile();
}

/* Waits for the target, which has begun the entry. RD_EPROC: its process has ended. */
static int await_busy(const struct rd_rma_answer *answer, uint32_t nonce, int pid)
{
	for (unsigned spins = 1; !answered(answer, nonce); spins++) {
		serve_meanwhile();
		if (spins % rd_wait_table.rma.busy_spins == 0)
			sched_yield();
		if (spins % rd_wait_table.rma.alive_spins || !rd_cma_has_ended(pid))
			continue;
		if (answered(answer, nonce))
			break;
		rd_error("window: process %d has ended in the midst of a one-sided operation", pid);
		return RD_EPROC;
	}
	return 0;
}

/* Times that the patience of one wait begins anew: an origin that polls this process must not keep
 * it from leaving a target that does not look. */
#define RENEWALS 64

int rd_rma_mailbox_await(const struct rd_entry_posted *posted, struct rd_patience *patience)
{
	const struct rd_rma_answer *answer = &mailbox->answer;
	int renewals = patience->renewed ? RENEWALS : 0;

	for (uint32_t spins = 1; !answered(answer, posted->nonce); spins++) {
		if (serve_meanwhile() && renewals) {
			renewals--;
			patience->since_ns = 0; /* the target may have waited as long */
		}
		rd_cpu_relax();
		if (spins % rd_wait_table.rma.answer_spins)
			continue;
		rd_rma_mailbox_serve();
		if (!patience->since_ns)
			patience->since_ns = rd_clock_ns();
		else if (rd_clock_ns() - patience->since_ns >= patience->ns)
			return answered(answer, posted->nonce);
	}
	return 1;
}

/* Fills in the data, or its address, at the place that its length chooses. */
static void fill_in(const struct rd_win_peer *peer, struct rd_rma_entry *own, uint64_t count,
		    const struct rd_entry_data *data)
{
	uint64_t most = rd_max(data->given_b, data->old_b);
	struct rd_entry_far far = {(uintptr_t)data->given, (uintptr_t)data->old, count};

	own->count = (uint16_t)count;
	own->wanted = data->old != NULL;
	own->place = most <= RD_ENTRY_DATA     ? RD_ENTRY_NEAR
		     : most <= RD_MAILBOX_DATA ? RD_ENTRY_MAILBOX
					       : RD_ENTRY_FAR;
	if (own->place == RD_ENTRY_FAR)
		memcpy(own->data, &far, sizeof(far));
	else if (data->given)
		rd_copy_in(&peer->proc->copy_in,
			   own->place == RD_ENTRY_NEAR ? own->data : mailbox->room[0], data->given,
			   data->given_b);
}

void rd_rma_mailbox_back_off(struct rd_win_peer *peer)
{
	peer->mail.backoff =
		(uint16_t)rd_min(rd_max(2 * peer->mail.backoff, rd_wait_table.rma.backoff_least),
				 rd_wait_table.rma.backoff_most);
	peer->mail.backoff_left = peer->mail.backoff;
}

/* Where the target has written the old data; NULL: in the memory of the program. */
static const char *old_of(const struct rd_rma_entry *own)
{
	switch (own->place) {
	case RD_ENTRY_NEAR:
		return mailbox->answer.data;
	case RD_ENTRY_MAILBOX:
		return mailbox->room[1];
	case RD_ENTRY_FAR:
		return NULL;
	default:
		return rd_rma_mailbox_part(rd_entry_part(own));
	}
}

/* The target has answered. */
static int accept(struct rd_win *win, struct rd_win_peer *peer, const struct rd_rma_entry *own,
		  struct rd_entry_data *data)
{
	const struct rd_rma_answer *answer = &mailbox->answer;
	const char *from = old_of(own);

	peer->mail.backoff = 0;
	if (answer->err == RD_ENOTSUP) {
		peer->mail.no_far = 1;
		if (own->kind == RD_RMA_ACC_ && own->place == RD_ENTRY_FAR)
			memcpy(&data->done, answer->data, sizeof(data->done));
		return RD_ENOTSUP;
	}
	if (answer->err && !win->err)
		win->err = answer->err;
	if (data->old && from && !answer->err)
		memcpy(data->old, from, data->old_b);
	return 0;
}

int rd_rma_mailbox_begin(struct rd_win *win, const struct rd_win_peer *peer,
			 struct rd_rma_entry *own, struct rd_entry_posted *posted)
{
	struct rd_rma_entry *entry = take(peer->mail.box, &posted->ticket);

	if (!entry)
		return RD_ENOTSUP;
	posted->entry = entry;
	posted->nonce = ++last_nonce;
	posted->place = own->place;
	own->from = (uint32_t)win->comm->rank;
	own->win = win->comm->p2p.id;
	own->nonce = posted->nonce;
	own->word = rd_entry_word(posted->ticket, RD_ENTRY_FREE);
	*entry = *own;
	/* pairs with the acquire in rd_rma_mailbox_serve */
	__atomic_store_n(&entry->word, rd_entry_word(posted->ticket, RD_ENTRY_READY),
			 __ATOMIC_RELEASE);
	return 0;
}

/* RD_ENOTSUP: the target has not begun the entry. */
static int take_back(const struct rd_win_peer *peer, const struct rd_entry_posted *posted)
{
	if (claim(posted->entry, posted->ticket, RD_ENTRY_BACK))
		return RD_ENOTSUP;
	return await_busy(&mailbox->answer, posted->nonce, peer->proc->pid);
}

int rd_rma_mailbox_has_begun(const struct rd_entry_posted *posted)
{
	return word_of(posted->entry) != rd_entry_word(posted->ticket, RD_ENTRY_READY);
}

int rd_rma_mailbox_end(struct rd_win *win, struct rd_win_peer *peer,
		       const struct rd_entry_posted *posted, void *old, uint64_t old_b)
{
	const struct rd_rma_entry own = {.place = posted->place};
	struct rd_entry_data data = {.old = old, .old_b = old_b};
	int err = answered(&mailbox->answer, posted->nonce) ? 0 : take_back(peer, posted);

	return err ? err : accept(win, peer, &own, &data);
}

int rd_rma_mailbox_post(struct rd_win *win, struct rd_win_peer *peer, struct rd_rma_entry *own,
			uint64_t count, struct rd_entry_data *data)
{
	struct rd_entry_posted posted;
	struct rd_patience patience = {.ns = data->patience_ns, .renewed = 1};
	int err;

	if (rd_rma_mailbox_is_bypassed(peer))
		return RD_ENOTSUP;
	if (!patience.ns)
		patience.ns = patience_ns();
	fill_in(peer, own, count, data);
	if (rd_rma_mailbox_begin(win, peer, own, &posted))
		return RD_ENOTSUP;
	err = rd_rma_mailbox_await(&posted, &patience) ? 0 : take_back(peer, &posted);
	if (err == RD_ENOTSUP)
		rd_rma_mailbox_back_off(peer);
	return err ? err : accept(win, peer, own, data);
}

int rd_rma_mailbox_insist(struct rd_win *win, struct rd_win_peer *peer, struct rd_rma_entry *own,
			  void *old, uint64_t old_b)
{
	struct rd_entry_posted posted;
	struct rd_patience patience = {.ns = patience_ns()};
	const int pid = peer->proc->pid;
	int err;

	while (rd_rma_mailbox_begin(win, peer, own, &posted)) {
		if (rd_win_is_broken(win) || rd_cma_has_ended(pid))
			return RD_EPROC;
		serve_meanwhile();
		sched_yield();
	}
	while (!rd_rma_mailbox_await(&posted, &patience) && !rd_rma_mailbox_has_begun(&posted) &&
	       !rd_win_is_broken(win) && !rd_cma_has_ended(pid)) {
		patience.since_ns = 0;
		sched_yield();
	}
	err = rd_rma_mailbox_end(win, peer, &posted, old, old_b);
	return err == RD_ENOTSUP ? RD_EPROC : err;
}

/* ---- Target ---- */

/* An entry's origin, and the window; NULL: it cannot be answered, or the memory was overwritten. */
static struct rd_win_peer *origin_of(const struct rd_rma_entry *entry, struct rd_win **win)
{
	struct rd_win_peer *peer = NULL;

	*win = rd_rma_find(entry->win);
	if (*win && entry->from < (uint32_t)(*win)->comm->size)
		peer = rd_win_peer_known(*win, (int)entry->from);
	return peer && peer->mail.box ? peer : NULL;
}

static void carry_out(struct rd_win *win, const struct rd_rma_entry *entry,
		      struct rd_rma_mailbox *origin)
{
	struct rd_rma_entry own = *entry;
	struct rd_rma_answer *answer = &origin->answer;
	const int part = rd_entry_part(&own);
	const char *given = own.data;
	char *old = answer->data;

	rd_prefetch_to_write(answer);
	if (own.place == RD_ENTRY_MAILBOX) {
		given = origin->room[0];
		old = origin->room[1];
	} else if (part >= 0) {
		given = old = rd_mailbox_part(origin, part);
	}
	answer->err = rd_rma_carry_out(win, &own, given, old);
	__atomic_store_n(&answer->nonce, own.nonce, __ATOMIC_RELEASE);
}

/* 1: the target must look at the next entry: READY or BACK. */
static inline int is_next(uint32_t word)
{
	return !((word - rd_entry_word(next, RD_ENTRY_READY)) & ~2u);
}
_Static_assert(RD_ENTRY_BACK == (RD_ENTRY_READY | 2) && RD_ENTRY_BUSY == RD_ENTRY_READY + 1,
	       "one bit between READY and BACK");

int rd_rma_mailbox_has_entry(void)
{
	return mailbox && is_next(word_of(&mailbox->entry[next % RD_ENTRIES]));
}

/* Records that the process puts or gets by pieces, or tries to: the entry may have been taken
 * back. */
static void note(const struct rd_win_peer *origin, const struct rd_rma_entry *entry)
{
	if (rd_unlikely(entry->count > RD_MAILBOX_SURE) && entry->place != RD_ENTRY_FAR &&
	    (entry->kind == RD_RMA_PUT_ || entry->kind == RD_RMA_GET_) && origin->proc)
		origin->proc->by_pieces = 1;
}

/* 0: nothing to do. An entry that cannot be answered is left to its origin, which takes it back. */
static int serve(struct rd_rma_entry *entry)
{
	uint32_t word = word_of(entry);
	struct rd_win_peer *origin;
	struct rd_win *win;

	if (rd_likely(!is_next(word)))
		return 0;
	origin = origin_of(entry, &win);
	if (origin)
		note(origin, entry);
	if (word == rd_entry_word(next, RD_ENTRY_BACK))
		return 1;
	if (!origin)
		return 0;
	if (claim(entry, next, RD_ENTRY_BUSY))
		carry_out(win, entry, origin->mail.box);
	return 1;
}

int rd_rma_mailbox_serve(void)
{
	int n;

	for (n = 0; n < SERVED && mailbox; n++) {
		struct rd_rma_entry *entry = &mailbox->entry[next % RD_ENTRIES];

		rd_prefetch_to_write(entry);
		if (rd_likely(!serve(entry)))
			break;
		next++;
		__atomic_store_n(&entry->word, rd_entry_word(next - 1 + RD_ENTRIES, RD_ENTRY_FREE),
				 __ATOMIC_RELEASE);
	}
	return n;
}
