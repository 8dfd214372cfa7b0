/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A network between hosts that are far from each other, for kernels that cannot delay packets
 * themselves: each host (a network namespace) gets an interface "far", and a frame that one sends
 * reaches all others some time later, in order. Beyond QUEUE_MAX frames under way, further ones are
 * lost, as in a router. Prints "ready"; the interfaces are removed when the program is ended.
 *
 *     delayed_network DELAY_US NAMESPACE...     files such as /run/netns/h1
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { ENDS_MAX = 16, FRAME_MAX = 1600, QUEUE_MAX = 16384 };

struct frame {
	uint64_t due_ns;
	int from, len; /* end; bytes */
	unsigned char data[FRAME_MAX];
};

static struct pollfd ends[ENDS_MAX];
static int nends;
static struct frame queue[QUEUE_MAX];
static unsigned head, tail; /* frames that ever left and came */

static uint64_t clock_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void must(int good, const char *what)
{
	if (good)
		return;
	perror(what);
	exit(1);
}

/* An interface in the namespace, whose other end is here. */
static void open_end(const char *path)
{
	struct ifreq r = {.ifr_name = "far", .ifr_flags = IFF_TAP | IFF_NO_PI};
	int space = open(path, O_RDONLY | O_CLOEXEC), tun;

	must(space >= 0, path);
	must(!setns(space, CLONE_NEWNET), "setns");
	tun = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	must(tun >= 0, "/dev/net/tun");
	must(!ioctl(tun, TUNSETIFF, &r), "TUNSETIFF");
	close(space);
	ends[nends++] = (struct pollfd){.fd = tun, .events = POLLIN};
}

static void take_from(int end, uint64_t delay_ns)
{
	struct frame lost, *f;
	ssize_t n;

	for (;;) {
		f = tail - head < QUEUE_MAX ? &queue[tail % QUEUE_MAX] : &lost;
		n = read(ends[end].fd, f->data, FRAME_MAX);
		if (n <= 0)
			return;
		f->due_ns = clock_ns() + delay_ns;
		f->from = end;
		f->len = (int)n;
		tail += f != &lost;
	}
}

/* An end that takes nothing now loses the frame. */
static void hand_out(const struct frame *f)
{
	for (int i = 0; i < nends; i++)
		if (i != f->from && write(ends[i].fd, f->data, (size_t)f->len) < 0)
			must(errno == EAGAIN || errno == EIO || errno == ENOBUFS,
			     "delayed_network: write");
}

static void wait_for_next(void)
{
	struct timespec t = {0};
	uint64_t now = clock_ns(), due = queue[head % QUEUE_MAX].due_ns;

	if (head != tail && due > now)
		t.tv_nsec = (long)(due - now);
	t.tv_sec = t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	ppoll(ends, (nfds_t)nends, head == tail ? NULL : &t, NULL);
}

int main(int argc, char **argv)
{
	uint64_t delay_ns = argc > 1 ? strtoul(argv[1], NULL, 10) * 1000 : 0;

	must(argc > 3 && argc - 2 <= ENDS_MAX, "delayed_network: too few or too many hosts");
	for (int i = 2; i < argc; i++)
		open_end(argv[i]);
	printf("ready\n");
	fflush(stdout);
	for (;;) {
		wait_for_next();
		for (int i = 0; i < nends; i++)
			if (ends[i].revents)
				take_from(i, delay_ns);
		for (; head != tail && queue[head % QUEUE_MAX].due_ns <= clock_ns(); head++)
			hand_out(&queue[head % QUEUE_MAX]);
	}
}
