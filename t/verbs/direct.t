#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# READs and atomic operations without the target's software (direct.c), on emulated and simulated
# cards.

. "$(dirname "$0")/../lib.sh"

[ -x "$BUILD/t/verbs/direct" ] || skip_all "built without infiniband/verbs.h (libibverbs-dev)"
# direct RING DIVISOR
direct()
{
	RD_VERBS_DIR=$TMP/$1
	export RD_VERBS_DIR
	mkdir "$RD_VERBS_DIR"
	run 200 "$MPIRUN" --ring "$1" --verbs -n 2 "$BUILD/t/verbs/direct" "$2"
	is $rc 0 "$(grep -c '^ok' "$out") checks of direct.c, $1" || told
	unlike "$(cat "$err")" 'Sanitizer|runtime error|rondo: (error|warning)' "no errors"
}

direct emu 1
if [ -x "${RONDO_RING_SERVER:-$BUILD/bin/rondo_ring_w64}" ]; then
	direct rtl 10
else
	skip "there is no simulated ring (make -C hw ring)" "direct.c on it"
fi
done_testing
