/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The TCP transport as pt2pt sees it: opening, closing, and the table of functions. pt2pt supplies
 * the peers' published records.
 */
#include "btl_tcp/tcp_impl.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/param.h"
#include "runtime/hw.h"
#include "runtime/job.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FRAME_B (64 + RD_TCP_HEAD_B + RD_TCP_EAGER_MAX + 8)

struct rd_tcp rd_tcp = {.loop = {.epfd = -1, .timerfd = -1}};

static uint8_t *memory; /* holds rd_tcp.memory.rx and rd_tcp.memory.frame */

/* Both aligned so that headers are at multiples of 8, reserved payload at 16. */
static int get_memory(void)
{
	memory = aligned_alloc(64, (RD_TCP_RX_B + FRAME_B + 127) / 64 * 64);
	if (!memory)
		return RD_ENOMEM;
	rd_tcp.memory.rx = memory;
	rd_tcp.memory.frame = memory + RD_TCP_RX_B + 8;
	rd_tcp.memory.spare = malloc(RD_TCP_FRAG_MAX); /* pages that are not touched cost nothing */
	rd_tcp.eps = calloc((size_t)rd_job.size, sizeof(*rd_tcp.eps));
	return rd_tcp.memory.spare && rd_tcp.eps ? 0 : RD_ENOMEM;
}

/*
 * A fragment and the kernel's copy of it should stay in the second-level cache: 3/8 of it, M-212.
 */
static uint32_t best_fragment(void)
{
	uint64_t best = rd_hw_cache(2) * 3 / 8 & ~UINT64_C(0xffff);

	if (!best)
		return RD_TCP_FRAG_MAX / 2;
	return (uint32_t)rd_min(rd_max(best, (uint64_t)RD_TCP_FRAG_MIN), (uint64_t)RD_TCP_FRAG_MAX);
}

/* A power of two: positions in it are found without a division. */
static uint32_t largest_ring(void)
{
	uint32_t size = RD_TCP_RING_B;

	while (2 * (int64_t)size <= rd_param_int(RD_PARAM_TCP_KEEP))
		size *= 2;
	return size;
}

static void name_session(void)
{
	struct rd_tcp_sha256 s;
	uint8_t digest[RD_TCP_HASH_B];

	rd_tcp_sha256_init(&s);
	rd_tcp_sha256_add(&s, rd_job.id, strlen(rd_job.id));
	rd_tcp_sha256_end(&s, digest);
	memcpy(&rd_tcp.session, digest, sizeof(rd_tcp.session));
}

static void release(void)
{
	rd_tcp_handshake_cancel(NULL);
	rd_tcp_handshake_bury();
	for (int i = 0; rd_tcp.eps && i < rd_job.size; i++)
		if (rd_tcp.eps[i])
			rd_tcp_ep_free(rd_tcp.eps[i]);
	rd_tcp_rings_fini();
	rd_tcp_listen_fini();
	rd_tcp_loop_fini();
	free(rd_tcp.eps);
	free(memory);
	free(rd_tcp.memory.spare);
	rd_tcp.memory.spare = NULL;
	rd_tcp.memory.spare_used = 0;
	rd_tcp.eps = NULL;
	memory = NULL;
}

static int tcp_init(const char **why)
{
	int err;

	rd_list_init(&rd_tcp.setup.handshakes);
	rd_list_init(&rd_tcp.setup.attempts);
	rd_list_init(&rd_tcp.listen.unauthenticated);
	rd_list_init(&rd_tcp.setup.graves);
	rd_list_init(&rd_tcp.queues.txq);
	rd_list_init(&rd_tcp.queues.bursts);
	rd_list_init(&rd_tcp.queues.owing);
	rd_list_init(&rd_tcp.queues.holders);
	rd_list_init(&rd_tcp.queues.rings);
	memset(&rd_tcp.stats, 0, sizeof(rd_tcp.stats));
	rd_tcp.queues.ntx = rd_tcp.listen.nunauthenticated = rd_tcp.nup = rd_tcp.nremote = 0;
	*why = "the system refused it a resource";
	rd_tcp.frag = best_fragment();
	rd_tcp.timeout_ns = (uint64_t)rd_param_int(RD_PARAM_TCP_TIMEOUT) * 1000000000;
	rd_tcp.ring_max = largest_ring();
	name_session();
	err = get_memory();
	if (!err)
		err = rd_tcp_loop_init();
	if (!err)
		err = rd_tcp_random(rd_tcp.key, sizeof(rd_tcp.key));
	if (!err && rd_job.size > 1)
		err = rd_tcp_listen_init(why);
	if (err)
		release();
	return err;
}

