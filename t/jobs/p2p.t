#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Point-to-point semantics, one promise of MPI-4.0 chapter 3 after the other: modes, probes,
# completion (p2p_modes.c), the non-overtaking rule (non_overtaking.c), errors that are returned
# (errors.c), buffers (buffers.c), persistent requests (persistent.c), cancelled requests
# (cancel.c), over each transport; very long messages (copy_fragments.c), and a receiver that
# computes before it takes one (late_reader.c).

. "$(dirname "$0")/lib.sh"

# Sanitizers judge the code, for which fewer numbers of ranks do.
numbers='1 2 5' many='2 4 9'
[ "$SANITIZED" = 1 ] && many=4
for btl in sm tcp fpga; do
	[ "$SANITIZED" = 1 ] && { [ $btl = sm ] && numbers='1 2 5' || numbers=3; }
	for ranks in $numbers; do
		for program in p2p_modes errors persistent cancel buffers; do
			job $btl $ranks 30 t/jobs/$program
		done
	done
	for ranks in $many; do
		job $btl $ranks 60 t/jobs/non_overtaking
	done
done
# Many messages in a row.
for btl in sm tcp; do
	job $btl 2 60 t/jobs/burst
done
for ranks in 2 3; do
	job sm $ranks 90 t/jobs/copy_fragments
done
for btl in sm tcp fpga; do
	RONDO_SLEEP_US=1000 job $btl 2 60 t/jobs/late_reader
done
# A part of it on the cards' Verilog, with fewer bytes.
job rtl 2 300 t/jobs/p2p_modes
job rtl 2 300 t/jobs/cancel -l 20000 -m 500
done_testing
