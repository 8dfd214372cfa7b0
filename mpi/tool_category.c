/* SPDX-License-Identifier: BSD-3-Clause */
/* Categories of variables and events (MPI-5.0 15.3.9): one contains the others, which contain the
 * variables. They never change. Called by the entry points in generated/tool_pvars.c. */
#include "mpi/tool.h"

static const struct {
	const char *name, *desc;
} categories[RD_TOOL_CATEGORIES] = {
	[RD_TOOL_ALL] = {"rondo", "All that can be set and measured."},
	[RD_TOOL_PARAMETERS] = {"parameters", "Set by RONDO_ variables of the environment."},
	[RD_TOOL_TRANSPORTS] = {"transports", "Messages and bytes by transport."},
	[RD_TOOL_WAITING] = {"waiting", "How waiting ranks spend their time."},
	[RD_TOOL_MATCHING] = {"matching", "Messages that wait for receives, and the reverse."},
	[RD_TOOL_COLLECTIVES] = {"collectives", "Calls, bytes and times by algorithm."},
};

typedef int member_fn(int category, int index);

static int has_cvar(int category, int index)
{
	(void)index;
	return category == RD_TOOL_PARAMETERS;
}

static int has_pvar(int category, int index)
{
	return (int)rd_tool_pvar_category(index) == category;
}

static int has_category(int category, int index)
{
	return category == RD_TOOL_ALL && index != RD_TOOL_ALL;
}

static int has_event(int category, int index)
{
	(void)index;
	return category == RD_TOOL_MATCHING;
}

static int count_members(int category, member_fn *has, int n)
{
	int members = 0;

	for (int i = 0; i < n; i++)
		members += has(category, i);
	return members;
}

/* The first `len` members. */
static int list_members(int category, member_fn *has, int n, int len, int *indices)
{
	int at = 0;

	if (!rd_tool_index_ok(category, RD_TOOL_CATEGORIES))
		return MPI_T_ERR_INVALID_INDEX;
	if (len < 0 || (len && !indices))
		return MPI_T_ERR_INVALID;
	for (int i = 0; i < n && at < len; i++)
		if (has(category, i))
			indices[at++] = i;
	return MPI_SUCCESS;
}

int rd_tool_category_get_num(int *num_cat)
{
	if (!num_cat)
		return MPI_T_ERR_INVALID;
	*num_cat = RD_TOOL_CATEGORIES;
	return MPI_SUCCESS;
}

int rd_tool_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len,
			      int *num_cvars, int *num_pvars, int *num_categories)
{
	if (!rd_tool_index_ok(cat_index, RD_TOOL_CATEGORIES))
		return MPI_T_ERR_INVALID_INDEX;
	rd_tool_text(categories[cat_index].name, name, name_len);
	rd_tool_text(categories[cat_index].desc, desc, desc_len);
	RD_TOOL_GIVE(num_cvars, count_members(cat_index, has_cvar, rd_tool_cvar_count()));
	RD_TOOL_GIVE(num_pvars, count_members(cat_index, has_pvar, rd_tool_pvar_count()));
	RD_TOOL_GIVE(num_categories, count_members(cat_index, has_category, RD_TOOL_CATEGORIES));
	return MPI_SUCCESS;
}

int rd_tool_category_get_num_events(int cat_index, int *num_events)
{
	if (!rd_tool_index_ok(cat_index, RD_TOOL_CATEGORIES))
		return MPI_T_ERR_INVALID_INDEX;
	if (!num_events)
		return MPI_T_ERR_INVALID;
	*num_events = count_members(cat_index, has_event, rd_tool_event_count());
	return MPI_SUCCESS;
}

int rd_tool_category_get_index(const char *name, int *cat_index)
{
	if (!name || !cat_index)
		return MPI_T_ERR_INVALID;
	for (int i = 0; i < RD_TOOL_CATEGORIES; i++)
		if (!strcmp(categories[i].name, name)) {
			*cat_index = i;
			return MPI_SUCCESS;
		}
	return MPI_T_ERR_INVALID_NAME;
}

int rd_tool_category_get_cvars(int cat_index, int len, int *indices)
{
	return list_members(cat_index, has_cvar, rd_tool_cvar_count(), len, indices);
}

int rd_tool_category_get_pvars(int cat_index, int len, int *indices)
{
	return list_members(cat_index, has_pvar, rd_tool_pvar_count(), len, indices);
}

int rd_tool_category_get_categories(int cat_index, int len, int *indices)
{
	return list_members(cat_index, has_category, RD_TOOL_CATEGORIES, len, indices);
}

int rd_tool_category_get_events(int cat_index, int len, int *indices)
{
	return list_members(cat_index, has_event, rd_tool_event_count(), len, indices);
}

int rd_tool_category_changed(int *update_number)
{
	if (!update_number)
		return MPI_T_ERR_INVALID;
	*update_number = 0;
	return MPI_SUCCESS;
}
