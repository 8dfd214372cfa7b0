#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Many communicators over shared memory (comms.c): their memory is bounded, by RONDO_COLL_SHARED
# if that is given, and they take no descriptors; a rank without a descriptor wakes others.

. "$(dirname "$0")/lib.sh"

# 2 MB of each rank, in pages, and 32 MB for long data; without room for any all go by messages.
job sm 8 60 t/jobs/comms -n 100 -m 52000
export RONDO_COLL_SHARED=100K
job sm 8 60 t/jobs/comms -n 60 -m 35500
export RONDO_COLL_SHARED=60000
job sm 2 60 t/jobs/comms -n 300 ahead
export RONDO_COLL_SHARED=0
job sm 3 60 t/jobs/comms -n 20 -m 0
unset RONDO_COLL_SHARED
job sm 3 60 t/jobs/comms -n 5 late
done_testing
