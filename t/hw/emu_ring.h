/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shared by the tests of the card's model (hw/emu): makes a ring in a memfd, starts a process for
 * each page, which opens its card, and waits for them. Included by the one source file of a test.
 *
 *     static void body(void) { r_up(); ... r_check(...); r_fence(); ... }
 *     int main(void) { r_run("property shown", 4, 1, body); return done(); }
 *
 * A body runs in each process. A failed check, a signal or R_SECONDS end its process with a line on
 * standard error, the others at their next wait, and the test point with "not ok". Processes
 * exchange data outside the ring in r_share.
 *
 * With r_device = &rd_card_rtl the ring is simulated (hw/ring), by the program r_server. With
 * r_procs there are fewer processes than pages: a body opens others by r_open.
 */
#ifndef RD_T_HW_EMU_RING_H
#define RD_T_HW_EMU_RING_H

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/err.h"
#include "btl_fpga/card.h"
#include "t/procs.h"
#include "t/tap.h"

#define R_MAX 64     /* processes */
#define R_SECONDS 60 /* a test point that takes longer has hung */
#define R_ARENA_B (8u << 20)

/* ---- Processes ---- */

struct r_share {
	uint32_t failed;     /* a process has */
	uint32_t arrived;    /* at the fence */
	uint32_t fences;     /* passed */
	uint32_t gone;       /* processes that no longer take part in fences */
	uint64_t word[1024]; /* for the test; 0 at first */
};

static struct r_share *r_share;
static int r_n, r_i;           /* processes; this one */
static int r_nodes, r_users;   /* process i is page i % r_users of node i / r_users */
static int r_fd;               /* of the ring */
static struct rd_card *r_card; /* of this process */
static uint64_t r_may_die;     /* a bit for each process: its end by a signal is expected */
static void (*r_before)(void); /* called in each process before it opens its card */
static uint32_t r_arena_b = R_ARENA_B;
static const struct rd_card_device *r_device = &rd_card_emu;
static const char *r_server;           /* of a simulated ring: path of its program */
static int r_procs;                    /* processes, if there are fewer than pages */
static unsigned r_seconds = R_SECONDS; /* of a test point, at most */

#define r_check procs_check
#define r_fail procs_fail
#define r_random procs_random

/* The others detect it at their next wait. */
static void r_tell_failed(void)
{
	__atomic_store_n(&r_share->failed, 1, __ATOMIC_RELAXED);
}

/* One poll of a condition that another process establishes; ends this process if that one has
 * failed. */
static __attribute__((unused)) void r_idle(uint32_t spins)
{
	if (spins % 128) {
		rd_cpu_relax();
		return;
	}
	if (__atomic_load_n(&r_share->failed, __ATOMIC_RELAXED))
		_exit(1);
	sched_yield();
}

#define r_until(cond) \
	for (uint32_t r_looks_ = 0; !(cond); r_looks_++) \
	r_idle(r_looks_)

/* Opens the fence if all have arrived. 1 if it is open. */
static __attribute__((unused)) int r_fence_open(uint32_t before)
{
	uint32_t in = __atomic_load_n(&r_share->arrived, __ATOMIC_ACQUIRE);

	if (in >= (uint32_t)r_n - __atomic_load_n(&r_share->gone, __ATOMIC_ACQUIRE) &&
	    __atomic_compare_exchange_n(&r_share->arrived, &in, 0, 0, __ATOMIC_ACQ_REL,
					__ATOMIC_RELAXED))
		__atomic_fetch_add(&r_share->fences, 1, __ATOMIC_ACQ_REL);
	return __atomic_load_n(&r_share->fences, __ATOMIC_ACQUIRE) != before;
}

/* Waits for all processes. */
static __attribute__((unused)) void r_fence(void)
{
	uint32_t before = __atomic_load_n(&r_share->fences, __ATOMIC_ACQUIRE);

	__atomic_fetch_add(&r_share->arrived, 1, __ATOMIC_ACQ_REL);
	r_until(r_fence_open(before));
}

/* This process ends here, by SIGKILL; fences do not wait for it. */
static _Noreturn __attribute__((unused)) void r_die(void)
{
	__atomic_fetch_add(&r_share->gone, 1, __ATOMIC_ACQ_REL);
	raise(SIGKILL);
	_exit(1);
}

static struct rd_card_place r_place(int i)
{
	return (struct rd_card_place){.fd = r_fd,
				      .nodes = r_nodes,
				      .users = r_users,
				      .node = i / r_users,
				      .page = i % r_users,
				      .arena_bytes = r_arena_b};
}

