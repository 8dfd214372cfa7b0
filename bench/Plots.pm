# SPDX-License-Identifier: BSD-3-Clause
# Plots of bench/compare by gnuplot, as SVG and PNG: the other MPIs' times over the first one's
# for each size (above 1: the first is quicker), and a page with all of them. Used by
# bench/Table.pm.
package Plots;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT_OK = qw(plots);

my %titles = (
	latency => 'Half round trip, shared memory', bandwidth => 'Messages one way, shared memory',
	both => 'Messages in both directions at once, shared memory',
	tcp => 'Messages one way, TCP', create => 'One-sided, MPI_Win_create, 2 ranks',
	allocate => 'One-sided, MPI_Win_allocate, 2 ranks',
	nonblocking2 => 'Non-blocking collectives, 2 ranks',
	nonblocking4 => 'Non-blocking collectives, 4 ranks',
);
my @order = qw(latency bandwidth both tcp collectives2 collectives4 collectives8 nonblocking2
	nonblocking4 create allocate);
my %place = map { $order[$_] => $_ } 0 .. $#order;

# curves: {name} = [keys, result]; where there are many operations its keys are "operation bytes",
# the operation of one or more words.
sub plots {
	my ($dir, $curves, $first, @others) = @_;
	my @drawn;

	if (system('command -v gnuplot >/dev/null') != 0) {
		print "no plots: there is no gnuplot\n";
		return;
	}
	for my $name (sort { $place{$a} <=> $place{$b} } keys %$curves) {
		my ($keys, $result) = @{$curves->{$name}};
		my @groups = groups($keys, $result, $first, @others) or next;
		my $many = grep { /\w \d/ } @$keys;
		my $whose = $many && @others > 1 ? 'the best of ' . join(', ', @others) : "@others";
		my $title = title($name);
		# Short: the label of an axis is cut at the edges of the plot. The page names the others.
		draw("$dir/$name", $title, ($many ? 'best other MPI' : 'time') . " / $first", @groups);
		push @drawn, [$name, $title, $whose];
	}
	page($dir, $first, @drawn);
	return;
}

sub title {
	my ($name) = @_;
	return $titles{$name} // $name =~ s/^collectives(\d+)$/Collectives, $1 ranks/r;
}

# [label, [size, ratio]...] for each curve.
sub groups {
	my ($keys, $result, $first, @others) = @_;
	my (%points, @labels);

	for my $key (@$keys) {
		my ($operation, $bytes) = $key =~ /^(\w.*) (\d+)$/ ? ($1, $2) : ('', $key);
		next if $bytes == 0 || !$result->{$key}{$first};
		my @known = grep { $result->{$key}{$_} } @others;
		# Where there are many operations the best of the others is enough.
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

# "8 B", "64 KiB", "1 MiB"
sub bytes_text {
	my ($bytes) = @_;
	my @units = qw(B KiB MiB GiB);

	for (; $bytes >= 1024 && @units > 1; shift @units) {
		$bytes /= 1024;
	}
	return "$bytes $units[0]";
}

# Marks of an axis at powers of `factor`, as gnuplot reads them.
sub marks {
	my ($from, $to, $factor, $text) = @_;
	my @marks;

	for (my $at = $from; $at <= $to; $at *= $factor) {
		push @marks, sprintf '"%s" %.9g', $text->($at), $at;
	}
	return '(' . join(', ', @marks) . ')';
}

# Marks of sizes: seven at most, so that their labels are apart.
sub size_marks {
	my ($least, $most) = @_;
	my $factor = 2;

	$factor *= 2 while $least * $factor**6 < $most;
	return marks($least, $most, $factor, \&bytes_text);
}

# Marks of ratios: powers of two, as "1/2", "1", "2".
sub ratio_marks {
	my @sorted = sort { $a <=> $b } @_;
	my ($from, $to) = (0.5, 2);

	$from /= 2 while $from > $sorted[0];
	$to *= 2 while $to < $sorted[-1];
	my $text = sub { $_[0] < 1 ? '1/' . 1 / $_[0] : $_[0] };
	return ("[$from:$to]", marks($from, $to, 2, $text));
}

sub draw {
	my ($path, $title, $label, @groups) = @_;
	my @points = map { my (undef, @own) = @$_; @own } @groups;
	my @sizes = sort { $a <=> $b } map { $_->[0] } @points;
	my $size_marks = size_marks(@sizes[0, -1]);
	my ($range, $ratio_marks) = ratio_marks(map { $_->[1] } @points);
	my $data = join '', map {
		my (undef, @own) = @$_;
		join('', map { "$_->[0] $_->[1]\n" } @own) . "e\n";
	} @groups;
	my $curves = join ', ',
		map { "'-' using 1:2 with linespoints lw 2 title '" . $_->[0] =~ s/_/\\_/gr . "'" } @groups;

	for (['svg', 'svg size 720,440 background "white"'], ['png', 'png size 720,440']) {
		my ($suffix, $terminal) = @$_;
		open my $gnuplot, '|-', 'gnuplot' or die "compare: gnuplot: $!\n";
		print {$gnuplot} <<"END";
set terminal $terminal
set output '$path.$suffix'
set title '@{[$title =~ s/'/''/gr]}'
set logscale x 2
set logscale y 2
set xrange [$sizes[0]:$sizes[-1]]
set yrange $range
set xtics $size_marks
set ytics $ratio_marks
set ylabel '$label'
set key outside right
set grid
plot 1 notitle lw 2 lc 'black', $curves
$data
END
		close $gnuplot or die "compare: gnuplot failed for $path.$suffix\n";
	}
	return;
}

# All plots on one page.
sub page {
	my ($dir, $first, @drawn) = @_;

	open my $file, '>', "$dir/README.md" or die "compare: $dir/README.md: $!\n";
	print {$file} <<"END";
# Times beside the peers

Above the black line $first is quicker: 2 means that the peer takes twice as long. Made by `bench/compare --out`; the medians
are in `medians.tsv` beside the plots, the rows with their aims in `table.md`.
END
	for (@drawn) {
		my ($name, $title, $whose) = @$_;
		print {$file} "\n## $title\n\n![$title: $whose beside $first]($name.svg)\n";
	}
	close $file or die "compare: $dir/README.md: $!\n";
	return;
}

1;
