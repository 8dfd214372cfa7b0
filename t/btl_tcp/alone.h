/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One process of a job whose other processes do not exist: shared by the tests of the TCP
 * transport's inner parts. Replaces runtime/job.h and the upcalls of pt2pt/btl.h. Rank 1 of 4 ranks
 * on one node. The transport's log is kept for comparison.
 */
#ifndef RD_T_BTL_TCP_ALONE_H
#define RD_T_BTL_TCP_ALONE_H

#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "btl_tcp/tcp_impl.h"
#include "runtime/job.h"
#include "t/tap.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

extern const struct rd_btl rd_btl_tcp;

struct rd_job rd_job;

int rd_job_is_local(int rank)
{
	return rank < rd_job.nlocal;
}
const char *rd_job_host(int rank)
{
	return rank < rd_job.nlocal ? "here" : "there";
}

static int a_ups[4], a_downs[4]; /* upcalls per rank */
static void (*a_on_recv)(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload,
			 size_t len);
static void *(*a_on_place)(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len);

void rd_btl_up_recv(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	if (a_on_recv)
		a_on_recv(ep, hdr, payload, len);
}
void *rd_btl_up_place(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len)
{
	return a_on_place ? a_on_place(ep, hdr, len) : NULL;
}
void rd_btl_up_down(struct rd_ep *ep, int err)
{
	a_downs[ep->rank] += err == RD_EPROC;
}
int rd_btl_up_is_down(const struct rd_ep *ep)
{
	return a_downs[ep->rank] != 0;
}
int rd_btl_up_address(const struct rd_ep *ep, const void **addr, size_t *len)
{
	(void)ep;
	(void)addr;
	(void)len;
	return RD_ENOTSUP; /* a lost peer has to connect to us */
}
void rd_btl_up_connected(struct rd_ep *ep)
{
	a_ups[ep->rank]++;
}

static uint64_t a_seed = 88172645463325252u;

/* The same numbers every time (xorshift64*). */
static __attribute__((unused)) uint32_t a_random(uint32_t below)
{
	a_seed ^= a_seed >> 12;
	a_seed ^= a_seed << 25;
	a_seed ^= a_seed >> 27;
	return (uint32_t)((a_seed * 0x2545f4914f6cdd1du) >> 33) % below;
}

/* ---- The log ---- */

static int a_log = -1, a_stderr = -1;

static __attribute__((unused)) void a_log_start(void)
{
	fflush(stderr);
	a_log = memfd_create("log", MFD_CLOEXEC);
	a_stderr = dup(2);
	dup2(a_log, 2);
}

/* The log since the last call; in memory of its own until the next call. */
static __attribute__((unused)) const char *a_log_end(void)
{
	static char text[8192];
	ssize_t n = pread(a_log, text, sizeof(text) - 1, 0);

	text[n > 0 ? n : 0] = 0;
	dup2(a_stderr, 2);
	close(a_stderr);
	close(a_log);
	return text;
}

/* Frame number `seq` of a peer, with the payload data[at, at + len); bytes written. */
static __attribute__((unused)) size_t a_frame(uint8_t *to, uint32_t kind, const uint8_t *data,
					      uint32_t at, uint32_t len, uint32_t seq)
{
	struct rd_tcp_frame f = {{len & 0xffffff, kind & 0xff, 0, rd_tcp_check(len, kind, seq)},
				 {.offset = at}};

	memcpy(to, &f, sizeof(f));
	memcpy(to + sizeof(f), data + at, len);
	memset(to + sizeof(f) + len, 0, rd_tcp_pad(len));
	return sizeof(f) + len + rd_tcp_pad(len);
}

/* ---- Posts ---- */

static int a_posts_open, a_posts_bad; /* not done yet; done with an error */

static void a_post_done(struct rd_btl_post *post, int err)
{
	a_posts_bad += err != 0;
	a_posts_open--;
	free(post);
}

static __attribute__((unused)) int a_post(struct rd_tcp_ep *ep, const struct rd_hdr *hdr,
					  const void *payload, uint32_t len)
{
	struct rd_btl_post *post = calloc(1, sizeof(*post));
	int err;

	post->done = a_post_done;
	a_posts_open++;
	err = rd_btl_tcp.post(&ep->base, hdr, payload, len, post);
	if (err) {
		a_posts_open--;
		free(post);
	}
	return err;
}

/* ---- The transport ---- */

static __attribute__((unused)) int a_start(int nlocal)
{
	static int local[] = {0, 1, 2, 3};
	const char *why = "?";
	int err;

	rd_job = (struct rd_job){.rank = 1,
				 .size = 4,
				 .nlocal = nlocal,
				 .local_rank = 1,
				 .local = local,
				 .host = "here",
				 .id = "alone"};
	a_posts_open = a_posts_bad = 0;
	memset(a_ups, 0, sizeof(a_ups));
	memset(a_downs, 0, sizeof(a_downs));
	err = rd_btl_tcp.init(&why);
	rd_tcp.timeout_ns = 400000000;
	if (err)
		diag("init: %s, %s", rd_err_name(err), why);
	return err;
}

/* Polls the transport for `ms` milliseconds, but at least once, or until the awaited word is not 0.
 */
static __attribute__((unused)) void a_look(int ms, const int *what)
{
	uint64_t end = rd_clock_ns() + (uint64_t)ms * 1000000;

	do {
		struct timespec pause = {0, 20000};

		for (int i = 0; i < 256; i++) /* more than it ever skips */
			rd_progress();
		nanosleep(&pause, NULL);
	} while (rd_clock_ns() < end && !(what && *what));
}

#endif
