/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue pairs (qp.h). Called by remote.c for operations, by btl.c for progress; below are page.h
 * for the arena and the registers of block RDMA.
 *
 *     NULL -> ASKED    wanted here: opened, and the other process is told
 *     NULL -> UP       the other process has told it: opened here, too, and told back
 *     ASKED -> UP      the other process has told it
 *     UP -> BROKEN     a request has ended with an error
 *     BROKEN -> ASKED  reset, and opened for the next round, which the other process is told
 *     any -> UP        the other process has begun a later round: likewise, and told back
 *     any -> FAILED    a command has failed here or there, or the rank has
 *
 * An access that is refused ends its queue pair and that of the memory, with the requests of both
 * sides. So both begin the next round, in which those that were not carried out are handed over
 * again. Either side begins it, or both do; the higher number holds.
 *
 * Invariants:
 *  1. A request is in `asked` of its queue pair from its doorbell to its completion, or until the
 *     queue pair is reset; completions of a queue pair come in the order of its requests, and
 *     behind one with an error only FLUSH.
 *  2. An operation is in `waiting` of its queue pair until all of it was handed over. Those of a
 *     queue pair are handed over in the order in which they began.
 *  3. Data are copied through a slot of the arena, which belongs to one request, or stand in the
 *     request: no memory of the program is under way.
 *  4. Requests are handed over in state UP only. Then the queue pairs of both sides were opened for
 *     this round, and have no request of an earlier one.
 *  5. A request that ended with FLUSH or RETRY, or with nothing as its queue pair was reset, was
 *     not carried out (docs/card/rdma.md, 4). So no byte is written a second time, over what the
 *     other process has stored since.
 *  6. A queue pair with something to do is in `todo`: it is broken, or untold, or UP with
 *     operations that wait.
 */
#include "btl_fpga/qp.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "btl_fpga/fpga.h"
#include "btl_fpga/rdma_regs.h"
#include "runtime/job.h"
#include "runtime/wait.h"

#define field_of(word, name) (((word)&RDMA_##name##_MASK) >> RDMA_##name##_LSB)
#define put_in(value, name) ((uint64_t)(value) << RDMA_##name##_LSB & RDMA_##name##_MASK)

enum {
	PD = 1,        /* of all objects of this driver */
	SLOTS_N = 64,  /* a bit each in `free_slots` */
	INLINE_B = 32, /* bytes of data in a request of one place */
	/* An answer comes within microseconds; 2^TIMEOUT * 4096 clocks, and so often again. */
	TIMEOUT = 14,
	RETRY = 7,
	LOOK = 8 /* polls without a completion after which the unit is looked at */
};
_Static_assert(SLOTS_N *RD_QP_SLOT_B == RD_QP_SLOTS_B, "the slots of the arena");

struct request {
	struct rd_remote *r;
	uint64_t at;  /* bytes of r before it */
	uint32_t len; /* bytes */
	int slot;     /* -1: in the request */
};

struct rd_qp {
	enum state { ASKED, UP, BROKEN, FAILED } state;
	uint32_t round;       /* for which it is open, from 1 */
	uint16_t sent, ended; /* requests, modulo 65536 */
	int untold;           /* the packet found no room */
	struct rd_fpga_ep *ep;
	struct rd_list todo, waiting;
	struct request asked[RD_QP_REQUESTS];
};

static struct {
	int on;
	uint32_t room;       /* writes that may follow before ROOM is read again */
	uint16_t next, told; /* completions read; as the card knows */
	uint32_t under_way;  /* requests */
	uint32_t idle;       /* polls without a completion */
	uint64_t free_slots;
	uint32_t slots_stag; /* of region 0: the slots */
	uint8_t key;         /* of the region that was opened last */
	struct rd_list todo; /* queue pairs */
	/* Regions: numbers below `regions` have been used, those in `spare` are free again. */
	uint32_t regions, nspare, spare_max;
	uint32_t *spare; /* [spare_max] */
} qp;

static char *arena_at(uint64_t offset)
{
	return rd_page.card->arena + offset;
}

static uint64_t bus_of(uint64_t offset)
{
	return rd_page.card->arena_bus + offset;
}

/* ---- Registers ---- */

static uint32_t get(uint32_t reg)
{
	return rd_card_read(rd_page.card, reg);
}

