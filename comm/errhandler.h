/* SPDX-License-Identifier: BSD-3-Clause */
/* Error handlers: the objects. They are invoked in mpi/ only (MPI-5.0 9.3). */
#ifndef RD_COMM_ERRHANDLER_H
#define RD_COMM_ERRHANDLER_H

#include "base/object.h"
#include "mpi.h"

struct rd_errhandler {
	struct rd_obj obj; /* RD_MAGIC_ERRHANDLER */
	int predefined;    /* handle value (0x141 ...), 0 for the user's */
	MPI_Comm_errhandler_function *comm_fn; /* the user's for communicators */
};

extern struct rd_errhandler rd_errors_are_fatal, rd_errors_abort, rd_errors_return;

/* NULL when the handle is no living error handler. */
struct rd_errhandler *rd_errhandler_get(MPI_Errhandler handle);
MPI_Errhandler rd_errhandler_handle(const struct rd_errhandler *eh);
int rd_errhandler_create(MPI_Comm_errhandler_function *fn, struct rd_errhandler **out);
void rd_errhandler_hold(struct rd_errhandler *eh);
void rd_errhandler_put(struct rd_errhandler *eh); /* predefined ones ignore it */

#endif
