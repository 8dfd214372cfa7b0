/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ends of a process, and processes made by fork. Argument:
 *
 *     handler    a signal handler ends the process while it polls
 *     thread     main returns while another thread posts and polls
 *     late       the library is used after its destructor, and destroys everything
 *     fork       a child has no device: what it calls takes nothing from its parent
 *
 * By mpirun --ring emu --verbs, `fork` with two ranks, the others with one.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
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

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";

	if (!strcmp(how, "fork")) {
		beside_fork();
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
