/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows the behaviour of btl_sm under faults: the kernel refuses single copy to the reader or to
 * the helper, refuses membarrier, has no memory for the pool; a peer dies with messages in flight
 * and in the middle of a shared copy; a peer writes invalid data into its FIFO; an address is
 * wrong. In each case messages arrive all the same, or an error is reported, without a hang.
 */
#include "t/btl/harness.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "btl_sm/sm.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>

static int permits; /* number of times that this process has allowed others to trace it */

/* In place of the C library's. */
int prctl(int option, ...)
{
	unsigned long arg[4];
	va_list list;

	va_start(list, option);
	for (int i = 0; i < 4; i++)
		arg[i] = va_arg(list, unsigned long);
	va_end(list);
	permits += option == PR_SET_PTRACER;
	return (int)syscall(SYS_prctl, option, arg[0], arg[1], arg[2], arg[3]);
}

/* From now on the system call fails in this process with `error`, as under a container's filter. */
static void forbid(long call, int error)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = {.len = sizeof(code) / sizeof(*code), .filter = code};

	h_check(!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "%s", strerror(errno));
	h_check(!prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog), "seccomp: %s", strerror(errno));
}

static int can_forbid(void)
{
	return !prctl(PR_GET_SECCOMP) && access("/proc/sys/kernel/seccomp", F_OK) == 0;
}

#define LEN (1u << 20)

enum { TEXT = 1, OFFER = 2, DONE = 3 };

static unsigned char *buf;
static uint64_t offered; /* address */
static unsigned texts, dones;
static int finished; /* a DONE arrived */

static unsigned char byte_of(size_t i)
{
	return (unsigned char)(i * 7 + (i >> 12));
}

static void fill(unsigned char *p, size_t len)
{
	for (size_t i = 0; i < len; i++)
		p[i] = byte_of(i);
}

static void on_recv(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	(void)ep;
	if (hdr->kind == TEXT) {
		h_check(hdr->offset == texts, "text %llu of %u", (unsigned long long)hdr->offset,
			texts);
		for (size_t i = 0; i < len; i++)
			h_check(((const unsigned char *)payload)[i] == byte_of(i), "byte %zu", i);
		texts++;
	} else if (hdr->kind == OFFER) {
		h_check(len == sizeof(offered), "%zu", len);
		memcpy(&offered, payload, len);
	} else {
		dones++;
		finished |= hdr->offset == 1;
	}
}

static void give(int rank, int kind, uint64_t number, const void *payload, size_t len)
{
	struct rd_hdr hdr = {.kind = (uint8_t)kind, .offset = number};
	int rc;

	while ((rc = h_ep(rank)->btl->send(h_ep(rank), &hdr, payload, len)) == RD_EAGAIN)
		h_progress();
	h_check(!rc, "send: %s", rd_err_name(rc));
}

static void begin(void)
{
	buf = malloc(LEN);
	h_check(buf, "no memory");
	fill(buf, LEN);
	h_on_recv = on_recv;
}

static int get_err, gets_done;

static void got(struct rd_btl_get *get, int err)
{
	(void)get;
	get_err = err;
	gets_done++;
}

/* Reads LEN bytes of the other rank; returns the result. */
static int fetch(void)
{
	struct rd_btl_get get = {.local = buf, .remote = offered, .len = LEN, .done = got};
	int before = gets_done, rc;

	memset(buf, 0, LEN);
	rc = h_btl->get(h_ep(!h_rank), &get);
	h_check(!rc, "get: %s", rd_err_name(rc));
	while (gets_done == before)
		h_progress();
	h_check(gets_done == before + 1, "done called twice");
	return get_err;
}

static void offer_and_wait(int times)
{
	uint64_t addr = (uintptr_t)buf;

	for (int i = 1; i <= times && !finished; i++) {
		give(1, OFFER, 0, &addr, sizeof(addr));
		while (dones < (unsigned)i)
			h_progress();
	}
}

static void await_offer(void)
{
	offered = 0;
	while (!offered)
		h_progress();
}

static void check_fetched(void)
{
	h_check(!get_err, "%s", rd_err_name(get_err));
	for (size_t i = 0; i < LEN; i++)
		h_check(buf[i] == byte_of(i), "byte %zu", i);
}

