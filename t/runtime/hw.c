/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Quota and caches by files that this test gives: they are read once, unless descriptors or memory
 * were short; a file that is missing is not asked for again.
 */
#include "runtime/hw.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __x86_64__
#include <cpuid.h>
#endif

#include "t/tap.h"

/* ---- The C library's, with files of this test ---- */

static int opened;  /* calls of fopen so far */
static int refusal; /* errno of the call `refused_at`; 0: none fails */
static int refused_at;

static int no_caches; /* there is no file of a cache */

#define CACHE "/sys/devices/system/cpu/cpu%*d/cache/index"

/* The content of a file; NULL: there is no such file. Level 1 is split, level 3 is missing. */
static const char *content(const char *path)
{
	static const char *const caches[][3] = {
		{"1\n", "Instruction\n", "16K\n"},
		{"1\n", "Data\n", "32K\n"},
		{"2\n", "Unified\n", "3M\n"},
	};
	unsigned index = 99;
	char what[16] = "";

	if (!strcmp(path, "/proc/self/cgroup"))
		return "0::/a/b\n";
	if (!strcmp(path, "/sys/fs/cgroup/a/b/cpu.max"))
		return "max 100000\n";
	if (!strcmp(path, "/sys/fs/cgroup/a/cpu.max"))
		return "250000 100000\n";
	sscanf(path, CACHE "%u/%15s", &index, what);
	if (index >= 3 || no_caches)
		return NULL;
	return caches[index][!strcmp(what, "level") ? 0 : !strcmp(what, "type") ? 1 : 2];
}

FILE *fopen(const char *path, const char *mode)
{
	const char *text = content(path);

	if (++opened == refused_at) {
		errno = refusal;
		return NULL;
	}
	errno = ENOENT;
	return text ? fmemopen((void *)text, strlen(text), mode[0] == 'r' ? "r" : "w") : NULL;
}

static void refuse(int call, int err)
{
	opened = 0;
	refused_at = call;
	refusal = err;
}

/* At the first call, and at one behind it: the files of the caches are read to the end. */
static void starved_cache(int call, int err)
{
	refuse(call, err);
	rd_hw_cache(2);
	is_int(opened, call, "level 2: call %d fails with %s", call, strerror(err));
}

static void starved_quota(int call, int err)
{
	refuse(call, err);
	rd_hw_quota();
	ok(opened >= call, "quota: call %d fails with %s", call, strerror(err));
}

/* Bytes of level 2 by the processor's leaf 0x80000006; 0: it has none, or says nothing. */
static uint64_t second_level(void)
{
#ifdef __x86_64__
	unsigned a, b, c, d;

	if (__get_cpuid(0x80000006, &a, &b, &c, &d))
		return (uint64_t)(c >> 16) << 10;
#endif
	return 0;
}

/* In a process of its own, which has not read them yet. */
static int without_files(void)
{
	no_caches = 1;
	return rd_hw_cache(2) == second_level() && rd_hw_cache(3) <= 32u << 20;
}

static void test_without_files(void)
{
	pid_t child = fork();
	int status = 1;

	if (!child)
		_exit(!without_files());
	waitpid(child, &status, 0);
	is_int(status, 0, "caches without files: cpuid's");
}

int main(void)
{
	test_without_files();
	starved_cache(1, EMFILE);
	starved_cache(2, ENFILE);
	refuse(0, 0);
	is_int(rd_hw_cache(2), 3 << 20, "then level 2 is read");
	is_int(rd_hw_cache(1), 32 << 10, "and level 1");
	is_int(rd_hw_cache(3), 0, "level 3 is missing");
	starved_quota(1, EMFILE);
	starved_quota(3, ENOMEM);
	refuse(0, 0);
	is_int(rd_hw_quota(), 3, "then the quota is read, the tightest");
	refuse(0, 0);
	ok(rd_hw_cache(1) && rd_hw_cache(2) && !rd_hw_cache(3) && rd_hw_quota() == 3,
	   "all of them once more");
	is_int(opened, 0, "without a file");
	return done();
}
