/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A page of a card of the simulated ring as a device (card.h): the Verilog runs in a process that
 * mpirun has started (server.cpp), this reaches its registers through a mailbox in shared memory
 * (ring_proto.h). Called by btl_fpga/page.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "base/param.h"
#include "btl_fpga/card.h"
#include "hw/ring/ring_proto.h"
#include "node/wakeup.h"
#include "runtime/progress.h"
#include "runtime/wait.h"

#define EVENTS \
	(RN_PAGE_MASK_CQ_MASK | RN_PAGE_MASK_RQ_MASK | RN_PAGE_MASK_FE_MASK | \
	 RN_PAGE_MASK_BARRIER_MASK | RN_PAGE_MASK_REDUCE_MASK | RN_PAGE_MASK_REFUSED_MASK)

struct rtl {
	struct rd_card card; /* first */
	struct rd_rtl_head *head;
	struct rd_rtl_mail *mail;
	uint64_t bytes; /* of the mapping, from head on */
	uint32_t index; /* of the page among all */
	uint32_t reads; /* asked so far */
	uint64_t token;
	struct rd_wakeup wakeup;
};

static struct rtl *rtl_of(struct rd_card *card)
{
	return (struct rtl *)card;
}

static int futex(uint32_t *word, int op, uint32_t value, const struct timespec *timeout)
{
	return (int)syscall(SYS_futex, word, op, value, timeout, NULL, 0);
}

/* ---- The server ---- */

/* Whether some process holds the lock that the server holds while it lives. */
static int is_locked(int fd)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

	return fcntl(fd, F_GETLK, &lock) || lock.l_type != F_UNLCK;
}

static int alive(struct rd_card *card)
{
	struct rtl *r = rtl_of(card);

	if (card->lost)
		return RD_EPROC;
	if (rd_unlikely(!is_locked(card->place.fd)))
		card->lost = "the ring process has ended";
	else if (rd_unlikely(r->head->magic != RD_RTL_MAGIC))
		card->lost = "the memory of the ring was overwritten";
	else
		return 0;
	return RD_EPROC;
}

static void wake_server(struct rtl *r)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST); /* pairs with that of the server's sleep */
	if (!__atomic_load_n(&r->head->asleep, __ATOMIC_RELAXED))
		return;
	__atomic_fetch_add(&r->head->wakeup, 1, __ATOMIC_RELAXED);
	futex(&r->head->wakeup, FUTEX_WAKE, 1, NULL);
}

/* Sleeps until the server has taken or answered something since `turn`, or for a gap between checks that it lives. */
static void sleep_once(struct rtl *r, uint32_t turn)
{
	struct timespec time = {.tv_nsec = rd_wait_table.card.server_gap_ns};

	__atomic_store_n(&r->mail->waiting, 1, __ATOMIC_SEQ_CST);
	__atomic_thread_fence(__ATOMIC_SEQ_CST); /* pairs with that between turn and waiting */
	if (futex(&r->mail->turn, FUTEX_WAIT, turn, &time) && errno == ETIMEDOUT)
		alive(&r->card);
	__atomic_store_n(&r->mail->waiting, 0, __ATOMIC_RELAXED);
}

/* Until the server's counter `of` is `least` or more. 0, or RD_EPROC. */
static int await(struct rtl *r, const uint32_t *of, uint32_t least)
{
	for (uint32_t spins = 0;; spins++) {
		uint32_t turn = __atomic_load_n(&r->mail->turn, __ATOMIC_ACQUIRE);

		/* pairs with the server's release */
		if ((int32_t)(__atomic_load_n(of, __ATOMIC_ACQUIRE) - least) >= 0)
			return 0;
		if (r->card.lost)
			return RD_EPROC;
		if (spins < rd_wait_table.card.access_spins)
			rd_cpu_relax();
		else
			sleep_once(r, turn);
	}
}

/* ---- Registers ---- */

static int post(struct rtl *r, uint32_t at, uint32_t value)
{
	struct rd_rtl_mail *mail = r->mail;
	uint32_t n = mail->posted;

	if (rd_unlikely(n - __atomic_load_n(&mail->taken, __ATOMIC_ACQUIRE) >= RD_RTL_REQUESTS) &&
	    await(r, &mail->taken, n + 1 - RD_RTL_REQUESTS))
		return RD_EPROC;
	mail->request[n % RD_RTL_REQUESTS] = (struct rd_rtl_request){at, value};
	/* pairs with the server's acquire: the request, and the arena's bytes that it refers to */
	__atomic_store_n(&mail->posted, n + 1, __ATOMIC_RELEASE);
	wake_server(r);
	return 0;
}

static uint32_t read_reg(struct rd_card *card, uint32_t at)
{
	struct rtl *r = rtl_of(card);

	if (rd_unlikely(card->lost != NULL))
		return UINT32_MAX;
	r->reads++;
	if (post(r, at | RD_RTL_READ, 0) || await(r, &r->mail->answered, r->reads))
		return UINT32_MAX;
	return r->mail->answer;
}

