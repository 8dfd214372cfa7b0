#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Ranks in pid namespaces of their own (namespaces.c), as containers make them: with the host's
# /proc, with one of their own, and together with a rank that is in none.

. "$(dirname "$0")/lib.sh"

unshare -pf --mount-proc true 2>/dev/null || skip_all 'namespaces cannot be made here'

# spaces NAME ARGUMENT...: mpirun with these.
spaces()
{
	name=$1
	shift
	run $((60 * slow)) "$MPIRUN" "$@"
	is $rc 0 "$name" || told
}

job=$BUILD/t/jobs/namespaces
spaces 'each has a /proc of its own' -n 3 unshare -pf --mount-proc "$job"
spaces 'one has' -n 1 "$job" : -n 1 unshare -pf --mount-proc "$job"
spaces 'all see the /proc of the host' -n 1 "$job" : -n 1 unshare -pf "$job"
run $((60 * slow)) "$MPIRUN" --ring emu -n 3 unshare -pf --mount-proc "$job"
[ $rc -ne 0 ]
ok $? 'emulated cards know processes by their pids'
like "$(cat "$err")" 'another pid namespace' 'the error says so' || told
# Connections to ranks of this host are made in MPI_Init, and tried again in the first call.
run $((60 * slow)) "$MPIRUN" -x RONDO_BTL=self,sm -n 2 unshare -pf "$job"
like "$(cat "$err")" '^mpirun: .*no transport reaches rank' 'without a transport beside shared memory'
is "$(grep -v '^mpirun:' "$err" | sed 's/ on .*//' | sort | uniq -d | wc -l)" 0 \
	'each rank says so once' || told
done_testing
