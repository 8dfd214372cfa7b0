#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A rank dies while two others are in the midst of a long message: that is received all the same,
# also one that was matched by a probe first (dies.c). One-sided operations whose target has freed
# the window on that account end (dies_rma.c), also where each message is a rendezvous.

. "$(dirname "$0")/lib.sh"

for btl in sm tcp; do
	for how in recv mrecv; do
		run $((30 * slow)) env RONDO_BTL=self,$btl "$MPIRUN" --enable-recovery -n 3 \
			"$BUILD/t/jobs/dies" $how
		is "$(grep -c 'is good' "$out")" 2 "$how over $btl: the message comes, and both end" ||
			told
	done
done

RONDO_CMA=0
export RONDO_CMA
for what in get rget put fetch accumulate many lock complete; do
	for over in 'tcp 65536' 'tcp 1' 'sm 1'; do
		run $((30 * slow)) env RONDO_BTL=self,${over% *} RONDO_EAGER=${over#* } "$MPIRUN" \
			--enable-recovery -n 3 "$BUILD/t/jobs/dies_rma" $what
		is "$(grep -c 'is good' "$out")" 2 "$what, eager up to ${over#* } bytes, over ${over% *}" ||
			told
	done
done
done_testing
