/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sleeping and waking: arm and disarm of card.h, and the slow half of rd_emu_wake. A page that
 * is about to sleep sets `sleeping` and adds itself to the ring's count of sleepers. A process that
 * has changed something for a page reads the count, which is mostly 0. The reason why that suffices
 * without a fence is in node/wakeup.h.
 */
#include "hw/emu/emu.h"

#include "base/log.h"
#include "node/wakeup_peer.h"
#include "runtime/progress.h"

#include <errno.h>

int rd_emu_arm(struct rd_card *card)
{
	struct rd_emu *e = rd_emu_of(card);

	rd_sleep_begin(&e->page->sleeping, 1, &e->ring->sleepers);
	/* pairs with rd_emu_publish of all others */
	if (rd_wakeup_fence(e->light))
		rd_warn("ring card: membarrier: %m");
	return rd_emu_rdma_waits(e) ? RD_ARM_BLIND : RD_ARM_OK;
}

void rd_emu_awake(struct rd_emu *e)
{
	rd_sleep_end(&e->page->sleeping, &e->ring->sleepers);
}

void rd_emu_disarm(struct rd_card *card)
{
	struct rd_emu *e = rd_emu_of(card);

	rd_emu_awake(e);
	rd_wakeup_drain(&e->wakeup);
}

void rd_emu_wake_slow(struct rd_emu *e, uint32_t of)
{
	struct rd_emu_page *p = &e->pages[of];

	if (!__atomic_load_n(&p->sleeping, __ATOMIC_RELAXED) ||
	    !rd_sleep_claim(&p->sleeping, 1, &e->ring->sleepers) ||
	    !rd_wakeup_peer(p->process.pid, p->process.wakeup, p->process.token))
		return;
	if (errno != ENOENT && errno != ESRCH) /* those: the process has just ended */
		rd_error("ring card: waking page %u of node %u (process %d): %m; if open files are "
			 "at their limit, raise it (ulimit -n)",
			 of % e->users, of / e->users, p->process.pid);
}
