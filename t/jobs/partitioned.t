#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Partitioned communication (partitioned.c) in shared memory and over TCP, and where everything goes
# by rendezvous.

. "$(dirname "$0")/lib.sh"

for btl in sm tcp; do
	for ranks in 1 2 4; do
		job $btl $ranks 60 t/jobs/partitioned
	done
done
job fpga 3 60 t/jobs/partitioned
RONDO_EAGER=1
export RONDO_EAGER
job sm 2 60 t/jobs/partitioned
job tcp 3 60 t/jobs/partitioned
done_testing
