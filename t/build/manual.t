#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that the manual pages are complete: each parameter with its default, each
# option that a program's --help names, and the present version.

. "$(dirname "$0")/../lib.sh"

docs=$SRC/docs
plain()
{
	sed 's/\\-/-/g; s/\\f[A-Z]//g; s/\\&//g' "$docs/$1"
}

plain rondo.7 >"$TMP/rondo.7"
"$BUILD/bin/rondo_info" | sed -n 's/^  \(RONDO_[A-Z_]*\) = \([^ ]*\).*/\1 \2/p' >"$TMP/params"
[ "$(wc -l <"$TMP/params")" -ge 15 ]
ok $? "rondo_info lists parameters"
while read -r name preset; do
	[ "$preset" = "(empty)" ] && preset=
	grep -qF ".BR $name \" ($preset)\"" "$TMP/rondo.7"
	ok $? "rondo.7 has $name with its default"
done <"$TMP/params"
is "$(grep -c '^\.BR RONDO_' "$TMP/rondo.7")" "$(wc -l <"$TMP/params" | tr -d ' ')" "and no others"

# Options: words with a dash at the beginning of a line of the help, or after a comma.
options()
{
	sed -n 's/^ *\(-[^ ].*\)$/\1/p' | sed 's/  .*//' | tr ', =[' '\n\n\n\n' | grep '^-' | sort -u
}
for program in mpirun rondo_info; do
	plain $program.1 >"$TMP/page"
	"$BUILD/bin/$program" --help | options >"$TMP/options"
	[ "$(wc -l <"$TMP/options")" -ge 4 ]
	ok $? "$program --help names options"
	while read -r option; do
		grep -qE -e "(^|[^a-z-])$option([^a-z-]|\$)" "$TMP/page"
		ok $? "$program.1 has $option"
	done <"$TMP/options"
done

plain mpicc.1 >"$TMP/page"
for option in $("$MPICC" --showme:help | options); do
	grep -qE -e "(^|[^a-z-])$option([^a-z-]|\$)" "$TMP/page"
	ok $? "mpicc.1 has $option"
done

for page in "$docs"/*.[17]; do
	like "$(cat "$page")" "^\.TH .*\"Rondo $(cat "$SRC/VERSION")\"" "${page##*/} is of this version"
done
if command -v groff >/dev/null; then
	for page in "$docs"/*.[17]; do
		is "$(groff -man -ww -Tascii "$page" 2>&1 >/dev/null)" "" "${page##*/} has no errors"
	done
else
	skip "no groff" "errors in the pages"
fi
done_testing
