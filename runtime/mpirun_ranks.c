/* SPDX-License-Identifier: BSD-3-Clause */
/* The ranks of the job, and the consequences of their ends (mpirun_ranks.h). */
#include "runtime/mpirun_ranks.h"

#include "runtime/mpirun_guard.h"
#include "runtime/mpirun_io.h"
#include "runtime/mpirun_pmi.h"
#include "runtime/mpirun_pmix.h"
#include "runtime/mpirun_ring.h"
#include "runtime/mpirun_say.h"
#include "runtime/mpirun_spawn.h"
#include "runtime/mpirun_stdin.h"

#include <errno.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

struct mpirun_ranks mpirun_ranks;
static struct mpirun_ranks *const all = &mpirun_ranks;

int mpirun_rank_has_joined(int rank)
{
	return mpirun_pmix_has_joined(rank) || mpirun_pmi_has_joined(rank);
}

/* In this launcher's job, or in that of another MPI. */
static int is_inside(int rank)
{
	return mpirun_pmix_is_inside(rank) || mpirun_pmi_is_inside(rank);
}

static int has_rejoined(int rank)
{
	return mpirun_pmix_has_rejoined(rank) || mpirun_pmi_has_rejoined(rank);
}

void mpirun_ranks_signal(int sig)
{
	for (int i = 0; i < all->nstarted; i++)
		if (all->at[i].runs || all->at[i].lingers)
			kill(-all->at[i].pid, sig);
}

int mpirun_ranks_has(pid_t group)
{
	for (int i = 0; i < all->nstarted; i++)
		if (all->at[i].runs && all->at[i].pid == group)
			return 1;
	return 0;
}

/* --- consequences of an end ----------------------------------------------------------- */

int mpirun_rank_status(const struct mpirun_rank *r)
{
	if (WIFSIGNALED(r->status))
		return 128 + WTERMSIG(r->status);
	return WEXITSTATUS(r->status) ? WEXITSTATUS(r->status) : 1;
}

static const char *program(const struct mpirun_rank *r)
{
	return all->wish->app[r->app].argv.item[0];
}

void mpirun_rank_tell_failure(int rank, const char *others)
{
	const struct mpirun_rank *r = &all->at[rank];

	if (r->rejoins)
		mpirun_say("rank %d on host %s (process %ld, %s) runs a second program that calls "
			   "MPI_Init: the first one has not called MPI_Finalize%s",
			   rank, all->host, (long)r->pid, program(r), others);
	else if (WIFSIGNALED(r->status))
		mpirun_say("rank %d on host %s (process %ld, %s) was killed by signal %d (%s)%s%s",
			   rank, all->host, (long)r->pid, program(r), WTERMSIG(r->status),
			   strsignal(WTERMSIG(r->status)),
			   WCOREDUMP(r->status) ? ", core dumped" : "", others);
	else
		mpirun_say("rank %d on host %s (process %ld, %s) ended with exit code %d%s%s", rank,
			   all->host, (long)r->pid, program(r), WEXITSTATUS(r->status),
			   r->left_mpi ? " without MPI_Finalize"
			   : r->absent ? " without MPI_Init, in which others wait for it"
				       : "",
			   others);
}

void mpirun_rank_tell_abort(int rank, int code, const char *why)
{
	const struct mpirun_rank *r = &all->at[rank];

	mpirun_say("rank %d on host %s (process %ld, %s) aborted the job with code %d%s%s", rank,
		   all->host, (long)r->pid, program(r), code, *why ? ": " : "", why);
}

int mpirun_is_effect(int rank, int code)
{
	return code == MPI_ERR_PROC_ABORTED && mpirun_pmix_has_aborted(rank);
}

static int has_failed(int rank, int aborted)
{
	return all->at[rank].failed && rank != aborted;
}

static int lowest_cause(int aborted)
{
	for (int i = 0; i < all->nstarted; i++)
		if (has_failed(i, aborted) && !mpirun_is_effect(i, mpirun_rank_status(&all->at[i])))
			return i;
	return -1;
}

int mpirun_ranks_have_cause(int aborted)
{
	return lowest_cause(aborted) >= 0;
}

int mpirun_ranks_lowest_failed(int aborted)
{
	int lowest = lowest_cause(aborted);

	for (int i = 0; lowest < 0 && i < all->nstarted; i++)
		if (has_failed(i, aborted))
			lowest = i;
	return lowest;
}

int mpirun_ranks_are_harmed(void)
{
	int inside = 0, never_joined = 0;

	for (int i = 0; i < all->nstarted; i++) {
		if (all->at[i].failed && (all->at[i].left_mpi || all->at[i].absent))
			return 1;
		never_joined |= all->at[i].failed && !mpirun_rank_has_joined(i);
		inside |= all->at[i].runs && is_inside(i);
	}
	return inside && never_joined;
}

int mpirun_ranks_are_inside(void)
{
	for (int i = 0; i < all->nstarted; i++)
		if (all->at[i].runs && is_inside(i))
			return 1;
	return 0;
}

int mpirun_ranks_survive(void)
{
	if (!all->wish->recover || mpirun_ring_is_lost())
		return 0;
	if (all->wish->verbs) /* the ranks need not be in MPI: they learn it from the cards */
		return 1;
	for (int i = 0; i < all->wish->nranks; i++)
		if (!mpirun_pmix_has_joined(i))
			return 0;
	return 1;
}

