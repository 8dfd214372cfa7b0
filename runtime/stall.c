/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stall reports of a waiting rank (stall.h). To Rondo's mpirun they go as PMIx log data, in two
 * lines:
 *
 *     <seconds waited> <all|any> [world rank it waits for]... [in <context> <collective>]
 *     <call and description of the events it waits for>
 *
 * and an empty text when the wait is over. The name of the MPI call is read off the stack, so that
 * entry points need not note it.
 */
#include "runtime/stall.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/param.h"
#include "base/threads.h"
#include "runtime/job.h"

#include <pmix.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#ifdef __GLIBC__
#include <dlfcn.h>
#include <execinfo.h>
#include <sys/auxv.h>
#endif

enum { FRAMES = 64 };

uint64_t rd_stall_after_ns = UINT64_MAX;
uint64_t rd_stall_reported_ns;

static uint64_t limit_ns = UINT64_MAX; /* RONDO_STALL */
static volatile sig_atomic_t asked;
static int listens; /* SIGUSR1 is handled here */

/* ---- The MPI call ---- */

#ifdef __GLIBC__

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int is_call(const Dl_info *at)
{
	return at->dli_sname &&
	       (!strncmp(at->dli_sname, "MPI_", 4) || !strncmp(at->dli_sname, "PMPI_", 5));
}

/* Whether the frame returns into the same file as `own`; *at: where it returns. */
static int is_in(void *frame, const Dl_info *own, Dl_info *at)
{
	if (!dladdr((char *)frame - 1, at))
		*at = (Dl_info){0};
	return at->dli_fbase == own->dli_fbase;
}

/* Linked into the program itself, whose frames look like the library's. */
static int is_in_program(const Dl_info *own)
{
	Dl_info entry;

	return dladdr((void *)(uintptr_t)getauxval(AT_ENTRY), &entry) &&
	       entry.dli_fbase == own->dli_fbase;
}

/* "MPI_Recv, called from solve (a.out+0x11d9)": the argument of addr2line -e a.out. With several
 * threads the entry point may have left no frame with a name. `any`: the call ends with any of the
 * events that it waits for. */
static void name_call(struct rd_stall *s, int *any)
{
	void *frame[FRAMES];
	int n = backtrace(frame, FRAMES), i;
	const char *name = rd_threads_call;
	Dl_info own, at = {0};

	if (!dladdr((void *)(uintptr_t)rd_stall_init, &own))
		return;
	for (i = 0; i < n && !is_in(frame[i], &own, &at); i++)
		; /* frames of backtrace itself, where a sanitizer stands before it */
	for (; i < n && is_in(frame[i], &own, &at); i++)
		if (is_call(&at))
			name = at.dli_sname + (*at.dli_sname == 'P');
	if (!name)
		return;
	*any = strstr(name, "any") || strstr(name, "some");
	if (i < n && at.dli_fbase && !is_in_program(&own))
		rd_stall_note(s, "%s, called from %s (%s+0x%zx)", name,
			      at.dli_sname ? at.dli_sname : "a function", base_name(at.dli_fname),
			      (size_t)((char *)frame[i] - 1 - (char *)at.dli_fbase));
	else
		rd_stall_note(s, "%s", name);
}

#else

static void name_call(struct rd_stall *s, int *any)
{
	(void)any;
	if (rd_threads_call)
		rd_stall_note(s, "%s", rd_threads_call);
}

#endif

enum { OTHERS_TOLD = 4 };

/* The calls of the other threads. */
static void name_others(struct rd_stall *s)
{
	const char *calls[OTHERS_TOLD];
	int n = rd_threads_parked(calls, OTHERS_TOLD);

	for (int i = 0; i < n && i < OTHERS_TOLD; i++)
		rd_stall_note(s, "another thread waits in %s", calls[i] ? calls[i] : "MPI");
	if (n > OTHERS_TOLD)
		rd_stall_note(s, "and %d more", n - OTHERS_TOLD);
}

/* ---- Sending ---- */

/* To mpirun, if it is Rondo's. */
static int log_text(const char *text)
{
	pmix_info_t info;
	int err;

	if (strncmp(rd_job.id, "rondo.", 6) != 0)
		return -1;
	PMIX_INFO_LOAD(&info, "rondo.stall", text, PMIX_STRING);
	err = PMIx_Log(&info, 1, NULL, 0);
	PMIX_INFO_DESTRUCT(&info);
	return err == PMIX_SUCCESS || err == PMIX_OPERATION_SUCCEEDED ? 0 : -1;
}

static void send_report(const struct rd_stall *s, double waited_s, int any)
{
	char message[sizeof(s->text) + 16 * RD_STALL_ON + RD_STALL_CALL_B + 48];
	size_t at = (size_t)snprintf(message, sizeof(message), "%.1f %s", waited_s,
				     any ? "any" : "all");

	for (int i = 0; i < s->n; i++)
		at += (size_t)snprintf(message + at, sizeof(message) - at, " %d", s->on[i]);
	if (s->of_call && s->of_call == s->described)
		at += (size_t)snprintf(message + at, sizeof(message) - at, " in %u %s", s->ctx,
				       s->call);
	snprintf(message + at, sizeof(message) - at, "\n%s", s->text);
	if (log_text(message))
		rd_warn("no progress for %.1f s: %s", waited_s, s->text);
}

static void tell(struct rd_stall *s)
{
	if (s->part == RD_STALL_QUEUES && !s->described)
		rd_stall_wait(s, RD_STALL_NONE, "an unknown event");
	rd_progress_tell(s);
}

static void report(const volatile int *done, double waited_s)
{
	struct rd_stall s = {.done = done};
	int any = 0;

	name_call(&s, &any);
	rd_stall_note(&s, "waits for ");
	for (s.part = RD_STALL_EXACT; s.part <= RD_STALL_QUEUES; s.part++)
		if (s.part != RD_STALL_ALL || !s.described)
			tell(&s);
	name_others(&s);
	for (int i = 0; i < s.n; i++)
		any |= s.on[i] == RD_STALL_ANY;
	send_report(&s, waited_s, any);
}

/* ---- Times ---- */

void rd_stall_due(const volatile int *done, uint64_t since_ns)
{
	uint64_t now = rd_clock_ns();

	if (!asked && since_ns == rd_stall_reported_ns)
		return;
	asked = 0;
	__atomic_store_n(&rd_stall_after_ns, limit_ns, __ATOMIC_RELAXED);
	report(done, since_ns ? (double)(now - since_ns) / 1e9 : 0);
	rd_stall_reported_ns = since_ns;
}

void rd_stall_over(void)
{
	rd_stall_reported_ns = 0;
	log_text("");
}

static void on_signal(int sig)
{
	(void)sig;
	asked = 1;
	__atomic_store_n(&rd_stall_after_ns, 0, __ATOMIC_RELAXED);
}

void rd_stall_init(void)
{
	int64_t seconds = rd_param_int(RD_PARAM_STALL);
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, old;

	limit_ns = seconds ? (uint64_t)seconds * 1000000000u : UINT64_MAX;
	rd_stall_after_ns = limit_ns;
	listens = !sigaction(SIGUSR1, NULL, &old) && old.sa_handler == SIG_DFL &&
		  !(old.sa_flags & SA_SIGINFO) && !sigaction(SIGUSR1, &action, NULL);
}

void rd_stall_fini(void)
{
	struct sigaction now;

	if (listens && !sigaction(SIGUSR1, NULL, &now) && now.sa_handler == on_signal)
		signal(SIGUSR1, SIG_DFL);
	listens = 0;
	rd_stall_after_ns = UINT64_MAX;
}