/* Opens page i in this process. */
static struct rd_card *r_open(int i)
{
	struct rd_card_place place = r_place(i);
	struct rd_card *card;
	int rc = r_device->open(&place, &card);

	r_check(!rc, "open: %s", rd_err_name(rc));
	return card;
}

static _Noreturn void r_child(int i, void (*body)(void))
{
	procs_begin(i, r_seconds);
	procs_on_fail = r_tell_failed;
	r_i = i;
	/* no two processes have the ring at the same address */
	r_check(mmap(NULL, (size_t)(i + 1) << 26, PROT_NONE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED,
		"%s", strerror(errno));
	if (r_before)
		r_before();
	r_card = r_open(i);
	r_fence();
	body();
	r_fence();
	r_card->close(r_card);
	exit(0); /* not _exit: leak checkers run in exit */
}

static int r_ended_well(int i, int status)
{
	if (!status || (WIFSIGNALED(status) && r_may_die >> i & 1))
		return 1;
	r_tell_failed();
	procs_say_end(i, status);
	return 0;
}

/* Reaps all, in the order in which they end; 1 if all have ended well. */
static int r_reap(const pid_t *pid)
{
	int good = 1;

	for (int left = r_n; left;) {
		int status = 0, i = 0;
		pid_t ended = waitpid(-1, &status, 0);

		if (ended < 0)
			return 0;
		while (i < r_n && pid[i] != ended)
			i++;
		if (i == r_n) { /* the simulated ring */
			r_tell_failed();
			good = 0;
			continue;
		}
		good &= r_ended_well(i, status);
		left--;
	}
	return good;
}

/* The process of a simulated ring; 0: the model needs none. */
static pid_t r_serve(void)
{
	char fd[16], nodes[16], ranks[16];
	pid_t pid = r_server ? fork() : 0;

	if (pid || !r_server)
		return pid;
	snprintf(fd, sizeof(fd), "%d", r_fd);
	snprintf(nodes, sizeof(nodes), "%d", r_nodes);
	snprintf(ranks, sizeof(ranks), "%d", r_nodes * r_users);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	execl(r_server, r_server, fd, nodes, ranks, NULL);
	_exit(127);
}

/* One test point: `users` processes on each of `nodes` cards run body. */
static __attribute__((unused)) void r_run(const char *what, int nodes, int users,
					  void (*body)(void))
{
	pid_t pid[R_MAX], server;

	r_fd = memfd_create("ring", 0);
	r_n = r_procs ? r_procs : nodes * users;
	r_nodes = nodes;
	r_users = users;
	r_share = mmap(NULL, sizeof(*r_share), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		       -1, 0);
	if (r_fd < 0 || r_share == MAP_FAILED || r_n > R_MAX) {
		ok(0, "%s: no memory", what);
		return;
	}
	server = r_serve();
	for (int i = 0; i < r_n; i++) {
		pid[i] = fork();
		if (!pid[i])
			r_child(i, body);
	}
	ok(r_reap(pid), "%d node%s of %d page%s: %s", nodes, nodes == 1 ? "" : "s", users,
	   users == 1 ? "" : "s", what);
	if (server > 0) {
		kill(server, SIGKILL);
		waitpid(server, NULL, 0);
	}
	munmap(r_share, sizeof(*r_share));
	close(r_fd);
}

/* ---- A page and its rings ---- */

/* Layout of the arena, in bytes. Rings lie at multiples of their size. */
#define R_SEND 0u
#define R_SEND_LG 8 /* log2 of descriptors */
#define R_CPL 0x8000u
#define R_CPL_LG 10 /* log2 of records */
#define R_RECV 0x10000u
#define R_RECV_LG 8   /* log2 of records */
#define R_SLOT_B 128u /* bytes of a record of the receive ring */
#define R_DATA 0x20000u

static uint16_t r_sent, r_cpl_next, r_recv_next;
static uint8_t r_cpl_lg = R_CPL_LG, r_recv_lg = R_RECV_LG;

struct r_record {
	uint64_t cookie, length, spare, what;
};

#define r_field(value, field) (((uint64_t)(value) & (uint64_t)field##_MASK) >> field##_LSB)

/* The key of region 0 of process i. */
static inline uint16_t r_key(int i)
{
	return (uint16_t)(0x1d0 + 7 * i);
}

static inline uint32_t r_read(uint32_t reg)
{
	return rd_card_read(r_card, reg);
}

static inline void r_write(uint32_t reg, uint32_t value)
{
	rd_card_write(r_card, reg, value);
}

static inline void r_write64(uint32_t reg, uint64_t value)
{
	r_write(reg, (uint32_t)value);
	r_write(reg + 4, (uint32_t)(value >> 32));
}

/* Opens a region of this page; access 0 closes it. */
static __attribute__((unused)) void r_region(int number, uint64_t bus, uint64_t len,
					     uint32_t access, uint16_t key)
{
	uint32_t at = RN_REGION_BASE_LO + (uint32_t)number * RN_REGION_BASE_LO_STEP;

	r_write(at + RN_REGION_ACCESS - RN_REGION_BASE_LO, 0);
	r_write64(at, bus);
	r_write(at + RN_REGION_LENGTH - RN_REGION_BASE_LO, (uint32_t)len);
	if (access)
		r_write(at + RN_REGION_ACCESS - RN_REGION_BASE_LO,
			access | (uint32_t)(len >> 32) | (uint32_t)key << RN_REGION_ACCESS_KEY_LSB);
}

#define R_ALL \
	(RN_REGION_ACCESS_READ_MASK | RN_REGION_ACCESS_WRITE_MASK | \
	 RN_REGION_ACCESS_REMOTE_WRITE_MASK)

/* Memory of this process alone, outside the arena. */
static __attribute__((unused)) char *r_memory(uint64_t bytes)
{
	char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	r_check(p != MAP_FAILED, "%s", strerror(errno));
	return p;
}

/* Enables the page, with empty rings and the arena as region 0. */
static __attribute__((unused)) void r_up(void)
{
	uint64_t arena = r_card->arena_bus;

	r_write(RN_QUEUES_CONTROL, 0);
	r_until(r_read(RN_QUEUES_STATUS) & RN_QUEUES_STATUS_STOPPED_MASK);
	memset(r_card->arena, 0, R_DATA);
	r_write64(RN_QUEUES_SEND_BASE_LO, arena + R_SEND);
	r_write64(RN_QUEUES_CPL_BASE_LO, arena + R_CPL);
	r_write64(RN_QUEUES_RECV_BASE_LO, arena + R_RECV);
	r_write(RN_QUEUES_SEND_SIZE, R_SEND_LG);
	r_write(RN_QUEUES_CPL_SIZE, r_cpl_lg);
	r_write(RN_QUEUES_RECV_SIZE, r_recv_lg);
	r_write(RN_QUEUES_CONTROL, RN_QUEUES_CONTROL_ENABLE_MASK);
	r_sent = r_cpl_next = r_recv_next = 0;
	r_region(0, arena, r_card->arena_bytes, R_ALL, r_key(r_i));
}

/* The next descriptor of the ring, all 0. There must be room. */
static __attribute__((unused)) uint64_t *r_desc(void)
{
	uint64_t *d =
		(uint64_t *)(void *)(r_card->arena + R_SEND) + (r_sent++ % (1u << R_SEND_LG)) * 8;

	memset(d, 0, RN_DESCRIPTOR_BYTES);
	return d;
}

static __attribute__((unused)) void r_go(void)
{
	r_write(RN_QUEUES_SEND_PRODUCER, r_sent);
}

static inline uint64_t r_ctl(uint32_t op, int dest, uint32_t tag, uint32_t len, uint64_t flags)
{
	return (uint64_t)op << RN_DESCRIPTOR_CTL_OP_LSB |
	       (uint64_t)dest << RN_DESCRIPTOR_CTL_DEST_LSB |
	       (uint64_t)tag << RN_DESCRIPTOR_CTL_TAG_LSB |
	       (uint64_t)len << RN_DESCRIPTOR_CTL_LENGTH_LSB | flags;
}

/* First word of a WRITE to region `region` of process i. */
static inline uint64_t r_head(int i, uint32_t region, uint16_t key, uint64_t offset)
{
	uint64_t number = (uint64_t)(i % r_users * 8) + region;

	return (uint64_t)key << RN_WRITE_HEAD_ADDRESS_KEY_LSB |
	       number << RN_WRITE_HEAD_ADDRESS_REGION_LSB |
	       (offset & RN_WRITE_HEAD_ADDRESS_OFFSET_MASK);
}

static inline uint64_t r_local(uint32_t region, uint64_t offset)
{
	return (uint64_t)region << RN_DESCRIPTOR_LOCAL_REGION_LSB |
	       (offset & RN_DESCRIPTOR_LOCAL_OFFSET_MASK);
}

static int r_is_next(uint64_t what, uint16_t next, uint8_t lg)
{
	return r_field(what, RN_COMPLETION_WHAT_PHASE) == !(next >> lg & 1) &&
	       r_field(what, RN_COMPLETION_WHAT_INDEX) == next;
}

/* Takes the next completion, if there is one. */
static __attribute__((unused)) int r_take(struct r_record *r)
{
	uint64_t *at =
		(uint64_t *)(void *)(r_card->arena + R_CPL) + (r_cpl_next % (1u << r_cpl_lg)) * 4;
	uint64_t what = __atomic_load_n(&at[3], __ATOMIC_ACQUIRE); /* pairs with rd_emu_copy_up */

	if (!r_is_next(what, r_cpl_next, r_cpl_lg))
		return 0;
	*r = (struct r_record){at[0], at[1], at[2], what};
	r_write(RN_QUEUES_CPL_CONSUMER, ++r_cpl_next);
	return 1;
}

static __attribute__((unused)) struct r_record r_await(void)
{
	struct r_record r = {0};

	r_until(r_take(&r));
	return r;
}

/* Awaits a completion and checks that it is this one. */
#define r_expect(kind, status, cookie) r_expect_at(__FILE__, __LINE__, (kind), (status), (cookie))

static __attribute__((unused)) struct r_record r_expect_at(const char *file, int line,
							   uint32_t kind, uint32_t status,
							   uint64_t cookie)
{
	struct r_record r = r_await();

	if (r_field(r.what, RN_COMPLETION_WHAT_KIND) != kind ||
	    r_field(r.what, RN_COMPLETION_WHAT_STATUS) != status || r.cookie != cookie)
		r_fail(file, line, "completion",
		       "kind %u status %u cookie %#llx: should be %u, %u, %#llx",
		       (unsigned)r_field(r.what, RN_COMPLETION_WHAT_KIND),
		       (unsigned)r_field(r.what, RN_COMPLETION_WHAT_STATUS),
		       (unsigned long long)r.cookie, kind, status, (unsigned long long)cookie);
	return r;
}

/* The next record of the receive ring: its payload (filled up to a multiple of 8 bytes) ends here,
 * two words follow. NULL if there is none. r_recv_done frees it. */
static __attribute__((unused)) const uint64_t *r_recv(void)
{
	char *slot = r_card->arena + R_RECV + (r_recv_next % (1u << r_recv_lg)) * R_SLOT_B;
	uint64_t *end = (uint64_t *)(void *)(slot + R_SLOT_B - RN_MSG_BYTES);
	uint64_t what = __atomic_load_n(&end[1], __ATOMIC_ACQUIRE); /* pairs with rd_emu_copy_up */

	return r_is_next(what, r_recv_next, r_recv_lg) ? end : NULL;
}

static __attribute__((unused)) void r_recv_done(void)
{
	r_write(RN_QUEUES_RECV_CONSUMER, ++r_recv_next);
}

#define R_STREAM(k, name) (RN_STREAM_##name + (uint32_t)(k)*RN_STREAM_##name##_STEP)

/* Opens stream k of this page for cells of page `page` of node `source`. */
static __attribute__((unused)) void r_arm_from(int k, int region, uint64_t offset, uint64_t len,
					       int source, int page, uint32_t cookie)
{
	r_write(R_STREAM(k, OFFSET_LO), (uint32_t)offset);
	r_write(R_STREAM(k, OFFSET_HI), (uint32_t)(offset >> 32) |
						(uint32_t)region << RN_STREAM_OFFSET_HI_REGION_LSB |
						(uint32_t)page << RN_STREAM_OFFSET_HI_PAGE_LSB |
						(uint32_t)source << RN_STREAM_OFFSET_HI_SOURCE_LSB);
	r_write(R_STREAM(k, LENGTH_LO), (uint32_t)len);
	r_write(R_STREAM(k, LENGTH_HI), (uint32_t)(len >> 32));
	r_write(R_STREAM(k, COOKIE), cookie);
	r_write(R_STREAM(k, CONTROL), 1);
}

static __attribute__((unused)) void r_arm(int k, int region, uint64_t offset, uint64_t len,
					  int source, uint32_t cookie)
{
	r_arm_from(k, region, offset, len, source, 0, cookie);
}

#endif
