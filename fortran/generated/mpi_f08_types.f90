! SPDX-License-Identifier: BSD-3-Clause
! generated from mpi/api.tbl by fortran/gen.pl: do not edit
! The types of mpi_f08, which module mpi has too: a handle is the INTEGER of mpif.h.
module mpi_f08_types
  implicit none
  type, bind(C) :: MPI_Comm
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Datatype
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Errhandler
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_File
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Group
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Info
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Message
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Op
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Request
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Session
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Win
    integer :: MPI_VAL
  end type
  type, bind(C) :: MPI_Status
    integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR
    integer, private :: MPI_internal(5)
  end type
  interface operator (==)
    module procedure comm_eq, datatype_eq, errhandler_eq, file_eq, group_eq, info_eq, &
      message_eq, op_eq, request_eq, session_eq, win_eq
  end interface
  interface operator (/=)
    module procedure comm_ne, datatype_ne, errhandler_ne, file_ne, group_ne, info_ne, &
      message_ne, op_ne, request_ne, session_ne, win_ne
  end interface
  interface PMPI_Status_f2f08
    module procedure MPI_Status_f2f08
  end interface
  interface PMPI_Status_f082f
    module procedure MPI_Status_f082f
  end interface
  private :: comm_eq, datatype_eq, errhandler_eq, file_eq, group_eq, info_eq, message_eq, op_eq, &
      request_eq, session_eq, win_eq, comm_ne, datatype_ne, errhandler_ne, file_ne, group_ne, &
      info_ne, message_ne, op_ne, request_ne, session_ne, win_ne
contains
  elemental logical function comm_eq(a, b)
    type(MPI_Comm), intent(in) :: a, b
    comm_eq = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function datatype_eq(a, b)
    type(MPI_Datatype), intent(in) :: a, b
    datatype_eq = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function errhandler_eq(a, b)
    type(MPI_Errhandler), intent(in) :: a, b
    errhandler_eq = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function file_eq(a, b)
    type(MPI_File), intent(in) :: a, b
    file_eq = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function group_eq(a, b)
    type(MPI_Group), intent(in) :: a, b
    group_eq = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function info_eq(a, b)
    type(MPI_Info), intent(in) :: a, b
    info_eq = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function message_eq(a, b)
    type(MPI_Message), intent(in) :: a, b
    message_eq = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function op_eq(a, b)
    type(MPI_Op), intent(in) :: a, b
    op_eq = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function request_eq(a, b)
    type(MPI_Request), intent(in) :: a, b
    request_eq = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function session_eq(a, b)
    type(MPI_Session), intent(in) :: a, b
    session_eq = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function win_eq(a, b)
    type(MPI_Win), intent(in) :: a, b
    win_eq = a%MPI_VAL == b%MPI_VAL
  end function
  elemental logical function comm_ne(a, b)
    type(MPI_Comm), intent(in) :: a, b
    comm_ne = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function datatype_ne(a, b)
    type(MPI_Datatype), intent(in) :: a, b
    datatype_ne = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function errhandler_ne(a, b)
    type(MPI_Errhandler), intent(in) :: a, b
    errhandler_ne = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function file_ne(a, b)
    type(MPI_File), intent(in) :: a, b
    file_ne = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function group_ne(a, b)
    type(MPI_Group), intent(in) :: a, b
    group_ne = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function info_ne(a, b)
    type(MPI_Info), intent(in) :: a, b
    info_ne = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function message_ne(a, b)
    type(MPI_Message), intent(in) :: a, b
    message_ne = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function op_ne(a, b)
    type(MPI_Op), intent(in) :: a, b
    op_ne = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function request_ne(a, b)
    type(MPI_Request), intent(in) :: a, b
    request_ne = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function session_ne(a, b)
    type(MPI_Session), intent(in) :: a, b
    session_ne = a%MPI_VAL /= b%MPI_VAL
  end function
  elemental logical function win_ne(a, b)
    type(MPI_Win), intent(in) :: a, b
    win_ne = a%MPI_VAL /= b%MPI_VAL
  end function
  subroutine MPI_Status_f2f08(f_status, f08_status, ierror)
    integer, intent(in) :: f_status(8)
    type(MPI_Status), intent(out) :: f08_status
    integer, optional, intent(out) :: ierror
    integer :: i
    f08_status%MPI_SOURCE = f_status(1)
    f08_status%MPI_TAG = f_status(2)
    f08_status%MPI_ERROR = f_status(3)
    do i = 1, 5
      f08_status%MPI_internal(i) = f_status(3 + i)
    end do
    if (present(ierror)) ierror = 0
  end subroutine
  subroutine MPI_Status_f082f(f08_status, f_status, ierror)
    type(MPI_Status), intent(in) :: f08_status
    integer, intent(out) :: f_status(8)
    integer, optional, intent(out) :: ierror
    integer :: i
    f_status(1) = f08_status%MPI_SOURCE
    f_status(2) = f08_status%MPI_TAG
    f_status(3) = f08_status%MPI_ERROR
    do i = 1, 5
      f_status(3 + i) = f08_status%MPI_internal(i)
    end do
    if (present(ierror)) ierror = 0
  end subroutine
end module mpi_f08_types
