/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Dispatches register accesses (read and write of card.h) to the blocks; implements blocks IDENT
 * and DMA.
 */
#include "hw/emu/regs.h"

#include "base/clock.h"

#define SETTING 0 /* native */
#define CHANNELS 4
#define WIDTH 64 /* bits of a word on the links */
#define SHAPE \
	(RD_EMU_CELL_B << RN_DMA_SHAPE_CELL_B_LSB | RD_EMU_SLOT_LG << RN_DMA_SHAPE_SLOT_LG_LSB | \
	 RD_EMU_MSG_B << RN_DMA_SHAPE_MSG_B_LSB)

#define STREAMS (RN_PAGE_N * RD_EMU_STREAMS)
#define REGIONS (RN_PAGE_N * RD_EMU_REGIONS)

static const uint32_t limits =
	RN_IDENT_LIMITS_WIDE_MASK | RD_EMU_NODES << RN_IDENT_LIMITS_FE_NODES_LSB |
	REGIONS << RN_IDENT_LIMITS_REGIONS_LSB | (uint32_t)STREAMS << RN_IDENT_LIMITS_STREAMS_LSB;
static const uint32_t caps =
	RN_IDENT_CAPS_READ_MASK | RN_IDENT_CAPS_QUICK_MASK | SETTING << RN_IDENT_CAPS_SETTING_LSB |
	CHANNELS << RN_IDENT_CAPS_CHANNELS_LSB | RN_GROUP_N << RN_IDENT_CAPS_GROUPS_LSB |
	RN_PAGE_N << RN_IDENT_CAPS_PAGES_LSB | WIDTH;

/* ---- IDENT, DMA ---- */

static uint32_t refused(struct rd_emu *e)
{
	rd_emu_count(&e->own->bus_refused);
	return 0;
}

/* Clocks are nanoseconds. */
static uint32_t clock_low(struct rd_emu *e)
{
	uint64_t now = rd_clock_ns() - e->ring->start_ns;

	e->own->clock_hi = (uint32_t)(now >> 32);
	return (uint32_t)now;
}

static uint32_t ident_read(struct rd_emu *e, uint32_t at)
{
	switch (at) {
	case RN_IDENT_ID:
		return RN_IDENT_ID_RESET;
	case RN_IDENT_TABLE:
		return RN_TABLE_CRC;
	case RN_IDENT_VERSION:
		return RN_IDENT_VERSION_RESET;
	case RN_IDENT_CAPS:
		return caps;
	case RN_IDENT_CLOCK_LO:
		return clock_low(e);
	case RN_IDENT_CLOCK_HI:
		return e->own->clock_hi;
	case RN_IDENT_CLOCK_KHZ:
		return 1000000;
	case RN_IDENT_SCRATCH:
		return e->own->scratch;
	case RN_IDENT_IRQ:
		return rd_emu_irq(e);
	case RN_IDENT_LIMITS:
		return limits;
	case RN_IDENT_BUS_REFUSED:
		return rd_emu_counter(&e->own->bus_refused);
	default:
		return 0;
	}
}

static void ident_write(struct rd_emu *e, uint32_t at, uint32_t value)
{
	if (at == RN_IDENT_SCRATCH)
		e->own->scratch = value;
}

/* Bus addresses are virtual addresses of the page's process: the window is all of them, and writes
 * do not change it. */
static uint32_t window(uint32_t at)
{
	uint32_t end = RN_DMA_WINDOW_BASE + RN_DMA_WINDOW_BASE_N * RN_DMA_WINDOW_BASE_STEP;

	return at >= RN_DMA_WINDOW_BASE && at < end && at & 4 ? RN_DMA_WINDOW_LG_RESET : 0;
}

static uint32_t dma_read(struct rd_emu *e, uint32_t at)
{
	switch (at) {
	case RN_DMA_MALFORMED:
		return rd_emu_counter(&e->own->malformed);
	case RN_DMA_READ_ERRORS:
		return rd_emu_counter(&e->own->read_errors);
	case RN_DMA_WRITE_ERRORS:
		return rd_emu_counter(&e->own->write_errors);
	case RN_DMA_SHAPE:
		return SHAPE;
	case RN_DMA_BARRED:
		return __atomic_load_n(&e->own->barred, __ATOMIC_RELAXED);
	case RN_DMA_TIMEOUT:
		return (e->own->timeout + RN_DMA_TIMEOUT_RESET) & RN_DMA_TIMEOUT_LG_MASK;
	default:
		return window(at);
	}
}

/* ---- The blocks ---- */

