/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Error classes, codes and texts that the program adds (MPI-5.0 9.5): a table by number, above
 * MPI_ERR_LASTCODE. Removed numbers are reused, the last removed one first; MPI_LASTUSEDCODE never
 * decreases. Called by the entry points in generated/error_codes.c, and by error.c.
 */
#include "mpi/api.h"

#include <stdlib.h>

#define FIRST (MPI_ERR_LASTCODE + 1)

struct added {
	int class;  /* its own number: it is a class; 0: removed */
	int codes;  /* of a class: number of other codes with it */
	int next;   /* removed: the previously removed number that is not in use; 0: none */
	char *text; /* NULL: none */
};

static struct added *table; /* [last - FIRST + 1] */
static int last = MPI_ERR_LASTCODE, room;
static int removed; /* the first of the list of unused numbers; 0: none */

/* NULL: the program has not added such a code, or has removed it. */
static struct added *find(int code)
{
	if (code < FIRST || code > last)
		return NULL;
	return table[code - FIRST].class ? &table[code - FIRST] : NULL;
}

int *rd_mpi_code_last(void)
{
	return &last;
}

int rd_mpi_code_class(int code)
{
	const struct added *added = find(code);

	return added ? added->class : code;
}

const char *rd_mpi_code_text(int code)
{
	const struct added *added = find(code);

	if (!added)
		return rd_mpi_class_text(code);
	return added->text ? added->text : "";
}

int rd_mpi_code_is_class(int code)
{
	return rd_mpi_code_text(code) && rd_mpi_code_class(code) == code;
}

int rd_mpi_code_is_added(int code)
{
	return find(code) != NULL;
}

int rd_mpi_code_is_added_class(int class)
{
	const struct added *added = find(class);

	return added && added->class == class;
}

int rd_mpi_code_is_added_code(int code)
{
	const struct added *added = find(code);

	return added && added->class != code;
}

int rd_mpi_code_has_text(int code)
{
	const struct added *added = find(code);

	return added && added->text;
}

int rd_mpi_code_is_used(int class)
{
	const struct added *added = find(class);

	return added && added->codes;
}

/* An unused number; 0: no memory. */
static int take_number(void)
{
	int number = removed;

	if (number) {
		removed = table[number - FIRST].next;
		return number;
	}
	if (last - FIRST + 1 == room) {
		int more = room ? 2 * room : 16;
		struct added *larger = realloc(table, (size_t)more * sizeof(*larger));

		if (!larger)
			return 0;
		table = larger;
		room = more;
	}
	return ++last;
}

int rd_mpi_code_add(int class, int *code)
{
	int number = take_number();
	struct added *of;

	if (!number)
		return RD_ENOMEM;
	table[number - FIRST] = (struct added){.class = class ? class : number};
	of = class ? find(class) : NULL;
	if (of)
		of->codes++;
	*code = number;
	return 0;
}

void rd_mpi_code_remove(int code)
{
	struct added *added = find(code), *of;

	if (!added)
		return;
	of = added->class != code ? find(added->class) : NULL;
	if (of)
		of->codes--;
	free(added->text);
	*added = (struct added){.next = removed};
	removed = code;
}

int rd_mpi_code_set_text(int code, const char *text)
{
	struct added *added = find(code);
	char *own = text ? strdup(text) : NULL;

	if (!added || (text && !own))
		return added ? RD_ENOMEM : RD_EARG;
	free(added->text);
	added->text = own;
	return 0;
}
