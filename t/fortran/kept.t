#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Variables whose address MPI keeps after a call hold what later calls wrote to them, in optimized
# code too, where the variable has neither ASYNCHRONOUS nor TARGET: a buffer of persistent
# requests, one that MPI_BOTTOM and MPI_Get_address lead to, one in a window.

. "$(dirname "$0")/../lib.sh"

[ -e "$BUILD/lib/libmpifort_abi.so" ] || skip_all "built without Fortran"

# Statements of the three ways, which declare handles differently.
cat >"$TMP/checks" <<-'END'
	integer :: got, i, total, y, n, ierr
	integer(MPI_ADDRESS_KIND) :: at(1), none
	call MPI_Init(ierr)
	got = 0
	total = 0
	none = 0
	call MPI_Recv_init(got, 1, MPI_INTEGER, 0, 1, MPI_COMM_SELF, request, ierr)
	do i = 1, 5
	call MPI_Start(request, ierr)
	call MPI_Send(i, 1, MPI_INTEGER, 0, 1, MPI_COMM_SELF, ierr)
	call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
	total = total + got
	end do
	if (total /= 15) print *, 'persistent receive', total
	call MPI_Request_free(request, ierr)
	n = 9
	call MPI_Get_address(y, at(1), ierr)
	call MPI_Type_create_hindexed_block(1, 1, at, MPI_INTEGER, type, ierr)
	call MPI_Type_commit(type, ierr)
	y = 0
	call MPI_Sendrecv(n, 1, MPI_INTEGER, 0, 7, MPI_BOTTOM, 1, type, 0, 7, MPI_COMM_SELF, &
	  MPI_STATUS_IGNORE, ierr)
	if (y /= 9) print *, 'MPI_BOTTOM', y
	at = 4
	call MPI_Win_create(got, at(1), 4, MPI_INFO_NULL, MPI_COMM_SELF, win, ierr)
	got = 0
	call MPI_Win_fence(0, win, ierr)
	call MPI_Put(n, 1, MPI_INTEGER, 0, none, 1, MPI_INTEGER, win, ierr)
	call MPI_Win_fence(0, win, ierr)
	if (got /= 9) print *, 'MPI_Put', got
	call MPI_Win_free(win, ierr)
	call MPI_Finalize(ierr)
	print '(a)', 'passed'
	end program
END
handles='type(MPI_Request) :: request; type(MPI_Datatype) :: type; type(MPI_Win) :: win'
# kept NAME USE INCLUDE HANDLES
kept()
{
	{
		printf '%s\n' "program p" "$2" "implicit none" "$3" "$4"
		cat "$TMP/checks"
	} >"$TMP/p.f90"
	run 60 "$BUILD/bin/mpifort" -O2 -o "$TMP/p" "$TMP/p.f90"
	is "$rc" 0 "$1 compiles" || told
	run 60 "$MPIRUN" -n 1 "$TMP/p"
	is "$rc $(cat "$out")" "0 passed" "$1 reads what MPI wrote" || told
}
kept mpif.h "" "include 'mpif.h'" "integer :: request, type, win"
kept "module mpi" "use mpi" "" "integer :: request, type, win"
kept "module mpi_f08" "use mpi_f08" "" "$handles"
done_testing
