#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves the steps of quickstart before it builds: it explains itself, refuses options that it
# does not know, and says which packages are missing when it cannot install them.
# (That it builds and runs is proven by every use of it.)

. "$(dirname "$0")/../lib.sh"

run 10 "$SRC/quickstart"
is $rc 0 "without arguments it explains itself" || told
like "$(cat "$out")" 'quickstart demo' "demo"
like "$(cat "$out")" 'quickstart test' "test"
run 10 "$SRC/quickstart" nonsense
is $rc 2 "refuses what it does not know"
run 10 "$SRC/quickstart" demo nonsense
is $rc 2 "and what it has no use for"

# A system on which no package is installed, for a user other than root.
mkdir "$TMP/bin"
for tool in sh cat dirname grep sed env; do
	ln -s "$(command -v $tool)" "$TMP/bin/$tool"
done
fake()
{
	printf '#!/bin/sh\n%s\n' "$2" >"$TMP/bin/$1"
	chmod +x "$TMP/bin/$1"
}
fake id 'echo 1000'
fake dpkg-query 'exit 1'
fake apt-get 'echo "apt-get $*" >>"$LOG"; exit 1'
LOG=$TMP/log
export LOG

run 10 env PATH="$TMP/bin" "$SRC/quickstart" demo
is $rc 1 "neither root nor sudo: it fails"
like "$(cat "$err")" 'apt-get install --no-install-recommends gcc .*libpmix-dev' \
	"and says what root has to install"
[ ! -e "$LOG" ]
ok $? "nothing was tried"

fake sudo 'echo "sudo $*" >>"$LOG"; exec "$@"'
run 10 env PATH="$TMP/bin" "$SRC/quickstart" test
is $rc 1 "apt-get fails: so does it"
like "$(cat "$err")" 'could not install gcc .*cmake' "and says what is missing"
is "$(grep -c '^sudo .*apt-get .*update' "$LOG")" 1 "apt-get update once, by sudo"
like "$(cat "$LOG")" '^sudo env DEBIAN_FRONTEND=noninteractive apt-get .*install' "install by sudo"

fake dpkg-query 'case "$*" in *libhwloc-dev*) exit 1 ;; esac; echo "install ok installed"'
rm "$LOG"
run 10 env PATH="$TMP/bin" "$SRC/quickstart" demo
like "$(cat "$LOG")" 'recommends libhwloc-dev$' "only what is missing is installed"
unlike "$(cat "$LOG")" 'libpmix-dev' "and nothing else"
done_testing
