! SPDX-License-Identifier: BSD-3-Clause
!
! Sections of arrays with gaps as buffers of mpi_f08, in all kinds of calls; gaps must stay as they
! are, also those that the program changes while an operation is under way.
program sections
  use mpi_f08
  implicit none
  type point
    sequence
    real(8) :: x, y
    integer :: n, m
  end type
  integer :: failures = 0, rank, nprocs, next, last

  call MPI_Init
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, nprocs)
  next = mod(rank + 1, nprocs)
  last = mod(rank + nprocs - 1, nprocs)
  call check(MPI_SUBARRAYS_SUPPORTED .and. MPI_ASYNC_PROTECTS_NONBLOCKING, 'they are supported')
  call blocking
  call partial
  call nonblocking
  call persistent
  call collectives
  call windows
  call components
  call nothing
  call order
  call long
  call MPI_Allreduce(MPI_IN_PLACE, failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  if (rank == 0 .and. failures == 0) print '(a)', 'passed'
  call MPI_Finalize
  if (failures > 0) stop 1

contains

  subroutine check(good, what)
    logical, intent(in) :: good
    character(len=*), intent(in) :: what
    if (good) return
    failures = failures + 1
    print '(a, i0, 2a)', 'rank ', rank, ': wrong: ', what
  end subroutine

  ! Plane k is 100 k + 10 j + i.
  function numbered() result(a)
    integer :: a(4, 3, 2), i, j, k
    do k = 1, 2
      do j = 1, 3
        do i = 1, 4
          a(i, j, k) = 100 * k + 10 * j + i
        end do
      end do
    end do
  end function

  subroutine blocking
    integer :: a(4, 3, 2), b(4, 3, 2), flat(12)
    a = numbered()
    b = -1
    call MPI_Sendrecv(a(1:4:2, :, :), 12, MPI_INTEGER, next, 1, flat, 12, MPI_INTEGER, last, 1, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call check(all(flat == reshape(a(1:4:2, :, :), [12])), 'a sent section')
    call MPI_Sendrecv(flat, 12, MPI_INTEGER, next, 2, b(4:1:-2, :, 2:1:-1), 12, MPI_INTEGER, last, &
                      2, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call check(all(b(4:1:-2, :, 2:1:-1) == a(1:4:2, :, :)) .and. all(b(1:3:2, :, :) == -1), &
               'a received section, backward')
    b = a
    call MPI_Sendrecv_replace(b(2, :, :), 6, MPI_INTEGER, next, 3, last, 3, MPI_COMM_WORLD, &
                              MPI_STATUS_IGNORE)
    call check(all(b == a), 'a replaced section')
  end subroutine

  ! A blocking call takes the first element of a section alone; another receive writes to a later one
  ! meanwhile. On one rank it surely does so within the call.
  subroutine partial
    integer, asynchronous :: a(5)
    integer :: one, two
    type(MPI_Request) :: reqs(2)
    a = 0
    one = 1
    two = 2
    call MPI_Irecv(a(3), 1, MPI_INTEGER, last, 31, MPI_COMM_WORLD, reqs(1))
    call MPI_Isend(two, 1, MPI_INTEGER, next, 32, MPI_COMM_WORLD, reqs(2))
    call MPI_Sendrecv(one, 1, MPI_INTEGER, next, 31, a(1:5:2), 1, MPI_INTEGER, last, 32, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call MPI_Waitall(2, reqs, MPI_STATUSES_IGNORE)
    call check(all(a == [2, 0, 1, 0, 0]), 'a section of which the call takes a part')
  end subroutine

  subroutine nonblocking
    integer, asynchronous :: a(4, 3, 2), b(4, 3, 2)
    type(MPI_Request) :: reqs(2)
    integer :: sum_of(6)
    a = numbered()
    b = -1
    call MPI_Irecv(b(2:3, :, 1), 4, MPI_INTEGER, last, 4, MPI_COMM_WORLD, reqs(1))
    call MPI_Isend(a(1:2, :, 2), 4, MPI_INTEGER, next, 4, MPI_COMM_WORLD, reqs(2))
    b(3, 3, 1) = 55 ! not received
    call MPI_Waitall(2, reqs, MPI_STATUSES_IGNORE)
    call check(all(b(2:3, 1:2, 1) == a(1:2, 1:2, 2)), 'a section received later')
    call check(b(3, 3, 1) == 55 .and. b(2, 3, 1) == -1 .and. all(b(1::3, :, 1) == -1), 'gaps')
    call MPI_Iallreduce(a(1, :, :), sum_of, 6, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, reqs(1))
    call MPI_Wait(reqs(1), MPI_STATUS_IGNORE)
    call check(all(sum_of == nprocs * reshape(a(1, :, :), [6])), 'a reduced section')
    call MPI_Iallreduce(MPI_IN_PLACE, a(1, :, :), 6, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, reqs(1))
    call MPI_Wait(reqs(1), MPI_STATUS_IGNORE)
    call check(all(sum_of == reshape(a(1, :, :), [6])), 'a section reduced in place')
  end subroutine

  subroutine persistent
    integer, asynchronous :: a(10), b(10)
    type(MPI_Request) :: reqs(2)
    integer :: turn
    logical :: flag
    b = 0
    call MPI_Send_init(a(1:9:2), 5, MPI_INTEGER, next, 5, MPI_COMM_WORLD, reqs(1))
    call MPI_Recv_init(b(2:10:2), 5, MPI_INTEGER, last, 5, MPI_COMM_WORLD, reqs(2))
    do turn = 1, 3
      a = turn
      call MPI_Startall(2, reqs)
      if (turn == 2) then
        flag = .false.
        do while (.not. flag)
          call MPI_Testall(2, reqs, flag, MPI_STATUSES_IGNORE)
        end do
      else
        call MPI_Waitall(2, reqs, MPI_STATUSES_IGNORE)
      end if
      call check(all(b(2::2) == turn) .and. all(b(1::2) == 0), 'a persistent section')
    end do
    call MPI_Request_free(reqs(1))
    call MPI_Request_free(reqs(2))
  end subroutine

  subroutine collectives
    integer :: all_of(2, 3 * nprocs), mine(6), i, counts(nprocs), displs(nprocs)
    all_of = -1
    mine = [(10 * i + rank, i = 1, 6)]
    call MPI_Allgather(mine(1:6:2), 3, MPI_INTEGER, all_of(2, :), 3, MPI_INTEGER, MPI_COMM_WORLD)
    do i = 0, nprocs - 1
      call check(all(all_of(2, 3 * i + 1:3 * i + 3) == [10, 30, 50] + i), 'a gathered section')
    end do
    call check(all(all_of(1, :) == -1), 'gaps in a gathered section')
    counts = 1
    displs = [(3 * (i - 1), i = 1, nprocs)]
    all_of = -1
    call MPI_Allgatherv(mine(5:5), 1, MPI_INTEGER, all_of(1, :), counts, displs, MPI_INTEGER, &
                        MPI_COMM_WORLD)
    call check(all(all_of(1, 1::3) == [(49 + i, i = 1, nprocs)]), 'blocks of a gathered section')
    call check(count(all_of /= -1) == nprocs, &
               'a section gathered with displacements')
  end subroutine

  subroutine windows
    type(MPI_Win) :: win
    type(MPI_Request) :: reqs(3)
    integer, asynchronous :: shown(6), a(12), got(12)
    integer :: i
    shown = 0
    a = [(i, i = 1, 12)]
    got = -1
    call MPI_Win_create(shown, 24_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
    call MPI_Win_fence(0, win)
    call MPI_Put(a(1:12:2), 6, MPI_INTEGER, next, 0_MPI_ADDRESS_KIND, 6, MPI_INTEGER, win)
    call MPI_Win_fence(0, win)
    call check(all(shown == a(1:12:2)), 'a put section')
    call MPI_Get(got(2:12:2), 6, MPI_INTEGER, next, 0_MPI_ADDRESS_KIND, 6, MPI_INTEGER, win)
    call MPI_Win_fence(0, win)
    call check(all(got(2:12:2) == a(1:12:2)) .and. all(got(1:12:2) == -1), 'a section of MPI_Get')
    call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win)
    call MPI_Accumulate(a(2:12:4), 3, MPI_INTEGER, next, 0_MPI_ADDRESS_KIND, 3, MPI_INTEGER, &
                        MPI_SUM, win)
    call MPI_Win_unlock(next, win)
    call MPI_Win_fence(0, win)
    call check(all(shown(1:3) == [3, 9, 15]), 'an accumulated section')
    got = -1
    call MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win)
    do i = 1, 3
      call MPI_Rget(got(i::6), 2, MPI_INTEGER, next, int(i - 1, MPI_ADDRESS_KIND), 2, MPI_INTEGER, &
                    win, reqs(i))
    end do
    call MPI_Waitall(3, reqs, MPI_STATUSES_IGNORE)
    call check(all(got == [3, 9, 15, -1, -1, -1, 9, 15, 7, -1, -1, -1]), 'sections of MPI_Rget')
    call MPI_Win_unlock(next, win)
    call MPI_Win_free(win)
  end subroutine

  ! Arrays without an element, an array that is not there, a section of one element.
  subroutine nothing
    integer, target :: a(6, 4), one(nprocs)
    integer, pointer :: none(:)
    character(len=4) :: words(3, 2), got(3)
    integer :: n, i
    n = 0
    a = 5
    call MPI_Sendrecv(a(5:n:2, :), 0, MPI_INTEGER, next, 1, a(1:6:2, 3:n), 0, MPI_INTEGER, &
                      last, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call MPI_Sendrecv(a(1:6:2, 4:n:2), 0, MPI_INTEGER, next, 1, a(n:-5:3, 1), 0, MPI_INTEGER, &
                      last, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    none => a(1:6:2, 1)
    none => null()
    if (rank == 0) none => one
    call gather_to_first(none)
    if (rank == 0) call check(all(one == [(i, i = 1, nprocs)]), 'a buffer on the root alone')
    call MPI_Sendrecv(rank, 1, MPI_INTEGER, next, 2, a(2:2, 3:3), 1, MPI_INTEGER, last, 2, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call check(a(2, 3) == last .and. count(a /= 5) <= 1, 'a section of one element')
    words = 'none'
    words(2, :) = ['left', 'rite']
    got = 'gone'
    call MPI_Sendrecv(words(2, :)(2:3), 4, MPI_CHARACTER, next, 3, got(3:1:-2)(1:2), 4, &
                      MPI_CHARACTER, last, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call check(all(got == ['itne', 'gone', 'efne']), 'parts of texts')
    call assumed_size(a, 6)
    call check(all(a(1, :) == 8), 'an array of assumed size')
  end subroutine

  subroutine gather_to_first(to)
    integer, pointer, intent(in) :: to(:)
    call MPI_Gather(rank + 1, 1, MPI_INTEGER, to, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
  end subroutine

  subroutine assumed_size(a, n)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n, *)
    a(1, 1:4) = 8
    call MPI_Sendrecv(a(1, 1:2), 2, MPI_INTEGER, 0, 4, a(1, 4:3:-1), 2, MPI_INTEGER, 0, 4, &
                      MPI_COMM_SELF, MPI_STATUS_IGNORE)
    call MPI_Sendrecv_replace(a, 4 * n, MPI_INTEGER, 0, 4, 0, 4, MPI_COMM_SELF, MPI_STATUS_IGNORE)
  end subroutine

  ! Long sections, sent and received as they are; a message that is shorter than a section; one of
  ! another type than the elements.
  subroutine long
    real(8), allocatable, asynchronous :: a(:, :), b(:, :)
    type(MPI_Request) :: reqs(2)
    type(MPI_Status) :: status
    integer :: i, n, words
    allocate (a(601, 40), b(40, 901))
    a = reshape([(i + 0.5d0 * rank, i = 1, size(a))], shape(a))
    b = -1
    call MPI_Sendrecv(a(1:600:2, 40:2:-2), 6000, MPI_DOUBLE_PRECISION, next, 1, b(1:39:2, 1:900:3), &
                      6000, MPI_DOUBLE_PRECISION, last, 1, MPI_COMM_WORLD, status)
    call MPI_Get_count(status, MPI_DOUBLE_PRECISION, n)
    call check(n == 6000, 'length of a long section')
    a = a + 0.5d0 * (last - rank)
    call check(all(reshape(b(1:39:2, 1:900:3), [6000]) == reshape(a(1:600:2, 40:2:-2), [6000])), &
               'a long section')
    call check(count(b /= -1) == 6000, 'gaps of a long section')
    a = a + 0.5d0 * (rank - last)
    b = -1
    call MPI_Irecv(b(1:39:2, 1:900:3), 6000, MPI_DOUBLE_PRECISION, last, 2, MPI_COMM_WORLD, reqs(1))
    call MPI_Isend(a(1:600:2, 1:31:2), 4800, MPI_DOUBLE_PRECISION, next, 2, MPI_COMM_WORLD, reqs(2))
    call MPI_Wait(reqs(1), status)
    call MPI_Wait(reqs(2), MPI_STATUS_IGNORE)
    call MPI_Get_count(status, MPI_DOUBLE_PRECISION, n)
    a = a + 0.5d0 * (last - rank)
    call check(n == 4800 .and. count(b /= -1) == 4800, 'a message shorter than a long section')
    call check(all(reshape(b(1:39:2, 1:718:3), [4800]) == reshape(a(1:600:2, 1:31:2), [4800])), &
               'elements of a short message')
    words = 2 * 6000
    b = -1
    call MPI_Sendrecv(a(1:600:2, 1:40:2), words, MPI_REAL, rank, 3, b(1:39:2, 1:900:3), words, &
                      MPI_REAL, rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call check(all(reshape(b(1:39:2, 1:900:3), [6000]) == reshape(a(1:600:2, 1:40:2), [6000])) &
               .and. count(b /= -1) == 6000, 'a long section by another type')
  end subroutine

  ! Requests on sections of one array, completed in another order than they began.
  subroutine order
    integer, asynchronous :: a(3, 8)
    type(MPI_Request) :: reqs(3)
    integer :: i, at
    logical :: flag
    a = -1
    do i = 1, 3
      call MPI_Irecv(a(i, 7:1:-2), 4, MPI_INTEGER, rank, i, MPI_COMM_WORLD, reqs(i))
    end do
    do i = 3, 1, -1
      call MPI_Send([(10 * i + at, at = 1, 4)], 4, MPI_INTEGER, rank, i, MPI_COMM_WORLD)
      if (i == 3) then
        call MPI_Wait(reqs(3), MPI_STATUS_IGNORE)
      else if (i == 2) then
        call MPI_Waitany(3, reqs, at, MPI_STATUS_IGNORE)
        call check(at == 2, 'which of three is done')
      else
        flag = .false.
        do while (.not. flag)
          call MPI_Test(reqs(1), flag, MPI_STATUS_IGNORE)
        end do
      end if
      call check(all(a(i, 7:1:-2) == 10 * i + [1, 2, 3, 4]), 'one of three sections')
      call check(all(a(:i - 1, :) == -1) .and. all(a(:, 2::2) == -1), 'sections still to come')
    end do
  end subroutine

  subroutine components
    type(point) :: p(5)
    real(8) :: y(5)
    type(MPI_Datatype) :: pair
    integer :: grid(6, 4), i, j
    p%x = 1
    p%y = [(i + rank, i = 1, 5)]
    p%n = 7
    call MPI_Sendrecv(p%y, 5, MPI_DOUBLE_PRECISION, next, 6, y, 5, MPI_DOUBLE_PRECISION, last, 6, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call check(all(y == [(i + last, i = 1, 5)]), 'a component of each element')
    call MPI_Sendrecv(y, 5, MPI_DOUBLE_PRECISION, rank, 6, p%x, 5, MPI_DOUBLE_PRECISION, rank, 6, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call check(all(p%x == y) .and. all(p%n == 7), 'and back')
    call check(all(p%y == [(i + rank, i = 1, 5)]), 'the other components')
    ! A type with a gap of its own, on a section with gaps: elements 1 and 3 of it.
    call MPI_Type_vector(2, 1, 2, MPI_INTEGER, pair)
    call MPI_Type_commit(pair)
    grid = 0
    call MPI_Sendrecv([5, 6], 2, MPI_INTEGER, 0, 7, grid(1:6:2, 2:3), 1, pair, 0, 7, &
                      MPI_COMM_SELF, MPI_STATUS_IGNORE)
    call check(all(grid(:, 2) == [5, 0, 0, 0, 6, 0]) .and. sum(grid) == 11, &
               'a type with a gap on a section')
    call MPI_Type_free(pair)
    do j = 1, 4
      call MPI_Sendrecv([(j, i = 1, 3)], 3, MPI_INTEGER, 0, 8, grid(2:6:2, j), 3, MPI_INTEGER, 0, &
                        8, MPI_COMM_SELF, MPI_STATUS_IGNORE)
      call check(all(grid(2::2, j) == j), 'a column with a stride')
    end do
  end subroutine
end program
