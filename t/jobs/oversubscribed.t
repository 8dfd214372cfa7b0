#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Collectives of a node with many ranks, up to twice as many as once had shared memory together:
# parts of coll.c and reduce.c, and wide.c, over shared memory. Each job prints its seed; COLL_SEED
# repeats one.

. "$(dirname "$0")/lib.sh"

[ "$SANITIZED" = 1 ] && skip_all 'takes too long in a sanitized build'

for ranks in 33 65 128; do
	most=1000
	[ $ranks = 33 ] && most=8192
	job sm $ranks 120 t/jobs/coll -f $ranks -b $most ${COLL_SEED:+-s $COLL_SEED}
	job sm $ranks 120 t/jobs/reduce -f $ranks -b $most ${COLL_SEED:+-s $COLL_SEED}
	[ $ranks = 128 ] || job sm $ranks 120 t/jobs/wide ${COLL_SEED:+-s $COLL_SEED}
done
done_testing
