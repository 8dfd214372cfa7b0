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
	like "$(cat "$err")" "[^ ]+ [0-9.]+ or newer .*$debian, or --with-$package=DIR" \
		"names $package"
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
run 60 "$configure" --with-verbs="$TMP/nothing"
like "$(cat "$err")" "with-verbs=$TMP/nothing: there is no include/infiniband/verbs.h" \
	"a folder without the header of Verbs"
mkdir early early/include early/include/infiniband
echo 'enum ibv_wr_opcode { IBV_WR_SEND };' >early/include/infiniband/verbs.h
run 60 "$configure" --with-verbs="$TMP/early"
is $rc 1 "a header of Verbs that is too old"
like "$(cat "$err")" 'verbs.h of rdma-core 44 or newer.*libibverbs-dev' "is named"
run 60 "$configure" CPPFLAGS="-I$TMP/early/include"
is $rc 0 "unless nobody asked for it" || told
like "$(cat "$out")" 'not found: no mpirun --verbs \(Debian package libibverbs-dev\)' "in words"
is "$(sed -n 's/^verbs = //p' config.mak)" '' "then it is built without"
rm -f config.* Makefile
run 60 "$configure" CFLAGS=-no-such-flag
is $rc 1 "flags that the compiler does not take" || told
like "$(cat "$err")" "error: .* compiles without CFLAGS=[^:]*: .*unrecognized" \
	"are named, with what it says" || told
unlike "$(cat "$err")" 'apt-get' "and no package" || told
run 60 "$configure" CPPFLAGS='-U__BYTE_ORDER__ -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__'
is $rc 1 "a host that stores the high byte first" || told
like "$(cat "$err")" 'big-endian.*the host must be little-endian' "is refused in words"
run 60 "$configure" --host=x-y-z CC=gcc \
	CPPFLAGS='-U__BYTE_ORDER__ -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__'
like "$(cat "$err")" 'x-y-z stores the high byte' "also where it is another machine"
for bad in --no-such-option nonsense NAME=x --prefix=relative '--prefix=/a b' '--prefix=/a,b' \
	'--libdir=/a;b' \
	'--prefix=/a(b)' '--prefix=/a*' '--prefix=/a[b]' '--prefix=/a<b' '--prefix=/a`b'; do
	run 60 "$configure" "$bad"
	is $rc 1 "refuses $bad"
done
like "$("$configure" --help)" '--with-pmix=DIR' "--help"
is "$("$configure" --version)" "Rondo $(cat "$SRC/VERSION")" "--version"

# Tools of another machine are found by its name, and no others are taken for them.
mkdir other bin
for tool in gcc g++ ar pkg-config; do
	printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v $tool)" >"bin/other-cpu-linux-gnu-$tool"
	chmod +x "bin/other-cpu-linux-gnu-$tool"
done
cd other || exit 1
run 60 "$configure" --host=other-cpu-linux-gnu
is $rc 1 "--host without its tools is an error" || told
like "$(cat "$err")" \
	"C compiler for other-cpu-linux-gnu +Debian package gcc-other-cpu-linux-gnu, or CC=" \
	"which names the compiler"
run 60 env PATH="$TMP/bin:$PATH" "$configure" --build=x --host=other-cpu-linux-gnu
is $rc 0 "--host" || told
for tool in CC:gcc CXX:g++ AR:ar; do
	program=$(echo "${tool#*:}" | sed 's/+/[+]/g')
	like "$(cat config.mak)" "^${tool%:*} = other-cpu-linux-gnu-$program$" \
		"${tool%:*} is the host's"
done
like "$(cat "$out")" '^pkg-config +other-cpu-linux-gnu-pkg-config$' "and so is pkg-config"
run 60 env PATH="$TMP/bin:$PATH" "$configure" --host=other-cpu-linux-gnu CC=gcc
like "$(cat config.mak)" '^CC = gcc$' "CC is kept"
rm "$TMP/bin/other-cpu-linux-gnu-pkg-config"
run 60 env PATH="$TMP/bin:$PATH" "$configure" --host=other-cpu-linux-gnu
like "$(cat "$err")" 'pkg-config for other-cpu-linux-gnu ' \
	"a pkg-config of this machine is not the host's"
run 60 "$configure" --build=x --host=x
like "$(cat config.mak)" '^CC = gcc$' "a --host that is --build is this machine"
run 60 "$configure" --host="$(uname -m)-some-linux"
is "$rc $(grep -c '^CC = gcc$' config.mak)" "0 1" "so is another name of its processor" || told
cd ..

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
