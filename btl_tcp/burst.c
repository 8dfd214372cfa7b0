/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bursts: many messages to one peer in a row. A single send takes the kernel some microseconds,
 * most of them on the way through its layers. After RUN_MIN messages without a poll in between,
 * Nagle's algorithm (RFC 896) is enabled to gather them: a small message waits until the earlier
 * ones are acknowledged. The frames of a burst carry RD_TCP_KIND_MORE, and the receiver
 * acknowledges at once the data it has read with one (rx.c); so the wait is a round trip, and no
 * message waits if none is in flight. The burst ends with the second poll after the last message: a
 * process that waits for an answer polls.
 *
 * Fragments of long messages are not gathered and end a burst. Called by tx.c for each message, and
 * by the loop.
 */
#include "btl_tcp/tcp_impl.h"

#include "base/log.h"

#include <netinet/tcp.h>
#include <sys/socket.h>

#define RUN_MIN 3 /* messages; a header and its data are not a burst yet */

static int set_nodelay(const struct rd_tcp_ep *ep, int value)
{
	return setsockopt(ep->src.fd, IPPROTO_TCP, TCP_NODELAY, &value, sizeof(value));
}

static void begin(struct rd_tcp_ep *ep)
{
	if (set_nodelay(ep, 0))
		rd_debug("tcp: gathering messages: %m");
	else
		rd_list_append(&rd_tcp.queues.bursts, &ep->tx.burst);
}

/* The last message before a burst carries the flag already, since the following ones wait for
 * it. */
uint16_t rd_tcp_burst_next(struct rd_tcp_ep *ep)
{
	if (ep->tx.run_poll != rd_tcp.loop.polls) {
		ep->tx.run_poll = rd_tcp.loop.polls;
		ep->tx.run = 0;
	}
	if (++ep->tx.run == RUN_MIN + 1 && rd_list_empty(&ep->tx.burst))
		begin(ep);
	return ep->tx.run == RUN_MIN || !rd_list_empty(&ep->tx.burst) ? RD_TCP_KIND_MORE : 0;
}

/* Setting TCP_NODELAY sends waiting data: tcp(7). */
void rd_tcp_burst_end(struct rd_tcp_ep *ep)
{
	rd_list_remove(&ep->tx.burst);
	if (ep->src.fd >= 0 && set_nodelay(ep, 1))
		rd_debug("tcp: sending at once: %m");
}

void rd_tcp_burst_look(int all)
{
	struct rd_list *l, *save;

	rd_list_for_safe (l, save, &rd_tcp.queues.bursts) {
		struct rd_tcp_ep *ep = rd_container(l, struct rd_tcp_ep, tx.burst);

		if (all || rd_tcp.loop.polls - ep->tx.run_poll > 1)
			rd_tcp_burst_end(ep);
	}
}
