# SPDX-License-Identifier: BSD-3-Clause
# The MPIs that are compared, and the jobs they run in turn: builds a program with each one's
# wrappers, runs it round after round, so that all meet the same machine, and keeps the medians
# it prints. Used by bench/compare.
package Runs;
use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Spec;
use File::Temp qw(tempdir);

our @EXPORT_OK = qw(add_mpi peers_here set_env add_args alias rounds_of rows middle names says over_tcp
	compiles_cxx same_lines);

my $source = dirname(abs_path(__FILE__));
my $work = tempdir('compare.XXXXXX', TMPDIR => 1, CLEANUP => 1);
my (@names, %mpi, %built);
my $too_slow = 10; # times the quickest: one round tells enough

my $same_lines;   # --same-lines
my $line_tries = 5;
my $line_wait = 60; # seconds

sub names { return @names }

sub same_lines { $same_lines = 1; return }

# "NAME=BINDIR" or "NAME=MPICC,MPIRUN[,MPICXX]".
sub add_mpi {
	my ($name, $where) = $_[0] =~ /^([^=]+)=(.+)$/ or die "compare: --mpi $_[0]: not NAME=WHERE\n";
	# The programs run in other folders.
	my ($cc, $run, $cxx) = map { m{/} ? File::Spec->rel2abs($_) : $_ } $where =~ /,/ ? split(/,/, $where)
		: ("$where/mpicc", "$where/mpirun", "$where/mpicxx");
	$mpi{$name} = {cc => $cc, run => $run, cxx => $cxx, args => [], env => advised($name)};
	push @names, $name;
	return $name;
}

sub is_openmpi { return $_[0] =~ /open|ompi/ }
sub is_mpich { return $_[0] =~ /mpich/ }

# The settings that its manual advises for more ranks than processors; it does not run here without.
sub advised {
	my ($name) = @_;
	return {} if !is_openmpi($name);
	return {OMPI_MCA_rmaps_base_oversubscribe => 1,
		$> == 0 ? (OMPI_ALLOW_RUN_AS_ROOT => 1, OMPI_ALLOW_RUN_AS_ROOT_CONFIRM => 1) : ()};
}

# The MPIs of this system.
sub peers_here {
	for my $name ('openmpi', 'mpich') {
		add_mpi("$name=mpicc.$name,mpirun.$name,mpicxx.$name")
			if system("command -v mpicc.$name mpirun.$name mpicxx.$name >/dev/null") == 0;
	}
	return;
}

sub set_env {
	my ($name, $variable, $value) = $_[0] =~ /^([^:]+):(\w+)=(.*)$/;
	die "compare: --env $_[0] is not NAME:VAR=VALUE\n" if !$name || !$mpi{$name};
	$mpi{$name}{env}{$variable} = $value;
	return;
}

sub add_args {
	my ($name, $words) = $_[0] =~ /^([^:]+):(.*)$/;
	die "compare: --args $_[0] is not NAME:WORDS\n" if !$name || !$mpi{$name};
	push @{$mpi{$name}{args}}, split ' ', $words;
	return;
}

# One of them under a name of its own, with further arguments; it is not among names().
sub alias {
	my ($name, $of, $more) = @_;
	$mpi{$name} = {%{$mpi{$of}}, args => [@{$mpi{$of}{args}}, @$more]};
	return $name;
}

# 1: the MPI has a compiler for C++.
sub compiles_cxx {
	my ($name) = @_;
	my $cxx = $mpi{$name}{cxx};
	return defined $cxx && system("command -v '$cxx' >/dev/null") == 0;
}

# The settings that restrict its processes on one machine to TCP.
sub over_tcp {
	my ($name) = @_;
	return {MPIR_CVAR_NOLOCAL => 1, UCX_TLS => 'self,tcp'} if is_mpich($name);
	return {OMPI_MCA_btl => 'self,tcp', OMPI_MCA_btl_tcp_if_include => 'lo'}
		if is_openmpi($name);
	return {RONDO_BTL => 'self,tcp'};
}

