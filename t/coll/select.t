#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# RONDO_COLL: an algorithm that is asked for is used; one that cannot do a call gives
# way, with one warning; a name that does not exist is an error that lists those that do. And
# what --stats says of collectives.
. "$(dirname "$0")/../lib.sh"

job=$BUILD/t/jobs/reduce

RONDO_COLL=allreduce=ring,reduce=rabenseifner run 60 $MPIRUN --stats -n 3 $job
is $rc 0 "forced algorithms" || told
said=$(cat $out $err)
like "$said" '^allreduce +ring' "the ring was used"
unlike "$said" '^allreduce +sm' "shared memory was not, though it could"
like "$said" '^scan +sm' "other operations choose freely"
like "$said" 'cannot do allreduce of .*commutative.*; another one does' "why it was not always"
is "$(printf '%s\n' "$said" | grep -c 'cannot do allreduce')" 1 "said once"

RONDO_COLL=allreduce=rng run 20 $MPIRUN -n 2 $job
[ $rc -ne 0 ]
ok $? "an algorithm that does not exist"
like "$(cat $err)" 'algorithms of allreduce are .*doubling.*ring' "the error lists them"

RONDO_COLL=allred=ring run 20 $MPIRUN -n 2 $job
[ $rc -ne 0 ]
ok $? "an operation that does not exist"
like "$(cat $err)" 'operations are barrier, bcast' "the error lists them"

RONDO_COLL=ring run 20 $MPIRUN -n 2 $job
[ $rc -ne 0 ]
ok $? "no operation"
like "$(cat $err)" 'should be operation=algorithm' "the error says the form"

RONDO_BTL=self,tcp run 60 $MPIRUN --stats -n 2 $job
is $rc 0 "without the sm transport" || told
unlike "$(cat $out $err)" '^allreduce +sm' "collectives use no shared memory either"
done_testing
