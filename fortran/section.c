/* SPDX-License-Identifier: BSD-3-Clause */
/* Sections with gaps: section.h. */
#include "fortran/section.h"

#include <pthread.h>
#include <string.h>

/* ---- Between the section and one block ---- */

enum direction { PACK, UNPACK };

/* n elements, sm bytes from one to the next. */
static void copy_row(char *block, char *row, size_t n, size_t elem, CFI_index_t sm,
		     enum direction to)
{
	for (size_t i = 0; i < n; i++, block += elem, row += sm) {
		if (to == PACK)
			memcpy(block, row, elem);
		else
			memcpy(row, block, elem);
	}
}

/* The lengths of usual types as constants, so that an element is a load and a store. */
static void move_row(char *block, char *row, size_t n, size_t elem, CFI_index_t sm,
		     enum direction to)
{
	switch (elem) {
	case 4:
		copy_row(block, row, n, 4, sm, to);
		break;
	case 8:
		copy_row(block, row, n, 8, sm, to);
		break;
	case 16:
		copy_row(block, row, n, 16, sm, to);
		break;
	default:
		copy_row(block, row, n, elem, sm, to);
	}
}

/* Calls visit for each row, the elements along the first dimension. */
static void each_row(const struct rd_section *s,
		     void (*visit)(const struct rd_section *s, size_t offset, char *row))
{
	CFI_index_t at[CFI_MAX_RANK] = {0};
	size_t row_len = (size_t)s->dim[0].extent * s->elem_len;

	for (size_t offset = 0; offset < s->length; offset += row_len) {
		char *row = s->base;
		int i = 1;

		for (int d = 1; d < s->rank; d++)
			row += at[d] * s->dim[d].sm;
		visit(s, offset, row);
		while (i < s->rank && ++at[i] == s->dim[i].extent)
			at[i++] = 0;
	}
}

static void pack_row(const struct rd_section *s, size_t offset, char *row)
{
	move_row(s->packed + offset, row, (size_t)s->dim[0].extent, s->elem_len, s->dim[0].sm,
		 PACK);
}

static void unpack_row(const struct rd_section *s, size_t offset, char *row)
{
	move_row(s->packed + offset, row, (size_t)s->dim[0].extent, s->elem_len, s->dim[0].sm,
		 UNPACK);
}

/* Only bytes that are new; each is read once, for more may be arriving. */
static void update_row(const struct rd_section *s, size_t offset, char *row)
{
	const char *packed = s->packed + offset;
	char *before = s->before + offset;

	for (CFI_index_t i = 0; i < s->dim[0].extent; i++, row += s->dim[0].sm) {
		if (memcmp(packed, before, s->elem_len))
			for (size_t k = 0; k < s->elem_len; k++)
				if (packed[k] != before[k])
					row[k] = before[k] = packed[k];
		packed += s->elem_len;
		before += s->elem_len;
	}
}

static void describe(struct rd_section *s, const CFI_cdesc_t *d, int how)
{
	s->base = d->base_addr;
	s->elem_len = d->elem_len;
	s->rank = d->rank;
	s->length = d->elem_len;
	for (int i = 0; i < d->rank; i++) {
		s->dim[i] = d->dim[i];
		s->length *= (size_t)d->dim[i].extent;
	}
	s->packed = rd_f_alloc(s->length);
	s->before = NULL;
	s->how = how;
	each_row(s, pack_row);
	if (how == RD_WRITTEN) {
		s->before = rd_f_alloc(s->length);
		memcpy(s->before, s->packed, s->length);
	}
}

void *rd_f_section_open(struct rd_section *s, const CFI_cdesc_t *d, int how)
{
	describe(s, d, how);
	return s->packed;
}

void rd_f_section_end(struct rd_section *s)
{
	if (s->how == RD_WHOLE)
		each_row(s, unpack_row);
	else if (s->how == RD_WRITTEN)
		each_row(s, update_row);
	free(s->packed);
	free(s->before);
}

static MPI_Count elements(const CFI_cdesc_t *d)
{
	MPI_Count n = 1;

	for (int i = 0; i < d->rank; i++)
		n *= d->dim[i].extent;
	return n;
}

