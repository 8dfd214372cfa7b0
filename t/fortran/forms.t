#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# mpif.h may be included by programs in fixed form, with lines of 72, 132 and any number of columns,
# and in free form (MPI-5.0 19.1.4); by old programs, which give an array where a procedure with a
# buffer has a scalar; and by those with a REAL of 8 bytes, for which DOUBLE PRECISION has 16.

. "$(dirname "$0")/../lib.sh"

[ -e "$BUILD/lib/libmpifort_abi.so" ] || skip_all "built without Fortran"

cat >"$TMP/p.f" <<-'END'
	      program p
	      include 'mpif.h'
	      integer ierr, request(1), status(MPI_STATUS_SIZE), n(1), got
	      integer world
	      parameter (world = MPI_COMM_WORLD)
	      call MPI_Init(ierr)
	      n(1) = 7
	      call MPI_Irecv(got, 1, MPI_INTEGER, 0, 1, world, request, ierr)
	      call MPI_Send(n, 1, MPI_INTEGER, 0, 1, world, ierr)
	      call MPI_Wait(request, status, ierr)
	      if (kind(MPI_WTIME()) .ne. 8) got = 8
	      if (got .eq. 7) print '(a)', 'passed'
	      call MPI_Finalize(ierr)
	      end
END
for form in -ffixed-form "-ffixed-form -ffixed-line-length-132" \
	"-ffixed-form -ffixed-line-length-none" -ffree-form \
	"-ffree-form -ffree-line-length-none" -fdefault-real-8; do
	run 60 "$BUILD/bin/mpifort" -O0 $form -o "$TMP/p" "$TMP/p.f"
	is "$rc" 0 "mpif.h with $form" || told
done
run 60 "$MPIRUN" -n 1 "$TMP/p"
is "$rc $(cat "$out")" "0 passed" "arrays for scalars, and the kind of MPI_WTIME" || told
done_testing
