/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Attributes in Fortran are integers, in C pointers (MPI-5.0 19.3.7). An integer that Fortran sets
 * is stored in memory of its own, a box, and C holds the address: so C reads a pointer to the
 * integer. Fortran reads the box if the address is that of one; else the address itself, set by C;
 * else, for a predefined key, the int at the address. A box ends with its attribute if the key was
 * made in Fortran; with a key of C's, nothing tells the end, and the box remains.
 */
#include "fortran/fortran.h"

#include <pthread.h>
#include <string.h>

struct box {
	MPI_Aint value; /* first: C reads it */
	struct box *next;
};

#define BUCKETS 1024

static struct box *buckets[BUCKETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct box **bucket_of(const void *address)
{
	uint64_t hash = (uint64_t)(uintptr_t)address * 0x9e3779b97f4a7c15u;

	return &buckets[hash >> 54];
}

/* The link that leads to the box at this address, NULL at the end. With the lock. */
static struct box **link_to(const void *address)
{
	struct box **link = bucket_of(address);

	while (*link && *link != address)
		link = &(*link)->next;
	return link;
}

static int is_box(const void *address)
{
	int found;

	pthread_mutex_lock(&lock);
	found = *link_to(address) != NULL;
	pthread_mutex_unlock(&lock);
	return found;
}

void *rd_f_attr_put(MPI_Aint value)
{
	struct box *box = rd_f_alloc(sizeof(*box));
	struct box **bucket = bucket_of(box);

	box->value = value;
	pthread_mutex_lock(&lock);
	box->next = *bucket;
	*bucket = box;
	pthread_mutex_unlock(&lock);
	return box;
}

/* Does nothing to an address that is no box's. */
static void unbox(void *address)
{
	struct box **link, *box;

	pthread_mutex_lock(&lock);
	link = link_to(address);
	box = *link;
	if (box)
		*link = box->next;
	pthread_mutex_unlock(&lock);
	free(box);
}

static int is_int_key(int key)
{
	switch (key) {
	case MPI_TAG_UB:
	case MPI_IO:
	case MPI_HOST:
	case MPI_WTIME_IS_GLOBAL:
	case MPI_APPNUM:
	case MPI_LASTUSEDCODE:
	case MPI_UNIVERSE_SIZE:
	case MPI_WIN_DISP_UNIT:
	case MPI_WIN_CREATE_FLAVOR:
	case MPI_WIN_MODEL:
		return 1;
	default:
		return 0;
	}
}

MPI_Aint rd_f_attr_get(int key, void *stored)
{
	MPI_Aint value;

	if (is_int_key(key))
		return *(int *)stored;
	if (key == MPI_WIN_SIZE || is_box(stored)) {
		memcpy(&value, stored, sizeof(value));
		return value;
	}
	return (MPI_Aint)stored;
}

/* ---- Keys made in Fortran ---- */

typedef void copy_fn(int *handle, int *key, MPI_Aint *state, MPI_Aint *in, MPI_Aint *out, int *flag,
		     int *ierror);
typedef void delete_fn(int *handle, int *key, MPI_Aint *value, MPI_Aint *state, int *ierror);
typedef void narrow_copy_fn(int *handle, int *key, int *state, int *in, int *out, int *flag,
			    int *ierror);
typedef void narrow_delete_fn(int *handle, int *key, int *value, int *state, int *ierror);

struct rd_f_keyval {
	rd_f_procedure *copy, *delete_fn;
	MPI_Aint extra_state;
	int narrow;
};

/* Lives as long as the program: attributes may outlive MPI_Comm_free_keyval. */
struct rd_f_keyval *rd_f_keyval(rd_f_procedure *copy, rd_f_procedure *delete_fn,
				MPI_Aint extra_state, int narrow)
{
	struct rd_f_keyval *keyval = rd_f_alloc(sizeof(*keyval));

	*keyval = (struct rd_f_keyval){copy, delete_fn, extra_state, narrow};
	return keyval;
}

static int copied(int handle, int key, struct rd_f_keyval *keyval, MPI_Aint in, MPI_Aint *out,
		  int *flag)
{
	int err = MPI_SUCCESS, few_in = (int)in, few_out = 0, state = (int)keyval->extra_state;

	if (!keyval->narrow) {
		((copy_fn *)keyval->copy)(&handle, &key, &keyval->extra_state, &in, out, flag,
					  &err);
		return err;
	}
	((narrow_copy_fn *)keyval->copy)(&handle, &key, &state, &few_in, &few_out, flag, &err);
	*out = few_out;
	return err;
}

static int copy(int handle, int key, struct rd_f_keyval *keyval, void *in, void *out, int *flag)
{
	MPI_Aint value = 0;
	int err;

	*flag = 0;
	err = copied(handle, key, keyval, rd_f_attr_get(key, in), &value, flag);
	if (!err && *flag)
		*(void **)out = rd_f_attr_put(value);
	return err;
}

static int deleted(int handle, int key, struct rd_f_keyval *keyval, void *stored)
{
	MPI_Aint value = rd_f_attr_get(key, stored);
	int err = MPI_SUCCESS, few = (int)value, state = (int)keyval->extra_state;

	if (keyval->narrow)
		((narrow_delete_fn *)keyval->delete_fn)(&handle, &key, &few, &state, &err);
	else
		((delete_fn *)keyval->delete_fn)(&handle, &key, &value, &keyval->extra_state, &err);
	if (!err)
		unbox(stored);
	return err;
}

int rd_f_comm_copy(MPI_Comm comm, int key, void *extra_state, void *in, void *out, int *flag)
{
	return copy(RD_TOINT(Comm, comm), key, extra_state, in, out, flag);
}

int rd_f_type_copy(MPI_Datatype type, int key, void *extra_state, void *in, void *out, int *flag)
{
	return copy(RD_TOINT(Type, type), key, extra_state, in, out, flag);
}

int rd_f_win_copy(MPI_Win win, int key, void *extra_state, void *in, void *out, int *flag)
{
	return copy(RD_TOINT(Win, win), key, extra_state, in, out, flag);
}

int rd_f_comm_delete(MPI_Comm comm, int key, void *value, void *extra_state)
{
	return deleted(RD_TOINT(Comm, comm), key, extra_state, value);
}

int rd_f_type_delete(MPI_Datatype type, int key, void *value, void *extra_state)
{
	return deleted(RD_TOINT(Type, type), key, extra_state, value);
}

int rd_f_win_delete(MPI_Win win, int key, void *value, void *extra_state)
{
	return deleted(RD_TOINT(Win, win), key, extra_state, value);
}

/* ---- Predefined procedures, as Fortran calls them and passes them on ---- */

#define RD_PREDEFINED(kind) \
	void mpi_##kind##null_copy_fn_(int *handle, int *key, void *state, void *in, void *out, \
				       int *flag, int *ierror) \
	{ \
		(void)handle, (void)key, (void)state, (void)in, (void)out; \
		*flag = 0; \
		RD_RETURN(MPI_SUCCESS); \
	} \
	void mpi_##kind##null_delete_fn_(int *handle, int *key, void *value, void *state, \
					 int *ierror) \
	{ \
		(void)handle, (void)key, (void)value, (void)state; \
		RD_RETURN(MPI_SUCCESS); \
	}
#define RD_PREDEFINED_DUP(kind, type) \
	void mpi_##kind##dup_fn_(int *handle, int *key, type *state, type *in, type *out, \
				 int *flag, int *ierror) \
	{ \
		(void)handle, (void)key, (void)state; \
		*out = *in; \
		*flag = 1; \
		RD_RETURN(MPI_SUCCESS); \
	}

#pragma GCC visibility push(default)
RD_PREDEFINED()
RD_PREDEFINED(comm_)
RD_PREDEFINED(type_)
RD_PREDEFINED(win_)
RD_PREDEFINED_DUP(, int)
RD_PREDEFINED_DUP(comm_, MPI_Aint)
RD_PREDEFINED_DUP(type_, MPI_Aint)
RD_PREDEFINED_DUP(win_, MPI_Aint)
#pragma GCC visibility pop
