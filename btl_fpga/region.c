/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Registered memory: the page's regions 1 to 7. They stay open after use, so that the next message
 * of the same buffer finds its region (a registration cache). Called by get.c and the collectives
 * of the ring; below are the registers of block REGION.
 *
 * 1. Regions that other processes write or read have numbers 1 to 4, those that this process's own
 *    descriptors read 5 to 7: waiting for a region of the first kind never blocks a request for
 *    the second.
 * 2. A region that others write has one user at a time, and a new key each time it is opened:
 *    rd_region_revoke shuts out the one peer that may still write, and no other.
 * 3. A region of the second kind is held only while this card carries out descriptors, which needs
 *    no other process. Collectives hold theirs while they wait for other ranks; they use those of
 *    numbers 6 and 7 that were given to their communicator: 5 is always left for messages.
 * 4. Regions 2 to 4 are lent to windows as long as these exist: 1 is always left for messages.
 */
#include "btl_fpga/page.h"

#include "base/err.h"
#include "base/log.h"
#include "node/vm.h"

#include <unistd.h>

#define FOR_OTHERS 1 /* first number */
#define FOR_READING 5
#define NUMBERS 8

static uint32_t reg(uint32_t which, int number)
{
	return which + (uint32_t)number * RN_REGION_BASE_LO_STEP;
}

/* Waits until accesses that the card has checked before the region was closed are complete: until
 * then the memory must not be returned to the program. A card whose host does not answer is lost in
 * any case. */
static void await_fence(void)
{
	struct rd_card *card = rd_page.card;

	while (rd_card_read(card, RN_REGION_FENCE) & RN_REGION_FENCE_CLOSING_MASK && !card->lost)
		;
}

static void close_region(int number)
{
	struct rd_region *r = &rd_page.region[number];
	struct rd_card *card = rd_page.card;

	if (!r->len)
		return;
	rd_card_write(card, reg(RN_REGION_ACCESS, number), 0);
	if (number) {
		await_fence();
		card->unpin(card, (const void *)(uintptr_t)r->base, r->len);
	}
	r->len = 0;
}

void rd_region_open(int number, const void *p, uint64_t bus, uint64_t len, uint32_t access,
		    uint32_t key)
{
	struct rd_card *card = rd_page.card;

	rd_card_write(card, reg(RN_REGION_BASE_LO, number), (uint32_t)bus);
	rd_card_write(card, reg(RN_REGION_BASE_HI, number), (uint32_t)(bus >> 32));
	rd_card_write(card, reg(RN_REGION_LENGTH, number), (uint32_t)len);
	rd_card_write(card, RN_REGION_KEY_HIGH + (uint32_t)number * RN_REGION_KEY_HIGH_STEP,
		      key >> 16);
	rd_card_write(card, reg(RN_REGION_ACCESS, number),
		      access | (uint32_t)(len >> 32) | key << RN_REGION_ACCESS_KEY_LSB);
	rd_page.region[number] = (struct rd_region){
		.base = (uintptr_t)p,
		.len = len,
		.access = access,
		.key = key,
		.owned = rd_page.region[number].owned,
	};
}

/* Some memory the kernel lets no other process reach (memfd_secret(2), memory of devices), and no
 * card: a buffer may begin or end with it. */
static int is_common(uint64_t at, uint64_t len)
{
	char byte;

	return !rd_vm_copy(getpid(), &byte, at, 1, RD_VM_READ) &&
	       !rd_vm_copy(getpid(), &byte, at + len - 1, 1, RD_VM_READ);
}

int rd_region_pin(const void *p, uint64_t len, uint64_t *bus)
{
	struct rd_card *card = rd_page.card;

	if (!card->pin || !is_common((uintptr_t)p, len))
		return RD_ENOTSUP;
	return card->pin(card, p, len, bus);
}

