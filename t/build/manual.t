#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that the manual pages are complete: each parameter with its default, each
# option that a program's --help names, and the present version; of the MPI functions each with all
# arguments of its prototype, and all errors that args.t makes it find.

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
	sed -n 's/^ *\(-[^ ].*\)$/\1/p' | sed 's/  .*//' | tr ', =[' '\n\n\n\n' | grep '^-' |
		sort -u
}
for program in mpirun rondo_info rondo_tune; do
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
	like "$(cat "$page")" "^\.TH .*\"Rondo $(cat "$SRC/VERSION")\"" \
		"${page##*/} is of this version"
done
if command -v groff >/dev/null; then
	for page in "$docs"/*.[17]; do
		is "$(groff -man -ww -Tascii "$page" 2>&1 >/dev/null)" "" \
			"${page##*/} has no errors"
	done
else
	skip "no groff" "errors in the pages"
fi

# ---- Functions ----

[ -d "$BUILD/man" ] || {
	skip "no perl" "pages of the functions"
	done_testing
}
pages=$BUILD/man/man3
# mpi.h does not declare MPI_Psend_init_c and MPI_Precv_init_c: they are there for old binaries.
nm -D --defined-only "$BUILD/lib/libmpi_abi.so" | grep -v 'MPI_P[a-z]*_init_c$' |
	sed -n 's/.* W \(MPI_.*\)/\1.3/p' |
	sort >"$TMP/functions"
(cd "$pages" && ls) | sort >"$TMP/pages"
[ "$(wc -l <"$TMP/functions")" -gt 500 ]
ok $? "$(wc -l <"$TMP/functions" | tr -d ' ') functions"
difference=$(diff "$TMP/functions" "$TMP/pages")
is "$difference" "" "each function has its page, and there are no others"
bad=$(grep -c '%' "$pages"/*.3 | grep -v ':0$')
is "$bad" "" "no page has a word that was to be replaced"

# An argument that a prototype has in italics must come again with its direction, and the other way
# round.
bad=$(perl -lne '
	if (/^\\fB/) { $in{$1} = 1 while /\\fI(\w+|\.\.\.)\\fB/g }
	if (/^\.IR (\S+) " \((in|out|in, out)\)"/) { $told{$1} = 1; $next = 1 }
	elsif ($next) { print "$ARGV: nothing is said" unless /^\S.{6,}\.$/; $next = 0 }
	if (eof) {
		print "$ARGV: $_" for grep { !($in{$_} && $told{$_}) } keys %{{%in, %told}};
		%in = %told = ();
	}' "$pages"/*.3) || bad="perl: status $?"
is "$bad" "" "each argument is explained"

perl "$SRC/t/mpi/args.pl" "$SRC" |
	sed -n 's/^\tfails(\(MPI_ERR_[A-Z_]*\), "\(MPI_[A-Za-z_0-9]*\):.*/\2 \1/p' |
	sed 's/_c / /' | sort -u >"$TMP/errors"
[ "$(wc -l <"$TMP/errors")" -gt 800 ]
ok $? "$(wc -l <"$TMP/errors" | tr -d ' ') errors of args.t"
bad=$(while read -r name class; do
	page=$pages/$name.3
	[ -e "$page" ] || page=$pages/${name}_c.3
	grep -qx "\.B $class" "$page" || echo "$name $class"
done <"$TMP/errors")
is "$bad" "" "each stands in its page"

if command -v groff >/dev/null; then
	is "$(cd "$BUILD/man" && groff -man -ww -Tascii man3/*.3 2>&1 >/dev/null)" "" \
		"no page has errors"
else
	skip "no groff" "errors in the pages of functions"
fi
done_testing
