#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Collectives on the ring of cards: more communicators than contexts, with requests and without
# (ring_comms.c), long ones of several threads (ring_threads.c), the documented order of sums
# (ring_order.c) on cards and in software, refusals (ring_refused.c), a full send ring
# (ring_full.c), and the rows of --stats. Each job prints its seed; RING_SEED repeats it, RING_STEPS
# sets how much is done.

. "$(dirname "$0")/lib.sh"

unset RONDO_BTL
steps=${RING_STEPS:-2000}
[ "$SANITIZED" = 1 ] && steps=$((steps / 4))

# ring SECONDS RANKS OPTIONS PROGRAM...: on emulated cards.
ring()
{
	limit=$(($1 * slow)) ranks=$2 options=$3
	shift 3
	# shellcheck disable=SC2086 # a list of words
	run $limit "$MPIRUN" --ring emu $options -n "$ranks" "$@"
	is $rc 0 "$(basename "$1") on $ranks ranks${options:+, $options}" || told
}

for ranks in 2 3 4 8; do
	ring 120 $ranks '' "$BUILD/t/jobs/ring_comms" -n "$steps" ${RING_SEED:+-s $RING_SEED}
done
for cards in 2 4; do
	ring 120 9 "--ring-cards $cards" "$BUILD/t/jobs/ring_comms" -n "$steps" \
		${RING_SEED:+-s $RING_SEED}
done
ring 120 3 '-x RONDO_SLEEP_US=0' "$BUILD/t/jobs/ring_comms" -n 300 # no wake-up is lost
for ranks in 2 3; do
	ring 120 $ranks '' "$BUILD/t/jobs/ring_threads" -r 100
done
ring 60 5 '--ring-cards 2' "$BUILD/t/jobs/ring_threads" -r 20
job rtl 2 120 t/jobs/ring_threads -r 1 -t 2
ring 30 3 '' "$BUILD/t/jobs/ring_dead_link"
ring 60 3 '' "$BUILD/t/jobs/ring_refused"
like "$(cat "$err")" 'card 1 has refused a broadcast: its stream is closed' 'its root says why'
like "$(cat "$err")" 'card 1: page 0 does not open stream' 'and so does the rank without its data'
run $((30 * slow)) "$MPIRUN" --ring emu -n 4 "$BUILD/t/jobs/ring_late_rank" "$TMP/come"
is $rc 0 'sessions of ranks before rank 0 comes' || told
unlike "$(cat "$err")" 'error:' 'its registers are not ready: no error' || told
run $((30 * slow)) "$MPIRUN" --enable-recovery --ring emu -n 4 "$BUILD/t/jobs/ring_dead_rank"
like "$(cat "$out")" 'good on 4 ranks' 'groups of a rank that was killed are used again' || told
run $((30 * slow)) "$MPIRUN" --enable-recovery --ring emu -n 17 "$BUILD/t/jobs/ring_full"
like "$(cat "$out")" 'ring_full: 0 failures' 'a root whose send ring is full learns of a death' || told
job rtl 3 120 t/jobs/ring_comms -n 40 -c 4 -l 2048
ring 120 4 --stats "$BUILD/t/jobs/ring_comms" -n 300
like "$(cat "$err")" 'not on the card' '--stats names the calls that the cards left'
like "$(cat "$err")" 'no free reduction group on the cards  *[1-9]' 'want of contexts is a reason'
for operation in barrier bcast reduce allreduce; do
	like "$(cat "$err")" "i$operation  *card queue  *[1-9]" "with a request, too: $operation"
done
RONDO_RING_VECTOR=0 ring 120 4 --stats "$BUILD/t/jobs/ring_comms" -n 300
like "$(cat "$err")" 'longer than RONDO_RING_VECTOR  *[1-9]' 'length is a reason'

# Order of sums: cards; software without cards; software beside cards.
RONDO_RING_VECTOR=1G
export RONDO_RING_VECTOR
for ranks in 2 3 8 17; do
	ring 60 $ranks --stats "$BUILD/t/jobs/ring_order" -l 30000
	unlike "$(cat "$err")" '^i?(all)?reduce +[^c ]' 'the cards did all sums'
	RONDO_REDUCE_ORDER=ring run $((60 * slow)) "$MPIRUN" -n $ranks "$BUILD/t/jobs/ring_order" \
		-p 1 -l 30000
	is $rc 0 "order in software on $ranks ranks" || told
done
ring 60 8 '--ring-cards 3' "$BUILD/t/jobs/ring_order" -c 3 -l 30000
unset RONDO_RING_VECTOR
ring 60 8 '--ring-cards 3 -x RONDO_REDUCE_ORDER=ring -x RONDO_RING_VECTOR=0' \
	"$BUILD/t/jobs/ring_order" -c 3 -p 1 -l 3000
RONDO_REDUCE_ORDER=ring:3 run $((60 * slow)) "$MPIRUN" -n 8 "$BUILD/t/jobs/ring_order" -c 3 -p 1 \
	-l 3000
is $rc 0 'order of three cards in software' || told
RONDO_REDUCE_ORDER=upwards run 20 "$MPIRUN" -n 2 "$BUILD/t/jobs/ring_order" -l 1
like "$(cat "$err")" 'RONDO_REDUCE_ORDER=upwards should be ring' 'an unknown order is told'

# The benchmarks: all of their collectives are on the cards, with the bits of the software order.
# lines FILE: its lines that do not depend on time.
lines() { grep -E '^(gosa|sum of|steps|largest)' "$1"; }
for program in 'himeno -s xs -n 20' 'jacobi'; do
	set -- $program
	name=$1
	shift
	ring 60 8 --stats "$BUILD/examples/$name" "$@"
	lines "$out" >"$TMP/card"
	unlike "$(cat "$err")" 'not on the card' "$name: the cards did every collective"
	RONDO_REDUCE_ORDER=ring run $((60 * slow)) "$MPIRUN" -n 8 "$BUILD/examples/$name" "$@"
	lines "$out" >"$TMP/software"
	[ -s "$TMP/card" ] && cmp -s "$TMP/card" "$TMP/software"
	ok $? "$name: the same result in the software order" ||
		diag "$(diff "$TMP/card" "$TMP/software")"
done

done_testing
