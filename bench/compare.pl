#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
# Compares MPIs: builds the benchmarks of this folder with each one's mpicc, runs them in turn,
# round after round, so that all meet the same machine, and prints for every size the median
# over the rounds of each MPI's median, and its ratio to the first one's (above 1: the first is
# quicker).  Sizes are matched by the columns before "median".
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Getopt::Long;

my $usage = <<'END';
usage: compare.pl --mpi NAME=BINDIR|NAME=MPICC,MPIRUN ... [OPTION]... BENCH ...
  BENCH               latency, bandwidth, onesided, collectives, pack or launch; options of a
                      bench follow it in one word: 'bandwidth --bidirectional'
  --mpi rondo=DIR     an MPI by the folder of its mpicc and mpirun, or by both commands
  --env NAME:VAR=X    an environment variable for one MPI; several are allowed
  --args NAME:WORDS   further arguments for one MPI's mpirun
  --ranks N           ranks of each job (default 2; launch: its own --ranks)
  --rounds N          how often each is run (default 5)
  --limit SECONDS     for one run (default 300)
END

my (@mpi, @env, @args, %mpi);
my ($ranks, $rounds, $limit) = (2, 5, 300);
GetOptions('mpi=s' => \@mpi, 'env=s' => \@env, 'args=s' => \@args, 'ranks=i' => \$ranks,
	'rounds=i' => \$rounds, 'limit=i' => \$limit) or die $usage;
die $usage if !@mpi || !@ARGV;

my $source = dirname(abs_path($0));
my $work = tempdir('compare.XXXXXX', TMPDIR => 1, CLEANUP => 1);
my @names = map { add_mpi($_) } @mpi;
for (@env) {
	/^([^:]+):(\w+)=(.*)$/ && $mpi{$1} or die "compare.pl: --env $_ is not NAME:VAR=VALUE\n";
	$mpi{$1}{env}{$2} = $3;
}
for (@args) {
	/^([^:]+):(.*)$/ && $mpi{$1} or die "compare.pl: --args $_ is not NAME:WORDS\n";
	push @{$mpi{$1}{args}}, split ' ', $2;
}
compare($_) for @ARGV;

sub add_mpi {
	my ($name, $where) = $_[0] =~ /^([^=]+)=(.+)$/ or die "compare.pl: --mpi $_[0]\n$usage";
	my ($cc, $run) = $where =~ /^([^,]+),([^,]+)$/ ? ($1, $2)
		: ("$where/mpicc", "$where/mpirun");
	$mpi{$name} = {cc => $cc, run => $run, args => [], env => {}};
	return $name;
}

sub compare {
	my ($bench, @options) = split ' ', $_[0];
	my (@keys, %seen, %result);

	build($_, $bench) for @names;
	for (1 .. $rounds) {
		for my $name (@names) {
			for (run($name, $bench, @options)) {
				my ($key, $median) = @$_;
				push @keys, $key if !$seen{$key}++;
				push @{$result{$key}{$name}}, $median;
			}
		}
	}
	show("@_", \@keys, \%result);
}

sub build {
	my ($name, $bench) = @_;
	my @command = ($mpi{$name}{cc}, '-O2', '-w', '-o', "$work/$bench.$name", "$source/$bench.c");

	-e "$source/$bench.c" or die "compare.pl: there is no benchmark '$bench'\n";
	system(@command) == 0 or die "compare.pl: @command: failed\n";
}

# The rows of one run, as pairs of key and median.
sub run {
	my ($name, $bench, @options) = @_;
	my $m = $mpi{$name};
	my @command = $bench eq 'launch'
		? ("$source/launch.pl", '--times', 3, @options, $m->{run}, @{$m->{args}},
			"$work/$bench.$name")
		: ($m->{run}, @{$m->{args}}, '-n', $ranks, "$work/$bench.$name", @options);
	local %ENV = (%ENV, %{$m->{env}});

	open my $out, '-|', 'timeout', $limit, @command or die "compare.pl: @command: $!\n";
	my @rows = parse(<$out>);
	close $out and @rows or die "compare.pl: @command: failed\n";
	return @rows;
}

sub parse {
	my ($at, @rows);
	for (@_) {
		if (/^# (.*\bmedian_\w+.*)/) {
			my @columns = split ' ', $1;
			($at) = grep { $columns[$_] =~ /^median_/ } 0 .. $#columns;
		} elsif (defined $at && !/^#/) {
			my @cells = split;
			push @rows, [join(' ', @cells[0 .. $at - 1]), $cells[$at]];
		}
	}
	return @rows;
}

sub middle {
	my @sorted = sort { $a <=> $b } @_;
	return ($sorted[$#sorted / 2] + $sorted[@sorted / 2]) / 2;
}

sub show {
	my ($title, $keys, $result) = @_;
	my ($first, @others) = @names;

	print "# $title; rounds: $rounds; ratios: the other's median to ${first}'s\n";
	print '# ', join(' ', 'key', @names, map { "$_/$first" } @others), "\n";
	for my $key (@$keys) {
		my %m = map { $_ => middle(@{$result->{$key}{$_} // [0]}) } @names;
		printf '%-24s' . ' %12.3f' x @names, $key, @m{@names};
		printf ' %8.2f', $m{$first} > 0 ? $m{$_} / $m{$first} : 0 for @others;
		print "\n";
	}
}
