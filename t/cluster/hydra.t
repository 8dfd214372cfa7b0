#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Jobs that Hydra, MPICH's launcher, starts on four hosts, and with its server at a port.

. "$(dirname "$0")/jobs.sh"

command -v mpiexec.hydra >/dev/null || skip_all 'there is no mpiexec.hydra (Debian package mpich)'
hosts 4

launch()
{
	launch_ranks=$1
	shift
	$launch_under mpiexec.hydra $options -launcher ssh -launcher-exec "$TMP/agent" \
		-iface eth0 -hosts h1,h2,h3,h4 -ppn "${each:-$(((launch_ranks + 3) / 4))}" \
		-n "$launch_ranks" "$@"
}

options=
knows 'Hydra (PMI)' 4
suite
each=1 # ranks in turn: those of a host have no neighbours in their windows there
job 8 t/jobs/rma
job 8 t/jobs/rma_more
job 8 t/jobs/rma_types
each=
# One message of more than 2 GiB from host to host.
job_s=150
[ "$SANITIZED" = 1 ] || job 2 t/jobs/large_messages -self 0 -pieces 2049
job_s=
fails 'an abort' 6 "$BUILD/t/runtime/job" abort 1 7
is $rc 7 'with its status'
started 60 8 env RONDO_STATS=1 "$BUILD/t/jobs/init"
is "$(grep -o '^rank [0-7] on h[1-4] ' "$err" | sort -u | wc -l) $(grep -c ' on ? ' "$err")" "8 0" \
	'statistics name the host of each rank, also of those never spoken to' || told
# A rank on the second host dies: those of the first learn of it, which their leader alone sees.
# The ranks write to a file: mpiexec.hydra signals the hosts of the others at each end without
# MPI_Finalize, gets SIGPIPE where a host has just ended, and loses output.
options=-disable-auto-cleanup
each=2
for case in 'barrier 2' 'barrier 3' 'bcast 2' 'allgather 2' 'allgather 3' 'reduce 2' 'reduce 3' \
	'allreduce 2' 'allreduce 3'; do
	rm -f "$TMP/dead"
	# shellcheck disable=SC2016,SC2086 # the inner shell's words; two words
	started 60 4 sh -c 'exec "$@" >>"$0"' "$TMP/dead" "$BUILD/t/jobs/dies_hosts" $case
	cat "$TMP/dead" >"$out"
	is "$(grep -c '^rank [01] has an error' "$out")" 2 "dead: $case" || told
done
each=
options=-pmi-port
knows 'Hydra (PMI)' 4

done_testing
