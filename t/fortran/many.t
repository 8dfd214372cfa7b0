#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# There is no limit to procedures of Fortran that C calls: more operators, operators with large
# counts and error handlers than any table of libmpifort_abi has places for, all in use at a time.

. "$(dirname "$0")/../lib.sh"

[ -e "$BUILD/lib/libmpifort_abi.so" ] || skip_all "built without Fortran"

# Operator N multiplies by N, error handler N notes N.
{
	for n in $(seq 300); do
		printf '%s\n' "subroutine few$n(a, b, len, type)" "integer a, b, len, type" \
			"b = $n * a + len" "end"
	done
	for n in $(seq 80); do
		printf '%s\n' "subroutine large$n(a, b, len, type)" "integer a, b, type" \
			"integer(8) len" "b = $n * a + int(len)" "end" \
			"subroutine note$n(comm, code)" "integer comm, code, noted" \
			"common /notes/ noted" "noted = $n" "end"
	done
	printf '%s\n' "program many" "include 'mpif.h'" \
		"integer op(380), eh(80), b, i, ierr, noted" \
		"common /notes/ noted" "call MPI_Init(ierr)"
	for n in $(seq 300); do
		echo "external few$n"
	done | sort >"$TMP/external"
	for n in $(seq 80); do
		printf '%s\n' "external large$n" "external note$n"
	done >>"$TMP/external"
	for n in $(seq 300); do
		echo "call MPI_Op_create(few$n, .true., op($n), ierr)"
	done
	for n in $(seq 80); do
		echo "call mpi_op_create_c(large$n, .true., op(300 + $n), ierr)"
		echo "call MPI_Comm_create_errhandler(note$n, eh($n), ierr)"
	done
	cat <<-END
		do i = 1, 380
		b = 0
		call MPI_Reduce_local([7], b, 1, MPI_INTEGER, op(i), ierr)
		if (b /= 7 * merge(i, i - 300, i <= 300) + 1) print *, 'operator', i, b
		call MPI_Op_free(op(i), ierr)
		end do
		do i = 1, 80
		call MPI_Comm_set_errhandler(MPI_COMM_SELF, eh(i), ierr)
		call MPI_Errhandler_free(eh(i), ierr)
		call MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_OTHER, ierr)
		if (noted /= i) print *, 'error handler', i, noted
		end do
		call MPI_Finalize(ierr)
		print '(a)', 'passed'
		end program
	END
} >"$TMP/all.f90"
sed "/^include 'mpif.h'/r $TMP/external" "$TMP/all.f90" >"$TMP/many.f90"
run 60 "$BUILD/bin/mpifort" -O0 -o "$TMP/many" "$TMP/many.f90"
is "$rc" 0 "it compiles" || told
run 60 "$MPIRUN" -n 1 "$TMP/many"
is "$rc $(cat "$out")" "0 passed" "300 operators, 80 with large counts, 80 error handlers" || told
done_testing
