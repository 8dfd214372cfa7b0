/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The shared-memory transport between processes of one node: its table for pt2pt, start and end,
 * and the poller that the progress loop calls. The layout of the shared memory is in proto.h.
 */
#include "btl_sm/sm.h"

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "base/param.h"
#include "runtime/cpu.h"
#include "runtime/job.h"
#include "runtime/wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct rd_sm rd_sm;
struct rd_btl_stats rd_sm_stats;

static __attribute__((noinline, cold)) int poll_rare(void)
{
	/* pairs with the fetch_add in rd_sm_ask (connect.c) */
	uint32_t ncalls = __atomic_load_n(&rd_sm.arrivals->ncalls, __ATOMIC_ACQUIRE);
	unsigned rare = rd_sm.rare;
	int n = 0;

	if (ncalls != rd_sm.seen.ncalls) {
		rd_sm.seen.ncalls = ncalls;
		n += rd_sm_answer();
	}
	if (__atomic_load_n(&rd_sm.arrivals->inbox, __ATOMIC_RELAXED))
		n += rd_sm_inbox_poll();
	if (rare & RD_SM_RARE_LEAVE && !rd_sm_fifos_leave())
		rd_sm.rare &= ~RD_SM_RARE_LEAVE;
	if (rare & RD_SM_RARE_ROOM && rd_sm_room_came()) {
		rd_sm.rare &= ~RD_SM_RARE_ROOM;
		n++;
	}
	if (rare & RD_SM_RARE_COPY)
		n += rd_sm_copy_poll();
	if (rare & RD_SM_RARE_DEATH) {
		rd_sm.rare &= ~RD_SM_RARE_DEATH;
		n += rd_sm_look_for_dead();
	}
	return n;
}

static inline int poll_fifos(void)
{
	int n = 0;

	for (uint32_t i = 0; i < rd_sm.nheard; i++) {
		const struct rd_sm_watch *watch = &rd_sm.watch[i];

		if (__atomic_load_n(watch->seq, __ATOMIC_RELAXED) == watch->want)
			n += rd_sm_fifo_poll(watch->ep);
	}
	return n;
}

static int sm_poll(void)
{
	int n = poll_fifos();

	if (rd_unlikely(rd_sm.rare || rd_sm_has_arrivals()))
		n += poll_rare();
	if (rd_unlikely(!n && !(++rd_sm.idle % rd_wait_table.sm.polls_dead)))
		rd_sm.rare |= RD_SM_RARE_DEATH;
	return n;
}

static int sm_busy_poll(void)
{
	for (uint32_t i = 0; i < rd_wait_table.sm.busy_polls && !rd_sm.rare;
	     i += rd_sm.nheard + 1) {
		int n = poll_fifos();

		if (n)
			return n;
	}
	return sm_poll();
}

static void sm_places(struct rd_places *places)
{
	rd_place_tell(&rd_sm_head(&rd_sm.seg)->place, places);
	for (uint32_t i = 0; i < rd_sm.nlocal; i++) {
		struct rd_sm_ep *ep = rd_sm.eps[i];

		if (ep && !ep->down)
			rd_places_add(places, &rd_sm_head(&ep->seg)->place, &ep->beats,
				      i < rd_sm.index);
	}
}

static struct rd_poller poller = {
	.name = "sm",
	.places = sm_places,
	.publish = rd_sm_home_publish,
	.home = rd_sm_home,
	.poll = sm_poll,
	.busy_poll = sm_busy_poll,
	.arm = rd_sm_arm,
	.disarm = rd_sm_disarm,
	.fd = -1,
};

/* ---- Start and end ---- */

/* Slots of a FIFO: fewer with more ranks. */
static uint32_t choose_slots(uint32_t nlocal)
{
	int64_t asked = rd_param_int(RD_PARAM_SM_SLOTS);
	uint32_t n = RD_SM_SLOTS_MIN;

	if (asked <= 0)
		return nlocal <= 16 ? 256 : nlocal <= 64 ? 128 : RD_SM_SLOTS_MIN;
	while (n < asked && n < RD_SM_SLOTS_MAX)
		n *= 2;
	return n;
}

