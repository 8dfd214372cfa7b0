# SPDX-License-Identifier: BSD-3-Clause
# The table of bench/compare: each row a measure of the first MPI beside the others', its ratio
# to the better of them (times: below 1 is quicker), and the ratio asked for
# (docs/PERFORMANCE.md). Used by bench/compare.
package Table;
use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter qw(import);
use File::Basename qw(dirname);
use Plots qw(plots);
use Runs qw(alias rounds_of names says over_tcp compiles_cxx);

our @EXPORT_OK = qw(table);

my $examples = dirname(abs_path(__FILE__)) . '/../examples';
my ($first, @others); # names of MPIs
my %o;                # options of bench/compare
my (%limit, @lines, @raw, %curves, $met, $missed);

my @parts = (
	[limits => \&limits], [latency => \&latency], [rate => \&rate], [bandwidth => \&bandwidth],
	[both => \&both], [barrier => \&barrier], [collectives => \&collectives],
	[empty => \&empty], [nonblocking => \&nonblocking], [tcp => \&tcp],
	[launch => \&launch], [first => \&first_calls], [beside => \&beside],
	[memory => \&memory], [onesided => \&onesided],
	[himeno => \&himeno], [hpcg => \&hpcg], [lulesh => \&lulesh], [ring => \&ring],
);

sub table {
	%o = %{$_[0]};
	($first, @others) = names();
	my %known = map { $_->[0] => 1 } @parts;
	my %only = map { $known{$_} or die "compare: --only $_: no such part\n"; ($_ => 1) }
		split /,/, $o{only} // join ',', keys %known;

	for my $part (grep { $o{$_} && $only{$_} } 'hpcg', 'lulesh') {
		my @without = grep { !compiles_cxx($_) } $first, @others;
		die "compare: --$part: no C++ compiler of @without: --mpi $without[0]=MPICC,MPIRUN,MPICXX\n"
			if @without;
	}
	($met, $missed) = (0, 0);
	$| = 1;
	head();
	my $done = eval { run_parts(\%only); 1 };
	my $error = $@;
	out("\n$met of " . ($met + $missed) . " met\n");
	write_all($o{out}) if $o{out};
	die $error if !$done; # after the rows measured before it are written
	return;
}

sub run_parts {
	my ($only) = @_;
	for (@parts) {
		my ($name, $run) = @$_;
		$run->() if $only->{$name};
	}
	return;
}

# ---- Rows ----

sub out {
	push @lines, @_;
	print @_;
	return;
}