/* Predefined types without gaps alone: others may leave bytes within an element as they are. */
int rd_f_how(const CFI_cdesc_t *d, MPI_Count n, MPI_Datatype type)
{
	MPI_Aint lb, extent;
	int bytes;

	if (type == MPI_DATATYPE_NULL || (uintptr_t)type >= RD_F_PREDEFINED ||
	    PMPI_Type_size(type, &bytes) || PMPI_Type_get_extent(type, &lb, &extent) ||
	    extent != bytes || n * bytes != elements(d) * (MPI_Count)d->elem_len)
		return RD_WRITTEN;
	return RD_WHOLE;
}

/* ---- By a datatype ---- */

#define TYPE_LEAST 16384 /* bytes; a shorter section is packed in less time than a type is made */

static int is_predefined(MPI_Datatype type, size_t size)
{
	MPI_Aint lb, extent;
	int bytes;

	return type != MPI_DATATYPE_NULL && (uintptr_t)type < RD_F_PREDEFINED &&
	       !PMPI_Type_size(type, &bytes) && !PMPI_Type_get_extent(type, &lb, &extent) &&
	       (size_t)bytes == size && (size_t)extent == size;
}

MPI_Datatype rd_f_type_of(const CFI_cdesc_t *d, MPI_Count n, MPI_Datatype type)
{
	MPI_Datatype inner = type;

	if (n * (MPI_Count)d->elem_len < TYPE_LEAST || n != elements(d) ||
	    !is_predefined(type, d->elem_len))
		return MPI_DATATYPE_NULL;
	for (int i = 0; i < d->rank; i++) {
		MPI_Datatype outer = MPI_DATATYPE_NULL;

		PMPI_Type_create_hvector_c(d->dim[i].extent, 1, d->dim[i].sm, inner, &outer);
		if (inner != type)
			PMPI_Type_free(&inner);
		inner = outer;
	}
	PMPI_Type_commit(&inner);
	return inner;
}

void rd_f_type_free(MPI_Datatype type)
{
	PMPI_Type_free(&type);
}

/* ---- Operations that go on after the call ---- */

#define SECTIONS 3 /* in one call, at most */

struct rd_pending {
	struct rd_pending *next;
	enum rd_pend_key key;
	int handle, target;
	unsigned long number; /* in the order in which they began, from 1 */
	int active, n;
	struct rd_section sections[SECTIONS];
};

static struct rd_pending *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int rd_f_pending_count;
unsigned long rd_f_begun;

void *rd_f_pend_open(struct rd_pending **pending, const CFI_cdesc_t *d, int how)
{
	struct rd_section *s;

	if (!*pending) {
		*pending = rd_f_alloc(sizeof(**pending));
		(*pending)->n = 0;
	}
	s = &(*pending)->sections[(*pending)->n++];
	describe(s, d, how);
	return s->packed;
}

static void drop(struct rd_pending *p)
{
	for (int i = 0; i < p->n; i++) {
		free(p->sections[i].packed);
		free(p->sections[i].before);
	}
	free(p);
}

static void bring_back(struct rd_pending *p)
{
	for (int i = 0; i < p->n; i++)
		if (p->sections[i].before)
			each_row(&p->sections[i], update_row);
}

static void bring_in(struct rd_pending *p)
{
	for (int i = 0; i < p->n; i++) {
		struct rd_section *s = &p->sections[i];

		each_row(s, pack_row);
		if (s->before)
			memcpy(s->before, s->packed, s->length);
	}
}

/* The link that leads to the next one with this key, NULL at the end. With the lock. */
static struct rd_pending **link_to(struct rd_pending **from, enum rd_pend_key least,
				   enum rd_pend_key most, int handle)
{
	while (*from && ((*from)->key < least || (*from)->key > most || (*from)->handle != handle))
		from = &(*from)->next;
	return from;
}

static struct rd_pending *taken(struct rd_pending **link)
{
	struct rd_pending *p = *link;

	if (p) {
		*link = p->next;
		__atomic_sub_fetch(&rd_f_pending_count, 1, __ATOMIC_RELEASE);
	}
	return p;
}

