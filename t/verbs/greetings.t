#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Greetings that are lost (greetings.c).

. "$(dirname "$0")/lib.sh"

needs greetings
on_two 60 emu greetings
on_two 60 emu greetings leave
on_two 60 emu greetings unmet
done_testing
