/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-tool.tbl by mpi/gen.pl: do not edit */
/*
 * The tool interface (MPI-5.0 15.3): start and end, enumerations, control variables.
 * The work is in mpi/tool.c and mpi/tool_cvar.c.
 */
#include "mpi/api.h"

#include "mpi/tool.h"

int PMPI_T_finalize(void)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_finalize());
	return rd_tool_finalize();
}
RD_MPI_ALIAS(T_finalize);

int PMPI_T_init_thread(int required, int *provided)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_init_thread(required, provided));
	return rd_tool_init_thread(required, provided);
}
RD_MPI_ALIAS(T_init_thread);

int PMPI_T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_enum_get_info(enumtype, num, name, name_len));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_enum_get_info(enumtype, num, name, name_len);
}
RD_MPI_ALIAS(T_enum_get_info);

int PMPI_T_enum_get_item(MPI_T_enum enumtype, int indx, int *value, char *name, int *name_len)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_enum_get_item(enumtype, indx, value, name, name_len));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_enum_get_item(enumtype, indx, value, name, name_len);
}
RD_MPI_ALIAS(T_enum_get_item);

int PMPI_T_cvar_get_index(const char *name, int *cvar_index)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_cvar_get_index(name, cvar_index));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_cvar_get_index(name, cvar_index);
}
RD_MPI_ALIAS(T_cvar_get_index);

int PMPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity,
			 MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
			 int *bind, int *scope)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_cvar_get_info(cvar_index, name, name_len, verbosity,
							 datatype, enumtype, desc, desc_len, bind,
							 scope));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_cvar_get_info(cvar_index, name, name_len, verbosity, datatype, enumtype,
				     desc, desc_len, bind, scope);
}
RD_MPI_ALIAS(T_cvar_get_info);

int PMPI_T_cvar_get_num(int *num_cvar)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_cvar_get_num(num_cvar));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_cvar_get_num(num_cvar);
}
RD_MPI_ALIAS(T_cvar_get_num);

int PMPI_T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle,
			     int *count)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_cvar_handle_alloc(cvar_index, obj_handle, handle,
							     count));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_cvar_handle_alloc(cvar_index, obj_handle, handle, count);
}
RD_MPI_ALIAS(T_cvar_handle_alloc);

int PMPI_T_cvar_handle_free(MPI_T_cvar_handle *handle)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_cvar_handle_free(handle));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_cvar_handle_free(handle);
}
RD_MPI_ALIAS(T_cvar_handle_free);

int PMPI_T_cvar_read(MPI_T_cvar_handle handle, void *buf)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_cvar_read(handle, buf));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_cvar_read(handle, buf);
}
RD_MPI_ALIAS(T_cvar_read);

int PMPI_T_cvar_write(MPI_T_cvar_handle handle, const void *buf)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_cvar_write(handle, buf));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_cvar_write(handle, buf);
}
RD_MPI_ALIAS(T_cvar_write);
