#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Cost of unauthenticated connections for a job: himeno on two ranks over TCP, alone and with COUNT
# of them (t/jobs/unauthenticated.c) at its ports in the course of all its runs, in turn. Prints the
# times, their medians and the ratio of these.
#
#	bench/unauthenticated.sh BUILD [COUNT [PAIRS [ITERATIONS]]]

build=$1
count=${2:-100000} pairs=${3:-5} iterations=${4:-25000}
times=$(mktemp -d) || exit 1
trap 'rm -rf "$times"' EXIT
export RONDO_BTL=self,tcp RONDO_TCP_PORTS=24800-24801

# once ITERATIONS FILE: appends the seconds of one run.
once()
{
	"$build/bin/mpirun" -n 2 "$build/examples/himeno" S -n "$1" >"$times/out" || exit 1
	grep -q 'gosa is right' "$times/out" || echo 'himeno: the result is wrong' >&2
	sed -n 's/^time: \([0-9.]*\) s.*/\1/p' "$times/out" >>"$2"
}

median()
{
	sort -n "$1" |
		awk '{ at[NR] = $1 } END { print (at[int((NR + 1) / 2)] + at[int(NR / 2) + 1]) / 2 }'
}

once $((iterations / 10)) "$times/tenth"
rate=$(awk -v n="$count" -v p="$pairs" '{ print int(n / p / $1 / 10) }' "$times/tenth")
for pair in $(seq "$pairs"); do
	once "$iterations" "$times/alone"
	nice -n 19 "$build/t/jobs/unauthenticated" 24800 24801 $((count / pairs)) "$rate" \
		"$times/stop" >>"$times/peers" &
	once "$iterations" "$times/among"
	: >"$times/stop"
	wait
	rm "$times/stop"
done
cat "$times/peers"
echo "alone: $(tr '\n' ' ' <"$times/alone")s; among unauthenticated peers: $(tr '\n' ' ' <"$times/among")s"
alone=$(median "$times/alone") among=$(median "$times/among")
awk -v a="$alone" -v b="$among" -v r="$rate" 'BEGIN {
	printf "medians %.3f and %.3f s, ratio %.3f, %d peers a second\n", a, b, b / a, r }'
