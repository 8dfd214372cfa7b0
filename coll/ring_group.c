/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A communicator's contexts on the cards: the cards of its ranks, taking a barrier group and a
 * reduction group for the whole ring, setting them up on each card, giving them back. Called by
 * ring.c.
 *
 * Register TAKEN of page 0 of node 0 holds a bit for each barrier group, from bit REDUCERS on for
 * each reduction group, and from bit REGIONS on for each region that communicators can have for
 * themselves; it becomes full when that page is opened. From bit EPOCH on it counts how often bits
 * were taken: the epoch distinguishes cells of one use of a context from cells that an earlier use
 * has left on the links. The leader of the communicator's card 0 takes bits by COMPARE_SWAP.
 * Register `group` of the same page then holds the number of cards that have not left the group,
 * and the numbers of the contexts that belong to it; the last card that leaves gives the bits back:
 * so a group is used again only when no card uses it any more. For a leader whose process has ended
 * another process leaves (bury), if the card can be reached.
 */
#include "coll/ring.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/threads.h"
#include "btl_fpga/place.h"
#include "comm/boot.h"
#include "pt2pt/peer.h"
#include "runtime/job.h"
#include "runtime/progress.h"

#include <stdlib.h>

#define TAKEN (RN_FE_N - 1)  /* register; those before it are the groups' */
#define GROUPS (RN_FE_N - 1) /* barrier groups in use */
#define REDUCERS 16          /* bit of reduction group 0 */
#define REDUCERS_N RN_GREDUCE_OWNER_N
#define REGIONS 24 /* bit of the first region */
#define EPOCH 32
#define EPOCH_MASK 63u
#define CARDS_MASK 0xffffu /* of a group's register: cards that have not left */
#define ITS_REDUCER 16     /* bits from which on it holds these numbers, counted from 1 */
#define ITS_REGION 24
#define SPOILT ((uint64_t)1 << 32) /* for each card that has a vector which may never end */
#define FAILED (1u << 24)          /* an answer: card 0's leader could not read the register */
#define ITS_EPOCH 25               /* bit of an answer from which on it holds the epoch */
#define REFRESH_CYC \
	(4u * 4096) /* clocks after which a barrier's state has been sent again \
		     * (CARD.md, Barrier) */

/* ---- Cards of ranks ---- */

static int node_of(const struct rd_comm *comm, int rank)
{
	return rd_ring_card_of(comm, rank, rd_page.card->place.nodes);
}

static int page_of(const struct rd_comm *comm, int rank)
{
	int node = node_of(comm, rank);

	return rd_comm_world_rank(comm, rank) -
	       rd_place_first(node, rd_job.size, rd_page.card->place.nodes);
}

/* leader[node]: the rank there with the lowest world rank, or -1. */
static void find_leaders(const struct rd_comm *comm, int *leader, int nodes)
{
	for (int node = 0; node < nodes; node++)
		leader[node] = -1;
	for (int i = 0; i < comm->size; i++) {
		int node = node_of(comm, i);

		if (leader[node] < 0 ||
		    rd_comm_world_rank(comm, i) < rd_comm_world_rank(comm, leader[node]))
			leader[node] = i;
	}
}

static void find_cards(struct rd_ring *ring, const struct rd_comm *comm, const int *leader)
{
	int own = rd_page.card->place.node, page = -1;

	ring->one_page = 1;
	for (int node = 0; node < rd_page.card->place.nodes; node++) {
		if (leader[node] < 0)
			continue;
		if (node == own)
			ring->index = ring->cards;
		ring->leaders[ring->cards] = leader[node];
		ring->node[ring->cards++] = node;
		if (page >= 0 && page_of(comm, leader[node]) != page)
			ring->one_page = 0;
		page = page_of(comm, leader[node]);
	}
}

static void find_others(struct rd_ring *ring, struct rd_comm *comm)
{
	int own = rd_page.card->place.node;

	for (int i = 0; i < comm->size; i++)
		if (i != ring->leader && node_of(comm, i) == own)
			ring->others[ring->nothers++] = i;
	rd_ring_sort(comm, ring->others, ring->nothers);
}

