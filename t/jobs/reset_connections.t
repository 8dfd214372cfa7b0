#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Connections over tcp are reset at random moments while random messages flow (see
# reset_connections.c): every byte is compared, nothing is lost or comes twice, and no rank is
# treated as dead. RESETS_ROUNDS sets how many rounds of random messages a job does, RESETS_SEED
# repeats one.

. "$(dirname "$0")/lib.sh"

# By its name only processes of this test are found.
cp "$BUILD/t/jobs/random_p2p" "$TMP/random_p2p"
rounds=${RESETS_ROUNDS:-12}
[ "$SANITIZED" = 1 ] && rounds=$((rounds / 3))

# resets RANKS MEAN_MS
resets()
{
	run $((100 * slow)) env RONDO_BTL=self,tcp "$BUILD/t/jobs/reset_connections" \
		"$TMP/random_p2p" "$2" "$MPIRUN" -n "$1" "$TMP/random_p2p" -r "$rounds" \
		${RESETS_SEED:+-s $RESETS_SEED}
	cuts=$(sed -n 's/ connections cut//p' "$out")
	name="random_p2p on $1 ranks while connections are reset every $2 ms, $cuts times"
	if [ $rc -eq 77 ]; then
		skip "$(tail -n 1 "$out")" "$name"
		return
	fi
	is $rc 0 "$name" || told
	[ "${cuts:-0}" -gt 0 ]
	ok $? 'some were'
}

resets 2 2
resets 4 1
resets 4 20
resets 6 5
resets 8 5
done_testing
