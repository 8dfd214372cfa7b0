#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Long collectives in a row, whose parts of the shared areas change in length (areas.c).
# COLL_SEED repeats one.

. "$(dirname "$0")/lib.sh"

for ranks in 2 3 8; do
	job sm $ranks 120 t/jobs/areas -s "${COLL_SEED:-$ranks}"
done
done_testing
