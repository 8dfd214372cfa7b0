/* SPDX-License-Identifier: BSD-3-Clause */
/* node/cma.c: a process that runs is not taken for one that has ended, and a pid that is used again
 * is. Needs no single copy, so that it runs under qemu-user, too. */
#include "node/cma.h"

#include "base/clock.h"
#include "t/tap.h"

#include <sys/wait.h>
#include <unistd.h>

enum { TICK_NS = 10000000 }; /* of the time at which a process has started: USER_HZ is 100 */

/* Sends its own record, and ends when the parent closes `until`. */
static void child_runs(int to, int until)
{
	struct rd_cma_id own = rd_cma_own();
	char none;
	int err = write(to, &own, sizeof(own)) != sizeof(own);

	_exit(err || read(until, &none, 1) != 0);
}

/* The child reads its own start, this process reads the child's. It starts some ticks after this
 * process, whose start qemu-user tells in its place. This process has no record of its own yet. */
static void tells_its_own_start(void)
{
	struct rd_cma_id id = {0};
	uint64_t since = rd_clock_ns();
	int told[2], until[2], status = -1;
	pid_t child;

	is_int(pipe(told) | pipe(until), 0, "pipes");
	while (rd_clock_ns() - since < 3 * TICK_NS)
		;
	child = fork();
	if (!child) {
		close(until[1]);
		child_runs(told[1], until[0]);
	}
	is_int(read(told[0], &id, sizeof(id)), sizeof(id), "the child has sent its record");
	is_int(id.pid, child, "with its pid");
	ok(id.started != 0, "with its start");
	rd_cma_peer(&id);
	ok(!rd_cma_has_ended(child), "and runs");
	close(until[1]);
	waitpid(child, &status, 0);
	is_int(status, 0, "the child has ended");
	ok(rd_cma_has_ended(child), "and is known to have");
}

/* This process has the pid of another one, which started before it. */
static void pid_used_again(void)
{
	struct rd_cma_id id = rd_cma_own();

	rd_cma_peer(&id);
	ok(id.started && !rd_cma_has_ended(id.pid), "a process that runs");
	id.started--;
	id.token++;
	rd_cma_peer(&id);
	ok(rd_cma_has_ended(id.pid), "one that has ended, though another one has its pid");
}

int main(void)
{
	tells_its_own_start();
	pid_used_again();
	return done();
}
