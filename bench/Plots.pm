# SPDX-License-Identifier: BSD-3-Clause
# Plots of bench/compare by gnuplot, as SVG and PNG: the other MPIs' times over the first one's
# for each size (above 1: the first is quicker). Used by bench/Table.pm.
package Plots;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT_OK = qw(plots);

my %titles = (
	latency => 'Half round trip, shared memory', bandwidth => 'Messages one way, shared memory',
	tcp => 'Messages one way, TCP',
);

# curves: {name} = [keys, result]; collectivesN has keys "operation bytes".
sub plots {
	my ($dir, $curves, $first, @others) = @_;

	if (system('command -v gnuplot >/dev/null') != 0) {
		print "no plots: there is no gnuplot\n";
		return;
	}
	for my $name (sort keys %$curves) {
		my ($keys, $result) = @{$curves->{$name}};
		my @groups = groups($name, $keys, $result, $first, @others) or next;
		my $title = $titles{$name} // $name =~ s/^collectives(\d+)$/Collectives, $1 ranks/r;
		draw("$dir/$name", "$title: time / $first\'s", @groups);
	}
	return;
}

# [label, [size, ratio]...] for each curve.
sub groups {
	my ($name, $keys, $result, $first, @others) = @_;
	my (%points, @labels);

	for my $key (@$keys) {
		my ($operation, $bytes) = $key =~ /^(\w+) (\d+)$/ ? ($1, $2) : ('', $key);
		next if $bytes == 0 || !$result->{$key}{$first};
		my @known = grep { $result->{$key}{$_} } @others;
		# Of collectives there are many: the better of the others is enough.
		my @shown = $operation ? [$operation, best(map { $result->{$key}{$_} } @known)]
			: map { [$_, $result->{$key}{$_}] } @known;
		for (@shown) {
			my ($label, $time) = @$_;
			defined $time or next;
			push @labels, $label if !$points{$label};
			push @{$points{$label}}, [$bytes, $time / $result->{$key}{$first}];
		}
	}
	return map { [$_, @{$points{$_}}] } @labels;
}

sub best {
	my ($least) = sort { $a <=> $b } @_;
	return $least;
}

sub draw {
	my ($path, $title, @groups) = @_;
	my $data = join '', map {
		my ($label, @points) = @$_;
		join('', map { "$_->[0] $_->[1]\n" } @points) . "e\n";
	} @groups;
	my $curves = join ', ', map { "'-' using 1:2 with linespoints title '$_->[0]'" } @groups;

	for (['svg', 'svg size 720,440 background "white"'], ['png', 'png size 720,440']) {
		my ($suffix, $terminal) = @$_;
		open my $gnuplot, '|-', 'gnuplot' or die "compare: gnuplot: $!\n";
		print {$gnuplot} <<"END";
set terminal $terminal
set output '$path.$suffix'
set title '@{[$title =~ s/'/''/gr]}'
set logscale x 2
set logscale y 2
set xlabel 'bytes'
set key outside right
set grid
plot 1 notitle lc 'black', $curves
$data
END
		close $gnuplot or die "compare: gnuplot failed for $path.$suffix\n";
	}
	return;
}

1;
