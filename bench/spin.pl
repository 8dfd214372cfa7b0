#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
# The measurements of the SPIN paper (Kohata, An FPGA Based Network Interface with Differential
# Signalling I/O for PC Clusters) and of TCA Verbs' Himeno, repeated by MPI programs on a simulated
# ring of 8 cards (mpirun --ring rtl16: 16-bit links as the paper's). Prints tables in Markdown;
# with --plot also figures.
#
# Columns. paper: SPIN as published, between applications. 100baseT: MPICH there. clocks: of our
# ring, from call to return, without the programs' own time (rondo(7), RONDO_WTIME). "80 MHz": the
# paper's clock. "C MHz": that of our node (node_native, W = 16) placed and routed on HX8K
# (docs/CARD.md, Measured). "host": with the cost of a PCI Express host, --host.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Getopt::Long;

my $usage = <<'END';
usage: spin.pl [OPTION]... BINDIR        BINDIR: of mpicc and mpirun, configured and built with make -C hw ring
  --ring MODEL     rtl16 (default) or rtl (64-bit links)
  --clock MHz      ours, placed and routed (default 53)
  --host COSTS     of RONDO_RING_HOST (default write=150,read=800,dma=500: ns of a PCI Express host)
  --largest BYTES  message (default 65536)
  --only WORD,...  of points, jacobi, himeno
  --plot FILE      draws FILE.svg and FILE.png (gnuplot)
END
my %o = (ring => 'rtl16', clock => 53, host => 'write=150,read=800,dma=500', largest => 65536,
	only => 'points,jacobi,himeno');
GetOptions(\%o, 'ring=s', 'clock=f', 'host=s', 'largest=i', 'only=s', 'plot=s') && @ARGV == 1 or die $usage;
my $bin = abs_path($ARGV[0]) // die "spin.pl: $ARGV[0]: $!\n";
my $source = dirname(abs_path($0));
my $work = tempdir('spin.XXXXXX', TMPDIR => 1, CLEANUP => 1);
my %only = map { $_ => 1 } split /,/, $o{only};
my $paper_mhz = 80;

# us, by bytes; the paper's text and tables 1 to 3.
my %paper = (
	'one adjacent' => {32 => 10.4, 128 => 14.3, 256 => 19, 1024 => 50, 4096 => 139, 16384 => 497},
	'one diagonal' => {32 => 13.8},
	broadcast => {32 => 8.5, 128 => 12.3, 256 => 18, 1024 => 50, 4096 => 141, 16384 => 506},
	barrier => {0 => 6.5},
);
my %fast_ethernet = (
	'one adjacent' => {32 => 88, 16384 => 1619}, broadcast => {32 => 1631, 16384 => 4309},
	barrier => {0 => 357},
);
my %paper_speedup = (1024 => {8 => 6.4});
my %fast_ethernet_speedup = (1024 => {8 => 4.5});

points() if $only{points};
jacobi() if $only{jacobi};
himeno() if $only{himeno};

sub build {
	my ($name, $path) = @_;
	my @command = ("$bin/mpicc", '-O3', '-w', '-o', "$work/$name", $path, '-lm');

	system(@command) == 0 or die "spin.pl: @command: failed\n";
	return "$work/$name";
}

# Output of a program on the ring, whose MPI_Wtime counts its clocks at $mhz; or without a ring.
sub run {
	my ($ranks, $host, $mhz, @command) = @_;
	local %ENV = %ENV;

	if ($mhz) {
		$ENV{RONDO_WTIME} = 'card';
		$ENV{RONDO_RING_HOST} = join ',', $host ? $host : (), "clock=$mhz";
		unshift @command, '--ring', $o{ring};
	}
	open my $out, '-|', "$bin/mpirun", '-n', $ranks, @command or die "spin.pl: mpirun: $!\n";
	my @lines = <$out>;
	close $out or die "spin.pl: mpirun -n $ranks @command: failed\n";
	return @lines;
}

sub points {
	my $program = build('points', "$source/spin_points.c");
	my (%clocks, %host, @order);

	for ([\%clocks, ''], [\%host, $o{host}]) {
		my ($to, $host) = @$_;

		for (run(8, $host, $paper_mhz, $program, '-M', $o{largest})) {
			/^(\w[\w ]*) (\d+) ([\d.]+)$/ or next;
			push @order, [$1, $2] if !$host;
			$to->{$1}{$2} = $3;
		}
	}
	print "## Messages, broadcast, barrier: 8 ranks, us\n\n";
	print "| | bytes | 100baseT | paper | clocks | $paper_mhz MHz | $o{clock} MHz | $paper_mhz MHz, host |\n";
	print "|---|---|---|---|---|---|---|---|\n";
	for (sort { $a->[0] cmp $b->[0] || $a->[1] <=> $b->[1] } @order) {
		my ($name, $bytes) = @$_;
		my $us = $clocks{$name}{$bytes};

		printf "| %s | %d | %s | %s | %.0f | %.2f | %.2f | %.2f |\n", $name, $bytes,
			$fast_ethernet{$name}{$bytes} // '', $paper{$name}{$bytes} // '', $us * $paper_mhz, $us,
			$us * $paper_mhz / $o{clock}, $host{$name}{$bytes};
	}
	print "\n";
	slower(\%host);
	plot(\@order, \%clocks, \%host) if $o{plot};
}

