/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Jobs on the card's model that are killed: a process ends by SIGKILL after a random part of its
 * processor time, in the middle of anything, the others soon after it. The next job opens the same
 * pages of the same cards: each of its sums, messages and bytes must be right. And two processes on
 * one card that trust each other in nothing: one writes at random to its registers, rings and
 * descriptors, the other's data and order hold.
 *
 * Arguments: jobs killed, else 20; seed.
 */
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>

#include "t/hw/emu_group.h"

enum { BOX = 1 << 20, SOURCE = 2 << 20, TARGET = 3 << 20, LAND = 4 << 20 }; /* in the arena */
enum { STEPS = 30, WORDS = 700, BYTES = 5000, BESIDE = 500 };

#define IS_SET 0x80000000u /* of flags, without effect: they are those of a use */

static uint64_t job;     /* number of the job that runs */
static uint64_t fuse_ns; /* processor time after which process `victim` ends; 0: never */
static int victim;

/* ---- A job ---- */

static void light_fuse(void)
{
	struct sigevent kill_it = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
	struct itimerspec once = {
		.it_value = {(time_t)(fuse_ns / 1000000000), (long)(fuse_ns % 1000000000)}};
	timer_t timer;

	if (fuse_ns && r_i == victim)
		r_check(!timer_create(CLOCK_PROCESS_CPUTIME_ID, &kill_it, &timer) &&
				!timer_settime(timer, 0, &once, NULL),
			"%s", strerror(errno));
}

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static uint8_t content(uint64_t number, uint32_t i)
{
	return (uint8_t)((number + i) * 0x9e3779b97f4a7c15u >> 56);
}

static void fill(uint32_t at, uint64_t number)
{
	for (uint32_t i = 0; i < BYTES; i++)
		r_card->arena[at + i] = (char)content(number, i);
}

static void check_bytes(uint32_t at, uint64_t number)
{
	for (uint32_t i = 0; i < BYTES; i++)
		r_check((uint8_t)r_card->arena[at + i] == content(number, i),
			"job %llu: byte %u of number %llu", (unsigned long long)job, i,
			(unsigned long long)number);
}

static void barrier(uint64_t entered)
{
	uint64_t *all = &r_share->word[1];

	__atomic_fetch_add(all, 1, __ATOMIC_ACQ_REL);
	r_write(RN_BARRIER_GROUP, 0);
	r_until(!(r_read(RN_BARRIER_GROUP) & RN_BARRIER_GROUP_INSIDE_MASK));
	r_check(__atomic_load_n(all, __ATOMIC_ACQUIRE) >= entered * (uint64_t)r_n,
		"job %llu: barrier %llu", (unsigned long long)job, (unsigned long long)entered);
}

static void sum_registers(const struct use *u, uint64_t number)
{
	for (uint32_t k = 0; k < u->beats; k++)
		r_write64(at(u, RN_REDUCE_OPERAND_0) + 8 * k, x(u, u->index, number, k));
	set(u, RN_REDUCE_DOORBELL, 0);
	r_until(status(u) & RN_REDUCE_STATUS_RESULT_MASK);
	for (uint32_t k = 0; k < u->beats; k++) {
		uint64_t is = get(u, RN_REDUCE_RESULT_0 + 8 * k) |
			      (uint64_t)get(u, RN_REDUCE_RESULT_0 + 8 * k + 4) << 32;

		r_check(is == expected(u, number, k), "job %llu: sum %llu", (unsigned long long)job,
			(unsigned long long)number);
	}
}

static void sum_vector(const struct use *u, uint64_t number)
{
	uint64_t *from = (uint64_t *)(void *)(r_card->arena + SOURCE), *d = r_desc();
	uint64_t *to = (uint64_t *)(void *)(r_card->arena + LAND);

	for (uint32_t k = 0; k < WORDS; k++)
		from[k] = x(u, u->index, number, k);
	d[0] = r_ctl(RN_DMA_OP_REDUCE, 0, 0, WORDS * 8, RN_DESCRIPTOR_CTL_COMPLETE_MASK);
	d[1] = number;
	d[2] = r_local(0, LAND);
	d[3] = r_local(0, SOURCE);
	d[4] = (uint64_t)u->group << RN_DESCRIPTOR_COUNT_GROUP_LSB |
	       (uint64_t)(u->beats - 1) << RN_DESCRIPTOR_COUNT_BEATS_LSB;
	r_go();
	r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_OK, number);
	for (uint32_t k = 0; k < WORDS; k++)
		r_check(to[k] == expected(u, number, k), "job %llu: word %u of vector %llu",
			(unsigned long long)job, k, (unsigned long long)number);
}

