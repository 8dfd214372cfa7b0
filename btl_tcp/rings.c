/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rings of endpoints that do not send. An endpoint keeps in its ring the data that the peer has not
 * received yet (keep.c). An endpoint that has sent nothing between two checks returns the ring to
 * the pool of the process, so that memory follows the peers in use, not all that were ever
 * connected.
 *
 * The last data of a conversation is never acknowledged by itself: the receiver acknowledges every
 * 64 KiB, or with a message of its own. So before a ring is freed the peer is asked for an
 * acknowledgement. Its answer is a frame too, and no acknowledgement of that one is requested:
 * bytes that fit a small ring move there. If the peer computes outside MPI, or the connection is
 * lost, the ring stays.
 *
 *     USED  -> USED   [look] bytes were sent since the last check, or wait to be written
 *     USED  -> ASKED  [look] an acknowledgement is requested; also if there is no room for that
 *     USED  -> none   [look] the peer has received all, or the rest is in a small ring
 *     ASKED -> USED   [rd_tcp_rings_told] an acknowledgement has arrived
 *
 * An endpoint that is USED is in rd_tcp.queues.rings, the one checked longest ago first. Called by
 * keep.c and, for the checks, by the loop.
 */
#include "btl_tcp/tcp_impl.h"

#include "base/clock.h"
#include "runtime/wait.h"

#include <stdlib.h>
#include <sys/mman.h>

#define POOL_MAX 8 /* rings of RD_TCP_RING_B kept by the process: 1 MiB */

static void *pool[POOL_MAX];
static int npool;

/* The kernel's own pages, not the heap: freed memory does not stay between other objects. */
uint8_t *rd_tcp_ring_get(uint32_t size)
{
	void *p;

	if (size < RD_TCP_RING_B)
		return aligned_alloc(64, size);
	if (size == RD_TCP_RING_B && npool)
		return pool[--npool];
	p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return p == MAP_FAILED ? NULL : p;
}

void rd_tcp_ring_put(uint8_t *ring, uint32_t size)
{
	if (size < RD_TCP_RING_B)
		free(ring);
	else if (size == RD_TCP_RING_B && npool < POOL_MAX)
		pool[npool++] = ring;
	else
		munmap(ring, size);
}

void rd_tcp_rings_fini(void)
{
	while (npool)
		munmap(pool[--npool], RD_TCP_RING_B);
}

/* Bytes of messages in the stream; acknowledgements need only a small ring. */
static uint64_t messages(const struct rd_tcp_ep *ep)
{
	return ep->keep.end - ep->ring_use.bare_b;
}

static void use(struct rd_tcp_ep *ep, uint64_t now_ns)
{
	ep->ring_use.checked_ns = now_ns;
	ep->ring_use.said_b = messages(ep);
	rd_list_remove(&ep->ring_use.link);
	rd_list_append(&rd_tcp.queues.rings, &ep->ring_use.link);
}

void rd_tcp_rings_changed(struct rd_tcp_ep *ep)
{
	ep->ring_use.asked = 0;
	if (ep->keep.ring_b >= RD_TCP_RING_B)
		use(ep, rd_clock_ns());
	else
		rd_list_remove(&ep->ring_use.link);
}

void rd_tcp_rings_told(struct rd_tcp_ep *ep)
{
	ep->ring_use.asked = 0;
	use(ep, rd_clock_ns());
}

static int is_in_use(const struct rd_tcp_ep *ep)
{
	return ep->ring_use.said_b != messages(ep) || ep->keep.nposts ||
	       (ep->state == RD_TCP_EP_UP && rd_tcp_tx_pending(ep));
}

static void look(struct rd_tcp_ep *ep, uint64_t now_ns)
{
	if (is_in_use(ep)) {
		use(ep, now_ns);
		return;
	}
	if (rd_tcp_keep_shrink(ep))
		return;
	rd_list_remove(&ep->ring_use.link);
	ep->ring_use.asked = 1;
	rd_tcp_tx_ask(ep);
}

void rd_tcp_rings_tick(uint64_t now_ns)
{
	for (int i = 0; i < rd_wait_table.connection.ring_checks && rd_tcp_rings_due(); i++) {
		if (now_ns < rd_tcp_rings_due())
			return;
		look(rd_container(rd_tcp.queues.rings.next, struct rd_tcp_ep, ring_use.link),
		     now_ns);
	}
}

uint64_t rd_tcp_rings_due(void)
{
	const struct rd_tcp_ep *ep;

	if (rd_list_empty(&rd_tcp.queues.rings))
		return 0;
	ep = rd_container(rd_tcp.queues.rings.next, struct rd_tcp_ep, ring_use.link);
	return ep->ring_use.checked_ns + rd_wait_table.connection.ring_gap_ns;
}
