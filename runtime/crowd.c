/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which members lag, and where to go (crowd.h). A word holds, from its highest bit on, the step,
 * the group and 1 + the processor.
 */
#include "runtime/crowd.h"

#include <stdlib.h>
#include <string.h>

enum { GROUP_BIT = 16, STEP_BIT = 24 };

int rd_crowd_open(struct rd_crowd *crowd, int n, int self)
{
	*crowd = (struct rd_crowd){.n = n, .self = self, .cpu = -1};
	crowd->word = calloc((size_t)n, sizeof(*crowd->word));
	crowd->colocated = calloc((size_t)n / 64 + 1, sizeof(*crowd->colocated));
	if (crowd->word && crowd->colocated)
		return 0;
	rd_crowd_close(crowd);
	return -1;
}

void rd_crowd_close(struct rd_crowd *crowd)
{
	free(crowd->word);
	free(crowd->colocated);
	crowd->word = NULL;
	crowd->colocated = NULL;
}

static uint64_t read_word(const struct rd_crowd *crowd, int m)
{
	return __atomic_load_n(crowd->word[m], __ATOMIC_RELAXED);
}

static uint16_t place_at(int cpu)
{
	return (uint16_t)(cpu + 1);
}

static void publish(struct rd_crowd *crowd, uint64_t step_and_group)
{
	crowd->cpu = rd_cpu_here();
	crowd->own = step_and_group | place_at(crowd->cpu);
	__atomic_store_n(crowd->word[crowd->self], crowd->own, __ATOMIC_RELAXED);
}

void rd_crowd_publish(struct rd_crowd *crowd, uint64_t step, int group)
{
	publish(crowd, step << STEP_BIT | (uint64_t)(group & 255) << GROUP_BIT);
}

void rd_crowd_publish_again(struct rd_crowd *crowd)
{
	publish(crowd, crowd->own >> GROUP_BIT << GROUP_BIT);
}

int rd_crowd_is_here(const struct rd_crowd *crowd, int m)
{
	return (uint16_t)read_word(crowd, m) == (uint16_t)crowd->own;
}

void rd_crowd_find(struct rd_crowd *crowd)
{
	memset(crowd->colocated, 0, ((size_t)crowd->n / 64 + 1) * sizeof(*crowd->colocated));
	for (int m = 0; m < crowd->n; m++)
		if (m != crowd->self && rd_crowd_is_here(crowd, m))
			crowd->colocated[m / 64] |= (uint64_t)1 << m % 64;
}

static int is_behind(const struct rd_crowd *crowd, uint64_t word)
{
	return word < crowd->own ||
	       (uint8_t)(word >> GROUP_BIT) != (uint8_t)(crowd->own >> GROUP_BIT);
}

/* The same for 64 of them; forgets those that have left this processor. */
static int some_lag(struct rd_crowd *crowd, int part)
{
	for (uint64_t left = crowd->colocated[part]; left; left &= left - 1) {
		int m = part * 64 + __builtin_ctzll(left);
		uint64_t word = read_word(crowd, m);

		if ((uint16_t)word != (uint16_t)crowd->own)
			crowd->colocated[part] &= ~((uint64_t)1 << m % 64);
		else if (is_behind(crowd, word))
			return 1;
	}
	return 0;
}

int rd_crowd_lags(struct rd_crowd *crowd)
{
	for (int part = 0; part <= crowd->n / 64; part++)
		if (some_lag(crowd, part))
			return 1;
	return 0;
}

void rd_crowd_spread(struct rd_crowd *crowd)
{
	int *cpus;

	if (rd_home_exists()) {
		if (rd_home_return_if_due() && crowd->cpu >= 0)
			rd_crowd_publish_again(crowd);
		return;
	}
	if (crowd->cpu < 0 || !rd_spread_is_due(&crowd->spread))
		return;
	cpus = malloc((size_t)crowd->n * sizeof(*cpus));
	if (!cpus)
		return;
	for (int m = 0; m < crowd->n; m++)
		cpus[m] = (uint16_t)read_word(crowd, m) - 1;
	if (rd_spread_go(&crowd->spread, cpus, crowd->n, crowd->self))
		rd_crowd_publish_again(crowd);
	free(cpus);
}
