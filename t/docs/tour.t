#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# docs/TOUR.md names only files and functions that exist, and is no longer than a tour.

. "$(dirname "$0")/../lib.sh"

tour=$SRC/docs/TOUR.md

# Words in backquotes, one a line.
grep -o '`[^`]*`' "$tour" | tr -d '`' | sort -u >"$TMP/words"

missing=
for f in $(grep -E '^[a-z_]+/[A-Za-z_/.]*$|^[a-z]+\.(c|h|md)$' "$TMP/words"); do
	[ -e "$SRC/$f" ] || missing="$missing $f"
done
is "$missing" "" "the files it names exist"

missing=
for f in $(grep -E '^(rd|PMPI|MPI)_[A-Za-z_0-9]+$' "$TMP/words"); do
	grep -rqw "$f" "$SRC"/*/*.[ch] "$SRC"/hw/emu/*.c || missing="$missing $f"
done
is "$missing" "" "the functions it names exist"

[ "$(wc -l <"$tour")" -le 250 ]
ok $? "it has at most 250 lines"
[ "$(wc -l <"$TMP/words")" -ge 40 ]
ok $? "it names things"
done_testing
