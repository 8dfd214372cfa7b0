#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# No packet of the process on the other card does harm (hostile.c). VERBS_PACKETS sets how many
# packets, VERBS_SEED the first seed.

. "$(dirname "$0")/lib.sh"

needs hostile
packets=${VERBS_PACKETS:-50000}
[ "$SANITIZED" = 1 ] && packets=$((packets / 5))
seed=${VERBS_SEED:-$(date +%s)}
for i in "$seed" $((seed + 2)); do
	new_folder
	run 150 "$MPIRUN" --ring emu --verbs -n 2 "$BUILD/t/verbs/hostile" "$i" "$packets"
	is $rc 0 "$packets packets, seed $i" || told
	unlike "$(cat "$err")" 'Sanitizer|runtime error' "no report of a sanitizer"
done
done_testing
