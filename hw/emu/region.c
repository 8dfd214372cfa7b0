/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Block REGION: the memory of this page that the card may reach. Called by regs.c; the check of an
 * access is rd_emu_allowed (emu.h), which the processes of other pages call, too. So closing a
 * region waits for the processes that use it.
 */
#include "hw/emu/emu.h"

static int uses(const struct rd_emu *e, uint32_t touching, int region)
{
	if (!touching-- || touching >> 3 != e->index)
		return 0;
	return region < 0 || (int)(touching & 7) == region;
}

static void wait_out(struct rd_emu *e, struct rd_emu_page *user, int region)
{
	uint32_t what;

	for (uint32_t spins = 1;
	     uses(e, what = __atomic_load_n(&user->touching, __ATOMIC_ACQUIRE), region); spins++)
		/* a dead process does not touch the memory any more */
		if (rd_emu_idle(spins) && rd_emu_gone(user->process.pid))
			__atomic_compare_exchange_n(&user->touching, &what, 0, 0, __ATOMIC_RELAXED,
						    __ATOMIC_RELAXED);
}

void rd_emu_vacate(struct rd_emu *e, int region)
{
	/* Other processes set `touching`, then read whether the region is open. This process has
	 * closed the region and now reads `touching` of the others. Pairs with rd_emu_touch,
	 * which needs no fence of its own. */
	rd_wakeup_fence(e->light);
	for (uint32_t i = 0; i < e->nodes * e->users; i++)
		if (i != e->index && __atomic_load_n(&e->pages[i].process.pid, __ATOMIC_RELAXED))
			wait_out(e, &e->pages[i], region);
	/* writers of streams and records hold the lock */
	rd_emu_lock(e, &e->page->lock);
	rd_emu_unlock(&e->page->lock);
}

static void write_access(struct rd_emu *e, int i, uint32_t value)
{
	struct rd_emu_region *r = &e->page->region[i];
	uint32_t rights = RN_REGION_ACCESS_READ_MASK | RN_REGION_ACCESS_WRITE_MASK |
			  RN_REGION_ACCESS_REMOTE_WRITE_MASK | RN_REGION_ACCESS_REMOTE_READ_MASK;
	uint32_t known = rights | RN_REGION_ACCESS_KEY_MASK | RN_REGION_ACCESS_LENGTH_HI_MASK;
	uint32_t was = r->access, is = value & rights && e->page->enable ? value & known : 0;

	if (is) {
		r->past = r->last;
		r->last = r->key_high << 16 | is >> RN_REGION_ACCESS_KEY_LSB;
	}

	/* pairs with the acquire in rd_emu_allowed: a reader that sees the region open sees base
	 * and length */
	__atomic_store_n(&r->access, is, __ATOMIC_RELEASE);
	if (was && was != is)
		rd_emu_vacate(e, i);
}

uint32_t rd_emu_region_read(struct rd_emu *e, uint32_t at)
{
	const struct rd_emu_region *r =
		&e->page->region[(at - RN_REGION_BASE) / 16 % RD_EMU_REGIONS];

	if (at >= RN_REGION_KEY_HIGH)
		return e->page->region[(at - RN_REGION_KEY_HIGH) / 4 % RD_EMU_REGIONS].key_high;
	if (at >= RN_REGION_BASE + 16 * RD_EMU_REGIONS)
		return 0; /* also FENCE: closing a region has waited already */
	switch (at % 16) {
	case 0:
		return (uint32_t)r->base;
	case 4:
		return (uint32_t)(r->base >> 32);
	case 8:
		return r->length;
	default:
		return r->access;
	}
}

/* Lets a sender in again. */
static void admit(struct rd_emu *e, uint32_t value)
{
	uint32_t node = (value & RN_REGION_ADMIT_NODE_MASK) >> RN_REGION_ADMIT_NODE_LSB;
	uint32_t page = (value & RN_REGION_ADMIT_PAGE_MASK) >> RN_REGION_ADMIT_PAGE_LSB;

	rd_emu_lock(e, &e->page->lock);
	e->page->guard.guesses[node][page] = 0;
	rd_emu_unlock(&e->page->lock);
}

void rd_emu_region_write(struct rd_emu *e, uint32_t at, uint32_t value)
{
	int i = (int)((at - RN_REGION_BASE) / 16);
	struct rd_emu_region *r = &e->page->region[i % RD_EMU_REGIONS];

	if (at >= RN_REGION_KEY_HIGH && at < RN_REGION_KEY_HIGH + 4 * RD_EMU_REGIONS)
		e->page->region[(at - RN_REGION_KEY_HIGH) / 4].key_high = value & 0xffff;
	if (at == RN_REGION_ADMIT)
		admit(e, value);
	if (i >= RD_EMU_REGIONS)
		return;
	switch (at % 16) {
	case 0:
		rd_emu_set_low(&r->base, value & ~7u);
		break;
	case 4:
		rd_emu_set_high(&r->base, value);
		break;
	case 8:
		r->length = value;
		break;
	default:
		write_access(e, i, value);
	}
}
