#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Reports of jobs that stand still: after RONDO_STALL seconds, or on SIGUSR1
# (t/jobs/stall.c).

. "$(dirname "$0")/../lib.sh"

# The jobs stand still side by side, from here on: MODE RANKS TRANSPORT each. They wait a second
# before they report, and end after ten (more where they are sanitized).
jobs='
recv 2 sm
recv 2 tcp
barrier 4 sm
barrier 4 tcp
send 2 sm
probe 2 sm
flood 2 sm
entered 2 tcp
probes 2 sm
threads 2 sm
lock 2 sm
start 2 sm
complete 2 sm
any 2 sm
'
while read -r mode ranks btl; do
	[ "$mode" ] || continue
	RONDO_STALL=1 RONDO_BTL=self,$btl RONDO_UNEXPECTED=64K "$MPIRUN" -n "$ranks" \
		--timeout $((10 + 10 * SANITIZED)) \
		"$BUILD/t/jobs/stall" "$mode" >"$TMP/$mode-$btl.out" 2>"$TMP/$mode-$btl.err" \
		</dev/null &
	eval "pid_${mode}_$btl=$!"
done <<END
$jobs
END

# stands MODE TRANSPORT: waits for the end of a job of the list.
stands()
{
	out=$TMP/$1-$2.out
	err=$TMP/$1-$2.err
	eval "wait \$pid_$1_$2"
	is $? 124 "$1 over $2 stands still" || told
}

# says REGEX NAME
says()
{
	like "$(cat "$err")" "$1" "$2"
}

for btl in sm tcp; do
	stands recv $btl
	says '^mpirun: 2 of 2 ranks wait in MPI' "both wait"
	says "rank 0: MPI_Recv.* a message from rank 1 \(tag 5 in MPI_COMM_WORLD; $btl\)" \
		"the wait of rank 0"
	says "rank 1: MPI_Recv.* a message from rank 0 \(tag 5 in MPI_COMM_WORLD; $btl\)" \
		"the wait of rank 1"
	says 'rank 0: .*posted receives: 1, unexpected messages: 0' "its queues"
	says '^mpirun: these ranks wait for each other: 0 -> 1 -> 0' "the circle is named"
	is "$(grep -c 'ranks wait in MPI' "$err")" 1 "it is told once"

	stands barrier $btl
	says '^mpirun: 3 of 4 ranks wait in MPI' "three wait for the one that does not come"
	says 'rank.*MPI_Barrier.*a collective on MPI_COMM_WORLD' "the collective"
	says '^mpirun: waited for without waiting in MPI themselves: rank 3$' \
		"the rank that does not enter it"
	unlike "$(cat "$err")" 'each other' "no circle"
done
stands send sm
says 'rank 0: MPI_Send.* 1048576 bytes to rank 1 \(tag 9 in MPI_COMM_WORLD; sm\)' \
	"a message nobody takes"
stands probe sm
says "rank 0: MPI_Probe.* a message from rank 1 \(tag 6" "a probe"
stands flood sm
says 'rank 0: MPI_Send.*\(RONDO_UNEXPECTED\)' "a sender that was told to pause"
says 'rank 1: .*one of them from rank 0 \(tag 5 in MPI_COMM_WORLD\)' "a message that it has sent"
says 'rank 1: .*a larger RONDO_UNEXPECTED \(now 65536 bytes\)' "and the remedy"
stands entered tcp
says 'rank 0: .*one of them from rank 1 \(a collective on MPI_COMM_WORLD\)' \
	"a message of a collective is named as that"
stands probes sm
says 'rank 0: .*a collective on MPI_COMM_WORLD' "a barrier after probes of two threads"
says 'rank 0: MPI_Barrier, called from' "which call, with several threads"
stands threads sm
says 'rank 0: MPI_(Recv|Sendrecv), called from .*; another thread waits in MPI_(Recv|Sendrecv)' \
	"a receive beside another thread's"
says 'each other: 0 -> 1 -> 0' "both ranks"
stands lock sm
says 'rank 1: MPI_Win_lock.* the lock of the window of rank 0' "a lock"
stands start sm
says 'rank 1: MPI_Win_start.* the MPI_Win_post of rank 0' "a window that is not exposed"
stands complete sm
says 'rank 0: MPI_Win_wait.* the MPI_Win_complete of rank 1' "a window that is not left"
stands any sm
says 'rank 0: MPI_Recv.* a message from any rank' "from anybody"

out=$TMP/out
err=$TMP/err

# Without RONDO_STALL --timeout reports once, before it ends the job.
run 30 "$MPIRUN" -n 2 --timeout 1 "$BUILD/t/jobs/stall" recv
is "$rc $(grep -c 'ranks wait in MPI' "$err")" "124 1" "--timeout reports the waits of ranks" ||
	told
says 'has run for 1 s' "and that time is over"
says '^mpirun: these ranks wait for each other: 0 -> 1 -> 0' "also the cycle of waits"
run 30 "$MPIRUN" -n 1 --timeout 1 sleep 20
is "$rc $(wc -l <"$err")" "124 1" "but not of ranks that are not in MPI" || told

# asked MODE RANKS: without RONDO_STALL; SIGUSR1 goes to mpirun when the job is ready. The shell
# that waits for the program must live through it.
asked()
{
	"$MPIRUN" -n "$2" --timeout 15 sh -c "'$BUILD/t/jobs/stall' $1; exit" \
		>"$out" 2>"$err" </dev/null &
	pid=$!
	tries=0
	until grep -q ready "$out" || [ $tries -ge 100 ]; do
		sleep 0.1
		tries=$((tries + 1))
	done
	sleep 1
	kill -USR1 $pid
	tries=0
	until grep -q 'ranks* waits* in MPI\|taken' "$err" "$out" || [ $tries -ge 100 ]; do
		sleep 0.1
		tries=$((tries + 1))
	done
	unlike "$(cat "$err")" 'signal 10' "$1: nobody is ended by it"
	kill $pid 2>/dev/null
	wait $pid
}

asked recv 3
says '^mpirun: 3 of 3 ranks wait in MPI' "on SIGUSR1 all ranks report their waits"
says 'each other: 0 -> 1 -> 2 -> 0' "and the circle is named"
asked barrier 3
says 'waited for without waiting in MPI themselves: rank 2$' "a rank that computes does not answer"
asked poll 2
says 'ranks 0-1: MPI_Iprobe' "a rank that tests in a loop answers"
asked own 2
like "$(cat "$out")" '^taken by the program' "a handler of the program's is left alone"

# A rank without mpirun prints its report itself.
RONDO_STALL=1 timeout 5 "$BUILD/t/jobs/stall" any >"$out" 2>"$err" </dev/null
says 'no progress for [12]\.[0-9] s: MPI_Recv.* a message from any rank' \
	"a rank that was started alone"
done_testing
