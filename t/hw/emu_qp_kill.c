/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A process with queue pairs of the card's model ends by SIGKILL, or is stopped by SIGSTOP, after a
 * random part of its processor time, in the middle of anything. Then the others: no call of theirs
 * waits for it, messages between them go on, each of their requests with it has one completion, in
 * order, each request of the shared receive queue that it may have taken comes back once, and its
 * queue pairs and regions can be closed when it is dead or goes on. The next job opens the same
 * pages.
 *
 * Arguments: jobs of each kind, else 6; seed.
 */
#include <sys/syscall.h>
#include <time.h>

#include "hw/emu/qp.h"
#include "t/hw/emu_qp.h"

enum {
	PAGES = 4,
	VICTIM = 3,
	ROOM = 16,  /* work requests of a queue pair */
	SLOTS = 16, /* of the shared receive queue */
	SLOT_B = 128 << 10,
	BESIDE = 100, /* messages between the others */
};
/* Words that the processes share: */
enum { ENDED = 0, WITHOUT = 1, ALL_SENT = 2, CLOSED = 3, LAST = 4, BASES = 10 };

static uint64_t seed = 0x9ee1, fuse_ns;
static int fuse_signal;
static char *slots, *source, *land, *part;
static uint64_t *srq_ring;
static uint16_t srq_posted;
static uint64_t state, bases[PAGES];

/* The queue pair with a process. */
static struct with {
	uint32_t posted, ended, failed;
	uint64_t sent, received;
} with[PAGES];

static uint8_t slot_is_posted[SLOTS], slot_was_seen[SLOTS];

static uint32_t any(uint32_t n)
{
	return (uint32_t)(r_random(&state) >> 33) % n;
}

static uint64_t word(int i)
{
	return __atomic_load_n(&r_share->word[i], __ATOMIC_ACQUIRE);
}

static void count(int i)
{
	__atomic_fetch_add(&r_share->word[i], 1, __ATOMIC_ACQ_REL);
}

/* ---- Setting up ---- */

static void light_fuse(void)
{
	struct sigevent end_it = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = fuse_signal};
	struct itimerspec once = {
		.it_value = {(time_t)(fuse_ns / 1000000000), (long)(fuse_ns % 1000000000)}};
	timer_t timer;

	if (fuse_ns && r_i == VICTIM)
		r_check(!timer_create(CLOCK_PROCESS_CPUTIME_ID, &end_it, &timer) &&
				!timer_settime(timer, 0, &once, NULL),
			"%s", strerror(errno));
}

static void post_slot(uint32_t slot)
{
	r_check(!slot_is_posted[slot], "slot %u came back twice", slot);
	slot_is_posted[slot] = 1;
	q_fill_receive(srq_ring + (srq_posted++ % SLOTS) * 8, slot, slots + slot * SLOT_B, SLOT_B);
	r_write(RDMA_RDMA_SRQ_DOORBELL, (uint32_t)srq_posted << 16);
}

static void set_up(void)
{
	q_up(PAGES, 2, 1, 8);
	q_cq(0, 7);
	q_cq(1, 5);
	slots = q_alloc(SLOTS * SLOT_B);
	source = q_alloc(PAGES * ROOM * 8192 + SLOT_B);
	land = q_alloc(SLOT_B);
	part = q_alloc(SLOT_B);
	srq_ring = (uint64_t *)(void *)q_alloc(SLOTS * 64);
	q_mr(1, r_card->arena, r_card->arena_bytes, SHAPE(WRITE));
	q_mr(2, part, SLOT_B, Q_RIGHTS);
	q_attr[0] = q_bus(srq_ring);
	q_attr[1] = 4 | q_put(Q_PD, SRQ_ATTR_SIZE_PD);
	q_is(q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_SRQ, 0), OK);
	for (uint32_t slot = 0; slot < SLOTS; slot++)
		post_slot(slot);
	for (uint32_t i = 0; i < PAGES; i++) {
		struct q *q = q_make(i, 0, 1, 5);

		q->shared = 1;
		q->timeout = 3; /* 33 us */
		q_is(q_try_open(q), OK);
		q_connect(q, (int)i, (uint32_t)r_i);
	}
	__atomic_store_n(&r_share->word[BASES + r_i], q_bus(part), __ATOMIC_RELEASE);
	r_fence();
	for (int i = 0; i < PAGES; i++)
		bases[i] = word(BASES + i);
}

/* ---- Traffic ---- */

