/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The ring of cards that --ring asks for: memory without a name, which the ranks inherit and the
 * model of the cards (hw/emu) fills; it is freed with the last process of the job. With rtl a
 * process simulates the cards (hw/ring): it is started before the ranks and ended after them.
 * Called by mpirun_opts.c and mpirun_job.c.
 */
#include "runtime/mpirun_ring.h"

#include "base/compiler.h"
#include "runtime/mpirun_guard.h"
#include "runtime/mpirun_say.h"
#include "runtime/mpirun_spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define CARDS_MAX 1024   /* numbers of nodes have 10 bits */
#define RANKS_PER_CARD 8 /* contexts of a card */

static const struct model {
	const char *name;
	const char *device;  /* how ranks access the card, in RONDO_RING */
	const char *program; /* of the ring's process; NULL: none */
} models[] = {
	{"emu", "emu", NULL},
	{"rtl", "rtl", "rondo_ring_w64"},
	{"rtl16", "rtl", "rondo_ring_w16"},
	{"rtl128", "rtl", "rondo_ring_w128"},
};

static struct {
	const struct model *model; /* NULL: no ring */
	int fd, cards;
	char *program; /* path of the ring's process */
	pid_t process; /* 0: it does not run */
	int lost;      /* the process has ended by itself */
} ring;

int mpirun_ring_check(const char *model)
{
	for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
		if (strcmp(models[i].name, model))
			continue;
		ring.model = &models[i];
		return 0;
	}
	if (!strncmp(model, "vfio", 4)) {
		mpirun_say("--ring %s: Rondo has no driver for cards in a host's slots; use emu "
			   "(cards modelled in shared memory) or rtl (their Verilog, simulated)",
			   model);
		return 2;
	}
	mpirun_say("--ring knows emu (cards modelled in shared memory), rtl, rtl16 and rtl128 "
		   "(their Verilog, simulated, with links of 64, 16 and 128 bits), not '%s'",
		   model);
	return 2;
}

/* ---- The memory ---- */

/* One card for each rank unless --ring-cards sets the number; at least two. */
static int count_cards(const struct mpirun_opts *opts, int *cards)
{
	*cards = opts->ring_cards ? opts->ring_cards : opts->nranks;
	if (!opts->ring_cards && *cards > CARDS_MAX)
		*cards = CARDS_MAX;
	if (!opts->ring_cards && *cards < 2)
		*cards = 2;
	if (*cards < 2 || *cards > CARDS_MAX) {
		mpirun_say("--ring-cards %d: a ring has 2 to %d cards", *cards, CARDS_MAX);
		return 2;
	}
	if ((opts->nranks + *cards - 1) / *cards > RANKS_PER_CARD) {
		mpirun_say("%d ranks on %d cards: a card has room for %d ranks; use --ring-cards "
			   "%d or fewer ranks (%d at most)",
			   opts->nranks, *cards, RANKS_PER_CARD,
			   (opts->nranks + RANKS_PER_CARD - 1) / RANKS_PER_CARD,
			   CARDS_MAX * RANKS_PER_CARD);
		return 2;
	}
	return 0;
}

/* The path in RONDO_RING_SERVER, else the file beside mpirun. */
static int find_program(void)
{
	const char *given = getenv("RONDO_RING_SERVER");
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

	self[rd_max(n, 0)] = 0;
	if (given && *given)
		ring.program = strdup(given);
	else if (asprintf(&ring.program, "%.*s/%s", (int)(n > 0 ? strrchr(self, '/') - self : 0),
			  self, ring.model->program) < 0)
		ring.program = NULL;
	if (!ring.program)
		mpirun_die("no memory for the path of %s", ring.model->program);
	if (access(ring.program, X_OK) == 0)
		return 0;
	if (given && *given)
		mpirun_say("RONDO_RING_SERVER=%s: %m", given);
	else
		mpirun_say("--ring %s needs the simulated ring (hw/build/ring/%s): make -C hw ring",
			   ring.model->name, ring.model->program);
	return 2;
}

/* Ranks that wait for a simulation should leave it the processor. */
static void sleep_early(struct mpirun_opts *opts)
{
	static const char name[] = "RONDO_SLEEP_US=";
	int given = getenv("RONDO_SLEEP_US") != NULL;

	for (int i = 0; i < opts->env.n; i++)
		given |= !strncmp(opts->env.item[i], name, sizeof name - 1);
	if (!given)
		mpirun_opts_own(opts, "RONDO_SLEEP_US=0");
}

/* ---- The library for programs that speak Verbs ---- */

#ifdef __x86_64__
#define RD_MULTIARCH "x86_64-linux-gnu"
#elif defined(__aarch64__)
#define RD_MULTIARCH "aarch64-linux-gnu"
#elif defined(__powerpc64__)
#define RD_MULTIARCH "powerpc64le-linux-gnu"
#else
#define RD_MULTIARCH "."
#endif
#define VERBS "rondo/verbs/libibverbs.so.1"

/* Folder of the library, below the lib folder beside mpirun's. NULL: it is not there, reported. */
static char *find_verbs(void)
{
	static const char *const libs[] = {"lib", ("lib/" RD_MULTIARCH), "lib64"};
	char self[4096], *path;
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

	self[rd_max(n, 0)] = 0;
	for (int up = 0; up < 2 && strrchr(self, '/'); up++)
		*strrchr(self, '/') = 0;
	for (size_t i = 0; i < sizeof libs / sizeof *libs; i++) {
		if (asprintf(&path, "%s/%s/" VERBS, self, libs[i]) < 0)
			mpirun_die("no memory for the path of " VERBS);
		if (access(path, R_OK) == 0) {
			*strrchr(path, '/') = 0;
			return path;
		}
		free(path);
	}
	mpirun_say("--verbs: there is no %s/lib/" VERBS ": this Rondo was built without "
		   "infiniband/verbs.h; install it (Debian package libibverbs-dev), then call "
		   "configure and make",
		   self);
	return NULL;
}

