#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Random messages (random_p2p) on 8 ranks over tcp alone, on four hosts, while one packet of a
# hundred between them is lost and connections are reset at random moments, of which the other side
# often does not hear: every byte is compared, and the ranks need no more memory in the end than
# halfway. For as long as one likes:
#
#	SOAK_S=3600 BUILD=build t/cluster/soak.t
#
# SOAK_LOSS is the loss in percent, SOAK_RESET_MS the mean time between two resets, SOAK_SEED
# repeats the messages of one run.

. "$(dirname "$0")/jobs.sh"

seconds=${SOAK_S:-8}
loss=${SOAK_LOSS:-1}
hosts 4
launchers
filters || skip_all 'there is no nft (Debian package nftables)'
losing "$loss"
losing 50 tcp flags '&' rst == rst

name="random_p2p for $seconds s with $loss % loss"
run $((seconds * slow + 60)) env RONDO_BTL=self,tcp \
	"$BUILD/t/jobs/reset_connections" "$BUILD/t/jobs/random_p2p" "${SOAK_RESET_MS:-200}" \
	"$MPIRUN" -host h1,h2,h3,h4 -n 8 "$BUILD/t/jobs/random_p2p" -t "$seconds" \
	${SOAK_SEED:+-s $SOAK_SEED}
cuts=$(sed -n 's/ connections cut//p' "$out")
if [ $rc -eq 77 ]; then
	skip "$(tail -n 1 "$out")" "$name"
else
	is $rc 0 "$name, ${cuts:-no} resets" || diag "status $rc; standard error:
$(cat "$err")"
	grep '^random_p2p:' "$out" | sed 's/^/# /'
	[ "${cuts:-0}" -gt 0 ]
	ok $? 'some connections were reset'
fi
done_testing
