/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sleeping and waking: arm and disarm of card.h, and the slow half of rd_emu_wake. A page that
 * is about to sleep sets `sleeping` and adds itself to the ring's count of sleepers. A process that
 * has changed something for a page reads the count, which is mostly 0. The reason why that suffices
 * without a fence is in node/wakeup.h.
 */
#include "hw/emu/emu.h"

#include "base/log.h"
#include "runtime/progress.h"

#include <errno.h>
#include <unistd.h>

int rd_emu_arm(struct rd_card *card)
{
	struct rd_emu *e = rd_emu_of(card);

	/* The count is incremented first: a process that clears `sleeping` at once decrements it,
	 * and the count is never less than the number of pages that sleep. */
	__atomic_fetch_add(&e->ring->sleepers, 1, __ATOMIC_SEQ_CST);
	if (__atomic_exchange_n(&e->page->sleeping, 1, __ATOMIC_SEQ_CST))
		__atomic_fetch_sub(&e->ring->sleepers, 1, __ATOMIC_SEQ_CST);
	/* pairs with rd_emu_publish of all others */
	if (rd_wakeup_fence(e->light))
		rd_warn("ring card: membarrier: %m");
	return RD_ARM_OK;
}

/* Whether this process is to wake the page: of several callers, one. */
static int stop_sleeping(struct rd_emu *e, uint32_t of)
{
	uint32_t one = 1;

	if (!__atomic_load_n(&e->pages[of].sleeping, __ATOMIC_RELAXED) ||
	    !__atomic_compare_exchange_n(&e->pages[of].sleeping, &one, 0, 0, __ATOMIC_SEQ_CST,
					 __ATOMIC_RELAXED))
		return 0;
	__atomic_fetch_sub(&e->ring->sleepers, 1, __ATOMIC_SEQ_CST);
	return 1;
}

void rd_emu_awake(struct rd_emu *e)
{
	stop_sleeping(e, e->index);
}

void rd_emu_disarm(struct rd_card *card)
{
	struct rd_emu *e = rd_emu_of(card);

	rd_emu_awake(e);
	rd_wakeup_drain(&e->wakeup);
}

/* Closes one cached wake-up of another page; 0 when there is none. */
static int spare_wakefd(struct rd_emu *e)
{
	for (uint32_t i = 0; i < e->nodes * e->users; i++) {
		if (e->wakefd[i].fd < 0)
			continue;
		close(e->wakefd[i].fd);
		e->wakefd[i].fd = -1;
		return 1;
	}
	return 0;
}

/* Sends the wake-up of page `of`. A page that was opened again has another one. */
static int ring(struct rd_emu *e, uint32_t of)
{
	const struct rd_emu_page *p = &e->pages[of];
	struct rd_emu_wakefd *wakefd = &e->wakefd[of];

	if (wakefd->fd >= 0 && wakefd->token != p->token) {
		close(wakefd->fd);
		wakefd->fd = -1;
	}
	wakefd->token = p->token;
	return rd_wakeup_send(&wakefd->fd, p->pid, p->wakeup);
}

void rd_emu_wake_slow(struct rd_emu *e, uint32_t of)
{
	const struct rd_emu_page *p = &e->pages[of];
	int rc;

	if (!stop_sleeping(e, of))
		return;
	rc = ring(e, of);
	if (rc && errno == EMFILE && spare_wakefd(e))
		rc = ring(e, of);
	if (rc && errno != ENOENT && errno != ESRCH) /* those: the process has just ended */
		rd_error("ring card: waking page %u of node %u (process %d): %m; if open files are "
			 "at their limit, raise it (ulimit -n)",
			 of % e->users, of / e->users, p->pid);
}
