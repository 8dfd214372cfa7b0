#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The examples give right results, the same ones however they are divided: himeno's gosa after
# 100 iterations to 1e-5 on five process grids, jacobi's solution on 1 to 8 ranks, over sm and
# tcp. They refuse invalid arguments.

. "$(dirname "$0")/lib.sh"

# near A B: numbers that differ by at most 1e-5 of them.
near()
{
	awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(a > 0 && (d < 0 ? -d : d) <= 1e-5 * b) }'
}

# Sanitizers judge the code, for which fewer grids and numbers of ranks do.
grids='1,1,1 2,1,1 1,2,1 2,2,1 2,2,2' numbers='1 2 3 4 5 6 7 8'
[ "$SANITIZED" = 1 ] && grids='1,1,1 2,2,1' numbers='1 3 8'

first=
for btl in sm tcp fpga; do
	for grid in $grids; do
		ranks=$(($(echo $grid | tr , '*')))
		job $btl $ranks 60 examples/himeno -s XS -d $grid -n 100
		gosa=$(sed -n 's/^gosa: //p' "$out")
		first=${first:-$gosa}
		near "$gosa" "$first"
		ok $? "himeno on $grid over $btl: gosa $gosa, first was $first" || told
	done
done

first=
for btl in sm tcp fpga; do
	for ranks in $numbers; do
		job $btl $ranks 60 examples/jacobi -n 500 --no-speedup
		sum=$(sed -n 's/^sum of the solution: //p' "$out")
		first=${first:-$sum}
		is "$sum" "$first" "jacobi on $ranks ranks over $btl: the same solution"
	done
done

for btl in sm tcp fpga; do
	job $btl 5 30 examples/hello
	is "$(grep -c '^Hello from rank' "$out")" 5 'five greetings'
	job $btl 5 30 examples/ring 200
	job $btl 1 30 examples/ring 200
done

run 30 "$MPIRUN" -n 2 "$BUILD/examples/himeno" XS -d 2,2,1 -n 5
unlike "$rc" '^0$' 'himeno refuses a grid of other ranks'
like "$(cat "$err")" 'needs 4 ranks, there are 2' 'and says why'
run 30 "$MPIRUN" -n 1 "$BUILD/examples/himeno" -s Q
like "$(cat "$err")" 'none of XS, S, M, L, XL' 'a wrong size is told'
run 30 "$MPIRUN" -n 2 "$BUILD/examples/jacobi" -n 100 --steps 3
unlike "$rc" '^0$' 'jacobi fails where it does not converge'
like "$(cat "$err")" 'no convergence' 'and says so'
done_testing
