/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two ranks that share a processor, their home: whether the other one could run. The progress loop
 * chooses by it between polling on and a yield (runtime/wait.c). With more ranks of a home nothing
 * is told: the system chooses which of them runs after a yield.
 *
 *     AWAKE --waits--> WAITING --yields--> BLOCKED --a peer has written a message--> READY
 *       ^                 |  ^                |                                        |
 *       +-----------------+  +--runs again----+----------------------------------------+
 *      goes on, or a peer has written a message
 *
 * A rank that is not at its home is AWAKE all the time, and one that sleeps (sleep.c) is AWAKE
 * again when it wakes. So the other states tell that their owner is at home, or was when it last
 * ran.
 *
 * Any wait publishes its yields, and only those for messages of this transport are marked READY.
 * The states are hints. A message that is written between the owner's last poll and its next state
 * does not change that state, as no fence orders the two; the polls beside a blocked rank are
 * bounded.
 */
#include "btl_sm/sm.h"
#include "runtime/cpu.h"
#include "runtime/progress.h"

static uint32_t *own_word(void)
{
	return &rd_sm_head(&rd_sm.seg)->sleeping;
}

static uint32_t word_of(enum rd_wait_state state)
{
	if (state == RD_STATE_RUNS || rd_sm.rare) /* it has more to do than to read messages */
		return RD_SM_AWAKE;
	return state == RD_STATE_WAITS ? RD_SM_WAITING : RD_SM_BLOCKED;
}

int rd_sm_home_publish(enum rd_wait_state state)
{
	uint32_t was = __atomic_load_n(own_word(), __ATOMIC_RELAXED), word = word_of(state);

	if (was != word)
		__atomic_store_n(own_word(), word, __ATOMIC_RELAXED);
	return was <= RD_SM_READY && !rd_sm.rare;
}

void rd_sm_home_ready(uint32_t *sleeping, uint32_t state)
{
	__atomic_compare_exchange_n(sleeping, &state,
				    state == RD_SM_WAITING ? RD_SM_AWAKE : RD_SM_READY, 0,
				    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* Of two ranks that wait for each other's processor the lower one yields at once, and the other one
 * polls for a while: if both yielded, they would miss each other again and again. */
static enum rd_wait_from elsewhere(const struct rd_sm_ep *ep, uint32_t state)
{
	if (state == RD_SM_READY)
		return rd_sm.index < ep->index ? RD_FROM_STOPPED : RD_FROM_RUNNING;
	return state == RD_SM_AWAKE ? RD_FROM_RUNNING : RD_FROM_STOPPED;
}

static uint32_t state_of(const struct rd_sm_ep *ep)
{
	return __atomic_load_n(ep->tx.sleeping, __ATOMIC_RELAXED);
}

enum rd_wait_from rd_sm_from(struct rd_ep *rep)
{
	const struct rd_sm_ep *ep = rd_sm_ep(rep);

	if (ep->down)
		return RD_FROM_UNKNOWN;
	if ((int)ep->index != rd_home_other())
		return elsewhere(ep, state_of(ep));
	return state_of(ep) == RD_SM_AWAKE ? RD_FROM_RUNNING : RD_FROM_HOME;
}

enum rd_wait_home rd_sm_home(void)
{
	int index = rd_home_other();
	const struct rd_sm_ep *other = index >= 0 ? rd_sm.eps[index] : NULL;

	if (!other || other->down || state_of(other) == RD_SM_AWAKE)
		return RD_HOME_UNKNOWN;
	return state_of(other) == RD_SM_READY ? RD_HOME_READY : RD_HOME_BLOCKED;
}