void mpirun_ranks_tell_survivors(void)
{
	for (int i = 0; i < all->nstarted; i++) {
		if (!all->at[i].failed || all->at[i].told)
			continue;
		all->at[i].told = 1;
		mpirun_rank_tell_failure(i, all->nrunning ? "; the others go on" : "");
		if (all->at[i].runs)
			kill(-all->at[i].pid, SIGKILL);
		if (all->at[i].left_mpi)
			mpirun_pmix_tell_end(i);
	}
}

void mpirun_rank_ended(int rank, int wait_status, int ending)
{
	struct mpirun_rank *r = &all->at[rank];

	r->status = wait_status;
	r->runs = 0;
	all->nrunning--;
	r->left_mpi = is_inside(rank);
	if (!ending && !r->failed && (wait_status != 0 || r->left_mpi)) {
		r->failed = 1;
		all->nfailed++;
	}
	if (all->wish->report.verbose)
		mpirun_say("rank %d (process %ld) has ended, status 0x%x", rank, (long)r->pid,
			   (unsigned)wait_status);
	r->lingers = kill(-r->pid, 0) == 0;
	if (r->lingers)
		all->nlingering++;
	else
		mpirun_guard_forget(r->pid);
}

void mpirun_ranks_find_absent(void)
{
	int inside = mpirun_ranks_are_inside();

	for (int i = 0; i < all->nstarted && inside; i++) {
		if (all->at[i].runs || all->at[i].failed || mpirun_rank_has_joined(i))
			continue;
		all->at[i].failed = all->at[i].absent = 1;
		all->nfailed++;
	}
}

void mpirun_ranks_find_rejoining(void)
{
	for (int i = 0; i < all->nstarted; i++) {
		if (!all->at[i].runs || all->at[i].failed || !has_rejoined(i))
			continue;
		all->at[i].failed = all->at[i].left_mpi = all->at[i].rejoins = 1;
		all->nfailed++;
	}
}

int mpirun_ranks_were_alone(void)
{
	int found = 0;

	for (int a = 0; a < all->wish->napps; a++) {
		const struct mpirun_app *app = &all->wish->app[a];
		int n = 0;

		for (int i = 0; app->other_mpi && i < all->nstarted; i++)
			n += all->at[i].app == a && !mpirun_rank_has_joined(i);
		if (n)
			mpirun_say(
				"%s ran as %d times rank 0 of 1, not as a job of %d ranks: it "
				"is linked with %s, another MPI; build it with Rondo's mpicc, or "
				"start it by the launcher of that MPI",
				app->argv.item[0], n, all->wish->nranks, app->other_mpi);
		found |= n > 0;
	}
	return found;
}

void mpirun_ranks_tell_codes(void)
{
	for (int i = 0; i < all->nstarted; i++) {
		int status = all->at[i].status;

		if (WIFSIGNALED(status))
			mpirun_say("rank %d was killed by signal %d", i, WTERMSIG(status));
		else
			mpirun_say("rank %d ended with exit code %d", i, WEXITSTATUS(status));
	}
}

void mpirun_ranks_tell_map(void)
{
	if (all->wish->nranks > 1)
		mpirun_say("%s: ranks 0-%d", all->host, all->wish->nranks - 1);
	else
		mpirun_say("%s: rank 0", all->host);
}

void mpirun_ranks_forget_gone(void)
{
	for (int i = 0; i < all->nstarted; i++) {
		if (!all->at[i].lingers || kill(-all->at[i].pid, 0) == 0)
			continue;
		all->at[i].lingers = 0;
		all->nlingering--;
		mpirun_guard_forget(all->at[i].pid);
	}
}

/* --- the start ------------------------------------------------------------------------ */

int mpirun_rank_start(int rank, const struct mpirun_map *map, const struct mpirun_app *app,
		      const char *exe, char **env)
{
	struct mpirun_rank *r = &all->at[rank];
	struct mpirun_proc proc = {.exe = exe, .argv = app->argv.item, .wdir = app->wdir};
	cpu_set_t *mask;
	const char *step;

	proc.fd[0] = mpirun_stdin_open(rank);
	if (proc.fd[0] < 0 || mpirun_io_open(rank, &proc.fd[1], &proc.fd[2]))
		return 1;
	proc.env = mpirun_env_copy(env);
	r->app = (int)(app - all->wish->app);
	if (mpirun_pmix_env(rank, &proc.env) ||
	    mpirun_pmi_open(rank, r->app, &proc.env, &proc.kept))
		return 1;
	mask = mpirun_map_mask(map, rank, &proc.cpus_bytes);
	proc.cpus = mask;
	r->pid = mpirun_spawn(&proc, &step);
	if (r->pid < 0)
		mpirun_spawn_say(&proc, rank, step);
	else if (all->wish->report.verbose)
		mpirun_say("rank %d is process %ld, %s", rank, (long)r->pid, exe);
	CPU_FREE(mask);
	mpirun_env_free(proc.env);
	mpirun_stdin_opened(proc.fd[0]);
	mpirun_io_opened(proc.fd[1], proc.fd[2]);
	mpirun_pmi_opened(proc.kept);
	return r->pid < 0 ? 126 : 0;
}
