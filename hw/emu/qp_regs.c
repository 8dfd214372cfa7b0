/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Registers of the RDMA unit: switching it on and off, commands, doorbells, events. Called by
 * regs.c in the process of the page.
 */
#include "hw/emu/qp.h"

#include <stdlib.h>

/* ---- Sets of numbers ---- */

static int set_init(struct rd_emu_set *s, uint32_t n)
{
	*s = (struct rd_emu_set){.n = n, .bits = calloc(n / 64 + 1, sizeof(uint64_t))};
	return s->bits != NULL;
}

void rd_emu_set_add(struct rd_emu_set *s, uint32_t i)
{
	uint64_t bit = 1ull << i % 64;

	s->count += !(s->bits[i / 64] & bit);
	s->bits[i / 64] |= bit;
}

/* The first member of [from, n). */
static uint32_t find(const struct rd_emu_set *s, uint32_t from)
{
	for (uint32_t w = from / 64; w <= s->n / 64; w++) {
		uint64_t bits = s->bits[w];

		if (w == from / 64)
			bits &= ~0ull << from % 64;
		if (bits)
			return 64 * w + (uint32_t)__builtin_ctzll(bits);
	}
	return UINT32_MAX;
}

uint32_t rd_emu_set_take(struct rd_emu_set *s, uint32_t from)
{
	uint32_t i;

	if (!s->count)
		return UINT32_MAX;
	i = from < s->n ? find(s, from) : UINT32_MAX;
	if (i == UINT32_MAX)
		i = find(s, 0);
	s->bits[i / 64] &= ~(1ull << i % 64);
	s->count--;
	return i;
}

/* ---- On and off ---- */

static void drop(struct rd_emu *e)
{
	if (!e->rdma)
		return;
	free(e->rdma->todo.bits);
	free(e->rdma->waits.bits);
	for (uint32_t k = 0; k < RD_EMU_EVENTS; k++)
		free(e->rdma->event[k].bits);
	free(e->rdma);
	e->rdma = NULL;
}

static int tables_are_there(struct rd_emu *e)
{
	for (uint32_t k = 0; k < 4; k++) {
		uint64_t base = e->page->rdma.table[k].base, n = e->page->rdma.table[k].n;

		if (n && (base & 63 || !rd_emu_in_arena(e, e->index, base, n * rd_emu_object_b[k])))
			return 0;
	}
	return 1;
}

static int create(struct rd_emu *e)
{
	const uint32_t kind[RD_EMU_EVENTS] = {[RDMA_EVENT_KIND_CQ] = RDMA_OBJECT_CQ,
					      [RDMA_EVENT_KIND_SRQ_LIMIT] = RDMA_OBJECT_SRQ};
	int good;

	e->rdma = calloc(1, sizeof(*e->rdma));
	good = e->rdma && set_init(&e->rdma->todo, e->page->rdma.table[RDMA_OBJECT_QP].n) &&
	       set_init(&e->rdma->waits, e->page->rdma.table[RDMA_OBJECT_QP].n);
	for (uint32_t k = 0; k < RD_EMU_EVENTS && good; k++)
		good = set_init(&e->rdma->event[k], k ? e->page->rdma.table[kind[k]].n : 0);
	if (!good)
		drop(e);
	return good;
}

static void rdma_on(struct rd_emu *e)
{
	struct rd_emu_rdma_page *r = &e->page->rdma;

	if (r->on || !e->page->enable || !rd_emu_rdma_stopped(e))
		return;
	if (!tables_are_there(e) || !create(e)) {
		rd_emu_raise_own(e, RN_PAGE_EVENT_REFUSED_MASK);
		return;
	}
	r->dropped = r->refused = 0;
	__atomic_store_n(&r->on, 1, __ATOMIC_RELEASE);
}

void rd_emu_rdma_off(struct rd_emu *e)
{
	__atomic_store_n(&e->page->rdma.on, 0, __ATOMIC_RELEASE);
	drop(e);
}

int rd_emu_rdma_stopped(struct rd_emu *e)
{
	return !e->page->rdma.on && !rd_emu_others_at_qp(e, UINT32_MAX);
}

/* ---- Events ---- */

void rd_emu_event(struct rd_emu *e, uint32_t kind, uint32_t number)
{
	rd_emu_set_add(&e->rdma->event[kind], number);
	rd_emu_raise_own(e, RN_PAGE_EVENT_CQ_MASK);
}

static uint32_t next_event(struct rd_emu *e)
{
	for (uint32_t k = 1; k < RD_EMU_EVENTS && e->rdma; k++)
		if (e->rdma->event[k].count)
			return k | rd_emu_set_take(&e->rdma->event[k], 0)
					   << RDMA_RDMA_EVENT_NUMBER_LSB;
	return RDMA_EVENT_KIND_NONE;
}

/* ---- Commands ---- */

