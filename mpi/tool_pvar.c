/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Performance variables (MPI-5.0 15.3.7): sessions, and handles that derive a value from a
 * permanent counter. The value of a sum is the increase while its handle was started; a level is
 * continuous and read-only.
 */
#include "mpi/tool_count.h"

#include <stdlib.h>

struct MPI_ABI_T_pvar_session {
	struct rd_list link;
	struct rd_list handles;
};

struct MPI_ABI_T_pvar_handle {
	struct rd_list link; /* in its session */
	struct rd_tool_count count;
	struct rd_comm *comm; /* held; NULL: not bound to a communicator */
	int started;
	uint64_t kept;  /* value when it was last stopped */
	uint64_t since; /* counter when it was last started */
};

static struct rd_list sessions = {&sessions, &sessions};

static int is_level(const struct rd_tool_count *count)
{
	return count->class == MPI_T_PVAR_CLASS_LEVEL;
}

/* ---- The list of variables ---- */

int rd_tool_pvar_get_num(int *num_pvar)
{
	if (!num_pvar)
		return MPI_T_ERR_INVALID;
	*num_pvar = rd_tool_pvar_count();
	return MPI_SUCCESS;
}

int rd_tool_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class,
			  MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
			  int *bind, int *readonly, int *continuous, int *atomic)
{
	struct rd_tool_count count;

	if (!rd_tool_index_ok(pvar_index, rd_tool_pvar_count()))
		return MPI_T_ERR_INVALID_INDEX;
	rd_tool_count_get(pvar_index, &count);
	rd_tool_text(count.name, name, name_len);
	rd_tool_text(count.desc, desc, desc_len);
	RD_TOOL_GIVE(verbosity, count.verbosity);
	RD_TOOL_GIVE(var_class, count.class);
	RD_TOOL_GIVE(datatype, MPI_UNSIGNED_LONG_LONG);
	RD_TOOL_GIVE(enumtype, MPI_T_ENUM_NULL);
	RD_TOOL_GIVE(bind, count.of_comm ? MPI_T_BIND_MPI_COMM : MPI_T_BIND_NO_OBJECT);
	RD_TOOL_GIVE(readonly, is_level(&count));
	RD_TOOL_GIVE(continuous, is_level(&count));
	RD_TOOL_GIVE(atomic, !is_level(&count));
	return MPI_SUCCESS;
}

int rd_tool_pvar_get_index(const char *name, int var_class, int *pvar_index)
{
	int n = rd_tool_pvar_count();

	if (!name || !pvar_index)
		return MPI_T_ERR_INVALID;
	for (int i = 0; i < n; i++) {
		struct rd_tool_count count;

		rd_tool_count_get(i, &count);
		if (count.class != var_class || strcmp(count.name, name))
			continue;
		*pvar_index = i;
		return MPI_SUCCESS;
	}
	return MPI_T_ERR_INVALID_NAME;
}

/* ---- Sessions ---- */

static int is_session(MPI_T_pvar_session session)
{
	return session && rd_tool_is_in(&sessions, &session->link);
}

int rd_tool_pvar_session_create(MPI_T_pvar_session *session)
{
	struct MPI_ABI_T_pvar_session *s;

	if (!session)
		return MPI_T_ERR_INVALID;
	s = malloc(sizeof(*s));
	if (!s)
		return MPI_T_ERR_OUT_OF_SESSIONS;
	rd_list_init(&s->handles);
	rd_list_append(&sessions, &s->link);
	*session = s;
	return MPI_SUCCESS;
}

static void handle_free(struct MPI_ABI_T_pvar_handle *h)
{
	rd_list_remove(&h->link);
	if (h->comm && rd_mpi_phase == RD_PHASE_RUNNING)
		rd_comm_put(h->comm);
	free(h);
}

static void session_free(struct MPI_ABI_T_pvar_session *s)
{
	struct rd_list *link, *save;

	rd_list_for_safe (link, save, &s->handles)
		handle_free(rd_container(link, struct MPI_ABI_T_pvar_handle, link));
	rd_list_remove(&s->link);
	free(s);
}

int rd_tool_pvar_session_free(MPI_T_pvar_session *session)
{
	if (!session || !is_session(*session))
		return MPI_T_ERR_INVALID_SESSION;
	session_free(*session);
	*session = MPI_T_PVAR_SESSION_NULL;
	return MPI_SUCCESS;
}

void rd_tool_pvar_fini(void)
{
	struct rd_list *link, *save;

	rd_list_for_safe (link, save, &sessions)
		session_free(rd_container(link, struct MPI_ABI_T_pvar_session, link));
}

/* ---- Handles ---- */

/* 0, or the error of the pair; MPI_T_PVAR_ALL_HANDLES is handled by the caller. */
static int check_handle(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
	if (!is_session(session))
		return MPI_T_ERR_INVALID_SESSION;
	if (!handle || handle == MPI_T_PVAR_ALL_HANDLES ||
	    !rd_tool_is_in(&session->handles, &handle->link))
		return MPI_T_ERR_INVALID_HANDLE;
	if (handle->comm && rd_mpi_phase != RD_PHASE_RUNNING)
		return MPI_T_ERR_INVALID_HANDLE; /* the communicator ended with MPI_Finalize */
	return MPI_SUCCESS;
}

