/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sleeping, waking, detection of ended peers. Called by the progress loop through the poller
 * (sm.c), and by a process that has just published something for a peer (rd_sm_wake).
 *
 * A process sets `sleeping` in the head of its segment before it sleeps, then checks once more for
 * new messages. A process that publishes something loads `sleeping` afterwards. Why at least one of
 * the two sees the other's store, and the wake-up pipe: node/wakeup.h.
 *
 * The wake-up pipe and a pidfd for each of the first connected peers are in one epoll set, on which
 * the progress loop sleeps: the end of such a peer wakes it too.
 */
#include "btl_sm/sm.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "base/pidfd.h"
#include "node/wakeup.h"
#include "node/wakeup_peer.h"
#include "runtime/job.h"
#include "runtime/progress.h"
#include "runtime/wait.h"

#include <errno.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

static struct rd_wakeup wakeup = RD_WAKEUP_INIT;
static int set = -1;        /* epoll */
#define TAG_BELL UINT32_MAX /* of the wake-up, in the set; otherwise the index of a peer */

static int watch_fd(int fd, uint32_t tag)
{
	struct epoll_event event = {.events = EPOLLIN, .data.u32 = tag};

	return epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);
}

int rd_sm_sleep_init(void)
{
	rd_sm.can_barrier = rd_wakeup_light();
	rd_sm_head(&rd_sm.seg)->light = (uint32_t)rd_sm.can_barrier;
	if (rd_wakeup_open(&wakeup)) {
		rd_error("shared memory: pipe: %m; raise the limit on open files (ulimit -n)");
		return RD_ESYS;
	}
	set = epoll_create1(EPOLL_CLOEXEC);
	if (set < 0 || watch_fd(wakeup.in, TAG_BELL)) {
		rd_error("shared memory: epoll: %m; raise the limit on open files (ulimit -n)");
		rd_sm_sleep_fini();
		return RD_ESYS;
	}
	rd_sm.addr.wakefd = wakeup.out;
	return set;
}

