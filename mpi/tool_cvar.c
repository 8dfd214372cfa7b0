/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Control variables (MPI-5.0 15.3.6): the parameters of base/param.c, by the same numbers. Most are
 * read in MPI_Init, so they can be written before it; some also while MPI runs.
 */
#include "mpi/tool.h"

#include "base/log.h"
#include "base/param.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEXT_LEAST = 1024 }; /* bytes for a value that is a text, at least */

struct MPI_ABI_T_cvar_handle {
	struct rd_list link;
	enum rd_param_id id;
	int count; /* elements that are read and written */
};

static struct rd_list handles = {&handles, &handles};

/* Access of a tool to each variable, and its intended users. */
struct access {
	int scope;     /* MPI_T_SCOPE_... */
	int verbosity; /* MPI_T_VERBOSITY_... */
	int any_time;  /* has an effect while MPI runs, too */
};

static const struct access accesses[RD_PARAM_N] = {
	[RD_PARAM_PARAMS] = {MPI_T_SCOPE_READONLY, MPI_T_VERBOSITY_USER_BASIC, 0},
	[RD_PARAM_BTL] = {MPI_T_SCOPE_ALL_EQ, MPI_T_VERBOSITY_USER_BASIC, 0},
	[RD_PARAM_VERBOSE] = {MPI_T_SCOPE_LOCAL, MPI_T_VERBOSITY_USER_BASIC, 1},
	[RD_PARAM_STATS] = {MPI_T_SCOPE_ALL_EQ, MPI_T_VERBOSITY_USER_BASIC, 1},
	[RD_PARAM_LEAKS] = {MPI_T_SCOPE_LOCAL, MPI_T_VERBOSITY_USER_DETAIL, 1},
	[RD_PARAM_EAGER] = {MPI_T_SCOPE_LOCAL, MPI_T_VERBOSITY_TUNER_BASIC, 0},
	[RD_PARAM_UNEXPECTED] = {MPI_T_SCOPE_LOCAL, MPI_T_VERBOSITY_TUNER_BASIC, 0},
	[RD_PARAM_SPIN] = {MPI_T_SCOPE_LOCAL, MPI_T_VERBOSITY_TUNER_DETAIL, 0},
	[RD_PARAM_SLEEP_US] = {MPI_T_SCOPE_LOCAL, MPI_T_VERBOSITY_TUNER_DETAIL, 0},
	[RD_PARAM_CMA] = {MPI_T_SCOPE_GROUP_EQ, MPI_T_VERBOSITY_TUNER_DETAIL, 0},
	[RD_PARAM_HUGE_PAGES] = {MPI_T_SCOPE_LOCAL, MPI_T_VERBOSITY_TUNER_DETAIL, 0},
	[RD_PARAM_SM_SLOTS] = {MPI_T_SCOPE_GROUP_EQ, MPI_T_VERBOSITY_TUNER_ALL, 0},
	[RD_PARAM_TCP_IFACE] = {MPI_T_SCOPE_LOCAL, MPI_T_VERBOSITY_USER_DETAIL, 0},
	[RD_PARAM_TCP_PORTS] = {MPI_T_SCOPE_LOCAL, MPI_T_VERBOSITY_USER_DETAIL, 0},
	[RD_PARAM_TCP_SNDBUF] = {MPI_T_SCOPE_LOCAL, MPI_T_VERBOSITY_TUNER_ALL, 0},
	[RD_PARAM_TCP_KEEP] = {MPI_T_SCOPE_LOCAL, MPI_T_VERBOSITY_TUNER_ALL, 0},
	[RD_PARAM_TCP_TIMEOUT] = {MPI_T_SCOPE_LOCAL, MPI_T_VERBOSITY_USER_DETAIL, 0},
	[RD_PARAM_FINALIZE_S] = {MPI_T_SCOPE_LOCAL, MPI_T_VERBOSITY_USER_DETAIL, 1},
	[RD_PARAM_STALL] = {MPI_T_SCOPE_LOCAL, MPI_T_VERBOSITY_USER_BASIC, 0},
	[RD_PARAM_COLL] = {MPI_T_SCOPE_ALL_EQ, MPI_T_VERBOSITY_TUNER_BASIC, 0},
	[RD_PARAM_COLL_SHARED] = {MPI_T_SCOPE_ALL_EQ, MPI_T_VERBOSITY_TUNER_BASIC, 0},
	[RD_PARAM_CHECK] = {MPI_T_SCOPE_LOCAL, MPI_T_VERBOSITY_USER_DETAIL, 1},
	[RD_PARAM_WTIME] = {MPI_T_SCOPE_ALL_EQ, MPI_T_VERBOSITY_USER_ALL, 0},
	[RD_PARAM_REDUCE_ORDER] = {MPI_T_SCOPE_ALL_EQ, MPI_T_VERBOSITY_USER_ALL, 0},
	[RD_PARAM_RING] = {MPI_T_SCOPE_READONLY, MPI_T_VERBOSITY_MPIDEV_BASIC, 0},
	[RD_PARAM_RING_HOST] = {MPI_T_SCOPE_READONLY, MPI_T_VERBOSITY_MPIDEV_DETAIL, 0},
	[RD_PARAM_RING_TRACE] = {MPI_T_SCOPE_READONLY, MPI_T_VERBOSITY_MPIDEV_DETAIL, 0},
	[RD_PARAM_RING_VECTOR] = {MPI_T_SCOPE_ALL_EQ, MPI_T_VERBOSITY_TUNER_ALL, 0},
};

