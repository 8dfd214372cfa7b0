/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows that a process which sleeps in poll() on irq_fd after arm is woken by every event that the
 * card produces for its page: WRITE, MSG, DATA, operations on its registers, completions, faults;
 * that no wake-up is lost in tens of thousands of rounds, also if publishers need a fence of their
 * own (no membarrier); and that no process is woken by an event of another page. With the argument
 * "speed" it prints the duration of a doorbell and of a ping-pong.
 */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <sys/syscall.h>

#include "hw/emu/emu.h"
#include "runtime/progress.h"
#include "t/hw/emu_ring.h"

#define ROUNDS 20000
#define LOST_MS 5000 /* a sleep of that many milliseconds: there was no wake-up */

static uint64_t *inbox; /* words of this page that other pages write */
static uint64_t sleeps;

/* Sleeps until `come` returns 1, however often it is woken. */
#define sleep_until(come) \
	do { \
		while (!(come)) { \
			r_check(r_card->arm(r_card) == RD_ARM_OK, "arm"); \
			if (!(come)) \
				sleep_once(__LINE__); \
			r_card->disarm(r_card); \
		} \
	} while (0)

static void sleep_once(int line)
{
	struct pollfd wakeup = {.fd = r_card->irq_fd, .events = POLLIN};
	int n = poll(&wakeup, 1, LOST_MS);

	sleeps++;
	if (n != 1 && __atomic_load_n(&r_share->failed, __ATOMIC_RELAXED))
		_exit(1);
	r_check(n == 1, "line %d: after %llu sleeps nobody rang", line, (unsigned long long)sleeps);
}

static uint64_t arrived(int which)
{
	return __atomic_load_n(&inbox[which], __ATOMIC_ACQUIRE); /* pairs with rd_emu_copy_up */
}

static void up(void)
{
	r_up();
	inbox = (uint64_t *)(void *)(r_card->arena + R_DATA);
	r_fence();
}

static void write_word(int to, int which, uint64_t value)
{
	uint64_t *d = r_desc();

	d[0] = r_ctl(RN_DMA_OP_WRITE, to / r_users, 0, 8, RN_DESCRIPTOR_CTL_INLINE_MASK);
	d[2] = r_head(to, 0, r_key(to), R_DATA + 8 * (uint32_t)which);
	d[4] = value;
	r_go();
}

static void send_msg(int to, uint64_t value)
{
	uint64_t *d = r_desc();

	d[0] = r_ctl(RN_DMA_OP_MSG, to / r_users, (uint32_t)(to % r_users), 0, 0);
	d[2] = value << 8;
	r_go();
}

static int other(void)
{
	return (r_i + r_n / 2) % r_n;
}

/* ---- Rounds ---- */

/* A page pauses a little, so that some wake-ups meet the sleeper on its way to sleep. */
static void pause_a_little(uint64_t *seed)
{
	for (uint64_t n = r_random(seed) % 200; n; n--)
		rd_cpu_relax();
}

static void pings(void)
{
	uint64_t seed = 5 + (uint64_t)r_i;

	up();
	for (uint64_t i = 1; i <= ROUNDS; i++) {
		if (r_i >= r_n / 2)
			sleep_until(arrived(0) >= i);
		pause_a_little(&seed);
		write_word(other(), 0, i);
		if (r_i < r_n / 2)
			sleep_until(arrived(0) >= i);
	}
	r_check(sleeps > ROUNDS / 10, "only %llu sleeps", (unsigned long long)sleeps);
}

/* Process 1 does not sleep: its answer meets process 0 on its way to sleep. */
static void answers_at_once(void)
{
	uint64_t seed = 5 + (uint64_t)r_i;

	up();
	for (uint64_t i = 1; i <= 4 * ROUNDS; i++) {
		if (r_i == 0)
			write_word(1, 0, i);
		else
			r_until(arrived(0) >= i);
		for (uint64_t n = r_random(&seed) % 16; n; n--)
			rd_cpu_relax();
		if (r_i == 1)
			write_word(0, 0, i);
		else
			sleep_until(arrived(0) >= i);
	}
}

static void messages(void)
{
	uint64_t seed = 5 + (uint64_t)r_i;
	const uint64_t *end;

	up();
	for (uint64_t i = 1; i <= ROUNDS; i++) {
		if (r_i == 0)
			send_msg(1, i);
		sleep_until((end = r_recv()));
		r_check(end[0] >> 8 == i, "message %llu of %llu", (unsigned long long)(end[0] >> 8),
			(unsigned long long)i);
		r_recv_done();
		pause_a_little(&seed);
		if (r_i == 1)
			send_msg(0, i);
	}
}

