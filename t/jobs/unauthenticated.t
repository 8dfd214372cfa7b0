#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Unauthenticated peers connect to the ranks of jobs that exchange random messages: ten thousand
# connections (UNAUTHENTICATED_N gives another number, 100000 for the long run) that send nothing,
# rubbish, a greeting without its proof or half of it, or a recorded one once more, hundreds of them
# open at a time, 2000 a second. None gets a byte but the challenge that a recorded greeting draws,
# and no job is harmed. (bench/unauthenticated.sh measures their cost to a job.)

. "$(dirname "$0")/lib.sh"

count=${UNAUTHENTICATED_N:-10000}
[ "$SANITIZED" = 1 ] && count=$((count / 5))

# Below the ports that the system gives out; those of another run of this test are others.
first=$((20000 + $$ % 190 * 64))
"$BUILD/t/jobs/unauthenticated" $first $((first + 3)) "$count" 2000 "$TMP/stop" >"$TMP/peers" &
peers=$!
jobs=0 bad=0
while kill -0 $peers 2>/dev/null && [ $jobs -lt $((count / 100)) ]; do
	run $((100 * slow)) env RONDO_BTL=self,tcp RONDO_TCP_PORTS=$first-$((first + 63)) \
		"$MPIRUN" -n 4 "$BUILD/t/jobs/random_p2p" -r 10
	jobs=$((jobs + 1))
	[ $rc -eq 0 ] || { bad=$((bad + 1)); told; }
done
: >"$TMP/stop"
wait $peers
is $bad 0 "$jobs jobs of 4 ranks among unauthenticated peers"
read -r taken _ replays _ _ _ challenges _ _ _ others _ <"$TMP/peers"
is "$taken" "$count" "unauthenticated peers"
is "$others" 0 'the others got nothing'
ok $((challenges > 16 * replays)) "except $replays that sent recorded greetings, a challenge each"
done_testing
