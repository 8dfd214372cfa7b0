#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Many communicators and windows at once (objects.c): bounded memory, no descriptor each, no slower
# progress. The sums for 8 ranks are those of 10,000 and 1000, over the other transports of fewer.

. "$(dirname "$0")/lib.sh"

most=64000
[ "$SANITIZED" = 1 ] && most=9999999
if [ "$SANITIZED" = 1 ]; then
	job sm 3 60 t/jobs/objects 500 100 $most
else
	job sm 8 150 t/jobs/objects 10000 1000 $most
fi
job tcp 3 60 t/jobs/objects 500 100 $most
done_testing
