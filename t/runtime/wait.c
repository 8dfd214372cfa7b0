/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The policy of waiting, by recorded observations: the yields and waits of ranks beside programs
 * that compute, beside each other on one processor, alone. No clock runs, and no load is made.
 */
#include "runtime/wait.h"

#include <limits.h>

#include "t/tap.h"

#define US 1000u
#define MS 1000000u
#define BARE (300u)
#define ARRAY_N(array) ((int)(sizeof(array) / sizeof(*(array))))

static uint64_t now; /* the simulated clock */

/* `ranks` on `cpus` of 2 processors. */
static struct rd_wait_policy policy_of(int ranks, int cpus, uint32_t process)
{
	struct rd_wait_policy p;

	now = 1000 * (uint64_t)MS;
	rd_wait_init(&p, &(struct rd_wait_facts){.ranks = ranks,
						 .cpus = cpus,
						 .online = 2,
						 .spins = -1,
						 .sleep_us = -1,
						 .call_ns = 100,
						 .process = process});
	return p;
}

static enum rd_wait_action yields(struct rd_wait_policy *p, uint64_t took_ns, int runnable)
{
	struct rd_wait_yielded y = {.at_ns = now, .took_ns = took_ns};

	now += took_ns;
	y.runnable = rd_wait_counts(p, &y) ? runnable : INT_MIN;
	return rd_wait_learn(p, &y);
}

/* Of a wait that began so long ago; no peer's processor is known. */
static enum rd_wait_action waits(struct rd_wait_policy *p, uint64_t for_ns)
{
	return rd_wait_choose(p, &(struct rd_wait_seen){.now_ns = now, .since_ns = now - for_ns});
}

/* Likewise, one peer is known to be on this processor, or not. */
static enum rd_wait_action waits_at(struct rd_wait_policy *p, uint64_t for_ns, int colocated,
				    int migrates)
{
	return rd_wait_choose(p, &(struct rd_wait_seen){.now_ns = now,
							.since_ns = now - for_ns,
							.peers = 1,
							.colocated = colocated,
							.migrates = migrates});
}

/* ---- Foreign load, where ranks share processors ---- */

/* 4 ranks on two processors, recorded beside 4 programs that compute: all turns are long. */
static const uint32_t beside_hogs[] = {
	3992 * US, 7988 * US, 4003 * US, 3996 * US, 7991 * US, 3990 * US, 3997 * US, 4001 * US,
};

/* Turns of programs, one after the other, for so long. */
static void beside_programs(struct rd_wait_policy *p, uint64_t for_ns, int runnable)
{
	uint64_t end = now + for_ns;

	for (int i = 0; now < end; i++)
		yields(p, beside_hogs[i % ARRAY_N(beside_hogs)], runnable);
}

static void sleeps_beside_computing_programs(void)
{
	struct rd_wait_policy p = policy_of(4, 2, 0);

	beside_programs(&p, 250 * MS, 8);
	is_int(waits(&p, 10 * US), RD_WAIT_YIELD, "turns of other programs for 0.25 s: a burst");
	beside_programs(&p, 150 * MS, 8);
	is_int(waits(&p, 10 * US), RD_WAIT_SLEEP, "for 0.4 s: a load, sleep");
	ok(rd_wait_has_foreign_load(&p, now), "... which those learn that yield to one rank");
	now += 99 * (uint64_t)MS;
	is_int(waits(&p, 10 * US), RD_WAIT_SLEEP, "... for a tenth of a second");
	now += 2 * MS;
	is_int(waits(&p, 10 * US), RD_WAIT_YIELD, "... then a yield is tried again");
	yields(&p, 4 * MS, 8);
	is_int(waits(&p, 10 * US), RD_WAIT_SLEEP, "... and if it is long they sleep again");
}

/* Recorded on 4 ranks that compute between collectives: one more thread than ranks wants to run at
 * 15 of 100 long yields, up to 4 times in a row. */
