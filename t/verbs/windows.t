#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Memory windows (windows.c), on emulated cards.

. "$(dirname "$0")/../lib.sh"

[ -x "$BUILD/t/verbs/windows" ] || skip_all "built without infiniband/verbs.h (libibverbs-dev)"
RD_VERBS_DIR=$TMP
export RD_VERBS_DIR
run 120 "$MPIRUN" --ring emu --verbs -n 2 "$BUILD/t/verbs/windows"
is $rc 0 "$(grep -c '^ok' "$out") checks of windows.c" || told
unlike "$(cat "$err")" 'Sanitizer|runtime error|rondo: error' "no report of a sanitizer"
done_testing
