/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Receiving packets from the packet rings in the arena, which the peers' cards write. All values
 * read there come from outside and are checked. Called by the poller (btl.c).
 */
#include "btl_fpga/fpga.h"

#include <string.h>

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "btl_fpga/qp.h"
#include "runtime/job.h"

#define BATCH 16 /* packets of one peer taken in one poll */

const uint64_t *rd_fpga_rx_word(const struct rd_fpga_ep *ep)
{
	return (const uint64_t *)(ep->rx + (ep->rx_next % SLOTS + 1) * SLOT_B - 8);
}

static int malformed(struct rd_fpga_ep *ep, const char *what)
{
	rd_error("card: rank %d on card %d sent a packet that makes no sense (%s); the connection "
		 "is given up",
		 ep->ep.rank, ep->addr.node, what);
	rd_fpga_ep_down(ep, RD_EPROTO);
	return 1;
}

static void deliver(struct rd_fpga_ep *ep, const struct rd_hdr *hdr, const void *payload,
		    size_t len)
{
	rd_fpga_stats.rx_msgs++;
	rd_fpga_stats.rx_bytes += len;
	rd_btl_up_recv(&ep->ep, hdr, payload, len);
}

/* Receives a packet whose payload is in the bulk ring. */
static int take_bulk(struct rd_fpga_ep *ep, const struct rd_hdr *hdr, const char *payload)
{
	struct rd_fpga_bulk bulk;
	uint32_t at, units;

	memcpy(&bulk, payload, sizeof(bulk));
	at = bulk.at % BULK_UNITS;
	units = (bulk.len + BULK_UNIT - 1) / BULK_UNIT;
	if (bulk.len > FRAG_B || at + units > BULK_UNITS ||
	    bulk.at + units - ep->bulk_taken > BULK_UNITS)
		return malformed(ep, "its data lie outside the ring");
	deliver(ep, hdr, ep->rx + SLOTS * SLOT_B + (size_t)at * BULK_UNIT, bulk.len);
	ep->bulk_taken = bulk.at + units;
	return 1;
}

static int take_control(struct rd_fpga_ep *ep, unsigned flags, const char *payload, size_t len)
{
	struct rd_fpga_get ask;
	struct rd_fpga_done done;
	struct rd_fpga_pair pair;

	if (flags == PKT_GET && len == sizeof(ask)) {
		memcpy(&ask, payload, sizeof(ask));
		rd_fpga_on_get(ep, &ask);
	} else if (flags == PKT_DONE && len == sizeof(done)) {
		memcpy(&done, payload, sizeof(done));
		rd_fpga_on_done(ep, &done);
	} else if (flags == PKT_PAIR && len == sizeof(pair)) {
		memcpy(&pair, payload, sizeof(pair));
		rd_qp_on_pair(ep, &pair);
	} else {
		return malformed(ep, "its kind is unknown");
	}
	return 1;
}

/* Receives the next packet, which is valid. It is counted at once, because its delivery may poll
 * again. */
static int take(struct rd_fpga_ep *ep)
{
	const uint64_t *word = rd_fpga_rx_word(ep);
	const char *end = (const char *)word;
	size_t len = *word & 0xffff;
	unsigned flags = (unsigned)(*word >> 16 & 0xffff);
	struct rd_hdr hdr;

	ep->rx_next++;
	if (len > SLOT_PAYLOAD_B)
		return malformed(ep, "it is longer than its slot");
	memcpy(&hdr, end - sizeof(hdr), sizeof(hdr));
	if (rd_likely(!flags))
		deliver(ep, &hdr, end - sizeof(hdr) - len, len);
	else if (flags == PKT_BULK && len == sizeof(struct rd_fpga_bulk))
		take_bulk(ep, &hdr, end - sizeof(hdr) - len);
	else
		take_control(ep, flags, end - sizeof(hdr) - len, len);
	return 1;
}

int rd_fpga_rx_poll(struct rd_fpga_ep *ep)
{
	int n = 0;

	while (n < BATCH && !ep->down && rd_fpga_rx_ready(ep))
		n += take(ep);
	if (n)
		rd_fpga_credit(ep);
	return n;
}

/* ---- Announcements ---- */

static void hear(uint64_t rank, uint64_t node, const char *payload, size_t len)
{
	struct rd_fpga_ep *ep = NULL;
	struct rd_fpga_address addr;

	if (rank < (uint64_t)rd_job.size && len == sizeof(addr)) {
		memcpy(&addr, payload, sizeof(addr));
		if (addr.node == node)
			ep = rd_fpga_ep_of((int)rank, &addr);
	}
	if (!ep) {
		rd_error("card: node %llu announces rank %llu, which is not there; ignored",
			 (unsigned long long)node, (unsigned long long)rank);
		return;
	}
	if (ep->heard)
		return;
	ep->heard = 1;
	rd_fpga.heard[rd_fpga.nheard++] = ep;
	rd_btl_up_connected(&ep->ep);
}

static void greet(int node, const char *payload, size_t len)
{
	if (rd_fpga.greeted)
		rd_fpga.greeted(node, payload, len);
}

int rd_fpga_announced(void)
{
	const char *end;
	uint64_t head, what;
	int n = 0;

	while ((end = rd_page_recv(&head, &what))) {
		uint64_t node = (what & RN_MSG_WHAT_SOURCE_MASK) >> RN_MSG_WHAT_SOURCE_LSB;
		size_t len = rd_min(head & RN_MSG_HEAD_BYTES_MASK,
				    ((uint64_t)1 << rd_page.slot_lg) - RN_MSG_BYTES);
		uint64_t user = head >> RN_MSG_HEAD_USER_LSB;

		if ((user & ANNOUNCE_RANK_MASK) == ANNOUNCE_GREETING)
			greet((int)node, end - (len + 7) / 8 * 8, len);
		else if (user >> ANNOUNCE_RANK_BITS == rd_page.key)
			hear(user & ANNOUNCE_RANK_MASK, node, end - (len + 7) / 8 * 8, len);
		rd_page_recv_done();
		n++;
	}
	return n;
}
