#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The order of collectives with a request in shared memory (queue.c), on 1 to 5 ranks, with more
# ranks than processors too, with short memory, by two threads (queue_threads.c, op_threads.c), and
# over TCP, where they are schedules. QUEUE_SEED repeats one.

. "$(dirname "$0")/lib.sh"

rounds=20
[ "$SANITIZED" = 1 ] && rounds=4

for ranks in 1 2 3 5; do
	job sm $ranks 60 t/jobs/queue -r $rounds -s "${QUEUE_SEED:-$ranks}"
done
job tcp 3 60 t/jobs/queue -r 3
RONDO_SLEEP_US=0 job sm 4 60 t/jobs/queue -r 3
job sm 2 60 t/jobs/queue_threads
for elements in 1 100 2000 400000; do
	RONDO_STALL=1 job sm 4 60 t/jobs/op_threads $elements
	RONDO_STALL=1 job sm 5 60 t/jobs/op_threads $elements
done
RONDO_COLL_SHARED=100K job sm 2 60 t/jobs/queue -r 3
run $((60 * slow)) "$MPIRUN" --stats -n 3 "$BUILD/t/jobs/queue" -r 1
like "$(cat "$err")" 'iallreduce  *sm  *[1-9]' 'it was in shared memory'
like "$(cat "$err")" 'iallreduce  *pipelined  *[1-9]' 'and so were long ones'
done_testing
