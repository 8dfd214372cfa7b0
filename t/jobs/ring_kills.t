#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A rank, or the process of the simulated ring, is killed at a random moment of a job that does
# nothing but collectives on cards: the job ends at once with an error, and leaves neither a process
# nor a file. RING_KILLS sets how often.

. "$(dirname "$0")/lib.sh"

unset RONDO_BTL
kills=${RING_KILLS:-8}
[ "$SANITIZED" = 1 ] && kills=$((kills / 4))

# Prints the first error of the job, or nothing. Arguments: the longest time before the kill,
# seconds; program of the ranks; program of the victim; mpirun with its arguments.
cat >"$TMP/kill" <<'END'
use strict;
use warnings;
use POSIX ':sys_wait_h';
use Time::HiRes qw(sleep time);
my ($seconds, $program, $victim, @command) = @ARGV;

# Processes of a program; of this job, as others may run a ring, too.
sub processes
{
	my ($of, $job) = @_;
	my @found;

	for (glob '/proc/[0-9]*/cmdline') {
		my ($pid) = /(\d+)/;
		open my $file, '<', $_ or next;
		my $line = <$file> // next;
		next if $line !~ /^\Q$of\E\0/;
		open my $stat, '<', "/proc/$pid/stat" or next;
		my ($state, $parent) = (<$stat> // '') =~ /\) (\w) (\d+)/ or next;
		push @found, $pid if $parent == $job || $job < 0;
	}
	return @found;
}

# Those that have neither ended nor become processes of another program.
sub alive
{
	my ($of, @pids) = @_;
	my @found;

	for my $pid (@pids) {
		open my $file, '<', "/proc/$pid/cmdline" or next;
		push @found, $pid if (<$file> // '') =~ /^\Q$of\E\0/;
	}
	return @found;
}

my $job = fork // die;
if (!$job) {
	open STDERR, '>', '/dev/null';
	open STDOUT, '>', '/dev/null';
	exec @command or die;
}
my $begin = time;
sleep 0.01 until processes($program, -1) >= 4 || time - $begin > 60;
sleep rand $seconds;
my @ranks = processes($program, $job);
my @victims = processes($victim, $job);
print "there is nothing to kill\n" if !@victims;
kill 'KILL', @victims ? $victims[rand @victims] : $job;
my $killed = time;
my $over = 0;
sleep 0.01 until ($over = waitpid $job, WNOHANG) || time - $killed > 40;
my $took = time - $killed;
print "mpirun did not end\n" if !$over;
kill 'KILL', $job if !$over;
print "mpirun ended with status 0\n" if $over && !$?;
# Ranks that do not notice by themselves are ended by mpirun 5 s after a failure.
printf "mpirun took %.1f s\n", $took if $took > ($ENV{RD_SANITIZED} ? 10 : 4.5);
my @left = (alive($program, @ranks), alive($victim, @victims), processes($program, -1));
print "processes are left: @left\n" if @left;
END
cp "$BUILD/t/jobs/ring_comms" "$TMP/victim" 2>/dev/null
mkdir "$TMP/files"

# killed WHAT SECONDS VICTIM RING
killed()
{
	n=0 wrong=
	while [ $n -lt "$kills" ]; do
		wrong=$wrong$(TMPDIR=$TMP/files perl "$TMP/kill" "$2" "$TMP/victim" "$3" \
			"$MPIRUN" --ring "$4" -n 4 "$TMP/victim" -n 100000000 ||
			echo "no kill: status $?")
		n=$((n + 1))
	done
	is "$wrong" '' \
		"--ring $4: $kills times $1 is killed: the job ends at once, no process is left"
	is "$(ls -A "$TMP/files")" '' "--ring $4, $1: nor a file"
}

killed 'a rank' 0.4 "$TMP/victim" emu
server=$BUILD/bin/rondo_ring_w64
if [ "$SANITIZED" = 1 ] || [ ! -x "$server" ]; then
	skip 'no simulated ring (make -C hw ring), or too slow beside sanitizers' '--ring rtl'
else
	killed 'a rank' 1 "$TMP/victim" rtl
	killed 'the ring' 1 "$server" rtl
fi
done_testing
