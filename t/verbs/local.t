#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Work requests and their failures (local.c), by a process whose queue pairs are connected with
# each other, on emulated cards.

. "$(dirname "$0")/lib.sh"

needs local
run 300 "$MPIRUN" --ring emu --verbs -n 1 "$BUILD/t/verbs/local"
is $rc 0 "$(grep -c '^ok' "$out") checks of local.c" || told
[ "$(grep -c '^ok' "$out")" -gt 160 ]
ok $? "all were made"
unlike "$(cat "$err")" 'Sanitizer|runtime error' "no report of a sanitizer"
done_testing
