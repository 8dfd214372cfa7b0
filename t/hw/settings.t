#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Shows that hw/mutate/run and hw/synth/run refuse a module and a family that there is not, and name
# what can be written, before they run anything.

. "$(dirname "$0")/../lib.sh"

command -v perl >/dev/null || skip_all "no perl"

mkdir -p "$TMP/hw/mutate" "$TMP/hw/synth" "$TMP/hw/rtl"
cp "$SRC/hw/mutate/run" "$SRC/hw/mutate/points.pm" "$TMP/hw/mutate/"
cp "$SRC/hw/synth/run" "$SRC/hw/synth/modules.tbl" "$TMP/hw/synth/"
: >"$TMP/hw/rtl/dma_read.v"
for setting in module=none only=none module=dma_read,none; do
	run 10 perl "$TMP/hw/mutate/run" "$setting"
	[ $rc -ne 0 ]
	ok $? "$setting is refused" || told
	like "$(cat "$err")" "no module 'none'; write module=NAME,NAME" 'and says so' || told
done
[ ! -e "$TMP/hw/build" ]
ok $? 'nothing was written'
FAMILY=none run 10 perl "$TMP/hw/synth/run" node_spin
[ $rc -ne 0 ]
ok $? 'a family that there is not is refused' || told
like "$(cat "$err")" "no family 'none'; there are ecp5 ice40 intel xilinx" 'and the others are named' || told
done_testing
