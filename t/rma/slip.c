/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rma/slip.c: an origin gets its answer, takes an entry back that the target does not poll, and
 * does not wait for ever for a target that ends while it carries one out.
 */
#include "rma/slip.h"

#include "base/clock.h"
#include "base/err.h"
#include "rma/win.h"
#include "t/tap.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIMIT_NS 20000000000ull

static struct rd_comm comm = {.rank = 0, .size = 2};
static struct rd_rma_proc proc;
static struct rd_win_peer target = {.proc = &proc};
static struct rd_win win = {.comm = &comm};

static int give(void)
{
	struct rd_rma_slip slip = {.kind = 0};

	target.spared = 0;
	return rd_rma_slip_give(&win, &target, &slip, NULL, 0);
}

/* The other process: skips the entries that the origin has taken back, and ends with the first
 * entry that it carries out. */
static void take_one_and_end(struct rd_rma_tray *tray)
{
	for (;;) {
		for (int i = 0; i < RD_SLIPS; i++) {
			uint32_t *at = &tray->slip[i].word, word = __atomic_load_n(at, 5);

			if ((word & 3) == RD_SLIP_BACK)
				__atomic_store_n(at, (word & ~3u) + 4, __ATOMIC_SEQ_CST);
			else if ((word & 3) == RD_SLIP_READY &&
				 __atomic_compare_exchange_n(at, &word, (word & ~3u) | RD_SLIP_BUSY,
							     0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
				_exit(0);
		}
	}
}

int main(void)
{
	struct rd_rma_tray *tray = mmap(NULL, 2 * sizeof(*tray), PROT_READ | PROT_WRITE,
					MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	uint64_t end;
	int err;

	if (tray == MAP_FAILED)
		skip_all("no shared memory");
	signal(SIGCHLD, SIG_IGN); /* it is reaped at once */
	rd_rma_slips_open(tray);
	target.tray = tray + 1;
	proc.pid = getpid();
	is_int(give(), RD_ENOTSUP, "nobody looks: the slip is taken back");
	tray[1] = (struct rd_rma_tray){.next = 0};

	proc.pid = fork();
	if (proc.pid < 0)
		skip_all("no process");
	if (!proc.pid)
		take_one_and_end(tray + 1);
	end = rd_clock_ns() + LIMIT_NS;
	do
		err = give();
	while (err == RD_ENOTSUP && rd_clock_ns() < end);
	is_int(err, RD_EPROC, "a target that has ended in the midst of one is missed");
	kill(proc.pid, SIGKILL);
	return done();
}
