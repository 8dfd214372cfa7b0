/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Data representations: their names, types as they lie in a file, and the conversion of the data of
 * a call (MPI-5.0 14.5). Called by access.c, view.c and mpi/. The data of a call is converted as a
 * whole, in memory as large as it is in the file.
 */
#include "io/datarep.h"

#include "base/err.h"
#include "base/threads.h"
#include "datatype/external.h"
#include "datatype/pack.h"
#include "datatype/recipe.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct rd_datarep {
	struct rd_datarep_want want;
	char name[MPI_MAX_DATAREP_STRING];
	struct rd_datarep *next;
};

static struct rd_datarep external = {.name = "external32"};
static struct rd_datarep *registered;

static int is_native(const char *name)
{
	return !strcmp(name, "native") || !strcmp(name, "internal");
}

static const struct rd_datarep *find(const char *name)
{
	const struct rd_datarep *rep = registered;

	if (!strcmp(name, external.name))
		return &external;
	while (rep && strcmp(rep->name, name))
		rep = rep->next;
	return rep;
}

int rd_datarep_find(const char *name, const struct rd_datarep **out)
{
	*out = is_native(name) ? NULL : find(name);
	if (*out || is_native(name))
		return 0;
	rd_err_because("the data representation \"%.64s\" is unknown", name);
	return RD_EFILE_DATAREP;
}

int rd_datarep_register(const struct rd_datarep_want *want)
{
	struct rd_datarep *rep;

	if (strlen(want->name) >= MPI_MAX_DATAREP_STRING) {
		rd_err_because("the name has %zu characters: at most %d are allowed",
			       strlen(want->name), MPI_MAX_DATAREP_STRING - 1);
		return RD_EARG;
	}
	if (is_native(want->name) || find(want->name)) {
		rd_err_because("the data representation \"%s\" exists", want->name);
		return RD_EFILE_DUP_DATAREP;
	}
	rep = calloc(1, sizeof(*rep));
	if (!rep)
		return RD_ENOMEM;
	rep->want = *want;
	strcpy(rep->name, want->name);
	rep->next = registered;
	registered = rep;
	return 0;
}

/* A class of error that a function of the program's returned. */
static int converted(const struct rd_datarep *rep, int code)
{
	if (!code)
		return 0;
	rd_err_because("a function of the data representation \"%s\" returned %d", rep->name, code);
	return RD_EFILE_CONVERSION;
}

/* ---- Types ---- */

static int basic_bytes(const struct rd_datarep *rep, struct rd_type *type, MPI_Aint *bytes)
{
	int open, code;

	*bytes = 0;
	if (rep == &external) {
		*bytes = (MPI_Aint)rd_external_size(type);
		return 0;
	}
	open = rd_threads_open();
	code = rep->want.extent(rd_type_handle(type), bytes, rep->want.extra);
	rd_threads_close(open);
	if (!code && (*bytes < 0 || (!*bytes && type->size)))
		code = MPI_ERR_CONVERSION;
	return converted(rep, code);
}

static int basic_type(const struct rd_datarep *rep, struct rd_type *type, struct rd_type **out)
{
	MPI_Aint bytes;
	int err = basic_bytes(rep, type, &bytes);

	if (err)
		return err;
	return rd_type_contiguous(bytes, rd_type_predefined[(uintptr_t)MPI_BYTE - RD_TYPE_FIRST],
				  out);
}

static int make_darray(const struct rd_recipe *r, struct rd_type *old, struct rd_type **out)
{
	int n = (int)r->ints[2], err;
	int *values = malloc(3 * (size_t)n * sizeof(int) + 1);
	struct rd_darray array = {n,          (int)r->ints[3 + 3 * n], r->counts, values,
				  values + n, values + 2 * n};

	if (!values)
		return RD_ENOMEM;
	for (int i = 0; i < 3 * n; i++)
		values[i] = (int)r->ints[3 + i];
	err = rd_type_darray((int)r->ints[0], (int)r->ints[1], &array, old, out);
	free(values);
	return err;
}

/* The constructor of a type once more, with other old types. */
static int make(const struct rd_recipe *r, struct rd_type **old, struct rd_type **out)
{
	const int64_t *c = r->counts;
	int64_t n = r->counts_n ? c[0] : 0;
	int dims = r->ints_n ? (int)r->ints[0] : 0;

	switch (r->combiner) {
	case MPI_COMBINER_DUP:
		return rd_type_dup(old[0], out);
	case MPI_COMBINER_CONTIGUOUS:
		return rd_type_contiguous(n, old[0], out);
	case MPI_COMBINER_VECTOR:
		return rd_type_vector(n, c[1], c[2], old[0], out);
	case MPI_COMBINER_HVECTOR:
		return rd_type_hvector(n, c[1], r->addrs[0], old[0], out);
	case MPI_COMBINER_INDEXED:
		return rd_type_indexed(n, c + 1, c + 1 + n, old[0], out);
	case MPI_COMBINER_HINDEXED:
		return rd_type_hindexed(n, c + 1, r->addrs, old[0], out);
	case MPI_COMBINER_INDEXED_BLOCK:
		return rd_type_indexed_block(n, c[1], c + 2, old[0], out);
	case MPI_COMBINER_HINDEXED_BLOCK:
		return rd_type_hindexed_block(n, c[1], r->addrs, old[0], out);
	case MPI_COMBINER_STRUCT:
		return rd_type_struct(n, c + 1, r->addrs, old, out);
	case MPI_COMBINER_SUBARRAY:
		return rd_type_subarray(dims, c, c + dims, c + 2 * dims, (int)r->ints[1], old[0],
					out);
	case MPI_COMBINER_DARRAY:
		return make_darray(r, old[0], out);
	case MPI_COMBINER_RESIZED:
		return rd_type_resized(old[0], r->addrs[0], r->addrs[1], out);
	default:
		return RD_ETYPE;
	}
}

