#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Queue pairs that end in the middle of a message (middle.c).

. "$(dirname "$0")/lib.sh"

needs middle
on_two 60 emu middle
done_testing
