#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Clang compiles the whole library, without a warning; a program of it runs. The other tests use
# GCC.

. "$(dirname "$0")/../lib.sh"

command -v clang >/dev/null || skip_all 'there is no clang (Debian package clang)'
unset CC CXX CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LIBS MAKEFLAGS MAKELEVEL
cd "$TMP" || exit 1
run 60 "$SRC/configure" CC=clang CXX=clang++ CFLAGS='-O0 -Werror'
is $rc 0 'configure takes clang' || told
run 300 make -j2 lib bin/mpirun bin/mpicc
is $rc 0 'the library builds' || told
run 60 bin/mpicc -o hello "$SRC/examples/hello.c"
is $rc 0 'mpicc calls clang' || told
run 60 bin/mpirun -n 2 ./hello
is $rc 0 'a program of it runs' || told
is "$(grep -c 'rank [01] of 2' "$out")" 2 'on two ranks'
done_testing
