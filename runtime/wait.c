/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The policy of the progress loop: pure functions, tested with recorded observations
 * (t/runtime/wait.c). No clock is read and no system call made here; progress.c does that.
 *
 * The way to wait is chosen by the cost of a yield: if it returns at once, no other thread wanted
 * the processor and spinning is free; if it takes long, one did, and later yields come sooner. If
 * it takes as long as a program computes that does not wait for this one, sleep is better than a
 * yield: a thread that sleeps is run as soon as it is woken. But each sleep delays the other ranks
 * by a wake-up, so where ranks share processors such a load has to last: M-238.
 *
 *     polls without an event, `spins` of them
 *        |
 *     rd_wait_choose --- SPIN: as many polls again, the peer is behind a turn of another program
 *        |           \-- SLEEP, MIGRATE
 *     YIELD
 *        |
 *     rd_wait_learn: sets `spins` by the time that the yield took; maybe MIGRATE
 *        |
 *     polls, `spins_between` of them, and so on
 */
#include "runtime/wait.h"

#include "base/compiler.h"

static void set_spinning(struct rd_wait_policy *p, int share)
{
	if (p->spins_fixed)
		return;
	p->spins = share ? rd_wait_table.progress.spins_oversubscribed
			 : rd_wait_table.progress.spins_alone;
	p->spins_between = share ? 1 : rd_wait_table.progress.spins_between_yields;
}

static void fix_spinning(struct rd_wait_policy *p, int64_t spins)
{
	p->spins_fixed = 1;
	p->spins = spins < UINT32_MAX ? (uint32_t)spins : UINT32_MAX;
	p->spins_between = rd_min(p->spins, rd_wait_table.progress.spins_between_yields);
}

static uint64_t sleep_after_ns(const struct rd_wait_facts *facts)
{
	if (facts->sleep_us >= 0)
		return (uint64_t)facts->sleep_us * 1000;
	return facts->ranks > facts->cpus ? rd_wait_table.progress.sleep_after_oversubscribed_ns
					  : rd_wait_table.progress.sleep_after_alone_ns;
}

/* A process that shares its processor from the start never sees a bare yield: estimated. */
static uint64_t bare_yield_ns(const struct rd_wait_facts *facts)
{
	return rd_min(rd_wait_table.progress.yield_taken_ns,
		      rd_wait_table.progress.yield_bare_calls * facts->call_ns);
}

void rd_wait_init(struct rd_wait_policy *p, const struct rd_wait_facts *facts)
{
	uint64_t per_cpu = (uint64_t)(facts->ranks / rd_max(facts->cpus, 1));

	*p = (struct rd_wait_policy){
		.ranks = facts->ranks,
		.online = facts->online,
		.oversubscribed = facts->ranks > facts->cpus,
		.sleep_fixed = facts->sleep_us >= 0,
		.sleep_after_ns = sleep_after_ns(facts),
		.bare_yield_ns = bare_yield_ns(facts),
		.foreign_took_ns = rd_max(rd_wait_table.progress.foreign_took_ns,
					  per_cpu * rd_wait_table.progress.foreign_colocated_ns),
		.migrate_gap_ns = rd_wait_table.progress.migrate_ns,
		.shared_most =
			rd_wait_table.progress.shared_yields +
			rd_wait_table.progress.shared_yields_apart *
				(facts->process % rd_wait_table.progress.shared_yields_kinds),
	};
	if (facts->spins >= 0)
		fix_spinning(p, facts->spins);
	else
		set_spinning(p, p->oversubscribed);
}

int rd_wait_has_foreign_load(const struct rd_wait_policy *p, uint64_t now_ns)
{
	return p->foreign_at_ns &&
	       now_ns - p->foreign_at_ns < rd_wait_table.progress.foreign_memory_ns;
}

/* Whether each rank may have a processor of its own, and only this thread is in the library. */
static int has_room(const struct rd_wait_policy *p)
{
	return !p->oversubscribed && !p->threads;
}

/* Whether another program had a turn on this processor. */
static int has_turns(const struct rd_wait_policy *p, uint64_t now_ns)
{
	return p->turn_at_ns && now_ns - p->turn_at_ns < rd_wait_table.progress.turn_memory_ns;
}

static enum rd_wait_action migrate(struct rd_wait_policy *p, uint64_t now_ns)
{
	p->migrate_from_ns = now_ns + p->migrate_gap_ns;
	p->migrate_gap_ns = rd_min(2 * p->migrate_gap_ns, rd_wait_table.progress.migrate_late_ns);
	return RD_WAIT_MIGRATE;
}

/* Where the processors of peers are known. */
static enum rd_wait_action choose_by_places(struct rd_wait_policy *p,
					    const struct rd_wait_seen *seen)
{
	int turns = has_turns(p, seen->now_ns);

	if (seen->migrates && seen->now_ns >= p->migrate_from_ns)
		return migrate(p, seen->now_ns);
	if (turns && !p->sleep_fixed &&
	    seen->now_ns - seen->since_ns >= rd_wait_table.progress.turn_ns)
		return RD_WAIT_SLEEP;
	return turns && !seen->colocated ? RD_WAIT_SPIN : RD_WAIT_YIELD;
}

int rd_wait_yields_early(const struct rd_wait_seen *seen)
{
	return seen->from == RD_FROM_HOME ||
	       (seen->from == RD_FROM_STOPPED && seen->home == RD_HOME_READY);
}

/* A rank that yields to a ready one, or to the one that it waits for, loses nothing. If the other
 * one is blocked, the event that ends this wait or its own comes from another processor, and two
 * yields would only delay this rank. */
