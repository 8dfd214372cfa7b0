#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# RONDO_COLL: a selected algorithm is used; one that does not support a call is replaced, with one
# warning; an unknown name is an error that lists the known ones. Settings that must be the same on
# all ranks. And the rows of --stats for collectives.
. "$(dirname "$0")/../lib.sh"

job=$BUILD/t/jobs/reduce

RONDO_COLL=allreduce=ring,reduce=rabenseifner run 60 $MPIRUN --stats -n 3 $job
is $rc 0 "forced algorithms" || told
said=$(cat $out $err)
like "$said" '^allreduce +ring' "the ring was used"
like "$said" '^scan +sm' "other operations choose freely"
like "$said" 'cannot do allreduce of .*commutative.*; another one does' "why it was not always"
is "$(printf '%s\n' "$said" | grep -c 'cannot do allreduce')" 1 "said once"

RONDO_COLL=allreduce=doubling run 60 $MPIRUN --stats -n 2 $job
unlike "$(cat $out $err)" '^allreduce +sm' "shared memory is not used, though it could be"

RONDO_COLL=allreduce=rng run 20 $MPIRUN -n 2 $job
[ $rc -ne 0 ]
ok $? "an algorithm that does not exist"
like "$(cat $err)" 'MPI_Init: RONDO_COLL: .*algorithms of allreduce are .*doubling.*ring' \
	"the error lists them"

RONDO_COLL=allred=ring run 20 $MPIRUN -n 2 $job
[ $rc -ne 0 ]
ok $? "an operation that does not exist"
like "$(cat $err)" 'MPI_Init: .*operations are barrier, bcast.*exscan$' "the error lists them"

RONDO_COLL=ring run 20 $MPIRUN -n 2 $job
[ $rc -ne 0 ]
ok $? "no operation"
like "$(cat $err)" 'should be operation=algorithm' "the error says the form"

RONDO_BTL=self,tcp run 60 $MPIRUN --stats -n 2 $job
is $rc 0 "without the sm transport" || told
unlike "$(cat $out $err)" '^allreduce +sm' "collectives use no shared memory either"

run 60 $MPIRUN --stats -n 3 $job -u 1 -f 3
is $rc 0 "operators of the user" || told
for operation in reduce allreduce reduce_scatter reduce_scatter_block scan exscan; do
	like "$(cat $out $err)" "^$operation +sm +[0-9]{2,}" "$operation in shared memory"
	like "$(cat $out $err)" "^$operation +pipelined ++[0-9]{2,}" "and if long"
done

RONDO_COLL_SHARED=0 run 60 $MPIRUN --stats -n 2 $job
is $rc 0 "without shared memory for collectives" || told
like "$(cat $out $err)" '^not in shared memory' \
	"--stats counts the calls that used messages for that"
like "$(cat $out $err)" '^allreduce .*RONDO_COLL_SHARED' "and names the parameter"
RONDO_BTL=self,tcp run 60 $MPIRUN --stats -n 2 $job
unlike "$(cat $out $err)" '^not in shared memory' "but not calls that were not wanted there"

# Ranks that decide differently do not wait for each other.
for given in RONDO_COLL=allreduce=ring RONDO_REDUCE_ORDER=ring RONDO_BTL=self,tcp RONDO_STATS=1; do
	run 20 $MPIRUN -n 1 env $given $job : -n 2 $job
	[ $rc -ne 0 ] && [ $rc -ne 124 ]
	ok $? "$given on one rank alone is an error" || told
	like "$(cat $err)" "${given%%=*} is .* on rank .( and 1 more of its host)?, but .* on rank .: give all" \
		"in words"
done
run 20 $MPIRUN -n 1 $job : -n 1 env RONDO_BTL=self,tcp $job
like "$(cat $err)" '^mpirun: .* aborted the job .*MPI_(Init|Bcast): RONDO_BTL is .* on rank .: give all ranks' \
	"the last line says why" || told
tcp="env RONDO_BTL=self,tcp $job"
run 20 $MPIRUN -n 1 $job : -n 1 $tcp : -n 2 $job : -n 3 $tcp
is "$(grep -v '^mpirun: ' $err | grep -c 'RONDO_BTL is')" 1 "one rank of several tells it" || told
like "$(cat $err)" 'RONDO_BTL is "self,tcp" on rank 1 and 3 more of its host, but .* on rank 0' \
	"with their number" || told
for given in RONDO_RING_VECTOR=1000 RONDO_RING=; do
	run 20 $MPIRUN --ring emu -n 2 $job : -n 1 env $given $job
	[ $rc -ne 0 ] && [ $rc -ne 124 ]
	ok $? "$given on one rank alone is an error" || told
	like "$(cat $err)" "${given%%=*} is .* on rank .( and 1 more of its host)?, but .* on rank .: give all" \
		"in words"
done
RONDO_RING_VECTOR=64K run 60 $MPIRUN --ring emu -n 1 env RONDO_RING_VECTOR=65536 $job : -n 2 $job
is $rc 0 "the same value in other words" || told

# Two ranks with a processor each: long data that only move go by the copy that is quicker here.
bcasts="$BUILD/bench/collectives --run bcast --min 262144 --max 262144 --time 0.01"
two_copies='^bcast +pipelined ++[0-9]{2,}' # more than those before the pool is there
RONDO_CMA=0 run 60 $MPIRUN --stats -n 2 $bcasts
is $rc 0 "without copies by the kernel" || told
like "$(cat $out $err)" "$two_copies" "they go through shared memory"
RONDO_COLL=bcast=pipelined run 60 $MPIRUN --stats -n 2 $bcasts
like "$(cat $out $err)" "$two_copies" "and where that is asked for"
run 60 $MPIRUN --ring emu --stats -n 2 $BUILD/bench/collectives --run scatter --min 262144 \
	--max 262144 --time 0.01
like "$(cat $out $err)" '^scatter +pipelined ++[0-9]{2,}' "and where messages go over cards"
RONDO_VERBOSE=2 run 60 $MPIRUN --stats -n 2 $bcasts
said=$(cat $out $err)
times=$(printf '%s\n' "$said" | sed -n 's/.*copy of 65536 bytes: \([0-9]*\) ns, by the kernel \([0-9]*\) ns.*/\1 \2/p')
cpus=$($MPIRUN -n 1 "$BUILD/t/runtime/job" hello |
	sed -n 's/.* ranks on \([0-9]*\) processors.*/\1/p')
if [ "$cpus" -lt 2 ]; then
	is "$times" '' "nothing is measured on one processor"
elif [ "${times#* }" -lt $((4 * ${times% *})) ]; then
	unlike "$said" "$two_copies" "one copy by the kernel ($times ns)"
else
	like "$said" "$two_copies" "two copies ($times ns)"
fi
done_testing
