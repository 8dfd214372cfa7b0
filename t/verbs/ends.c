/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ends of a process, and processes made by fork. Argument:
 *
 *     handler    a signal handler ends the process while it polls
 *     thread     main returns while another thread posts and polls
 *     late       the library is used after its destructor, and destroys everything
 *     fork       a child has no device: its calls take nothing from its parent
 *     atomics    rank 1 ends while its threads add to words that the card of rank 0 changes, too
 *     stuck      rank 1 is killed while the thread of the library of rank 0 gets no processor
 *     full       rank 1 is killed; rank 0 had no descriptor left when they connected
 *     leave      rank 1 ends in order; requests to it fail, but not before their retries are over
 *     stay       likewise, but its process goes on behind the library's end
 *
 * By mpirun --ring emu --verbs, `fork`, `atomics`, `stuck`, `full`, `leave` and `stay` with two
 * ranks, the others with one.
 */
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "t/verbs/other.h"

#define MESSAGES 2000

static struct side a;

static void join_self(void)
{
	struct address own;
	struct wish w = {.sig_all = 1};

	open_side(&a, 128);
	make_qp(&a, &w, IBV_QPT_RC);
	own = address_of(&a);
	join_qp(&a, &own, &w);
}

static void end(int sig)
{
	(void)sig;
	exit(0); /* NOLINT: not safe in a handler, and common */
}

static void by_handler(void)
{
	signal(SIGALRM, end);
	ualarm(100000, 0);
	for (;;)
		await(&a, 1);
}

static void *use(void *arg)
{
	struct address own = address_of(&a);

	(void)arg;
	for (;;) {
		post_op(&a, IBV_WR_RDMA_WRITE, 1, 0, 64, &own, 4096);
		await(&a, 0.01);
	}
	return NULL;
}

static void beside_thread(void)
{
	pthread_t thread;

	must(!pthread_create(&thread, NULL, use, NULL), "pthread_create");
	await(&a, 0.05);
}

/* ---- Behind the library's end ---- */

static void (*late)(void);

static void run_late(int status, void *arg)
{
	(void)status, (void)arg;
	if (late)
		late();
}

static void register_late(void)
{
	on_exit(run_late, NULL); /* those of atexit run with the program's destructors */
}

/* Before the loader registers the destructors: functions of exit run in reverse order. */
__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = register_late;

static void linger(void)
{
	usleep(50000);
}

static void stay(void)
{
	sleep(5);
}

static void destroy_all(void)
{
	struct address own = address_of(&a);

	for (int i = 0; i < 10; i++)
		post_op(&a, IBV_WR_RDMA_WRITE, 1, 0, 64, &own, 4096);
	await(&a, 0.001);
	if (ibv_destroy_qp(a.qp) || ibv_dereg_mr(a.mr) || ibv_destroy_cq(a.cq) ||
	    ibv_destroy_comp_channel(a.channel) || ibv_dealloc_pd(a.pd) || ibv_close_device(a.ctx))
		_exit(1);
}

/* ---- fork ---- */

/* Polls until it is killed. */
static void be_child(int to)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *ctx = list && list[0] ? ibv_open_device(list[0]) : NULL;
	char refused = !ctx && errno == ENODEV;

	must(write(to, &refused, 1) == 1, "write");
	for (;;)
		await(&a, 1);
}

