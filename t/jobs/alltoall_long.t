#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Alltoalls of long blocks on few ranks (alltoall_long.c), by the areas of the pool and by single
# copies, without single copies, when the kernel refuses one, and over TCP; and when a rank dies.
# COLL_SEED repeats one.

. "$(dirname "$0")/lib.sh"

# Sanitizers judge the code, for which one number of ranks does.
numbers='2 3 5'
[ "$SANITIZED" = 1 ] && numbers=3
for ranks in $numbers; do
	demand=copies
	[ $ranks = 2 ] && demand= # a pair may leave them to messages
	job sm $ranks 60 t/jobs/alltoall_long ${COLL_SEED:+-s $COLL_SEED} $demand
done
job sm 3 60 t/jobs/alltoall_long refused
RONDO_CMA=0 job sm 3 60 t/jobs/alltoall_long ${COLL_SEED:+-s $COLL_SEED}
job tcp 3 60 t/jobs/alltoall_long ${COLL_SEED:+-s $COLL_SEED}
for how in dies dies_amid; do
	run $((60 * slow)) "$MPIRUN" --enable-recovery -n 4 "$BUILD/t/jobs/alltoall_long" $how
	is "$(grep -c '^survived' "$out")" 3 "$how: the others get the error" || told
done
done_testing