static const struct {
	uint32_t took_us;
	int runnable;
} own_ranks[] = {
	{4012, 4}, {3988, 5}, {7990, 5}, {4001, 5}, {3999, 5}, {4003, 4}, {2, 0},
	{3995, 4}, {4000, 3}, {8001, 5}, {3998, 4}, {4002, 5}, {3990, 5}, {1, 0},
	{4004, 4}, {3997, 4}, {4001, 2}, {3999, 5}, {4000, 4}, {4002, 4},
};

static void own_ranks_are_no_load(void)
{
	struct rd_wait_policy p = policy_of(4, 2, 0);
	int slept = 0;

	for (int i = 0; i < ARRAY_N(own_ranks); i++) {
		yields(&p, own_ranks[i].took_us * US, own_ranks[i].runnable);
		slept += waits(&p, 10 * US) != RD_WAIT_YIELD;
	}
	is_int(slept, 0, "computing ranks of the job: yields");
	is_int(p.spins, rd_wait_table.progress.spins_oversubscribed, "... after few polls");
	yields(&p, rd_wait_table.progress.foreign_took_ns, 100);
	is_int(p.foreign_yields, 0, "a turn of at most a millisecond is none");
}

/* 8 ranks on two processors beside a program of nice 19, recorded: a turn of 3 ms in some hundreds
 * of yields to the other ranks. */
static void seldom_turns(void)
{
	struct rd_wait_policy p = policy_of(8, 2, 0);
	int slept = 0;

	for (int i = 0; i < 8000; i++) {
		yields(&p, i % 400 == 399 ? 2900 * US : 12 * US, 9);
		slept += waits(&p, 10 * US) != RD_WAIT_YIELD;
	}
	is_int(slept, 0, "20 turns of a program in 8000 yields: yields");
	beside_programs(&p, 400 * MS, 9);
	is_int(waits(&p, 10 * US), RD_WAIT_SLEEP, "only turns of programs: sleep");
	now += 101 * (uint64_t)MS;
	for (int i = 0; i < 300; i++)
		yields(&p, 12 * US, 9);
	beside_programs(&p, 250 * MS, 9);
	is_int(waits(&p, 10 * US), RD_WAIT_YIELD, "... and, after a time without, anew");
	beside_programs(&p, 150 * MS, 9);
	is_int(waits(&p, 10 * US), RD_WAIT_SLEEP, "... when that lasts");
	now += 10000 * (uint64_t)MS;
	beside_programs(&p, 250 * MS, 9);
	is_int(waits(&p, 10 * US), RD_WAIT_YIELD, "a load of ten seconds ago does not count");
	p = policy_of(8, 2, 0);
	yields(&p, 60000 * (uint64_t)MS, 9);
	for (int i = 0; i < 8; i++)
		yields(&p, 4 * MS, 9);
	is_int(waits(&p, 10 * US), RD_WAIT_YIELD,
	       "a process that was stopped for a minute is none");
}

/* Where each rank has a processor, and no peer is known: over TCP. */
static void with_room(void)
{
	struct rd_wait_policy p = policy_of(2, 2, 0);

	for (int i = 0; i < 8; i++)
		yields(&p, 4 * MS, 4);
	is_int(waits(&p, 10 * US), RD_WAIT_SLEEP, "with a processor each: sleep after 8 turns");
}

/* A turn is longer with many ranks on a processor. */
static void many_ranks(void)
{
	struct rd_wait_policy p = policy_of(128, 2, 0);

	for (int i = 0; i < 100; i++)
		yields(&p, 64 * 40 * US, 130);
	is_int(waits(&p, 10 * US), RD_WAIT_YIELD, "a round of 64 ranks on a processor is no load");
}

static void threads(void)
{
	struct rd_wait_policy p = policy_of(1, 2, 0);

	p.threads = 1;
	yields(&p, 4 * MS, 3);
	is_int(waits(&p, 10 * US), RD_WAIT_SLEEP, "several threads: one long yield suffices");
	is_int(waits_at(&p, 10 * US, 0, 0), RD_WAIT_SLEEP, "... wherever the peers are");
}

/* ---- A processor for each rank ---- */

