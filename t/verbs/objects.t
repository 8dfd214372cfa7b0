#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Objects beside connected queue pairs (objects.c), of one process, on emulated cards.

. "$(dirname "$0")/lib.sh"

needs objects
run 300 "$MPIRUN" --ring emu --verbs -n 1 "$BUILD/t/verbs/objects"
is $rc 0 "$(grep -c '^ok' "$out") checks of objects.c" || told
[ "$(grep -c '^ok' "$out")" -gt 110 ]
ok $? "all were made"
unlike "$(cat "$err")" 'Sanitizer|runtime error' "no report of a sanitizer"
done_testing
