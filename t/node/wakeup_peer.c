/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Wake-ups of many processes: each is received, the number of open wakefds is bounded, and without
 * any free descriptor wake-ups still work. A process that has ended is distinguished from that.
 */
#include "node/wakeup_peer.h"

#include "node/wakeup.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "t/tap.h"

enum { WAKEUPS = 3 * RD_WAKEUP_PEERS };

static struct rd_wakeup wakeup[WAKEUPS];

static int open_descriptors(void)
{
	int n = 0;

	for (int fd = 0; fd < 1024; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

/* Each is received once. */
static int ring_all(int from, int to)
{
	int heard = 0;

	for (int i = from; i < to; i++) {
		struct pollfd fd = {.fd = wakeup[i].in, .events = POLLIN};

		if (rd_wakeup_peer(getpid(), wakeup[i].out, 1))
			diag("wake-up %d: %s", i, strerror(errno));
		heard += poll(&fd, 1, 0) == 1;
		rd_wakeup_drain(&wakeup[i]);
	}
	return heard;
}

/* Leaves no descriptor free; returns the number of those opened. */
static void use_up(void)
{
	struct rlimit limit;

	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = 512;
	setrlimit(RLIMIT_NOFILE, &limit);
	while (dup(STDIN_FILENO) >= 0)
		;
}

static void ended(void)
{
	pid_t child = fork();

	if (!child)
		_exit(0);
	waitpid(child, NULL, 0);
	ok(rd_wakeup_peer(child, 1, 1) && (errno == ENOENT || errno == ESRCH),
	   "the wake-up of a process that has ended");
}

/* The process has closed a wake-up and opened another one under the same number. */
static void opened_again(void)
{
	struct rd_wakeup *again = &wakeup[WAKEUPS - 1];
	struct pollfd fd = {.events = POLLIN};
	int out = again->out;

	rd_wakeup_peer(getpid(), out, 1);
	rd_wakeup_close(again);
	is_int(rd_wakeup_open(again) || again->out != out, 0, "a wake-up with the same number");
	rd_wakeup_peer(getpid(), out, 2);
	fd.fd = again->in;
	is_int(poll(&fd, 1, 0), 1, "is woken, not the earlier one");
}

int main(void)
{
	int before;

	for (int i = 0; i < WAKEUPS; i++)
		if (rd_wakeup_open(&wakeup[i]))
			return 1;
	before = open_descriptors();
	is_int(ring_all(0, WAKEUPS), WAKEUPS, "%d wake-ups are sent", WAKEUPS);
	is_int(ring_all(0, WAKEUPS), WAKEUPS, "... and once more");
	opened_again();
	is_int(open_descriptors(), before + RD_WAKEUP_PEERS, "%d descriptors are kept",
	       RD_WAKEUP_PEERS);
	ended();
	use_up();
	is_int(ring_all(0, WAKEUPS), WAKEUPS, "without a descriptor left those kept are used");
	rd_wakeup_peer_close_all();
	use_up();
	is_int(ring_all(0, 5), 5, "with none kept, and none left, wake-ups are sent");
	is_int(dup(STDIN_FILENO), -1, "... and none was closed for that");
	for (int fd = 256; fd < 512; fd++) /* LeakSanitizer opens files at the end */
		close(fd);
	return done();
}
