#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
# The measurements of the TCA Verbs paper (Sato et al., 2015) on Rondo's cards: latency and bandwidth
# of the operations of Verbs, the MPI ping-pong over Verbs beside MPI on the cards directly, and
# Himeno's benchmark. Prints tables in Markdown; with --plot also a figure. The method is in
# docs/verbs/measured.md. Nothing here reads the host's clock, but for Himeno's:
#
#   clocks       of the simulated cards, from the ring's trace (RONDO_RING_TRACE): from the doorbell
#                to the card's last write to the memory of the other host, or of the requester
#   with host    the same, where a host has the latencies of --host
#   instructions of the libraries, counted by callgrind, those of the simulation not among them
#   copied bytes counted by the programs, in place of memcpy
use strict;
use warnings;
no warnings 'portable'; # hex of 64 bits
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Getopt::Long;
use List::Util qw(max min sum0);

my $usage = <<'END';
usage: verbs.pl [OPTION]... BUILD        BUILD: the build folder, with make -C hw ring
  --ring MODEL      rtl (64-bit links, default), rtl128
  --clock MHz       of the cards (default 125)
  --host COSTS      of RONDO_RING_HOST (default write=150,read=800,dma=500: ns of a PCI Express host)
  --instruction NS  of the libraries (default 0.36: one a clock of 2.8 GHz, the paper's hosts)
  --copy NS         a byte that a host copies (default 0.1)
  --poll NS         from the card's write to the program that polls for it (default 100)
  --largest BYTES   message (default 1048576)
  --rounds N        of single messages (default 9)
  --mpi CC          another MPI's compiler (default mpicc.mpich), run over UCX over Verbs, which
                    needs /dev/infiniband/uverbs-rondo0; '' for none
  --only WORD,...   of verbs, mpi, himeno
  --himeno S,M      sizes of Himeno's benchmark
  --iterations N    of it on emulated cards (default 1000; 0: none), --times N (default 3)
  --simulated N     iterations on simulated cards (default 10; 0: none)
  --plot FILE       draws FILE.svg (gnuplot)
END
my %o = (ring => 'rtl', clock => 125, host => 'write=150,read=800,dma=500', instruction => 0.36, copy => 0.1,
	poll => 100, largest => 1 << 20, rounds => 9, mpi => 'mpicc.mpich', only => 'verbs,mpi,himeno',
	himeno => 'S,M', iterations => 1000, times => 3, simulated => 10);
GetOptions(\%o, 'ring=s', 'clock=f', 'host=s', 'instruction=f', 'copy=f', 'poll=f', 'largest=i', 'rounds=i', 'mpi=s',
	'only=s', 'himeno=s', 'iterations=i', 'times=i', 'simulated=i', 'plot=s') && @ARGV == 1 or die $usage;
my $build = abs_path($ARGV[0]) // die "verbs.pl: $ARGV[0]: $!\n";
my $source = dirname(dirname(abs_path($0)));
my $work = tempdir('verbs.XXXXXX', TMPDIR => 1, CLEANUP => 1);
my %only = map { $_ => 1 } split /,/, $o{only};
my $packet = 8192; # bytes of data that the library sends at a time (RD_VB_FRAG_B)
my $doorbell = doorbell();

# us, as the paper's text and table 2 have them: least latencies from host to host; elsewhere it has figures only.
my %paper = (send => 3.5, write_imm => 3.5, read => 6.5, cas => 6.5, faa => 6.5, mpi => 3.6, 'mpi direct' => undef);
my %infiniband = (cas => 1.5, faa => 1.5);
my @operations = qw(send write write_imm read cas faa);
my %title = (send => 'SEND', write => 'WRITE', write_imm => 'WRITE with immediate', read => 'READ', cas => 'CAS',
	faa => 'FAA', mpi => 'MPI over Verbs', 'mpi direct' => 'MPI on the card');
# {operation}{bytes}: the measurements
my (%clocks, %host, %served, %stream, %path, %copied);

verbs() if $only{verbs};
mpi() if $only{mpi};
tables() if $only{verbs} || $only{mpi};
plot() if $o{plot} && %clocks;
himeno() if $only{himeno};

sub doorbell {
	open my $in, '<', "$source/btl_fpga/ring_nic_regs.h" or die "verbs.pl: ring_nic_regs.h: $!\n";
	while (<$in>) {
		return hex $1 if /define RN_QUEUES_SEND_PRODUCER 0x([0-9a-f]+)/;
	}
	die "verbs.pl: no SEND_PRODUCER in ring_nic_regs.h\n";
}

# ---- Running ----

sub compile {
	my ($name, $file, $compiler, @options) = @_;
	my @command = ($compiler, '-O3', '-g', '-w', '-rdynamic', '-o', "$work/$name", "$source/$file", @options);

	system(@command) == 0 or die "verbs.pl: @command: failed\n";
	return "$work/$name";
}

sub has {
	my ($program) = @_;
	return $program ne '' && system("command -v $program >/dev/null 2>&1") == 0;
}

# Output of two ranks on the simulated ring.
sub ranks {
	my ($options, @command) = @_;

	mkdir "$work/words";
	unlink glob "$work/words/*";
	local $ENV{RD_VERBS_DIR} = "$work/words";
	open my $out, '-|', "$build/bin/mpirun", '--ring', $o{ring}, @$options, '-n', 2, @command
		or die "verbs.pl: mpirun: $!\n";
	my @lines = <$out>;
	close $out or die "verbs.pl: mpirun @$options @command: failed\n";
	return @lines;
}

# Runs without and with host costs, and counts instructions. $as: the name of the operation, or undef
# for those that the output has.
sub measure {
	my ($as, $options, @command) = @_;

	for ([\%clocks, ''], [\%host, "$o{host},"]) {
		my ($to, $costs) = @$_;
		local $ENV{RONDO_RING_HOST} = "${costs}clock=$o{clock}";
		local $ENV{RONDO_RING_TRACE} = "$work/trace";
		my @lines = ranks($options, @command, '-M', $o{largest}, '-n', $o{rounds});

		for (@lines) {
			my ($what, $name, $bytes, @rest) = split ' ';
			my $op = $as // $name // next;

			$stream{$op}{$bytes}{$costs} = $rest[0] if $what eq 'stream';
			$to->{$op}{$bytes} = $rest[0] * $o{clock} / 1000 if $what eq 'pingpong';
			$copied{$op}{$bytes}{$rest[0]} = $rest[1] if $what eq 'copied';
		}
		single($to, $as, @lines);
	}
	has('valgrind') ? count($as, $options, @command) : print "no instructions are counted: there is no valgrind\n\n";
}

# ---- The ring's trace ----

# Clocks of single messages: those of the trace between one "begin" and the next.
sub single {
	my ($to, $as, @lines) = @_;
	my @begins = map { /^begin (\S+) (\d+) (\d+)/ ? [$as // $1, $2, $3 * $o{clock} / 1000] : () } @lines;
	my (%took, @events);

	open my $in, '<', "$work/trace" or die "verbs.pl: trace: $!\n";
	for my $i (0 .. $#begins) {
		my $end = $i < $#begins ? $begins[$i + 1][2] : $begins[$i][2] + 1e6;

		@events = grep { $_->[0] >= $begins[$i][2] } @events;
		while (my $line = <$in>) {
			my @event = split ' ', $line;
			next if $event[0] < $begins[$i][2] || $event[3] eq 'read'
				|| $event[3] eq 'write' && hex $event[4] != $doorbell;
			push @events, \@event;
			last if $event[0] >= $end;
		}
		my ($op, $bytes) = @{$begins[$i]};
		my @clocks = path($op, $bytes, grep { $_->[0] < $end } @events) or next;
		push @{$took{$op}{$bytes}}, \@clocks;
	}
	for my $op (keys %took) {
		for my $bytes (keys %{$took{$op}}) {
			my @sorted = sort { $a->[0] <=> $b->[0] } @{$took{$op}{$bytes}};

			($to->{$op}{$bytes}, $served{$op}{$bytes}) = @{$sorted[@sorted / 2]};
		}
	}
}

# Clocks of one operation, and whether software of the target was in its way; its own time is not among
# them. Empty: the trace does not show it (a rendezvous).
sub path {
	my ($op, $bytes, @events) = @_;
	my $answered = $op =~ /^(read|cas|faa)$/;
	my ($begin, $end, $arrived, $bells, $seen, $gap) = (undef, undef, 0, 0, undef, 0);
	my $whole = $bytes + ($op =~ /mpi|send|imm/ ? 16 : 0); # with a header

	for (@events) {
		my (undef, $clock, $node, $what, $at, $value) = @$_;
		if ($what eq 'write') {
			if (!defined $begin) {
				next if $node != 0;
				$begin = $clock;
			} elsif ($answered && $node == 1) {
				$gap = $clock - ($seen // $begin) if !$bells++;
			} elsif ($node == ($answered ? 0 : 1)) {
				last if $arrived >= $whole;
				return if $op =~ /mpi/;
			}
		} elsif (defined $begin) {
			next if $clock - $begin < 40; # of an earlier message: no card is so quick
			$seen = $clock if $node == 1 && !$bells;
			next if $node != ($answered ? 0 : 1);
			last if $op eq 'write' && $arrived >= $whole;
			next if $op eq 'write' && !(hex($at) >> 47 & 1); # the card's write to the program's memory
			$arrived += $value;
			$end = $clock;
		}
	}
	return defined $end ? ($end - $begin - $gap, $bells) : ();
}

# ---- Callgrind ----

sub count {
	my ($as, $options, @command) = @_;
	my %counts;
	local $ENV{RONDO_RING_HOST} = "clock=$o{clock}";

	mkdir "$work/counts";
	unlink glob "$work/counts/*";
	my @lines = ranks([@$options, has_pmi(@command)], 'valgrind', '-q', '--tool=callgrind', '--separate-threads=yes',
		'--compress-strings=no', '--compress-pos=no', "--callgrind-out-file=$work/counts/%p", @command,
		'-i', '-n', $o{rounds} + 6, '-M', min($o{largest}, $packet));
	for (@lines) {
		my ($what, $name, $bytes, $rank, $n) = split ' ';
		$copied{$as // $name}{$bytes}{$rank} = $n if defined $n && $what eq 'copied';
	}
	for my $file (glob "$work/counts/*-*") {
		my ($what, $n) = dump_of($file) or next;
		my ($name, $bytes, $part) = split ' ', $what;

		push @{$counts{$as // $name}{$bytes}{$part}}, $n;
	}
	for my $op (keys %counts) {
		for my $bytes (keys %{$counts{$op}}) {
			my $parts = $counts{$op}{$bytes};

			for my $part (keys %$parts) {
				my @sorted = sort { $a <=> $b } @{$parts->{$part}};
				my $middle = $sorted[@sorted / 2];

				# more: there was other work in the call, or MPI_Recv polled in vain; less than half: the
				# message had been taken before
				($path{$op}{$bytes}{$part}) = grep { $_ > $middle / 2 } @sorted;
			}
		}
	}
}

# Programs of MPICH get their places by PMI, which mpirun cannot know of those that valgrind runs.
sub has_pmi {
	my ($program) = @_;
	return $program =~ /other$/ ? '--pmi' : ();
}

# Name and instructions of a dump of the program's thread; those of the simulated card and of memcpy, whose costs
# are set, are left out.
sub dump_of {
	my ($file) = @_;
	my ($what, $thread, $source, $function, $is_call, $n) = ('', 0, '', '', 0, 0);

	open my $in, '<', $file or die "verbs.pl: $file: $!\n";
	while (<$in>) {
		if (/^desc: Trigger: Client Request: (.*)/) {
			$what = $1;
		} elsif (/^thread: (\d+)/) {
			$thread = $1;
		} elsif (/^f[lie]=(.*)/) {
			$source = $1;
		} elsif (/^fn=(.*)/) {
			$function = $1;
		} elsif (/^calls=/) {
			$is_call = 1;
		} elsif (/^[-+*\d]\S*\s+(\d+)/) {
			$n += $1 if !$is_call && $source !~ m{hw/ring/device\.c$} && $function !~ /^_*mem(cpy|move)/;
			$is_call = 0;
		}
	}
	close $in;
	return $what ne '' && $thread == 1 ? ($what, $n) : ();
}

# ---- Measurements ----

sub verbs {
	my $lib = "$build/lib/rondo/verbs/libibverbs.so.1";
	my $program = compile('ops', 'bench/verbs_ops.c', 'cc', "-I$source", $lib, '-pthread');

	measure(undef, ['--verbs'], $program);
}

sub mpi {
	my $program = compile('direct', 'bench/verbs_mpi.c', "$build/bin/mpicc");

	{
		local $ENV{RONDO_WTIME} = 'card';
		measure('mpi direct', [], $program);
	}
	if (!has($o{mpi})) {
		print "no MPI over Verbs: there is no '$o{mpi}'\n\n";
		return;
	}
	$program = compile('other', 'bench/verbs_mpi.c', $o{mpi}, '-DVERBS', '-libverbs');
	local @ENV{qw(UCX_TLS UCX_NET_DEVICES)} = ('rc_verbs,ud_verbs,self', 'rondo0:1');
	measure('mpi', ['--verbs'], $program);
}

# ---- Tables ----

# Instructions of all hosts on the way of a message; and of its packet where there are several.
sub instructions {
	my ($op, $bytes) = @_;
	my $n = part($op, $bytes, 'post') // return;

	$n += part($op, $bytes, 'got') // 0;
	$n += serving($op, $bytes) if $served{$op}{$bytes};
	# MPI_Recv's count is without the packets that the library's thread had taken
	$n += part('send', $bytes, 'got') // 0 if $op eq 'mpi';
	return $n;
}

# Instructions of a part: at most those of longer messages, as a count may have some of other packets in it.
sub part {
	my ($op, $bytes, $part) = @_;
	return min(grep { defined } map { $_ >= min($bytes, $packet) ? $path{$op}{$_}{$part} : () } keys %{$path{$op}});
}

# Instructions of a target for a request. It copies none of the shortest data, by which its calls are known: the next
# longer ones, or an atomic operation, stand for them.
sub serving {
	my ($op, $bytes) = @_;

	for (grep { $_ >= min($bytes, $packet) } sort { $a <=> $b } keys %{$path{$op}}) {
		return $path{$op}{$_}{serve} if defined $path{$op}{$_}{serve};
	}
	return $path{cas}{8}{serve} // 0;
}

# us of one message with all costs. Of several packets those behind the first overlap with the cards,
# which are slower: so one is copied before them and one behind them.
sub latency {
	my ($op, $bytes) = @_;
	my $n = instructions($op, $bytes) // return;
	my $copied = sum0(map { min($_, $packet) } values %{$copied{$op}{$bytes} // {}});
	my $polls = $served{$op}{$bytes} ? 2 : 1;

	return ($host{$op}{$bytes} * 1000 / $o{clock} + $n * $o{instruction} + $copied * $o{copy} + $polls * $o{poll})
		/ 1000;
}

# GB/s of a stream: cards, sender and receiver work at the same time, so the slowest of them counts.
sub rate {
	my ($op, $bytes, $costs) = @_;
	my $card = $stream{$op}{$bytes}{$costs} or return;
	return $bytes / $card if $costs eq '';
	my $post = part($op, $bytes, 'post') // return;
	my $packets = int(($bytes + $packet - 1) / $packet);
	my $target = $op !~ /^(read|cas|faa)$/ ? part($op, $bytes, 'got') // 0 : $served{$op}{$bytes} ? serving($op, $bytes) : 0;
	my @hosts = map { $packets * $_ * $o{instruction} } $post, $target;
	my @copies = map { ($copied{$op}{$bytes}{$_} // 0) * $o{copy} } 0, 1;

	return $bytes / max($card, $hosts[0] + $copies[0], $hosts[1] + $copies[1] + $o{poll});
}

sub cell {
	my ($format, $value) = @_;
	return defined $value ? sprintf($format, $value) : '';
}

sub tables {
	my @all = grep { $clocks{$_} } @operations, 'mpi', 'mpi direct';
	my (%sizes, @words);

	print "## Least latency\n\nClocks of the cards ($o{ring}), us at $o{clock} MHz; *host*: $o{host} ns; instructions at ",
		"$o{instruction} ns, a byte copied $o{copy} ns, a poll $o{poll} ns.\n\n";
	print "| | bytes | clocks | us | us, host | instructions | us in all | TCA Verbs | InfiniBand QDR |\n";
	print "|---|---|---|---|---|---|---|---|---|\n";
	for my $op (@all) {
		my ($bytes) = sort { $a <=> $b } keys %{$clocks{$op}};

		$sizes{$_} = 1 for keys %{$clocks{$op}};
		print '| ', join(' | ', $title{$op}, $bytes, cell('%.0f', $clocks{$op}{$bytes}),
			cell('%.2f', $clocks{$op}{$bytes} / $o{clock}), cell('%.2f', $host{$op}{$bytes} / $o{clock}),
			cell('%.0f', instructions($op, $bytes)), cell('%.2f', latency($op, $bytes)),
			$paper{$op} // '', $infiniband{$op} // ''), " |\n";
	}
	my @sizes = sort { $a <=> $b } keys %sizes;
	my @sized = grep { !/^(cas|faa)$/ } @all;
	@words = map { $title{$_} } @sized;
	for (['Clocks by size', '%.0f', sub { $clocks{$_[0]}{$_[1]} }],
		['Latency by size, us, all costs', '%.2f', sub { defined $host{$_[0]}{$_[1]} ? latency(@_) : undef }],
		['Bandwidth by size, GB/s, cards alone', '%.3f', sub { rate(@_, '') }],
		['Bandwidth by size, GB/s, all costs', '%.3f', sub { rate(@_, "$o{host},") }]) {
		my ($heading, $format, $value) = @$_;

		print "\n## $heading\n\n| bytes | ", join(' | ', @words), " |\n|---", '|---' x @words, "|\n";
		for my $bytes (@sizes) {
			print "| $bytes | ", join(' | ', map { cell($format, $value->($_, $bytes)) } @sized), " |\n";
		}
	}
	print "\n";
}

sub plot {
	my @drawn = grep { $clocks{$_} } 'send', 'write', 'read', 'mpi', 'mpi direct';
	my $gnuplot = '';

	if (!has('gnuplot')) {
		print "no plot: there is no gnuplot\n\n";
		return;
	}
	for my $which (0, 1) {
		my @curves;

		for my $op (@drawn) {
			open my $data, '>', "$work/$op.$which" or die "verbs.pl: $!\n";
			for my $bytes (sort { $a <=> $b } keys %{$clocks{$op}}) {
				my $y = $which ? rate($op, $bytes, "$o{host},") : latency($op, $bytes);
				print $data "$bytes $y\n" if defined $y;
			}
			close $data;
			next if !-s "$work/$op.$which";
			push @curves, "'$work/$op.$which' with linespoints title '$title{$op}'";
		}
		push @curves, level(3.5, $which ? 'TCA Verbs, peak' : 'TCA Verbs, least SEND');
		push @curves, level(6.5, 'TCA Verbs, least READ') if !$which;
		$gnuplot .= 'set ylabel "' . ($which ? 'GB/s' : 'us') . "\"\nplot " . join(', ', @curves) . "\n";
	}
	open my $pipe, '|-', 'gnuplot' or die "verbs.pl: gnuplot: $!\n";
	print $pipe <<"END";
set terminal svg size 1100,520 font "sans,13" background "white"
set output '$o{plot}.svg'
set multiplot layout 1,2 title 'Verbs on simulated cards ($o{ring}), $o{clock} MHz, all costs'
set logscale xy
set xlabel 'bytes'
set key top left reverse Left
set grid
$gnuplot
unset multiplot
END
	close $pipe or die "verbs.pl: gnuplot failed\n";
}

# A line at one value over all sizes.
sub level {
	my ($value, $title) = @_;

	open my $data, '>', "$work/level.$value" or die "verbs.pl: $!\n";
	print $data "2 $value\n$o{largest} $value\n";
	close $data;
	return "'$work/level.$value' with lines dt 2 lc 'gray40' title '$title'";
}

# ---- Himeno ----

my @mpis; # [name, compiler, options of mpirun, further options of the compiler]

sub himeno {
	@mpis = (['Rondo on the cards', "$build/bin/mpicc", [], []]);
	local @ENV{qw(UCX_TLS UCX_NET_DEVICES)} = ('rc_verbs,ud_verbs,self', 'rondo0:1');
	my @clock = ('-include', "$source/bench/verbs_wtime.h", '-libverbs');
	my $ucx = $o{mpi} && -r '/dev/infiniband/uverbs-rondo0'; # UCX looks for it (docs/VERBS.md)
	push @mpis, ['MPICH over Verbs', 'mpicc.mpich', ['--verbs'], \@clock]
		if $ucx && has('mpicc.mpich');
	push @mpis, ['Open MPI over Verbs', 'mpicc.openmpi', ['--verbs', '-x', 'OMPI_MCA_pml=ucx'], \@clock]
		if $ucx && has('mpicc.openmpi');
	himeno_table($o{iterations}, $o{times}, 'emu', "## Himeno's benchmark on emulated cards, s for $o{iterations} iterations\n\n"
		. "Of this machine, whose processors the ranks share; mean over the ranks, median of $o{times} runs by the whole.\n\n")
		if $o{iterations};
	return if !$o{simulated};
	local $ENV{RONDO_RING_HOST} = "$o{host},clock=$o{clock}";
	local $ENV{RONDO_WTIME} = 'card';
	himeno_table($o{simulated}, 1, $o{ring}, "## Himeno's benchmark on simulated cards, s for 1000 iterations\n\n"
		. "By the cards' clock, $o{clock} MHz, $o{host} ns: $o{simulated} iterations, scaled. Computation takes none of that.\n\n");
}

sub himeno_table {
	my ($iterations, $times, $ring, $heading) = @_;
	my $is_clock = $ring ne 'emu';
	my %program = map { $_->[0] => compile("himeno.$ring.$_->[0]" =~ s/ /_/gr, 'examples/himeno.c', $_->[1], '-lm',
		$is_clock ? @{$_->[3]} : ()) } @mpis;

	print $heading, "| mesh | split | | ", $is_clock ? '' : 'computation | ', "halo exchange | allreduce | in all |\n|---|---|---|",
		$is_clock ? '' : '---|', "---|---|---|\n";
	for my $size (split /,/, $o{himeno}) {
		my $mesh = {XS => '32 x 32 x 64', S => '64 x 64 x 128', M => '128 x 128 x 256'}->{$size} // $size;

		for my $split ('2,1,1', '4,1,1', '2,2,1') {
			for (@mpis) {
				my ($name, undef, $options) = @$_;
				my @command = ("$build/bin/mpirun", '--ring', $ring, @$options, '-n', ranks_of($split), $program{$name},
					'-s', $size, '-d', $split, '-n', $iterations);
				my @sorted = sort { $a->[3] <=> $b->[3] } map { himeno_run(@command) } 1 .. $times;
				my @s = @{$sorted[@sorted / 2]};

				@s = map { $_ * 1000 / $iterations } @s[1, 2], $s[1] + $s[2] if $is_clock;
				printf "| %s | %s | %s | %s |\n", $mesh, join(' x ', (split /,/, $split)[0, 1]), $name,
					join ' | ', map { sprintf '%.3f', $_ } @s;
			}
		}
	}
	print "\n";
}

sub ranks_of {
	my ($split) = @_;
	my $n = 1;

	$n *= $_ for split /,/, $split;
	return $n;
}

# s of computation, halo exchange, allreduce, and all.
sub himeno_run {
	my @command = @_;

	open my $out, '-|', @command or die "verbs.pl: mpirun: $!\n";
	my $text = join '', <$out>;
	close $out or die "verbs.pl: @command: failed\n$text";
	return [map { $text =~ /$_\s+([\d.]+)/ ? $1 : die "verbs.pl: no '$_' in:\n$text" }
		'computation', 'halo exchange', 'allreduce', 'time:'];
}
