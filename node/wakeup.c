/* SPDX-License-Identifier: BSD-3-Clause */
/* A process's wake-up, and the fence that spares its publishers one (wakeup.h). */
#include "node/wakeup.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int rd_wakeup_open(struct rd_wakeup *wakeup)
{
	int end[2];

	if (pipe2(end, O_CLOEXEC | O_NONBLOCK))
		return -1;
	wakeup->in = end[0];
	wakeup->out = end[1];
	return 0;
}

void rd_wakeup_close(struct rd_wakeup *wakeup)
{
	if (wakeup->in < 0)
		return;
	close(wakeup->in);
	close(wakeup->out);
	wakeup->in = wakeup->out = -1;
}

void rd_wakeup_drain(struct rd_wakeup *wakeup)
{
	char drain[64];

	while (read(wakeup->in, drain, sizeof(drain)) == sizeof(drain))
		;
}

/* Opened for reading too: if its owner has closed the read end, a write then goes into the pipe
 * instead of raising SIGPIPE. */
static int open_wakefd(int32_t pid, int32_t out)
{
	char path[48];

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", pid, out);
	return open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
}

int rd_wakeup_send(int *wakefd, int32_t pid, int32_t out)
{
	if (*wakefd < 0)
		*wakefd = open_wakefd(pid, out);
	if (*wakefd < 0)
		return -1;
	return write(*wakefd, "", 1) == 1 || errno == EAGAIN ? 0 : -1; /* a full pipe wakes too */
}

static int membarrier(int cmd)
{
	return (int)syscall(SYS_membarrier, cmd, 0, 0);
}

int rd_wakeup_light(void)
{
	int cmds = membarrier(MEMBARRIER_CMD_QUERY);

	return cmds > 0 && cmds & MEMBARRIER_CMD_GLOBAL_EXPEDITED &&
	       !membarrier(MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED);
}

int rd_wakeup_fence(int light)
{
	int err = light ? membarrier(MEMBARRIER_CMD_GLOBAL_EXPEDITED) : 0;

	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	return err;
}