int rd_tool_cvar_count(void)
{
	return RD_PARAM_N;
}

static MPI_Datatype datatype_of(enum rd_param_id id)
{
	switch (rd_param_row(id)->kind) {
	case RD_PARAM_STRING:
		return MPI_CHAR;
	case RD_PARAM_BOOL:
		return MPI_INT;
	default:
		return MPI_COUNT;
	}
}

int rd_tool_cvar_get_num(int *num_cvar)
{
	if (!num_cvar)
		return MPI_T_ERR_INVALID;
	*num_cvar = RD_PARAM_N;
	return MPI_SUCCESS;
}

int rd_tool_cvar_get_index(const char *name, int *cvar_index)
{
	if (!name || !cvar_index)
		return MPI_T_ERR_INVALID;
	for (int id = 0; id < RD_PARAM_N; id++)
		if (!strcmp(rd_param_row((enum rd_param_id)id)->name, name)) {
			*cvar_index = id;
			return MPI_SUCCESS;
		}
	return MPI_T_ERR_INVALID_NAME;
}

int rd_tool_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity,
			  MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
			  int *bind, int *scope)
{
	const struct rd_param *row;

	if (!rd_tool_index_ok(cvar_index, RD_PARAM_N))
		return MPI_T_ERR_INVALID_INDEX;
	row = rd_param_row((enum rd_param_id)cvar_index);
	rd_tool_text(row->name, name, name_len);
	rd_tool_text(row->meaning, desc, desc_len);
	RD_TOOL_GIVE(verbosity, accesses[cvar_index].verbosity);
	RD_TOOL_GIVE(datatype, datatype_of((enum rd_param_id)cvar_index));
	RD_TOOL_GIVE(enumtype, row->kind == RD_PARAM_BOOL ? rd_tool_enum_handle(&rd_tool_switch)
							  : MPI_T_ENUM_NULL);
	RD_TOOL_GIVE(bind, MPI_T_BIND_NO_OBJECT);
	RD_TOOL_GIVE(scope, accesses[cvar_index].scope);
	return MPI_SUCCESS;
}

