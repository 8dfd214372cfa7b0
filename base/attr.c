/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Keys and lists of attributes: arrays, since there are few. A key lives until the user has freed
 * it and no attribute uses it. Since the user's functions may change the list that is being walked,
 * positions in it are looked up again after each call. Called from mpi/ and by the functions that
 * make duplicates.
 */
#include "base/attr.h"

#include "base/err.h"
#include "base/threads.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ID 0x10000 /* the predefined keys are below 1000 */

struct rd_keyval {
	int id, refs;
	int freed; /* the user has freed it */
	enum rd_attr_kind kind;
	rd_attr_fn *copy, *delete;
	void *extra; /* the user's extra_state, passed to both */
};

struct rd_attr {
	struct rd_keyval *keyval;
	void *value;
	uint64_t since; /* number of the set that gave the value */
};

static struct rd_keyval **keyvals; /* [keyvals_n], by id - FIRST_ID; NULL: no key */
static int keyvals_n;
static long living;

/* ---- Keys ---- */

/* Index of a free place in the table, -1: no memory. */
static int find_place(void)
{
	int room = keyvals_n ? 2 * keyvals_n : 16;
	struct rd_keyval **table;
	int i;

	for (i = 0; i < keyvals_n; i++)
		if (!keyvals[i])
			return i;
	table = realloc(keyvals, (size_t)room * sizeof(struct rd_keyval *));
	if (!table)
		return -1;
	memset(table + i, 0, (size_t)(room - i) * sizeof(struct rd_keyval *));
	keyvals = table;
	keyvals_n = room;
	return i;
}

int rd_keyval_create(enum rd_attr_kind kind, rd_attr_fn *copy, rd_attr_fn *delete, void *extra,
		     int *id)
{
	struct rd_keyval *keyval = malloc(sizeof(*keyval));
	int place = keyval ? find_place() : -1;

	if (place < 0) {
		free(keyval);
		return RD_ENOMEM;
	}
	*keyval = (struct rd_keyval){FIRST_ID + place, 1, 0, kind, copy, delete, extra};
	keyvals[place] = keyval;
	living++;
	*id = keyval->id;
	return 0;
}

struct rd_keyval *rd_keyval_get(enum rd_attr_kind kind, int id)
{
	struct rd_keyval *keyval;

	if (id < FIRST_ID || id - FIRST_ID >= keyvals_n)
		return NULL;
	keyval = keyvals[id - FIRST_ID];
	return keyval && keyval->kind == kind ? keyval : NULL;
}

static void put_keyval(struct rd_keyval *keyval)
{
	if (--keyval->refs)
		return;
	keyvals[keyval->id - FIRST_ID] = NULL;
	free(keyval);
}

void rd_keyval_free(struct rd_keyval *keyval)
{
	if (keyval->freed)
		return;
	keyval->freed = 1;
	living--;
	put_keyval(keyval);
}

long rd_keyval_living(void)
{
	return living;
}

/* ---- The user's functions ---- */

union handle {
	const void *any;
	MPI_Comm comm;
	MPI_Datatype type;
	MPI_Win win;
};

static int run_copy(const struct rd_keyval *key, const void *object, void *in, void *out, int *flag)
{
	union handle h = {object};

	switch (key->kind) {
	case RD_ATTR_COMM:
		return ((MPI_Comm_copy_attr_function *)key->copy)(h.comm, key->id, key->extra, in,
								  out, flag);
	case RD_ATTR_TYPE:
		return ((MPI_Type_copy_attr_function *)key->copy)(h.type, key->id, key->extra, in,
								  out, flag);
	case RD_ATTR_WIN:
		return ((MPI_Win_copy_attr_function *)key->copy)(h.win, key->id, key->extra, in,
								 out, flag);
	}
	return RD_EINTERN;
}

static int run_delete(const struct rd_keyval *key, const void *object, void *value)
{
	union handle h = {object};

	switch (key->kind) {
	case RD_ATTR_COMM:
		return ((MPI_Comm_delete_attr_function *)key->delete)(h.comm, key->id, value,
								      key->extra);
	case RD_ATTR_TYPE:
		return ((MPI_Type_delete_attr_function *)key->delete)(h.type, key->id, value,
								      key->extra);
	case RD_ATTR_WIN:
		return ((MPI_Win_delete_attr_function *)key->delete)(h.win, key->id, value,
								     key->extra);
	}
	return RD_EINTERN;
}

/* MPI_COMM_NULL_COPY_FN and MPI_COMM_DUP_FN are 0 and 1, as are those of the other kinds. */
static int call_copy(const struct rd_keyval *key, const void *object, void *in, void *out,
		     int *flag)
{
	int open, err;

	*flag = key->copy == (rd_attr_fn *)MPI_COMM_DUP_FN;
	if (*flag)
		*(void **)out = in;
	if (key->copy == (rd_attr_fn *)MPI_COMM_NULL_COPY_FN || *flag)
		return 0;
	open = rd_threads_open();
	err = run_copy(key, object, in, out, flag);
	rd_threads_close(open);
	return err;
}

