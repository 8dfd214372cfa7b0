#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Non-blocking and persistent collectives, many at once, against the blocking ones (nbc.c), on 1
# to 5 ranks over each transport, on 33, and with several ranks behind a card. NBC_SEED repeats one,
# NBC_ROUNDS gives another number of rounds. Short persistent ones are in shared memory (kept.c),
# unless RONDO_COLL_SHARED leaves none.

. "$(dirname "$0")/lib.sh"

# Sanitizers judge the code: fewer rounds and numbers of ranks do.
rounds=${NBC_ROUNDS:-30} numbers='1 2 3 4 5'
[ "$SANITIZED" = 1 ] && rounds=9 numbers='1 2 5'

for btl in sm tcp fpga; do
	for ranks in $numbers; do
		job $btl $ranks 60 t/jobs/nbc -r "$rounds" ${NBC_SEED:+-s $NBC_SEED}
	done
done
job sm 4 60 t/jobs/nbc -s 7 -r 6 -m 200000
if [ "$SANITIZED" != 1 ]; then
	for btl in sm tcp; do
		job $btl 33 120 t/jobs/nbc -r 3 -m 600 ${NBC_SEED:+-s $NBC_SEED}
	done
fi
job rtl 2 60 t/jobs/nbc -r 3 -m 60
for cards in 2 3; do
	run $((60 * slow)) "$MPIRUN" --ring emu --ring-cards $cards --stats -n 5 \
		"$BUILD/t/jobs/nbc" -r "$rounds" ${NBC_SEED:+-s $NBC_SEED}
	is $rc 0 "five ranks on $cards cards" || told
	like "$(cat "$err")" 'iallreduce  *card queue  *[1-9]' 'the cards did some of it'
	like "$(cat "$err")" 'allreduce  *members may start persistent ones in any order  *[1-9]' \
		'and left some of it for a reason'
done
for shared in 2M 0; do
	run $((60 * slow)) env RONDO_COLL_SHARED=$shared "$MPIRUN" --stats -n 3 "$BUILD/t/jobs/kept"
	is $rc 0 "persistent ones in any order, RONDO_COLL_SHARED=$shared" || told
	used=$(grep -c 'i[a-z_]*  *sm  *[1-9]' "$err")
	is "$used" $([ $shared = 0 ] && echo 0 || echo 5) 'in shared memory, if there is any' || told
done
done_testing
