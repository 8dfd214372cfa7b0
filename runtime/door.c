/* SPDX-License-Identifier: BSD-3-Clause */
/* The doors of this process (door.h). Called by those who wake others. */
#include "runtime/door.h"

#include "runtime/bell.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct door {
	int32_t pid, out;
	int fd;
};

static struct door doors[RD_DOORS]; /* the one used last first */
static int ndoors;

static void shut(int i)
{
	close(doors[i].fd);
	ndoors--;
	memmove(&doors[i], &doors[i + 1], (size_t)(ndoors - i) * sizeof(doors[0]));
}

/* Puts it first. */
static void keep(struct door door)
{
	if (ndoors == RD_DOORS)
		shut(ndoors - 1);
	memmove(&doors[1], &doors[0], (size_t)ndoors * sizeof(doors[0]));
	doors[0] = door;
	ndoors++;
}

/* One that is open; fd -1: there is none. It is not kept any more. */
static struct door take(int32_t pid, int32_t out)
{
	struct door door = {pid, out, -1};

	for (int i = 0; i < ndoors; i++) {
		if (doors[i].pid != pid || doors[i].out != out)
			continue;
		door = doors[i];
		ndoors--;
		memmove(&doors[i], &doors[i + 1], (size_t)(ndoors - i) * sizeof(doors[0]));
		break;
	}
	return door;
}

static int is_want(int error)
{
	return error == EMFILE || error == ENFILE;
}

/* ---- Without a descriptor ---- */

struct errand {
	int32_t pid, out;
	int error; /* 0: it has rung */
};

/* In a process that shares memory with this one but has its own copies of the descriptors: the
 * lowest of them make room. */
static int run_errand(void *arg)
{
	struct errand *errand = arg;
	int fd = -1;

	for (int i = 0; i < 16; i++)
		close(i);
	errand->error = rd_bell_ring(&fd, errand->pid, errand->out) ? errno : 0;
	return 0;
}

/* As posix_spawn(3) does: no signal's handler may run in the child. It ends without SIGCHLD, and
 * the program's wait(2) does not see it. */
static int ring_by_child(int32_t pid, int32_t out)
{
	static char stack[16384] __attribute__((aligned(64)));
	struct errand errand = {pid, out, EMFILE};
	sigset_t all, before;
	int child;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	child = clone(run_errand, stack + sizeof(stack), CLONE_VM | CLONE_VFORK, &errand);
	while (child > 0 && waitpid(child, NULL, __WALL) < 0 && errno == EINTR)
		;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = errand.error;
	return errand.error ? -1 : 0;
}

/* ---- Ringing ---- */

int rd_door_ring(int32_t pid, int32_t out)
{
	struct door door = take(pid, out);
	int rc = rd_bell_ring(&door.fd, pid, out);

	while (rc && is_want(errno) && ndoors) {
		shut(ndoors - 1);
		rc = rd_bell_ring(&door.fd, pid, out);
	}
	if (rc && is_want(errno))
		rc = ring_by_child(pid, out);
	if (door.fd >= 0)
		keep(door);
	return rc;
}

void rd_door_close_all(void)
{
	while (ndoors)
		shut(ndoors - 1);
}