static uint32_t global_read(struct rd_emu *e, uint32_t at)
{
	switch (at >> 8) {
	case 0:
		return ident_read(e, at);
	case 1:
		return rd_emu_node_read(e, at);
	case 2:
		return rd_emu_barrier_global_read(e, at);
	case 3:
		return rd_emu_reduce_global_read(e, at);
	case 4:
	case 5:
	case 6:
	case 7:
		return dma_read(e, at);
	case 8:
		return at < RN_GFE_BASE + RN_GFE_SIZE ? rd_emu_fe_global_read(e, at) : refused(e);
	default:
		return refused(e); /* block SPIN is of the other setting */
	}
}

static void global_write(struct rd_emu *e, uint32_t at, uint32_t value)
{
	switch (at >> 8) {
	case 0:
		ident_write(e, at, value);
		break;
	case 1:
		rd_emu_node_write(e, at, value);
		break;
	case 2:
		rd_emu_barrier_global_write(e, at, value);
		break;
	case 3:
		rd_emu_reduce_global_write(e, at, value);
		break;
	case 4:
		if (at == RN_DMA_TIMEOUT)
			e->own->timeout = value - RN_DMA_TIMEOUT_RESET;
		break;
	case 5:
	case 6:
	case 7:
		break;
	case 8:
		if (at >= RN_GFE_BASE + RN_GFE_SIZE)
			refused(e);
		break;
	default:
		refused(e);
	}
}

static uint32_t page_read(struct rd_emu *e, uint32_t at)
{
	switch (at >> 8) {
	case 0:
		return rd_emu_page_read(e, at);
	case 1:
		return rd_emu_queues_read(e, at);
	case 2:
		return rd_emu_region_read(e, at);
	case 3:
		return rd_emu_stream_read(e, at);
	case 4:
	case 5:
		return rd_emu_desc_read(e, at);
	case 6:
	case 7:
		return rd_emu_fe_read(e, at);
	case 8:
	case 9:
		return rd_emu_barrier_read(e, at);
	case 10:
	case 11:
	case 12:
	case 13:
		return rd_emu_reduce_read(e, at);
	case 14:
	case 15:
		return rd_emu_rdma_read(e, at);
	default:
		return refused(e);
	}
}

static void page_write(struct rd_emu *e, uint32_t at, uint32_t value)
{
	switch (at >> 8) {
	case 0:
		rd_emu_page_write(e, at, value);
		break;
	case 1:
		rd_emu_queues_write(e, at, value);
		break;
	case 2:
		rd_emu_region_write(e, at, value);
		break;
	case 3:
		rd_emu_stream_write(e, at, value);
		break;
	case 4:
	case 5:
		rd_emu_desc_write(e, at, value);
		break;
	case 6:
	case 7:
		rd_emu_fe_write(e, at, value);
		break;
	case 8:
	case 9:
		rd_emu_barrier_write(e, at, value);
		break;
	case 10:
	case 11:
	case 12:
	case 13:
		rd_emu_reduce_write(e, at, value);
		break;
	case 14:
	case 15:
		rd_emu_rdma_write(e, at, value);
		break;
	default:
		refused(e);
	}
}

/* Other pages of the card are not mapped into this process: they read 0. */
static int other_page(uint32_t at)
{
	return at >= RN_PAGE_BYTES && at < RN_PAGE_BYTES * (RN_PAGE_N + 1);
}

uint32_t rd_emu_read(struct rd_card *card, uint32_t at)
{
	struct rd_emu *e = rd_emu_of(card);

	if (rd_unlikely(card->lost != NULL))
		return UINT32_MAX;
	if (rd_unlikely(at & 3))
		return refused(e);
	if (rd_likely(at >> 12 == (uint32_t)card->place.page + 1))
		return page_read(e, at & (RN_PAGE_BYTES - 1));
	if (at < RN_PAGE_BYTES)
		return global_read(e, at);
	return other_page(at) ? 0 : refused(e);
}

void rd_emu_write(struct rd_card *card, uint32_t at, uint32_t value)
{
	struct rd_emu *e = rd_emu_of(card);

	if (rd_unlikely(card->lost != NULL))
		return;
	if (rd_unlikely(at & 3))
		refused(e);
	else if (rd_likely(at >> 12 == (uint32_t)card->place.page + 1))
		page_write(e, at & (RN_PAGE_BYTES - 1), value);
	else if (at < RN_PAGE_BYTES)
		global_write(e, at, value);
	else if (!other_page(at))
		refused(e);
}
