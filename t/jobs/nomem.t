#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# When memory is out (nomem.c): one-sided operations by message at origin and target, partitioned
# receives, and the shared memory of collectives. And descriptors (nofiles.c).

. "$(dirname "$0")/lib.sh"

[ "$SANITIZED" = 1 ] && skip_all 'the sanitizer has an allocator of its own'
RONDO_CMA=0
export RONDO_CMA
for btl in sm tcp; do
	job $btl 2 60 t/jobs/nomem rma
	job $btl 2 60 t/jobs/nomem target
	job $btl 2 60 t/jobs/nomem part
done
job sm 2 60 t/jobs/nomem coll
job sm 5 60 t/jobs/nomem coll

RONDO_TCP_TIMEOUT=2
export RONDO_TCP_TIMEOUT
job tcp 2 60 t/jobs/nofiles
like "$(cat "$err")" 'no connection to rank 1 .*too many open files.*256 descriptors' "names the cause"
done_testing
