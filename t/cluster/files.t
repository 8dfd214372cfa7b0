#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Files of ranks on four hosts, which have one file system: the jobs of t/jobs/io.t. The members of
# a file know which of them are on other hosts, and then cut it into domains that no two hosts
# write to (io/exchange.h).

. "$(dirname "$0")/jobs.sh"

# launch RANKS COMMAND...
launch()
{
	launch_ranks=$1
	shift
	$launch_under "$MPIRUN" -host h1,h2,h3,h4 -n "$launch_ranks" "$@"
}

hosts 4
launchers
for program in io_calls io_edges io_shared io_datarep; do
	job 4 t/jobs/$program "$TMP/file"
done
for ranks in 4 7; do
	job $ranks t/jobs/io_views "$TMP/file" -n 30 ${IO_SEED:+-s $IO_SEED}
done
is "$(ls "$TMP" | grep -c '^file')" 0 'no file is left'
done_testing
