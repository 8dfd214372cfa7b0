/* SPDX-License-Identifier: BSD-3-Clause */
/* The open doors of this process (door.h). Called by the code that wakes other processes. */
#include "runtime/door.h"

#include "runtime/bell.h"
#include "runtime/files.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

struct door {
	int32_t pid, out;
	int fd;
};

static struct door doors[RD_DOORS]; /* most recently used first */
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

/* Takes the open door of this target out of the table; fd -1: there is none. */
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

/* ---- When descriptors have run out ---- */

struct errand {
	int32_t pid, out;
};

static int run_errand(void *arg)
{
	const struct errand *errand = arg;
	int fd = -1;

	return rd_bell_ring(&fd, errand->pid, errand->out);
}

static int ring_by_child(int32_t pid, int32_t out)
{
	struct errand errand = {pid, out};

	return rd_files_aside(run_errand, &errand);
}

/* ---- Waking ---- */

int rd_door_ring(int32_t pid, int32_t out)
{
	struct door door = take(pid, out);
	int rc = rd_bell_ring(&door.fd, pid, out);

	while (rc && rd_files_are_out(errno) && ndoors) {
		shut(ndoors - 1);
		rc = rd_bell_ring(&door.fd, pid, out);
	}
	if (rc && rd_files_are_out(errno))
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