/* ---- Single copy refused ---- */

static void refused_from_the_start(void)
{
	begin();
	if (h_rank == 1)
		forbid(SYS_process_vm_readv, EPERM);
	if (h_rank == 0) {
		offer_and_wait(1);
	} else {
		await_offer();
		h_check(fetch() == RD_ENOTSUP, "%s", rd_err_name(get_err));
		h_check(h_ep(0)->get_min == UINT32_MAX, "%u", h_ep(0)->get_min);
		give(0, DONE, 0, NULL, 0);
	}
	free(buf);
}

#define TRIES 20000 /* until a copy is refused, which depends on how processors are shared */

/* The other side may copy all before this one begins: repeats until this one copies. */
static void fetch_until_refused(void)
{
	for (int i = 0; i < TRIES && !fetch(); i++) {
		check_fetched();
		give(0, DONE, 0, NULL, 0);
		await_offer();
	}
	h_check(get_err == RD_ENOTSUP, "%s", rd_err_name(get_err));
}

static void refused_later(void)
{
	begin();
	if (h_rank == 0) {
		offer_and_wait(TRIES + 3);
	} else {
		await_offer();
		h_check(h_ep(0)->get_min < UINT32_MAX, "single copy should work at first");
		fetch();
		check_fetched();
		give(0, DONE, 0, NULL, 0);
		await_offer();
		forbid(SYS_process_vm_readv, EPERM);
		fetch_until_refused();
		h_check(h_ep(0)->get_min == UINT32_MAX, "not remembered");
		give(0, DONE, 0, NULL, 0);
		await_offer();
		h_check(fetch() == RD_ENOTSUP, "%s", rd_err_name(get_err));
		give(0, DONE, 1, NULL, 0);
	}
	free(buf);
}

static void helper_refused(void)
{
	int i;

	begin();
	if (h_rank == 0) {
		forbid(SYS_process_vm_writev, EPERM);
		offer_and_wait(TRIES);
	} else {
		for (i = 0; i < TRIES && !((struct rd_sm_ep *)h_ep(0))->copy.alone; i++) {
			await_offer();
			fetch();
			check_fetched();
			give(0, DONE, i == TRIES - 1 || ((struct rd_sm_ep *)h_ep(0))->copy.alone,
			     NULL, 0);
		}
		h_check(((struct rd_sm_ep *)h_ep(0))->copy.alone || h_ncpus() < 2, "never refused");
	}
	free(buf);
}

static void switched_off(void)
{
	begin();
	h_check(h_ep(!h_rank)->get_min == UINT32_MAX, "%u", h_ep(!h_rank)->get_min);
	h_check(!permits, "others may trace this process all the same");
	h_fence();
	free(buf);
}

/* An address without memory in the peer: another way is tried, which fails as an access of the peer
 * would. */
static int is_lent(uint64_t addr)
{
	return addr > 4096;
}

static void not_there(void)
{
	begin();
	h_check(permits, "peers are not allowed to read this process's memory");
	h_on_lent = is_lent;
	if (h_rank == 0) {
		uint64_t addr = 4096;

		give(1, OFFER, 0, &addr, sizeof(addr));
		while (!dones)
			h_progress();
	} else {
		await_offer();
		h_check(fetch() == RD_ENOTSUP, "%s", rd_err_name(get_err));
		give(0, DONE, 0, NULL, 0);
	}
	free(buf);
}

/* The word that both ranks see in rank 1's segment, in a copy job that no copy uses. */
static uint64_t *flag_in(const struct rd_sm_seg *seg)
{
	return &rd_sm_copyjob(seg, RD_SM_COPYJOBS - 1)->claim;
}

/* Takes a chunk of the copy in the peer's first copy job, and has written it when the flag is set.
 */
