#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A rank is killed at a random moment of a phase, from MPI_Init to MPI_Finalize: the survivors
# get the failure notice in time, the job ends, mpirun's status shows it, and nothing is left
# (phases.pl, phases.c). PHASES_KILLS sets how often over each transport, PHASES_SEED the
# first seed.

. "$(dirname "$0")/lib.sh"

kills=${PHASES_KILLS:-12}
[ "$SANITIZED" = 1 ] && kills=$((kills / 4))
seed=${PHASES_SEED:-$(date +%s)}
mkdir "$TMP/files"
for transport in sm tcp fpga; do
	wrong=$(perl "$SRC/t/jobs/phases.pl" $transport "$kills" "$seed" "$TMP/files" 2>&1)
	is "$wrong" '' "$kills kills over $transport, seeds from $seed"
	wrong=$(perl "$SRC/t/jobs/phases.pl" $transport 2 "$seed" "$TMP/files" rendezvous 2>&1)
	is "$wrong" '' "2 in a rendezvous"
done
done_testing
