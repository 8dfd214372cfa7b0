#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Collectives on the ring of cards: more communicators than contexts (ringcomms.c), the documented
# order of sums (ringorder.c) on cards and in software, what --stats tells, and that a rank that is
# killed inside a collective ends the job at once and leaves nothing behind. Each job prints its
# seed; RING_SEED repeats it, RING_STEPS and RING_KILLS set how much is done.

. "$(dirname "$0")/lib.sh"

unset RONDO_BTL
steps=${RING_STEPS:-2000}
kills=${RING_KILLS:-8}
[ "$SANITIZED" = 1 ] && steps=$((steps / 4)) kills=$((kills / 4))

# ring SECONDS RANKS OPTIONS PROGRAM...: on emulated cards.
ring()
{
	limit=$(($1 * slow)) ranks=$2 options=$3
	shift 3
	# shellcheck disable=SC2086 # a list of words
	run $limit "$MPIRUN" --ring emu $options -n "$ranks" "$@"
	is $rc 0 "$(basename "$1") on $ranks ranks${options:+, $options}" || told
}

for ranks in 2 5 8; do
	ring 120 $ranks '' "$BUILD/t/jobs/ringcomms" -n "$steps" ${RING_SEED:+-s $RING_SEED}
done
ring 120 9 '--ring-cards 4' "$BUILD/t/jobs/ringcomms" -n "$steps" ${RING_SEED:+-s $RING_SEED}
ring 120 4 --stats "$BUILD/t/jobs/ringcomms" -n 300
like "$(cat "$err")" 'not on the card' '--stats names what the cards left'
like "$(cat "$err")" 'no free reduction group on the cards  *[1-9]' 'want of contexts is a reason'
like "$(cat "$err")" 'data are longer than 32 bytes  *[1-9]' 'length is a reason'

# Order of sums: cards; software without cards; vectors that go to software beside cards.
for ranks in 2 3 8 17; do
	ring 60 $ranks '' "$BUILD/t/jobs/ringorder"
	RONDO_REDUCE_ORDER=ring run $((60 * slow)) "$MPIRUN" -n $ranks "$BUILD/t/jobs/ringorder" -l 30000
	is $rc 0 "order in software on $ranks ranks" || told
done
ring 60 8 '--ring-cards 3' "$BUILD/t/jobs/ringorder" -c 3
ring 60 8 '--ring-cards 3 -x RONDO_REDUCE_ORDER=ring' "$BUILD/t/jobs/ringorder" -c 3 -l 3000
RONDO_REDUCE_ORDER=ring:3 run $((60 * slow)) "$MPIRUN" -n 8 "$BUILD/t/jobs/ringorder" -c 3 -l 3000
is $rc 0 'order of three cards in software' || told
RONDO_REDUCE_ORDER=upwards run 20 "$MPIRUN" -n 2 "$BUILD/t/jobs/ringorder" -l 1
like "$(cat "$err")" 'RONDO_REDUCE_ORDER=upwards should be ring' 'an unknown order is told'

# The benchmarks: all of their collectives are on the cards, with the bits of the software order.
# lines FILE: what does not depend on time.
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
	ok $? "$name: the same result in the software order" || diag "$(diff "$TMP/card" "$TMP/software")"
done

# Kills. Prints what the job did wrong, or nothing.
cat >"$TMP/kill" <<'END'
use strict;
use warnings;
use POSIX ':sys_wait_h';
use Time::HiRes qw(sleep time);
my ($seconds, $program, @command) = @ARGV;

sub ranks
{
	my @found;

	for (glob '/proc/[0-9]*/cmdline') {
		my ($pid) = /(\d+)/;
		open my $file, '<', $_ or next;
		my $line = <$file> // next;
		push @found, $pid if $line =~ /^\Q$program\E\0/;
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
sleep 0.01 until ranks() >= 4 || time - $begin > 20;
sleep rand $seconds;
my @ranks = ranks();
kill 'KILL', $ranks[rand @ranks] or print "no rank to kill\n";
my $killed = time;
my $over = 0;
sleep 0.01 until ($over = waitpid $job, WNOHANG) || time - $killed > 20;
my $took = time - $killed;
print "mpirun did not end\n" if !$over;
kill 'KILL', $job if !$over;
print "mpirun ended with status 0\n" if $over && !$?;
printf "mpirun took %.1f s\n", $took if $took > 2 * ($ENV{RD_SANITIZED} ? 5 : 1);
my @left = ranks();
print "ranks are left: @left\n" if @left;
END
cp "$BUILD/t/jobs/ringcomms" "$TMP/victim" 2>/dev/null
n=0
wrong=
while [ $n -lt "$kills" ]; do
	wrong=$wrong$(perl "$TMP/kill" 0.4 "$TMP/victim" "$MPIRUN" --ring emu -n 4 "$TMP/victim" -n 100000000)
	n=$((n + 1))
done
is "$wrong" '' "$kills ranks killed at random moments: the job ends in 2 s, nothing is left"
done_testing
