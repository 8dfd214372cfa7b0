#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Reports of jobs that stand still: after RONDO_STALL seconds, or on SIGUSR1
# (t/jobs/stall.c).

. "$(dirname "$0")/../lib.sh"

# No job ends before its report has been seen, however long that takes on a busy machine.
most=120

# The jobs stand still side by side, from here on: MODE RANKS TRANSPORT each. They report after a
# second.
jobs='
recv 2 sm
recv 2 tcp
barrier 4 sm
barrier 4 tcp
send 2 sm
probe 2 sm
flood 2 sm
entered 2 tcp
first 2 tcp
named 2 sm
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
		--timeout $most \
		"$BUILD/t/jobs/stall" "$mode" >"$TMP/$mode-$btl.out" 2>"$TMP/$mode-$btl.err" \
		</dev/null &
	eval "pid_${mode}_$btl=$!"
done <<END
$jobs
END

# of MODE TRANSPORT: the job of the list, its output $out and $err, its process $pid.
of()
{
	out=$TMP/$1-$2.out
	err=$TMP/$1-$2.err
	eval "pid=\$pid_$1_$2"
}

# ended NAME: the job is ended, and had not ended by itself. All lines of a report are printed then.
ended()
{
	kill $pid 2>/dev/null
	wait $pid
	rc=$?
	is $rc 143 "$1" || told
}

# says REGEX NAME
says()
{
	like "$(cat "$err")" "$1" "$2"
}

