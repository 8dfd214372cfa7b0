/* SPDX-License-Identifier: BSD-3-Clause */
/* The open wakefds of this process (wakeup_peer.h). Called by the code that wakes other processes.
 */
#include "node/wakeup_peer.h"

#include "base/files.h"
#include "node/wakeup.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

struct wakefd {
	int32_t pid, out;
	uint64_t token;
	int fd;
};

static struct wakefd wakefds[RD_WAKEUP_PEERS]; /* most recently used first */
static int nwakefds;

static void shut(int i)
{
	close(wakefds[i].fd);
	nwakefds--;
	memmove(&wakefds[i], &wakefds[i + 1], (size_t)(nwakefds - i) * sizeof(wakefds[0]));
}

/* Puts it first. */
static void keep(struct wakefd wakefd)
{
	if (nwakefds == RD_WAKEUP_PEERS)
		shut(nwakefds - 1);
	memmove(&wakefds[1], &wakefds[0], (size_t)nwakefds * sizeof(wakefds[0]));
	wakefds[0] = wakefd;
	nwakefds++;
}

/* Takes the open wakefd of this target out of the table; fd -1: there is none. */
static struct wakefd take(int32_t pid, int32_t out, uint64_t token)
{
	struct wakefd wakefd = {pid, out, token, -1};

	for (int i = 0; i < nwakefds; i++) {
		if (wakefds[i].pid != pid || wakefds[i].out != out)
			continue;
		if (wakefds[i].token != token) { /* of an earlier wake-up */
			shut(i);
			break;
		}
		wakefd = wakefds[i];
		nwakefds--;
		memmove(&wakefds[i], &wakefds[i + 1], (size_t)(nwakefds - i) * sizeof(wakefds[0]));
		break;
	}
	return wakefd;
}

/* ---- When descriptors have run out ---- */

struct errand {
	int32_t pid, out;
};

static int run_errand(void *arg)
{
	const struct errand *errand = arg;
	int fd = -1;

	return rd_wakeup_send(&fd, errand->pid, errand->out);
}

static int ring_by_child(int32_t pid, int32_t out)
{
	struct errand errand = {pid, out};

	return rd_files_aside(run_errand, &errand);
}

/* ---- Waking ---- */

int rd_wakeup_peer(int32_t pid, int32_t out, uint64_t token)
{
	struct wakefd wakefd = take(pid, out, token);
	int err = rd_wakeup_send(&wakefd.fd, pid, out);

	while (err && rd_files_are_out(errno) && nwakefds) {
		shut(nwakefds - 1);
		err = rd_wakeup_send(&wakefd.fd, pid, out);
	}
	if (err && rd_files_are_out(errno))
		err = ring_by_child(pid, out);
	if (wakefd.fd >= 0)
		keep(wakefd);
	return err;
}

void rd_wakeup_peer_close_all(void)
{
	while (nwakefds)
		shut(nwakefds - 1);
}
