#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The library has all symbols of Debian's libibverbs with the versions that programs import, and no
# others: those with a default version, the private ones too.

. "$(dirname "$0")/../lib.sh"

own=$BUILD/lib/rondo/verbs/libibverbs.so.1
[ -e "$own" ] || skip_all "built without infiniband/verbs.h (libibverbs-dev)"
theirs=$(ldconfig -p | sed -n 's|.*libibverbs.so.1 .*=> ||p' | sed 1q)
[ "$theirs" ] || skip_all "there is no libibverbs to compare with"
case $(dpkg-query -W -f '${Version}' libibverbs1 2>/dev/null) in
44.*) ;;
*) skip_all "the list is that of rdma-core 44" ;;
esac
symbols()
{
	nm -D --defined-only "$1" | sed -n 's/.* [TDBRV] \(.*@@.*\)/\1/p' | sort
}
symbols "$theirs" >"$TMP/want"
symbols "$own" >"$TMP/have"
like "$(wc -l <"$TMP/want")" '^1[0-9][0-9]$' "the symbols are found"
difference=$(diff "$TMP/want" "$TMP/have")
ok $? "they are the same" || diag "$difference"
for library in libmlx5 libmlx4 libefa librdmacm; do
	file=$(ldconfig -p | sed -n "s|.*$library.so.1 .*=> ||p" | sed 1q)
	if [ -z "$file" ]; then
		skip "$library is not here" "$library finds its symbols"
		continue
	fi
	missing=$(LD_LIBRARY_PATH=${own%/*} ldd -r "$file" 2>&1 | grep -i 'undefined\|version')
	is "$missing" '' "$library finds its symbols"
done
done_testing
