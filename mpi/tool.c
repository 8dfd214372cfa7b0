/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Start and end of the tool interface, which do not depend on MPI's, texts and enumerations
 * (MPI-5.0 15.3.3 to 15.3.5). Called by the entry points in generated/tool_cvars.c.
 */
#include "mpi/tool.h"

int rd_tool_users;

int rd_tool_init_thread(int required, int *provided)
{
	if (required != MPI_THREAD_SINGLE && required != MPI_THREAD_FUNNELED &&
	    required != MPI_THREAD_SERIALIZED && required != MPI_THREAD_MULTIPLE)
		return MPI_T_ERR_INVALID;
	RD_TOOL_GIVE(provided, rd_min(required, MPI_THREAD_SERIALIZED));
	rd_tool_users++;
	return MPI_SUCCESS;
}

int rd_tool_finalize(void)
{
	if (!rd_tool_users)
		return MPI_T_ERR_NOT_INITIALIZED;
	if (--rd_tool_users)
		return MPI_SUCCESS;
	rd_tool_event_fini();
	rd_tool_pvar_fini();
	rd_tool_cvar_fini();
	return MPI_SUCCESS;
}

void rd_tool_text(const char *text, char *out, int *len)
{
	if (!len)
		return;
	if (out && *len > 0)
		rd_mpi_text_out(out, text, (size_t)*len);
	*len = (int)strlen(text) + 1;
}

int rd_tool_is_in(const struct rd_list *list, const struct rd_list *link)
{
	const struct rd_list *at;

	rd_list_for (at, list)
		if (at == link)
			return 1;
	return 0;
}

/* ---- Enumerations ---- */

static const char *const switch_items[] = {"off", "on"};
const struct rd_tool_enum rd_tool_switch = {"switch", 2, switch_items};

/* NULL: an invalid handle. */
static const struct rd_tool_enum *enum_of(MPI_T_enum handle)
{
	return handle == rd_tool_enum_handle(&rd_tool_switch) ? &rd_tool_switch : NULL;
}

int rd_tool_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len)
{
	const struct rd_tool_enum *e = enum_of(enumtype);

	if (!e)
		return MPI_T_ERR_INVALID_HANDLE;
	RD_TOOL_GIVE(num, e->n);
	rd_tool_text(e->name, name, name_len);
	return MPI_SUCCESS;
}

int rd_tool_enum_get_item(MPI_T_enum enumtype, int indx, int *value, char *name, int *name_len)
{
	const struct rd_tool_enum *e = enum_of(enumtype);

	if (!e)
		return MPI_T_ERR_INVALID_HANDLE;
	if (!rd_tool_index_ok(indx, e->n))
		return MPI_T_ERR_INVALID_ITEM;
	RD_TOOL_GIVE(value, indx);
	rd_tool_text(e->items[indx], name, name_len);
	return MPI_SUCCESS;
}
