! SPDX-License-Identifier: BSD-3-Clause
!
! The same ping-pong between ranks 0 and 1 by C's functions, by module mpi and by mpi_f08, in turn in
! one job, so that the placement of the ranks is the same for all: 8 bytes; and 1 MB with gaps, every
! other double, and halves of columns, which mpi_f08 passes as a section and C as a vector type.
! C's functions are called with the arguments by value, as a compiler of C calls them.
! Prints a line for each message: medians in microseconds of half the round trip, and the medians of
! the ratios to C in the same round.
!
!     mpifort -O2 bench/languages.f90 -o languages && mpirun -n 2 ./languages [ROUNDS]
module c_functions
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    integer(c_int) function c_send(buf, n, type, dest, tag, comm) bind(C, name='MPI_Send')
      import
      type(c_ptr), value :: buf
      integer(c_int), value :: n, dest, tag
      integer(c_intptr_t), value :: type, comm ! handles
    end function
    integer(c_int) function c_recv(buf, n, type, source, tag, comm, status) &
        bind(C, name='MPI_Recv')
      import
      type(c_ptr), value :: buf, status
      integer(c_int), value :: n, source, tag
      integer(c_intptr_t), value :: type, comm
    end function
    integer(c_intptr_t) function c_type(f) bind(C, name='MPI_Type_fromint')
      import
      integer(c_int), value :: f
    end function
  end interface
end module

program languages
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: few = 1, every_other = 2, half_columns = 3
  integer, parameter :: doubles = 131072, column = 128 ! of 1 MB; of a column
  character(len=12), parameter :: what(3) = [character(len=12) :: '8', 'every-other', 'half-columns']
  double precision, target :: a(2 * doubles), columns(column, 2 * doubles / column)
  type(MPI_Datatype) :: types(3)
  integer :: rank, ranks, i, rounds
  character(len=12) :: word

  call MPI_Init
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  rounds = 301
  if (command_argument_count() > 0) then
    call get_command_argument(1, word)
    read (word, *) rounds
  end if
  if (ranks < 2) call MPI_Abort(MPI_COMM_WORLD, 1)
  types(few) = MPI_DOUBLE_PRECISION
  call MPI_Type_vector(doubles, 1, 2, MPI_DOUBLE_PRECISION, types(every_other))
  call MPI_Type_vector(2 * doubles / column, column / 2, column, MPI_DOUBLE_PRECISION, &
    types(half_columns))
  if (rank == 0) then
    print '(a,i0)', '# languages: half round trip by C, mpi, mpi_f08; ranks: ', ranks
    print '(a)', '# message C_us mpi_us f08_us mpi/C f08/C'
  end if
  do i = few, half_columns
    call MPI_Type_commit(types(i))
    if (rank < 2) call compare(i)
  end do
  call MPI_Finalize

contains

  subroutine compare(message)
    integer, intent(in) :: message
    double precision :: start, second(3, rounds), median(3)
    integer :: round, turn, way, count

    call set(1d0)
    count = merge(200, 1, message == few)
    do round = -2, rounds ! the first ones warm up
      do turn = 0, 2
        way = 1 + modulo(round + turn, 3)
        start = MPI_Wtime()
        call trips(way, message, count)
        if (round > 0) second(way, round) = (MPI_Wtime() - start) / (2 * count)
      end do
    end do
    if (.not. right()) then
      print '(a)', 'WRONG DATA'
      call MPI_Abort(MPI_COMM_WORLD, 1)
    end if
    if (rank > 0) return
    median = [(middle(second(way, :)), way = 1, 3)] * 1e6
    print '(a12,3f10.3,2f8.3)', what(message), median, &
      (middle(second(way, :) / second(1, :)), way = 2, 3)
  end subroutine

  ! What is sent is 1, and what is not is the rank.
  subroutine set(sent)
    double precision, intent(in) :: sent

    a = rank
    columns = rank
    a(1::2) = sent
    columns(1:column / 2, :) = sent
  end subroutine

  logical function right()
    right = all(a(1::2) == 1) .and. all(columns(:column / 2, :) == 1) &
      .and. all(a(2::2) == rank) .and. all(columns(column / 2 + 1:, :) == rank)
  end function

  subroutine trips(way, message, count)
    integer, intent(in) :: way, message, count

    if (way == 1 .and. message == half_columns) then
      call trips_c(c_loc(columns), 1, types(message)%MPI_VAL, rank, count)
    else if (way == 1) then
      call trips_c(c_loc(a), 1, types(message)%MPI_VAL, rank, count)
    else if (way == 2 .and. message == half_columns) then
      call trips_mpi(columns, 1, types(message)%MPI_VAL, rank, count)
    else if (way == 2) then
      call trips_mpi(a, 1, types(message)%MPI_VAL, rank, count)
    else if (message == half_columns) then
      call trips_section(columns(:column / 2, :))
    else if (message == every_other) then
      call trips_section(a(1::2))
    else
      call trips_f08(a, count)
    end if
  end subroutine

  subroutine trips_f08(x, count)
    double precision :: x(*)
    integer, intent(in) :: count
    integer :: i

    do i = 1, count
      if (rank == 1) call MPI_Recv(x, 1, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, &
        MPI_STATUS_IGNORE)
      call MPI_Send(x, 1, MPI_DOUBLE_PRECISION, 1 - rank, 0, MPI_COMM_WORLD)
      if (rank == 0) call MPI_Recv(x, 1, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, &
        MPI_STATUS_IGNORE)
    end do
  end subroutine

  subroutine trips_section(x)
    double precision, asynchronous :: x(..)

    if (rank == 1) call MPI_Recv(x, doubles, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, &
      MPI_STATUS_IGNORE)
    call MPI_Send(x, doubles, MPI_DOUBLE_PRECISION, 1 - rank, 0, MPI_COMM_WORLD)
    if (rank == 0) call MPI_Recv(x, doubles, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, &
      MPI_STATUS_IGNORE)
  end subroutine

  double precision function middle(x)
    double precision, intent(in) :: x(:)
    double precision :: sorted(size(x))
    integer :: i, at

    sorted = x
    do i = 1, size(x) / 2 + 1
      at = i - 1 + minloc(sorted(i:), 1)
      sorted([i, at]) = sorted([at, i])
    end do
    middle = sorted(size(x) / 2 + 1)
  end function
end program

subroutine trips_c(x, n, type, rank, count)
  use c_functions
  implicit none
  type(c_ptr), intent(in) :: x
  integer, intent(in) :: n, type, rank, count
  integer(c_intptr_t), parameter :: world = 257 ! MPI_COMM_WORLD, MPI_STATUS_IGNORE is null
  integer(c_intptr_t) :: handle
  integer :: i, err

  handle = c_type(type)
  do i = 1, count
    if (rank == 1) err = c_recv(x, n, handle, 0, 0, world, c_null_ptr)
    err = c_send(x, n, handle, 1 - rank, 0, world)
    if (rank == 0) err = c_recv(x, n, handle, 1, 0, world, c_null_ptr)
  end do
end subroutine

subroutine trips_mpi(x, n, type, rank, count)
  use mpi
  implicit none
  double precision :: x(*)
  integer, intent(in) :: n, type, rank, count
  integer :: i, ierr

  do i = 1, count
    if (rank == 1) call MPI_Recv(x, n, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_Send(x, n, type, 1 - rank, 0, MPI_COMM_WORLD, ierr)
    if (rank == 0) call MPI_Recv(x, n, type, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end do
end subroutine
