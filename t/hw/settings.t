#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Shows that hw/mutate/run and hw/synth/run refuse a module and a family that there is not, and name
# what can be written, before they run anything; that hw/synth/run fails for names that no row has,
# and counts each cell once, and RAMs made of LUTs as LUTs.

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
for pattern in node_spi '?ode_spin-none'; do
	run 10 perl "$TMP/hw/synth/run" "$pattern"
	[ $rc -ne 0 ]
	ok $? "row $pattern, that there is not, is refused" || told
	like "$(cat "$err")" "no row '.*ode_spi.*' in synth/modules.tbl" 'and says so' || told
done
# A yosys that writes the counts of a module, of another one, and their sum.
mkdir "$TMP/bin"
cat >"$TMP/bin/yosys" <<'END'
#!/bin/sh
stat=$(printf '%s\n' "$*" | sed 's/.*tee -o \([^ ]*\) .*/\1/')
cat >"$stat" <<'STAT'
=== inner ===

     FDRE                            2
     LUT6                            3
     RAM32M                          1

=== outer ===

     FDRE                            1
     LUT2                            4
     RAMB18E1                        1
     inner                           1

=== design hierarchy ===

     FDRE                            3
     LUT2                            4
     LUT6                            3
     RAM32M                          1
     RAMB18E1                        1
STAT
END
chmod +x "$TMP/bin/yosys"
FAMILY=xilinx PATH="$TMP/bin:$PATH" run 10 perl "$TMP/hw/synth/run" 'rdma_c?'
ok $rc 'a row is counted' || told
like "$(cat "$out" | tr -s ' ')" 'rdma_cq - - - - - 11 3 0.5 - - -' 'with LUTs, registers and half a block RAM' || told
done_testing
