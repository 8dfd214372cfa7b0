/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rma/mailbox.c: an origin gets its answer, takes an entry back that the target does not poll, and
 * does not wait for ever for a target that ends while it carries one out. A process that bypasses
 * mailboxes serves its own.
 */
#include "rma/mailbox.h"

#include "base/clock.h"
#include "base/err.h"
#include "rma/am.h"
#include "rma/win.h"
#include "t/rma/slow_copy.h"
#include "t/tap.h"

#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIMIT_NS 20000000000ull

static struct rd_comm comm = {.rank = 0, .size = 2};
static struct rd_rma_proc proc;
static struct rd_win_peer target = {.proc = &proc};
static struct rd_win_peer other;
static struct rd_win win = {.comm = &comm};

static int give(void)
{
	struct rd_entry_data none = {.given = NULL};
	struct rd_rma_entry entry = {.kind = 0};

	target.mail.backoff_left = 0;
	return rd_rma_mailbox_post(&win, &target, &entry, 0, &none);
}

/* The other process: skips the entries that the origin has taken back, and ends with the first
 * entry that it carries out. */
static void take_one_and_end(struct rd_rma_mailbox *mailbox)
{
	for (;;) {
		for (int i = 0; i < RD_ENTRIES; i++) {
			uint32_t *at = &mailbox->entry[i].word, word = __atomic_load_n(at, 5);

			if ((word & 3) == RD_ENTRY_BACK)
				__atomic_store_n(at, (word & ~3u) + 4, __ATOMIC_SEQ_CST);
			else if ((word & 3) == RD_ENTRY_READY &&
				 __atomic_compare_exchange_n(at, &word,
							     (word & ~3u) | RD_ENTRY_BUSY, 0,
							     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
				_exit(0);
		}
	}
}

/* An origin that takes back one entry after the other. */
static void poll_for_ever(struct rd_rma_mailbox *mailbox)
{
	for (uint32_t ticket = 0;; ticket++) {
		uint32_t *at = &mailbox->entry[ticket % RD_ENTRIES].word;

		while (__atomic_load_n(at, __ATOMIC_ACQUIRE) !=
		       rd_entry_word(ticket, RD_ENTRY_FREE))
			;
		__atomic_store_n(at, rd_entry_word(ticket, RD_ENTRY_BACK), __ATOMIC_RELEASE);
	}
}

/* Not for ever: the alarm ends the test. */
static void give_beside_polls(struct rd_rma_mailbox *mailbox)
{
	int pid, err;

	mailbox[1] = (struct rd_rma_mailbox){.next = 0};
	rd_rma_mailbox_open(mailbox + 1);
	rd_rma_mailbox_open(mailbox);
	pid = fork();
	if (pid < 0)
		skip_all("no process");
	if (!pid)
		poll_for_ever(mailbox);
	while (!rd_rma_mailbox_has_entry())
		sched_yield();
	alarm(5);
	err = give();
	alarm(0);
	kill(pid, SIGKILL);
	is_int(err, RD_ENOTSUP, "a target that does not look, while another process polls");
}

int main(void)
{
	struct rd_rma_mailbox *mailbox = mmap(NULL, 2 * sizeof(*mailbox), PROT_READ | PROT_WRITE,
					      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	uint64_t end;
	int err;

	if (mailbox == MAP_FAILED)
		skip_all("no shared memory");
	signal(SIGCHLD, SIG_IGN); /* it is reaped at once */
	rd_rma_mailbox_open(mailbox);
	target.mail.box = mailbox + 1;
	proc.pid = getpid();
	is_int(give(), RD_ENOTSUP, "nobody looks: the entry is taken back");
	rd_rma_mailbox_open(mailbox + 1);
	is_int(rd_rma_mailbox_has_entry(), 1, "the target sees it: others may be behind it");
	other.mail.backoff_left = 2;
	is_int(rd_rma_mailbox_is_bypassed(&other) + other.mail.backoff_left, 2,
	       "a mailbox is bypassed once more");
	is_int(rd_rma_mailbox_has_entry(), 0, "and the own one is served meanwhile");
	rd_rma_mailbox_open(mailbox);
	mailbox[1] = (struct rd_rma_mailbox){.next = 0};

	proc.pid = fork();
	if (proc.pid < 0)
		skip_all("no process");
	if (!proc.pid)
		take_one_and_end(mailbox + 1);
	end = rd_clock_ns() + LIMIT_NS;
	do
		err = give();
	while (err == RD_ENOTSUP && rd_clock_ns() < end);
	is_int(err, RD_EPROC, "a target that has ended in the midst of one is missed");
	kill(proc.pid, SIGKILL);
	proc.pid = getpid();
	give_beside_polls(mailbox);
	return done();
}
