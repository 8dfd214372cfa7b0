/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Attributes that the user keeps with an object (MPI-5.0 7.7), and their keys. The user's copy
 * and delete functions are called from here; they may use the object and its attributes. A
 * function that they return an error from fails with that code, which is positive.
 */
#ifndef RD_BASE_ATTR_H
#define RD_BASE_ATTR_H

#include <stdint.h>

#include "mpi.h"

enum rd_attr_kind { RD_ATTR_COMM, RD_ATTR_TYPE, RD_ATTR_WIN }; /* what a key is for */

struct rd_keyval; /* attr.c */
struct rd_attr;

/* Embedded in objects; zeros are an empty list. */
struct rd_attrs {
	struct rd_attr *list; /* [n] in the order in which their keys came */
	int n, room;
	uint64_t sets;        /* ever made in this list */
};

typedef void rd_attr_fn(void); /* MPI_Comm_copy_attr_function and the like, by the kind */

/* *id is the key. RD_ENOMEM. */
int rd_keyval_create(enum rd_attr_kind kind, rd_attr_fn *copy, rd_attr_fn *delete, void *extra,
		     int *id);
/* NULL when there is no such key of this kind; one that was freed is there while it is in use. */
struct rd_keyval *rd_keyval_get(enum rd_attr_kind kind, int id);
void rd_keyval_free(struct rd_keyval *keyval); /* the user's hold on it */
long rd_keyval_living(void);                   /* keys that are not freed */

/* `handle` is the object's for the user's functions. A value that is replaced is deleted first. */
int rd_attrs_set(struct rd_attrs *attrs, const void *handle, struct rd_keyval *keyval, void *value);
/* 1: there is one. */
int rd_attrs_get(const struct rd_attrs *attrs, const struct rd_keyval *keyval, void **value);
/* One that is not there: nothing. */
int rd_attrs_delete(struct rd_attrs *attrs, const void *handle, const struct rd_keyval *keyval);

/*
 * Of a duplicate, whose list is empty: those whose copy function says so. After an error the
 * caller ends the duplicate with rd_attrs_delete_all.
 */
int rd_attrs_copy(struct rd_attrs *from, const void *handle, struct rd_attrs *to);
/* Last set, first deleted (MPI-5.0 11.2.4). Stops at the first error. */
int rd_attrs_delete_all(struct rd_attrs *attrs, const void *handle);

#endif
