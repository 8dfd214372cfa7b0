#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Neighbourhood collectives on random graphs and on grids (neighbor.c). NEIGHBOR_SEED gives others.

. "$(dirname "$0")/lib.sh"

for btl in sm tcp; do
	for ranks in 1 2 3 5; do
		job $btl $ranks 30 t/jobs/neighbor ${NEIGHBOR_SEED:+-s $NEIGHBOR_SEED}
	done
	[ "$SANITIZED" = 1 ] || job $btl 33 120 t/jobs/neighbor -r 3 \
		${NEIGHBOR_SEED:+-s $NEIGHBOR_SEED}
done
run $((30 * slow)) "$MPIRUN" --stats -n 3 "$BUILD/t/jobs/neighbor"
for operation in allgather allgatherv alltoall alltoallv alltoallw; do
	for i in '' i; do
		like "$(cat "$err")" "^${i}neighbor_$operation  *direct  *[1-9].*\.0*[1-9]" \
			"--stats counts ${i}neighbor_$operation, and its time"
	done
done
for operation in allgather alltoall; do
	like "$(cat "$err")" "^neighbor_$operation  *sm  *[1-9].*\.0*[1-9]" \
		"and neighbor_$operation in shared memory"
done
done_testing