static void set(uint32_t reg, uint32_t value)
{
	rd_card_write(rd_page.card, reg, value);
}

static void set_address(uint32_t reg, uint64_t bus)
{
	set(reg, (uint32_t)bus);
	set(reg + 4, (uint32_t)(bus >> 32));
}

/* A doorbell or a command. */
static void ring(uint32_t reg, uint32_t value)
{
	while (!qp.room && !rd_page.card->lost)
		qp.room = get(RDMA_RDMA_ROOM) & RDMA_RDMA_ROOM_N_MASK;
	qp.room--;
	set(reg, value);
}

static uint32_t give_command(uint32_t op, uint32_t kind, uint32_t number)
{
	uint32_t result;

	ring(RDMA_RDMA_COMMAND, (uint32_t)(number << RDMA_RDMA_COMMAND_NUMBER_LSB |
					   kind << RDMA_RDMA_COMMAND_KIND_LSB | op));
	while ((result = get(RDMA_RDMA_RESULT)) & RDMA_RDMA_RESULT_BUSY_MASK && !rd_page.card->lost)
		;
	return result & RDMA_RDMA_RESULT_CODE_MASK;
}

/* A command on an object with these attributes: enum RESULT_CODE. */
static uint32_t try_command(uint32_t op, uint32_t kind, uint32_t number, const uint64_t *attr,
			    size_t bytes)
{
	memcpy(arena_at(rd_page.map.attr), attr, bytes);
	return give_command(op, kind, number);
}

/* Likewise; one that ends the use of memory waits until no access is under way, as region.c: WAIT
 * only if the card is lost. */
static uint32_t command(uint32_t op, uint32_t kind, uint32_t number, const uint64_t *attr,
			size_t bytes)
{
	uint32_t result;

	while ((result = try_command(op, kind, number, attr, bytes)) == RDMA_RESULT_CODE_WAIT &&
	       !rd_page.card->lost)
		sched_yield();
	return result;
}

/* ---- Regions ---- */

/* A number that no region has; UINT32_MAX: none is left. */
static uint32_t take_number(void)
{
	if (qp.nspare)
		return qp.spare[--qp.nspare];
	return qp.regions < RD_QP_REGIONS ? qp.regions++ : UINT32_MAX;
}

/* Without memory for the list the number is not used again. */
static void give_number(uint32_t number)
{
	if (qp.nspare == qp.spare_max) {
		uint32_t max = qp.spare_max ? 2 * qp.spare_max : 16;
		uint32_t *spare = realloc(qp.spare, max * sizeof(*spare));

		if (!spare)
			return;
		qp.spare = spare;
		qp.spare_max = max;
	}
	qp.spare[qp.nspare++] = number;
}

/* Addresses in it are offsets from its first byte. Its STag; 0. */
static uint32_t open_region(uint32_t number, uint64_t bus, uint64_t len, uint64_t rights)
{
	uint64_t attr[RDMA_MR_ATTR_BYTES / 8] = {0};

	qp.key++;
	attr[RDMA_MR_ATTR_LENGTH / 8] = len;
	attr[RDMA_MR_ATTR_BUS / 8] = bus;
	attr[RDMA_MR_ATTR_SHAPE / 8] = rights | put_in(PD, MR_ATTR_SHAPE_PD) | qp.key;
	if (command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_MR, number, attr, sizeof(attr)))
		return 0;
	return number << 8 | qp.key;
}

uint32_t rd_qp_expose(const void *p, uint64_t len)
{
	uint32_t number = qp.on ? take_number() : UINT32_MAX, stag;
	struct rd_card *card = rd_page.card;
	uint64_t bus;

	if (number == UINT32_MAX)
		return 0;
	if (rd_region_pin(p, len, &bus)) {
		give_number(number);
		return 0;
	}
	stag = open_region(number, bus, len,
			   RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_MASK |
				   RDMA_MR_ATTR_SHAPE_REMOTE_READ_MASK);
	if (stag)
		return stag;
	card->unpin(card, p, len);
	give_number(number);
	return 0;
}

/* The memory goes back to the program. A region that cannot be closed keeps its number. */
void rd_qp_hide(uint32_t stag, const void *p, uint64_t len)
{
	const uint64_t none = 0;

	if (!stag || !qp.on)
		return;
	if (!command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_MR, stag >> 8, &none, 0))
		give_number(stag >> 8);
	rd_page.card->unpin(rd_page.card, p, len);
}

