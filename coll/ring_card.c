/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations of a card's leader for one collective, and waiting for the card: the leader reads a
 * register, then the progress loop runs meanwhile and may put the process to sleep until the card's
 * interrupt. Called by ring_ops.c, ring_dma.c and ring_group.c; below are the registers of the
 * page.
 */
#include "coll/ring.h"

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "coll/differ.h"
#include "coll/spins.h"
#include "pt2pt/peer.h"
#include "runtime/stall.h"
#include "runtime/wait.h"

#include <string.h>

/* ---- Waiting ---- */

/* One wait of this process; several threads may be inside collectives of different
 * communicators. */
struct waiting {
	const struct rd_ring *ring; /* NULL: it waits for the card alone */
	uint32_t reg, mask;
	const uint64_t *word; /* in memory, in place of a register; NULL: none */
	uint64_t want;
	struct waiting *next;
};

static struct waiting *waits;
static uint32_t spins_max; /* spins before a yield; learnt */

static int is_there(const struct waiting *w)
{
	if (w->word)
		return __atomic_load_n(w->word, __ATOMIC_ACQUIRE) >> RD_RING_LENGTH_W == w->want;
	return (rd_card_read(rd_page.card, w->reg) & w->mask) == w->want;
}

/* The transport has armed the card before: its poller is registered before this one. */
static int arm(void)
{
	for (const struct waiting *w = waits; w; w = w->next)
		if (is_there(w))
			return RD_ARM_BUSY;
	if (rd_ring_queue_poll())
		return RD_ARM_BUSY;
	rd_ring_look_all();
	return RD_ARM_OK;
}

static void disarm(void)
{
}

/* A call whose part the card has begun, but which waits for no register: for its descriptors. NULL:
 * there is none. */
static const struct rd_coll_call *call_on_card(void)
{
	for (const struct rd_coll_mark *mark = rd_coll_marks; mark; mark = mark->next) {
		const struct rd_coll_state *state = mark->call->comm->coll_state;

		if (state && state->ring && state->ring->calls->inside)
			return mark->call;
	}
	return NULL;
}

static void tell(struct rd_stall *s)
{
	char words[RD_COLL_WORDS_B + 2] = "";
	const char *name = waits && waits->ring ? waits->ring->ctx->name : "";
	const struct rd_coll_call *call = waits ? NULL : call_on_card();

	if (s->part == RD_STALL_ALL && call) {
		rd_coll_words(call, words);
		rd_stall_wait(s, RD_STALL_NONE, "data of others through the ring's cards, for %s",
			      words);
	}
	if (!waits || s->part != RD_STALL_EXACT)
		return;
	if (waits->ring)
		rd_coll_words_on(waits->ring->ctx->id, words, sizeof(words));
	rd_stall_wait(s, RD_STALL_NONE, "others in a collective of the ring's cards%s%s%s",
		      *name ? " on " : "", name, words);
}

static struct rd_poller poller = {
	.name = "ring",
	.poll = rd_ring_queue_poll,
	.arm = arm,
	.disarm = disarm,
	.fd = -1,
	.tell = tell,
};
static int polling;

void rd_ring_wait_init(void)
{
	spins_max = rd_wait_table.ring.spins_most;
	rd_progress_add(&poller);
	polling = 1;
}

void rd_ring_wait_fini(void)
{
	if (polling)
		rd_progress_remove(&poller);
	polling = 0;
}

int rd_ring_is_broken(const struct rd_ring *ring)
{
	return rd_page.card->lost || *rd_page.fault ||
	       (ring && (ring->calls->verdict || (rd_peers_lost && rd_ctx_broken(ring->ctx))));
}

int rd_ring_has_failed(const struct rd_ring *ring)
{
	struct rd_card *card = rd_page.card;

	if (!rd_ring_is_broken(ring))
		return 0;
	if (card->lost)
		rd_error("collective on the ring: card %d is lost: %s", card->place.node,
			 card->lost);
	else if (*rd_page.fault)
		rd_error("collective on the ring: card %d has the notice that %s is dead",
			 card->place.node, rd_page.fault);
	return 1;
}

