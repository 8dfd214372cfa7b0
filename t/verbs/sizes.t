#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# All sizes of messages by all operations, with a check of each byte (sizes.c), on emulated cards.

. "$(dirname "$0")/lib.sh"

needs sizes
log=23
[ "$SANITIZED" = 1 ] && log=19
on_two 200 emu sizes "$log"
done_testing