/* ---- Connections ---- */

static uint32_t rank_of(const struct rd_fpga_ep *ep)
{
	return (uint32_t)ep->ep.rank;
}

static uint64_t queue_at(uint32_t rank)
{
	return rd_page.map.requests + (uint64_t)rank * RD_QP_REQUESTS * RDMA_WORK_BYTES;
}

static void set_state(const struct rd_fpga_ep *ep, uint32_t state, uint64_t *attr)
{
	attr[RDMA_QP_ATTR_CTL / 8] = put_in(state, QP_ATTR_CTL_STATE) |
				     RDMA_QP_ATTR_CTL_WRITE_MASK | RDMA_QP_ATTR_CTL_READ_MASK;
	attr[RDMA_QP_ATTR_SIZES / 8] =
		put_in(TIMEOUT, QP_ATTR_SIZES_TIMEOUT) | put_in(RETRY, QP_ATTR_SIZES_RETRY);
	attr[RDMA_QP_ATTR_PEER / 8] = put_in(ep->addr.node, QP_ATTR_PEER_NODE) |
				      put_in(ep->addr.page, QP_ATTR_PEER_PAGE) |
				      put_in(rd_job.rank, QP_ATTR_PEER_QP);
}

static uint32_t modify(const struct rd_fpga_ep *ep, uint32_t state)
{
	uint64_t attr[RDMA_QP_ATTR_BYTES / 8] = {0};

	set_state(ep, state, attr);
	return command(RDMA_COMMAND_OP_MODIFY, RDMA_OBJECT_QP, rank_of(ep), attr, sizeof(attr));
}

/* WAIT: an access of the other process is under way. It ends soon, unless that one is stopped. */
static uint32_t try_reset(const struct rd_fpga_ep *ep)
{
	uint64_t attr[RDMA_QP_ATTR_BYTES / 8] = {0};

	set_state(ep, RDMA_QP_STATE_RESET, attr);
	return try_command(RDMA_COMMAND_OP_MODIFY, RDMA_OBJECT_QP, rank_of(ep), attr, sizeof(attr));
}

/* From state RESET. Whether it is open for requests. */
static int start(const struct rd_fpga_ep *ep)
{
	return !modify(ep, RDMA_QP_STATE_INIT) && !modify(ep, RDMA_QP_STATE_RTR) &&
	       !modify(ep, RDMA_QP_STATE_RTS);
}

/* Nothing of the other process is needed for that. Whether it was opened. */
static int open_pair(const struct rd_fpga_ep *ep)
{
	uint64_t attr[RDMA_QP_ATTR_BYTES / 8] = {0};

	attr[RDMA_QP_ATTR_CTL / 8] =
		put_in(RDMA_QP_TYPE_RC, QP_ATTR_CTL_TYPE) | put_in(PD, QP_ATTR_CTL_PD);
	attr[RDMA_QP_ATTR_SEND / 8] = bus_of(queue_at(rank_of(ep)));
	attr[RDMA_QP_ATTR_RECV / 8] = bus_of(rd_page.map.receives);
	attr[RDMA_QP_ATTR_SIZES / 8] = put_in(RD_QP_REQUESTS_LG, QP_ATTR_SIZES_SEND_LG);
	return !command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_QP, rank_of(ep), attr, sizeof(attr)) &&
	       start(ep);
}

static void want_turn(struct rd_qp *pair)
{
	rd_list_remove(&pair->todo);
	rd_list_append(&qp.todo, &pair->todo);
}

/* The round, or that there is no queue pair any more. */
static void tell(struct rd_qp *pair)
{
	struct rd_fpga_pair told = {pair->round, pair->state != FAILED};

	pair->untold = rd_fpga_control(pair->ep, PKT_PAIR, &told, sizeof(told)) == RD_EAGAIN;
	if (pair->untold)
		want_turn(pair);
}

static void cannot_open(const struct rd_qp *pair)
{
	rd_error("card %d: no queue pair for rank %d", rd_page.card->place.node, pair->ep->ep.rank);
}

