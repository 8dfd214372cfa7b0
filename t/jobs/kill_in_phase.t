#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A rank is killed at a random moment of a phase, from MPI_Init to MPI_Finalize: the survivors
# get the failure notice in time, the job ends, mpirun's status shows it, and nothing is left
# (kill_in_phase.pl, kill_in_phase.c). KILL_JOBS sets how often over each transport, KILL_SEED the
# first seed.

. "$(dirname "$0")/lib.sh"

kills=${KILL_JOBS:-12}
[ "$SANITIZED" = 1 ] && kills=$((kills / 4))
seed=${KILL_SEED:-$(date +%s)}
mkdir "$TMP/files"
for transport in sm tcp fpga; do
	wrong=$(perl "$SRC/t/jobs/kill_in_phase.pl" $transport "$kills" "$seed" "$TMP/files" 2>&1)
	is "$wrong" '' "$kills kills over $transport, seeds from $seed"
	wrong=$(perl "$SRC/t/jobs/kill_in_phase.pl" $transport 2 "$seed" "$TMP/files" \
		rendezvous 2>&1)
	is "$wrong" '' "2 in a rendezvous"
done
done_testing
