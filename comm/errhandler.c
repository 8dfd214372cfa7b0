/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Error handler objects: the three predefined ones and the user's. mpi/ invokes them; communicators
 * and the like hold references to them. Called from mpi/ and by the makers of such objects.
 */
#include "comm/errhandler.h"

#include "base/err.h"
#include "base/pool.h"

#include <stdlib.h>

#define PREDEFINED(handle) \
	{ \
		{RD_MAGIC_ERRHANDLER, 1}, (handle), 0, NULL, NULL, NULL \
	}

static struct rd_pool errhandlers = RD_POOL_INIT(struct rd_errhandler);
static long living; /* the user's */

struct rd_errhandler rd_errors_are_fatal = PREDEFINED(0x141);
struct rd_errhandler rd_errors_abort = PREDEFINED(0x142);
struct rd_errhandler rd_errors_return = PREDEFINED(0x143);

struct rd_errhandler *rd_errhandler_get(MPI_Errhandler handle)
{
	struct rd_errhandler *eh = (struct rd_errhandler *)handle;

	if ((uintptr_t)handle >= RD_HANDLE_PREDEFINED)
		return eh->obj.magic == RD_MAGIC_ERRHANDLER ? eh : NULL;
	if (handle == MPI_ERRORS_ARE_FATAL)
		return &rd_errors_are_fatal;
	if (handle == MPI_ERRORS_ABORT)
		return &rd_errors_abort;
	return handle == MPI_ERRORS_RETURN ? &rd_errors_return : NULL;
}

MPI_Errhandler rd_errhandler_handle(const struct rd_errhandler *eh)
{
	return eh->predefined ? (MPI_Errhandler)(uintptr_t)eh->predefined : (MPI_Errhandler)eh;
}

int rd_errhandler_create(enum rd_errs_kind kind, rd_errhandler_fn *fn, struct rd_errhandler **out)
{
	struct rd_errhandler *eh = rd_pool_get(&errhandlers);

	if (!eh)
		return RD_ENOMEM;
	rd_obj_init(&eh->obj, RD_MAGIC_ERRHANDLER);
	eh->kind = kind;
	eh->fn = fn;
	eh->state_fn = NULL;
	living++;
	*out = eh;
	return 0;
}

void rd_errhandler_set_state(struct rd_errhandler *eh, rd_errhandler_state_fn *state_fn,
			     void *state)
{
	eh->state_fn = state_fn;
	eh->state = state;
}

void rd_errhandler_hold(struct rd_errhandler *eh)
{
	if (!eh->predefined)
		rd_obj_get(&eh->obj);
}

void rd_errhandler_put(struct rd_errhandler *eh)
{
	if (eh->predefined || !rd_obj_put(&eh->obj))
		return;
	rd_pool_put(&errhandlers, eh);
	living--;
}

long rd_errhandler_living(void)
{
	return living;
}

void rd_errs_set(struct rd_errs *errs, struct rd_errhandler *handler)
{
	rd_errhandler_hold(handler);
	rd_errs_close(errs);
	errs->handler = handler;
}

void rd_errs_close(struct rd_errs *errs)
{
	if (errs->handler)
		rd_errhandler_put(errs->handler);
	errs->handler = NULL;
}

const char *rd_errs_name(const struct rd_errs *errs)
{
	static const char *const unnamed[] = {
		[RD_ERRS_COMM] = "unnamed communicator",
		[RD_ERRS_WIN] = "unnamed window",
		[RD_ERRS_FILE] = "unnamed file",
		[RD_ERRS_SESSION] = "unnamed session",
	};

	return errs->name[0] ? errs->name : unnamed[errs->kind];
}