/* One rank of two, beside a program of nice 5 on the same processor; the other rank is alone. */
static void spins_through_turns(void)
{
	struct rd_wait_policy p = policy_of(2, 2, 0);

	is_int(waits_at(&p, 100 * US, 0, 0), RD_WAIT_YIELD, "no load known: yields");
	yields(&p, 3546 * US, 3);
	is_int(p.spins, rd_wait_table.progress.spins_alone, "a turn does not shorten the polls");
	is_int(waits_at(&p, 100 * US, 0, 0), RD_WAIT_SPIN, "after one turn: polls on");
	is_int(waits_at(&p, 4 * MS, 0, 0), RD_WAIT_SPIN, "... while the peer may be behind one");
	is_int(waits_at(&p, 5 * MS, 0, 0), RD_WAIT_SLEEP, "... then sleeps");
	is_int(waits_at(&p, 0, 0, 0), RD_WAIT_SPIN, "MPI_Test in a loop does not yield either");
	is_int(waits_at(&p, 0, 1, 0), RD_WAIT_YIELD, "... but to a co-located peer");
	is_int(waits(&p, 0), RD_WAIT_YIELD, "... and where it knows no places");
	is_int(waits(&p, 100 * US), RD_WAIT_YIELD, "unknown places: yields");
	is_int(waits_at(&p, 100 * US, 1, 0), RD_WAIT_YIELD, "a co-located peer: yields to it");
	is_int(waits_at(&p, 5 * MS, 1, 0), RD_WAIT_SLEEP, "... then sleeps");
	now += 2001 * (uint64_t)MS;
	is_int(waits_at(&p, 100 * US, 0, 0), RD_WAIT_YIELD, "after two seconds it yields again");
	is_int(waits_at(&p, 0, 0, 0), RD_WAIT_YIELD, "... in MPI_Test, too");
}

/* A long turn with no more threads than ranks is a computing rank's. */
static void own_turns(void)
{
	struct rd_wait_policy p = policy_of(2, 2, 0);

	yields(&p, 3546 * US, 2);
	is_int(waits_at(&p, 100 * US, 0, 0), RD_WAIT_YIELD, "a turn of the other rank: yields");
	is_int(waits_at(&p, 0, 0, 0), RD_WAIT_YIELD, "... in MPI_Test, too");
}

/* Two ranks that were started or woken on one processor, a program of nice 5 on the other: each
 * yield takes as long as the other rank's answer, for milliseconds. */
static void one_of_two_goes(void)
{
	struct rd_wait_policy p = policy_of(2, 2, 0);

	for (int i = 0; i < 3; i++)
		yields(&p, 1210, 3);
	is_int(waits_at(&p, 60 * US, 1, 0), RD_WAIT_YIELD,
	       "the lower of two co-located ranks stays");
	is_int(waits_at(&p, 60 * US, 1, 1), RD_WAIT_MIGRATE, "the higher one goes at once");
	is_int(waits_at(&p, 60 * US, 1, 1), RD_WAIT_YIELD, "... but not twice in a row");
	now += rd_wait_table.progress.migrate_ns;
	is_int(waits_at(&p, 60 * US, 1, 1), RD_WAIT_MIGRATE, "... again after a millisecond");
	now += rd_wait_table.progress.migrate_ns;
	is_int(waits_at(&p, 60 * US, 1, 1), RD_WAIT_YIELD, "... the third time later");
	now += rd_wait_table.progress.migrate_ns;
	is_int(waits_at(&p, 60 * US, 1, 1), RD_WAIT_MIGRATE, "... after two");
	p = policy_of(4, 2, 0);
	is_int(waits_at(&p, 60 * US, 1, 1), RD_WAIT_YIELD, "more ranks than processors: none goes");
}

/* Yields until it migrates; at most `most`. */
static int yields_to_go(struct rd_wait_policy *p, uint64_t took_ns, int runnable, int most)
{
	for (int n = 1; n <= most; n++)
		if (yields(p, took_ns, runnable) == RD_WAIT_MIGRATE)
			return n;
	return 0;
}

