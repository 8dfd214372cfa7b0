#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Packets that make no sense do no harm (packets.c). VERBS_PACKETS sets how many, VERBS_SEED the
# first seed.

. "$(dirname "$0")/lib.sh"

needs packets
packets=${VERBS_PACKETS:-100000}
[ "$SANITIZED" = 1 ] && packets=$((packets / 5))
seed=${VERBS_SEED:-$(date +%s)}
for i in 1 2 3; do
	run 200 "$MPIRUN" --ring emu --verbs -n 1 "$BUILD/t/verbs/packets" $((seed + i)) "$packets"
	is $rc 0 "$packets packets, seed $((seed + i))" || told
	unlike "$(cat "$err")" 'Sanitizer|runtime error' "no report of a sanitizer"
done
done_testing