sub head {
	my ($model) = map { /^model name\s*: (.*)/ ? $1 : () } slurp('/proc/cpuinfo');
	my $cpus = grep { /^processor/ } slurp('/proc/cpuinfo');

	out("$cpus processors, ", $model // 'unknown', "; rounds: $o{rounds}; $_\n\n")
		for join '; ', map { says($_) } $first, @others;
	out('| ', join(' | ', 'measure', $first, @others, 'limit', "$first/better", 'asked', ''), " |\n");
	out('|---' x (@others + 6), "|\n");
	return;
}

sub slurp {
	open my $file, '<', $_[0] or return;
	return <$file>;
}

sub number {
	my ($x) = @_;
	return !defined $x ? '-' : $x >= 100 ? sprintf('%.0f', $x) : sprintf('%.3g', $x);
}

sub verdict {
	my ($good) = @_;
	$good ? $met++ : $missed++;
	return $good ? 'met' : '**not met**';
}

# A value of each MPI; `asked` of their ratio.
sub row {
	my ($measure, $values, $asked, $limit) = @_;
	my $ratio = $values->{ratio};

	out('| ', join(' | ', $measure, (map { number($values->{$_}) } $first, @others), $limit // '',
		defined $ratio ? sprintf('%.2f', $ratio) : '-', $asked ? "<= $asked" : '',
		defined $ratio && $asked ? verdict($ratio <= $asked) : ''), " |\n");
	return;
}

# Many values: the worst ratio and the geometric mean of all.
sub spread {
	my ($measure, $keys, $result, $worst, $mean) = @_;
	my ($most, $at, $sum, $n) = (0, '', 0, 0);

	for my $key (@$keys) {
		my $ratio = $result->{$key}{ratio} or next;
		($most, $at) = ($ratio, $key) if $ratio > $most;
		$sum += log $ratio;
		$n++;
	}
	return if !$n;
	my $blank = join ' | ', ('') x (@others + 2);
	out(sprintf "| %s: worst, at %s | %s | %.2f | <= %.2f | %s |\n", $measure, $at, $blank, $most,
		$worst, verdict($most <= $worst + 0.005));
	out(sprintf "| %s: geometric mean of %d | %s | %.2f | <= %.2f | %s |\n", $measure, $n, $blank,
		exp($sum / $n), $mean, verdict(exp($sum / $n) <= $mean));
	return;
}

# An amount that is asked of the first MPI by itself.
sub amount {
	my ($measure, $values, $unit, $asked) = @_;

	out('| ', join(' | ', "$measure, $unit", (map { number($values->{$_}) } $first, @others), '', '',
		"<= $asked $unit", verdict($values->{$first} <= $asked)), " |\n");
	return;
}

sub not_run {
	my ($measure, $why) = @_;
	out("| $measure | not run: $why |", ' |' x (@others + 4), "\n");
	return;
}

# Runs a bench and keeps its output.
sub run {
	my ($bench, $options, %more) = @_;
	my ($keys, $result) = rounds_of($o{rounds}, {bench => $bench, limit => $o{limit},
		options => [@$options, $bench eq 'launch' || $more{sources} || $more{untimed} ? ()
			: ('--time', $o{time})],
		%more});
	my $name = join ' ', $bench, $more{title} // (), 'ranks', $more{ranks} // 2;

	for my $key (@$keys) {
		push @raw, map { join("\t", $name, $key, $_, $result->{$key}{$_}) . "\n" }
			sort keys %{$result->{$key}};
	}
	return ($keys, $result);
}

# The same bench with each operation (--run) in a job of its own: a short one meets one state of the
# machine (--same-lines), and none of them what those before it have learnt.
sub run_each {
	my ($bench, $operations, $options, %more) = @_;
	my (@keys, %all);

	for (@$operations) {
		my ($own, $result) = run($bench, ['--run', $_, @$options], %more);
		push @keys, @$own;
		@all{keys %$result} = values %$result;
	}
	return (\@keys, \%all);
}

# ---- Parts ----

sub limits {
	my (undef, $result) = run('limits', [], only => [$first], ranks => 1);

	%limit = map { $_ => $result->{$_}{$first} } keys %$result;
	for (['exchange of a cache line, half round trip', 'line 8'],
		['the same, through ever other lines', 'line_ahead 8'],
		['one line of a FIFO of 256, one way', 'fifo 8'],
		['memcpy of 64 KiB', 'memcpy 65536'], ['memcpy of 4 MiB', 'memcpy 4194304'],
		['process_vm_readv of 64 KiB', 'vm_one 65536'],
		['process_vm_readv of 4 MiB', 'vm_one 4194304'],
		['halves by process_vm_readv and _writev, 64 KiB', 'vm_both 65536'],
		['the same, 4 MiB', 'vm_both 4194304'],
		['each reads the other by process_vm_readv at once, 64 KiB', 'vm_each 65536'],
		['the same, 1 MiB', 'vm_each 1048576'],
		['TCP socket, busy, 8 B, half round trip', 'socket 8'],
		['one processor handed over by sched_yield', 'yield 8']) {
		my ($what, $key) = @$_;
		out("| limit: $what, us |", ' |' x (@others + 1), ' ', number($limit{$key}), " | | | |\n");
	}
	return;
}

sub bound {
	my ($key) = @_;
	return defined $limit{$key} ? number($limit{$key}) : '';
}

my @asked_latency = ([8, 0.65, 'line_ahead 8'], [4096, 0.75], [65536, 0.60, 'vm_both 65536'],
	[1048576, 0.50, 'vm_both 1048576'], [4194304, 0.60, 'vm_both 4194304']);

sub latency {
	my ($keys, $result) = run('latency', []);

	row("half round trip, sm, $_->[0] B, us", $result->{$_->[0]}, $_->[1], bound($_->[2] // ''))
		for @asked_latency;
	$curves{latency} = [$keys, $result];
	return;
}

sub rate {
	my (undef, $result) = run('bandwidth', ['--min', 8, '--max', 8]);

	row('8 B one way, us a message', $result->{8}, 0.33, bound('fifo 8'));
	return;
}

sub bandwidth {
	my ($keys, $result) = run('bandwidth', ['--min', 1024]);

	spread('time a message one way, sm, 1 KB to 4 MB', $keys, $result, 1.0, 0.71);
	$curves{bandwidth} = [$keys, $result];
	return;
}

sub both {
	my ($keys, $result) = run('bandwidth', ['--bidirectional', '--min', 1024], title => 'both');
	my @asked = grep { $_ >= 4096 && $_ <= 1 << 20 } @$keys;

	spread('both directions at once, sm, 4 KB to 1 MB', \@asked, $result, 0.75, 0.70);
	row("the same, $_ B, us a message", $result->{$_}, undef, bound("vm_each $_"))
		for 65536, 1048576;
	$curves{both} = [$keys, $result];
	return;
}

sub barrier {
	my %asked = (2 => 0.65, 4 => 0.55, 8 => 0.30, 16 => 0.40);

	for my $ranks (sort { $a <=> $b } keys %asked) {
		my (undef, $result) = run('collectives', ['--run', 'barrier'], ranks => $ranks);
		row("barrier, $ranks ranks, us", $result->{'barrier 0'}, $asked{$ranks},
			$ranks == 2 ? bound('line_ahead 8') : '');
	}
	return;
}

sub collectives {
	my %asked = (2 => 0.50, 4 => 0.45, 8 => 0.25);
	my @swept = qw(bcast reduce allgather alltoall gather scatter);

	for my $ranks (sort { $a <=> $b } keys %asked) {
		my ($keys, $result) = run_each('collectives', ['allreduce', @swept], [], ranks => $ranks);
		row("allreduce, 8 B, $ranks ranks, us", $result->{'allreduce 8'}, $asked{$ranks});
		row('allreduce, 1 MB, 2 ranks, us', $result->{'allreduce 1048576'}, 0.40) if $ranks == 2;
		for my $operation (@swept) {
			my @own = grep { /^$operation / } @$keys;
			spread("$operation, $ranks ranks, 4 B to 1 MB", \@own, $result, 1.0, 0.60);
		}
		my @all = grep { !/^allreduce / } @$keys;
		spread("all six, $ranks ranks", \@all, $result, 1.0, 0.60);
		$curves{"collectives$ranks"} = [$keys, $result];
	}
	return;
}

# Collectives whose count is 0.
sub empty {
	for my $ranks (2, 4) {
		my (undef, $result) = run('collectives', ['--min', 0, '--max', 0], ranks => $ranks,
			title => 'empty');
		my @own = sort grep { !/^barrier / } keys %$result;
		spread("collectives of 0 bytes, $ranks ranks", \@own, $result, 1.0, 0.70);
	}
	return;
}

# The times of the non-blocking calls that bench/nonblocking prints beside their twins'.
sub nonblocking_times {
	return map { /^(\w+) +(\d+) +\S+ +([\d.]+)/ ? ["$1 $2", $3] : () } @_;
}

sub nonblocking {
	for my $ranks (2, 4) {
		my ($keys, $result) = run('nonblocking', [], ranks => $ranks,
			parse => \&nonblocking_times);
		spread("non-blocking collectives, $ranks ranks, 8 B to 1 MB", $keys, $result, 1.0, 0.70);
		$curves{"nonblocking$ranks"} = [$keys, $result];
	}
	return;
}

sub tcp {
	my %env = map { $_ => over_tcp($_) } $first, @others;
	my (undef, $small) = run('latency', ['--min', 8, '--max', 8], env => \%env, title => 'tcp');

	row('half round trip, tcp, 8 B, us', $small->{8}, 0.90, bound('socket 8'));
	my ($keys, $result) = run('bandwidth', ['--min', 1024], env => \%env, title => 'tcp');
	spread('time a message one way, tcp, 1 KB to 4 MB', $keys, $result, 1.0, 0.83);
	$curves{tcp} = [$keys, $result];
	return;
}

sub launch {
	my (undef, $result) = run('launch', []);
	my %asked = (2 => 1.0, 8 => 0.3, 32 => 0.4);

	row("launch + barrier + end, $_ ranks, ms", $result->{$_}, $asked{$_})
		for sort { $a <=> $b } keys %asked;
	return;
}

# The first 100 calls after MPI_Init, and later calls of the same process.
my @short = qw(pingpong sendrecv barrier bcast scatter gather allreduce);

sub first_calls {
	for my $ranks (2, 4) {
		my ($keys, $result) = run_each('first', \@short, [], untimed => 1, ranks => $ranks);
		my @own = grep { / first$/ } @$keys;

		spread("first 100 calls, 8 B, $ranks ranks", \@own, $result, 1.0, 0.70);
		for (@short) {
			my ($cold, $warm) = map { $result->{$_}{$first} } "$_ first", "$_ warm";
			out('| ', join(' | ', "$_, $ranks ranks, $first: first 100, warm, us", number($cold),
				('') x @others, number($warm), sprintf('%.2f', $cold / $warm), '<= 1.1',
				verdict($cold <= 1.1 * $warm)), " |\n");
		}
	}
	return;
}

# The first 100 and later calls beside a program that computes, of three priorities.
sub beside {
	for my $nice (0, 5, 19) {
		my ($keys, $result) = run_each('first', [qw(pingpong sendrecv barrier allreduce)], [],
			untimed => 1, beside => $nice, title => "nice$nice");

		spread("beside a program of nice $nice, 8 B, 2 ranks", $keys, $result, 1.0, 0.70);
	}
	return;
}

sub memory {
	my %by;

	for my $ranks (16, 32) {
		my (undef, $result) = run('memory', [], ranks => $ranks, sources => ['memory.c']);
		$by{$ranks} = $result;
	}
	amount('resident memory of a rank, 16 ranks', $by{16}{'resident 16'}, 'KiB', 7 * 1024);
	amount('of that its own', $by{16}{'own 16'}, 'KiB', 1024);
	my ($few, $many) = ($by{16}{'own 16'}, $by{32}{'own 32'});
	my %each = map { $_ => ($many->{$_} - $few->{$_}) / 16 } $first, @others;
	amount('own memory for a further peer not spoken to', \%each, 'KiB', 4);
	return;
}

sub onesided {
	# MPICH 4.0.2 loses data put into a window of 8 bytes.
	my ($keys, $result) = run_each('onesided', [qw(put get fetch_and_op)],
		['--min', 8, '--max', 64]);

	for (grep { / 8$/ } @$keys) {
		my ($operation, $window) = split ' ';
		row("$operation, 8 B, MPI_Win_$window, us", $result->{$_}, 0.60, bound('line 8'));
	}
	windows();
	many();
	return;
}

# 64 operations before a flush: 8 B to 16 KB.
sub many {
	my @operations = qw(many_puts many_gets both_many_puts);
	my ($keys, $result) = run_each('onesided', \@operations, [], title => 'many');

	for my $window (qw(create allocate)) {
		for my $operation (@operations) {
			my @own = grep { /^$operation $window / } @$keys;
			spread("$operation, 8 B to 16 KB, MPI_Win_$window", \@own, $result, 1.0, 0.80);
		}
	}
	return;
}

# Windows over the program's own memory, and over MPI's: 512 B, 4 KB, 64 KB and 1 MB.
sub windows {
	my @operations = qw(put get accumulate get_accumulate self_put both_put);
	my ($keys, $result) = run_each('onesided', \@operations, ['--min', 512], title => 'windows');

	for my $window (qw(create allocate)) {
		my @all = grep { / $window / } @$keys;

		for my $operation (@operations) {
			my @own = grep { /^$operation / } @all;
			spread("$operation, 512 B to 1 MB, MPI_Win_$window", \@own, $result, 1.0, 0.80);
		}
		$curves{$window} = [\@all, $result];
	}
	return;
}

# The program's time and the part of it in MPI, as bench/calltime.c says.
sub calltime {
	my ($line) = grep { /^calltime:/ } @_;
	my @seconds = ($line // '') =~ /([\d.]+)/g or return;
	return (['in all', $seconds[0]], ['in MPI', $seconds[3]],
		defined $seconds[4] ? ['moving', $seconds[4]] : ());
}

sub program {
	my ($title, %job) = @_;
	my (undef, $result) = run($job{program}, $job{options}, parse => \&calltime, %job);

	row("$title: time, s", $result->{'in all'}, 1.0);
	my $moving = $result->{moving}; # not where the ranks make different calls
	row("$title: of that in MPI, waiting included, s", $result->{'in MPI'}, $moving ? undef : 0.70);
	row("$title: in MPI, of each call the quickest rank's time, s", $moving, 0.70) if $moving;
	return;
}

sub himeno {
	program('Himeno M, 2 ranks', program => 'himeno', options => ['-s', 'M', '-n', 200],
		sources => ["$examples/himeno.c", 'calltime.c'], flags => ['-O3']);
	return;
}

sub hpcg {
	my $dir = $o{hpcg} or return not_run('HPCG', 'its sources by --hpcg DIR');
	my @sources = glob abs_path($dir) . '/src/*.cpp';

	@sources or die "compare: --hpcg $dir: no src/*.cpp there\n";
	program('HPCG 32^3, 2 ranks', program => 'hpcg', sources => [@sources, 'calltime.c'],
		flags => ['-O3', '-DHPCG_NO_OPENMP', '-I' . abs_path($dir) . '/src'],
		options => ['--nx=32', '--ny=32', '--nz=32', '--rt=0']);
	return;
}

sub lulesh {
	my $dir = $o{lulesh} or return not_run('LULESH', 'its sources by --lulesh DIR');
	my @sources = glob abs_path($dir) . '/*.cc';

	@sources or die "compare: --lulesh $dir: no *.cc there\n";
	program('LULESH 12^3, 8 ranks', program => 'lulesh', sources => [@sources, 'calltime.c'],
		ranks => 8, flags => ['-O3', '-DUSE_MPI=1'], options => ['-s', 12, '-i', 200, '-q']);
	return;
}

# The first MPI alone: the cards of an emulated ring against its shared memory.
sub ring {
	my @kinds = (alias('card', $first, ['--ring', 'emu']), alias('sm', $first, []));
	my %sizes = (barrier => 0, bcast => 8, allreduce => 8);

	for my $ranks (2, 4, 8) {
		my (undef, $result) = run('collectives',
			['--run', 'barrier,bcast,allreduce', '--min', 8, '--max', 8], ranks => $ranks,
			only => \@kinds, title => 'ring');
		for (sort keys %sizes) {
			beside_sm("$_ on emulated cards, $ranks ranks", $result->{"$_ $sizes{$_}"}, 1.5, @kinds);
		}
	}
	ring_windows(\@kinds, 'a ring of emulated cards');
	# Without shared memory the card carries out each operation.
	ring_windows([alias('cards', $first, ['--ring', 'emu', '-x', 'RONDO_BTL=self,fpga']), 'sm'],
		'emulated cards alone');
	return;
}

# A row of the cards' time, to that over shared memory.
sub beside_sm {
	my ($measure, $result, $asked, $cards, $sm) = @_;
	my $ratio = $result->{ratio};

	out('| ', join(' | ', "$measure, us; limit: sm", number($result->{$cards}), ('') x @others,
		number($result->{$sm}), sprintf('%.2f', $ratio), "<= $asked", verdict($ratio <= $asked)),
		" |\n");
	return;
}

# One-sided operations of two ranks of this host: short and long.
sub ring_windows {
	my ($kinds, $where) = @_;

	for (['put,get,fetch_and_op', 8, 1.5], ['put,get', 1 << 20, 1.1]) {
		my ($operations, $bytes, $asked) = @$_;
		my ($keys, $result) = run('onesided',
			['--run', $operations, '--min', $bytes, '--max', $bytes], only => $kinds,
			title => $where);

		for (@$keys) {
			my ($operation, $window) = split ' ';
			beside_sm("$operation, $bytes B, MPI_Win_$window, $where", $result->{$_}, $asked,
				@$kinds);
		}
	}
	return;
}

sub write_all {
	my ($dir) = @_;

	mkdir $dir;
	for (['table.md', \@lines], ['medians.tsv', \@raw]) {
		open my $file, '>', "$dir/$_->[0]" or die "compare: $dir/$_->[0]: $!\n";
		print {$file} @{$_->[1]};
		close $file or die "compare: $dir/$_->[0]: $!\n";
	}
	plots($dir, \%curves, $first, @others);
	return;
}

1;
