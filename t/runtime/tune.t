#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# rondo_tune measures, writes a file that jobs read, and keeps its other lines; rondo_info prints
# the source of a value; errors in a file are reported.

. "$(dirname "$0")/../lib.sh"

tune=$BUILD/bin/rondo_tune
params=$TMP/config/rondo/params
unset RONDO_PARAMS
XDG_CONFIG_HOME=$TMP/config
export XDG_CONFIG_HOME

run 120 "$tune" --rounds 1 --only RONDO_CMA
is $rc 0 'a parameter is measured' || told
like "$(cat "$out")" '^  RONDO_CMA +0 +[0-9.]+ us' 'both its values'
like "$(cat "$params")" \
	'^(# RONDO_CMA = \(default\)|RONDO_CMA = 0)  # [0-9.]+ us, with the default' \
	'and written with the figures'
run 20 "$BUILD/bin/rondo_info" --param CMA
is $rc 0 'which rondo_info can read' || told

printf '# mine\nRONDO_EAGER = 3K # stays\nRONDO_CMA = 0\nRONDO_STATS=1' >"$params"
run 120 "$tune" --rounds 1 --only RONDO_CMA
is $rc 0 'measured again' || told
is "$(head -n 3 "$params")" "# mine
RONDO_EAGER = 3K # stays
RONDO_STATS=1" 'the lines of a person stay'
is "$(grep -c RONDO_CMA "$params")" 1 'its own is replaced'
run 20 "$BUILD/bin/rondo_info" --param EAGER
like "$(cat "$out")" "RONDO_EAGER = 3K .*\[$params:2; default 0\]" \
	'rondo_info says where it is from'
run 30 "$MPIRUN" -n 2 "$BUILD/examples/ring" 3
like "$(cat "$err")" 'transport|pt2pt|statistics' 'a job reads it: RONDO_STATS' || told
RONDO_STATS=0 run 30 "$MPIRUN" -n 2 "$BUILD/examples/ring" 3
unlike "$(cat "$err")" 'transport|pt2pt|statistics' 'the environment goes before it' || told
RONDO_PARAMS='' run 30 "$MPIRUN" -n 2 "$BUILD/examples/ring" 3
unlike "$(cat "$err")" 'transport|pt2pt|statistics' 'and an empty RONDO_PARAMS leaves it out' ||
	told

echo 'RONDO_EAGER = lots' >"$params"
run 30 "$MPIRUN" -n 2 "$BUILD/examples/ring" 3
is $rc 0 'with a value that is none the default holds' || told
like "$(cat "$err")" "$params:1: RONDO_EAGER=lots is not a number" \
	'and it is told with its line'

run 10 "$tune" --only RONDO_BTL
is $rc 2 'a parameter that cannot be tuned is refused'
like "$(cat "$err")" 'the names are RONDO_EAGER' 'with those that can'
run 10 "$tune" --rounds 0
is $rc 2 'no rounds are refused'
rm "$params"
"$tune" --help | sed -n 's/^ *\(RONDO_[A-Z_]*\)$/\1/p' >"$TMP/names"
like "$(wc -l <"$TMP/names")" '^ *[3-9]' '--help lists its parameters'
while read -r name; do
	run 20 "$BUILD/bin/rondo_info" --param "$name"
	is $rc 0 "$name is one"
done <"$TMP/names"
run 120 "$tune" --rounds 1 --only RONDO_CMA --out /proc/nowhere/params
is $rc 1 'a file that cannot be written' || told
like "$(cat "$err")" '/proc/nowhere/params cannot be written' 'is told'
run 120 "$tune" --rounds 1 --only RONDO_CMA --out -
like "$(cat "$out")" 'RONDO_CMA = ' '--out - prints'
[ ! -e "$params" ]
ok $? 'and writes nothing'
done_testing
