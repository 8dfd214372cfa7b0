! SPDX-License-Identifier: BSD-3-Clause
!
! What a program with `use mpi_f08` sees, on two ranks or more: typed handles, optional ierror,
! large counts, callbacks. Prints "passed" or what is wrong. Sections of arrays: sections.f90.
module checks_f08
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: failures = 0, rank, nprocs, copies = 0, errors_seen = 0
contains
  subroutine check(good, what)
    logical, intent(in) :: good
    character(len=*), intent(in) :: what
    if (good) return
    failures = failures + 1
    print '(a, i0, 2a)', 'rank ', rank, ': wrong: ', what
  end subroutine

  subroutine copy_attr(oldcomm, comm_keyval, extra_state, attribute_val_in, attribute_val_out, &
                       flag, ierror)
    type(MPI_Comm) :: oldcomm
    integer :: comm_keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
    logical :: flag
    copies = copies + 1
    call check(oldcomm == MPI_COMM_SELF .and. extra_state == 5, 'arguments of a copy function')
    attribute_val_out = attribute_val_in + 1
    flag = .true.
    ierror = MPI_SUCCESS
  end subroutine

  subroutine add(invec, inoutvec, len, datatype)
    type(c_ptr), value :: invec, inoutvec
    integer :: len
    type(MPI_Datatype) :: datatype
    real(8), pointer :: a(:), b(:)
    call check(datatype == MPI_DOUBLE_PRECISION, 'datatype of an operator')
    call c_f_pointer(invec, a, [len])
    call c_f_pointer(inoutvec, b, [len])
    b = b + a
  end subroutine

  subroutine add_large(invec, inoutvec, len, datatype)
    type(c_ptr), value :: invec, inoutvec
    integer(kind=MPI_COUNT_KIND) :: len
    type(MPI_Datatype) :: datatype
    real(8), pointer :: a(:), b(:)
    call c_f_pointer(invec, a, [len])
    call c_f_pointer(inoutvec, b, [len])
    b = b + 2 * a
  end subroutine

  subroutine note_error(comm, error_code)
    type(MPI_Comm) :: comm
    integer :: error_code
    call check(comm == MPI_COMM_SELF, 'communicator of an error handler')
    errors_seen = errors_seen + 1
  end subroutine
end module

