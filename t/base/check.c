/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * base/check.c: a broken invariant ends the process by SIGABRT, after one line with the place and
 * the words. A build without RD_DEBUG does not evaluate invariants.
 */
#include "base/check.h"

#include "base/log.h"
#include "t/tap.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int evaluated;

static int evaluate(int result)
{
	evaluated++;
	return result;
}

static void break_one(void)
{
	RD_CHECK(evaluate(0), "list %d: not a ring", 5);
}

static void fail_one(void)
{
	rd_check_failed("folder/file.c", 12, "list %d: not a ring", 5);
}

/* Runs `body` in a child. Its status; its standard error goes to `heard`. */
static int status_of(void (*body)(void), char *heard, size_t room)
{
	int ends[2], status = 0;
	ssize_t n;
	pid_t pid;

	if (pipe(ends) || (pid = fork()) < 0)
		exit(1);
	if (!pid) {
		setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
		signal(SIGABRT, SIG_DFL);
		dup2(ends[1], STDERR_FILENO);
		body();
		_exit(0);
	}
	close(ends[1]);
	n = read(ends[0], heard, room - 1);
	heard[n > 0 ? n : 0] = 0;
	close(ends[0]);
	waitpid(pid, &status, 0);
	return status;
}

int main(void)
{
	char heard[1024];
	int status;

	rd_log_whoami("rank 3 on node7");
	status = status_of(fail_one, heard, sizeof(heard));
	ok(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT, "a failed check aborts");
	is_str(heard,
	       "rondo: error: rank 3 on node7: folder/file.c:12: broken invariant: list 5: not a ring\n",
	       "with its place and words");
	RD_CHECK(evaluate(1), "holds");
	is_int(evaluated, RD_CHECKS, "an invariant is evaluated with RD_DEBUG only");
	status = status_of(break_one, heard, sizeof(heard));
	is_int(WIFSIGNALED(status), RD_CHECKS, "one that is broken aborts with RD_DEBUG only");
	is_int(strstr(heard, "check.c:") && strstr(heard, ": broken invariant: list 5: not a ring"),
	       RD_CHECKS, "and names its place");
	return done();
}
