#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Collectives that move data against the expected value of every byte (coll.c), on
# communicators of 1 to 9 ranks over each transport and of 16 over shared memory and cards. Each job
# prints its seed; COLL_SEED repeats one.

. "$(dirname "$0")/lib.sh"

# Sanitizers check the code, which does not depend on the number of ranks.
fewest=5 most=
[ "$SANITIZED" = 1 ] && fewest=9 most='-b 100000'

for btl in sm tcp fpga; do
	job $btl 4 60 t/jobs/coll ${COLL_SEED:+-s $COLL_SEED}
	# shellcheck disable=SC2086 # two words or none
	job $btl 9 120 t/jobs/coll -f $fewest $most ${COLL_SEED:+-s $COLL_SEED}
	[ "$SANITIZED" = 1 ] || [ $btl = tcp ] ||
		job $btl 16 120 t/jobs/coll -f 16 ${COLL_SEED:+-s $COLL_SEED}
done
done_testing