static void help_late(void)
{
	const struct rd_sm_seg *seg = &((struct rd_sm_ep *)h_ep(1))->seg;
	struct rd_sm_copyjob *copyjob = rd_sm_copyjob(seg, 0);
	uint64_t word;

	while (!(word = __atomic_load_n(&copyjob->claim, __ATOMIC_ACQUIRE)))
		sched_yield();
	__atomic_fetch_add(&copyjob->claim, 1, __ATOMIC_ACQ_REL);
	while (!__atomic_load_n(flag_in(seg), __ATOMIC_ACQUIRE))
		sched_yield();
	__atomic_store_n(&copyjob->done, (word & ~(uint64_t)UINT32_MAX) | 1, __ATOMIC_RELEASE);
}

/* The reader's part fails while the helper writes a chunk: the buffer is the caller's again only
 * when the helper has written it. */
static void reader_fails(void)
{
	enum { LONG = 4 << 20 }; /* by writing, though nothing is known of the peer */
	struct rd_btl_get get = {.len = LONG, .done = got};
	uint64_t addr = 8192; /* nothing is read from there */
	int early;

	begin();
	if (h_rank == 0) {
		give(1, OFFER, 0, &addr, sizeof(addr));
		help_late();
	} else {
		await_offer();
		h_check(rd_cma_works(((struct rd_sm_ep *)h_ep(0))->copy.cma), "single copy");
		forbid(SYS_process_vm_readv, EPERM);
		get.local = malloc(LONG);
		h_check(!h_btl->get(h_ep(0), &get), "get");
		while (!(uint32_t)__atomic_load_n(&rd_sm_copyjob(&rd_sm.seg, 0)->claim,
						  __ATOMIC_ACQUIRE))
			sched_yield();
		for (int i = 0; i < 100; i++)
			h_progress();
		early = gets_done;
		__atomic_store_n(flag_in(&rd_sm.seg), 1, __ATOMIC_RELEASE);
		h_check(!early, "it has ended while the helper writes");
		while (!gets_done)
			h_progress();
		h_check(get_err == RD_ENOTSUP, "%s", rd_err_name(get_err));
		__atomic_store_n(flag_in(&rd_sm.seg), 0, __ATOMIC_RELEASE);
		free(get.local);
	}
	free(buf);
}

/* ---- Other refusals ---- */

#define TEXTS 5000u

static void exchange_texts(void)
{
	for (unsigned i = 0; i < TEXTS; i++)
		give(!h_rank, TEXT, i, buf, 7 * i % 17000 > 16384 ? i % 41 : 7 * i % 17000);
	while (texts < TEXTS)
		h_progress();
}

static void without_memory(void)
{
	begin();
	h_ep(!h_rank);
	h_fence();
	forbid(SYS_fallocate, ENOSPC);
	exchange_texts();
	free(buf);
}

static void ping_pong_asleep(void)
{
	begin();
	for (unsigned i = 0; i < 300; i++) {
		if (h_rank == 0)
			give(1, TEXT, i, buf, i % 2000);
		while (texts == i)
			h_progress();
		if (i % 10 == 0)
			usleep(1000); /* long enough that the other process sleeps by now */
		if (h_rank == 1)
			give(0, TEXT, i, buf, i % 2000);
	}
	h_check(rd_progress_stats.sleeps >= 10, "%llu sleeps in 300 exchanges",
		(unsigned long long)rd_progress_stats.sleeps);
	free(buf);
}

/* Sleeping for room: rank 0 fills the FIFO, sleeps, and must be woken when rank 1 takes a
 * message. */
static void asleep_for_room(void)
{
	begin();
	if (h_rank == 0)
		for (unsigned i = 0; i < 20 * TEXTS; i++)
			give(1, TEXT, i, buf, 8);
	else
		while (texts < 20 * TEXTS) {
			unsigned before = texts;

			h_progress();
			if (texts / 5000 != before / 5000)
				usleep(2000);
		}
	free(buf);
}

/* ---- Death ---- */

static void await_end_of(int rank)
{
	while (!h_down[rank])
		h_progress();
	h_check(h_down[rank] == RD_EPROC, "%s", rd_err_name(h_down[rank]));
}

static void check_gone(int rank)
{
	struct rd_hdr hdr = {.kind = TEXT};
	struct rd_ep *ep = h_ep(rank);

	h_check(ep->btl->send(ep, &hdr, buf, 8) == RD_EPROC, "send to the dead");
	h_check(ep->btl->send(ep, &hdr, buf, 800) == RD_EPROC, "send to the dead");
	h_check(ep->btl->flushed(ep), "flushed");
	offered = (uintptr_t)buf;
	h_check(fetch() == RD_EPROC, "%s", rd_err_name(get_err));
}