/* Has the operation of a request ended in the call that began it? Such requests may be one object.
 */
static int is_over(enum rd_pend_key key, int handle)
{
	int flag = 0;

	return key == RD_PEND_REQUEST &&
	       !PMPI_Request_get_status(RD_REQUEST(handle), &flag, MPI_STATUS_IGNORE) && flag;
}

/* A request of the same number that C completed is over. */
void rd_f_pend_add(struct rd_pending *p, enum rd_pend_key key, int handle, int target, int err)
{
	struct rd_pending *old = NULL;

	if (err || is_over(key, handle)) {
		if (!err)
			bring_back(p);
		drop(p);
		return;
	}
	p->key = key;
	p->handle = handle;
	p->target = target;
	p->active = key != RD_PEND_PERSISTENT;
	pthread_mutex_lock(&lock);
	if (key <= RD_PEND_PERSISTENT)
		old = taken(link_to(&all, RD_PEND_REQUEST, RD_PEND_PERSISTENT, handle));
	p->next = all;
	all = p;
	p->number = __atomic_add_fetch(&rd_f_begun, 1, __ATOMIC_RELAXED);
	__atomic_add_fetch(&rd_f_pending_count, 1, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&lock);
	if (old)
		drop(old);
}

/* A call that completes requests left `now` where `handle` was. */
void rd_f_pend_request(int handle, MPI_Request now)
{
	struct rd_pending **link, *p;
	int flag = 0;

	pthread_mutex_lock(&lock);
	link = link_to(&all, RD_PEND_REQUEST, RD_PEND_PERSISTENT, handle);
	p = *link;
	if (p && now == MPI_REQUEST_NULL)
		taken(link);
	pthread_mutex_unlock(&lock);
	if (!p)
		return;
	if (now != MPI_REQUEST_NULL &&
	    (!p->active || PMPI_Request_get_status(now, &flag, MPI_STATUS_IGNORE) || !flag))
		return;
	bring_back(p);
	if (now == MPI_REQUEST_NULL)
		drop(p);
	else if (p->key == RD_PEND_PERSISTENT)
		p->active = 0;
}

/* MPI_Start, MPI_Pready: the sections are packed. With the lock, so that threads that make
 * partitions ready at a time do not pack each other's as they were before. */
void rd_f_pend_start(int handle)
{
	struct rd_pending *p;

	pthread_mutex_lock(&lock);
	p = *link_to(&all, RD_PEND_REQUEST, RD_PEND_PERSISTENT, handle);
	if (p) {
		bring_in(p);
		p->active = 1;
	}
	pthread_mutex_unlock(&lock);
}

/* MPI_Parrived: some of it is there. */
void rd_f_pend_look(int handle)
{
	struct rd_pending *p;

	pthread_mutex_lock(&lock);
	p = *link_to(&all, RD_PEND_REQUEST, RD_PEND_PERSISTENT, handle);
	if (p)
		bring_back(p);
	pthread_mutex_unlock(&lock);
}

/* MPI_Request_free: an active operation goes on, so its memory remains. */
void rd_f_pend_free(int handle)
{
	struct rd_pending *p;

	pthread_mutex_lock(&lock);
	p = taken(link_to(&all, RD_PEND_REQUEST, RD_PEND_PERSISTENT, handle));
	pthread_mutex_unlock(&lock);
	if (p && !p->active)
		drop(p);
}

/* All of a file, or of a window, or of those to one target of a window (-1: all targets), with the
 * lock: a thread whose synchronization ends at the same time returns after the bytes are back. */
void rd_f_pend_sync(enum rd_pend_key key, int handle, int target, unsigned long begun)
{
	struct rd_pending **link = &all;

	pthread_mutex_lock(&lock);
	while (*(link = link_to(link, key, key, handle))) {
		if ((target >= 0 && (*link)->target != target) || (*link)->number > begun) {
			link = &(*link)->next;
			continue;
		}
		bring_back(*link); /* before the count falls, see RD_PENDING */
		drop(taken(link));
	}
	pthread_mutex_unlock(&lock);
}