/* An operation on a register of the other page; TEST_WRITE_INT raises an event. */
static void operate(uint32_t op, int node, uint64_t arg)
{
	r_write(RN_FE_ARG_LO, (uint32_t)arg);
	r_write(RN_FE_COMMAND,
		op | 4u << RN_FE_COMMAND_REG_LSB | (uint32_t)node << RN_FE_COMMAND_NODE_LSB);
}

static void events(void)
{
	uint64_t seed = 5 + (uint64_t)r_i;

	up();
	r_write(RN_PAGE_MASK, RN_PAGE_EVENT_FE_MASK);
	for (uint64_t i = 1; i <= ROUNDS / 2; i++) {
		if (r_i == 0)
			operate(RN_FE_OP_TEST_WRITE_INT, 1, i);
		sleep_until(r_read(RN_PAGE_EVENT) & RN_PAGE_EVENT_FE_MASK);
		r_check(r_card->read(r_card, RN_IDENT_IRQ) == 1, "IRQ");
		r_write(RN_PAGE_EVENT, RN_PAGE_EVENT_FE_MASK);
		operate(RN_FE_OP_TEST_READ_RESET, r_i, 0);
		r_check(r_read(RN_FE_RES_LO) == (uint32_t)i, "value %u", r_read(RN_FE_RES_LO));
		pause_a_little(&seed);
		if (r_i == 1)
			operate(RN_FE_OP_TEST_WRITE_INT, 0, i);
	}
}

/* Every process adds to a word of its own at process 0, which sleeps until all have come. */
static int all_here(uint64_t i)
{
	for (int p = 1; p < r_n; p++)
		if (arrived(p) < i)
			return 0;
	return 1;
}

static void many_to_one(void)
{
	uint64_t seed = 5 + (uint64_t)r_i;

	up();
	for (uint64_t i = 1; i <= ROUNDS / 4; i++) {
		if (r_i == 0) {
			sleep_until(all_here(i));
			for (int p = 1; p < r_n; p++)
				write_word(p, 0, i);
		} else {
			pause_a_little(&seed);
			write_word(0, r_i, i);
			sleep_until(arrived(0) >= i);
		}
	}
}

/* From now on the system call fails in this process as on a kernel without it. */
static void forbid(long call)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = {.len = sizeof(code) / sizeof(*code), .filter = code};

	r_check(!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "%s", strerror(errno));
	r_check(!prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog), "seccomp: %s", strerror(errno));
}

static void no_membarrier(void)
{
	if (r_i % 2 == 0)
		forbid(SYS_membarrier);
}

static void heavy_pings(void)
{
	struct rd_emu *e = (struct rd_emu *)r_card;

	r_check(e->light == r_i % 2, "this process is %s", e->light ? "light" : "heavy");
	r_check(e->ring->heavy == (uint32_t)(r_n + 1) / 2, "%u are heavy", e->ring->heavy);
	pings();
}

/* ---- One of each ---- */

static uint32_t step; /* of the two processes */

/* Process 1 sleeps; process 0 performs an operation for it when it does. */
static void woken_by(const char *what, void (*act)(void))
{
	struct rd_emu *e = (struct rd_emu *)r_card;
	struct pollfd wakeup = {.fd = r_card->irq_fd, .events = POLLIN};

	r_fence();
	if (r_i == 1)
		r_check(r_card->arm(r_card) == RD_ARM_OK, "arm");
	r_fence();
	if (r_i == 1)
		r_check(poll(&wakeup, 1, LOST_MS) == 1, "%s rings", what);
	else
		act();
	step++;
	r_fence();
	if (r_i == 1)
		r_card->disarm(r_card);
	r_check(r_i != 1 || !poll(&wakeup, 1, 0), "%s: disarm takes the ring back", what);
	r_check(r_i != 1 || !e->page->sleeping, "%s: disarmed", what);
	r_fence();
	r_check(!e->ring->sleepers, "%s: %u sleep", what, e->ring->sleepers);
}

static void act_write(void)
{
	write_word(1, 0, 1);
}
static void act_msg(void)
{
	send_msg(1, 1);
}
static void act_add(void)
{
	operate(RN_FE_OP_FETCH_ADD, 1, 1);
}
static void act_kill(void)
{
	rd_emu_kill_link(r_card, 0, 0);
}

static void act_refused(void)
{
	uint64_t *d = r_desc();

	d[0] = r_ctl(RN_DMA_OP_WRITE, 1, 0, 8, RN_DESCRIPTOR_CTL_INLINE_MASK);
	d[2] = r_head(1, 5, 0, 0);
	r_go();
}

static void act_data(void)
{
	uint64_t *d = r_desc();

	d[0] = r_ctl(RN_DMA_OP_DATA, 1, 0, 8, RN_DESCRIPTOR_CTL_INLINE_MASK);
	r_go();
}

