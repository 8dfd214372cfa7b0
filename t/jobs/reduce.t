#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Reductions against the same computed serially (reduce.c), on communicators of 1 to 9 ranks over
# each transport and of 16 over shared memory and cards. Each job prints its seed; COLL_SEED repeats
# one. And the bits of sums (sum_order.c), the same by all ways.

. "$(dirname "$0")/lib.sh"

# Sanitizers judge the code, for which fewer communicators and lengths do.
fewest=5 most=
[ "$SANITIZED" = 1 ] && fewest=9 most='-b 100000'
for btl in sm tcp fpga; do
	# shellcheck disable=SC2086 # two words or none
	job $btl 4 60 t/jobs/reduce $most ${COLL_SEED:+-s $COLL_SEED}
	[ "$SANITIZED$btl" = 1fpga ] && continue
	# shellcheck disable=SC2086
	job $btl 9 120 t/jobs/reduce -f $fewest $most ${COLL_SEED:+-s $COLL_SEED}
	[ "$SANITIZED" = 1 ] || [ $btl = tcp ] ||
		job $btl 16 120 t/jobs/reduce -f 16 ${COLL_SEED:+-s $COLL_SEED}
done

for btl in sm tcp; do
	job $btl 9 120 t/jobs/sum_order
	[ "$SANITIZED" = 1 ] || [ $btl = tcp ] || job $btl 16 120 t/jobs/sum_order -f 16
done

# by ALLREDUCE REDUCE REDUCE_SCATTER: likewise, by these algorithms.
by()
{
	RONDO_COLL=allreduce=$1,reduce=$2,reduce_scatter=$3,reduce_scatter_block=$3 \
		RONDO_BTL=self,tcp run $((60 * slow)) "$MPIRUN" -n 7 "$BUILD/t/jobs/sum_order"
	is $rc 0 "sums by $*" || told
}
by doubling binomial halving
by rabenseifner rabenseifner pairwise
by direct binomial doubling
by tree rabenseifner reduce_scatter
by pairwise rabenseifner halving
done_testing
