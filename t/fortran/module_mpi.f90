! SPDX-License-Identifier: BSD-3-Clause
!
! What a program with `use mpi` sees, on two ranks or more: values, objects known by their
! addresses, texts, logicals, positions, handles in arrays, callbacks. Prints "passed" or what is
! wrong.
module checks
  use mpi
  implicit none
  integer :: failures = 0, rank, nprocs, copies = 0, deletes = 0, errors_seen = 0
  integer :: queries = 0, frees = 0
contains
  subroutine check(good, what)
    logical, intent(in) :: good
    character(len=*), intent(in) :: what
    if (good) return
    failures = failures + 1
    print '(a, i0, 2a)', 'rank ', rank, ': wrong: ', what
  end subroutine

  ! Doubles at each copy, so that a copy is told from its original.
  subroutine copy_attr(comm, keyval, extra, val_in, val_out, flag, ierror)
    integer :: comm, keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: extra, val_in, val_out
    logical :: flag
    copies = copies + 1
    call check(extra == 77, 'extra state of a copy function')
    val_out = 2 * val_in
    flag = .true.
    ierror = MPI_SUCCESS
  end subroutine

  subroutine delete_attr(comm, keyval, val, extra, ierror)
    integer :: comm, keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: val, extra
    deletes = deletes + 1
    call check(extra == 77, 'extra state of a delete function')
    ierror = MPI_SUCCESS
  end subroutine

  subroutine larger_product(invec, inoutvec, len, datatype)
    integer :: len, datatype
    integer :: invec(len), inoutvec(len)
    call check(datatype == MPI_INTEGER, 'datatype of an operator')
    inoutvec = max(invec, inoutvec) * 2
  end subroutine

  subroutine note_error(comm, code)
    integer :: comm, code
    call check(comm == MPI_COMM_SELF, 'communicator of an error handler')
    errors_seen = errors_seen + 1
  end subroutine

  subroutine query(extra, status, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra
    integer :: status(MPI_STATUS_SIZE), ierror
    queries = queries + 1
    call MPI_Status_set_elements(status, MPI_INTEGER, int(extra), ierror)
    call MPI_Status_set_cancelled(status, .false., ierror)
    status(MPI_SOURCE) = 3
    status(MPI_TAG) = 4
  end subroutine

  subroutine free_request(extra, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra
    integer :: ierror
    frees = frees + 1
    ierror = MPI_SUCCESS
  end subroutine

  subroutine cancel_request(extra, complete, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra
    logical :: complete
    integer :: ierror
    ierror = MPI_SUCCESS
  end subroutine
end module

program module_mpi
  use checks
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: ierr

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nprocs, ierr)
  call messages
  call requests
  call collectives
  call texts
  call attributes
  call callbacks
  call types
  call topologies
  call windows
  call MPI_Allreduce(MPI_IN_PLACE, failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  if (rank == 0 .and. failures == 0) print '(a)', 'passed'
  call MPI_Finalize(ierr)
  if (failures > 0) stop 1

contains

  subroutine messages
    integer :: status(MPI_STATUS_SIZE), n, next, last
    real(8) :: a(10), b(10)
    logical :: flag
    next = mod(rank + 1, nprocs)
    last = mod(rank + nprocs - 1, nprocs)
    a = rank
    b = -1
    call MPI_Sendrecv(a, 7, MPI_DOUBLE_PRECISION, next, 5, b, 10, MPI_DOUBLE_PRECISION, last, &
                      MPI_ANY_TAG, MPI_COMM_WORLD, status, ierr)
    call check(ierr == MPI_SUCCESS .and. all(b(1:7) == last) .and. all(b(8:) == -1), 'sendrecv')
    call check(status(MPI_SOURCE) == last .and. status(MPI_TAG) == 5, 'a status')
    call MPI_Get_count(status, MPI_DOUBLE_PRECISION, n, ierr)
    call check(n == 7, 'count of a status')
    call MPI_Iprobe(last, 99, MPI_COMM_WORLD, flag, MPI_STATUS_IGNORE, ierr)
    call check(.not. flag, 'no message to probe')
    call MPI_F_sync_reg(b)
    call MPI_Pcontrol(1)
  end subroutine

  subroutine requests
    integer :: reqs(4), statuses(MPI_STATUS_SIZE, 4), index, indices(4), n, i, st(MPI_STATUS_SIZE)
    integer, asynchronous :: in(4), out(4)
    logical :: flag
    out = [11, 12, 13, 14]
    do i = 1, 4
      call MPI_Irecv(in(i), 1, MPI_INTEGER, rank, i, MPI_COMM_WORLD, reqs(i), ierr)
    end do
    call MPI_Testany(4, reqs, index, flag, MPI_STATUS_IGNORE, ierr)
    call check(.not. flag .and. index == MPI_UNDEFINED, 'testany without a message')
    call MPI_Send(out(3), 1, MPI_INTEGER, rank, 3, MPI_COMM_WORLD, ierr)
    call MPI_Waitany(4, reqs, index, st, ierr)
    call check(index == 3 .and. reqs(3) == MPI_REQUEST_NULL .and. st(MPI_TAG) == 3, 'waitany')
    call MPI_Send(out(2), 1, MPI_INTEGER, rank, 2, MPI_COMM_WORLD, ierr)
    call MPI_Waitsome(4, reqs, n, indices, statuses, ierr)
    call check(n == 1 .and. indices(1) == 2 .and. statuses(MPI_TAG, 1) == 2, 'waitsome')
    do i = 1, 4, 3
      call MPI_Send(out(i), 1, MPI_INTEGER, rank, i, MPI_COMM_WORLD, ierr)
    end do
    call MPI_Waitall(4, reqs, MPI_STATUSES_IGNORE, ierr)
    call check(all(in == out) .and. all(reqs == MPI_REQUEST_NULL), 'waitall')
    ! An error comes with the position of its request.
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr)
    call MPI_Irecv(in(1), 1, MPI_INTEGER, rank, 6, MPI_COMM_WORLD, reqs(1), ierr)
    call MPI_Irecv(in(2), 1, MPI_INTEGER, rank, 7, MPI_COMM_WORLD, reqs(2), ierr)
    call MPI_Send(out, 2, MPI_INTEGER, rank, 7, MPI_COMM_WORLD, ierr)
    call MPI_Waitany(2, reqs, index, MPI_STATUS_IGNORE, ierr)
    call check(ierr /= MPI_SUCCESS .and. index == 2, 'waitany with an error')
    call MPI_Send(out, 1, MPI_INTEGER, rank, 6, MPI_COMM_WORLD, ierr)
    call MPI_Wait(reqs(1), MPI_STATUS_IGNORE, ierr)
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, ierr)
    call MPI_Recv_init(in, 4, MPI_INTEGER, rank, 9, MPI_COMM_WORLD, reqs(1), ierr)
    call MPI_Send_init(out, 4, MPI_INTEGER, rank, 9, MPI_COMM_WORLD, reqs(2), ierr)
    in = 0
    call MPI_Startall(2, reqs, ierr)
    call MPI_Waitall(2, reqs, statuses, ierr)
    call check(all(in == out), 'persistent requests')
    call check(statuses(MPI_SOURCE, 1) == rank, 'status of a persistent request')
    call MPI_Request_free(reqs(1), ierr)
    call MPI_Request_free(reqs(2), ierr)
    call check(reqs(1) == MPI_REQUEST_NULL, 'a freed request')
  end subroutine

  subroutine collectives
    integer :: n(nprocs), d(nprocs), t(nprocs), i, mine, all_in(nprocs), req
    integer, allocatable :: to(:), from(:)
    logical :: yes
    mine = 100 + rank
    call MPI_Allgather(mine, 1, MPI_INTEGER, all_in, 1, MPI_INTEGER, MPI_COMM_WORLD, ierr)
    call check(all(all_in == [(99 + i, i = 1, nprocs)]), 'allgather')
    all_in = 0
    all_in(rank + 1) = mine
    call MPI_Iallgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all_in, 1, MPI_INTEGER, &
                        MPI_COMM_WORLD, req, ierr)
    call MPI_Wait(req, MPI_STATUS_IGNORE, ierr)
    call check(all(all_in == [(99 + i, i = 1, nprocs)]), 'iallgather in place')
    n = 1
    t = MPI_INTEGER
    d = [(4 * (i - 1), i = 1, nprocs)]
    allocate (to(nprocs), from(nprocs))
    to = [(1000 * rank + i, i = 1, nprocs)]
    call MPI_Alltoallw(to, n, d, t, from, n, d, t, MPI_COMM_WORLD, ierr)
    call check(all(from == [(1000 * (i - 1) + rank + 1, i = 1, nprocs)]), 'alltoallw')
    call MPI_Alltoallw(MPI_IN_PLACE, n, d, t, from, n, d, t, MPI_COMM_WORLD, ierr)
    call check(all(from == to), 'alltoallw in place')
    yes = rank == 0
    call MPI_Allreduce(MPI_IN_PLACE, yes, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD, ierr)
    call check(yes, 'logical or')
    call MPI_Allreduce(rank == 0, yes, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD, ierr)
    call check(yes .eqv. nprocs == 1, 'logical and')
  end subroutine

  subroutine texts
    character(len=MPI_MAX_OBJECT_NAME) :: name
    character(len=MPI_MAX_ERROR_STRING) :: string
    character(len=4) :: short
    character(len=20) :: value, key
    integer :: n, info, nkeys, dup
    logical :: flag
    call MPI_Comm_dup(MPI_COMM_WORLD, dup, ierr)
    call MPI_Comm_set_name(dup, 'my name  ', ierr)
    name = repeat('x', len(name))
    call MPI_Comm_get_name(dup, name, n, ierr)
    call check(n == 7 .and. name == 'my name', 'name of a communicator')
    call MPI_Comm_get_name(dup, short, n, ierr)
    call check(short == 'my n', 'a name cut off')
    call MPI_Comm_free(dup, ierr)
    call check(dup == MPI_COMM_NULL, 'a freed communicator')
    call MPI_Error_string(MPI_ERR_RANK, string, n, ierr)
    call check(n > 0 .and. len_trim(string) == n, 'an error string')
    call MPI_Info_create(info, ierr)
    call MPI_Info_set(info, '  key one ', '  some value  ', ierr)
    call MPI_Info_get_nkeys(info, nkeys, ierr)
    call MPI_Info_get_nthkey(info, 0, key, ierr)
    call check(nkeys == 1 .and. key == 'key one', 'keys of an info object')
    call MPI_Info_get(info, 'key one', 20, value, flag, ierr)
    call check(flag .and. value == 'some value', 'a value of an info object')
    n = 20
    value = ' '
    call MPI_Info_get_string(info, 'key one', n, value, flag, ierr)
    call check(flag .and. n == 10 .and. value == 'some value', 'MPI_Info_get_string')
    n = 4
    call MPI_Info_get_string(info, 'key one', n, value, flag, ierr)
    call check(flag .and. n == 10 .and. value == 'some', 'MPI_Info_get_string, cut off')
    n = 0
    call MPI_Info_get_string(info, 'key one', n, value, flag, ierr)
    call check(flag .and. n == 10 .and. value == 'some', 'MPI_Info_get_string, length alone')
    call MPI_Info_get(info, 'no such key', 20, value, flag, ierr)
    call check(.not. flag, 'an absent key')
    call MPI_Info_free(info, ierr)
  end subroutine

  subroutine attributes
    integer :: key, dup, old_key, small, type_key, type
    integer(kind=MPI_ADDRESS_KIND) :: val
    logical :: flag
    call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, val, flag, ierr)
    call check(flag .and. val >= 32767, 'MPI_TAG_UB')
    call MPI_Comm_create_keyval(copy_attr, delete_attr, key, int(77, MPI_ADDRESS_KIND), ierr)
    call MPI_Comm_set_attr(MPI_COMM_SELF, key, int(-5, MPI_ADDRESS_KIND), ierr)
    call MPI_Comm_get_attr(MPI_COMM_SELF, key, val, flag, ierr)
    call check(flag .and. val == -5, 'an attribute')
    call MPI_Comm_dup(MPI_COMM_SELF, dup, ierr)
    call MPI_Comm_get_attr(dup, key, val, flag, ierr)
    call check(flag .and. val == -10 .and. copies == 1, 'a copied attribute')
    call MPI_Comm_free(dup, ierr)
    call check(deletes == 1, 'deletion with the communicator')
    call MPI_Comm_delete_attr(MPI_COMM_SELF, key, ierr)
    call check(deletes == 2, 'MPI_Comm_delete_attr')
    call MPI_Comm_get_attr(MPI_COMM_SELF, key, val, flag, ierr)
    call check(.not. flag, 'a deleted attribute')
    call MPI_Comm_free_keyval(key, ierr)
    call check(key == MPI_KEYVAL_INVALID, 'a freed key')
    call MPI_Keyval_create(MPI_DUP_FN, MPI_NULL_DELETE_FN, old_key, 0, ierr)
    call MPI_Attr_put(MPI_COMM_SELF, old_key, 1234, ierr)
    call MPI_Comm_dup(MPI_COMM_SELF, dup, ierr)
    call MPI_Attr_get(dup, old_key, small, flag, ierr)
    call check(flag .and. small == 1234, 'an attribute of MPI-1')
    call MPI_Attr_delete(MPI_COMM_SELF, old_key, ierr)
    call MPI_Comm_free(dup, ierr)
    call MPI_Keyval_free(old_key, ierr)
    call MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, type_key, &
                                int(0, MPI_ADDRESS_KIND), ierr)
    call MPI_Type_set_attr(MPI_REAL, type_key, huge(val), ierr)
    call MPI_Type_dup(MPI_REAL, type, ierr)
    call MPI_Type_get_attr(type, type_key, val, flag, ierr)
    call check(flag .and. val == huge(val), 'an attribute of a type')
    call MPI_Type_free(type, ierr)
    call MPI_Type_delete_attr(MPI_REAL, type_key, ierr)
    call MPI_Type_free_keyval(type_key, ierr)
  end subroutine

  subroutine callbacks
    integer :: op, handler, x(2), y(2), req, status(MPI_STATUS_SIZE), n, peak
    logical :: commute
    call MPI_Op_create(larger_product, .true., op, ierr)
    call MPI_Op_commutative(op, commute, ierr)
    call check(commute, 'a commutative operator')
    x = [1, 5]
    y = [4, 2]
    call MPI_Reduce_local(x, y, 2, MPI_INTEGER, op, ierr)
    call check(all(y == [8, 10]), 'an operator')
    peak = 1
    call MPI_Allreduce(MPI_IN_PLACE, peak, 1, MPI_INTEGER, op, MPI_COMM_WORLD, ierr)
    call check(peak >= nprocs, 'an operator in a reduction')
    call MPI_Op_free(op, ierr)
    call check(op == MPI_OP_NULL, 'a freed operator')
    call MPI_Comm_create_errhandler(note_error, handler, ierr)
    call MPI_Comm_set_errhandler(MPI_COMM_SELF, handler, ierr)
    call MPI_Send(x, 1, MPI_INTEGER, 5, 0, MPI_COMM_SELF, ierr)
    call check(errors_seen == 1 .and. ierr /= MPI_SUCCESS, 'an error handler')
    call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN, ierr)
    call MPI_Send(x, 1, MPI_INTEGER, 5, 0, MPI_COMM_SELF, ierr)
    call MPI_Error_class(ierr, n, ierr)
    call check(errors_seen == 1 .and. n == MPI_ERR_RANK, 'MPI_ERRORS_RETURN')
    call MPI_Errhandler_free(handler, ierr)
    call MPI_Grequest_start(query, free_request, cancel_request, int(6, MPI_ADDRESS_KIND), req, &
                            ierr)
    call MPI_Grequest_complete(req, ierr)
    call MPI_Wait(req, status, ierr)
    call MPI_Get_elements(status, MPI_INTEGER, n, ierr)
    call check(queries == 1 .and. frees == 1 .and. n == 6 .and. status(MPI_TAG) == 4, &
               'a generalized request')
  end subroutine

  subroutine types
    integer :: type, blocks(2), kinds(2), n, sent(3), status(MPI_STATUS_SIZE), position
    integer :: ints, addrs, types_n, comb
    integer :: contents(10), content_types(2)
    integer(kind=MPI_ADDRESS_KIND) :: at(2), lb, extent, none(2)
    real(8) :: r, r_in
    integer :: i, i_in
    character(len=100) :: packed
    character(len=5) :: letters
    r = 2.5d0
    i = 7
    call MPI_Get_address(r, at(1), ierr)
    call MPI_Get_address(i, at(2), ierr)
    blocks = 1
    kinds = [MPI_DOUBLE_PRECISION, MPI_INTEGER]
    call MPI_Type_create_struct(2, blocks, at, kinds, type, ierr)
    call MPI_Type_commit(type, ierr)
    position = 0
    call MPI_Pack(MPI_BOTTOM, 1, type, packed, len(packed), position, MPI_COMM_SELF, ierr)
    call check(position == 12, 'MPI_Pack at MPI_BOTTOM')
    call MPI_Type_get_envelope(type, ints, addrs, types_n, comb, ierr)
    call check(ints == 3 .and. addrs == 2 .and. types_n == 2 .and. comb == MPI_COMBINER_STRUCT, &
               'envelope of a type')
    call MPI_Type_get_contents(type, 10, 2, 2, contents, none, content_types, ierr)
    call check(all(content_types == kinds) .and. all(none == at), 'contents of a type')
    call MPI_Type_free(type, ierr)
    position = 0
    call MPI_Unpack(packed, 12, position, r_in, 1, MPI_DOUBLE_PRECISION, MPI_COMM_SELF, ierr)
    call MPI_Unpack(packed, 12, position, i_in, 1, MPI_INTEGER, MPI_COMM_SELF, ierr)
    call check(r_in == 2.5d0 .and. i_in == 7, 'MPI_Unpack')
    call MPI_Type_vector(3, 1, 2, MPI_REAL, type, ierr)
    call MPI_Type_get_extent(type, lb, extent, ierr)
    call check(lb == 0 .and. extent == 20, 'a vector')
    call MPI_Type_free(type, ierr)
    call MPI_Type_create_f90_real(15, 307, type, ierr)
    call MPI_Type_size(type, n, ierr)
    call check(n == 8, 'MPI_Type_create_f90_real')
    call MPI_Sizeof(r, n, ierr)
    call check(n == 8, 'MPI_Sizeof of real(8)')
    call MPI_Sizeof(sent, n, ierr)
    call check(n == 4, 'MPI_Sizeof of an array')
    call MPI_Sendrecv('hello', 5, MPI_CHARACTER, 0, 1, letters, 5, MPI_CHARACTER, 0, 1, &
                      MPI_COMM_SELF, status, ierr)
    call check(letters == 'hello', 'characters as a message')
  end subroutine

  subroutine topologies
    integer :: cart, dims(1), coords(1), graph, in(1), out(1), weights(1), w2(1), nin, nout, got(2)
    logical :: periods(1), weighted
    dims = nprocs
    call MPI_Cart_create(MPI_COMM_WORLD, 1, dims, [.true.], .false., cart, ierr)
    periods = .false.
    call MPI_Cart_get(cart, 1, dims, periods, coords, ierr)
    call check(periods(1) .and. coords(1) == rank, 'a periodic grid')
    call MPI_Neighbor_allgather(rank, 1, MPI_INTEGER, got, 1, MPI_INTEGER, cart, ierr)
    call check(got(2) == mod(rank + 1, nprocs), 'neighbours in a grid')
    call MPI_Comm_free(cart, ierr)
    in = mod(rank + nprocs - 1, nprocs)
    out = mod(rank + 1, nprocs)
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, in, MPI_UNWEIGHTED, 1, out, &
                                        MPI_UNWEIGHTED, MPI_INFO_NULL, .false., graph, ierr)
    call MPI_Dist_graph_neighbors_count(graph, nin, nout, weighted, ierr)
    call check(nin == 1 .and. nout == 1 .and. .not. weighted, 'a graph without weights')
    call MPI_Comm_free(graph, ierr)
    weights = 9
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, in, weights, 1, out, weights, &
                                        MPI_INFO_NULL, .false., graph, ierr)
    call MPI_Dist_graph_neighbors_count(graph, nin, nout, weighted, ierr)
    call MPI_Dist_graph_neighbors(graph, 1, in, weights, 1, out, w2, ierr)
    call check(weighted .and. w2(1) == 9, 'a graph with weights')
    call MPI_Comm_free(graph, ierr)
  end subroutine

  subroutine windows
    integer :: win, put(4), put_val
    integer, pointer :: mem(:)
    type(c_ptr) :: base
    integer(kind=MPI_ADDRESS_KIND) :: address, val
    logical :: flag
    put = 0
    call MPI_Win_create(put, int(16, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
    call MPI_Win_fence(0, win, ierr)
    put_val = rank + 1
    call MPI_Put(put_val, 1, MPI_INTEGER, mod(rank + 1, nprocs), int(2, MPI_ADDRESS_KIND), 1, &
                 MPI_INTEGER, win, ierr)
    call MPI_Win_fence(0, win, ierr)
    call check(put(3) == mod(rank + nprocs - 1, nprocs) + 1, 'MPI_Put')
    call MPI_Win_get_attr(win, MPI_WIN_SIZE, val, flag, ierr)
    call check(flag .and. val == 16, 'MPI_WIN_SIZE')
    call MPI_Win_get_attr(win, MPI_WIN_BASE, val, flag, ierr)
    call MPI_Get_address(put, address, ierr)
    call check(flag .and. val == address, 'MPI_WIN_BASE')
    call MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, val, flag, ierr)
    call check(flag .and. val == 4, 'MPI_WIN_DISP_UNIT')
    call MPI_Win_free(win, ierr)
    call MPI_Win_allocate(int(40, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, &
                          ierr)
    call c_f_pointer(base, mem, [10])
    mem = 3
    call check(c_associated(base) .and. sum(mem) == 30, 'MPI_Win_allocate by a C_PTR')
    call MPI_Win_free(win, ierr)
    call MPI_Alloc_mem(int(80, MPI_ADDRESS_KIND), MPI_INFO_NULL, address, ierr)
    call check(address /= 0, 'MPI_Alloc_mem by an integer')
  end subroutine
end program
