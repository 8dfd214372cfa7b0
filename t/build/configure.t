#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that configure names all that is missing at once, with the Debian packages,
# takes the options people expect, refuses the others, and can be repeated.

. "$(dirname "$0")/../lib.sh"

unset CC CXX CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LIBS AR PKG_CONFIG PKG_CONFIG_PATH MAKEFLAGS MAKELEVEL
cd "$TMP" || exit 1
configure=$SRC/configure

run 60 "$configure" PKG_CONFIG=false
is $rc 1 "without libraries it fails" || told
for package in pmix hwloc libevent; do
	case $package in libevent) debian=libevent-dev ;; *) debian=lib$package-dev ;; esac
	like "$(cat "$err")" "[^ ]+ [0-9.]+ or newer .*$debian, or --with-$package=DIR" "names $package"
	like "$(cat "$err")" "apt-get install .*$debian" "and its package"
done
[ ! -e config.mak ] && [ ! -e Makefile ]
ok $? "and leaves nothing to make"

run 60 "$configure" CC=no-such-cc PKG_CONFIG=false
like "$(cat "$err")" 'C compiler.*Debian package gcc' "a missing compiler is named with them"
like "$(cat "$err")" 'libpmix-dev' "all at once"
run 60 "$configure" --with-hwloc="$TMP/nothing"
like "$(cat "$err")" "with-hwloc=$TMP/nothing: there is no include/hwloc.h" \
	"a folder without the library"
mkdir old old/include
sed 's/define HWLOC_API_VERSION .*/define HWLOC_API_VERSION 0x00010b00/' \
	"$(echo '#include <hwloc.h>' | cc -E -x c - | sed -n 's|^# 1 "\([^"]*/hwloc.h\)".*|\1|p' | sed 1q)" \
	>old/include/hwloc.h
run 60 "$configure" --with-hwloc="$TMP/old"
like "$(cat "$err")" 'hwloc 2.0 or newer' "a library that is too old"
unlike "$(cat "$err")" 'PMIx' "and only that"
run 60 "$configure" CFLAGS=-no-such-flag
is $rc 1 "flags that the compiler does not take" || told
for bad in --no-such-option nonsense NAME=x --prefix=relative '--prefix=/a b'; do
	run 60 "$configure" "$bad"
	is $rc 1 "refuses $bad"
done
like "$("$configure" --help)" '--with-pmix=DIR' "--help"
is "$("$configure" --version)" "Rondo $(cat "$SRC/VERSION")" "--version"

mkdir tree
cd tree || exit 1
run 60 "$configure" --prefix /opt/x --libdir='${prefix}/lib64' --enable-debug \
	--sysconfdir=/etc --disable-silent-rules CFLAGS='-O2 -DA="b c"' LDFLAGS=-Wl,-O1
is $rc 0 "options of all kinds" || told
like "$(cat config.mak)" '^prefix = /opt/x$' "--prefix with a space"
like "$(cat config.mak)" '^CFLAGS = -O2 -DA="b c"$' "CFLAGS"
like "$(cat config.h)" '^#define RD_DEBUG 1$' "--enable-debug"
is "$(make -s --eval='show:;@echo $(libdir)' show)" /opt/x/lib64 "--libdir with \${prefix}"
cp config.mak before
run 60 ./config.status
is $rc 0 "config.status" || told
difference=$(diff before config.mak)
ok $? "repeats it" || diag "$difference"
run 60 make -n lib/objects
unlike "$(cat "$out")" config.status "make does not configure again"

run 60 env CC=gcc CFLAGS=-O1 "$configure"
like "$(cat config.mak)" '^CFLAGS = -O1$' "variables of the environment"
run 60 env -u CFLAGS ./config.status
like "$(cat config.mak)" '^CFLAGS = -O1$' "are kept for config.status"
done_testing