static uint32_t length(void)
{
	return any(8) ? 16 + any(2000) : any(4) ? 16 + any(8192 - 16) : SLOT_B;
}

static void post(int peer)
{
	const uint32_t kinds[] = {OP(SEND), OP(SEND), OP(WRITE), OP(READ), OP(FETCH_ADD)};
	struct with *p = &with[peer];
	uint32_t op = kinds[any(5)], len = length();
	char *at = source + ((uint32_t)peer * ROOM + p->posted % ROOM) * 8192;
	uint64_t *w = q_work(&q_pairs[peer], op, (uint64_t)peer << 32 | p->posted++);

	if (op == OP(SEND)) {
		memcpy(at, &p->sent, 8);
		p->sent++;
	}
	q_gather(w, op > OP(WRITE) ? land : at, q_stag(1), op == OP(FETCH_ADD) ? 8 : len);
	q_remote(w, bases[peer], q_stag(2));
	q_go(&q_pairs[peer]);
}

static void ended(const struct q_done *d)
{
	int peer = (int)(d->cookie >> 32);
	struct with *p = &with[peer];
	uint32_t status = (uint32_t)q_get(d->what, DONE_WHAT_STATUS);

	r_check((uint32_t)d->cookie == p->ended, "request %u with %d, not %u", (uint32_t)d->cookie,
		peer, p->ended);
	r_check(!status || peer == VICTIM || r_i == VICTIM, "status %u with %d", status, peer);
	r_check(!p->failed || status == DONE(FLUSH), "status %u behind a failure", status);
	p->failed |= status;
	p->ended++;
}

static void received(const struct q_done *d)
{
	int peer = (int)q_get(d->what, DONE_WHAT_QP);
	uint32_t slot = (uint32_t)d->cookie;
	uint64_t number;

	r_check(slot < SLOTS && slot_is_posted[slot], "slot %u was not posted", slot);
	slot_is_posted[slot] = 0;
	slot_was_seen[slot] = 1;
	if (q_get(d->what, DONE_WHAT_STATUS)) {
		r_check(peer == VICTIM || r_i == VICTIM, "status %u of %d",
			(unsigned)q_get(d->what, DONE_WHAT_STATUS), peer);
	} else {
		memcpy(&number, slots + slot * SLOT_B, 8);
		r_check(number == with[peer].received, "message %llu of %d, not %llu",
			(unsigned long long)number, peer, (unsigned long long)with[peer].received);
		with[peer].received++;
	}
	post_slot(slot);
}

static void poll_all(void)
{
	struct q_done d;

	for (int i = 0; i < 8 && q_poll(0, &d); i++)
		ended(&d);
	for (int i = 0; i < 8 && q_poll(1, &d); i++)
		received(&d);
}

/* A request for one of the first `n` processes. */
static void traffic(int n)
{
	int peer = (int)any((uint32_t)n);

	if (with[peer].posted - with[peer].ended < ROOM && !with[peer].failed)
		post(peer);
	poll_all();
	if (any(16) == 0)
		r_idle(128);
}

/* All requests for the first `n` have ended here, and then those of the others. */
static void finish(int n, int phase, uint64_t others)
{
	for (int i = 0; i < n; i++)
		while (with[i].ended != with[i].posted) {
			poll_all();
			r_idle(128);
		}
	count(phase);
	while (word(phase) < others) {
		poll_all();
		r_idle(128);
	}
}

/* ---- The others without the victim ---- */

static void close_pair(int peer)
{
	q_is(q_command_waits(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_QP, (uint32_t)peer), OK);
}

static void without_it(void)
{
	for (int i = 0; i < BESIDE; i++)
		traffic(VICTIM);
	/* commands end, though perhaps with WAIT */
	q_is(q_modify(&q_pairs[VICTIM], RDMA_QP_STATE_ERR, 0, 0), OK);
	finish(VICTIM, WITHOUT, VICTIM);
	while (with[VICTIM].ended != with[VICTIM].posted) {
		poll_all();
		r_idle(128);
	}
	q_mr(5, part, 100, Q_RIGHTS);
	q_mr_close(5);
}