int rd_ring_check(const struct rd_ring *ring)
{
	const struct rd_ring_calls *calls = ring ? ring->calls : NULL;
	uint32_t last = calls ? calls->n - 1 : 0;

	if (rd_unlikely(calls && calls->verdict))
		return rd_ring_verdict(ring);
	if (rd_ring_has_failed(ring))
		return RD_EPROC;
	if (!calls || !calls->inside || !rd_list_empty(&ring->queue))
		return 0;
	return rd_ring_look(ring, last, &calls->last[last % RD_RING_CALLS]);
}

/* 1: the awaited value is there. */
static int await_colocated(const struct rd_ring *ring, const struct waiting *w)
{
	rd_ring_colocated_spread(ring);
	for (int turns = 0; turns < rd_wait_table.ring.turns; turns++) {
		if (!rd_ring_colocated_give_way(ring))
			for (uint32_t spins = 0;
			     spins < rd_wait_table.ring.spins_most && !is_there(w); spins++)
				rd_cpu_relax();
		if (is_there(w))
			return 1;
		rd_progress();
	}
	return 0;
}

static int await_slow(const struct rd_ring *ring, struct waiting *w)
{
	struct waiting **link = &waits;
	uint64_t handovers = rd_progress_stats.handovers;
	struct rd_wait wait = RD_WAIT_INIT;
	int err = 0;

	w->ring = ring;
	w->next = waits;
	waits = w;
	while (!is_there(w) && !err) {
		err = rd_ring_check(ring);
		if (!err)
			rd_spins_wait(&wait, spins_max, rd_wait_table.ring.spins_least);
	}
	while (*link != w)
		link = &(*link)->next;
	*link = w->next;
	spins_max = rd_spins_learn(spins_max, rd_progress_stats.handovers - handovers,
				   rd_wait_table.ring.spins_least, rd_wait_table.ring.spins_most);
	return err;
}

/* `ring`: this leader waits for its other leaders; NULL: for the own card alone. */
static inline int await(const struct rd_ring *ring, struct waiting *w)
{
	uint32_t spins = 0;

	if (ring && ring->colocated && !is_there(w) && await_colocated(ring, w))
		return 0;
	while (!is_there(w)) {
		if (spins++ == spins_max)
			return await_slow(ring, w);
		rd_cpu_relax();
	}
	if (spins && spins_max < rd_wait_table.ring.spins_most)
		spins_max++; /* spinning pays */
	return 0;
}

int rd_ring_await(const struct rd_ring *ring, uint32_t reg, uint32_t mask, uint32_t want)
{
	struct waiting w = {.reg = reg, .mask = mask, .want = want};

	return await(ring, &w);
}

int rd_ring_await_word(const struct rd_ring *ring, const uint64_t *word, uint64_t value)
{
	struct waiting w = {.word = word, .want = value};

	return await(ring, &w);
}

/* ---- Barrier ---- */

static uint32_t barrier_reg(const struct rd_ring *ring)
{
	return RN_BARRIER_GROUP + (uint32_t)ring->group * RN_BARRIER_GROUP_STEP;
}

void rd_ring_enter(const struct rd_ring *ring)
{
	rd_card_write(rd_page.card, barrier_reg(ring), 0);
}

int rd_ring_is_inside(const struct rd_ring *ring)
{
	return (rd_card_read(rd_page.card, barrier_reg(ring)) & RN_BARRIER_GROUP_INSIDE_MASK) != 0;
}

void rd_ring_arrive(const struct rd_ring *ring)
{
	if (ring->colocated)
		rd_ring_colocated_begin(ring);
	rd_ring_enter(ring);
}

int rd_ring_leave(const struct rd_ring *ring)
{
	return rd_ring_await(ring, barrier_reg(ring), RN_BARRIER_GROUP_INSIDE_MASK, 0);
}

int rd_ring_barrier(const struct rd_ring *ring)
{
	rd_ring_arrive(ring);
	return rd_ring_leave(ring);
}

/* ---- Reduction ---- */