static void write_reg(struct rd_card *card, uint32_t at, uint32_t value)
{
	if (rd_likely(!card->lost))
		post(rtl_of(card), at & ~RD_RTL_READ, value);
}

/* ---- Memory beside the arena ---- */

static int pin(struct rd_card *card, const void *p, uint64_t len, uint64_t *bus)
{
	uint64_t at = (uintptr_t)p;

	if (at >= RD_RTL_BUS_VIRTUAL || len > RD_RTL_BUS_VIRTUAL - at)
		return RD_ENOTSUP;
	*bus = rd_rtl_bus(rtl_of(card)->index) | RD_RTL_BUS_VIRTUAL | at;
	return 0;
}

/* The register that closed the region before has been written when a read has been answered. */
static void unpin(struct rd_card *card, const void *p, uint64_t len)
{
	(void)p;
	(void)len;
	rd_card_read(card, RN_PAGE_NUMBER);
}

/* ---- Sleeping ---- */

/* The card's interrupt signals events; the server signals writes to memory. If several pages share
 * the line, only pages that sleep enable their events, so that the line is not up for an awake
 * page. The driver clears FAULT: one that it has not seen yet wakes it at once. */
static int arm(struct rd_card *card)
{
	struct rtl *r = rtl_of(card);

	rd_card_write(card, RN_PAGE_EVENT, EVENTS);
	if (card->place.users > 1)
		rd_card_write(card, RN_PAGE_MASK, EVENTS | RN_PAGE_MASK_FAULT_MASK);
	r->mail->armed_at = r->mail->posted;
	__atomic_store_n(&r->mail->armed, 1, __ATOMIC_SEQ_CST);
	__atomic_thread_fence(
		__ATOMIC_SEQ_CST); /* pairs with the server's, before it reads `armed` */
	return RD_ARM_OK;
}

static void disarm(struct rd_card *card)
{
	struct rtl *r = rtl_of(card);

	__atomic_store_n(&r->mail->armed, 0, __ATOMIC_RELAXED);
	if (card->place.users > 1)
		rd_card_write(card, RN_PAGE_MASK, 0);
	rd_wakeup_drain(&r->wakeup);
}

/* ---- Time ---- */

static uint64_t time_ns(struct rd_card *card)
{
	const struct rd_rtl_head *head = rtl_of(card)->head;

	return __atomic_load_n(&head->worked, __ATOMIC_RELAXED) * 1000 /
	       (head->mhz ? head->mhz : 1);
}

/* ---- Opening and closing ---- */

static uint64_t all_bytes(const struct rd_card_place *place)
{
	uint64_t nodes = (uint64_t)place->nodes, users = (uint64_t)place->users;

	return rd_rtl_head_bytes(nodes, users) + nodes * users * place->arena_bytes;
}

static int other_ring(const char *what)
{
	rd_error("ring: its memory is of %s: all ranks of a job and the ring need the same version "
		 "of Rondo",
		 what);
	return RD_EPROTO;
}

/* The memory never shrinks (mpirun has sealed it): a process with another size is refused. */
static int map_memory(struct rtl *r, const struct rd_card_place *place)
{
	uint64_t bytes = all_bytes(place);
	struct stat st;
	void *at;

	if (fstat(place->fd, &st)) {
		rd_error("ring: descriptor %d of its memory: %m; start the program with "
			 "mpirun --ring",
			 place->fd);
		return RD_ESYS;
	}
	if ((uint64_t)st.st_size > bytes)
		return other_ring("another size");
	if (ftruncate(place->fd, (off_t)bytes)) {
		rd_error("ring: %llu bytes of memory: %m", (unsigned long long)bytes);
		return RD_ENOMEM;
	}
	at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, place->fd, 0);
	if (at == MAP_FAILED) {
		rd_error("ring: mapping its %llu bytes: %m", (unsigned long long)bytes);
		return RD_ENOMEM;
	}
	r->bytes = bytes;
	r->head = at;
	r->mail = (struct rd_rtl_mail *)(r->head + 1) + r->index;
	return 0;
}

/* The server brings the links up first: as long as it takes, while it lives. */
static int await_server(struct rtl *r, const struct rd_card_place *place)
{
	uint64_t since = rd_clock_ns();
	struct timespec time = {.tv_nsec = rd_wait_table.card.server_gap_ns};

	/* pairs with the server's release */
	while (!__atomic_load_n(&r->head->ready, __ATOMIC_ACQUIRE)) {
		if (rd_clock_ns() - since > rd_wait_table.card.server_start_ns && !is_locked(place->fd)) {
			rd_error("ring: its process does not run; start the program with "
				 "mpirun --ring rtl");
			return RD_ESYS;
		}
		futex(&r->head->ready, FUTEX_WAIT, 0, &time);
	}
	return 0;
}

