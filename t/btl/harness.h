/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shared by the tests of transports: starts n processes, exchanges their addresses, and replaces
 * the layers around a transport (runtime/job.h below it, the upcalls of pt2pt/btl.h above it).
 * Included by the one source file of a test.
 *
 *     static void body(void) { ... h_check(...); ... h_fence(); }
 *     int main(void) { h_plan(1); h_run("property shown", &rd_btl_sm, 4, body); return h_end(); }
 *
 * A body runs in each process, between init and fini of the transport. A failed check ends its
 * process with a line on standard error, and the test point with "not ok".
 */
#ifndef RD_T_BTL_HARNESS_H
#define RD_T_BTL_HARNESS_H

#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "pt2pt/btl.h"
#include "runtime/job.h"
#include "runtime/progress.h"
#include "t/procs.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern const struct rd_btl rd_btl_self, rd_btl_fpga, rd_btl_sm, rd_btl_tcp;

#define H_MAX 64      /* processes */
#define H_ADDR 1024   /* bytes of address */
#define H_SECONDS 120 /* a test point that takes longer has hung */

/* For events that come in microseconds or never: time enough for a busy machine. */
#define H_SOON_NS 20000000000u

static const struct rd_btl *h_btl;
static int h_n, h_rank;
static int h_line = -1; /* to the parent */
static struct rd_ep *h_eps[H_MAX];
static int h_down[H_MAX]; /* error given to rd_btl_up_down */

static struct {
	uint32_t len;
	unsigned char addr[H_ADDR];
} h_addr[H_MAX];

/* Set by the test. */
static void (*h_on_recv)(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload,
			 size_t len);
static void (*h_on_idle)(void); /* whenever a fence polls */
static void *(*h_on_place)(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len);
/* NULL: every get reads valid memory. */
static int (*h_on_lent)(uint64_t addr);

#define h_check procs_check
#define h_random procs_random

/* ---- The layers around ---- */

struct rd_job rd_job;

int rd_job_init(void)
{
	return 0;
}
int rd_job_fini(void)
{
	return 0;
}
int rd_job_publish(const void *blob, size_t len)
{
	(void)blob;
	(void)len;
	return 0;
}
int rd_job_meet(void (*meanwhile)(void))
{
	(void)meanwhile;
	return 0;
}
int rd_job_exchange(const void *blob, size_t len)
{
	(void)blob;
	(void)len;
	return 0;
}
int rd_job_fence(void)
{
	return 0;
}
int rd_job_local_index(int rank)
{
	return rank >= 0 && rank < h_n ? rank : -1;
}
int rd_job_is_local(int rank)
{
	return rd_job_local_index(rank) >= 0;
}
const char *rd_job_host(int rank)
{
	(void)rank;
	return "here";
}
_Noreturn void rd_job_abort(int code, const char *why)
{
	fprintf(stderr, "# rank %d: abort: %s\n", h_rank, why);
	_exit(code ? code : 1);
}
int rd_job_blob(int rank, const void **blob, size_t *len)
{
	*blob = h_addr[rank].addr;
	*len = h_addr[rank].len;
	return 0;
}

void rd_btl_up_recv(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	h_check(ep->rank >= 0 && ep->rank < h_n && ep->btl == h_btl, "endpoint of rank %d",
		ep->rank);
	h_check(h_on_recv, "a message of kind %d nobody expects", hdr->kind);
	h_on_recv(ep, hdr, payload, len);
}
void *rd_btl_up_place(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len)
{
	return h_on_place ? h_on_place(ep, hdr, len) : NULL;
}
int rd_btl_up_lent(struct rd_ep *ep, uint64_t token, uint64_t addr, uint64_t len)
{
	(void)token;
	h_check(ep->btl == h_btl && len, "asked for %llu bytes", (unsigned long long)len);
	return !h_on_lent || h_on_lent(addr);
}
void rd_btl_up_down(struct rd_ep *ep, int err)
{
	h_check(err < 0 && !h_down[ep->rank], "second end of rank %d, %d", ep->rank, err);
	h_down[ep->rank] = err;
}
int rd_btl_up_is_down(const struct rd_ep *ep)
{
	return h_down[ep->rank] != 0;
}
int rd_btl_up_address(const struct rd_ep *ep, const void **addr, size_t *len)
{
	*addr = h_addr[ep->rank].addr;
	*len = h_addr[ep->rank].len;
	return 0;
}
void rd_btl_up_connected(struct rd_ep *ep)
{
	h_check(!h_eps[ep->rank] || h_eps[ep->rank] == ep, "second endpoint of rank %d", ep->rank);
	h_eps[ep->rank] = ep;
}

