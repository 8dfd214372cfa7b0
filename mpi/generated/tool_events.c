/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-tool.tbl by mpi/gen.pl: do not edit */
/*
 * The tool interface (MPI-5.0 15.3.8): sources and types of events. The work is in
 * mpi/tool_event.c.
 */
#include "mpi/api.h"

#include "mpi/tool.h"

int PMPI_T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len,
			   MPI_T_source_order *ordering, MPI_Count *ticks_per_second,
			   MPI_Count *max_ticks, MPI_Info *info)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_source_get_info(source_index, name, name_len, desc,
							   desc_len, ordering, ticks_per_second,
							   max_ticks, info));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_source_get_info(source_index, name, name_len, desc, desc_len, ordering,
				       ticks_per_second, max_ticks, info);
}
RD_MPI_ALIAS(T_source_get_info);

int PMPI_T_source_get_num(int *num_sources)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_source_get_num(num_sources));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_source_get_num(num_sources);
}
RD_MPI_ALIAS(T_source_get_num);

int PMPI_T_source_get_timestamp(int source_index, MPI_Count *timestamp)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_source_get_timestamp(source_index, timestamp));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_source_get_timestamp(source_index, timestamp);
}
RD_MPI_ALIAS(T_source_get_timestamp);

int PMPI_T_event_callback_get_info(MPI_T_event_registration event_registration,
				   MPI_T_cb_safety cb_safety, MPI_Info *info_used)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_event_callback_get_info(event_registration, cb_safety,
								   info_used));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_event_callback_get_info(event_registration, cb_safety, info_used);
}
RD_MPI_ALIAS(T_event_callback_get_info);

int PMPI_T_event_callback_set_info(MPI_T_event_registration event_registration,
				   MPI_T_cb_safety cb_safety, MPI_Info info)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_event_callback_set_info(event_registration, cb_safety,
								   info));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_event_callback_set_info(event_registration, cb_safety, info);
}
RD_MPI_ALIAS(T_event_callback_set_info);

int PMPI_T_event_copy(MPI_T_event_instance event_instance, void *buffer)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_event_copy(event_instance, buffer));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_event_copy(event_instance, buffer);
}
RD_MPI_ALIAS(T_event_copy);

int PMPI_T_event_get_index(const char *name, int *event_index)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_event_get_index(name, event_index));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_event_get_index(name, event_index);
}
RD_MPI_ALIAS(T_event_get_index);

int PMPI_T_event_get_info(int event_index, char *name, int *name_len, int *verbosity,
			  MPI_Datatype *array_of_datatypes, MPI_Aint *array_of_displacements,
			  int *num_elements, MPI_T_enum *enumtype, MPI_Info *info, char *desc,
			  int *desc_len, int *bind)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_event_get_info(event_index, name, name_len, verbosity,
							  array_of_datatypes,
							  array_of_displacements, num_elements,
							  enumtype, info, desc, desc_len, bind));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_event_get_info(event_index, name, name_len, verbosity, array_of_datatypes,
				      array_of_displacements, num_elements, enumtype, info, desc,
				      desc_len, bind);
}
RD_MPI_ALIAS(T_event_get_info);

int PMPI_T_event_get_num(int *num_events)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_event_get_num(num_events));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_event_get_num(num_events);
}
RD_MPI_ALIAS(T_event_get_num);

int PMPI_T_event_get_source(MPI_T_event_instance event_instance, int *source_index)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_event_get_source(event_instance, source_index));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_event_get_source(event_instance, source_index);
}
RD_MPI_ALIAS(T_event_get_source);

int PMPI_T_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_event_get_timestamp(event_instance, event_timestamp));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_event_get_timestamp(event_instance, event_timestamp);
}
RD_MPI_ALIAS(T_event_get_timestamp);

int PMPI_T_event_handle_alloc(int event_index, void *obj_handle, MPI_Info info,
			      MPI_T_event_registration *event_registration)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_event_handle_alloc(event_index, obj_handle, info,
							      event_registration));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_event_handle_alloc(event_index, obj_handle, info, event_registration);
}
RD_MPI_ALIAS(T_event_handle_alloc);

int PMPI_T_event_handle_free(MPI_T_event_registration event_registration, void *user_data,
			     MPI_T_event_free_cb_function free_cb_function)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_event_handle_free(event_registration, user_data,
							     free_cb_function));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_event_handle_free(event_registration, user_data, free_cb_function);
}
RD_MPI_ALIAS(T_event_handle_free);

int PMPI_T_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_event_handle_get_info(event_registration, info_used));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_event_handle_get_info(event_registration, info_used);
}
RD_MPI_ALIAS(T_event_handle_get_info);

int PMPI_T_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_event_handle_set_info(event_registration, info));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_event_handle_set_info(event_registration, info);
}
RD_MPI_ALIAS(T_event_handle_set_info);

int PMPI_T_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_event_read(event_instance, element_index, buffer));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_event_read(event_instance, element_index, buffer);
}
RD_MPI_ALIAS(T_event_read);

int PMPI_T_event_register_callback(MPI_T_event_registration event_registration,
				   MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data,
				   MPI_T_event_cb_function event_cb_function)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_event_register_callback(event_registration, cb_safety,
								   info, user_data,
								   event_cb_function));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_event_register_callback(event_registration, cb_safety, info, user_data,
					       event_cb_function);
}
RD_MPI_ALIAS(T_event_register_callback);

int PMPI_T_event_set_dropped_handler(MPI_T_event_registration event_registration,
				     MPI_T_event_dropped_cb_function dropped_cb_function)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_T_event_set_dropped_handler(event_registration,
								     dropped_cb_function));
	if (rd_unlikely(!rd_tool_users))
		return MPI_T_ERR_NOT_INITIALIZED;
	return rd_tool_event_set_dropped_handler(event_registration, dropped_cb_function);
}
RD_MPI_ALIAS(T_event_set_dropped_handler);