/* A write and a message that follows it, to the next process. */
static void message(uint64_t number)
{
	int to = (r_i + 1) % r_n, from = (r_i + r_n - 1) % r_n;
	uint64_t *d = r_desc();
	const uint64_t *end = NULL;

	fill(SOURCE, number * 64 + (uint64_t)r_i);
	d[0] = r_ctl(RN_DMA_OP_WRITE, to, 0, BYTES, 0);
	d[2] = r_head(to, 0, r_key(to), BOX);
	d[3] = r_local(0, SOURCE);
	d = r_desc();
	d[0] = r_ctl(RN_DMA_OP_MSG, to, 0, 0, 0);
	d[2] = number << RN_MSG_HEAD_USER_LSB;
	r_go();
	r_until((end = r_recv()) != NULL);
	r_check(end[0] >> RN_MSG_HEAD_USER_LSB == number, "job %llu: message %llu, not %llu",
		(unsigned long long)job, (unsigned long long)(end[0] >> RN_MSG_HEAD_USER_LSB),
		(unsigned long long)number);
	r_recv_done();
	check_bytes(BOX, number * 64 + (uint64_t)from);
	r_fence();
}

static void stream(uint64_t number)
{
	int to = (r_i + 1) % r_n, from = (r_i + r_n - 1) % r_n;
	uint64_t *d;

	r_arm(1, 0, TARGET, BYTES, from, (uint32_t)number);
	r_fence();
	fill(SOURCE, number * 64 + (uint64_t)r_i);
	d = r_desc();
	d[0] = r_ctl(RN_DMA_OP_DATA, to, 1, BYTES, 0);
	d[3] = r_local(0, SOURCE);
	r_go();
	r_expect(RN_COMPLETION_KIND_STREAM, RN_DMA_STATUS_OK, (uint32_t)number);
	check_bytes(TARGET, number * 64 + (uint64_t)from);
}

/* As rd_ring_start does: no process stops before all have their results, none sends before all
 * have started. */
static void restart(struct use *u, uint32_t flags, uint64_t *barriers)
{
	int right = (u->n - 1) / 2, near = u->index <= right ? u->index - 1 : (u->index + 1) % u->n;

	if (u->flags == flags)
		return;
	barrier(++*barriers);
	if (u->flags)
		stop(u);
	u->flags = flags;
	own(u, 1);
	set(u, RN_REDUCE_MEMBER, (uint32_t)u->index << RN_REDUCE_MEMBER_INDEX_LSB | (uint32_t)u->n);
	set(u, RN_REDUCE_TOWARD, near < 0 ? 0 : (uint32_t)u->node[near]);
	set(u, RN_REDUCE_CTRL, ctrl_of(u) | RN_REDUCE_CTRL_EN_MASK);
	r_check(status(u) & RN_REDUCE_STATUS_RUN_MASK, "started: %#x", status(u));
	barrier(++*barriers);
}

static void work(void)
{
	struct use u = whole_ring(0, RN_REDUCE_OP_SUM, F64, 4, 0);
	uint32_t left = (uint32_t)r_n / 2, epoch = (job & 63) << RN_REDUCE_CTRL_EPOCH_LSB;
	uint64_t barriers = 0, random = job * 0x1234567 + 1;

	r_up();
	r_card->write(r_card, RN_GROUP_CONFIG,
		      RN_GROUP_CONFIG_ENABLE_MASK | left << RN_GROUP_CONFIG_LEFT_LSB |
			      ((uint32_t)r_n - 1 - left));
	r_fence();
	for (uint64_t step = 0; step < STEPS; step++) {
		uint64_t number = job * STEPS + step, r = r_random(&random) >> 8;

		if (r % 5 == 0)
			barrier(++barriers);
		if (r % 5 == 1)
			restart(&u, r / 5 % 2 ? CHAIN | epoch : epoch | IS_SET, &barriers);
		if (r % 5 == 1)
			sum_registers(&u, number);
		if (r % 5 == 2)
			restart(&u, CHAIN | STREAM | epoch, &barriers);
		if (r % 5 == 2)
			sum_vector(&u, number);
		if (r % 5 == 3)
			message(number);
		if (r % 5 == 4)
			stream(number);
	}
	if (!r_i)
		r_share->word[0] = now_ns();
}

/* ---- Jobs, one after the other ---- */

/* The processes of a job on the ring. The victim ends first, then all. 1: all ended well. */
static int run_job(void (*body)(void))
{
	pid_t pid[R_MAX];
	int status;

	memset(r_share, 0, sizeof(*r_share));
	for (int i = 0; i < r_n; i++) {
		pid[i] = fork();
		if (!pid[i])
			r_child(i, body);
	}
	if (!fuse_ns)
		return r_reap(pid);
	waitpid(pid[victim], &status, 0);
	for (int i = 0; i < r_n; i++)
		if (i != victim)
			kill(pid[i], SIGKILL);
	for (int i = 0; i < r_n; i++)
		if (i != victim)
			waitpid(pid[i], &status, 0);
	return 1;
}

static void make_ring(int nodes, int users)
{
	r_fd = memfd_create("ring", 0);
	r_nodes = nodes;
	r_users = users;
	r_n = nodes * users;
	r_share = mmap(NULL, sizeof(*r_share), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		       -1, 0);
}