struct rd_ring *rd_ring_survey(struct rd_comm *comm)
{
	size_t nodes = (size_t)rd_page.card->place.nodes;
	struct rd_ring *ring = calloc(1, sizeof(*ring));
	int *leader = calloc(nodes, sizeof(*leader));

	if (ring) {
		rd_list_init(&ring->queue);
		rd_list_init(&ring->queued);
		rd_list_init(&ring->shared);
		ring->node = malloc(nodes * sizeof(*ring->node));
		ring->leaders = malloc(nodes * sizeof(*ring->leaders));
		ring->calls = calloc(1, sizeof(*ring->calls));
		ring->others = malloc(RN_PAGE_N * sizeof(*ring->others));
	}
	if (!ring || !leader || !ring->node || !ring->leaders || !ring->calls || !ring->others) {
		free(leader);
		if (ring)
			rd_ring_drop(ring);
		return NULL;
	}
	ring->ctx = &comm->coll;
	ring->group = ring->reduction.group = ring->flow.last = ring->region = -1;
	find_leaders(comm, leader, (int)nodes);
	find_cards(ring, comm, leader);
	ring->leader = leader[rd_page.card->place.node];
	ring->leads = ring->leader == comm->rank;
	find_others(ring, comm);
	free(leader);
	if (ring->cards < 2)
		ring->refusal = "all members are behind one card";
	else if (rd_page.card->place.nodes > rd_page.fe_nodes)
		ring->refusal = "the cards' request queues are too short for so many cards";
	return ring;
}

/* ---- Full/empty registers ---- */

static void set_half(uint32_t reg, uint64_t value)
{
	rd_card_write(rd_page.card, reg, (uint32_t)value);
	rd_card_write(rd_page.card, reg + 4, (uint32_t)(value >> 32));
}

static int busy; /* a thread has reserved the registers, and may wait */

/* For that thread. */
static int operate_alone(unsigned op, unsigned reg, uint64_t arg, uint64_t expected, uint64_t *was)
{
	struct rd_card *card = rd_page.card;
	uint32_t status;
	int err;

	set_half(RN_FE_ARG_LO, arg);
	set_half(RN_FE_CMP_LO, expected);
	rd_card_write(card, RN_FE_COMMAND, reg << RN_FE_COMMAND_REG_LSB | op);
	err = rd_ring_await(NULL, RN_FE_STATUS, RN_FE_STATUS_BUSY_MASK, 0);
	if (err)
		return err;
	status = rd_card_read(card, RN_FE_STATUS);
	if (reg == TAKEN && (status & RN_FE_STATUS_CODE_MASK) == RN_FE_STATUS_NO_KEY)
		return RD_EAGAIN; /* the rank of its page has not come yet */
	if (status & RN_FE_STATUS_CODE_MASK) {
		rd_error("card %d: operation %u on register %u of card 0 failed with status %u",
			 card->place.node, op, reg, status & RN_FE_STATUS_CODE_MASK);
		return RD_EPROC;
	}
	*was = (uint64_t)rd_card_read(card, RN_FE_RES_HI) << 32 | rd_card_read(card, RN_FE_RES_LO);
	return status & RN_FE_STATUS_FULL_MASK || reg != TAKEN ? 0 : RD_EAGAIN;
}

/* *was: the value before. RD_EAGAIN: the register is not full yet. */
static int operate(unsigned op, unsigned reg, uint64_t arg, uint64_t expected, uint64_t *was)
{
	struct rd_wait wait = RD_WAIT_INIT;
	int err;

	while (busy)
		rd_progress_wait(&wait);
	busy = 1;
	err = operate_alone(op, reg, arg, expected, was);
	busy = 0;
	rd_threads_notify();
	return err;
}

/* On a register of the second card's leader, by the number of the barrier group: no other
 * communicator that has this group at the same time has this register. The communicator's other
 * register, on card 0, counts its cards. */
static uint32_t shared_register(const struct rd_ring *ring)
{
	const struct rd_comm *comm = rd_container(ring->ctx, struct rd_comm, coll);

	return (uint32_t)ring->node[1] << RN_FE_COMMAND_NODE_LSB |
	       (uint32_t)page_of(comm, ring->leaders[1]) << RN_FE_COMMAND_PAGE_LSB |
	       (uint32_t)ring->group << RN_FE_COMMAND_REG_LSB;
}

