#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that the committed register headers and manuals are those that hw/regs/gen.pl makes from
# hw/regs/ring_nic.tbl and rdma.tbl, that the C headers stand alone, and that the generator refuses
# a table with a mistake and names its line.

. "$(dirname "$0")/../lib.sh"

command -v perl >/dev/null || skip_all "no perl"

table=$SRC/hw/regs/ring_nic.tbl
mkdir "$TMP/gen"
run 20 perl "$SRC/hw/regs/gen.pl" "$TMP/gen"
is $rc 0 "the generator runs" || told
[ ! -s "$err" ]
ok $? "it has nothing to complain of" || told
for file in hw/rtl/ring_nic_regs.vh btl_fpga/ring_nic_regs.h hw/regs/REGISTERS.md \
	hw/rtl/rdma_regs.vh btl_fpga/rdma_regs.h hw/regs/RDMA.md; do
	difference=$(diff "$TMP/gen/$file" "$SRC/$file" 2>&1 | head -20)
	is "$difference" "" "$file is fresh: else call perl hw/regs/gen.pl"
done

# The CRC covers the columns: a comment does not change it, a number does.
crc()
{
	perl "$SRC/hw/regs/gen.pl" "$TMP/gen" "$1" && sed -n 's/.*RN_TABLE_CRC //p' \
		"$TMP/gen/hw/rtl/ring_nic_regs.vh"
}
was=$(crc "$table")
sed 's/ ; .*/ ; other words/; s/^#.*/# other words/' "$table" >"$TMP/table"
is "$(crc "$TMP/table" | sed 's/ .*//')" "${was%% *}" "other words, the same CRC"
sed 's/^reg SCRATCH 0x1c/reg SCRATCH 0xfc/' "$table" >"$TMP/table"
[ "$(crc "$TMP/table")" != "$was" ]
ok $? "another offset, another CRC"
# gzip ends with the same CRC of its input, lowest byte first.
sed -n 's/ *;.*//; /^[a-z]/p' "$table" | tr -s ' ' | sed 's/ $//' >"$TMP/columns"
theirs=$(gzip -c "$TMP/columns" | tail -c 8 | od -An -tx1 | awk '{ print $4 $3 $2 $1 }')
is "32'h$theirs" "${was%% *}" "it is the CRC-32 that others know"

cat >"$TMP/use.c" <<'END'
#include "btl_fpga/rdma_regs.h"
#include "btl_fpga/ring_nic_regs.h"
#include "btl_fpga/ring_nic_regs.h"
#define ONE(block, reg, scope, offset, step, n, access, reset, known, mask) \
	+(n) * ((offset) < 4096)
int main(void)
{
	return (0 RN_REGISTERS(ONE)) < 20 || (0 RDMA_REGISTERS(ONE)) < 10;
}
END
run 30 ${CC:-cc} -std=c99 -Wall -Wextra -Werror -pedantic -I"$SRC" -o "$TMP/use" "$TMP/use.c"
is $rc 0 "the C headers compile alone, twice, without a warning" || told
run 10 "$TMP/use"
is $rc 0 "their lists have the registers"

# refuses WHY TEXT: the table with these lines behind it is refused, at the last of them.
refuses()
{
	{
		cat "$table"
		printf '%b\n' "$2"
	} >"$TMP/table"
	last=$(wc -l <"$TMP/table" | tr -d ' ')
	run 20 perl "$SRC/hw/regs/gen.pl" "$TMP/gen" "$TMP/table"
	[ $rc -ne 0 ]
	ok $? "refuses $1" || told
	like "$(cat "$err")" ":$last: $3" "and says so, with the line" || told
}

cp "$TMP/gen/hw/rtl/ring_nic_regs.vh" "$TMP/before"
block='block TEST global 0xff0 0x10 ; test'
refuses "an unknown keyword" 'nonsense X 1 ; x' 'unknown keyword'
refuses "a line without meaning" 'const X 1 x' 'a meaning is missing'
refuses "a column too few" 'const X 1 ; x' 'const has 3 columns'
refuses "a column too many" 'const X 1 x x ; x' 'const has 3 columns'
refuses "a small letter" 'const x 1 x ; x' "name 'x'"
refuses "a word that is no number" 'const X 1a x ; x' "'1a' is no number"
refuses "an octal number" 'const X 017 x ; x' "'017' is no number"
refuses "a block over another" 'block TEST global 0x010 0x10 ; x' 'TEST overlaps IDENT'
refuses "a block beyond its page" 'block TEST page 0xff0 0x20 ; x' 'TEST: base and size'
refuses "a scope of its own" 'block TEST here 0xff0 0x10 ; x' "scope 'here'"
refuses "a register outside a block" 'enum TEST 1 ; x\nreg R 0 ro 0 - ; x' 'reg R belongs to no'
refuses "a register over another" "$block\nreg R 0+4*i[0:3] ro 0 - ; x\nreg S 8 ro 0 - ; x" \
	'S overlaps R'
refuses "a register beyond its block" "$block\nreg R 0+4*i[0:4] ro 0 - ; x" 'R ends beyond'
refuses "an array without a step" "$block\nreg R 0+0*i[0:3] ro 0 - ; x" 'R: an array has a step'
refuses "a misaligned register" "$block\nreg R 2 ro 0 - ; x" 'R: offsets are multiples'
refuses "an unknown access" "$block\nreg R 0 rx 0 - ; x" "access 'rx'"
refuses "a doubled register" "$block\nreg R 0 ro 0 - ; x\nreg R 4 ro 0 - ; x" \
	'RN_TEST_R is already made'
refuses "a field over another" "$block\nreg R 0 ro 0 - ; x\nfield A 3:0 ; x\nfield B 4:3 ; x" \
	'B overlaps A'
refuses "a field beyond its register" "$block\nreg R 0 ro 0 - ; x\nfield A 32:0 ; x" 'A: R has 32'
refuses "a field upside down" "$block\nreg R 0 ro 0 - ; x\nfield A 0:1 ; x" 'A: bits are high:low'
refuses "a field of nothing" "$block\nfield A 1:0 ; x" 'field A belongs to no'
refuses "a reset outside all fields" "$block\nreg R 0 ro 2 - ; x\nfield A 0:0 ; x" \
	'RN_TEST_R: reset sets bits'
refuses "a word over another" 'struct TEST 8 ; x\nword A 0 33 ; x\nword B 4 32 ; x' 'B overlaps A'
refuses "a word beyond its struct" 'struct TEST 8 ; x\nword A 4 33 ; x' 'A ends beyond'
refuses "a value that is too large" 'enum TEST 2 ; x\nvalue A 4 ; x' '4 has more than 2 bits'
refuses "a number of two values" 'enum TEST 2 ; x\nvalue A 3 ; x\nvalue B 3 ; x' "B is A's number"
refuses "a name made twice" 'const IDENT_BASE 1 x ; x' 'RN_IDENT_BASE is already made'
cmp -s "$TMP/before" "$TMP/gen/hw/rtl/ring_nic_regs.vh"
ok $? "nothing was written from any of them"
done_testing
