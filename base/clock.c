/* SPDX-License-Identifier: BSD-3-Clause */
/* Pointer to a clock other than the system's; see clock.h. */
#include "base/clock.h"

#include <stddef.h>

uint64_t (*rd_clock_other)(void) = NULL;
