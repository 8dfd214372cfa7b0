#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# READs and atomic operations without the target's software (direct.c), on emulated and simulated
# cards.

. "$(dirname "$0")/lib.sh"

needs direct
on_two 200 emu direct 1
if [ -x "${RONDO_RING_SERVER:-$BUILD/bin/rondo_ring_w64}" ]; then
	on_two 200 rtl direct 10
else
	skip "there is no simulated ring (make -C hw ring)" "direct.c on it"
fi
done_testing
