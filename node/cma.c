/* SPDX-License-Identifier: BSD-3-Clause */
/* Single copy (cma.h). The table of processes is used under the lock of the library. */
#include "node/cma.h"

#include "base/log.h"
#include "base/param.h"
#include "node/vm.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <unistd.h>

enum { BUCKETS = 256 };

static uint64_t own_token; /* 0: not made yet */
static uint64_t own_host;
static uint32_t own_start;
static struct rd_cma_peer *bucket[BUCKETS];

/* FNV-1a, to fold names into a word. */
static uint64_t hash(uint64_t h, const char *text, size_t len)
{
	while (len--)
		h = (h ^ (unsigned char)*text++) * 0x100000001b3u;
	return h;
}

static uint64_t hash_link(uint64_t h, const char *path)
{
	char text[128];
	ssize_t n = readlink(path, text, sizeof(text));

	return hash(h, text, n > 0 ? (size_t)n : 0);
}

static uint64_t host_hash(void)
{
	uint64_t h = 0xcbf29ce484222325u;
	char text[64];
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof(text));

	if (fd >= 0)
		close(fd);
	h = hash(h, text, n > 0 ? (size_t)n : 0);
	return hash_link(hash_link(h, "/proc/self/ns/pid"), "/proc/self/ns/time");
}

/* proc(5): field 22 of /proc/<pid>/task/<pid>/stat, as much as 32 bits hold. The second field, in
 * parentheses, is the name, and may have any characters. Not /proc/<pid>/stat: qemu-user answers
 * that one itself for its own process, with a time up to some ticks after the kernel's. */
static uint32_t start_of(int32_t pid)
{
	char path[48], text[1024], *at;
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/stat", pid, pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? 0 : read(fd, text, sizeof(text) - 1);
	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = 0;
	at = strrchr(text, ')');
	for (int field = 2; at && field < 22; field++)
		at = strchr(at + 1, ' ');
	return at ? (uint32_t)strtoull(at, NULL, 10) : 0;
}

struct rd_cma_id rd_cma_own(void)
{
	if (!own_token) {
		if (getrandom(&own_token, sizeof(own_token), 0) != sizeof(own_token) || !own_token)
			own_token = (uint64_t)getpid();
		own_host = host_hash();
		own_start = start_of(getpid());
		/* Yama restricts ptrace to ancestors; without Yama: EINVAL */
		if (rd_param_int(RD_PARAM_CMA))
			prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
	}
	return (struct rd_cma_id){own_token, (uintptr_t)&own_token, own_host, getpid(), own_start};
}

int rd_cma_shares_pids(const struct rd_cma_id *id)
{
	return id->host == rd_cma_own().host;
}

/* With another pid namespace two processes may have one pid. */
static int is_same(const struct rd_cma_id *a, const struct rd_cma_id *b)
{
	return a->pid == b->pid && a->token == b->token && a->token_at == b->token_at;
}

struct rd_cma_peer *rd_cma_peer(const struct rd_cma_id *id)
{
	struct rd_cma_peer **first = &bucket[(uint32_t)id->pid % BUCKETS], *peer = *first;

	while (peer && !is_same(&peer->id, id))
		peer = peer->next;
	if (peer)
		return peer;
	peer = malloc(sizeof(*peer));
	if (!peer)
		return NULL;
	*peer = (struct rd_cma_peer){.id = *id, .next = *first};
	*first = peer;
	return peer;
}

int rd_cma_has_ended(int32_t pid)
{
	const struct rd_cma_peer *peer = bucket[(uint32_t)pid % BUCKETS];
	uint32_t started;

	if (kill(pid, 0) && errno == ESRCH)
		return 1;
	while (peer && peer->id.pid != pid)
		peer = peer->next;
	if (!peer || !peer->id.started)
		return 0;
	started = start_of(pid);
	return started && started != peer->id.started;
}

int rd_cma_is_refusal(struct rd_cma_peer *peer, int error)
{
	if (error != EPERM && error != EACCES && error != ENOSYS)
		return 0;
	peer->state = RD_CMA_REFUSED;
	return 1;
}

int rd_cma_probe(struct rd_cma_peer *peer)
{
	const struct rd_cma_id *id = &peer->id;
	uint64_t seen = 0;
	int allowed = rd_param_int(RD_PARAM_CMA) != 0;

	if (allowed && rd_vm_copy(id->pid, &seen, id->token_at, sizeof(seen), RD_VM_READ)) {
		if (errno == ESRCH)
			return 0;
		rd_info("single copy from process %d: process_vm_readv: %m", id->pid);
	} else if (allowed && seen != id->token) {
		rd_info("single copy: process %d here is not the peer of that number", id->pid);
	}
	peer->state = allowed && seen == id->token ? RD_CMA_WORKS : RD_CMA_REFUSED;
	return peer->state == RD_CMA_WORKS;
}