int rd_tool_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle,
			      int *count)
{
	struct MPI_ABI_T_cvar_handle *h;

	(void)obj_handle; /* control variables belong to no object */
	if (!rd_tool_index_ok(cvar_index, RD_PARAM_N))
		return MPI_T_ERR_INVALID_INDEX;
	if (!handle || !count)
		return MPI_T_ERR_INVALID;
	h = malloc(sizeof(*h));
	if (!h)
		return MPI_T_ERR_OUT_OF_HANDLES;
	h->id = (enum rd_param_id)cvar_index;
	h->count = 1;
	if (rd_param_row(h->id)->kind == RD_PARAM_STRING)
		h->count = rd_max((int)strlen(rd_param_string(h->id)) + 1, TEXT_LEAST);
	rd_list_append(&handles, &h->link);
	*handle = h;
	*count = h->count;
	return MPI_SUCCESS;
}

static int is_living(MPI_T_cvar_handle handle)
{
	return handle && rd_tool_is_in(&handles, &handle->link);
}

int rd_tool_cvar_handle_free(MPI_T_cvar_handle *handle)
{
	if (!handle || !is_living(*handle))
		return MPI_T_ERR_INVALID_HANDLE;
	rd_list_remove(&(*handle)->link);
	free(*handle);
	*handle = MPI_T_CVAR_HANDLE_NULL;
	return MPI_SUCCESS;
}

void rd_tool_cvar_fini(void)
{
	struct rd_list *link;

	while ((link = rd_list_pop(&handles)))
		free(rd_container(link, struct MPI_ABI_T_cvar_handle, link));
}

int rd_tool_cvar_read(MPI_T_cvar_handle handle, void *buf)
{
	if (!is_living(handle))
		return MPI_T_ERR_INVALID_HANDLE;
	if (!buf)
		return MPI_T_ERR_INVALID;
	switch (rd_param_row(handle->id)->kind) {
	case RD_PARAM_STRING:
		rd_mpi_text_out(buf, rd_param_string(handle->id), (size_t)handle->count);
		break;
	case RD_PARAM_BOOL:
		*(int *)buf = (int)rd_param_int(handle->id);
		break;
	default:
		*(MPI_Count *)buf = rd_param_int(handle->id);
		break;
	}
	return MPI_SUCCESS;
}

static int set_text(MPI_T_cvar_handle handle, const char *text)
{
	char *copy = strndup(text, (size_t)handle->count);
	int err = copy ? rd_param_set(handle->id, copy) : RD_ENOMEM;

	free(copy);
	return err;
}

static int set_number(enum rd_param_id id, int64_t number)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64, number);
	return rd_param_set(id, text);
}

/* For variables whose value is not read at each use. */
static void take_effect(enum rd_param_id id)
{
	if (id == RD_PARAM_VERBOSE)
		rd_log_set_level(RD_LOG_WARN + (enum rd_log_level)rd_param_int(id));
	else if (id == RD_PARAM_CHECK)
		rd_mpi_adjust_gate();
}

int rd_tool_cvar_write(MPI_T_cvar_handle handle, const void *buf)
{
	int err;

	if (!is_living(handle))
		return MPI_T_ERR_INVALID_HANDLE;
	if (!buf)
		return MPI_T_ERR_INVALID;
	if (accesses[handle->id].scope == MPI_T_SCOPE_READONLY)
		return MPI_T_ERR_CVAR_SET_NEVER;
	if (rd_mpi_gate != RD_GATE_SHUT && !accesses[handle->id].any_time)
		return MPI_T_ERR_CVAR_SET_NOT_NOW;
	switch (rd_param_row(handle->id)->kind) {
	case RD_PARAM_STRING:
		err = set_text(handle, buf);
		break;
	case RD_PARAM_BOOL:
		err = set_number(handle->id, *(const int *)buf);
		break;
	default:
		err = set_number(handle->id, *(const MPI_Count *)buf);
		break;
	}
	if (err)
		return err == RD_ENOMEM ? MPI_T_ERR_MEMORY : MPI_T_ERR_INVALID;
	take_effect(handle->id);
	return MPI_SUCCESS;
}
