#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that the committed mpi.h and chapters of entry points are the output of mpi/gen.pl
# for mpi/api*.tbl, mpi/abi.tsv and mpi/mpi.h.in, and that no chapter is left over.

. "$(dirname "$0")/../lib.sh"

command -v perl >/dev/null || skip_all "no perl"

mkdir "$TMP/gen"
run 60 perl "$SRC/mpi/gen.pl" "$TMP/gen"
is $rc 0 "the generator runs" || told
[ ! -s "$err" ]
ok $? "it has nothing to complain of" || told

difference=$(diff "$TMP/gen/include/mpi.h" "$SRC/include/mpi.h")
is "$difference" "" "include/mpi.h is fresh: else call perl mpi/gen.pl"
for file in "$TMP"/gen/mpi/generated/*.c; do
	name=mpi/generated/${file##*/}
	difference=$(diff "$file" "$SRC/$name" | head -20)
	is "$difference" "" "$name is fresh"
done
left=$(cd "$SRC" && for file in mpi/generated/*; do
	[ -f "$TMP/gen/$file" ] || echo "$file"
done)
is "$left" "" "no chapter is left over from an older table, nothing else is among them"

# 80 lines for a function, 900 for a file, 100 columns.
long=$(expand "$TMP"/gen/mpi/generated/*.c "$TMP/gen/include/mpi.h" | awk 'length > 100')
is "$long" "" "no generated line is longer than 100 columns"
long=$(awk '/^\{/ { start = FNR } /^\}/ && FNR - start > 80 { print FILENAME ":" FNR }' \
	"$TMP"/gen/mpi/generated/*.c)
is "$long" "" "no generated function is longer than 80 lines"
long=$(wc -l "$TMP"/gen/mpi/generated/*.c | awk '$2 != "total" && $1 > 900')
is "$long" "" "no generated file is longer than 900 lines"
done_testing
