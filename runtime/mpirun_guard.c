/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The guard reads process numbers from a pipe: n begins the watch over group n, -n ends it. End of
 * file means that mpirun and every child of it that has not yet called exec have ended: it then
 * kills the groups that are still watched.
 */
#include "runtime/mpirun_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int to_guard = -1;
static pid_t guard = -1;

struct groups {
	pid_t *id; /* [room], n in use */
	size_t n, room;
};

static void add(struct groups *groups, pid_t id)
{
	if (groups->n == groups->room) {
		size_t room = groups->room ? 2 * groups->room : 64;
		pid_t *more = realloc(groups->id, room * sizeof *more);

		if (!more)
			return; /* the rank still has PR_SET_PDEATHSIG */
		groups->id = more;
		groups->room = room;
	}
	groups->id[groups->n++] = id;
}

static void take_out(struct groups *groups, pid_t id)
{
	for (size_t i = 0; i < groups->n; i++) {
		if (groups->id[i] == id) {
			groups->id[i] = groups->id[--groups->n];
			return;
		}
	}
}

/* Writes of 4 bytes to a pipe are never torn (pipe(7), PIPE_BUF). */
static _Noreturn void watch(int from_mpirun)
{
	struct groups groups = {0};
	pid_t id;
	ssize_t n;

	while ((n = read(from_mpirun, &id, sizeof id)) == sizeof id || (n < 0 && errno == EINTR)) {
		if (n > 0 && id > 0)
			add(&groups, id);
		else if (n > 0)
			take_out(&groups, -id);
	}
	for (size_t i = 0; i < groups.n; i++)
		kill(-groups.id[i], SIGKILL);
	_exit(0);
}

/* No descriptor of mpirun may stay open: a reader of its output waits for the end of file. */
static void close_all_but(int fd)
{
	for (int i = 0; i < fd; i++)
		close(i);
#ifdef SYS_close_range
	if (syscall(SYS_close_range, (unsigned)fd + 1, ~0u, 0) == 0)
		return;
#endif
	for (int i = fd + 1; i < 1024; i++)
		close(i);
}

static _Noreturn void be_guard(int from_mpirun)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	setpgid(0, 0); /* ^C and signals to mpirun's process group must not reach the guard */
	prctl(PR_SET_NAME, "mpirun-guard");
	close_all_but(from_mpirun);
	if (chdir("/") != 0)
		_exit(1);
	watch(from_mpirun);
}

int mpirun_guard_start(void)
{
	int fd[2];

	if (pipe2(fd, O_CLOEXEC) != 0)
		return -1;
	guard = fork();
	if (guard == 0) {
		close(fd[1]);
		be_guard(fd[0]);
	}
	close(fd[0]);
	if (guard < 0) {
		close(fd[1]);
		return -1;
	}
	to_guard = fd[1];
	return 0;
}

static void tell(pid_t id)
{
	ssize_t n;

	do
		n = write(to_guard, &id, sizeof id);
	while (n < 0 && errno == EINTR);
}

void mpirun_guard_watch_self(void)
{
	tell(getpid());
}

void mpirun_guard_forget(pid_t group)
{
	tell(-group);
}

void mpirun_guard_stop(void)
{
	if (guard < 0)
		return;
	close(to_guard);
	while (waitpid(guard, NULL, 0) < 0 && errno == EINTR)
		continue;
	guard = -1;
}
