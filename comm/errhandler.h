/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Error handlers: the objects, and the struct that objects with an error handler embed. They are
 * invoked in mpi/ only (MPI-5.0 9.3).
 */
#ifndef RD_COMM_ERRHANDLER_H
#define RD_COMM_ERRHANDLER_H

#include "base/object.h"
#include "mpi.h"

/* The kind of objects an error handler is for; predefined ones are for all. */
enum rd_errs_kind { RD_ERRS_COMM = 1, RD_ERRS_WIN, RD_ERRS_FILE, RD_ERRS_SESSION };

typedef void rd_errhandler_fn(void); /* the user's, of its kind's type */

/* A function for procedures of another language: state tells which; handle points to that of the
 * object. */
typedef void rd_errhandler_state_fn(void *state, const void *handle, int *code);

struct rd_errhandler {
	struct rd_obj obj; /* RD_MAGIC_ERRHANDLER */
	int predefined;    /* handle value (0x141 ...), 0 for the user's */
	enum rd_errs_kind kind;
	rd_errhandler_fn *fn; /* MPI_Comm_errhandler_function * and the like, by the kind */
	rd_errhandler_state_fn *state_fn; /* called in its place, or NULL */
	void *state;
};

extern struct rd_errhandler rd_errors_are_fatal, rd_errors_abort, rd_errors_return;

/* NULL when the handle is no valid error handler. */
struct rd_errhandler *rd_errhandler_get(MPI_Errhandler handle);
MPI_Errhandler rd_errhandler_handle(const struct rd_errhandler *eh);
int rd_errhandler_create(enum rd_errs_kind kind, rd_errhandler_fn *fn, struct rd_errhandler **out);
void rd_errhandler_set_state(struct rd_errhandler *eh, rd_errhandler_state_fn *state_fn,
			     void *state);
void rd_errhandler_hold(struct rd_errhandler *eh);
void rd_errhandler_put(struct rd_errhandler *eh); /* predefined ones ignore it */
long rd_errhandler_living(void);                  /* the user's that are not freed */

/*
 * Embedded as `errs` by every object that has an error handler. The function that makes the object
 * fills in all but the handler and then calls rd_errs_set; rd_errs_close ends it.
 */
struct rd_errs {
	enum rd_errs_kind kind;
	const void *handle; /* the object's handle, which the user's function is given */
	const char *name;   /* the object's, "" when it has none: for texts */
	struct rd_obj *obj;
	void (*put)(struct rd_errs *errs); /* drops a reference to the object */
	struct rd_errhandler *handler;     /* NULL only before the first rd_errs_set */
};

void rd_errs_set(struct rd_errs *errs, struct rd_errhandler *handler); /* holds it */
void rd_errs_close(struct rd_errs *errs);
/* "unnamed communicator" and the like where there is no name. */
const char *rd_errs_name(const struct rd_errs *errs);

#endif
