#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# An option that gives a default INTEGER eight bytes is refused when a program is compiled, by
# mpif.h and by both modules: MPI's integers have four (docs/FORTRAN.md).

. "$(dirname "$0")/../lib.sh"

[ -e "$BUILD/lib/libmpifort_abi.so" ] || skip_all "built without Fortran"

# refused NAME USE INCLUDE: a program that calls MPI compiles, but not with the option.
refused()
{
	printf '%s\n' "program p" "$2" "implicit none" "$3" "integer ierr, rank" \
		"call MPI_Init(ierr)" \
		"call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)" "end program" >"$TMP/p.f90"
	run 60 "$BUILD/bin/mpifort" -fsyntax-only "$TMP/p.f90"
	is "$rc" 0 "$1 compiles" || told
	run 60 "$BUILD/bin/mpifort" -fdefault-integer-8 -fsyntax-only "$TMP/p.f90"
	is "$rc" 1 "$1 refuses integers of 8 bytes"
}
refused mpif.h "" "include 'mpif.h'"
like "$(cat "$err")" 'mpif\.h:[0-9]+' "and shows the line, which says why"
refused "module mpi" "use mpi" ""
refused "module mpi_f08" "use mpi_f08" ""
done_testing
