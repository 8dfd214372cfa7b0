#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# One of two processes is killed at a random moment (killed.c): the other has the end of all its
# requests within 2 s, by polling and by events. VERBS_KILLS sets how often, VERBS_SEED the first
# seed.

. "$(dirname "$0")/lib.sh"

needs killed
kills=${VERBS_KILLS:-10}
seed=${VERBS_SEED:-$(date +%s)}
echo "# seeds from $seed"
for i in $(seq "$kills"); do
	new_folder
	run 60 "$MPIRUN" --ring emu --verbs --enable-recovery -n 2 "$BUILD/t/verbs/killed" \
		$((seed + i)) $((i % 2))
	[ "$(grep -c '^ok' "$out")" -ge 7 ] && ! grep -q '^not ok' "$out" &&
		! grep -q 'Sanitizer' "$err"
	ok $? "seed $((seed + i))" || told
done
done_testing
