#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Flow control: many small blocking sends to a receiver that sleeps first, with all processes below
# 64 MB, a quarter of which may be such messages (eager_flood.c). By default 200,000 blocking sends
# may be received in another order. FLOOD_MESSAGES gives another number of them, 10000000 for the
# long run.

. "$(dirname "$0")/lib.sh"

messages=${FLOOD_MESSAGES:-500000}
limit=64
# The sanitizers' own memory is not ours to judge.
[ "$SANITIZED" = 1 ] && limit=1000

for btl in sm tcp fpga; do
	job $btl 2 60 t/jobs/eager_flood -o 200000
done
RONDO_UNEXPECTED=16M
export RONDO_UNEXPECTED
for btl in sm tcp fpga; do
	job $btl 2 $((30 + messages / 20000)) t/jobs/eager_flood -n "$messages" -l $limit
	job $btl 5 $((60 + messages / 10000)) t/jobs/eager_flood -n $((messages / 5)) -l $limit
done
done_testing
