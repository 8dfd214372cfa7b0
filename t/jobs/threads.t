#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Several threads of each rank inside MPI (threads.c), over each transport: as they come, and with
# threads that sleep as soon as there is nothing to do, and without checks of arguments. Then
# communicators that they make at the same time (comm_create.c).

. "$(dirname "$0")/lib.sh"

# Sanitizers judge the code, for which one number of ranks does.
numbers='1 2 4'
[ "$SANITIZED" = 1 ] && numbers=3
for btl in sm tcp fpga; do
	for ranks in $numbers; do
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
unset RONDO_CHECK
for ranks in 1 2 4 5; do
	job sm $ranks 60 t/jobs/comm_create
done
job tcp 3 60 t/jobs/comm_create -r 10
done_testing
