#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The benchmarks run, verify their data and print what bench/compare.pl can read.

. "$(dirname "$0")/lib.sh"

[ "$SANITIZED" = 1 ] && skip_all 'nothing is measured in a sanitized build'

job sm 2 60 bench/latency --max 64K --time 0.005
is "$(grep -vc '^#' "$out")" 18 'one line for each size'
job tcp 3 60 bench/latency --min 8 --max 8 --time 0.005
job sm 2 60 bench/bandwidth --max 64K --time 0.005
job sm 2 60 bench/bandwidth --bidirectional --max 64K --time 0.005 --window 16
job sm 4 60 bench/collectives --max 4K --time 0.002
is "$(grep -v '^#' "$out" | awk '{ print $1 }' | sort -u | wc -l)" 10 'ten operations'
job tcp 3 60 bench/collectives --run bcast,scan --max 64 --time 0.002
run 60 "$SRC/bench/launch.pl" --times 2 --ranks 1,3 "$MPIRUN" "$BUILD/bench/launch"
is $rc 0 'bench/launch.pl' || told
run 30 "$MPIRUN" -n 2 "$BUILD/bench/collectives" --run bcats
unlike "$rc" '^0$' 'an operation that is not there is refused'
run 120 "$SRC/bench/compare.pl" --mpi one="$MPICC,$MPIRUN" --mpi two="$MPICC,$MPIRUN" \
	--rounds 2 'latency --max 16 --time 0.005'
is $rc 0 'bench/compare.pl' || told
like "$(cat "$out")" '^16 +[0-9.]+ +[0-9.]+ +[0-9.]+$' 'it prints a ratio for each size'
TIME=0.002 run 200 "$SRC/bench/offload.sh" "$BUILD/bin" emu 1 2 3
is $rc 0 'bench/offload.sh' || told
like "$(cat "$out")" '^allreduce 8 +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$' \
	'it compares the card with shared memory and TCP'
done_testing