/* Opens this side, and tells the other one. */
static void open_side(struct rd_fpga_ep *ep, uint32_t round, enum state state)
{
	struct rd_qp *pair = calloc(1, sizeof(*pair));

	if (!pair)
		return; /* descriptors do it */
	rd_list_init(&pair->todo);
	rd_list_init(&pair->waiting);
	pair->ep = ep;
	pair->round = round;
	pair->state = open_pair(ep) ? state : FAILED;
	ep->pair = pair;
	if (pair->state == FAILED)
		cannot_open(pair);
	tell(pair);
}

int rd_qp_works(void)
{
	return qp.on;
}

int rd_qp_is_up(struct rd_ep *rep)
{
	struct rd_fpga_ep *ep = rd_fpga_ep(rep);

	if (rd_likely(ep->pair != NULL))
		return ep->pair->state == UP;
	if (qp.on && !ep->down)
		open_side(ep, 1, ASKED);
	return 0;
}

const char *rd_qp_why(struct rd_ep *rep)
{
	const struct rd_qp *pair = rd_fpga_ep(rep)->pair;

	if (pair && pair->state == FAILED)
		return "queue pair: it cannot be opened";
	return pair && pair->round > 1 ? "queue pair: it is connected again after an error"
				       : "queue pair: it is not connected yet";
}

/* ---- Requests ---- */

static int take_slot(void)
{
	int slot = qp.free_slots ? __builtin_ctzll(qp.free_slots) : -1;

	if (slot >= 0)
		qp.free_slots &= ~(1ull << slot);
	return slot;
}

static void give_slot(int slot)
{
	if (slot >= 0)
		qp.free_slots |= 1ull << slot;
}

static char *slot_at(int slot)
{
	return arena_at(rd_page.map.slots + (uint64_t)slot * RD_QP_SLOT_B);
}

/* The data, or their place. 0: no slot is free. */
static int fill(uint64_t *w, const struct rd_remote *r, struct request *q)
{
	int writes = r->kind == RD_REMOTE_WRITE;
	const char *from = (const char *)r->local + q->at;

	q->slot = -1;
	if (writes && q->len <= INLINE_B) {
		w[RDMA_WORK_CTL / 8] |= RDMA_WORK_CTL_INLINE_MASK | put_in(q->len, WORK_CTL_BYTES);
		memcpy(&w[RDMA_WORK_ENTRY / 8], from, q->len);
		return 1;
	}
	q->slot = take_slot();
	if (q->slot < 0)
		return 0;
	if (writes)
		memcpy(slot_at(q->slot), from, q->len);
	w[RDMA_WORK_CTL / 8] |= put_in(1, WORK_CTL_COUNT);
	w[RDMA_WORK_ENTRY / 8] = (uint64_t)q->slot * RD_QP_SLOT_B;
	w[RDMA_WORK_WHERE / 8] = put_in(q->len, ENTRY_WHERE_LENGTH) | qp.slots_stag;
	return 1;
}

/* Hands requests for the rest of the operation to the card: 1 when that is all. */
static int post(struct rd_remote *r)
{
	struct rd_fpga_ep *ep = rd_fpga_ep(r->ep);
	struct rd_qp *pair = ep->pair;
	uint16_t first = pair->sent;

	while (r->handed < r->len && (uint16_t)(pair->sent - pair->ended) < RD_QP_REQUESTS) {
		uint32_t place = pair->sent % RD_QP_REQUESTS;
		uint64_t *w = (uint64_t *)(void *)arena_at(queue_at(rank_of(ep))) +
			      (size_t)place * (RDMA_WORK_BYTES / 8);
		struct request *q = &pair->asked[place];

		*q = (struct request){r, r->handed,
				      (uint32_t)rd_min(r->len - r->handed, (uint64_t)RD_QP_SLOT_B),
				      -1};
		memset(w, 0, RDMA_WORK_BYTES);
		w[RDMA_WORK_CTL / 8] =
			RDMA_WORK_CTL_SIGNALLED_MASK |
			(r->kind == RD_REMOTE_READ ? RDMA_WORK_OP_READ : RDMA_WORK_OP_WRITE);
		w[RDMA_WORK_REMOTE / 8] = r->at.offset + r->handed;
		w[RDMA_WORK_TARGET / 8] = r->stag;
		if (!fill(w, r, q))
			break;
		r->handed += q->len;
		r->flying++;
		pair->sent++;
	}
	qp.under_way += (uint16_t)(pair->sent - first);
	/* requests before the doorbell */
	__atomic_thread_fence(__ATOMIC_RELEASE);
	if (pair->sent != first)
		ring(RDMA_RDMA_SQ_DOORBELL,
		     (uint32_t)pair->sent << RDMA_RDMA_SQ_DOORBELL_PRODUCER_LSB | rank_of(ep));
	return r->handed == r->len;
}

