/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rma/pieces.c: a target that leaves MPI in the midst of a long put is bypassed for longer each
 * time, as one that does not look at all.
 */
#include "rma/pieces.h"

#include "base/clock.h"
#include "base/err.h"
#include "rma/mailbox.h"
#include "rma/wire.h"
#include "t/rma/slow_copy.h"
#include "t/tap.h"

#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

/* The origin waits for four times the time of a copy (slow_copy.h). */
enum { PIECES = 5, BACKOFF = 64 };
#define PATIENCE_NS 20000000000u

static struct rd_comm comm = {.rank = 0, .size = 2};
static struct rd_rma_proc proc;
static struct rd_win_peer target = {.proc = &proc};
static struct rd_win win = {.comm = &comm, .flavor = MPI_WIN_FLAVOR_CREATE};

/* The other process: carries out the first entry, and no other. */
static void take_first(struct rd_rma_mailbox *own, struct rd_rma_mailbox *origin)
{
	struct rd_rma_entry *first = own->entry;
	uint32_t ready = rd_entry_word(0, RD_ENTRY_READY);

	__atomic_store_n(&own->answer.err, 1, __ATOMIC_RELEASE); /* it looks from now on */
	while (__atomic_load_n(&first->word, __ATOMIC_ACQUIRE) != ready)
		;
	__atomic_store_n(&first->word, rd_entry_word(0, RD_ENTRY_BUSY), __ATOMIC_RELAXED);
	__atomic_store_n(&origin->answer.nonce, first->nonce, __ATOMIC_RELEASE);
	for (;;)
		pause();
}

/* The other process, of whose entries the origin gets two: the others are another process's until
 * the origin has ended its first piece. */
static void fill(struct rd_rma_mailbox *own, struct rd_rma_mailbox *origin, const char *block)
{
	for (uint32_t t = 0; t < PIECES; t++) {
		struct rd_rma_entry *entry = &own->entry[t];

		while (__atomic_load_n(&entry->word, __ATOMIC_ACQUIRE) !=
		       rd_entry_word(t, RD_ENTRY_READY))
			;
		__atomic_store_n(&entry->word, rd_entry_word(t, RD_ENTRY_BUSY), __ATOMIC_RELAXED);
		memset(origin->room[rd_entry_part(entry) / RD_ROOM_PARTS], (int)t + 1,
		       entry->count);
		__atomic_store_n(&origin->answer.nonce, entry->nonce, __ATOMIC_RELEASE);
		while (!t && !__atomic_load_n(block, __ATOMIC_ACQUIRE))
			;
		for (uint32_t i = 2; !t && i < RD_ENTRIES; i++)
			__atomic_store_n(&own->entry[i].word, rd_entry_word(i, RD_ENTRY_FREE),
					 __ATOMIC_RELEASE);
	}
	_exit(0);
}

/* A get from a target that has few free entries. */
static void check_few_entries(void)
{
	struct {
		struct rd_rma_mailbox own, other;
		char block[PIECES * RD_MAILBOX_DATA];
	} *m = mmap(NULL, sizeof(*m), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct rd_rma_entry entry = {.kind = RD_RMA_GET_};
	struct rd_entry_data data = {
		.old = m->block, .old_b = sizeof(m->block), .patience_ns = PATIENCE_NS};
	int right = 1;

	if (m == MAP_FAILED) {
		ok(0, "no shared memory");
		return;
	}
	for (uint32_t i = 2; i < RD_ENTRIES; i++)
		m->other.entry[i].word = rd_entry_word(i, RD_ENTRY_READY);
	rd_rma_mailbox_open(&m->own);
	target.mail.box = &m->other;
	proc.pid = fork();
	if (proc.pid < 0) {
		ok(0, "no process");
		return;
	}
	if (!proc.pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		fill(&m->other, &m->own, m->block);
	}
	is_int(rd_rma_by_pieces(&win, &target, &entry, 1, &data), 0,
	       "without a free entry the oldest piece is ended first");
	for (size_t i = 0; i < sizeof(m->block); i++)
		right &= m->block[i] == (char)(i / RD_MAILBOX_DATA + 1);
	ok(right, "each piece comes to its place");
	kill(proc.pid, SIGKILL);
	munmap(m, sizeof(*m));
}

int main(void)
{
	struct rd_rma_mailbox *mailbox = mmap(NULL, 2 * sizeof(*mailbox), PROT_READ | PROT_WRITE,
					      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	static char data[PIECES * RD_MAILBOX_DATA];
	struct rd_rma_entry entry = {.kind = RD_RMA_PUT_};
	struct rd_entry_data given = {.given = data, .given_b = sizeof(data)};

	if (mailbox == MAP_FAILED)
		skip_all("no shared memory");
	rd_rma_mailbox_open(mailbox);
	target.mail.box = mailbox + 1;
	target.mail.backoff = BACKOFF;
	proc.pid = fork();
	if (proc.pid < 0)
		skip_all("no process");
	if (!proc.pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		take_first(mailbox + 1, mailbox);
	}
	while (!__atomic_load_n(&mailbox[1].answer.err, __ATOMIC_ACQUIRE))
		sched_yield();
	given.patience_ns = rd_rma_mailbox_patience(0);
	is_int(rd_rma_by_pieces(&win, &target, &entry, 1, &given), RD_ENOTSUP,
	       "the target leaves MPI in the midst of a put");
	is_int((int)given.done, RD_MAILBOX_DATA, "it has carried out a piece");
	is_int(target.mail.backoff, 2 * BACKOFF, "and is bypassed for twice as many calls");
	kill(proc.pid, SIGKILL);
	check_few_entries();
	return done();
}
