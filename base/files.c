/* SPDX-License-Identifier: BSD-3-Clause */
/* Open files (files.h). Called at start, and by transports. */
#include "base/files.h"

#include "base/compiler.h"
#include "base/log.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- The limit ---- */

static struct rlimit at_start;
static rlim_t raised_to; /* 0: not raised */

/* In a child of fork(2): a program executed there may depend on the limit, as users of select(2)
 * do. */
static void lower(void)
{
	struct rlimit now;

	if (getrlimit(RLIMIT_NOFILE, &now) || now.rlim_cur != raised_to)
		return;
	now.rlim_cur = rd_min(at_start.rlim_cur, now.rlim_max);
	setrlimit(RLIMIT_NOFILE, &now);
}

void rd_files_raise(unsigned long more)
{
	struct rlimit r;

	if (raised_to || getrlimit(RLIMIT_NOFILE, &at_start) ||
	    at_start.rlim_cur >= at_start.rlim_max)
		return;
	r = at_start;
	r.rlim_cur = more < r.rlim_max - r.rlim_cur ? r.rlim_cur + more : r.rlim_max;
	if (pthread_atfork(NULL, NULL, lower))
		return;
	if (setrlimit(RLIMIT_NOFILE, &r))
		rd_debug("limit of descriptors: %m");
	else
		raised_to = r.rlim_cur;
}

int rd_files_are_out(int error)
{
	return error == EMFILE || error == ENFILE;
}

/* ---- When descriptors have run out ---- */

#define STACK_B (64u << 10)
#define ROOM_FROM 3 /* standard error stays open for messages */
#define ROOM_TO 16

struct errand {
	int (*fn)(void *arg);
	void *arg;
	int err;
	int error; /* errno after the call */
};

static int run(void *arg)
{
	struct errand *errand = arg;

	for (int fd = ROOM_FROM; fd < ROOM_TO; fd++)
		close(fd);
	errand->err = errand->fn(errand->arg);
	errand->error = errno;
	return 0;
}

/* As in posix_spawn(3): the parent waits, and no signal handler may run in the child. The child
 * ends without SIGCHLD, so that the program's wait(2) does not see it. */
int rd_files_aside(int (*fn)(void *arg), void *arg)
{
	struct errand errand = {fn, arg, -1, EMFILE};
	char *stack = mmap(NULL, STACK_B, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
	sigset_t all, before;
	int child;

	if (stack == MAP_FAILED)
		return -1;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	child = clone(run, stack + STACK_B, CLONE_VM | CLONE_VFORK, &errand);
	if (child < 0)
		errand.error = errno;
	while (child > 0 && waitpid(child, NULL, __WALL) < 0 && errno == EINTR)
		;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	munmap(stack, STACK_B);
	errno = errand.error;
	return errand.err;
}