void rd_qp_begin(struct rd_remote *r)
{
	struct rd_qp *pair = rd_fpga_ep(r->ep)->pair;

	if (rd_unlikely(pair->state == FAILED)) {
		r->done(r, RD_EPROC);
		return;
	}
	if (rd_unlikely(pair->state != UP)) {
		rd_list_append(&pair->waiting, &r->link);
	} else if (!rd_list_empty(&pair->waiting) || !post(r)) {
		rd_list_append(&pair->waiting, &r->link);
		want_turn(pair);
	}
	rd_qp_poll();
}

/* ---- Ends ---- */

/* err: of the request. */
static void end(const struct request *q, int err)
{
	struct rd_remote *r = q->r;

	if (!err && r->kind == RD_REMOTE_READ)
		memcpy((char *)r->local + q->at, slot_at(q->slot), q->len);
	give_slot(q->slot);
	qp.under_way--;
	r->flying--;
	r->have += q->len;
	r->err = r->err ? r->err : err;
	if (r->flying || (r->handed < r->len && !r->err))
		return;
	rd_list_remove(&r->link);
	r->done(r, r->err);
}

/* Those of the request's queue pair, or of the way to the other one: not of the access. */
static int is_for_again(uint32_t status)
{
	return status == RDMA_DONE_STATUS_FLUSH || status == RDMA_DONE_STATUS_RETRY;
}

static void broken(struct rd_qp *pair, uint32_t status)
{
	if (!is_for_again(status) && !pair->ep->down)
		rd_error("card %d: an access to memory of rank %d by a queue pair failed (status "
			 "%u)",
			 rd_page.card->place.node, pair->ep->ep.rank, status);
	if (pair->state != UP)
		return;
	pair->state = BROKEN;
	want_turn(pair);
}

static void completed(const uint64_t *done)
{
	uint64_t what = done[RDMA_DONE_WHAT / 8];
	uint32_t number = (uint32_t)field_of(what, DONE_WHAT_QP);
	uint32_t status = (uint32_t)field_of(what, DONE_WHAT_STATUS);
	struct rd_fpga_ep *ep = number < (uint32_t)rd_job.size ? rd_fpga.eps[number] : NULL;
	struct rd_qp *pair = ep ? ep->pair : NULL;
	struct request q;

	if (rd_unlikely(!pair || pair->sent == pair->ended)) {
		rd_error("card %d: a completion of queue pair %u, which waits for none",
			 rd_page.card->place.node, number);
		return;
	}
	if (rd_unlikely(status)) {
		broken(pair, status);
		if (is_for_again(status))
			return; /* take_back */
	}
	q = pair->asked[pair->ended++ % RD_QP_REQUESTS];
	end(&q, status ? RD_EPROC : 0);
}

/* ---- Progress ---- */

static const uint64_t *next_done(void)
{
	const uint64_t *done = (const uint64_t *)(void *)arena_at(rd_page.map.dones) +
			       qp.next % RD_QP_DONES * (RDMA_DONE_BYTES / 8);
	/* the word that the card writes last */
	uint64_t what = __atomic_load_n(&done[RDMA_DONE_WHAT / 8], __ATOMIC_ACQUIRE);

	return field_of(what, DONE_WHAT_PHASE) == !(qp.next / RD_QP_DONES & 1) &&
			       field_of(what, DONE_WHAT_INDEX) == qp.next
		       ? done
		       : NULL;
}

static int take_dones(void)
{
	uint64_t copy[RDMA_DONE_BYTES / 8];
	const uint64_t *done;
	int n = 0;

	while ((done = next_done())) {
		memcpy(copy, done, sizeof(copy));
		qp.next++;
		completed(copy);
		n++;
	}
	if ((uint16_t)(qp.next - qp.told) >= RD_QP_DONES / 4) {
		qp.told = qp.next;
		ring(RDMA_RDMA_CQ_DOORBELL,
		     (uint32_t)qp.told << RDMA_RDMA_CQ_DOORBELL_CONSUMER_LSB);
	}
	return n;
}

