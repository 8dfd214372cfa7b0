#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A rank dies while two others are in the midst of a long message, in which it takes no part: that
# is received all the same, also one that was matched by a probe first (dies.c). One-sided
# operations whose target has freed the window on that account end (dies_rma.c), also where each
# message is a rendezvous. An intercommunicator's other group learns that a leader is dead, and any
# member while one is made (dies_inter.c). An operator of the program's gets no operands that have
# not come (dies_op.c). A slow rank completes calls of before the failure with their own data
# (dies_slow.c), also where another rank has gone on after one that it could not carry out
# (dies_ahead.c).

. "$(dirname "$0")/lib.sh"

for btl in sm tcp; do
	for how in recv mrecv; do
		run $((30 * slow)) env RONDO_BTL=self,$btl "$MPIRUN" --enable-recovery -n 3 \
			"$BUILD/t/jobs/dies" $how
		is "$(grep -c 'is good' "$out")" 2 \
			"$how over $btl: the message comes, and both end" ||
			told
	done
done

for what in dup split merge barrier bcast allreduce allgather reduce_scatter; do
	run $((30 * slow)) "$MPIRUN" --enable-recovery -n 5 "$BUILD/t/jobs/dies_inter" $what
	is "$(grep -c 'is good' "$out")" 4 "intercommunicator without a leader: $what" || told
done

for btl in sm tcp; do
	for what in create groups dup split merge; do
		for victim in 1 3; do
			run $((30 * slow)) env RONDO_BTL=self,$btl "$MPIRUN" \
				--enable-recovery -n 5 "$BUILD/t/jobs/dies_inter" $what $victim
			is "$(grep -c 'is good' "$out")" 4 \
				"intercommunicator without rank $victim over $btl: $what" || told
		done
	done
done

for btl in sm tcp; do
	for how in short long request queue queueany kept; do
		run $((30 * slow)) env RONDO_BTL=self,$btl "$MPIRUN" --enable-recovery -n 5 \
			"$BUILD/t/jobs/dies_op" $how
		is "$(grep -c 'is good' "$out")" 4 "operands of an operator over $btl: $how" || told
	done
done

for count in 1 20 200 20000; do
	run $((30 * slow)) "$MPIRUN" --enable-recovery -n 3 "$BUILD/t/jobs/dies_slow" $count
	is "$(grep -c 'is good' "$out")" 2 "a slow rank, $count elements: right data or an error" ||
		told
done

for what in bcast scatter; do
	run $((30 * slow)) "$MPIRUN" --enable-recovery -n 3 "$BUILD/t/jobs/dies_ahead" $what
	is "$(grep -c 'is good' "$out")" 2 "right data or an error after a gap: $what" || told
done

RONDO_CMA=0
export RONDO_CMA
for what in get rget put fetch accumulate many lock complete; do
	for over in 'tcp 65536' 'tcp 1' 'sm 1'; do
		run $((30 * slow)) env RONDO_BTL=self,${over% *} RONDO_EAGER=${over#* } "$MPIRUN" \
			--enable-recovery -n 3 "$BUILD/t/jobs/dies_rma" $what
		is "$(grep -c 'is good' "$out")" 2 \
			"$what, eager up to ${over#* } bytes, over ${over% *}" ||
			told
	done
done
done_testing