/* Messages sent before the end are delivered before the end is reported. */
static void dies_after_sending(void)
{
	begin();
	if (h_rank == 1) {
		for (unsigned i = 0; i < 100; i++)
			give(0, TEXT, i, buf, i * 50);
		while (!dones) /* rank 0 has opened our segment */
			h_progress();
		for (unsigned i = 100; i < 130; i++)
			give(0, TEXT, i, buf, i * 50);
		kill(getpid(), SIGKILL);
	}
	give(1, DONE, 0, NULL, 0);
	await_end_of(1);
	h_check(texts == 130, "%u texts", texts);
	check_gone(1);
	free(buf);
}

static void dies_with_a_full_fifo(void)
{
	struct rd_hdr hdr = {.kind = TEXT};
	int rc;

	begin();
	if (h_rank == 1) {
		give(0, DONE, 0, NULL, 0);
		usleep(50000);
		kill(getpid(), SIGKILL);
	}
	while (!dones)
		h_progress();
	while ((rc = h_btl->send(h_ep(1), &hdr, buf, 4000)) != RD_EPROC) {
		h_check(!rc || rc == RD_EAGAIN, "%s", rd_err_name(rc));
		h_progress();
	}
	await_end_of(1);
	check_gone(1);
	free(buf);
}

/* The helper takes a chunk and dies before it has written it: the reader must not wait for ever. */
static void helper_dies(void)
{
	begin();
	if (h_rank == 0) {
		uint64_t addr = (uintptr_t)buf;

		give(1, OFFER, 0, &addr, sizeof(addr));
		for (;;) {
			for (uint32_t i = 0; i < RD_SM_COPYJOBS; i++) {
				struct rd_sm_ep *ep = (struct rd_sm_ep *)h_ep(1);
				struct rd_sm_copyjob *copyjob = rd_sm_copyjob(&ep->seg, i);

				if (__atomic_load_n(&copyjob->claim, __ATOMIC_ACQUIRE)) {
					__atomic_fetch_add(&copyjob->claim, 1, __ATOMIC_ACQ_REL);
					kill(getpid(), SIGKILL);
				}
			}
			sched_yield();
		}
	}
	await_offer();
	while (!h_down[0]) /* the helper may have come too late for the first */
		h_check(fetch() == RD_EPROC || !get_err, "%s", rd_err_name(get_err));
	await_end_of(0);
	free(buf);
}

/* ---- Invalid data ---- */

static void garbage_in_the_fifo(void)
{
	begin();
	h_ep(!h_rank);
	h_fence();
	if (h_rank == 1) {
		struct rd_sm_ep *ep = (struct rd_sm_ep *)h_ep(0);
		struct rd_sm_slot *slot =
			&ep->tx.slot[rd_sm_slot_index(0, ep->tx.shift, ep->tx.slots)];

		slot->tail.type = RD_SM_BLOCK;
		slot->block.index = 0x7fffffff;
		slot->block.len = 100;
		__atomic_store_n(&slot->tail.seq, 1, __ATOMIC_RELEASE);
	} else {
		while (!h_down[1])
			h_progress();
		h_check(h_down[1] == RD_EPROTO, "%s", rd_err_name(h_down[1]));
	}
	free(buf);
}

/* Fragments of a copy that has ended, or never existed, are ignored. */
static void stray_fragments(void)
{
	struct rd_sm_fragment fragment = {.block.len = 100, .gen = 7, .copyjob = 3};

	begin();
	h_ep(!h_rank);
	h_fence();
	for (int i = 0; h_rank == 1 && i < 2; i++) {
		struct rd_sm_ep *ep = (struct rd_sm_ep *)h_ep(0);

		h_check(rd_sm_fragment_room(ep) != NULL, "no room for a piece");
		rd_sm_fragment_send(ep, &fragment);
		fragment.copyjob = 1000;
	}
	if (h_rank == 1)
		give(0, DONE, 0, NULL, 0);
	while (h_rank == 0 && !dones)
		h_progress();
	free(buf);
}