int rd_emu_attr(struct rd_emu *e, uint64_t *words, uint64_t bytes)
{
	return !(e->rdma->attr & 7) && rd_emu_reach(e, e->index, e->rdma->attr, bytes) &&
	       !rd_emu_get(e, e->index, e->rdma->attr, words, bytes);
}

typedef uint32_t command(struct rd_emu *e, uint32_t number);

static command *const commands[4][5] = {
	[RDMA_OBJECT_QP] = {NULL, rd_emu_qp_open, rd_emu_qp_modify, rd_emu_qp_query,
			    rd_emu_qp_close},
	[RDMA_OBJECT_CQ] = {NULL, rd_emu_cq_open, NULL, NULL, rd_emu_cq_close},
	[RDMA_OBJECT_SRQ] = {NULL, rd_emu_srq_open, rd_emu_srq_modify, NULL, rd_emu_srq_close},
	[RDMA_OBJECT_MR] = {NULL, rd_emu_mr_open, NULL, NULL, rd_emu_mr_close},
};

static uint32_t obey(struct rd_emu *e, uint32_t value)
{
	uint32_t op = (uint32_t)rdma_get(value, RDMA_COMMAND_OP);
	uint32_t kind = (uint32_t)rdma_get(value, RDMA_COMMAND_KIND);

	if (op > RDMA_COMMAND_OP_CLOSE || kind > RDMA_OBJECT_MR || !commands[kind][op])
		return RDMA_RESULT_CODE_COMMAND;
	return commands[kind][op](e, (uint32_t)rdma_get(value, RDMA_COMMAND_NUMBER));
}

/* ---- Doorbells ---- */

static void refused(struct rd_emu *e)
{
	rd_emu_raise_own(e, RN_PAGE_EVENT_REFUSED_MASK);
}

static int send_doorbell(struct rd_emu_qp *qp, uint16_t prod)
{
	uint16_t asked = (uint16_t)(prod - qp->send_cons),
		 had = (uint16_t)(qp->send_prod - qp->send_cons);

	if (asked > 1u << (qp->send_lg & 15) || asked < had ||
	    rd_emu_qp_state(qp) == RDMA_QP_STATE_RESET)
		return 0;
	qp->send_prod = prod;
	return 1;
}

/* A doorbell of a queue pair. */
static void ring(struct rd_emu *e, uint32_t value, int receives)
{
	uint32_t number = (uint32_t)rdma_get(value, RDMA_SQ_DOORBELL_NUMBER);
	uint16_t prod = (uint16_t)rdma_get(value, RDMA_SQ_DOORBELL_PRODUCER);
	struct rd_emu_qp *qp = rd_emu_qp_of(e, e->index, number);

	if (!qp || !qp->open ||
	    !(receives ? rd_emu_recv_doorbell(qp, prod) : send_doorbell(qp, prod))) {
		refused(e);
		return;
	}
	rd_emu_set_add(&e->rdma->todo, number);
}

static void srq_ring(struct rd_emu *e, uint32_t value)
{
	struct rd_emu_srq *srq = rd_emu_object(e, e->index, RDMA_OBJECT_SRQ,
					       (uint32_t)rdma_get(value, RDMA_SRQ_DOORBELL_NUMBER));
	uint16_t prod = (uint16_t)rdma_get(value, RDMA_SRQ_DOORBELL_PRODUCER);
	uint16_t taken, asked, had;

	if (!srq || !srq->open) {
		refused(e);
		return;
	}
	taken = (uint16_t)__atomic_load_n(&srq->word, __ATOMIC_RELAXED);
	asked = (uint16_t)(prod - taken);
	had = (uint16_t)(srq->prod - taken);
	if (asked > 1u << (srq->lg & 15) || asked < had)
		refused(e);
	else /* pairs with the acquire in take (qp_recv.c): the request was written */
		__atomic_store_n(&srq->prod, prod, __ATOMIC_RELEASE);
}

static void cq_ring(struct rd_emu *e, uint32_t value)
{
	struct rd_emu_cq *cq = rd_emu_object(e, e->index, RDMA_OBJECT_CQ,
					     (uint32_t)rdma_get(value, RDMA_CQ_DOORBELL_NUMBER));
	uint16_t cons = (uint16_t)rdma_get(value, RDMA_CQ_DOORBELL_CONSUMER);

	if (!cq || !cq->open || (uint16_t)(cons - cq->cons) > (uint16_t)(cq->prod - cq->cons)) {
		refused(e);
		return;
	}
	if (!rd_emu_cq_room(e, (uint32_t)rdma_get(value, RDMA_CQ_DOORBELL_NUMBER)))
		e->rdma->look = 0; /* queue pairs may wait for this room */
	cq->cons = cons;
}

/* ---- Registers ---- */

