/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows how connections begin and end between processes: all connect to all at the same moment,
 * repeatedly, and each pair is left with one connection and no message lost; a peer killed at any
 * moment is reported once, by name, in time, with any amount of data waiting to be sent; a peer
 * that ends in order is not reported; a peer that does not exist is given up with the addresses
 * tried; memory follows the peers in use, not those ever connected.
 */
#include "t/btl/harness.h"

#include "base/compiler.h"
#include "btl_tcp/tcp_impl.h"

#include <dirent.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

static int got[H_MAX];

static void count(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	h_check(len == 8 && !memcmp(payload, "8 bytes.", 8) && (int)hdr->offset == got[ep->rank],
		"message %d of rank %d", got[ep->rank], ep->rank);
	got[ep->rank]++;
}

static void send_wait(struct rd_ep *ep, uint64_t number)
{
	struct rd_hdr hdr = {.kind = 1, .offset = number};
	int rc;

	while ((rc = ep->btl->send(ep, &hdr, "8 bytes.", 8)) == RD_EAGAIN)
		h_progress();
	h_check(!rc, "send to rank %d: %s", ep->rank, rd_err_name(rc));
}

/* Descriptors of this process that are connected or listening TCP sockets, and those of them
 * without pacing: all are on one host. */
static int sockets(int *plain)
{
	DIR *dir = opendir("/proc/self/fd");
	struct dirent *d;
	int n = 0;

	*plain = 0;
	while (dir && (d = readdir(dir))) {
		int domain = 0, fd = atoi(d->d_name);
		socklen_t len = sizeof(domain), name_b = 16;
		char name[16] = "";

		if (getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &len) || domain == AF_UNIX)
			continue;
		n++;
		getsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, name, &name_b);
		*plain += !strcmp(name, "reno");
	}
	if (dir)
		closedir(dir);
	return n;
}

/* All processes connect to all before any has answered. */
static void all_at_once(void)
{
	int n, plain;

	h_on_recv = count;
	h_fence();
	for (int r = 0; r < h_n; r++)
		if (r != h_rank)
			h_ep(r);
	for (int i = 0; i < 3; i++)
		for (int r = 0; r < h_n; r++)
			if (r != h_rank)
				send_wait(h_ep(r), (uint64_t)i);
	for (int r = 0; r < h_n; r++)
		while (r != h_rank && got[r] < 3)
			h_progress();
	h_fence();
	for (int i = 0; i < 1000; i++)
		rd_progress();
	n = sockets(&plain);
	h_check(n == h_n, "%d sockets for %d peers and a listener", n, h_n - 1);
	h_check(plain == n, "%d of %d sockets without pacing", plain, n);
}

/* ---- A peer is killed ---- */

static int done_bad;

static void post_done(struct rd_btl_post *post, int err)
{
	done_bad += err != 0;
	free(post);
}

/* Keeps the connection to `ep` full until it is down. */
static void push(struct rd_ep *ep)
{
	static char body[200000];
	struct rd_hdr hdr = {.kind = 2};
	struct rd_btl_post *post = calloc(1, sizeof(*post));
	int rc;

	post->done = post_done;
	rc = ep->btl->post(ep, &hdr, body, sizeof(body), post);
	h_check(!rc || rc == RD_EAGAIN || rc == RD_EPROC, "post: %s", rd_err_name(rc));
	if (rc)
		free(post);
}

static void swallow(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	(void)ep;
	(void)hdr;
	(void)payload;
	(void)len;
}

static unsigned killed_after_us;
static int *dead; /* shared; rank 1 is about to end */

/*
 * 1 once this process has polled for 2 s since rank 1 died. Time without a processor does not
 * count, except for 10 ms each time.
 */
static int time_is_up(void)
{
	static uint64_t last_ns, looked_ns;
	uint64_t now = rd_clock_ns();

	if (__atomic_load_n(dead, __ATOMIC_ACQUIRE))
		looked_ns += rd_min(now - last_ns, 10000000u);
	last_ns = now;
	return looked_ns > 2000000000u;
}

/* Rank 1 ends without notice while traffic runs; the others must detect it within 2 s. */
static void one_killed(void)
{
	h_on_recv = swallow;
	h_fence();
	if (h_rank == 1) {
		uint64_t at = rd_clock_ns() + killed_after_us * 1000;

		while (rd_clock_ns() < at) {
			push(h_ep(0));
			rd_progress();
		}
		__atomic_store_n(dead, 1, __ATOMIC_RELEASE);
		kill(getpid(), SIGKILL);
	}
	if (!freopen("/dev/null", "w", stderr)) /* the expected error */
		_exit(1);
	while (!h_down[1] && !time_is_up()) {
		push(h_ep(1));
		rd_progress();
	}
	if (h_down[1] != RD_EPROC)
		_exit(2);
	h_eps[1] = NULL;
}