program module_f08
  use checks_f08
  implicit none

  call MPI_Init
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, nprocs)
  call handles
  call messages
  call callbacks
  call memory
  call long_name
  call MPI_Allreduce(MPI_IN_PLACE, failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  if (rank == 0 .and. failures == 0) print '(a)', 'passed'
  call MPI_Finalize
  if (failures > 0) stop 1

contains

  subroutine handles
    type(MPI_Comm) :: dup, copy
    type(MPI_Group) :: world, self
    type(MPI_Status) :: status
    integer :: old(MPI_STATUS_SIZE), n
    character(len=MPI_MAX_OBJECT_NAME) :: name
    call MPI_Comm_dup(MPI_COMM_WORLD, dup)
    copy = dup
    call check(copy == dup .and. dup /= MPI_COMM_WORLD .and. dup%MPI_VAL == copy%MPI_VAL, &
               '== and /=')
    call MPI_Comm_set_name(dup, 'twin')
    call MPI_Comm_get_name(copy, name, n)
    call check(name == 'twin' .and. n == 4, 'a name')
    call MPI_Comm_free(dup)
    call check(dup == MPI_COMM_NULL, 'a freed communicator')
    call MPI_Comm_group(MPI_COMM_WORLD, world)
    call MPI_Comm_group(MPI_COMM_SELF, self)
    call MPI_Group_compare(world, self, n)
    call check(n == merge(MPI_IDENT, MPI_UNEQUAL, nprocs == 1), 'groups')
    call MPI_Group_free(world)
    call MPI_Group_free(self)
    old = [3, 1, 4, 1, 5, 9, 2, 6]
    call MPI_Status_f2f08(old, status)
    call check(status%MPI_SOURCE == 3 .and. status%MPI_TAG == 1 .and. status%MPI_ERROR == 4, &
               'a status of INTEGER')
    old = 0
    call MPI_Status_f082f(status, old)
    call check(old(MPI_TAG) == 1 .and. old(8) == 6, 'a status and back')
    call check(MPI_Wtime() > 0, 'a time')
    call check(MPI_Aint_add(40_MPI_ADDRESS_KIND, 2_MPI_ADDRESS_KIND) == 42, 'an address')
  end subroutine

  subroutine messages
    type(MPI_Request) :: reqs(2)
    type(MPI_Status) :: status, statuses(2)
    integer :: next, last, n, index, ierr
    integer(kind=MPI_COUNT_KIND) :: large, none, counts(1)
    integer(kind=MPI_ADDRESS_KIND) :: addresses(1)
    integer :: ints(1)
    type(MPI_Datatype) :: type, types(1)
    real(8) :: a(5), b(5), box(2, 2)
    logical :: flag
    next = mod(rank + 1, nprocs)
    last = mod(rank + nprocs - 1, nprocs)
    a = rank
    b = -1
    call MPI_Irecv(b, 5, MPI_DOUBLE_PRECISION, last, 3, MPI_COMM_WORLD, reqs(1))
    call MPI_Isend(a, 5_MPI_COUNT_KIND, MPI_DOUBLE_PRECISION, next, 3, MPI_COMM_WORLD, reqs(2))
    call MPI_Waitall(2, reqs, statuses)
    call check(all(b == last) .and. all(reqs == MPI_REQUEST_NULL), 'messages')
    call check(statuses(1)%MPI_SOURCE == last .and. statuses(1)%MPI_TAG == 3, 'statuses')
    call MPI_Get_count(statuses(1), MPI_DOUBLE_PRECISION, n)
    call MPI_Get_count(statuses(1), MPI_DOUBLE_PRECISION, large)
    call check(n == 5 .and. large == 5, 'counts')
    call MPI_Type_size(MPI_DOUBLE_PRECISION, large)
    call check(large == 8, 'a size of MPI_Count')
    call MPI_Type_contiguous(3_MPI_COUNT_KIND, MPI_REAL, type)
    call MPI_Type_get_envelope(type, none, none, large, none, n)
    call check(large == 1 .and. n == MPI_COMBINER_CONTIGUOUS, 'an envelope of large counts')
    call MPI_Type_get_contents(type, 0_MPI_COUNT_KIND, 0_MPI_COUNT_KIND, large, 1_MPI_COUNT_KIND, &
                               ints, addresses, counts, types)
    call check(counts(1) == 3 .and. types(1) == MPI_REAL, 'contents of large counts')
    call MPI_Type_free(type)
    box = rank
    call MPI_Bcast(box, 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
    call check(all(box == 0) .and. ierr == MPI_SUCCESS, 'bcast')
    call MPI_Isend(7, 1, MPI_INTEGER, 0, 8, MPI_COMM_SELF, reqs(1))
    call MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, status)
    call check(status%MPI_TAG == 8, 'probe')
    call MPI_Recv(n, 1, MPI_INTEGER, 0, 8, MPI_COMM_SELF, MPI_STATUS_IGNORE)
    call MPI_Waitany(1, reqs, index, MPI_STATUS_IGNORE)
    call check(n == 7 .and. index == 1, 'waitany')
    call MPI_Iprobe(0, 8, MPI_COMM_SELF, flag, MPI_STATUS_IGNORE)
    call check(.not. flag, 'iprobe')
    call MPI_Status_set_error(status, err=MPI_ERR_TAG)
    call MPI_Status_get_error(status, err=n)
    call check(n == MPI_ERR_TAG, 'error of a status')
    if (nprocs < 0) call MPI_Precv_init(n, 1, 1_MPI_COUNT_KIND, MPI_INTEGER, source=0, tag=9, &
                                        comm=MPI_COMM_SELF, info=MPI_INFO_NULL, request=reqs(1))
    call MPI_Irecv(n, 1, MPI_INTEGER, 0, 9, MPI_COMM_SELF, reqs(1))
    call cancel(reqs(1))
    call MPI_Wait(reqs(1), status)
    call MPI_Test_cancelled(status, flag)
    call check(flag, 'a cancelled receive')
    call MPI_Sizeof(box, n)
    call check(n == 8, 'MPI_Sizeof')
    call MPI_F_sync_reg(box(1, :))
    call MPI_Pcontrol(1)
  end subroutine

  subroutine cancel(request)
    type(MPI_Request), intent(in) :: request
    call MPI_Cancel(request)
  end subroutine

  subroutine callbacks
    type(MPI_Op) :: op
    type(MPI_Errhandler) :: handler
    type(MPI_Comm) :: dup
    real(8) :: a(3), b(3)
    integer :: key, ierr
    integer(kind=MPI_ADDRESS_KIND) :: val
    logical :: flag
    call MPI_Op_create(add, .true., op)
    a = 1
    call MPI_Allreduce(a, b, 3, MPI_DOUBLE_PRECISION, op, MPI_COMM_WORLD)
    call check(all(b == nprocs), 'an operator')
    call MPI_Op_free(op)
    call MPI_Op_create_c(add_large, .true., op)
    b = 5
    call MPI_Reduce_local(a, b, 3_MPI_COUNT_KIND, MPI_DOUBLE_PRECISION, op)
    call check(all(b == 7), 'an operator of large counts')
    call MPI_Op_free(op)
    call MPI_Comm_create_keyval(copy_attr, MPI_COMM_NULL_DELETE_FN, key, 5_MPI_ADDRESS_KIND)
    call MPI_Comm_set_attr(MPI_COMM_SELF, key, 10_MPI_ADDRESS_KIND)
    call MPI_Comm_dup(MPI_COMM_SELF, dup)
    call MPI_Comm_get_attr(dup, key, val, flag)
    call check(flag .and. val == 11 .and. copies == 1, 'a copied attribute')
    call MPI_Comm_free(dup)
    call MPI_Comm_delete_attr(MPI_COMM_SELF, key)
    call MPI_Comm_free_keyval(key)
    call MPI_Comm_create_errhandler(note_error, handler)
    call MPI_Comm_set_errhandler(MPI_COMM_SELF, handler)
    call MPI_Send(a, 1, MPI_DOUBLE_PRECISION, 7, 0, MPI_COMM_SELF, ierr)
    call check(errors_seen == 1 .and. ierr /= MPI_SUCCESS, 'an error handler')
    call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL)
    call MPI_Errhandler_free(handler)
  end subroutine

  ! A length as large as an INTEGER may be asks for all of the name.
  subroutine long_name
    type(MPI_Session) :: session
    character(len=MPI_MAX_PSET_NAME_LEN) :: name
    integer :: length
    call MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, session)
    length = huge(length)
    call MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, length, name)
    call check(length == len_trim(name) .and. name(1:6) == 'mpi://', 'a process set by name')
    call MPI_Session_finalize(session)
  end subroutine

  subroutine memory
    type(MPI_Win) :: win
    type(c_ptr) :: base
    integer, pointer :: mem(:)
    character, allocatable, target :: room(:)
    integer :: n, one
    call MPI_Win_allocate(16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
    call c_f_pointer(base, mem, [4])
    mem = 0
    call MPI_Win_fence(0, win)
    one = 1
    call MPI_Accumulate(one, 1, MPI_INTEGER, 0, 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, MPI_SUM, win)
    call MPI_Win_fence(0, win)
    if (rank == 0) call check(mem(2) == nprocs, 'MPI_Accumulate')
    call MPI_Win_free(win)
    allocate (room(10000))
    call MPI_Buffer_attach(room, 10000)
    call MPI_Buffer_detach(base, n)
    call check(n == 10000 .and. c_associated(base, c_loc(room)), 'MPI_Buffer_detach')
    call MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0)
    call MPI_Buffer_detach(base, n)
    call check(c_associated(base, c_loc(MPI_BUFFER_AUTOMATIC)), 'MPI_BUFFER_AUTOMATIC')
  end subroutine
end program