/* Base and number of a table. */
static void set_table(struct rd_emu *e, uint32_t at, uint32_t value)
{
	uint32_t kind = (at - RDMA_RDMA_QP_BASE_LO) / 16;
	uint32_t most = kind == RDMA_OBJECT_MR ? RDMA_MR_MAX : RDMA_QP_MAX;

	if (!rd_emu_rdma_stopped(e))
		return;
	if (at % 16 == RDMA_RDMA_QP_BASE_LO % 16)
		rd_emu_set_low(&e->page->rdma.table[kind].base, value);
	else if (at % 16 == RDMA_RDMA_QP_BASE_HI % 16)
		rd_emu_set_high(&e->page->rdma.table[kind].base, value);
	else if (at % 16 == RDMA_RDMA_QP_N % 16)
		e->page->rdma.table[kind].n = rd_min(value, most);
}

static uint32_t get_table(const struct rd_emu *e, uint32_t at)
{
	uint32_t kind = (at - RDMA_RDMA_QP_BASE_LO) / 16;
	uint64_t base = e->page->rdma.table[kind].base;

	if (at % 16 == RDMA_RDMA_QP_BASE_LO % 16)
		return (uint32_t)base;
	if (at % 16 == RDMA_RDMA_QP_BASE_HI % 16)
		return (uint32_t)(base >> 32);
	return at % 16 == RDMA_RDMA_QP_N % 16 ? e->page->rdma.table[kind].n : 0;
}

static int is_table(uint32_t at)
{
	return at >= RDMA_RDMA_QP_BASE_LO && at < RDMA_RDMA_ATTR_LO;
}

static void control(struct rd_emu *e, uint32_t value)
{
	if (value & RDMA_RDMA_CONTROL_ENABLE_MASK)
		rdma_on(e);
	else
		rd_emu_rdma_off(e);
}

/* Of a unit that is on. */
static void write_on(struct rd_emu *e, uint32_t at, uint32_t value)
{
	switch (at) {
	case RDMA_RDMA_ATTR_LO:
		rd_emu_set_low(&e->rdma->attr, value);
		return;
	case RDMA_RDMA_ATTR_HI:
		rd_emu_set_high(&e->rdma->attr, value);
		return;
	case RDMA_RDMA_COMMAND:
		e->rdma->result = obey(e, value);
		break;
	case RDMA_RDMA_SQ_DOORBELL:
	case RDMA_RDMA_RQ_DOORBELL:
		ring(e, value, at == RDMA_RDMA_RQ_DOORBELL);
		break;
	case RDMA_RDMA_SRQ_DOORBELL:
		srq_ring(e, value);
		break;
	case RDMA_RDMA_CQ_DOORBELL:
		cq_ring(e, value);
		break;
	case RDMA_RDMA_CQ_ARM:
		rd_emu_cq_arm(e, value);
		break;
	}
	rd_emu_rdma_carry(e);
}

void rd_emu_rdma_write(struct rd_emu *e, uint32_t at, uint32_t value)
{
	if (at == RDMA_RDMA_CONTROL)
		control(e, value);
	else if (is_table(at))
		set_table(e, at, value);
	else if (e->rdma)
		write_on(e, at, value);
}

uint32_t rd_emu_rdma_read(struct rd_emu *e, uint32_t at)
{
	if (e->rdma)
		rd_emu_rdma_carry(e);
	if (is_table(at))
		return get_table(e, at);
	switch (at) {
	case RDMA_RDMA_TABLE:
		return RDMA_TABLE_CRC;
	case RDMA_RDMA_CAPS:
		return RDMA_RDMA_CAPS_QP_MASK | RDMA_RDMA_CAPS_CQ_MASK | RDMA_RDMA_CAPS_SRQ_MASK |
		       RDMA_RDMA_CAPS_MR_MASK | RDMA_RDMA_CAPS_ONCE_MASK;
	case RDMA_RDMA_CONTROL:
		return e->page->rdma.on;
	case RDMA_RDMA_STATUS:
		return rd_emu_rdma_stopped(e) ? RDMA_RDMA_STATUS_STOPPED_MASK : 0;
	case RDMA_RDMA_ATTR_LO:
		return e->rdma ? (uint32_t)e->rdma->attr : 0;
	case RDMA_RDMA_ATTR_HI:
		return e->rdma ? (uint32_t)(e->rdma->attr >> 32) : 0;
	case RDMA_RDMA_RESULT:
		return e->rdma ? e->rdma->result : 0;
	case RDMA_RDMA_EVENT:
		return next_event(e);
	case RDMA_RDMA_ROOM: /* they are carried out in the write */
		return e->rdma ? RDMA_RDMA_ROOM_N_MASK : 0;
	case RDMA_RDMA_DROPPED:
		return rd_emu_counter(&e->page->rdma.dropped);
	case RDMA_RDMA_REFUSED:
		return rd_emu_counter(&e->page->rdma.refused);
	default:
		return 0;
	}
}
