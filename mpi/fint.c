/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Handles as ints, for Fortran and other languages (MPI-5.0 19.3.4): predefined ones are their
 * constants; any other gets a number at its first conversion, which stays with the address. Memory
 * of objects is reused for objects of the same kind, so there are not many more numbers than the
 * largest number of objects at a time. Called by the entry points in generated/fortran_handles.c.
 */
#include "mpi/api.h"

#include <stdlib.h>

#define FIRST ((int)RD_HANDLE_PREDEFINED)

static const void **handles; /* [count] by number - FIRST */
static int count, room;
static int *slots;     /* [slots_n] number + 1 - FIRST, 0: free; open addressing */
static size_t slots_n; /* a power of two, more than twice `count` */

static size_t slot_of(const void *handle)
{
	uint64_t hash = (uint64_t)(uintptr_t)handle * 0x9e3779b97f4a7c15u;
	size_t at = (size_t)(hash >> 32) & (slots_n - 1);

	while (slots[at] && handles[slots[at] - 1] != handle)
		at = (at + 1) & (slots_n - 1);
	return at;
}

/* Doubles the room; 0: no memory. */
static int grow(void)
{
	int more = room ? 2 * room : 64;
	const void **larger = realloc(handles, (size_t)more * sizeof(void *));
	int *table = larger ? calloc((size_t)more * 4, sizeof(int)) : NULL;

	if (larger)
		handles = larger;
	if (!table)
		return 0;
	free(slots);
	slots = table;
	slots_n = (size_t)more * 4;
	room = more;
	for (int i = 0; i < count; i++)
		slots[slot_of(handles[i])] = i + 1;
	return 1;
}

/* 0, which is no handle, if there is no memory. */
int rd_mpi_handle_toint(const void *handle)
{
	size_t at;

	if ((uintptr_t)handle < RD_HANDLE_PREDEFINED)
		return (int)(uintptr_t)handle;
	if (count == room && !grow())
		return 0;
	at = slot_of(handle);
	if (!slots[at]) {
		handles[count++] = handle;
		slots[at] = count;
	}
	return FIRST + slots[at] - 1;
}

void *rd_mpi_handle_fromint(int number, uintptr_t null)
{
	if (number >= 0 && number < FIRST)
		return (void *)(uintptr_t)number;
	if (number < 0 || number - FIRST >= count)
		return (void *)null;
	return (void *)(uintptr_t)handles[number - FIRST];
}
