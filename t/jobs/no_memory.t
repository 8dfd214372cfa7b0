#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# When memory is out (no_memory_*.c): one-sided operations by message at origin and target,
# partitioned receives, the shared memory of collectives, their long data and their requests,
# collective calls of files. And descriptors (no_descriptors.c).

. "$(dirname "$0")/lib.sh"

[ "$SANITIZED" = 1 ] && skip_all 'the sanitizer has an allocator of its own'
RONDO_CMA=0
export RONDO_CMA
for btl in sm tcp; do
	job $btl 2 60 t/jobs/no_memory_rma rma
	job $btl 2 60 t/jobs/no_memory_rma target
	job $btl 2 60 t/jobs/no_memory_rma part
	job $btl 4 60 t/jobs/no_memory_coll long
	RONDO_EAGER=1 # messages of synchronisation take memory
	export RONDO_EAGER
	job $btl 2 60 t/jobs/no_memory_rma sync
	job $btl 4 60 t/jobs/no_memory_coll messages
	job $btl 2 60 t/jobs/no_memory_coll pair
	job $btl 2 60 t/jobs/no_memory_coll requests
	is "$(grep -c 'no memory for another request' "$err")" 1 'of calls that fail alone'
	unset RONDO_EAGER
	for alltoall in bruck swaps; do
		RONDO_COLL=gather=binomial,scatter=binomial,allgather=bruck,allgatherv=bruck
		RONDO_COLL=$RONDO_COLL,alltoall=$alltoall
		export RONDO_COLL
		job $btl 4 60 t/jobs/no_memory_coll data
	done
	unset RONDO_COLL
done
for way in halving doubling pairwise reduce_scatter; do
	RONDO_COLL=reduce_scatter=$way
	export RONDO_COLL
	job tcp 5 60 t/jobs/no_memory_coll lists
done
unset RONDO_COLL
for order in ring ring:3; do
	RONDO_REDUCE_ORDER=$order
	export RONDO_REDUCE_ORDER
	job tcp 5 60 t/jobs/no_memory_coll order
done
unset RONDO_REDUCE_ORDER
run $((60 * slow)) "$MPIRUN" --ring emu --ring-cards 2 -n 5 "$BUILD/t/jobs/no_memory_coll" card
is $rc 0 'vectors on cards whose leaders lack memory' || told
for ranks in '3' '5 --ring-cards 2'; do
	# shellcheck disable=SC2086 # a number and an option
	run $((60 * slow)) "$MPIRUN" --ring emu -n $ranks "$BUILD/t/jobs/no_memory_coll" leaders
	is $rc 0 "calls on cards of which one leader lacks memory, on $ranks" || told
done
run $((60 * slow)) env RONDO_EAGER=1 RONDO_BTL=self,tcp "$MPIRUN" -n 2 \
	"$BUILD/t/jobs/no_memory_rma" lost
is $rc 39 'a message of a window that cannot be taken ends the job' || told
job tcp 2 60 t/jobs/no_memory_rma frame
job sm 3 60 t/jobs/no_memory_file "$TMP/file"
job tcp 2 60 t/jobs/no_memory_file "$TMP/file"
job sm 2 60 t/jobs/no_memory_coll coll
job sm 2 60 t/jobs/no_memory_coll group
for btl in sm tcp; do
	job $btl 4 60 t/jobs/no_memory_coll lobby
done
job sm 3 60 t/jobs/no_memory_coll first
job tcp 3 60 t/jobs/no_memory_coll first
job sm 5 60 t/jobs/no_memory_coll coll
job sm 3 60 t/jobs/no_memory_begin queue
job sm 3 60 t/jobs/no_memory_begin spare
job sm 3 60 t/jobs/no_memory_begin orphan
job tcp 4 60 t/jobs/no_memory_begin schedule

RONDO_TCP_TIMEOUT=2
export RONDO_TCP_TIMEOUT
job tcp 2 60 t/jobs/no_descriptors
like "$(cat "$err")" 'no connection to rank 1 .*too many open files.*256 descriptors' \
	"names the cause"

# From too few for anything to too few for a listener, however many a process has when it begins.
few=8
waits() { over $pid || grep -q 'tried again until there is one' "$err"; }
while [ $few -lt 20 ]; do
	: >"$err"
	"$MPIRUN" --timeout 60 -n 2 sh -c 'ulimit -n $0; RONDO_BTL=self,tcp exec "$@"' \
		$few "$BUILD/examples/hello" >"$out" 2>"$err" </dev/null &
	pid=$!
	within 60 waits
	kill $pid 2>/dev/null
	wait $pid
	rc=$?
	grep -q 'tried again until there is one' "$err" && break
	[ $rc = 0 ] && break
	like "$(cat "$err")" 'raise the limit on open files' "MPI_Init with $few descriptors"
	unlike "$(cat "$err")" 'no transport reaches|out of memory' "and nothing else" || told
	few=$((few + 1))
done
done_testing
