/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The graph of waits is printed some time after the first report, so that it contains all ranks
 * that wait for the same reason; that time doubles with each graph. A rank that waits for all of
 * the ranks that it names can be part of a cycle; a rank that waits for any of several cannot.
 */
#include "runtime/mpirun_stall.h"

#include "runtime/mpirun_say.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GATHER_MS 1500 /* a rank that sleeps checks once a second */
#define GATHER_MOST_MS 60000
enum { ON = 16, SHOWN = 32 /* lines in a report */ };

struct report {
	char *text; /* NULL: none, it does not wait as far as is known */
	int shown;  /* in the report that is being printed */
	double seconds;
	int any;       /* any of them would end the wait, or they are not known */
	int on[ON], n; /* ranks that it waits for */
	/* The collective that it waits in alone, and its context, which no other communicator of
	 * these ranks has; "": none. */
	unsigned ctx;
	char call[40];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects the variables below */
static struct {
	struct report *reports; /* [nranks] */
	char *mark;             /* [nranks] scratch */
	int nranks;
	int news;
	int told; /* a report was printed, and no rank has sent anything since */
	struct event *timer;
	int gather_ms;
	int asked;
} stall = {.gather_ms = GATHER_MS};

/* ---- Reports of ranks ---- */

/* 0, or -1: the text is malformed. */
static int parse(const char *text, struct report *report)
{
	char how[4];
	int at = 0;

	if (sscanf(text, "%lf %3s%n", &report->seconds, how, &at) < 2)
		return -1;
	report->any = !strcmp(how, "any");
	for (text += at; *text == ' '; text += at) {
		int rank;

		if (sscanf(text, " in %u %39[A-Za-z_]%n", &report->ctx, report->call, &at) == 2)
			continue;
		if (sscanf(text, "%d%n", &rank, &at) < 1 || rank >= stall.nranks)
			return -1;
		if (rank >= 0 && report->n < ON)
			report->on[report->n++] = rank;
	}
	report->text = *text == '\n' ? strdup(text + 1) : NULL;
	return report->text ? 0 : -1;
}

static void forget(struct report *report)
{
	free(report->text);
	*report = (struct report){0};
}

void mpirun_stall_heard(int rank, const char *text)
{
	struct report report = {0};

	pthread_mutex_lock(&lock);
	if (stall.reports && rank < stall.nranks && (!*text || !parse(text, &report))) {
		forget(&stall.reports[rank]);
		stall.reports[rank] = report;
		stall.told = 0;
		stall.news |= report.text != NULL;
	}
	pthread_mutex_unlock(&lock);
}

/* ---- The graph of waits ---- */

/* The rank at the i-th edge of `rank` that a cycle may follow; -1: none. */
static int next_of(int rank, int i)
{
	const struct report *r = &stall.reports[rank];

	return r->text && (!r->any || r->n == 1) && i < r->n ? r->on[i] : -1;
}

enum { UNSEEN, ON_PATH, SEEN };

struct walk {
	int *path, *edge; /* [nranks] ranks from the first to the last, and the next edge of each */
	int n;
};

/* Depth first from `rank`; returns the place on the path where a cycle begins, or -1. */
static int find_circle(struct walk *w, int rank)
{
	w->n = 0;
	w->path[w->n] = rank;
	w->edge[w->n++] = 0;
	stall.mark[rank] = ON_PATH;
	while (w->n) {
		int last = w->path[w->n - 1], to = next_of(last, w->edge[w->n - 1]++);

		if (to < 0) {
			stall.mark[last] = SEEN;
			w->n--;
		} else if (stall.mark[to] == ON_PATH) {
			for (int i = 0; i < w->n; i++)
				if (w->path[i] == to)
					return i;
		} else if (stall.mark[to] == UNSEEN) {
			w->path[w->n] = to;
			w->edge[w->n++] = 0;
			stall.mark[to] = ON_PATH;
		}
	}
	return -1;
}

/* "0 -> 3 -> 0" */
static void say_circle(const struct walk *w, int from)
{
	char text[400];
	size_t at = 0;

	for (int i = from; i < w->n && at < sizeof text - 40; i++)
		at += (size_t)snprintf(text + at, sizeof text - at, "%d -> ", w->path[i]);
	if (w->n - from > 1)
		mpirun_say("these ranks wait for each other: %s%d", text, w->path[from]);
	else
		mpirun_say("rank %d waits for itself", w->path[from]);
}

/* Ranks that wait for each other in collectives on one communicator call different ones. */
static void say_calls(const struct walk *w, int from)
{
	const struct report *first = &stall.reports[w->path[from]], *other;
	int differs = -1;

	for (int i = from; i < w->n; i++) {
		other = &stall.reports[w->path[i]];
		if (!*other->call || other->ctx != first->ctx)
			return;
		if (strcmp(first->call, other->call) != 0)
			differs = w->path[i];
	}
	if (differs >= 0)
		mpirun_say("rank %d calls %s, rank %d %s: all ranks of a communicator must call "
			   "the same collectives in the same order",
			   w->path[from], first->call, differs, stall.reports[differs].call);
}

static int say_circles(void)
{
	struct walk w = {calloc((size_t)stall.nranks, sizeof(int)),
			 calloc((size_t)stall.nranks, sizeof(int)), 0};
	int found = 0;

	memset(stall.mark, UNSEEN, (size_t)stall.nranks);
	for (int rank = 0; w.path && w.edge && rank < stall.nranks; rank++) {
		int from = stall.mark[rank] == UNSEEN ? find_circle(&w, rank) : -1;

		if (from < 0)
			continue;
		say_circle(&w, from);
		say_calls(&w, from);
		found++;
		for (int i = 0; i < w.n; i++)
			stall.mark[w.path[i]] = SEEN;
	}
	free(w.path);
	free(w.edge);
	return found;
}

/* Appends "4" or "4-7". */
static size_t add_range(char *text, size_t at, size_t room, int first, int last)
{
	if (room - at < 40)
		return at + (size_t)snprintf(text + at, room - at, "%s",
					     text[at - 1] == '.' ? "" : ",...");
	at += (size_t)snprintf(text + at, room - at, "%s%d", at ? "," : "", first);
	if (last > first)
		at += (size_t)snprintf(text + at, room - at, "-%d", last);
	return at;
}

/* "0-2,7": the marked ranks; returns their number. */
static int list_marked(char *text, size_t room)
{
	size_t at = 0;
	int n = 0;

	*text = 0;
	for (int i = 0, end; i < stall.nranks; i = end + 1) {
		for (end = i; end < stall.nranks && stall.mark[end]; end++)
			;
		if (end > i)
			at = add_range(text, at, room, i, end - 1);
		n += end - i;
	}
	return n;
}

/* Prints all ranks with the same text as this one, which is the first of them, in one line. */
static void say_alike(int rank)
{
	const char *text = stall.reports[rank].text;
	double most = 0;
	char who[200];

	memset(stall.mark, 0, (size_t)stall.nranks);
	for (int i = rank; i < stall.nranks; i++) {
		if (!stall.reports[i].text || strcmp(stall.reports[i].text, text) != 0)
			continue;
		stall.mark[i] = 1;
		stall.reports[i].shown = 1;
		if (stall.reports[i].seconds > most)
			most = stall.reports[i].seconds;
	}
	mpirun_say("%s %s: %s (for %.0f s)", list_marked(who, sizeof who) > 1 ? "ranks" : "rank",
		   who, text, most);
}

static void say_ranks(int waiting)
{
	int lines = 0, left = 0;

	mpirun_say("%d of %d ranks wait%s in MPI", waiting, stall.nranks, waiting == 1 ? "s" : "");
	for (int rank = 0; rank < stall.nranks; rank++)
		stall.reports[rank].shown = 0;
	for (int rank = 0; rank < stall.nranks; rank++) {
		if (!stall.reports[rank].text || stall.reports[rank].shown)
			continue;
		if (lines++ < SHOWN)
			say_alike(rank);
		else
			left++;
	}
	if (left)
		mpirun_say("and %d more of them", left);
}

/* Ranks that others wait for and that do not wait themselves. */
static int say_roots(void)
{
	char who[200];
	int n;

	memset(stall.mark, 0, (size_t)stall.nranks);
	for (int rank = 0; rank < stall.nranks; rank++)
		for (int i = 0; i < stall.reports[rank].n; i++)
			stall.mark[stall.reports[rank].on[i]] =
				!stall.reports[stall.reports[rank].on[i]].text;
	n = list_marked(who, sizeof who);
	if (n)
		mpirun_say("waited for without waiting in MPI themselves: rank%s %s",
			   n > 1 ? "s" : "", who);
	return n;
}

static void say_others(void)
{
	char who[200];
	int n;

	for (int rank = 0; rank < stall.nranks; rank++)
		stall.mark[rank] = !stall.reports[rank].text;
	n = list_marked(who, sizeof who);
	if (n)
		mpirun_say("not waiting in MPI: rank%s %s", n > 1 ? "s" : "", who);
}

void mpirun_stall_draw(void)
{
	int waiting = 0, explained;

	pthread_mutex_lock(&lock);
	for (int rank = 0; rank < stall.nranks; rank++)
		waiting += stall.reports[rank].text != NULL;
	if (waiting || stall.asked) {
		say_ranks(waiting);
		explained = say_circles();
		explained |= say_roots();
		if (!explained)
			say_others();
	}
	stall.news = 0;
	stall.told = waiting > 0;
	pthread_mutex_unlock(&lock);
}

int mpirun_stall_is_told(void)
{
	int is;

	pthread_mutex_lock(&lock);
	is = stall.told;
	pthread_mutex_unlock(&lock);
	return is;
}

/* ---- Times ---- */

static void draw_in(int ms)
{
	event_add(stall.timer, &(struct timeval){.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000});
}

static void on_timer(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	(void)arg;
	mpirun_stall_draw();
	if (!stall.asked && stall.gather_ms < GATHER_MOST_MS)
		stall.gather_ms *= 2;
	stall.asked = 0;
}

void mpirun_stall_look(void)
{
	int some;

	pthread_mutex_lock(&lock);
	some = stall.news;
	pthread_mutex_unlock(&lock);
	if (some && stall.timer && !event_pending(stall.timer, EV_TIMEOUT, NULL))
		draw_in(stall.gather_ms);
}

/* Whether the process has a handler for the signal (proc(5), SigCgt). */
static int catches(pid_t pid, int sig)
{
	unsigned long long caught = 0;
	char path[40], line[200];
	FILE *file;

	snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof line, file))
		if (sscanf(line, "SigCgt: %llx", &caught) == 1)
			break;
	if (file)
		fclose(file);
	return caught >> (sig - 1) & 1;
}

