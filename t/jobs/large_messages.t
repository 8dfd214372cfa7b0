#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Messages of more than 2 GiB to another rank and to oneself (large_messages.c), over each
# transport; skipped where there is not the memory.

. "$(dirname "$0")/lib.sh"

[ "$SANITIZED" = 1 ] && skip_all 'needs all memory for itself'

job sm 2 240 t/jobs/large_messages
job tcp 2 240 t/jobs/large_messages -self 0
done_testing
