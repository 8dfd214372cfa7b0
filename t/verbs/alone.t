#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A peer without an open device (alone.c), on emulated cards.

. "$(dirname "$0")/lib.sh"

needs alone
run 120 "$MPIRUN" --ring emu --verbs -n 1 "$BUILD/t/verbs/alone" : -n 1 sleep 12
is "$(grep -c '^not ok' "$out")" 0 "$(grep -c '^ok' "$out") checks of alone.c" || told
is "$(grep -c '^ok' "$out")" 4 "all were made" || told
unlike "$(cat "$err")" 'Sanitizer|runtime error|rondo: error' "no report of a sanitizer"
done_testing
