#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Programs for InfiniBand of Debian's packages ibverbs-utils and perftest, as they are, on emulated
# cards: device, ping-pongs with a check of the data, by polling and by events, latency and
# bandwidth of all operations, with one queue pair and sixteen, up to 8 MiB. All combinations
# where VERBS_ALL is set; make check needs RD_TEST_LIMIT=3600 for these.

. "$(dirname "$0")/../lib.sh"

[ -e "$BUILD/lib/rondo/verbs/libibverbs.so.1" ] ||
	skip_all "built without infiniband/verbs.h (libibverbs-dev)"
# The library of a sanitized build needs the sanitizer's in the program.
[ "$SANITIZED" = 0 ] || skip_all "programs without the sanitizer cannot load the library"

# Below 32768, from which on the kernel takes ports for connections of other programs.
port=$((12000 + $$ % 20000))
# s of a pair: with VERBS_ALL one moves up to 10 GiB, minutes where others use the processors.
limit=${VERBS_ALL:+1200}
limit=${limit:-120}
# pair NAME PROGRAM ARGUMENT...: runs it on two cards.
pair()
{
	name=$1
	shift
	if ! command -v "$1" >/dev/null; then
		skip "$1 is not here (Debian packages ibverbs-utils, perftest)" "$name"
		return
	fi
	port=$((port + 1))
	run $limit "$MPIRUN" --ring "${model:-emu}" --verbs -n 2 "$SRC/t/verbs/serve.sh" $port "$@"
	is $rc 0 "$name" || told
	! grep -Ei 'rondo: (error|warning)|invalid data|mismatch' "$out" "$err" >"$TMP/wrong"
	ok $? "no errors" || diag "$(cat "$TMP/wrong")"
}

