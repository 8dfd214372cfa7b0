/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rma/pieces.c, rma/target.c: accumulates by pieces, with each operator and type, against the same
 * on one block; by a target that is alone with the memory or not. Of an accumulate that the target
 * carries out in part the first pieces are combined, and no others; one that it has begun is waited
 * for.
 */
#include "rma/pieces.h"

#include "base/clock.h"
#include "base/err.h"
#include "rma/am.h"
#include "rma/apply.h"
#include "t/tap.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	PIECES = RD_ROOMS + 2,
	BYTES = PIECES * RD_MAILBOX_DATA,
	BACKOFF = 64,
	TAKEN = 2,                 /* pieces that the target takes, where it does not take all */
	BRIEF_NS = 20000000,       /* the origin's patience then */
	SLOW_NS = 700000000,       /* of a piece, where the target is slow, */
	IMPATIENCE_NS = 500000000, /* and the origin's patience */
	LIMIT_S = 300
};
#define PATIENCE_NS 300000000000u

static struct shared {
	struct rd_rma_mailbox origin, target;
	_Alignas(64) char memory[BYTES + 64];
	struct rd_rma_lockword lockword;
	uint32_t most;     /* entries that the target carries out, of all so far */
	uint32_t taken;    /* entries that it has carried out */
	uint32_t alone;    /* the target is */
	uint32_t delay_ns; /* for each entry */
} * m;

static struct rd_comm comm = {.rank = 0, .size = 2};
static struct rd_rma_proc proc;
static struct rd_win_peer peers[2] = {{.proc = &proc}, {.rank = 1, .proc = &proc}};
static struct rd_win win = {
	.comm = &comm,
	.flavor = MPI_WIN_FLAVOR_CREATE,
	.members = {.near = peers, .near_n = 2, .party = {.n = -1}},
};

/* ---- The target ---- */

static void carry_out(struct rd_rma_entry *entry)
{
	char *room = m->origin.room[rd_entry_part(entry) / RD_ROOM_PARTS];
	uint64_t end = rd_clock_ns() + m->delay_ns;

	while (m->delay_ns && rd_clock_ns() < end)
		;
	win.memory.unshared = (int)m->alone;
	m->origin.answer.err = rd_rma_carry_out(&win, entry, room, room);
	__atomic_store_n(&m->origin.answer.nonce, entry->nonce, __ATOMIC_RELEASE);
	__atomic_fetch_add(&m->taken, 1, __ATOMIC_RELEASE);
}

