#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# WRITEs that the card places without the target's software (placed.c), on emulated cards.

. "$(dirname "$0")/lib.sh"

needs placed
on_two 120 emu placed
done_testing