static int check(struct rtl *r, const struct rd_card_place *place)
{
	struct rd_rtl_head *head = r->head;
	uint64_t none = 0;

	if (head->magic != RD_RTL_MAGIC)
		return other_ring("something else");
	if (head->table != RN_TABLE_CRC || head->layout != RD_RTL_LAYOUT)
		return other_ring("another build");
	if (head->nodes != (uint32_t)place->nodes || head->users != (uint32_t)place->users)
		return other_ring("another shape");
	if (!__atomic_compare_exchange_n(&head->arena_bytes, &none, place->arena_bytes, 0,
					 __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) &&
	    none != place->arena_bytes)
		return other_ring("another shape");
	return 0;
}

static int take_page(struct rtl *r)
{
	struct rd_rtl_mail *mail = r->mail;
	int32_t was = __atomic_load_n(&mail->pid, __ATOMIC_ACQUIRE), me = getpid();

	if (was && was != me && (!kill(was, 0) || errno != ESRCH)) {
		rd_error("ring: page %d of card %d belongs to process %d", r->card.place.page,
			 r->card.place.node, was);
		return RD_ESYS;
	}
	mail->wakeup = r->wakeup.out;
	mail->armed = mail->waiting = 0;
	mail->probe = (uintptr_t)&r->token;
	mail->token = r->token;
	r->reads = mail->answered;
	__atomic_store_n(&mail->pid, me, __ATOMIC_RELEASE); /* pairs with the server's acquire */
	return 0;
}

/* The server copies from and to this process; security modules may ask for a permit. */
static void try_memory(struct rtl *r)
{
	int cma = rd_param_int(RD_PARAM_CMA) != 0;

	if (cma) /* fails without such a module */
		prctl(PR_SET_PTRACER, (unsigned long)r->head->server, 0, 0, 0);
	if (cma && read_reg(&r->card, RD_RTL_PROBE) == 1) {
		r->card.pin = pin;
		r->card.unpin = unpin;
	} else {
		rd_info("ring: the ring process cannot reach this one's memory: the arena is used");
	}
}

static void release(struct rtl *r)
{
	if (r->head)
		munmap(r->head, r->bytes);
	rd_wakeup_close(&r->wakeup);
	free(r);
}

static void close_card(struct rd_card *card)
{
	struct rtl *r = rtl_of(card);

	__atomic_store_n(&r->mail->pid, 0, __ATOMIC_RELEASE);
	release(r);
}

static char *arena_of(struct rd_card *card, int node, int page)
{
	const struct rd_card_place *place = &card->place;
	uint64_t nodes = (uint64_t)place->nodes, users = (uint64_t)place->users;

	return (char *)rtl_of(card)->head + rd_rtl_head_bytes(nodes, users) +
	       ((uint64_t)node * users + (uint64_t)page) * place->arena_bytes;
}

static void set_card(struct rtl *r)
{
	const struct rd_card_place *place = &r->card.place;

	r->card.device = &rd_card_rtl;
	r->card.read = read_reg;
	r->card.write = write_reg;
	r->card.arena = arena_of(&r->card, place->node, place->page);
	r->card.arena_of = arena_of;
	r->card.arena_bytes = place->arena_bytes;
	r->card.arena_bus = rd_rtl_bus(r->index);
	r->card.irq_fd = r->wakeup.in;
	r->card.time_ns = time_ns;
	r->card.arm = arm;
	r->card.disarm = disarm;
	r->card.alive = alive;
	r->card.close = close_card;
}

static int join(struct rtl *r)
{
	const struct rd_card_place *place = &r->card.place;
	int err = map_memory(r, place);

	if (!err)
		err = await_server(r, place);
	if (!err)
		err = check(r, place);
	if (!err && rd_wakeup_open(&r->wakeup)) {
		rd_error("ring: pipe: %m; raise the limit on open files (ulimit -n)");
		err = RD_ESYS;
	}
	if (!err) {
		set_card(r);
		err = take_page(r);
	}
	return err;
}

static int open_card(const struct rd_card_place *place, struct rd_card **card)
{
	struct rtl *r = calloc(1, sizeof(*r));
	int err;

	if (!r)
		return RD_ENOMEM;
	r->wakeup = (struct rd_wakeup)RD_WAKEUP_INIT;
	r->card.place = *place;
	r->index = (uint32_t)(place->node * place->users + place->page);
	if (getrandom(&r->token, sizeof(r->token), 0) != sizeof(r->token))
		err = RD_ESYS;
	else
		err = join(r);
	if (err) {
		release(r);
		return err;
	}
	rd_card_write(&r->card, RN_PAGE_MASK,
		      place->users > 1 ? 0 : EVENTS | RN_PAGE_MASK_FAULT_MASK);
	try_memory(r);
	*card = &r->card;
	return 0;
}

const struct rd_card_device rd_card_rtl = {"rtl", open_card};
