/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lock and events of a page (block PAGE). Called by regs.c and, for locks, by all files that change
 * state of another page. The data under a lock is unknown here.
 */
#include "hw/emu/emu.h"

#include "base/pidfd.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

/* ---- Lock ---- */

int rd_emu_gone(int32_t pid)
{
	struct pollfd ended = {.events = POLLIN};
	int gone;

	ended.fd = rd_pidfd_open(pid);
	if (ended.fd < 0)
		return errno == ESRCH || (kill(pid, 0) && errno == ESRCH);
	gone = poll(&ended, 1, 0) == 1; /* a zombie has ended, too */
	close(ended.fd);
	return gone;
}

/* A holder's change under a lock becomes valid with its last store, so a lock can be taken from a
 * holder that has died: at worst a record is written again. */
int rd_emu_lock_of_dead(uint32_t *lock, uint32_t to)
{
	uint32_t holder = __atomic_load_n(lock, __ATOMIC_RELAXED);

	return holder && rd_emu_gone((int32_t)holder) &&
	       __atomic_compare_exchange_n(lock, &holder, to, 0, __ATOMIC_ACQUIRE,
					   __ATOMIC_RELAXED);
}

int rd_emu_idle(uint32_t spins)
{
	if (spins < rd_wait_table.card.spins) {
		rd_cpu_relax();
		return 0;
	}
	sched_yield();
	return spins % rd_wait_table.card.yields_alive == 0;
}

void rd_emu_lock_slow(struct rd_emu *e, uint32_t *lock)
{
	for (uint32_t spins = 1;; spins++) {
		if (!__atomic_load_n(lock, __ATOMIC_RELAXED) && rd_emu_try_lock(e, lock))
			return;
		if (rd_emu_idle(spins) && rd_emu_lock_of_dead(lock, (uint32_t)e->pid))
			return;
	}
}

/* ---- Block PAGE ---- */

static uint32_t masked(const struct rd_emu_page *p)
{
	return __atomic_load_n(&p->event, __ATOMIC_ACQUIRE) &
	       __atomic_load_n(&p->mask, __ATOMIC_RELAXED);
}

uint32_t rd_emu_irq(struct rd_emu *e)
{
	uint32_t irq = 0;

	rd_emu_notice(e);
	for (uint32_t p = 0; p < e->users; p++)
		irq |= (uint32_t)(masked(&e->pages[e->node * e->users + p]) != 0) << p;
	return irq;
}

uint32_t rd_emu_page_read(struct rd_emu *e, uint32_t at)
{
	switch (at) {
	case RN_PAGE_EVENT:
		rd_emu_notice(e);
		if (e->rdma)
			rd_emu_rdma_carry(e);
		return __atomic_load_n(&e->page->event, __ATOMIC_ACQUIRE);
	case RN_PAGE_MASK:
		return e->page->mask;
	case RN_PAGE_NUMBER:
		return (uint32_t)e->card.place.page;
	default:
		return 0;
	}
}

void rd_emu_page_write(struct rd_emu *e, uint32_t at, uint32_t value)
{
	if (at == RN_PAGE_EVENT)
		/* a full fence: later loads of the page are younger than the events taken */
		__atomic_fetch_and(&e->page->event, ~value, __ATOMIC_SEQ_CST);
	else if (at == RN_PAGE_MASK)
		__atomic_store_n(&e->page->mask, value & 0xff, __ATOMIC_RELAXED);
}
