#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The properties of the Fortran compiler (MPI-5.0 20): procedures of Fortran read and set them, and
# libmpifort_abi sets them, before MPI_Init, in a C library that has none. A tool stands for that.

. "$(dirname "$0")/../lib.sh"

[ -e "$BUILD/lib/libmpifort_abi.so" ] || skip_all "built without Fortran"

cat >"$TMP/own.f90" <<-END
	program own
	  use mpi_f08
	  implicit none
	  character(len=5) :: text
	  type(MPI_Info) :: info
	  logical :: yes, no, flag
	  integer :: n, ierr
	  call MPI_Abi_get_fortran_booleans(4, yes, no, flag)
	  if (.not. flag .or. .not. yes .or. no) print '(a)', 'wrong values of LOGICAL'
	  call MPI_Init
	  call MPI_Abi_set_fortran_booleans(4, .true., .false.)
	  call MPI_Abi_get_fortran_info(info)
	  n = 5
	  call MPI_Info_get_string(info, 'mpi_double_precision_size', n, text, flag)
	  if (.not. flag .or. text /= '8') print '(a)', 'wrong size'
	  call MPI_Abi_set_fortran_info(info)
	  call MPI_Info_set(info, 'mpi_integer_size', '8')
	  call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN)
	  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN)
	  call MPI_Abi_set_fortran_info(info, ierr)
	  if (ierr == MPI_SUCCESS) print '(a)', 'an INTEGER of 8 bytes'
	  call MPI_Info_free(info)
	  call MPI_Finalize
	  print '(a)', 'passed'
	end program
END
run 60 "$BUILD/bin/mpifort" -O0 -o "$TMP/own" "$TMP/own.f90"
is "$rc" 0 "a program that reads and sets the properties compiles" || told
run 60 "$MPIRUN" -n 1 "$TMP/own"
is "$rc $(cat "$out")" "0 passed" "properties of the compiler" || told

cat >"$TMP/tool.c" <<-'END'
	#include <mpi.h>
	#include <stdio.h>
	#include <stdlib.h>

	/* The third fails, where that is wanted. */
	int PMPI_Info_set(MPI_Info info, const char *key, const char *value)
	{
		static int calls;

		if (++calls == 3 && getenv("THIRD_FAILS"))
			return MPI_ERR_NO_MEM;
		return MPI_Info_set(info, key, value);
	}

	int PMPI_Abi_get_fortran_info(MPI_Info *info)
	{
		*info = MPI_INFO_NULL;
		return MPI_SUCCESS;
	}

	int PMPI_Abi_set_fortran_info(MPI_Info info)
	{
		int n, flag, before;
		char key[MPI_MAX_INFO_KEY], value[9];

		MPI_Initialized(&before);
		MPI_Info_get_nkeys(info, &n);
		for (int i = 0; i < n; i++) {
			int length = sizeof(value);

			MPI_Info_get_nthkey(info, i, key);
			MPI_Info_get_string(info, key, &length, value, &flag);
			printf("%d %s %s\n", before, key, value);
		}
		return MPI_SUCCESS;
	}
END
cat >"$TMP/other.f90" <<-END
	program other
	  use mpi
	  integer ierr
	  call MPI_Init(ierr)
	  call MPI_Finalize(ierr)
	end program
END
run 60 "$MPICC" -O0 -c -o "$TMP/tool.o" "$TMP/tool.c"
is "$rc" 0 "the tool compiles" || told
run 60 "$BUILD/bin/mpifort" -O0 -o "$TMP/other" "$TMP/other.f90" "$TMP/tool.o"
is "$rc" 0 "a program with the tool compiles" || told
run 60 "$MPIRUN" -n 1 "$TMP/other"
is "$rc $(grep -c '^0 mpi_[a-z0-9_]*_supported true$' "$out")" "0 13" "kinds are told to C" || told
is "$(sed -n 's/^0 \(mpi_[a-z_]*_size\)/\1/p' "$out" | tr '\n' ' ')" \
	"mpi_logical_size 4 mpi_integer_size 4 mpi_real_size 4 mpi_double_precision_size 8 " \
	"and sizes" || told
run 60 env THIRD_FAILS=1 "$MPIRUN" -n 1 "$TMP/other"
is "$rc $(cat "$out")" "0 " "an incomplete list is not told" || told
done_testing
