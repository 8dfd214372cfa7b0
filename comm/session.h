/* SPDX-License-Identifier: BSD-3-Clause */
/* Sessions (MPI-5.0 11.3): the objects, and the process sets that can be queried. */
#ifndef RD_COMM_SESSION_H
#define RD_COMM_SESSION_H

#include "comm/errhandler.h"
#include "comm/group.h"
#include "pt2pt/pt2pt.h"

struct rd_session {
	struct rd_obj obj; /* RD_MAGIC_SESSION */
	struct rd_errs errs;
	int thread_level;         /* MPI_THREAD_SINGLE ... as given */
	struct rd_buffer *buffer; /* of buffered sends; NULL: none */
};

/* NULL when the handle is no valid session. */
static inline struct rd_session *rd_session_get(MPI_Session handle)
{
	struct rd_session *session = (struct rd_session *)handle;

	if ((uintptr_t)handle < RD_HANDLE_PREDEFINED || session->obj.magic != RD_MAGIC_SESSION)
		return NULL;
	return session;
}

int rd_session_create(int thread_level, struct rd_errhandler *errhandler, struct rd_session **out);
/* Finalises the session: its handle becomes invalid, errors do not go to its error handler. */
void rd_session_end(struct rd_session *session);
/* Groups hold their session: they may outlive its finalisation. */
void rd_session_hold(struct rd_session *session);
void rd_session_put(struct rd_session *session);

/* Process sets, by number and by name; NULL or 0 if there is none. */
int rd_session_psets(void);
const char *rd_session_pset_name(int n);
int rd_session_pset_size(const char *name);
/* *out NULL when there is no such set (MPI-5.0 11.3.2). */
int rd_session_group(struct rd_session *session, const char *name, struct rd_group **out);

#endif