/* Each slot comes back: the queue is turned over twice. */
static void turn_over(void)
{
	memset(slot_was_seen, 0, sizeof(slot_was_seen));
	finish(VICTIM, CLOSED, VICTIM);
	for (int i = 0; i < 2 * SLOTS; i++) {
		struct with *p = &with[(r_i + 1) % VICTIM];
		uint64_t *w = q_work(&q_pairs[(r_i + 1) % VICTIM], OP(SEND),
				     (uint64_t)((r_i + 1) % VICTIM) << 32 | p->posted++);

		memcpy(source, &p->sent, 8);
		p->sent++;
		q_gather(w, source, q_stag(1), 8);
		q_go(&q_pairs[(r_i + 1) % VICTIM]);
		while (p->ended != p->posted) {
			poll_all();
			r_idle(128);
		}
	}
	finish(VICTIM, ALL_SENT, VICTIM);
	for (int i = 0; i < 8; i++)
		poll_all();
	for (int slot = 0; slot < SLOTS; slot++)
		r_check(slot_was_seen[slot], "slot %d is lost", slot);
}

static void survive(void)
{
	struct q_done d;
	int flushed = 0;

	while (!word(ENDED))
		traffic(PAGES);
	without_it();
	r_until(word(ENDED) == 2); /* it is dead, or goes on */
	/* requests that it may have taken are flushed */
	while (!flushed) {
		uint32_t event = r_read(RDMA_RDMA_EVENT);

		flushed = event == (RDMA_EVENT_KIND_LAST_RECEIVE |
				    (uint32_t)VICTIM << RDMA_RDMA_EVENT_NUMBER_LSB);
		poll_all();
		r_idle(128);
	}
	while (q_poll(1, &d))
		received(&d);
	close_pair(VICTIM);
	turn_over();
	for (int i = 0; i < VICTIM; i++)
		close_pair(i);
	q_mr_close(2);
	q_mr_close(1);
	q_is(q_command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_SRQ, 0), OK);
}

static void work(void)
{
	memset(with, 0, sizeof(with));
	memset(slot_is_posted, 0, sizeof(slot_is_posted));
	srq_posted = 0;
	state = seed + (uint64_t)r_i;
	set_up();
	if (r_i != VICTIM) {
		survive();
		return;
	}
	light_fuse();
	while (!word(ENDED))
		traffic(PAGES);
	/* it was stopped: its requests end */
	finish(PAGES, LAST, 0);
}

/* ---- Jobs ---- */

static void tell(uint64_t value)
{
	__atomic_store_n(&r_share->word[ENDED], value, __ATOMIC_RELEASE);
}

static int all_end_well(pid_t *pid)
{
	int good = 1;

	for (int i = 0; i < PAGES; i++) {
		int status = 0;

		if (!pid[i])
			continue;
		waitpid(pid[i], &status, 0);
		good &= r_ended_well(i, status);
	}
	return good;
}

/* 1: as it should. */
static int run_job(void)
{
	pid_t pid[PAGES];
	int status;

	memset(r_share, 0, sizeof(*r_share));
	for (int i = 0; i < PAGES; i++) {
		pid[i] = fork();
		if (!pid[i])
			r_child(i, work);
	}
	if (waitpid(pid[VICTIM], &status, fuse_signal == SIGSTOP ? WUNTRACED : 0) != pid[VICTIM])
		return 0;
	if (WIFSTOPPED(status)) {
		tell(1);
		while (word(WITHOUT) < VICTIM && !r_share->failed)
			sched_yield();
		kill(pid[VICTIM], SIGCONT);
	} else {
		pid[VICTIM] = 0;
		if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
			r_tell_failed();
	}
	if (!pid[VICTIM])
		__atomic_fetch_add(&r_share->gone, 1, __ATOMIC_ACQ_REL);
	tell(2);
	return all_end_well(pid);
}

static void jobs(const char *what, int by, unsigned n, uint64_t *random)
{
	unsigned right = 0;

	r_fd = memfd_create("ring", 0);
	r_nodes = r_n = PAGES;
	r_users = 1;
	r_share = mmap(NULL, sizeof(*r_share), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		       -1, 0);
	fuse_signal = by;
	for (; right < n; right++) {
		seed = r_random(random);
		fuse_ns = 1 + (seed >> 8) % 3000000;
		if (!run_job())
			break;
	}
	ok(right == n, "%u of %u jobs with a process that is %s: the others go on", right, n, what);
	munmap(r_share, sizeof(*r_share));
	close(r_fd);
}

/* ---- A process that stands still inside memory of another ---- */

enum { OWNER = 0, STILL = 1, OTHER = 2, PIN_B = 64 << 10, QKEY = 5 };
enum { PID = 5, STOPPED = 6, STEP = 7 }; /* words */