/* Opens a region for other memory than before; RD_ENOTSUP: the card cannot reach this memory. */
static int reopen(int number, uint64_t at, uint64_t len, uint32_t access)
{
	uint64_t base = at & ~(uint64_t)7, bus;

	close_region(number);
	len += at - base;
	if (rd_region_pin((void *)(uintptr_t)base, len, &bus))
		return RD_ENOTSUP;
	rd_region_open(number, (void *)(uintptr_t)base, bus, len, access,
		       rd_page.key + ++rd_page.opened[number]);
	return 0;
}

static int holds(const struct rd_region *r, uint64_t at, uint64_t len, uint32_t access)
{
	return r->len && r->access == access && at >= r->base && at - r->base <= r->len &&
	       len <= r->len - (at - r->base);
}

/* A closed region, else the least recently used one; -1: all are in use or owned. */
static int choose(int first, int end)
{
	int best = -1;

	for (int i = first; i < end; i++) {
		const struct rd_region *r = &rd_page.region[i];

		if (!r->refs && !r->owned &&
		    (best < 0 || !r->len || r->used < rd_page.region[best].used))
			best = i;
		if (best == i && !r->len)
			break;
	}
	return best;
}

int rd_region_hold(const void *p, uint64_t len, uint32_t access, uint64_t *offset)
{
	int others = (access & (RN_REGION_ACCESS_REMOTE_WRITE_MASK |
				RN_REGION_ACCESS_REMOTE_READ_MASK)) != 0;
	int first = others ? FOR_OTHERS : FOR_READING, end = others ? FOR_READING : NUMBERS, i;
	uint64_t at = (uintptr_t)p;

	for (i = first; i < end; i++)
		if (!rd_page.region[i].owned && !(others && rd_page.region[i].refs) &&
		    holds(&rd_page.region[i], at, len, access))
			break;
	if (i == end) {
		i = choose(first, end);
		if (i < 0)
			return RD_EAGAIN;
		if (reopen(i, at, len, access))
			return RD_ENOTSUP;
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

void rd_region_close(int number)
{
	close_region(number);
}

void rd_region_revoke(int number)
{
	rd_page.region[number].refs--;
	close_region(number);
}

int rd_region_own(int number)
{
	rd_page.region[number].owned = 1;
	return rd_page.region[number].refs ? RD_EAGAIN : 0;
}

int rd_region_own_open(int number, const void *p, uint64_t len, uint32_t access, uint64_t *offset)
{
	struct rd_region *r = &rd_page.region[number];
	uint64_t at = (uintptr_t)p;

	if (r->refs || (!holds(r, at, len, access) && reopen(number, at, len, access)))
		return RD_ENOTSUP;
	rd_page.uses++;
	*offset = at - r->base;
	return 0;
}

void rd_region_disown(int number)
{
	if (!rd_page.region[number].refs)
		close_region(number);
	rd_page.region[number].owned = 0;
}

/* Those of the highest numbers: at least one is left for messages. */
int rd_region_lend(void *p, uint64_t len, uint64_t *offset)
{
	const uint32_t access =
		RN_REGION_ACCESS_REMOTE_WRITE_MASK | RN_REGION_ACCESS_REMOTE_READ_MASK;
	int i = FOR_READING - 1;

	while (i > FOR_OTHERS && (rd_page.region[i].owned || rd_page.region[i].refs))
		i--;
	if (i == FOR_OTHERS)
		return RD_EAGAIN;
	if (reopen(i, (uintptr_t)p, len, access))
		return RD_ENOTSUP;
	rd_page.region[i].owned = 1;
	*offset = (uintptr_t)p - rd_page.region[i].base;
	return i;
}

void rd_region_shut(int number)
{
	rd_card_write(rd_page.card, reg(RN_REGION_ACCESS, number), 0);
	await_fence();
}

void rd_region_admit(int number)
{
	const struct rd_region *r = &rd_page.region[number];

	rd_card_write(rd_page.card, reg(RN_REGION_ACCESS, number),
		      r->access | (uint32_t)(r->len >> 32) | r->key << RN_REGION_ACCESS_KEY_LSB);
}

void rd_region_close_all(void)
{
	for (int i = 0; i < NUMBERS; i++)
		close_region(i);
}
