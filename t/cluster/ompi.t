#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Jobs that Open MPI's launcher starts on four hosts.

. "$(dirname "$0")/jobs.sh"

command -v mpirun.openmpi >/dev/null ||
	skip_all 'there is no mpirun.openmpi (Debian package openmpi-bin)'
hosts 4

launch()
{
	launch_ranks=$1
	shift
	$launch_under mpirun.openmpi --allow-run-as-root --mca plm_rsh_agent "$TMP/agent" \
		--mca oob_tcp_if_include 10.77.0.0/24 --map-by node --oversubscribe \
		-host h1:2,h2:2,h3:2,h4:2 -n "$launch_ranks" "$@"
}

knows "Open MPI's launcher (PMIx)" 4
connected
fails 'an abort' 6 "$BUILD/t/runtime/job" abort 1 7
is $rc 7 'with its status'

done_testing
