/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers of handles that the program was given and must free (RONDO_LEAKS). */
#ifndef RD_MPI_LEAKS_H
#define RD_MPI_LEAKS_H

#include "base/object.h"

enum rd_mpi_made {
	RD_MADE_COMM,
	RD_MADE_GROUP,
	RD_MADE_TYPE,
	RD_MADE_OP,
	RD_MADE_EH,
	RD_MADE_INFO,
	RD_MADE_WIN,
	RD_MADE_SESSION,
	RD_MADE_FILE,
	RD_MADE_N
};

extern long rd_mpi_made[RD_MADE_N];

/* One more (1) or one less (-1); predefined handles are not counted. */
static inline void rd_mpi_count(enum rd_mpi_made kind, const void *handle, int by)
{
	if ((uintptr_t)handle >= RD_HANDLE_PREDEFINED)
		rd_mpi_made[kind] += by;
}

/* Called in MPI_Finalize, when the program can free nothing more: warns of handles left. */
void rd_mpi_leaks_report(void);

#endif
