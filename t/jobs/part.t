#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Partitioned communication (part.c) in shared memory and over TCP, and where everything goes by
# rendezvous.

. "$(dirname "$0")/lib.sh"

for btl in sm tcp; do
	for ranks in 1 2 4; do
		job $btl $ranks 60 t/jobs/part
	done
done
job fpga 3 60 t/jobs/part
RONDO_EAGER=1
export RONDO_EAGER
job sm 2 60 t/jobs/part
job tcp 3 60 t/jobs/part
done_testing