/* The endpoint of a rank, connected at the first use. */
static __attribute__((unused)) struct rd_ep *h_ep(int rank)
{
	int rc;

	if (h_eps[rank])
		return h_eps[rank];
	h_check(h_btl->reaches(rank, h_addr[rank].addr, h_addr[rank].len), "rank %d", rank);
	rc = h_btl->connect(rank, h_addr[rank].addr, h_addr[rank].len, &h_eps[rank]);
	h_check(!rc, "connect to rank %d: %s", rank, rd_err_name(rc));
	return h_eps[rank];
}

/* ---- In a child ---- */

static struct rd_wait h_wait = RD_WAIT_INIT;

static __attribute__((unused)) void h_progress(void)
{
	rd_progress_wait(&h_wait);
}

static void h_write(int fd, const void *buf, size_t len)
{
	h_check(write(fd, buf, len) == (ssize_t)len, "writing to %d: %s", fd, strerror(errno));
}

static void h_read(int fd, void *buf, size_t len)
{
	for (size_t at = 0; at < len;) {
		ssize_t n = read(fd, (char *)buf + at, len - at);

		h_check(n > 0, "the test's parent is gone");
		at += (size_t)n;
	}
}

/* Waits for all living processes; polls meanwhile. */
static __attribute__((unused)) void h_fence(void)
{
	char c;

	h_write(h_line, "F", 1);
	for (;;) {
		ssize_t n = recv(h_line, &c, 1, MSG_DONTWAIT);

		if (n == 1)
			return;
		h_check(n < 0 && errno == EAGAIN, "the test's parent is gone");
		rd_progress();
		if (h_on_idle)
			h_on_idle();
		sched_yield();
	}
}

static void h_exchange(void)
{
	unsigned char own[H_ADDR];
	uint32_t len = (uint32_t)h_btl->address(own, sizeof(own));

	h_write(h_line, &len, sizeof(len));
	h_write(h_line, own, len);
	for (int r = 0; r < h_n; r++) {
		h_read(h_line, &h_addr[r].len, sizeof(h_addr[r].len));
		h_read(h_line, h_addr[r].addr, h_addr[r].len);
	}
}

static void h_flush(void)
{
	for (int r = 0; r < h_n; r++)
		while (h_eps[r] && !h_down[r] && !h_btl->flushed(h_eps[r]))
			h_progress();
}

static int h_ncpus(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) ? 1 : CPU_COUNT(&set);
}

static _Noreturn void h_child(const struct rd_btl *btl, int rank, int n, int line,
			      void (*body)(void))
{
	static int local[H_MAX];
	const char *why = "?";
	char who[32];
	int rc;

	procs_begin(rank, H_SECONDS);
	h_btl = btl;
	h_rank = rank;
	h_n = n;
	h_line = line;
	for (int r = 0; r < n; r++)
		local[r] = r;
	rd_job = (struct rd_job){.rank = rank,
				 .size = n,
				 .nlocal = n,
				 .local_rank = rank,
				 .local = local,
				 .appnum = 0,
				 .universe = n,
				 .host = "here",
				 .id = "test-of-transports",
				 .launcher = "test"};
	snprintf(who, sizeof(who), "rank %d", rank);
	rd_log_whoami(who);
	rd_progress_setup(n, h_ncpus());
	rc = btl->init(&why);
	h_check(!rc, "init of %s: %s, %s", btl->name, rd_err_name(rc), why);
	h_exchange();
	body();
	h_flush();
	h_fence();
	btl->fini();
	exit(0); /* not _exit: leak checkers run in exit */
}

/* ---- In the parent ---- */

static int h_points, h_failed;

static __attribute__((unused)) void h_plan(int n)
{
	printf("1..%d\n", n);
	fflush(stdout);
}

static __attribute__((unused)) void h_ok(int good, const char *what)
{
	printf("%sok %d - %s\n", good ? "" : "not ", ++h_points, what);
	fflush(stdout);
	h_failed += !good;
}

