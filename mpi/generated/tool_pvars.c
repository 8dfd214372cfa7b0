/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-tool.tbl by mpi/gen.pl: do not edit */
/*
 * The tool interface (MPI-5.0 15.3): performance variables and categories. The work is
 * in mpi/tool_pvar.c and mpi/tool_category.c.
 */
#include "mpi/api.h"

#include "mpi/tool.h"

int PMPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_pvar_get_index(name, var_class, pvar_index));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_pvar_get_index(name, var_class, pvar_index);
}
RD_MPI_ALIAS(T_pvar_get_index);

int PMPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class,
			 MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
			 int *bind, int *readonly, int *continuous, int *atomic)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_pvar_get_info(pvar_index, name, name_len, verbosity,
							 var_class, datatype, enumtype, desc,
							 desc_len, bind, readonly, continuous,
							 atomic));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_pvar_get_info(pvar_index, name, name_len, verbosity, var_class, datatype,
				     enumtype, desc, desc_len, bind, readonly, continuous, atomic);
}
RD_MPI_ALIAS(T_pvar_get_info);

int PMPI_T_pvar_get_num(int *num_pvar)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_pvar_get_num(num_pvar));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_pvar_get_num(num_pvar);
}
RD_MPI_ALIAS(T_pvar_get_num);

int PMPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index, void *obj_handle,
			     MPI_T_pvar_handle *handle, int *count)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_pvar_handle_alloc(session, pvar_index, obj_handle,
							     handle, count));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_pvar_handle_alloc(session, pvar_index, obj_handle, handle, count);
}
RD_MPI_ALIAS(T_pvar_handle_alloc);

int PMPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_pvar_handle_free(session, handle));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_pvar_handle_free(session, handle);
}
RD_MPI_ALIAS(T_pvar_handle_free);

int PMPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_pvar_read(session, handle, buf));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_pvar_read(session, handle, buf);
}
RD_MPI_ALIAS(T_pvar_read);

int PMPI_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_pvar_readreset(session, handle, buf));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_pvar_readreset(session, handle, buf);
}
RD_MPI_ALIAS(T_pvar_readreset);

int PMPI_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_pvar_reset(session, handle));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_pvar_reset(session, handle);
}
RD_MPI_ALIAS(T_pvar_reset);

int PMPI_T_pvar_session_create(MPI_T_pvar_session *session)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_pvar_session_create(session));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_pvar_session_create(session);
}
RD_MPI_ALIAS(T_pvar_session_create);

int PMPI_T_pvar_session_free(MPI_T_pvar_session *session)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_pvar_session_free(session));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_pvar_session_free(session);
}
RD_MPI_ALIAS(T_pvar_session_free);

int PMPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_pvar_start(session, handle));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_pvar_start(session, handle);
}
RD_MPI_ALIAS(T_pvar_start);

int PMPI_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_pvar_stop(session, handle));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_pvar_stop(session, handle);
}
RD_MPI_ALIAS(T_pvar_stop);

int PMPI_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_pvar_write(session, handle, buf));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_pvar_write(session, handle, buf);
}
RD_MPI_ALIAS(T_pvar_write);

int PMPI_T_category_changed(int *update_number)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_category_changed(update_number));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_category_changed(update_number);
}
RD_MPI_ALIAS(T_category_changed);

int PMPI_T_category_get_categories(int cat_index, int len, int *indices)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_category_get_categories(cat_index, len, indices));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_category_get_categories(cat_index, len, indices);
}
RD_MPI_ALIAS(T_category_get_categories);

int PMPI_T_category_get_cvars(int cat_index, int len, int *indices)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_category_get_cvars(cat_index, len, indices));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_category_get_cvars(cat_index, len, indices);
}
RD_MPI_ALIAS(T_category_get_cvars);

int PMPI_T_category_get_events(int cat_index, int len, int *indices)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_category_get_events(cat_index, len, indices));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_category_get_events(cat_index, len, indices);
}
RD_MPI_ALIAS(T_category_get_events);

int PMPI_T_category_get_index(const char *name, int *cat_index)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_category_get_index(name, cat_index));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_category_get_index(name, cat_index);
}
RD_MPI_ALIAS(T_category_get_index);

int PMPI_T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len,
			     int *num_cvars, int *num_pvars, int *num_categories)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_category_get_info(cat_index, name, name_len, desc,
							     desc_len, num_cvars, num_pvars,
							     num_categories));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_category_get_info(cat_index, name, name_len, desc, desc_len, num_cvars,
					 num_pvars, num_categories);
}
RD_MPI_ALIAS(T_category_get_info);

int PMPI_T_category_get_num(int *num_cat)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_category_get_num(num_cat));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_category_get_num(num_cat);
}
RD_MPI_ALIAS(T_category_get_num);

int PMPI_T_category_get_num_events(int cat_index, int *num_events)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_category_get_num_events(cat_index, num_events));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_category_get_num_events(cat_index, num_events);
}
RD_MPI_ALIAS(T_category_get_num_events);

int PMPI_T_category_get_pvars(int cat_index, int len, int *indices)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_category_get_pvars(cat_index, len, indices));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_category_get_pvars(cat_index, len, indices);
}
RD_MPI_ALIAS(T_category_get_pvars);
