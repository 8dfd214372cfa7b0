/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Block QUEUES: a page's rings and doorbells, and switching the page on and off. Called by regs.c.
 * A doorbell starts descriptors (send.c); deliver.c appends records.
 */
#include "hw/emu/emu.h"

#include <string.h>

/* Indices are 0 while the page is off. Caller holds the page's lock. */
static void forget(struct rd_emu_page *p)
{
	p->fill.recv_prod = p->recv.cons = p->fill.cpl_prod = p->cpl.cons = p->fill.reserved = 0;
	p->send.prod = p->send.cons = 0;
	p->send.card_pending = p->send.skip = p->fill.write_error = 0;
	p->send.ahead = p->send.quick = 0;
	for (int i = 0; i < RD_EMU_STREAMS; i++)
		p->stream[i].armed = 0;
	if (p->guard.any)
		memset(p->guard.guesses, 0, sizeof(p->guard.guesses));
	p->guard.any = 0;
}

void rd_emu_page_off(struct rd_emu *e)
{
	struct rd_emu_page *p = e->page;

	rd_emu_lock(e, &p->lock);
	p->enable = 0;
	forget(p);
	rd_emu_unlock(&p->lock);
	for (int i = 0; i < RD_EMU_REGIONS; i++)
		__atomic_store_n(&p->region[i].access, 0, __ATOMIC_RELEASE);
	rd_emu_vectors_off(e);
	rd_emu_rdma_off(e);
	rd_emu_vacate(e, -1);
}

static void page_on(struct rd_emu *e)
{
	rd_emu_lock(e, &e->page->lock);
	forget(e->page);
	e->page->enable = 1;
	rd_emu_unlock(&e->page->lock);
}

static void control(struct rd_emu *e, uint32_t value)
{
	int on = value & RN_QUEUES_CONTROL_ENABLE_MASK;

	if (!on && e->page->enable)
		rd_emu_page_off(e);
	else if (on && !e->page->enable)
		page_on(e);
}

/* An index beyond the ring's size, or one that goes back, is refused. */
static void doorbell(struct rd_emu *e, uint32_t value)
{
	struct rd_emu_page *p = e->page;
	uint32_t asked = (uint16_t)(value - p->send.cons),
		 had = (uint16_t)(p->send.prod - p->send.cons);

	if (rd_unlikely(!p->enable))
		return;
	if (rd_unlikely(asked > 1u << p->send.lg || asked < had)) {
		rd_emu_raise(p, RN_PAGE_EVENT_REFUSED_MASK);
		return;
	}
	p->send.prod = (uint16_t)value;
	p->send.ahead = 0;
	rd_emu_send(e);
}

/* A descriptor in the doorbell window is taken if it is the next of the ring and nothing is before
 * it, pending or in a chain. Else it is dropped: its doorbell starts the one in the ring. */
void rd_emu_quick(struct rd_card *card, uint16_t index, const uint64_t *descriptor)
{
	struct rd_emu *e = rd_emu_of(card);
	struct rd_emu_page *p = e->page;

	if (card->lost || !p->enable || p->send.prod != p->send.cons || p->send.card_pending ||
	    p->send.skip || p->send.ahead || (index ^ p->send.cons) % RN_QUICK_N ||
	    !rd_emu_cpl_room(p))
		return;
	p->send.prod++;
	p->send.ahead = 1;
	p->send.quick++;
	e->window = descriptor;
	rd_emu_send(e);
}

static void card_start(struct rd_emu *e, uint32_t value)
{
	if (!e->page->enable)
		return;
	e->page->send.card_pending |= (uint8_t)value;
	rd_emu_send(e);
}

/* Bases and sizes can be written only while the page is off: others read them under the lock. */
static void set_up(struct rd_emu_page *p, uint32_t at, uint32_t value)
{
	if (p->enable)
		return;
	switch (at) {
	case RN_QUEUES_SEND_BASE_LO:
		rd_emu_set_low(&p->send.base, value);
		break;
	case RN_QUEUES_SEND_BASE_HI:
		rd_emu_set_high(&p->send.base, value);
		break;
	case RN_QUEUES_SEND_SIZE:
		p->send.lg = value & 15;
		break;
	case RN_QUEUES_RECV_BASE_LO:
		rd_emu_set_low(&p->recv.base, value);
		break;
	case RN_QUEUES_RECV_BASE_HI:
		rd_emu_set_high(&p->recv.base, value);
		break;
	case RN_QUEUES_RECV_SIZE:
		p->recv.lg = value & 15;
		break;
	case RN_QUEUES_CPL_BASE_LO:
		rd_emu_set_low(&p->cpl.base, value);
		break;
	case RN_QUEUES_CPL_BASE_HI:
		rd_emu_set_high(&p->cpl.base, value);
		break;
	case RN_QUEUES_CPL_SIZE:
		p->cpl.lg = value & 15;
		break;
	}
}

