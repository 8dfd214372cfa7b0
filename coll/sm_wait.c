/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Waiting for a word in shared memory, for long if need be: the progress loop runs meanwhile, and
 * may put the process to sleep until whoever writes the word rings its bell. Called from
 * sm_short.c by way of rd_smc_await.
 *
 *      sleeper                             publisher
 *      sleeping = publisher, sleepers + 1  word = value
 *      [membarrier]                        [compiler barrier]
 *      word there? do not sleep            sleepers? ring those of mine
 *
 * One of them sees the other: membarrier(2) interrupts every processor that runs a registered
 * process, so that the publisher needs no fence; where the kernel has none, both use one. The
 * bell is a pipe that others open as /proc/<pid>/fd/<bell>, one for all communicators of a
 * process.
 */
#include "coll/sm.h"

#include "base/log.h"
#include "runtime/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* One wait of this process; several threads may be inside collectives of different
 * communicators. */
struct waiting {
	struct rd_smc *smc;
	const uint64_t *word;
	uint64_t value;
	int member; /* who writes the word */
	struct waiting *next;
};

static struct waiting *waits;
static int bell[2] = {-1, -1};
static int can_barrier;

static int membarrier(int cmd)
{
	return (int)syscall(SYS_membarrier, cmd, 0, 0);
}

static int is_there(const struct waiting *w)
{
	return __atomic_load_n(w->word, __ATOMIC_ACQUIRE) >= w->value;
}

/* member + 1 of whom this one sleeps for, or 0. */
static void set_sleeping(struct rd_smc *smc, uint32_t to)
{
	uint32_t *sleeping = &smc->member[smc->rank].sleeping;

	/* The count first: whoever rings at once takes off what was added, and the count is never
	 * less than the members that sleep. */
	if (to)
		__atomic_fetch_add(&smc->head->sleepers, 1, __ATOMIC_SEQ_CST);
	if (__atomic_exchange_n(sleeping, to, __ATOMIC_SEQ_CST))
		__atomic_fetch_sub(&smc->head->sleepers, 1, __ATOMIC_SEQ_CST);
}

static int poll_nothing(void)
{
	return 0;
}

static int arm(void)
{
	for (struct waiting *w = waits; w; w = w->next)
		set_sleeping(w->smc, (uint32_t)w->member + 1);
	/* pairs with rd_smc_tell */
	if (waits && can_barrier && membarrier(MEMBARRIER_CMD_GLOBAL_EXPEDITED))
		rd_warn("collectives in shared memory: membarrier: %m");
	for (struct waiting *w = waits; w; w = w->next)
		if (is_there(w))
			return RD_ARM_BUSY;
	return RD_ARM_OK;
}

static void disarm(void)
{
	char drain[64];

	for (struct waiting *w = waits; w; w = w->next)
		set_sleeping(w->smc, 0);
	while (read(bell[0], drain, sizeof(drain)) == sizeof(drain))
		;
}

static struct rd_poller poller = {
	.name = "coll", .poll = poll_nothing, .arm = arm, .disarm = disarm, .fd = -1,
};

static void init_barrier(void)
{
	int cmds = membarrier(MEMBARRIER_CMD_QUERY);

	can_barrier = cmds > 0 && cmds & MEMBARRIER_CMD_GLOBAL_EXPEDITED &&
		      !membarrier(MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED);
}

int rd_smc_bell(int *light)
{
	if (bell[0] < 0) {
		if (pipe2(bell, O_CLOEXEC | O_NONBLOCK)) {
			rd_info("collectives in shared memory: pipe: %m");
			return -1;
		}
		init_barrier();
		poller.fd = bell[0];
		rd_progress_add(&poller);
	}
	*light = can_barrier;
	return bell[1];
}

void rd_smc_bell_fini(void)
{
	if (bell[0] < 0)
		return;
	rd_progress_remove(&poller);
	close(bell[0]);
	close(bell[1]);
	bell[0] = bell[1] = -1;
}

/* Opened for reading too: a pipe that its owner has closed takes the byte instead of raising
 * SIGPIPE. */
static int open_bell(const struct rd_smc_card *card)
{
	char path[48];

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", card->pid, card->bell);
	return open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
}

static void ring(struct rd_smc *smc, int m)
{
	if (smc->bell[m] < 0)
		smc->bell[m] = open_bell(&smc->card[m]);
	if (smc->bell[m] >= 0 && (write(smc->bell[m], "", 1) == 1 || errno == EAGAIN))
		return;
	if (errno != ENOENT && errno != ESRCH) /* those mean that it has just ended */
		rd_error("waking member %d (process %d) of a communicator: %m; if open files are "
			 "at their limit, raise it (ulimit -n)", m, smc->card[m].pid);
}

void rd_smc_ring_sleepers(struct rd_smc *smc)
{
	for (int m = 0; m < smc->n; m++) {
		uint32_t *sleeping = &smc->member[m].sleeping, me = (uint32_t)smc->rank + 1;

		if (!__atomic_compare_exchange_n(sleeping, &me, 0, 0, __ATOMIC_SEQ_CST,
						 __ATOMIC_RELAXED))
			continue;
		__atomic_fetch_sub(&smc->head->sleepers, 1, __ATOMIC_SEQ_CST);
		ring(smc, m);
	}
}

static int has_ended(const struct rd_smc *smc, int m)
{
	return kill(smc->card[m].pid, 0) && errno == ESRCH;
}

/*
 * Looking is in vain while whoever is waited for needs this very processor; that is so when one
 * or two yields brought what all the looks had not. From then on the processor is offered at
 * once, until looking pays again (rd_smc_await).
 */
static void learn(struct rd_smc *smc, uint64_t yields)
{
	if (yields == 1 || yields == 2)
		smc->looks = rd_max(smc->looks / 2, RD_SMC_LOOKS_LEAST);
	else if (!yields)
		smc->looks = RD_SMC_LOOKS_MOST;
}

static int look_for_dead(const struct waiting *w)
{
	if (!has_ended(w->smc, w->member) || is_there(w))
		return 0;
	rd_error("member %d (process %d) of a communicator has ended during a collective",
		 w->member, w->smc->card[w->member].pid);
	return RD_EPROC;
}

int rd_smc_await_slow(struct rd_smc *smc, const uint64_t *word, uint64_t value, int member)
{
	struct waiting self = {smc, word, value, member, waits}, **link = &waits;
	struct rd_progress_stats before = rd_progress_stats;
	uint64_t sleeps = before.sleeps;
	struct rd_wait w = RD_WAIT_INIT;
	int err = 0;

	waits = &self;
	while (!is_there(&self) && !err) {
		if (smc->looks == RD_SMC_LOOKS_LEAST)
			w.looks = UINT32_MAX / 2; /* enough of it: yield */
		rd_progress_wait(&w);
		/* A wait that slept has been long; the end of another process rings no bell. */
		if (rd_progress_stats.sleeps != sleeps)
			err = look_for_dead(&self);
		sleeps = rd_progress_stats.sleeps;
	}
	while (*link != &self)
		link = &(*link)->next;
	*link = self.next;
	learn(smc, rd_progress_stats.yields - before.yields);
	return err;
}