/* Holds the communicator that a variable is bound to. */
static int bind_comm(struct MPI_ABI_T_pvar_handle *h, const void *obj_handle)
{
	if (!h->count.of_comm)
		return MPI_SUCCESS;
	if (!obj_handle || rd_mpi_phase != RD_PHASE_RUNNING)
		return MPI_T_ERR_INVALID;
	h->comm = rd_comm_get(*(const MPI_Comm *)obj_handle);
	if (!h->comm)
		return MPI_T_ERR_INVALID;
	rd_comm_hold(h->comm);
	return MPI_SUCCESS;
}

int rd_tool_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index, void *obj_handle,
			      MPI_T_pvar_handle *handle, int *count)
{
	struct MPI_ABI_T_pvar_handle *h;
	int err;

	if (!is_session(session))
		return MPI_T_ERR_INVALID_SESSION;
	if (!rd_tool_index_ok(pvar_index, rd_tool_pvar_count()))
		return MPI_T_ERR_INVALID_INDEX;
	if (!handle || !count)
		return MPI_T_ERR_INVALID;
	h = calloc(1, sizeof(*h));
	if (!h)
		return MPI_T_ERR_OUT_OF_HANDLES;
	rd_tool_count_get(pvar_index, &h->count);
	err = bind_comm(h, obj_handle);
	if (err) {
		free(h);
		return err;
	}
	if (h->count.class == MPI_T_PVAR_CLASS_TIMER)
		rd_coll_time_calls();
	h->started = is_level(&h->count);
	rd_list_append(&session->handles, &h->link);
	*handle = h;
	*count = 1;
	return MPI_SUCCESS;
}

int rd_tool_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle)
{
	if (!is_session(session))
		return MPI_T_ERR_INVALID_SESSION;
	if (!handle || !*handle || *handle == MPI_T_PVAR_ALL_HANDLES ||
	    !rd_tool_is_in(&session->handles, &(*handle)->link))
		return MPI_T_ERR_INVALID_HANDLE;
	handle_free(*handle);
	*handle = MPI_T_PVAR_HANDLE_NULL;
	return MPI_SUCCESS;
}

/* ---- Values ---- */

static uint64_t counted(const struct MPI_ABI_T_pvar_handle *h)
{
	return h->count.at ? *h->count.at : h->count.ask(h->comm);
}

static uint64_t value_of(const struct MPI_ABI_T_pvar_handle *h)
{
	return h->started ? h->kept + (counted(h) - h->since) : h->kept;
}

static void set_value(struct MPI_ABI_T_pvar_handle *h, uint64_t value)
{
	h->kept = value;
	h->since = h->started ? counted(h) : 0;
}

/* Never called for a level. */
static void switch_to(struct MPI_ABI_T_pvar_handle *h, int started)
{
	uint64_t value = value_of(h);

	h->started = started;
	set_value(h, value);
}

static void start(struct MPI_ABI_T_pvar_handle *h)
{
	switch_to(h, 1);
}

static void stop(struct MPI_ABI_T_pvar_handle *h)
{
	switch_to(h, 0);
}

static void reset(struct MPI_ABI_T_pvar_handle *h)
{
	set_value(h, 0);
}

/* Applies the function `what` to one handle, or to all handles of the session that are no levels;
 * `refusal`: the error for a level. */
static int apply(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
		 void (*what)(struct MPI_ABI_T_pvar_handle *h), int refusal)
{
	struct rd_list *link;
	int err;

	if (handle != MPI_T_PVAR_ALL_HANDLES) {
		err = check_handle(session, handle);
		if (!err && is_level(&handle->count))
			err = refusal;
		if (!err)
			what(handle);
		return err;
	}
	if (!is_session(session))
		return MPI_T_ERR_INVALID_SESSION;
	rd_list_for (link, &session->handles) {
		struct MPI_ABI_T_pvar_handle *h =
			rd_container(link, struct MPI_ABI_T_pvar_handle, link);

		if (!is_level(&h->count))
			what(h);
	}
	return MPI_SUCCESS;
}

int rd_tool_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
	return apply(session, handle, start, MPI_T_ERR_PVAR_NO_STARTSTOP);
}

int rd_tool_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
	return apply(session, handle, stop, MPI_T_ERR_PVAR_NO_STARTSTOP);
}

int rd_tool_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
	return apply(session, handle, reset, MPI_T_ERR_PVAR_NO_WRITE);
}

int rd_tool_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
	int err = check_handle(session, handle);

	if (err)
		return err;
	if (!buf)
		return MPI_T_ERR_INVALID;
	*(unsigned long long *)buf = value_of(handle);
	return MPI_SUCCESS;
}

int rd_tool_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf)
{
	int err = check_handle(session, handle);

	if (err)
		return err;
	if (!buf)
		return MPI_T_ERR_INVALID;
	if (is_level(&handle->count))
		return MPI_T_ERR_PVAR_NO_WRITE;
	set_value(handle, *(const unsigned long long *)buf);
	return MPI_SUCCESS;
}

int rd_tool_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
	int err = check_handle(session, handle);

	if (err)
		return err;
	if (is_level(&handle->count))
		return MPI_T_ERR_PVAR_NO_ATOMIC;
	err = rd_tool_pvar_read(session, handle, buf);
	if (!err)
		reset(handle);
	return err;
}