/* The helper returns chunks that the reader has taken, after it has taken some itself. */
static int garble(const struct rd_sm_ep *ep)
{
	const uint64_t gen = ~(uint64_t)UINT32_MAX, taken = 28;
	const uint32_t n = LEN / RD_SM_BIG_B;

	for (uint32_t i = 0; i < RD_SM_COPYJOBS; i++) {
		uint64_t *claim = &rd_sm_copyjob(&ep->seg, i)->claim, word, now;

		word = __atomic_load_n(claim, __ATOMIC_ACQUIRE);
		if (!word || word & ~gen ||
		    !__atomic_compare_exchange_n(claim, &word, word + taken, 0, __ATOMIC_ACQ_REL,
						 __ATOMIC_RELAXED))
			continue;
		do {
			now = __atomic_load_n(claim, __ATOMIC_ACQUIRE);
			sched_yield();
		} while (now != (word & gen) + n && (now & gen) == (word & gen));
		if ((now & gen) != (word & gen))
			continue; /* there was no room to ask for help with this copy */
		__atomic_store_n(claim, word & gen, __ATOMIC_RELEASE);
		return 1;
	}
	return 0;
}

/* The reader writes only into its buffer, which it fills from the end. */
static void garbage_in_the_copyjob(void)
{
	unsigned char *base;
	uint64_t addr;

	begin();
	free(buf);
	base = malloc(2 * LEN);
	h_check(base, "no memory");
	memset(base, h_rank, LEN);
	buf = base + LEN;
	fill(buf, LEN);
	if (h_rank == 0) {
		const uint64_t end = rd_clock_ns() + 5000000000u;

		addr = (uintptr_t)buf;
		give(1, OFFER, 0, &addr, sizeof(addr));
		while (!garble((struct rd_sm_ep *)h_ep(1)) && rd_clock_ns() < end)
			h_progress();
		give(1, DONE, 0, NULL, 0);
		h_fence();
	} else {
		await_offer();
		((struct rd_sm_ep *)h_ep(0))->copy.alone = 1; /* as garble expects: by fragments */
		while (!dones) {
			h_check(!fetch(), "%s", rd_err_name(get_err));
			for (size_t i = 0; i < LEN; i++)
				h_check(base[i] == h_rank, "byte %zu before the buffer", i);
		}
		h_fence();
	}
	free(base);
}

/* A segment is not where its owner has published it: a wrong segment is not kept. */
static void wrong_call(void)
{
	begin();
	if (h_rank == 1) {
		h_ep(0);
		h_fence();
	} else {
		((struct rd_sm_addr *)h_addr[1].addr)->token ^= 1;
		while (!h_down[1])
			h_progress();
		h_check(h_down[1] == RD_ESYS, "%s", rd_err_name(h_down[1]));
		h_check(rd_sm.eps[1] && !rd_sm.eps[1]->seg.base, "the mapping is remembered");
		h_fence();
	}
	free(buf);
}

static void wrong_addresses(void)
{
	struct rd_sm_addr addr;
	struct rd_ep *ep;

	begin();
	memcpy(&addr, h_addr[!h_rank].addr, sizeof(addr));
	h_check(!h_btl->reaches(!h_rank, &addr, sizeof(addr) - 1), "short");
	h_check(!h_btl->reaches(h_rank, &addr, sizeof(addr)), "oneself");
	h_check(!h_btl->reaches(h_n + 5, &addr, sizeof(addr)), "a rank that is not here");
	addr.node ^= 1;
	h_check(!h_btl->reaches(!h_rank, &addr, sizeof(addr)), "another node");
	addr.node ^= 1;
	addr.uid ^= 1;
	h_check(!h_btl->reaches(!h_rank, &addr, sizeof(addr)), "another user");
	addr.uid ^= 1;
	addr.token ^= 1;
	h_check(h_btl->connect(!h_rank, &addr, sizeof(addr), &ep) == RD_ENOTSUP, "another token");
	addr.token ^= 1;
	addr.size += 4096;
	h_check(h_btl->connect(!h_rank, &addr, sizeof(addr), &ep) == RD_ENOTSUP, "another size");
	addr.size -= 4096;
	addr.fd = h_line;
	h_check(h_btl->connect(!h_rank, &addr, sizeof(addr), &ep) == RD_ENOTSUP, "no segment");
	addr.fd = 999;
	h_check(h_btl->connect(!h_rank, &addr, sizeof(addr), &ep) == RD_EPROC,
		"no such descriptor: it has left");
	h_fence();
	memcpy(&addr, h_addr[!h_rank].addr, sizeof(addr));
	h_check(h_btl->connect(!h_rank, &addr, sizeof(addr), &ep) == RD_ENOTSUP,
		"the other one has not been let in");
	h_fence();
	rd_sm_seat(&rd_sm.seg, !h_rank)->refused = 0;
	h_fence();
	exchange_texts();
	free(buf);
}

