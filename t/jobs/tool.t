#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Performance variables of a job (tool.c).

. "$(dirname "$0")/lib.sh"

for ranks in 1 2 4; do
	job sm $ranks 30 t/jobs/tool
done
job tcp 2 30 t/jobs/tool
export TOOL_CARDS=1
job fpga 4 30 t/jobs/tool
job rtl 2 30 t/jobs/tool
done_testing
