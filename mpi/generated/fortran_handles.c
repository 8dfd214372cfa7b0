/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-fints.tbl by mpi/gen.pl: do not edit */
/*
 * Handles as ints (MPI-5.0 19.3.4). They tell no errors: a number that no handle has is
 * the null handle.
 */
#include "mpi/api.h"

int PMPI_Comm_toint(MPI_Comm comm)
{
	if (rd_threads_enter()) {
		int result = PMPI_Comm_toint(comm);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_toint(comm);
}
RD_MPI_ALIAS(Comm_toint);

MPI_Comm PMPI_Comm_fromint(int comm)
{
	if (rd_threads_enter()) {
		MPI_Comm result = PMPI_Comm_fromint(comm);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_fromint(comm, (uintptr_t)MPI_COMM_NULL);
}
RD_MPI_ALIAS(Comm_fromint);

int PMPI_Errhandler_toint(MPI_Errhandler errhandler)
{
	if (rd_threads_enter()) {
		int result = PMPI_Errhandler_toint(errhandler);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_toint(errhandler);
}
RD_MPI_ALIAS(Errhandler_toint);

MPI_Errhandler PMPI_Errhandler_fromint(int errhandler)
{
	if (rd_threads_enter()) {
		MPI_Errhandler result = PMPI_Errhandler_fromint(errhandler);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_fromint(errhandler, (uintptr_t)MPI_ERRHANDLER_NULL);
}
RD_MPI_ALIAS(Errhandler_fromint);

int PMPI_File_toint(MPI_File file)
{
	if (rd_threads_enter()) {
		int result = PMPI_File_toint(file);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_toint(file);
}
RD_MPI_ALIAS(File_toint);

MPI_File PMPI_File_fromint(int file)
{
	if (rd_threads_enter()) {
		MPI_File result = PMPI_File_fromint(file);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_fromint(file, (uintptr_t)MPI_FILE_NULL);
}
RD_MPI_ALIAS(File_fromint);

int PMPI_Group_toint(MPI_Group group)
{
	if (rd_threads_enter()) {
		int result = PMPI_Group_toint(group);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_toint(group);
}
RD_MPI_ALIAS(Group_toint);

MPI_Group PMPI_Group_fromint(int group)
{
	if (rd_threads_enter()) {
		MPI_Group result = PMPI_Group_fromint(group);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_fromint(group, (uintptr_t)MPI_GROUP_NULL);
}
RD_MPI_ALIAS(Group_fromint);

int PMPI_Info_toint(MPI_Info info)
{
	if (rd_threads_enter()) {
		int result = PMPI_Info_toint(info);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_toint(info);
}
RD_MPI_ALIAS(Info_toint);

MPI_Info PMPI_Info_fromint(int info)
{
	if (rd_threads_enter()) {
		MPI_Info result = PMPI_Info_fromint(info);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_fromint(info, (uintptr_t)MPI_INFO_NULL);
}
RD_MPI_ALIAS(Info_fromint);

int PMPI_Message_toint(MPI_Message message)
{
	if (rd_threads_enter()) {
		int result = PMPI_Message_toint(message);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_toint(message);
}
RD_MPI_ALIAS(Message_toint);

MPI_Message PMPI_Message_fromint(int message)
{
	if (rd_threads_enter()) {
		MPI_Message result = PMPI_Message_fromint(message);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_fromint(message, (uintptr_t)MPI_MESSAGE_NULL);
}
RD_MPI_ALIAS(Message_fromint);

int PMPI_Op_toint(MPI_Op op)
{
	if (rd_threads_enter()) {
		int result = PMPI_Op_toint(op);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_toint(op);
}
RD_MPI_ALIAS(Op_toint);

MPI_Op PMPI_Op_fromint(int op)
{
	if (rd_threads_enter()) {
		MPI_Op result = PMPI_Op_fromint(op);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_fromint(op, (uintptr_t)MPI_OP_NULL);
}
RD_MPI_ALIAS(Op_fromint);

int PMPI_Request_toint(MPI_Request request)
{
	if (rd_threads_enter()) {
		int result = PMPI_Request_toint(request);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_toint(request);
}
RD_MPI_ALIAS(Request_toint);

MPI_Request PMPI_Request_fromint(int request)
{
	if (rd_threads_enter()) {
		MPI_Request result = PMPI_Request_fromint(request);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_fromint(request, (uintptr_t)MPI_REQUEST_NULL);
}
RD_MPI_ALIAS(Request_fromint);

int PMPI_Session_toint(MPI_Session session)
{
	if (rd_threads_enter()) {
		int result = PMPI_Session_toint(session);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_toint(session);
}
RD_MPI_ALIAS(Session_toint);

MPI_Session PMPI_Session_fromint(int session)
{
	if (rd_threads_enter()) {
		MPI_Session result = PMPI_Session_fromint(session);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_fromint(session, (uintptr_t)MPI_SESSION_NULL);
}
RD_MPI_ALIAS(Session_fromint);

int PMPI_Type_toint(MPI_Datatype datatype)
{
	if (rd_threads_enter()) {
		int result = PMPI_Type_toint(datatype);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_toint(datatype);
}
RD_MPI_ALIAS(Type_toint);

MPI_Datatype PMPI_Type_fromint(int datatype)
{
	if (rd_threads_enter()) {
		MPI_Datatype result = PMPI_Type_fromint(datatype);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_fromint(datatype, (uintptr_t)MPI_DATATYPE_NULL);
}
RD_MPI_ALIAS(Type_fromint);

int PMPI_Win_toint(MPI_Win win)
{
	if (rd_threads_enter()) {
		int result = PMPI_Win_toint(win);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_toint(win);
}
RD_MPI_ALIAS(Win_toint);

MPI_Win PMPI_Win_fromint(int win)
{
	if (rd_threads_enter()) {
		MPI_Win result = PMPI_Win_fromint(win);

		rd_threads_leave();
		return result;
	}
	return rd_mpi_handle_fromint(win, (uintptr_t)MPI_WIN_NULL);
}
RD_MPI_ALIAS(Win_fromint);