/* ---- Rounds ---- */

static void to_front(struct rd_list *head, struct rd_list *link)
{
	rd_list_remove(link);
	rd_list_append(head->next, link);
}

/* The queue pair was reset. Of its requests nothing was carried out (invariant 5): the operations
 * wait again, in their order; those that have failed are over. */
static void take_back(struct rd_qp *pair, struct rd_list *over)
{
	while (pair->sent != pair->ended) {
		const struct request *q = &pair->asked[--pair->sent % RD_QP_REQUESTS];
		struct rd_remote *r = q->r;

		give_slot(q->slot);
		qp.under_way--;
		r->flying--;
		r->handed = q->at;
		to_front(r->err && !r->flying ? over : &pair->waiting, &r->link);
	}
	pair->sent = pair->ended = 0;
}

/* err: of those that have none. */
static void end_all(struct rd_list *over, int err)
{
	struct rd_list *link;

	while ((link = rd_list_pop(over))) {
		struct rd_remote *r = rd_container(link, struct rd_remote, link);

		r->done(r, r->err ? r->err : err);
	}
}

/* Behind MODIFY to RESET: completions until then, and the requests that have none. */
static void settle(struct rd_qp *pair)
{
	struct rd_list over;

	rd_list_init(&over);
	take_dones();
	take_back(pair, &over);
	end_all(&over, 0);
}

/* Nothing is carried out any more: its operations end. */
static void fail(struct rd_qp *pair)
{
	modify(pair->ep, RDMA_QP_STATE_RESET);
	pair->state = FAILED;
	pair->untold = 0;
	rd_list_remove(&pair->todo);
	settle(pair);
	end_all(&pair->waiting, RD_EPROC);
}

/* The next round, after which the state is ASKED or UP; or BROKEN, if an access is under way: at
 * the next turn again. */
static void renew(struct rd_qp *pair, uint32_t round, enum state state)
{
	uint32_t result = try_reset(pair->ep);

	rd_list_remove(&pair->todo); /* an operation that begins in settle would renew it, too */
	pair->state = BROKEN;
	if (result == RDMA_RESULT_CODE_WAIT)
		return;
	settle(pair);
	if (pair->state == FAILED)
		return; /* meanwhile */
	pair->round = round;
	if (result || !start(pair->ep)) {
		cannot_open(pair);
		fail(pair);
	} else {
		pair->state = state;
	}
	tell(pair);
}

/* 1: it has something to do. */
static int is_busy(const struct rd_qp *pair)
{
	return pair->state == BROKEN || pair->untold ||
	       (pair->state == UP && !rd_list_empty(&pair->waiting));
}

/* The other process has opened its queue pair for a round, or has none any more. */
void rd_qp_on_pair(struct rd_fpga_ep *ep, const struct rd_fpga_pair *told)
{
	struct rd_qp *pair = ep->pair;

	if (!qp.on)
		return;
	if (!pair) {
		if (told->works)
			open_side(ep, told->round, UP);
		return;
	}
	if (pair->state == FAILED) {
		if (told->works)
			tell(pair);
		return;
	}
	if (!told->works)
		fail(pair);
	else if ((int32_t)(told->round - pair->round) > 0)
		renew(pair, told->round, UP);
	else if (told->round == pair->round && pair->state == ASKED)
		pair->state = UP;
	if (is_busy(pair))
		want_turn(pair);
}

static void take_turn(struct rd_qp *pair)
{
	if (pair->state == BROKEN)
		renew(pair, pair->round + 1, ASKED);
	if (pair->untold)
		tell(pair);
	while (pair->state == UP && !rd_list_empty(&pair->waiting) &&
	       post(rd_container(pair->waiting.next, struct rd_remote, link)))
		rd_list_remove(pair->waiting.next);
}

/* One turn for each, of at least one; those that then have more to do go behind the others. */
static void take_turns(void)
{
	struct rd_list now, *link;

	now = qp.todo;
	now.next->prev = now.prev->next = &now;
	rd_list_init(&qp.todo);
	while ((link = rd_list_pop(&now))) {
		struct rd_qp *pair = rd_container(link, struct rd_qp, todo);

		take_turn(pair);
		if (is_busy(pair))
			want_turn(pair);
	}
}

