#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Several threads of each rank inside MPI (threads.c), over each transport: as they come, and with
# threads that sleep as soon as there is nothing to do, and without checks of arguments.

. "$(dirname "$0")/lib.sh"

for btl in sm tcp fpga; do
	for ranks in 1 2 4; do
		job $btl $ranks 60 t/jobs/threads
	done
done
export RONDO_SPIN=0 RONDO_SLEEP_US=0
for btl in sm tcp fpga; do
	job $btl 3 60 t/jobs/threads -r 8 -t 3
done
unset RONDO_SPIN RONDO_SLEEP_US
export RONDO_CHECK=0
job sm 2 60 t/jobs/threads -r 5
done_testing
