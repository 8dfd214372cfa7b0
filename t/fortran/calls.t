#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Each procedure by mpif.h, module mpi and module mpi_f08, with its MPI_ and its PMPI_ name, against
# functions of C in the program that tell what they get: values, handles, texts, logicals, objects
# known by their addresses, sections, callbacks; and what they give comes back: positions, statuses,
# texts, handles, with and without ierror.
# calls.pl writes the programs and what they must print, special.pl those for procedures by hand.

. "$(dirname "$0")/../lib.sh"

[ -e "$BUILD/lib/libmpifort_abi.so" ] || skip_all "built without Fortran"
command -v perl >/dev/null || skip_all "no perl"

cd "$TMP" || exit 1
run 60 perl "$SRC/t/fortran/calls.pl" "$SRC" "$TMP"
is "$rc $(cat "$err")" "0 " "the programs are written" || told
run 60 "$BUILD/bin/mpifort" -O0 -c said.f90
is "$rc" 0 "the module of the programs compiles" || told
# mpi_f08 for compilers without assumed rank: a module in the current folder comes first.
mkdir plain
run 120 "$BUILD/bin/mpifort" -O0 -Jplain -c -o plain.o "$SRC/fortran/generated/mpi_f08_plain.f90"
is "$rc" 0 "mpi_f08 without descriptors compiles" || told
run 60 "$MPICC" -O0 -w -c stub.c
is "$rc" 0 "functions of C compile" || told
run 60 "$MPICC" -O0 -w -DTWINS -c -o pstub.o stub.c
is "$rc" 0 "functions of C with PMPI_ names compile" || told
for program in mpif mpi mpi_f08 mpi_f08_plain pmpif pmpi_f08; do
	case $program in p*) stub=pstub ;; *) stub=stub ;; esac
	[ $program = mpi_f08_plain ] && cd plain
	run 120 "$BUILD/bin/mpifort" -O0 -I"$TMP" -o "$TMP/$program" "$TMP/$stub.o" "$TMP/said.o" \
		"$TMP/$program.f90"
	cd "$TMP" || exit 1
	is "$rc" 0 "calls by $program compile" || told
	[ "$(wc -l <$program.expected)" -gt 500 ]
	ok $? "$(wc -l <$program.expected) calls by $program"
	run 60 ./$program
	is "$rc $(diff $program.expected "$out" | head -5)" "0 " \
		"$program: C gets what was passed, and back"
done
done_testing
