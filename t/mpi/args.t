#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that every argument of every entry point is checked: for each way to get one
# wrong (by its kind in mpi/api.tbl) the call returns the error class of that kind
# (MPI-5.0 9.4), has called the error handler with it once, and does nothing. Two wrong arguments
# of which one determines the meaning of the other are an error, too.

. "$(dirname "$0")/../lib.sh"

# A sanitized library wants sanitized programs.
san=
[ "$SANITIZED" = 1 ] && san=-fsanitize=address,undefined

command -v perl >/dev/null || skip_all "no perl"

run 60 perl "$SRC/t/mpi/args.pl" "$SRC"
is $rc 0 "the calls are made from mpi/api.tbl" || told
mv "$out" "$TMP/args.c"
run 240 "$MPICC" $san -O0 -w -I"$SRC" -o "$TMP/args" "$TMP/args.c"
is $rc 0 "they compile" || told
run 120 "$TMP/args"
is $rc 0 "each returns its error class" || diag "$(grep '^not ok' "$out"; cat "$err")"
n=$(grep -c '^ok' "$out")
[ "$n" -gt 11000 ]
ok $? "$n wrong arguments"

run 120 "$MPIRUN" -n 2 "$TMP/args"
is $rc 0 "with an intercommunicator too" || diag "$(grep '^not ok' "$out"; cat "$err")"
n=$(grep -c '^ok' "$out")
[ "$n" -gt 400 ]
ok $? "$n wrong arguments on two ranks"
done_testing
