#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Links that die and work again: states and events of queue pairs and of the port (links.c).

. "$(dirname "$0")/lib.sh"

needs links
for i in 0 1 2; do
	new_folder
	run 60 "$MPIRUN" --ring emu --verbs --enable-recovery -n 2 "$BUILD/t/verbs/links" $i
	is $rc 0 "$(grep -c '^ok' "$out") checks of links.c" || told
	[ "$(grep -c '^ok' "$out")" -gt 40 ] && ! grep -q '^not ok' "$out"
	ok $? "all were made"
	unlike "$(cat "$err")" 'Sanitizer|runtime error' "no report of a sanitizer"
done
done_testing
