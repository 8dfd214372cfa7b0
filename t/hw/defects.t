#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# docs/card/defects.md names only modules, benches, their tests and tests of t/ that exist, and each
# row ends with at least one check.

. "$(dirname "$0")/../lib.sh"

page=$SRC/docs/card/defects.md
missing=
for word in $(grep -o '`[^`]*`' "$page" | tr -d '`' | cut -d' ' -f1 | sort -u); do
	name=${word%-w*}
	case $word in
	make) continue ;;
	t/*) [ -e "$SRC/$word.c" ] || [ -e "$SRC/$word.t" ] ;;
	hw/*) [ -e "$SRC/$word.cpp" ] ;;
	*-w*) grep -q "^// with: ${word##*-} " "$SRC/hw/sim/$name.cpp" ;;
	*) [ -e "$SRC/hw/rtl/$word.v" ] || [ -e "$SRC/hw/sim/$word.cpp" ] ||
		grep -q "^	{\"$word\"," "$SRC"/hw/sim/*.cpp ;;
	esac || missing="$missing $word"
done
is "$missing" '' 'the modules, benches and tests that it names exist'
rows=$(grep '^|' "$page" | grep -v '^|[-|]*|$' | grep -vc 'failed before')
is "$(grep -c '^|.*|[^|]*`[^|]*|$' "$page")" "$rows" 'each row ends with a check'
is "$(grep -c '^| D[0-9]* |' "$page")" 13 'thirteen rows of the first review'
done_testing
