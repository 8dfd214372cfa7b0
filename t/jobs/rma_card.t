#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# One-sided operations on ring cards (rma_card.c): a target that computes delays nobody, sums are
# right however elements are changed, the order of accumulates, a target that is killed ends its
# operations; windows that get no region of the card are told, and take no descriptor; locks by card
# (rma_card_lock.c).
# RMA_SEED takes another seed.

. "$(dirname "$0")/lib.sh"

job fpga 3 60 t/jobs/rma_card busy
job fpga 3 60 t/jobs/rma_card busy_many
job fpga 3 60 t/jobs/rma_card files
for ranks in 2 3 5; do
	job fpga $ranks 60 t/jobs/rma_card mix ${RMA_SEED:+-s $RMA_SEED}
done
job fpga 4 60 t/jobs/rma_card lock -n 200
for btl in sm fpga rtl; do
	job $btl 2 60 t/jobs/rma_card order
done
job rtl 3 120 t/jobs/rma_card lock -n 20 -b 20000
job tcp 3 60 t/jobs/rma_card mix ${RMA_SEED:+-s $RMA_SEED}
job rtl 2 120 t/jobs/rma_card mix -n 60
for ranks in 2 3; do
	job fpga $ranks 60 t/jobs/rma_card_lock busy
done
for ranks in 2 3 4; do
	job fpga $ranks 60 t/jobs/rma_card_lock mix ${RMA_SEED:+-s $RMA_SEED}
done
job rtl 2 120 t/jobs/rma_card_lock busy -n 3
job rtl 2 120 t/jobs/rma_card_lock mix -n 60
job rtl 3 120 t/jobs/rma_card_lock mix -n 20
job fpga 12 60 t/jobs/rma_card_lock all
job rtl 4 120 t/jobs/rma_card_lock all -n 10
RONDO_BTL=self,fpga run $((60 * slow)) "$MPIRUN" --stats -x RONDO_SLEEP_US=100 --ring emu -n 2 \
	"$BUILD/t/jobs/rma_card_lock" sleep -n 10
is $rc 0 'a target that sleeps until a card gives its lock back' || told
[ "$(sed -n 's/^waiting.* \([0-9]*\) sleeps.*/\1/p' "$err")" -lt 80 ]
ok $? 'it is woken, and does not poll' || told
for program in rma_card rma_card_lock; do
	RONDO_BTL=self,fpga run $((60 * slow)) "$MPIRUN" --enable-recovery --ring emu -n 3 \
		"$BUILD/t/jobs/$program" kill
	is "$(grep -c 'is good' "$out")" 2 "$program: the others get an error for the rank that was killed" ||
		told
done
RONDO_BTL=self,fpga,tcp run $((60 * slow)) "$MPIRUN" --ring emu --ring-cards 2 -n 4 \
	"$BUILD/t/jobs/rma_card" mix
is $rc 0 'two ranks behind a card' || told
for ring in '2 -n 4' '3 -n 5'; do
	# shellcheck disable=SC2086 # three words
	RONDO_BTL=self,fpga,tcp run $((60 * slow)) "$MPIRUN" --ring emu --ring-cards $ring \
		"$BUILD/t/jobs/rma_card_lock" mix
	is $rc 0 "locks, cards and ranks $ring" || told
done
# hosts RANKS ALL [OPTION]... ARGUMENTS: so many ranks on each host, of ALL (job_hosts.h).
hosts()
{
	host_ranks=$1 ranks=$2
	shift 2
	RD_T_HOST_RANKS=$host_ranks RONDO_BTL=self,sm,fpga run $((120 * slow)) "$MPIRUN" --stats \
		-n "$ranks" "$@"
	is $rc 0 "locks of $ranks ranks, $host_ranks on a host: $*" || told
	unlike "$(cat "$err")" '^window .*lock' 'no lock is left to messages' || told
}

for places in '2 4' '4 8' '3 7' '4 8 --ring-cards 4'; do
	# shellcheck disable=SC2086 # words
	hosts $places --ring emu "$BUILD/t/jobs/rma_card_lock" mix ${RMA_SEED:+-s $RMA_SEED} -n 500
done
hosts 6 12 --ring emu "$BUILD/t/jobs/rma_card_lock" all -n 50
hosts 2 4 --ring emu "$BUILD/t/jobs/rma_card_lock" busy -g 1 -n 20
if [ "$SANITIZED" = 1 ] || [ ! -x "$BUILD/bin/rondo_ring_w64" ]; then
	skip 'the simulated ring was not built, or takes too long' 'locks by simulated cards'
else
	hosts 2 4 --ring rtl "$BUILD/t/jobs/rma_card_lock" mix -n 20
	hosts 2 4 --ring rtl "$BUILD/t/jobs/rma_card_lock" busy -g 1 -n 3
fi
RONDO_BTL=self,fpga run $((60 * slow)) "$MPIRUN" --stats --ring emu -n 3 \
	"$BUILD/t/jobs/rma_card_lock" many
is $rc 0 'more windows than niches for their lock words' || told
like "$(cat "$err")" 'window  *locks: no niche of the arena is free  *[1-9]' \
	'--stats says why a lock is not on the card' || told
RONDO_BTL=self,fpga run $((60 * slow)) "$MPIRUN" --stats --ring emu -n 3 \
	"$BUILD/t/jobs/rma_card_lock" alone
is $rc 0 'windows of one rank each' || told
unlike "$(cat "$err")" '^window .*niche' 'leave the niches to those of several' || told
RONDO_BTL=self,fpga run $((60 * slow)) "$MPIRUN" --stats --ring emu -n 3 \
	"$BUILD/t/jobs/rma_card" many
is $rc 0 'more windows than regions' || told
like "$(cat "$err")" 'window  *no region of the card is free  *[1-9]' \
	'--stats says why a window is not on the card' || told
run $((60 * slow)) "$MPIRUN" --stats --ring emu -n 3 "$BUILD/t/jobs/rma_card" many
is $rc 0 'the same where the ranks share memory' || told
unlike "$(cat "$err")" '^window .*(region|lock)' 'then windows want no region' || told
like "$(cat "$err")" '^window  *its ranks share the memory of a host  *[1-9]' \
	'which --stats says, too' || told
done_testing
