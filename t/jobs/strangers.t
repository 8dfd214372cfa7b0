#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Strangers connect to the ranks of jobs that exchange soup: ten thousand connections that say
# nothing, rubbish, a greeting without its proof or half of it, hundreds of them open at a time.
# None gets a byte, and no job is harmed. (t/btl_tcp/handshake.c replays recorded greetings.)

. "$(dirname "$0")/lib.sh"

perl -MIO::Socket::INET -e 1 2>/dev/null || skip_all 'there is no perl with IO::Socket::INET'
count=${STRANGERS:-10000}
[ "$SANITIZED" = 1 ] && count=$((count / 5))

perl "$SRC/t/jobs/strangers.pl" 24700 24703 "$count" "$TMP/stop" >"$TMP/strangers" &
strangers=$!
jobs=0 bad=0
while kill -0 $strangers 2>/dev/null && [ $jobs -lt 100 ]; do
	run $((100 * slow)) env RONDO_BTL=self,tcp RONDO_TCP_PORTS=24700-24763 \
		"$MPIRUN" -n 4 "$BUILD/t/jobs/soup" -r 10
	jobs=$((jobs + 1))
	[ $rc -eq 0 ] || { bad=$((bad + 1)); told; }
done
: >"$TMP/stop"
wait $strangers
is $bad 0 "$jobs jobs of 4 ranks among strangers"
is "$(cat "$TMP/strangers")" "$count connections, 0 bytes" 'who got nothing'
done_testing