static void act_bcast(void)
{
	uint64_t *d = r_desc();

	d[0] = r_ctl(RN_DMA_OP_BCAST, 0, 0, 8, RN_DESCRIPTOR_CTL_INLINE_MASK);
	r_go();
}

/* An event of another page, or of no page, wakes no process. */
static void quiet(void)
{
	struct pollfd wakeup = {.fd = r_card->irq_fd, .events = POLLIN};

	if (r_i == 1)
		r_card->arm(r_card);
	r_fence();
	if (r_i == 0) {
		write_word(2, 0, 1);
		send_msg(2, 1);
	}
	r_fence();
	r_check(r_i != 1 || !poll(&wakeup, 1, 0), "woken for another");
	if (r_i == 1)
		r_card->disarm(r_card);
	r_fence();
}

static void each(void)
{
	up();
	quiet();
	woken_by("WRITE", act_write);
	woken_by("MSG", act_msg);
	woken_by("an operation on a register", act_add);
	woken_by("a refusal", act_refused);
	woken_by("DATA to a closed stream", act_data);
	woken_by("BCAST", act_bcast);
	woken_by("a fault", act_kill);
	r_check(step == 7, "%u steps", step);
}

/* Several sleep, one ends without disarm: it is not counted as a sleeper any more. */
static void ends_asleep(void)
{
	struct rd_emu *e = (struct rd_emu *)r_card;

	up();
	r_card->arm(r_card);
	r_fence();
	r_check(e->ring->sleepers == (uint32_t)r_n, "%u sleep", e->ring->sleepers);
	r_fence();
	if (r_i) {
		struct rd_card_place place = r_card->place;

		r_card->close(r_card);
		r_check(!rd_card_emu.open(&place, &r_card), "opened again");
	}
	r_fence();
	r_check(r_i || e->ring->sleepers == 1, "%u sleep", e->ring->sleepers);
	r_fence();
}

static void ring_when_asleep(int to, uint64_t value)
{
	struct rd_emu *e = (struct rd_emu *)r_card;

	r_until(__atomic_load_n(&e->pages[to].sleeping, __ATOMIC_ACQUIRE));
	write_word(to, 0, value);
}

/* A page that is closed and opened again has another wake-up, which other processes have to
 * find. */
static void opened_again(void)
{
	struct rd_card_place place = r_card->place;

	for (uint64_t i = 1; i <= 5; i++) {
		up();
		inbox[0] = 0;
		r_fence();
		if (r_i == 0) {
			ring_when_asleep(1, i);
		} else {
			r_card->arm(r_card);
			sleep_once(__LINE__);
			r_card->disarm(r_card);
			r_check(arrived(0) == i, "rung without a word");
		}
		r_fence();
		if (r_i == 1) {
			r_card->close(r_card);
			r_check(!rd_card_emu.open(&place, &r_card), "opened again");
		}
		r_fence();
	}
}

/* ---- Speed ---- */

static void speed(void)
{
	uint64_t since, n = 1000000;

	up();
	since = rd_clock_ns();
	for (uint64_t i = 1; r_i == 0 && i <= n; i++)
		write_word(1, 0, i);
	if (r_i == 0)
		diag("doorbell with an inline WRITE of 8 bytes: %.1f ns",
		     (double)(rd_clock_ns() - since) / (double)n);
	r_fence();
	inbox[0] = 0;
	r_fence();
	since = rd_clock_ns();
	for (uint64_t i = 1; i <= n; i++) {
		if (r_i == 0)
			write_word(1, 0, i);
		while (arrived(0) < i)
			rd_cpu_relax();
		if (r_i == 1)
			write_word(0, 0, i);
	}
	if (r_i == 0)
		diag("one way, by ping-pong: %.1f ns",
		     (double)(rd_clock_ns() - since) / (double)n / 2);
	r_fence();
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "speed")) {
		r_run("speed", 2, 1, speed);
		return done();
	}
	r_run("each thing wakes, once", 3, 1, each);
	r_run("ping-pong of WRITE, asleep", 2, 1, pings);
	r_run("ping-pong of WRITE, two pairs", 2, 2, pings);
	r_run("answers that meet a process on its way to sleep", 2, 1, answers_at_once);
	r_run("ping-pong of MSG", 2, 1, messages);
	r_run("ping-pong of TEST_WRITE_INT", 2, 1, events);
	r_run("many wake one, and one many", 4, 1, many_to_one);
	r_run("a sleeper ends", 3, 1, ends_asleep);
	r_run("a page is opened again", 2, 1, opened_again);
	r_before = no_membarrier;
	r_run("ping-pong with and without membarrier", 2, 1, heavy_pings);
	r_run("answers that meet a process on its way to sleep, without membarrier", 2, 1,
	      answers_at_once);
	r_run("many wake one, with and without membarrier", 4, 1, many_to_one);
	return done();
}
