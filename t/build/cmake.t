#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that CMake's find_package(MPI) takes the wrappers for C and C++, and that
# its programs run, also by the mpiexec that it found.

. "$(dirname "$0")/../lib.sh"

command -v cmake >/dev/null || skip_all "no cmake"
unset LD_LIBRARY_PATH CC CXX CFLAGS CXXFLAGS
mkdir "$TMP/project"
cat >"$TMP/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.10)
project(t C CXX)
set(MPI_DETERMINE_LIBRARY_VERSION TRUE)
find_package(MPI REQUIRED COMPONENTS C CXX)
message(STATUS "C ${MPI_C_VERSION} ${MPI_C_LIBRARIES} ${MPI_C_INCLUDE_DIRS}")
message(STATUS "exec ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG}")
message(STATUS "library ${MPI_C_LIBRARY_VERSION_STRING}")
add_executable(c a.c)
target_link_libraries(c MPI::MPI_C)
add_executable(cxx b.cpp)
target_link_libraries(cxx MPI::MPI_CXX)
enable_testing()
add_test(NAME two COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} 2 $<TARGET_FILE:c>)
END
cat >"$TMP/project/a.c" <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
	int one = 1, sum = 0, size;
	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	MPI_Finalize();
	return sum != size || (argc > 1 && size == 1);
}
END
cp "$TMP/project/a.c" "$TMP/project/b.cpp"

PATH=$BUILD/bin:$PATH
run 120 cmake -S "$TMP/project" -B "$TMP/tree"
is $rc 0 "find_package(MPI) for C and C++" || told
like "$(cat "$out")" "Found MPI_C: $BUILD/lib/libmpi_abi.so.*\"5\.0\"" \
	"it found this library, of MPI 5.0"
like "$(cat "$out")" "Found MPI_CXX: $BUILD/lib/libmpi_abi.so" "for C++, too"
like "$(cat "$out")" "exec $BUILD/bin/mpiexec -n" "mpiexec"
like "$(cat "$out")" "library Rondo" "MPI_Get_library_version"
run 120 cmake --build "$TMP/tree"
is $rc 0 "both programs are built" || told
run 60 "$TMP/tree/c"
is $rc 0 "C alone" || told
run 60 mpiexec -n 2 "$TMP/tree/cxx" x
is $rc 0 "C++ on two ranks" || told
run 60 ctest --test-dir "$TMP/tree"
is $rc 0 "ctest by MPIEXEC_EXECUTABLE" || told

run 120 env CC="$MPICC" CXX="$MPICXX" cmake -S "$TMP/project" -B "$TMP/tree2"
is $rc 0 "mpicc and mpicxx as the compilers" || told
run 120 cmake --build "$TMP/tree2"
is $rc 0 "build, too" || told

if command -v gfortran >/dev/null; then
	mkdir "$TMP/fortran"
	cat >"$TMP/fortran/CMakeLists.txt" <<-'END'
		cmake_minimum_required(VERSION 3.10)
		project(t C Fortran)
		find_package(MPI COMPONENTS C Fortran)
		message(STATUS "C ${MPI_C_FOUND} Fortran ${MPI_Fortran_FOUND} all ${MPI_FOUND}")
		message(STATUS "f77 ${MPI_Fortran_HAVE_F77_HEADER} f90 ${MPI_Fortran_HAVE_F90_MODULE} f08 ${MPI_Fortran_HAVE_F08_MODULE}")
		if(MPI_Fortran_FOUND)
			add_executable(f a.f90)
			target_link_libraries(f MPI::MPI_Fortran)
		endif()
	END
	cat >"$TMP/fortran/a.f90" <<-'END'
		program a
		  use mpi_f08
		  integer :: n
		  call MPI_Init
		  call MPI_Comm_size(MPI_COMM_WORLD, n)
		  if (n /= 2) stop 1
		  call MPI_Finalize
		end program
	END
	run 120 cmake -S "$TMP/fortran" -B "$TMP/tree3"
	if grep -q '^FC = .' "$BUILD/config.mak"; then
		like "$(cat "$out")" "^-- C TRUE Fortran TRUE all TRUE" "CMake finds Fortran" || told
		like "$(cat "$out")" "^-- f77 TRUE f90 TRUE f08 TRUE" "in all three ways" || told
		run 120 cmake --build "$TMP/tree3"
		is $rc 0 "a Fortran program is built" || told
		run 60 mpiexec -n 2 "$TMP/tree3/f"
		is $rc 0 "and runs on two ranks" || told
	else
		like "$(cat "$out")" "^-- C TRUE Fortran FALSE all FALSE" \
			"no other MPI's Fortran is put beside this C" || told
	fi
else
	skip "no gfortran" "CMake and Fortran"
fi
done_testing
