#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Shows that hw/formal/run refuses a number of processes (JOBS) with which no proof would run,
# before it writes anything, and names the variable.

. "$(dirname "$0")/../lib.sh"

command -v perl >/dev/null || skip_all "no perl"

mkdir -p "$TMP/hw/formal"
cp "$SRC/hw/formal/run" "$TMP/hw/formal/run"
for jobs in 0 -1 two 1.5 1000 ''; do
	JOBS=$jobs run 10 perl "$TMP/hw/formal/run" none
	[ $rc -ne 0 ]
	ok $? "JOBS='$jobs' is refused" || told
	like "$(cat "$err")" "JOBS=$jobs: a number of processes" 'and says so' || told
done
[ ! -e "$TMP/hw/build" ]
ok $? 'nothing was written'
JOBS=3 run 10 perl "$TMP/hw/formal/run" none
like "$(cat "$out")" 'there is something to prove' 'JOBS=3 is taken' || told
done_testing
