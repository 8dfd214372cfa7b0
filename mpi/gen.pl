#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
#
# Writes include/mpi.h and the chapters of the MPI entry points. From mpi/abi.tsv
# (constants), mpi/mpi.h.in (types) and mpi/api.tbl (functions; its head explains a
# row). Results are committed; a build does not need Perl.
#
#     perl mpi/gen.pl [FOLDER]    into the source tree, or into FOLDER
use strict;
use warnings;

my ($here) = $0 =~ m{^(.*)/} or die "$0: call me by a path\n";
my $top = "$here/..";
my $out = @ARGV ? $ARGV[0] : $top;

sub slurp {
	my ($path) = @_;
	open(my $fh, '<', $path) or die "$path: $!\n";
	local $/;
	return scalar <$fh>;
}

sub spew {
	my ($path, $text) = @_;
	my ($dir) = $path =~ m{^(.*)/};
	-d $dir or mkdir $dir or die "$dir: $!\n";
	open(my $fh, '>', $path) or die "$path: $!\n";
	print $fh $text;
	close($fh) or die "$path: $!\n";
}

# "#define NAME value", the value in column 40.
sub define {
	my ($name, $value) = @_;
	my $head = "#define $name ";
	my $pad = 40 - length $head;

	return $head . ' ' x ($pad > 0 ? $pad : 0) . "$value\n";
}

sub constants {
	my $text = '';
	my $last = '';

	for (split /\n/, slurp("$here/abi.tsv")) {
		next if /^#/;
		my ($kind, $name, $type, $value) = split /\t/, $_, -1;
		die "abi.tsv: $_\n" unless defined $value && $kind eq 'constant';
		my $group = $type || ($value =~ /^MPI_/ ? $last : 'int');
		$text .= "\n" if $last && $group ne $last;
		$last = $group;
		$value = $type && $type ne 'int' ? "(($type)$value)"
		       : $value =~ /^-/ ? "($value)" : $value;
		$type =~ s/\*$/ */;
		$value =~ s/\b\*+\)/ $&/ if $value =~ /\*/;
		$text .= define($name, $value);
	}
	return $text;
}

sub header {
	my ($functions) = @_;
	my $text = slurp("$here/mpi.h.in");
	my $constants = constants();

	$text =~ s/^\@CONSTANTS\@\n/$constants/m;
	$text =~ s/^\@FUNCTIONS\@\n/$functions/m;
	return "/* SPDX-License-Identifier: BSD-3-Clause */\n"
	     . "/* generated from mpi/mpi.h.in, mpi/abi.tsv and mpi/api.tbl by mpi/gen.pl: "
	     . "do not edit */\n" . $text;
}

spew("$out/include/mpi.h", header("\n"));
