/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A single copy that takes 10 ms, in place of node/vm.c. An origin waits for a multiple of the time
 * that a copy takes; this one is longer than a time slice, so that the target runs meanwhile even
 * if both share a processor.
 */
#ifndef RD_T_RMA_SLOW_COPY_H
#define RD_T_RMA_SLOW_COPY_H

#include "base/clock.h"
#include "node/vm.h"

#include <string.h>

int rd_vm_copy(int32_t pid, void *here, uint64_t there, size_t len, enum rd_vm_way way)
{
	uint64_t end = rd_clock_ns() + 10000000;

	(void)pid;
	(void)there;
	(void)way;
	memset(here, 0, len);
	while (rd_clock_ns() < end)
		;
	return 0;
}

#endif
