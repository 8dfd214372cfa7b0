#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that the first collectives of MPI_COMM_WORLD go through shared memory that was made during
# MPI_Init, without a message, where all ranks are on one node, and by messages where there is none.

. "$(dirname "$0")/../lib.sh"

job=$BUILD/t/jobs/first

for n in 2 5 70; do
	run 120 "$MPIRUN" --stats -n $n "$job"
	is "$rc $(cat "$out")" "0 passed" "$n ranks" || told
	like "$(cat "$err")" "^allreduce +sm +$n " "the first allreduce of $n ranks is in shared memory"
	like "$(cat "$err")" "^bcast +sm +$n " "and so is the first bcast"
done
unlike "$(cat "$err")" "^(allreduce|bcast) +(doubling|flat|binomial|message)" "none goes by messages"
run 60 env RONDO_COLL_SHARED=0 "$MPIRUN" --stats -n 5 "$job"
is "$rc $(cat "$out")" "0 passed" "no shared memory is allowed" || told
unlike "$(cat "$err")" "^(allreduce|bcast) +sm" "then they go by messages"
run 60 "$MPIRUN" --stats -n 5 -x RONDO_BTL=tcp,self "$job"
is "$rc $(cat "$out")" "0 passed" "TCP alone" || told
unlike "$(cat "$err")" "^(allreduce|bcast) +sm" "has none either"
# Rank 3 cannot open it: the others learn that from its note.
run 60 "$MPIRUN" --stats -n 3 "$job" : -n 1 -x RONDO_COLL_SHARED=0 "$job" : -n 2 "$job"
like "$rc $(cat "$out" "$err")" "^0 passed|RONDO_COLL_SHARED" "one rank allows none"
# Ranks meet in MPI_Init, unless some are bound: all know it from the notes.
cpu=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
for i in 1 2 3; do
	run 60 "$MPIRUN" --stats -n 3 "$job" : -n 2 taskset -c "$cpu" "$job"
	is "$rc $(cat "$out")" "0 passed" "two of five ranks are bound" || told
	unlike "$(cat "$err")" "^barrier " "MPI_Init counts no barrier"
done
run 60 "$MPIRUN" --stats -n 9 "$job"
unlike "$rc $(cat "$err")" "barrier +sm" "nor does that of nine ranks"
# A program that follows in the processes of the first has notes of its own.
run 60 "$MPIRUN" -n 3 sh -c "'$job' && '$job'"
is "$rc $(cat "$out")" "0 passed
passed" "two programs, one after the other" || told
run 60 "$MPIRUN" -n 3 sh -c "'$job' late && '$job'"
is "$rc $(cat "$out")" "0 passed
passed" "rank 1 leaves the launcher late, when the others are in their second program" || told
run 60 "$MPIRUN" --enable-recovery -n 2 "$job" fails
is "$(cat "$out")" passed "an MPI_Init that fails leaves no memory behind" || told
run 60 "$MPIRUN" --enable-recovery -n 1 "$job" refused "$TMP/done" : \
	-n 1 env RONDO_BTL=self,tcp "$job" refused "$TMP/done"
is "$(cat "$out")" passed "no rank waits for one whose MPI_Init fails" || told
run 60 "$MPIRUN" -n 2 "$BUILD/t/jobs/first_pages"
if [ "$SANITIZED" = 1 ]; then
	skip 'the sanitizer has page faults of its own' 'faults of the first calls'
elif [ "$(cat "$out")" = "no populate" ]; then
	skip 'the kernel has no MADV_POPULATE_READ' 'faults of the first calls'
else
	is "$rc $(cat "$err")" "0 " "the first 256 messages and reductions have no page faults"
fi
done_testing