# Rows of the paper that are not beaten, host costs included.
sub slower {
	my ($host) = @_;
	my @slower;

	for my $name (sort keys %paper) {
		for (sort { $a <=> $b } keys %{$paper{$name}}) {
			next if !defined $host->{$name}{$_};
			push @slower, "$name $_" if $host->{$name}{$_} >= $paper{$name}{$_};
		}
	}
	print @slower ? "Not below the paper: @{[join ', ', @slower]}.\n\n"
		: "Every row of the paper is above ours at $paper_mhz MHz with host costs.\n\n";
}

sub plot {
	my ($order, $clocks, $host) = @_;

	open my $data, '>', "$work/data" or die "spin.pl: $!\n";
	for my $name ('one adjacent', 'broadcast') {
		for (grep { $_->[0] eq $name } @$order) {
			print $data join(' ', $_->[1], $clocks->{$name}{$_->[1]}, $host->{$name}{$_->[1]},
				$paper{$name}{$_->[1]} // '-', $fast_ethernet{$name}{$_->[1]} // '-'), "\n";
		}
		print $data "\n\n";
	}
	close $data;
	open my $plot, '|-', 'gnuplot' or die "spin.pl: gnuplot: $!\n";
	print $plot <<"END";
set datafile missing '-'
set logscale xy
set xlabel 'bytes'
set ylabel 'us'
set key top left reverse Left
set grid
data = '$work/data'
plotting = 'plot data index 0 using 1:5 with points pt 4 lc 1 title "one to one, 100baseT", \\
	data index 0 using 1:4 with linespoints pt 5 lc 1 title "one to one, paper", \\
	data index 0 using 1:3 with linespoints pt 1 lc 1 dt 2 title "one to one, ours, host costs", \\
	data index 0 using 1:2 with linespoints pt 7 lc 1 title "one to one, ours", \\
	data index 1 using 1:5 with points pt 4 lc 2 title "broadcast to 7, 100baseT", \\
	data index 1 using 1:4 with linespoints pt 5 lc 2 title "broadcast to 7, paper", \\
	data index 1 using 1:3 with linespoints pt 1 lc 2 dt 2 title "broadcast to 7, ours, host costs", \\
	data index 1 using 1:2 with linespoints pt 7 lc 2 title "broadcast to 7, ours"'
set title 'SPIN paper and MPI on the simulated ring, $paper_mhz MHz'
set terminal svg size 900,600 font "sans,14" background "white"
set output '$o{plot}.svg'
eval(plotting)
set terminal pngcairo size 900,600 font "sans,11"
set output '$o{plot}.png'
eval(plotting)
END
	close $plot or die "spin.pl: gnuplot failed\n";
}

# The value behind a label of a program's output.
sub value {
	my ($label, @lines) = @_;

	for (@lines) {
		return $1 if /\Q$label\E\s+([\d.]+(?:e[-+]?\d+)?)/;
	}
	die "spin.pl: no '$label' in the output:\n@lines";
}

sub jacobi {
	my $program = build('jacobi', "$source/../examples/jacobi.c");

	print "## Jacobi's method: speed-up\n\nComputation measured on this machine (one rank, divided by the ranks), ",
		"communication at $paper_mhz MHz with host costs.\n\n";
	print "| unknowns | ranks | 100baseT | paper | computation, ms a step | communication, ms a step | speed-up |\n";
	print "|---|---|---|---|---|---|---|\n";
	for my $n (128, 256, 512, 1024, 2048) {
		my @options = ('-n', $n, '-e', '1e-2', '-1');
		my @alone = map { [run(1, '', 0, $program, @options)] } 1 .. 5;
		my ($least) = sort { $a <=> $b } map { value('time:', @$_) } @alone;

		for my $ranks (2, 4, 8) {
			my @out = run($ranks, $o{host}, $paper_mhz, $program, @options);
			my ($waiting, $steps) = (value('reductions', @out), value('steps:', @out));

			printf "| %d | %d | %s | %s | %.4f | %.4f | %.2f |\n", $n, $ranks,
				$fast_ethernet_speedup{$n}{$ranks} // '', $paper_speedup{$n}{$ranks} // '',
				$least / $steps * 1e3, $waiting / $steps * 1e3,
				$least > 0 ? $least / ($least / $ranks + $waiting) : 0;
		}
	}
	print "\n";
}

sub himeno {
	my $program = build('himeno', "$source/../examples/himeno.c");
	my $n = 10;

	print "## Himeno benchmark on 8 ranks, ms an iteration\n\nComputation measured on this machine (one rank, divided by 8), ",
		"communication at $paper_mhz MHz without and with host costs.\n\n";
	print "| size | computation | halo exchange | allreduce | halo exchange, host | allreduce, host |\n|---|---|---|---|---|---|\n";
	for my $size ('XS', 'S') {
		my @options = ('-s', $size, '-n');
		my @alone = run(1, '', 0, $program, @options, 100);
		my @cells;

		for my $host ('', $o{host}) {
			my @out = run(8, $host, $paper_mhz, $program, @options, $n);

			push @cells, map { value($_, @out) / $n * 1e3 } 'halo exchange', 'allreduce';
		}
		printf "| %s | %.4f | %.4f | %.4f | %.4f | %.4f |\n", $size,
			value('computation', @alone) / 100 / 8 * 1e3, @cells;
	}
	print "\n";
}