static __attribute__((unused)) void h_skip(const char *what, const char *why)
{
	printf("ok %d - %s # SKIP %s\n", ++h_points, what, why);
	fflush(stdout);
}

static __attribute__((unused)) int h_end(void)
{
	return h_failed != 0;
}

/* Collects all addresses and gives each child all of them. 0: a child died before. */
static int h_swap_addresses(int n, const int *line)
{
	for (int r = 0; r < n; r++) {
		h_addr[r].len = 0;
		if (recv(line[r], &h_addr[r].len, 4, MSG_WAITALL) != 4 || h_addr[r].len > H_ADDR)
			return 0;
		if (h_addr[r].len && recv(line[r], h_addr[r].addr, h_addr[r].len, MSG_WAITALL) !=
					     (ssize_t)h_addr[r].len)
			return 0;
	}
	for (int to = 0; to < n; to++)
		for (int r = 0; r < n; r++) {
			h_write(line[to], &h_addr[r].len, 4);
			h_write(line[to], h_addr[r].addr, h_addr[r].len);
		}
	return 1;
}

/* Serves fences until every child has hung up. */
static void h_serve(int n, int *line)
{
	int alive = n, in = 0, waiting[H_MAX] = {0};

	if (n < 0 || n > H_MAX)
		abort();
	while (alive) {
		struct pollfd fds[H_MAX];

		for (int r = 0; r < n; r++)
			fds[r] = (struct pollfd){.fd = line[r], .events = POLLIN};
		poll(fds, (nfds_t)n, -1);
		for (int r = 0; r < n; r++) {
			char c;

			if (!fds[r].revents)
				continue;
			if (recv(line[r], &c, 1, 0) == 1) {
				waiting[r] = 1;
				in++;
				continue;
			}
			in -= waiting[r];
			waiting[r] = 0;
			close(line[r]);
			line[r] = -1;
			alive--;
		}
		for (int r = 0; in == alive && r < n; r++) {
			if (waiting[r])
				h_write(line[r], "F", 1);
			waiting[r] = 0;
		}
		if (in == alive)
			in = 0;
	}
}

/* Reaps all; 1 if all have ended well, except those in `may_die` (a bit per rank). */
static int h_reap(int n, const pid_t *pid, uint64_t may_die)
{
	int good = 1;

	for (int r = 0; r < n; r++) {
		int status = -1;

		waitpid(pid[r], &status, 0);
		if (status && !(may_die >> r & 1)) {
			procs_say_end(r, status);
			good = 0;
		}
	}
	return good;
}

/* A ring of model cards, one for each process, as mpirun --ring makes it. Its descriptor, or -1. */
static int h_ring(int n)
{
	char text[64];
	int fd = memfd_create("test ring", 0);

	snprintf(text, sizeof(text), "emu:fd=%d,cards=%d", fd, n < 2 ? 2 : n);
	setenv("RONDO_RING", text, 1);
	return fd;
}

static __attribute__((unused)) int h_start(const struct rd_btl *btl, int n, void (*body)(void),
					   uint64_t may_die)
{
	int line[H_MAX], ring = btl == &rd_btl_fpga ? h_ring(n) : -1;
	pid_t pid[H_MAX];

	procs_word = "rank";
	signal(SIGPIPE, SIG_IGN);
	for (int r = 0; r < n; r++) {
		int pair[2];

		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
			return 0;
		pid[r] = fork();
		if (pid[r] == 0) {
			for (int q = 0; q < r; q++)
				close(line[q]);
			close(pair[0]);
			h_child(btl, r, n, pair[1], body);
		}
		close(pair[1]);
		line[r] = pair[0];
	}
	if (ring >= 0)
		close(ring);
	if (!h_swap_addresses(n, line))
		for (int r = 0; r < n; r++)
			kill(pid[r], SIGKILL);
	h_serve(n, line);
	return h_reap(n, pid, may_die);
}

/* One test point: n processes run body over the transport. */
static __attribute__((unused)) void h_run(const char *what, const struct rd_btl *btl, int n,
					  void (*body)(void))
{
	char text[256];

	snprintf(text, sizeof(text), "%s: %d process%s: %s", btl->name, n, n == 1 ? "" : "es",
		 what);
	h_ok(h_start(btl, n, body, 0), text);
}

#endif
