#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Long collectives in a row, whose parts of the shared areas change in length (areas.c).
# COLL_SEED repeats one.

. "$(dirname "$0")/lib.sh"

# Sanitizers judge the code, for which one number of ranks does.
numbers='2 3 8'
[ "$SANITIZED" = 1 ] && numbers=3
for ranks in $numbers; do
	job sm $ranks 120 t/jobs/areas -s "${COLL_SEED:-$ranks}"
done
done_testing
