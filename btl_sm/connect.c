/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Endpoints: which ranks are reachable, opening a peer's segment, calling it, answering its call.
 * Connecting never blocks: the caller maps the peer's segment, sets `made` in its seat there and
 * may send at once; the peer finds the call when it polls. Called by pt2pt through rd_btl_sm, and
 * by the poller (sm.c).
 */
#include "btl_sm/sm.h"

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "base/param.h"
#include "runtime/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Addresses ---- */

/* Processes with equal hashes use the same pids for each other and have comparable user ids. */
static uint64_t node_hash(void)
{
	struct stat user = {.st_ino = 0};

	stat("/proc/self/ns/user", &user);
	return rd_cma_own().host * 31 + user.st_ino;
}

int rd_sm_address_init(void)
{
	struct rd_sm_addr *addr = &rd_sm.addr;

	*addr = (struct rd_sm_addr){
		.magic = RD_SM_MAGIC,
		.pid = getpid(),
		.uid = geteuid(),
		.open = prctl(PR_GET_DUMPABLE) == 1,
		.node = node_hash(),
	};
	if (getrandom(&addr->token, sizeof(addr->token), 0) != sizeof(addr->token)) {
		rd_error("shared memory: getrandom: %m");
		return RD_ESYS;
	}
	return 0;
}

size_t rd_sm_address(void *buf, size_t max)
{
	if (max < sizeof(rd_sm.addr))
		return 0;
	memcpy(buf, &rd_sm.addr, sizeof(rd_sm.addr));
	return sizeof(rd_sm.addr);
}

static int usable(const struct rd_sm_addr *addr)
{
	const struct rd_sm_addr *own = &rd_sm.addr;

	return addr->magic == RD_SM_MAGIC && addr->node == own->node && addr->uid == own->uid &&
	       addr->open == 1 && own->open == 1 && addr->pid > 0 && addr->fd >= 0 &&
	       addr->wakefd >= 0;
}

int rd_sm_reaches(int rank, const void *buf, size_t len)
{
	struct rd_sm_addr addr;

	if (len != sizeof(addr) || rank == rd_job.rank || rd_job_local_index(rank) < 0)
		return 0;
	memcpy(&addr, buf, sizeof(addr));
	return usable(&addr);
}

/* ---- Endpoints ---- */

static const uint32_t nothing; /* read by an endpoint without a segment */

static struct rd_sm_ep *ep_new(uint32_t index)
{
	struct rd_sm_ep *ep = aligned_alloc(RD_CACHE_LINE, (sizeof(*ep) + RD_CACHE_LINE - 1) /
								   RD_CACHE_LINE * RD_CACHE_LINE);

	if (!ep) {
		rd_error("shared memory: no memory for the connection to rank %d",
			 rd_job.local[index]);
		return NULL;
	}
	memset(ep, 0, sizeof(*ep));
	ep->ep = (struct rd_ep){
		.btl = &rd_btl_sm,
		.rank = rd_job.local[index],
		.eager_max = RD_SM_LONG_B,
		.eager_best = RD_SM_LONG_B,
		.frag_max = RD_SM_BIG_B,
		.get_min = UINT32_MAX,
		.brief_max = RD_SM_INLINE_MAX,
	};
	ep->index = index;
	ep->pidfd = -1;
	ep->tx.reserved = RD_SM_NO_BLOCK;
	ep->tx.srq_slot = RD_SM_NO_SRQ_SLOT;
	ep->tx.taken = ep->tx.sleeping = &nothing;
	rd_list_init(&ep->copy.helps);
	return ep;
}

/* Both directions: the peer's segment and our own. */
static void attach_ways(struct rd_sm_ep *ep)
{
	rd_sm_fifo_first(ep);
	ep->tx.sleeping = &rd_sm_head(&ep->seg)->sleeping;
	ep->tx.light = rd_sm.can_barrier && rd_sm_head(&ep->seg)->light == 1;
	ep->rx.taken = &rd_sm_seat(&rd_sm.seg, ep->index)->taken;
}

static int is_refused(const struct rd_sm_ep *ep)
{
	return __atomic_load_n(&rd_sm_seat(&ep->seg, rd_sm.index)->refused, __ATOMIC_SEQ_CST);
}

/* RD_ENOTSUP: the peer has refused, it cannot open our segment. */
static int call(struct rd_sm_ep *ep)
{
	uint32_t *made = &rd_sm_seat(&ep->seg, rd_sm.index)->made;

	__atomic_store_n(made, 1, __ATOMIC_SEQ_CST); /* pairs with rd_sm_answer, refuse */
	if (is_refused(ep)) {
		__atomic_store_n(made, 0, __ATOMIC_RELAXED);
		return RD_ENOTSUP;
	}
	rd_sm_ask(ep);
	return 0;
}

void rd_sm_ask(struct rd_sm_ep *ep)
{
	/* release: pairs with poll_rare (sm.c) */
	__atomic_fetch_add(&rd_sm_head(&ep->seg)->arrivals.ncalls, 1, __ATOMIC_RELEASE);
	rd_sm_wake(ep, RD_SM_WAITING);
}

/*
 * The system denies this process the peer's segment. The peer, which may be able to open ours, must
 * not choose this transport either: it finds the refusal here. At least one of the two sees the
 * other's store, since each stores first and loads afterwards (call).
 */
