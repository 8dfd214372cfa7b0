#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# WRITEs of a process that stood still, by a grant that has ended (late.c).

. "$(dirname "$0")/lib.sh"

needs late
new_folder
run 120 "$MPIRUN" --ring emu --verbs -n 3 "$BUILD/t/verbs/late"
is $rc 0 "$(grep -c '^ok' "$out") checks of late.c" || told
is "$(grep -c '^ok' "$out")" 5 'those of all three processes'
unlike "$(cat "$err")" 'Sanitizer|runtime error|rondo: (error|warning)' 'no errors'
done_testing
