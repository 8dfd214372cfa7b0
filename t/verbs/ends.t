#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Ends of a process that uses verbs, and fork (ends.c), on emulated cards.

. "$(dirname "$0")/lib.sh"

needs ends
for how in handler thread late; do
	for i in 1 2 3; do
		run 30 "$MPIRUN" --ring emu --verbs -n 1 "$BUILD/t/verbs/ends" $how
		is $rc 0 "$how, $i" || told
		unlike "$(cat "$err")" 'Sanitizer|runtime error|rondo: error' "no report"
	done
done
for how in fork leave stay; do
	new_folder
	run 60 "$MPIRUN" --ring emu --verbs -n 2 "$BUILD/t/verbs/ends" $how
	is $rc 0 "$how: $(grep -c '^ok' "$out") checks of ends.c" || told
	unlike "$(cat "$err")" 'Sanitizer|runtime error|rondo: error' "no report"
done
for i in 1 2 3; do
	new_folder
	run 30 "$MPIRUN" --ring emu --verbs -n 2 "$BUILD/t/verbs/ends" atomics
	is $rc 0 "atomics, $i" || told
	unlike "$(cat "$err")" 'Sanitizer|runtime error|rondo: error' "no report"
done
new_folder
run 60 "$MPIRUN" --ring emu --verbs --enable-recovery -n 2 "$BUILD/t/verbs/ends" stuck
if grep -q 'no process may trace' "$out"; then
	skip 'the kernel lets no process trace another' "stuck"
else
	[ "$(grep -c '^ok' "$out")" -eq 2 ] && ! grep -q '^not ok' "$out"
	ok $? "stuck: a program that polls needs no thread to see a death" || told
fi
new_folder
run 60 "$MPIRUN" --ring emu --verbs --enable-recovery -n 2 "$BUILD/t/verbs/ends" full
[ "$(grep -c '^ok' "$out")" -eq 2 ] && ! grep -q '^not ok' "$out"
ok $? "full: a death is seen where no descriptor was left for it" || told
done_testing