# reported [REGEX NAME]...: each matches a line of the job's reports. The first of them may lack
# ranks, or have others, which have waited for long on a busy machine; the next one comes soon.
reported()
{
	while [ $# -gt 0 ]; do
		grep -Eqs -e "$1" "$err" || return 1
		shift 2
	done
}

finished() { over $pid || reported "$@"; }

# reports MODE TRANSPORT [REGEX NAME]...: waits for all of that.
reports()
{
	of "$1" "$2"
	shift 2
	within $most finished "$@"
	reported "$@"
	reports_all=$?
}

# stands MODE TRANSPORT [REGEX NAME]...: waits for all of that, and ends the job.
stands()
{
	reports "$@"
	ended "$1 over $2 stands still"
	shift 2
	while [ $# -gt 0 ]; do
		says "$1" "$2"
		shift 2
	done
}

for btl in sm tcp; do
	reports recv $btl '^mpirun: 2 of 2 ranks wait in MPI' "both wait"
	ok $reports_all "recv over $btl: both wait" || told
	stands barrier $btl \
		'^mpirun: 3 of 4 ranks wait in MPI' "three wait for the one that does not come" \
		'rank.*MPI_Barrier.*a collective on MPI_COMM_WORLD' "the collective" \
		'^mpirun: waited for without waiting in MPI themselves: rank 3$' \
		"the rank that does not enter it"
	unlike "$(cat "$err")" 'each other' "no circle"
done
reported=$(date +%s)
stands send sm \
	'rank 0: MPI_Send.* 1048576 bytes to rank 1 \(tag 9 in MPI_COMM_WORLD; sm\)' \
	"a message nobody takes"
stands probe sm "rank 0: MPI_Probe.* a message from rank 1 \(tag 6" "a probe"
stands flood sm \
	'rank 0: MPI_Send.*\(RONDO_UNEXPECTED\)' "a sender that was told to pause" \
	'rank 1: .*one of them from rank 0 \(tag 5 in MPI_COMM_WORLD\)' "a message that it has sent" \
	'rank 1: .*a larger RONDO_UNEXPECTED \(now 65536 bytes\)' "and the remedy"
stands entered tcp \
	'rank 0: .*one of them from rank 1 \(a collective on MPI_COMM_WORLD\)' \
	"a message of a collective is named as that"
stands first tcp 'rank 0: .*one of them from rank 1 \(a collective on MPI_COMM_WORLD\)' \
	"the first collective, of a rank that has not called it"
stands named sm 'rank 0: MPI_Recv.* a message from rank 1 \(tag 5 in halo; sm\)' \
	"a communicator of the program's by its name"
stands probes sm \
	'rank 0: .*a collective on MPI_COMM_WORLD' "a barrier after probes of two threads" \
	'rank 0: MPI_Barrier, called from' "which call, with several threads"
threads='rank 0: MPI_(Recv|Sendrecv), called from .*;'
stands threads sm \
	"$threads another thread waits in MPI_(Recv|Sendrecv)" "a receive beside another thread's" \
	'each other: 0 -> 1 -> 0' "both ranks"
stands lock sm 'rank 1: MPI_Win_lock.* the lock of the window of rank 0' "a lock"
stands start sm 'rank 1: MPI_Win_start.* the MPI_Win_post of rank 0' "a window that is not exposed"
stands complete sm \
	'rank 0: MPI_Win_wait.* the MPI_Win_complete of rank 1' "a window that is not left"
stands any sm 'rank 0: MPI_Recv.* a message from any rank' "from anybody"

# asks MODE RANKS REGEX: a job without RONDO_STALL; SIGUSR1 goes to mpirun until a line matches, for
# a rank may come into MPI, or answer, too late for one report. The shell that waits for the program
# must live through it.
asks()
{
	out=$TMP/$1.out
	err=$TMP/$1.err
	"$MPIRUN" -n "$2" --timeout $most sh -c "'$BUILD/t/jobs/stall' $1; exit" \
		>"$out" 2>"$err" </dev/null &
	pid=$!
	within $most grep -qs ready "$out"
	ok $? "$1: the job is ready" || told
	asked=0
	until [ $asked -eq 20 ] || grep -Eqs "$3" "$out" "$err"; do
		kill -USR1 $pid
		asked=$((asked + 1))
		within 5 answered
	done
	kill $pid 2>/dev/null
	wait $pid
	unlike "$(cat "$err")" 'signal 10' "$1: nobody is ended by it"
}

# answered: a report for each time that SIGUSR1 was sent, or the program's answer.
answered()
{
	[ "$(cat "$out" "$err" | grep -Ec 'ranks* waits* in MPI|taken')" -ge $asked ]
}

asks recv 3 '^mpirun: 3 of 3 ranks wait in MPI'
says '^mpirun: 3 of 3 ranks wait in MPI' "on SIGUSR1 all ranks report their waits"
says 'each other: 0 -> 1 -> 2 -> 0' "and the circle is named"
asks barrier 3 '^mpirun: 2 of 3 ranks wait in MPI'
says 'waited for without waiting in MPI themselves: rank 2$' "a rank that computes does not answer"
asks poll 2 '^mpirun: ranks 0-1: MPI_Iprobe'
says 'ranks 0-1: MPI_Iprobe' "a rank that tests in a loop answers"
asks own 2 'taken by the program'
like "$(cat "$out")" '^taken by the program' "a handler of the program's is left alone"

out=$TMP/out
err=$TMP/err

# Without RONDO_STALL --timeout reports once, before it ends the job, if the ranks are in MPI by
# then: on a busy machine that takes a longer time.
for over_s in 1 5 25; do
	run 60 "$MPIRUN" -n 2 --timeout $over_s "$BUILD/t/jobs/stall" recv
	grep -q '2 of 2 ranks wait in MPI' "$err" && break
done
is "$rc $(grep -c '2 of 2 ranks wait in MPI' "$err")" "124 1" "--timeout reports the waits of ranks" ||
	told
says "has run for $over_s s" "and that time is over"
says '^mpirun: these ranks wait for each other: 0 -> 1 -> 0' "also the cycle of waits"
run 60 "$MPIRUN" -n 1 --timeout 1 sleep 100
is "$rc $(wc -l <"$err")" "124 1" "but not of ranks that are not in MPI" || told

# A rank without mpirun prints its report itself.
RONDO_STALL=1 timeout $most "$BUILD/t/jobs/stall" any >"$out" 2>"$err" </dev/null &
pid=$!
within $most grep -q 'no progress' "$err"
ended "a rank that was started alone stands still"
says 'no progress for [1-9][0-9]*\.[0-9] s: MPI_Recv.* a message from any rank' "and reports"

# A job that has reported does not do so again, which would be 3 s later.
while [ $(($(date +%s) - reported)) -lt 5 ]; do
	sleep 0.5
done
for btl in sm tcp; do
	of recv $btl
	ended "recv over $btl stands still"
	says "rank 0: MPI_Recv.* a message from rank 1 \(tag 5 in MPI_COMM_WORLD; $btl\)" \
		"the wait of rank 0"
	says "rank 1: MPI_Recv.* a message from rank 0 \(tag 5 in MPI_COMM_WORLD; $btl\)" \
		"the wait of rank 1"
	says 'rank 0: .*posted receives: 1, unexpected messages: 0' "its queues"
	says '^mpirun: these ranks wait for each other: 0 -> 1 -> 0' "the circle is named"
	is "$(grep -c '2 of 2 ranks wait in MPI' "$err")" 1 "it is told once" || told
done
done_testing
