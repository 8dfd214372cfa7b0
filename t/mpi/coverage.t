#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Every function of the C interface of MPI 5.0 (t/mpi/functions.txt, from the standard's ABI) is in
# the library, under both names, but for those of t/mpi/absent.txt; and every one that is there
# is called by a test. Functions with large counts (_c) count when either of the two is
# called: they share all but their prototypes, which t/mpi/args.t calls.

. "$(dirname "$0")/../lib.sh"

sort "$SRC/t/mpi/functions.txt" >"$TMP/standard"
sort "$SRC/t/mpi/absent.txt" | sed '/^#/d; /^$/d' >"$TMP/absent"
nm -D --defined-only "$BUILD/lib/libmpi_abi.so" | sed -n 's/.* [TW] //p' | sed 's/@.*//' |
	sort >"$TMP/there"
grep '^MPI_' "$TMP/there" >"$TMP/mpi"
grep '^PMPI_' "$TMP/there" | sed 's/^P//' >"$TMP/pmpi"

[ -s "$TMP/mpi" ]
ok $? "the library has functions"
is "$(comm -3 "$TMP/mpi" "$TMP/pmpi")" '' 'every function has its PMPI name'
is "$(comm -13 "$TMP/standard" "$TMP/mpi" | grep -v '^MPI_P\(send\|recv\)_init_c$')" '' \
	'every function is one of the standard, but for two that binaries may ask for'
comm -23 "$TMP/standard" "$TMP/absent" >"$TMP/wanted"
is "$(comm -13 "$TMP/mpi" "$TMP/wanted")" '' \
	'every function of the standard is there, but for absent.txt'
is "$(comm -12 "$TMP/mpi" "$TMP/absent")" '' 'the functions of absent.txt are absent'

# Jobs are linked with the library, unit tests with its objects: their own objects show their calls.
{
	for program in "$BUILD"/t/jobs/* "$BUILD"/examples/*; do
		[ -f "$program" ] && [ -x "$program" ] && nm -D --undefined-only "$program" \
			2>/dev/null
	done
	find "$BUILD/t" -name '*.o' -exec nm --undefined-only {} +
} | sed -n 's/.* U P*\(MPI_[A-Za-z0-9_]*\).*/\1/p' | sed 's/_c$//' | sort -u >"$TMP/called"
sed 's/_c$//' "$TMP/mpi" | sort -u >"$TMP/names"
is "$(comm -23 "$TMP/names" "$TMP/called")" '' 'every function is called by a test'
done_testing
