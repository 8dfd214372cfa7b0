/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows that the full/empty registers of the card's model work as in docs/CARD.md 9 and blocks FE
 * and GFE: each operation alone against a model, from the own page and from others; all from
 * several processes at once, where every one is atomic; keys, refusals and TIMEOUT.
 */
#include "t/hw/emu_ring.h"
#include "hw/emu/emu.h"

#define ROUNDS 20000

static uint32_t status; /* of the last operation */

static uint64_t r_read64(uint32_t reg)
{
	return r_read(reg) | (uint64_t)r_read(reg + 4) << 32;
}

static uint32_t command(uint32_t op, int node, int page, uint32_t reg)
{
	return op | reg << RN_FE_COMMAND_REG_LSB | (uint32_t)page << RN_FE_COMMAND_PAGE_LSB |
	       (uint32_t)node << RN_FE_COMMAND_NODE_LSB;
}

/* On a register of process `of`; the value before. */
static uint64_t operate(uint32_t op, int of, uint32_t reg, uint64_t arg, uint64_t cmp)
{
	r_write64(RN_FE_ARG_LO, arg);
	r_write64(RN_FE_CMP_LO, cmp);
	r_write(RN_FE_COMMAND, command(op, of / r_users, of % r_users, reg));
	r_until(!((status = r_read(RN_FE_STATUS)) & RN_FE_STATUS_BUSY_MASK));
	return r_read64(RN_FE_RES_LO);
}

static int code(void)
{
	return (int)r_field(status, RN_FE_STATUS_CODE);
}

static int did(void)
{
	return (status & RN_FE_STATUS_DID_MASK) != 0;
}

/* ---- One process: against a model ---- */

struct model {
	uint64_t value;
	int full;
};

/* The effect of the operation by the table; 1 if it changes the register. */
static int expected(struct model *m, uint32_t op, uint64_t arg, uint64_t cmp)
{
	int was = m->full, writes = op == RN_FE_OP_WRITE;

	writes |= (op == RN_FE_OP_TEST_WRITE || op == RN_FE_OP_TEST_WRITE_INT) && !was;
	if (writes)
		*m = (struct model){arg, 1};
	if (op == RN_FE_OP_TEST_READ_RESET)
		m->full = 0;
	if (op == RN_FE_OP_FETCH_ADD)
		m->value += arg;
	writes |= op == RN_FE_OP_FETCH_ADD || (op == RN_FE_OP_TEST_READ_RESET && was);
	if (op != RN_FE_OP_COMPARE_SWAP || m->value != cmp)
		return writes;
	m->value = arg;
	return 1;
}

/* Each process has two registers at every page. */
static void alone(void)
{
	struct model m[R_MAX][2] = {{{0, 0}}};
	uint64_t seed = 99 + (uint64_t)r_i;

	for (int i = 0; i < ROUNDS; i++) {
		uint32_t op = (uint32_t)(r_random(&seed) % 7),
			 which = (uint32_t)(r_random(&seed) & 1);
		int of = (int)(r_random(&seed) % (uint32_t)r_n);
		struct model *x = &m[of][which], was = *x;
		uint64_t arg = r_random(&seed) & 1 ? r_random(&seed) : r_random(&seed) % 3, got;
		uint64_t cmp = r_random(&seed) & 1 ? x->value : arg + 1;
		int does = expected(x, op, arg, cmp);

		got = operate(op, of, (uint32_t)r_i * 2 + which, arg, cmp);
		r_check(got == was.value, "op %u at %d: %llx, should be %llx", op, of,
			(unsigned long long)got, (unsigned long long)was.value);
		r_check(!code() && did() == does && !(status & RN_FE_STATUS_FULL_MASK) == !was.full,
			"op %u at %d: status %#x", op, of, status);
	}
	r_fence();
	operate(RN_FE_OP_TEST_READ_RESET, r_i, 15, 0, 0);
	for (uint32_t reg = 0; reg < RN_FE_N; reg++) {
		operate(RN_FE_OP_TEST_READ, r_i, reg, 0, 0);
		r_check(!(status & RN_FE_STATUS_FULL_MASK) == !(r_read(RN_FE_FULL) >> reg & 1),
			"FULL, %u", reg);
	}
}

