/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reads the affinity mask and, once, the cgroup files; see hw.h. Called at start by the code that
 * sets up waiting, and for each segment of a communicator.
 */
#include "runtime/hw.h"

#include "base/compiler.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __x86_64__
#include <cpuid.h>
#endif

static int told_ranks, told_cpus; /* 0: the launcher gave none */
static _Thread_local int starved; /* a file was not opened for want of descriptors or memory */

static FILE *open_file(const char *path)
{
	FILE *file = fopen(path, "re");

	if (!file && (errno == EMFILE || errno == ENFILE || errno == ENOMEM))
		starved = 1;
	return file;
}

/* The kernel refuses a mask smaller than its own with EINVAL, so it is doubled
 * until it fits (sched_setaffinity(2), "Handling systems with large CPU affinity masks"). */
int rd_hw_affinity(void)
{
	for (int bits = 1024; bits <= 1 << 20; bits *= 2) {
		size_t bytes = CPU_ALLOC_SIZE(bits);
		cpu_set_t *set = CPU_ALLOC(bits);
		int n = 0;

		if (!set)
			return 1;
		if (sched_getaffinity(0, bytes, set) == 0)
			n = CPU_COUNT_S(bytes, set);
		CPU_FREE(set);
		if (n > 0)
			return n;
		if (errno != EINVAL)
			break;
	}
	return 1;
}

int rd_hw_online(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n > 0 ? (int)n : 1;
}

/* The first line of the file, without its newline; 0 when there is none. */
static int read_line(const char *path, char *line, int room)
{
	FILE *file = open_file(path);
	int ok;

	if (!file)
		return 0;
	ok = fgets(line, room, file) != NULL;
	fclose(file);
	if (ok)
		line[strcspn(line, "\n")] = 0;
	return ok;
}

static int round_up(int64_t quota_us, int64_t period_us)
{
	return (int)((quota_us + period_us - 1) / period_us);
}

static int smaller(int a, int b)
{
	return a && (!b || a < b) ? a : b;
}

/* cgroup v2, cpu.max: "max 100000" or "150000 100000", in us. */
static int quota_v2(const char *folder)
{
	char path[4200], line[64];
	long long quota, period;

	snprintf(path, sizeof path, "%s/cpu.max", folder);
	if (!read_line(path, line, sizeof line))
		return 0;
	if (sscanf(line, "%lld %lld", &quota, &period) != 2 || quota <= 0 || period <= 0)
		return 0;
	return round_up(quota, period);
}

/* cgroup v1: cpu.cfs_quota_us is -1 without a limit. */
static int quota_v1(const char *folder)
{
	char path[4200], line[64];
	long long quota, period;

	snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", folder);
	if (!read_line(path, line, sizeof line))
		return 0;
	quota = atoll(line);
	snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder);
	if (!read_line(path, line, sizeof line))
		return 0;
	period = atoll(line);
	return quota > 0 && period > 0 ? round_up(quota, period) : 0;
}

/* The tightest quota from the process's group up to the root. In a container /proc/self/cgroup has
 * the host's path, whose folders are missing there: only the root is read, which is the
 * container's. */
static int quota_upwards(const char *root, const char *group, int (*quota)(const char *))
{
	char folder[4096];
	size_t stop = strlen(root);
	int least = 0;

	if ((size_t)snprintf(folder, sizeof folder, "%s%s", root, group) >= sizeof folder)
		return quota(root);
	for (;;) {
		char *slash;

		least = smaller(quota(folder), least);
		slash = strrchr(folder, '/');
		if (!slash || strlen(folder) <= stop)
			return least;
		*slash = 0;
	}
}

/* Has the comma-separated list `names` the element "cpu"? */
static int names_cpu(const char *names)
{
	for (; names; names = strchr(names, ',')) {
		names += *names == ',';
		if (!strncmp(names, "cpu", 3) && (names[3] == ',' || !names[3]))
			return 1;
	}
	return 0;
}

/* One line of /proc/self/cgroup, "id:controllers:path" (cgroups(7)). */
static int quota_of_line(char *line)
{
	char *names = strchr(line, ':'), *group = names ? strchr(names + 1, ':') : NULL;
	char root[300];

	if (!group)
		return 0;
	*group++ = 0;
	names++;
	if (!*names)
		return smaller(quota_upwards("/sys/fs/cgroup", group, quota_v2),
			       quota_upwards("/sys/fs/cgroup/unified", group, quota_v2));
	if (!names_cpu(names))
		return 0;
	snprintf(root, sizeof root, "/sys/fs/cgroup/%.200s", names);
	return smaller(quota_upwards(root, group, quota_v1),
		       quota_upwards("/sys/fs/cgroup/cpu", group, quota_v1));
}