/* Carries out entries while it may; skips those that the origin has taken back. */
static void be_target(void)
{
	for (uint32_t t = 0;;) {
		struct rd_rma_entry *entry = &m->target.entry[t % RD_ENTRIES];
		uint32_t ready = rd_entry_word(t, RD_ENTRY_READY);

		if (__atomic_load_n(&entry->word, __ATOMIC_ACQUIRE) ==
		    rd_entry_word(t, RD_ENTRY_BACK))
			; /* the next one */
		else if (m->taken < __atomic_load_n(&m->most, __ATOMIC_ACQUIRE) &&
			 __atomic_compare_exchange_n(&entry->word, &ready,
						     rd_entry_word(t, RD_ENTRY_BUSY), 0,
						     __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
			carry_out(entry);
		else {
			sched_yield();
			continue;
		}
		__atomic_store_n(&entry->word, rd_entry_word(t + RD_ENTRIES, RD_ENTRY_FREE),
				 __ATOMIC_RELEASE);
		t++;
	}
}

/* ---- The origin ---- */

static _Alignas(64) char given[BYTES], old[BYTES], before[BYTES], model[BYTES];

/* Bytes of small numbers of each type. */
static void fill(char *bytes)
{
	static uint32_t n;

	for (int i = 0; i < BYTES; i++) {
		n = n * 1664525 + 1013904223;
		bytes[i] = (char)(n >> 31);
	}
}

static void combine(char *to, const struct rd_op *op, struct rd_type *type, uint64_t bytes)
{
	if (op->predefined == (int)(uintptr_t)MPI_REPLACE)
		memcpy(to, given, bytes);
	else if (op->predefined != (int)(uintptr_t)MPI_NO_OP)
		rd_op_apply(op, given, to, bytes / type->size, type);
}

static int by_pieces(const struct rd_op *op, const struct rd_type *type, uint64_t bytes, int at,
		     struct rd_entry_data *data)
{
	struct rd_rma_entry entry = {.kind = RD_RMA_ACC_,
				     .op = (uint8_t)op->predefined,
				     .disp = (uint64_t)at,
				     .type = (uint16_t)type->basic};

	if (op->predefined != (int)(uintptr_t)MPI_NO_OP) {
		data->given = given;
		data->given_b = bytes;
	}
	fill(given);
	fill(m->memory + at);
	memcpy(before, m->memory + at, BYTES);
	memcpy(model, m->memory + at, BYTES);
	return rd_rma_by_pieces(&win, &peers[1], &entry, type->size, data);
}

/* 1: an accumulate of so many bytes is right. */
static int is_right(const struct rd_op *op, struct rd_type *type, uint64_t bytes, int at, int reads)
{
	struct rd_entry_data data = {.patience_ns = PATIENCE_NS};

	if (reads) {
		data.old = old;
		data.old_b = bytes;
		memset(old, 7, sizeof(old));
	}
	if (by_pieces(op, type, bytes, at, &data) || win.err)
		return 0;
	combine(model, op, type, bytes);
	return !memcmp(m->memory + at, model, BYTES) &&
	       (!reads || (!memcmp(old, before, bytes) && (bytes == BYTES || old[bytes] == 7)));
}

/* A length; at a multiple of the size or not, with old values or not, alone or not. */
static void check_type(const struct rd_op *op, struct rd_type *type, int n, int *wrong)
{
	const uint64_t size = type->size;
	const uint64_t bytes[] = {RD_MAILBOX_DATA + size, RD_ROOMS * RD_MAILBOX_DATA - size, BYTES};

	m->alone = (uint32_t)(n / 4 % 2);
	*wrong += !is_right(op, type, bytes[n % 3], n / 2 % 2, n % 2);
}

static void check_all(void)
{
	int n = 0, wrong = 0;

	__atomic_store_n(&m->most, UINT32_MAX, __ATOMIC_RELEASE);
	for (int o = 0; o <= RD_OP_LAST - RD_OP_FIRST; o++)
		for (int t = 0; t <= RD_TYPE_LAST - RD_TYPE_FIRST; t++) {
			struct rd_type *type = rd_type_predefined[t];

			if (rd_op_predefined[o] && type && type->basic &&
			    type->flags & RD_TYPE_CONTIG && type->size &&
			    !rd_rma_op_check(rd_op_predefined[o], type))
				check_type(rd_op_predefined[o], type, n++, &wrong);
		}
	ok(n > 400, "%d accumulates by pieces", n);
	is_int(wrong, 0, "all are right");
}

/* The target takes some pieces and no others. */
static void check_part(void)
{
	struct rd_entry_data data = {.old = old, .old_b = BYTES, .patience_ns = BRIEF_NS};
	struct rd_op *sum = rd_op_predefined[(uintptr_t)MPI_SUM - RD_OP_FIRST];
	struct rd_type *type = rd_type_predefined[(uintptr_t)MPI_INT64_T - RD_TYPE_FIRST];
	uint32_t taken;

	m->alone = 1;
	peers[1].mail.backoff = BACKOFF;
	__atomic_store_n(&m->most, m->taken + TAKEN, __ATOMIC_RELEASE);
	taken = m->taken;
	is_int(by_pieces(sum, type, BYTES, 0, &data), RD_ENOTSUP, "the target takes few pieces");
	ok(m->taken - taken <= TAKEN, "%u of them", m->taken - taken);
	is_int((int)data.done, (int)(m->taken - taken) * RD_MAILBOX_DATA, "the origin knows them");
	combine(model, sum, type, data.done);
	ok(!memcmp(m->memory, model, BYTES), "the others are not combined");
	ok(!memcmp(old, before, data.done), "old values of these");
	is_int(peers[1].mail.backoff, 2 * BACKOFF, "it is bypassed for twice as many calls");
}

/* It begins all, but each takes longer than the origin waits for one that is not begun. */
static void check_slow(void)
{
	struct rd_entry_data data = {.patience_ns = IMPATIENCE_NS};
	struct rd_op *sum = rd_op_predefined[(uintptr_t)MPI_SUM - RD_OP_FIRST];
	struct rd_type *type = rd_type_predefined[(uintptr_t)MPI_FLOAT - RD_TYPE_FIRST];

	m->delay_ns = SLOW_NS;
	__atomic_store_n(&m->most, UINT32_MAX, __ATOMIC_RELEASE);
	is_int(by_pieces(sum, type, 2 * RD_MAILBOX_DATA, 0, &data), 0, "a slow target");
	combine(model, sum, type, 2 * RD_MAILBOX_DATA);
	ok(!memcmp(m->memory, model, BYTES), "has done all");
}

int main(void)
{
	m = mmap(NULL, sizeof(*m), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (m == MAP_FAILED)
		skip_all("no shared memory");
	win.base = m->memory;
	win.size = sizeof(m->memory);
	win.lock.word = &m->lockword;
	rd_rma_mailbox_open(&m->origin);
	peers[1].mail.box = &m->target;
	alarm(LIMIT_S);
	proc.pid = fork();
	if (proc.pid < 0)
		skip_all("no process");
	if (!proc.pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		be_target();
	}
	check_all();
	check_part();
	check_slow();
	kill(proc.pid, SIGKILL);
	return done();
}
