/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What ranks that share a processor tell each other (btl_sm/home.c): four ranks on two processors,
 * of which this process is rank 1 and plays the peers' parts in the words of the others.
 */
#include "btl_sm/sm.h"
#include "runtime/cpu.h"
#include "t/tap.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 4, SELF = 1, OTHER = 2, APART = 0, HIGHER = 3 };

/* The C library's: a node with two processors, whatever this machine has. */
int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *mask)
{
	(void)pid;
	memset(mask, 0, size);
	CPU_SET(0, mask);
	CPU_SET(1, mask);
	return 0;
}

static uint32_t words[RANKS];
static struct rd_sm_ep *eps[RANKS];

static struct rd_sm_ep *connect_to(uint32_t index)
{
	struct rd_sm_ep *ep = aligned_alloc(RD_CACHE_LINE, sizeof(*ep));

	memset(ep, 0, sizeof(*ep));
	ep->index = index;
	ep->tx.sleeping = &words[index];
	return eps[index] = ep;
}

static uint32_t *begin(uint32_t nlocal)
{
	static _Alignas(RD_CACHE_LINE) struct rd_sm_head head;

	memset(&rd_sm, 0, sizeof(rd_sm));
	rd_sm.seg.base = (char *)&head;
	rd_sm.nlocal = nlocal;
	rd_sm.index = SELF;
	rd_sm.eps = eps;
	head.sleeping = RD_SM_AWAKE;
	return &head.sleeping;
}

static void own_state(void)
{
	uint32_t *word = begin(RANKS);

	is_int(rd_sm_home_publish(RD_STATE_WAITS), 1, "it was awake: one more poll");
	is_int(*word, RD_SM_WAITING, "waiting");
	is_int(rd_sm_home_publish(RD_STATE_WAITS), 0, "... no message has come since");
	rd_sm_home_ready(word, RD_SM_WAITING);
	is_int(*word, RD_SM_AWAKE, "a message for a rank that polls: awake");
	is_int(rd_sm_home_publish(RD_STATE_WAITS), 1, "... as it learns");
	is_int(rd_sm_home_publish(RD_STATE_YIELDS), 0, "it yields");
	is_int(*word, RD_SM_BLOCKED, "... blocked");
	rd_sm_home_ready(word, RD_SM_BLOCKED);
	is_int(*word, RD_SM_READY, "a message for a blocked rank: ready");
	is_int(rd_sm_home_publish(RD_STATE_WAITS), 1, "... as it learns");
	rd_sm_home_ready(word, RD_SM_BLOCKED);
	is_int(*word, RD_SM_WAITING, "a peer that saw an earlier state changes nothing");
	rd_sm_home_publish(RD_STATE_RUNS);
	is_int(*word, RD_SM_AWAKE, "it goes on");
	rd_sm.rare = RD_SM_RARE_COPY;
	is_int(rd_sm_home_publish(RD_STATE_YIELDS), 0, "a rank with a copy to carry on");
	is_int(*word, RD_SM_AWAKE, "... is not blocked");
}

static void looks(void)
{
	struct rd_sm_ep *other = connect_to(OTHER), *apart = connect_to(APART);
	struct rd_sm_ep *higher = connect_to(HIGHER);
	static const struct {
		uint32_t word;
		enum rd_wait_from from;
		enum rd_wait_home home;
		const char *name;
	} states[] = {
		{RD_SM_AWAKE, RD_FROM_RUNNING, RD_HOME_UNKNOWN, "awake"},
		{RD_SM_WAITING, RD_FROM_STOPPED, RD_HOME_BLOCKED, "waiting"},
		{RD_SM_BLOCKED, RD_FROM_STOPPED, RD_HOME_BLOCKED, "blocked"},
		{RD_SM_ASLEEP, RD_FROM_STOPPED, RD_HOME_BLOCKED, "asleep"},
		{RD_SM_ASLEEP_FOR_ROOM, RD_FROM_STOPPED, RD_HOME_BLOCKED, "asleep for room"},
		{RD_SM_READY, RD_FROM_RUNNING, RD_HOME_READY, "ready"},
	};

	begin(RANKS);
	for (size_t i = 0; i < sizeof(states) / sizeof(*states); i++) {
		words[APART] = words[OTHER] = states[i].word;
		is_int(rd_sm_from(&apart->ep), states[i].from, "rank %d is %s", APART,
		       states[i].name);
		is_int(rd_sm_home(), states[i].home, "... rank %d is", OTHER);
		is_int(rd_sm_from(&other->ep), states[i].word ? RD_FROM_HOME : RD_FROM_RUNNING,
		       "... at the same home as rank %d, if it is not awake", SELF);
	}
	words[HIGHER] = RD_SM_READY;
	is_int(rd_sm_from(&higher->ep), RD_FROM_STOPPED,
	       "of two ready ranks the lower one takes the other for stopped");
	begin(RANKS);
	rd_sm_from(&apart->ep);
	other->down = 1;
	is_int(rd_sm_home(), RD_HOME_UNKNOWN, "nothing is known of a rank that is down");
	is_int(rd_sm_from(&other->ep), RD_FROM_UNKNOWN, "... nor whether it runs");
	eps[OTHER] = NULL;
	is_int(rd_sm_home(), RD_HOME_UNKNOWN, "... or not connected");
	rd_home_take(SELF, 2);
	is_int(rd_sm_from(&apart->ep), RD_FROM_RUNNING, "alone at home");
	is_int(rd_sm_home(), RD_HOME_UNKNOWN, "... there is no other one");
	free(other);
	free(apart);
	free(higher);
}

/* A peer that writes a message marks the owner; one that takes a message does not. */
static void marks(void)
{
	static _Alignas(RD_CACHE_LINE) struct rd_sm_head head;
	struct rd_sm_ep *ep = connect_to(APART);
	const uint32_t before[] = {RD_SM_AWAKE, RD_SM_READY, RD_SM_WAITING, RD_SM_BLOCKED};
	const uint32_t after[] = {RD_SM_AWAKE, RD_SM_READY, RD_SM_AWAKE, RD_SM_READY};

	ep->seg.base = (char *)&head;
	ep->tx.sleeping = &head.sleeping;
	for (int i = 0; i < 4; i++) {
		head.sleeping = before[i];
		rd_sm_wake(ep, RD_SM_ASLEEP_FOR_ROOM);
		is_int(head.sleeping, before[i], "room for state %u: unchanged", before[i]);
		rd_sm_wake(ep, RD_SM_WAITING);
		is_int(head.sleeping, after[i], "a message: %u", after[i]);
	}
	free(ep);
}

int main(void)
{
	rd_home_take(SELF, RANKS);
	ok(rd_home_exists(), "rank %d has a home", SELF);
	is_int(rd_home_other(), OTHER, "... with rank %d", OTHER);
	own_state();
	looks();
	marks();
	return done();
}