/* Message numbers pass 2^32 while blocks are in flight. */
static void numbers_wrap(void)
{
	struct rd_sm_ep *ep;

	begin();
	ep = (struct rd_sm_ep *)h_ep(!h_rank);
	while (!ep->heard)
		h_progress();
	h_fence();
	ep->tx.next = ep->tx.seen = ep->rx.next = ep->rx.told = UINT32_MAX - 1000;
	__atomic_store_n(ep->rx.taken, UINT32_MAX - 1000, __ATOMIC_RELEASE);
	rd_sm.nheard = 0;
	rd_sm_fifo_open(ep);
	h_fence();
	exchange_texts();
	h_check(ep->tx.next == TEXTS - 1001, "%u", ep->tx.next);
	free(buf);
}

static void need_seccomp(const char *what, void (*body)(void))
{
	if (can_forbid())
		h_run(what, &rd_btl_sm, 2, body);
	else
		h_skip(what, "no seccomp filters here");
}

/* With changed environment; the parameters are read anew in each child. */
static void run_with(const char *what, const char *name, const char *value, void (*body)(void))
{
	setenv(name, value, 1);
	h_run(what, &rd_btl_sm, 2, body);
	unsetenv(name);
}

static void run_dying(const char *what, void (*body)(void), uint64_t may_die)
{
	h_ok(h_start(&rd_btl_sm, 2, body, may_die), what);
}

int main(void)
{
	h_plan(21);
	need_seccomp("process_vm_readv refused from the start", refused_from_the_start);
	need_seccomp("process_vm_readv refused later", refused_later);
	need_seccomp("process_vm_writev refused to the helper", helper_refused);
	need_seccomp("process_vm_readv refused while the helper writes", reader_fails);
	run_with("RONDO_CMA=0", "RONDO_CMA", "0", switched_off);
	h_run("get of memory that is not there", &rd_btl_sm, 2, not_there);
	need_seccomp("no memory for more blocks", without_memory);
	setenv("RONDO_SPIN", "0", 1);
	run_with("asleep between messages", "RONDO_SLEEP_US", "0", ping_pong_asleep);
	run_with("asleep for room", "RONDO_SLEEP_US", "0", asleep_for_room);
	unsetenv("RONDO_SPIN");
	run_dying("a peer dies after sending", dies_after_sending, 2);
	run_dying("a peer dies that does not take", dies_with_a_full_fifo, 2);
	setenv("RONDO_SLEEP_US", "0", 1);
	run_dying("a peer dies after sending, the other sleeps", dies_after_sending, 2);
	unsetenv("RONDO_SLEEP_US");
	run_dying("the helper of a copy dies", helper_dies, 1);
	run_dying("garbage in the FIFO", garbage_in_the_fifo, 0);
	h_run("garbage in a copy job", &rd_btl_sm, 2, garbage_in_the_copyjob);
	run_dying("a call with a wrong address", wrong_call, 0);
	h_run("stray pieces", &rd_btl_sm, 2, stray_fragments);
	h_run("wrong addresses", &rd_btl_sm, 2, wrong_addresses);
	h_run("message numbers wrap", &rd_btl_sm, 2, numbers_wrap);
	run_with("message numbers wrap, least slots", "RONDO_SM_SLOTS", "1", numbers_wrap);
	run_with("many slots", "RONDO_SM_SLOTS", "5000", wrong_addresses);
	return h_end();
}
