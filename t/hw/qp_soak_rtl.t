#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The soak of queue pairs on simulated cards with RDMA units (t/hw/qp_soak.c). The driver of MPI
# leaves these units alone, as they have no RDMA.CAPS.ONCE.

. "$(dirname "$0")/../lib.sh"

[ "$SANITIZED" = 1 ] && skip_all "the ring's process is not sanitized, and slow enough"
[ -x "$SRC/hw/build/ring/rondo_ring_w64_rdma" ] ||
	skip_all "the simulated ring with RDMA units was not built (make -C hw ring-rdma)"
run 200 "$BUILD/t/hw/qp_soak" device=rtl requests=300
is $rc 0 "two cards" || told
run 200 "$BUILD/t/hw/qp_soak" device=rtl nodes=4 qps=32 requests=300
is $rc 0 "four cards" || told
RONDO_BTL=self,fpga RONDO_RING_SERVER=$SRC/hw/build/ring/rondo_ring_w64_rdma \
	RONDO_RING_TRACE=$TMP/trace run 200 "$MPIRUN" --ring rtl -n 2 "$BUILD/examples/hello"
is $rc 0 'a job on cards with RDMA units' || told
is "$(awk '$5 ~ /^0x[ef]..$/ { print $4, $5 }' "$TMP/trace" | sort -u)" 'read 0xe00
read 0xe0c' 'it reads RDMA.TABLE and RDMA.CAPS, and uses nothing of the unit'
done_testing
