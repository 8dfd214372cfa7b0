#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that the committed procedures, mpif.h and modules are the output of fortran/gen.pl for
# mpi/api*.tbl and mpi/abi.tsv, and that nothing is left over.

. "$(dirname "$0")/../lib.sh"

command -v perl >/dev/null || skip_all "no perl"

run 60 perl "$SRC/fortran/gen.pl" "$TMP/gen"
is "$rc $(cat "$err")" "0 " "the generator runs" || told
difference=$(cd "$TMP/gen/fortran" && for file in generated/*; do
	cmp "$file" "$SRC/fortran/$file"
done 2>&1)
is "$difference" "" "fortran/generated is fresh: else call perl fortran/gen.pl"
is "$(ls "$SRC/fortran/generated")" "$(ls "$TMP/gen/fortran/generated")" "nothing else is there"
long=$(grep -v '^!' "$TMP/gen/fortran/generated/mpif.h" | grep -E '^.{73}|&')
is "$long" "" "mpif.h keeps to the columns of fixed form, and no line goes on in the next"
done_testing