/* The value that the ranks would have without this. */
static const char *library_path(const struct mpirun_opts *opts)
{
	static const char name[] = "LD_LIBRARY_PATH=";
	const char *value = opts->env_none ? NULL : getenv("LD_LIBRARY_PATH");

	for (int i = 0; i < opts->env.n; i++)
		if (!strncmp(opts->env.item[i], name, sizeof name - 1))
			value = opts->env.item[i] + sizeof name - 1;
	return value ? value : "";
}

static int add_verbs(struct mpirun_opts *opts)
{
	const char *before = library_path(opts);
	char *folder, *pair;

	if (opts->nranks > ring.cards) {
		mpirun_say("--verbs needs a card for each of the %d ranks, and the ring has %d: "
			   "leave out --ring-cards",
			   opts->nranks, ring.cards);
		return 2;
	}
	folder = find_verbs();
	if (!folder)
		return 2;
	if (asprintf(&pair, "LD_LIBRARY_PATH=%s%s%s", folder, *before ? ":" : "", before) < 0)
		mpirun_die("no memory for the environment");
	mpirun_list_add(&opts->env, pair);
	free(pair);
	free(folder);
	return 0;
}

int mpirun_ring_make(struct mpirun_opts *opts)
{
	char *pair;

	if (count_cards(opts, &ring.cards) || (opts->verbs && add_verbs(opts)) ||
	    (ring.model->program && find_program()))
		return 2;
	/* without MFD_CLOEXEC: the ranks inherit it */
	ring.fd = memfd_create("rondo ring", MFD_ALLOW_SEALING);
	if (ring.fd < 0) {
		mpirun_say("--ring: memfd_create: %m; raise the limit on open files (ulimit -n)");
		return 2;
	}
	fcntl(ring.fd, F_ADD_SEALS, F_SEAL_SHRINK); /* mapped memory stays accessible */
	if (asprintf(&pair, "RONDO_RING=%s:fd=%d,cards=%d", ring.model->device, ring.fd,
		     ring.cards) < 0)
		mpirun_die("no memory for the environment");
	mpirun_opts_own(opts, pair);
	free(pair);
	if (opts->verbs) { /* for launchers that close descriptors unknown to their ranks */
		if (asprintf(&pair, "RONDO_VERBS_RING=/proc/%ld/fd/%d", (long)getpid(), ring.fd) <
		    0)
			mpirun_die("no memory for the environment");
		mpirun_opts_own(opts, pair);
		free(pair);
	}
	if (ring.model->program)
		sleep_early(opts);
	return 0;
}

/* ---- The process ---- */

/* The process of the cards has no input; its output goes to mpirun's standard error. */
static pid_t spawn_program(const struct mpirun_opts *opts, const char **step)
{
	char fd[16], cards[16], ranks[16], *argv[] = {ring.program, fd, cards, ranks, NULL};
	struct mpirun_proc proc = {.exe = ring.program, .argv = argv, .fd = {-1, 2, 2}};
	pid_t pid;

	snprintf(fd, sizeof fd, "%d", ring.fd);
	snprintf(cards, sizeof cards, "%d", ring.cards);
	snprintf(ranks, sizeof ranks, "%d", opts->nranks);
	*step = "/dev/null";
	proc.fd[0] = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (proc.fd[0] < 0)
		return -1;
	proc.env = mpirun_spawn_env(opts, &opts->app[0]);
	pid = mpirun_spawn(&proc, step);
	mpirun_env_free(proc.env);
	close(proc.fd[0]);
	return pid;
}

int mpirun_ring_start(const struct mpirun_opts *opts)
{
	const char *step;
	pid_t pid;

	if (!ring.model || !ring.model->program)
		return 0;
	pid = spawn_program(opts, &step);
	if (pid < 0) {
		mpirun_say("cannot start %s: %s: %m", ring.program, step);
		return 126;
	}
	ring.process = pid;
	if (opts->report.verbose)
		mpirun_say("the ring is process %ld, %s", (long)pid, ring.program);
	return 0;
}

void mpirun_ring_reaped(pid_t pid, int wait_status)
{
	if (!ring.process || pid != ring.process)
		return;
	if (WIFSIGNALED(wait_status))
		mpirun_say("the ring process (%ld, %s) was killed by signal %d (%s)", (long)pid,
			   ring.program, WTERMSIG(wait_status), strsignal(WTERMSIG(wait_status)));
	else
		mpirun_say("the ring process (%ld, %s) has ended with exit code %d", (long)pid,
			   ring.program, WEXITSTATUS(wait_status));
	mpirun_guard_forget(ring.process);
	ring.process = 0;
	ring.lost = 1;
}

int mpirun_ring_is_lost(void)
{
	return ring.lost;
}

void mpirun_ring_stop(void)
{
	if (ring.process) {
		kill(-ring.process, SIGKILL);
		while (waitpid(ring.process, NULL, 0) < 0 && errno == EINTR)
			continue;
		mpirun_guard_forget(ring.process);
	}
	ring.process = 0;
}