static int derived_type(const struct rd_datarep *rep, const struct rd_recipe *recipe,
			struct rd_type **out)
{
	uint64_t n = recipe->types_n, made = 0;
	struct rd_type **old = calloc(n, sizeof(*old));
	int err = old ? 0 : RD_ENOMEM;

	for (; !err && made < n; made += !err)
		err = rd_datarep_type(rep, recipe->types[made], &old[made]);
	if (!err)
		err = make(recipe, old, out);
	while (made)
		rd_type_put(old[--made]);
	free(old);
	return err;
}

int rd_datarep_type(const struct rd_datarep *rep, struct rd_type *type, struct rd_type **out)
{
	int err;

	if (!rep) {
		rd_type_hold(type);
		*out = type;
		return 0;
	}
	err = type->recipe && type->recipe->types_n ? derived_type(rep, type->recipe, out)
						    : basic_type(rep, type, out);
	return err ? err : rd_type_commit(*out);
}

/* ---- Data ---- */

/* The function of the program's for all elements of the call; NULL: none is needed. */
static int call_program(const struct rd_convert *c, int reads, uint64_t count)
{
	const struct rd_datarep_want *w = &c->rep->want;
	MPI_Datarep_conversion_function *small = reads ? w->read : w->write;
	MPI_Datarep_conversion_function_c *large = reads ? w->read_c : w->write_c;
	MPI_Datatype type = rd_type_handle(c->native.type);
	int open, code;

	if (small && count > INT_MAX)
		return converted(c->rep, MPI_ERR_COUNT);
	open = rd_threads_open();
	code = small ? small(c->native.addr, type, (int)count, c->data, 0, w->extra)
		     : large(c->native.addr, type, (MPI_Count)count, c->data, 0, w->extra);
	rd_threads_close(open);
	return converted(c->rep, code);
}

/* The program gave no function: the data is the same in the file. */
static int is_same(const struct rd_convert *c, int reads)
{
	const struct rd_datarep_want *w = &c->rep->want;

	return reads ? !w->read && !w->read_c : !w->write && !w->write_c;
}

static int convert_write(const struct rd_convert *c)
{
	const struct rd_buf *b = &c->native;

	if (c->rep == &external)
		rd_external_pack(b->addr, b->count, b->type, c->data);
	else if (is_same(c, 0))
		rd_type_pack(c->data, b->addr, b->count, b->type);
	else
		return call_program(c, 0, b->count);
	return 0;
}

int rd_convert_read(struct rd_convert *c, uint64_t *bytes)
{
	const struct rd_buf *b = &c->native;
	uint64_t whole = c->size ? *bytes / c->size : 0;
	int err = 0;

	if (c->rep == &external)
		*bytes = rd_external_unpack_part(c->data, *bytes, b->addr, b->count, b->type);
	else if (is_same(c, 1))
		rd_type_unpack(b->addr, whole, b->type, c->data);
	else if (whole)
		err = call_program(c, 1, whole);
	if (c->rep != &external)
		*bytes = whole * b->type->size;
	return err;
}

int rd_convert_open(const struct rd_datarep *rep, struct rd_io_call *call, struct rd_convert **out)
{
	struct rd_convert *c = calloc(1, sizeof(*c));
	struct rd_type *type = NULL;
	uint64_t bytes = 0;
	int err = c ? rd_datarep_type(rep, call->buf.type, &type) : RD_ENOMEM;

	if (!err) {
		*c = (struct rd_convert){rep, call->buf, type->size, NULL};
		rd_type_hold(call->buf.type);
		rd_type_put(type);
		if (__builtin_mul_overflow(c->size, call->buf.count, &bytes))
			err = RD_ECOUNT;
	}
	if (!err && !(c->data = malloc(bytes + 1)))
		err = RD_ENOMEM;
	if (!err && call->how & RD_IO_OUT)
		err = convert_write(c);
	if (err) {
		rd_convert_close(c);
		return err;
	}
	call->buf = RD_BUF(c->data, bytes, rd_type_predefined[(uintptr_t)MPI_BYTE - RD_TYPE_FIRST]);
	*out = c;
	return 0;
}

void rd_convert_close(struct rd_convert *c)
{
	if (!c)
		return;
	if (c->native.type)
		rd_type_put(c->native.type);
	free(c->data);
	free(c);
}
