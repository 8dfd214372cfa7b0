/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rma/pipeline.c: puts and gets under way to a target that carries out all of them, that leaves MPI
 * in their midst, and whose memory the kernel does not copy. The target is a process of its own
 * that carries out a number of entries of its mailbox.
 */
#include "rma/pipeline.h"

#include "base/clock.h"
#include "node/vm.h"
#include "rma/mailbox.h"
#include "rma/way.h"
#include "rma/win.h"
#include "t/tap.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 1 << 20, BACKOFF = 16, ALL = 1 << 30 };

static struct rd_comm comm = {.rank = 0, .size = 2};
static struct rd_rma_proc proc;
static struct rd_win_peer target = {.proc = &proc};
static struct rd_win win = {.comm = &comm, .flavor = MPI_WIN_FLAVOR_CREATE};

static struct shared {
	struct rd_rma_mailbox own, other;
	uint32_t looks, taken_back; /* the target: it looks at its mailbox; entries */
	uint32_t entry_ns;          /* time that the target takes for an entry, besides */
} * shared;

static char memory[BYTES]; /* of the target: its window, in its process */
static char block[BYTES], expected[BYTES];

static char byte(size_t i, int seed)
{
	return (char)((i * 31 + (i >> 8) * 7 + (size_t)seed) % 251);
}

static void fill(char *to, int seed)
{
	for (size_t i = 0; i < BYTES; i++)
		to[i] = byte(i, seed);
}

static void spend(uint64_t ns)
{
	uint64_t since = rd_clock_ns();

	while (rd_clock_ns() - since < ns)
		;
}

static void carry_out(const struct rd_rma_entry *entry)
{
	int part = rd_entry_part(entry);
	char *data = part < 0 ? (char *)entry->data : rd_mailbox_part(&shared->own, part);

	if (entry->kind == RD_RMA_PUT_)
		memcpy(memory + entry->disp, data, entry->count);
	else
		memcpy(data, memory + entry->disp, entry->count);
	spend(__atomic_load_n(&shared->entry_ns, __ATOMIC_RELAXED));
	__atomic_store_n(&shared->own.answer.nonce, entry->nonce, __ATOMIC_RELEASE);
}

/* The target carries out so many entries from its ticket `from` on, those taken back not counted.
 * `pause_until`: it leaves MPI before the entry with that number until so many were taken back. */