int rd_ring_swap(const struct rd_ring *ring, uint64_t word, uint64_t *was)
{
	struct rd_card *card = rd_page.card;
	uint32_t status;

	if (busy)
		return RD_EAGAIN;
	set_half(RN_FE_ARG_LO, word);
	rd_card_write(card, RN_FE_COMMAND, shared_register(ring) | RN_FE_OP_WRITE);
	do {
		status = rd_card_read(card, RN_FE_STATUS);
	} while (status & RN_FE_STATUS_BUSY_MASK && !card->lost);
	if (status & (RN_FE_STATUS_BUSY_MASK | RN_FE_STATUS_CODE_MASK))
		return RD_EPROC;
	*was = (uint64_t)rd_card_read(card, RN_FE_RES_HI) << 32 | rd_card_read(card, RN_FE_RES_LO);
	return 0;
}

static uint64_t lowest_free(uint64_t taken, int first, int n)
{
	for (int i = first; i < first + n; i++)
		if (!(taken >> i & 1))
			return (uint64_t)1 << i;
	return 0;
}

/* A barrier group and perhaps a reduction group; 0: there is no barrier group. */
static uint64_t free_contexts(uint64_t taken)
{
	uint64_t group = lowest_free(taken, 0, GROUPS);

	return group ? group | lowest_free(taken, REDUCERS, REDUCERS_N) : 0;
}

static uint64_t free_region(uint64_t taken)
{
	return lowest_free(taken, REGIONS, RD_REGION_OWN_N);
}

/* Bits that `choose` found and the epoch of their use; bits 0: there are none. */
static int take_bits(uint64_t *bits, uint32_t *epoch, uint64_t (*choose)(uint64_t taken))
{
	const uint64_t one = (uint64_t)1 << EPOCH;
	uint64_t taken = 0, was;
	int err = operate(RN_FE_OP_TEST_READ, TAKEN, 0, 0, &taken);

	while (!err) {
		*bits = choose(taken);
		if (!*bits)
			return 0;
		*epoch = (uint32_t)(taken >> EPOCH) & EPOCH_MASK;
		err = operate(RN_FE_OP_COMPARE_SWAP, TAKEN, (taken | *bits) + one, taken, &was);
		if (!err && was == taken)
			return 0;
		taken = was;
	}
	*bits = 0;
	return err == RD_EAGAIN ? 0 : err;
}

/* ---- Leaving ---- */

/* A card leaves the group; the last card gives the numbers back. A card ends a vector only with all
 * others, or with its page: a reduction group with an unfinished vector is never used again. */
static void leave(unsigned group, int spoilt)
{
	uint64_t was, bits = (uint64_t)1 << group, reducer, region;
	uint64_t add = (spoilt ? SPOILT : 0) - 1;

	if (operate(RN_FE_OP_FETCH_ADD, group, add, 0, &was) || (was & CARDS_MASK) != 1)
		return;
	reducer = was + add < SPOILT ? was >> ITS_REDUCER & 255 : 0;
	region = was >> ITS_REGION & 255;
	if (reducer)
		bits |= (uint64_t)1 << (REDUCERS + reducer - 1);
	if (region)
		bits |= (uint64_t)1 << (REGIONS + region - 1);
	operate(RN_FE_OP_FETCH_ADD, TAKEN, -bits, 0, &was);
}

/* Leaves the groups of ranks whose processes have ended, after new failure notices. */
static void bury(void)
{
	static int known; /* of rd_peers_lost */
	struct rd_card *card = rd_page.card;
	int nodes = card->place.nodes;

	if (known == rd_peers_lost || !card->bury)
		return;
	known = rd_peers_lost;
	for (int r = 0; r < rd_job.size && known; r++) {
		int node = rd_place_node(r, rd_job.size, nodes);
		uint32_t groups =
			card->bury(card, node, r - rd_place_first(node, rd_job.size, nodes));

		for (; groups; groups &= groups - 1)
			leave((unsigned)__builtin_ctz(groups), 0);
	}
}

/* ---- Taking ---- */