static void shut(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void rd_sm_sleep_fini(void)
{
	rd_wakeup_close(&wakeup);
	rd_wakeup_peer_close_all();
	shut(&set);
}

/* ---- Sleeping ---- */

/* The value of `sleeping`: RD_SM_ASLEEP_FOR_ROOM or RD_SM_ASLEEP while armed, else 0. */
static uint32_t asleep;

/* 1 if polling would find something. */
static int something_came(void)
{
	if (rd_sm_has_arrivals())
		return 1;
	for (uint32_t i = 0; i < rd_sm.nheard; i++)
		if (__atomic_load_n(rd_sm.watch[i].seq, __ATOMIC_RELAXED) == rd_sm.watch[i].want)
			return 1;
	if (rd_sm.rare & RD_SM_RARE_DEATH)
		return 1;
	return asleep == RD_SM_ASLEEP_FOR_ROOM && rd_sm_room_came();
}

int rd_sm_arm(void)
{
	enum rd_sm_copy_wait copies =
		rd_sm.rare & RD_SM_RARE_COPY ? rd_sm_copy_waits() : RD_SM_COPY_SLEEPS;

	if (copies == RD_SM_COPY_POLLS) { /* before the fence, which interrupts other processors */
		rd_sm.rare |= RD_SM_RARE_DEATH; /* the helper may have ended */
		return RD_ARM_BUSY;
	}
	asleep = rd_sm.rare & RD_SM_RARE_ROOM || copies == RD_SM_COPY_AWAITS_ROOM
			 ? RD_SM_ASLEEP_FOR_ROOM
			 : RD_SM_ASLEEP;
	rd_sleep_begin(&rd_sm_head(&rd_sm.seg)->sleeping, asleep, NULL);
	/* pairs with rd_sm_wake of every peer */
	if (rd_wakeup_fence(rd_sm.can_barrier))
		rd_warn("shared memory: membarrier: %m");
	if (something_came())
		return RD_ARM_BUSY;
	/* free SRQ slots, or room in a FIFO to be left, are not followed by a wake-up */
	return rd_sm.lacking || rd_sm.rare & RD_SM_RARE_LEAVE ? RD_ARM_BLIND : RD_ARM_OK;
}

void rd_sm_disarm(void)
{
	if (!asleep)
		return;
	asleep = 0;
	rd_sleep_end(&rd_sm_head(&rd_sm.seg)->sleeping, NULL);
	rd_wakeup_drain(&wakeup);
	rd_sm.rare |= RD_SM_RARE_DEATH; /* the wake-up may have been the end of a peer */
}

/* ---- Waking ---- */

int rd_sm_wake_sleeper(struct rd_sm_ep *ep, uint32_t least)
{
	uint32_t *sleeping = &rd_sm_head(&ep->seg)->sleeping;
	uint32_t state = __atomic_load_n(sleeping, __ATOMIC_RELAXED);

	if (ep->down || state < least)
		return 0;
	if (state <= RD_SM_BLOCKED) {
		rd_sm_home_ready(sleeping, state);
		return 0;
	}
	if (!rd_sleep_claim(sleeping, state, NULL))
		return 0;
	/* no such file or process: it has just ended */
	if (rd_wakeup_peer(ep->addr.pid, ep->addr.wakefd, ep->addr.token) && errno != ENOENT &&
	    errno != ESRCH)
		rd_error("shared memory: waking rank %d (process %d): %m; if open files are at "
			 "their limit, raise it (ulimit -n)",
			 ep->ep.rank, ep->addr.pid);
	return 0;
}

/* ---- Detection of ended peers ---- */

/* The first peers are watched by a pidfd each, the others probed (look_without_pidfds): a node may
 * have more ranks than the program can spare descriptors. */
#define WATCHED_MAX 32
#define WATCHED_SHARE 16 /* at most 1/16 of the limit on descriptors */

static uint32_t nwatched;

static uint32_t watched_max(void)
{
	struct rlimit r;

	if (getrlimit(RLIMIT_NOFILE, &r))
		return 0;
	return (uint32_t)rd_min(r.rlim_cur / WATCHED_SHARE, (rlim_t)WATCHED_MAX);
}

void rd_sm_watch(struct rd_sm_ep *ep)
{
	if (nwatched >= watched_max())
		return;
	ep->pidfd = rd_pidfd_open(ep->addr.pid);
	if (ep->pidfd >= 0 && watch_fd(ep->pidfd, ep->index))
		shut(&ep->pidfd);
	nwatched += ep->pidfd >= 0;
}

void rd_sm_unwatch(struct rd_sm_ep *ep)
{
	if (ep->pidfd < 0)
		return;
	epoll_ctl(set, EPOLL_CTL_DEL, ep->pidfd, NULL);
	shut(&ep->pidfd);
	nwatched--;
}

/* Delivers the messages that it sent before it ended, then takes the endpoint down. */
static void has_ended(struct rd_sm_ep *ep)
{
	int in_order;

	rd_sm_inbox_poll();
	while (ep->rx.slot && rd_sm_fifo_poll(ep))
		;
	rd_sm_lend_back(ep);
	in_order = __atomic_load_n(&rd_sm_head(&ep->seg)->closed, __ATOMIC_RELAXED) == 1;
	if (!in_order && !ep->down && !rd_btl_up_is_down(&ep->ep))
		rd_error("rank %d on %s (process %d) has ended without leaving MPI", ep->ep.rank,
			 rd_job.host, ep->addr.pid);
	rd_sm_ep_down(ep, in_order ? 0 : RD_EPROC);
}

static int look_without_pidfds(void)
{
	static uint64_t looked_ns;
	uint64_t now = rd_clock_ns();
	int n = 0;

	if (now - looked_ns < rd_wait_table.sm.dead_gap_ns)
		return 0;
	looked_ns = now;
	for (uint32_t i = 0; i < rd_sm.nlocal; i++) {
		struct rd_sm_ep *ep = rd_sm.eps[i];

		if (ep && !ep->down && ep->pidfd < 0 && kill(ep->addr.pid, 0) && errno == ESRCH) {
			has_ended(ep);
			n++;
		}
	}
	return n;
}

int rd_sm_look_for_dead(void)
{
	struct epoll_event events[16];
	int n = epoll_wait(set, events, 16, 0), dead = 0;

	for (int i = 0; i < n; i++) {
		uint32_t tag = events[i].data.u32;

		if (tag != TAG_BELL && rd_sm.eps[tag]) {
			has_ended(rd_sm.eps[tag]);
			dead++;
		}
	}
	return dead + look_without_pidfds();
}