static void serve(int entries, int pause_at, uint32_t pause_until)
{
	int n = 0;

	fill(memory, 1);
	__atomic_store_n(&shared->looks, 1, __ATOMIC_RELEASE);
	for (uint32_t t = 0; n < entries;) {
		struct rd_rma_entry *entry = &shared->other.entry[t % RD_ENTRIES];
		uint32_t word = __atomic_load_n(&entry->word, __ATOMIC_ACQUIRE);
		uint32_t ready = rd_entry_word(t, RD_ENTRY_READY);

		if (n == pause_at && shared->taken_back < pause_until &&
		    word != rd_entry_word(t, RD_ENTRY_BACK)) {
			sched_yield();
			continue;
		}
		if (word == rd_entry_word(t, RD_ENTRY_BACK)) {
			__atomic_fetch_add(&shared->taken_back, 1, __ATOMIC_RELAXED);
		} else if (word == ready &&
			   __atomic_compare_exchange_n(&entry->word, &ready,
						       rd_entry_word(t, RD_ENTRY_BUSY), 0,
						       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
			carry_out(entry);
			n++;
		} else {
			sched_yield();
			continue;
		}
		__atomic_store_n(&entry->word, rd_entry_word(t + RD_ENTRIES, RD_ENTRY_FREE),
				 __ATOMIC_RELEASE);
		t++;
	}
	for (;;)
		pause();
}

static int begin_target(int entries, int pause_at, uint32_t pause_until)
{
	memset(shared, 0, sizeof(*shared));
	rd_rma_mailbox_open(NULL);
	rd_rma_mailbox_open(&shared->own);
	target.mail = (struct rd_win_peer_mail){.box = &shared->other, .backoff = BACKOFF};
	target.mem = memory;
	win.err = 0;
	proc.pid = fork();
	if (proc.pid < 0)
		return -1;
	if (!proc.pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		serve(entries, pause_at, pause_until);
	}
	while (!__atomic_load_n(&shared->looks, __ATOMIC_ACQUIRE))
		sched_yield();
	return 0;
}

static void end_target(void)
{
	kill(proc.pid, SIGKILL);
	waitpid(proc.pid, NULL, 0);
}

/* 0, or an error. Without a free entry the operation goes by single copy, as in put.c. */
static int start(enum rd_rma_kind kind, uint64_t at, char *data, uint64_t bytes)
{
	struct rd_rma_chosen chosen = {.way = RD_WAY_PIECES, .bytes = bytes};
	int err = rd_rma_pipeline_begin(&win, &target, kind, at, data, &chosen);

	if (err != RD_ENOTSUP)
		return err;
	return rd_vm_copy(proc.pid, data, (uintptr_t)target.mem + at, bytes,
			  kind == RD_RMA_PUT_ ? RD_VM_WRITE : RD_VM_READ);
}

/* Puts, or gets, of all lengths round those of an entry, a part of a room and a room, one behind
 * the other in memory; returns their bytes. */
static size_t start_all(enum rd_rma_kind kind, int times, int *failed)
{
	static const uint64_t lengths[] = {1,
					   RD_ENTRY_DATA,
					   RD_ENTRY_DATA + 1,
					   RD_ROOM_PART,
					   RD_ROOM_PART + 1,
					   RD_MAILBOX_DATA,
					   RD_MAILBOX_DATA + 1,
					   3 * RD_MAILBOX_DATA + 5,
					   7};
	size_t at = 0;

	for (int i = 0; i < times; i++) {
		uint64_t bytes = lengths[(size_t)i % (sizeof(lengths) / sizeof(*lengths))];

		*failed |= start(kind, at, block + at, bytes);
		if (kind == RD_RMA_PUT_) /* the block is free again */
			memset(block + at, 0, bytes);
		at += bytes;
	}
	return at;
}

/* 1: the target's memory, or the bytes got from it, is as expected in its first bytes. */
static int is_right(enum rd_rma_kind kind, size_t bytes)
{
	fill(expected, 1);
	if (kind == RD_RMA_PUT_) {
		for (size_t i = 0; i < bytes; i++)
			expected[i] = byte(i, 2);
		if (rd_vm_copy(proc.pid, block, (uintptr_t)memory, BYTES, RD_VM_READ))
			return 0;
	}
	return !memcmp(block, expected, kind == RD_RMA_PUT_ ? BYTES : bytes);
}

/* The target carries out so many entries, and then leaves MPI. */
static void check(enum rd_rma_kind kind, int times, int entries, const char *name)
{
	int failed = 0;
	size_t bytes;

	if (begin_target(entries, -1, 0)) {
		ok(0, "no process");
		return;
	}
	fill(block, 2);
	bytes = start_all(kind, times, &failed);
	rd_rma_pipeline_end();
	ok(!failed && !win.err && is_right(kind, bytes), "%s, %s", name,
	   kind == RD_RMA_PUT_ ? "puts" : "gets");
	if (!entries)
		is_int(target.mail.backoff, 2 * BACKOFF, "then its mailbox is bypassed");
	else if (entries < ALL)
		ok(target.mail.backoff > 0, "then its mailbox is bypassed");
	end_target();
}

/* The kernel copies none of the target's window: entries taken back are posted again. */
static void check_device(enum rd_rma_kind kind)
{
	int failed = 0;
	size_t bytes;

	if (begin_target(ALL, 2, 3)) {
		ok(0, "no process");
		return;
	}
	target.mem = (char *)4096;
	fill(block, 2);
	bytes = start_all(kind, 5, &failed);
	rd_rma_pipeline_end();
	ok(!failed && !win.err && is_right(kind, bytes), "memory that the kernel does not copy, %s",
	   kind == RD_RMA_PUT_ ? "puts" : "gets");
	ok(shared->taken_back >= 3, "entries were taken back");
	end_target();
}

/* The target ends with an entry begun. */
static void check_dead(void)
{
	if (begin_target(0, -1, 0)) {
		ok(0, "no process");
		return;
	}
	start(RD_RMA_PUT_, 0, block, 8);
	__atomic_store_n(&shared->other.entry[0].word, rd_entry_word(0, RD_ENTRY_BUSY),
			 __ATOMIC_RELEASE);
	end_target();
	rd_rma_pipeline_end();
	is_int(win.err, RD_EPROC, "a target that ends in the midst of an operation");
	ok(rd_rma_pipeline.begun == rd_rma_pipeline.ended, "nothing is under way then");
}

/* Gets of two entries, 64 before each flush, by the way that is chosen: entries and copies take so
 * long. Returns the gets by that way in a hundred. */
static int gets_by(enum rd_rma_way way, uint32_t entry_ns, uint32_t copy_ns)
{
	static struct rd_cma_peer cma = {.state = RD_CMA_WORKS};
	const uint64_t bytes = 2 * RD_MAILBOX_DATA;
	int n = 0, calls = 0;

	if (begin_target(ALL, -1, 0))
		return -1;
	cma.id.pid++; /* nothing is known of it */
	shared->entry_ns = entry_ns;
	for (; calls < 20 * 64; calls++) {
		struct rd_rma_chosen c = rd_rma_choose(&cma, RD_TIMED_GET, bytes, RD_LOOKS_MAYBE);

		n += c.way == way;
		if (c.way != RD_WAY_PIECES ||
		    rd_rma_pipeline_begin(&win, &target, RD_RMA_GET_, 0, block, &c)) {
			rd_rma_pipeline_end();
			spend(copy_ns);
			rd_rma_learn(&c);
		}
		if (calls % 64 == 63)
			rd_rma_pipeline_end();
	}
	end_target();
	return n * 100 / calls;
}

/* Whether they take the quicker way; up to twenty times, as other processes may have the
 * processors for a while. */
static void check_choice(enum rd_rma_way way, uint32_t entry_ns, uint32_t copy_ns, const char *name)
{
	int n = 0;

	for (int i = 0; i < 20 && n < 50; i++)
		n = gets_by(way, entry_ns, copy_ns);
	ok(n >= 50, "%s: %d %% of the gets", name, n);
}

int main(void)
{
	static const enum rd_rma_kind kinds[] = {RD_RMA_PUT_, RD_RMA_GET_};

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		      0);
	if (shared == MAP_FAILED)
		skip_all("no shared memory");
	for (int k = 0; k < 2; k++) {
		check(kinds[k], 40, ALL, "a target that looks at its mailbox");
		check(kinds[k], 40, 17, "a target that leaves MPI");
		check(kinds[k], 5, 0, "a target that is not in MPI");
		check_device(kinds[k]);
	}
	check_dead();
	check_choice(RD_WAY_COPY, 6000, 4000, "copies are quicker than gets under way");
	check_choice(RD_WAY_PIECES, 0, 500000, "gets under way are quicker than copies");
	return done();
}
