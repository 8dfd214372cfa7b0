#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Lines of C sources and of shell scripts have at most 100 columns, a tab being eight. A line of a
# script may be longer where one quoted text is most of it: such a text has no place to break.

. "$(dirname "$0")/../lib.sh"

cd "$SRC"
# long FILE...: the lines that are too long, as FILE:LINE.
long()
{
	perl -ne '
		my $line = $_;
		chomp $line;
		1 while $line =~ s/^([^\t]*)\t/$1 . " " x (8 - length($1) % 8)/e;
		if (length $line > 100) {
			(my $unquoted = $line) =~ s/"(?:[^"\\]|\\.)*"|\x27[^\x27]*\x27//g;
			print "$ARGV:$.\n"
				if $ARGV =~ /[.][ch]$/ || length $unquoted >= 60 || $line =~ /^ *#/;
		}
		close ARGV if eof;' "$@"
}

c=$(find base bench btl_* coll comm datatype examples fortran hw/emu include io mpi node pt2pt \
	rma runtime t verbs -name '*.[ch]' | sort)
like "$(echo "$c" | wc -l)" '^[1-9][0-9][0-9]' 'the C sources are found'
# shellcheck disable=SC2086 # words
is "$(long $c)" '' 'no line of a C source is too long'
scripts=$(find .ci bench configure examples hw mpi quickstart runtime t -type f \
	! -path '*/corpus/*' ! -path 'hw/build/*' \
	-exec awk 'FNR == 1 && /^#!.*sh$/ { print FILENAME } { nextfile }' {} + |
	sort)
like "$(echo "$scripts" | wc -l)" '^[1-9][0-9]' 'the scripts are found'
# shellcheck disable=SC2086 # words
is "$(long $scripts)" '' 'no line of a script is too long'
printf '\t%093d\n' 0 >"$TMP/long.c"
{
	cat "$TMP/long.c"
	printf '# %099d\necho "%099d"\n' 0 0
} >"$TMP/long.sh"
is "$(long "$TMP/long.c" "$TMP/long.sh")" "$TMP/long.c:1
$TMP/long.sh:1
$TMP/long.sh:2" 'what is too long is found'
done_testing
