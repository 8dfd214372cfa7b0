/* SPDX-License-Identifier: BSD-3-Clause */
/* Where another clock than the system's is noted; see clock.h. */
#include "base/clock.h"

#include <stddef.h>

uint64_t (*rd_clock_other)(void) = NULL;