int rd_ring_stop(struct rd_ring *ring)
{
	uint32_t status = rd_ring_reg(ring, RN_REDUCE_STATUS);
	int err;

	if (!ring->reduction.ctrl)
		return 0;
	ring->reduction.ctrl = 0;
	err = rd_ring_await(ring, status, RN_REDUCE_STATUS_IDLE_MASK, RN_REDUCE_STATUS_IDLE_MASK);
	rd_card_write(rd_page.card, rd_ring_reg(ring, RN_REDUCE_CTRL), 0);
	return err ? err : rd_ring_await(NULL, status, RD_RING_BUSY, 0);
}

static uint32_t gather_max(void)
{
	return (rd_page.card->read(rd_page.card, RN_GREDUCE_CAPS) & RN_GREDUCE_CAPS_GATHER_MASK) >>
	       RN_GREDUCE_CAPS_GATHER_LSB;
}

int rd_ring_run(struct rd_ring *ring, uint32_t ctrl)
{
	struct rd_card *card = rd_page.card;
	uint32_t mode = (uint32_t)ring->cards > gather_max() ? RN_REDUCE_CTRL_CHAIN_MASK : 0;

	rd_card_write(card, rd_ring_reg(ring, RN_REDUCE_CTRL),
		      (ctrl & RD_RING_CTRL_MASK) | mode | ring->epoch << RN_REDUCE_CTRL_EPOCH_LSB |
			      RN_REDUCE_CTRL_EN_MASK);
	if (!(rd_card_read(card, rd_ring_reg(ring, RN_REDUCE_STATUS)) &
	      RN_REDUCE_STATUS_RUN_MASK)) {
		rd_error("card %d: reduction group %d does not start with %#x", card->place.node,
			 ring->reduction.group, ctrl | mode);
		return RD_EPROC;
	}
	ring->reduction.ctrl = ctrl | RN_REDUCE_CTRL_EN_MASK;
	return 0;
}

/* By Fibonacci hashing: a setting takes the place of one other at most. */
static unsigned place_of(uint32_t ctrl)
{
	return ctrl * 2654435769u / (UINT32_MAX / RD_RING_KNOWN + 1);
}

int rd_ring_knows(const struct rd_ring *ring, uint32_t ctrl)
{
	return ring->reduction.known[place_of(ctrl)] == ctrl || ctrl == RD_RING_AGREE;
}

/* The settings that the sum shows to be the same on all members: a bit and its complement are never
 * both the same as the own ones if another member has another bit. */
void rd_ring_sign(uint32_t ctrl, uint64_t sign[RD_RING_OPERAND_B / 8])
{
	uint64_t length = ctrl & ~(RN_REDUCE_CTRL_OP_MASK | RN_REDUCE_CTRL_TYPE_MASK);

	memset(sign, 0, RD_RING_OPERAND_B);
	sign[0] = length;
	sign[1] = ~length;
}

int rd_ring_signed(struct rd_ring *ring, uint32_t ctrl, const uint64_t *sum)
{
	uint64_t sign[RD_RING_OPERAND_B / 8];

	rd_ring_sign(ctrl, sign);
	if (sum[0] != sign[0] || sum[1] != sign[1])
		return 0;
	ring->reduction.known[place_of(ctrl)] = ctrl;
	return 1;
}

/* All members give the same length. Else each of them waits here until one knows another's. */
static int agree(struct rd_ring *ring, uint32_t ctrl)
{
	uint64_t sign[RD_RING_OPERAND_B / 8], sum[RD_RING_OPERAND_B / 8];
	struct rd_wait wait = RD_WAIT_INIT;
	int err;

	rd_ring_sign(ctrl, sign);
	err = rd_ring_reduce(ring, RD_RING_AGREE, sign, sum);
	if (err || rd_ring_signed(ring, ctrl, sum))
		return err;
	while (!(err = rd_ring_check(ring)))
		rd_progress_wait(&wait);
	return err;
}

/* Operator, type or length differ from the last ones: no card stops before all have their results,
 * no card sends before all have started. */
