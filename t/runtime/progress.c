/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The progress loop carries out the steps that the policy chooses (t/runtime/wait.c tests that
 * choice): polls, yields, sleep, migration to a processor without ranks.
 */
#include "runtime/progress.h"

#include "base/clock.h"
#include "runtime/cpu.h"
#include "runtime/wait.h"

#include <sched.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "t/tap.h"

/* ---- The C library's: records where this thread was sent ---- */

static int sent_to = -1;

int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *mask)
{
	if (CPU_COUNT(mask) == 1)
		for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
			if (CPU_ISSET(cpu, mask))
				sent_to = cpu;
	return (int)syscall(SYS_sched_setaffinity, pid, size, mask);
}

static uint64_t yielded; /* times */
static enum rd_wait_state published, published_in_yield;

int sched_yield(void)
{
	yielded++;
	published_in_yield = published;
	return (int)syscall(SYS_sched_yield);
}

static int naps;

int nanosleep(const struct timespec *time, struct timespec *left)
{
	naps++;
	return (int)syscall(SYS_nanosleep, time, left);
}

/* ---- A poller whose peer may be on this processor ---- */

static int event, colocated, arms, disarms, asked;
static int places_cpu = -1; /* of this process when last asked */
static struct rd_place own, peer;
static uint32_t peer_beats, beats_per_look;
static uint16_t stays; /* 1 + the processor that the peer needs; 0: any */

static int poll_event(void)
{
	return event;
}

static int arm(void)
{
	arms++;
	return RD_ARM_OK;
}

static void disarm(void)
{
	disarms++;
}

static void places(struct rd_places *all)
{
	asked++;
	places_cpu = all->cpu;
	rd_place_tell(&own, all);
	peer.cpu1 = (uint16_t)(colocated ? all->cpu + 1 : stays);
	peer.beats += stays ? stays != all->cpu + 1 : beats_per_look;
	rd_places_add(all, &peer, &peer_beats, 1);
}

static struct rd_poller poller = {
	.name = "test", .poll = poll_event, .arm = arm, .disarm = disarm, .places = places};

static void wait_for_calls(struct rd_wait *w, uint32_t calls)
{
	for (uint32_t i = 0; i < calls; i++)
		rd_progress_wait(w);
}

static void yields(void)
{
	struct rd_wait w = RD_WAIT_INIT;
	uint64_t before = rd_progress_stats.yields;

	wait_for_calls(&w, rd_wait_table.progress.spins_alone - 1);
	is_int(rd_progress_stats.yields - before, 0, "no yield before the last of the polls");
	is_int(asked, 0, "... and no look at the places of peers");
	wait_for_calls(&w, 1);
	is_int(rd_progress_stats.yields - before, 1, "... then one");
	is_int(asked, 1, "... and a look");
	event = 1;
	wait_for_calls(&w, 1);
	event = 0;
	is_int(w.spins + w.yields, 0, "an event begins anew");
}

static void goes(int cpus)
{
	struct rd_wait w = RD_WAIT_INIT;

	sent_to = -1;
	colocated = 1;
	rd_progress_setup(2, 2);
	wait_for_calls(&w, rd_wait_table.progress.spins_alone);
	ok(cpus == 1 ? sent_to < 0 : sent_to >= 0 && sent_to != places_cpu,
	   "with a co-located peer of lower rank it goes from processor %d to %d", places_cpu,
	   sent_to);
	sent_to = -1;
	asked = 0;
	w = (struct rd_wait)RD_WAIT_INIT;
	rd_progress_setup(3, 2);
	wait_for_calls(&w, rd_wait_table.progress.spins_oversubscribed);
	ok(w.yields && sent_to < 0 && !asked, "oversubscribed it stays");
}

/* ---- The meeting at the end of MPI_Init ---- */

static double meeting_took_ns(void)
{
	uint64_t since = rd_clock_ns();

	own = (struct rd_place){0};
	naps = 0;
	rd_progress_meet();
	return (double)(rd_clock_ns() - since);
}

static void meets(int cpus)
{
	double most_ns = (double)rd_wait_table.meeting.most_ns, took_ns;
	int parts = (int)rd_wait_table.meeting.parts; /* each may be behind a turn of others */

	rd_progress_setup(2, 2);
	colocated = 0;
	beats_per_look = 1;
	meeting_took_ns();
	ok(own.met && own.beats >= 2 && !naps, "it meets a peer that is awake after %u looks",
	   own.beats);
	beats_per_look = 0;
	peer.met = 1;
	meeting_took_ns();
	ok(own.met && own.beats == 1, "one look at a peer that has met another one");
	peer.met = 0;
	took_ns = meeting_took_ns();
	ok(took_ns >= most_ns && own.met && naps > 2,
	   "it sleeps %d times while its peer is away, and goes on in the end", naps);
	colocated = 1;
	meeting_took_ns();
	ok(own.met && naps <= parts, "it does not wait for a peer whose processor it cannot leave");
	colocated = 0;
	sent_to = -1;
	stays = (uint16_t)(rd_cpu_here() + 1);
	meeting_took_ns();
	ok(own.met && naps <= parts, "it meets a peer of lower rank that needs its processor");
	ok(cpus == 1 ? sent_to < 0 : sent_to >= 0 && sent_to != stays - 1,
	   "... by leaving processor %d for %d", stays - 1, sent_to);
	stays = 0;
	rd_progress_setup(3, 2);
	meeting_took_ns();
	ok(own.met && !own.beats, "oversubscribed, it does not wait");
}

