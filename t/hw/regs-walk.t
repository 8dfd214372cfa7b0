#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves in simulation that every register of hw/regs/ring_nic.tbl in the blocks that stand on
# their own reads as its column reset says and takes what its column access says.

. "$(dirname "$0")/../lib.sh"

command -v verilator >/dev/null || skip_all "no verilator (Debian package verilator)"
command -v perl >/dev/null || skip_all "no perl"

run 300 make -C "$SRC/hw" build/sim/regs_walk
is $rc 0 "the simulation is built" || told
run 120 "$SRC/hw/build/sim/regs_walk"
is $rc 0 "the walk finds what the table says" || told
like "$(cat "$out")" '^ok .*registers read as the table says after reset' "it read them" || told
unlike "$(cat "$out")" '^not ok' "nothing failed"
done_testing
