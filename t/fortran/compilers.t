#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Runs the tests that compile Fortran programs once more with each further compiler that the library
# has modules for (configure --with-fc).

. "$(dirname "$0")/../lib.sh"

compilers=$(sed -n 's/^fc_more = //p' "$BUILD/config.mak")
[ "$compilers" ] || skip_all "built for one Fortran compiler"

for compiler in $compilers; do
	for test in abi calls kept late many; do
		run 300 env RONDO_FC="$compiler" sh "$SRC/t/fortran/$test.t"
		is $rc 0 "$test.t with $compiler" || told
	done
done
done_testing
