#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
# Times whole jobs from outside: how long `MPIRUN -n N PROGRAM N` takes, for each N asked for,
# median and minimum of several launches.  PROGRAM is bench/launch.c, built with that MPI.
use strict;
use warnings;
use Getopt::Long;
use Time::HiRes qw(time);

my ($ranks, $times, $limit) = ('2,8,32', 10, 60);
my $usage = "usage: launch.pl [--ranks N,...] [--times LAUNCHES] [--limit SECONDS] "
	. "MPIRUN [OPTION]... PROGRAM\n";
Getopt::Long::Configure('require_order');
GetOptions('ranks=s' => \$ranks, 'times=i' => \$times, 'limit=i' => \$limit) or die $usage;
die $usage if @ARGV < 2 || $times < 1 || $ranks !~ /^[1-9]\d*(,[1-9]\d*)*$/;

my $program = pop @ARGV;
print "# launch: seconds of a job that starts, meets once and ends; @ARGV\n";
print "# ranks median_ms min_ms samples\n";
$| = 1;
for my $n (split /,/, $ranks) {
	my @seconds = sort { $a <=> $b } map { launch($n) } 1 .. $times;
	my $median = ($seconds[$#seconds / 2] + $seconds[@seconds / 2]) / 2;
	printf "%6d %12.2f %12.2f %8d\n", $n, $median * 1e3, $seconds[0] * 1e3, $times;
}

# Seconds of one launch.
sub launch {
	my ($n) = @_;
	my @command = ('timeout', $limit, @ARGV, '-n', $n, $program, $n);
	my $start = time;
	system(@command) == 0 or die "launch.pl: @command: failed with status ", $? >> 8, "\n";
	return time - $start;
}