static __attribute__((noinline)) int restart(struct rd_ring *ring, uint32_t ctrl)
{
	int err = rd_ring_knows(ring, ctrl) ? 0 : agree(ring, ctrl);

	if (!err && ring->reduction.ctrl)
		err = rd_ring_barrier(ring);
	if (!err)
		err = rd_ring_stop(ring);
	if (err)
		return err;
	err = rd_ring_run(ring, ctrl);
	if (err)
		rd_ring_fail(ring, err);
	return err ? err : rd_ring_barrier(ring);
}

/* Waits until the last reduction is over, if no rank has waited for its result. */
static __attribute__((noinline)) int settle(struct rd_ring *ring)
{
	uint32_t idle = RN_REDUCE_STATUS_IDLE_MASK;

	ring->reduction.open = 0;
	return rd_ring_await(ring, rd_ring_reg(ring, RN_REDUCE_STATUS), idle, idle);
}

int rd_ring_start(struct rd_ring *ring, uint32_t ctrl)
{
	int err = rd_unlikely(ring->reduction.open) ? settle(ring) : 0;

	if (!err && rd_unlikely(!rd_ring_runs(ring, ctrl)))
		err = restart(ring, ctrl);
	return err;
}

void rd_ring_abandon(struct rd_ring *ring)
{
	rd_card_write(rd_page.card, rd_ring_reg(ring, RN_REDUCE_CTRL), 0);
	ring->reduction.ctrl = 0;
	ring->reduction.open = 0;
}

static uint32_t beats_of(uint32_t ctrl)
{
	return (ctrl >> RN_REDUCE_CTRL_BEATS_LSB & 3) + 1;
}

static void write_operand(const struct rd_ring *ring, uint32_t beats, const uint64_t *word)
{
	uint32_t reg = rd_ring_reg(ring, RN_REDUCE_OPERAND_0);

	for (uint32_t i = 0; i < beats; i++) {
		rd_card_write(rd_page.card, reg + 8 * i, (uint32_t)word[i]);
		rd_card_write(rd_page.card, reg + 8 * i + 4, (uint32_t)(word[i] >> 32));
	}
	rd_card_write(rd_page.card, rd_ring_reg(ring, RN_REDUCE_DOORBELL), 0);
}

void rd_ring_operand(const struct rd_ring *ring, uint32_t ctrl, const uint64_t *word)
{
	struct rd_card *card = rd_page.card;
	uint32_t beats = beats_of(ctrl);

	if (!card->give || !card->give(card, (uint32_t)ring->reduction.group, word, beats))
		write_operand(ring, beats, word);
}

void rd_ring_result(const struct rd_ring *ring, uint32_t ctrl, uint64_t *word)
{
	uint32_t beats = beats_of(ctrl), reg = rd_ring_reg(ring, RN_REDUCE_RESULT_0);

	for (uint32_t i = 0; i < beats; i++)
		word[i] = rd_card_read(rd_page.card, reg + 8 * i) |
			  (uint64_t)rd_card_read(rd_page.card, reg + 8 * i + 4) << 32;
}

/* The first spins, if the card has the result in one access; without a pause, for an access takes
 * as long as a cache line from another processor. Leaders that share this processor need it. */
static inline int take(const struct rd_ring *ring, uint32_t ctrl, uint64_t *word)
{
	struct rd_card *card = rd_page.card;
	uint32_t most = ring->colocated ? 1 : spins_max / 4;

	for (uint32_t spins = 0; card->take && spins < most; spins++)
		if (card->take(card, (uint32_t)ring->reduction.group, word, beats_of(ctrl)))
			return 1;
	return 0;
}

int rd_ring_reduce(struct rd_ring *ring, uint32_t ctrl, const uint64_t *operand, uint64_t *result)
{
	uint32_t there = RN_REDUCE_STATUS_RESULT_MASK;
	int err = rd_ring_start(ring, ctrl);

	if (rd_unlikely(err))
		return err;
	if (ring->colocated)
		rd_ring_colocated_begin(ring);
	rd_ring_operand(ring, ctrl, operand);
	ring->reduction.open = !result;
	if (!result || take(ring, ctrl, result))
		return 0;
	err = rd_ring_await(ring, rd_ring_reg(ring, RN_REDUCE_STATUS), there, there);
	if (!err)
		rd_ring_result(ring, ctrl, result);
	return err;
}
