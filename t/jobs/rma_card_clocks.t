#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# On simulated cards a target that computes, without a call of MPI, delays no put, get,
# fetch_and_op, compare_and_swap, lock and unlock (rma_card_clocks.c): each takes as many clocks as
# on a target that waits in MPI, and the target's host makes no access to its card meanwhile. The
# clocks are the cards' and not the hosts'. A request that the target's software has to answer shows
# that a delay would be seen.

. "$(dirname "$0")/lib.sh"

[ "$SANITIZED" = 1 ] && skip_all 'the simulated ring is too slow for a sanitized build'
[ -x "$BUILD/bin/rondo_ring_w64" ] || skip_all 'the simulated ring was not built (make -C hw ring)'

mhz=125
for host in '' write=150,read=800,dma=500,; do
	RD_T_HOST_RANKS=1 RONDO_BTL=self,fpga RONDO_WTIME=card \
		RONDO_RING_HOST=${host}clock=$mhz RONDO_RING_TRACE=$TMP/trace \
		run 400 "$MPIRUN" --ring rtl -n 2 "$BUILD/t/jobs/rma_card_clocks" -c $mhz
	is $rc 0 "operations on a target that computes end, hosts ${host:-without costs}" || told
	is "$(grep -c '^[a-z_4K]* [a-z]* [1-9][0-9]* [1-9][0-9]*$' "$out")" 16 \
		'seven operations on two windows, and the times' || told
	# A quarter, for the phases of polls. A message and its answer take 110 clocks.
	is "$(awk '$1 !~ /^(busy|request)$/ && NF == 4 && $4 > 1.25 * $3 + 8' "$out")" '' \
		'each takes as many clocks as on a target that waits' || told
	is "$(grep '^request' "$out")" 'request allocate 0
request create 0' 'what the software of the target has to answer waits for it' || told
	awk '$1 == "busy" { print $3, $4 }' "$out" >"$TMP/busy"
	# accesses NODE: those of its host to its card while rank 0 computes
	accesses()
	{
		awk -v node="$1" 'NR == FNR { from[NR] = $1; to[NR] = $2; next }
			$3 == node && $4 != "store" {
				for (i in from)
					n += $1 > from[i] && $1 < to[i]
			}
			END { print n + 0 }' "$TMP/busy" "$TMP/trace"
	}
	is "$(accesses 0)" 0 'the host of the target does not touch its card meanwhile'
	like "$(accesses 1)" '^[1-9][0-9][0-9]' 'the other one does, in the same trace'
done
done_testing