static void receive_beside_child(void)
{
	char refused = 0;
	int fd[2], got = 0;
	pid_t child;

	must(!pipe(fd), "pipe");
	child = fork();
	if (!child)
		be_child(fd[1]);
	must(child > 0 && read(fd[0], &refused, 1) == 1, "the child");
	ok(refused, "a child of fork gets no device");
	for (uint64_t i = 0; i < 64; i++)
		post_recv(&a, i, 0, 4096);
	meet(2);
	for (uint64_t i = 0; i < MESSAGES; i++) {
		struct ibv_wc wc = await(&a, 10);

		if (wc.status != IBV_WC_SUCCESS || wc.wr_id != i)
			break;
		got++;
		post_recv(&a, i + 64, 0, 4096);
	}
	is_int(got, MESSAGES, "the parent receives all messages");
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

static void beside_fork(void)
{
	open_side(&a, 128);
	make_qp(&a, &(struct wish){0}, IBV_QPT_RC);
	join_other(&a, &(struct wish){0}, 0);
	if (!own_rank()) {
		receive_beside_child();
		meet(3);
		exit(done());
	}
	meet(2);
	for (uint64_t i = 0; i < MESSAGES; i++) {
		post_op(&a, IBV_WR_SEND, i, 0, 64, NULL, 0);
		if (await(&a, 10).status != IBV_WC_SUCCESS)
			break;
	}
	meet(3);
}

/* ---- Atomic operations of this process with itself, when its card is closed ---- */

enum { PAIRS = 60, CHAIN = 16, GRANT = 500 };

static struct ibv_send_wr addition(struct ibv_sge *sge, uint64_t addr, uint32_t rkey)
{
	struct ibv_send_wr wr = request(IBV_WR_ATOMIC_FETCH_AND_ADD, 1, sge);

	wr.wr.atomic.remote_addr = addr;
	wr.wr.atomic.rkey = rkey;
	return wr;
}

/* More requests than may be under way, so that some wait when the card is closed. */
static void *add_here(void *arg)
{
	struct ibv_sge sge = {(uintptr_t)a.buf + 4096, 8, a.mr->lkey};
	struct ibv_send_wr wr[CHAIN], *bad;
	struct ibv_wc wc;
	struct side *pairs = arg;

	for (int i = 0; i < CHAIN; i++) {
		wr[i] = addition(&sge, (uintptr_t)a.buf, a.mr->rkey);
		wr[i].send_flags = 0;
		wr[i].next = i + 1 < CHAIN ? &wr[i + 1] : NULL;
	}
	for (int i = 0;; i = (i + 1) % PAIRS) {
		ibv_post_send(pairs[i].qp, wr, &bad);
		ibv_poll_cq(a.cq, 1, &wc);
	}
	return NULL;
}

static void beside_atomics(void)
{
	static struct side pairs[PAIRS];
	struct address other;
	pthread_t thread;

	open_side(&a, 128);
	make_qp(&a, &(struct wish){0}, IBV_QPT_RC);
	other = join_other(&a, &(struct wish){0}, 0);
	if (!own_rank()) {
		struct ibv_sge sge = {(uintptr_t)a.buf, 8, a.mr->lkey};

		for (int i = 0; i < GRANT; i++) {
			struct ibv_send_wr wr = addition(&sge, other.buf, other.rkey);

			must(!post(&a, &wr) && !await(&a, 20).status, "an addition");
		}
		meet(3);
		return;
	}
	for (int i = 0; i < PAIRS; i++) {
		struct side peer = a;

		pairs[i] = a;
		make_pair(&pairs[i], &peer, &(struct wish){0});
	}
	meet(3);
	for (int i = 0; i < 3; i++)
		must(!pthread_create(&thread, NULL, add_here, pairs), "pthread_create");
	usleep(50000);
	late = linger;
}

/* ---- A thread without a processor ---- */

/* The thread of this process that is not its first one. */
static pid_t other_thread(void)
{
	DIR *dir = opendir("/proc/self/task");
	struct dirent *entry;
	pid_t tid = 0;

	must(dir != NULL, "/proc/self/task");
	while ((entry = readdir(dir)))
		if (atoi(entry->d_name) > 0 && atoi(entry->d_name) != getpid())
			tid = atoi(entry->d_name);
	closedir(dir);
	return tid;
}

/* Whether the stopped thread is in a sleep, which it enters without the lock: stopped with the lock
 * held, it would hold up every call. */
static int sleeps_in_poll(pid_t tid)
{
	char path[64];
	long call = -1;
	FILE *from;

	snprintf(path, sizeof(path), "/proc/%d/syscall", (int)tid);
	from = fopen(path, "r");
	if (!from)
		return 0;
	if (fscanf(from, "%ld", &call) != 1)
		call = -1; /* "running": in no system call */
	fclose(from);
	return call == SYS_ppoll;
}

/* Stops the thread of the parent, in its sleep, until the parent ends. */
static void hold_thread(pid_t tid, int from, int to)
{
	char c;
	int status, sleeps = 0;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	must(read(from, &c, 1) == 1, "read"); /* the parent admits it */
	c = !ptrace(PTRACE_SEIZE, tid, NULL, NULL);
	while (c && !sleeps) {
		c = !ptrace(PTRACE_INTERRUPT, tid, NULL, NULL) &&
		    waitpid(tid, &status, __WALL) == tid;
		sleeps = c && sleeps_in_poll(tid);
		if (c && !sleeps)
			c = !ptrace(PTRACE_CONT, tid, NULL, NULL);
	}
	must(write(to, &c, 1) == 1, "write");
	pause();
}

/* 0: the kernel does not allow it. */
static int stop_thread(pid_t tid)
{
	int there[2], back[2];
	pid_t child;
	char c = 0;

	must(!pipe(there) && !pipe(back), "pipe");
	child = fork();
	if (!child)
		hold_thread(tid, there[0], back[1]);
	prctl(PR_SET_PTRACER, (unsigned long)child, 0, 0, 0);
	must(child > 0 && write(there[1], "", 1) == 1 && read(back[0], &c, 1) == 1, "the child");
	return c;
}

static void beside_stuck(void)
{
	double since;

	open_side(&a, 128);
	make_qp(&a, &(struct wish){0}, IBV_QPT_RC);
	join_other(&a, &(struct wish){0}, 0);
	post_recv(&a, 1, 0, 64);
	meet(2);
	post_op(&a, IBV_WR_SEND, 1, 0, 64, NULL, 0);
	must(!await(&a, 20).status && !await(&a, 20).status, "a message each way");
	if (own_rank()) {
		meet(3);
		raise(SIGKILL);
	}
	if (!stop_thread(other_thread())) {
		printf("no process may trace another here\n");
		tell(3, "", 1);
		exit(77);
	}
	post_recv(&a, 2, 0, 64);
	since = now_s();
	meet(3);
	expect(&a, 2, IBV_WC_WR_FLUSH_ERR, "a call that polls sees the end of the other process");
	ok(now_s() - since < 2, "within 2 s (%.3f s)", now_s() - since);
	_exit(done()); /* the thread cannot be joined */
}

/* ---- Without descriptors ---- */

static const struct wish patient = {.timeout = 17}; /* rank 1 is to connect a little later */

static void beside_killed(const struct address *other)
{
	const struct rlimit few = {64, 64};
	double since;

	must(!setrlimit(RLIMIT_NOFILE, &few), "setrlimit");
	while (dup(0) >= 0)
		;
	must(errno == EMFILE, "no descriptor is left");
	join_qp(&a, other, &patient);
	post_op(&a, IBV_WR_SEND, 1, 0, 64, NULL, 0);
	must(!await(&a, 20).status && !await(&a, 20).status, "a message each way");
	since = now_s();
	expect(&a, 2, IBV_WC_WR_FLUSH_ERR, "the end of a process is seen without a descriptor");
	ok(now_s() - since < 2, "within 2 s (%.3f s)", now_s() - since);
}

static void with_full_table(void)
{
	struct address own, other;

	open_side(&a, 128);
	make_qp(&a, &patient, IBV_QPT_RC);
	post_recv(&a, 1, 0, 64);
	post_recv(&a, 2, 0, 64);
	own = address_of(&a);
	tell(0, &own, sizeof(own));
	hear(0, &other, sizeof(other));
	if (!own_rank()) {
		beside_killed(&other);
		_exit(done());
	}
	usleep(300000);
	join_qp(&a, &other, &patient);
	must(!await(&a, 20).status, "a message");
	post_op(&a, IBV_WR_SEND, 1, 0, 64, NULL, 0);
	must(!await(&a, 20).status, "its answer");
	raise(SIGKILL);
}

/* ---- Requests to a process that has ended ---- */

static const struct wish retries = {.timeout = 14, .retry_cnt = 3};
static const double retries_s = 4 * 4.096e-6 * (1 << 14);

/* One is sent before the end and one after it. */
static void to_ended(struct side *s, const char *when)
{
	double since = now_s(), took;

	post_op(s, IBV_WR_SEND, 1, 0, 64, NULL, 0);
	tell(5, "", 1);
	expect(s, 1, IBV_WC_RETRY_EXC_ERR, when);
	took = now_s() - since;
	ok(took > retries_s * 0.9, "it fails when its retries are over");
	if (took < retries_s * 0.9 || took > 3)
		diag("after %.3f s; retries take %.3f s", took, retries_s);
	ok(took < 3, "it fails soon then");
}

static void beside_leaver(int stays)
{
	struct side b;

	open_side(&a, 128);
	b = a;
	make_qp(&a, &retries, IBV_QPT_RC);
	make_qp(&b, &retries, IBV_QPT_RC);
	join_other(&a, &retries, 0);
	join_other(&b, &retries, 2);
	if (own_rank()) {
		char c;

		ibv_destroy_qp(a.qp);
		meet(4);
		hear(5, &c, 1);
		late = stays ? stay : NULL;
		return;
	}
	meet(4);
	to_ended(&a, "a request to a queue pair of a process that ends");
	to_ended(&b, "a request after the end");
	exit(done());
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";

	if (!strcmp(how, "fork")) {
		beside_fork();
		return 0;
	}
	if (!strcmp(how, "stuck")) {
		beside_stuck();
		return 0;
	}
	if (!strcmp(how, "full")) {
		with_full_table();
		return 0;
	}
	if (!strcmp(how, "leave") || !strcmp(how, "stay")) {
		beside_leaver(!strcmp(how, "stay"));
		return 0;
	}
	if (!strcmp(how, "atomics")) {
		beside_atomics();
		return 0;
	}
	join_self();
	if (!strcmp(how, "handler"))
		by_handler();
	late = strcmp(how, "thread") ? destroy_all : linger;
	if (late == linger)
		beside_thread();
	return 0;
}