static void killed_jobs(unsigned jobs, uint64_t seed)
{
	uint64_t length, random = seed;
	unsigned right = 0;

	make_ring(4, 1);
	r_before = light_fuse;
	ok(run_job(work), "a job of %d processes", r_n);
	length = r_share->word[0];
	while (right < jobs) {
		uint64_t r = r_random(&random) >> 8;

		job++;
		victim = (int)(r % (uint64_t)r_n);
		fuse_ns = 1 + r / 64 % length;
		run_job(work);
		job++;
		fuse_ns = 0;
		if (!run_job(work))
			break;
		right++;
	}
	ok(right == jobs, "%u of %u jobs are killed, seed %#llx: the next one is right", right,
	   jobs, (unsigned long long)seed);
	r_before = NULL;
	munmap(r_share, sizeof(*r_share));
	close(r_fd);
}

/* ---- A page that means harm ---- */

static void strike(uint64_t *random)
{
	uint64_t r = r_random(random) >> 8, value = r_random(random) >> (8 + r % 48);

	if (r >> 8 & 1)
		r_card->arena[r / 512 % R_DATA] = (char)value;
	else
		r_write((uint32_t)(r / 512 % (RN_PAGE_BYTES / 4) * 4), (uint32_t)value);
}

/* A descriptor that makes sense often. */
static void harm(uint64_t *random)
{
	uint64_t *d = r_desc(), r = r_random(random) >> 8;

	d[0] = r_ctl((uint32_t)(r % 6), (int)(r / 8 % 2), (uint32_t)(r / 16 % 64),
		     (uint32_t)(r / 1024 % 3000), r & RN_DESCRIPTOR_CTL_COMPLETE_MASK);
	d[1] = r;
	d[2] = r_head(2, (uint32_t)(r_random(random) >> 8) % 8, (uint16_t)r, BOX);
	d[3] = r_local(0, SOURCE);
	d[4] = r_random(random) % 4;
}

static int raging;

/* Bases that a raging page writes are addresses of its own process, which it must survive. */
ssize_t process_vm_writev(pid_t pid, const struct iovec *local, unsigned long n,
			  const struct iovec *remote, unsigned long m, unsigned long flags)
{
	if (!raging)
		return syscall(SYS_process_vm_writev, pid, local, n, remote, m, flags);
	errno = EFAULT;
	return -1;
}

/* Until a process of the others ends this one. */
static _Noreturn void rage(void)
{
	uint64_t random = 0xbad + (uint64_t)r_i;

	raging = 1;
	r_share->word[8 + r_i] = (uint64_t)getpid();
	__atomic_fetch_add(&r_share->gone, 1, __ATOMIC_ACQ_REL);
	for (;;) {
		r_up();
		for (int i = 0; i < 30; i++)
			harm(&random);
		r_go();
		for (uint64_t n = (r_random(&random) >> 8) % 300; n--;)
			strike(&random);
	}
}

static void send_beside(uint64_t number)
{
	uint64_t *d = r_desc();

	fill(SOURCE, number);
	d[0] = r_ctl(RN_DMA_OP_WRITE, 1, 0, BYTES, 0);
	d[2] = r_head(2, 0, r_key(2), BOX);
	d[3] = r_local(0, SOURCE);
	d = r_desc();
	d[0] = r_ctl(RN_DMA_OP_MSG, 1, 0, 0, 0);
	d[2] = number << RN_MSG_HEAD_USER_LSB;
	r_go();
}

static void take_beside(uint64_t number)
{
	const uint64_t *end = NULL;

	r_until((end = r_recv()) != NULL);
	r_check(end[0] >> RN_MSG_HEAD_USER_LSB == number && !r_field(end[1], RN_MSG_WHAT_PAGE),
		"message %llu", (unsigned long long)number);
	r_recv_done();
	check_bytes(BOX, number);
}

/* Process 0 sends to process 2, behind the other card; processes 1 and 3 are the other pages of
 * the two cards and rage. */
static void beside(void)
{
	uint64_t *turn = &r_share->word[3];

	r_up();
	r_write(RN_QUEUES_RECV_FROM, 1);
	r_fence();
	if (r_i % 2)
		rage();
	for (uint64_t number = 0; number < BESIDE; number++)
		if (r_i) {
			take_beside(number);
			__atomic_store_n(turn, number + 1, __ATOMIC_RELEASE);
		} else {
			send_beside(number);
			r_until(__atomic_load_n(turn, __ATOMIC_ACQUIRE) == number + 1);
		}
	r_until(__atomic_load_n(&r_share->gone, __ATOMIC_ACQUIRE) == 2);
	r_fence();
	for (int i = 1; i < r_n && !r_i; i += 2)
		kill((pid_t)r_share->word[8 + i], SIGKILL);
}

int main(int argc, char **argv)
{
	unsigned jobs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : 20;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 0x5eed7;

	killed_jobs(jobs, seed);
	r_may_die = 1u << 1 | 1u << 3;
	r_run("two pages rage, the data and messages of two others hold", 2, 2, beside);
	return done();
}
