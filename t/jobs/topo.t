#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Virtual topologies over random graphs (topo.c). TOPO_SEED gives another graph.

. "$(dirname "$0")/lib.sh"

for btl in sm tcp; do
	for ranks in 1 2 3 5; do
		job $btl $ranks 30 t/jobs/topo ${TOPO_SEED:+-s $TOPO_SEED}
	done
done
done_testing