/* 1 if nothing is left to do for the endpoint: the peer has received all, or needs nothing any
 * more. */
static int is_over(struct rd_tcp_ep *ep)
{
	if (ep->state != RD_TCP_EP_UP && ep->state != RD_TCP_EP_LOST)
		return 1;
	return ep->keep.acked.pos >= ep->keep.last || (ep->bye && ep->state == RD_TCP_EP_LOST);
}

static int all_over(void)
{
	for (int i = 0; i < rd_job.size; i++)
		if (rd_tcp.eps[i] && !is_over(rd_tcp.eps[i]))
			return 0;
	return 1;
}

/*
 * A peer may still wait for the last data, and the connection may be lost with that data. Therefore
 * this ends when all peers have acknowledged everything, BYE_ included, or have ended. They are in
 * the same function, as finalizing is collective; no call waits for data that still arrives from
 * them.
 */
static void tcp_fini(void)
{
	uint64_t end = rd_clock_ns() + rd_tcp.timeout_ns;

	rd_tcp.ending = 1;
	for (int i = 0; i < rd_job.size; i++) {
		struct rd_tcp_ep *ep = rd_tcp.eps[i];

		if (!ep)
			continue;
		if (ep->state == RD_TCP_EP_NEW) {
			rd_tcp_handshake_cancel(ep);
			rd_tcp_attempt_end(ep);
		} else if (ep->state == RD_TCP_EP_UP || ep->state == RD_TCP_EP_LOST) {
			rd_tcp_tx_bye(ep);
		}
	}
	while (rd_tcp_loop_look(), !all_over() && rd_clock_ns() < end)
		rd_tcp_loop_pause();
	release();
	rd_tcp.ending = 0;
}

static size_t tcp_address(void *buf, size_t max)
{
	return rd_tcp_address_pack(buf, max, rd_tcp.key, &rd_tcp.own);
}

int rd_tcp_address_of_peer(int rank, const void *addr, size_t len, uint8_t key[RD_TCP_KEY_B],
			   struct rd_tcp_addrs *cands)
{
	int err = rd_tcp_address_unpack(addr, len, key, cands);

	if (err)
		return err;
	err = rd_tcp_address_order(cands, &rd_tcp.own, rd_job_is_local(rank));
	if (!err && !cands->n)
		err = RD_ENOTSUP;
	if (err) {
		free(cands->at);
		*cands = (struct rd_tcp_addrs){NULL, 0};
	}
	return err;
}

static int tcp_reaches(int rank, const void *addr, size_t len)
{
	struct rd_tcp_addrs cands;
	uint8_t key[RD_TCP_KEY_B];

	if (rank == rd_job.rank || rd_tcp_address_of_peer(rank, addr, len, key, &cands))
		return 0;
	free(cands.at);
	return 1;
}

static int tcp_connect(int rank, const void *addr, size_t len, struct rd_ep **out)
{
	struct rd_tcp_ep *ep = rd_tcp_ep_get(rank);
	struct rd_tcp_addrs cands;
	uint8_t key[RD_TCP_KEY_B];
	int err;

	if (!ep)
		return RD_ENOMEM;
	if (ep->state == RD_TCP_EP_NEW && !ep->attempt) {
		err = rd_tcp_address_of_peer(rank, addr, len, key, &cands);
		if (!err && (err = rd_tcp_attempt_start(ep, key, &cands)))
			free(cands.at);
		if (err == RD_EPROTO)
			rd_error("tcp: rank %d on %s published no usable address", rank,
				 rd_job_host(rank));
		if (err)
			return err;
	}
	*out = &ep->base;
	return 0;
}

static int tcp_flushed(struct rd_ep *base)
{
	return !rd_tcp_tx_pending((struct rd_tcp_ep *)base);
}

const struct rd_btl rd_btl_tcp = {
	.name = "tcp",
	.index = 3,
	.stats = &rd_tcp.stats,
	.init = tcp_init,
	.fini = tcp_fini,
	.address = tcp_address,
	.reaches = tcp_reaches,
	.connect = tcp_connect,
	.send = rd_tcp_tx_send,
	.reserve = rd_tcp_tx_reserve,
	.commit = rd_tcp_tx_commit,
	.post = rd_tcp_tx_post,
	.flushed = tcp_flushed,
	.describe = rd_tcp_ep_describe,
};
