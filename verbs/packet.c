/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sending of packets to the processes of a ring: by the transport over cards (btl_fpga), or to this
 * process itself by a list. The files that send packets call it. rd_vb_progress calls
 * rd_vb_packet_poll, which delivers the packets of the list; those of other processes arrive in
 * net.c.
 */
#include "verbs/verbs.h"

#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "btl_fpga/fpga.h"

#define LOOP_MOST 256 /* packets to this process itself */
#define STRAYS_MOST 4096

/* ---- Packets to this process itself ---- */

static struct loop {
	struct rd_list list; /* of struct loop_packet */
	struct loop_packet *reserved;
	unsigned n;
} loop;

struct loop_packet {
	struct rd_list link;
	struct rd_vb_hdr hdr;
	size_t len;
	char data[];
};

static char *loop_reserve(size_t len)
{
	if (loop.n == LOOP_MOST)
		return NULL;
	free(loop.reserved);
	loop.reserved = malloc(sizeof(*loop.reserved) + len);
	return loop.reserved ? loop.reserved->data : NULL;
}

static void loop_commit(const struct rd_vb_hdr *hdr, size_t len)
{
	loop.reserved->hdr = *hdr;
	loop.reserved->len = len;
	rd_list_append(&loop.list, &loop.reserved->link);
	loop.reserved = NULL;
	loop.n++;
}

static int poll_own(void)
{
	struct rd_list *link;
	int n = 0;

	for (unsigned most = loop.n; n < (int)most && (link = rd_list_pop(&loop.list)); n++) {
		struct loop_packet *packet = rd_container(link, struct loop_packet, link);

		loop.n--;
		rd_vb_on_packet(rd_vb.rank, &packet->hdr, packet->data, packet->len);
		free(packet);
	}
	return n;
}

/* ---- Sending ---- */

int rd_vb_net_is_up(int node)
{
	return rd_vb.nodes[node].state == RD_VB_NODE_UP;
}

char *rd_vb_net_reserve(int node, size_t len)
{
	if (node == rd_vb.rank)
		return loop_reserve(len);
	return rd_vb_net_is_up(node) ? rd_btl_fpga.reserve(rd_vb.nodes[node].ep, len) : NULL;
}

static const struct rd_hdr *as_rd_hdr(const struct rd_vb_hdr *hdr, struct rd_hdr *copy)
{
	memcpy(copy, hdr, sizeof(*copy));
	return copy;
}

void rd_vb_net_commit(int node, const struct rd_vb_hdr *hdr, size_t len)
{
	struct rd_hdr copy;

	if (node == rd_vb.rank)
		loop_commit(hdr, len);
	else
		rd_btl_fpga.commit(rd_vb.nodes[node].ep, as_rd_hdr(hdr, &copy), len);
}

int rd_vb_net_send(int node, const struct rd_vb_hdr *hdr, const void *data, size_t len)
{
	struct rd_hdr copy;
	char *to;

	if (!rd_vb_net_is_up(node)) /* the other side may have the connection already */
		return rd_vb.nodes[node].state == RD_VB_NODE_ASKED ? RD_EAGAIN : RD_EPROC;
	if (node != rd_vb.rank)
		return rd_btl_fpga.send(rd_vb.nodes[node].ep, as_rd_hdr(hdr, &copy), data, len);
	to = loop_reserve(len);
	if (!to)
		return RD_EAGAIN;
	if (len)
		memcpy(to, data, len);
	loop_commit(hdr, len);
	return 0;
}

int rd_vb_net_write(int node, const struct rd_vb_grant *grant, uint64_t addr, const char *from,
		    uint32_t len)
{
	int err = rd_fpga_write(rd_fpga_ep(rd_vb.nodes[node].ep), grant->region, grant->key,
				grant->offset + (addr - grant->base), from, len);

	if (err || len == RD_VB_FRAG_B) /* else the packet behind it rings the doorbell */
		rd_page_go();
	return err;
}

int rd_vb_net_has_room_behind(int node, uint32_t written, size_t len)
{
	return rd_vb_net_is_up(node) &&
	       rd_fpga_has_room_behind(rd_fpga_ep(rd_vb.nodes[node].ep), written, len);
}

void rd_vb_net_ring(void)
{
	rd_page_go();
}

/* ---- Packets of no queue pair ---- */

static struct rd_list strays;
static unsigned nstrays;
static uint64_t nlost; /* that found no room, since all had been sent */

struct stray {
	struct rd_list link;
	struct rd_vb_hdr hdr;
	int node;
};

static int is_early(int node, const struct rd_vb_hdr *hdr)
{
	return hdr->kind == RD_VB_REVOKED && rd_vb_place_is_early(node, hdr);
}

void rd_vb_net_stray(int node, const struct rd_vb_hdr *hdr)
{
	struct stray *stray;

	if (nstrays == 0 && !is_early(node, hdr) && rd_vb_net_send(node, hdr, NULL, 0) != RD_EAGAIN)
		return;
	stray = nstrays < STRAYS_MOST ? malloc(sizeof(*stray)) : NULL;
	if (!stray) {
		if (!nlost++)
			rd_warn("verbs: packets to node %d are lost: %d wait for a connection or "
				"for room at the other process",
				node, STRAYS_MOST);
		return;
	}
	*stray = (struct stray){.hdr = *hdr, .node = node};
	rd_list_append(&strays, &stray->link);
	nstrays++;
}

static void drop_stray(struct stray *stray)
{
	rd_list_remove(&stray->link);
	free(stray);
	nstrays--;
}

void rd_vb_packet_lost(int node)
{
	struct rd_list *link, *save;

	rd_list_for_safe (link, save, &strays) {
		struct stray *stray = rd_container(link, struct stray, link);

		if (stray->node == node)
			drop_stray(stray);
	}
}

static void send_strays(void)
{
	struct rd_list *link, *save;

	rd_list_for_safe (link, save, &strays) {
		struct stray *stray = rd_container(link, struct stray, link);

		if (is_early(stray->node, &stray->hdr) ||
		    rd_vb_net_send(stray->node, &stray->hdr, NULL, 0) == RD_EAGAIN)
			continue;
		drop_stray(stray);
	}
	if (!nstrays && nlost) {
		rd_warn("verbs: %llu packets were lost", (unsigned long long)nlost);
		nlost = 0;
	}
}

/* ---- Progress ---- */

int rd_vb_packet_poll(void)
{
	/* after the end of the device they would reach its card (place.c) */
	int n = rd_unlikely(loop.n) && rd_vb.open ? poll_own() : 0;

	if (rd_unlikely(nstrays))
		send_strays();
	return n;
}

int rd_vb_packet_waits(void)
{
	return nstrays || loop.n;
}

void rd_vb_packet_init(void)
{
	rd_list_init(&loop.list);
	rd_list_init(&strays);
}
