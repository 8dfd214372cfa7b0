#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that make install puts every file in its place, also under DESTDIR, that the
# installed tree works where it is and after it was moved, without LD_LIBRARY_PATH,
# and that make uninstall leaves no file.

. "$(dirname "$0")/../lib.sh"

unset LD_LIBRARY_PATH MAKEFLAGS MAKELEVEL DESTDIR
variable()
{
	sed -n "s/^$1 = //p" "$BUILD/config.mak"
}
real=$(variable prefix)
installs()
{
	run 300 make -C "$BUILD" install "$@"
}

files='bin/mpicc bin/mpicxx bin/mpic++ bin/mpiCC bin/mpicc_abi bin/mpifort bin/mpif90 bin/mpif77
bin/mpirun bin/mpiexec bin/rondo_info bin/rondo_tune
include/mpi.h lib/libmpi_abi.a lib/libmpi_abi.so lib/libmpi_abi.so.1 lib/libmpi_abi.so.1.0.0
lib/pkgconfig/mpi-c.pc lib/pkgconfig/mpi-cxx.pc lib/rondo/pkgconfig/ompi-c.pc
lib/rondo/pkgconfig/ompi-cxx.pc share/rondo/lsan.supp share/rondo/valgrind.supp
share/man/man1/mpifort.1 share/man/man1/mpif90.1 share/man/man1/mpif77.1
share/man/man1/mpirun.1 share/man/man1/mpiexec.1 share/man/man1/mpicc.1 share/man/man1/mpicxx.1
share/man/man1/mpic++.1 share/man/man1/mpicc_abi.1 share/man/man1/rondo_info.1
share/man/man1/rondo_tune.1 share/man/man7/rondo.7 share/doc/rondo/README.md
share/doc/rondo/LICENSE'

[ -z "$(variable verbs)" ] || files="$files lib/rondo/verbs/libibverbs.so.1"
fortran=$(variable FC)
[ -z "$fortran" ] || files="$files include/mpif.h include/mpi.mod include/mpi_f08.mod
include/mpi_f08_types.mod lib/libmpifort_abi.so lib/libmpifort_abi.so.1 lib/libmpifort_abi.so.1.0.0
lib/pkgconfig/mpi-fort.pc lib/rondo/pkgconfig/ompi-fort.pc"
for folder in $(variable fc_folders); do
	for module in mpi mpi_f08 mpi_f08_types; do
		files="$files include/rondo/$folder/$module.mod"
	done
done

installs DESTDIR="$TMP/stage" prefix=/opt/rondo-t exec_prefix=/opt/rondo-t
is $rc 0 "make install with DESTDIR and prefix" || told
tree=$TMP/stage/opt/rondo-t
# Simulated rings are there where they were made.
(cd "$tree" && find . ! -type d | sed 's|^\./||' | grep -v '^bin/rondo_ring_w[0-9]*$' | sort) \
	>"$TMP/have"
{
	printf '%s\n' $files
	[ ! -d "$BUILD/man" ] || nm -D --defined-only "$BUILD/lib/libmpi_abi.so" |
		grep -v 'MPI_P[a-z]*_init_c$' | # not declared, for old binaries
		sed -n 's|.* W \(MPI_.*\)|share/man/man3/\1.3|p'
} | sort >"$TMP/want"
difference=$(diff "$TMP/want" "$TMP/have")
ok $? "it installs these files and no others" || diag "$difference"
[ ! -e "$tree/lib/libmpi.so" ]
ok $? "no libmpi.so, which would be taken for another ABI"

cat >"$TMP/hello.c" <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	int rank, size;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	printf("hello from %d of %d\n", rank, size);
	return MPI_Finalize();
}
END
sed 's|<stdio.h>|<cstdio>|; s|printf|std::printf|' "$TMP/hello.c" >"$TMP/hello.cpp"

cat >"$TMP/hello.f90" <<'END'
program hello
  use mpi_f08
  integer :: rank
  call MPI_Init
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  print '(a, i0)', 'hello from ', rank
  call MPI_Finalize
end program
END

# works TREE: compiles and runs with the files of the folder.
works()
{
	run 60 "$1/bin/mpicc" -o "$TMP/hello" "$TMP/hello.c"
	is $rc 0 "mpicc compiles" || told
	run 60 "$1/bin/mpirun" -n 3 "$TMP/hello"
	is $rc 0 "mpirun runs" || told
	is "$(sort "$out" | tr '\n' ' ')" "hello from 0 of 3 hello from 1 of 3 hello from 2 of 3 " \
		"three ranks"
	run 60 "$1/bin/mpicxx" -o "$TMP/hello++" "$TMP/hello.cpp"
	is $rc 0 "mpicxx compiles" || told
	run 60 "$TMP/hello++"
	is "$(cat "$out")" "hello from 0 of 1" "C++, alone" || told
	like "$(readelf -d "$TMP/hello" | grep -F "[$1/lib]")" "RUNPATH" "programs know its folder"
	if [ "$fortran" ]; then
		# Without -Xlinker, which flang lacks, no folder with a comma can be named.
		compilers="$(variable fc_more) $fortran"
		case $1 in *,*) compilers=$fortran ;; esac
		for compiler in $compilers; do
			run 60 "$1/bin/mpifort" -fc="$compiler" -o "$TMP/hellof" "$TMP/hello.f90"
			is $rc 0 "mpifort compiles by $compiler" || told
		done
		run 60 "$1/bin/mpirun" -n 2 "$TMP/hellof"
		is "$(sort "$out" | tr '\n' ' ')" "hello from 0 hello from 1 " "Fortran on two ranks" || told
	fi
	run 60 "$1/bin/rondo_info" --param RONDO_BTL
	is $rc 0 "rondo_info runs" || told
}

