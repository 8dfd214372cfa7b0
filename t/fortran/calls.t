#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Each procedure that fortran/gen.pl generates, called by mpif.h, module mpi and module mpi_f08,
# against functions of C in the program that tell what they get: values, handles, texts, logicals,
# objects known by their addresses, sections; and what they give comes back: positions, statuses,
# texts, handles, with and without ierror.
# calls.pl writes the programs and what they must print.

. "$(dirname "$0")/../lib.sh"

[ -e "$BUILD/lib/libmpifort_abi.so" ] || skip_all "built without Fortran"
command -v perl >/dev/null || skip_all "no perl"

cd "$TMP" || exit 1
run 60 perl "$SRC/t/fortran/calls.pl" "$SRC" "$TMP"
is "$rc $(cat "$err")" "0 " "the programs are written" || told
run 60 "$MPICC" -O0 -w -c stub.c
is "$rc" 0 "functions of C compile" || told
run 60 "$BUILD/bin/mpifort" -O0 -c said.f90
is "$rc" 0 "the module of the programs compiles" || told
for way in mpif mpi mpi_f08; do
	run 120 "$BUILD/bin/mpifort" -O0 -o $way stub.o said.o $way.f90
	is "$rc" 0 "calls by $way compile" || told
	[ "$(wc -l <$way.expected)" -gt 500 ]
	ok $? "$(wc -l <$way.expected) calls by $way"
	run 60 ./$way
	is "$rc $(diff $way.expected "$out" | head -5)" "0 " "$way: C gets what was passed, and back"
done
done_testing
