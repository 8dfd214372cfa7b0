#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The library on another processor: cross-built for arm64 (make build-arm64), unit tests and jobs
# under qemu-user. arm64.tests lists them: no other tests are cross-built. The launcher is the
# native one; ranks are arm64 programs. qemu-user has neither process_vm_readv nor membarrier: tests
# that need them are not run, and jobs show that the library does without.

. "$(dirname "$0")/../lib.sh"

[ "${RD_ARM64:-}" ] || [ -x "$BUILD/arm64/t/datatype/op" ] ||
	skip_all 'there is no arm64 build (make build-arm64)'
command -v qemu-aarch64 >/dev/null || skip_all 'there is no qemu-user (Debian package qemu-user)'
run 290 make -C "$BUILD" build-arm64
is $rc 0 'make build-arm64' || { told; done_testing; }

QEMU_LD_PREFIX=$BUILD/arm64/root
export QEMU_LD_PREFIX

# unit SECONDS TEST...: unit tests of the build folder.
unit()
{
	limit=$1
	shift
	for name in "$@"; do
		run "$limit" qemu-aarch64 "$BUILD/arm64/t/$name"
		is $rc 0 "$name: $(grep -c '^ok' "$out") checks" || told
	done
}

# arm_job TRANSPORT RANKS "PROGRAM ARGUMENT..."
arm_job()
{
	run 100 env RONDO_BTL="self,$1" "$MPIRUN" -n "$2" qemu-aarch64 $BUILD/arm64/t/jobs/$3
	is $rc 0 "$3 on $2 ranks over $1" || told
}

like "$(head -c 20 "$BUILD/arm64/lib/libmpi_abi.so" | od -An -tx1 | tr -d ' \n')" \
	'^7f454c460201.*b700$' 'the library is for arm64'
# shellcheck disable=SC2046 # a word each
unit 60 $(grep -v '^jobs/' "$SRC/t/build/arm64.tests")
for transport in sm tcp; do
	arm_job $transport 2 p2p_modes
	arm_job $transport 3 random_p2p
	arm_job $transport 4 coll
	arm_job $transport 3 "reduce -s 7"
	arm_job $transport 2 datatype
	arm_job $transport 2 rma
done
done_testing
