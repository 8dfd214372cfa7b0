#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Runs the Fortran programs of this folder, each alone and on several ranks.

. "$(dirname "$0")/../lib.sh"

[ -x "$BUILD/t/fortran/module_mpi" ] || skip_all "built without Fortran"

for program in mpif module_mpi module_f08 sections; do
	for n in 1 3; do
		run 60 "$MPIRUN" -n $n "$BUILD/t/fortran/$program"
		is "$rc $(cat "$out")" "0 passed" "$program on $n ranks" || told
	done
done
done_testing
