#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Random requests of two processes at each other, with a check of all data (stream.c), on emulated
# cards. VERBS_REQUESTS sets how many, VERBS_SEED the first seed.

. "$(dirname "$0")/lib.sh"

needs stream
requests=${VERBS_REQUESTS:-3000}
[ "$SANITIZED" = 1 ] && requests=$((requests / 3))
seed=${VERBS_SEED:-$(date +%s)}
for i in 1 2 3; do
	new_folder
	run 150 "$MPIRUN" --ring emu --verbs -n 2 "$BUILD/t/verbs/stream" $((seed + i * 100)) \
		"$requests"
	is $rc 0 "$requests requests of each queue pair, seed $((seed + i * 100))" || told
	unlike "$(cat "$err")" 'Sanitizer|runtime error' "no report of a sanitizer"
done
done_testing
