#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Memory windows (windows.c), on emulated cards.

. "$(dirname "$0")/lib.sh"

needs windows
on_two 120 emu windows
done_testing