static void set_barrier(const struct rd_ring *ring)
{
	struct rd_card *card = rd_page.card;
	/* of two, each awaits the other from the side that the other sends to (barrier_step.v) */
	uint32_t left = (uint32_t)(ring->cards > 2 ? (ring->cards - 1) / 2 : ring->index);
	uint32_t right = (uint32_t)ring->cards - 1 - left;

	card->write(card, RN_GROUP_CONFIG + (uint32_t)ring->group * RN_GROUP_CONFIG_STEP,
		    RN_GROUP_CONFIG_ENABLE_MASK |
			    (uint32_t)card->place.page << RN_GROUP_CONFIG_PAGE_LSB |
			    left << RN_GROUP_CONFIG_LEFT_LSB | right);
}

/* The next card towards card 0 on this one's arm; members 1 .. (n - 1) / 2 are the right arm. */
static int toward(const struct rd_ring *ring)
{
	int arm = (ring->cards - 1) / 2;

	if (!ring->index)
		return ring->node[0];
	return ring->node[ring->index <= arm ? ring->index - 1 : (ring->index + 1) % ring->cards];
}

static void set_reduction(const struct rd_ring *ring)
{
	struct rd_card *card = rd_page.card;

	card->write(card,
		    RN_GREDUCE_OWNER + (uint32_t)ring->reduction.group * RN_GREDUCE_OWNER_STEP,
		    RN_GREDUCE_OWNER_ON_MASK | (uint32_t)card->place.page);
	rd_card_write(card, rd_ring_reg(ring, RN_REDUCE_MEMBER),
		      (uint32_t)ring->index << RN_REDUCE_MEMBER_INDEX_LSB | (uint32_t)ring->cards);
	rd_card_write(card, rd_ring_reg(ring, RN_REDUCE_TOWARD), (uint32_t)toward(ring));
}

static int cannot_pin(void)
{
	static uint64_t word;
	uint64_t offset;
	int region = rd_region_hold(&word, sizeof(word), RN_REGION_ACCESS_READ_MASK, &offset);

	if (region >= 0)
		rd_region_put(region);
	return region == RD_ENOTSUP;
}

/* The maximum of each byte of the answer over the members. */
static int agree(struct rd_comm *comm, uint32_t *value)
{
	struct rd_boot boot = {
		.ctx = &comm->coll,
		.tag = rd_comm_coll_tag(comm),
		.rank = comm->rank,
		.size = comm->size,
	};

	return rd_boot_max(&boot, value);
}

static uint32_t number_of(uint64_t bits, int first, int n)
{
	for (int i = 0; i < n; i++)
		if (bits >> (first + i) & 1)
			return (uint32_t)i + 1;
	return 0;
}

/* Records new contexts, which `cards` share, or one more region. */
static int note(const struct rd_ring *ring, uint64_t bits)
{
	uint64_t reducer = number_of(bits, REDUCERS, REDUCERS_N), was;
	uint64_t region = number_of(bits, REGIONS, RD_REGION_OWN_N);
	unsigned group = number_of(bits, 0, GROUPS);

	if (group)
		return operate(RN_FE_OP_WRITE, group - 1,
			       (uint64_t)ring->cards | reducer << ITS_REDUCER, 0, &was);
	return bits ? operate(RN_FE_OP_FETCH_ADD, (unsigned)ring->group, region << ITS_REGION, 0,
			      &was)
		    : 0;
}

/* By the leader of card 0 alone: number of group, reducer or region, each counted from 1, in bytes
 * of the answer. A failure is an answer, too: all members have to continue alike. */
static uint32_t ask(const struct rd_ring *ring, uint64_t (*choose)(uint64_t taken))
{
	uint64_t bits = 0;
	uint32_t epoch = 0;

	if (take_bits(&bits, &epoch, choose) || note(ring, bits))
		return FAILED;
	return epoch << ITS_EPOCH | number_of(bits, 0, GROUPS) |
	       number_of(bits, REDUCERS, REDUCERS_N) << 8 |
	       number_of(bits, REGIONS, RD_REGION_OWN_N) << 16;
}

/* *answer: that of the leader of card 0, for all members. */
static int ask_first(const struct rd_ring *ring, struct rd_comm *comm,
		     uint64_t (*choose)(uint64_t taken), uint32_t *answer)
{
	*answer = ring->leads && !ring->index ? ask(ring, choose) : 0;
	return agree(comm, answer);
}