static void sleeps(void)
{
	struct rd_wait w = RD_WAIT_INIT;
	uint64_t before = rd_progress_stats.sleeps;

	poller.fd = eventfd(1, EFD_CLOEXEC); /* readable at once */
	rd_progress_setup(3, 2);
	while (rd_progress_stats.sleeps == before)
		rd_progress_wait(&w);
	ok(w.yields, "%u yields before it sleeps", w.yields);
	ok(arms == 1 && disarms == 1, "... armed and disarmed once");
	close(poller.fd);
	poller.fd = -1;
}

/* ---- A home of two ranks ---- */

static enum rd_wait_from from_is;
static enum rd_wait_home home_is;
static int came, publications;

static int publish(enum rd_wait_state state)
{
	int was = came;

	published = state;
	publications++;
	came = 0;
	return was;
}

static enum rd_wait_home home(void)
{
	return home_is;
}

static enum rd_wait_from from(const struct rd_wait *w)
{
	(void)w;
	return from_is;
}

static struct rd_poller home_poller = {
	.name = "home", .poll = poll_event, .publish = publish, .home = home};

/* Yields of a wait of so many polls. */
static int yields_in(enum rd_wait_from f, enum rd_wait_home h, uint32_t polls)
{
	static int done;
	struct rd_wait w = {.done = &done, .from = from};

	from_is = f;
	home_is = h;
	event = 1;
	rd_progress_wait(&w); /* the last wait is over */
	event = 0;
	yielded = 0;
	publications = 0;
	wait_for_calls(&w, polls);
	return (int)yielded;
}

static void at_home(void)
{
	const uint32_t look = rd_wait_table.progress.spins_known;
	const uint32_t most = rd_wait_table.progress.spins_oversubscribed;
	const uint32_t blocked = rd_wait_table.progress.spins_blocked;
	struct rd_wait unknown = RD_WAIT_INIT;
	cpu_set_t mask, one;

	/* bound, so that the system does not move it */
	sched_getaffinity(0, sizeof(mask), &mask);
	CPU_ZERO(&one);
	CPU_SET(rd_cpu_here(), &one);
	sched_setaffinity(0, sizeof(one), &one);
	rd_progress_add(&home_poller);
	rd_progress_setup(2, 1);
	rd_home_take(0, 2);
	yields_in(RD_FROM_RUNNING, RD_HOME_UNKNOWN, most + 1); /* the loop learns of the home */
	is_int(yields_in(RD_FROM_HOME, RD_HOME_UNKNOWN, look), 0, "%u polls, no yield", look);
	is_int(publications, 1, "... it publishes that it waits, and polls once more");
	is_int(yields_in(RD_FROM_HOME, RD_HOME_UNKNOWN, look + 1), 1,
	       "... then yields to the rank of its home that it waits for");
	is_int(published_in_yield, RD_STATE_YIELDS, "... which it publishes");
	is_int(published, RD_STATE_WAITS, "... and that it waits, afterwards");
	is_int(yields_in(RD_FROM_STOPPED, RD_HOME_READY, look + 1), 1,
	       "likewise where both know that the other rank could run");
	is_int(yields_in(RD_FROM_RUNNING, RD_HOME_READY, most), 0,
	       "the awaited rank runs: no yield in %u polls", most);
	is_int(yields_in(RD_FROM_RUNNING, RD_HOME_READY, most + 1), 1, "... then one");
	is_int(yields_in(RD_FROM_RUNNING, RD_HOME_UNKNOWN, most - 1) + publications, 0,
	       "a short wait publishes nothing");
	is_int(yields_in(RD_FROM_STOPPED, RD_HOME_BLOCKED, blocked - 1), 0,
	       "the other rank is blocked: no yield in %u polls", blocked - 1);
	is_int(published, RD_STATE_WAITS, "... but it is published");
	is_int(yields_in(RD_FROM_STOPPED, RD_HOME_BLOCKED, blocked + 1) > 0, 1, "... then yields");
	yields_in(RD_FROM_HOME, RD_HOME_UNKNOWN, look);
	came = 1;
	is_int(yields_in(RD_FROM_HOME, RD_HOME_UNKNOWN, look + 1), 1,
	       "an event of an earlier wait does not count");
	came = 1;
	wait_for_calls(&(struct rd_wait){.done = &event, .from = from, .spins = most - 1}, 1);
	is_int((int)yielded, 1, "an event has come: it polls once more, without a yield");
	event = 1;
	wait_for_calls(&unknown, 1);
	event = 0;
	is_int(published, RD_STATE_RUNS, "it goes on: published");
	yielded = 0;
	published_in_yield = RD_STATE_RUNS;
	wait_for_calls(&unknown, most);
	ok(yielded == 1 && published_in_yield == RD_STATE_YIELDS && published == RD_STATE_RUNS,
	   "waiting for any rank it yields, which is published meanwhile");
	rd_progress_remove(&home_poller);
	sched_setaffinity(0, sizeof(mask), &mask);
}

int main(void)
{
	cpu_set_t mask;

	if (sched_getaffinity(0, sizeof(mask), &mask))
		skip_all("more processors than a cpu_set_t has room for");
	poller.fd = -1;
	rd_progress_add(&poller);
	rd_progress_setup(2, 2);
	yields();
	goes(CPU_COUNT(&mask));
	meets(CPU_COUNT(&mask));
	sleeps();
	at_home();
	rd_progress_remove(&poller);
	return done();
}
