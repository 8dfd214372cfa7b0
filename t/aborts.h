/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether code ends its process by a broken invariant (base/check.h). */
#ifndef RD_T_ABORTS_H
#define RD_T_ABORTS_H

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs body(arg) in a child; the beginning of its standard error goes to `heard`. 1: it ended by
 * SIGABRT; 0: it returned; -1: anything else. */
static inline int aborts(void (*body)(void *), void *arg, char *heard, size_t room)
{
	int ends[2], status = 0;
	ssize_t n;
	pid_t pid;

	if (pipe(ends) || (pid = fork()) < 0)
		return -1;
	if (!pid) {
		setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
		signal(SIGABRT, SIG_DFL);
		dup2(ends[1], STDERR_FILENO);
		body(arg);
		_exit(0);
	}
	close(ends[1]);
	n = read(ends[0], heard, room - 1);
	heard[n > 0 ? n : 0] = 0;
	close(ends[0]);
	waitpid(pid, &status, 0);
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
		return 1;
	return WIFEXITED(status) && !WEXITSTATUS(status) ? 0 : -1;
}

#endif