void rd_emu_queues_write(struct rd_emu *e, uint32_t at, uint32_t value)
{
	struct rd_emu_page *p = e->page;

	switch (at) {
	case RN_QUEUES_SEND_PRODUCER:
		doorbell(e, value);
		break;
	case RN_QUEUES_CARD_START:
		card_start(e, value);
		break;
	case RN_QUEUES_RECV_CONSUMER:
		/* pairs with the acquire in has_room: the record was read */
		__atomic_store_n(&p->recv.cons, p->enable ? (uint16_t)value : 0, __ATOMIC_RELEASE);
		break;
	case RN_QUEUES_RECV_FROM:
		rd_emu_lock(e, &p->lock);
		p->refuses_from = (uint8_t)~value;
		rd_emu_unlock(&p->lock);
		break;
	case RN_QUEUES_CPL_CONSUMER:
		__atomic_store_n(&p->cpl.cons, p->enable ? (uint16_t)value : 0, __ATOMIC_RELEASE);
		rd_emu_send(e); /* descriptors that waited for room */
		break;
	case RN_QUEUES_CONTROL:
		control(e, value);
		break;
	default:
		set_up(p, at, value);
	}
}

static uint32_t shared(const uint16_t *index)
{
	return __atomic_load_n(index, __ATOMIC_ACQUIRE);
}

uint32_t rd_emu_queues_read(struct rd_emu *e, uint32_t at)
{
	const struct rd_emu_page *p = e->page;

	switch (at) {
	case RN_QUEUES_CONTROL:
		return p->enable;
	case RN_QUEUES_STATUS:
		return !p->enable && rd_emu_rdma_stopped(e) ? RN_QUEUES_STATUS_STOPPED_MASK : 0;
	case RN_QUEUES_SEND_BASE_LO:
		return (uint32_t)p->send.base;
	case RN_QUEUES_SEND_BASE_HI:
		return (uint32_t)(p->send.base >> 32);
	case RN_QUEUES_SEND_SIZE:
		return p->send.lg;
	case RN_QUEUES_SEND_PRODUCER:
		return p->send.prod;
	case RN_QUEUES_SEND_CONSUMER:
		return p->send.cons;
	case RN_QUEUES_CARD_START:
		return p->send.card_pending;
	case RN_QUEUES_QUICK:
		return p->send.quick;
	case RN_QUEUES_RECV_BASE_LO:
		return (uint32_t)p->recv.base;
	case RN_QUEUES_RECV_BASE_HI:
		return (uint32_t)(p->recv.base >> 32);
	case RN_QUEUES_RECV_SIZE:
		return p->recv.lg;
	case RN_QUEUES_RECV_PRODUCER:
		return shared(&p->fill.recv_prod);
	case RN_QUEUES_RECV_CONSUMER:
		return p->recv.cons;
	case RN_QUEUES_CPL_BASE_LO:
		return (uint32_t)p->cpl.base;
	case RN_QUEUES_CPL_BASE_HI:
		return (uint32_t)(p->cpl.base >> 32);
	case RN_QUEUES_RECV_FROM:
		return (uint8_t)~p->refuses_from;
	case RN_QUEUES_CPL_SIZE:
		return p->cpl.lg;
	case RN_QUEUES_CPL_PRODUCER:
		return shared(&p->fill.cpl_prod);
	case RN_QUEUES_CPL_CONSUMER:
		return p->cpl.cons;
	case RN_QUEUES_LOST:
		return shared(&p->fill.lost);
	case RN_QUEUES_REFUSED:
		return shared(&p->fill.refused);
	case RN_QUEUES_UNTOLD:
		return shared(&p->fill.untold);
	default:
		return 0;
	}
}
