#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Runs the Fortran programs of this folder, each alone and on several ranks, compiled by each of the
# compilers that the library has modules for (configure --with-fc).

. "$(dirname "$0")/../lib.sh"

[ -x "$BUILD/t/fortran/module_mpi" ] || skip_all "built without Fortran"

for folder in "" $(cd "$BUILD/mod" && ls -d rondo/* 2>/dev/null); do
	for program in mpif module_mpi module_f08 sections; do
		for n in 1 3; do
			run 60 "$MPIRUN" -n $n "$BUILD/t/fortran/$folder/$program"
			is "$rc $(cat "$out")" "0 passed" "$program on $n ranks ${folder#*/}" || told
		done
	done
done

# Examples: himeno's gosa after 100 iterations is checked by the program.
for n in 1 4; do
	run 60 "$MPIRUN" -n $n "$BUILD/examples/himeno_f90" XS 100
	is "$rc $(tail -1 "$out")" "0 gosa is right" "himeno in Fortran on $n ranks" || told
	run 60 "$MPIRUN" -n $n "$BUILD/examples/halo_f90"
	is "$rc $(cat "$out")" "0 halo: 3 exchanges, 0 wrong cells" "halo on $n ranks" || told
done
done_testing
