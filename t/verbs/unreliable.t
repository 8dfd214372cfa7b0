#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Queue pairs of type UC (unreliable.c), in one process and between two on emulated cards.

. "$(dirname "$0")/lib.sh"

needs unreliable
run 60 "$MPIRUN" --ring emu --verbs -n 1 "$BUILD/t/verbs/unreliable" one
is $rc 0 "$(grep -c '^ok' "$out") checks of unreliable.c in one process" || told
on_two 60 emu unreliable
done_testing
