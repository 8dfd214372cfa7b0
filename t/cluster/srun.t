#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Jobs that Slurm starts on three nodes: srun --mpi=pmix, srun --mpi=pmi2, and
# srun without either, which would start programs of one rank each.

. "$(dirname "$0")/jobs.sh"

hosts 3
slurm || skip_all "$why"

mpi=
launch()
{
	launch_ranks=$1
	shift
	$launch_under srun -N3 -n "$launch_ranks" -O $mpi "$@"
}

plugins=$(srun --mpi=list 2>&1)
case $plugins in
*pmix*)
	mpi=--mpi=pmix
	knows 'srun (PMIx)' 3
	connected
	fails 'an abort' 6 "$BUILD/t/runtime/job" abort 1 7
	;;
*) skip 'this Slurm has no PMIx' 'srun --mpi=pmix' ;;
esac
case $plugins in
*pmi2*)
	mpi=--mpi=pmi2
	knows 'srun (PMI)' 3
	job 6 t/jobs/random_p2p -r 5
	job 6 t/jobs/coll -f 6
	job 6 t/jobs/sessions
	fails 'an abort' 6 "$BUILD/t/runtime/job" abort 1 7
	;;
*) skip 'this Slurm has no PMI' 'srun --mpi=pmi2' ;;
esac
mpi=--mpi=none
started 60 4 "$BUILD/t/jobs/init"
[ $rc -ne 0 ]
ok $? 'srun without PMIx is an error' || told
like "$(cat "$err")" 'use srun --mpi=pmix' 'which says what to use' || told

done_testing
