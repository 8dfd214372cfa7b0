#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A section with gaps that MPI_Get of mpi_f08 reads to is complete after the synchronization that
# completes the operation, not after one that failed, nor after one that another thread was in when
# the operation began. A tool carries out MPI_Get late, and begins one within MPI_Win_flush.

. "$(dirname "$0")/../lib.sh"

[ -e "$BUILD/lib/libmpifort_abi.so" ] || skip_all "built without Fortran"

cat >"$TMP/tool.c" <<-END
	#include <mpi.h>

	enum { FAIL = 1, BEGIN };
	static int next, tasks, gets;
	static void *to[2];

	void another_(void);
	void next_flush_(const int *task) { next = *task; }

	int MPI_Get(void *buf, int n, MPI_Datatype type, int rank, MPI_Aint disp, int m,
		    MPI_Datatype target, MPI_Win win)
	{
		(void)n, (void)type, (void)rank, (void)disp, (void)m, (void)target, (void)win;
		to[gets++] = buf;
		return MPI_SUCCESS;
	}

	int MPI_Win_flush(int rank, MPI_Win win)
	{
		int task = next;

		next = 0;
		if (task == FAIL)
			return MPI_ERR_OTHER;
		if (task == BEGIN)
			another_();
		else
			while (gets)
				PMPI_Get(to[--gets], 4, MPI_INT, rank, 0, 4, MPI_INT, win);
		return PMPI_Win_flush(rank, win);
	}
END
cat >"$TMP/late.f90" <<-END
	module shared
	  use mpi_f08
	  implicit none
	  integer, asynchronous :: mine(4) = [1, 2, 3, 4], got(8)
	  type(MPI_Win) :: win
	end module
	subroutine another
	  use shared
	  call MPI_Get(got(1:7:2), 4, MPI_INTEGER, 0, 0_MPI_ADDRESS_KIND, 4, MPI_INTEGER, win)
	end subroutine
	program late
	  use shared
	  integer :: task, ierr
	  call MPI_Init
	  call MPI_Win_create(mine, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_SELF, win)
	  call MPI_Win_lock_all(0, win)
	  do task = 0, 2
	    got = 0
	    if (task < 2) call another
	    if (task > 0) then
	      call next_flush(task)
	      call MPI_Win_flush(0, win, ierr)
	      if (any(got /= 0)) print *, 'too early', task, got
	    end if
	    call MPI_Win_flush(0, win, ierr)
	    if (any(got /= [1, 0, 2, 0, 3, 0, 4, 0])) print *, 'wrong', task, got
	  end do
	  call MPI_Win_unlock_all(win)
	  call MPI_Win_free(win)
	  call MPI_Finalize
	  print '(a)', 'passed'
	end program
END
cd "$TMP" || exit 1
run 60 "$MPICC" -O0 -c tool.c
is "$rc" 0 "the tool compiles" || told
run 60 "$BUILD/bin/mpifort" -O0 -o late late.f90 tool.o
is "$rc" 0 "the program compiles" || told
run 60 "$MPIRUN" -n 1 ./late
is "$rc $(cat "$out")" "0 passed" "sections are complete after their synchronization" || told
done_testing
