#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Standard input: to rank 0 by default, byte for byte with its end, with back-pressure,
# and never taken away from a program that runs after mpirun.

. "$(dirname "$0")/../lib.sh"

perl -e 'srand 7; print pack "L*", map { rand 2 ** 32 } 1 .. 5e6' >"$TMP/data"
sum=$(cksum <"$TMP/data")
job='if [ $PMIX_RANK = $0 ]; then cksum; else wc -c; fi'

timeout 60 "$MPIRUN" -n 3 sh -c "$job" 0 <"$TMP/data" >"$out"
is "$(sort -n "$out" | tail -n 1) $(grep -c '^0$' "$out")" "$sum 2" \
	"20 MB from a file to rank 0, none to others"
cat "$TMP/data" | timeout 60 "$MPIRUN" -n 3 sh -c "$job" 0 >"$out"
is "$(sort -n "$out" | tail -n 1)" "$sum" "through a pipe"
timeout 60 "$MPIRUN" -n 3 --stdin 2 sh -c "$job" 2 <"$TMP/data" >"$out"
is "$(sort -n "$out" | tail -n 1)" "$sum" "--stdin 2"
timeout 60 "$MPIRUN" -n 4 --stdin all cksum <"$TMP/data" >"$out"
is "$(sort "$out" | uniq -c | sed 's/^ *//')" "4 $sum" "--stdin all, from a file"
cat "$TMP/data" | timeout 60 "$MPIRUN" -n 4 --stdin all cksum >"$out"
is "$(sort "$out" | uniq -c | sed 's/^ *//')" "4 $sum" "--stdin all, through a pipe"
cat "$TMP/data" | timeout 60 "$MPIRUN" -n 3 --stdin all sh -c \
	'if [ $PMIX_RANK = 1 ]; then exec <&-; sleep 0.2; else cksum; fi' >"$out"
is "$(sort "$out" | uniq -c | sed 's/^ *//')" "2 $sum" \
	"a rank that does not read does not stop the others"
timeout 60 "$MPIRUN" -n 2 --stdin none wc -c <"$TMP/data" >"$out"
is "$(tr '\n' ' ' <"$out")" "0 0 " "--stdin none"

is "$(printf 'a\nb\nc\n' | while read -r x; do
	printf %s "$x"
	"$MPIRUN" -n 2 true
done)" abc "input that no rank reads stays for the next program"

mkfifo "$TMP/in"
"$MPIRUN" -n 2 --stdin all cat <"$TMP/in" >"$out" &
pid=$!
exec 3>"$TMP/in"
echo first >&3
two_lines() { [ "$(wc -l <"$out")" -ge 2 ]; }
within 30 two_lines
is "$(tr '\n' ' ' <"$out")" "first first " "a line is passed on when it comes, not at the end"
exec 3>&-
wait $pid
is $? 0 "the end of the input reaches the ranks"

(
	exec <&-
	timeout 20 "$MPIRUN" -n 2 cat
)
is $? 0 "a closed standard input is an empty one"

done_testing