/* The transport does not know the places, recorded over TCP: yields to the other one. */
static void goes_by_yields(void)
{
	struct rd_wait_policy a = policy_of(2, 2, 4242), b = policy_of(2, 2, 4243), c;
	int first = yields_to_go(&a, 1210, 2, 60), other = yields_to_go(&b, 1210, 2, 60);

	ok(first && first <= 22, "goes to an idle processor after %d yields", first);
	ok(other && other != first, "the other one after %d: one of two stays", other);
	is_int(yields_to_go(&a, 1210, 2, 60), 0, "not again within a millisecond");
	now += rd_wait_table.progress.migrate_ns;
	ok(yields_to_go(&a, 1210, 2, 60), "... but then");
	c = policy_of(2, 2, 0);
	is_int(yields_to_go(&c, 1210, 3, 1000), 0, "stays where no processor is idle");
	c = policy_of(3, 2, 0);
	is_int(yields_to_go(&c, 1210, 2, 1000), 0, "stays where ranks share processors");
	c = policy_of(2, 2, 0);
	is_int(yields_to_go(&c, BARE, 2, 1000), 0, "stays alone on its processor");
}

/* ---- Polls ---- */

static void polls_by_yields(void)
{
	struct rd_wait_policy p = policy_of(2, 2, 0);

	is_int(p.spins, rd_wait_table.progress.spins_alone, "alone: many polls before a yield");
	yields(&p, 1210, 3);
	is_int(p.spins, rd_wait_table.progress.spins_oversubscribed, "beside a waiting rank: few");
	is_int(p.spins_between, 1, "... and one between yields");
	for (uint32_t i = 0; i < rd_wait_table.progress.yield_memory - 1; i++)
		yields(&p, BARE, 3);
	is_int(p.spins, rd_wait_table.progress.spins_oversubscribed, "... for 63 bare yields");
	yields(&p, BARE, 3);
	is_int(p.spins, rd_wait_table.progress.spins_alone, "the 64th: alone again");
	p = policy_of(3, 2, 0);
	is_int(p.spins, rd_wait_table.progress.spins_oversubscribed, "more ranks than processors");
	for (int i = 0; i < 100; i++)
		yields(&p, BARE, 3);
	is_int(p.spins, rd_wait_table.progress.spins_oversubscribed,
	       "... whatever the yields take");
}

static void classes_of_yields(void)
{
	struct rd_wait_policy p = policy_of(2, 2, 0);

	ok(!rd_wait_was_taken(&p, BARE), "0.3 us is a bare yield");
	ok(rd_wait_was_handover(&p, 1500), "1.5 us a handover");
	ok(rd_wait_was_taken(&p, 4 * MS) && !rd_wait_was_handover(&p, 4 * MS), "4 ms a turn");
	is_int(p.bare_yield_ns, 400, "a bare yield is estimated from a system call");
	yields(&p, 250, 2);
	is_int(p.bare_yield_ns, 250, "... until a shorter one was seen");
}

static void idle(void)
{
	struct rd_wait_policy p = policy_of(2, 2, 0);

	is_int(waits(&p, 99 * MS), RD_WAIT_YIELD,
	       "alone it polls and yields for a tenth of a second");
	is_int(waits(&p, 100 * MS), RD_WAIT_SLEEP, "... then sleeps");
	is_int(waits_at(&p, 100 * MS, 0, 0), RD_WAIT_SLEEP, "... also where places are known");
	p = policy_of(3, 2, 0);
	is_int(waits(&p, 1999 * US), RD_WAIT_YIELD,
	       "oversubscribed it yields for half a turn of another program");
	is_int(waits(&p, 2 * MS), RD_WAIT_SLEEP, "... then sleeps");
}

/* ---- Two ranks of a home ---- */

/* Of a wait after so many polls. */
static enum rd_wait_action waits_for(struct rd_wait_policy *p, enum rd_wait_from from,
				     enum rd_wait_home home, uint32_t spins)
{
	return rd_wait_choose(p, &(struct rd_wait_seen){.now_ns = now,
							.since_ns = now - US,
							.from = from,
							.home = home,
							.spins = spins});
}

