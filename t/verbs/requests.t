#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Random work requests do no harm (requests.c). VERBS_ROUNDS sets how many rounds, VERBS_SEED the
# first seed.

. "$(dirname "$0")/lib.sh"

needs requests
rounds=${VERBS_ROUNDS:-30}
[ "$SANITIZED" = 1 ] && rounds=$((rounds / 3))
seed=${VERBS_SEED:-$(date +%s)}
for i in 1 2 3; do
	new_folder
	run 200 "$MPIRUN" --ring emu --verbs -n 2 "$BUILD/t/verbs/requests" $((seed + i)) "$rounds"
	is $rc 0 "$rounds rounds, seed $((seed + i))" || told
	unlike "$(cat "$err")" 'Sanitizer|runtime error' "no report of a sanitizer"
done
done_testing