if command -v ibv_devinfo >/dev/null; then
	run 60 "$MPIRUN" --ring emu --verbs -n 2 -l ibv_devinfo
	is $rc 0 "ibv_devinfo" || told
	like "$(cat "$out")" 'hca_id:[[:space:]]*rondo0' "the device"
	for rank in 0 1; do
		like "$(grep "^\[\?.*$rank" "$out")" "port_lid:[[:space:]]*$((rank + 1))" \
			"LID of rank $rank"
	done
	like "$(cat "$out")" 'state:[[:space:]]*PORT_ACTIVE' "its port is active"
	run 60 "$MPIRUN" --ring emu --verbs -n 1 -x LD_LIBRARY_PATH=/nowhere \
		sh -c 'echo "$LD_LIBRARY_PATH"'
	like "$(cat "$out")" 'rondo/verbs:/nowhere$' "LD_LIBRARY_PATH is kept behind"
	# As a launcher between leaves it that closes descriptors.
	run 60 "$MPIRUN" --ring emu --verbs -n 1 sh -c \
		'RONDO_RING=$(echo "$RONDO_RING" | sed "s/fd=[0-9]*/fd=63/")
		export RONDO_RING; exec ibv_devinfo'
	like "$(cat "$out")" 'port_lid:[[:space:]]*1' "the ring is found without its descriptor"
	run 60 env RONDO_VERBOSE=1 LD_LIBRARY_PATH="$BUILD/lib/rondo/verbs" ibv_devinfo
	like "$(cat "$out" "$err")" 'No IB devices found' "no device without a ring"
	like "$(cat "$err")" 'no device: there is no ring' "and why, with RONDO_VERBOSE"
else
	skip "ibv_devinfo is not here (Debian package ibverbs-utils)" "the device"
fi
run 60 "$MPIRUN" --verbs -n 2 true
is $rc 2 "--verbs without --ring"
like "$(cat "$err")" 'needs --ring' "says what is missing"
run 60 "$MPIRUN" --ring emu --ring-cards 2 --verbs -n 3 true
is $rc 2 "fewer cards than ranks"
like "$(cat "$err")" 'a card for each of the 3 ranks' "and why not"

for how in '' -e; do
	pair "ibv_rc_pingpong -c $how" ibv_rc_pingpong -c $how
	pair "ibv_srq_pingpong -c $how" ibv_srq_pingpong -c $how
	pair "ibv_ud_pingpong -c $how" ibv_ud_pingpong -c $how
done
pair "ibv_rc_pingpong, GID" ibv_rc_pingpong -c -g 0
pair "ibv_rc_pingpong, 1 MiB" ibv_rc_pingpong -c -s 1048576 -n 20
for what in send write read atomic; do
	pair "ib_${what}_lat" ib_${what}_lat -n 100
	[ $what = write ] || pair "ib_${what}_lat by events" ib_${what}_lat -n 100 -e
	for qps in 1 16; do
		pair "ib_${what}_bw, queue pairs: $qps" ib_${what}_bw -n 100 -q $qps
		# perftest has no events for WRITE
		[ $what = write ] || pair "ib_${what}_bw by events, queue pairs: $qps" \
			ib_${what}_bw -n 100 -q $qps -e
	done
done
pair "ib_send_lat -c UD" ib_send_lat -c UD -n 100
pair "ib_send_bw -c UD" ib_send_bw -c UD -n 200
pair "ib_send_lat -c UC" ib_send_lat -c UC -n 100
pair "ib_write_bw -c UC" ib_write_bw -c UC -n 200
pair "ib_send_bw --use-srq" ib_send_bw --use-srq -q 4 -n 100
pair "ib_send_bw, inline" ib_send_bw -I 200 -s 200 -n 200
for what in send write read; do
	pair "ib_${what}_bw from 2 B to 8 MiB" ib_${what}_bw -a -n 20
	pair "ib_${what}_bw both ways" ib_${what}_bw -b -n 100
done

# Minutes of two processors, most of them in programs that poll.
for what in ${VERBS_ALL:+send write read}; do
	pair "ib_${what}_lat from 2 B to 8 MiB" ib_${what}_lat -a -n 10
	pair "ib_${what}_bw from 2 B to 8 MiB, 16 queue pairs" ib_${what}_bw -a -n 10 -q 16
	pair "ib_${what}_bw both ways, 16 queue pairs" ib_${what}_bw -a -b -n 10 -q 16
	[ $what != write ] || continue
	pair "ib_${what}_lat by events from 2 B to 8 MiB" ib_${what}_lat -a -n 10 -e
	pair "ib_${what}_bw by events from 2 B to 8 MiB" ib_${what}_bw -a -n 10 -e
	pair "the same with 16 queue pairs" ib_${what}_bw -a -n 10 -q 16 -e
done

# ucx NAME ARGUMENT...: UCX takes a device only if it can open its file.
ucx()
{
	name=$1
	shift
	if ! command -v ucx_perftest >/dev/null || [ ! -r /dev/infiniband/uverbs-rondo0 ]; then
		skip "no ucx_perftest (Debian package ucx-utils), or no /dev/infiniband/uverbs-rondo0" \
			"$name"
		return
	fi
	port=$((port + 1))
	UCX_TLS=rc_verbs,ud_verbs UCX_NET_DEVICES=rondo0:1
	export UCX_TLS UCX_NET_DEVICES
	run 120 "$MPIRUN" --ring emu --verbs -n 2 "$SRC/t/verbs/serve.sh" $port ucx_perftest \
		-n 500 -w 10 "$@"
	is $rc 0 "$name" || told
	like "$(cat "$out")" 'Final:' "to the end"
}

for what in am_lat put_lat fadd cswap; do
	ucx "ucx_perftest, rc_verbs, $what" -d rondo0:1 -x rc_verbs -t $what
done
ucx "ucx_perftest, rc_verbs, get" -d rondo0:1 -x rc_verbs -t get -D zcopy -s 4096
ucx "ucx_perftest, ud_verbs, am_lat" -d rondo0:1 -x ud_verbs -t am_lat
ucx "ucx_perftest, tags" -t tag_lat
ucx "ucx_perftest, tags, 1 MB" -t tag_bw -s 1000000

# other NAME MPICC LAUNCHER...: another MPI over UCX, by its own launcher.
other()
{
	name=$1 mpicc=$2
	shift 2
	if ! command -v "$mpicc" >/dev/null || ! command -v "$1" >/dev/null ||
		[ ! -r /dev/infiniband/uverbs-rondo0 ]; then
		skip "no $mpicc, or no /dev/infiniband/uverbs-rondo0" "$name over UCX"
		return
	fi
	$mpicc -O2 -o "$TMP/jacobi" "$SRC/examples/jacobi.c" -lm >"$TMP/log" 2>&1
	UCX_TLS=rc_verbs,ud_verbs,self UCX_NET_DEVICES=rondo0:1
	OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
	export UCX_TLS UCX_NET_DEVICES OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
	run 120 "$MPIRUN" --ring emu --ring-cards 2 --verbs -n 1 "$@" -n 2 "$TMP/jacobi"
	is $rc 0 "$name over UCX" || told
	like "$(cat "$out")" 'ranks: 2' "two ranks"
	like "$(cat "$out")" 'largest error: [0-9.]*e-1' "and the right result"
}

other MPICH mpicc.mpich mpiexec.mpich
other 'Open MPI' mpicc.openmpi mpirun.openmpi --oversubscribe --mca pml ucx --mca btl '^openib'

model=rtl
if [ -x "${RONDO_RING_SERVER:-$BUILD/bin/rondo_ring_w64}" ]; then
	pair "ibv_rc_pingpong on the simulated ring" ibv_rc_pingpong -c -n 20 -s 1024
	pair "ibv_ud_pingpong there" ibv_ud_pingpong -c -n 20 -s 1024
	pair "ibv_srq_pingpong there" ibv_srq_pingpong -c -n 40 -q 4 -r 50 -s 256
	for what in send write read atomic; do
		pair "ib_${what}_lat there" ib_${what}_lat -n 10
	done
else
	skip "there is no simulated ring (make -C hw ring)" "programs on it"
fi
done_testing