static int stands_still; /* at the next copy by the kernel */

static void stand_still(void)
{
	if (!stands_still)
		return;
	stands_still = 0;
	__atomic_store_n(&r_share->word[STOPPED], 1, __ATOMIC_RELEASE);
	raise(SIGSTOP);
}

/* In place of those of the library: memory of the owner is outside the arena. */
ssize_t process_vm_writev(pid_t pid, const struct iovec *local, unsigned long n,
			  const struct iovec *remote, unsigned long m, unsigned long flags)
{
	stand_still();
	return syscall(SYS_process_vm_writev, pid, local, n, remote, m, flags);
}

ssize_t process_vm_readv(pid_t pid, const struct iovec *local, unsigned long n,
			 const struct iovec *remote, unsigned long m, unsigned long flags)
{
	stand_still();
	return syscall(SYS_process_vm_readv, pid, local, n, remote, m, flags);
}

static char *pinned;
static char *said; /* name of the test point; shared, so that a process can add that it skips it */
enum { SAID_B = 200 };

/* The owner has queue pairs with both; 3 of all is for datagrams. */
static int set_up_three(void)
{
	uint64_t bus;

	pinned = r_memory(PIN_B);
	q_up(8, 2, 1, 8);
	q_cq(0, 7);
	q_cq(1, 7);
	source = q_alloc(PIN_B);
	q_mr(1, r_card->arena, r_card->arena_bytes, SHAPE(WRITE));
	q_mr(2, pinned, PIN_B, Q_RIGHTS);
	q_mr(4, source, PIN_B, Q_RIGHTS);
	for (uint32_t i = 1; i < 4; i++) {
		struct q *q = q_make(i, 0, 1, 5);

		q->type = i == 3 ? RDMA_QP_TYPE_UD : RDMA_QP_TYPE_RC;
		q->qkey = QKEY;
		q->retry = 1;
		if (i < 3 && r_i != OWNER && r_i != (int)i)
			continue;
		q_is(q_try_open(q), OK);
		q_connect(q, r_i == OWNER ? (int)i % 3 : OWNER, i);
	}
	r_share->word[BASES + r_i] = q_bus(pinned);
	r_share->word[BASES + 4] |= r_card->pin(r_card, pinned, PIN_B, &bus) != 0;
	if (r_i == STILL)
		r_share->word[PID] = (uint64_t)getpid();
	r_fence();
	if (!r_share->word[BASES + 4])
		return 1;
	if (r_i == OWNER)
		strcat(said, " # SKIP the kernel allows no single copy");
	return 0;
}

/* An atomic operation, or a WRITE, on the owner's memory outside the arena. */
static void use_memory(uint32_t op, uint64_t cookie)
{
	struct q *q = &q_pairs[r_i];

	q_do(q, op, cookie, source, 8, r_share->word[BASES + OWNER], q_stag(2));
}

static void send_datagram(void)
{
	uint64_t *w = q_work(&q_pairs[3], OP(SEND), 1);

	q_gather(w, source, q_stag(1), 8);
	w[RDMA_WORK_TARGET / 8] = QKEY | q_put(3, WORK_TARGET_QP);
	q_go(&q_pairs[3]);
}

/* The others while one stands still in a WRITE. */
static void owner_waits(void)
{
	uint32_t result;

	result = q_command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_MR, 2);
	q_is(result, WAIT);
	q_mr_close(4); /* another region */
	q_attr[0] = q_put(RDMA_QP_STATE_RESET, QP_ATTR_CTL_STATE);
	q_is(q_command(RDMA_COMMAND_OP_MODIFY, RDMA_OBJECT_QP, STILL), WAIT);
	q_attr[0] = q_put(RDMA_QP_STATE_INIT, QP_ATTR_CTL_STATE);
	q_is(q_command(RDMA_COMMAND_OP_MODIFY, RDMA_OBJECT_QP, STILL), STATE);
	q_is(q_modify(&q_pairs[OTHER], RDMA_QP_STATE_ERR, 0, 0), OK); /* the other queue pair */
	q_is(q_command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_QP, OTHER), OK);
}

static void owner_goes_on(int by)
{
	kill((pid_t)r_share->word[PID], by);
	q_mr_close(2);
	q_is(q_modify(&q_pairs[STILL], RDMA_QP_STATE_RESET, 0, 0), OK);
}