static void homes(void)
{
	struct rd_wait_policy p = policy_of(4, 2, 0);
	uint32_t first = rd_wait_table.progress.spins_known;
	uint32_t most = rd_wait_table.progress.spins_oversubscribed;
	uint32_t blocked = rd_wait_table.progress.spins_blocked;
	const struct {
		enum rd_wait_from from;
		enum rd_wait_home home;
		uint32_t polls; /* before a yield */
		const char *what;
	} cases[] = {
		{RD_FROM_HOME, RD_HOME_UNKNOWN, 0, "the awaited rank shares the home"},
		{RD_FROM_HOME, RD_HOME_BLOCKED, 0, "... and is blocked itself"},
		{RD_FROM_STOPPED, RD_HOME_READY, 0, "the awaited rank waits, the other is ready"},
		{RD_FROM_RUNNING, RD_HOME_READY, most, "the awaited rank runs, the other is ready"},
		{RD_FROM_STOPPED, RD_HOME_UNKNOWN, most, "nothing known of the other rank"},
		{RD_FROM_RUNNING, RD_HOME_UNKNOWN, most, "... and the awaited one runs"},
		{RD_FROM_STOPPED, RD_HOME_BLOCKED, blocked, "the other rank is blocked"},
		{RD_FROM_RUNNING, RD_HOME_BLOCKED, blocked, "... and the awaited one runs"},
	};

	ok(first < most && most < blocked, "%u, %u and %u polls", first, most, blocked);
	for (int i = 0; i < ARRAY_N(cases); i++) {
		uint32_t polls = cases[i].polls;

		ok(waits_for(&p, cases[i].from, cases[i].home, polls) == RD_WAIT_YIELD &&
			   (!polls ||
			    waits_for(&p, cases[i].from, cases[i].home, polls - 1) == RD_WAIT_SPIN),
		   "%s: %u polls, then a yield", cases[i].what, polls);
		is_int(rd_wait_yields_early(&(struct rd_wait_seen){.from = cases[i].from,
								   .home = cases[i].home}),
		       !polls, "... %s at the first look", polls ? "none" : "a yield");
	}
	beside_programs(&p, 400 * MS, 6);
	is_int(waits_for(&p, RD_FROM_STOPPED, RD_HOME_BLOCKED, first), RD_WAIT_SLEEP,
	       "beside programs that compute it sleeps");
}

static void parameters(void)
{
	struct rd_wait_facts facts = {
		.ranks = 2, .cpus = 2, .online = 2, .spins = 7, .sleep_us = 300, .call_ns = 100};
	struct rd_wait_policy p;

	now = 1000 * (uint64_t)MS;
	rd_wait_init(&p, &facts);
	yields(&p, 1210, 3);
	is_int(p.spins, 7, "RONDO_SPIN holds, whatever is learnt");
	is_int(waits(&p, 299 * US), RD_WAIT_YIELD, "RONDO_SLEEP_US holds");
	is_int(waits(&p, 300 * US), RD_WAIT_SLEEP, "... to the microsecond");
	for (int i = 0; i < 8; i++)
		yields(&p, 4 * MS, 3);
	is_int(waits(&p, 10 * US), RD_WAIT_YIELD, "... beside programs that compute, too");
	is_int(waits_at(&p, 10 * US, 0, 0), RD_WAIT_SPIN, "... wherever the peers are");
	facts.spins = INT64_MAX;
	rd_wait_init(&p, &facts);
	ok(p.spins == UINT32_MAX, "a huge RONDO_SPIN is the largest number");
}

int main(void)
{
	sleeps_beside_computing_programs();
	own_ranks_are_no_load();
	seldom_turns();
	with_room();
	many_ranks();
	threads();
	spins_through_turns();
	own_turns();
	one_of_two_goes();
	goes_by_yields();
	polls_by_yields();
	classes_of_yields();
	idle();
	homes();
	parameters();
	return done();
}
