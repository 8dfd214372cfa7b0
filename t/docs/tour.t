#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# TOUR.md, GLOSSARY.md and WHY.md in docs/ name only files, functions and structs that exist, a file
# named right after a function has it, and the tour is no longer than a tour.

. "$(dirname "$0")/../lib.sh"

tour=$SRC/docs/TOUR.md

# Words in backquotes, one a line.
for page in TOUR GLOSSARY WHY; do
	grep -o '`[^`]*`' "$SRC/docs/$page.md"
done | tr -d '`' | sort -u >"$TMP/words"

missing=
for f in $(grep -E '^[a-z_0-9]+/[A-Za-z_0-9/.]*$|^[a-z]+\.(c|h|md)$' "$TMP/words"); do
	[ -e "$SRC/$f" ] || missing="$missing $f"
done
is "$missing" "" "the files it names exist"

cat "$SRC"/*/*.[ch] "$SRC"/hw/emu/*.[ch] "$SRC"/hw/ring/*.[ch] "$SRC"/mpi/generated/*.c |
	grep -oE '\<(rd|RD|PMPI|MPI)_[A-Za-z_0-9]+' | sort -u >"$TMP/names"
grep -oE '^(struct )?(rd|RD|PMPI|MPI)_[A-Za-z_0-9]+$' "$TMP/words" | sed 's/^struct //' | sort -u >"$TMP/named"
is "$(comm -23 "$TMP/named" "$TMP/names")" "" "the functions and structs it names exist"

# `function` (`file`), `function`, `file`, or `function` in `file`: the file has the function.
wrong=
for pair in $(tr '\n' ' ' <"$tour" | tr -s ' ' |
	grep -oE '`rd_[a-z_0-9]+`( \(|, | in )`[a-z_0-9]+/[a-z_0-9/]+\.[ch]`' | tr -d '`(' |
	sed -E 's/(, | in | +)/:/'); do
	grep -qw "${pair%%:*}" "$SRC/${pair##*:}" || wrong="$wrong $pair"
done
is "$wrong" "" "a file named right after a function has it"

[ "$(wc -l <"$tour")" -le 250 ]
ok $? "it has at most 250 lines"
[ "$(wc -l <"$TMP/words")" -ge 40 ]
ok $? "it names things"
done_testing