static void still_in_write(int by)
{
	if (!set_up_three())
		return;
	if (by == SIGKILL && r_i == STILL)
		__atomic_fetch_add(&r_share->gone, 1, __ATOMIC_ACQ_REL);
	if (r_i == STILL) {
		stands_still = 1;
		use_memory(OP(WRITE), 1);
		q_expect(0, 1, DONE(OK));
		r_fence();
		return;
	}
	r_until(word(STOPPED));
	if (r_i == OTHER) {
		use_memory(OP(WRITE), 1);
		q_expect(0, 1, DONE(OK));
		__atomic_store_n(&r_share->word[STEP], 1, __ATOMIC_RELEASE);
	} else {
		r_until(word(STEP));
		owner_waits();
		owner_goes_on(by);
	}
	r_fence();
}

static void still_then_on(void)
{
	still_in_write(SIGCONT);
}

static void still_then_dead(void)
{
	still_in_write(SIGKILL);
}

/* Atomic operations outside the arena have a lock: those of others end, and go on behind it. */
static void still_in_atomic(void)
{
	if (!set_up_three())
		return;
	if (r_i == STILL) {
		__atomic_fetch_add(&r_share->gone, 1, __ATOMIC_ACQ_REL);
		stands_still = 1;
		use_memory(OP(FETCH_ADD), 1);
		for (;;)
			pause();
	}
	r_until(word(STOPPED));
	if (r_i == OTHER) {
		use_memory(OP(FETCH_ADD), 1);
		q_expect(0, 1, DONE(RETRY));
		kill((pid_t)r_share->word[PID], SIGKILL);
		r_until(rd_emu_gone((int32_t)r_share->word[PID]));
		q_reset(&q_pairs[OTHER]);
		__atomic_store_n(&r_share->word[STEP], 1, __ATOMIC_RELEASE);
		r_until(word(STEP) == 2);
		q_connect(&q_pairs[OTHER], OWNER, OTHER);
		use_memory(OP(FETCH_ADD), 2);
		q_expect(0, 2, DONE(OK));
	} else {
		r_until(word(STEP) == 1);
		q_reset(&q_pairs[OTHER]);
		q_connect(&q_pairs[OTHER], OTHER, OTHER);
		__atomic_store_n(&r_share->word[STEP], 2, __ATOMIC_RELEASE);
	}
	r_fence();
}

/* Datagrams of others overtake that of a process that stands still; it comes when it goes on. */
static void still_in_datagram(int by)
{
	uint64_t place = 0;

	if (!set_up_three())
		return;
	if (r_i == OWNER)
		for (uint64_t i = 0; i < 3; i++) {
			q_receive(&q_pairs[3], i, pinned + 8 * i, 8);
			q_pairs[3].recv[8 * i + 3] = q_put(8, ENTRY_WHERE_LENGTH) | q_stag(2);
		}
	r_fence();
	if (by == SIGKILL && r_i == STILL)
		__atomic_fetch_add(&r_share->gone, 1, __ATOMIC_ACQ_REL);
	if (r_i == STILL) {
		stands_still = 1;
		send_datagram();
	} else if (r_i == OTHER) {
		r_until(word(STOPPED));
		send_datagram();
		q_expect(0, 1, DONE(OK));
	} else {
		place = q_expect(1, 1, DONE(OK)).sender;
		r_check(q_get(place, DONE_SENDER_NODE) == OTHER, "sender");
		q_nothing(1);
		kill((pid_t)r_share->word[PID], by);
		q_expect(1, 0, by == SIGKILL ? DONE(ABORTED) : DONE(OK));
		q_is(q_modify(&q_pairs[3], RDMA_QP_STATE_ERR, 0, 0), OK);
		q_expect(1, 2, DONE(FLUSH));
	}
	r_fence();
}

static void datagram_then_on(void)
{
	still_in_datagram(SIGCONT);
}

static void datagram_then_dead(void)
{
	still_in_datagram(SIGKILL);
}

/* ---- Windows ---- */

enum { WINDOW = 3, KEY = 0x11, CHANGED = 0x77, WINDOW_STAG = WINDOW << 8 | KEY };

/* The window is a part of the region. */
static void post_bind(uint64_t cookie, uint32_t key, const char *at, uint32_t region)
{
	uint64_t *w = q_work(&q_pairs[STILL], OP(BIND), cookie);

	q_gather(w, NULL, q_stag(region), 0);
	q_remote(w, q_bus(at), WINDOW << 8 | key);
	w[RDMA_WORK_ARG / 8] = 64;
	w[RDMA_WORK_CMP / 8] = SHAPE(REMOTE_WRITE);
	q_go(&q_pairs[STILL]);
}