static int read_quota(void)
{
	FILE *file = open_file("/proc/self/cgroup");
	char *line = NULL;
	size_t room = 0;
	int least = 0;

	if (!file)
		return 0;
	while (getline(&line, &room, file) > 0) {
		line[strcspn(line, "\n")] = 0;
		least = smaller(quota_of_line(line), least);
	}
	free(line);
	fclose(file);
	return least;
}

/* Read once, as it is up to 15 files: M-114; again, where descriptors or memory were short. A file
 * that is missing stays missing. */
int rd_hw_quota(void)
{
	static _Atomic int known = -1;
	int quota = atomic_load_explicit(&known, memory_order_relaxed);

	if (quota < 0) {
		starved = 0;
		quota = read_quota();
		if (!starved)
			atomic_store_explicit(&known, quota, memory_order_relaxed);
	}
	return quota;
}

int rd_hw_cpus(void)
{
	return smaller(rd_hw_quota(), rd_hw_affinity());
}

/* One file of sysfs on cache `index` of a processor, or "". */
static void cache_line(int cpu, int index, const char *what, char *line, int room)
{
	char path[96];

	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cache/index%d/%s", cpu, index,
		 what);
	if (!read_line(path, line, room))
		*line = 0;
}

/*
 * Some virtual machines have no caches in sysfs. The processor's leaves 0x80000005 and 0x80000006
 * (AMD64 Architecture Programmer's Manual, volume 3, appendix E.4) give levels 1 and 2 of a core,
 * and level 3 of the whole package, of which a core fills at most the slice of its complex: 32 MB
 * in most since Zen 3. On Intel these leaves give level 2 alone.
 */
#define L3_SLICE (32u << 20)

static uint64_t cpuid_cache(int level)
{
#ifdef __x86_64__
	unsigned a, b, c, d;

	if (level == 1 && __get_cpuid(0x80000005, &a, &b, &c, &d))
		return (uint64_t)(c >> 24) << 10;
	if (level > 1 && __get_cpuid(0x80000006, &a, &b, &c, &d))
		return level == 2 ? (uint64_t)(c >> 16) << 10
				  : rd_min((uint64_t)(d >> 18) << 19, (uint64_t)L3_SLICE);
#else
	(void)level;
#endif
	return 0;
}

/* Not sysconf(3): in a virtual machine it adds up the caches of all sockets of the host. */
static uint64_t read_cache(int level)
{
	int cpu = sched_getcpu(), index;
	char line[64], unit = 0;
	unsigned long long size;

	for (index = 0; index < 16; index++) {
		cache_line(cpu < 0 ? 0 : cpu, index, "level", line, sizeof line);
		if (!*line && !index && !starved)
			return cpuid_cache(level);
		if (!*line)
			break;
		if (atoi(line) != level)
			continue;
		cache_line(cpu < 0 ? 0 : cpu, index, "type", line, sizeof line);
		if (!strcmp(line, "Instruction"))
			continue;
		cache_line(cpu < 0 ? 0 : cpu, index, "size", line, sizeof line);
		if (sscanf(line, "%llu%c", &size, &unit) < 1)
			break;
		return size << (unit == 'K' ? 10 : unit == 'M' ? 20 : 0);
	}
	return 0;
}

/* Likewise, as it is up to 12 files of sysfs: M-114. */
uint64_t rd_hw_cache(int level)
{
	static _Atomic uint64_t read[1 + RD_HW_CACHE_LEVELS]; /* bytes + 1; 0: not yet */
	uint64_t more = atomic_load_explicit(&read[level], memory_order_relaxed);

	if (!more) {
		starved = 0;
		more = read_cache(level) + 1;
		if (!starved)
			atomic_store_explicit(&read[level], more, memory_order_relaxed);
	}
	return more - 1;
}

void rd_hw_set_share(int ranks, int cpus)
{
	if (ranks > 0 && cpus > 0) {
		told_ranks = ranks;
		told_cpus = cpus;
	}
}

void rd_hw_share(int nlocal, int *ranks, int *cpus)
{
	int mine = rd_hw_affinity(), quota = rd_hw_quota(), online = rd_hw_online();

	if (told_ranks) {
		*ranks = told_ranks;
		*cpus = told_cpus;
	} else if (mine < online && (int64_t)mine * nlocal <= online) {
		*ranks = 1;
		*cpus = mine;
	} else {
		*ranks = nlocal;
		*cpus = mine;
	}
	if (quota && quota < online) {
		*ranks = nlocal;
		*cpus = smaller(quota, *cpus);
	}
}
