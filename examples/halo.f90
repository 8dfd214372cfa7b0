! SPDX-License-Identifier: BSD-3-Clause
!
! A halo exchange with mpi_f08: each rank has a block of a periodic grid and a layer of
! its neighbours' cells around it. The layers are sections of an array: columns are contiguous, rows
! have gaps, and both are passed as they are, without a datatype or a copy of the program's.
! Persistent requests describe the exchange once. Each cell holds its global number, so that the rank checks
! what arrives.
!
!     mpifort halo.f90 -o halo && mpirun -n 4 ./halo
program halo
  use mpi_f08
  implicit none
  integer, parameter :: ni = 6, nj = 5, steps = 3 ! cells of a block, exchanges
  integer, parameter :: north = 1, south = 2, west = 3, east = 4
  integer, asynchronous :: cell(0:ni + 1, 0:nj + 1)
  integer :: rank, ranks, dims(2), coords(2), neighbour(4), step, wrong
  type(MPI_Comm) :: grid
  type(MPI_Request) :: reqs(8)

  call MPI_Init
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  dims = 0
  call MPI_Dims_create(ranks, 2, dims)
  call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.true., .true.], .true., grid)
  call MPI_Comm_rank(grid, rank)
  call MPI_Cart_coords(grid, rank, 2, coords)
  call MPI_Cart_shift(grid, 0, 1, neighbour(north), neighbour(south))
  call MPI_Cart_shift(grid, 1, 1, neighbour(west), neighbour(east))

  call send(1, cell(1, 1:nj), north) ! a row: ni + 2 cells from one element to the next
  call send(2, cell(ni, 1:nj), south)
  call send(3, cell(1:ni, 1), west) ! a column: contiguous
  call send(4, cell(1:ni, nj), east)
  call recv(5, cell(ni + 1, 1:nj), south, north)
  call recv(6, cell(0, 1:nj), north, south)
  call recv(7, cell(1:ni, nj + 1), east, west)
  call recv(8, cell(1:ni, 0), west, east)

  wrong = 0
  do step = 1, steps
    call number(step)
    call MPI_Startall(8, reqs)
    call MPI_Waitall(8, reqs, MPI_STATUSES_IGNORE)
    wrong = wrong + wrong_cells(step)
  end do
  do step = 1, 8
    call MPI_Request_free(reqs(step))
  end do
  call MPI_Allreduce(MPI_IN_PLACE, wrong, 1, MPI_INTEGER, MPI_SUM, grid)
  if (rank == 0) print '(a, 2(i0, a))', 'halo: ', steps, ' exchanges, ', wrong, ' wrong cells'
  call MPI_Finalize
  if (wrong > 0) stop 1

contains

  ! The tag is the side of the sender's block that the cells come from.
  subroutine send(at, cells, to)
    integer, intent(in) :: at, to
    integer, asynchronous, intent(in) :: cells(:)
    call MPI_Send_init(cells, size(cells), MPI_INTEGER, neighbour(to), to, grid, reqs(at))
  end subroutine

  subroutine recv(at, cells, from, side)
    integer, intent(in) :: at, from, side
    integer, asynchronous, intent(inout) :: cells(:)
    call MPI_Recv_init(cells, size(cells), MPI_INTEGER, neighbour(from), side, grid, reqs(at))
  end subroutine

  ! The number of a cell of the whole grid, which is periodic.
  pure integer function global(i, j, step)
    integer, intent(in) :: i, j, step
    global = modulo(coords(1) * ni + i - 1, dims(1) * ni) &
           + modulo(coords(2) * nj + j - 1, dims(2) * nj) * dims(1) * ni + 1000 * step
  end function

  subroutine number(step)
    integer, intent(in) :: step
    integer :: i, j
    cell = -1
    do j = 1, nj
      do i = 1, ni
        cell(i, j) = global(i, j, step)
      end do
    end do
  end subroutine

  ! Corners are nobody's: the exchange leaves them.
  pure integer function wrong_cells(step)
    integer, intent(in) :: step
    integer :: i, j
    wrong_cells = count(cell(0:ni + 1:ni + 1, 0:nj + 1:nj + 1) /= -1)
    do j = 0, nj + 1
      do i = 0, ni + 1
        if ((i == 0 .or. i > ni) .and. (j == 0 .or. j > nj)) cycle
        if (cell(i, j) /= global(i, j, step)) wrong_cells = wrong_cells + 1
      end do
    end do
  end function
end program