static void open_window(void)
{
	q_mr(WINDOW, NULL, 0, SHAPE(WINDOW));
	post_bind(9, KEY, pinned, 2);
	q_expect(0, 9, DONE(OK));
	q_is(q_command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_MR, 2), IN_USE);
}

/* The window is closed, by a request or by CLOSE, while the peer is inside: none of the ways to
 * give the memory back, or the window to another region, ends before it has gone on. */
static void owner_closes(int by_request)
{
	uint64_t *w;

	if (by_request) {
		w = q_work(&q_pairs[STILL], OP(INVALIDATE), 10);
		w[0] |= q_put(WINDOW_STAG, WORK_CTL_IMMEDIATE);
		q_go(&q_pairs[STILL]);
		q_nothing(0);
	} else {
		q_is(q_command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_MR, WINDOW), WAIT);
	}
	for (int i = 0; i < 3; i++)
		q_is(q_command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_MR, 2), WAIT);
	q_mr_close(4); /* another region */
	kill((pid_t)r_share->word[PID], SIGCONT);
	if (by_request)
		q_expect(0, 10, DONE(OK));
	q_mr_close(2);
	r_check(pinned[0] == CHANGED, "the WRITE had ended");
	memset(pinned, 1, 64);
}

static void writes_by_window(void)
{
	struct q *q = &q_pairs[STILL];

	memset(source, CHANGED, 64);
	stands_still = 1;
	q_do(q, OP(WRITE), 1, source, 64, r_share->word[BASES + OWNER], WINDOW_STAG);
	q_expect(0, 1, DONE(OK));
}

/* The peer stands still in a WRITE by the window of the owner's region; 0: that is not possible. */
static int stand_in_window(void)
{
	if (!set_up_three())
		return 0;
	if (r_i == OWNER)
		open_window();
	r_fence();
	if (r_i == STILL)
		writes_by_window();
	r_until(word(STOPPED));
	return 1;
}

static void still_in_window(int by_request)
{
	if (!stand_in_window())
		return;
	if (r_i == OWNER)
		owner_closes(by_request);
	r_fence();
	r_check(r_i != OWNER || pinned[0] == 1, "memory that was given back is written");
}

static void window_by_request(void)
{
	still_in_window(1);
}

static void window_by_close(void)
{
	still_in_window(0);
}

/* The peer has closed the window while it is inside, as one that spoils its own context can: BIND
 * waits. */
static void window_again(void)
{
	if (!stand_in_window())
		return;
	if (r_i == OWNER) {
		struct rd_emu_mr *mw =
			(void *)(r_card->arena + R_DATA + 64 + 8 * RDMA_QP_BYTES +
				 2 * RDMA_CQ_BYTES + RDMA_SRQ_BYTES + WINDOW * RDMA_MR_BYTES);

		mw->word &= ~(RD_EMU_MR_BOUND | SHAPE(REMOTE_WRITE));
		post_bind(11, KEY + 1, source, 4);
		q_nothing(0);
		q_is(q_command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_MR, 2), WAIT);
		kill((pid_t)r_share->word[PID], SIGCONT);
		q_expect(0, 11, DONE(OK));
		q_mr_close(2);
	}
	r_fence();
}

static void run_still(const char *what, void (*body)(void))
{
	snprintf(said, SAID_B, "one stands still in %s", what);
	r_run(said, 3, 1, body);
}

int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : 6;
	uint64_t random = argc > 2 ? strtoull(argv[2], NULL, 0) : 20261129;

	diag("seed %llu", (unsigned long long)random);
	jobs("killed", SIGKILL, n, &random);
	jobs("stopped", SIGSTOP, n, &random);
	said = mmap(NULL, SAID_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (said == MAP_FAILED)
		return 1;
	run_still("a WRITE and goes on", still_then_on);
	run_still("a datagram and goes on", datagram_then_on);
	run_still("a window that INVALIDATE closes", window_by_request);
	run_still("a window that CLOSE closes", window_by_close);
	run_still("a window that is bound again", window_again);
	r_may_die = 1u << STILL;
	run_still("a WRITE and is killed", still_then_dead);
	run_still("an atomic operation and is killed", still_in_atomic);
	run_still("a datagram and is killed", datagram_then_dead);
	return done();
}
