/* SPDX-License-Identifier: BSD-3-Clause */
/* A process's wake-up, and the fence that spares its publishers one (bell.h). */
#include "runtime/bell.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int rd_bell_open(struct rd_bell *bell)
{
	int end[2];

	if (pipe2(end, O_CLOEXEC | O_NONBLOCK))
		return -1;
	bell->in = end[0];
	bell->out = end[1];
	return 0;
}

void rd_bell_close(struct rd_bell *bell)
{
	if (bell->in < 0)
		return;
	close(bell->in);
	close(bell->out);
	bell->in = bell->out = -1;
}

void rd_bell_drain(struct rd_bell *bell)
{
	char drain[64];

	while (read(bell->in, drain, sizeof(drain)) == sizeof(drain))
		;
}

/* Opened for reading too: if its owner has closed the read end, a write then goes into the pipe
 * instead of raising SIGPIPE. */
static int open_door(int32_t pid, int32_t out)
{
	char path[48];

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", pid, out);
	return open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
}

int rd_bell_ring(int *door, int32_t pid, int32_t out)
{
	if (*door < 0)
		*door = open_door(pid, out);
	if (*door < 0)
		return -1;
	return write(*door, "", 1) == 1 || errno == EAGAIN ? 0 : -1; /* a full pipe wakes too */
}

static int membarrier(int cmd)
{
	return (int)syscall(SYS_membarrier, cmd, 0, 0);
}

int rd_bell_light(void)
{
	int cmds = membarrier(MEMBARRIER_CMD_QUERY);

	return cmds > 0 && cmds & MEMBARRIER_CMD_GLOBAL_EXPEDITED &&
	       !membarrier(MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED);
}

int rd_bell_fence(int light)
{
	int rc = light ? membarrier(MEMBARRIER_CMD_GLOBAL_EXPEDITED) : 0;

	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	return rc;
}
