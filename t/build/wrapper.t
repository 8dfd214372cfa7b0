#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that mpicc and mpicxx answer the questions that build systems ask of
# wrappers in both dialects (MPICH's -show, Open MPI's --showme), choose the
# compiler as told, and leave everything else to it.

. "$(dirname "$0")/../lib.sh"

unset RONDO_CC MPICH_CC OMPI_CC RONDO_CXX MPICH_CXX OMPI_CXX
inc=$SRC/include
lib=$BUILD/lib
link="-L$lib -Wl,-rpath,$lib -Wl,--enable-new-dtags -lmpi_abi"
cc=$("$MPICC" --showme:command)
cxx=$("$MPICXX" --showme:command)

is "$cc" "$(sed -n 's/^CC = //p' "$BUILD/config.mak")" "the compiler is that of configure, as given"
is "$("$MPICC" -show)" "$cc -I$inc $link" "-show"
is "$("$MPICC" --showme)" "$cc -I$inc $link" "--showme"
is "$("$MPICC" -showme a.c -o 'a b')" "$cc -I$inc a.c -o 'a b' $link" \
	"-showme with arguments, quoted"
is "$("$MPICC" -show -c a.c)" "$cc -I$inc -c a.c" "-show -c leaves linking out"
is "$("$MPICC" -compile-info)" "$cc -I$inc" "-compile-info"
is "$("$MPICC" -compile_info)" "$cc -I$inc" "-compile_info"
is "$("$MPICC" -link-info)" "$cc $link" "-link-info"
is "$("$MPICC" -link_info)" "$cc $link" "-link_info"
for dash in - --; do
	is "$("$MPICC" ${dash}showme:compile)" "-I$inc" "${dash}showme:compile"
	is "$("$MPICC" ${dash}showme:link)" "$link" "${dash}showme:link"
	is "$("$MPICC" ${dash}showme:incdirs)" "$inc" "${dash}showme:incdirs"
	is "$("$MPICC" ${dash}showme:libdirs)" "$lib" "${dash}showme:libdirs"
	is "$("$MPICC" ${dash}showme:libs)" mpi_abi "${dash}showme:libs"
done
like "$("$MPICC" --showme:version)" '^mpicc: Rondo [0-9.]+ \(Language: C\)$' "--showme:version"
like "$("$MPICXX" --showme:version)" '^mpicxx: Rondo [0-9.]+ \(Language: C\+\+\)$' "of mpicxx"
like "$("$MPICC" --showme:help)" 'RONDO_CC' "--showme:help"
is "$("$BUILD/bin/mpic++" -show)" "$cxx -I$inc $link" "mpic++ is mpicxx"
is "$("$BUILD/bin/mpiCC" -show)" "$cxx -I$inc $link" "and mpiCC"
fc=$(sed -n 's/^FC = //p' "$BUILD/config.mak")
if [ "$fc" ]; then
	mod="-I$BUILD/mod"
	for f in mpifort mpif90 mpif77; do
		is "$("$BUILD/bin/$f" -show -O a.f90)" \
			"$fc $mod -O a.f90 $(echo "$link" | sed 's/-lmpi_abi/-lmpifort_abi &/')" "$f"
	done
	is "$("$BUILD/bin/mpifort" -show -c a.f90)" "$fc $mod -c a.f90" "mpifort -c links nothing"
	is "$("$BUILD/bin/mpifort" --showme:libs)" "mpifort_abi mpi_abi" "libraries of mpifort"
	is "$(RONDO_FC=rfc MPICH_FC=hfc "$BUILD/bin/mpifort" --showme:command)" rfc "RONDO_FC"
	is "$(RONDO_FC=rfc "$BUILD/bin/mpifort" -fc=tfc --showme:command)" tfc "-fc= before it"
else
	for f in mpifort mpif90 mpif77; do
		for arg in -show --version a.f90 --showme:command; do
			run 10 "$BUILD/bin/$f" $arg
			is "$rc $(cat "$out")" "1 " "$f $arg fails"
		done
		like "$(cat "$err")" "^$f: Rondo [0-9.]+ has no Fortran bindings" "and says why"
	done
	is "$("$BUILD/bin/mpifort" -showme:link)" "-lrondo_has_no_fortran" "CMake's question is answered"
fi
is "$("$BUILD/bin/mpicc_abi" -show)" "$cc -I$inc $link" "mpicc_abi is mpicc"

run 10 "$MPICC" --showme:nonsense
[ $rc -ne 0 ]
ok $? "an unknown --showme: fails"
like "$(cat "$err")" '^mpicc: unrecognized option: --showme:nonsense' "and says so"
run 10 "$MPICC" --cray-print-opts=cflags
[ $rc -ne 0 ]
ok $? "so does what the compiler does not know"

is "$(RONDO_CC=rcc MPICH_CC=hcc OMPI_CC=occ "$MPICC" --showme:command)" rcc "RONDO_CC goes first"
is "$(MPICH_CC=hcc OMPI_CC=occ "$MPICC" --showme:command)" hcc "then MPICH_CC"
is "$(OMPI_CC='occ -m64' "$MPICC" -show -c a.c)" "occ -m64 -I$inc -c a.c" \
	"then OMPI_CC, with options"
is "$(RONDO_CC=rcc "$MPICC" -cc=tcc --showme:command)" tcc "-cc= before all"
is "$(MPICH_CXX=hxx RONDO_CC=rcc "$MPICXX" --showme:command)" hxx "C++ has its own"
is "$(RONDO_CC=$MPICC "$MPICC" --showme:command)" "$cc" "a wrapper never calls itself"
run 10 "$MPICC" -cc=no-such-compiler -c a.c
is $rc 127 "a compiler that is not there"
like "$(cat "$err")" 'no-such-compiler is not found' "is named"

is "$("$MPICC" --version | sed 1q)" "$($cc --version | sed 1q)" "--version is the compiler's"
run 10 "$MPICC" -v
is $rc 0 "-v alone does not link" || told

cat >"$TMP/a.c" <<'END'
#include <mpi.h>
#include <stdio.h>
#ifndef NAME
#define NAME "x"
#endif
int main(void) { return printf("%s %d\n", NAME, (int)sizeof(MPI_Status)) < 0; }
END
cd "$TMP" || exit 1
run 60 "$MPICC" '-DNAME="two words"' a.c -o 'a out'
is $rc 0 "arguments with spaces and quotes" || told
run 10 "./a out"
is "$(cat "$out")" "two words 32" "arrive as they are"
run 60 "$MPICC" -c a.c
is $rc 0 "-c" || told
run 60 "$MPICC" a.o -o b
is $rc 0 "linking an object" || told
run 60 "$MPICC" -E a.c
like "$(cat "$out")" 'MPI_Comm' "-E"
run 60 "$MPICC" -MM a.c
like "$(cat "$out")" 'a\.o:.*mpi\.h' "-MM"
run 60 sh -c "$MPICC -x c -o c - <a.c"
is $rc 0 "a program on standard input" || told
run 60 "$MPICXX" -x c++ a.c -o d
is $rc 0 "C++" || told
like "$(readelf -d a\ out)" "RUNPATH.*\[$lib\]" "programs know where the library is"
ln -s "$MPICC" other-name
is "$(./other-name --showme:libdirs)" "$lib" "called by a symbolic link"
is "$(PATH=$BUILD/bin:$PATH; mpicc --showme:libdirs)" "$lib" "called by PATH"
done_testing