/* ---- Several at once ---- */

/* Every process adds to a register of every page. */
static void sums(void)
{
	uint64_t most = 0, want = 0;

	for (int i = 0; i < ROUNDS; i++) {
		uint64_t was = operate(RN_FE_OP_FETCH_ADD, i % r_n, 3, (uint64_t)r_i + 1, 0);

		if (i % r_n == r_i) { /* it only grows */
			r_check(was >= most, "%llu after %llu", (unsigned long long)was,
				(unsigned long long)most);
			most = was;
		}
	}
	r_fence();
	for (int p = 0; p < r_n; p++)
		want += (uint64_t)(p + 1) * (uint64_t)(ROUNDS / r_n + (r_i < ROUNDS % r_n));
	want -= operate(RN_FE_OP_TEST_READ, r_i, 3, 0, 0);
	r_check(!want, "the sum lacks %lld", (long long)want);
	r_check(!r_read(RN_FE_FULL), "adding fills nothing");
}

static void add_in_lock(void)
{
	volatile uint64_t *a = &r_share->word[0], *b = &r_share->word[1];
	uint64_t n = *a;

	r_check(*b == 2 * n, "somebody else is in the lock");
	*a = n + 1;
	*b = 2 * n + 2;
}

/* A lock in a register of page 0: the value is its holder. */
static void locks(void)
{
	for (int i = 0; i < ROUNDS / 4; i++) {
		do {
			operate(RN_FE_OP_COMPARE_SWAP, 0, 7, (uint64_t)r_i + 1, 0);
			r_idle(128);
		} while (!did());
		add_in_lock();
		operate(RN_FE_OP_COMPARE_SWAP, 0, 7, 0, (uint64_t)r_i + 1);
		r_check(did(), "the lock was not mine");
	}
	r_fence();
	r_check(r_share->word[0] == (uint64_t)r_n * (ROUNDS / 4), "%llu rounds",
		(unsigned long long)r_share->word[0]);
}

/* One process distributes numbers through a register: TEST_WRITE fills it, TEST_READ_RESET
 * takes. */
static void hand_over(void)
{
	uint64_t sum = 0, n = ROUNDS / 2;

	for (uint64_t i = 1; r_i == 0 && i <= n + (uint64_t)r_n - 1; i++)
		do {
			operate(i & 1 ? RN_FE_OP_TEST_WRITE : RN_FE_OP_TEST_WRITE_INT, 1, 9,
				i <= n ? i : UINT64_MAX, 0);
			r_idle(128);
		} while (!did());
	for (uint64_t got = 0; r_i && got != UINT64_MAX;) {
		do {
			got = operate(RN_FE_OP_TEST_READ_RESET, 1, 9, 0, 0);
			r_idle(128);
		} while (!did());
		sum += got == UINT64_MAX ? 0 : got;
	}
	__atomic_fetch_add(&r_share->word[0], sum, __ATOMIC_RELAXED);
	r_fence();
	r_check(r_share->word[0] == n * (n + 1) / 2, "sum %llu",
		(unsigned long long)r_share->word[0]);
	r_check(!(r_read(RN_PAGE_EVENT) & RN_PAGE_EVENT_FE_MASK) == (r_i != 1), "event FE");
}

/* ---- Keys and refusals ---- */

static void refused(const char *what, int want)
{
	r_check(code() == want, "%s: code %d, should be %d", what, code(), want);
	r_check(!did() && !(status & RN_FE_STATUS_FULL_MASK), "%s: status %#x", what, status);
	r_check(r_read(RN_PAGE_EVENT) == RN_PAGE_EVENT_REFUSED_MASK, "%s: event", what);
	r_write(RN_PAGE_EVENT, UINT32_MAX);
}