static int refuse(uint32_t index, const struct rd_sm_addr *addr)
{
	__atomic_store_n(&rd_sm_seat(&rd_sm.seg, index)->refused, 1, __ATOMIC_SEQ_CST);
	if (!__atomic_load_n(&rd_sm_seat(&rd_sm.seg, index)->made, __ATOMIC_SEQ_CST))
		return RD_ENOTSUP;
	rd_error("shared memory: rank %d (process %d) uses it for this process, which the system "
		 "does not let into the other's; use RONDO_BTL=self,tcp",
		 rd_job.local[index], addr->pid);
	return RD_ESYS;
}

/* Opens the peer's segment and calls it. RD_ENOTSUP and RD_EPROC are not logged. */
static int attach(struct rd_sm_ep *ep, const struct rd_sm_addr *addr)
{
	int err = rd_sm_segment_open(&ep->seg, addr, rd_sm.nlocal);

	if (err == RD_ENOTSUP)
		return refuse(ep->index, addr);
	if (err)
		return err;
	ep->addr = *addr;
	attach_ways(ep);
	err = call(ep);
	if (err) {
		rd_sm_segment_close(&ep->seg);
		return err;
	}
	ep->copy.cma = rd_cma_peer(&rd_sm_head(&ep->seg)->cma);
	if (rd_param_int(RD_PARAM_CMA)) /* rd_sm_get probes */
		ep->ep.get_min = RD_SM_GET_MIN;
	rd_sm_watch(ep);
	return 0;
}

int rd_sm_connect(int rank, const void *buf, size_t len, struct rd_ep **out)
{
	struct rd_sm_addr addr;
	struct rd_sm_ep *ep;
	int index, err;

	if (!rd_sm_reaches(rank, buf, len))
		return RD_ENOTSUP;
	index = rd_job_local_index(rank);
	ep = rd_sm.eps[index];
	if (!ep) {
		memcpy(&addr, buf, sizeof(addr));
		ep = ep_new((uint32_t)index);
		if (!ep)
			return RD_ENOMEM;
		err = attach(ep, &addr);
		if (err == RD_EPROC)
			rd_error("rank %d on %s (process %d) has ended", rank, rd_job.host,
				 addr.pid);
		if (err) {
			free(ep);
			return err;
		}
		rd_sm.eps[index] = ep;
	}
	*out = &ep->ep;
	return 0;
}

void rd_sm_ep_free(struct rd_sm_ep *ep)
{
	rd_sm_unwatch(ep);
	if (ep->seg.base)
		rd_sm_segment_close(&ep->seg);
	free(ep);
}

void rd_sm_ep_down(struct rd_sm_ep *ep, int err)
{
	if (ep->down)
		return;
	ep->down = 1;
	ep->ep.brief_room = 0;
	ep->ep.get_min = UINT32_MAX;
	if (rd_sm.lacking == ep)
		rd_sm.lacking = NULL;
	rd_sm_fifo_close(ep);
	rd_sm_unwatch(ep);
	rd_sm_pool_reclaim_all(ep);
	rd_sm_copy_peer_down(ep, err ? err : RD_EPROC);
	if (err)
		rd_btl_up_down(&ep->ep, err);
}

/* ---- Calls ---- */

/* Handles the call of a peer without an endpoint here: opens its segment as connect does. */
static struct rd_sm_ep *call_back(uint32_t index)
{
	struct rd_sm_ep *ep = ep_new(index);
	struct rd_sm_addr addr = {0};
	const void *text;
	size_t len;
	int err;

	if (!ep)
		return NULL;
	rd_sm.eps[index] = ep;
	err = rd_btl_up_address(&ep->ep, &text, &len);
	if (!err && len == sizeof(addr))
		memcpy(&addr, text, len);
	err = usable(&addr) ? attach(ep, &addr) : RD_EPROTO;
	rd_btl_up_connected(&ep->ep);
	if (!err)
		return ep;
	if (err == RD_EPROTO)
		rd_error("shared memory: rank %d has connected, but has published no address",
			 ep->ep.rank);
	else if (err == RD_EPROC)
		rd_error("rank %d on %s (process %d) has ended without leaving MPI", ep->ep.rank,
			 rd_job.host, addr.pid);
	rd_sm_ep_down(ep, err);
	return ep;
}

static int answer(uint32_t index)
{
	struct rd_sm_ep *ep = rd_sm.eps[index];

	if (ep && ep->heard)
		return 0;
	if (!ep)
		ep = call_back(index);
	if (!ep)
		return 0;
	ep->heard = 1;
	if (!ep->down && rd_sm_fifos_fixed(rd_sm.nlocal))
		rd_sm_fifo_open(ep);
	return 1;
}

int rd_sm_answer(void)
{
	int n = 0;

	/* `seen` was loaded with acquire from ncalls: the calls counted there are visible. */
	for (uint32_t i = 0; i < rd_sm.nlocal; i++)
		if (i != rd_sm.index &&
		    __atomic_load_n(&rd_sm_seat(&rd_sm.seg, i)->made, __ATOMIC_ACQUIRE) == 1)
			n += answer(i);
	if (rd_sm_fifos_leave())
		rd_sm.rare |= RD_SM_RARE_LEAVE;
	return n;
}
