#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Threads that use the library at the same time (threads.c), on emulated cards.

. "$(dirname "$0")/lib.sh"

needs threads
run 120 "$MPIRUN" --ring emu --verbs -n 1 "$BUILD/t/verbs/threads"
is $rc 0 "$(grep -c '^ok' "$out") checks of threads.c" || told
unlike "$(cat "$err")" 'Sanitizer|runtime error|rondo: error' "no report of a sanitizer"
done_testing
