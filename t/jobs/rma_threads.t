#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# One-sided operations of several threads of each rank (rma_threads.c) over each transport, also
# with threads that sleep as soon as there is nothing to do. RMA_SEED takes another seed.

. "$(dirname "$0")/lib.sh"

# Sanitizers judge the code, for which one number of ranks does.
numbers='1 2 4'
[ "$SANITIZED" = 1 ] && numbers=3
for btl in sm tcp fpga; do
	for ranks in $numbers; do
		job $btl $ranks 60 t/jobs/rma_threads ${RMA_SEED:+-s $RMA_SEED}
	done
done
job rtl 2 120 t/jobs/rma_threads -n 10 -t 2
export RONDO_SPIN=0 RONDO_SLEEP_US=0
for btl in sm tcp fpga; do
	job $btl 3 60 t/jobs/rma_threads -n 50 ${RMA_SEED:+-s $RMA_SEED}
done
unset RONDO_SPIN RONDO_SLEEP_US
# A thread that is about to sleep waits for one that was woken, and does not poll in vain until that
# one gets a processor: 2.7 million sleeps.
run $((60 * slow)) env RONDO_BTL=self,tcp "$MPIRUN" --stats -n 4 "$BUILD/t/jobs/rma_threads"
is $rc 0 'more threads than processors' || told
sleeps=$(sed -n 's/^waiting: .*yields, \([0-9]*\) sleeps.*/\1/p' "$out" "$err")
[ "${sleeps:-99999999}" -lt 400000 ]
ok $? "they take ${sleeps:-?} sleeps"
done_testing
