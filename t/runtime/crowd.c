/* SPDX-License-Identifier: BSD-3-Clause */
/* Members that share processors: which of them lag, and how much of that is seen when they move on.
 */
#include "runtime/crowd.h"

#include <sched.h>

#include "t/tap.h"

enum { N = 130 };

static uint64_t words[N];
static struct rd_crowd crowd;

/* Member m publishes, as from processor `cpu`. */
static void publishes(int m, uint64_t step, int group, int cpu)
{
	struct rd_crowd other = crowd;
	uint64_t *word = &words[m];

	other.self = m;
	rd_crowd_publish(&other, step, group);
	*word = *word >> 16 << 16 | (uint16_t)(cpu + 1);
}

static void lags(int here, int there)
{
	rd_crowd_publish(&crowd, 5, 0);
	is_int(crowd.cpu, here, "the processor of this member");
	rd_crowd_find(&crowd);
	ok(!rd_crowd_lags(&crowd), "members that have published nothing do not lag");
	publishes(0, 4, 0, here);
	ok(!rd_crowd_lags(&crowd), "one that has come to this processor is not seen at once");
	rd_crowd_find(&crowd);
	ok(rd_crowd_lags(&crowd) && rd_crowd_is_here(&crowd, 0), "... but when members are found");
	publishes(0, 5, 0, here);
	ok(!rd_crowd_lags(&crowd), "at the same step it does not lag");
	publishes(0, 6, 0, here);
	ok(!rd_crowd_lags(&crowd), "... nor ahead");
	publishes(0, 4, 0, there);
	ok(!rd_crowd_lags(&crowd) && !rd_crowd_is_here(&crowd, 0), "... nor elsewhere");
	publishes(0, 4, 0, here);
	ok(!rd_crowd_lags(&crowd), "one that left is not looked at until members are found");
	publishes(0, 5, 0, there);
	publishes(N - 1, 9, 1, here);
	rd_crowd_find(&crowd);
	ok(rd_crowd_lags(&crowd), "one of another group lags at any step");
	publishes(N - 1, UINT64_C(1) << 39, 0, here);
	ok(!rd_crowd_lags(&crowd), "steps may be many");
	rd_crowd_publish(&crowd, (UINT64_C(1) << 39) + 1, 0);
	ok(rd_crowd_lags(&crowd), "... and pass");
	rd_crowd_publish_again(&crowd);
	ok(rd_crowd_lags(&crowd), "published again, the step is the same");
}

int main(void)
{
	int here = rd_cpu_here();
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(here, &one);
	if (sched_setaffinity(0, sizeof(one), &one))
		skip_all("this process cannot be kept on one processor");
	is_int(rd_crowd_open(&crowd, N, 64), 0, "opened");
	for (int m = 0; m < N; m++)
		crowd.word[m] = &words[m];
	for (int i = 0; i < 64; i++)
		rd_crowd_spread(&crowd);
	is_int(crowd.spread.waits, 0, "a member that has published nothing stays");
	lags(here, here + 1);
	for (int i = 0; i < 64; i++)
		rd_crowd_spread(&crowd);
	is_int(crowd.cpu, here, "a member that is bound stays");
	rd_crowd_close(&crowd);
	ok(!crowd.word && !crowd.colocated, "closed");
	rd_crowd_close(&crowd);
	return done();
}
