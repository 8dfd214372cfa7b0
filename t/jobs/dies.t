#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A rank dies while two others are in the midst of a long message: that is received all the same,
# also one that was matched by a probe first (dies.c).

. "$(dirname "$0")/lib.sh"

for btl in sm tcp; do
	for how in recv mrecv; do
		run $((30 * slow)) env RONDO_BTL=self,$btl "$MPIRUN" --enable-recovery -n 3 \
			"$BUILD/t/jobs/dies" $how
		is "$(grep -c 'is good' "$out")" 2 "$how over $btl: the message comes, and both end" ||
			told
	done
done
done_testing
