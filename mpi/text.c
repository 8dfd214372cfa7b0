/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Texts to and from the user: object names, versions. Called by the entry points.
 */
#include "mpi/api.h"

#include <stdio.h>
#include <string.h>

int rd_mpi_text_out(char *out, const char *text, size_t max)
{
	size_t len = strnlen(text, max - 1);

	memcpy(out, text, len);
	out[len] = 0;
	return (int)len;
}

void rd_mpi_name_set(char name[MPI_MAX_OBJECT_NAME], const char *text)
{
	rd_mpi_text_out(name, text, MPI_MAX_OBJECT_NAME);
}

/* A code says no more than its class: if it is that of the thread's last error, the text of this
 * follows, the same as often as asked. A question for another class ends that: a later one for this
 * class may be for the same code of another call. The text of a code that the program has added is
 * the program's alone. */
int rd_mpi_error_string(int code, char *string)
{
	const char *last = rd_mpi_code_is_added(code) ? NULL : rd_mpi_last_text(code);
	char text[2 * MPI_MAX_ERROR_STRING];

	snprintf(text, sizeof(text), "%s%s%s", rd_mpi_code_text(code), last ? "; last in " : "",
		 last ? last : "");
	return rd_mpi_text_out(string, text, MPI_MAX_ERROR_STRING);
}

/* Programs parse its beginning (MPI.jl, among others). */
int rd_mpi_library_version(char *version)
{
	return snprintf(version, MPI_MAX_LIBRARY_VERSION_STRING,
			"Rondo %s, MPI %d.%d, standard ABI %d.%d", RD_VERSION, MPI_VERSION,
			MPI_SUBVERSION, MPI_ABI_VERSION, MPI_ABI_SUBVERSION);
}
