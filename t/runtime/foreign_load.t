#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Ranks beside programs that only compute, two for each processor: they sleep, since each yield
# would let such a program run for milliseconds.

. "$(dirname "$0")/../lib.sh"

hogs=
end_hogs()
{
	# shellcheck disable=SC2086 # many words
	kill $hogs
}
n=$(($(getconf _NPROCESSORS_ONLN) * 2))
while [ $n -gt 0 ]; do
	while :; do :; done &
	hogs="$hogs $!"
	n=$((n - 1))
done
# Each one's first time on a processor is behind it when it has used some.
for pid in $hogs; do
	until [ "$(awk '{ print $14 + $15 }' "/proc/$pid/stat")" -gt 5 ]; do
		sleep 0.1
	done
done
run 120 "$MPIRUN" --stats -n 4 "$BUILD/examples/jacobi" -n 200 --no-speedup
end_hogs
is $rc 0 "Jacobi beside computing programs" || told
sleeps=$(sed -n 's/^waiting: [0-9]* yields, \([0-9]*\) sleeps in sum$/\1/p' "$err")
[ "${sleeps:-0}" -gt 200 ]
ok $? "$sleeps sleeps in thousands of broadcasts and reductions" || told
done_testing
