#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
#
# Prints the differences of two headers of MPI: types of functions, of functions of the user's, and of
# handles. Names of parameters do not matter, nor whether an array is written as a pointer. A name
# that only one of them has is told with --more alone.
#
#     perl t/build/headers.pl [--more] OURS THEIRS      folders with an mpi.h
use strict;
use warnings;

my $more = @ARGV && $ARGV[0] eq '--more' && shift;
die "usage: headers.pl [--more] OURS THEIRS\n" unless @ARGV == 2;

# "const int displs[]" becomes "const int*".
sub parameter {
	local $_ = shift =~ s/^\s+|\s+$//gr;
	my $array = s/((?:\s*\[\d*\])+)$// ? $1 =~ s/\s//gr : '';

	return $_ if /^(void|\.\.\.)$/;
	s/\s*\b\w+$// if /^(?:const )?(?:struct )?\w+[\s*]+\w+$/;
	s/\s*\*\s*/*/g;
	return $array =~ s/^\[\d*\]// ? $_ . ($array ? "(*)$array" : '*') : $_;
}

sub function {
	my ($result, $parameters) = @_;

	return ($result =~ s/\s//gr) . '(' . join(', ', map { parameter($_) } split /,/,
		$parameters) . ')';
}

# Name => type of all that the header declares.
sub declared {
	my ($folder) = @_;
	my %type;

	open(my $cpp, '-|', qw(cc -E -P -include mpi.h -I), $folder,
		qw(-x c /dev/null)) or die "cc: $!\n";
	my $text = join ' ', <$cpp>;
	close($cpp) or die "cc does not read $folder/mpi.h\n";
	$text =~ s/\s+/ /g;
	1 while $text =~ s/static __inline[^{;]*(\{(?:[^{}]|(?1))*\})//;
	$text =~ s/(struct|enum)( \w+)? \{[^{}]*\}/$1/g;
	for (split /;/, $text) {
		s/^ +//;
		if (/^(?:typedef )?([\w *]*[ *])\(? ?(\w+) ?\)? ?\((.*)\)$/) {
			$type{$2} = function($1, $3);
		} elsif (/^typedef ([\w *]*[ *])(\w+)$/) {
			my ($type, $name) = ($1, $2);
			$type{$name} = $type =~ s/\s*\*\s*/*/gr =~ s/ $//r;
		}
	}
	delete $type{$_} for grep { !/^P?MPI/ } keys %type;
	return %type;
}

my %ours = declared($ARGV[0]);
my %theirs = declared($ARGV[1]);
for (sort keys %{{%ours, %theirs}}) {
	my ($one, $other) = ($ours{$_}, $theirs{$_});
	print $one ? "only ours: $_\n" : "only theirs: $_\n" if $more && !($one && $other);
	print "$_ is $one, there $other\n" if $one && $other && $one ne $other;
}
print scalar(grep { $theirs{$_} } keys %ours), " names compared\n" if $more;
