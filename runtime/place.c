/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a thread runs, and going elsewhere (place.h). */
#include "runtime/place.h"

#include <sched.h>
#include <stdio.h>

int rd_place_here(void)
{
	return sched_getcpu();
}

int rd_place_rarest(const int *cpus, int n, int *times)
{
	int count[CPU_SETSIZE] = {0}, best = -1;
	cpu_set_t mask;

	if (sched_getaffinity(0, sizeof(mask), &mask))
		return -1;
	for (int i = 0; i < n; i++)
		if (cpus[i] >= 0 && cpus[i] < CPU_SETSIZE)
			count[cpus[i]]++;
	for (int c = 0; c < CPU_SETSIZE; c++)
		if (CPU_ISSET(c, &mask) && (best < 0 || count[c] < count[best]))
			best = c;
	if (best >= 0)
		*times = count[best];
	return best;
}

/* proc_loadavg(5): "0.20 0.18 0.12 1/80 11206", runnable ones before the slash. */
int rd_place_is_quiet(int threads)
{
	FILE *file = fopen("/proc/loadavg", "re");
	int running, ok;

	if (!file)
		return 0;
	ok = fscanf(file, "%*s %*s %*s %d/", &running) == 1 && running <= threads;
	fclose(file);
	return ok;
}

int rd_place_go(int cpu)
{
	cpu_set_t mask, there;

	if (cpu < 0 || cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof(mask), &mask))
		return -1;
	CPU_ZERO(&there);
	CPU_SET(cpu, &there);
	if (sched_setaffinity(0, sizeof(there), &there))
		return -1;
	return sched_setaffinity(0, sizeof(mask), &mask);
}
