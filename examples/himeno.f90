! SPDX-License-Identifier: BSD-3-Clause
!
! The Himeno benchmark in Fortran with mpi_f08, the twin of himeno.c: point Jacobi iterations for
! the pressure of an incompressible fluid, 19-point stencil, single precision. Ranks exchange faces
! of their blocks, which are sections of an array. It prints MFLOPS (34 operations a point) and the
! residual gosa, and fails when the residual is not the known one.
!
!     mpifort -O3 himeno.f90 -o himeno && mpirun -n 4 ./himeno S 100
!
! Arguments: the size, XS, S, M or L (default S), and the number of iterations (default 100). Meshes
! are the published ones: the outermost layer of points is the fixed boundary.
module blocks
  use mpi_f08
  implicit none
  private
  public :: mesh, open_mesh, iterate

  real, parameter :: omega = 0.8

  type mesh
    type(MPI_Comm) :: cart
    integer :: rank, points(3)         ! of the whole mesh, with boundary
    integer :: dims(3), coords(3)
    integer :: below(3), above(3)      ! neighbours, MPI_PROC_NULL at the boundary
    integer :: first(3), n(3)          ! global index of local index 1; local points, halo included
    real, allocatable :: a(:, :, :, :), b(:, :, :, :), c(:, :, :, :), bnd(:, :, :), wrk1(:, :, :)
    real, allocatable :: wrk2(:, :, :), p(:, :, :)
  end type

contains

  subroutine open_mesh(m, points)
    type(mesh), intent(out) :: m
    integer, intent(in) :: points(3)
    integer :: ranks, axis, last
    m%points = points
    m%dims = 0
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    call MPI_Dims_create(ranks, 3, m%dims)
    call MPI_Cart_create(MPI_COMM_WORLD, 3, m%dims, [.false., .false., .false.], .true., m%cart)
    call MPI_Comm_rank(m%cart, m%rank)
    call MPI_Cart_coords(m%cart, m%rank, 3, m%coords)
    do axis = 1, 3
      call MPI_Cart_shift(m%cart, axis - 1, 1, m%below(axis), m%above(axis))
      m%first(axis) = (points(axis) - 2) * m%coords(axis) / m%dims(axis) + 1
      last = (points(axis) - 2) * (m%coords(axis) + 1) / m%dims(axis) + 2
      m%n(axis) = last - m%first(axis) + 1
    end do
    call fill(m, m%n(1), m%n(2), m%n(3))
  end subroutine

  subroutine fill(m, ni, nj, nk)
    type(mesh), intent(inout) :: m
    integer, intent(in) :: ni, nj, nk
    integer :: k
    allocate (m%a(ni, nj, nk, 4), m%b(ni, nj, nk, 3), m%c(ni, nj, nk, 3), m%bnd(ni, nj, nk))
    allocate (m%wrk1(ni, nj, nk), m%wrk2(ni, nj, nk), m%p(ni, nj, nk))
    m%a(:, :, :, 1:3) = 1
    m%a(:, :, :, 4) = 1.0 / 6.0
    m%b = 0
    m%c = 1
    m%bnd = 1
    m%wrk1 = 0
    m%wrk2 = 0
    do k = 1, nk
      m%p(:, :, k) = real((m%first(3) + k - 2)**2) / real((m%points(3) - 1)**2)
    end do
  end subroutine

  ! The new pressure of the inner points, and this rank's part of gosa. The sum is in double
  ! precision, because it must not depend on how the mesh is divided.
  subroutine step(a, b, c, p, bnd, wrk1, wrk2, gosa)
    real, contiguous, intent(in) :: a(:, :, :, :), b(:, :, :, :), c(:, :, :, :)
    real, contiguous, intent(in) :: bnd(:, :, :), wrk1(:, :, :)
    real, contiguous, intent(inout) :: p(:, :, :), wrk2(:, :, :)
    double precision, intent(out) :: gosa
    integer :: i, j, k
    real :: s0, ss
    gosa = 0
    do k = 2, size(p, 3) - 1
      do j = 2, size(p, 2) - 1
        do i = 2, size(p, 1) - 1
          s0 = a(i, j, k, 1) * p(i + 1, j, k) + a(i, j, k, 2) * p(i, j + 1, k) &
             + a(i, j, k, 3) * p(i, j, k + 1) &
             + b(i, j, k, 1) * (p(i + 1, j + 1, k) - p(i + 1, j - 1, k) &
                                - p(i - 1, j + 1, k) + p(i - 1, j - 1, k)) &
             + b(i, j, k, 2) * (p(i, j + 1, k + 1) - p(i, j - 1, k + 1) &
                                - p(i, j + 1, k - 1) + p(i, j - 1, k - 1)) &
             + b(i, j, k, 3) * (p(i + 1, j, k + 1) - p(i - 1, j, k + 1) &
                                - p(i + 1, j, k - 1) + p(i - 1, j, k - 1)) &
             + c(i, j, k, 1) * p(i - 1, j, k) + c(i, j, k, 2) * p(i, j - 1, k) &
             + c(i, j, k, 3) * p(i, j, k - 1) + wrk1(i, j, k)
          ss = (s0 * a(i, j, k, 4) - p(i, j, k)) * bnd(i, j, k)
          gosa = gosa + ss * ss
          wrk2(i, j, k) = p(i, j, k) + omega * ss
        end do
      end do
    end do
    do k = 2, size(p, 3) - 1
      do j = 2, size(p, 2) - 1
        p(2:size(p, 1) - 1, j, k) = wrk2(2:size(p, 1) - 1, j, k)
      end do
    end do
  end subroutine

  ! One axis after the other: edges arrive through the neighbour that both have.
  subroutine exchange(m, p)
    type(mesh), intent(in) :: m
    real, contiguous, asynchronous, intent(inout) :: p(:, :, :)
    integer :: i, j, k
    i = m%n(1)
    j = m%n(2)
    k = m%n(3)
    call swap(m, 1, p(1, :, :), p(2, :, :), p(i - 1, :, :), p(i, :, :))
    call swap(m, 2, p(:, 1, :), p(:, 2, :), p(:, j - 1, :), p(:, j, :))
    call swap(m, 3, p(:, :, 1), p(:, :, 2), p(:, :, k - 1), p(:, :, k))
  end subroutine

  ! The layer from the neighbour below, the own lowest and highest layer, the layer from above.
  subroutine swap(m, axis, from_below, low, high, from_above)
    type(mesh), intent(in) :: m
    integer, intent(in) :: axis
    real, asynchronous, intent(inout) :: from_below(:, :), from_above(:, :)
    real, asynchronous, intent(in) :: low(:, :), high(:, :)
    type(MPI_Request) :: reqs(4)
    integer :: n, below, above
    if (m%dims(axis) == 1) return
    n = size(low)
    below = m%below(axis)
    above = m%above(axis)
    call MPI_Irecv(from_below, n, MPI_REAL, below, 2 * axis, m%cart, reqs(1))
    call MPI_Irecv(from_above, n, MPI_REAL, above, 2 * axis + 1, m%cart, reqs(2))
    call MPI_Isend(low, n, MPI_REAL, below, 2 * axis + 1, m%cart, reqs(3))
    call MPI_Isend(high, n, MPI_REAL, above, 2 * axis, m%cart, reqs(4))
    call MPI_Waitall(4, reqs, MPI_STATUSES_IGNORE)
  end subroutine

  real function iterate(m) result(gosa)
    type(mesh), intent(inout) :: m
    double precision :: part, whole
    call step(m%a, m%b, m%c, m%p, m%bnd, m%wrk1, m%wrk2, part)
    call exchange(m, m%p)
    call MPI_Allreduce(part, whole, 1, MPI_DOUBLE_PRECISION, MPI_SUM, m%cart)
    gosa = real(whole)
  end function
