/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The tool interface (MPI-5.0 15.3): declarations shared by its files, and the functions behind the
 * entry points MPI_T_X, which return MPI_SUCCESS or MPI_T_ERR_X and never call an error handler.
 */
#ifndef RD_MPI_TOOL_H
#define RD_MPI_TOOL_H

#include "base/list.h"
#include "mpi/api.h"

extern int rd_tool_users; /* MPI_T_init_thread calls without their MPI_T_finalize */

/*
 * Returns a text with its room and length as in MPI-5.0 15.3.3: the text is cut to the room, the
 * length is that of the whole text and its 0; each of the two may be NULL.
 */
void rd_tool_text(const char *text, char *out, int *len);

/* A result whose pointer may be NULL. */
#define RD_TOOL_GIVE(out, value) \
	do { \
		if (out) \
			*(out) = (value); \
	} while (0)

static inline int rd_tool_index_ok(int index, int n)
{
	return index >= 0 && index < n;
}

/* Is the object, which should be in the list, alive? Handles are searched for before they are
 * used. */
int rd_tool_is_in(const struct rd_list *list, const struct rd_list *link);

/* An enumeration; the handle is its address. */
struct rd_tool_enum {
	const char *name;
	int n;
	const char *const *items; /* [n]; the value of an item is its index */
};
extern const struct rd_tool_enum rd_tool_switch; /* off, on */

static inline MPI_T_enum rd_tool_enum_handle(const struct rd_tool_enum *e)
{
	return (MPI_T_enum)(uintptr_t)e;
}

/* Categories; each variable names its own. */
enum rd_tool_category {
	RD_TOOL_ALL, /* holds the others */
	RD_TOOL_PARAMETERS,
	RD_TOOL_TRANSPORTS,
	RD_TOOL_WAITING,
	RD_TOOL_MATCHING,
	RD_TOOL_COLLECTIVES,
	RD_TOOL_CATEGORIES
};
int rd_tool_cvar_count(void);
int rd_tool_pvar_count(void);
enum rd_tool_category rd_tool_pvar_category(int index);
int rd_tool_event_count(void);

/* At the last MPI_T_finalize. */
void rd_tool_cvar_fini(void);
void rd_tool_pvar_fini(void);
void rd_tool_event_fini(void);

/* ---- Behind the entry points ---- */

int rd_tool_finalize(void);
int rd_tool_init_thread(int required, int *provided);
int rd_tool_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len);
int rd_tool_enum_get_item(MPI_T_enum enumtype, int indx, int *value, char *name, int *name_len);
int rd_tool_cvar_get_index(const char *name, int *cvar_index);
int rd_tool_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity,
			  MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
			  int *bind, int *scope);
int rd_tool_cvar_get_num(int *num_cvar);
int rd_tool_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle,
			      int *count);
int rd_tool_cvar_handle_free(MPI_T_cvar_handle *handle);
int rd_tool_cvar_read(MPI_T_cvar_handle handle, void *buf);
int rd_tool_cvar_write(MPI_T_cvar_handle handle, const void *buf);

int rd_tool_pvar_get_index(const char *name, int var_class, int *pvar_index);
int rd_tool_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class,
			  MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
			  int *bind, int *readonly, int *continuous, int *atomic);
int rd_tool_pvar_get_num(int *num_pvar);
int rd_tool_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index, void *obj_handle,
			      MPI_T_pvar_handle *handle, int *count);
int rd_tool_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle);
int rd_tool_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf);
int rd_tool_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf);
int rd_tool_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle);
int rd_tool_pvar_session_create(MPI_T_pvar_session *session);
int rd_tool_pvar_session_free(MPI_T_pvar_session *session);
int rd_tool_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle);
int rd_tool_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle);
int rd_tool_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf);
int rd_tool_category_changed(int *update_number);
int rd_tool_category_get_categories(int cat_index, int len, int *indices);
int rd_tool_category_get_cvars(int cat_index, int len, int *indices);
int rd_tool_category_get_events(int cat_index, int len, int *indices);
int rd_tool_category_get_index(const char *name, int *cat_index);
int rd_tool_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len,
			      int *num_cvars, int *num_pvars, int *num_categories);
int rd_tool_category_get_num(int *num_cat);
int rd_tool_category_get_num_events(int cat_index, int *num_events);
int rd_tool_category_get_pvars(int cat_index, int len, int *indices);

int rd_tool_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len,
			    MPI_T_source_order *ordering, MPI_Count *ticks_per_second,
			    MPI_Count *max_ticks, MPI_Info *info);
int rd_tool_source_get_num(int *num_sources);
int rd_tool_source_get_timestamp(int source_index, MPI_Count *timestamp);
int rd_tool_event_callback_get_info(MPI_T_event_registration event_registration,
				    MPI_T_cb_safety cb_safety, MPI_Info *info_used);
int rd_tool_event_callback_set_info(MPI_T_event_registration event_registration,
				    MPI_T_cb_safety cb_safety, MPI_Info info);
int rd_tool_event_copy(MPI_T_event_instance event_instance, void *buffer);
int rd_tool_event_get_index(const char *name, int *event_index);
int rd_tool_event_get_info(int event_index, char *name, int *name_len, int *verbosity,
			   MPI_Datatype *array_of_datatypes, MPI_Aint *array_of_displacements,
			   int *num_elements, MPI_T_enum *enumtype, MPI_Info *info, char *desc,
			   int *desc_len, int *bind);
int rd_tool_event_get_num(int *num_events);
int rd_tool_event_get_source(MPI_T_event_instance event_instance, int *source_index);
int rd_tool_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp);
int rd_tool_event_handle_alloc(int event_index, void *obj_handle, MPI_Info info,
			       MPI_T_event_registration *event_registration);
int rd_tool_event_handle_free(MPI_T_event_registration event_registration, void *user_data,
			      MPI_T_event_free_cb_function free_cb_function);
int rd_tool_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used);
int rd_tool_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info);
int rd_tool_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer);
int rd_tool_event_register_callback(MPI_T_event_registration event_registration,
				    MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data,
				    MPI_T_event_cb_function event_cb_function);
int rd_tool_event_set_dropped_handler(MPI_T_event_registration event_registration,
				      MPI_T_event_dropped_cb_function dropped_cb_function);

#endif
