/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Datatypes: predefined and derived, their sizes and extents (MPI-5.0 5.1). Access to the bytes of
 * one is in pack.h.
 */
#ifndef RD_DATATYPE_TYPE_H
#define RD_DATATYPE_TYPE_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/object.h"
#include "mpi.h"

struct rd_layout; /* compiled description of the blocks; datatype/ only */
struct rd_recipe; /* how the type was made, for envelope and contents; datatype/ only */

enum {
	RD_TYPE_PREDEFINED = 1, /* never freed; with or without a name */
	RD_TYPE_COMMITTED = 2,
	RD_TYPE_CONTIG = 4,  /* any count of it is one block: extent == size, lb == true_lb == 0 */
	RD_TYPE_BLOCK = 8,   /* one of it is one block of `size` bytes at true_lb */
	RD_TYPE_MARKED = 16, /* lb and ub were given by resized or subarray, here or in a part */
	RD_TYPE_ALIAS = 32,  /* a dup of a predefined type: operators take it */
};

struct rd_type {
	struct rd_obj obj;
	uint32_t flags;
	int basic;          /* handle value (0x209 ...) of the one predefined type it is made of;
			     * for a predefined type its own; 0 when made of several */
	size_t size;        /* bytes of data */
	int64_t lb, extent; /* bytes */
	int64_t true_lb, true_extent; /* bytes */
	int64_t origin;    /* bytes from the address to the first data byte in packed order */
	uint64_t elements; /* basic elements in one */
	uint32_t align;    /* bytes; the strictest of its elements (MPI-5.0 5.1.6, epsilon) */
	struct rd_layout *layout; /* NULL: one block of `size` bytes at `origin` */
	struct rd_type *pair;     /* the pair without a name that all elements are; NULL: none */
	struct rd_recipe *recipe; /* NULL for named predefined types */
	struct rd_attrs attrs;    /* the user's */
	char name[MPI_MAX_OBJECT_NAME];
};

/* Table behind the predefined handles: [handle - RD_TYPE_FIRST], NULL for handles without a
 * type. */
#define RD_TYPE_FIRST 0x200
#define RD_TYPE_LAST 0x2ff
extern struct rd_type *rd_type_predefined[RD_TYPE_LAST - RD_TYPE_FIRST + 1];

/* NULL when the handle is no valid datatype (MPI_DATATYPE_NULL included). */
static inline struct rd_type *rd_type_get(MPI_Datatype handle)
{
	uintptr_t h = (uintptr_t)handle;
	struct rd_type *type = (struct rd_type *)handle;

	if (h < RD_HANDLE_PREDEFINED)
		return h - RD_TYPE_FIRST <= RD_TYPE_LAST - RD_TYPE_FIRST
			       ? rd_type_predefined[h - RD_TYPE_FIRST]
			       : NULL;
	return type->obj.magic == RD_MAGIC_TYPE ? type : NULL;
}

/* The user's handle of the type: the constant for a named one, MPI_DATATYPE_NULL for NULL. */
MPI_Datatype rd_type_handle(const struct rd_type *type);

/*
 * Constructors: the caller ensures counts >= 0 and valid old types. The new type holds references
 * to its old types. Return 0 or RD_ENOMEM, RD_EARG (sizes that do not fit 63 bits), and write *out
 * only on success.
 */
int rd_type_contiguous(MPI_Count count, struct rd_type *old, struct rd_type **out);
int rd_type_vector(MPI_Count count, MPI_Count blocklen, MPI_Count stride, struct rd_type *old,
		   struct rd_type **out); /* stride in extents of old */
int rd_type_hvector(MPI_Count count, MPI_Count blocklen, MPI_Count stride_b, struct rd_type *old,
		    struct rd_type **out);
int rd_type_indexed(MPI_Count count, const MPI_Count *blocklen, const MPI_Count *disp,
		    struct rd_type *old, struct rd_type **out); /* disp in extents of old */
int rd_type_hindexed(MPI_Count count, const MPI_Count *blocklen, const MPI_Count *disp_b,
		     struct rd_type *old, struct rd_type **out);
int rd_type_indexed_block(MPI_Count count, MPI_Count blocklen, const MPI_Count *disp,
			  struct rd_type *old, struct rd_type **out);
int rd_type_hindexed_block(MPI_Count count, MPI_Count blocklen, const MPI_Count *disp_b,
			   struct rd_type *old, struct rd_type **out);
int rd_type_struct(MPI_Count count, const MPI_Count *blocklen, const MPI_Count *disp_b,
		   struct rd_type *const *old, struct rd_type **out);
/* order: MPI_ORDER_C or MPI_ORDER_FORTRAN; RD_EARG when a part is not within its dimension. */
int rd_type_subarray(int ndims, const MPI_Count *sizes, const MPI_Count *subsizes,
		     const MPI_Count *starts, int order, struct rd_type *old, struct rd_type **out);
/* A distributed array; order as above, the other arguments as in MPI-5.0 5.1.4, checked by the
 * caller. */
struct rd_darray {
	int ndims, order;
	const MPI_Count *gsizes;     /* [ndims] elements */
	const int *distribs, *dargs; /* [ndims] */
	const int *psizes;           /* [ndims] processes */
};
int rd_type_darray(int size, int rank, const struct rd_darray *array, struct rd_type *old,
		   struct rd_type **out);
/* 1: each dimension has a length, and blocks that cover it. */
int rd_darray_ok(const struct rd_darray *array);
int rd_type_resized(struct rd_type *old, MPI_Count lb, MPI_Count extent, struct rd_type **out);
int rd_type_dup(struct rd_type *old, struct rd_type **out);

int rd_type_commit(struct rd_type *type);
void rd_type_put(struct rd_type *type); /* drops a reference; predefined types ignore it */
/* Drops the user's reference; an error is from the delete function of an attribute: the reference
 * is kept then. */
int rd_type_free(struct rd_type *type);

static inline void rd_type_hold(struct rd_type *type)
{
	if (!(type->flags & RD_TYPE_PREDEFINED))
		rd_obj_get(&type->obj);
}

/*
 * Basic elements in the first `bytes` bytes of data of this type (MPI_Get_elements); -1 when
 * the bytes end inside a basic element.
 */
MPI_Count rd_type_elements(const struct rd_type *type, uint64_t bytes);

/*
 * The named predefined type of the data at packed byte `pos`, where an element of it begins;
 * returns how many bytes at least have this type. The type is not empty.
 */
uint64_t rd_type_run(const struct rd_type *type, uint64_t pos, const struct rd_type **basic);

/* For leak reports: the number of derived types that are not freed. */
long rd_type_living(void);

/* `count` elements of a type in the program's memory. The memory of a send is only read. */
struct rd_buf {
	void *addr; /* MPI_BOTTOM: NULL */
	uint64_t count;
	struct rd_type *type;
};

#define RD_BUF(addr_, count_, type_) ((struct rd_buf){(void *)(addr_), (uint64_t)(count_), (type_)})

#endif
