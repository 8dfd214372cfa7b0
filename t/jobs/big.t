#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Messages of more than 2 GiB to another rank and to oneself (big.c), over each transport; skipped
# where there is not the memory.

. "$(dirname "$0")/lib.sh"

[ "$SANITIZED" = 1 ] && skip_all 'needs all memory for itself'

for btl in sm tcp; do
	job $btl 2 180 t/jobs/big
done
done_testing