static void kills(void)
{
	static const unsigned after_us[] = {0, 200, 1000, 5000, 30000};
	int good = 1;

	dead = mmap(NULL, sizeof(*dead), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (dead == MAP_FAILED)
		exit(1);
	for (int i = 0; i < 10; i++) {
		*dead = 0;
		killed_after_us = after_us[i % 5];
		good &= h_start(&rd_btl_tcp, 3, one_killed, 1 << 1);
	}
	h_ok(good, "tcp: a peer killed at 10 moments is reported within 2 s");
}

/* ---- An orderly end ---- */

/* Rank 0 leaves with messages in flight; no rank reports that as an error. */
static void one_leaves(void)
{
	h_on_recv = count;
	if (h_rank == 0) {
		for (int i = 0; i < 5000; i++)
			send_wait(h_ep(1), (uint64_t)i);
		h_flush();
		h_btl->fini();
		exit(0);
	}
	if (h_rank == 1)
		while (got[0] < 5000)
			h_progress();
	for (int i = 0; i < 2000; i++) {
		rd_progress();
		usleep(50);
	}
	h_check(!h_down[0], "an orderly end reported as a loss");
	h_eps[0] = NULL;
}

/* ---- No process at the address ---- */

static void nobody(void)
{
	uint64_t start = rd_clock_ns();
	struct rd_ep *ep;

	h_fence();
	if (h_rank == 1) {
		h_btl->fini();
		exit(0);
	}
	usleep(100000); /* its listener closes meanwhile */
	if (!freopen("/dev/null", "w", stderr))
		_exit(1);
	ep = h_ep(1);
	while (!h_down[1] && rd_clock_ns() - start < 10000000000u)
		h_progress();
	if (!h_down[1] || ep->btl->send(ep, &(struct rd_hdr){0}, NULL, 0) != RD_EPROC)
		_exit(2);
	h_eps[1] = NULL;
}

/* ---- Peers that are used once ---- */

#define MET_B 3000 /* bytes of a message */

static uint64_t said[H_MAX], heard[H_MAX]; /* messages to and from each rank */
static int *crowded; /* shared; ranks that hold rings for others than the next */

static void count_met(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	const uint64_t *p = payload;

	h_check(len == MET_B && hdr->offset == heard[ep->rank] && *p == hdr->offset + 1,
		"message %d of rank %d", (int)heard[ep->rank], ep->rank);
	heard[ep->rank]++;
}

static void say(int to)
{
	uint64_t body[MET_B / sizeof(uint64_t)] = {said[to] + 1};
	struct rd_hdr hdr = {.kind = 1, .offset = said[to]++};
	struct rd_ep *ep = h_ep(to);
	int rc;

	while ((rc = ep->btl->send(ep, &hdr, body, MET_B)) == RD_EAGAIN)
		h_progress();
	h_check(!rc, "send to rank %d: %s", to, rd_err_name(rc));
}

/* One message each way, between all pairs. */
static void all_to_all(void)
{
	uint64_t each[H_MAX];

	memcpy(each, heard, sizeof(each));
	h_fence();
	for (int r = 0; r < h_n; r++)
		if (r != h_rank)
			say(r);
	for (int r = 0; r < h_n; r++)
		while (r != h_rank && heard[r] == each[r])
			h_progress();
	h_fence();
}

/* All send to all, then each to the next only until no ring is held for another. */
static void met_once(void)
{
	int next = (h_rank + 1) % h_n, held = 1;

	h_on_recv = count_met;
	h_fence();
	all_to_all();
	h_check(rd_tcp.queues.nrings == h_n - 1, "%d rings for %d peers", rd_tcp.queues.nrings,
		h_n - 1);
	for (int left = h_n; left;) {
		say(next);
		if (held && rd_tcp.queues.nrings <= 1) {
			held = 0;
			__atomic_sub_fetch(crowded, 1, __ATOMIC_ACQ_REL);
		}
		h_fence();
		left = __atomic_load_n(crowded, __ATOMIC_ACQUIRE);
		h_fence();
	}
	h_check(rd_tcp.queues.nrings <= 1, "%d rings for one peer", rd_tcp.queues.nrings);
	all_to_all();
}

static void meetings(void)
{
	crowded = mmap(NULL, sizeof(*crowded), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		       -1, 0);
	if (crowded == MAP_FAILED)
		exit(1);
	*crowded = 18;
	h_run("rings of peers that are not spoken to go", &rd_btl_tcp, 18, met_once);
}

int main(void)
{
	int good = 1;

	h_plan(7);
	for (int i = 0; i < 25; i++)
		good &= h_start(&rd_btl_tcp, 2, all_at_once, 0);
	h_ok(good, "tcp: 2 processes connect to each other at the same time, 25 times");
	for (int i = 0; i < 10; i++)
		good &= h_start(&rd_btl_tcp, 8, all_at_once, 0);
	h_ok(good, "tcp: 8 processes, 10 times");
	h_run("all connect to all", &rd_btl_tcp, 32, all_at_once);
	kills();
	meetings();
	h_run("one leaves in order", &rd_btl_tcp, 3, one_leaves);
	h_run("one is not there", &rd_btl_tcp, 2, nobody);
	return h_end();
}