int rd_qp_busy(void)
{
	return qp.under_way || !rd_list_empty(&qp.todo);
}

int rd_qp_poll(void)
{
	int n = take_dones();

	if (rd_unlikely(!n && qp.under_way && !(++qp.idle % LOOK)))
		get(RDMA_RDMA_ROOM); /* the model carries out requests in such accesses */
	if (rd_unlikely(!rd_list_empty(&qp.todo)))
		take_turns();
	return n;
}

/* ---- Failures ---- */

void rd_qp_down(struct rd_fpga_ep *ep)
{
	if (ep->pair && qp.on && ep->pair->state != FAILED)
		fail(ep->pair);
}

void rd_qp_forget(struct rd_fpga_ep *ep)
{
	const uint64_t none = 0;

	if (!ep->pair)
		return;
	rd_qp_down(ep);
	if (qp.on)
		command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_QP, rank_of(ep), &none, 0);
	rd_list_remove(&ep->pair->todo);
	free(ep->pair);
	ep->pair = NULL;
}

/* ---- Start and end ---- */

static void set_table(uint32_t kind, uint64_t offset, uint32_t n)
{
	uint32_t step = (RDMA_RDMA_CQ_BASE_LO - RDMA_RDMA_QP_BASE_LO) * kind;

	set_address(RDMA_RDMA_QP_BASE_LO + step, bus_of(offset));
	set(RDMA_RDMA_QP_N + step, n);
}

static int has_pairs(void)
{
	/* ONCE: invariant 5 */
	const uint32_t all = RDMA_RDMA_CAPS_QP_MASK | RDMA_RDMA_CAPS_CQ_MASK |
			     RDMA_RDMA_CAPS_MR_MASK | RDMA_RDMA_CAPS_ONCE_MASK;

	return rd_job.size < RDMA_QP_MAX && get(RDMA_RDMA_TABLE) == RDMA_TABLE_CRC &&
	       (get(RDMA_RDMA_CAPS) & all) == all;
}

static int open_queue(void)
{
	uint64_t attr[RDMA_CQ_ATTR_BYTES / 8] = {bus_of(rd_page.map.dones), RD_QP_DONES_LG};

	return !command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_CQ, 0, attr, sizeof(attr));
}

/* 1: nothing of the unit is under way. */
static int stop(void)
{
	uint64_t since = rd_clock_ns();

	set(RDMA_RDMA_CONTROL, 0);
	while (!(get(RDMA_RDMA_STATUS) & RDMA_RDMA_STATUS_STOPPED_MASK))
		if (rd_page.card->lost || rd_clock_ns() - since > rd_wait_table.fpga.start_ns)
			return 0;
	return 1;
}

/* The page was cleared, so its tables are 0. A unit that ends the use before takes no tables. */
void rd_qp_init(void)
{
	const struct rd_page_map *map = &rd_page.map;

	memset(&qp, 0, sizeof(qp));
	rd_list_init(&qp.todo);
	if (!rd_remote_works() || !has_pairs() || !stop())
		return;
	set_table(RDMA_OBJECT_QP, map->pairs, (uint32_t)rd_job.size);
	set_table(RDMA_OBJECT_CQ, map->queues, 1);
	set_table(RDMA_OBJECT_MR, map->regions, RD_QP_REGIONS);
	set(RDMA_RDMA_CONTROL, RDMA_RDMA_CONTROL_ENABLE_MASK);
	if (!(get(RDMA_RDMA_CONTROL) & RDMA_RDMA_CONTROL_ENABLE_MASK))
		return;
	set_address(RDMA_RDMA_ATTR_LO, bus_of(map->attr));
	qp.regions = 1;
	qp.free_slots = ~0ull >> (64 - SLOTS_N);
	qp.slots_stag = open_queue() ? open_region(0, bus_of(map->slots), RD_QP_SLOTS_B,
						   RDMA_MR_ATTR_SHAPE_WRITE_MASK)
				     : 0;
	qp.on = qp.slots_stag != 0;
	if (!qp.on)
		rd_error("card %d: its RDMA unit does not start", rd_page.card->place.node);
}

void rd_qp_fini(void)
{
	if (qp.on)
		stop();
	free(qp.spare);
	memset(&qp, 0, sizeof(qp));
	rd_list_init(&qp.todo);
}
