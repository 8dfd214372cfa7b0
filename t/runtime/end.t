#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# How jobs end: exit status and the one line that says why, signals, time limits,
# kill -9 of a rank and of mpirun; and that nothing is left, neither process nor
# file. The ranks are no MPI programs here; t/runtime/launch.t has those.

. "$(dirname "$0")/../lib.sh"

# A number of seconds that no other process on this machine sleeps.
nap=77$$

# alive [NAME]: processes of ours (all, or of this name), without zombies. mpirun and its
# guard are among them, since the nap is in their arguments.
alive()
{
	perl -e 'my ($nap, $name) = @ARGV;
	for (glob "/proc/[0-9]*") {
		open my $f, "<", "$_/cmdline" or next;
		(my $c = <$f> // "") =~ tr/\0/ /;
		open $f, "<", "$_/stat" or next;
		my ($pid, $comm, $state) = <$f> =~ /^(\d+) \((.*)\) (.)/ or next;
		print "$pid $comm: $c\n" if $c =~ /sleep $nap\b/ && $state ne "Z" && $pid != $$ &&
			(!$name || $comm eq $name);
	}' "$nap" "$@"
}

# settled COMMAND...: the command succeeds within 30 s, most of which is for busy machines.
settled() { within 30 "$@"; }

none_alive() { [ -z "$(alive)" ]; }
asleep() { [ "$(alive sleep | wc -l)" -eq "$1" ]; }
gone() { settled none_alive; ok $? "$1: no process is left" || diag "$(alive)"; }

# Files that jobs since now have made; those of other jobs on this machine do not stay.
touch "$TMP/stamp"
left()
{
	find /tmp /dev/shm ${TMPDIR:+"$TMPDIR"} -maxdepth 1 -newer "$TMP/stamp" 2>/dev/null |
		grep -E '/(rondo\.|pmix|mpirun|dstor)'
}
none_left() { [ -z "$(left)" ]; }

# ends STATUS REGEX NAME OPTIONS...: with this status and one line that says why.
ends()
{
	status=$1
	regex=$2
	name=$3
	shift 3
	run 20 "$MPIRUN" "$@"
	is "$rc" "$status" "$name: status $status" || told
	is "$(grep -c '^mpirun: ' "$err")" 1 "$name: one line" || told
	like "$(cat "$err")" "$regex" "$name: which says why"
}

run 20 "$MPIRUN" -n 4 true
is "$rc$(cat "$err")" 0 "all well: status 0 and no word"
ends 3 "rank 2 on host $(uname -n) \(process [0-9]+, sh\) ended with exit code 3$" \
	"one rank fails" -n 4 sh -c 'if [ $PMIX_RANK = 2 ]; then exit 3; fi'
ends 1 "rank 1 .* exit code 1; 2 more failed" "the lowest of those that fail counts" \
	-n 4 sh -c 'exit $PMIX_RANK'
ends 58 "rank 0 .* exit code 58; 1 more failed" "that of MPI_ERR_PROC_ABORTED is no other's fault" \
	-n 3 sh -c 'case $PMIX_RANK in 0) exit 58 ;; 1) exit 3 ;; esac'
ends 3 "rank 1 .* exit code 3$" "it ends the others, which have not failed" \
	-n 3 sh -c "if [ \$PMIX_RANK = 1 ]; then exit 3; fi; sleep $nap"
gone "a failed rank"
ends 139 "rank 0 .* killed by signal 11 \(Segmentation fault\)" "a signal" \
	-n 2 sh -c "if [ \$PMIX_RANK = 0 ]; then kill -SEGV \$\$; fi; sleep $nap"
ends 137 "rank 1 .* killed by signal 9 \(Killed\)" "kill -9 of a rank" \
	-n 3 sh -c "if [ \$PMIX_RANK = 1 ]; then kill -9 \$\$; fi; sleep $nap & wait"
gone "kill -9 of a rank"
ends 5 "rank 0 .* exit code 5$" "ranks that do not heed SIGTERM are killed" \
	-n 2 sh -c "if [ \$PMIX_RANK = 0 ]; then exit 5; fi; trap '' TERM; sleep $nap; sleep $nap"
gone "a deaf rank"
run 20 "$MPIRUN" -n 2 sh -c "sleep $nap & exit 0"
is "$rc" 0 "a descendant that stays behind is no failure" || told
gone "a descendant"
run 20 "$MPIRUN" -n 2 sh -c "sleep $nap >/dev/null 2>&1 & exit 0"
is "$rc" 0 "nor one that has closed its output" || told
gone "a silent descendant"

ends 124 "has run for 0.5 s" "--timeout" --timeout 0.5 -n 2 sleep $nap
MPIEXEC_TIMEOUT=1 ends 124 "has run for 1 s" "MPIEXEC_TIMEOUT" -n 2 sleep $nap
gone "--timeout"
run 20 "$MPIRUN" --timeout 10 -n 2 true
is "$rc" 0 "a limit that is not reached" || told

# Signals. perl starts mpirun, since sh makes its background jobs ignore SIGINT.
started="$TMP/started"
catcher='$SIG{$_} = sub { print "$_[0]\n"; exit 0 if $_[0] eq "TERM" }
		for qw(INT HUP USR1 USR2 TERM);
	$| = 1; open my $f, ">>", $ARGV[0]; print $f "."; close $f;
	select undef, undef, undef, 0.05 while 1'

# both STARTED: the ranks have set up their handlers.
both() { [ "$(wc -c <"$started")" -eq 2 ]; }

# begin COMMAND...: as $pid, its output in $out and $err.
begin()
{
	: >"$started"
	perl -e '$SIG{$_} = "DEFAULT" for qw(INT QUIT HUP); exec @ARGV' "$@" \
		>"$out" 2>"$err" </dev/null &
	pid=$!
}

seen() { [ "$(grep -c "$1" "$out")" -eq 2 ]; }
begin "$MPIRUN" -n 2 perl -e "$catcher" "$started"
settled both
for s in USR1 USR2 INT; do
	kill -$s $pid
	settled seen $s
	ok $? "SIG$s reaches both ranks"
done
"$MPIRUN" -n 1 true # another job does not disturb it
settled grep -q "a second one kills them" "$err"
ok $? "ranks that do not end after an interrupt are mentioned"
kill -TERM $pid
wait $pid
is $? 143 "a second signal that asks for the end kills them"
like "$(cat "$err")" "second interrupt" "and that is told"

begin "$MPIRUN" -n 2 perl -e "$catcher" "$started"
settled both
kill -TERM $pid
wait $pid
is "$?$(cat "$err")" 0 "ranks that end well on SIGTERM have not failed"
is "$(grep -c TERM "$out")" 2 "SIGTERM reaches both ranks"

begin "$MPIRUN" -n 3 sleep $nap
settled asleep 3
kill -INT $pid
wait $pid
is $? 130 "^C: status 130"
like "$(cat "$err")" "^mpirun: interrupted \(Interrupt\): it ended 3 of 3 ranks" "and one line"
gone "^C"

# Rank 2 ends when the others run.
run 20 "$MPIRUN" -n 3 sh -c \
	"if [ \$PMIX_RANK = 2 ]; then
		trap '' INT
		until [ -e '$TMP/up.0' ] && [ -e '$TMP/up.1' ]; do sleep 0.02; done
		kill -INT \$PPID
		exit 3
	fi
	: >'$TMP/up.'\$PMIX_RANK
	exec sleep $nap"
is "$rc $(cat "$err")" "130 mpirun: interrupted (Interrupt): it ended 2 of 3 ranks" \
	"a rank that ended otherwise is not counted"

state_is() { grep -q "^State:.$1" "/proc/$pid/status"; }
begin "$MPIRUN" -n 2 sleep $nap
settled asleep 2
kill -TSTP $pid
settled state_is T
ok $? "^Z stops mpirun"
stopped()
{
	for p in $(alive sleep | cut -d' ' -f1); do
		grep -q '^State:.T' "/proc/$p/status" || return 1
	done
}
settled stopped
ok $? "and both ranks"
kill -CONT $pid
settled state_is S
ok $? "SIGCONT lets them go on"
kill -HUP $pid
wait $pid
is $? 129 "SIGHUP ends them"
perl -e '$SIG{HUP} = "IGNORE"; exec @ARGV' "$MPIRUN" -n 2 sh -c 'kill -HUP $$; exit 4' 2>"$err"
is $? 4 "an ignored SIGHUP (nohup) stays ignored in the ranks"

# kill -9 of mpirun; the ranks and their children are as deaf as can be.
for whom in "mpirun" "mpirun's process group"; do
	perl -e 'setpgrp; exec @ARGV' "$MPIRUN" -n 4 sh -c \
		"trap '' TERM HUP INT; sleep $nap & sleep $nap" >"$out" 2>"$err" </dev/null &
	pid=$!
	settled asleep 8
	ok $? "4 ranks with two children each"
	perl -e 'kill "KILL", $ARGV[1] =~ /group/ ? -$ARGV[0] : $ARGV[0]' $pid "$whom"
	wait $pid 2>/dev/null
	gone "kill -9 of $whom"
done

# A rank that ends early makes others abort: whichever mpirun hears of first, it names the rank.
causes=
for i in 1 2 3 4 5 6 7 8 9 10; do
	run 30 "$MPIRUN" -n 3 "$BUILD/t/jobs/early_exit"
	causes="$causes $rc$(grep -c 'rank 2 .* ended with exit code 3 without MPI_Finalize' "$err")"
done
is "$causes" ' 31 31 31 31 31 31 31 31 31 31' 'the rank that ended is the cause, not an abort after it' ||
	told

settled none_left
ok $? "no file is left in /tmp and /dev/shm" || diag "$(left)"

done_testing
