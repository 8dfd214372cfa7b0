#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that a program runs here that was linked with another library of the standard ABI (MPI-5.0
# 20): t/jobs/abi.c, linked with a library that has the soname and the names, and no code. With
# ABI_STUBS, a folder with another mpi.h of that ABI (the MPI Forum's mpi-abi-stubs has one): that
# both headers declare the same (constants.t compares constants), and that abi.c compiled by it, and
# linked with the library of its mpilib.c where that is there, runs here.

. "$(dirname "$0")/../lib.sh"

# A sanitized library wants sanitized programs.
san=
[ "$SANITIZED" = 1 ] && san=-fsanitize=address,undefined

mkdir "$TMP/stub"
nm -D --defined-only "$BUILD/lib/libmpi_abi.so" |
	sed -n 's/.* [TW] \(P*MPI_[A-Za-z0-9_]*\)$/void \1(void) {}/p' >"$TMP/stub.c"
[ -s "$TMP/stub.c" ]
ok $? "the library has $(wc -l <"$TMP/stub.c" | tr -d ' ') names"
run 60 cc -shared -fPIC -Wl,-soname,libmpi_abi.so.1 -o "$TMP/stub/libmpi_abi.so" "$TMP/stub.c"
is $rc 0 "a library without code" || told

# runs FOLDER NAME: abi.c compiled by that mpi.h.
runs()
{
	run 60 cc $san -I"$1" -I"$SRC" -o "$TMP/abi" "$SRC/t/jobs/abi.c" -L"$TMP/stub" -lmpi_abi
	is $rc 0 "abi.c compiles by $2" || told
	unlike "$(readelf -d "$TMP/abi")" 'RPATH|RUNPATH' "it does not know where this library is"
	for ranks in 1 3; do
		LD_LIBRARY_PATH=$BUILD/lib run 60 "$MPIRUN" -n $ranks "$TMP/abi"
		is $rc 0 "it runs on $ranks ranks" || told
	done
	LD_LIBRARY_PATH=$BUILD/lib run 60 "$TMP/abi"
	like "$(cat "$out")" 'good on 1 ranks' "and without mpirun" || told
}
runs "$SRC/include" "our mpi.h"

if [ -z "${ABI_STUBS:-}" ]; then
	skip "ABI_STUBS names no folder with another mpi.h"
	done_testing
fi
if [ -f "$ABI_STUBS/mpilib.c" ]; then
	run 60 cc -w -shared -fPIC -Wl,-soname,libmpi_abi.so.1 -I"$ABI_STUBS" \
		-o "$TMP/stub/libmpi_abi.so" "$ABI_STUBS/mpilib.c"
	is $rc 0 "the library of its mpilib.c" || told
fi
runs "$ABI_STUBS" "$ABI_STUBS/mpi.h"
run 60 perl "$SRC/t/build/headers.pl" "$SRC/include" "$ABI_STUBS"
# The Forum's header errs there: MPI-5.0 4.2.1 has an MPI_Count, and no _c twins.
grep -v '^P*MPI_P\(send\|recv\)_init is ' "$out" >"$TMP/differ"
is "$rc$(cat "$TMP/differ")" 0 "both headers declare the same, but for partitioned requests" || told
run 60 perl "$SRC/t/build/headers.pl" --more "$SRC/include" "$ABI_STUBS"
sed -n 's/^only theirs: \(MPI_.*\)/\1/p' "$out" | grep -v '^MPI_P\(send\|recv\)_init_c$' |
	sort >"$TMP/lacking"
sed '/^#/d; /^$/d' "$SRC/t/mpi/absent.txt" | sort >"$TMP/absent"
is "$(comm -3 "$TMP/lacking" "$TMP/absent")" "" "ours lacks the functions of t/mpi/absent.txt"
done_testing