static int call_delete(const struct rd_keyval *key, const void *object, void *value)
{
	int open, err;

	if (!key->delete)
		return 0;
	open = rd_threads_open();
	err = run_delete(key, object, value);
	rd_threads_close(open);
	return err;
}

/* Maps negative codes of the user's functions, which no MPI error has, to MPI_ERR_OTHER. */
static int usable(int err)
{
	return err > 0 || !err ? err : MPI_ERR_OTHER;
}

/* ---- Lists ---- */

static struct rd_attr *find(const struct rd_attrs *attrs, const struct rd_keyval *keyval)
{
	for (int i = 0; i < attrs->n; i++)
		if (attrs->list[i].keyval == keyval)
			return &attrs->list[i];
	return NULL;
}

static int make_room(struct rd_attrs *attrs)
{
	int room = attrs->room ? 2 * attrs->room : 4;
	struct rd_attr *list;

	if (attrs->n < attrs->room)
		return 0;
	list = realloc(attrs->list, (size_t)room * sizeof(*list));
	if (!list)
		return RD_ENOMEM;
	attrs->list = list;
	attrs->room = room;
	return 0;
}

static int append(struct rd_attrs *attrs, struct rd_keyval *keyval, void *value)
{
	int err = make_room(attrs);

	if (err)
		return err;
	attrs->list[attrs->n++] = (struct rd_attr){keyval, value, attrs->sets++};
	keyval->refs++;
	return 0;
}

/* Removes the attribute, if it is still there; the removal of the last one frees the list. */
static void drop(struct rd_attrs *attrs, struct rd_keyval *keyval)
{
	struct rd_attr *attr = find(attrs, keyval);

	if (!attr)
		return;
	attrs->n--;
	memmove(attr, attr + 1, (size_t)(attrs->list + attrs->n - attr) * sizeof(*attr));
	put_keyval(keyval);
	if (attrs->n)
		return;
	free(attrs->list);
	*attrs = (struct rd_attrs){NULL, 0, 0, 0};
}

int rd_attrs_set(struct rd_attrs *attrs, const void *handle, struct rd_keyval *keyval, void *value)
{
	struct rd_attr *attr = find(attrs, keyval);
	int err = 0;

	if (!attr)
		return append(attrs, keyval, value);
	keyval->refs++; /* the function may delete the attribute */
	err = usable(call_delete(keyval, handle, attr->value));
	attr = find(attrs, keyval);
	if (!err && attr) {
		attr->value = value;
		attr->since = attrs->sets++;
	} else if (!err) {
		err = append(attrs, keyval, value);
	}
	put_keyval(keyval);
	return err;
}

int rd_attrs_get(const struct rd_attrs *attrs, const struct rd_keyval *keyval, void **value)
{
	const struct rd_attr *attr = find(attrs, keyval);

	if (attr)
		*value = attr->value;
	return attr != NULL;
}

static int delete_one(struct rd_attrs *attrs, const void *handle, struct rd_attr *attr)
{
	struct rd_keyval *keyval = attr->keyval;
	int err;

	keyval->refs++;
	err = usable(call_delete(keyval, handle, attr->value));
	if (!err)
		drop(attrs, keyval);
	put_keyval(keyval);
	return err;
}

int rd_attrs_delete(struct rd_attrs *attrs, const void *handle, const struct rd_keyval *keyval)
{
	struct rd_attr *attr = find(attrs, keyval);

	return attr ? delete_one(attrs, handle, attr) : 0;
}

int rd_attrs_copy(struct rd_attrs *from, const void *handle, struct rd_attrs *to)
{
	int err = 0;

	for (int i = 0; !err && i < from->n; i++) {
		struct rd_attr attr = from->list[i];
		void *value = NULL;
		int flag = 0;

		attr.keyval->refs++;
		err = usable(call_copy(attr.keyval, handle, attr.value, &value, &flag));
		if (!err && flag)
			err = append(to, attr.keyval, value);
		put_keyval(attr.keyval);
	}
	return err;
}

/* Replacing counts as deleting and setting (MPI-5.0 7.7.2), but the place in the list stays, since
 * rd_attrs_copy walks the list while it calls functions that may replace. */
static struct rd_attr *last_set(const struct rd_attrs *attrs)
{
	struct rd_attr *last = attrs->list;

	for (int i = 1; i < attrs->n; i++)
		if (attrs->list[i].since > last->since)
			last = &attrs->list[i];
	return last;
}

int rd_attrs_delete_all(struct rd_attrs *attrs, const void *handle)
{
	int err = 0;

	while (!err && attrs->n)
		err = delete_one(attrs, handle, last_set(attrs));
	return err;
}