static void signal_those(int (*is_rank)(pid_t group))
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;

	while (proc && (entry = readdir(proc))) {
		pid_t pid = (pid_t)atol(entry->d_name);

		if (pid > 0 && is_rank(getpgid(pid)) && catches(pid, SIGUSR1))
			kill(pid, SIGUSR1);
	}
	if (proc)
		closedir(proc);
}

/* A rank that does not answer counts as not waiting. */
void mpirun_stall_ask(int (*is_rank)(pid_t group))
{
	pthread_mutex_lock(&lock);
	for (int rank = 0; rank < stall.nranks; rank++)
		forget(&stall.reports[rank]);
	pthread_mutex_unlock(&lock);
	stall.asked = 1;
	draw_in(GATHER_MS);
	signal_those(is_rank);
}

void mpirun_stall_finish(void)
{
	if (stall.asked && event_del(stall.timer) == 0)
		on_timer(-1, EV_TIMEOUT, NULL);
}

void mpirun_stall_start(struct event_base *loop, int n)
{
	pthread_mutex_lock(&lock);
	stall.nranks = n;
	stall.reports = calloc((size_t)n, sizeof *stall.reports);
	stall.mark = calloc((size_t)n, 1);
	pthread_mutex_unlock(&lock);
	if (loop)
		stall.timer = evtimer_new(loop, on_timer, NULL);
	if (!stall.reports || !stall.mark || (loop && !stall.timer))
		mpirun_die("no memory for %d ranks", n);
}

void mpirun_stall_stop(void)
{
	pthread_mutex_lock(&lock);
	for (int rank = 0; rank < stall.nranks; rank++)
		forget(&stall.reports[rank]);
	free(stall.reports);
	free(stall.mark);
	stall.reports = NULL;
	stall.mark = NULL;
	stall.nranks = 0;
	pthread_mutex_unlock(&lock);
	if (stall.timer)
		event_free(stall.timer);
	stall.timer = NULL;
}