mv "$tree" "$TMP/moved"
works "$TMP/moved"
# Names that have a meaning for the shell or the linker.
for name in 'a b' 'c,d' "e'f(\$g)"; do
	mkdir "$TMP/$name"
	mv "$TMP/moved" "$TMP/$name/moved"
	works "$TMP/$name/moved"
	run 60 sh -c "exec $("$TMP/$name/moved/bin/mpicc" -show "$TMP/hello.c") -o '$TMP/hello'"
	is $rc 0 "mpicc -show is what a shell takes" || told
	mv "$TMP/$name/moved" "$TMP/moved"
done
mkdir "$TMP/h:i"
ln -s "$TMP/moved" "$TMP/link"
mv "$TMP/moved" "$TMP/h:i/moved"
run 60 "$TMP/h:i/moved/bin/mpicc" -o "$TMP/hello" "$TMP/hello.c"
is "$rc $(grep -c "'h*:' in its name" "$err")" "1 1" "a folder that no linker takes is refused" ||
	told
mv "$TMP/h:i/moved" "$TMP/moved"
if command -v pkg-config >/dev/null; then
	flags=$(PKG_CONFIG_PATH=$TMP/moved/lib/pkgconfig \
		pkg-config --define-prefix --cflags --libs mpi-c)
	run 60 cc -o "$TMP/hello-pc" "$TMP/hello.c" $flags
	is $rc 0 "pkg-config mpi-c gives what cc needs" || told
	run 60 "$TMP/moved/bin/mpirun" -n 2 "$TMP/hello-pc"
	is "$(wc -l <"$out" | tr -d ' ')" 2 "and the program finds the library" || told
	is "$(PKG_CONFIG_PATH=$TMP/moved/lib/rondo/pkgconfig pkg-config --libs-only-l ompi-c)" \
		"-lmpi_abi " "Meson's name for it" || told
else
	skip "no pkg-config" "pkg-config mpi-c"
fi

installs DESTDIR="$TMP/pack"
is $rc 0 "make install with DESTDIR alone" || told
libdir=$(echo "$TMP"/pack"$real"/lib*)
staged=$TMP/pack$real/bin/mpicc
if [ -x "$staged" ]; then
	like "$("$staged" --showme:link)" "^-L$libdir -Wl,-rpath,${libdir#"$TMP/pack"} " \
		"a staged mpicc links there, for where it will be"
else
	skip "an unusual --bindir" "a staged mpicc"
fi

installs prefix="$TMP/here"
is $rc 0 "make install with prefix" || told
works "$TMP/here"
run 60 make -C "$BUILD" uninstall prefix="$TMP/here"
is $rc 0 "make uninstall" || told
is "$(find "$TMP/here" ! -type d)" "" "it leaves no file"

# DESTDIR is any folder of the packager's; a word of it is another folder.
odd="$TMP/odd keep/it's (here)"
mkdir -p "$TMP/odd/opt/r/bin" "$odd"
echo mine >"$TMP/odd/opt/r/bin/mpirun"
installs DESTDIR="$odd" prefix=/opt/r exec_prefix=/opt/r
is $rc 0 "make install with a DESTDIR of several words" || told
[ -x "$odd/opt/r/bin/mpirun" ]
ok $? "installs there"
echo more >"$odd/opt/r/share/doc/rondo/mine"
cd "$TMP" || exit 1
run 60 make -C "$BUILD" uninstall DESTDIR="$odd" prefix=/opt/r exec_prefix=/opt/r
is "$rc $(cd "$odd" && find . ! -type d)" "0 ./opt/r/share/doc/rondo/mine" \
	"make uninstall takes what it installed there" || told
is "$(cat "$TMP/odd/opt/r/bin/mpirun")" mine "and nothing else"
for bad in '/a b' '/a,b' '/a;b' '/a*' relative; do
	installs DESTDIR="$TMP/bad" prefix="$bad"
	[ $rc -ne 0 ] && [ ! -e "$TMP/bad" ]
	ok $? "make install refuses the prefix $bad" || told
	like "$(cat "$err")" \
		"a folder to install to must .*: $(printf '%s' "$bad" | sed 's/\*/\\*/')" "in words"
done
done_testing
