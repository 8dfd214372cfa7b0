#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Sessions (sessions.c) with and without MPI_Init, begun together and one after the other, over
# shared memory and TCP.

. "$(dirname "$0")/lib.sh"

# Leaks of PMIx are recognized by its name on the stack (runtime/lsan.supp), which only whole stacks
# show.
ASAN_OPTIONS=fast_unwind_on_malloc=0:${ASAN_OPTIONS:-}
export ASAN_OPTIONS

# Sanitizers judge the code, for which fewer numbers of ranks do.
numbers='1 2 4'
[ "$SANITIZED" = 1 ] && numbers='1 4'
for btl in sm tcp; do
	for ranks in $numbers; do
		job $btl $ranks 30 t/jobs/sessions
	done
	job $btl 3 30 t/jobs/sessions alone
	job $btl 4 30 t/jobs/sessions late
	job $btl 3 30 t/jobs/sessions after
	job $btl 3 30 t/jobs/sessions behind
	job $btl 3 30 t/jobs/sessions denied
done
run 30 "$BUILD/t/jobs/sessions"
is $rc 0 'a session without mpirun' || told
done_testing