static uint32_t polls_before_yield(const struct rd_wait_policy *p, const struct rd_wait_seen *seen)
{
	if (rd_wait_yields_early(seen))
		return 0;
	return seen->home == RD_HOME_BLOCKED ? rd_wait_table.progress.spins_blocked : p->spins;
}

enum rd_wait_action rd_wait_choose(struct rd_wait_policy *p, const struct rd_wait_seen *seen)
{
	if (seen->now_ns - seen->since_ns >= p->sleep_after_ns)
		return RD_WAIT_SLEEP;
	if (has_room(p) && seen->peers)
		return choose_by_places(p, seen);
	if (!p->sleep_fixed && rd_wait_has_foreign_load(p, seen->now_ns))
		return RD_WAIT_SLEEP;
	if (seen->from != RD_FROM_UNKNOWN && seen->spins < polls_before_yield(p, seen))
		return RD_WAIT_SPIN;
	return RD_WAIT_YIELD;
}

int rd_wait_was_taken(const struct rd_wait_policy *p, uint64_t took_ns)
{
	return took_ns > rd_min(rd_wait_table.progress.yield_taken_times * p->bare_yield_ns,
				rd_wait_table.progress.yield_taken_ns);
}

int rd_wait_was_handover(const struct rd_wait_policy *p, uint64_t took_ns)
{
	return rd_wait_was_taken(p, took_ns) && took_ns <= p->foreign_took_ns;
}

static int may_migrate(const struct rd_wait_policy *p, const struct rd_wait_yielded *y)
{
	return rd_wait_was_taken(p, y->took_ns) && p->shared_yields + 1 >= p->shared_most &&
	       y->at_ns >= p->migrate_from_ns && has_room(p);
}

int rd_wait_counts(const struct rd_wait_policy *p, const struct rd_wait_yielded *y)
{
	return y->took_ns > p->foreign_took_ns || may_migrate(p, y);
}

/* Adapts spinning. A long turn of another thread is no reason for more yields. */
static void learn_spinning(struct rd_wait_policy *p, uint64_t took_ns)
{
	if (p->oversubscribed)
		return;
	if (rd_wait_was_taken(p, took_ns)) {
		p->prompt_yields = 0;
		if (rd_wait_was_handover(p, took_ns))
			set_spinning(p, 1);
	} else if (++p->prompt_yields == rd_wait_table.progress.yield_memory) {
		set_spinning(p, 0);
		p->migrate_gap_ns = rd_wait_table.progress.migrate_ns;
	}
}

/* Of one yield, in the running average. */
static uint64_t share(uint64_t ns)
{
	return ns / rd_wait_table.progress.foreign_mean_yields;
}

/* 1: the turns of other programs have cost more than sleeping would, for so long that the system
 * has moved the ranks away from them if it can. Ranks with a processor each do not wait for that,
 * and with several threads one turn is enough. */
static int are_turns_dear(struct rd_wait_policy *p, uint64_t now_ns)
{
	uint64_t dear_ns = rd_max(rd_wait_table.progress.foreign_mean_ns, p->foreign_took_ns);

	if (p->threads)
		return p->foreign_yields >= rd_wait_table.progress.foreign_yields_threads;
	if (p->foreign_yields < rd_wait_table.progress.foreign_yields)
		return 0;
	if (!p->oversubscribed)
		return 1;
	if (p->foreign_mean_ns < dear_ns)
		return 0;
	if (!p->dear_since_ns)
		p->dear_since_ns = now_ns;
	return now_ns - p->dear_since_ns >= rd_wait_table.progress.foreign_patience_ns;
}

/* No turn of another program for long: those before tell nothing. */
static void forget_turns(struct rd_wait_policy *p, uint64_t now_ns)
{
	if (now_ns - p->turn_at_ns <= rd_wait_table.progress.turn_memory_ns)
		return;
	p->foreign_yields = 0;
	p->foreign_mean_ns = 0;
	p->dear_since_ns = 0;
}

void rd_wait_learn_foreign(struct rd_wait_policy *p, const struct rd_wait_yielded *y)
{
	uint64_t most_ns = 2 * rd_wait_table.progress.turn_ns; /* of a process that was stopped */

	p->foreign_mean_ns -= share(p->foreign_mean_ns);
	if (p->foreign_mean_ns < rd_wait_table.progress.foreign_mean_ns / 2)
		p->dear_since_ns = 0;
	if (y->took_ns <= p->foreign_took_ns)
		return;
	if (y->runnable <= p->ranks) {
		p->foreign_yields = 0;
		return;
	}
	forget_turns(p, y->at_ns);
	p->foreign_yields++;
	p->foreign_mean_ns += share(rd_min(y->took_ns, most_ns));
	p->turn_at_ns = y->at_ns + y->took_ns;
	if (are_turns_dear(p, p->turn_at_ns))
		p->foreign_at_ns = p->turn_at_ns;
}

/* Migration from a processor that others use, where there are idle ones. */
static enum rd_wait_action learn_sharing(struct rd_wait_policy *p, const struct rd_wait_yielded *y)
{
	int may = may_migrate(p, y);
	enum rd_wait_action action = may ? migrate(p, y->at_ns + y->took_ns) : RD_WAIT_SPIN;

	p->shared_yields = !may && rd_wait_was_taken(p, y->took_ns) ? p->shared_yields + 1 : 0;
	return y->runnable <= p->online ? action : RD_WAIT_SPIN;
}

enum rd_wait_action rd_wait_learn(struct rd_wait_policy *p, const struct rd_wait_yielded *y)
{
	enum rd_wait_action action;

	p->bare_yield_ns = rd_min(p->bare_yield_ns, y->took_ns);
	action = learn_sharing(p, y);
	learn_spinning(p, y->took_ns);
	rd_wait_learn_foreign(p, y);
	return action;
}
