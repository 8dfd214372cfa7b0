#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The soak of queue pairs on simulated cards with RDMA units (t/hw/qp_soak.c): as far as their
# Verilog goes.

. "$(dirname "$0")/../lib.sh"

[ "$SANITIZED" = 1 ] && skip_all "the ring's process is not sanitized, and slow enough"
[ -x "$SRC/hw/build/ring/rondo_ring_w64_rdma" ] ||
	skip_all "the simulated ring with RDMA units was not built (make -C hw ring-rdma)"
run 200 "$BUILD/t/hw/qp_soak" device=rtl requests=300
is $rc 0 "two cards" || told
run 200 "$BUILD/t/hw/qp_soak" device=rtl nodes=4 qps=32 requests=300
is $rc 0 "four cards" || told
done_testing