static void keys(void)
{
	int next = (r_i + 1) % r_n;
	uint64_t before;

	r_write(RN_FE_KEYS,
		(0x700u + (uint32_t)r_i) << RN_FE_KEYS_NEED_LSB | (0x700u + (uint32_t)next));
	r_fence();
	operate(RN_FE_OP_WRITE, next, 1, 70 + (uint64_t)r_i, 0);
	r_check(!code() && did(), "with the key: %#x", status);
	r_check(!r_read(RN_PAGE_EVENT), "no event");
	before = operate(RN_FE_OP_FETCH_ADD, r_i, 1, 5, 0);
	r_check(!before, "without the key: value %llu", (unsigned long long)before);
	refused("without the key", RN_FE_STATUS_NO_KEY);
	r_fence();
	operate(RN_FE_OP_FETCH_ADD, next, 1, 5, 0);
	r_check(operate(RN_FE_OP_TEST_READ, next, 1, 0, 0) == 75 + (uint64_t)r_i,
		"refused operations had no effect");
	for (uint32_t op = RN_FE_OP_COMPARE_SWAP + 1; op < 16; op++) {
		operate(op, next, 1, 1, 1);
		refused("no operation", RN_FE_STATUS_NO_OP);
	}
	r_write(RN_FE_COMMAND, command(RN_FE_OP_TEST_READ, r_nodes, 0, 0));
	status = r_read(RN_FE_STATUS);
	refused("no node", RN_FE_STATUS_NO_NODE);
	operate(RN_FE_OP_TEST_READ, next, 1, 0, 0);
	r_check(!code() && status & RN_FE_STATUS_FULL_MASK, "the next one: %#x", status);
}

/* Links 0-1 and 2-3 of a ring of 4 die. Node 0 reaches 3; 1 reaches 2. From 0 to 2 the request goes
 * by 1. From 3 to 1 it goes by 0. */
static void timeouts(void)
{
	int near = 3 - r_i, far = (r_i + 2) % 4;

	operate(RN_FE_OP_WRITE, far, 0, 40, 0);
	r_check(!code(), "before: %#x", status);
	r_fence();
	if (r_i == 0) {
		rd_emu_kill_link(r_card, 0, 1);
		rd_emu_kill_link(r_card, 2, 1);
	}
	r_fence();
	r_write(RN_PAGE_EVENT, UINT32_MAX);
	operate(RN_FE_OP_FETCH_ADD, near, 0, 1, 0);
	r_check(!code() && did(), "over a link that lives: %#x", status);
	operate(RN_FE_OP_FETCH_ADD, far, 0, 1, 0);
	r_check(code() == RN_FE_STATUS_TIMEOUT && !did(), "over a dead link: %#x", status);
	r_check(!r_read(RN_PAGE_EVENT), "TIMEOUT is no refusal");
	r_check(r_card->read(r_card, RN_GFE_TIMEOUTS) == 1, "TIMEOUTS");
	r_fence();
	r_check(operate(RN_FE_OP_TEST_READ, r_i, 0, 0, 0) == 41,
		"only the one that has replied was done");
}

/* The request to the opposite node goes to the right, and so does the reply, the other half round:
 * with one link dead it is done without a reply. */
static void no_reply(void)
{
	if (r_i == 0)
		rd_emu_kill_link(r_card, 3, 1); /* 3 - 0 */
	r_fence();
	if (r_i == 0) {
		operate(RN_FE_OP_FETCH_ADD, 2, 0, 1, 0);
		r_check(code() == RN_FE_STATUS_TIMEOUT && !did(), "no reply: %#x", status);
		r_check(r_card->read(r_card, RN_GFE_TIMEOUTS) == 1, "TIMEOUTS");
	}
	r_fence();
	r_check(operate(RN_FE_OP_TEST_READ, r_i, 0, 0, 0) == (r_i == 2), "but it was done");
}

int main(void)
{
	r_run("each operation works as in the table", 4, 1, alone);
	r_run("each operation, two pages a card", 2, 2, alone);
	r_run("FETCH_ADD of all at once: no addition is lost", 4, 1, sums);
	r_run("FETCH_ADD, two pages a card", 2, 2, sums);
	r_run("COMPARE_SWAP is a lock", 4, 1, locks);
	r_run("TEST_WRITE and TEST_READ_RESET hand over every number once", 3, 1, hand_over);
	r_run("keys and refusals", 3, 1, keys);
	r_run("TIMEOUT over a dead link", 4, 1, timeouts);
	r_run("TIMEOUT of a reply", 4, 1, no_reply);
	return done();
}
