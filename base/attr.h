/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Attributes that the user attaches to an object (MPI-5.0 7.7), and their keys. The user's copy and
 * delete functions are called from here; they may use the object and its attributes. If one of them
 * returns an error, the function here fails with that code, which is positive.
 */
#ifndef RD_BASE_ATTR_H
#define RD_BASE_ATTR_H

#include <stdint.h>

#include "mpi.h"

enum rd_attr_kind { RD_ATTR_COMM, RD_ATTR_TYPE, RD_ATTR_WIN }; /* kind of object of a key */

struct rd_keyval; /* attr.c */
struct rd_attr;

/* Embedded in objects; zeros are an empty list. */
struct rd_attrs {
	struct rd_attr *list; /* [n] in the order in which their keys were first set */
	int n, room;
	uint64_t sets; /* sets made in this list so far */
};

typedef void rd_attr_fn(void); /* MPI_Comm_copy_attr_function and the like, by the kind */

/* Makes a key, *id. RD_ENOMEM. */
int rd_keyval_create(enum rd_attr_kind kind, rd_attr_fn *copy, rd_attr_fn *delete, void *extra,
		     int *id);
/* NULL when there is no such key of this kind; a freed key is found while attributes use it. */
struct rd_keyval *rd_keyval_get(enum rd_attr_kind kind, int id);
void rd_keyval_free(struct rd_keyval *keyval); /* releases the user's reference */
long rd_keyval_living(void);                   /* keys that are not freed */

/* `handle` is the object's for the user's functions. A value that is replaced is deleted first. */
int rd_attrs_set(struct rd_attrs *attrs, const void *handle, struct rd_keyval *keyval, void *value);
/* 1: the attribute exists. */
int rd_attrs_get(const struct rd_attrs *attrs, const struct rd_keyval *keyval, void **value);
/* An attribute that does not exist: no effect. */
int rd_attrs_delete(struct rd_attrs *attrs, const void *handle, const struct rd_keyval *keyval);

/*
 * Copies, to a duplicate whose list is empty, the attributes for which the copy function sets its
 * flag. After an error the caller ends the duplicate with rd_attrs_delete_all.
 */
int rd_attrs_copy(struct rd_attrs *from, const void *handle, struct rd_attrs *to);
/* Last set, first deleted (MPI-5.0 11.2.4). Stops at the first error. */
int rd_attrs_delete_all(struct rd_attrs *attrs, const void *handle);

#endif