static int alloc_tables(void)
{
	rd_sm.eps = calloc(rd_sm.nlocal, sizeof(*rd_sm.eps));
	rd_sm.watch = calloc(rd_sm_fifos_of(rd_sm.nlocal), sizeof(*rd_sm.watch));
	if (rd_sm.eps && rd_sm.watch)
		return 0;
	rd_error("shared memory: no memory for a table of %u ranks", rd_sm.nlocal);
	return RD_ENOMEM;
}

static void free_tables(void)
{
	free(rd_sm.eps);
	free(rd_sm.watch);
}

static void init_copies(void)
{
	rd_sm_head(&rd_sm.seg)->cma = rd_cma_own();
	rd_sm_copy_init();
}

static int open_segment(void)
{
	int err = rd_sm_segment_create(&rd_sm.seg, &rd_sm.fd, rd_sm.nlocal,
				       choose_slots(rd_sm.nlocal), rd_sm.addr.token);

	if (err)
		return err;
	rd_sm_head(&rd_sm.seg)->index = rd_sm.index;
	rd_sm.arrivals = &rd_sm_head(&rd_sm.seg)->arrivals;
	rd_sm.addr.fd = rd_sm.fd;
	rd_sm.addr.size = rd_sm.seg.size;
	return 0;
}

static void close_segment(void)
{
	rd_sm_segment_close(&rd_sm.seg);
	close(rd_sm.fd);
}

static int sm_init(const char **why)
{
	int err, fd;

	memset(&rd_sm, 0, sizeof(rd_sm));
	memset(&rd_sm_stats, 0, sizeof(rd_sm_stats));
	if (rd_job.nlocal < 2) {
		*why = "no other rank of the job is on this node";
		return RD_ENOTSUP;
	}
	rd_sm.nlocal = (uint32_t)rd_job.nlocal;
	rd_sm.index = (uint32_t)rd_job.local_rank;
	err = rd_sm_address_init();
	if (!err)
		err = alloc_tables();
	if (err)
		goto undo_tables;
	err = open_segment();
	if (err == RD_ENOTSUP)
		*why = "the kernel offers no memfd_create";
	if (err)
		goto undo_tables;
	fd = rd_sm_sleep_init();
	if (fd < 0) {
		err = fd;
		goto undo_segment;
	}
	poller.fd = fd;
	rd_sm_lend_init();
	err = rd_sm_pool_init();
	if (err)
		goto undo_sleep;
	init_copies();
	rd_progress_add(&poller);
	return 0;
undo_sleep:
	rd_sm_sleep_fini();
undo_segment:
	close_segment();
undo_tables:
	free_tables();
	return err;
}

static void sm_fini(void)
{
	rd_progress_remove(&poller);
	__atomic_store_n(&rd_sm_head(&rd_sm.seg)->closed, 1, __ATOMIC_RELEASE);
	for (uint32_t i = 0; i < rd_sm.nlocal; i++)
		if (rd_sm.eps[i])
			rd_sm_ep_free(rd_sm.eps[i]);
	rd_sm_sleep_fini();
	close_segment();
	free_tables();
	memset(&rd_sm, 0, sizeof(rd_sm));
}

static void sm_describe(struct rd_ep *rep, char *buf, size_t max)
{
	struct rd_sm_ep *ep = rd_sm_ep(rep);

	snprintf(buf, max, "shared memory of process %d", ep->addr.pid);
}

const struct rd_btl rd_btl_sm = {
	.name = "sm",
	.index = 2,
	.stats = &rd_sm_stats,
	.init = sm_init,
	.fini = sm_fini,
	.address = rd_sm_address,
	.reaches = rd_sm_reaches,
	.connect = rd_sm_connect,
	.send = rd_sm_send,
	.brief = rd_sm_brief,
	.reserve = rd_sm_reserve,
	.commit = rd_sm_commit,
	.post = rd_sm_post,
	.get = rd_sm_get,
	.flushed = rd_sm_flushed,
	.from = rd_sm_from,
	.describe = sm_describe,
};