end module

program himeno
  use mpi_f08
  use blocks
  implicit none
  integer, parameter :: checked = 100 ! iterations after which gosa is known
  character(len=*), parameter :: names(4) = ['XS', 'S ', 'M ', 'L ']
  integer, parameter :: points(3, 4) = reshape( &
    [64, 32, 32, 128, 64, 64, 256, 128, 128, 512, 256, 256], [3, 4])
  real, parameter :: known(4) = [2.317159e-3, 2.147505e-3, 1.384432e-3, 7.807692e-4]
  ! Relative: fused multiply-add rounds otherwise.
  real, parameter :: tolerance(4) = [1e-4, 1e-4, 5e-4, 1e-3]
  type(mesh) :: m
  character(len=20) :: word
  integer :: size, iterations, n, status
  real :: gosa
  double precision :: seconds
  logical :: good

  call MPI_Init
  size = 2
  iterations = checked
  status = 0
  if (command_argument_count() > 0) then
    call get_command_argument(1, word)
    size = findloc(names, word(1:3), 1)
  end if
  if (command_argument_count() > 1) then
    call get_command_argument(2, word)
    read (word, *, iostat=status) iterations
  end if
  if (size == 0 .or. status /= 0 .or. iterations < 1) then
    print '(a)', 'usage: himeno [XS|S|M|L [ITERATIONS]]'
    call MPI_Abort(MPI_COMM_WORLD, 2)
  end if
  call open_mesh(m, points(:, size))
  call MPI_Barrier(m%cart)
  seconds = MPI_Wtime()
  do n = 1, iterations
    gosa = iterate(m)
  end do
  seconds = MPI_Wtime() - seconds
  good = iterations /= checked .or. abs(gosa - known(size)) <= tolerance(size) * known(size)
  if (m%rank == 0) call report
  call MPI_Finalize
  if (.not. good) stop 1

contains

  subroutine report
    print '(3a, 2(i0, a), i0, a, 2(i0, a), i0)', 'Himeno size ', trim(names(size)), ': mesh ', &
      m%points(1), ' x ', m%points(2), ' x ', m%points(3), ', process grid ', m%dims(1), ' x ', &
      m%dims(2), ' x ', m%dims(3)
    print '(a, i0)', 'iterations: ', iterations
    print '(a, es12.6)', 'gosa: ', gosa
    print '(a, f0.4, a)', 'time: ', seconds, ' s'
    print '(a, f0.2)', 'MFLOPS: ', 34d-6 * product(dble(m%points - 2)) * iterations / seconds
    if (.not. good) then
      print '(a, es12.6)', 'himeno: WRONG: gosa must be ', known(size)
    else if (iterations == checked) then
      print '(a)', 'gosa is right'
    end if
  end subroutine
end program