static const char *set_up(struct rd_ring *ring, uint32_t answer)
{
	ring->group = (int)(answer & 255) - 1;
	ring->reduction.group = (int)(answer >> 8 & 255) - 1;
	ring->epoch = answer >> ITS_EPOCH & EPOCH_MASK;
	if (ring->group < 0)
		return answer & FAILED ? "card 0 does not say which groups are free"
				       : "no free barrier group on the cards";
	if (ring->leads) {
		set_barrier(ring);
		rd_ring_stream_listen(ring);
	}
	if (ring->leads && ring->reduction.group >= 0)
		set_reduction(ring);
	return NULL;
}

int rd_ring_take(struct rd_ring *ring, struct rd_comm *comm)
{
	uint32_t answer, bad = (uint32_t)cannot_pin();
	int err;

	bury();
	ring->refusal = "its members did not agree on contexts of the cards";
	err = ask_first(ring, comm, free_contexts, &answer);
	if (err)
		return err;
	ring->refusal = set_up(ring, answer);
	if (ring->refusal)
		return 0;
	err = agree(comm, &bad); /* no card enters before all are set up */
	if (err)
		ring->refusal = "its members did not set up contexts of the cards";
	ring->may_pin = !bad;
	if (ring->leads && !err)
		rd_ring_share(ring);
	if (ring->leads)
		ring->colocated = rd_ring_colocated_new(ring, comm->size);
	return err;
}

/* Messages of this card that use the region are continued until they are complete, independently of
 * the other cards. */
static int own_region(const struct rd_ring *ring)
{
	struct rd_wait wait = RD_WAIT_INIT;

	while (rd_region_own(ring->region)) {
		if (rd_ring_has_failed(ring))
			return RD_EPROC;
		rd_progress_wait(&wait);
	}
	return 0;
}

int rd_ring_take_region(struct rd_ring *ring, struct rd_comm *comm)
{
	uint32_t answer;
	int err;

	ring->region = 0;
	if (!ring->may_pin)
		return 0;
	err = ask_first(ring, comm, free_region, &answer);
	if (err || !(answer >> 16 & 255))
		return err;
	ring->region = RD_REGION_OWN - 1 + (int)(answer >> 16 & 255);
	return ring->leads ? own_region(ring) : 0;
}

/* ---- Giving back ---- */

static uint64_t card_clock(void)
{
	struct rd_card *card = rd_page.card;
	uint32_t low = card->read(card, RN_IDENT_CLOCK_LO);

	return (uint64_t)card->read(card, RN_IDENT_CLOCK_HI) << 32 | low;
}

/* Another card may still wait for a symbol of this card that a link has lost: it is sent again with
 * the state, as long as the group exists. */
static void await_refresh(void)
{
	uint64_t since = card_clock();

	while (card_clock() - since < REFRESH_CYC && !rd_page.card->lost)
		;
}

static void stop(struct rd_ring *ring)
{
	struct rd_card *card = rd_page.card;

	if (ring->reduction.group >= 0) {
		if (rd_ring_stop(ring))
			rd_err_forget();
		card->write(card,
			    RN_GREDUCE_OWNER +
				    (uint32_t)ring->reduction.group * RN_GREDUCE_OWNER_STEP,
			    0);
	}
	if (ring->region > 0)
		rd_region_disown(ring->region);
	await_refresh();
	card->write(card, RN_GROUP_CONFIG + (uint32_t)ring->group * RN_GROUP_CONFIG_STEP, 0);
}

void rd_ring_drop(struct rd_ring *ring)
{
	rd_ring_unqueue(ring);
	rd_ring_stream_silence(ring); /* even after the page was closed */
	rd_ring_unshare(ring);
	if (rd_page.refs && ring->group >= 0 && ring->leads) {
		rd_ring_flow_close(ring);
		stop(ring);
		leave((unsigned)ring->group, ring->reduction.spoilt);
		bury();
	}
	free(ring->node);
	free(ring->leaders);
	free(ring->calls);
	free(ring->others);
	rd_ring_colocated_free(ring->colocated);
	free(ring);
}
