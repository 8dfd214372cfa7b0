/* SPDX-License-Identifier: BSD-3-Clause */
/* Sessions and process sets; see session.h. Called from mpi/. */
#include "comm/session.h"

#include "base/err.h"
#include "base/list.h"
#include "base/pool.h"
#include "runtime/job.h"

#include <stdlib.h>
#include <strings.h>

static struct rd_pool sessions = RD_POOL_INIT(struct rd_session);

static void put_errs(struct rd_errs *errs)
{
	rd_session_put(rd_container(errs, struct rd_session, errs));
}

int rd_session_create(int thread_level, struct rd_errhandler *errhandler, struct rd_session **out)
{
	struct rd_session *session = rd_pool_get(&sessions);

	if (!session)
		return RD_ENOMEM;
	rd_obj_init(&session->obj, RD_MAGIC_SESSION);
	session->thread_level = thread_level;
	session->errs =
		(struct rd_errs){RD_ERRS_SESSION, session, "", &session->obj, put_errs, NULL};
	rd_errs_set(&session->errs, errhandler);
	*out = session;
	return 0;
}

void rd_session_end(struct rd_session *session)
{
	rd_errs_close(&session->errs);
	session->obj.magic = RD_MAGIC_FREED;
	rd_session_put(session);
}

void rd_session_hold(struct rd_session *session)
{
	rd_obj_get(&session->obj);
}

void rd_session_put(struct rd_session *session)
{
	if (!rd_obj_put(&session->obj))
		return;
	rd_errs_close(&session->errs);
	rd_pool_put(&sessions, session);
}

/* ---- Process sets ---- */

static const char *const names[] = {"mpi://WORLD", "mpi://SELF"};
enum { WORLD, SELF, SETS };

int rd_session_psets(void)
{
	return SETS;
}

const char *rd_session_pset_name(int n)
{
	return n >= 0 && n < SETS ? names[n] : NULL;
}

/* Names are URIs, and these two are compared without case (MPI-5.0 11.3.2). */
static int find(const char *name)
{
	int n = 0;

	while (n < SETS && strcasecmp(names[n], name) != 0)
		n++;
	return n;
}

int rd_session_pset_size(const char *name)
{
	int n = find(name);

	return n == WORLD ? rd_job.size : n == SELF;
}

int rd_session_group(struct rd_session *session, const char *name, struct rd_group **out)
{
	int *world = NULL, n = find(name), err;

	*out = NULL;
	if (n == SETS)
		return 0;
	if (n == SELF) {
		world = malloc(sizeof(*world));
		if (!world)
			return RD_ENOMEM;
		*world = rd_job.rank;
	}
	err = rd_group_create(rd_session_pset_size(name), world, out);
	if (err)
		return err;
	rd_session_hold(session);
	(*out)->session = session;
	return 0;
}
