#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Every collective against what it must give (coll.c: those that move data; reduce.c: those that
# compute), on communicators of 1 to 9 and of 16 ranks over each transport. Each job prints its
# seed; COLL_SEED repeats one.

. "$(dirname "$0")/lib.sh"

for btl in sm tcp; do
	for program in coll reduce; do
		job $btl 9 120 t/jobs/$program ${COLL_SEED:+-s $COLL_SEED}
		job $btl 16 120 t/jobs/$program -f 16 ${COLL_SEED:+-s $COLL_SEED}
	done
done
done_testing
