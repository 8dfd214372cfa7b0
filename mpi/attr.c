/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The predefined attributes of communicators (MPI-5.0 9.1.2), facts about the environment under a
 * key, and of windows (12.2.6). Called by the entry points in generated/attributes.c and
 * generated/rma_window.c.
 */
#include "mpi/api.h"

#include "runtime/job.h"

/* NULL: the key has no value here; *known 0: there is no such key. */
static int *world_value(int keyval, int *known)
{
	static int tag_ub = INT_MAX, host = MPI_PROC_NULL, io = MPI_ANY_SOURCE;
	static int wtime_is_global, appnum, universe_size;

	*known = 1;
	switch (keyval) {
	case MPI_TAG_UB:
		return &tag_ub;
	case MPI_HOST:
		return &host;
	case MPI_IO:
		return &io;
	case MPI_WTIME_IS_GLOBAL:
		wtime_is_global = rd_job.nlocal == rd_job.size; /* one node, one clock */
		return &wtime_is_global;
	case MPI_APPNUM:
		appnum = rd_job.appnum;
		return appnum >= 0 ? &appnum : NULL;
	case MPI_LASTUSEDCODE:
		return rd_mpi_code_last();
	case MPI_UNIVERSE_SIZE:
		universe_size = rd_job.universe;
		return universe_size >= 0 ? &universe_size : NULL;
	default:
		*known = 0;
		return NULL;
	}
}

/* Programs query duplicates of MPI_COMM_WORLD too, so every communicator has the same attributes,
 * except those of sessions. */
int rd_mpi_attr_get(const struct rd_comm *comm, int keyval, void *value, int *flag)
{
	struct rd_keyval *own = rd_keyval_get(RD_ATTR_COMM, keyval);
	int known;
	int *at;

	if (own) {
		*flag = rd_attrs_get(&comm->attrs, own, value);
		return 0;
	}
	at = world_value(keyval, &known);
	if (!known)
		return RD_EKEYVAL;
	if (comm->group->session && keyval != MPI_TAG_UB)
		at = NULL; /* MPI-5.0 9.1.2: of the world, which this process need not be in */
	*flag = at != NULL;
	if (at)
		*(int **)value = at;
	return 0;
}

/* NULL: no key of windows. The user must not change the value that it points to. */
static const void *win_value(const struct rd_win *win, int keyval)
{
	switch (keyval) {
	case MPI_WIN_BASE:
		return win->flavor == MPI_WIN_FLAVOR_DYNAMIC ? MPI_BOTTOM : win->base;
	case MPI_WIN_SIZE:
		return &win->size;
	case MPI_WIN_DISP_UNIT:
		return &win->disp_unit;
	case MPI_WIN_CREATE_FLAVOR:
		return &win->flavor;
	case MPI_WIN_MODEL:
		return &win->model;
	default:
		return NULL;
	}
}

int rd_mpi_win_attr_get(const struct rd_win *win, int keyval, void *value, int *flag)
{
	struct rd_keyval *own = rd_keyval_get(RD_ATTR_WIN, keyval);
	const void *at;

	if (own) {
		*flag = rd_attrs_get(&win->attrs, own, value);
		return 0;
	}
	at = win_value(win, keyval);
	if (!at && keyval != MPI_WIN_BASE)
		return RD_EKEYVAL;
	*flag = 1;
	*(const void **)value = at;
	return 0;
}
