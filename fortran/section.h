/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Buffers of mpi_f08: the compiler passes a descriptor (ISO_Fortran_binding.h). Where its elements
 * are one block, C gets the address. A section with gaps is packed into memory of its own, in the
 * order of its elements, as MPI takes a section; C gets that memory, and bytes that C has
 * written go back into the section: at the end of a blocking call, else when the call that
 * completes the operation returns (struct rd_pending).
 *
 * 1. Only bytes that differ from those before the operation go back: elements that the program or
 *    another operation changes meanwhile, because this one does not touch them, stay. A blocking
 *    call that is given all elements needs no copy for that (RD_HOW).
 * 2. A persistent request packs its sections anew at each start.
 * 3. An operation on a window ends with the next synchronization that completes it.
 * 4. A long message between two processes that has all elements, of a predefined type, is not
 *    packed: C gets a datatype that describes the section.
 */
#ifndef RD_FORTRAN_SECTION_H
#define RD_FORTRAN_SECTION_H

#include "fortran/fortran.h"

#include <ISO_Fortran_binding.h>

enum { RD_READ, RD_WRITTEN, RD_WHOLE }; /* C reads a section, writes to it, or to all of it */

struct rd_section {
	char *packed; /* NULL: there are no gaps */
	char *before; /* content of `packed` when the operation began, for RD_WRITTEN; else NULL */
	int how;
	size_t length;
	char *base;
	size_t elem_len;
	int rank;
	CFI_dim_t dim[CFI_MAX_RANK];
};

/* Are the elements one block? Arrays of assumed size are (extent -1), and those without an element,
 * which gfortran gives any extent below 1; so is an array that is not there: a receive buffer on
 * ranks other than the root. */
static inline int rd_f_is_block(const CFI_cdesc_t *d)
{
	CFI_index_t next = (CFI_index_t)d->elem_len;
	int gaps = 0;

	if (!d->base_addr)
		return 1;
	for (int i = 0; i < d->rank; i++) {
		if (d->dim[i].extent <= 0)
			return 1;
		gaps |= d->dim[i].extent != 1 && d->dim[i].sm != next;
		next *= d->dim[i].extent;
	}
	return !gaps;
}

/* Is it seen at once that they are: a scalar, or elements of one dimension? */
static inline int rd_f_is_row(const CFI_cdesc_t *d)
{
	return !d->rank || (d->rank == 1 && d->dim[0].sm == (CFI_index_t)d->elem_len);
}

int rd_f_how(const CFI_cdesc_t *d, MPI_Count n, MPI_Datatype type);

/* How a blocking call treats a section to which it may write n of `type`. */
#define RD_HOW(d, n, type) (rd_f_is_block(d) ? RD_WRITTEN : rd_f_how(d, n, type))

void *rd_f_section_open(struct rd_section *s, const CFI_cdesc_t *d, int how);
void rd_f_section_end(struct rd_section *s);

/* The buffer for C. Blocking calls. */
static inline void *rd_f_section(struct rd_section *s, const CFI_cdesc_t *d, int how)
{
	s->packed = NULL;
	return __builtin_expect(rd_f_is_block(d), 1) ? rd_f_buffer(d->base_addr)
						     : rd_f_section_open(s, d, how);
}

static inline void rd_f_section_close(struct rd_section *s)
{
	if (__builtin_expect(s->packed != NULL, 0))
		rd_f_section_end(s);
}

/* ---- By a datatype ---- */

MPI_Datatype rd_f_type_of(const CFI_cdesc_t *d, MPI_Count n, MPI_Datatype type);
void rd_f_type_free(MPI_Datatype type);

/* The section as a datatype, if n of `type` are its elements and worth one; else the null handle.
 */
static inline MPI_Datatype rd_f_by_type(const CFI_cdesc_t *d, MPI_Count n, MPI_Datatype type)
{
	return __builtin_expect(rd_f_is_block(d), 1) ? MPI_DATATYPE_NULL : rd_f_type_of(d, n, type);
}

#define RD_TYPED(type, then, otherwise) \
	(__builtin_expect((type) != MPI_DATATYPE_NULL, 0) ? (then) : (otherwise))

static inline void rd_f_by_type_end(MPI_Datatype type)
{
	if (RD_TYPED(type, 1, 0))
		rd_f_type_free(type);
}

static inline void *rd_f_typed_section(struct rd_section *s, const CFI_cdesc_t *d, int how,
				       MPI_Datatype type)
{
	s->packed = NULL;
	return RD_TYPED(type, d->base_addr, rd_f_section(s, d, how));
}

/* ---- Operations that go on after the call ---- */

struct rd_pending;

void *rd_f_pend_open(struct rd_pending **pending, const CFI_cdesc_t *d, int how);

static inline void *rd_f_pend(struct rd_pending **pending, const CFI_cdesc_t *d, int how)
{
	return __builtin_expect(rd_f_is_block(d), 1) ? rd_f_buffer(d->base_addr)
						     : rd_f_pend_open(pending, d, how);
}

static inline void *rd_f_typed_pend(struct rd_pending **pending, const CFI_cdesc_t *d, int how,
				    MPI_Datatype type)
{
	return RD_TYPED(type, d->base_addr, rd_f_pend(pending, d, how));
}

/* The call gave the handle (target: the rank, of an operation on a window); err: it failed. */
void rd_f_pend_add(struct rd_pending *pending, enum rd_pend_key key, int handle, int target,
		   int err);

#endif
