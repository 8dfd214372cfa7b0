#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# One-sided communication against a model in all kinds of windows (rma.c), and its promises one by
# one (rma_more.c, rma_types.c), short operations (rma_short.c), long accumulates (rma_long.c),
# random ones of all ranks at once (rma_soak.c): directly in shared memory, by the target when it
# looks, by copying out of other processes, and by messages, of which RONDO_CMA=0 makes more.
# RMA_SEED takes another seed.

. "$(dirname "$0")/lib.sh"

# Sanitizers judge the code, for which fewer numbers of ranks do; over TCP all is messages.
for btl in sm tcp; do
	[ $btl = sm ] && numbers='1 2 4' || numbers='2 4'
	[ "$SANITIZED" = 1 ] && { [ $btl = sm ] && numbers='1 4' || numbers=4; }
	for ranks in $numbers; do
		job $btl $ranks 60 t/jobs/rma ${RMA_SEED:+-s $RMA_SEED}
		job $btl $ranks 60 t/jobs/rma_more
		job $btl $ranks 60 t/jobs/rma_types
		job $btl $ranks 60 t/jobs/rma_short ${RMA_SEED:+-s $RMA_SEED}
		job $btl $ranks 60 t/jobs/rma_long ${RMA_SEED:+-s $RMA_SEED}
		job $btl $ranks 60 t/jobs/rma_soak ${RMA_SEED:+-s $RMA_SEED}
	done
done
job fpga 3 60 t/jobs/rma ${RMA_SEED:+-s $RMA_SEED}
job fpga 3 60 t/jobs/rma_more
job fpga 3 60 t/jobs/rma_types
job fpga 3 60 t/jobs/rma_short
job fpga 3 60 t/jobs/rma_long
job fpga 3 60 t/jobs/rma_soak ${RMA_SEED:+-s $RMA_SEED}
job rtl 2 120 t/jobs/rma ${RMA_SEED:+-s $RMA_SEED}
for ranks in 2 4; do
	job rtl $ranks 120 t/jobs/rma_soak -n 300 ${RMA_SEED:+-s $RMA_SEED}
done
job rtl 2 200 t/jobs/rma_types
job sm 8 60 t/jobs/rma_soak ${RMA_SEED:+-s $RMA_SEED}
# More origins than have entries in a mailbox.
job sm 10 60 t/jobs/rma_long ${RMA_SEED:+-s $RMA_SEED}
# More than there are lock words in one part.
job sm 20 60 t/jobs/rma_short
RONDO_CMA=0
export RONDO_CMA
job sm 3 60 t/jobs/rma ${RMA_SEED:+-s $RMA_SEED}
job sm 2 60 t/jobs/rma_more
job sm 2 60 t/jobs/rma_types
job sm 3 60 t/jobs/rma_short
job sm 3 60 t/jobs/rma_long
job sm 3 60 t/jobs/rma_soak ${RMA_SEED:+-s $RMA_SEED}
# A rank that waits for a lock sleeps until its wake-up, and does not poll every millisecond.
run $((30 * slow)) env RONDO_SLEEP_US=0 "$MPIRUN" --stats -n 2 "$BUILD/t/jobs/rma_lock"
is $rc 0 'locks that are waited for' || told
sleeps=$(sed -n 's/^waiting: .*yields, \([0-9]*\) sleeps.*/\1/p' "$out" "$err")
[ "${sleeps:-9999}" -lt 400 ]
ok $? "waiting a second takes ${sleeps:-?} sleeps"
done_testing
