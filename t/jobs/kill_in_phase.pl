#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-3-Clause
#
# Kills in t/jobs/kill_in_phase: COUNT jobs, the first with seed SEED, each in a phase, with a
# number of ranks and with errors returned or not, drawn from its seed. Every job has to end after
# the kill, with the status that reports it, and leave no process and no file in FILES or /dev/shm.
# Survivors have to be told within 2 s, and the job has to be over soon: the quickest of three jobs
# of a seed, as another program may take the processors for a while.
#
#	kill_in_phase.pl TRANSPORT COUNT SEED FILES [PHASE [RANKS [MODE]]]
#
# Prints a line for each error, which begins with the arguments that repeat it.

use strict;
use warnings;
use POSIX ':sys_wait_h';
use Time::HiRes qw(sleep time clock_gettime CLOCK_MONOTONIC);

my ($transport, $count, $first, $files, @given) = @ARGV;
my $program = "$ENV{BUILD}/t/jobs/kill_in_phase";
my $slow = $ENV{RD_SANITIZED} ? 5 : 1;
my @phases = qw(init connect eager rendezvous any_source barrier bcast reduce allreduce iallreduce
	allgather gather scatter alltoall reduce_scatter scan split fence lock pscw finalize);

# Processes whose arguments name the job's own file.
sub processes
{
	my ($clock) = @_;
	my @found;

	for (glob '/proc/[0-9]*/cmdline') {
		my ($pid) = /(\d+)/;
		open my $file, '<', $_ or next;
		my $line = <$file> // next;
		next if $pid == $$ || index($line, "$clock\0") < 0;
		open my $stat, '<', "/proc/$pid/stat" or next;
		push @found, $pid if (<$stat> // '') =~ /\) [^Z]/;
	}
	return @found;
}

sub listing
{
	my ($folder) = @_;

	opendir my $all, $folder or return ();
	return map { "$folder/$_" } grep { !/^\.\.?$/ } readdir $all;
}

sub read_all
{
	my ($path) = @_;

	open my $file, '<', $path or return '';
	local $/;
	return <$file> // '';
}

# The time of the kill, seconds; 0: there was none.
sub killed_at
{
	return unpack('Q', read_all($_[0])) / 1e9;
}

# Starts it; the process, which is its group's first.
sub start
{
	my ($output, @command) = @_;
	my $pid = fork // die;

	return $pid if $pid;
	setpgrp;
	open STDIN, '<', '/dev/null';
	open STDOUT, '>', "$output.out";
	open STDERR, '>', "$output.err";
	$SIG{$_} = 'DEFAULT' for qw(INT TERM);
	exec @command or die;
}

# Waits for the end of the job: its status, or -1 when it has to be killed.
sub await
{
	my ($job, $limit) = @_;
	my $end = time + $limit;

	while (time < $end) {
		return $? if waitpid($job, WNOHANG) > 0;
		sleep 0.005;
	}
	return -1;
}

# Returns the first error at the end of a job.
sub judge
{
	my ($phase, $ranks, $stay, $status, $took, $out, $err) = @_;
	my $survivors = () = $out =~ /^rank \d+ survived, /mg;
	my $begun = $phase eq 'init' && $survivors == 0;

	return 'it does not end' if $status < 0;
	return 'status 0' if !$status;
	return sprintf('status 0x%x', $status) if $stay && !$begun && $status != 137 << 8;
	return "a survivor's check failed" if $err =~ /FAILED/;
	return "$survivors survivors" if $stay && !$begun && $survivors != $ranks - 1;
	return 'no line of mpirun tells' if $err !~ /^mpirun: rank \d+ on host .*(signal 9|exit code|aborted)/m;
	return 'nobody names rank and host'
		if $stay && !$begun && $phase ne 'finalize' && $err !~ /rank \d+ on \S+:.*rank \d+ .*on \S+/;
	return '';
}

# What has taken too long, or nothing.
sub slowness
{
	my ($stay, $took, $out) = @_;
	my ($told) = sort { $b <=> $a } 0, $out =~ /^rank \d+ survived, told after (\S+) s$/mg;

	return sprintf('survivors are told after %.1f s', $told) if $told > 2 * $slow;
	return sprintf('it takes %.1f s', $took) if $took > ($stay ? 3 : 2) * $slow;
	return '';
}

# Waits for files of other jobs to go: returns those that do not.
sub kept
{
	my (%known) = map { $_ => 1 } @_;
	my $end = time + 20;
	my @kept;

	do {
		@kept = (listing($files), grep { !$known{$_} && -e && /rondo|pmix|mpi/ } listing('/dev/shm'));
		return () if !@kept;
		sleep 0.1;
	} while (time < $end);
	return @kept;
}

# Jobs of a seed, until one is in time, or three; returns the first error, or nothing.
sub try_seed
{
	my ($seed) = @_;
	my ($wrong, $slow);

	for (1 .. 3) {
		srand $seed;
		($wrong, $slow) = try_one($seed);
		return $wrong if $wrong || !$slow;
	}
	return $slow;
}

# One job; returns its first error, and else what has taken too long.
sub try_one
{
	my ($seed) = @_;
	my $phase = $given[0] // $phases[rand @phases];
	my $ranks = $given[1] // 2 + int rand 7;
	my $stay = ($given[2] // (rand() < 0.75 ? 'stay' : 'end')) eq 'stay';
	my $clock = "$files/../clock.$seed";
	my @before = listing('/dev/shm');
	my @ring = $transport eq 'fpga' ? ('--ring', 'emu') : ();
	my $repeat = "kill_in_phase.pl $transport 1 $seed FILES $phase $ranks " . ($stay ? 'stay' : 'end');

	open my $file, '>', $clock or die "$clock: $!";
	print $file "\0" x 4096;
	close $file;
	local $ENV{RONDO_BTL} = "self,$transport";
	local $ENV{KILL_RANKS} = $ranks;
	local $ENV{TMPDIR} = $files;
	my $job = start($clock, $ENV{MPIRUN}, @ring, '-n', $ranks, $stay ? '-disable-auto-cleanup' : (),
		$program, $phase, $seed, $clock, $stay ? 'stay' : ());
	my $status = await($job, 40);
	my $took = clock_gettime(CLOCK_MONOTONIC) - killed_at($clock);
	my ($out, $err) = (read_all("$clock.out"), read_all("$clock.err"));
	my $wrong = judge($phase, $ranks, $stay, $status, $took, $out, $err);
	my @left = processes($clock);
	my @kept = kept(@before);
	my $late = slowness($stay, $took, $out);

	$wrong ||= "processes are left: @left" if @left;
	$wrong ||= "files are left: @kept" if @kept;
	kill 'KILL', @left, -$job if @left;
	waitpid $job, 0 if $status < 0;
	unlink $clock, "$clock.out", "$clock.err" if !$wrong || !$ENV{KILL_KEEP};
	$err = join '', map { "    $_\n" } split /\n/, $err;
	return map { $_ ? "$repeat: $_\n$err" : '' } $wrong, $late;
}

for my $seed ($first .. $first + $count - 1) {
	print try_seed($seed);
}
