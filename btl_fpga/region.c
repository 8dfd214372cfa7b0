/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Registered memory: the page's regions 1 to 7, kept open after use so that the next message of
 * the same buffer finds its region (the cheapest registration is the one that is not made).
 * Called by get.c; below are the registers of block REGION.
 *
 * Regions that others write are numbers 1 to 4, those that this process reads 5 to 7: who waits
 * for a region to write into then never waits for one who waits for it.
 */
#include "btl_fpga/page.h"

#include "base/err.h"
#include "base/log.h"

#define FOR_OTHERS 1 /* first number */
#define FOR_READING 5
#define NUMBERS 8

static uint32_t reg(uint32_t which, int number)
{
	return which + (uint32_t)number * RN_REGION_BASE_LO_STEP;
}

static void close_region(int number)
{
	struct rd_region *r = &rd_page.region[number];
	struct rd_card *card = rd_page.card;

	if (!r->len)
		return;
	rd_card_write(card, reg(RN_REGION_ACCESS, number), 0);
	if (number)
		card->unpin(card, (const void *)(uintptr_t)r->base, r->len);
	r->len = 0;
}

void rd_region_open(int number, const void *p, uint64_t bus, uint64_t len, uint32_t access,
		    uint16_t key)
{
	struct rd_card *card = rd_page.card;

	rd_card_write(card, reg(RN_REGION_BASE_LO, number), (uint32_t)bus);
	rd_card_write(card, reg(RN_REGION_BASE_HI, number), (uint32_t)(bus >> 32));
	rd_card_write(card, reg(RN_REGION_LENGTH, number), (uint32_t)len);
	rd_card_write(card, reg(RN_REGION_ACCESS, number),
		      access | (uint32_t)(len >> 32) | (uint32_t)key << RN_REGION_ACCESS_KEY_LSB);
	rd_page.region[number] = (struct rd_region){
		.base = (uintptr_t)p, .len = len, .access = access, .key = key,
	};
}

static int holds(const struct rd_region *r, uint64_t at, uint64_t len, uint32_t access)
{
	return r->len && r->access == access && at >= r->base && at - r->base <= r->len &&
	       len <= r->len - (at - r->base);
}

/* The one that was not used for longest, or -1: all are in use. */
static int choose(int first, int end)
{
	int best = -1;

	for (int i = first; i < end; i++) {
		const struct rd_region *r = &rd_page.region[i];

		if (!r->refs && (best < 0 || !r->len || r->used < rd_page.region[best].used))
			best = i;
		if (best == i && !r->len)
			break;
	}
	return best;
}

int rd_region_hold(const void *p, uint64_t len, uint32_t access, uint64_t *offset)
{
	int others = access & RN_REGION_ACCESS_REMOTE_WRITE_MASK;
	int first = others ? FOR_OTHERS : FOR_READING, end = others ? FOR_READING : NUMBERS, i;
	uint64_t at = (uintptr_t)p, base = at & ~(uint64_t)7, bus;
	struct rd_card *card = rd_page.card;

	for (i = first; i < end; i++)
		if (holds(&rd_page.region[i], at, len, access))
			break;
	if (i == end) {
		i = choose(first, end);
		if (i < 0)
			return RD_EAGAIN;
		close_region(i);
		if (!card->pin || card->pin(card, (void *)(uintptr_t)base, at + len - base, &bus))
			return RD_ENOTSUP;
		rd_region_open(i, (void *)(uintptr_t)base, bus, at + len - base, access,
			       (uint16_t)(rd_page.key + rd_page.uses * 8 + (uint64_t)i));
	}
	rd_page.region[i].refs++;
	rd_page.region[i].used = ++rd_page.uses;
	*offset = at - rd_page.region[i].base;
	return i;
}

void rd_region_put(int number)
{
	rd_page.region[number].refs--;
}

void rd_region_close_all(void)
{
	for (int i = 0; i < NUMBERS; i++)
		close_region(i);
}
