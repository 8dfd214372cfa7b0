#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Intercommunicators and their collectives (inter.c) with every cut of 1 to 5 ranks, so also
# 1 : 3, 2 : 2 and 3 : 1, over each transport.

. "$(dirname "$0")/lib.sh"

# Sanitizers judge the code, for which fewer numbers of ranks do.
numbers='1 2 4 5'
[ "$SANITIZED" = 1 ] && numbers='2 5'
for btl in sm tcp; do
	for ranks in $numbers; do
		job $btl $ranks 30 t/jobs/inter
	done
done
job fpga 4 30 t/jobs/inter
done_testing
