#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves in simulation that every register of hw/regs/ring_nic.tbl of the native card reads as its
# reset column and takes values as its access column: the blocks alone, then the whole card.

. "$(dirname "$0")/../lib.sh"

command -v verilator >/dev/null || skip_all "no verilator (Debian package verilator)"
command -v perl >/dev/null || skip_all "no perl"

for bench in regs_walk regs_walk_card; do
	run 600 make -C "$SRC/hw" build/sim/$bench
	is $rc 0 "$bench: the simulation is built" || told
	run 120 "$SRC/hw/build/sim/$bench"
	is $rc 0 "$bench: the walk agrees with the table" || told
	like "$(cat "$out")" '^ok .*registers read as the table says after reset' \
		"$bench: it read them" || told
	unlike "$(cat "$out")" '^not ok' "$bench: nothing failed"
done
done_testing
