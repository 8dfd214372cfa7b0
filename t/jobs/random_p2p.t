#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Random messages in all the ways there are, checked by content and order (see random_p2p.c), on 1
# to 16 ranks over each transport. Each job prints its seed; RANDOM_SEED repeats one, RANDOM_ROUNDS
# gives all jobs another number of rounds.

. "$(dirname "$0")/lib.sh"

# Sanitizers judge the code: fewer rounds and numbers of ranks do.
share=1 sizes='1:20 2:30 3:30 4:20 5:20 8:10 16:5'
[ "$SANITIZED" = 1 ] && share=3 sizes='1:20 2:30 5:20 8:10'

for btl in sm tcp fpga; do
	for size in $sizes; do
		ranks=${size%:*}
		rounds=${RANDOM_ROUNDS:-$(((${size#*:} + share - 1) / share))}
		job $btl "$ranks" 60 t/jobs/random_p2p -r "$rounds" ${RANDOM_SEED:+-s $RANDOM_SEED}
	done
done
done_testing