# "name version", by the library itself.
sub says {
	my ($name) = @_;
	my ($line) = grep { /^# / } lines_of($name, {bench => 'memory', options => [], ranks => 1});
	return $line =~ /; ([^;]+)$/ ? "$name: $1" =~ s/\s+/ /gr =~ s/ $//r : $name;
}

sub must {
	system(@_) == 0 or die "compare: @_: failed\n";
	return;
}

# Path of the program that `files` make with this MPI: C and C++ sources, each name of which is
# a path or that of a bench.
sub build_with {
	my ($name, $program, $flags, @files) = @_;
	my ($m, $out) = ($mpi{$name}, "$work/$program.$name");
	my @objects;

	return $out if $built{$out}++;
	my $cpp = grep { /\.(cc|cpp)$/ } @files;
	for my $file (@files) {
		my $path = $file =~ m{/} ? $file : "$source/$file";
		-e $path or die "compare: there is no '$path'\n";
		push @objects, $work . '/' . $path =~ s{[/.]}{_}gr . ".$name.o";
		must($file =~ /\.c$/ ? $m->{cc} : $m->{cxx}, @$flags, '-w', '-c', '-o', $objects[-1],
			$path);
	}
	must($cpp ? $m->{cxx} : $m->{cc}, '-o', $out, @objects, '-lm');
	return $out;
}

sub command {
	my ($name, $job) = @_;
	my ($m, $ranks) = ($mpi{$name}, $job->{ranks} // 2);
	my @sources = @{$job->{sources} // ["$job->{bench}.c"]};
	my $program = build_with($name, $job->{program} // $job->{bench}, $job->{flags} // ['-O2'],
		@sources);
	my @own = @{$job->{args}{$name} // []};

	return ("$source/launch.pl", '--times', 3, @{$job->{options}}, $m->{run}, @{$m->{args}}, @own,
		$program) if $job->{bench} eq 'launch';
	return ($m->{run}, @{$m->{args}}, @own, '-n', $ranks, $program, @{$job->{options}});
}

# The lines one run prints, in a folder of its own: some programs leave files. A run of another
# MPI than the first that fails or exceeds the limit is reported, and named in %$cut if given: the
# rows that it printed count. MPICH 4.0.2 takes 30 ms a collective where ranks share processors.
sub lines_of {
	my ($name, $job, $cut) = @_;
	my @command = command($name, $job);
	local %ENV = (%ENV, %{$mpi{$name}{env}}, %{$job->{env}{$name} // {}});
	my $limit = $job->{limit} // 300;
	my $other = defined $job->{beside} ? computing($job->{beside}) : 0;

	open my $out, '-|', 'sh', '-c', 'cd "$0" && exec timeout "$@"', $work, $limit, @command
		or die "compare: @command: $!\n";
	my @lines = <$out>;
	my $status = close($out) ? 0 : $?;
	if ($other) {
		kill 'KILL', $other;
		waitpid $other, 0;
	}
	return @lines if !$status;
	my $why = $status >> 8 == 124 ? "is not over after $limit s" : 'failed';
	die "compare: @command: $why\n" if !$cut || $mpi{$name}{run} eq $mpi{$names[0]}{run};
	warn "compare: @command: $why\n";
	$cut->{$name} = 1;
	return @lines;
}

# Microseconds of half an exchange of a cache line between two processors.
sub line_us {
	my $program = "$work/limits.line";
	must($mpi{$names[0]}{cc}, '-O2', '-w', '-o', $program, "$source/limits.c") if !$built{$program}++;
	my ($row) = rows(qx{'$program' --line --time 0.01});
	return $row ? $row->[1] : die "compare: $program --line: no row\n";
}

sub alike { return $_[0] < 1.5 * $_[1] && $_[1] < 1.5 * $_[0] }

# lines_of, of a run in which lines are as near as in the others of its round, whose time is $$near; the first one sets it.
# A virtual machine may move a processor away from the other one at any time.
sub lines_alike {
	my ($name, $job, $cut, $near) = @_;
	return lines_of($name, $job, $cut) if !$same_lines;
	my ($before, $after, @lines);

	for (1 .. $line_tries) {
		my $until = time + $line_wait;
		$before = line_us();
		$before = line_us() while defined $$near && !alike($before, $$near) && time < $until;
		@lines = lines_of($name, $job, $cut);
		return @lines if $cut && $cut->{$name};
		$after = line_us();
		next if !alike($before, $after) || (defined $$near && !alike($before, $$near));
		$$near //= $before;
		return @lines;
	}
	warn "compare: $name, $job->{bench}: lines of $before us before the run, $after behind it, ",
		$$near // 'some', " in the round\n";
	return @lines;
}

# The process of a program that computes, of this priority. It ends with this one.
sub computing {
	my ($nice) = @_;
	my $pid = fork // die "compare: fork: $!\n";

	exec 'nice', '-n', $nice, 'sh', '-c', 'while kill -0 "$0"; do '
		. 'n=100000; while [ $n -gt 0 ]; do n=$((n - 1)); done; done 2>/dev/null', getppid
		or die "compare: nice: $!\n" if $pid == 0;
	return $pid;
}

# [key, median] for each row below the head that names a column median_...
sub rows {
	my ($at, @rows);
	for (@_) {
		if (/^# (.*\bmedian_\w+.*)/) {
			my @columns = split ' ', $1;
			($at) = grep { $columns[$_] =~ /^median_/ } 0 .. $#columns;
		} elsif (defined $at && !/^[#=]/) {
			# Not "=   PID 123 RUNNING AT ...": MPICH prints it to stdout when a signal ends the job.
			my @cells = split;
			push @rows, [join(' ', @cells[0 .. $at - 1]), $cells[$at]]
				if ($cells[$at] // '') =~ /^[\d.]+(e[-+]?\d+)?$/;
		}
	}
	return @rows;
}

sub middle {
	my @sorted = sort { $a <=> $b } @_;
	return ($sorted[$#sorted / 2] + $sorted[@sorted / 2]) / 2;
}

# Runs a job with each of the MPIs (job: bench, options, ranks; by MPI: env, args; parse: a
# function from lines to rows; only: names; beside: the priority of a program that computes
# meanwhile). Returns the keys in their order and
# {key}{name} = median over the rounds of the medians; {key}{ratio}: of the first to the best of
# the others, in each round by itself: the machine changes between them.
sub rounds_of {
	my ($rounds, $job) = @_;
	my $parse = $job->{parse} // \&rows;
	my @who = $job->{only} ? @{$job->{only}} : @names;
	my (@keys, %seen, %all, %skip, %result);

	for my $round (1 .. $rounds) {
		my (%spent, $near);
		# Each is the first in turn: what runs later in a round can be slower by itself.
		my @turn = map { $who[($_ + $round - 1) % @who] } 0 .. $#who;
		for my $name (grep { !$skip{$_} } @turn) {
			my @rows = $parse->(lines_alike($name, $job, \%skip, \$near));
			@rows || $skip{$name} or die "compare: $job->{bench}: no rows\n";
			for (@rows) {
				push @keys, $_->[0] if !$seen{$_->[0]}++;
				push @{$all{$_->[0]}{$name}}, $_->[1];
				$spent{$name} += $_->[1];
			}
		}
		my ($least) = sort { $a <=> $b } values %spent;
		$skip{$_} = 1 for grep { $round == 1 && $spent{$_} > $too_slow * $least } keys %spent;
	}
	for my $key (@keys) {
		$result{$key}{$_} = middle(@{$all{$key}{$_}}) for keys %{$all{$key}};
		my @ratios = ratios($all{$key}, @who);
		$result{$key}{ratio} = middle(@ratios) if @ratios;
	}
	return (\@keys, \%result);
}

# One a round; an MPI that was too slow for more than one run counts with that one.
sub ratios {
	my ($values, $first, @others) = @_;
	my @ratios;

	for my $round (0 .. $#{$values->{$first}}) {
		my @theirs = grep { defined && $_ > 0 }
			map { $values->{$_} ? $values->{$_}[$round] // $values->{$_}[-1] : () } @others;
		my ($better) = sort { $a <=> $b } @theirs;
		push @ratios, $values->{$first}[$round] / $better if $better;
	}
	return @ratios;
}

1;
