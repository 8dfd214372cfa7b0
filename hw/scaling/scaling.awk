#!/usr/bin/awk -f
# SPDX-License-Identifier: BSD-3-Clause
#
# Barrier and allreduce over ring sizes up to 1024 nodes. Reads lines "name value" that the benches
# wrote (the last of a name counts), fits the model's constants to them, and prints one line for
# each size: the measured values and those of the model. No number of the card stands in here.
#
#   awk -f scaling/scaling.awk build/measured.txt > build/scaling.dat
#
# Model. A barrier is over when the last entry has gone half way round: T = a + b n, b half a hop.
# An allreduce of one double: every operand goes to every node (gather, up to 16 nodes), or partial
# results go along both arms and the result returns (chain); both grow by a hop and an operation for
# each node: T = a + b n. a, b: least squares through the measured sizes from 8 nodes on, those of
# gather and of chain apart.

# A measurement that never ended is a number beyond all sense: left out.
$2 < 1e9 { value[$1] = $2 }

# Fits the measured sizes of PREFIX n SUFFIX, n from FIRST to LAST: slope[key], base[key]; 0 if fewer than two were measured.
function fit(key, prefix, suffix, first, last,    n, k, sx, sy, sxx, sxy, y)
{
	k = sx = sy = sxx = sxy = 0
	for (n = first; n <= last; n *= 2) {
		if (!((prefix n suffix) in value))
			continue
		y = value[prefix n suffix]
		k++
		sx += n
		sy += y
		sxx += n * n
		sxy += n * y
	}
	if (k < 2)
		return 0
	slope[key] = (k * sxy - sx * sy) / (k * sxx - sx * sx)
	base[key] = (sy - slope[key] * sx) / k
	return 1
}

function seen(name) { return name in value ? value[name] : "-" }
function at(key, n) { return key in slope ? sprintf("%.0f", base[key] + slope[key] * n) : "-" }

END {
	columns = split("d4_w16 d8_w16 d4_w64 d8_w64", setting, " ")
	for (i = 1; i <= columns; i++)
		if (!fit(setting[i], "barrier_n", "_" setting[i], 8, 1024))
			bad = bad " barrier_n*_" setting[i]
	for (w = 16; w <= 64; w *= 4)
		if (!fit("gather" w, "allreduce_n", "_d4_w" w, 8, 16) || !fit("chain" w, "allreduce_n", "_d4_w" w, 32, 1024))
			bad = bad " allreduce_n*_d4_w" w
	if (bad)
		print "scaling: fewer than two sizes measured of" bad > "/dev/stderr"
	printf "# n"
	for (i = 1; i <= columns; i++) {
		printf " barrier_%s model", setting[i]
		printf "# barrier %s: T = %.1f + %.3f n\n", setting[i], base[setting[i]], slope[setting[i]] > "/dev/stderr"
	}
	print " allreduce_w16 model allreduce_w64 model"
	for (n = 2; n <= 1024; n *= 2) {
		printf "%d", n
		for (i = 1; i <= columns; i++)
			printf " %s %s", seen("barrier_n" n "_" setting[i]), n < 8 ? "-" : at(setting[i], n)
		for (w = 16; w <= 64; w *= 4)
			printf " %s %s", seen("allreduce_n" n "_d4_w" w), n < 8 ? "-" : at((n > 16 ? "chain" : "gather") w, n)
		print ""
	}
}
